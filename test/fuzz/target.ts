/**
 * What is fuzzed: a target runs a decoder, and what its module promises about the result, on one input.
 *
 * A target may give a value or throw an error of the FormatError family that says where; everything else is a finding. What a module promises
 * beyond that (what was read can be written and read again, lenient reading agrees with strict reading) is checked in the target, which
 * throws `Broken` where it does not hold.
 */
import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import type fc from 'fast-check';
import { ByteReader, type Field, Trace } from '../../src/bytes/index.js';
import { Issue } from '../../src/bytes/reading.js';
import { EncodeError, FORMAT_ERROR_CODES, FormatError, LimitError } from '../../src/errors.js';
import { tilingFault } from '../support/tiling.js';
import { seedsFrom } from './seeds.js';

/** Octets for what reads octets, text for what reads text. */
export type Input = Uint8Array | string;

/** Parts of the house that are fuzzed, and recorded, together. */
export const GROUPS = ['texts', 'tunes', 'documents', 'multimedia', 'inspect'] as const;
export type Group = (typeof GROUPS)[number];

/** Something that takes input from anybody. */
export interface Target {
  /** Module and function, and what sets it apart: `sms.decodeTpdu MO`. */
  readonly name: string;
  readonly kind: 'octets' | 'text';
  /** Exports that it runs on the input itself, as `module.name`. */
  readonly covers: readonly string[];
  /** Tokens of the format, inserted as they are. */
  readonly words: readonly string[];
  /** Inputs beside those of the fixtures; one at least is read. */
  seeds(): readonly Input[];
  /** Repairs the checksums of a mutant, and what else it would be refused for before its content is looked at. Every other mutant is repaired. */
  readonly repair?: ((mutant: never) => Input) | undefined;
  /** Runs it. */
  run(input: never): Ran | Promise<Ran>;
  /** What a codec says of itself for test/laws. */
  readonly laws?: Laws | undefined;
}

/** What test/laws draws for a codec, and checks of it beside what a run checks. */
export interface Laws {
  /** Values that are read back equal, in whichever way they are written; undefined for a reader whose values nobody writes. */
  readonly values: fc.Arbitrary<unknown> | undefined;
  /** A value, written in each way there is. */
  write(value: unknown): Input[];
  /** Writes a value in each way and reads it again. @throws Broken where another value is read */
  requireReturn(value: unknown): void;
  /** Whole inputs beside those that are written of values, and what looks like one. */
  readonly inputs: fc.Arbitrary<Input> | undefined;
  /** What lenient reading reports of an input; nothing where there is none. */
  reports(input: Input): readonly unknown[];
}

/** What a run gives: how the reading ended, the strict one where there are two, and after it what else was run. */
export type Ran = Outcome<unknown> | readonly [Outcome<unknown>, ...unknown[]];

/** Whether a run read its input, and did not refuse it. */
export function wasRead(ran: Ran): boolean {
  const { value } = 'length' in ran ? ran[0] : ran;
  return value !== undefined;
}

/** A promise of a module that does not hold for an input. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** A value, undefined where a reader knows nothing by its input, or the error that refused one. */
export type Outcome<T> =
  | { readonly value: T; readonly refusal?: undefined }
  | { readonly refusal: Error; readonly value?: undefined };

/** Classes of errors, beside FormatError, that some readers document. */
export type Refusals = readonly (new (...args: never[]) => Error)[];

/** Characters of an error's message at most: it may show a beginning of what was found, and no more. */
const LONGEST_MESSAGE = 1_000;

/** Checks that an error is one that a reader may throw, and points into an input of `length` octets or characters; else throws it, or Broken. */
export function checkRefusal(error: unknown, length: number, refusals: Refusals = []): Error {
  if (refusals.some((refusal) => error instanceof refusal)) return error as Error;
  if (!(error instanceof FormatError)) throw error;
  const { code, field, offset } = error;
  if (!FORMAT_ERROR_CODES.includes(code)) throw new Broken(`an error has the code ${code}`, { cause: error });
  if (typeof field !== 'string' || field === '') throw new Broken('an error names no field', { cause: error });
  if (error.message.length > LONGEST_MESSAGE)
    throw new Broken(`an error repeats the input at length: field ${field.slice(0, 40)}`, { cause: error });
  if (offset !== undefined && !(Number.isInteger(offset) && offset >= 0 && offset <= length)) {
    throw new Broken(`an error's offset lies outside of the input: field ${field}`, { cause: error });
  }
  return error;
}

