import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace, toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { DEFAULT_LIMITS, EncodeError, LimitError } from '../../src/errors.js';
import { readSmppPdu } from '../../src/smpp/decode.js';
import { decodeSmppPdu, encodeSmppPdu, type SmppEncodeOptions, type SmppPduInput } from '../../src/smpp/index.js';
import { concatOfParameters, findParameter, findParameterNumber, PARAMETERS, TAG } from '../../src/smpp/parameters.js';
import { commandName, describeField, findPduType, PDUS, type SmppPdu } from '../../src/smpp/pdus.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { packagePdu, smppPdu } from '../support/smpp.js';
import { expectTiling } from '../support/tiling.js';

const octetsOf = (...pieces: readonly string[]) => hex(pieces.join('').replaceAll(' ', ''));

/** The sample PDU of section 3.2.2. */
const BIND = octetsOf(
  '0000002F 00000002 00000000 00000001',
  '534D50503354455354 00', // SMPP3TEST
  '7365637265743038 00', // secret08
  '5355424D495431 00', // SUBMIT1
  '00 01 01 00',
);

const bind: SmppPdu = {
  command: 'bind_transmitter',
  status: 0,
  sequence: 1,
  fields: {
    system_id: 'SMPP3TEST',
    password: 'secret08',
    system_type: 'SUBMIT1',
    interface_version: 0,
    addr_ton: 1,
    addr_npi: 1,
    address_range: '',
  },
  parameters: [],
};

/** By hand from sections 4.5.1 and 5.3.2: two recipients of each kind, a text, a port and a parameter of the service centre's own. */
const MULTI = octetsOf(
  '00000055 00000021 00000000 7FFFFFFF',
  '434D5400 05 00 53686F7000', // service_type, source
  '02 01 01 01 34343737 00 02 667269656E6473 00', // number_of_dests, an address, a distribution list
  '40 00 01 00 303230363130323333343239303030 5200 01 00 04 00', // esm_class to sm_default_msg_id
  '03 010203',
  '020B 0002 1581',
  '1401 0001 FF',
);

const multi: SmppPdu = {
  command: 'submit_multi',
  status: 0,
  sequence: 0x7fffffff,
  fields: {
    service_type: 'CMT',
    source_addr_ton: 5,
    source_addr_npi: 0,
    source_addr: 'Shop',
    dest_address: [
      { dest_flag: 1, dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '4477' },
      { dest_flag: 2, dl_name: 'friends' },
    ],
    esm_class: 0x40,
    protocol_id: 0,
    priority_flag: 1,
    schedule_delivery_time: '',
    validity_period: '020610233429000R',
    registered_delivery: 1,
    replace_if_present_flag: 0,
    data_coding: 4,
    sm_default_msg_id: 0,
    short_message: hex('010203'),
  },
  parameters: [
    { tag: TAG.DestinationPort, name: 'destination_port', value: 5505 },
    { tag: 0x1401, value: hex('FF') },
  ],
};

/** By hand from SMPP 5.0 sections 4.4.1 and 4.8.4: two areas, every hour for a day. */
const BROADCAST = octetsOf(
  '00000060 00000111 00000000 00000009',
  '00 01 01 3132333400 00 00 00 00 00 08 00', // service_type, source, message_id, priority_flag to sm_default_msg_id
  '0606 0006 00 4E6F727468', // an area by its name
  '0606 0002 02 FF',
  '0601 0003 01 0001', // GSM: emergency broadcasts
  '0604 0002 0018',
  '0605 0003 0A 0001',
  '0424 0002 0041',
  '060B 0003 80 AABB',
  '0610 0006 303030303037',
  '0613 0002 3434',
);

const broadcast: SmppPdu = {
  command: 'broadcast_sm',
  status: 0,
  sequence: 9,
  fields: {
    service_type: '',
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: '1234',
    message_id: '',
    priority_flag: 0,
    schedule_delivery_time: '',
    validity_period: '',
    replace_if_present_flag: 0,
    data_coding: 8,
    sm_default_msg_id: 0,
  },
  parameters: [
    { tag: 0x606, name: 'broadcast_area_identifier', value: { format: 0, area: hex('4E6F727468') } },
    { tag: 0x606, name: 'broadcast_area_identifier', value: { format: 2, area: hex('FF') } },
    { tag: 0x601, name: 'broadcast_content_type', value: { network_type: 1, content_type: 1 } },
    { tag: 0x604, name: 'broadcast_rep_num', value: 24 },
    { tag: 0x605, name: 'broadcast_frequency_interval', value: { unit: 10, count: 1 } },
    { tag: 0x424, name: 'message_payload', value: hex('0041') },
    { tag: 0x60b, name: 'billing_identification', value: { format: 0x80, data: hex('AABB') } },
    { tag: 0x610, name: 'dest_node_id', value: '000007' },
    { tag: 0x613, name: 'dest_addr_np_country', value: '44' },
  ],
};

const known: readonly (readonly [string, Uint8Array, SmppPdu])[] = [
  ["the specification's example", BIND, bind],
  ['a submit_multi', MULTI, multi],
  ['a broadcast_sm', BROADCAST, broadcast],
  [
    'an enquire_link',
    octetsOf('00000010 00000015 00000000 00000007'),
    { command: 'enquire_link', status: 0, sequence: 7, parameters: [] },
  ],
  [
    'an answer to a failed request, without its body',
    octetsOf('00000010 80000004 00000058 00000002'),
    { command: 'submit_sm_resp', status: 0x58, sequence: 2, parameters: [] },
  ],
  [
    'an answer with its body',
    octetsOf('00000013 80000004 00000000 00000002 413100'),
    { command: 'submit_sm_resp', status: 0, sequence: 2, fields: { message_id: 'A1' }, parameters: [] },
  ],
];

