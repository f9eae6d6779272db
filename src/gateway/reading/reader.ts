/**
 * Reads requests: small ones at once, large ones in threads, so that the gateway goes on meanwhile.
 *
 *   at most 64 KiB    in the caller's thread: to send it to another would take longer
 *   more              in a thread, in turn; the octets are handed over, not copied
 *
 * A thread that does not answer in time, or runs out of memory, is ended, and its request is a fault of the gateway's. The threads run
 * request-worker.js of this package; without it, as in a bundle that leaves it out, all is read in the caller's thread.
 * @module
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { errorFrom } from '../../bytes/sent-error.js';
import { Threads } from '../../bytes/threads.js';
import type { GatewayRequest } from '../../protocol/index.js';
import { type ReadSend, readSend } from '../json/send-request.js';
import type { GatewayLimits } from '../settings/limits.js';
import { type Caller, Turns } from '../turns.js';
import type { ReadTask, Sent, SentCall } from './messages.js';
import { type ReadCall, readCall, readFormRequest } from './read.js';

/** Octets of a request that is read in a thread of its own. */
export const LARGE_OCTETS = 65_536;

/** Options of the threads that parse requests of more than 64 KiB. */
export interface RequestThreadsOptions {
  /** The number of threads; by default one fewer than there are processors, at most two. */
  readonly threads?: number | undefined;
  /** Place of `request-worker.js`, if not beside the package's other files. */
  readonly worker?: URL | string | undefined;
  /** Time limit for parsing one request in milliseconds; 30,000 by default. */
  readonly timeMs?: number | undefined;
  /** Milliseconds after which an idle thread ends; 30,000 by default. */
  readonly idleMs?: number | undefined;
}

const MAX_THREADS = 2;
const TIME_MS = 30_000;

/** Requests that wait for a thread, of those who have logged in and of the others each; the octets of all of them have a budget of their own. */
const MAX_WAITING = 64;
const MAX_WAITING_EACH = 16;

/** Megabytes of a thread's heap. Half of it is enough for all that the default limits let through. */
const HEAP_MB = 512;
/** A thread that has nothing to read for so long ends: what it read last may have left it large. */
const IDLE_MS = 30_000;

/** Reads requests. */
export class RequestReader {
  readonly #limits: GatewayLimits;
  /** Unset where all is read in the caller's thread. */
  readonly #threads: Threads<ReadTask, Sent<unknown>> | undefined;
  readonly #timeMs: number;
  readonly #turns: Turns;
  #isClosed = false;

  constructor(limits: GatewayLimits, { threads, worker, timeMs = TIME_MS, idleMs = IDLE_MS }: RequestThreadsOptions = {}) {
    this.#limits = limits;
    const file = worker ?? findWorkerFile();
    this.#threads = file === undefined ? undefined : new Threads({ file, heapMb: HEAP_MB, idleMs });
    this.#timeMs = timeMs;
    const atOnce = threads ?? Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
    this.#turns = new Turns({ atOnce, waiting: MAX_WAITING, waitingEach: MAX_WAITING_EACH });
  }

  /**
   * The request of a form.
   * @param body of a large one, octets in a buffer of their own, which cannot be used any more.
   * @throws FormatError; BusyError when too many wait.
   */
  async form(path: string, body: Uint8Array, caller: Caller): Promise<GatewayRequest> {
    if (!this.#isForThread(body)) return readFormRequest(path, body, this.#limits);
    return received(await this.#ask<GatewayRequest>({ path, octets: body, limits: this.#limits }, caller));
  }

  /** A call of SOAP. @throws as {@link form} */
  async call(envelope: Uint8Array, caller: Caller): Promise<ReadCall> {
    if (!this.#isForThread(envelope)) return readCall(envelope, this.#limits);
    const answer = await this.#ask<SentCall>({ octets: envelope, limits: this.#limits }, caller);
    const { operation, credentials, request } = received(answer);
    return { operation, credentials, request: () => received(request) };
  }

  /** A send as JSON. @throws as {@link form} */
  async send(body: Uint8Array, caller: Caller): Promise<ReadSend> {
    if (!this.#isForThread(body)) return readSend(body, this.#limits);
    return received(await this.#ask<ReadSend>({ isJson: true, octets: body, limits: this.#limits }, caller));
  }

  /** Ends the threads; what is being read rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#threads?.close(closedError());
  }

  #isForThread(octets: Uint8Array): boolean {
    return octets.length > LARGE_OCTETS && this.#threads !== undefined;
  }

  #ask<T>(task: ReadTask, caller: Caller): Promise<Sent<T>> {
    return this.#turns.run(caller, async () => {
      if (this.#isClosed) throw closedError();
      const threads = this.#threads as Threads<ReadTask, Sent<T>>;
      let timer: NodeJS.Timeout | undefined;
      try {
        return await threads.run(task, [task.octets.buffer as ArrayBuffer], (stop) => {
          timer = setTimeout(() => stop(new Error(`a request was not read in ${this.#timeMs} ms`)), this.#timeMs);
        });
      } finally {
        clearTimeout(timer);
      }
    });
  }
}

function findWorkerFile(): URL | undefined {
  const file = new URL('./request-worker.js', import.meta.url);
  return existsSync(fileURLToPath(file)) ? file : undefined;
}

function received<T>(sent: Sent<T>): T {
  if ('error' in sent) throw errorFrom(sent.error);
  return sent.value;
}

function closedError(): Error {
  return new Error('the gateway is closed');
}
