/**
 * Where a gateway may listen, and with what; names of headers.
 * @module
 */

/** Characters of a token at least: too many to be tried out. */
export const MIN_TOKEN = 16;

/** Whether a text is a token: long enough, and of visible ASCII, as a header may have it. */
export function isToken(text: unknown): boolean {
  return typeof text === 'string' && text.length >= MIN_TOKEN && /^[!-~]+$/.test(text);
}

/** Whether an address to listen on is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1(?:%\w+)?)$/i.test(host);
}

/** Whether an address to listen on means all addresses, so that it is none of an URL. */
export function isUnspecified(host: string): boolean {
  return /^(?:0+(?:\.0+){0,3}|[0:]*:[0:]*|::ffff:0\.0\.0\.0)$/i.test(host);
}

/** Whether a text can be the name of a header (RFC 9110 section 5.6.2). */
export function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+.^`|~\w-]{1,64}$/.test(text);
}
