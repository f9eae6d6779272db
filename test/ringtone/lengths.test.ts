import { describe, expect, it } from 'vitest';
import {
  allLengths,
  bySounding,
  exactLength,
  firstOfSum,
  isSum,
  type Length,
  longestBelow,
  nearest,
  soundingShare,
  soundingUnits,
  sumNear,
} from '../../src/ringtone/lengths.js';

/** The 24 lengths: 384 units a whole note, with its halves, their dots (1.5 and 1.75 times) and two thirds. */
const UNITS = [384, 192, 96, 48, 24, 12].flatMap((plain) => [plain, plain * 1.5, plain * 1.75, (plain * 2) / 3]);
const RISING = [...UNITS].sort((a, b) => a - b);

/** Up to here sums are tabulated: two whole notes. */
const MOST = 768;

/** The fewest lengths that add up to each number of units, by trying them all. */
const FEWEST: (number | undefined)[] = [0];
for (let sum = 1; sum <= MOST; sum++) {
  const counts = UNITS.flatMap((units) => FEWEST[sum - units] ?? []);
  FEWEST[sum] = counts.length === 0 ? undefined : Math.min(...counts) + 1;
}

const unitsOf = (length: Length | undefined) => length?.units;

it('all lengths, rising', () => {
  expect(allLengths().map(({ units }) => units)).toEqual(RISING);
  for (const { units, duration, dots, twoThirds } of allLengths()) {
    expect(((384 / duration) * [1, 1.5, 1.75][dots]! * (twoThirds ? 2 : 3)) / 3).toBe(units);
  }
});

describe('looking up', () => {
  it('the length of exactly so many units', () => {
    for (let units = 0; units <= 700; units++) {
      expect(unitsOf(exactLength(units))).toBe(UNITS.includes(units) ? units : undefined);
    }
  });

  it('the nearest within a sixteenth, but at least within a unit', () => {
    for (let units = 1; units <= 800; units++) {
      const reach = Math.max(1, units / 16);
      const least = Math.min(...UNITS.map((length) => Math.abs(length - units)));
      const found = nearest(units);
      if (least > reach) expect(found).toBeUndefined();
      else expect(Math.abs((found as Length).units - units)).toBe(least);
    }
  });

  it.each([
    [17, 16],
    [34, 32],
    [68, 64],
    [136, 128],
    [272, 256],
  ])('of two equally near the one without a dot: %i is %i', (units, found) => {
    expect(nearest(units)).toMatchObject({ units: found, dots: 0, twoThirds: true });
  });

  it('the longest that is no longer', () => {
    for (let units = 0; units <= 800; units++) {
      const shorter = RISING.filter((length) => length <= units);
      expect(longestBelow(units).units).toBe(shorter.at(-1) ?? RISING[0]);
    }
  });
});

describe('sums', () => {
  it('are those of any lengths, up to two whole notes', () => {
    for (let units = 1; units <= MOST; units++) expect(isSum(units)).toBe(FEWEST[units] !== undefined);
  });

  it('begin with the longest of the fewest lengths', () => {
    for (let units = 1; units <= MOST; units++) {
      const fewest = FEWEST[units];
      if (fewest === undefined) continue;
      const firsts = RISING.filter((length) => length <= units && FEWEST[units - length] === fewest - 1);
      expect(unitsOf(firstOfSum(units))).toBe(firsts.at(-1));
    }
  });

  it('begin with a whole note past two of them', () => {
    for (const units of [769, 1000, 100_000]) expect(unitsOf(firstOfSum(units))).toBe(384);
    expect(firstOfSum(0)).toBeUndefined();
    expect(firstOfSum(7)).toBeUndefined();
    expect(unitsOf(firstOfSum(8))).toBe(8);
  });

  it('near a silence: the same, a unit less or a unit more, in this order', () => {
    const isAny = (units: number) => units > 0 && (FEWEST[units] ?? 0) > 0;
    for (let units = 1; units < MOST; units++) {
      expect(sumNear(units)).toBe([units, units - 1, units + 1].find(isAny) ?? 0);
    }
    expect(sumNear(384 * 10 + 9)).toBe(384 * 10 + 9);
    expect(sumNear(0)).toBe(0);
  });
});

describe('what sounds', () => {
  it('natural leaves out a twentieth, staccato half, continuous nothing', () => {
    expect([soundingUnits(96, 'N'), soundingUnits(96, 'C'), soundingUnits(96, 'S')]).toEqual([91, 96, 48]);
    expect([soundingUnits(21, 'N'), soundingUnits(21, 'C'), soundingUnits(21, 'S')]).toEqual([19, 21, 10]);
    expect([soundingShare('N'), soundingShare('C'), soundingShare('S')]).toEqual([0.95, 1, 0.5]);
  });

  it.each(['N', 'C', 'S'] as const)('tells every length in style %s, as far as the next note allows', (style) => {
    for (const units of UNITS) {
      const sounding = soundingUnits(units, style);
      expect(unitsOf(bySounding(sounding, style, units))).toBe(units);
      expect(unitsOf(bySounding(sounding, style, units - 6))).toBe(units);
      expect(bySounding(sounding, style, units - 7)).toBeUndefined();
    }
  });

  it('a unit more or less is the same length', () => {
    expect(unitsOf(bySounding(92, 'N', 96))).toBe(96);
    expect(unitsOf(bySounding(90, 'N', 96))).toBe(96);
    expect(bySounding(93, 'N', 96)).toBeUndefined();
    expect(unitsOf(bySounding(49, 'S', 96))).toBe(96);
    expect(bySounding(700, 'C', 900)).toBeUndefined();
  });
});
