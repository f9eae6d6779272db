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
  const write = async (text: string, from = HANDSET, to = NUMBER) => {
    for (let round = 0; events === undefined && round < 300; round++) await new Promise((resolve) => setTimeout(resolve, 5));
    await events?.onIncoming({ from, to, text, at: Date.now() });
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
    const hook = answerKeywords(() => ({ stop: 'Bye' }));
    const answer = { reply: (text: string) => void replies.push(text), block: async () => {}, unblock: async () => {} };
    const actions = { username: 'A.1', ...answer };
    for (let i = 0; i < 50; i++) await hook({ from: HANDSET, to: NUMBER, text: 'STOP', at: 0 }, actions);
    expect(replies).toHaveLength(3);
  });

  it('is answered for an account 30 times at once, whatever numbers the messages are from', async () => {
    const replies: string[] = [];
    const hook = answerKeywords(() => ({ help: 'MyShop' }));
    const unused = async () => expect.fail('HELP changes nothing');
    const ask = (username: string, i: number) => {
      const actions = { username, reply: (text: string) => void replies.push(text), block: unused, unblock: unused };
      return hook({ from: String(447700910000 + i), to: NUMBER, text: 'HELP', at: 0 }, actions);
    };
    for (let i = 0; i < 100; i++) await ask('A.1', i);
    expect(replies).toHaveLength(30);
    await ask('B.2', 100);
    expect(replies).toHaveLength(31);
  });

  it('is answered three times to one handset by a gateway, also while its settings are read again', async () => {
    const gateway = await withNetwork({ keywords: { help: 'MyShop' } });
    const credit = Number(await gateway.credit('ANOther.12345'));
    for (let i = 0; i < 10; i++) {
      if (i === 5) gateway.gateway.reconfigure({});
      await gateway.write('HELP');
    }
    // Another handset has answers of its own.
    await gateway.write('HELP', '447700900124');
    expect(Number(await gateway.credit('ANOther.12345'))).toBe(credit - 4 * 450);
    expect(await gateway.until(4)).toEqual([...Array(3).fill(`${NUMBER} ${HANDSET} MyShop`), `${NUMBER} 447700900124 MyShop`]);
  });

  it('counts as the settings say that are read again', async () => {
    const gateway = await withNetwork({});
    await gateway.write('STOP');
    expect((await gateway.store.optOuts({})).entries).toEqual([]);
    gateway.gateway.reconfigure({ keywords: { stop: 'Bye' } });
    // What is absent stays.
    gateway.gateway.reconfigure({});
    await gateway.write('STOP');
    expect((await gateway.store.optOuts({})).entries).toHaveLength(1);
    expect(await gateway.until(1)).toEqual([`${NUMBER} ${HANDSET} Bye`]);
    gateway.gateway.reconfigure({ keywords: null });
    await gateway.write('START');
    expect((await gateway.store.optOuts({})).entries).toHaveLength(1);
  });

  it('that the store cannot take makes the network bring the message again, also where a hook catches that', async () => {
    const faults: unknown[] = [];
    const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void faults.push(fields) };
    const onIncoming: IncomingHook = async ({ text }, { block }) => {
      if (text === 'no') await block().catch(() => undefined);
    };
    const gateway = await withNetwork({ keywords: { stop: 'Bye' }, onIncoming, log });
    const { addOptOut } = gateway.store;
    gateway.store.addOptOut = async () => {
      throw new Error('database is locked');
    };
    const before = (await gateway.store.queue()).callbacks;
    await expect(gateway.write('STOP')).rejects.toThrow('database is locked');
    await expect(gateway.write('no')).rejects.toThrow('database is locked');
    gateway.store.addOptOut = addOptOut;
    expect((await gateway.store.queue()).callbacks).toBe(before);
    expect(gateway.sent).toEqual([]);
    await gateway.write('STOP');
    expect(await gateway.until(1)).toEqual([`${NUMBER} ${HANDSET} Bye`]);
    expect((await gateway.store.optOuts({})).entries).toMatchObject([{ originator: NUMBER, recipient: HANDSET }]);
  });

  it('is answered once it is taken: one that comes three times costs one reply', async () => {
    const gateway = await withNetwork({ keywords: { help: 'MyShop' } });
    const { recordIncoming } = gateway.store;
    let tries = 0;
    gateway.store.recordIncoming = async (message) => {
      if (++tries < 3) throw new Error('busy');
      return recordIncoming(message);
    };
    const credit = Number(await gateway.credit('ANOther.12345'));
    await expect(gateway.write('HELP')).rejects.toThrow('busy');
    await expect(gateway.write('HELP')).rejects.toThrow('busy');
    await gateway.write('HELP');
    expect(Number(await gateway.credit('ANOther.12345'))).toBe(credit - 450);
    expect(await gateway.until(1)).toEqual([`${NUMBER} ${HANDSET} MyShop`]);
  });

  it('is not answered by a disabled account, and blocks all the same', async () => {
    const gateway = await withNetwork({ keywords: { stop: 'Bye' } });
    await gateway.store.changeAccount('ANOther.12345', { disabled: true }, 'test');
    const credit = (await gateway.store.account('ANOther.12345'))?.credit;
    await gateway.write('STOP');
    expect((await gateway.store.account('ANOther.12345'))?.credit).toBe(credit);
    expect((await gateway.store.optOuts({})).entries).toHaveLength(1);
  });

  it('to a number of nobody leaves nothing behind', async () => {
    const onIncoming: IncomingHook = (_, { block }) => block();
    const gateway = await withNetwork({ keywords: { stop: 'Bye' }, onIncoming });
    await gateway.write('STOP', HANDSET, '99999');
    expect((await gateway.store.optOuts({})).entries).toEqual([]);
  });

  it('counts for the number that sends go to, however a delivery writes it', async () => {
    const gateway = await withNetwork({ keywords: {} });
    await gateway.write('STOP', `+${HANDSET}`);
    const body = { content: { kind: 'text', text: 'Sale' }, to: [HANDSET] };
    expect((await jsonClient(gateway).send(body)).status).toBe(403);
    await gateway.write('START', `+${HANDSET}`);
    expect((await jsonClient(gateway).send(body)).status).toBe(202);
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
      if (text === 'HOURS') reply('9 to 5');
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
