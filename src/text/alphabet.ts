/**
 * The GSM 7-bit alphabets as look-up tables.
 *
 *   character in the main table            one septet
 *   character in the table after ESC       two septets: 1B, code
 *
 * Which tables apply only the header tells: a locking shift replaces the main table, a single shift the one after ESC.
 * Source: 3GPP TS 23.038 sections 6.2.1 and annex A.
 * @module
 */
import type { Reading } from '../bytes/reading.js';
import { unitAtOctet } from '../bytes/scratch.js';
import { EncodeError } from '../errors.js';
import { LANGUAGE_NAMES, LOCKING_TABLES, SINGLE_TABLES } from './gsm7-tables.js';

/** National language identifiers of a locking and a single shift table (TS 23.038 section 6.2.1.2.4); 0 or absent for the default tables. */
export interface ShiftTables {
  /** National language of the locking shift table (TS 23.038 A.3), 1 to 13; the default alphabet when absent. */
  readonly locking?: number | undefined;
  /** National language of the single shift table (TS 23.038 A.2), 1 to 13; the default extension when absent. */
  readonly single?: number | undefined;
}

/** Septet that leads to the second table. */
export const ESCAPE = 0x1b;

/** No septet for this character; beyond any code. */
export const NONE = 0xffff;

/** The look-up tables of a pair of alphabets. */
export interface Alphabet {
  /** By UTF-16 unit: the septet, 0x1B00 + code for one after the escape, or 0xFFFF. Units past its end have none. */
  readonly codes: Uint16Array;
  /** By octet of UTF-8: the septet of an ASCII character of the main table; over 127 for every other octet. */
  readonly ascii: Uint8Array;
  /** By septet: the ASCII character of the main table; over 127 where it is not one. */
  readonly shown: Uint8Array;
  /** By septet: the UTF-16 unit; 0 where there is none. */
  readonly main: Uint16Array;
  /** By septet after the escape: the UTF-16 unit; the main table's where it has none (TS 23.038 section 6.2.1.1). */
  readonly escaped: Uint16Array;
}

let alphabets: Map<number, Alphabet> | undefined;
let defaultAlphabet: Alphabet | undefined;

/** Whether the identifier names a table of the kind; an unknown one in a header is ignored by receivers. */
export function hasShiftTable(kind: 'locking' | 'single', language: number): boolean {
  return (kind === 'locking' ? LOCKING_TABLES : SINGLE_TABLES)[language] !== undefined;
}

/**
 * Returns the English name of a national language identifier (TS 23.038 section 6.2.1.2.4), such as `Turkish` for 1; undefined for a reserved one.
 */
export function languageName(language: number): string | undefined {
  return LANGUAGE_NAMES[language];
}

/**
 * The alphabet of a pair of tables, built on first use.
 * @throws EncodeError `bad-value` when there is no such table.
 */
export function findAlphabet(tables?: ShiftTables): Alphabet {
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
  // An escape after an escape leads to a further table, which nobody defined; it is shown as a blank.
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
  return EncodeError.badValue(field, `TS 23.038 has no ${field} shift table ${language}`);
}

/** The entry of {@link Alphabet.codes} for the character that begins at an octet of the scratch. */
export function codeAtOctet(octets: Uint8Array, at: number, codes: Uint16Array): number {
  const unit = unitAtOctet(octets, at);
  return unit < codes.length ? (codes[unit] as number) : NONE;
}

/** The error for a character outside the alphabet, naming it whole. */
export function notInAlphabet(text: string, index: number): EncodeError {
  const point = text.codePointAt(index) as number;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return new EncodeError('unencodable', 'text', index, `${code} is not in the GSM 7-bit alphabet`);
}

/** Reports a reserved cell, which lenient reading reads as a blank. @throws DecodeError `bad-value` in strict reading */
export function faultReserved(reading: Reading, septet: number, offset: number): number {
  reading.fault('bad-value', 'septet', offset, `the alphabet has no character ${septet}`);
  return 0x20;
}

/** Reports an escape at the end, which lenient reading reads as U+001B. @throws DecodeError `truncated` in strict reading */
export function faultEscapeAtEnd(reading: Reading, offset: number): number {
  reading.fault('truncated', 'septet', offset, 'the text ends with an escape');
  return ESCAPE;
}
