/**
 * The browser's own decoder, where this code runs on a page or in a worker of one: WebP and AVIF, and HEIC in some browsers.
 *
 * A browser tells the size of a picture when it has unpacked it; limits are checked on what the file declares.
 * @module
 */
import { DecodeError } from '../../errors.js';
import { findHeifSize, findWebpSize } from '../../media/declared-size.js';
import { imageReading, requireHeld, requirePixels } from '../leniency.js';
import { buildProbe, type ImageSource, type ProbeOptions } from '../probe.js';
import type { Raster } from '../raster.js';
import { type EngineFormat, FOREIGN_TYPES } from './formats.js';

/** What is used of a browser. */
interface Page {
  readonly Blob: new (parts: readonly Uint8Array[], options: { type: string }) => unknown;
  readonly createImageBitmap: (blob: unknown) => Promise<PageBitmap>;
  readonly OffscreenCanvas: new (
    width: number,
    height: number,
  ) => {
    getContext(kind: '2d'): {
      drawImage(bitmap: PageBitmap, x: number, y: number): void;
      getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
    };
  };
}

interface PageBitmap {
  readonly width: number;
  readonly height: number;
  close(): void;
}

/** Opens a picture that the browser reads; undefined where there is no browser, or it does not. @throws DecodeError, LimitError */
export async function openByBrowser(
  octets: Uint8Array,
  format: EngineFormat,
  options: ProbeOptions,
): Promise<ImageSource | undefined> {
  const page = globalThis as unknown as Partial<Page>;
  const { Blob, createImageBitmap, OffscreenCanvas } = page;
  if (Blob === undefined || createImageBitmap === undefined || OffscreenCanvas === undefined) return undefined;
  const declared = format === 'webp' ? findWebpSize(octets) : findHeifSize(octets);
  if (declared === undefined) throw new DecodeError('bad-value', 'image', 0, 'does not declare its size');
  const reading = imageReading(options);
  const check = (widthPx: number, heightPx: number) => {
    requirePixels({ widthPx, heightPx }, reading, 'image', 0);
    requireHeld(widthPx * heightPx * 4, reading, 'image', 0);
  };
  check(declared.widthPx, declared.heightPx);
  let bitmap: PageBitmap;
  try {
    bitmap = await createImageBitmap(new Blob([octets], { type: FOREIGN_TYPES[format] }));
  } catch {
    return undefined;
  }
  const { width, height } = bitmap;
  try {
    check(width, height);
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const samples = new Uint8Array(data.buffer, data.byteOffset, data.length);
    const raster: Raster = { widthPx: width, heightPx: height, channels: 4, samples };
    return {
      octets,
      probe: buildProbe(format, { widthPx: width, heightPx: height }, { hasAlpha: true }),
      decode: () => raster,
    };
  } finally {
    bitmap.close();
  }
}
