/**
 * The chunks of a PNG: its header, palette and transparency, and where its pixels are. Nothing is inflated.
 *
 *   89 50 4E 47 0D 0A 1A 0A | length(4) type(4) data crc(4) | ...        IHDR first, IEND last, IDAT between
 *   IHDR   width(4) height(4) bitDepth colorType compression filter interlace
 *   PLTE   red green blue, for each colour
 *   tRNS   an alpha for each colour of a palette; else the one grey (2) or colour (6) that is transparent
 *   IDAT   a part of the zlib stream of pixels
 *
 * Compressed texts, colour profiles, gamma and the frames of APNG are passed over.
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 5 and 11.
 * @module
 */
import { crc32 } from 'node:zlib';
import { MAX_SIDE } from '../bitmap/bitmap.js';
import { requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import type { DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, LimitError } from '../errors.js';
import { IHDR_OCTETS, readIhdr } from '../media/png.js';
import { isCutSignature, isOfType } from '../media/signatures.js';
import { imageReading, reportTrailing } from './leniency.js';
import { GREY, GREY_ALPHA, PALETTE, PNG_SIGNATURE, RGBA } from './png-container.js';

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

/** Samples a pixel and bit depths, by colour type (table 11.1). */
export const COLOR_TYPES: readonly ({ readonly samples: number; readonly depths: readonly number[] } | undefined)[] = [
  { samples: 1, depths: [1, 2, 4, 8, 16] },
  undefined,
  { samples: 3, depths: [8, 16] },
  { samples: 1, depths: [1, 2, 4, 8] },
  { samples: 2, depths: [8, 16] },
  undefined,
  { samples: 4, depths: [8, 16] },
];

/** `IDAT` as a number. */
const IDAT = 0x49444154;

/** Chunks whose check sums are looked at. */
const READ_TYPES: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/** A file taken apart, its pixels still packed. */
export interface PngFile {
  readonly header: PngHeader;
  /** PLTE and tRNS. */
  readonly palette: Uint8Array | undefined;
  readonly transparent: Uint8Array | undefined;
  /** The zlib stream, its parts put together, and where each of them stands in the file. */
  readonly data: Uint8Array;
  readonly places: readonly Place[];
  /** Where the last IDAT ended in the file. */
  readonly dataEnd: number;
}

/** A part of the zlib stream that is not empty: where it begins in the stream, and in the file. */
interface Place {
  readonly from: number;
  readonly at: number;
}

/**
 * Reads what stands in front of the pixels, and inflates nothing.
 * @throws DecodeError `truncated` or `bad-value`; LimitError past `imagePixels` or a side of 65535.
 */
export function pngHeader(octets: Uint8Array, options?: DecodeOptions): PngHeader {
  return readChunks(octets, imageReading(options), true).header;
}

/** A chunk of the file. */
interface Chunk {
  readonly type: string;
  /** Offset of its length. */
  readonly at: number;
  readonly end: number;
  readonly data: Uint8Array;
}

/** What IHDR says. */
type Head = Pick<PngHeader, 'widthPx' | 'heightPx' | 'bitDepth' | 'colorType' | 'isInterlaced'>;

/** What is known of a file while its chunks are read. */
interface Parts {
  head?: Head;
  palette?: Uint8Array;
  transparent?: Uint8Array;
  isAnimated: boolean;
  readonly places: Place[];
  dataLength: number;
  /** Where the last IDAT ended; 0 in front of the first. */
  dataEnd: number;
}

/**
 * Reads the chunks, or with `headOnly` those in front of the pixels.
 * @param options as {@link imageReading} gives them.
 * @throws DecodeError `truncated` or `bad-value`; LimitError past `imagePixels` or a side of 65535.
 */
export function readChunks(octets: Uint8Array, reading: Reading, headOnly: boolean): PngFile {
  requireSignature(octets);
  const parts: Parts = { isAnimated: false, places: [], dataLength: 0, dataEnd: 0 };
  let last: DecodeError | undefined;
  const noteEnd = (error: DecodeError) => {
    last = error;
    reading.reportOrThrow(error);
  };
  for (const chunk of chunksOf(octets, reading, headOnly, noteEnd)) {
    if (headOnly && (chunk.type === 'IDAT' || chunk.type === 'IEND') && parts.head !== undefined) break;
    takeChunk(parts, chunk, reading);
  }
  // Lenient reading came to an end that leaves nothing to show.
  if (parts.head === undefined) throw last ?? new DecodeError('truncated', 'PNG/IHDR', PNG_SIGNATURE.length, 'there is none');
  if (parts.dataLength === 0 && !headOnly) {
    throw last ?? new DecodeError('truncated', 'PNG/IDAT', parts.dataEnd || octets.length, 'there is none');
  }
  return assemble(octets, parts, parts.head, headOnly);
}

function requireSignature(octets: Uint8Array): void {
  requireOctets(octets, 'the picture');
  if (isOfType(octets, 'image/png')) return;
  if (isCutSignature(octets, 'image/png')) throw new DecodeError('truncated', 'PNG', 0, 'ends in its signature');
  throw new DecodeError('bad-value', 'PNG', 0, 'bad PNG signature');
}

/**
 * Walks the chunks up to IEND, or of a head up to its end, whatever that is like. An end that comes too early is told to
 * `onEnd`, which may throw; the chunk it cut off comes still.
 */
function* chunksOf(
  octets: Uint8Array,
  reading: Reading,
  headOnly: boolean,
  onEnd: (error: DecodeError) => void,
): Generator<Chunk> {
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  for (let at = PNG_SIGNATURE.length; ; ) {
    const left = octets.length - at - 12;
    if (left < 0) return onEnd(new DecodeError('truncated', 'PNG', at, 'ends before IEND'));
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
      reading.fault('bad-value', field, at, 'CRC mismatch');
    }
    yield { type, at, end, data: octets.subarray(at + 8, end - 4) };
    if (type === 'IEND') return reportTrailing(octets, end, 'PNG', 'IEND', reading);
    at = end;
  }
}

