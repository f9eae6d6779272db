/**
 * Cards and calendars, against the packages that this module builds upon, called alone as their documentation says.
 *
 * vcard-creator writes PRODID and REV as well; the view takes them off. ical.js gives an array of arrays; the view takes names, numbers
 * and the note out of it, as out of our model. Neither knows version 2.1 or vCalendar 1.0, checks lengths or tells an index.
 * @module
 */
import ICAL from 'ical.js';
import VCardCreator from 'vcard-creator';
import { type GrowthResult, growthJob } from './growth.js';
import { type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { VARIANTS } from './inputs.js';
import type { Modules } from './modules.js';
import { usable } from './peers.js';

type VObject = NonNullable<Modules['vobject']>;
type Card = Parameters<VObject['formatVCard']>[0];
type Calendar = Parameters<VObject['formatVCalendar']>[0];

interface Sample {
  readonly card: Card;
  readonly older: string;
  readonly newer: string;
  readonly calendar: Calendar;
  readonly ics: string;
  readonly vcs: string;
}

const NO_OLDER = [
  { name: 'vcard-creator', reason: 'writes 3.0 only' },
  { name: 'ical.js', reason: 'refuses bare types and soft breaks' },
];
const NO_CALENDAR = [{ name: 'ical.js', reason: 'writes no rules and alarms of vCalendar 1.0' }];

export function vobjectTasks({ vobject }: Modules): Job<TaskResult>[] {
  if (vobject === undefined) return [];
  const samples = Array.from({ length: VARIANTS }, (_, seed) => sampleOf(vobject, seed));
  return [
    taskJob(formatTask(vobject, samples)),
    taskJob(parseTask(vobject, samples)),
    taskJob(formatOlderTask(vobject, samples)),
    taskJob(parseOlderTask(vobject, samples)),
    taskJob(parseCalendarTask(vobject, samples)),
    taskJob(formatCalendarTask(vobject, samples)),
  ];
}

export function vobjectGrowth({ vobject }: Modules): Job<GrowthResult>[] {
  if (vobject === undefined) return [];
  const { formatVCard, parseVCard } = vobject;
  const lengths = [10, 100, 1000, 10_000].map((parts) => {
    const card = {
      family: 'Smith',
      tel: Array.from({ length: parts }, (_, i) => ({ value: `+4477009${10_000 + i}`, types: ['CELL'] })),
    };
    const text = usable(formatVCard(card, { version: '2.1' }));
    return { parts, characters: text.length, input: { card, text } };
  });
  return [
    growthJob('parseVCard, by numbers', lengths, ({ text }) => parseVCard(text)),
    growthJob('formatVCard, by numbers', lengths, ({ card }) => formatVCard(card, { version: '2.1' })),
  ];
}

function formatTask({ formatVCard }: VObject, inputs: readonly Sample[]): Task<Sample> {
  return {
    name: 'format a vCard 3.0',
    inputs,
    bytesPerOp: inputs[0]!.newer.length,
    bytesOf: 'characters',
    expected: ({ newer }) => newer,
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'text',
        run: ({ card }) => usable(formatVCard(card, { version: '3.0' })),
        view: (text: string) => text,
      },
      {
        name: 'vcard-creator',
        role: 'peer',
        form: 'text',
        run: ({ card }) => usable(create(card)),
        view: (text: string) => text.replace(/^(?:PRODID|REV):.*\r\n/gm, ''),
      },
    ],
    targets: [{ against: 'peer', form: 'text', rivals: 'text' }],
  };
}

function create({
  family = '',
  given = '',
  formattedName = '',
  organization = '',
  tel = [],
  email = [],
  note = '',
}: Card): string {
  const creator = new VCardCreator()
    .addFullName(formattedName)
    .addName({ familyName: family, givenName: given })
    .addCompany({ name: organization });
  for (const { value, types } of tel) creator.addPhoneNumber({ number: value, type: types as never });
  for (const { value, types } of email) creator.addEmail({ address: value, type: types as never });
  return creator.addNote(note).buildVCard();
}

/** What both readers give. */
function told({ family, given, tel, note }: Card): unknown {
  return { family, given, numbers: tel?.map(({ value }) => value), note };
}

type JCard = [name: string, properties: [name: string, params: object, type: string, value: string | string[]][]];

function toldByIcal([, properties]: JCard): unknown {
  const valuesOf = (wanted: string) => properties.filter(([name]) => name === wanted).map(([, , , value]) => value);
  const [family, given] = valuesOf('n')[0] as string[];
  return { family, given, numbers: valuesOf('tel'), note: valuesOf('note')[0] };
}

