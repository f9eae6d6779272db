import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { ByteReader } from '../../src/bytes/reader.js';
import { Reading } from '../../src/bytes/reading.js';
import { Trace } from '../../src/bytes/trace.js';
import { ByteWriter } from '../../src/bytes/writer.js';
import { EncodeError } from '../../src/errors.js';
import { UTF8 } from '../../src/mms/forms.js';
import {
  beginsText,
  endOfValue,
  formatVersion,
  integerBetween,
  isOneValue,
  LATIN1,
  leafTo,
  printable,
  readInteger,
  readSized,
  readText,
  readToken,
  readValueLength,
  type Texts,
  textBetween,
  writeDate,
  writeInteger,
  writeLongInteger,
  writeQuotedString,
  writeSized,
  writeText,
  writeToken,
  writeVersion,
} from '../../src/wsp/values.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';

const written = (write: (writer: ByteWriter) => void) => {
  const writer = new ByteWriter();
  write(writer);
  return toHex(writer.finish());
};
const reader = (wire: string) => new ByteReader(hex(wire));

describe('the values of WAP-230-WSP section 8.4.2', () => {
  it.each([
    [0, '80'],
    [127, 'FF'],
    [128, '0180'],
    [255, '01FF'],
    [256, '020100'],
    [300, '02012C'],
    [65_535, '02FFFF'],
    [65_536, '03010000'],
    [2 ** 48, '0701000000000000'],
    [2 ** 53 - 1, '071FFFFFFFFFFFFF'],
  ])('the integer %i', (value, wire) => {
    expect(written((writer) => writeInteger(writer, value, 'x'))).toBe(wire);
    expect(readInteger(reader(wire), 'x')).toBe(value);
  });

  it('a long integer where a short form exists, and a date', () => {
    expect(written((writer) => writeLongInteger(writer, 5))).toBe('0105');
    expect(written((writer) => writeDate(writer, new Date(5999), 'x'))).toBe('0105');
    expect(written((writer) => writeDate(writer, new Date(0), 'x'))).toBe('0100');
    expect(written((writer) => writeDate(writer, new Date('2024-03-07T00:00:00Z'), 'x'))).toBe('0465E90380');
  });

  it.each<[string, Texts, string, string]>([
    ['a text', LATIN1, 'ab', '616200'],
    ['a text of nothing', LATIN1, '', '00'],
    ['ISO 8859-1 after a quote', LATIN1, 'é', '7FE900'],
    ['UTF-8 after a quote', UTF8, 'é', '7FC3A900'],
    ['UTF-8 inside of a text', UTF8, 'aé€', '61C3A9E282AC00'],
  ])('%s', (_, texts, text, wire) => {
    expect(written((writer) => writeText(writer, text, 'x', texts))).toBe(wire);
    expect(readText(reader(wire), 'x', texts)).toBe(text);
  });

  it('UTF-8 is read where the octets are valid, else ISO 8859-1', () => {
    expect(readText(reader('61E900'), 'x', UTF8)).toBe('aé');
    expect(readText(reader('61C3A900'), 'x', LATIN1)).toBe('aÃ©');
  });

  it('a text is read to its 00, and not further', () => {
    const cursor = new ByteReader(hex('FF 6162 00 6300'), undefined, 1);
    expect(readText(cursor, 'x', LATIN1)).toBe('ab');
    expect(cursor.offset).toBe(4);
    expect(readToken(cursor, 'x', LATIN1)).toBe('c');
    expect(cursor.offset).toBe(6);
  });

  it('a token is all signs that RFC 2616 allows, and no other', () => {
    const signs = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i));
    const isToken = (text: string) => {
      const wire = Uint8Array.of(...new TextEncoder().encode(text), 0);
      try {
        const writer = new ByteWriter();
        writeToken(writer, text, 'x', LATIN1);
        expect(writer.finish()).toEqual(wire);
      } catch (error) {
        expect(refusal(() => readToken(new ByteReader(wire), 'x', LATIN1))).toMatchObject({ code: 'bad-value' });
        expect(error).toBeInstanceOf(EncodeError);
        return false;
      }
      expect(readToken(new ByteReader(wire), 'x', LATIN1)).toBe(text);
      return true;
    };
    expect(signs.filter((sign) => !isToken(sign)).join('')).toBe(' "(),/:;<=>?@[\\]{}');
  });

  it('texts whose octets are all ASCII need no charset', () => {
    const ascii: Texts = { ...LATIN1, decode: () => expect.fail('nothing is above 127') };
    const blanks = new Reading({ lenient: true });
    expect(readText(reader('207E00'), 'x', ascii)).toBe(' ~');
    expect(readText(reader('7F6100'), 'x', ascii)).toBe('a');
    expect(readText(reader('617F00'), 'x', ascii, blanks)).toBe('a ');
  });

  it('a quote alone is no text, and a quote later in a text is DEL', () => {
    expect(readText(reader('7F00'), 'x', LATIN1)).toBe('');
    expect(refusal(() => readText(reader('7F7F00'), 'x', LATIN1))).toEqual({ code: 'bad-value', field: 'x', offset: 1 });
  });

  it('a quoted string needs no quote', () => {
    expect(written((writer) => writeQuotedString(writer, 'é', 'x', LATIN1))).toBe('22E900');
  });

  it.each([
    ['1.3', 0x93],
    ['1', 0x9f],
    ['0.14', 0x8e],
  ])('the version %s', (version, octet) => {
    expect(written((writer) => writeVersion(writer, version, 0, 'x'))).toBe(toHex(Uint8Array.of(octet)));
    expect(formatVersion(octet)).toBe(version);
  });

  it('a length up to 30 is an octet, a longer one follows 31', () => {
    const sized = (length: number) =>
      written((writer) => writeSized(writer, (value) => value.bytes(new Uint8Array(length)))).slice(0, 4);
    expect([sized(2), sized(30), sized(31)]).toEqual(['0200', '1E00', '1F1F']);
    expect(readValueLength(reader('1F8100'), 'x')).toBe(128);
    expect(readSized(reader('020102'), 'x').remaining).toBe(2);
  });

  it.each([
    ['a short integer', '80', 1],
    ['a text', '616200', 3],
    ['octets after a length', '0201020304', 3],
    ['octets after a quoted length', '1F0161', 3],
    ['no octets after a length', '0061', 1],
    ['a text with a quote', '7FE900', 3],
    ['30 octets after a length', `1E${'00'.repeat(31)}`, 31],
    ['a blank', '2000', 2],
  ])('%s ends where it says', (_, wire, end) => {
    expect(endOfValue(hex(wire), 0, hex(wire).length, 'x')).toBe(end);
    expect(isOneValue(hex(wire))).toBe(hex(wire).length === end);
  });

  it.each(['', '02', '0281', '61', '1F', '1F81', '1F02', '1F8FFFFFFF7F'])('part of a value is not one: %s', (wire) => {
    expect(isOneValue(hex(wire))).toBe(false);
  });

  it.each([
    [0x00, false],
    [0x1e, false],
    [0x1f, false],
    [0x20, true],
    [0x7f, true],
    [0x80, false],
    [0xff, false],
  ])('the octet %i begins a text: %s', (octet, begins) => {
    expect(beginsText(Uint8Array.of(0x61, octet), 1)).toBe(begins);
  });

  it('no octet begins no text', () => {
    expect(beginsText(hex('61'), 1)).toBe(false);
  });

  it.each([
    ['no octets', '00'],
    ['a text', '6100'],
    ['a quoted length', '1F0101'],
    ['31, which is not a count of octets', `1F${'00'.repeat(30)}05`],
    ['2^53, past which numbers are not exact', '0720000000000000'],
    ['eight octets', '08FFFFFFFFFFFFFFFF'],
    ['a short integer and another octet', '8081'],
    ['an integer and another octet', '010203'],
    ['an integer without its last octet', '0201'],
  ])('%s: not an integer', (_, wire) => {
    expect(integerBetween(hex(wire), 0, hex(wire).length)).toBeUndefined();
  });

  it('an integer may have zeros at its beginning, up to 30 octets', () => {
    expect(integerBetween(hex(`1E${'00'.repeat(29)}05`), 0, 31)).toBe(5);
    expect(integerBetween(hex('FF 02012C FF'), 1, 4)).toBe(300);
  });

  it('what was read is recorded with its name, its octets and its section', () => {
    const trace = new Trace('all');
    const cursor = new ByteReader(hex('FF 02012C 616200 1F02 05'), trace, 1);
    readInteger(cursor, 'x/integer', '8.4.2.1');
    readText(cursor, 'x/text', LATIN1, undefined, '8.4.2.1');
    readValueLength(cursor, 'x/quoted', '8.4.2.2');
    readValueLength(cursor, 'x/length', '8.4.2.2');
    leafTo(cursor, 10, 'x/rest', 'none');
    expect(trace.finish(10).children).toEqual([
      { name: 'integer', value: 300, start: 1, end: 4, spec: '8.4.2.1', children: [] },
      { name: 'text', value: 'ab', start: 4, end: 7, spec: '8.4.2.1', children: [] },
      { name: 'quoted', value: 2, start: 7, end: 9, spec: '8.4.2.2', children: [] },
      { name: 'length', value: 5, start: 9, end: 10, spec: '8.4.2.2', children: [] },
      { name: 'rest', value: 'none', start: 10, end: 10, children: [] },
    ]);
  });

  it('texts of both kinds come back, whatever their characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (any) => {
        const text = any.replace(/[\0-\x1f\x7f]/g, '');
        expect(readText(reader(written((writer) => writeText(writer, text, 'x', UTF8))), 'x', UTF8)).toBe(text);
        const latin = text.replace(/[^\0-\xff]/gu, 'ÿ');
        expect(readText(reader(written((writer) => writeText(writer, latin, 'x', LATIN1))), 'x', LATIN1)).toBe(latin);
      }),
    );
  });
});

