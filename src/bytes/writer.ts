/**
 * A growing buffer to write octets to.
 * @module
 */
import { checkInteger, MAX_CAPACITY } from './check.js';

/** Writes big-endian numbers and octet strings. Values are not checked. */
export class ByteWriter {
  #octets: Uint8Array;
  #length = 0;

  /** Creates an empty writer. `capacity` is its initial size in octets; it grows as needed. @throws EncodeError `bad-value` */
  constructor(capacity = 64) {
    checkInteger(capacity, 'capacity', 0, MAX_CAPACITY);
    this.#octets = new Uint8Array(capacity);
  }

  /** Returns the number of octets written so far. */
  get length(): number {
    return this.#length;
  }

  /** Appends an octet, 0 to 255. */
  u8(value: number): this {
    this.#reserve(1);
    this.#octets[this.#length++] = value;
    return this;
  }

  /** Appends a number of two octets, 0 to 65535, the high octet first. */
  u16(value: number): this {
    this.#reserve(2);
    this.#octets[this.#length++] = value >> 8;
    this.#octets[this.#length++] = value;
    return this;
  }

  /** Appends octets unchanged. */
  bytes(octets: Uint8Array): this {
    this.#reserve(octets.length);
    this.#octets.set(octets, this.#length);
    this.#length += octets.length;
    return this;
  }

  /** Appends a WAP multi-byte integer of 0 to 2^32 - 1 (WAP-230-WSP section 8.1.2). */
  uintvar(value: number): this {
    let shift = 28;
    while (shift > 0 && Math.floor(value / 2 ** shift) === 0) shift -= 7;
    for (; shift >= 0; shift -= 7) {
      this.u8((Math.floor(value / 2 ** shift) & 0x7f) | (shift > 0 ? 0x80 : 0));
    }
    return this;
  }

  /** Returns a new array of exactly the written octets. */
  finish(): Uint8Array {
    return this.#octets.slice(0, this.#length);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#octets.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#octets.length * 2));
    larger.set(this.#octets.subarray(0, this.#length));
    this.#octets = larger;
  }
}
