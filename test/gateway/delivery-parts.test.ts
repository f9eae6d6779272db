import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeliveryNotice, OutboundMessage, Outcome } from '../../src/gateway/delivery/delivery.js';
import { type PartOutcome, PartSender } from '../../src/gateway/delivery/delivery.js';
import { outboundText } from './outbound.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const long = () => outboundText('part '.repeat(90));

function sender(send: (message: OutboundMessage, index: number) => PartOutcome | Promise<PartOutcome>, window = 2) {
  const notices: DeliveryNotice[] = [];
  const sent: string[] = [];
  const parts = new PartSender({
    ...{ window, pause: { firstMs: 1_000, maxMs: 3_000 } },
    onNotice: (notice) => notices.push(notice),
    send: async (message, index) => {
      sent.push(`${message.id} ${index}`);
      return send(message, index);
    },
  });
  return { parts, notices, sent };
}

const deliver = (parts: PartSender, ...messages: OutboundMessage[]): Promise<Outcome[]> =>
  Promise.all(messages.map((message) => parts.deliver(message)));

const taken = (_: OutboundMessage, index: number): PartOutcome => ({ kind: 'sent', id: `${index}` });

describe('a pause', () => {
  it.each(['busy', 'unsent', 'unknown'] as const)(
    'begins with a part that is %s, doubles, and is short again after an answer',
    async (kind) => {
      let outcome: PartOutcome = { kind, reason: 'away' };
      const { parts, notices, sent } = sender(() => outcome);
      const states: string[] = [];
      parts.start({ onReady: () => states.push('ready'), onAway: (reason) => states.push(reason) });
      for (const pauseMs of [1_000, 2_000, 3_000, 3_000]) {
        sent.length = 0;
        states.length = 0;
        await deliver(parts, outboundText('1'), outboundText('2'));
        expect(notices.at(-1)).toEqual({ kind: 'paused', reason: 'away', pauseMs });
        await vi.advanceTimersByTimeAsync(pauseMs - 1);
        expect([parts.capacity, parts.isPaused, await deliver(parts, outboundText('3')), sent.length, states]).toEqual([
          ...[0, true, [{ kind: 'unsent', reason: 'away' }], 2, ['away']],
        ]);
        await vi.advanceTimersByTimeAsync(1);
        expect([parts.capacity, parts.isPaused, states]).toEqual([2, false, ['away', 'ready']]);
      }
      outcome = { kind: 'failed', reason: 'no such number' };
      await deliver(parts, outboundText('4'));
      outcome = { kind, reason: 'away' };
      await deliver(parts, outboundText('5'));
      expect(notices.map((notice) => 'pauseMs' in notice && notice.pauseMs)).toEqual([1_000, 2_000, 3_000, 3_000, 1_000]);
      await parts.close();
    },
  );

  it('does not begin with a part that is to be tried again, nor with one without an answer while others have theirs', async () => {
    let silent: (outcome: PartOutcome) => void = () => undefined;
    const { parts } = sender((message, index) => {
      if (message.originator === 'silent') return new Promise((resolve) => (silent = resolve));
      return message.originator === 'later' ? { kind: 'retry', reason: 'later' } : taken(message, index);
    });
    const first = deliver(parts, outboundText('1', { originator: 'silent' }));
    await deliver(parts, outboundText('2', { originator: 'later' }));
    silent({ kind: 'unknown', reason: 'no answer' });
    expect(await first).toEqual([{ kind: 'retry', reason: 'no answer', isUncertain: true }]);
    expect(parts.capacity).toBe(2);
  });
});

