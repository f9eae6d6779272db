/** Times of a VMG: what a stamp and a clock may look like, which of day and month comes first, and what both give together. */
import { describe, expect, it } from 'vitest';
import { findDateOrder, formatClock, formatStamp, joinTimes, parseStamp, readClock } from '../../src/archive/vmg-time.js';

const HOUR_MS = 3_600_000;
/** 4 March 2005 at this time of day. */
const march4 = (hour: number, minute: number, second = 0) => Date.UTC(2005, 2, 4, hour, minute, second);

describe('stamps', () => {
  it.each<[stamp: string, time: object | undefined]>([
    ['20050304T153010Z', { ms: march4(15, 30, 10) }],
    ['20050304T153010', { ms: march4(15, 30, 10), isLocal: true }],
    [' \t20050304T153010Z ', { ms: march4(15, 30, 10) }],
    ['x20050304T153010Z', undefined],
    ['120050304T153010Z', undefined],
    ['20050304T153010Zx', undefined],
    ['20050304T153010x', undefined],
    ['20050304T1530Z', undefined],
    ['20050230T153010Z', undefined],
    ['20050304T243010Z', undefined],
    ['', undefined],
  ])('%j', (stamp, time) => {
    expect(parseStamp(stamp)).toEqual(time);
  });

  it.each<[ms: number, stamp: string | undefined, clock: string | undefined]>([
    [march4(15, 30, 10), '20050304T153010Z', '04.03.2005 15:30:10'],
    [Date.UTC(9999, 11, 31, 23, 59, 59), '99991231T235959Z', '31.12.9999 23:59:59'],
    [Date.UTC(10_000, 0), undefined, undefined],
    [-62_167_219_200_000, '00000101T000000Z', '01.01.0000 00:00:00'],
    [-62_167_219_201_000, undefined, undefined],
  ])('%d as a stamp and as what a clock shows; neither for a year that has not four digits', (ms, stamp, clock) => {
    expect([formatStamp(ms), formatClock(ms)]).toEqual([stamp, clock]);
  });
});

describe('what a clock may have shown', () => {
  it.each<[text: string, ...clocks: number[]]>([
    [' 04.03.2005 16:30:10 ', march4(16, 30, 10)],
    ['04.03.05 16:30', march4(16, 30)],
    ['04-03-2005 16:30', march4(16, 30)],
    ['2005/03/04 04:30 PM', march4(16, 30)],
    ['2005.3.4.16.30.10', march4(16, 30, 10)],
    ['04-Mar-05 4:30:10 p.m.', march4(16, 30, 10)],
    ['4 march 2005, 16:30', march4(16, 30)],
    ['Mar 4, 2005 16:30', march4(16, 30)],
    ['MARCH 4 05 16:30', march4(16, 30)],
    ['Sep 4 2005 16:30', Date.UTC(2005, 8, 4, 16, 30)],
    // No name of a month, or no time of day.
    ['Sept 4 2005 16:30'],
    ['4 Foo 2005 16:30'],
    ['04.03.2005'],
    ['04.03.205 16:30'],
    // A half day has the hours from 1 to 12.
    ['04.03.2005 12:30 AM', march4(0, 30)],
    ['04.03.2005 1:30 AM', march4(1, 30)],
    ['04.03.2005 12:30 PM', march4(12, 30)],
    ['04.03.2005 0:30 PM'],
    ['04.03.2005 13:30 PM'],
    ['04.03.2005 23:59:59', march4(23, 59, 59)],
    ['04.03.2005 24:00'],
    ['04.03.2005 16:60'],
    // A day past the twelfth tells, and so do day and month that are the same.
    ['13/03/2005 16:30', Date.UTC(2005, 2, 13, 16, 30)],
    ['03/13/2005 16:30', Date.UTC(2005, 2, 13, 16, 30)],
    ['03/03/2005 16:30', Date.UTC(2005, 2, 3, 16, 30)],
    ['04/03/2005 16:30', march4(16, 30), Date.UTC(2005, 3, 3, 16, 30)],
    ['13/13/2005 16:30'],
  ])('%j', (text, ...clocks) => {
    expect(readClock(text)).toEqual(clocks);
  });
});

describe('which comes first in the dates of a file', () => {
  it.each<[order: 'day' | 'month' | undefined, ...lines: string[]]>([
    ['day', 'Date:13/04/2005 16:30'],
    ['month', 'Date:04/13/2005 16:30'],
    [undefined, 'Date:12/04/2005 16:30'],
    [undefined, 'Date:04/12/2005 16:30'],
    ['day', 'a', 'date:   31/1/05'],
    ['day', 'Date:04/03/2005', 'Date:13/04/2005', 'Date:04/04/2005'],
    ['month', 'Date:04/13/2005', 'Date:04/04/2005', 'Date:04/14/2005'],
    [undefined, 'Date:13/04/2005', 'Date:04/13/2005'],
    [undefined, 'Date:04/13/2005', 'Date:13/04/2005', 'Date:13/04/2005'],
    // Neither a date inside of a line, nor one with other signs.
    [undefined, 'The Date:13/04/2005'],
    [undefined, 'Date:13.04.2005'],
    [undefined],
  ])('%s: %j', (order, ...lines) => {
    expect(findDateOrder(lines.join('\n'))).toBe(order);
  });
});

describe('a stamp and a clock', () => {
  it.each<[aheadHours: number, offsetMinutes: number | undefined]>([
    [14, 840],
    [-14, -840],
    [5.75, 345],
    [14.25, undefined],
    [-14.25, undefined],
    [0.2, undefined],
  ])('a clock %d hours ahead has the offset %s', (hours, offsetMinutes) => {
    const time = offsetMinutes === undefined ? undefined : { ms: march4(12, 0), offsetMinutes };
    expect(joinTimes({ ms: march4(12, 0) }, march4(12, 0) + hours * HOUR_MS)).toEqual(time);
  });
});
