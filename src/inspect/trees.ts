/**
 * Small trees and what is done to all of them.
 * @module
 */
import { decodeUtf8, type Field } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { DecodeError, type FormatError, LimitError } from '../errors.js';
import type { Bounds } from './call-limits.js';
import { finishSteps, type Steps } from './steps.js';
import { type LooseText, readLooseText } from './texts.js';
import { traceDecoder } from './trace-decoder.js';

/** Octets of which nothing is known. */
export function leafTree(name: string, octets: Uint8Array, bounds: Bounds, start = 0, end = octets.length): Field {
  return traceDecoder(name, octets, start, end, bounds, (reader) => {
    if (reader.remaining > 0) reader.take(reader.remaining, 'octets');
  });
}

/** Octets under the name of a text that they are not. */
export function notText(name: string, octets: Uint8Array, bounds: Bounds, start = 0, end = octets.length): Field {
  return { ...leafTree(name, octets, bounds, start, end), error: new DecodeError('bad-value', name, start, 'is not text') };
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

/**
 * A field whose children are opened: each becomes what `open` makes of it, or, where that is undefined and its name is one of `into`, the same with its
 * own children opened.
 */
export function openChildren(field: Field, into: readonly string[], open: (child: Field) => Field | undefined): Field {
  const opened = (child: Field) => open(child) ?? (into.includes(child.name) ? openChildren(child, into, open) : child);
  return { ...field, children: field.children.map(opened) };
}

/** @throws LimitError past `inspectItems`. */
export function checkItems(count: number, at: number, { inspectItems }: Bounds): void {
  if (count > inspectItems) throw new LimitError('limit-exceeded', 'lines', at, `more than ${inspectItems} lines`);
}

/** Where a tree is, and what it is called. */
export type Place = Pick<Field, 'name' | 'start' | 'end'>;

/** What a tree holds. */
export type Content = Omit<Field, keyof Place>;

/** A tree of which nothing is shown but the error when `grow` runs into a limit. */
export function boundedTree(place: Place, grow: () => Content): Field {
  return finishSteps(boundedSteps(place, inOneStep(grow)));
}

// biome-ignore lint/correctness/useYield: one step is the last one
function* inOneStep(grow: () => Content): Steps<Content> {
  return grow();
}

function* boundedSteps(place: Place, grow: Steps<Content>): Steps<Field> {
  try {
    return { ...place, ...(yield* grow) };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return { ...place, value: undefined, error, children: [] };
  }
}

/**
 * The tree of a text, which may be in ISO 8859-1.
 * @param grow makes what is inside; a LimitError that it throws becomes part of the tree.
 * @param isNamed whether a content type says what it is: then it may have control characters, such as a NUL at the end.
 */
export function textTree(
  name: string,
  octets: Uint8Array,
  bounds: Bounds,
  grow: (text: string) => Content,
  start = 0,
  end = octets.length,
  isNamed = false,
): Field {
  return finishSteps(textSteps(name, octets, bounds, (text) => inOneStep(() => grow(text)), start, end, isNamed));
}

/** As {@link textTree}, step by step. */
export function* textSteps(
  name: string,
  octets: Uint8Array,
  bounds: Bounds,
  grow: (text: string) => Steps<Content>,
  start = 0,
  end = octets.length,
  isNamed = false,
): Steps<Field> {
  const found = readLooseText(octets.subarray(start, end)) ?? (isNamed ? readControls(octets.subarray(start, end)) : undefined);
  if (found === undefined) return notText(name, octets, bounds, start, end);
  const tree = yield* boundedSteps({ name, start, end }, grow(found.text));
  return found.isLatin && tree.error === undefined ? withWarnings(tree, ['not UTF-8; read as ISO-8859-1']) : tree;
}

function readControls(octets: Uint8Array): LooseText | undefined {
  const text = tryDecode(() => decodeUtf8(octets));
  return text === undefined ? undefined : { text, isLatin: false };
}
