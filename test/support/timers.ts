/** Limits of time that are held without waiting for them. */
import { expect, vi } from 'vitest';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Holds that an action which waits by `setTimeout` is over after exactly so many milliseconds, and lets them pass at once. Nothing else is faked:
 * sockets and clocks go on.
 * @param isWaiting resolves once the action has done what it does before the time passes
 */
export async function expectToLast(
  ms: number,
  action: () => Promise<unknown>,
  isWaiting?: () => Promise<unknown>,
): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let isOver = false;
    const over = action().finally(() => {
      isOver = true;
    });
    while (vi.getTimerCount() === 0 && !isOver) await turn();
    await isWaiting?.();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await over;
  } finally {
    vi.useRealTimers();
  }
}