describe('octets worked out by hand', () => {
  it.each(known)('%s, both ways', (_, octets, value) => {
    expect(decodeSmppPdu(octets)).toEqual(value);
    expect(toHex(encodeSmppPdu(value))).toBe(toHex(octets));
  });

  it('what is left out is 0 or empty, and lengths and counts follow from their fields', () => {
    const { fields } = decodeSmppPdu(encodeSmppPdu({ command: 'submit_sm', sequence: 1, fields: { sm_length: 0 } }));
    expect(Object.values(fields ?? {})).toEqual(['', 0, 0, '', 0, 0, '', 0, 0, 0, '', '', 0, 0, 0, 0, new Uint8Array(0)]);
    const counted = { ...multi, fields: { ...multi.fields, number_of_dests: 2, sm_length: 3 } };
    expect(toHex(encodeSmppPdu(counted))).toBe(toHex(MULTI));
  });

  it('a command may be given by its number', () => {
    expect(toHex(encodeSmppPdu({ ...bind, command: 2 }))).toBe(toHex(BIND));
  });

  it('gives and takes octets of its own', () => {
    const input = Uint8Array.from(MULTI);
    const pdu = decodeSmppPdu(input);
    input.fill(0xff);
    expect(pdu).toEqual(multi);
  });
});

describe('the table', () => {
  it('has each command once, an answer with the highest bit of its request', () => {
    const ids = new Set(PDUS.map(({ id }) => id));
    expect(ids.size).toBe(PDUS.length);
    expect(new Set(PDUS.map(({ name }) => name)).size).toBe(PDUS.length);
    for (const { id, name } of PDUS) {
      if (!name.endsWith('_resp')) continue;
      expect([name, findPduType(id - 0x80000000)?.name]).toEqual([name, name.replace(/_resp$/, '')]);
      expect(findPduType(name)?.id).toBe(id);
    }
    const sections = (document: string) =>
      [...PARAMETERS.byTag.values()]
        .filter(({ spec }) => spec.startsWith(document))
        .map(({ spec }) => Number(spec.split('.').at(-1)))
        .sort((a, b) => a - b);
    expect(sections('SMPP 3.4 5.3.2.')).toEqual(Array.from({ length: 44 }, (_, i) => i + 1));
    // By the letter: what is left out is in version 3.4.
    expect(sections('SMPP 5.0 4.8.4.')).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 18, 20, 21, 22, 25, 27, 56, 58]);
    expect(PARAMETERS.byTag.size).toBe(64);
  });

  it('says what values mean', () => {
    expect(describeField('submit_sm', 'dest_addr_ton', 1)).toBe('international');
    expect(describeField('submit_sm', 'dest_addr_npi', 2)).toBe('reserved');
    expect(describeField('submit_sm', 'validity_period', '000000000500000R')).toBe('in 5 minutes');
    expect(describeField('submit_sm', 'validity_period', 5)).toBeUndefined();
    expect(describeField('submit_sm', 'data_coding', 256)).toBeUndefined();
    expect(describeField('submit_sm', 'data_coding', 1.5)).toBeUndefined();
    expect(describeField('submit_sm', 'short_message', 1)).toBeUndefined();
    expect(describeField('submit_sm', 'constructor', 1)).toBeUndefined();
    expect([commandName('unbind'), commandName(0x7f)]).toEqual(['unbind', 'command 0x0000007F']);
  });
});

const changed = (octets: Uint8Array, at: number, ...values: readonly number[]) => {
  const copy = Uint8Array.from(octets);
  copy.set(values, at);
  return copy;
};
/** Cut to a length, which the PDU states. */
const cutTo = (octets: Uint8Array, length: number) => changed(octets.subarray(0, length), 2, length >> 8, length & 255);
const withParameters = (...digits: readonly string[]) => {
  const all = octetsOf('00000010 00000015 00000000 00000001', ...digits);
  return changed(all, 3, all.length);
};

describe('values in words', () => {
  const wordsOf = (name: string, value: number) => {
    const type = PARAMETERS.byName.get(name);
    const describe = type?.fields?.[0]?.describe ?? type?.describe;
    return describe?.(value);
  };

  it.each([
    // SMPP 3.4 5.3.2.15 and .44.
    ['source_subaddress', [0x80, 0x88, 0xa0, 0x00], ['NSAP, even', 'NSAP, odd', 'user specified', 'reserved']],
    [
      'ussd_service_op',
      [0, 3, 4, 16, 19, 20],
      ['PSSD indication', 'USSN request', 'reserved', 'PSSD response', 'USSN confirm', 'reserved'],
    ],
    // SMPP 5.0 4.8.4.18, .11 and .5.
    ['congestion_state', [0, 1, 29, 30, 49], ['idle', 'low load', 'low load', 'medium load', 'medium load']],
    ['congestion_state', [50, 79, 80, 89], ['high load', 'high load', 'optimum load', 'optimum load']],
    ['congestion_state', [90, 99, 100, 101], ['nearing congestion', 'nearing congestion', 'congested', 'reserved']],
    ['broadcast_frequency_interval', [0, 8, 14, 15, 1], ['as often as possible', 'seconds', 'years', 'reserved', 'reserved']],
    ['broadcast_area_success', [0, 100, 101, 255], ['0 %', '100 %', 'reserved', 'not available']],
  ])('%s', (name, values, words) => {
    expect(values.map((value) => wordsOf(name, value))).toEqual(words);
  });
});

