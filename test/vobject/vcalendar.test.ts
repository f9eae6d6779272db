import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import {
  formatVCalendar,
  parseVCalendar,
  type VCalendar,
  type VCalendarFormat,
  type VEvent,
  type VObjectIssue,
} from '../../src/vobject/index.js';
import { refusal } from '../support/hostile.js';
import { calendar, foldAt, folds, vobjectVectors, wildText } from '../support/vobjects.js';

const VERSIONS = ['1.0', '2.0'] as const;
const start = new Date('2026-01-02T03:04:05Z');
const at = (iso: string) => new Date(iso);

const wrapped = (version: string, lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', `VERSION:${version}`, ...lines, 'END:VCALENDAR', ''].join('\r\n');
const old = (...lines: string[]) => wrapped('1.0', ['BEGIN:VEVENT', ...lines, 'END:VEVENT']);
const recent = (...lines: string[]) => wrapped('2.0', ['BEGIN:VEVENT', ...lines, 'END:VEVENT']);
const event = (text: string) => parseVCalendar(text).events[0]!;
const todo = (version: string, ...lines: string[]) =>
  parseVCalendar(wrapped(version, ['BEGIN:VTODO', ...lines, 'END:VTODO'])).todos[0]!;

function leniently(text: string) {
  const issues: VObjectIssue[] = [];
  const read = parseVCalendar(text, { lenient: true, onIssue: (issue) => issues.push(issue) });
  return { event: read.events[0], codes: issues.map(({ code }) => code) };
}

/** What is written and what is told to be left out. */
function written(model: VCalendar, format: VCalendarFormat) {
  const dropped: string[] = [];
  const text = formatVCalendar(model, { ...format, onDrop: (path) => dropped.push(path) });
  return { lines: text.split('\r\n').slice(2, -2), dropped };
}

describe('published vectors', () => {
  it.each(vobjectVectors('parse').filter(({ input }) => input.startsWith('BEGIN:VCALENDAR')))(
    '$id',
    ({ input, expect: expected }) => {
      const read = parseVCalendar(input);
      const [{ summary, location, start: from, end, alarm }] = read.events as [VEvent];
      expect({ version: read.version, summary, location, start: from, end, alarm }).toEqual({
        ...expected,
        start: at(expected.start),
        end: at(expected.end),
        alarm: at(expected.alarm),
      });
    },
  );

  it.each(vobjectVectors('emit').filter(({ version }) => version === '1.0'))('$id', ({ model, expectText }) => {
    const { summary, location, category } = model;
    const events = [{ summary, location, categories: [category], start: at(model.start), end: at(model.end) }];
    expect(formatVCalendar({ events }, { version: '1.0' })).toBe(expectText);
  });

  it('an event of RFC 5545 section 3.6.1, and what vCalendar 1.0 makes of it', () => {
    const text = recent(
      ...[
        'UID:19970901T130000Z-123402@example.com',
        'DTSTAMP:19970901T130000Z',
        'DTSTART:19970903T163000Z',
        'DTEND:19970903T190000Z',
      ],
      ...['SUMMARY:Annual Employee Review', 'CLASS:PRIVATE', 'CATEGORIES:BUSINESS,HUMAN RESOURCES'],
    );
    const read = parseVCalendar(text);
    expect(read.events[0]).toEqual({
      ...{ uid: '19970901T130000Z-123402@example.com', stamp: at('1997-09-01T13:00:00Z'), start: at('1997-09-03T16:30:00Z') },
      ...{ end: at('1997-09-03T19:00:00Z'), summary: 'Annual Employee Review', categories: ['BUSINESS', 'HUMAN RESOURCES'] },
      ...{ other: [{ name: 'CLASS', value: 'PRIVATE' }], components: [] },
    });
    expect(written(read, { version: '1.0' })).toEqual({
      lines: [
        ...[
          'BEGIN:VEVENT',
          'CATEGORIES:BUSINESS;HUMAN RESOURCES',
          'SUMMARY:Annual Employee Review',
          'DTSTART:19970903T163000Z',
        ],
        ...['DTEND:19970903T190000Z', 'CLASS:PRIVATE', 'END:VEVENT'],
      ],
      dropped: ['events[0].uid', 'events[0].stamp'],
    });
  });

  it('a calendar whose VERSION is folded is one of 2.0', () => {
    const lines = ['BEGIN:VCALENDAR', 'PRODID:a', ' b', 'VERSION', ' :2.0', 'BEGIN:VEVENT', 'SUMMARY:a\\,b', 'END:VEVENT'];
    const read = parseVCalendar([...lines, 'END:VCALENDAR', ''].join('\r\n'));
    expect(read).toMatchObject({ version: '2.0', productId: 'ab', events: [{ summary: 'a,b' }] });
  });

  // RFC 5545 section 3.6.6: a trigger from the start, from the end, and an absolute one.
  it.each([
    ['TRIGGER:-PT30M', '1997-03-17T13:00:00Z'],
    ['TRIGGER;RELATED=END:PT5M', '1997-03-17T14:35:00Z'],
    ['TRIGGER;VALUE=DATE-TIME:19970317T133000Z', '1997-03-17T13:30:00Z'],
    ['TRIGGER:P1D', '1997-03-18T13:30:00Z'],
  ])('%s becomes DALARM', (trigger, expected) => {
    const alarm = [
      'BEGIN:VALARM',
      trigger,
      'REPEAT:2',
      'DURATION:PT15M',
      'ACTION:DISPLAY',
      'DESCRIPTION:Breakfast',
      'END:VALARM',
    ];
    const read = parseVCalendar(recent('DTSTART:19970317T133000Z', 'DURATION:PT1H', ...alarm));
    expect(read.events[0]).toMatchObject({ alarm: at(expected), end: at('1997-03-17T14:30:00Z'), components: [] });
    const stamp = expected.replace(/[-:]/g, '');
    expect(written(read, { version: '1.0' })).toMatchObject({ dropped: ['events[0].alarmDetail.content'] });
    expect(written(read, { version: '1.0' }).lines).toContain(`DALARM:${stamp};PT15M;2`);
  });

  const london = [
    ...['BEGIN:VTIMEZONE', 'TZID:Home', 'BEGIN:STANDARD', 'DTSTART:19701025T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0000'],
    ...[
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:19700329T010000',
      'TZOFFSETFROM:+0000',
    ],
    ...['TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT', 'END:VTIMEZONE'],
  ];
  // Change-overs of London in 2026: 29 March 01:00 UTC, 25 October 01:00 UTC (tz database).
  it.each([
    ['20260115T100000', '2026-01-15T10:00:00Z'],
    ['20260702T100000', '2026-07-02T09:00:00Z'],
    ['20260329T005959', '2026-03-29T00:59:59Z'],
    ['20260329T013000', '2026-03-29T01:30:00Z'],
    ['20260329T020000', '2026-03-29T01:00:00Z'],
    ['20261025T005959', '2026-10-24T23:59:59Z'],
    ['20261025T013000', '2026-10-25T00:30:00Z'],
    ['20261025T020000', '2026-10-25T02:00:00Z'],
  ])('%s in London, by VTIMEZONE and by the platform', (wall, expected) => {
    for (const [zone, lines] of [
      ['Home', london],
      ['Europe/London', []],
    ] as const) {
      const text = wrapped('2.0', [...lines, 'BEGIN:VEVENT', `DTSTART;TZID=${zone}:${wall}`, 'END:VEVENT']);
      expect(event(text).start).toEqual(at(expected));
    }
  });

  // Daylight saving ended in Brazil on 17 February 2019, 02:00 UTC (tz database).
  it.each([
    ['20190216T230000', '2019-02-17T01:00:00Z'],
    ['20190217T010000', '2019-02-17T04:00:00Z'],
    ['20260702T100000', '2026-07-02T13:00:00Z'],
  ])('%s in a zone whose rules ended', (wall, expected) => {
    const daylight = ['DTSTART:20181104T000000', 'TZOFFSETFROM:-0300', 'TZOFFSETTO:-0200', 'RDATE:20181104T000000'];
    const standard = ['DTSTART:20160221T000000', 'TZOFFSETFROM:-0200', 'TZOFFSETTO:-0300'];
    const rule = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYDAY=3SU;UNTIL=20190217T020000Z';
    const text = wrapped('2.0', [
      ...['BEGIN:VTIMEZONE', 'TZID:Z', 'BEGIN:DAYLIGHT', ...daylight, 'END:DAYLIGHT'],
      ...['BEGIN:STANDARD', ...standard, rule, 'END:STANDARD', 'END:VTIMEZONE'],
      ...['BEGIN:VEVENT', `DTSTART;TZID=Z:${wall}`, 'END:VEVENT'],
    ]);
    expect(event(text).start).toEqual(at(expected));
  });

  it('days of a duration are those of the clock, hours are not (RFC 5545 section 3.3.6)', () => {
    const over = (duration: string) => event(recent('DTSTART;TZID=Europe/London:20260328T120000', `DURATION:${duration}`)).end;
    expect(over('P1D')).toEqual(at('2026-03-29T11:00:00Z'));
    expect(over('PT24H')).toEqual(at('2026-03-29T12:00:00Z'));
    expect(over('P1W')).toEqual(at('2026-04-04T11:00:00Z'));
  });

  it('vCalendar 1.0: quoted-printable, alarm with snooze, categories, old rule, exceptions, time zone', () => {
    const text = wrapped('1.0', [
      ...[
        'PRODID:x',
        'TZ:+01:00',
        'BEGIN:VEVENT',
        'SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:B=FCro',
        'CATEGORIES:MEETING;a\\;b',
      ],
      ...['DTSTART:20260105T090000', 'DTEND:20260105T100000', 'AALARM;TYPE=X-S:20260105T085500;PT5M;3;beep', 'RRULE:W1 MO #5'],
      ...['EXDATE:20260112T090000;20260119T090000', 'DALARM:20260105T080000', 'X-EPOCTIME:1', 'END:VEVENT'],
    ]);
    const read = parseVCalendar(text);
    expect(read).toMatchObject({ productId: 'x', timeZone: '+01:00' });
    expect(read.events[0]).toEqual({
      ...{ summary: 'Büro', categories: ['MEETING', 'a;b'], rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5' },
      ...{ start: at('2026-01-05T09:00:00Z'), startKind: 'floating', end: at('2026-01-05T10:00:00Z'), endKind: 'floating' },
      ...{ alarm: at('2026-01-05T08:55:00Z'), alarmKind: 'floating' },
      alarmDetail: { type: 'audio', snooze: 'PT5M', repeat: 3, content: 'beep' },
      exceptions: ['2026-01-12T09:00:00Z', '2026-01-19T09:00:00Z'].map((iso) => ({ at: at(iso), kind: 'floating' })),
      other: [
        { name: 'DALARM', value: '20260105T080000' },
        { name: 'X-EPOCTIME', value: '1' },
      ],
      components: [],
    });
    expect(parseVCalendar(formatVCalendar(read, { version: '1.0' }))).toEqual(read);
    const newer = written(read, { version: '2.0' });
    expect(newer.dropped).toEqual(['timeZone']);
    expect(newer.lines).toEqual(
      expect.arrayContaining(['DTSTART:20260105T090000', 'TRIGGER:-PT5M', 'ACTION:AUDIO', 'EXDATE:20260112T090000']),
    );
  });

  it('tasks', () => {
    const read = todo(
      '1.0',
      'DUE:20260102T030405Z',
      'COMPLETED:20260102T030405Z',
      'PRIORITY:1',
      'STATUS:NEEDS ACTION',
      'DTEND:x',
      'PRIORITY:2',
    );
    expect(read).toMatchObject({ due: start, completed: start, priority: 1, status: 'NEEDS-ACTION' });
    expect(read.other.map(({ name }) => name)).toEqual(['DTEND', 'PRIORITY']);
    expect(todo('2.0', 'PRIORITY:10', 'STATUS:COMPLETED', 'STATUS:CANCELLED')).toMatchObject({
      ...{ priority: 10, status: 'COMPLETED' },
      other: [{ name: 'STATUS', value: 'CANCELLED' }],
    });
    // Of an event they are kept as they came.
    const { other } = event(recent('PRIORITY:1', 'STATUS:CONFIRMED'));
    expect(other.map(({ name }) => name)).toEqual(['PRIORITY', 'STATUS']);
    expect(todo('2.0', 'DTSTART;VALUE=DATE:20260102', 'DURATION:P2D')).toMatchObject({
      due: at('2026-01-04'),
      dueKind: 'date',
      startKind: 'date',
    });
    const alarm = ['BEGIN:VALARM', 'TRIGGER;RELATED=END:-PT1H', 'END:VALARM'];
    expect(todo('2.0', 'DUE:20260102T030405Z', ...alarm).alarm).toEqual(at('2026-01-02T02:04:05Z'));
  });

  it('days become midnights in 1.0', () => {
    const read = parseVCalendar(recent('DTSTART;VALUE=DATE:20260102', 'DTEND;VALUE=DATE:20260103'));
    expect(read.events[0]).toMatchObject({ start: at('2026-01-02'), startKind: 'date', endKind: 'date' });
    expect(written(read, { version: '1.0' }).lines).toEqual([
      'BEGIN:VEVENT',
      'DTSTART:20260102T000000',
      'DTEND:20260103T000000',
      'END:VEVENT',
    ]);
    expect(written(read, { version: '2.0' }).lines).toContain('DTSTART;VALUE=DATE:20260102');
  });

  it('iCalendar becomes vCalendar: what is left out is told, `keep` keeps', () => {
    const read = parseVCalendar(
      wrapped('2.0', [
        ...[
          'METHOD:PUBLISH',
          ...london,
          'BEGIN:VEVENT',
          'UID:1',
          'SEQUENCE:2',
          'ATTENDEE:mailto:a@b',
          'ORGANIZER:mailto:c@d',
          'X-A:é\\, b',
        ],
        ...[
          'DTSTART:20260102T030405Z',
          'X-T;TZID=Home:20260102T030405',
          'RRULE:FREQ=DAILY;COUNT=3',
          'BEGIN:VALARM',
          'ACTION:EMAIL',
        ],
        ...['TRIGGER:-PT5M', 'END:VALARM', 'END:VEVENT'],
      ]),
    );
    const { lines, dropped } = written(read, { version: '1.0', keep: ['uid', 'ATTENDEE'] });
    expect(lines).toEqual([
      ...['BEGIN:VEVENT', 'UID:1', 'DTSTART:20260102T030405Z', 'RRULE:D1 #3', 'ATTENDEE:mailto:a@b'],
      ...['X-A;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9, b', 'END:VEVENT'],
    ]);
    const inside = ['other[0]', 'other[2]', 'other[4]', 'components[0]'].map((path) => `events[0].${path}`);
    expect(dropped).toEqual(['other[0]', 'components[0]', ...inside]);
    expect(parseVCalendar(formatVCalendar(read, { version: '2.0' }))).toMatchObject({
      ...read,
      productId: '-//handset//EN',
      events: [{ uid: '1' }],
    });
  });

  it('2.0 makes what RFC 5545 requires, the same each time', () => {
    const model = { events: [{ summary: 'x' }] };
    const { lines } = written(model, { version: '2.0', stamp: start });
    expect(lines).toEqual([
      'PRODID:-//handset//EN',
      'BEGIN:VEVENT',
      expect.stringMatching(/^UID:[0-9a-f]{8}@handset$/),
      'DTSTAMP:20260102T030405Z',
      'SUMMARY:x',
      'END:VEVENT',
    ]);
    expect(written(model, { version: '2.0', stamp: start }).lines).toEqual(lines);
    expect(written({ events: [{ summary: 'y' }] }, { version: '2.0', stamp: start }).lines[2]).not.toBe(lines[2]);
  });

  it('alarms in 2.0: from the start where it can be, else absolute', () => {
    const lines = (model: VEvent) => written({ events: [model] }, { version: '2.0' }).lines;
    expect(lines({ start, alarm: start })).toContain('TRIGGER:PT0S');
    expect(lines({ start, startKind: 'floating', alarm: start })).toContain('TRIGGER;VALUE=DATE-TIME:20260102T030405Z');
    expect(lines({ alarm: start })).toContain('DESCRIPTION:Reminder');
    expect(lines({ alarm: start, alarmDetail: { content: 'Go' } })).toContain('DESCRIPTION:Go');
  });
});

describe('properties', () => {
  it('written for the other version and back, events keep their times, rules and texts', () => {
    fc.assert(
      fc.property(calendar, (model) => {
        const newer = parseVCalendar(formatVCalendar(model, { version: '2.0' }));
        const older = parseVCalendar(formatVCalendar(newer, { version: '1.0' }));
        newer.events.forEach(({ uid: _, stamp: __, other: ___, alarmDetail: ____, ...rest }, i) => {
          expect(older.events[i]).toMatchObject(rest);
        });
      }),
    );
  });

  it('2.0 reads the same however it is folded', () => {
    fc.assert(
      fc.property(calendar, folds, (model, places) => {
        const text = formatVCalendar(model, { version: '2.0' });
        expect(parseVCalendar(foldAt(text, places))).toEqual(parseVCalendar(text));
      }),
    );
  });

  it.each(VERSIONS)('%s: no field breaks out of its line', (version) => {
    const inEvent = (name: string) => (wild: string) => ({ events: [{ [name]: wild }] });
    const fields: Record<string, (wild: string) => unknown> = {
      ...Object.fromEntries(['summary', 'description', 'location', 'rrule', 'uid'].map((name) => [name, inEvent(name)])),
      productId: (productId) => ({ productId }),
      timeZone: (timeZone) => ({ timeZone }),
      categories: (category) => ({ events: [{ categories: [category] }] }),
      status: (status) => ({ todos: [{ status }] }),
      content: (content) => ({ events: [{ alarm: start, alarmDetail: { content } }] }),
      sound: (content) => ({ events: [{ alarm: start, alarmDetail: { type: 'audio', content } }] }),
      snooze: (snooze) => ({ events: [{ alarm: start, alarmDetail: { snooze } }] }),
      kind: (startKind) => ({ events: [{ start, startKind }] }),
      rawName: (name) => ({ events: [{ other: [{ name, value: 'v' }] }] }),
      rawValue: (value) => ({ other: [{ name: 'X-A', value }] }),
      rawParam: (value) => ({ other: [{ name: 'X-A', params: [{ name: 'X-B', value }], value: 'v' }] }),
      component: (name) => ({ components: [{ name, properties: [], components: [] }] }),
    };
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(fields)), wildText(), (field, wild) => {
        let text: string;
        try {
          text = formatVCalendar(fields[field]!(wild) as VCalendar, { version });
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          return;
        }
        // What is kept as it came ends as it did, `=` of BASE64 included.
        const joined = version === '1.0' && field !== 'rawValue' ? text.replace(/=\r\n/g, '') : text;
        const lines = joined.replace(/\r\n[ \t]/g, '').split(/\r\n|\r|\n/);
        const inner =
          /^(?:content|sound|snooze)$/.test(field) && version === '2.0'
            ? 3
            : field === 'component'
              ? 2
              : /Id$|timeZone|raw(?!N)/.test(field)
                ? 1
                : 2;
        expect(lines.filter((line) => /^BEGIN:/i.test(line)).length).toBe(inner);
        expect(lines.filter((line) => /^END:/i.test(line)).length).toBe(inner);
        expect(lines.length).toBeLessThanOrEqual(3 + 2 + 4 + 6);
        expect(lines.filter((line) => /^TEL:666/.test(line))).toEqual([]);
      }),
    );
  });

  it.each([
    ['RRULE:FREQ=DAILY;UNTIL=x', 'VEVENT/RRULE', 'UNTIL=X is not a date'],
    ['DTSTART:20260230T000000', 'VEVENT/DTSTART', '"20260230T000000" is not a time'],
    ['EXDATE:x', 'VEVENT/EXDATE', '"x" is not a time'],
    ['BEGIN:VALARM\r\nTRIGGER:soon\r\nEND:VALARM', 'VALARM/TRIGGER', '"soon" is not a time'],
  ])('writing tells of %s, which was kept', (line, field, reason) => {
    const model = parseVCalendar(recent('UID:1', line), { lenient: true });
    const issues: VObjectIssue[] = [];
    const text = formatVCalendar(model, { version: '2.0', onIssue: (issue) => issues.push(issue) });
    expect(issues).toMatchObject([{ code: 'bad-value', severity: 'error', field, reason }]);
    expect(text.slice(issues[0]!.offset)).toMatch(new RegExp(`^${line.slice(0, 6)}`));
    expect(refusal(() => parseVCalendar(text)).field).toBe(field);
    const good: VObjectIssue[] = [];
    formatVCalendar(parseVCalendar(recent('UID:1')), { version: '2.0', onIssue: (issue) => good.push(issue) });
    expect(good).toEqual([]);
  });
});

