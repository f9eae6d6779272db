import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type {
  Delivery,
  DeliveryNotice,
  IncomingMessage,
  OutboundMessage,
  Outcome,
} from '../../src/gateway/delivery/delivery.js';
import { type SmppOptions, smppDelivery } from '../../src/gateway/delivery/smpp/smpp.js';
import { expectToLast } from '../support/timers.js';
import { outbound, outboundOf, outboundText } from './outbound.js';
import { Centre, type Frame, Happenings, octetsOf, rawOf } from './smpp-centre.js';

const ESME_RINVBNDSTS = 0x04;
const ESME_RSYSERR = 0x08;
const ESME_RINVDSTADR = 0x0b;
const ESME_RINVPASWD = 0x0e;
const ESME_RMSGQFUL = 0x14;
const ESME_RTHROTTLED = 0x58;
const ESME_RX_T_APPN = 0x64;

const PASSWORD = 'swordfish';
const CLOCK = Date.UTC(2026, 2, 4, 5, 6, 7);

let centre: Centre;
/** What was begun in a test and has to end with it. */
let open: Delivery[];

beforeEach(async () => {
  centre = await Centre.start();
  open = [];
});

afterEach(async () => {
  vi.restoreAllMocks();
  // Those that wait for an answer get none any more.
  centre.cut();
  await Promise.all(open.map((delivery) => delivery.close()));
  await centre.close();
});

/** A time as the specification writes it. */
function absoluteTime(at: number): string {
  const [year, month, day, hour, minute, second] = new Date(at).toISOString().split(/\D/);
  return `${year?.slice(2)}${month}${day}${hour}${minute}${second}000+`;
}

/** A delivery to the centre with what it tells. */
function client(options?: Partial<SmppOptions>) {
  const notices = new Happenings<DeliveryNotice>();
  const receipts = new Happenings<unknown[]>();
  const incoming = new Happenings<IncomingMessage>();
  /** Reasons for which it was away, and `ready`. */
  const states = new Happenings<string>();
  const delivery = smppDelivery(
    { host: '127.0.0.1', port: centre.port, systemId: 'handset', password: PASSWORD, reconnectMs: 2, ...options },
    { clock: () => CLOCK, random: () => 0, onNotice: (notice) => notices.add(notice) },
  );
  open.push(delivery);
  const events = {
    onReceipt: (...receipt: unknown[]): unknown => receipts.add(receipt),
    onIncoming: (message: IncomingMessage): unknown => incoming.add(message),
    onReady: () => states.add('ready'),
    onAway: (reason: string) => states.add(reason),
  };
  const connected = async (times = 1) => {
    await notices.until((all) => all.filter(({ kind }) => kind === 'connected').length >= times);
  };
  const start = async () => {
    await delivery.start?.(events);
    await connected();
  };
  return { delivery, notices, receipts, incoming, states, events, connected, start };
}

/** Outcomes, when all are there. */
const deliver = (delivery: Delivery, ...messages: OutboundMessage[]): Promise<Outcome[]> =>
  Promise.all(messages.map((message) => delivery.deliver(message)));

