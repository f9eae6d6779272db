/**
 * libheif-js, where a caller has installed it: it reads HEIC, in WebAssembly. This package does not bring it: it has 8 MB, and a licence of
 * its own (LGPL).
 * @module
 */
import { DecodeError } from '../../errors.js';
import { findHeifSize } from '../../media/declared-size.js';
import { imageReading, requireHeld, requirePixels } from '../leniency.js';
import { buildProbe, type ImageSource, type ProbeOptions } from '../probe.js';
import type { Raster } from '../raster.js';
import type { EngineFormat } from './formats.js';

/** What is used of libheif-js. */
interface Heif {
  readonly HeifDecoder: new () => HeifDecoder;
}

interface HeifDecoder {
  /** The pictures of a file, the thumbnails not among them. Nothing is unpacked yet. An empty list for what it cannot read. */
  decode(octets: Uint8Array): readonly HeifImage[];
}

interface HeifImage {
  /** Upright. */
  get_width(): number;
  get_height(): number;
  is_primary(): unknown;
  /** Unpacks RGBA into `data`, and calls back with the same object, or null for what it cannot read. */
  display(target: HeifTarget, done: (result: HeifTarget | null) => void): void;
  free?(): void;
}

interface HeifTarget {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Not a literal, so that no tool takes it for a dependency of this package. */
const MODULE: string = 'libheif-js/wasm-bundle.js';

/** One for all files: it keeps what it was given last. */
let loaded: HeifDecoder | undefined;

async function loadHeif(): Promise<HeifDecoder | undefined> {
  if (loaded !== undefined) return loaded;
  try {
    const { default: heif } = (await import(MODULE)) as { default: Heif };
    loaded = new heif.HeifDecoder();
    return loaded;
  } catch {
    return undefined;
  }
}

/** Opens a HEIC: of several pictures the primary one. @throws DecodeError, LimitError; the latter before a pixel is unpacked. */
export async function openByHeif(
  octets: Uint8Array,
  format: EngineFormat,
  options: ProbeOptions,
): Promise<ImageSource | undefined> {
  const decoder = await loadHeif();
  if (decoder === undefined) return undefined;
  const reading = imageReading(options);
  // Its own reader writes to the console what it cannot read.
  const declared = findHeifSize(octets);
  if (declared === undefined) throw unreadable();
  requirePixels(declared, reading, 'image', 0);
  const { image, count } = findPrimary(decoder, octets);
  const stored = { widthPx: image.get_width(), heightPx: image.get_height() };
  image.free?.();
  requirePixels(stored, reading, 'image', 0);
  requireHeld(stored.widthPx * stored.heightPx * 4, reading, 'image', 0);
  const decode = async (): Promise<Raster> => {
    // It is opened again, since what was opened is gone when the next file is.
    const { image } = findPrimary(decoder, octets);
    const { widthPx, heightPx } = stored;
    const data = new Uint8ClampedArray(widthPx * heightPx * 4);
    try {
      const target = { data, width: widthPx, height: heightPx };
      if ((await new Promise((resolve) => image.display(target, resolve))) === null) throw unreadable();
    } finally {
      image.free?.();
    }
    return { widthPx, heightPx, channels: 4, samples: new Uint8Array(data.buffer) };
  };
  return { octets, probe: buildProbe(format, stored, { frames: count, hasAlpha: true }), decode };
}

function findPrimary(decoder: HeifDecoder, octets: Uint8Array): { image: HeifImage; count: number } {
  const images = decoder.decode(octets);
  const image = images.find((one) => Boolean(one.is_primary())) ?? images[0];
  for (const other of images) if (other !== image) other.free?.();
  if (image === undefined) throw unreadable();
  return { image, count: images.length };
}

function unreadable(): DecodeError {
  return new DecodeError('bad-value', 'HEIC', 0, 'libheif-js cannot read it');
}
