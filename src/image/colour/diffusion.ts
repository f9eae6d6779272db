/**
 * Bringing the pixels of a picture to the colours of a palette.
 *
 *            x 7    of what a pixel is wrong by, in sixteenths; rows run to and fro (serpentine),
 *        3 5 1      the picture mirrored on the way back
 *
 * Floyd-Steinberg diffusion passes a share of each pixel's error on. All of it makes a small picture noisy and its file long; the shares
 * of {@link defaultDiffusion} are where, seen from afar, it gains most. A share that would leave at a side goes to the pixel below.
 *
 * Source: R. W. Floyd, L. Steinberg, An Adaptive Algorithm for Spatial Greyscale (1976). Strengths are measured, not taken from a document.
 * @module
 */
import { EncodeError } from '../../errors.js';
import { type Raster, requireSamples } from '../raster.js';
import { NearestColor } from './nearest.js';
import { countColors, type Palette } from './palette.js';
import { OPAQUE, SCATTER } from './set.js';

/** What {@link mapToPalette} takes. */
export interface MapOptions {
  /** Share of the error that is passed on, 0 (default: none) to 1. */
  readonly diffusion?: number | undefined;
}

/** The share of the error to pass on for a number of colours: none for drawings, half for 256, three quarters for 64 and fewer. */
export function defaultDiffusion(colors: number, isDrawn: boolean): number {
  if (isDrawn) return 0;
  return 0.75 - 0.125 * Math.min(2, Math.max(0, Math.log2(colors / 64)));
}

/**
 * For each pixel the index of its colour, row by row.
 * @throws EncodeError `bad-value` for a diffusion that is not 0 to 1, for anything but a palette, for a picture with transparent pixels when
 * the palette has no colour for them or with others when it has no other; and as {@link requireSamples}.
 */
export function mapToPalette(raster: Raster, palette: Palette, { diffusion = 0 }: MapOptions = {}): Uint8Array {
  const samples = requireSamples(raster);
  if (typeof diffusion !== 'number' || !(diffusion >= 0 && diffusion <= 1)) {
    throw EncodeError.badValue('diffusion', `${String(diffusion)} is not 0 to 1`);
  }
  const colors = new PaletteColors(palette);
  const indices = new Uint8Array(raster.widthPx * raster.heightPx);
  checkCover(samples, raster.channels, colors);
  const kept = Math.round(diffusion * STRENGTH_PARTS);
  if (kept === 0) mapPlain(samples, raster, colors, indices);
  else mapDiffused(samples, raster, colors, kept, indices);
  return indices;
}

/** Places for colours whose nearest was found before: 2^12. */
const KEPT_BITS = 12;

/** The colours of a palette, and which of them is nearest to another. */
class PaletteColors {
  readonly red: Float64Array;
  readonly green: Float64Array;
  readonly blue: Float64Array;
  readonly transparentIndex: number;
  readonly #nearest: NearestColor;
  /** Colours that were asked for, as far as no later one took their place, and the nearest to them. */
  readonly #asked = new Int32Array(1 << KEPT_BITS).fill(-1);
  readonly #found = new Uint8Array(1 << KEPT_BITS);
  /** What was found last in each region of 16 levels a channel. */
  readonly #guess = new Uint8Array(1 << 12);

  constructor(palette: Palette) {
    const count = countColors(palette);
    const { rgb, transparentIndex = -1 } = palette;
    this.red = new Float64Array(count);
    this.green = new Float64Array(count);
    this.blue = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      this.red[i] = rgb[i * 3] as number;
      this.green[i] = rgb[i * 3 + 1] as number;
      this.blue[i] = rgb[i * 3 + 2] as number;
    }
    this.transparentIndex = transparentIndex;
    const numbers = Int32Array.from({ length: count }, (_, i) => i).filter((i) => i !== transparentIndex);
    this.#nearest = new NearestColor(this, numbers);
    this.#guess.fill(numbers[0] ?? 0);
  }

  /** Whether there is a colour for opaque pixels. */
  get hasOpaque(): boolean {
    return this.red.length > (this.transparentIndex < 0 ? 0 : 1);
  }

  /** The index of the opaque colour nearest to one of whole levels. */
  find(red: number, green: number, blue: number): number {
    const color = (red << 16) | (green << 8) | blue;
    const place = Math.imul(color, SCATTER) >>> (32 - KEPT_BITS);
    if (this.#asked[place] === color) return this.#found[place] as number;
    const region = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const found = this.#nearest.find(red, green, blue, this.#guess[region] as number);
    this.#guess[region] = found;
    this.#asked[place] = color;
    this.#found[place] = found;
    return found;
  }
}

/** Refuses a palette that has no colour for some pixel. */
function checkCover(samples: Uint8Array, channels: number, { hasOpaque, transparentIndex }: PaletteColors): void {
  let opaque = samples.length / channels;
  if (channels === 4) {
    opaque = 0;
    const { length } = samples;
    for (let at = 3; at < length; at += 4) opaque += (samples[at] as number) >> 7;
    if (opaque < length / 4 && transparentIndex < 0) {
      const message = 'is missing, the picture has transparent pixels';
      throw EncodeError.badValue('palette.transparentIndex', message);
    }
  }
  if (opaque > 0 && !hasOpaque) {
    throw EncodeError.badValue('palette.rgb', 'has the transparent colour only, the picture has others');
  }
}

