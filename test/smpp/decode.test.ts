/** How PDUs are shown in a trace, what is said of faulty parameters, and how a PDU is told from other octets. The values are in pdu.test.ts. */
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace } from '../../src/bytes/index.js';
import { LimitError } from '../../src/errors.js';
import { beginsAsSmpp, findSmppPdu, listKeys, readSmppPdu } from '../../src/smpp/decode.js';
import { decodeSmppPdu } from '../../src/smpp/index.js';
import { findLengthFault, PARAMETERS, parameterTable } from '../../src/smpp/parameters.js';
import { describeField } from '../../src/smpp/pdus.js';
import { describeStatus } from '../../src/smpp/status.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { handmadePdu } from '../support/smpp.js';
import { expectTiling } from '../support/tiling.js';

/** An enquire_link with parameters, which is a PDU without fields. */
const withParameters = (...parameters: readonly string[]) => handmadePdu(0x15, parameters.join(''));

/** The PDU in a trace: the group that has its fields. */
function shown(octets: Uint8Array, { lenient = false } = {}): Field {
  const trace = new Trace('input', 0, undefined, octets.length);
  readSmppPdu(new ByteReader(octets, trace), { lenient });
  const root = trace.finish(octets.length);
  expectTiling(root);
  return root.children[0] as Field;
}

const leaves = ({ children }: Field) => children.map(({ name, value, spec, meaning }) => [name, value, spec, meaning]);

/** A submit_sm in which each field has a value of its own (SMPP 3.4 section 4.4.1). */
const SUBMIT = handmadePdu(0x4, '434D5400 05 00 53686F7000 01 02 343400 40 7F 03 00 00 01 06 F5 08 02 4869');

