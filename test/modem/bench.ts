/** A modem on a scripted one, with a clock that stands still until something waits for it. */
import { Modem, type ModemClock, type ModemOptions } from '../../src/modem/index.js';
import { ScriptedModem, type ScriptedOptions } from './scripted-modem.js';

/** Time for tests. */
export class TestClock implements ModemClock {
  #now = Date.UTC(2026, 10, 26, 12);
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Timers that wait. */
  get size(): number {
    return this.#timers.size;
  }

  /** Goes on by so much, from timer to timer. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await quiet();
    while (this.#fire(end)) await quiet();
    this.#now = end;
  }

  /** What a promise gives; time goes on only while nothing else happens. */
  async settle<T>(promise: Promise<T>): Promise<T> {
    let isDone = false;
    const done = promise.finally(() => {
      isDone = true;
    });
    done.catch(() => {});
    for (let steps = 0; ; steps++) {
      await quiet();
      if (isDone) return done;
      if (steps > 10_000 || !this.#fire(Number.POSITIVE_INFINITY)) throw new Error('nothing happens any more');
    }
  }

  /** Calls the next timer, if it is due by then. */
  #fire(end: number): boolean {
    const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
    if (next === undefined || next.at > end) return false;
    this.#timers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.callback();
    return true;
  }
}

/** Lets everything happen that waits for nothing but its turn. */
export async function quiet(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

export interface BenchOptions extends Partial<Omit<ModemOptions, 'onOutput' | 'clock'>> {
  readonly scripted?: Omit<ScriptedOptions, 'onOutput' | 'after'>;
  /** Octets that go over the line at once. */
  readonly chunk?: number;
}

export interface Bench {
  readonly clock: TestClock;
  readonly modem: Modem;
  readonly scripted: ScriptedModem;
  readonly notices: string[];
}

/** Both ends of a line. */
export function connect({ scripted: scriptedOptions = {}, chunk = 7, ...options }: BenchOptions = {}): Bench {
  const clock = new TestClock();
  const notices: string[] = [];
  const scripted = new ScriptedModem({
    ...scriptedOptions,
    onOutput: (octets) => {
      for (let at = 0; at < octets.length; at += chunk) {
        const piece = octets.slice(at, at + chunk);
        queueMicrotask(() => modem.receive(piece));
      }
    },
    after: (ms, callback) => void clock.after(ms, callback),
  });
  const modem: Modem = new Modem({
    onNotice: (notice) => notices.push(notice),
    pollMs: 0,
    ...options,
    clock,
    onOutput: (octets) => queueMicrotask(() => scripted.receive(octets)),
  });
  return { clock, modem, scripted, notices };
}
