/**
 * A multi-colour picture in memory: what decoders give and encoders take.
 *
 *   1 channel    grey                                     row after row from the top, pixel after pixel from the left,
 *   3 channels   red, green, blue                         one octet a sample, no octets between rows
 *   4 channels   red, green, blue, alpha (not premultiplied)
 *
 * Samples are gamma-coded (sRGB) levels. Laying a picture over a background mixes them as they are, as browsers and image programs do.
 *
 * Sources: source-over is Porter and Duff, Compositing Digital Images (1984); the weights of grey are those of ITU-R BT.601 in parts of
 * 256; the eight orientations are those of tag 0x0112 in Exif 2.3 (CIPA DC-008) section 4.6.4.
 * @module
 */
import { checkSide } from '../bitmap/bitmap.js';
import { countPixels, type PixelCounts } from '../bitmap/drawing.js';
import { checkColour } from '../bitmap/from-pixels.js';
import { type Colour, mixed } from '../bitmap/luminance.js';
import { requireOctets } from '../bytes/octets.js';
import { EncodeError } from '../errors.js';

export type { Colour } from '../bitmap/luminance.js';

/** Samples of a pixel: 1 is grey, 3 is red, green and blue, 4 has alpha after them. */
export type Channels = 1 | 3 | 4;

/** A multi-colour picture. */
export interface Raster {
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535. */
  readonly heightPx: number;
  /** Samples of a pixel: 1 grey, 3 red, green, blue, 4 with opacity. */
  readonly channels: Channels;
  /** `widthPx * heightPx * channels` octets, row-major, without padding; alpha is straight. */
  readonly samples: Uint8Array;
}

/** Takes a row: `widthPx * channels` octets from `at` on, which are overwritten afterwards. Rows come from the top down. */
export type OnRow = (samples: Uint8Array, at: number, y: number) => void;

const WHITE: Colour = [255, 255, 255];

/**
 * The checked samples of a raster, as a plain Uint8Array: a Buffer among them would make every loop slower.
 * @throws EncodeError `bad-value` naming the field, such as `raster.widthPx` or `raster.samples`.
 * @throws TypeError when it is not a raster.
 */
export function requireSamples(raster: Raster, field = 'raster'): Uint8Array {
  if (typeof raster !== 'object' || raster === null) throw new TypeError(`${field} is not a raster`);
  const { widthPx, heightPx, channels, samples } = raster;
  checkSide(widthPx, `${field}.widthPx`);
  checkSide(heightPx, `${field}.heightPx`);
  checkChannels(channels, `${field}.channels`);
  requireOctets(samples, `${field}.samples`);
  const wanted = widthPx * heightPx * channels;
  if (samples.length !== wanted) {
    const message = `${samples.length} octets, ${widthPx}x${heightPx} with ${channels} channels takes ${wanted}`;
    throw EncodeError.badValue(`${field}.samples`, message);
  }
  return samples.constructor === Uint8Array ? samples : new Uint8Array(samples.buffer, samples.byteOffset, samples.length);
}

/** @throws EncodeError `bad-value` unless it is 1, 3 or 4. */
export function checkChannels(channels: number, field: string): void {
  if (channels !== 1 && channels !== 3 && channels !== 4) {
    throw EncodeError.badValue(field, `is ${String(channels)}, allowed: 1, 3, 4`);
  }
}

/**
 * A raster of RGBA octets, which it keeps, not copies.
 * @throws EncodeError `bad-value` for sides out of range and a wrong number of octets; TypeError for anything but octets.
 */
export function fromRgba(rgba: Uint8Array, widthPx: number, heightPx: number): Raster {
  const raster = { widthPx, heightPx, channels: 4, samples: rgba } as const;
  return { ...raster, samples: requireSamples(raster) };
}

/** The same picture with four channels, opaque where it had no alpha; itself when it has them. @throws as {@link requireSamples}. */
export function toRgba(raster: Raster): Raster {
  const from = requireSamples(raster);
  const { widthPx, heightPx, channels } = raster;
  if (channels === 4) return raster;
  const count = widthPx * heightPx;
  const samples = new Uint8Array(count * 4).fill(255);
  const green = channels === 1 ? 0 : 1;
  const blue = channels === 1 ? 0 : 2;
  for (let i = 0, at = 0, to = 0; i < count; i++, at += channels, to += 4) {
    samples[to] = from[at] as number;
    samples[to + 1] = from[at + green] as number;
    samples[to + 2] = from[at + blue] as number;
  }
  return { widthPx, heightPx, channels: 4, samples };
}

/**
 * The same picture as red, green and blue; itself when it is that already.
 * @param background what lies under a picture with alpha, white by default.
 * @throws as {@link requireSamples}; EncodeError `bad-value` for a background that is not a colour.
 */
export function toRgb(raster: Raster, background: Colour = WHITE): Raster {
  const from = requireSamples(raster);
  const { widthPx, heightPx, channels } = raster;
  if (channels === 3) return raster;
  if (channels === 4) return flatten(raster, background);
  const count = from.length;
  const samples = new Uint8Array(count * 3);
  for (let i = 0, to = 0; i < count; i++, to += 3) {
    const level = from[i] as number;
    samples[to] = level;
    samples[to + 1] = level;
    samples[to + 2] = level;
  }
  return { widthPx, heightPx, channels: 3, samples };
}

/**
 * The picture over a background of one colour, without alpha; itself when it has none. What the colour of a fully transparent pixel was
 * does not show.
 * @throws as {@link requireSamples}; EncodeError `bad-value` for a background that is not a colour.
 */
