/**
 * The cases of a pack through an adapter: questions made of cases, and results of cases made of the outcomes.
 * @module
 */
import { readFileSync } from 'node:fs';
import type { Case } from '../pack/shape.js';
import { type Judgement, judge, type Rules } from './judge.js';
import type { Hello, Question } from './protocol.js';
import { askAll, type Limits, type Outcome } from './session.js';

/** Which cases to run; all that the adapter knows, where nothing is chosen. */
export interface Choice {
  readonly formats: readonly string[];
  readonly levels: readonly string[];
  readonly flags: readonly string[];
  readonly cases: readonly string[];
}

/** A case of the pack. */
export type PackCase = Case;

/** A case and its result. */
export interface Result extends Judgement {
  readonly id: string;
  readonly format: string;
}

/** A whole run. */
export interface Run {
  readonly adapter: Hello;
  readonly restarts: number;
  readonly results: readonly Result[];
}

/** The cases of a pack's folder. */
export function readCases(pack: URL): PackCase[] {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, pack), 'utf8'));
  const { files } = read('index.json') as { files: readonly { readonly file: string }[] };
  return files.flatMap(({ file }) => (read(file) as { cases: PackCase[] }).cases);
}

/** The cases that are chosen. */
export function chooseCases(cases: readonly PackCase[], { formats, levels, flags, cases: ids }: Choice): PackCase[] {
  const takes = (list: readonly string[], value: string) => list.length === 0 || list.includes(value);
  return cases.filter(
    (each) =>
      takes(formats, each.format) &&
      takes(levels, each.level) &&
      takes(ids, each.id) &&
      (flags.length === 0 || flags.some((flag) => each.flags?.includes(flag))),
  );
}

/** The second question of a case that goes both ways. */
const encodeId = (id: string) => `${id}#encode`;

/** What to ask about a case: once, or decode and encode. */
export function questionsOf(each: PackCase): Question[] {
  const { id, format, direction, options = {}, input, expected } = each;
  const common = { format, level: each.level, options };
  const first: Question = {
    id,
    ...common,
    direction: direction === 'encode' ? 'encode' : 'decode',
    input: input,
  };
  if (direction !== 'both' || 'refused' in expected) return [first];
  return [first, { id: encodeId(id), ...common, direction: 'encode', input: expected }];
}

/** The worst comes first: a case passes when both ways do. */
const WORST: readonly Judgement['result'][] = ['crashed', 'failed', 'refused', 'skipped', 'passed'];

/** What a case came to. */
function resultOf(each: PackCase, outcomes: ReadonlyMap<string, Outcome>, rules: Rules): Result {
  const { id, format, expected, input, direction, tolerance } = each;
  const judgeOne = (key: string, wanted: typeof expected): Judgement => {
    const outcome = outcomes.get(key) ?? { crashed: 'was not asked' };
    if ('crashed' in outcome) return { result: 'crashed', reasons: [outcome.crashed] };
    if ('wrong' in outcome) return { result: 'failed', reasons: [outcome.wrong] };
    return judge(wanted, outcome, tolerance, rules);
  };
  const first = judgeOne(id, expected);
  if (direction !== 'both' || 'refused' in expected) return { id, format, ...first };
  const second = judgeOne(encodeId(id), input);
  const result = WORST.find((one) => one === first.result || one === second.result)!;
  return { id, format, result, reasons: [...first.reasons, ...second.reasons.map((reason) => `encode: ${reason}`)] };
}

/** Runs the cases of the formats that the adapter knows. @throws StartError when it does not start. */
export async function runPack(
  command: readonly string[],
  cases: readonly PackCase[],
  { limits, rules }: { readonly limits: Limits; readonly rules: Rules },
): Promise<Run> {
  let asked: readonly PackCase[] = [];
  const { hello, outcomes, restarts } = await askAll(command, limits, ({ formats }) => {
    asked = cases.filter(({ format }) => formats.includes(format));
    return asked.flatMap((each) => questionsOf(each));
  });
  return { adapter: hello, restarts, results: asked.map((each) => resultOf(each, outcomes, rules)) };
}
