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
import { Worker } from 'node:worker_threads';
import { errorFrom } from '../../bytes/sent-error.js';
import type { GatewayRequest } from '../../protocol/index.js';
import { type ReadSend, readSend } from '../json/send-request.js';
import type { GatewayLimits } from '../settings/limits.js';
import { type Caller, Turns } from '../turns.js';
import type { ReadTask, Sent, SentCall } from './messages.js';
import { type ReadCall, readCall, readFormRequest } from './read.js';

/** Octets of a request that is read in a thread of its own. */
export const LARGE_OCTETS = 65_536;

/** How large requests are read. */
export interface RequestThreadsOptions {
  /** How many threads; all processors but one by default, two at most. */
  readonly threads?: number | undefined;
  /** Where request-worker.js is, when it is not beside this package's other files. */
  readonly worker?: URL | string | undefined;
  /** Milliseconds that reading one request may take; 30,000 by default. */
  readonly timeMs?: number | undefined;
  /** Milliseconds after which a thread with nothing to read ends; 30,000 by default. */
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
  readonly #file: URL | string | undefined;
  readonly #timeMs: number;
  readonly #idleMs: number;
  readonly #turns: Turns;
  /** Those without a request, and what ends them; the one that read last is the last. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #busy = new Map<Worker, (error: Error) => void>();
  #isClosed = false;

  constructor(limits: GatewayLimits, { threads, worker, timeMs = TIME_MS, idleMs = IDLE_MS }: RequestThreadsOptions = {}) {
    this.#limits = limits;
    this.#file = worker ?? findWorkerFile();
    this.#timeMs = timeMs;
    this.#idleMs = idleMs;
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
    const workers = [...this.#idle.keys(), ...this.#busy.keys()];
    for (const worker of this.#idle.keys()) this.#take(worker);
    for (const reject of this.#busy.values()) reject(closedError());
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #isForThread(octets: Uint8Array): boolean {
    return octets.length > LARGE_OCTETS && this.#file !== undefined;
  }

  #ask<T>(task: ReadTask, caller: Caller): Promise<Sent<T>> {
    return this.#turns.run(caller, async () => {
      if (this.#isClosed) throw closedError();
      const worker = this.#take([...this.#idle.keys()].at(-1)) ?? this.#start();
      return this.#read<T>(worker, task);
    });
  }

  /** Where one fails nobody waits for it any more, so that it is not asked again. */
  async #read<T>(worker: Worker, task: ReadTask): Promise<Sent<T>> {
    let timer: NodeJS.Timeout | undefined;
    worker.ref();
    try {
      const answer = await new Promise<Sent<T>>((resolve, reject) => {
        this.#busy.set(worker, reject);
        worker.once('message', resolve);
        timer = setTimeout(() => reject(new Error(`a request was not read in ${this.#timeMs} ms`)), this.#timeMs);
        worker.postMessage(task, [task.octets.buffer as ArrayBuffer]);
      });
      if (!this.#isClosed) this.#keep(worker);
      return answer;
    } catch (error) {
      void worker.terminate();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#busy.delete(worker);
      worker.unref();
    }
  }

  /** For the next request, as long as that comes soon. */
  #keep(worker: Worker): void {
    const end = setTimeout(() => void this.#take(worker)?.terminate(), this.#idleMs);
    end.unref();
    this.#idle.set(worker, end);
  }

  /** Out of the idle ones; undefined when it is none of them. */
  #take(worker: Worker | undefined): Worker | undefined {
    if (worker === undefined || !this.#idle.has(worker)) return undefined;
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    return worker;
  }

  #start(): Worker {
    const worker = new Worker(this.#file as URL | string, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    const onEnd = (error: Error) => {
      this.#take(worker);
      this.#busy.get(worker)?.(error);
    };
    worker.on('error', onEnd);
    worker.on('messageerror', onEnd);
    worker.on('exit', (code) => onEnd(new Error(`a thread that reads requests ended with code ${code}`)));
    return worker;
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
