/**
 * Reads the messages of SMS Import / Export (sms-ie) for Android: rows of Android's tables as JSON.
 *
 *   messages.ndjson    {"_id":"1","address":"+447700900123","date":"1109950210000","type":"1","body":"Hello","__display_name":"Ada"}
 *                      {"_id":"2","date":"1109950210","msg_box":"1","__sender_address":{...},"__recipient_addresses":[...],"__parts":[...]}
 *   data/PART_1        the octets of a part, whose `_data` ends in the same name
 *
 * Version 1 wrote a list, names without `__`, and octets as `binary_data` in base64. Of a multimedia message `date` counts seconds, and `sub` has the
 * octets of UTF-8 as characters, which is how Android keeps it.
 * Source: the code and the documentation of sms-ie 2.6; Android's `Telephony`.
 * @module
 */
import { decodeBase64 } from '../bytes/base64.js';
import { encodeLatin1 } from '../bytes/latin1.js';
import { quote } from '../bytes/quote.js';
import { Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { decodeUtf8 } from '../bytes/utf8.js';
import { OWNER, readBox, readPart, readRole, readTime, smsOfRow } from './android.js';
import type { Archive, ArchiveAddress, ArchiveMessage, ArchiveOptions, ArchivePart, RestField, UnknownPiece } from './model.js';
import { Lines, requireText } from './text.js';

/** The files beside `messages.ndjson`, by their paths in the archive. */
export type SmsIeFiles = ReadonlyMap<string, Uint8Array>;

/** Options of {@link parseSmsIe}. */
export interface SmsIeOptions extends ArchiveOptions {
  /** The octets of parts, by paths such as `data/PART_1`. Parts without a file get `isMissing`. */
  readonly files?: SmsIeFiles | undefined;
}

/**
 * Parses `messages.ndjson` of the Android app sms-ie (SMS Import / Export): a line of JSON for each message, or the JSON list of version 1. Lines
 * that are not a message, such as those of a call log, are kept in `unknown`, unknown columns in `rest`.
 * @param options.lenient report the faults below, and keep the values.
 * @throws DecodeError `bad-value` for a line that is not JSON, and for invalid times and base64.
 * @throws LimitError `limit-exceeded` above `archiveOctets`, `archiveMessages`, `archiveFields`, `archiveParts`, `archiveDepth`.
 * @throws TypeError when `text` is not a string.
 * @example
 * ```ts
 * import { parseSmsIe } from 'handset/archive';
 *
 * parseSmsIe('{"address":"1234","date":"1109950210000","type":"1","body":"Hello"}\n').messages[0]?.text; // -> 'Hello'
 * ```
 */
export function parseSmsIe(text: string, options: SmsIeOptions = {}): Archive {
  const reading = Reading.of(options);
  requireText(text, reading);
  const reader = new RowReader(reading, options.files ?? new Map());
  const start = text.startsWith('\ufeff') ? 1 : 0;
  if (/^\s*\[/.test(text)) readList(text, start, reader, reading);
  else {
    const lines = new Lines(text);
    lines.at = start;
    for (let at = lines.at, line = lines.next(); line !== undefined; at = lines.at, line = lines.next()) {
      if (line.trim() !== '') reader.read(line, at);
    }
  }
  return reader.finish();
}

/** A list in one text: its rows have no place of their own. */
function readList(text: string, start: number, reader: RowReader, reading: Reading): void {
  let list: unknown;
  try {
    list = JSON.parse(text.slice(start));
  } catch {
    reading.fault('bad-value', 'list', start, 'is not JSON');
    reader.keep(text, start, 'is not JSON');
  }
  if (Array.isArray(list)) for (const row of list) reader.row(row, start);
}

type Row = Readonly<Record<string, unknown>>;

const SMS_COLUMNS = new Set(['address', 'date', 'type', 'body', 'read', 'service_center', 'date_sent', 'subject']);
const MMS_COLUMNS = new Set(['date', 'date_sent', 'msg_box', 'read', 'sub', 'm_id']);
/** Columns of parts that hold or name their octets, or number them. */
const PART_OCTETS = new Set(['_data', 'binary_data', 'text', 'ct', 'chset', 'name', 'cl', 'cid', 'fn', 'cd', 'seq']);
/** Columns of an address that number it. */
const ADDRESS_COLUMNS = new Set(['address', 'type', '__display_name', 'display_name', '_id', 'msg_id', 'contact_id']);

class RowReader {
  readonly #reading: Reading;
  readonly #files: SmsIeFiles;
  readonly #messages: ArchiveMessage[] = [];
  readonly #unknown: UnknownPiece[] = [];

  constructor(reading: Reading, files: SmsIeFiles) {
    this.#reading = reading;
    this.#files = files;
  }

  finish(): Archive {
    return { format: 'sms-ie', messages: this.#messages, cards: [], calendars: [], unknown: this.#unknown, rest: [] };
  }

  keep(text: string, at: number, reason: string): void {
    this.#unknown.push({ name: 'line', at, text, reason });
  }

  read(line: string, at: number): void {
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      this.#reading.fault('bad-value', 'line', at, 'is not JSON');
      this.#count(at);
      this.keep(line, at, 'is not JSON');
      return;
    }
    this.row(row, at, line);
  }

  #count(at: number): void {
    this.#reading.limit('archiveMessages', this.#messages.length + this.#unknown.length + 1, 'line', at);
  }

  /** Level by level: what `JSON.stringify` calls itself for has no limit of its own. */
  #checkDepth(row: unknown, at: number): void {
    let level = [row];
    for (let depth = 0; level.length > 0; depth++) {
      this.#reading.limit('archiveDepth', depth, 'line', at);
      level = level.flatMap((value) => (isObject(value) ? Object.values(value) : []));
    }
  }

  row(row: unknown, at: number, line?: string): void {
    this.#count(at);
    this.#checkDepth(row, at);
    if (isObject(row) && !Array.isArray(row)) {
      const names = Object.keys(row);
      this.#reading.limit('archiveFields', names.length, 'line', at);
      if ('msg_box' in row || '__parts' in row || 'm_type' in row) {
        this.#messages.push(this.#mms(row, at));
        return;
      }
      if ('body' in row || ('address' in row && 'type' in row && !('duration' in row))) {
        this.#messages.push(this.#sms(row, at));
        return;
      }
    }
    this.keep(line ?? JSON.stringify(row), at, 'is not a row of a message');
  }

  #sms(row: Row, at: number): ArchiveMessage {
    const columns = columnsOf(row);
    const rest: RestField[] = [];
    const box = readBox(columns, 'type', rest);
    const name = displayName(columns);
    const times = [this.#time(columns, 'date', 1, at, rest), this.#time(columns, 'date_sent', 1, at, rest)] as const;
    keepOthers(row, SMS_COLUMNS, rest);
    if (!columns.has('address') && name !== undefined) rest.push(android('__display_name', name));
    return smsOfRow(columns, box, name, times, rest, at);
  }

  #mms(row: Row, at: number): ArchiveMessage {
    const columns = columnsOf(row);
    const rest: RestField[] = [];
    const box = readBox(columns, 'msg_box', rest);
    const [time, sentTime] = [this.#time(columns, 'date', 1000, at, rest), this.#time(columns, 'date_sent', 1000, at, rest)];
    const sub = columns.get('sub');
    const id = columns.get('m_id');
    const addresses = this.#addresses(row, at, rest);
    const list = row.__parts ?? row.parts ?? [];
    const parts = Array.isArray(list) ? list.map((part: unknown) => this.#part(part, at)) : [];
    if (!Array.isArray(list)) rest.push(android('__parts', JSON.stringify(list)));
    const name = displayName(columns);
    if (name !== undefined) rest.push(android('__display_name', name));
    this.#reading.limit('archiveParts', parts.length, 'parts', at);
    keepOthers(row, MMS_COLUMNS, rest);
    return {
      kind: 'mms',
      ...box,
      addresses,
      ...(time !== undefined && { time }),
      ...(sentTime !== undefined && { sentTime }),
      ...(sub !== undefined && { subject: decodeSubject(sub) }),
      text: '',
      parts,
      ...(id !== undefined && { id }),
      ...(rest.length > 0 && { rest }),
      at,
    };
  }

  #time(
    columns: ReadonlyMap<string, string>,
    column: string,
    unitMs: number,
    at: number,
    rest: RestField[],
  ): ArchiveMessage['time'] {
    const value = columns.get(column);
    const time = readTime(value, unitMs);
    if (time === undefined && value !== undefined && value !== '0') {
      this.#reading.fault('bad-value', column, at, `${quote(value)} is no time`);
      rest.push(android(column, value));
    }
    return time;
  }

  #addresses(row: Row, at: number, rest: RestField[]): ArchiveAddress[] {
    const sender = row.__sender_address ?? row.sender_address;
    const recipients = row.__recipient_addresses ?? row.recipient_addresses ?? [];
    const all = [
      ...(sender === undefined || sender === null ? [] : [sender]),
      ...(Array.isArray(recipients) ? recipients : [recipients]),
    ];
    this.#reading.limit('archiveParts', all.length, 'addresses', at);
    const addresses: ArchiveAddress[] = [];
    for (const each of all as unknown[]) {
      const columns = columnsOf(each);
      const role = readRole(columns.get('type'));
      const address = columns.get('address');
      if (role === undefined || address === undefined) {
        rest.push(android('addr', JSON.stringify(each)));
        continue;
      }
      for (const [name, value] of columns) {
        if (!ADDRESS_COLUMNS.has(name) && !(name === 'charset' && value === '106')) rest.push(android(`addr.${name}`, value));
      }
      const name = displayName(columns);
      if (address !== OWNER) addresses.push({ role, address, ...(name !== undefined && { name }) });
    }
    return addresses;
  }

  #part(given: unknown, at: number): ArchivePart {
    const columns = columnsOf(given);
    this.#reading.limit('archiveFields', columns.size, 'parts', at);
    const rest: RestField[] = [];
    const part = readPart(columns, rest);
    if (isObject(given)) keepOthers(given, PART_OCTETS, rest);
    else rest.push(android('part', JSON.stringify(given)));
    const path = columns.get('_data');
    const file = path === undefined ? undefined : this.#files.get(`data/${path.slice(path.lastIndexOf('/') + 1)}`);
    const text = columns.get('text');
    let data = file ?? this.#base64(columns.get('binary_data'), at, rest);
    let { charset } = part;
    if (data !== undefined) {
      if (text !== undefined) rest.push(android('text', text));
    } else if (text !== undefined) {
      data = new TextEncoder().encode(text);
      if (charset !== undefined && charset !== 'utf-8') {
        // The column is in Unicode, whatever charset the text came in.
        rest.push(android('chset', columns.get('chset') as string));
        charset = 'utf-8';
      }
    }
    if (data === undefined && path !== undefined) rest.push(android('_data', path));
    return {
      ...part,
      ...(charset !== undefined && { charset }),
      data: data ?? new Uint8Array(0),
      ...(data === undefined && { isMissing: true as const }),
      ...(rest.length > 0 && { rest }),
    };
  }

  #base64(value: string | undefined, at: number, rest: RestField[]): Uint8Array | undefined {
    if (value === undefined) return undefined;
    let isFaulty = false;
    const octets = decodeBase64(value, {
      onFault: (fault) => {
        isFaulty ||= fault !== 'spare-bits';
      },
    });
    if (isFaulty) {
      this.#reading.fault('bad-value', 'binary_data', at, 'is not base64');
      rest.push(android('binary_data', value));
    }
    return octets;
  }
}