describe('a trace shows', () => {
  it('the header, field by field', () => {
    expect(leaves(shown(SUBMIT)).slice(0, 4)).toEqual([
      ['command_length', SUBMIT.length, 'SMPP 3.4 5.1.1', undefined],
      ['command_id', 4, 'SMPP 3.4 5.1.2', 'submit_sm'],
      ['command_status', 0, 'SMPP 3.4 5.1.3', 'ESME_ROK: no error'],
      ['sequence_number', 7, 'SMPP 3.4 5.1.4', undefined],
    ]);
  });

  it('each field of a message with its clause', () => {
    expect(
      leaves(shown(SUBMIT))
        .slice(4)
        .map(([name, value, spec]) => [name, value, spec]),
    ).toEqual([
      ['service_type', 'CMT', 'SMPP 3.4 5.2.11'],
      ['source_addr_ton', 5, 'SMPP 3.4 5.2.5'],
      ['source_addr_npi', 0, 'SMPP 3.4 5.2.6'],
      ['source_addr', 'Shop', 'SMPP 3.4 5.2.8'],
      ['dest_addr_ton', 1, 'SMPP 3.4 5.2.5'],
      ['dest_addr_npi', 2, 'SMPP 3.4 5.2.6'],
      ['destination_addr', '44', 'SMPP 3.4 5.2.9'],
      ['esm_class', 0x40, 'SMPP 3.4 5.2.12'],
      ['protocol_id', 0x7f, 'SMPP 3.4 5.2.13'],
      ['priority_flag', 3, 'SMPP 3.4 5.2.14'],
      ['schedule_delivery_time', '', 'SMPP 3.4 5.2.15'],
      ['validity_period', '', 'SMPP 3.4 5.2.16'],
      ['registered_delivery', 1, 'SMPP 3.4 5.2.17'],
      ['replace_if_present_flag', 6, 'SMPP 3.4 5.2.18'],
      ['data_coding', 0xf5, 'SMPP 3.4 5.2.19'],
      ['sm_default_msg_id', 8, 'SMPP 3.4 5.2.20'],
      ['sm_length', 2, 'SMPP 3.4 5.2.21'],
      ['short_message', '4869', 'SMPP 3.4 5.2.22'],
    ]);
  });

  it('a number of four octets, and the body of an unknown command', () => {
    const status = shown(withParameters('0607 0004 00000000')).children[4] as Field;
    expect(leaves(status).at(-1)).toEqual(['value', 0, undefined, 'ESME_ROK: no error']);
    const unknown = shown(handmadePdu(0x7f, 'AABB'), { lenient: true });
    expect(leaves(unknown).at(-1)).toEqual(['body', 'AABB', undefined, undefined]);
    expect(shown(handmadePdu(0x7f, ''), { lenient: true }).children).toHaveLength(4);
  });

  it('what is not decoded of a known command', () => {
    const cut = shown(withParameters('0424 0005 61'), { lenient: true });
    expect(cut.children.at(-1)).toMatchObject({ name: 'undecoded', value: '61' });
  });

  it.each<[string, string, string]>([
    ['1400', 'parameter', 'of the service centre’s own'],
    ['3FFF', 'parameter', 'of the service centre’s own'],
    ['13FF', 'parameter', 'reserved'],
    ['4000', 'parameter', 'reserved'],
    ['0424', 'message_payload', 'message_payload'],
  ])('a parameter of tag %s as %s, %s', (tag, name, meaning) => {
    const parameter = shown(withParameters(tag, '0001 FF')).children[4] as Field;
    expect([parameter.name, ...leaves(parameter)]).toEqual([
      name,
      ['tag', Number.parseInt(tag, 16), undefined, meaning],
      ['length', 1, undefined, undefined],
      ['value', 'FF', undefined, undefined],
    ]);
  });

  it('the clause of optional parameters with one that is in none', () => {
    expect(shown(withParameters('1400 0000')).children[4]?.spec).toBe('SMPP 3.4 5.3.1');
    expect(shown(withParameters('0424 0000')).children[4]?.spec).toBe('SMPP 3.4 5.3.2.32');
  });

  it('no value where there are no octets', () => {
    for (const parameter of ['0424 0000', '1400 0000', '130C 0000']) {
      expect(leaves(shown(withParameters(parameter)).children[4] as Field)).toHaveLength(2);
    }
  });

  it('a text as its characters, without its NUL, and what it means', () => {
    const text = shown(withParameters('001E 0003 413100')).children[4] as Field;
    expect(leaves(text).at(-1)).toEqual(['value', 'A1', undefined, undefined]);
    const empty = shown(withParameters('001E 0001 00')).children[4] as Field;
    expect(leaves(empty).at(-1)).toEqual(['value', '', undefined, undefined]);
  });

  it('a structure as its parts, of which the last may be left out', () => {
    const parts = (parameter: string) =>
      shown(withParameters(parameter)).children[4]?.children[2]?.children.map(({ name, value }) => [name, value]);
    expect(parts('0423 0003 030102')).toEqual([
      ['network_type', 3],
      ['error_code', 0x102],
    ]);
    expect(parts('1204 0001 03')).toEqual([['behaviour', 3]]);
    expect(parts('1204 0004 04010005')).toEqual([
      ['behaviour', 4],
      ['unit', 1],
      ['count', 5],
    ]);
    expect(parts('0381 0005 0101013434')).toEqual([
      ['digit_mode', 1],
      ['ton', 1],
      ['npi', 1],
      ['digits', '44'],
    ]);
    expect(parts('060B 0002 0141')).toEqual([
      ['format', 1],
      ['data', '41'],
    ]);
  });

  it('a value of another length as octets, with what is wrong', () => {
    const warned = (parameter: string) => {
      const value = shown(withParameters(parameter), { lenient: true }).children[4]?.children.at(-1);
      return [value?.value, value?.warnings];
    };
    expect(warned('0204 0001 FF')).toEqual([255, ['1 octets, the parameter has 2']]);
    expect(warned('001E 0001 41')).toEqual(['A', ['no NUL ends it']]);
    expect(warned('001E 0003 410000')).toEqual(['A\0', ['a NUL inside of it']]);
    expect(warned(`001E 0042 ${'41'.repeat(65)}00`)).toEqual(['A'.repeat(65), ['66 octets with its NUL, at most 65']]);
    expect(warned('0423 0002 0301')).toEqual(['0301', ['2 octets, the parameter has 3']]);
    expect(warned('1204 0002 0401')).toEqual(['0401', ['2 octets, the parameter has 1 or 4']]);
    expect(warned('0204 0003 010203')).toEqual(['010203', ['3 octets, the parameter has 2']]);
  });
});

