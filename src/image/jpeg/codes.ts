/**
 * Reading the coded data of a JPEG: Huffman codes, each but the last with as many further bits as its symbol says.
 *
 *   DC   symbol = size                         | size bits of the difference
 *   AC   symbol = zeros:4 size:4               | size bits of the coefficient; 00 ends the block, F0 is sixteen zeros
 *
 * Behind an octet FF of the data a 00 is put, which is none of it; {@link CodedData} takes all of them out first, a restart interval at
 * a time. Then a reader needs no more than a position in bits: four octets from there on, shifted by what is left of it, hold at least
 * 25 valid bits. The tables map the next {@link LOOK_BITS} bits to a whole coefficient at once (its code, zeros and value), which fits
 * nine times of ten; and for coefficients that nobody wants, {@link SKIP_BITS} to as many of them as fit.
 *
 * Source: ITU-T T.81 annexes C and F.
 * @module
 */
import type { Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import {
  readHuffmanCounts,
  readHuffmanId,
  readHuffmanSymbols,
  readQuantId,
  readQuantValues,
} from '../../media/jpeg-headers.js';
import type { JpegSegment } from '../../media/jpeg-segments.js';
import { requireEnd } from '../leniency.js';

/** Bits that a table is looked up with. */
const LOOK_BITS = 10;
const LOOK_SIZE = 1 << LOOK_BITS;
/** Shift that leaves the upper {@link LOOK_BITS} of 32 bits. */
export const LOOK_SHIFT = 32 - LOOK_BITS;

/** Bits that a table of skipped coefficients is looked up with. */
const SKIP_BITS = 12;
const SKIP_SIZE = 1 << SKIP_BITS;
/** Shift that leaves the upper {@link SKIP_BITS} of 32 bits. */
export const SKIP_SHIFT = 32 - SKIP_BITS;
/** In an entry of {@link CodeTable.skips}: mask of the bits in all, and shift of the number of coefficients above them. */
export const SKIP_LENGTH = 15;
export const SKIP_COUNT_SHIFT = 4;

/** What the end of a block adds to the index of its next coefficient in {@link CodeTable.values}: past every index, yet within an octet. */
export const END_OF_BLOCK = 128;
/** The same in {@link CodeTable.skips}: past all that the other coefficients of one entry can add. */
export const END_OF_SKIPPED = 256;

/** A Huffman table, unrolled. */
export interface CodeTable {
  /** By the next bits: bits of the code << 8 | symbol; 0 for codes that are longer. */
  readonly short: Uint16Array;
  /** At 11 to 16 bits: the first code of the next length, moved to the left of 16 bits; codes of this length are below. */
  readonly limits: Int32Array;
  /** At 11 to 16 bits: what added to a code gives the index of its symbol. */
  readonly offsets: Int32Array;
  readonly symbols: Uint8Array;
  /**
   * By symbol: zeros before it << 8, END_OF_BLOCK for zeros at the end of a block; -1 for other runs without a value, which mean nothing
   * in sequential scans.
   */
  readonly bases: Int32Array;
  /**
   * By the next bits: value << 16 | zeros before it << 8 | bits in all; END_OF_BLOCK for zeros at the end of a block; 0 when the code and
   * its bits do not fit.
   */
  readonly values: Int32Array;
  /** By the next {@link SKIP_BITS}: coefficients << 4 | bits in all, for as many as fit; 0 when not one does. Empty unless asked for. */
  readonly skips: Uint16Array;
}

/**
 * The table of a DHT segment, whose counts were checked.
 * @param isSkipping whether {@link CodeTable.skips} is wanted.
 */
export function codeTable({ counts, symbols, isAc }: HuffmanSpec, isSkipping: boolean): CodeTable {
  const short = new Uint16Array(LOOK_SIZE);
  const values = new Int32Array(LOOK_SIZE);
  const limits = new Int32Array(17);
  const offsets = new Int32Array(17);
  const bases = baseTable(isAc);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length++) {
    const count = counts[length - 1] as number;
    offsets[length] = index - code;
    if (length <= LOOK_BITS) {
      const each = 1 << (LOOK_BITS - length);
      for (let i = 0; i < count; i++) {
        const symbol = symbols[index + i] as number;
        const from = (code + i) * each;
        short.fill((length << 8) | symbol, from, from + each);
        fillValues(values, from, length, symbol, bases[symbol] as number);
      }
    }
    code += count;
    index += count;
    limits[length] = code << (16 - length);
    code <<= 1;
  }
  const all = new Uint8Array(256);
  all.set(symbols);
  return { short, limits, offsets, symbols: all, bases, values, skips: isSkipping ? skipTable(values) : NO_SKIPS };
}