function android(name: string, value: string): RestField {
  return { family: 'android', name, value };
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}

/** Columns with plain values; none of what is not a row. */
function columnsOf(row: unknown): Map<string, string> {
  const columns = new Map<string, string>();
  if (!isObject(row)) return columns;
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'string') columns.set(name, value);
    else if (typeof value === 'number' || typeof value === 'boolean') columns.set(name, String(value));
  }
  return columns;
}

/** Names of what is read apart. */
const NESTED = new Set([
  '__parts',
  '__sender_address',
  '__recipient_addresses',
  'parts',
  'sender_address',
  'recipient_addresses',
  '__display_name',
  'display_name',
]);

/** Keeps columns without a place in the model, and any that hold more than a plain value. */
function keepOthers(row: Row, known: ReadonlySet<string>, rest: RestField[]): void {
  for (const [name, value] of Object.entries(row)) {
    if (NESTED.has(name) || value === null || (known.has(name) && typeof value !== 'object')) continue;
    rest.push(android(name, typeof value === 'string' ? value : JSON.stringify(value)));
  }
}

function displayName(columns: ReadonlyMap<string, string>): string | undefined {
  const name = columns.get('__display_name') ?? columns.get('display_name');
  return name === '' ? undefined : name;
}

/** The subject whose octets of UTF-8 are characters; any other is read as it is. */
function decodeSubject(sub: string): string {
  return tryDecode(() => decodeUtf8(encodeLatin1(sub, 'sub'))) ?? sub;
}
