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

/** Order in which bit positions count inside an octet. */
export type BitOrder = 'msb' | 'lsb';

/**
 * Bits `from` (inclusive) to `to` (exclusive), counted from the start of the input.
 * Bit 8n is the most significant bit of octet n in the order `msb`, its least significant one in the order `lsb` (septets).
 */
export interface BitRange {
  /** Which end of an octet bits are counted from. */
  readonly order: BitOrder;
  /** First bit, counted from the beginning of the input. */
  readonly from: number;
  /** First bit after the range. */
  readonly to: number;
}

/** A value as the wire has it: a number, a text, or octets in hex. */
export type FieldValue = number | string | undefined;

/** One field of a payload. */
export interface Field {
  /** The specification's name. */
  readonly name: string;
  /** The value as the wire has it; undefined for a group. */
  readonly value: FieldValue;
  /** What the value means, in words. */
  readonly meaning?: string;
  /** First octet. */
  readonly start: number;
  /** One past the last octet that the field touches. */
  readonly end: number;
  /** The exact bits, when the field does not begin and end at octets. */
  readonly bits?: BitRange;
  /** Where it is specified. */
  readonly spec?: string;
  /** What a reader of this payload should know: deprecated, suspicious, will not be shown. */
  readonly warnings?: readonly string[];
  /**
   * The octets that this field's children count in, when they are not those of the parent: a payload joined from
   * several messages, or hex and base64 decoded. Ranges below such a field start at 0 again.
   */
  readonly octets?: Uint8Array;
  /** The error that ended decoding here; what was not read follows as a field named `undecoded`. */
  readonly error?: FormatError;
  /** Fields inside of this one, in the order of the wire. */
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
 * The number of fields that may still be recorded. Traces that share one are bounded together: a short payload may hold many
 * small fields, and a listing many payloads.
 */
export class FieldBudget {
  readonly #most: number;
  #left: number;

  /** `most` is the number of fields that may be recorded. */
  constructor(most: number = DEFAULT_LIMITS.inspectFields) {
    this.#most = most;
    this.#left = most;
  }

  /** Tells whether no field is left. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Returns the number of fields that are left. */
  get left(): number {
    return this.#left;
  }

  /** Takes back fields that were dropped: `left` is what the property of this name was before them. */
  restore(left: number): void {
    this.#left = left;
  }

  /**
   * Counts one field of the tree `name`.
   * @param offset octet at which the field begins.
   * @throws LimitError when there are too many.
   */
  spend(name: string, offset: number): void {
    if (this.isSpent) throw new LimitError('limit-exceeded', name, offset, `more than ${this.#most} fields to show`);
    this.#left--;
  }
}

/** A place in a recording, for {@link Trace.rewind}. */
export interface TraceMark {
  /** Groups that were open. */
  readonly depth: number;
  /** Fields that the innermost of them had. */
  readonly siblings: number;
  /** Where the last field ended, in bits. */
  readonly position: number;
  /** In which order these bits count. */
  readonly order: BitOrder;
  /** The last field. */
  readonly last: unknown;
  /** Fields that the budget had left. */
  readonly left: number;
}

/** Collects fields while a decoder reads. Positions are in bits, so that one rule serves octets, bit fields and septets. */
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
   * A trace whose root covers the octets from `startOctet` on. Recording past the budget throws a LimitError, which ends the reading.
   * With `cutOctet`, where the input ends, a decoder also shows what is there of a field that the input ends in; see {@link keepCut}.
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

  /** Opens a group; the fields that follow are its children until {@link close}. @throws LimitError past the budget */
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

  /** Closes the groups that were opened since a mark and are open still, where the last field ended. */
  closeSince({ depth }: TraceMark): void {
    while (this.#openFields.length > depth) this.close(this.#position);
  }

  /** The place up to which everything is recorded, for a decoder that may read what follows in another way. */
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

  /** Drops what was recorded since a mark of the same group, or of one around it. */
  rewind({ depth, siblings, position, order, last, left }: TraceMark): void {
    this.#openFields.length = depth;
    this.#begun.length = depth;
    (this.#openFields.at(-1) as OpenField).children.length = siblings;
    this.#position = position;
    this.#order = order;
    this.#last = last as OpenField;
    this.#budget.restore(left);
  }

  /** Where the input was found to be cut: the first error given to {@link keepCut}. */
  get cut(): FormatError | undefined {
    return this.#cut;
  }

  /**
   * Keeps the error of octets that end too early, at `endOctet`, and says whether to read on to there, which is so when the input ends
   * there; if not, the decoder throws the error.
   */
  keepCut(error: FormatError, endOctet: number): boolean {
    if (endOctet !== this.#cutOctet) return false;
    this.#cut ??= error;
    return true;
  }

  /** Records one read. @throws LimitError past the budget */
  leaf(name: string, value: FieldValue, fromBit: number, toBit: number, spec?: string, order: BitOrder = 'msb'): void {
    this.#budget.spend(this.#root.name, fromBit >>> 3);
    this.#last = this.#add(name, value, order, fromBit, toBit, spec);
    this.#position = toBit;
    this.#order = order;
  }

  /** Says in words what the last field means (the group, when it was just closed). */
  mean(meaning: string): void {
    this.#last.meaning = meaning;
  }

  /** Adds a warning to the last field. */
  warn(warning: string): void {
    this.#last.warnings ??= [];
    this.#last.warnings.push(warning);
  }

  /** Gives the innermost open group its value. */
  groupValue(value: FieldValue): void {
    (this.#openFields.at(-1) as OpenField).value = value;
  }

  /** Puts a finished tree, whose ranges count in octets of its own, below the last field. */
  attach(field: Field, octets: Uint8Array): void {
    this.#last.children.push({ ...field, octets } as OpenField);
  }

  /** Ends the trace and returns its root, which covers everything up to `endOctet`. */
  finish(endOctet: number): Field {
    while (this.#openFields.length > 1) this.close(this.#position);
    setRange(this.#root, 'msb', (this.#begun[0] as { from: number }).from, endOctet * 8);
    return this.#root;
  }

  /** Ends the trace at an error: what lies past the last field becomes `undecoded`, so that the tree still tiles. */
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