const NO_SKIPS = /* @__PURE__ */ new Uint16Array(0);

/** Fills in the values of a code that begins at an index, one for each number that its further bits can be. */
function fillValues(values: Int32Array, at: number, length: number, symbol: number, base: number): void {
  const size = symbol & 15;
  const whole = length + size;
  if (base < 0 || whole > LOOK_BITS) return;
  const each = 1 << (LOOK_BITS - whole);
  const count = 1 << size;
  for (let further = 0, from = at; further < count; further++, from += each) {
    values.fill((extend(further, size) << 16) | base | whole, from, from + each);
  }
}

function baseTable(isAc: boolean): Int32Array {
  const bases = new Int32Array(256);
  if (!isAc) return bases;
  for (let symbol = 0; symbol < 256; symbol++) bases[symbol] = (symbol & 15) === 0 ? -1 : (symbol >> 4) << 8;
  bases[0] = END_OF_BLOCK << 8;
  bases[0xf0] = 15 << 8;
  return bases;
}

function skipTable(values: Int32Array): Uint16Array {
  const skips = new Uint16Array(SKIP_SIZE);
  fillSkips(skips, values, 0, 0, 0);
  return skips;
}

/**
 * Fills in the entries that begin with codes already known.
 * @param at the first of them.
 * @param used bits of these codes.
 * @param coefficients that they stand for.
 */
function fillSkips(skips: Uint16Array, values: Int32Array, at: number, used: number, coefficients: number): void {
  const end = at + (SKIP_SIZE >> used);
  for (let i = at; i < end; ) {
    // Bits after the known ones are 0 here and unknown there, so a coefficient counts only if all of its bits are known.
    const value = values[((i << used) & (SKIP_SIZE - 1)) >> (SKIP_BITS - LOOK_BITS)] as number;
    const length = value & 0xff;
    const whole = used + length;
    if (length === 0 || whole > SKIP_BITS) {
      skips[i++] = (coefficients << SKIP_COUNT_SHIFT) | used;
      continue;
    }
    const next = i + (SKIP_SIZE >> whole);
    const zeros = (value >> 8) & 0xff;
    if (zeros !== END_OF_BLOCK) fillSkips(skips, values, i, whole, coefficients + zeros + 1);
    else skips.fill(((coefficients + END_OF_SKIPPED) << SKIP_COUNT_SHIFT) | whole, i, next);
    i = next;
  }
}

/** The number that `size` further bits mean, 0 for none: the lower half of their range is negative (T.81 figure F.12). */
export function extend(bits: number, size: number): number {
  return bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}

/** Octets after the data that a reader may look at before it notices the end: a block takes at most 256. */
const SLACK_OCTETS = 512;

/** The data of a scan up to the next marker, without the octets 00 after FF, and where in them the reader is. */
export class CodedData {
  readonly #octets: Uint8Array;
  #data: Uint8Array;
  /** The data, to read four octets at once. */
  view: DataView;
  /** Position of the next bit. */
  bit = 0;
  /** Position after the last bit. */
  endBit = 0;
  /** Offset in the file of the marker after the data, or the end of the file. */
  markerAt = 0;
  /** What was wrong with the last block, when reading stopped at it. */
  fault = 0;
  #start = 0;