/** Adds what a chunk says to the parts. */
function takeChunk(parts: Parts, { type, at, end, data }: Chunk, reading: Reading): void {
  const field = `PNG/${type}`;
  const { head } = parts;
  if ((head === undefined) !== (type === 'IHDR')) {
    const reason = head === undefined ? 'is in the place of IHDR' : 'is there twice';
    throw new DecodeError('bad-value', field, at, reason);
  }
  if (head === undefined) {
    parts.head = checkIhdr(data, at, reading);
    return;
  }
  let fault: string | undefined;
  if (type === 'IDAT') {
    if (parts.dataEnd > 0 && parts.dataEnd !== at) fault = 'does not follow the one before it';
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
  if (fault !== undefined) reading.fault('bad-value', field, at, fault);
}

/** What is wrong with a PLTE (section 11.2.2). */
function faultOfPalette(parts: Parts, { colorType, bitDepth }: Head, length: number): string | undefined {
  if (parts.palette !== undefined) return 'is there twice';
  if (parts.dataEnd > 0) return 'is after the pixels';
  if (colorType === GREY || colorType === GREY_ALPHA) return 'is there for a grey picture';
  if (length === 0 || length % 3 !== 0) return `has ${length} octets, allowed: three a colour`;
  const most = colorType === PALETTE ? 2 ** bitDepth : 256;
  return length / 3 > most ? `has ${length / 3} colours, at most ${most}` : undefined;
}

/** What is wrong with a tRNS (section 11.3.1.1). */
function faultOfTransparency(parts: Parts, { colorType }: Head, length: number): string | undefined {
  if (parts.transparent !== undefined) return 'is there twice';
  if (parts.dataEnd > 0) return 'is after the pixels';
  if (colorType === GREY_ALPHA || colorType === RGBA) return 'is there beside an alpha channel';
  if (colorType === PALETTE) {
    const most = (parts.palette?.length ?? 0) / 3;
    return length > most ? `has ${length} octets, at most ${most}, one for each colour before it` : undefined;
  }
  const wanted = colorType === GREY ? 2 : 6;
  return length === wanted ? undefined : `has ${length} octets instead of ${wanted}`;
}

/** What the chunks come to. Whether a palette is missing is not looked at for the head alone, which may end in front of it. */
function assemble(octets: Uint8Array, parts: Parts, head: Head, headOnly: boolean): PngFile {
  const { palette, transparent, isAnimated, places, dataLength, dataEnd } = parts;
  const { colorType } = head;
  if (colorType === PALETTE && palette === undefined && !headOnly) {
    throw new DecodeError('bad-value', 'PNG/PLTE', (places[0] as Place).at - 8, 'is missing before the pixels');
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
    dataEnd,
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

/** The header chunk (section 11.2.1), whose data begin 8 octets after `at`. */
function checkIhdr(data: Uint8Array, at: number, { limits }: Reading): Head {
  const bad = (name: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `PNG/IHDR/${name}`, at + 8 + offset, reason);
  if (data.length !== IHDR_OCTETS) {
    throw new DecodeError('bad-value', 'PNG/IHDR', at, `has ${data.length} octets, allowed: ${IHDR_OCTETS}`);
  }
  const [widthPx = 0, heightPx = 0, bitDepth = 0, colorType = 0, compression, filter, interlace = 0] = readIhdr(
    new ByteReader(data),
  );
  if (widthPx === 0) throw bad('width', 0, 'is 0');
  if (heightPx === 0) throw bad('height', 4, 'is 0');
  const maxPixels = limits.imagePixels;
  if (Math.max(widthPx, heightPx) > MAX_SIDE || widthPx * heightPx > maxPixels) {
    const reason = `${widthPx}x${heightPx} pixels, at most ${maxPixels} and ${MAX_SIDE} a side`;
    throw new LimitError('limit-exceeded', 'PNG/IHDR', at + 8, reason);
  }
  const { depths } = COLOR_TYPES[colorType] ?? {};
  if (depths === undefined) throw bad('colorType', 9, `is ${colorType}, allowed: 0, 2, 3, 4, 6`);
  if (!depths.includes(bitDepth))
    throw bad('bitDepth', 8, `is ${bitDepth}, allowed with colour type ${colorType}: ${depths.join(', ')}`);
  if (compression !== 0) throw bad('compression', 10, `is ${compression}, allowed: 0`);
  if (filter !== 0) throw bad('filter', 11, `is ${filter}, allowed: 0`);
  if (interlace > 1) throw bad('interlace', 12, `is ${interlace}, allowed: 0, 1`);
  return { widthPx, heightPx, bitDepth, colorType, isInterlaced: interlace === 1 };
}
