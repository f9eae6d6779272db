import { describe, expect, it } from 'vitest';
import { parseVCalendar, type VObjectIssue, type VObjectOptions } from '../../src/vobject/index.js';

/** The starts of events at times of a zone's clock; of the platform's where there are no observances and the name is not `Z`. */
function startsIn(
  observances: readonly (readonly string[])[],
  walls: readonly string[],
  name = 'Z',
  options: VObjectOptions = {},
): (string | undefined)[] {
  const isDefined = observances.length > 0 || name === 'Z';
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
    ...(isDefined ? ['BEGIN:VTIMEZONE', `TZID:${name}`, ...observances.flat(), 'END:VTIMEZONE'] : []),
    ...walls.flatMap((wall) => ['BEGIN:VEVENT', `DTSTART;TZID=${name}:${wall}`, 'END:VEVENT']),
    ...['END:VCALENDAR', ''],
  ];
  return parseVCalendar(lines.join('\r\n'), options).events.map(({ start }) => start?.toISOString());
}

const startIn = (observances: readonly (readonly string[])[], wall: string, name?: string, options?: VObjectOptions) =>
  startsIn(observances, [wall], name, options)[0];

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

  // The rules of Lotus Notes name the time of DTSTART again; other products count by months, or take the last of all Sundays.
  it.each([
    ['FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=-1SU;BYMONTH=3', 'FREQ=YEARLY;BYMINUTE=0;BYHOUR=3;BYDAY=-1SU;BYMONTH=10'],
    ['FREQ=YEARLY;BYSECOND=0;BYMONTH=3;BYDAY=SU;BYSETPOS=-1', 'FREQ=YEARLY;BYDAY=SU;BYSETPOS=-1;BYMONTH=10'],
    ['FREQ=MONTHLY;INTERVAL=12;BYDAY=-1SU', 'FREQ=MONTHLY;INTERVAL=12;BYDAY=SU;BYSETPOS=-1'],
    [
      'FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYMONTHDAY=-1,-2,-3,-4,-5,-6,-7',
      'FREQ=YEARLY;BYDAY=SU;BYYEARDAY=-68,-67,-66,-65,-64,-63,-62',
    ],
  ])('changes like Berlin, by %s', (summer, winter) => {
    const zone = [
      observance('DAYLIGHT', '19810329T020000', '+0100', '+0200', `RRULE:${summer}`),
      observance('STANDARD', '19961027T030000', '+0200', '+0100', `RRULE:${winter}`),
    ];
    const walls: string[] = [];
    for (let day = Date.UTC(1997, 0, 1, 12, 30); day < Date.UTC(2037, 0, 1); day += 11 * 86_400_000) {
      walls.push(new Date(day).toISOString().slice(0, 19).replace(/[-:]/g, ''));
    }
    const starts = startsIn(zone, walls);
    expect(starts).toHaveLength(walls.length);
    expect(starts).toEqual(startsIn([], walls, 'Europe/Berlin'));
  });

  it('changes by each of several rules', () => {
    const rules = ['RRULE:FREQ=YEARLY;UNTIL=20251231T000000Z;BYMONTH=3;BYDAY=-1SU', 'RRULE:FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=1'];
    const zone = [
      observance('STANDARD', '20001029T030000', '+0200', '+0100', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'),
      observance('DAYLIGHT', '20010325T020000', '+0100', '+0200', ...rules),
    ];
    expect(startIn(zone, '20250402T100000')).toBe('2025-04-02T08:00:00.000Z');
    expect(startIn(zone, '20260402T100000')).toBe('2026-04-02T09:00:00.000Z');
    expect(startIn(zone, '20260702T100000')).toBe('2026-07-02T08:00:00.000Z');
  });

  it('is known by its name with and without escapes', () => {
    const names = ['TZID:(UTC+01:00) Bern\\, Rome', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100'];
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VTIMEZONE',
      ...names,
      'TZOFFSETTO:+0100',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    for (const name of ['(UTC+01:00) Bern, Rome', '(UTC+01:00) Bern\\, Rome']) {
      const event = ['BEGIN:VEVENT', `DTSTART;TZID="${name}":20260702T100000`, 'END:VEVENT', 'END:VCALENDAR', ''];
      expect(parseVCalendar([...lines, ...event].join('\r\n')).events[0]?.start?.toISOString()).toBe(
        '2026-07-02T09:00:00.000Z',
      );
    }
  });
});

