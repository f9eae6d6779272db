/**
 * Multimedia messages and other files, which the gateway keeps and lets the handset fetch.
 * @module
 */
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import type { ContentOptions, NamedFile } from '../../content/model.js';
import { FormatError } from '../../errors.js';
import { encodeMms } from '../../mms/index.js';
import { describeMessage } from '../../show/facts.js';
import { composeOf, severalOption } from '../files/compose.js';
import { recogniseFile } from '../files/recognise.js';
import { type Session, UsageError } from '../io.js';
import { oneOf } from '../options.js';
import { type Row, row } from './row.js';
import { recipients } from './sending-options.js';

interface FileOptions {
  readonly name?: string;
  readonly contentType?: string;
  /** Commander's name for `--no-repurposing`. */
  readonly repurposing: boolean;
  readonly walledGarden: boolean;
}

interface MmsOptions extends FileOptions {
  readonly subject?: string;
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly ccAddressBook?: string;
  readonly bccAddressBook?: string;
  readonly addSmil?: 0 | 1 | 2;
}

/** A file. */
export const WAP_PUSH: Row = row<FileOptions & { readonly text?: string }>({
  kind: 'wapPush',
  door: 'send',
  argument: '[file]',
  source: '',
  ofLibrary: (file) => ({ kind: 'wapPush', file }),
  options: (command) => fileOptions(command).option('--text <text>', 'what the user reads: 50 characters'),
  async read({ session, argument = '-', options }) {
    return { content: { kind: 'wapPush', file: await readFile(session, argument, options.name) } };
  },
  given: ({ options }) => ({ ...fileOptionsOf(options), message: options.text }),
  optionOf: { Message: '--text' },
});

/** A multimedia message. */
export const MMS: Row = row<MmsOptions>({
  kind: 'mms',
  door: 'send',
  argument: '[files...]',
  source: ': an .mms, a .zip of its files, or files to compose one of, in their order; - is stdin',
  ofLibrary: (message) => ({ kind: 'mms', message }),
  options: (command) =>
    fileOptions(command)
      .option('--subject <text>', 'at most 50 characters')
      .option('--cc <numbers>', 'copies, as --to', severalOption)
      .option('--bcc <numbers>', 'copies that the others do not see, as --to', severalOption)
      .option('--cc-address-book <name>', 'the same, as --address-book')
      .option('--bcc-address-book <name>', 'the same, as --address-book')
      .addOption(
        new Option(
          '--add-smil <how>',
          'whether slides are added: auto (0), as the handset needs it; add (1); none (2)',
        ).argParser(oneOf<0 | 1 | 2>('add-smil', SMIL, 'auto, add, none, or 0, 1, 2')),
      ),
  async read({ session, files, options }) {
    return { content: { kind: 'mms', message: await readMessageFile(session, files, options) } };
  },
  given({ session, options }) {
    const { subject, ccAddressBook, bccAddressBook, addSmil } = options;
    const list = (name: 'cc' | 'bcc') => {
      const numbers = recipients(session, `--${name}`, options[name]);
      return numbers.length === 0 ? undefined : numbers;
    };
    const copies = { cc: list('cc'), bcc: list('bcc'), ccAddressBook, bccAddressBook };
    return { ...fileOptionsOf(options), ...copies, message: subject, addSmil };
  },
  optionOf: { Message: '--subject' },
});

function fileOptions(command: Command): Command {
  return command
    .option('--name <file>', 'name that the gateway keeps it by, extension included; that of the file when left out')
    .option('--content-type <type>', 'MIME type of the file; its extension tells it when left out')
    .option('--no-repurposing', 'pictures go as they are')
    .option('--no-walled-garden', 'no WAP push in place of a multimedia message where a network lets nothing else in');
}

const SMIL = { auto: 0, add: 1, none: 2, 0: 0, 1: 1, 2: 2 } as const;

/** What both take; what is not given is the gateway's to choose. */
function fileOptionsOf({ contentType, repurposing, walledGarden }: FileOptions): ContentOptions {
  return {
    contentType,
    ...(!repurposing && { disableRepurposing: true }),
    ...(!walledGarden && { disableWalledGardenRule: true }),
  };
}

async function readFile(session: Session, path: string, name: string | undefined): Promise<NamedFile> {
  if (path === '-' && name === undefined) throw new UsageError('a file of standard input has no name: --name gives one');
  return { name: name ?? basename(path), data: await session.read(path) };
}

/** One .mms or .zip as it is; of other files a message is composed. */
async function readMessageFile(session: Session, paths: readonly string[], options: MmsOptions): Promise<NamedFile> {
  const { name, subject, addSmil = 0 } = options;
  const files: { readonly path: string; readonly data: Uint8Array }[] = [];
  for (const path of paths.length === 0 ? ['-'] : paths) files.push({ path, data: await session.read(path) });
  const [first] = files as [(typeof files)[0], ...typeof files];
  const ready = files.length === 1 ? messageExtension(first.path, first.data) : undefined;
  if (ready !== undefined) {
    return { name: name ?? (first.path === '-' ? `message${ready}` : basename(first.path)), data: first.data };
  }
  const parts = files.map(({ path, data }) => ({ name: path === '-' ? 'stdin' : basename(path), data }));
  const smil = (['auto', 'add', 'none'] as const)[addSmil];
  const message = await composeOf(session, undefined, parts, { as: 'M-Retrieve.conf', subject, smil });
  const data = encodeMms(message);
  session.note(`composed: ${describeMessage(message, data.length)}`);
  return { name: name ?? 'message.mms', data };
}

/** What a ready message is, by its octets. */
function messageExtension(path: string, octets: Uint8Array): string | undefined {
  try {
    const { extension, kind } = recogniseFile(path, octets, undefined);
    return kind === 'mms' || kind === 'archive' ? extension : undefined;
  } catch (error) {
    // A part may be of any kind, also of one that is not known here.
    if (error instanceof FormatError || error instanceof UsageError) return undefined;
    throw error;
  }
}
