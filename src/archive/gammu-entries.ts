/**
 * Entries of the address book and the calendar in gammu's backups, as cards, events and tasks.
 * @module
 */
import { toWellFormed } from '../bytes/utf16.js';
import type { RawProperty, VCard, VCardAddress, VEvent, VTodo } from '../vobject/index.js';
import type { SectionReader } from './gammu-sections.js';
import { parseStamp } from './vmg-time.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Types of numbers, as a card has them. */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  NUMBERGENERAL: [],
  NUMBERMOBILE: ['CELL'],
  NUMBERMOBILEHOME: ['CELL', 'HOME'],
  NUMBERMOBILEWORK: ['CELL', 'WORK'],
  NUMBERWORK: ['WORK'],
  NUMBERHOME: ['HOME'],
  NUMBERFAX: ['FAX'],
  NUMBERPAGER: ['PAGER'],
  NUMBERVIDEO: ['VIDEO'],
  NUMBERMESSAGING: ['MSG'],
  NUMBEROTHER: ['VOICE'],
};

/** Texts that a card has once. */
const TEXTS: Readonly<Record<string, keyof VCard>> = {
  NAME: 'formattedName',
  FORMALNAME: 'formattedName',
  LASTNAME: 'family',
  FIRSTNAME: 'given',
  SECONDNAME: 'additional',
  NAMEPREFIX: 'prefix',
  NAMESUFFIX: 'suffix',
  COMPANY: 'organization',
  JOBTITLE: 'title',
  NOTE: 'note',
  URL: 'url',
};

/** Parts of a postal address, and whose it is. */
const PLACES: Readonly<Record<string, readonly [keyof VCardAddress, 'HOME' | 'WORK']>> = {
  ADDRESS: ['street', 'HOME'],
  CITY: ['locality', 'HOME'],
  STATE: ['region', 'HOME'],
  ZIP: ['postalCode', 'HOME'],
  COUNTRY: ['country', 'HOME'],
  POSTAL: ['street', 'HOME'],
  WORKADDRESS: ['street', 'WORK'],
  WORKCITY: ['locality', 'WORK'],
  WORKSTATE: ['region', 'WORK'],
  WORKZIP: ['postalCode', 'WORK'],
  WORKCOUNTRY: ['country', 'WORK'],
  WORKPOSTAL: ['street', 'WORK'],
};

const PHOTOS: Readonly<Record<string, string>> = {
  JPEGPHOTO: 'JPEG',
  GIFPHOTO: 'GIF',
  BMPPHOTO: 'BMP',
  PNGPHOTO: 'PNG',
};

/** The card of a section. What it has no place for are properties whose names begin with `X-GAMMU-`. */
export function readCardSection(reader: SectionReader): VCard {
  const card: Mutable<VCard> = {};
  const tel: { value: string; types: readonly string[] }[] = [];
  const email: { value: string }[] = [];
  const places = new Map<string, Record<string, unknown>>();
  const other: RawProperty[] = [];
  for (let i = 0; ; i++) {
    const entry = `Entry${String(i).padStart(2, '0')}`;
    const type = reader.take(`${entry}Type`);
    if (type === undefined) break;
    const key = type.toUpperCase();
    const photo = PHOTOS[key];
    if (photo !== undefined) {
      const params = [
        { name: 'ENCODING', value: 'BASE64' },
        { name: 'TYPE', value: photo },
      ];
      other.push({ name: 'PHOTO', params, value: takeLinked(reader, `${entry}Data`) });
      continue;
    }
    const text = reader.takeText(`${entry}Text`);
    const value = text ?? reader.take(`${entry}Number`) ?? '';
    const types = Object.hasOwn(NUMBERS, key) ? NUMBERS[key] : undefined;
    const field = Object.hasOwn(TEXTS, key) ? TEXTS[key] : undefined;
    const place = Object.hasOwn(PLACES, key) ? PLACES[key] : undefined;
    const line = value.replace(/[\r\n]+/g, ' ').trim();
    if (types !== undefined && line !== '') tel.push({ value: line, types });
    else if ((key === 'EMAIL' || key === 'EMAIL2') && line !== '') email.push({ value: line });
    else if (field !== undefined && card[field] === undefined) (card as Record<string, unknown>)[field] = value;
    else if (place !== undefined && places.get(place[1])?.[place[0]] === undefined) {
      const whole = places.get(place[1]) ?? { types: [place[1]] };
      whole[place[0]] = value;
      places.set(place[1], whole);
    } else if (key === 'DATE' && /^\d{8}/.test(value) && card.birthday === undefined) {
      card.birthday = `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6, 8)}`;
    } else other.push(extra(type, value));
  }
  for (const { name, value } of reader.left()) other.push(extra(name || 'LINE', value));
  other.push(extra('MEMORY', /^SIM/i.test(reader.section.name) ? 'SM' : 'ME'));
  return {
    version: '2.1',
    ...card,
    ...(tel.length > 0 && { tel }),
    ...(email.length > 0 && { email }),
    ...(places.size > 0 && { address: [...places.values()] as VCardAddress[] }),
    other,
  };
}

