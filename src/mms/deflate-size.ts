/**
 * How many octets a deflated stream unpacks to, found without unpacking it.
 *
 *   final(1) type(2) | type 0: length(16) ~length(16) octets... | type 1: codes | type 2: the codes' lengths, codes | ...
 *
 * An inflater that is told to stop does so between two pieces of its input, and 16 KiB of input can be 16 MiB of zeros. This walk reads the
 * codes, adds up the lengths that they stand for, and writes nothing, so that a stream which lies about its size costs no memory. It sees
 * broken codes and octets behind the end of a stream too, which inflaters pass over in silence.
 *
 * Source: RFC 1951 sections 3.2.3 to 3.2.7.
 * @module
 */
import { DecodeError } from '../errors.js';

/** Lengths of symbols 257 to 285, and the bits that add to them (section 3.2.5). */
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];

const MAX_CODE_BITS = 15;
const END_OF_BLOCK = 256;
const LENGTH_SYMBOLS = LENGTH_BASE.length;
const DISTANCE_SYMBOLS = 30;

/** The order in which the lengths of the code lengths' codes come (section 3.2.7). */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * Octets that a block with codes of its own takes on average, at least; its codes alone take about as many. Reading codes takes long for
 * the octets that they take, so a stream of nothing else would be slow.
 */
const MIN_DYNAMIC_BLOCK_OCTETS = 64;
const MIN_DYNAMIC_BLOCKS = 64;

/** Codes up to this length are looked up by the bits that come next. */
const QUICK_BITS = 9;
const QUICK_MASK = (1 << QUICK_BITS) - 1;

/** A Huffman code: how many codes there are of each length, and what they stand for, in the order of the codes. */
interface Code {
  /** By the next nine bits: sixteen times the symbol, plus the length of its code; 0 for a longer one. */
  readonly quick: Uint16Array;
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

/** What a stream holds. */
export interface DeflateSize {
  /** Octets that it unpacks to. */
  readonly sizeOctets: number;
  /** One past its last octet. */
  readonly end: number;
}

/**
 * Measures the stream that begins at `start`; linear in its octets.
 * @param maxOctets where to stop: from there on `sizeOctets` is any number above.
 * @throws DecodeError `truncated` or `bad-value` at the octet of the fault, under the name `field`.
 */
export function measureDeflate(octets: Uint8Array, start: number, end: number, maxOctets: number, field: string): DeflateSize {
  return new Walk(octets, start, end, maxOctets, field).measure();
}

class Walk {
  readonly #octets: Uint8Array;
  readonly #start: number;
  readonly #end: number;
  readonly #maxOctets: number;
  readonly #field: string;
  /** The next octet, and the bits of those before it that are not used yet, the next one the lowest; 23 at most. */
  #at: number;
  #held = 0;
  #heldBits = 0;
  #size = 0;

  constructor(octets: Uint8Array, start: number, end: number, maxOctets: number, field: string) {
    this.#octets = octets;
    this.#start = start;
    this.#at = start;
    this.#end = end;
    this.#maxOctets = maxOctets;
    this.#field = field;
  }

