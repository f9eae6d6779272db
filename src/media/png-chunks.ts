/**
 * The chunks of a PNG, one after another, and the rules of their order and lengths. Nothing is inflated, and no CRC is computed: callers
 * choose how.
 *
 *   89 50 4E 47 0D 0A 1A 0A | length(4) type(4) data CRC(4) | ...        IHDR first, IEND last, IDAT between
 *   IHDR   width(4) height(4) bitDepth colorType compression filter interlace
 *   PLTE   red green blue, for each colour
 *   tRNS   an alpha for each colour of a palette; else the one grey (2) or colour (6) that is transparent
 *   IDAT   a part of the zlib stream of pixels
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 5 and 11.
 * @module
 */
import { type Column, pluralize, readColumns, u32 } from '../bytes/file-fields.js';
import { u32be } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { isCutSignature, isOfType } from './signatures.js';

/** The octets that every PNG begins with (section 5.2). */
export const PNG_SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Colour types (table 11.1). */
export const GREY = 0;
/** See {@link GREY}. */
export const RGB = 2;
/** See {@link GREY}. */
export const PALETTE = 3;
/** See {@link GREY}. */
export const GREY_ALPHA = 4;
/** See {@link GREY}. */
export const RGBA = 6;

/** A colour type: its name, its samples a pixel, and the bit depths that it allows. */
export interface ColorType {
  readonly name: string;
  readonly samples: number;
  readonly depths: readonly number[];
}

/** Colour types by their numbers. */
export const COLOR_TYPES: readonly (ColorType | undefined)[] = [
  { name: 'grey', samples: 1, depths: [1, 2, 4, 8, 16] },
  undefined,
  { name: 'RGB', samples: 3, depths: [8, 16] },
  { name: 'palette', samples: 1, depths: [1, 2, 4, 8] },
  { name: 'grey and alpha', samples: 2, depths: [8, 16] },
  undefined,
  { name: 'RGBA', samples: 4, depths: [8, 16] },
];

type Means = (value: number) => string | undefined;

/** A number of 1, 2 or 4 octets in a chunk. */
export const column = (octets: 1 | 2 | 4, name: string, means?: Means, fault?: Means): Column => ({
  name,
  octets,
  means,
  fault,
});

/** The width or height of a picture. */
export const side = (name: string): Column =>
  column(
    4,
    name,
    (value) => `${value} px`,
    (value) => (value === 0 ? 'is 0, at least 1' : undefined),
  );

/** A number whose values all have a name, or are wrong. */
export const closed = (name: string, ...names: readonly (string | undefined)[]): Column =>
  column(
    1,
    name,
    (value) => names[value],
    (value) => (names[value] === undefined ? `is ${value}, which is not defined` : undefined),
  );

/** The numbers of IHDR. */
export const IHDR: readonly Column[] = /* @__PURE__ */ ihdrColumns();

function ihdrColumns(): Column[] {
  const depths = COLOR_TYPES[GREY]?.depths ?? [];
  return [
    side('width'),
    side('height'),
    column(1, 'bit-depth', undefined, (value) =>
      depths.includes(value) ? undefined : `is ${value}, allowed: ${depths.join(', ')}`,
    ),
    closed('colour-type', ...COLOR_TYPES.map((type) => type?.name)),
    closed('compression', 'deflate'),
    closed('filter', 'adaptive'),
    closed('interlace', 'none', 'Adam7'),
  ];
}

/** Octets of IHDR. */
export const IHDR_OCTETS = 13;

/** Width, height, bit depth, colour type, compression, filter and interlace. @throws DecodeError `truncated` */
export function readIhdr(body: ByteReader): number[] {
  return readColumns(body, 'PNG/IHDR', IHDR, 'big');
}

/** A chunk whose length and type were read. */
export interface PngChunk {
  /** Four letters; {@link NO_TYPE} for what is not. */
  readonly type: string;
  /** Offset of its length. */
  readonly at: number;
  /** Its data; of a chunk that is cut, what is there of them. */
  readonly body: ByteReader;
  /** One past its CRC, or where the file ends. */
  readonly end: number;
  /** What is wrong with it when the file ends inside of it. */
  readonly cut?: DecodeError;
}

/** In place of a type that is not four letters. */
export const NO_TYPE = 'chunk';

/** `IDAT` as a number: a file may have a million of them. */
const IDAT = 0x49444154;

/** Octets of a length, a type and a CRC. */
const AROUND_DATA = 12;

/** Reads the signature. @throws DecodeError `truncated` or `bad-value` with the field `PNG` */
export function readPngSignature(reader: ByteReader): void {
  const { octets, offset } = reader;
  if (!isOfType(octets, 'image/png', offset)) {
    if (isCutSignature(octets.subarray(offset, reader.end), 'image/png')) {
      throw new DecodeError('truncated', 'PNG', offset, 'ends in its signature');
    }
    throw new DecodeError('bad-value', 'PNG', offset, 'bad PNG signature');
  }
  reader.take(PNG_SIGNATURE.length, 'PNG/signature', 'PNG 5.2');
}

