/**
 * Our cards and calendars read by python3-vobject and gammu, and gammu's read by us.
 */
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../src/errors.js';
import {
  formatVCalendar,
  formatVCard,
  parseVCalendar,
  parseVCard,
  type VCalendar,
  type VCard,
  type VEvent,
} from '../../src/vobject/index.js';
import { draw, SEED } from './arbitraries.js';
import {
  type CardCase,
  type EventCase,
  GAMMU_CARD_FAULTS,
  GAMMU_EVENT_FAULTS,
  GAMMU_WRITING_FAULTS,
  VOBJECT_CARD_FAULTS,
  VOBJECT_EVENT_FAULTS,
} from './card-faults.js';
import { calendar, card } from './cards.js';
import { type CardAnswer, type CardJob, cardAnswers } from './drivers/cards.js';
import type { Fields } from './expected.js';
import { judge, readFile } from './judge.js';

const COUNT = 250;
const cards = draw(card, COUNT);
const eventsOf = (calendars: readonly VCalendar[]) => calendars.map(({ events: [event] = [] }) => event as VEvent);
const events = eventsOf(draw(calendar, COUNT));

const cardCases: readonly CardCase[] = [true, false].flatMap((old) => cards.map((each) => ({ card: each, old })));
const eventCases: readonly EventCase[] = [true, false].flatMap((old) => events.map((event) => ({ event, old })));
const cardText = ({ card: each, old }: CardCase) => formatVCard(each, { version: old ? '2.1' : '3.0' });
const eventText = ({ event, old }: EventCase) => formatVCalendar({ events: [event] }, { version: old ? '1.0' : '2.0' });

/** Without what is not there. */
const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A text as it comes out of quoted-printable, where a line end is CRLF. */
const inVersion = (text: string | undefined, old: boolean) => (old ? text?.replace(/\n/g, '\r\n') : text);
/** An instant as python writes it. */
const iso = (at: Date | undefined) => at?.toISOString().slice(0, 19);

// ---- vobject ----

function vobjectCard({ card: each, old }: CardCase): Fields {
  const { family, given, formattedName, organization, title, note, url, birthday, tel = [], email = [], address = [] } = each;
  return defined({
    version: old ? '2.1' : '3.0',
    n: [family, given, '', '', ''],
    fn: formattedName,
    org: organization === undefined ? undefined : [organization],
    title,
    note: inVersion(note, old),
    url,
    bday: birthday,
    tel,
    email,
    adr: address.map(({ street, locality, postalCode, country, types }) => ({
      value: ['', '', street, locality, '', postalCode, country],
      types,
    })),
  });
}

function vobjectEvent({ event, old }: EventCase): Fields {
  const { summary, description, location, start, end, alarm, categories } = event;
  return defined({
    version: old ? '1.0' : '2.0',
    summary,
    description: inVersion(description, old),
    location,
    categories,
    dtstart: `${iso(start)}Z`,
    dtend: end && `${iso(end)}Z`,
    ...(old
      ? { dalarm: alarm && `${iso(alarm)?.replace(/[-:]/g, '')}Z` }
      : { trigger: alarm && (alarm.getTime() - start!.getTime()) / 1000 }),
  });
}

// ---- gammu ----

/** Values by the type of their entry, in order; what gammu says about the entries of an address is left out. */
function byType({ entries, ...others }: CardAnswer): Fields {
  const fields: Record<string, unknown[]> = {};
  for (const [type, value] of (entries ?? []) as [string, unknown][]) {
    fields[type] ??= [];
    fields[type].push(value);
  }
  return { ...fields, ...others };
}

/** gammu has a place for one type of a number. */
const NUMBERS = { CELL: 'Number_Mobile', FAX: 'Number_Fax' } as const;
const gammuCards: readonly CardCase[] = cardCases.map(({ card: { address: _, ...each }, old }) => ({
  card: { ...each, tel: each.tel?.map(({ value, types = [] }) => ({ value, types: types.slice(0, 1) })) },
  old,
}));