describe('readings of the clock', () => {
  // From +01:00 to +02:00 on 29 March 2026 at 02:00, and back on 25 October at 03:00.
  const changes = [
    observance('DAYLIGHT', '20260329T020000', '+0100', '+0200'),
    observance('STANDARD', '20261025T030000', '+0200', '+0100'),
  ];
  // RFC 5545 section 3.3.5: one that is skipped counts from before, the first of two that are doubled counts.
  it.each([
    ['20260329T015959', '2026-03-29T00:59:59.000Z'],
    ['20260329T020000', '2026-03-29T01:00:00.000Z'],
    ['20260329T025959', '2026-03-29T01:59:59.000Z'],
    ['20260329T030000', '2026-03-29T01:00:00.000Z'],
    ['20261025T020000', '2026-10-25T00:00:00.000Z'],
    ['20261025T025959', '2026-10-25T00:59:59.000Z'],
    ['20261025T030000', '2026-10-25T02:00:00.000Z'],
  ])('%s', (wall, expected) => {
    expect(startIn(changes, wall)).toBe(expected);
    expect(startIn([], wall, 'Europe/Berlin')).toBe(expected);
    expect(startIn([...changes].reverse(), wall)).toBe(expected);
  });

  it('before all change-overs, the offset before the first holds', () => {
    expect(startIn(changes, '20250101T000000')).toBe('2024-12-31T23:00:00.000Z');
    const rule = 'RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1';
    // In the year of the rule's start too.
    expect(startIn([observance('STANDARD', '20260701T000000', '+0300', '+0500', rule)], '20260401T000000')).toBe(
      '2026-03-31T21:00:00.000Z',
    );
  });

  it('a rule holds in its first year, and in its last', () => {
    const zone = (rule: string) => [
      observance('STANDARD', '20260101T000000', '+0200', '+0100', rule),
      observance('DAYLIGHT', '20260401T000000', '+0100', '+0200'),
    ];
    const twice = 'RRULE:FREQ=YEARLY;BYMONTH=2,6,11;BYMONTHDAY=1';
    expect(startIn(zone(twice), '20260701T120000')).toBe('2026-07-01T11:00:00.000Z');
    expect(startIn(zone(`${twice};UNTIL=20261201T000000Z`), '20260701T120000')).toBe('2026-07-01T11:00:00.000Z');
    expect(startIn(zone(`${twice};UNTIL=20260501T000000Z`), '20260701T120000')).toBe('2026-07-01T10:00:00.000Z');
  });

  it('there are some before the common era, in zones of the platform: the local mean time of Berlin', () => {
    expect(startIn([], '00000301T120000', 'Europe/Berlin')).toBe('0000-03-01T11:06:32.000Z');
    expect(startIn([], '00010301T120000', 'Europe/Berlin')).toBe('0001-03-01T11:06:32.000Z');
  });

  it.each([
    ['Etc/GMT+5', '2026-07-02T15:00:00.000Z'],
    ['America/Argentina/Buenos_Aires', '2026-07-02T13:00:00.000Z'],
    ['Asia/Kathmandu', '2026-07-02T04:15:00.000Z'],
    ['UTC', '2026-07-02T10:00:00.000Z'],
  ])('%s is a zone of the platform', (name, expected) => {
    expect(startIn([], '20260702T100000', name)).toBe(expected);
  });

  it.each(['"+01:00"', '-05', 'Z9', '', 'X', 'Europe/Berlin2', '"Europe Berlin"'])('%j is none', (name) => {
    expect(() => startIn([], '20260702T100000', name)).toThrow(/is defined neither in the calendar nor by the platform/);
  });
});

