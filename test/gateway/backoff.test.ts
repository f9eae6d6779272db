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

it('a share of it is left to chance', () => {
  const backoff = { firstMs: 1_000, maxMs: 10_000, jitter: 0.5 };
  expect([0, 0.5, 0.999].map((random) => backoffMs(backoff, 2, () => random))).toEqual([1_000, 1_500, 1_999]);
  expect(backoffMs({ firstMs: 1, maxMs: 1, jitter: 1 }, 1, () => 0)).toBe(1);
  const pauses = Array.from({ length: 100 }, () => backoffMs(backoff, 9));
  expect(new Set(pauses).size).toBeGreaterThan(50);
  expect([Math.min(...pauses) >= 5_000, Math.max(...pauses) <= 10_000]).toEqual([true, true]);
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
