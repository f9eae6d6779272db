/**
 * Deflating octets into a zlib stream: the longest match of those near, looked for once more one octet later, and for each block the shorter
 * of its own codes, the fixed ones, and none.
 *
 * Node's zlib is several times as fast, and is what Node takes. The same octets give the same stream on every machine.
 *
 * Source: RFC 1950 (zlib), RFC 1951 (deflate); L. L. Larmore and D. S. Hirschberg, A fast algorithm for optimal length-limited Huffman codes
 * (1990).
 * @module
 */
import {
  DISTANCES,
  END_OF_BLOCK,
  LENGTH_BASE,
  LENGTH_EXTRA,
  LENGTHS,
  LENGTHS_ORDER,
  LITERALS,
  LONGEST,
  MAX_BITS,
  WINDOW,
} from './deflate-codes.js';

/** Octets of a copy at least. */
const SHORTEST = 3;

/** Matches that are looked at for one place; and where there is one of a good length, for the place after it. */
const MAX_CHAIN = 1_024;
const GOOD_LENGTH = 32;
const SHORT_CHAIN = 128;

/** Literals and copies of a block. */
const BLOCK_TOKENS = 16_384;

/** Octets of a stored block at most (section 3.2.4). */
const MAX_STORED = 0xffff;

/** The longest code of the lengths of codes (section 3.2.7). */
const MAX_LENGTH_BITS = 7;

/** A copy of {@link SHORTEST} octets from farther away is longer than they are as literals. */
const FAR = 4_096;

/**
 * A zlib stream.
 * @param shortest length of a copy at least, 3 or more: differences of neighbours hardly repeat, and are shorter as literals.
 */
export function deflate(octets: Uint8Array, shortest = SHORTEST): Uint8Array {
  const bits = new BitSink(octets.length);
  bits.write(0x78, 8);
  bits.write(0xda, 8);
  if (octets.length === 0) new Block(octets, 0).write(bits, true);
  findBlocks(octets, shortest, (block, isLast) => block.write(bits, isLast));
  return bits.finish(adler32(octets));
}

