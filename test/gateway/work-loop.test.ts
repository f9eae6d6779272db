import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkLoop, type WorkLoopOptions } from '../../src/gateway/work.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function loopOf(options: Partial<WorkLoopOptions>) {
  const faults: unknown[] = [];
  const loop = new WorkLoop({
    work: async () => false,
    nextAt: async () => undefined,
    clock: () => Date.now(),
    idleMs: 1_000,
    onFault: (error) => faults.push(error),
    ...options,
  });
  return { loop, faults };
}

describe('a loop of work', () => {
  it('goes on as long as there is more, and looks again when idle', async () => {
    const left = [true, true, false, false, false];
    let portions = 0;
    const { loop } = loopOf({
      work: async () => {
        portions++;
        return left.shift() ?? false;
      },
    });
    loop.wake();
    await vi.advanceTimersByTimeAsync(10);
    expect(portions).toBe(3);
    await vi.advanceTimersByTimeAsync(980);
    expect(portions).toBe(3);
    await vi.advanceTimersByTimeAsync(20);
    expect(portions).toBe(4);
    await loop.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(portions).toBe(4);
  });

  it('lets sockets and timers go on, however much there is to do', async () => {
    vi.useRealTimers();
    let portions = 0;
    let atTimer = 0;
    await new Promise<void>((resolve) => {
      const { loop } = loopOf({
        work: async () => {
          portions++;
          // Begun within the first portion, and due at once.
          if (portions === 1) setTimeout(() => (atTimer = portions), 0);
          if (portions === 100_000) resolve();
          return portions < 100_000 && atTimer === 0;
        },
        nextAt: async () => void resolve(),
      });
      loop.wake();
    });
    expect(atTimer).toBeGreaterThan(0);
    expect(portions).toBeLessThan(100_000);
  });

  it('begins when the next portion is due', async () => {
    const times: number[] = [];
    const start = Date.now();
    const { loop } = loopOf({
      work: async () => {
        times.push(Date.now() - start);
        return false;
      },
      nextAt: async () => start + 300 * times.length,
    });
    loop.wake();
    await vi.advanceTimersByTimeAsync(250);
    // What may wait longer does not put it off.
    loop.wake(100);
    await vi.advanceTimersByTimeAsync(400);
    expect(times).toEqual([0, 300, 600]);
    await loop.close();
  });

  it('woken during a portion, however often, it does another, and never two at once', async () => {
    let running = 0;
    let most = 0;
    let portions = 0;
    const { loop } = loopOf({
      work: async () => {
        most = Math.max(most, ++running);
        portions++;
        await new Promise((resolve) => setTimeout(resolve, 50));
        running--;
        return false;
      },
    });
    loop.wake();
    await vi.advanceTimersByTimeAsync(20);
    loop.wake();
    loop.wake();
    await vi.advanceTimersByTimeAsync(100);
    expect([portions, most]).toEqual([2, 1]);
    await loop.close();
  });

  it('gathers work for as long as it may, from the first call on', async () => {
    const times: number[] = [];
    const start = Date.now();
    const { loop } = loopOf({
      work: async () => {
        times.push(Date.now() - start);
        // There is something new at once: it is for the next portion.
        if (times.length === 1) loop.wake(20);
        return false;
      },
    });
    loop.wake(100);
    loop.wake(20);
    await vi.advanceTimersByTimeAsync(15);
    loop.wake(20);
    await vi.advanceTimersByTimeAsync(200);
    expect(times).toEqual([20, 40]);
    await loop.close();
  });

  it('tells faults and tries again after growing pauses, woken or not', async () => {
    const times: number[] = [];
    const start = Date.now();
    const { loop, faults } = loopOf({
      work: async () => {
        times.push(Date.now() - start);
        throw new Error('disk');
      },
    });
    loop.wake();
    for (let ms = 0; ms < 750; ms += 50) {
      await vi.advanceTimersByTimeAsync(50);
      loop.wake();
    }
    expect(times).toEqual([0, 100, 300, 700]);
    expect(faults).toHaveLength(4);
    await loop.close();
  });

  it('close waits for the portion in hand', async () => {
    let isDone = false;
    const { loop } = loopOf({
      work: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        isDone = true;
        return true;
      },
    });
    loop.wake();
    await vi.advanceTimersByTimeAsync(20);
    const closed = loop.close();
    await vi.advanceTimersByTimeAsync(50);
    await closed;
    expect(isDone).toBe(true);
  });
});
