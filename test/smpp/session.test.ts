import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { EncodeError } from '../../src/errors.js';
import {
  decodeSmppPdu,
  encodeSmppPdu,
  type SmppPduInput,
  SmppSession,
  SmppSessionError,
  type SmppSessionEvent,
  type SmppSessionOptions,
  SmppSplitter,
  smppStatusNumber,
} from '../../src/smpp/index.js';
import { PDUS } from '../../src/smpp/pdus.js';
import { findAnswer, findStates, isMessage, statusOfFault } from '../../src/smpp/session-rules.js';
import { hex } from '../support/hex.js';
import { smppPdu } from '../support/smpp.js';

const bytesOf = (pdus: readonly SmppPduInput[]) => new Uint8Array(Buffer.concat(pdus.map((pdu) => encodeSmppPdu(pdu))));
const kinds = (events: readonly SmppSessionEvent[]) => events.map(({ kind }) => kind);

/** What a session sent since it was asked last. */
function sent(session: SmppSession) {
  const octets = session.takeOutput();
  return octets === undefined ? [] : [...new SmppSplitter().split(octets)].map((pdu) => decodeSmppPdu(pdu, { lenient: true }));
}

const bindFields = { system_id: 'app', password: 'secret', interface_version: 0x34 };
const bindPdu: SmppPduInput = { command: 'bind_transceiver', sequence: 1, fields: bindFields };
const submitPdu = (sequence: number): SmppPduInput => ({
  ...{ command: 'submit_sm', sequence },
  fields: { source_addr: '1', destination_addr: '2', short_message: hex('4869') },
});

/** A message centre whose peer is bound. */
function boundCentre(options: Partial<SmppSessionOptions> = {}, bind = bindPdu): SmppSession {
  const session = new SmppSession({ role: 'mc', ...options }, 0);
  const [event] = session.receive(bytesOf([bind]), 0);
  if (event?.kind !== 'request') throw new Error('no bind');
  session.respond(event.pdu, { fields: { system_id: 'centre' } });
  session.takeOutput();
  return session;
}

/** An ESME that is bound. */
function boundEsme(options: Partial<SmppSessionOptions> = {}): SmppSession {
  const session = new SmppSession({ role: 'esme', ...options }, 0);
  const sequence = session.request('bind_transceiver', { fields: bindFields }, 0);
  session.takeOutput();
  session.receive(bytesOf([{ command: 'bind_transceiver_resp', sequence, fields: { system_id: 'centre' } }]), 0);
  return session;
}

describe('a message centre', () => {
  it('is bound when it takes the bind, answers what needs nobody, and hands on the rest', () => {
    const session = new SmppSession({ role: 'mc' }, 0);
    expect([session.state, session.isBound]).toEqual(['open', false]);
    const [bind] = session.receive(bytesOf([bindPdu]), 5);
    if (bind?.kind !== 'request') throw new Error('no request');
    expect(bind.pdu.fields).toMatchObject({ system_id: 'app', password: 'secret' });
    expect(session.respond(bind.pdu, { fields: { system_id: 'centre' } })).toBe(true);
    expect([session.state, session.isBound]).toEqual(['bound_trx', true]);
    expect(sent(session)).toMatchObject([{ command: 'bind_transceiver_resp', sequence: 1, fields: { system_id: 'centre' } }]);

    const events = session.receive(bytesOf([submitPdu(2), { command: 'enquire_link', sequence: 3 }]), 6);
    expect(sent(session)).toMatchObject([{ command: 'enquire_link_resp', sequence: 3 }]);
    const [submit] = events;
    if (submit?.kind !== 'request') throw new Error('no request');
    expect([kinds(events), submit.pdu.fields?.short_message]).toEqual([['request'], hex('4869')]);
    session.respond(submit.pdu, { fields: { message_id: 'A1' }, parameters: [{ name: 'congestion_state', value: 5 }] });
    expect(sent(session)).toMatchObject([
      {
        command: 'submit_sm_resp',
        sequence: 2,
        fields: { message_id: 'A1' },
        parameters: [{ name: 'congestion_state', value: 5 }],
      },
    ]);

    expect(session.receive(bytesOf([{ command: 'unbind', sequence: 9 }]), 7)).toMatchObject([
      { kind: 'end', reason: 'peer-unbound', mayFlush: true, unanswered: [] },
    ]);
    expect(sent(session)).toMatchObject([{ command: 'unbind_resp', sequence: 9 }]);
    expect([session.state, session.hasEnded, session.nextTimeMs, session.capacity]).toEqual(['unbound', true, undefined, 0]);
    expect(session.close()).toEqual([]);
    expect(session.state).toBe('closed');
  });

  it.each([
    ['bind_transmitter', 'bound_tx'],
    ['bind_receiver', 'bound_rx'],
  ] as const)('has the state of %s', (command, state) => {
    expect(boundCentre({}, { ...bindPdu, command }).state).toBe(state);
  });

  it('that refuses a bind stays open, and takes another', () => {
    const session = new SmppSession({ role: 'mc' }, 0);
    for (const [status, state] of [
      ['ESME_RBINDFAIL', 'open'],
      [0, 'bound_trx'],
    ] as const) {
      const [event] = session.receive(bytesOf([bindPdu]), 0);
      if (event?.kind !== 'request') throw new Error('no request');
      session.respond(event.pdu, { status });
      expect(session.state).toBe(state);
    }
    expect(sent(session).map(({ status }) => status)).toEqual([0x0d, 0]);
  });

  it('calls an ESME by outbind', () => {
    const session = new SmppSession({ role: 'mc' }, 0);
    session.request('outbind', { fields: { system_id: 'centre', password: 'x' } }, 0);
    expect([session.state, session.outstanding]).toEqual(['outbound', 0]);
    const esme = new SmppSession({ role: 'esme' }, 0);
    expect(kinds(esme.receive(session.takeOutput() as Uint8Array, 0))).toEqual(['notice']);
    expect(esme.state).toBe('outbound');
    esme.request('bind_receiver', { fields: bindFields }, 0);
    expect(kinds(session.receive(esme.takeOutput() as Uint8Array, 0))).toEqual(['request']);
  });
});