describe('strict reading refuses', () => {
  it.each([
    ['a header that is cut', BIND.subarray(0, 15), 'truncated', 'SMPP/header', 0],
    ['nothing', new Uint8Array(0), 'truncated', 'SMPP/header', 0],
    ['a length below the header', changed(BIND, 3, 15), 'bad-value', 'SMPP/command_length', 0],
    ['a PDU that is cut', BIND.subarray(0, 46), 'truncated', 'SMPP/command_length', 0],
    ['octets after the PDU', Uint8Array.of(...BIND, 0), 'trailing-bytes', 'SMPP', 47],
    ['an unknown command', changed(BIND, 7, 0x7f), 'bad-value', 'command 0x0000007F/command_id', 4],
    ['a status in a request', changed(BIND, 11, 1), 'bad-value', 'bind_transmitter/command_status', 8],
    ['a text without its NUL', cutTo(BIND, 20), 'truncated', 'bind_transmitter/system_id', 16],
    ['a text that is too long', changed(BIND, 34, 0x41), 'bad-value', 'bind_transmitter/password', 26],
    ['a field that is missing', cutTo(BIND, 44), 'truncated', 'bind_transmitter/addr_ton', 44],
    ['a kind of recipient that there is not', changed(MULTI, 28, 3), 'bad-value', 'submit_multi/dest_flag', 28],
    ['more recipients than there are', changed(MULTI, 27, 3), 'bad-value', 'submit_multi/dest_flag', 45],
    ['a message longer than the PDU', cutTo(MULTI, 73), 'truncated', 'submit_multi/short_message', 71],
    [
      'an answer without its body',
      cutTo(octetsOf('00000013 80000004 00000000 00000002 413100'), 16),
      'truncated',
      'submit_sm_resp/message_id',
      16,
    ],
    ['half a tag', withParameters('04'), 'truncated', 'enquire_link/parameter/tag', 16],
    ['a parameter longer than the PDU', withParameters('0424 0005 61'), 'truncated', 'enquire_link/message_payload/value', 20],
    [
      'a number of another length',
      withParameters('0204 0001 FF'),
      'bad-value',
      'enquire_link/user_message_reference/value',
      20,
    ],
    [
      'a parameter of text without its NUL',
      withParameters('001E 0001 41'),
      'bad-value',
      'enquire_link/receipted_message_id/value',
      20,
    ],
    ['one with a NUL inside', withParameters('001E 0003 410000'), 'bad-value', 'enquire_link/receipted_message_id/value', 20],
    [
      'one that is too long',
      withParameters(`001E 0042 ${'41'.repeat(65)}00`),
      'bad-value',
      'enquire_link/receipted_message_id/value',
      20,
    ],
  ])('%s', (_, octets, code, field, offset) => {
    expect(refusal(() => decodeSmppPdu(octets))).toEqual({ code, field, offset });
  });

  it('what is not octets', () => {
    expect(() => decodeSmppPdu('00' as never)).toThrow(TypeError);
  });
});

/** A lenient reading, with what it reports. */
function leniently(octets: Uint8Array): { pdu: SmppPdu; issues: string[] } {
  const issues: string[] = [];
  const pdu = decodeSmppPdu(octets, { lenient: true, onIssue: ({ code, field }: Issue) => issues.push(`${code} ${field}`) });
  return { pdu, issues };
}

const issuesOf = (octets: Uint8Array) => leniently(octets).issues;

