/**
 * Bodies of requests, each read up to its limit and no further.
 *
 * They are bounded each, in the memory that all of them take together, and in time. The first 16 KiB of every body are free, bounded by the number of
 * connections alone, so ordinary requests get in whatever the large ones do. What is beyond counts, octet by octet as it comes (what a client merely
 * declares costs nothing), until its request is answered.
 *
 *   one client      an eighth of the budget, or a single body of any size
 *   all together    the budget; when it is spent, the client that has the most of it loses its largest body that is still coming to one that has less
 *
 * A body that finds no room is refused with 413 and Retry-After, which RFC 9110 section 15.5.14 gives for a condition that passes; the interface knows
 * no 503.
 * @module
 */
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { LARGE_OCTETS } from '../reading/reader.js';
import { turn } from '../work.js';

/** Octets of a body that are not counted. */
const FREE_OCTETS = 16_384;
/** The part of the budget that is one client's. */
const CLIENT_PART = 1 / 8;
/** Seconds after which a client that was refused for the budget may try again. */
const RETRY_AFTER_S = 5;

/** What bounds a body. */
export interface BodyLimits {
  readonly octets: number;
  /** Milliseconds without an octet; of a body that comes over a socket alone. */
  readonly silenceMs: number;
  readonly budget: BodyBudget;
}

/** Bounds of a body that comes without a socket. */
type RequestLimits = Omit<BodyLimits, 'silenceMs'>;

/** Why there is no body: too long, over the budget just now, the client fell silent or went away. */
export type BodyFault = 'too-large' | 'no-room' | 'silent' | 'gone';

/** What is answered in place of an outcome. */
export interface BodyFaultAnswer {
  readonly status: 400 | 408 | 413;
  readonly text: string;
  readonly headers: Record<string, string>;
}

/** The answer to a request without a body. Its rest is read and forgotten for a moment, so that the client has time for the answer; then its connection ends. */
export function describeBodyFault(fault: BodyFault, { octets }: Pick<BodyLimits, 'octets'>): BodyFaultAnswer {
  switch (fault) {
    case 'too-large':
      return { status: 413, text: `At most ${octets} octets`, headers: {} };
    case 'no-room':
      return { status: 413, text: 'Busy, retry later', headers: { 'Retry-After': `${RETRY_AFTER_S}` } };
    case 'silent':
      return { status: 408, text: 'Request timeout', headers: { Connection: 'close' } };
    case 'gone':
      return { status: 400, text: 'The body ended early', headers: {} };
  }
}

/** What one body has of the budget. */
interface Held {
  /** Undefined for a request of this process itself: nobody has to share with it, and it loses nothing. */
  readonly client: string | undefined;
  /** Called when the body has to go, with nothing of the budget any more. */
  readonly onRefused: () => void;
  octets: number;
  /** All of it is there: it is worked on, and goes by itself. */
  isWhole: boolean;
}

/** What one client has of it. */
interface ClientBodies {
  octets: number;
  readonly bodies: Set<Held>;
}

/** The budget that bodies share. */
export class BodyBudget {
  #octets: number;
  #held = 0;
  /** Those that have something of it. */
  readonly #clients = new Map<string, ClientBodies>();

  constructor(octets: number) {
    this.#octets = octets;
  }

  /** Octets that are taken now. */
  get held(): number {
    return this.#held;
  }

