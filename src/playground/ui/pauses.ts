/**
 * What waits for a pause in typing, and what is still being read or made: a press in the result waits for both. No DOM here.
 * @module
 */

/** How long typing may pause before its result is shown. */
export const TYPING_MS = 150;

type Timer = ReturnType<typeof setTimeout>;
type Run = () => void | Promise<void>;

const waiting = new Map<Run, Timer>();
const running = new Set<Promise<unknown>>();
/** Counts what makes a press void: work that failed, and forms that were left. */
let voids = 0;
/** Those that wait are told by it that their form is left. */
let leaving = new AbortController();

/** Runs something a while after the last call. Nothing else waits for it. */
export function debounced(run: () => void, ms: number): () => void {
  let timer: Timer | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
}

/**
 * Runs something when typing pauses after the last call, or as soon as {@link settled} is called. What it returns is work as in {@link during}.
 * It must not call itself again each time that it runs.
 */
export function afterTyping(run: Run): () => void {
  return () => {
    clearTimeout(waiting.get(run));
    waiting.set(
      run,
      setTimeout(() => runNow(run), TYPING_MS),
    );
  };
}

/** Lets {@link settled} wait for work. A press is void where that rejects or comes to `false`, which was told to the reader by then. */
export function during(work: Promise<unknown>): void {
  running.add(work);
  void watch(work);
}

/** Forgets the work of a form that is left: nothing waits for it any more, and a press that did is void. */
export function leaveForm(): void {
  running.clear();
  voids++;
  leaving.abort();
  leaving = new AbortController();
}

/**
 * Runs what waits for a pause, and resolves when nothing is being made any more. It never rejects.
 * @returns whether what was pressed still holds: all went well, and the form is the same
 */
export async function settled(): Promise<boolean> {
  const before = voids;
  // What has run may have begun something else.
  while (waiting.size > 0 || running.size > 0) {
    for (const run of [...waiting.keys()]) runNow(run);
    await Promise.race([Promise.allSettled(running), left(leaving.signal)]);
  }
  return voids === before;
}

function left(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function runNow(run: Run): void {
  clearTimeout(waiting.get(run));
  waiting.delete(run);
  try {
    const work = run();
    if (work !== undefined) during(work);
  } catch (error) {
    during(Promise.reject(error));
  }
}

async function watch(work: Promise<unknown>): Promise<void> {
  let isDone: unknown = false;
  try {
    isDone = await work;
  } finally {
    const isAwaited = running.delete(work);
    if (isAwaited && isDone === false) voids++;
  }
}
