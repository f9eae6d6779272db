/**
 * TIFF files as jimp may be given them. Its reader believes the file: it makes a list of as many values as an entry claims, follows
 * directories that point at each other endlessly, and unpacks without a limit. So the file is checked first, and what is handed on is a copy
 * with one directory and the entries that pixels need.
 *
 *   "II" or "MM" | 002A(2) | offset(4)              little- or big-endian numbers
 *   count(2) | entries | offset of the next(4)      a directory for each picture
 *   tag(2) type(2) count(4) values(4)               an entry; where its values take more, their offset
 *
 * Taken is the first picture, in strips, of greys, RGB, RGBA or a palette, not compressed or by PackBits, LZW or Deflate.
 *
 * Source: TIFF 6.0 (Adobe, 1992) sections 2 to 9, 13 and 14; Deflate: TIFF Technical Notes for PageMaker 6.0 and supplement 2.
 * @module
 */
import { Reading } from '../../bytes/reading.js';
import { DecodeError, type Limits } from '../../errors.js';
import { requirePixels } from '../leniency.js';
import { inflateWhole } from '../node.js';

/** A file that was checked. */
export interface CheckedTiff {
  readonly widthPx: number;
  readonly heightPx: number;
  /** How the stored picture is to be shown, 1 to 8. */
  readonly orientation: number;
  /** Bits of a sample. */
  readonly bitDepth: number;
  readonly isGrey: boolean;
  readonly hasAlpha: boolean;
  /** The copy for jimp. */
  readonly octets: Uint8Array;
}

/** Entries that pixels need, by the names of the specification. */
const TAGS = {
  ImageWidth: 256,
  ImageLength: 257,
  BitsPerSample: 258,
  Compression: 259,
  PhotometricInterpretation: 262,
  FillOrder: 266,
  StripOffsets: 273,
  Orientation: 274,
  SamplesPerPixel: 277,
  RowsPerStrip: 278,
  StripByteCounts: 279,
  PlanarConfiguration: 284,
  Predictor: 317,
  ColorMap: 320,
  TileWidth: 322,
} as const;
type Tag = keyof typeof TAGS;
const NAMES: ReadonlyMap<number, Tag> = new Map(Object.entries(TAGS).map(([name, tag]) => [tag, name as Tag]));

/** Octets of a value by its type: SHORT and LONG. */
const VALUE_OCTETS: ReadonlyMap<number, number> = new Map([
  [3, 2],
  [4, 4],
]);

/** Bits of a sample that jimp reads, by photometric interpretation. */
const [WHITE_IS_ZERO, BLACK_IS_ZERO, RGB, PALETTE] = [0, 1, 2, 3];
const DEPTHS: readonly (readonly number[])[] = [
  [1, 4, 8, 16],
  [1, 2, 8, 16],
  [8, 16],
  [1, 2, 4, 8],
];

const [NONE, LZW, DEFLATE, OLD_DEFLATE, PACK_BITS] = [1, 5, 8, 32_946, 32_773];

/**
 * Checks a TIFF.
 * @throws DecodeError `truncated`, or `bad-value` for what is damaged or not taken; LimitError past `imagePixels` or a side of 65535.
 */
