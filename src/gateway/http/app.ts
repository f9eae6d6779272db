/**
 * Doors on HTTP: a request on a path to the door it belongs to, and its answer back (G-GEN-01 to 13, G-SOAP-01, 02, 12).
 *
 * Every outcome of the interface is status 200; 404, 405, 408, 413 and 415 are faults of transport. A body is read up to its limit and no further.
 *
 * Bodies are bounded each, in the memory that all of them take together, and in time. The first 16 KiB of every body are free, bounded by the number
 * of connections alone, so ordinary requests get in whatever the large ones do. What is beyond counts, octet by octet as it comes (what a client merely
 * declares costs nothing), until its request is answered. When the budget is spent, a body is refused with 413 and Retry-After, which RFC 9110 section
 * 15.5.14 gives for a condition that passes; the interface knows no 503.
 * @module
 */

import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import type { RequestRecord } from '../operations/operations.js';
import { LARGE_OCTETS } from '../reading/reader.js';
import { turn } from '../work.js';
import type { TrustedProxies } from './proxies.js';

/** A form of requests and answers, and the paths that have it. It parses and formats, nothing else. */
export interface Door {
  readonly paths: readonly string[];
  /** Media types of bodies that it takes; a body without one is taken too (G-GEN-07). */
  readonly types: readonly string[];
  /** Methods, as a 405 names them. */
  readonly allow: string;
  /** Answers a body, whatever is wrong with it. One of more than `LARGE_OCTETS` is in a buffer of its own, and the door's to give away. */
  readonly post: (record: RequestRecord, body: Uint8Array) => Promise<Answer>;
  /** Answers a query, verbatim, its escapes decoded to octets; undefined where none is asked for. A HEAD is no GET here: it would send, and nobody would see what came of it. */
  readonly get?: (record: RequestRecord, query: Uint8Array | string) => Promise<Answer> | Answer | undefined;
}

/** An answer before it is one of HTTP. */
export interface Answer {
  readonly status: 200 | 400 | 404 | 405 | 408 | 413 | 415 | 500;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** What doors share. */
export interface DoorsOptions {
  readonly bodies: BodyLimits;
  /** Proxies whose forwarding headers are trusted. */
  readonly proxies: TrustedProxies;
  /** Called with what became of each request. */
  readonly onAnswered: (record: RequestRecord, status: number, ms: number) => void;
  readonly onFault: (error: unknown) => void;
}

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8' };

/** Seconds after which a client that was refused for the budget may try again. */
const RETRY_AFTER_S = 5;

/** Adds the paths of doors. */
export function addDoors(app: Hono, doors: readonly Door[], options: DoorsOptions): void {
  for (const door of doors) {
    for (const path of door.paths) app.all(path, (context) => answered(context, path, door, options));
  }
}

/** Answers for what is no path. */
export function notFound(): Response {
  return new Response('Not found', { status: 404, headers: PLAIN });
}

/** Address of who is connected, a client or a proxy; undefined for a request that came without a socket. */
export function peerOf(context: Context): string | undefined {
  return context.env?.incoming === undefined ? undefined : getConnInfo(context).remote.address;
}

async function answered(context: Context, path: string, door: Door, options: DoorsOptions): Promise<Response> {
  const start = performance.now();
  const peer = peerOf(context);
  const { incoming } = bindingsOf(context);
  const isPassedOn = peer !== undefined && incoming !== undefined;
  const record: RequestRecord = { path, peer: isPassedOn ? options.proxies.findClient(peer, incoming.headers) : peer };
  let answer: Answer;
  try {
    answer = await ask(context, record, door, options.bodies);
  } catch (error) {
    // Doors answer whatever goes wrong in them: this would be a fault outside.
    options.onFault(error);
    answer = plain(500, 'Internal error');
  }
  options.onAnswered(record, answer.status, performance.now() - start);
  return respond(context, answer);
}

async function ask(context: Context, record: RequestRecord, door: Door, bodies: BodyLimits): Promise<Answer> {
  const { method } = context.req;
  if (method !== 'POST') {
    const answer = method === 'GET' ? door.get?.(record, queryOf(context)) : undefined;
    return answer ?? { ...plain(405, `Allowed: ${door.allow}`), headers: { ...PLAIN, Allow: door.allow } };
  }
  const refused = refusedType(context, door.types);
  if (refused !== undefined) return refused;
  const { incoming } = bindingsOf(context);
  const body = await (incoming === undefined ? readRequest(context.req.raw, bodies) : readIncoming(incoming, bodies));
  if (typeof body === 'string') return withoutBody(body, bodies);
  try {
    return await door.post(record, body.octets);
  } finally {
    body.release();
  }
}

/** Over a socket the answer is written as it is: a Response in between would cost as much as all the rest of HTTP. */
function respond(context: Context, { status, body, headers }: Answer): Response {
  const { outgoing } = bindingsOf(context);
  if (outgoing === undefined) return new Response(body, { status, headers });
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}

/** The query, its escapes decoded to octets, which are judged as those of a body are. */
function queryOf(context: Context): Uint8Array | string {
  const url = bindingsOf(context).incoming?.url ?? context.req.url;
  const at = url.indexOf('?');
  // Node reads each octet of a request's line as one character.
  return at < 0 ? '' : Buffer.from(url.slice(at + 1), 'latin1');
}

/** A media type that the path does not take, or a coding; no type is taken as what the path takes (G-GEN-07). */
function refusedType(context: Context, allowed: readonly string[]): Answer | undefined {
  const type = context.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type && !allowed.includes(type)) return plain(415, `This path takes ${allowed.join(', ')}`);
  const coding = context.req.header('Content-Encoding')?.trim().toLowerCase();
  return coding && coding !== 'identity' ? plain(415, 'This path takes bodies without Content-Encoding') : undefined;
}

