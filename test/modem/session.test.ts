import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decodeLatin1, encodeLatin1 } from '../../src/bytes/latin1.js';
import {
  type ModemAnswer,
  ModemError,
  ModemSession,
  type ModemSessionEvent,
  openModem,
  type Unsolicited,
} from '../../src/modem/index.js';
import { decodeSubmit, encodeDeliver, submitText } from '../../src/sms/index.js';
import { refusal } from '../support/hostile.js';
import { connect, quiet, TestClock } from './bench.js';
import { ScriptedModem } from './scripted-modem.js';

const octets = (text: string) => encodeLatin1(text, 'text');

/** A session, and what it writes and says. */
function open(options: { limits?: object; commandMs?: number } = {}) {
  const written: string[] = [];
  const events: Unsolicited[] = [];
  const answers: ModemAnswer[] = [];
  const machine = new ModemSession(options);
  const handle = (happened: readonly ModemSessionEvent[]) => {
    const output = machine.takeOutput();
    if (output !== undefined) written.push(decodeLatin1(output));
    for (const event of happened) {
      if (event.kind === 'unsolicited') events.push(event.event);
      else {
        const { kind, number, ...answer } = event;
        answers.push(answer);
      }
    }
  };
  const session = {
    receive: (piece: Uint8Array, now: number) => handle(machine.receive(piece, now)),
    tick: (now: number) => handle(machine.tick(now)),
    close: (reason: string) => handle(machine.close(reason)),
    get nextTimeMs() {
      return machine.nextTimeMs;
    },
    get waiting() {
      return machine.waiting;
    },
  };
  const run = (command: string, now = 0, pdu?: string) => {
    const number = machine.run({ command, pdu }, now);
    handle([]);
    return number;
  };
  return { session, written, events, answers, run };
}