describe('refusals', () => {
  it.each<[string, () => unknown, string, number | undefined]>([
    ['no value', () => endOfValue(hex('80'), 1, 1, 'x'), 'truncated', 1],
    ['a text without 00', () => readText(reader('6162'), 'x', LATIN1), 'truncated', 0],
    [
      'a text whose 00 is past the end',
      () => readText(new ByteReader(hex('6100'), undefined, 0, 1), 'x', LATIN1),
      'truncated',
      0,
    ],
    ['no value before the end', () => endOfValue(hex('8080'), 1, 1, 'x'), 'truncated', 1],
    ['a value past the end', () => endOfValue(hex('0361'), 0, 2, 'x'), 'truncated', 0],
    ['a value past the end, in more octets', () => endOfValue(hex('FF 0261 61'), 1, 3, 'x'), 'truncated', 1],
    ['a value whose 00 is the octet at the end', () => endOfValue(hex('6100'), 0, 1, 'x'), 'truncated', 0],
    ['a value whose 00 is past the end', () => endOfValue(hex('616200'), 0, 1, 'x'), 'truncated', 0],
    ['no length', () => readValueLength(reader(''), 'x'), 'truncated', 0],
    ['no length before the end', () => readValueLength(new ByteReader(hex('1F05'), undefined, 0, 0), 'x'), 'truncated', 0],
    ['a quoted length without its uintvar', () => readValueLength(reader('1F'), 'x'), 'truncated', 1],
    ['a quoted length without its end', () => readValueLength(reader('1F81'), 'x'), 'truncated', 1],
    ['octets past the end', () => readSized(reader('0281'), 'x'), 'truncated', 1],
    ['a field past the end', () => leafTo(reader('81'), 2, 'x', 0), 'truncated', 0],
    ['an integer of nothing', () => readInteger(reader('00'), 'x'), 'bad-value', 0],
    ['a length above 31', () => readValueLength(reader('20'), 'x'), 'bad-value', 0],
    ['a control character', () => readText(reader('610D00'), 'x', UTF8), 'bad-value', 1],
    ['what is not a token', () => readToken(reader('61206200'), 'x', UTF8), 'bad-value', 0],
    ['a negative integer', () => written((writer) => writeInteger(writer, -1, 'x')), 'bad-value', undefined],
    ['half of one', () => written((writer) => writeInteger(writer, 0.5, 'x')), 'bad-value', undefined],
    ['a date before 1970', () => written((writer) => writeDate(writer, new Date(-1), 'x')), 'bad-value', undefined],
    [
      'a version 0 where 1 is the lowest',
      () => written((writer) => writeVersion(writer, '0.1', 1, 'x')),
      'bad-value',
      undefined,
    ],
    ['a version 8', () => written((writer) => writeVersion(writer, '8', 0, 'x')), 'bad-value', undefined],
    ['a minor version 15', () => written((writer) => writeVersion(writer, '1.15', 0, 'x')), 'bad-value', undefined],
    ['a token with a blank', () => written((writer) => writeToken(writer, 'a b', 'x', LATIN1)), 'bad-value', undefined],
    ['a line end', () => written((writer) => writeText(writer, 'a\n', 'x', LATIN1)), 'unencodable', 1],
    ['DEL', () => written((writer) => writeText(writer, 'ab\x7f', 'x', LATIN1)), 'unencodable', 2],
    ['a character outside ISO 8859-1', () => written((writer) => writeText(writer, '€', 'x', LATIN1)), 'unencodable', 0],
    ['a lone surrogate', () => written((writer) => writeQuotedString(writer, 'a\ud800', 'x', UTF8)), 'unencodable', 1],
  ])('%s', (_, attempt, code, offset) => {
    expect(refusal(attempt)).toEqual({ code, field: 'x', offset });
  });

  it('the length of octets is a field of its own', () => {
    expect(refusal(() => readSized(reader('20'), 'x'))).toEqual({ code: 'bad-value', field: 'x/length', offset: 0 });
  });

  it.each([undefined, null, 5, '2024-03-07'])('the date %j is a TypeError', (date) => {
    expect(() => written((writer) => writeDate(writer, date as never, 'x'))).toThrow(new TypeError('x is not a Date'));
  });

  it('an invalid date', () => {
    expect(refusal(() => written((writer) => writeDate(writer, new Date(Number.NaN), 'x')))).toEqual({
      code: 'bad-value',
      field: 'x',
      offset: undefined,
    });
  });

  it.each(['', '1.', '.1', '01', '1.03', '11', 'v1', '1.3 '])('the version %j', (version) => {
    expect(refusal(() => written((writer) => writeVersion(writer, version, 0, 'x')))).toMatchObject({ code: 'bad-value' });
  });

  it.each<[string, string, string | undefined]>([
    ['no control character', 'a b', undefined],
    ['one at the beginning', '\ra', ' a'],
    ['one at the end, a DEL', 'a\x7f', 'a '],
    ['no text', '', undefined],
  ])('a text is printable, or is read with blanks: %s', (_, text, blanked) => {
    const { issues, options } = lenient();
    expect(printable(text, 'x', 7, new Reading(options))).toBe(blanked ?? text);
    const fault = { code: 'bad-value', field: 'x', offset: 7 };
    expect(issues).toEqual(blanked === undefined ? [] : [['bad-value', 'x', 7]]);
    if (blanked === undefined) expect(printable(text, 'x', 7, new Reading())).toBe(text);
    else expect(refusal(() => printable(text, 'x', 7, new Reading()))).toEqual(fault);
  });

  it('a reading takes control characters as one fault of the text, and reads blanks', () => {
    const { issues, options } = lenient();
    const octets = hex('FF610D0A6200');
    expect(textBetween(octets, 1, 5, 'x', LATIN1, new Reading(options))).toBe('a  b');
    expect(issues).toEqual([['bad-value', 'x', 1]]);
    expect(refusal(() => textBetween(octets, 1, 5, 'x', LATIN1, new Reading()))).toMatchObject({ offset: 1 });
    expect(refusal(() => textBetween(octets, 1, 5, 'x', LATIN1))).toMatchObject({ offset: 2 });
  });
});
