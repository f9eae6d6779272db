/** The SMPP door: what customers submit, and what they are answered. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GatewayLog, GatewayOptions, InboxEntry, SmppDoorOptions } from '../../src/gateway/index.js';
import { encodeSmppPdu, type SmppFields, type SmppParameterInput, type SmppPdu } from '../../src/smpp/index.js';
import { connectSmpp, type SmppBindError, type SmppConnection, type SmppConnectOptions } from '../../src/smpp/node.js';
import { encodeUdh, type InformationElement } from '../../src/sms/index.js';
import { encodeGsm7, encodeUcs2 } from '../../src/text/index.js';
import { NOW, type TestGateway, testGateway } from './support.js';

const TO = '447700900123';
const WHO = { system_id: 'ANOther.12345', password: '012345' };
const zero = new Uint8Array(0);
const LATIN = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

interface OpenDoor extends TestGateway {
  readonly port: number;
  /** A session that closes with the test. */
  bind(fields?: SmppFields, options?: Partial<SmppConnectOptions>): Promise<SmppConnection>;
}

async function open(options: Partial<GatewayOptions> = {}, door: SmppDoorOptions = {}): Promise<OpenDoor> {
  const test = await testGateway(options);
  const { port } = await test.gateway.listenSmpp({ port: 0, ...door });
  const bind = async (fields: SmppFields = {}, more: Partial<SmppConnectOptions> = {}) => {
    const connection = await connectSmpp({ host: '127.0.0.1', port, bind: { ...WHO, ...fields }, ...more });
    onTestFinished(() => connection.destroy());
    return connection;
  };
  return { ...test, port, bind };
}

const HELLO = { dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: TO, short_message: encodeGsm7('Hello') };

type Command = Parameters<SmppConnection['request']>[0];

const send = (
  session: SmppConnection,
  fields: SmppFields = {},
  parameters: readonly SmppParameterInput[] = [],
  command: Command = 'submit_sm',
): Promise<SmppPdu> => session.request(command, { fields: { ...HELLO, ...fields }, parameters });

/** What a handset shows. */
const textOf = ({ content }: InboxEntry) => (content as { readonly text?: string }).text;
const statusOf = async (answer: Promise<SmppPdu>) => (await answer).status;
const idOf = ({ fields }: SmppPdu) => String(fields?.message_id);

/** Command_status of a bind. */
async function bindStatus(binding: Promise<unknown>): Promise<number> {
  return binding.then(
    () => 0,
    (error: SmppBindError) => error.status,
  );
}

