/**
 * A cursor over octets. Every read names its field, so that an error can say what was missing and a {@link Trace} what was found.
 * @module
 */
import { DecodeError } from '../errors.js';
import { toHex } from './hex.js';
import { requireOctets } from './octets.js';
import type { Trace } from './trace.js';

/** The bit fields of one octet, from bit 7 down; together they take all eight bits. */
export interface OctetLayout {
  /** What the octet is called in a tree. */
  readonly name: string;
  /** Document and section that define it. */
  readonly spec?: string;
  /** Its bit fields from the highest bit down; their widths add up to 8. `values` names what the numbers mean. */
  readonly bits: readonly {
    readonly name: string;
    readonly width: number;
    /** What each value means. */
    readonly values?: readonly (string | undefined)[];
  }[];
}

/**
 * Reads big-endian numbers and octet strings between two offsets.
 *
 * Errors carry the offset at which the field began, counted from the start of the whole input, also inside a bounded part.
 */
export class ByteReader {
  /** What is read from; `offset` counts in it. */
  readonly octets: Uint8Array;
  /** The next octet to read. */
  offset: number;
  /** One past the last octet that may be read. */
  readonly end: number;
  /** Where reads are recorded; absent without an inspector. */
  readonly trace: Trace | undefined;

  /** @throws TypeError when `octets` are none. */
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

  /** Reads two octets, the high one first. @throws DecodeError `truncated` */
  u16(field: string, spec?: string): number {
    const at = this.offset;
    if (at + 2 > this.end) throw this.#truncated(field, 2);
    this.offset = at + 2;
    const value = ((this.octets[at] as number) << 8) | (this.octets[at + 1] as number);
    if (this.trace !== undefined) this.trace.leaf(leafName(field), value, at * 8, at * 8 + 16, spec);
    return value;
  }

  /** Reads one octet whose bits are fields of their own; returns the whole octet. @throws DecodeError `truncated` */
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
   * Returns a cursor over only the next octets; this cursor moves past them. Records nothing by itself.
   * @throws DecodeError `truncated` when they run past the end.
   */
  sub(lengthOctets: number, field: string): ByteReader {
    const at = this.offset;
    if (lengthOctets > this.end - at) throw this.#truncated(field, lengthOctets);
    this.offset = at + lengthOctets;
    return new ByteReader(this.octets, this.trace, at, this.offset);
  }

  /** {@link sub}; for a trace that shows cut input, over what is left when that is fewer octets. @throws DecodeError `truncated` */
  subToCut(lengthOctets: number, field: string): ByteReader {
    const length = Math.max(0, Math.min(lengthOctets, this.end - this.offset));
    if (length < lengthOctets && this.trace?.keepCut(this.#truncated(field, lengthOctets), this.end) === true) {
      return this.sub(length, field);
    }
    return this.sub(lengthOctets, field);
  }

  /**
   * Moves past what `read` reads with a cursor over the octets up to `to`, all of them or not. Where it throws a DecodeError or gives undefined, this
   * cursor stays, and the trace has nothing of it: the caller may read the octets in another way.
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

  /** Moves past octets that the caller reads by itself, and returns where they begin. Records nothing. @throws DecodeError `truncated` */
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

  /** Requires that everything was read. @throws DecodeError `trailing-bytes` */
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
