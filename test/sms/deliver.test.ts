import { describe, expect, it } from 'vitest';
import { type DeliverInput, decodeDeliver, encodeDeliver } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const TEST = '04 0B 91 64 07 95 03 03 F1 00 00 89 21 22 21 40 14 00 04 D4 E2 94 0A';
const tpScts = { at: new Date('2026-11-21T09:00:00Z'), offsetMinutes: 0 };

describe('worked examples (sms-pdu.md section 5)', () => {
  it('TEST from +46705930301', () => {
    // SCTS 89 21 22 21 40 14 00: year 98, month 12, day 22, 12:04:41; 98 is read as 1998 here.
    const value = {
      tpOa: { ton: 1, npi: 1, digits: '46705930301' },
      tpPid: 0,
      tpDcs: 0,
      tpScts: { at: new Date('1998-12-22T12:04:41Z'), offsetMinutes: 0 },
      tpMms: true,
      tpLp: false,
      tpSri: false,
      tpRp: false,
      udh: [],
      text: 'TEST',
    };
    expect(decodeDeliver(hex(TEST))).toStrictEqual(value);
    expect(encodeDeliver(value)).toEqual(hex(TEST));
  });

  it('each flag is a bit of the first octet (section 1); no more messages wait unless it is said', () => {
    const first = (flags: Partial<DeliverInput>) => encodeDeliver({ tpOa: '1', tpScts, text: '', ...flags })[0];
    expect([first({}), first({ tpMms: false }), first({ tpLp: true }), first({ tpSri: true }), first({ tpRp: true })]).toEqual([
      0x04, 0, 0x0c, 0x24, 0x84,
    ]);
    expect(first({ udh: [{ kind: 'userPrompt', objects: 1 }] })).toBe(0x44);
  });
});

describe('refusals', () => {
  it('each octet that is missing at the end', () => {
    const octets = hex(TEST);
    for (let length = 0; length < octets.length; length++) {
      const { code, offset } = refusal(() => decodeDeliver(octets.slice(0, length)));
      expect([code, (offset ?? -1) <= length]).toEqual(['truncated', true]);
    }
  });

  it('another type, and octets behind the last field', () => {
    expect(refusal(() => decodeDeliver(hex('01')))).toEqual({ code: 'bad-value', field: 'TP-MTI', offset: 0 });
    expect(refusal(() => decodeDeliver(hex(`${TEST} 00`)))).toEqual({ code: 'trailing-bytes', field: 'TPDU', offset: 23 });
    expect(refusal(() => decodeDeliver(hex(TEST.replace('89 21', '89 31'))))).toEqual({
      code: 'bad-value',
      field: 'TP-SCTS',
      offset: 11,
    });
  });

  it('names the field of what cannot be written', () => {
    const write = (fields: Partial<DeliverInput>) => refusal(() => encodeDeliver({ tpOa: '1', tpScts, text: '', ...fields }));
    expect(write({ tpOa: 'x' })).toEqual({ code: 'bad-value', field: 'tpOa', offset: 0 });
    expect(write({ tpPid: 256 })).toEqual({ code: 'bad-value', field: 'tpPid', offset: undefined });
    expect(write({ tpDcs: 256 })).toEqual({ code: 'bad-value', field: 'tpDcs', offset: undefined });
    expect(write({ tpScts: { at: tpScts.at, offsetMinutes: 1 } })).toEqual({
      code: 'bad-value',
      field: 'tpScts/zone',
      offset: undefined,
    });
  });
});
