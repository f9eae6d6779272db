/**
 * Reading GIF pictures and animations: what they declare, and their frames laid over each other as browsers show them.
 *
 *   "GIF87a" or "GIF89a" | width(2) height(2) flags background aspect | global colours | blocks ... | 3B
 *   2C left(2) top(2) width(2) height(2) flags | local colours | pixel bits | data of a frame     low octets first
 *   21 F9 | 04 | flags delay(2) transparent | 00                                                  control of the frame that follows
 *   21 FF | 0B "NETSCAPE2.0" | 03 01 loops(2) | 00                                                how often the animation is played
 *   data: length(1) octets, again and again, up to the length 0
 *
 * As in browsers, the background colour does not count: what no frame has painted, and what disposal 2 clears, is transparent. Frames that
 * reach out of the screen are clipped. Disposal 4, which old encoders mean as 3, is 3; 5 to 7 are not defined and keep the frame.
 *
 * Source: GIF89a specification, CompuServe 1990; NETSCAPE2.0 was published by Netscape alone (1996), ANIMEXTS1.0 is the same.
 * @module
 */
import { requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { DEFAULT_LIMITS, DecodeError, LimitError, type Limits } from '../errors.js';
import { tolerate } from '../sms/options.js';
import { patient, requireShare } from './leniency.js';
import { mostPixels, SLACK, unpackLzw } from './lzw.js';
import { type Colour, greyOf, type OnRow, type Raster } from './raster.js';

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

/** How a GIF is read. */
export interface GifOptions {
  /**
   * Read on past a missing end, octets behind it, blocks that are not defined and colours without an entry (black), and give the frames in
   * front of a fault and what there is of the damaged one. Not a large frame of which not a sixteenth can be there, and no more than 10 000
   * faults. Off by default.
   */
  readonly lenient?: boolean | undefined;
  /** Called with each fault that `lenient` let pass: the error that strict reading throws. */
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
  /** Other values for `imagePixels`, `imageFrames` and `imageFramePixels` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** A part of the screen. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A frame as it is shown. */
export interface GifFrame {
  /** The whole screen as RGBA. `gifFrames` uses the same samples for every frame. */
  readonly raster: Raster;
  /** How long it is shown, in milliseconds, as the file says: 0 too, where browsers take 100. */
  readonly delayMs: number;
  /** What may differ from the frame before; all of the first. */
  readonly changed: Area;
  /** Whether no pixel shines through. */
  readonly isOpaque: boolean;
}

/** A GIF with all of its frames. */
export interface DecodedGif {
  readonly widthPx: number;
  readonly heightPx: number;
  /** As in {@link GifHeader}. */
  readonly loops?: number;
  readonly frames: readonly GifFrame[];
}

/** A frame as it stands in the file. */
interface Picture extends Area {
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
interface GifFile {
  readonly header: GifHeader;
  readonly pictures: readonly Picture[];
}

const TRAILER = 0x3b;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const CONTROL = 0xf9;
const APPLICATION = 0xff;

/** Rows of an interlaced frame, pass after pass (appendix E). */
const PASSES = [
  { first: 0, step: 8 },
  { first: 4, step: 8 },
  { first: 2, step: 4 },
  { first: 1, step: 2 },
] as const;
const ONE_PASS = [{ first: 0, step: 1 }] as const;

/** Colours of a file that has none: the first two are black and white (section 18), the others have no meaning. */
const NO_COLORS = /* @__PURE__ */ Uint8Array.of(0, 0, 0, 255, 255, 255);

const NO_TRANSPARENCY = 256;

/** Parts of data below this length are copied by the octet: a file may have millions of them. */
const SHORT_PART = 32;

/** Whether octets begin as a GIF does. */
export function isGif(octets: Uint8Array): boolean {
  const [g, i, f, eight, version, a] = octets;
  return g === 0x47 && i === 0x49 && f === 0x46 && eight === 0x38 && (version === 0x37 || version === 0x39) && a === 0x61;
}

/**
 * Reads what a GIF declares, and counts its frames without unpacking one.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`.
 * @throws LimitError past `imagePixels` for the screen or a frame, `imageFrames`, and `imageFramePixels` for all frames.
 */
export function gifHeader(octets: Uint8Array, options: GifOptions = {}): GifHeader {
  return readGif(octets, patient(options)).header;
}

/**
 * Reads a GIF with all of its frames, each in memory of its own.
 * @throws as {@link gifHeader}, and DecodeError for pixel data that is damaged or cut off.
 */
export function decodeGif(octets: Uint8Array, given: GifOptions = {}): DecodedGif {
  const options = patient(given);
  const file = readGif(octets, options);
  const { widthPx, heightPx, loops } = file.header;
  const frames: GifFrame[] = [];
  for (const frame of compose(octets, file, options)) {
    frames.push({ ...frame, raster: { ...frame.raster, samples: frame.raster.samples.slice() } });
  }
  return { widthPx, heightPx, ...(loops !== undefined && { loops }), frames };
}

/**
 * Reads the frames of a GIF one by one, laid over each other in one canvas: samples hold until the next frame is asked for.
 * The blocks of the whole file are checked with the first one, and each frame's pixels are unpacked when it is asked for.
 * @throws as {@link decodeGif}.
 */
export function gifFrames(octets: Uint8Array, given: GifOptions = {}): Generator<GifFrame, void, undefined> {
  const options = patient(given);
  return compose(octets, readGif(octets, options), options);
}

/**
 * Reads the first frame of a GIF row by row, laid over a colour.
 * @param channels 1 for greys, 3 for RGB. @param onRow takes each row from the top down; it is overwritten afterwards.
 * @returns whether nothing of that colour shows through. @throws as {@link decodeGif}.
 */
export function decodeGifRows(
  octets: Uint8Array,
  under: Colour,
  channels: 1 | 3,
  onRow: OnRow,
  given: GifOptions = {},
): boolean {
  const options = patient(given);
  const { header, pictures } = readGif(octets, options);
  const [picture] = pictures as readonly [Picture];
  const { widthPx, heightPx, transparentIndex } = picture;
  requirePixels(octets, picture, sizeOf(header), options);
  const { pixels, count } = unpacker(octets, options)(picture);
  const { left, top, widthPx: columns, heightPx: rows } = clip(picture, header);
  const bottom = top + rows;
  const blank = flatBlank(under, header.widthPx, channels);
  const table = flatTable(picture.colors, transparentIndex, blank, channels);
  const line = blank.slice();
  const orderOf = picture.isInterlaced ? interlacedOrder(heightPx) : undefined;
  let isOpaque = columns === header.widthPx && rows === header.heightPx && count === widthPx * heightPx;
  for (let y = 0; y < header.heightPx; y++) {
    if (y < top || y >= bottom) {
      onRow(blank, 0, y);
      continue;
    }
    const row = y - top;
    const from = (orderOf === undefined ? row : (orderOf[row] as number)) * widthPx;
    const end = Math.min(from + columns, count);
    if (end < from + columns) line.set(blank);
    if (channels === 1) lookUpGreys(pixels, from, end, table, line, left);
    else lookUpColors(pixels, from, end, table, line, left * 3);
    if (isOpaque && transparentIndex < NO_TRANSPARENCY) isOpaque = !pixels.subarray(from, end).includes(transparentIndex);
    onRow(line, 0, y);
  }
  return isOpaque;
}

/** Reads all blocks, and passes over the pixels. */
function readGif(octets: Uint8Array, options: GifOptions): GifFile {
  requireOctets(octets, 'the picture');
  if (!isGif(octets)) {
    const isCut = octets.length > 0 && octets.length < 6 && 'GIF87a GIF89a'.includes(String.fromCharCode(...octets));
    throw new DecodeError(
      isCut ? 'truncated' : 'bad-value',
      'GIF',
      0,
      isCut ? 'ends in its signature' : 'does not begin as a GIF',
    );
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const reader = new ByteReader(octets, undefined, 6);
  const screen = readScreen(reader, limits);
  const pictures: Picture[] = [];
  let control: Control | undefined;
  let loops: number | undefined;
  let pixels = 0;
  let fault: DecodeError | undefined;
  try {
    for (;;) {
      const at = reader.offset;
      const kind = reader.u8(pictures.length === 0 ? 'GIF/block' : 'GIF/trailer');
      if (kind === IMAGE) {
        const index = pictures.length;
        if (index === limits.imageFrames) {
          throw new LimitError('limit-exceeded', `GIF/frame ${index + 1}`, at, `at most ${limits.imageFrames} frames`);
        }
        const { fault: cut, ...picture } = readPicture(reader, index, screen, control, options);
        // A frame costs what it unpacks to, or the screen that it is shown on.
        const own = picture.widthPx * picture.heightPx;
        pixels += Math.max(own, screen.widthPx * screen.heightPx);
        if (own > limits.imagePixels || pixels > limits.imageFramePixels) {
          const message = `at most ${limits.imagePixels} pixels a frame and ${limits.imageFramePixels} in all of them`;
          throw new LimitError('limit-exceeded', `GIF/frame ${index + 1}`, at, message);
        }
        pictures.push(picture);
        control = undefined;
        if (cut !== undefined) throw cut;
      } else if (kind === EXTENSION) {
        const label = reader.u8('GIF/extension/label');
        if (label === CONTROL) control = readControl(reader, options);
        else if (label === APPLICATION) loops = readLoops(reader) ?? loops;
        else skipData(reader, 'GIF/extension');
      } else if (kind === TRAILER) {
        if (reader.remaining > 0) {
          const message = `${reader.remaining} octets behind the trailer`;
          tolerate(new DecodeError('trailing-bytes', 'GIF', reader.offset, message), options);
        }
        break;
      } else throw new DecodeError('bad-value', 'GIF/block', at, `begins with ${kind}, allowed: 33, 44, 59`);
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    tolerate(error, options);
    fault = error;
  }
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
  const widthPx = u16(reader, 'GIF/width');
  const heightPx = u16(reader, 'GIF/height');
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
  options: GifOptions,
): Picture & { readonly fault?: DecodeError } {
  const frame = `GIF/frame ${index + 1}`;
  const left = u16(reader, `${frame}/left`);
  const top = u16(reader, `${frame}/top`);
  const sizeAt = reader.offset;
  const widthPx = u16(reader, `${frame}/width`);
  const heightPx = u16(reader, `${frame}/height`);
  if (widthPx === 0 || heightPx === 0) {
    const field = `${frame}/${widthPx === 0 ? 'width' : 'height'}`;
    tolerate(new DecodeError('bad-value', field, widthPx === 0 ? sizeAt : sizeAt + 2, 'is 0'), options);
  }
  const flagsAt = reader.offset;
  const flags = reader.u8(`${frame}/flags`);
  const colors = readColors(reader, flags, `${frame}/colours`) ?? screen.colors;
  if (colors === undefined) {
    tolerate(new DecodeError('bad-value', `${frame}/colours`, flagsAt, 'there are none, for the frame or the file'), options);
  }
  const bitsAt = reader.offset;
  const bits = reader.u8(`${frame}/LZW`);
  // One bit is told to be written as two (appendix F); programs read it nevertheless.
  if (bits < 2 || bits > 8)
    tolerate(new DecodeError('bad-value', `${frame}/LZW`, bitsAt, `${bits} bits a pixel, allowed: 2 to 8`), options);
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
function readControl(reader: ByteReader, options: GifOptions): Control | undefined {
  const at = reader.offset;
  const length = reader.u8('GIF/control/length');
  if (length !== 4) {
    tolerate(new DecodeError('bad-value', 'GIF/control/length', at, `is ${length}, allowed: 4`), options);
    reader.offset = at;
    skipData(reader, 'GIF/control');
    return undefined;
  }
  const flags = reader.u8('GIF/control/flags');
  const delayMs = u16(reader, 'GIF/control/delay') * 10;
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

/** Numbers have their low octet first. */
function u16(reader: ByteReader, field: string): number {
  const octets = reader.take(2, field);
  return (octets[0] as number) + (octets[1] as number) * 256;
}

function mayShowThrough(pictures: readonly Picture[], screen: Screen): boolean {
  const [first] = pictures as readonly [Picture];
  const isCovered = sizeOf(clip(first, screen)) === screen.widthPx * screen.heightPx;
  return (
    !isCovered ||
    pictures.some(({ transparentIndex, disposal }) => transparentIndex < NO_TRANSPARENCY || disposal >= DISPOSAL.Clear)
  );
}

/** Lays the frames over each other. */
function* compose(
  octets: Uint8Array,
  { header, pictures }: GifFile,
  options: GifOptions,
): Generator<GifFrame, void, undefined> {
  const { widthPx, heightPx } = header;
  const [first] = pictures as readonly [Picture];
  requirePixels(octets, first, widthPx * heightPx, options);
  const canvas = new Uint32Array(widthPx * heightPx);
  const raster: Raster = { widthPx, heightPx, channels: 4, samples: new Uint8Array(canvas.buffer) };
  const unpack = unpacker(octets, options);
  let changed: Area = { left: 0, top: 0, widthPx, heightPx };
  let isOpaque = false;
  let before: Uint32Array | undefined;
  for (const picture of pictures) {
    const { index, disposal, delayMs } = picture;
    const area = clip(picture, header);
    if (disposal === DISPOSAL.Restore) {
      before ??= new Uint32Array(widthPx * heightPx);
      copyArea(canvas, before, area, widthPx);
    }
    const { pixels, count } = unpack(picture);
    paint(canvas, header, picture, area, pixels, count);
    isOpaque ||= isSolid(canvas);
    yield { raster, delayMs, changed: index === 0 ? { left: 0, top: 0, widthPx, heightPx } : union(changed, area), isOpaque };
    changed = NOTHING;
    if (disposal < DISPOSAL.Clear) continue;
    if (disposal === DISPOSAL.Clear) fillArea(canvas, area, widthPx);
    else copyArea(before as Uint32Array, canvas, area, widthPx);
    changed = area;
    isOpaque = false;
  }
}

/** Whether nothing shines through: pixels that do are 0, and black ones are not, their alpha being 255. */
function isSolid(canvas: Uint32Array): boolean {
  for (let i = 0; i < canvas.length; i++) if (canvas[i] === 0) return false;
  return true;
}

const NOTHING: Area = { left: 0, top: 0, widthPx: 0, heightPx: 0 };

function sizeOf({ widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number }): number {
  return widthPx * heightPx;
}

/** What of a frame lies on the screen. */
function clip(frame: Area, screen: { readonly widthPx: number; readonly heightPx: number }): Area {
  const widthPx = Math.min(frame.widthPx, screen.widthPx - frame.left);
  const heightPx = Math.min(frame.heightPx, screen.heightPx - frame.top);
  return widthPx > 0 && heightPx > 0 ? { left: frame.left, top: frame.top, widthPx, heightPx } : NOTHING;
}

/** The smallest area around both. */
function union(one: Area, other: Area): Area {
  if (sizeOf(one) === 0) return other;
  if (sizeOf(other) === 0) return one;
  const left = Math.min(one.left, other.left);
  const top = Math.min(one.top, other.top);
  const widthPx = Math.max(one.left + one.widthPx, other.left + other.widthPx) - left;
  const heightPx = Math.max(one.top + one.heightPx, other.top + other.heightPx) - top;
  return { left, top, widthPx, heightPx };
}

function fillArea(canvas: Uint32Array, { left, top, widthPx, heightPx }: Area, stride: number): void {
  for (let y = top; y < top + heightPx; y++) canvas.fill(0, y * stride + left, y * stride + left + widthPx);
}

function copyArea(from: Uint32Array, to: Uint32Array, { left, top, widthPx, heightPx }: Area, stride: number): void {
  for (let y = top; y < top + heightPx; y++) {
    const at = y * stride + left;
    to.set(from.subarray(at, at + widthPx), at);
  }
}

/** Paints the pixels that there are, leaving those out that are transparent. */
function paint(
  canvas: Uint32Array,
  screen: { readonly widthPx: number },
  { widthPx, heightPx, left, top, isInterlaced, colors, transparentIndex }: Picture,
  area: Area,
  pixels: Uint8Array,
  count: number,
): void {
  const table = tableOf(colors);
  let row = 0;
  for (const { first, step } of isInterlaced ? PASSES : ONE_PASS) {
    for (let y = first; y < heightPx; y += step, row++) {
      if (y >= area.heightPx) continue;
      let from = row * widthPx;
      const stop = Math.min(from + area.widthPx, count);
      let to = (top + y) * screen.widthPx + left;
      if (transparentIndex === NO_TRANSPARENCY) {
        while (from < stop) canvas[to++] = table[pixels[from++] as number] as number;
      } else {
        for (; from < stop; to++) {
          const index = pixels[from++] as number;
          if (index !== transparentIndex) canvas[to] = table[index] as number;
        }
      }
    }
  }
}

/** Colours as the canvas holds them, opaque black where there are none. */
function tableOf(colors: Uint8Array): Uint32Array {
  const octets = new Uint8Array(1024);
  for (let i = 0, from = 0; i < 256; i++, from += 3) {
    octets[i * 4] = colors[from] ?? 0;
    octets[i * 4 + 1] = colors[from + 1] ?? 0;
    octets[i * 4 + 2] = colors[from + 2] ?? 0;
    octets[i * 4 + 3] = 0xff;
  }
  return new Uint32Array(octets.buffer);
}

/** A row of one colour. */
function flatBlank(colour: Colour, widthPx: number, channels: 1 | 3): Uint8Array {
  const samples = channels === 1 ? [greyOf(...colour)] : colour;
  return Uint8Array.from({ length: widthPx * channels }, (_, i) => samples[i % channels] as number);
}

/** Samples of each colour, black where there is none; of the transparent one those of a blank row. */
function flatTable(colors: Uint8Array, transparentIndex: number, blank: Uint8Array, channels: 1 | 3): Uint8Array {
  const table = new Uint8Array(256 * channels);
  if (channels === 3) table.set(colors);
  else {
    const { length } = colors;
    for (let i = 0, from = 0; from < length; i++, from += 3) {
      table[i] = greyOf(colors[from] as number, colors[from + 1] as number, colors[from + 2] as number);
    }
  }
  if (transparentIndex < NO_TRANSPARENCY) table.set(blank.subarray(0, channels), transparentIndex * channels);
  return table;
}

/** For each row of an interlaced frame how many stand in front of it. */
function interlacedOrder(heightPx: number): Int32Array {
  const order = new Int32Array(heightPx);
  let row = 0;
  for (const { first, step } of PASSES) for (let y = first; y < heightPx; y += step) order[y] = row++;
  return order;
}

function lookUpGreys(pixels: Uint8Array, from: number, end: number, table: Uint8Array, line: Uint8Array, start: number): void {
  for (let at = from, to = start; at < end; at++, to++) line[to] = table[pixels[at] as number] as number;
}

function lookUpColors(pixels: Uint8Array, from: number, end: number, table: Uint8Array, line: Uint8Array, start: number): void {
  for (let at = from, to = start; at < end; at++, to += 3) {
    const entry = 3 * (pixels[at] as number);
    line[to] = table[entry] as number;
    line[to + 1] = table[entry + 1] as number;
    line[to + 2] = table[entry + 2] as number;
  }
}

/** Unpacks one frame after the other into the same memory. `count` is how many pixels there are. */
function unpacker(octets: Uint8Array, options: GifOptions): (picture: Picture) => { pixels: Uint8Array; count: number } {
  let data = new Uint8Array(0);
  let pixels = new Uint8Array(0);
  return (picture) => {
    const { dataAt, pixelBits, colors, transparentIndex } = picture;
    const wanted = sizeOf(picture);
    if (pixelBits === 0 || wanted === 0) return { pixels, count: 0 };
    requirePixels(octets, picture, wanted, options);
    const field = `GIF/frame ${picture.index + 1}/LZW`;
    const length = dataLength(octets, dataAt);
    if (data.length < length + SLACK) data = new Uint8Array(length + SLACK);
    if (pixels.length < wanted + SLACK) pixels = new Uint8Array(wanted + SLACK);
    gather(octets, dataAt, data);
    const { pixels: count, at, isDamaged } = unpackLzw(data, length, pixelBits, pixels, wanted);
    if (count < wanted) {
      const offset = placeOf(octets, dataAt, at);
      const message = isDamaged ? 'has a code that stands for nothing' : `ends after ${count} of ${wanted} pixels`;
      tolerate(new DecodeError(isDamaged ? 'bad-value' : 'truncated', field, offset, message), options);
    }
    const known = colors.length / 3;
    if (1 << pixelBits > known) {
      const index = pixels.subarray(0, count).find((pixel) => pixel >= known && pixel !== transparentIndex);
      if (index !== undefined) {
        tolerate(new DecodeError('bad-value', field, dataAt, `has a pixel of colour ${index}, there are ${known}`), options);
      }
    }
    return { pixels, count };
  };
}

/** Refuses a frame whose data cannot be that many pixels. @param shown pixels of what comes out. */
function requirePixels(octets: Uint8Array, picture: Picture, shown: number, options: GifOptions): void {
  const { index, dataAt, pixelBits } = picture;
  const wanted = sizeOf(picture);
  if (wanted === 0) return;
  const length = dataLength(octets, dataAt);
  const most = pixelBits === 0 ? 0 : mostPixels(length, pixelBits);
  requireShare(most / wanted, shown, options, () => {
    const offset = placeOf(octets, dataAt, length);
    return new DecodeError('truncated', `GIF/frame ${index + 1}/LZW`, offset, `${length} octets for ${wanted} pixels`);
  });
}

/** Octets of data without the lengths of its parts; of a part that is cut off, those that are there. */
function dataLength(octets: Uint8Array, dataAt: number): number {
  let sum = 0;
  for (let at = dataAt; at < octets.length && octets[at] !== 0; ) {
    const length = octets[at] as number;
    sum += Math.min(length, octets.length - at - 1);
    at += length + 1;
  }
  return sum;
}

function gather(octets: Uint8Array, dataAt: number, to: Uint8Array): void {
  let out = 0;
  for (let at = dataAt; at < octets.length && octets[at] !== 0; ) {
    const length = octets[at] as number;
    const end = Math.min(at + 1 + length, octets.length);
    if (length < SHORT_PART) for (let i = at + 1; i < end; i++) to[out++] = octets[i] as number;
    else {
      to.set(octets.subarray(at + 1, end), out);
      out += end - at - 1;
    }
    at += length + 1;
  }
}

/** Where an octet of gathered data stands in the file; behind the last, where the data ends. */
function placeOf(octets: Uint8Array, dataAt: number, position: number): number {
  let at = dataAt;
  for (let left = position; at < octets.length && octets[at] !== 0; ) {
    const length = octets[at] as number;
    if (left < length) return Math.min(at + 1 + left, octets.length);
    left -= length;
    at += length + 1;
  }
  return Math.min(at, octets.length);
}