describe('an ESME', () => {
  it('is bound by the answer to its bind, and gets its answers by their numbers', () => {
    const session = boundEsme();
    expect(session.state).toBe('bound_trx');
    const [first, second] = [1, 2].map(() => session.request('submit_sm', { fields: {} }, 0)) as [number, number];
    expect([first, second, session.outstanding, session.capacity]).toEqual([2, 3, 2, 8]);
    const answers: SmppPduInput[] = [
      { command: 'submit_sm_resp', sequence: second, fields: { message_id: 'B' } },
      { command: 'generic_nack', sequence: first, status: 3 },
    ];
    expect(session.receive(bytesOf(answers), 1)).toMatchObject([
      { kind: 'answer', command: 'submit_sm', isLate: false, pdu: { sequence: second, fields: { message_id: 'B' } } },
      { kind: 'answer', command: 'submit_sm', isLate: false, pdu: { sequence: first, command: 'generic_nack', status: 3 } },
    ]);
    expect([session.outstanding, session.capacity]).toEqual([0, 10]);
  });

  it('whose bind is refused stays open', () => {
    const session = new SmppSession({ role: 'esme' }, 0);
    session.request('bind_transmitter', { fields: bindFields }, 0);
    expect(() => session.request('bind_receiver', { fields: bindFields }, 0)).toThrow(SmppSessionError);
    session.receive(bytesOf([{ command: 'bind_transmitter_resp', sequence: 1, status: 0x0e }]), 0);
    expect(session.state).toBe('open');
    expect(session.request('bind_receiver', { fields: bindFields }, 0)).toBe(2);
  });

  it('takes leave by unbind', () => {
    const session = boundEsme();
    session.request('submit_sm', {}, 0);
    const sequence = session.request('unbind', {}, 0);
    expect(() => session.request('submit_sm', {}, 0)).toThrow('submit_sm: this side is unbinding');
    expect(session.receive(bytesOf([{ command: 'unbind_resp', sequence }]), 1)).toMatchObject([
      { kind: 'answer', command: 'unbind' },
      { kind: 'end', reason: 'unbound', unanswered: [{ command: 'submit_sm', sequence: 2 }] },
    ]);
    expect(session.state).toBe('unbound');
  });

  it('is left when its own requests are answered, by whichever side', () => {
    const submits = bytesOf([submitPdu(2), submitPdu(3), { command: 'unbind', sequence: 4 }]);
    const centre = boundCentre({ peerWindow: 1 });
    const [first] = centre.receive(submits, 0);
    if (first?.kind !== 'request') throw new Error('no request');
    expect([centre.isBound, centre.capacity, centre.hasEnded, sent(centre)]).toEqual([false, 0, false, []]);
    expect(() => centre.request('deliver_sm', {}, 0)).toThrow('deliver_sm: the peer is unbinding');
    expect(centre.receive(bytesOf([submitPdu(5), { command: 'enquire_link', sequence: 6 }]), 1)).toMatchObject([
      { kind: 'refused', sequence: 5, status: 4 },
    ]);
    expect(centre.respond(first.pdu, { fields: { message_id: 'A' } })).toBe(true);
    const [second] = centre.tick(2);
    if (second?.kind !== 'request') throw new Error('no request');
    centre.respond(second.pdu, { fields: { message_id: 'B' } });
    expect(centre.nextTimeMs).toBe(0);
    expect(centre.tick(3)).toMatchObject([{ kind: 'end', reason: 'peer-unbound' }]);
    expect(sent(centre).map(({ command, sequence }) => [command, sequence])).toEqual([
      ['submit_sm_resp', 5],
      ['enquire_link_resp', 6],
      ['submit_sm_resp', 2],
      ['submit_sm_resp', 3],
      ['unbind_resp', 4],
    ]);

    const own = boundCentre();
    const sequence = own.request('unbind', {}, 0);
    const [late] = own.receive(bytesOf([submitPdu(2), { command: 'unbind_resp', sequence }]), 1);
    if (late?.kind !== 'request') throw new Error('no request');
    expect([own.hasEnded, own.respond(late.pdu)]).toEqual([false, true]);
    expect(own.tick(2)).toMatchObject([{ kind: 'end', reason: 'unbound' }]);
  });

  it('is over when what was asked before the end of the input is answered', () => {
    const centre = boundCentre({ peerWindow: 1, responseMs: 50 });
    const asked = centre.request('deliver_sm', {}, 0);
    const [first] = centre.receive(bytesOf([submitPdu(2), submitPdu(3)]), 0);
    if (first?.kind !== 'request') throw new Error('no request');
    expect([centre.endInput(10), centre.isBound, centre.capacity, centre.nextTimeMs]).toEqual([[], false, 0, 60]);
    expect(() => centre.request('deliver_sm', {}, 11)).toThrow('deliver_sm: the peer closed the connection');
    centre.respond(first.pdu);
    const [second] = centre.tick(12);
    if (second?.kind !== 'request') throw new Error('no request');
    centre.respond(second.pdu);
    expect(centre.nextTimeMs).toBe(0);
    expect(centre.tick(13)).toEqual([
      {
        ...{ kind: 'end', reason: 'closed', message: 'the connection was closed', mayFlush: true },
        unanswered: [{ command: 'deliver_sm', sequence: asked }],
      },
    ]);
    expect(sent(centre).map(({ sequence }) => sequence)).toEqual([asked, 2, 3]);
    expect(centre.endInput(14)).toEqual([]);
    // At once where nothing is asked; with the time of an answer else, and 10 s where that is any.
    expect(boundCentre().endInput(0)).toMatchObject([{ kind: 'end', reason: 'closed' }]);
    const slow = boundCentre({ responseMs: 0, enquireLinkMs: 0 });
    slow.receive(bytesOf([submitPdu(2)]), 0);
    expect([slow.endInput(5), slow.nextTimeMs, slow.tick(10_004)]).toEqual([[], 10_005, []]);
    expect(slow.tick(10_005)).toMatchObject([{ kind: 'end', reason: 'closed' }]);
  });

  it('takes what came before the end of the input, though it was not read then', () => {
    const centre = boundCentre();
    centre.setBacklog(100_000, 0);
    expect(centre.receive(bytesOf([submitPdu(2), submitPdu(3)]), 1)).toEqual([]);
    expect(centre.endInput(2)).toEqual([]);
    centre.setBacklog(0, 3);
    const requests = centre.tick(3);
    expect(requests).toMatchObject([{ kind: 'request' }, { kind: 'request' }]);
    for (const event of requests) if (event.kind === 'request') centre.respond(event.pdu);
    expect(centre.tick(4)).toMatchObject([{ kind: 'end', reason: 'closed' }]);
  });

  it('whose peer unbinds stays until its own requests are answered, and sends no others', () => {
    const session = boundEsme({ enquireLinkMs: 0 });
    const [first, second] = [1, 2].map(() => session.request('submit_sm', {}, 1)) as [number, number];
    session.takeOutput();
    expect(session.receive(bytesOf([{ command: 'unbind', sequence: 9 }]), 2)).toEqual([]);
    expect([session.hasEnded, session.isBound, session.capacity, sent(session)]).toEqual([false, false, 0, []]);
    expect(() => session.request('submit_sm', {}, 2)).toThrow('submit_sm: the peer is unbinding');
    const answer = (sequence: number) => bytesOf([{ command: 'submit_sm_resp', sequence, fields: { message_id: 'x' } }]);
    expect(session.receive(answer(second), 3)).toMatchObject([{ kind: 'answer', pdu: { sequence: second } }]);
    expect([session.nextTimeMs, session.tick(4)]).toEqual([10_001, []]);
    expect(session.receive(answer(first), 5)).toMatchObject([{ kind: 'answer', pdu: { sequence: first } }]);
    expect(session.nextTimeMs).toBe(0);
    expect(session.tick(5)).toMatchObject([{ kind: 'end', reason: 'peer-unbound', unanswered: [] }]);
    expect(sent(session)).toMatchObject([{ command: 'unbind_resp', sequence: 9 }]);

    // A peer that sends nothing more gives no answers.
    const closed = boundEsme();
    closed.request('submit_sm', {}, 1);
    closed.receive(bytesOf([{ command: 'unbind', sequence: 9 }]), 2);
    expect(closed.endInput(3)).toMatchObject([{ kind: 'end', reason: 'peer-unbound', unanswered: [{ command: 'submit_sm' }] }]);

    // The last answer does not come.
    const other = boundEsme({ responseMs: 50, enquireLinkMs: 0 });
    const sequence = other.request('submit_sm', {}, 40);
    other.takeOutput();
    expect(other.receive(bytesOf([{ command: 'unbind', sequence: 9 }]), 50)).toEqual([]);
    expect([other.nextTimeMs, other.tick(89)]).toEqual([90, []]);
    expect([...other.tick(90), ...other.tick(90)]).toMatchObject([
      { kind: 'overdue', sequence },
      { kind: 'end', reason: 'peer-unbound' },
    ]);
    expect(sent(other)).toMatchObject([{ command: 'unbind_resp', sequence: 9 }]);
  });

  it('is left without the answers that take too long', () => {
    const centre = boundCentre({ responseMs: 50 });
    centre.receive(bytesOf([submitPdu(2), { command: 'unbind', sequence: 3 }]), 10);
    expect([centre.nextTimeMs, centre.tick(59)]).toEqual([60, []]);
    expect(centre.tick(60)).toMatchObject([{ kind: 'end', reason: 'peer-unbound' }]);
    expect(sent(centre)).toMatchObject([{ command: 'unbind_resp', sequence: 3 }]);
    const idle = boundCentre({ responseMs: 50, inactivityMs: 100, enquireLinkMs: 0 });
    idle.receive(bytesOf([submitPdu(2)]), 0);
    expect([idle.nextTimeMs, idle.tick(149), sent(idle)]).toEqual([150, [], []]);
    idle.tick(150);
    expect(sent(idle)).toMatchObject([{ command: 'unbind' }]);
  });

  it('asks for no sign of life while one of several that were asked for is missing', () => {
    const session = boundEsme({ enquireLinkMs: 100, responseMs: 500 });
    const [first] = [1, 2].map(() => session.request('enquire_link', {}, 0)) as [number, number];
    session.receive(bytesOf([{ command: 'enquire_link_resp', sequence: first }]), 10);
    session.takeOutput();
    expect([session.nextTimeMs, session.tick(110), sent(session)]).toEqual([500, [], []]);
  });

  it('passes over answers to nothing', () => {
    const session = boundEsme();
    const octets = bytesOf([{ command: 'submit_sm_resp', sequence: 77, status: 1 }]);
    expect(session.receive(octets, 0)).toEqual([{ kind: 'ignored', command: 'submit_sm_resp', sequence: 77 }]);
    expect(session.receive(hex('00000010800000FF0000000000000005'), 0)).toEqual([
      { kind: 'ignored', command: 0x800000ff, sequence: 5 },
    ]);
    expect(session.takeOutput()).toBeUndefined();
  });

  it('ends with an answer of another command', () => {
    const session = boundEsme();
    const sequence = session.request('enquire_link', {}, 0);
    expect(session.receive(bytesOf([{ command: 'submit_sm_resp', sequence, fields: {} }]), 0)).toMatchObject([
      { kind: 'end', reason: 'wrong-answer', message: 'submit_sm_resp in answer to enquire_link' },
    ]);
  });
});

