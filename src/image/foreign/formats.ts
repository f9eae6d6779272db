/**
 * Picture formats that this package has no codec for, recognised by their first octets: which they are, and who may read them.
 *
 *   WebP        "RIFF" length(4) "WEBP"
 *   TIFF        "II" 2A 00, "MM" 00 2A; BigTIFF has 2B
 *   AVIF, HEIC  length(4) "ftyp" brand(4) version(4) brands(4 each)
 *   JPEG 2000   a box "jP  ", or FF 4F FF 51
 *   JPEG XL     a box "JXL ", or FF 0A
 *   SVG         XML whose root is svg
 *
 * Sources: RFC 9649; TIFF 6.0 section 2; ISO/IEC 14496-12 and 23008-12, AV1 Image File Format; ISO/IEC 15444-1; ISO/IEC 18181-2; SVG 1.1.
 * @module
 */
import { DecodeError } from '../../errors.js';
import { beginsWith, fileTypeBySignature } from '../../media/signatures.js';

/** Formats that are read where the caller has installed a package that does. */
export type EngineFormat = 'webp' | 'avif' | 'tiff';

/** A picture of a format that this package has no codec for. */
export interface ForeignPicture {
  /** As people write it. */
  readonly name: string;
  /** Absent where no package is asked to read it. */
  readonly format?: EngineFormat;
}

const AVIF: ForeignPicture = { name: 'AVIF', format: 'avif' };
const HEIC: ForeignPicture = { name: 'HEIC' };

const PICTURES: Readonly<Record<string, ForeignPicture>> = {
  'image/webp': { name: 'WebP', format: 'webp' },
  'image/tiff': { name: 'TIFF', format: 'tiff' },
  'image/jp2': { name: 'JPEG 2000' },
  'image/jxl': { name: 'JPEG XL' },
};

/** Brands of the files that ISO/IEC 23008-12 defines; the general ones are followed by those that the file goes with. */
const AVIF_BRANDS: readonly string[] = ['avif', 'avis'];
const HEIC_BRANDS: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const GENERAL_BRANDS: readonly string[] = ['mif1', 'msf1'];
const MAX_BRANDS = 64;

/** Octets that are looked at for the root of an SVG. */
const MAX_PROLOG = 1024;

/** Which of these formats octets begin as; undefined for all others. */
export function findForeignPicture(octets: Uint8Array): ForeignPicture | undefined {
  return PICTURES[fileTypeBySignature(octets) ?? ''] ?? findByBrand(octets) ?? (isSvg(octets) ? { name: 'SVG' } : undefined);
}

function findByBrand(octets: Uint8Array): ForeignPicture | undefined {
  if (!beginsWith(octets, '????ftyp')) return undefined;
  const brandAt = (at: number) => String.fromCharCode(...octets.subarray(at, at + 4));
  const major = brandAt(8);
  if (AVIF_BRANDS.includes(major)) return AVIF;
  if (HEIC_BRANDS.includes(major)) return HEIC;
  if (!GENERAL_BRANDS.includes(major)) return undefined;
  for (let i = 0; i < MAX_BRANDS; i++) if (AVIF_BRANDS.includes(brandAt(16 + i * 4))) return AVIF;
  return HEIC;
}

function isSvg(octets: Uint8Array): boolean {
  const text = String.fromCharCode(...octets.subarray(0, MAX_PROLOG)).replace(/^\xef\xbb\xbf/, '');
  return /^\s*<(?:[?!]|svg[\s>])/.test(text) && /<svg[\s>]/.test(text);
}

/** The refusal of a format that nobody is asked to read, or of one whose reader is not installed. */
export function foreignRefusal({ name, format }: ForeignPicture, options?: { readonly cause?: unknown }): DecodeError {
  const remedy = format === 'tiff' ? 'install sharp, or jimp, to read it' : 'install sharp to read it';
  const reason = format === undefined ? `is ${name}, which is not read` : `is ${name}: ${remedy}`;
  return new DecodeError('bad-value', 'image', 0, reason, options);
}
