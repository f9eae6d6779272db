import { describe, expect, it } from 'vitest';
import type { FormKind } from '../../src/playground/compose/form.js';
import { CALENDAR_FORM, CARD_FORM, INDICATION_FORM } from '../../src/playground/compose/object-forms.js';
import {
  boxTime,
  type CalendarBox,
  type CardBox,
  calendarOf,
  cardOf,
  clockTime,
  droppedWords,
  fittedCard,
  type IndicationBox,
  indicationOf,
  nextHour,
  savingWords,
} from '../../src/playground/compose/objects.js';
import { formatVCalendar, parseVCalendar, parseVCard } from '../../src/vobject/index.js';
import { refusal } from '../support/hostile.js';

/** The boxes of a form that are filled, and the others empty. */
function boxes<Names extends string>(form: FormKind<object>, filled: Partial<Record<Names, string>>): Record<Names, string> {
  const names = Object.keys(form.initial(new Date(), 0)) as Names[];
  return { ...(Object.fromEntries(names.map((name) => [name, ''])) as Record<Names, string>), ...filled };
}

const card = (filled: Partial<Record<CardBox, string>>, numbers: { value: string; type: string }[] = []) =>
  cardOf(boxes(CARD_FORM as FormKind<object>, filled), numbers);
const calendar = (filled: Partial<Record<CalendarBox, string>>) => calendarOf(boxes(CALENDAR_FORM as FormKind<object>, filled));
const indication = (filled: Partial<Record<IndicationBox, string>>) =>
  indicationOf(boxes(INDICATION_FORM as FormKind<object>, filled));

describe('cards', () => {
  it('have what was filled in, and read back from their file', () => {
    const made = card(
      { given: ' Erika ', family: 'Müller', email: 'e@example.com', street: 'Hill 1', country: 'UK', note: ' ' },
      [
        { value: '+44 1', type: 'CELL' },
        { value: ' ', type: 'HOME' },
        { value: '+44 2', type: 'WORK' },
      ],
    );
    expect(made).toEqual({
      family: 'Müller',
      given: 'Erika',
      tel: [
        { value: '+44 1', types: ['CELL', 'PREF'] },
        { value: '+44 2', types: ['WORK'] },
      ],
      email: [{ value: 'e@example.com', types: ['INTERNET'] }],
      address: [{ street: 'Hill 1', country: 'UK' }],
    });
    const { text, dropped } = fittedCard(made ?? {}, undefined);
    expect(parseVCard(text)).toMatchObject(made ?? {});
    expect(dropped).toEqual([]);
  });

  it('are none without anything in them', () => {
    expect([card({}), card({ note: '  ' }, [{ value: '', type: 'CELL' }])]).toEqual([undefined, undefined]);
    expect(card({ email: 'e@example.com' })).toEqual({ email: [{ value: 'e@example.com', types: ['INTERNET'] }] });
  });

  it('are made to fit, and say what that costs', () => {
    const long =
      card({ family: 'Miller', note: 'x'.repeat(150), url: 'http://example.com/' }, [{ value: '+44 1', type: 'CELL' }]) ?? {};
    const one = fittedCard(long, 1);
    expect([one.size.parts, one.dropped, one.card.note]).toEqual([1, ['note'], undefined]);
    expect(fittedCard(long, undefined).size.parts).toBe(2);
    expect(savingWords(long, 2)).toBe('In 1 message without: note.');
    expect([savingWords(long, 1), savingWords(one.card, 2)]).toEqual([undefined, undefined]);
    expect(savingWords({ family: 'x'.repeat(300) }, 3)).toBeUndefined();
    expect(refusal(() => fittedCard({ family: 'x'.repeat(300) }, 1)).code).toBe('too-long');
    expect(droppedWords(['note', 'tel[2]', 'tel[1]', 'email[0]'])).toBe('note, further numbers, e-mail');
  });
});

