/** A gateway in memory: a transport that answers what it is told, keeps what it was sent, and reads it with the protocol's own parser. */
import { expect } from 'vitest';
import { parseForm } from '../../src/protocol/form.js';
import type { Transport, TransportRequest } from '../../src/sender/transport.js';

/** An answer: a body with status 200, or more. */
export type Reply = string | { status?: number; headers?: Record<string, string>; body: string } | Error;

/** A transport, and the requests that it was given. */
export interface FakeGateway {
  readonly transport: Transport;
  readonly requests: TransportRequest[];
  /** Parameters of a request, in order. */
  fields(index?: number): [name: string, value: string][];
}

/** Answers each request with the next reply, and the last one from there on. A function makes the reply of the request's parameters. */
export function gateway(...replies: (Reply | ((fields: ReadonlyMap<string, string>) => Reply))[]): FakeGateway {
  const requests: TransportRequest[] = [];
  const fields = (index = 0) => pairsOf(requests[index] as TransportRequest);
  const transport: Transport = async (request) => {
    requests.push(request);
    const next = replies[Math.min(requests.length, replies.length) - 1];
    const reply = typeof next === 'function' ? next(new Map(pairsOf(request))) : next;
    if (reply === undefined) throw new Error('no reply');
    if (reply instanceof Error) throw reply;
    const { status = 200, headers = {}, body } = typeof reply === 'string' ? { body: reply } : reply;
    return {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
      body: new TextEncoder().encode(body),
    };
  };
  return { transport, requests, fields };
}

/** A transport that fails the test when it is called. */
export const untouchable: Transport = async () => expect.fail('something was sent');

function pairsOf({ method, url, body }: TransportRequest): [string, string][] {
  const form = method === 'GET' ? url.slice(url.indexOf('?') + 1) : body;
  const parsed = parseForm(form);
  return parsed.names().map((name) => [name, parsed.get(name) as string]);
}