describe('refusals', () => {
  const zone = (...lines: string[]) =>
    wrapped('2.0', [
      'BEGIN:VTIMEZONE',
      'TZID:Z',
      'BEGIN:STANDARD',
      ...lines,
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'DTSTART;TZID=Z:20260702T100000',
      'END:VEVENT',
    ]);
  const offsets = ['DTSTART:19700101T000000', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0230'];

  it('zones of other makes: fixed, by dates, by days of the month; others are no zones', () => {
    const startOf = (...lines: string[]) => event(zone(...lines)).start;
    expect(startOf(...offsets)).toEqual(at('2026-07-02T07:30:00Z'));
    expect(startOf(...offsets, 'RDATE:20260801T000000,20260101T000000')).toEqual(at('2026-07-02T07:30:00Z'));
    expect(startOf(...offsets, 'RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU;UNTIL=20300101T000000Z')).toEqual(
      at('2026-07-02T07:30:00Z'),
    );
    expect(startOf('DTSTART:20300101T000000', ...offsets.slice(1))).toEqual(at('2026-07-02T07:00:00Z'));
    for (const bad of [
      ...[
        'FREQ=SECONDLY',
        'FREQ=YEARLY;UNTIL=x',
        'FREQ=YEARLY;BYMONTH=13',
        'FREQ=YEARLY;BYMONTHDAY=x',
        'FREQ=YEARLY;BYDAY=1XX',
      ],
      ...['FREQ=WEEKLY;BYDAY=SU', 'FREQ=YEARLY;BYWEEKNO=20', 'FREQ=MONTHLY;INTERVAL=5', 'FREQ=YEARLY;COUNT=10001'],
      `FREQ=YEARLY;BYHOUR=${Array.from({ length: 17 }, (_, i) => i).join()}`,
    ]) {
      expect(refusal(() => event(zone(...offsets, `RRULE:${bad}`)))).toMatchObject({
        code: 'bad-value',
        field: 'VEVENT/DTSTART',
      });
    }
    expect(refusal(() => event(zone('DTSTART:x')))).toMatchObject({ field: 'VEVENT/DTSTART' });
    expect(refusal(() => event(zone(...offsets, 'RDATE:x')))).toMatchObject({ field: 'VEVENT/DTSTART' });
    expect(leniently(zone('DTSTART:x'))).toMatchObject({
      event: { start: at('2026-07-02T10:00:00Z'), startKind: 'floating' },
      codes: ['unknown-zone'],
    });
  });

  it.each<[string, string, object]>([
    ['no time', old('DTSTART:tomorrow'), { code: 'bad-value', field: 'VEVENT/DTSTART', offset: 52 }],
    ['no such day', old('DTSTART:20260230T000000'), { code: 'bad-value', field: 'VEVENT/DTSTART', offset: 52 }],
    ['no such hour', old('DTEND:20260102T240000'), { code: 'bad-value', field: 'VEVENT/DTEND', offset: 50 }],
    ['a time in another form', old('DTSTART:2026-01-02T03:04:05Z'), { code: 'bad-value', field: 'VEVENT/DTSTART', offset: 52 }],
    [
      'an unknown zone',
      recent('DTSTART;TZID=Nowhere:20260102T030405'),
      { code: 'bad-value', field: 'VEVENT/DTSTART', offset: 65 },
    ],
    ['a rule of iCalendar in 1.0', old('RRULE:FREQ=DAILY'), { code: 'bad-value', field: 'VEVENT/RRULE', offset: 50 }],
    ['an old rule in 2.0', recent('RRULE:D1'), { code: 'bad-value', field: 'VEVENT/RRULE', offset: 50 }],
    ['an alarm without a time', old('DALARM:soon'), { code: 'bad-value', field: 'VEVENT/DALARM', offset: 51 }],
    ['not a duration', recent('DTSTART:20260102', 'DURATION:1H'), { code: 'bad-value', field: 'VEVENT/DURATION', offset: 71 }],
    [
      'a duration too far',
      recent('DTSTART:99991231', 'DURATION:P1D'),
      { code: 'bad-value', field: 'VEVENT/DURATION', offset: 71 },
    ],
    ['an exception', recent('EXDATE:20260102,x'), { code: 'bad-value', field: 'VEVENT/EXDATE', offset: 51 }],
    [
      'a trigger',
      recent('DTSTART:20260102', 'BEGIN:VALARM', 'TRIGGER:soon', 'END:VALARM'),
      { code: 'bad-value', field: 'VALARM/TRIGGER', offset: 84 },
    ],
    [
      'a repeat',
      recent('DTSTART:20260102', 'BEGIN:VALARM', 'TRIGGER:P1D', 'REPEAT:x', 'END:VALARM'),
      { code: 'bad-value', field: 'VALARM/REPEAT', offset: 62 },
    ],
    [
      'a pause',
      recent('DTSTART:20260102', 'BEGIN:VALARM', 'TRIGGER:P1D', 'DURATION:x', 'END:VALARM'),
      { code: 'bad-value', field: 'VALARM/DURATION', offset: 62 },
    ],
    ['a second calendar', old() + old(), { code: 'trailing-bytes', field: 'VCALENDAR', offset: old().length }],
  ])('%s', (_, text, expected) => {
    expect(refusal(() => parseVCalendar(text))).toEqual(expected);
    expect(leniently(text).codes).not.toEqual([]);
  });

  it('leniently times in other forms are read, and what is none is kept', () => {
    expect(leniently(old('DTSTART:2026-01-02T03:04Z')).event).toMatchObject({ start: at('2026-01-02T03:04:00Z') });
    expect(leniently(old('RRULE:Q1', 'DTSTART:x')).event?.other.map(({ name }) => name)).toEqual(['DTSTART', 'RRULE']);
    const alarm = ['BEGIN:VALARM', 'TRIGGER:soon', 'END:VALARM'];
    expect(leniently(recent(...alarm)).event?.components).toHaveLength(1);
  });

  it('what is lost of a property is told for every kind of them', () => {
    const lost: string[] = [];
    const onIssue = ({ code, reason }: VObjectIssue) => lost.push(`${code} ${reason}`);
    parseVCalendar(
      recent(
        'CATEGORIES;LANGUAGE=de:Urlaub',
        'a.UID:1',
        'SUMMARY;TYPE=x:y',
        'RRULE;X-A=1:FREQ=DAILY',
        'DTSTART;TZID=UTC:20260102T030405',
      ),
      { onIssue },
    );
    expect(lost.sort()).toEqual([
      'dropped-parameter group or parameters of CATEGORIES',
      'dropped-parameter group or parameters of RRULE',
      'dropped-parameter group or parameters of SUMMARY',
      'dropped-parameter group or parameters of UID',
      expect.stringMatching(/^zoned-recurrence /),
    ]);
  });

  it('a zone is part of times, and lost of all else', () => {
    const lost: string[] = [];
    const onIssue = ({ code, reason }: VObjectIssue) => lost.push(`${code} ${reason}`);
    const zone = 'TZID=Europe/Berlin';
    parseVCalendar(old('DTSTART:20260102T040000', `DALARM;${zone}:20260102T030405;;;x`), { onIssue });
    parseVCalendar(recent('DTSTART:20260102T040000', `EXDATE;${zone}:20260102T040000`, `SUMMARY;${zone}:x`), { onIssue });
    expect(lost.filter((one) => one.startsWith('dropped-parameter'))).toEqual([
      'dropped-parameter group or parameters of DALARM',
      'dropped-parameter group or parameters of SUMMARY',
    ]);
  });

  it('an empty property without a model is kept like any other', () => {
    const { events } = parseVCalendar(recent('X-EMPTY:', 'SUMMARY:'));
    expect(events[0]).toEqual({ categories: [], components: [], other: [{ name: 'X-EMPTY', value: '' }] });
  });

  it('issues of the strict mode: zoned rules, lost parameters and alarm properties', () => {
    const codes: string[] = [];
    const alarm = ['BEGIN:VALARM', 'TRIGGER:-PT5M', 'X-A:1', 'END:VALARM', 'BEGIN:VALARM', 'TRIGGER:-PT6M', 'END:VALARM'];
    const lines = [
      'DTSTART;TZID=Europe/London:20260102T030405',
      'RRULE:FREQ=DAILY',
      'SUMMARY;LANGUAGE=en:x',
      'LOCATION:',
      ...alarm,
    ];
    const read = parseVCalendar(recent(...lines), { onIssue: ({ code }) => codes.push(code) });
    expect(codes).toEqual(['dropped-parameter', 'empty-property', 'zoned-recurrence', 'dropped-property']);
    expect(read.events[0]?.components).toHaveLength(1);
  });

  it('alarms that depend on what is not there stay as they came, old alarms with more parts too', () => {
    expect(event(recent('BEGIN:VALARM', 'TRIGGER:-PT5M', 'END:VALARM')).components).toHaveLength(1);
    expect(event(old('DALARM:20260102T030405Z;soon')).other).toHaveLength(1);
    expect(event(recent('DALARM:20260102T030405Z', 'DURATION:P1D')).other.map(({ name }) => name)).toEqual([
      'DALARM',
      'DURATION',
    ]);
  });

  it.each<[string, string, object]>([
    ['events', 'bad-value', { events: {} }],
    ['events[0]', 'bad-value', { events: [1] }],
    ['timeZone', 'bad-value', { timeZone: 'x' }],
    ['events[0].summary', 'bad-value', { events: [{ summary: 1 }] }],
    ['events[0].start', 'bad-value', { events: [{ start: '2026' }] }],
    ['events[0].start', 'bad-value', { events: [{ start: new Date(Number.NaN) }] }],
    ['events[0].start', 'bad-value', { events: [{ start: new Date('+012026-01-01') }] }],
    ['events[0].rrule', 'bad-value', { events: [{ rrule: 'FREQ=NEVER' }] }],
    ['events[0].rrule', 'bad-value', { events: [{ rrule: 'FREQ=DAILY\nX:1' }] }],
    ['events[0].categories', 'bad-value', { events: [{ categories: 'x' }] }],
    ['events[0].categories[0]', 'bad-value', { events: [{ categories: [''] }] }],
    ['events[0].exceptions', 'bad-value', { events: [{ exceptions: 1 }] }],
    ['events[0].exceptions[0].at', 'bad-value', { events: [{ exceptions: [{}] }] }],
    ['events[0].alarmDetail.type', 'bad-value', { events: [{ alarm: start, alarmDetail: { type: 'smell' } }] }],
    ['events[0].alarmDetail.snooze', 'bad-value', { events: [{ alarm: start, alarmDetail: { snooze: '5' } }] }],
    ['events[0].alarmDetail.repeat', 'bad-value', { events: [{ alarm: start, alarmDetail: { repeat: -1 } }] }],
    ['todos[0].priority', 'bad-value', { todos: [{ priority: 1.5 }] }],
    ['todos[0].status', 'bad-value', { todos: [{ status: 'a:b' }] }],
    ['components[0].name', 'bad-value', { components: [{ name: 'END', properties: [], components: [] }] }],
  ])('formatVCalendar: %s, %s', (field, code, model) => {
    for (const version of VERSIONS)
      expect(refusal(() => formatVCalendar(model as VCalendar, { version }))).toMatchObject({
        code,
        field: expect.stringContaining(field),
      });
  });

  it('a kind that is none, and a floating alarm that iCalendar cannot hang on anything', () => {
    expect(refusal(() => formatVCalendar({ events: [{ start, startKind: 'x' as never }] }, { version: '1.0' }))).toMatchObject({
      field: 'events[0].startKind',
    });
    const floating = { events: [{ start, alarm: start, alarmKind: 'floating' as const }] };
    expect(refusal(() => formatVCalendar(floating, { version: '2.0' }))).toMatchObject({
      code: 'unencodable',
      field: 'events[0].alarm',
    });
    expect(() => formatVCalendar(null as never, { version: '1.0' })).toThrow(TypeError);
    expect(() => formatVCalendar({}, { version: '3.0' as never })).toThrow(TypeError);
    expect(() => parseVCalendar(1 as never)).toThrow(TypeError);
  });
});

describe('limits', () => {
  it('components inside of each other', () => {
    const deep = (n: number) => wrapped('2.0', [...Array(n).fill('BEGIN:X'), ...Array(n).fill('END:X')]);
    expect(() => parseVCalendar(deep(7))).not.toThrow();
    expect(refusal(() => parseVCalendar(deep(50_000)))).toMatchObject({ code: 'limit-exceeded' });
    expect(refusal(() => parseVCalendar(deep(8)))).toMatchObject({ code: 'limit-exceeded', field: 'BEGIN' });
  });

  const observance = (start: string, ...rule: string[]) =>
    ['BEGIN:STANDARD', `DTSTART:${start}`, 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0230', ...rule, 'END:STANDARD'].join('\r\n');
  const ruled = observance('19700101T000000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU');
  const zoned = (observances: readonly string[]) =>
    wrapped('2.0', [
      ...['BEGIN:VTIMEZONE', 'TZID:Z', ...observances, 'END:VTIMEZONE'],
      ...['BEGIN:VEVENT', 'DTSTART;TZID=Z:20260702T100000', 'END:VEVENT'],
    ]);

  it('names of components in errors are not longer than they need to be, and not empty', () => {
    const open = (name: string) => refusal(() => parseVCalendar(`BEGIN:VCALENDAR\r\nBEGIN:${name}`));
    expect(open('')).toMatchObject({ code: 'truncated', field: 'BEGIN', offset: 23 });
    expect(open('x'.repeat(5_000))).toMatchObject({ code: 'truncated', field: 'X'.repeat(40), offset: 5_023 });
  });

  it('a zone of more than 128 observances is none', () => {
    const changes = (n: number) => zoned(Array(n).fill(observance('19700101T000000')));
    expect(event(changes(128)).start).toEqual(at('2026-07-02T07:30:00Z'));
    expect(refusal(() => parseVCalendar(changes(129)))).toMatchObject({ code: 'bad-value', field: 'VEVENT/DTSTART' });
  });

  it('a zone of more than 16 rules in one year is none; of a hundred one behind the other it is one', () => {
    expect(event(zoned(Array(16).fill(ruled))).start).toEqual(at('2026-07-02T07:30:00Z'));
    expect(refusal(() => parseVCalendar(zoned(Array(17).fill(ruled))))).toMatchObject({
      code: 'bad-value',
      field: 'VEVENT/DTSTART',
    });
    const decades = Array.from({ length: 100 }, (_, i) =>
      observance(`${1900 + i}0101T000000`, `RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=${1905 + i}0101T000000Z`),
    );
    expect(event(zoned(decades)).start).toEqual(at('2026-07-02T07:30:00Z'));
  });

  it('what a rule gave last holds on when it has ended', () => {
    const ended = (rule: string) => event(zoned([observance('19950326T020000', rule).replace('+0230', '+0200')])).start;
    // Ended before the last Sunday of March 2001 was reached, and on the very day.
    expect(ended('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20010301T000000Z')).toEqual(at('2026-07-02T08:00:00Z'));
    expect(ended('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20010324T230000Z')).toEqual(at('2026-07-02T08:00:00Z'));
  });

  it('a date in every year, in a zone with as many rules as may be, is worked out soon', () => {
    const dates = Array.from({ length: 9_998 }, (_, i) => `${String(i + 2).padStart(4, '0')}0702T030405`).join();
    const event = ['BEGIN:VEVENT', 'DTSTART;TZID=Z:20260702T100000', `EXDATE;TZID=Z:${dates}`, 'END:VEVENT'];
    const rules = Array(128).fill(ruled.replace('1970', '0001'));
    const text = wrapped('2.0', ['BEGIN:VTIMEZONE', 'TZID:Z', ...rules, 'END:VTIMEZONE', ...event]);
    expect(refusal(() => parseVCalendar(text))).toMatchObject({ code: 'bad-value', field: 'VEVENT/DTSTART' });
  });
});

it('a zone whose summer begins on the last Sunday, said by days of the month', () => {
  const half = (kind: string, month: number, from: string, to: string) => [
    `BEGIN:${kind}`,
    `DTSTART:1996${month === 3 ? '0331T020000' : '1027T030000'}`,
    `RRULE:FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `END:${kind}`,
  ];
  const startOf = (local: string) => {
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'BEGIN:VTIMEZONE', 'TZID:Own/Zone'];
    lines.push(...half('DAYLIGHT', 3, '+0100', '+0200'), ...half('STANDARD', 10, '+0200', '+0100'), 'END:VTIMEZONE');
    lines.push(
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTAMP:20260101T000000Z',
      `DTSTART;TZID=Own/Zone:${local}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    );
    return parseVCalendar(lines.join('\r\n'));
  };
  // 29 March and 25 October 2026 are Sundays.
  for (const [local, utc] of [
    ['20260328T120000', '2026-03-28T11:00:00.000Z'],
    ['20260329T120000', '2026-03-29T10:00:00.000Z'],
    ['20261024T120000', '2026-10-24T10:00:00.000Z'],
    ['20261025T120000', '2026-10-25T11:00:00.000Z'],
  ] as const) {
    expect(JSON.stringify(startOf(local)), local).toContain(utc);
  }
});

it.each(['20260702T246000Z', '20260702T106000Z', '20260702T100060Z', '20260732T100000Z', '20261302T100000Z'])(
  '%s is not a time',
  (value) => {
    const refused = () => parseVCalendar(recent('UID:1', 'DTSTAMP:20260101T000000Z', `DTSTART:${value}`));
    expect(refusal(refused)).toMatchObject({ code: 'bad-value' });
  },
);
