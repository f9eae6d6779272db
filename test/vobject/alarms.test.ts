/** Alarms of events and tasks: DALARM and AALARM of vCalendar 1.0, VALARM of iCalendar. */
import { describe, expect, it } from 'vitest';
import { formatVCalendar, parseVCalendar, type VCalendar, type VEvent, type VObjectIssue } from '../../src/vobject/index.js';
import { refusal } from '../support/hostile.js';

const at = (iso: string) => new Date(iso);
const start = at('2026-01-02T03:04:05Z');
const END = '20260102T040000Z';

const calendar = (version: string, kind: string, lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', `VERSION:${version}`, `BEGIN:${kind}`, ...lines, `END:${kind}`, 'END:VCALENDAR', ''].join('\r\n');
const old = (...lines: string[]) => calendar('1.0', 'VEVENT', lines);
const alarm = (...lines: string[]) => ['BEGIN:VALARM', ...lines, 'END:VALARM'];
/** An event at `start` with an alarm. */
const recent = (...lines: string[]) =>
  calendar('2.0', 'VEVENT', ['DTSTART:20260102T030405Z', `DTEND:${END}`, ...alarm(...lines)]);

/** The alarm of the only event or task, what is left of it, and what is reported. */
function read(text: string, lenient = false) {
  const issues: VObjectIssue[] = [];
  const { events, todos } = parseVCalendar(text, { lenient, onIssue: (issue) => issues.push(issue) });
  const { alarm, alarmKind, alarmDetail, other, components } = [...events, ...todos][0] as (typeof events)[0];
  return { alarm, alarmKind, alarmDetail, other, components, issues };
}

describe('VALARM that is read', () => {
  // RFC 5545 sections 3.6.6 and 3.8.6.3.
  it.each<[string, string, string?]>([
    ['TRIGGER:PT0S', '2026-01-02T03:04:05Z'],
    ['TRIGGER:-PT5M', '2026-01-02T02:59:05Z'],
    ['TRIGGER: +PT5M ', '2026-01-02T03:09:05Z'],
    ['TRIGGER:PT5M', '2026-01-02T03:09:05Z'],
    ['TRIGGER:-P1DT1H1M1S', '2026-01-01T02:03:04Z'],
    ['TRIGGER:-P2W', '2025-12-19T03:04:05Z'],
    ['TRIGGER;RELATED=START:-PT5M', '2026-01-02T02:59:05Z'],
    ['TRIGGER;RELATED=end:-PT5M', '2026-01-02T03:55:00Z'],
    ['TRIGGER;VALUE=DATE-TIME: 20260101T010203Z ', '2026-01-01T01:02:03Z'],
    ['TRIGGER;VALUE=DATE-TIME:20260101T010203', '2026-01-01T01:02:03Z', 'floating'],
    ['TRIGGER;TZID=Europe/Berlin:20260101T010203', '2026-01-01T00:02:03Z'],
  ])('%s', (trigger, iso, alarmKind) => {
    expect(read(recent(trigger))).toStrictEqual({
      ...{ alarm: at(iso), alarmKind, alarmDetail: undefined, other: [], components: [], issues: [] },
    });
  });

  it.each<[string, string, string[], string, string | undefined]>([
    ['a floating start', 'VEVENT', ['DTSTART:20260102T030405', 'TRIGGER:PT1H'], '2026-01-02T04:04:05Z', 'floating'],
    ['a day', 'VEVENT', ['DTSTART;VALUE=DATE:20260102', 'TRIGGER:PT9H'], '2026-01-02T09:00:00Z', 'floating'],
    [
      'the end of a day',
      'VEVENT',
      ['DTEND;VALUE=DATE:20260103', 'TRIGGER;RELATED=END:-PT9H'],
      '2026-01-02T15:00:00Z',
      'floating',
    ],
    ['when a task is due', 'VTODO', ['DUE:20260102T040000', 'TRIGGER;RELATED=END:-PT1H'], '2026-01-02T03:00:00Z', 'floating'],
    ['when a task begins', 'VTODO', ['DTSTART:20260102T040000Z', 'TRIGGER:-PT1H'], '2026-01-02T03:00:00Z', undefined],
  ])('counts from %s', (_, kind, [time = '', trigger = ''], iso, alarmKind) => {
    expect(read(calendar('2.0', kind, [time, ...alarm(trigger)]))).toMatchObject({ alarm: at(iso), components: [] });
    expect(read(calendar('2.0', kind, [time, ...alarm(trigger)])).alarmKind).toBe(alarmKind);
  });

  it.each<[string[], object | undefined]>([
    [['ACTION:DISPLAY'], undefined],
    [['ACTION:DISPLAY', 'DESCRIPTION:a\\,b'], { content: 'a,b' }],
    [['ACTION: display ', 'DESCRIPTION:Reminder'], undefined],
    [['DESCRIPTION:'], undefined],
    [['ACTION: audio '], { type: 'audio' }],
    [['ACTION:AUDIO', 'ATTACH:http://a/b,c'], { type: 'audio', content: 'http://a/b,c' }],
    [['ACTION:AUDIO', 'ATTACH:a\\,b'], { type: 'audio', content: 'a\\,b' }],
    [['ACTION:AUDIO', 'ATTACH:Reminder'], { type: 'audio', content: 'Reminder' }],
    [['ACTION:AUDIO', 'DESCRIPTION:x'], { type: 'audio' }],
    [['REPEAT: 2 ', 'DURATION: PT5M '], { snooze: 'PT5M', repeat: 2 }],
    [['REPEAT:0'], { repeat: 0 }],
    [['REPEAT:9999'], { repeat: 9999 }],
    [['REPEAT:', 'DURATION:'], undefined],
  ])('has the details of %j', (lines, detail) => {
    const found = read(recent('TRIGGER:PT0S', ...lines));
    expect(found.alarmDetail).toStrictEqual(detail);
    expect(found).toMatchObject({ alarm: start, components: [], issues: [] });
  });

  it('gives no member to an event that it does not need', () => {
    const end = at('2026-01-02T04:00:00Z');
    expect(parseVCalendar(recent('TRIGGER:PT0S')).events).toStrictEqual([
      { categories: [], other: [], components: [], start, end, alarm: start },
    ]);
    expect(parseVCalendar(old('DALARM:20260102T030405Z')).events).toStrictEqual([
      { categories: [], other: [], components: [], alarm: start },
    ]);
  });

  it('a text that repeats the summary is none of its own', () => {
    const lines = (text: string) => [
      'SUMMARY:Tea',
      'DTSTART:20260102T030405Z',
      ...alarm('TRIGGER:PT0S', `DESCRIPTION:${text}`),
    ];
    expect(read(calendar('2.0', 'VEVENT', lines('Tea'))).alarmDetail).toBeUndefined();
    expect(read(calendar('2.0', 'VEVENT', lines('Reminder'))).alarmDetail).toStrictEqual({ content: 'Reminder' });
    const sound = alarm('ACTION:AUDIO', 'TRIGGER:PT0S', 'ATTACH:Tea');
    const text = calendar('2.0', 'VEVENT', ['SUMMARY:Tea', 'DTSTART:20260102T030405Z', ...sound]);
    expect(read(text).alarmDetail).toStrictEqual({ type: 'audio', content: 'Tea' });
  });

  it.each<[string, string[]]>([
    ['ATTACH', ['ACTION:DISPLAY', 'ATTACH:x']],
    ['X-A', ['ACTION:AUDIO', 'ATTACH:x', 'DESCRIPTION:y', 'REPEAT:1', 'DURATION:PT1M', 'X-A:1', 'X-B:1']],
    ['SUMMARY', ['SUMMARY:x']],
  ])('the first property that is lost is noted: %s', (name, lines) => {
    const text = recent('TRIGGER:PT0S', ...lines);
    const { issues } = read(text);
    const reason = `${name} of an alarm`;
    const offset = text.indexOf(`${name}:`);
    expect(issues).toEqual([
      { code: 'dropped-property', severity: 'warning', field: 'VALARM', offset, reason, assumed: 'nothing' },
    ]);
  });

  it.each<[string, string]>([
    ['another action', recent('ACTION:EMAIL', 'TRIGGER:PT0S')],
    ['no trigger', recent('ACTION:DISPLAY')],
    ['no start', calendar('2.0', 'VEVENT', alarm('TRIGGER:PT0S'))],
    ['no end', calendar('2.0', 'VEVENT', ['DTSTART:20260102T030405Z', ...alarm('TRIGGER;RELATED=END:PT0S')])],
    ['an end of the other kind', calendar('2.0', 'VTODO', ['DTSTART:20260102', ...alarm('TRIGGER;RELATED=END:PT0S')])],
    ['another name', recent('TRIGGER:PT0S').replaceAll('VALARM', 'X-ALARM')],
  ])('stays a component with %s', (_, text) => {
    const found = read(text);
    expect(found).toMatchObject({ alarm: undefined, issues: [] });
    expect(found.components).toHaveLength(1);
  });

  it("the first is the model's, in 1.0 too", () => {
    const second = alarm('TRIGGER:PT1H');
    for (const version of ['1.0', '2.0']) {
      const text = calendar(version, 'VEVENT', ['DTSTART:20260102T030405Z', ...alarm('TRIGGER:PT0S'), ...second]);
      expect(read(text)).toMatchObject({
        alarm: start,
        components: [{ name: 'VALARM', properties: [{ name: 'TRIGGER', value: 'PT1H' }] }],
      });
    }
  });

  it.each<[string, string, string[]]>([
    ['VALARM/TRIGGER', 'soon', ['TRIGGER:soon']],
    ['VALARM/TRIGGER', 'P1', ['TRIGGER:P1']],
    ['VALARM/TRIGGER', 'P999999W', ['TRIGGER:P999999W']],
    ['VALARM/TRIGGER', '-P999999D', ['TRIGGER:-P999999D']],
    ['VALARM/DURATION', '', ['TRIGGER:PT0S', 'DURATION:5']],
    ['VALARM/REPEAT', '', ['TRIGGER:PT0S', 'REPEAT:10000']],
    ['VALARM/REPEAT', '', ['TRIGGER:PT0S', 'REPEAT:-1']],
    ['VALARM/REPEAT', '', ['TRIGGER:PT0S', 'REPEAT:1x']],
  ])('is refused for its %s %s, and leniently kept', (field, value, lines) => {
    const text = recent(...lines);
    const index = text.indexOf('BEGIN:VALARM');
    const offset = value === '' ? index : text.lastIndexOf(value);
    expect(refusal(() => parseVCalendar(text))).toEqual({ code: 'bad-value', field, offset });
    const { alarm, components, issues } = read(text, true);
    expect(alarm).toBeUndefined();
    expect(components).toHaveLength(1);
    expect(issues).toMatchObject([
      { code: 'bad-value', severity: 'error', field, offset: index, assumed: 'the alarm, unchanged' },
    ]);
  });

  it('is refused for its text, which is decoded', () => {
    const text = recent('TRIGGER:PT0S', 'DESCRIPTION;ENCODING=ROT13:x');
    const offset = text.indexOf('ROT13:x') + 6;
    expect(refusal(() => parseVCalendar(text))).toEqual({ code: 'bad-value', field: 'VALARM/DESCRIPTION', offset });
  });
});

describe('DALARM and AALARM that are read', () => {
  // vCalendar 1.0 sections 2.3.1 and 2.3.5: time, pause, repeats, and the text or sound.
  it.each<[string, object | undefined, string?]>([
    ['DALARM:20260102T030405Z', undefined],
    ['DALARM:20260102T030405', undefined, 'floating'],
    ['DALARM: 20260102T030405Z ;PT5M;2;a\\;b', { snooze: 'PT5M', repeat: 2, content: 'a;b' }],
    ['DALARM:20260102T030405Z;;;', undefined],
    ['DALARM:20260102T030405Z;;0;', { repeat: 0 }],
    ['DALARM:20260102T030405Z;;9999', { repeat: 9999 }],
    ['DALARM:20260102T030405Z;;;a', { content: 'a' }],
    ['DALARM:20260102T030405Z;;;a\\nb\\\\', { content: 'a\\nb\\' }],
    ['AALARM:20260102T030405Z', { type: 'audio' }],
    ['AALARM;VALUE=URL:20260102T030405Z;P1D;;a', { type: 'audio', snooze: 'P1D', content: 'a' }],
    ['DALARM;QUOTED-PRINTABLE:20260102T030405Z;;;=41', { content: 'A' }],
  ])('%s', (line, detail, alarmKind) => {
    expect(read(old(line))).toStrictEqual({
      ...{ alarm: start, alarmKind, alarmDetail: detail, other: [], components: [], issues: [] },
    });
  });

  it.each([
    'DALARM:20260102T030405Z;soon',
    'DALARM:20260102T030405Z;;x',
    'DALARM:20260102T030405Z;;x1',
    'DALARM:20260102T030405Z;;1x',
    'DALARM:20260102T030405Z;;10000',
    'DALARM:20260102T030405Z;;;a;b',
    'DALARM:20260102T030405Z;;;;',
  ])('%s stays as it is', (line) => {
    const found = read(old(line));
    expect(found).toMatchObject({ alarm: undefined, issues: [] });
    expect(found.other).toStrictEqual([{ name: 'DALARM', value: line.slice(7) }]);
  });

  it("the first is the model's; in 2.0 there is none", () => {
    const lines = ['DALARM:20260102T030405Z', 'AALARM:20260102T030406Z', 'DALARM:x'];
    expect(read(old(...lines))).toMatchObject({
      alarm: start,
      other: [
        { name: 'AALARM', value: '20260102T030406Z' },
        { name: 'DALARM', value: 'x' },
      ],
    });
    expect(read(calendar('2.0', 'VEVENT', lines))).toMatchObject({ alarm: undefined, other: [{}, {}, {}] });
  });

  it.each(['DALARM', 'AALARM'])('%s of no time is refused, and leniently kept', (name) => {
    const text = old(`${name}:soon;PT5M`);
    const index = text.indexOf(name);
    const field = `VEVENT/${name}`;
    expect(refusal(() => parseVCalendar(text))).toEqual({ code: 'bad-value', field, offset: index + 7 });
    const { other, issues } = read(text, true);
    expect(other).toHaveLength(1);
    expect(issues).toMatchObject([
      { code: 'bad-value', severity: 'error', field, offset: index, assumed: 'the property, unchanged' },
    ]);
  });
});

describe('alarms that are written', () => {
  /** The lines of the alarm, and what is dropped. */
  function written(event: VEvent, version: '1.0' | '2.0', from?: '1.0' | '2.0') {
    const dropped: string[] = [];
    const model: VCalendar = { version: from, events: [event] };
    const lines = formatVCalendar(model, { version, onDrop: (path) => dropped.push(path) }).split('\r\n');
    expect(formatVCalendar(model, { version }).split('\r\n')).toEqual(lines);
    const first = lines.findIndex((line) => /^(?:[DA]ALARM|BEGIN:VALARM)/.test(line));
    return { lines: first < 0 ? [] : lines.slice(first, lines.indexOf('END:VEVENT')), dropped };
  }

  it.each<[string, VEvent, string[]]>([
    ['a time', { alarm: start }, ['DALARM:20260102T030405Z']],
    ['a floating time', { alarm: start, alarmKind: 'floating' }, ['DALARM:20260102T030405']],
    ['a day, as its midnight', { alarm: start, alarmKind: 'date' }, ['DALARM:20260102T000000']],
    ['a sound', { alarm: start, alarmDetail: { type: 'audio' } }, ['AALARM:20260102T030405Z']],
    ['a pause', { alarm: start, alarmDetail: { snooze: 'PT5M' } }, ['DALARM:20260102T030405Z;PT5M']],
    ['no repeat', { alarm: start, alarmDetail: { repeat: 0 } }, ['DALARM:20260102T030405Z;;0']],
    ['most repeats', { alarm: start, alarmDetail: { repeat: 9999 } }, ['DALARM:20260102T030405Z;;9999']],
    ['a text', { alarm: start, alarmDetail: { content: 'a;b' } }, ['DALARM:20260102T030405Z;;;a\\;b']],
    [
      'all',
      { alarm: start, alarmDetail: { type: 'audio', snooze: 'PT5M', repeat: 2, content: 'é' } },
      ['AALARM;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:20260102T030405Z;PT5M;2;=C3=A9'],
    ],
    ['none', { alarmDetail: { content: 'a' } }, []],
  ])('in 1.0: %s', (_, event, lines) => {
    expect(written(event, '1.0')).toEqual({ lines, dropped: [] });
    expect(written(event, '1.0', '1.0')).toEqual({ lines, dropped: [] });
  });

  it('in 1.0 from iCalendar: the text of a display is dropped, that of a sound is not', () => {
    const content = (type: 'display' | 'audio' | undefined, text: string | undefined) =>
      written({ alarm: start, alarmDetail: { type, content: text } }, '1.0', '2.0');
    const dropped = ['events[0].alarmDetail.content'];
    expect(content(undefined, 'a')).toEqual({ lines: ['DALARM:20260102T030405Z'], dropped });
    expect(content('display', 'a')).toEqual({ lines: ['DALARM:20260102T030405Z'], dropped });
    expect(content('display', undefined)).toEqual({ lines: ['DALARM:20260102T030405Z'], dropped: [] });
    expect(content('audio', 'a')).toEqual({ lines: ['AALARM:20260102T030405Z;;;a'], dropped: [] });
  });

  it.each<[string, VEvent, string[]]>([
    ['at the start', { start, alarm: start }, ['ACTION:DISPLAY', 'TRIGGER:PT0S', 'DESCRIPTION:Reminder']],
    [
      'before it',
      { start, alarm: at('2026-01-02T02:59:04.999Z'), summary: 'a,b' },
      ['ACTION:DISPLAY', 'TRIGGER:-PT5M1S', 'DESCRIPTION:a\\,b'],
    ],
    [
      'after it, with milliseconds',
      { start: at('2026-01-02T03:04:05.900Z'), alarm: at('2026-01-03T03:04:06.100Z'), alarmDetail: { content: '' } },
      ['ACTION:DISPLAY', 'TRIGGER:P1DT1S', 'DESCRIPTION:Reminder'],
    ],
    [
      'with a text',
      { start, alarm: start, summary: 'a', alarmDetail: { content: 'b' } },
      ['ACTION:DISPLAY', 'TRIGGER:PT0S', 'DESCRIPTION:b'],
    ],
    [
      'with a sound, a pause and repeats',
      { start, alarm: start, alarmDetail: { type: 'audio', content: 'http://a/', snooze: 'PT5M', repeat: 0 } },
      ['ACTION:AUDIO', 'TRIGGER:PT0S', 'ATTACH:http://a/', 'REPEAT:0', 'DURATION:PT5M'],
    ],
    ['with a sound of the phone', { start, alarm: start, alarmDetail: { type: 'audio' } }, ['ACTION:AUDIO', 'TRIGGER:PT0S']],
    [
      'with an empty address of a sound',
      { start, alarm: start, alarmDetail: { type: 'audio', content: '' } },
      ['ACTION:AUDIO', 'TRIGGER:PT0S'],
    ],
    [
      'without a start',
      { alarm: start },
      ['ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20260102T030405Z', 'DESCRIPTION:Reminder'],
    ],
    [
      'of an instant, the start floating',
      { start, startKind: 'floating', alarm: start, alarmKind: 'utc' },
      ['ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20260102T030405Z', 'DESCRIPTION:Reminder'],
    ],
    [
      'both floating',
      { start, startKind: 'floating', alarm: at('2026-01-02T03:04:00Z'), alarmKind: 'floating' },
      ['ACTION:DISPLAY', 'TRIGGER:-PT5S', 'DESCRIPTION:Reminder'],
    ],
    [
      'floating on a day',
      { start: at('2026-01-02'), startKind: 'date', alarm: at('2026-01-02T09:00:00Z'), alarmKind: 'floating' },
      ['ACTION:DISPLAY', 'TRIGGER:PT9H', 'DESCRIPTION:Reminder'],
    ],
  ])('in 2.0: %s', (_, event, lines) => {
    expect(written(event, '2.0')).toEqual({ lines: ['BEGIN:VALARM', ...lines, 'END:VALARM'], dropped: [] });
  });

  it.each<[string, VEvent]>([
    ['without a start', { alarm: start, alarmKind: 'floating' }],
    ['with an instant for a start', { start, alarm: start, alarmKind: 'date' }],
  ])('in 2.0 a floating alarm is refused %s', (_, event) => {
    expect(refusal(() => written(event, '2.0'))).toEqual({ code: 'unencodable', field: 'events[0].alarm', offset: undefined });
  });

  it.each<[string, object]>([
    ['alarm', { alarm: 'x' }],
    ['alarm', { alarm: new Date(Number.NaN) }],
    ['alarmKind', { alarm: start, alarmKind: 'x' }],
    ['alarmDetail.type', { alarm: start, alarmDetail: { type: 'DISPLAY' } }],
    ['alarmDetail.snooze', { alarm: start, alarmDetail: { snooze: 5 } }],
    ['alarmDetail.snooze', { alarm: start, alarmDetail: { snooze: '' } }],
    ['alarmDetail.snooze', { alarm: start, alarmDetail: { snooze: ['PT5M'] } }],
    ['alarmDetail.snooze', { alarm: start, alarmDetail: { snooze: '5M' } }],
    ['alarmDetail.repeat', { alarm: start, alarmDetail: { repeat: -1 } }],
    ['alarmDetail.repeat', { alarm: start, alarmDetail: { repeat: 10_000 } }],
    ['alarmDetail.repeat', { alarm: start, alarmDetail: { repeat: 1.5 } }],
    ['alarmDetail.repeat', { alarm: start, alarmDetail: { repeat: '1' } }],
    ['alarmDetail.content', { alarm: start, alarmDetail: { content: 7 } }],
  ])('are refused for their %s: %j', (path, event) => {
    for (const version of ['1.0', '2.0'] as const) {
      const field = `events[0].${path}`;
      expect(refusal(() => written(event as VEvent, version))).toEqual({ code: 'bad-value', field, offset: undefined });
    }
  });

  it('are refused for characters, with their index', () => {
    const content = (text: string, type: 'audio' | 'display') => ({ alarm: start, alarmDetail: { type, content: text } });
    const field = 'events[0].alarmDetail.content';
    for (const version of ['1.0', '2.0'] as const) {
      expect(refusal(() => written(content('a\ud800', 'display'), version))).toEqual({ code: 'unencodable', field, offset: 1 });
      expect(refusal(() => written(content('a\ud800', 'audio'), version))).toEqual({ code: 'unencodable', field, offset: 1 });
    }
    expect(refusal(() => written(content('a\nb', 'audio'), '2.0'))).toEqual({ code: 'bad-value', field, offset: 1 });
    const model = { events: [content('€', 'display')] };
    const call = () => formatVCalendar(model, { version: '1.0', charset: 'ISO-8859-1' });
    expect(refusal(call)).toMatchObject({ code: 'unencodable', field });
  });
});
