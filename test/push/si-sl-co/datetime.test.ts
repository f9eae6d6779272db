import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError, EncodeError } from '../../../src/errors.js';
import { formatDateTime, parseDateTime } from '../../../src/push/index.js';
import { readDateTime, writeDateTime } from '../../../src/push/si-sl-co/datetime.js';
import { hex } from '../../support/hex.js';
import { refusal } from '../../support/hostile.js';
import { date } from '../../support/push-documents.js';

function octetsOf(moment: Date): Uint8Array {
  const target = new Uint8Array(9).fill(0xee);
  return target.slice(1, writeDateTime(moment, target, 1));
}

describe('published values', () => {
  // xml2wbxml 0.11.8 and Kannel 1.4.5 agree on these.
  it.each([
    ['2024-02-29T23:59:59Z', '20240229235959'],
    ['2024-03-07T00:00:00Z', '20240307'],
    ['2000-01-01T00:00:00Z', '20000101'],
    ['2000-01-01T00:00:01Z', '20000101000001'],
    ['2010-10-20T10:20:30Z', '20101020102030'],
    ['2010-10-20T10:00:00Z', '2010102010'],
    ['1999-06-30T00:00:00Z', '19990630'],
  ])('%s is %s', (text, octets) => {
    expect(octetsOf(parseDateTime(text))).toEqual(hex(octets));
    expect(formatDateTime(readDateTime(hex(octets), 0, octets.length / 2, 'date'))).toBe(text);
  });
});

it('octets read back equal, from the year 0 to 9999, and as short as may be', () => {
  fc.assert(
    fc.property(date, (moment) => {
      const octets = octetsOf(moment);
      expect(octets.length).toBeGreaterThanOrEqual(4);
      expect(octets.at(-1)).not.toBe(0);
      expect(readDateTime(octets, 0, octets.length, 'date')).toEqual(moment);
    }),
  );
});

it('a text is read as the platform reads it, or refused', () => {
  const two = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
  const small = fc.integer({ min: 0, max: 32 }).map((n) => String(n).padStart(2, '0'));
  fc.assert(
    fc.property(two, two, small, small, small, two, two, (century, year, month, day, hour, minute, second) => {
      const text = `${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
      const theirs = new Date(text);
      // V8 takes 24:00:00 and 30 February for what follows them.
      const isReal = !Number.isNaN(theirs.getTime()) && theirs.toISOString() === text.replace('Z', '.000Z');
      if (isReal) expect(parseDateTime(text)).toEqual(theirs);
      else expect(() => parseDateTime(text)).toThrow(DecodeError);
    }),
  );
});

it.each([
  '',
  '2024-01-01',
  '2024-01-01T00:00:00',
  '2024-01-01T00:00:00+00:00',
  '2024-01-01T00:00:00.0Z',
  ' 2024-01-01T00:00:00Z',
  'x2024-01-01T00:00:00Z',
  '2024-01-01T00:00:00Zx',
  '2024-1-01T00:00:00Z',
  '2024-01-01t00:00:00z',
  '२०२४-01-01T00:00:00Z',
  'x'.repeat(100),
])('refuses %j', (text) => {
  expect(refusal(() => parseDateTime(text, 'SI/created', 7))).toEqual({ code: 'bad-value', field: 'SI/created', offset: 7 });
});

it.each([
  ['2024030A', 3],
  ['20240A07', 2],
  ['A0240307', 0],
  ['20F40307', 1],
  ['2024030700006A', 6],
])('refuses the octets %s', (octets, offset) => {
  expect(refusal(() => readDateTime(hex(octets), 0, octets.length / 2, 'x'))).toEqual({
    code: 'bad-value',
    field: 'x',
    offset,
  });
});

it('a field that is not named is a date', () => {
  expect(refusal(() => parseDateTime('x'))).toEqual({ code: 'bad-value', field: 'date', offset: 0 });
  expect(refusal(() => formatDateTime(new Date(Number.NaN)))).toEqual({ code: 'bad-value', field: 'date', offset: undefined });
  expect(() => parseDateTime(5 as never)).toThrow(/^text is /);
});

it('refuses what is no date of the form', () => {
  for (const wrong of [new Date(Number.NaN), new Date(8.64e15), '2024', 0, undefined, { getTime: () => 0 }]) {
    expect(() => formatDateTime(wrong as Date)).toThrow(EncodeError);
  }
});