describe('lenient reading', () => {
  it('keeps the body of an unknown command', () => {
    const octets = octetsOf('00000012 0000007F 00000000 00000001 AABB');
    const { pdu, issues } = leniently(octets);
    expect(pdu).toEqual({ command: 0x7f, status: 0, sequence: 1, parameters: [], rest: hex('AABB') });
    expect(issues).toEqual(['bad-value command 0x0000007F/command_id']);
    expect(toHex(encodeSmppPdu(pdu))).toBe(toHex(octets));
    const empty = octetsOf('00000010 0000007F 00000000 00000001');
    expect(leniently(empty).pdu).toEqual({ command: 0x7f, status: 0, sequence: 1, parameters: [] });
    expect(toHex(encodeSmppPdu(leniently(empty).pdu))).toBe(toHex(empty));
  });

  it('gives the fields up to the first that cannot be read, and the rest as octets', () => {
    const octets = cutTo(BIND, 44);
    const { pdu, issues } = leniently(octets);
    const { system_id, password, system_type, interface_version } = bind.fields ?? {};
    expect(pdu).toEqual({ ...bind, fields: { system_id, password, system_type, interface_version }, rest: new Uint8Array(0) });
    expect(issues).toEqual(['truncated bind_transmitter/addr_ton']);
    // A list that is broken inside goes as a whole.
    const third = changed(MULTI, 28, 3);
    const broken = leniently(third).pdu;
    expect(Object.keys(broken.fields ?? {}).at(-1)).toBe('source_addr');
    expect(toHex(broken.rest as Uint8Array)).toBe(toHex(third.subarray(27)));
    const parameter = leniently(withParameters('0204 0002 0009', '0424 0005 61')).pdu;
    expect(parameter).toMatchObject({ parameters: [{ tag: 0x204, value: 9 }], rest: hex('0424000561') });
  });

  it('keeps values of another length as octets', () => {
    const { pdu, issues } = leniently(withParameters('0204 0001 FF', '001E 0001 41', '0204 0000'));
    expect(pdu.parameters).toEqual([
      { tag: 0x204, name: 'user_message_reference', value: hex('FF') },
      { tag: 0x1e, name: 'receipted_message_id', value: hex('41') },
      { tag: 0x204, name: 'user_message_reference', value: new Uint8Array(0) },
    ]);
    expect(issues).toHaveLength(3);
  });

  it('passes an answer without its body, a status in a request, a long text, and octets after the PDU', () => {
    const answer = octetsOf('00000010 80000004 00000000 00000002');
    expect(leniently(answer)).toEqual({
      pdu: { command: 'submit_sm_resp', status: 0, sequence: 2, parameters: [] },
      issues: ['truncated submit_sm_resp/message_id'],
    });
    expect(leniently(changed(BIND, 11, 1))).toMatchObject({
      pdu: { status: 1 },
      issues: ['bad-value bind_transmitter/command_status'],
    });
    expect(leniently(changed(BIND, 34, 0x41)).pdu.fields?.password).toBe('secret08ASUBMIT1');
    expect(leniently(Uint8Array.of(...BIND, 1, 2))).toEqual({ pdu: bind, issues: ['trailing-bytes SMPP'] });
  });

  it('of anything is written as it was read, but for what writing refuses', () => {
    const any = fc.oneof(damaged(smppPdu.map((pdu) => encodeSmppPdu(pdu))), damaged(fc.constantFrom(BIND, MULTI)));
    fc.assert(
      fc.property(any, (octets) => {
        const pdu = expectValueOrFormatError(() => decodeSmppPdu(octets, { lenient: true }), octets.length);
        if (pdu instanceof Error) return;
        const { length } = octets;
        try {
          const written = encodeSmppPdu(pdu);
          expect(toHex(written)).toBe(toHex(octets.subarray(0, written.length)));
          expect(written.length === length || issuesOf(octets).includes('trailing-bytes SMPP')).toBe(true);
        } catch (error) {
          // What strict reading refuses as well.
          expect(error).toBeInstanceOf(EncodeError);
        }
      }),
    );
  });
});

describe('limits', () => {
  const huge = changed(BIND, 0, 0xff);
  it('on the length, before anything else is looked at', () => {
    for (const lenient of [false, true]) expect(() => decodeSmppPdu(huge, { lenient })).toThrow(LimitError);
    expect(refusal(() => decodeSmppPdu(BIND, { limits: { smppOctets: 46 } }))).toEqual({
      ...{ code: 'limit-exceeded', field: 'SMPP/command_length', offset: 0 },
    });
    expect(decodeSmppPdu(BIND, { limits: { smppOctets: 47 } })).toEqual(bind);
  });

  it('on optional parameters', () => {
    const most = DEFAULT_LIMITS.smppParameters;
    const many = (count: number) =>
      encodeSmppPdu({ command: 'unbind', sequence: 1, parameters: Array(count).fill({ tag: 0xffff, value: hex('') }) });
    expect(decodeSmppPdu(many(most)).parameters).toHaveLength(most);
    for (const lenient of [false, true]) {
      expect(refusal(() => decodeSmppPdu(many(most + 1), { lenient }))).toEqual({
        ...{ code: 'limit-exceeded', field: 'unbind/parameters', offset: 16 + 4 * most },
      });
    }
  });
});

