/**
 * GSM 7-bit text: characters to septets and back, and septets packed into octets.
 *
 *   character in the main table          one septet
 *   character in the table behind ESC    two septets: 1B, code
 *
 * Septet n takes bits 7n to 7n+6 of a stream that fills every octet from its least significant bit.
 * Which tables hold is told by the header only: a locking shift replaces the main table, a single shift the one behind ESC.
 * Source: 3GPP TS 23.038 sections 6.1.2, 6.2.1 and annex A.
 * @module
 */
import { BitReader } from '../bytes/bits.js';
import type { Trace } from '../bytes/trace.js';
import { textOfScratch, textOfUnits, unitAt, utf8Scratch, utf8ToScratch, wideUnit } from '../bytes/utf16.js';
import { DecodeError, EncodeError } from '../errors.js';
import { LANGUAGE_NAMES, LOCKING_TABLES, SINGLE_TABLES } from './gsm7-tables.js';

/** National language identifiers of a locking and a single shift (TS 23.038 section 6.2.1.2.4); 0 or absent: the default tables. */
export interface ShiftTables {
  readonly locking?: number | undefined;
  readonly single?: number | undefined;
}

/** Options of the GSM 7-bit readers. */
export interface DecodeTextOptions extends ShiftTables {
  /** Read what is outside the tables: a reserved cell as a blank, an escape at the end as U+001B. */
  readonly lenient?: boolean;
}

/** Septet that leads to the second table. */
export const ESCAPE = 0x1b;

/** No septet for this character; beyond any code. */
const NONE = 0xffff;

/** The look-up tables of one pair of alphabets. */
export interface Alphabet {
  /** By UTF-16 unit: the septet, 0x1B00 + code for one behind the escape, or 0xFFFF. Units past its end have none. */
  readonly codes: Uint16Array;
  /** By septet: the UTF-16 unit; 0 where there is none. */
  readonly main: Uint16Array;
  /** By septet behind the escape: the UTF-16 unit; the main table's where it has none (TS 23.038 section 6.2.1.1). */
  readonly escaped: Uint16Array;
}

let alphabets: Map<number, Alphabet> | undefined;
let defaultAlphabet: Alphabet | undefined;

/** Whether the identifier names a table of the kind; an unknown one in a header is ignored by receivers. */
export function hasShiftTable(kind: 'locking' | 'single', language: number): boolean {
  return (kind === 'locking' ? LOCKING_TABLES : SINGLE_TABLES)[language] !== undefined;
}

/** English name of a national language identifier. */
export function languageName(language: number): string | undefined {
  return LANGUAGE_NAMES[language];
}

/**
 * The alphabet of a pair of tables, built on first use.
 * @throws EncodeError `bad-value` when there is no such table.
 */
export function alphabetOf(tables?: ShiftTables): Alphabet {
  const locking = tables?.locking ?? 0;
  const single = tables?.single ?? 0;
  if (locking === 0 && single === 0 && defaultAlphabet !== undefined) return defaultAlphabet;
  if (LOCKING_TABLES[locking] === undefined) throw noTable('locking', locking);
  if (SINGLE_TABLES[single] === undefined) throw noTable('single', single);
  alphabets ??= new Map();
  const key = locking * 256 + single;
  let alphabet = alphabets.get(key);
  if (alphabet === undefined) {
    alphabet = buildAlphabet(locking, single);
    alphabets.set(key, alphabet);
    if (key === 0) defaultAlphabet = alphabet;
  }
  return alphabet;
}

function buildAlphabet(locking: number, single: number): Alphabet {
  const mainTable = LOCKING_TABLES[locking] as string;
  const singleTable = SINGLE_TABLES[single] as string;
  const main = Uint16Array.from({ length: 128 }, (_, code) => mainTable.charCodeAt(code));
  const escaped = main.slice();
  // An escape behind an escape stands for a further table, which nobody defined; it is shown as a blank.
  escaped[ESCAPE] = 0x20;
  const pairs = Array.from({ length: singleTable.length / 2 }, (_, i) => ({
    code: singleTable.charCodeAt(2 * i),
    unit: singleTable.charCodeAt(2 * i + 1),
  }));
  const last = Math.max(...main, ...pairs.map(({ unit }) => unit));
  const codes = new Uint16Array(last + 1).fill(NONE);
  for (const { code, unit } of pairs) {
    codes[unit] = (ESCAPE << 8) | code;
    escaped[code] = unit;
  }
  for (let code = 127; code >= 0; code--) {
    const unit = main[code] as number;
    if (unit !== 0) codes[unit] = code;
  }
  return { codes, main, escaped };
}

