/**
 * The forms for business cards (vCard 2.1), calendars (vCalendar 1.0) and service indications (WAP Push). No DOM here.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { encodeUtf8 } from '../../bytes/index.js';
import { KINDS } from '../../content/kinds.js';
import { encodeSi, lintSi, type SiAction } from '../../push/binary.js';
import { formatVCalendar, measureVObject } from '../../vobject/index.js';
import { ADDRESS, field, optional, same, select } from '../ui/fields.js';
import { type FormKind, orFault } from './form.js';
import {
  type Boxes,
  boxTime,
  type CalendarBox,
  type CardBox,
  calendarOf,
  cardOf,
  droppedWords,
  fittedCard,
  type IndicationBox,
  indicationOf,
  nextHour,
  REPEATS,
  savingWords,
  TEL_TYPES,
  type TelBox,
} from './objects.js';

// ---- cards ----

/** What the form for cards holds. */
export interface CardState extends Boxes<CardBox | 'parts'> {
  readonly numbers: readonly TelBox[];
}

export const CARD_FORM: FormKind<CardState> = {
  id: 'card',
  title: KINDS.vcard.title,
  rows: [
    { boxes: [field('given', 'Given name'), field('family', 'Family name')] },
    {
      list: 'numbers',
      legend: 'Numbers',
      noun: 'number',
      fields: [field('value', 'Number', { control: 'tel' }), select('type', 'Kind of number', Object.entries(TEL_TYPES))],
      // Phones of the time keep five.
      most: 5,
      added: { value: '', type: 'WORK' },
    },
    { boxes: [field('email', 'E-mail'), field('organization', 'Organization'), field('title', 'Title'), field('url', 'Page')] },
    {
      summary: 'Address, birthday, note',
      rows: [
        {
          boxes: [
            ...[field('street', 'Street'), field('locality', 'Town'), field('postalCode', 'Postal code')],
            ...[field('country', 'Country'), field('birthday', 'Birthday', { control: 'date' })],
          ],
        },
        field('note', 'Note', { control: 'textarea' }),
      ],
    },
    {
      row: [
        select('parts', 'Messages, at most', optional('as many as it takes', same(['1', '2', '3'])), {
          hint: 'What does not fit is left out, the note first and the number last.',
        }),
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
      size: `${octets} octets, ${pluralize(count, 'message')}. ${dropped ?? ''}`,
    };
  }),
};

// ---- calendars ----

export type CalendarState = Boxes<CalendarBox>;

const HOUR_MS = 3_600_000;
const TIME = { control: 'datetime-local' } as const;
const PRIORITIES = optional('none', { 1: 'high', 2: 'medium', 3: 'low' });
/** Minutes before. */
const ALARMS = optional('none', { 0: 'at the time', 10: '10 minutes before', 60: 'an hour before', 1440: 'a day before' });

export const CALENDAR_FORM: FormKind<CalendarState> = {
  id: 'calendar',
  title: KINDS.vcalendar.title,
  rows: [
    {
      row: [
        select('kind', 'What', Object.entries(same(['event', 'task']))),
        select('clock', 'Times', Object.entries({ floating: 'of the phone’s clock', utc: 'UTC' })),
      ],
    },
    { boxes: [field('summary', 'Summary'), field('location', 'Where')] },
    {
      row: [
        field('start', 'Start', TIME),
        { ...field('end', 'End', TIME), shownWhen: ({ kind }) => kind !== 'task' },
        { ...field('due', 'Due', TIME), shownWhen: ({ kind }) => kind === 'task' },
        { ...select('priority', 'Priority', PRIORITIES), shownWhen: ({ kind }) => kind === 'task' },
      ],
    },
    { row: [select('alarm', 'Alarm', ALARMS), select('repeat', 'Repeats', Object.entries(REPEATS))] },
    field('description', 'Description', { control: 'textarea' }),
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
    const file = formatVCalendar(calendar, { version: '1.0' });
    const { octets, parts } = measureVObject(file);
    return {
      content: { kind: 'vcalendar', calendar },
      build: { calendarVersion: '1.0' },
      files: [{ name: 'calendar.vcs', type: 'text/x-vcalendar', octets: encodeUtf8(file) }],
      size: `${octets} octets, ${pluralize(parts, 'message')}.`,
    };
  }),
};

// ---- service indications ----

export type IndicationState = Boxes<IndicationBox>;

const SECOND = { ...TIME, attributes: { step: 1 } } as const;

const ACTIONS: Readonly<Record<SiAction, string>> = {
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
    field('text', 'Text', { control: 'textarea' }),
    field('href', 'Address (href)', { attributes: ADDRESS }),
    {
      boxes: [
        field('id', 'Id (si-id)', { hint: 'what a later one with the same id replaces' }),
        select('action', 'Action', optional('none: signal-medium is meant', ACTIONS)),
      ],
    },
    { boxes: [field('created', 'Created, UTC', SECOND), field('expires', 'Expires, UTC', SECOND)] },
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
