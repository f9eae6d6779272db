import fc from 'fast-check';
import smpp from 'smpp';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { DecodeError, EncodeError } from '../../src/errors.js';
import { decodeSmppPdu, formatSmppPeriod, formatSmppTime, parseSmppTime, type SmppTime } from '../../src/smpp/index.js';
import { refusal } from '../support/hostile.js';
import { smppTime, writeSmppTime } from '../support/smpp.js';

const DAY = 86_400;
const absolute = (at: string, zoneMinutes: number) => ({ kind: 'absolute', at: new Date(at), zoneMinutes });
const relative = (seconds: number) => ({ kind: 'relative', seconds });

describe('parseSmppTime', () => {
  it.each([
    // The example of the specification: 2 years, 6 months, 10 days, 23 hours, 34 minutes and 29 seconds.
    ['020610233429000R', relative((2 * 360 + 6 * 30 + 10) * DAY + (23 * 60 + 34) * 60 + 29)],
    ['000007000000000R', relative(7 * DAY)],
    ['000000000000000R', relative(0)],
    ['000000999999000R', relative((99 * 60 + 99) * 60 + 99)],
    ['261122060000004+', absolute('2026-11-22T05:00:00Z', 60)],
    ['261122060000948-', absolute('2026-11-22T18:00:00.9Z', -720)],
    ['261122060000000-', absolute('2026-11-22T06:00:00Z', 0)],
    ['280229235959000+', absolute('2028-02-29T23:59:59Z', 0)],
    ['900101000000000+', absolute('1990-01-01T00:00:00Z', 0)],
    ['891231235959000+', absolute('2089-12-31T23:59:59Z', 0)],
  ])('%s', (text, expected) => {
    const issues: unknown[] = [];
    expect(parseSmppTime(text, { onIssue: (issue) => issues.push(issue) })).toEqual(expected);
    expect(issues).toEqual([]);
  });

  it.each([
    ['', 'time', 0],
    ['26112206', 'time', 8],
    ['2611220600000000+', 'time', 15],
    ['261122060000000', 'time', 15],
    ['261122060000000r', 'time', 15],
    ['2611220600 0000+', 'time', 10],
    ['26112206000０000+', 'time', 11],
    ['260022060000000+', 'time/MM', 2],
    ['261322060000000+', 'time/MM', 2],
    ['261100060000000+', 'time/DD', 4],
    ['261131060000000+', 'time/DD', 4],
    ['261122240000000+', 'time/hh', 6],
    ['261122066000000+', 'time/mm', 8],
    ['261122060060000+', 'time/ss', 10],
    ['261122060061000+', 'time/ss', 10],
    ['261122600000000+', 'time/hh', 6],
    ['261122060000049+', 'time/nn', 13],
    ['261122060000', 'time/p', 12],
  ])('%j is refused at %s', (text, field, offset) => {
    expect(() => parseSmppTime(text)).toThrow(expect.objectContaining({ code: 'bad-value', field, offset }));
  });

  it('says why', () => {
    const because = (text: string, reason: string) =>
      expect(() => parseSmppTime(text, { lenient: true })).toThrow(expect.objectContaining({ reason }));
    because('26112206000000+0', 'not YYMMDDhhmmsstnnp');
    because('261122060000000', '15 characters, YYMMDDhhmmsstnnp has 16');
    because('261122060000057+', 'a zone of 57 quarters of an hour, at most 48');
    because('261122066000000+', '60, not 00 to 59');
    expect(() => parseSmppTime(1 as never)).toThrow(/^text /);
  });

  it('names the field that it is told', () => {
    expect(() => parseSmppTime('261322060000000+', { field: 'validity_period' })).toThrow(
      'validity_period/MM at 2: 13, not 01 to 12',
    );
    expect(() => parseSmppTime('soon', { field: 'validity_period', lenient: true })).toThrow(
      'validity_period at 0: 4 characters, YYMMDDhhmmsstnnp has 16',
    );
  });

  it.each([
    ['261122060000', absolute('2026-11-22T06:00:00Z', 0), 'time/p', 12, '+00:00'],
    ['260230120000000+', absolute('2026-03-02T12:00:00Z', 0), 'time/DD', 4, 'a day of the next month'],
    ['161231235960000+', absolute('2017-01-01T00:00:00Z', 0), 'time/ss', 10, 'the second after it'],
    ['261122060000056+', absolute('2026-11-21T16:00:00Z', 840), 'time/nn', 13, undefined],
  ])('lenient: %s', (text, expected, field, offset, assumed) => {
    const issues: Issue[] = [];
    expect(parseSmppTime(text, { lenient: true, onIssue: (issue) => issues.push(issue) })).toEqual(expected);
    expect(issues).toEqual([
      { code: 'bad-value', field, offset, reason: expect.any(String), severity: 'error', ...(assumed && { assumed }) },
    ]);
    expect(() => parseSmppTime(text)).toThrow(DecodeError);
  });

  it('no zone is farther than 14 hours, also leniently', () => {
    for (const [zone, lenient] of [
      ['57', true],
      ['99', true],
      ['57', false],
    ] as const) {
      expect(() => parseSmppTime(`2611220600000${zone}+`, { lenient })).toThrow(
        expect.objectContaining({ code: 'bad-value', field: 'time/nn', offset: 13 }),
      );
    }
  });

  it('tells of digits that a period ignores', () => {
    const issues: unknown[] = [];
    expect(parseSmppTime('000000010000304R', { onIssue: ({ field, severity }) => issues.push([field, severity]) })).toEqual(
      relative(3600),
    );
    expect(issues).toEqual([['time/tnn', 'warning']]);
  });

  it('reads what is written', () => {
    fc.assert(fc.property(smppTime, (time) => void expect(parseSmppTime(writeSmppTime(time))).toEqual(time)));
  });

  it('reads dates as the package smpp does', () => {
    const inCentury = fc.date({ min: new Date('2000-01-02Z'), max: new Date('2089-12-30Z'), noInvalidDate: true });
    const { decode } = (smpp as unknown as { filters: { time: { decode: (text: string) => Date } } }).filters.time;
    fc.assert(
      fc.property(inCentury, fc.integer({ min: -48, max: 48 }), (at, quarters) => {
        const text = formatSmppTime(at, quarters * 15);
        const read = parseSmppTime(text) as Extract<SmppTime, { kind: 'absolute' }>;
        expect(decode(text)).toEqual(read.at);
      }),
    );
  });

  it('reads a date that the package smpp wrote into a PDU', () => {
    const validity_period = new Date('2026-11-22T05:00:00.300Z');
    const made = new smpp.PDU('submit_sm', { validity_period } as never) as unknown as { toBuffer(): Buffer };
    const { fields } = decodeSmppPdu(made.toBuffer());
    expect(parseSmppTime(fields?.validity_period as string)).toEqual({ kind: 'absolute', at: validity_period, zoneMinutes: 0 });
  });
});