/** The length of an input whose errors may name any place: what is read is made of it. */
export const ANYWHERE = Number.POSITIVE_INFINITY;

/** Reads a piece of an input: what is refused of it points into the piece. */
export function within<T>(length: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw checkRefusal(error, length);
  }
}

/** Runs a reader. @throws whatever is no refusal */
export function outcomeOf<T>(length: number, read: () => T, refusals?: Refusals): Outcome<T> {
  try {
    return { value: read() };
  } catch (error) {
    return { refusal: checkRefusal(error, length, refusals) };
  }
}

/** The same for a reader that is waited for. */
export async function awaitedOutcomeOf<T>(length: number, read: () => Promise<T>, refusals?: Refusals): Promise<Outcome<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    return { refusal: checkRefusal(error, length, refusals) };
  }
}

/** Throws Broken when two values differ. */
export function expectEqual(actual: unknown, expected: unknown, promise: string): void {
  if (isDeepStrictEqual(actual, expected)) return;
  // For Node an invalid date differs from itself.
  if (!serialize(actual).equals(serialize(expected))) throw new Broken(promise);
}

/** Throws Broken when a condition does not hold. */
export function expectTrue(holds: boolean, promise: string): void {
  if (!holds) throw new Broken(promise);
}

/** Throws Broken where a tree of the inspector does not span the input, or does not tile it. */
export function requireTiling(tree: Field, octets: number): void {
  expectTrue(tree.start === 0 && tree.end === octets, 'the tree does not span the input');
  const fault = tilingFault(tree);
  if (fault !== undefined) throw new Broken(fault);
}

/** What a target is made of, beside the reader. */
export interface Parts<I extends Input> {
  /** More exports that are run on the input. */
  readonly covers?: readonly string[];
  readonly words?: readonly string[];
  readonly seeds?: () => readonly I[];
  readonly repair?: (mutant: I) => I;
}

/** A target that does as it pleases. */
export function octetsTarget(
  name: string,
  run: (octets: Uint8Array) => Ran | Promise<Ran>,
  parts: Parts<Uint8Array> = {},
): Target {
  return { ...common(name, parts), kind: 'octets', run };
}

/** The same for text. */
export function textTarget(name: string, run: (text: string) => Ran | Promise<Ran>, parts: Parts<string> = {}): Target {
  return { ...common(name, parts), kind: 'text', run };
}

function common<I extends Input>(name: string, { covers = [], words = [], seeds = () => [], repair }: Parts<I>) {
  let made: readonly I[] | undefined;
  return { name, covers: [name.split(/[ ,]/, 1)[0] as string, ...covers], words, repair, seeds: () => (made ??= seeds()) };
}

/** How a codec reads and writes: one row for fuzzing and for the laws of test/laws. */
export interface Codec<I extends Input, V> {
  /** @param options `lenient` is set when it is read leniently. */
  read(input: I, options: Reading): V;
  /** Writes what was read: then reading that again gives an equal value. Left out where the module does not promise it. */
  readonly write?: ((value: V) => I) | undefined;
  /** Fields for which `write` may refuse what was read; none when left out. */
  readonly unwritable?: RegExp | undefined;
  /** Fields that may be past a limit when they are read again: a text of Latin-1 is longer in UTF-8. None when left out. */
  readonly outgrows?: RegExp | undefined;
  /** Values that come back equal when they are written, by `write` and by each of `writers`, and read strictly. */
  readonly values?: fc.Arbitrary<V> | undefined;
  /** Other ways to write a value, or all of them where not everything that is read can be written. */
  readonly writers?: readonly ((value: V) => I)[] | undefined;
  /** Inputs beside those that are written of values: forms that only others write, and what looks like an input. */
  readonly inputs?: fc.Arbitrary<I> | undefined;
  /** What is compared after a round trip, where not everything comes back. */
  readonly essence?: ((value: V) => unknown) | undefined;
  /** Whether `write` gives the very input that was read. */
  readonly isExact?: boolean | undefined;
  /**
   * Whether there is a lenient reading. One that is `silent` reports nothing; one that `repairs` may give another value than strict reading, and
   * says so.
   */
  readonly lenient?: boolean | 'silent' | 'repairs' | undefined;
  /** Whether strict reading also reports what it assumes about an input without a fault. */
  readonly remarks?: boolean | undefined;
  /** The reader that the inspector traces: it gives what `read` gives, and a tree that tiles the input. */
  readonly trace?: ((reader: ByteReader, options: Reading) => V) | undefined;
  /** Whatever else is made of a value that came from a stranger, read leniently where strict reading refuses it. */
  readonly consume?: ((value: V) => unknown) | undefined;
  readonly refusals?: Refusals | undefined;
  /** Which errors have no offset, such as those of what is missing; none when left out. */
  readonly unplaced?: ((error: FormatError) => boolean) | undefined;
}

