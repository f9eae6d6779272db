/**
 * Cards and calendars: a field per line. The parser of `vobject` gives the properties and where they are; what a fold, quoted-printable or BASE64
 * hides is the meaning of the line where the property begins, and each issue is a warning of the line where the parser found it.
 * @module
 */
import type { Field } from '../bytes/index.js';
import { quote } from '../bytes/quote.js';
import { Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { FormatError, LimitError, type Limits } from '../errors.js';
import { type Component, type ContentLine, decodeOctets, decodeValue, isBase64 } from '../vobject/content-line.js';
import { readObjects } from '../vobject/content-line-parse.js';
import type { ReadVCalendar, ReadVCard, VObjectIssue, VObjectIssueCode, VObjectKind } from '../vobject/index.js';
import { decodeVObjectText } from '../vobject/transport.js';
import { readCalendar } from '../vobject/vcalendar-parse.js';
import { readCards } from '../vobject/vcard-parse.js';
import type { Bounds } from './call-limits.js';
import { counted, shorten } from './printable.js';
import { LINES, textPieces } from './texts.js';

/** What came of reading an object. */
export interface ReadObject {
  /** What it holds, in words; undefined where even the lenient reading failed. */
  readonly meaning?: string;
  /** What the strict reading refused; undefined when it did not. */
  readonly error?: FormatError;
  /** What the reading that got to the end reported. */
  readonly issues: readonly VObjectIssue[];
  /** The components that the most lenient of the readings found; none where it could not read them. */
  readonly components: readonly Component[];
}

/** Faults that are kept at most; the rest are of the same kinds. */
const MAX_ISSUES = 100;

/** Reads a text strictly, then leniently. An exported address book, of several cards, is not a fault. */
export function readVObject(kind: VObjectKind, text: string, limits: Partial<Limits> | undefined): ReadObject {
  const strict = readAs(kind, text, false, limits);
  if (strict.error === undefined) return strict;
  const lenient = readAs(kind, text, true, limits);
  const { components } = lenient;
  return lenient.error === undefined ? { ...lenient, error: strict.error } : { ...strict, components };
}

function readAs(kind: VObjectKind, text: string, lenient: boolean, limits: Partial<Limits> | undefined): ReadObject {
  const issues: VObjectIssue[] = [];
  const onIssue = (issue: VObjectIssue) => {
    if (issues.length < MAX_ISSUES) issues.push(issue);
  };
  const reading = new Reading<VObjectIssueCode>({ lenient, onIssue, limits });
  let components: readonly Component[] = [];
  try {
    if (kind === 'vcard') {
      const objects = readObjects(text, reading, 'VCARD');
      components = objects.components;
      return { meaning: describeCards(readCards(objects, reading)), issues, components };
    }
    const objects = readObjects(text, reading, 'VCALENDAR');
    components = objects.components;
    return { meaning: describeCalendar(readCalendar(objects, reading)), issues, components };
  } catch (error) {
    if (error instanceof FormatError) return { error, issues, components };
    throw error;
  }
}

function describeCards(cards: readonly ReadVCard[]): string {
  const [card, second] = cards;
  if (card === undefined) return 'no card';
  if (second !== undefined) return `${cards.length} cards, vCard ${card.version}`;
  const { version, formattedName, given, family, tel } = card;
  const name = formattedName ?? [given, family].filter((part) => part !== undefined && part !== '').join(' ');
  return `vCard ${version}, ${quote(name, MAX_SHOWN)}, ${counted(tel.length, 'number')}`;
}

function describeCalendar({ version, events, todos }: ReadVCalendar): string {
  const format = version === '1.0' ? 'vCalendar 1.0' : 'iCalendar 2.0';
  return `${format}, ${counted(events.length, 'event')}, ${counted(todos.length, 'to-do')}`;
}

const NAMES = { vcard: 'vCard', vcalendar: 'calendar' } as const;

/** The tree of an object whose octets are those from `start` to `end`. */
export function vobjectTree(kind: VObjectKind, octets: Uint8Array, start: number, end: number, bounds: Bounds): Field {
  const text = decodeVObjectText(octets.subarray(start, end));
  const object = readVObject(kind, text, bounds);
  const { meaning, error, issues } = object;
  const place = { name: NAMES[kind], value: undefined, start, end };
  let children: readonly Field[];
  try {
    children = lineFields(object, text, place, bounds);
  } catch (limit) {
    if (limit instanceof LimitError) return { ...place, error: limit, children: [] };
    throw limit;
  }
  if (meaning === undefined) return { ...place, children, ...(error !== undefined && { error }) };
  const isSilent = error !== undefined && issues.length === 0;
  return { ...place, children, meaning, ...(isSilent && { warnings: [error.message] }) };
}

function lineFields({ components, issues }: ReadObject, text: string, { name, start, end }: Place, bounds: Bounds): Field[] {
  const quiet = new Reading<VObjectIssueCode>({ lenient: true, limits: bounds });
  const properties = propertiesOf(components);
  // The parser knows the index of each.
  const sorted = issues.map(({ index = 0, reason, assumed }) => ({ index, reason, assumed }));
  sorted.sort((a, b) => a.index - b.index);
  const fields: Field[] = [];
  let next = 0;
  let last: string | undefined;
  for (const { piece: line, index, start: from, end: to } of textPieces(text, LINES, start, end)) {
    bounds.fields.spend(name, from);
    const after = index + line.length;
    const warnings: string[] = [];
    for (let issue = sorted[next]; issue && (issue.index < after || after === text.length); issue = sorted[++next]) {
      warnings.push(`at ${issue.index}: ${issue.reason}; read as ${issue.assumed}`);
    }
    const property = properties.get(index);
    const goesOn = warnings.length === 0 ? last : undefined;
    const shown = property === undefined ? plainLine(line, goesOn) : propertyLine(line, property, quiet);
    if (property !== undefined) last = property.name;
    else if (shown.name !== UNNAMED) last = undefined;
    fields.push({ ...shown, start: from, end: to, children: [], ...(warnings.length > 0 && { warnings }) });
  }
  return fields;
}

type Place = Pick<Field, 'name' | 'start' | 'end'>;

/** The properties of all components, by the index at which they begin. */
function propertiesOf(components: readonly Component[]): ReadonlyMap<number, ContentLine> {
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

/** The name of a line on which no property begins. */
const UNNAMED = 'line';

type Shown = Pick<Field, 'name' | 'value' | 'meaning'>;

/** A line on which no property begins; it may continue the one before it. */
function plainLine(line: string, last: string | undefined): Shown {
  const [, key, value] = /^\ufeff?[ \t]{0,100}(BEGIN|END):(.*)/i.exec(line) ?? [];
  if (key !== undefined) return { name: key, value: (value as string).trim() };
  const shown = line.replace(/[\r\n]+$/, '');
  if (shown === '') return { name: UNNAMED, value: undefined };
  return { name: UNNAMED, value: shown, ...(last !== undefined && { meaning: `goes on with ${last}` }) };
}

function propertyLine(line: string, property: ContentLine, reading: Reading<VObjectIssueCode>): Shown {
  const { name, index, valueAt } = property;
  const shown = line.replace(/[\r\n]+$/, '');
  // A head that is folded itself has its colon in another line.
  const isHeadHere = valueAt > index && valueAt - index <= shown.length;
  const head = isHeadHere ? shorten(shown.slice(0, valueAt - index - 1), MAX_SHOWN) : name;
  const value = isHeadHere ? shown.slice(valueAt - index) : shown;
  const meaning = meaningOf(property, value, reading);
  return { name: head, value, ...(meaning !== undefined && { meaning }) };
}

/** What folds and encodings hide; undefined when the line shows it already. */
function meaningOf(property: ContentLine, shown: string, reading: Reading<VObjectIssueCode>): string | undefined {
  const { name, params, component } = property;
  if (component !== undefined) return undefined;
  return tryDecode(() => {
    if (isBase64(params)) return counted(decodeOctets(property, reading, name).length, 'octet');
    const text = decodeValue(property, reading, name);
    return text === shown ? undefined : shorten(text, MAX_SHOWN);
  });
}

/** Characters of names and meanings; values are whole. */
const MAX_SHOWN = 200;
