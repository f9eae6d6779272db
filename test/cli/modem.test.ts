import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openDevice, type SerialPackage } from '../../src/cli/modem/device.js';
import { readSubmits } from '../../src/message/index.js';
import { decodeSubmit, encodeDeliver, encodeStatusReport } from '../../src/sms/index.js';
import { ScriptedModem, type ScriptedOptions } from '../modem/scripted-modem.js';
import { afterFile } from '../support/cleanup.js';
import { handset, shared } from './support.js';

const AT = { at: new Date('2026-11-26T12:00:00Z'), offsetMinutes: 0 };
const FROM = '+447700900123';
const deliver = (text: string) => encodeDeliver({ tpOa: FROM, tpScts: AT, text });

/** A modem on a TCP port. */
async function listening(options: Omit<ScriptedOptions, 'onOutput'> = {}) {
  let socket: Socket | undefined;
  const drop = () => void socket?.destroy();
  const modem: ScriptedModem = new ScriptedModem({ ...options, onOutput: (octets) => void socket?.write(octets) });
  const server = createServer((connected) => {
    socket = connected;
    connected.on('data', (octets) => modem.receive(octets));
    connected.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterFile(() => new Promise((resolve) => server.close(resolve)));
  const device = `tcp:127.0.0.1:${(server.address() as { port: number }).port}`;
  return { modem, device, drop };
}

describe('handset modem', () => {
  it('shows what is stored, and leaves it there', async () => {
    const { modem, device } = await listening({ make: 'simcom' });
    modem.store(deliver('How are you?'));
    expect(await handset(['modem', device, '--once'])).toEqual({
      code: 0,
      out: `from ${FROM}, 2026-11-26 12:00:00 UTC\ntext\nHow are you?\n\n`,
      err: '',
    });
    expect(modem.stored().size).toBe(1);
    expect((await handset(['modem', device, '--once'])).out).toContain('How are you?');
  });

  it('deletes what was shown on request, and writes JSON line by line', async () => {
    const { modem, device } = await listening();
    modem.store(deliver('one'));
    for (const { udh, data } of submitRingtone())
      modem.store(encodeDeliver({ tpOa: FROM, tpScts: AT, tpDcs: 0xf5, udh, data }));
    const { code, out } = await handset(['modem', device, '--once', '--delete', '--json']);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(lines).toMatchObject([
      {
        kind: 'message',
        from: FROM,
        at: AT.at.toISOString(),
        text: 'one',
        isFlash: false,
        missing: 0,
        places: [{ memory: 'SM', index: 1 }],
      },
      { kind: 'message', data: '024A3A', ports: { destination: 5505 }, pdus: [expect.stringMatching(/024A3A$/)] },
    ]);
    expect(modem.stored().size).toBe(0);
  });

  it('follows what comes, until the modem goes', async () => {
    const { modem, device, drop } = await listening();
    const following = handset(['modem', device, '--cell-broadcast']);
    await expect.poll(() => modem.commands.includes('AT+CPMS?')).toBe(true);
    await expect.poll(() => modem.commands.filter((command) => command === 'AT+CMGL=4').length).toBeGreaterThan(0);
    modem.arrive(deliver('after'));
    modem.arrive(encodeStatusReport({ tpMr: 9, tpRa: FROM, tpScts: AT, tpDt: AT, tpSt: 0 }));
    modem.say('+CBM: 10\r\n001C0001011165000000');
    await expect.poll(() => modem.commands.some((command) => command.startsWith('AT+CMGR'))).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    drop();
    const { code, out, err } = await following;
    expect(code).toBe(5);
    expect(out).toContain('after');
    expect(out).toContain(`report on 9 to ${FROM}: completed: delivered\n`);
    expect(out).toContain('Cell broadcast 1 (assigned by the GSM Association): e');
    expect(err).toBe('waiting for messages; Ctrl-C ends it\nhandset: the stream has ended\n');
  });

  it('asks services, and what the modem is', async () => {
    const onService = (text: string) => (text === '*100#' ? '1,"1 Balance\r\n2 Top up",15' : '4');
    const { device } = await listening({
      make: 'huawei',
      onService: (text) => (text === 'AA180C3602' ? onService('*100#') : '4'),
    });
    expect(await handset(['modem', device, '--ussd', '*100#'])).toEqual({
      code: 0,
      out: '1 Balance\n2 Top up\n',
      err: 'the service waits for an answer, which ends with this command\n',
    });
    expect(await handset(['modem', device, '--ussd', '*9#', '--json'])).toMatchObject({
      code: 4,
      err: 'handset: the service says: not supported\n',
    });
    expect((await handset(['modem', device, '--status'])).out).toBe(
      'modem    huawei E173\nnetwork  Test Network, home\nsignal   -79 dBm\ncentre   +447785016005\nstored   0 of 20 in SM\n',
    );
    expect(JSON.parse((await handset(['modem', device, '--status', '--json'])).out)).toMatchObject({ signalDbm: -79 });
  });

  it('takes the PIN of the SIM from the environment alone', async () => {
    const { modem, device } = await listening({ pin: '1234' });
    const without = await handset(['modem', device, '--once']);
    expect(without).toEqual({
      code: 4,
      out: '',
      err: 'handset: the SIM asks for its PIN, and none is given; HANDSET_SIM_PIN has the PIN of the SIM\n',
    });
    const wrong = await handset(['modem', device, '--once'], { env: { HANDSET_SIM_PIN: 'x' } });
    expect(wrong).toMatchObject({ code: 1, err: 'handset: pin: takes 4 to 8 digits [bad-value]\n' });
    expect((await handset(['modem', device, '--once'], { env: { HANDSET_SIM_PIN: '1234' } })).code).toBe(0);
    expect(modem.commands.filter((command) => command.startsWith('AT+CPIN='))).toEqual(['AT+CPIN="1234"']);
  });

  it.each([
    [['tcp:nowhere'], 'handset: tcp: is followed by HOST:PORT, such as tcp:127.0.0.1:4000\n'],
    [['tcp:127.0.0.1:0'], 'handset: tcp: is followed by HOST:PORT, such as tcp:127.0.0.1:4000\n'],
    [['tcp:[nowhere]:1'], 'handset: tcp: is followed by HOST:PORT, such as tcp:127.0.0.1:4000\n'],
    [[''], 'handset: a modem is a device such as /dev/ttyUSB0 or COM3, or tcp:HOST:PORT\n'],
    [
      ['/dev/ttyUSB0'],
      'handset: a serial port needs the package serialport: npm install serialport; tcp:HOST:PORT needs none\n',
    ],
    [['x', '--ussd', '*1#', '--status'], 'handset: either --ussd or --status\n'],
    [['x', '--status', '--once'], 'handset: --once and --delete go with the list of messages\n'],
    [['x', '--baud', 'fast'], 'handset: --baud takes a number from 300 to 4000000, not "fast"\n'],
  ])('%j is refused', async (args, err) => {
    expect(await handset(['modem', ...args])).toEqual({ code: 2, out: '', err });
  });

  it('says when nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    expect(await handset(['modem', `tcp:127.0.0.1:${port}`, '--once'])).toEqual({
      code: 5,
      out: '',
      err: `handset: tcp:127.0.0.1:${port} cannot be opened: nothing listens there\n`,
    });
  });
});

