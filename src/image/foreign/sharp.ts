/**
 * sharp, where a caller has installed it. This package does not bring it: it is native code.
 *
 * It unpacks and reduces stills of every format where it is asked to (`engine: 'sharp'`), and reads formats that this package has no codec
 * for. Formats, colours and octets that are written stay this package's own work, so that what comes out follows the same rules.
 * @module
 */
import { Reading } from '../../bytes/reading.js';
import { DecodeError, EncodeError } from '../../errors.js';
import { imageReading, requireHeld, requirePixels } from '../leniency.js';
import { buildProbe, type ImageFormat, type ImageSource, type ProbeOptions } from '../probe.js';
import type { Colour, Raster } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import type { EngineFormat } from './formats.js';

/** What is used of sharp. */
interface SharpImage {
  metadata(): Promise<SharpMetadata>;
  rotate(): SharpImage;
  flatten(options: { background: { r: number; g: number; b: number } }): SharpImage;
  toColourspace(space: 'srgb'): SharpImage;
  resize(options: { width: number; height: number; fit: 'fill'; kernel: 'lanczos3' }): SharpImage;
  ensureAlpha(): SharpImage;
  removeAlpha(): SharpImage;
  raw(): SharpImage;
  toBuffer(options: {
    resolveWithObject: true;
  }): Promise<{ data: Uint8Array; info: { width: number; height: number; channels: number } }>;
}

interface SharpMetadata {
  readonly width: number;
  readonly height: number;
  readonly orientation?: number;
  readonly pages?: number;
  readonly hasAlpha: boolean;
  readonly channels: number;
  readonly depth: string;
}

/** What the package exports: a function, and what its libvips reads. */
interface Sharp {
  (octets: Uint8Array, options: { failOn: 'warning' | 'none'; limitInputPixels: number | false; animated: false }): SharpImage;
  readonly format: Readonly<
    Record<string, { readonly input: { readonly buffer: boolean; readonly fileSuffix?: readonly string[] } }>
  >;
}

/** What libvips calls the formats: JPEG 2000 by two names. */
const NAMES: Readonly<Record<EngineFormat, readonly string[]>> = {
  webp: ['webp'],
  avif: ['heif'],
  heic: ['heif'],
  tiff: ['tiff'],
  svg: ['svg'],
  jp2: ['jp2', 'jp2k'],
  jxl: ['jxl'],
};

/** Whether its libvips reads a format. That of most installations reads AVIF, and no HEIC, which is in the same container. */
function canRead({ format: formats }: Sharp, format: EngineFormat): boolean {
  return NAMES[format].some((name) => {
    const input = formats[name]?.input;
    return input?.buffer === true && (format !== 'heic' || input.fileSuffix?.includes('.heic') === true);
  });
}

/** Not a literal, so that no tool takes it for a dependency of this package. */
const MODULE: string = 'sharp';

/** @throws EncodeError `unencodable` with field `engine` when it is not installed. */
async function loadSharp(): Promise<Sharp> {
  try {
    const { default: sharp } = (await import(MODULE)) as { default: Sharp };
    return sharp;
  } catch (cause) {
    throw new EncodeError('unencodable', 'engine', undefined, 'sharp is not installed', { cause });
  }
}

/**
 * What a picture says of itself, of an animation the size of its frames; and its pixels, upright, of several pictures the first.
 * Undefined where sharp is not installed, or its libvips does not read the format.
 * @throws DecodeError `bad-value` for what sharp refuses; LimitError past `imagePixels`, `imageHeldOctets` or a side of 65535.
 */
export async function openBySharp(
  octets: Uint8Array,
  format: EngineFormat,
  options: ProbeOptions,
): Promise<ImageSource | undefined> {
  const sharp = await loadSharp().catch(() => undefined);
  if (sharp === undefined || !canRead(sharp, format)) return undefined;
  const image = sharp(octets, { failOn: 'none', limitInputPixels: false, animated: false });
  const { width, height, orientation = 1, pages = 1, hasAlpha, channels, depth } = await refusing(format, image.metadata());
  const stored = { widthPx: width, heightPx: height };
  const reading = Reading.of(options);
  requirePixels(stored, reading, 'image', 0);
  requireHeld(width * height * 4, reading, 'image', 0);
  const probe = buildProbe(format, stored, {
    orientation,
    frames: pages,
    animated: pages > 1 && format !== 'tiff',
    hasAlpha,
    bitDepth: depth === 'uchar' ? 8 : 16,
    grey: channels - (hasAlpha ? 1 : 0) === 1,
  });
  const prepare = (stored: SharpImage) => {
    stored.rotate().toColourspace('srgb');
    if (hasAlpha) stored.ensureAlpha();
    else stored.removeAlpha();
  };
  return { octets, probe, decode: (how) => unpack(sharp, octets, format, how, prepare) };
}

/** A picture of any format, reduced and laid over a colour. @throws EncodeError `unencodable` with field `engine` without sharp. */
export async function reduceBySharp(
  { octets, probe }: ImageSource,
  size: SizePx,
  [r, g, b]: Colour,
  options: ProbeOptions,
): Promise<Raster> {
  return unpack(await loadSharp(), octets, probe.format, options, (image) => {
    if (probe.orientation !== 1) image.rotate();
    image
      .flatten({ background: { r, g, b } })
      .resize({ width: size.widthPx, height: size.heightPx, fit: 'fill', kernel: 'lanczos3' })
      .toColourspace('srgb')
      .removeAlpha();
  });
}

/** Pixels of a picture; lenient: as many as there are, where sharp refuses them at first. */
async function unpack(
  sharp: Sharp,
  octets: Uint8Array,
  format: ImageFormat,
  options: ProbeOptions,
  prepare: (image: SharpImage) => void,
): Promise<Raster> {
  const reading = imageReading(options);
  const attempt = async (failOn: 'warning' | 'none'): Promise<Raster> => {
    const image = sharp(octets, { failOn, limitInputPixels: reading.limits.imagePixels, animated: false });
    prepare(image);
    const { data, info } = await refusing(format, image.raw().toBuffer({ resolveWithObject: true }));
    const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const channels = info.channels === 1 || info.channels === 4 ? info.channels : 3;
    return { widthPx: info.width, heightPx: info.height, channels, samples };
  };
  try {
    return await attempt('warning');
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.reportOrThrow(error);
    return attempt('none');
  }
}

/** What sharp says of a file is an Error of no kind, in one line or several. */
async function refusing<T>(format: ImageFormat, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const [said] = (cause as Error).message.split('\n');
    throw new DecodeError('bad-value', format.toUpperCase(), 0, `sharp cannot read it: ${said}`, { cause });
  }
}