describe('a rate', () => {
  it('begins parts no closer than it says, of all messages together, and can be changed', async () => {
    const times: number[] = [];
    const parts = new PartSender({
      ...{ window: 100, rate: 10, pause: { firstMs: 1_000, maxMs: 3_000 } },
      onNotice: () => undefined,
      send: async (message, index) => {
        times.push(performance.now());
        return taken(message, index);
      },
    });
    expect([parts.capacity, parts.load]).toMatchObject([10, { window: 100, inUse: 0, rate: 10 }]);
    const start = performance.now();
    const first = deliver(parts, long(), outboundText('1'), outboundText('2'));
    await vi.advanceTimersByTimeAsync(400);
    expect(await first).toMatchObject([{ kind: 'sent' }, { kind: 'sent' }, { kind: 'sent' }]);
    expect(times.map((time) => Math.round(time - start))).toEqual([0, 100, 200, 300, 400]);
    parts.setRate(1_000);
    const next = deliver(parts, outboundText('3'), outboundText('4'), outboundText('5'));
    await vi.advanceTimersByTimeAsync(102);
    expect(await next).toHaveLength(3);
    expect(times.slice(5).map((time) => Math.round(time - start))).toEqual([500, 501, 502]);
    parts.setRate(undefined);
    expect(parts.capacity).toBe(100);
    await parts.close();
  });

  it('begins nothing more once a pause has begun', async () => {
    const sent: string[] = [];
    const parts = new PartSender({
      ...{ window: 100, rate: 10, pause: { firstMs: 1_000, maxMs: 3_000 } },
      onNotice: () => undefined,
      send: async ({ id }) => {
        sent.push(id);
        return { kind: 'busy', reason: 'throttled' };
      },
    });
    const all = deliver(parts, outboundText('1'), outboundText('2'), outboundText('3'));
    await vi.advanceTimersByTimeAsync(300);
    expect((await all).map(({ kind }) => kind)).toEqual(['retry', 'unsent', 'unsent']);
    expect(sent).toHaveLength(1);
    await parts.close();
  });
});

describe('parts that were taken', () => {
  it('are forgotten, the oldest first, when there are too many', async () => {
    const stuck = (message: OutboundMessage, index: number): PartOutcome =>
      index === 0 ? taken(message, index) : { kind: 'retry', reason: 'later' };
    const { parts, sent } = sender(stuck, 10_000);
    const first = long();
    expect(await deliver(parts, first)).toEqual([{ kind: 'retry', reason: 'part 2 of 3: later', isPartial: true }]);
    const others = Array.from({ length: 10_000 }, (_, index) => ({ ...first, id: `other ${index}` }));
    await deliver(parts, ...others);
    sent.length = 0;
    await deliver(parts, first, others[9_999]!);
    // The first begins anew; of the last the first part is known.
    expect(sent.sort()).toEqual([`${first.id} 0`, `${first.id} 1`, 'other 9999 1'].sort());
  });

  it('may be told late, unless the message has moved on', async () => {
    let isLate = true;
    const { parts } = sender((message, index) => (isLate ? { kind: 'unknown', reason: 'no answer' } : taken(message, index)));
    const message = long();
    await deliver(parts, message);
    await vi.advanceTimersByTimeAsync(1_000);
    // Of a part that comes after one that is not known to be taken nothing can be made.
    parts.late(message, 1, 'second');
    parts.late(message, 0, 'first');
    isLate = false;
    expect(await deliver(parts, message)).toEqual([{ kind: 'sent', ids: ['first', '1', '2'] }]);
  });

  it('are not counted twice while the message is under way', async () => {
    let answer: (outcome: PartOutcome) => void = () => undefined;
    const { parts } = sender(() => new Promise((resolve) => (answer = resolve)));
    const message = outboundText('x');
    const outcome = deliver(parts, message);
    parts.late(message, 0, 'late');
    answer({ kind: 'sent', id: 'now' });
    expect(await outcome).toEqual([{ kind: 'sent', ids: ['now'] }]);
  });
});

describe('close', () => {
  it('waits for what is under way, takes nothing more, and begins no further parts after a while', async () => {
    const answers: ((outcome: PartOutcome) => void)[] = [];
    const { parts, sent } = sender(() => new Promise((resolve) => answers.push(resolve)));
    const messages = [outboundText('1'), long()];
    const outcomes = deliver(parts, ...messages);
    let isClosed = false;
    const closed = parts.close().then(() => {
      isClosed = true;
    });
    expect(await deliver(parts, outboundText('3'))).toEqual([{ kind: 'unsent', reason: 'no capacity' }]);
    answers[0]!({ kind: 'sent', id: 'a' });
    answers[1]!({ kind: 'sent', id: 'b' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect([isClosed, sent.length]).toEqual([false, 3]);
    answers[2]!({ kind: 'sent', id: 'c' });
    await closed;
    expect(await outcomes).toEqual([
      { kind: 'sent', ids: ['a'] },
      { kind: 'unsent', reason: 'part 3 of 3: closing', isPartial: true },
    ]);
  });

  it('ends a pause, and none begins', async () => {
    const { parts, notices } = sender(() => ({ kind: 'busy', reason: 'away' }));
    const states: string[] = [];
    parts.start({ onReady: () => states.push('ready'), onAway: (reason) => states.push(reason) });
    await deliver(parts, outboundText('1'));
    await parts.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([notices.length, states]).toEqual([1, ['away']]);
  });
});