describe('numbers of requests', () => {
  it('begin again at 1 after 7FFFFFFF, past those that still wait', () => {
    const session = new SmppSession({ role: 'esme', firstSequence: 0x7ffffffe }, 0);
    const ask = () => session.request('enquire_link', {}, 0);
    expect([ask(), ask(), ask(), ask()]).toEqual([0x7ffffffe, 0x7fffffff, 1, 2]);
    const other = new SmppSession({ role: 'esme', firstSequence: 0x7fffffff }, 0);
    const first = other.request('enquire_link', {}, 0);
    expect([first, other.request('enquire_link', {}, 0)]).toEqual([0x7fffffff, 1]);
    expect(() => new SmppSession({ role: 'esme', firstSequence: 0x80000000 }, 0)).toThrow(TypeError);
  });
});

describe('what does not go with the state', () => {
  const refusals: readonly (readonly [string, SmppSession, SmppPduInput, string, number])[] = [
    ['a message before the bind', new SmppSession({ role: 'mc' }, 0), submitPdu(5), 'submit_sm_resp', 0x04],
    ['unbind before the bind', new SmppSession({ role: 'mc' }, 0), { command: 'unbind', sequence: 5 }, 'unbind_resp', 0x04],
    ['a second bind', boundCentre(), { ...bindPdu, sequence: 5 }, 'bind_transceiver_resp', 0x05],
    [
      'a message of a receiver',
      boundCentre({}, { ...bindPdu, command: 'bind_receiver' }),
      submitPdu(5),
      'submit_sm_resp',
      0x04,
    ],
    ['a message of the wrong side', boundEsme(), submitPdu(5), 'submit_sm_resp', 0x03],
    ['an unknown command', boundCentre(), { command: 0x7f, sequence: 5 }, 'generic_nack', 0x03],
  ];
  it.each(refusals)('%s is answered by the session', (_, session, pdu, command, status) => {
    const before = session.state;
    expect(session.receive(bytesOf([pdu]), 0)).toMatchObject([{ kind: 'refused', sequence: 5, status }]);
    expect(sent(session)).toMatchObject([{ command, sequence: 5, status }]);
    expect([session.state, session.hasEnded]).toEqual([before, false]);
  });

  it('a bind while another waits for its answer is refused as a second one', () => {
    const session = new SmppSession({ role: 'mc' }, 0);
    expect(session.receive(bytesOf([bindPdu, { ...bindPdu, sequence: 2 }]), 0)).toMatchObject([
      { kind: 'request' },
      { kind: 'refused', sequence: 2, status: 0x05 },
    ]);
  });

  it('what has no answer is passed over', () => {
    const session = new SmppSession({ role: 'esme' }, 0);
    const alert: SmppPduInput = { command: 'alert_notification', sequence: 4, fields: {} };
    expect(session.receive(bytesOf([alert]), 0)).toMatchObject([{ kind: 'refused', command: 'alert_notification', status: 4 }]);
    expect(session.takeOutput()).toBeUndefined();
    expect(boundEsme().receive(bytesOf([alert]), 0)).toMatchObject([
      { kind: 'notice', pdu: { command: 'alert_notification' } },
    ]);
  });

  it('a call is refused with an error of its own', () => {
    const open = new SmppSession({ role: 'esme' }, 0);
    const fault = (call: () => unknown) => {
      try {
        call();
      } catch (error) {
        return (error as SmppSessionError).code;
      }
      return undefined;
    };
    expect(fault(() => open.request('submit_sm', {}, 0))).toBe('wrong-state');
    expect(fault(() => open.request('deliver_sm', {}, 0))).toBe('wrong-state');
    expect(fault(() => open.request('submit_sm_resp' as never, {}, 0))).toBe('wrong-state');
    const bound = boundEsme({ window: 1 });
    bound.request('submit_sm', {}, 0);
    expect(fault(() => bound.request('submit_sm', {}, 0))).toBe('window-full');
    // What carries no message is not counted.
    expect(bound.request('enquire_link', {}, 0)).toBe(3);
    bound.close();
    expect(fault(() => bound.request('submit_sm', {}, 0))).toBe('closed');
    const centre = boundCentre();
    const [event] = centre.receive(bytesOf([submitPdu(2)]), 0);
    if (event?.kind !== 'request') throw new Error('no request');
    expect(fault(() => centre.respond({ ...event.pdu }))).toBe('not-pending');
    expect(() => centre.respond(event.pdu, { fields: { message_id: 'x'.repeat(65), other: 1 } })).toThrow(EncodeError);
    expect(centre.respond(event.pdu)).toBe(true);
    expect(fault(() => centre.respond(event.pdu))).toBe('not-pending');
    centre.close();
    expect(centre.respond(event.pdu)).toBe(false);
  });
});

