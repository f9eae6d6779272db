/**
 * The record of a decoder's reads: a tree of named fields with octet and bit ranges.
 *
 * A decoder reads through a cursor ({@link ByteReader}, {@link BitReader}). Given a Trace, the cursor notes each read here;
 * without one it notes nothing. So the inspector shows what the decoder really did, and cannot drift from it.
 *
 * Law: the children of a field tile it, with no gap and no overlap.
 * @module
 */
import { DEFAULT_LIMITS, type FormatError, LimitError } from '../errors.js';

/** The end of an octet from which bit positions count: its most or its least significant bit. */
export type BitOrder = 'msb' | 'lsb';

/**
 * Bits `from` (inclusive) to `to` (exclusive), counted from the start of the input.
 * Bit 8n is the most significant bit of octet n in the order `msb`, its least significant one in the order `lsb` (septets).
 */
export interface BitRange {
  /** The end of an octet from which bits are counted. */
  readonly order: BitOrder;
  /** First bit, counted from the beginning of the input. */
  readonly from: number;
  /** First bit after the range. */
  readonly to: number;
}

/** A value as encoded: a number, a text, or octets in hex. */
export type FieldValue = number | string | undefined;

/** One field of a payload. */
export interface Field {
  /** The specification's name. */
  readonly name: string;
  /** The value as encoded; undefined for a group without a value of its own. */
  readonly value: FieldValue;
  /** What the value means, in words. */
  readonly meaning?: string;
  /** First octet. */
  readonly start: number;
  /** One past the last octet that the field touches. */
  readonly end: number;
  /** The exact bits, when the field does not begin and end at octet borders. */
  readonly bits?: BitRange;
  /** Document and section that define it, such as `23.040 9.2.3.10`. */
  readonly spec?: string;
  /** Warnings about the field: deprecated, suspicious, not shown by handsets. */
  readonly warnings?: readonly string[];
  /**
   * The octets to which the ranges of the field's children refer, when they are not those of the parent: a payload joined from
   * several messages, or decoded from hex or base64. Ranges below such a field start at 0 again.
   */
  readonly octets?: Uint8Array;
  /** The error that ended decoding here; octets that were not read follow as a field named `undecoded`. */
  readonly error?: FormatError;
  /** Fields inside this one, in order of their octets. */
  readonly children: readonly Field[];
}

interface OpenField {
  name: string;
  value: FieldValue;
  meaning?: string;
  start: number;
  end: number;
  bits?: BitRange;
  spec?: string;
  warnings?: string[];
  octets?: Uint8Array;
  error?: FormatError;
  children: OpenField[];
}

/**
 * Counts the fields that may still be recorded. Traces that share a budget are limited together: a short payload may hold many
 * small fields, and a listing many payloads.
 */
export class FieldBudget {
  readonly #most: number;
  #left: number;

  /** Creates a budget of `most` fields, by default `inspectFields` of {@link DEFAULT_LIMITS}. */
  constructor(most: number = DEFAULT_LIMITS.inspectFields) {
    this.#most = most;
    this.#left = most;
  }

  /** Returns whether no field is left. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Returns the number of fields that are left. */
  get left(): number {
    return this.#left;
  }

  /** Gives back fields that were dropped: `left` is the value that the property had before them. */
  restore(left: number): void {
    this.#left = left;
  }

  /**
   * Counts one field of the tree `name`.
   * @param offset octet at which the field begins.
   * @throws LimitError `limit-exceeded` when no field is left.
   */
  spend(name: string, offset: number): void {
    if (this.isSpent) throw new LimitError('limit-exceeded', name, offset, `more than ${this.#most} fields to show`);
    this.#left--;
  }
}

/** A position in a trace, for {@link Trace.rewind}. */
export interface TraceMark {
  /** Groups that were open. */
  readonly depth: number;
  /** Fields that the innermost of them had. */
  readonly siblings: number;
  /** Where the last field ended, in bits. */
  readonly position: number;
  /** The order in which these bits count. */
  readonly order: BitOrder;
  /** The last field. */
  readonly last: unknown;
  /** Fields that were left in the budget. */
  readonly left: number;
}

/** Records the fields that a decoder reads, as a tree. Positions are in bits, for octets, bit fields and septets alike. */
export class Trace {
  readonly #root: OpenField;
  readonly #openFields: OpenField[];
  /** Where each open field began, in bits, with its order. */
  readonly #begun: { order: BitOrder; from: number }[];
  /** Where the last recorded field ended, in bits, with its order. */
  #position: number;
  #order: BitOrder = 'msb';
  #last: OpenField;
  readonly #budget: FieldBudget;
  readonly #cutOctet: number | undefined;
  #cut: FormatError | undefined;

  /**
   * Creates a trace whose root is called `name` and begins at `startOctet`. Recording more fields than the budget has throws a LimitError.
   * With `cutOctet`, the offset at which the input ends, a decoder also records the rest of a field in which the input ends; see {@link keepCut}.
   */
  constructor(name: string, startOctet = 0, budget: FieldBudget = new FieldBudget(), cutOctet?: number) {
    this.#budget = budget;
    this.#cutOctet = cutOctet;
    this.#root = { name, value: undefined, start: startOctet, end: startOctet, children: [] };
    this.#openFields = [this.#root];
    this.#begun = [{ order: 'msb', from: startOctet * 8 }];
    this.#position = startOctet * 8;
    this.#last = this.#root;
  }

