import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, type Issue, Trace, toHex } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { readDeliverReport } from '../../src/sms/acknowledgements.js';
import {
  decodeCommand,
  decodeDeliverReport,
  decodeSubmitReport,
  decodeTpdu,
  encodeCommand,
  encodeDeliver,
  encodeDeliverReport,
  encodeServiceCentre,
  encodeStatusReport,
  encodeSubmit,
  encodeSubmitReport,
  type TpduOptions,
} from '../../src/sms/index.js';
import { readTpdu } from '../../src/sms/tpdu.js';
import {
  COMMAND,
  COMMAND_WITH_HEADER,
  deliver,
  SUBMIT_REPORTS,
  statusReport,
  submit,
  telephoneNumber,
} from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

function traced(octets: Uint8Array, options: TpduOptions): { value: unknown; root: Field } {
  const trace = new Trace('TPDU');
  try {
    const value = readTpdu(new ByteReader(octets, trace), options);
    return { value, root: trace.finish(octets.length) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { value: error, root: trace.fail(error, octets.length) };
  }
}

describe('worked examples', () => {
  it('the type follows from TP-MTI and the direction (sms-pdu.md section 1)', () => {
    const first = {
      'MO 0': '00 00',
      'MO 1': '01 00 00 91 00 00 00',
      'MO 2': COMMAND,
      'MT 0': '04 00 91 00 00 62 11 12 90 00 00 80 00',
      'MT 1': SUBMIT_REPORTS[0],
      'MT 2': '06 0A 00 91 62 11 12 90 00 00 80 62 11 12 90 00 00 80 00',
    };
    const types = Object.entries(first).map(
      ([key, octets]) => decodeTpdu(hex(octets as string), { direction: key.slice(0, 2) as 'MO' }).type,
    );
    expect(types).toEqual([
      'SMS-DELIVER-REPORT',
      'SMS-SUBMIT',
      'SMS-COMMAND',
      'SMS-DELIVER',
      'SMS-SUBMIT-REPORT',
      'SMS-STATUS-REPORT',
    ]);
  });

  it('reads a service centre in front, as AT commands have it (sms-pdu.md section 2)', () => {
    const tpdu = '01 00 0B 91 72 83 01 00 10 F5 00 00 0C E8 32 9B FD 06 6D 78 9B F2 C6 07';
    const read = (octets: string) => decodeTpdu(hex(octets), { direction: 'MO', smsc: true });
    expect(read(`07 91 72 83 01 00 10 F5 ${tpdu}`)).toMatchObject({
      text: 'hello [€]',
      smsc: { ton: 1, npi: 1, digits: '27381000015' },
    });
    expect(read(`00 ${tpdu}`)).not.toHaveProperty('smsc');
    expect(read(`00 ${tpdu}`)).toMatchObject({ type: 'SMS-SUBMIT', text: 'hello [€]' });
    expect(decodeTpdu(hex(tpdu), { direction: 'MO' })).toMatchObject({ text: 'hello [€]' });
  });

  it('SMS-COMMAND (23.040 9.2.2.4)', () => {
    const common = { type: 'SMS-COMMAND', tpMr: 5, tpPid: 0, tpMn: 6, tpDa: { ton: 1, npi: 1, digits: '1234' } };
    expect(decodeTpdu(hex(COMMAND), { direction: 'MO' })).toStrictEqual({
      ...common,
      tpSrr: true,
      tpCt: 2,
      udh: [],
      data: hex('AA BB CC'),
    });
    expect(decodeTpdu(hex(COMMAND_WITH_HEADER), { direction: 'MO' })).toStrictEqual({
      ...common,
      tpSrr: false,
      tpCt: 0,
      udh: [{ kind: 'smscControl', parameters: 0x41 }],
      data: hex('DE AD'),
    });
  });

  it('SMS-DELIVER-REPORT, acknowledgement or refusal (23.040 9.2.2.1a)', () => {
    const read = (octets: string) => decodeTpdu(hex(octets), { direction: 'MO' });
    expect(read('00 00')).toStrictEqual({ type: 'SMS-DELIVER-REPORT', tpPi: 0 });
    expect(read('00 D3 00')).toStrictEqual({ type: 'SMS-DELIVER-REPORT', tpFcs: 0xd3, tpPi: 0 });
    expect(read('00 07 7F 00 04 D4 E2 94 0A')).toStrictEqual({
      type: 'SMS-DELIVER-REPORT',
      tpPi: 7,
      tpPid: 0x7f,
      tpDcs: 0,
      udh: [],
      text: 'TEST',
    });
    expect(read('00 FF 06 04 02 AA BB')).toStrictEqual({
      type: 'SMS-DELIVER-REPORT',
      tpFcs: 0xff,
      tpPi: 6,
      tpDcs: 4,
      udh: [],
      data: hex('AA BB'),
    });
    // The first octet from 80 hex on is the cause.
    expect(read('00 D3 81 00 7F')).toStrictEqual({
      type: 'SMS-DELIVER-REPORT',
      tpFcs: 0xd3,
      tpPi: 0x81,
      tpPiExtension: hex('00'),
      tpPid: 0x7f,
    });
    const padded = decodeTpdu(hex('00 D3 FF FF'), { direction: 'MO', lenient: true });
    expect(padded).toStrictEqual({ type: 'SMS-DELIVER-REPORT', tpFcs: 0xd3, tpPi: 0 });
    expect(read('00 04 04 D4 E2 94 0A')).toStrictEqual({ type: 'SMS-DELIVER-REPORT', tpPi: 4, udh: [], text: 'TEST' });
  });

  it('SMS-SUBMIT-REPORT, acknowledgement or refusal (23.040 9.2.2.2a)', () => {
    const read = (octets: string) => decodeTpdu(hex(octets), { direction: 'MT' });
    const tpScts = { at: new Date('2026-11-21T07:00:00Z'), offsetMinutes: 120 };
    expect(read(SUBMIT_REPORTS[0] as string)).toStrictEqual({ type: 'SMS-SUBMIT-REPORT', tpPi: 0, tpScts });
    expect(read(SUBMIT_REPORTS[1] as string)).toStrictEqual({
      type: 'SMS-SUBMIT-REPORT',
      tpFcs: 0xc3,
      tpPi: 1,
      tpScts,
      tpPid: 0x7f,
    });
    expect(read(SUBMIT_REPORTS[2] as string)).toStrictEqual({
      type: 'SMS-SUBMIT-REPORT',
      tpPi: 6,
      tpScts,
      tpDcs: 4,
      udh: [{ kind: 'ports8', destination: 226, source: 0 }],
      data: hex(''),
    });
  });
});

describe('written', () => {
  it('an SMS-COMMAND: what is left out is none', () => {
    const tpDa = { ton: 1, npi: 1, digits: '1234' };
    expect(encodeCommand({ tpMr: 5, tpSrr: true, tpCt: 2, tpMn: 6, tpDa, data: hex('AA BB CC') })).toEqual(hex(COMMAND));
    const udh = [{ kind: 'smscControl', parameters: 0x41 }] as const;
    expect(encodeCommand({ tpMr: 5, tpCt: 0, tpMn: 6, tpDa: '+1234', udh, data: hex('DE AD') })).toEqual(
      hex(COMMAND_WITH_HEADER),
    );
    // An enquiry as the specification has it: no data.
    expect(encodeCommand({ tpMr: 1, tpCt: 0, tpMn: 7, tpDa })).toEqual(hex('02 01 00 00 07 04 91 21 43 00'));
  });

  it('the header and the data of a command take 157 octets together (TS 23.040 9.2.3.21)', () => {
    const command = { tpMr: 0, tpCt: 0, tpMn: 0, tpDa: '1' };
    const udh = [{ kind: 'smscControl', parameters: 0 }] as const;
    expect(decodeCommand(encodeCommand({ ...command, data: new Uint8Array(157) })).data).toHaveLength(157);
    expect(decodeCommand(encodeCommand({ ...command, udh, data: new Uint8Array(153) }))).toMatchObject({ udh });
    expect(refusal(() => encodeCommand({ ...command, udh, data: new Uint8Array(154) }))).toMatchObject({ code: 'too-long' });
  });

  it('an SMS-DELIVER-REPORT and an SMS-SUBMIT-REPORT', () => {
    const tpScts = { at: new Date('2026-11-21T07:00:00Z'), offsetMinutes: 120 };
    expect(encodeDeliverReport({})).toEqual(hex('00 00'));
    expect(encodeDeliverReport({ tpFcs: 0xd3 })).toEqual(hex('00 D3 00'));
    expect(encodeDeliverReport({ tpPid: 0x7f, tpDcs: 0, text: 'TEST' })).toEqual(hex('00 07 7F 00 04 D4 E2 94 0A'));
    expect(encodeDeliverReport({ tpFcs: 0xff, tpDcs: 4, data: hex('AA BB') })).toEqual(hex('00 FF 06 04 02 AA BB'));
    expect(encodeDeliverReport({ tpFcs: 0xd3, tpPiExtension: hex('00'), tpPid: 0x7f })).toEqual(hex('00 D3 81 00 7F'));
    expect(encodeSubmitReport({ tpScts })).toEqual(hex(SUBMIT_REPORTS[0] as string));
    expect(encodeSubmitReport({ tpScts, tpFcs: 0xc3, tpPid: 0x7f })).toEqual(hex(SUBMIT_REPORTS[1] as string));
    const udh = [{ kind: 'ports8', destination: 226, source: 0 }] as const;
    expect(encodeSubmitReport({ tpScts, tpDcs: 4, udh, data: hex('') })).toEqual(hex(SUBMIT_REPORTS[2] as string));
  });

  it.each([
    ['too-long', 'data', () => encodeCommand({ tpMr: 0, tpCt: 0, tpMn: 0, tpDa: '1', data: new Uint8Array(158) })],
    ['bad-value', 'tpDcs', () => encodeDeliverReport({ tpDcs: 256 })],
    ['bad-value', 'tpPid', () => encodeDeliverReport({ tpPid: -1 })],
    ['bad-value', 'tpCt', () => encodeCommand({ tpMr: 0, tpCt: 256, tpMn: 0, tpDa: '1' })],
    ['bad-value', 'tpMn', () => encodeCommand({ tpMr: 0, tpCt: 0, tpMn: -1, tpDa: '1' })],
    ['bad-value', 'tpDa', () => encodeCommand({ tpMr: 0, tpCt: 0, tpMn: 0, tpDa: 'x' })],
    ['bad-value', 'tpFcs', () => encodeDeliverReport({ tpFcs: 127 })],
    ['bad-value', 'tpFcs', () => encodeDeliverReport({ tpFcs: 256 })],
    ['unencodable', 'tpPiExtension', () => encodeDeliverReport({ tpPiExtension: hex('00') })],
    ['too-long', 'tpPiExtension', () => encodeDeliverReport({ tpFcs: 200, tpPiExtension: new Uint8Array(141) })],
  ] as const)('refuses with %s in %s', (code, field, write) => {
    expect(refusal(write)).toMatchObject({ code, field });
  });

  it.each([
    ['SMS-COMMAND', decodeCommand],
    ['SMS-DELIVER-REPORT', decodeDeliverReport],
    ['SMS-SUBMIT-REPORT', decodeSubmitReport],
  ])('the reader of an %s takes no other type', (_, read) => {
    expect(refusal(() => read(hex('03 00')))).toMatchObject({ code: 'bad-value', field: 'TP-MTI', offset: 0 });
  });
});

describe('a report at the end of a longer input', () => {
  const reportOf = (octets: string, end: number) =>
    refusal(() => readDeliverReport(new ByteReader(hex(octets), undefined, 0, end)));

  it('what follows its end is not its cause', () => {
    expect(reportOf('00 D3 00', 1)).toEqual({ code: 'truncated', field: 'TP-PI', offset: 1 });
  });

  it('what follows its end does not end an indicator', () => {
    expect(reportOf('00 D3 80 00', 3)).toEqual({ code: 'truncated', field: 'TP-PI', offset: 3 });
  });
});

describe('reading refuses', () => {
  it.each([
    ['', 'truncated', 'first octet', 0],
    ['03', 'bad-value', 'TP-MTI', 0],
  ])('%j, whichever way it goes', (octets, code, field, offset) => {
    for (const direction of ['MO', 'MT'] as const) {
      expect(refusal(() => decodeTpdu(hex(octets), { direction }))).toEqual({ code, field, offset });
    }
  });

  it('the reserved type, which a handset reads as an SMS-DELIVER (TS 23.040 9.2.3.1)', () => {
    const octets = hex('07 00 91 00 00 62 11 12 90 00 00 80 01 41');
    expect(refusal(() => decodeTpdu(octets, { direction: 'MT' }))).toEqual({ code: 'bad-value', field: 'TP-MTI', offset: 0 });
    const issues: string[] = [];
    const onIssue = ({ code, field, offset }: Issue) => issues.push(`${code} ${field} ${offset}`);
    const message = { type: 'SMS-DELIVER', text: 'A', tpMms: true };
    expect(decodeTpdu(octets, { direction: 'MT', lenient: true, onIssue })).toMatchObject(message);
    expect(issues).toEqual(['bad-value TP-MTI 0']);
    expect(refusal(() => decodeTpdu(octets, { direction: 'MO', lenient: true }))).toMatchObject({ field: 'TP-MTI', offset: 0 });
  });

  it.each([undefined, 'up'])('a direction of %j', (direction) => {
    expect(() => decodeTpdu(hex('00 00'), { direction } as never)).toThrow(TypeError);
    expect(() => decodeTpdu(hex('00 00'), { direction } as never)).toThrow("not 'MO' or 'MT'");
  });

  it('a report to the handset needs its time, also leniently behind a TP-PI that does not end', () => {
    // TP-FCS, then padding in place of TP-PI and TP-SCTS.
    const octets = hex('01 C3 FF FF FF');
    expect(refusal(() => decodeSubmitReport(octets))).toEqual({ code: 'truncated', field: 'TP-PI', offset: 5 });
    const issues: string[] = [];
    const onIssue = ({ code, field }: { code: string; field: string }) => issues.push(`${code} ${field}`);
    const found = refusal(() => decodeSubmitReport(octets, { lenient: true, onIssue }));
    expect(found).toEqual({ code: 'truncated', field: 'TP-SCTS/year', offset: 5 });
    expect(issues).toEqual(['truncated TP-PI']);
  });
});

describe('properties', () => {
  it('is what the reader of the type gives, with the type and the service centre', () => {
    const one = fc.oneof(
      submit.map((value) => ({ type: 'SMS-SUBMIT', direction: 'MO' as const, value, octets: encodeSubmit(value) })),
      deliver.map((value) => ({ type: 'SMS-DELIVER', direction: 'MT' as const, value, octets: encodeDeliver(value) })),
      statusReport.map((value) => ({
        type: 'SMS-STATUS-REPORT',
        direction: 'MT' as const,
        value,
        octets: encodeStatusReport(value),
      })),
    );
    fc.assert(
      fc.property(
        one,
        fc.option(telephoneNumber, { nil: undefined }),
        fc.boolean(),
        ({ type, direction, value, octets }, smsc, lenient) => {
          const whole = Uint8Array.of(...encodeServiceCentre(smsc), ...octets);
          const expected = { type, ...value, ...(smsc !== undefined && { smsc }) };
          expect(decodeTpdu(whole, { direction, smsc: true, lenient })).toStrictEqual(expected);
        },
      ),
    );
  });

  it('every name of the trace of a submit, in wire order', () => {
    const octets = hex('41 00 0B 91 72 83 01 00 10 F5 00 00 0A 05 00 03 2A 02 01 D0 E5 00');
    const { root } = traced(octets.subarray(0, 13 + 9), { direction: 'MO' });
    expect(root.children.map(({ name }) => name)).toEqual([
      'first octet',
      'TP-MR',
      'TP-DA',
      'TP-PID',
      'TP-DCS',
      'TP-UDL',
      'TP-UD',
    ]);
    expect(
      root.children
        .at(-1)
        ?.children.map(({ name }) => name)
        .slice(0, 3),
    ).toEqual(['UDH', 'fill bits', 'text']);
    expect(toHex(octets)).toHaveLength(44);
  });
});

describe('the bits of a trace', () => {
  /** Name and value of every field with bits below the first field of a name, with what it means. */
  function bitsOf(root: Field, name: string): string[] {
    const fields = [root];
    for (let field = fields.shift(); field !== undefined; field = fields.shift()) {
      if (field.name === name) {
        return field.children.map(({ name: bit, value, bits, meaning }) => {
          const width = bits === undefined ? '' : `:${bits.to - bits.from}`;
          return `${bit}${width} ${value}${meaning === undefined ? '' : ` ${meaning}`}`;
        });
      }
      fields.unshift(...field.children);
    }
    throw new Error(`there is no ${name}`);
  }

  /** TP-DCS and TP-PID stand behind an address without digits. */
  const submitWith = (pid: string, dcs: string) => traced(hex(`01 00 00 91 ${pid} ${dcs} 00`), { direction: 'MO' }).root;

  it.each([
    [
      '00',
      [
        'coding group:2 0 general',
        'compression:1 0 not compressed',
        'class given:1 0 no',
        'alphabet:2 0 GSM 7-bit',
        'reserved:2 0',
      ],
    ],
    [
      '78',
      [
        'coding group:2 1 general, automatic deletion',
        'compression:1 1 compressed',
        'class given:1 1 yes',
        'alphabet:2 2 UCS-2',
        'class:2 0 flash',
      ],
    ],
    ['A5', ['coding group:4 10 reserved', 'reserved:4 5']],
    ['C0', ['coding group:4 12 waiting, discard', 'indication:1 0 off', 'reserved:1 0', 'waiting:2 0 voicemail']],
    ['DD', ['coding group:4 13 waiting, store', 'indication:1 1 on', 'reserved:1 1', 'waiting:2 1 fax']],
    ['EA', ['coding group:4 14 waiting, store, UCS-2', 'indication:1 1 on', 'reserved:1 0', 'waiting:2 2 email']],
    ['F5', ['coding group:4 15 alphabet and class', 'reserved:1 0', 'alphabet:1 1 8-bit data', 'class:2 1 phone']],
  ])('TP-DCS %s (TS 23.038 section 4)', (dcs, bits) => {
    expect(bitsOf(submitWith('00', dcs), 'TP-DCS')).toEqual(bits);
  });

  it.each([
    ['00', ['format:2 0 protocol or device', 'telematic interworking:1 0 no', 'protocol:5 0']],
    ['32', ['format:2 0 protocol or device', 'telematic interworking:1 1 yes', 'device:5 18']],
    ['1F', ['format:2 0 protocol or device', 'telematic interworking:1 0 no', 'protocol:5 31']],
    ['41', ['format:2 1 message type', 'message type:6 1']],
    ['7F', ['format:2 1 message type', 'message type:6 63']],
    ['80', ['format:2 2 reserved', 'reserved:6 0']],
    ['BF', ['format:2 2 reserved', 'reserved:6 63']],
    ['C0', ['format:2 3 service centre specific', 'service centre specific:6 0']],
    ['85', ['format:2 2 reserved', 'reserved:6 5']],
    ['FF', ['format:2 3 service centre specific', 'service centre specific:6 63']],
  ])('TP-PID %s (TS 23.040 section 9.2.3.9)', (pid, bits) => {
    expect(bitsOf(submitWith(pid, '00'), 'TP-PID')).toEqual(bits);
  });

  it('of UCS-2 half a unit is an octet without a character', () => {
    const octets = hex('01 00 00 91 00 08 01 41');
    const trace = new Trace('TPDU');
    const read = readTpdu(new ByteReader(octets, trace), { direction: 'MO', lenient: true });
    expect(read).toMatchObject({ text: '' });
    const root = trace.finish(octets.length);
    expectTiling(root);
    expect(root.children.at(-1)?.children.map(({ name, value, start, end }) => [name, value, start, end])).toEqual([
      ['odd octet', 0x41, 7, 8],
    ]);
  });

  it('TP-ST (section 9.2.3.15)', () => {
    const { root } = traced(hex('06 0A 00 91 62 11 12 90 00 00 80 62 11 12 90 00 00 80 63'), { direction: 'MT' });
    expect(bitsOf(root, 'TP-ST')).toEqual(['definition:1 0 as below', 'state:2 3', 'reason:5 3']);
  });

  it.each([
    ['00 00 00 00 00 00 00', '0 no period', ['unused 000000000000']],
    ['41 A7 00 00 00 00 00', '1 relative', ['period 167 1440 minutes', 'unused 0000000000']],
    ['42 1E 00 00 00 00 00', '2 seconds', ['seconds 30', 'unused 0000000000']],
    ['43 21 43 65 00 00 00', '3 hours, minutes, seconds', ['hours 33 12', 'minutes 67 34', 'seconds 101 56', 'unused 000000']],
    ['05 11 22 33 44 55 66', '5', ['unused 112233445566']],
    // Another indicator follows, and nobody has said what it holds.
    ['C1 A7 00 00 00 00 00', '1 relative', ['unused A70000000000']],
  ])('TP-VP %s in the enhanced format (section 9.2.3.12.3)', (vp, format, behind) => {
    const { root } = traced(hex(`09 00 00 91 00 00 ${vp} 00`), { direction: 'MO' });
    expect(bitsOf(root, 'TP-VP').slice(1)).toEqual(behind);
    const [extension, singleShot, reserved, last] = bitsOf(root, 'functionality indicator');
    const first = Number.parseInt(vp, 16);
    expect(extension).toBe(first >= 0x80 ? 'extension:1 1 another octet follows' : 'extension:1 0 no');
    expect(singleShot).toBe((first & 0x40) === 0 ? 'single shot:1 0 no' : 'single shot:1 1 yes');
    expect([reserved, last]).toEqual(['reserved:3 0', `format:3 ${format}`]);
    expectTiling(root);
  });

  it('of elements: what waits, what is reported, and where the header comes from (sections 9.2.3.24.2, .6 and .7)', () => {
    const { root } = traced(hex('41 00 00 91 00 04 0B 0A 01 02 A5 03 06 01 47 07 01 02'), { direction: 'MO' });
    expect(bitsOf(root, 'indication')).toEqual([
      'storage:1 1 store',
      'profile:2 1 2',
      'extended type:3 1 videomail',
      'type:2 1 fax',
    ]);
    expect(bitsOf(root, 'parameters')).toEqual([
      'original header:1 0 left out of the report',
      'cancel further reports:1 1 yes',
      'reserved:2 0',
      'still trying:1 0 no report',
      'given up:1 1 report',
      'failed:1 1 report',
      'completed:1 1 report',
    ]);
    const header = root.children.at(-1)?.children[0];
    expect(header?.children[3]?.children[2]?.meaning).toBe('the receiver, in a status report');
  });

  it.each([
    // A header of seven octets takes exactly eight septets.
    ['08 06 70 04 AA BB CC DD', []],
    ['07 05 70 03 AA BB CC', []],
    ['07 05 70 03 AA BB CC 00', ['fill bits:1', 'fill bits:7']],
    ['08 05 70 03 AA BB CC D0', ['fill bits:1', 'text:7']],
  ])('fill bits in front of a text and behind it stand apart: %s', (userData, behind) => {
    const { root } = traced(hex(`41 00 00 91 00 00 ${userData}`), { direction: 'MO' });
    const fields = root.children.at(-1)?.children.slice(1) ?? [];
    expect(fields.map(({ name, bits }) => `${name}:${bits === undefined ? '' : bits.to - bits.from}`)).toEqual(behind);
    expectTiling(root);
  });
});

describe('refusals', () => {
  it.each([
    ['', 'MO', false, 'truncated', 'first octet', 0],
    ['03', 'MO', false, 'bad-value', 'TP-MTI', 0],
    ['07', 'MT', false, 'bad-value', 'TP-MTI', 0],
    ['', 'MO', true, 'truncated', 'SMSC/length', 0],
    ['00', 'MO', true, 'truncated', 'first octet', 1],
    ['07 91 72', 'MO', true, 'truncated', 'SMSC', 1],
    ['00 03', 'MT', true, 'bad-value', 'TP-MTI', 1],
    ['00 80', 'MO', false, 'truncated', 'TP-PI', 2],
    ['00 80 80', 'MO', false, 'truncated', 'TP-PI', 3],
    ['00', 'MO', false, 'truncated', 'TP-PI', 1],
    ['00 00 00', 'MO', false, 'trailing-bytes', 'TPDU', 2],
    ['01 00 62', 'MT', false, 'truncated', 'TP-SCTS/month', 3],
    ['22 05 00 02 06 04 91 21 43 03 AA BB', 'MO', false, 'truncated', 'TP-CD', 10],
    ['22 05 00 02 06 04 91 21 43', 'MO', false, 'truncated', 'TP-CDL', 9],
    ['22 05 00 02 06 04 91 21 43 00 FF', 'MO', false, 'trailing-bytes', 'TPDU', 10],
    ['62 05 00 02 06 04 91 21 43 02 05 00', 'MO', false, 'truncated', 'UDH', 11],
  ] as const)('%j from %s, service centre %s', (octets, direction, smsc, code, field, offset) => {
    expect(refusal(() => decodeTpdu(hex(octets), { direction, smsc }))).toEqual({ code, field, offset });
    const { root } = traced(hex(octets), { direction, smsc });
    expectTiling(root);
  });
});
