/** The pictures of fixtures/images, and handsets to adapt them to. */
import { readFileSync } from 'node:fs';
import { SLACK, type Unpacked, unpackLzw } from '../../src/image/gif/lzw.js';
import { checkProfile, findHandset, type HandsetProfile } from '../../src/profile/index.js';

export interface ImageVector {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly kind: string;
  readonly width?: number;
  readonly height?: number;
  readonly storedWidth?: number;
  readonly storedHeight?: number;
  readonly orientation?: number;
  readonly bitDepth?: number;
  readonly interlaced?: boolean;
  readonly alpha?: boolean;
  readonly frames?: number;
  readonly delaysMs?: readonly number[];
  readonly composedSha256?: readonly string[];
  readonly meanRGB?: readonly [number, number, number];
  readonly expect: string;
}

const folder = new URL('../../fixtures/images/', import.meta.url);

export const vectors: readonly ImageVector[] = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')).items;

export const image = (file: string): Uint8Array => new Uint8Array(readFileSync(new URL(file, folder)));

/** What is wrong with a file, as a FormatError says it; undefined where there is nothing. */
export const FAULTS: Readonly<Record<string, { readonly code: string; readonly field: string } | undefined>> = {
  'truncated.jpg': { code: 'truncated', field: 'JPEG/scan' },
  'truncated-header.jpg': { code: 'truncated', field: 'JPEG/SOF0' },
  'not-an-image.jpg': { code: 'bad-value', field: 'image' },
  'empty.gif': { code: 'truncated', field: 'image' },
  'bad-crc-or-data.png': { code: 'bad-value', field: 'PNG/IDAT' },
  'truncated.png': { code: 'truncated', field: 'PNG/IDAT' },
  'zero-width.png': { code: 'bad-value', field: 'PNG/IHDR/width' },
  'bomb-pixels.png': { code: 'limit-exceeded', field: 'PNG/IHDR' },
  'bomb-declared.gif': { code: 'limit-exceeded', field: 'GIF/width' },
  'bomb-frames.gif': { code: 'limit-exceeded', field: 'GIF/frame 201' },
  'truncated.gif': { code: 'truncated', field: 'GIF/frame 2/LZW' },
  'bad-type.wbmp': { code: 'bad-value', field: 'wbmp/type' },
  'short.wbmp': { code: 'truncated', field: 'wbmp/pixels' },
  'huge-header.wbmp': { code: 'limit-exceeded', field: 'wbmp/width' },
  'endless-mbi.wbmp': { code: 'bad-value', field: 'wbmp/width' },
};

/** Faults that the headers do not show. */
export const DEEP: ReadonlySet<string> = new Set(['truncated.jpg', 'bad-crc-or-data.png', 'truncated.png']);

export const handset = (make: string, model: string): HandsetProfile => findHandset({ make, model })!;

/** A profile that takes all formats, and changes to it. */
export function profileOf(changes: Record<string, unknown> = {}): HandsetProfile {
  return checkProfile({
    make: 'Acme',
    model: 'One',
    screen: { width: 128, height: 128, colors: 65_536, bitsPerPixel: 16, greyscale: false },
    images: { wbmp: true, gif: true, gifAnimated: true, jpg: true, png: true, bmp: false },
    mms: { receives: true, maxBytes: 100_000, maxWidth: 640, maxHeight: 480, types: ['image/jpeg', 'image/gif', 'image/png'] },
    ...changes,
  });
}

export const grey4 = profileOf({
  screen: { width: 101, height: 67, colors: 4, bitsPerPixel: 2, greyscale: true },
  images: { wbmp: true, gif: false, gifAnimated: false, jpg: false, png: true, bmp: false },
  mms: null,
});

export const oneBit = profileOf({
  screen: { width: 96, height: 65, colors: 2, bitsPerPixel: 1, greyscale: false },
  images: { wbmp: true, gif: false, gifAnimated: false, jpg: false, png: false, bmp: false },
  mms: null,
});

/** Unpacks LZW data in memory that has exactly the space that is asked for; behind the data stands what must not be read as data. */
export function unpackedLzw(packed: Uint8Array, bits: number, wanted: number): Unpacked & { readonly samples: Uint8Array } {
  const data = new Uint8Array(packed.length + SLACK).fill(0x55);
  data.set(packed);
  const to = new Uint8Array(wanted + SLACK);
  const found = unpackLzw(data, packed.length, bits, to, wanted);
  return { ...found, samples: to.subarray(0, found.pixels) };
}
