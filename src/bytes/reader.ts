/**
 * A cursor over octets. Every read names its field, so that an error can say what was missing and a {@link Trace} what was found.
 * @module
 */
import { DecodeError } from '../errors.js';
import { toHex } from './hex.js';
import { requireOctets } from './octets.js';
import type { Trace } from './trace.js';

/** The bit fields of one octet, for {@link ByteReader.octet}. */
export interface OctetLayout {
  /** Name of the octet in a trace. */
  readonly name: string;
  /** Document and section that define it, such as `23.040 9.2.3.27`. */
  readonly spec?: string;
  /** Its bit fields from bit 7 down; their widths add up to 8. */
  readonly bits: readonly {
    readonly name: string;
    readonly width: number;
    /** The meaning of each value, by index. */
    readonly values?: readonly (string | undefined)[];
  }[];
}

/**
 * Reads big-endian numbers and octet strings between two offsets.
 *
 * Errors carry the offset at which the field began, counted from the start of the whole input, also inside a bounded part.
 */
export class ByteReader {
  /** The input; `offset` counts in it. */
  readonly octets: Uint8Array;
  /** The next octet to read. */
  offset: number;
  /** One past the last octet that may be read. */
  readonly end: number;
  /** Where reads are recorded; absent without an inspector. */
  readonly trace: Trace | undefined;

  /**
   * Creates a reader of the octets from `start` (inclusive) to `end` (exclusive), by default of the whole input. `trace` records the reads.
   * @throws TypeError when `octets` is not a Uint8Array.
   */
  constructor(octets: Uint8Array, trace?: Trace, start = 0, end = octets?.length) {
    requireOctets(octets, 'the input');
    this.octets = octets;
    this.trace = trace;
    this.offset = start;
    this.end = end;
  }

  /** Returns the number of octets that are left. */
  get remaining(): number {
    return this.end - this.offset;
  }

  /** Reads one octet. @throws DecodeError `truncated` */
  u8(field: string, spec?: string): number {
    const at = this.offset;
    if (at >= this.end) throw this.#truncated(field, 1);
    this.offset = at + 1;
    const value = this.octets[at] as number;
    if (this.trace !== undefined) this.trace.leaf(leafName(field), value, at * 8, at * 8 + 8, spec);
    return value;
  }

  /** Reads two octets as one number, the high octet first. @throws DecodeError `truncated` */
  u16(field: string, spec?: string): number {
    const at = this.offset;
    if (at + 2 > this.end) throw this.#truncated(field, 2);
    this.offset = at + 2;
    const value = ((this.octets[at] as number) << 8) | (this.octets[at + 1] as number);
    if (this.trace !== undefined) this.trace.leaf(leafName(field), value, at * 8, at * 8 + 16, spec);
    return value;
  }

  /** Reads one octet, and records its bit fields; returns the whole octet. @throws DecodeError `truncated` */
  octet(layout: OctetLayout, field: string = layout.name): number {
    if (this.trace === undefined) return this.u8(field);
    const at = this.offset;
    if (at >= this.end) throw this.#truncated(field, 1);
    this.offset = at + 1;
    const value = this.octets[at] as number;
    this.trace.open(leafName(layout.name), at * 8, layout.spec);
    this.trace.groupValue(value);
    let bit = 0;
    for (const { name, width, values } of layout.bits) {
      const part = (value >> (8 - bit - width)) & ((1 << width) - 1);
      this.trace.leaf(name, part, at * 8 + bit, at * 8 + bit + width);
      const meaning = values?.[part];
      if (meaning !== undefined) this.trace.mean(meaning);
      bit += width;
    }
    this.trace.close(at * 8 + 8);
    return value;
  }

  /** Returns a view (not a copy) of the next octets. @throws DecodeError `truncated` */
  take(lengthOctets: number, field: string, spec?: string): Uint8Array {
    const at = this.offset;
    if (lengthOctets > this.end - at) throw this.#truncated(field, lengthOctets);
    this.offset = at + lengthOctets;
    const view = this.octets.subarray(at, this.offset);
    if (this.trace !== undefined) this.trace.leaf(leafName(field), toHex(view), at * 8, this.offset * 8, spec);
    return view;
  }

