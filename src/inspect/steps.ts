/**
 * Trees that grow step by step, so that a page can draw in between.
 * @module
 */
import type { Field } from '../bytes/index.js';

/** Gives the children so far after each of them, and what they come to. */
export type Steps<T> = Generator<readonly Field[], T>;

/** Takes all steps at once. */
export function finishSteps<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}
