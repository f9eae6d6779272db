/**
 * Workers that look at files. Where none can be started, their work is done here, a file at a time.
 * @module
 */
import type { Question, Reply, Work, WorkName } from './work.js';
import { WORKER_URL } from './worker-entry.js';

/** Workers at most. */
const MAX_WORKERS = 4;

/** Workers in a row that cannot begin, before no more are started. */
const MAX_FAILED = 3;

/** Work that waits, or is done. */
interface Task {
  readonly question: Question;
  readonly done: (value: unknown) => void;
  readonly failed: (error: Error) => void;
}

/** A worker, and what it does now. */
interface Hand {
  readonly worker: Worker;
  /** Whether it listens: what comes before is lost. */
  isThere: boolean;
  task: Task | undefined;
}

type Given<N extends WorkName> = Parameters<Work[N]>;
type Result<N extends WorkName> = Awaited<ReturnType<Work[N]>>;

/** Does work in workers. */
export class WorkPool {
  readonly size = Math.max(1, Math.min(MAX_WORKERS, (navigator.hardwareConcurrency || 2) - 1));
  readonly #hands: Hand[] = [];
  readonly #waiting: Task[] = [];
  #next = 0;
  /** Whether workers can be started; undefined until one says that it is there. */
  #hasWorkers: boolean | undefined;
  /** Workers that could not begin since one last could. */
  #failed = 0;
  #isBusyHere = false;

  /** Does some work. @throws Error with words for people */
  run<N extends WorkName>(name: N, ...given: Given<N>): Promise<Result<N>> {
    return new Promise((resolve, reject) => {
      const question = { id: this.#next++, name, given };
      const task = { question, done: (value: unknown) => resolve(value as Result<N>), failed: reject };
      // Somebody waits for the tune.
      if (name === 'tune') this.#waiting.unshift(task);
      else this.#waiting.push(task);
      this.#goOn();
    });
  }

  /** Does something with each item, several at a time, until a signal ends it. */
  async forEach<T>(items: readonly T[], signal: AbortSignal, use: (item: T, index: number) => Promise<void>): Promise<void> {
    let next = 0;
    const one = async () => {
      while (next < items.length && !signal.aborted) {
        const index = next++;
        await use(items[index] as T, index);
      }
    };
    await Promise.all(Array.from({ length: this.size * 2 }, one));
  }

  /** Ends what is done and drops what waits: each fails. What somebody listens to goes on. */
  cancel(): void {
    const cancelled: Task[] = [];
    for (const hand of [...this.#hands]) {
      if (hand.isThere && (hand.task === undefined || isHeard(hand.task))) continue;
      this.#dismiss(hand);
      if (hand.task !== undefined) cancelled.push(hand.task);
    }
    const waiting = this.#waiting.splice(0);
    this.#waiting.push(...waiting.filter(isHeard));
    cancelled.push(...waiting.filter((task) => !isHeard(task)));
    for (const { failed } of cancelled) failed(new Error('cancelled'));
    this.#goOn();
  }

  #goOn(): void {
    if (this.#hasWorkers === false) {
      void this.#workHere();
      return;
    }
    // One tells whether there can be any.
    const most = this.#hasWorkers === true ? this.size : 1;
    while (this.#failed < MAX_FAILED && this.#hands.length < Math.min(most, this.#waiting.length)) {
      if (!this.#hire()) return;
    }
    if (this.#hands.length === 0 && this.#waiting.length > 0) {
      this.#hasWorkers = false;
      void this.#workHere();
      return;
    }
    for (const hand of this.#hands) {
      if (!hand.isThere || hand.task !== undefined) continue;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      hand.task = task;
      hand.worker.postMessage(task.question);
    }
  }

  #hire(): boolean {
    try {
      const worker = startWorker();
      const hand: Hand = { worker, isThere: false, task: undefined };
      worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#onReply(hand, data));
      worker.addEventListener('error', () => this.#lose(hand));
      this.#hands.push(hand);
      return true;
    } catch {
      this.#hasWorkers = false;
      this.#goOn();
      return false;
    }
  }

  #onReply(hand: Hand, { id, value, error }: Reply): void {
    if (!this.#hands.includes(hand)) return;
    if (id === undefined) {
      if (error !== undefined) {
        this.#lose(hand);
        return;
      }
      hand.isThere = true;
      this.#failed = 0;
      this.#hasWorkers = true;
    } else {
      const { task } = hand;
      hand.task = undefined;
      if (error === undefined) task?.done(value);
      else task?.failed(new Error(error));
    }
    this.#goOn();
  }

  /** A worker that could not begin shows that there are none; one that ended has lost what it did. */
  #lose(hand: Hand): void {
    if (!this.#hands.includes(hand)) return;
    this.#dismiss(hand);
    if (this.#hasWorkers === undefined) this.#hasWorkers = false;
    else if (!hand.isThere) this.#failed++;
    hand.task?.failed(new Error('what reads it has ended: there may be too little memory'));
    this.#goOn();
  }

  #dismiss(hand: Hand): void {
    this.#hands.splice(this.#hands.indexOf(hand), 1);
    hand.worker.terminate();
  }

  async #workHere(): Promise<void> {
    if (this.#isBusyHere) return;
    this.#isBusyHere = true;
    try {
      await this.#workOff();
    } catch {
      for (const { failed } of this.#waiting.splice(0)) failed(new Error('a part of this page cannot be loaded'));
    } finally {
      this.#isBusyHere = false;
    }
  }

  async #workOff(): Promise<void> {
    const { WORK, prepare, wordsOf } = await import('./work.js');
    await prepare();
    for (let task = this.#waiting.shift(); task !== undefined; task = this.#waiting.shift()) {
      const { name, given } = task.question;
      try {
        task.done(await (WORK[name] as (...given: readonly unknown[]) => Promise<unknown>)(...given));
      } catch (error) {
        task.failed(new Error(wordsOf(error)));
      }
      // The page goes on between two files.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

/** Whether it is work for what is played. */
function isHeard({ question }: Task): boolean {
  return question.name === 'tune';
}

let ownScript: string | undefined;

function startWorker(): Worker {
  if (WORKER_URL !== undefined) return new Worker(WORKER_URL, { type: 'module' });
  const text = document.querySelector('body > script')?.textContent ?? '';
  ownScript ??= URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  return new Worker(ownScript);
}
