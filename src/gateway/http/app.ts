/**
 * The gateway's HTTP surface: which path takes what, as what (G-GEN-01 to 13, G-SOAP-01, 02, 12).
 *
 *   POST /webservices/http/sendsms  sendmms  queryaccount  manageaccount     forms
 *   POST /sendsms                                                            the same: text messages, account queries
 *   POST /sendsms2  /sendsms3                                                SOAP; GET ?wsdl
 *   GET  on the paths of sends, parameters in the query                      discouraged
 *
 * Every outcome of the interface is status 200; 404, 405, 408, 413 and 415 are faults of transport. A body is read up to its limit and no further.
 * @module
 */
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import { DecodeError } from '../../errors.js';
import { FormFields, PATHS, parseForm, soap } from '../../protocol/index.js';
import type { RequestRecord } from '../operations/record.js';
import { type BodyFault, type BodyLimits, readIncoming, readRequest } from './bodies.js';
import { answerForm } from './form.js';
import { peerOf } from './local-clients.js';
import { answerSoap, type SoapPortOptions } from './soap.js';

/** How the surface behaves. */
export interface AppOptions extends SoapPortOptions {
  readonly bodies: BodyLimits;
  /** Parameters of a form. */
  readonly formFields: number;
  /** Where clients reach this gateway, without a slash at its end. */
  readonly publicUrl: () => string;
  /** Called with what became of each request. */
  readonly onAnswered: (record: RequestRecord, status: number, ms: number) => void;
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const XML = { 'Content-Type': 'text/xml; charset=utf-8' };
const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8' };
const FORM_TYPES: readonly string[] = ['application/x-www-form-urlencoded'];
const SOAP_TYPES: readonly string[] = ['text/soap', 'text/xml', 'application/xml', 'application/soap+xml'];

/** Seconds after which a client that found no room may try again. */
const RETRY_AFTER_S = 5;

/** Parts the fields of a form. */
const AMPERSAND = 0x26;

const SEND_PATHS: readonly string[] = [PATHS.sendSms, PATHS.sendMultimedia, PATHS.variant];
const FORM_PATHS: readonly string[] = [...SEND_PATHS, PATHS.queryAccount, PATHS.manageAccount];

/** An answer before it is one of HTTP. */
interface Answer {
  readonly status: 200 | 400 | 404 | 405 | 408 | 413 | 415 | 500;
  readonly body: string;
  readonly headers: Record<string, string>;
}

type Handler = (context: Context, record: RequestRecord) => Promise<Answer> | Answer;

/** Adds the paths of the interface. */
export function addInterface(app: Hono, options: AppOptions): void {
  for (const path of FORM_PATHS) {
    const isSend = SEND_PATHS.includes(path);
    const allowed = isSend ? 'GET, POST' : 'POST';
    app.all(path, (context) => {
      const { method } = context.req;
      if (method === 'POST') return answered(context, path, options, (_, record) => postForm(context, record, options));
      // A HEAD is no GET here: it would send, and nobody would see what came of it.
      if (method === 'GET' && isSend) return answered(context, path, options, (_, record) => getForm(context, record, options));
      return answered(context, path, options, () => notAllowed(allowed));
    });
  }
  for (const path of PATHS.soap) {
    app.all(path, (context) => {
      const { method } = context.req;
      if (method === 'POST') return answered(context, path, options, (_, record) => postSoap(context, record, options));
      return answered(context, path, options, () => getWsdl(context, path, options));
    });
  }
}

/** Answers for what is no path. */
export function notFound(): Response {
  return new Response('Not found', { status: 404, headers: PLAIN });
}

async function answered(context: Context, path: string, options: AppOptions, handler: Handler): Promise<Response> {
  const start = performance.now();
  const record: RequestRecord = { path, peer: peerOf(context) };
  let answer: Answer;
  try {
    answer = await handler(context, record);
  } catch (error) {
    // The ports answer whatever goes wrong in them: this would be a fault outside.
    options.onFault(error);
    answer = plain(500, 'Internal error');
  }
  options.onAnswered(record, answer.status, performance.now() - start);
  return respond(context, answer);
}

/** Over a socket the answer is written as it is: a Response in between would cost as much as all the rest of HTTP. */
function respond(context: Context, { status, body, headers }: Answer): Response {
  const { outgoing } = bindingsOf(context);
  if (outgoing === undefined) return new Response(body, { status, headers });
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}

async function postForm(context: Context, record: RequestRecord, options: AppOptions): Promise<Answer> {
  return refusedType(context, FORM_TYPES) ?? withBody(context, options, (octets) => answerFields(record, octets, options));
}

/** The query as it came: the octets behind its escapes are judged as those of a body are. */
function getForm(context: Context, record: RequestRecord, options: AppOptions): Promise<Answer> {
  const url = bindingsOf(context).incoming?.url ?? context.req.url;
  const at = url.indexOf('?');
  // Node reads each octet of a request's line as one character.
  return answerFields(record, at < 0 ? '' : Buffer.from(url.slice(at + 1), 'latin1'), options);
}

async function answerFields(record: RequestRecord, body: Uint8Array | string, options: AppOptions): Promise<Answer> {
  const limits = { formOctets: options.bodies.octets, formFields: options.formFields };
  let fields: FormFields;
  let fault: unknown;
  try {
    fields = parseForm(body, { limits });
  } catch (error) {
    // Credentials count before what else is wrong (G-AUTH-04), and so does the form of answer that is asked for.
    fields = readableFields(body, error);
    fault = error;
  }
  return { status: 200, body: await answerForm(record, fields, options, fault), headers: HTML };
}

/** The fields that can be read of a form in which one cannot; none of a form that is past a limit. */
function readableFields(body: Uint8Array | string, fault: unknown): FormFields {
  if (typeof body === 'string' || !(fault instanceof DecodeError)) return new FormFields();
  const readable: [name: string, value: string][] = [];
  for (let start = 0, end = 0; start < body.length; start = end + 1) {
    end = body.indexOf(AMPERSAND, start);
    if (end < 0) end = body.length;
    try {
      const field = parseForm(body.subarray(start, end), { limits: { formOctets: body.length } });
      for (const name of field.names()) readable.push([name, field.get(name) as string]);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
    }
  }
  return new FormFields(readable);
}

async function postSoap(context: Context, record: RequestRecord, options: AppOptions): Promise<Answer> {
  return (
    refusedType(context, SOAP_TYPES) ??
    withBody(context, options, async (octets) => {
      const { status, xml } = await answerSoap(record, octets, options);
      return { status, body: xml, headers: XML };
    })
  );
}

function getWsdl(context: Context, path: string, { publicUrl }: AppOptions): Answer {
  const query = new URL(context.req.url).searchParams;
  const isWsdl = context.req.method === 'GET' && [...query.keys()].some((name) => name.toLowerCase() === 'wsdl');
  if (!isWsdl) return notAllowed('POST');
  const wsdl = soap.wsdl({ address: `${publicUrl()}${path}`, namespace: soap.SOAP_NAMESPACE });
  return { status: 200, body: wsdl, headers: XML };
}

/** A media type that the path does not take, or a coding; no type is taken as what the path takes (G-GEN-07). */
function refusedType(context: Context, allowed: readonly string[]): Answer | undefined {
  const type = context.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type && !allowed.includes(type)) return plain(415, `This path takes ${allowed.join(', ')}`);
  const coding = context.req.header('Content-Encoding')?.trim().toLowerCase();
  return coding && coding !== 'identity' ? plain(415, 'This path takes bodies without Content-Encoding') : undefined;
}

