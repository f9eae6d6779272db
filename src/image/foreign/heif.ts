/**
 * libheif-js, where a caller has installed it: it reads HEIC, in WebAssembly. This package does not bring it: it has 8 MB, and a licence of
 * its own (LGPL).
 *
 * Its class HeifDecoder writes to the console what it cannot read, and throws where nobody can catch it. So the functions below it are
 * called here.
 * @module
 */
import { DecodeError, FormatError } from '../../errors.js';
import { findHeifSize } from '../../media/declared-size.js';
import { imageReading, requireHeld, requirePixels } from '../leniency.js';
import { buildProbe, type ImageSource, type ProbeOptions } from '../probe.js';
import type { Raster } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import type { EngineFormat } from './formats.js';

/** What is used of libheif-js. Where something fails there is no answer, or one with a code. */
interface Heif {
  heif_context_alloc(): unknown;
  heif_context_free(context: unknown): void;
  heif_context_read_from_memory(context: unknown, octets: Uint8Array): HeifError;
  /** The pictures of a file, the thumbnails not among them. */
  heif_js_context_get_list_of_top_level_image_IDs(context: unknown): (readonly number[] & HeifError) | undefined;
  heif_js_context_get_image_handle(context: unknown, id: number): HeifError | undefined;
  heif_image_handle_is_primary_image(handle: unknown): unknown;
  /** Upright. */
  heif_image_handle_get_width(handle: unknown): number;
  heif_image_handle_get_height(handle: unknown): number;
  heif_image_handle_release(handle: unknown): void;
  heif_js_decode_image2(
    handle: unknown,
    space: unknown,
    chroma: unknown,
  ): HeifPixels | undefined | Promise<HeifPixels | undefined>;
  heif_image_release(image: unknown): void;
  readonly heif_error_code: { readonly heif_error_Ok: unknown };
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown };
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: unknown };
  readonly heif_channel: { readonly heif_channel_interleaved: unknown };
}

interface HeifError {
  readonly code?: unknown;
}

interface HeifPixels extends HeifError {
  readonly image: unknown;
  readonly channels: readonly HeifChannel[];
}

interface HeifChannel {
  readonly id: unknown;
  readonly width: number;
  readonly height: number;
  /** Octets from one row to the next. */
  readonly stride: number;
  readonly data: Uint8Array;
}

/** Not a literal, so that no tool takes it for a dependency of this package. */
const MODULE: string = 'libheif-js/libheif-wasm/libheif-bundle.js';

let loaded: Heif | undefined;

async function loadHeif(): Promise<Heif | undefined> {
  try {
    const { default: open } = (await import(MODULE)) as { default: (settings: object) => Heif };
    loaded ??= open({ print: ignore, printErr: ignore });
    return loaded;
  } catch {
    return undefined;
  }
}

function ignore(): void {}

/** Opens a HEIC: of several pictures the primary one. @throws DecodeError, LimitError; the latter before a pixel is unpacked. */
export async function openByHeif(
  octets: Uint8Array,
  format: EngineFormat,
  options: ProbeOptions,
): Promise<ImageSource | undefined> {
  if ((await loadHeif()) === undefined) return undefined;
  const reading = imageReading(options);
  const declared = findHeifSize(octets);
  if (declared === undefined) throw unreadable();
  requirePixels(declared, reading, 'image', 0);
  const { size, count } = await readPrimary(octets, (picture) => Promise.resolve(picture));
  requirePixels(size, reading, 'image', 0);
  requireHeld(size.widthPx * size.heightPx * 4, reading, 'image', 0);
  const decode = () => readPrimary(octets, readPixels);
  return { octets, probe: buildProbe(format, size, { frames: count, hasAlpha: true }), decode };
}

/** A picture of a file that is open. */
interface HeifPicture {
  readonly heif: Heif;
  readonly handle: unknown;
  readonly size: SizePx;
  /** Pictures of the file. */
  readonly count: number;
}

/** Opens a file as long as its picture is read. */
async function readPrimary<T>(octets: Uint8Array, read: (picture: HeifPicture) => Promise<T>): Promise<T> {
  const heif = await loadHeif();
  if (heif === undefined) throw unreadable();
  try {
    const context = heif.heif_context_alloc();
    const handles: unknown[] = [];
    try {
      const { code } = heif.heif_context_read_from_memory(context, octets);
      const ids = code === heif.heif_error_code.heif_error_Ok && heif.heif_js_context_get_list_of_top_level_image_IDs(context);
      for (const id of ids && ids.code === undefined ? ids : []) {
        const handle = heif.heif_js_context_get_image_handle(context, id);
        if (handle !== undefined && handle.code === undefined) handles.push(handle);
      }
      const handle = handles.find((one) => Boolean(heif.heif_image_handle_is_primary_image(one))) ?? handles[0];
      if (handle === undefined) throw unreadable();
      const widthPx = heif.heif_image_handle_get_width(handle);
      const heightPx = heif.heif_image_handle_get_height(handle);
      return await read({ heif, handle, size: { widthPx, heightPx }, count: handles.length });
    } finally {
      for (const handle of handles) heif.heif_image_handle_release(handle);
      heif.heif_context_free(context);
    }
  } catch (error) {
    if (error instanceof FormatError) throw error;
    // What WebAssembly stopped in may have left anything behind.
    loaded = undefined;
    throw unreadable(error);
  }
}

async function readPixels({ heif, handle, size: { widthPx, heightPx } }: HeifPicture): Promise<Raster> {
  const { heif_colorspace_RGB } = heif.heif_colorspace;
  const { heif_chroma_interleaved_RGBA } = heif.heif_chroma;
  const pixels = await heif.heif_js_decode_image2(handle, heif_colorspace_RGB, heif_chroma_interleaved_RGBA);
  if (pixels === undefined || pixels.code !== undefined) throw unreadable();
  try {
    const channel = pixels.channels.find(({ id }) => id === heif.heif_channel.heif_channel_interleaved);
    if (channel === undefined || channel.width !== widthPx || channel.height !== heightPx) throw unreadable();
    const { data, stride } = channel;
    const samples = new Uint8Array(widthPx * heightPx * 4);
    for (let y = 0, to = 0; y < heightPx; y++, to += widthPx * 4) {
      samples.set(data.subarray(y * stride, y * stride + widthPx * 4), to);
    }
    return { widthPx, heightPx, channels: 4, samples };
  } finally {
    heif.heif_image_release(pixels.image);
  }
}

function unreadable(cause?: unknown): DecodeError {
  return new DecodeError('bad-value', 'HEIC', 0, 'libheif-js cannot read it', { cause });
}
