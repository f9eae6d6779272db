/**
 * Picture files as the page takes them: those of handsets are read here, those of everybody go to the browser, once their size is known to
 * be small enough. No DOM here.
 *
 * Source of WebP's sizes: RFC 9649, sections 2.5 to 2.7.
 * @module
 */
import {
  type Bitmap,
  bitmapFromRows,
  decodeNgg,
  decodeNlm,
  decodeNol,
  decodeNpm,
  decodeOtb,
  decodeWbmp,
  parseOtaHex,
} from '../../bitmap/index.js';
import { u16le, u32le } from '../../bytes/octets.js';
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../../errors.js';
import { type PictureSize, pictureSize, sniffMediaType } from '../../mms/binary.js';

/** A picture of one bit a pixel, and what came with it. */
export interface BitmapFile {
  readonly kind: 'bitmap';
  /** In words: `operator logo (.nol)`. */
  readonly format: string;
  readonly bitmap: Bitmap;
  readonly text?: string | undefined;
  readonly network?: { readonly mcc: string; readonly mnc: string } | undefined;
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
  requireRoom(octets.length);
  const type = browserType(octets);
  if (type !== undefined) return { kind: 'browser', type, ...sizeOf(octets, type) };
  const [ending = ''] = /\.[a-z]+$/i.exec(name) ?? [];
  switch (magicOf(octets) ?? ending.toLowerCase()) {
    case '.nol': {
      const { bitmap, mcc, mnc } = decodeNol(octets, LENIENT);
      return { kind: 'bitmap', format: 'operator logo (.nol)', bitmap, network: { mcc, mnc } };
    }
    case '.ngg':
      return { kind: 'bitmap', format: 'group graphic (.ngg)', bitmap: decodeNgg(octets, LENIENT).bitmap };
    case '.npm':
      return { kind: 'bitmap', format: 'picture message (.npm)', ...decodeNpm(octets, LENIENT) };
    case '.nlm':
      return { kind: 'bitmap', format: 'logo (.nlm)', bitmap: decodeNlm(octets, LENIENT).frames[0] as Bitmap };
    case '.wbmp':
      return { kind: 'bitmap', format: 'WAP bitmap (.wbmp)', bitmap: decodeWbmp(octets, LENIENT) };
    case '.otb':
      return { kind: 'bitmap', format: 'over-the-air bitmap (.otb)', bitmap: decodeOtb(octets, LENIENT) };
    default:
      return readUnnamed(octets);
  }
}

/** @throws LimitError for a file past `imageOctets`; for use before it is read. */
export function requireRoom(octets: number): void {
  const limit = DEFAULT_LIMITS.imageOctets;
  if (octets > limit) throw new LimitError('limit-exceeded', 'picture', undefined, `${octets} octets, at most ${limit}`);
}

const LENIENT = { lenient: true } as const;

/** What the first octets say of files for handsets. */
function magicOf(octets: Uint8Array): string | undefined {
  const magic = ascii(octets, 0, 3);
  const isText = (octets[3] ?? 1) > 0x20;
  if (isText) return undefined;
  return { NOL: '.nol', NGG: '.ngg', NPM: '.npm', NLM: '.nlm' }[magic];
}

/** Without a telling name: text is hex or rows, two zeros are WBMP's, and what is left may be an OTA bitmap. */
function readUnnamed(octets: Uint8Array): PictureFile {
  if (octets.length === 0) throw new DecodeError('truncated', 'picture', 0, 'the file is empty');
  if (octets.every((octet) => (octet >= 0x20 && octet < 0x7f) || octet === 9 || octet === 10 || octet === 13)) {
    return readText(ascii(octets, 0, octets.length));
  }
  if (octets[0] === 0 && octets[1] === 0) {
    return { kind: 'bitmap', format: 'WAP bitmap', bitmap: decodeWbmp(octets, LENIENT) };
  }
  if (octets[0] === 0) return { kind: 'bitmap', format: 'over-the-air bitmap', bitmap: decodeOtb(octets, LENIENT) };
  throw unknownPicture();
}

