/**
 * What trees that hold other payloads need of the inspector: base64, forms, dumps and PDUs of SMPP are opened by whatever they hold.
 * @module
 */
import type { Field } from '../bytes/index.js';
import type { FormatError } from '../errors.js';
import type { Direction, MessagePart } from '../sms/index.js';
import type { Bounds } from './bounds.js';
import type { Format, Identification } from './formats.js';

/** One part of a listing: of a message, or of a Siemens object (its octets), or both. */
export type InspectedPart = (MessagePart & { readonly from: string; readonly seo?: Uint8Array }) | { readonly seo: Uint8Array };

/** A tree, and the part of a message or object that it shows, for joining. */
export interface Inspected {
  readonly field: Field;
  readonly part?: InspectedPart;
}

/** What came of reading octets without a tree: a value and what the reading let pass, or the error. */
export type Attempt<T = unknown> = { readonly value: T; readonly issues: readonly string[] } | { readonly error: FormatError };

/** The way down into another payload. */
export interface Opening {
  /** What octets are, the likeliest first; nothing where payloads lie too deep inside of each other. */
  identify(octets: Uint8Array): readonly Identification[];
  /** Their tree. @param as what they are; by default the likeliest reading. */
  inspect(octets: Uint8Array, as?: Format): Inspected;
}

/** The way down, with what the trees of it may cost and what the caller said of the payloads. */
export interface BoundedOpening extends Opening {
  readonly bounds: Bounds;
  /** What the payloads of a listing are, when the caller says so. */
  readonly as: Format | undefined;
  /** Which way the messages of a listing went, when the caller says so. */
  readonly direction: Direction | undefined;
  /** The way into what is not a level of its own: lines of hex are their octets. */
  readonly beside: BoundedOpening;
  /** The likeliest of the readings that fit the direction; undefined when there is none. */
  likeliest(octets: Uint8Array): Format | undefined;
  /** Reads octets strictly as a format; undefined for formats that any octets fit. */
  attempt(octets: Uint8Array, format: Format): Attempt | undefined;
  /** Whether a format is one of octets, which a listing of hex lines may hold. */
  isBinary(format: Format): boolean;
}

/** Payloads of text (hex, base64, forms) inside of each other that are opened. */
export const MAX_NESTING = 6;

/** From this confidence on a reading is taken for what the octets are, unasked. */
export const SURE = 0.9;
