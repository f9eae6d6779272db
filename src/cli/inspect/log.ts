/**
 * How `handset inspect` reads its input: whole, or as a log without an end, line by line, each payload shown as soon as its line is there.
 *
 * What has come by the end of the input, by half a second after its beginning or with its first mebibyte decides: octets, documents, and
 * listings of PDUs that have ended are read whole; other text is a log.
 * @module
 */
import { type Field, toHex } from '../../bytes/index.js';
import { DEFAULT_LIMITS, DecodeError, type FormatError, LimitError } from '../../errors.js';
import { fileOfLines } from '../../inspect/hex-dumps.js';
import { type Format, identify, treeToJson } from '../../inspect/index.js';
import { openPayloads } from '../../inspect/inspect.js';
import { readJson } from '../../inspect/json.js';
import { describePlace, type LogEntry, LogReader } from '../../inspect/log.js';
import type { Wanted } from '../../inspect/log-lines.js';
import { readAnyText, splitLines } from '../../inspect/texts.js';
import { findEffects, MAX_LISTED } from '../../show/effects.js';

/** Octets of what is read whole, and of a line. */
export const MAX_OCTETS = DEFAULT_LIMITS.inspectOctets;
/** How long an input may take to end, once it has begun. */
const OPEN_MS = 500;

const LINE_FEED = 0x0a;

/** What has come of an input. */
export interface Head {
  readonly octets: Uint8Array;
  readonly isEnded: boolean;
}

/** An input that is read piece by piece. */
export class PiecewiseInput {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #mayPause: boolean;
  #next: Promise<IteratorResult<Uint8Array>> | undefined;

  /** @param mayPause whether it may take its time, as a pipe may and a file does not */
  constructor(pieces: AsyncIterable<Uint8Array>, mayPause: boolean) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#mayPause = mayPause;
  }

  /** What the input begins with: a line at least, and all of it when it ends soon. */
  async readHead(): Promise<Head> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let late: Promise<'late'> | undefined;
    let [isLate, hasLine] = [false, false];
    try {
      while (!(isLate && hasLine) && length <= MAX_OCTETS) {
        const piece = await Promise.race([this.#peek(), ...(late === undefined || isLate ? [] : [late])]);
        if (piece === 'late') {
          isLate = true;
          continue;
        }
        this.#next = undefined;
        if (piece.done === true) return { octets: joinOctets(pieces), isEnded: true };
        pieces.push(piece.value);
        length += piece.value.length;
        hasLine ||= piece.value.includes(LINE_FEED);
        if (!this.#mayPause) continue;
        late ??= new Promise((resolve) => {
          timer = setTimeout(() => resolve('late'), OPEN_MS);
        });
      }
      return { octets: joinOctets(pieces), isEnded: false };
    } finally {
      clearTimeout(timer);
    }
  }

  /** All octets of an input with this head. @throws LimitError past those that are read whole */
  async readWhole({ octets, isEnded }: Head, most: number = MAX_OCTETS): Promise<Uint8Array> {
    const pieces = [octets];
    let { length } = octets;
    while (!isEnded && length <= most) {
      const piece = await this.#take();
      if (piece === undefined) break;
      pieces.push(piece);
      length += piece.length;
    }
    if (length > most) throw new LimitError('limit-exceeded', 'input', undefined, `more than ${most} octets`);
    return joinOctets(pieces);
  }

  /** The pieces that have not been read. */
  async *rest(): AsyncGenerator<Uint8Array> {
    for (let piece = await this.#take(); piece !== undefined; piece = await this.#take()) yield piece;
  }

  async #take(): Promise<Uint8Array | undefined> {
    const piece = await this.#peek();
    this.#next = undefined;
    return piece.done === true ? undefined : piece.value;
  }

  #peek(): Promise<IteratorResult<Uint8Array>> {
    this.#next ??= this.#pieces.next();
    return this.#next;
  }
}

function joinOctets(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces));
}

/** How a log is read. */
export type LogOptions = Pick<Wanted, 'as' | 'direction'>;

