import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { whenAborted } from '../../src/sender/callers.js';

it('one listener on a signal, however many wait for it', () => {
  const { signal } = new AbortController();
  const ends = Array.from({ length: 100 }, () => whenAborted(signal, () => {}));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  for (const end of ends.slice(1)) end();
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  ends[0]?.();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  // One that ends twice takes nothing from others.
  const other = whenAborted(signal, () => {});
  ends[0]?.();
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  other();
});

it('tells each of them once, in order, but for those that ended', () => {
  const controller = new AbortController();
  const { signal } = controller;
  const told: string[] = [];
  const same = vi.fn();
  whenAborted(signal, same);
  whenAborted(signal, same);
  whenAborted(signal, () => {
    told.push('first');
    endSecond();
  });
  const endSecond = whenAborted(signal, () => told.push('second'));
  whenAborted(signal, () => told.push('third'));
  controller.abort();
  expect(told).toEqual(['first', 'third']);
  expect(same).toHaveBeenCalledTimes(2);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('a signal that was aborted before, and none', () => {
  const listener = vi.fn();
  whenAborted(AbortSignal.abort(), listener)();
  whenAborted(undefined, listener)();
  expect(listener).not.toHaveBeenCalled();
});