describe('a session', () => {
  it('binds as a transceiver of version 3.4 with its credentials', async () => {
    const { start } = client({ systemType: 'test' });
    await start();
    expect((await centre.requested('bind_transceiver', 1))[0]).toMatchObject({
      system_id: 'handset',
      password: PASSWORD,
      system_type: 'test',
      interface_version: 0x34,
    });
  });

  it('that cannot be had is tried again after pauses that double up to the longest', async () => {
    await centre.close();
    const { delivery, notices, states, events } = client({ reconnectMs: 4, reconnectMaxMs: 15 });
    await delivery.start?.(events);
    const all = await notices.count(5);
    expect(all.slice(0, 5)).toEqual(
      [2, 4, 8, 8, 8].map((retryInMs) => ({
        kind: 'disconnected',
        reason: expect.stringContaining('ECONNREFUSED'),
        retryInMs,
      })),
    );
    expect(states.all.slice(0, 5)).toEqual(Array(5).fill(expect.stringContaining('ECONNREFUSED')));
    centre = await Centre.start();
  });

  it('is spread in time by chance', async () => {
    await centre.close();
    const notices = new Happenings<DeliveryNotice>();
    const account = { host: '127.0.0.1', port: centre.port, systemId: 'a', password: '', reconnectMs: 1_000 };
    const delivery = smppDelivery(account, { random: () => 0.5, onNotice: (notice) => notices.add(notice) });
    await delivery.start?.(client().events);
    expect((await notices.count(1))[0]).toMatchObject({ retryInMs: 750 });
    await delivery.close();
    centre = await Centre.start();
  });

  it('that there is not yet has no capacity, and nothing is sent', async () => {
    const { delivery, start, states } = client({ window: 3 });
    expect(delivery.capacity).toBe(0);
    expect(await deliver(delivery, outboundText('x'))).toEqual([{ kind: 'unsent', reason: 'not connected' }]);
    await start();
    expect([delivery.capacity, states.all]).toEqual([3, ['ready']]);
  });

  it('that is refused names the status, and never the password', async () => {
    centre.reply = ({ command }) => ({ status: command === 'bind_transceiver' ? ESME_RINVPASWD : 0 });
    const { delivery, notices, events } = client();
    await delivery.start?.(events);
    const [notice] = await notices.count(1);
    expect(notice).toMatchObject({ kind: 'disconnected', reason: 'bind_transceiver: ESME_RINVPASWD (0x0E)' });
    expect(JSON.stringify(notices.all)).not.toContain(PASSWORD);
    // The operator may mend it: it goes on.
    centre.reply = () => ({});
    await notices.first(({ kind }) => kind === 'connected');
  });

  it('whose bind is not answered is given up', async () => {
    centre.reply = () => 'silence';
    const { delivery, notices, events } = client({ timeoutMs: 20 });
    await delivery.start?.(events);
    expect((await notices.count(1))[0]).toMatchObject({ reason: 'no answer to bind_transceiver in time' });
  });

  it('to a port that does not speak TLS is given up', async () => {
    const { delivery, notices, events } = client({ tls: true });
    await delivery.start?.(events);
    expect((await notices.count(1))[0]).toMatchObject({ kind: 'disconnected' });
  });

  it('comes back when the connection is lost', async () => {
    const { delivery, start, connected, notices, states } = client();
    await start();
    centre.cut();
    await connected(2);
    expect(notices.all[1]).toEqual({ kind: 'disconnected', reason: 'the connection was closed', retryInMs: 1 });
    expect(states.all).toEqual(['ready', 'the connection was closed', 'ready']);
    expect(await deliver(delivery, outboundText('again'))).toEqual([{ kind: 'sent', ids: ['1'] }]);
  });

  it('asks for a sign of life when it hears nothing, and goes on asking', async () => {
    const { start, notices } = client({ enquireLinkMs: 5 });
    await start();
    await centre.requested('enquire_link', 3);
    expect(notices.all).toEqual([{ kind: 'connected' }]);
  });

  it('without a sign of life is ended and made anew', async () => {
    centre.reply = ({ command }) => (command === 'enquire_link' ? 'silence' : {});
    const { start, connected, notices } = client({ enquireLinkMs: 5, timeoutMs: 150 });
    await start();
    await connected(2);
    expect(notices.all).toContainEqual({ kind: 'disconnected', reason: 'no answer to enquire_link', retryInMs: 1 });
  });

  it('grows its pauses while binds are taken and nothing else is answered', async () => {
    centre.reply = ({ command }, session) => {
      if (command === 'enquire_link') session.destroy();
      return {};
    };
    const { start, connected, notices } = client({ enquireLinkMs: 2, reconnectMs: 4 });
    await start();
    await connected(3);
    const pauses = notices.all.flatMap((notice) => (notice.kind === 'disconnected' ? [notice.retryInMs] : []));
    expect(pauses.slice(0, 2)).toEqual([2, 4]);
  });

  it('answers the requests of the service centre', async () => {
    const { start, connected, notices } = client();
    await start();
    expect(await centre.request('enquire_link')).toMatchObject({ command: 'enquire_link_resp', command_status: 0 });
    expect(await centre.request('submit_sm', { destination_addr: '1' })).toMatchObject({
      command: 'submit_sm_resp',
      command_status: 3,
    });
    // Of these nobody expects an answer; they do no harm.
    centre.session.send(new (await import('smpp')).default.PDU('alert_notification'));
    centre.session.send(new (await import('smpp')).default.PDU('outbind'));
    expect(await centre.request('unbind')).toMatchObject({ command: 'unbind_resp', command_status: 0 });
    await connected(2);
    expect(notices.all[1]).toEqual({ kind: 'rejected', reason: 'submit_sm is not a request of an mc', count: 1 });
    expect(notices.all[2]).toMatchObject({ reason: 'the service centre ended the session' });
  });

  it('that the service centre unbinds stays until what it was given is answered, and is given nothing more', async () => {
    const { delivery, start, connected, notices } = client();
    await start();
    const held = new Happenings<[Frame, typeof centre.session]>();
    centre.reply = (request, session) => {
      if (request.command !== 'submit_sm') return {};
      held.add([request, session]);
      return 'silence';
    };
    const outcomes = deliver(delivery, outboundText('under way'));
    const [[request, session]] = (await held.count(1)) as [[Frame, typeof centre.session]];
    const unbound = centre.request('unbind');
    await vi.waitFor(() => expect(delivery.capacity).toBe(0));
    expect(await deliver(delivery, outboundText('another'))).toEqual([{ kind: 'unsent', reason: 'not connected' }]);
    centre.answer(request, session, { id: '77' });
    expect(await outcomes).toEqual([{ kind: 'sent', ids: ['77'] }]);
    expect(await unbound).toMatchObject({ command: 'unbind_resp', command_status: 0 });
    await connected(2);
    expect(notices.all.map(({ kind }) => kind)).toEqual(['connected', 'disconnected', 'connected']);
  });

  it('takes a generic_nack for a refusal, whatever its status', async () => {
    const { delivery, start } = client();
    await start();
    centre.reply = ({ command }) => (command === 'submit_sm' ? 'silence' : {});
    const outcomes = deliver(delivery, outboundText('x'));
    const [request] = await centre.requested('submit_sm', 1);
    centre.raw(`000000108000000000000000${request?.sequence_number.toString(16).padStart(8, '0')}`);
    expect(await outcomes).toEqual([{ kind: 'failed', reason: 'ESME_RUNKNOWNERR (0xFF)' }]);
  });

  it('takes the id of an answer whose NUL is missing', async () => {
    const { delivery, start } = client();
    await start();
    centre.reply = ({ command }) => (command === 'submit_sm' ? 'silence' : {});
    const outcomes = deliver(delivery, outboundText('x'));
    const [request] = await centre.requested('submit_sm', 1);
    centre.raw(`000000128000000400000000${request?.sequence_number.toString(16).padStart(8, '0')}3737`);
    expect(await outcomes).toEqual([{ kind: 'sent', ids: ['77'] }]);
  });

  it('answers a command that does not exist with generic_nack', async () => {
    const { start } = client();
    await start();
    const nack = new Promise((resolve) => centre.session.once('generic_nack', resolve));
    centre.raw('00000010 00000777 00000000 00000009'.replaceAll(' ', ''));
    expect(await nack).toMatchObject({ command_status: 3, sequence_number: 9 });
  });

  it.each([
    ['one longer than any', 'FFFFFFFF', 'SMPP/command_length: 4294967295 '],
    ['one of no octets', '00000000', 'SMPP/command_length: 0 is less'],
    ['one shorter than its header', '0000000800000015', 'SMPP/command_length: 8 is less'],
    ['an answer to something else', '00000010 80000015 00000000 00000002', 'enquire_link_resp in answer to submit_sm'],
  ])('ends with a frame that is broken, and is made anew: %s', async (_, frame, reason) => {
    const { delivery, start, connected, notices } = client();
    await start();
    centre.reply = ({ command }) => (command === 'submit_sm' ? 'silence' : {});
    const outcomes = deliver(delivery, outboundText('under way'));
    await centre.requested('submit_sm', 1);
    centre.raw(frame.replaceAll(' ', ''));
    await connected(2);
    expect(notices.all).toContainEqual(
      expect.objectContaining({ kind: 'disconnected', reason: expect.stringContaining(reason) }),
    );
    // The message that was under way is not lost.
    expect(await outcomes).toMatchObject([{ kind: 'retry' }]);
  });

  it('passes over answers to nothing', async () => {
    const { start, notices } = client();
    await start();
    centre.raw('00000010800000150000000000000777');
    await centre.request('enquire_link');
    expect(notices.all).toEqual([
      { kind: 'connected' },
      { kind: 'rejected', reason: 'enquire_link_resp in answer to nothing', count: 1 },
    ]);
  });

  it('tells of what it refuses by itself once a minute, with how often', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { delivery, start, notices } = client();
    await start();
    const rejected = () => notices.all.flatMap((one) => (one.kind === 'rejected' ? [[one.reason, one.count]] : []));
    for (let i = 0; i < 3; i++) await centre.request('submit_sm');
    for (let i = 0; i < 3; i++) await centre.request('query_sm', { message_id: '1' });
    expect(rejected()).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(rejected().map(([, count]) => count)).toEqual([1, 2, 3]);
    await centre.request('submit_sm');
    expect(rejected()).toHaveLength(3);
    vi.useRealTimers();
    await delivery.close();
    expect(rejected().map(([, count]) => count)).toEqual([1, 2, 3, 1]);
  });

  it('ends with unbind, and takes nothing more', async () => {
    const { delivery, start, notices, states } = client();
    await start();
    await delivery.close();
    await delivery.close();
    expect(await centre.requested('unbind', 1)).toHaveLength(1);
    expect(notices.all.at(-1)).toEqual({ kind: 'disconnected', reason: 'closed' });
    expect(await deliver(delivery, outboundText('too late'))).toEqual([{ kind: 'unsent', reason: 'not connected' }]);
    // That it is away on purpose is no outage.
    expect([delivery.capacity, states.all]).toEqual([0, ['ready']]);
  });

  it('does not wait long for the answer to unbind', async () => {
    centre.reply = ({ command }) => (command === 'unbind' ? 'silence' : {});
    const { delivery, start, notices } = client({ timeoutMs: 25_000 });
    await start();
    await expectToLast(2_000, () => delivery.close());
    expect(await centre.requested('unbind', 1)).toHaveLength(1);
    expect(notices.all.at(-1)).toEqual({ kind: 'disconnected', reason: 'closed' });
  });

  it('can be closed while it is being made, between attempts, and before it was begun', async () => {
    centre.reply = () => 'silence';
    const one = client();
    await one.delivery.start?.(one.events);
    await centre.requested('bind_transceiver', 1);
    await one.delivery.close();
    expect(one.notices.all).toEqual([{ kind: 'disconnected', reason: 'closed' }]);
    const two = client({ reconnectMs: 60_000 });
    centre.reply = ({ command }) => ({ status: command === 'bind_transceiver' ? ESME_RINVPASWD : 0 });
    await two.delivery.start?.(two.events);
    await two.notices.count(1);
    await two.delivery.close();
    const three = client();
    await three.delivery.close();
  });
});

