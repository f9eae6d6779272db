/**
 * The forms for business cards (vCard 2.1), calendars (vCalendar 1.0) and service indications (WAP Push). No DOM here.
 * @module
 */
import { encodeUtf8 } from '../../bytes/index.js';
import { KINDS } from '../../content/kinds.js';
import { encodeSi, lintSi, SI_ACTIONS } from '../../push/binary.js';
import { formatVCalendar, measureVObject } from '../../vobject/index.js';
import { ADDRESS } from '../ui/fields.js';
import { type FormKind, orFault } from './form.js';
import {
  type Boxes,
  type CalendarBox,
  type CardBox,
  calendarOf,
  cardOf,
  droppedWords,
  fittedCard,
  type IndicationBox,
  indicationOf,
  messages,
  REPEATS,
  savingWords,
  TEL_TYPES,
  type TelBox,
} from './objects.js';
import { boxTime, nextHour } from './times.js';

// ---- cards ----

/** What the form for cards holds. */
export interface CardState extends Boxes<CardBox | 'parts'> {
  readonly numbers: readonly TelBox[];
}

export const CARD_FORM: FormKind<CardState> = {
  id: 'card',
  title: KINDS.vcard.title,
  rows: [
    {
      boxes: [
        { name: 'given', label: 'Given name' },
        { name: 'family', label: 'Family name' },
      ],
    },
    {
      list: 'numbers',
      legend: 'Numbers',
      noun: 'number',
      fields: [
        { name: 'value', label: 'Number', control: 'tel' },
        { name: 'type', label: 'Kind of number', control: 'select', options: Object.entries(TEL_TYPES) },
      ],
      // Phones of the time keep five.
      most: 5,
      added: { value: '', type: 'WORK' },
    },
    {
      boxes: [
        { name: 'email', label: 'E-mail' },
        { name: 'organization', label: 'Organization' },
        { name: 'title', label: 'Title' },
        { name: 'url', label: 'Page' },
      ],
    },
    {
      summary: 'Address, birthday, note',
      rows: [
        {
          boxes: [
            { name: 'street', label: 'Street' },
            { name: 'locality', label: 'Town' },
            { name: 'postalCode', label: 'Postal code' },
            { name: 'country', label: 'Country' },
            { name: 'birthday', label: 'Birthday', control: 'date' },
          ],
        },
        { name: 'note', label: 'Note', control: 'textarea' },
      ],
    },
    {
      row: [
        {
          name: 'parts',
          label: 'Messages, at most',
          control: 'select',
          options: [['', 'as many as it takes'], ...(['1', '2', '3'] as const).map((n) => [n, n] as const)],
          hint: 'What does not fit is left out, the note first and the number last.',
        },
      ],
    },
    { slot: 'size' },
    { slot: 'fault' },
  ],
  initial: () => ({
    ...{ given: 'Erika', family: 'Müller', organization: 'Example Ltd', title: '', email: 'erika@example.com', url: '' },
    ...{ street: '', locality: '', postalCode: '', country: '', birthday: '', note: '', parts: '' },
    numbers: [{ value: '+447700900123', type: 'CELL' }],
  }),
  compose: orFault(({ numbers, parts, ...boxes }) => {
    const card = cardOf(boxes, numbers);
    if (card === undefined) return undefined;
    const fitted = fittedCard(card, parts === '' ? undefined : Number(parts));
    const { octets, parts: count } = fitted.size;
    const dropped = fitted.dropped.length === 0 ? savingWords(card, count) : `Left out: ${droppedWords(fitted.dropped)}.`;
    return {
      content: { kind: 'vcard', card: fitted.card },
      build: { cardVersion: '2.1' },
      files: [{ name: 'card.vcf', type: 'text/x-vcard', octets: encodeUtf8(fitted.text) }],
      size: `${octets} octets, ${messages(count)}. ${dropped ?? ''}`,
    };
  }),
};

// ---- calendars ----

export type CalendarState = Boxes<CalendarBox>;

const HOUR_MS = 3_600_000;

