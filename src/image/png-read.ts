/**
 * Reading PNG pictures of every colour type, bit depth and interlacing, whole or row by row.
 *
 *   89 50 4E 47 0D 0A 1A 0A | length(4) type(4) data crc(4) | ...        IHDR first, IEND last, IDAT between
 *   IHDR   width(4) height(4) bitDepth colorType compression filter interlace
 *   IDAT   zlib stream of rows: filter(1) samples, the seven passes of an interlaced picture one behind the other
 *
 * Samples of 16 bits give their high octet. Compressed texts, colour profiles, gamma and the frames of APNG are passed over; texts and
 * profiles are never inflated. Pixel data is inflated to what the header promises and no further.
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 5, 8 to 11 and 13.
 * @module
 */
import { crc32, inflateSync } from 'node:zlib';
import { MAX_SIDE } from '../bitmap/bitmap.js';
import { requireOctets } from '../bytes/octets.js';
import { DEFAULT_LIMITS, DecodeError, LimitError, type Limits } from '../errors.js';
import { tolerate } from '../sms/options.js';
import { InflateFault, Inflater } from './inflate.js';
import { patient, requireShare } from './leniency.js';
import { FILTERS, unfilter } from './png-filter.js';
import type { OnRow, Raster } from './raster.js';

/** What a PNG says of itself in front of its pixels. */
export interface PngHeader {
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535. */
  readonly heightPx: number;
  /** Of a sample, or of a palette's index: 1, 2, 4, 8 or 16. */
  readonly bitDepth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  readonly colorType: number;
  readonly isInterlaced: boolean;
  /** Colours of its palette, where it has one that counts. */
  readonly colors?: number;
  /** Whether there may be transparency: an alpha channel, or tRNS. */
  readonly hasAlpha: boolean;
  /** Whether it is an APNG, of which the still picture is read. */
  readonly isAnimated: boolean;
  /** Channels of the raster that comes of it. */
  readonly channels: 1 | 3 | 4;
}

