/**
 * Reading request bodies within limits: of one body, of the memory that all of them take together, and of time.
 *
 * The first 16 KiB of every body are free, bounded by the number of connections alone, so ordinary requests get in whatever the large ones do. What
 * is beyond counts, octet by octet as it comes (what a client merely declares costs nothing), until its request is answered. When the room is taken,
 * a body is refused with 413 and Retry-After, which RFC 9110 section 15.5.14 gives for a condition that passes; the interface knows no 503.
 * @module
 */
import type { IncomingMessage } from 'node:http';

/** Octets of a body that are not counted. */
const FREE_OCTETS = 16_384;

/** The budget that bodies share. */
export class BodyBudget {
  readonly #octets: number;
  #held = 0;

  constructor(octets: number) {
    this.#octets = octets;
  }

  /** Octets that are taken now. */
  get held(): number {
    return this.#held;
  }

  /** Takes room, if there is so much. */
  take(octets: number): boolean {
    if (this.#held + octets > this.#octets) return false;
    this.#held += octets;
    return true;
  }

  /** Gives octets back. */
  release(octets: number): void {
    this.#held -= octets;
  }
}

/** What bounds a body. */
export interface BodyLimits {
  readonly octets: number;
  /** Milliseconds without an octet. */
  readonly silenceMs: number;
  readonly room: BodyBudget;
}

/** Why there is no body: too long, no room now, the client fell silent or went away. */
export type BodyFault = 'too-large' | 'no-room' | 'silent' | 'gone';

/** A body. Its room is kept until it is released. */
export interface Body {
  readonly octets: Uint8Array;
  release(): void;
}

/**
 * Collects the pieces of one body: the first as it is, since most bodies have no other, from the second on in one buffer that doubles. A client that
 * sends octet by octet makes no heap of little objects.
 */
class Collector {
  readonly #limits: BodyLimits;
  #octets: Uint8Array = new Uint8Array(0);
  #length = 0;
  #taken = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  add(piece: Uint8Array): 'too-large' | 'no-room' | undefined {
    const { octets: most, room } = this.#limits;
    const length = this.#length + piece.length;
    if (length > most) return 'too-large';
    const counted = Math.max(0, length - FREE_OCTETS) - this.#taken;
    if (counted > 0) {
      if (!room.take(counted)) return 'no-room';
      this.#taken += counted;
    }
    if (this.#length === 0) this.#octets = piece;
    else this.#append(piece, length);
    this.#length = length;
    return undefined;
  }

  #append(piece: Uint8Array, length: number): void {
    if (this.#octets.length < length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(2 * this.#octets.length, length, 1_024), this.#limits.octets));
      larger.set(this.#octets.subarray(0, this.#length));
      this.#octets = larger;
    }
    this.#octets.set(piece, this.#length);
  }

  body(): Body {
    return { octets: this.#octets.subarray(0, this.#length), release: () => this.release() };
  }

  release(): void {
    this.#limits.room.release(this.#taken);
    this.#taken = 0;
    this.#octets = new Uint8Array(0);
  }
}

/** Whether a declared length is past the limit: then nothing needs to be read. Node itself refuses what is no number. */
function isDeclaredTooLarge(declared: string | null | undefined, { octets }: BodyLimits): boolean {
  return declared != null && Number(declared) > octets;
}

/** The body of a request that came over a socket. */
export function readIncoming(incoming: IncomingMessage, limits: BodyLimits): Promise<Body | BodyFault> {
  if (isDeclaredTooLarge(incoming.headers['content-length'], limits)) return Promise.resolve('too-large');
  const collector = new Collector(limits);
  return new Promise((resolve) => {
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
    const onEnd = () => settle(collector.body());
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
export async function readRequest(request: Request, limits: BodyLimits): Promise<Body | BodyFault> {
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
