/**
 * What is fuzzed: a target runs a decoder, and what its room promises about the result, on one input.
 *
 * A target may give a value or throw an error of the FormatError family that says where; everything else is a finding. What a room promises
 * beyond that (what was read can be written and read again, lenient reading agrees with strict reading) is checked in the target, which
 * throws `Broken` where it does not hold.
 */
import { isDeepStrictEqual } from 'node:util';
import { FormatError } from '../../src/errors.js';

/** Octets for what reads octets, text for what reads text. */
export type Input = Uint8Array | string;

/** Parts of the house that are fuzzed, and recorded, together. */
export const GROUPS = ['texts', 'tunes', 'documents', 'multimedia', 'inspect'] as const;
export type Group = (typeof GROUPS)[number];

/** Something that takes input from anybody. */
export interface Target {
  /** Room and function, and what sets it apart: `sms.decodeTpdu MO`. */
  readonly name: string;
  readonly kind: 'octets' | 'text';
  /** Exports that it runs on the input itself, as `room.name`. */
  readonly covers: readonly string[];
  /** Tokens of the format, inserted as they are. */
  readonly words: readonly string[];
  /** Inputs beside those of the fixtures; one at least is read. */
  seeds(): readonly Input[];
  /** Repairs the checksums of a mutant, and what else it would be refused for before its content is looked at. Every other mutant is repaired. */
  readonly repair?: ((mutant: never) => Input) | undefined;
  /** Runs it. */
  run(input: never): Ran | Promise<Ran>;
}

/** What a run gives: how the reading ended, the strict one where there are two, and after it what else was run. */
export type Ran = Outcome<unknown> | readonly [Outcome<unknown>, ...unknown[]];

/** Whether a run read its input, and did not refuse it. */
export function wasRead(ran: Ran): boolean {
  const { value } = 'length' in ran ? ran[0] : ran;
  return value !== undefined;
}

/** A promise of a room that does not hold for an input. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** A value, undefined where a reader knows nothing by its input, or the error that refused one. */
export type Outcome<T> =
  | { readonly value: T; readonly refusal?: undefined }
  | { readonly refusal: Error; readonly value?: undefined };

/** Classes of errors, beside FormatError, that some readers document. */
export type Refusals = readonly (new (...args: never[]) => Error)[];

const CODES: readonly string[] = ['truncated', 'trailing-bytes', 'bad-value', 'too-long', 'unencodable', 'limit-exceeded'];

/** Characters of an error's message at most: it may show a beginning of what was found, and no more. */
const LONGEST_MESSAGE = 1_000;

/** Checks that an error is one that a reader may throw, and points into an input of `length` octets or characters; else throws it, or Broken. */
export function checkRefusal(error: unknown, length: number, refusals: Refusals = []): Error {
  if (refusals.some((refusal) => error instanceof refusal)) return error as Error;
  if (!(error instanceof FormatError)) throw error;
  const { code, field, offset } = error;
  if (!CODES.includes(code)) throw new Broken(`an error has the code ${code}`, { cause: error });
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
  if (!isDeepStrictEqual(actual, expected)) throw new Broken(promise);
}

/** Throws Broken when a condition does not hold. */
export function expectTrue(holds: boolean, promise: string): void {
  if (!holds) throw new Broken(promise);
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

/** How a codec reads and writes. */
export interface Codec<I extends Input, V> {
  /** @param options `lenient` and `onIssue` are set when it is read leniently. */
  read(input: I, options: Lenient): V;
  /** Writes what was read: then reading that again gives an equal value. Left out where the room does not promise it. */
  readonly write?: ((value: V) => I) | undefined;
  /** What is compared after a round trip, where not everything comes back. */
  readonly essence?: ((value: V) => unknown) | undefined;
  /** Whether there is a lenient reading. It may differ in value from the strict one where this says 'other'. */
  readonly lenient?: boolean | 'other' | undefined;
  readonly refusals?: Refusals | undefined;
}

/** Options of a lenient reading; empty for a strict one. */
export interface Lenient {
  readonly lenient?: true;
  readonly onIssue?: (issue: unknown) => void;
}

/** A reader of octets, and its promises. */
export function octetCodec<V>(name: string, codec: Codec<Uint8Array, V>, parts?: Parts<Uint8Array>): Target {
  return octetsTarget(name, (octets) => runCodec(octets, codec), parts);
}

/** A reader of text, and its promises. */
export function textCodec<V>(name: string, codec: Codec<string, V>, parts?: Parts<string>): Target {
  return textTarget(name, (text) => runCodec(text, codec), parts);
}

function runCodec<I extends Input, V>(input: I, { read, write, essence = same, lenient, refusals }: Codec<I, V>): Ran {
  const strict = outcomeOf(input.length, () => read(input, {}), refusals);
  if (strict.refusal === undefined && write !== undefined) {
    expectRoundTrip(strict.value, write, (written) => read(written, {}), essence);
  }
  if (lenient) {
    const issues: unknown[] = [];
    const options: Lenient = { lenient: true, onIssue: (issue) => issues.push(issue) };
    const outcome = outcomeOf(input.length, () => read(input, options), refusals);
    for (const issue of issues) if (issue instanceof FormatError) checkRefusal(issue, input.length);
    if (strict.refusal === undefined && lenient === true) {
      expectTrue(outcome.refusal === undefined, 'lenient reading refuses what strict reading takes');
      expectEqual(outcome.value, strict.value, 'lenient reading gives another value than strict reading');
    }
  }
  return strict;
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
