/**
 * The gateway on a port: HTTP or HTTPS over node:http, with bounds on what clients may hold up.
 *
 * One address has a part of the connections, so that it cannot have them all; what it opens beyond is closed at once. An idle connection is closed after 5 s (G-GEN-03). Headers and whole requests have a time each, and so has a socket on which nothing moves in either
 * direction. Closing takes no new connections, lets requests in hand finish, and ends what is then idle.
 * @module
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { AddressCounts, clientOf } from '../addresses.js';
import type { ServerLimits } from '../settings/limits.js';
import type { TrustedProxies } from './proxies.js';

/** Options of an HTTP port. */
export interface ListenOptions {
  /** Port number; 8080 by default, 0 for a free one. */
  readonly port?: number | undefined;
  /** Host name or address; 127.0.0.1 by default. */
  readonly host?: string | undefined;
  /** Certificate and key as PEM, for HTTPS; plain HTTP by default. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined;
}

/** Answers a request that came over a socket. */
export type Answering = (request: Request, bindings: HttpBindings) => Promise<Response> | Response;

const DEFAULT_PORT = 8080;
/** How often Node looks for connections whose time is over. */
const CHECK_MS = 500;
/** How often idle connections are looked for while the server closes. */
const CLOSE_CHECK_MS = 20;

/** How a port is served. */
export interface ServerOptions {
  readonly limits: ServerLimits;
  /** Have as many connections as they like. */
  readonly proxies: TrustedProxies;
  /** Called with the address of a connection that was one too many of it. */
  readonly onCrowded: (address: string) => void;
}

/** A port that is listened on. */
export class Listener {
  readonly #server: Server;
  readonly #options: ServerOptions;
  readonly #isSecure: boolean;
  readonly #host: string;
  /** Connections on which nothing was asked yet. */
  readonly #fresh = new Set<Socket>();
  readonly #counts = new AddressCounts();
  #isClosing = false;

  private constructor(answer: Answering, options: ServerOptions, { host = '127.0.0.1', tls }: ListenOptions) {
    const { limits } = options;
    this.#options = options;
    this.#host = host;
    this.#isSecure = tls !== undefined;
    this.#server = createAdaptorServer({
      fetch: (request, bindings) => {
        const { outgoing } = bindings as HttpBindings;
        if (this.#isClosing) outgoing.shouldKeepAlive = false;
        return answer(request, bindings as HttpBindings);
      },
      // HTTP/1.0 knows no Host.
      hostname: 'localhost',
      // A library leaves the process's own Request and Response alone.
      overrideGlobalObjects: false,
      ...(tls !== undefined && { createServer: createSecureServer }),
      serverOptions: {
        ...(tls !== undefined && { cert: tls.cert, key: tls.key }),
        keepAliveTimeout: limits.idleMs,
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        connectionsCheckingInterval: CHECK_MS,
        // Small answers leave at once.
        noDelay: true,
      },
    } as Parameters<typeof createAdaptorServer>[0]) as Server;
    this.#server.maxConnections = limits.connections;
    this.#server.timeout = limits.requestMs;
    this.#server.on('checkContinue', (request, response) => this.#checkContinue(request, response));
    this.#server.on('connection', (socket: Socket) => {
      if (!this.#admit(socket)) return;
      this.#fresh.add(socket);
      socket.once('close', () => this.#fresh.delete(socket));
    });
  }

  /**
   * Listens.
   * @throws Error when the port is taken, or the certificate is none.
   */
  static async open(answer: Answering, server: ServerOptions, options: ListenOptions = {}): Promise<Listener> {
    const listener = new Listener(answer, server, options);
    await new Promise<void>((resolve, reject) => {
      listener.#server.once('error', reject);
      listener.#server.listen(options.port ?? DEFAULT_PORT, listener.#host, () => {
        listener.#server.off('error', reject);
        resolve();
      });
    });
    return listener;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Such as `http://127.0.0.1:8080`. */
  get url(): string {
    const host = this.#host.includes(':') ? `[${this.#host}]` : this.#host;
    return `${this.#isSecure ? 'https' : 'http'}://${host}:${this.port}`;
  }

  /** Limits have changed: connections that are open keep what they began with. */
  applyLimits(): void {
    const { limits } = this.#options;
    this.#server.keepAliveTimeout = limits.idleMs;
    this.#server.headersTimeout = limits.headersMs;
    this.#server.requestTimeout = limits.requestMs;
    this.#server.timeout = limits.requestMs;
    this.#server.maxConnections = limits.connections;
  }

  /**
   * Shows another certificate to those who connect from now on.
   * @throws Error when it is none, or the port has none.
   */
  renewTls({ cert, key }: NonNullable<ListenOptions['tls']>): void {
    if (!this.#isSecure) throw new Error('the port has no TLS');
    (this.#server as SecureServer).setSecureContext({ cert, key });
  }

  /** Ends when the last request in hand is answered, or its time is over. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const check = setInterval(() => this.#closeIdle(), CLOSE_CHECK_MS);
    const end = setTimeout(() => this.#server.closeAllConnections(), this.#options.limits.graceMs);
    this.#closeIdle();
    await closed;
    clearInterval(check);
    clearTimeout(end);
  }

  /** Counts a connection for its address, or closes it. */
  #admit(socket: Socket): boolean {
    const { limits, proxies, onCrowded } = this.#options;
    const { remoteAddress } = socket;
    // It has gone already.
    if (remoteAddress === undefined) return false;
    if (proxies.has(remoteAddress)) return true;
    const address = clientOf(remoteAddress);
    const leave = this.#counts.add(address, limits.connectionsPerAddress);
    if (leave === undefined) {
      socket.destroy();
      onCrowded(address);
      return false;
    }
    socket.once('close', leave);
    return true;
  }

  /** Node does not count a connection as idle on which nothing was said at all. */
  #closeIdle(): void {
    this.#server.closeIdleConnections();
    for (const socket of this.#fresh) if (socket.bytesRead === 0) socket.destroy();
  }

  #checkContinue(request: IncomingMessage, response: ServerResponse): void {
    if (!(Number(request.headers['content-length']) > this.#options.limits.bodyOctets)) response.writeContinue();
    this.#server.emit('request', request, response);
  }
}
