/** Limits of time that are held without waiting for them. */
import { expect, vi } from 'vitest';

/**
 * Holds that an action which waits by `setTimeout` is over after exactly so many milliseconds, and lets them pass at once. Nothing else is faked:
 * sockets and clocks go on.
 */
export async function expectToLast(ms: number, action: () => Promise<unknown>): Promise<void> {
  let isOver = false;
  let over: Promise<unknown>;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    over = action().finally(() => {
      isOver = true;
    });
    // It may have something to do before it waits.
    for (let turns = 0; turns < 1_000 && vi.getTimerCount() === 0; turns++) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
  } finally {
    vi.useRealTimers();
  }
  await over;
}
