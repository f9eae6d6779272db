import fc from 'fast-check';
import type { Hono } from 'hono';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ADMIN_REQUESTS } from '../../src/gateway/admin/requests.js';
import { adminRoutes } from '../../src/gateway/http/admin.js';
import { BodyBudget } from '../../src/gateway/http/bodies.js';
import type { Store } from '../../src/gateway/store/store.js';
import { openTestStore, textJob } from '../support/gateway-store.js';
import { costly } from '../support/runs.js';

const PARENT = 'ANOther.12345';
const json = { 'Content-Type': 'application/json' };

let store: Store;
let app: Hono;
let queued: number;
let faults: unknown[];
const budget = new BodyBudget(1_000_000);
beforeEach(async () => {
  store = await openTestStore();
  queued = 0;
  faults = [];
  app = routes('token:ops');
  onTestFinished(() => store.close());
});

function routes(by: string | undefined): Hono {
  return adminRoutes({ store, by, budget, onQueued: () => queued++, onFault: (error) => faults.push(error) });
}

async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await app.request(path, { method, ...(body !== undefined && { body: JSON.stringify(body), headers: json }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

it('every request of the table is at its path', async () => {
  const found: string[] = [];
  for (const { method, path } of Object.values(ADMIN_REQUESTS)) {
    const answer = await ask(method, path.replace(':username', 'New.1').replace(':messageIdentifier', 'NOSUCHMESSAGE00'));
    found.push(`${method} ${path} ${answer.status} ${answer.body.detail ?? ''}`.trimEnd());
  }
  expect(found).toEqual([
    'GET /accounts 200',
    'GET /accounts/:username 404 there is no such account',
    'PUT /accounts/:username 201',
    'PATCH /accounts/:username 200',
    'GET /accounts/:username/ledger 200',
    'GET /messages 200',
    'POST /messages/cancel 400 is missing: which messages are meant?',
    'POST /messages/:messageIdentifier/cancel 404 there is no such message',
    'POST /messages/requeue 400 is missing: which messages are meant?',
    'POST /messages/:messageIdentifier/requeue 404 there is no such message',
    'GET /opt-outs 200',
    'DELETE /opt-outs/:originator/:recipient 400 has to be digits with the country code',
    'GET /audit 200',
  ]);
});

it('without a token nothing is shown or changed', async () => {
  const answer = await routes(undefined).request('/accounts');
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([403, 'application/problem+json']);
  const change = { method: 'PATCH', body: '{"disabled":true}', headers: json };
  expect((await routes(undefined).request(`/accounts/${PARENT}`, change)).status).toBe(403);
  expect((await store.details(PARENT))?.disabled).toBeUndefined();
});

describe('accounts', () => {
  it('are listed page by page, shown, and changed, and the audit names who did', async () => {
    const first = await ask('GET', '/accounts?limit=2');
    expect(first.body).toMatchObject({ entries: [{ username: PARENT, credit: '15.2345' }, { username: 'Kid.77' }] });
    const rest = await ask('GET', `/accounts?limit=1000&after=${first.body.next}`);
    expect(rest.body).toMatchObject({ entries: [{ username: 'Sib.78' }, { username: 'Stranger.1' }, { username: 'Hook.1' }] });
    expect(rest.body).not.toHaveProperty('next');
    const changed = await ask('PATCH', '/accounts/Hook.1', { pricePerPart: '0.0500', disabled: true, debit: '1.5' });
    const shown = await ask('GET', '/accounts/Hook.1');
    expect([changed.status, shown.status]).toEqual([200, 200]);
    expect(changed.body).toEqual(shown.body);
    expect(shown.body).toEqual({
      ...{ username: 'Hook.1', currency: 'GBP', credit: '7.5000', pricePerPart: '0.0500', mayManage: false, disabled: true },
      replyTo: ['447700900009'],
      callback: { url: 'http://127.0.0.1:9/receipts', form: 'form', username: 'me' },
      createdAt: '2026-03-04T05:06:07Z',
    });
    expect((await ask('GET', '/audit?username=Hook.1')).body).toEqual({
      entries: [
        expect.objectContaining({ by: 'provisioning', action: 'createAccount' }),
        {
          ...{ at: '2026-03-04T05:06:07Z', by: 'token:ops', action: 'changeAccount', username: 'Hook.1' },
          changes: { pricePerPart: ['0.0450', '0.0500'], disabled: [false, true], credit: ['9.0000', '7.5000'] },
        },
      ],
    });
  });

  it('a PIN that is made up is in its own answer alone', async () => {
    const answer = await app.request(`/accounts/${PARENT}`, { method: 'PATCH', body: '{"rotatePin":true}', headers: json });
    const { pin } = (await answer.json()) as { pin: string };
    expect(pin).toMatch(/^\d{8}$/);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await store.verify(PARENT, pin)).toBeDefined();
    expect(await store.verify(PARENT, '0123456')).toBeUndefined();
    expect(JSON.stringify([await ask('GET', `/accounts/${PARENT}`), await ask('GET', '/audit')])).not.toContain(pin);
  });

  it('one is created with a PIN, or gets one', async () => {
    const { status, body } = await ask('PUT', '/accounts/New.1', { credit: '5.0000', replyTo: ['Shop'] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      username: 'New.1',
      credit: '5.0000',
      replyTo: ['Shop'],
      pin: expect.stringMatching(/^\d{8}$/),
    });
    const child = await ask('PUT', '/accounts/New.2', { pin: 'Secret99', parent: 'New.1', type: 'SHARED' });
    expect(child.body).toMatchObject({ username: 'New.2', parent: 'New.1', type: 'SHARED', currency: 'GBP' });
    expect(child.body).not.toHaveProperty('pin');
    expect(await store.verify('New.2', 'Secret99')).toBeDefined();
  });

  it('a ledger has every movement', async () => {
    await ask('PATCH', '/accounts/Kid.77', { topUp: '2.0000' });
    const { body } = await ask('GET', '/accounts/Kid.77/ledger');
    expect(body).toEqual({
      entries: [
        { at: '2026-03-04T05:06:07Z', kind: 'opening', amount: '1.0000' },
        { at: '2026-03-04T05:06:07Z', kind: 'topUp', amount: '2.0000' },
      ],
    });
  });
});

it('messages are searched, cancelled and queued again, which wakes the outbox', async () => {
  const { recipients } = await store.accept(textJob(PARENT, ['447700900101', '447700900102']));
  const id = recipients[1]?.messageIdentifier as string;
  expect((await ask('POST', `/messages/${id}/cancel`)).body).toEqual({ messageIdentifier: id, state: 'cancelled' });
  expect((await ask('GET', '/messages?recipient=447700900102&state=cancelled')).body).toEqual({
    entries: [
      {
        ...{ messageIdentifier: id, username: PARENT, recipient: '447700900102', state: 'cancelled' },
        ...{ acceptedAt: '2026-03-04T05:06:07Z', units: 1, attempts: 0, reason: 'cancelled by the operator' },
      },
    ],
  });
  expect(queued).toBe(0);
  expect((await ask('POST', `/messages/${id}/requeue`)).body).toEqual({ messageIdentifier: id, state: 'queued' });
  expect(queued).toBe(1);
  expect(await ask('POST', '/messages/cancel', { username: PARENT, limit: 1 })).toEqual({
    status: 200,
    body: { cancelled: 1, inHand: 0, next: expect.any(Number) },
  });
  expect(await ask('POST', '/messages/requeue', { username: PARENT, state: 'cancelled' })).toEqual({
    status: 200,
    body: { requeued: 1, unpaid: 0 },
  });
  expect(queued).toBe(2);
  expect(await ask('POST', '/messages/requeue', { state: 'sent' })).toMatchObject({ status: 400, body: { field: 'state' } });
  await store.cancel(recipients[0]?.messageIdentifier as string, 'test');
  await store.requeue(recipients[0]?.messageIdentifier as string, 'test');
  expect(await ask('POST', `/messages/${id}/requeue`)).toEqual({
    status: 409,
    body: { title: 'Conflict', status: 409, detail: 'the message is queued', field: 'messageIdentifier' },
  });
});

describe('what is wrong is told with its field', () => {
  it.each<[method: string, path: string, body: unknown, status: number, field: string | undefined]>([
    ['PATCH', `/accounts/${PARENT}`, { pin: 'not a PIN' }, 400, 'pin'],
    ['PATCH', `/accounts/${PARENT}`, { pin: 1234 }, 400, 'pin'],
    ['PATCH', `/accounts/${PARENT}`, { pricePerPart: 0.05 }, 400, 'pricePerPart'],
    ['PATCH', `/accounts/${PARENT}`, { replyTo: ['a', 'b,c'] }, 400, 'replyTo[1]'],
    ['PATCH', `/accounts/${PARENT}`, { callback: { url: 'ftp://x/' } }, 400, 'callback.url'],
    ['PATCH', '/accounts/SixteenLetters16', { callback: { form: 'smpp' } }, 400, 'callback.form'],
    ['PUT', '/accounts/SixteenLetters16', { callback: { form: 'smpp' } }, 400, 'callback.form'],
    ['PUT', '/accounts/New.1', { pin: '123456789', callback: { form: 'smpp' } }, 400, 'pin'],
    ['PATCH', `/accounts/${PARENT}`, { topUp: '0.0000' }, 400, 'topUp'],
    ['PATCH', `/accounts/${PARENT}`, { credit: '1.0000' }, 400, 'credit'],
    ['PATCH', `/accounts/${PARENT}`, { rotatePin: true, pin: '123456' }, 400, 'rotatePin'],
    ['PATCH', `/accounts/${PARENT}`, { username: 'Other.1' }, 400, 'username'],
    ['PATCH', `/accounts/${PARENT}`, [], 400, undefined],
    ['PATCH', '/accounts/Nobody.1', { disabled: true }, 404, 'username'],
    ['PATCH', '/accounts/Kid.77', { debit: '1.0001' }, 409, 'debit'],
    ['PATCH', '/accounts/Sib.78', { topUp: '1.0000' }, 409, 'topUp'],
    ['PUT', `/accounts/${PARENT}`, {}, 409, 'username'],
    ['PUT', '/accounts/not%20one', {}, 400, 'username'],
    ['PUT', '/accounts/New.1', { type: 'SHARED' }, 400, 'parent'],
    ['PUT', '/accounts/New.1', { type: 'SHARED', parent: 'Nobody.1' }, 409, 'parent'],
    ['GET', '/messages?state=lost', undefined, 400, 'state'],
    ['GET', '/messages?from=yesterday', undefined, 400, 'from'],
    ['GET', '/messages?limit=1001', undefined, 400, 'limit'],
    ['GET', '/messages?limit=ten', undefined, 400, 'limit'],
    ['GET', '/messages?after=-1', undefined, 400, 'after'],
    ['GET', '/messages?state=sent&state=failed', undefined, 400, 'state'],
    ['GET', '/messages?number=447700900101', undefined, 400, 'number'],
    ['POST', '/messages/cancel', { state: 'sent', username: PARENT }, 400, 'state'],
    ['POST', '/messages/short/cancel', undefined, 400, 'messageIdentifier'],
    ['DELETE', `/accounts/${PARENT}`, undefined, 405, undefined],
    ['GET', '/nothing', undefined, 404, undefined],
  ])('%s %s %j: %i', async (method, path, body, status, field) => {
    const before = await store.details(PARENT);
    const answer = await ask(method, path, body);
    expect(answer.body).toMatchObject({ title: expect.any(String), status, detail: expect.any(String) });
    expect([answer.status, answer.body.field]).toEqual([status, field]);
    expect(await store.details(PARENT)).toEqual(before);
    expect((await store.audit({})).entries.map(({ by }) => by)).toEqual(Array(5).fill('provisioning'));
    expect(faults).toEqual([]);
  });

  it('no answer shows the value that is wrong', async () => {
    for (const body of [{ pin: 'S3cretPin98!' }, { pim: 'S3cretPin98!' }, { callback: { url: 'S3cretPin98!' } }]) {
      expect(JSON.stringify(await ask('PATCH', `/accounts/${PARENT}`, body))).not.toContain('S3cretPin98');
    }
  });

  it('bodies are JSON of a bounded size, and cost nothing afterwards', async () => {
    const change = (body: string, type = 'application/json') =>
      app.request(`/accounts/${PARENT}`, { method: 'PATCH', body, headers: { 'Content-Type': type } });
    expect((await change('{"disabled":')).status).toBe(400);
    expect((await change('{"disabled":true}', 'text/plain')).status).toBe(415);
    expect((await change(`{"pin":"${'1'.repeat(70_000)}"}`)).status).toBe(413);
    expect((await change('{"disabled":true,"disabled":false}')).status).toBe(400);
    expect((await change('\xff\xfe')).status).toBe(400);
    expect(budget.held).toBe(0);
    expect((await store.details(PARENT))?.disabled).toBeUndefined();
  });

  it('a fault of the gateway is told to its log, and not to who asks', async () => {
    const broken = { ...store, details: () => Promise.reject(new Error('disk I/O error at /var/secret')) };
    const answer = await adminRoutes({
      ...{ store: broken, by: 'token:ops', budget, onQueued: () => {} },
      onFault: (error) => faults.push(error),
    }).request(`/accounts/${PARENT}`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
    expect(faults).toHaveLength(1);
  });
});

it('whatever is asked for: no fault, no other status, and every credit is the sum of its ledger', async () => {
  const { recipients } = await store.accept(textJob(PARENT, ['447700900101', '447700900102']));
  const messages = recipients.map(({ messageIdentifier }) => messageIdentifier);
  const names = [...new Set(Object.values(ADMIN_REQUESTS).flatMap((row) => Object.keys(row.fields)))];
  const likely = fc.constantFrom<unknown>(
    '1.0000',
    '0.0450',
    '999999999',
    'Secret99',
    'SHARED',
    PARENT,
    'GBP',
    true,
    null,
    [],
    ['Shop'],
    0,
  );
  const value = fc.oneof(likely, fc.jsonValue(), fc.record({ url: fc.webUrl(), form: fc.constantFrom('form', 'soap', 'x') }));
  const asked = fc.record({
    request: fc.constantFrom(...Object.values(ADMIN_REQUESTS)),
    username: fc.constantFrom(PARENT, 'Kid.77', 'Sib.78', 'New.1', '%00', '..%2F..'),
    message: fc.constantFrom(...messages, 'NOSUCHMESSAGE00', "'; drop table account; --"),
    body: fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value, { maxKeys: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ request: { method, path }, username, message, body }) => {
      const at = path.replace(':username', username).replace(':messageIdentifier', encodeURIComponent(message));
      const query = new URLSearchParams(
        Object.entries(body).map(([name, item]): [string, string] => [
          name,
          typeof item === 'string' ? item : JSON.stringify(item),
        ]),
      );
      const answer = await (method === 'GET' ? ask('GET', `${at}?${query}`) : ask(method, at, body));
      expect([200, 201, 400, 404, 409]).toContain(answer.status);
      expect(faults).toEqual([]);
      for (const { username: name, credit } of await store.accounts()) {
        const ledger = (await store.ledger(name)) ?? [];
        expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(credit);
      }
    }),
    costly(300),
  );
});
