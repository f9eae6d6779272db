/**
 * The blocks of a GIF: what it declares, and where the data of its frames are. No pixel is unpacked.
 *
 *   "GIF87a" or "GIF89a" | width(2) height(2) flags background aspect | global colours | blocks ... | 3B
 *   2C left(2) top(2) width(2) height(2) flags | local colours | pixel bits | data of a frame     low octets first
 *   21 F9 | 04 | flags delay(2) transparent | 00                                                  control of the frame that follows
 *   21 FF | 0B "NETSCAPE2.0" | 03 01 loops(2) | 00                                                how often the animation is played
 *   data: length(1) octets, again and again, up to the length 0
 *
 * Disposal 4, which old encoders mean as 3, is 3; 5 to 7 are not defined and keep the frame.
 *
 * Source: GIF89a specification, CompuServe 1990; NETSCAPE2.0 was published by Netscape alone (1996), ANIMEXTS1.0 is the same.
 * @module
 */
import { u16le } from '../bytes/file-fields.js';
import { requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import type { DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, LimitError, type Limits } from '../errors.js';
import { readImageDescriptor } from '../media/gif.js';
import { isCutSignature, isOfType } from '../media/signatures.js';
import { type Area, areaOf, clip } from './area.js';
import { imageReading, reportTrailing } from './leniency.js';

/** What becomes of a frame when its time is over (section 23). */
export const DISPOSAL = {
  None: 0,
  Keep: 1,
  /** Its rectangle becomes transparent. */
  Clear: 2,
  /** Its rectangle becomes what it was before. */
  Restore: 3,
} as const;

/** What a GIF says of itself. */
export interface GifHeader {
  readonly version: '87a' | '89a';
  /** Of the screen that frames are laid upon, 1 to 65535. */
  readonly widthPx: number;
  /** Of the screen that frames are laid upon, 1 to 65535. */
  readonly heightPx: number;
  /** Pictures in it, at least 1. */
  readonly frames: number;
  /** How often the animation is played again, 0 without an end; absent when it is played once. */
  readonly loops?: number;
  /** How long all frames are shown, in milliseconds. */
  readonly durationMs: number;
  /** Colours of the largest of its tables. */
  readonly colors: number;
  /** Whether something may shine through: a transparent colour, frames that leave a part of the screen free, or that are cleared. */
  readonly hasAlpha: boolean;
}

/** A frame as it stands in the file. */
export interface Picture extends Area {
  readonly index: number;
  readonly isInterlaced: boolean;
  /** Red, green and blue. */
  readonly colors: Uint8Array;
  readonly transparentIndex: number;
  readonly disposal: number;
  readonly delayMs: number;
  /** Width of a pixel in its data, 1 to 8; 0 when that is not to be known. */
  readonly pixelBits: number;
  /** Where the parts of its data begin. */
  readonly dataAt: number;
}

/** A file taken apart, no pixel of it unpacked. */
export interface GifFile {
  readonly header: GifHeader;
  readonly pictures: readonly Picture[];
}

/** `GIF87a` or `GIF89a`. */
const SIGNATURE_OCTETS = 6;

/** What blocks begin with, and extensions behind that (appendix B). */
const TRAILER = 0x3b;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const CONTROL = 0xf9;
const APPLICATION = 0xff;

/** Colours of a file that has none: the first two are black and white (section 18), the others have no meaning. */
const NO_COLORS = /* @__PURE__ */ Uint8Array.of(0, 0, 0, 255, 255, 255);

/** In place of a transparent colour where there is none: no pixel has it. */
export const NO_TRANSPARENCY = 256;

/**
 * Reads what a GIF declares, and counts its frames without unpacking one.
 * @throws DecodeError `truncated` or `bad-value`.
 * @throws LimitError past `imagePixels` for the screen or a frame, `imageFrames`, and `imageFramePixels` for all frames.
 */
export function gifHeader(octets: Uint8Array, options?: DecodeOptions): GifHeader {
  return readGif(octets, imageReading(options)).header;
}

/**
 * Reads all blocks, and passes over the pixels.
 * @param options as {@link imageReading} gives them. @throws as {@link gifHeader}.
 */
export function readGif(octets: Uint8Array, reading: Reading): GifFile {
  requireSignature(octets);
  const reader = new ByteReader(octets, undefined, SIGNATURE_OCTETS);
  const screen = readScreen(reader, reading.limits);
  const found: Found = { pictures: [], pixels: 0, control: undefined, loops: undefined };
  let fault: DecodeError | undefined;
  try {
    let isMore = true;
    while (isMore) isMore = readBlock(reader, found, screen, reading);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.reportOrThrow(error);
    fault = error;
  }
  const { pictures, loops } = found;
  if (pictures.length === 0) throw fault ?? new DecodeError('bad-value', 'GIF', reader.offset - 1, 'has no picture');
  const header: GifHeader = {
    version: octets[4] === 0x37 ? '87a' : '89a',
    widthPx: screen.widthPx,
    heightPx: screen.heightPx,
    frames: pictures.length,
    ...(loops !== undefined && { loops }),
    durationMs: pictures.reduce((sum, { delayMs }) => sum + delayMs, 0),
    colors: Math.max(...pictures.map(({ colors }) => colors.length / 3)),
    hasAlpha: mayShowThrough(pictures, screen),
  };
  return { header, pictures };
}

function requireSignature(octets: Uint8Array): void {
  requireOctets(octets, 'the picture');
  if (isOfType(octets, 'image/gif')) return;
  if (isCutSignature(octets, 'image/gif')) throw new DecodeError('truncated', 'GIF', 0, 'ends in its signature');
  throw new DecodeError('bad-value', 'GIF', 0, 'bad GIF signature');
}

/** What is known of a file while its blocks are read. */
interface Found {
  readonly pictures: Picture[];
  /** What all of them cost, in pixels. */
  pixels: number;
  /** Control of the picture that comes next. */
  control: Control | undefined;
  loops: number | undefined;
}

/** Reads the next block. @returns false at the trailer. */
function readBlock(reader: ByteReader, found: Found, screen: Screen, reading: Reading): boolean {
  const at = reader.offset;
  const kind = reader.u8(found.pictures.length === 0 ? 'GIF/block' : 'GIF/trailer');
  if (kind === IMAGE) addPicture(reader, at, found, screen, reading);
  else if (kind === EXTENSION) {
    const label = reader.u8('GIF/extension/label');
    if (label === CONTROL) found.control = readControl(reader, reading);
    else if (label === APPLICATION) found.loops = readLoops(reader) ?? found.loops;
    else skipData(reader, 'GIF/extension');
  } else if (kind === TRAILER) {
    reportTrailing(reader.octets, reader.offset, 'GIF', 'the trailer', reading);
    return false;
  } else throw new DecodeError('bad-value', 'GIF/block', at, `begins with ${kind}, allowed: 33, 44, 59`);
  return true;
}

/** Reads a frame whose block begins at `at`, within the limits. A frame that is cut off is added before its fault is thrown. */
function addPicture(reader: ByteReader, at: number, found: Found, screen: Screen, reading: Reading): void {
  const { pictures } = found;
  const { limits } = reading;
  const index = pictures.length;
  const field = `GIF/frame ${index + 1}`;
  if (index === limits.imageFrames) {
    throw new LimitError('limit-exceeded', field, at, `at most ${limits.imageFrames} frames`);
  }
  const { fault, ...picture } = readPicture(reader, index, screen, found.control, reading);
  // A frame costs what it unpacks to, or the screen that it is shown on.
  const own = areaOf(picture);
  found.pixels += Math.max(own, areaOf(screen));
  if (own > limits.imagePixels || found.pixels > limits.imageFramePixels) {
    const message = `at most ${limits.imagePixels} pixels a frame and ${limits.imageFramePixels} in all of them`;
    throw new LimitError('limit-exceeded', field, at, message);
  }
  pictures.push(picture);
  found.control = undefined;
  if (fault !== undefined) throw fault;
}

/** Size of the screen, and the colours of frames that have none of their own. */
interface Screen {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly colors: Uint8Array | undefined;
}

/** Control of the frame that follows. */
type Control = Pick<Picture, 'transparentIndex' | 'disposal' | 'delayMs'>;

function readScreen(reader: ByteReader, { imagePixels }: Limits): Screen {
  const at = reader.offset;
  const widthPx = u16le(reader, 'GIF/width');
  const heightPx = u16le(reader, 'GIF/height');
  if (widthPx === 0) throw new DecodeError('bad-value', 'GIF/width', at, 'is 0');
  if (heightPx === 0) throw new DecodeError('bad-value', 'GIF/height', at + 2, 'is 0');
  if (widthPx * heightPx > imagePixels) {
    throw new LimitError('limit-exceeded', 'GIF/width', at, `${widthPx}x${heightPx} pixels, at most ${imagePixels}`);
  }
  const flags = reader.u8('GIF/flags');
  reader.skip(2, 'GIF/background');
  return { widthPx, heightPx, colors: readColors(reader, flags, 'GIF/colours') };
}

/** A table of 2 to 256 colours, where the flags say that there is one (sections 19 and 21). */
function readColors(reader: ByteReader, flags: number, field: string): Uint8Array | undefined {
  return flags & 0x80 ? reader.take(3 * 2 ** ((flags & 7) + 1), field) : undefined;
}

/** A frame up to the end of its data. `fault` is what ended the file inside of it. */
function readPicture(
  reader: ByteReader,
  index: number,
  screen: Screen,
  control: Control | undefined,
  reading: Reading,
): Picture & { readonly fault?: DecodeError } {
  const frame = `GIF/frame ${index + 1}`;
  const at = reader.offset;
  const { left, top, widthPx, heightPx, flags } = readImageDescriptor(reader, frame);
  if (widthPx === 0 || heightPx === 0) {
    const field = `${frame}/${widthPx === 0 ? 'width' : 'height'}`;
    reading.fault('bad-value', field, widthPx === 0 ? at + 4 : at + 6, 'is 0');
  }
  const colors = readColors(reader, flags, `${frame}/colours`) ?? screen.colors;
  if (colors === undefined) {
    reading.fault('bad-value', `${frame}/colours`, at + 8, 'there are none, for the frame or the file');
  }
  const bitsAt = reader.offset;
  const bits = reader.u8(`${frame}/LZW`);
  // One bit is told to be written as two (appendix F); programs read it nevertheless.
  if (bits < 2 || bits > 8) reading.fault('bad-value', `${frame}/LZW`, bitsAt, `${bits} bits a pixel, allowed: 2 to 8`);
  const dataAt = reader.offset;
  let fault: DecodeError | undefined;
  try {
    skipData(reader, `${frame}/LZW`);
  } catch (error) {
    fault = error as DecodeError;
  }
  return {
    index,
    left,
    top,
    widthPx,
    heightPx,
    isInterlaced: (flags & 0x40) !== 0,
    colors: colors ?? NO_COLORS,
    ...(control ?? { transparentIndex: NO_TRANSPARENCY, disposal: DISPOSAL.None, delayMs: 0 }),
    pixelBits: bits >= 1 && bits <= 8 ? bits : 0,
    dataAt,
    ...(fault !== undefined && { fault }),
  };
}

/** Graphic control extension (section 23). */
function readControl(reader: ByteReader, reading: Reading): Control | undefined {
  const at = reader.offset;
  const length = reader.u8('GIF/control/length');
  if (length !== 4) {
    reading.fault('bad-value', 'GIF/control/length', at, `is ${length}, allowed: 4`);
    reader.offset = at;
    skipData(reader, 'GIF/control');
    return undefined;
  }
  const flags = reader.u8('GIF/control/flags');
  const delayMs = u16le(reader, 'GIF/control/delay') * 10;
  const index = reader.u8('GIF/control/transparent');
  skipData(reader, 'GIF/control');
  const disposal = (flags >> 2) & 7;
  return {
    transparentIndex: flags & 1 ? index : NO_TRANSPARENCY,
    disposal: disposal === 4 ? DISPOSAL.Restore : disposal > 4 ? DISPOSAL.None : disposal,
    delayMs,
  };
}

/** Loops of an application extension, if it is the one that has them. */
function readLoops(reader: ByteReader): number | undefined {
  const { octets, offset } = reader;
  skipData(reader, 'GIF/application');
  if (octets[offset] !== 11) return undefined;
  const name = String.fromCharCode(...octets.subarray(offset + 1, offset + 12));
  if (name !== 'NETSCAPE2.0' && name !== 'ANIMEXTS1.0') return undefined;
  const [length = 0, id = 0, low = 0, high = 0] = octets.subarray(offset + 12, offset + 16);
  return length >= 3 && (id & 7) === 1 ? low + high * 256 : undefined;
}

/** Passes over data up to its part of length 0. */
function skipData(reader: ByteReader, field: string): void {
  for (let length = reader.u8(field); length > 0; length = reader.u8(field)) reader.skip(length, field);
}

function mayShowThrough(pictures: readonly Picture[], screen: Screen): boolean {
  const [first] = pictures as readonly [Picture];
  const isCovered = areaOf(clip(first, screen)) === screen.widthPx * screen.heightPx;
  return (
    !isCovered ||
    pictures.some(({ transparentIndex, disposal }) => transparentIndex < NO_TRANSPARENCY || disposal >= DISPOSAL.Clear)
  );
}
