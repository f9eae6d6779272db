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
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import {
  pieceToScratch,
  putUnit,
  SCRATCH_UNITS,
  textOfScratch,
  textScratch,
  utf8Scratch,
  utf8ToScratch,
  wideUnit,
} from '../bytes/utf16.js';
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
export interface DecodeTextOptions extends ShiftTables, DecodeOptions {
  /** Read what is outside the tables: a reserved cell as a blank, an escape at the end as U+001B. */
  readonly lenient?: boolean | undefined;
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
  const { codes, ascii } = alphabetOf(tables);
  const octets = utf8Scratch();
  const length = text.length;
  const septets = length <= SCRATCH_UNITS ? septetScratch() : new Uint8Array(length * 2);
  let count = 0;
  let index = 0;
  for (let from = 0; from < length; from += SCRATCH_UNITS) {
    const end = length <= SCRATCH_UNITS ? utf8ToScratch(text) : pieceToScratch(text, from, from + SCRATCH_UNITS);
    for (let i = 0; i < end; index++) {
      const septet = ascii[octets[i] as number] as number;
      if (septet < 0x80) {
        septets[count++] = septet;
        i++;
        continue;
      }
      let unit = octets[i] as number;
      if (unit < 0x80) i++;
      else {
        unit = wideUnit(octets, i);
        i += unit < 0x800 ? 2 : 3;
      }
      const code = unit < codes.length ? (codes[unit] as number) : NONE;
      if (code === NONE) throw notInAlphabet(text, index);
      if (code >= 0x80) septets[count++] = ESCAPE;
      septets[count++] = code;
    }
  }
  return septets.slice(0, count);
}

let septetsOfText: Uint8Array | undefined;

/** Room for the septets of a text that fits in the scratch of UTF-8: each character an escape and a code at most. */
function septetScratch(): Uint8Array {
  septetsOfText ??= new Uint8Array(2 * SCRATCH_UNITS);
  return septetsOfText;
}

/**
 * Text of septets, one an octet. A code that the table behind the escape lacks is read as the main table's character, and two
 * escapes as a blank (TS 23.038 section 6.2.1.1), so not every septet string is what encoding its text gives.
 * @throws DecodeError `bad-value` for an octet over 127 or a reserved cell, `truncated` for an escape at the end.
 */
export function decodeGsm7(septets: Uint8Array, options?: DecodeTextOptions): string {
  const { main, escaped } = alphabetOf(options);
  const reading = Reading.of(options);
  const utf8 = textScratch();
  const most = utf8.length - 3;
  const count = septets.length;
  let text = '';
  let length = 0;
  for (let i = 0; i < count; i++) {
    const septet = septets[i] as number;
    if (septet > 127) throw new DecodeError('bad-value', 'septet', i, `${septet} does not fit in seven bits`);
    let unit = main[septet] as number;
    if (unit === 0) {
      const isLast = i + 1 === count;
      if (septet === ESCAPE && !isLast) {
        // An octet over 127 after an escape is refused in the next round.
        if ((septets[i + 1] as number) > 127) continue;
        unit = escaped[septets[++i] as number] as number;
      }
      if (unit === 0) {
        // onIssue may encode or decode, which takes the scratch.
        text += textOfScratch(length);
        length = 0;
        unit = septet === ESCAPE && isLast ? faultEscapeAtEnd(reading, i) : faultReserved(reading, septets[i] as number, i);
      }
    }
    if (length > most) {
      text += textOfScratch(length);
      length = 0;
    }
    length = putUnit(utf8, length, unit);
  }
  return text === '' ? textOfScratch(length) : text + textOfScratch(length);
}

/**
 * Packs septets (one an octet) behind `fillBits` zero bits; the unused bits of the last octet are 0.
 * @throws EncodeError `bad-value` with the index of a septet over 127, or for a fill that is not 0 to 6.
 */
