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
import {
  type Code,
  DISTANCES,
  END_OF_BLOCK,
  LENGTH_BASE,
  LENGTH_EXTRA,
  LENGTHS,
  LENGTHS_ORDER,
  LITERALS,
  longCode,
  MAX_BITS,
  newCode,
  QUICK,
  setCode,
  setFixed,
} from '../bytes/deflate-codes.js';
import { DecodeError } from '../errors.js';

/** Distances that a block can give codes to: two of them stand for nothing. */
const CODED_DISTANCES = 32;

/**
 * Octets that a block with codes of its own takes on average, at least; its codes alone take about as many. Reading codes takes long for
 * the octets that they take, so a stream of nothing else would be slow.
 */
const MIN_DYNAMIC_BLOCK_OCTETS = 64;
const MIN_DYNAMIC_BLOCKS = 64;

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

/** What a compressed block is in. */
interface Codes {
  readonly literals: Code;
  readonly distances: Code;
}

function newCodes(): Codes {
  return { literals: newCode(LITERALS), distances: newCode(CODED_DISTANCES) };
}

let fixed: Codes | undefined;

/** The same for every stream. */
function fixedCodes(): Codes {
  if (fixed !== undefined) return fixed;
  fixed = newCodes();
  setFixed(fixed.literals, fixed.distances);
  return fixed;
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
  /** Made anew by each block that brings its codes. */
  readonly #codes = newCodes();
  readonly #lengths = newCode(LENGTHS);

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
    let dynamicBlocks = 0;
    for (let isFinal = false; !isFinal && this.#size <= this.#maxOctets; ) {
      isFinal = this.#bits(1) === 1;
      const type = this.#bits(2);
      if (type === 0) {
        this.#stored();
      } else if (type === 1) {
        this.#compressed(fixedCodes());
      } else if (type === 2) {
        if (++dynamicBlocks > maxDynamic) throw this.#bad('has more codes than data');
        this.#compressed(this.#dynamicCodes());
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

  #compressed({ literals, distances }: Codes): void {
    let size = this.#size;
    while (size <= this.#maxOctets) {
      const symbol = this.#symbol(literals);
      if (symbol < END_OF_BLOCK) {
        size++;
        continue;
      }
      if (symbol === END_OF_BLOCK) break;
      const of = symbol - END_OF_BLOCK - 1;
      if (of >= LENGTH_BASE.length) throw this.#bad(`has the symbol ${symbol}, which stands for nothing`);
      const length = (LENGTH_BASE[of] as number) + this.#bits(LENGTH_EXTRA[of] as number);
      const distanceSymbol = this.#symbol(distances);
      if (distanceSymbol >= DISTANCES) throw this.#bad(`has the distance ${distanceSymbol}, which stands for nothing`);
      // Two symbols for each number of extra bits: the distance is their two highest bits, then these.
      const extra = distanceSymbol < 2 ? 0 : (distanceSymbol >> 1) - 1;
      const base = distanceSymbol < 2 ? distanceSymbol : (2 | (distanceSymbol & 1)) << extra;
      if (base + this.#bits(extra) + 1 > size) throw this.#bad('repeats octets from before its beginning');
      size += length;
    }
    this.#size = size;
  }

  #dynamicCodes(): Codes {
    const literalCount = this.#bits(5) + 257;
    const distanceCount = this.#bits(5) + 1;
    const lengthCount = this.#bits(4) + 4;
    const ofLengths = new Uint8Array(LENGTHS);
    for (let i = 0; i < lengthCount; i++) ofLengths[LENGTHS_ORDER[i] as number] = this.#bits(3);
    const code = this.#lengths;
    this.#set(code, ofLengths, false);
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
    const { literals, distances } = this.#codes;
    this.#set(literals, lengths.subarray(0, literalCount), true);
    this.#set(distances, lengths.subarray(literalCount), true);
    return this.#codes;
  }

  /** Makes the code with these lengths. It must use every string of bits, but for the one of a single symbol (section 3.2.7). */
  #set(code: Code, lengths: Uint8Array, maySingle: boolean): void {
    if (!setCode(code, lengths, maySingle)) throw this.#bad('has lengths that make no code');
  }

  /** The next symbol. */
  #symbol(code: Code): number {
    let held = this.#held;
    let heldBits = this.#heldBits;
    while (heldBits < MAX_BITS && this.#at < this.#end) {
      held |= (this.#octets[this.#at++] as number) << heldBits;
      heldBits += 8;
    }
    const entry = (code.quick[held & (QUICK - 1)] as number) || longCode(code, held);
    const bits = entry & 15;
    // Behind the end of the stream the bits are zeros, of which none may be used.
    if (bits > heldBits || (entry === 0 && heldBits < MAX_BITS)) throw this.#truncated();
    if (entry === 0) throw this.#bad('has bits that are no code');
    this.#held = held >> bits;
    this.#heldBits = heldBits - bits;
    return entry >> 4;
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
