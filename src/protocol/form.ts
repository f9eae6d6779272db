/**
 * Form bodies: what a gateway's requests, callbacks and query answers are written in.
 *
 *   name=value&name=value        %HH an octet in hex of any case, + a blank; the octets are UTF-8
 *
 * Reading follows the URL standard (a `%` without two digits is kept verbatim, a field without `=` has an empty value, empty fields are
 * ignored), with three exceptions: invalid UTF-8 is refused; names are case-insensitive, and the first of several equal ones counts; a leading byte order
 * mark, as .NET writes it, is ignored. It also reads the query of a GET, without its question mark. Writing escapes everything except A-Z a-z 0-9 - . _ ~.
 * Source: the gateway interface document (G-GEN-01, 04, 08, 13, G-CLI-06); URL standard, application/x-www-form-urlencoded.
 * @module
 */
import { requireList, requirePairs } from '../bytes/check.js';
import { toHex } from '../bytes/hex.js';
import { hexDigit, requireOctets } from '../bytes/octets.js';
import { limitOf } from '../bytes/reading.js';
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.js';
import { loneSurrogateIndex, textOfUnits, unitAt } from '../bytes/utf16.js';
import { DecodeError, EncodeError, LimitError, type Limits } from '../errors.js';

/** Options of {@link parseForm}. */
export interface FormOptions {
  /** Values for `formOctets` and `formFields` in place of those of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** Fields of a form by case-insensitive name. */
export class FormFields {
  readonly #values = new Map<string, string>();
  readonly #names: string[] = [];

