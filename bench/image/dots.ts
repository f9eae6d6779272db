/**
 * What dots are worth: how the gradients of a bitmap, blurred as by an eye at arm's length, go with those of the picture that was reduced to
 * the same size by another program. And plain dots to compare with: the light of the picture, diffused as it is.
 * @module
 */
import { settleDither } from '../../src/bitmap/from-pixels.js';
import { type Bitmap, bitmapFromPixels, type Pixels } from '../../src/bitmap/index.js';
import type { Scene } from './scenes.js';

/** A pixel of an old screen is a third of a millimetre, two minutes of arc at arm's length; an eye blurs by about three. */
const BLUR_PX = 1.5;

const lightOf = (level: number) => (level <= 10 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4);
const LIGHT = Float64Array.from({ length: 256 }, (_, level) => lightOf(level));

/** The size at which a picture fits a box. */
export function fitted({ widthPx, heightPx }: Scene, [wide, high]: readonly [number, number]): [number, number] {
  const scale = Math.min(wide / widthPx, high / heightPx);
  return [Math.round(widthPx * scale), Math.round(heightPx * scale)];
}

/** Black of a bitmap: 1 or 0 for each pixel. */
export function inkOf({ widthPx, heightPx, rows }: Bitmap): Uint8Array {
  const stride = (widthPx + 7) >> 3;
  return Uint8Array.from({ length: widthPx * heightPx }, (_, i) => {
    const x = i % widthPx;
    return (rows[Math.floor(i / widthPx) * stride + (x >> 3)]! >> (7 - (x & 7))) & 1;
  });
}

/** The plain way: light, reduced by area and diffused; a threshold for two tones. In the middle of a box. */
export function plainDots(scene: Scene, [wide, high]: readonly [number, number]): Uint8Array {
  // What is a page in a shadow here was a picture with shades.
  if (settleDither(scene).threshold === 'auto') {
    return inkOf(bitmapFromPixels(scene, { widthPx: wide, heightPx: high, trim: false, dither: 'none', threshold: 'auto' }));
  }
  const [widthPx, heightPx] = fitted(scene, [wide, high]);
  const black = diffuse(reduceLight(scene, widthPx, heightPx), widthPx, heightPx);
  const ink = new Uint8Array(wide * high);
  const [left, top] = [(wide - widthPx) >> 1, (high - heightPx) >> 1];
  for (let y = 0; y < heightPx; y++) ink.set(black.subarray(y * widthPx, (y + 1) * widthPx), (top + y) * wide + left);
  return ink;
}

/** Each pixel the mean of the area that it covers, edges by their share. */
function reduceLight({ widthPx, heightPx, rgba }: Scene, wide: number, high: number): Float64Array {
  const light = new Float64Array(wide * high);
  for (let i = 0; i < light.length; i++) {
    const [left, top] = [((i % wide) * widthPx) / wide, (Math.floor(i / wide) * heightPx) / high];
    const [right, bottom] = [left + widthPx / wide, top + heightPx / high];
    let [sum, total] = [0, 0];
    for (let y = Math.floor(top); y < bottom && y < heightPx; y++) {
      for (let x = Math.floor(left); x < right && x < widthPx; x++) {
        const share = (Math.min(x + 1, right) - Math.max(x, left)) * (Math.min(y + 1, bottom) - Math.max(y, top));
        const at = (y * widthPx + x) * 4;
        sum += share * (0.2126 * LIGHT[rgba[at]!]! + 0.7152 * LIGHT[rgba[at + 1]!]! + 0.0722 * LIGHT[rgba[at + 2]!]!);
        total += share;
      }
    }
    light[i] = sum / total;
  }
  return light;
}

/** Floyd and Steinberg, to and fro; what leaves at a side goes below the edge. */
function diffuse(light: Float64Array, wide: number, high: number): Uint8Array {
  const black = new Uint8Array(light.length);
  for (let y = 0; y < high; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    for (let i = 0, x = step > 0 ? 0 : wide - 1; i < wide; i++, x += step) {
      const value = light[y * wide + x]!;
      const isBlack = value < 0.5;
      black[y * wide + x] = isBlack ? 1 : 0;
      for (const [ahead, down, share] of [
        [1, 0, 7],
        [-1, 1, 3],
        [0, 1, 5],
        [1, 1, 1],
      ] as const) {
        const to = x + ahead * step;
        const inside = Math.min(wide - 1, Math.max(0, to));
        const row = y + (inside === to ? down : 1);
        if (row < high) light[row * wide + inside]! += ((isBlack ? value : value - 1) * share) / 16;
      }
    }
  }
  return black;
}

/** How the gradients of a bitmap go with those of its picture, reduced by sharp: 1 is alike, 0 has nothing to do with it. */
export async function gradientLikeness(ink: Uint8Array, picture: Pixels, wide: number, high: number): Promise<number> {
  const { default: open } = await import('sharp');
  const { widthPx: width, heightPx: height, rgba } = picture;
  const reduced = await open(rgba, { raw: { width, height, channels: 4 } })
    .toColourspace('b-w')
    .resize(wide, high, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = reduced.info;
  const levels = Float64Array.from({ length: wide * high }, (_, i) => reduced.data[i * channels]!);
  const seen = Float64Array.from(ink, (black) => (1 - black) * 255);
  return correlation(gradients(blur(seen, wide, high), wide, high), gradients(blur(levels, wide, high), wide, high));
}

function blur(values: Float64Array, wide: number, high: number): Float64Array {
  const reach = Math.ceil(3 * BLUR_PX);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * BLUR_PX ** 2)));
  const pass = (from: Float64Array, step: number, length: number, placeOf: (i: number) => number) =>
    from.map((_, i) => {
      let [sum, total] = [0, 0];
      for (const [tap, weight] of weights.entries()) {
        const to = placeOf(i) + tap - reach;
        if (to < 0 || to >= length) continue;
        sum += weight * from[i + (tap - reach) * step]!;
        total += weight;
      }
      return sum / total;
    });
  const across = pass(values, 1, wide, (i) => i % wide);
  return pass(across, wide, high, (i) => Math.floor(i / wide));
}

/** The differences of each pixel to the next one on the right and below. */
function gradients(values: Float64Array, wide: number, high: number): number[] {
  const found: number[] = [];
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const value = values[y * wide + x]!;
      if (x + 1 < wide) found.push(values[y * wide + x + 1]! - value);
      if (y + 1 < high) found.push(values[(y + 1) * wide + x]! - value);
    }
  }
  return found;
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [meanOf(one), meanOf(other)];
  let [both, first, second] = [0, 0, 0];
  for (let i = 0; i < one.length; i++) {
    both += (one[i]! - a) * (other[i]! - b);
    first += (one[i]! - a) ** 2;
    second += (other[i]! - b) ** 2;
  }
  return both / Math.sqrt(first * second);
}
