import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EncodeError } from '../../src/errors.js';
import {
  ConnectError,
  type ManyMessage,
  OutcomeUnknownError,
  Sender,
  SendManyError,
  type SendOutcome,
  sendMany,
  type Transport,
  TransportFailure,
} from '../../src/sender/index.js';
import { errorOf } from '../support/transports.js';

const ACCOUNT = { primary: 'https://one.example', username: 'ANOther.12345', pin: '01234567' };
const FIRST = 447_700_900_000;

/** How the gateway takes the message to a number. */
type Fate = 'sent' | 'refused' | 'unreachable' | 'reset';

const number = (i: number) => String(FIRST + i);
const message = (i: number): ManyMessage => ({ to: number(i), content: `text ${i}` });
const messages = (count: number) => Array.from({ length: count }, (_, i) => message(i));

/** A transport that answers by script, after so many turns of the event loop; it tells what was sent and how many requests were open. */
function scripted(fates: readonly Fate[] = [], turns: readonly number[] = []) {
  const sent: number[] = [];
  const seen = { open: 0, most: 0 };
  const transport: Transport = async ({ body, signal }) => {
    const index = Number(new URLSearchParams(body).get('SendTo')) - FIRST;
    sent.push(index);
    seen.open++;
    seen.most = Math.max(seen.most, seen.open);
    try {
      for (let turn = turns[index] ?? 0; turn > 0; turn--) {
        await new Promise(setImmediate);
        if (signal?.aborted) throw new TransportFailure('exchange', 'aborted', true);
      }
    } finally {
      seen.open--;
    }
    const fate = fates[index] ?? 'sent';
    if (fate === 'unreachable') throw new TransportFailure('connect', 'refused', false);
    if (fate === 'reset') throw new TransportFailure('exchange', 'reset', true);
    const answer = `MessageIdentifier=ABCDEF${number(index)}&Report=${fate === 'sent' ? -2 : 5}`;
    return { status: 200, headers: {}, body: new TextEncoder().encode(answer) };
  };
  return { sender: new Sender({ ...ACCOUNT, transport }), sent, seen };
}

/** What became of a message, in a word. */
function fateOf({ results, error }: SendOutcome): Fate | 'aborted' | 'other' {
  if (error instanceof ConnectError) return 'unreachable';
  if (error instanceof OutcomeUnknownError) return error.reason === 'aborted' ? 'aborted' : 'reset';
  if (results === undefined) return 'other';
  return results[0]?.accepted ? 'sent' : 'refused';
}

async function* stream(list: Iterable<ManyMessage>, onTake: (index: number) => void = () => {}) {
  let index = 0;
  for (const one of list) {
    onTake(index++);
    yield one;
  }
}

const fate = fc.constantFrom<Fate>('sent', 'sent', 'refused', 'unreachable', 'reset');
const script = fc.record({
  fates: fc.array(fate, { maxLength: 20 }),
  turns: fc.array(fc.nat(4), { minLength: 20, maxLength: 20 }),
  concurrency: fc.integer({ min: 1, max: 9 }),
  isAsync: fc.boolean(),
});