/** How a PNG is read. */
export interface PngOptions {
  /**
   * Read on past wrong check sums, misplaced and unknown chunks, octets behind the end and colours outside of the palette (black), and
   * give as many rows as there are of a picture that is cut off or damaged; the others are white, or transparent. Not a large picture of
   * which not a sixteenth can be there, and no more than 10 000 faults. Off by default.
   */
  readonly lenient?: boolean | undefined;
  /** Called with each fault that `lenient` let pass: the error that strict reading throws. */
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
  /** Another value for `imagePixels` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

const SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const GREY = 0;
const PALETTE = 3;
const GREY_ALPHA = 4;
const RGBA = 6;

/** Samples a pixel and bit depths, by colour type (table 11.1). */
const COLOR_TYPES: readonly ({ readonly samples: number; readonly depths: readonly number[] } | undefined)[] = [
  { samples: 1, depths: [1, 2, 4, 8, 16] },
  undefined,
  { samples: 3, depths: [8, 16] },
  { samples: 1, depths: [1, 2, 4, 8] },
  { samples: 2, depths: [8, 16] },
  undefined,
  { samples: 4, depths: [8, 16] },
];

/** First pixel and distance of the seven passes of an interlaced picture, across and down (section 8.2). */
const ADAM7 = [
  { left: 0, top: 0, stepX: 8, stepY: 8 },
  { left: 4, top: 0, stepX: 8, stepY: 8 },
  { left: 0, top: 4, stepX: 4, stepY: 8 },
  { left: 2, top: 0, stepX: 4, stepY: 4 },
  { left: 0, top: 2, stepX: 2, stepY: 4 },
  { left: 1, top: 0, stepX: 2, stepY: 2 },
  { left: 0, top: 1, stepX: 1, stepY: 2 },
] as const;
const ONE_PASS = [{ left: 0, top: 0, stepX: 1, stepY: 1 }] as const;

/** `IDAT` as a number. */
const IDAT = 0x49444154;

/** Chunks whose check sums are looked at. */
const READ_TYPES: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/**
 * Rows up to so many octets, those of a photograph of 16 megapixels, are inflated in one call of zlib, which is four times as fast; more of
 * them piece by piece, in a memory that does not grow.
 */
const WHOLE_OCTETS = 48 * 1024 * 1024;

/** Octets that one octet of a zlib stream can become: codes of one bit each for a length of 258 and its distance. */
const MOST_INFLATED = 4 * 258;

/** A file taken apart. */
interface PngFile {
  readonly header: PngHeader;
  /** PLTE and tRNS. */
  readonly palette: Uint8Array | undefined;
  readonly transparent: Uint8Array | undefined;
  /** The zlib stream, its parts put together, and where each of them stands in the file. */
  readonly data: Uint8Array;
  readonly places: readonly Place[];
}

/** A part of the zlib stream that is not empty: where it begins in the stream, and in the file. */
interface Place {
  readonly from: number;
  readonly at: number;
}

/** Whether octets begin as a PNG does. */
export function isPng(octets: Uint8Array): boolean {
  return SIGNATURE.every((octet, i) => octets[i] === octet);
}

/**
 * Reads what stands in front of the pixels, and inflates nothing.
 * @throws DecodeError `truncated` or `bad-value`; LimitError past `imagePixels` or a side of 65535.
 */
export function pngHeader(octets: Uint8Array, options: PngOptions = {}): PngHeader {
  return readChunks(octets, patient(options), true).header;
}

/**
 * Reads a PNG: grey without transparency as one channel, colours as three, and anything with transparency as four.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`, the offset that of a chunk or of the octet in it that is at fault.
 * @throws LimitError `limit-exceeded` past `imagePixels` or a side of 65535, before anything is inflated.
 */
export function decodePng(octets: Uint8Array, given: PngOptions = {}): Raster {
  const options = patient(given);
  return readRaster(readChunks(octets, options, false), options);
}

/**
 * Reads a PNG row by row, so that a large one need not be in memory: of a picture that is not interlaced, two rows are.
 * Rows that lenient reading lacks come white, or transparent.
 * @returns its header. @throws as {@link decodePng}, when rows may have been given already.
 */
export function decodePngRows(octets: Uint8Array, onRow: OnRow, given: PngOptions = {}): PngHeader {
  const options = patient(given);
  const file = readChunks(octets, options, false);
  const { header } = file;
  const { widthPx, heightPx, channels } = header;
  const rowLength = widthPx * channels;
  if (header.isInterlaced) {
    const { samples } = readRaster(file, options);
    for (let y = 0; y < heightPx; y++) onRow(samples, y * rowLength, y);
    return header;
  }
  const rows = new Uint8Array(2 * rowLength);
  const found = readRows(file, rows, 2, options, onRow);
  rows.fill(blankOf(channels));
  for (let y = found; y < heightPx; y++) onRow(rows, 0, y);
  return header;
}

function readRaster(file: PngFile, options: PngOptions): Raster {
  const { widthPx, heightPx, channels, isInterlaced } = file.header;
  const samples = new Uint8Array(widthPx * heightPx * channels);
  if (isInterlaced) {
    if (options.lenient === true) samples.fill(blankOf(channels));
    readPasses(file, samples, options);
  } else {
    const found = readRows(file, samples, heightPx, options);
    samples.fill(blankOf(channels), found * widthPx * channels);
  }
  return { widthPx, heightPx, channels, samples };
}

/** What stands where pixels are missing: white, or nothing. */
function blankOf(channels: number): number {
  return channels === 4 ? 0 : 0xff;
}

/** A chunk of the file. */
interface Chunk {
  readonly type: string;
  /** Offset of its length. */
  readonly at: number;
  readonly end: number;
  readonly data: Uint8Array;
}

/** What is known of a file while its chunks are read. */
interface Parts {
  head?: Pick<PngHeader, 'widthPx' | 'heightPx' | 'bitDepth' | 'colorType' | 'isInterlaced'>;
  palette?: Uint8Array;
  transparent?: Uint8Array;
  isAnimated: boolean;
  readonly places: Place[];
  dataLength: number;
  /** Where the last IDAT ended; 0 in front of the first. */
  dataEnd: number;
}

/** Reads the chunks, or those in front of the pixels only. */
function readChunks(octets: Uint8Array, options: PngOptions, headOnly: boolean): PngFile {
  requireOctets(octets, 'the picture');
  if (!isPng(octets)) {
    const isCut = octets.length > 0 && octets.every((octet, i) => octet === SIGNATURE[i]);
    throw new DecodeError(
      isCut ? 'truncated' : 'bad-value',
      'PNG',
      0,
      isCut ? 'ends in its signature' : 'does not begin as a PNG',
    );
  }
  const parts: Parts = { isAnimated: false, places: [], dataLength: 0, dataEnd: 0 };
  let last: DecodeError | undefined;
  const noteEnd = (error: DecodeError) => {
    last = error;
    tolerate(error, options);
  };
  for (const chunk of chunksOf(octets, options, headOnly, noteEnd)) {
    if (headOnly && (chunk.type === 'IDAT' || chunk.type === 'IEND') && parts.head !== undefined) break;
    takeChunk(parts, chunk, options);
  }
  // Lenient reading came to an end that leaves nothing to show.
  if (parts.head === undefined) throw last ?? new DecodeError('truncated', 'PNG/IHDR', SIGNATURE.length, 'there is none');
  if (parts.dataLength === 0 && !headOnly) {
    throw last ?? new DecodeError('truncated', 'PNG/IDAT', parts.dataEnd || octets.length, 'there is none');
  }
  const file = assemble(octets, parts, parts.head, headOnly);
  if (!headOnly) requireData(file, parts.dataEnd, options);
  return file;
}

/** Refuses a picture whose data cannot have an octet for each of its own. */
function requireData({ header, data }: PngFile, dataEnd: number, options: PngOptions): void {
  const wanted = dataOctets(header);
  requireShare((data.length * MOST_INFLATED) / wanted, header.widthPx * header.heightPx, options, () => {
    return new DecodeError('truncated', 'PNG/IDAT', dataEnd, `${data.length} octets for ${wanted}`);
  });
}

/** Walks the chunks up to IEND, or of a head up to its end, whatever that is like. An end that comes too early is told to `onEnd`, which may throw; the chunk it cut off comes still. */
function* chunksOf(
  octets: Uint8Array,
  options: PngOptions,
  headOnly: boolean,
  onEnd: (error: DecodeError) => void,
): Generator<Chunk> {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  for (let at = SIGNATURE.length; ; ) {
    const left = octets.length - at - 12;
    if (left < 0) return onEnd(new DecodeError('truncated', 'PNG', at, 'ends in front of its IEND'));
    const length = view.getUint32(at);
    // A file may have a million of them.
    const isData = view.getUint32(at + 4) === IDAT;
    const type = isData ? 'IDAT' : String.fromCharCode(...octets.subarray(at + 4, at + 8));
    if (!isData && !/^[A-Za-z]{4}$/.test(type)) {
      return onEnd(new DecodeError('bad-value', 'PNG/chunk', at, 'has a type that is not four letters'));
    }
    const field = `PNG/${type}`;
    if (headOnly && (type === 'IDAT' || type === 'IEND')) return yield { type, at, end: at, data: octets.subarray(at, at) };
    if (length > left) {
      onEnd(new DecodeError('truncated', field, at, `says ${length} octets, ${left} are left`));
      if (type === 'IDAT') yield { type, at, end: octets.length, data: octets.subarray(at + 8, at + 8 + length) };
      return;
    }
    const end = at + 12 + length;
    if (READ_TYPES.has(type) && crc32(octets.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) {
      tolerate(new DecodeError('bad-value', field, at, 'has a check sum that its octets do not have'), options);
    }
    yield { type, at, end, data: octets.subarray(at + 8, end - 4) };
    if (type === 'IEND') {
      if (end === octets.length) return;
      const message = `${octets.length - end} octets behind IEND`;
      return tolerate(new DecodeError('trailing-bytes', 'PNG', end, message), options);
    }
    at = end;
  }
}

function takeChunk(parts: Parts, { type, at, end, data }: Chunk, options: PngOptions): void {
  const field = `PNG/${type}`;
  const { head } = parts;
  if ((head === undefined) !== (type === 'IHDR')) {
    const reason = head === undefined ? 'stands where IHDR belongs' : 'is there twice';
    throw new DecodeError('bad-value', field, at, reason);
  }
  if (head === undefined) {
    parts.head = readIhdr(data, at, options);
    return;
  }
  let fault: string | undefined;
  if (type === 'IDAT') {
    if (parts.dataEnd > 0 && parts.dataEnd !== at) fault = 'does not follow the one in front of it';
    if (data.length > 0) parts.places.push({ from: parts.dataLength, at: at + 8 });
    parts.dataLength += data.length;
    parts.dataEnd = end;
  } else if (type === 'PLTE') {
    fault = faultOfPalette(parts, head, data.length);
    if (fault === undefined) parts.palette = data;
  } else if (type === 'tRNS') {
    fault = faultOfTransparency(parts, head, data.length);
    if (fault === undefined) parts.transparent = data;
  } else if (type === 'acTL') parts.isAnimated = true;
  else if (type === 'IEND') fault = data.length > 0 ? `has ${data.length} octets` : undefined;
  // The first letter of a chunk that may be passed over is small (section 5.4).
  else if (type.charCodeAt(0) < 0x61) fault = 'is needed for the picture, and not known';
  if (fault !== undefined) tolerate(new DecodeError('bad-value', field, at, fault), options);
}

/** What is wrong with a PLTE (section 11.2.2). */
function faultOfPalette(parts: Parts, { colorType, bitDepth }: NonNullable<Parts['head']>, length: number): string | undefined {
  if (parts.palette !== undefined) return 'is there twice';
  if (parts.dataEnd > 0) return 'stands behind the pixels';
  if (colorType === GREY || colorType === GREY_ALPHA) return 'is there for a grey picture';
  if (length === 0 || length % 3 !== 0) return `has ${length} octets, allowed: three a colour`;
  const most = colorType === PALETTE ? 2 ** bitDepth : 256;
  return length / 3 > most ? `has ${length / 3} colours, at most ${most}` : undefined;
}

/** What is wrong with a tRNS (section 11.3.1.1). */
function faultOfTransparency(parts: Parts, { colorType }: NonNullable<Parts['head']>, length: number): string | undefined {
  if (parts.transparent !== undefined) return 'is there twice';
  if (parts.dataEnd > 0) return 'stands behind the pixels';
  if (colorType === GREY_ALPHA || colorType === RGBA) return 'is there beside an alpha channel';
  if (colorType === PALETTE) {
    const most = (parts.palette?.length ?? 0) / 3;
    return length > most ? `has ${length} octets, at most ${most}, one for each colour in front of it` : undefined;
  }
  const wanted = colorType === GREY ? 2 : 6;
  return length === wanted ? undefined : `has ${length} octets instead of ${wanted}`;
}

function assemble(octets: Uint8Array, parts: Parts, head: NonNullable<Parts['head']>, headOnly: boolean): PngFile {
  const { palette, transparent, isAnimated, places, dataLength } = parts;
  const { colorType } = head;
  const dataAt = places[0]?.at;
  if (colorType === PALETTE && palette === undefined && !(headOnly && dataAt === undefined)) {
    throw new DecodeError('bad-value', 'PNG/PLTE', (dataAt as number) - 8, 'there is none in front of the pixels');
  }
  const hasAlpha = colorType >= GREY_ALPHA || transparent !== undefined;
  const colors = colorType === PALETTE && palette !== undefined ? { colors: palette.length / 3 } : {};
  const channels = hasAlpha ? 4 : colorType === GREY ? 1 : 3;
  return {
    header: { ...head, ...colors, hasAlpha, isAnimated, channels },
    palette,
    transparent,
    data: joined(octets, places, dataLength),
    places,
  };
}

/** The zlib stream; a view of the file where it is in one piece. */
function joined(octets: Uint8Array, places: readonly Place[], length: number): Uint8Array {
  const [first] = places;
  if (first === undefined || places.length === 1) return octets.subarray(first?.at ?? 0, (first?.at ?? 0) + length);
  const data = new Uint8Array(length);
  for (let i = 0; i < places.length; i++) {
    const { from, at } = places[i] as Place;
    data.set(octets.subarray(at, at + (places[i + 1]?.from ?? length) - from), from);
  }
  return data;
}

function readIhdr(data: Uint8Array, at: number, { limits }: PngOptions): NonNullable<Parts['head']> {
  const bad = (name: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `PNG/IHDR/${name}`, at + 8 + offset, reason);
  if (data.length !== 13) throw new DecodeError('bad-value', 'PNG/IHDR', at, `has ${data.length} octets instead of 13`);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const widthPx = view.getUint32(0);
  const heightPx = view.getUint32(4);
  if (widthPx === 0) throw bad('width', 0, 'is 0');
  if (heightPx === 0) throw bad('height', 4, 'is 0');
  const maxPixels = limits?.imagePixels ?? DEFAULT_LIMITS.imagePixels;
  if (Math.max(widthPx, heightPx) > MAX_SIDE || widthPx * heightPx > maxPixels) {
    const reason = `${widthPx}x${heightPx} pixels, at most ${maxPixels} and ${MAX_SIDE} a side`;
    throw new LimitError('limit-exceeded', 'PNG/IHDR', at + 8, reason);
  }
  const [bitDepth, colorType, compression, filter, interlace] = data.subarray(8) as unknown as [
    number,
    number,
    number,
    number,
    number,
  ];
  const { depths } = COLOR_TYPES[colorType] ?? {};
  if (depths === undefined) throw bad('colorType', 9, `is ${colorType}, allowed: 0, 2, 3, 4, 6`);
  if (!depths.includes(bitDepth))
    throw bad('bitDepth', 8, `is ${bitDepth}, allowed with colour type ${colorType}: ${depths.join(', ')}`);
  if (compression !== 0) throw bad('compression', 10, `is ${compression}, allowed: 0`);
  if (filter !== 0) throw bad('filter', 11, `is ${filter}, allowed: 0`);
  if (interlace > 1) throw bad('interlace', 12, `is ${interlace}, allowed: 0, 1`);
  return { widthPx, heightPx, bitDepth, colorType, isInterlaced: interlace === 1 };
}

/**
 * Inflates rows and takes the filters off, for one pass after the other.
 *
 * zlib inflates small pictures whole. Large ones, and those that zlib refused, go through {@link Inflater}, which gives the rows in front
 * of a fault and says where it is.
 */
class FilteredRows {
  readonly #file: PngFile;
  readonly #options: PngOptions;
  /** Octets of all rows, their filters among them. */
  readonly #expected: number;
  /** Octets between a sample and the one of the same colour to the left of it, at least 1 (section 9.2). */
  readonly #step: number;
  #whole: Uint8Array | undefined;
  #inflater: Inflater | undefined;
  #at = 0;

  constructor(file: PngFile, options: PngOptions) {
    this.#file = file;
    this.#options = options;
    this.#expected = dataOctets(file.header);
    this.#step = Math.max(1, (file.header.bitDepth * samplesOf(file.header)) >> 3);
    if (this.#expected <= WHOLE_OCTETS) {
      try {
        // In one piece, with a little room for zlib to see the end in: pieces would have to be put together.
        const whole = inflateSync(file.data, { maxOutputLength: this.#expected, chunkSize: this.#expected + 64 });
        if (whole.length === this.#expected) this.#whole = new Uint8Array(whole.buffer, whole.byteOffset, whole.length);
      } catch {
        // What is wrong, and where, is found by the inflater.
      }
    }
    if (this.#whole === undefined) this.#guard(() => (this.#inflater = new Inflater(file.data)));
  }

  /**
   * Takes the next row into `to` at `toAt`; the row above it stands at `aboveAt`, or is none at -1.
   * @returns false where lenient reading has come to the last row.
   */
  next(to: Uint8Array, toAt: number, aboveAt: number, length: number): boolean {
    let octets = this.#whole;
    let at = this.#at;
    if (octets === undefined) {
      const inflater = this.#inflater;
      if (inflater === undefined || !this.#guard(() => (at = inflater.take(length + 1)))) return false;
      octets = inflater.octets;
    }
    this.#at += length + 1;
    const filter = octets[at] as number;
    if (filter >= FILTERS) {
      const offset = this.#file.places[0]?.at as number;
      tolerate(
        new DecodeError('bad-value', 'PNG/IDAT', offset, `has a row with filter ${filter}, allowed: 0 to 4`),
        this.#options,
      );
      this.#whole = undefined;
      this.#inflater = undefined;
      return false;
    }
    unfilter(filter, octets, at + 1, to, toAt, aboveAt, length, this.#step);
    return true;
  }

  /** Requires that the stream ends behind the last row, with the right check sum. */
  finish(): void {
    const inflater = this.#inflater;
    if (inflater === undefined) return;
    this.#guard(() => {
      if (inflater.ends()) return;
      const message = `more than the ${this.#expected} octets of its pixels`;
      tolerate(new DecodeError('trailing-bytes', 'PNG/IDAT', this.#file.places[0]?.at as number, message), this.#options);
    });
  }

  /** Whether it could be done; a fault of the stream becomes an error of the file. */
  #guard(read: () => void): boolean {
    try {
      read();
      return true;
    } catch (cause) {
      if (!(cause instanceof InflateFault)) throw cause;
      this.#inflater = undefined;
      const { places } = this.#file;
      const place = places.findLast(({ from }) => from <= cause.at) ?? { from: 0, at: 0 };
      const code = cause.isTruncated ? 'truncated' : 'bad-value';
      tolerate(new DecodeError(code, 'PNG/IDAT', place.at + cause.at - place.from, cause.message, { cause }), this.#options);
      return false;
    }
  }
}

/** Reads a picture that is not interlaced into `rows`, which hold `kept` of them. @returns how many there were. */
function readRows(file: PngFile, rows: Uint8Array, kept: number, options: PngOptions, onRow?: OnRow): number {
  const { header } = file;
  const { widthPx, heightPx, channels } = header;
  const rowLength = widthPx * channels;
  const filtered = new FilteredRows(file, options);
  const expand = expander(file, options);
  const lineLength = lineOctets(header, widthPx);
  const lines = expand === undefined ? rows : new Uint8Array(2 * lineLength);
  const linesKept = expand === undefined ? kept : 2;
  for (let y = 0; y < heightPx; y++) {
    const lineAt = (y % linesKept) * lineLength;
    const aboveAt = y === 0 ? -1 : ((y - 1) % linesKept) * lineLength;
    if (!filtered.next(lines, lineAt, aboveAt, lineLength)) return y;
    const at = (y % kept) * rowLength;
    expand?.(lines, lineAt, widthPx, rows, at);
    onRow?.(rows, at, y);
  }
  filtered.finish();
  return heightPx;
}

/** Reads the seven passes of an interlaced picture. */
function readPasses(file: PngFile, samples: Uint8Array, options: PngOptions): void {
  const { header } = file;
  const { widthPx, channels } = header;
  const filtered = new FilteredRows(file, options);
  const expand = expander(file, options);
  const lines = new Uint8Array(2 * lineOctets(header, widthPx));
  const row = expand === undefined ? lines : new Uint8Array(widthPx * channels);
  for (const { left, top, stepX, width, height, stepY } of passesOf(header)) {
    const length = lineOctets(header, width);
    for (let i = 0; i < height; i++) {
      const lineAt = (i & 1) * length;
      if (!filtered.next(lines, lineAt, i === 0 ? -1 : length - lineAt, length)) return;
      expand?.(lines, lineAt, width, row, 0);
      let from = expand === undefined ? lineAt : 0;
      let to = ((top + i * stepY) * widthPx + left) * channels;
      for (let x = 0; x < width; x++, to += stepX * channels) {
        for (let c = 0; c < channels; c++) samples[to + c] = row[from++] as number;
      }
    }
  }
  filtered.finish();
}

/** The passes that have pixels, and how many. */
function passesOf({ widthPx, heightPx, isInterlaced }: PngHeader) {
  return (isInterlaced ? ADAM7 : ONE_PASS)
    .map((pass) => ({
      ...pass,
      width: Math.ceil((widthPx - pass.left) / pass.stepX),
      height: Math.ceil((heightPx - pass.top) / pass.stepY),
    }))
    .filter(({ width, height }) => width > 0 && height > 0);
}

function samplesOf({ colorType }: PngHeader): number {
  return (COLOR_TYPES[colorType] as { samples: number }).samples;
}

/** Octets of so many pixels in a row, without its filter. */
function lineOctets(header: PngHeader, pixels: number): number {
  return Math.ceil((pixels * header.bitDepth * samplesOf(header)) / 8);
}

/** Octets of all rows, each behind the octet that names its filter. */
function dataOctets(header: PngHeader): number {
  return passesOf(header).reduce((sum, { width, height }) => sum + height * (1 + lineOctets(header, width)), 0);
}

/** Turns samples as they are stored into those of the raster. */
type Expand = (line: Uint8Array, at: number, pixels: number, to: Uint8Array, toAt: number) => void;

/** Undefined where both are the same. */
function expander(file: PngFile, options: PngOptions): Expand | undefined {
  const { header, transparent } = file;
  const { bitDepth, colorType, channels } = header;
  if (
    colorType === PALETTE ||
    (colorType === GREY && bitDepth < 8) ||
    (colorType === GREY && bitDepth === 8 && channels === 4)
  ) {
    return byTable(file, options);
  }
  const samples = samplesOf(header);
  if (bitDepth === 8 && samples === channels) return undefined;
  const octets = bitDepth >> 3;
  const key = keyOf(transparent, octets);
  return (line, at, pixels, to, toAt) => expandSamples(line, at, pixels, to, toAt, samples, octets, channels, key);
}

/** The colour that counts as transparent, in the octets of a pixel: tRNS has two for each sample, of which the low one counts. */
function keyOf(transparent: Uint8Array | undefined, octets: number): Uint8Array | undefined {
  return octets === 2 || transparent === undefined ? transparent : transparent.filter((_, i) => i % 2 === 1);
}

function expandSamples(
  line: Uint8Array,
  lineAt: number,
  pixels: number,
  to: Uint8Array,
  toAt: number,
  samples: number,
  octets: number,
  channels: number,
  key: Uint8Array | undefined,
): void {
  const pixelOctets = samples * octets;
  const isGrey = samples < 3;
  const alphaAt = samples === 2 || samples === 4 ? pixelOctets - octets : -1;
  let at = lineAt;
  let out = toAt;
  for (let x = 0; x < pixels; x++, at += pixelOctets, out += channels) {
    const first = line[at] as number;
    to[out] = first;
    if (channels === 1) continue;
    to[out + 1] = isGrey ? first : (line[at + octets] as number);
    to[out + 2] = isGrey ? first : (line[at + 2 * octets] as number);
    if (channels === 3) continue;
    let alpha = 0xff;
    if (alphaAt >= 0) alpha = line[at + alphaAt] as number;
    else if (key !== undefined) {
      alpha = 0;
      for (let i = 0; i < pixelOctets; i++) if (line[at + i] !== key[i]) alpha = 0xff;
    }
    to[out + 3] = alpha;
  }
}

/** Looks each sample up, a palette's index or a grey: 1, 2, 4 or 8 bits. */
function byTable({ header, palette, transparent, places }: PngFile, options: PngOptions): Expand {
  const { bitDepth, colorType, channels } = header;
  const size = 1 << bitDepth;
  const mask = size - 1;
  const isPalette = colorType === PALETTE;
  const table = new Uint8Array(size * channels);
  // Where tRNS ends, and for indices without a colour, the pixel is opaque.
  for (let i = 0; i < size; i++) {
    for (let c = 0; c < Math.min(3, channels); c++) {
      table[i * channels + c] = isPalette ? (palette?.[i * 3 + c] ?? 0) : (i * 255) / mask;
    }
    if (channels !== 4) continue;
    // Bits of the key above those of a sample do not count.
    if (isPalette) table[i * 4 + 3] = transparent?.[i] ?? 0xff;
    else table[i * 4 + 3] = ((transparent?.[1] as number) & mask) === i ? 0 : 0xff;
  }
  const colors = isPalette ? (palette as Uint8Array).length / 3 : size;
  let mayLack = colors < size;
  return (line, lineAt, pixels, to, toAt) => {
    let out = toAt;
    let highest = 0;
    for (let x = 0; x < pixels; x++) {
      let index = line[lineAt + x] as number;
      if (bitDepth < 8) {
        const bit = x * bitDepth;
        index = ((line[lineAt + (bit >> 3)] as number) >> (8 - bitDepth - (bit & 7))) & mask;
      }
      if (index > highest) highest = index;
      let from = index * channels;
      to[out++] = table[from++] as number;
      if (channels === 1) continue;
      to[out++] = table[from++] as number;
      to[out++] = table[from++] as number;
      if (channels === 4) to[out++] = table[from] as number;
    }
    if (!mayLack || highest < colors) return;
    mayLack = false;
    const message = `has a pixel of colour ${highest}, the palette has ${colors}`;
    tolerate(new DecodeError('bad-value', 'PNG/IDAT', places[0]?.at as number, message), options);
  };
}
