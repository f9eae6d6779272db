import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/reader.js';
import { readSmppPdu } from '../../src/smpp/decode.js';
import type { SmppFields } from '../../src/smpp/index.js';
import { readQuickly, writeQuickly } from '../../src/smpp/quick.js';
import { hex } from '../support/hex.js';
import { handmadePdu } from '../support/smpp.js';

const [SUBMIT_SM, DELIVER_SM, SUBMIT_SM_RESP, DELIVER_SM_RESP, DATA_SM_RESP] = [4, 5, 0x8000_0004, 0x8000_0005, 0x8000_0103];
const MESSAGES = [
  ['submit_sm', SUBMIT_SM],
  ['deliver_sm', DELIVER_SM],
] as const;
const ANSWERS = [
  ['submit_sm_resp', SUBMIT_SM_RESP],
  ['deliver_sm_resp', DELIVER_SM_RESP],
  ['data_sm_resp', DATA_SM_RESP],
] as const;

const text = (value: string) => `${Buffer.from(value, 'latin1').toString('hex')}00`;

/** The body of a submit_sm or deliver_sm, of which some fields are others. */
function messageBody({
  serviceType = 'CMT',
  from = 'Shop',
  to = '447700900123',
  schedule = '',
  validity = '000001000000000R',
  message = '4869',
} = {}): string {
  const octets = (message.length / 2).toString(16).padStart(2, '0');
  return [
    `${text(serviceType)} 05 00 ${text(from)} 01 02 ${text(to)}`,
    `40 7F 03 ${text(schedule)} ${text(validity)} 01 06 F5 08 ${octets} ${message}`,
  ]
    .join('')
    .replaceAll(' ', '');
}

const FIELDS = {
  service_type: 'CMT',
  source_addr_ton: 5,
  source_addr_npi: 0,
  source_addr: 'Shop',
  dest_addr_ton: 1,
  dest_addr_npi: 2,
  destination_addr: '447700900123',
  esm_class: 0x40,
  protocol_id: 0x7f,
  priority_flag: 3,
  schedule_delivery_time: '',
  validity_period: '000001000000000R',
  registered_delivery: 1,
  replace_if_present_flag: 6,
  data_coding: 0xf5,
  sm_default_msg_id: 8,
  short_message: hex('4869'),
} as const satisfies SmppFields;

const byTable = (octets: Uint8Array) => readSmppPdu(new ByteReader(octets));

