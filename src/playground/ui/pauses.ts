/**
 * What waits for a pause in typing, and what is still being made: an action on the result waits for both. No DOM here.
 * @module
 */

/** How long typing may pause before its result is shown. */
export const TYPING_MS = 150;

type Timer = ReturnType<typeof setTimeout>;

const waiting = new Map<() => void | Promise<void>, Timer>();
const running = new Set<Promise<unknown>>();

/** Runs something a while after the last call. */
export function debounced(run: () => void, ms: number): () => void {
  let timer: Timer | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
}

/** Runs something when typing pauses after the last call, or as soon as {@link settled} is called; a promise that it returns is work as in {@link during}. */
export function afterTyping(run: () => void | Promise<void>): () => void {
  return () => {
    clearTimeout(waiting.get(run));
    waiting.set(
      run,
      setTimeout(() => runNow(run), TYPING_MS),
    );
  };
}

/** Lets {@link settled} wait for work, however that ends. */
export function during(work: Promise<unknown>): void {
  running.add(work);
  void work.finally(() => running.delete(work));
}

/** Runs what waits for a pause, and resolves when nothing is being made any more. It does not reject: what fails is told where it was begun. */
export async function settled(): Promise<void> {
  // What has run may have begun something else.
  while (waiting.size > 0 || running.size > 0) {
    for (const run of [...waiting.keys()]) runNow(run);
    await Promise.allSettled(running);
  }
}

function runNow(run: () => void | Promise<void>): void {
  clearTimeout(waiting.get(run));
  waiting.delete(run);
  const work = run();
  if (work instanceof Promise) during(work);
}
