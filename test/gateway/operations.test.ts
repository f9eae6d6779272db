/** The one way to every operation: who may ask, in which order things count, and what becomes of errors. */
import { describe, expect, it } from 'vitest';
import { DecodeError, FormatError } from '../../src/errors.js';
import {
  type Call,
  Operations,
  type RequestOf,
  type RequestRecord,
  type Service,
} from '../../src/gateway/operations/operations.js';
import { NoMessage, TooLate } from '../../src/gateway/operations/refusal.js';
import { WalledGarden } from '../../src/gateway/operations/send.js';
import { DEFAULT_GATEWAY_LIMITS } from '../../src/gateway/settings/limits.js';
import { openTestStore, TestClock } from '../support/gateway-store.js';

const PATH = '/webservices/http/queryaccount';
const CREDENTIALS = { username: 'ANOther.12345', pin: '0123456' };

async function operations(more: Partial<Service> = {}) {
  const faults: unknown[] = [];
  const service: Service = {
    store: await openTestStore(),
    clock: Date.now,
    serviceDomain: 'gw.example.net',
    serviceName: 'gw.example.net',
    publicUrl: () => 'http://gw.example.net',
    walledGarden: new WalledGarden(),
    limits: DEFAULT_GATEWAY_LIMITS,
    onAccepted: () => undefined,
    onFault: (error) => faults.push(error),
    ...more,
  };
  return { faults, all: new Operations(service) };
}

const credit = (call: Partial<Call<{ readonly operation: 'availableCredit' }>> = {}) => ({
  credentials: () => CREDENTIALS,
  request: () => ({ operation: 'availableCredit' as const }),
  ...call,
});

describe('an operation', () => {
  it('is performed for whoever has the PIN, and the record says for whom', async () => {
    const { all } = await operations();
    const record: RequestRecord = { path: PATH };
    expect(await all.perform(record, credit())).toEqual({
      request: { operation: 'availableCredit' },
      outcome: { currency: 'GBP', amount: '15.2345' },
    });
    expect(record).toEqual({ path: PATH, username: 'ANOther.12345', operation: 'availableCredit' });
  });

  it('is not asked for before the credentials are good', async () => {
    const { all } = await operations();
    const record: RequestRecord = { path: PATH };
    const request = () => {
      throw new Error('read too early');
    };
    for (const credentials of [
      () => undefined,
      () => ({ ...CREDENTIALS, pin: '1' }),
      () => ({ ...CREDENTIALS, username: 'x' }),
    ]) {
      await expect(all.perform(record, credit({ credentials, request }))).rejects.toMatchObject({ report: 2 });
    }
    expect(record).toEqual({ path: PATH });
  });

  it('is counted for its address first, for its account once that is known', async () => {
    const once = { perSecond: 0.001, burst: 1 };
    const { all } = await operations({ rate: { address: once, account: once } });
    const from = (peer: string) => ({ path: PATH, peer });
    const untold = { credentials: () => undefined };
    await expect(all.perform(from('192.0.2.1'), credit(untold))).rejects.toMatchObject({ report: 2 });
    await expect(all.perform(from('192.0.2.1'), credit())).rejects.toMatchObject({ report: 98, message: 'Too many requests' });
    await all.perform(from('192.0.2.2'), credit());
    await expect(all.perform(from('192.0.2.3'), credit())).rejects.toMatchObject({ report: 98, message: 'Too many requests' });
  });

  it('on other accounts is for those who may manage', async () => {
    const { all } = await operations();
    const credentials = () => ({ username: 'Stranger.1', pin: '7777' });
    const request = () =>
      ({ operation: 'deleteChildAccount', username: 'Stranger.1', pin: '7777', childUsername: 'Kid.77' }) as const;
    const asked = all.perform<'deleteChildAccount'>({ path: PATH }, { credentials, request });
    await expect(asked).rejects.toMatchObject({ message: 'The account may not manage others' });
  });
});