function adler32(octets: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let i = 0; i < octets.length; ) {
    // As many octets as surely fit 32 bits.
    const stop = Math.min(octets.length, i + 3_800);
    for (; i < stop; i++) {
      low += octets[i] as number;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return high * 0x10000 + low;
}

/** Octets of which each bit comes lowest first. */
class BitSink {
  readonly #octets: Uint8Array;
  #at = 0;
  #bits = 0;
  #count = 0;

  /** Room for the stored blocks of so many octets, which no choice is longer than. */
  constructor(length: number) {
    const blocks = Math.ceil(length / MAX_STORED) + Math.ceil(length / BLOCK_TOKENS) + 1;
    this.#octets = new Uint8Array(length + 5 * blocks + 16);
  }

  /** Up to 16 bits. */
  write(value: number, width: number): void {
    this.#bits |= value << this.#count;
    this.#count += width;
    while (this.#count >= 8) {
      this.#octets[this.#at++] = this.#bits;
      this.#bits >>>= 8;
      this.#count -= 8;
    }
  }

  /** Octets as they are, from the next whole one on. */
  copy(octets: Uint8Array): void {
    this.write(0, (8 - this.#count) & 7);
    for (const part of [octets.length, octets.length ^ MAX_STORED]) this.write(part, 16);
    this.#octets.set(octets, this.#at);
    this.#at += octets.length;
  }

  finish(sum: number): Uint8Array {
    this.write(0, (8 - this.#count) & 7);
    for (const shift of [24, 16, 8, 0]) this.write((sum >>> shift) & 0xff, 8);
    return this.#octets.slice(0, this.#at);
  }
}

/** The code of each length, and of each distance below 257; those above go by their upper bits. */
const [LENGTH_CODE, DISTANCE_CODE] = /* @__PURE__ */ makeLookUps();

function makeLookUps(): readonly [Uint8Array, Uint8Array] {
  const lengths = new Uint8Array(LONGEST + 1);
  for (let code = 0; code < LENGTH_BASE.length; code++) lengths.fill(code, LENGTH_BASE[code]);
  const distances = new Uint8Array(512);
  for (let code = 0; code < DISTANCES; code++) {
    const base = distanceBase(code) - 1;
    if (base < 256) distances.fill(code, base, 256);
    else distances.fill(code, 256 + (base >> 7));
  }
  return [lengths, distances];
}

function distanceExtra(code: number): number {
  return code < 4 ? 0 : (code >> 1) - 1;
}

function distanceBase(code: number): number {
  return code < 4 ? code + 1 : ((2 + (code & 1)) << distanceExtra(code)) + 1;
}

function distanceCode(distance: number): number {
  const at = distance - 1;
  return DISTANCE_CODE[at < 256 ? at : 256 + (at >> 7)] as number;
}

/** Literals and copies that stand for a stretch of octets. */
class Block {
  /** Literals as they are; copies as length << 16 | distance, with a distance of 0x8000 as it is, which no literal has. */
  readonly #tokens = new Int32Array(BLOCK_TOKENS);
  readonly #octets: Uint8Array;
  readonly #from: number;
  #to: number;
  #count = 0;
  readonly #literals = new Uint32Array(LITERALS - 2);
  readonly #distances = new Uint32Array(DISTANCES);

  constructor(octets: Uint8Array, from: number) {
    this.#octets = octets;
    this.#from = from;
    this.#to = from;
    this.#literals[END_OF_BLOCK] = 1;
  }

  get isFull(): boolean {
    return this.#count === BLOCK_TOKENS;
  }

  add(literal: number): void {
    this.#tokens[this.#count++] = literal;
    this.#literals[literal] = (this.#literals[literal] as number) + 1;
    this.#to++;
  }

  copy(length: number, distance: number): void {
    this.#tokens[this.#count++] = (length << 16) | distance;
    const symbol = 257 + (LENGTH_CODE[length] as number);
    const code = distanceCode(distance);
    this.#literals[symbol] = (this.#literals[symbol] as number) + 1;
    this.#distances[code] = (this.#distances[code] as number) + 1;
    this.#to += length;
  }

  /** Writes it the shortest way. */
  write(bits: BitSink, isLast: boolean): void {
    const own = new OwnCodes(this.#literals, this.#distances);
    const ownBits = own.headerBits + this.#countBits(own.literals, own.distances);
    const [fixedLiterals, fixedDistances] = fixedLengths();
    const fixedBits = this.#countBits(fixedLiterals, fixedDistances);
    const length = this.#to - this.#from;
    // A header of 3 bits is the same for all; stored blocks have up to 7 bits to fill an octet, and lengths.
    const storedBits = length * 8 + (Math.floor(length / MAX_STORED) + 1) * 42;
    if (storedBits <= Math.min(ownBits, fixedBits)) {
      this.#store(bits, isLast);
      return;
    }
    bits.write(isLast ? 1 : 0, 1);
    if (fixedBits <= ownBits) {
      bits.write(1, 2);
      this.#writeTokens(bits, fixedLiterals, fixedDistances);
    } else {
      bits.write(2, 2);
      own.writeHeader(bits);
      this.#writeTokens(bits, own.literals, own.distances);
    }
  }

  #countBits(literals: Uint8Array, distances: Uint8Array): number {
    let bits = 0;
    for (let symbol = 0; symbol < this.#literals.length; symbol++) {
      const extra = symbol > END_OF_BLOCK ? (LENGTH_EXTRA[symbol - 257] as number) : 0;
      bits += (this.#literals[symbol] as number) * ((literals[symbol] as number) + extra);
    }
    for (let code = 0; code < DISTANCES; code++) {
      bits += (this.#distances[code] as number) * ((distances[code] as number) + distanceExtra(code));
    }
    return bits;
  }

  #store(bits: BitSink, isLast: boolean): void {
    for (let at = this.#from; ; at += MAX_STORED) {
      const end = Math.min(this.#to, at + MAX_STORED);
      bits.write(isLast && end === this.#to ? 1 : 0, 3);
      bits.copy(this.#octets.subarray(at, end));
      if (end === this.#to) return;
    }
  }

  #writeTokens(bits: BitSink, literals: Uint8Array, distances: Uint8Array): void {
    const literalCodes = codesOf(literals);
    const distanceCodes = codesOf(distances);
    const tokens = this.#tokens;
    for (let i = 0; i < this.#count; i++) {
      const token = tokens[i] as number;
      if (token < 0x10000) {
        bits.write(literalCodes[token] as number, literals[token] as number);
        continue;
      }
      const length = token >> 16;
      const distance = token & 0xffff;
      const lengthCode = LENGTH_CODE[length] as number;
      bits.write(literalCodes[257 + lengthCode] as number, literals[257 + lengthCode] as number);
      bits.write(length - (LENGTH_BASE[lengthCode] as number), LENGTH_EXTRA[lengthCode] as number);
      const code = distanceCode(distance);
      bits.write(distanceCodes[code] as number, distances[code] as number);
      bits.write(distance - distanceBase(code), distanceExtra(code));
    }
    bits.write(literalCodes[END_OF_BLOCK] as number, literals[END_OF_BLOCK] as number);
  }
}

/** Lengths of the codes that a block need not bring (section 3.2.6). */
function fixedLengths(): readonly [Uint8Array, Uint8Array] {
  const literals = new Uint8Array(LITERALS).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
  return [literals, new Uint8Array(DISTANCES).fill(5)];
}

/** The codes of a block, and how it says which they are (section 3.2.7). */
class OwnCodes {
  readonly literals: Uint8Array;
  readonly distances: Uint8Array;
  readonly headerBits: number;
  /** Lengths, and repetitions as symbol | count << 8. */
  readonly #runs: readonly number[];
  readonly #lengths: Uint8Array;
  readonly #counts: readonly [literals: number, distances: number, lengths: number];

  constructor(literals: Uint32Array, distances: Uint32Array) {
    this.literals = limitedLengths(literals, MAX_BITS);
    this.distances = limitedLengths(distances, MAX_BITS);
    const used = (lengths: Uint8Array, least: number) => {
      let count = lengths.length;
      while (count > least && lengths[count - 1] === 0) count--;
      return count;
    };
    const literalCount = used(this.literals, 257);
    const distanceCount = used(this.distances, 1);
    const all = new Uint8Array(literalCount + distanceCount);
    all.set(this.literals.subarray(0, literalCount));
    all.set(this.distances.subarray(0, distanceCount), literalCount);
    this.#runs = findRuns(all);
    const counts = new Uint32Array(LENGTHS);
    for (const run of this.#runs) counts[run & 0xff] = (counts[run & 0xff] as number) + 1;
    this.#lengths = limitedLengths(counts, MAX_LENGTH_BITS);
    let lengthCount = LENGTHS;
    while (lengthCount > 4 && this.#lengths[LENGTHS_ORDER[lengthCount - 1] as number] === 0) lengthCount--;
    this.#counts = [literalCount, distanceCount, lengthCount];
    const inRuns = this.#runs.reduce((sum, run) => sum + (this.#lengths[run & 0xff] as number) + runBits(run & 0xff), 0);
    this.headerBits = 14 + 3 * lengthCount + inRuns;
  }

  writeHeader(bits: BitSink): void {
    const [literals, distances, lengths] = this.#counts;
    bits.write(literals - 257, 5);
    bits.write(distances - 1, 5);
    bits.write(lengths - 4, 4);
    for (let i = 0; i < lengths; i++) bits.write(this.#lengths[LENGTHS_ORDER[i] as number] as number, 3);
    const codes = codesOf(this.#lengths);
    for (const run of this.#runs) {
      const symbol = run & 0xff;
      bits.write(codes[symbol] as number, this.#lengths[symbol] as number);
      bits.write(run >> 8, runBits(symbol));
    }
  }
}

/** Bits after a length that repeats others. */
function runBits(symbol: number): number {
  return symbol < 16 ? 0 : symbol === 16 ? 2 : symbol === 17 ? 3 : 7;
}

/** Lengths of codes with their repetitions: 16 the last one 3 to 6 times, 17 and 18 a length of 0 3 to 10 and 11 to 138 times. */
function findRuns(lengths: Uint8Array): number[] {
  const runs: number[] = [];
  for (let i = 0; i < lengths.length; ) {
    const value = lengths[i] as number;
    let end = i + 1;
    while (end < lengths.length && lengths[end] === value) end++;
    let left = end - i;
    i = end;
    if (value !== 0) {
      runs.push(value);
      left--;
    }
    while (left >= SHORTEST) {
      const most = value === 0 ? 138 : 6;
      const count = Math.min(left, most);
      const symbol = value !== 0 ? 16 : count > 10 ? 18 : 17;
      runs.push(symbol | ((count - (symbol === 18 ? 11 : 3)) << 8));
      left -= count;
    }
    for (; left > 0; left--) runs.push(value);
  }
  return runs;
}

/** The codes of some lengths, their first bit lowest (section 3.2.2). */
function codesOf(lengths: Uint8Array): Uint16Array {
  const next = new Uint16Array(MAX_BITS + 2);
  for (const length of lengths) if (length > 0) next[length + 1] = (next[length + 1] as number) + 1;
  for (let length = 1; length <= MAX_BITS; length++) {
    next[length + 1] = ((next[length + 1] as number) + (next[length] as number)) << 1;
  }
  return Uint16Array.from(lengths, (length) => {
    if (length === 0) return 0;
    let code = next[length] as number;
    next[length] = code + 1;
    let reversed = 0;
    for (let i = 0; i < length; i++, code >>= 1) reversed = (reversed << 1) | (code & 1);
    return reversed;
  });
}

/** Lengths of the best codes for symbols that come so often, none longer than `most`: packages of two are made `most` times. */
function limitedLengths(counts: Uint32Array, most: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const leaves = [...counts.keys()].filter((symbol) => counts[symbol] !== 0);
  leaves.sort((a, b) => (counts[a] as number) - (counts[b] as number) || a - b);
  if (leaves.length <= 1) {
    for (const symbol of leaves) lengths[symbol] = 1;
    return lengths;
  }
  interface Package {
    readonly weight: number;
    readonly symbols: readonly number[];
  }
  const single = leaves.map((symbol): Package => ({ weight: counts[symbol] as number, symbols: [symbol] }));
  let list: readonly Package[] = single;
  for (let level = 1; level < most; level++) {
    const merged: Package[] = [];
    let leaf = 0;
    for (let i = 0; i + 1 < list.length; i += 2) {
      const [a, b] = [list[i] as Package, list[i + 1] as Package];
      const weight = a.weight + b.weight;
      while (leaf < single.length && (single[leaf] as Package).weight <= weight) merged.push(single[leaf++] as Package);
      merged.push({ weight, symbols: [...a.symbols, ...b.symbols] });
    }
    list = [...merged, ...single.slice(leaf)];
  }
  for (const { symbols } of list.slice(0, 2 * leaves.length - 2)) {
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] as number) + 1;
  }
  return lengths;
}

/** Finds literals and copies, and gives them block by block. */
function findBlocks(octets: Uint8Array, shortest: number, give: (block: Block, isLast: boolean) => void): void {
  const { length } = octets;
  const matcher = new Matcher(octets);
  let block = new Block(octets, 0);
  for (let at = 0; at < length; ) {
    let found = matcher.find(at, shortest - 1);
    matcher.add(at);
    // A longer one that begins an octet later is better.
    while (found > 0 && matcher.length < LONGEST && at + 1 < length) {
      const [best, distance] = [matcher.length, found];
      const next = matcher.find(at + 1, best);
      if (next === 0) {
        found = distance;
        matcher.length = best;
        break;
      }
      block.add(octets[at] as number);
      at++;
      matcher.add(at);
      found = next;
      if (block.isFull) {
        give(block, false);
        block = new Block(octets, at);
      }
    }
    if (found === 0) {
      block.add(octets[at] as number);
      at++;
    } else {
      const end = at + matcher.length;
      block.copy(matcher.length, found);
      for (at++; at < end; at++) matcher.add(at);
    }
    if (block.isFull || at === length) {
      give(block, at === length);
      block = new Block(octets, at);
    }
  }
}

const HASH_BITS = 15;

/** Where octets were last, by the three that begin there. */
class Matcher {
  readonly #octets: Uint8Array;
  /** The last place of three octets, plus 1; and of each place the one before it with the same. */
  readonly #last = new Int32Array(1 << HASH_BITS);
  readonly #before = new Int32Array(WINDOW);
  /** Length of the match that was found. */
  length = 0;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  #hash(at: number): number {
    const octets = this.#octets;
    const three = (octets[at] as number) | ((octets[at + 1] as number) << 8) | ((octets[at + 2] as number) << 16);
    return Math.imul(three, 0x9e37_79b1) >>> (32 - HASH_BITS);
  }

  add(at: number): void {
    if (at + SHORTEST > this.#octets.length) return;
    const hash = this.#hash(at);
    this.#before[at & (WINDOW - 1)] = this.#last[hash] as number;
    this.#last[hash] = at + 1;
  }

  /** The distance of the longest match that is longer than `than`; 0 for none. */
  find(at: number, than: number): number {
    const octets = this.#octets;
    const most = Math.min(LONGEST, octets.length - at);
    if (most <= than || most < SHORTEST) return 0;
    let best = than;
    let distance = 0;
    let place = (this.#last[this.#hash(at)] as number) - 1;
    const chain = than >= GOOD_LENGTH ? SHORT_CHAIN : MAX_CHAIN;
    for (let tries = 0; tries < chain && place >= 0 && at - place <= WINDOW && place < at; tries++) {
      if (octets[place + best] === octets[at + best]) {
        let same = 0;
        while (same < most && octets[place + same] === octets[at + same]) same++;
        if (same > best) {
          best = same;
          distance = at - place;
          if (best === most) break;
        }
      }
      const before = (this.#before[place & (WINDOW - 1)] as number) - 1;
      if (before >= place) break;
      place = before;
    }
    this.length = best;
    return best === SHORTEST && distance > FAR ? 0 : distance;
  }
}
