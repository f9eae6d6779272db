/**
 * Servers on loopback that do exactly what a test says, octet by octet, and count what they saw. Each goes away with its test.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { afterFile } from './cleanup.js';

/** The certificate of {@link scriptedPeer} with `tls`, to be trusted as `ca`. */
export const PEER_CERTIFICATE = readFileSync(new URL('../../fixtures/tls/localhost.crt', import.meta.url), 'utf8');
const PEER_KEY = readFileSync(new URL('../../fixtures/tls/localhost.key', import.meta.url), 'utf8');

/** A whole request, as it came. */
export interface PeerRequest {
  /** `POST /path HTTP/1.1`. */
  readonly line: string;
  /** Names in lower case; of equal ones the last. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One connection, as a script sees it. */
export interface PeerConnection {
  readonly socket: net.Socket;
  /** Waits for the next whole request. It never resolves when the client goes away. */
  request(): Promise<PeerRequest>;
  write(text: string | Uint8Array): void;
  /** Ends the connection in order, after what was written. */
  end(text?: string): void;
  /** Ends it with a reset. */
  reset(): void;
}

/** What a server does with a connection; `index` counts connections from 0. */
export type PeerScript = (connection: PeerConnection, index: number) => void | Promise<void>;

/** A server that follows a script. */
export interface Peer {
  readonly port: number;
  /** `http://127.0.0.1:PORT`, or https with TLS. */
  readonly origin: string;
  /** TCP connections that came. */
  readonly connections: number;
  /** Octets that came on them, decrypted with TLS. */
  readonly octets: number;
  /** Whole requests that were read, in order. */
  readonly requests: readonly PeerRequest[];
  /** Sockets of the connections, in order. */
  readonly sockets: readonly net.Socket[];
  /** Waits until a number of whole requests has come. */
  waitForRequests(count: number): Promise<void>;
  /** Waits until a number of connections has come. */
  waitForConnections(count: number): Promise<void>;
}

/** A server on a port of its own. */
export async function scriptedPeer(script: PeerScript, options: { readonly tls?: boolean } = {}): Promise<Peer> {
  const sockets: net.Socket[] = [];
  const requests: PeerRequest[] = [];
  const all = new Set<net.Socket>();
  let connections = 0;
  let octets = 0;
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const check of waiting) check();
  };
  const waitFor = (isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isThere()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });

  const serve = (socket: net.Socket) => {
    all.add(socket);
    sockets.push(socket);
    // Clients go away in every manner here.
    socket.on('error', () => {});
    let pending = Buffer.alloc(0);
    const readers: ((request: PeerRequest) => void)[] = [];
    const ready: PeerRequest[] = [];
    socket.on('data', (chunk: Buffer) => {
      octets += chunk.length;
      pending = Buffer.concat([pending, chunk]);
      for (let read = takeRequest(pending); read !== undefined; read = takeRequest(pending)) {
        pending = read.rest;
        requests.push(read.request);
        const reader = readers.shift();
        if (reader === undefined) ready.push(read.request);
        else reader(read.request);
      }
      notify();
    });
    const connection: PeerConnection = {
      socket,
      request: () => {
        const request = ready.shift();
        return request === undefined ? new Promise((resolve) => readers.push(resolve)) : Promise.resolve(request);
      },
      write: (text) => void socket.write(text),
      end: (text = '') => void socket.end(text),
      reset: () => void socket.resetAndDestroy(),
    };
    void script(connection, sockets.length - 1);
  };
  const server = options.tls
    ? tls.createServer({ key: PEER_KEY, cert: PEER_CERTIFICATE }, serve)
    : net.createServer({ allowHalfOpen: false }, serve);
  server.on('connection', (socket: net.Socket) => {
    connections++;
    all.add(socket);
    socket.on('error', () => {});
    notify();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of all) socket.destroy();
    server.close();
  });
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    origin: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    get octets() {
      return octets;
    },
    requests,
    sockets,
    waitForRequests: (count) => waitFor(() => requests.length >= count),
    waitForConnections: (count) => waitFor(() => connections >= count),
  };
}

function takeRequest(octets: Buffer): { request: PeerRequest; rest: Buffer<ArrayBuffer> } | undefined {
  const end = octets.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = octets.subarray(0, end).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const colon = field.indexOf(':');
    headers[field.slice(0, colon).toLowerCase()] = field.slice(colon + 1).trim();
  }
  const start = end + 4;
  const length = Number(headers['content-length'] ?? 0);
  if (octets.length < start + length) return undefined;
  const body = octets.subarray(start, start + length).toString('utf8');
  return { request: { line, headers, body }, rest: Buffer.from(octets.subarray(start + length)) };
}

