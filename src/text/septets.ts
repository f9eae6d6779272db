/**
 * Septets in octets: septet n takes bits 7n to 7n+6 of a stream that fills every octet from its lowest bit, after fill bits.
 *
 * Texts are packed and unpacked in one pass with their characters, by loops of packed-text.ts: one loop for both is a tenth slower.
 * Source: 3GPP TS 23.038 section 6.1.2.
 * @module
 */
import { requireOctets } from '../bytes/octets.js';
import { DecodeError, EncodeError } from '../errors.js';

/**
 * Packs septets, one per octet, eight into seven octets (TS 23.038 section 6.1.2.1). Unused bits of the last octet are 0.
 * @param fillBits zero bits before the first septet, 0 to 6: those that fill a user data header up to a septet border.
 * @throws EncodeError `bad-value` with the index of a septet over 127, or for `fillBits` outside 0 to 6.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeGsm7, packSeptets } from 'handset/text';
 *
 * toHex(packSeptets(encodeGsm7('hellohello'))); // -> 'E8329BFD4697D9EC37'
 * ```
 */
export function packSeptets(septets: Uint8Array, fillBits = 0): Uint8Array {
  requireOctets(septets, 'septets');
  checkFill(fillBits);
  const count = septets.length;
  const octets = new Uint8Array(Math.ceil((fillBits + 7 * count) / 8));
  let pending = 0;
  let bits = fillBits;
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (bits === 0) {
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
 * Unpacks `count` septets, one per octet, after `fillBits` bits (TS 23.038 section 6.1.2.1). The count is needed: seven and eight septets take the
 * same seven octets.
 * @throws DecodeError `truncated` when the octets hold fewer. `fillBits` outside 0 to 6 is an EncodeError `bad-value`.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeGsm7, unpackSeptets } from 'handset/text';
 *
 * decodeGsm7(unpackSeptets(fromHex('E8329BFD4697D9EC37'), 10)); // -> 'hellohello'
 * ```
 */
export function unpackSeptets(octets: Uint8Array, count: number, fillBits = 0): Uint8Array {
  requireOctets(octets, 'octets');
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
    throw EncodeError.badValue('fillBits', `${fillBits} is not 0 to 6`);
  }
}

function checkHolds(bits: number, count: number, fillBits: number): void {
  if (fillBits + 7 * count > bits) {
    throw new DecodeError('truncated', 'septets', bits >> 3, `${count} septets do not fit in ${bits >> 3} octets`);
  }
}
