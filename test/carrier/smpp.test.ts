import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { toSubmitSm } from '../../src/carrier/index.js';
import { decodeSmppPdu, encodeSmppPdu } from '../../src/smpp/index.js';
import { encodeSubmit, encodeUdh, type SubmitInput, submitText, type ValidityPeriod } from '../../src/sms/index.js';
import { headerOctets, naiveAlphabet, naiveSeptets, submit, tablesOf } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { packagePdu } from '../support/smpp.js';

const tpDa = { ton: 1, npi: 1, digits: '447700900123' } as const;

it('carries every message: fields as they are, GSM 7-bit one septet an octet behind the header', () => {
  fc.assert(
    fc.property(submit, (any) => {
      const sendable = { ...any, tpRd: false, tpVp: undefined };
      if ('text' in any.tpDa) {
        expect(refusal(() => toSubmitSm(sendable))).toMatchObject({ code: 'unencodable', field: 'tpDa' });
        return;
      }
      const fields = toSubmitSm(sendable);
      const header = any.udh.length === 0 ? [] : [...encodeUdh(any.udh)];
      expect(header).toHaveLength(headerOctets(any.udh));
      const { text = '' } = any;
      const coding = naiveAlphabet(any.tpDcs);
      const half = text.endsWith('\u001b');
      const septets = () => [
        ...(naiveSeptets(half ? text.slice(0, -1) : text, tablesOf(any.udh)) ?? []),
        ...(half ? [0x1b] : []),
      ];
      const units = () =>
        Array.from({ length: text.length }, (_, i) => [text.charCodeAt(i) >> 8, text.charCodeAt(i) & 255]).flat();
      const body = coding === '8bit' ? [...(any.data ?? [])] : coding === 'ucs2' ? units() : septets();
      expect([...fields.short_message]).toEqual([...header, ...body]);
      expect(fields).toMatchObject({
        dest_addr_ton: any.tpDa.ton,
        dest_addr_npi: any.tpDa.npi,
        destination_addr: any.tpDa.digits,
        esm_class: (any.udh.length > 0 ? 0x40 : 0) + (any.tpRp ? 0x80 : 0),
        protocol_id: any.tpPid,
        validity_period: '',
        registered_delivery: any.tpSrr ? 1 : 0,
        data_coding: any.tpDcs,
        sm_length: header.length + body.length,
      });
    }),
  );
});

it('does not depend on the width of the other fields', () => {
  fc.assert(
    fc.property(submit, (any) => {
      if ('text' in any.tpDa) return;
      const plain = toSubmitSm({ ...any, tpRd: false, tpVp: undefined }).short_message;
      const at = new Date(Date.UTC(2026, 0, 2));
      for (const tpVp of [
        { kind: 'relative', minutes: 5 },
        { kind: 'absolute', at, offsetMinutes: 0 },
      ] as ValidityPeriod[]) {
        expect(toSubmitSm({ ...any, tpRd: false, tpVp }).short_message).toEqual(plain);
      }
      expect(toSubmitSm({ ...any, tpDa, tpRd: false, tpVp: undefined }).short_message).toEqual(plain);
    }),
  );
});

it('fits the package smpp and our own codec as it is', () => {
  fc.assert(
    fc.property(submit, (any) => {
      if ('text' in any.tpDa) return;
      const fields = toSubmitSm({ ...any, tpRd: false, tpVp: undefined });
      if (fields.short_message.length > 254) return;
      const octets = packagePdu('submit_sm', { ...fields, sequence_number: 7 });
      expect(toHex(encodeSmppPdu({ command: 'submit_sm', sequence: 7, fields: { ...fields } }))).toBe(toHex(octets));
      expect(decodeSmppPdu(octets).fields?.short_message).toEqual(new Uint8Array(fields.short_message));
      // What is made of it is plain.
      expect(fields.short_message.slice(1).constructor).toBe(Uint8Array);
    }),
  );
});

it('packs on request, as in the TPDU', () => {
  const text = 'x'.repeat(161);
  for (const part of submitText(text, { to: '1' })) {
    const { short_message, sm_length } = toSubmitSm(part, { packed: true });
    expect(short_message).toEqual(encodeSubmit(part).subarray(-short_message.length));
    expect(sm_length).toBe(short_message.length);
    // 7 septets of header and 153 or 8 of text.
    expect(short_message).toHaveLength(part.text?.length === 153 ? 140 : Math.ceil((7 * 15) / 8));
  }
});

it('gives octets of its own', () => {
  const data = hex('0102');
  const { short_message } = toSubmitSm({ tpDa, tpDcs: 4, data });
  short_message.fill(0);
  expect([...toSubmitSm({ tpDa, tpDcs: 4, data }).short_message]).toEqual([1, 2]);
});

