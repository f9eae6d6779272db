/**
 * A GIF taken apart: what it declares, and where the data of its frames are. No pixel is unpacked.
 *
 * Disposal 4, which old encoders mean as 3, is 3; 5 to 7 are not defined and keep the frame.
 *
 * Source: GIF89a specification, CompuServe 1990.
 * @module
 */
import { requireOctets } from '../../bytes/octets.js';
import { ByteReader } from '../../bytes/reader.js';
import type { DecodeOptions, Reading } from '../../bytes/reading.js';
import { DecodeError, LimitError } from '../../errors.js';
import {
  countColours,
  findBlock,
  findLoops,
  GIF_BLOCK,
  GIF_LABEL,
  readGifControl,
  readGifScreen,
  readGifSignature,
  readImageDescriptor,
  skipData,
} from '../../media/gif-blocks.js';
import { imageReading, reportTrailing, requirePixels } from '../leniency.js';
import { type Area, clip, findArea } from './area.js';

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

/** A frame as the file has it. */
export interface Picture extends Area {
  readonly index: number;
  readonly isInterlaced: boolean;
  /** Red, green and blue. */
  readonly colors: Uint8Array;
  readonly transparentIndex: number;
  readonly disposal: number;
  readonly delayMs: number;
  /** Width of a pixel in its data, 1 to 8; 0 when it is unknown. */
  readonly pixelBits: number;
  /** Where the parts of its data begin. */
  readonly dataAt: number;
}

/** A file taken apart, no pixel of it unpacked. */
export interface GifFile {
  readonly header: GifHeader;
  readonly pictures: readonly Picture[];
}

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
 * Reads all blocks, and skips the pixels.
 * @param options as {@link imageReading} gives them. @throws as {@link gifHeader}.
 */
export function readGif(octets: Uint8Array, reading: Reading): GifFile {
  requireOctets(octets, 'the picture');
  const reader = new ByteReader(octets);
  readGifSignature(reader);
  const screen = readScreen(reader, reading);
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
  const kind = findBlock(reader, reading, found.pictures.length === 0 ? 'GIF/block' : 'GIF/trailer');
  const at = reader.offset++;
  if (kind === GIF_BLOCK.Image) addPicture(reader, at, found, screen, reading);
  else if (kind === GIF_BLOCK.Trailer) reportTrailing(reader.octets, reader.offset, 'GIF', 'the trailer', reading);
  else {
    const label = reader.u8('GIF/extension/label');
    const { octets, offset } = reader;
    if (label === GIF_LABEL.Control) found.control = readControl(reader, reading);
    else skipData(reader, label === GIF_LABEL.Application ? 'GIF/application' : 'GIF/extension');
    if (label === GIF_LABEL.Application) found.loops = findLoops(octets, offset) ?? found.loops;
  }
  return kind !== GIF_BLOCK.Trailer;
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
  const own = findArea(picture);
  found.pixels += Math.max(own, findArea(screen));
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

function readScreen(reader: ByteReader, reading: Reading): Screen {
  const at = reader.offset;
  const { widthPx, heightPx, flags } = readGifScreen(reader);
  if (widthPx === 0) throw new DecodeError('bad-value', 'GIF/width', at, 'is 0, at least 1');
  if (heightPx === 0) throw new DecodeError('bad-value', 'GIF/height', at + 2, 'is 0, at least 1');
  requirePixels({ widthPx, heightPx }, reading, 'GIF/width', at);
  return { widthPx, heightPx, colors: readColors(reader, flags, 'GIF/colours') };
}

/** A table of 2 to 256 colours, where the flags say that there is one. */
function readColors(reader: ByteReader, flags: number, field: string): Uint8Array | undefined {
  const count = countColours(flags);
  return count === 0 ? undefined : reader.take(3 * count, field);
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
    reading.fault('bad-value', field, widthPx === 0 ? at + 4 : at + 6, 'is 0, at least 1');
  }
  const colors = readColors(reader, flags, `${frame}/colours`) ?? screen.colors;
  if (colors === undefined) {
    reading.fault('bad-value', `${frame}/colours`, at + 8, 'are missing, for the frame and the file');
  }
  const bitsAt = reader.offset;
  const bits = reader.u8(`${frame}/LZW`);
  // One bit must be written as two (appendix F); programs read it nevertheless.
  if (bits < 2 || bits > 8) reading.fault('bad-value', `${frame}/LZW`, bitsAt, `is ${bits} bits a pixel, allowed: 2 to 8`);
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
  const { octets, offset: at, remaining } = reader;
  if (remaining > 0 && octets[at] !== 4) {
    reading.fault('bad-value', 'GIF/control/length', at, `is ${octets[at]}, allowed: 4`);
    skipData(reader, 'GIF/control');
    return undefined;
  }
  const { flags, delay, index } = readGifControl(reader);
  skipData(reader, 'GIF/control');
  const disposal = (flags >> 2) & 7;
  return {
    transparentIndex: flags & 1 ? index : NO_TRANSPARENCY,
    disposal: disposal === 4 ? DISPOSAL.Restore : disposal > 4 ? DISPOSAL.None : disposal,
    delayMs: delay * 10,
  };
}

function mayShowThrough(pictures: readonly Picture[], screen: Screen): boolean {
  const [first] = pictures as readonly [Picture];
  const isCovered = findArea(clip(first, screen)) === screen.widthPx * screen.heightPx;
  return (
    !isCovered ||
    pictures.some(({ transparentIndex, disposal }) => transparentIndex < NO_TRANSPARENCY || disposal >= DISPOSAL.Clear)
  );
}