export function flatten(raster: Raster, background: Colour = WHITE): Raster {
  const from = requireSamples(raster);
  const [red, green, blue] = checkColour(background, 'background');
  const { widthPx, heightPx, channels } = raster;
  if (channels !== 4) return raster;
  const { length } = from;
  const samples = new Uint8Array(widthPx * heightPx * 3);
  for (let at = 0, to = 0; at < length; at += 4, to += 3) {
    const alpha = from[at + 3] as number;
    if (alpha === 255) {
      samples[to] = from[at] as number;
      samples[to + 1] = from[at + 1] as number;
      samples[to + 2] = from[at + 2] as number;
    } else {
      samples[to] = mixed(from[at] as number, red, alpha);
      samples[to + 1] = mixed(from[at + 1] as number, green, alpha);
      samples[to + 2] = mixed(from[at + 2] as number, blue, alpha);
    }
  }
  return { widthPx, heightPx, channels: 3, samples };
}

/** Pixels of a raster that are counted, about: as many as most handsets show. */
const COUNTED_PIXELS = 65_536;

/** What the pixels of a raster are like, laid over white. @throws as {@link requireSamples}. */
export function countRaster(raster: Raster): PixelCounts {
  const { widthPx, heightPx, channels } = raster;
  const all = { pitchPx: widthPx, x: 0, y: 0, widthPx, heightPx };
  return countPixels({ samples: requireSamples(raster), channels, ...all, background: WHITE }, COUNTED_PIXELS);
}

/** One channel: 77 R + 150 G + 29 B of 256, rounded; a picture with alpha is laid over the background first. @throws as {@link flatten}. */
export function toGrey(raster: Raster, background: Colour = WHITE): Raster {
  const from = requireSamples(raster);
  const { widthPx, heightPx, channels } = raster;
  if (channels === 1) return raster;
  if (channels === 4) return toGrey(flatten(raster, background));
  const count = widthPx * heightPx;
  const samples = new Uint8Array(count);
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    samples[i] = mixGrey(from[at] as number, from[at + 1] as number, from[at + 2] as number);
  }
  return { widthPx, heightPx, channels: 1, samples };
}

/** The grey of a pixel, rounded: 0 to 255, and a grey is itself. */
export function mixGrey(red: number, green: number, blue: number): number {
  return (greyParts(red, green, blue) + GREY_PARTS / 2) >> 8;
}

/** Parts of a level that greys are weighed in. */
export const GREY_PARTS = 256;

/** The grey of a pixel in parts of {@link GREY_PARTS}, or of the sums of many. */
export function greyParts(red: number, green: number, blue: number): number {
  return 77 * red + 150 * green + 29 * blue;
}

/** Whether every pixel is opaque; a raster without alpha is. @throws as {@link requireSamples}. */
export function isOpaque(raster: Raster): boolean {
  const samples = requireSamples(raster);
  if (raster.channels !== 4) return true;
  const { length } = samples;
  for (let at = 3; at < length; at += 4) if (samples[at] !== 255) return false;
  return true;
}

/** Whether every pixel is a grey, whatever its alpha. @throws as {@link requireSamples}. */
export function isGrey(raster: Raster): boolean {
  const samples = requireSamples(raster);
  const { channels } = raster;
  if (channels === 1) return true;
  const { length } = samples;
  for (let at = 0; at < length; at += channels) {
    const red = samples[at];
    if (red !== samples[at + 1] || red !== samples[at + 2]) return false;
  }
  return true;
}

/**
 * The upright picture of a stored one; itself for orientation 1. From 5 on width and height change places.
 * @param orientation 1 upright, 2 mirrored, 3 half turn, 4 mirrored downwards; 5 to 8 the same with rows and columns exchanged, of
 * which 6 is to be turned clockwise and 8 the other way.
 * @throws as {@link requireSamples}; EncodeError `bad-value` for an orientation that is not 1 to 8.
 */
export function orient(raster: Raster, orientation: number): Raster {
  const from = requireSamples(raster);
  if (!Number.isInteger(orientation) || orientation < 1 || orientation > 8) {
    throw EncodeError.badValue('orientation', `${String(orientation)} is not 1 to 8`);
  }
  if (orientation === 1) return raster;
  const { widthPx, heightPx, channels } = raster;
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [heightPx, widthPx] : [widthPx, heightPx];
  // Where the result's first pixel is stored, and how far apart its neighbours to the right and below are.
  const fromRight = orientation === 2 || orientation === 3 || orientation === 7 || orientation === 8;
  const fromBottom = orientation === 3 || orientation === 4 || orientation === 6 || orientation === 7;
  const column = fromRight ? -channels : channels;
  const row = fromBottom ? -widthPx * channels : widthPx * channels;
  const [across, down] = isTurned ? [row, column] : [column, row];
  const start = (fromRight ? (widthPx - 1) * channels : 0) + (fromBottom ? (heightPx - 1) * widthPx * channels : 0);
  const samples = new Uint8Array(from.length);
  for (let y = 0, to = 0, line = start; y < height; y++, line += down) {
    for (let x = 0, at = line; x < width; x++, at += across) {
      samples[to++] = from[at] as number;
      if (channels === 1) continue;
      samples[to++] = from[at + 1] as number;
      samples[to++] = from[at + 2] as number;
      if (channels === 4) samples[to++] = from[at + 3] as number;
    }
  }
  return { widthPx: width, heightPx: height, channels, samples };
}
