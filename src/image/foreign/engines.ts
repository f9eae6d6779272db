/**
 * Pictures of formats that this package has no codec for, read by packages that a caller has installed: WebP, AVIF and TIFF by sharp, TIFF
 * by jimp where there is no sharp. Neither comes with this package.
 * @module
 */
import { DecodeError } from '../../errors.js';
import { CONTENT_TYPES, type Probe, type ProbeOptions, probe, requireImageOctets } from '../probe.js';
import { orient, type Raster } from '../raster.js';
import { type ForeignPicture, findForeignPicture, foreignRefusal } from './formats.js';
import { decodeBySharp, loadSharp, probeBySharp } from './sharp.js';
import { checkTiff } from './tiff.js';

/** A picture whose headers were read. */
interface ForeignFile {
  readonly source: Probe;
  /** Its pixels, upright; of several pictures the first. */
  readonly decode: () => Promise<Raster>;
}

/**
 * What a picture file says of itself, of every format that is read here.
 * @throws DecodeError, LimitError as `probe`; DecodeError `bad-value` with field `image` for a format that nobody reads, or only a package
 *   that is not installed.
 */
export async function probeAny(octets: Uint8Array, options: ProbeOptions): Promise<Probe> {
  if (findForeignPicture(octets) === undefined) return probe(octets, options);
  return (await openForeign(octets, options)).source;
}

/** The pixels of a picture that this package has no codec for. @throws as {@link probeAny} */
export async function decodeForeign(octets: Uint8Array, options: ProbeOptions): Promise<Raster> {
  return (await openForeign(octets, options)).decode();
}

async function openForeign(octets: Uint8Array, options: ProbeOptions): Promise<ForeignFile> {
  requireImageOctets(octets, options);
  const picture = findForeignPicture(octets) as ForeignPicture;
  const { format } = picture;
  if (format === undefined) throw foreignRefusal(picture);
  let cause: unknown;
  const sharp = await loadSharp().catch((error: unknown) => {
    cause = error;
    return undefined;
  });
  if (sharp !== undefined) {
    const source = await probeBySharp(sharp, octets, format, options);
    return { source, decode: () => decodeBySharp(sharp, octets, source, options) };
  }
  const jimp = format === 'tiff' ? await loadJimp() : undefined;
  if (jimp === undefined) throw foreignRefusal(picture, { cause });
  return openTiff(jimp, octets, options);
}

// ---- jimp ----

/** What is used of jimp. */
interface Jimp {
  read(octets: Uint8Array): Promise<{ readonly bitmap: { readonly data: Uint8Array } }>;
}

/** Not a literal, so that no tool takes it for a dependency of this package. */
const MODULE: string = 'jimp';

async function loadJimp(): Promise<Jimp | undefined> {
  try {
    const { Jimp } = (await import(MODULE)) as { Jimp: Jimp };
    return Jimp;
  } catch {
    return undefined;
  }
}

function openTiff(jimp: Jimp, octets: Uint8Array, { limits }: ProbeOptions): ForeignFile {
  const { widthPx, heightPx, orientation, bitDepth, isGrey, hasAlpha, octets: checked } = checkTiff(octets, limits);
  const isTurned = orientation >= 5;
  const source: Probe = {
    format: 'tiff',
    contentType: CONTENT_TYPES.tiff,
    widthPx: isTurned ? heightPx : widthPx,
    heightPx: isTurned ? widthPx : heightPx,
    storedWidthPx: widthPx,
    storedHeightPx: heightPx,
    orientation,
    frames: 1,
    animated: false,
    hasAlpha,
    bitDepth,
    grey: isGrey,
  };
  const decode = async (): Promise<Raster> => {
    try {
      const { data } = (await jimp.read(Buffer.from(checked.buffer))).bitmap;
      const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      return orient({ widthPx, heightPx, channels: 4, samples }, orientation);
    } catch (cause) {
      throw new DecodeError('bad-value', 'TIFF', 0, `jimp cannot read it: ${(cause as Error).message}`, { cause });
    }
  };
  return { source, decode };
}
