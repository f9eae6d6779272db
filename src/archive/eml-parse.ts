/**
 * Reads a message as mail (EML): a multimedia message as gateways and programs pass it on, or an SMS that a program put into a mailbox.
 *
 *   From: Ada <+447700900123/TYPE=PLMN>            Content-Type: multipart/related; boundary="=_b"
 *   Date: Fri, 04 Mar 2005 16:30:10 +0100
 *   Subject: =?UTF-8?B?...?=                       --=_b
 *   X-smssync-datatype: MMS                        Content-Type: image/jpeg; name="a.jpg"
 *   X-smssync-type: 1                              Content-Transfer-Encoding: base64
 *
 * Box, state and whatever else mail has no header for are in the headers of SMS Backup+, whose values are those of Android's tables.
 * Source: RFC 5322, RFC 2045 to 2047, RFC 2231, RFC 2387; SMS Backup+ for its headers.
 * @module
 */
import { decodeLatin1, encodeLatin1 } from '../bytes/latin1.js';
import { requireOctets } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { decodeUtf8 } from '../bytes/utf8.js';
import { decodeText, decodeUnmarked } from '../mms/charsets.js';
import { readBox } from './android.js';
import { readMailAddresses } from './mail-address.js';
import { readMailDate } from './mail-time.js';
import { decodeQuoted, decodeWords, lenientBase64, type MailHeader, readHead, readParameters } from './mime.js';
import type { Archive, ArchiveAddress, ArchiveMessage, ArchiveOptions, ArchivePart, RestField } from './model.js';

/** What begins a header of SMS Backup+. */
export const SMSSYNC = 'x-smssync-';

/** Headers of the message that the model has a place for: they are read from it, and written of it. */
export const MODEL_HEADERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'date',
  'subject',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]);
/** Those of a part. */
const KNOWN_PART = new Set([
  'content-type',
  'content-transfer-encoding',
  'content-id',
  'content-location',
  'content-disposition',
]);
/** Types of the message that say nothing of it: parts, or a text. */
const USUAL_TYPES = new Set(['multipart/mixed', 'multipart/related', 'text/plain']);
const ROLES = ['from', 'to', 'cc', 'bcc'] as const;

/**
 * Decodes a mail (RFC 5322, MIME) as an archive of one message. Nested parts are read in order; other headers are kept in `rest`.
 *
 * Option `lenient`: report the faults below, and continue.
 * @throws DecodeError `bad-value` for octets that do not begin with a header, a line that is not a header, and an invalid date, quoted-printable or
 *   base64; `truncated` for a multipart without its end.
 * @throws LimitError `limit-exceeded` above `archiveOctets`, `archiveFields`, `archiveParts`, `archiveDepth`.
 * @throws TypeError when the mail is not a Uint8Array.
 */