/** An answer with its length. */
export function answerText(body: string, { status = '200 OK', headers = [] as readonly string[] } = {}): string {
  const lines = [`HTTP/1.1 ${status}`, 'Content-Type: text/html; charset=utf-8', `Content-Length: ${Buffer.byteLength(body)}`];
  return [...lines, ...headers, '', body].join('\r\n');
}

/** Scripts that come up again and again. */
export const scripts = {
  /** Answers each request of a connection. */
  answer:
    (body: string, options?: Parameters<typeof answerText>[1]): PeerScript =>
    async (connection) => {
      for (;;) {
        const { headers } = await connection.request();
        connection.write(answerText(body, options));
        if (headers.connection === 'close') connection.end();
      }
    },
  /** Reads the request, then sends a text and closes. */
  say:
    (text: string): PeerScript =>
    async (connection) => {
      await connection.request();
      connection.end(text);
    },
  /** Reads the request, then sends a text and resets the connection once the client has had time to read it. */
  sayAndReset:
    (text: string): PeerScript =>
    async (connection) => {
      await connection.request();
      connection.socket.write(text, () => setTimeout(connection.reset, 50));
    },
  /** Accepts, reads, says nothing. */
  silence: (): void => {},
  resetAtOnce: (connection: PeerConnection): void => connection.reset(),
  closeAtOnce: (connection: PeerConnection): void => connection.end(),
  resetAfterRequest: async (connection: PeerConnection): Promise<void> => {
    await connection.request();
    connection.reset();
  },
  closeAfterRequest: async (connection: PeerConnection): Promise<void> => {
    await connection.request();
    connection.end();
  },
  /** Reads the request, sends a beginning, then a piece every ten milliseconds without end. */
  drip:
    (start: string, piece: string): PeerScript =>
    async (connection) => {
      await connection.request();
      connection.write(start);
      const timer = setInterval(() => connection.write(piece), 10);
      connection.socket.on('close', () => clearInterval(timer));
    },
  /** Reads the request, sends a beginning, then a piece as fast as the client reads. */
  flood:
    (start: string, piece: string): PeerScript =>
    async (connection) => {
      await connection.request();
      connection.write(start);
      const { socket } = connection;
      const pour = () => {
        while (!socket.destroyed && socket.write(piece)) {
          // Until the client reads no faster.
        }
      };
      socket.on('drain', pour);
      pour();
    },
} as const;

/** A port of 127.0.0.1 that refuses: it is taken, as the near end of a connection, so that nobody begins to listen there. */
export async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const holder = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  const [[held]] = await Promise.all([once(server, 'connection'), once(holder, 'connect')]);
  onTestFinished(() => {
    holder.destroy();
    (held as net.Socket).destroy();
    server.close();
  });
  return holder.localPort!;
}

let silent: Promise<number> | undefined;

/**
 * A port of 127.0.0.1 that answers no SYN: its listener never accepts, and connections of our own fill its queue until one more gets no answer.
 * Linux drops what comes then. It takes a while to make: the tests of a file share one.
 */
export function silentPort(): Promise<number> {
  if (silent === undefined) {
    silent = makeSilentPort();
    afterFile(() => {
      silent = undefined;
    });
  }
  return silent;
}

async function makeSilentPort(): Promise<number> {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      // A thread that stands still accepts nothing.
      setImmediate(() => Atomics.wait(workerData, 0, 0));
    });`;
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(program, { eval: true, workerData: gate });
  const fillers: net.Socket[] = [];
  afterFile(async () => {
    for (const filler of fillers) filler.destroy();
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    await worker.terminate();
  });
  const [port] = (await once(worker, 'message')) as [number];
  for (let i = 0; i < 16; i++) {
    const filler = net.connect(port, '127.0.0.1');
    filler.on('error', () => {});
    fillers.push(filler);
    const isAnswered = await new Promise<boolean>((resolve) => {
      filler.once('connect', () => resolve(true));
      // After a look at the sockets, should this thread have been busy.
      setTimeout(() => setImmediate(resolve, false), 400);
    });
    if (!isAnswered) return port;
  }
  throw new Error('the kernel answers every SYN: no silent port here');
}