function noTable(field: string, language: number): EncodeError {
  return new EncodeError('bad-value', field, undefined, `TS 23.038 has no ${field} shift table ${language}`);
}

/**
 * Septets of a text, one an octet, not packed.
 * @throws EncodeError `unencodable` with the index of the first character that the tables lack.
 */
export function encodeGsm7(text: string, tables?: ShiftTables): Uint8Array {
  const { codes } = alphabetOf(tables);
  const length = text.length;
  const septets = new Uint8Array(length * 2);
  let count = 0;
  for (let i = 0; i < length; i++) {
    const unit = unitAt(text, i);
    const code = unit < codes.length ? (codes[unit] as number) : NONE;
    if (code < 0x80) septets[count++] = code;
    else if (code !== NONE) {
      septets[count++] = ESCAPE;
      septets[count++] = code;
    } else throw notInAlphabet(text, i);
  }
  return septets.slice(0, count);
}

/**
 * Text of septets, one an octet. A code that the table behind the escape lacks is read as the main table's character, and two
 * escapes as a blank (TS 23.038 section 6.2.1.1), so not every septet string is what encoding its text gives.
 * @throws DecodeError `bad-value` for an octet over 127 or a reserved cell, `truncated` for an escape at the end.
 */
export function decodeGsm7(septets: Uint8Array, options?: DecodeTextOptions): string {
  const alphabet = alphabetOf(options);
  const units = new Uint16Array(septets.length);
  let length = 0;
  for (let i = 0; i < septets.length; i++) {
    const septet = septets[i] as number;
    if (septet > 127) throw new DecodeError('bad-value', 'septet', i, `${septet} does not fit in seven bits`);
    if (septet !== ESCAPE) {
      const unit = alphabet.main[septet] as number;
      if (unit === 0 && options?.lenient !== true) throw reservedCell(septet, i);
      units[length++] = unit === 0 ? 0x20 : unit;
    } else if (i + 1 < septets.length && (septets[i + 1] as number) < 128) {
      const unit = alphabet.escaped[septets[++i] as number] as number;
      if (unit === 0 && options?.lenient !== true) throw reservedCell(septets[i] as number, i);
      units[length++] = unit === 0 ? 0x20 : unit;
    } else if (i + 1 === septets.length) {
      if (options?.lenient !== true) throw escapeAtEnd(i);
      units[length++] = ESCAPE;
    }
  }
  return textOfUnits(units, length);
}

/**
 * Packs septets (one an octet) behind `fillBits` zero bits; the unused bits of the last octet are 0.
 * @throws EncodeError `bad-value` with the index of a septet over 127, or for a fill that is not 0 to 6.
 */
export function packSeptets(septets: Uint8Array, fillBits = 0): Uint8Array {
  checkFill(fillBits);
  const octets = new Uint8Array(Math.ceil((fillBits + 7 * septets.length) / 8));
  let pending = 0;
  let bits = fillBits;
  let at = 0;
  for (let i = 0; i < septets.length; i++) {
    const septet = septets[i] as number;
    if (septet > 127) throw new EncodeError('bad-value', 'septet', i, `${septet} does not fit in seven bits`);
    pending |= septet << bits;
    bits += 7;
    if (bits >= 8) {
      octets[at++] = pending;
      pending >>= 8;
      bits -= 8;
    }
  }
  if (at < octets.length) octets[at] = pending;
  return octets;
}

/**
 * `count` septets, one an octet, from behind `fillBits` bits. The count is needed: seven and eight septets take the same seven octets.
 * @throws DecodeError `truncated` when the octets hold fewer.
 */
export function unpackSeptets(octets: Uint8Array, count: number, fillBits = 0): Uint8Array {
  checkFill(fillBits);
  checkHolds(octets.length * 8, count, fillBits);
  const septets = new Uint8Array(count);
  let bit = fillBits;
  for (let i = 0; i < count; i++, bit += 7) {
    const at = bit >> 3;
    const pair = (octets[at] as number) | ((octets[at + 1] ?? 0) << 8);
    septets[i] = (pair >> (bit & 7)) & 127;
  }
  return septets;
}

function checkFill(fillBits: number): void {
  if (!Number.isInteger(fillBits) || fillBits < 0 || fillBits > 6) {
    throw new EncodeError('bad-value', 'fillBits', undefined, `${fillBits} is not 0 to 6`);
  }
}

