/**
 * The forms for business cards (vCard 2.1) and calendars (vCalendar 1.0).
 * @module
 */
import { encodeUtf8 } from '../../bytes/index.js';
import { FormatError } from '../../errors.js';
import { formatVCalendar, measureVObject } from '../../vobject/index.js';
import type { ComposeForm } from '../app.js';
import { button, choice, field, fill, h } from '../ui/dom.js';
import { faultLine } from '../ui/fault-view.js';
import {
  type Boxes,
  CALENDAR_BOXES,
  CARD_BOXES,
  type CalendarBox,
  type CardBox,
  calendarOf,
  cardOf,
  droppedWords,
  fittedCard,
  messages,
  REPEATS,
  savingWords,
  TEL_TYPES,
} from './objects.js';
import { boxTime, nextHour } from './times.js';

/** Numbers that a card may have: phones of the time keep five. */
const MOST_NUMBERS = 5;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function valuesOf<Names extends string>(controls: Readonly<Record<Names, Control>>): Boxes<Names> {
  const entries = Object.entries<Control>(controls).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(entries) as Boxes<Names>;
}

function box(id: string, value = '', props: Readonly<Record<string, unknown>> = {}): HTMLInputElement {
  const input = h('input', { type: 'text', id, autocomplete: 'off', ...props });
  input.value = value;
  return input;
}

/** Numbers that appear and go; the first one is the preferred one. */
function numbersView(changed: () => void): { readonly element: HTMLElement; values(): { value: string; type: string }[] } {
  const rows: { readonly element: HTMLElement; readonly input: HTMLInputElement; readonly type: HTMLSelectElement }[] = [];
  const list = h('div.stack.tight');
  const more = button('Another number', () => add('', 'WORK', true), { class: 'button small' });
  const draw = () => {
    fill(list, ...rows.map(({ element }) => element));
    more.hidden = rows.length >= MOST_NUMBERS;
  };
  const add = (value: string, kind: string, focuses: boolean) => {
    const number = rows.length + 1;
    const input = box(number === 1 ? 'card-tel' : '', value, { type: 'tel', 'aria-label': `Number ${number}` });
    const type = choice({ 'aria-label': `Kind of number ${number}` }, Object.entries(TEL_TYPES), kind);
    const remove = button(
      'Remove',
      () => {
        rows.splice(rows.indexOf(row), 1);
        draw();
        more.focus();
        changed();
      },
      { class: 'button small', 'aria-label': `Remove number ${number}` },
    );
    const row = { element: h('div.row', input, type, number > 1 && remove), input, type };
    input.addEventListener('input', changed);
    type.addEventListener('change', changed);
    rows.push(row);
    draw();
    if (focuses) input.focus();
  };
  add('+447700900123', 'CELL', false);
  return {
    element: h('fieldset.stack', h('legend', 'Numbers'), list, h('div.row', more)),
    values: () => rows.map(({ input, type }) => ({ value: input.value, type: type.value })),
  };
}

export const cardForm: ComposeForm = {
  id: 'card',
  title: 'Business card',
  build(_app, changed) {
    const note = h('textarea#card-note', { rows: 2, dir: 'auto' });
    const beginnings: Partial<Record<CardBox, string>> = {
      given: 'Erika',
      family: 'Müller',
      organization: 'Example Ltd',
      email: 'erika@example.com',
    };
    const inputs = Object.fromEntries(
      CARD_BOXES.map((name) => [
        name,
        name === 'note' ? note : box(`card-${name}`, beginnings[name], name === 'birthday' ? { type: 'date' } : {}),
      ]),
    ) as Record<CardBox, HTMLInputElement | HTMLTextAreaElement>;
    const parts = choice(
      { id: 'card-parts' },
      [
        ['', 'as many as it takes'],
        ['1', '1'],
        ['2', '2'],
        ['3', '3'],
      ],
      '',
    );
    const size = h('p#card-size.hint', { role: 'status' });
    const fault = faultLine();

    const compose = () => {
      fault.show(undefined);
      size.textContent = '';
      try {
        const card = cardOf(valuesOf(inputs), numbers.values());
        if (card === undefined) return changed(undefined);
        const fitted = fittedCard(card, parts.value === '' ? undefined : Number(parts.value));
        const { octets, parts: count } = fitted.size;
        const dropped = fitted.dropped.length === 0 ? savingWords(card, count) : `Left out: ${droppedWords(fitted.dropped)}.`;
        size.textContent = `${octets} octets, ${messages(count)}. ${dropped ?? ''}`;
        const file = { name: 'card.vcf', type: 'text/x-vcard', octets: encodeUtf8(fitted.text) };
        changed({ content: { kind: 'vcard', card: fitted.card }, build: { cardVersion: '2.1' }, files: [file] });
      } catch (error) {
        fault.show(error);
        changed(error instanceof FormatError ? error : undefined);
      }
    };
    const numbers = numbersView(compose);
    for (const control of Object.values(inputs)) control.addEventListener('input', compose);
    parts.addEventListener('change', compose);
    compose();
    return h(
      'div.stack',
      h('div.boxes', field('Given name', inputs.given), field('Family name', inputs.family)),
      numbers.element,
      h(
        'div.boxes',
        field('E-mail', inputs.email),
        field('Organization', inputs.organization),
        field('Title', inputs.title),
        field('Page', inputs.url),
      ),
      h(
        'details',
        h('summary', 'Address, birthday, note'),
        h(
          'div.stack',
          h(
            'div.boxes',
            field('Street', inputs.street),
            field('Town', inputs.locality),
            field('Postal code', inputs.postalCode),
            field('Country', inputs.country),
            field('Birthday', inputs.birthday),
          ),
          field('Note', note),
        ),
      ),
      h('div.row', field('Messages, at most', parts, 'What does not fit is left out, the note first and the number last.')),
      size,
      fault.element,
    );
  },
};