async function withBody(
  context: Context,
  options: AppOptions,
  answer: (octets: Uint8Array) => Promise<Answer>,
): Promise<Answer> {
  const { incoming } = bindingsOf(context);
  const { bodies } = options;
  const body = await (incoming === undefined ? readRequest(context.req.raw, bodies) : readIncoming(incoming, bodies));
  if (typeof body === 'string') return withoutBody(body, bodies);
  try {
    return await answer(body.octets);
  } finally {
    body.release();
  }
}

/** The rest of such a body is read and forgotten for a moment, so that the client has time for the answer; then its connection ends. */
function withoutBody(fault: BodyFault, { octets }: BodyLimits): Answer {
  switch (fault) {
    case 'too-large':
      return plain(413, `At most ${octets} octets`);
    case 'no-room':
      return {
        ...plain(413, 'Busy, retry later'),
        headers: { ...PLAIN, 'Retry-After': `${RETRY_AFTER_S}` },
      };
    case 'silent':
      return { ...plain(408, 'The body did not come'), headers: { ...PLAIN, Connection: 'close' } };
    case 'gone':
      return plain(400, 'The body ended early');
  }
}

/** Empty for a request that came without a socket. */
function bindingsOf(context: Context): Partial<HttpBindings> {
  return context.env ?? {};
}

function notAllowed(allowed: string): Answer {
  return { ...plain(405, `Allowed: ${allowed}`), headers: { ...PLAIN, Allow: allowed } };
}

function plain(status: Answer['status'], body: string): Answer {
  return { status, body, headers: PLAIN };
}
