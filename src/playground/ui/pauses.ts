/**
 * What waits for a pause in typing, and what is still being read or made: a press in the result waits for both. No DOM here.
 * @module
 */

/** How long typing may pause before its result is shown. */
export const TYPING_MS = 150;

type Timer = ReturnType<typeof setTimeout>;
type Run = () => void | Promise<void>;

/** Runs something a while after the last call. Nothing else waits for it. */
export function debounced(run: () => void, ms: number): () => void {
  let timer: Timer | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
}

/** The work of a form, or of what all forms share. */
export class Work {
  readonly #waiting = new Map<Run, Timer>();
  readonly #running = new Set<Promise<unknown>>();
  #failures = 0;

  /** How much of it failed until now. */
  get failures(): number {
    return this.#failures;
  }

  get isIdle(): boolean {
    return this.#waiting.size + this.#running.size === 0;
  }

  /**
   * Runs something when typing pauses after the last call, or as soon as {@link settled} is called. What it returns is work as in
   * {@link Work.during}. It must not call itself again each time that it runs.
   */
  afterTyping(run: Run): () => void {
    return () => {
      clearTimeout(this.#waiting.get(run));
      this.#waiting.set(
        run,
        setTimeout(() => this.#run(run), TYPING_MS),
      );
    };
  }

  /** Lets {@link settled} wait for a promise. One that rejects, or comes to `false`, has failed, and has told so itself. */
  during(promise: Promise<unknown>): void {
    this.#running.add(promise);
    void this.#watch(promise);
  }

  /** Runs what waits for a pause. @returns what is under way then */
  runAll(): readonly Promise<unknown>[] {
    for (const run of [...this.#waiting.keys()]) this.#run(run);
    return [...this.#running];
  }

  #run(run: Run): void {
    clearTimeout(this.#waiting.get(run));
    this.#waiting.delete(run);
    try {
      const promise = run();
      if (promise !== undefined) this.during(promise);
    } catch (error) {
      this.during(Promise.reject(error));
    }
  }

  async #watch(promise: Promise<unknown>): Promise<void> {
    let result: unknown = false;
    try {
      result = await promise;
    } finally {
      this.#running.delete(promise);
      if (result === false) this.#failures++;
    }
  }
}

/** What follows from a form, whichever it is: its result, with the settings of that. */
export const RESULT_WORK = new Work();

let front: Work | undefined;
let leaving = new AbortController();

/** Another form comes to the front, with work of its own: what was pressed before is void. */
export function enterForm(work: Work | undefined): void {
  front = work;
  leaving.abort();
  leaving = new AbortController();
}

/**
 * Runs what waits for a pause, and resolves when nothing is being made any more, or another form was chosen. It never rejects.
 * @returns whether a press still holds: all went well, and no other form was chosen
 */
export async function settled(): Promise<boolean> {
  const { signal } = leaving;
  const works = front === undefined ? [RESULT_WORK] : [front, RESULT_WORK];
  const failures = () => works.reduce((sum, work) => sum + work.failures, 0);
  const before = failures();
  // What has run may have begun something else.
  while (!signal.aborted && works.some(({ isIdle }) => !isIdle)) {
    await Promise.race([Promise.allSettled(works.flatMap((work) => work.runAll())), aborted(signal)]);
  }
  return !signal.aborted && failures() === before;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