function checkHolds(bits: number, count: number, fillBits: number): void {
  if (fillBits + 7 * count > bits) {
    throw new DecodeError('truncated', 'septets', bits >> 3, `${count} septets do not fit in ${bits >> 3} octets`);
  }
}

/**
 * Encodes and packs a text in one pass into `target` from octet `at` on, behind `fillBits` zero bits of that octet.
 *
 * `maxSeptets` guards the target's size. With `splitEscape` a U+001B that ends the text is written as a bare escape: the first half of
 * a pair that another sender cut in two.
 * @returns the count of septets; the octets written are ceil((fillBits + 7 * count) / 8).
 * @throws EncodeError `unencodable` or `too-long` with the index in the text.
 */
export function packText(
  text: string,
  alphabet: Alphabet,
  target: Uint8Array,
  at: number,
  fillBits: number,
  maxSeptets: number,
  splitEscape = false,
): number {
  const { codes } = alphabet;
  const known = codes.length;
  const last = text.length - 1;
  // A character takes a septet at least, so the reason to refuse a longer text lies within this many.
  const octets = utf8Scratch();
  const end = utf8ToScratch(last > maxSeptets ? text.slice(0, maxSeptets + 1) : text);
  let pending = 0;
  let bits = fillBits;
  let count = 0;
  let index = 0;
  for (let i = 0; i < end; index++) {
    // From an octet's border on, eight ASCII characters of the main table fill seven octets.
    while (bits === 0 && i + 8 <= end && count + 8 <= maxSeptets) {
      const ascii =
        (octets[i] as number) |
        (octets[i + 1] as number) |
        (octets[i + 2] as number) |
        (octets[i + 3] as number) |
        (octets[i + 4] as number) |
        (octets[i + 5] as number) |
        (octets[i + 6] as number) |
        (octets[i + 7] as number);
      const a = codes[octets[i] as number] as number;
      const b = codes[octets[i + 1] as number] as number;
      const c = codes[octets[i + 2] as number] as number;
      const d = codes[octets[i + 3] as number] as number;
      const e = codes[octets[i + 4] as number] as number;
      const f = codes[octets[i + 5] as number] as number;
      const g = codes[octets[i + 6] as number] as number;
      const h = codes[octets[i + 7] as number] as number;
      if ((ascii | a | b | c | d | e | f | g | h) >= 0x80) break;
      target[at] = a | (b << 7);
      target[at + 1] = (b >> 1) | (c << 6);
      target[at + 2] = (c >> 2) | (d << 5);
      target[at + 3] = (d >> 3) | (e << 4);
      target[at + 4] = (e >> 4) | (f << 3);
      target[at + 5] = (f >> 5) | (g << 2);
      target[at + 6] = (g >> 6) | (h << 1);
      at += 7;
      i += 8;
      index += 8;
      count += 8;
    }
    if (i === end) break;
    let unit = octets[i] as number;
    if (unit < 0x80) i++;
    else {
      unit = wideUnit(octets, i);
      i += unit < 0x800 ? 2 : 3;
    }
    let code = unit < known ? (codes[unit] as number) : NONE;
    if (code >= 0x80) {
      if (code === NONE) {
        if (!(splitEscape && unit === ESCAPE && index === last)) throw notInAlphabet(text, index);
        code = ESCAPE;
      } else {
        if (++count > maxSeptets) throw tooManySeptets(index, maxSeptets);
        pending |= ESCAPE << bits;
        bits += 7;
        if (bits >= 8) {
          target[at++] = pending;
          pending >>= 8;
          bits -= 8;
        }
        code &= 0x7f;
      }
    }
    if (++count > maxSeptets) throw tooManySeptets(index, maxSeptets);
    pending |= code << bits;
    bits += 7;
    if (bits >= 8) {
      target[at++] = pending;
      pending >>= 8;
      bits -= 8;
    }
  }
  if (bits > 0) target[at] = pending;
  return count;
}

/** Where and how {@link unpackText} reads. */
export interface UnpackOptions {
  /** Report these errors instead of throwing them: a reserved cell (read as a blank), an escape at the end (read as U+001B). */
  readonly tolerate?: ((error: DecodeError) => void) | undefined;
  /** An escape at the end is the first half of a pair that its sender cut in two; it is read as U+001B. */
  readonly splitEscape?: boolean | undefined;
}

