import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { ByteReader } from '../../src/bytes/reader.js';
import { type Issue, Reading } from '../../src/bytes/reading.js';
import { ByteWriter } from '../../src/bytes/writer.js';
import { UTF8 } from '../../src/mms/forms.js';
import {
  endOfValue,
  formatVersion,
  integerBetween,
  isOneValue,
  LATIN1,
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
    [300, '02012C'],
    [2 ** 53 - 1, '071FFFFFFFFFFFFF'],
  ])('the integer %i', (value, wire) => {
    expect(written((writer) => writeInteger(writer, value, 'x'))).toBe(wire);
    expect(readInteger(reader(wire), 'x')).toBe(value);
  });

  it('a long integer where a short form exists, and a date', () => {
    expect(written((writer) => writeLongInteger(writer, 5))).toBe('0105');
    expect(written((writer) => writeDate(writer, new Date(5999), 'x'))).toBe('0105');
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
  ])('%s ends where it says', (_, wire, end) => {
    expect(endOfValue(hex(wire), 0, hex(wire).length, 'x')).toBe(end);
    expect(isOneValue(hex(wire))).toBe(hex(wire).length === end);
  });

  it('what is not an integer, or larger than numbers are exact', () => {
    for (const wire of ['00', '6100', '1F0101', '0820000000000000', '8081']) {
      expect(integerBetween(hex(wire), 0, hex(wire).length)).toBeUndefined();
    }
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
    ['a value past the end', () => endOfValue(hex('0361'), 0, 2, 'x'), 'truncated', 0],
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

  it('a reading takes control characters as one fault of the text, and reads blanks', () => {
    const issues: Issue[] = [];
    const lenient = new Reading({ lenient: true, onIssue: (issue) => issues.push(issue) });
    const octets = hex('FF610D0A6200');
    expect(textBetween(octets, 1, 5, 'x', LATIN1, lenient)).toBe('a  b');
    expect(issues.map(({ code, field, offset }) => [code, field, offset])).toEqual([['bad-value', 'x', 1]]);
    expect(refusal(() => textBetween(octets, 1, 5, 'x', LATIN1, new Reading()))).toMatchObject({ offset: 1 });
    expect(refusal(() => textBetween(octets, 1, 5, 'x', LATIN1))).toMatchObject({ offset: 2 });
  });
});
