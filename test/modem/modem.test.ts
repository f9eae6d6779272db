import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes/index.js';
import { buildSubmits, readSubmits } from '../../src/message/index.js';
import { type ModemError, type ModemMessage, ModemSendError, type Report, type SentPart } from '../../src/modem/index.js';
import { decodeSubmit, encodeDeliver, encodeStatusReport, type InformationElement, submitText } from '../../src/sms/index.js';
import { type Bench, connect, quiet } from './bench.js';
import { type Fault, MAKES } from './scripted-modem.js';

const TO = '+447700900123';
const AT = { at: new Date('2026-11-26T12:00:00Z'), offsetMinutes: 0 };
const deliver = (text: string, { udh = [] as InformationElement[], tpDcs = 0, from = TO } = {}) =>
  encodeDeliver({ tpOa: from, tpScts: AT, tpDcs, udh, text });
const part = (sequence: number, total: number, text: string, reference = 7) =>
  deliver(text, { udh: [{ kind: 'concat8', reference, total, sequence }] });
const report = (tpMr: number, tpSt: number, tpRa = TO, at = AT.at) =>
  encodeStatusReport({ tpMr, tpRa, tpScts: { at, offsetMinutes: 0 }, tpDt: AT, tpSt });
const makes = Object.keys(MAKES) as (keyof typeof MAKES)[];

/** The error of a promise; a test fails when there is none. */
async function failure({ clock }: Bench, promise: Promise<unknown>): Promise<ModemError> {
  try {
    await clock.settle(promise);
  } catch (error) {
    return error as ModemError;
  }
  return expect.fail('nothing was refused');
}

async function started(options: Parameters<typeof connect>[0] = {}): Promise<Bench> {
  const bench = connect(options);
  await bench.clock.settle(bench.modem.start());
  return bench;
}

describe('starting', () => {
  it.each(makes)('%s is set up, sends and receives', async (make) => {
    const messages: ModemMessage[] = [];
    const bench = connect({ scripted: { make }, onMessage: (message) => void messages.push(message) });
    const { clock, modem, scripted } = bench;
    scripted.greet();
    scripted.store(deliver('before'));
    await clock.settle(modem.start());
    const sent = await clock.settle(modem.send(submitText('On my way', { to: TO })));
    expect(sent).toEqual({ to: TO, parts: [{ reference: 1, sentAt: clock.now(), state: undefined }] });
    expect(scripted.sent.map((tpdu) => decodeSubmit(tpdu).text)).toEqual(['On my way']);
    scripted.arrive(deliver('after'));
    await quiet();
    // A phone that says nothing of its own accord is asked.
    if (make === 'old') await clock.settle(modem.list());
    await quiet();
    expect(messages.map(({ text, from, missing }) => [text, from, missing])).toEqual([
      ['before', TO, 0],
      ['after', TO, 0],
    ]);
    expect(scripted.stored().size).toBe(0);
  });

  it('tells each make what it supports', async () => {
    const commands = async (make: keyof typeof MAKES, options = {}) => {
      const { scripted } = await started({ scripted: { make }, ...options });
      return scripted.commands.filter((command) => /^AT\+(?:CNMI=[^?]|CSMS=|CPMS=)/.test(command));
    };
    expect(await commands('generic')).toEqual(['AT+CNMI=2,1,0,1,0']);
    expect(await commands('generic', { incoming: 'shown', broadcast: true, storage: 'ME', onMessage: () => {} })).toEqual([
      'AT+CSMS=1',
      'AT+CPMS="ME","ME","ME"',
      'AT+CNMI=2,2,2,1,0',
    ]);
    expect(await commands('old')).toEqual(Array(5).fill(expect.stringMatching(/^AT\+CNMI=2,1/)));
    const { notices } = await started({ scripted: { make: 'old' } });
    expect(notices).toEqual(['the modem does not say that a message came: the list is looked at now and then']);
  });

  it('enters a PIN that is given, once, and never another', async () => {
    const { scripted } = await started({ scripted: { pin: '1234' }, pin: '1234' });
    expect(scripted.commands.filter((command) => command.startsWith('AT+CPIN='))).toEqual(['AT+CPIN="1234"']);

    const wrong = connect({ scripted: { pin: '1234' }, pin: '9999' });
    const error = await failure(wrong, wrong.modem.start());
    expect(error).toMatchObject({ name: 'ModemError', code: 'refused', result: { kind: 'cme', number: 16 } });
    expect(error.message).toBe('AT+CPIN: +CME ERROR: 16 (incorrect password)');
    expect(wrong.scripted.commands.filter((command) => command.startsWith('AT+CPIN='))).toHaveLength(1);

    const none = connect({ scripted: { pin: '1234' } });
    expect(await failure(none, none.modem.start())).toMatchObject({ code: 'pin' });
    expect(none.scripted.commands.filter((command) => command.startsWith('AT+CPIN='))).toEqual([]);
  });

  it('enters a PIN once where the SIM takes its time to accept it', async () => {
    const faults = [{ on: /CPIN\?/, times: 2, instead: ['+CPIN: SIM PIN', 'OK'] }];
    const { scripted } = await started({ scripted: { pin: '1234', faults }, pin: '1234' });
    expect(scripted.commands.filter((command) => command.startsWith('AT+CPIN'))).toEqual([
      'AT+CPIN?',
      'AT+CPIN="1234"',
      'AT+CPIN?',
      'AT+CPIN?',
    ]);
  });

  it('names as many storages as the modem takes, and indications that it allows', async () => {
    const faults: Fault[] = [
      { on: /CPMS="ME","ME"/, instead: ['ERROR'] },
      { on: /CNMI=\?/, instead: ['+CNMI: (7),(2),(0),(0),()', 'OK'] },
    ];
    const { scripted } = await started({ scripted: { faults }, storage: 'ME' });
    expect(scripted.commands.filter((command) => /CPMS=|CNMI=\d/.test(command)).slice(0, 4)).toEqual([
      'AT+CPMS="ME","ME","ME"',
      'AT+CPMS="ME","ME"',
      'AT+CPMS="ME"',
      'AT+CNMI=7,0,0,0,0',
    ]);
  });

  it.each([
    ['a SIM that is busy first', { on: /CPIN\?/, times: 2, instead: ['+CME ERROR: 14'] }],
    ['a modem that does not know AT+CPIN', { on: /CPIN\?/, instead: ['ERROR'] }],
    ['AT+CPIN that is not allowed', { on: /CPIN\?/, instead: ['+CME ERROR: 3'] }],
    ['AT+CPIN without a line', { on: /CPIN\?/, instead: ['OK'] }],
    ['one that sleeps at first', { on: /^AT$/, times: 2, instead: [] }],
    ['no AT+CPMS', { on: /CPMS/, instead: ['ERROR'] }],
    ['an answer to AT+CSMS that cannot be read', { on: /CSMS\?/, instead: ['+CSMS: x', 'OK'] }],
    ['an answer to AT+CPMS that cannot be read', { on: /CPMS/, instead: ['+CPMS: "SM",x', 'OK'] }],
    ['AT+CNMI that takes four values', { on: /CNMI=2,1,0,1,0/, instead: ['ERROR'] }],
  ] satisfies [string, Fault][])('goes on with %s', async (_, fault) => {
    const { modem, clock } = await started({ scripted: { faults: [{ ...fault }] } });
    expect((await clock.settle(modem.send(submitText('x', { to: TO })))).parts).toHaveLength(1);
  });

  it.each([
    ['no answer', { on: /./, instead: [] }, 'silent', 'AT: the modem does not answer'],
    ['no PDU mode', { on: /CMGF/, instead: ['ERROR'] }, 'unsupported', 'the modem does not know PDU mode (AT+CMGF=0)'],
    ['no SIM', { on: /CPIN/, instead: ['+CME ERROR: 10'] }, 'refused', 'AT+CPIN?: +CME ERROR: 10 (SIM not inserted)'],
    ['a PUK', { on: /CPIN/, instead: ['+CPIN: SIM PUK', 'OK'] }, 'pin', 'the SIM asks for SIM PUK'],
    ['a SIM that is never ready', { on: /CPIN/, instead: ['+CME ERROR: 14'] }, 'pin', 'the SIM is not ready'],
    ['silence at AT+CPIN', { on: /CPIN/, instead: [] }, 'silent', 'AT+CPIN?: the modem does not answer'],
  ] satisfies [string, Fault, string, string][])('ends with %s', async (_, fault, code, message) => {
    const bench = connect({ scripted: { faults: [fault] } });
    expect(await failure(bench, bench.modem.start())).toMatchObject({ code, message });
  });

  it('refuses options that would end a command, and storages that are not there', async () => {
    for (const [options, field] of [
      [{ pin: '1\r2' }, 'pin'],
      [{ storage: 'SM"' }, 'storage'],
    ] as const) {
      const bench = connect(options);
      expect(await failure(bench, bench.modem.start())).toMatchObject({ name: 'EncodeError', field });
    }
    const bench = connect({ storage: 'ZZ' });
    expect(await failure(bench, bench.modem.start())).toMatchObject({ code: 'unsupported' });
  });

  it('is not sent with before', async () => {
    const bench = connect();
    expect(await failure(bench, bench.modem.send(submitText('x', { to: TO })))).toMatchObject({ code: 'unsupported' });
    expect(await failure(bench, bench.modem.list())).toMatchObject({ code: 'unsupported' });
  });
});

