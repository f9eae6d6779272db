/**
 * A session with promises in place of calls back, with a clock, and with turns: what takes several commands is not cut in two
 * by others.
 * @module
 */
import { FormatError, LimitError, type Limits } from '../errors.js';
import { ModemError } from './modem-error.js';
import { describeResult } from './result-codes.js';
import { type ModemAnswer, ModemSession, type ModemSessionEvent } from './session.js';
import type { ShownLines } from './stored.js';
import type { Unsolicited } from './unsolicited.js';

/** A clock with timers: the system's, or one for tests. */
export interface ModemClock {
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /** Calls `callback` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** What a channel needs. */
export interface ChannelOptions {
  readonly clock: ModemClock;
  readonly onOutput: (octets: Uint8Array) => void;
  readonly onEvent: (event: Unsolicited) => void;
  readonly commandMs?: number | undefined;
  readonly limits: Limits;
}

/** See the module. */
export class ModemChannel {
  readonly clock: ModemClock;
  readonly limits: Limits;
  readonly #session: ModemSession;
  readonly #onOutput: (octets: Uint8Array) => void;
  readonly #onEvent: (event: Unsolicited) => void;
  /** Commands under way, by their numbers. */
  readonly #commands = new Map<number, (answer: ModemAnswer) => void>();
  #cancel: (() => void) | undefined;
  #due: number | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #turns = 0;
  readonly #pauses = new Set<(reason: string | undefined) => void>();
  #closed: string | undefined;

  constructor({ clock, limits, onOutput, onEvent, commandMs }: ChannelOptions) {
    this.clock = clock;
    this.limits = limits;
    this.#onOutput = onOutput;
    this.#onEvent = onEvent;
    this.#session = new ModemSession({ commandMs, limits });
  }

  /** Why the channel has ended; undefined while it has not. */
  get closed(): string | undefined {
    return this.#closed;
  }

  receive(octets: Uint8Array): void {
    this.#handle(this.#session.receive(octets, this.clock.now()));
  }

  close(reason: string): void {
    this.#closed ??= reason;
    this.#handle(this.#session.close(reason));
    for (const end of [...this.#pauses]) end(reason);
  }

  /** Runs a command and gives whatever came of it. */
  run(command: string, { pdu, timeoutMs }: { readonly pdu?: string; readonly timeoutMs?: number } = {}): Promise<ModemAnswer> {
    return new Promise((resolve) => {
      if (this.#closed !== undefined) {
        resolve({ ending: { kind: 'closed', reason: this.#closed }, lines: [], isSubmitted: false });
        return;
      }
      this.#commands.set(this.#session.run({ command, pdu, timeoutMs }, this.clock.now()), resolve);
      this.#handle([]);
    });
  }

  /** Runs a command that is to succeed. @throws ModemError for one that does not. */
  async ask(command: string, timeoutMs?: number): Promise<readonly ShownLines[]> {
    const answer = await this.run(command, timeoutMs === undefined ? {} : { timeoutMs });
    if (answer.ending.kind !== 'ok') throw failureOf(answer, nameOf(command));
    return answer.lines;
  }

  /** The first line of the answer to a question; undefined for a modem that does not know it. */
  async find(command: string): Promise<string | undefined> {
    const { ending, lines } = await this.run(command);
    this.#requireOpen();
    return ending.kind === 'ok' ? lines[0]?.line : undefined;
  }

  /** What a question's answer says; undefined for a modem that does not know it, or whose answer cannot be read. */
  async read<T>(command: string, read: (line: string) => T): Promise<T | undefined> {
    const line = await this.find(command);
    if (line === undefined) return undefined;
    try {
      return read(line);
    } catch (error) {
      if (error instanceof FormatError) return undefined;
      throw error;
    }
  }

  /** Runs a command that may fail, and says whether it did not. */
  async try(command: string): Promise<boolean> {
    const { ending } = await this.run(command);
    this.#requireOpen();
    return ending.kind === 'ok';
  }

  /** Does work when the work before it has ended. @throws LimitError when `modemWaiting` tasks are already waiting. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    if (this.#turns >= this.limits.modemWaiting) {
      const reason = `${this.limits.modemWaiting} tasks are already waiting (modemWaiting)`;
      return Promise.reject(new LimitError('limit-exceeded', 'modem', undefined, reason));
    }
    this.#turns++;
    const done = this.#turn.then(work).finally(() => this.#turns--);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Waits. @throws ModemError `closed` when the channel ends meanwhile. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#requireOpen();
      const end = (reason: string | undefined) => {
        cancel();
        this.#pauses.delete(end);
        if (reason === undefined) resolve();
        else reject(new ModemError('closed', reason));
      };
      const cancel = this.clock.after(ms, () => end(undefined));
      this.#pauses.add(end);
    });
  }

  /** Passes on what happened, what is to be written, and when the session wants to be called. */
  #handle(events: readonly ModemSessionEvent[]): void {
    const octets = this.#session.takeOutput();
    this.#schedule();
    if (octets !== undefined) this.#onOutput(octets);
    for (const event of events) {
      if (event.kind === 'unsolicited') this.#onEvent(event.event);
      else {
        this.#commands.get(event.number)?.(event);
        this.#commands.delete(event.number);
      }
    }
  }

  #requireOpen(): void {
    if (this.#closed !== undefined) throw new ModemError('closed', this.#closed);
  }

  #schedule(): void {
    const next = this.#session.nextTimeMs;
    if (next === this.#due) return;
    this.#cancel?.();
    this.#due = next;
    this.#cancel = undefined;
    if (next === undefined) return;
    this.#cancel = this.clock.after(Math.max(0, next - this.clock.now()), () => {
      this.#due = undefined;
      this.#handle(this.#session.tick(this.clock.now()));
    });
  }
}

/** A command without its values: a PIN is among them. */
function nameOf(command: string): string {
  return command.replace(/=.*$/s, '');
}

/** The error of a command that did not succeed. */
export function failureOf({ ending }: ModemAnswer, what: string): ModemError {
  switch (ending.kind) {
    case 'silent':
      return new ModemError('silent', `${what}: the modem does not answer`);
    case 'closed':
      return new ModemError('closed', ending.reason);
    case 'ok':
      return new ModemError('damaged', `${what}: the answer lacks its line`, ending);
    default:
      return new ModemError('refused', `${what}: ${describeResult(ending)}`, ending);
  }
}
