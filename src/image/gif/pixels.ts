/**
 * The pixels of one frame of a GIF: its data put together, unpacked, and in which order its rows come.
 *
 *   length(1) octets | length(1) octets | ... | 00        together an LZW stream of colour numbers
 *
 * Source: GIF89a specification, CompuServe 1990, sections 15 and 22, appendices E (interlaced rows) and F (LZW).
 * @module
 */
import type { Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import { requireShare } from '../leniency.js';
import { findArea } from './area.js';
import type { Picture } from './file.js';
import { mostPixels, SLACK, unpackLzw } from './lzw.js';

/** Rows of an interlaced frame, pass after pass (appendix E). */
export const PASSES = [
  { first: 0, step: 8 },
  { first: 4, step: 8 },
  { first: 2, step: 4 },
  { first: 1, step: 2 },
] as const;
export const ONE_PASS = [{ first: 0, step: 1 }] as const;

/** Parts of data below this length are copied by the octet: a file may have millions of them. */
const SHORT_PART = 32;

/** Unpacks one frame after the other into the same memory. `count` is how many pixels there are. */
export function unpacker(octets: Uint8Array, reading: Reading): (picture: Picture) => { pixels: Uint8Array; count: number } {
  let data = new Uint8Array(0);
  let pixels = new Uint8Array(0);
  return (picture) => {
    const { dataAt, pixelBits, colors, transparentIndex } = picture;
    const wanted = findArea(picture);
    if (pixelBits === 0 || wanted === 0) return { pixels, count: 0 };
    requirePixels(octets, picture, wanted, reading);
    const field = `GIF/frame ${picture.index + 1}/LZW`;
    const length = dataLength(octets, dataAt);
    if (data.length < length + SLACK) data = new Uint8Array(length + SLACK);
    if (pixels.length < wanted + SLACK) pixels = new Uint8Array(wanted + SLACK);
    gather(octets, dataAt, data);
    const { pixels: count, at, isDamaged } = unpackLzw(data, length, pixelBits, pixels, wanted);
    if (count < wanted) {
      const offset = findPlace(octets, dataAt, at);
      const message = isDamaged ? 'has an undefined code' : `ends after ${count} of ${wanted} pixels`;
      reading.fault(isDamaged ? 'bad-value' : 'truncated', field, offset, message);
    }
    const known = colors.length / 3;
    if (1 << pixelBits > known) {
      const index = pixels.subarray(0, count).find((pixel) => pixel >= known && pixel !== transparentIndex);
      if (index !== undefined) {
        reading.fault('bad-value', field, dataAt, `has a pixel of colour ${index}, there are ${known}`);
      }
    }
    return { pixels, count };
  };
}

/** Refuses a frame whose data cannot be that many pixels. @param shown pixels of what comes out. */
export function requirePixels(octets: Uint8Array, picture: Picture, shown: number, reading: Reading): void {
  const { index, dataAt, pixelBits } = picture;
  const wanted = findArea(picture);
  if (wanted === 0) return;
  const length = dataLength(octets, dataAt);
  const most = pixelBits === 0 ? 0 : mostPixels(length, pixelBits);
  requireShare(most / wanted, shown, reading, () => {
    const offset = findPlace(octets, dataAt, length);
    return new DecodeError('truncated', `GIF/frame ${index + 1}/LZW`, offset, `${length} octets for ${wanted} pixels`);
  });
}

/** Octets of data without the lengths of its parts; of a part that is cut off, those that are there. */
function dataLength(octets: Uint8Array, dataAt: number): number {
  let sum = 0;
  for (let at = dataAt; at < octets.length && octets[at] !== 0; ) {
    const length = octets[at] as number;
    sum += Math.min(length, octets.length - at - 1);
    at += length + 1;
  }
  return sum;
}

function gather(octets: Uint8Array, dataAt: number, to: Uint8Array): void {
  let out = 0;
  for (let at = dataAt; at < octets.length && octets[at] !== 0; ) {
    const length = octets[at] as number;
    const end = Math.min(at + 1 + length, octets.length);
    if (length < SHORT_PART) for (let i = at + 1; i < end; i++) to[out++] = octets[i] as number;
    else {
      to.set(octets.subarray(at + 1, end), out);
      out += end - at - 1;
    }
    at += length + 1;
  }
}

/** Where an octet of gathered data is in the file; after the last, where the data ends. */
function findPlace(octets: Uint8Array, dataAt: number, position: number): number {
  let at = dataAt;
  for (let left = position; at < octets.length && octets[at] !== 0; ) {
    const length = octets[at] as number;
    if (left < length) return Math.min(at + 1 + left, octets.length);
    left -= length;
    at += length + 1;
  }
  return Math.min(at, octets.length);
}
