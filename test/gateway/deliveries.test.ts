import type { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { openDelivery } from '../../src/gateway/delivery/deliveries.js';
import type { DeliveryEnvironment, DeliveryHost } from '../../src/gateway/delivery/delivery.js';
import { ProvisioningError } from '../../src/gateway/settings/provision.js';

const smpp = { kind: 'smpp', host: '127.0.0.1', systemId: 'handset', password: 'secret' };
const kannel = { kind: 'kannel', url: 'http://127.0.0.1:13013/cgi-bin/sendsms', username: 'tester', password: 'secret' };

const host = { closing: new AbortController().signal, clock: Date.now } as DeliveryHost;
const open = (settings: { kind: string }, environment?: DeliveryEnvironment) => openDelivery(settings, environment)(host);

describe('settings of a delivery', () => {
  it('open the delivery of their kind, with what it answers to everybody and to operators', () => {
    expect(open({ kind: 'virtual' })).toMatchObject({ deliverInStore: expect.any(Function) });
    expect(open(kannel)).toMatchObject({ receipt: expect.any(Function) });
    const pathsOf = (app?: Hono) => app?.routes.map(({ path }) => path);
    const opened = [{ kind: 'virtual' }, smpp, kannel].map((settings) => open(settings));
    expect(opened.map(({ publicRoutes }) => pathsOf(publicRoutes))).toEqual([
      undefined,
      undefined,
      ['/kannel/dlr', '/kannel/mo'],
    ]);
    expect(opened.map(({ operatorRoutes }) => pathsOf(operatorRoutes))).toEqual([
      expect.arrayContaining(['/virtual/handsets', '/virtual/events']),
      undefined,
      undefined,
    ]);
    const full = {
      ...{ ...smpp, port: 2775, tls: false, systemType: '', serviceType: 'CMT', window: 20, packed: true, submitIds: 'hex' },
      ...{
        receiptIds: 'decimal',
        receiptNumber: 'source',
        timeoutMs: 5_000,
        enquireLinkMs: 1_000,
        reconnectMs: 1,
        reconnectMaxMs: 2,
        throttleMs: 3,
      },
      throttleMaxMs: 4,
      validity: 'absolute',
    };
    expect(open(full).deliver).toBeTypeOf('function');
    const other = {
      ...kannel,
      smsc: 'a',
      dlrUrl: 'https://gw.example.net/kannel/dlr',
      incomingKey: 'a-key-of-both-sides',
      window: 1,
    };
    expect(open(other).capacity).toBe(1);
  });

  it('are read under the names of before, too', () => {
    expect(open({ ...smpp, reconnectMostMs: 2, throttleMostMs: 4 } as typeof smpp)).toMatchObject({ capacity: 0 });
    expect(() => openDelivery({ ...smpp, throttleMostMs: 0 }, {})).toThrow('$.delivery.throttleMaxMs');
  });

  it('let Kannel bring receipts where the gateway takes them, unless they say otherwise', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(new URL(String(url)).searchParams.get('dlr-url') ?? '');
      return new Response('0: Accepted for delivery', { status: 202 });
    };
    const part = { tpDcs: 0, tpPid: 0, udh: new Uint8Array(0), userData: { text: 'x' } };
    const message = {
      id: 'A',
      recipient: '447700900123',
      originator: '1',
      parts: [part],
      attempt: 1,
      acceptedAt: 0,
      dueAt: 0,
      validUntil: 1,
    };
    for (const settings of [kannel, { ...kannel, dlrUrl: 'http://other.example/dlr?a=1' }]) {
      await open(settings, { fetch, publicUrl: 'http://gw.example' }).deliver(message);
    }
    expect(asked).toEqual([
      expect.stringMatching(/^http:\/\/gw\.example\/kannel\/dlr\?id=A-1&/),
      expect.stringMatching(/^http:\/\/other\.example\/dlr\?a=1&id=A-1&/),
    ]);
  });

  it.each([
    [{ kind: 'fax' }, '$.delivery.kind: has to be virtual, smpp, kannel or links'],
    [{ kind: 'virtual', host: 'x' }, '$.delivery.host: is no known field'],
    [{ ...smpp, hosts: 'x' }, '$.delivery.hosts: is no known field'],
    [{ ...smpp, toString: 'x' }, '$.delivery.toString: is no known field'],
    [{ ...smpp, host: undefined }, '$.delivery.host: is missing'],
    [{ ...smpp, host: 'a b' }, '$.delivery.host: has to be 1 to 253 characters of ASCII without spaces'],
    [{ ...smpp, enquireLinkMs: 999 }, '$.delivery.enquireLinkMs: has to be a whole number from 1000 to 86400000'],
    [{ ...smpp, reconnectMs: 60_001 }, '$.delivery.reconnectMs: is past reconnectMaxMs, 60000'],
    [{ ...smpp, reconnectMs: 5, reconnectMaxMs: 4 }, '$.delivery.reconnectMs: is past reconnectMaxMs, 4'],
    [{ ...smpp, throttleMs: 30_001 }, '$.delivery.throttleMs: is past throttleMaxMs, 30000'],
    [{ ...smpp, throttleMostMs: 4, throttleMaxMs: 4 }, '$.delivery.throttleMostMs: is throttleMaxMs as well'],
    [{ ...smpp, host: '' }, '$.delivery.host: has to be 1 to 253 characters of ASCII'],
    [{ ...smpp, password: 'ä' }, '$.delivery.password: has to be 0 to 64 characters of ASCII'],
    [{ ...smpp, password: 12 }, '$.delivery.password: has to be 0 to 64 characters of ASCII'],
    [{ ...smpp, port: 0 }, '$.delivery.port: has to be a whole number from 1 to 65535'],
    [{ ...smpp, port: '2775' }, '$.delivery.port: has to be a whole number from 1 to 65535'],
    [{ ...smpp, port: null }, '$.delivery.port: has to be a whole number from 1 to 65535'],
    [{ ...smpp, tls: 'yes' }, '$.delivery.tls: has to be true or false'],
    [{ ...smpp, window: 1.5 }, '$.delivery.window: has to be a whole number from 1 to 1000'],
    [{ ...smpp, submitIds: 'octal' }, '$.delivery.submitIds: has to be text, decimal or hex'],
    [{ ...kannel, url: 'ftp://x' }, '$.delivery.url: has to be an http or https URL'],
    [{ ...kannel, username: undefined }, '$.delivery.username: is missing'],
  ])('with a fault name it: %j', (settings, message) => {
    const faulty = () => openDelivery(settings as { kind: string }, {});
    expect(faulty).toThrow(ProvisioningError);
    expect(faulty).toThrow(message);
    // No value is shown: it might be a password.
    expect(faulty).not.toThrow('secret');
  });
});
