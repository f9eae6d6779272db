/** How values are encoded: quoted-printable, BASE64, character sets, escapes. */
import { describe, expect, it } from 'vitest';
import { Reading } from '../../src/bytes/reading.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import {
  escapeOldPart,
  escapeText,
  fromBase64,
  fromQuotedPrintable,
  lineEnds,
  quotedPrintable,
  splitParts,
  textOfOctets,
  unescapeText,
} from '../../src/vobject/encodings.js';
import type { VObjectIssue, VObjectIssueCode, VObjectReading } from '../../src/vobject/issues.js';
import { refusal } from '../support/hostile.js';

/** What a function gives with a reading, and what it reports. */
function reported<T>(lenient: boolean, read: (reading: VObjectReading) => T) {
  const issues: VObjectIssue[] = [];
  const value = read(new Reading<VObjectIssueCode>({ lenient, onIssue: (issue) => issues.push(issue) }));
  return { value, issues };
}

const strict = new Reading<VObjectIssueCode>();
const octets = (...list: number[]) => Uint8Array.from(list);

describe('quoted-printable', () => {
  // RFC 2045 section 6.7 rules 1 to 3.
  it('writes what is printable as it is, and all else as two digits in upper case', () => {
    expect(quotedPrintable(octets(0x1f, 0x20, 0x21, 0x3c, 0x3d, 0x3e, 0x7e, 0x7f, 0x80, 0xaf, 0xff))).toBe(
      '=1F !<=3D>~=7F=80=AF=FF',
    );
    expect(quotedPrintable(octets(0x00, 0x09, 0x0a, 0x0d))).toBe('=00=09=0A=0D');
  });

  it.each([
    ['alone', octets(0x20), '=20'],
    ['at the end', octets(0x20, 0x20), ' =20'],
    ['elsewhere', octets(0x20, 0x61), ' a'],
  ])('writes a blank %s', (_, value, text) => {
    expect(quotedPrintable(value)).toBe(text);
  });

  it.each<[string, number[]]>([
    ['', []],
    ['a=3D=3d=AF', [0x61, 0x3d, 0x3d, 0xaf]],
    ['=00=ff', [0, 0xff]],
    // Characters outside ASCII are taken as UTF-8.
    ['\x7f\x80', [0x7f, 0xc2, 0x80]],
    ['é=41中😀=42', [0xc3, 0xa9, 0x41, 0xe4, 0xb8, 0xad, 0xf0, 0x9f, 0x98, 0x80, 0x42]],
  ])('reads %j', (text, expected) => {
    expect([...fromQuotedPrintable(text, strict, 'X', 0)]).toEqual(expected);
  });

  it.each(['=', '=4', 'a=', '=4G', '=G4', '==41', '=é1', '=1é'])('refuses %j, and leniently takes the equals sign', (text) => {
    expect(refusal(() => fromQuotedPrintable(text, strict, 'X', 7))).toEqual({ code: 'bad-value', field: 'X', offset: 7 });
    const { value, issues } = reported(true, (reading) => fromQuotedPrintable(text, reading, 'X', 7));
    expect(new TextDecoder().decode(value)).toBe(text.replace('=41', 'A'));
    expect(issues).toMatchObject([
      { code: 'bad-encoding', severity: 'error', field: 'X', offset: 7, assumed: 'an equals sign' },
    ]);
  });

  it('reports one of several faults in a value', () => {
    const { value, issues } = reported(true, (reading) => fromQuotedPrintable('=x=y=41=z', reading, 'X', 7));
    expect(new TextDecoder().decode(value)).toBe('=x=yA=z');
    expect(issues).toHaveLength(1);
  });
});

describe('BASE64', () => {
  const read = (text: string, lenient = false) => reported(lenient, (reading) => [...fromBase64(text, reading, 'X', 7)]);

  // RFC 4648 section 10.
  it.each<[string, string]>([
    ['', ''],
    ['Zg==', 'f'],
    ['Zg', 'f'],
    ['Zm8=', 'fo'],
    ['Zm9v', 'foo'],
    ['Zm 9v\tYg\r\n==', 'foob'],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual({ value: [...new TextEncoder().encode(expected)], issues: [] });
  });

  it('does not look at the bits that are left over', () => {
    expect(read('Zh==')).toEqual({ value: [0x66], issues: [] });
  });

  it('a digit alone at the end is left out', () => {
    expect(refusal(() => read('Zm9vY'))).toEqual({ code: 'truncated', field: 'X', offset: 7 });
    const { value, issues } = read('Zm9vY', true);
    expect(value).toEqual([0x66, 0x6f, 0x6f]);
    expect(issues).toMatchObject([
      { code: 'bad-encoding', severity: 'error', field: 'X', offset: 7, assumed: 'what is whole' },
    ]);
  });

  it('other characters are left out, and reported once', () => {
    expect(refusal(() => read('Zm*9v'))).toEqual({ code: 'bad-value', field: 'X', offset: 7 });
    const { value, issues } = read('Zm*9-v', true);
    expect(value).toEqual([0x66, 0x6f, 0x6f]);
    expect(issues).toMatchObject([{ code: 'bad-encoding', severity: 'error', field: 'X', offset: 7, assumed: 'nothing' }]);
    expect(issues[0]?.reason).toBe('"*" inside BASE64');
  });

  it('is bounded by three octets of four characters', () => {
    const read = (text: string, vobjectBinaryOctets: number) =>
      fromBase64(text, new Reading<VObjectIssueCode>({ limits: { vobjectBinaryOctets } }), 'X', 7);
    expect(read('Zm9vZm8=', 6)).toHaveLength(5);
    expect(read('Zm9vZg', 4)).toHaveLength(4);
    expect(refusal(() => read('Zm9vZm8=', 5))).toEqual({ code: 'limit-exceeded', field: 'X', offset: 7 });
    expect(DEFAULT_LIMITS.vobjectBinaryOctets).toBe(262_144);
  });
});

