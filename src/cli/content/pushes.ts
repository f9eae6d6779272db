/**
 * WAP Push documents.
 * @module
 */
import { type Command, Option } from 'commander';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { type PushDocument, type ServiceIndication, SI_ACTIONS, type SiItem, SL_ACTIONS } from '../../push/index.js';
import { PUSH_NAMES } from '../../show/shown.js';
import { dateOption, infoOption, readPushDocument } from '../files/pushes.js';
import { notA, openFile } from '../files/recognise.js';
import { UsageError } from '../io.js';
import { type Door, type DoorOptions, type Given, type Made, type Row, row } from './row.js';

interface PushOptions {
  readonly href?: string;
  readonly applicationId?: string;
}

interface IndicationOptions extends PushOptions {
  readonly id?: string;
  readonly created?: Date;
  readonly expires?: Date;
  readonly action?: NonNullable<ServiceIndication['action']>;
  readonly text?: string;
  readonly info?: SiItem[];
}

/** A service indication. */
export const INDICATION: Row = row<IndicationOptions>({
  kind: 'serviceIndication',
  argument: '[file]',
  what: 'a service indication',
  source: ', from options or a file (.si .xml .sic .wbxml); options count more; stdin when neither is given',
  isRead: true,
  options(command, door) {
    pushOptions(command, door)
      .option('--id <id>', 'what identifies it on the handset')
      .option('--created <time>', 'when it was made, in UTC: 2026-11-21T18:30:00Z', dateOption('created'))
      .option('--expires <time>', 'when it expires, in UTC', dateOption('expires'))
      .addOption(new Option('--action <action>', 'how much the handset makes of it').choices(SI_ACTIONS))
      .option('--text <text>', 'what the user reads')
      .option('--info <class=text>', 'further information for the handset; may be given several times', infoOption);
  },
  async read(given) {
    const { href, id, created, expires, action, text, info } = given.options;
    const own = omitUndefined({ href, id, created, expires, action, text, info });
    const base = await readDocument(given, 'si', own);
    return madeOf({ kind: 'serviceIndication', si: { ...base?.si, ...own } }, given.options);
  },
  examples: [
    "handset encode si --href http://www.example.com/mail/1 --id mail-1 --text 'You have mail' --to 447700900123",
    'handset encode si new-mail.si --to 447700900123',
  ],
});

/** A service loading, which no gateway sends. */
export const LOADING: Row = row<PushOptions & { readonly action?: (typeof SL_ACTIONS)[number] }>({
  kind: 'serviceLoading',
  door: 'encode',
  argument: '[file]',
  what: 'a service loading',
  source: ', from options or a file (.sl .xml .slc .wbxml); options count more; stdin when neither is given',
  isRead: true,
  options(command, door) {
    pushOptions(command, door).addOption(
      new Option('--action <action>', 'what the handset does with the address').choices(SL_ACTIONS),
    );
  },
  async read(given) {
    const own = omitUndefined({ href: given.options.href, action: given.options.action });
    const base = await readDocument(given, 'sl', own);
    const { href } = { ...base?.sl, ...own };
    if (href === undefined) throw new UsageError('a service loading is an address: --href is needed');
    return madeOf({ kind: 'serviceLoading', sl: { ...base?.sl, ...own, href } }, given.options);
  },
  examples: ['handset encode sl --href http://www.example.com/menu --action execute-low --to 447700900123'],
});

function pushOptions(command: Command, door: Door): Command {
  command.option('--href <address>', 'where it leads');
  if (door === 'send') return command;
  return command.option('--application-id <id>', 'the application on the handset: a number, a name such as wml.ua, or a URI');
}

/** The document of the file that the argument names, or of standard input when nothing else is given; undefined when there is neither. */
async function readDocument<K extends PushDocument['kind']>(
  { session, argument, options: { as, lenient } }: Given<DoorOptions>,
  kind: K,
  own: object,
): Promise<Extract<PushDocument, { readonly kind: K }> | undefined> {
  const path = argument ?? (Object.keys(own).length === 0 ? '-' : undefined);
  if (path === undefined) return undefined;
  const content = await openFile(session, path, as, `a ${PUSH_NAMES[kind]}`, 'push');
  const document = readPushDocument(session, content, lenient === true);
  if (document.kind !== kind) throw notA(`a ${PUSH_NAMES[kind]}`, content, `a ${PUSH_NAMES[document.kind]}`);
  return document as Extract<PushDocument, { readonly kind: K }>;
}

function madeOf(content: Made['content'], { applicationId }: PushOptions): Made {
  if (applicationId === undefined) return { content };
  return { content, build: { push: { applicationId: /^\d+$/.test(applicationId) ? Number(applicationId) : applicationId } } };
}