describe('reading without the table', () => {
  it.each(MESSAGES)('gives a %s with all its fields, as the table does', (command, id) => {
    const octets = handmadePdu(id, messageBody());
    const expected = { command, status: 0, sequence: 7, parameters: [], fields: FIELDS };
    expect(readQuickly(octets, false)).toStrictEqual(expected);
    expect(byTable(octets)).toEqual(expected);
  });

  it.each(ANSWERS)('gives a %s with its message_id, as the table does', (command, id) => {
    const octets = handmadePdu(id, text('5F3A2'), { status: 0x58, sequence: 0xffff_ffff });
    const expected = { command, status: 0x58, sequence: 0xffff_ffff, parameters: [], fields: { message_id: '5F3A2' } };
    expect(readQuickly(octets, false)).toStrictEqual(expected);
    expect(byTable(octets)).toEqual(expected);
  });

  it.each(['', 'a', 'ab', 'abc', 'abcd', 'é5ÿ\x01!'])('gives the text %j of an address', (from) => {
    expect(readQuickly(handmadePdu(SUBMIT_SM, messageBody({ from })), false)?.fields?.source_addr).toBe(from);
  });

  const longest: [string, string][] = [
    ['service_type', messageBody({ serviceType: '12345' })],
    ['source_addr', messageBody({ from: 'f'.repeat(20) })],
    ['destination_addr', messageBody({ to: '4'.repeat(20) })],
    ['schedule_delivery_time', messageBody({ schedule: '1'.repeat(16) })],
    ['short_message', messageBody({ message: 'ab'.repeat(255) })],
    ['short_message without octets', messageBody({ message: '' })],
  ];
  it.each(longest)('takes the longest and the shortest: %s', (_, body) => {
    const octets = handmadePdu(DELIVER_SM, body);
    expect(readQuickly(octets, false)).toEqual(byTable(octets));
    expect(readQuickly(octets, false)).toBeDefined();
  });

  it('takes a message_id of up to 64 characters', () => {
    const most = handmadePdu(SUBMIT_SM_RESP, text('i'.repeat(64)));
    expect(readQuickly(most, false)?.fields).toEqual({ message_id: 'i'.repeat(64) });
    expect(readQuickly(handmadePdu(SUBMIT_SM_RESP, text('')), false)?.fields).toEqual({ message_id: '' });
  });

  it.each<[string, Uint8Array]>([
    ['fewer octets than a header', handmadePdu(SUBMIT_SM, messageBody()).subarray(0, 15)],
    ['a header alone', handmadePdu(SUBMIT_SM, '')],
    ['an answer without a body', handmadePdu(SUBMIT_SM_RESP, '')],
    ['a length that is one less', handmadePdu(SUBMIT_SM_RESP, text('1'), { length: 17 })],
    ['a length that is one more', handmadePdu(SUBMIT_SM_RESP, text('1'), { length: 19 })],
    ['another command', handmadePdu(6, messageBody())],
    ['another answer', handmadePdu(0x8000_0003, text('1'))],
    ['a request with a status', handmadePdu(SUBMIT_SM, messageBody(), { status: 1 })],
    ['a service_type of 6', handmadePdu(SUBMIT_SM, messageBody({ serviceType: '123456' }))],
    ['a source_addr of 21', handmadePdu(SUBMIT_SM, messageBody({ from: 'f'.repeat(21) }))],
    ['a destination_addr of 21', handmadePdu(SUBMIT_SM, messageBody({ to: '4'.repeat(21) }))],
    ['a schedule_delivery_time of 17', handmadePdu(SUBMIT_SM, messageBody({ schedule: '1'.repeat(17) }))],
    ['a validity_period of 17', handmadePdu(SUBMIT_SM, messageBody({ validity: '1'.repeat(17) }))],
    ['a message_id of 65', handmadePdu(SUBMIT_SM_RESP, text('i'.repeat(65)))],
    ['a message_id without NUL', handmadePdu(SUBMIT_SM_RESP, '3132')],
    ['octets after the message_id', handmadePdu(SUBMIT_SM_RESP, `${text('1')}00`)],
    ['a parameter after the message', handmadePdu(SUBMIT_SM, `${messageBody()}020C00020001`)],
    ['a message that is one octet longer than the PDU', handmadePdu(SUBMIT_SM, messageBody().slice(0, -2))],
  ])('leaves to the table: %s', (_, octets) => {
    expect(readQuickly(octets, false)).toBeUndefined();
  });

  it('copies the octets of a message, or gives a view', () => {
    const octets = handmadePdu(SUBMIT_SM, messageBody());
    const message = (isView: boolean) => readQuickly(octets, isView)?.fields?.short_message as Uint8Array;
    expect(message(true).buffer).toBe(octets.buffer);
    expect(message(false).buffer).not.toBe(octets.buffer);
  });
});

