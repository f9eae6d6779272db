/** The JSON door, asked: every answer is checked against the document that the gateway itself gives. */

import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { TestGateway } from './support.js';

/** The account that most tests ask for. */
export const LOGIN = basic('ANOther.12345', '012345');

export function basic(username: string, pin: string): string {
  return `Basic ${Buffer.from(`${username}:${pin}`).toString('base64')}`;
}

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, the document says
  readonly body: any;
}

export interface Ask {
  readonly body?: unknown;
  readonly authorization?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Document {
  readonly paths: Record<
    string,
    Record<string, { responses: Record<string, { content: Record<string, unknown>; headers?: object }> } | undefined>
  >;
  readonly components: { readonly schemas: { readonly Problem: { readonly properties: object } } };
}

/** Headers that say something of the answer to a program. */
const TOLD_HEADERS = ['Retry-After', 'Idempotency-Replayed', 'WWW-Authenticate'];

/** Asks the door of a gateway. */
export function jsonClient({ fetch }: Pick<TestGateway, 'fetch'>) {
  let document: Promise<{ readonly api: Document; readonly ajv: Ajv2020.default }> | undefined;
  const read = async () => {
    const api = (await (await fetch('/v1/openapi.json')).json()) as Document;
    const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
    ajv.addSchema(api, 'api');
    return { api, ajv };
  };
  /** The schema of an answer, or of a body. */
  const found = new Map<string, ValidateFunction>();
  const findSchema = async (pointer: readonly string[]): Promise<ValidateFunction> => {
    document ??= read();
    const { ajv } = await document;
    const path = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const schema = found.get(path) ?? ajv.compile({ $ref: `api#/${path}` });
    found.set(path, schema);
    return schema;
  };
  const ask = async (
    method: string,
    target: string,
    { body, authorization = LOGIN, headers = {} }: Ask = {},
  ): Promise<JsonAnswer> => {
    const response = await fetch(target, {
      method,
      headers: {
        ...(authorization !== '' && { Authorization: authorization }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
    } as RequestInit);
    const text = await response.text();
    const value: unknown = JSON.parse(text);
    const type = response.headers.get('Content-Type') as string;
    const path = (target.split('?', 1)[0] as string).replace(/^(\/v1\/messages\/).+$/, '$1{id}');
    document ??= read();
    const { api } = await document;
    const row = api.paths[path]?.[method.toLowerCase()];
    // What no operation answers, such as another method, is in no document.
    if (row !== undefined) {
      const status = String(response.status);
      expect(Object.keys(row.responses), `${method} ${path}`).toContain(status);
      const validate = await findSchema(['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema']);
      expect(validate(value) ? [] : validate.errors, text.slice(0, 400)).toEqual([]);
      const told = TOLD_HEADERS.filter((name) => response.headers.has(name));
      expect(Object.keys(row.responses[status]?.headers ?? {}), `${method} ${path} ${status}`).toEqual(
        expect.arrayContaining(told),
      );
      if (type === 'application/problem+json') {
        const { properties } = api.components.schemas.Problem;
        expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(value as object)));
      }
    }
    return { status: response.status, headers: response.headers, body: value };
  };
  const send = (body: unknown, more: Ask = {}) => ask('POST', '/v1/messages', { ...more, body });
  /** What the document says is wrong with the body of a send. */
  const findBodyFaults = async (body: unknown) => {
    const validate = await findSchema([
      'paths',
      '/v1/messages',
      'post',
      'requestBody',
      'content',
      'application/json',
      'schema',
    ]);
    return validate(body) ? [] : validate.errors;
  };
  return { ask, send, findBodyFaults };
}
