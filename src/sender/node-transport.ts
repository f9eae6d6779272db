/**
 * The transport of Node, on node:http and node:https.
 *
 * It knows how far a request got. The request is held back until its socket reports the connection (`connect`, with TLS
 * `secureConnect`); only then is it written, and only from then on does it count as sent. Error codes, whose meaning differs between releases of
 * Node, only select the `reason`.
 *
 *   socket:   lookup ─► connect ─► secureConnect ─► end(body) ─► response ─► end
 *   phase:    dns       connect    tls              exchange
 *   isSent:   no        no         no               yes          yes
 *
 * Before it writes to a kept connection, it lets the event loop turn to see whether the server has closed it, and if so opens another.
 * Once the first octet was written, the outcome is unknown, on a kept connection as on a new one.
 *
 * No content coding is requested or undone. Environment variables such as HTTPS_PROXY are ignored; a proxy needs an agent.
 *
 * The modules come from `process.getBuiltinModule`, so that a bundle for browsers, which have their own transport, resolves without them.
 * @module
 */

import type * as Http from 'node:http';
import type { RequestOptions } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { requireObject } from '../bytes/check.js';
import { whenAborted } from './callers.js';
import type { FailureReason, Phase } from './errors.js';
import {
  AnswerBuffer,
  codeOf,
  isResetAtOnce,
  systemErrors,
  systemReason,
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
  timerMs,
} from './transport.js';

/** A look-up of host names with the signature of `dns.lookup`, declared without Node's types. */
export type NodeLookup = (
  hostname: string,
  options: { readonly family?: number; readonly hints?: number; readonly all?: boolean; readonly verbatim?: boolean },
  callback: (
    error: (Error & { code?: string | undefined }) | null,
    address: string | { address: string; family: number }[],
    family?: number,
  ) => void,
) => void;

/** Options of {@link nodeTransport}. */
export interface NodeTransportOptions {
  /** Certificates of the authorities to trust, as PEM; by default those of Node. */
  readonly ca?: string | readonly string[] | undefined;
  /** The client's certificate, as PEM. */
  readonly cert?: string | undefined;
  /** The key of `cert`, as PEM. */
  readonly key?: string | undefined;
  /** Whether certificates are verified; true by default. `false` allows a man in the middle. */
  readonly rejectUnauthorized?: boolean | undefined;
  /** Look-up of host names; `dns.lookup` by default. */
  readonly lookup?: NodeLookup | undefined;
  /** An `http.Agent` or `https.Agent` for all connections, for example through a proxy; it must match the scheme of the URLs. */
  readonly agent?: object | undefined;
  /** Milliseconds that an idle connection is kept, 4,000 by default: the gateway closes it after 5 s (G-GEN-03). */
  readonly idleMs?: number | undefined;
}

/** A transport that may keep connections open. */
export interface NodeTransport extends Transport {
  /** Closes all its connections, including those in use. */
  close(): void;
}

const DEFAULT_IDLE_MS = 4_000;
/** Connections to a host that are kept. */
const MAX_IDLE = 16;
/** Octets of an answer's headers: Node's default, which an option of its command line could raise. */
const MAX_HEADER_OCTETS = 16_384;
/** Answers of status 1xx before the one that counts. */
const MAX_INFORMATIONAL = 16;
/** Milliseconds for one of several addresses of a host. Node gives up on each after 250, which takes a server far away for dead. */
const ADDRESS_MS = 1_000;

/**
 * Creates a transport on node:http and node:https. It reports reliably whether anything was sent, does not follow redirects, and ignores proxy variables of
 * the environment.
 * @throws Error outside Node, and for an invalid certificate or key.
 */