function gammuCard({ card: each, old }: CardCase): Fields {
  const one = (value: string | undefined) => (value === undefined ? undefined : [value]);
  const fields: Record<string, string[] | undefined> = {
    Text_LastName: one(each.family),
    Text_FirstName: one(each.given),
    Text_FormalName: one(each.formattedName),
    Text_Company: one(each.organization),
    Text_JobTitle: one(each.title),
    Text_Note: one(inVersion(each.note, old)),
    Text_URL: one(each.url),
    Text_Email: each.email?.length ? each.email.map(({ value }) => value) : undefined,
    Date: one(each.birthday && `${each.birthday}T00:00:00`),
  };
  for (const { value, types = [] } of each.tel ?? []) {
    const name = NUMBERS[types[0] as keyof typeof NUMBERS] ?? 'Number_General';
    fields[name] = [...(fields[name] ?? []), value];
  }
  return defined(fields);
}

function gammuEvent({ event, old }: EventCase): Fields {
  const one = (value: string | undefined) => (value === undefined ? undefined : [value]);
  return defined({
    type: 'MEETING',
    TEXT: one(event.summary),
    DESCRIPTION: one(inVersion(event.description, old)),
    LOCATION: one(event.location),
    START_DATETIME: one(iso(event.start)),
    END_DATETIME: one(iso(event.end)),
    SILENT_ALARM_DATETIME: one(iso(event.alarm)),
  });
}

// ---- gammu writes ----

type Entries = (readonly [type: string, value: string])[];
const present = (entries: readonly (readonly [string, string | undefined])[]) =>
  entries.filter((entry) => entry[1] !== undefined) as Entries;

/**
 * python-gammu makes room for as many characters as python counts, and where one takes two units it writes behind that. An equals sign makes
 * quoted-printable that nobody can read; see the test of its own.
 */
const isSafe = (value: unknown) => !/[=\ud800-\udfff]/.test(JSON.stringify(value));

/** What a card of gammu has a place for. A name has room for five parts. */
const writable: readonly VCard[] = draw(card.filter(isSafe), COUNT)
  .filter(({ family, given }) => `${family};${given}`.split(';').length <= 5)
  .map(({ family, given, organization, title, note, url, birthday, tel = [], email = [] }) => ({
    ...{ family, given, organization, title, note, url, birthday },
    tel: tel.map(({ value }) => ({ value, types: ['CELL'] })),
    email: email.map(({ value }) => ({ value, types: [] })),
  }));

/** Without an end some fit into one message, and of those gammu gives the head of the text form only. */
const safeEvents = eventsOf(
  draw(
    calendar.filter((each) => isSafe(each) && each.events?.[0]?.end !== undefined),
    COUNT,
  ),
);

const cardEntries = ({ family, given, organization, title, note, url, birthday, tel = [], email = [] }: VCard) =>
  present([
    ...([
      ['Text_LastName', family],
      ['Text_FirstName', given],
      ['Text_Company', organization],
    ] as const),
    ...([
      ['Text_JobTitle', title],
      ['Text_Note', note],
      ['Text_URL', url],
      ['Date', birthday],
    ] as const),
    ...tel.map(({ value }) => ['Number_Mobile', value] as const),
    ...email.map(({ value }) => ['Text_Email', value] as const),
  ]);

const eventEntries = ({ summary, location, start, end, alarm }: VEvent) =>
  present([
    ...([
      ['START_DATETIME', iso(start)],
      ['END_DATETIME', iso(end)],
      ['SILENT_ALARM_DATETIME', iso(alarm)],
    ] as const),
    ...([
      ['TEXT', summary],
      ['LOCATION', location],
    ] as const),
  ]);

/** Lets gammu write, which costs it its life once in a few hundred. */
async function writtenBy(jobs: readonly CardJob[]): Promise<CardAnswer[]> {
  const answers = await cardAnswers(jobs);
  expect(answers.filter(({ died }) => died).length).toBeLessThanOrEqual(jobs.length / 25);
  return answers;
}

/** Where there is an answer. */
const alive = (answers: readonly CardAnswer[]) => answers.flatMap(({ died }, index) => (died ? [] : [index]));

