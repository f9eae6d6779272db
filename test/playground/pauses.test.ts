/** What waits for a pause in typing, and who acts before it has passed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterTyping, during, settled, TYPING_MS } from '../../src/playground/ui/pauses.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a pause in typing', () => {
  it('is waited for after the last key', () => {
    const run = vi.fn();
    const later = afterTyping(run);
    later();
    vi.advanceTimersByTime(TYPING_MS - 1);
    later();
    vi.advanceTimersByTime(TYPING_MS - 1);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10 * TYPING_MS);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('what acts on the result', () => {
  it('does so at once where nothing is being made', async () => {
    await settled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait for the pause, and nothing runs a second time after it', async () => {
    const run = vi.fn();
    afterTyping(run)();
    await settled();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(TYPING_MS);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('waits for what that begins, and for what follows from it', async () => {
    const order: string[] = [];
    const show = afterTyping(() => {
      order.push('shown');
    });
    const compose = afterTyping(async () => {
      order.push('begun');
      await Promise.resolve();
      order.push('composed');
      show();
    });
    compose();
    await settled();
    expect(order).toEqual(['begun', 'composed', 'shown']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for work that was begun elsewhere', async () => {
    let end = () => {};
    during(new Promise<void>((resolve) => (end = resolve)));
    let isSettled = false;
    const waits = settled().then(() => {
      isSettled = true;
    });
    await vi.advanceTimersByTimeAsync(10 * TYPING_MS);
    expect(isSettled).toBe(false);
    end();
    await waits;
    expect(isSettled).toBe(true);
  });

  it('acts also when that work fails, which is told to those who watch for it', async () => {
    const told = new Promise((resolve) => process.once('unhandledRejection', resolve));
    const fault = new Error('a reader that cannot be loaded');
    during(Promise.reject(fault));
    await settled();
    vi.useRealTimers();
    expect(await told).toBe(fault);
  });
});