  /** Opens a group; the fields that follow are its children until {@link close}. @throws LimitError `limit-exceeded` above the budget */
  open(name: string, fromBit: number, spec?: string, order: BitOrder = 'msb'): void {
    this.#budget.spend(this.#root.name, fromBit >>> 3);
    const field = this.#add(name, undefined, order, fromBit, fromBit, spec);
    this.#openFields.push(field);
    this.#begun.push({ order, from: fromBit });
  }

  /** Closes the innermost group at `toBit`. */
  close(toBit: number): void {
    const field = this.#openFields.pop() as OpenField;
    const { order, from } = this.#begun.pop() as { order: BitOrder; from: number };
    setRange(field, order, from, toBit);
    this.#position = toBit;
    this.#last = field;
  }

  /** Closes the groups that were opened since a mark and are still open, where the last field ended. */
  closeSince({ depth }: TraceMark): void {
    while (this.#openFields.length > depth) this.close(this.#position);
  }

  /** Returns the current position, for a decoder that may have to read what follows in another way. */
  mark(): TraceMark {
    return {
      depth: this.#openFields.length,
      siblings: (this.#openFields.at(-1) as OpenField).children.length,
      position: this.#position,
      order: this.#order,
      last: this.#last,
      left: this.#budget.left,
    };
  }

  /** Drops what was recorded since a mark, which belongs to the same group or to one around it. */
  rewind({ depth, siblings, position, order, last, left }: TraceMark): void {
    this.#openFields.length = depth;
    this.#begun.length = depth;
    (this.#openFields.at(-1) as OpenField).children.length = siblings;
    this.#position = position;
    this.#order = order;
    this.#last = last as OpenField;
    this.#budget.restore(left);
  }

  /** Returns the first error that {@link keepCut} kept: the field in which the input ends. */
  get cut(): FormatError | undefined {
    return this.#cut;
  }

  /**
   * Keeps the error about octets that end too early, at `endOctet`, when the input ends there too, and returns whether it did: if so, the decoder
   * continues up to there, otherwise it throws the error.
   */
  keepCut(error: FormatError, endOctet: number): boolean {
    if (endOctet !== this.#cutOctet) return false;
    this.#cut ??= error;
    return true;
  }

  /** Records a field with a value. @throws LimitError `limit-exceeded` above the budget */
  leaf(name: string, value: FieldValue, fromBit: number, toBit: number, spec?: string, order: BitOrder = 'msb'): void {
    this.#budget.spend(this.#root.name, fromBit >>> 3);
    this.#last = this.#add(name, value, order, fromBit, toBit, spec);
    this.#position = toBit;
    this.#order = order;
  }

  /** Sets the meaning of the last field (of the group, when it was just closed). */
  mean(meaning: string): void {
    this.#last.meaning = meaning;
  }

  /** Adds a warning to the last field. */
  warn(warning: string): void {
    this.#last.warnings ??= [];
    this.#last.warnings.push(warning);
  }

  /** Sets the value of the innermost open group. */
  groupValue(value: FieldValue): void {
    (this.#openFields.at(-1) as OpenField).value = value;
  }

  /** Adds a finished tree below the last field. Its ranges refer to `octets`. */
  attach(field: Field, octets: Uint8Array): void {
    this.#last.children.push({ ...field, octets } as OpenField);
  }

  /** Ends the trace and returns its root, which covers everything up to `endOctet`. */
  finish(endOctet: number): Field {
    while (this.#openFields.length > 1) this.close(this.#position);
    setRange(this.#root, 'msb', (this.#begun[0] as { from: number }).from, endOctet * 8);
    return this.#root;
  }

  /** Ends the trace at an error and returns its root. Octets after the last field become a field `undecoded`, so that the tree has no gaps. */
  fail(error: FormatError, endOctet: number): Field {
    while (this.#openFields.length > 1) this.close(this.#position);
    const end = endOctet * 8;
    // Counted by nobody: the tree has to tile whatever the budget is.
    if (this.#position < end) this.#add('undecoded', undefined, this.#order, this.#position, end, undefined);
    this.#root.error = error;
    return this.finish(endOctet);
  }

  #add(name: string, value: FieldValue, order: BitOrder, from: number, to: number, spec: string | undefined): OpenField {
    const field: OpenField = { name, value, start: 0, end: 0, children: [] };
    if (spec !== undefined) field.spec = spec;
    setRange(field, order, from, to);
    (this.#openFields.at(-1) as OpenField).children.push(field);
    return field;
  }
}

function setRange(field: OpenField, order: BitOrder, from: number, to: number): void {
  field.start = Math.floor(from / 8);
  field.end = Math.ceil(to / 8);
  if (from % 8 !== 0 || to % 8 !== 0) field.bits = { order, from, to };
  else delete field.bits;
}
