/**
 * Time against length: one function on inputs that grow, timed in interleaved rounds, and the exponent of the line through them.
 * @module
 */
import { interleave, type Job, sampler } from './harness.js';
import { outcomeOf, type Verdict } from './verdict.js';

export interface GrowthPoint {
  readonly parts: number;
  readonly characters: number;
  readonly nsPerOp: number;
  readonly nsPerCharacter: number;
}

export interface GrowthResult {
  readonly name: string;
  readonly points: readonly GrowthPoint[];
  /** Slope of log time against log length, from two parts on: 1 is linear. */
  readonly exponent: number;
  readonly verdict: Verdict;
}

/** The slope that still counts as linear: timing noise on this kind of machine moves it by a few hundredths. */
const LINEAR = 1.1;

/** One length of a growth series. */
export interface Length<Input> {
  readonly parts: number;
  readonly characters: number;
  readonly input: Input;
  /** Another input of the same length: a function that remembers its last one, as that of short texts does, would be timed on what it remembers. */
  readonly other?: Input;
}

export function growthJob<Input>(
  name: string,
  lengths: readonly Length<Input>[],
  run: (input: Input) => unknown,
): Job<GrowthResult> {
  return { name: `time against length: ${name}`, run: () => growth(name, lengths, run) };
}

/** Times one function on inputs of growing length, interleaved, and fits the exponent. */
function growth<Input>(name: string, lengths: readonly Length<Input>[], run: (input: Input) => unknown): GrowthResult {
  const timings = interleave(lengths.map(({ input, other = input }) => sampler(run, [input, other])));
  const points = lengths.map(({ parts, characters }, i) => {
    const { nsPerOp } = timings[i]!;
    return { parts, characters, nsPerOp, nsPerCharacter: nsPerOp / characters };
  });
  const exponent = slope(points.filter(({ parts }) => parts > 1).map((p) => [p.characters, p.nsPerOp]));
  const line = { sense: 'at most', must: LINEAR } as const;
  const target = 'exponent of time against length';
  return {
    name,
    points,
    exponent,
    verdict: { task: name, target, ...line, unit: '', measured: exponent, outcome: outcomeOf(exponent, line) },
  };
}

/** Slope of the straight line through points whose both coordinates are taken as logarithms (least squares): 1 is linear growth. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}
