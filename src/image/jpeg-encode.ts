/**
 * Baseline JPEG files, as the oldest phones read them: one scan, 8 bits, Huffman coding, a JFIF header and nothing else in front.
 *
 *   SOI  APP0 (JFIF 1.01)  DQT (one or two)  SOF0  DHT (two or four)  SOS  scan  EOI
 *
 * Most of the work is the same for every quality: {@link JpegEncoder} does it once. The first quality that is asked for also finds which
 * coefficients are not 0; for that and any lower quality only those are looked at, as quantisation steps do not shrink then. So trying
 * several qualities against a limit costs little more than one.
 *
 * Sources: ITU-T T.81 annex B (markers), F.1.2 (coding), K.1 (quantisation tables); JFIF 1.02. That a quality from 1 to 100 scales those
 * tables is the Independent JPEG Group's way, which every encoder of the time followed.
 * @module
 */
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import {
  END_OF_BLOCK,
  type HuffmanTable,
  type HuffmanTables,
  optimalTable,
  roomyCodes,
  STANDARD_TABLES,
  ZERO_RUN,
} from './jpeg-huffman.js';
import { zigzag } from './jpeg-idct.js';
import { BLOCK, type Coefficients, FRACTION_BITS, type Subsampling, transform } from './jpeg-transform.js';
import { type Raster, samplesOf } from './raster.js';

/** How a JPEG is written, beside its quality. */
export interface JpegOptions {
  /** '4:2:0' by default: one chroma sample for four pixels. Of no meaning for a grey picture. */
  readonly subsampling?: Subsampling | undefined;
  /** 'standard' by default: the typical Huffman tables. 'optimised' ones are the picture's own: some per cent shorter, half as fast. */
  readonly tables?: 'standard' | 'optimised' | undefined;
}

/** Quality of {@link encodeJpeg} when none is given. */
export const JPEG_QUALITY = 85;

/**
 * A JPEG file.
 * `quality` is 1 to 100, 85 by default.
 * @throws EncodeError `bad-value` for a raster with alpha (flatten it first), sides over 65535, options that there are not.
 * @throws TypeError when it is no raster.
 */
export function encodeJpeg(
  raster: Raster,
  { quality = JPEG_QUALITY, ...options }: JpegOptions & { quality?: number } = {},
): Uint8Array {
  return new JpegEncoder(raster, options).encode(quality);
}

/** What a quality gave: the header but for its steps, and octets of the scan. */
interface Coded {
  readonly quality: number;
  readonly steps: Steps;
  readonly header: Uint8Array;
  readonly lengthOctets: number;
}

/** Encodes one picture, at one quality after another: cheapest from the highest down. */
export class JpegEncoder {
  readonly #size: { readonly widthPx: number; readonly heightPx: number };
  readonly #tables: 'standard' | 'optimised';
  readonly #picture: Coefficients;
  readonly #isHalved: boolean;
  #listed: { readonly quality: number; readonly list: List } | undefined;
  #coded: Coded | undefined;
  #header: { readonly tables: HuffmanTables; readonly octets: Uint8Array } | undefined;
  readonly #scan: ScanWriter;

  /**
   * Transforms the picture, whose samples are not needed any more then.
   * @throws EncodeError `bad-value` for a raster with alpha (flatten it first), sides over 65535, options that there are not.
   * @throws TypeError when it is no raster.
   */
  constructor(raster: Raster, { subsampling = '4:2:0', tables = 'standard' }: JpegOptions = {}) {
    const samples = samplesOf(raster);
    const { widthPx, heightPx, channels } = raster;
    if (channels === 4) {
      throw new EncodeError('bad-value', 'raster.channels', undefined, 'is 4, JPEG has no alpha: 1 or 3');
    }
    checkOption(subsampling, ['4:2:0', '4:4:4'], 'subsampling');
    checkOption(tables, ['standard', 'optimised'], 'tables');
    this.#size = { widthPx, heightPx };
    this.#tables = tables;
    this.#isHalved = channels === 3 && subsampling === '4:2:0';
    this.#picture = transform(samples, raster, subsampling);
    this.#scan = new ScanWriter(samples.length >> 5);
  }

