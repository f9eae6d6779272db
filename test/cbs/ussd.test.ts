/** Strings of USSD, and the data coding scheme. The packed strings and the messages are those of libosmocore's tests. */
import { describe, expect, it } from 'vitest';
import {
  alphabetOfCbsDcs,
  type CbsDcs,
  decodeCbsDcs,
  decodeUssdArgument,
  decodeUssdString,
  describeCbsDcs,
  encodeCbsDcs,
  encodeUssdArgument,
  encodeUssdString,
} from '../../src/cbs/index.js';
import { USSD_ARGUMENT } from '../support/cbs.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';

describe('strings (TS 23.038 section 6.1.2.3)', () => {
  it.each([
    ['01234567', 'B0986C46ABD96E', '01234567'],
    ['0123456', 'B0986C46ABD91A', '0123456'],
    ['01234567\r', 'B0986C46ABD96E0D', '01234567\r'],
    // The CR that is wanted would be taken off: there are two, which means the same.
    ['0123456\r', 'B0986C46ABD91A0D', '0123456\r\r'],
    ['012345\r', 'B0986C46AB351A', '012345\r'],
    ['', '', ''],
    ['forty-two', 'E6B79C9E6FD1EF6F', 'forty-two'],
  ])('%j is %s', (text, octets, read) => {
    expect(encodeUssdString({ text }, 15)).toEqual(hex(octets));
    expect(decodeUssdString(hex(octets), 15)).toEqual({ text: read });
  });

  it('of UCS-2, after a language, of data', () => {
    expect(encodeUssdString({ text: 'д' }, 72)).toEqual(hex('0434'));
    expect(decodeUssdString(hex('783C 0434'), 0x11)).toEqual({ text: 'д', language: 'xx' });
    expect(decodeUssdString(hex('B0986C46ABD91A'), 0)).toEqual({ text: '0123456', language: 'de' });
    expect(decodeUssdString(hex('00FF'), 0x44)).toEqual({ data: hex('00FF') });
    expect(encodeUssdString({ text: 'A', language: 'de' }, 0x10)).toEqual(hex('E4722308'));
    expect(decodeUssdString(hex('E4722308'), 0x10)).toEqual({ text: 'A', language: 'de' });
  });

  it.each([
    ['UCS-2 keeps a CR at its end', '0041000D', 72, { text: 'A\r' }],
    ['UCS-2 may be a language alone', '783C', 0x11, { text: '', language: 'xx' }],
    // An escape and a CR are one character.
    ['a CR after an escape is not padding', 'B0986C46AB6D1A', 15, { text: '012345\r' }],
    ['a CR in the last septet is padding only at the end of seven octets', 'C106', 15, { text: 'A\r' }],
    ['the language is not among the members where there is none', 'AA18', 15, { text: '*1' }],
  ] as const)('%s', (_, octets, dcs, expected) => {
    expect(decodeUssdString(hex(octets), dcs)).toStrictEqual(expected);
  });

  it('are 160 octets at most', () => {
    expect(encodeUssdString({ text: 'a'.repeat(182) }, 15)).toHaveLength(160);
    expect(refusal(() => encodeUssdString({ text: 'a'.repeat(183) }, 15))).toMatchObject({ code: 'too-long', field: 'text' });
    const long = { text: 'a'.repeat(1_000_000), language: 'en' };
    expect(refusal(() => encodeUssdString(long, 0x11))).toMatchObject({ code: 'too-long', field: 'text' });
    expect(refusal(() => decodeUssdString(new Uint8Array(161), 15))).toMatchObject({ code: 'bad-value', field: 'USSD string' });
    expect(decodeUssdString(hex('0041'.repeat(80)), 72)).toEqual({ text: 'A'.repeat(80) });
    const { issues, options } = lenient();
    expect(decodeUssdString(hex('0041'.repeat(100)), 72, options)).toEqual({ text: 'A'.repeat(100) });
    expect(issues).toEqual([['bad-value', 'USSD string', 0]]);
    const data = new Uint8Array(161);
    expect(refusal(() => encodeUssdString({ data }, 0x44))).toMatchObject({ code: 'too-long', field: 'data' });
  });

  it.each([
    ['truncated', 'text', 2, '004100', 72],
    ['bad-value', 'language', 0, '41', 0x11],
    ['bad-value', 'language', 0, 'B0986C46', 0x10],
    ['truncated', 'septet', 0, '1B', 15],
  ] as const)('are refused with %s in %s', (code, field, offset, octets, dcs) => {
    expect(refusal(() => decodeUssdString(hex(octets), dcs))).toMatchObject({ code, field, offset });
  });
});

