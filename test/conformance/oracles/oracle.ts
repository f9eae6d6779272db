/**
 * A program that is asked about cases, and what becomes of its answer.
 * @module
 */
import { run } from '../../interop/drivers/run.js';
import { differences } from '../compare.js';
import type { BareCase, Json, JsonObject, Verdict } from '../pack/shape.js';

/**
 * What a program made of a case: members in the pack's terms (as many as it has a word for; `$hex` or `$text` is what it writes for the value), that it
 * refuses, or that it cannot be asked.
 */
export type Shown = { readonly shows: JsonObject } | { readonly refused: true } | { readonly cannot: string };

/** Answers to cases of one format, in order. */
export type Ask = (cases: readonly BareCase[]) => Promise<readonly Shown[]>;

/** A program. */
export interface Oracle {
  readonly id: string;
  /** Its name for people. */
  readonly program: string;
  /** The Debian package that brings it. */
  readonly package: string;
  /** The version that is installed; undefined when it is not there. */
  version(): Promise<string | undefined>;
  /** Formats that it knows, asked together where that saves a start of the program. */
  readonly asks: readonly { readonly formats: readonly string[]; readonly ask: Ask }[];
}

/** The version of a package's program; undefined when the program does not start. */
export async function versionBy(program: string, args: readonly string[], pattern: RegExp): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await run(program, args);
    return pattern.exec(stdout + stderr)?.[1];
  } catch {
    return undefined;
  }
}

/** A fault that explains members in which an oracle differs. */
export interface Fault {
  readonly id: string;
  readonly oracle: string;
  readonly fault: string;
  /** Members of `shows` that it explains. `refused` is either of two: `accepts`, what has to be refused, and `refuses`, what is valid. */
  readonly members: readonly string[];
  /** Whether the case meets the fault. */
  applies(bare: BareCase, shows: JsonObject): boolean;
}

/**
 * Notes in three members, so that a fault in one does not hide another: `$notes` as text such as `8c#5.`, `$styles` and `$tempos` as they
 * change along the tune.
 */
export function withPlainNotes({ notes, ...rest }: JsonObject): JsonObject {
  if (!Array.isArray(notes)) return notes === undefined ? rest : { notes, ...rest };
  const list = notes as readonly JsonObject[];
  const changes = (name: string) =>
    list.map((note) => note[name]).filter((value, index, all) => index === 0 || value !== all[index - 1]);
  const text = ({ note, octave, duration, dots }: JsonObject) =>
    `${duration}${note}${octave ?? ''}${'.'.repeat(dots as number)}`;
  const tempos = list.some(({ bpm }) => bpm === undefined) ? {} : { $tempos: changes('bpm').join(' ') };
  return { ...rest, $notes: list.map(text).join(' '), $styles: changes('style').join(' '), ...tempos };
}

/** What the case says, as one object: the members of its value, and its octets or its text. */
export function factsOf({ input, expected }: BareCase): JsonObject {
  const forms = [input, expected];
  const value = forms.flatMap((form) => ('value' in form ? [form.value] : []));
  const hex = forms.flatMap((form) => ('hex' in form ? [{ $hex: form.hex }] : []));
  const text = forms.flatMap((form) => ('text' in form ? [{ $text: form.text }] : []));
  return withPlainNotes(Object.assign({}, ...value, ...hex, ...text) as JsonObject);
}

/** The members of an answer that a fault explains. */
export const explainedBy = ({ members }: Pick<Fault, 'members'>, shows: JsonObject): string[] =>
  Object.keys(shows).filter(
    (name) =>
      members.includes(name) || (name === 'refused' && members.includes(shows.refused === true ? 'refuses' : 'accepts')),
  );

/** The verdict, with the faults that explain it. @returns the members that nothing explains beside it. */
export function verdictOf(
  bare: BareCase,
  answer: Shown,
  faults: readonly Fault[],
): { readonly verdict: Verdict; readonly unexplained: readonly string[] } {
  // A program without a lenient mode is a strict reader.
  const strict = bare.level === 'lenient' && 'refused' in answer;
  const shown = strict ? { cannot: 'refuses the fault that a lenient reader passes over' } : answer;
  if ('cannot' in shown) return { verdict: { verdict: 'cannot', why: shown.cannot }, unexplained: [] };
  const shows = differing(bare, shown);
  if (shows === undefined)
    return { verdict: { verdict: 'cannot', why: 'it shows no member that the case has' }, unexplained: [] };
  const names = Object.keys(shows);
  if (names.length === 0) return { verdict: { verdict: 'agrees' }, unexplained: [] };
  const meets = faults.filter((fault) => explainedBy(fault, shows).length > 0 && fault.applies(bare, shows));
  const explained = meets.flatMap((fault) => explainedBy(fault, shows));
  const unexplained = names.filter((name) => !explained.includes(name));
  return { verdict: { verdict: 'differs', faults: meets.map(({ id }) => id).sort(), shows }, unexplained };
}

/** The members in which the answer is another than the case's; only those that the program has are compared. Undefined: it has none of them. */
function differing(bare: BareCase, shown: Exclude<Shown, { cannot: string }>): JsonObject | undefined {
  if ('refused' in bare.expected) return 'refused' in shown ? {} : { refused: false };
  if ('refused' in shown) return { refused: true };
  const facts = factsOf(bare);
  const members = Object.entries(withPlainNotes(shown.shows)).filter(([name]) => facts[name] !== undefined);
  if (members.length === 0) return undefined;
  // Turned round: what the program does not tell is no difference, and neither is what the case does not ask.
  return Object.fromEntries(
    members.filter(([name, value]) => differences(value as Json, facts[name], bare.tolerance).length > 0),
  );
}
