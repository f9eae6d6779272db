/**
 * Inputs of the tests of node-smpp (MIT License, Copyright 2011 Ali Farhadi), version of 2022-04-21, written here in hex. Numbers of subscribers are replaced.
 * Where the library says something else, the rule is in docs/decisions.md, "public test suites".
 */
import { describe, expect, it } from 'vitest';
import {
  decodeSmppPdu,
  encodeSmppPdu,
  findSmppPdu,
  formatSmppPeriod,
  formatSmppTime,
  parseSmppTime,
} from '../../src/smpp/index.js';
import { decodeUdh } from '../../src/sms/index.js';
import { decodeGsm7, decodeUcs2, encodeGsm7, encodeUcs2 } from '../../src/text/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const BODY = `00000004 00000000 00000002 00 0100 3436373031373430363039 00 0101 3436373031373430363135 00 40 00 00 00 00 00 00 01 00
  08 03240103747B7374`;
const FIELDS = {
  service_type: '',
  source_addr_ton: 1,
  source_addr_npi: 0,
  source_addr: '46701740609',
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  destination_addr: '46701740615',
  esm_class: 0x40,
  protocol_id: 0,
  priority_flag: 0,
  schedule_delivery_time: '',
  validity_period: '',
  registered_delivery: 0,
  replace_if_present_flag: 0,
  data_coding: 1,
  sm_default_msg_id: 0,
  short_message: hex('03240103747B7374'),
};

describe('PDUs (pdu.js)', () => {
  it('submit_sm, with and without a parameter', () => {
    const octets = hex(`0000003F ${BODY}`);
    expect(decodeSmppPdu(octets)).toMatchObject({
      command: 'submit_sm',
      status: 0,
      sequence: 2,
      fields: FIELDS,
      parameters: [],
    });
    expect(encodeSmppPdu({ command: 'submit_sm', sequence: 2, fields: FIELDS })).toEqual(octets);
    expect(decodeSmppPdu(hex(`00000047 ${BODY} 0424000474657374`)).parameters).toEqual([
      { tag: 0x424, name: 'message_payload', value: hex('74657374') },
    ]);
  });

  it('query_sm_resp', () => {
    const octets = hex('00000014 80000003 00000000 00000002 00000200');
    expect(decodeSmppPdu(octets)).toMatchObject({ command: 'query_sm_resp', fields: { message_id: '', message_state: 2 } });
  });

  it('one that has not come whole, and one that is too long', () => {
    expect(findSmppPdu(hex(`0000003F ${BODY}`).subarray(0, 62))).toBeUndefined();
    expect(refusal(() => decodeSmppPdu(hex(`0100003F ${BODY}`)))).toMatchObject({ code: 'limit-exceeded', offset: 0 });
  });

  it('rule own-lengths: a short_message past command_length is refused; lenient reading keeps its octets apart', () => {
    const octets = hex(`0000003C ${BODY}`);
    expect(refusal(() => decodeSmppPdu(octets.subarray(0, 60)))).toMatchObject({
      code: 'truncated',
      field: 'submit_sm/short_message',
    });
    const { short_message: _, ...others } = FIELDS;
    expect(decodeSmppPdu(octets.subarray(0, 60), { lenient: true })).toMatchObject({ fields: others });
  });
});

describe('fields (types.js)', () => {
  it('recipients of submit_multi', () => {
    const octets = hex(`00000030 00000021 00000000 00000001 00 0000 00 02 0101023132330002 61626300 000000 0000 0000 0000 00`);
    const { fields } = decodeSmppPdu(
      octets.length === 0x30
        ? octets
        : hex(octets.length.toString(16).padStart(8, '0') + Buffer.from(octets.subarray(4)).toString('hex')),
    );
    expect(fields).toMatchObject({
      dest_address: [
        { dest_flag: 1, dest_addr_ton: 1, dest_addr_npi: 2, destination_addr: '123' },
        { dest_flag: 2, dl_name: 'abc' },
      ],
    });
  });

  it('refused recipients', () => {
    const octets = hex('00000026 80000021 00000000 00000001 00 02 03046162630000000007 05063132330010000008');
    expect(decodeSmppPdu(octets).fields).toMatchObject({
      unsuccess_sme: [
        { dest_addr_ton: 3, dest_addr_npi: 4, destination_addr: 'abc', error_status_code: 7 },
        { dest_addr_ton: 5, dest_addr_npi: 6, destination_addr: '123', error_status_code: 0x10000008 },
      ],
    });
  });
});

describe('times (filters.js)', () => {
  it('absolute and relative', () => {
    expect(parseSmppTime('120305124350000+')).toMatchObject({ kind: 'absolute', at: new Date('2012-03-05T12:43:50Z') });
    expect(formatSmppTime(new Date('2012-03-05T12:43:50Z'))).toBe('120305124350000+');
    expect(parseSmppTime('000000020630000R')).toEqual({ kind: 'relative', seconds: 2 * 3600 + 6 * 60 + 30 });
    expect(formatSmppPeriod(7590)).toBe('000000020630000R');
  });

  it('rule whole-times: a time has sixteen characters', () => {
    expect(refusal(() => parseSmppTime('020630'))).toMatchObject({ code: 'bad-value' });
  });
});

describe('alphabets (encodings.js, filters.js)', () => {
  it.each([
    ['@£$¥', {}, '00010203'],
    [' 1a=', {}, '2031613D'],
    ['\f^{}\\[~]|€', {}, '1B0A1B141B281B291B2F1B3C1B3D1B3E1B401B65'],
    ['\f^{}\\[~]|ĞİŞç€ğış', { single: 1 }, '1B0A1B141B281B291B2F1B3C1B3D1B3E1B401B471B491B531B631B651B671B691B73'],
    ['This is a Teşt', { locking: 1 }, '5468697320697320612054651D74'],
    ['This ís a Tést', { single: 2 }, '54686973201B697320612054057374'],
    ['This is â TΣst', { locking: 3, single: 3 }, '54686973206973201D20541B187374'],
    ['tãst', { locking: 3 }, '747B7374'],
  ] as const)('%j with %o', (text, tables, octets) => {
    expect(encodeGsm7(text, tables)).toEqual(hex(octets));
    expect(decodeGsm7(hex(octets), tables)).toBe(text);
  });

  it.each([
    [' 1a', '002000310061'],
    ['۱۲۳', '06F106F206F3'],
  ])('UCS-2: %s', (text, octets) => {
    expect(encodeUcs2(text)).toEqual(hex(octets));
    expect(decodeUcs2(hex(octets))).toBe(text);
  });

  it('letters that GSM 7-bit lacks', () => {
    for (const text of ['`', 'Á', 'ت']) expect(refusal(() => encodeGsm7(text))).toMatchObject({ code: 'unencodable' });
  });

  it('rule shift-elements: element 24 is the single shift table, 25 the locking one (TS 23.040 section 9.2.3.24), not the other way round', () => {
    const [{ elements: single }, { elements: locking }] = [decodeUdh(hex('03240101')), decodeUdh(hex('03250103'))];
    expect(single).toEqual([{ kind: 'singleShift', language: 1 }]);
    expect(locking).toEqual([{ kind: 'lockingShift', language: 3 }]);
    expect(decodeGsm7(hex('5468697320697320612054651D74'), { single: 1 })).toBe('This is a Teæt');
  });
});
