/**
 * Picture formats that this package has no codec for: which they are, and who may read them.
 *
 *   WebP, AVIF             sharp; on a page the browser
 *   TIFF                   sharp, jimp
 *   HEIC                   libheif-js; sharp, where its libvips can; on a page the browser, where it can
 *   JPEG 2000, JPEG XL     sharp, where its libvips can; on a page the browser, where it can
 *   SVG                    sharp
 *
 * They are recognised by their first octets (media/signatures.ts).
 * @module
 */
import { DecodeError } from '../../errors.js';
import { findForeignType } from '../../media/signatures.js';

/** Picture formats that an installed package or the browser reads. */
export type EngineFormat = 'webp' | 'avif' | 'heic' | 'tiff' | 'svg' | 'jp2' | 'jxl';

/** A picture of a format that this package has no codec for. */
export interface ForeignPicture {
  /** As people write it. */
  readonly name: string;
  readonly format: EngineFormat;
}

/** Content type of each format. */
export const FOREIGN_TYPES: Readonly<Record<EngineFormat, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  jp2: 'image/jp2',
  jxl: 'image/jxl',
};

/** What is to be done where nothing that is installed reads a format. */
const REMEDIES: Readonly<Record<EngineFormat, string>> = {
  webp: 'install sharp to read it',
  avif: 'install sharp to read it',
  heic: 'install libheif-js to read it',
  tiff: 'install sharp, or jimp, to read it',
  svg: 'install sharp, and ask for it by the option svg, to draw it',
  jp2: 'install sharp, with a libvips that reads it',
  jxl: 'install sharp, with a libvips that reads it',
};

/** Which of these formats octets begin as; undefined for all others. */
export function findForeignPicture(octets: Uint8Array): ForeignPicture | undefined {
  const found = findForeignType(octets);
  if (found === undefined) return undefined;
  const [format] = Object.entries(FOREIGN_TYPES).find(([, type]) => type === found.contentType) as [EngineFormat, string];
  return { name: found.name, format };
}

/** The refusal of a format whose reader is not installed. */
export function foreignRefusal({ name, format }: ForeignPicture, options?: { readonly cause?: unknown }): DecodeError {
  return new DecodeError('bad-value', 'image', 0, `is ${name}: ${REMEDIES[format]}`, options);
}
