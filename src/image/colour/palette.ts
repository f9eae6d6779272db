/**
 * Palettes: few colours for a picture, chosen from its own, or greys.
 *
 * - A picture that has no more colours than asked for keeps every one of them.
 * - Else the colours are those that represent the many of the picture best (see cells.ts).
 * @module
 */
import { checkInteger } from '../../bytes/check.js';
import { requireOctets } from '../../bytes/octets.js';
import { EncodeError } from '../../errors.js';
import type { Raster } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import { countCells, refine, split } from './cells.js';
import { BLUE, GREEN, RED } from './nearest.js';
import { ColorSet, MAX_COLORS } from './set.js';

/** Up to 256 colours. */
export interface Palette {
  /** Red, green and blue of each colour; opaque ones from dark to bright. */
  readonly rgb: Uint8Array;
  /** The colour that means transparent pixels; {@link buildPalette} makes it the first. */
  readonly transparentIndex?: number | undefined;
}

/**
 * How many colours a palette has.
 * @throws EncodeError `bad-value` naming the field unless they are 1 to 256 of three octets, and the transparent one among them.
 */
export function countColors({ rgb, transparentIndex = 0 }: Palette): number {
  requireOctets(rgb, 'palette.rgb');
  const colors = rgb.length / 3;
  if (!Number.isInteger(colors) || colors < 1 || colors > MAX_COLORS) {
    throw EncodeError.badValue('palette.rgb', `has ${rgb.length} octets, allowed: 3 to ${3 * MAX_COLORS} by threes`);
  }
  checkInteger(transparentIndex, 'palette.transparentIndex', 0, colors - 1);
  return colors;
}

/** What a transparent pixel shows where transparency is not known: white. */
const HIDDEN = 0xffffff;

/**
 * The palette of a picture, or of several that are to share one.
 * @param colors how many at most, 1 to 256, the transparent one counted.
 * @throws EncodeError `bad-value` for another number, for 1 when pictures have transparent and other pixels, and as `requireSamples` in raster.ts.
 */
export function buildPalette(pictures: Raster | readonly Raster[], colors: number): Palette {
  checkInteger(colors, 'colors', 1, MAX_COLORS);
  const rasters = Array.isArray(pictures) ? (pictures as readonly Raster[]) : [pictures as Raster];
  const found = new ColorSet(colors);
  for (const raster of rasters) if (!found.addAll(raster)) break;
  const isExact = found.size <= colors;
  if (isExact) return assemblePalette(found.colors(), found.hasTransparent);
  const cells = countCells(rasters);
  const opaque = colors - (cells.hasTransparent ? 1 : 0);
  if (opaque === 0) throw EncodeError.badValue('colors', 'is 1, pictures with transparent pixels need 2');
  const means = split(cells, opaque);
  refine(cells, means);
  const rounded = new Set<number>();
  for (let i = 0; i < means.count; i++) {
    const [red, green, blue] = [means.red, means.green, means.blue].map((levels) => Math.round(levels[i] as number));
    rounded.add(((red as number) << 16) | ((green as number) << 8) | (blue as number));
  }
  return assemblePalette([...rounded], cells.hasTransparent);
}

/**
 * Greys in even steps from black to white.
 * @param levels 2 to 256.
 * @throws EncodeError `bad-value` for another number.
 */
export function greyPalette(levels: number): Palette {
  checkInteger(levels, 'levels', 2, MAX_COLORS);
  const rgb = new Uint8Array(levels * 3);
  for (let i = 0; i < levels; i++) rgb.fill(Math.round((i * 255) / (levels - 1)), i * 3, i * 3 + 3);
  return { rgb };
}

/** Colours in the order of their brightness, the transparent one first. */
function assemblePalette(colors: readonly number[], hasTransparent: boolean): Palette {
  const sorted = [...colors].sort((one, other) => toLuma(one) - toLuma(other) || one - other);
  if (hasTransparent) sorted.unshift(HIDDEN);
  const rgb = new Uint8Array(sorted.length * 3);
  for (const [i, color] of sorted.entries()) {
    rgb[i * 3] = color >> 16;
    rgb[i * 3 + 1] = color >> 8;
    rgb[i * 3 + 2] = color;
  }
  return hasTransparent ? { rgb, transparentIndex: 0 } : { rgb };
}

function toLuma(color: number): number {
  return RED * (color >> 16) + GREEN * ((color >> 8) & 0xff) + BLUE * (color & 0xff);
}

// ---- used colours ----

/* Palettes without the colours that no pixel has: a table of colours takes three octets for each, and fewer colours may make narrower pixels. */

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
