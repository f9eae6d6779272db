/**
 * Small trees and what is done to all of them.
 * @module
 */
import type { Field } from '../bytes/index.js';
import { DEFAULT_LIMITS, DecodeError, type FormatError, LimitError } from '../errors.js';
import type { Bounds } from './call-limits.js';
import { looseTextOf } from './texts.js';
import { traceDecoder } from './trace-decoder.js';

/** Octets of which nothing is known. */
export function leafTree(name: string, octets: Uint8Array, bounds: Bounds): Field {
  return traceDecoder(name, octets, 0, octets.length, bounds, (reader) => {
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

/** A payload's tree with what is wrong with the text that it was written in, which is why it may end early. */
export function withFaults(field: Field, error: FormatError | undefined, warnings: readonly string[]): Field {
  if (error === undefined) return withWarnings(field, warnings);
  const own = field.error === undefined ? [] : [field.error.message];
  return { ...withWarnings(field, [...warnings, ...own]), error };
}

/** @throws LimitError past `inspectItems`. */
export function checkItems(count: number, at: number, bounds: Bounds): void {
  const most = bounds.inspectItems ?? DEFAULT_LIMITS.inspectItems;
  if (count > most) throw new LimitError('limit-exceeded', 'lines', at, `more than ${most} lines`);
}

/**
 * The tree of a text.
 * @param grow makes what is inside; a LimitError that it throws becomes part of the tree.
 */
export function textTree(
  name: string,
  octets: Uint8Array,
  bounds: Bounds,
  grow: (text: string) => Omit<Field, 'name' | 'start' | 'end'>,
): Field {
  const found = looseTextOf(octets);
  if (found === undefined) return notText(name, octets, bounds);
  const place = { name, start: 0, end: octets.length };
  try {
    const field = { ...place, ...grow(found.text) };
    return found.isLatin ? withWarnings(field, ['is no UTF-8, and read as ISO-8859-1']) : field;
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return { ...place, value: undefined, error, children: [] };
  }
}
