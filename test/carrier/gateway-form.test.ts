import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGatewayForm, toGatewayForm } from '../../src/carrier/index.js';
import type { SubmitInput } from '../../src/sms/index.js';
import { submit } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const worked = {
  SendTo: '27381000015',
  SmsSubmitPduDataCodingScheme: 'F5',
  SmsSubmitPduProtocolIdentifier: '00',
  SmsSubmitPduUserDataHeader: '06050415810000',
  SmsSubmitPduUserData: '024A3A51',
};
const message: SubmitInput = {
  tpMr: 0,
  tpDa: { ton: 1, npi: 1, digits: '27381000015' },
  tpPid: 0,
  tpDcs: 0xf5,
  tpSrr: false,
  tpRd: false,
  tpRp: false,
  udh: [{ kind: 'ports16', destination: 5505, source: 0 }],
  data: hex('024A3A51'),
};
const { SmsSubmitPduUserData: _, SmsSubmitPduUserDataHeader: __, ...bare } = worked;

it('writes and reads the worked example of sms-pdu.md section 7', () => {
  expect(toGatewayForm(message)).toEqual(worked);
  expect(parseGatewayForm(worked)).toEqual(message);
});

it('names match in any case, a plus is passed over, and so are other fields', () => {
  const form = {
    ...Object.fromEntries(Object.entries(worked).map(([name, value]) => [name.toUpperCase(), value.toLowerCase()])),
    SENDTO: '+27381000015',
    Username: 'u',
  };
  expect(parseGatewayForm(form)).toEqual(message);
});

it('without a header field there is no header', () => {
  expect(parseGatewayForm({ ...bare, SmsSubmitPduUserData: '' })).toEqual({ ...message, udh: [], data: new Uint8Array(0) });
  expect(toGatewayForm({ tpDa: '27381000015', text: 'x' })).toEqual({
    SendTo: '27381000015',
    SmsSubmitPduDataCodingScheme: '00',
    SmsSubmitPduProtocolIdentifier: '00',
    SmsSubmitPduUserDataHeader: '',
    Message: 'x',
  });
});

it('every message to a number in digits comes back', () => {
  fc.assert(
    fc.property(submit, fc.stringMatching(/^\d{1,20}$/), ({ tpPid, tpDcs, udh, text, data }, digits) => {
      const content = data === undefined ? { text } : { data };
      const sent = {
        tpMr: 0,
        tpDa: { ton: 1, npi: 1, digits },
        tpPid,
        tpDcs,
        tpSrr: false,
        tpRd: false,
        tpRp: false,
        udh,
        ...content,
      };
      expect(parseGatewayForm(toGatewayForm(sent))).toEqual(sent);
    }),
  );
});