describe('a bind', () => {
  it.each(['bind_transmitter', 'bind_receiver', 'bind_transceiver'] as const)(
    '%s is of an account and its PIN',
    async (command) => {
      const { bind } = await open();
      const session = await bind({}, { command });
      expect(session.isBound).toBe(true);
      expect(await bindStatus(bind({ password: '12345' }, { command }))).toBe(0x0d);
    },
  );

  it('is refused alike for a name that nobody has, a wrong PIN, an account that is disabled, and without a PIN', async () => {
    const { bind, store } = await open();
    await store.changeAccount('Stranger.9', { disabled: true }, 'test');
    const wrong = [
      { system_id: 'Nobody.1' },
      { password: '999' },
      { system_id: 'Stranger.9', password: '8888' },
      { password: '' },
    ];
    for (const fields of wrong) expect(await bindStatus(bind(fields))).toBe(0x0d);
    // A PIN is a text.
    expect(await bindStatus(bind({ password: '12345' }))).toBe(0x0d);
  });

  it('answers with its version to who knows of parameters', async () => {
    const { port } = await open();
    const answers = async (interface_version: number) => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(encodeSmppPdu({ command: 'bind_transceiver', sequence: 7, fields: { ...WHO, interface_version } }));
      return new Promise<string>((resolve) => socket.once('data', (octets: Buffer) => resolve(octets.toString('hex'))));
    };
    // handset, and sc_interface_version 34 (SMPP 3.4 section 5.3.2.25).
    expect(await answers(0x34)).toBe('0000001d80000009000000000000000768616e64736574000210000134');
    expect(await answers(0x33)).toBe('0000001880000009000000000000000768616e6473657400');
  });

  it('waits after failures, whether the PIN is right or not, and the log tells each', async () => {
    const lines: [object, string][] = [];
    const take = (fields: object, message: string) => void lines.push([fields, message]);
    const log: GatewayLog = { debug() {}, info: take, warn: take, error: take };
    const pair = { failures: 2, firstMs: 60_000, maxMs: 60_000, forgetMs: 600_000 };
    const { bind } = await open({ log, logins: { pair } });
    const statuses = [];
    for (const password of ['1', '2', '3', '012345']) statuses.push(await bindStatus(bind({ password })));
    expect(statuses).toEqual([0x0d, 0x0d, 0x0d, 0x58]);
    const failed = lines.filter(([, message]) => message === 'login failed');
    expect(failed).toEqual(
      Array.from({ length: 3 }, () => [{ peer: '127.0.0.1', username: 'ANOther.12345', path: 'smpp' }, 'login failed']),
    );
    expect(JSON.stringify(lines)).not.toContain('012345');
  });

  it('is throttled over the rate of its address', async () => {
    const { bind } = await open({ rate: { address: { perSecond: 0.001, burst: 1 }, account: false } });
    expect([await bindStatus(bind()), await bindStatus(bind())]).toEqual([0, 0x58]);
  });

  it('is one of so many of its account', async () => {
    const { bind } = await open({}, { sessionsPerAccount: 2 });
    const first = await bind();
    await bind();
    expect(await bindStatus(bind())).toBe(0x05);
    expect(await bindStatus(bind({ system_id: 'Poor.1', password: '9999' }))).toBe(0);
    await first.unbind();
    expect(await bindStatus(bind())).toBe(0);
  });

  it('needs a connection, of which an address has so many', async () => {
    const { bind } = await open({ limits: { connectionsPerAddress: 2 } });
    await bind();
    const second = await bind();
    await expect(bind()).rejects.toThrow();
    await second.unbind();
    await expect.poll(() => bindStatus(bind())).toBe(0);
  });

  it('needs a connection, of which the port has so many, and the log tells of more', async () => {
    const warnings: unknown[] = [];
    const log: GatewayLog = { debug() {}, info() {}, warn: (...line) => void warnings.push(line), error() {} };
    const { bind, gateway } = await open({ log, limits: { connections: 1 } });
    await bind();
    for (let i = 0; i < 2; i++) await expect(bind()).rejects.toThrow();
    await gateway.close();
    expect(warnings).toEqual([[{ refused: 2, peers: { '127.0.0.1': 2 } }, 'too many connections of the smpp port']]);
  });

  it('has 1,024 octets at most', async () => {
    const { port, bind } = await open();
    const answer = async (length: number) => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(Uint8Array.of(0, 0, length >> 8, length & 0xff, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 7));
      socket.write(new Uint8Array(1_024 - 16).fill(0x61));
      return new Promise<string>((resolve) => socket.once('data', (octets: Buffer) => resolve(octets.toString('hex'))));
    };
    // A bind that cannot be read; then generic_nack with ESME_RINVCMDLEN.
    expect(await answer(1_024)).toMatch(/^.{8}80000009.{8}00000007$/);
    expect(await answer(1_025)).toBe('00000010800000000000000200000000');
    const value = encodeGsm7('x'.repeat(2_000));
    expect(await statusOf(send(await bind(), { short_message: zero }, [{ name: 'message_payload', value }]))).toBe(0);
  });

  it('is over TLS where the port has a certificate, which can be renewed', async () => {
    const pem = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url));
    const tls = (name: string) => ({ cert: pem(`${name}.crt`), key: pem(`${name}.key`) });
    const test = await testGateway();
    const listening = await test.gateway.listenSmpp({ port: 0, tls: tls('localhost') });
    const { port, url } = listening;
    expect(url).toBe(`smpps://127.0.0.1:${port}`);
    const trusting = (name: string) => ({ host: 'localhost', port, bind: WHO, tls: { ca: tls(name).cert } });
    const session = await connectSmpp(trusting('localhost'));
    listening.renewTls(tls('renewed'));
    await expect(connectSmpp(trusting('localhost'))).rejects.toThrow();
    for (const one of [session, await connectSmpp(trusting('renewed'))]) {
      expect(await statusOf(send(one))).toBe(0);
      await one.unbind();
    }
    const plain = await test.gateway.listenSmpp({ port: 0 });
    expect(() => plain.renewTls(tls('renewed'))).toThrow('no TLS');
  });
});

