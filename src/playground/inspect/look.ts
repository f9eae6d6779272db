/**
 * A payload that was entered: what it may be, what it was read as, and its fields. No DOM here.
 * @module
 */
import { fitsDirection } from '../../inspect/formats.js';
import { type Format, type Identification, identify, inspect } from '../../inspect/index.js';
import type { Direction } from '../../sms/index.js';
import { readingLimits } from '../files/limits.js';
import { type Node, rootNode } from './nodes.js';

/** What there is to inspect. */
export interface Entered {
  readonly octets: Uint8Array;
  /** `52 octets of hex`. */
  readonly words: string;
  /** Undefined: the likeliest. */
  readonly as: Format | undefined;
  readonly direction: Direction | undefined;
  /** Where it came from, when somebody said so. */
  readonly note: string | undefined;
}

/** What is on show. */
export interface Looked extends Entered {
  readonly readings: readonly Identification[];
  /** What it was read as; undefined for octets that nothing here reads. */
  readonly format: Format | undefined;
  readonly root: Node;
}

/** Names a payload and takes it apart. @throws FormatError as `inspect` does */
export function look(entered: Entered): Looked {
  const { octets, as, direction } = entered;
  const limits = readingLimits(octets);
  const readings = identify(octets, limits);
  // Octets that nothing can read are taken for the message that the direction is said of.
  const believed = direction === undefined ? undefined : direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt';
  const format = as ?? readings.find((reading) => fitsDirection(reading.format, direction))?.format ?? believed;
  const field = inspect(octets, { as: format, direction, limits });
  return { ...entered, readings, format, root: rootNode(field, octets) };
}
