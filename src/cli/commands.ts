/**
 * The commands by name, without what they need: a command's own module is loaded when it is called.
 * @module
 */
import type { Command } from 'commander';
import type { Session } from './io.js';
import type { WholeProgram } from './whole.js';

/** A command as the list of commands shows it. */
export interface CommandRow {
  /** Name and arguments, as commander takes them. */
  readonly usage: string;
  readonly description: string;
  /** Whether it is about all the others, which are there only when none of them is called. */
  readonly showsAll?: true;
  /** Loads what adds its options and its action. @param whole for a command that shows all others, or adds something later */
  readonly load: () => Promise<(command: Command, session: Session, whole: WholeProgram) => void>;
}

/** In the order of `--help`. */
export const COMMANDS: readonly CommandRow[] = [
  {
    usage: 'inspect [files...]',
    description:
      'show what a payload is and every field of it: files, hex, or standard input; several PDUs are joined, those in a log shown as they come',
    load: async () => (await import('./inspect/inspect.js')).addInspect,
  },
  {
    usage: 'archive <files...>',
    description:
      'read archives of messages (VMG, SMS Backup & Restore, gammu, sms-ie, EML, cards, calendars; folders and ZIPs of them): a page to read and search, or another archive',
    load: async () => (await import('./archive/archive.js')).addArchive,
  },
  {
    usage: 'convert <input> <output>',
    description:
      'convert a picture, tune, push document, card, calendar or message to another form of it, by extension; a message to a new folder by a / at its end; - is stdin and stdout',
    load: async () => (await import('./files/convert.js')).addConvert,
  },
  {
    usage: 'encode',
    description: 'turn a text, tune, picture, card or push into messages: PDUs, AT commands, SMPP fields, Kannel URLs',
    load: async () => (await import('./content/encode.js')).addEncode,
  },
  {
    usage: 'compose <inputs...>',
    description: 'compose a multimedia message of a .zip, or of files in their order; - is stdin',
    load: async () => (await import('./files/compose.js')).addCompose,
  },
  {
    usage: 'preview [file]',
    description:
      'show a picture, a tune, a push document, a card, a calendar, a multimedia message, or what a listing of PDUs carries; stdin when no file is named',
    load: async () => (await import('./files/preview.js')).addPreview,
  },
  {
    usage: 'lint <files...>',
    description: 'check tunes (RTTTL, RTX, iMelody, eMelody, FMF): file:line:column, what was found, what a reader assumes',
    load: async () => (await import('./files/lint.js')).addLint,
  },
  {
    usage: 'segment [text]',
    description: 'count the messages that a text takes; TEXT is a file where there is one of that name, else the text itself',
    load: async () => (await import('./segment.js')).addSegment,
  },
  {
    usage: 'handsets [query...]',
    description: 'list known handsets, or show what one can do: by make and model, User-Agent, or UAProf address',
    load: async () => (await import('./handsets.js')).addHandsets,
  },
  {
    usage: 'repurpose <files...>',
    description:
      'adapt pictures (JPEG, PNG, GIF, WBMP, BMP) to a handset: size, format, colours, octets; a folder stands for its files',
    load: async () => (await import('./files/repurpose.js')).addRepurpose,
  },
  {
    usage: 'send',
    description: 'send a content by way of a gateway, or through a modem; --dry-run shows what goes there',
    load: async () => (await import('./content/send.js')).addSend,
  },
  {
    usage: 'account',
    description: "a gateway account's credit and originators, and accounts below it",
    load: async () => (await import('./gateway/account.js')).addAccount,
  },
  {
    usage: 'serve',
    description: 'run the reference gateway; --demo to look around',
    load: async () => (await import('./gateway/serve.js')).addServe,
  },
  {
    usage: 'inbox <number>',
    description: 'show what a virtual handset of a gateway received, oldest first',
    load: async () => (await import('./gateway/inbox.js')).addInbox,
  },
  {
    usage: 'route <number>',
    description: 'say which link of a gateway a message to a number goes over, and why; nothing is sent',
    load: async () => (await import('./gateway/route.js')).addRoute,
  },
  {
    usage: 'modem <device>',
    description: 'show what a modem has stored and what comes, until it is stopped: /dev/ttyUSB0, COM3, or tcp:HOST:PORT',
    load: async () => (await import('./modem/modem.js')).addModem,
  },
  {
    usage: 'smsc',
    description: 'run an SMPP message centre for tests, and show what is sent to it, until it is stopped',
    load: async () => (await import('./smsc.js')).addSmsc,
  },
  {
    usage: 'admin',
    description: "look into a gateway's store and change it, also while the gateway runs",
    load: async () => (await import('./gateway/admin.js')).addAdmin,
  },
  {
    usage: 'playground',
    description: 'write the playground: in files for a web server, or as one page',
    load: async () => (await import('./playground.js')).addPlayground,
  },
  {
    usage: 'version',
    description: 'show the versions of this package and of Node, and which optional packages are found',
    load: async () => (await import('./version.js')).addVersion,
  },
  {
    usage: 'completion',
    showsAll: true,
    description: 'write a script that completes commands, options and their values in a shell',
    load: async () => (await import('./shells/completion.js')).addCompletion,
  },
  {
    usage: 'man',
    showsAll: true,
    description: 'write the manual page: handset man | man -l -',
    load: async () => (await import('./shells/completion.js')).addMan,
  },
];
