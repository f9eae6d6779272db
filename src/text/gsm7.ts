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
import { textOfUnits, unitAt } from '../bytes/utf16.js';
import { DecodeError, EncodeError } from '../errors.js';
import { LANGUAGE_NAMES, LOCKING_TABLES, SINGLE_TABLES } from './gsm7-tables.js';

/** National language identifiers of a locking and a single shift (TS 23.038 section 6.2.1.2.4); 0 or absent: the default tables. */
export interface ShiftTables {
  /** National language of the locking shift table (TS 23.038 A.3), 1 to 13; the default alphabet when absent. */
  readonly locking?: number | undefined;
  /** National language of the single shift table (TS 23.038 A.2), 1 to 13; the default extension when absent. */
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
export const NONE = 0xffff;

/** The look-up tables of one pair of alphabets. */
export interface Alphabet {
  /** By UTF-16 unit: the septet, 0x1B00 + code for one behind the escape, or 0xFFFF. Units past its end have none. */
  readonly codes: Uint16Array;
  /** By octet of UTF-8: the septet of an ASCII character of the main table; over 127 for every other octet. */
  readonly ascii: Uint8Array;
  /** By septet: the ASCII character of the main table; over 127 where it is none. */
  readonly shown: Uint8Array;
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
  const ascii = Uint8Array.from({ length: 256 }, (_, octet) => (octet < 0x80 ? Math.min(codes[octet] as number, 0x80) : 0x80));
  const shown = Uint8Array.from(main, (unit) => (unit === 0 ? 0x80 : Math.min(unit, 0x80)));
  return { codes, ascii, shown, main, escaped };
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

/** The error for a character outside the alphabet, naming it whole. */
export function notInAlphabet(text: string, index: number): EncodeError {
  const point = text.codePointAt(index) as number;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return new EncodeError('unencodable', 'text', index, `${code} is not in the GSM 7-bit alphabet`);
}

/** The errors of a septet without a character, shared with the reader of packed text. */
export function reservedCell(septet: number, offset: number): DecodeError {
  return new DecodeError('bad-value', 'septet', offset, `the alphabet has no character ${septet}`);
}

export function escapeAtEnd(offset: number): DecodeError {
  return new DecodeError('truncated', 'septet', offset, 'the text ends with an escape');
}
