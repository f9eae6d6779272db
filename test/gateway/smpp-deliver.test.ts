import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAboutMessage, partKey, readDeliverSm, readReceipt, readUserDataOf } from '../../src/gateway/smpp-deliver.js';
import { uniformId } from '../../src/gateway/smpp-incoming.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';

/** A deliver_sm from command_id on, written by the specification: a message of one part with a parameter. */
const FRAME = hex(
  [
    '00000005 00000000 00000001', // command_id, command_status, sequence_number
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

describe('deliver_sm', () => {
  it('is read field by field', () => {
    const deliver = readDeliverSm(FRAME);
    expect(deliver).toEqual({
      from: '447700',
      to: '80123',
      esmClass: 0x40,
      dataCoding: 4,
      message: hex('0500032A02014142'),
      parameters: new Map([[0x1e, hex('413100')]]),
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
    expect(refusal(() => readDeliverSm(FRAME.subarray(0, 12)))).toMatchObject({ field: 'service_type', offset: 12 });
    expect(refusal(() => readDeliverSm(FRAME.subarray(0, 20)))).toMatchObject({ field: 'source_addr', offset: 15 });
    expect(refusal(() => readDeliverSm(FRAME.subarray(0, 46)))).toMatchObject({ field: 'short_message' });
    expect(refusal(() => readDeliverSm(FRAME.subarray(0, FRAME.length - 1)))).toMatchObject({ field: 'parameter value' });
  });

  it('with parameters of a concatenation that are cut short is one part', () => {
    const parameters = new Map([
      [0x20c, hex('01')],
      [0x20e, hex('02')],
      [0x20f, hex('01')],
    ]);
    const deliver = { ...readDeliverSm(FRAME), esmClass: 0, parameters };
    expect(readUserDataOf(deliver).udh).toEqual([]);
    expect(partKey('a', 'b', readUserDataOf(deliver))).toBeUndefined();
  });
});

describe('a receipt', () => {
  const base = { from: '1', to: '2', dataCoding: 0, parameters: new Map<number, Uint8Array>() };
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
