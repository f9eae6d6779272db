/** Points in time of calendars. */
import { describe, expect, it } from 'vitest';
import { Reading } from '../../src/bytes/reading.js';
import type { VObjectIssue, VObjectIssueCode } from '../../src/vobject/issues.js';
import { formatMoment, isDay, parseMoment, readMoment } from '../../src/vobject/moment.js';
import { DURATION, OFFSET } from '../../src/vobject/vcalendar.js';
import { refusal } from '../support/hostile.js';

const at = (iso: string) => new Date(iso);

describe('times that are read', () => {
  // RFC 5545 sections 3.3.4 and 3.3.5.
  it.each([
    ['20260102T030405Z', '2026-01-02T03:04:05Z', 'utc'],
    ['20260102T030405', '2026-01-02T03:04:05Z', 'floating'],
    ['20260102', '2026-01-02T00:00:00Z', 'date'],
    ['20260102T235959Z', '2026-01-02T23:59:59Z', 'utc'],
    ['20240229', '2024-02-29T00:00:00Z', 'date'],
    ['00000101', '0000-01-01T00:00:00Z', 'date'],
    ['00990101', '0099-01-01T00:00:00Z', 'date'],
    ['99991231', '9999-12-31T00:00:00Z', 'date'],
  ])('%s', (text, iso, kind) => {
    expect(parseMoment(text)).toEqual({ at: at(iso), kind });
    expect(parseMoment(text, true)).toEqual({ at: at(iso), kind });
  });

  it.each([
    ...['', 'x', '2026010', '202601020', '20260102T', '20260102T0304056', '20260102T030405z', ' 20260102', '20260102 '],
    ...['20260102Z', '20260102T030405ZZ', 'x20260102', '20260102t030405', '20260230', '20260001', '20260100', '20261301'],
    ...['20260102T240000', '20260102T006000', '20260102T000060', '20250229'],
  ])('%j is none', (text) => {
    expect(parseMoment(text)).toBeUndefined();
    expect(parseMoment(text, true)).toBeUndefined();
  });

  it.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z', 'utc'],
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05Z', 'floating'],
    ['2026-01-02', '2026-01-02T00:00:00Z', 'date'],
    ['202601-02', '2026-01-02T00:00:00Z', 'date'],
    ['2026-0102', '2026-01-02T00:00:00Z', 'date'],
    ['20260102T0304Z', '2026-01-02T03:04:00Z', 'utc'],
    ['20260102T03:04', '2026-01-02T03:04:00Z', 'floating'],
    ['20260102T0304:05', '2026-01-02T03:04:05Z', 'floating'],
  ])('%s is one leniently, which is reported', (text, iso, kind) => {
    const issues: VObjectIssue[] = [];
    const reading = new Reading<VObjectIssueCode>({ lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(parseMoment(text)).toBeUndefined();
    expect(readMoment(text, new Reading<VObjectIssueCode>(), 'X', 7)).toBeUndefined();
    expect(readMoment(text, reading, 'X', 7)).toEqual({ at: at(iso), kind });
    const reason = `"${text}" is not a time`;
    const assumed = 'the time in its other form';
    expect(issues).toEqual([{ code: 'bad-value', severity: 'error', field: 'X', offset: 7, reason, assumed }]);
  });

  it.each(['20260102T03', '2026-01-02T03Z', '2026/01/02', '2026-1-2', '2026-02-30', '26-01-02'])(
    '%s is none leniently',
    (text) => {
      const issues: VObjectIssue[] = [];
      const reading = new Reading<VObjectIssueCode>({ lenient: true, onIssue: (issue) => issues.push(issue) });
      expect(readMoment(text, reading, 'X', 7)).toBeUndefined();
      expect(issues).toEqual([]);
    },
  );

  it('one in its own form is not reported', () => {
    const issues: VObjectIssue[] = [];
    const reading = new Reading<VObjectIssueCode>({ lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(readMoment('20260102', reading, 'X', 7)?.kind).toBe('date');
    expect(issues).toEqual([]);
  });
});

it.each([
  ['2026-01-02', true],
  ['0000-12-31', true],
  ['2024-02-29', true],
  ['2025-02-29', false],
  ['2026-13-01', false],
  ['20260102', false],
  ['2026-0102', false],
  ['x2026-01-02', false],
  ['2026-01-02x', false],
  ['2026-01-02T00:00', false],
])('%s is a day: %j', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

describe('times that are written', () => {
  it.each([
    ['utc', '20260102T030405Z'],
    [undefined, '20260102T030405Z'],
    ['floating', '20260102T030405'],
    ['date', '20260102'],
  ] as const)('%s, without milliseconds', (kind, text) => {
    expect(formatMoment(at('2026-01-02T03:04:05.999Z'), kind, 'x')).toBe(text);
  });

  it('in the years 0 to 9999', () => {
    expect(formatMoment(at('0000-01-01T00:00:00Z'), 'date', 'x')).toBe('00000101');
    expect(formatMoment(at('9999-12-31T23:59:59Z'), 'utc', 'x')).toBe('99991231T235959Z');
    for (const iso of ['-000001-12-31T23:59:59Z', '+010000-01-01T00:00:00Z']) {
      expect(refusal(() => formatMoment(at(iso), 'utc', 'x'))).toEqual({ code: 'bad-value', field: 'x', offset: undefined });
    }
  });

  it.each([['2026-01-02'], [0], [null], [undefined], [new Date(Number.NaN)]])('not of %j', (value) => {
    expect(refusal(() => formatMoment(value as Date, 'utc', 'x'))).toEqual({
      code: 'bad-value',
      field: 'x',
      offset: undefined,
    });
  });

  it.each(['', 'UTC', 'local', null])('not of the kind %j, a field of its own', (kind) => {
    expect(refusal(() => formatMoment(at('2026-01-02T03:04:05Z'), kind as never, 'x'))).toEqual({
      ...{ code: 'bad-value', field: 'xKind', offset: undefined },
    });
  });
});

// RFC 5545 section 3.3.6, and ISO 8601 as vCalendar has it.
it.each(['P1W', 'P1D', 'PT1H', 'PT1M', 'PT1S', 'P1DT1H', 'P1DT1H1M1S', 'PT1H1S', '-P1D', '+PT5M', 'P999999D', 'PT0S'])(
  '%s is a duration',
  (text) => {
    expect(DURATION.test(text)).toBe(true);
  },
);
it.each([
  '',
  'P',
  'PT',
  'P1DT',
  '1D',
  'P1',
  'PT1',
  'P1H',
  'PT1D',
  'P1W1D',
  'PT1S1M',
  '--P1D',
  'P-1D',
  'P1000000D',
  'xP1D',
  'P1Dx',
])('%j is not a duration', (text) => {
  expect(DURATION.test(text)).toBe(false);
});
it.each([
  ...(['+01', '-0530', '+05:30'] as const).map((text) => [text, true] as const),
  ...(['', '01', '+1', '+01:', '+01:3', '+01:300', '+0130Z', 'x+01', '+01::30'] as const).map((text) => [text, false] as const),
])('%j is an offset of a clock: %j', (text, expected) => {
  expect(OFFSET.test(text)).toBe(expected);
});