describe('sending', () => {
  it('parts keep the link, where the modem can', async () => {
    const long = submitText('Meeting at 5. '.repeat(20), { to: TO });
    for (const [make, kept] of [
      ['generic', 2],
      ['old', 1],
    ] as const) {
      const { modem, clock, scripted } = await started({ scripted: { make } });
      await clock.settle(modem.send(long));
      const { parts } = await clock.settle(modem.send(long, { smsc: '+447785016005' }));
      expect(parts.map(({ reference }) => reference)).toEqual([3, 4]);
      expect(scripted.sent.map((tpdu) => decodeSubmit(tpdu).text).join('')).toBe('Meeting at 5. '.repeat(40));
      // One that does not know the command is asked once.
      expect(scripted.commands.filter((command) => command === 'AT+CMMS=1')).toHaveLength(kept);
    }
  });

  it('tells of each part, and goes on when whoever is told fails', async () => {
    const notices: string[] = [];
    const { modem, clock } = await started({ onNotice: (notice) => void notices.push(notice) });
    const told: unknown[] = [];
    const onPart = ({ reference }: SentPart, index: number, count: number) => {
      told.push([reference, index, count]);
      throw new Error('full');
    };
    const { parts } = await clock.settle(modem.send(submitText('Meeting at 5. '.repeat(30), { to: TO }), { onPart }));
    expect(told).toEqual(parts.map(({ reference }, index) => [reference, index, 3]));
    expect(notices).toEqual(Array(3).fill('a reader of part failed: full'));
  });

  it('is cancelled before the next part, and before the next try', async () => {
    const { modem, clock, scripted } = await started();
    const signal = { aborted: false };
    const onPart = () => {
      signal.aborted = true;
    };
    const long = submitText('Meeting at 5. '.repeat(30), { to: TO });
    const error = await failure({ clock } as Bench, modem.send(long, { signal, onPart }));
    expect(error).toMatchObject({ code: 'cancelled', part: 1, message: 'part 2 of 3 was not sent: cancelled' });
    expect((error as ModemSendError).sent.parts).toHaveLength(1);
    const busy = { on: /PDU/, instead: ['+CMS ERROR: 331'], onAnswered: onPart };
    scripted.faults.push(busy);
    signal.aborted = false;
    const again = await failure({ clock } as Bench, modem.send(submitText('Hello', { to: TO }), { signal }));
    expect(again.code).toBe('cancelled');
    expect(scripted.sent).toHaveLength(1);
  });

  it('any content goes', async () => {
    const { modem, clock, scripted } = await started();
    const si = { href: 'http://www.example.com/', text: 'New mail' };
    await clock.settle(modem.send(buildSubmits({ kind: 'serviceIndication', si }, { to: TO })));
    expect(readSubmits(scripted.sent.map((tpdu) => decodeSubmit(tpdu)))).toMatchObject({ kind: 'serviceIndication', si });
  });

  it.each([
    ['no network for a while', { on: /PDU/, times: 2, instead: ['+CMS ERROR: 331'] }, 3],
    ['a SIM that is busy', { on: /PDU/, times: 1, instead: ['+CMS ERROR: 314'] }, 2],
    ['a prompt that gets lost', { on: /CMGS/, times: 1, losesPrompt: true }, 2],
    ['a command that is not answered', { on: /CMGS/, times: 1, instead: [] }, 2],
    ['a refusal before the prompt', { on: /CMGS/, times: 1, instead: ['ERROR'] }, 2],
    ['lines in between', { on: /CMGS|PDU/, first: ['^RSSI: 20', '+CREG: 1', 'RING'] }, 1],
  ] satisfies [string, Fault, number][])('goes on after %s', async (_, fault, tries) => {
    const { modem, clock, scripted } = await started({ scripted: { faults: [{ ...fault }] } });
    const sent = await clock.settle(modem.send(submitText('On my way', { to: TO })));
    expect(sent.parts).toHaveLength(1);
    expect(scripted.sent).toHaveLength(1);
    expect(scripted.commands.filter((command) => command.startsWith('AT+CMGS'))).toHaveLength(tries);
  });

  it('sets PDU mode again for a modem that was switched off meanwhile', async () => {
    const { modem, clock, scripted } = await started();
    scripted.receive(new TextEncoder().encode('AT+CMGF=1\r'));
    await quiet();
    await clock.settle(modem.send(submitText('On my way', { to: TO })));
    expect(scripted.sent).toHaveLength(1);
  });

  it('an answer that comes late is still the answer, and nothing is sent twice', async () => {
    const { modem, clock, scripted } = await started({ scripted: { faults: [{ on: /PDU/, times: 1, lateMs: 120_050 }] } });
    const sent = await clock.settle(modem.send(submitText('One', { to: TO })));
    expect(sent.parts).toMatchObject([{ reference: 1 }]);
    expect((await clock.settle(modem.send(submitText('Two', { to: TO })))).parts).toMatchObject([{ reference: 2 }]);
    expect(scripted.sent).toHaveLength(2);
  });

  it.each([
    ['is refused for good', { on: /PDU/, instead: ['+CMS ERROR: 1'] }, 'refused', 1],
    ['is refused for a while, again and again', { on: /PDU/, instead: ['+CMS ERROR: 42'] }, 'refused', 3],
    ['is refused without a number', { on: /PDU/, instead: ['ERROR'] }, 'unclear', 1],
    ['times out in the network', { on: /PDU/, instead: ['+CMS ERROR: 332'] }, 'unclear', 1],
    ['is not answered', { on: /PDU/, instead: [] }, 'unclear', 1],
    ['meets a SIM that is not there', { on: /CMGS/, instead: ['+CMS ERROR: 310'] }, 'refused', 1],
    ['gets no prompt, ever', { on: /CMGS/, losesPrompt: true }, 'silent', 3],
    ['gets OK in place of a prompt', { on: /CMGS/, instead: ['OK'] }, 'damaged', 3],
  ] satisfies [string, Fault, string, number][])('a message that %s fails', async (_, fault, code, tries) => {
    const bench = await started({ scripted: { faults: [fault] } });
    const error = await failure(bench, bench.modem.send(submitText('On my way', { to: TO })));
    expect(error).toBeInstanceOf(ModemSendError);
    expect(error).toMatchObject({ name: 'ModemSendError', code, part: 0, sent: { to: TO, parts: [] } });
    expect(bench.scripted.commands.filter((command) => command.startsWith('AT+CMGS'))).toHaveLength(tries);
  });

  it('says which parts were sent before one was not', async () => {
    const bench = await started();
    const long = submitText('Meeting at 5. '.repeat(20), { to: TO });
    const sending = bench.modem.send(long);
    bench.scripted.faults.push({ on: /PDU/, times: 1 }, { on: /PDU/, instead: ['+CMS ERROR: 38'] });
    const error = (await failure(bench, sending)) as ModemSendError;
    expect([error.part, error.sent.parts.length, error.message]).toEqual([
      1,
      1,
      'AT+CMGS: +CMS ERROR: 38 (network out of order)',
    ]);
  });

  it('takes an answer without a reference', async () => {
    const edits = [
      (line: string) => (line.startsWith('+CMGS') ? '+CMGS: x' : line),
      (line: string) => (line.startsWith('+CMGS') ? '' : line),
    ];
    for (const edit of edits) {
      const { modem, clock } = await started({ scripted: { faults: [{ on: /PDU/, edit }] } });
      expect((await clock.settle(modem.send(submitText('x', { to: TO })))).parts).toMatchObject([{ reference: undefined }]);
    }
  });

  it('checks everything before it sends anything', async () => {
    const bench = await started();
    const good = submitText('x', { to: TO });
    const calls = [
      () => bench.modem.send([...good, { tpDa: 'x', text: '' }]),
      () => bench.modem.send(good, { tries: 0 }),
      () => bench.modem.send(good, { retryMs: -1 }),
      () => bench.modem.send(good, { smsc: 'x' }),
    ];
    for (const call of calls) expect(await failure(bench, call())).toMatchObject({ name: 'EncodeError' });
    expect(await failure(bench, bench.modem.send([]))).toBeInstanceOf(TypeError);
    expect(bench.scripted.commands.filter((command) => command.startsWith('AT+CMGS'))).toEqual([]);
  });

  it('refuses parts to several recipients, before anything is sent', async () => {
    const bench = await started();
    const mixed = [TO, '+447700900124'].flatMap((to) => submitText('x', { to }));
    expect(await failure(bench, bench.modem.send(mixed))).toMatchObject({
      name: 'EncodeError',
      code: 'bad-value',
      field: 'submits[1].tpDa',
    });
    expect(bench.scripted.sent).toEqual([]);
  });

  it('says what was sent, whatever ends it', async () => {
    const long = submitText('x'.repeat(300), { to: TO });
    const closed = await started();
    closed.modem.close('gone');
    expect(await failure(closed, closed.modem.send(long))).toMatchObject({ name: 'ModemSendError', code: 'closed', part: 0 });

    // Between the tries of the second part other work takes all the room.
    const faults: Fault[] = [
      { on: /PDU/, times: 1 },
      { on: /PDU/, times: 1, instead: ['+CMS ERROR: 42'] },
      { on: /CSQ/, lateMs: 9_000 },
    ];
    const full = await started({ limits: { modemWaiting: 3 }, scripted: { faults } });
    const sending = full.modem.send(long).catch((one: ModemSendError) => one);
    await full.clock.advance(1_000);
    const others = [1, 2, 3].map(() => full.modem.command('AT+CSQ'));
    const error = (await full.clock.settle(sending)) as ModemSendError;
    await full.clock.settle(Promise.all(others));
    expect(error).toMatchObject({ name: 'ModemSendError', code: 'refused', part: 1, sent: { parts: [{ reference: 1 }] } });
    expect(error.message).toContain('3 tasks are already waiting (modemWaiting)');
  });

  it('fails when the stream ends, and so does all that waits', async () => {
    const bench = await started({ scripted: { faults: [{ on: /PDU/, instead: [] }] } });
    const sending = [1, 2, 3].map(() => bench.modem.send(submitText('x', { to: TO })).catch((error: ModemError) => error.code));
    await quiet();
    bench.modem.close('unplugged');
    expect(await Promise.all(sending)).toEqual(['unclear', 'closed', 'closed']);
    expect(bench.clock.size).toBe(0);
    expect(await failure(bench, bench.modem.status())).toMatchObject({ code: 'closed', message: 'unplugged' });
  });
});

