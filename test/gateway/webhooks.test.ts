/** Webhooks: signed posts, against a library of others, and our own receiver. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { postCallback } from '../../src/gateway/callbacks/post.js';
import { signWebhook } from '../../src/gateway/callbacks/webhook.js';
import { ProvisioningError, readProvisioning } from '../../src/gateway/index.js';
import type { CallbackPayload } from '../../src/gateway/store/types.js';
import { createReceiver, type Transport, verifyWebhook } from '../../src/sender/index.js';
import { testGateway } from './support.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const RECEIPT: CallbackPayload = {
  ...{ kind: 'receipt', messageIdentifier: 'ABCDEFGHIJKLMN1', recipient: '447700900201', state: 'delivered' },
  at: Date.parse('2026-03-04T05:06:07Z'),
};
const MESSAGE: CallbackPayload = {
  ...{ kind: 'message', messageIdentifier: 'ABCDEFGHIJKLMN2', from: '447700900123', to: '447700900001', text: 'Café “ja” 😀' },
  at: Date.parse('2026-03-04T05:06:07.123Z'),
};
const now = () => Date.now();
const sign = (payload: CallbackPayload, secrets = [SECRET], at = now()) => signWebhook({ payload, createdAt: 5 }, secrets, at);

describe('a webhook', () => {
  it.each([
    ['a receipt', RECEIPT],
    ['a message', MESSAGE],
  ] as const)('%s is good to a library of others', (_, payload) => {
    const { body, headers } = sign(payload, [SECRET, OTHER]);
    for (const secret of [SECRET, OTHER]) {
      expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
    }
    expect(() => new Webhook(`whsec_${Buffer.alloc(24, 1).toString('base64')}`).verify(body, { ...headers })).toThrow();
  });

  it('that a library of others has signed is good to ours', async () => {
    const { body } = sign(MESSAGE);
    const at = new Date();
    const signature = new Webhook(OTHER).sign('msg_1', at, body);
    const headers = new Headers({
      ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)) },
      'webhook-signature': `v1a,AAAA ${signature}`,
    });
    expect(await verifyWebhook(body, headers, { secrets: [SECRET, OTHER] })).toEqual({
      ...{ kind: 'message', messageIdentifier: 'ABCDEFGHIJKLMN2', replyTo: '447700900123', sendTo: '447700900001' },
      ...{ message: 'Café “ja” 😀', timestamp: new Date('2026-03-04T05:06:07.123Z') },
    });
  });

  it.each([
    ['delivered', 0],
    ['failed', -1],
    ['expired', 76],
  ] as const)('says %s as forms do', async (state, report) => {
    const { body, headers } = sign({ ...RECEIPT, state });
    const callback = await verifyWebhook(body, new Headers(headers), { secrets: [SECRET] });
    expect(callback).toMatchObject({ kind: 'receipt', sendTo: '447700900201', report });
  });

  it('tells octets from a text, also one in hex digits', async () => {
    const verify = ({ body, headers }: ReturnType<typeof sign>) =>
      verifyWebhook(body, new Headers(headers), { secrets: [SECRET] });
    const octets = sign({ ...MESSAGE, text: 'CAFE00', isData: true });
    const { id, from, to } = { id: MESSAGE.messageIdentifier, from: '447700900123', to: '447700900001' };
    expect(JSON.parse(octets.body).data).toEqual({ id, from, to, data: 'yv4A' });
    expect(await verify(octets)).toMatchObject({ message: 'CAFE00', data: Uint8Array.of(0xca, 0xfe, 0x00) });
    const text = sign({ ...MESSAGE, text: 'CAFE00' });
    expect(JSON.parse(text.body).data).toEqual({ id, from, to, text: 'CAFE00' });
    expect(await verify(text)).not.toHaveProperty('data');
    expect(await verify(sign({ ...MESSAGE, text: '', isData: true }))).toMatchObject({ message: '', data: new Uint8Array(0) });
  });

  it('of octets that a handset sent has them as octets', async () => {
    const { store } = await testGateway();
    const callback = { url: 'https://shop.example/hook', form: 'json', secrets: [SECRET] } as const;
    await store.changeAccount('ANOther.12345', { callback }, 'test');
    const message = { from: '447700900123', to: '447700900001', at: now() };
    await store.recordIncoming({ ...message, data: Uint8Array.of(1, 2) });
    await store.recordIncoming({ ...message, text: '0102' });
    const bodies = (await store.claimCallbacks(10, 60_000)).map(({ payload }) => JSON.parse(sign(payload).body).data);
    expect(bodies).toMatchObject([{ data: 'AQI=' }, { text: '0102' }]);
    expect(bodies.map((data) => Object.keys(data).length)).toEqual([4, 4]);
  });

  it.each<[what: string, change: (headers: Headers) => void, field: string]>([
    ['without a signature', (headers) => headers.delete('webhook-signature'), 'webhook-signature'],
    [
      'with a signature of another',
      (headers) => headers.set('webhook-signature', `v1,${'A'.repeat(43)}=`),
      'webhook-signature',
    ],
    ['with no base64', (headers) => headers.set('webhook-signature', 'v1,!'), 'webhook-signature'],
    ['with another id', (headers) => headers.set('webhook-id', '2'), 'webhook-signature'],
    ['without an id', (headers) => headers.delete('webhook-id'), 'webhook-id'],
    [
      'with another time',
      (headers) => headers.set('webhook-timestamp', String(Math.floor(now() / 1_000) - 9)),
      'webhook-signature',
    ],
    ['with no time', (headers) => headers.set('webhook-timestamp', '1e9'), 'webhook-timestamp'],
    [
      'of yesterday',
      (headers) => headers.set('webhook-timestamp', String(Math.floor(now() / 1_000) - 86_400)),
      'webhook-timestamp',
    ],
    [
      'of tomorrow',
      (headers) => headers.set('webhook-timestamp', String(Math.floor(now() / 1_000) + 86_400)),
      'webhook-timestamp',
    ],
  ])('%s is refused', async (_, change, field) => {
    const { body, headers } = sign(RECEIPT);
    const changed = new Headers(headers);
    change(changed);
    await expect(verifyWebhook(body, changed, { secrets: [SECRET] })).rejects.toMatchObject({ name: 'DecodeError', field });
  });

  it('whose body was changed is refused, and one that tells nothing', async () => {
    const { body, headers } = sign(RECEIPT);
    const verify = (text: string, given = headers) => verifyWebhook(text, new Headers(given), { secrets: [SECRET] });
    await expect(verify(body.replace('delivered', 'failed'))).rejects.toMatchObject({ field: 'webhook-signature' });
    const at = new Date();
    for (const [text, field] of [
      ['x', '$'],
      ['null', '$.timestamp'],
      ['{"timestamp":"2026-03-04T05:06:07Z","type":"constructor"}', '$.type'],
      ['{"timestamp":"2026-03-04T05:06:07Z","type":"message.received"}', '$.data.text'],
      ['{"timestamp":"2026-03-04T05:06:07Z","type":"message.received","data":{"data":"A!"}}', '$.data.data'],
      ['{"timestamp":"2026-03-04T05:06:07Z","type":"message.received","data":{"data":7}}', '$.data.data'],
    ] as const) {
      const signature = new Webhook(SECRET).sign('1', at, text);
      const signed = {
        'webhook-id': '1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': signature,
      };
      await expect(verify(text, signed), text).rejects.toMatchObject({ field });
    }
    await expect(verifyWebhook(body, new Headers(headers), { secrets: ['whsec_AAAA'] })).rejects.toThrow(TypeError);
    await expect(verifyWebhook(body, new Headers(headers), { secrets: [] })).rejects.toThrow(TypeError);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, '300', null])('a tolerance of %j is none', async (tolerance) => {
    const { body, headers } = sign(MESSAGE, [SECRET], now() - 3_600_000);
    const options = { secrets: [SECRET], toleranceSeconds: tolerance as number };
    await expect(verifyWebhook(body, new Headers(headers), options)).rejects.toThrow(/^toleranceSeconds/);
  });

  it('a clock that gives no number lets nothing pass', async () => {
    const { body, headers } = sign(MESSAGE);
    const options = { secrets: [SECRET], clock: () => Number.NaN };
    await expect(verifyWebhook(body, new Headers(headers), options)).rejects.toMatchObject({ field: 'webhook-timestamp' });
  });
});

describe('a receiver with secrets', () => {
  const request = ({ body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> }) =>
    new Request('https://shop.example/hook', { method: 'POST', body, headers });

  it('takes what is signed, and nothing else', async () => {
    const seen: unknown[] = [];
    const receive = createReceiver({ secrets: [SECRET], onReceipt: (receipt) => seen.push(receipt) });
    expect((await receive(request(sign(RECEIPT)))).status).toBe(200);
    expect((await receive(request(sign(RECEIPT, [OTHER])))).status).toBe(403);
    expect((await receive(request(sign(MESSAGE)))).status).toBe(501);
    const form = {
      body: 'Username=NULL&PIN=NULL&SendTo=447700900123&Report=0',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    };
    expect((await receive(request(form))).status).toBe(415);
    expect(seen).toHaveLength(1);
    const both = createReceiver({ secrets: [SECRET], pin: '0042', onReceipt: () => {} });
    expect((await both(request(form))).status).toBe(403);
    const none = createReceiver({ onReceipt: () => {} });
    expect((await none(request(sign(RECEIPT)))).status).toBe(415);
    expect(() => createReceiver({ secrets: ['x'], onReceipt: () => {} })).toThrow(TypeError);
  });

  it('takes what the gateway posts, again when it was not taken', async () => {
    const seen: string[] = [];
    const receive = createReceiver({
      secrets: [SECRET],
      onReceipt: ({ messageIdentifier = '' }) => seen.push(messageIdentifier),
    });
    let isDown = true;
    const ids = new Set<string>();
    const transport: Transport = async ({ url, headers, body }) => {
      const given = new Headers(headers as Record<string, string>);
      ids.add(given.get('webhook-id') as string);
      const answer = isDown
        ? new Response(null, { status: 503 })
        : await receive(new Request(url, { method: 'POST', headers: given, body: body as string }));
      return { status: answer.status, headers: {}, body: new Uint8Array() } as never;
    };
    const target = { url: 'https://shop.example/hook', form: 'json', secrets: [SECRET, OTHER] } as const;
    const due = { target, payload: RECEIPT, createdAt: 5 };
    expect(await postCallback(due, { transport, timeoutMs: 1_000 })).toMatchObject({ reason: 'status 503' });
    isDown = false;
    expect(await postCallback(due, { transport, timeoutMs: 1_000 })).toBeUndefined();
    expect([seen, ids.size]).toEqual([['ABCDEFGHIJKLMN1'], 1]);
  });
});

describe('the settings of a webhook', () => {
  const withCallback = (callback: object) =>
    readProvisioning(JSON.stringify({ accounts: [{ username: 'a.1', pin: '1234', callback }] }));
  const url = 'https://shop.example/hook';

  it('are a secret, or two', () => {
    const [account] = withCallback({ url, form: 'json', secrets: [SECRET, OTHER] }).accounts;
    expect(account?.callback).toEqual({ url, form: 'json', secrets: [SECRET, OTHER] });
    for (const [callback, path] of [
      [{ url, form: 'json' }, 'secrets'],
      [{ url, form: 'json', secrets: [] }, 'secrets'],
      [{ url, form: 'json', secrets: [SECRET, SECRET, SECRET] }, 'secrets'],
      [{ url, form: 'json', secrets: ['whsec_AAAA'] }, 'secrets[0]'],
      [{ url, form: 'json', secrets: [SECRET], pin: '1' }, 'pin'],
      [{ url, secrets: [SECRET] }, 'secrets'],
      // They would be in no request.
      [{ url: 'http://user:pass@shop.example/hook', form: 'form' }, 'url'],
      [{ url: 'http://user@shop.example/hook', form: 'soap' }, 'url'],
      [{ url: 'https://:pass@shop.example/hook', form: 'json', secrets: [SECRET] }, 'url'],
      [{ url: `${url}#now`, form: 'form' }, 'url'],
    ] as const) {
      const fault = (() => {
        try {
          return withCallback(callback);
        } catch (error) {
          return error;
        }
      })();
      expect(fault, path).toBeInstanceOf(ProvisioningError);
      expect(fault).toMatchObject({ path: `$.accounts[0].callback.${path}` });
      expect((fault as Error).message).not.toContain(SECRET);
      expect((fault as Error).message).not.toContain('pass@');
    }
  });

  it('are shown to nobody', async () => {
    const { store } = await testGateway();
    const callback = { url, form: 'json', secrets: [SECRET] } as const;
    const changed = await store.changeAccount('Poor.1', { callback }, 'test');
    await store.changeAccount('Poor.1', { callback: { ...callback, secrets: [SECRET, OTHER] } }, 'test');
    expect(changed.callback).toEqual({ url, form: 'json' });
    const { entries } = await store.audit({ username: 'Poor.1' });
    expect(entries.slice(-2).map(({ changes }) => changes)).toEqual([
      { callback: [null, { url, form: 'json' }] },
      { callback: 'changed' },
    ]);
    expect(JSON.stringify([entries, await store.details('Poor.1')])).not.toContain('whsec_');
    expect((await store.account('Poor.1'))?.callback).toMatchObject({ secrets: [SECRET, OTHER] });
  });
});
