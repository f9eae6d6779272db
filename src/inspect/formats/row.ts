/**
 * A row of the table of formats: what there is to know of a format, and how it is recognised, shown and read.
 *
 *   identify   sniff of every row, in the order of the table
 *   inspect    the row's tree
 *   files      by its extensions and content types
 *
 * Rows name the readers of other modules inside functions, so that CommonJS loads a reader only when octets are read with it.
 * @module
 */
import type { Field } from '../../bytes/index.js';
import type { FormatError, Limits } from '../../errors.js';
import type { Bounds } from '../call-limits.js';
import type { Identification } from '../formats.js';
import type { BoundedOpening, Inspected } from '../nested-payloads.js';
import type { Steps } from '../steps.js';
import { readText, splitLines } from '../texts.js';

/** What a format holds. Formats of one kind are converted to each other. */
export type Kind =
  | 'tune'
  | 'picture'
  | 'sound'
  | 'push'
  | 'card'
  | 'calendar'
  | 'mms'
  | 'archive'
  | 'message'
  | 'user data'
  | 'document'
  | 'listing'
  | 'wrapper'
  | 'text';

/** How likely a reading is, and why. */
export type Evidence = Omit<Identification, 'format'>;

/** What a reading of octets refuses; undefined where it gets to the end. */
export type Refusal = (octets: Uint8Array, lenient: boolean, limits: Partial<Limits> | undefined) => FormatError | undefined;

/** A format. */
export interface Row {
  /** What it is, for choosers. */
  readonly label: string;
  readonly kind: Kind;
  /** Of its files, the usual one first. */
  readonly extensions?: readonly string[];
  /** Without parameters, in lower case. */
  readonly contentTypes?: readonly string[];
  /** The names that the root of its tree may have, where other payloads may hold it. */
  readonly roots?: readonly string[];
  /** Whether octets are this, as far as their first ones and a reading tell; undefined when they are not. */
  readonly sniff: (input: Input, found: readonly Identification[]) => Evidence | undefined;
  readonly inspect: (octets: Uint8Array, opening: BoundedOpening) => Inspected;
  /** The same tree payload by payload, of formats that hold many. */
  readonly steps?: (octets: Uint8Array, opening: BoundedOpening) => Steps<Field>;
  /** Absent where any octets are this, and in texts. */
  readonly refusal?: Refusal;
}

/** A format that others carry: it may be a part of their octets. */
export interface Payload {
  /** See {@link Row}. */
  readonly roots: readonly string[];
  /** The tree of what is from `start` to `end`. @param isPart whether it is a part of a multimedia message */
  readonly tree: (octets: Uint8Array, start: number, end: number, bounds: Bounds, isPart?: boolean) => Field;
  readonly refusal?: Refusal;
}

/** The row of a payload. */
export function payloadRow<R extends Omit<Row, 'inspect'> & Payload>(row: R): R & Row {
  const inspect: Row['inspect'] = (octets, { bounds }) => ({ field: row.tree(octets, 0, octets.length, bounds) });
  return { ...row, inspect };
}

/** Octets of a beginning that is looked at as text. */
export const MAX_BEGINNING = 128;

/** Octets that are to be identified. What several rows ask about them is found out once. */
export class Input {
  readonly octets: Uint8Array;
  readonly limits: Partial<Limits> | undefined;
  /** The readings of octets inside of these. */
  readonly identify: (octets: Uint8Array) => readonly Identification[];
  /** The octets as printable UTF-8; undefined when they are something else. */
  readonly text: string | undefined;
  #lines: readonly string[] | undefined;
  #beginning: string | undefined;
  #found: Map<unknown, unknown> | undefined;

  constructor(octets: Uint8Array, limits: Partial<Limits> | undefined, identify: Input['identify']) {
    this.octets = octets;
    this.limits = limits;
    this.identify = identify;
    this.text = readText(octets);
  }

  /** The lines of the text that are not blank. */
  get lines(): readonly string[] {
    this.#lines ??= splitLines(this.text ?? '');
    return this.#lines;
  }

  /** The first octets, a character each. */
  get beginning(): string {
    this.#beginning ??= String.fromCharCode(...this.octets.subarray(0, MAX_BEGINNING));
    return this.#beginning;
  }

  /** What a function finds out about the input; it is called once. */
  once<T>(find: (input: Input) => T): T {
    this.#found ??= new Map();
    const found = this.#found.get(find);
    if (found !== undefined || this.#found.has(find)) return found as T;
    const value = find(this);
    this.#found.set(find, value);
    return value;
  }
}