describe('arguments (TS 24.080 section 3.6)', () => {
  it.each<[string, () => unknown]>([
    ['string is 7, not an object', () => encodeUssdString(7 as never, 15)],
    ['argument is 7, not an object', () => encodeUssdArgument(7 as never)],
    ['others is 7, not ', () => encodeUssdArgument({ dcs: 15, text: '', others: 7 as never })],
  ])('are not written of what is something else: %s', (message, call) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });

  it('carry a string in its coding', () => {
    expect(decodeUssdArgument(hex(USSD_ARGUMENT))).toEqual({ dcs: 15, text: '**321#' });
    expect(encodeUssdArgument({ dcs: 15, text: '**321#' })).toEqual(hex(USSD_ARGUMENT));
    expect(decodeUssdArgument(hex('30 06 04 01 0F 04 01 32'))).toEqual({ dcs: 15, text: '2' });
  });

  it('keep what follows the string', () => {
    const octets = hex('30 09 04 01 0F 04 01 32 04 01 07');
    expect(decodeUssdArgument(octets)).toEqual({ dcs: 15, text: '2', others: hex('04 01 07') });
    expect(encodeUssdArgument({ dcs: 15, text: '2', others: hex('04 01 07') })).toEqual(octets);
  });

  it('have lengths of up to two octets', () => {
    for (const others of [0x50, 0x100].map((length) => new Uint8Array(length))) {
      const argument = { dcs: 68, data: new Uint8Array(150), others };
      expect(decodeUssdArgument(encodeUssdArgument(argument))).toEqual(argument);
    }
    // The coding takes three octets, the string two and its own.
    const most = new Uint8Array(0xffff - 5);
    expect(encodeUssdArgument({ dcs: 15, text: '', others: most }).subarray(0, 4)).toEqual(hex('30 82 FFFF'));
    const others = new Uint8Array(0xffff - 4);
    expect(refusal(() => encodeUssdArgument({ dcs: 15, text: '', others }))).toMatchObject({
      code: 'too-long',
      field: 'others',
    });
  });

  // The coding takes three octets, and the tag and length of the string two or three.
  it.each([
    [122, '30 7F 04 01 44 04 7A'],
    [123, '30 81 80 04 01 44 04 7B'],
    [127, '30 81 84 04 01 44 04 7F'],
    [128, '30 81 86 04 01 44 04 81 80'],
    [160, '30 81 A6 04 01 44 04 81 A0'],
  ])('with %d octets of data begin with %s', (length, begin) => {
    const argument = { dcs: 0x44, data: new Uint8Array(length).fill(7) };
    const octets = Uint8Array.of(...hex(begin), ...argument.data);
    expect(encodeUssdArgument(argument)).toEqual(octets);
    expect(decodeUssdArgument(octets)).toStrictEqual(argument);
  });

  it.each([
    [249, '30 81 FF'],
    [250, '30 82 0100'],
  ])('with %d octets after an empty string begin with %s', (length, begin) => {
    const octets = encodeUssdArgument({ dcs: 15, text: 'A', others: new Uint8Array(length) });
    expect(octets).toEqual(Uint8Array.of(...hex(`${begin} 04010F 040141`), ...new Uint8Array(length)));
  });

  it('a CR that fills the last septet is found wherever the string begins', () => {
    expect(decodeUssdArgument(hex('30 81 0C 04 01 0F 04 07 B0986C46ABD91A'))).toEqual({ dcs: 15, text: '0123456' });
  });

  it.each([
    ['truncated', 'USSD-Arg/tag', 0, ''],
    ['truncated', 'USSD-Arg/length', 1, '30'],
    ['truncated', 'ussd-DataCodingScheme/tag', 2, '30 00'],
    ['truncated', 'ussd-DataCodingScheme/length', 3, '30 01 04'],
    ['truncated', 'data coding scheme', 4, '30 02 04 01'],
    ['truncated', 'ussd-String/tag', 5, '30 03 04 01 0F'],
    ['truncated', 'ussd-String/length', 6, '30 04 04 01 0F 04'],
    ['bad-value', 'ussd-DataCodingScheme/length', 3, '30 04 04 80 0F 04'],
    ['bad-value', 'ussd-String/length', 6, '30 05 04 01 0F 04 80'],
    ['bad-value', 'USSD-Arg/tag', 0, '31 00'],
    ['truncated', 'USSD-Arg', 2, '30 06 04'],
    ['bad-value', 'USSD-Arg/length', 1, '30 80'],
    ['bad-value', 'ussd-DataCodingScheme/tag', 2, '30 03 05 01 0F'],
    ['bad-value', 'ussd-DataCodingScheme/length', 3, '30 04 04 02 0F 0F'],
    ['bad-value', 'ussd-String/tag', 5, '30 05 04 01 0F 05 00'],
    ['truncated', 'ussd-String', 7, '30 06 04 01 0F 04 02 32'],
    ['trailing-bytes', 'USSD-Arg', 8, '30 06 04 01 0F 04 01 32 00'],
  ] as const)('are refused with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeUssdArgument(hex(octets)))).toMatchObject({ code, field, offset });
  });
});