  /** @param octets the whole file, a plain Uint8Array. */
  constructor(octets: Uint8Array) {
    this.#octets = octets;
    this.#data = new Uint8Array(0);
    this.view = new DataView(this.#data.buffer);
  }

  /** Takes the data from an offset of the file up to the next marker or the end. */
  load(from: number): void {
    const octets = this.#octets;
    const end = octets.length;
    if (this.#data.length === 0) {
      // Data of later scans are further on, so none are longer.
      this.#data = new Uint8Array(end - from + SLACK_OCTETS);
      this.view = new DataView(this.#data.buffer);
    }
    let marker = octets.indexOf(0xff, from);
    while (marker >= 0 && octets[marker + 1] === 0) marker = octets.indexOf(0xff, marker + 2);
    if (marker < 0) marker = end;
    const data = this.#data;
    data.set(octets.subarray(from, marker));
    const length = marker - from;
    // What an earlier interval left must not be searched.
    data[length] = 0xff;
    // Closes the gaps that are left where the octets 00 were.
    let to = data.indexOf(0xff) + 1;
    if (to === 0 || to > length) to = length;
    for (let at = to + 1; to < length && at < length; ) {
      let next = data.indexOf(0xff, at) + 1;
      if (next === 0 || next > length) next = length;
      data.copyWithin(to, at, next);
      to += next - at;
      at = next + 1;
    }
    this.#start = from;
    this.markerAt = marker;
    this.bit = 0;
    this.endBit = to * 8;
  }

  /** The marker after the data; undefined at the end of the file. */
  get marker(): number | undefined {
    return this.#octets[this.#behindFill];
  }

  /** Takes the data after that marker. */
  loadNext(): void {
    this.load(this.#behindFill + 1);
  }

  /** Offset of the marker without its octets FF. */
  get #behindFill(): number {
    let at = this.markerAt;
    while (this.#octets[at] === 0xff) at++;
    return at;
  }

  /** Offset in the file of the octet with the next bit. */
  get offset(): number {
    const octets = this.#octets;
    const wanted = this.bit >> 3;
    let at = this.#start;
    for (let i = 0; i < wanted && at < this.markerAt; i++) at += octets[at] === 0xff ? 2 : 1;
    return Math.min(at, this.markerAt);
  }
}

/** The code of more than {@link LOOK_BITS} bits at the front of 16: bits << 8 | symbol, 0 when none is like that. */
function longCode({ limits, offsets, symbols }: CodeTable, next: number): number {
  for (let length = LOOK_BITS + 1; length <= 16; length++) {
    if (next >= (limits[length] as number)) continue;
    return (length << 8) | (symbols[(next >> (16 - length)) + (offsets[length] as number)] as number);
  }
  return 0;
}

/**
 * What {@link CodeTable.values} has no room for: the coefficient at a position, in the same form; 0 when no code is like that. Without
 * branches that are rarely taken: a first visit to one would throw the compiled loop away.
 */
export function longValue(view: DataView, bit: number, table: CodeTable): number {
  const peek = view.getInt32(bit >>> 3) << (bit & 7);
  const found = (table.short[peek >>> LOOK_SHIFT] as number) || longCode(table, peek >>> 16);
  const base = table.bases[found & 0xff] as number;
  if (found === 0 || base < 0) return 0;
  const size = found & 15;
  const length = found >> 8;
  const at = bit + length;
  // In two steps, since a shift by 32 would be none.
  const further = ((view.getInt32(at >>> 3) << (at & 7)) >>> 1) >>> (31 - size);
  return (extend(further, size) << 16) | base | (length + size);
}

/** The next symbol of the data; -1 when no code is like that. */
export function readSymbol(data: CodedData, table: CodeTable): number {
  const { bit } = data;
  const peek = data.view.getInt32(bit >>> 3) << (bit & 7);
  const found = (table.short[peek >>> LOOK_SHIFT] as number) || longCode(table, peek >>> 16);
  if (found === 0) return -1;
  data.bit = bit + (found >> 8);
  return found & 0xff;
}

/** The next bits of the data as a number; 0 to 16 of them. */
export function readBits(data: CodedData, count: number): number {
  if (count === 0) return 0;
  const { bit } = data;
  data.bit = bit + count;
  return (data.view.getInt32(bit >>> 3) << (bit & 7)) >>> (32 - count);
}

// ---- tables ----

/*
 * The tables in a JPEG, of quantization steps and of Huffman codes, and its restart interval.
 *
 * Source: ITU-T T.81 section B.2.4.
 */

/**
 * Quantization tables (B.2.4.1): each is put at its number, as 64 values in zigzag order.
 * @throws DecodeError `bad-value` for a table number over 3, a precision over 1 or a value of 0; `truncated`.
 */
export function readQuantTables({ body }: JpegSegment, tables: (Uint16Array | undefined)[]): void {
  do {
    const at = body.offset;
    const [precision, number] = readQuantId(body);
    if (precision > 1 || number > 3) {
      throw new DecodeError('bad-value', 'JPEG/DQT/table', at, `precision ${precision}, table ${number}: at most 1 and 3`);
    }
    const from = readQuantValues(body, precision);
    const { octets } = body;
    const table = new Uint16Array(64);
    for (let i = 0; i < 64; i++) {
      const where = precision === 0 ? from + i : from + i * 2;
      const high = octets[where] as number;
      const value = precision === 0 ? high : (high << 8) | (octets[where + 1] as number);
      if (value === 0) throw new DecodeError('bad-value', 'JPEG/DQT/values', where, 'a step of 0');
      table[i] = value;
    }
    tables[number] = table;
  } while (body.remaining > 0);
}

/** A Huffman table of a DHT segment (B.2.4.2). */
export interface HuffmanSpec {
  readonly isAc: boolean;
  /** 0 to 3. */
  readonly number: number;
  /** How many codes have 1 to 16 bits, at 0 to 15. */
  readonly counts: Uint8Array;
  /** Their symbols, shortest code first; at most 256. */
  readonly symbols: Uint8Array;
  /** Offset of the table in the file. */
  readonly at: number;
}

/**
 * Huffman tables, in their order.
 * @throws DecodeError `bad-value` for a class over 1, a number over 3, more codes than fit, or a DC symbol over 15;
 * `truncated`.
 */
export function readHuffmanSpecs({ body }: JpegSegment): HuffmanSpec[] {
  const specs: HuffmanSpec[] = [];
  do {
    const at = body.offset;
    const [tableClass, number] = readHuffmanId(body);
    if (tableClass > 1 || number > 3) {
      throw new DecodeError('bad-value', 'JPEG/DHT/table', at, `class ${tableClass}, table ${number}: at most 1 and 3`);
    }
    const counts = readHuffmanCounts(body);
    let total = 0;
    let room = 1;
    for (let i = 0; i < 16; i++) {
      const count = counts[i] as number;
      total += count;
      room = room * 2 - count;
      if (room < 0)
        throw new DecodeError('bad-value', 'JPEG/DHT/counts', at + 1 + i, `no room for ${count} codes of ${i + 1} bits`);
    }
    if (total > 256) throw new DecodeError('bad-value', 'JPEG/DHT/counts', at + 1, `${total} codes, at most 256`);
    const symbols = readHuffmanSymbols(body, total);
    if (tableClass === 0) {
      const wrong = symbols.findIndex((symbol) => symbol > 15);
      if (wrong >= 0)
        throw new DecodeError('bad-value', 'JPEG/DHT/symbols', at + 17 + wrong, `DC size ${symbols[wrong]}, at most 15`);
    }
    specs.push({ isAc: tableClass === 1, number, counts, symbols, at });
  } while (body.remaining > 0);
  return specs;
}

/** The restart interval in MCUs, 0 for none (B.2.4.4). @throws DecodeError `truncated`. */
export function readRestartInterval({ body }: JpegSegment, reading: Reading): number {
  const interval = body.u16('JPEG/DRI/interval');
  requireEnd(body, 'JPEG/DRI', reading);
  return interval;
}
