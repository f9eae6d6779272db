/**
 * Huffman tables of a baseline JPEG picture, as an encoder needs them.
 *
 *   BITS      16 octets: how many codes have a length of 1, 2, .. 16 bits
 *   HUFFVAL   the symbols in the order of their codes
 *
 * A symbol of a DC table is the number of bits of a difference; of an AC table the run of zeros before it (upper four bits) and the
 * number of bits of the coefficient after it.
 *
 * Source: ITU-T T.81 annex C (codes), annex K.2 (tables for a picture's own statistics).
 * @module
 */

/** A table as it is written. */
export interface HuffmanTable {
  readonly bits: readonly number[];
  readonly symbols: readonly number[];
}

/** The tables of luma and of chroma. */
export interface HuffmanTables {
  readonly dc: readonly [luma: HuffmanTable, chroma: HuffmanTable];
  readonly ac: readonly [luma: HuffmanTable, chroma: HuffmanTable];
}

/** Sixteen zeros in a row. */
export const ZERO_RUN = 0xf0;
/** No more coefficients in this block. */
export const END_OF_BLOCK = 0x00;

/** Bits after a code in {@link buildCodes}'s words, which hold its length. */
export const LENGTH_BITS = 5;

/** For each symbol its code, and its length in the lowest five bits; 0 when it has none. */
export function buildCodes({ bits, symbols }: HuffmanTable): Int32Array {
  const codes = new Int32Array(256);
  let code = 0;
  let i = 0;
  for (const [row, count] of bits.entries()) {
    for (const end = i + count; i < end; i++) codes[symbols[i] as number] = (code++ << LENGTH_BITS) | (row + 1);
    code <<= 1;
  }
  return codes;
}

/**
 * The same codes at the upper end of a word, with space after them for the bits of the value that their symbol announces; the lowest five
 * bits hold the length of both, up to 27.
 */
export function roomyCodes(table: HuffmanTable): Int32Array {
  return buildCodes(table).map((packed, symbol) => {
    const length = packed & ((1 << LENGTH_BITS) - 1);
    return ((packed >>> LENGTH_BITS) << (32 - length)) | (length + (symbol & 15));
  });
}

/** How many symbols there can be. */
const ALL_SYMBOLS = 256;

/** Longest code. */
const MAX_BITS = 16;

/**
 * The table that makes the picture shortest.
 * @param counts how often each of 256 symbols occurs.
 */
export function optimalTable(counts: Int32Array): HuffmanTable {
  const lengths = codeLengths(counts);
  // One code of each length that is longer than allowed moves up: two of them share a shorter one's place (T.81 figure K.3).
  const bits = new Array<number>(lengths.length).fill(0);
  let most = MAX_BITS;
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] as number;
    if (length === 0) continue;
    bits[length] = (bits[length] as number) + 1;
    if (length > most) most = length;
  }
  const symbols = sortSymbols(lengths, bits);
  for (let long = most; long > MAX_BITS; long--) {
    while ((bits[long] as number) > 0) {
      let short = long - 2;
      while (bits[short] === 0) short--;
      bits[long] = (bits[long] as number) - 2;
      bits[long - 1] = (bits[long - 1] as number) + 1;
      bits[short + 1] = (bits[short + 1] as number) + 2;
      bits[short] = (bits[short] as number) - 1;
    }
  }
  // The code of ones only is not to be used: it was that of a symbol that does not exist, and is the last of the longest.
  let longest = MAX_BITS;
  while (bits[longest] === 0) longest--;
  bits[longest] = (bits[longest] as number) - 1;
  return { bits: bits.slice(1, MAX_BITS + 1), symbols };
}

/** The symbols that there are, those of the shortest codes first. @param bits how many codes have each length, the one of no symbol among them. */
function sortSymbols(lengths: Int32Array, bits: readonly number[]): number[] {
  const starts = new Int32Array(bits.length + 1);
  for (let length = 1; length < bits.length; length++) {
    starts[length + 1] = (starts[length] as number) + (bits[length] as number);
  }
  // The code of no symbol is the last of the longest; where there is no symbol it has none.
  const symbols = new Array<number>(Math.max(0, (starts[bits.length] as number) - 1));
  for (let symbol = 0; symbol < ALL_SYMBOLS; symbol++) {
    const length = lengths[symbol] as number;
    if (length === 0) continue;
    const at = starts[length] as number;
    symbols[at] = symbol;
    starts[length] = at + 1;
  }
  return symbols;
}

/** Lengths of the codes of all symbols, and of one after them that occurs once, which gets a longest code. */
function codeLengths(counts: Int32Array): Int32Array {
  const packed = new Float64Array(counts.length);
  let leaves = 1;
  for (let symbol = 0; symbol < counts.length; symbol++) {
    const count = counts[symbol] as number;
    if (count > 0) packed[leaves++ - 1] = count * ALL_SYMBOLS + symbol;
  }
  const sorted = packed.subarray(0, leaves - 1).sort();
  // The one that does not exist comes first, and so is the deepest leaf.
  const used = new Int32Array(leaves).fill(counts.length);
  const nodes = 2 * leaves - 1;
  const weights = new Float64Array(nodes).fill(1, 0, 1);
  for (let i = 1; i < leaves; i++) {
    const symbol = (sorted[i - 1] as number) % ALL_SYMBOLS;
    used[i] = symbol;
    weights[i] = counts[symbol] as number;
  }
  // Leaves are in order, and so are the nodes above them, each heavier than the one before: the lightest is at the front of either.
  const parents = new Int32Array(nodes);
  let leaf = 0;
  let inner = leaves;
  for (let node = leaves; node < nodes; node++) {
    for (let child = 0; child < 2; child++) {
      const isLeaf = leaf < leaves && (inner === node || (weights[leaf] as number) <= (weights[inner] as number));
      const lightest = isLeaf ? leaf++ : inner++;
      parents[lightest] = node;
      weights[node] = (weights[node] as number) + (weights[lightest] as number);
    }
  }
  const depths = new Int32Array(nodes);
  for (let node = nodes - 2; node >= 0; node--) depths[node] = (depths[parents[node] as number] as number) + 1;
  const lengths = new Int32Array(counts.length + 1);
  for (let i = 0; i < leaves; i++) lengths[used[i] as number] = depths[i] as number;
  return lengths;
}

// ---- bits ----

/*
 * The entropy-coded octets of a JPEG's scan, made of codes and values bit by bit.
 *
 * Source: ITU-T T.81 sections B.1.1.5 and F.1.2.3.
 */

/** Codes and values that are gathered before they are written, so that either loop is a tight one. */
export const GATHERED = 2048;

/** Strings codes and values together bit by bit, the highest first. */
export class ScanWriter {
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

  /** Octets of the scan: its last one is filled up with ones (F.1.2.3), a 0 follows each FF (B.1.1.5). */
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
