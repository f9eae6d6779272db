/**
 * Palettes without the colours that no pixel has: a table of colours takes three octets for each, and fewer colours may make narrower pixels.
 * @module
 */
import { requireOctets } from '../../bytes/octets.js';
import { EncodeError } from '../../errors.js';
import type { SizePx } from '../resize/fit-size.js';
import type { Palette } from './palette.js';

/** Pictures and the palette that they share. */
export interface IndexedPictures {
  readonly palette: Palette;
  /** One octet a pixel. */
  readonly pictures: readonly Uint8Array[];
}

/** @throws EncodeError `bad-value` unless there is an index for each pixel, all of them below `colors`. */
export function checkIndices(indices: Uint8Array, { widthPx, heightPx }: SizePx, colors: number, field: string): void {
  requireOctets(indices, field);
  if (indices.length !== widthPx * heightPx) {
    const reason = `${indices.length} of them, ${widthPx}x${heightPx} pixels take ${widthPx * heightPx}`;
    throw EncodeError.badValue(field, reason);
  }
  const wrong = colors === 256 ? -1 : indices.findIndex((index) => index >= colors);
  if (wrong >= 0) throw EncodeError.badValue(`${field}[${wrong}]`, `is ${indices[wrong]}, at most ${colors - 1}`);
}

/**
 * The same pictures by a palette of the colours that are in them, in the order in which they were; a transparent colour that no pixel has is
 * gone too. What was given comes back when all are used.
 */
export function withUsedColors({ palette, pictures }: IndexedPictures): IndexedPictures {
  const { rgb, transparentIndex } = palette;
  const isUsed = new Uint8Array(256);
  for (const indices of pictures) {
    const { length } = indices;
    for (let i = 0; i < length; i++) isUsed[indices[i] as number] = 1;
  }
  const names = new Uint8Array(256);
  const used = new Uint8Array(rgb.length);
  let count = 0;
  for (let index = 0; index * 3 < rgb.length; index++) {
    if (isUsed[index] === 0) continue;
    used.set(rgb.subarray(index * 3, index * 3 + 3), count * 3);
    names[index] = count++;
  }
  if (count * 3 === rgb.length) return { palette, pictures };
  const isTransparent = transparentIndex !== undefined && isUsed[transparentIndex] === 1;
  return {
    palette: { rgb: used.slice(0, count * 3), ...(isTransparent && { transparentIndex: names[transparentIndex] as number }) },
    pictures: pictures.map((indices) => renamed(indices, names)),
  };
}

function renamed(indices: Uint8Array, names: Uint8Array): Uint8Array {
  const { length } = indices;
  const result = new Uint8Array(length);
  for (let i = 0; i < length; i++) result[i] = names[indices[i] as number] as number;
  return result;
}