/**
 * Unpacks and decodes `count` septets that begin `fillBits` bits into octet `start`; the caller has checked that they are there.
 * @throws DecodeError `bad-value` or `truncated`, with the octet in which the septet begins.
 */
export function unpackText(
  octets: Uint8Array,
  start: number,
  fillBits: number,
  count: number,
  alphabet: Alphabet,
  options?: UnpackOptions,
): string {
  const { main } = alphabet;
  const utf8 = utf8Scratch();
  const most = utf8.length - 3;
  let text = '';
  let at = start;
  let pending = 0;
  let bits = 0;
  if (fillBits > 0) {
    pending = (octets[at++] as number) >> fillBits;
    bits = 8 - fillBits;
  }
  let length = 0;
  for (let i = 0; i < count; i++) {
    if (bits < 7) {
      pending |= (octets[at++] as number) << bits;
      bits += 8;
    }
    const septet = pending & 127;
    pending >>= 7;
    bits -= 7;
    let unit = main[septet] as number;
    if (unit === 0) {
      if (septet !== ESCAPE) unit = reserved(septet, octetOf(start, fillBits, i), options);
      else if (++i === count) {
        if (options?.splitEscape !== true) tolerate(escapeAtEnd(octetOf(start, fillBits, i - 1)), options);
        unit = ESCAPE;
      } else {
        if (bits < 7) {
          pending |= (octets[at++] as number) << bits;
          bits += 8;
        }
        const code = pending & 127;
        pending >>= 7;
        bits -= 7;
        unit = alphabet.escaped[code] as number;
        if (unit === 0) unit = reserved(code, octetOf(start, fillBits, i), options);
      }
    }
    if (length > most) {
      text += textOfScratch(length);
      length = 0;
    }
    if (unit < 0x80) utf8[length++] = unit;
    else {
      if (unit < 0x800) utf8[length++] = 0xc0 | (unit >> 6);
      else {
        utf8[length++] = 0xe0 | (unit >> 12);
        utf8[length++] = 0x80 | ((unit >> 6) & 0x3f);
      }
      utf8[length++] = 0x80 | (unit & 0x3f);
    }
  }
  return text === '' ? textOfScratch(length) : text + textOfScratch(length);
}

/** Records the septets of a text as fields, one a character; an escape and its code are one. */
export function traceText(
  trace: Trace,
  octets: Uint8Array,
  start: number,
  fillBits: number,
  count: number,
  alphabet: Alphabet,
): void {
  const from = start * 8 + fillBits;
  const reader = new BitReader(octets, 'lsb', undefined, from, from + 7 * count);
  while (reader.remaining > 0) {
    const begin = reader.position;
    let septet = reader.read(7, 'septet');
    let unit = alphabet.main[septet] as number;
    if (septet === ESCAPE && reader.remaining > 0) {
      const code = reader.read(7, 'septet');
      unit = alphabet.escaped[code] as number;
      septet = (ESCAPE << 8) | code;
    }
    const name = septet > 127 ? 'escape pair' : 'septet';
    trace.leaf(name, septet, begin, reader.position, '23.038 6.2.1', 'lsb');
    trace.mean(septet === ESCAPE ? 'escape' : unit === 0 ? 'reserved' : JSON.stringify(String.fromCharCode(unit)));
  }
}

/** The error for a character outside the alphabet, naming it whole. */
export function notInAlphabet(text: string, index: number): EncodeError {
  const point = text.codePointAt(index) as number;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return new EncodeError('unencodable', 'text', index, `${code} is not in the GSM 7-bit alphabet`);
}

function tooManySeptets(index: number, maxSeptets: number): EncodeError {
  return new EncodeError('too-long', 'text', index, `does not fit in ${maxSeptets} septets`);
}

function reservedCell(septet: number, offset: number): DecodeError {
  return new DecodeError('bad-value', 'septet', offset, `the alphabet has no character ${septet}`);
}

function escapeAtEnd(offset: number): DecodeError {
  return new DecodeError('truncated', 'septet', offset, 'the text ends with an escape');
}

function reserved(septet: number, offset: number, options: UnpackOptions | undefined): number {
  tolerate(reservedCell(septet, offset), options);
  return 0x20;
}

function tolerate(error: DecodeError, options: UnpackOptions | undefined): void {
  if (options?.tolerate === undefined) throw error;
  options.tolerate(error);
}

function octetOf(start: number, fillBits: number, septetIndex: number): number {
  return start + ((fillBits + 7 * septetIndex) >> 3);
}
