/**
 * The operators' listener: inboxes, their events, counts, the page and whatever else is no business of customers.
 *
 *   operators ─► guard ─► the part at the path ─► answer
 *
 * It is a listener of its own so that nothing which comes by the public port can look like an operator: a proxy in front of that port may pass any
 * Host and any header. Each part is an application of its own at its path; a new one is a row of the list that `gateway.ts` gives.
 *
 * Without a token it listens on the loopback interface alone, which programs of this machine reach, and a browser here with any site open in it. So the
 * Host has to be a name of this machine (a site may have given its own name this machine's address), and no page of another site may be asking
 * (Sec-Fetch-Site, Origin). With a token the token is asked for, as `Bearer`, or as the password of `Basic`, which a browser asks its user for, once.
 * A browser adds that by itself from then on, so that other sites are kept out in the same way. An address that has shown too many wrong ones, or asks
 * too often, gets 429 for a while, whatever it shows; one that has shown the right one before does not.
 * Sources: RFC 9112 section 3.2, W3C Fetch Metadata section 2.3, RFC 6750 section 2.1, RFC 7617 section 2.
 * @module
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { clientOf } from '../addresses.js';
import { BoundedMap } from '../bounded-map.js';
import { type FailureLimit, Failures } from '../operations/logins.js';
import { RateLimiter } from '../operations/rates.js';
import { isLoopback, isToken, MIN_TOKEN } from '../settings/hosts.js';
import type { Rate } from '../settings/limits.js';
import { notFound, peerOf } from './app.js';
import { PAGE_PATHS } from './playground-page.js';
import type { ListenOptions } from './server.js';

/** Options of the operators' port. */
export interface OperatorsOptions extends ListenOptions {
  /** Port number; a free one by default. */
  readonly port?: number | undefined;
  /** Host name or address; 127.0.0.1 by default. Other addresses than those of the loopback interface require a token. */
  readonly host?: string | undefined;
  /** The token that every request must have, as `Bearer` or as the password of `Basic`: at least 16 characters of visible ASCII. */
  readonly token?: string | undefined;
}

/** A part of what operators are answered, and the path that it is below. */
export type OperatorsPart = readonly [path: string, app: Hono];

/** What the guard needs to know. */
export interface GuardOptions {
  readonly token: string | undefined;
  /** Called with the address of who showed a wrong token. */
  readonly onRefused: (client: string) => void;
  /** A clock in milliseconds that never goes back. */
  readonly now?: (() => number) | undefined;
}

/** Wrong tokens of an address, and the pauses after them. */
const WRONG_TOKENS: FailureLimit = { failures: 10, firstMs: 1_000, maxMs: 60_000, forgetMs: 3_600_000 };
/** Requests of an address that has not shown the right one. */
const STRANGERS_RATE: Rate = { perSecond: 20, burst: 200 };
/** Addresses that have shown the right one. */
const MAX_KNOWN = 1_000;

