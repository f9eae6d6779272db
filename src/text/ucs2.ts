/**
 * UCS-2 as handsets use it: UTF-16, big-endian, without a byte order mark; a character outside the basic plane is a surrogate pair.
 * Source: 3GPP TS 23.038 section 6.2.3.
 * @module
 */
import { requireText } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { loneSurrogateIndex, textOfUnits, unitAt } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';

/**
 * Encodes a text in UCS-2 (TS 23.038 section 6.2.3): two octets per UTF-16 unit, the high octet first.
 * @throws EncodeError `unencodable` with the index of a lone surrogate.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeUcs2 } from 'handset/text';
 *
 * toHex(encodeUcs2('Я😀')); // -> '042FD83DDE00'
 * ```
 */
export function encodeUcs2(text: string): Uint8Array {
  requireText(text, 'text');
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw loneSurrogate(lone);
  const octets = new Uint8Array(text.length * 2);
  writeUcs2(text, octets, 0);
  return octets;
}

/**
 * Decodes UCS-2 text (TS 23.038 section 6.2.3): UTF-16, the high octet first.
 * @param options.lenient keep lone surrogates, and ignore an odd last octet.
 * @throws DecodeError `truncated` for an odd number of octets, `bad-value` with the offset of a lone surrogate.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeUcs2 } from 'handset/text';
 *
 * decodeUcs2(fromHex('042FD83DDE00')); // -> 'Я😀'
 * decodeUcs2(fromHex('0410042F04')); // throws DecodeError truncated text at 4
 * ```
 */
export function decodeUcs2(octets: Uint8Array, options?: DecodeOptions): string {
  requireOctets(octets, 'octets');
  const reading = Reading.of(options);
  if (octets.length % 2 !== 0) faultOddOctet(reading, octets.length - 1);
  const text = readUcs2(octets, 0, octets.length >> 1);
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) faultLoneSurrogate(reading, 2 * lone);
  return text;
}

/** Writes the units of a text, unchecked, and returns the end. */
export function writeUcs2(text: string, target: Uint8Array, at: number): number {
  writeUnits(text, target, at);
  return at + 2 * text.length;
}

/** Writes the units of a text, or of a piece of it, and returns all of them or-ed: without the bits of D800 there is no surrogate among them. */
export function writeUnits(text: string, target: Uint8Array, start: number, from = 0, to = text.length): number {
  let at = start;
  let all = 0;
  for (let i = from; i < to; i++) {
    const unit = unitAt(text, i);
    target[at++] = unit >> 8;
    target[at++] = unit;
    all |= unit;
  }
  return all;
}

/** Reads units, unchecked. */
export function readUcs2(octets: Uint8Array, start: number, countUnits: number): string {
  const units = new Uint16Array(countUnits);
  for (let i = 0, at = start; i < countUnits; i++, at += 2) {
    units[i] = ((octets[at] as number) << 8) | (octets[at + 1] as number);
  }
  return textOfUnits(units, countUnits);
}

/** The error of a text with half of a surrogate pair, for every writer of UCS-2. */
export function loneSurrogate(index: number, field = 'text'): EncodeError {
  return new EncodeError('unencodable', field, index, 'a lone surrogate is not a character');
}

/** The fault of half a surrogate pair at an octet. @throws DecodeError in strict reading */
export function faultLoneSurrogate(reading: Reading, offset: number, field = 'text'): void {
  reading.fault('bad-value', field, offset, 'a lone surrogate is not a character');
}

/** The fault of half a unit at the end of a text. @throws DecodeError in strict reading */
export function faultOddOctet(reading: Reading, offset: number, field = 'text'): void {
  reading.fault('truncated', field, offset, 'UCS-2 text has an odd count of octets');
}