  measure(): DeflateSize {
    const maxDynamic = MIN_DYNAMIC_BLOCKS + (this.#end - this.#start) / MIN_DYNAMIC_BLOCK_OCTETS;
    let fixed: readonly [Code, Code] | undefined;
    let dynamicBlocks = 0;
    for (let isFinal = false; !isFinal && this.#size <= this.#maxOctets; ) {
      isFinal = this.#bits(1) === 1;
      const type = this.#bits(2);
      if (type === 0) {
        this.#stored();
      } else if (type === 1) {
        fixed ??= fixedCodes();
        this.#compressed(...fixed);
      } else if (type === 2) {
        if (++dynamicBlocks > maxDynamic) throw this.#bad('has more codes than data');
        this.#compressed(...this.#dynamicCodes());
      } else {
        throw this.#bad('has a block of the reserved type 3');
      }
    }
    return { sizeOctets: this.#size, end: this.#next };
  }

  #stored(): void {
    // The block begins with the next whole octet.
    this.#at = this.#next;
    this.#held = 0;
    this.#heldBits = 0;
    const length = this.#bits(16);
    if ((this.#bits(16) ^ length) !== 0xffff) throw this.#bad('has a stored block whose two lengths differ');
    if (length > this.#end - this.#at) throw this.#truncated();
    this.#at += length;
    this.#size += length;
  }

  #compressed(literals: Code, distances: Code): void {
    let size = this.#size;
    while (size <= this.#maxOctets) {
      const symbol = this.#symbol(literals);
      if (symbol < END_OF_BLOCK) {
        size++;
        continue;
      }
      if (symbol === END_OF_BLOCK) break;
      const of = symbol - END_OF_BLOCK - 1;
      if (of >= LENGTH_SYMBOLS) throw this.#bad(`has the symbol ${symbol}, which stands for nothing`);
      const length = (LENGTH_BASE[of] as number) + this.#bits(LENGTH_BITS[of] as number);
      const distanceSymbol = this.#symbol(distances);
      if (distanceSymbol >= DISTANCE_SYMBOLS) throw this.#bad(`has the distance ${distanceSymbol}, which stands for nothing`);
      // Two symbols for each number of extra bits: the distance is their two highest bits, then these.
      const extra = distanceSymbol < 2 ? 0 : (distanceSymbol >> 1) - 1;
      const base = distanceSymbol < 2 ? distanceSymbol : (2 | (distanceSymbol & 1)) << extra;
      if (base + this.#bits(extra) + 1 > size) throw this.#bad('repeats octets from before its beginning');
      size += length;
    }
    this.#size = size;
  }

  #dynamicCodes(): readonly [Code, Code] {
    const literalCount = this.#bits(5) + 257;
    const distanceCount = this.#bits(5) + 1;
    const lengthCount = this.#bits(4) + 4;
    const ofLengths = new Uint8Array(CODE_LENGTH_ORDER.length);
    for (let i = 0; i < lengthCount; i++) ofLengths[CODE_LENGTH_ORDER[i] as number] = this.#bits(3);
    const code = this.#code(ofLengths, false);
    const lengths = new Uint8Array(literalCount + distanceCount);
    for (let i = 0; i < lengths.length; ) {
      const symbol = this.#symbol(code);
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) throw this.#bad('repeats a code length before the first');
      const repeated = symbol === 16 ? (lengths[i - 1] as number) : 0;
      const times = symbol === 16 ? 3 + this.#bits(2) : symbol === 17 ? 3 + this.#bits(3) : 11 + this.#bits(7);
      if (times > lengths.length - i) throw this.#bad('repeats a code length past the last');
      lengths.fill(repeated, i, i + times);
      i += times;
    }
    if (lengths[END_OF_BLOCK] === 0) throw this.#bad('has a block without an end');
    return [this.#code(lengths.subarray(0, literalCount), true), this.#code(lengths.subarray(literalCount), true)];
  }

  /** The code with these lengths. It must use every string of bits, but for the one of a single symbol (section 3.2.7). */
  #code(lengths: Uint8Array, maySingle: boolean): Code {
    const code = makeCode(lengths);
    let free = 1;
    for (let bits = 1; bits <= MAX_CODE_BITS; bits++) {
      free = free * 2 - (code.counts[bits] as number);
      if (free < 0) throw this.#bad('has more codes than fit their lengths');
    }
    const used = lengths.length - (code.counts[0] as number);
    if (free > 0 && !(maySingle && (used === 0 || (used === 1 && code.counts[1] === 1))))
      throw this.#bad('has an incomplete code');
    return code;
  }

  /** The next symbol. */
  #symbol({ quick, counts, symbols }: Code): number {
    let held = this.#held;
    let heldBits = this.#heldBits;
    while (heldBits < MAX_CODE_BITS && this.#at < this.#end) {
      held |= (this.#octets[this.#at++] as number) << heldBits;
      heldBits += 8;
    }
    const entry = quick[held & QUICK_MASK] as number;
    let bits = entry & 15;
    let symbol = entry >> 4;
    if (bits === 0 || bits > heldBits) {
      // One bit after the other, until there are codes of that length as low as the bits (section 3.2.2).
      let code = 0;
      let first = 0;
      let index = 0;
      for (bits = 1; ; bits++) {
        if (bits > MAX_CODE_BITS) throw this.#bad('has bits that are no code');
        if (bits > heldBits) throw this.#truncated();
        code |= (held >> (bits - 1)) & 1;
        const count = counts[bits] as number;
        if (code - count < first) break;
        index += count;
        first = (first + count) << 1;
        code <<= 1;
      }
      symbol = symbols[index + code - first] as number;
    }
    this.#held = held >> bits;
    this.#heldBits = heldBits - bits;
    return symbol;
  }

  /** Up to 16 bits, the lowest first. */
  #bits(count: number): number {
    let held = this.#held;
    let heldBits = this.#heldBits;
    while (heldBits < count) {
      if (this.#at >= this.#end) throw this.#truncated();
      held |= (this.#octets[this.#at++] as number) << heldBits;
      heldBits += 8;
    }
    this.#held = held >> count;
    this.#heldBits = heldBits - count;
    return held & ((1 << count) - 1);
  }

  /** The first octet of which no bit is used. */
  get #next(): number {
    return this.#at - (this.#heldBits >> 3);
  }

  #truncated(): DecodeError {
    return new DecodeError('truncated', this.#field, this.#end, 'the deflated stream goes on past its end');
  }

  #bad(reason: string): DecodeError {
    // The octet whose bits were read last.
    return new DecodeError('bad-value', this.#field, Math.max(this.#start, this.#next - 1), `the deflated stream ${reason}`);
  }
}

/** The codes that need not be sent (section 3.2.6). */
function fixedCodes(): readonly [Code, Code] {
  const literals = new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
  return [makeCode(literals), makeCode(new Uint8Array(DISTANCE_SYMBOLS).fill(5))];
}

function makeCode(lengths: Uint8Array): Code {
  const counts = new Uint16Array(MAX_CODE_BITS + 1);
  for (const bits of lengths) counts[bits] = (counts[bits] as number) + 1;
  const next = new Uint16Array(MAX_CODE_BITS + 2);
  for (let bits = 1; bits <= MAX_CODE_BITS; bits++) next[bits + 1] = (next[bits] as number) + (counts[bits] as number);
  /** The next code of each length (section 3.2.2). */
  const codes = new Uint16Array(MAX_CODE_BITS + 2);
  for (let bits = 1; bits <= MAX_CODE_BITS; bits++) {
    codes[bits + 1] = ((codes[bits] as number) + (counts[bits] as number)) << 1;
  }
  const quick = new Uint16Array(1 << QUICK_BITS);
  const symbols = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const bits = lengths[symbol] as number;
    if (bits === 0) continue;
    const at = next[bits] as number;
    symbols[at] = symbol;
    next[bits] = at + 1;
    if (bits > QUICK_BITS) continue;
    const code = codes[bits] as number;
    codes[bits] = code + 1;
    const step = 1 << bits;
    for (let i = reversed(code, bits); i <= QUICK_MASK; i += step) quick[i] = (symbol << 4) | bits;
  }
  return { quick, counts, symbols };
}

/** Codes come with their highest bit first, everything else with the lowest. */
function reversed(code: number, bits: number): number {
  let result = 0;
  for (let i = 0; i < bits; i++) result |= ((code >> i) & 1) << (bits - 1 - i);
  return result;
}
