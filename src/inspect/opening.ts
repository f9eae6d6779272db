/**
 * What trees that hold other payloads need of the inspector: base64, forms, dumps and PDUs of SMPP are opened by whatever they hold.
 * @module
 */
import type { Field } from '../bytes/index.js';
import type { Bounds } from './bounds.js';
import type { Format, Identification } from './formats.js';
import type { InspectedPart } from './join.js';

/** A tree, and the part of a message or object that it shows, for joining. */
export interface Inspected {
  readonly field: Field;
  readonly part?: InspectedPart;
}

/** The way down into another payload. */
export interface Opening {
  /** What octets are, the likeliest first; nothing where payloads lie too deep inside of each other. */
  identify(octets: Uint8Array): readonly Identification[];
  /** Their tree. @param as what they are; by default the likeliest reading. */
  inspect(octets: Uint8Array, as?: Format): Inspected;
}

/** The way down, with what the trees of it may cost. */
export interface BoundedOpening extends Opening {
  readonly bounds: Bounds;
}

/** Payloads of text (hex, base64, forms) inside of each other that are opened. */
export const MAX_NESTING = 6;

/** From here on a reading is taken for what the octets are, unasked. */
export const SURE = 0.9;
