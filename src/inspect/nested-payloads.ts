/**
 * Payloads inside of others: how base64, forms, dumps and PDUs of SMPP identify and inspect what they hold.
 * @module
 */
import type { Field } from '../bytes/index.js';
import type { FormatError } from '../errors.js';
import type { Direction, MessagePart } from '../sms/index.js';
import type { Bounds } from './call-limits.js';
import type { Format, Identification } from './formats.js';

/** One part of a listing: of a message, or of a Siemens object (its octets), or both. */
export type InspectedPart = (
  | (MessagePart & { readonly from: string; readonly seo?: Uint8Array })
  | { readonly seo: Uint8Array }
) &
  InLine;

/** What is in a line of a log. */
export interface InLine {
  /** The line, from 1; absent outside of logs. */
  readonly line?: number | undefined;
}

/** A tree, and the part of a message or object that it shows, for joining. */
export interface Inspected {
  readonly field: Field;
  readonly part?: InspectedPart;
}

/** Identifies and inspects a payload inside of another one. */
export interface Opening {
  /** What octets are, the likeliest first; none past MAX_NESTING. */
  identify(octets: Uint8Array): readonly Identification[];
  /** Their tree. @param as what they are; by default the likeliest reading. */
  inspect(octets: Uint8Array, as?: Format): Inspected;
}

/** The same, with the limits of the call and what the caller said of the payloads. */
export interface BoundedOpening extends Opening {
  readonly bounds: Bounds;
  /** What the payloads of a listing are, when the caller says so. */
  readonly as: Format | undefined;
  /** Which way the messages of a listing went, when the caller says so. */
  readonly direction: Direction | undefined;
  /** The same for payloads that do not count as a level: lines of hex are their octets. */
  readonly beside: BoundedOpening;
  /** The likeliest of the readings that fit the direction; undefined without one. */
  likeliest(octets: Uint8Array): Format | undefined;
  /** What a strict reading of octets as a format refuses; undefined where it gets to the end, `any` for formats that any octets fit. */
  refusal(octets: Uint8Array, format: Format): FormatError | 'any' | undefined;
  /** Whether a format is one of octets, which a listing of hex lines may hold. */
  isBinary(format: Format): boolean;
}

/** Payloads of text (hex, base64, forms) inside of each other that are opened. */
export const MAX_NESTING = 6;

/** The confidence from which a payload is opened as its likeliest reading without being asked. */
export const SURE = 0.9;
