/**
 * Cards and calendars: a field per line. The parser of `vobject` gives the properties and where they are; what a fold, quoted-printable or BASE64
 * hides is the meaning of the line where the property begins, and each issue is a warning of the line where the parser found it.
 * @module
 */
import { pluralize } from '../bytes/file-fields.js';
import type { Field } from '../bytes/index.js';
import { quote } from '../bytes/quote.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import type { Limits } from '../errors.js';
import { type Component, type ContentLine, decodeOctets, decodeValue, isBase64 } from '../vobject/content-line.js';
import { readObjects } from '../vobject/content-line-parse.js';
import type { ParsedVCalendar, ParsedVCard, VObjectIssueCode, VObjectKind } from '../vobject/index.js';
import { decodeVObjectText } from '../vobject/transport.js';
import { readCalendar } from '../vobject/vcalendar-parse.js';
import { readCards } from '../vobject/vcard-parse.js';
import type { Bounds } from './call-limits.js';
import { lineFields, readLinesTree, type Shown, UNNAMED, unnamedLine } from './line-trees.js';
import { shorten } from './printable.js';
import { type Readings, readTwice } from './read-twice.js';

/** What came of reading an object. */
export interface ReadObject extends Readings<string> {
  /** The components that the most lenient of the readings found; none where it could not read them. */
  readonly components: readonly Component[];
}

/** Reads a text strictly, then leniently; the value is what it holds, in words. An exported address book, of several cards, is not a fault. */
export function readVObject(kind: VObjectKind, text: string, limits: Partial<Limits> | undefined): ReadObject {
  let components: readonly Component[] = [];
  const read = (options: DecodeOptions<VObjectIssueCode>): string => {
    components = [];
    const reading = new Reading<VObjectIssueCode>(options);
    if (kind === 'vcard') {
      const objects = readObjects(text, reading, 'VCARD');
      components = objects.components;
      return describeCards(readCards(objects, reading));
    }
    const objects = readObjects(text, reading, 'VCALENDAR');
    components = objects.components;
    return describeCalendar(readCalendar(objects, reading));
  };
  return { ...readTwice(read, limits), components };
}

function describeCards(cards: readonly ParsedVCard[]): string {
  const [card, second] = cards;
  if (card === undefined) return 'no card';
  if (second !== undefined) return `${cards.length} cards, vCard ${card.version}`;
  const { version, formattedName, given, family, tel } = card;
  const name = formattedName ?? [given, family].filter((part) => part !== undefined && part !== '').join(' ');
  return `vCard ${version}, ${quote(name, MAX_SHOWN)}, ${pluralize(tel.length, 'number')}`;
}

function describeCalendar({ version, events, todos }: ParsedVCalendar): string {
  const format = version === '1.0' ? 'vCalendar 1.0' : 'iCalendar 2.0';
  return `${format}, ${pluralize(events.length, 'event')}, ${pluralize(todos.length, 'to-do')}`;
}

const NAMES = { vcard: 'vCard', vcalendar: 'calendar' } as const;

/** The tree of an object whose octets are those from `start` to `end`. */
export function vobjectTree(kind: VObjectKind, octets: Uint8Array, start: number, end: number, bounds: Bounds): Field {
  const text = decodeVObjectText(octets.subarray(start, end));
  const object = readVObject(kind, text, bounds);
  const place = { name: NAMES[kind], start, end };
  return readLinesTree(place, object, object.value, () => {
    const quiet = new Reading<VObjectIssueCode>({ lenient: true, limits: bounds });
    const properties = indexProperties(object.components);
    let last: string | undefined;
    return lineFields(text, place, bounds, object.issues, ({ piece, index }, isFaulty) => {
      const property = properties.get(index);
      if (property !== undefined) {
        last = property.name;
        return showProperty(piece, property, quiet);
      }
      const shown = plainLine(piece, isFaulty ? undefined : last);
      if (shown.name !== UNNAMED) last = undefined;
      return shown;
    });
  });
}

/** The properties of all components, by the index at which they begin. */
function indexProperties(components: readonly Component[]): ReadonlyMap<number, ContentLine> {
  const properties = new Map<number, ContentLine>();
  const left = [...components];
  for (let component = left.pop(); component !== undefined; component = left.pop()) {
    for (const property of component.properties) {
      properties.set(property.index, property);
      if (property.component !== undefined) left.push(property.component);
    }
    left.push(...component.components);
  }
  return properties;
}

/** A line on which no property begins; it may continue the one before it. */
function plainLine(line: string, last: string | undefined): Shown {
  const [, key, value] = /^\ufeff?[ \t]{0,100}(BEGIN|END):(.*)/i.exec(line) ?? [];
  if (key !== undefined) return { name: key, value: (value as string).trim() };
  return unnamedLine(line.replace(/[\r\n]+$/, ''), last);
}

function showProperty(line: string, property: ContentLine, reading: Reading<VObjectIssueCode>): Shown {
  const { name, index, valueAt } = property;
  const shown = line.replace(/[\r\n]+$/, '');
  // A head that is folded itself has its colon in another line.
  const isHeadHere = valueAt > index && valueAt - index <= shown.length;
  const head = isHeadHere ? shorten(shown.slice(0, valueAt - index - 1), MAX_SHOWN) : name;
  const value = isHeadHere ? shown.slice(valueAt - index) : shown;
  const meaning = describeProperty(property, value, reading);
  return { name: head, value, ...(meaning !== undefined && { meaning }) };
}

/** What folds and encodings hide; undefined when the line shows it already. */
function describeProperty(property: ContentLine, shown: string, reading: Reading<VObjectIssueCode>): string | undefined {
  const { name, params, component } = property;
  if (component !== undefined) return undefined;
  return tryDecode(() => {
    if (isBase64(params)) return pluralize(decodeOctets(property, reading, name).length, 'octet');
    const text = decodeValue(property, reading, name);
    return text === shown ? undefined : shorten(text, MAX_SHOWN);
  });
}

/** Characters of names and meanings; values are whole. */
const MAX_SHOWN = 200;