describe('submit_sm', () => {
  it('carries recipient, originator, coding and content, and asks for a receipt', async () => {
    const { delivery, start } = client({ serviceType: 'CMT' });
    await start();
    const outcomes = await deliver(
      delivery,
      outboundText('Hello @ [€]'),
      outboundText('Привет', { originator: '447700900001' }),
      outboundOf({ kind: 'flash', text: 'Now' }, { originator: '80123' }),
      outboundText('x', { originator: 'Ärger' }),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent', 'sent']);
    const [text, ucs2, flash, umlaut] = await centre.requested('submit_sm', 4);
    expect(text).toMatchObject({
      service_type: 'CMT',
      source_addr_ton: 5,
      source_addr_npi: 0,
      source_addr: 'MyShop',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: '447700900123',
      esm_class: 0,
      protocol_id: 0,
      registered_delivery: 1,
      data_coding: 0,
      short_message: { message: 'Hello @ [€]' },
    });
    expect(ucs2).toMatchObject({ source_addr_ton: 1, source_addr_npi: 1, source_addr: '447700900001', data_coding: 8 });
    expect(octetsOf(ucs2!).message).toBe('Привет');
    expect(flash).toMatchObject({ source_addr_ton: 0, source_addr: '80123', data_coding: 0x10 });
    expect(umlaut).toMatchObject({ source_addr: '?rger' });
  });

  it.each([
    // Spec 7.1.1.2: a period of 1 day, 2 hours, 3 minutes, 4 seconds; 7.1.1.1: a time in UTC.
    ['relative', 93_784_000, '000001020304000R'],
    ['relative', 500, '000000000001000R'],
    ['relative', -5_000, '000000000001000R'],
    ['absolute', 93_784_000, absoluteTime(CLOCK + 93_784_000)],
    ['none', 93_784_000, ''],
  ] as const)('says what is left of the validity: %s, %d ms', async (validity, leftMs, expected) => {
    const { delivery, start } = client(validity === 'relative' ? {} : { validity });
    await start();
    await deliver(delivery, outboundText('x', { validUntil: CLOCK + leftMs }));
    const [frame] = await centre.requested('submit_sm', 1);
    // The package makes dates of times.
    expect(frame && rawOf(frame)).toContain(`${Buffer.from(`\0\0${expected}\0`).toString('hex').toUpperCase()}01`);
  });

  it('has priority when the service asked for is Premier', async () => {
    const { delivery, start } = client();
    await start();
    for (const service of ['Premier', 'Economy', 'Default', undefined]) await deliver(delivery, outboundText('x', { service }));
    const frames = await centre.requested('submit_sm', 4);
    expect(frames.map(({ priority_flag }) => priority_flag)).toEqual([1, 0, 0, 0]);
  });

  it('of a message in parts goes out part by part, with the header in front; the ids are those of all parts', async () => {
    const { delivery, start } = client();
    await start();
    const data = Uint8Array.from({ length: 300 }, (_, index) => index & 255);
    const ports = { kind: 'ports16' as const, destination: 16001, source: 0 };
    const message = outboundOf({ kind: 'pdu', tpDcs: 0xf5, udh: [ports], data });
    expect(await deliver(delivery, message)).toEqual([{ kind: 'sent', ids: ['1', '2', '3'] }]);
    const parts = await centre.requested('submit_sm', 3);
    expect(parts.map(({ esm_class, data_coding }) => [esm_class, data_coding])).toEqual(Array(3).fill([0x40, 0xf5]));
    expect(parts.map((part) => octetsOf(part).udh.slice(0, 12))).toEqual(Array(3).fill('05043E810000'));
    expect(Buffer.concat(parts.map((part) => octetsOf(part).message as Buffer))).toEqual(Buffer.from(data));
  });

  it('can have its text packed', async () => {
    const { delivery, start } = client({ packed: true });
    await start();
    // Class 2, since of this coding the package leaves the octets alone.
    await deliver(delivery, outbound([{ tpDcs: 0xf2, tpPid: 0, udh: new Uint8Array(0), userData: { text: 'hellohello' } }]));
    const [frame] = await centre.requested('submit_sm', 1);
    expect((octetsOf(frame!).message as Buffer).toString('hex')).toBe('e8329bfd4697d9ec37');
  });

  it('has capacity for as many messages as the window is wide, less those without an answer', async () => {
    const held: Frame[] = [];
    centre.reply = (request) => {
      if (request.command !== 'submit_sm') return {};
      held.push(request);
      return 'silence';
    };
    const { delivery, start } = client({ window: 3 });
    await start();
    const outcomes = [1, 2, 3].map((number) => {
      expect(delivery.capacity).toBe(4 - number);
      return delivery.deliver(outboundText(`${number}`));
    });
    expect(delivery.capacity).toBe(0);
    expect(await delivery.deliver(outboundText('4'))).toEqual({ kind: 'unsent', reason: 'no capacity' });
    await centre.requested('submit_sm', 3);
    // Each is settled by its own answer, whatever the others wait for.
    centre.answer(held[1]!, centre.session, { id: 'B' });
    expect(await outcomes[1]).toEqual({ kind: 'sent', ids: ['B'] });
    expect(delivery.capacity).toBe(1);
    const last = delivery.deliver(outboundText('5'));
    await centre.requested('submit_sm', 4);
    for (const index of [0, 2, 3]) centre.answer(held[index]!, centre.session);
    expect(await Promise.all([outcomes[0], outcomes[2], last])).toMatchObject(Array(3).fill({ kind: 'sent' }));
    expect([delivery.capacity, held.length]).toEqual([3, 4]);
  });

  it.each([
    [ESME_RINVDSTADR, 'failed', 'ESME_RINVDSTADR (0x0B)'],
    [ESME_RSYSERR, 'retry', 'ESME_RSYSERR (0x08)'],
    [ESME_RX_T_APPN, 'retry', 'ESME_RX_T_APPN (0x64)'],
    [0x0477, 'failed', 'command_status 0x477'],
  ])('answered with %i is settled as %s', async (status, kind, reason) => {
    centre.reply = ({ command }) => ({ status: command === 'submit_sm' ? status : 0 });
    const { delivery, start } = client();
    await start();
    expect(await deliver(delivery, outboundText('x'))).toEqual([{ kind, reason }]);
  });

  it('answered with generic_nack is settled by its status', async () => {
    centre.reply = ({ command, sequence_number }) => {
      if (command !== 'submit_sm') return {};
      centre.raw(`00000010 80000000 00000002 ${sequence_number.toString(16).padStart(8, '0')}`.replaceAll(' ', ''));
      return 'silence';
    };
    const { delivery, start } = client();
    await start();
    expect(await deliver(delivery, outboundText('x'))).toEqual([{ kind: 'failed', reason: 'ESME_RINVCMDLEN (0x02)' }]);
  });

  it('answered as not bound is tried again on a new connection', async () => {
    centre.reply = ({ command }) => ({ status: command === 'submit_sm' ? ESME_RINVBNDSTS : 0 });
    const { delivery, start, connected } = client();
    await start();
    expect(await deliver(delivery, outboundText('x'))).toMatchObject([{ kind: 'retry', reason: 'ESME_RINVBNDSTS (0x04)' }]);
    await connected(2);
  });

  it('that cannot be encoded fails, and the reason holds none of the text', async () => {
    const { delivery, start } = client();
    await start();
    const bad = outbound([{ tpDcs: 0, tpPid: 0, udh: new Uint8Array(0), userData: { text: 'secret 日本' } }]);
    const header = outbound([{ tpDcs: 0, tpPid: 0, udh: Uint8Array.of(9, 0), userData: { text: 'x' } }]);
    expect(await deliver(delivery, bad, header)).toEqual([
      { kind: 'failed', reason: 'unencodable in text' },
      { kind: 'failed', reason: 'truncated in UDH' },
    ]);
  });

  it('writes ids as told: hex and decimal are compared as numbers', async () => {
    centre.reply = ({ command }) => (command === 'submit_sm' ? { id: '00FF' } : {});
    const { delivery, start, receipts } = client({ submitIds: 'hex', receiptIds: 'decimal' });
    await start();
    expect(await deliver(delivery, outboundText('x'))).toEqual([{ kind: 'sent', ids: ['255'] }]);
    await centre.request('deliver_sm', { esm_class: 4, source_addr: '1', short_message: 'id:0255 stat:DELIVRD' });
    await centre.request('deliver_sm', { esm_class: 4, source_addr: '1', receipted_message_id: 'ff', message_state: 2 });
    expect(receipts.all.map(([id]) => id)).toEqual(['255', '255']);
  });

  it.each([
    ['source', '4712345'],
    ['destination', '80'],
  ] as const)('the recipient of a receipt is its %s address', async (receiptNumber, recipient) => {
    const { start, receipts } = client({ receiptNumber });
    await start();
    const addresses = { source_addr: '4712345', destination_addr: '80' };
    await centre.request('deliver_sm', { esm_class: 4, ...addresses, short_message: 'id:1 stat:DELIVRD' });
    expect(receipts.all.map(([, number]) => number)).toEqual([recipient]);
  });
});

describe('a pause', () => {
  it.each([ESME_RTHROTTLED, ESME_RMSGQFUL])(
    'that the service centre asks for with %i holds for all messages, and doubles until one is taken',
    async (status) => {
      let isThrottling = true;
      centre.reply = ({ command }) => ({ status: command === 'submit_sm' && isThrottling ? status : 0 });
      const { delivery, start, notices, states } = client({ throttleMs: 20, throttleMaxMs: 70 });
      await start();
      const once = async () => (await deliver(delivery, outboundText('x')))[0];
      for (let count = 1; count <= 4; count++) {
        expect(await once()).toEqual({ kind: 'retry', reason: expect.stringContaining('ESME_R') });
        expect(delivery.capacity).toBe(0);
        expect(await once()).toEqual({ kind: 'unsent', reason: expect.stringContaining('ESME_R') });
        await states.until((all) => all.filter((state) => state === 'ready').length > count);
        expect(delivery.capacity).toBe(10);
      }
      isThrottling = false;
      expect(await once()).toMatchObject({ kind: 'sent' });
      isThrottling = true;
      expect(await once()).toMatchObject({ kind: 'retry' });
      const pauses = notices.all.flatMap((notice) => (notice.kind === 'paused' ? [notice.pauseMs] : []));
      // Half of each is left to chance, which is none here.
      expect(pauses).toEqual([10, 20, 35, 35, 10]);
      expect(await centre.requested('submit_sm', 6)).toHaveLength(6);
    },
  );

  it('is one for all the messages that were under way', async () => {
    centre.reply = ({ command }) => ({ status: command === 'submit_sm' ? ESME_RTHROTTLED : 0 });
    const { delivery, start, notices, states } = client();
    await start();
    await deliver(delivery, ...Array.from({ length: 10 }, () => outboundText('x')));
    const reason = 'ESME_RTHROTTLED (0x58)';
    expect(notices.all.slice(1)).toEqual([{ kind: 'paused', reason, pauseMs: 500 }]);
    expect(states.all).toEqual(['ready', reason]);
  });

  it('does not end before there is a connection, nor does the connection end it', async () => {
    centre.reply = ({ command }) => ({ status: command === 'submit_sm' ? ESME_RTHROTTLED : 0 });
    const short = client({ throttleMs: 20, reconnectMs: 400 });
    await short.start();
    await deliver(short.delivery, outboundText('x'));
    centre.cut();
    await short.connected(2);
    await short.states.until((all) => all.at(-1) === 'ready');
    expect(short.states.all).toEqual(['ready', 'ESME_RTHROTTLED (0x58)', 'the connection was closed', 'ready']);
    const long = client({ throttleMs: 400, reconnectMs: 2 });
    await long.start();
    await deliver(long.delivery, outboundText('x'));
    centre.cut();
    await long.connected(2);
    expect([long.delivery.capacity, long.states.all.at(-1)]).toEqual([0, 'the connection was closed']);
    await long.states.until((all) => all.at(-1) === 'ready');
    expect(long.delivery.capacity).toBe(10);
  });

  it('begins when nothing at all is answered, and not when others are', async () => {
    let submits = 0;
    centre.reply = ({ command }) => (command === 'submit_sm' && ++submits !== 2 ? 'silence' : {});
    const { delivery, start, states } = client({ timeoutMs: 150, throttleMs: 20 });
    await start();
    const first = deliver(delivery, outboundText('silent'));
    await centre.requested('submit_sm', 1);
    expect(await deliver(delivery, outboundText('answered'))).toMatchObject([{ kind: 'sent' }]);
    expect(await first).toMatchObject([{ kind: 'retry', isUncertain: true }]);
    expect(states.all).toEqual(['ready']);
    expect(await deliver(delivery, outboundText('silent'))).toMatchObject([{ kind: 'retry', isUncertain: true }]);
    expect((await states.count(3)).slice(1)).toEqual(['no answer to submit_sm in time', 'ready']);
  });
});

describe('a message of several parts', () => {
  const long = () => outboundText('part '.repeat(90));
  const sequences = (frames: readonly Frame[]) => frames.map((frame) => Number.parseInt(octetsOf(frame).udh.slice(-2), 16));

  it('fails with its first part that is refused, and the rest is not sent', async () => {
    let count = 0;
    centre.reply = ({ command }) => ({ status: command === 'submit_sm' && ++count === 2 ? ESME_RINVDSTADR : 0 });
    const { delivery, start } = client();
    await start();
    expect(await deliver(delivery, long())).toEqual([{ kind: 'failed', reason: 'part 2 of 3: ESME_RINVDSTADR (0x0B)' }]);
    expect(sequences(await centre.requested('submit_sm', 2))).toEqual([1, 2]);
  });

  it('goes on after a retry with the part that was not taken', async () => {
    let count = 0;
    centre.reply = ({ command }) => ({ status: command === 'submit_sm' && ++count === 2 ? ESME_RSYSERR : 0 });
    const { delivery, start } = client();
    await start();
    const message = long();
    expect(await deliver(delivery, message)).toEqual([
      { kind: 'retry', reason: 'part 2 of 3: ESME_RSYSERR (0x08)', isPartial: true },
    ]);
    expect(await deliver(delivery, { ...message, attempt: 2 })).toEqual([{ kind: 'sent', ids: ['1', '2', '3'] }]);
    expect(sequences(await centre.requested('submit_sm', 4))).toEqual([1, 2, 2, 3]);
    // It is forgotten then: the same message once more goes out whole.
    await deliver(delivery, message);
    expect(sequences(await centre.requested('submit_sm', 7)).slice(4)).toEqual([1, 2, 3]);
  });

  it('waits for the end of a pause with the parts that are left', async () => {
    const held: Frame[] = [];
    centre.reply = (request) => {
      if (request.command !== 'submit_sm') return {};
      held.push(request);
      return 'silence';
    };
    const { delivery, start, states } = client({ throttleMs: 300 });
    await start();
    const message = long();
    const [first, other] = [deliver(delivery, message), deliver(delivery, outboundText('x'))];
    await centre.requested('submit_sm', 2);
    centre.answer(held[1]!, centre.session, { status: ESME_RTHROTTLED });
    await other;
    centre.answer(held[0]!, centre.session, { id: 'A' });
    expect(await first).toEqual([{ kind: 'unsent', reason: 'part 2 of 3: ESME_RTHROTTLED (0x58)', isPartial: true }]);
    await states.count(3);
    centre.reply = () => ({});
    expect(await deliver(delivery, message)).toEqual([{ kind: 'sent', ids: ['A', '1', '2'] }]);
  });
});

describe('an outcome that nobody knows', () => {
  it('is tried again, and told: the connection was lost after submit_sm', async () => {
    centre.reply = ({ command }) => (command === 'submit_sm' ? 'silence' : {});
    const { delivery, start } = client();
    await start();
    const message = outboundText('x');
    const outcomes = deliver(delivery, message);
    await centre.requested('submit_sm', 1);
    centre.cut();
    expect(await outcomes).toEqual([{ kind: 'retry', reason: 'the connection was closed', isUncertain: true }]);
  });

  it('is tried again, and told: no answer in time', async () => {
    centre.reply = ({ command }) => (command === 'submit_sm' ? 'silence' : {});
    const { delivery, start, states } = client({ timeoutMs: 150, throttleMs: 20 });
    await start();
    const message = outboundText('x');
    expect(await deliver(delivery, message)).toEqual([
      { kind: 'retry', reason: 'no answer to submit_sm in time', isUncertain: true },
    ]);
    centre.reply = () => ({});
    await states.until((all) => all.at(-1) === 'ready');
    expect(await deliver(delivery, message)).toEqual([{ kind: 'sent', ids: ['1'] }]);
  });

  it('becomes known by an answer that comes late: the part is not sent again', async () => {
    const held: Frame[] = [];
    centre.reply = (request) => {
      if (request.command !== 'submit_sm') return {};
      held.push(request);
      return 'silence';
    };
    const { delivery, start, states } = client({ timeoutMs: 150, throttleMs: 20 });
    await start();
    const [taken, refused] = [outboundText('taken'), outboundText('refused')];
    await deliver(delivery, taken!, refused!);
    centre.answer(held[0]!, centre.session, { id: 'LATE' });
    centre.answer(held[1]!, centre.session, { status: ESME_RINVDSTADR });
    // Answers come in order: with this one those before it have come.
    await centre.request('enquire_link');
    centre.reply = () => ({ id: 'NEW' });
    await states.until((all) => all.at(-1) === 'ready');
    expect(await deliver(delivery, taken!, refused!)).toEqual([
      { kind: 'sent', ids: ['LATE'] },
      { kind: 'sent', ids: ['NEW'] },
    ]);
    expect(await centre.requested('submit_sm', 3)).toHaveLength(3);
  });
});

describe('answers that are late', () => {
  it('are waited for, but not without end: of a thousand and one the oldest is given up', async () => {
    const held: Frame[] = [];
    centre.reply = (request) => {
      if (request.command !== 'submit_sm') return {};
      held.push(request);
      return 'silence';
    };
    const { delivery, start, states } = client({ timeoutMs: 500, window: 2_000, throttleMs: 20 });
    await start();
    const messages = Array.from({ length: 1_001 }, () => outboundText('x'));
    expect((await deliver(delivery, ...messages)).map(({ kind }) => kind)).toEqual(Array(1_001).fill('retry'));
    await centre.requested('submit_sm', 1_001);
    for (const request of held) centre.answer(request, centre.session, { id: 'LATE' });
    await centre.request('enquire_link');
    centre.reply = () => ({ id: 'NEW' });
    await states.until((all) => all.at(-1) === 'ready');
    expect(await deliver(delivery, messages[0]!, messages[1]!, messages[1_000]!)).toEqual(
      ['NEW', 'LATE', 'LATE'].map((id) => ({ kind: 'sent', ids: [id] })),
    );
  });
});

describe('receipts', () => {
  const text = (stat: string) =>
    `id:0123456789 sub:001 dlvrd:001 submit date:2603040506 done date:2603040507 stat:${stat} err:000 Text:Hi`;

  it('are read from their text and from their parameters', async () => {
    const { start, receipts } = client();
    await start();
    const receipt = (fields: Readonly<Record<string, unknown>>) =>
      centre.request('deliver_sm', { esm_class: 4, source_addr: '447700900123', destination_addr: '80123', ...fields });
    for (const stat of ['DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'REJECTD', 'UNKNOWN', 'ENROUTE', 'ACCEPTD']) {
      expect(await receipt({ short_message: text(stat) })).toMatchObject({ command: 'deliver_sm_resp', command_status: 0 });
    }
    for (const message_state of [2, 3, 5, 1, 6]) {
      await receipt({ receipted_message_id: 'A1', message_state, short_message: text('UNKNOWN') });
    }
    // Some leave the type out: the parameter makes it a receipt all the same.
    await receipt({ esm_class: 0, receipted_message_id: 'A2', message_state: 2 });
    const as = (id: string, status: string) => [id, '447700900123', status, CLOCK];
    expect(receipts.all).toEqual([
      ...['delivered', 'expired', 'failed', 'failed', 'failed', 'failed'].map((status) => as('0123456789', status)),
      ...['delivered', 'expired', 'failed'].map((status) => as('A1', status)),
      as('A2', 'delivered'),
    ]);
  });

  it('come in data_sm as well', async () => {
    const { start, receipts } = client();
    await start();
    const fields = { esm_class: 4, source_addr: '447700900123', receipted_message_id: '7', message_state: 2 };
    expect(await centre.request('data_sm', fields)).toMatchObject({ command: 'data_sm_resp', command_status: 0 });
    const payload = { esm_class: 4, source_addr: '447700900123', message_payload: text('UNDELIV') };
    expect(await centre.request('data_sm', payload)).toMatchObject({ command_status: 0 });
    expect(receipts.all.map(([id, , status]) => [id, status])).toEqual([
      ['7', 'delivered'],
      ['0123456789', 'failed'],
    ]);
  });

  it('that say nothing are told and passed over; intermediate notifications and acknowledgements are no receipts', async () => {
    const { start, receipts, incoming, notices } = client();
    await start();
    for (const fields of [
      { esm_class: 4, short_message: 'no receipt at all' },
      { esm_class: 4, short_message: 'id:1 stat:WHATEVER' },
      { esm_class: 0x20, short_message: text('DELIVRD') },
      { esm_class: 0x08, short_message: 'seen' },
    ]) {
      expect(await centre.request('deliver_sm', fields)).toMatchObject({ command_status: 0 });
    }
    expect([receipts.all, incoming.all]).toEqual([[], []]);
    expect(notices.all.slice(1).map(({ kind }) => kind)).toEqual(Array(2).fill('unreadable'));
  });

  it('that the gateway cannot take are refused for now, so that they come again', async () => {
    const { start, events, notices } = client();
    await start();
    events.onReceipt = () => Promise.reject(new Error('database is locked: secret'));
    const fields = { esm_class: 4, short_message: text('DELIVRD') };
    expect(await centre.request('deliver_sm', fields)).toMatchObject({ command_status: ESME_RX_T_APPN });
    expect(notices.all.at(-1)).toEqual({ kind: 'refused', reason: 'Error' });
  });
});

describe('messages of handsets', () => {
  const from = { source_addr_ton: 1, source_addr: '+447700900123', destination_addr: '80123' };
  const as = (content: object) => ({ from: '447700900123', to: '80123', at: CLOCK, ...content });

  it('are texts in every coding that names an alphabet, and octets in all others', async () => {
    const { start, incoming } = client();
    await start();
    const send = (data_coding: number, hexText: string, esm_class = 0) =>
      centre.request('deliver_sm', { ...from, data_coding, esm_class, short_message: Buffer.from(hexText, 'hex') });
    await send(0, '48690041281B65'); // Hi@A( and the euro sign behind an escape
    await send(0, '48E9'); // no septets: ISO-8859-1
    await send(1, '4869');
    await send(3, '48E9');
    await send(8, '041F0440');
    await send(0x18, '041F'); // with a class
    await send(0x11, '00'); // the same in GSM 7-bit: TP-DCS from 10 hex on
    await send(6, 'BFE0'); // ISO-8859-5
    await send(7, 'E0'); // ISO-8859-8
    await send(4, '00FF');
    await send(0xf5, '00FF');
    expect(incoming.all).toEqual([
      as({ text: 'Hi@A(€' }),
      as({ text: 'Hé' }),
      as({ text: 'Hi' }),
      as({ text: 'Hé' }),
      as({ text: 'Пр' }),
      as({ text: 'П' }),
      as({ text: '@' }),
      as({ text: 'Пр' }),
      as({ text: 'א' }),
      as({ data: Uint8Array.of(0, 255) }),
      as({ data: Uint8Array.of(0, 255) }),
    ]);
  });

  it('have a header when the bit says so, whatever other bits are set', async () => {
    const { start, incoming } = client();
    await start();
    // Single shift to Turkish: behind the escape, 63 is a c with a cedilla.
    const short_message = Buffer.from('03240101 1B63'.replace(' ', ''), 'hex');
    await centre.request('deliver_sm', { ...from, esm_class: 0x43, data_coding: 0, short_message });
    await centre.request('deliver_sm', { ...from, esm_class: 0xc0, data_coding: 4, short_message });
    const udh = Uint8Array.of(3, 0x24, 1, 1);
    expect(incoming.all).toEqual([as({ text: 'ç' }), as({ data: Uint8Array.of(0x1b, 0x63), udh })]);
  });

  it('are joined from their parts, by header and by parameters', async () => {
    const { start, incoming } = client();
    await start();
    const part = (reference: number, sequence: number, text: string) => ({
      ...from,
      esm_class: 0x40,
      data_coding: 0,
      short_message: Buffer.concat([Buffer.of(5, 0, 3, reference, 2, sequence), Buffer.from(text, 'latin1')]),
    });
    await centre.request('deliver_sm', part(7, 2, 'world'));
    await centre.request('deliver_sm', { ...part(7, 1, 'other '), source_addr: '447700900124' });
    // Cut between an escape and its code.
    await centre.request('deliver_sm', part(7, 1, 'hello \x1b'));
    const parameters = { sar_msg_ref_num: 300, sar_total_segments: 2 };
    const plain = { ...from, data_coding: 3, ...parameters };
    await centre.request('deliver_sm', { ...plain, sar_segment_seqnum: 1, short_message: Buffer.from('by ') });
    await centre.request('deliver_sm', { ...plain, sar_segment_seqnum: 2, short_message: Buffer.from('parameters') });
    // A part past the last is none.
    await centre.request('deliver_sm', { ...plain, sar_segment_seqnum: 3, short_message: Buffer.from('alone') });
    // An escape has no effect in front of a w: the letter is read as it is.
    expect(incoming.all).toEqual([as({ text: 'hello world' }), as({ text: 'by parameters' }), as({ text: 'alone' })]);
  });

  it('come in message_payload when they are long', async () => {
    const { start, incoming } = client();
    await start();
    const text = 'long '.repeat(200);
    await centre.request('deliver_sm', { ...from, data_coding: 3, message_payload: Buffer.from(text) });
    expect(incoming.all).toEqual([as({ text })]);
  });

  it('that the gateway cannot take are refused for now; of a joined one the last part is enough', async () => {
    const { start, incoming, events } = client();
    await start();
    const take = events.onIncoming;
    events.onIncoming = () => {
      throw new Error('not now');
    };
    const part = (sequence: number) => ({
      ...from,
      esm_class: 0x40,
      data_coding: 4,
      short_message: Buffer.of(5, 0, 3, 9, 2, sequence, sequence),
    });
    expect(await centre.request('deliver_sm', part(1))).toMatchObject({ command_status: 0 });
    expect(await centre.request('deliver_sm', part(2))).toMatchObject({ command_status: ESME_RX_T_APPN });
    events.onIncoming = take;
    expect(await centre.request('deliver_sm', part(2))).toMatchObject({ command_status: 0 });
    // And once more, since the answer may have been lost: it is known.
    expect(await centre.request('deliver_sm', part(2))).toMatchObject({ command_status: 0 });
    expect(incoming.all).toEqual([as({ data: Uint8Array.of(1, 2) })]);
  });

  it('whose last part comes again while the gateway is still at it are taken once, and both are answered alike', async () => {
    const { start, incoming, events } = client();
    await start();
    const free: ((error?: Error) => void)[] = [];
    const part = (sequence: number) => ({
      ...from,
      esm_class: 0x40,
      data_coding: 4,
      short_message: Buffer.of(5, 0, 3, 9, 2, sequence, sequence),
    });
    events.onIncoming = (message) => {
      incoming.add(message);
      return new Promise<void>((resolve, reject) => free.push((error) => (error === undefined ? resolve() : reject(error))));
    };
    const both = async (error?: Error) => {
      const answers = [centre.request('deliver_sm', part(2)), centre.request('deliver_sm', part(2))];
      // Answered at once, and after both were read.
      await centre.request('enquire_link');
      for (const go of free.splice(0)) go(error);
      return (await Promise.all(answers)).map(({ command_status }) => command_status);
    };
    await centre.request('deliver_sm', part(1));
    expect(await both(new Error('not now'))).toEqual([ESME_RX_T_APPN, ESME_RX_T_APPN]);
    expect(incoming.all).toHaveLength(1);
    expect(await both()).toEqual([0, 0]);
    expect(incoming.all).toEqual(Array(2).fill(as({ data: Uint8Array.of(1, 2) })));
  });

  it('whose header cannot be read are refused for good, and told', async () => {
    const { start, incoming, notices } = client();
    await start();
    const short_message = Buffer.from('FF0003', 'hex');
    const answer = await centre.request('deliver_sm', { ...from, esm_class: 0x40, data_coding: 4, short_message });
    expect(answer).toMatchObject({ command_status: 0x65 });
    expect(incoming.all).toEqual([]);
    expect(notices.all.at(-1)).toEqual({ kind: 'unreadable', reason: 'deliver_sm: truncated in UDH' });
  });

  it('whose fields are cut off are refused for good, and told', async () => {
    const { start, notices } = client();
    await start();
    const answer = new Promise((resolve) => centre.session.once('deliver_sm_resp', resolve));
    centre.raw('00000012000000050000000000000001FF41');
    expect(await answer).toMatchObject({ command_status: 0x65, sequence_number: 1 });
    expect(notices.all.at(-1)).toEqual({ kind: 'unreadable', reason: 'deliver_sm: truncated in service_type' });
  });

  it('of which parts are missing are given up and told', async () => {
    const { start, notices } = client();
    await start();
    const part = (sequence: number, octet: number) => ({
      ...from,
      esm_class: 0x40,
      data_coding: 4,
      short_message: Buffer.of(5, 0, 3, 9, 3, sequence, octet),
    });
    await centre.request('deliver_sm', part(1, 1));
    await centre.request('deliver_sm', part(1, 2));
    expect(notices.all.at(-1)).toEqual({ kind: 'incomplete', parts: 1, total: 3 });
  });

  it('are taken at the speed of the gateway', async () => {
    const { start, events, incoming } = client();
    await start();
    const free: (() => void)[] = [];
    events.onIncoming = (message) => {
      incoming.add(message);
      return new Promise<void>((resolve) => free.push(resolve));
    };
    const sent = Array.from({ length: 400 }, (_, index) =>
      centre.request('deliver_sm', { ...from, data_coding: 3, short_message: Buffer.from(`${index}`) }),
    );
    await incoming.count(300);
    expect(free).toHaveLength(300);
    free.shift()?.();
    await incoming.count(301);
    while (incoming.all.length < 400 || free.length > 0) {
      free.shift()?.();
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await Promise.all(sent)).map(({ command_status }) => command_status)).toEqual(Array(400).fill(0));
    expect(incoming.all.map(({ text }) => text)).toEqual(sent.map((_, index) => `${index}`));
  });
});
