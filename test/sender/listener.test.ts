import { expect, it } from 'vitest';
import { callListener } from '../../src/sender/callers.js';

it('tells a listener; what it throws or rejects with ends nothing', async () => {
  const told: number[] = [];
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', onRejection);
  try {
    callListener(undefined, 1);
    callListener((value) => told.push(value), 2);
    callListener((value) => {
      told.push(value);
      throw new Error('at once');
    }, 3);
    callListener(async (value) => {
      told.push(value);
      throw new Error('later');
    }, 4);
    // Rejections without a handler are told after the promises that are due.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.off('unhandledRejection', onRejection);
  }
  expect(told).toEqual([2, 3, 4]);
  expect(rejections).toEqual([]);
});