describe('status reports', () => {
  async function reporting(options: Parameters<typeof connect>[0] = {}) {
    const reports: Report[] = [];
    const bench = await started({ onReport: (one) => void reports.push(one), onMessage: () => {}, ...options });
    const send = (text: string, to = TO) => bench.clock.settle(bench.modem.send(submitText(text, { to, tpSrr: true })));
    return { ...bench, reports, send };
  }

  it.each(['generic', 'simcom', 'quectel', 'ublox'] as const)('of %s are matched to the parts', async (make) => {
    const { scripted, send, reports, clock } = await reporting({ scripted: { make } });
    const message = await send('Meeting at 5. '.repeat(20));
    scripted.arrive(report(2, 0));
    scripted.arrive(report(1, 0x30));
    scripted.arrive(report(1, 0));
    scripted.arrive(report(99, 0));
    await clock.advance(1000);
    expect(reports.map(({ state, part: index, whole }) => [state, index, whole])).toEqual([
      ['delivered', 1, 'waiting'],
      ['waiting', 0, 'waiting'],
      ['delivered', 0, 'delivered'],
      ['delivered', undefined, undefined],
    ]);
    expect(reports[0]?.message).toBe(message);
    expect(message.parts.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it('of a number that was sent to without its country are matched', async () => {
    const { scripted, send, reports } = await reporting();
    const sent = await send('x', '7700900123');
    scripted.arrive(report(1, 0));
    await quiet();
    expect(reports).toMatchObject([{ state: 'delivered', message: sent, part: 0, whole: 'delivered' }]);
  });

  it('that come together with the answer are matched', async () => {
    const told = report(1, 0);
    const other = report(200, 0);
    // Both follow the answer in one piece of the stream.
    const lines = [other, told].map((one) => `\r\n+CDS: ${one.length}\r\n00${toHex(one)}\r\n`).join('');
    const edit = (line: string) => (line === 'OK' ? `OK\r\n${lines}` : line);
    const { send, reports } = await reporting({ chunk: 10_000, scripted: { faults: [{ on: /PDU/, edit }] } });
    const message = await send('x');
    await quiet();
    expect(reports).toMatchObject([
      { state: 'delivered', message, part: 0, whole: 'delivered' },
      { state: 'delivered', report: { tpMr: 200 } },
    ]);
    expect(reports[1]?.message).toBeUndefined();
  });

  it('that are stored are fetched and deleted', async () => {
    const { scripted, send, reports, clock } = await reporting({ scripted: { make: 'quectel', faults: [] } });
    await send('x');
    scripted.receive(new TextEncoder().encode('AT+CNMI=2,1,0,2,0\r'));
    await quiet();
    scripted.arrive(report(1, 0x46));
    await clock.advance(1000);
    expect(reports).toMatchObject([{ state: 'failed', whole: 'failed', part: 0 }]);
    expect(scripted.stored().size).toBe(0);
  });

  it('tell messages apart by recipient, and by time when the reference comes again', async () => {
    const { scripted, send, reports, clock } = await reporting();
    const first = await send('first');
    const firstAt = new Date(clock.now());
    scripted.reference = 0;
    await clock.advance(3_600_000);
    const other = await send('other', '+447700900999');
    scripted.reference = 0;
    const again = await send('again');
    expect([first, other, again].map(({ parts }) => parts[0]?.reference)).toEqual([1, 1, 1]);
    // The network writes the recipient as within the country.
    scripted.arrive(
      encodeStatusReport({
        tpMr: 1,
        tpRa: { ton: 2, npi: 1, digits: '7700900123' },
        tpScts: { at: firstAt, offsetMinutes: 0 },
        tpDt: AT,
        tpSt: 0,
      }),
    );
    scripted.arrive(report(1, 0, '+447700900999', new Date(clock.now())));
    scripted.arrive(report(1, 0, TO, new Date(clock.now())));
    await clock.advance(10);
    expect(reports.map(({ message }) => message)).toEqual([first, other, again]);
  });

  it('wait for no more parts than the limit', async () => {
    const { scripted, send, reports, clock } = await reporting({ limits: { modemWaiting: 2 } });
    for (const text of ['a', 'b', 'c']) await send(text);
    for (const reference of [1, 2, 3]) scripted.arrive(report(reference, 0));
    await clock.advance(10);
    expect(reports.map(({ message }) => message === undefined)).toEqual([true, false, false]);
  });

  it('are acknowledged in phase 2+', async () => {
    const { scripted, send, clock } = await reporting({ incoming: 'shown' });
    await send('x');
    scripted.arrive(report(1, 0));
    await clock.advance(10);
    expect(scripted.acknowledged).toEqual(['AT+CNMA']);
  });
});

describe('receiving', () => {
  async function receiving(options: Parameters<typeof connect>[0] = {}) {
    const messages: ModemMessage[] = [];
    const bench = await started({ onMessage: (message) => void messages.push(message), ...options });
    return { ...bench, messages };
  }

  it('joins parts in any order, twice, and deletes them when the message was accepted', async () => {
    const { scripted, messages, clock } = await receiving();
    scripted.arrive(part(2, 3, 'two '));
    scripted.arrive(part(1, 3, 'one '));
    scripted.arrive(part(2, 3, 'two '));
    await clock.advance(100);
    expect(messages).toEqual([]);
    // The one that came twice is not needed.
    expect(scripted.stored().size).toBe(2);
    scripted.arrive(part(3, 3, 'three'));
    await clock.advance(100);
    expect(messages).toMatchObject([{ text: 'one two three', from: TO, missing: 0, at: AT.at, isFlash: false }]);
    expect(messages[0]?.places.map(({ index }) => index).sort()).toEqual([1, 2, 3]);
    expect(messages[0]?.tpdus.map(toHex)).toEqual([part(1, 3, 'one '), part(2, 3, 'two '), part(3, 3, 'three')].map(toHex));
    expect(scripted.stored().size).toBe(0);
  });

  it('finds parts of before in the storage', async () => {
    const first = await receiving();
    first.scripted.arrive(part(1, 2, 'one '));
    await first.clock.advance(100);
    const second = connect({ onMessage: (message) => void first.messages.push(message) });
    for (const [, { pdu }] of first.scripted.stored()) second.scripted.store(fromHex(pdu.slice(16)));
    await second.clock.settle(second.modem.start());
    second.scripted.arrive(part(2, 2, 'two'));
    await second.clock.advance(100);
    expect(first.messages.map(({ text }) => text)).toEqual(['one two']);
  });

  it('keeps a message until the reader accepts it', async () => {
    let isReady = false;
    const accepted: string[] = [];
    const bench = await started({
      async onMessage({ text }) {
        if (!isReady) throw new Error('the disk is full');
        accepted.push(text ?? '');
      },
      retryMs: 5_000,
      pollMs: 1_000,
    });
    bench.scripted.arrive(deliver('kept'));
    await bench.clock.advance(4_000);
    expect(bench.scripted.stored().size).toBe(1);
    expect(bench.notices).toEqual([`a message from ${TO} was not accepted: the disk is full`]);
    isReady = true;
    await bench.clock.advance(10_000);
    expect(accepted).toEqual(['kept']);
    expect(bench.scripted.stored().size).toBe(0);
  });

  it('leaves everything stored on request, and offers it once', async () => {
    const { scripted, messages, clock } = await receiving({ keep: true, pollMs: 1_000 });
    scripted.arrive(deliver('kept'));
    await clock.advance(10_000);
    expect(messages.map(({ text }) => text)).toEqual(['kept']);
    expect(scripted.stored().size).toBe(1);
  });

  it('lets everything be stored without a reader, whatever else was asked for', async () => {
    const indications = ['(0-2),(0-3),(0,2),(0-2),(0,1)', '(0-2),(0,2,3),(0,2),(0-2),(0,1)', '(0-2),(2,3),(0,2),(0-2),(0,1)'];
    for (const [i, allowed] of indications.entries()) {
      const fault = { on: /CNMI=\?/, instead: [`+CNMI: ${allowed}`, 'OK'] };
      const { scripted, clock } = await started({ incoming: 'shown', scripted: { faults: [fault] } });
      expect(scripted.commands).toContain(`AT+CNMI=2,${i === 0 ? 1 : 0},0,1,0`);
      scripted.arrive(deliver('kept'));
      await clock.advance(1_000);
      expect(scripted.stored().size).toBe(1);
    }
  });

  it('passes on what is shown without a reader, and asks nothing', async () => {
    const events: string[] = [];
    const { scripted } = await started({ onEvent: ({ kind }) => void events.push(kind) });
    const before = scripted.commands.length;
    const tpdu = deliver('shown');
    scripted.say(`+CMT: ,${tpdu.length}\r\n0791447758100650${toHex(tpdu)}`, '+CMTI: "SM",1', '^SMMEMFULL: "SM"');
    await quiet();
    expect(events).toEqual(['message', 'stored', 'full']);
    expect(scripted.commands).toHaveLength(before);
  });

  it('leaves a report about what was submitted where it is', async () => {
    // TS 23.040 9.2.2.2a: a SUBMIT-REPORT, with nothing but the time of the service centre.
    const bench = connect({ onMessage: () => {} });
    bench.scripted.store(fromHex('010062112112000000'));
    await bench.clock.settle(bench.modem.start());
    await quiet();
    expect(bench.notices).toEqual(['a SMS-SUBMIT-REPORT is stored at 1, and stays']);
    expect(bench.scripted.stored().size).toBe(1);
  });

  it('reads the only storage of a modem that does not say which one it is', async () => {
    const messages: string[] = [];
    const { scripted, modem, clock } = connect({
      scripted: { faults: [{ on: /CPMS/, instead: ['ERROR'] }] },
      onMessage: ({ text }) => void messages.push(text ?? ''),
    });
    scripted.store(deliver('before'));
    await clock.settle(modem.start());
    scripted.arrive(deliver('after'));
    await clock.advance(1_000);
    expect([messages, scripted.stored().size]).toEqual([['before', 'after'], 0]);
    expect(scripted.commands.filter((command) => command.startsWith('AT+CPMS='))).toEqual([]);
  });

  it.each([
    ['the network keeps it', [], ['AT+CNMA=2']],
    ['it is lost', [{ on: /CSMS/, instead: ['ERROR'] }], []],
  ] satisfies [string, Fault[], string[]][])(
    'says of what is shown to a reader that is too slow: %s',
    async (fate, faults, acknowledged) => {
      const { scripted, notices } = await started({
        ...{ scripted: { faults }, incoming: 'shown', limits: { modemWaiting: 4 } },
        onMessage: () => new Promise<void>(() => {}),
      });
      for (let i = 0; i < 5; i++) scripted.arrive(deliver(`message ${i}`));
      await quiet();
      expect(notices).toEqual([`a message from ${TO} was not taken, the reader is too slow: ${fate}`]);
      expect(scripted.commands.filter((command) => command.startsWith('AT+CNMA'))).toEqual(acknowledged);
    },
  );

  it('gives out the octets of what is incomplete', async () => {
    const { scripted, messages, clock } = await receiving({ limits: { reassemblyMs: 60_000 }, pollMs: 30_000 });
    const udh: InformationElement[] = [{ kind: 'concat8', reference: 7, total: 2, sequence: 2 }];
    scripted.arrive(encodeDeliver({ tpOa: TO, tpScts: AT, tpDcs: 4, udh, data: Uint8Array.of(1, 2) }));
    await clock.advance(200_000);
    expect(messages).toMatchObject([{ data: Uint8Array.of(1, 2), missing: 1 }]);
    expect(messages[0]).not.toHaveProperty('text');
  });

  it('says why a reader did not accept a message, whatever it throws', async () => {
    const { scripted, notices } = await started({
      onMessage() {
        throw 'storage full';
      },
    });
    scripted.arrive(deliver('one'));
    await quiet();
    expect(notices).toEqual([`a message from ${TO} was not accepted: storage full`]);
  });

  it('fetches nothing without a reader', async () => {
    const { scripted, modem, clock } = await started();
    scripted.arrive(deliver('kept'));
    await clock.advance(1_000);
    await clock.settle(modem.list());
    expect(scripted.commands.filter((command) => /CMG[RLD]/.test(command))).toEqual([]);
    expect(scripted.stored().size).toBe(1);
  });

  it('deletes later what cannot be deleted now, and gives it out once', async () => {
    const faults: Fault[] = [{ on: /CMGD/, times: 1, instead: ['+CMS ERROR: 320'] }];
    const { scripted, messages, clock } = await receiving({ scripted: { faults }, pollMs: 1_000 });
    scripted.arrive(deliver('once'));
    await clock.advance(500);
    expect(scripted.stored().size).toBe(1);
    await clock.advance(5_000);
    expect(scripted.stored().size).toBe(0);
    expect(messages).toHaveLength(1);
  });

  it('finds in the list what it was not told of, and what could not be fetched', async () => {
    const faults: Fault[] = [{ on: /CMGR/, times: 1, instead: ['ERROR'] }];
    const { scripted, messages, clock } = await receiving({ scripted: { faults }, pollMs: 60_000 });
    scripted.store(deliver('untold'));
    scripted.arrive(deliver('told'));
    await clock.advance(61_000);
    expect(messages.map(({ text }) => text).sort()).toEqual(['told', 'untold']);
  });

  it('reads the storage that the modem names', async () => {
    const { scripted, messages, clock } = await receiving();
    scripted.store(deliver('elsewhere'), 0, 'ME');
    scripted.say('+CMTI: "ME",1');
    await clock.advance(100);
    expect(messages).toMatchObject([{ text: 'elsewhere', places: [{ memory: 'ME', index: 1 }] }]);
    expect(scripted.stored('ME').size).toBe(0);
  });

  it('neither reads nor deletes where the storage cannot be chosen', async () => {
    let isReady = false;
    const faults: Fault[] = [{ on: /CPMS="ME"/, instead: ['+CMS ERROR: 302'] }];
    const { scripted, messages, modem, clock, notices } = await receiving({
      scripted: { faults },
      retryMs: 3_600_000,
      onMessage: (message) => {
        if (!isReady) throw new Error('busy');
        messages.push(message);
      },
    });
    scripted.arrive(deliver('refused'));
    await clock.advance(100);
    isReady = true;
    scripted.store(deliver('elsewhere'), 0, 'ME');
    scripted.say('+CMTI: "ME",1', '+CDSI: "ME",1');
    await clock.advance(100);
    expect([messages, scripted.stored('SM').size, scripted.stored('ME').size]).toEqual([[], 1, 1]);
    expect(notices.at(-1)).toBe('the storage ME cannot be chosen now: what is in it stays');
    faults.length = 0;
    scripted.say('+CMTI: "ME",1');
    await clock.advance(100);
    expect(messages.map(({ text }) => text)).toEqual(['elsewhere']);
    expect([scripted.stored('SM').size, scripted.stored('ME').size]).toEqual([1, 0]);
    // The one in the storage of before is deleted from there.
    faults.push({ on: /CPMS="SM"/, times: 1, instead: [] });
    await clock.advance(3_700_000);
    expect([messages.length, scripted.stored('SM').size]).toEqual([2, 1]);
    await clock.settle(modem.list());
    await clock.settle(modem.idle());
    expect([messages.length, scripted.stored('SM').size]).toEqual([2, 0]);
  });

  it('deletes a place once: what comes there afterwards is another message', async () => {
    const accepts: (() => void)[] = [];
    const seen: (string | undefined)[] = [];
    const faults: Fault[] = [];
    const bench = await started({
      scripted: { faults },
      onMessage: ({ text }) => {
        seen.push(text);
        return new Promise<void>((resolve) => accepts.push(resolve));
      },
    });
    const { scripted, modem, clock } = bench;
    scripted.arrive(deliver('old'));
    await clock.advance(10);
    faults.push({ on: /CMGL/, times: 1, lateMs: 1_000 }, { on: /PDU/, times: 1, lateMs: 5_000 });
    const listing = modem.list();
    await clock.advance(100);
    // Accepted while the list is on its way: it is deleted, then a part is sent, then the list has it again.
    accepts[0]?.();
    await clock.advance(10);
    const sending = modem.send(submitText('x', { to: TO }));
    await clock.advance(2_000);
    expect(scripted.stored().size).toBe(0);
    scripted.arrive(deliver('new'));
    await clock.settle(Promise.all([listing, sending]));
    await clock.advance(10);
    expect(seen).toEqual(['old', 'new']);
    expect(scripted.stored().size).toBe(1);
    accepts[1]?.();
    await clock.advance(10);
    expect(scripted.stored().size).toBe(0);
  });

  it('deletes only the message that was accepted, whatever took its place', async () => {
    const accepts: (() => void)[] = [];
    const { scripted, clock } = await started({ onMessage: () => new Promise<void>((resolve) => accepts.push(resolve)) });
    scripted.arrive(deliver('old'));
    await clock.advance(10);
    scripted.receive(new TextEncoder().encode('AT+CMGD=1\r'));
    scripted.arrive(deliver('new'));
    await clock.advance(10);
    accepts[0]?.();
    await clock.advance(10);
    expect(scripted.stored().size).toBe(1);
  });

  it('is not full because the storage of drafts is', async () => {
    const edit = (line: string) => (line.startsWith('+CPMS') ? '+CPMS: "SM",1,20,"ME",5,5,"SM",1,20' : line);
    const { scripted, messages, modem, clock, notices } = await receiving({ scripted: { faults: [{ on: /CPMS\?/, edit }] } });
    scripted.arrive(part(1, 2, 'one '));
    await clock.settle(modem.list());
    await clock.advance(10);
    expect([messages, notices, scripted.stored().size]).toEqual([[], [], 1]);
  });

  it('reads lengths that are wrong, and says what cannot be read, once; it stays', async () => {
    const edit = (line: string) => line.replace(/^(\+CMGL: 1,.*?)\d+(?=\r)/, '$199');
    const { scripted, messages, clock, notices } = await receiving({
      scripted: { faults: [{ on: /CMGL/, edit }] },
      pollMs: 1_000,
    });
    scripted.store(deliver('length'));
    scripted.store(fromHex('FFFF'));
    await clock.advance(5_000);
    expect(messages.map(({ text }) => text)).toEqual(['length']);
    expect(notices).toEqual([expect.stringMatching(/^the message at \d cannot be read, and stays: TP-OA/)]);
    expect(scripted.stored().size).toBe(1);
  });

  it('leaves drafts and what was sent where they are', async () => {
    const { scripted, messages, modem, clock } = await receiving();
    scripted.store(fromHex('0001000C914477009010320000094F37A89D07DDC379'), 2);
    await clock.settle(modem.list());
    expect([messages.length, scripted.stored().size]).toEqual([0, 1]);
  });

  it('gives out what is incomplete when its time is over', async () => {
    const { scripted, messages, clock } = await receiving({ limits: { reassemblyMs: 60_000 }, pollMs: 10_000 });
    scripted.arrive(part(3, 3, 'three'));
    scripted.arrive(part(1, 3, 'one '));
    await clock.advance(90_000);
    expect(messages).toMatchObject([{ text: 'one three', missing: 1 }]);
    expect(messages[0]?.parts).toHaveLength(2);
    expect(scripted.stored().size).toBe(0);
  });

  it('waits for the missing parts when what was accepted leaves room in a full storage', async () => {
    const messages: ModemMessage[] = [];
    const { scripted, modem, clock, notices } = connect({
      scripted: { places: 3 },
      onMessage: (message) => void messages.push(message),
    });
    scripted.store(deliver('one'));
    scripted.store(deliver('two'));
    scripted.store(part(1, 2, 'begins '));
    await clock.settle(modem.start());
    await clock.advance(100);
    expect([scripted.stored().size, notices]).toEqual([1, []]);
    expect(scripted.arrive(part(2, 2, 'and ends'))).toBe(true);
    await clock.advance(100);
    expect(messages.map(({ text, missing }) => [text, missing])).toEqual([
      ['one', 0],
      ['two', 0],
      ['begins and ends', 0],
    ]);
  });

  it('gives out what is incomplete in a full storage from which nothing is deleted, before it is idle', async () => {
    const messages: ModemMessage[] = [];
    const { scripted, modem, clock } = connect({
      keep: true,
      scripted: { places: 2 },
      onMessage: (message) => void messages.push(message),
    });
    scripted.store(deliver('one'));
    scripted.store(part(1, 2, 'begins '));
    await clock.settle(modem.start());
    await clock.settle(modem.idle());
    expect(messages.map(({ text, missing }) => [text, missing])).toEqual([
      ['one', 0],
      ['begins ', 1],
    ]);
  });

  it.each([1, 7, 1000])('offers what comes while the reader ends, however long it takes (%i octets at once)', async (chunk) => {
    for (let turns = 0; turns < 40; turns++) {
      const seen: (string | undefined)[] = [];
      const { scripted, clock } = await started({
        chunk,
        async onMessage({ text }) {
          for (let i = 0; i < turns; i++) await null;
          seen.push(text);
        },
      });
      scripted.arrive(deliver('one'));
      scripted.arrive(deliver('two'));
      await clock.advance(10);
      expect([turns, seen]).toEqual([turns, ['one', 'two']]);
    }
  });

  it('goes on after a reader that fails at once', async () => {
    const seen: (string | undefined)[] = [];
    const { scripted, clock } = await started({
      onMessage({ text }) {
        seen.push(text);
        if (text === 'one') throw new Error('no');
      },
    });
    scripted.arrive(deliver('one'));
    await clock.advance(10);
    scripted.arrive(deliver('two'));
    await clock.advance(10);
    expect(seen).toEqual(['one', 'two']);
  });

  it('gives out what is incomplete at once when the storage is full', async () => {
    const { scripted, messages, clock, notices } = await receiving({ scripted: { places: 2 } });
    scripted.arrive(part(1, 3, 'one '));
    scripted.arrive(part(1, 2, 'other', 8));
    expect(scripted.arrive(part(2, 3, 'two '))).toBe(false);
    scripted.say('^SMMEMFULL: "SM"');
    await clock.advance(1_000);
    expect(messages.map(({ text, missing }) => [text, missing])).toEqual([
      ['one ', 2],
      ['other', 1],
    ]);
    expect(notices).toEqual(['the storage is full: nothing comes until something is deleted']);
    expect(scripted.stored().size).toBe(0);
  });

  it('knows messages of class 0, and octets for an application', async () => {
    const { scripted, messages, clock } = await receiving();
    scripted.arrive(deliver('Fire drill', { tpDcs: 0x10 }));
    const udh: InformationElement[] = [{ kind: 'ports16', destination: 5505, source: 0 }];
    scripted.arrive(encodeDeliver({ tpOa: TO, tpScts: AT, tpDcs: 0xf5, udh, data: Uint8Array.of(1, 2) }));
    await clock.advance(100);
    expect(messages).toMatchObject([
      { text: 'Fire drill', isFlash: true },
      { data: Uint8Array.of(1, 2), ports: { destination: 5505, source: 0 }, isFlash: false },
    ]);
  });

  it('acknowledges what is shown when the reader has accepted it, and parts at once', async () => {
    const seen: string[] = [];
    const bench = connect({
      incoming: 'shown',
      onMessage({ text }) {
        if (text === 'refused') throw new Error('no');
        seen.push(text ?? '');
      },
    });
    await bench.clock.settle(bench.modem.start());
    bench.scripted.arrive(deliver('taken'));
    await bench.clock.advance(10);
    bench.scripted.arrive(deliver('refused'));
    await bench.clock.advance(10);
    bench.scripted.arrive(part(1, 2, 'one '));
    await bench.clock.advance(10);
    bench.scripted.arrive(part(2, 2, 'two'));
    await bench.clock.advance(10);
    expect(seen).toEqual(['taken', 'one two']);
    expect(bench.scripted.acknowledged).toEqual(['AT+CNMA', 'AT+CNMA=2', 'AT+CNMA', 'AT+CNMA']);
    expect(bench.scripted.unacknowledged).toBe(0);
  });

  it('goes on showing what comes after an acknowledgement that came too late', async () => {
    let accept = () => {};
    const seen: (string | undefined)[] = [];
    const { scripted, clock, notices } = await started({
      incoming: 'shown',
      async onMessage({ text }) {
        seen.push(text);
        if (text === 'slow') {
          await new Promise<void>((resolve) => {
            accept = resolve;
          });
        }
      },
    });
    scripted.arrive(deliver('slow'));
    await clock.advance(30_000);
    scripted.stopWaiting();
    scripted.arrive(deliver('stored meanwhile'));
    accept();
    await clock.advance(10);
    expect(notices).toEqual([
      'an acknowledgement came too late, and the network may send the message again: AT+CNMA: +CMS ERROR: 340 (no +CNMA acknowledgement expected)',
    ]);
    scripted.arrive(deliver('shown'));
    await clock.advance(10);
    expect(seen).toEqual(['slow', 'stored meanwhile', 'shown']);
    expect([scripted.acknowledged, scripted.stored().size]).toEqual([['AT+CNMA', 'AT+CNMA'], 0]);
  });

  it.each(['simcom', 'quectel'] as const)('%s that restarts is set up again', async (make) => {
    const { scripted, messages, clock, notices } = await receiving({ scripted: { make, pin: '1234' }, pin: '1234' });
    scripted.restart();
    scripted.arrive(deliver('untold'));
    await clock.advance(1_000);
    scripted.arrive(deliver('told'));
    await clock.advance(1_000);
    expect(messages.map(({ text }) => text)).toEqual(['untold', 'told']);
    expect(notices).toEqual([]);
  });

  it('is set up again when a modem that restarted without a word refuses its list, which is said once', async () => {
    const { scripted, messages, clock, notices } = await receiving({ scripted: { make: 'ublox' }, pollMs: 60_000 });
    for (const text of ['one', 'two']) {
      scripted.restart();
      scripted.arrive(deliver(text));
      await clock.advance(61_000);
    }
    expect(messages.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(notices).toEqual(['what is stored cannot be read now: AT+CMGL: ERROR']);
  });

  it('says once that a list is refused for good, and does not ask without end', async () => {
    const faults: Fault[] = [{ on: /CMGL/, instead: ['+CMS ERROR: 300'] }];
    const { scripted, modem, clock, notices } = await receiving({ scripted: { faults }, pollMs: 60_000 });
    const lists = () => scripted.commands.filter((command) => command === 'AT+CMGL=4').length;
    expect(lists()).toBe(1);
    await clock.advance(121_000);
    expect(lists()).toBe(5);
    await clock.settle(modem.list());
    expect(notices).toEqual(['what is stored cannot be read now: AT+CMGL: +CMS ERROR: 300 (ME failure)']);
  });

  it('enters a PIN that was refused after a restart no second time', async () => {
    const faults: Fault[] = [];
    const { scripted, clock, notices } = await receiving({ scripted: { make: 'quectel', pin: '1234', faults }, pin: '1234' });
    faults.push({ on: /CPIN=/, instead: ['+CME ERROR: 16'] });
    for (let i = 0; i < 3; i++) {
      scripted.restart();
      await clock.advance(60_000);
    }
    expect(scripted.commands.filter((command) => command.startsWith('AT+CPIN='))).toHaveLength(2);
    expect(notices).toEqual([
      'AT+CPIN: +CME ERROR: 16 (incorrect password)',
      ...Array(2).fill('the SIM asks for its PIN, and none is given'),
    ]);
  });

  it('lets no more wait than the limit: what is stored is found again', async () => {
    let free = () => {};
    const gate = new Promise<void>((resolve) => {
      free = resolve;
    });
    const seen: string[] = [];
    const bench = connect({
      scripted: { make: 'ublox' },
      limits: { modemWaiting: 4 },
      pollMs: 10_000,
      retryMs: 1_000,
      async onMessage({ text }) {
        await gate;
        seen.push(text ?? '');
      },
    });
    for (let i = 0; i < 12; i++) bench.scripted.store(deliver(`message ${i}`));
    await bench.clock.settle(bench.modem.start());
    await bench.clock.advance(30_000);
    expect(bench.modem.waiting).toBe(4);
    free();
    await bench.clock.advance(120_000);
    expect(seen.sort()).toEqual(Array.from({ length: 12 }, (_, i) => `message ${i}`).sort());
    expect(bench.scripted.stored().size).toBe(0);
  });

  it('passes pages of cell broadcast on, and lines that are damaged', async () => {
    const events: string[] = [];
    const { scripted, notices } = await receiving({ broadcast: true, onEvent: ({ kind }) => void events.push(kind) });
    scripted.say(`+CBM: 10\r\n001C0001011165000000`, '+CMT: ,99\r\n00', '+CREG: 5');
    await quiet();
    expect(events).toEqual(['broadcast', 'damaged', 'registration']);
    expect(notices).toEqual([expect.stringMatching(/^a line of the modem cannot be read: /)]);
  });
});

describe('services', () => {
  it('answer, and ask back', async () => {
    const onService = (text: string) => (text === '*100#' ? '1,"1 Balance\r\n2 Top up",15' : '0,"3.50 GBP",15');
    const { modem, clock } = await started({ scripted: { onService } });
    expect(await clock.settle(modem.askService('*100#'))).toMatchObject({ state: 'asks', text: '1 Balance\n2 Top up' });
    expect(await clock.settle(modem.askService('1'))).toMatchObject({ state: 'done', text: '3.50 GBP' });
    await clock.settle(modem.cancelService());
  });

  it('are asked packed where the modem wants that', async () => {
    const { modem, clock, scripted } = await started({
      scripted: { make: 'huawei', onService: (text) => (text === 'AA180C3602' ? '0,"C8F71D14969741F977FD07",15' : undefined) },
    });
    expect(await clock.settle(modem.askService('*100#'))).toMatchObject({ text: 'How are you?' });
    expect(scripted.commands.slice(-2)).toEqual(['AT+CUSD=1,"*100#",15', 'AT+CUSD=1,"AA180C3602",15']);
  });

  it.each([
    [['ERROR'], 2],
    [['+CME ERROR: 4'], 2],
    [['+CME ERROR: 58'], 2],
    [['+CME ERROR: 30'], 1],
    [['+CME ERROR: 31'], 1],
    [['+CME ERROR: 100'], 1],
  ])('are asked again, packed, only where the modem refuses the text: %j', async (instead, times) => {
    const bench = await started({ scripted: { faults: [{ on: /CUSD/, instead }] } });
    expect(await failure(bench, bench.modem.askService('*100*5#'))).toMatchObject({ code: 'refused' });
    expect(bench.scripted.commands.filter((command) => command.includes('+CUSD'))).toHaveLength(times);
  });

  it('have their time from when they are asked, not while something else is sent', async () => {
    const faults: Fault[] = [{ on: /PDU/, times: 1, lateMs: 100_000 }];
    const { modem, clock, scripted } = await started({ scripted: { faults, onService: () => '0,"Topped up",15' } });
    const sending = modem.send(submitText('x', { to: TO }));
    const asking = modem.askService('*100*5#');
    await clock.advance(50_000);
    // The network says something else meanwhile.
    scripted.say('+CUSD: 0,"Welcome",15');
    expect((await clock.settle(Promise.all([sending, asking])))[1]).toMatchObject({ text: 'Topped up' });
    expect(scripted.commands.filter((command) => command.includes('+CUSD'))).toHaveLength(1);
  });

  it('that do not answer, are refused, or are asked wrongly, fail', async () => {
    const silent = await started();
    expect(await failure(silent, silent.modem.askService('*100#'))).toMatchObject({ code: 'silent' });
    const refused = await started({ scripted: { faults: [{ on: /CUSD/, instead: ['+CME ERROR: 30'] }] } });
    expect(await failure(refused, refused.modem.askService('*100#', 'text'))).toMatchObject({ code: 'refused' });
    expect(await failure(refused, refused.modem.askService('*100"#'))).toMatchObject({ name: 'EncodeError', field: 'ussd' });
    const asked = ['*100#', '*101#'].map((text) => silent.modem.askService(text).catch((error: ModemError) => error.message));
    await quiet();
    silent.modem.close('unplugged');
    expect(await Promise.all(asked)).toEqual(['unplugged', 'another service is under way']);
  });
});

describe('the rest', () => {
  it('goes on when a reader of notices fails', async () => {
    let offers = 0;
    const { scripted, clock } = await started({
      retryMs: 1_000,
      onNotice() {
        throw new Error('the log is full');
      },
      onMessage() {
        offers++;
        throw new Error('no');
      },
    });
    scripted.arrive(deliver('one'));
    scripted.arrive(deliver('two'));
    await clock.advance(1_500);
    expect(offers).toBe(4);
  });

  it.each([
    ['pollMs', 2 ** 31],
    ['pollMs', -1],
    ['retryMs', 2 ** 31],
    ['retryMs', 0],
    ['commandMs', 2 ** 31],
    ['commandMs', Number.NaN],
    ['commandMs', 0],
  ] as const)('refuses times without sense: %s %d', (field, value) => {
    expect(() => connect({ [field]: value })).toThrow(
      expect.objectContaining({ name: 'EncodeError', code: 'bad-value', field }),
    );
  });

  it('is set up again without a reader, and asks for no list', async () => {
    const { scripted, clock } = await started({ scripted: { make: 'simcom' } });
    const before = scripted.commands.length;
    scripted.restart();
    await clock.advance(60_000);
    expect(scripted.commands.slice(before)).toContain('AT+CMGF=0');
    expect(scripted.commands.filter((command) => command.startsWith('AT+CMGL'))).toEqual([]);
  });

  it('gives the PDU of a stored message after its line', async () => {
    const { scripted, modem, clock } = await started();
    const tpdu = deliver('stored');
    scripted.store(tpdu);
    expect(await clock.settle(modem.command('AT+CMGR=1'))).toEqual([
      `+CMGR: 0,,${tpdu.length}`,
      `0791447758100650${toHex(tpdu)}`,
    ]);
  });

  it('refuses a time without sense for a command', async () => {
    const bench = await started();
    expect(await failure(bench, bench.modem.command('AT+CSQ', 2 ** 31))).toMatchObject({ field: 'timeoutMs' });
  });

  it('is set up once, however often it is started, and again after a failure', async () => {
    const { modem, clock, scripted } = connect({ scripted: { faults: [{ on: /CMGF/, times: 1, instead: ['ERROR'] }] } });
    const [first, second] = await clock.settle(Promise.allSettled([modem.start(), modem.start()]));
    expect([first.status, second.status]).toEqual(['rejected', 'rejected']);
    const started = await clock.settle(modem.start());
    expect(await clock.settle(modem.start())).toBe(started);
    expect(scripted.commands.filter((command) => command === 'AT+CMGF=0')).toHaveLength(2);
  });

  it('goes on when a reader of events or reports fails', async () => {
    const fail = () => {
      throw new Error('a fault of its own');
    };
    const { modem, clock, scripted, notices } = await started({ onEvent: fail, onReport: fail });
    scripted.say('RING');
    scripted.arrive(report(1, 0));
    await quiet();
    expect(notices).toEqual(['a reader of ring failed: a fault of its own', 'a reader of report failed: a fault of its own']);
    expect(await clock.settle(modem.command('AT+CSQ'))).toEqual(['+CSQ: 17,0']);
  });

  it('says what the modem says of itself', async () => {
    const { modem, clock } = await started({ scripted: { make: 'huawei', faults: [{ on: /CSQ/, instead: ['ERROR'] }] } });
    expect(await clock.settle(modem.status())).toEqual({
      manufacturer: 'huawei',
      model: 'E173',
      operator: 'Test Network',
      registration: { state: 'home' },
      serviceCentre: '+447785016005',
      storages: Array(3).fill({ memory: 'SM', used: 0, total: 20 }),
    });
  });

  it("runs commands of the caller's own, one line each", async () => {
    const bench = await started();
    expect(await bench.clock.settle(bench.modem.command('AT+CSQ'))).toEqual(['+CSQ: 17,0']);
    expect(await failure(bench, bench.modem.command('AT+CSQ\rAT+CMGD=1,4'))).toMatchObject({
      name: 'EncodeError',
      field: 'command',
    });
    expect(await failure(bench, bench.modem.command('AT+NONE'))).toMatchObject({ code: 'refused', message: 'AT+NONE: ERROR' });
  });

  it('lets no more commands wait than the limit', async () => {
    const bench = await started({ limits: { modemWaiting: 3 }, scripted: { faults: [{ on: /CSQ/, instead: [] }] } });
    const asked = Array.from({ length: 5 }, () => failure(bench, bench.modem.command('AT+CSQ', 1_000)));
    expect((await Promise.all(asked)).map(({ code }) => code)).toEqual([
      'silent',
      'silent',
      'silent',
      'limit-exceeded',
      'limit-exceeded',
    ]);
  });

  it('no command of another is answered by what comes late', async () => {
    const { modem, clock } = await started({ scripted: { faults: [{ on: /CSQ/, times: 1, lateMs: 10_100 }] } });
    expect(await clock.settle(modem.command('AT+CSQ'))).toEqual(['+CSQ: 17,0']);
    expect(await clock.settle(modem.command('AT+CGMM'))).toEqual(['modem']);
  });
});

describe('what is asked when a modem is set up', () => {
  it('is three times whether it is awake, and has 2 seconds each, 3 more for what comes late', async () => {
    const bench = connect({ scripted: { faults: [{ on: /./, instead: [] }] } });
    const before = bench.clock.now();
    expect(await failure(bench, bench.modem.start())).toMatchObject({ code: 'silent' });
    expect(bench.clock.now() - before).toBe(3 * 5_000);
  });

  it('ends with the modem', async () => {
    const bench = connect({ scripted: { faults: [{ on: /./, instead: [] }] } });
    const starting = bench.modem.start().catch((error: ModemError) => [error.code, error.message]);
    await quiet();
    bench.modem.close('gone');
    expect([await starting, bench.scripted.commands]).toEqual([['closed', 'gone'], ['AT']]);
  });

  it('is ten times whether the SIM is ready', async () => {
    for (const instead of ['+CME ERROR: 14', '+CMS ERROR: 314', '+CMS ERROR: 515']) {
      const bench = connect({ scripted: { faults: [{ on: /CPIN/, instead: [instead] }] } });
      expect(await failure(bench, bench.modem.start())).toMatchObject({ code: 'pin' });
      expect(bench.scripted.commands.filter((command) => command === 'AT+CPIN?')).toHaveLength(10);
    }
  });

  it.each([
    ['+CMS ERROR: 310', 'refused'],
    ['+CME ERROR: 10', 'refused'],
    ['+CME ERROR: 3', undefined],
    ['+CME ERROR: 4', undefined],
    ['+CMS ERROR: 4', undefined],
    ['ERROR', undefined],
  ])('is what the SIM says: %s', async (instead, code) => {
    const bench = connect({ scripted: { faults: [{ on: /CPIN/, instead: [instead] }] } });
    const ended = await bench.clock.settle(bench.modem.start().catch((error: ModemError) => error.code));
    if (code === undefined) expect(ended).toMatchObject({ isTold: true });
    else expect(ended).toBe(code);
  });

  it.each([
    ['(0-2),(0-3),(0),(0),(0)', 'AT+CNMI=2,1,0,0,0', true],
    ['(1),(1),(0),(0),(0)', 'AT+CNMI=1,1,0,0,0', true],
    ['(0),(0-3),(0),(0),(0)', 'AT+CNMI=0,1,0,0,0', false],
    ['(0-2),(0),(0),(0),(0)', 'AT+CNMI=2,0,0,0,0', false],
    ['(0),(0),(0),(0),(0)', 'AT+CNMI=0,0,0,0,0', false],
  ])('is what it says of its own accord: of %s it is told %s', async (allowed, command, isTold) => {
    const faults: Fault[] = [{ on: /CNMI=\?/, times: 9, instead: [`+CNMI: ${allowed}`, 'OK'] }];
    const { scripted, modem, clock, notices } = await started({ scripted: { faults }, onMessage: () => {} });
    expect(await clock.settle(modem.start())).toMatchObject({ isTold });
    expect(scripted.commands.filter((one) => /CNMI=\d/.test(one))).toEqual([command]);
    expect(notices).toHaveLength(isTold ? 0 : 1);
  });

  it('is tried with fewer values where it refuses them', async () => {
    const { scripted } = await started({ scripted: { make: 'old' } });
    expect(scripted.commands.filter((one) => /CNMI=\d/.test(one))).toEqual(
      ['2,1,0,1,0', '2,1,0,1', '2,1,0,1', '2,1,0,0,0', '2,1'].map((values) => `AT+CNMI=${values}`),
    );
  });
});

describe('tries of a part', () => {
  it('come after pauses that double', async () => {
    const times: number[] = [];
    const faults: Fault[] = [{ on: /PDU/, instead: ['+CMS ERROR: 42'], onAnswered: () => times.push(bench.clock.now()) }];
    const bench: Bench = await started({ scripted: { faults } });
    const options = { tries: 4, retryMs: 1_000 };
    expect(await failure(bench, bench.modem.send(submitText('x', { to: TO }), options))).toMatchObject({ code: 'refused' });
    expect(times.map((time) => time - (times[0] as number))).toEqual([0, 1_000, 3_000, 7_000]);
    // The modem took the PDU: it is in PDU mode.
    expect(bench.scripted.commands.filter((command) => command === 'AT+CMGF=0')).toHaveLength(1);
  });

  it('are three, and 2 seconds apart at first, if nothing else is said', async () => {
    const times: number[] = [];
    const faults: Fault[] = [{ on: /PDU/, instead: ['+CMS ERROR: 42'], onAnswered: () => times.push(bench.clock.now()) }];
    const bench: Bench = await started({ scripted: { faults } });
    await failure(bench, bench.modem.send(submitText('x', { to: TO })));
    expect(times.map((time) => time - (times[0] as number))).toEqual([0, 2_000, 6_000]);
  });

  it.each([
    [{ tries: 0 }, 'tries'],
    [{ tries: 11 }, 'tries'],
    [{ retryMs: -1 }, 'retryMs'],
    [{ retryMs: 600_001 }, 'retryMs'],
  ])('are not %j', async (options, field) => {
    const bench = await started();
    const sending = bench.modem.send(submitText('x', { to: TO }), options);
    expect(await failure(bench, sending)).toMatchObject({ code: 'bad-value', field });
  });

  it('end with an error that has its cause, and the result of the modem where there is one', async () => {
    for (const [instead, code, result] of [
      [['+CMS ERROR: 1'], 'refused', { kind: 'cms', number: 1 }],
      [['ERROR'], 'unclear', { kind: 'error' }],
      [[], 'unclear', undefined],
    ] as const) {
      const bench = await started({ scripted: { faults: [{ on: /PDU/, instead }] } });
      const error = await failure(bench, bench.modem.send(submitText('x', { to: TO })));
      expect(error).toMatchObject({ name: 'ModemSendError', code, cause: { name: 'ModemError', code } });
      if (result === undefined) expect(error.result).toBeUndefined();
      else expect(error.result).toMatchObject(result);
    }
    const closed = await started();
    closed.modem.close();
    const error = await failure(closed, closed.modem.send(submitText('x', { to: TO })));
    expect(error).toMatchObject({ code: 'closed', result: undefined, message: 'the modem was closed' });
  });

  it('keep the link only before the first of several parts', async () => {
    const { modem, clock, scripted } = await started();
    await clock.settle(modem.send(submitText('x', { to: TO })));
    expect(scripted.commands).not.toContain('AT+CMMS=1');
    await clock.settle(modem.send(submitText('x'.repeat(200), { to: TO })));
    const sending = scripted.commands.filter((command) => /CMMS|CMGS/.test(command)).slice(1);
    expect(sending.map((command) => command.slice(0, 7))).toEqual(['AT+CMMS', 'AT+CMGS', 'AT+CMGS']);
  });

  it('are reported only where that was asked for', async () => {
    const reports: Report[] = [];
    const { modem, clock, scripted } = await started({ onReport: (one) => void reports.push(one) });
    await clock.settle(modem.send(submitText('x', { to: TO })));
    scripted.arrive(report(1, 0));
    await quiet();
    expect(reports).toMatchObject([{ state: 'delivered' }]);
    expect(reports[0]).not.toHaveProperty('message');
    expect(scripted.acknowledged).toEqual([]);
  });

  it('pass on an error of the signal as it is', async () => {
    const bench = await started();
    const signal = {
      get aborted(): boolean {
        throw new RangeError('no signal');
      },
    };
    const error = await failure(bench, bench.modem.send(submitText('x', { to: TO }), { signal }));
    expect(error).toMatchObject({ name: 'RangeError', message: 'no signal' });
  });

  it('say that there was no prompt, or that the modem took the number of octets for text mode', async () => {
    for (const [instead, code, message, times] of [
      ['OK', 'damaged', 'AT+CMGS: no prompt', 3],
      ['+CMS ERROR: 305', 'refused', 'AT+CMGS: +CMS ERROR: 305 (invalid text mode parameter)', 3],
      ['+CMS ERROR: 304', 'refused', 'AT+CMGS: +CMS ERROR: 304 (invalid PDU mode parameter)', 1],
      ['+CME ERROR: 10', 'refused', 'AT+CMGS: +CME ERROR: 10 (SIM not inserted)', 1],
      ['+CME ERROR: 14', 'refused', 'AT+CMGS: +CME ERROR: 14 (SIM busy)', 3],
    ] as const) {
      const bench = await started({ scripted: { faults: [{ on: /CMGS/, times: 9, instead: [instead] }] } });
      const error = await failure(bench, bench.modem.send(submitText('x', { to: TO })));
      expect(error).toMatchObject({ name: 'ModemSendError', code, message, part: 0 });
      expect(bench.scripted.commands.filter((command) => command.startsWith('AT+CMGS'))).toHaveLength(times);
      // Before each further try the modem is told PDU mode again.
      expect(bench.scripted.commands.filter((command) => command === 'AT+CMGF=0')).toHaveLength(times);
    }
  });

  it.each([
    [[], 'AT+CMGS: the modem does not answer; it may be sent'],
    [['ERROR'], 'AT+CMGS: ERROR; it may be sent'],
    [['+CMS ERROR: 500'], 'AT+CMGS: +CMS ERROR: 500 (unknown error); it may be sent'],
  ] as const)('are over where the network may have the part: the modem says %j', async (instead, message) => {
    const bench = await started({ scripted: { faults: [{ on: /PDU/, times: 9, instead }] } });
    const error = await failure(bench, bench.modem.send(submitText('x', { to: TO })));
    expect(error).toMatchObject({ code: 'unclear', message });
    expect(bench.scripted.commands.filter((command) => command.startsWith('AT+CMGS'))).toHaveLength(1);
  });

  it('are over when the modem is closed while the network may have the part', async () => {
    const bench = await started({ scripted: { faults: [{ on: /PDU/, instead: [] }] } });
    const sending = bench.modem.send(submitText('x', { to: TO }));
    await quiet();
    await quiet();
    bench.modem.close('gone');
    expect(await failure(bench, sending)).toMatchObject({
      code: 'unclear',
      message: 'gone; it may be sent',
      result: undefined,
    });
  });

  it('name the part that has another recipient than the first, and send none', async () => {
    const bench = await started();
    const [one, two] = submitText('x'.repeat(200), { to: TO });
    if (one === undefined || two === undefined) return expect.fail('there are two parts');
    const other = { ...two, tpDa: '+447700900124' };
    expect(await failure(bench, bench.modem.send([one, two, other]))).toMatchObject({
      code: 'bad-value',
      field: 'submits[2].tpDa',
    });
    expect(bench.scripted.sent).toEqual([]);
  });
});

describe('what a reader gets', () => {
  it('has a text or octets, and no place where it is not stored', async () => {
    const messages: ModemMessage[] = [];
    const { scripted, clock } = await started({ incoming: 'shown', onMessage: (message) => void messages.push(message) });
    const [text, data] = [deliver('Hi'), encodeDeliver({ tpOa: TO, tpScts: AT, tpDcs: 4, udh: [], data: Uint8Array.of(1) })];
    scripted.arrive(text);
    await clock.advance(10);
    scripted.arrive(data);
    await clock.advance(10);
    const common = { from: TO, isFlash: false, at: AT.at, missing: 0, places: [], parts: [expect.anything()] };
    expect(messages).toStrictEqual([
      { ...common, text: 'Hi', tpdus: [text] },
      { ...common, data: Uint8Array.of(1), tpdus: [data] },
    ]);
  });

  it('waits until it is accepted', async () => {
    let isReady = false;
    const { scripted, modem, clock } = await started({
      retryMs: 1_000,
      onMessage() {
        if (!isReady) throw new Error('busy');
      },
    });
    expect(modem.waiting).toBe(0);
    scripted.arrive(deliver('one'));
    scripted.arrive(deliver('two'));
    await clock.advance(10);
    expect(modem.waiting).toBe(2);
    isReady = true;
    await clock.advance(1_000);
    expect([modem.waiting, scripted.stored().size]).toEqual([0, 0]);
  });

  it('is idle when everything was accepted, and deleted', async () => {
    const bench: Bench = await started({
      onMessage: () => new Promise<void>((resolve) => void bench.clock.after(5_000, resolve)),
    });
    const { scripted, modem, clock } = bench;
    scripted.arrive(deliver('slow'));
    await clock.advance(10);
    const before = clock.now();
    await clock.settle(modem.idle());
    expect([clock.now() - before, scripted.stored().size]).toEqual([4_990, 0]);
  });

  it('is acknowledged part by part, also a part that comes again', async () => {
    const { scripted, clock } = await started({ incoming: 'shown', onMessage: () => {} });
    for (const [sequence, times] of [
      [1, 1],
      [1, 2],
      [2, 3],
    ] as const) {
      scripted.arrive(part(sequence, 2, 'x'));
      await clock.advance(10);
      expect(scripted.acknowledged).toEqual(Array(times).fill('AT+CNMA'));
    }
  });

  it('is offered again where some of its parts were acknowledged before', async () => {
    let offers = 0;
    const { scripted, clock } = await started({
      incoming: 'shown',
      retryMs: 1_000,
      onMessage() {
        if (++offers === 1) throw new Error('busy');
      },
    });
    for (const sequence of [1, 2]) {
      scripted.arrive(part(sequence, 2, 'x'));
      await clock.advance(10);
    }
    expect([offers, scripted.acknowledged]).toEqual([1, ['AT+CNMA']]);
    await clock.advance(1_000);
    expect([offers, scripted.acknowledged]).toEqual([2, ['AT+CNMA', 'AT+CNMA']]);
  });

  it('may come in a list that takes most of a minute', async () => {
    const seen: unknown[] = [];
    const { scripted, modem, clock } = await started({ onMessage: ({ text }) => void seen.push(text) });
    scripted.faults.push({ on: /CMGL/, times: 1, lateMs: 59_000 });
    scripted.store(deliver('slow'));
    const before = clock.now();
    await clock.settle(modem.list());
    await quiet();
    expect([seen, clock.now() - before]).toEqual([['slow'], 59_000]);
    expect(scripted.commands.at(-1)).toBe('AT+CMGD=1');
  });

  it('is not what cannot be read, whose place is named', async () => {
    const instead = ['+CMGL: 12,1,,2', '00FFFF', '+CMGL:13,1,,2', 'OK'];
    const { notices, scripted } = await started({ onMessage: () => {}, scripted: { faults: [{ on: /CMGL/, instead }] } });
    expect(notices).toEqual(
      [12, 13].map((place) => expect.stringContaining(`the message at ${place} cannot be read, and stays`)),
    );
    scripted.faults.push({ on: /CMGR/, instead: ['+CMGR: 1,,2', '00FFFF', 'OK'] });
    scripted.say('+CMTI: "SM",14');
    await quiet();
    expect(notices[2]).toContain('the message at 14 cannot be read, and stays');
  });

  it('is not of an answer that ends with an error', async () => {
    const messages: ModemMessage[] = [];
    const tpdu = deliver('x');
    const instead = [`+CMGR: 0,,${tpdu.length}`, `00${toHex(tpdu)}`, '+CMS ERROR: 320'];
    const { notices, scripted } = await started({
      onMessage: (message) => void messages.push(message),
      scripted: { faults: [{ on: /CMGR/, instead }] },
    });
    scripted.say('+CMTI: "SM",1');
    await quiet();
    expect([messages, notices]).toEqual([[], []]);
  });

  it('is not what is to be sent, of which nothing is said', async () => {
    const messages: ModemMessage[] = [];
    const { notices, scripted, modem, clock } = await started({ onMessage: (message) => void messages.push(message) });
    const index = scripted.store(fromHex('0001000C914477009010320000094F37A89D07DDC379'), 2);
    scripted.say(`+CMTI: "SM",${index}`);
    await clock.settle(modem.list());
    expect([messages, notices, scripted.stored().size]).toEqual([[], [], 1]);
  });

  it('is what is told, not a page of cell broadcast that was stored', async () => {
    const { scripted } = await started({ onMessage: () => {} });
    const before = scripted.commands.length;
    scripted.say('+CBMI: "BM",1');
    await quiet();
    expect(scripted.commands).toHaveLength(before);
  });

  it('is complete where a storage says no places', async () => {
    const edit = (line: string) => (line.startsWith('+CPMS') ? '+CPMS: "SM",0,0,"SM",0,0,"SM",0,0' : line);
    const messages: ModemMessage[] = [];
    const { scripted, clock, modem, notices } = await started({
      scripted: { faults: [{ on: /CPMS\?/, times: 9, edit }] },
      onMessage: (message) => void messages.push(message),
    });
    scripted.arrive(part(1, 2, 'one '));
    await clock.settle(modem.list());
    await clock.advance(10);
    expect([messages, notices]).toEqual([[], []]);
  });

  it('is offered again where it is incomplete, and its only part was acknowledged before', async () => {
    const offered: unknown[] = [];
    const { scripted, clock } = await started({
      ...{ incoming: 'shown', limits: { reassemblyMs: 60_000 }, pollMs: 30_000, retryMs: 1_000 },
      onMessage({ text, missing }) {
        if (offered.push([text, missing]) === 1) throw new Error('busy');
      },
    });
    scripted.arrive(part(1, 2, 'one'));
    await clock.advance(200_000);
    expect(offered).toEqual(Array(2).fill(['one', 1]));
    expect(scripted.acknowledged).toEqual(['AT+CNMA']);
  });

  it('counts once as waiting, however often it is refused', async () => {
    const { scripted, modem, clock } = await started({
      retryMs: 1_000,
      onMessage() {
        throw new Error('busy');
      },
    });
    scripted.arrive(deliver('one'));
    for (let i = 0; i < 5; i++) {
      await clock.advance(1_000);
      expect(modem.waiting).toBe(1);
    }
  });

  // What is known of places: at most eight times the limit `modemWaiting`.
  it.each([
    [32, 32],
    [33, 66],
  ])('is not what cannot be read: of %i places that are listed twice %i notices are given', async (places, count) => {
    const instead = [...Array.from({ length: places }, (_, i) => `+CMGL: ${i + 1},1,,2\r\n00FFFF`), 'OK'];
    const { modem, clock, notices } = await started({
      ...{ limits: { modemWaiting: 4 }, onMessage: () => {} },
      scripted: { faults: [{ on: /CMGL/, times: 9, instead }] },
    });
    await clock.settle(modem.list());
    expect(notices).toHaveLength(count);
  });

  it('is nothing where the place that was told is empty', async () => {
    const messages: ModemMessage[] = [];
    const { scripted, notices } = await started({ onMessage: (message) => void messages.push(message) });
    scripted.say('+CMTI: "SM",9');
    await quiet();
    expect(scripted.commands.at(-1)).toBe('AT+CMGR=9');
    expect([messages, notices]).toEqual([[], []]);
  });
});

describe('before a modem is set up, and after it is closed', () => {
  it('it is asked nothing, whatever it says', async () => {
    const { scripted, notices } = connect({ onMessage: () => {} });
    scripted.say('+CMTI: "SM",1', '^SMMEMFULL: "SM"', 'RDY', '+CUSD: 0,"Hi",15');
    await quiet();
    expect([scripted.commands, notices]).toEqual([[], []]);
  });

  it.each([
    ['a list', /CMGL/],
    ['a message that was told', /CMGR/],
    ['what is deleted', /CMGD/],
  ])('%s that was under way is no problem', async (_, on) => {
    const bench = await started({ pollMs: 1_000, onMessage: () => {}, scripted: { faults: [] } });
    bench.scripted.faults.push({ on, instead: [] });
    bench.scripted.arrive(deliver('x'));
    await bench.clock.advance(1_500);
    bench.modem.close('gone');
    await bench.clock.advance(10_000);
    expect([bench.notices, bench.clock.size, await bench.modem.closed]).toEqual([[], 0, 'gone']);
  });

  it('an acknowledgement that was under way is no problem', async () => {
    const faults: Fault[] = [{ on: /CNMA/, instead: [] }];
    const { scripted, modem, clock, notices } = await started({ incoming: 'shown', onMessage: () => {}, scripted: { faults } });
    scripted.arrive(deliver('x'));
    await quiet();
    modem.close();
    await quiet();
    expect([notices, clock.size]).toEqual([[], 0]);
  });

  it('without a reader nothing is acknowledged, whatever service the modem has', async () => {
    const { scripted } = await started({ scripted: { faults: [{ on: /CSMS\?/, instead: ['+CSMS: 1,1,1,1', 'OK'] }] } });
    const tpdu = deliver('shown');
    scripted.say(`+CMT: ,${tpdu.length}\r\n0791447758100650${toHex(tpdu)}`);
    await quiet();
    expect(scripted.acknowledged).toEqual([]);
  });

  it('without handlers nothing is missed', async () => {
    const { scripted, notices } = await started({ onReport: undefined, onEvent: undefined });
    scripted.arrive(report(1, 0));
    scripted.say('+CUSD: 0,"Hi",15', 'RING');
    await quiet();
    expect(notices).toEqual([]);
  });
});

describe('a service', () => {
  it('is asked in the coding that is named, and no other', async () => {
    for (const [coding, written] of [
      ['text', '*100#'],
      ['packed', 'AA180C3602'],
      ['ucs2', '002A0031003000300023'],
    ] as const) {
      const bench = await started({ scripted: { faults: [{ on: /CUSD/, instead: ['ERROR'] }] } });
      expect(await failure(bench, bench.modem.askService('*100#', coding))).toMatchObject({
        code: 'refused',
        message: 'AT+CUSD: ERROR',
      });
      expect(bench.scripted.commands.filter((command) => command.includes('CUSD'))).toEqual([`AT+CUSD=1,"${written}",15`]);
    }
  });

  it('is asked once where the network refuses it', async () => {
    const bench = await started({ scripted: { faults: [{ on: /CUSD/, instead: ['+CMS ERROR: 4'] }] } });
    expect(await failure(bench, bench.modem.askService('*100#'))).toMatchObject({ code: 'refused' });
    expect(bench.scripted.commands.filter((command) => command.includes('CUSD'))).toHaveLength(1);
  });

  it('may take most of a minute to be taken', async () => {
    const faults: Fault[] = [{ on: /CUSD/, times: 1, lateMs: 50_000 }];
    const { modem, clock, scripted } = await started({ scripted: { faults, onService: () => '0,"Hi",15' } });
    expect(await clock.settle(modem.askService('*100#'))).toMatchObject({ text: 'Hi' });
    expect(scripted.commands.at(-1)).toMatch(/CUSD/);
    expect(clock.size).toBe(0);
  });

  it('that is asked while another is, and one whose modem is closed, fail by their codes', async () => {
    const { modem } = await started();
    const asked = ['*100#', '*101#'].map((text) => modem.askService(text).catch((error: ModemError) => error.code));
    await quiet();
    modem.close();
    expect([await Promise.all(asked), await modem.closed]).toEqual([['closed', 'refused'], 'the modem was closed']);
  });

  it('is cancelled by a command of its own', async () => {
    const bench = await started();
    await bench.clock.settle(bench.modem.cancelService());
    expect(bench.scripted.commands.at(-1)).toBe('AT+CUSD=2');
    bench.scripted.faults.push({ on: /CUSD=2/, instead: ['ERROR'] });
    expect(await failure(bench, bench.modem.cancelService())).toMatchObject({ code: 'refused', message: 'AT+CUSD: ERROR' });
  });
});
