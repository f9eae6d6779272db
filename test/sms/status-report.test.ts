import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import {
  decodeStatusReport,
  decodeTpdu,
  describeStatus,
  encodeStatusReport,
  type StatusReportInput,
} from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const DELIVERED = '06 0A 0B 91 72 83 01 00 10 F5 62 11 12 90 00 00 80 62 11 12 90 00 10 80 00';
const fixed = {
  tpMr: 10,
  tpRa: { ton: 1, npi: 1, digits: '27381000015' },
  tpScts: { at: new Date('2026-11-21T07:00:00Z'), offsetMinutes: 120 },
  tpDt: { at: new Date('2026-11-21T07:00:01Z'), offsetMinutes: 120 },
  tpSt: 0,
  tpMms: true,
  tpLp: false,
  tpSrq: false,
};

describe('worked examples (sms-pdu.md section 5)', () => {
  it.each([
    ['', {}],
    ['00', { tpPi: 0 }],
    ['01 41', { tpPi: 1, tpPid: 0x41 }],
    ['02 08', { tpPi: 2, tpDcs: 8 }],
    ['04 04 D4 E2 94 0A', { tpPi: 4, udh: [], text: 'TEST' }],
    ['07 00 04 02 AA BB', { tpPi: 7, tpPid: 0, tpDcs: 4, udh: [], data: hex('AA BB') }],
    ['78', { tpPi: 0x78 }],
    // 23.040 9.2.3.27: the extension bit says that another octet of TP-PI follows.
    ['80 00', { tpPi: 0x80, tpPiExtension: hex('00') }],
    ['81 80 7F 41', { tpPi: 0x81, tpPiExtension: hex('80 7F'), tpPid: 0x41 }],
    ['84 07 04 D4 E2 94 0A', { tpPi: 0x84, tpPiExtension: hex('07'), udh: [], text: 'TEST' }],
  ])('delivered, with %j behind the status', (rest, parameters) => {
    const octets = hex(`${DELIVERED} ${rest}`);
    expect(decodeStatusReport(octets)).toStrictEqual({ ...fixed, ...parameters });
    expect(encodeStatusReport({ ...fixed, ...parameters })).toEqual(octets);
  });

  it('each flag is a bit of the first octet (section 1)', () => {
    const first = (flags: Partial<StatusReportInput>) => encodeStatusReport({ ...fixed, ...flags })[0];
    expect([first({}), first({ tpMms: false }), first({ tpLp: true }), first({ tpSrq: true })]).toEqual([
      0x06, 0x02, 0x0e, 0x26,
    ]);
    expect(first({ udh: [{ kind: 'userPrompt', objects: 1 }], text: '' })).toBe(0x46);
  });

  it('TP-PI follows from the fields that are there', () => {
    expect(encodeStatusReport({ ...fixed, tpPid: 0, tpDcs: 0 }).slice(25)).toEqual(hex('03 00 00'));
    expect(encodeStatusReport({ ...fixed, tpPi: 0x0f, tpPid: 0 }).slice(25)).toEqual(hex('09 00'));
    expect(encodeStatusReport({ ...fixed, tpPi: 0x80, tpPid: 0 }).slice(25)).toEqual(hex('01 00'));
    expect(encodeStatusReport({ ...fixed, tpPiExtension: hex('00 80') }).slice(25)).toEqual(hex('80 80 00'));
    const longest = { ...fixed, tpPiExtension: new Uint8Array(140), tpDcs: 4, data: new Uint8Array(140).fill(7) };
    expect(encodeStatusReport(longest).subarray(-141)).toEqual(Uint8Array.of(140, ...longest.data));
  });

  it.each([
    [0x00, 'completed: delivered'],
    [0x01, 'completed: forwarded, delivery unconfirmed'],
    [0x02, 'completed: replaced by the service centre'],
    [0x03, 'completed: reserved 3'],
    [0x10, 'completed: service centre specific 16'],
    [0x20, 'still trying: congestion'],
    [0x25, 'still trying: error in the recipient'],
    [0x26, 'still trying: reserved 6'],
    [0x40, 'failed: remote procedure error'],
    [0x46, 'failed: validity period expired'],
    [0x49, 'failed: message does not exist'],
    [0x4a, 'failed: reserved 10'],
    [0x60, 'given up: congestion'],
    [0x65, 'given up: error in the recipient'],
    [0x7f, 'given up: service centre specific 31'],
  ])('status %i is %s', (octet, words) => {
    expect(describeStatus(octet)).toBe(words);
  });

  it('a status that is missing, or no octet, is not a delivery', () => {
    for (const none of [undefined, -1, 256, 0.5, Number.NaN]) expect(describeStatus(none as number)).toMatch(/^reserved/);
  });

  it('all 256 statuses have words, those from 80 on as reserved', () => {
    for (let octet = 0; octet < 256; octet++) {
      expect(describeStatus(octet)).not.toMatch(/undefined|^$/);
      expect(describeStatus(octet).startsWith('reserved')).toBe(octet >= 0x80);
    }
  });
});

