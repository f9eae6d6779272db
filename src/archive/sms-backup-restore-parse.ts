/**
 * Reads the XML of SMS Backup & Restore for Android.
 *
 *   <smses count="2">
 *     <sms address="+447700900123" date="1109950210000" type="1" body="Hello" read="1" ... contact_name="Ada" />
 *     <mms date="..." msg_box="1" address="..." sub="null" read="1" ...>
 *       <parts><part seq="0" ct="image/jpeg" cl="a.jpg" cid="&lt;a&gt;" data="base64" /></parts>
 *       <addrs><addr address="+447700900123" type="137" charset="106" /></addrs>
 *     </mms>
 *   </smses>
 *
 * The program writes characters outside of the BMP as two references, `&#55357;&#56832;`, and control characters as references too: neither is XML,
 * and both are read. `null` stands for what is not there.
 * Source: the field list of SMS Backup & Restore (synctech.com.au); Android's `Telephony`.
 * @module
 */

import { decodeBase64 } from '../bytes/base64.js';
import { quote } from '../bytes/quote.js';
import { Reading } from '../bytes/reading.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { toWellFormed } from '../bytes/utf16.js';
import { DecodeError } from '../errors.js';
import { readText } from '../xml/octets.js';
import { parseXml, startOfTag, type XmlHandler } from '../xml/parse.js';
import { OWNER, readBox, readPart, readRole, readTime, smsOfRow } from './android.js';
import type { Archive, ArchiveAddress, ArchiveMessage, ArchiveOptions, ArchivePart, RestField, UnknownPiece } from './model.js';
import { type References, replaceReferences } from './references.js';

/**
 * Parses XML of the Android app SMS Backup & Restore. Unknown elements are kept in `unknown`, unknown attributes in `rest`.
 *
 * Option `lenient`: report invalid dates and base64, and keep them in `rest`.
 * @throws DecodeError for XML that is not well-formed, and `bad-value` for another root, an invalid date or base64.
 * @throws LimitError `limit-exceeded` above `archiveOctets`, `archiveMessages`, `archiveFields`, `archiveParts`, `archiveDepth`.
 * @example
 * ```ts
 * import { parseSmsBackupRestore } from 'handset/archive';
 *
 * const file = '<smses count="1"><sms address="1234" date="1109950210000" type="1" body="Hello" /></smses>';
 * parseSmsBackupRestore(file).messages[0]?.text; // -> 'Hello'
 * ```
 */
export function parseSmsBackupRestore(xml: string | Uint8Array, options?: ArchiveOptions): Archive {
  const reading = Reading.of(options);
  return readText(xml, reading.limits.archiveOctets, (text) => {
    const references = replaceReferences(text);
    const handler = new BackupHandler(text, references, reading);
    parseXml(references.text, handler, reading, { depth: 'archiveDepth' });
    return handler.finish();
  });
}

/** Attributes of an `sms` that are not in `rest`: the model has them, or they say nothing. */
const SMS_COLUMNS = new Set([
  'address',
  'date',
  'type',
  'body',
  'read',
  'service_center',
  'date_sent',
  'contact_name',
  'subject',
]);

/** Values that the program writes where there is nothing to say. */
export const SMS_DEFAULTS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['protocol', '0'],
  ['status', '-1'],
  ['locked', '0'],
]);

const MMS_COLUMNS = new Set([
  'date',
  'ct_t',
  'msg_box',
  'address',
  'sub',
  'read',
  'm_id',
  'm_type',
  'contact_name',
  'date_sent',
]);
/** The type of a multimedia message with parts. */
export const MMS_TYPE = 'application/vnd.wap.multipart.related';

/** What stands for no name. */
export const NO_NAME = '(Unknown)';

const PART_NAMES = new Set(['ct', 'chset', 'name', 'cl', 'cid', 'fn', 'cd', 'seq', 'text', 'data']);
const ADDRESS_NAMES = new Set(['address', 'type', 'charset']);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A multimedia message that is being read. */
interface OpenMms {
  readonly columns: Map<string, string>;
  readonly at: number;
  readonly parts: ArchivePart[];
  readonly addresses: ArchiveAddress[];
  readonly rest: RestField[];
}

