/**
 * Bit cursors. Two orders occur in handset formats: most significant bit first (Smart Messaging, WBMP, EMS pictures) and the
 * septet order, which fills each octet from its least significant bit (TS 23.038 section 6.1.2).
 * @module
 */

import { DecodeError } from '../errors.js';
import { checkInteger, MAX_CAPACITY } from './check.js';
import { requireOctets } from './octets.js';
import { leafName } from './reader.js';
import type { BitOrder, Trace } from './trace.js';

/** Reads fields of 1 to 32 bits. Positions count as in {@link BitRange}. */
export class BitReader {
  /** The input. */
  readonly octets: Uint8Array;
  /** Whether the first bit of an octet is its most significant one (`msb`) or its least significant one (`lsb`). */
  readonly order: BitOrder;
  /** The next bit to read. */
  position: number;
  /** One past the last bit that may be read. */
  readonly end: number;
  /** Where reads are recorded; absent without an inspector. */
  readonly trace: Trace | undefined;

  /**
   * Creates a reader of the bits from `fromBit` (inclusive) to `toBit` (exclusive), by default of the whole input. `trace` records the reads.
   * @throws TypeError when `octets` is not a Uint8Array.
   */
  constructor(octets: Uint8Array, order: BitOrder, trace?: Trace, fromBit = 0, toBit = octets?.length * 8) {
    requireOctets(octets, 'the input');
    this.octets = octets;
    this.order = order;
    this.trace = trace;
    this.position = fromBit;
    this.end = toBit;
  }

  /** Returns the number of bits that are left. */
  get remaining(): number {
    return this.end - this.position;
  }

  /**
   * Reads a field of `width` bits, 1 to 32, as an unsigned number.
   * @throws DecodeError `truncated`, with the octet in which the field begins.
   */
  read(width: number, field: string, spec?: string): number {
    const from = this.position;
    const to = from + width;
    if (to > this.end) {
      const left = Math.max(0, this.end - from);
      throw new DecodeError('truncated', field, from >> 3, `needs ${width} bit${width === 1 ? '' : 's'}, ${left} left`);
    }
    let value = 0;
    for (let bit = from; bit < to; ) {
      const inOctet = bit & 7;
      const count = Math.min(8 - inOctet, to - bit);
      const octet = this.octets[bit >> 3] as number;
      const mask = (1 << count) - 1;
      if (this.order === 'msb') value = value * 2 ** count + ((octet >> (8 - inOctet - count)) & mask);
      else value += ((octet >> inOctet) & mask) * 2 ** (bit - from);
      bit += count;
    }
    this.position = to;
    if (this.trace !== undefined) this.trace.leaf(leafName(field), value, from, to, spec, this.order);
    return value;
  }

  /** Skips to the next octet border. The trace records skipped bits as `name`, if there are any. @throws DecodeError `truncated` */
  align(name: string, spec?: string): void {
    const width = -this.position & 7;
    if (width > 0) this.read(width, name, spec);
  }

  /** Opens a group of fields in the trace. */
  open(name: string, spec?: string): void {
    if (this.trace !== undefined) this.trace.open(name, this.position, spec, this.order);
  }

  /** Closes the innermost group of the trace here. */
  close(): void {
    if (this.trace !== undefined) this.trace.close(this.position);
  }
}

/** Writes fields of 1 to 24 bits, most significant bit first. Values and widths are not checked. */
export class BitWriter {
  #octets: Uint8Array;
  #length = 0;
  #pending = 0;
  #pendingBits = 0;

  /** Creates an empty writer. `capacity` is its initial size in octets; it grows as needed. @throws EncodeError `bad-value` */
  constructor(capacity = 64) {
    checkInteger(capacity, 'capacity', 0, MAX_CAPACITY);
    this.#octets = new Uint8Array(capacity);
  }

  /** Returns the number of bits written so far. */
  get lengthBits(): number {
    return this.#length * 8 + this.#pendingBits;
  }

  /** Appends a number in `width` bits. It must be less than 2 to the power of `width`: higher bits overwrite what was written before. */
  write(value: number, width: number): this {
    let pending = (this.#pending << width) | value;
    let bits = this.#pendingBits + width;
    while (bits >= 8) {
      bits -= 8;
      if (this.#length === this.#octets.length) this.#grow();
      this.#octets[this.#length++] = pending >> bits;
      pending &= (1 << bits) - 1;
    }
    this.#pending = pending;
    this.#pendingBits = bits;
    return this;
  }

  /** Fills the current octet with zero bits. */
  align(): this {
    return this.#pendingBits === 0 ? this : this.write(0, 8 - this.#pendingBits);
  }

  /** Returns a fresh array of the written bits, the last octet filled with zero bits. */
  finish(): Uint8Array {
    this.align();
    return this.#octets.slice(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(Math.max(16, this.#octets.length * 2));
    larger.set(this.#octets);
    this.#octets = larger;
  }
}