describe('a session', () => {
  it('writes a command when the one before has ended', () => {
    const { session, written, answers, run } = open();
    run('AT+CSQ');
    run('AT+CREG?');
    expect([written, session.waiting, session.nextTimeMs]).toEqual([['AT+CSQ\r'], 1, 10_000]);
    session.receive(octets('+CSQ: 17,0\r\nOK\r\n'), 5);
    expect(written).toEqual(['AT+CSQ\r', 'AT+CREG?\r']);
    expect(answers).toEqual([{ ending: { kind: 'ok' }, lines: [{ line: '+CSQ: 17,0' }], isSubmitted: false }]);
    session.receive(octets('ERROR\r\n'), 6);
    expect(answers[1]).toMatchObject({ ending: { kind: 'error' }, lines: [] });
    expect(session.nextTimeMs).toBeUndefined();
  });

  it('writes a PDU at the prompt, and ESC where the prompt does not come', () => {
    const { session, written, answers, run } = open();
    run('AT+CMGS=2', 0, 'ABCD');
    session.receive(octets('\r\n> '), 1);
    expect(written).toEqual(['AT+CMGS=2\r', 'ABCD\x1a']);
    session.receive(octets('\r\n+CMGS: 9\r\n\r\nOK\r\n'), 2);
    expect(answers).toMatchObject([{ ending: { kind: 'ok' }, isSubmitted: true }]);
    run('AT+CMGS=2', 10, 'ABCD');
    session.tick(session.nextTimeMs as number);
    expect(written.at(-1)).toBe('\x1bAT\r');
    session.receive(octets('\r\nOK\r\n\r\nOK\r\n'), 20_000);
    session.tick(session.nextTimeMs as number);
    expect(answers[1]).toMatchObject({ ending: { kind: 'silent' }, isSubmitted: false });
  });

  it('does nothing before its time', () => {
    const { session, written, run } = open({ commandMs: 100 });
    session.tick(5);
    run('AT', 0);
    session.tick(99);
    expect(written).toEqual(['AT\r']);
    session.tick(100);
    expect(written).toEqual(['AT\r', '\x1bAT\r']);
  });

  it('takes what comes late for the command, and nothing for the next one', () => {
    const { session, answers, run } = open();
    run('AT+COPS?');
    run('AT+CSQ');
    session.tick(10_000);
    session.receive(octets('OK\r\n+COPS: 0,0,"X"\r\nOK\r\nOK\r\n'), 10_100);
    expect(answers).toMatchObject([{ ending: { kind: 'ok' }, lines: [{ line: '+COPS: 0,0,"X"' }] }]);
    session.tick(session.nextTimeMs as number);
    session.receive(octets('+CSQ: 1,0\r\nOK\r\n'), 11_000);
    expect(answers[1]).toMatchObject({ lines: [{ line: '+CSQ: 1,0' }] });
  });

  it.each([
    ['in its PDU', 30],
    ['before its PDU', 13],
    ['in its line', 9],
  ])('leaves a message whole that is cut %s when the time for an answer is over', (_, at) => {
    const { session, events, run } = open();
    const pdu = '07911326040000F0040B911346610089F60000208062917314080CC8F71D14969741F977FD07';
    const said = `+CMT: ,30\r\n${pdu}\r\n`;
    run('AT+CSQ');
    session.receive(octets(said.slice(0, at)), 9_990);
    session.tick(10_000);
    session.receive(octets(said.slice(at)), 10_005);
    expect(events).toMatchObject([{ kind: 'message', tpdu: { text: 'How are you?' } }]);
  });

  it.each(['+CSQ: 1', '+CUSD: 0,"that does not end', 'RIN'])('forgets %j when the time for an answer is over', (begun) => {
    const { session, events, answers, run } = open();
    run('AT+CSQ');
    session.receive(octets(begun), 9_990);
    session.tick(10_000);
    session.receive(octets('\r\nOK\r\n'), 10_005);
    session.tick(session.nextTimeMs as number);
    expect([events, answers]).toEqual([[], [{ ending: { kind: 'silent' }, lines: [], isSubmitted: false }]]);
  });

  it('probes after a PDU, and not for ever', () => {
    const { session, written, answers, run } = open();
    run('AT+CMGS=2', 0, 'ABCD');
    session.receive(octets('\r\n> '), 1);
    run('AT+CMGS=2', 2, 'CDEF');
    // The network takes its time, and the modem keeps what is written meanwhile.
    for (let i = 0; i < 4; i++) session.tick(session.nextTimeMs as number);
    expect(written.slice(2)).toEqual(Array(4).fill('\x1bAT\r'));
    session.receive(octets('\r\n+CMGS: 5\r\n\r\nOK\r\n\r\nOK\r\n\r\nOK\r\n\r\nOK\r\n\r\nOK\r\n'), 20_000);
    session.tick(session.nextTimeMs as number);
    expect(answers).toMatchObject([{ ending: { kind: 'ok' }, lines: [{ line: '+CMGS: 5' }], isSubmitted: true }]);
    session.receive(octets('\r\n> '), 21_000);
    expect(written.at(-1)).toBe('CDEF\x1a');
    for (let i = 0; i < 11; i++) session.tick(session.nextTimeMs as number);
    expect(answers[1]).toMatchObject({ ending: { kind: 'silent' }, isSubmitted: true });
    expect(written.slice(-10)).toEqual(Array(10).fill('\x1bAT\r'));
    expect(session.nextTimeMs).toBeUndefined();
  });

  it('leaves a prompt that no command waits for', () => {
    const { session, written, answers, run } = open();
    session.receive(octets('\r\n> '), 0);
    expect(written).toEqual(['\x1b']);
    // What it answers to ESC is not the answer to what is asked next.
    run('AT+CSQ', 1);
    expect(written).toEqual(['\x1b']);
    session.receive(octets('\r\nOK\r\n'), 2);
    session.tick(session.nextTimeMs as number);
    expect(written).toEqual(['\x1b', 'AT+CSQ\r']);
    // The modem was at a prompt when the command came.
    session.receive(octets('\r\n> '), 1_000);
    expect(written.slice(2)).toEqual(['\x1bAT\r']);
    session.receive(octets('\r\nOK\r\n\r\nOK\r\n'), 1_001);
    session.tick(session.nextTimeMs as number);
    expect(answers).toMatchObject([{ ending: { kind: 'silent' } }]);
  });

  it('leaves a prompt that comes too late', () => {
    const { session, written, answers, run } = open();
    run('AT+CMGS=2', 0, 'ABCD');
    session.tick(10_000);
    session.receive(octets('\r\n>'), 11_000);
    expect(written).toEqual(['AT+CMGS=2\r', '\x1bAT\r', '\x1b']);
    session.receive(octets('\r\nOK\r\n'), 11_001);
    session.tick(session.nextTimeMs as number);
    expect(answers).toMatchObject([{ ending: { kind: 'silent' }, isSubmitted: false }]);
  });

  it('keeps lines of an answer up to the limit', () => {
    const { session, answers, run } = open({ limits: { modemAnswerLines: 3 } });
    run('AT+CGMI');
    session.receive(octets(`${'x\r\n'.repeat(10)}OK\r\n`), 1);
    expect(answers[0]?.lines).toHaveLength(3);
  });

  it('refuses commands and PDUs that are none, too many that wait, and all after its end', () => {
    const { session, run, answers } = open({ limits: { modemWaiting: 1 } });
    expect(refusal(() => run('AT\rAT'))).toMatchObject({ code: 'bad-value', field: 'command' });
    expect(() => run('AT+CMGS=1', 0, 'AT\x1a')).toThrow(TypeError);
    run('AT');
    run('AT');
    expect(refusal(() => run('AT'))).toMatchObject({ code: 'limit-exceeded', field: 'command' });
    session.close('gone');
    session.close('twice');
    expect(() => run('AT')).toThrow(ModemError);
    session.receive(octets('OK\r\n'), 0);
    session.tick(1e9);
    expect(answers).toEqual(Array(2).fill({ ending: { kind: 'closed', reason: 'gone' }, lines: [], isSubmitted: false }));
  });

  const words = [
    'OK\r\n',
    'ERROR\r\n',
    '+CMS ERROR: 500\r\n',
    '> ',
    '+CMTI: "SM",1\r\n',
    '+CMT: ,5\r\n',
    '00ABCD\r\n',
    '+CSQ: 1\r\n',
    '"',
  ];

  it('ends every command, whatever octets come', () => {
    const stream = fc.array(fc.oneof(fc.constantFrom(...words).map(octets), fc.uint8Array({ maxLength: 5 })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(stream, fc.array(fc.boolean(), { maxLength: 5 }), (pieces, withPdu) => {
        const { session, answers, run } = open();
        for (const isPdu of withPdu) run('AT+CSQ', 0, isPdu ? '00AB' : undefined);
        let now = 0;
        for (const piece of pieces) session.receive(piece, ++now);
        for (let i = 0; i < 100 && session.nextTimeMs !== undefined; i++) session.tick(session.nextTimeMs);
        expect(answers).toHaveLength(withPdu.length);
        expect([session.nextTimeMs, session.waiting]).toEqual([undefined, 0]);
      }),
    );
  });
});

describe('the times of a session', () => {
  it.each([1, 250, 2 ** 31 - 1])('an answer has %i ms', (commandMs) => {
    const { session, run, written } = open({ commandMs });
    run('AT', 1_000);
    expect(session.nextTimeMs).toBe(1_000 + commandMs);
    session.tick(1_000 + commandMs - 1);
    expect(written).toEqual(['AT\r']);
    session.tick(1_000 + commandMs);
    expect(written).toEqual(['AT\r', '\x1bAT\r']);
  });

  it.each([0, -1, 1.5, 2 ** 31, Number.NaN])('no answer has %d ms', (ms) => {
    expect(refusal(() => new ModemSession({ commandMs: ms }))).toMatchObject({ code: 'bad-value', field: 'commandMs' });
    const session = new ModemSession();
    expect(refusal(() => session.run({ command: 'AT', timeoutMs: ms }, 0))).toMatchObject({
      code: 'bad-value',
      field: 'timeoutMs',
    });
    expect([session.waiting, session.nextTimeMs, session.takeOutput()]).toEqual([0, undefined, undefined]);
  });

  it.each([1, 2 ** 31 - 1])('a command may have its own: %i ms, with a PDU from the prompt on', (timeoutMs) => {
    const session = new ModemSession({ commandMs: 5 });
    session.run({ command: 'AT', timeoutMs }, 100);
    expect(session.nextTimeMs).toBe(100 + timeoutMs);
    session.receive(octets('OK\r\n'), 100);
    session.run({ command: 'AT+CMGS=1', pdu: '00ab', timeoutMs }, 200);
    expect(session.nextTimeMs).toBe(10_200);
    session.receive(octets('> '), 300);
    expect(session.nextTimeMs).toBe(300 + timeoutMs);
  });

  it('a late answer has 3 seconds, and the modem is quiet for half a second after it', () => {
    const { session, written, answers, run } = open();
    run('AT+COPS?');
    run('AT+CSQ');
    session.tick(10_000);
    expect(session.nextTimeMs).toBe(13_000);
    session.receive(octets('\r\nOK\r\n'), 12_000);
    expect(session.nextTimeMs).toBe(12_500);
    session.receive(octets('\r\nERROR\r\n'), 12_400);
    expect(session.nextTimeMs).toBe(12_900);
    session.tick(12_899);
    expect([written.length, answers]).toEqual([2, []]);
    session.tick(12_900);
    expect(answers).toEqual([{ ending: { kind: 'silent' }, lines: [], isSubmitted: false }]);
    expect([written.at(-1), session.nextTimeMs]).toEqual(['AT+CSQ\r', 22_900]);
  });

  it('a modem that does not answer in these 3 seconds is given up', () => {
    const { session, written, answers, run } = open();
    run('AT+COPS?');
    run('AT+CSQ');
    session.tick(10_000);
    session.tick(12_999);
    expect(answers).toEqual([]);
    session.tick(13_000);
    expect(answers).toEqual([{ ending: { kind: 'silent' }, lines: [], isSubmitted: false }]);
    expect([written.at(-1), session.nextTimeMs, session.waiting]).toEqual(['AT+CSQ\r', 23_000, 0]);
  });

  it('after a PDU it is probed ten times', () => {
    const { session, answers, run } = open();
    run('AT+CMGS=2', 0, 'ABCD');
    session.receive(octets('> '), 0);
    for (let probe = 0; probe < 10; probe++) session.tick(10_000 + 3_000 * probe);
    expect([answers, session.nextTimeMs]).toEqual([[], 40_000]);
    session.tick(40_000);
    expect(answers).toEqual([{ ending: { kind: 'silent' }, lines: [], isSubmitted: true }]);
    // The next PDU is probed as often.
    run('AT+CMGS=2', 50_000, 'ABCD');
    session.receive(octets('> '), 50_000);
    for (let probe = 0; probe < 10; probe++) session.tick(60_000 + 3_000 * probe);
    expect([answers.length, session.nextTimeMs]).toEqual([1, 90_000]);
  });

  it('a prompt that no command waits for has half a second to be left', () => {
    const { session, written, run } = open();
    session.receive(octets('> '), 100);
    expect([written, session.nextTimeMs]).toEqual([['\x1b'], 600]);
    session.receive(octets('> '), 400);
    expect([written, session.nextTimeMs]).toEqual([['\x1b', '\x1b'], 900]);
    session.tick(900);
    expect(session.nextTimeMs).toBeUndefined();
    run('AT', 1_000);
    expect(written.at(-1)).toBe('AT\r');
  });

  it('a prompt that comes late begins these 3 seconds anew', () => {
    const { session, written, run } = open();
    run('AT+CMGS=2', 0, 'ABCD');
    session.tick(10_000);
    session.receive(octets('> '), 12_000);
    expect([written.at(-1), session.nextTimeMs]).toEqual(['\x1b', 15_000]);
  });

  it('a second prompt is left, and the PDU has its time', () => {
    const { session, written, answers, run } = open();
    run('AT+CMGS=2', 0, 'ABCD');
    session.receive(octets('> '), 100);
    session.receive(octets('\r\n> '), 200);
    expect([written, session.nextTimeMs]).toEqual([['AT+CMGS=2\r', 'ABCD\x1a', '\x1b'], 10_100]);
    session.receive(octets('\r\n+CMS ERROR: 304\r\n'), 300);
    expect(answers).toMatchObject([{ ending: { kind: 'cms', number: 304 }, isSubmitted: true }]);
  });
});

describe('what comes late', () => {
  it.each([
    ['OK', 'silent'],
    ['ERROR', 'silent'],
    ['COMMAND NOT SUPPORT', 'silent'],
    ['+CMS ERROR: 500', 'cms'],
    ['+CME ERROR: 10', 'cme'],
    ['+COPS: 0\r\nOK', 'ok'],
    ['+COPS: 0\r\nERROR', 'error'],
  ])('with %j ends the command as %s', (said, kind) => {
    for (const probed of ['', 'OK\r\n']) {
      const { session, answers, run } = open();
      run('AT+COPS?');
      session.tick(10_000);
      session.receive(octets(`${probed}${said}\r\n`), 10_100);
      expect(answers.map(({ ending }) => ending.kind)).toEqual(kind === 'silent' ? [] : [kind]);
      expect(session.nextTimeMs).toBe(10_600);
      session.tick(10_600);
      expect(answers.map(({ ending }) => ending.kind)).toEqual([kind]);
    }
  });

  it('after the answer is of no command', () => {
    const { session, events, answers, run } = open();
    run('AT+COPS?');
    session.tick(10_000);
    session.receive(octets('+COPS: 0\r\nOK\r\n+COPS: 1\r\nOK\r\n'), 10_100);
    session.tick(10_600);
    expect(answers).toEqual([{ ending: { kind: 'ok' }, lines: [{ line: '+COPS: 0' }], isSubmitted: false }]);
    expect(events).toEqual([{ kind: 'unknown', text: '+COPS: 1' }]);
  });

  it('has the echo of the probe, which is no event', () => {
    const { session, events, run } = open();
    run('AT+COPS?');
    session.tick(10_000);
    session.receive(octets('\x1bAT\r\r\nOK\r\n'), 10_100);
    expect(events).toEqual([]);
    // Once the command is given up, there is nothing to echo.
    session.tick(10_600);
    session.receive(octets('AT\r\n'), 11_000);
    expect(events).toEqual([{ kind: 'unknown', text: 'AT' }]);
  });

  it.each([
    ['a command without a PDU', undefined, 0],
    ['a PDU that was written', '> ', 0],
    ['a prompt', '', 1],
  ])('in place of %s: > without its blank', (_, prompt, escapes) => {
    const { session, written, run } = open();
    run('AT+CMGS=2', 0, prompt === undefined ? undefined : 'ABCD');
    session.receive(octets(prompt ?? ''), 1);
    session.tick(20_000);
    session.receive(octets('\r\n>\r\n'), 20_001);
    expect(written.filter((text) => text === '\x1b')).toHaveLength(escapes);
  });
});

describe('a command', () => {
  it.each(['', 'A', 'ABC', 'xAB', 'ABx', 'AB CD', 'AB\x1a'])('has no PDU %j', (pdu) => {
    const { run, session } = open();
    expect(() => run('AT+CMGS=1', 0, pdu)).toThrow(TypeError);
    expect([session.waiting, session.nextTimeMs]).toEqual([0, undefined]);
  });

  it('may have a PDU in small letters', () => {
    const { session, run, written } = open();
    run('AT+CMGS=1', 0, '00ab');
    session.receive(octets('> '), 0);
    expect(written.at(-1)).toBe('00ab\x1a');
  });

  it('has a number, which its end has', () => {
    const session = new ModemSession();
    expect([session.run({ command: 'AT' }, 0), session.run({ command: 'AT' }, 0)]).toEqual([1, 2]);
    const events = [...session.receive(octets('OK\r\nERROR\r\n'), 0)];
    expect(events.map((event) => event.kind === 'answer' && event.number)).toEqual([1, 2]);
    // Each is told once.
    expect([session.receive(octets(''), 0), session.tick(1e9), session.close('gone'), session.close('gone')]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it.each([undefined, null, 'AT'])('is of a session with options, not with %j', (options) => {
    if (options === undefined) expect(new ModemSession(options).waiting).toBe(0);
    else expect(() => new ModemSession(options as never)).toThrow(TypeError);
  });

  it('waits with as many as the limit', () => {
    const { session, run } = open({ limits: { modemWaiting: 2 } });
    for (const waiting of [0, 1, 2]) {
      run('AT');
      expect(session.waiting).toBe(waiting);
    }
    expect(refusal(() => run('AT'))).toEqual({ code: 'limit-exceeded', field: 'command', offset: undefined });
    session.receive(octets('OK\r\n'), 0);
    run('AT');
    expect(session.waiting).toBe(2);
  });

  it.each([1, 3])('has %i lines of its answer, where that is the limit', (modemAnswerLines) => {
    const { session, answers, run } = open({ limits: { modemAnswerLines } });
    run('AT+CSQ');
    session.receive(octets(`${'+CSQ: 1\r\n'.repeat(4)}OK\r\n`), 0);
    expect(answers[0]?.lines).toStrictEqual(Array(modemAnswerLines).fill({ line: '+CSQ: 1' }));
    run('AT+CMGR=1');
    session.receive(octets('+CMGR: 1,,2\r\n00ABCD\r\nOK\r\n'), 0);
    expect(answers[1]?.lines).toStrictEqual([{ line: '+CMGR: 1,,2', pdu: '00ABCD' }]);
  });

  it('begins with nothing of the one before', () => {
    const { session, answers, run } = open();
    run('AT+CMGS=1', 0, '00AB');
    session.receive(octets('> '), 0);
    session.receive(octets('+CMGS: 5\r\nOK\r\n'), 0);
    run('AT');
    session.receive(octets('OK\r\n'), 0);
    expect(answers[1]).toStrictEqual({ ending: { kind: 'ok' }, lines: [], isSubmitted: false });
  });

  it('with a PDU may be refused before the prompt', () => {
    const { session, answers, written, run } = open();
    run('AT+CMGS=1', 0, '00AB');
    session.receive(octets('+CMS ERROR: 310\r\n'), 0);
    expect(answers).toMatchObject([{ ending: { kind: 'cms', number: 310 }, isSubmitted: false }]);
    expect([written, session.nextTimeMs]).toEqual([['AT+CMGS=1\r'], undefined]);
  });

  it('that is under way when the session is closed has its lines, and those that wait have none', () => {
    const { session, answers, events, run } = open();
    run('AT+CMGS=1', 0, '00AB');
    run('AT');
    session.receive(octets('> '), 0);
    session.receive(octets('+CMGS: 5\r\n'), 0);
    session.close('gone');
    const ending = { kind: 'closed', reason: 'gone' };
    expect(answers).toStrictEqual([
      { ending, lines: [{ line: '+CMGS: 5' }], isSubmitted: true },
      { ending, lines: [], isSubmitted: false },
    ]);
    expect([session.nextTimeMs, session.waiting]).toEqual([undefined, 0]);
    session.receive(octets('RING\r\n'), 0);
    expect(events).toEqual([]);
  });

  it('that has ended has no part in what comes', () => {
    const { session, answers, events, run } = open();
    run('ATD123;');
    session.receive(octets('OK\r\nNO CARRIER\r\nOK\r\nERROR\r\n'), 0);
    expect(answers).toMatchObject([{ ending: { kind: 'ok' } }]);
    expect(events).toEqual([{ kind: 'unknown', text: 'NO CARRIER' }]);
    run('ATD123');
    session.receive(octets('NO CARRIER\r\n'), 0);
    expect(answers[1]).toMatchObject({ ending: { kind: 'call', words: 'NO CARRIER' } });
  });
});

describe('a modem', () => {
  it('gives the same however the stream is cut', async () => {
    const dialogue = async (chunk: number) => {
      const said: unknown[] = [];
      const { clock, modem, scripted, notices } = connect({
        chunk,
        scripted: { make: 'simcom', faults: [{ on: /CMGS|PDU|CMGL/, first: ['^RSSI: 1', '+CMTI: "SM",3', 'RING'] }] },
        onMessage: ({ text }) => void said.push(text),
        onEvent: ({ kind }) => void said.push(kind),
      });
      scripted.greet();
      for (const text of ['one', 'two', 'three']) {
        scripted.store(
          encodeDeliver({ tpOa: '4477', tpScts: { at: new Date('2026-11-26T12:00:00Z'), offsetMinutes: 0 }, text }),
        );
      }
      await clock.settle(modem.start());
      said.push(await clock.settle(modem.send(submitText('x'.repeat(200), { to: '447700900123' }))));
      await clock.advance(1_000);
      return [said, notices, scripted.commands];
    };
    const whole = await dialogue(100_000);
    for (const chunk of [1, 2, 3, 13, 64]) expect(await dialogue(chunk)).toEqual(whole);
  });

  it('is set up through any noise, or says why not', async () => {
    const noise = fc.array(
      fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.constant(octets('\r\n+CUSD: 0,"')), fc.constant(octets('> '))),
      {
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(noise, async (pieces) => {
        const { clock, modem } = connect();
        for (const piece of pieces) modem.receive(piece);
        const ended = await clock.settle(modem.start().catch((error: unknown) => error));
        if (ended instanceof Error) expect(ended).toBeInstanceOf(ModemError);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a modem on a stream', () => {
  /** A stream with a scripted modem behind it. */
  function streamed(options: object = {}) {
    const stream: Duplex = new Duplex({
      read() {},
      write(chunk: Uint8Array, _, done) {
        scripted.receive(chunk);
        done();
      },
    });
    const scripted = new ScriptedModem({ ...options, onOutput: (one) => stream.push(one) });
    return { stream, scripted };
  }

  it('is set up, sends, and ends with the stream', async () => {
    const { stream, scripted } = streamed();
    const modem = await openModem(stream, { pollMs: 0 });
    await modem.send(submitText('On my way', { to: '447700900123' }));
    expect(scripted.sent).toHaveLength(1);
    stream.destroy();
    await quiet();
    await expect(modem.status()).rejects.toMatchObject({ code: 'closed', message: 'the stream has ended' });
  });

  it.each([
    ['fails', (stream: Duplex) => stream.destroy(new Error('EIO')), 'the stream failed: EIO'],
    ['ends', (stream: Duplex) => stream.push(null), 'the stream has ended'],
  ])('that %s ends what is under way', async (_, end, message) => {
    const { stream } = streamed({ faults: [{ on: /CMGF/, instead: [] }] });
    const opening = openModem(stream);
    await quiet();
    end(stream);
    await expect(opening).rejects.toMatchObject({ code: 'closed', message });
  });

  it('gives the modem to the reader, which answers before openModem does', async () => {
    const { stream, scripted } = streamed();
    scripted.store(encodeDeliver({ tpOa: '+447700900123', tpScts: { at: new Date(), offsetMinutes: 0 }, text: 'Hi' }));
    const notices: string[] = [];
    const modem = await openModem(stream, {
      pollMs: 0,
      onNotice: (notice) => notices.push(notice),
      onMessage: async ({ from }, opened) => void (await opened.send(submitText('Thanks', { to: from }))),
    });
    await modem.idle();
    modem.close();
    expect([notices, scripted.sent.map((tpdu) => decodeSubmit(tpdu).text), scripted.stored().size]).toEqual([
      [],
      ['Thanks'],
      0,
    ]);
  });

  it('takes its listeners away when it is closed, and when it cannot be set up', async () => {
    const { stream } = streamed();
    const listeners = () => ['data', 'error', 'end', 'close'].map((event) => stream.listenerCount(event));
    const before = listeners();
    const modem = await openModem(stream, { pollMs: 0 });
    expect(listeners()).not.toEqual(before);
    modem.close();
    await quiet();
    expect(listeners()).toEqual(before);
    await expect(openModem(stream, { storage: 'ZZ' })).rejects.toMatchObject({ code: 'unsupported' });
    await quiet();
    expect(listeners()).toEqual(before);
  });

  it.each([undefined, null, {}, { write() {} }])('is an object with `on` and `write`, not %j', async (stream) => {
    const opening = openModem(stream as never);
    await expect(opening).rejects.toMatchObject({ name: 'TypeError', message: expect.stringMatching(/^stream is /) });
  });

  it('that failed may fail again', async () => {
    const { stream } = streamed();
    const modem = await openModem(stream, { pollMs: 0 });
    stream.emit('error', new Error('EIO'));
    await quiet();
    stream.emit('error', new Error('EIO again'));
    expect(await modem.closed).toBe('the stream failed: EIO');
  });

  it('has the time of the system, and leaves no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      const silent = openModem(streamed({ faults: [{ on: /./, instead: [] }] }).stream).catch(
        (error: ModemError) => error.code,
      );
      await vi.advanceTimersByTimeAsync(15_000);
      expect([await silent, vi.getTimerCount()]).toEqual(['silent', 0]);
      const modem = await openModem(streamed().stream, { pollMs: 60_000 });
      expect(vi.getTimerCount()).toBe(0);
      const reading = await openModem(streamed().stream, { pollMs: 60_000, onMessage: () => {} });
      expect(vi.getTimerCount()).toBe(1);
      for (const one of [modem, reading]) one.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('has time that is given', async () => {
    const { stream } = streamed({ faults: [{ on: /./, instead: [] }] });
    const clock = new TestClock();
    const opening = openModem(stream, { clock }).catch((error: ModemError) => error.code);
    expect(await clock.settle(opening)).toBe('silent');
  });
});