function parseTask({ parseVCard }: VObject, inputs: readonly Sample[]): Task<Sample> {
  return {
    name: 'parse a vCard 3.0',
    inputs,
    bytesPerOp: inputs[0]!.newer.length,
    bytesOf: 'characters',
    expected: ({ card }) => told(card),
    contenders: [
      { name: 'handset', role: 'handset', form: 'text', run: ({ newer }) => parseVCard(newer), view: told },
      { name: 'ical.js', role: 'peer', form: 'text', run: ({ newer }) => ICAL.parse(newer), view: toldByIcal },
    ],
    targets: [{ against: 'peer', form: 'text', rivals: 'text', must: 1.2 }],
  };
}

function formatOlderTask({ formatVCard }: VObject, inputs: readonly Sample[]): Task<Sample> {
  const run = ({ card }: Sample): string => usable(formatVCard(card, { version: '2.1' }));
  return {
    name: 'format a vCard 2.1',
    inputs,
    bytesPerOp: inputs[0]!.older.length,
    bytesOf: 'characters',
    expected: ({ older }) => older,
    contenders: [{ name: 'handset', role: 'handset', form: 'text', run, view: (text: string) => text }],
    unable: NO_OLDER,
    targets: [],
  };
}

function parseOlderTask({ parseVCard }: VObject, inputs: readonly Sample[]): Task<Sample> {
  return {
    name: 'parse a vCard 2.1',
    inputs,
    bytesPerOp: inputs[0]!.older.length,
    bytesOf: 'characters',
    expected: ({ card }) => told(card),
    contenders: [{ name: 'handset', role: 'handset', form: 'text', run: ({ older }) => parseVCard(older), view: told }],
    unable: NO_OLDER,
    targets: [],
  };
}

function parseCalendarTask({ parseVCalendar }: VObject, inputs: readonly Sample[]): Task<Sample> {
  return {
    name: 'parse an iCalendar event',
    inputs,
    bytesPerOp: inputs[0]!.ics.length,
    bytesOf: 'characters',
    expected: ({ calendar }) => calendar.events?.[0]?.start,
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'text',
        run: ({ ics }) => parseVCalendar(ics),
        view: ({ events }: Calendar) => events?.[0]?.start,
      },
      {
        name: 'ical.js',
        role: 'peer',
        form: 'text',
        // Up to the same point: times, rule and alarm as values.
        run: ({ ics }) => eventByIcal(ics),
        view: ({ start }: { start: Date }) => start,
      },
    ],
    targets: [{ against: 'peer', form: 'text', rivals: 'text' }],
  };
}

function eventByIcal(ics: string): { start: Date; end: Date; summary: string; rule: unknown; alarm: unknown } {
  const component = new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent('vevent')!;
  const event = new ICAL.Event(component);
  const rule = component.getFirstPropertyValue('rrule');
  const alarm = component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger');
  return { start: event.startDate.toJSDate(), end: event.endDate.toJSDate(), summary: event.summary, rule, alarm };
}

function formatCalendarTask({ formatVCalendar }: VObject, inputs: readonly Sample[]): Task<Sample> {
  const run = ({ calendar }: Sample): string => usable(formatVCalendar(calendar, { version: '1.0' }));
  return {
    name: 'format a vCalendar 1.0 event',
    inputs,
    bytesPerOp: inputs[0]!.vcs.length,
    bytesOf: 'characters',
    expected: ({ vcs }) => vcs,
    contenders: [{ name: 'handset', role: 'handset', form: 'text', run, view: (text: string) => text }],
    unable: NO_CALENDAR,
    targets: [],
  };
}

const NAMES = [
  ['Okafor', 'Ada'],
  ['Müller', 'Jürgen'],
  ['Smith', 'Mike'],
  ['Núñez', 'José'],
] as const;

function sampleOf({ formatVCard, formatVCalendar }: VObject, seed: number): Sample {
  const [family, given] = NAMES[seed % 4]!;
  const card: Card = {
    ...{ family, given, formattedName: `${given} ${family}`, organization: `Parcels, ${seed} & Sons` },
    tel: [
      { value: `+44770090012${seed}`, types: ['CELL', 'PREF'] },
      { value: `+44207946000${seed}`, types: ['WORK'] },
    ],
    email: [{ value: `mail${seed}@example.org`, types: ['INTERNET'] }],
    note: 'Entrance B, ring twice: the bell is quiet',
  };
  const start = new Date(Date.UTC(2026, 0, 2 + seed, 9, 30));
  const end = new Date(start.getTime() + 3_600_000);
  const alarm = new Date(start.getTime() - 900_000);
  const event = {
    summary: `Team meeting ${seed}`,
    location: 'Room 5',
    start,
    end,
    alarm,
    rrule: 'FREQ=WEEKLY;BYDAY=FR',
    categories: ['MEETING'],
  };
  const calendar: Calendar = { events: [event] };
  return {
    card,
    calendar,
    older: usable(formatVCard(card, { version: '2.1' })),
    newer: usable(formatVCard(card, { version: '3.0' })),
    ics: usable(formatVCalendar(calendar, { version: '2.0' })),
    vcs: usable(formatVCalendar(calendar, { version: '1.0' })),
  };
}