function submitRingtone() {
  return [{ udh: [{ kind: 'ports16', destination: 5505, source: 0 } as const], data: Uint8Array.of(2, 0x4a, 0x3a) }];
}

describe('handset send --modem', () => {
  it('sends a text to each recipient', async () => {
    const { modem, device } = await listening();
    const shown: string[] = [];
    const progress = (line: string) => shown.push(line);
    const args = ['send', 'text', 'On my way', '--to', '447700900123,447700900124', '--modem', device];
    expect(await handset(args, { progress })).toEqual({
      code: 0,
      out: '447700900123  sent  reference 1\n447700900124  sent  reference 2\n',
      err: 'text: 1 message to 2 recipients\n',
    });
    expect([shown[0], shown.at(-1)]).toEqual(['0 of 2 recipients', '']);
    expect(
      modem.sent.map((tpdu) => decodeSubmit(tpdu)).map(({ text, tpDa }) => [text, 'digits' in tpDa && tpDa.digits]),
    ).toEqual([
      ['On my way', '447700900123'],
      ['On my way', '447700900124'],
    ]);
  });

  it('sends a logo, as encode writes it', async () => {
    const { modem, device } = await listening();
    const logo = ['logo', shared('zum-loewen.rows'), '--make', 'Nokia', '--mcc', '234', '--mnc', '10', '--to', '447700900123'];
    const { code, err } = await handset(['send', ...logo, '--modem', device]);
    expect([code, err]).toEqual([0, 'operator logo: 1 message to 1 recipient\n']);
    expect(readSubmits(modem.sent.map((tpdu) => decodeSubmit(tpdu)))).toMatchObject({
      kind: 'operatorLogo',
      mcc: '234',
      mnc: '10',
    });
    const dry = await handset(['send', ...logo, '--modem', device, '--dry-run', '--smsc', '+447785016005']);
    const written = await handset(['encode', ...logo, '--format', 'at', '--smsc', '+447785016005']);
    expect(dry.out).toBe(written.out);
    expect(modem.sent).toHaveLength(1);
  });

  it('waits for status reports', async () => {
    const { modem, device } = await listening();
    const sending = handset([
      'send',
      'text',
      'Meeting at 5. '.repeat(20),
      '--to',
      '447700900123',
      '--modem',
      device,
      '--report',
      '--json',
    ]);
    await expect.poll(() => modem.sent.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const tpMr of [1, 2])
      modem.arrive(encodeStatusReport({ tpMr, tpRa: '447700900123', tpScts: AT, tpDt: AT, tpSt: tpMr === 1 ? 0 : 0x46 }));
    const { code, out } = await sending;
    expect(code).toBe(4);
    expect(JSON.parse(out)).toEqual({
      results: [{ to: '447700900123', outcome: 'sent', references: [1, 2], state: 'failed' }],
    });
    const late = await handset(['send', 'text', 'x', '--to', '447700900123', '--modem', device, '--report', '--wait', '1']);
    expect(late).toMatchObject({ code: 0, out: '447700900123  sent  reference 3; no report yet\n' });
  });

  it('says which parts were sent before the modem went', async () => {
    const { modem, device, drop } = await listening({
      faults: [
        { on: /CMGS/, times: 1 },
        { on: /CMGS/, instead: [] },
      ],
    });
    const sending = handset(['send', 'text', 'Meeting at 5. '.repeat(20), '--to', '447700900123', '--modem', device]);
    await expect.poll(() => modem.commands.filter((command) => command.startsWith('AT+CMGS')).length).toBe(2);
    drop();
    expect(await sending).toEqual({
      code: 4,
      out: '447700900123  refused  reference 1; the stream has ended\n',
      err: 'text: 2 messages to 1 recipient\nhandset: the stream has ended\n',
    });
  });

  const THREE = ['send', 'text', 'x', '--to', '447700900123,447700900124,447700900125', '--modem'];

  it('says that a message may be sent when the modem goes after it got it, and whose turn did not come', async () => {
    const { modem, device, drop } = await listening({
      faults: [{ on: /PDU/, instead: [], onAnswered: () => setImmediate(drop) }],
    });
    const { code, out, err } = await handset([...THREE, device]);
    expect(modem.commands.filter((command) => command.startsWith('AT+CMGS'))).toHaveLength(1);
    expect({ code, out, err }).toEqual({
      code: 6,
      out: [
        '447700900123  unclear  the stream has ended; it may be sent\n',
        '447700900124  not tried\n',
        '447700900125  not tried\n',
      ].join(''),
      err: 'text: 1 message to 3 recipients\nhandset: the stream has ended\n',
    });
  });

  it('says what was sent when the modem goes before the next one', async () => {
    const faults = [
      { on: /PDU/, times: 1 },
      { on: /CMGS/, times: 1 },
      { on: /CMGS/, instead: [], onAnswered: () => setImmediate(drop) },
    ];
    const { device, drop } = await listening({ faults });
    const { code, out } = await handset([...THREE, device, '--json']);
    expect(code).toBe(4);
    expect(JSON.parse(out).results).toEqual([
      { to: '447700900123', outcome: 'sent', references: [1] },
      { to: '447700900124', outcome: 'not tried', references: [] },
      { to: '447700900125', outcome: 'not tried', references: [] },
    ]);
  });

  it('says that nothing was sent when the modem goes before the first one', async () => {
    const { device, drop } = await listening({ faults: [{ on: /CMGS/, instead: [], onAnswered: () => setImmediate(drop) }] });
    expect(await handset([...THREE, device])).toMatchObject({
      code: 5,
      out: ['447700900123', '447700900124', '447700900125'].map((to) => `${to}  not tried\n`).join(''),
    });
  });

  it('says what was refused, and what may have been sent', async () => {
    const faults = [
      { on: /PDU/, times: 1, instead: ['+CMS ERROR: 1'] },
      { on: /PDU/, times: 1, instead: ['+CMS ERROR: 500'] },
    ];
    const { device } = await listening({ faults });
    expect(
      await handset(['send', 'text', 'x', '--to', '447700900123,447700900124,447700900125', '--modem', device]),
    ).toMatchObject({
      code: 6,
      out: [
        '447700900123  refused  AT+CMGS: +CMS ERROR: 1 (unassigned number)\n',
        '447700900124  unclear  AT+CMGS: +CMS ERROR: 500 (unknown error); it may be sent\n',
        '447700900125  sent  reference 1\n',
      ].join(''),
    });
  });

  it.each([
    [['mms', 'x.mms'], 'mms goes by way of a gateway, which keeps the file: no --modem'],
    [['text', 'x', '--delay', '5'], '--delay goes with a gateway, not with --modem'],
    [['text', 'x', '--server', 'https://sms.example.com'], '--server goes with a gateway, not with --modem'],
    [['text', 'letter.txt'], 'TEXT names a file that does not exist; to send the name as a text, pass it on standard input'],
  ])('%j is refused', async (args, err) => {
    const outcome = await handset(['send', ...args, '--to', '447700900123', '--modem', 'tcp:127.0.0.1:1']);
    expect(outcome).toEqual({ code: 2, out: '', err: `handset: ${err}\n` });
  });

  it('and its options are refused without it', async () => {
    expect(await handset(['send', 'text', 'x', '--to', '447700900123', '--report'])).toMatchObject({
      code: 2,
      err: 'handset: --report goes with --modem\n',
    });
  });
});