  /** Creates fields from pairs of name and value; of equal names the first counts. @throws TypeError for other values. */
  constructor(fields: Iterable<readonly [name: string, value: string]> = []) {
    requirePairs(fields, 'fields');
    for (const field of fields) {
      requireList(field, 'a field');
      const [name, value] = field;
      const key = name.toLowerCase();
      if (this.#values.has(key)) continue;
      this.#values.set(key, value);
      this.#names.push(name);
    }
  }

  /** Returns the value of a field; undefined if there is none of that name. */
  get(name: string): string | undefined {
    return this.#values.get(name.toLowerCase());
  }

  /** Returns whether there is a field of that name, even with an empty value. */
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  /** Returns the names as they were written, each once, in order. */
  names(): string[] {
    return [...this.#names];
  }
}

/**
 * Writes fields as a form body (application/x-www-form-urlencoded), in order. Octets are written as upper-case hex, a space as `%20`.
 * @throws EncodeError `unencodable` for a lone surrogate, naming the field, with the index in its value; TypeError for other values.
 */
export function formatForm(fields: Iterable<readonly [name: string, value: string | Uint8Array]>): string {
  requirePairs(fields, 'fields');
  let body = '';
  for (const field of fields) {
    requireList(field, 'a field');
    const [name, value] = field;
    if (body !== '') body += '&';
    body += `${escaped(name, name)}=${typeof value === 'string' ? escaped(value, name) : toHex(value)}`;
  }
  return body;
}

/**
 * Reads a form body (application/x-www-form-urlencoded), or the query of a URL.
 * @throws DecodeError `bad-value` or `truncated` for invalid UTF-8 or a lone surrogate. `field` is the parameter's name as it was written (its first
 *   40 characters; `form` if it does not look like a name), `offset` the place in the body where the faulty octet or escape begins.
 * @throws LimitError `limit-exceeded` above `formOctets` (for a text, UTF-16 units) or `formFields`, empty fields included.
 * @throws TypeError if the body is neither text nor octets.
 */
export function parseForm(body: string | Uint8Array, options: FormOptions = {}): FormFields {
  if (typeof body !== 'string') requireOctets(body, 'the form body');
  const most = limitOf(options.limits, 'formOctets');
  if (body.length > most) {
    const unit = typeof body === 'string' ? 'characters' : 'octets';
    throw new LimitError('limit-exceeded', 'form', most, `${body.length} ${unit}, at most ${most}`);
  }
  const maxFields = limitOf(options.limits, 'formFields');
  if (typeof body === 'string') return readFields(body, undefined, maxFields);
  const ascii = asciiOf(body);
  if (ascii !== undefined) return readFields(ascii, undefined, maxFields);
  return readFields(textOfUnits(body, body.length), body, maxFields);
}

/** What {@link formatForm} escapes, and what the platform's own escaping leaves of that. */
const ESCAPED = /[^0-9A-Za-z._~-]/;
const LEFT = /[!'()*]/g;

const PLUS = 0x2b;
const PERCENT = 0x25;
const BLANK = 0x20;

/** Characters in which the platform may replace plus signs: where it finds millions of them it takes a second for five. */
const MAX_REPLACED = 65_536;

/** What an error takes for a name, and how many characters of it it shows. */
const NAME = /^[A-Za-z][\w.-]*$/;
const SHOWN = 40;

function escaped(text: string, name: string): string {
  if (!ESCAPED.test(text)) return text;
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw new EncodeError('unencodable', named(name), lone, 'a lone surrogate has no UTF-8 form');
  return encodeURIComponent(text).replace(LEFT, (character) => `%${unitAt(character, 0).toString(16).toUpperCase()}`);
}

/** The text of octets that are ASCII alone; undefined for others. */
function asciiOf(octets: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
    return text.length === octets.length ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * One pass over a body, after its fields were counted. What comes next (`&`, `=`, an escape) is looked for once, so that a long body without one
 * costs one look.
 * @param octets the body when it came as octets that are not ASCII alone: each is one character of the text then.
 */
function readFields(text: string, octets: Uint8Array | undefined, maxFields: number): FormFields {
  const length = text.length;
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++count > maxFields) throw new LimitError('limit-exceeded', 'form', at, `more than ${maxFields} fields`);
  }
  const body: Body = { text, octets, isPlain: octets === undefined && loneSurrogateIndex(text) < 0 };
  const fields: [name: string, value: string][] = [];
  let equals = -1;
  let percent = -1;
  let plus = -1;
  for (let start = markLength(text, octets), end = 0; start < length; start = end + 1) {
    end = indexFrom(text, '&', start);
    if (end === start) continue;
    if (equals < start) equals = indexFrom(text, '=', start);
    if (percent < start) percent = indexFrom(text, '%', start);
    if (plus < start) plus = indexFrom(text, '+', start);
    const nameEnd = Math.min(equals, end);
    const valueAt = Math.min(nameEnd + 1, end);
    const name = text.slice(start, nameEnd);
    if (body.isPlain && percent >= end && plus >= end) fields.push([name, text.slice(valueAt, end)]);
    else {
      const field = equals < end ? name : '';
      fields.push([unescaped(body, start, nameEnd, field), unescaped(body, valueAt, end, field)]);
    }
  }
  return new FormFields(fields);
}

/** Characters of a byte order mark in front of the body. */
function markLength(text: string, octets: Uint8Array | undefined): number {
  if (octets === undefined) return text.startsWith('\ufeff') ? 1 : 0;
  return text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0;
}

interface Body {
  readonly text: string;
  readonly octets: Uint8Array | undefined;
  /** Whether characters that are not escaped are what they seem. */
  readonly isPlain: boolean;
}

/** Where a character comes next; the end of the text when it does not. */
function indexFrom(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at < 0 ? text.length : at;
}

/** What a stretch of the body says. */
function unescaped({ text, octets, isPlain }: Body, start: number, end: number, field: string): string {
  const raw = text.slice(start, end);
  const hasPlus = raw.includes('+');
  if (isPlain && !(hasPlus && raw.length > MAX_REPLACED)) {
    try {
      return decodeURIComponent(hasPlus ? raw.replaceAll('+', ' ') : raw);
    } catch {
      // A percent sign that stands for itself, or no UTF-8.
    }
  }
  const lone = octets === undefined ? loneSurrogateIndex(raw) : -1;
  if (lone >= 0) throw new DecodeError('bad-value', named(field), start + lone, 'a lone surrogate');
  const escapedOctets = octets === undefined ? encodeUtf8(raw) : octets.subarray(start, end);
  const plain = new Uint8Array(escapedOctets.length);
  const { length } = unescapeOctets(escapedOctets, plain, plain.length);
  try {
    return decodeUtf8(plain.subarray(0, length));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const { read } = unescapeOctets(escapedOctets, plain, error.offset as number);
    const index = octets === undefined ? decodeUtf8(escapedOctets.subarray(0, read)).length : read;
    throw new DecodeError(error.code, named(field), start + index, 'is not UTF-8', { cause: error });
  }
}

/** Writes at most so many octets that escaped ones stand for, and returns how many those are and how many were read. */
function unescapeOctets(source: Uint8Array, target: Uint8Array, most: number): { length: number; read: number } {
  const end = source.length;
  let length = 0;
  let read = 0;
  while (read < end && length < most) {
    const octet = source[read] as number;
    const high = octet === PERCENT ? hexDigit(source[read + 1] ?? 0) : -1;
    const low = high < 0 ? -1 : hexDigit(source[read + 2] ?? 0);
    target[length++] = low >= 0 ? (high << 4) | low : octet === PLUS ? BLANK : octet;
    read += low >= 0 ? 3 : 1;
  }
  return { length, read };
}

/** A parameter's name in an error, if it is one: in a body whose author left an `&` as it is, a piece of a text or a PIN stands in its place. */
function named(name: string): string {
  return NAME.test(name) ? name.slice(0, SHOWN) : 'form';
}