describe('writing', () => {
  it('writes a period of 99 of each part, the longest', () => {
    const longest = '999999999999000R';
    expect(parseSmppTime(longest)).toEqual({ kind: 'relative', seconds: 99 * (390 * DAY + DAY + 3_661) });
    expect(formatSmppPeriod(99 * (390 * DAY + DAY + 3_661))).toBe(longest);
    expect(formatSmppPeriod(99 * DAY + 86_399)).toBe('000099235959000R');
    expect(formatSmppPeriod(100 * DAY)).toBe('000310000000000R');
    expect(formatSmppPeriod(0)).toBe('000000000000000R');
    expect(formatSmppPeriod(0.1)).toBe('000000000001000R');
  });

  it('has the tenth of a second', () => {
    expect(formatSmppTime(new Date('2026-11-22T05:00:00.999Z'), 60)).toBe('261122060000904+');
  });

  it.each([undefined, null, 1_764_000_000_000, '2026-11-22'])('a time of %j is no Date', (at) => {
    expect(() => formatSmppTime(at as never)).toThrow(TypeError);
    expect(() => formatSmppTime(at as never)).toThrow(/^at is .*, not a Date$/);
  });

  it('a zone that two digits hold not is written as UTC', () => {
    // New Zealand's summer time is 13 hours ahead; the field holds 12.
    const at = new Date('2026-11-22T05:00:00Z');
    expect(formatSmppTime(at, 780)).toBe('261122050000000+');
    expect(formatSmppTime(at, -735)).toBe('261122050000000+');
    expect(formatSmppTime(at, 720)).toBe('261122170000048+');
    expect(formatSmppTime(at, -720)).toBe('261121170000048-');
  });

  it.each([
    [() => formatSmppTime(new Date('2026-11-22Z'), 20), 'zoneMinutes', 'bad-value'],
    [() => formatSmppTime(new Date('2026-11-22Z'), Number.NaN), 'zoneMinutes', 'bad-value'],
    [() => formatSmppTime(new Date('1989-12-31Z')), 'at'],
    [() => formatSmppTime(new Date('2089-12-31T23:00:00Z'), 60), 'at'],
    [() => formatSmppTime(new Date(Number.NaN)), 'at'],
    [() => formatSmppPeriod(-1), 'seconds'],
    [() => formatSmppPeriod(99 * (390 * DAY + DAY + 3_661) + 1), 'seconds'],
    [() => formatSmppPeriod(Number.NaN), 'seconds'],
  ])('refuses what two digits do not hold (%#)', (write, field, code = 'unencodable') => {
    expect(write).toThrow(EncodeError);
    expect(refusal(write)).toEqual({ code, field, offset: undefined });
  });
});
