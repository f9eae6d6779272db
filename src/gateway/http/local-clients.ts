/**
 * Who sits at this machine: some pages are for them alone, and others are told that there is no such page.
 *
 * The socket has to come from the loopback interface, and no proxy may have passed the request on. That is not enough with a browser on this machine,
 * which asks for pages of any site: a name that such a site gave the address of this machine is refused (the Host header names it), and so is a request
 * that another site makes (Sec-Fetch-Site, Origin). Sources: RFC 9112 section 3.2, W3C Fetch Metadata section 2.3.
 * @module
 */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { peerOf } from './app.js';

/** Headers that proxies add: the standard ones, and those that tell a server behind them of the client. */
const FORWARDING = /^(?:forwarded|via|x-forwarded.*|.+-(?:real|client|connecting)-?ip)$/;

const LOOPBACK = /^(?:(?:::ffff:)?127\.\d+\.\d+\.\d+|::1)$/i;
/** Names of the loopback interface: no name server has a say in them (RFC 6761 section 6.3). */
const LOOPBACK_HOST = /^(?:(?:[\w-]+\.)*localhost\.?|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** What a browser says of a request that no other site made: the user did, or a page of ours. */
const OWN_SITES: readonly string[] = ['none', 'same-origin'];

/**
 * Whether a request was made on this machine, by a name of it; one without a socket was made in this process.
 * @param hosts names that count beside those of the loopback interface: what is listened on, as {@link hostName} has them.
 */
export function isHere(context: Context, hosts: readonly string[] = []): boolean {
  const { incoming }: Partial<HttpBindings> = context.env ?? {};
  if (incoming === undefined) return true;
  if (!LOOPBACK.test(peerOf(context) ?? '')) return false;
  // Proxies alone are asked for whole addresses, whose host counts in place of the header.
  if (!incoming.url?.startsWith('/')) return false;
  if (Object.keys(incoming.headers).some((name) => FORWARDING.test(name))) return false;
  const host = context.req.header('Host');
  // HTTP/1.0 knows none; a browser always says it.
  if (host === undefined) return true;
  const name = hostName(host);
  return LOOPBACK_HOST.test(name) || hosts.includes(name);
}

/** Whether a request was made on this machine as {@link isHere} has it, and not for a page of another site. */
export function isLocal(context: Context, hosts: readonly string[] = []): boolean {
  if (!isHere(context, hosts)) return false;
  // Other programs say nothing, and neither do old browsers, which name the site that asks for more than a picture or a script.
  if (!OWN_SITES.includes(context.req.header('Sec-Fetch-Site')?.toLowerCase() ?? 'none')) return false;
  const origin = context.req.header('Origin');
  return origin === undefined || originHost(origin) === context.req.header('Host')?.toLowerCase();
}

/** The name in a Host header or an authority: in lower case, without the port. */
export function hostName(authority: string): string {
  return authority.toLowerCase().replace(/:\d*$/, '');
}

/** Name and port of an origin; undefined for one that is hidden (`null`). */
function originHost(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase();
}
