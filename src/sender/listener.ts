/**
 * Calling what a caller listens with.
 * @module
 */

/**
 * Tells a listener. What it throws is dropped, and what its promise rejects with, which would end a Node process: a listener changes nothing about
 * what was sent, and must not hide an answer.
 */
export function callListener<T>(listener: ((value: T) => unknown) | undefined, value: T): void {
  try {
    const outcome = listener?.(value);
    if (outcome instanceof Promise) outcome.catch(() => {});
  } catch {
    // The listener's own matter.
  }
}