describe('PDUs that cannot be read', () => {
  const cut = (pdu: SmppPduInput, length: number) => {
    const octets = encodeSmppPdu(pdu).slice(0, length);
    new DataView(octets.buffer).setUint32(0, length);
    return octets;
  };

  it.each<[string, Uint8Array, string]>([
    ['a text without its end', cut(submitPdu(5), 17 + 3), 'ESME_RINVSRCADR'],
    ['a message longer than the PDU', cut(submitPdu(5), encodeSmppPdu(submitPdu(5)).length - 1), 'ESME_RINVMSGLEN'],
    ['a body that is missing', cut(submitPdu(5), 16), 'ESME_RINVSERTYP'],
    ['a field that is missing', cut(submitPdu(5), 17), 'ESME_RINVCMDLEN'],
    [
      'half a parameter',
      cut({ ...submitPdu(5), parameters: [{ name: 'message_state', value: 1 }] }, encodeSmppPdu(submitPdu(5)).length + 3),
      'ESME_RINVOPTPARSTREAM',
    ],
  ])('%s is refused with what its field says, and the session goes on', (_, octets, name) => {
    const session = boundCentre();
    const status = smppStatusNumber(name as 'ESME_ROK');
    expect(session.receive(octets, 0)).toMatchObject([{ kind: 'refused', command: 'submit_sm', sequence: 5, status }]);
    expect(sent(session)).toMatchObject([{ command: 'submit_sm_resp', sequence: 5, status }]);
    expect(kinds(session.receive(bytesOf([submitPdu(6)]), 0))).toEqual(['request']);
  });

  it('are handed on where the caller answers them, as they came', () => {
    const octets = cut(submitPdu(5), 17 + 3);
    const session = boundCentre({ handsOnUnreadable: true });
    const [event] = session.receive(octets, 0);
    if (event?.kind !== 'request') throw new Error('no request');
    expect([toHex(event.octets), event.pdu.fields, event.pdu.rest]).toEqual([
      toHex(octets),
      { service_type: '', source_addr_ton: 0, source_addr_npi: 0 },
      hex('31'),
    ]);
    session.respond(event.pdu, { status: 'ESME_RSYSERR' });
    expect(sent(session)).toMatchObject([{ command: 'submit_sm_resp', sequence: 5, status: 8 }]);
    // A bind is the session's own.
    const open = new SmppSession({ role: 'mc', handsOnUnreadable: true }, 0);
    expect(kinds(open.receive(cut(bindPdu, 20), 0))).toEqual(['refused']);
  });

  it('are those with any fault where it is strict', () => {
    const long = encodeSmppPdu({ ...bindPdu, fields: { ...bindFields, password: 'much too long' } }, { lenient: true });
    expect(new SmppSession({ role: 'mc', lenient: false }, 0).receive(long, 0)).toMatchObject([
      { kind: 'refused', command: 'bind_transceiver', status: smppStatusNumber('ESME_RINVPASWD') },
    ]);
    expect(kinds(new SmppSession({ role: 'mc' }, 0).receive(long, 0))).toEqual(['request']);
    const wrong = { ...submitPdu(5), parameters: [{ tag: 0x204, value: hex('09') }] };
    const strict = boundCentre({ lenient: false });
    expect(strict.receive(bytesOf([wrong]), 0)).toMatchObject([{ status: smppStatusNumber('ESME_RINVPARLEN') }]);
    expect(kinds(boundCentre().receive(bytesOf([wrong]), 0))).toEqual(['request']);
  });

  it.each([0, 15, 65_537, 0x7fffffff, 0xffffffff])('a command_length of %i loses the stream', (length) => {
    const session = boundCentre();
    const octets = new Uint8Array(16);
    new DataView(octets.buffer).setUint32(0, length);
    const events = session.receive(new Uint8Array([...encodeSmppPdu(submitPdu(2)), ...octets.subarray(0, 4)]), 0);
    expect(events).toMatchObject([{ kind: 'request' }, { kind: 'end', reason: 'bad-length', mayFlush: true }]);
    expect(sent(session)).toMatchObject([{ command: 'generic_nack', status: 2, sequence: 0 }]);
    expect(session.receive(octets, 0)).toEqual([]);
  });

  it('before the bind a command_length has a bound of its own', () => {
    const options = { role: 'mc', maxBindOctets: 1_024 } as const;
    const length = (octets: number) => Uint8Array.of(0, 0, octets >> 8, octets & 0xff);
    expect(new SmppSession(options, 0).receive(length(1_024), 0)).toEqual([]);
    expect(new SmppSession(options, 0).receive(length(1_025), 0)).toMatchObject([
      { kind: 'end', reason: 'bad-length', message: 'SMPP/command_length: 1025 is past 1024' },
    ]);
    expect(boundCentre(options).receive(length(1_025), 0)).toEqual([]);
    expect(() => new SmppSession({ ...options, maxBindOctets: 65_537 }, 0)).toThrow('maxBindOctets is 65537');
  });

  it('that are as long as may be are taken octet by octet', () => {
    const payload = new Uint8Array(65_536 - 16 - 19 - 3 - 4);
    const octets = bytesOf([{ ...submitPdu(7), parameters: [{ name: 'message_payload', value: payload }] }]);
    const session = boundCentre();
    const events: SmppSessionEvent[] = [];
    for (const octet of octets) events.push(...session.receive(Uint8Array.of(octet), 0));
    expect(octets.length).toBeLessThanOrEqual(65_536);
    expect(kinds(events)).toEqual(['request']);
  });

  it('have the status of their field', () => {
    expect(statusOfFault('limit-exceeded', 'submit_sm/parameters')).toBe(0xc0);
    expect(statusOfFault('bad-value', 'submit_sm/message_state/value')).toBe(0xc2);
    expect(statusOfFault('truncated', 'submit_sm/message_state/value')).toBe(0xc0);
    expect(statusOfFault('bad-value', 'submit_sm/message_state/tag')).toBe(0xc0);
    expect(statusOfFault('truncated', 'submit_sm/message_state/length')).toBe(0xc0);
    expect(statusOfFault('truncated', 'submit_sm/short_message')).toBe(0x01);
    expect(statusOfFault('truncated', 'submit_sm/esm_class')).toBe(0x02);
    expect(statusOfFault('truncated', 'submit_sm')).toBe(0x02);
  });
});

