/**
 * Measures families, in a process of its own: the processor's time of a whole process is the only one that other work on the machine does not
 * stretch. Writes what it finds as JSON.
 */
import { cpuMs, measurePages } from './clock.js';
import type { Family } from './family.js';

/** What was measured of a family. */
export interface Growth {
  readonly name: string;
  /** Lengths and milliseconds; one alone when the longest input took next to nothing. */
  readonly points: readonly (readonly [length: number, ms: number])[];
  /** Slope of the logarithms of time over length; 1 is linear. Undefined for what takes next to nothing. */
  readonly exponent: number | undefined;
}

/** Times that are not worth a second look, in milliseconds. */
const NOTHING_MS = 3;
/** Times below this are noise, and no point of the line. */
const LEAST_MS = 0.25;
/** What is linear, with room for noise. */
export const LINEAR = 1.3;
/** What is so plainly linear that one round shows it. */
const PLAINLY_LINEAR = 1.15;
/** Doublings from the shortest to the longest input. */
const DOUBLINGS = 4;
/** Milliseconds of a quarter of the longest input, beyond which the quarter is long enough to show how time grows. */
const PLENTY_MS = 80;
/** Milliseconds for one round of a family, beyond which there is no further round of the first look. */
const PATIENCE_MS = 150;

/** Measures a family. */
async function growthOf(family: Family): Promise<Growth> {
  const { name, make } = family;
  const took = (input: unknown) => cpuMs(() => family.run(input as never));
  const most = (await took(make(Math.floor(family.most / 4)))).ms > PLENTY_MS ? family.most / 4 : family.most;
  const inputs = Array.from({ length: DOUBLINGS + 1 }, (_, i) => make(Math.floor(most / 2 ** (DOUBLINGS - i))));
  const longest = inputs.at(-1) as { length: number };
  for (const input of inputs.slice(0, 3)) await took(input);
  const first = await took(longest);
  const second = first.wholeMs < NOTHING_MS ? first : await took(longest);
  const leastMs = Math.min(first.ms, second.ms);
  // Pages count here, so that nothing passes for it whose pages are taken for longer than they took.
  if (Math.min(first.wholeMs, second.wholeMs) < NOTHING_MS) {
    return { name, points: [[longest.length, leastMs]], exponent: undefined };
  }
  const best = inputs.map(() => Number.POSITIVE_INFINITY);
  best[DOUBLINGS] = leastMs;
  const round = async () => {
    const from = process.cpuUsage();
    for (const [i, input] of inputs.entries()) best[i] = Math.min(best[i] as number, (await took(input)).ms);
    return process.cpuUsage(from).user / 1000;
  };
  const points = () =>
    inputs
      .map((input, i) => [(input as { length: number }).length, best[i] as number] as const)
      .filter(([, ms]) => ms >= LEAST_MS);
  for (let rounds = 0; rounds < 2 && (await round()) < PATIENCE_MS && slope(points()) > PLAINLY_LINEAR; rounds++);
  // Too much was taken off for pages where too little is left for a line.
  for (let again = 0; again < 4 && points().length < 2; again++) {
    measurePages();
    best.fill(Number.POSITIVE_INFINITY);
    await round();
  }
  // A collection of garbage falls into one of the longest runs sooner than into a short one: they are run again before they count.
  for (let again = 0; again < 4 && slope(points()) > LINEAR; again++) await round();
  return { name, points: points(), exponent: slope(points()) };
}

/** Slope of the line through the points' logarithms (least squares). */
function slope(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const across = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return across === 0 ? 0 : logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / across;
}

/**
 * Measures families and prints a line of JSON for each. Called by the program that complexity.test.ts bundles.
 * @param tries how often a family is measured that looks steep
 * @public
 */
export async function main(families: readonly Family[], tries = 6): Promise<void> {
  measurePages();
  const growths: Growth[] = [];
  for (const family of families) growths.push(await growthOf(family));
  for (const [i, family] of families.entries()) {
    // What another program took of the caches and the memory looks like growth, but not every time.
    for (let again = 1; again < tries && ((growths[i] as Growth).exponent ?? 0) > LINEAR; again++) {
      measurePages();
      growths[i] = await growthOf(family);
    }
  }
  for (const growth of growths) process.stdout.write(`${JSON.stringify(growth)}\n`);
}