/** Options of a reading; it is strict without `lenient`. */
export interface Reading {
  readonly lenient?: true;
  readonly onIssue?: (issue: unknown) => void;
}

/** A reader of octets, and its promises. */
export function octetCodec<V>(name: string, codec: Codec<Uint8Array, V>, parts: Parts<Uint8Array> = {}): Target {
  const run = (octets: Uint8Array) => {
    const ran = runCodec(octets, codec);
    if (codec.trace !== undefined) requireSameTraced(octets, codec, codec.trace);
    return ran;
  };
  return { ...octetsTarget(name, run, withWritten(codec, parts)), laws: lawsOf(codec) };
}

/** A reader of text, and its promises. */
export function textCodec<V>(name: string, codec: Codec<string, V>, parts: Parts<string> = {}): Target {
  return { ...textTarget(name, (text) => runCodec(text, codec), withWritten(codec, parts)), laws: lawsOf(codec) };
}

const waysOf = <I extends Input, V>({ write, writers = [] }: Codec<I, V>) =>
  write === undefined ? writers : [write, ...writers];

/** The parts with seeds that are written of values, beside those that they name. */
function withWritten<I extends Input, V>(codec: Codec<I, V>, parts: Parts<I>): Parts<I> {
  const { values } = codec;
  if (values === undefined) return parts;
  return { ...parts, seeds: () => [...(parts.seeds?.() ?? []), ...waysOf(codec).flatMap((write) => seedsFrom(values, write))] };
}

function lawsOf<I extends Input, V>(codec: Codec<I, V>): Laws {
  const { values, inputs, essence = same, remarks, lenient } = codec;
  const reports = (input: Input) => (lenient ? readAs(input as I, codec, { lenient: true })[1] : []);
  const write = (value: unknown) => waysOf(codec).map((one) => one(value as V));
  const requireReturn = (value: unknown) => {
    const again = write(value);
    for (const [way, written] of write(value).entries()) {
      expectEqual(again[way], written, 'the same value is written in two ways');
      const issues: unknown[] = [];
      const read = unrefused('what was written cannot be read', () =>
        codec.read(viewOf(written), { onIssue: (issue) => issues.push(issue) }),
      );
      expectEqual(essence(read), essence(value as V), 'what was written is read as another value');
      expectTrue(remarks === true || issues.length === 0, 'strict reading reports something of what was written');
    }
  };
  return { values, write, requireReturn, inputs, reports };
}

function runCodec<I extends Input, V>(input: I, codec: Codec<I, V>): Ran {
  const { lenient, consume } = codec;
  const [strict, noted] = readAs(input, codec, {});
  if (strict.refusal === undefined) requireRewriting(input, strict.value, codec);
  let read = strict;
  if (lenient) {
    const [loose, issues] = readAs(input, codec, { lenient: true });
    if (strict.refusal === undefined) {
      expectTrue(loose.refusal === undefined, 'lenient reading refuses what strict reading takes');
      if (lenient !== 'repairs' || issues.length === noted.length) {
        expectEqual(loose.value, strict.value, 'lenient reading gives another value than strict reading');
        expectEqual(issues.length, noted.length, 'lenient reading reports other faults in what strict reading takes');
      }
    } else if (strict.refusal instanceof FormatError) {
      expectTrue(
        loose.refusal !== undefined || issues.length > 0 || lenient === 'silent',
        'lenient reading passes a fault in silence',
      );
      // Readers of text report faults in another order, and some formats have codes of their own.
      const first = issues.find((issue) => !(issue instanceof Issue && issue.severity === 'warning')) ?? loose.refusal;
      if (typeof input !== 'string' && (first instanceof FormatError || isFormatIssue(first)))
        expectEqual(placeIn(first), placeIn(strict.refusal), 'lenient reading reports another fault first');
    }
    read = loose;
  }
  return read.refusal === undefined && consume !== undefined ? [strict, consume(read.value)] : strict;
}

