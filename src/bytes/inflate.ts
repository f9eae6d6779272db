/**
 * Inflating a deflated stream piece by piece, each piece when it is asked for.
 *
 *   zlib:   CMF FLG | blocks | Adler-32(4)
 *   raw:    blocks                                   as in ZIP archives
 *   block:  BFINAL(1) BTYPE(2) ...
 *
 * Node's zlib is faster, but gives all or nothing in one call: neither the octets before a fault, nor where the fault is, nor a large
 * picture in little memory; and inflaters that work on pieces of their input may make 16 MiB of 16 KiB before they can be stopped. Here the
 * last 32 KiB are kept before what is taken, and nothing past what was asked for is inflated.
 *
 * Source: RFC 1950 (zlib), RFC 1951 (deflate).
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
  LONGEST,
  longCode,
  newCode,
  QUICK,
  setCode,
  setFixed,
  WINDOW,
} from './deflate-codes.js';

/** Why inflating ended early; `at` is the octet of the stream where it showed. */
export class InflateFault extends Error {
  override readonly name = 'InflateFault';
  readonly isTruncated: boolean;
  readonly at: number;

  constructor(isTruncated: boolean, at: number, reason: string) {
    super(reason);
    this.isTruncated = isTruncated;
    this.at = at;
  }
}

/** Types of blocks (section 3.2.3). */
const STORED = 0;
const FIXED = 1;
const DYNAMIC = 2;

/** The symbol of the longest copy. */
const LAST_LENGTH = 285;

/**
 * A raw stream may have this many blocks with codes of their own, and one more for each so many octets: making codes takes long for the
 * octets that they take, so a stream of nothing else would be slow.
 */
const MIN_DYNAMIC_BLOCKS = 64;
const MIN_DYNAMIC_BLOCK_OCTETS = 64;

/** A stream that is inflated as it is taken. */
export class Inflater {
  /** Where the octets are that `take` gave; maybe another array after each call. */
  octets: Uint8Array;
  /** One past the last inflated octet; those from `#taken` on were not given out. */
  #end = 0;
  #taken = 0;
  /** Octets before this are in the check sum. */
  #summed = 0;
  #adler = 1;
  readonly #isRaw: boolean;
  #dynamicBlocksLeft: number;

  readonly #input: Uint8Array;
  /** The next octet to load. Behind the input it counts on, over zeros, of which none may be consumed. */
  #at = 0;
  #bits = 0;
  #count = 0;

  #isLast = false;
  #block: typeof STORED | typeof FIXED | undefined;
  #storedLeft = 0;
  readonly #literals = newCode(LITERALS);
  readonly #distances = newCode(DISTANCES);
  readonly #lengths = newCode(LENGTHS);