describe('a trace of a message that is cut', () => {
  const cut = (length: number) => shown(SUBMIT.subarray(0, length), { lenient: true });

  it('shows the octets of the message that are there', () => {
    expect(leaves(cut(SUBMIT.length - 1)).at(-1)).toEqual(['short_message', '48', 'SMPP 3.4 5.2.22', undefined]);
    expect(leaves(cut(SUBMIT.length - 2)).at(-1)?.[0]).toBe('sm_length');
  });

  it('shows the header alone, and reports no missing body of an answer', () => {
    const answer = handmadePdu(0x8000_0004, '413100').subarray(0, 16);
    const trace = new Trace('input', 0, undefined, 16);
    const issues: string[] = [];
    readSmppPdu(new ByteReader(answer, trace), { lenient: true, onIssue: ({ field }) => issues.push(field) });
    expect([trace.finish(16).children[0]?.children.length, issues]).toEqual([4, []]);
  });
});

describe('the body of an answer', () => {
  it.each([
    ['left out after a failure', 0x58, false],
    ['left out after success, leniently', 0, true],
  ])('may be %s', (_, status, lenient) => {
    const octets = handmadePdu(0x8000_0004, '', { status });
    expect(decodeSmppPdu(octets, { lenient })).toEqual({
      ...{ command: 'submit_sm_resp', status, sequence: 7, parameters: [] },
    });
  });

  it('is looked at after a failure where it is there', () => {
    expect(refusal(() => decodeSmppPdu(handmadePdu(0x8000_0004, '41', { status: 0x58 })))).toEqual({
      ...{ code: 'truncated', field: 'submit_sm_resp/message_id', offset: 16 },
    });
  });
});

describe('findSmppPdu', () => {
  it('gives the first PDU when it is whole', () => {
    const two = Uint8Array.of(...SUBMIT, ...SUBMIT);
    expect(findSmppPdu(two)).toEqual(SUBMIT);
    expect(findSmppPdu(SUBMIT)).toEqual(SUBMIT);
    expect(findSmppPdu(SUBMIT.subarray(0, -1))).toBeUndefined();
    expect(findSmppPdu(SUBMIT.subarray(0, 4))).toBeUndefined();
    expect(findSmppPdu(SUBMIT.subarray(0, 3))).toBeUndefined();
  });

  it('refuses an impossible length as soon as it is there', () => {
    expect(refusal(() => findSmppPdu(hex('0000000F')))).toEqual({ code: 'bad-value', field: 'SMPP/command_length', offset: 0 });
    expect(findSmppPdu(hex('00000010'))).toBeUndefined();
    expect(() => findSmppPdu(hex('00000011'), { limits: { smppOctets: 16 } })).toThrow(LimitError);
  });

  it('names its argument', () => {
    expect(() => findSmppPdu('00' as never)).toThrow(/^octets /);
    expect(() => decodeSmppPdu('00' as never)).toThrow(/^the input /);
  });
});

describe('beginsAsSmpp', () => {
  it.each<[string, string, boolean]>([
    ['seven octets', '00000010 000000', false],
    ['a length and a command', '00000010 00000015', true],
    ['a length below the header', '0000000F 00000015', false],
    ['the greatest length', '00020000 00000004', true],
    ['a greater one', '00020001 00000004', false],
    ['an unknown command', '00000010 0000007F', false],
    ['a status that is cut', '00000010 00000015 000001', true],
    ['a request without a status', '00000010 00000015 00000000', true],
    ['a request with one', '00000010 00000015 00000001', false],
    ['an answer with one of the centre’s own', '00000010 80000015 000004FF', true],
    ['an answer with a higher one', '00000010 80000015 00000500', false],
  ])('%s', (_, digits, expected) => {
    expect(beginsAsSmpp(hex(digits))).toBe(expected);
  });
});

