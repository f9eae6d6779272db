/**
 * The Huffman codes of deflate: made of their lengths, and found in the bits that come next; and what their symbols mean.
 *
 * Source: RFC 1951 sections 3.2.2 and 3.2.5 to 3.2.7.
 * @module
 */

/** Codes up to this length are found in one step. */
const QUICK_BITS = 10;
/** Entries of {@link Code.quick}. */
export const QUICK = 1 << QUICK_BITS;
/** The longest code (section 3.2.7). */
export const MAX_BITS = 15;

/** How far back a copy may reach (RFC 1950 section 2.2), and how many octets it has at most (RFC 1951 section 3.2.5). */
export const WINDOW = 0x8000;
export const LONGEST = 258;

/** How many symbols there are: literals and lengths, distances, and lengths of codes. */
export const LITERALS = 288;
/** See {@link LITERALS}. */
export const DISTANCES = 30;
/** See {@link LITERALS}. */
export const LENGTHS = 19;

/** Order of the lengths of the code lengths' codes (section 3.2.7). */
export const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const;

/** The symbol that ends a block; those above it are lengths of copies. */
export const END_OF_BLOCK = 256;
/** Shortest length of the symbols from 257 on (section 3.2.5) ... */
export const LENGTH_BASE = /* @__PURE__ */ Uint16Array.of(
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258],
);
/** ... and how many bits follow to tell which. */
export const LENGTH_EXTRA = /* @__PURE__ */ Uint8Array.of(
  ...[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0],
);

/** Codes of one alphabet. */
export interface Code {
  /** By the next QUICK_BITS bits: symbol << 4 | length; 0 where the code is longer or there is none. */
  readonly quick: Uint16Array;
  /** How many codes have each length. */
  readonly counts: Uint16Array;
  /** Symbols in the order of their codes. */
  readonly symbols: Uint16Array;
}

/** Room for the codes of so many symbols. */
export function newCode(symbols: number): Code {
  return { quick: new Uint16Array(QUICK), counts: new Uint16Array(MAX_BITS + 1), symbols: new Uint16Array(symbols) };
}

/** Makes the codes that a block need not bring (section 3.2.6). */
export function setFixed(literals: Code, distances: Code): void {
  const lengths = new Uint8Array(LITERALS);
  lengths.fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
  setCode(literals, lengths, false);
  // 32 codes of five bits, of which two are not defined; without them the code is incomplete, and reading them a fault.
  setCode(distances, new Uint8Array(DISTANCES).fill(5), true, true);
}

/**
 * Makes the code that has these lengths (section 3.2.2); a length of 0 is a symbol without a code.
 * @returns false when more codes are asked for than there are, or fewer. A single code of one bit is allowed (section 3.2.7).
 */
export function setCode(code: Code, lengths: Uint8Array, maySingle: boolean, mayLack = false): boolean {
  const { quick, counts, symbols } = code;
  counts.fill(0);
  for (let i = 0; i < lengths.length; i++) counts[lengths[i] as number] = (counts[lengths[i] as number] as number) + 1;
  counts[0] = 0;
  let left = 1;
  let used = 0;
  const starts = new Uint16Array(MAX_BITS + 2);
  const next = new Uint16Array(MAX_BITS + 2);
  for (let length = 1; length <= MAX_BITS; length++) {
    const here = counts[length] as number;
    left = left * 2 - here;
    if (left < 0) return false;
    used += here;
    starts[length + 1] = (starts[length] as number) + here;
    next[length + 1] = ((next[length] as number) + here) << 1;
  }
  if (left > 0 && !mayLack && !(maySingle && (used === 0 || (used === 1 && counts[1] === 1)))) return false;
  quick.fill(0);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] as number;
    if (length === 0) continue;
    symbols[starts[length] as number] = symbol;
    starts[length] = (starts[length] as number) + 1;
    const bits = next[length] as number;
    next[length] = bits + 1;
    if (length > QUICK_BITS) continue;
    // Codes come with their first bit lowest.
    let reversed = 0;
    for (let i = 0; i < length; i++) reversed |= ((bits >> i) & 1) << (length - 1 - i);
    const entry = (symbol << 4) | length;
    for (let i = reversed; i < QUICK; i += 1 << length) quick[i] = entry;
  }
  return true;
}

/** Finds a code bit by bit: symbol << 4 | length, or 0 when there is no such code. */
export function longCode({ counts, symbols }: Code, bits: number): number {
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= MAX_BITS; length++) {
    code |= (bits >>> (length - 1)) & 1;
    const here = counts[length] as number;
    if (code - first < here) return ((symbols[index + code - first] as number) << 4) | length;
    index += here;
    first = (first + here) << 1;
    code <<= 1;
  }
  return 0;
}
