/**
 * Any archive: what a file is, by its beginning, and what it holds; and messages as files of a format.
 * @module
 */
import { checkChoice } from '../bytes/check.js';
import { errorAt } from '../bytes/error-at.js';
import { requireOctets } from '../bytes/octets.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { DecodeError, FormatError } from '../errors.js';
import { identifyVObject } from '../vobject/transport.js';
import { parseVCalendar } from '../vobject/vcalendar-parse.js';
import { parseVCards } from '../vobject/vcard-parse.js';
import { readZipDirectory } from '../zip/directory.js';
import { unpackEntry } from '../zip/read.js';
import { isZip } from '../zip/tree.js';
import { encodeEml } from './eml-format.js';
import { decodeEml } from './eml-parse.js';
import { formatGammuBackup } from './gammu-format.js';
import { parseGammuBackup } from './gammu-parse.js';
import {
  ARCHIVE_FORMATS,
  type Archive,
  type ArchiveFormat,
  type ArchiveFormatOptions,
  type ArchiveMessage,
  type ArchiveOptions,
} from './model.js';
import { formatSmsBackupRestore } from './sms-backup-restore-format.js';
import { parseSmsBackupRestore } from './sms-backup-restore-parse.js';
import { encodeSmsIe } from './sms-ie-format.js';
import { parseSmsIe } from './sms-ie-parse.js';
import { octetCounter, readFileText } from './text.js';
import { formatVmg } from './vmg-format.js';
import { parseVmg } from './vmg-parse.js';

/** A file of an archive. */
export interface ArchiveFile {
  /** Path, with `/` between folders. */
  readonly name: string;
  /** Content. */
  readonly data: Uint8Array;
}

/** Octets of a beginning that tells a format. */
const LOOK = 4_096;

/**
 * Identifies the format of an archive by its first octets; undefined for other files. A ZIP is `sms-ie` if it contains
 * `messages.ndjson`.
 * @example
 * ```ts
 * import { identifyArchive } from 'handset/archive';
 *
 * identifyArchive(new TextEncoder().encode('BEGIN:VMSG\r\n')); // -> 'vmg'
 * ```
 */