function unknownPicture(): DecodeError {
  const takes = 'PNG, JPEG, GIF, BMP, WebP, OTB, NOL, NGG, NPM, NLM, WBMP, hex and rows of # and . are';
  return new DecodeError('bad-value', 'picture', 0, `the file is no picture that is known here; ${takes}`);
}

/** Hex digits, or rows of `#` and `.`. */
function readText(text: string): BitmapFile {
  if (/^\s*[0-9A-Fa-f][\s0-9A-Fa-f]*$/.test(text)) {
    const found = parseOtaHex(text.replace(/\s+/g, ''), LENIENT);
    const { bitmap } = found;
    if (found.form === 'operatorLogo') {
      return { kind: 'bitmap', format: 'operator logo in hex', bitmap, network: { mcc: found.mcc, mnc: found.mnc } };
    }
    if (found.form === 'pictureMessage') return { kind: 'bitmap', format: 'picture message in hex', bitmap, text: found.text };
    return { kind: 'bitmap', format: 'over-the-air bitmap in hex', bitmap };
  }
  const lines = text.replace(/\s+$/, '').split(/\r?\n/);
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const limit = DEFAULT_LIMITS.bitmapPixels;
  if (width * lines.length > limit) {
    throw new LimitError('limit-exceeded', 'picture', undefined, `${width} x ${lines.length} pixels, at most ${limit}`);
  }
  if (!/^\s*[#.]/.test(text)) throw unknownPicture();
  const odd = /[^#. \r\n]/.exec(text);
  if (odd !== null) {
    throw new DecodeError('bad-value', 'picture', odd.index, `${JSON.stringify(odd[0])} is no pixel: rows are of "#" and "."`);
  }
  return { kind: 'bitmap', format: 'rows of pixels', bitmap: bitmapFromRows(lines.map((line) => line.padEnd(width, '.'))) };
}

// ---- pictures for the browser ----

const BROWSER_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/bmp'];

function browserType(octets: Uint8Array): string | undefined {
  if (ascii(octets, 0, 4) === 'RIFF' && ascii(octets, 8, 4) === 'WEBP') return 'image/webp';
  const type = sniffMediaType(octets);
  return BROWSER_TYPES.find((known) => known === type);
}

function sizeOf(octets: Uint8Array, type: string): PictureSize {
  const size = type === 'image/webp' ? webpSize(octets) : pictureSize(octets, type);
  if (size === undefined)
    throw new DecodeError('bad-value', 'picture', 0, `the header of ${type} does not say how large it is`);
  const { widthPx, heightPx } = size;
  const limit = DEFAULT_LIMITS.sourcePixels;
  if (widthPx * heightPx > limit) {
    throw new LimitError('limit-exceeded', 'picture', undefined, `${widthPx} x ${heightPx} pixels, at most ${limit}`);
  }
  return size;
}

/** Of the first chunk: lossy, lossless, or extended, which says the size of the canvas less one. */
function webpSize(octets: Uint8Array): PictureSize | undefined {
  if (octets.length < 30) return undefined;
  switch (ascii(octets, 12, 4)) {
    case 'VP8 ':
      return nonZero(u16le(octets, 26) & 0x3fff, u16le(octets, 28) & 0x3fff);
    case 'VP8L': {
      const bits = u32le(octets, 21);
      return nonZero((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return nonZero((u32le(octets, 24) & 0xffffff) + 1, (u32le(octets, 26) >>> 8) + 1);
    default:
      return undefined;
  }
}

function nonZero(widthPx: number, heightPx: number): PictureSize | undefined {
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : undefined;
}

function ascii(octets: Uint8Array, at: number, length: number): string {
  let text = '';
  const end = Math.min(at + length, octets.length);
  for (let i = at; i < end; i++) text += String.fromCharCode(octets[i] as number);
  return text;
}
