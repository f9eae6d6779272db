/**
 * What is pasted into the inspector, as octets. No DOM here.
 *
 *   0605 0415, 06:05:04:15, 0x06 0x05      hex with what people put between
 *   00000000  06 05 04 15  |....|          lines of hexdump -C, xxd, od and packet analysers
 *   { 0x06, 0x05, 4, 21 }                  an array of C, Java or JavaScript
 *   "\x06\x05\x04\x15Hi\n"                 a string literal with escapes
 *   %06%05%04%15                           percent-encoded
 *   BgUEFQ==                               base64 in either alphabet, data: addresses too
 *   anything else                          text, in UTF-8
 *
 * Several lines of hex are one PDU each, unless they say more when they are read as one.
 * @module
 */

import { pluralize } from '../../bytes/file-fields.js';
import { encodeUtf8, fromHex, toHex } from '../../bytes/index.js';
import { joinOctets } from '../../bytes/octets.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { DecodeError } from '../../errors.js';
import { dumpedOctets } from '../../inspect/hex-dumps.js';
import { identify } from '../../inspect/index.js';
import { readText, splitLines } from '../../inspect/texts.js';
import { fromBase64 } from './base64.js';

/** How a text can be read; `hex` takes all notations of it, several lines as one; `lines` takes each line for itself. */
export const TEXT_READINGS = ['auto', 'hex', 'lines', 'base64', 'text'] as const;

export type TextReading = (typeof TEXT_READINGS)[number];

/** What was understood. */
export interface Understood {
  /** The payload; for `lines` the text of a listing, a PDU in each line. */
  readonly octets: Uint8Array;
  readonly how: Exclude<TextReading, 'auto'> | 'percent';
  /** `52 octets of hex`. */
  readonly words: string;
}

/**
 * Octets of a text that somebody pasted; undefined for one that is blank.
 * @throws DecodeError with the index in the text of what is not in the notation that was asked for; EncodeError for a text with a lone
 * surrogate.
 */
export function readInput(text: string, as: TextReading = 'auto'): Understood | undefined {
  if (text.trim() === '') return undefined;
  switch (as) {
    case 'hex':
      return ofHex(text);
    case 'lines':
      return ofLines(hexLines(text));
    case 'base64':
      return ofBase64(text);
    case 'text':
      return ofText(text);
    case 'auto':
      return ofWhatever(text);
  }
}

/** Octets that are offered for editing at most. */
const MAX_EDITED = 16 * 1024;

/** How octets stand in the input: as text when they are, in hex otherwise; undefined for more than can be edited there. */
export function inputOf(octets: Uint8Array): string | undefined {
  return octets.length > MAX_EDITED ? undefined : (readText(octets) ?? toHex(octets));
}

function ofWhatever(text: string): Understood {
  const hex = tryDecode(() => notationOf(text));
  if (hex !== undefined) return hex;
  const lines = tryDecode(() => hexLines(text));
  if (lines !== undefined && isPlainlyHex(text)) return lines.length === 1 || !areLines(lines) ? ofHex(text) : ofLines(lines);
  // Lines that break in the middle of an octet.
  const whole = tryDecode(() => hexOf(text, 0));
  if (whole !== undefined && isPlainlyHex(text)) return { octets: whole, how: 'hex', words: octetsOf(whole, 'hex') };
  if (isPercentEncoded(text.trim())) return ofPercent(text.trim());
  const base64 = tryDecode(() => ofBase64(text));
  if (base64 !== undefined && isPlainlyBase64(text, base64.octets)) return base64;
  const odd = oddWords(text);
  return odd === undefined ? ofText(text) : { ...ofText(text), words: odd };
}

/** What is said of a line of digits that are not whole octets; undefined for any other text. */
function oddWords(text: string): string | undefined {
  const { length } = text.replace(BETWEEN, '');
  if (length % 2 === 0 || !/^[0-9A-Fa-f]+$/.test(text.replace(BETWEEN, '')) || !isPlainlyHex(text)) return undefined;
  return `${length} hex digits, an odd number: one is missing or surplus`;
}

function octetsOf(octets: Uint8Array, what: string): string {
  return `${pluralize(octets.length, 'octet')} of ${what}`;
}

function ofText(text: string): Understood {
  const octets = encodeUtf8(text, 'input');
  return { octets, how: 'text', words: octetsOf(octets, 'text') };
}

// ---- hex ----