describe('refusals', () => {
  it.each([
    ['01', 'bad-value', 'TP-MTI', 0],
    ['06', 'truncated', 'TP-MR', 1],
    ['06 0A', 'truncated', 'TP-RA/length', 2],
    [DELIVERED.slice(0, -3), 'truncated', 'TP-ST', 24],
    [DELIVERED.slice(0, -9), 'truncated', 'TP-DT/second', 22],
    [`${DELIVERED} 80`, 'truncated', 'TP-PI', 26],
    [`${DELIVERED} FF FF FF`, 'truncated', 'TP-PI', 28],
    [`${DELIVERED} 81 00`, 'truncated', 'TP-PID', 27],
    [`${DELIVERED} 01`, 'truncated', 'TP-PID', 26],
    [`${DELIVERED} 02`, 'truncated', 'TP-DCS', 26],
    [`${DELIVERED} 04`, 'truncated', 'TP-UDL', 26],
    [`${DELIVERED} 00 00`, 'trailing-bytes', 'TPDU', 26],
  ])('%s', (octets, code, field, offset) => {
    expect(refusal(() => decodeStatusReport(hex(octets)))).toEqual({ code, field, offset });
  });

  it('names the field of what cannot be written', () => {
    const write = (fields: Partial<StatusReportInput>) => refusal(() => encodeStatusReport({ ...fixed, ...fields }));
    expect(write({ tpSt: 256 })).toEqual({ code: 'bad-value', field: 'tpSt', offset: undefined });
    expect(write({ tpMr: -1 })).toEqual({ code: 'bad-value', field: 'tpMr', offset: undefined });
    expect(write({ tpPi: 256 })).toEqual({ code: 'bad-value', field: 'tpPi', offset: undefined });
    expect(write({ tpPiExtension: new Uint8Array(141) })).toEqual({
      code: 'too-long',
      field: 'tpPiExtension',
      offset: undefined,
    });
    expect(() => encodeStatusReport({ ...fixed, tpPiExtension: [0] as never })).toThrow(TypeError);
    expect(write({ tpPid: 256 })).toEqual({ code: 'bad-value', field: 'tpPid', offset: undefined });
    expect(write({ tpRa: '' })).toEqual({ code: 'bad-value', field: 'tpRa', offset: undefined });
    expect(write({ tpDcs: 4, text: 'x' })).toEqual({ code: 'bad-value', field: 'data', offset: undefined });
    expect(write({ udh: [{ kind: 'userPrompt', objects: 1 }] })).toEqual({
      code: 'bad-value',
      field: 'text',
      offset: undefined,
    });
  });
});

describe('lenient reading', () => {
  it.each(['FF FF FF', '80'])('passes over padding that begins as TP-PI: %s', (padding) => {
    const issues: Issue[] = [];
    const read = decodeStatusReport(hex(`${DELIVERED} ${padding}`), { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(read).toStrictEqual(fixed);
    expect(issues).toMatchObject([{ code: 'truncated', field: 'TP-PI', offset: hex(`${DELIVERED} ${padding}`).length }]);
  });

  it('passes over a TP-PI that is longer than any message', () => {
    const long = (more: number) => hex(`${DELIVERED} ${'80'.repeat(more)} 00`);
    expect(decodeStatusReport(long(140))).toStrictEqual({
      ...fixed,
      tpPi: 0x80,
      tpPiExtension: Uint8Array.of(...new Array(139).fill(0x80), 0),
    });
    const found = { code: 'bad-value', field: 'TP-PI', offset: 25 };
    expect(refusal(() => decodeStatusReport(long(141)))).toEqual(found);
    const issues: Issue[] = [];
    expect(decodeStatusReport(long(141), { lenient: true, onIssue: (issue) => issues.push(issue) })).toStrictEqual(fixed);
    expect(issues).toMatchObject([{ ...found, severity: 'error' }]);
  });

  it('skips padding after an extended TP-PI', () => {
    // 23.040 9.2.3.27; the digits of a modem's report, on which padding of FF follows.
    const report = '06 05 09 81 06 84 56 88 F8 90 70 80 51 73 75 78 90 70 80 51 83 01 80 00 80 00';
    const expected = { tpMr: 5, tpRa: { ton: 0, npi: 1, digits: '604865888' }, tpSt: 0, tpPi: 0x80, tpPiExtension: hex('00') };
    expect(decodeTpdu(hex(report), { direction: 'MT' })).toMatchObject(expected);
    expect(decodeTpdu(hex(`00 ${report}`), { direction: 'MT', smsc: true })).toMatchObject(expected);
    const issues: Issue[] = [];
    const options = { direction: 'MT', lenient: true, onIssue: (issue: Issue) => issues.push(issue) } as const;
    expect(decodeTpdu(hex(`${report} FF FF FF`), options)).toMatchObject(expected);
    expect(issues).toMatchObject([{ code: 'trailing-bytes', field: 'TPDU', offset: 26 }]);
  });
});