/** The rest of such a body is read and forgotten for a moment, so that the client has time for the answer; then its connection ends. */
function withoutBody(fault: BodyFault, { octets }: BodyLimits): Answer {
  switch (fault) {
    case 'too-large':
      return plain(413, `At most ${octets} octets`);
    case 'no-room':
      return {
        ...plain(413, 'Busy, retry later'),
        headers: { ...PLAIN, 'Retry-After': `${RETRY_AFTER_S}` },
      };
    case 'silent':
      return { ...plain(408, 'The body did not come'), headers: { ...PLAIN, Connection: 'close' } };
    case 'gone':
      return plain(400, 'The body ended early');
  }
}

/** Empty for a request that came without a socket. */
function bindingsOf(context: Context): Partial<HttpBindings> {
  return context.env ?? {};
}

function plain(status: Answer['status'], body: string): Answer {
  return { status, body, headers: PLAIN };
}

// ---- Bodies ----

/** Octets of a body that are not counted. */
const FREE_OCTETS = 16_384;

/** The budget that bodies share. */
export class BodyBudget {
  #octets: number;
  #held = 0;

  constructor(octets: number) {
    this.#octets = octets;
  }

  /** Octets that are taken now. */
  get held(): number {
    return this.#held;
  }

  /** Reserves octets; false when there are not so many left. */
  take(octets: number): boolean {
    if (this.#held + octets > this.#octets) return false;
    this.#held += octets;
    return true;
  }

  /** Another budget from now on; what is taken stays taken. */
  resize(octets: number): void {
    this.#octets = octets;
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
  readonly budget: BodyBudget;
}

/** Why there is no body: too long, over the budget just now, the client fell silent or went away. */
export type BodyFault = 'too-large' | 'no-room' | 'silent' | 'gone';

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
  readonly #limits: BodyLimits;
  /** Those that are full. */
  #blocks: Uint8Array[] = [];
  /** The one that is being filled, and how far. */
  #block: Uint8Array = new Uint8Array(0);
  #used = 0;
  #length = 0;
  #taken = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  add(piece: Uint8Array): 'too-large' | 'no-room' | undefined {
    const { octets: most, budget } = this.#limits;
    const length = this.#length + piece.length;
    if (length > most) return 'too-large';
    const counted = Math.max(0, length - FREE_OCTETS) - this.#taken;
    if (counted > 0) {
      if (!budget.take(counted)) return 'no-room';
      this.#taken += counted;
    }
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
    this.#limits.budget.release(this.#taken);
    this.#taken = 0;
    this.#blocks = [];
    this.#block = new Uint8Array(0);
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