describe('writing without the table', () => {
  const messageId = '5F3A2';

  it.each(MESSAGES)('gives a %s of all its fields', (_, id) => {
    expect(writeQuickly(id, 0, 7, FIELDS)).toEqual(handmadePdu(id, messageBody()));
  });

  it.each(ANSWERS)('gives a %s, with any status', (_, id) => {
    expect(writeQuickly(id, 0x58, 0xffff_ffff, { message_id: messageId })).toEqual(
      handmadePdu(id, text(messageId), { status: 0x58, sequence: 0xffff_ffff }),
    );
    expect(writeQuickly(id, 0xffff_ffff, 0, { message_id: messageId })).toEqual(
      handmadePdu(id, text(messageId), { status: 0xffff_ffff, sequence: 0 }),
    );
  });

  it('writes 0 or nothing for what is left out', () => {
    expect(writeQuickly(SUBMIT_SM, 0, 7, {})).toEqual(handmadePdu(SUBMIT_SM, '00'.repeat(17)));
    expect(writeQuickly(SUBMIT_SM_RESP, 0, 7, {})).toEqual(handmadePdu(SUBMIT_SM_RESP, '00'));
  });

  it('forgets what it wrote before', () => {
    expect(writeQuickly(SUBMIT_SM, 0, 7, { source_addr: '\u0416' })).toBeUndefined();
    expect(writeQuickly(SUBMIT_SM, 0, 7, FIELDS)).toEqual(handmadePdu(SUBMIT_SM, messageBody()));
    expect(writeQuickly(SUBMIT_SM_RESP, 0, 7, { message_id: '1' })).toEqual(handmadePdu(SUBMIT_SM_RESP, text('1')));
  });

  it.each<[string, Partial<SmppFields>]>([
    ['service_type', { service_type: '12345' }],
    ['source_addr', { source_addr: 'f'.repeat(20) }],
    ['destination_addr', { destination_addr: '4'.repeat(20) }],
    ['schedule_delivery_time', { schedule_delivery_time: '1'.repeat(16) }],
    ['validity_period', { validity_period: '1'.repeat(16) }],
    ['characters from 1 to FF', { source_addr: '\x01\x7f\xff' }],
    ['short_message', { short_message: new Uint8Array(255).fill(0xab) }],
    ['the highest octet', { data_coding: 0xff }],
  ])('takes the most that there can be: %s', (_, fields) => {
    const octets = writeQuickly(DELIVER_SM, 0, 7, { ...FIELDS, ...fields } as SmppFields) as Uint8Array;
    expect(byTable(octets).fields).toEqual({ ...FIELDS, ...fields });
  });

  it('takes a message_id of up to 64 characters', () => {
    const fields = { message_id: 'i'.repeat(64) };
    expect(writeQuickly(SUBMIT_SM_RESP, 0, 7, fields)).toEqual(handmadePdu(SUBMIT_SM_RESP, text(fields.message_id)));
  });

  it.each<[string, number, Record<string, unknown>, { status?: unknown; sequence?: unknown }?]>([
    ['another command', 6, {}],
    ['another answer', 0x8000_0003, {}],
    ['a request with a status', SUBMIT_SM, {}, { status: 1 }],
    ['a status that is none', SUBMIT_SM_RESP, {}, { status: -1 }],
    ['a status of more than four octets', SUBMIT_SM_RESP, {}, { status: 2 ** 32 }],
    ['a sequence_number that is none', SUBMIT_SM, {}, { sequence: -1 }],
    ['a sequence_number as a text', SUBMIT_SM, {}, { sequence: '7' }],
    ['a field of another command', SUBMIT_SM, { message_id: '1' }],
    ['a field of a message in an answer', SUBMIT_SM_RESP, { message_id: '1', esm_class: 0 }],
    ['a service_type of 6', SUBMIT_SM, { service_type: '123456' }],
    ['a source_addr of 21', SUBMIT_SM, { source_addr: 'f'.repeat(21) }],
    ['a destination_addr of 21', SUBMIT_SM, { destination_addr: '4'.repeat(21) }],
    ['a schedule_delivery_time of 17', SUBMIT_SM, { schedule_delivery_time: '1'.repeat(17) }],
    ['a validity_period of 17', SUBMIT_SM, { validity_period: '1'.repeat(17) }],
    ['a message_id of 65', SUBMIT_SM_RESP, { message_id: 'i'.repeat(65) }],
    ['a text that is a number', SUBMIT_SM, { source_addr: 447 }],
    ['a text that is a list', SUBMIT_SM_RESP, { message_id: ['1'] }],
    ['a text with NUL', SUBMIT_SM, { source_addr: 'a\0' }],
    ['a text with a character above FF', SUBMIT_SM, { source_addr: '\u0100' }],
    ['an octet of 256', SUBMIT_SM, { esm_class: 256 }],
    ['an octet of -1', SUBMIT_SM, { esm_class: -1 }],
    ['half an octet', SUBMIT_SM, { esm_class: 0.5 }],
    ['an octet as a text', SUBMIT_SM, { esm_class: '64' }],
    ['a message of 256 octets', SUBMIT_SM, { short_message: new Uint8Array(256) }],
    ['a message that is a text', SUBMIT_SM, { short_message: 'Hi' }],
  ])('leaves to the table: %s', (_, id, fields, { status = 0, sequence = 7 } = {}) => {
    expect(writeQuickly(id, status as number, sequence as number, fields as SmppFields)).toBeUndefined();
  });
});