describe('what is said of', () => {
  const fault = (name: string, length: number) => findLengthFault(PARAMETERS.byName.get(name) as never, length);

  it('the length of a value', () => {
    expect([1, 2, 3].map((length) => fault('user_message_reference', length))).toEqual([
      '1 octets, the parameter has 2',
      undefined,
      '3 octets, the parameter has 2',
    ]);
    expect([0, 1, 65, 66].map((length) => fault('receipted_message_id', length))).toEqual([
      '0 octets, at least 1',
      undefined,
      undefined,
      '66 octets, at most 65',
    ]);
    expect([0, 1, 2, 4, 5].map((length) => fault('ms_validity', length))).toEqual([
      '0 octets, the parameter has 1 or 4',
      undefined,
      '2 octets, the parameter has 1 or 4',
      undefined,
      '5 octets, the parameter has 1 or 4',
    ]);
  });

  it('the values that choose the fields of an item', () => {
    expect(listKeys([undefined, [], []])).toBe('1 or 2');
    expect(listKeys([[], undefined, undefined, []])).toBe('0 or 3');
    expect(refusal(() => decodeSmppPdu(handmadePdu(0x21, '00 00 00 00 01 03')))).toEqual({
      ...{ code: 'bad-value', field: 'submit_multi/dest_flag', offset: 21 },
    });
  });

  it('a status', () => {
    expect([0x3ff, 0x400, 0x4ff, 0x500].map(describeStatus)).toEqual([
      'reserved',
      'an error of the service centre’s own',
      'an error of the service centre’s own',
      'reserved',
    ]);
  });

  it('a priority, and values at the ends of an octet', () => {
    expect([0, 1, 3, 4].map((value) => describeField('submit_sm', 'priority_flag', value))).toEqual([
      'normal',
      'priority',
      'priority',
      'reserved',
    ]);
    expect([-1, 0, 0xff, 0x100].map((value) => describeField('submit_sm', 'dest_addr_ton', value))).toEqual([
      undefined,
      'unknown',
      'reserved',
      undefined,
    ]);
    expect(describeField('submit_sm', 'sm_default_msg_id', 1)).toBeUndefined();
    expect(describeField('submit_sm', 'source_addr', 'Shop')).toBeUndefined();
    expect(describeField('no_command' as never, 'source_addr', 'Shop')).toBeUndefined();
  });

  it('the operations of USSD', () => {
    const words = [0, 1, 2, 3, 4, 15, 16, 17, 18, 19, 20].map((value) =>
      PARAMETERS.byName.get('ussd_service_op')?.describe?.(value),
    );
    expect(words).toEqual([
      ...['PSSD indication', 'PSSR indication', 'USSR request', 'USSN request', 'reserved', 'reserved'],
      ...['PSSD response', 'PSSR response', 'USSR confirm', 'USSN confirm', 'reserved'],
    ]);
  });
});

describe('declared parameters', () => {
  const table = (declared: object) => parameterTable([{ tag: 0x1500, name: 'colour', kind: 1, ...declared } as never]);

  it.each<[string, object, string]>([
    ['a tag below 0', { tag: -1 }, 'parameters[0].tag is -1, not 0 to 65535'],
    ['a tag above FFFF', { tag: 0x10000 }, 'parameters[0].tag is 65536, not 0 to 65535'],
    ['no name', { name: undefined }, 'parameters[0].name is not a name'],
    ['an empty name', { name: '' }, 'parameters[0].name is not a name'],
    ['another kind', { kind: 3 }, 'parameters[0].kind is 3, not one of 1, 2, 4, text, characters, octets'],
    ['a length below 0', { max: -1 }, 'parameters[0].max is -1, not 0 to 65535'],
    ['a tag of the specification', { tag: 0x424 }, 'parameters[0] has the tag or the name of "message_payload"'],
    ['a name of the specification', { name: 'message_payload' }, 'parameters[0] has the tag or the name of "message_payload"'],
  ])('%s is refused', (_, declared, message) => {
    expect(() => table(declared)).toThrow(new TypeError(message));
  });

  it('may have the lowest and the highest tag, and no octets', () => {
    expect(table({ tag: 0, kind: 'octets', max: 0 }).byTag.get(0)).toMatchObject({ name: 'colour', max: 0, spec: 'declared' });
    expect(table({ tag: 0xffff, kind: 'octets', max: 0xffff }).byTag.get(0xffff)).toMatchObject({ max: 0xffff });
  });

  it('have the length of their number, and a text at least its NUL', () => {
    expect(table({ kind: 4 }).byTag.get(0x1500)).toMatchObject({ min: 4, max: 4 });
    expect(table({ kind: 'text', max: 9 }).byTag.get(0x1500)).toMatchObject({ min: 1, max: 9 });
    expect(table({ kind: 'characters' }).byTag.get(0x1500)).toMatchObject({ min: 0, max: 0xffff });
  });

  it('make a table once for each list', () => {
    const declared = [{ tag: 0x1500, name: 'colour', kind: 1 }] as const;
    expect(parameterTable(declared)).toBe(parameterTable(declared));
    expect(parameterTable([])).toBe(parameterTable(undefined));
  });
});
