/** Readers of archives of messages. What is read of a stranger's archive is written in every format. */
import * as archive from '../../src/archive/index.js';
import { isZip } from '../../src/zip/tree.js';
import { message } from '../archive/arbitraries.js';
import { octetCodec, octetsTarget, type Target, textCodec } from './target.js';

type Archive = archive.Archive;

/** Messages that a format holds: nothing is reported of them. */
function held(
  format: archive.ArchiveFormat,
  family: archive.RestFamily,
  write: (messages: readonly archive.ArchiveMessage[], options: archive.ArchiveFormatOptions) => unknown,
) {
  return message(family)
    .filter((one) => {
      let isHeld = true;
      write([one], {
        onLoss: () => {
          isHeld = false;
        },
      });
      return isHeld;
    })
    .map((one): Archive => ({ format, messages: [one], cards: [], calendars: [], unknown: [], rest: [] }));
}

/** Fields that have a value, in the order of their names. */
const fieldsOf = (value: object) =>
  Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Messages without their places, and without the order of their further fields. */
const essence = ({ messages, unknown }: Archive) =>
  JSON.stringify([
    unknown.length,
    ...messages.map(({ at: _, rest, addresses, parts, ...one }) => [
      fieldsOf(one),
      addresses.map(({ role, address, name }) => [role, address, name]),
      parts.map(fieldsOf),
      (rest ?? []).map(({ name, value }) => `${name} ${value}`).sort(),
    ]),
  ]);

const SIMPLE: archive.ArchiveMessage = {
  kind: 'mms',
  direction: 'in',
  state: 'read',
  addresses: [{ role: 'from', address: '+447700900123', name: 'Ada' }],
  time: { ms: 1_109_950_210_000 },
  text: '',
  parts: [
    { contentType: 'text/plain', charset: 'utf-8', data: new TextEncoder().encode('Hello') },
    { contentType: 'image/gif', name: 'a.gif', data: Uint8Array.of(0x47, 0x49, 0x46) },
  ],
};

const consume = ({ messages, cards }: Archive) => [
  archive.groupConversations(archive.joinMessages(messages), cards),
  ...archive.ARCHIVE_FORMATS.map((format) => archive.formatArchive(format, messages)),
];

const TEXTS = {
  vmg: ['archive.parseVmg', 'vmg', archive.parseVmg, archive.formatVmg],
  'sms-backup-restore': [
    'archive.parseSmsBackupRestore',
    'android',
    archive.parseSmsBackupRestore,
    archive.formatSmsBackupRestore,
  ],
  'gammu-backup': ['archive.parseGammuBackup', 'gammu', archive.parseGammuBackup, archive.formatGammuBackup],
  'sms-ie': [
    'archive.parseSmsIe',
    'android',
    archive.parseSmsIe,
    (messages: readonly archive.ArchiveMessage[], options?: archive.ArchiveFormatOptions) =>
      archive.formatSmsIe(messages, options).text,
  ],
} as const;

/** The octets of parts are in files beside the rows. */
const isInRows = ({ messages: [one] }: Archive) => one !== undefined && archive.formatSmsIe([one]).files.size === 0;

export const ARCHIVES: readonly Target[] = [
  ...(Object.keys(TEXTS) as (keyof typeof TEXTS)[]).map((format) => {
    const [name, family, read, write] = TEXTS[format];
    const values = held(format, family, write);
    return textCodec<Archive>(
      name,
      {
        read: (text, options) => read(text, options),
        values: format === 'sms-ie' ? values.filter(isInRows) : values,
        writers: [({ messages }) => write(messages)],
        essence,
        lenient: 'repairs',
        consume,
      },
      { seeds: () => [write([SIMPLE]), write([{ ...SIMPLE, kind: 'sms', parts: [], text: 'Hello\nthere' }])] },
    );
  }),
  octetCodec<Archive>(
    'archive.decodeEml',
    {
      read: (octets, options) => archive.decodeEml(octets, options),
      values: held('eml', 'mail', ([one], options) => archive.encodeEml(one as archive.ArchiveMessage, options)),
      writers: [({ messages: [one] }) => archive.encodeEml(one as archive.ArchiveMessage)],
      essence,
      lenient: 'repairs',
      consume,
    },
    { seeds: () => [archive.encodeEml(SIMPLE)] },
  ),
  octetsTarget(
    'archive.readArchive',
    (octets) => {
      archive.identifyArchive(octets);
      if (isZip(octets)) refused(() => archive.unpackArchive(octets));
      const read = refused(() => archive.readArchive(octets, { lenient: true }));
      return read === undefined ? { value: undefined } : [{ value: read }, archive.joinMessages(read.messages)];
    },
    {
      covers: ['archive.identifyArchive', 'archive.unpackArchive', 'archive.joinMessages'],
      seeds: () => [
        archive.encodeSmsIe([SIMPLE]),
        ...archive.ARCHIVE_FORMATS.map((format) => archive.formatArchive(format, [SIMPLE])[0]?.data as Uint8Array),
      ],
    },
  ),
];

function refused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'field' in error) return undefined;
    throw error;
  }
}
