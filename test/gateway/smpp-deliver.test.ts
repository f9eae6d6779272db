import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isAboutMessage,
  partKey,
  readDeliverSm,
  readReceipt,
  readUserDataOf,
} from '../../src/gateway/delivery/smpp/deliver-sm.js';
import { uniformId } from '../../src/gateway/delivery/smpp/incoming.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';

/** A deliver_sm, written by the specification: a message of one part with a parameter. */
const FRAME = hex(
  [
    '0000003C 00000005 00000000 00000001', // command_length, command_id, command_status, sequence_number
    '00', // service_type
    '01 01 2B34343737303000', // source: +447700
    '00 01 383031323300', // destination: 80123
    '40 00 00 00 00 00 00 04 00', // esm_class with the bit of the header, data_coding 4
    '08 05 00 03 2A 02 01 41 42', // part 1 of 2, reference 42
    '001E 0003 413100', // receipted_message_id: A1
  ]
    .join('')
    .replaceAll(' ', ''),
);

/** Its beginning, as a whole PDU. */
const cutTo = (length: number) => FRAME.slice(0, length).map((octet, i) => (i === 3 ? length : octet));

describe('deliver_sm', () => {
  it('is read field by field', () => {
    const deliver = readDeliverSm(FRAME);
    expect(deliver).toEqual({
      from: '447700',
      to: '80123',
      esmClass: 0x40,
      dataCoding: 4,
      message: hex('0500032A02014142'),
      parameters: [{ tag: 0x1e, name: 'receipted_message_id', value: 'A1' }],
    });
    const part = readUserDataOf(deliver);
    expect(part).toEqual({
      udh: [{ kind: 'concat8', reference: 42, total: 2, sequence: 1 }],
      tpDcs: 4,
      data: hex('4142'),
    });
    expect(partKey('a', 'b', part)).toBe('a b concat8 42 2 1');
    expect(isAboutMessage(deliver)).toBe(true);
  });

  it('of any octets is read, or refused with the place', () => {
    const frames = fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged(fc.constant(FRAME)));
    fc.assert(
      fc.property(frames, (octets) => {
        const deliver = expectValueOrFormatError(() => readDeliverSm(octets), octets.length);
        if (deliver instanceof Error) return;
        expectValueOrFormatError(() => readUserDataOf(deliver), octets.length);
        const { id = 'none' } = readReceipt(deliver) ?? {};
        expect(id).not.toBe('');
      }),
    );
  });

  it('that is cut off names the field and the octet', () => {
    const cut = (length: number) => refusal(() => readDeliverSm(cutTo(length)));
    expect(cut(16)).toEqual({ code: 'truncated', field: 'service_type', offset: 16 });
    expect(cut(24)).toEqual({ code: 'truncated', field: 'source_addr', offset: 19 });
    expect(cut(50)).toEqual({ code: 'truncated', field: 'short_message', offset: 45 });
    expect(cut(FRAME.length - 1)).toEqual({ code: 'truncated', field: 'receipted_message_id/value', offset: 57 });
    expect(refusal(() => readDeliverSm(FRAME.subarray(0, 20)))).toEqual({
      ...{ code: 'truncated', field: 'SMPP/command_length', offset: 0 },
    });
  });

  it('is no other command', () => {
    const other = FRAME.map((octet, i) => (i === 7 ? 4 : octet));
    expect(refusal(() => readDeliverSm(other))).toEqual({ code: 'bad-value', field: 'command_id', offset: 4 });
  });

  it('may have texts and parameters of any length', () => {
    const frame = hex(
      [
        '00000043 00000005 00000000 00000001',
        '43435454434354 00 00 00 3100 00 00 3200', // a service_type of eight octets
        '00 00 00 00 00 00 00 00 00 00',
        '001E 0002 4131', // receipted_message_id without its NUL
        '001E 0003 410042', // and with one inside
        '0427 0002 0002', // message_state in two octets
      ]
        .join('')
        .replaceAll(' ', ''),
    );
    frame[3] = frame.length;
    const deliver = readDeliverSm(frame);
    expect(deliver).toMatchObject({ from: '1', to: '2' });
    expect(readReceipt(deliver)).toEqual({ id: 'A', isNamed: true, status: 'delivered' });
    expect(readReceipt({ ...deliver, parameters: deliver.parameters.slice(0, 1) })).toBeUndefined();
  });

  it('has a receipt whose text says what its parameters do not', () => {
    const message = new TextEncoder().encode('id:77 sub:001 dlvrd:001 stat:DELIVRD err:000');
    const about = { ...readDeliverSm(FRAME), esmClass: 4, message };
    const receiptOf = (...parameters: (readonly [number, number | string])[]) =>
      readReceipt({ ...about, parameters: parameters.map(([tag, value]) => ({ tag, value })) });
    const [id, state] = [0x1e, 0x427];
    expect(receiptOf([state, 12])).toEqual({ id: '77', isNamed: false, status: 'delivered' });
    expect(receiptOf([id, ''], [state, 5])).toEqual({ id: '77', isNamed: false, status: 'failed' });
    expect(receiptOf([id, 'A'])).toEqual({ id: 'A', isNamed: true, status: 'delivered' });
    // SCHEDULED of 5.0, ENROUTE and ACCEPTED are on their way, whatever the text says.
    for (const onTheWay of [0, 1, 6])
      expect(receiptOf([state, onTheWay])).toEqual({ id: '77', isNamed: false, status: undefined });
  });

  it('with parameters of a concatenation that are cut short is one part', () => {
    const parameters = [
      { tag: 0x20c, value: hex('010203') },
      { tag: 0x20e, value: 2 },
      { tag: 0x20f, value: 1 },
    ];
    const deliver = { ...readDeliverSm(FRAME), esmClass: 0, parameters };
    expect(readUserDataOf(deliver).udh).toEqual([]);
    expect(partKey('a', 'b', readUserDataOf(deliver))).toBeUndefined();
  });
});

describe('a receipt', () => {
  const base = { from: '1', to: '2', dataCoding: 0, parameters: [] };
  const of = (text: string) => readReceipt({ ...base, esmClass: 4, message: new TextEncoder().encode(text) });

  it('is read in the form of appendix B, and in what others make of it', () => {
    const standard =
      'id:IIIIIIIIII sub:001 dlvrd:001 submit date:9912312359 done date:0001010001 stat:DELIVRD err:000 Text:hello';
    expect(of(standard)).toEqual({ id: 'IIIIIIIIII', isNamed: false, status: 'delivered' });
    expect(of('ID: 7f stat: undeliv')).toEqual({ id: '7f', isNamed: false, status: 'failed' });
    expect(of('id:7 stat:ENROUTE')).toEqual({ id: '7', isNamed: false, status: undefined });
    expect(of('stat:DELIVRD')).toBeUndefined();
    expect(of('id:7')).toBeUndefined();
  });

  it('costs no more for a hostile text', () => {
    expect(of(`id:${' '.repeat(200_000)}stat:${' '.repeat(200_000)}`)).toBeUndefined();
  });
});

describe('ids', () => {
  it('are compared as text, or as numbers', () => {
    expect(uniformId('00FF', 'text')).toBe('00FF');
    expect(uniformId('00FF', 'hex')).toBe('255');
    expect(uniformId('0255', 'decimal')).toBe('255');
    // What is no such number stays.
    expect(uniformId('A-1', 'hex')).toBe('A-1');
    expect(uniformId('A1', 'decimal')).toBe('A1');
    expect(uniformId('ffffffffffffffffffff', 'hex')).toBe('1208925819614629174706175');
  });
});
