/**
 * Work that takes a processor's time, a bounded number at once, in turn for whoever asks.
 *
 *   known     ─┐
 *              ├─►  atOnce    each client in turn, whatever others have waiting
 *   others    ─┤              past the limits: BusyError, which is answered with report 98
 *   last      ─┘              the gateway's own work, which has time: when nobody else waits
 *
 * Whoever is known goes first: a flood of strangers keeps no customer waiting. When a line is full, whoever has the most in it loses the last of
 * them to a client that has less.
 * @module
 */

/** Thrown when too much work is waiting; retry later. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  /** Creates an error. */
  constructor() {
    super('busy, retry later');
  }
}

/** The client that work is done for, which determines its place in the queue. */
export interface Caller {
  /** The client, by its address, such as 192.0.2.1. Clients take turns. */
  readonly client: string;
  /** Whether the client has priority over unknown ones. */
  readonly isKnown: boolean;
  /** Whether all others have priority, and the work is never refused, as for work of the gateway itself; false by default. */
  readonly isLast?: boolean | undefined;
  /** Called when the turn comes, to see whether it is still wanted; by default it is. */
  readonly isWelcome?: (() => boolean) | undefined;
}

/** Limits of concurrent work. */
export interface TurnLimits {
  /** Maximum number of tasks at once. */
  readonly atOnce: number;
  /** Maximum number of waiting tasks, of known and of unknown clients each. */
  readonly waiting: number;
  /** Maximum number of waiting tasks of one client. */
  readonly waitingEach: number;
}

interface Waiting {
  readonly caller: Caller;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Gives turns. */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #known: Line;
  readonly #others: Line;
  readonly #last: Line;
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#known = new Line(limits);
    this.#others = new Line(limits);
    this.#last = new Line({ ...limits, waiting: Number.POSITIVE_INFINITY, waitingEach: Number.POSITIVE_INFINITY });
  }

  /** How much is waiting. */
  get waiting(): number {
    return this.#known.length + this.#others.length + this.#last.length;
  }

  /** Runs a job when it is its turn. @throws BusyError when the queue is full, or the turn was given to others; whatever the job throws. */
  async run<T>(caller: Caller, job: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running++;
    else await this.#turn(caller);
    try {
      if (caller.isWelcome?.() === false) throw new BusyError();
      return await job();
    } finally {
      this.#pass();
    }
  }

  #turn(caller: Caller): Promise<void> {
    const other = caller.isKnown ? this.#known : this.#others;
    const line = caller.isLast === true ? this.#last : other;
    return new Promise((resolve, reject) => {
      line.add({ caller, start: resolve, refuse: () => reject(new BusyError()) });
    });
  }

  /** The place goes to whoever is next, without becoming free in between. */
  #pass(): void {
    const next = this.#known.next() ?? this.#others.next() ?? this.#last.next();
    if (next === undefined) this.#running--;
    else next.start();
  }
}

/** Those who wait, by client; the client whose turn is next first. */
class Line {
  readonly #limits: TurnLimits;
  readonly #clients = new Map<string, Waiting[]>();
  length = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  add(waiting: Waiting): void {
    const { client } = waiting.caller;
    const own = this.#clients.get(client) ?? [];
    if (own.length >= this.#limits.waitingEach || (this.length >= this.#limits.waiting && !this.#giveWay(own.length))) {
      waiting.refuse();
      return;
    }
    own.push(waiting);
    this.#clients.set(client, own);
    this.length++;
  }

  next(): Waiting | undefined {
    const [first] = this.#clients;
    if (first === undefined) return undefined;
    const [client, own] = first;
    const waiting = own.shift();
    this.#clients.delete(client);
    if (own.length > 0) this.#clients.set(client, own);
    this.length--;
    return waiting;
  }

  /** Refuses the last of whoever has the most, if that leaves it as many as the newcomer will have. */
  #giveWay(newcomers: number): boolean {
    let longest: Waiting[] = [];
    for (const own of this.#clients.values()) if (own.length > longest.length) longest = own;
    if (longest.length <= newcomers + 1) return false;
    longest.pop()?.refuse();
    this.length--;
    return true;
  }
}
