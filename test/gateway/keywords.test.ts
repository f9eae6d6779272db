/** STOP and its like: what handsets ask for by a word, and whom sends are refused to then. */
import { describe, expect, it } from 'vitest';
import type { Delivery, DeliveryEvents } from '../../src/gateway/delivery/delivery.js';
import type { GatewayOptions } from '../../src/gateway/index.js';
import { answerKeywords, findKeyword, type IncomingHook, readKeywords } from '../../src/gateway/keywords.js';
import { jsonClient } from './json-support.js';
import { SMS, testGateway, WHO } from './support.js';

const HANDSET = '447700900123';
const NUMBER = '447700900001';

/** A gateway whose network is at hand. */
async function withNetwork(options: Partial<GatewayOptions>) {
  let events: DeliveryEvents | undefined;
  const sent: string[] = [];
  const delivery: Delivery = {
    capacity: 100,
    start: async (given) => {
      events = given;
    },
    async deliver({ recipient, originator, parts }) {
      for (const { userData } of parts) sent.push(`${originator} ${recipient} ${'text' in userData ? userData.text : ''}`);
      return { kind: 'delivered' };
    },
    async close() {},
  };
  const gateway = await testGateway({ delivery, ...options });
  const write = async (text: string, from = HANDSET) => {
    for (let round = 0; events === undefined && round < 300; round++) await new Promise((resolve) => setTimeout(resolve, 5));
    await events?.onIncoming({ from, to: NUMBER, text, at: Date.now() });
  };
  const until = async (count: number) => {
    for (let round = 0; sent.length < count && round < 300; round++) await new Promise((resolve) => setTimeout(resolve, 5));
    return sent;
  };
  return { ...gateway, write, sent, until };
}

describe('a word', () => {
  it.each([
    ['STOP', 'stop'],
    [' stop. ', 'stop'],
    ['Stopall', 'stop'],
    ['unsubscribe', 'stop'],
    ['cancel', 'stop'],
    ['END', 'stop'],
    ['"quit"!', 'stop'],
    ['start', 'start'],
    ['Unstop', 'start'],
    ['help?', 'help'],
    ['INFO', 'help'],
    ['please stop', undefined],
    ['stopp', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['STOP 1', undefined],
    [undefined, undefined],
    [`${' '.repeat(100_000)}stop`, undefined],
  ])('%j means %s', (text, meaning) => {
    expect(findKeyword(text)).toBe(meaning);
  });

  it('has a text in the settings, or none', () => {
    expect(readKeywords({ stop: 'Bye' }, '$.keywords')).toEqual({ stop: 'Bye' });
    for (const [value, field] of [
      [{ stop: '' }, 'stop'],
      [{ help: 'x'.repeat(641) }, 'help'],
      [{ quit: 'x' }, 'quit'],
    ] as const) {
      expect(() => readKeywords(value, '$.keywords')).toThrow(expect.objectContaining({ field: `$.keywords.${field}` }));
    }
  });
});

describe('STOP', () => {
  it('refuses sends from that number to that handset, uncharged, until START', async () => {
    const gateway = await withNetwork({ keywords: { stop: 'Bye', start: 'Hello again' } });
    const { send } = jsonClient(gateway);
    const body = { content: { kind: 'text', text: 'Sale' }, to: [HANDSET, '447700900124'] };
    await gateway.write('stop');
    expect(await gateway.until(1)).toEqual([`${NUMBER} ${HANDSET} Bye`]);
    const credit = Number(await gateway.credit('ANOther.12345'));
    const { body: answer } = await send(body);
    expect(answer.messages).toMatchObject([
      {
        recipient: HANDSET,
        state: 'refused',
        report: 13,
        units: 0,
        detail: 'The recipient has opted out of messages from this originator',
      },
      { recipient: '447700900124', state: 'queued' },
    ]);
    expect(Number(await gateway.credit('ANOther.12345'))).toBe(credit - 450);
    expect(await gateway.tags(SMS, { ...WHO, SendTo: HANDSET, Message: 'Sale' })).toMatchObject({
      Report: '13',
      MessageIdentifier: '-1',
    });
    expect(await send({ ...body, to: [HANDSET] })).toMatchObject({ status: 403, body: { report: 13 } });
    // Another originator is another pair.
    expect((await send({ ...body, to: [HANDSET], originator: 'MyShop' })).status).toBe(202);
    await gateway.write('START');
    expect((await send({ ...body, to: [HANDSET] })).status).toBe(202);
  });

  it('is a text like others where nobody has turned keywords on', async () => {
    const gateway = await withNetwork({});
    await gateway.write('STOP');
    expect((await jsonClient(gateway).send({ content: { kind: 'text', text: 'Sale' }, to: [HANDSET] })).status).toBe(202);
  });

  it('again and again is answered a few times', async () => {
    const replies: string[] = [];
    const hook = answerKeywords({ stop: 'Bye' });
    const actions = { reply: async (text: string) => replies.push(text) > 0, block: async () => {}, unblock: async () => {} };
    for (let i = 0; i < 50; i++) await hook({ from: HANDSET, to: NUMBER, text: 'STOP', at: 0 }, actions);
    expect(replies).toHaveLength(3);
  });

  it('is shown to operators, who take it back', async () => {
    const gateway = await withNetwork({ keywords: {} });
    await gateway.write('STOP');
    await gateway.write('STOP', '447700900124');
    const path = `/admin/opt-outs/${NUMBER}/${HANDSET}`;
    const list = async (query = '') =>
      (await (await gateway.operators(`/admin/opt-outs${query}`)).json()) as { entries: object[] };
    expect((await list()).entries).toMatchObject([{ originator: NUMBER, recipient: HANDSET }, { recipient: '447700900124' }]);
    expect((await list(`?recipient=${HANDSET}&originator=${NUMBER}`)).entries).toHaveLength(1);
    expect((await gateway.operators(path, { method: 'DELETE' })).status).toBe(200);
    expect((await gateway.operators(path, { method: 'DELETE' })).status).toBe(404);
    expect((await list()).entries).toHaveLength(1);
    const { entries } = await gateway.store.audit({});
    expect(entries.at(-1)).toMatchObject({
      action: 'removeOptOut',
      changes: { optOut: [{ originator: NUMBER, recipient: HANDSET }, null] },
    });
  });
});

describe('a hook of a program', () => {
  it('answers, blocks and unblocks; what it throws keeps no message from its account', async () => {
    const onIncoming: IncomingHook = async ({ text }, { reply, block, unblock }) => {
      if (text === 'HOURS') expect(await reply('9 to 5')).toBe(true);
      if (text === 'no') await block();
      if (text === 'yes') await unblock();
      if (text === 'boom') throw new Error('boom');
    };
    const gateway = await withNetwork({ onIncoming });
    await gateway.store.changeAccount('ANOther.12345', { callback: { url: 'http://127.0.0.1:9/', form: 'form' } }, 'test');
    const { send } = jsonClient(gateway);
    const status = async () => (await send({ content: { kind: 'text', text: 'x' }, to: [HANDSET] })).status;
    await gateway.write('HOURS');
    expect(await gateway.until(1)).toEqual([`${NUMBER} ${HANDSET} 9 to 5`]);
    await gateway.write('no');
    expect(await status()).toBe(403);
    await gateway.write('yes');
    expect(await status()).toBe(202);
    await gateway.write('boom');
    expect((await gateway.store.queue()).callbacks).toBeGreaterThanOrEqual(4);
  });
});
