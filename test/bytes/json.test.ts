import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonObject, type JsonValue, parseJson } from '../../src/bytes/json.js';
import { DecodeError, LimitError } from '../../src/errors.js';

function plain(value: JsonValue): unknown {
  if (value instanceof JsonObject) return value.toPlain();
  return Array.isArray(value) ? value.map(plain) : value;
}

it('every text that JSON.stringify writes is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(plain(parseJson(text))).toEqual(JSON.parse(text));
    }),
  );
});

it('a text is read when JSON.parse reads it, and only then, but for names that stand twice', () => {
  const pieces = fc.constantFrom(
    ...'{}[],:"0123-+.eE \\nut',
    'true',
    'null',
    '"a"',
    '"b":',
    '{"a":1}',
    '\n',
    '\u0001',
    '01',
    '\\u00e9',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      let expected: { value: unknown } | undefined;
      try {
        expected = { value: JSON.parse(text) };
      } catch {}
      try {
        expect({ value: plain(parseJson(text)) }).toEqual(expected);
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
        expect(error.offset).toBeLessThanOrEqual(text.length);
        if (expected !== undefined) expect(error.reason).toContain('stands twice');
      }
    }),
  );
});

it('members stay in the order of the file', () => {
  const object = parseJson('\ufeff{"b": 1, "10": 2, "2": 3, "a": 4}') as JsonObject;
  expect([...object.entries()]).toEqual([
    ['b', 1],
    ['10', 2],
    ['2', 3],
    ['a', 4],
  ]);
});

it('a member is found by its name, which means nothing else', () => {
  const object = parseJson('{"a": [1], "": null}') as JsonObject;
  expect([object.get('a'), object.get(''), object.get('toString')]).toEqual([[1], null, undefined]);
});

describe('refusals', () => {
  it.each([
    ['{"a": 1, "a": 2}', '$.a', 9, 'stands twice (line 1, column 10)'],
    ['{"a": [1,\n  2,\n  x]}', '$.a[2]', 17, 'expected (line 3, column 3)'],
    ['[1] 2', '$', 4, 'follows the end'],
    ['{"a" 1}', '$', 5, 'colon'],
    ['{"a b": ["\\x"]}', '$["a b"][0]', 9, 'escape'],
    ['["abc', '$[0]', 1, 'no end'],
    ['["a\\"', '$[0]', 1, 'no end'],
    ['{1:2}', '$', 1, 'quotation marks'],
    ['[1 2]', '$', 3, 'comma or ]'],
    ['{"a":1 "b":2}', '$', 7, 'comma or }'],
    ['', '$', 0, 'expected'],
  ])('%s', (text, field, offset, reason) => {
    expect(() => parseJson(text)).toThrowError(
      expect.objectContaining({ code: 'bad-value', field, offset, reason: expect.stringContaining(reason) }),
    );
  });

  it('too many values inside of each other', () => {
    expect(() => parseJson('['.repeat(100_000))).toThrow(DecodeError);
    expect(() => parseJson(`${'['.repeat(64)}0${']'.repeat(64)}`)).not.toThrow();
  });

  it.each([
    ['[1,2,3]', 4, '$[2]', 5],
    ['{"a":1,"b":[2]}', 4, '$.b[0]', 12],
    ['0', 1, '$', 0],
  ])('%s has %i values: one less is a limit that it exceeds', (text, values, field, offset) => {
    expect(() => parseJson(text, { values })).not.toThrow();
    expect(() => parseJson(text, { values: values - 1 })).toThrow(LimitError);
    expect(() => parseJson(text, { values: values - 1 })).toThrow(
      expect.objectContaining({ code: 'limit-exceeded', field, offset }),
    );
  });

  it('as many values inside of each other as are asked for', () => {
    expect(plain(parseJson('[[0]]', { depth: 2 }))).toEqual([[0]]);
    expect(() => parseJson('[[0]]', { depth: 1 })).toThrow(
      expect.objectContaining({ code: 'bad-value', field: '$[0][0]', offset: 2 }),
    );
  });

  it('a path of many long names is cut behind its beginning and names the place', () => {
    const name = 'a name of forty characters, with blanks.'.slice(0, 40);
    const fault = `${JSON.stringify({ [name]: 0 })
      .slice(0, -2)
      .repeat(60)}{"last":?`;
    expect(() => parseJson(fault)).toThrowError(
      expect.objectContaining({
        field: expect.stringMatching(/^\$\["a name of forty characters, with blanks\."\]/),
        offset: fault.length - 1,
      }),
    );
    try {
      parseJson(fault);
    } catch (error) {
      expect((error as DecodeError).field).toMatch(/…\.last$/);
      expect((error as DecodeError).message.length).toBeLessThan(600);
    }
  });

  it('a megabyte of text is one value', () => {
    const text = 'A1'.repeat(500_000);
    expect(parseJson(JSON.stringify(text))).toBe(text);
  });
});