function mapPlain(samples: Uint8Array, { channels }: Raster, colors: PaletteColors, indices: Uint8Array): void {
  const green = channels === 1 ? 0 : 1;
  const blue = channels === 1 ? 0 : 2;
  const { length } = indices;
  for (let i = 0, at = 0; i < length; i++, at += channels) {
    indices[i] =
      channels === 4 && (samples[at + 3] as number) < OPAQUE
        ? colors.transparentIndex
        : colors.find(samples[at] as number, samples[at + green] as number, samples[at + blue] as number);
  }
}

/** Parts of a strength, so that it is applied in whole numbers. */
const STRENGTH_PARTS = 64;
const STRENGTH_BITS = 6;

/** Bits after the point of an error. */
const ERROR_BITS = 6;
const MOST = 255 << ERROR_BITS;
const HALF = 1 << (ERROR_BITS - 1);

function mapDiffused(
  samples: Uint8Array,
  { widthPx, heightPx, channels }: Raster,
  colors: PaletteColors,
  kept: number,
  indices: Uint8Array,
): void {
  const second = channels === 1 ? 0 : 1;
  const third = channels === 1 ? 0 : 2;
  const { red, green, blue, transparentIndex } = colors;
  // What comes down to each pixel, with a place for what would leave at either side.
  const errorRed = new Int32Array(widthPx + 2);
  const errorGreen = new Int32Array(widthPx + 2);
  const errorBlue = new Int32Array(widthPx + 2);
  for (let y = 0, step = 1; y < heightPx; y++, step = -step) {
    const first = step > 0 ? 1 : widthPx;
    const end = first + step * widthPx;
    // For each channel 7/16 of the pixel before; what has come together for the pixels below it and below this one.
    let aheadRed = 0;
    let aheadGreen = 0;
    let aheadBlue = 0;
    let behindRed = 0;
    let behindGreen = 0;
    let behindBlue = 0;
    let belowRed = 0;
    let belowGreen = 0;
    let belowBlue = 0;
    for (let x = first; x !== end; x += step) {
      const i = y * widthPx + x - 1;
      const at = i * channels;
      let wrongRed = 0;
      let wrongGreen = 0;
      let wrongBlue = 0;
      if (channels === 4 && (samples[at + 3] as number) < OPAQUE) indices[i] = transparentIndex;
      else {
        const r = bounded(((samples[at] as number) << ERROR_BITS) + (errorRed[x] as number) + aheadRed);
        const g = bounded(((samples[at + second] as number) << ERROR_BITS) + (errorGreen[x] as number) + aheadGreen);
        const b = bounded(((samples[at + third] as number) << ERROR_BITS) + (errorBlue[x] as number) + aheadBlue);
        const index = colors.find((r + HALF) >> ERROR_BITS, (g + HALF) >> ERROR_BITS, (b + HALF) >> ERROR_BITS);
        indices[i] = index;
        wrongRed = ((r - ((red[index] as number) << ERROR_BITS)) * kept) >> STRENGTH_BITS;
        wrongGreen = ((g - ((green[index] as number) << ERROR_BITS)) * kept) >> STRENGTH_BITS;
        wrongBlue = ((b - ((blue[index] as number) << ERROR_BITS)) * kept) >> STRENGTH_BITS;
      }
      // This row's error has been read up to here, so that of the next row takes its place.
      const back = x - step;
      aheadRed = (wrongRed * 7) >> 4;
      const backRed = (wrongRed * 3) >> 4;
      const underRed = (wrongRed * 5) >> 4;
      errorRed[back] = behindRed + backRed;
      behindRed = belowRed + underRed;
      belowRed = wrongRed - aheadRed - backRed - underRed;
      aheadGreen = (wrongGreen * 7) >> 4;
      const backGreen = (wrongGreen * 3) >> 4;
      const underGreen = (wrongGreen * 5) >> 4;
      errorGreen[back] = behindGreen + backGreen;
      behindGreen = belowGreen + underGreen;
      belowGreen = wrongGreen - aheadGreen - backGreen - underGreen;
      aheadBlue = (wrongBlue * 7) >> 4;
      const backBlue = (wrongBlue * 3) >> 4;
      const underBlue = (wrongBlue * 5) >> 4;
      errorBlue[back] = behindBlue + backBlue;
      behindBlue = belowBlue + underBlue;
      belowBlue = wrongBlue - aheadBlue - backBlue - underBlue;
    }
    errorRed[end - step] = behindRed + belowRed + aheadRed;
    errorGreen[end - step] = behindGreen + belowGreen + aheadGreen;
    errorBlue[end - step] = behindBlue + belowBlue + aheadBlue;
    errorRed[first] = (errorRed[first] as number) + (errorRed[first - step] as number);
    errorGreen[first] = (errorGreen[first] as number) + (errorGreen[first - step] as number);
    errorBlue[first] = (errorBlue[first] as number) + (errorBlue[first - step] as number);
  }
}

/** No brighter than white, no darker than black: what no colour can make up for is not passed on. */
function bounded(level: number): number {
  return Math.max(0, Math.min(MOST, level));
}
