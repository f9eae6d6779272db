/**
 * Lengths by the number that a whole note is divided by, in forms that take any: 6 is two thirds of a quarter.
 * @module
 */
import { EncodeError } from '../errors.js';
import { type Duration, isDuration, type Note } from './tune.js';

/** A length, apart from its dots. */
export interface DividedLength {
  readonly duration: Duration;
  readonly twoThirds: boolean;
}

/** The number that the whole note is divided by. @throws EncodeError `unencodable` for double dots, and for two thirds of a whole note. */
export function divisorOf({ duration, dots, twoThirds }: Note, index: number): number {
  if (dots === 2) throw new EncodeError('unencodable', `notes[${index}].dots`, undefined, 'the form has no double dot');
  if (twoThirds !== true) return duration;
  if (duration > 1) return (duration / 2) * 3;
  throw new EncodeError('unencodable', `notes[${index}].twoThirds`, undefined, 'two thirds of a whole note divide none');
}

/** The length that a divisor is; undefined where a tune has none. */
export function dividedLength(divisor: number): DividedLength | undefined {
  if (isDuration(divisor)) return { duration: divisor, twoThirds: false };
  const twice = (divisor / 3) * 2;
  return isDuration(twice) && twice > 1 ? { duration: twice, twoThirds: true } : undefined;
}

/** The nearest length, of two equally near the longer. */
export function nearDivision(divisor: number): DividedLength {
  const share = 1 / Math.max(divisor, 1);
  let best: DividedLength = { duration: 1, twoThirds: false };
  for (const duration of [1, 2, 4, 8, 16, 32] as const) {
    if (Math.abs(1 / duration - share) < Math.abs(1 / best.duration - share)) best = { duration, twoThirds: false };
  }
  return best;
}