/** Any notation of hex, several lines as one payload. */
function ofHex(text: string): Understood {
  const notation = notationOf(text);
  if (notation !== undefined) return notation;
  const octets = hexOf(text, 0);
  return { octets, how: 'hex', words: octetsOf(octets, 'hex') };
}

/** A dump, an array, a string literal: notations that say what they are. */
function notationOf(text: string): Understood | undefined {
  const found = [
    ['a hex dump', dumpedOctets(splitLines(text))],
    ['an array', arrayOf(text)],
    ['a string literal', literalOf(text)],
  ] as const;
  for (const [what, octets] of found) {
    if (octets !== undefined) return { octets, how: 'hex', words: octetsOf(octets, what) };
  }
  return undefined;
}

/** Digits by themselves could be a telephone number or a word: a few are text, unless they stand in pairs. */
function isPlainlyHex(text: string): boolean {
  const digits = text.replace(/[^0-9A-Fa-f]/g, '');
  return digits.length >= 4 && (/\d/.test(digits) || digits.length > 12 || PAIRS.test(text));
}

/** Four octets or more, each by itself. */
const PAIRS = /^\s*[0-9A-F]{2}(?:[\s:,-]+[0-9A-F]{2}){3,}\s*$/i;

/** What may stand between octets, or in front of their digits. */
const BETWEEN = /(?:0x|\\x|[\s,;:\-_"'\x1a])+/gi;

/**
 * Octets of digits with signs between them.
 * @param index where the text begins in the input.
 */
function hexOf(text: string, index: number): Uint8Array {
  // `0x6` is one octet; digits without a prefix belong together in pairs, wherever the blanks stand.
  const digits = text.replace(/0x([0-9a-f])(?![0-9a-f])/gi, '0x0$1').replace(BETWEEN, '');
  if (/^(?:[0-9A-Fa-f]{2})+$/.test(digits)) return fromHex(digits);
  const bare = text.replace(BETWEEN, (between) => ' '.repeat(between.length));
  const fault = bare.search(/[^0-9A-Fa-f ]/);
  if (fault >= 0) {
    throw new DecodeError('bad-value', 'input', index + fault, `${JSON.stringify(text[fault])} is not a hex digit`);
  }
  const last = Math.max(0, bare.trimEnd().length - 1);
  const reason = digits === '' ? 'has no hex digits' : 'the last octet has one digit';
  throw new DecodeError('truncated', 'input', index + last, reason);
}

/** Each line that is not blank as octets. */
function hexLines(text: string): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    if (line.trim() !== '') lines.push(hexOf(line, index));
  }
  return lines;
}

/** The listing that the inspector joins the parts of. */
function ofLines(lines: readonly Uint8Array[]): Understood {
  const octets = encodeUtf8(lines.map((line) => `${toHex(line)}\n`).join(''));
  const sizes = lines.length > MAX_SIZES ? '' : `: ${lines.map(({ length }) => length).join(' + ')} octets`;
  return { octets, how: 'lines', words: `${pluralize(lines.length, 'line')} of hex${sizes}` };
}

/** Lines whose lengths are told. */
const MAX_SIZES = 6;

/** Lines that are looked at to tell messages from a payload that was wrapped. */
const MAX_ASKED = 8;

/** Whether lines say more one by one than together. */
function areLines(lines: readonly Uint8Array[]): boolean {
  const surely = (octets: Uint8Array) => tryDecode(() => identify(octets)[0]?.confidence) ?? 0;
  return Math.min(...lines.slice(0, MAX_ASKED).map(surely)) >= surely(joinOctets(lines));
}

// ---- arrays and literals ----