describe('writing refuses', () => {
  const link: SmppPduInput = { command: 'enquire_link', sequence: 1 };
  const outbind = (fields: SmppPdu['fields']): SmppPduInput => ({ command: 'outbind', sequence: 1, ...(fields && { fields }) });
  it.each<[string, SmppPduInput, string, string]>([
    ['an unknown name', { ...link, command: 'ping' as never }, 'bad-value', 'command'],
    ['a number that is none of 32 bits', { ...link, command: -1 }, 'bad-value', 'command'],
    ['a status in a request', { ...link, status: 1 }, 'bad-value', 'enquire_link/command_status'],
    ['a sequence number past 32 bits', { ...link, sequence: 2 ** 32 }, 'bad-value', 'enquire_link/sequence_number'],
    ['a sequence number that is not whole', { ...link, sequence: 1.5 }, 'bad-value', 'enquire_link/sequence_number'],
    ['a request without its fields', outbind(undefined), 'bad-value', 'outbind/fields'],
    ['a success without its fields', { command: 'submit_sm_resp', sequence: 1 }, 'bad-value', 'submit_sm_resp/fields'],
    [
      'parameters after a body that is left out',
      { command: 'submit_sm_resp', status: 1, sequence: 1, parameters: [{ tag: 1, value: hex('') }] },
      'bad-value',
      'submit_sm_resp/fields',
    ],
    ['a field of another PDU', outbind({ message_id: '1' }), 'bad-value', 'outbind/message_id'],
    ['a text that is too long', outbind({ system_id: 'sixteen letters!' }), 'too-long', 'outbind/system_id'],
    ['a NUL', outbind({ system_id: 'a\0' }), 'unencodable', 'outbind/system_id'],
    ['a character outside of ISO-8859-1', outbind({ system_id: '€' }), 'unencodable', 'outbind/system_id'],
    [
      'a message that is too long',
      { command: 'submit_sm', sequence: 1, fields: { short_message: new Uint8Array(256) } },
      'too-long',
      'submit_sm/short_message',
    ],
    [
      'a length that is another',
      { command: 'submit_sm', sequence: 1, fields: { sm_length: 1 } },
      'bad-value',
      'submit_sm/sm_length',
    ],
    [
      'a number past its octet',
      { command: 'submit_sm', sequence: 1, fields: { data_coding: 256 } },
      'bad-value',
      'submit_sm/data_coding',
    ],
    [
      'too many recipients',
      { command: 'submit_multi', sequence: 1, fields: { dest_address: Array(256).fill({ dest_flag: 2, dl_name: 'a' }) } },
      'too-long',
      'submit_multi/dest_address',
    ],
    [
      'a recipient of no kind',
      { command: 'submit_multi', sequence: 1, fields: { dest_address: [{ dl_name: 'a' }] } },
      'bad-value',
      'submit_multi/dest_flag',
    ],
    [
      'a recipient of two kinds',
      { command: 'submit_multi', sequence: 1, fields: { dest_address: [{ dest_flag: 1, dl_name: 'a' }] } },
      'bad-value',
      'submit_multi/dl_name',
    ],
    [
      'a tag past 16 bits',
      { ...link, parameters: [{ tag: 65_536, value: hex('') }] },
      'bad-value',
      'enquire_link/parameter/tag',
    ],
    [
      'a number for octets',
      { ...link, parameters: [{ tag: TAG.MessagePayload, value: 1 }] },
      'bad-value',
      'enquire_link/message_payload/value',
    ],
    [
      'a number for an unknown tag',
      { ...link, parameters: [{ tag: 0x1401, value: 1 }] },
      'bad-value',
      'enquire_link/parameter/value',
    ],
    [
      'a text for a number',
      { ...link, parameters: [{ tag: TAG.SourcePort, value: '1' }] },
      'bad-value',
      'enquire_link/source_port/value',
    ],
    [
      'a number past its two octets',
      { ...link, parameters: [{ tag: TAG.SourcePort, value: 65_536 }] },
      'bad-value',
      'enquire_link/source_port/value',
    ],
    [
      'a value past its length',
      { ...link, parameters: [{ tag: 0x1401, value: new Uint8Array(65_536) }] },
      'too-long',
      'enquire_link/parameter/value',
    ],
  ])('%s', (_, input, code, field) => {
    expect(refusal(() => encodeSmppPdu(input))).toMatchObject({ code, field });
  });

  it.each<[string, SmppPduInput]>([
    ['a number as text', outbind({ system_id: 1 })],
    ['a text as octets', { command: 'submit_sm', sequence: 1, fields: { short_message: 'hi' } }],
    ['an object as a list', { command: 'submit_multi', sequence: 1, fields: { dest_address: {} as never } }],
    ['a text as an item', { command: 'submit_multi', sequence: 1, fields: { dest_address: ['4477'] as never } }],
    ['a text as the rest', { ...link, rest: 'x' as never }],
  ])('%s, by a TypeError', (_, input) => {
    expect(() => encodeSmppPdu(input)).toThrow(TypeError);
  });
});

describe('writing', () => {
  it('a PDU that was read in part: the fields that there are, and what follows them', () => {
    const pdu = {
      command: 'submit_sm',
      sequence: 5,
      fields: { service_type: 'A', source_addr_ton: 1 },
      rest: hex('FF'),
    } as const;
    expect(encodeSmppPdu(pdu)).toEqual(octetsOf('00000014 00000004 00000000 00000005 4100 01 FF'));
    expect(encodeSmppPdu({ ...pdu, fields: {} })).toEqual(octetsOf('00000011 00000004 00000000 00000005 FF'));
  });

  it('a field that is undefined as if it were left out', () => {
    const octets = octetsOf('00000011 80000004 00000000 00000002 00');
    expect(encodeSmppPdu({ command: 'submit_sm_resp', sequence: 2, fields: { message_id: undefined } as never })).toEqual(
      octets,
    );
    expect(
      encodeSmppPdu({ command: 'submit_sm_resp', sequence: 2, fields: { message_id: undefined, x: undefined } as never }),
    ).toEqual(octets);
  });

  it.each([-1, 1.5, 0x1_0000_0000, '7', Number.NaN])('a sequence_number of %s is refused', (sequence) => {
    const field = 'enquire_link/sequence_number';
    expect(refusal(() => encodeSmppPdu({ command: 'enquire_link', sequence: sequence as number }))).toMatchObject({
      code: 'bad-value',
      field,
    });
    const answer = { command: 'submit_sm_resp', sequence: sequence as number, fields: { message_id: 'A' } } as const;
    expect(refusal(() => encodeSmppPdu(answer))).toMatchObject({ code: 'bad-value', field: 'submit_sm_resp/sequence_number' });
  });

  it.each([-1, 0x10000, '1', undefined])('a parameter with the tag %s is refused', (tag) => {
    const pdu = {
      command: 'submit_sm',
      sequence: 1,
      fields: {},
      parameters: [{ tag: tag as number, value: hex('01') }],
    } as const;
    expect(refusal(() => encodeSmppPdu(pdu))).toEqual({
      code: 'bad-value',
      field: 'submit_sm/parameter/tag',
      offset: undefined,
    });
  });
});