describe('character sets', () => {
  const read = (charset: string | undefined, ...list: number[]) =>
    reported(true, (reading) => textOfOctets(octets(...list), charset, reading, 'X', 7));
  const asLatin1 = (what: string) => [
    {
      code: 'unknown-charset',
      severity: 'error',
      field: 'X',
      offset: 7,
      reason: expect.stringContaining(what),
      assumed: 'ISO-8859-1',
    },
  ];

  // Windows-1252, which the platform reads under these names, has other characters from 0x80 to 0x9f.
  it.each(['ISO-8859-1', 'iso-8859-1', 'ISO8859-1', 'Latin1'])('%s has its own controls', (charset) => {
    expect(read(charset, 0x41, 0x80, 0x9f, 0xff)).toEqual({ value: 'A\x80\x9fÿ', issues: [] });
  });

  it.each([undefined, 'US-ASCII', 'us-ascii', 'UTF-8', 'utf-8'])('ASCII in %j', (charset) => {
    expect(read(charset, 0x00, 0x41, 0x7f)).toEqual({ value: '\0A\x7f', issues: [] });
  });

  it.each([undefined, 'US-ASCII'])('octets outside ASCII without a set are UTF-8, which is noted: %j', (charset) => {
    const { value, issues } = read(charset, 0xc2, 0x80);
    expect(value).toBe('\x80');
    expect(issues).toMatchObject([{ code: 'missing-charset', severity: 'warning', field: 'X', offset: 7, assumed: 'UTF-8' }]);
  });

  it('a byte order mark is a character', () => {
    expect(read('UTF-8', 0xef, 0xbb, 0xbf, 0x41)).toEqual({ value: '\ufeffA', issues: [] });
    expect(read('GB18030', 0x84, 0x31, 0x95, 0x33).value).toBe('\ufeff');
  });

  it.each<[string | undefined, number[], string, string]>([
    [undefined, [0xfc], 'ü', 'octets that are not ASCII or UTF-8'],
    ['us-ascii', [0xfc], 'ü', 'octets that are not US-ASCII'],
    ['utf-8', [0xfc], 'ü', 'octets that are not UTF-8'],
    ['Shift_JIS', [0x41, 0xff], 'Aÿ', 'octets that are not SHIFT_JIS'],
    ['Klingon', [0xfc], 'ü', 'character set "Klingon"'],
    ['Klingon', [0x41], 'A', 'character set "Klingon"'],
  ])('%s does not have %j', (charset, list, text, reason) => {
    expect(read(charset, ...list)).toEqual({ value: text, issues: asLatin1(reason) });
    const call = () => textOfOctets(octets(...list), charset, strict, 'X', 7);
    expect(refusal(call)).toEqual({ code: 'bad-value', field: 'X', offset: 7 });
  });
});

describe('escapes', () => {
  it.each([
    ['a\\nb\\Nc', 'a\nb\nc'],
    ['\\,\\;\\\\', ',;\\'],
    ['\\\\n', '\\n'],
    ['\\x\\n', '\\x\n'],
    ['\\:', '\\:'],
    ['a\\', 'a\\'],
    ['\\\\\\', '\\\\'],
    ['plain', 'plain'],
  ])('of the newer versions are undone: %j', (text, plain) => {
    expect(unescapeText(text)).toBe(plain);
  });

  it('of the newer versions are made', () => {
    expect(escapeText('a,b;c\\d\ne:f\n,')).toBe('a\\,b\\;c\\\\d\\ne:f\\n\\,');
  });

  it.each([
    ['a;b', 'a\\;b'],
    ['a,b', 'a,b'],
    ['a\\b', 'a\\b'],
    ['a\\', 'a\\\\'],
    ['a\\;b', 'a\\\\\\;b'],
    ['a\\\\b', 'a\\\\\\b'],
  ])('of the older versions are made where they are needed: %j', (part, escaped) => {
    expect(escapeOldPart(part)).toBe(escaped);
    expect(splitParts(`${escaped};x`, ';', true)).toEqual([part, 'x']);
  });

  it.each<[string, ';' | ',', boolean, string[]]>([
    ['a;b;', ';', true, ['a', 'b', '']],
    ['a,b', ',', false, ['a', 'b']],
    ['a\\;b;c\\\\;\\n', ';', true, ['a;b', 'c\\', '\\n']],
    ['a\\;b;c\\\\;\\n', ';', false, ['a;b', 'c\\', '\n']],
    ['a\\,b,c;d', ',', false, ['a,b', 'c;d']],
    ['a\\,b', ';', true, ['a\\,b']],
    ['a\\', ';', true, ['a\\']],
    ['\\;', ';', true, [';']],
  ])('part a value: %j at %j, old %j', (text, delimiter, old, parts) => {
    expect(splitParts(text, delimiter, old)).toEqual(parts);
  });

  it('line ends of every kind are one', () => {
    expect(lineEnds('a\r\nb\rc\nd\r\r\ne\n\r')).toBe('a\nb\nc\nd\n\ne\n\n');
    expect(lineEnds('a\nb')).toBe('a\nb');
  });
});