describe('the zones of a calendar', () => {
  const fixed = (offset: string) => observance('STANDARD', '19700101T000000', offset, offset);
  const zone = (...lines: string[]) => ['BEGIN:VTIMEZONE', ...lines, 'END:VTIMEZONE'];
  const startOf = (name: string, ...zones: string[][]) => {
    const event = ['BEGIN:VEVENT', `DTSTART;TZID=${name}:20260702T100000`, 'END:VEVENT'];
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, ...zones.flat(), 'END:VCALENDAR', ''];
    return parseVCalendar(lines.join('\r\n')).events[0]?.start?.toISOString();
  };

  it('have their names wherever these are, blanks around them left out', () => {
    expect(startOf('Z', zone('X-LIC-LOCATION:Europe/Berlin', ...fixed('+0300'), 'TZID: Z '))).toBe('2026-07-02T07:00:00.000Z');
  });

  it('come before those of the platform, the first of a name counts', () => {
    const zones = [zone(...fixed('+0900')), zone('TZID:UTC', ...fixed('+0300')), zone('TZID:UTC', ...fixed('+0400'))];
    expect(startOf('UTC', ...zones)).toBe('2026-07-02T07:00:00.000Z');
  });

  it('are VTIMEZONE alone', () => {
    const other = zone('TZID:UTC', ...fixed('+0300')).map((line) => line.replace('VTIMEZONE', 'X-ZONE'));
    expect(startOf('UTC', other)).toBe('2026-07-02T10:00:00.000Z');
  });

  it('are made of STANDARD and DAYLIGHT alone', () => {
    const other = fixed('+0900').map((line) => line.replace('STANDARD', 'X-OTHER'));
    expect(startOf('Z', zone('TZID:Z', ...fixed('+0300'), ...other))).toBe('2026-07-02T07:00:00.000Z');
  });

  it.each([
    ['+0000', '2026-07-02T10:00:00.000Z'],
    ['-0000', '2026-07-02T10:00:00.000Z'],
    ['+2359', '2026-07-01T10:01:00.000Z'],
    ['-1959', '2026-07-03T05:59:00.000Z'],
    [' +0130 ', '2026-07-02T08:30:00.000Z'],
    ['-013045', '2026-07-02T11:30:45.000Z'],
  ])('have the offset %s', (offset, expected) => {
    expect(startOf('Z', zone('TZID:Z', ...fixed(offset)))).toBe(expected);
  });

  it.each(['+2400', '+0160', '0130', '+01:30', '+013060', '+1', 'x+0130', '+0130x', '+01304'])(
    'do not have the offset %s',
    (offset) => {
      const reason = /\(STANDARD without a start or an offset\)/;
      expect(() => startOf('Z', zone('TZID:Z', ...fixed(offset)))).toThrow(reason);
    },
  );

  it.each(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'])('need %s in each observance', (name) => {
    const lines = observance('DAYLIGHT', '19700101T000000', '+0100', '+0200').filter((line) => !line.startsWith(`${name}:`));
    expect(() => startOf('Z', zone('TZID:Z', ...lines))).toThrow(/\(DAYLIGHT without a start or an offset\)/);
  });

  it.each([
    ['RDATE:20260601T000000', '08'],
    ['RDATE:20250601T000000\r\nRDATE:20260601T000000', '08'],
    ['RDATE:20250601T000000, 20260601T000000 ', '08'],
    ['RDATE;VALUE=DATE:20260601', '08'],
    ['RDATE:20260703T000000', '09'],
    ['RDATE:20260702T090000', '08'],
    ['RDATE:20260702T090001', '09'],
    // In UTC: at 09:00 of the clock before, so that 10:00 is the first reading after; and later, so that it is skipped.
    ['RDATE:20260702T080000Z', '08'],
    ['RDATE:20260702T080001Z', '09'],
  ])('change at %j', (dates, hour) => {
    const winter = observance('STANDARD', '20251001T000000', '+0200', '+0100');
    const summer = observance('DAYLIGHT', '20240601T000000', '+0100', '+0200', ...dates.split('\r\n'));
    expect(startOf('Z', zone('TZID:Z', ...winter, ...summer))).toEqual(`2026-07-02T${hour}:00:00.000Z`);
  });

  it.each(['RDATE;TZID=Z:20260601T000000', 'RDATE;VALUE=PERIOD:20260601T000000/P1D', 'RDATE:20260601T000000,', 'RDATE:x'])(
    'do not change at %s',
    (date) => {
      const lines = observance('STANDARD', '19700101T000000', '+0100', '+0200', date);
      expect(() => startOf('Z', zone('TZID:Z', ...lines))).toThrow(/\(RDATE is not a plain time\)/);
    },
  );

  /** So many rules of a year of its own. */
  const ruled = (i: number, count: number) => {
    const rule = `RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=${1100 + i}1231T000000Z`;
    return observance('STANDARD', `${1100 + i}0101T000000`, '+0300', '+0300', ...Array<string>(count).fill(rule));
  };

  it('have 1024 rules together', () => {
    const whole = Array.from({ length: 128 }, (_, i) => ruled(i, 8)).flat();
    expect(startOf('Z', zone('TZID:Z', ...whole))).toBe('2026-07-02T07:00:00.000Z');
    const more = [...Array.from({ length: 127 }, (_, i) => ruled(i, 8)), ruled(127, 9)].flat();
    expect(() => startOf('Z', zone('TZID:Z', ...more))).toThrow(/\(more than 1024 rules in the calendar\)/);
  });

  it('have sixteen rules at once', () => {
    expect(startOf('Z', zone('TZID:Z', ...ruled(0, 16)))).toBe('2026-07-02T07:00:00.000Z');
    expect(() => startOf('Z', zone('TZID:Z', ...ruled(0, 17)))).toThrow(/\(more than 16 rules at once\)/);
  });

  it('have the lines of an observance in any order, and in another form leniently', () => {
    const lines = (start: string) =>
      zone(
        'TZID:Z',
        'BEGIN:STANDARD',
        'TZNAME:CET',
        'TZOFFSETTO:+0100',
        'TZOFFSETFROM:+0200',
        `DTSTART:${start}`,
        'END:STANDARD',
      );
    expect(startOf('Z', lines(' 19700101T000000 '))).toBe('2026-07-02T09:00:00.000Z');
    const text = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines('1970-01-01T00:00:00'), 'BEGIN:VEVENT'],
      ...['DTSTART;TZID=Z:20260702T100000', 'END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n');
    const found: VObjectIssue[] = [];
    const read = parseVCalendar(text, { lenient: true, onIssue: (issue) => found.push(issue) });
    expect(read.events[0]?.start?.toISOString()).toBe('2026-07-02T09:00:00.000Z');
    const offset = text.indexOf('1970-');
    expect(found).toMatchObject([{ code: 'bad-value', severity: 'error', field: 'VTIMEZONE/DTSTART', offset }]);
    expect(() => parseVCalendar(text)).toThrow(/\(STANDARD without a start or an offset\)/);
  });

  it('have 128 observances', () => {
    const many = (count: number) => Array<string[]>(count).fill(fixed('+0300')).flat();
    expect(startOf('Z', zone('TZID:Z', ...many(128)))).toBe('2026-07-02T07:00:00.000Z');
    expect(() => startOf('Z', zone('TZID:Z', ...many(129)))).toThrow(/\(more than 128 observances\)/);
  });
});

