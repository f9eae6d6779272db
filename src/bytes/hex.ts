/**
 * Hexadecimal text: upper case out, any case in.
 * @module
 */

import { DecodeError } from '../errors.js';
import { requireText } from './check.js';
import { hexDigit, requireOctets } from './octets.js';
import { pieceToScratch, SCRATCH_UNITS, textOfScratch, textScratch, utf8Scratch, utf8ToScratch } from './scratch.js';
import { unitAt } from './utf16.js';

/**
 * Decodes a hex text: pairs of digits in upper or lower case, nothing between them.
 * @throws DecodeError `bad-value` at the first character that is not a hex digit, `truncated` when the last pair is incomplete.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 *
 * fromHex('00fF'); // -> Uint8Array.of(0, 255)
 * ```
 */
export function fromHex(hex: string): Uint8Array {
  requireText(hex, 'hex');
  const values = digitValues();
  const length = hex.length >> 1;
  const octets = new Uint8Array(length);
  const digits = utf8Scratch();
  for (let from = 0; from < length; from += CHUNK) {
    const to = Math.min(from + CHUNK, length);
    // Anything but a digit leaves octets that are not digits either; outside ASCII it takes more than one, and the first is in the digit's place.
    if (length <= CHUNK) utf8ToScratch(hex);
    else pieceToScratch(hex, 2 * from, 2 * to);
    for (let i = from, at = 0; i < to; i++, at += 2) {
      const octet = ((values[digits[at] as number] as number) << 4) | (values[digits[at + 1] as number] as number);
      if (octet < 0) throw firstNoDigit(hex);
      octets[i] = octet;
    }
  }
  if (hex.length % 2 !== 0) {
    const last = hex.length - 1;
    if (!isDigit(unitAt(hex, last))) throw notHex(hex, last);
    throw new DecodeError('truncated', 'hex', last, 'the last octet has one digit');
  }
  return octets;
}

/**
 * Formats octets as upper-case hex, two digits each.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 *
 * toHex(Uint8Array.of(0, 255)); // -> '00FF'
 * ```
 */
export function toHex(octets: Uint8Array): string {
  requireOctets(octets, 'the argument of toHex');
  const length = octets.length;
  if (length <= CHUNK) return chunkToHex(octets);
  let text = '';
  for (let from = 0; from < length; from += CHUNK) text += chunkToHex(octets.subarray(from, from + CHUNK));
  return text;
}

function chunkToHex(octets: Uint8Array): string {
  const length = octets.length;
  pairs ??= new Uint16Array(textScratch().buffer);
  digitPairs ??= allPairs(pairs);
  for (let i = 0; i < length; i++) pairs[i] = digitPairs[octets[i] as number] as number;
  return textOfScratch(2 * length);
}

/** Octets converted at once. */
const CHUNK = SCRATCH_UNITS / 2;

let digitTable: Int8Array | undefined;
/** The scratch, two digits at a time. */
let pairs: Uint16Array | undefined;
let digitPairs: Uint16Array | undefined;

/** By octet: its two digits, in whatever order the machine keeps the halves of a number. */
function allPairs(scratch: Uint16Array): Uint16Array {
  const digits = textScratch();
  return Uint16Array.from({ length: 256 }, (_, octet) => {
    digits[0] = digitCode(octet >> 4);
    digits[1] = digitCode(octet & 15);
    return scratch[0] as number;
  });
}

/** By character code up to 255: the digit's value, -1 for anything but a digit. */
function digitValues(): Int8Array {
  if (digitTable !== undefined) return digitTable;
  digitTable = Int8Array.from({ length: 256 }, (_, code) => hexDigit(code));
  return digitTable;
}

/** `0` to `9` are 7 below where they would join `A`. */
function digitCode(value: number): number {
  return value + 0x30 + (((9 - value) >> 4) & 7);
}

function isDigit(code: number): boolean {
  return hexDigit(code) >= 0;
}

function firstNoDigit(hex: string): DecodeError {
  let index = 0;
  while (isDigit(unitAt(hex, index))) index++;
  return notHex(hex, index);
}

function notHex(hex: string, index: number): DecodeError {
  return new DecodeError('bad-value', 'hex', index, `${JSON.stringify(hex[index])} is not a hex digit`);
}
