import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utcDate, utcMs } from '../../src/bytes/calendar.js';

const DAY_MS = 86_400_000;

describe('utcMs', () => {
  it.each([
    [1970, 1, 1, 0],
    [1969, 12, 31, -DAY_MS],
    [2000, 2, 29, 951_782_400_000],
    [2000, 3, 1, 951_868_800_000],
    [1900, 3, 1, -2_203_891_200_000],
    [2100, 12, 31, 4_133_894_400_000],
    [0, 1, 1, -62_167_219_200_000],
    [0, 2, 29, -62_162_121_600_000],
    [1, 1, 1, -62_135_596_800_000],
    [99, 12, 31, -59_011_545_600_000],
    [9999, 12, 31, 253_402_214_400_000],
  ])('of %i-%i-%i is %i', (year, month, day, ms) => {
    expect(utcMs(year, month, day)).toBe(ms);
    expect(utcDate(year, month, day)).toEqual(new Date(ms));
  });

  it('adds the time of day', () => {
    expect(utcMs(1970, 1, 1, 23, 59, 59)).toBe(86_399_000);
    expect(utcMs(1970, 1, 1, 1)).toBe(3_600_000);
    expect(utcMs(1970, 1, 1, 0, 1)).toBe(60_000);
    expect(utcMs(1970, 1, 1, 0, 0, 1)).toBe(1_000);
    expect(utcDate(2026, 1, 2, 3, 4, 5)?.toISOString()).toBe('2026-01-02T03:04:05.000Z');
  });

  it.each([
    [2001, 2, 29],
    [2000, 2, 30],
    [1900, 2, 29],
    [2100, 2, 29],
    [2026, 4, 31],
    [2026, 6, 31],
    [2026, 9, 31],
    [2026, 11, 31],
    [2026, 1, 32],
    [2026, 12, 32],
    [2026, 1, 0],
    [2026, 0, 1],
    [2026, 13, 1],
    [2026, -1, 1],
    [-1, 1, 1],
    [10_000, 1, 1],
    [Number.NaN, 1, 1],
    [2026, Number.NaN, 1],
    [2026, 1, Number.NaN],
    [2026, 1, 1, 24],
    [2026, 1, 1, -1],
    [2026, 1, 1, 0, 60],
    [2026, 1, 1, 0, -1],
    [2026, 1, 1, 0, 0, 60],
    [2026, 1, 1, 0, 0, -1],
    [2026, 1, 1, Number.NaN],
    [2026, 1, 1, 0, Number.NaN],
    [2026, 1, 1, 0, 0, Number.NaN],
  ] as [number, number, number, number?, number?, number?][])('of %j-%j-%j %j:%j:%j is NaN: there is none', (...parts) => {
    expect(utcMs(...parts)).toBeNaN();
    expect(utcDate(...parts)).toBeUndefined();
  });

  it('knows every day of every year that Date knows', () => {
    const mismatches: string[] = [];
    for (let year = 0; year <= 9999; year += year % 100 === 96 || year > 2090 ? 1 : 7) {
      for (let month = 1; month <= 12; month++) {
        for (let day = 28; day <= 32; day++) {
          const date = new Date(0);
          date.setUTCFullYear(year, month - 1, day);
          const expected = date.getUTCMonth() === month - 1 ? date.getTime() : Number.NaN;
          if (!Object.is(utcMs(year, month, day), expected)) mismatches.push(`${year}-${month}-${day}`);
        }
      }
    }
    expect(mismatches).toEqual([]);
  });

  it('is the inverse of the fields of a Date', () => {
    const [first, last] = [utcMs(0, 1, 1), utcMs(9999, 12, 31, 23, 59, 59)];
    fc.assert(
      fc.property(fc.integer({ min: first / 1000, max: last / 1000 }), (seconds) => {
        const date = new Date(seconds * 1000);
        const fields = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()] as const;
        expect(utcMs(...fields, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds())).toBe(seconds * 1000);
      }),
    );
  });
});
