/**
 * What an output is worth: octets, and likeness (SSIM, as ssim.js says) to the same file unpacked in full and brought to the same size by
 * sharp with Lanczos. Of one-bit pictures the gradients are compared, after both were blurred as they are seen from afar.
 * @module
 */
import type { ssim as Ssim } from 'ssim.js';
import { gradientLikeness } from './dots.js';

/** What an output is worth. */
export interface Score {
  readonly octets: number;
  readonly likeness?: number;
  readonly frames?: number;
}

interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

async function likeness(one: Pixels, other: Pixels): Promise<number> {
  const { ssim } = (await import('ssim.js')) as unknown as { ssim: typeof Ssim };
  const imageOf = ({ data, width, height }: Pixels) => ({ data: new Uint8ClampedArray(data), width, height });
  return ssim(imageOf(one) as never, imageOf(other) as never).mssim;
}

/** A page of a file as RGBA, resized by Lanczos when a size is given. */
async function pixelsOf(file: Uint8Array, to?: readonly [number, number], page = 0): Promise<Pixels> {
  const { default: open } = await import('sharp');
  const image = open(file, { page });
  if (to !== undefined) image.resize(...to, { kernel: 'lanczos3', fit: 'fill', fastShrinkOnLoad: false });
  const { data, info } = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export async function stillScore(output: Uint8Array, source: Uint8Array): Promise<Score> {
  const found = await pixelsOf(output);
  const reference = await pixelsOf(source, [found.width, found.height]);
  return { octets: output.length, likeness: await likeness(found, reference) };
}

/** How like a picture of the same size, or a larger one, a file is; enlarged to that straight between pixels, as screens do it. */
export async function likenessTo(output: Uint8Array, source: Uint8Array): Promise<number> {
  const [found, reference] = [await pixelsOf(output), await pixelsOf(source)];
  return likeness(enlarged(found, reference.width, reference.height), reference);
}

function enlarged(from: Pixels, width: number, height: number): Pixels {
  if (from.width === width && from.height === height) return from;
  const data = new Uint8Array(width * height * 4);
  const between = (at: number, side: number, to: number): [number, number, number] => {
    const place = Math.min(side - 1, Math.max(0, ((at + 0.5) * side) / to - 0.5));
    return [Math.floor(place), Math.min(side - 1, Math.floor(place) + 1), place % 1];
  };
  for (let y = 0, to = 0; y < height; y++) {
    const [above, below, down] = between(y, from.height, height);
    for (let x = 0; x < width; x++) {
      const [left, right, across] = between(x, from.width, width);
      for (let c = 0; c < 4; c++, to++) {
        const at = (column: number, row: number): number => from.data[(row * from.width + column) * 4 + c]!;
        const upper = at(left, above) * (1 - across) + at(right, above) * across;
        const lower = at(left, below) * (1 - across) + at(right, below) * across;
        data[to] = Math.round(upper * (1 - down) + lower * down);
      }
    }
  }
  return { data, width, height };
}

export async function animationScore(output: Uint8Array, source: Uint8Array): Promise<Score> {
  const { default: open } = await import('sharp');
  const { pages: frames = 1 } = await open(output).metadata();
  let sum = 0;
  for (let page = 0; page < frames; page++) {
    const found = await pixelsOf(output, undefined, page);
    sum += await likeness(found, await pixelsOf(source, [found.width, found.height], page));
  }
  return { octets: output.length, likeness: sum / frames, frames };
}

/** WBMP: four octets of header, as sides are below 128. The likeness is that of the gradients. */
export async function wbmpScore(output: Uint8Array, source: Uint8Array): Promise<Score> {
  const [, , wide, high] = output as unknown as readonly [number, number, number, number];
  const ink = Uint8Array.from({ length: wide * high }, (_, i) => {
    const x = i % wide;
    const octet = output[4 + Math.floor(i / wide) * ((wide + 7) >> 3) + (x >> 3)]!;
    return 1 - ((octet >> (7 - (x & 7))) & 1);
  });
  return scoreDots(output, ink, source, [wide, high]);
}

/** OTA bitmap of 72x28 with a picture of 37x28 in the middle: the likeness is that of the gradients. */
export async function otaScore(output: Uint8Array, source: Uint8Array): Promise<Score> {
  const ink = Uint8Array.from({ length: 37 * 28 }, (_, i) => {
    const x = 17 + (i % 37);
    return (output[4 + Math.floor(i / 37) * 9 + (x >> 3)]! >> (7 - (x & 7))) & 1;
  });
  return scoreDots(output, ink, source, [37, 28]);
}

async function scoreDots(
  output: Uint8Array,
  ink: Uint8Array,
  source: Uint8Array,
  size: readonly [number, number],
): Promise<Score> {
  const { data: rgba, width: widthPx, height: heightPx } = await pixelsOf(source);
  return { octets: output.length, likeness: await gradientLikeness(ink, { widthPx, heightPx, rgba }, ...size) };
}
