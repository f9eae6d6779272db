/** Sends with an Idempotency-Key: accepted and charged once, whatever becomes of their answers. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/cleanup.js';
import { basic, jsonClient } from './json-support.js';
import { testGateway } from './support.js';

const BODY = { content: { kind: 'text', text: 'Hello' }, to: ['447700900123', 'nobody'] };
const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });

describe('a send with a key', () => {
  it('that comes again is answered as before', async () => {
    const gateway = await testGateway();
    const { send } = jsonClient(gateway);
    const first = await send(BODY, keyed('"8e03978e-40d5"'));
    expect(first.status).toBe(202);
    for (const key of ['"8e03978e-40d5"', '8e03978e-40d5']) {
      const again = await send(BODY, keyed(key));
      expect([again.status, again.body]).toEqual([202, first.body]);
      expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    }
    expect(await gateway.credit('ANOther.12345')).toBe('151895');
    const another = await send({ ...BODY, delayMinutes: 5 }, keyed('8e03978e-40d5'));
    expect(another).toMatchObject({ status: 422, body: { field: 'Idempotency-Key' } });
    const others = await send(BODY, { ...keyed('8e03978e-40d5'), authorization: basic('Stranger.9', '8888') });
    expect([others.status, others.headers.get('Idempotency-Replayed')]).toEqual([202, null]);
    expect((await send(BODY, { ...keyed('8e03978e-40d5'), authorization: basic('Stranger.9', '1') })).status).toBe(401);
  });

  it('while the first is under way is 409', async () => {
    const gateway = await testGateway();
    const { send } = jsonClient(gateway);
    const all = await Promise.all(Array.from({ length: 10 }, () => send(BODY, keyed('k'))));
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 409 && status !== 202)).toEqual([]);
    expect(all.find(({ status }) => status === 409)?.headers.get('Retry-After')).toBe('1');
    expect(await gateway.credit('ANOther.12345')).toBe('151895');
    expect((await send(BODY, keyed('k'))).status).toBe(202);
  });

  it('that was accepted before the gateway ended, and answered to nobody, is not charged again', async () => {
    const path = join(tempFolder('json-once'), 'gateway.db');
    const before = await testGateway({}, path);
    const { store } = before;
    const { acceptOnce } = store;
    // The commit is on the disk, and the process ends before it says so.
    Object.assign(store, {
      acceptOnce: async (...job: Parameters<typeof acceptOnce>) => {
        await acceptOnce(...job);
        throw new Error('the process ends');
      },
    });
    expect((await jsonClient(before).send(BODY, keyed('k'))).status).toBe(500);
    await before.gateway.close();
    await store.close();
    const after = await testGateway({}, path);
    const { status, headers, body } = await jsonClient(after).send(BODY, keyed('k'));
    expect([status, headers.get('Idempotency-Replayed')]).toEqual([202, 'true']);
    expect(await after.credit('ANOther.12345')).toBe('151895');
    expect(body.messages).toMatchObject([{ id: expect.stringMatching(/^[A-Z0-9]{15}$/), report: -2 }, { report: 11 }]);
    expect(await after.inbox('447700900123')).toHaveLength(1);
  });

  it('to networks that get pushes in place of multimedia messages is accepted as a whole', async () => {
    const gateway = await testGateway({ walledGarden: ['44778'] });
    const { send } = jsonClient(gateway);
    const content = { kind: 'mms', parts: [{ name: 'a.txt', text: 'By the sea' }], subject: 'Sea' };
    const body = { content, to: ['447700900123', '447780900123'] };
    const first = await send(body, keyed('k'));
    expect(first.body.messages).toMatchObject([
      { recipient: '447700900123', report: -2 },
      { recipient: '447780900123', report: -2 },
    ]);
    expect((await send(body, keyed('k'))).body).toEqual(first.body);
    const contents = [];
    for (const number of body.to) contents.push((await gateway.inbox(number))[0]?.content);
    expect(contents).toMatchObject([{ kind: 'mmsNotification' }, { kind: 'serviceIndication' }]);
  });

  it.each(['""', '"a', 'a"b', 'a, b', 'é', `"${'x'.repeat(256)}"`, '"a\\b"'])(
    'is refused where the key is none: %s',
    async (key) => {
      const { send } = jsonClient(await testGateway());
      expect(await send(BODY, keyed(key))).toMatchObject({ status: 400, body: { field: 'Idempotency-Key' } });
    },
  );

  it('that was refused may be sent again', async () => {
    const { send } = jsonClient(await testGateway());
    expect((await send({ ...BODY, originator: 'Bank' }, keyed('k'))).status).toBe(403);
    expect((await send(BODY, keyed('k'))).status).toBe(202);
  });
});