/** Names of the loopback interface in a Host header: no name server has a say in them (RFC 6761 section 6.3). */
const LOOPBACK_NAME = /^(?:(?:[\w-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** What a browser says of a request that no other site made: the user did, or a page of ours. */
const OWN_SITES: readonly string[] = ['none', 'same-origin'];

/**
 * Checks where operators are to be listened to, and with what.
 * @throws TypeError naming the option.
 */
export function checkOperators({ host = '127.0.0.1', token }: OperatorsOptions): void {
  if (token === undefined) {
    if (!isLoopback(host))
      throw new TypeError(`host ${host} needs a token: without one operators come by the loopback interface`);
  } else if (!isToken(token)) {
    throw new TypeError(`token has to be at least ${MIN_TOKEN} characters of visible ASCII`);
  }
}

/** All parts, behind a guard; without one for requests that come without a socket. */
export function operatorsApp(
  parts: readonly OperatorsPart[],
  onFault: (error: unknown) => void,
  guard?: MiddlewareHandler,
): Hono {
  const app = new Hono();
  if (guard !== undefined) app.use(guard);
  for (const [path, part] of parts) app.route(path, part);
  app.notFound(notFound);
  app.onError((error) => {
    onFault(error);
    return new Response('Internal error', { status: 500 });
  });
  return app;
}

/** Lets operators pass. */
export function guardOperators(options: GuardOptions): MiddlewareHandler {
  const { token } = options;
  const keeper = token === undefined ? undefined : new TokenKeeper(token, options);
  return async (context, next) => {
    const refused = keeper === undefined ? refuseStranger(context) : keeper.refuse(context);
    if (refused !== undefined) return refused;
    return next();
  };
}

/** Who asks by another name than one of this machine, or for a page of another site. */
function refuseStranger(context: Context): Response | undefined {
  const { incoming }: Partial<HttpBindings> = context.env ?? {};
  const host = context.req.header('Host');
  // Proxies alone are asked for whole addresses. HTTP/1.0 knows no Host; a browser always says it.
  const isNamed = incoming?.url?.startsWith('/') !== false && (host === undefined || LOOPBACK_NAME.test(nameOf(host)));
  if (!isNamed) return plain(403, 'Operators ask by a name of this machine, such as localhost');
  return isOwnSite(context) ? undefined : plain(403, 'Not for pages of other sites');
}

/** Asks for the token. */
class TokenKeeper {
  readonly #expected: Buffer;
  readonly #onRefused: GuardOptions['onRefused'];
  readonly #failures: Failures;
  readonly #strangers: RateLimiter;
  /** Nobody who guesses at another address keeps these out. */
  readonly #known = new BoundedMap<string, true>(MAX_KNOWN);

  constructor(token: string, { onRefused, now = () => performance.now() }: GuardOptions) {
    this.#expected = digestOf(token);
    this.#onRefused = onRefused;
    this.#failures = new Failures(WRONG_TOKENS, now);
    this.#strangers = new RateLimiter(STRANGERS_RATE, now);
  }

  /** The answer to who is not let in. */
  refuse(context: Context): Response | undefined {
    const client = clientOf(peerOf(context) ?? '');
    if (!this.#isWelcome(client)) return plain(429, 'Too many requests, or wrong tokens', { 'Retry-After': '60' });
    const { scheme, token } = credentialsOf(context.req.header('Authorization'));
    if (token === undefined || !timingSafeEqual(digestOf(token), this.#expected)) {
      if (token !== undefined) {
        this.#failures.add(client);
        this.#onRefused(client);
      }
      // Browsers ask their users for Basic, and know of two schemes in one header less than they should.
      return plain(401, "The operators' token is needed", { 'WWW-Authenticate': 'Basic realm="handset operators"' });
    }
    this.#known.set(client, true);
    return scheme === 'bearer' || isOwnSite(context) ? undefined : plain(403, 'Not for pages of other sites');
  }

  #isWelcome(client: string): boolean {
    if (this.#known.get(client) === true) return true;
    return !this.#failures.isPaused(client) && this.#strangers.admit(client);
  }
}

/** The token that is shown: `Bearer TOKEN`, or the password of `Basic`. */
function credentialsOf(header = ''): { readonly scheme?: string; readonly token?: string } {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+)$/i.exec(header) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return { scheme: 'bearer', token: value };
    case 'basic': {
      const text = Buffer.from(value, 'base64').toString('latin1');
      return { scheme: 'basic', token: text.slice(text.indexOf(':') + 1) };
    }
    default:
      return {};
  }
}

/** Whether no page of another site makes the request. A link on one may lead to the page, which is the same for everybody. */
function isOwnSite(context: Context): boolean {
  if (context.req.method === 'GET' && PAGE_PATHS.includes(context.req.path)) return true;
  // Other programs say nothing, and neither do old browsers, which name the site that asks for more than a picture or a script.
  if (!OWN_SITES.includes(context.req.header('Sec-Fetch-Site')?.toLowerCase() ?? 'none')) return false;
  const origin = context.req.header('Origin');
  return origin === undefined || originHost(origin) === context.req.header('Host')?.toLowerCase();
}

/** The name in a Host header: in lower case, without the port. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

/** Name and port of an origin; undefined for one that is hidden (`null`). */
function originHost(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase();
}

/** Of one length, whatever is shown, so that the comparison tells nothing of the token. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function plain(status: 401 | 403 | 429, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } });
}
