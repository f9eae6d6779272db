/** What waits for a pause in typing, and who acts before it has passed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterTyping, during, leaveForm, settled, TYPING_MS } from '../../src/playground/ui/pauses.js';

const FAULT = new Error('a reader that cannot be loaded');

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
    const order: string[] = [];
    const acts = settled().then((isValid) => order.push(`acts, ${isValid}`));
    queueMicrotask(() => queueMicrotask(() => order.push('two steps later')));
    await acts;
    expect(order).toEqual(['acts, true']);
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

  it.each([
    ['work that fails', () => during(Promise.reject(FAULT)), FAULT],
    [
      'what fails as it runs',
      () =>
        afterTyping(() => {
          throw FAULT;
        })(),
      FAULT,
    ],
    ['work that comes to nothing, which it has told', () => during(Promise.resolve(false)), undefined],
  ])('is void after %s; others run all the same, and an error is told once', async (_, begin, fault) => {
    const told: unknown[] = [];
    const tell = (error: unknown) => told.push(error);
    process.on('unhandledRejection', tell);
    const run = vi.fn();
    begin();
    afterTyping(run)();
    expect(await settled()).toBe(false);
    expect(run).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', tell);
    expect(told).toEqual(fault === undefined ? [] : [fault]);
    expect(await settled()).toBe(true);
  });

  it('is void once the form is left, whose work is waited for no longer', async () => {
    during(new Promise(() => {}));
    const pressed = settled();
    leaveForm();
    expect(await pressed).toBe(false);
    expect(await settled()).toBe(true);
  });

  it('holds where work of a form that was left fails later', async () => {
    let fail = () => {};
    during(new Promise((resolve) => (fail = () => resolve(false))));
    leaveForm();
    during(Promise.resolve());
    const pressed = settled();
    fail();
    expect(await pressed).toBe(true);
  });
});
