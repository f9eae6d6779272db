/**
 * The receiver of receipts and incoming messages for servers of Node: node:http, Express, Fastify, and servers with compatible requests and responses.
 *
 *   the request has            is read as
 *   `rawBody`                  the body: octets or a text that a parser kept
 *   `body` of octets, a text   the body: express.raw(), express.text()
 *   a stream nobody has read   the body, up to the limit
 *   `body` of a parsed form    the form, written again: express.urlencoded()
 *   anything else              BodyConsumedError, which says what to set
 *
 * Requests and responses are described by what is used of them: neither Node's types nor its modules are needed to import this.
 * @module
 */
import { joinOctets } from '../bytes/octets.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { callListener } from './callers.js';
import { type Answer, answerer, BodyConsumedError, type Incoming, type ReceiverOptions } from './receiver.js';

type Listener = (...values: never[]) => void;

/** What is used of a stream of octets. */
interface Octets {
  /** Whether it was closed before its end. */
  readonly destroyed?: boolean | undefined;
  /** Listens to `data`, `end`, `error` and `close`. */
  on(event: string, listener: Listener): unknown;
  /** Listens no more. */
  removeListener(event: string, listener: Listener): unknown;
  /** Lets the rest go by. */
  resume?(): unknown;
}

/** The required members of an `http.IncomingMessage`, and of an Express request. */
export interface NodeRequest extends Octets {
  /** HTTP method, such as `POST`. */
  readonly method?: string | undefined;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Whether the body has been read, at least in part. */
  readonly readableDidRead?: boolean | undefined;
}

/** The required members of an `http.ServerResponse`. */
export interface NodeResponse {
  /** Writes status and headers. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Writes the body and ends the response. */
  end(text: string): unknown;
}

/** The required members of a Fastify request. */
export interface RouteRequest {
  /** The `http.IncomingMessage`. */
  readonly raw: NodeRequest;
}

/** The required members of a Fastify reply. */
export interface RouteReply {
  /** Sets the status. */
  code(status: number): unknown;
  /** Sets headers. */
  headers(headers: Record<string, string>): unknown;
  /** Sends the body. */
  send(text: string): unknown;
}

