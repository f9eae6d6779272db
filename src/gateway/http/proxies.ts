/**
 * Who asks, where a proxy stands between: the address that counts for limits and stands in the log.
 *
 *   client ─► proxy (trusted) ─► proxy (trusted) ─► gateway        X-Forwarded-For: client, proxy
 *
 * Only a peer that is trusted is believed. Of what it says the last address counts that is not itself trusted: those before it may be the client's own
 * words. A header that does not say an address there, and a request with both headers, is the peer's own: a proxy writes one of the two and passes the
 * other, which is the client's then. Sources: RFC 7239 sections 4 and 6, RFC 9110 section 5.6; X-Forwarded-For has no specification, and some write a
 * port behind the address.
 * @module
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { withoutMapping } from '../addresses.js';

/** `10.0.0.0/8`, `2001:db8::/32`, or an address. */
const RANGE = /^([^/]+)(?:\/(\d{1,3}))?$/;

/** Whether a text is an address, or a range of addresses. */
export function isRange(text: unknown): boolean {
  return typeof text === 'string' && rangeOf(text) !== undefined;
}

interface Range {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

function rangeOf(text: string): Range | undefined {
  const [, address = '', written] = RANGE.exec(text) ?? [];
  const version = isIP(address);
  // The zone of an address is this machine's own matter.
  if (version === 0 || address.includes('%')) return undefined;
  const most = version === 4 ? 32 : 128;
  const bits = written === undefined ? most : Number(written);
  return bits > most ? undefined : { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Proxies whose forwarding headers count. */
export class TrustedProxies {
  readonly #name: string;
  #list = new BlockList();
  #isEmpty = true;

  /** @throws TypeError for what is neither an address nor a range of them; it says `name`. */
  constructor(ranges: readonly string[] = [], name = 'trustedProxies') {
    this.#name = name;
    this.replace(ranges);
  }

  /** Replaces the list. @throws TypeError as the constructor does; the list then stays. */
  replace(ranges: readonly string[]): void {
    const list = new BlockList();
    for (const text of ranges) {
      const range = rangeOf(text);
      if (range === undefined)
        throw new TypeError(`${this.#name} has addresses and ranges such as 10.0.0.0/8 and 2001:db8::/32`);
      list.addSubnet(range.address, range.bits, range.family);
    }
    this.#list = list;
    this.#isEmpty = ranges.length === 0;
  }

  /** Whether an address is one of them. */
  has(address: string): boolean {
    if (this.#isEmpty) return false;
    const plain = withoutMapping(address);
    if (isIPv4(plain)) return this.#list.check(plain, 'ipv4');
    return isIPv6(plain) && this.#list.check(plain.split('%', 1)[0] as string, 'ipv6');
  }

  /** The address of who asks, when a request came from this peer with these headers. */
  findClient(peer: string, headers: IncomingHttpHeaders): string {
    if (!this.has(peer)) return peer;
    const { forwarded, 'x-forwarded-for': list } = headers;
    if (forwarded !== undefined && list !== undefined) return peer;
    const nodes = forwarded !== undefined ? forwardedFor(forwarded) : String(list ?? '').split(',');
    if (nodes === undefined) return peer;
    let client = peer;
    for (let index = nodes.length - 1; index >= 0; index--) {
      const address = addressOf((nodes[index] ?? '').trim());
      if (address === undefined) return peer;
      client = address;
      if (!this.has(address)) break;
    }
    return client;
  }
}

/** The address of a node: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]:4711`; undefined for `unknown`, `_hidden` and all else. */
function addressOf(node: string): string | undefined {
  const address =
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(node)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?$/.exec(node)?.[1] ?? node;
  return isIP(address) === 0 || address.includes('%') ? undefined : withoutMapping(address);
}

/** A parameter of `Forwarded`, and what ends it. */
const PAIR = /[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w:[\]-]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?([;,]|$)/y;

/** The `for` of each element; undefined for what is no list of elements. */
function forwardedFor(header: string): string[] | undefined {
  const nodes: string[] = [];
  let node = '';
  let isNamed = false;
  PAIR.lastIndex = 0;
  for (;;) {
    const pair = PAIR.exec(header);
    if (pair === null) return undefined;
    const [, name, token, quoted, end] = pair;
    if (name !== undefined) isNamed = true;
    if (name?.toLowerCase() === 'for') node = token ?? (quoted as string).replace(/\\(.)/g, '$1');
    if (end === ';') continue;
    // Lists may have empty elements.
    if (isNamed) nodes.push(node);
    if (end === '') return nodes;
    [node, isNamed] = ['', false];
  }
}
