/**
 * Logs: text with payloads among other words. As one tree, and line by line.
 * @module
 */
import type { Field } from '../bytes/index.js';
import type { FormatError } from '../errors.js';
import type { Identification } from './formats.js';
import { describeLength, findFaults } from './hex-faults.js';
import { type InspectedPart, joinParts, PartJoiner } from './join-parts.js';
import { type Find, LogScanner, type Place, type Wanted } from './log-lines.js';
import type { BoundedOpening, Inspected, Opening } from './nested-payloads.js';
import { finishSteps, type Steps } from './steps.js';
import { textPieces } from './texts.js';
import { withFaults, withWarnings } from './trees.js';
import { userDataTree } from './user-data.js';

/** The first payload in a text that is more than payloads. */
export function identifyLog(text: string, identify: Opening['identify']): Identification | undefined {
  const scanner = new LogScanner(identify);
  for (const [line] of text.matchAll(LINES)) {
    const [find] = scanner.next(withoutEnd(line));
    if (find !== undefined) return toIdentification(find, identify);
  }
  const [find] = scanner.end();
  return find && toIdentification(find, identify);
}

function toIdentification({ from, octets, format }: Find, identify: Opening['identify']): Identification {
  const reading = identify(octets).find((each) => each.format === format);
  return { format: 'log', confidence: 0.96, reason: `text; line ${from.line} holds ${reading?.reason ?? 'user data'}` };
}

/** What a text's tree holds. */
type TextContent = Pick<Field, 'value' | 'warnings' | 'children'>;

/** The content of a text's tree: its payloads and the words between them, or the text alone. */
export function openText(text: string, octets: Uint8Array, opening: BoundedOpening, wanted: Wanted): TextContent {
  return finishSteps(openTextSteps(text, octets, opening, wanted));
}

/** As {@link openText}, a step for each payload. */
export function* openTextSteps(text: string, octets: Uint8Array, opening: BoundedOpening, wanted: Wanted): Steps<TextContent> {
  const { bounds } = opening;
  const most = bounds.inspectItems;
  const byStart = new Map<number, Find>();
  const children: Field[] = [];
  const parts: InspectedPart[] = [];
  for (const { piece, index, start, end } of textPieces(
    text,
    cutText(text, opening, wanted, most, byStart),
    0,
    octets.length,
  )) {
    const find = byStart.get(index);
    if (find === undefined) children.push({ name: 'words', value: piece.trim(), start, end, children: [] });
    else {
      const { field, part } = findField(find, start, end, opening, `line ${find.from.line}`);
      children.push({ ...field, meaning: describePlace(find) });
      if (part !== undefined) parts.push({ ...part, line: find.from.line });
      yield children;
    }
  }
  if (byStart.size === 0) return { value: text, children: [] };
  const { fields, warnings } = joinParts(parts, octets.length, bounds);
  const all = byStart.size < most ? warnings : [...warnings, `the first ${most} payloads are shown`];
  return { value: undefined, ...(all.length > 0 && { warnings: all }), children: [...children, ...fields] };
}

/** The payloads of a text and what is between them, in turn. @param byStart gets each payload by the index where it begins, before it comes */
function* cutText(text: string, opening: Opening, wanted: Wanted, most: number, byStart: Map<number, Find>): Generator<string> {
  const starts: number[] = [];
  const indexOf = ({ line, character }: Place) => (starts[line - 1] as number) + character;
  let at = 0;
  for (const find of findAll(text, opening, wanted, starts)) {
    if (byStart.size >= most) break;
    const [from, to] = [indexOf(find.from), indexOf(find.to)];
    byStart.set(from, find);
    yield text.slice(at, from);
    yield text.slice(from, to);
    at = to;
  }
  yield text.slice(at);
}

/** All payloads in turn. @param starts gets where each line begins, up to that of the payload */
function* findAll(text: string, opening: Opening, wanted: Wanted, starts: number[]): Generator<Find> {
  const scanner = new LogScanner(opening.identify, wanted);
  let at = 0;
  for (const [line] of text.matchAll(LINES)) {
    starts.push(at);
    at += line.length;
    yield* scanner.next(withoutEnd(line));
  }
  yield* scanner.end();
}

/**
 * A payload's field in the tree of the text that holds it, from octet `start` to `end`.
 * @param where what its line is called
 */