export function decodeEml(octets: Uint8Array, options?: ArchiveOptions): Archive {
  const reading = Reading.of(options);
  requireOctets(octets, 'the mail');
  reading.limit('archiveOctets', octets.length, 'mail', 0);
  const message = new MailReader(decodeLatin1(octets), reading).read();
  return { format: 'eml', messages: message === undefined ? [] : [message], cards: [], calendars: [], unknown: [], rest: [] };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A body: of the mail, or of a part in it. */
interface Body {
  readonly headers: readonly MailHeader[];
  /** Its media type and the parameters of that. */
  readonly type: string;
  readonly params: ReadonlyMap<string, string>;
  /** Where it is in the mail. */
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  /** What errors call it. */
  readonly field: string;
  /** Takes what is kept unread. */
  readonly rest: RestField[];
}

class MailReader {
  readonly #mail: string;
  readonly #reading: Reading;
  readonly #parts: ArchivePart[] = [];

  constructor(mail: string, reading: Reading) {
    this.#mail = mail;
    this.#reading = reading;
  }

  read(): ArchiveMessage | undefined {
    const { headers, bodyAt, rest } = this.#head(0, this.#mail.length, 'mail');
    if (headers.length === 0) {
      this.#reading.fault('bad-value', 'mail', 0, 'begins with no header');
      return undefined;
    }
    const find = (name: string) => headers.find((header) => header.name.toLowerCase() === name);
    const columns = new Map<string, string>();
    const seen = new Set<string>();
    for (const header of headers) {
      const name = header.name.toLowerCase();
      if (MODEL_HEADERS.has(name) && !seen.has(name)) seen.add(name);
      else if (name.startsWith(SMSSYNC) && !columns.has(name.slice(SMSSYNC.length)))
        columns.set(name.slice(SMSSYNC.length), decodeWords(header.value));
      else rest.push({ family: 'mail', name: header.name, value: decodeWords(header.value) });
    }
    const addresses = ROLES.flatMap((role) =>
      readMailAddresses(find(role)?.value ?? '').map((address): ArchiveAddress => ({ role, ...address })),
    );
    this.#reading.limit('archiveParts', addresses.length, 'mail', 0);
    const date = find('date');
    const time = date === undefined ? undefined : readMailDate(date.value);
    if (date !== undefined && time === undefined) {
      this.#reading.fault('bad-value', 'mail/Date', date.at, `${quote(date.value)} is not a date`);
      rest.push({ family: 'mail', name: 'Date', value: date.value });
    }
    const type = readParameters(find('content-type')?.value ?? 'text/plain').value;
    if (!USUAL_TYPES.has(type) && type.startsWith('multipart/'))
      rest.push({ family: 'mail', name: 'Content-Type', value: type });
    this.#body(headers, bodyAt, this.#mail.length, 0, 'mail');
    const subject = find('subject');
    const id = find('message-id')?.value.replace(/^<([^<>]*)>$/, '$1');
    return this.#message(columns, addresses, rest, {
      ...(time !== undefined && { time }),
      ...(subject !== undefined && { subject: decodeWords(subject.value) }),
      ...(id !== undefined && id !== '' && { id }),
    });
  }

  #message(
    columns: Map<string, string>,
    addresses: readonly ArchiveAddress[],
    mailRest: readonly RestField[],
    fields: Pick<ArchiveMessage, 'time' | 'subject' | 'id'>,
  ): ArchiveMessage {
    const rest: RestField[] = [...mailRest];
    const box = readBox(columns, 'type', rest);
    const kind = columns.get('datatype')?.toUpperCase() === 'SMS' ? 'sms' : 'mms';
    const serviceCentre = columns.get('service_center');
    for (const [name, value] of columns) {
      const isKnown =
        name === 'type' || name === 'read' || name === 'service_center' || (name === 'datatype' && /^[SM]MS$/i.test(value));
      if (!isKnown) rest.push({ family: 'android', name, value });
    }
    let parts: readonly ArchivePart[] = this.#parts;
    let text = '';
    const [first] = parts;
    if (kind === 'sms' && first !== undefined && first.contentType === 'text/plain' && Object.keys(first).every(isPlainKey)) {
      text = (decodeText(first.data, first.charset) ?? decodeUnmarked(first.data)).replace(/\r\n/g, '\n');
      parts = parts.slice(1);
    }
    return {
      kind,
      ...box,
      addresses,
      ...fields,
      text,
      parts,
      ...(serviceCentre !== undefined && { serviceCentre }),
      ...(rest.length > 0 && { rest }),
      at: 0,
    };
  }

  /** Header lines, and in `rest` the lines that are none. */
  #head(start: number, end: number, field: string): { headers: readonly MailHeader[]; bodyAt: number; rest: RestField[] } {
    const { headers, others, bodyAt } = readHead(this.#mail, start, end, (count, at) =>
      this.#reading.limit('archiveFields', count, field, at),
    );
    const rest: RestField[] = [];
    for (const line of others) {
      this.#reading.fault('bad-value', field, start, `${quote(line)} is not a header`);
      rest.push({ family: 'mail', name: '', value: line });
    }
    return { headers, bodyAt, rest };
  }

  #body(
    headers: readonly MailHeader[],
    start: number,
    end: number,
    depth: number,
    field: string,
    rest: RestField[] = [],
  ): void {
    const find = (name: string) => headers.find((header) => header.name.toLowerCase() === name)?.value;
    const { value: type, params } = readParameters(find('content-type') ?? 'text/plain');
    const body: Body = { headers, type, params, start, end, depth, field, rest };
    const boundary = params.get('boundary');
    if (type.startsWith('multipart/') && boundary !== undefined && boundary !== '') {
      this.#reading.limit('archiveDepth', depth + 1, field, start);
      if (depth > 0)
        this.#reading.note('bad-value', field, start, `${quote(type)} inside of another, its parts are read in their order`);
      this.#multipart(boundary, body);
      return;
    }
    this.#part(body);
  }

  /** Parts between the lines of a boundary; a body without any is kept as one part. */
  #multipart(boundary: string, body: Body): void {
    const { start, end, depth, field } = body;
    // Nothing after the end is looked at: parts of parts would each look through the rest of the mail.
    const text = this.#mail.slice(start, end);
    const mark = `--${boundary}`;
    let from = -1;
    let isEnded = false;
    for (let at = text.indexOf(mark); at >= 0 && !isEnded; ) {
      const after = at + mark.length;
      // Asked first: to look for the end of a line from each of many places in it would take the square of its length.
      if (at === 0 || text.charCodeAt(at - 1) === 0x0a) {
        const isLast = text.startsWith('--', after);
        const found = text.indexOf('\n', after);
        const lineEnd = found < 0 ? text.length : found;
        const tail = text.slice(isLast ? after + 2 : after, Math.min(lineEnd, after + MAX_TAIL));
        if (tail.trim() === '') {
          // The line end before a boundary is the boundary's.
          const before = at - (text.charCodeAt(at - 2) === 0x0d ? 2 : 1);
          if (from >= 0) this.#subpart(start + from, start + Math.max(from, before), depth, field);
          from = Math.min(text.length, lineEnd + 1);
          isEnded = isLast;
        }
      }
      at = text.indexOf(mark, after);
    }
    if (isEnded) return;
    this.#reading.fault('truncated', field, end, from < 0 ? 'a multipart without a part' : 'a multipart without its end');
    if (from >= 0) this.#subpart(start + from, end, depth, field);
    else this.#part(body);
  }

  #subpart(start: number, end: number, depth: number, field: string): void {
    const path = `${field}/part`;
    const { headers, bodyAt, rest } = this.#head(start, end, path);
    this.#body(headers, bodyAt, end, depth + 1, path, rest);
  }

  #part({ headers, type, params, start, end, depth, field, rest }: Body): void {
    const find = (name: string) => headers.find((header) => header.name.toLowerCase() === name)?.value;
    this.#reading.limit('archiveParts', this.#parts.length + 1, field, start);
    const data = this.#octets(this.#mail.slice(start, end), find('content-transfer-encoding'), start, field, rest);
    // A mail without a body has no part.
    if (depth === 0 && data.length === 0 && type === 'text/plain') return;
    const part: Mutable<ArchivePart> = { contentType: type === '' ? 'text/plain' : type, data };
    const charset = params.get('charset')?.toLowerCase();
    if (charset !== undefined) part.charset = charset;
    const name = params.get('name');
    if (name !== undefined) part.name = name;
    const location = find('content-location');
    if (location !== undefined) part.location = decodeWords(location);
    const contentId = find('content-id');
    if (contentId !== undefined) part.contentId = contentId.replace(/^<([^<>]*)>$/, '$1');
    const disposition = readParameters(find('content-disposition') ?? '');
    const fileName = disposition.params.get('filename');
    if (fileName !== undefined) part.fileName = fileName;
    if (depth > 0) {
      for (const header of headers) {
        if (!KNOWN_PART.has(header.name.toLowerCase()))
          rest.push({ family: 'mail', name: header.name, value: decodeWords(header.value) });
      }
      if (disposition.value !== '' && disposition.value !== 'attachment' && disposition.value !== 'inline')
        rest.push({ family: 'mail', name: 'Content-Disposition', value: disposition.value });
    }
    for (const [key, value] of params) {
      if (key !== 'charset' && key !== 'name' && key !== 'boundary')
        rest.push({ family: 'mail', name: `Content-Type.${key}`, value });
    }
    if (rest.length > 0) part.rest = rest;
    this.#parts.push(part);
  }

  #octets(body: string, encoding: string | undefined, at: number, field: string, rest: RestField[]): Uint8Array {
    let isFaulty = false;
    const onFault = () => {
      isFaulty = true;
    };
    const name = encoding?.trim().toLowerCase() ?? '';
    let octets: Uint8Array;
    if (name === 'base64') octets = lenientBase64(body, onFault);
    else if (name === 'quoted-printable') octets = decodeQuoted(body, onFault);
    else {
      octets = encodeLatin1(body, field);
      if (!IDENTITY.has(name)) {
        this.#reading.fault('bad-value', field, at, `encoding ${quote(name)}`);
        rest.push({ family: 'mail', name: 'Content-Transfer-Encoding', value: name });
      }
    }
    if (isFaulty) {
      this.#reading.fault('bad-value', field, at, `is not ${name}`);
      rest.push({ family: 'mail', name: 'body', value: tryDecode(() => decodeUtf8(encodeLatin1(body, field))) ?? body });
    }
    return octets;
  }
}

/** Characters after a boundary that are looked at. */
const MAX_TAIL = 200;

/** Encodings that leave octets as they are. */
const IDENTITY = new Set(['', '7bit', '8bit', 'binary']);

/** Whether a part has no names: it is the text of an SMS. */
function isPlainKey(key: string): boolean {
  return key === 'contentType' || key === 'data' || key === 'charset';
}
