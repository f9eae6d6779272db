/**
 * Doors on HTTP: a request on a path to the door it belongs to, and its answer back (G-GEN-01 to 13, G-SOAP-01, 02, 12).
 *
 * Every outcome of the interface's forms and calls is status 200; 404, 405, 408, 413 and 415 are faults of transport. Of the JSON door the status says it all.
 * @module
 */

import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import { findClient, type RequestRecord } from '../operations/operations.js';
import { type BodyLimits, describeBodyFault, readBody } from './bodies.js';
import type { TrustedProxies } from './proxies.js';

/** A form of requests and answers, and the paths that have it. It parses and formats, nothing else. */
export interface Door {
  readonly paths: readonly string[];
  /** Media types of bodies that it takes; a body without one is taken too (G-GEN-07), unless a type is needed. */
  readonly types: readonly string[];
  readonly isTypeNeeded?: true;
  /** Methods, as a 405 names them. */
  readonly allow: string;
  /** Answers a body, whatever is wrong with it. One of more than `LARGE_OCTETS` is in a buffer of its own, and the door's to give away. */
  readonly post?: (record: RequestRecord, body: Uint8Array, asked: Asked) => Promise<Answer>;
  /** Answers a query, verbatim, its escapes decoded to octets; undefined where none is asked for. A HEAD is no GET here: it would send, and nobody would see what came of it. */
  readonly get?: (
    record: RequestRecord,
    query: Uint8Array | string,
    asked: Asked,
  ) => Promise<Answer | undefined> | Answer | undefined;
  readonly delete?: (record: RequestRecord, asked: Asked) => Promise<Answer | undefined>;
  /** The answer to a fault of transport; a line of text by default. */
  readonly fault?: (status: TransportFault, words: string, headers: Readonly<Record<string, string>>) => Answer;
}

/** What a request says beside its body. */
export interface Asked {
  readonly header: (name: string) => string | undefined;
  /** A part of the path, its escapes decoded. */
  readonly parameter: (name: string) => string | undefined;
  /** A parameter of the query, its escapes decoded. */
  readonly query: (name: string) => string | undefined;
  /** Address of who is connected, a client or a proxy; absent when it came without a socket. */
  readonly peer?: string | undefined;
}

/** Statuses of faults that no door comes to see. */
export type TransportFault = 400 | 405 | 408 | 413 | 415 | 500;

/** An answer before it is one of HTTP. */
export interface Answer {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly headers: Record<string, string>;
}

/** What doors share. */
export interface DoorsOptions {
  readonly bodies: BodyLimits;
  /** Proxies whose forwarding headers are trusted. */
  readonly proxies: TrustedProxies;
  /** Called with what became of each request. */
  readonly onAnswered: (record: RequestRecord, status: number, ms: number) => void;
  readonly onFault: (error: unknown) => void;
}

const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8' };

/** Adds the paths of doors. */
export function addDoors(app: Hono, doors: readonly Door[], options: DoorsOptions): void {
  for (const door of doors) {
    for (const path of door.paths) app.all(path, (context) => answered(context, path, door, options));
  }
}

/** Answers for what is no path. */
export function notFound(): Response {
  return new Response('Not found', { status: 404, headers: PLAIN });
}

/** Address of who is connected, a client or a proxy; undefined for a request that came without a socket. */
export function peerOf(context: Context): string | undefined {
  return context.env?.incoming === undefined ? undefined : getConnInfo(context).remote.address;
}

/** Address of the client, as trusted proxies tell it; undefined for a request that came without a socket. */
export function askerOf(context: Context, proxies: TrustedProxies): string | undefined {
  const peer = peerOf(context);
  const { incoming } = bindingsOf(context);
  return peer !== undefined && incoming !== undefined ? proxies.findClient(peer, incoming.headers) : peer;
}

async function answered(context: Context, path: string, door: Door, options: DoorsOptions): Promise<Response> {
  const start = performance.now();
  const record: RequestRecord = { path, peer: askerOf(context, options.proxies) };
  let answer: Answer;
  try {
    answer = await ask(context, record, door, options.bodies);
  } catch (error) {
    // Doors answer whatever goes wrong in them: this would be a fault outside.
    options.onFault(error);
    answer = faultOf(door, 500, 'Internal error');
  }
  options.onAnswered(record, answer.status, performance.now() - start);
  return respond(context, answer);
}

async function ask(context: Context, record: RequestRecord, door: Door, bodies: BodyLimits): Promise<Answer> {
  const { method } = context.req;
  const { req } = context;
  const asked: Asked = {
    header: (name) => req.header(name),
    parameter: (name) => req.param(name),
    query: (name) => req.query(name),
    peer: peerOf(context),
  };
  if (method !== 'POST' || door.post === undefined) {
    const answer =
      method === 'GET'
        ? await door.get?.(record, queryOf(context), asked)
        : method === 'DELETE'
          ? await door.delete?.(record, asked)
          : undefined;
    return answer ?? faultOf(door, 405, `Allowed: ${door.allow}`, { Allow: door.allow });
  }
  const refused = findTypeFault(context, door);
  if (refused !== undefined) return faultOf(door, 415, refused);
  const body = await readBody(context, bodies, findClient(record));
  if (typeof body === 'string') {
    const { status, text, headers } = describeBodyFault(body, bodies);
    return faultOf(door, status, text, headers);
  }
  try {
    return await door.post(record, body.octets, asked);
  } finally {
    body.release();
  }
}

/** Over a socket the answer is written as it is: a Response in between would cost as much as all the rest of HTTP. */
function respond(context: Context, { status, body, headers }: Answer): Response {
  const { outgoing } = bindingsOf(context);
  // Node's own types know only octets that are not shared between threads.
  if (outgoing === undefined) return new Response(status === 204 ? null : (body as string), { status, headers });
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) });
  // After all promises that have resolved by now: the answers of a commit are written one right after the other, so that a client that has asked for
  // several wakes once.
  process.nextTick(() => outgoing.end(body));
  return RESPONSE_ALREADY_SENT;
}

/** The query, its escapes decoded to octets, which are judged as those of a body are. */
function queryOf(context: Context): Uint8Array | string {
  const url = bindingsOf(context).incoming?.url ?? context.req.url;
  const at = url.indexOf('?');
  // Node reads each octet of a request's line as one character.
  return at < 0 ? '' : Buffer.from(url.slice(at + 1), 'latin1');
}

/** What is wrong with the media type or the coding; no type is taken as what the path takes (G-GEN-07), unless the door needs one. */
function findTypeFault(context: Context, { types, isTypeNeeded }: Door): string | undefined {
  const type = context.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type ? !types.includes(type) : isTypeNeeded === true) return `This path takes ${types.join(', ')}`;
  const coding = context.req.header('Content-Encoding')?.trim().toLowerCase();
  return coding && coding !== 'identity' ? 'This path takes bodies without Content-Encoding' : undefined;
}

/** Empty for a request that came without a socket. */
function bindingsOf(context: Context): Partial<HttpBindings> {
  return context.env ?? {};
}

function faultOf(door: Door, status: TransportFault, words: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return door.fault?.(status, words, headers) ?? { status, body: words, headers: { ...PLAIN, ...headers } };
}
