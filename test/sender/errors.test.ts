import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ProtocolError } from '../../src/protocol/errors.js';
import { ConnectError, GatewayError, LoginError, OutcomeUnknownError, TransportError } from '../../src/sender/errors.js';
import { exchange } from '../../src/sender/exchange.js';
import { type Fetch, fetchTransport } from '../../src/sender/fetch-transport.js';
import { nodeTransport } from '../../src/sender/node-transport.js';
import { closedPort, scriptedPeer, scripts } from '../support/scripted-peer.js';
import { BODY, errorOf, SECRETS } from '../support/transports.js';

const attempted = [
  { server: 'primary', origin: 'https://one.example.com', phase: 'connect', reason: 'refused' },
  { server: 'secondary', origin: 'https://two.example.com:8443', phase: 'exchange', reason: 'reset' },
] as const;
const results = [{ messageIdentifier: 'ABCDEFGHIJKLMNO', report: -2, accepted: true }];

describe('what errors say', () => {
  it('ConnectError', () => {
    const cause = new Error('x');
    const error = new ConnectError(attempted, { cause });
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ name: 'ConnectError', attempted, results: [], cause });
    expect(error.message).toBe(
      'no connection, nothing was sent: primary https://one.example.com (connect: refused); ' +
        'secondary https://two.example.com:8443 (exchange: reset)',
    );
  });

  it('OutcomeUnknownError', () => {
    const error = new OutcomeUnknownError('reset', attempted.slice(1), { results });
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', reason: 'reset', results });
    expect(error).not.toHaveProperty('cause');
    expect(error.message).toBe(
      'sent, but no answer came; it may have been carried out and is not sent again: ' +
        'secondary https://two.example.com:8443 (exchange: reset)',
    );
  });

  it('GatewayError and LoginError', () => {
    const error = new LoginError(2, 'Invalid Login', results);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ name: 'LoginError', report: 2, text: 'Invalid Login', results });
    expect(error.message).toBe('the gateway refused: report 2');
    expect(new GatewayError(15)).toMatchObject({ name: 'GatewayError', report: 15, text: undefined, results: [] });
  });
});

describe('G-CLI-05: no PIN, text, number or form body in anything that an error shows', () => {
  const { pin, text, to } = SECRETS;
  /** The secrets as they are, as they are sent, in octets and in hex. */
  const forbidden = [pin, text, to, BODY, 'meet%20me', 'dawn', 'SendTo', 'sendsms'].flatMap((secret) => {
    const octets = Buffer.from(secret);
    return [secret, octets.toString('hex'), octets.toString('hex').replace(/..(?=.)/g, '$& '), octets.join(', ')];
  });

  /** Everything that a log could make of an error. */
  function shown(error: unknown): string {
    const parts: string[] = [];
    for (let each = error; each instanceof Error; each = each.cause) {
      parts.push(String(each), each.message, each.stack ?? '', JSON.stringify(each), JSON.stringify({ each }));
      parts.push(JSON.stringify(each, Object.getOwnPropertyNames(each)));
    }
    parts.push(inspect(error, { depth: 10, showHidden: true, getters: true, maxArrayLength: null, maxStringLength: null }));
    return parts.join('\n');
  }

  const request = { path: '/webservices/http/sendsms', body: BODY, secrets: [pin, text, to] };
  const inQuery = { path: `/webservices/http/sendsms?${BODY}`, method: 'GET', body: '' } as const;

  /** Servers that say back what they were told. */
  const echoes = {
    'in a header that is none': scripts.say(`HTTP/1.1 200 OK\r\nPIN ${pin} ${text} ${to}\r\n\r\n`),
    'in place of HTTP': scripts.say(`${BODY}\r\n`),
    'in a broken chunk': scripts.say(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${pin}z${text}\r\n`),
    'in the status line': scripts.say(`HTTP/1.1 200 ${pin} ${text}\r\nContent-Length: 99\r\n\r\n`),
    'in a cut body': scripts.say(`HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n${BODY} ${text}`),
    'in a redirect': scripts.say(`HTTP/1.1 302 Found\r\nLocation: https://x.example.com/?${BODY}\r\nContent-Length: 0\r\n\r\n`),
    'in a header of an error': scripts.say(`HTTP/1.1 500 ${pin}\r\nX-Echo: ${BODY}\r\nContent-Length: 0\r\n\r\n`),
    'and resets': scripts.resetAfterRequest,
    'and closes': scripts.closeAfterRequest,
  };

  it.each(Object.entries(echoes))('a server that says it back %s', async (_name, script) => {
    const peer = await scriptedPeer(script);
    for (const transport of [nodeTransport(), fetchTransport()]) {
      for (const each of [request, inQuery]) {
        const error = await errorOf(exchange(each, { primary: peer.origin, transport }));
        expect([OutcomeUnknownError, ProtocolError].some((kind) => error instanceof kind)).toBe(true);
        const all = shown(error);
        expect(forbidden.filter((secret) => all.includes(secret))).toEqual([]);
      }
    }
  });

  it('no server at all', async () => {
    const primary = `http://127.0.0.1:${await closedPort()}`;
    for (const transport of [nodeTransport(), fetchTransport()]) {
      for (const each of [request, inQuery]) {
        const error = await errorOf(exchange(each, { primary, secondary: primary, transport }));
        expect(error).toBeInstanceOf(ConnectError);
        const all = shown(error);
        expect(all).toContain(primary);
        expect(forbidden.filter((secret) => all.includes(secret))).toEqual([]);
      }
    }
  });

  it('a fetch whose error holds all of it', async () => {
    const telling: Fetch = (url, init) =>
      Promise.reject(Object.assign(new TypeError(`failed: ${url}`), { cause: init, code: BODY, input: init.body, url }));
    for (const each of [request, inQuery]) {
      const error = await errorOf(
        exchange(each, { primary: 'https://gateway.example.com', transport: fetchTransport(telling) }),
      );
      const all = shown(error);
      expect(all).toContain('https://gateway.example.com');
      expect(forbidden.filter((secret) => all.includes(secret))).toEqual([]);
    }
  });

  it('a transport of the caller whose error holds all of it', async () => {
    const telling = () => Promise.reject(Object.assign(new Error(BODY), { BODY }));
    const error = await errorOf(exchange(request, { primary: 'https://gateway.example.com', transport: telling }));
    expect(forbidden.filter((secret) => shown(error).includes(secret))).toEqual([]);
  });

  it('would be found: this very check fails on an error that shows it', () => {
    const telling = new ConnectError(attempted, { cause: Object.assign(new Error('x'), { rawPacket: Buffer.from(BODY) }) });
    expect(forbidden.filter((secret) => shown(telling).includes(secret))).not.toEqual([]);
  });
});