describe('replacing a message', () => {
  const send = { operation: 'sendSms', message: 'On my way', sendTo: ['447700900123'] } as const;
  const scheduled = { ...send, sendTimeDelay: 10 };

  async function withMessage(more: Partial<Service> = {}) {
    let woken = 0;
    const clock = new TestClock();
    const store = await openTestStore(undefined, clock);
    const { all } = await operations({ store, clock: clock.read, onAccepted: () => woken++, ...more });
    const ask = async <N extends 'sendSms' | 'replaceMessage' | 'findMessage'>(
      request: RequestOf<N> & { readonly operation: N },
      record: RequestRecord = { path: PATH },
    ) => {
      const { outcome } = await all.perform<N>(record, { credentials: () => CREDENTIALS, request: () => request });
      return outcome;
    };
    const [sent] = await ask<'sendSms'>(scheduled);
    const messageIdentifier = sent?.messageIdentifier ?? '';
    const replace = (more: Partial<RequestOf<'replaceMessage'>>, record?: RequestRecord) =>
      ask<'replaceMessage'>({ operation: 'replaceMessage', messageIdentifier, send, ...more }, record);
    return { store, replace, ask, messageIdentifier, woken: () => woken };
  }

  it('builds its parts as a send does, and keeps its time unless another is asked for', async () => {
    const { replace, ask, messageIdentifier, woken } = await withMessage();
    const before = await ask<'findMessage'>({ operation: 'findMessage', messageIdentifier });
    const record: RequestRecord = { path: PATH };
    const long = { ...send, message: 'x'.repeat(400), sendTo: ['1'], replyTo: 'Nobody' };
    const after = await replace({ send: long, originator: before.originator }, record);
    expect(after).toEqual({ ...before, units: 3 });
    expect(record).toMatchObject({ operation: 'replaceMessage', to: ['447700900123'], contentKind: 'text' });
    expect(await replace({ send: { ...send, flashMessage: 'Now', message: undefined, sendTimeDelay: 0 } })).toMatchObject({
      ...{ contentKind: 'flash', state: 'queued', units: 1 },
    });
    expect(woken()).toBe(3);
  });

  it('is refused of what is not there, of another originator, for its content, and without credit', async () => {
    const { replace, store } = await withMessage();
    await expect(replace({ messageIdentifier: 'NONE' })).rejects.toBeInstanceOf(NoMessage);
    await expect(replace({ originator: '12345' })).rejects.toBeInstanceOf(NoMessage);
    await expect(replace({ send: { ...send, message: 'x'.repeat(40_000) } })).rejects.toBeInstanceOf(FormatError);
    await store.changeAccount(CREDENTIALS.username, { debit: 150_000 }, 'test');
    await expect(replace({ send: { ...send, message: 'x'.repeat(1_500) } })).rejects.toMatchObject({ report: 15 });
  });

  it('is refused where no link takes it or the recipient has opted out, and too late', async () => {
    let lane: string | undefined = '=a';
    const { replace, store, messageIdentifier } = await withMessage({ findLane: () => lane });
    lane = undefined;
    await expect(replace({})).rejects.toMatchObject({ report: 11 });
    lane = '=b';
    await replace({ send: { ...send, sendTimeDelay: 0 } });
    await store.addOptOut('447700900001', '447700900123');
    await expect(replace({})).rejects.toMatchObject({ report: 13 });
    await store.removeOptOut('447700900001', '447700900123');
    expect(await store.claim(1, 1_000, { name: 'b', lanes: new Set(['=b']) })).toMatchObject([{ id: messageIdentifier }]);
    await expect(replace({})).rejects.toBeInstanceOf(TooLate);
  });
});

describe('an error', () => {
  it("is a refusal when it is the caller's, and told when it is not", async () => {
    const { all, faults } = await operations();
    const record: RequestRecord = { path: PATH };
    const bad = all.refuse(record, new DecodeError('bad-value', 'SendTo', 0, 'is no number'));
    expect([bad.report, bad.message, record.refusal]).toEqual([14, 'Bad or missing parameter SendTo: is no number', 14]);
    expect(faults).toEqual([]);
    const own = all.refuse(record, new Error('secret'));
    expect([own.report, own.message, record.refusal]).toEqual([98, 'Internal error', 98]);
    expect(faults).toHaveLength(1);
  });
});