  /** The file at a quality of 1 to 100. @throws EncodeError `bad-value` for another quality. */
  encode(quality: number): Uint8Array {
    const { steps, header, lengthOctets } = this.#code(quality);
    const file = new Uint8Array(header.length + lengthOctets + 2);
    file.set(header);
    for (const kind of kindsOf(this.#picture.components)) file.set(steps[kind] as Uint8Array, STEPS_AT + kind * STEPS_PITCH);
    this.#scan.copyTo(file, header.length);
    file.set([0xff, EOI], header.length + lengthOctets);
    return file;
  }

  /** Octets of what {@link JpegEncoder.encode} gives, which is quick for the quality asked last. @throws as `encode`. */
  size(quality: number): number {
    const { header, lengthOctets } = this.#code(quality);
    return header.length + lengthOctets + 2;
  }

  #code(quality: number): Coded {
    if (!Number.isInteger(quality) || quality < 1 || quality > 100) {
      throw new EncodeError('bad-value', 'quality', undefined, `${String(quality)} is not a whole number from 1 to 100`);
    }
    if (this.#coded?.quality === quality) return this.#coded;
    const steps = stepsOf(quality);
    if (this.#listed === undefined || this.#listed.quality < quality) {
      this.#listed = { quality, list: listOf(this.#picture, steps) };
    }
    const { list } = this.#listed;
    const tables = this.#tables === 'standard' ? STANDARD_TABLES : optimalTables(this.#picture, list, steps);
    this.#scan.clear();
    codeScan(this.#picture, list, steps, tables, this.#scan);
    if (this.#header?.tables !== tables) {
      this.#header = { tables, octets: headerOf(this.#size, this.#picture.components, this.#isHalved, tables) };
    }
    this.#coded = { quality, steps, header: this.#header.octets, lengthOctets: this.#scan.lengthOctets };
    return this.#coded;
  }
}

function checkOption(value: string, allowed: readonly string[], field: string): void {
  if (!allowed.includes(value)) {
    throw new EncodeError('bad-value', field, undefined, `is ${String(value)}, allowed: ${allowed.join(', ')}`);
  }
}

// Quantisation

/** Steps of luma and chroma for each coefficient in zigzag order, 1 to 255. */
type Steps = readonly [luma: Uint8Array, chroma: Uint8Array];

const ORDER = zigzag();

/** Tables K.1 and K.2, row by row. */
const LUMA_STEPS: readonly number[] = [
  ...[16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56],
  ...[14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92],
  ...[49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99],
];
const CHROMA_STEPS: readonly number[] = [
  ...[17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99],
  ...[47, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99],
  ...[99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99],
];

/** The Independent JPEG Group's scale: 50 gives the tables as they are, 100 steps of 1. A lower quality has no smaller step. */
function stepsOf(quality: number): Steps {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  return [scaled(LUMA_STEPS, percent), scaled(CHROMA_STEPS, percent)];
}

function scaled(table: readonly number[], percent: number): Uint8Array {
  const steps = new Uint8Array(BLOCK);
  for (let place = 0; place < BLOCK; place++) {
    const step = Math.floor(((table[ORDER[place] as number] as number) * percent + 50) / 100);
    steps[place] = Math.min(255, Math.max(1, step));
  }
  return steps;
}

/** Bits behind the point of {@link reciprocals}: enough for the quotients of all coefficients to be exact. */
const RECIPROCAL_BITS = 20;

/** Multiplying by them and cutting off their fraction divides by the steps: numbers up to 2047 exactly, and without overflow. */
function reciprocals(steps: Uint8Array): Int32Array {
  const factors = new Int32Array(BLOCK);
  for (let place = 0; place < BLOCK; place++) {
    factors[place] = Math.floor((1 << RECIPROCAL_BITS) / (steps[place] as number)) + 1;
  }
  return factors;
}

/** Half of each step, in the unit of coefficients: what is smaller is 0, what is added before dividing rounds to the nearest. */
function halves(steps: Uint8Array): Int32Array {
  const half = new Int32Array(BLOCK);
  for (let place = 0; place < BLOCK; place++) half[place] = (steps[place] as number) << (FRACTION_BITS - 1);
  return half;
}

/** The coefficients of each block, its first one left out, that are not 0 at some quality. */
interface List {
  /** From the lowest bit on: 1 when it is below 0, its amount in 15 bits, its place in zigzag order. */
  readonly entries: Int32Array;
  /** For each block where its entries end. */
  readonly ends: Int32Array;
}

const PLACE_SHIFT = 16;
const AMOUNT_MASK = (1 << PLACE_SHIFT) - 1;

/** What rounds to 1023 at a step of 1: baseline tables have no code for more (T.81 table F.2), which 1024 can be. */
const MOST = (1023 << FRACTION_BITS) + (1 << (FRACTION_BITS - 1)) - 1;

// What is done for each block is a function of its own: V8 compiles it in full, but of a loop around it only what ran before.

function listOf({ values, components }: Coefficients, steps: Steps): List {
  const blocks = values.length / BLOCK;
  const slots = components.length;
  const ends = new Int32Array(blocks);
  const [luma, chroma] = [halves(steps[0]), halves(steps[1])];
  const [lumaFloor, chromaFloor] = [smallest(luma), smallest(chroma)];
  let entries = new Int32Array(BLOCK + (values.length >> 2));
  let count = 0;
  for (let block = 0, slot = 0; block < blocks; block++) {
    if (count + BLOCK > entries.length) entries = twice(entries);
    const isLuma = components[slot] === 0;
    const least = isLuma ? luma : chroma;
    count = listBlock(values, block * BLOCK, least, isLuma ? lumaFloor : chromaFloor, entries, count);
    ends[block] = count;
    slot = slot + 1 === slots ? 0 : slot + 1;
  }
  return { entries, ends };
}

/**
 * @param least what is no 0, for each place.
 * @param floor the smallest of these.
 */
function listBlock(
  values: Int16Array,
  at: number,
  least: Int32Array,
  floor: number,
  entries: Int32Array,
  start: number,
): number {
  let count = start;
  for (let place = 1; place < BLOCK; place++) {
    const value = values[at + place] as number;
    // Most end here, at a comparison with a number at hand.
    if (value < floor && value > -floor) continue;
    const amount = value < 0 ? -value : value;
    if (amount < (least[place] as number)) continue;
    entries[count++] = (place << PLACE_SHIFT) | (Math.min(MOST, amount) << 1) | (value >>> 31);
  }
  return count;
}

function twice(entries: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * entries.length);
  larger.set(entries);
  return larger;
}

function smallest(numbers: Int32Array): number {
  return numbers.reduce((least, number) => Math.min(least, number));
}

// Coding

/** Codes and values of a block, at most: each coefficient, three runs of zeros, the end of the block. */
const WORDS = BLOCK + 4;

/** Codes and values that are gathered before they are written, so that either loop is a tight one. */
const GATHERED = 2048;

/** Codes a scan. */
function codeScan(
  { values, components }: Coefficients,
  { entries, ends }: List,
  steps: Steps,
  tables: HuffmanTables,
  scan: ScanWriter,
): void {
  const luma = coderOf(steps[0], tables.dc[0], tables.ac[0]);
  const chroma = coderOf(steps[1], tables.dc[1], tables.ac[1]);
  const before = new Int32Array(3);
  const { words } = scan;
  const blocks = ends.length;
  const slots = components.length;
  let count = 0;
  for (let block = 0, slot = 0, entry = 0; block < blocks; block++) {
    if (count + WORDS > GATHERED) {
      scan.write(count);
      count = 0;
    }
    const component = components[slot] as number;
    const coder = component === 0 ? luma : chroma;
    const level = quantised(values[block * BLOCK] as number, coder.half[0] as number, coder.reciprocal[0] as number);
    const difference = level - (before[component] as number);
    before[component] = level;
    const size = 32 - Math.clz32(difference < 0 ? -difference : difference);
    const code = coder.dc[size] as number;
    // The code's length is in its lowest bits, the only ones that shifting heeds.
    words[count] = code | (((difference + (difference >> 31)) & ((1 << size) - 1)) << (32 - code));
    const end = ends[block] as number;
    count = codeBlock(coder, entries, entry, end, words, count + 1);
    entry = end;
    slot = slot + 1 === slots ? 0 : slot + 1;
  }
  scan.write(count);
}

/**
 * Codes what a block's list has. Numbers instead of names here and in {@link ScanWriter.write}: in a bundle a module's constants are
 * variables, which V8 would load and check for every coefficient.
 */
function codeBlock(
  { half, reciprocal, ac }: Coder,
  entries: Int32Array,
  entry: number,
  end: number,
  words: Int32Array,
  start: number,
): number {
  let count = start;
  let last = 0;
  for (let i = entry; i < end; i++) {
    // An entry is its place (PLACE_SHIFT), an amount with 4 bits behind the point (FRACTION_BITS) and its sign.
    const packed = entries[i] as number;
    const place = packed >> 16;
    const amount = (packed & 0xffff) >> 1;
    // 20 are RECIPROCAL_BITS.
    const level = Math.imul((amount + (half[place] as number)) >> 4, reciprocal[place] as number) >> 20;
    // 0 for a coefficient that is 0 at this quality, which then is not counted, else -1. A branch would be mispredicted half of the time.
    const isCoded = (0 - level) >> 31;
    let run = place - last - 1;
    if (((15 - run) & isCoded) < 0) {
      const sixteen = ac[ZERO_RUN] as number;
      for (; run > 15; run -= 16) words[count++] = sixteen;
    }
    const zeros = Math.clz32(level);
    // Of a number below 0 all bits are the other way round.
    const value = level ^ (((packed << 31) >> 31) & (-1 >>> zeros));
    const code = ac[((run & 15) << 4) | (32 - zeros)] as number;
    words[count] = code | (value << (32 - code));
    count -= isCoded;
    last ^= (last ^ place) & isCoded;
  }
  if (last < 63) words[count++] = ac[END_OF_BLOCK] as number;
  return count;
}

/** Strings codes and values together bit by bit, the highest first. */
class ScanWriter {
  /** Codes and values, of up to 27 bits at the upper end, with their length in the lowest five. */
  readonly words = new Int32Array(GATHERED);
  /** The scan, four octets a number, before octets of 0 are put in. */
  #scan: Int32Array;
  /** Bits that were written. */
  #length = 0;
  /** Those that are not a whole number yet, at its upper end. */
  #last = 0;

  constructor(capacity: number) {
    this.#scan = new Int32Array(capacity);
  }

  /** Forgets what was written. */
  clear(): void {
    this.#length = 0;
    this.#last = 0;
  }

  /** Writes the first of {@link ScanWriter.words}. */
  write(count: number): void {
    if ((this.#length >> 5) + count >= this.#scan.length) this.#grow(count);
    const { words } = this;
    const scan = this.#scan;
    let length = this.#length;
    let last = this.#last;
    // No branches, which would be mispredicted at every fourth or so.
    for (let i = 0; i < count; i++) {
      const packed = words[i] as number;
      const bits = packed & ~31;
      const taken = length & 31;
      last |= bits >>> taken;
      scan[length >> 5] = last;
      const more = packed & 31;
      const isFull = (31 - taken - more) >> 31;
      last ^= (last ^ (bits << (32 - taken))) & isFull;
      length += more;
    }
    this.#length = length;
    this.#last = last;
  }

  /** Octets of the scan: its last one is filled up with ones (F.1.2.3), behind each FF stands a 0 (B.1.1.5). */
  get lengthOctets(): number {
    const scan = this.#scan;
    const to = this.#length >> 5;
    const rest = this.#rest;
    let length = 4 * to + rest.octets;
    for (let i = 0; i < to; i++) {
      const word = scan[i] as number;
      if (hasFull(word)) length += stuffed(word, 4);
    }
    return length + stuffed(rest.word, rest.octets);
  }

  /** Writes the octets of the scan. */
  copyTo(octets: Uint8Array, start: number): void {
    const scan = this.#scan;
    const end = this.#length >> 5;
    let to = start;
    for (let i = 0; i < end; i++) {
      const word = scan[i] as number;
      if (hasFull(word)) to = writeStuffed(octets, to, word, 4);
      else {
        octets[to] = word >>> 24;
        octets[to + 1] = word >> 16;
        octets[to + 2] = word >> 8;
        octets[to + 3] = word;
        to += 4;
      }
    }
    const { word, octets: count } = this.#rest;
    writeStuffed(octets, to, word, count);
  }

  /** The last octets, at the upper end. */
  get #rest(): { readonly word: number; readonly octets: number } {
    const taken = this.#length & 31;
    return { word: this.#last | (-1 >>> taken), octets: (taken + 7) >> 3 };
  }

  #grow(count: number): void {
    const larger = new Int32Array(2 * this.#scan.length + count + 1);
    larger.set(this.#scan.subarray(0, this.#length >> 5));
    this.#scan = larger;
  }
}

/** Whether an octet is FF: adding 1 to each clears a highest bit that was set then. It is so for others now and then. */
function hasFull(word: number): boolean {
  return (word & ~(word + 0x01010101) & 0x80808080) !== 0;
}

/** How many of the first octets are FF. */
function stuffed(word: number, octets: number): number {
  let count = 0;
  for (let i = 0, shift = 24; i < octets; i++, shift -= 8) if (((word >>> shift) & 0xff) === 0xff) count++;
  return count;
}

/** Writes the first octets of a word. */
function writeStuffed(octets: Uint8Array, start: number, word: number, count: number): number {
  let to = start;
  for (let i = 0, shift = 24; i < count; i++, shift -= 8) {
    const octet = (word >>> shift) & 0xff;
    octets[to++] = octet;
    if (octet === 0xff) octets[to++] = 0;
  }
  return to;
}

/** What codes the blocks of luma, or of chroma. */
interface Coder {
  readonly half: Int32Array;
  readonly reciprocal: Int32Array;
  readonly dc: Int32Array;
  readonly ac: Int32Array;
}

function coderOf(steps: Uint8Array, dc: HuffmanTable, ac: HuffmanTable): Coder {
  return { half: halves(steps), reciprocal: reciprocals(steps), dc: roomyCodes(dc), ac: roomyCodes(ac) };
}

/** Rounded to the nearest multiple of a step, halves away from 0. */
function quantised(value: number, half: number, reciprocal: number): number {
  const sign = value >> 31;
  const level = (((((value ^ sign) - sign + half) >> FRACTION_BITS) * reciprocal) | 0) >> RECIPROCAL_BITS;
  return (level ^ sign) - sign;
}

/** The tables that make this scan shortest. */
function optimalTables({ values, components }: Coefficients, { entries, ends }: List, steps: Steps): HuffmanTables {
  const half = steps.map(halves);
  const reciprocal = steps.map(reciprocals);
  const counts = () => [new Int32Array(256), new Int32Array(256)] as const;
  const dc = counts();
  const ac = counts();
  const before = new Int32Array(3);
  const blocks = ends.length;
  for (let block = 0, entry = 0; block < blocks; block++) {
    const component = components[block % components.length] as number;
    const kind = component === 0 ? 0 : 1;
    const symbols = ac[kind];
    const [halfSteps, factors] = [half[kind] as Int32Array, reciprocal[kind] as Int32Array];
    const level = quantised(values[block * BLOCK] as number, halfSteps[0] as number, factors[0] as number);
    count(dc[kind], sizeOf(level - (before[component] as number)));
    before[component] = level;
    let last = 0;
    for (const end = ends[block] as number; entry < end; entry++) {
      const packed = entries[entry] as number;
      const place = packed >> PLACE_SHIFT;
      const value = quantised((packed & AMOUNT_MASK) >> 1, halfSteps[place] as number, factors[place] as number);
      if (value === 0) continue;
      let run = place - last - 1;
      last = place;
      for (; run > 15; run -= 16) count(symbols, ZERO_RUN);
      count(symbols, (run << 4) | sizeOf(value));
    }
    if (last < BLOCK - 1) count(symbols, END_OF_BLOCK);
  }
  // A grey picture has no chroma; its table of that is not written.
  return { dc: [optimalTable(dc[0]), optimalTable(dc[1])], ac: [optimalTable(ac[0]), optimalTable(ac[1])] };
}

/** Bits of a value's amount. */
function sizeOf(value: number): number {
  return 32 - Math.clz32(Math.abs(value));
}

function count(counts: Int32Array, symbol: number): void {
  counts[symbol] = (counts[symbol] as number) + 1;
}

// Markers

const SOI = 0xd8;
const EOI = 0xd9;
const APP0 = 0xe0;
const DQT = 0xdb;
const SOF0 = 0xc0;
const DHT = 0xc4;
const SOS = 0xda;

/** Identifier, version 1.1, no unit of density, a density of 1 by 1, no thumbnail. */
const JFIF = [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0] as const;

/** Where the first table of steps begins, and the second from there. */
const STEPS_AT = 25;
const STEPS_PITCH = 69;

/** The kinds of tables that there are: of luma, and of chroma unless the picture is grey. */
function kindsOf(components: Uint8Array): readonly (0 | 1)[] {
  return components.length === 1 ? [0] : [0, 1];
}

/** All up to the scan, with steps of 0. */
function headerOf(
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  components: Uint8Array,
  isHalved: boolean,
  { dc, ac }: HuffmanTables,
): Uint8Array {
  const kinds = kindsOf(components);
  const ids = components.length === 1 ? [1] : [1, 2, 3];
  const writer = new ByteWriter(700);
  writer.u8(0xff).u8(SOI);
  segment(writer, APP0, JFIF);
  for (const kind of kinds) segment(writer, DQT, [kind, ...new Uint8Array(BLOCK)]);
  const frame = ids.flatMap((id) => [id, isHalved && id === 1 ? 0x22 : 0x11, id === 1 ? 0 : 1]);
  segment(writer, SOF0, [8, heightPx >> 8, heightPx & 0xff, widthPx >> 8, widthPx & 0xff, ids.length, ...frame]);
  for (const kind of kinds) {
    const [direct, other] = [dc[kind] as HuffmanTable, ac[kind] as HuffmanTable];
    segment(writer, DHT, [kind, ...direct.bits, ...direct.symbols]);
    segment(writer, DHT, [0x10 | kind, ...other.bits, ...other.symbols]);
  }
  segment(writer, SOS, [ids.length, ...ids.flatMap((id) => [id, id === 1 ? 0x00 : 0x11]), 0, BLOCK - 1, 0]);
  return writer.finish();
}

/** A marker, its length (two octets, counted in) and what is in it. */
function segment(writer: ByteWriter, marker: number, octets: readonly number[]): void {
  writer
    .u8(0xff)
    .u8(marker)
    .u16(octets.length + 2)
    .bytes(new Uint8Array(octets));
}
