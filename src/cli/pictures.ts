/**
 * Pictures as files: what each form holds beside its pixels, read and written.
 * @module
 */
import {
  type Bitmap,
  bitmapFromRows,
  bitmapToRows,
  decodeBmp,
  decodeNgg,
  decodeNlm,
  decodeNol,
  decodeNpm,
  decodeOtb,
  decodeWbmp,
  encodeBmp,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeOtb,
  encodeWbmp,
  formatOtaHex,
  type NlmKind,
  parseOtaHex,
  type RgbaPixels,
} from '../bitmap/index.js';
import { decodeUtf8 } from '../bytes/index.js';
import { DEFAULT_LIMITS, LimitError } from '../errors.js';
import { type SourcePicture, TARGETS, type Target, toBitmaps } from './bitmaps.js';
import { isColourBmp, type ReadOptions, readColours } from './colours.js';
import { type FileContent, isPhoto, type PhotoExtension, type PictureExtension } from './files.js';
import { inFile, inFileAsync, inputName, type Session, UsageError } from './io.js';
import type { PictureFileOptions } from './picture-options.js';
import { writeBitmapPng } from './png.js';

/** A network by its mobile country and network codes. */
export interface Network {
  readonly mcc: string;
  readonly mnc: string;
}

/** A picture as a file holds it. */
export interface Picture extends SourcePicture {
  readonly extension: PictureExtension | PhotoExtension;
  /** Text of a picture message. */
  readonly text?: string | undefined;
  /** Network of an operator logo. */
  readonly network?: Network | undefined;
  /** What the pictures of an .nlm are for. */
  readonly use?: NlmKind;
}

// ---- Reading ----

/** What a picture is called: an operator logo with its network, a picture message, a group graphic. */
export function pictureName({ extension, network, text }: Picture): string {
  if (network !== undefined) return `operator logo ${network.mcc}-${network.mnc}`;
  if (text !== undefined) return 'picture message';
  return { '.ngg': 'group graphic', '.npm': 'picture message' }[extension as string] ?? 'picture';
}

/** The picture of a file. */
export async function readPicture(session: Session, content: FileContent, lenient: boolean): Promise<Picture> {
  const { path, octets, extension } = content;
  if (!isPhoto(extension) && extension !== '.png' && !(extension === '.bmp' && isColourBmp(octets))) {
    return readOneBit(session, content, lenient);
  }
  const [first, ...others] = await inFileAsync(path, () => readColours(octets, readOptions(session, path, lenient)));
  return { extension, colours: [first as RgbaPixels, ...others], frames: [] };
}

/** The picture of a file that has no colours. */
export function readOneBit(session: Session, content: FileContent, lenient: boolean): Picture {
  const { path } = content;
  return inFile(path, () => decodeOneBit(content, readOptions(session, path, lenient)));
}

function readOptions(session: Session, path: string, lenient: boolean): ReadOptions {
  return { lenient, onIssue: ({ message }) => session.warn(`${inputName(path)}: ${message}`) };
}

function decodeOneBit({ octets, extension }: FileContent, options: ReadOptions): Picture {
  const one = (bitmap: Bitmap): Picture => ({ extension: extension as PictureExtension, frames: [bitmap] });
  switch (extension) {
    case '.otb':
      return one(decodeOtb(octets, options));
    case '.nol': {
      const { bitmap, mcc, mnc } = decodeNol(octets, options);
      return { ...one(bitmap), network: { mcc, mnc } };
    }
    case '.ngg':
      return one(decodeNgg(octets, options).bitmap);
    case '.nlm': {
      const { kind, frames } = decodeNlm(octets, options);
      return { extension, frames, use: kind };
    }
    case '.npm': {
      const { bitmap, text } = decodeNpm(octets, options);
      return { ...one(bitmap), text };
    }
    case '.wbmp':
      return one(decodeWbmp(octets, options));
    case '.bmp':
      return one(decodeBmp(octets, options));
    case '.hex':
      return readHex(decodeUtf8(octets), options);
    default:
      return one(bitmapFromRows(linesOf(decodeUtf8(octets))));
  }
}

function readHex(text: string, options: ReadOptions): Picture {
  const found = parseOtaHex(text.replace(/\s+/g, ''), options);
  const picture = { extension: '.hex', frames: [found.bitmap] } as const;
  switch (found.form) {
    case 'operatorLogo':
      return { ...picture, network: { mcc: found.mcc, mnc: found.mnc } };
    case 'pictureMessage':
      return { ...picture, text: found.text };
    default:
      return picture;
  }
}

/**
 * Lines of a drawing; blanks that an editor took from their ends are white pixels again.
 * @throws LimitError past `bitmapPixels`, before a short file becomes a large picture.
 */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const { bitmapPixels } = DEFAULT_LIMITS;
  if (width * lines.length > bitmapPixels) {
    throw new LimitError('limit-exceeded', 'rows', undefined, `${width}x${lines.length} pixels, at most ${bitmapPixels}`);
  }
  return lines.map((line) => line.padEnd(width, '.'));
}

// ---- Writing ----

/** What files of a form are for: their pictures get its size. */
const TARGET_OF: Partial<Record<PictureExtension, Target>> = {
  '.nol': TARGETS.operatorLogo,
  '.ngg': TARGETS.groupGraphic,
  '.npm': TARGETS.pictureMessage,
  '.nlm': { name: 'an .nlm', sizes: [[255, 255]], rule: 'limit' },
};

/** A picture in the form that an extension names, and the bitmap that went into it. What it cannot hold becomes a warning. */
export function writePicture(
  session: Session,
  picture: Picture,
  extension: PictureExtension,
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
  const withText = { ...picture, text, frames };
  return { file: encodeFile(withText, extension, options), bitmap };
}

function encodeFile(picture: Picture, extension: PictureExtension, options: PictureFileOptions): string | Uint8Array {
  const { frames, text } = picture;
  const bitmap = frames[0] as Bitmap;
  const packing = options.packing === undefined ? {} : { packing: options.packing };
  switch (extension) {
    case '.png':
      return writeBitmapPng(bitmap);
    case '.otb':
      return encodeOtb(bitmap, packing);
    case '.nol':
      return encodeNol({ ...networkOf(picture, options, 'a .nol'), bitmap });
    case '.ngg':
      return encodeNgg({ bitmap });
    case '.nlm':
      return encodeNlm({ kind: picture.use ?? useOf(bitmap), frames });
    case '.npm':
      return encodeNpm({ bitmap, ...(text !== undefined && { text }) });
    case '.wbmp':
      return encodeWbmp(bitmap);
    case '.bmp':
      return encodeBmp(bitmap);
    case '.hex':
      return `${formatOtaHex(bitmap, packing)}\n`;
    default:
      return `${bitmapToRows(bitmap).join('\n')}\n`;
  }
}

/** What a picture of this size is for: Nokia's own sizes, and a start-up logo for the others. */
function useOf({ widthPx, heightPx }: Bitmap): NlmKind {
  if (heightPx <= 21 && widthPx <= 78) return 'operatorLogo';
  return widthPx === 72 && heightPx === 28 ? 'picture' : 'startupLogo';
}

/** The network that the options name, else that of the file. */
export function networkOf(picture: Picture, { mcc, mnc }: PictureFileOptions, what: string): Network {
  if ((mcc === undefined) !== (mnc === undefined)) throw new UsageError('--mcc and --mnc go together');
  if (mcc !== undefined && mnc !== undefined) return { mcc, mnc };
  if (picture.network === undefined) throw new UsageError(`${what} names a network: --mcc and --mnc are needed`);
  return picture.network;
}