describe('times', () => {
  it('a session without a bind ends', () => {
    for (const role of ['esme', 'mc'] as const) {
      const session = new SmppSession({ role, sessionInitMs: 100 }, 1_000);
      expect(session.nextTimeMs).toBe(1_100);
      expect(session.tick(1_099)).toEqual([]);
      expect(session.tick(1_100)).toMatchObject([{ kind: 'end', reason: 'no-bind' }]);
    }
    expect(new SmppSession({ role: 'mc', sessionInitMs: 0 }, 0).nextTimeMs).toBeUndefined();
  });

  it('a silent peer is asked, and the session ends when it stays silent', () => {
    const session = boundCentre({ enquireLinkMs: 100, responseMs: 50 });
    expect(session.nextTimeMs).toBe(100);
    expect(session.tick(99)).toEqual([]);
    expect([session.tick(100), sent(session)]).toMatchObject([[], [{ command: 'enquire_link' }]]);
    expect(session.nextTimeMs).toBe(150);
    // Anything that comes is a sign of life, but the question is still to be answered.
    expect(session.tick(149)).toEqual([]);
    expect(session.tick(150)).toMatchObject([
      { kind: 'overdue', command: 'enquire_link' },
      { kind: 'end', reason: 'no-answer', message: 'no answer to enquire_link in time' },
    ]);
  });

  it('an answer to the question keeps the session, and it is asked again', () => {
    const session = boundEsme({ enquireLinkMs: 100 });
    session.tick(100);
    const [asked] = sent(session);
    session.receive(bytesOf([{ command: 'enquire_link_resp', sequence: asked?.sequence ?? 0 }]), 130);
    expect(session.nextTimeMs).toBe(230);
  });

  it('a request without an answer is overdue, and a late answer is told', () => {
    const session = boundEsme({ responseMs: 100, window: 1, enquireLinkMs: 0 });
    const sequence = session.request('submit_sm', {}, 10);
    expect([session.nextTimeMs, session.capacity]).toEqual([110, 0]);
    expect(session.tick(110)).toEqual([{ kind: 'overdue', command: 'submit_sm', sequence }]);
    expect([session.nextTimeMs, session.capacity, session.outstanding]).toEqual([undefined, 1, 0]);
    const late = bytesOf([{ command: 'submit_sm_resp', sequence, fields: { message_id: 'A' } }]);
    expect(session.receive(late, 120)).toMatchObject([{ kind: 'answer', isLate: true, pdu: { fields: { message_id: 'A' } } }]);
    expect(session.receive(late, 121)).toMatchObject([{ kind: 'ignored' }]);
  });

  it('those that are waited for after their time are bounded', () => {
    const session = boundEsme({ responseMs: 1, window: 1_100, enquireLinkMs: 0 });
    const sequences = Array.from({ length: 1_001 }, () => session.request('submit_sm', {}, 0));
    expect(session.tick(1)).toHaveLength(1_001);
    const answer = (sequence: number | undefined) =>
      kinds(session.receive(bytesOf([{ command: 'submit_sm_resp', sequence: sequence ?? 0, fields: {} }]), 2));
    expect([answer(sequences[0]), answer(sequences[1]), answer(sequences.at(-1))]).toEqual([
      ['ignored'],
      ['answer'],
      ['answer'],
    ]);
  });

  it('a bind without an answer ends the session', () => {
    const session = new SmppSession({ role: 'esme', responseMs: 100 }, 0);
    session.request('bind_receiver', { fields: bindFields }, 0);
    expect(session.tick(100)).toMatchObject([{ kind: 'overdue' }, { kind: 'end', reason: 'no-answer' }]);
  });

  it('a session without messages unbinds', () => {
    const session = boundCentre({ inactivityMs: 500, enquireLinkMs: 100 });
    const [submit] = session.receive(bytesOf([submitPdu(2)]), 50);
    if (submit?.kind !== 'request') throw new Error('no request');
    session.respond(submit.pdu);
    session.receive(bytesOf([{ command: 'enquire_link', sequence: 3 }]), 540);
    sent(session);
    session.tick(550);
    const [unbind] = sent(session);
    expect(unbind).toMatchObject({ command: 'unbind' });
    expect(session.receive(bytesOf([{ command: 'unbind_resp', sequence: unbind?.sequence ?? 0 }]), 560)).toMatchObject([
      { kind: 'answer' },
      { kind: 'end', reason: 'unbound' },
    ]);
  });
});