export function nodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  requireObject(options, 'options');
  const { http, https, net, tls } = builtIns();
  const { ca, cert, key, lookup, rejectUnauthorized } = options;
  const agent = options.agent as Http.Agent | undefined;
  const trust = {
    ...(ca !== undefined && { ca: [ca].flat() }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
  const connecting: RequestOptions = {
    maxHeaderSize: MAX_HEADER_OCTETS,
    insecureHTTPParser: false,
    // Made once: it takes a while, and what is wrong with it comes to light here.
    ...(Object.keys(trust).length > 0 && { secureContext: tls.createSecureContext(trust) }),
    ...(lookup !== undefined && { lookup: lookup as LookupFunction }),
    ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
  };
  const pooling = { keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: options.idleMs ?? DEFAULT_IDLE_MS };
  // An agent opens nothing by itself. Idle connections do not keep a process alive, and end a second before the server's own time, where it tells.
  const pools = { 'http:': new http.Agent(pooling), 'https:': new https.Agent(pooling) };

  async function send(request: TransportRequest): Promise<TransportResponse> {
    const { protocol, hostname, port, pathname, search } = new URL(request.url);
    if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('a URL is http or https');
    const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    const body = new TextEncoder().encode(request.body);
    const hasBody = request.method !== 'GET';
    const requestOptions = {
      ...connecting,
      method: request.method,
      protocol,
      host,
      port,
      path: pathname + search,
      headers: hasBody ? { ...request.headers, 'Content-Length': body.length } : request.headers,
      // Without one Node makes an agent for this request, which asks for `Connection: close`.
      agent: agent ?? (request.keepAlive && pools[protocol]),
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    };
    const open = protocol === 'https:' ? https.request : http.request;
    const start = performance.now();
    for (;;) {
      const spentMs = performance.now() - start;
      const answer = await attempt(() => open(requestOptions), hasBody ? body : undefined, {
        firstPhase: net.isIP(host) === 0 ? 'dns' : 'connect',
        isSecure: protocol === 'https:',
        connectTimeoutMs: request.connectTimeoutMs - spentMs,
        timeoutMs: request.timeoutMs - spentMs,
        maxResponseOctets: request.maxResponseOctets,
        signal: request.signal,
      });
      // Each turn uses up a kept connection that has died, so this ends.
      if (answer !== 'stale') return answer;
    }
  }

  return Object.assign(send, {
    close() {
      pools['http:'].destroy();
      pools['https:'].destroy();
    },
  });
}

/** What Node brings along. */
function builtIns() {
  const load = globalThis.process?.getBuiltinModule;
  if (load === undefined) {
    throw new Error('nodeTransport takes Node 20.16 or later; elsewhere give a transport, such as fetchTransport()');
  }
  return { http: load('node:http'), https: load('node:https'), net: load('node:net'), tls: load('node:tls') };
}

interface AttemptOptions {
  /** `dns`, or `connect` when the host is an address. */
  readonly firstPhase: Phase;
  /** Whether TLS comes after the connection. */
  readonly isSecure: boolean;
  readonly connectTimeoutMs: number;
  readonly timeoutMs: number;
  readonly maxResponseOctets: number;
  readonly signal: AbortSignal | undefined;
}

/** One request on one connection; `stale` when a kept connection turned out dead before anything was written to it. */
function attempt(
  open: () => Http.ClientRequest,
  body: Uint8Array | undefined,
  { firstPhase, isSecure, connectTimeoutMs, timeoutMs, maxResponseOctets, signal }: AttemptOptions,
): Promise<TransportResponse | 'stale'> {
  return new Promise((resolve, reject) => {
    let phase = firstPhase;
    let isSent = false;
    let isSettled = false;
    let status: number | undefined;
    let informational = 0;
    let socket: Socket | undefined;
    /** Octets that the socket had brought for earlier requests. */
    let readBefore = 0;
    let request: Http.ClientRequest | undefined;

    const onLookup = (error: Error | null) => {
      if (!error) phase = 'connect';
    };
    // After a look at the sockets: where the process was busy for so long, what came meanwhile is not late.
    const connectTimer = setTimeout(() => setImmediate(() => isSent || fail('timeout')), timerMs(connectTimeoutMs));
    const timer = setTimeout(() => setImmediate(fail, 'timeout'), timerMs(timeoutMs));
    const stopWaiting = whenAborted(signal, () => fail('aborted'));

    /** Whether this is the end; the first one counts. */
    function settle(isKept: boolean): boolean {
      if (isSettled) return false;
      isSettled = true;
      clearTimeout(connectTimer);
      clearTimeout(timer);
      stopWaiting();
      socket?.off('lookup', onLookup);
      if (!isKept) request?.destroy();
      return true;
    }

    function fail(reason: FailureReason, code?: string): void {
      if (settle(false)) reject(new TransportFailure(phase, reason, isSent, { code, status }));
    }

    function onError(error: NodeJS.ErrnoException): void {
      if (!isSent && request?.reusedSocket === true) {
        stale();
        return;
      }
      const hasAnswer = socket !== undefined && socket.bytesRead > readBefore;
      const reason = reasonOf(error, phase, hasAnswer);
      if (systemErrors(error).some(isResetAtOnce)) phase = isSecure ? 'tls' : 'exchange';
      // A look-up of the caller's own may answer before there is a socket to hear it from.
      else if (phase === 'dns' && error.syscall === 'connect') phase = 'connect';
      fail(reason, codeOf(error));
    }

    function stale(): void {
      if (settle(false)) resolve('stale');
    }

    function answer(response: Http.IncomingMessage, octets: Uint8Array): void {
      // A server that answers before it has read everything may never read the rest.
      const isKept = request?.shouldKeepAlive === true && request.writableFinished;
      if (settle(isKept)) resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body: octets });
    }

    /** The connection is established: from here on the request is out. */
    function write(): void {
      if (isSettled || request === undefined) return;
      clearTimeout(connectTimer);
      phase = 'exchange';
      isSent = true;
      readBefore = socket?.bytesRead ?? 0;
      if (body === undefined) request.end();
      else request.end(body);
    }

    /** On a kept connection; one that has ended may take a while to close. */
    function writeAgain(): void {
      if (socket?.writable === true && !socket.readableEnded) write();
      else stale();
    }

    function onSocket(newSocket: Socket): void {
      socket = newSocket;
      if (request?.reusedSocket === true) {
        phase = 'exchange';
        // Two turns hold a whole poll: what the server has done to the connection until now is known after them.
        setImmediate(() => setImmediate(writeAgain));
      } else if (newSocket.connecting) {
        newSocket.on('lookup', onLookup);
        newSocket.once('connect', onConnect);
      } else onConnect();
    }

    function onConnect(): void {
      // The handshake, unless an agent has seen to it.
      if ((socket as Socket & { secureConnecting?: boolean }).secureConnecting === true) {
        phase = 'tls';
        socket?.once('secureConnect', write);
      } else write();
    }

    function onResponse(response: Http.IncomingMessage): void {
      // An answer to nothing, left over on a kept connection.
      if (!isSent) {
        stale();
        return;
      }
      status = response.statusCode;
      const octets = new AnswerBuffer(maxResponseOctets);
      response.on('data', (chunk: Uint8Array) => {
        if (!octets.add(chunk)) fail('too-long');
      });
      response.on('end', () => {
        if (response.complete) answer(response, octets.octets());
        else fail('cut');
      });
      response.on('error', onError);
      if (Number(response.headers['content-length']) > maxResponseOctets) fail('too-long');
    }

    if (signal?.aborted === true) {
      fail('aborted');
      return;
    }
    try {
      request = open();
    } catch (error) {
      onError(error as Error);
      return;
    }
    request.on('socket', onSocket);
    request.on('response', onResponse);
    request.on('information', () => {
      informational++;
      if (informational > MAX_INFORMATIONAL) fail('not-http');
    });
    request.on('upgrade', (response) => answer(response, new Uint8Array(0)));
    // It stays: an error that comes late must not end the process.
    request.on('error', onError);
  });
}

/** What to call an error of Node. */
function reasonOf({ code = '', syscall }: NodeJS.ErrnoException, phase: Phase, hasAnswer: boolean): FailureReason {
  const known = systemReason(code);
  if (known === 'reset') {
    if (hasAnswer) return 'cut';
    // Node gives an orderly end the same code, but then no system call has failed.
    return syscall === undefined ? 'closed' : 'reset';
  }
  if (known !== undefined) return known;
  if (code === 'HPE_HEADER_OVERFLOW') return 'too-long';
  if (code === 'HPE_INVALID_EOF_STATE') return 'cut';
  if (code.startsWith('HPE_')) return 'not-http';
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'tls';
  // OpenSSL's verdicts have bare names: CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT, and there are dozens.
  return phase === 'tls' ? 'certificate' : 'failed';
}

function headersOf(response: Http.IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}
