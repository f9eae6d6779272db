/**
 * Huffman tables of a baseline JPEG picture, as an encoder needs them.
 *
 *   BITS      16 octets: how many codes have a length of 1, 2, .. 16 bits
 *   HUFFVAL   the symbols in the order of their codes
 *
 * A symbol of a DC table is the number of bits of a difference; of an AC table the run of zeros before it (upper four bits) and the
 * number of bits of the coefficient after it.
 *
 * Source: ITU-T T.81 annex C (codes), annex K.2 (tables for a picture's own statistics), annex K.3 (the typical tables).
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

const known = new WeakMap<HuffmanTable, Int32Array>();

/**
 * The same codes at the upper end of a word, with space after them for the bits of the value that their symbol announces; the lowest five
 * bits hold the length of both, up to 27. Made once for a table.
 */
export function roomyCodes(table: HuffmanTable): Int32Array {
  const found = known.get(table);
  if (found !== undefined) return found;
  const codes = buildCodes(table).map((packed, symbol) => {
    const length = packed & ((1 << LENGTH_BITS) - 1);
    return ((packed >>> LENGTH_BITS) << (32 - length)) | (length + (symbol & 15));
  });
  known.set(table, codes);
  return codes;
}

/** Longest code. */
const MOST_BITS = 16;

/**
 * The table that makes the picture shortest.
 * @param counts how often each of 256 symbols occurs.
 */
export function optimalTable(counts: Int32Array): HuffmanTable {
  const lengths = codeLengths(counts);
  // One code of each length that is longer than allowed moves up: two of them share a shorter one's place (T.81 figure K.3).
  const bits = new Array<number>(Math.max(MOST_BITS, ...lengths) + 1).fill(0);
  for (const length of lengths) if (length > 0) bits[length] = (bits[length] as number) + 1;
  for (let long = bits.length - 1; long > MOST_BITS; long--) {
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
  let longest = MOST_BITS;
  while (bits[longest] === 0) longest--;
  bits[longest] = (bits[longest] as number) - 1;
  const symbols = Array.from({ length: 256 }, (_, symbol) => symbol).filter((symbol) => (lengths[symbol] as number) > 0);
  symbols.sort((one, other) => (lengths[one] as number) - (lengths[other] as number) || one - other);
  return { bits: bits.slice(1, MOST_BITS + 1), symbols };
}

/** Lengths of the codes of all symbols, and of one after them that occurs once (T.81 figure K.1). */
function codeLengths(counts: Int32Array): number[] {
  const weights = [...counts, 1];
  const lengths = weights.map(() => 0);
  // The symbols below one node of the tree are a chain.
  const next = weights.map(() => -1);
  for (;;) {
    const [least, second] = twoRarest(weights);
    if (second < 0) return lengths;
    weights[least] = (weights[least] as number) + (weights[second] as number);
    weights[second] = 0;
    let end = least;
    for (let at = least; at >= 0; at = next[at] as number) {
      lengths[at] = (lengths[at] as number) + 1;
      end = at;
    }
    next[end] = second;
    for (let at = second; at >= 0; at = next[at] as number) lengths[at] = (lengths[at] as number) + 1;
  }
}

/** Of equal ones the last, so that the symbol which does not exist gets a longest code. */
function twoRarest(weights: readonly number[]): [least: number, second: number] {
  let least = -1;
  let second = -1;
  for (const [i, weight] of weights.entries()) {
    if (weight === 0) continue;
    if (least < 0 || weight <= (weights[least] as number)) {
      second = least;
      least = i;
    } else if (second < 0 || weight <= (weights[second] as number)) second = i;
  }
  return [least, second];
}

/** The typical tables, which most phones' cameras wrote and every decoder has met. */
export const STANDARD_TABLES: HuffmanTables = {
  dc: [
    { bits: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
    { bits: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
  ],
  ac: [
    {
      bits: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
      symbols: [
        ...[0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71],
        ...[0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72],
        ...[0x82, 0x09, 0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x34, 0x35, 0x36, 0x37],
        ...[0x38, 0x39, 0x3a, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59],
        ...[0x5a, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x83],
        ...[0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3],
        ...[0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3],
        ...[0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2],
        ...[0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa],
      ],
    },
    {
      bits: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
      symbols: [
        ...[0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13, 0x22],
        ...[0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xa1, 0xb1, 0xc1, 0x09, 0x23, 0x33, 0x52, 0xf0, 0x15, 0x62, 0x72, 0xd1],
        ...[0x0a, 0x16, 0x24, 0x34, 0xe1, 0x25, 0xf1, 0x17, 0x18, 0x19, 0x1a, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x35, 0x36],
        ...[0x37, 0x38, 0x39, 0x3a, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58],
        ...[0x59, 0x5a, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a],
        ...[0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a],
        ...[0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba],
        ...[0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda],
        ...[0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa],
      ],
    },
  ],
};
