/**
 * A payload that was entered: what it may be, what it was read as, and its fields. No DOM here.
 * @module
 */
import { fitsDirection } from '../../inspect/formats.js';
import { type Format, type Identification, identify } from '../../inspect/index.js';
import { inspectInSteps } from '../../inspect/inspect.js';
import { finishSteps } from '../../inspect/steps.js';
import { isHolder } from '../../show/answer.js';
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
  /** Whether more payloads follow. */
  readonly isPartial?: boolean;
}

/** Payloads of a log or listing that are on show before the others are read. */
const FIRST_PAYLOADS = 8;

/** Names a payload and takes it apart. @throws FormatError as `inspect` does */
export function look(entered: Entered): Looked {
  return finishSteps(lookInSteps(entered));
}

/** As {@link look}; one of the steps gives the first payloads of many. */
export function* lookInSteps(entered: Entered): Generator<Looked | undefined, Looked> {
  const { octets, as, direction } = entered;
  const limits = readingLimits(octets);
  const readings = identify(octets, limits);
  // Octets that nothing can read are taken for the message that the direction is said of.
  const believed = direction === undefined ? undefined : direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt';
  const format = as ?? readings.find((reading) => fitsDirection(reading.format, direction))?.format ?? believed;
  const steps = inspectInSteps(octets, { as: format, direction, limits });
  let isBegun = false;
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return { ...entered, readings, format, root: rootNode(value, octets) };
    const isFirst = !isBegun && value.filter(isHolder).length >= FIRST_PAYLOADS;
    if (!isFirst) yield undefined;
    else {
      isBegun = true;
      const field = { name: format ?? '', value: undefined, start: 0, end: octets.length, children: [...value] };
      yield { ...entered, readings, format, root: rootNode(field, octets), isPartial: true };
    }
  }
}