describe('back-pressure', () => {
  const requestsOf = (events: readonly SmppSessionEvent[]) =>
    events.flatMap((event) => (event.kind === 'request' ? [event.pdu] : []));

  it('requests of the peer beyond the window wait, in their order', () => {
    const session = boundCentre({ peerWindow: 2 });
    const events = session.receive(bytesOf([2, 3, 4, 5].map(submitPdu)), 0);
    expect([kinds(events), session.pending, session.isReading]).toEqual([['request', 'request'], 2, true]);
    session.respond(requestsOf(events)[0] as never);
    expect(session.nextTimeMs).toBe(0);
    expect(session.receive(bytesOf([submitPdu(6)]), 1)).toMatchObject([{ kind: 'request', pdu: { sequence: 4 } }]);
    for (const request of requestsOf(events).slice(1)) session.respond(request);
    expect(session.tick(2)).toMatchObject([{ kind: 'request', pdu: { sequence: 5 } }]);
    expect([session.pending, session.tick(3)]).toEqual([2, []]);
  });

  it('meanwhile answers and signs of life are taken, and those asked for are given', () => {
    const session = boundCentre({ peerWindow: 1, enquireLinkMs: 100, responseMs: 50 });
    const [held] = requestsOf(session.receive(bytesOf([submitPdu(2), submitPdu(3)]), 0));
    const sequence = session.request('deliver_sm', {}, 0);
    sent(session);
    const answer: SmppPduInput = { command: 'deliver_sm_resp', sequence, fields: {} };
    expect(session.receive(bytesOf([submitPdu(4), answer, { command: 'enquire_link', sequence: 5 }]), 10)).toMatchObject([
      { kind: 'answer', command: 'deliver_sm', isLate: false },
    ]);
    expect(sent(session)).toMatchObject([{ command: 'enquire_link_resp', sequence: 5 }]);
    expect(session.tick(110)).toEqual([]);
    const [asked] = sent(session);
    expect(asked).toMatchObject({ command: 'enquire_link' });
    session.receive(bytesOf([{ command: 'enquire_link_resp', sequence: asked?.sequence ?? 0 }]), 120);
    expect([session.tick(160), session.hasEnded]).toEqual([[], false]);
    session.respond(held as never);
    expect(session.tick(161)).toMatchObject([{ kind: 'request', pdu: { sequence: 3 } }]);
  });

  it('past 1,048,576 octets of them nothing is read, and no time runs for the peer', () => {
    const session = boundCentre({ peerWindow: 1, enquireLinkMs: 100, responseMs: 50 });
    const sequence = session.request('deliver_sm', {}, 0);
    sent(session);
    const payload = new Uint8Array(60_000);
    const large = (number: number) =>
      bytesOf([{ ...submitPdu(number), parameters: [{ name: 'message_payload', value: payload }] }]);
    const [first] = requestsOf(session.receive(large(2), 0));
    let number = 3;
    while (session.isReading) session.receive(large(number++), 40);
    expect([number, session.nextTimeMs]).toEqual([3 + 18, undefined]);
    expect([session.tick(10_000), sent(session)]).toEqual([[], []]);
    // It is read again when half of them are in hand; the answer then has the time that it had.
    let next = first;
    for (let taken = 0; taken < 10; taken++) {
      expect(session.isReading).toBe(false);
      session.respond(next as never);
      [next] = requestsOf(session.tick(20_000));
    }
    expect([session.isReading, session.nextTimeMs]).toEqual([true, 20_010]);
    expect(session.receive(bytesOf([{ command: 'deliver_sm_resp', sequence, fields: {} }]), 20_009)).toMatchObject([
      { kind: 'answer', isLate: false },
    ]);
  });

  it('how many octets of them that are is an option', () => {
    const session = boundCentre({ peerWindow: 1, maxHeldOctets: 100 });
    const octets = (sequence: number) => bytesOf([submitPdu(sequence)]);
    const { length } = octets(2);
    session.receive(octets(2), 0);
    let sequence = 3;
    while (session.isReading) session.receive(octets(sequence++), 0);
    expect(sequence - 3).toBe(Math.floor(100 / length) + 1);
    const other = boundCentre({ maxHeldOctets: 100, maxPduOctets: 1_000 });
    other.setBacklog(100_000, 0);
    expect(other.receive(new Uint8Array(1_100), 2)).toEqual([]);
    expect(other.receive(new Uint8Array(1), 2)).toMatchObject([{ kind: 'end', reason: 'flooded' }]);
  });

  it('what is given to it while nothing is read is held, up to a bound', () => {
    const session = boundCentre();
    session.setBacklog(100_000, 0);
    const piece = new Uint8Array(600_000);
    new DataView(piece.buffer).setUint32(0, 16);
    expect(session.receive(piece, 2)).toEqual([]);
    expect(session.receive(piece, 2)).toMatchObject([{ kind: 'end', reason: 'flooded', mayFlush: false }]);
  });

  it('of a session that has ended nobody counts octets', () => {
    const session = boundEsme({ maxBacklogOctets: 100 });
    expect(kinds(session.close())).toEqual(['end']);
    expect(session.setBacklog(1_000, 0)).toEqual([]);
    expect(session.receive(bytesOf([{ command: 'enquire_link', sequence: 1 }]), 0)).toEqual([]);
  });

  it('a peer that reads slowly is sent nothing more, and let go', () => {
    const session = boundEsme({ stallMs: 1_000, maxBacklogOctets: 200_000, enquireLinkMs: 0 });
    expect(session.setBacklog(65_536, 10)).toEqual([]);
    expect(session.isReading).toBe(true);
    expect(session.setBacklog(65_537, 20)).toEqual([]);
    expect([session.isReading, session.capacity, session.nextTimeMs]).toEqual([false, 0, 1_020]);
    expect(session.setBacklog(70_000, 500)).toEqual([]);
    expect(session.nextTimeMs).toBe(1_020);
    session.setBacklog(0, 900);
    expect([session.isReading, session.capacity, session.nextTimeMs]).toEqual([true, 10, undefined]);
    session.setBacklog(100_000, 1_000);
    expect(session.tick(1_999)).toEqual([]);
    expect(session.tick(2_000)).toMatchObject([{ kind: 'end', reason: 'slow-reader', mayFlush: false }]);
    const other = boundEsme({ maxBacklogOctets: 200_000 });
    expect(other.setBacklog(200_001, 0)).toMatchObject([{ kind: 'end', reason: 'slow-reader' }]);
    expect(other.takeOutput()).toBeUndefined();
  });
});

