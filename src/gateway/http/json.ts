/**
 * The JSON door: a body or a query to an operation, its outcome to JSON, and what is wrong to a problem of RFC 9457.
 *
 *   POST   /v1/messages         a send of any kind of content
 *   GET    /v1/messages         the account's own messages, page by page
 *   GET    /v1/messages/{id}    one of them
 *   DELETE /v1/messages/{id}    takes it back, while it waits
 *   GET    /v1/account          credit, price, originators
 *   GET    /v1/openapi.json     all of this
 *
 * Name and PIN are those of the forms, as HTTP Basic. A body needs its media type: without one, a page of another site could
 * have a browser post it with a login that the browser remembers.
 * @module
 */
import { createHash, webcrypto } from 'node:crypto';
import { pathOf } from '../../bytes/json.js';
import { wrong } from '../../bytes/json-fields.js';
import { EncodeError, FormatError } from '../../errors.js';
import { isAccepted, REPORT } from '../../protocol/index.js';
import { API, type ApiRow, LIST, viewAccount, viewMessage, viewResult } from '../json/api.js';
import { describeApi } from '../json/openapi.js';
import { busy, type Problem, problem, problemOf, reportProblem, Unreadable } from '../json/problems.js';
import { findPlace } from '../json/send-request.js';
import {
  findClient,
  type OperationName,
  type Operations,
  type OutcomeOf,
  type RequestRecord,
} from '../operations/operations.js';
import { badParameter, NoMessage, type Refusal, UnderWay } from '../operations/refusal.js';
import { Repeated, type SendOnce, type SendResult } from '../operations/send.js';
import type { RequestReader } from '../reading/reader.js';
import type { GatewayLimits } from '../settings/limits.js';
import type { Store } from '../store/store.js';
import type { KeptAnswer, OwnMessage } from '../store/types.js';
import { BusyError } from '../turns.js';
import type { Answer, Asked, Door } from './app.js';
import { findLogin } from './basic.js';

/** What the door works with. */
export interface JsonDoorOptions {
  readonly operations: Operations;
  readonly reader: RequestReader;
  /** Where clients reach the gateway, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Where the answers to requests with a key are kept. */
  readonly store: Pick<Store, 'keptAnswer'>;
  readonly clock: () => number;
  readonly limits: Pick<GatewayLimits, 'idempotencyMs'>;
}

/** Answers hold what others may not see. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
const JSON_HEADERS = { ...HEADERS, 'Content-Type': 'application/json' };

/** The paths. */
export function jsonDoors(options: JsonDoorOptions): readonly Door[] {
  const { operations, publicUrl } = options;
  const sends = new Sends(options);
  const document = new ApiDocument(publicUrl);
  const door = ({ path }: ApiRow, methods: Pick<Door, 'get' | 'post' | 'delete'>): Door => ({
    paths: [path.replace(/\{(\w+)\}/g, ':$1')],
    types: ['application/json'],
    isTypeNeeded: true,
    allow: allowedOn(path),
    fault: (status, words, headers) => answerProblem(problem(status, words, { headers })),
    ...methods,
  });
  const ofMessage = (operation: 'findMessage' | 'cancelMessage') => (record: RequestRecord, asked: Asked) =>
    reply(operations, record, asked, {
      request: () => ({ operation, messageIdentifier: identifierIn(asked) }),
      answer: (message: OwnMessage) => answer(200, viewMessage(message)),
    });
  const find = ofMessage('findMessage');
  return [
    door(API.send, {
      post: (record, body, asked) => sends.reply(record, body, asked),
      get: (record, query, asked) =>
        reply(operations, record, asked, {
          request: () => ({ operation: 'listMessages', ...readList(query) }),
          answer: ({ entries, next }: OutcomeOf<'listMessages'>) =>
            answer(200, { messages: entries.map(viewMessage), ...(next !== undefined && { next }) }),
        }),
    }),
    door(API.find, { get: (record, _query, asked) => find(record, asked), delete: ofMessage('cancelMessage') }),
    door(API.account, {
      get: (record, _query, asked) =>
        reply(operations, record, asked, {
          request: () => ({ operation: 'describeAccount' }),
          answer: (account: OutcomeOf<'describeAccount'>) => answer(200, viewAccount(account)),
        }),
    }),
    door(API.document, { get: (record) => answerDocument(operations, record, document) }),
  ];
}

