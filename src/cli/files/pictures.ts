/**
 * Pictures as files: what each form holds beside its pixels, read and written. PNG, JPEG, GIF and BMP of more than one bit a pixel have
 * colours: the image module reads them, and is loaded with the first one.
 *
 * Source of the place of a BMP's bits a pixel: BITMAPCOREHEADER and BITMAPINFOHEADER as Microsoft documents them.
 * @module
 */
import type { Bitmap, RgbaPixels } from '../../bitmap/index.js';
import { u16le } from '../../bytes/octets.js';
import type { Issue } from '../../bytes/reading.js';
import { DEFAULT_LIMITS } from '../../errors.js';
import { type BitmapExtension, type Network, PICTURE_FILES, type PictureContent } from '../../inspect/formats/picture-files.js';
import { encodeBitmapPng } from '../../show/png.js';
import { deflate, inFile, inFileAsync, type Session, UsageError } from '../io.js';
import { type SourcePicture, type Target, targetOfKind, toBitmaps } from './bitmaps.js';
import type { PictureFileOptions } from './picture-options.js';
import { type FileContent, readingOptions } from './recognise.js';

/** A picture as a file holds it. */
export interface Picture extends SourcePicture, PictureContent {
  readonly extension: string;
  readonly frames: readonly Bitmap[];
}

// ---- Reading ----

/** The picture of a file. */
export async function readPicture(session: Session, content: FileContent, lenient: boolean): Promise<Picture> {
  const { path, octets, extension } = content;
  if (isBitmap(extension) && !(extension === '.bmp' && isColourBmp(octets))) {
    return inFile(path, () => decodeOneBit(content, readingOptions(session, path, lenient)));
  }
  const [first, ...others] = await inFileAsync(path, () => readColours(octets, readingOptions(session, path, lenient)));
  return { extension, colours: [first as RgbaPixels, ...others], frames: [] };
}

/** Whether files of an extension are pictures of one bit. */
function isBitmap(extension: string): extension is BitmapExtension {
  return Object.hasOwn(PICTURE_FILES, extension);
}

function decodeOneBit({ octets, extension }: FileContent, options: ReadOptions): Picture {
  const named = extension as BitmapExtension;
  return { extension: named, ...PICTURE_FILES[named].load(octets, options) };
}

/** How pictures with colours are read. */
interface ReadOptions {
  /** Read on past faults. */
  readonly lenient: boolean;
  /** Takes each fault that was passed over. */
  readonly onIssue: (issue: Issue) => void;
}

/**
 * The pictures of a file, upright: one, or those of an animation as they are seen one after the other.
 * @throws DecodeError as the image module's `decodeImage`.
 * @throws LimitError past `imageOctets`, `imageFrames` or `sourcePixels` of DEFAULT_LIMITS, the last of all pictures together.
 */
export async function readColours(octets: Uint8Array, options: ReadOptions): Promise<RgbaPixels[]> {
  const [{ decodeImage }, { toRgba }] = await Promise.all([
    import('../../image/decode-image.js'),
    import('../../image/raster.js'),
  ]);
  const { sourcePixels } = DEFAULT_LIMITS;
  const limits = { imagePixels: sourcePixels, imageFramePixels: sourcePixels };
  const { frames } = await decodeImage(octets, { ...options, limits, svg: true });
  return frames.map(({ raster }) => {
    const { widthPx, heightPx, samples } = toRgba(raster);
    return { widthPx, heightPx, rgba: samples };
  });
}

/** Length of the header of OS/2, whose sides have two octets. */
const CORE_HEADER = 12;

/** Whether a .bmp says that it has another number of bits a pixel than one, which is what handsets take. */
export function isColourBmp(octets: Uint8Array): boolean {
  const depthAt = octets[14] === CORE_HEADER ? 24 : 28;
  return octets.length >= depthAt + 2 && u16le(octets, depthAt) !== 1;
}

// ---- Writing ----

/** What files of a form are for: their pictures get its size. */
const TARGET_OF: Readonly<Record<string, Target | undefined>> = {
  '.nol': targetOfKind('operatorLogo'),
  // Files of these are as large as logos, messages of them are not.
  '.ngg': { ...targetOfKind('groupGraphic'), sizes: targetOfKind('operatorLogo').sizes },
  '.npm': targetOfKind('pictureMessage'),
  '.nlm': { name: 'an .nlm', sizes: [[255, 255]], rule: 'limit' },
};

/** A picture in the form that an extension names, and the bitmap that went into it. What it cannot hold becomes a warning. */
export function writePicture(
  session: Session,
  picture: Picture,
  extension: string,
  options: PictureFileOptions,
): { readonly file: string | Uint8Array; readonly bitmap: Bitmap } {
  const frames = toBitmaps(session, picture, options, TARGET_OF[extension]);
  const bitmap = frames[0] as Bitmap;
  const text = options.text ?? picture.text;
  if (frames.length > 1 && extension !== '.nlm') session.warn(`only the first of ${frames.length} pictures is written`);
  if (extension !== '.npm') {
    if (options.text !== undefined) throw new UsageError('--text goes with .npm');
    if (text !== undefined && text !== '') session.warn('the text is not written: only .npm holds one');
  }
  if (options.packing !== undefined && extension !== '.otb' && extension !== '.hex') {
    throw new UsageError('--packing goes with .otb and .hex');
  }
  if (extension === '.png') return { file: encodeBitmapPng(bitmap, deflate), bitmap };
  const { packing } = options;
  const networkFor = () => networkOf(picture, options, 'a .nol');
  const written = { ...picture, text, frames };
  const file = PICTURE_FILES[extension as BitmapExtension].write(written, {
    networkOf: networkFor,
    ...(packing !== undefined && { packing }),
  });
  return { file, bitmap };
}

/** The network that the options name, else that of the file. */
export function networkOf(picture: Picture, { mcc, mnc }: PictureFileOptions, what: string): Network {
  if ((mcc === undefined) !== (mnc === undefined)) throw new UsageError('--mcc and --mnc go together');
  if (mcc !== undefined && mnc !== undefined) return { mcc, mnc };
  if (picture.network === undefined) throw new UsageError(`${what} names a network: --mcc and --mnc are needed`);
  return picture.network;
}
