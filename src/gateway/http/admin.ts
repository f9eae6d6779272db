/**
 * Administration as JSON: each request of the table in admin/requests.ts at its path and method.
 *
 *   GET    /accounts?after=12&limit=100        {"entries": [...], "next": 112}
 *   PATCH  /accounts/Shop.1  {"debit": "1.5"}  the account as it is then
 *
 * What is wrong is told as RFC 9457 says it, with the field as `field`. Who may ask is checked before by the operators' listener, whose token is
 * asked for on the loopback interface too: without one, everything here is refused.
 * @module
 */
import { type Context, Hono } from 'hono';
import { decodeUtf8 } from '../../bytes/index.js';
import { JsonObject, parseJson } from '../../bytes/json.js';
import { FormatError } from '../../errors.js';
import { clientOf } from '../addresses.js';
import { performAdmin } from '../admin/operations.js';
import { ADMIN_REQUESTS, type AdminName, type AdminRequest } from '../admin/requests.js';
import { ChangeError } from '../store/changes.js';
import type { Store } from '../store/store.js';
import { peerOf } from './app.js';
import { type BodyBudget, describeBodyFault, readBody } from './bodies.js';

/** What the paths work with. */
export interface AdminRoutesOptions {
  readonly store: Store;
  /** Who asks, as the audit names him; undefined when nobody has shown a token. */
  readonly by: string | undefined;
  readonly budget: BodyBudget;
  /** Called when a message was queued. */
  readonly onQueued: () => unknown;
  readonly onFault: (error: unknown) => void;
}

/** Octets of a body. */
const MAX_BODY = 65_536;
const BODY_SILENCE_MS = 10_000;

/** Answers hold what others may not see, a new PIN among it. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

type Status = 200 | 201 | 400 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 500;

/** An answer that says what is wrong. */
class Problem extends Error {
  readonly status: Status;
  readonly field: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: Status, detail: string, field?: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.field = field;
    this.headers = headers;
  }
}

const TITLES: Readonly<Partial<Record<Status, string>>> = {
  400: 'The request is wrong',
  403: 'Administration needs a token',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'The body is too large',
  415: 'The body is not JSON',
  500: 'Internal error',
};

/** The paths, below wherever they are put. */
export function adminRoutes(options: AdminRoutesOptions): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    if (options.by !== undefined) return next();
    return respondProblem(context, new Problem(403, 'The gateway has no token for operators: set one, and send it'));
  });
  for (const [name, { method, path }] of Object.entries(ADMIN_REQUESTS) as [AdminName, AdminRequest][]) {
    app.on(method, path, (context) => answer(context, options, name));
  }
  for (const path of new Set(Object.values(ADMIN_REQUESTS).map((row) => row.path))) {
    const allow = Object.values(ADMIN_REQUESTS).flatMap((row) => (row.path === path ? [row.method] : []));
    app.all(path, (context) =>
      respondProblem(context, new Problem(405, `Allowed: ${allow.join(', ')}`, undefined, { Allow: allow.join(', ') })),
    );
  }
  app.all('*', (context) => respondProblem(context, new Problem(404, 'There is nothing at this path')));
  return app;
}

async function answer(context: Context, options: AdminRoutesOptions, name: AdminName): Promise<Response> {
  const { store, by = '', budget, onQueued, onFault } = options;
  try {
    const values = await readValues(context, ADMIN_REQUESTS[name], budget);
    const outcome = await performAdmin(name, { store, by }, values);
    if (name === 'requeueMessage' || name === 'requeueMessages') onQueued();
    return context.json(outcome, name === 'createAccount' ? 201 : 200, HEADERS);
  } catch (error) {
    const known = findProblem(error);
    if (known === undefined) onFault(error);
    return respondProblem(context, known ?? new Problem(500, 'What went wrong is in the log'));
  }
}

/** What a request says, by the names of its fields. @throws Problem, FormatError */
async function readValues(
  context: Context,
  { method, fields }: AdminRequest,
  budget: BodyBudget,
): Promise<Record<string, unknown>> {
  const given = method === 'GET' ? readQuery(context, fields) : await readFields(context, budget);
  const path = context.req.param();
  for (const name of Object.keys(path)) if (Object.hasOwn(given, name)) throw new Problem(400, 'is in the path', name);
  return { ...given, ...path };
}

function readQuery(context: Context, fields: AdminRequest['fields']): Record<string, unknown> {
  const query = context.req.queries();
  return Object.fromEntries(
    Object.entries(query).map(([name, texts]) => {
      const [text = '', ...others] = texts;
      if (others.length > 0) throw new Problem(400, 'is there twice', name);
      const fromText = Object.hasOwn(fields, name) ? fields[name]?.fromText : undefined;
      return [name, fromText === undefined ? text : fromText(text)];
    }),
  );
}

/** An empty body says nothing. */
async function readFields(context: Context, budget: BodyBudget): Promise<Record<string, unknown>> {
  const limits = { octets: MAX_BODY, silenceMs: BODY_SILENCE_MS, budget };
  const peer = peerOf(context);
  const body = await readBody(context, limits, peer === undefined ? undefined : clientOf(peer));
  if (typeof body === 'string') {
    const { status, text, headers } = describeBodyFault(body, limits);
    throw new Problem(status, text, undefined, headers);
  }
  try {
    if (body.octets.length === 0) return {};
    const type = context.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'application/json' && type !== 'application/merge-patch+json') {
      throw new Problem(415, 'Content-Type has to be application/json');
    }
    const value = parseJson(decodeUtf8(body.octets));
    if (!(value instanceof JsonObject)) throw new Problem(400, 'The body has to be an object');
    return Object.fromEntries(value.entries());
  } finally {
    body.release();
  }
}

/** Undefined for what is the gateway's own fault. */
function findProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof ChangeError) return new Problem(error.code === 'not-found' ? 404 : 409, error.reason, error.field);
  if (error instanceof FormatError) return new Problem(400, error.reason, error.field.replace(/^\$\.?/, '') || undefined);
  return undefined;
}

function respondProblem(context: Context, { status, message, field, headers }: Problem): Response {
  const body = { title: TITLES[status], status, detail: message, ...(field !== undefined && { field }) };
  return context.body(JSON.stringify(body), status, { ...HEADERS, ...headers, 'Content-Type': 'application/problem+json' });
}