  /**
   * A zlib stream, or with `rawOctets` a raw one of which no more than so many octets will be taken.
   * @throws InflateFault when it does not begin as a zlib stream without a preset dictionary.
   */
  constructor(input: Uint8Array, rawOctets?: number) {
    this.#input = input;
    this.#isRaw = rawOctets !== undefined;
    this.octets = new Uint8Array(rawOctets === undefined ? 4 * WINDOW : rawOctets + 1 + LONGEST);
    this.#dynamicBlocksLeft = this.#isRaw
      ? MIN_DYNAMIC_BLOCKS + input.length / MIN_DYNAMIC_BLOCK_OCTETS
      : Number.POSITIVE_INFINITY;
    if (this.#isRaw) return;
    const cmf = this.#read(8);
    const flg = this.#read(8);
    if ((cmf & 0x0f) !== 8 || cmf >> 4 > 7 || (cmf * 256 + flg) % 31 !== 0 || (flg & 0x20) !== 0) {
      throw new InflateFault(false, 0, 'does not begin as a zlib stream');
    }
  }

  /** Octets that were inflated and not taken. */
  get ready(): number {
    return this.#end - this.#taken;
  }

  /** Input octets of which a bit was used. */
  get position(): number {
    return this.#at - (this.#count >> 3);
  }

  /** Inflates up to `length` octets, or what the stream has. @returns {@link ready}. @throws InflateFault */
  fill(length: number): number {
    this.#makeRoom(length);
    this.#inflate(this.#taken + length, true);
    return this.ready;
  }

  /**
   * Inflates the next octets: in `octets` from the returned index on, until the next call.
   * @throws InflateFault; the `ready` octets before the fault can still be taken.
   */
  take(length: number): number {
    if (this.ready < length) {
      this.#makeRoom(length);
      this.#inflate(this.#taken + length);
    }
    const from = this.#taken;
    this.#taken += length;
    return from;
  }

  /**
   * Whether the stream ends here, and not later.
   * @throws InflateFault for a check sum mismatch and any fault before it.
   */
  ends(): boolean {
    if (this.ready > 0 || this.fill(1) > 0) return false;
    this.#toOctet();
    if (this.#isRaw) return true;
    this.#sum();
    const at = this.position;
    const found = [this.#read(8), this.#read(8), this.#read(8), this.#read(8)].reduce((sum, octet) => sum * 256 + octet);
    if (found !== this.#adler) throw new InflateFault(false, at, 'Adler-32 mismatch');
    return true;
  }

  /** Moves what copies may reach to the front when the octets wanted do not fit after it. */
  #makeRoom(length: number): void {
    if (this.#taken + length + LONGEST <= this.octets.length) return;
    this.#sum();
    const start = Math.max(0, Math.min(this.#end - WINDOW, this.#taken));
    const kept = this.octets.subarray(start, this.#end);
    const needed = this.#taken - start + length + LONGEST;
    if (needed > this.octets.length) this.octets = new Uint8Array(needed + 2 * WINDOW);
    this.octets.set(kept);
    this.#taken -= start;
    this.#end -= start;
    this.#summed = this.#end;
  }

  /** Inflates up to `target` or a little past it; a stream that ends before it is a fault unless it may. */
  #inflate(target: number, mayEnd = false): void {
    while (this.#end < target) {
      if (this.#block === undefined) {
        if (this.#isLast && mayEnd) return;
        if (this.#isLast) throw new InflateFault(true, this.position, 'ends too early');
        this.#startBlock();
      }
      if (this.#block === STORED) this.#copyStored(target);
      else this.#decodeBlock(target);
    }
  }

  #startBlock(): void {
    const at = this.#place;
    this.#isLast = this.#read(1) === 1;
    const type = this.#read(2);
    if (type === STORED) {
      this.#toOctet();
      this.#storedLeft = this.#read(16);
      if ((this.#read(16) ^ this.#storedLeft) !== 0xffff)
        throw new InflateFault(false, at, 'has a stored block whose two lengths differ');
      this.#block = STORED;
      return;
    }
    if (type === FIXED) setFixed(this.#literals, this.#distances);
    else if (type === DYNAMIC) {
      if (--this.#dynamicBlocksLeft < 0) throw new InflateFault(false, at, 'has more codes than data');
      this.#readCodes(at);
    } else throw new InflateFault(false, at, 'has a block of type 3');
    this.#block = FIXED;
  }

  #copyStored(target: number): void {
    // Whole octets may have been loaded already: they are octets of the block.
    this.#at = this.position;
    this.#bits = 0;
    this.#count = 0;
    const length = Math.min(this.#storedLeft, target - this.#end, this.#input.length - this.#at);
    this.octets.set(this.#input.subarray(this.#at, this.#at + length), this.#end);
    this.#at += length;
    this.#end += length;
    this.#storedLeft -= length;
    if (this.#storedLeft === 0) this.#block = undefined;
    else if (this.#at === this.#input.length) throw new InflateFault(true, this.#at, 'ends in a stored block');
  }

  /** The codes of a block, whose lengths are coded themselves (section 3.2.7). */
  #readCodes(blockAt: number): void {
    const bad = (reason: string) => new InflateFault(false, blockAt, reason);
    const literals = this.#read(5) + 257;
    const distances = this.#read(5) + 1;
    const given = this.#read(4) + 4;
    if (literals > LAST_LENGTH + 1 || distances > DISTANCES) throw bad('has a block with more codes than there are');
    const first = new Uint8Array(LENGTHS);
    for (let i = 0; i < given; i++) first[LENGTHS_ORDER[i] as number] = this.#read(3);
    if (!setCode(this.#lengths, first, false)) throw bad('has a block whose lengths make no code');
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length; ) {
      const symbol = this.#symbol(this.#lengths);
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) throw bad('has a block that repeats a length before the first');
      const repeated = symbol === 16 ? (lengths[i - 1] as number) : 0;
      const times = symbol === 16 ? 3 + this.#read(2) : symbol === 17 ? 3 + this.#read(3) : 11 + this.#read(7);
      if (i + times > lengths.length) throw bad('has a block with more lengths than codes');
      lengths.fill(repeated, i, i + times);
      i += times;
    }
    if (lengths[END_OF_BLOCK] === 0) throw bad('has a block that cannot end');
    if (!setCode(this.#literals, lengths.subarray(0, literals), true)) throw bad('has a block whose literals make no code');
    if (!setCode(this.#distances, lengths.subarray(literals), true)) throw bad('has a block whose distances make no code');
  }

  /** Literals and copies, all state in variables of its own. */
  #decodeBlock(target: number): void {
    const { octets } = this;
    const input = this.#input;
    const inputEnd = input.length;
    const [literals, distances] = [this.#literals, this.#distances];
    const [quickLiterals, quickDistances] = [literals.quick, distances.quick];
    let at = this.#at;
    let bits = this.#bits;
    let count = this.#count;
    let end = this.#end;
    let fault = '';
    let faultAt = inputEnd;
    while (end < target) {
      const symbolAt = at - ((count + 7) >> 3);
      while (count <= 24) {
        if (at < inputEnd) bits |= (input[at] as number) << count;
        at++;
        count += 8;
      }
      let entry = quickLiterals[bits & (QUICK - 1)] as number;
      if (entry === 0) entry = longCode(literals, bits);
      bits >>>= entry & 15;
      count -= entry & 15;
      const symbol = entry >> 4;
      if (at - (count >> 3) > inputEnd) {
        fault = 'ends in a block';
        break;
      }
      if (symbol < END_OF_BLOCK && entry !== 0) {
        octets[end++] = symbol;
        continue;
      }
      if (symbol === END_OF_BLOCK) {
        this.#block = undefined;
        break;
      }
      if (symbol > LAST_LENGTH || entry === 0) {
        faultAt = symbolAt;
        fault = 'has a code that is not defined';
        break;
      }
      const lengthExtra = LENGTH_EXTRA[symbol - 257] as number;
      const length = (LENGTH_BASE[symbol - 257] as number) + (bits & ((1 << lengthExtra) - 1));
      bits >>>= lengthExtra;
      count -= lengthExtra;
      while (count <= 24) {
        if (at < inputEnd) bits |= (input[at] as number) << count;
        at++;
        count += 8;
      }
      entry = quickDistances[bits & (QUICK - 1)] as number;
      if (entry === 0) entry = longCode(distances, bits);
      bits >>>= entry & 15;
      count -= entry & 15;
      const code = entry >> 4;
      while (count <= 16) {
        if (at < inputEnd) bits |= (input[at] as number) << count;
        at++;
        count += 8;
      }
      const extra = code < 4 ? 0 : (code >> 1) - 1;
      const distance = (code < 4 ? code + 1 : ((2 + (code & 1)) << extra) + 1) + (bits & ((1 << extra) - 1));
      bits >>>= extra;
      count -= extra;
      if (at - (count >> 3) > inputEnd) {
        fault = 'ends in a block';
        break;
      }
      if (entry === 0 || code >= DISTANCES || distance > end) {
        faultAt = symbolAt;
        fault = 'copies from before its first octet';
        break;
      }
      const stop = end + length;
      for (let source = end - distance; end < stop; ) octets[end++] = octets[source++] as number;
    }
    this.#at = at;
    this.#bits = bits;
    this.#count = count;
    this.#end = end;
    if (fault !== '') throw new InflateFault(fault === 'ends in a block', faultAt, fault);
  }

  /** The octet of the next bit. */
  get #place(): number {
    return this.#at - ((this.#count + 7) >> 3);
  }

  #load(): void {
    while (this.#count <= 24) {
      if (this.#at < this.#input.length) this.#bits |= (this.#input[this.#at] as number) << this.#count;
      this.#at++;
      this.#count += 8;
    }
  }

  /** Up to 16 bits, the first one lowest. */
  #read(width: number): number {
    this.#load();
    const value = this.#bits & ((1 << width) - 1);
    this.#drop(width);
    return value;
  }

  /** A symbol of a complete code whose lengths have 3 bits: one step finds every one of them. */
  #symbol(code: Code): number {
    this.#load();
    const entry = code.quick[this.#bits & (QUICK - 1)] as number;
    this.#drop(entry & 15);
    return entry >> 4;
  }

  #drop(width: number): void {
    this.#bits >>>= width;
    this.#count -= width;
    if (this.position > this.#input.length) throw new InflateFault(true, this.#input.length, 'ends too early');
  }

  /** Drops the rest of an octet that was begun. */
  #toOctet(): void {
    this.#drop(this.#count & 7);
  }

  /** Adler-32 of the octets that are not in it yet (RFC 1950 section 9). */
  #sum(): void {
    if (this.#isRaw) return;
    const { octets } = this;
    let low = this.#adler & 0xffff;
    let high = this.#adler >>> 16;
    for (let i = this.#summed; i < this.#end; ) {
      // As many octets as surely fit 32 bits.
      const stop = Math.min(this.#end, i + 3800);
      for (; i < stop; i++) {
        low += octets[i] as number;
        high += low;
      }
      low %= 65_521;
      high %= 65_521;
    }
    this.#adler = high * 0x10000 + low;
    this.#summed = this.#end;
  }
}
