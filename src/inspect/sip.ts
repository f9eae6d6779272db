/**
 * A SIP request MESSAGE, as phones and the centres of IMS send short messages: its headers, and the message of the relay layer in its body.
 *
 *   MESSAGE sip:+447700900099@ims.example SIP/2.0 CRLF
 *   Content-Type: application/vnd.3gpp.sms CRLF
 *   Content-Length: 28 CRLF
 *   CRLF
 *   00 01 00 ...
 *
 * The body is octets, or base64 where Content-Transfer-Encoding says so; logs write it in hex.
 * Source: RFC 3261 sections 7.1, 7.3.1 and 7.3.3; RFC 3428; 3GPP TS 24.341 section 5.3.
 * @module
 */
import { pluralize } from '../bytes/file-fields.js';
import type { Field } from '../bytes/index.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { RP_CONTENT_TYPE } from '../sms/rp.js';
import { readBase64 } from './base64.js';
import type { Evidence } from './formats/row.js';
import { fileOfLines } from './hex-dumps.js';
import { type BoundedOpening, type Inspected, type Opening, SURE } from './nested-payloads.js';
import { shorten } from './printable.js';
import { rpTree } from './relay.js';
import { readAnyText, readHex, readText, splitLines } from './texts.js';
import { boundedTree, leafTree } from './trees.js';

/** Octets of the headers that are read. */
const MAX_HEAD = 65_536;

/** The first line; it ends with the version. */
const REQUEST = /^MESSAGE ((?:sips?|tel):[^\s]{1,1000}) SIP\/2\.0\r?\n/i;

/** Short forms of headers (RFC 3261 section 7.3.3). */
const SHORT: Readonly<Record<string, string>> = {
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  s: 'subject',
  t: 'to',
  v: 'via',
};

