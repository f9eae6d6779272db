/** Events and tasks property by property, read and written. */
import { describe, expect, it } from 'vitest';
import {
  formatVCalendar,
  parseVCalendar,
  type RawProperty,
  type VCalendar,
  type VCalendarFormat,
  type VEvent,
  type VObjectIssue,
  type VTodo,
} from '../../src/vobject/index.js';
import { refusal } from '../support/hostile.js';

const VERSIONS = ['1.0', '2.0'] as const;
const at = (iso: string) => new Date(iso);
const start = at('2026-01-02T03:04:05Z');
const STAMP = '20260102T030405Z';

const calendar = (version: string, lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', `VERSION:${version}`, ...lines, 'END:VCALENDAR', ''].join('\r\n');
const item = (version: string, kind: string, lines: readonly string[]) =>
  calendar(version, [`BEGIN:${kind}`, ...lines, `END:${kind}`]);

/** The only event or task of a calendar, and what is reported. */
function read(text: string, lenient = false) {
  const issues: VObjectIssue[] = [];
  const { events, todos } = parseVCalendar(text, { lenient, onIssue: (issue) => issues.push(issue) });
  return { item: [...events, ...todos][0] as VEvent & VTodo, issues };
}

const empty = { categories: [], other: [], components: [] };
const raw = (line: string): RawProperty => {
  const [name = '', value = ''] = line.split(/:(.*)/);
  return { name, value };
};

describe('a calendar that is read', () => {
  it('has no member that its text does not give', () => {
    expect(parseVCalendar(calendar('1.0', ['BEGIN:VEVENT', 'END:VEVENT', 'BEGIN:VTODO', 'END:VTODO']))).toStrictEqual({
      ...{ version: '1.0', events: [empty], todos: [empty], other: [], components: [] },
    });
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Z', 'END:VTIMEZONE'];
    expect(parseVCalendar(calendar('2.0', ['PRODID:a', 'METHOD:PUBLISH', ...zone]))).toStrictEqual({
      ...{ version: '2.0', productId: 'a', events: [], todos: [], other: [{ name: 'METHOD', value: 'PUBLISH' }] },
      components: [{ name: 'VTIMEZONE', properties: [{ name: 'TZID', value: 'Z' }], components: [] }],
    });
  });

  it('has one product, in the escapes of its version', () => {
    const lines = ['PRODID:', 'PRODID:a\\,b', 'PRODID:c'];
    const other = [
      { name: 'PRODID', value: '' },
      { name: 'PRODID', value: 'c' },
    ];
    expect(parseVCalendar(calendar('1.0', lines))).toMatchObject({ productId: 'a\\,b', other });
    expect(parseVCalendar(calendar('2.0', lines))).toMatchObject({ productId: 'a,b', other });
  });

  it.each(['+01', '-0530', '+05:30'])('1.0 has one time zone: %s', (zone) => {
    const read = parseVCalendar(calendar('1.0', [`TZ:${zone}`, 'TZ:+02']));
    expect(read).toMatchObject({ timeZone: zone, other: [{ name: 'TZ', value: '+02' }] });
    const newer = parseVCalendar(calendar('2.0', [`TZ:${zone}`]));
    expect(newer.timeZone).toBeUndefined();
    expect(newer.other).toStrictEqual([{ name: 'TZ', value: zone }]);
  });

  it('a time zone that is not an offset is kept, and so is another property with one', () => {
    const read = parseVCalendar(calendar('1.0', ['TZ:CET', 'X-TZ:+01', 'TZ:+01']));
    expect(read).toMatchObject({ timeZone: '+01', other: [raw('TZ:CET'), raw('X-TZ:+01')] });
  });
});

describe('a property that is read', () => {
  it.each<[string, string, string, string[], object]>([
    [
      '1.0',
      'VEVENT',
      'texts',
      ['SUMMARY:a', 'DESCRIPTION:b', 'LOCATION:c', 'UID:d'],
      { summary: 'a', description: 'b', location: 'c', uid: 'd' },
    ],
    ['2.0', 'VEVENT', 'an escaped text', ['SUMMARY:a\\, b\\n'], { summary: 'a, b\n' }],
    ['1.0', 'VEVENT', 'a comma that is not escaped', ['SUMMARY:a\\, b'], { summary: 'a\\, b' }],
    [
      '2.0',
      'VEVENT',
      'second ones',
      ['SUMMARY:a', 'SUMMARY:b', 'UID:c', 'UID:d'],
      { summary: 'a', uid: 'c', other: [raw('SUMMARY:b'), raw('UID:d')] },
    ],
    ['1.0', 'VEVENT', 'categories', ['CATEGORIES:a; b,c ; ;', 'CATEGORIES:d\\;e'], { categories: ['a', 'b,c', 'd;e'] }],
    ['2.0', 'VEVENT', 'categories', ['CATEGORIES:a, b;c ,,', 'CATEGORIES:d\\,e'], { categories: ['a', 'b;c', 'd,e'] }],
    ['2.0', 'VEVENT', 'a stamp', [`DTSTAMP: ${STAMP} `], { stamp: start }],
    [
      '2.0',
      'VEVENT',
      'a second stamp',
      [`DTSTAMP:${STAMP}`, `DTSTAMP:${STAMP}`],
      { stamp: start, other: [raw(`DTSTAMP:${STAMP}`)] },
    ],
    ['2.0', 'VEVENT', 'a floating stamp', ['DTSTAMP:20260102T030405'], { other: [raw('DTSTAMP:20260102T030405')] }],
    ['2.0', 'VEVENT', 'no stamp', ['DTSTAMP:x'], { other: [raw('DTSTAMP:x')] }],
    ['1.0', 'VTODO', 'the lowest priority', ['PRIORITY:0'], { priority: 0 }],
    ['1.0', 'VTODO', 'a priority of two digits', ['PRIORITY:99', 'PRIORITY:1'], { priority: 99, other: [raw('PRIORITY:1')] }],
    [
      '1.0',
      'VTODO',
      'no priority',
      ['PRIORITY:100', 'PRIORITY:x1', 'PRIORITY:1x'],
      { other: [raw('PRIORITY:100'), raw('PRIORITY:x1'), raw('PRIORITY:1x')] },
    ],
    ['1.0', 'VEVENT', 'a priority of an event', ['PRIORITY:1'], { other: [raw('PRIORITY:1')] }],
    [
      '1.0',
      'VTODO',
      'a status',
      ['STATUS: needs  action ', 'STATUS:SENT'],
      { status: 'NEEDS--ACTION', other: [raw('STATUS:SENT')] },
    ],
    ['2.0', 'VTODO', 'a status', ['STATUS:IN-PROCESS'], { status: 'IN-PROCESS' }],
    ['2.0', 'VTODO', 'a short status', ['STATUS:A'], { status: 'A' }],
    [
      '2.0',
      'VTODO',
      'no status',
      ['STATUS:1A', 'STATUS:A_B', 'STATUS:A\\,B'],
      { other: [raw('STATUS:1A'), raw('STATUS:A_B'), raw('STATUS:A\\,B')] },
    ],
    ['2.0', 'VEVENT', 'a status of an event', ['STATUS:TENTATIVE'], { other: [raw('STATUS:TENTATIVE')] }],
    ['2.0', 'VEVENT', 'a time', [`DTSTART: ${STAMP} `, `DTEND:${STAMP}`], { start, end: start }],
    [
      '2.0',
      'VEVENT',
      'a floating time',
      ['DTSTART:20260102T030405', 'DTEND:20260102T030405'],
      { start, startKind: 'floating', end: start, endKind: 'floating' },
    ],
    [
      '2.0',
      'VEVENT',
      'a day',
      ['DTSTART;VALUE=DATE:20260102', 'DTEND;VALUE=DATE:20260103'],
      { start: at('2026-01-02'), startKind: 'date', end: at('2026-01-03'), endKind: 'date' },
    ],
    [
      '1.0',
      'VEVENT',
      'a time in quoted-printable',
      ['DTSTART;QUOTED-PRINTABLE:2026=30102'],
      { start: at('2026-01-02'), startKind: 'date' },
    ],
    [
      '2.0',
      'VEVENT',
      'second times',
      [`DTSTART:${STAMP}`, 'DTSTART:x', 'DUE:y', 'COMPLETED:z'],
      { start, other: [raw('DTSTART:x'), raw('DUE:y'), raw('COMPLETED:z')] },
    ],
    [
      '2.0',
      'VTODO',
      'times of a task',
      [`DTSTART:${STAMP}`, `DUE:${STAMP}`, `COMPLETED:${STAMP}`, 'DTEND:x'],
      { start, due: start, completed: start, other: [raw('DTEND:x')] },
    ],
    [
      '2.0',
      'VTODO',
      'floating times of a task',
      ['DUE:20260102T030405', 'COMPLETED:20260102T030405'],
      { due: start, dueKind: 'floating', completed: start, completedKind: 'floating' },
    ],
    ['2.0', 'VEVENT', 'a time in a zone', ['DTSTART;TZID=Europe/Berlin:20260102T040405'], { start }],
    [
      '2.0',
      'VEVENT',
      'a time in UTC or a day, whatever its zone',
      [`DTSTART;TZID=x:${STAMP}`, 'DTEND;TZID=x:20260103'],
      { start, end: at('2026-01-03'), endKind: 'date' },
    ],
    [
      '1.0',
      'VEVENT',
      'exceptions',
      [`EXDATE:${STAMP};20260102T030405,20260102`, `EXDATE: ${STAMP} `],
      { exceptions: [{ at: start }, { at: start, kind: 'floating' }, { at: at('2026-01-02'), kind: 'date' }, { at: start }] },
    ],
    [
      '2.0',
      'VEVENT',
      'exceptions in a zone',
      ['EXDATE;TZID=Europe/Berlin:20260102T040405, 20260102T040405'],
      { exceptions: [{ at: start }, { at: start }] },
    ],
    ['2.0', 'VEVENT', 'a rule', ['RRULE: freq=daily;', 'RRULE:x'], { rrule: 'FREQ=DAILY', other: [raw('RRULE:x')] }],
    [
      '1.0',
      'VEVENT',
      'an old rule, which the start completes',
      ['RRULE:MP1 #0', `DTSTART:${STAMP}`],
      { start, rrule: 'FREQ=MONTHLY;BYDAY=1FR' },
    ],
    ['1.0', 'VEVENT', 'a duration in 1.0', [`DTSTART:${STAMP}`, 'DURATION:PT1H'], { start, other: [raw('DURATION:PT1H')] }],
    ['2.0', 'VEVENT', 'a property of nobody', ['X-A:1', 'CLASS:PUBLIC'], { other: [raw('X-A:1'), raw('CLASS:PUBLIC')] }],
  ])('%s %s: %s', (version, kind, _, lines, expected) => {
    expect(read(item(version, kind, lines))).toStrictEqual({ item: { ...empty, ...expected }, issues: [] });
  });

  // RFC 5545 section 3.8.2.5: from the start, in the kind of the start unless hours are added to a day.
  it.each<[string, string[], object]>([
    ['an instant', [`DTSTART:${STAMP}`, 'DURATION: PT1H '], { start, end: at('2026-01-02T04:04:05Z') }],
    ['before the start', ['DURATION:P1D', `DTSTART:${STAMP}`], { start, end: at('2026-01-03T03:04:05Z') }],
    [
      'a floating start',
      ['DTSTART:20260102T030405', 'DURATION:P1W'],
      { start, startKind: 'floating', end: at('2026-01-09T03:04:05Z'), endKind: 'floating' },
    ],
    [
      'a day and days',
      ['DTSTART:20260102', 'DURATION:P1D'],
      { start: at('2026-01-02'), startKind: 'date', end: at('2026-01-03'), endKind: 'date' },
    ],
    [
      'a day and hours',
      ['DTSTART:20260102', 'DURATION:P1DT1H'],
      { start: at('2026-01-02'), startKind: 'date', end: at('2026-01-03T01:00:00Z'), endKind: 'floating' },
    ],
    ['less than nothing', [`DTSTART:${STAMP}`, 'DURATION:-P1DT1M1S'], { start, end: at('2026-01-01T03:03:04Z') }],
    [
      'an end as well',
      [`DTSTART:${STAMP}`, `DTEND:${STAMP}`, 'DURATION:PT1H'],
      { start, end: start, other: [raw('DURATION:PT1H')] },
    ],
    [
      'a second one',
      [`DTSTART:${STAMP}`, 'DURATION:PT0S', 'DURATION:PT1H'],
      { start, end: start, other: [raw('DURATION:PT1H')] },
    ],
    ['no start', [`DTEND:${STAMP}`, 'DURATION:PT1H'], { end: start, other: [raw('DURATION:PT1H')] }],
  ])('2.0: a duration with %s', (_, lines, expected) => {
    expect(read(item('2.0', 'VEVENT', lines))).toStrictEqual({ item: { ...empty, ...expected }, issues: [] });
  });

  it.each<[string, string[], object]>([
    [
      'a start',
      ['DTSTART:20260102T030405', 'DURATION:PT1H'],
      { start, startKind: 'floating', due: at('2026-01-02T04:04:05Z'), dueKind: 'floating' },
    ],
    ['when it was done alone', [`COMPLETED:${STAMP}`, 'DURATION:PT1H'], { completed: start, other: [raw('DURATION:PT1H')] }],
    [
      'when it is due',
      [`DTSTART:${STAMP}`, `DUE:${STAMP}`, 'DURATION:PT1H'],
      { start, due: start, other: [raw('DURATION:PT1H')] },
    ],
  ])('2.0: a duration of a task with %s', (_, lines, expected) => {
    expect(read(item('2.0', 'VTODO', lines))).toStrictEqual({ item: { ...empty, ...expected }, issues: [] });
  });

  it.each([
    ...['SUMMARY', 'DESCRIPTION', 'LOCATION', 'UID', 'DTSTART', 'DTEND', 'DUE', 'COMPLETED', 'CATEGORIES', 'DTSTAMP'],
    ...['PRIORITY', 'STATUS', 'EXDATE', 'RRULE', 'DURATION', 'DALARM', 'AALARM'],
  ])('%s without a value is left out and reported', (name) => {
    for (const kind of ['VEVENT', 'VTODO']) {
      const text = item('1.0', kind, [`${name}:`]);
      const reason = `${name} without a value`;
      const issue = { code: 'empty-property', severity: 'warning', field: `${kind}/${name}`, reason, assumed: 'nothing' };
      expect(read(text)).toStrictEqual({
        item: empty,
        issues: [expect.objectContaining({ ...issue, offset: text.indexOf(`${name}:`) })],
      });
    }
  });

  it.each([
    ['DTSTART:x', 'VEVENT/DTSTART', 'x'],
    ['DTEND;VALUE=DATE:20260230', 'VEVENT/DTEND', '20260230'],
    ['EXDATE:20260102,x', 'VEVENT/EXDATE', '20260102,x'],
    ['RRULE:FREQ=NEVER', 'VEVENT/RRULE', 'FREQ=NEVER'],
    ['DTSTART:20260102\r\nDURATION:1', 'VEVENT/DURATION', '1\r'],
    ['DTSTART:99991231\r\nDURATION:P1D', 'VEVENT/DURATION', 'P1D'],
    ['DTSTART:99991231T235959\r\nDURATION:PT1S', 'VEVENT/DURATION', 'PT1S'],
    ['DTSTART:00000101\r\nDURATION:-P1D', 'VEVENT/DURATION', '-P1D'],
    ['DTSTART:20260101\r\nDURATION:P999999W', 'VEVENT/DURATION', 'P999999W'],
  ])('%j is refused, and leniently kept', (line, field, value) => {
    const text = item('2.0', 'VEVENT', [line]);
    const offset = text.lastIndexOf(`:${value}`) + 1;
    expect(refusal(() => parseVCalendar(text))).toEqual({ code: 'bad-value', field, offset });
    const { item: kept, issues } = read(text, true);
    expect(kept.other).toHaveLength(1);
    const index = text.lastIndexOf('\r\n', offset) + 2;
    expect(issues).toMatchObject([
      { code: 'bad-value', severity: 'error', field, offset: index, assumed: 'the property, unchanged' },
    ]);
  });

  it.each([...['SUMMARY', 'DESCRIPTION', 'LOCATION', 'UID', 'DTSTART', 'DTEND', 'CATEGORIES', 'EXDATE', 'RRULE', 'DALARM']])(
    '%s in an encoding that nobody knows is refused',
    (name) => {
      const text = item('1.0', 'VEVENT', [`${name};ENCODING=ROT13:x`]);
      expect(refusal(() => parseVCalendar(text))).toEqual({
        ...{ code: 'bad-value', field: `VEVENT/${name}`, offset: text.indexOf('ROT13:x') + 6 },
      });
    },
  );

  it('so is the product', () => {
    const text = calendar('1.0', ['PRODID;ENCODING=ROT13:x']);
    expect(refusal(() => parseVCalendar(text))).toMatchObject({ code: 'bad-value', field: 'VCALENDAR/PRODID' });
  });

  it('what has almost the form of a time is read leniently, and reported at its value', () => {
    const text = item('2.0', 'VEVENT', ['DTSTART:2026-01-02T03:04:05Z', 'EXDATE:2026-01-02']);
    const { item: event, issues } = read(text, true);
    expect(event).toMatchObject({ start, exceptions: [{ at: at('2026-01-02'), kind: 'date' }] });
    const assumed = 'the time in its other form';
    expect(issues).toMatchObject([
      { code: 'bad-value', severity: 'error', field: 'VEVENT/DTSTART', offset: text.indexOf('2026-01-02T'), assumed },
      { code: 'bad-value', severity: 'error', field: 'VEVENT/EXDATE', offset: text.indexOf('EXDATE:') + 7, assumed },
    ]);
  });

  it('a time of an unknown zone is floating leniently', () => {
    const text = item('2.0', 'VTODO', ['DUE;TZID="Now;here":20260102T030405']);
    const field = 'VTODO/DUE';
    const offset = text.indexOf('20260102');
    expect(refusal(() => parseVCalendar(text))).toEqual({ code: 'bad-value', field, offset });
    const { item: todo, issues } = read(text, true);
    expect(todo).toMatchObject({ due: start, dueKind: 'floating' });
    const reason = 'time zone "Now;here" is defined neither in the calendar nor by the platform';
    expect(issues).toEqual([{ code: 'unknown-zone', severity: 'error', field, offset, reason, assumed: 'a floating time' }]);
  });

  it.each<[string[], number]>([
    [['DTSTART;TZID=Europe/Berlin:20260102T030405'], 1],
    [[`DTSTART:${STAMP}`, 'DTEND;TZID=Europe/Berlin:20260102T030405'], 1],
    [[`DTSTART:${STAMP}`, 'EXDATE;TZID=Europe/Berlin:20260102T030405'], 0],
    [[`DTSTART:${STAMP}`, `DTEND:${STAMP}`], 0],
    [['DTSTART:20260102T030405'], 0],
  ])('a rule of times in a zone is noted: %j', (lines, count) => {
    const text = item('2.0', 'VEVENT', [...lines, 'RRULE:FREQ=DAILY']);
    const offset = text.indexOf('RRULE');
    const assumed = 'the rule, unchanged';
    const note = { code: 'zoned-recurrence', severity: 'warning', field: 'VEVENT/RRULE', offset, assumed };
    expect(read(text).issues).toMatchObject(Array(count).fill(note));
    expect(read(text).issues).toHaveLength(count);
  });

  it.each([
    ['SUMMARY;X-A=1:x', 'SUMMARY', true],
    ['a.SUMMARY:x', 'SUMMARY', true],
    ['SUMMARY;VALUE=TEXT:x', 'SUMMARY', false],
    ['SUMMARY;TZID=Z:x', 'SUMMARY', true],
    ['CATEGORIES;X-A=1:x', 'CATEGORIES', true],
    ['DTSTART;X-A=1:20260102', 'DTSTART', true],
    ['DTSTART;VALUE=DATE;TZID=Z:20260102', 'DTSTART', false],
    ['DTEND;TZID=Z:20260102', 'DTEND', false],
    ['EXDATE;VALUE=DATE;TZID=Z:20260102', 'EXDATE', false],
    ['EXDATE;X-A=1:20260102', 'EXDATE', true],
    ['DTSTAMP;TZID=Z:20260102T030405Z', 'DTSTAMP', true],
    ['RRULE;X-A=1:FREQ=DAILY', 'RRULE', true],
    ['RRULE;VALUE=RECUR:FREQ=DAILY', 'RRULE', false],
    ['DTSTART:20260102\r\nDURATION;X-A=1:P1D', 'DURATION', true],
    ['DURATION;X-A=1:P1D', 'DURATION', false],
    ['a.X-B;X-A=1:x', 'X-B', false],
  ])('%j loses something of %s: %j', (line, field, isLost) => {
    const text = item('2.0', 'VEVENT', [line]);
    const offset = Math.max(text.indexOf(`\n${field}`), text.indexOf(`\na.${field}`)) + 1;
    const reason = `group or parameters of ${field}`;
    const issue = { code: 'dropped-parameter', severity: 'warning', field, offset, reason, assumed: 'nothing' };
    expect(read(text).issues).toEqual(isLost ? [issue] : []);
  });
});

describe('what is written', () => {
  /** The lines between BEGIN and END of the calendar, and what is dropped. */
  function written(model: VCalendar, format: VCalendarFormat) {
    const dropped: string[] = [];
    const lines = formatVCalendar(model, { ...format, onDrop: (path) => dropped.push(path) }).split('\r\n');
    expect(formatVCalendar(model, format).split('\r\n')).toEqual(lines);
    return { lines: lines.slice(2, -2), dropped };
  }
  const event: VEvent = {
    ...{ categories: ['a;b', 'c,d'], summary: 's;', description: 'd\n', location: 'l', start, end: at('2026-01-02T04:00:00Z') },
    ...{ rrule: 'freq=daily', exceptions: [{ at: start }, { at: at('2026-01-03'), kind: 'date' }], uid: 'u', stamp: start },
    other: [{ name: 'X-A', value: '1' }],
    components: [{ name: 'X-B', properties: [], components: [] }],
  };
  const todo: VTodo = {
    ...{ summary: 's', start, startKind: 'floating', due: at('2026-01-03T23:59:59Z'), dueKind: 'date', completed: start },
    ...{ completedKind: 'floating', priority: 0, status: 'in-process-x', uid: 'u', stamp: start },
  };

  it('an event', () => {
    const body = ['SUMMARY:s;', 'DESCRIPTION;ENCODING=QUOTED-PRINTABLE:d=0D=0A', 'LOCATION:l', `DTSTART:${STAMP}`];
    const rest = ['DTEND:20260102T040000Z', 'RRULE:D1 #0', `EXDATE:${STAMP};20260103T000000`, 'X-A:1'];
    const component = ['BEGIN:X-B', 'END:X-B'];
    expect(written({ version: '1.0', events: [event] }, { version: '1.0' })).toEqual({
      lines: [
        ...['BEGIN:VEVENT', 'UID:u', `DTSTAMP:${STAMP}`, 'CATEGORIES:a\\;b;c,d', ...body, ...rest, ...component, 'END:VEVENT'],
      ],
      dropped: [],
    });
    expect(written({ version: '2.0', events: [event] }, { version: '1.0' })).toEqual({
      lines: ['BEGIN:VEVENT', 'CATEGORIES:a\\;b;c,d', ...body, ...rest, 'END:VEVENT'],
      dropped: ['events[0].components[0]', 'events[0].uid', 'events[0].stamp'],
    });
    expect(written({ events: [event] }, { version: '2.0' })).toEqual({
      lines: [
        ...['PRODID:-//handset//EN', 'BEGIN:VEVENT', 'UID:u', `DTSTAMP:${STAMP}`, 'CATEGORIES:a\\;b,c\\,d', 'SUMMARY:s\\;'],
        ...['DESCRIPTION:d\\n', 'LOCATION:l', `DTSTART:${STAMP}`, 'DTEND:20260102T040000Z', 'RRULE:FREQ=DAILY'],
        ...[`EXDATE:${STAMP}`, 'EXDATE;VALUE=DATE:20260103', 'X-A:1', ...component, 'END:VEVENT'],
      ],
      dropped: [],
    });
  });

  it('a task', () => {
    expect(written({ version: '1.0', todos: [todo] }, { version: '1.0' }).lines).toEqual([
      ...['BEGIN:VTODO', 'UID:u', `DTSTAMP:${STAMP}`, 'SUMMARY:s', 'DTSTART:20260102T030405', 'DUE:20260103T000000'],
      ...['COMPLETED:20260102T030405', 'PRIORITY:0', 'STATUS:in process x', 'END:VTODO'],
    ]);
    expect(written({ todos: [todo] }, { version: '2.0' }).lines.slice(1)).toEqual([
      ...['BEGIN:VTODO', 'UID:u', `DTSTAMP:${STAMP}`, 'SUMMARY:s', 'DTSTART:20260102T030405', 'DUE;VALUE=DATE:20260103'],
      ...['COMPLETED:20260102T030405', 'PRIORITY:0', 'STATUS:in-process-x', 'END:VTODO'],
    ]);
  });

  it('an event has no times of a task, and the other way round', () => {
    const both = { ...event, ...todo, end: start };
    const names = (kind: 'events' | 'todos') =>
      written({ [kind]: [both] }, { version: '2.0' }).lines.map((line) => line.split(/[:;]/)[0]);
    for (const name of ['DUE', 'COMPLETED', 'PRIORITY', 'STATUS']) expect(names('events')).not.toContain(name);
    expect(names('events')).toContain('DTEND');
    expect(names('todos')).not.toContain('DTEND');
  });

  it('a day in 1.0 is its midnight, whatever the time', () => {
    const day = { events: [{ start: at('2026-01-02T23:59:59Z'), startKind: 'date' as const }] };
    expect(written(day, { version: '1.0' }).lines).toContain('DTSTART:20260102T000000');
  });

  it('empty texts, categories and exceptions are left out', () => {
    const model = { productId: '', events: [{ summary: '', uid: '', categories: [], exceptions: [] }] };
    expect(written(model, { version: '1.0' }).lines).toEqual(['BEGIN:VEVENT', 'END:VEVENT']);
    expect(written({ version: '1.0', productId: 'p' }, { version: '1.0' }).lines).toEqual(['PRODID:p']);
    expect(written({ version: '2.0', productId: 'p,' }, { version: '2.0' }).lines).toEqual(['PRODID:p\\,']);
  });

  it('the stamp is that of the event, else of the format, else the start, else the epoch', () => {
    const stamps = (model: VEvent, format: object = {}) =>
      written({ events: [model] }, { version: '2.0', ...format }).lines.filter((line) => line.startsWith('DTSTAMP'));
    const [one, two, three] = [at('2001-01-01'), at('2002-01-01'), at('2003-01-01')];
    expect(stamps({ stamp: one, start: three }, { stamp: two })).toEqual(['DTSTAMP:20010101T000000Z']);
    expect(stamps({ start: three }, { stamp: two })).toEqual(['DTSTAMP:20020101T000000Z']);
    expect(stamps({ start: three, startKind: 'date' })).toEqual(['DTSTAMP:20030101T000000Z']);
    expect(stamps({})).toEqual(['DTSTAMP:19700101T000000Z']);
  });

  it('lines are folded in 2.0 alone', () => {
    const long = 'x'.repeat(100);
    const list = (count: number) => Array.from({ length: count }, (_, i) => i).join();
    const rrule = `FREQ=DAILY;BYHOUR=${list(24)};BYMINUTE=${list(10)}`;
    const model = { summary: long, categories: [long], other: [{ name: 'X-A', value: long }] };
    const lengths = (version: '1.0' | '2.0', event: VEvent) =>
      written({ version, events: [event] }, { version })
        .lines.map(({ length }) => length)
        .filter((length) => length > 25);
    expect(lengths('1.0', model)).toEqual(['CATEGORIES:', 'SUMMARY:', 'X-A:'].map((head) => head.length + 100));
    // 75 octets, and a blank before the rest.
    expect(lengths('2.0', model)).toEqual([75, 37, 75, 34, 75, 30]);
    expect(lengths('2.0', { rrule })).toEqual([75, `RRULE:${rrule}`.length - 74]);
  });

  it('a UID has eight digits before its host, whatever the content', () => {
    const events = Array.from({ length: 100 }, (_, i) => ({ summary: `${i}` }));
    const { lines } = written({ events }, { version: '2.0' });
    const uids = lines.filter((line) => line.startsWith('UID:'));
    expect(new Set(uids).size).toBe(100);
    for (const uid of uids) expect(uid).toMatch(/^UID:[0-9a-f]{8}@handset$/);
  });

  it('a UID is made of the content and the place', () => {
    const [one, , two] = written({ events: [{ summary: 'a' }, { summary: 'a' }] }, { version: '2.0' }).lines.filter((line) =>
      /^UID|^END/.test(line),
    );
    expect(one).toMatch(/^UID:[0-9a-f]{8}@handset$/);
    expect(two).not.toBe(one);
  });

  // What vCalendar leaves out of an iCalendar: docs/vobjects.md.
  it.each([
    ...['DTSTAMP', 'UID', 'PRODID', 'SEQUENCE', 'ATTENDEE', 'ORGANIZER'],
    ...['METHOD', 'CALSCALE', 'TRANSP', 'RECURRENCE-ID', 'X-WR-TIMEZONE'],
  ])('%s is left out of 1.0 unless it is kept, or came from there', (name) => {
    const model = (version: '1.0' | '2.0'): VCalendar => ({ version, other: [{ name: name.toLowerCase(), value: 'v' }] });
    expect(written(model('2.0'), { version: '1.0' })).toEqual({ lines: [], dropped: ['other[0]'] });
    expect(written(model('2.0'), { version: '1.0', keep: [name] })).toEqual({ lines: [`${name}:v`], dropped: [] });
    expect(written(model('2.0'), { version: '1.0', keep: [`${name}S`] })).toEqual({ lines: [], dropped: ['other[0]'] });
    expect(written(model('1.0'), { version: '1.0' })).toEqual({ lines: [`${name}:v`], dropped: [] });
    expect(written(model('2.0'), { version: '2.0' }).lines).toContain(`${name}:v`);
  });

  it('of what the model has, too', () => {
    const model: VCalendar = { version: '2.0', productId: 'p', events: [{ uid: 'u', stamp: start }] };
    expect(written(model, { version: '1.0' })).toEqual({
      lines: ['BEGIN:VEVENT', 'END:VEVENT'],
      dropped: ['productId', 'events[0].uid', 'events[0].stamp'],
    });
    expect(written(model, { version: '1.0', keep: ['prodid', 'uid', 'dtstamp'] })).toEqual({
      lines: ['PRODID:p', 'BEGIN:VEVENT', 'UID:u', `DTSTAMP:${STAMP}`, 'END:VEVENT'],
      dropped: [],
    });
    expect(written({ version: '2.0', events: [{}] }, { version: '1.0' }).dropped).toEqual([]);
  });

  it('properties in a zone are left out of 1.0, and components', () => {
    const params = [
      { name: 'X', value: '1' },
      { name: 'tzid', value: 'Z' },
    ];
    const other = [{ name: 'X-A', params, value: '1' }];
    const components = [{ name: 'X-B', properties: [], components: [] }];
    expect(written({ version: '2.0', other, components }, { version: '1.0', keep: ['X-A'] })).toEqual({
      lines: [],
      dropped: ['other[0]', 'components[0]'],
    });
    const unzoned = [{ name: 'X-A', params: params.slice(0, 1), value: '1' }];
    expect(written({ version: '2.0', other: unzoned }, { version: '1.0' })).toEqual({ lines: ['X-A;X=1:1'], dropped: [] });
    expect(written({ version: '1.0', other, components }, { version: '1.0' })).toEqual({
      lines: ['X-A;X=1;TZID=Z:1', 'BEGIN:X-B', 'END:X-B'],
      dropped: [],
    });
  });

  it('the time zone is left out of 2.0', () => {
    expect(written({ timeZone: '+01:00' }, { version: '1.0' })).toEqual({ lines: ['TZ:+01:00'], dropped: [] });
    expect(written({ timeZone: '+01:00' }, { version: '2.0' })).toMatchObject({ dropped: ['timeZone'] });
    expect(written({ timeZone: '+01:00' }, { version: '2.0' }).lines).toHaveLength(1);
  });

  it.each([0, 1, 9, 99])('the priority %i', (priority) => {
    for (const version of VERSIONS) {
      expect(written({ todos: [{ priority }] }, { version }).lines).toContain(`PRIORITY:${priority}`);
    }
  });

  it.each<[string, object]>([
    ['productId', { productId: 7 }],
    ['timeZone', { timeZone: 'CET' }],
    ['timeZone', { timeZone: 1 }],
    ['timeZone', { timeZone: ['+01:00'] }],
    ['todos', { todos: 'x' }],
    ['todos[1]', { todos: [{}, null] }],
    ['events[1]', { events: [{}, 'x'] }],
    ['other', { other: 'x' }],
    ['other[0].params', { version: '2.0', other: [{ name: 'X', params: 'x', value: '' }] }],
    ['other[0].params[0]', { version: '2.0', other: [{ name: 'X', params: [null], value: '' }] }],
    ['other[0].name', { version: '2.0', other: [{ value: '' }] }],
    ['components', { components: 'x' }],
    ['events[0].other', { events: [{ other: {} }] }],
    ['events[0].other[0].value', { events: [{ other: [{ name: 'X', value: 'a\n' }] }] }],
    ['events[0].components', { events: [{ components: {} }] }],
    ...['summary', 'description', 'location', 'rrule'].map((name): [string, object] => [
      `events[0].${name}`,
      { events: [{ [name]: 7 }] },
    ]),
    ...['start', 'end'].map((name): [string, object] => [`events[0].${name}`, { events: [{ [name]: 'x' }] }]),
    ...['start', 'end'].map((name): [string, object] => [
      `events[0].${name}Kind`,
      { events: [{ [name]: start, [`${name}Kind`]: 'x' }] },
    ]),
    ...['start', 'due', 'completed'].map((name): [string, object] => [`todos[0].${name}`, { todos: [{ [name]: 'x' }] }]),
    ...['due', 'completed'].map((name): [string, object] => [
      `todos[0].${name}Kind`,
      { todos: [{ [name]: start, [`${name}Kind`]: 'x' }] },
    ]),
    ['events[0].uid', { version: '1.0', events: [{ uid: 7 }] }],
    ['events[0].stamp', { version: '1.0', events: [{ stamp: 'x' }] }],
    ['events[0].rrule', { events: [{ rrule: 7 }] }],
    ['events[0].rrule', { events: [{ rrule: '' }] }],
    ['events[0].categories', { events: [{ categories: {} }] }],
    ['events[0].categories[1]', { events: [{ categories: ['a', 7] }] }],
    ['events[0].categories[1]', { events: [{ categories: ['a', ''] }] }],
    ['events[0].exceptions', { events: [{ exceptions: {} }] }],
    ['events[0].exceptions[1]', { events: [{ exceptions: [{ at: start }, null] }] }],
    ['events[0].exceptions[1].at', { events: [{ exceptions: [{ at: start }, { at: 'x' }] }] }],
    ['todos[0].priority', { todos: [{ priority: -1 }] }],
    ['todos[0].priority', { todos: [{ priority: 100 }] }],
    ['todos[0].priority', { todos: [{ priority: '1' }] }],
    ...['', '1', 'a b', 'a:b', '-a', 'a\n', 7, ['A']].map((status): [string, object] => [
      'todos[0].status',
      { todos: [{ status }] },
    ]),
  ])('%s is refused: %j', (field, model) => {
    for (const version of VERSIONS) {
      const format = { version, keep: ['uid', 'dtstamp', 'prodid'] };
      expect(refusal(() => formatVCalendar(model as VCalendar, format))).toEqual({
        code: 'bad-value',
        field,
        offset: undefined,
      });
    }
  });

  it.each<[string, (text: string) => VCalendar]>([
    ['productId', (productId) => ({ productId })],
    ['events[0].summary', (summary) => ({ events: [{ summary }] })],
    ['events[0].description', (description) => ({ events: [{ description }] })],
    ['events[0].location', (location) => ({ events: [{ location }] })],
    ['events[0].uid', (uid) => ({ events: [{ uid }] })],
    ['events[0].categories[1]', (category) => ({ events: [{ categories: ['a', category] }] })],
  ])('characters of %s: 2.0 has no controls, neither has lone surrogates', (field, make) => {
    const refused = (text: string, version: '1.0' | '2.0') =>
      refusal(() => formatVCalendar({ version, ...make(text) }, { version }));
    for (const version of VERSIONS) {
      expect(refused('a\udc00', version)).toEqual({ code: 'unencodable', field, offset: 1 });
    }
    expect(refused('ab\x01', '2.0')).toEqual({ code: 'unencodable', field, offset: 2 });
    const text = formatVCalendar({ version: '1.0', ...make('ab\x01') }, { version: '1.0' });
    expect(text).toContain(';ENCODING=QUOTED-PRINTABLE:');
    const latin = () => formatVCalendar({ version: '1.0', ...make('€') }, { version: '1.0', charset: 'ISO-8859-1' });
    expect(refusal(latin)).toMatchObject({ code: 'unencodable', field: field.replace('[1]', '') });
  });

  it('what strict reading refuses of it is reported', () => {
    const issues: VObjectIssue[] = [];
    const other = [
      { name: 'SUMMARY', params: [{ name: 'X-A', value: '1' }], value: 'a' },
      { name: 'DTEND', value: 'x' },
    ];
    const text = formatVCalendar({ events: [{ other }] }, { version: '1.0', onIssue: (issue) => issues.push(issue) });
    expect(issues).toMatchObject([{ code: 'bad-value', field: 'VEVENT/DTEND', offset: text.indexOf('DTEND') }]);
    expect(formatVCalendar({ events: [{ other }] }, { version: '1.0' })).toBe(text);
  });

  it('only in a version that there is', () => {
    for (const version of [undefined, '2.1', '3.0']) {
      expect(() => formatVCalendar({}, { version } as never)).toThrow(
        new TypeError(`calendar versions are '1.0' and '2.0', not ${String(version)}`),
      );
    }
    expect(() => formatVCalendar('' as never, { version: '1.0' })).toThrow(/^calendar is /);
    expect(() => parseVCalendar(7 as never)).toThrow(/^text is 7, not a string; decodeVObjectText makes one of octets$/);
  });
});
