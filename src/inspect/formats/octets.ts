/**
 * Formats of octets, which a decoder reads on a cursor.
 *
 * They are read strictly first. When that fails and the lenient reading gets to the end, its tree is shown, with what was wrong as warnings;
 * when that fails too, the strict tree is shown with its error, so that it ends where decoding really ended.
 * @module
 */
import { ByteReader, type Field } from '../../bytes/index.js';
import { DecodeError, type FormatError } from '../../errors.js';
import type { Bounds } from '../call-limits.js';
import { attempt, findRefusal, type Readings, type ReadOptions, type Reported, readTwice } from '../read-twice.js';
import { traceDecoder } from '../trace-decoder.js';
import { withWarnings } from '../trees.js';
import { type Evidence, type Input, type Payload, payloadRow, type Row } from './row.js';

/** Octets that hold a payload, and what their tree may cost. */
export interface Source {
  readonly octets: Uint8Array;
  readonly bounds: Bounds;
  /** Whether they are a part of a multimedia message. */
  readonly isPart: boolean;
}

/** How octets are decoded. */
export interface Decoding<T> {
  /** The root of the tree. */
  readonly root: string;
  readonly read: (reader: ByteReader, options: ReadOptions) => T;
  /** What was read, in words; nothing for the empty text. */
  readonly describe?: (value: T) => string;
  /** Completes the tree: opens the payloads in it. @param value undefined where reading failed */
  readonly complete?: (tree: Field, value: T | undefined, source: Source) => Field;
  /** Whether it may not end early: then a lenient reading that does is shown with the error. */
  readonly isMessage?: boolean;
  /** Whether its issues are warnings in the tree already. */
  readonly showsIssues?: boolean;
}

/** Faults that a tree lists at most; the rest are of the same kind. */
const MAX_ISSUES = 20;

/** The payload that a decoder reads. */
export function octetPayload<T>(decoding: Decoding<T>): Payload {
  return {
    roots: [decoding.root],
    refusal: (octets, lenient, limits) => findRefusal((options) => readAll(decoding, octets, options), lenient, limits),
    tree: (octets, start, end, bounds, isPart = false) => octetTree(decoding, { octets, bounds, isPart }, start, end),
  };
}

/** How a row looks at octets. */
export interface Reads<T> {
  /** What a strict reading gives; undefined when it fails. */
  readonly strict: (input: Input) => T | undefined;
  /** A strict reading, and a lenient one where that fails. */
  readonly twice: (input: Input) => Readings<T>;
}

/** What a row of octets says of itself. */
export interface OctetRow<T> extends Omit<Row, 'inspect' | 'sniff' | 'refusal'> {
  readonly sniff: (input: Input, reads: Reads<T>) => Evidence | undefined;
}

/** A row of octets. */
export function octetRow<T>({ sniff, ...row }: OctetRow<T>, decoding: Decoding<T>): Row & Payload {
  const reads: Reads<T> = {
    strict: ({ octets, limits }) => {
      const strict = attempt((options) => readAll(decoding, octets, options), false, limits);
      return 'error' in strict ? undefined : strict.value;
    },
    twice: ({ octets, limits }) => readTwice((options) => readAll(decoding, octets, options), limits),
  };
  return payloadRow({ ...row, ...octetPayload(decoding), sniff: (input) => sniff(input, reads) });
}

/** Reads octets to their end. */
function readAll<T>({ root, read }: Decoding<T>, octets: Uint8Array, options: ReadOptions, start = 0, end = octets.length): T {
  const reader = new ByteReader(octets, undefined, start, end);
  const value = read(reader, options);
  if (!options.lenient) reader.expectEnd(root);
  return value;
}

/** The tree of what is from `start` to `end`. */
export function octetTree<T>(decoding: Decoding<T>, source: Source, start: number, end: number): Field {
  const { octets, bounds } = source;
  const { root, read, describe, complete, isMessage = false, showsIssues = false } = decoding;
  // A tree costs many times what a reading does: which one to make is found out without one.
  const { fault, refusal } = readTwice((options) => readAll(decoding, octets, options, start, end), bounds);
  // Of what is cut the lenient reading shows more.
  const isLenient = fault !== undefined && (refusal === undefined || refusal.code === 'truncated');
  const issues: string[] = [];
  let cut: FormatError | undefined;
  const onIssue = (issue: Reported) => {
    // A file may do without its last octets, a message may not.
    const { code, field, offset, reason, message } = issue;
    if (isMessage && cut === undefined && code === 'truncated') cut = new DecodeError(code, field, offset, reason);
    else if (!showsIssues && issues.length < MAX_ISSUES) issues.push(message);
  };
  let value: T | undefined;
  const tree = traceDecoder(root, octets, start, end, bounds, (reader) => {
    value = read(reader, { lenient: isLenient, limits: bounds, onIssue });
    if (!isLenient) reader.expectEnd(root);
    else if (reader.remaining > 0) reader.take(reader.remaining, 'trailing octets');
  });
  const error = tree.error ?? cut;
  const meaning = value === undefined ? '' : (describe?.(value) ?? '');
  const isMore = meaning !== '' || error !== tree.error;
  const shown = isMore ? { ...tree, ...(meaning !== '' && { meaning }), ...(error !== undefined && { error }) } : tree;
  const completed = complete?.(shown, value, source) ?? shown;
  if (!isLenient) return completed;
  return withWarnings(completed, issues.length > 0 || error !== undefined ? issues : [fault.message]);
}

/** First octets of a format; undefined for any octet. */
export type Mark = readonly (number | undefined)[];

/** The octets of an ASCII text, and others after it. */
export function ascii(text: string, ...more: Mark): Mark {
  return [...Array.from(text, (letter) => letter.charCodeAt(0)), ...more];
}

/** Whether octets begin with one of several marks. */
export function beginsWith(octets: Uint8Array, marks: readonly Mark[]): boolean {
  // Asked of all octets, for each mark that there is.
  for (const mark of marks) {
    let length = 0;
    while (length < mark.length && (mark[length] === undefined || octets[length] === mark[length])) length++;
    if (length === mark.length) return true;
  }
  return false;
}

/** Evidence of what begins with octets that hardly anything else begins with. */
export function marked(what: string, marks: readonly Mark[]): OctetRow<unknown>['sniff'] {
  return (input, reads) => {
    if (!beginsWith(input.octets, marks)) return undefined;
    const { fault, refusal } = reads.twice(input);
    if (fault === undefined) return { confidence: 0.99, reason: `a whole ${what}` };
    if (refusal === undefined) return { confidence: 0.95, reason: `a ${what} with faults: ${fault.message}` };
    return { confidence: 0.7, reason: `begins as a ${what}, but ${fault.message}` };
  };
}
