import { networkInterfaces } from 'node:os';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { guardOperators, operatorsApp } from '../../src/gateway/http/operators.js';
import { type OperatorsOptions, openMetrics } from '../../src/gateway/index.js';
import { type Asked, ask } from './raw-http.js';
import { FORM, formOf, MMS, SMS, TO, testGateway, WHO } from './support.js';

const INBOX = '/virtual/handsets/447700900123/inbox';
const FOR_OPERATORS = ['/', '/index.html', '/virtual/handsets', INBOX, '/virtual/events', '/metrics', '/admin/accounts'];
const TOKEN = 'a-token-of-24-characters';

async function listening(options: OperatorsOptions = {}) {
  const { gateway } = await testGateway({ metrics: await openMetrics() });
  const { port } = await gateway.listenOperators(options);
  return (path: string, headers: Record<string, string> = {}, asked: Asked = {}) => ask(port, path, { ...asked, headers });
}

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

describe('the public port', () => {
  it.each([
    ['as a client asks', {}],
    ['by a name of this machine', { Host: 'localhost' }],
    ['through a proxy', { Host: 'localhost', 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1', Via: '1.1 proxy' }],
    ['with a token', { Host: 'localhost', Authorization: `Bearer ${TOKEN}` }],
  ])('answers nothing that is for operators, %s', async (_, headers) => {
    const { gateway, store } = await testGateway({ metrics: await openMetrics() });
    await gateway.listenOperators({ token: TOKEN });
    const { port } = await gateway.listen({ port: 0 });
    for (const path of FOR_OPERATORS)
      expect(await ask(port, path, { headers }), path).toMatchObject({ status: 404, body: 'Not found' });
    store.clearInbox = () => expect.fail('it was asked for');
    expect((await ask(port, INBOX, { method: 'DELETE', headers })).status).toBe(404);
    expect(await ask(port, '/healthz', { headers })).toMatchObject({ status: 200, body: 'ok' });
  });
});

describe("the operators' listener", () => {
  it('has no customers: it takes no message', async () => {
    const { operators, fetch } = await testGateway();
    const message = () => ({
      method: 'POST',
      headers: { 'Content-Type': FORM },
      body: formOf({ ...WHO, ...TO, Message: 'Hello' }),
    });
    expect((await operators(SMS, message())).status).toBe(404);
    expect((await fetch(SMS, message())).status).toBe(200);
  });

  it('has what handsets fetch as well: the page shows it, and asks nobody but where it came from', async () => {
    const { fetch, operators, tags, inbox } = await testGateway();
    await tags(MMS, { ...WHO, ...TO, MMSFileMMS: '80000' });
    const [entry] = await inbox(TO.SendTo);
    const path = /http:\/\/gw\.example\.net(\/m\/[\w-]+)/.exec(JSON.stringify(entry?.content))?.[1] ?? '';
    const octets = async (answer: Response) => [answer.status, Buffer.from(await answer.arrayBuffer()).toString('hex')];
    const public_ = await octets(await fetch(path));
    expect(public_[0]).toBe(200);
    expect(await octets(await operators(path))).toEqual(public_);
  });

  it('is on the loopback interface and a free port, and ends with the gateway', async () => {
    const { gateway } = await testGateway();
    const { url, port } = await gateway.listenOperators();
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect((await ask(port, '/healthz')).body).toBe('ok');
    await gateway.close();
    await expect(ask(port, '/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'gw.example.net', '127.0.0.1.example.net', 'localhost.example.net'])(
    'takes a token to listen on %s',
    async (host) => {
      const { gateway } = await testGateway();
      await expect(gateway.listenOperators({ host })).rejects.toThrow(new RegExp(`^host ${host} needs a token`));
    },
  );

  it.each(['', 'short', 'fifteen-letters', 'with a blank in it', 'with-a-line\nend-in-it', 'not-äscii-enough'])(
    'has no token such as %j',
    async (token) => {
      const { gateway } = await testGateway();
      await expect(gateway.listenOperators({ token })).rejects.toThrow(
        new TypeError('token has to be at least 16 characters of visible ASCII'),
      );
    },
  );

  it('asks everybody for its token, by whatever name it is asked', async () => {
    const asked = await listening({ token: TOKEN });
    // Who has shown it once may be wrong as often as he likes.
    expect((await asked(INBOX, { Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
    const wrong = [
      undefined,
      TOKEN,
      'Bearer',
      'Bearer  ',
      `Bearer ${TOKEN.slice(1)}`,
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN} ${TOKEN}`,
      `Digest ${TOKEN}`,
      basic('', `${TOKEN}x`),
      basic(TOKEN, ''),
      'Basic !!!',
    ];
    for (const Host of ['localhost', 'operators.example.net']) {
      for (const path of [...FOR_OPERATORS, '/healthz', '/m/AAAAAAAAAAAAAAAAAAAAAA']) {
        for (const Authorization of wrong) {
          const { status, headers } = await asked(path, { Host, ...(Authorization !== undefined && { Authorization }) });
          expect(status, `${path} ${Authorization}`).toBe(401);
          expect(headers['www-authenticate']).toMatch(/^Basic realm=/);
        }
      }
      for (const Authorization of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, basic('', TOKEN), basic('anybody', TOKEN)]) {
        expect((await asked(INBOX, { Host, Authorization })).status, Authorization).toBe(200);
      }
    }
  });

  it('lets no page of another site use what a browser has remembered', async () => {
    const asked = await listening({ token: TOKEN });
    const Host = 'operators.example.net';
    const sites = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://rebound.example' },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const site of sites) {
      for (const method of ['GET', 'DELETE']) {
        const headers = { Host, Authorization: basic('', TOKEN), ...site };
        expect((await asked(INBOX, headers, { method })).status).toBe(403);
      }
    }
    const own = { Host, Authorization: basic('', TOKEN), Origin: `http://${Host}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await asked(INBOX, own)).status).toBe(200);
  });

  it('writes down who shows a wrong token, and never the token', async () => {
    const lines: string[] = [];
    const keep = (fields: object, message: string) => lines.push(JSON.stringify([message, fields]));
    const { gateway } = await testGateway({ log: { debug: keep, info: keep, warn: keep, error: keep } });
    const { port } = await gateway.listenOperators({ token: TOKEN });
    const asked = (Authorization?: string) =>
      ask(port, '/readyz', Authorization === undefined ? {} : { headers: { Authorization } });
    await asked();
    for (let i = 0; i < 30; i++) await asked('Bearer another-token-of-24-char');
    expect(lines, 'told once a minute').toEqual([]);
    await gateway.close();
    // Ten are free. The next is the last one that was compared.
    expect(lines).toEqual([`["wrong operators' token",{"refused":11,"peers":{"127.0.0.1":11}}]`]);
  });

  describe('whoever guesses', () => {
    function guarded() {
      const time = { now: 0 };
      const refused: string[] = [];
      const guard = guardOperators({ token: TOKEN, onRefused: (client) => refused.push(client), now: () => time.now });
      const app = operatorsApp([['/', new Hono().get('/', (context) => context.text('inside'))]], () => undefined, guard);
      const asked = async (remoteAddress: string, token?: string) => {
        const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
        return (await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })).status;
      };
      return { time, refused, asked };
    }

    it('has to wait longer each time, and nothing is compared meanwhile', async () => {
      const { time, refused, asked } = guarded();
      for (let i = 0; i <= 10; i++) expect(await asked('192.0.2.1', 'wrong')).toBe(401);
      for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
        for (const token of ['wrong', TOKEN, undefined]) expect(await asked('192.0.2.1', token)).toBe(429);
        time.now += pauseMs - 1;
        expect(await asked('192.0.2.1', TOKEN)).toBe(429);
        time.now += 1;
        expect(await asked('192.0.2.1', 'wrong')).toBe(401);
      }
      expect(refused).toHaveLength(11 + 8);
      expect(await asked('192.0.2.2', TOKEN)).toBe(200);
      time.now += 60_000;
      expect(await asked('192.0.2.1', TOKEN)).toBe(200);
    });

    it('keeps nobody out at another address, nor whoever has shown the token at this one', async () => {
      const { asked } = guarded();
      expect(await asked('192.0.2.1', TOKEN)).toBe(200);
      for (let i = 0; i < 500; i++) {
        expect(await asked('192.0.2.1', 'wrong')).toBe(401);
        await asked(`2001:db8:0:1::${i.toString(16)}`, 'wrong');
      }
      expect(await asked('192.0.2.1', TOKEN)).toBe(200);
      expect(await asked('192.0.2.3', TOKEN)).toBe(200);
      expect(await asked('2001:db8:0:1:ffff::', TOKEN), 'a neighbour of the network').toBe(429);
    });

    it('without any token has a rate', async () => {
      const { time, asked } = guarded();
      const statuses = [];
      for (let i = 0; i < 300; i++) statuses.push(await asked('192.0.2.1'));
      expect(statuses).toEqual([...Array(200).fill(401), ...Array(100).fill(429)]);
      time.now += 1_000;
      expect(await asked('192.0.2.1', TOKEN)).toBe(200);
      for (let i = 0; i < 300; i++) expect(await asked('192.0.2.1', TOKEN)).toBe(200);
    });
  });

  const own = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

  it.skipIf(own === undefined)('answers on another address with its token', async () => {
    const { gateway } = await testGateway({ metrics: await openMetrics() });
    const { port } = await gateway.listenOperators({ host: own, token: TOKEN });
    const status = async (headers: Record<string, string>) =>
      (await fetch(`http://${own}:${port}/metrics`, { headers })).status;
    expect([await status({}), await status({ Authorization: `Bearer ${TOKEN}` })]).toEqual([401, 200]);
  });
});

describe('administration', () => {
  it('needs the token, on the loopback interface too', async () => {
    const withoutToken = await listening();
    expect(await withoutToken('/admin/accounts')).toMatchObject({ status: 403, body: expect.stringContaining('no token') });
    const withToken = await listening({ token: TOKEN });
    expect((await withToken('/admin/accounts')).status).toBe(401);
    const answer = await withToken('/admin/accounts', { Authorization: `Bearer ${TOKEN}` });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { entries: expect.any(Array) }]);
  });

  it('changes over a socket, and the log of changes says by what right', async () => {
    const { gateway, store } = await testGateway();
    const { port } = await gateway.listenOperators({ token: TOKEN });
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const answer = await ask(port, '/admin/accounts/Poor.1', { method: 'PATCH', headers, body: '{"disabled":true}' });
    expect(answer.status).toBe(200);
    expect(await store.verify('Poor.1', '9999')).toBeUndefined();
    expect((await store.audit({})).entries.at(-1)).toMatchObject({ by: 'token', username: 'Poor.1', action: 'changeAccount' });
  });

  it('a message that is queued again leaves at once', async () => {
    const { operators, store, tags, inbox } = await testGateway();
    const { MessageIdentifier: id = '' } = await tags(SMS, { ...WHO, ...TO, Message: 'Hello', SendTimeDelay: '60' });
    await store.cancel(id, 'test');
    expect((await operators(`/admin/messages/${id}/requeue`, { method: 'POST' })).status).toBe(200);
    expect((await inbox(TO.SendTo))[0]?.content).toEqual({ kind: 'text', text: 'Hello' });
  });
});