  /**
   * Returns a reader of the next octets only, and moves this reader past them. Records nothing by itself.
   * @throws DecodeError `truncated` when there are fewer octets.
   */
  sub(lengthOctets: number, field: string): ByteReader {
    const at = this.offset;
    if (lengthOctets > this.end - at) throw this.#truncated(field, lengthOctets);
    this.offset = at + lengthOctets;
    return new ByteReader(this.octets, this.trace, at, this.offset);
  }

  /** Like {@link sub}. With a trace that shows truncated input, covers what is left when that is fewer octets. @throws DecodeError `truncated` */
  subToCut(lengthOctets: number, field: string): ByteReader {
    const length = Math.max(0, Math.min(lengthOctets, this.end - this.offset));
    if (length < lengthOctets && this.trace?.keepCut(this.#truncated(field, lengthOctets), this.end) === true) {
      return this.sub(length, field);
    }
    return this.sub(lengthOctets, field);
  }

  /**
   * Calls `read` with a reader of the octets up to the offset `to`, moves this reader to `to`, and returns the result. When `read` returns undefined
   * or throws a DecodeError, which is thrown on, this reader stays where it was and the trace drops what `read` recorded, so that the caller can read
   * the octets in another way.
   */
  attempt<T>(to: number, read: (part: ByteReader) => T): T {
    const { trace } = this;
    const mark = trace?.mark();
    let value: T;
    try {
      value = read(new ByteReader(this.octets, trace, this.offset, to));
    } catch (error) {
      if (mark !== undefined && error instanceof DecodeError) trace?.rewind(mark);
      throw error;
    }
    if (value !== undefined) this.offset = to;
    else if (mark !== undefined) trace?.rewind(mark);
    return value;
  }

  /** Skips octets, and returns the offset of the first. Records nothing. @throws DecodeError `truncated` */
  skip(lengthOctets: number, field: string): number {
    const at = this.offset;
    if (lengthOctets > this.end - at) throw this.#truncated(field, lengthOctets);
    this.offset = at + lengthOctets;
    return at;
  }

  /**
   * Reads a WAP multi-byte integer of at most 32 bits (WAP-230-WSP section 8.1.2).
   * @throws DecodeError `truncated` or `bad-value`
   */
  uintvar(field: string, spec?: string): number {
    const at = this.offset;
    let value = 0;
    for (let i = at; ; i++) {
      if (i >= this.end) throw this.#truncated(field, i - at + 1);
      const octet = this.octets[i] as number;
      value = value * 128 + (octet & 0x7f);
      if (i - at > 4 || value > 0xffffffff) {
        throw new DecodeError('bad-value', field, at, 'a uintvar is at most five octets and 32 bits');
      }
      if (octet < 0x80) {
        this.offset = i + 1;
        break;
      }
    }
    if (this.trace !== undefined) this.trace.leaf(leafName(field), value, at * 8, this.offset * 8, spec);
    return value;
  }

  /** Opens a group of fields in the trace. */
  open(name: string, spec?: string): void {
    if (this.trace !== undefined) this.trace.open(name, this.offset * 8, spec);
  }

  /** Closes the innermost group of the trace here. */
  close(): void {
    if (this.trace !== undefined) this.trace.close(this.offset * 8);
  }

  /** Checks that no octets are left. @throws DecodeError `trailing-bytes` */
  expectEnd(field: string): void {
    if (this.offset < this.end) {
      throw new DecodeError('trailing-bytes', field, this.offset, `${this.end - this.offset} octets are left over`);
    }
  }

  #truncated(field: string, wanted: number): DecodeError {
    const left = Math.max(0, this.end - this.offset);
    return new DecodeError('truncated', field, this.offset, `needs ${wanted} octet${wanted === 1 ? '' : 's'}, ${left} left`);
  }
}

/** The last component of a field path: `UDH/IEI` shows as `IEI` inside its group. */
export function leafName(field: string): string {
  return field.slice(field.lastIndexOf('/') + 1);
}
