import { describe, expect, it } from 'vitest';
import { parseVCalendar } from '../../src/vobject/index.js';

/** The start of an event at a time of a zone's clock. */
function startIn(observances: readonly (readonly string[])[], wall: string): string | undefined {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VTIMEZONE', 'TZID:Z', ...observances.flat(), 'END:VTIMEZONE'],
    ...['BEGIN:VEVENT', `DTSTART;TZID=Z:${wall}`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ];
  return parseVCalendar(lines.join('\r\n')).events[0]?.start?.toISOString();
}

const observance = (kind: 'STANDARD' | 'DAYLIGHT', start: string, from: string, to: string, ...more: string[]) => [
  ...[`BEGIN:${kind}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, ...more],
  `END:${kind}`,
];

describe('a zone that a calendar defines', () => {
  // Change-overs of Berlin in 2026: 29 March and 25 October, 01:00 UTC (tz database).
  const berlin = [
    observance('DAYLIGHT', '20250330T020000', '+0100', '+0200', 'RDATE:20260329T010000Z'),
    observance('STANDARD', '20251026T030000', '+0200', '+0100', 'RDATE:20261025T010000Z'),
  ];
  it.each([
    ['20260329T013000', '2026-03-29T00:30:00.000Z'],
    ['20260329T030000', '2026-03-29T01:00:00.000Z'],
    ['20260702T100000', '2026-07-02T08:00:00.000Z'],
    ['20261025T015959', '2026-10-24T23:59:59.000Z'],
    ['20261025T030000', '2026-10-25T02:00:00.000Z'],
  ])('changes at dates in UTC: %s', (wall, expected) => {
    expect(startIn(berlin, wall)).toBe(expected);
  });

  it('has offsets with seconds: the local mean time of Berlin', () => {
    const mean = [observance('STANDARD', '18000101T000000', '+005328', '+005328')];
    expect(startIn(mean, '20260702T100000')).toBe('2026-07-02T09:06:32.000Z');
  });

  // Sundays of March 2026: 1, 8, 15, 22, 29.
  const lastButOne = [
    observance('DAYLIGHT', '20240324T020000', '+0100', '+0200', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-2SU'),
    observance('STANDARD', '20231029T030000', '+0200', '+0100', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'),
  ];
  it.each([
    ['20260321T120000', '2026-03-21T11:00:00.000Z'],
    ['20260322T013000', '2026-03-22T00:30:00.000Z'],
    ['20260322T030000', '2026-03-22T01:00:00.000Z'],
    ['20260324T120000', '2026-03-24T10:00:00.000Z'],
  ])('changes on the last Sunday but one: %s', (wall, expected) => {
    expect(startIn(lastButOne, wall)).toBe(expected);
  });

  const saved = observance('DAYLIGHT', '20171015T000000', '-0300', '-0200');
  it('a rule gives no day before its start', () => {
    const rule = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=3SU';
    const zone = [saved, observance('STANDARD', '20180301T000000', '-0200', '-0300', rule)];
    expect(startIn(zone, '20180220T100000')).toBe('2018-02-20T12:00:00.000Z');
    expect(startIn(zone, '20180302T100000')).toBe('2018-03-02T13:00:00.000Z');
  });

  it.each([
    ['20190217T020000Z', '13'],
    ['20190217T015959Z', '12'],
    ['20190217T000000', '13'],
    ['20190216T235959', '12'],
  ])('a rule gives no day behind its end: UNTIL=%s', (until, hour) => {
    // The third Sunday of February 2019 was the 17th; the clock showed midnight at 02:00 UTC.
    const rule = `RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=3SU;UNTIL=${until}`;
    const again = observance('DAYLIGHT', '20181104T000000', '-0300', '-0200');
    const zone = [saved, again, observance('STANDARD', '20160221T000000', '-0200', '-0300', rule)];
    expect(startIn(zone, '20190702T100000')).toBe(`2019-07-02T${hour}:00:00.000Z`);
  });

  it('by a rule that is none of a zone, it is none', () => {
    for (const rule of ['FREQ=YEARLY;BYMONTH=0;BYDAY=1SU', 'FREQ=YEARLY;BYMONTH=3;BYDAY=1SUN', 'FREQ=MONTHLY;BYDAY=1SU']) {
      const zone = [observance('STANDARD', '19700101T000000', '+0100', '+0200', `RRULE:${rule}`)];
      expect(() => startIn(zone, '20260702T100000'), rule).toThrowError(
        expect.objectContaining({ code: 'bad-value', field: 'VEVENT/DTSTART' }),
      );
    }
  });
});