/** Answers requests for unknown paths below the door's. */
export function noJsonPath(): Response {
  const { status, body, headers } = answerProblem(problem(404, 'No such path'));
  return new Response(body as string, { status, headers });
}

/** The document, made once for each address that the gateway is reached by. */
class ApiDocument {
  readonly #publicUrl: () => string;
  #made: { readonly url: string; readonly answer: Answer } | undefined;

  constructor(publicUrl: () => string) {
    this.#publicUrl = publicUrl;
  }

  answer(): Answer {
    const url = this.#publicUrl();
    if (this.#made?.url !== url) this.#made = { url, answer: answer(200, describeApi(url)) };
    return this.#made.answer;
  }
}

/** It asks for no login, so that it counts for the address alone. */
function answerDocument(operations: Operations, record: RequestRecord, document: ApiDocument): Answer {
  try {
    operations.admit(record);
    return document.answer();
  } catch (error) {
    return answerProblem(problemOf(operations.refuse(record, error)));
  }
}

function allowedOn(path: string): string {
  const rows: readonly ApiRow[] = Object.values(API);
  return rows.flatMap((row) => (row.path === path ? [row.method.toUpperCase()] : [])).join(', ');
}

/** What a request of the door asks an operation for, and how its outcome is answered. */
interface Reply<Outcome> {
  /** @throws FormatError, Refusal */
  readonly request: () => object | Promise<object>;
  readonly answer: (outcome: Outcome) => Answer;
  /** The member that a parameter stands for. */
  readonly place?: (field: string) => string;
  /** The answer to what was accepted before. */
  readonly repeated?: (kept: KeptAnswer) => Answer;
}

async function reply<Outcome>(
  operations: Operations,
  record: RequestRecord,
  asked: Asked,
  { request, answer: view, place, repeated }: Reply<Outcome>,
): Promise<Answer> {
  try {
    const { outcome } = await operations.perform<OperationName>(record, {
      credentials: () => findLogin(asked),
      request: request as () => never,
    });
    return view(outcome as Outcome);
  } catch (error) {
    if (error instanceof Repeated && repeated !== undefined) return repeated(error.kept);
    const refusal = operations.refuse(record, error);
    if (error instanceof BusyError) return answerProblem(busy());
    const found = problemOf(refusal);
    return answerProblem(found.field === undefined || place === undefined ? found : { ...found, field: place(found.field) });
  }
}

/** Sends, at most once each where they have a key. */
class Sends {
  readonly #options: JsonDoorOptions;
  /** Accounts and keys of those that are under way. */
  readonly #underWay = new Set<string>();

  constructor(options: JsonDoorOptions) {
    this.#options = options;
  }

  async reply(record: RequestRecord, body: Uint8Array, asked: Asked): Promise<Answer> {
    const { operations, reader } = this.#options;
    let places = {};
    let once: SendOnce | undefined;
    let own: string | undefined;
    try {
      return await reply(operations, record, asked, {
        request: async () => {
          const key = readKey(asked.header('Idempotency-Key'));
          if (key !== undefined) {
            own = this.#begin(record.username ?? '', key);
            once = await this.#findOnce(record.username ?? '', key, body);
          }
          const read = await reader.send(body, { client: findClient(record) ?? '', isKnown: true }).catch(refuseUnreadable);
          places = read.places;
          return { ...read.request, once };
        },
        answer: answerResults,
        place: (field) => findPlace(field, places),
        repeated: (kept) => answerAgain(kept, once?.fingerprint),
      });
    } finally {
      if (own !== undefined) this.#underWay.delete(own);
    }
  }

  /** @throws UnderWay */
  #begin(username: string, key: string): string {
    const own = `${username} ${key}`;
    if (this.#underWay.has(own)) throw new UnderWay();
    this.#underWay.add(own);
    return own;
  }

