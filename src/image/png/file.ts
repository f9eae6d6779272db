/**
 * A PNG taken apart: its header, palette and transparency, and where its pixels are. Nothing is inflated.
 *
 * Compressed texts, gamma and the frames of APNG are skipped.
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 5 and 11.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { requireOctets, u32be } from '../../bytes/octets.js';
import { ByteReader } from '../../bytes/reader.js';
import type { DecodeOptions, Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import {
  BAD_TYPE,
  COLOR_TYPES,
  GREY,
  GREY_ALPHA,
  IHDR_OCTETS,
  misplacedHeader,
  NO_TYPE,
  openChunk,
  PALETTE,
  PICTURE_CHUNKS,
  PNG_SIGNATURE,
  type PngChunk,
  RGBA,
  readCrc,
  readIhdr,
  readPngSignature,
} from '../../media/png-chunks.js';
import type { PackedProfile } from '../icc/chunks.js';
import { imageReading, reportTrailing, requirePixels } from '../leniency.js';
import { crc32 } from '../node.js';

/** What a PNG says of itself before its pixels. */
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
  /** Channels of its raster. */
  readonly channels: 1 | 3 | 4;
}

/** A file taken apart, its pixels still packed. */
export interface PngFile {
  readonly header: PngHeader;
  /** PLTE and tRNS. */
  readonly palette: Uint8Array | undefined;
  readonly transparent: Uint8Array | undefined;
  /** The data of iCCP. */
  readonly profile: PackedProfile | undefined;
  /** The file, where the parts of the zlib stream are in it, and the length of that stream; see {@link joinData}. */
  readonly octets: Uint8Array;
  readonly places: readonly Place[];
  readonly dataLength: number;
  /** Where the last IDAT ended in the file. */
  readonly dataEnd: number;
}

/** A part of the zlib stream that is not empty: where it begins in the stream, and in the file. */
interface Place {
  readonly from: number;
  readonly at: number;
}

/**
 * Reads what is before the pixels, and inflates nothing.
 * @throws DecodeError `truncated` or `bad-value`; LimitError past `imagePixels` or a side of 65535.
 */
export function pngHeader(octets: Uint8Array, options?: DecodeOptions): PngHeader {
  return readChunks(octets, imageReading(options), true).header;
}

/** What IHDR says. */
type Head = Pick<PngHeader, 'widthPx' | 'heightPx' | 'bitDepth' | 'colorType' | 'isInterlaced'>;

/** What the chunks so far have said. */
interface Found {
  /** Of IHDR; undefined before it. */
  head: Head | undefined;
  /** PLTE and tRNS. */
  palette: Uint8Array | undefined;
  transparent: Uint8Array | undefined;
  profile: PackedProfile | undefined;
  isAnimated: boolean;
  readonly places: Place[];
  dataLength: number;
  /** One past the last IDAT; 0 before the first. */
  dataEnd: number;
  /** The error that ended lenient reading. */
  end: DecodeError | undefined;
}

/**
 * Reads the chunks, or with `headOnly` those before the pixels.
 * @param reading as {@link imageReading} gives it.
 * @throws DecodeError `truncated` or `bad-value`; LimitError past `imagePixels` or a side of 65535.
 */
export function readChunks(octets: Uint8Array, reading: Reading, headOnly: boolean): PngFile {
  requireOctets(octets, 'the picture');
  const reader = new ByteReader(octets);
  readPngSignature(reader);
  const found: Found = {
    head: undefined,
    palette: undefined,
    transparent: undefined,
    profile: undefined,
    isAnimated: false,
    places: [],
    dataLength: 0,
    dataEnd: 0,
    end: undefined,
  };
  let isMore = true;
  while (isMore) isMore = readChunk(reader, found, reading, headOnly);
  const { head, dataLength, dataEnd, end } = found;
  // Lenient reading came to an end that leaves nothing to show.
  if (head === undefined) throw end ?? new DecodeError('truncated', 'PNG/IHDR', PNG_SIGNATURE.length, 'is missing');
  if (dataLength === 0 && !headOnly) {
    throw end ?? new DecodeError('truncated', 'PNG/IDAT', dataEnd || octets.length, 'is missing');
  }
  return assemble(octets, found, head, headOnly);
}

