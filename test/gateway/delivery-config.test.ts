import { describe, expect, it } from 'vitest';
import { openDelivery } from '../../src/gateway/delivery/config.js';
import { ProvisioningError } from '../../src/gateway/settings/provision.js';

const smpp = { kind: 'smpp', host: '127.0.0.1', systemId: 'handset', password: 'secret' };
const kannel = { kind: 'kannel', url: 'http://127.0.0.1:13013/cgi-bin/sendsms', username: 'tester', password: 'secret' };

describe('settings of a delivery', () => {
  it('open the delivery of their kind', () => {
    expect(openDelivery({ kind: 'virtual' }, {})).toEqual({ kind: 'virtual' });
    expect(openDelivery(smpp, {})).toMatchObject({ kind: 'smpp', delivery: { deliver: expect.any(Function) } });
    expect(openDelivery(kannel, {})).toMatchObject({ kind: 'kannel', delivery: { receipt: expect.any(Function) } });
    const full = {
      ...{ ...smpp, port: 2775, tls: false, systemType: '', serviceType: 'CMT', window: 20, packed: true, submitIds: 'hex' },
      ...{ receiptIds: 'decimal', timeoutMs: 5_000, enquireLinkMs: 1, reconnectMs: 1, reconnectMaxMs: 2, throttleMs: 3 },
      throttleMaxMs: 4,
    };
    expect(openDelivery(full, {}).kind).toBe('smpp');
    expect(openDelivery({ ...kannel, smsc: 'a', dlrUrl: 'https://gw.example.net/kannel/dlr', window: 1 }, {}).kind).toBe(
      'kannel',
    );
  });

  it('are read under the names of before, too', () => {
    expect(openDelivery({ ...smpp, reconnectMostMs: 2, throttleMostMs: 4 }, {}).kind).toBe('smpp');
    expect(() => openDelivery({ ...smpp, throttleMostMs: 0 }, {})).toThrow('$.delivery.throttleMaxMs');
  });

  it('let Kannel bring receipts where the gateway takes them, unless they say otherwise', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(new URL(String(url)).searchParams.get('dlr-url') ?? '');
      return new Response('0: Accepted for delivery', { status: 202 });
    };
    const part = { tpDcs: 0, tpPid: 0, udh: new Uint8Array(0), userData: { text: 'x' } };
    const message = { id: 'A', recipient: '447700900123', originator: '1', parts: [part], attempt: 1, acceptedAt: 0, dueAt: 0 };
    for (const settings of [kannel, { ...kannel, dlrUrl: 'http://other.example/dlr?a=1' }]) {
      const opened = openDelivery(settings, { fetch, dlrUrl: 'http://gw.example/kannel/dlr' });
      if (opened.kind === 'kannel') await opened.delivery.deliver(message);
    }
    expect(asked).toEqual([
      expect.stringMatching(/^http:\/\/gw\.example\/kannel\/dlr\?id=A-1&/),
      expect.stringMatching(/^http:\/\/other\.example\/dlr\?a=1&id=A-1&/),
    ]);
  });

  it.each([
    [{ kind: 'fax' }, '$.delivery.kind: has to be virtual, smpp or kannel'],
    [{ kind: 'virtual', host: 'x' }, '$.delivery.host: is no known field'],
    [{ ...smpp, hosts: 'x' }, '$.delivery.hosts: is no known field'],
    [{ ...smpp, toString: 'x' }, '$.delivery.toString: is no known field'],
    [{ ...smpp, host: undefined }, '$.delivery.host: is missing'],
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
    const open = () => openDelivery(settings as { kind: string }, {});
    expect(open).toThrow(ProvisioningError);
    expect(open).toThrow(message);
    // No value is shown: it might be a password.
    expect(open).not.toThrow('secret');
  });
});
