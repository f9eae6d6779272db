/**
 * What an output is worth: octets, and likeness (SSIM, as ssim.js says) to the same file unpacked in full and brought to the same size by
 * sharp with Lanczos. One-bit pictures are compared after both were blurred, as they are seen from afar.
 * @module
 */
import type { ssim as Ssim } from 'ssim.js';

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

/** A page of a file as RGBA, resized by Lanczos when a size is given, blurred when a radius is. */
async function pixelsOf(file: Uint8Array, to?: readonly [number, number], page = 0, blur = 0): Promise<Pixels> {
  const { default: open } = await import('sharp');
  const image = open(file, { page });
  if (to !== undefined) image.resize(...to, { kernel: 'lanczos3', fit: 'fill', fastShrinkOnLoad: false });
  if (blur > 0) image.toColourspace('b-w').blur(blur);
  const { data, info } = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export async function stillScore(output: Uint8Array, source: Uint8Array): Promise<Score> {
  const found = await pixelsOf(output);
  const reference = await pixelsOf(source, [found.width, found.height]);
  return { octets: output.length, likeness: await likeness(found, reference) };
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

/** WBMP: four octets of header, as sides are below 128. */
export async function wbmpScore(output: Uint8Array, source: Uint8Array): Promise<Score> {
  const [, , width, height] = output as unknown as readonly [number, number, number, number];
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; i++) {
    const x = i % width;
    const octet = output[4 + Math.floor(i / width) * ((width + 7) >> 3) + (x >> 3)]!;
    grey[i] = (octet & (0x80 >> (x & 7))) > 0 ? 255 : 0;
  }
  const { default: open } = await import('sharp');
  const png = await open(grey, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const reference = await open((await pixelsOf(source, [width, height])).data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const [one, other] = [await pixelsOf(png, undefined, 0, 1.5), await pixelsOf(reference, undefined, 0, 1.5)];
  return { octets: output.length, likeness: await likeness(one, other) };
}
