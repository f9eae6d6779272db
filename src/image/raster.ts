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
 * 256.
 * @module
 */
import { checkSide } from '../bitmap/bitmap.js';
import { countPixels, type PixelCounts } from '../bitmap/drawing.js';
import { checkColour } from '../bitmap/from-pixels.js';
import { type Colour, mixed } from '../bitmap/luminance.js';
import { opaqueRgba } from '../bitmap/rgba.js';
import { checkChoice, wrongArgument } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { EncodeError } from '../errors.js';

export type { Colour } from '../bitmap/luminance.js';

/** Samples per pixel: 1 for grey, 3 for red, green and blue, 4 with alpha after them. */
export type Channels = 1 | 3 | 4;

/** A grey or colour picture in memory, 8 bits per sample. */
export interface Raster {
  /** Width in pixels, 1 to 65535. */
  readonly widthPx: number;
  /** Height in pixels, 1 to 65535. */
  readonly heightPx: number;
  /** Samples per pixel. */
  readonly channels: Channels;
  /** `widthPx * heightPx * channels` octets, rows from top to bottom, without padding; alpha is not premultiplied. */
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
  if (typeof raster !== 'object' || raster === null)
    throw wrongArgument(raster, field, '{ widthPx, heightPx, channels, samples }');
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
  checkChoice(channels, field, [1, 3, 4]);
}

/** The same picture with four channels, opaque where it had no alpha; itself when it has them. @throws as {@link requireSamples}. */
export function toRgba(raster: Raster): Raster {
  const from = requireSamples(raster);
  const { widthPx, heightPx, channels } = raster;
  if (channels === 4) return raster;
  return { widthPx, heightPx, channels: 4, samples: opaqueRgba(from, channels) };
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
  checkColour(background, 'background');
  const { widthPx, heightPx, channels } = raster;
  if (channels !== 4) return raster;
  const samples = new Uint8Array(widthPx * heightPx * 3);
  flattenPixels(from, 0, samples, background);
  return { widthPx, heightPx, channels: 3, samples };
}

/** Lays pixels of RGBA, from `start` on, over a colour: as many as fill `to`, which is RGB. */
export function flattenPixels(from: Uint8Array, start: number, to: Uint8Array, [red, green, blue]: Colour): void {
  const { length } = to;
  for (let at = start, i = 0; i < length; at += 4, i += 3) {
    const alpha = from[at + 3] as number;
    if (alpha === 255) {
      to[i] = from[at] as number;
      to[i + 1] = from[at + 1] as number;
      to[i + 2] = from[at + 2] as number;
    } else {
      to[i] = mixed(from[at] as number, red, alpha);
      to[i + 1] = mixed(from[at + 1] as number, green, alpha);
      to[i + 2] = mixed(from[at + 2] as number, blue, alpha);
    }
  }
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
  return areOpaque(samples, 0, samples.length / 4);
}

/** Whether nothing shines through pixels of RGBA that begin at an octet. */
export function areOpaque(samples: Uint8Array, start: number, pixels: number): boolean {
  const end = start + pixels * 4;
  for (let at = start + 3; at < end; at += 4) if (samples[at] !== 255) return false;
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