export function checkTiff(octets: Uint8Array, limits: Partial<Limits> | undefined): CheckedTiff {
  const directory = new Directory(octets);
  const [widthPx, heightPx] = [directory.side('ImageWidth'), directory.side('ImageLength')];
  requirePixels({ widthPx, heightPx }, Reading.of({ limits }), 'TIFF/ImageWidth', directory.at('ImageWidth'));
  const colours = directory.oneOf('PhotometricInterpretation', [WHITE_IS_ZERO, BLACK_IS_ZERO, RGB, PALETTE]);
  const bitDepth = directory.oneOf('BitsPerSample', DEPTHS[colours] as readonly number[], 1);
  const samples = directory.oneOf('SamplesPerPixel', colours === RGB ? [3, 4] : [1], 1);
  const compression = directory.oneOf('Compression', [NONE, LZW, DEFLATE, OLD_DEFLATE, PACK_BITS], NONE);
  for (const tag of ['FillOrder', 'PlanarConfiguration'] as const) directory.oneOf(tag, [1], 1);
  directory.oneOf('Predictor', bitDepth >= 8 ? [1, 2] : [1], 1);
  directory.oneOf('TileWidth', [0], 0);
  if (colours === PALETTE) directory.requireCount('ColorMap', 3 * 2 ** bitDepth);
  const stripRows = Math.min(heightPx, directory.value('RowsPerStrip', 0, heightPx)) || heightPx;
  const strips = Math.ceil(heightPx / stripRows);
  for (const tag of ['StripOffsets', 'StripByteCounts'] as const) directory.requireCount(tag, strips);
  const rowOctets = Math.ceil((widthPx * samples * bitDepth) / 8);
  let left = octets.length;
  for (let i = 0; i < strips; i++) {
    const [at, length] = [directory.value('StripOffsets', i), directory.value('StripByteCounts', i)];
    const field = `TIFF/strip ${i + 1}`;
    if (at + length > octets.length)
      throw new DecodeError('truncated', field, octets.length, `needs ${length} octets at ${at}`);
    left -= length;
    if (left < 0) throw new DecodeError('bad-value', field, at, 'shares octets with another strip');
    const wanted = rowOctets * Math.min(stripRows, heightPx - i * stripRows);
    const found = countUnpacked(octets.subarray(at, at + length), compression, wanted);
    if (found !== wanted) throw new DecodeError('bad-value', field, at, `does not unpack to the ${wanted} octets of its rows`);
  }
  return {
    ...{ widthPx, heightPx, bitDepth },
    orientation: directory.oneOf('Orientation', [1, 2, 3, 4, 5, 6, 7, 8], 1),
    isGrey: colours === WHITE_IS_ZERO || colours === BLACK_IS_ZERO,
    hasAlpha: samples === 4,
    octets: directory.copy(),
  };
}

/** The first directory of a file: where the entries are that pixels need, and their values. */
class Directory {
  readonly #view: DataView;
  readonly #octets: Uint8Array;
  readonly #isLittle: boolean;
  readonly #start: number;
  /** Offsets of entries. */
  readonly #entries = new Map<Tag, number>();