/** What is looked for in an input when it is a log; undefined for one that is read whole. */
export function recogniseLog(head: Head, { as, direction }: LogOptions): Wanted | undefined {
  const { octets } = head;
  const isEnded = head.isEnded && octets.length <= MAX_OCTETS;
  const lines = isEnded ? octets : octets.subarray(0, octets.subarray(0, MAX_OCTETS).lastIndexOf(LINE_FEED) + 1);
  if (lines.length === 0) return undefined;
  const format = formatOfLines(lines);
  const isListing = format === 'hex' || format === 'at';
  const wanted = { as: as === 'log' ? undefined : as, direction, isListing };
  if (as === 'log' || format === 'log') return wanted;
  if (isListing) {
    const found = splitLines(readAnyText(lines));
    const isLong = !isEnded || found.length > DEFAULT_LIMITS.inspectItems;
    return isLong && fileOfLines(found, { identify }) === undefined ? wanted : undefined;
  }
  if (isEnded) return undefined;
  const [first = ''] = splitLines(readAnyText(lines));
  // A document in JSON goes over lines, a log has an object in each.
  if (/^\s*[[{]/.test(first)) return readJson(first) === undefined ? undefined : wanted;
  return format === 'text' && !/^\s*</.test(first) ? wanted : undefined;
}

/** The likeliest reading of lines; colours of a terminal and such do not keep them from being text. */
function formatOfLines(octets: Uint8Array): Format | undefined {
  const [best] = identify(octets);
  if (best !== undefined && best.confidence >= 0.4) return best.format;
  let controls = 0;
  const text = octets.map((octet) => {
    if (octet >= 0x20 ? octet !== 0x7f : octet === 0x09 || octet === LINE_FEED || octet === 0x0d) return octet;
    controls++;
    return 0x20;
  });
  return octets.includes(0) || controls > octets.length / 10 ? best?.format : identify(text)[0]?.format;
}

/** What came of a log. */
export interface LogOutcome {
  readonly lines: number;
  readonly payloads: number;
  /** The first error in a payload, with its line, and how many payloads have one. */
  readonly error: { readonly line: number; readonly error: FormatError } | undefined;
  readonly faulty: number;
}

/**
 * Reads a log to its end.
 * @param show gets every payload and every joined message, and says what is wrong with it
 * @param onMissing gets the warning of a message whose parts did not all come
 */
export async function readLog(
  head: Head,
  rest: AsyncIterable<Uint8Array>,
  wanted: Wanted,
  show: (entry: LogEntry) => Promise<FormatError | undefined>,
  onMissing: (warning: string) => void,
): Promise<LogOutcome> {
  const reader = new LogReader(() => openPayloads({ direction: wanted.direction }), wanted, onMissing);
  let [lines, payloads, faulty] = [0, 0, 0];
  let first: LogOutcome['error'];
  const showAll = async (entries: Iterable<LogEntry>) => {
    for (const entry of entries) {
      payloads++;
      const error = await show(entry);
      if (error === undefined) continue;
      faulty++;
      first ??= { line: entry.from.line, error };
    }
  };
  for await (const line of readLines(head, rest)) {
    lines++;
    await showAll(reader.next(line));
  }
  await showAll(reader.end());
  return { lines, payloads, error: first, faulty };
}

/** Lines without their ends; of one longer than {@link MAX_OCTETS} the beginning. */
async function* readLines(head: Head, rest: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held: Uint8Array[] = [];
  let length = 0;
  const hold = (octets: Uint8Array) => {
    const more = octets.subarray(0, MAX_OCTETS - length);
    if (more.length === 0) return;
    held.push(more);
    length += more.length;
  };
  const take = () => {
    const line = readAnyText(held.length === 1 ? (held[0] as Uint8Array) : joinOctets(held));
    held = [];
    length = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  const pieces = async function* () {
    yield head.octets;
    if (!head.isEnded) yield* rest;
  };
  for await (const piece of pieces()) {
    let from = 0;
    for (let to = piece.indexOf(LINE_FEED); to >= 0; to = piece.indexOf(LINE_FEED, from)) {
      hold(piece.subarray(from, to));
      yield take();
      from = to + 1;
    }
    hold(piece.subarray(from));
  }
  if (length > 0) yield take();
}

/** The place of an entry, in words. */
export function describeEntry({ from, to, octets }: LogEntry): string {
  return octets === undefined ? `line ${from.line}` : describePlace({ from, to });
}

/** The JSON of a tree with what its messages do to a phone, where they do anything. */
export function withEffects(json: object, tree: Field, octets: Uint8Array): object {
  const effects = findEffects(tree, octets);
  if (effects.length <= MAX_LISTED) return effects.length === 0 ? json : { ...json, effects };
  return { ...json, effects: effects.slice(0, MAX_LISTED), moreEffects: effects.length - MAX_LISTED };
}

/** An entry as an object of JSON: its place, then its tree. Columns count from 1, and `endColumn` is one past the last. */
export function entryToJson({ from, to, octets, field }: LogEntry): unknown {
  const tree = withEffects(treeToJson(field) as object, field, octets ?? new Uint8Array(0));
  if (octets === undefined) return { line: from.line, ...tree };
  const end = { ...(to.line !== from.line && { endLine: to.line }), endColumn: to.character + 1 };
  return { line: from.line, column: from.character + 1, ...end, octets: toHex(octets), ...tree };
}

/** The error of a log without a payload. */
export function noPayload(lines: number): DecodeError {
  return new DecodeError('bad-value', 'input', undefined, `no payload in ${lines} lines`);
}