/** A handler for node:http, Express and Fastify. */
export interface NodeHandler {
  /** Handles a request of Fastify. */
  (request: RouteRequest, reply: RouteReply): Promise<unknown>;
  /** Handles a request of node:http or Express; `next` is that of Express. */
  (request: NodeRequest, response: NodeResponse, next?: (error: unknown) => void): Promise<void>;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What to set, in the words of each server. */
const EXPRESS_ADVICE =
  'mount the receiver before express.json() and its like, or have them keep the octets: ' +
  'express.json({ verify: (request, response, octets) => { request.rawBody = octets; } }); in Next set `export const config = { api: { bodyParser: false } }`';
const FASTIFY_ADVICE =
  "in the receiver's scope call removeAllContentTypeParsers() and addContentTypeParser('*', (request, payload, done) => done(null, payload))";

/**
 * Creates a Node handler for receipts and incoming messages, like {@link createReceiver} does for `Request` and `Response`.
 *
 * After `express.urlencoded()` it reads the parsed fields. Signed JSON and SOAP envelopes must arrive verbatim: mount the handler before
 * `express.json()`, or keep the octets as `rawBody`. Otherwise there is a BodyConsumedError, which goes to `onError`, while the gateway is
 * answered with 500; without `onError` it goes to `next` of Express, or to Fastify.
 *
 * ```js
 * const receive = nodeReceiver({ username: 'hook', pin: '4711', onReceipt: store });
 * createServer(receive).listen(8080); // node:http
 * app.post('/receipts', receive); // Express
 * fastify.register(async (scope) => {
 *   scope.removeAllContentTypeParsers();
 *   scope.addContentTypeParser('*', (request, payload, done) => done(null, payload));
 *   scope.post('/receipts', receive);
 * });
 * ```
 * @throws TypeError, EncodeError as {@link createReceiver}.
 */
export function nodeReceiver(options: ReceiverOptions): NodeHandler {
  const answerTo = answerer(options);
  const handle = async (
    request: NodeRequest | RouteRequest,
    response: NodeResponse | RouteReply,
    next?: (error: unknown) => void,
  ): Promise<unknown> => {
    const isRoute = 'raw' in request;
    const send = (answer: Answer) =>
      isRoute ? reply(response as RouteReply, answer) : respond(response as NodeResponse, answer);
    try {
      const { raw, advice } = isRoute ? { raw: request.raw, advice: FASTIFY_ADVICE } : { raw: request, advice: EXPRESS_ADVICE };
      return send(await answerTo(incomingOf(raw, bodiesOf(request), advice)));
    } catch (error) {
      if (options.onError === undefined && next !== undefined) return next(error);
      if (options.onError === undefined && isRoute) throw error;
      callListener(options.onError, error);
      return send({ status: 500, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, text: 'error' });
    }
  };
  return handle as NodeHandler;
}

/** What others have made of a body. */
interface Bodies {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

function bodiesOf(request: object): Bodies {
  const { rawBody, body } = request as Bodies;
  return { rawBody, body };
}

function incomingOf(request: NodeRequest, { rawBody, body }: Bodies, advice: string): Incoming {
  const kept = rawBody ?? body;
  const isKept = typeof kept === 'string' || kept instanceof Uint8Array;
  // A parser of Fastify may give the stream itself as the body, or one that unpacks it.
  const stream = isStream(body) ? body : request;
  const isOpen = !isKept && (stream !== request || request.readableDidRead !== true);
  const header = (name: string) => {
    // What was kept or parsed was unpacked before, and has a length of its own.
    if (!isOpen && (name === 'content-encoding' || name === 'content-length')) return null;
    const value = request.headers[name];
    return value === undefined ? null : String(value);
  };
  return {
    method: request.method ?? '',
    header,
    async read(most, type) {
      if (isOpen) return Number(header('content-length') ?? 0) > most ? 'too-large' : readStream(stream, most);
      const octets = isKept ? octetsOf(kept) : type === FORM_TYPE ? formOf(body) : undefined;
      if (octets === undefined) throw new BodyConsumedError(type, advice);
      return octets.length > most ? 'too-large' : octets;
    },
  };
}

function isStream(body: unknown): body is Octets {
  return typeof (Object(body) as Partial<Octets>).on === 'function';
}

function octetsOf(kept: string | Uint8Array): Uint8Array {
  return typeof kept === 'string' ? encodeUtf8(kept) : kept;
}

/** A form of its fields, as parsers give them: several of a name are a list. Undefined for anything else. */
function formOf(body: unknown): Uint8Array | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one !== 'string') return undefined;
      form.append(name, one);
    }
  }
  return encodeUtf8(form.toString());
}

/** Reads a stream up to a limit. It is not destroyed past that: its connection has to carry the answer. */
function readStream(stream: Octets, most: number): Promise<Uint8Array | 'too-large' | 'cut'> {
  if (stream.destroyed === true) return Promise.resolve('cut');
  return new Promise((resolve) => {
    const pieces: Uint8Array[] = [];
    let length = 0;
    const listeners: Readonly<Record<string, Listener>> = {
      data: (piece: string | Uint8Array) => {
        const octets = octetsOf(piece);
        pieces.push(octets);
        length += octets.length;
        if (length > most) end('too-large');
      },
      end: () => end(joinOctets(pieces, length)),
      error: () => end('cut'),
      close: () => end('cut'),
    };
    const end = (outcome: Uint8Array | 'too-large' | 'cut') => {
      for (const event of ['data', 'end', 'close']) stream.removeListener(event, listeners[event] as Listener);
      resolve(outcome);
    };
    for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener);
    // Somebody may have paused it before.
    stream.resume?.();
  });
}

/** A refused body is not waited for: the connection ends with the answer. */
function headersOf({ status, headers }: Answer): Record<string, string> {
  return status === 413 ? { ...headers, Connection: 'close' } : { ...headers };
}

function respond(response: NodeResponse, answer: Answer): undefined {
  response.writeHead(answer.status, headersOf(answer));
  response.end(answer.text);
}

function reply(to: RouteReply, answer: Answer): RouteReply {
  to.code(answer.status);
  to.headers(headersOf(answer));
  to.send(answer.text);
  return to;
}