export const CALENDAR_FORM: FormKind<CalendarState> = {
  id: 'calendar',
  title: KINDS.vcalendar.title,
  rows: [
    {
      row: [
        { name: 'kind', label: 'What', control: 'select', options: ['event', 'task'].map((kind) => [kind, kind]) },
        {
          name: 'clock',
          label: 'Times',
          control: 'select',
          options: [
            ['floating', 'of the phone’s clock'],
            ['utc', 'UTC'],
          ],
        },
      ],
    },
    {
      boxes: [
        { name: 'summary', label: 'Summary' },
        { name: 'location', label: 'Where' },
      ],
    },
    {
      row: [
        { name: 'start', label: 'Start', control: 'datetime-local' },
        { name: 'end', label: 'End', control: 'datetime-local', shownWhen: ({ kind }) => kind !== 'task' },
        { name: 'due', label: 'Due', control: 'datetime-local', shownWhen: ({ kind }) => kind === 'task' },
        {
          name: 'priority',
          label: 'Priority',
          control: 'select',
          options: ['none', 'high', 'medium', 'low'].map((words, i) => [i === 0 ? '' : String(i), words]),
          shownWhen: ({ kind }) => kind === 'task',
        },
      ],
    },
    {
      row: [
        {
          name: 'alarm',
          label: 'Alarm',
          control: 'select',
          options: [
            ['', 'none'],
            ['0', 'at the time'],
            ['10', '10 minutes before'],
            ['60', 'an hour before'],
            ['1440', 'a day before'],
          ],
        },
        { name: 'repeat', label: 'Repeats', control: 'select', options: Object.entries(REPEATS) },
      ],
    },
    { name: 'description', label: 'Description', control: 'textarea' },
    { slot: 'size' },
    { slot: 'fault' },
  ],
  initial(now, offsetMinutes) {
    const start = nextHour(now, offsetMinutes);
    const end = boxTime(new Date(start.getTime() + HOUR_MS));
    return {
      ...{ kind: 'event', clock: 'floating', summary: 'Team meeting', location: 'Room 4', description: '' },
      ...{ start: boxTime(start), end, due: end, priority: '', alarm: '10', repeat: '' },
    };
  },
  compose: orFault((state) => {
    const calendar = calendarOf(state);
    if (calendar === undefined) return undefined;
    const text = formatVCalendar(calendar, { version: '1.0' });
    const { octets, parts } = measureVObject(text);
    return {
      content: { kind: 'vcalendar', calendar },
      build: { calendarVersion: '1.0' },
      files: [{ name: 'calendar.vcs', type: 'text/x-vcalendar', octets: encodeUtf8(text) }],
      size: `${octets} octets, ${messages(parts)}.`,
    };
  }),
};

// ---- service indications ----

export type IndicationState = Boxes<IndicationBox>;

const ACTION_WORDS: Readonly<Record<(typeof SI_ACTIONS)[number], string>> = {
  'signal-none': 'signal-none: kept, not shown',
  'signal-low': 'signal-low: shown later',
  'signal-medium': 'signal-medium: shown when it does not disturb',
  'signal-high': 'signal-high: shown at once',
  delete: 'delete: removes the one with this id',
};

export const INDICATION_FORM: FormKind<IndicationState> = {
  id: 'si',
  title: KINDS.serviceIndication.title,
  rows: [
    { name: 'text', label: 'Text', control: 'textarea' },
    { name: 'href', label: 'Address (href)', attributes: ADDRESS },
    {
      boxes: [
        { name: 'id', label: 'Id (si-id)', hint: 'what a later one with the same id replaces' },
        {
          name: 'action',
          label: 'Action',
          control: 'select',
          options: [
            ['', 'none: signal-medium is meant'],
            ...SI_ACTIONS.map((action) => [action, ACTION_WORDS[action]] as const),
          ],
        },
      ],
    },
    {
      boxes: [
        { name: 'created', label: 'Created, UTC', control: 'datetime-local', attributes: { step: 1 } },
        { name: 'expires', label: 'Expires, UTC', control: 'datetime-local', attributes: { step: 1 } },
      ],
    },
    { slot: 'warnings' },
    { slot: 'fault' },
  ],
  initial: () => ({
    text: 'You have 4 new messages',
    href: 'http://wap.example.com/n/1',
    id: 'n1@example.com',
    ...{ action: '', created: '', expires: '' },
  }),
  compose: orFault((state) => {
    const si = indicationOf(state);
    if (si === undefined) return undefined;
    const file = { type: 'application/vnd.wap.sic', octets: encodeSi(si) };
    return {
      content: { kind: 'serviceIndication', si },
      files: ['indication.sic', 'indication.wbxml'].map((name) => ({ ...file, name })),
      remarks: lintSi(si).map(({ field, message }) => `${field}: ${message}`),
    };
  }),
};