export const calendarForm: ComposeForm = {
  id: 'calendar',
  title: 'Calendar',
  build(_app, changed) {
    const now = new Date();
    const start = nextHour(now, now.getTimezoneOffset());
    const end = new Date(start.getTime() + 3_600_000);
    const time = (name: string, value: Date) => box(`calendar-${name}`, boxTime(value), { type: 'datetime-local' });
    const description = h('textarea#calendar-description', { rows: 2, dir: 'auto' });
    const inputs: Record<CalendarBox, Control> = {
      kind: choice(
        { id: 'calendar-kind' },
        [
          ['event', 'event'],
          ['task', 'task'],
        ],
        'event',
      ),
      clock: choice(
        { id: 'calendar-clock' },
        [
          ['floating', 'of the phone’s clock'],
          ['utc', 'UTC'],
        ],
        'floating',
      ),
      summary: box('calendar-summary', 'Team meeting'),
      location: box('calendar-location', 'Room 4'),
      description,
      start: time('start', start),
      end: time('end', end),
      due: time('due', end),
      priority: choice(
        { id: 'calendar-priority' },
        [
          ['', 'none'],
          ['1', 'high'],
          ['2', 'medium'],
          ['3', 'low'],
        ],
        '',
      ),
      alarm: choice(
        { id: 'calendar-alarm' },
        [
          ['', 'none'],
          ['0', 'at the time'],
          ['10', '10 minutes before'],
          ['60', 'an hour before'],
          ['1440', 'a day before'],
        ],
        '10',
      ),
      repeat: choice({ id: 'calendar-repeat' }, Object.entries(REPEATS), ''),
    };
    const size = h('p#calendar-size.hint', { role: 'status' });
    const faults = { end: faultLine(inputs.end), alarm: faultLine(inputs.alarm), all: faultLine() };
    const [endField, dueField, priorityField] = [
      field('End', inputs.end),
      field('Due', inputs.due),
      field('Priority', inputs.priority),
    ];

    const compose = () => {
      for (const line of Object.values(faults)) line.show(undefined);
      size.textContent = '';
      const isTask = inputs.kind.value === 'task';
      endField.hidden = isTask;
      dueField.hidden = !isTask;
      priorityField.hidden = !isTask;
      try {
        const calendar = calendarOf(valuesOf(inputs));
        if (calendar === undefined) return changed(undefined);
        const text = formatVCalendar(calendar, { version: '1.0' });
        const { octets, parts } = measureVObject(text);
        size.textContent = `${octets} octets, ${messages(parts)}.`;
        const file = { name: 'calendar.vcs', type: 'text/x-vcalendar', octets: encodeUtf8(text) };
        changed({ content: { kind: 'vcalendar', calendar }, build: { calendarVersion: '1.0' }, files: [file] });
      } catch (error) {
        const where = error instanceof FormatError ? error.field : '';
        (where === 'end' ? faults.end : where === 'alarm' ? faults.alarm : faults.all).show(error);
        changed(error instanceof FormatError ? error : undefined);
      }
    };
    for (const name of CALENDAR_BOXES) for (const type of ['input', 'change']) inputs[name].addEventListener(type, compose);
    compose();
    return h(
      'div.stack',
      h('div.row', field('What', inputs.kind), field('Times', inputs.clock)),
      h('div.boxes', field('Summary', inputs.summary), field('Where', inputs.location)),
      h('div.row', field('Start', inputs.start), endField, dueField, priorityField),
      faults.end.element,
      h('div.row', field('Alarm', inputs.alarm), field('Repeats', inputs.repeat)),
      faults.alarm.element,
      field('Description', description),
      size,
      faults.all.element,
    );
  },
};