describe('the data coding scheme (TS 23.038 section 5)', () => {
  it('every octet has a reading, which gives the octet back', () => {
    for (let octet = 0; octet < 256; octet++) {
      expect(encodeCbsDcs(decodeCbsDcs(octet)), `${octet}`).toBe(octet);
      expect(describeCbsDcs(octet)).not.toBe('');
    }
  });

  it.each<[number, string, string]>([
    [0x00, 'gsm7', 'GSM 7-bit, language de'],
    [0x0f, 'gsm7', 'GSM 7-bit, language not specified'],
    [0x10, 'gsm7', 'GSM 7-bit, the text begins with its language'],
    [0x11, 'ucs2', 'UCS-2, the text begins with its language'],
    [0x12, 'gsm7', 'reserved, read as GSM 7-bit'],
    [0x20, 'gsm7', 'GSM 7-bit, language cs'],
    [0x25, 'gsm7', 'reserved, read as GSM 7-bit'],
    [0x44, '8bit', '8-bit data, no class'],
    [0x48, 'ucs2', 'UCS-2, no class'],
    [0x4c, 'gsm7', 'reserved alphabet, read as GSM 7-bit, no class'],
    [0x71, '8bit', 'GSM 7-bit, class 1, compressed'],
    [0x99, '8bit', 'user data header, UCS-2, class 1'],
    [0xd0, '8bit', 'message of the I1 protocol'],
    [0xe5, '8bit', 'message of WAP'],
    [0xf0, 'gsm7', 'GSM 7-bit, no class'],
    [0xf6, '8bit', '8-bit data, class 2'],
  ])('%i is %s: %s', (octet, alphabet, words) => {
    expect(alphabetOfCbsDcs(octet)).toBe(alphabet);
    expect(describeCbsDcs(octet)).toBe(words);
  });

  it.each<[number, CbsDcs]>([
    [0x0e, { group: 'language', alphabet: 'gsm7', language: 'pl' }],
    [0x0f, { group: 'language', alphabet: 'gsm7' }],
    [0x11, { group: 'preface', alphabet: 'ucs2' }],
    [0x24, { group: 'language', alphabet: 'gsm7', language: 'is' }],
    [0x25, { group: 'reserved', octet: 0x25 }],
    [0x40, { group: 'general', alphabet: 'gsm7', compressed: false }],
    [0x4b, { group: 'general', alphabet: 'ucs2', compressed: false, reservedBits: 3 }],
    [0x50, { group: 'general', alphabet: 'gsm7', messageClass: 0, compressed: false }],
    [0x6d, { group: 'general', alphabet: 'reserved', compressed: true, reservedBits: 1 }],
    [0x77, { group: 'general', alphabet: '8bit', messageClass: 3, compressed: true }],
    [0x9a, { group: 'header', alphabet: 'ucs2', messageClass: 2 }],
    [0xdf, { group: 'i1', bits: 15 }],
    [0xe0, { group: 'wap', bits: 0 }],
    [0xf0, { group: 'data', alphabet: 'gsm7' }],
    [0xfd, { group: 'data', alphabet: '8bit', messageClass: 1, reservedBits: 8 }],
  ])('%i has the parts %j', (octet, dcs) => {
    expect(decodeCbsDcs(octet)).toStrictEqual(dcs);
    expect(encodeCbsDcs(dcs)).toBe(octet);
  });

  it('what is not written is named', () => {
    expect(() => encodeCbsDcs({ group: 'wap', bits: 16 })).toThrow(/DCS\/bits.* 16$/);
    expect(() => encodeCbsDcs(7 as never)).toThrow(new TypeError('dcs is 7, not an object'));
  });

  it.each<[string, CbsDcs]>([
    ['DCS/language', { group: 'language', alphabet: 'gsm7', language: 'xx' }],
    ['DCS/alphabet', { group: 'preface', alphabet: '8bit' as 'gsm7' }],
    ['DCS/alphabet', { group: 'general', alphabet: 'x' as 'gsm7', compressed: false }],
    ['DCS/messageClass', { group: 'header', alphabet: 'gsm7', messageClass: 4 as 0 }],
    ['DCS/alphabet', { group: 'data', alphabet: 'ucs2' as 'gsm7' }],
    ['DCS/bits', { group: 'wap', bits: 16 }],
    ['DCS/octet', { group: 'reserved', octet: 0x48 }],
    ['DCS/octet', { group: 'reserved', octet: 0x130 }],
    ['DCS/octet', { group: 'reserved', octet: 0x30 + 0.5 }],
  ])('%s is not written', (field, dcs) => {
    expect(refusal(() => encodeCbsDcs(dcs))).toMatchObject({ code: 'bad-value', field });
  });
});
