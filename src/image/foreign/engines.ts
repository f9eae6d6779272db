/**
 * Pictures of formats that this package has no codec for, read by packages that a caller has installed: WebP, AVIF and TIFF by sharp, TIFF
 * by jimp where there is no sharp. Neither comes with this package.
 * @module
 */
import { DecodeError } from '../../errors.js';
import { buildProbe, type ImageSource, type ProbeOptions, requireImageOctets } from '../probe.js';
import type { Raster } from '../raster.js';
import { orient } from '../turn.js';
import { type ForeignPicture, foreignRefusal } from './formats.js';
import { loadSharp, openBySharp } from './sharp.js';
import { checkTiff } from './tiff.js';

/**
 * Reads the headers of a picture that this package has no codec for.
 * @throws DecodeError, LimitError as `probe`; DecodeError `bad-value` with field `image` for a format that nobody reads, or only a package
 *   that is not installed.
 */
export async function openForeign(octets: Uint8Array, picture: ForeignPicture, options: ProbeOptions): Promise<ImageSource> {
  requireImageOctets(octets, options);
  const { format } = picture;
  if (format === undefined) throw foreignRefusal(picture);
  let cause: unknown;
  const sharp = await loadSharp().catch((error: unknown) => {
    cause = error;
    return undefined;
  });
  if (sharp !== undefined) return openBySharp(sharp, octets, format, options);
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

function openTiff(jimp: Jimp, octets: Uint8Array, { limits }: ProbeOptions): ImageSource {
  const { isGrey: grey, octets: checked, widthPx, heightPx, ...more } = checkTiff(octets, limits);
  const decode = async (): Promise<Raster> => {
    try {
      const { data } = (await jimp.read(Buffer.from(checked.buffer))).bitmap;
      const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      return orient({ widthPx, heightPx, channels: 4, samples }, more.orientation);
    } catch (cause) {
      throw new DecodeError('bad-value', 'TIFF', 0, `jimp cannot read it: ${(cause as Error).message}`, { cause });
    }
  };
  return { octets, probe: buildProbe('tiff', { widthPx, heightPx }, { ...more, grey }), decode };
}
