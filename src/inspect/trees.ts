/**
 * Small trees and what is done to all of them.
 * @module
 */
import type { Field } from '../bytes/index.js';
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../errors.js';
import type { Bounds } from './bounds.js';
import { traced } from './traced.js';

/** Octets of which nothing is known. */
export function leafTree(name: string, octets: Uint8Array, bounds: Bounds): Field {
  return traced(name, octets, 0, octets.length, bounds, (reader) => {
    if (reader.remaining > 0) reader.take(reader.remaining, 'octets');
  });
}

/** Octets under the name of a text that they are not. */
export function notText(name: string, octets: Uint8Array, bounds: Bounds): Field {
  return { ...leafTree(name, octets, bounds), error: new DecodeError('bad-value', name, 0, 'is not text') };
}

/** A field with more warnings. */
export function withWarnings(field: Field, warnings: readonly string[]): Field {
  return warnings.length === 0 ? field : { ...field, warnings: [...(field.warnings ?? []), ...warnings] };
}

/** @throws LimitError past `inspectItems`. */
export function checkItems(count: number, at: number, bounds: Bounds): void {
  const most = bounds.inspectItems ?? DEFAULT_LIMITS.inspectItems;
  if (count > most) throw new LimitError('limit-exceeded', 'lines', at, `more than ${most} lines`);
}