/** Reads a chunk. @returns whether others follow that matter. */
function readChunk(reader: ByteReader, found: Found, reading: Reading, headOnly: boolean): boolean {
  const { octets } = reader;
  const endWith = (error: unknown) => {
    if (!(error instanceof DecodeError)) throw error;
    reading.reportOrThrow(error);
    found.end = error;
    return false;
  };
  let chunk: PngChunk;
  try {
    chunk = openChunk(reader, reading);
  } catch (error) {
    return endWith(error);
  }
  const { type, at, end, body, cut } = chunk;
  // A file may be filled with zeros, which are chunks without a type.
  if (type === NO_TYPE) {
    found.end = new DecodeError('bad-value', 'PNG/chunk', at, BAD_TYPE);
    return false;
  }
  const isHeadEnd = headOnly && (type === 'IDAT' || type === 'IEND');
  if (isHeadEnd && found.head !== undefined) return false;
  if (!isHeadEnd) {
    if (cut !== undefined) {
      const isMore = endWith(cut);
      if (type === 'IDAT') addChunk(found, chunk, reading);
      return isMore;
    }
    if (PICTURE_CHUNKS.has(type) && crc32(octets.subarray(at + 4, body.end)) !== u32be(octets, body.end)) {
      reading.fault('bad-value', `PNG/${type}`, at, 'CRC mismatch');
    }
    readCrc(reader, chunk);
  }
  addChunk(found, chunk, reading);
  if (type === 'IEND') reportTrailing(octets, end, 'PNG', 'IEND', reading);
  return type !== 'IEND';
}

/** Adds what a chunk says to what was found. */
function addChunk(found: Found, chunk: PngChunk, reading: Reading): void {
  const { type, at, body } = chunk;
  const misplaced = misplacedHeader(found.head === undefined, chunk);
  if (misplaced !== undefined) throw new DecodeError('bad-value', `PNG/${type}`, at, misplaced);
  if (type === 'IHDR') {
    found.head = checkIhdr(body, at, reading);
    return;
  }
  // One that is at fault does not count.
  const fault = findFault(found, chunk);
  if (fault !== undefined) reading.fault('bad-value', `PNG/${type}`, at, fault);
  if (type !== 'IDAT' || body.remaining === 0) return;
  found.places.push({ from: found.dataLength, at: body.offset });
  found.dataLength += body.remaining;
}

/** What the chunks come to. The head alone may end before the palette, so that there it may be missing. */
function assemble(octets: Uint8Array, found: Found, head: Head, headOnly: boolean): PngFile {
  const { palette, transparent, profile, isAnimated, places, dataLength, dataEnd } = found;
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
    profile,
    octets,
    places,
    dataLength,
    dataEnd,
  };
}

/**
 * The zlib stream; a view of the file where it is in one piece.
 * @param memory gives the memory for a stream in several pieces.
 */
export function joinData(file: PngFile, memory: (length: number) => Uint8Array): Uint8Array {
  const { octets, places, dataLength } = file;
  const [first] = places;
  if (first === undefined || places.length === 1) return octets.subarray(first?.at ?? 0, (first?.at ?? 0) + dataLength);
  const data = memory(dataLength);
  for (let i = 0; i < places.length; i++) {
    const { from, at } = places[i] as Place;
    data.set(octets.subarray(at, at + (places[i + 1]?.from ?? dataLength) - from), from);
  }
  return data;
}