describe('a trace of a PDU that is cut', () => {
  const pieces = (length: number) => {
    const octets = BIND.subarray(0, length);
    const trace = new Trace('input', 0, undefined, length);
    readSmppPdu(new ByteReader(octets, trace), { lenient: true });
    const root = trace.finish(length);
    expectTiling(root);
    return { cut: trace.cut, names: root.children[0]?.children.map(({ name }) => name) };
  };

  it('shows the fields that are there, and tells how many octets are not', () => {
    const { cut, names } = pieces(0x2e);
    expect(cut).toMatchObject({ code: 'truncated', field: 'SMPP/command_length', offset: 0 });
    expect(names?.slice(0, 6)).toEqual([
      ...['command_length', 'command_id', 'command_status', 'sequence_number'],
      ...['system_id', 'password'],
    ]);
  });

  it('has to have its command', () => {
    for (const length of [4, 7]) {
      expect(refusal(() => pieces(length))).toEqual({ code: 'truncated', field: 'SMPP/header', offset: 0 });
    }
  });
});

describe('parameters by their names', () => {
  const written = (parameters: NonNullable<SmppPduInput['parameters']>, options?: SmppEncodeOptions) =>
    toHex(encodeSmppPdu({ command: 'unbind', sequence: 1, parameters }, options)).slice(32);

  it('are written as by their numbers, in the words of either version', () => {
    const error = { network_type: 3, error_code: 258 };
    expect(written([{ name: 'network_error_code', value: error }])).toBe('04230003030102');
    expect(written([{ tag: 0x423, value: error }])).toBe('04230003030102');
    expect(written([{ tag: 0x423, name: 'network_error_code', value: hex('09') }])).toBe('0423000109');
    expect(written([{ name: 'dest_port', value: 5505 }])).toBe(written([{ name: 'destination_port', value: 5505 }]));
    expect(written([{ name: 'failed_broadcast_area_identifier', value: { format: 0, area: hex('41') } }])).toBe('060600020041');
    // What is left out at the end is not written.
    expect(written([{ name: 'alert_on_message_delivery', value: {} }])).toBe('130C0000');
    expect(written([{ name: 'ms_validity', value: { behaviour: 3 } }])).toBe('1204000103');
    expect(written([{ name: 'ms_validity', value: { behaviour: 4, unit: 1, count: 5 } }])).toBe('1204000404010005');
    expect(written([{ name: 'callback_num', value: { digit_mode: 1, ton: 1, npi: 1, digits: '44' } }])).toBe(
      '038100050101013434',
    );
  });

  it.each<[string, NonNullable<SmppPduInput['parameters']>[number], string, string]>([
    ['an unknown name', { name: 'colour', value: 1 }, 'bad-value', 'unbind/parameter/name'],
    [
      'a name with the number of another',
      { tag: 0x424, name: 'message_state', value: 1 },
      'bad-value',
      'unbind/message_payload/tag',
    ],
    [
      'a field that is left out before another',
      { name: 'network_error_code', value: { error_code: 1 } },
      'bad-value',
      'unbind/network_error_code/value/network_type',
    ],
    [
      'one that is left out at the end',
      { name: 'network_error_code', value: { network_type: 1 } },
      'bad-value',
      'unbind/network_error_code/value',
    ],
    [
      'some of those that may be left out',
      { name: 'ms_validity', value: { behaviour: 4, unit: 1 } },
      'bad-value',
      'unbind/ms_validity/value',
    ],
    [
      'a field of another structure',
      { tag: 0x423, value: { network_type: 1, error_code: 1, unit: 1 } },
      'bad-value',
      'unbind/network_error_code/value/unit',
    ],
    [
      'a number past its octet',
      { tag: 0x423, value: { network_type: 256, error_code: 1 } },
      'bad-value',
      'unbind/network_error_code/value/network_type',
    ],
    ['digits that are too few', { name: 'dest_node_id', value: '7' }, 'bad-value', 'unbind/dest_node_id/value'],
    ['digits that are none', { name: 'dest_node_id', value: '00000€' }, 'unencodable', 'unbind/dest_node_id/value'],
    [
      'too many octets',
      { name: 'billing_identification', value: { format: 1, data: new Uint8Array(1024) } },
      'bad-value',
      'unbind/billing_identification/value',
    ],
  ])('%s is refused', (_, parameter, code, field) => {
    expect(refusal(() => written([parameter]))).toMatchObject({ code, field });
  });

  it.each<[string, NonNullable<SmppPduInput['parameters']>[number]]>([
    ['nothing as value', { tag: 0x423, value: undefined as never }],
    ['an object for octets', { tag: 0x424, value: {} }],
    ['a text for octets inside', { name: 'billing_identification', value: { format: 1, data: 'x' as never } }],
    ['a number for a text inside', { name: 'callback_num', value: { digit_mode: 1, ton: 1, npi: 1, digits: 5 as never } }],
  ])('%s, by a TypeError', (_, parameter) => {
    expect(() => written([parameter])).toThrow(TypeError);
  });

  it('that a service centre declares are read and written by name', () => {
    const parameters = [
      { tag: 0x1402, name: 'operator', kind: 'text', max: 8 },
      { tag: 0x1403, name: 'tariff', kind: 2 },
      { tag: 0x1404, name: 'mccmnc', kind: 'characters' },
      { tag: 0x1405, name: 'blob', kind: 'octets', max: 2 },
    ] as const;
    const given = [
      { name: 'operator', value: 'Acme' },
      { name: 'tariff', value: 7 },
      { name: 'mccmnc', value: '23415' },
      { name: 'blob', value: hex('0102') },
    ];
    const octets = encodeSmppPdu({ command: 'unbind', sequence: 1, parameters: given }, { parameters });
    expect(toHex(octets).slice(32)).toBe('1402000541636D6500' + '140300020007' + '140400053233343135' + '140500020102');
    const read = decodeSmppPdu(octets, { parameters }).parameters;
    expect(read).toEqual(given.map(({ name, value }, i) => ({ tag: 0x1402 + i, name, value })));
    expect([findParameter(read, 'tariff'), findParameter(read, 'colour')]).toEqual([7, undefined]);
    // Without the declarations they are octets.
    expect(decodeSmppPdu(octets).parameters[1]).toEqual({ tag: 0x1403, value: hex('0007') });
    const long = [{ name: 'blob', value: hex('010203') }];
    expect(toHex(encodeSmppPdu({ command: 'unbind', sequence: 1, parameters: long }, { parameters })).slice(32)).toBe(
      '14050003010203',
    );
    const cut = encodeSmppPdu({ command: 'unbind', sequence: 1, parameters: [{ tag: 0x1403, value: hex('07') }] });
    expect(refusal(() => decodeSmppPdu(cut, { parameters }))).toMatchObject({
      code: 'bad-value',
      field: 'unbind/tariff/value',
    });
  });

  it.each([
    ['a tag past 16 bits', { tag: 65_536, name: 'a', kind: 1 }],
    ['no name', { tag: 0x1402, name: '', kind: 1 }],
    ['an unknown kind', { tag: 0x1402, name: 'a', kind: 3 }],
    ['a length past 16 bits', { tag: 0x1402, name: 'a', kind: 'octets', max: 65_536 }],
    ['a tag of the specification', { tag: 0x424, name: 'a', kind: 'octets' }],
    ['a name of the specification', { tag: 0x1402, name: 'dest_port', kind: 2 }],
  ])('a declaration with %s is a TypeError', (_, declaration) => {
    const parameters = [declaration] as unknown as NonNullable<SmppEncodeOptions['parameters']>;
    expect(() => decodeSmppPdu(MULTI, { parameters })).toThrow(TypeError);
  });
});