describe('a zone that cannot be evaluated', () => {
  const weekly = observance('STANDARD', '19700101T000000', '+0100', '+0200', 'RRULE:FREQ=WEEKLY;BYDAY=SU');
  const wall = '20260702T100000';

  it.each([
    ['RRULE: not a rule by years or months: FREQ=WEEKLY;BYDAY=SU', [weekly]],
    [
      'RRULE: not a rule of RFC 5545',
      [observance('STANDARD', '19700101T000000', '+0100', '+0200', 'RRULE:FREQ=YEARLY;BYMONTH')],
    ],
    ['RRULE: BYMONTH', [observance('STANDARD', '19700101T000000', '+0100', '+0200', 'RRULE:FREQ=YEARLY;BYMONTH=0;BYDAY=1SU')]],
    ['STANDARD without a start or an offset', [observance('STANDARD', '19700101T000000', '+0100', '')]],
    ['RDATE is not a plain time', [observance('STANDARD', '19700101T000000', '+0100', '+0200', 'RDATE:x')]],
    [
      'more than 1024 rules in the calendar',
      [observance('STANDARD', '19700101T000000', '+0100', '+0200', ...Array<string>(1025).fill('RRULE:FREQ=YEARLY'))],
    ],
    ['neither STANDARD nor DAYLIGHT', []],
  ])('is refused, or leniently a floating time with an issue: %s', (reason, observances) => {
    const found: VObjectIssue[] = [];
    const message = expect.stringContaining(`"Z" has a VTIMEZONE that cannot be evaluated (${reason}`);
    expect(() => startIn(observances, wall)).toThrowError(
      expect.objectContaining({ code: 'bad-value', field: 'VEVENT/DTSTART', reason: message }),
    );
    const options = { lenient: true, onIssue: (issue: VObjectIssue) => found.push(issue) };
    expect(startIn(observances, wall, 'Z', options)).toBe('2026-07-02T10:00:00.000Z');
    expect(found).toMatchObject([{ code: 'unknown-zone', reason: message, assumed: 'a floating time' }]);
  });

  it.each([true, false])('is that of the platform where it has the name, told once: lenient %j', (lenient) => {
    const found: VObjectIssue[] = [];
    const options = { lenient, onIssue: (issue: VObjectIssue) => found.push(issue) };
    expect(startsIn([weekly], [wall, wall], 'Europe/Berlin', options)).toEqual(Array(2).fill('2026-07-02T08:00:00.000Z'));
    expect(found).toMatchObject([
      {
        ...{ code: 'unread-zone', severity: 'warning', field: 'VTIMEZONE', offset: 30 },
        reason: expect.stringMatching(/^time zone "Europe\/Berlin" has a VTIMEZONE that cannot be evaluated \(RRULE: /),
        assumed: 'the zone of that name that the platform knows',
      },
    ]);
  });

  it('is told from one that nobody defines', () => {
    expect(() => startIn([], wall, 'Nowhere')).toThrowError(
      expect.objectContaining({ reason: expect.stringContaining('neither in the calendar nor by the platform') }),
    );
  });

  it.each([
    'FREQ=YEARLY;INTERVAL=99999999',
    'FREQ=MONTHLY;INTERVAL=120000000',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=10000',
    'FREQ=YEARLY;UNTIL=19000101T000000Z',
  ])('a rule that gives nothing leaves DTSTART: %s', (rule) => {
    expect(startIn([observance('STANDARD', '20010101T000000', '+0100', '+0200', `RRULE:${rule}`)], wall)).toBe(
      '2026-07-02T08:00:00.000Z',
    );
  });
});
