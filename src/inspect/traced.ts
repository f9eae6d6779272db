/**
 * A decoder that is run for its tree.
 * @module
 */
import { ByteReader, type Field, Trace } from '../bytes/index.js';
import { FormatError } from '../errors.js';
import type { Bounds } from './bounds.js';

/** Runs a decoder with a trace; an error becomes part of the tree. */
export function traced(
  name: string,
  octets: Uint8Array,
  start: number,
  end: number,
  bounds: Bounds,
  read: (reader: ByteReader) => void,
): Field {
  const trace = new Trace(name, start, bounds.fields);
  try {
    read(new ByteReader(octets, trace, start, end));
    return trace.finish(end);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return trace.fail(error, end);
  }
}