describe('what is read and written without the table', () => {
  it('is what the table gives', () => {
    const plain = smppPdu.filter(
      ({ command, parameters }) => /^(?:submit|deliver)_sm/.test(String(command)) && parameters.length === 0,
    );
    fc.assert(
      fc.property(plain, (pdu) => {
        const octets = encodeSmppPdu(pdu);
        expect(decodeSmppPdu(octets)).toEqual(readSmppPdu(new ByteReader(octets)));
        expect(decodeSmppPdu(octets, { views: true })).toEqual(readSmppPdu(new ByteReader(octets)));
        // A parameter is left to the table, and changes nothing before it but the length.
        const more = encodeSmppPdu({ ...pdu, parameters: [{ tag: 0xffff, value: hex('') }], fields: pdu.fields ?? {} });
        if (pdu.fields !== undefined) expect(toHex(more.subarray(4, octets.length))).toBe(toHex(octets.subarray(4)));
      }),
    );
  });

  it('gives octets of its own, or views where that is asked for', () => {
    const octets = encodeSmppPdu({ command: 'submit_sm', sequence: 1, fields: { short_message: hex('0102') } });
    const own = decodeSmppPdu(octets);
    const view = decodeSmppPdu(octets, { views: true });
    octets.fill(9);
    expect([own.fields?.short_message, view.fields?.short_message]).toEqual([hex('0102'), hex('0909')]);
  });
});

describe('parameters', () => {
  const { parameters } = decodeSmppPdu(
    encodeSmppPdu({
      command: 'unbind',
      sequence: 1,
      parameters: [
        { tag: TAG.SarMsgRefNum, value: 258 },
        { tag: TAG.SarTotalSegments, value: 3 },
        { tag: TAG.SarSegmentSeqnum, value: 1 },
        { tag: TAG.SarSegmentSeqnum, value: 2 },
        { tag: 0x1401, value: hex('0102') },
        { tag: 0x1402, value: hex('010203') },
        { tag: TAG.ReceiptedMessageId, value: '7' },
      ],
    }),
  );

  it('are found by tag, the last of each', () => {
    expect(findParameter(parameters, TAG.SarSegmentSeqnum)).toBe(2);
    expect(findParameter(parameters, TAG.MessagePayload)).toBeUndefined();
    expect(
      [0x1401, 0x1402, TAG.ReceiptedMessageId, TAG.SarMsgRefNum].map((tag) => findParameterNumber(parameters, tag)),
    ).toEqual([258, undefined, undefined, 258]);
  });

  it('number the parts of a message as a header does', () => {
    expect(concatOfParameters(parameters)).toEqual({ kind: 'concat16', reference: 258, total: 3, sequence: 2 });
    expect(concatOfParameters(parameters.slice(1))).toBeUndefined();
    expect(concatOfParameters([...parameters, { tag: TAG.SarSegmentSeqnum, value: 4 }])).toBeUndefined();
    expect(concatOfParameters([...parameters, { tag: TAG.SarSegmentSeqnum, value: 0 }])).toBeUndefined();
  });
});