describe('options', () => {
  it.each([
    ['role', { role: 'smsc' }],
    ['window', { window: 0 }],
    ['peerWindow', { peerWindow: 1.5 }],
    ['maxPduOctets', { maxPduOctets: 15 }],
    ['responseMs', { responseMs: -1 }],
    ['stallMs', { stallMs: '5' }],
  ])('%s without sense is a TypeError', (name, options) => {
    expect(() => new SmppSession({ role: 'mc', ...options } as never, 0)).toThrow(new RegExp(`^${name} is`));
  });

  it('declare parameters of the service centre', () => {
    const parameters = [{ tag: 0x1403, name: 'tariff', kind: 2 }] as const;
    const session = boundCentre({ parameters });
    const octets = encodeSmppPdu({ ...submitPdu(2), parameters: [{ name: 'tariff', value: 7 }] }, { parameters });
    expect(session.receive(octets, 0)).toMatchObject([{ pdu: { parameters: [{ name: 'tariff', value: 7 }] } }]);
    expect(() => new SmppSession({ role: 'mc', parameters: [{ ...parameters[0], tag: -1 }] }, 0)).toThrow(TypeError);
  });

  it('octets are octets', () => {
    expect(() => boundCentre().receive('x' as never, 0)).toThrow(TypeError);
  });
});