  constructor(octets: Uint8Array) {
    this.#octets = octets;
    this.#view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
    this.#isLittle = octets[0] === 0x49;
    if (octets.length < 8) throw new DecodeError('truncated', 'TIFF/header', octets.length, 'needs 8 octets');
    if (this.#u16(2) !== 42)
      throw new DecodeError('bad-value', 'TIFF/version', 2, `is ${this.#u16(2)}, allowed without sharp: 42`);
    this.#start = this.#u32(4);
    const isThere = this.#start + 2 <= octets.length;
    const count = isThere ? this.#u16(this.#start) : 0;
    if (!isThere || this.#start + 2 + count * 12 + 4 > octets.length) {
      throw new DecodeError(
        'truncated',
        'TIFF/IFD',
        Math.min(this.#start, octets.length),
        `${count} entries are not in the file`,
      );
    }
    for (let i = 0; i < count; i++) {
      const at = this.#start + 2 + i * 12;
      const tag = NAMES.get(this.#u16(at));
      if (tag === undefined || this.#entries.has(tag)) continue;
      this.#entries.set(tag, at);
      const size = VALUE_OCTETS.get(this.#u16(at + 2));
      if (size === undefined) throw new DecodeError('bad-value', `TIFF/${tag}`, at, 'is neither SHORT nor LONG');
      const values = this.#u32(at + 4);
      const end = values * size <= 4 ? at + 12 : this.#u32(at + 8) + values * size;
      if (end > octets.length) throw new DecodeError('truncated', `TIFF/${tag}`, at, `${values} values are not in the file`);
    }
  }

  /** Where an entry is; the directory where there is none. */
  at(tag: Tag): number {
    return this.#entries.get(tag) ?? this.#start;
  }

  value(tag: Tag, index: number, otherwise?: number): number {
    const at = this.#entries.get(tag);
    if (at === undefined || index >= this.#u32(at + 4)) {
      if (otherwise !== undefined) return otherwise;
      throw new DecodeError('bad-value', `TIFF/${tag}`, this.at(tag), 'is missing');
    }
    const size = VALUE_OCTETS.get(this.#u16(at + 2)) as number;
    const first = this.#u32(at + 4) * size <= 4 ? at + 8 : this.#u32(at + 8);
    return size === 2 ? this.#u16(first + index * 2) : this.#u32(first + index * 4);
  }

  oneOf(tag: Tag, allowed: readonly number[], otherwise?: number): number {
    const value = this.value(tag, 0, otherwise);
    if (allowed.includes(value)) return value;
    throw new DecodeError(
      'bad-value',
      `TIFF/${tag}`,
      this.at(tag),
      `is ${value}, allowed without sharp: ${allowed.join(', ')}`,
    );
  }

  side(tag: 'ImageWidth' | 'ImageLength'): number {
    const sidePx = this.value(tag, 0);
    if (sidePx === 0) throw new DecodeError('bad-value', `TIFF/${tag}`, this.at(tag), 'is 0, at least 1');
    return sidePx;
  }

  requireCount(tag: Tag, wanted: number): void {
    const at = this.#entries.get(tag);
    const count = at === undefined ? 0 : this.#u32(at + 4);
    if (count !== wanted) throw new DecodeError('bad-value', `TIFF/${tag}`, this.at(tag), `has ${count} values, not ${wanted}`);
  }

  /** The file with another directory, which has these entries and no next one. */
  copy(): Uint8Array {
    const start = this.#octets.length;
    const copy = new Uint8Array(start + 2 + this.#entries.size * 12 + 4);
    copy.set(this.#octets);
    const view = new DataView(copy.buffer);
    view.setUint32(4, start, this.#isLittle);
    view.setUint16(start, this.#entries.size, this.#isLittle);
    let to = start + 2;
    for (const at of this.#entries.values()) {
      copy.set(this.#octets.subarray(at, at + 12), to);
      to += 12;
    }
    return copy;
  }

  #u16(at: number): number {
    return this.#view.getUint16(at, this.#isLittle);
  }

  #u32(at: number): number {
    return this.#view.getUint32(at, this.#isLittle);
  }
}

/** How many octets a strip unpacks to, or a wrong number where there are more than `wanted`. */
function countUnpacked(strip: Uint8Array, compression: number, wanted: number): number {
  if (compression === NONE) return Math.min(strip.length, wanted);
  if (compression === LZW) return countLzw(strip, wanted);
  if (compression === PACK_BITS) return countPackBits(strip);
  return inflateWhole(strip, wanted)?.length ?? -1;
}

function countPackBits(strip: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < strip.length; ) {
    const count = strip[at++] as number;
    if (count === 128) continue;
    sum += count < 128 ? Math.min(count + 1, strip.length - at) : 257 - count;
    at += count < 128 ? count + 1 : 1;
  }
  return sum;
}

const [LZW_CLEAR, LZW_END, LZW_CODES, LZW_BITS] = [256, 257, 4096, 12];

/** Follows the lengths of strings alone (section 13). */
function countLzw(strip: Uint8Array, wanted: number): number {
  const lengths = new Uint16Array(LZW_CODES).fill(1);
  let [next, width, previous, sum, bits, count] = [LZW_END + 1, 9, 0, 0, 0, 0];
  for (const octet of strip) {
    bits = ((bits << 8) | octet) & 0xf_ffff;
    count += 8;
    if (count < width) continue;
    count -= width;
    const code = (bits >> count) & ((1 << width) - 1);
    if (code === LZW_END || sum > wanted) break;
    if (code === LZW_CLEAR) {
      [next, width, previous] = [LZW_END + 1, 9, 0];
      continue;
    }
    const length = code < next ? (lengths[code] as number) : previous + 1;
    if (previous > 0 && next < LZW_CODES) lengths[next++] = previous + 1;
    if (next + 1 === 1 << width && width < LZW_BITS) width++;
    previous = length;
    sum += length;
  }
  return sum;
}
