/** What operators are told of a delivery's outages and retries: little, however long they last. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryLog } from '../../src/gateway/delivery/log.js';
import type { Outcome } from '../../src/gateway/store/types.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function told() {
  const lines: unknown[] = [];
  const faults: unknown[] = [];
  let waiting: number | Error = 0;
  let counts = 0;
  const add = (level: string) => (fields: object, message: string) => lines.push([level, message, fields]);
  const log = new DeliveryLog({
    log: { debug: add('debug'), info: add('info'), warn: add('warn'), error: add('error') },
    countWaiting: async () => {
      counts++;
      if (waiting instanceof Error) throw waiting;
      return waiting;
    },
    onFault: (error) => faults.push(error),
  });
  const wait = (count: number | Error) => {
    waiting = count;
  };
  return { log, lines, faults, wait, counts: () => counts };
}

const settlementsOf = (outcome: Outcome, count = 1) =>
  Array.from({ length: count }, (_, index) => ({ message: { id: `M${index}`, attempt: 2 }, outcome }));

describe('an outage', () => {
  it('is two lines, however long it is: that it began, and when it is over how long it was and how many waited', async () => {
    const { log, lines, wait } = told();
    expect(log.reason).toBeUndefined();
    wait(7);
    for (let minute = 0; minute < 600; minute++) {
      log.away('connect ECONNREFUSED');
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect([log.reason, lines]).toEqual([
      'connect ECONNREFUSED',
      [['warn', 'delivery unavailable', { reason: 'connect ECONNREFUSED', waiting: 7 }]],
    ]);
    wait(18_300);
    log.ready();
    log.ready();
    expect(log.reason).toBeUndefined();
    wait(0);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(lines.slice(1)).toEqual([['warn', 'delivery available', { downMs: 36_000_000, times: 1, waiting: 18_300 }]]);
    log.away('the connection was closed');
    await vi.advanceTimersByTimeAsync(0);
    expect(lines).toHaveLength(3);
  });

  it('that comes and goes is one, and messages are counted for its two lines alone', async () => {
    const { log, lines, counts } = told();
    for (let second = 0; second < 3_600; second++) {
      log.away('the connection was closed');
      await vi.advanceTimersByTimeAsync(400);
      log.ready();
      await vi.advanceTimersByTimeAsync(600);
    }
    expect(lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(lines.slice(1)).toEqual([['warn', 'delivery available', { downMs: 1_440_000, times: 3_600, waiting: 0 }]]);
    expect(counts()).toBe(2);
  });

  it('tells other reasons once, ten at most', async () => {
    const { log, lines } = told();
    for (let round = 0; round < 3; round++) {
      log.away('connect ECONNREFUSED');
      log.away('bind_transceiver: ESME_RINVPASWD (0x0E)');
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual(['info', 'delivery unavailable', { reason: 'bind_transceiver: ESME_RINVPASWD (0x0E)' }]);
    for (let octets = 0; octets < 100; octets++) log.away(`a frame of ${octets} octets`);
    expect(lines).toHaveLength(10);
  });

  it('is told without a count when the store does not answer', async () => {
    const { log, lines, faults, wait } = told();
    wait(new Error('gone'));
    log.away('not connected');
    await vi.advanceTimersByTimeAsync(0);
    expect(lines).toEqual([['warn', 'delivery unavailable', { reason: 'not connected' }]]);
    expect(faults).toEqual([new Error('gone')]);
  });

  it('that is over is told by close, and one that is not is not', async () => {
    const { log, lines, wait } = told();
    log.away('x');
    await vi.advanceTimersByTimeAsync(1_000);
    await log.close();
    expect(lines).toHaveLength(1);
    wait(7);
    log.ready();
    wait(0);
    await log.close();
    expect(lines.slice(1)).toEqual([['warn', 'delivery available', { downMs: 1_000, times: 1, waiting: 7 }]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toHaveLength(2);
  });
});

describe('messages that are tried again', () => {
  it('are counted by reason and told once a minute', async () => {
    const { log, lines } = told();
    for (let second = 0; second < 60; second++) {
      log.settled(settlementsOf({ kind: 'retry', reason: 'ESME_RSYSERR (0x08)' }, 100));
      log.settled(settlementsOf({ kind: 'retry', reason: 'no answer', isUncertain: true }, 2));
      log.settled(settlementsOf({ kind: 'sent', ids: ['x'] }));
      log.settled(settlementsOf({ kind: 'unsent', reason: 'not connected' }));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const reasons = { 'ESME_RSYSERR (0x08)': 6_000, 'no answer': 120 };
    expect(lines).toEqual([['warn', 'delivery retries', { retries: 6_120, uncertain: 120, reasons }]]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(lines).toHaveLength(1);
    for (let part = 1; part <= 30; part++) log.settled(settlementsOf({ kind: 'retry', reason: `part ${part}` }));
    await log.close();
    const [, , fields] = lines[1] as [string, string, { retries: number; reasons: Record<string, number> }];
    expect([fields.retries, Object.keys(fields.reasons).length, fields.reasons.other]).toEqual([30, 11, 20]);
  });

  it('in vain are told one by one: a message fails once', () => {
    const { log, lines } = told();
    log.settled(settlementsOf({ kind: 'failed', reason: 'ESME_RINVDSTADR (0x0B)' }));
    expect(lines).toEqual([
      ['info', 'delivery failed', { messageIdentifier: 'M0', attempt: 2, reason: 'ESME_RINVDSTADR (0x0B)' }],
    ]);
  });
});