  /** @throws Repeated, Refusal where the key was used before */
  async #findOnce(username: string, key: string, body: Uint8Array): Promise<SendOnce> {
    const { store, clock, limits } = this.#options;
    const fingerprint = await digest(body);
    const kept = await store.keptAnswer(username, key);
    if (kept !== undefined && kept.fingerprint !== fingerprint) throw anotherRequest();
    if (kept !== undefined) throw new Repeated(kept);
    return {
      key,
      fingerprint,
      expiresAt: clock() + limits.idempotencyMs,
      answer: (results) => JSON.stringify(viewResults(results)),
    };
  }
}

/** Octets whose digest is made at once: for more a thread of Node's is worth the way there. */
const SMALL_OCTETS = 65_536;

async function digest(body: Uint8Array): Promise<string> {
  if (body.length <= SMALL_OCTETS) return createHash('sha256').update(body).digest('base64url');
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', body)).toString('base64url');
}

/** A key as a string of RFC 8941 (`"8e03978e"`), or bare, as many write it. @throws Unreadable */
function readKey(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\]){1,255})"$/.exec(written)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(["\\])/g, '$1');
  if (/^[!#-+\--[\]-~]{1,255}$/.test(written)) return written;
  const reason = 'has to be 1 to 255 visible characters of ASCII, in quotation marks';
  throw new Unreadable(REPORT.badParameter, `Idempotency-Key: ${reason}`, { field: 'Idempotency-Key', reason });
}

function anotherRequest(): Refusal {
  const reason = 'another request had this key before';
  return badParameter('Idempotency-Key', reason);
}

/** What was kept, as it was answered then. */
function answerAgain({ answer: body, fingerprint }: KeptAnswer, own: string | undefined): Answer {
  if (own !== undefined && own !== fingerprint) return answerProblem(problemOf(anotherRequest()));
  if (body === '') return answerProblem(problemOf(new UnderWay()));
  return { status: API.send.status, body, headers: { ...JSON_HEADERS, 'Idempotency-Replayed': 'true' } };
}

/** A body that is wrong by itself is another's fault than one that asks for what cannot be. */
function refuseUnreadable(error: unknown): never {
  if (!(error instanceof FormatError) || error instanceof EncodeError) throw error;
  const { field, reason } = error;
  throw new Unreadable(REPORT.badParameter, `${field}: ${reason}`, { field, reason, cause: error });
}

function viewResults(results: readonly SendResult[]): object {
  const libraryNumber = results.find((result) => result.libraryNumber !== undefined)?.libraryNumber;
  return { messages: results.map(viewResult), ...(libraryNumber !== undefined && { libraryNumber }) };
}

function answerResults(results: readonly SendResult[]): Answer {
  if (results.some(({ report }) => isAccepted(report))) return answer(API.send.status, viewResults(results));
  const [{ report, text = '' }] = results as readonly [SendResult];
  return answerProblem({ ...reportProblem(report, text), more: viewResults(results) });
}

/** @throws FormatError */
function readList(query: Uint8Array | string) {
  const values: Record<string, string> = Object.create(null);
  try {
    for (const [name, value] of new URLSearchParams(Buffer.from(query).toString())) {
      if (Object.hasOwn(values, name)) wrong(pathOf('$', name), 'is there twice');
      values[name] = value;
    }
    const { after, limit, ...filter } = LIST.read(values, '$');
    return { filter, page: { after, limit } };
  } catch (error) {
    return refuseUnreadable(error);
  }
}

/** @throws NoMessage for what is the identifier of none */
function identifierIn(asked: Asked): string {
  const identifier = asked.parameter('id') ?? '';
  if (!/^[A-Z0-9]{15}$/.test(identifier)) throw new NoMessage();
  return identifier;
}

function answer(status: number, body: object): Answer {
  return { status, body: JSON.stringify(body), headers: JSON_HEADERS };
}

function answerProblem({ status, title, detail, report, field, headers, more }: Problem): Answer {
  const body = {
    ...{ type: 'about:blank', title, status, detail },
    ...(report !== undefined && { report }),
    ...(field !== undefined && { field }),
    ...more,
  };
  return {
    status,
    body: JSON.stringify(body),
    headers: { ...HEADERS, 'Content-Type': 'application/problem+json', ...headers },
  };
}
