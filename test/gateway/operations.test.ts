/** The one way to every operation: who may ask, in which order things count, and what becomes of errors. */
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../src/errors.js';
import { type Call, Operations, type RequestRecord, type Service } from '../../src/gateway/operations/operations.js';
import { WalledGarden } from '../../src/gateway/operations/send.js';
import { DEFAULT_GATEWAY_LIMITS } from '../../src/gateway/settings/limits.js';
import { openTestStore } from '../support/gateway-store.js';

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
