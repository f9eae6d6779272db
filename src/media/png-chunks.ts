/**
 * The chunks of a PNG, one after another. Nothing is inflated, and no CRC is computed: callers choose how.
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
import { type Column, readColumns, u32 } from '../bytes/file-fields.js';
import { u32be } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { requireSignature } from './signatures.js';

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

/** Chunks of which a still picture is made. */
export const PICTURE_CHUNKS: ReadonlySet<string> = /* @__PURE__ */ new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

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
/** Where its width and height are in a file: it is the first chunk. */
export const IHDR_WIDTH = 16;
export const IHDR_HEIGHT = 20;

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
  /** Its data; of a chunk that is cut, as much of them as there is. */
  readonly body: ByteReader;
  /** One past its CRC, or where the file ends. */
  readonly end: number;
  /** What is wrong with it when the file ends inside of it. */
  readonly cut?: DecodeError;
}

/** In place of a type that is not four letters, and what is wrong with it. */
export const NO_TYPE = 'chunk';
export const BAD_TYPE = 'has a type that is not four letters';

/** `IDAT` as a number: a file may have a million of them. */
const IDAT = 0x49444154;

/** Octets of a length, a type and a CRC. */
const AROUND_DATA = 12;

/** Reads the signature. @throws DecodeError `truncated` or `bad-value` with the field `PNG` */
export function readPngSignature(reader: ByteReader): void {
  requireSignature(reader, 'image/png', 'PNG');
  reader.take(PNG_SIGNATURE.length, 'PNG/signature', 'PNG 5.2');
}

/**
 * Reads the length and the type of a chunk, and opens its group in the trace. The cursor is at the data.
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
  if (!isType) reading.fault('bad-value', 'PNG/chunk', at, BAD_TYPE);
  const dataEnd = at + 8 + length;
  const body = new ByteReader(octets, trace, at + 8, Math.min(dataEnd, fileEnd));
  if (length <= left) return { type, at, end: dataEnd + 4, body };
  const cut = new DecodeError('truncated', `PNG/${type}`, at, `needs ${length} octets, ${left} left`);
  return { type, at, end: fileEnd, body, cut };
}

/** Reads the CRC of a chunk that is not cut. */
export function readCrc(reader: ByteReader, { end }: PngChunk): void {
  reader.offset = end - 4;
  u32(reader, 'PNG/chunk/CRC', 'PNG 5.5');
}

/** What is wrong with the place of a chunk (section 5.6). */
export function misplacedHeader(isFirst: boolean, { type }: PngChunk): string | undefined {
  if (isFirst === (type === 'IHDR')) return undefined;
  return isFirst ? 'the first chunk must be IHDR' : 'occurs twice';
}
