/** What waits for a pause in typing, and a press before it has passed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debounced, enterForm, RESULT_WORK, settled, TYPING_MS, Work } from '../../src/playground/ui/pauses.js';

const FAULT = new Error('a reader that cannot be loaded');
let form: Work;

beforeEach(() => {
  vi.useFakeTimers();
  form = new Work();
  enterForm(form);
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['in a form', (run: () => void) => form.afterTyping(run)],
  ['elsewhere', (run: () => void) => debounced(run, TYPING_MS)],
])('a pause %s is waited for after the last key', (_, paused) => {
  const run = vi.fn();
  const later = paused(run);
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

describe('a press', () => {
  it('holds at once where nothing is being made', async () => {
    const order: string[] = [];
    const acts = settled().then((isValid) => order.push(`acts, ${isValid}`));
    queueMicrotask(() => queueMicrotask(() => order.push('two steps later')));
    await acts;
    expect(order).toEqual(['acts, true']);
  });

  it('does not wait for the pause, and nothing runs a second time after it', async () => {
    const run = vi.fn();
    form.afterTyping(run)();
    await settled();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(TYPING_MS);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('waits for what that begins, and for the result that follows from it', async () => {
    const order: string[] = [];
    const show = RESULT_WORK.afterTyping(() => {
      order.push('shown');
    });
    const compose = form.afterTyping(async () => {
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

  it('waits for work that was begun before', async () => {
    let end = () => {};
    form.during(new Promise<void>((resolve) => (end = resolve)));
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
    ['work that fails', () => form.during(Promise.reject(FAULT)), FAULT],
    [
      'what fails as it runs',
      () =>
        form.afterTyping(() => {
          throw FAULT;
        })(),
      FAULT,
    ],
    ['work that comes to nothing, which it has told', () => form.during(Promise.resolve(false)), undefined],
  ])('is void after %s; the rest runs all the same, and an error is told once', async (_, begin, fault) => {
    const told: unknown[] = [];
    const tell = (error: unknown) => told.push(error);
    process.on('unhandledRejection', tell);
    const run = vi.fn();
    begin();
    form.afterTyping(run)();
    expect(await settled()).toBe(false);
    expect(run).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', tell);
    expect(told).toEqual(fault === undefined ? [] : [fault]);
    expect(await settled()).toBe(true);
  });
});

describe('another form', () => {
  it('makes a press void, and its own presses wait for none of the work of the one before', async () => {
    let fail = () => {};
    form.during(new Promise((resolve) => (fail = () => resolve(false))));
    form.afterTyping(() => expect.unreachable())();
    vi.clearAllTimers();
    const other = new Work();
    other.during(Promise.resolve());
    enterForm(other);
    const pressed = settled();
    fail();
    expect(await pressed).toBe(true);
  });

  it('ends the wait of a press in the one before', async () => {
    form.during(new Promise(() => {}));
    const pressed = settled();
    enterForm(undefined);
    expect(await pressed).toBe(false);
  });

  it('that is left again has what went on meanwhile to wait for', async () => {
    let end = () => {};
    form.during(new Promise<void>((resolve) => (end = resolve)));
    enterForm(undefined);
    enterForm(form);
    const pressed = settled();
    expect(await Promise.race([pressed, Promise.resolve('waits')])).toBe('waits');
    end();
    expect(await pressed).toBe(true);
  });
});