/** A property of gammu's own: one line, so that any version holds it. */
function extra(name: string, value: string): RawProperty {
  const clean = toWellFormed(value.replace(/[\0-\x1f\x7f]+/g, ' '));
  return { name: `X-GAMMU-${name.replace(/[^A-Za-z0-9-]/g, '-').toUpperCase()}`, value: clean };
}

function takeLinked(reader: SectionReader, name: string): string {
  const pieces: string[] = [];
  for (;;) {
    const piece = reader.take(`${name}${String(pieces.length).padStart(2, '0')}`);
    if (piece === undefined) break;
    pieces.push(piece);
  }
  return pieces.join('').replace(/[^A-Za-z0-9+/=]/g, '');
}

/** Words of gammu for what iCalendar counts: vCalendar's highest priority is 1. */
const PRIORITIES: Readonly<Record<string, number>> = { HIGH: 1, MEDIUM: 2, LOW: 3, '1': 1, '2': 2, '3': 3 };

/** The event or task of a section; its times are those of a clock. */
export function readCalendarSection<Kind extends 'event' | 'todo'>(
  reader: SectionReader,
  kind: Kind,
): Kind extends 'event' ? VEvent : VTodo;
export function readCalendarSection(reader: SectionReader, kind: 'event' | 'todo'): VEvent | VTodo {
  const other: RawProperty[] = [];
  const moment = (name: string): Date | undefined => {
    const value = reader.take(name);
    const time = value === undefined ? undefined : parseStamp(value);
    if (value !== undefined && time === undefined) other.push(extra(name, value));
    return time === undefined ? undefined : new Date(time.ms);
  };
  const type = reader.take('Type');
  const summary = reader.takeText('Text');
  const description = reader.takeText('Description');
  const location = reader.takeText('EventLocation');
  const start = moment('StartTime');
  const end = moment(kind === 'event' ? 'StopTime' : 'DueTime');
  const alarm = moment('Alarm') ?? moment('ToneAlarm');
  const item = {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    ...(start !== undefined && { start, startKind: 'floating' as const }),
    ...(alarm !== undefined && { alarm, alarmKind: 'floating' as const }),
    ...(type !== undefined && type !== '0' && { categories: [type.toUpperCase()] }),
  };
  if (kind === 'event') {
    for (const { name, value } of reader.left()) other.push(extra(name || 'LINE', value));
    return { ...item, ...(end !== undefined && { end, endKind: 'floating' as const }), other };
  }
  const priorityName = reader.take('Priority');
  const priority = PRIORITIES[priorityName?.toUpperCase() ?? ''];
  if (priority === undefined && priorityName !== undefined) other.push(extra('PRIORITY', priorityName));
  const isDone = reader.take('Completed')?.toLowerCase() === 'yes';
  for (const { name, value } of reader.left()) other.push(extra(name || 'LINE', value));
  return {
    ...item,
    ...(end !== undefined && { due: end, dueKind: 'floating' as const }),
    ...(priority !== undefined && { priority }),
    ...(isDone && { status: 'COMPLETED' }),
    other,
  };
}
