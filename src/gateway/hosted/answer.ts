/**
 * Answers with hosted content: octets that customers gave, on the gateway's own address.
 *
 * A browser must not run what they hold. It is told to take the type as it is (nosniff), and to treat whatever it shows as a stranger without scripts,
 * forms or other addresses (Content-Security-Policy with sandbox). The address is a secret between sender and handset, so no other site hears of it
 * (Referrer-Policy), and no cache on the way keeps or changes what is behind it. Parts of files are given for downloaders of programs, which go on where
 * they were interrupted: one range, guarded by the ETag. Source: RFC 9110 sections 8.8.3, 13 and 14.
 * @module
 */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';

/** What is answered. */
export interface HostedAnswer {
  readonly octets: Uint8Array;
  readonly contentType: string;
  /** Milliseconds for which it may be kept by the handset. */
  readonly freshMs: number;
  /** Name to save a file under that a browser would not know what to do with. */
  readonly fileName?: string | undefined;
  /** Request headers that the content depends on. */
  readonly vary?: string | undefined;
}

const POLICY = "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox";

const LONGEST_FRESH_S = 3_600;

const OCTETS = 'application/octet-stream';
/** Type and parameters, and nothing that could end the header. */
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}(?: *; *[\w-]{1,32}=(?:[\w.:+/-]{1,64}|"[ !#-[\]-~]{0,64}"))*$/;
/** Types that browsers open up, with types of their own inside. */
const NESTING = /^(?:multipart|message)\//i;

/** Answers GET and HEAD. */
export function answerHosted(context: Context, { octets, contentType, freshMs, fileName, vary }: HostedAnswer): Response {
  const type = MEDIA_TYPE.test(contentType) && !NESTING.test(contentType) ? contentType : OCTETS;
  const etag = etagOf(octets);
  const maxAge = Math.max(0, Math.min(LONGEST_FRESH_S, Math.floor(freshMs / 1000)));
  const headers: Record<string, string> = {
    'Content-Type': type,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': `private, no-transform, max-age=${maxAge}`,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    ...(vary !== undefined && { Vary: vary }),
    ...(fileName !== undefined && type === OCTETS && { 'Content-Disposition': attachment(fileName) }),
  };
  if (matchesTag(context.req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  const range = context.req.method === 'GET' ? rangeOf(context, etag, octets.length) : undefined;
  if (range === 'unsatisfiable') {
    const { 'Content-Type': _, ...rest } = headers;
    return new Response(null, { status: 416, headers: { ...rest, 'Content-Range': `bytes */${octets.length}` } });
  }
  const part = range === undefined ? octets : octets.subarray(range.first, range.last + 1);
  headers['Content-Length'] = String(part.length);
  if (range !== undefined) headers['Content-Range'] = `bytes ${range.first}-${range.last}/${octets.length}`;
  // Node's own types know only octets that are not shared between threads.
  return new Response(part as Uint8Array<ArrayBuffer>, { status: range === undefined ? 200 : 206, headers });
}

/** A strong tag: who has octets of the same one has the same octets. */
export function etagOf(octets: Uint8Array): string {
  return `"${createHash('sha256').update(octets).digest('base64url').slice(0, 22)}"`;
}

/** Whether a list of tags names this one; weak or not, it stands for the same octets. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

interface Range {
  readonly first: number;
  /** Included. */
  readonly last: number;
}

/** The one range that was asked for; undefined for all of it, as the answer to several ranges and to units that nobody knows. */
function rangeOf(context: Context, etag: string, length: number): Range | 'unsatisfiable' | undefined {
  const guard = context.req.header('If-Range');
  if (guard !== undefined && guard.trim() !== etag) return undefined;
  const [, from = '', to = ''] = /^bytes= *(\d{0,15})-(\d{0,15}) *$/i.exec(context.req.header('Range') ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const last = Number(to);
    return last === 0 || length === 0 ? 'unsatisfiable' : { first: Math.max(0, length - last), last: length - 1 };
  }
  const first = Number(from);
  const last = to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= length ? 'unsatisfiable' : { first, last };
}

/** The name in ASCII for old programs, and as it is (RFC 6266, RFC 8187). */
function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(fileName.replace(/[\ud800-\udfff]/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
