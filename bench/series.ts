/**
 * One task at growing lengths, for a plot: what each contender makes of a second, where it can do the work.
 *
 * At every length all contenders agree first, as in harness.ts; a peer whose output differs at one length has no point there, and is
 * named. So is one whose single call takes longer than LONGEST_MS.
 * @module
 */
import { EFFORT } from './effort.js';
import { type Contender, type Entry, entriesOf, interleave, type Job, type Task } from './harness.js';

const LONGEST_MS = 20;

export interface SeriesPoint {
  readonly parts: number;
  readonly characters: number;
  readonly nsPerOp: number;
}

export interface SeriesLine {
  readonly name: string;
  readonly role: Contender<never>['role'];
  readonly points: readonly SeriesPoint[];
}

export interface SeriesResult {
  readonly name: string;
  readonly lines: readonly SeriesLine[];
  /** Lengths, in characters, at which a contender has no point, and why. */
  readonly omitted: readonly { readonly name: string; readonly characters: readonly number[]; readonly reason: string }[];
}

/** A length, and the task there. */
export interface SeriesStep<Input> {
  readonly parts: number;
  readonly characters: number;
  readonly task: Task<Input>;
}

export function seriesJob<Input>(name: string, steps: readonly SeriesStep<Input>[]): Job<SeriesResult> {
  return { name, run: () => series(name, steps) };
}

function series<Input>(name: string, steps: readonly SeriesStep<Input>[]): SeriesResult {
  const lines = new Map<string, { role: Contender<never>['role']; points: SeriesPoint[] }>();
  const omitted: { name: string; characters: number[]; reason: string }[] = [];
  const omit = (who: string, characters: number, reason: string): void => {
    const found = omitted.find((one) => one.name === who && one.reason === reason);
    if (found === undefined) omitted.push({ name: who, characters: [characters], reason });
    else found.characters.push(characters);
  };
  const pace = { rounds: EFFORT.seriesRounds, roundMs: EFFORT.seriesRoundMs, warmUpMs: EFFORT.seriesWarmUpMs };
  for (const { parts, characters, task } of steps) {
    const { entries, different } = entriesOf(task);
    for (const { name: who, reason } of different) omit(who, characters, reason);
    const timed = entries.filter((entry) => {
      const isSlow = entry.contender.role === 'peer' && leastMs(entry) > LONGEST_MS;
      if (isSlow) omit(entry.contender.name, characters, `a call takes more than ${LONGEST_MS} ms`);
      return !isSlow;
    });
    const timings = interleave(
      timed.map(({ sample }) => sample),
      pace,
    );
    timed.forEach(({ contender }, i) => {
      const line = lines.get(contender.name) ?? { role: contender.role, points: [] };
      line.points.push({ parts, characters, nsPerOp: timings[i]!.nsPerOp });
      lines.set(contender.name, line);
    });
  }
  return {
    name,
    lines: [...lines].map(([who, line]) => ({ name: who, ...line })),
    omitted,
  };
}

/** The quickest of three calls: the first has code to compile, and any may have to wait for a processor. */
function leastMs({ sample }: Entry): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3 && least > LONGEST_MS; i++) {
    const start = performance.now();
    sample(1);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