describe('sendMany', () => {
  it('outcomes are in the order of the messages, whatever the concurrency, and each is sent once', async () => {
    await fc.assert(
      fc.asyncProperty(script, async ({ fates, turns, concurrency, isAsync }) => {
        const { sender, sent, seen } = scripted(fates, turns);
        const told: number[] = [];
        let taken = 0;
        const source = isAsync
          ? stream(messages(fates.length), () => {
              taken++;
              expect(taken - told.length).toBeLessThanOrEqual(concurrency);
            })
          : messages(fates.length);
        const onProgress = ({
          outcome,
          settled,
          total,
        }: {
          outcome: SendOutcome;
          settled: number;
          total: number | undefined;
        }) => {
          expect(total).toBe(isAsync ? undefined : fates.length);
          told.push(outcome.index);
          expect(settled).toBe(told.length);
        };
        const outcomes = await sendMany(sender, source, { concurrency, onProgress });
        expect(outcomes.map(fateOf)).toEqual(fates);
        expect(outcomes.map(({ index }) => index)).toEqual(fates.map((_, i) => i));
        expect(sent).toEqual(fates.map((_, i) => i));
        expect(told.toSorted((one, other) => one - other)).toEqual(sent);
        expect(seen.most).toBeLessThanOrEqual(concurrency);
      }),
    );
  });

  it('an abort at any time: no send begins after it, and every one that began has its outcome', async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.nat(20), async ({ fates, turns, concurrency, isAsync }, at) => {
        const { sender, sent } = scripted(fates, turns);
        const abort = new AbortController();
        const why = new Error('enough');
        let atAbort = -1;
        const onProgress = ({ settled }: { settled: number }) => {
          if (settled !== at) return;
          atAbort = sent.length;
          abort.abort(why);
        };
        const list = messages(fates.length);
        const work = sendMany(sender, isAsync ? stream(list) : list, { concurrency, onProgress, signal: abort.signal });
        if (at === 0 || at > fates.length) {
          expect((await work).map(fateOf)).toEqual(fates);
          return;
        }
        const error = (await errorOf(work)) as SendManyError;
        expect(error).toBeInstanceOf(SendManyError);
        expect([error.reason, error.cause]).toEqual(['aborted', why]);
        expect(sent).toHaveLength(atAbort);
        expect(error.outcomes.length).toBeGreaterThanOrEqual(sent.length);
        for (const [i, outcome] of error.outcomes.entries()) {
          expect(outcome.index).toBe(i);
          expect(sent.includes(i) ? [fates[i], 'aborted'] : ['other']).toContain(fateOf(outcome));
        }
      }),
    );
  });

  it('an abort ends the wait for a source that gives nothing, and closes it', async () => {
    const { sender } = scripted();
    const abort = new AbortController();
    let closed = false;
    const source = {
      [Symbol.asyncIterator]: () => source,
      taken: 0,
      next(): Promise<IteratorResult<ManyMessage>> {
        return source.taken++ === 0 ? Promise.resolve({ value: message(0) }) : new Promise(() => {});
      },
      return() {
        closed = true;
        return Promise.reject(new Error('closing failed'));
      },
    };
    const onProgress = () => setImmediate(() => abort.abort());
    const error = await errorOf(sendMany(sender, source, { signal: abort.signal, onProgress }));
    expect(error).toMatchObject({ name: 'SendManyError', reason: 'aborted', message: 'aborted after 1 messages' });
    expect(closed).toBe(true);
  });

  it('an aborted signal: nothing is taken', async () => {
    const { sender, sent } = scripted();
    const error = await errorOf(sendMany(sender, messages(3), { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ reason: 'aborted', outcomes: [] });
    expect(sent).toEqual([]);
  });

  it('stopWhen: sends under way are waited for, no other begins', async () => {
    const { sender, sent } = scripted(['sent', 'refused'], [3, 0]);
    const stopWhen = ({ results }: SendOutcome) => results?.[0]?.accepted === false;
    const error = (await errorOf(sendMany(sender, messages(10), { concurrency: 2, stopWhen }))) as SendManyError;
    expect(error.reason).toBe('stopped');
    expect(error.outcomes.map(fateOf)).toEqual(['sent', 'refused']);
    expect(sent).toEqual([0, 1]);
    const last = await sendMany(scripted(['sent', 'refused']).sender, messages(2), { stopWhen });
    expect(last.map(fateOf)).toEqual(['sent', 'refused']);
  });

  it('an error of the source, and one of stopWhen, keep the outcomes', async () => {
    const wrong = new Error('the file ends in the middle');
    function* broken() {
      yield message(0);
      throw wrong;
    }
    const error = (await errorOf(sendMany(scripted().sender, broken()))) as SendManyError;
    expect([error.reason, error.cause, error.outcomes.map(fateOf)]).toEqual(['source', wrong, ['sent']]);
    const stopWhen = () => {
      throw wrong;
    };
    expect(await errorOf(sendMany(scripted().sender, messages(9), { stopWhen, concurrency: 1 }))).toMatchObject({
      reason: 'stopped',
      cause: wrong,
    });
  });

  it('a wrong message is an outcome: nothing of it is sent, the others are', async () => {
    const { sender, sent } = scripted();
    const list = [
      message(0),
      { content: 'to nobody' },
      undefined as never,
      { to: number(3), content: { kind: 'flash', text: 'x' } },
    ];
    const outcomes = await sendMany(sender, list as ManyMessage[]);
    expect(outcomes.map(fateOf)).toEqual(['sent', 'other', 'other', 'sent']);
    expect(outcomes[1]?.error).toBeInstanceOf(EncodeError);
    expect(outcomes[2]?.error).toEqual(new TypeError('a message is undefined, not an object'));
    expect(sent).toEqual([0, 3]);
  });

  it('a listener that waits keeps its place, one that throws changes nothing', async () => {
    const { sender, seen } = scripted();
    let busy = 0;
    const outcomes = await sendMany(sender, stream(messages(12)), {
      concurrency: 3,
      onProgress: async ({ outcome: { index } }) => {
        busy++;
        await new Promise(setImmediate);
        expect(busy + seen.open).toBeLessThanOrEqual(3);
        busy--;
        if (index % 2 === 0) throw new Error('the listener failed');
      },
    });
    expect(outcomes).toHaveLength(12);
    const thrown = await sendMany(sender, messages(2), {
      onProgress: () => {
        throw new Error('the listener failed');
      },
    });
    expect(thrown.map(fateOf)).toEqual(['sent', 'sent']);
  });

  it('arguments', async () => {
    const { sender } = scripted();
    const wrong = (...args: unknown[]) => errorOf((sendMany as (...args: unknown[]) => Promise<unknown>)(...args));
    expect(await wrong(sender, messages(1), { concurrency: 0 })).toMatchObject({ code: 'bad-value', field: 'concurrency' });
    expect(await wrong(sender, 'text')).toEqual(new TypeError('messages must be an iterable or an async iterable of messages'));
    expect(await wrong(sender, undefined)).toBeInstanceOf(TypeError);
    expect(await wrong(undefined, [])).toEqual(new TypeError('sender must be a Sender'));
    expect(await wrong(sender, [], null)).toBeInstanceOf(TypeError);
    expect(await sendMany(sender, [])).toEqual([]);
  });
});