/** The header chunk (section 11.2.1), whose data begin 8 octets after `at`. */
function checkIhdr(body: ByteReader, at: number, reading: Reading): Head {
  const bad = (name: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `PNG/IHDR/${name}`, at + 8 + offset, reason);
  if (body.remaining !== IHDR_OCTETS) {
    throw new DecodeError('bad-value', 'PNG/IHDR', at, `has ${body.remaining} octets, allowed: ${IHDR_OCTETS}`);
  }
  const [widthPx = 0, heightPx = 0, bitDepth = 0, colorType = 0, compression, filter, interlace = 0] = readIhdr(body);
  if (widthPx === 0) throw bad('width', 0, 'is 0');
  if (heightPx === 0) throw bad('height', 4, 'is 0');
  requirePixels({ widthPx, heightPx }, reading, 'PNG/IHDR', at + 8);
  const { depths } = COLOR_TYPES[colorType] ?? {};
  if (depths === undefined) throw bad('colorType', 9, `is ${colorType}, allowed: 0, 2, 3, 4, 6`);
  if (!depths.includes(bitDepth))
    throw bad('bitDepth', 8, `is ${bitDepth}, allowed with colour type ${colorType}: ${depths.join(', ')}`);
  if (compression !== 0) throw bad('compression', 10, `is ${compression}, allowed: 0`);
  if (filter !== 0) throw bad('filter', 11, `is ${filter}, allowed: 0`);
  if (interlace > 1) throw bad('interlace', 12, `is ${interlace}, allowed: 0, 1`);
  return { widthPx, heightPx, bitDepth, colorType, isInterlaced: interlace === 1 };
}

/** What is wrong with a chunk after IHDR; what it says is taken note of. */
function findFault(found: Found, { type, at, end, body }: PngChunk): string | undefined {
  const { octets, offset, remaining } = body;
  let fault: string | undefined;
  switch (type) {
    case 'IDAT':
      fault = found.dataEnd > 0 && found.dataEnd !== at ? 'does not follow the IDAT before it' : undefined;
      found.dataEnd = end;
      return fault;
    case 'PLTE':
      fault = paletteFault(found, remaining);
      if (fault === undefined) found.palette = octets.subarray(offset, body.end);
      return fault;
    case 'tRNS':
      fault = transparencyFault(found, remaining);
      if (fault === undefined) found.transparent = octets.subarray(offset, body.end);
      return fault;
    case 'iCCP':
      found.profile ??= { octets: octets.subarray(offset, body.end), at };
      return undefined;
    case 'acTL':
      found.isAnimated = true;
      return undefined;
    case 'IEND':
      return remaining > 0 ? `has ${pluralize(remaining, 'octet')} of data, allowed: none` : undefined;
    case 'IHDR':
      return undefined;
    default:
      // The first letter of an ancillary chunk is small (section 5.4).
      return type.charCodeAt(0) < 0x61 ? 'is critical and not known' : undefined;
  }
}

/** What is wrong with a PLTE (section 11.2.2). */
function paletteFault({ head, palette, dataEnd }: Found, length: number): string | undefined {
  const { colorType, bitDepth } = head ?? { colorType: -1, bitDepth: 8 };
  if (palette !== undefined) return 'occurs twice';
  if (dataEnd > 0) return 'is after IDAT';
  if (colorType === GREY || colorType === GREY_ALPHA) return 'is not allowed in a grey picture';
  if (length === 0 || length % 3 !== 0) return `has ${pluralize(length, 'octet')}, allowed: a multiple of 3, at most 768`;
  const max = colorType === PALETTE ? 2 ** bitDepth : 256;
  return length / 3 > max ? `has ${length / 3} colours, at most ${max}` : undefined;
}

/** What is wrong with a tRNS (section 11.3.1.1). */
function transparencyFault({ head, palette, transparent, dataEnd }: Found, length: number): string | undefined {
  const colorType = head?.colorType;
  if (transparent !== undefined) return 'occurs twice';
  if (dataEnd > 0) return 'is after IDAT';
  if (colorType === GREY_ALPHA || colorType === RGBA) return 'is not allowed beside an alpha channel';
  if (colorType === PALETTE) {
    const max = (palette?.length ?? 0) / 3;
    return length > max ? `has ${pluralize(length, 'octet')}, at most ${max}, one for each colour before it` : undefined;
  }
  const wanted = colorType === GREY ? 2 : 6;
  return length === wanted ? undefined : `has ${pluralize(length, 'octet')} instead of ${wanted}`;
}
