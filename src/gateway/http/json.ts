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
 * have a browser post it
 * with a login that the browser remembers.
 * @module
 */
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
import { NoMessage } from '../operations/refusal.js';
import type { SendResult } from '../operations/send.js';
import type { RequestReader } from '../reading/reader.js';
import type { OwnMessage } from '../store/types.js';
import { BusyError } from '../turns.js';
import type { Answer, Asked, Door } from './app.js';
import { findLogin } from './basic.js';

/** What the door works with. */
export interface JsonDoorOptions {
  readonly operations: Operations;
  readonly reader: RequestReader;
  /** Where clients reach the gateway, without a slash at its end. */
  readonly publicUrl: () => string;
}

/** Answers hold what others may not see. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
const JSON_HEADERS = { ...HEADERS, 'Content-Type': 'application/json' };

/** The paths. */
export function jsonDoors({ operations, reader, publicUrl }: JsonDoorOptions): readonly Door[] {
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
      post: (record, body, asked) => replySend(operations, reader, record, body, asked),
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
    door(API.document, { get: () => answer(200, describeApi(publicUrl())) }),
  ];
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
}

async function reply<Outcome>(
  operations: Operations,
  record: RequestRecord,
  asked: Asked,
  { request, answer: view, place }: Reply<Outcome>,
): Promise<Answer> {
  try {
    const { outcome } = await operations.perform<OperationName>(record, {
      credentials: () => findLogin(asked),
      request: request as () => never,
    });
    return view(outcome as Outcome);
  } catch (error) {
    const refusal = operations.refuse(record, error);
    if (error instanceof BusyError) return answerProblem(busy());
    const found = problemOf(refusal);
    return answerProblem(found.field === undefined || place === undefined ? found : { ...found, field: place(found.field) });
  }
}

async function replySend(
  operations: Operations,
  reader: RequestReader,
  record: RequestRecord,
  body: Uint8Array,
  asked: Asked,
): Promise<Answer> {
  let places = {};
  return reply(operations, record, asked, {
    request: async () => {
      const read = await reader.send(body, { client: findClient(record) ?? '', isKnown: true }).catch(refuseUnreadable);
      places = read.places;
      return read.request;
    },
    answer: answerResults,
    place: (field) => findPlace(field, places),
  });
}

/** A body that is wrong by itself is another's fault than one that asks for what cannot be. */
function refuseUnreadable(error: unknown): never {
  if (!(error instanceof FormatError) || error instanceof EncodeError) throw error;
  const { field, reason } = error;
  throw new Unreadable(REPORT.badParameter, `${field}: ${reason}`, { field, reason, cause: error });
}

function answerResults(results: readonly SendResult[]): Answer {
  const messages = results.map(viewResult);
  const libraryNumber = results.find((result) => result.libraryNumber !== undefined)?.libraryNumber;
  if (results.some(({ report }) => isAccepted(report))) {
    return answer(202, { messages, ...(libraryNumber !== undefined && { libraryNumber }) });
  }
  const [{ report, text = '' }] = results as readonly [SendResult];
  return answerProblem({ ...reportProblem(report, text), more: { messages } });
}

/** @throws FormatError */
function readList(query: Uint8Array | string) {
  const values: Record<string, string> = {};
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