describe('a session', () => {
  it('is not read while more than 131,072 octets wait for a place in its window', async () => {
    const { bind, store } = await open({}, { window: 1 });
    const session = await bind({}, { window: 10 });
    let proceed: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => (proceed = () => resolve(undefined)));
    store.findOwn = () => held;
    const query = session.request('query_sm', { fields: { message_id: 'A' } });
    const parameters: SmppParameterInput[] = [{ name: 'message_payload', value: new Uint8Array(65_535) }];
    const large = Array.from({ length: 3 }, () => send(session, { short_message: zero }, parameters));
    const alive = session.request('enquire_link').then(() => 'alive');
    const late = new Promise((resolve) => setTimeout(() => resolve('not read'), 300));
    expect(await Promise.race([alive, late])).toBe('not read');
    proceed();
    expect(await Promise.all([statusOf(query), ...large.map(statusOf)])).toEqual([0x0c, 1, 1, 1]);
    expect(await alive).toBe('alive');
  });

  it('ends when its account gets another PIN, and nothing is sent meanwhile', async () => {
    const { bind, store } = await open();
    const session = await bind();
    const idle = await bind();
    await store.changeAccount(WHO.system_id, { pin: '654321' }, 'test');
    expect((await send(session)).status).toBe(0x04);
    expect((await session.ended).reason).toBe('peer-unbound');
    expect((await idle.ended).reason).toBe('peer-unbound');
    expect(await bindStatus(bind())).toBe(0x0d);
    expect(await bindStatus(bind({ password: '654321' }))).toBe(0);
  });

  it('ends when its account, or the one above it, is disabled, or it is deleted', async () => {
    const { bind, store } = await open();
    const child = { system_id: 'Transfer.1', password: '7777' };
    const deleted = await bind(child);
    await store.deleteChild('ANOther.12345', 'Transfer.1');
    const disabled = await bind({ system_id: 'Shared.1', password: '6666' });
    await store.changeAccount('ANOther.12345', { disabled: true }, 'test');
    expect((await Promise.all([deleted.ended, disabled.ended])).map(({ reason }) => reason)).toEqual([
      'peer-unbound',
      'peer-unbound',
    ]);
  });

  it('of a receiver submits nothing, and who is not bound neither', async () => {
    const { bind, port } = await open();
    const session = await bind({}, { command: 'bind_receiver' });
    await expect(send(session)).rejects.toThrow();
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(encodeSmppPdu({ command: 'submit_sm', sequence: 1, fields: HELLO }));
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect(answer.toString('hex')).toBe('00000010800000040000000400000001');
  });

  it('gets the answers in hand when the gateway ends, and is unbound', async () => {
    const { bind, gateway, store } = await open();
    const session = await bind();
    const answers = Array.from({ length: 20 }, () => send(session));
    const closed = answers[0]?.then(() => gateway.close());
    await Promise.allSettled([...answers, closed]);
    // What came too late was not taken.
    const statuses = await Promise.all(answers.map((answer) => statusOf(answer).catch(() => undefined)));
    const accepted = statuses.filter((status) => status === 0);
    expect(accepted.length).toBeGreaterThan(0);
    expect((await store.searchMessages({})).entries).toHaveLength(accepted.length);
    expect((await session.ended).reason).toBe('peer-unbound');
  });

  it('that does not take leave is cut off after the time of grace', async () => {
    const { port, gateway } = await open({ limits: { graceMs: 300 } });
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(encodeSmppPdu({ command: 'bind_transceiver', sequence: 1, fields: { ...WHO, interface_version: 0x34 } }));
    await new Promise((resolve) => socket.once('data', resolve));
    const started = performance.now();
    await gateway.close();
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('a submission', () => {
  it('is answered with the identifier of its message, charged, and delivered', async () => {
    const { bind, inbox, credit, store } = await open();
    const session = await bind();
    const answer = await send(session, { source_addr: 'MyShop', source_addr_ton: 5 });
    expect(answer).toMatchObject({ command: 'submit_sm_resp', status: 0 });
    expect(idOf(answer)).toMatch(/^[A-Z0-9]{15}$/);
    const [entry] = await inbox(TO);
    expect(entry).toMatchObject({ messageIdentifier: idOf(answer), originator: 'MyShop', content: { text: 'Hello' } });
    expect(await credit(WHO.system_id)).toBe(String(152_345 - 450));
    expect(await store.findOwn(WHO.system_id, idOf(answer))).toMatchObject({ contentKind: 'text', units: 1 });
  });

  it.each([
    ['the default alphabet', 0, encodeGsm7('5 € @ {x}'), '5 € @ {x}'],
    ['Latin-1 in place of the default alphabet', 0, LATIN('Grüße, é'), 'Grüße, é'],
    ['ASCII', 1, LATIN('plain @'), 'plain @'],
    ['ASCII that is GSM 7-bit', 1, encodeGsm7('a_b@c, 5 €'), 'a_b@c, 5 €'],
    ['ASCII of two lines', 1, LATIN('$\n@'), '$\n@'],
    ['Latin-1', 3, LATIN('Grüße ¼'), 'Grüße ¼'],
    ['Cyrillic', 6, Uint8Array.of(0xbf, 0xe0, 0xd8, 0xd2, 0xd5, 0xe2), 'Привет'],
    ['Hebrew', 7, Uint8Array.of(0xf9, 0xec, 0xe5, 0xed), 'שלום'],
    ['UCS-2', 8, encodeUcs2('Ωμέγα 😀'), 'Ωμέγα 😀'],
    ['nothing at all', 0, new Uint8Array(0), ''],
  ])('of %s is the text', async (_, data_coding, short_message, text) => {
    const { bind, inbox } = await open();
    expect(await statusOf(send(await bind(), { data_coding, short_message }))).toBe(0);
    expect((await inbox(TO)).map(textOf)).toEqual([text]);
  });

  it('of a long text in message_payload goes in parts', async () => {
    const { bind, inbox, store } = await open();
    const session = await bind();
    const text = 'Nothing is as long as this. '.repeat(200);
    const payload = { name: 'message_payload', value: encodeGsm7(text) } as const;
    const answer = await send(session, { short_message: new Uint8Array(0) }, [payload]);
    expect((await inbox(TO)).map(textOf)).toEqual([text]);
    expect((await store.findOwn(WHO.system_id, idOf(answer)))?.units).toBe(Math.ceil(text.length / 153));
    const tooLong = { name: 'message_payload', value: encodeGsm7('x'.repeat(65_535)) } as const;
    expect(await statusOf(send(session, { short_message: new Uint8Array(0) }, [tooLong]))).toBe(0x01);
    expect(session.isBound).toBe(true);
  });

  const HALVES = encodeUcs2('😀');
  const part = (sequence: number, kind: 'concat8' | 'concat16' = 'concat8'): InformationElement => ({
    ...{ kind, reference: 7, total: 2, sequence },
  });
  const withHeader = (udh: readonly InformationElement[], octets: Uint8Array) =>
    Uint8Array.from([...encodeUdh(udh), ...octets]);

  it.each([
    ['the default alphabet', 0, ['One ', 'two €'].map((text) => encodeGsm7(text)), 'One two €'],
    ['an escape that is cut from its code', 0, [Uint8Array.of(0x41, 0x1b), Uint8Array.of(0x65, 0x42)], 'A€B'],
    ['UCS-2, cut inside of a pair', 8, [HALVES.slice(0, 2), HALVES.slice(2)], '😀'],
    ['ASCII, which is GSM 7-bit in parts', 1, ['Grüße', ' {@}'].map((text) => encodeGsm7(text)), 'Grüße {@}'],
  ])('in parts with headers of its own is as it is: %s', async (_, data_coding, halves, text) => {
    const { bind, inbox } = await open();
    const session = await bind();
    for (const [i, octets] of halves.entries()) {
      const short_message = withHeader([part(i + 1)], octets);
      expect(await statusOf(send(session, { esm_class: 0x40, data_coding, short_message }))).toBe(0);
    }
    expect((await inbox(TO)).map(textOf)).toEqual([text]);
  });

  it.each([
    ['a short reference', 200, 200],
    ['the low octet of a long one', 40_001, 0x41],
  ])('in parts that parameters number has %s in a header', async (_, given, reference) => {
    const { bind, store } = await open({ delivery: AWAY });
    const session = await bind();
    for (const sequence of [2, 1]) {
      const parameters: SmppParameterInput[] = [
        { name: 'sar_msg_ref_num', value: given },
        { name: 'sar_total_segments', value: 2 },
        { name: 'sar_segment_seqnum', value: sequence },
      ];
      expect(await statusOf(send(session, { short_message: encodeGsm7(`Part ${sequence}.`) }, parameters))).toBe(0);
    }
    const claimed = await store.claim(10, 60_000);
    const parts = claimed.flatMap((message) => message.parts);
    expect(parts.map(({ udh, userData }) => [Buffer.from(udh).toString('hex'), userData])).toEqual(
      [2, 1].map((sequence) => [
        Buffer.from(encodeUdh([{ kind: 'concat8', reference, total: 2, sequence }])).toString('hex'),
        { text: `Part ${sequence}.` },
      ]),
    );
  });

  it.each([
    ['153 septets', 0, encodeGsm7('x'.repeat(153))],
    ['153 septets of an alphabet that is called ASCII', 1, encodeGsm7('{'.repeat(76).concat('x'))],
    ['134 octets of UCS-2', 8, encodeUcs2('щ'.repeat(67))],
  ])('in parts that parameters number may be full: %s', async (_, data_coding, short_message) => {
    const { bind } = await open({ delivery: AWAY });
    const parameters: SmppParameterInput[] = [
      { name: 'sar_msg_ref_num', value: 300 },
      { name: 'sar_total_segments', value: 2 },
      { name: 'sar_segment_seqnum', value: 1 },
    ];
    expect(await statusOf(send(await bind(), { data_coding, short_message }, parameters))).toBe(0);
  });

  it.each([
    [
      'octets',
      { data_coding: 4, short_message: Uint8Array.of(1, 2, 255) },
      { tpDcs: 4, tpPid: 0, userData: { data: Uint8Array.of(1, 2, 255) } },
    ],
    [
      'octets of class 1',
      { data_coding: 0xf5, short_message: Uint8Array.of(1) },
      { tpDcs: 0xf5, userData: { data: Uint8Array.of(1) } },
    ],
    ['a text that is shown at once', { data_coding: 0x10 }, { tpDcs: 0x10, tpPid: 0, userData: { text: 'Hello' } }],
    [
      'UCS-2 that is shown at once',
      { data_coding: 0x18, short_message: encodeUcs2('Да') },
      { tpDcs: 0x18, userData: { text: 'Да' } },
    ],
    ['a text that takes the place of another', { protocol_id: 0x41 }, { tpDcs: 0, tpPid: 0x41, userData: { text: 'Hello' } }],
  ] as const)('of %s is user data as it is', async (_, fields, part) => {
    const { bind, store } = await open({ delivery: AWAY });
    expect(await statusOf(send(await bind(), fields))).toBe(0);
    const [message] = await store.claim(1, 60_000);
    expect(message?.parts).toMatchObject([part]);
  });

  it('to a port has a header that says so', async () => {
    const { bind, store } = await open({ delivery: AWAY });
    const parameters: SmppParameterInput[] = [
      { name: 'source_port', value: 9200 },
      { name: 'destination_port', value: 2948 },
    ];
    expect(await statusOf(send(await bind(), { data_coding: 4, short_message: Uint8Array.of(9) }, parameters))).toBe(0);
    const [message] = await store.claim(1, 60_000);
    // 3GPP TS 23.040 section 9.2.3.24.4: 05, 04, destination, originator.
    expect(message?.parts.map(({ udh }) => Buffer.from(udh).toString('hex'))).toEqual(['0605040b8423f0']);
  });

  it('by data_sm is the same', async () => {
    const { bind, inbox } = await open();
    const fields = { dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: TO };
    const payload = { name: 'message_payload', value: encodeGsm7('By data_sm') } as const;
    const answer = await (await bind()).request('data_sm', { fields, parameters: [payload] });
    expect(answer).toMatchObject({ command: 'data_sm_resp', status: 0 });
    expect((await inbox(TO)).map(textOf)).toEqual(['By data_sm']);
  });

  it('is of use until the time that validity_period says, and no longer than the gateway tries', async () => {
    const { bind, store } = await open({ delivery: AWAY });
    const session = await bind();
    const until = async (fields: SmppFields) => {
      expect(await statusOf(send(session, fields))).toBe(0);
      const [message] = await store.claim(1, 60_000);
      return message?.validUntil;
    };
    expect(await until({ validity_period: '260304070000000+' })).toBe(Date.parse('2026-03-04T07:00:00Z'));
    expect(((await until({ validity_period: '000000010000000R' })) as number) - NOW).toBeCloseTo(3_600_000, -4);
    for (const validity_period of ['000009000000000R', '']) {
      expect(((await until({ validity_period })) as number) - NOW).toBeCloseTo(48 * 3_600_000, -4);
    }
  });

  it('has priority where it asks for it, and waits for its time', async () => {
    const { bind, store } = await open({ delivery: AWAY });
    const session = await bind();
    const due = await send(session, { priority_flag: 1, schedule_delivery_time: '000001000000000R' });
    expect(await store.findOwn(WHO.system_id, idOf(due))).toMatchObject({ state: 'scheduled', service: 'Premier' });
    const own = await store.findOwn(WHO.system_id, idOf(due));
    expect((own?.dueAt as number) - (own?.acceptedAt as number)).toBeCloseTo(86_400_000, -3);
    const absolute = await send(session, { schedule_delivery_time: '260305000000000+' });
    expect((await store.findOwn(WHO.system_id, idOf(absolute)))?.dueAt).toBe(Date.parse('2026-03-05T00:00:00Z'));
    // A clock may be a little behind.
    const at = new Date(NOW - 30_000).toISOString().slice(2, 19).replace(/\D/g, '');
    expect(await statusOf(send(session, { schedule_delivery_time: `${at}000+` }))).toBe(0);
  });

  it('says which receipts it wants', async () => {
    const { bind, store } = await open({ delivery: AWAY });
    const session = await bind();
    const jobs: unknown[] = [];
    const { accept } = store;
    store.accept = (job) => {
      jobs.push('registeredDelivery' in job && job.registeredDelivery);
      return accept(job);
    };
    for (const registered_delivery of [0, 1, 2, 0x11]) await send(session, { registered_delivery });
    expect(jobs).toEqual([0, 1, 2, 0x11]);
  });
});

/** A delivery that takes nothing: messages wait. */
const AWAY = {
  capacity: 0,
  start: async () => undefined,
  deliver: async () => ({ kind: 'unsent', reason: 'away' }),
  close: async () => undefined,
} as never;

describe('what is refused', () => {
  const payload = (value: Uint8Array): SmppParameterInput => ({ name: 'message_payload', value });
  const sar = (sequence: number): SmppParameterInput[] => [
    { name: 'sar_msg_ref_num', value: 1 },
    { name: 'sar_total_segments', value: 2 },
    { name: 'sar_segment_seqnum', value: sequence },
  ];

  it.each<[string, number, SmppFields, SmppParameterInput[]?]>([
    ['an originator that is not the account’s', 0x0a, { source_addr: '447700900999' }],
    ['a recipient of letters', 0x0b, { destination_addr: 'Somebody' }],
    ['a recipient that is too short', 0x0b, { destination_addr: '12345' }],
    ['a recipient of another kind', 0x0b, { dest_addr_ton: 2 }],
    ['a recipient of another plan', 0x0b, { dest_addr_npi: 8 }],
    ['nobody', 0x0b, { destination_addr: '' }],
    ['USSD', 0x15, { service_type: 'USSD' }],
    ['an acknowledgement', 0x43, { esm_class: 0x08 }],
    ['a reply path', 0x43, { esm_class: 0x80 }],
    ['an answer after the delivery', 0x43, { esm_class: 0x02 }],
    ['a header that cannot be read', 0x43, { esm_class: 0x40, short_message: Uint8Array.of(9, 0, 3) }],
    ['a priority that there is not', 0x06, { priority_flag: 4 }],
    ['receipts of a kind that there is not', 0x07, { registered_delivery: 0x20 }],
    ['to replace whatever is there', 0x54, { replace_if_present_flag: 1 }],
    ['a predefined message', 0x63, { sm_default_msg_id: 1 }],
    ['a time that is none', 0x61, { schedule_delivery_time: '261399000000000+' }],
    ['a time that is past', 0x61, { schedule_delivery_time: '260303000000000+' }],
    ['a validity that is past', 0x62, { validity_period: '260303000000000+' }],
    ['a validity that is none', 0x62, { validity_period: 'tomorrow' }],
    [
      'a validity that ends before the message is due',
      0x62,
      { schedule_delivery_time: '000002000000000R', validity_period: '000001000000000R' },
    ],
    ['a character set of no handset', 0x104, { data_coding: 5 }],
    ['UCS-2 of an odd number of octets', 0x01, { data_coding: 8, short_message: Uint8Array.of(0, 65, 0) }],
    ['half a character', 0x104, { data_coding: 8, short_message: Uint8Array.of(0xd8, 0x3d) }],
    ['a part in Latin-1, whatever it holds', 0x104, { data_coding: 3, short_message: LATIN('abc') }, sar(1)],
    ['a part in Cyrillic', 0x104, { data_coding: 6, short_message: LATIN('abc') }, sar(1)],
    ['a part in the default alphabet with eight bits', 0x104, { short_message: LATIN('café') }, sar(1)],
    ['a part in ASCII with eight bits', 0x104, { data_coding: 1, short_message: LATIN('café') }, sar(1)],
    ['a part that is shown at once with eight bits', 0x104, { data_coding: 0x10, short_message: LATIN('café') }, sar(1)],
    [
      'a part in Latin-1 with a header',
      0x104,
      { data_coding: 3, esm_class: 0x40, short_message: Uint8Array.of(5, 0, 3, 7, 2, 1, 0x61) },
    ],
    ['two messages in one', 0xc1, {}, [payload(LATIN('x'))]],
    ['parts that are not numbered', 0xc4, {}, sar(3)],
    ['a part that does not fit', 0x01, { short_message: zero }, [...sar(1), payload(encodeGsm7('x'.repeat(154)))]],
    [
      'a part of octets that does not fit',
      0x01,
      { short_message: zero, data_coding: 4 },
      [...sar(1), payload(new Uint8Array(135))],
    ],
  ])('%s', async (_, status, fields, parameters = []) => {
    const { bind, credit } = await open();
    const session = await bind();
    expect(await statusOf(send(session, fields, parameters))).toBe(status);
    expect(await credit(WHO.system_id)).toBe('152345');
    expect(await statusOf(send(session))).toBe(0);
  });

  it('more than the credit pays for, and recipients who have opted out', async () => {
    const { bind, store } = await open();
    const poor = await bind({ system_id: 'Poor.1', password: '9999' });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push(await statusOf(send(poor)));
    expect(statuses).toEqual([0, 0, 0x401]);
    await store.addOptOut('447700900001', TO);
    expect(await statusOf(send(await bind(), { source_addr: '447700900001' }))).toBe(0x402);
  });

  it('more than the account’s rate', async () => {
    const { bind } = await open({ rate: { account: { perSecond: 0.001, burst: 3 }, address: false } });
    const session = await bind();
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push(await statusOf(send(session)));
    expect(statuses).toEqual([0, 0, 0x58, 0x58]);
    expect(session.isBound).toBe(true);
  });

  it('more octets than are held at a time', async () => {
    const { bind } = await open({ limits: { heldOctets: 200 } });
    const session = await bind();
    const value = encodeGsm7('x'.repeat(300));
    expect(await statusOf(send(session, { short_message: zero }, [payload(value)]))).toBe(0x14);
    expect(await statusOf(send(session))).toBe(0);
  });

  it('what the gateway itself cannot do just now, which is a fault', async () => {
    const { bind, store } = await open();
    const session = await bind();
    store.accept = () => Promise.reject(new Error('the disk is full'));
    expect(await statusOf(send(session))).toBe(0x08);
  });

  it('commands that there are not', async () => {
    const { bind } = await open();
    const session = await bind();
    expect(await statusOf(session.request('broadcast_sm', {}))).toBe(0x03);
    expect(session.isBound).toBe(true);
  });
});

describe('submit_multi', () => {
  const to = (destination_addr: string, dest_addr_ton = 1): SmppFields => ({
    ...{ dest_flag: 1, dest_addr_ton, dest_addr_npi: 1, destination_addr },
  });
  const { destination_addr: _, dest_addr_ton: _ton, dest_addr_npi: _npi, ...message } = HELLO;
  const multi = (session: SmppConnection, dest_address: readonly SmppFields[], fields: SmppFields = {}) =>
    session.request('submit_multi', { fields: { ...message, dest_address, ...fields } });

  it('goes to whom it can, and says to whom not', async () => {
    const { bind, inbox, store, credit } = await open();
    await store.addOptOut('447700900001', '447700900125');
    const answer = await multi(await bind(), [to('12'), to(TO), to('447700900124'), to('447700900125'), to('447700900126', 2)]);
    expect(answer.status).toBe(0);
    expect(answer.fields?.unsuccess_sme).toEqual([
      { dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '12', error_status_code: 0x0b },
      { dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '447700900125', error_status_code: 0x402 },
      { dest_addr_ton: 2, dest_addr_npi: 1, destination_addr: '447700900126', error_status_code: 0x0b },
    ]);
    // The identifier is that of the first who gets it.
    expect((await inbox(TO))[0]?.messageIdentifier).toBe(idOf(answer));
    expect((await inbox('447700900124')).map(textOf)).toEqual(['Hello']);
    expect(await credit(WHO.system_id)).toBe(String(152_345 - 2 * 450));
  });

  it('is refused when nobody gets it, for the reason that all have', async () => {
    const { bind, store } = await open();
    const session = await bind();
    expect(await statusOf(multi(session, [to('12'), to('13')]))).toBe(0x0b);
    await store.addOptOut('447700900001', TO);
    expect(await statusOf(multi(session, [to('12'), to(TO)]))).toBe(0x45);
    expect(await statusOf(multi(session, []))).toBe(0x33);
    expect(await statusOf(multi(session, [{ dest_flag: 2, dl_name: 'Friends' }]))).toBe(0x34);
    expect(await statusOf(multi(session, [to(TO)], { source_addr: 'Nobody' }))).toBe(0x0a);
  });
});

describe('query_sm and cancel_sm', () => {
  const query = (session: SmppConnection, message_id: string, source_addr = '') =>
    session.request('query_sm', { fields: { message_id, source_addr } });
  const cancel = (session: SmppConnection, fields: SmppFields) => session.request('cancel_sm', { fields });

  it('tell what became of a message', async () => {
    const { bind, inbox } = await open();
    const session = await bind();
    const id = idOf(await send(session));
    await inbox(TO);
    await expect.poll(async () => (await query(session, id)).fields?.message_state).toBe(2);
    expect((await query(session, id, '447700900001')).fields).toEqual({
      ...{ message_id: id, final_date: '', message_state: 2, error_code: 0 },
    });
    expect(await statusOf(query(session, id, 'MyShop'))).toBe(0x0c);
    expect(await statusOf(query(session, 'ABCDEFGHIJKLMNO'))).toBe(0x0c);
    expect(await statusOf(cancel(session, { message_id: id }))).toBe(0x11);
    // It is nobody else's.
    const other = await bind({ system_id: 'Poor.1', password: '9999' });
    expect(await statusOf(query(other, id))).toBe(0x0c);
  });

  it('take back what waits, by its identifier', async () => {
    const { bind, credit } = await open({ delivery: AWAY });
    const session = await bind();
    const id = idOf(await send(session, { schedule_delivery_time: '000001000000000R' }));
    expect((await query(session, id)).fields?.message_state).toBe(1);
    const newer = await bind({ interface_version: 0x50 });
    expect((await query(newer, id)).fields?.message_state).toBe(0);
    expect(await statusOf(cancel(session, { message_id: id, destination_addr: '447700900124' }))).toBe(0x0c);
    expect(await statusOf(cancel(session, { message_id: 'ABCDEFGHIJKLMNO' }))).toBe(0x0c);
    expect(await statusOf(cancel(session, { message_id: id, destination_addr: TO }))).toBe(0);
    expect((await query(session, id)).fields?.message_state).toBe(4);
    expect(await credit(WHO.system_id)).toBe('152345');
    expect(await statusOf(cancel(session, { message_id: id }))).toBe(0x11);
  });

  it('take back all that waits between two addresses, and nothing else', async () => {
    const { bind, store } = await open({ delivery: AWAY });
    const session = await bind();
    const child = await bind({ system_id: 'Shared.1', password: '6666' });
    const own = [idOf(await send(session)), idOf(await send(session, { schedule_delivery_time: '000001000000000R' }))];
    const others = [
      idOf(await send(session, { source_addr: 'MyShop' })),
      idOf(await send(session, { destination_addr: '447700900124' })),
      idOf(await send(child)),
    ];
    expect(await statusOf(cancel(session, {}))).toBe(0x11);
    expect(await statusOf(cancel(session, { destination_addr: '447700900125' }))).toBe(0x11);
    expect(await statusOf(cancel(session, { source_addr: 'Nobody', destination_addr: TO }))).toBe(0x0a);
    expect(await statusOf(cancel(session, { source_addr: '447700900001', destination_addr: TO }))).toBe(0);
    const { entries } = await store.searchMessages({});
    const states = new Map(entries.map(({ messageIdentifier, state }) => [messageIdentifier, state]));
    expect(own.map((id) => states.get(id))).toEqual(['cancelled', 'cancelled']);
    expect(others.map((id) => states.get(id))).toEqual(['queued', 'queued', 'queued']);
    expect(await statusOf(cancel(child, { destination_addr: TO }))).toBe(0);
  });

  it('take back all that waits once at a time of an account', async () => {
    const { bind } = await open({ delivery: AWAY });
    const session = await bind();
    const other = await bind({ system_id: 'Shared.1', password: '6666' });
    for (const one of [session, other]) await send(one);
    const all = [session, session, session, other].map((one) => statusOf(cancel(one, { destination_addr: TO })));
    expect(await Promise.all(all)).toEqual([0, 0x58, 0x58, 0]);
    expect(await statusOf(cancel(session, { destination_addr: TO }))).toBe(0x11);
  });
});

describe('replace_sm', () => {
  const replace = (
    session: SmppConnection,
    message_id: string,
    fields: SmppFields = {},
    parameters: SmppParameterInput[] = [],
  ) => session.request('replace_sm', { fields: { message_id, short_message: encodeGsm7('Another'), ...fields }, parameters });

  it('gives it another validity', async () => {
    const { bind, store } = await open({ delivery: AWAY });
    const session = await bind();
    const id = idOf(await send(session, { validity_period: '000001000000000R' }));
    expect(await statusOf(replace(session, id, { validity_period: '260304070000000+' }))).toBe(0);
    expect(await store.claim(1, 60_000)).toMatchObject([{ validUntil: Date.parse('2026-03-04T07:00:00Z') }]);
  });

  /** What a claimer gets of all that waits. */
  const waiting = async ({ store }: OpenDoor) => (await store.claim(10, 60_000)).flatMap(({ parts }) => parts);

  it('puts another text in the place of one that waits, and corrects its charge', async () => {
    const door = await open({ delivery: AWAY });
    const session = await door.bind();
    const id = idOf(await send(session));
    expect(await statusOf(replace(session, id, { source_addr: '447700900001' }))).toBe(0);
    expect(await door.credit(WHO.system_id)).toBe(String(152_345 - 450));
    const payload = { name: 'message_payload', value: encodeGsm7('x'.repeat(300)) } as const;
    expect(await statusOf(replace(session, id, { short_message: new Uint8Array(0) }, [payload]))).toBe(0);
    expect(await door.credit(WHO.system_id)).toBe(String(152_345 - 2 * 450));
    expect(await statusOf(replace(session, id))).toBe(0);
    expect(await door.credit(WHO.system_id)).toBe(String(152_345 - 450));
    expect(await waiting(door)).toMatchObject([{ userData: { text: 'Another' } }]);
    // It is being handed over.
    expect(await statusOf(replace(session, id))).toBe(0x13);
  });

  it.each([
    ['UCS-2', 8, encodeUcs2('Да'), encodeUcs2('Нет'), 'Нет'],
    ['Latin-1', 3, LATIN('ja'), LATIN('näin'), 'näin'],
  ])('goes by the coding of the message: %s', async (_, data_coding, first, second, text) => {
    const door = await open({ delivery: AWAY });
    const session = await door.bind();
    const id = idOf(await send(session, { data_coding, short_message: first }));
    expect(await statusOf(replace(session, id, { short_message: second }))).toBe(0);
    expect(await waiting(door)).toMatchObject([{ userData: { text } }]);
  });

  it('changes the time, and which receipts are wanted', async () => {
    const { bind, store } = await open({ delivery: AWAY });
    const session = await bind();
    const [first, id] = [idOf(await send(session)), idOf(await send(session))];
    expect(await statusOf(replace(session, first, { registered_delivery: 1 }))).toBe(0);
    const settle = async () => {
      const claimed = await store.claim(10, 60_000);
      await store.settle(claimed.map((message) => ({ message, outcome: { kind: 'delivered' } })));
    };
    const later = { schedule_delivery_time: '000001000000000R', registered_delivery: 1 };
    expect(await statusOf(replace(session, id, later))).toBe(0);
    expect(await store.findOwn(WHO.system_id, id)).toMatchObject({ state: 'scheduled' });
    expect(await statusOf(replace(session, id, { schedule_delivery_time: '260303000000000+' }))).toBe(0x61);
    await settle();
    const told = await store.claimForSessions([WHO.system_id], 10, 60_000);
    expect(told.map(({ payload }) => payload)).toMatchObject([{ kind: 'receipt', messageIdentifier: first }]);
  });

  it('is refused for what is no text of the account’s own that waits', async () => {
    const { bind, store, ask } = await open({ delivery: AWAY });
    const session = await bind();
    expect(await statusOf(replace(session, 'ABCDEFGHIJKLMNO'))).toBe(0x0c);
    const id = idOf(await send(session));
    expect(await statusOf(replace(session, id, { source_addr: 'MyShop' }))).toBe(0x0c);
    const octets = idOf(await send(session, { data_coding: 4, short_message: Uint8Array.of(1) }));
    expect(await statusOf(replace(session, octets))).toBe(0x13);
    const form = { Username: WHO.system_id, PIN: WHO.password, SendTo: TO, Message: 'By a form', ResponseFormat: '1' };
    const sent = await ask('/sendsms', form);
    const [, other = ''] = /MessageIdentifier=(\w+)/.exec(sent) ?? [];
    expect(await statusOf(replace(session, other))).toBe(0x13);
    await store.addOptOut('447700900001', TO);
    expect(await statusOf(replace(session, id))).toBe(0x402);
    await store.cancelOwn(WHO.system_id, id);
    await store.removeOptOut('447700900001', TO);
    expect(await statusOf(replace(session, id))).toBe(0x13);
  });
});

describe('any octets', () => {
  it('end a session or get an answer, and the gateway stays up', async () => {
    const { port, bind } = await open();
    const session = await bind();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (octets, isBound) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        const bound = { command: 'bind_transceiver', sequence: 1, fields: { ...WHO, interface_version: 0x34 } } as const;
        if (isBound) socket.write(encodeSmppPdu(bound));
        socket.end(octets);
        await new Promise((resolve) => socket.once('close', resolve).resume());
      }),
    );
    expect(await statusOf(send(session))).toBe(0);
  });

  it('of a submission are answered', async () => {
    const { bind } = await open({}, { window: 1_000 });
    const session = await bind();
    const octet = fc.nat(255);
    const fields = fc.record({
      ...{ service_type: fc.constantFrom('', 'CMT', 'USSD'), esm_class: octet, protocol_id: octet, priority_flag: octet },
      ...{
        registered_delivery: octet,
        replace_if_present_flag: octet,
        data_coding: octet,
        sm_default_msg_id: fc.constantFrom(0, 1),
      },
      ...{
        schedule_delivery_time: fc.constantFrom('', '000000000100000R', 'x'),
        short_message: fc.uint8Array({ maxLength: 254 }),
      },
    });
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const { status } = await send(session, given);
        expect(status).not.toBe(0x08);
      }),
    );
  });
});
