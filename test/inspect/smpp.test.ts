import fc from 'fast-check';
import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import { ByteReader, encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { toSubmitSm } from '../../src/carrier/index.js';
import { LimitError } from '../../src/errors.js';
import { FORMATS, identify, inspect } from '../../src/inspect/index.js';
import { readSmpp } from '../../src/inspect/smpp.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { describeDataCoding } from '../../src/smpp/data-coding.js';
import { describeStatus } from '../../src/smpp/status.js';
import { describeTime, describeVersion } from '../../src/smpp/values.js';
import { encodeDeliver, type Submit, submitDatagram, submitText } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const to = '+447700900123';
const tune = encodeNokiaRingtone(parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6'));
const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const shown = (field: Field, name: string) => named(field, name)[0]?.value;
const errorsOf = (tree: Field) => everyField(tree).flatMap(({ error }) => (error === undefined ? [] : [error.message]));

/** A PDU as the package smpp writes it. */
function pdu(command: string, fields: Readonly<Record<string, unknown>> = {}): Uint8Array {
  const made = new smpp.PDU(command, fields) as unknown as { toBuffer(): Buffer };
  return new Uint8Array(made.toBuffer());
}

function submitSm(submit: Submit, more: Readonly<Record<string, unknown>> = {}): Uint8Array {
  const fields = toSubmitSm(submit);
  return pdu('submit_sm', { ...fields, short_message: Buffer.from(fields.short_message), ...more });
}

const joined = (all: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(all));

describe('PDUs of an independent encoder', () => {
  const address = { source_addr_ton: 5, source_addr_npi: 0, source_addr: 'Handset', dest_addr_ton: 1, dest_addr_npi: 1 };
  const all: [command: string, fields: Record<string, number | string>][] = [
    ['bind_transmitter', { system_id: 'me', password: 'secret', system_type: 'VMS', interface_version: 0x34, addr_ton: 1 }],
    ['bind_receiver', { system_id: 'me', password: 'secret', interface_version: 0x34, address_range: '^44.*' }],
    ['bind_transceiver', { system_id: 'me', password: 'secret', interface_version: 0x34, addr_npi: 1 }],
    ['bind_transceiver_resp', { system_id: 'centre' }],
    ['outbind', { system_id: 'centre', password: 'secret' }],
    ['unbind', {}],
    ['unbind_resp', {}],
    ['generic_nack', { command_status: 3 }],
    ['enquire_link', {}],
    ['enquire_link_resp', {}],
    ['submit_sm_resp', { message_id: '5F3A' }],
    ['deliver_sm_resp', { message_id: '' }],
    ['data_sm_resp', { message_id: 'x' }],
    ['query_sm', { message_id: '5F3A', source_addr_ton: 1, source_addr_npi: 1, source_addr: '4477' }],
    ['query_sm_resp', { message_id: '5F3A', final_date: '', message_state: 2, error_code: 0 }],
    ['cancel_sm', { service_type: 'CMT', message_id: '5F3A', ...address, destination_addr: '447700900123' }],
    ['cancel_sm_resp', {}],
    ['replace_sm_resp', {}],
    ['alert_notification', { source_addr_ton: 1, source_addr: '4477', esme_addr_npi: 1, esme_addr: '99' }],
    ['data_sm', { service_type: 'WAP', ...address, destination_addr: '447700900123', esm_class: 3, data_coding: 4 }],
    [
      'submit_sm',
      {
        ...address,
        destination_addr: '447700900123',
        protocol_id: 0x41,
        priority_flag: 1,
        replace_if_present_flag: 1,
        data_coding: 0,
      },
    ],
  ];

  it.each(all)('%s', (command, fields) => {
    const octets = pdu(command, { sequence_number: 77, ...fields });
    const [best] = identify(octets);
    expect([best?.format, best?.confidence]).toEqual(['smpp', 0.98]);
    const tree = inspect(octets);
    expectTiling(tree);
    expect([errorsOf(tree), tree.children[0]?.name, tree.end]).toEqual([[], command, octets.length]);
    expect(shown(tree, 'command_length')).toBe(octets.length);
    expect(shown(tree, 'sequence_number')).toBe(77);
    for (const [name, value] of Object.entries(fields)) expect([name, shown(tree, name)]).toEqual([name, value]);
    for (const field of everyField(tree.children[0] as Field)) {
      if (field.name !== 'value' && field.bits === undefined && field !== tree.children[0])
        expect(field.spec).toMatch(/^SMPP 3\.4 /);
    }
  });

  it('says whom a handset that can be reached again is', () => {
    const alert = pdu('alert_notification', { source_addr: '447700900123', esme_addr: '99' });
    expect(identify(alert)[0]?.reason).toBe('alert_notification from 447700900123');
  });

  it('the numbers of command_status are those of the package', () => {
    for (const [name, number] of Object.entries(smpp.errors)) {
      // Version 5 gave five of them other names.
      if (number < 0xc0 || number > 0xc4) expect(describeStatus(number)).toMatch(new RegExp(`^${name}: `));
    }
    expect([describeStatus(0x401), describeStatus(0x300)]).toEqual(['an error of the service centre’s own', 'reserved']);
  });

  it('recipients of submit_multi, and those that it did not get to', () => {
    const dest_address = [{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '4477' }, { dl_name: 'friends' }];
    const tree = inspect(pdu('submit_multi', { dest_address, short_message: Buffer.from('hi'), data_coding: 3 }));
    expectTiling(tree);
    expect(named(tree, 'dest_address').map(({ children }) => children.map(({ value }) => value))).toEqual([
      [1, 1, 1, '4477'],
      [2, 'friends'],
    ]);
    expect(tree.meaning).toBe('submit_multi to 2 recipients');
    const unsuccess_sme = [{ dest_addr_ton: 1, dest_addr_npi: 1, destination_addr: '4477', error_status_code: 11 }];
    const answer = inspect(pdu('submit_multi_resp', { message_id: 'm', unsuccess_sme }));
    expectTiling(answer);
    expect(named(answer, 'error_status_code')[0]).toMatchObject({
      value: 11,
      meaning: 'ESME_RINVDSTADR: invalid destination address',
    });
  });

  it('optional parameters, by name and by number', () => {
    const octets = pdu('deliver_sm', {
      short_message: Buffer.alloc(0),
      data_coding: 0,
      receipted_message_id: '5F3A',
      message_state: 2,
      user_message_reference: 9,
      network_error_code: Buffer.from([3, 0, 1]),
      qos_time_to_live: 3600,
    });
    const tree = inspect(octets);
    expectTiling(tree);
    const values = Object.fromEntries(
      (tree.children[0] as Field).children.map(({ name, children }) => [name, children[2]?.value]),
    );
    expect(values).toMatchObject({
      receipted_message_id: '5F3A',
      message_state: 2,
      user_message_reference: 9,
      qos_time_to_live: 3600,
    });
    expect(named(tree, 'message_state')[0]).toMatchObject({ spec: 'SMPP 3.4 5.3.2.35' });
    expect(named(tree, 'network_error_code')[0]?.children[2]?.children).toMatchObject([
      { name: 'network_type', value: 3, meaning: 'GSM' },
      { name: 'error_code', value: 1 },
    ]);
  });
});

describe('what a PDU carries', () => {
  it('a header and the content of its port, down to the notes', () => {
    const [submit] = submitDatagram({ destinationPort: 5505, sourcePort: 0, data: tune }, { to });
    const octets = submitSm(submit as Submit);
    const tree = inspect(octets);
    expectTiling(tree);
    expect([errorsOf(tree), tree.meaning]).toEqual([[], 'submit_sm to 447700900123']);
    expect(named(tree, 'UDHI')[0]).toMatchObject({ value: 1, meaning: 'a header before the user data' });
    const [message] = named(tree, 'short_message');
    expect(message?.children[0]?.name).toBe('user data');
    expect(named(message as Field, 'Nokia ringtone')[0]?.end).toBe(octets.length);
  });

  it('the same in message_payload, with the port as a parameter', () => {
    const octets = pdu('data_sm', {
      destination_addr: '4477',
      data_coding: 4,
      dest_port: 5505,
      message_payload: Buffer.from(tune),
    });
    const tree = inspect(octets);
    expectTiling(tree);
    expect(named(named(tree, 'message_payload')[0] as Field, 'Nokia ringtone')).toHaveLength(1);
  });

  it.each([
    ['GSM 7-bit', 0, hex('0002080041'), '"@$ò@A"'],
    ['octets above 7F', 0, hex('C4E9'), '"Äé"'],
    ['ISO-8859-1', 3, hex('C4E9'), '"Äé"'],
    ['ISO-8859-5', 6, hex('B6E3DA'), '"Жук"'],
    ['ISO-8859-8', 7, hex('E0'), '"א"'],
    ['UCS-2', 8, hex('20AC0416'), '"€Ж"'],
    ['TP-DCS F0', 0xf0, hex('4869'), '"Hi"'],
    ['octets', 4, hex('4869'), undefined],
    ['JIS', 5, hex('4869'), undefined],
  ])('text of %s by its data_coding', (_, dataCoding, message, meaning) => {
    const tree = inspect(pdu('submit_sm', { data_coding: dataCoding, short_message: Buffer.from(message) }));
    expectTiling(tree);
    expect(named(tree, 'data')[0]).toMatchObject({ value: toHex(message) });
    expect(named(tree, 'data')[0]?.meaning).toBe(meaning);
  });

  it('parts are joined: in one input, and as lines of hex', () => {
    const text = 'All parts of this text, '.repeat(15);
    const pdus = submitText(text, { to, reference: 7 }).map((each) => submitSm(each));
    expect(pdus.length).toBe(3);
    for (const octets of [joined(pdus), encodeUtf8(pdus.map((each) => `${toHex(each)}\n`).join(''))]) {
      const tree = inspect(octets);
      expectTiling(tree);
      expect(tree.children.at(-1)).toMatchObject({ name: 'joined from 3 parts', value: text });
    }
    expect(inspect(joined(pdus.slice(1))).warnings).toEqual(['2 of 3 parts of a message']);
  });

  it('parts that parameters number are joined too', () => {
    const parts = ['One, ', 'two.'].map((text, i) =>
      pdu('submit_sm', {
        destination_addr: '4477',
        data_coding: 3,
        short_message: Buffer.from(text),
        sar_msg_ref_num: 4,
        sar_total_segments: 2,
        sar_segment_seqnum: i + 1,
      }),
    );
    const tree = inspect(joined(parts));
    expectTiling(tree);
    expect(tree.children.at(-1)).toMatchObject({ name: 'joined from 2 parts', value: 'One, two.' });
  });

  it('what Kannel sends: esm_class 43 hex, the port in front of the concatenation', () => {
    const header = hex('06050415811581');
    const octets = pdu('submit_sm', {
      destination_addr: '4477',
      esm_class: 0x43,
      data_coding: 0xf5,
      short_message: Buffer.concat([header, tune]),
    });
    const tree = inspect(octets);
    expect(named(tree, 'messaging mode')[0]).toMatchObject({ value: 3, meaning: 'store and forward' });
    expect(named(tree, 'Nokia ringtone')).toHaveLength(1);
  });

  it('a text that carries a card says so', () => {
    const card = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Miller\r\nEND:VCARD\r\n';
    const tree = inspect(pdu('submit_sm', { data_coding: 3, short_message: Buffer.from(card) }));
    expectTiling(tree);
    expect(named(tree, 'text as vCard')).toHaveLength(1);
  });
});

describe('values in words', () => {
  it.each([
    ['020610233429000R', 'in 2 years 6 months 10 days 23 hours 34 minutes 29 seconds'],
    ['000000000000000R', 'now'],
    ['261301000000000+', 'not a time (MM: 13, not 01 to 12)'],
    ['260132000000000+', 'not a time (DD: 32, not 01 to 31)'],
    ['260101240000000+', 'not a time (hh: 24, not 00 to 23)'],
    ['260101000000057+', 'not a time (nn: a zone of 57 quarters of an hour, at most 48)'],
    ['260101000000052+', '2026-01-01T00:00:00+13:00 (nn: a zone of 52 quarters of an hour, at most 48)'],
    ['260229120000000+', '2026-03-01T12:00:00+00:00 (DD: 29 is not a day of 2026-02)'],
    ['261122060000', '2026-11-22T06:00:00+00:00 (p: no zone)'],
    ['000000010000104R', 'in 1 hours (tnn: 104 in a period, which has 000)'],
    ['261122060000004+', '2026-11-22T06:00:00+01:00'],
    ['261122060000548-', '2026-11-22T06:00:00.5-12:00'],
    ['981122060000000+', '1998-11-22T06:00:00+00:00'],
    ['26112206', undefined],
    ['2026-11-22T06:00', undefined],
  ])('the time %s', (text, words) => expect(describeTime(text)).toBe(words));

  it('codings and versions', () => {
    expect([0, 4, 8, 14].map(describeDataCoding)).toEqual([
      'default alphabet of the service centre',
      'octets',
      'UCS-2',
      'KS C 5601',
    ]);
    expect(describeDataCoding(0xf5)).toBe('8-bit data, class 1 (phone)');
    expect([0x33, 0x34, 0x50].map(describeVersion)).toEqual(['3.3 or earlier', '3.4', '5.0']);
  });
});

/** Requests with arbitrary fields, as the package writes them. */
const ascii = (most: number) =>
  fc.string({ unit: fc.integer({ min: 1, max: 126 }).map((c) => String.fromCharCode(c)), maxLength: most - 1 });
const octet = fc.integer({ min: 0, max: 255 });
const submitFields = fc.record({
  sequence_number: fc.integer({ min: 0, max: 0x7fffffff }),
  service_type: ascii(6),
  source_addr_ton: octet,
  source_addr_npi: octet,
  source_addr: ascii(21),
  dest_addr_ton: octet,
  dest_addr_npi: octet,
  destination_addr: ascii(21),
  esm_class: octet,
  protocol_id: octet,
  priority_flag: octet,
  registered_delivery: octet,
  replace_if_present_flag: octet,
  data_coding: octet,
  sm_default_msg_id: octet,
  short_message: fc.uint8Array({ maxLength: 254 }),
});
const anyPdu = fc.oneof(
  fc.tuple(fc.constantFrom('submit_sm', 'deliver_sm'), submitFields).map(([command, fields]) => ({
    command,
    fields,
    octets: pdu(command, { ...fields, short_message: Buffer.from(fields.short_message) }),
  })),
  fc.record({ system_id: ascii(16), password: ascii(9), addr_ton: octet, address_range: ascii(41) }).map((fields) => ({
    command: 'bind_transceiver',
    fields,
    octets: pdu('bind_transceiver', fields),
  })),
);

describe('properties', () => {
  it('every field has the value that was encoded', () => {
    fc.assert(
      fc.property(anyPdu, ({ command, fields, octets }) => {
        const tree = inspect(octets, { as: 'smpp' });
        expectTiling(tree);
        expect(tree.children[0]?.name).toBe(command);
        for (const [name, value] of Object.entries(fields)) {
          const [field] = named(tree, name);
          if (value instanceof Uint8Array) {
            if (value.length > 0) expect(toHex(octets.subarray(field?.start, field?.end))).toBe(toHex(value));
          } else expect([name, field?.value]).toEqual([name, value]);
        }
      }),
    );
  });

  it('several in a row are as many, at their places', () => {
    fc.assert(
      fc.property(fc.array(anyPdu, { minLength: 1, maxLength: 5 }), (all) => {
        const row = joined(all.map(({ octets }) => octets));
        const commands = all.map(({ command }) => command);
        expect(readSmpp(new ByteReader(row)).map(({ command }) => command)).toEqual(commands);
        const { children } = inspect(row, { as: 'smpp' });
        const pdus = children.slice(0, all.length);
        expect(pdus.map(({ name, start, end }) => [name, end - start])).toEqual(
          all.map(({ command, octets }) => [command, octets.length]),
        );
        expect(pdus.map(({ start }) => start)).toEqual([0, ...pdus.slice(0, -1).map(({ end }) => end)]);
      }),
    );
  });

  it('arbitrary and damaged octets are read, or refused inside of the input', () => {
    const any = fc.oneof(fc.uint8Array({ maxLength: 80 }), damaged(anyPdu.map(({ octets }) => octets)));
    fc.assert(
      fc.property(any, fc.boolean(), (octets, lenient) => {
        expectValueOrFormatError(() => readSmpp(new ByteReader(octets), { lenient }), octets.length);
        for (const as of ['smpp', undefined] as const) {
          const tree = inspect(octets, { as });
          expectTiling(tree);
          expect(tree.end).toBe(octets.length);
        }
      }),
    );
  });

  it('under any other name it is a tree as well', () => {
    fc.assert(
      fc.property(damaged(anyPdu.map(({ octets }) => octets)), fc.constantFrom(...FORMATS), (octets, as) => {
        expectTiling(inspect(octets, { as }));
      }),
    );
  });
});

describe('refusals', () => {
  const read = (octets: Uint8Array) => refusal(() => readSmpp(new ByteReader(octets)));
  const link = pdu('enquire_link');
  const bind = pdu('bind_receiver', { system_id: 'abc', password: 'def', interface_version: 0x34 });
  const cut = (octets: Uint8Array, end: number) => {
    const made = octets.slice(0, end);
    made[3] = end;
    return made;
  };
  const changed = (octets: Uint8Array, at: number, value: number) => octets.map((each, i) => (i === at ? value : each));

  it.each([
    ['a header that is cut', link.subarray(0, 15), 'truncated', 'SMPP/header', 0],
    ['a length below the header', changed(link, 3, 15), 'bad-value', 'SMPP/command_length', 0],
    ['a PDU that is cut', bind.subarray(0, 20), 'truncated', 'SMPP/command_length', 0],
    ['a second one that is cut', joined([link, bind.subarray(0, 20)]), 'truncated', 'SMPP/command_length', 16],
    ['a length of four gigabytes', changed(link, 0, 0xff), 'truncated', 'SMPP/command_length', 0],
    ['an unknown command', changed(link, 7, 0x7f), 'bad-value', 'command 0x0000007F/command_id', 4],
    ['a status in a request', changed(link, 11, 1), 'bad-value', 'enquire_link/command_status', 8],
    ['a text without its end', cut(bind, 18), 'truncated', 'bind_receiver/system_id', 16],
    [
      'a text that is too long',
      pdu('outbind', { system_id: 'sixteen letters!', password: '' }),
      'bad-value',
      'outbind/system_id',
      16,
    ],
    [
      'an answer without its body',
      cut(pdu('submit_sm_resp', { message_id: 'a' }), 16),
      'truncated',
      'submit_sm_resp/message_id',
      16,
    ],
    [
      'a parameter that is cut',
      cut(joined([link, hex('0424000561')]), 21),
      'truncated',
      'enquire_link/message_payload/value',
      20,
    ],
    ['half a tag', cut(joined([link, hex('04')]), 17), 'truncated', 'enquire_link/message_payload/tag', 16],
  ])('%s', (_, octets, code, field, offset) => {
    const found = read(octets);
    expect({ ...found, field: found.field.replace('parameter/tag', 'message_payload/tag') }).toEqual({ code, field, offset });
  });

  it('a recipient of a kind that there is not', () => {
    const octets = pdu('submit_multi', { dest_address: [{ dl_name: 'a' }], short_message: Buffer.alloc(0), data_coding: 0 });
    const at = 21;
    expect(read(changed(octets, at, 3))).toEqual({ code: 'bad-value', field: 'submit_multi/dest_flag', offset: at });
  });

  it('a body that does not fill or overruns its length is shown as far as it goes, and the PDU behind it too', () => {
    const [submit] = submitText('Hello', { to });
    const sound = submitSm(submit as Submit);
    const broken = changed(sound, named(inspect(sound), 'sm_length')[0]?.start ?? 0, 200);
    const tree = inspect(joined([broken, link]));
    expectTiling(tree);
    expect(tree.children.map(({ name }) => name)).toEqual(['submit_sm', 'enquire_link']);
    expect(named(tree, 'undecoded')).toHaveLength(1);
    expect(tree.warnings?.[0]).toContain('submit_sm/short_message at ');
    expect(identify(joined([broken, link]))[0]).toMatchObject({ format: 'smpp', confidence: 0.92 });
  });

  it('a PDU that is cut is known by its beginning', () => {
    const whole = pdu('submit_sm', { destination_addr: '4477', short_message: Buffer.from('Hello'), data_coding: 3 });
    const [best] = identify(whole.subarray(0, -3));
    expect(best).toMatchObject({ format: 'smpp', confidence: 0.85 });
    const tree = inspect(whole.subarray(0, -3));
    expectTiling(tree);
    expect(tree.error).toMatchObject({ code: 'truncated', field: 'SMPP/command_length', offset: 0 });
  });

  it('a number of another length is told, and shown', () => {
    const octets = cut(joined([link, hex('02040001FF'), hex('001E000141')]), 26);
    const tree = inspect(octets);
    expectTiling(tree);
    const [reference, id] = tree.children[0]?.children.slice(4) ?? [];
    expect([reference?.children[2]?.value, reference?.children[2]?.warnings]).toEqual([255, ['1 octets, the parameter has 2']]);
    expect([id?.children[2]?.value, id?.children[2]?.warnings]).toEqual(['A', ['no NUL ends it']]);
  });
});

it('a message of a handset, as TPDU and in a deliver_sm, is no SMPP and is', () => {
  const tpdu = encodeDeliver({
    tpOa: to,
    tpScts: { at: new Date('2026-01-02T03:04:05Z'), offsetMinutes: 0 },
    text: 'Hi',
  } as never);
  expect(identify(tpdu).some(({ format }) => format === 'smpp')).toBe(false);
  expect(
    identify(pdu('deliver_sm', { source_addr: '4477', short_message: Buffer.from('Hi'), data_coding: 3 }))[0]?.reason,
  ).toBe('deliver_sm from 4477');
});

describe('limits', () => {
  it('fields are counted, and the tree says where it ends', () => {
    const many = joined(Array.from({ length: 40 }, () => pdu('enquire_link')));
    const tree = inspect(many, { limits: { inspectFields: 50 } });
    expectTiling(tree);
    expect(tree.error).toBeInstanceOf(LimitError);
  });

  it('a megabyte of small PDUs ends in time', () => {
    const one = pdu('enquire_link');
    const many = new Uint8Array(1_048_576);
    for (let at = 0; at < many.length; at += one.length) many.set(one, at);
    expect(identify(many)[0]?.format).toBe('smpp');
  });
});
