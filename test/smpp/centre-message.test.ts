import { describe, expect, it } from 'vitest';
import { numberField, textField, userDataOf } from '../../src/smpp/centre-message.js';
import type { SmppFields, SmppPdu } from '../../src/smpp/index.js';
import { hex } from '../support/hex.js';

describe('a field', () => {
  it('is a text or a number; empty or 0 where it is neither', () => {
    const fields = { source_addr: 'Shop', esm_class: 0x40 };
    expect([textField(fields, 'source_addr'), textField(fields, 'esm_class'), textField(fields, 'destination_addr')]).toEqual([
      ...['Shop', '', ''],
    ]);
    expect([numberField(fields, 'esm_class'), numberField(fields, 'source_addr'), numberField(undefined, 'esm_class')]).toEqual(
      [...[0x40, 0, 0]],
    );
    expect(textField(undefined, 'source_addr')).toBe('');
  });
});

describe('the user data of a message', () => {
  const of = (fields: SmppFields | undefined, parameters: SmppPdu['parameters'] = []) =>
    userDataOf({ command: 'submit_sm', status: 0, sequence: 1, ...(fields !== undefined && { fields }), parameters });

  it.each([
    ['no fields', undefined, { udh: [], tpDcs: 0, text: '' }],
    ['no octets', { short_message: hex('') }, { udh: [], tpDcs: 0, text: '' }],
    ['fields of other kinds', { short_message: 'Hi', esm_class: '64', data_coding: '4' }, { udh: [], tpDcs: 0, text: '' }],
    ['GSM 7-bit', { short_message: hex('0041') }, { udh: [], tpDcs: 0, text: '@A' }],
    ['UCS-2', { data_coding: 8, short_message: hex('0416') }, { udh: [], tpDcs: 8, text: 'Ж' }],
    ['ISO 8859-1', { data_coding: 3, short_message: hex('E9') }, { udh: [], tpDcs: 8, text: 'é' }],
    ['octets', { data_coding: 4, short_message: hex('0102') }, { udh: [], tpDcs: 4, data: hex('0102') }],
    [
      'a header',
      { esm_class: 0x40, data_coding: 4, short_message: hex('04 70 02 81 00 01') },
      { udh: [{ kind: 'raw', iei: 0x70, data: hex('8100') }], tpDcs: 4, data: hex('01') },
    ],
    [
      'a header before a text',
      { esm_class: 0x40, short_message: hex('04 70 02 81 00 41') },
      { udh: [{ kind: 'raw', iei: 0x70, data: hex('8100') }], tpDcs: 0, text: 'A' },
    ],
    [
      'half a character at the end, which is lost',
      { data_coding: 8, short_message: hex('0416 04') },
      { udh: [], tpDcs: 8, text: 'Ж' },
    ],
    ['a header that cannot be read', { esm_class: 0x40, short_message: hex('0605') }, { udh: [], tpDcs: 4, data: hex('0605') }],
  ] as [string, SmppFields | undefined, object][])('with %s', (_, fields, expected) => {
    expect(of(fields)).toEqual(expected);
  });

  it('is in message_payload where there is no short_message, and its part in parameters', () => {
    const payload = { tag: 0x0424, name: 'message_payload', value: hex('41') } as const;
    const sar = [0x020c, 0x020e, 0x020f].map((tag, i) => ({ tag, value: [7, 2, 1][i] as number }));
    const concat = { kind: 'concat16', reference: 7, total: 2, sequence: 1 };
    expect(of({ short_message: hex('') }, [payload])).toEqual({ udh: [], tpDcs: 0, text: 'A' });
    expect(of({ short_message: hex('42') }, [payload, ...sar])).toEqual({ udh: [concat], tpDcs: 0, text: 'B' });
  });
});