describe('a trace', () => {
  const treeOf = (octets: Uint8Array): Field => {
    const trace = new Trace('SMPP');
    readSmppPdu(new ByteReader(octets, trace));
    return trace.finish(octets.length);
  };

  it('names every field, its clause and what it means', () => {
    const tree = treeOf(MULTI);
    expectTiling(tree);
    const [pdu] = tree.children as [Field];
    expect(pdu).toMatchObject({ name: 'submit_multi', spec: 'SMPP 3.4 4.5.1' });
    const list = pdu.children.filter(({ name }) => name === 'dest_address');
    expect(list.map(({ children }) => children.map(({ name, meaning }) => [name, meaning]))).toEqual([
      [
        ['dest_flag', 'an address'],
        ['dest_addr_ton', 'international'],
        ['dest_addr_npi', 'ISDN (E.163, E.164)'],
        ['destination_addr', undefined],
      ],
      [
        ['dest_flag', 'a distribution list'],
        ['dl_name', undefined],
      ],
    ]);
    expect(pdu.children.find(({ name }) => name === 'validity_period')).toMatchObject({
      ...{ spec: 'SMPP 3.4 5.2.16', meaning: 'in 2 years 6 months 10 days 23 hours 34 minutes 29 seconds' },
    });
    expect(pdu.children.at(-1)).toMatchObject({
      name: 'parameter',
      children: [{ meaning: 'of the service centre’s own' }, {}, {}],
    });
  });

  it('shows the fields of structures, and those of version 5.0', () => {
    const tree = treeOf(BROADCAST);
    expectTiling(tree);
    const [pdu] = tree.children as [Field];
    expect(pdu).toMatchObject({ name: 'broadcast_sm', spec: 'SMPP 5.0 4.4.1' });
    const shown = pdu.children
      .filter(({ spec }) => spec?.startsWith('SMPP 5.0 4.8.4'))
      .map(({ name, children }) => [name, children[2]?.children.map((part) => [part.name, part.value, part.meaning])]);
    expect(shown.slice(0, 3)).toEqual([
      [
        'broadcast_area_identifier',
        [
          ['format', 0, 'alias or name'],
          ['area', '4E6F727468', undefined],
        ],
      ],
      [
        'broadcast_area_identifier',
        [
          ['format', 2, 'polygon'],
          ['area', 'FF', undefined],
        ],
      ],
      [
        'broadcast_content_type',
        [
          ['network_type', 1, 'GSM'],
          ['content_type', 1, undefined],
        ],
      ],
    ]);
  });

  it.each([
    ['0428 0001 5A', 'nearing congestion'],
    ['0428 0001 00', 'idle'],
    ['0428 0001 64', 'congested'],
    ['0428 0001 65', 'reserved'],
    ['0608 0001 32', '50 %'],
    ['0608 0001 FF', 'not available'],
    ['0608 0001 C8', 'reserved'],
    ['0501 0001 11', 'PSSR response'],
    ['0607 0004 0000010D', 'ESME_RBCASTFAIL: broadcast_sm failed'],
    // 260304060700 and a tenth, in UTC.
    ['0609 0011 323630333034303630373030 31 3030 2B 00', '2026-03-04T06:07:00.1+00:00'],
    ['0427 0001 00', 'SCHEDULED'],
    ['0427 0001 09', 'SKIPPED'],
  ])('says what %s means', (digits, meaning) => {
    const value = treeOf(withParameters(digits)).children[0]?.children.at(-1)?.children[2];
    expect(value?.meaning).toBe(meaning);
  });

  it('changes nothing', () => {
    fc.assert(
      fc.property(smppPdu, (pdu) => {
        const octets = encodeSmppPdu(pdu);
        expectTiling(treeOf(octets));
      }),
    );
  });
});

describe('the package smpp', () => {
  /** In its fields: ASCII, no times, which it takes as dates, and lists without a flag. */
  const inItsWay = ({ fields = {} }: SmppPdu) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        if (typeof value === 'string')
          return [name, /_time$|_period$|_date$/.test(name) ? '' : value.replace(/[^\x20-\x7e]/g, '?')];
        return [name, value];
      }),
    );

  it('writes the same octets', () => {
    const plain = smppPdu.filter(
      ({ status, fields = {} }) => status === 0 && !('dest_address' in fields || 'unsuccess_sme' in fields),
    );
    fc.assert(
      fc.property(plain, (pdu) => {
        const fields = inItsWay(pdu);
        const { short_message } = fields;
        const own = short_message instanceof Uint8Array ? { short_message: Buffer.from(short_message) } : {};
        const written = packagePdu(String(pdu.command), { ...fields, ...own, sequence_number: pdu.sequence });
        const ours = encodeSmppPdu({ command: pdu.command, sequence: pdu.sequence, ...(pdu.fields && { fields }) });
        expect(toHex(ours)).toBe(toHex(written));
      }),
    );
  });
});

it('texts longer than the specification allows are written when that is asked for, and read leniently', () => {
  const fields = { system_id: 'x'.repeat(40), password: 'secret that is long', system_type: '', interface_version: 0x34 };
  const pdu: SmppPduInput = { command: 'bind_transceiver', sequence: 1, fields };
  expect(() => encodeSmppPdu(pdu)).toThrow(EncodeError);
  const octets = encodeSmppPdu(pdu, { lenient: true });
  expect(decodeSmppPdu(octets, { lenient: true }).fields).toMatchObject(fields);
});