/** Octets of a list of numbers in braces or brackets; undefined for a text that is none. */
function arrayOf(text: string): Uint8Array | undefined {
  const code = text.replace(/\/\*[^*]*\*\/|\/\/[^\n]*/g, ' ');
  // What stands in front is a declaration, without quotes and colons, which JSON has.
  const [, declaration = '', bracket, list] =
    /^([^{["':]*(?:\[[^\]{]*\][^{["':]*)*)([{[])([^{}[\]]*)[}\]][\s)]*(?:;[^{}[\]"']*)?$/.exec(code) ?? [];
  if (list === undefined) return undefined;
  // `x[] =`, `bytes(`, `new byte[]`; words alone may have a number in brackets behind them.
  if (!(bracket === '{' ? /(?:^|[=(\]])\s*$/ : /(?:^|[=(])\s*$/).test(declaration)) return undefined;
  const items = list.split(',').map((item) => item.replace(/\(byte\)|\(char\)/g, '').trim());
  if (items.at(-1) === '') items.pop();
  const numbers = items.map((item) => (/^(?:0x[0-9a-f]{1,2}|-?\d{1,3})$/i.test(item) ? Number(item) : Number.NaN));
  const areOctets = numbers.length > 0 && numbers.every((value) => value >= -128 && value <= 255);
  return areOctets ? Uint8Array.from(numbers) : undefined;
}

const ESCAPES: Readonly<Record<string, number | undefined>> = {
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  f: 0x0c,
  v: 0x0b,
  a: 0x07,
  b: 0x08,
  0: 0,
  '\\': 0x5c,
  '"': 0x22,
  "'": 0x27,
};

/** Octets of a string literal with `\x` in it; undefined for a text that is none. */
function literalOf(text: string): Uint8Array | undefined {
  if (!/\\x[0-9a-f]{2}/i.test(text)) return undefined;
  const whole = escapedIn(text);
  if (whole === undefined) return undefined;
  const octets: number[] = [];
  const pieces = /\\x([0-9a-f]{2})|\\([nrtfvab0\\"'])|([\x20-\x5b\x5d-\x7e])|(.)/gis;
  for (const [, hex, letter, plain] of whole.matchAll(pieces)) {
    if (hex !== undefined) octets.push(Number.parseInt(hex, 16));
    else if (letter !== undefined) octets.push(ESCAPES[letter] as number);
    else if (plain !== undefined) octets.push(plain.charCodeAt(0));
    else return undefined;
  }
  return Uint8Array.from(octets);
}

/**
 * What stands in quotes: of a literal with the code around it, or of several that make one (side by side as in C, with a sign between them
 * elsewhere); undefined for literals that do not belong together. Where escapes stand outside of quotes, everything but blanks.
 */
function escapedIn(text: string): string | undefined {
  const literals: string[] = [];
  let [begin, quote] = [0, ''];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\\') {
      if (quote === '') return text.replace(/\s+/g, '');
      at++;
    } else if (quote === '' ? sign === '"' || sign === "'" : sign === quote) {
      const piece = text.slice(begin, at);
      if (quote !== '') literals.push(piece);
      else if (literals.length > 0 && !/^[\s+.]*b?$/.test(piece)) return undefined;
      quote = quote === '' ? sign : '';
      begin = at + 1;
    }
  }
  // The last one may have been cut off.
  return literals.join('') + (quote === '' ? '' : text.slice(begin));
}

// ---- percent-encoding and base64 ----

/** One value; pairs of a form, and addresses, stay text, which the inspector knows. */
function isPercentEncoded(text: string): boolean {
  return /%[0-9A-F]{2}/i.test(text) && /^(?:[\w\-.~+*!'()]|%[0-9A-F]{2})+$/i.test(text);
}

function ofPercent(text: string): Understood {
  const pieces = text.match(/%[0-9A-F]{2}|[^%]/gi) as string[];
  const octets = Uint8Array.from(pieces, (piece) =>
    piece.length === 3 ? Number.parseInt(piece.slice(1), 16) : piece === '+' ? 0x20 : piece.charCodeAt(0),
  );
  return { octets, how: 'percent', words: `${pluralize(octets.length, 'octet')}, percent-encoded` };
}

const DATA_URL = /^\s*data:[^,]*;base64,/i;

function ofBase64(text: string): Understood {
  const [prefix = ''] = DATA_URL.exec(text) ?? [];
  // Blanks in place of what stands in front keep the positions.
  const octets = fromBase64(' '.repeat(prefix.length) + text.slice(prefix.length), 'input');
  return { octets, how: 'base64', words: octetsOf(octets, 'base64') };
}

/** Any word of the right letters is base64 of something: what it holds has to be known, or the notation has to show itself. */
function isPlainlyBase64(text: string, octets: Uint8Array): boolean {
  if (DATA_URL.test(text)) return true;
  const digits = text.trim();
  if (digits.length < 8 || / /.test(digits)) return false;
  const isWhole = digits.replace(/\s/g, '').length % 4 === 0;
  if (isWhole && digits.endsWith('=')) return true;
  return (tryDecode(() => identify(octets)[0]?.confidence) ?? 0) >= 0.5;
}