/** A header, with the lines that continue it. */
interface Header {
  /** As it is written. */
  readonly name: string;
  /** In lower case, in its long form. */
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A request, and where its body begins. */
interface Request {
  readonly uri: string;
  readonly line: { readonly text: string; readonly end: number };
  readonly headers: readonly Header[];
  readonly bodyAt: number;
}

/** How much speaks for a request. */
export function sniffSip(octets: Uint8Array): Evidence | undefined {
  const request = readRequest(octets);
  if (request === undefined) return undefined;
  const type = findHeader(request, 'content-type');
  return { confidence: 0.98, reason: `SIP MESSAGE${type === undefined ? '' : ` with ${shorten(type, MAX_TYPE)}`}` };
}

/** Characters of a content type in a reason. */
const MAX_TYPE = 60;

/** The message of the relay layer in a request; undefined where it has none. */
export function findSipBody(octets: Uint8Array, opening: Pick<Opening, 'identify'>): Uint8Array | undefined {
  const request = readRequest(octets);
  if (request === undefined || !isRelayed(request)) return undefined;
  const body = octets.subarray(request.bodyAt);
  return decodeBody(request, body, opening) ?? body;
}

/** The tree of a request. */
export function sipTree(octets: Uint8Array, opening: BoundedOpening): Inspected {
  const { bounds } = opening;
  const request = readRequest(octets);
  if (request === undefined) return { field: { ...leafTree('SIP', octets, bounds), warnings: ['not a SIP request MESSAGE'] } };
  const { line, headers, bodyAt } = request;
  let part: Inspected['part'];
  const field = boundedTree({ name: 'SIP', start: 0, end: octets.length }, () => {
    const children: Field[] = [{ name: 'request', value: line.text, start: 0, end: line.end, children: [] }];
    for (const { name, value, start, end } of headers) {
      bounds.fields.spend('SIP', start);
      children.push({ name, value, start, end, children: [] });
    }
    const headEnd = headers.at(-1)?.end ?? line.end;
    if (headEnd < bodyAt)
      children.push({ name: 'end of headers', value: undefined, start: headEnd, end: bodyAt, children: [] });
    if (bodyAt < octets.length) {
      const body = bodyTree(request, octets, opening);
      ({ part } = body);
      children.push(body.field);
    }
    const warnings = lengthWarnings(request, octets.length - bodyAt);
    return { value: undefined, meaning: `MESSAGE to ${request.uri}`, children, ...(warnings.length > 0 && { warnings }) };
  });
  return part === undefined ? { field } : { field, part };
}

/** The body: the message of the relay layer, or what else it is. */
function bodyTree(request: Request, octets: Uint8Array, opening: BoundedOpening): Inspected {
  const { bounds } = opening;
  const { bodyAt: start } = request;
  const end = octets.length;
  const body = octets.subarray(start);
  const place = { name: 'body', value: undefined, start, end };
  const written = decodeBody(request, body, opening);
  if (written !== undefined) {
    const inner = isRelayed(request) ? rpTree(written, bounds) : opening.inspect(written);
    return { ...inner, field: { ...place, octets: written, children: [inner.field] } };
  }
  if (isRelayed(request)) {
    const inner = rpTree(octets, bounds, start, end);
    return { ...inner, field: { ...place, children: [inner.field] } };
  }
  const [best] = opening.identify(body);
  if (best !== undefined && best.confidence >= SURE) {
    const inner = opening.inspect(body);
    return { ...inner, field: { ...place, octets: body, children: [inner.field] } };
  }
  const text = readText(body);
  return { field: text === undefined ? leafTree('body', octets, bounds, start, end) : { ...place, value: text, children: [] } };
}

/** Octets of a body that is written as text: base64 where a header says so, hex in logs; undefined for octets. */
function decodeBody(request: Request, body: Uint8Array, { identify }: Pick<Opening, 'identify'>): Uint8Array | undefined {
  const text = readText(body);
  if (text === undefined) return undefined;
  if (/^base64$/i.test(findHeader(request, 'content-transfer-encoding') ?? '')) return readBase64(text.trim())?.octets;
  return isRelayed(request) ? (readHex(text) ?? fileOfLines(splitLines(text), { identify })) : undefined;
}

function isRelayed(request: Request): boolean {
  const [type = ''] = (findHeader(request, 'content-type') ?? '').split(';');
  return type.trim().toLowerCase() === RP_CONTENT_TYPE;
}

/** Content-Length counts the body as it is sent: octets that are dumped as text are not counted. */
function lengthWarnings(request: Request, found: number): string[] {
  const stated = findHeader(request, 'content-length');
  if (stated === undefined || !/^\d{1,9}$/.test(stated) || Number(stated) <= found) return [];
  return [`Content-Length is ${Number(stated)}, but the body has ${pluralize(found, 'octet')}`];
}

function findHeader({ headers }: Request, key: string): string | undefined {
  return headers.find((header) => header.key === key)?.value;
}

/** The first line and the headers; undefined for anything else. */
function readRequest(octets: Uint8Array): Request | undefined {
  // M, as most input has not.
  if (octets[0] !== 0x4d && octets[0] !== 0x6d) return undefined;
  const head = decodeLatin1(octets.subarray(0, MAX_HEAD));
  const [first, uri] = REQUEST.exec(head) ?? [];
  if (first === undefined || uri === undefined) return undefined;
  const headers: Header[] = [];
  let start = first.length;
  for (let at = start; at < head.length; ) {
    // A header goes on in lines that begin with a blank.
    const feed = head.indexOf('\n', at);
    const end = feed < 0 ? head.length : feed + 1;
    const isEmpty = head.slice(at, end).trim() === '' && at === start;
    if (isEmpty) return { uri, line: { text: first.trim(), end: first.length }, headers, bodyAt: end };
    at = end;
    if (head[at] === ' ' || head[at] === '\t') continue;
    const [, name, value] = HEADER.exec(readAnyText(octets.subarray(start, end))) ?? [];
    if (name === undefined || value === undefined) break;
    const key = name.toLowerCase();
    headers.push({ name, key: SHORT[key] ?? key, value: value.replace(/\s+/g, ' ').trim(), start, end });
    start = end;
  }
  return { uri, line: { text: first.trim(), end: first.length }, headers, bodyAt: start };
}

/** A name, a colon, and all the rest. */
const HEADER = /^([\w!%*+.`'~-]{1,100})[ \t]*:([\s\S]*)$/;
