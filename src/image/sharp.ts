/**
 * Unpacking and reducing by sharp, where a caller has installed it and asks for it. This package does not bring it: it is native code.
 *
 * Formats, colours and octets stay this package's own work, so that what comes out follows the same rules. WBMP, which sharp does not know,
 * stays too.
 * @module
 */
import { DecodeError, EncodeError } from '../errors.js';
import type { SizePx } from './fit-size.js';
import type { Probe } from './probe.js';
import type { Raster } from './raster.js';
import { type ReduceOptions, readReduced } from './read-reduced.js';

/** What is used of sharp. */
interface SharpImage {
  autoOrient(): SharpImage;
  flatten(options: { background: { r: number; g: number; b: number } }): SharpImage;
  toColourspace(space: 'srgb'): SharpImage;
  resize(options: { width: number; height: number; fit: 'fill'; kernel: 'lanczos3' }): SharpImage;
  removeAlpha(): SharpImage;
  raw(): SharpImage;
  toBuffer(options: {
    resolveWithObject: true;
  }): Promise<{ data: Uint8Array; info: { width: number; height: number; channels: number } }>;
}

type Sharp = (
  octets: Uint8Array,
  options: { failOn: 'warning' | 'none'; limitInputPixels: false; animated: false },
) => SharpImage;

/** Not a literal, so that no tool takes it for a dependency of this package. */
const MODULE: string = 'sharp';

/** As `readReduced` does. @throws EncodeError `unencodable` with field `engine` when sharp is not installed. */
export async function readReducedBySharp(
  octets: Uint8Array,
  source: Probe,
  size: SizePx,
  options: ReduceOptions,
): Promise<Raster> {
  const { format, orientation } = source;
  if (format === 'wbmp' || format === 'bmp') return readReduced(octets, source, size, options);
  const sharp = await loadSharp();
  const [r, g, b] = options.background;
  let made: Awaited<ReturnType<SharpImage['toBuffer']>>;
  try {
    // Limits were checked on the header.
    const image = sharp(octets, {
      failOn: options.lenient === true ? 'none' : 'warning',
      limitInputPixels: false,
      animated: false,
    });
    if (orientation !== 1) image.autoOrient();
    made = await image
      .flatten({ background: { r, g, b } })
      .resize({ width: size.widthPx, height: size.heightPx, fit: 'fill', kernel: 'lanczos3' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new DecodeError('bad-value', format.toUpperCase(), 0, `sharp cannot read it: ${(cause as Error).message}`, { cause });
  }
  options.check?.();
  // It does not tell, and to find out would take longer than all of this.
  if (source.hasAlpha) options.onTransparent?.();
  const { data, info } = made;
  const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { widthPx: info.width, heightPx: info.height, channels: info.channels === 1 ? 1 : 3, samples };
}

async function loadSharp(): Promise<Sharp> {
  try {
    const { default: sharp } = (await import(MODULE)) as { default: Sharp };
    return sharp;
  } catch (cause) {
    throw new EncodeError('unencodable', 'engine', undefined, 'sharp is not installed', { cause });
  }
}