describe('calendars', () => {
  it('hold an event by the clock of the phone, or in UTC', () => {
    const filled = {
      kind: 'event',
      summary: 'Tea',
      start: '2026-01-02T03:04',
      end: '2026-01-02T04:04',
      alarm: '10',
      repeat: 'FREQ=WEEKLY',
    };
    const floating = calendar(filled);
    expect(floating).toEqual({
      events: [
        {
          summary: 'Tea',
          rrule: 'FREQ=WEEKLY',
          start: new Date('2026-01-02T03:04:00Z'),
          startKind: 'floating',
          end: new Date('2026-01-02T04:04:00Z'),
          endKind: 'floating',
          alarm: new Date('2026-01-02T02:54:00Z'),
          alarmKind: 'floating',
        },
      ],
    });
    const read = (clock: string) =>
      parseVCalendar(formatVCalendar(calendar({ ...filled, clock }) ?? {}, { version: '1.0' })).events[0];
    expect(read('floating')).toMatchObject({ summary: 'Tea', startKind: 'floating', start: new Date('2026-01-02T03:04:00Z') });
    expect(formatVCalendar(calendar({ ...filled, clock: 'utc' }) ?? {}, { version: '1.0' })).toContain(
      'DTSTART:20260102T030400Z',
    );
  });

  it('hold a task', () => {
    const task = calendar({
      kind: 'task',
      summary: 'Buy cake',
      start: '2026-01-01T00:00',
      due: '2026-01-02T03:04',
      priority: '2',
      alarm: '0',
      end: 'ignored',
    });
    expect(task).toEqual({
      todos: [
        {
          summary: 'Buy cake',
          start: new Date('2026-01-01T00:00:00Z'),
          startKind: 'floating',
          due: new Date('2026-01-02T03:04:00Z'),
          dueKind: 'floating',
          priority: 2,
          alarm: new Date('2026-01-02T03:04:00Z'),
          alarmKind: 'floating',
        },
      ],
    });
  });

  it('are none without name and time', () => {
    expect([calendar({ kind: 'event', location: 'Room 4' }), calendar({ kind: 'task' })]).toEqual([undefined, undefined]);
    expect(calendar({ kind: 'event', start: '2026-01-02T03:04' })).toMatchObject({ events: [{ startKind: 'floating' }] });
    expect(calendar({ kind: 'task', due: '2026-01-02T03:04' })).toMatchObject({ todos: [{ dueKind: 'floating' }] });
  });

  it('refuse what makes no sense', () => {
    const field = (filled: Parameters<typeof calendar>[0]) =>
      refusal(() => calendar({ kind: 'event', summary: 'x', ...filled })).field;
    expect(field({ start: '2026-01-02T03:04', end: '2026-01-02T03:03' })).toBe('end');
    expect(field({ end: '2026-01-02T03:03' })).toBe('end');
    expect(field({ alarm: '10' })).toBe('alarm');
    expect(field({ kind: 'task', alarm: '10' })).toBe('alarm');
    expect(field({ start: '2026-01-02T03:04', alarm: 'soon' })).toBe('alarm');
    expect(field({ start: 'tomorrow' })).toBe('start');
  });
});

describe('service indications', () => {
  it('have what was filled in', () => {
    expect(indication({ text: 'News', href: 'http://a/', action: 'signal-high', created: '2026-01-02T03:04:05' })).toEqual({
      text: 'News',
      href: 'http://a/',
      action: 'signal-high',
      created: new Date('2026-01-02T03:04:05Z'),
    });
    expect(indication({ href: 'http://a/', action: 'shout' })).toEqual({ href: 'http://a/' });
    expect(indication({ id: 'x' })).toBeUndefined();
  });
});

describe('times of boxes', () => {
  it('are readings of a clock', () => {
    expect(clockTime('2026-01-02T03:04', 't')).toEqual(new Date('2026-01-02T03:04:00Z'));
    expect(clockTime('2026-01-02', 't')).toEqual(new Date('2026-01-02T00:00:00Z'));
    expect(clockTime('', 't')).toBeUndefined();
    expect(boxTime(new Date('2026-01-02T03:04:05Z'))).toBe('2026-01-02T03:04');
    expect(boxTime(nextHour(new Date('2026-01-02T23:30:00Z'), -60))).toBe('2026-01-03T01:00');
  });

  it('that are none are refused', () => {
    for (const value of ['x', '2026-02-30T00:00', '2026-01-02T25:00', '2026-01-02 03:04']) {
      expect(refusal(() => clockTime(value, 'start'))).toEqual({ code: 'bad-value', field: 'start', offset: undefined });
    }
  });
});
