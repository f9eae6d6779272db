import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { ByteReader } from '../../src/bytes/reader.js';
import { type Issue, Reading } from '../../src/bytes/reading.js';
import { Trace } from '../../src/bytes/trace.js';
import { ByteWriter } from '../../src/bytes/writer.js';
import { type Form, type OtherHeader, readModelled, writeOtherHeader } from '../../src/wsp/headers.js';
import { LATIN1, readInteger } from '../../src/wsp/values.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const written = (header: OtherHeader) => {
  const writer = new ByteWriter();
  writeOtherHeader(writer, header, LATIN1, 'headers[0]');
  return toHex(writer.finish());
};

describe('headers without a model (WAP-230-WSP section 8.4.2)', () => {
  it.each<[string, OtherHeader, string]>([
    ['a name with a text', { name: 'X-A', value: 'b c' }, '582D4100 62206300'],
    ['a name with a text from é on', { name: 'X-A', value: 'é' }, '582D4100 7FE900'],
    ['a name without a text', { name: 'X-A', value: '' }, '582D4100 00'],
    ['the lowest code', { code: 0, value: hex('81') }, '80 81'],
    ['the highest code', { code: 127, value: hex('6100') }, 'FF 6100'],
    ['a code with octets after a length', { code: 8, value: hex('028290') }, '88 028290'],
  ])('writes %s', (_, header, wire) => {
    expect(written(header)).toBe(toHex(hex(wire)));
  });

  it.each<[string, OtherHeader, string, string, number | undefined]>([
    ['a name that is not a token', { name: 'X A', value: '' }, 'bad-value', 'headers[0].name', undefined],
    ['an empty name', { name: '', value: '' }, 'bad-value', 'headers[0].name', undefined],
    ['a text with a line end', { name: 'a', value: 'b\n' }, 'unencodable', 'headers[0].value', 1],
    ['a negative code', { code: -1, value: hex('80') }, 'bad-value', 'headers[0].code', undefined],
    ['a code above 127', { code: 128, value: hex('80') }, 'bad-value', 'headers[0].code', undefined],
    ['half of a code', { code: 0.5, value: hex('80') }, 'bad-value', 'headers[0].code', undefined],
    ['no value', { code: 1, value: hex('') }, 'bad-value', 'headers[0].value', undefined],
    ['two values', { code: 1, value: hex('8081') }, 'bad-value', 'headers[0].value', undefined],
    ['part of a value', { code: 1, value: hex('0281') }, 'bad-value', 'headers[0].value', undefined],
  ])('refuses %s', (_, header, code, field, offset) => {
    expect(refusal(() => written(header))).toEqual({ code, field, offset });
  });

  it.each([
    [{ name: 5, value: 'a' }, 'headers[0].name is 5, not a string'],
    [{ name: 'a', value: 5 }, 'headers[0].value is 5, not a string'],
    [{ code: 1, value: '81' }, /^headers\[0\]\.value is "81", not a Uint8Array/],
  ])('%j is a TypeError', (header, message) => {
    expect(() => written(header as never)).toThrow(TypeError);
    expect(() => written(header as never)).toThrow(message);
  });
});

describe('headers with a model', () => {
  /** An integer; undefined for octets that are something else. */
  const integer: Form = {
    write: () => undefined,
    read: (part, field) => ((part.octets[part.offset] as number) > 0x7f ? readInteger(part, field) : undefined),
  };
  const failing = (error: unknown): Form => ({
    write: () => undefined,
    read: (part) => {
      part.u8('x');
      throw error;
    },
  });

  /** Reads the octets 1 to 3 of four, and shows the value, where the cursor is then, what was reported, and what the trace has. */
  const read = (wire: string, form: Form, { lenient = true, isSecond = false } = {}) => {
    const issues: Issue[] = [];
    const trace = new Trace('x');
    const reader = new ByteReader(hex(wire), trace, 1);
    const reading = new Reading({ lenient, onIssue: (issue) => issues.push(issue) });
    const value = readModelled(reader, 3, form, 'x/Header', reading, isSecond);
    return {
      value,
      offset: reader.offset,
      issues: issues.map(({ code, field, offset }) => `${code} ${field} ${offset}`),
      leaves: trace.finish(4).children.map(({ name }) => name),
    };
  };
  const twoOctets: Form = { write: () => undefined, read: (part, field) => part.u16(field) };

  it('gives the value, and the cursor moves to its end', () => {
    expect(read('FF 0102 FF', twoOctets)).toEqual({ value: 0x0102, offset: 3, issues: [], leaves: ['Header'] });
  });

  it('a value without a model leaves the cursor, and is not a fault, whatever follows', () => {
    expect(read('FF 6100 FF', integer, { lenient: false })).toEqual({ value: undefined, offset: 1, issues: [], leaves: [] });
  });

  it.each<[string, string, Form, boolean, string, number]>([
    ['a header that is given twice', 'FF 0102 FF', twoOctets, true, 'bad-value', 1],
    ['octets after the value', 'FF 8182 FF', integer, false, 'trailing-bytes', 2],
    [
      'a value that ends too early',
      'FF 8182 FF',
      { ...twoOctets, read: (part, field) => part.take(3, field) },
      false,
      'truncated',
      1,
    ],
  ])(
    '%s is a fault: strict reading throws, lenient reading reports it and does not move',
    (_, wire, form, isSecond, code, offset) => {
      expect(refusal(() => read(wire, form, { lenient: false, isSecond }))).toEqual({ code, field: 'x/Header', offset });
      expect(read(wire, form, { isSecond })).toEqual({
        value: undefined,
        offset: 1,
        issues: [`${code} x/Header ${offset}`],
        leaves: [],
      });
    },
  );

  it('other errors are thrown, in lenient reading too', () => {
    const error = new RangeError('of the program');
    expect(() => read('FF 0102 FF', failing(error))).toThrow(error);
  });
});
