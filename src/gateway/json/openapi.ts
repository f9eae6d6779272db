/**
 * The OpenAPI 3.1 document of the JSON door, from the tables that the door works by.
 * @module
 */
import { ANSWERS, API, type ApiRow } from './api.js';
import { PROBLEM_SCHEMA, PROBLEM_TITLES, type ProblemStatus } from './problems.js';
import type { Schema } from './shapes.js';

/** Statuses that every request with a login may come to. */
const ALWAYS: readonly number[] = [401, 429, 500, 503];

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A text that the client makes up for a request: one that comes again with it is answered as before, and sent once',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 257 },
};

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before it is asked again', schema: { type: 'integer', minimum: 0 } },
};

/** Headers of problems that tell a program what to do. A conflict has its own only while another request with the key is under way. */
const PROBLEM_HEADERS: Readonly<Partial<Record<ProblemStatus, object>>> = {
  401: { 'WWW-Authenticate': { description: 'How to log in', schema: { type: 'string' } } },
  ...{ 409: RETRY_AFTER, 413: RETRY_AFTER, 429: RETRY_AFTER, 503: RETRY_AFTER },
};

/** Of an answer to a request that may have a key. */
const REPLAYED = {
  'Idempotency-Replayed': {
    description: 'There where this is the answer to a request that came before',
    schema: { type: 'string', const: 'true' },
  },
};

/** The document. @param server where clients reach the gateway, without a slash at its end */
export function describeApi(server: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const row of Object.values(API) as readonly ApiRow[]) {
    paths[row.path] = { ...paths[row.path], [row.method]: describe(row) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Messaging gateway',
      version: '1',
      summary: 'Texts, tunes, pictures, cards, pushes and multimedia messages to handsets',
    },
    servers: [{ url: server }],
    security: [{ login: [] }],
    paths,
    components: {
      schemas: { ...ANSWERS, Problem: PROBLEM_SCHEMA },
      securitySchemes: { login: { type: 'http', scheme: 'basic', description: 'Username and PIN of the account' } },
    },
  };
}

function describe({ id, summary, isOpen, hasKey, path, query = {}, body, status, answer, problems }: ApiRow): object {
  const parameters = [
    ...(path.includes('{id}')
      ? [parameter('id', 'path', { type: 'string', description: 'Identifier of the message' }, true)]
      : []),
    ...(hasKey === true ? [KEY] : []),
    ...Object.entries(query).map(([name, { schema }]) => parameter(name, 'query', schema, false)),
  ];
  const statuses = [...problems, ...(isOpen === true ? [] : ALWAYS)].sort((a, b) => a - b) as ProblemStatus[];
  return {
    operationId: id,
    summary,
    ...(isOpen === true && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: response(String(ANSWERS[answer].description), 'application/json', answer, hasKey && REPLAYED),
      ...Object.fromEntries(
        statuses.map((wrong) => [
          wrong,
          response(PROBLEM_TITLES[wrong], 'application/problem+json', 'Problem', PROBLEM_HEADERS[wrong]),
        ]),
      ),
    },
  };
}

function parameter(name: string, place: 'path' | 'query', { description, ...schema }: Schema, isRequired: boolean): object {
  return { name, in: place, description, required: isRequired, schema };
}

function response(description: string, type: string, schema: string, headers?: object): object {
  return {
    description,
    ...(headers !== undefined && { headers }),
    content: { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}
