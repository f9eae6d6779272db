import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DeliveryNotice, OutboundMessage, Outcome } from '../../src/gateway/delivery.js';
import { type PartOutcome, PartSender } from '../../src/gateway/delivery-parts.js';
import { outboundText } from './outbound.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const long = () => outboundText('part '.repeat(90));

function sender(send: (message: OutboundMessage, index: number) => PartOutcome | Promise<PartOutcome>, patienceMs?: number) {
  const notices: DeliveryNotice[] = [];
  const sent: string[] = [];
  const parts = new PartSender({
    window: 2,
    patienceMs,
    onNotice: (notice) => notices.push(notice),
    send: async (message, index) => {
      sent.push(`${message.id} ${index}`);
      return send(message, index);
    },
  });
  return { parts, notices, sent };
}

async function deliver(parts: PartSender, ...messages: OutboundMessage[]): Promise<Outcome[]> {
  const outcomes = new Map<string, Outcome>();
  await parts.deliver(messages, (id, outcome) => outcomes.set(id, outcome));
  return messages.map(({ id }) => outcomes.get(id) as Outcome);
}

const taken = (_: OutboundMessage, index: number): PartOutcome => ({ kind: 'sent', id: `${index}` });

describe('a batch', () => {
  it('is settled within its patience: what is left waits for the next claim, and parts that were taken are kept', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { parts, sent } = sender((message, index) => {
      now += 40;
      return taken(message, index);
    }, 100);
    const [one, two, three] = [long(), long(), long()];
    expect(await deliver(parts, one!, two!, three!)).toEqual([
      { kind: 'retry', reason: 'part 3 of 3: no time left in this batch' },
      { kind: 'retry', reason: 'part 2 of 3: no time left in this batch' },
      { kind: 'retry', reason: 'part 1 of 3: no time left in this batch' },
    ]);
    expect(sent).toHaveLength(3);
    expect(await deliver(parts, one!)).toEqual([{ kind: 'sent', ids: ['0', '1', '2'] }]);
    expect(sent).toHaveLength(4);
  });

  it('that is none is settled at once', async () => {
    await sender(taken).parts.deliver([], () => expect.unreachable());
  });
});

describe('parts that were taken', () => {
  it('are forgotten, the oldest first, when there are too many', async () => {
    const stuck = (message: OutboundMessage, index: number): PartOutcome =>
      index === 0 ? taken(message, index) : { kind: 'retry', reason: 'later', afterMs: 5 };
    const { parts, sent } = sender(stuck);
    const first = long();
    expect(await deliver(parts, first)).toEqual([{ kind: 'retry', reason: 'part 2 of 3: later', afterMs: 5 }]);
    const others = Array.from({ length: 10_000 }, (_, index) => ({ ...first, id: `other ${index}` }));
    await deliver(parts, ...others);
    sent.length = 0;
    await deliver(parts, first, others[9_999]!);
    // The first begins anew; of the last the first part is known.
    expect(sent.sort()).toEqual([`${first.id} 0`, `${first.id} 1`, 'other 9999 1'].sort());
  });

  it('may be told late, unless the message has moved on', async () => {
    let isLate = true;
    const { parts, notices } = sender((message, index) =>
      isLate ? { kind: 'retry', reason: 'no answer', isUncertain: true } : taken(message, index),
    );
    const message = long();
    await deliver(parts, message);
    expect(notices).toEqual([{ kind: 'uncertain', id: message.id, part: 1 }]);
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
  it('waits for what is under way and leaves the rest', async () => {
    const answers: ((outcome: PartOutcome) => void)[] = [];
    const { parts } = sender(() => new Promise((resolve) => answers.push(resolve)));
    const outcomes = deliver(parts, outboundText('1'), outboundText('2'), outboundText('3'));
    let isClosed = false;
    const closed = parts.close().then(() => {
      isClosed = true;
    });
    answers[0]!({ kind: 'sent', id: 'a' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    answers[1]!({ kind: 'sent', id: 'b' });
    await closed;
    expect(await outcomes).toEqual([
      { kind: 'sent', ids: ['a'] },
      { kind: 'sent', ids: ['b'] },
      { kind: 'retry', reason: 'closing' },
    ]);
  });
});
