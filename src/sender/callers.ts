/**
 * What callers hand over: listeners, signals.
 *
 * A program may well have one signal for all that it does, a thousand sends at a time. Node takes more than ten listeners on a signal for a leak and
 * writes a warning, so a signal gets one listener here, which tells all that wait for it.
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

// ---- signals ----

/** What waits for each signal, and the listener that tells it. */
interface Waiting {
  readonly all: Set<() => void>;
  readonly tell: () => void;
}

const waitingFor = /* @__PURE__ */ new WeakMap<AbortSignal, Waiting>();

/**
 * Calls `onAbort` when a signal is aborted; not when it has been already.
 * @returns what ends the wait; the last one takes the listener off the signal.
 */
export function whenAborted(signal: AbortSignal | undefined, onAbort: () => void): () => void {
  if (signal === undefined) return () => {};
  const { all, tell } = waitingFor.get(signal) ?? begin(signal);
  if (all.size === 0) signal.addEventListener('abort', tell, { once: true });
  // Its own, should the same function wait twice.
  const waiting = () => onAbort();
  all.add(waiting);
  return () => {
    if (all.delete(waiting) && all.size === 0) signal.removeEventListener('abort', tell);
  };
}

function begin(signal: AbortSignal): Waiting {
  const all = new Set<() => void>();
  const tell = () => {
    // What one of them ends is not told any more.
    for (const waiting of all) waiting();
  };
  const waiting = { all, tell };
  waitingFor.set(signal, waiting);
  return waiting;
}