export function findField(
  find: Omit<Find, 'from' | 'to'>,
  start: number,
  end: number,
  opening: BoundedOpening,
  where: string,
): Inspected {
  const { octets, run, isBase64 } = find;
  const { field, part, error, warnings } = openFind(find, opening, where);
  const kind = run !== undefined ? 'hex' : isBase64 === true ? 'base64' : find.format === undefined ? 'message' : 'json';
  const own = { name: `${kind}: ${field.name}`, value: undefined, start, end, octets, children: [field] };
  return {
    field: withWarnings(error === undefined ? own : { ...own, error }, warnings),
    // Parts are joined as they were sent.
    ...(part !== undefined && error === undefined && { part }),
  };
}

/** A payload opened, and what is wrong with its digits. */
interface OpenedFind extends Inspected {
  readonly error: FormatError | undefined;
  readonly warnings: readonly string[];
}

function openFind(find: Omit<Find, 'from' | 'to'>, opening: BoundedOpening, where: string): OpenedFind {
  const { octets, format, userData, run, announced } = find;
  const inner =
    userData === undefined ? opening.inspect(octets, format) : userDataTree(octets, 0, octets.length, opening.bounds, userData);
  if (run === undefined) return { ...inner, error: undefined, warnings: [] };
  const [error, ...others] = findFaults(run, { format, field: inner.field, announced, refusal: opening.refusal }, where);
  const length = describeLength(run, announced);
  const warnings = others.map(({ message }) => message);
  return { ...inner, error, warnings: length === undefined ? warnings : [...warnings, length] };
}

/** `line 3, columns 38-113`, from 1. */
export function describePlace({ from, to }: Pick<Find, 'from' | 'to'>): string {
  const [first, last] = [from.character + 1, to.character];
  if (from.line === to.line) return `line ${from.line}, columns ${first}-${last}`;
  return `line ${from.line}, column ${first} to line ${to.line}, column ${last}`;
}

/** Lines with their ends, as editors count them. */
const LINES = /[^\n]*(?:\n|$)/g;

function withoutEnd(line: string): string {
  return line.endsWith('\n') ? line.slice(0, line.endsWith('\r\n') ? -2 : -1) : line;
}

/** A payload that {@link LogReader} found, or a message that the parts in several make. */
export interface LogEntry {
  /** Its first character; of a joined message, that of its last part. */
  readonly from: Place;
  readonly to: Place;
  /** Its tree, whose ranges count in its own octets. */
  readonly field: Field;
  /** Its octets; absent for a joined message. */
  readonly octets?: Uint8Array;
}

/** Lines for which a part of a message waits for the others, and for which a part that is repeated is recognised. */
const [WAITING_LINES, REPEATED_LINES] = [100_000, 1_000];
/** Messages that wait for parts. */
const MAX_WAITING = 256;

/** Finds the payloads of a log of any length, in bounded memory: each of them has a budget of its own, and few parts wait for others. */
export class LogReader {
  readonly #open: () => BoundedOpening;
  readonly #scanner: LogScanner;
  readonly #joiner: PartJoiner;

  /**
   * @param open the way into a payload, with a budget of its own
   * @param onMissing gets the warning of a message whose other parts did not come
   */
  constructor(open: () => BoundedOpening, wanted: Wanted, onMissing: (warning: string) => void) {
    this.#open = open;
    this.#scanner = new LogScanner(open().identify, wanted);
    this.#joiner = new PartJoiner(
      { maxPending: MAX_WAITING, timeoutMs: WAITING_LINES, duplicateMs: REPEATED_LINES },
      onMissing,
    );
  }

  /** What the next line completes. @param line without its end */
  *next(line: string): Generator<LogEntry> {
    for (const find of this.#scanner.next(line)) yield* this.#entriesOf(find);
  }

  /** What the end of the log completes. */
  *end(): Generator<LogEntry> {
    for (const find of this.#scanner.end()) yield* this.#entriesOf(find);
    this.#joiner.end();
  }

  *#entriesOf(find: Find): Generator<LogEntry> {
    const { from, to, octets } = find;
    const { field, part, error, warnings } = openFind(find, this.#open(), 'hex');
    yield { from, to, field: withFaults(field, error, warnings), octets };
    if (part === undefined || error !== undefined) return;
    const joined = this.#joiner.add({ ...part, line: from.line }, to.line, 0, this.#open().bounds);
    for (const each of joined) yield { from, to, field: each };
  }
}