  /** Reserves octets for a body; false when they are not to be had. */
  take(body: Held, octets: number): boolean {
    const { client } = body;
    const own = client === undefined ? undefined : (this.#clients.get(client) ?? { octets: 0, bodies: new Set() });
    const after = (own?.octets ?? body.octets) + octets;
    if (own !== undefined && own.octets > body.octets && after > this.#octets * CLIENT_PART) return false;
    while (this.#held + octets > this.#octets) if (!this.#giveWay(after)) return false;
    body.octets += octets;
    this.#held += octets;
    if (client !== undefined && own !== undefined) {
      own.octets = after;
      own.bodies.add(body);
      this.#clients.set(client, own);
    }
    return true;
  }

  /** Another budget from now on; what is taken stays taken. */
  resize(octets: number): void {
    this.#octets = octets;
  }

  /** Gives all that a body has back. */
  release(body: Held): void {
    const own = body.client === undefined ? undefined : this.#clients.get(body.client);
    this.#held -= body.octets;
    if (body.client !== undefined && own !== undefined) {
      own.octets -= body.octets;
      own.bodies.delete(body);
      if (own.bodies.size === 0) this.#clients.delete(body.client);
    }
    body.octets = 0;
  }

  /** Refuses the largest body that is still coming of the client that has the most, when that is more than the newcomer will have. */
  #giveWay(newcomers: number): boolean {
    let most = newcomers;
    let largest: Held | undefined;
    for (const { octets, bodies } of this.#clients.values()) {
      if (octets <= most) continue;
      const coming = [...bodies].filter(({ isWhole }) => !isWhole);
      if (coming.length === 0) continue;
      most = octets;
      largest = coming.reduce((one, other) => (other.octets > one.octets ? other : one));
    }
    if (largest === undefined) return false;
    this.release(largest);
    largest.onRefused();
    return true;
  }
}

/** A body. Its octets count against the budget until it is released. */
export interface Body {
  readonly octets: Uint8Array;
  release(): void;
}

/** Octets of a piece of a large body. */
const BLOCK_OCTETS = 1_048_576;
/** Blocks that are put together before others have a turn. */
const BLOCKS_AT_ONCE = 4;

/**
 * Collects the pieces of one body: the first as it is, since most bodies have no other, from the second on in a buffer that doubles up to a megabyte,
 * and then in more of them. A client that sends octet by octet makes no heap of little objects, and to grow never takes long. What is large is always
 * in a buffer of its own in the end, which can be given to a thread.
 */
class Collector {
  readonly #limits: RequestLimits;
  readonly #held: Held;
  /** Those that are full. */
  #blocks: Uint8Array[] = [];
  /** The one that is being filled, and how far. */
  #block: Uint8Array = new Uint8Array(0);
  #used = 0;
  #length = 0;

  constructor(limits: RequestLimits, client?: string, onRefused = () => {}) {
    this.#limits = limits;
    this.#held = { client, onRefused, octets: 0, isWhole: false };
  }

  add(piece: Uint8Array): 'too-large' | 'no-room' | undefined {
    const { octets: most, budget } = this.#limits;
    const length = this.#length + piece.length;
    if (length > most) return 'too-large';
    const counted = Math.max(0, length - FREE_OCTETS) - this.#held.octets;
    if (counted > 0 && !budget.take(this.#held, counted)) return 'no-room';
    if (this.#length === 0 && piece.length <= LARGE_OCTETS) {
      this.#block = piece;
      this.#used = piece.length;
    } else this.#append(piece);
    this.#length = length;
    return undefined;
  }

  #append(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      const wanted = Math.min(this.#used + piece.length - at, BLOCK_OCTETS);
      if (this.#block.length < wanted) {
        const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(2 * this.#block.length, wanted, 1_024), BLOCK_OCTETS));
        larger.set(this.#block.subarray(0, this.#used));
        this.#block = larger;
      }
      const part = piece.subarray(at, at + this.#block.length - this.#used);
      this.#block.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
      if (this.#used === BLOCK_OCTETS) {
        this.#blocks.push(this.#block);
        this.#block = new Uint8Array(0);
        this.#used = 0;
      }
    }
  }

  /** The body; one of several blocks is put together while others go on. */
  body(): Body | Promise<Body> {
    this.#held.isWhole = true;
    return this.#blocks.length === 0 ? this.#bodyOf(this.#block.subarray(0, this.#used)) : this.#join();
  }

  async #join(): Promise<Body> {
    const whole = Buffer.allocUnsafeSlow(this.#length);
    const blocks = [...this.#blocks, this.#block.subarray(0, this.#used)];
    this.#blocks = [];
    this.#block = new Uint8Array(0);
    for (let index = 0; index < blocks.length; index++) {
      whole.set(blocks[index] as Uint8Array, index * BLOCK_OCTETS);
      if (index % BLOCKS_AT_ONCE === BLOCKS_AT_ONCE - 1) await turn();
    }
    return this.#bodyOf(whole);
  }

  #bodyOf(octets: Uint8Array): Body {
    return { octets, release: () => this.release() };
  }

  release(): void {
    this.#limits.budget.release(this.#held);
    this.#blocks = [];
    this.#block = new Uint8Array(0);
  }
}

/** Whether a declared length is past the limit: then nothing needs to be read. Node itself refuses what is no number. */
function isDeclaredTooLarge(declared: string | null | undefined, { octets }: RequestLimits): boolean {
  return declared != null && Number(declared) > octets;
}

/**
 * The body of a request.
 * @param client whom it counts for; undefined when it came without a socket.
 */
export function readBody(context: Context, limits: BodyLimits, client: string | undefined): Promise<Body | BodyFault> {
  const { incoming }: Partial<HttpBindings> = context.env ?? {};
  return incoming === undefined ? readRequest(context.req.raw, limits) : readIncoming(incoming, limits, client);
}

function readIncoming(incoming: IncomingMessage, limits: BodyLimits, client: string | undefined): Promise<Body | BodyFault> {
  if (isDeclaredTooLarge(incoming.headers['content-length'], limits)) return Promise.resolve('too-large');
  return new Promise((resolve) => {
    const collector = new Collector(limits, client, () => settle('no-room'));
    let isSettled = false;
    let lastAt = 0;
    let timer: NodeJS.Timeout | undefined;
    const settle = (outcome: Body | BodyFault) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      incoming.off('data', onData).off('end', onEnd).off('close', onClose);
      if (typeof outcome === 'string') collector.release();
      resolve(outcome);
    };
    const onData = (piece: Buffer) => {
      lastAt = performance.now();
      const fault = collector.add(piece);
      if (fault !== undefined) settle(fault);
    };
    const onEnd = () => {
      const body = collector.body();
      // What has come to its end closes.
      incoming.off('close', onClose);
      if (body instanceof Promise) void body.then(settle, () => settle('no-room'));
      else settle(body);
    };
    const onClose = () => settle('gone');
    // A connection that breaks also closes; without a listener its error would end the process.
    incoming.on('error', onClose);
    incoming.on('data', onData).on('end', onEnd).on('close', onClose);
    if (incoming.destroyed) onClose();
    const watch = (ms: number) => {
      timer = setTimeout(() => {
        const left = lastAt + limits.silenceMs - performance.now();
        if (left > 0) watch(left);
        else settle('silent');
      }, ms);
    };
    // Most bodies come together with their headers and need no timer.
    setImmediate(() => {
      lastAt = Math.max(lastAt, performance.now());
      if (!isSettled) watch(limits.silenceMs);
    });
  });
}

/** The body of a request that came without a socket. */
export async function readRequest(request: Request, limits: RequestLimits): Promise<Body | BodyFault> {
  if (isDeclaredTooLarge(request.headers.get('content-length'), limits)) return 'too-large';
  const collector = new Collector(limits);
  const { body } = request;
  if (body === null) return collector.body();
  // The types of the web and of Node differ about streams that can be iterated over.
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    const fault = collector.add(piece);
    if (fault === undefined) continue;
    collector.release();
    return fault;
  }
  return collector.body();
}