class BackupHandler implements XmlHandler {
  path = 'smses';
  readonly #xml: string;
  readonly #references: References;
  readonly #reading: Reading;
  readonly #messages: ArchiveMessage[] = [];
  readonly #unknown: UnknownPiece[] = [];
  readonly #rest: RestField[] = [];
  readonly #open: string[] = [];
  #attributes = new Map<string, string>();
  #tagAt = 0;
  /** Where the last tag or text ends in the text that is parsed. */
  #endAt = 0;
  #mms: OpenMms | undefined;
  /** The unknown element that is open, and how many elements are open around it. */
  #piece: { readonly name: string; readonly at: number; readonly depth: number } | undefined;

  constructor(xml: string, references: References, reading: Reading) {
    this.#xml = xml;
    this.#references = references;
    this.#reading = reading;
  }

  place(at: number): number {
    return this.#references.place(at);
  }

  finish(): Archive {
    const [messages, unknown, rest] = [this.#messages, this.#unknown, this.#rest];
    return { format: 'sms-backup-restore', messages, cards: [], calendars: [], unknown, rest };
  }

  doctype(_text: string, at: number): void {
    throw new DecodeError('bad-value', 'smses/doctype', this.place(at), 'is not allowed here');
  }

  open(name: string, at: number): void {
    const start = startOfTag(this.#references.text, at);
    if (this.#open.length === 0 && name !== 'smses') {
      throw new DecodeError('bad-value', 'smses', this.place(start), `root ${quote(name)}, expected smses`);
    }
    if (this.#piece === undefined && !isKnown(this.#open, name)) {
      this.#piece = { name, at: this.place(start), depth: this.#open.length };
    }
    this.#open.push(name);
    this.path = this.#open.slice(0, 6).join('/').slice(0, 100);
    this.#attributes = new Map();
    this.#tagAt = this.place(start);
    if ((name === 'sms' || name === 'mms') && this.#piece === undefined) this.#count(this.#tagAt);
  }

  #count(at: number): void {
    this.#reading.limit('archiveMessages', this.#messages.length + this.#unknown.length + 1, this.path, at);
  }

  attribute(name: string, value: string, at: number): void {
    if (this.#piece !== undefined) return;
    this.#attributes.set(name, this.#references.restore(value));
    this.#reading.limit('archiveFields', this.#attributes.size, this.path, this.place(at));
  }

  opened(at: number): void {
    this.#endAt = at;
    if (this.#piece !== undefined) return;
    const attributes = this.#attributes;
    switch (this.#open.at(-1)) {
      case 'smses':
        for (const [name, value] of attributes) if (name !== 'count') this.#rest.push(android(name, value));
        break;
      case 'sms':
        this.#messages.push(this.#sms(attributes));
        break;
      case 'mms':
        this.#mms = { columns: attributes, at: this.#tagAt, parts: [], addresses: [], rest: [] };
        break;
      case 'part':
        this.#part(attributes, this.#mms as OpenMms);
        break;
      case 'addr':
        this.#address(attributes, this.#mms as OpenMms);
    }
  }

  text(text: string, at: number): void {
    const start = this.#endAt;
    // Text is told when the next tag begins.
    this.#endAt = this.#references.text[at - 1] === '<' ? at - 1 : at;
    if (this.#piece !== undefined || text.trim() === '') return;
    const place = this.place(start);
    this.#count(place);
    const piece = this.#references.restore(text);
    this.#unknown.push({ name: 'text', at: place, text: piece, reason: 'text between elements' });
  }

  close(at: number): void {
    this.#endAt = at;
    const name = this.#open.pop();
    const piece = this.#piece;
    if (piece?.depth === this.#open.length) {
      this.#count(piece.at);
      const text = this.#xml.slice(piece.at, this.place(at));
      this.#unknown.push({ name: piece.name, at: piece.at, text, reason: 'an element that the format does not have' });
      this.#piece = undefined;
    } else if (piece === undefined && name === 'mms') {
      this.#messages.push(this.#finishMms(this.#mms as OpenMms));
      this.#mms = undefined;
    }
    this.path = this.#open.slice(0, 6).join('/').slice(0, 100) || 'smses';
  }

  #sms(attributes: Map<string, string>): ArchiveMessage {
    const columns = known(attributes, 'body');
    const rest: RestField[] = [];
    const box = readBox(columns, 'type', rest);
    const name = nameOf(columns);
    const times = [this.#time(columns, 'date', rest), this.#time(columns, 'date_sent', rest)] as const;
    for (const [column, value] of columns) {
      if (!SMS_COLUMNS.has(column) && SMS_DEFAULTS.get(column) !== value) rest.push(android(column, value));
    }
    if (!columns.has('address') && name !== undefined) rest.push(android('contact_name', name));
    return smsOfRow(columns, box, name, times, rest, this.#tagAt);
  }

  #time(columns: ReadonlyMap<string, string>, column: string, rest: RestField[]): ArchiveMessage['time'] {
    const value = columns.get(column);
    // The program writes date_sent of a multimedia message as Android has it, in seconds, and all other times in milliseconds.
    const isSeconds = column === 'date_sent' && this.#mms !== undefined && /^-?\d{1,10}$/.test(value ?? '');
    const time = readTime(value, isSeconds ? 1000 : 1);
    if (time === undefined && value !== undefined && value !== '0') {
      this.#reading.fault('bad-value', `${this.path}/${column}`, this.#tagAt, `${quote(value)} is no time in milliseconds`);
      rest.push(android(column, value));
    }
    return time;
  }

  #part(attributes: Map<string, string>, { parts }: OpenMms): void {
    this.#reading.limit('archiveParts', parts.length + 1, this.path, this.#tagAt);
    const data = attributes.get('data');
    const columns = known(attributes, undefined);
    const rest: RestField[] = [];
    const part: Mutable<Omit<ArchivePart, 'data'>> = readPart(columns, rest);
    for (const [column, value] of columns) if (!PART_NAMES.has(column)) rest.push(android(column, value));
    const text = columns.get('text');
    const octets = this.#octets(columns.get('data'), data, text, rest);
    if (data === undefined && text !== undefined && part.charset !== undefined && part.charset !== 'utf-8') {
      // The program writes texts in Unicode, whatever charset they came in.
      rest.push(android('chset', columns.get('chset') as string));
      part.charset = 'utf-8';
    }
    if (octets === undefined) part.isMissing = true;
    parts.push({ ...part, data: octets ?? new Uint8Array(0), ...(rest.length > 0 && { rest }) });
  }

  #octets(
    data: string | undefined,
    written: string | undefined,
    text: string | undefined,
    rest: RestField[],
  ): Uint8Array | undefined {
    if (data === undefined) return text === undefined ? undefined : encodeText(text);
    if (text !== undefined) rest.push(android('text', text));
    let isFaulty = false;
    const octets = decodeBase64(data, {
      onFault: (fault) => {
        isFaulty ||= fault !== 'spare-bits';
      },
    });
    if (isFaulty) {
      this.#reading.fault('bad-value', `${this.path}/data`, this.#tagAt, 'is not base64');
      rest.push(android('data', written as string));
    }
    return octets;
  }

  #address(attributes: Map<string, string>, { addresses, rest }: OpenMms): void {
    this.#reading.limit('archiveParts', addresses.length + 1, this.path, this.#tagAt);
    const columns = known(attributes, undefined);
    const address = columns.get('address');
    const role = readRole(columns.get('type'));
    if (role !== undefined && address !== undefined) {
      if (address !== OWNER) addresses.push({ role, address });
    } else rest.push(android('addr', [...columns].map(([name, value]) => `${name}=${value}`).join(' ')));
    const charset = columns.get('charset');
    for (const [name, value] of columns) if (!ADDRESS_NAMES.has(name)) rest.push(android(`addr.${name}`, value));
    if (charset !== undefined && charset !== '106') rest.push(android('addr.charset', charset));
  }

  #finishMms({ columns: attributes, at, parts, addresses, rest }: OpenMms): ArchiveMessage {
    this.#tagAt = at;
    const columns = known(attributes, undefined);
    const box = readBox(columns, 'msg_box', rest);
    const [time, sentTime] = [this.#time(columns, 'date', rest), this.#time(columns, 'date_sent', rest)];
    const [subject, id] = [columns.get('sub'), columns.get('m_id')];
    const party = columns.get('address');
    if (addresses.length === 0 && party !== undefined) {
      const role = box.direction === 'out' ? 'to' : 'from';
      for (const address of party.split('~')) if (address !== OWNER) addresses.push({ role, address });
      this.#reading.limit('archiveParts', addresses.length, this.path, at);
    }
    const others = otherParties({ ...box, addresses });
    if (party !== undefined && party !== others.map(({ address }) => address).join('~')) rest.push(android('address', party));
    const name = nameOf(columns);
    const only = others.length === 1 ? others[0] : undefined;
    if (name !== undefined && only === undefined) rest.push(android('contact_name', name));
    const type = columns.get('m_type');
    if (type !== defaultType(box.direction)) rest.push(...(type === undefined ? [] : [android('m_type', type)]));
    const ctT = columns.get('ct_t');
    if (ctT !== undefined && ctT !== MMS_TYPE) rest.push(android('ct_t', ctT));
    for (const [column, value] of columns) if (!MMS_COLUMNS.has(column)) rest.push(android(column, value));
    return {
      kind: 'mms',
      ...box,
      addresses: name === undefined ? addresses : addresses.map((each) => (each === only ? { ...each, name } : each)),
      ...(time !== undefined && { time }),
      ...(sentTime !== undefined && { sentTime }),
      ...(subject !== undefined && { subject }),
      text: '',
      parts,
      ...(id !== undefined && { id }),
      ...(rest.length > 0 && { rest }),
      at,
    };
  }
}

const CHILDREN: ReadonlyMap<string, readonly string[]> = /* @__PURE__ */ new Map([
  ['', ['smses']],
  ['smses', ['sms', 'mms']],
  ['smses/mms', ['parts', 'addrs']],
  ['smses/mms/parts', ['part']],
  ['smses/mms/addrs', ['addr']],
]);

function isKnown(open: readonly string[], name: string): boolean {
  return open.length < 4 && CHILDREN.get(open.join('/'))?.includes(name) === true;
}

function android(name: string, value: string): RestField {
  return { family: 'android', name, value };
}

/** The attributes that say something. @param text the one of which `null` is a text */
function known(attributes: ReadonlyMap<string, string>, text: string | undefined): Map<string, string> {
  const columns = new Map<string, string>();
  for (const [name, value] of attributes) if (value !== 'null' || name === text) columns.set(name, value);
  return columns;
}

function nameOf(columns: ReadonlyMap<string, string>): string | undefined {
  const name = columns.get('contact_name');
  return name === NO_NAME || name === '' ? undefined : name;
}

/** The type of a message with content: M-Retrieve.conf, M-Send.req. */
export function defaultType(direction: ArchiveMessage['direction']): string {
  return direction === 'out' ? '128' : '132';
}

/** The addresses of the other side: the sender of a received message, the recipients of a sent one. */
export function otherParties({ direction, addresses }: Pick<ArchiveMessage, 'direction' | 'addresses'>): ArchiveAddress[] {
  return addresses.filter(({ role }) => (direction === 'out' ? role !== 'from' : role === 'from'));
}

function encodeText(text: string): Uint8Array {
  // Half a surrogate pair has no octets of UTF-8.
  return encodeUtf8(toWellFormed(text));
}