export function identifyArchive(octets: Uint8Array): Archive['format'] | undefined {
  requireOctets(octets, 'the archive');
  if (isZip(octets)) return listsMessages(octets) ? 'sms-ie' : undefined;
  const { text } = readFileText(octets.subarray(0, LOOK), new Reading({ lenient: true }));
  const start = text.trimStart();
  if (/^[ \t]*BEGIN:VMSG\s/im.test(start)) return 'vmg';
  if (/^<smses[\s/>]/.test(start.replace(PROLOG, ''))) return 'sms-backup-restore';
  const [section = ''] = /^(?![ \t]*(?:[;#]|$)).*$/m.exec(start) ?? [];
  if (/^[ \t]*\[(?:SMSBackup\d*|Backup|PhonePBK\d*|SIMPBK\d*|Calendar\d+|TODO\d+)\]/i.test(section)) return 'gammu-backup';
  if (/^\[?\s*\{/.test(start) && isRow(start)) return 'sms-ie';
  const object = identifyVObject(start);
  if (object !== undefined) return object;
  return isMail(start) ? 'eml' : undefined;
}

/** What comes before the root of XML: its declaration, comments and instructions such as that of a style sheet. */
const PROLOG = /^(?:<\?.*?\?>\s*|<!--.*?-->\s*)+/s;

/** Whether columns of a message are among the first names of JSON. */
function isRow(start: string): boolean {
  const count = ['"_id"', '"thread_id"', '"address"', '"date"', '"body"', '"msg_box"', '"type"', '"m_type"', '"read"'].filter(
    (name) => start.includes(name),
  );
  return count.length >= 4;
}

/** Whether lines are headers up to an empty one, those of mail among them. */
function isMail(start: string): boolean {
  const [head] = start.split(/\r?\n\r?\n/, 1) as [string];
  const lines = head.split(/\r?\n/);
  if (start.length >= LOOK - 16) lines.pop();
  const names = lines.filter((line) => !/^[ \t]/.test(line)).map((line) => /^([!-9;-~]{1,80}):/.exec(line)?.[1]?.toLowerCase());
  if (names.includes(undefined)) return false;
  const known = ['from', 'to', 'date', 'subject', 'message-id', 'mime-version', 'content-type'].filter((name) =>
    names.includes(name),
  );
  return known.length >= 2 && (names.includes('mime-version') || names.includes('from'));
}

function listsMessages(octets: Uint8Array): boolean {
  try {
    return readZipDirectory(octets, zipLimits(new Reading())).some(({ name }) => name === SMS_IE_ROWS);
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

function zipLimits({ limits }: Reading) {
  const { archiveOctets } = limits;
  return {
    ...limits,
    ...{ zipOctets: archiveOctets, zipEntryOctets: archiveOctets, zipTotalOctets: 4 * archiveOctets },
    ...{ zipEntries: 0xffff, zipNameCharacters: 255, zipPathCharacters: 4_096 },
  };
}

/**
 * Unpacks a ZIP archive, within the limits whose names begin with `archive`. Folders and files of operating systems are
 * omitted.
 * @throws DecodeError, LimitError as `readZip`.
 */
export function unpackArchive(octets: Uint8Array, options?: DecodeOptions): ArchiveFile[] {
  const reading = Reading.of(options);
  requireOctets(octets, 'the archive');
  const archive = new Uint8Array(octets.buffer, octets.byteOffset, octets.length);
  return readZipDirectory(archive, zipLimits(reading))
    .filter(({ isSkipped }) => !isSkipped)
    .map((record) => ({ name: record.name, data: unpackEntry(archive, record) }));
}

/**
 * Reads an archive in any of the formats. Offsets of issues and errors count octets of the file; `at` in the result is an index in its text.
 * @throws DecodeError `bad-value` for a file of another format; otherwise as the function for the format.
 * @throws LimitError as the function for the format.
 * @example
 * ```ts
 * import { readArchive } from 'handset/archive';
 *
 * const file = '<smses count="1"><sms address="1234" date="1109950210000" type="1" body="Hello" /></smses>';
 * const { format, messages } = readArchive(new TextEncoder().encode(file));
 * [format, messages[0]?.text]; // -> ['sms-backup-restore', 'Hello']
 * ```
 */
export function readArchive(octets: Uint8Array, options: ArchiveOptions = {}): Archive {
  const format = identifyArchive(octets);
  if (format === undefined) throw new DecodeError('bad-value', 'archive', 0, 'is not an archive of messages');
  return readArchiveAs(format, octets, options);
}

/** The file of a ZIP of sms-ie that has its rows. */
export const SMS_IE_ROWS = 'messages.ndjson';

/** As {@link readArchive}, a file of a format that is known. @throws as it does */
export function readArchiveAs(format: Archive['format'], octets: Uint8Array, options: ArchiveOptions = {}): Archive {
  if (format === 'eml') return decodeEml(octets, options);
  if (format === 'sms-ie' && isZip(octets)) {
    const files = new Map(unpackArchive(octets, options).map(({ name, data }) => [name, data]));
    const rows = files.get(SMS_IE_ROWS);
    if (rows === undefined) throw new DecodeError('bad-value', 'archive', 0, `a ZIP without ${SMS_IE_ROWS}`);
    return inText(rows, options, (text, inner) => parseSmsIe(text, { ...inner, files }));
  }
  return inText(octets, options, (text, inner) => {
    switch (format) {
      case 'vmg':
        return parseVmg(text, inner);
      case 'sms-backup-restore':
        return parseSmsBackupRestore(text, inner);
      case 'gammu-backup':
        return parseGammuBackup(text, inner);
      case 'sms-ie':
        return parseSmsIe(text, inner);
      case 'vcard':
        return { ...EMPTY, format, cards: parseVCards(text, vobjectOptions(inner)) };
      case 'vcalendar':
        return { ...EMPTY, format, calendars: [parseVCalendar(text, vobjectOptions(inner))] };
    }
  });
}

const EMPTY = { messages: [], cards: [], calendars: [], unknown: [], rest: [] } as const;

/** An address book has more characters than a message; issues of cards have codes of their own. */
function vobjectOptions({ lenient, limits, onIssue }: ArchiveOptions) {
  const { archiveOctets: vobjectCharacters, archiveMessages: vobjectProperties } = new Reading({ limits }).limits;
  return {
    lenient,
    limits: { ...limits, vobjectCharacters, vobjectProperties },
    ...(onIssue !== undefined && { onIssue: onIssue as unknown as (issue: object) => void }),
  };
}

/** Reads the text of a file; offsets become octets of it. */
function inText(
  octets: Uint8Array,
  options: ArchiveOptions,
  read: (text: string, options: ArchiveOptions) => Archive,
): Archive {
  const file = readFileText(octets, Reading.of(options));
  const { onIssue } = options;
  const octetAt = octetCounter(file);
  const place = (offset: number | undefined) => (offset === undefined ? undefined : octetAt(offset));
  const inner: ArchiveOptions = {
    ...options,
    ...(onIssue !== undefined && {
      onIssue: (issue) =>
        onIssue(Object.assign(Object.create(Object.getPrototypeOf(issue)), issue, { offset: place(issue.offset) })),
    }),
  };
  try {
    return read(file.text, inner);
  } catch (error) {
    if (!(error instanceof FormatError) || error.offset === undefined) throw error;
    throw errorAt(error, place(error.offset));
  }
}

/**
 * Formats messages as the files of a format: one file, or for `eml` one file per message.
 * @throws EncodeError `bad-value` for an unknown format; otherwise as the function for the format.
 * @example
 * ```ts
 * import { formatArchive, parseSmsBackupRestore } from 'handset/archive';
 *
 * const from = '<smses><sms address="+447700900123" date="1795251600000" type="1" body="Hello"/></smses>';
 * const { messages } = parseSmsBackupRestore(from);
 * formatArchive('eml', messages).map(({ name }) => name); // -> ['000001.eml']
 * ```
 */
export function formatArchive(
  format: ArchiveFormat,
  messages: readonly ArchiveMessage[],
  options: ArchiveFormatOptions = {},
): ArchiveFile[] {
  checkChoice(format, 'format', ARCHIVE_FORMATS);
  switch (format) {
    case 'vmg':
      return [{ name: 'messages.vmg', data: encodeUtf8(formatVmg(messages, options)) }];
    case 'sms-backup-restore':
      return [{ name: 'sms.xml', data: encodeUtf8(formatSmsBackupRestore(messages, options)) }];
    case 'gammu-backup':
      return [{ name: 'messages.smsbackup', data: encodeUtf8(formatGammuBackup(messages, options)) }];
    case 'sms-ie':
      return [{ name: 'messages.zip', data: encodeSmsIe(messages, options) }];
    case 'eml':
      return messages.map((message, index) => ({
        name: `${String(index + 1).padStart(6, '0')}.eml`,
        data: encodeEml(message, { ...options, index }),
      }));
  }
}