describe('a serial port', () => {
  /** The package, with ports that open, or do not. */
  const serial = (error: Error | null, opened: object[] = []): (() => Promise<SerialPackage>) => {
    class SerialPort extends Duplex {
      constructor(options: object) {
        super({ read() {}, write: (_, __, done) => done() });
        opened.push(options);
      }
      open(done: (error: Error | null) => void) {
        done(error);
      }
    }
    return async () => ({ SerialPort });
  };

  it('is opened at its speed', async () => {
    const opened: object[] = [];
    expect(await openDevice('/dev/ttyUSB0', { baud: 9600 }, serial(null, opened))).toBeInstanceOf(Duplex);
    expect(opened).toEqual([{ path: '/dev/ttyUSB0', baudRate: 9600, autoOpen: false }]);
  });

  // The first as serialport 13 words it on Linux.
  it.each([
    ['Error: Error: No such file or directory, cannot open /dev/ttyUSB0', 'there is no such device'],
    ['Error: Error: Permission denied, cannot open /dev/ttyUSB0', 'that is not allowed'],
    ['Error: Error Resource temporarily unavailable Cannot lock port', 'another program has it'],
    ['Error: something else', 'something else'],
  ])('that cannot be opened says why: %s', async (message, reason) => {
    await expect(openDevice('/dev/ttyUSB0', { baud: 9600 }, serial(new Error(message)))).rejects.toMatchObject({
      code: 'closed',
      message: `/dev/ttyUSB0 cannot be opened: ${reason}`,
    });
  });

  it('needs a package, which is named where it is missing', async () => {
    const missing = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(openDevice('/dev/ttyUSB0', { baud: 9600 }, missing)).rejects.toThrow(
      'a serial port needs the package serialport: npm install serialport; tcp:HOST:PORT needs none',
    );
  });

  it('fails as the package does, where it is not missing', async () => {
    const load = () => Promise.reject(new Error('a fault of its own'));
    await expect(openDevice('/dev/ttyUSB0', { baud: 9600 }, load)).rejects.toThrow('a fault of its own');
  });
});