it('takes what is left out as 0', () => {
  expect(toSubmitSm({ tpDa: '+1', text: '' })).toEqual({
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: '1',
    esm_class: 0,
    protocol_id: 0,
    validity_period: '',
    registered_delivery: 0,
    data_coding: 0,
    sm_length: 0,
    short_message: new Uint8Array(0),
  });
});

describe('validity_period (SMPP 3.4 section 7.1.1)', () => {
  const at = new Date('2026-11-21T09:00:05Z');
  it.each([
    ['absolute, east', { kind: 'absolute', at, offsetMinutes: 120 }, '261121110005008+'],
    ['absolute, west', { kind: 'absolute', at, offsetMinutes: -330 }, '261121033005022-'],
    ['absolute, far west, the day before', { kind: 'absolute', at, offsetMinutes: -720 }, '261120210005048-'],
    ['absolute, past the zones of SMPP: in UTC', { kind: 'absolute', at, offsetMinutes: 780 }, '261121090005000+'],
    ['absolute, UTC', { kind: 'absolute', at, offsetMinutes: 0 }, '261121090005000+'],
    ['absolute, nineties', { kind: 'absolute', at: new Date('1999-12-31T23:59:59Z'), offsetMinutes: 0 }, '991231235959000+'],
    ['five minutes', { kind: 'relative', minutes: 5 }, '000000000500000R'],
    ['a day', { kind: 'relative', minutes: 1440 }, '000001000000000R'],
    ['a day and a half', { kind: 'relative', minutes: 2160 }, '000001120000000R'],
    ['14 weeks, 98 days', { kind: 'relative', minutes: 98 * 1440 }, '000098000000000R'],
    ['99 days', { kind: 'relative', minutes: 99 * 1440 }, '000099000000000R'],
    ['enhanced without a period', { kind: 'enhanced', format: 'none', singleShot: false }, ''],
    ['enhanced minutes', { kind: 'enhanced', format: 'relative', singleShot: false, minutes: 60 }, '000000010000000R'],
    ['enhanced seconds', { kind: 'enhanced', format: 'seconds', singleShot: false, seconds: 255 }, '000000000415000R'],
    [
      'enhanced time',
      { kind: 'enhanced', format: 'time', singleShot: false, hours: 99, minutes: 59, seconds: 58 },
      '000004035958000R',
    ],
  ] as [string, ValidityPeriod, string][])('%s', (_, tpVp, expected) => {
    const written = toSubmitSm({ tpDa, text: 'x', tpVp }).validity_period;
    expect(written).toBe(expected);
    if (written !== '') expect(written).toMatch(/^\d{15}[R+-]$/);
  });

  it('of more than 99 days fits in two digits and is never shorter than asked', () => {
    for (let weeks = 15; weeks <= 63; weeks++) {
      const written = toSubmitSm({ tpDa, text: 'x', tpVp: { kind: 'relative', minutes: weeks * 7 * 1440 } }).validity_period;
      expect(written).toMatch(/^\d{12}000R$/);
      const [years = 0, months = 0, days = 0] = (written.match(/\d\d/g) ?? []).map(Number);
      expect(months).toBeLessThan(12);
      expect(years * 365 + months * 30 + days).toBeGreaterThanOrEqual(weeks * 7);
    }
  });

  it('of a period that is no whole second is still sixteen characters', () => {
    expect(toSubmitSm({ tpDa, text: 'x', tpVp: { kind: 'relative', minutes: 5.001 } }).validity_period).toMatch(/^\d{15}R$/);
  });
});

describe('refusals', () => {
  it.each([
    ['a name', { tpDa: { ton: 5, npi: 0, text: 'Shop' }, text: 'x' }, 'unencodable', 'tpDa'],
    ['TP-RD', { tpDa, text: 'x', tpRd: true }, 'unencodable', 'tpRd'],
    ['a single shot', { tpDa, text: 'x', tpVp: { kind: 'enhanced', format: 'none', singleShot: true } }, 'unencodable', 'tpVp'],
    [
      'reserved validity',
      { tpDa, text: 'x', tpVp: { kind: 'enhanced', format: 'raw', octets: new Uint8Array(7).fill(4) } },
      'unencodable',
      'tpVp',
    ],
    ['data as text', { tpDa, tpDcs: 4, text: 'x' }, 'bad-value', 'data'],
    ['too much', { tpDa, text: 'x'.repeat(161) }, 'too-long', 'text'],
    [
      'a zone that is no quarter',
      { tpDa, text: 'x', tpVp: { kind: 'absolute', at: new Date(1e12), offsetMinutes: 7 } },
      'bad-value',
      'tpVp/zone',
    ],
  ] as [string, SubmitInput, string, string][])('%s', (_, input, code, field) => {
    expect(refusal(() => toSubmitSm(input))).toMatchObject({ code, field });
  });
});
