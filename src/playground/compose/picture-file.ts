/**
 * Picture files as the page takes and offers them: those of handsets are read and written here, those of everybody go to the browser, once
 * their size is known to be small enough. No DOM here.
 * @module
 */
import type { Bitmap } from '../../bitmap/index.js';
import { decodeUtf8, encodeUtf8 } from '../../bytes/index.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { DEFAULT_LIMITS, DecodeError, FormatError, LimitError } from '../../errors.js';
import { type BitmapExtension, type Network, PICTURE_FILES } from '../../inspect/formats/picture-files.js';
import { TABLE } from '../../inspect/formats/table.js';
import { findWebpSize } from '../../media/declared-size.js';
import { type PictureSize, pictureSize, sniffMediaType } from '../../mms/binary.js';
import { findExtension } from '../../show/files.js';
import { encodeBitmapPng } from '../../show/png.js';
import type { NamedFile } from '../composed.js';
import { BROWSER_PICTURES } from '../ui/browser-types.js';

/** A picture of one bit a pixel, and what came with it. */
export interface BitmapFile {
  readonly kind: 'bitmap';
  /** In words: `operator logo (.nol)`. */
  readonly format: string;
  readonly bitmap: Bitmap;
  readonly text?: string | undefined;
  readonly network?: Network | undefined;
}

/** A picture that the browser reads. */
export interface BrowserFile extends PictureSize {
  readonly kind: 'browser';
  /** Media type. */
  readonly type: string;
}

export type PictureFile = BitmapFile | BrowserFile;

/** File name endings for a file dialogue. */
export const PICTURE_ENDINGS = '.png,.jpg,.jpeg,.gif,.bmp,.webp,.otb,.nol,.ngg,.npm,.nlm,.wbmp,.hex,.txt';

/**
 * Reads a picture, or the size of one that the browser is to read.
 * @throws DecodeError for what is no picture, or a damaged one; LimitError past `sourcePixels`, `bitmapPixels` or `imageOctets`.
 */
export function readPictureFile(name: string, octets: Uint8Array): PictureFile {
  requireFileSize(octets.length);
  const type = sniffMediaType(octets);
  if (type !== undefined && BROWSER_PICTURES.includes(type)) return { kind: 'browser', type, ...sizeOf(octets, type) };
  if (octets.length === 0) throw new DecodeError('truncated', 'picture', 0, 'the file is empty');
  const [ending = ''] = /\.[a-z]+$/i.exec(name) ?? [];
  const extension = findExtension(octets, ending.toLowerCase()) ?? (octets[0] === 0 ? '.otb' : '.rows');
  if (!isBitmap(extension)) throw unknownPicture();
  const { format, load } = PICTURE_FILES[extension];
  if (extension === '.rows') checkRows(octets);
  const { frames, text, network } = load(octets, { lenient: true });
  const words = format === undefined ? TEXTS[extension] : TABLE[format].label;
  return { kind: 'bitmap', format: `${words} (${extension})`, bitmap: frames[0] as Bitmap, text, network };
}

function isBitmap(extension: string): extension is BitmapExtension {
  return Object.hasOwn(PICTURE_FILES, extension);
}

/** Forms that are texts for people, and have no format of their own. */
const TEXTS: Readonly<Record<string, string>> = { '.hex': 'OTA bitmap in hex', '.rows': 'rows of pixels' };

/** @throws LimitError for a file past `imageOctets`; for use before it is read. */
export function requireFileSize(octets: number): void {
  const limit = DEFAULT_LIMITS.imageOctets;
  if (octets > limit) throw new LimitError('limit-exceeded', 'picture', undefined, `${octets} octets, at most ${limit}`);
}

function unknownPicture(): DecodeError {
  const known = 'PNG, JPEG, GIF, BMP, WebP, OTB, NOL, NGG, NPM, NLM, WBMP, hex, and rows of # and .';
  return new DecodeError('bad-value', 'picture', 0, `unknown picture format, known: ${known}`);
}

/** A text of something else is not a picture; one with a wrong sign in it says where. */
function checkRows(octets: Uint8Array): void {
  const text = tryDecode(() => decodeUtf8(octets)) ?? '';
  if (!/^\s*[#.]/.test(text)) throw unknownPicture();
  const odd = /[^#. \r\n]/.exec(text);
  if (odd === null) return;
  throw new DecodeError('bad-value', 'picture', odd.index, `${JSON.stringify(odd[0])} is no pixel: rows are of "#" and "."`);
}

// ---- files that are offered ----

/** What a file may hold besides. */
export interface PictureFilesOptions {
  /** Name in front of the endings. */
  readonly name: string;
  readonly network?: Network | undefined;
  readonly text?: string | undefined;
}

/** The files that are offered of a bitmap, with their media types. */
const OFFERED: readonly (readonly [extension: BitmapExtension | '.png', type: string])[] = [
  ['.otb', 'image/x-ota-bitmap'],
  ['.nol', 'application/octet-stream'],
  ['.ngg', 'application/octet-stream'],
  ['.npm', 'application/octet-stream'],
  ['.wbmp', 'image/vnd.wap.wbmp'],
  ['.bmp', 'image/bmp'],
  ['.png', 'image/png'],
  ['.rows', 'text/plain'],
];

/** A bitmap in every form that has a place for it: one that has none (a side or a text that is too long) is left out. */
export function pictureFiles(bitmap: Bitmap, { name, network, text }: PictureFilesOptions): NamedFile[] {
  const given = { '.nol': network, '.npm': text };
  const networkOf = () => network as Network;
  return OFFERED.flatMap(([extension, type]) => {
    if (extension in given && given[extension as keyof typeof given] === undefined) return [];
    try {
      const file =
        extension === '.png'
          ? encodeBitmapPng(bitmap)
          : PICTURE_FILES[extension].write({ frames: [bitmap], text }, { networkOf });
      const octets = typeof file === 'string' ? encodeUtf8(file) : file;
      return [{ name: `${name}${extension === '.rows' ? '.txt' : extension}`, type, octets }];
    } catch (error) {
      if (error instanceof FormatError) return [];
      throw error;
    }
  });
}

// ---- pictures for the browser ----

function sizeOf(octets: Uint8Array, type: string): PictureSize {
  const size = type === 'image/webp' ? findWebpSize(octets) : pictureSize(octets, type);
  if (size === undefined)
    throw new DecodeError('bad-value', 'picture', 0, `the header of ${type} does not say how large it is`);
  const { widthPx, heightPx } = size;
  const limit = DEFAULT_LIMITS.sourcePixels;
  if (widthPx * heightPx > limit) {
    throw new LimitError('limit-exceeded', 'picture', undefined, `${widthPx} x ${heightPx} pixels, at most ${limit}`);
  }
  return size;
}
