import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMs } from '../../src/gateway/work.js';

it('a pause doubles with each failure, up to the longest', () => {
  const pauses = [1, 2, 3, 4, 5, 6].map((failures) => backoffMs({ firstMs: 1_000, maxMs: 10_000 }, failures));
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

it('the longest counts from the first on', () => {
  expect(backoffMs({ firstMs: 60_000, maxMs: 1_000 }, 1)).toBe(1_000);
});

it('it never shrinks, and stays a number after any number of failures', () => {
  const ms = fc.integer({ min: 1, max: 86_400_000 });
  fc.assert(
    fc.property(ms, ms, fc.integer({ min: 1, max: 1_000_000 }), (firstMs, maxMs, failures) => {
      const pause = backoffMs({ firstMs, maxMs }, failures);
      expect(pause).toBeGreaterThan(0);
      expect(pause).toBeLessThanOrEqual(maxMs);
      expect(backoffMs({ firstMs, maxMs }, failures + 1)).toBeGreaterThanOrEqual(pause);
    }),
  );
});
