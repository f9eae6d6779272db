/**
 * Runs a decoder for its tree of fields.
 * @module
 */
import { ByteReader, type Field, Trace, toHex } from '../bytes/index.js';
import { FormatError, LimitError } from '../errors.js';
import type { Bounds } from './call-limits.js';
import { readText } from './texts.js';

/** Runs a decoder with a trace; an error becomes part of the tree. Of input that is cut, everything up to its end is shown. */
export function traceDecoder(
  name: string,
  octets: Uint8Array,
  start: number,
  end: number,
  bounds: Bounds,
  read: (reader: ByteReader) => void,
): Field {
  const trace = new Trace(name, start, bounds.fields, end);
  let error: FormatError | undefined;
  try {
    read(new ByteReader(octets, trace, start, end));
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown;
    error = thrown;
  }
  // Errors that follow from the cut are not reported too.
  if (!(error instanceof LimitError)) error = trace.cut ?? error;
  return error === undefined ? trace.finish(end) : withUndecoded(trace.fail(error, end), octets);
}

/** Octets of `undecoded` that are shown. */
const MAX_SHOWN = 256;

/** Shows the octets that were not read, and the text that they are. */
function withUndecoded(tree: Field, octets: Uint8Array): Field {
  const last = tree.children.at(-1);
  if (last?.name !== 'undecoded' || last.bits !== undefined || last.end - last.start > MAX_SHOWN) return tree;
  const rest = octets.subarray(last.start, last.end);
  // A token may announce the string.
  const text = readText(rest) ?? readText(rest.subarray(1));
  const shown = { ...last, value: toHex(rest), ...(text !== undefined && { meaning: JSON.stringify(text) }) };
  return { ...tree, children: [...tree.children.slice(0, -1), shown] };
}