it('the matrix of operations has a sender for every request, and an answer for all but two', () => {
  const requests = PDUS.filter(({ id }) => id < 0x80000000).map(({ name }) => name);
  expect(requests.filter((name) => findStates('esme', name) === undefined && findStates('mc', name) === undefined)).toEqual([]);
  expect(requests.filter((name) => findAnswer(name) === undefined)).toEqual(['outbind', 'alert_notification']);
  expect(requests.filter((name) => !isMessage(name))).toEqual([
    'bind_receiver',
    'bind_transmitter',
    'unbind',
    'bind_transceiver',
    'enquire_link',
  ]);
});

describe('laws', () => {
  const input = fc.oneof(
    { weight: 3, arbitrary: fc.array(smppPdu, { maxLength: 8 }).map((pdus) => bytesOf(pdus)) },
    fc
      .array(fc.constantFrom(bindPdu, submitPdu(2), { command: 'unbind', sequence: 3 } as const), { maxLength: 8 })
      .map(bytesOf),
    fc.uint8Array({ maxLength: 200 }),
    // PDUs, some of their octets changed.
    fc
      .tuple(
        fc.array(smppPdu, { minLength: 1, maxLength: 4 }).map(bytesOf),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
      )
      .map(([octets, changes]) => {
        for (const [at, value] of changes) octets[at % octets.length] = value;
        return octets;
      }),
  );
  const starts = [
    () => new SmppSession({ role: 'mc' }, 0),
    () => boundCentre(),
    () => boundEsme(),
    () => boundCentre({ lenient: false }),
  ];
  const start = fc.constantFrom(...starts);

  it('however a stream is cut, the events and the answers are the same', () => {
    fc.assert(
      fc.property(start, input, fc.array(fc.nat(), { maxLength: 20 }), (begin, octets, places) => {
        const whole = begin();
        const cut = begin();
        const events = whole.receive(octets.slice(), 0);
        const cuts = [0, ...places.map((place) => place % (octets.length + 1)).sort((a, b) => a - b), octets.length];
        const pieces = cuts.slice(1).flatMap((end, i) => [...cut.receive(octets.slice(cuts[i], end), 0)]);
        expect(pieces).toEqual(events);
        expect(toHex(cut.takeOutput() ?? hex(''))).toBe(toHex(whole.takeOutput() ?? hex('')));
        expect([cut.state, cut.hasEnded, cut.pending]).toEqual([whole.state, whole.hasEnded, whole.pending]);
      }),
    );
  });

  it('no octets make it throw, and no answer is answered', () => {
    fc.assert(
      fc.property(start, fc.array(input, { maxLength: 4 }), (begin, chunks) => {
        const session = begin();
        for (const [i, octets] of chunks.entries()) {
          for (const event of session.receive(octets, i)) if (event.kind === 'request') session.respond(event.pdu);
          session.tick(i);
        }
        for (const { command } of sent(session)) expect(String(command)).toMatch(/_resp$|^generic_nack$|^enquire_link$/);
      }),
    );
  });

  it('every request is answered once, and never more wait than the window has', () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant('request' as const) }),
      fc.record({ kind: fc.constant('respond' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('tick' as const), ms: fc.nat(40) }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(action, { maxLength: 80 }),
        (window, peerWindow, actions) => {
          const esme = boundEsme({ window, responseMs: 50, enquireLinkMs: 30 });
          const centre = boundCentre({ peerWindow, responseMs: 50, enquireLinkMs: 30 });
          const waiting: Parameters<SmppSession['respond']>[0][] = [];
          const answered = new Map<number, number>();
          const seen = (events: readonly SmppSessionEvent[]) => {
            for (const event of events) {
              if (event.kind === 'request') waiting.push(event.pdu);
              if (event.kind === 'answer' && event.command === 'submit_sm')
                answered.set(event.pdu.sequence, (answered.get(event.pdu.sequence) ?? 0) + 1);
            }
          };
          let nowMs = 0;
          const exchange = () => {
            for (let i = 0; i < 3; i++) {
              seen(centre.receive(esme.takeOutput() ?? hex(''), nowMs));
              seen(centre.tick(nowMs));
              seen(esme.receive(centre.takeOutput() ?? hex(''), nowMs));
            }
          };
          const asked = new Set<number>();
          for (const one of actions) {
            if (one.kind === 'request' && esme.capacity > 0) asked.add(esme.request('submit_sm', {}, nowMs));
            if (one.kind === 'tick') {
              nowMs += one.ms;
              seen(esme.tick(nowMs));
              seen(centre.tick(nowMs));
            }
            const [pdu] = one.kind === 'respond' ? waiting.splice(one.which % Math.max(1, waiting.length), 1) : [];
            if (pdu !== undefined) centre.respond(pdu);
            exchange();
            expect(centre.pending).toBeLessThanOrEqual(peerWindow);
            expect(esme.capacity).toBeLessThanOrEqual(window);
            if (esme.hasEnded || centre.hasEnded) return;
          }
          expect([...answered.values()].every((count) => count === 1)).toBe(true);
          expect([...answered.keys()].every((sequence) => asked.has(sequence))).toBe(true);
        },
      ),
    );
  });
});