/** What gammu wrote, for our reader. */
const written = (answer: CardAnswer) =>
  typeof answer.text === 'string' && answer.error === undefined
    ? { octets: new Uint8Array(Buffer.from(answer.text, 'utf8')) }
    : { error: JSON.stringify(answer) };
const textOf = (octets: Uint8Array) => Buffer.from(octets).toString('utf8');

describe(`cards and calendars (seed ${SEED})`, () => {
  it(`python3-vobject reads ${2 * COUNT} cards of ours`, async () => {
    const answers = await cardAnswers(cardCases.map((each) => ({ op: 'vobject-card', text: cardText(each) })));
    judge(
      'vobject, cards',
      VOBJECT_CARD_FAULTS,
      cardCases.map((input, index) => ({
        input,
        right: vobjectCard(input),
        shown: answers[index] as Fields,
        label: cardText(input),
      })),
    );
  });

  it(`python3-vobject reads ${2 * COUNT} calendars of ours`, async () => {
    const answers = await cardAnswers(eventCases.map((each) => ({ op: 'vobject-calendar', text: eventText(each) })));
    judge(
      'vobject, calendars',
      VOBJECT_EVENT_FAULTS,
      eventCases.map((input, index) => ({
        input,
        right: vobjectEvent(input),
        shown: answers[index] as Fields,
        label: eventText(input),
      })),
    );
  });

  it(`gammu reads ${2 * COUNT} cards of ours`, async () => {
    const answers = await cardAnswers(gammuCards.map((each) => ({ op: 'gammu-card', text: cardText(each) })));
    judge(
      'gammu, cards',
      GAMMU_CARD_FAULTS,
      gammuCards.map((input, index) => ({
        input,
        right: gammuCard(input),
        shown: byType(answers[index]!),
        label: cardText(input),
      })),
    );
  });

  it(`gammu reads ${2 * COUNT} calendars of ours`, async () => {
    const answers = await cardAnswers(
      eventCases.map((each) => ({ op: each.old ? 'gammu-vcs' : 'gammu-ics', text: eventText(each) })),
    );
    judge(
      'gammu, calendars',
      GAMMU_EVENT_FAULTS,
      eventCases.map((input, index) => ({
        input,
        right: gammuEvent(input),
        shown: byType(answers[index]!),
        label: eventText(input),
      })),
    );
  });

  it(`we read ${writable.length} cards that gammu writes`, async () => {
    const answers = await writtenBy(writable.map((each) => ({ op: 'gammu-write-card', entries: cardEntries(each) })));
    judge(
      'cards of gammu',
      GAMMU_WRITING_FAULTS,
      alive(answers).map((index) => ({
        input: writable[index]!,
        right: defined({ ...writable[index] }),
        shown: readFile(written(answers[index]!), (octets) => {
          const { version, other, address, ...read } = parseVCard(textOf(octets));
          return read;
        }),
        label: JSON.stringify(answers[index]),
      })),
    );
  });

  it(`we read ${COUNT} calendars that gammu writes`, async () => {
    const answers = await writtenBy(
      safeEvents.map((event) => ({ op: 'gammu-write-calendar', type: 'MEETING', entries: eventEntries(event) })),
    );
    judge(
      'calendars of gammu',
      [],
      alive(answers).map((index) => ({
        input: safeEvents[index]!,
        right: defined({ ...safeEvents[index], description: undefined }),
        shown: readFile(written(answers[index]!), (octets) => {
          const [event] = parseVCalendar(textOf(octets)).events;
          const { other, components, ...read } = event!;
          return read;
        }),
        label: JSON.stringify(answers[index]),
      })),
    );
  });

  it('gammu does not escape an equals sign in quoted-printable; we refuse what comes of it', async () => {
    const [answer] = await cardAnswers([{ op: 'gammu-write-card', entries: [['Text_LastName', 'é=1']] }]);
    expect(answer?.text).toContain('\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=A9=1;\r\n');
    expect(() => parseVCard(String(answer?.text))).toThrow(DecodeError);
  });
});