describe('refusals', () => {
  it.each([
    [
      'no coding',
      { ...worked, SmsSubmitPduDataCodingScheme: undefined },
      'truncated',
      'SmsSubmitPduDataCodingScheme',
      undefined,
    ],
    [
      'no protocol identifier',
      { ...worked, SmsSubmitPduProtocolIdentifier: undefined },
      'truncated',
      'SmsSubmitPduProtocolIdentifier',
      undefined,
    ],
    ['no recipient', { ...worked, SendTo: undefined }, 'truncated', 'SendTo', undefined],
    ['half an octet', { ...worked, SmsSubmitPduDataCodingScheme: 'F' }, 'truncated', 'SmsSubmitPduDataCodingScheme', 0],
    ['two octets', { ...worked, SmsSubmitPduDataCodingScheme: 'F5F5' }, 'bad-value', 'SmsSubmitPduDataCodingScheme', 0],
    ['an empty octet', { ...worked, SmsSubmitPduProtocolIdentifier: '' }, 'bad-value', 'SmsSubmitPduProtocolIdentifier', 0],
    ['no hex', { ...worked, SmsSubmitPduProtocolIdentifier: '0x' }, 'bad-value', 'SmsSubmitPduProtocolIdentifier', 1],
    ['a blank in the data', { ...worked, SmsSubmitPduUserData: '02 4A' }, 'bad-value', 'SmsSubmitPduUserData', 2],
    ['an odd digit', { ...worked, SmsSubmitPduUserData: '024' }, 'truncated', 'SmsSubmitPduUserData', 2],
    [
      'a header cut short',
      { ...worked, SmsSubmitPduUserDataHeader: '060504158100' },
      'truncated',
      'SmsSubmitPduUserDataHeader',
      2,
    ],
    [
      'an element longer than its header',
      { ...worked, SmsSubmitPduUserDataHeader: '03050415' },
      'truncated',
      'SmsSubmitPduUserDataHeader',
      6,
    ],
    [
      'octets behind the header',
      { ...worked, SmsSubmitPduUserDataHeader: '0605041581000000' },
      'trailing-bytes',
      'SmsSubmitPduUserDataHeader',
      14,
    ],
    ['two recipients', { ...worked, SendTo: '27381000015,27381000016' }, 'bad-value', 'SendTo', 0],
    ['a name', { ...worked, SendTo: 'Shop' }, 'bad-value', 'SendTo', 0],
    ['21 digits', { ...worked, SendTo: '1'.repeat(21) }, 'bad-value', 'SendTo', 0],
    ['data and text', { ...worked, Message: 'x' }, 'bad-value', 'SmsSubmitPduUserData', undefined],
    ['neither', { ...bare }, 'bad-value', 'SmsSubmitPduUserData', undefined],
    ['text for an 8-bit coding', { ...bare, Message: 'x' }, 'bad-value', 'SmsSubmitPduUserData', undefined],
    ['data for a text', { ...worked, SmsSubmitPduDataCodingScheme: '00' }, 'bad-value', 'Message', undefined],
    ['neither, for a text', { ...bare, SmsSubmitPduDataCodingScheme: '00' }, 'bad-value', 'Message', undefined],
    ['both, for UCS-2', { ...worked, SmsSubmitPduDataCodingScheme: '08', Message: 'x' }, 'bad-value', 'Message', undefined],
    ['a header that is no hex', { ...worked, SmsSubmitPduUserDataHeader: '06x' }, 'bad-value', 'SmsSubmitPduUserDataHeader', 2],
    ['two signs', { ...worked, SendTo: '++27381000015' }, 'bad-value', 'SendTo', 0],
    ['a sign behind the number', { ...worked, SendTo: '27381000015+' }, 'bad-value', 'SendTo', 0],
    ['too much data', { ...worked, SmsSubmitPduUserData: '00'.repeat(134) }, 'too-long', 'SmsSubmitPduUserData', undefined],
    [
      'a header of more octets than a message has',
      { ...bare, SmsSubmitPduUserDataHeader: `8C808A${'00'.repeat(138)}`, SmsSubmitPduUserData: '' },
      'too-long',
      'SmsSubmitPduUserDataHeader',
      undefined,
    ],
    [
      'the same before a text',
      { ...bare, SmsSubmitPduDataCodingScheme: '00', SmsSubmitPduUserDataHeader: `8C808A${'00'.repeat(138)}`, Message: '' },
      'too-long',
      'SmsSubmitPduUserDataHeader',
      undefined,
    ],
    [
      'a character that GSM 7-bit lacks',
      { ...bare, SmsSubmitPduDataCodingScheme: '00', SmsSubmitPduUserDataHeader: '', Message: 'ab\u0416' },
      'unencodable',
      'Message',
      2,
    ],
  ] as [string, Record<string, string>, string, string, number | undefined][])('%s', (_name, form, code, field, offset) => {
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
    expect(refusal(() => parseGatewayForm(given))).toEqual({ code, field, offset });
  });

  it('a message that no TPDU can be', () => {
    expect(refusal(() => toGatewayForm({ tpDa: '1', tpDcs: 0xf5, data: new Uint8Array(141) }))).toMatchObject({
      code: 'too-long',
      field: 'data',
    });
    expect(refusal(() => toGatewayForm({ tpDa: { ton: 5, npi: 0, text: 'Shop' }, text: 'x' }))).toMatchObject({
      code: 'unencodable',
      field: 'tpDa',
    });
  });

  it('a recipient that parseGatewayForm would not read', () => {
    const wrong = [
      { ton: 1, npi: 1, digits: '' },
      { ton: 1, npi: 1, digits: '*100' },
      { ton: 1, npi: 1, digits: '100#' },
      { ton: 0, npi: 1, digits: '12345' },
      { ton: 2, npi: 1, digits: '12345' },
      { ton: 1, npi: 8, digits: '12345' },
    ];
    for (const tpDa of wrong) {
      const found = refusal(() => toGatewayForm({ tpDa, text: 'x' }));
      expect(found).toMatchObject({ code: 'unencodable', field: 'tpDa' });
    }
  });

  it.each([
    ['tpVp', { tpVp: { kind: 'relative', minutes: 5 } }],
    ['tpSrr', { tpSrr: true }],
    ['tpRd', { tpRd: true }],
    ['tpRp', { tpRp: true }],
  ] as const)('%s, which has no parameter', (field, fields) => {
    expect(refusal(() => toGatewayForm({ tpDa: '27381000015', text: 'x', ...fields }))).toEqual({
      code: 'unencodable',
      field,
      offset: undefined,
    });
  });

  it('says which fields a coding takes, and keeps the cause of its own error', () => {
    const wants = (tpDcs: string) => {
      const form = { ...bare, SmsSubmitPduDataCodingScheme: tpDcs };
      return expect(() => parseGatewayForm(form), tpDcs);
    };
    wants('F5').toThrow('takes SmsSubmitPduUserData only');
    wants('00').toThrow('takes Message only');
    wants('08').toThrow('takes one of Message and SmsSubmitPduUserData only');
    for (const wrong of [{ SmsSubmitPduUserDataHeader: '03050415' }, { SmsSubmitPduUserData: '00'.repeat(134) }]) {
      expect(() => parseGatewayForm({ ...worked, ...wrong })).toThrow(
        expect.objectContaining({ cause: expect.objectContaining({ code: expect.any(String), field: expect.any(String) }) }),
      );
    }
    // The path inside of the header is told in the words.
    expect(() => parseGatewayForm({ ...worked, SmsSubmitPduUserDataHeader: '03050415' })).toThrow('UDH/IED');
  });

  it('arbitrary values give a message or a FormatError', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('00', 'F5', '08', '0605041581', '27381000015'));
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries([...Object.keys(worked), 'Message'].map((name) => [name, value])), { requiredKeys: [] }),
        (form) => {
          try {
            expect(parseGatewayForm(form as Record<string, string>).tpMr).toBe(0);
          } catch (error) {
            expect(error).toMatchObject({ name: 'DecodeError' });
          }
        },
      ),
    );
  });
});

describe('user data of UCS-2 (the document offers it for any coding)', () => {
  const form = {
    SendTo: '447700900123',
    SmsSubmitPduDataCodingScheme: '08',
    SmsSubmitPduProtocolIdentifier: '00',
    SmsSubmitPduUserDataHeader: '',
  };

  it('is text in hex', () => {
    expect(parseGatewayForm({ ...form, SmsSubmitPduUserData: '04160041' })).toMatchObject({ tpDcs: 8, text: 'ЖA' });
  });

  it.each([
    [{ SmsSubmitPduUserData: '0416D8' }, 'truncated', 'SmsSubmitPduUserData', 4],
    [{ SmsSubmitPduUserData: 'D83D0041' }, 'bad-value', 'SmsSubmitPduUserData', 0],
    [{ Message: 'x'.repeat(71) }, 'too-long', 'Message', undefined],
    [{ SmsSubmitPduUserData: '0041'.repeat(71) }, 'too-long', 'SmsSubmitPduUserData', undefined],
  ])('%j is refused', (fields, code, field, offset) => {
    expect(() => parseGatewayForm({ ...form, ...fields })).toThrow(expect.objectContaining({ code, field, offset }));
  });
});