export function packSeptets(septets: Uint8Array, fillBits = 0): Uint8Array {
  checkFill(fillBits);
  const count = septets.length;
  const octets = new Uint8Array(Math.ceil((fillBits + 7 * count) / 8));
  let pending = 0;
  let bits = fillBits;
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (bits === 0 && i + 8 <= count) {
      const run = packRun(septets, i, count, octets, at);
      i += run;
      at += (run >> 3) * 7;
      if (i === count) break;
    }
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
  if (bits > 0) octets[at] = pending;
  return octets;
}

/** Eight septets in seven octets at a time, up to the first eight with one over 127. @returns how many septets were packed. */
function packRun(septets: Uint8Array, from: number, to: number, octets: Uint8Array, start: number): number {
  let i = from;
  for (let at = start; i + 8 <= to; i += 8, at += 7) {
    const a = septets[i] as number;
    const b = septets[i + 1] as number;
    const c = septets[i + 2] as number;
    const d = septets[i + 3] as number;
    const e = septets[i + 4] as number;
    const f = septets[i + 5] as number;
    const g = septets[i + 6] as number;
    const h = septets[i + 7] as number;
    if ((a | b | c | d | e | f | g | h) > 127) break;
    octets[at] = a | (b << 7);
    octets[at + 1] = (b >> 1) | (c << 6);
    octets[at + 2] = (c >> 2) | (d << 5);
    octets[at + 3] = (d >> 3) | (e << 4);
    octets[at + 4] = (e >> 4) | (f << 3);
    octets[at + 5] = (f >> 5) | (g << 2);
    octets[at + 6] = (g >> 6) | (h << 1);
  }
  return i - from;
}

/**
 * `count` septets, one an octet, from behind `fillBits` bits. The count is needed: seven and eight septets take the same seven octets.
 * @throws DecodeError `truncated` when the octets hold fewer.
 */
export function unpackSeptets(octets: Uint8Array, count: number, fillBits = 0): Uint8Array {
  checkFill(fillBits);
  checkHolds(octets.length * 8, count, fillBits);
  const septets = new Uint8Array(count);
  // As many septets as there are fill bits end with an octet.
  let i = unpackSingles(octets, septets, 0, Math.min(fillBits, count), fillBits);
  for (let at = (fillBits + 7 * i) >> 3; i + 8 <= count; i += 8, at += 7) {
    const a = octets[at] as number;
    const b = octets[at + 1] as number;
    const c = octets[at + 2] as number;
    const d = octets[at + 3] as number;
    const e = octets[at + 4] as number;
    const f = octets[at + 5] as number;
    const g = octets[at + 6] as number;
    septets[i] = a & 127;
    septets[i + 1] = ((b << 1) | (a >> 7)) & 127;
    septets[i + 2] = ((c << 2) | (b >> 6)) & 127;
    septets[i + 3] = ((d << 3) | (c >> 5)) & 127;
    septets[i + 4] = ((e << 4) | (d >> 4)) & 127;
    septets[i + 5] = ((f << 5) | (e >> 3)) & 127;
    septets[i + 6] = ((g << 6) | (f >> 2)) & 127;
    septets[i + 7] = g >> 1;
  }
  unpackSingles(octets, septets, i, count, fillBits);
  return septets;
}

/** Septets `from` to `to`, one at a time. @returns `to` */
function unpackSingles(octets: Uint8Array, septets: Uint8Array, from: number, to: number, fillBits: number): number {
  for (let i = from, bit = fillBits + 7 * from; i < to; i++, bit += 7) {
    const at = bit >> 3;
    septets[i] = (((octets[at] as number) | ((octets[at + 1] as number) << 8)) >> (bit & 7)) & 127;
  }
  return to;
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

/** What lenient reading takes a reserved cell for: a blank. @throws DecodeError `bad-value` in strict reading */
export function faultReserved(reading: Reading, septet: number, offset: number): number {
  reading.fault('bad-value', 'septet', offset, `the alphabet has no character ${septet}`);
  return 0x20;
}

/** What lenient reading takes an escape at the end for: U+001B. @throws DecodeError `truncated` in strict reading */
export function faultEscapeAtEnd(reading: Reading, offset: number): number {
  reading.fault('truncated', 'septet', offset, 'the text ends with an escape');
  return ESCAPE;
}