/**
 * Reads the length and the type of a chunk, and opens its group in the trace; {@link closeChunk} ends it. The cursor is at the data.
 * Lenient: a type that is not four letters.
 * @throws DecodeError `truncated` with the field `PNG` where there is no space for a chunk; `bad-value`.
 */
export function openChunk(reader: ByteReader, reading: Reading): PngChunk {
  const { octets, offset: at, end: fileEnd, trace } = reader;
  const left = fileEnd - at - AROUND_DATA;
  if (left < 0) throw new DecodeError('truncated', 'PNG', at, 'ends before IEND');
  const isData = u32be(octets, at + 4) === IDAT;
  const letters = isData ? 'IDAT' : String.fromCharCode(...octets.subarray(at + 4, at + 8));
  const isType = isData || /^[A-Za-z]{4}$/.test(letters);
  const type = isType ? letters : NO_TYPE;
  reader.open(type, 'PNG 5.3');
  const length = u32(reader, 'PNG/chunk/length');
  reader.take(4, 'PNG/chunk/type');
  if (!isType) reading.fault('bad-value', 'PNG/chunk', at, 'has a type that is not four letters');
  const dataEnd = at + 8 + length;
  const body = new ByteReader(octets, trace, at + 8, Math.min(dataEnd, fileEnd));
  if (length <= left) return { type, at, end: dataEnd + 4, body };
  const cut = new DecodeError('truncated', `PNG/${type}`, at, `needs ${length} octets, ${left} left`);
  return { type, at, end: fileEnd, body, cut };
}

/** Reads the CRC of a chunk that is not cut, and ends its group. */
export function closeChunk(reader: ByteReader, { end }: PngChunk): void {
  reader.offset = end - 4;
  u32(reader, 'PNG/chunk/CRC', 'PNG 5.5');
}

/** What the chunks so far say of those that may follow. */
export interface PngParts {
  /** Of IHDR; undefined before it. */
  head: { readonly bitDepth: number; readonly colorType: number } | undefined;
  /** PLTE and tRNS. */
  palette: Uint8Array | undefined;
  transparent: Uint8Array | undefined;
  isAnimated: boolean;
  /** One past the last IDAT; 0 before the first. */
  dataEnd: number;
}

/** Before the first chunk. */
export function newParts(): PngParts {
  return { head: undefined, palette: undefined, transparent: undefined, isAnimated: false, dataEnd: 0 };
}

/** What is wrong with the place of a chunk before or after IHDR (section 5.6). */
export function misplacedHeader({ head }: PngParts, { type }: PngChunk): string | undefined {
  if ((head === undefined) === (type === 'IHDR')) return undefined;
  return head === undefined ? 'the first chunk must be IHDR' : 'is there a second time';
}

/** Adds what a chunk after IHDR says to the parts; one that is at fault does not count. */
export function takeChunk(parts: PngParts, chunk: PngChunk, reading: Reading): void {
  const fault = findFault(parts, chunk);
  if (fault !== undefined) reading.fault('bad-value', `PNG/${chunk.type}`, chunk.at, fault);
}

function findFault(parts: PngParts, { type, at, end, body }: PngChunk): string | undefined {
  const { octets, offset, remaining } = body;
  let fault: string | undefined;
  switch (type) {
    case 'IDAT':
      fault = parts.dataEnd > 0 && parts.dataEnd !== at ? 'does not follow the IDAT before it' : undefined;
      parts.dataEnd = end;
      return fault;
    case 'PLTE':
      fault = paletteFault(parts, remaining);
      if (fault === undefined) parts.palette = octets.subarray(offset, body.end);
      return fault;
    case 'tRNS':
      fault = transparencyFault(parts, remaining);
      if (fault === undefined) parts.transparent = octets.subarray(offset, body.end);
      return fault;
    case 'acTL':
      parts.isAnimated = true;
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
function paletteFault({ head, palette, dataEnd }: PngParts, length: number): string | undefined {
  const { colorType, bitDepth } = head ?? { colorType: -1, bitDepth: 8 };
  if (palette !== undefined) return 'is there a second time';
  if (dataEnd > 0) return 'is after IDAT';
  if (colorType === GREY || colorType === GREY_ALPHA) return 'is not allowed in a grey picture';
  if (length === 0 || length % 3 !== 0) return `has ${pluralize(length, 'octet')}, allowed: three a colour`;
  const max = colorType === PALETTE ? 2 ** bitDepth : 256;
  return length / 3 > max ? `has ${length / 3} colours, at most ${max}` : undefined;
}

/** What is wrong with a tRNS (section 11.3.1.1). */
function transparencyFault({ head, palette, transparent, dataEnd }: PngParts, length: number): string | undefined {
  const colorType = head?.colorType;
  if (transparent !== undefined) return 'is there a second time';
  if (dataEnd > 0) return 'is after IDAT';
  if (colorType === GREY_ALPHA || colorType === RGBA) return 'is not allowed beside an alpha channel';
  if (colorType === PALETTE) {
    const max = (palette?.length ?? 0) / 3;
    return length > max ? `has ${pluralize(length, 'octet')}, at most ${max}, one for each colour before it` : undefined;
  }
  const wanted = colorType === GREY ? 2 : 6;
  return length === wanted ? undefined : `has ${pluralize(length, 'octet')} instead of ${wanted}`;
}
