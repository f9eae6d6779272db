/** Sessions of accounts: who receives, and over which of them. */
import { describe, expect, it } from 'vitest';
import { EncodeError } from '../../src/errors.js';
import { type AccountSession, SmppSessions } from '../../src/gateway/smpp-door/sessions.js';
import { type SmppPdu, SmppSessionError } from '../../src/smpp/index.js';
import { type SmppEnd, SmppNoAnswerError } from '../../src/smpp/node.js';

type Given = Partial<Pick<AccountSession, 'capacity' | 'state' | 'isBound'>> & {
  readonly queued?: number;
  readonly answer?: Partial<SmppPdu> | Error | undefined;
};

function openSession({ capacity = 10, state = 'bound_trx', isBound = true, queued = 0, answer = {} }: Given = {}) {
  const sent: unknown[] = [];
  let end = (_end: SmppEnd) => {};
  const session: AccountSession = {
    ...{ capacity, state, isBound, load: { outstanding: 0, queued } },
    ended: new Promise((resolve) => {
      end = resolve;
    }),
    request: async (command, request) => {
      sent.push([command, request]);
      if (answer instanceof Error) throw answer;
      return { command: 'deliver_sm_resp', status: 0, sequence: 1, parameters: [], ...answer };
    },
  };
  const close = async () => {
    end({ reason: 'closed', message: 'closed' });
    await session.ended;
  };
  return { session, sent, close };
}

describe('sessions of accounts', () => {
  it('tells who can receive, and of the first one who does', async () => {
    const sessions = new SmppSessions();
    const told: string[] = [];
    sessions.onReceiver = (username) => told.push(username);
    const sender = openSession({ state: 'bound_tx' });
    const receiver = openSession({ state: 'bound_rx', capacity: 4 });
    sessions.add('Ann', sender.session);
    expect(sessions.receivers()).toEqual([]);
    expect(told).toEqual([]);
    sessions.add('Ann', receiver.session);
    sessions.add('Ann', openSession({ capacity: 3 }).session);
    sessions.add('Bob', openSession().session);
    expect(sessions.receivers()).toEqual(['Ann', 'Bob']);
    expect(sessions.capacityOf('Ann')).toBe(7);
    expect(sessions.capacityOf('Cat')).toBe(0);
    expect(told).toEqual(['Ann', 'Bob']);
    expect(sessions.sessionsOf('Ann')).toHaveLength(3);
    await receiver.close();
    expect(sessions.sessionsOf('Ann')).toHaveLength(2);
  });

  it('forgets an account with its last session, and tells when it is back', async () => {
    const sessions = new SmppSessions();
    const told: string[] = [];
    sessions.onReceiver = (username) => told.push(username);
    const first = openSession();
    sessions.add('Ann', first.session);
    await first.close();
    expect(sessions.usernames).toEqual([]);
    sessions.add('Ann', openSession().session);
    expect(told).toEqual(['Ann', 'Ann']);
  });

  it('delivers over the session with the most room, and past all windows over the one with the fewest waiting', async () => {
    const request = { fields: { source_addr: '447700900001' }, parameters: [{ name: 'message_state', value: 2 }] } as const;
    const sessions = new SmppSessions();
    const narrow = openSession({ capacity: 1 });
    const wide = openSession({ capacity: 2, answer: { status: 0x65 } });
    const sender = openSession({ state: 'bound_tx', capacity: 50 });
    const leaving = openSession({ isBound: false, capacity: 50 });
    for (const { session } of [narrow, wide, sender, leaving]) sessions.add('Ann', session);
    expect(await sessions.deliver('Ann', request)).toBe(0x65);
    expect(wide.sent).toEqual([['deliver_sm', request]]);
    expect([narrow.sent, sender.sent, leaving.sent]).toEqual([[], [], []]);

    const busy = openSession({ capacity: 0, queued: 5 });
    const lessBusy = openSession({ capacity: 0, queued: 2 });
    for (const { session } of [busy, lessBusy]) sessions.add('Bob', session);
    expect(await sessions.deliver('Bob', request)).toBe(0);
    expect(lessBusy.sent).toHaveLength(1);
  });

  it('what a session did not send goes over the next one; what it may have sent does not', async () => {
    const sessions = new SmppSessions();
    const leaving = openSession({ capacity: 9, answer: new SmppNoAnswerError('deliver_sm', undefined, 'the session unbinds') });
    const other = openSession({ capacity: 5 });
    for (const { session } of [leaving, other]) sessions.add('Ann', session);
    expect(await sessions.deliver('Ann', {})).toBe(0);
    expect([leaving.sent.length, other.sent.length]).toEqual([1, 1]);
    const silent = openSession({ capacity: 20, answer: new SmppNoAnswerError('deliver_sm', 7, 'no answer in time') });
    sessions.add('Ann', silent.session);
    expect(await sessions.deliver('Ann', {})).toBe('unanswered');
    expect([leaving.sent.length, other.sent.length, silent.sent.length]).toEqual([1, 1, 1]);
  });

  it('has no status without a session or an answer; an answer that is none is an error', async () => {
    const deliver = (answer: Given['answer']) => {
      const sessions = new SmppSessions();
      sessions.add('Ann', openSession({ answer }).session);
      return sessions.deliver('Ann', {});
    };
    expect(await new SmppSessions().deliver('Ann', {})).toBe('unsent');
    expect(await deliver(new SmppNoAnswerError('deliver_sm', 1, 'no answer in time'))).toBe('unanswered');
    expect(await deliver(new SmppNoAnswerError('deliver_sm', undefined, 'the session unbinds'))).toBe('unsent');
    expect(await deliver(new SmppSessionError('closed', 'closed'))).toBe('unsent');
    expect(await deliver({ command: 'generic_nack', status: 0 })).toBe(0xff);
    await expect(deliver(new EncodeError('bad-value', 'SMPP/source_addr', undefined, 'too long'))).rejects.toThrow(
      'SMPP/source_addr',
    );
  });
});