/** Requires that a value that was read can be written, but for fields for which writing may refuse it, and read again, but for those that outgrow a limit. */
function requireRewriting<I extends Input, V>(
  input: I,
  value: V,
  { read, write, essence, isExact, unwritable, outgrows }: Codec<I, V>,
): void {
  if (write === undefined) return;
  if (unwritable !== undefined) {
    const { refusal } = outcomeOf(ANYWHERE, () => write(value));
    if (refusal instanceof EncodeError && unwritable.test(refusal.field)) return;
  }
  if (outgrows !== undefined) {
    const { refusal } = outcomeOf(ANYWHERE, () => read(write(value), {}));
    if (refusal instanceof LimitError && outgrows.test(refusal.field)) return;
  }
  expectRoundTrip(value, write, (written) => read(written, {}), essence);
  if (isExact) expectEqual(write(value), input, 'what was read and written is another input');
}

/** Reads an input, and checks that the reports of faults in it, too, point into it. */
function readAs<I extends Input, V>(
  input: I,
  { read, refusals, unplaced }: Pick<Codec<I, V>, 'read' | 'refusals' | 'unplaced'>,
  options: Reading,
): [Outcome<V>, issues: unknown[]] {
  const issues: unknown[] = [];
  const outcome = outcomeOf(input.length, () => read(input, { ...options, onIssue: (issue) => issues.push(issue) }), refusals);
  for (const fault of [...issues, outcome.refusal]) {
    if (fault instanceof FormatError && fault.offset === undefined && !unplaced?.(fault))
      throw new Broken(`an error has no offset: field ${fault.field}`, { cause: fault });
  }
  for (const issue of issues) {
    if (issue instanceof FormatError) checkRefusal(issue, input.length);
    const { index = 0 } = issue as { index?: number };
    expectTrue(index >= 0 && index <= input.length, 'an issue lies outside of the input');
  }
  return [outcome, issues];
}

/** Where and what a fault is. */
const placeIn = ({ code, field, offset }: FormatError | Issue) => ({ code, field, offset });

function isFormatIssue(issue: unknown): issue is Issue {
  return issue instanceof Issue && (FORMAT_ERROR_CODES as readonly string[]).includes(issue.code);
}

function requireSameTraced<V>(
  octets: Uint8Array,
  codec: Codec<Uint8Array, V>,
  read: (reader: ByteReader, options: Reading) => V,
): void {
  for (const options of codec.lenient ? [{}, { lenient: true } as const] : [{}]) {
    const trace = new Trace('payload');
    const [plain] = readAs(octets, codec, options);
    const traced = outcomeOf(octets.length, () => {
      const reader = new ByteReader(octets, trace);
      const value = read(reader, options);
      if (reader.remaining > 0) reader.take(reader.remaining, 'rest');
      return value;
    });
    const { refusal } = traced;
    const tree = refusal instanceof FormatError ? trace.fail(refusal, octets.length) : trace.finish(octets.length);
    requireTiling(tree, octets.length);
    expectEqual(traced.value, plain.value, 'reading with a trace gives another value');
    expectEqual(refusal?.message, plain.refusal?.message, 'reading with a trace ends otherwise');
  }
}

const same = (value: unknown) => value;

/** Writes a value and reads it again: neither may throw, and the values must be equal. */
export function expectRoundTrip<I, V>(
  value: V,
  write: (value: V) => I,
  read: (written: I) => V,
  essence: (value: V) => unknown = same,
): void {
  const written = unrefused('what was read cannot be written', () => write(value));
  const again = unrefused('what was read and written cannot be read again', () => read(written));
  expectEqual(essence(again), essence(value), 'what was read, written and read again is another value');
}

function unrefused<T>(promise: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new Broken(`${promise}: ${error.code} ${error.field.replace(/\d+/g, '#').slice(0, 60)}`, { cause: error });
  }
}

/** Octets before and after the input. */
const MARGIN = 5;

/** Octets as a view into a larger buffer, as pooled ones are; a text as it is. */
export function viewOf<I extends Input>(input: I): I {
  if (typeof input === 'string') return input;
  const pool = new Uint8Array(input.length + 2 * MARGIN).fill(0xa5);
  pool.set(input, MARGIN);
  return pool.subarray(MARGIN, MARGIN + input.length) as I;
}

/** Pieces of octets, each behind an octet that says how long it is; the last one may be short. For readers that take several payloads. */
export function framesOf(octets: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let at = 0; at < octets.length; ) {
    const end = at + 1 + (octets[at] as number);
    frames.push(octets.slice(at + 1, end));
    at = end;
  }
  return frames;
}

/** The reverse, for seeds: frames of at most 255 octets. */
export function framed(frames: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(frames.flatMap((frame) => [frame.length, ...frame]));
}
