/**
 * Cards and calendars: a field per line. What a fold, quoted-printable or BASE64 hides is said as the meaning of the line where the property
 * begins, and what the parser found at fault stands beside the line where it found it.
 * @module
 */

import type { Field } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { FormatError, LimitError, type Limits } from '../errors.js';
import { type ContentLine, isBase64, octetsOf, textOf } from '../vobject/content-line.js';
import { readObjects } from '../vobject/content-line-parse.js';
import {
  decodeVObjectText,
  parseVCalendar,
  parseVCards,
  type ReadVCalendar,
  type ReadVCard,
  type VObjectIssue,
  type VObjectKind,
} from '../vobject/index.js';
import { Reading } from '../vobject/reading.js';
import type { Bounds } from './bounds.js';
import { counted, shorten } from './printable.js';
import { LINES, textPieces } from './texts.js';

/** What came of reading an object. */
export interface VObjectReading {
  /** What it holds, in words; undefined where even the lenient reading failed. */
  readonly meaning?: string;
  /** What the strict reading refused; undefined when it did not. */
  readonly error?: FormatError;
  /** What the reading that got to the end reported. */
  readonly issues: readonly VObjectIssue[];
}

/** Faults that are kept at most; the rest are of the same kinds. */
const MAX_ISSUES = 100;

/** Reads a text strictly, then leniently. An exported address book, of several cards, is no fault. */
export function readVObject(kind: VObjectKind, text: string, limits: Partial<Limits> | undefined): VObjectReading {
  const strict = readAs(kind, text, false, limits);
  if (strict.error === undefined) return strict;
  const lenient = readAs(kind, text, true, limits);
  return lenient.error === undefined ? { ...lenient, error: strict.error } : strict;
}

function readAs(kind: VObjectKind, text: string, lenient: boolean, limits: Partial<Limits> | undefined): VObjectReading {
  const issues: VObjectIssue[] = [];
  const onIssue = (issue: VObjectIssue) => {
    if (issues.length < MAX_ISSUES) issues.push(issue);
  };
  const options = { lenient, onIssue, ...(limits !== undefined && { limits }) };
  try {
    const meaning =
      kind === 'vcard' ? describeCards(parseVCards(text, options)) : describeCalendar(parseVCalendar(text, options));
    return { meaning, issues };
  } catch (error) {
    if (error instanceof FormatError) return { error, issues };
    throw error;
  }
}

function describeCards(cards: readonly ReadVCard[]): string {
  const [card, second] = cards;
  if (card === undefined) return 'no card';
  if (second !== undefined) return `${cards.length} cards, vCard ${card.version}`;
  const { version, formattedName, given, family, tel } = card;
  const name = formattedName ?? [given, family].filter((part) => part !== undefined && part !== '').join(' ');
  return `vCard ${version}, ${JSON.stringify(shorten(name, MAX_SHOWN))}, ${counted(tel.length, 'number')}`;
}

function describeCalendar({ version, events, todos }: ReadVCalendar): string {
  const format = version === '1.0' ? 'vCalendar 1.0' : 'iCalendar 2.0';
  return `${format}, ${counted(events.length, 'event')}, ${counted(todos.length, 'to-do')}`;
}

const NAMES = { vcard: 'vCard', vcalendar: 'calendar' } as const;

/** The tree of an object that stands in `octets` from `start` to `end`. */
export function vobjectTree(kind: VObjectKind, octets: Uint8Array, start: number, end: number, bounds: Bounds): Field {
  const text = decodeVObjectText(octets.subarray(start, end));
  const { meaning, error, issues } = readVObject(kind, text, bounds);
  const place = { name: NAMES[kind], value: undefined, start, end };
  let children: readonly Field[];
  try {
    children = linesOf(kind, text, start, end, issues, bounds);
  } catch (limit) {
    if (limit instanceof LimitError) return { ...place, error: limit, children: [] };
    throw limit;
  }
  if (meaning === undefined) return { ...place, children, ...(error !== undefined && { error }) };
  const isSilent = error !== undefined && issues.length === 0;
  return { ...place, children, meaning, ...(isSilent && { warnings: [error.message] }) };
}

function linesOf(
  kind: VObjectKind,
  text: string,
  start: number,
  end: number,
  issues: readonly VObjectIssue[],
  bounds: Bounds,
): Field[] {
  const reading = new Reading(text, { lenient: true, limits: bounds });
  const properties = propertiesOf(kind, text, reading);
  const sorted = [...issues].sort((a, b) => a.index - b.index);
  const fields: Field[] = [];
  let next = 0;
  let last: string | undefined;
  for (const { piece: line, index, start: from, end: to } of textPieces(text, LINES, start, end)) {
    bounds.fields.spend(NAMES[kind], from);
    const after = index + line.length;
    const warnings: string[] = [];
    for (; next < sorted.length && ((sorted[next] as VObjectIssue).index < after || after === text.length); next++) {
      const { index: at, message, assumed } = sorted[next] as VObjectIssue;
      warnings.push(`at ${at}: ${message}; read as ${assumed}`);
    }
    const property = properties.get(index);
    const goesOn = warnings.length === 0 ? last : undefined;
    const shown = property === undefined ? plainLine(line, goesOn) : propertyLine(line, property, reading);
    if (property !== undefined) last = property.name;
    else if (shown.name !== UNNAMED) last = undefined;
    fields.push({ ...shown, start: from, end: to, children: [], ...(warnings.length > 0 && { warnings }) });
  }
  return fields;
}

/** The properties of all components by the index at which they begin; none where nothing can be read. */
function propertiesOf(kind: VObjectKind, text: string, reading: Reading): ReadonlyMap<number, ContentLine> {
  const properties = new Map<number, ContentLine>();
  const components = tryDecode(() => readObjects(text, reading, kind === 'vcard' ? 'VCARD' : 'VCALENDAR').components) ?? [];
  for (let component = components.pop(); component !== undefined; component = components.pop()) {
    for (const property of component.properties) {
      properties.set(property.index, property);
      if (property.component !== undefined) components.push(property.component);
    }
    components.push(...component.components);
  }
  return properties;
}

/** The name of a line that begins no property. */
const UNNAMED = 'line';

type Shown = Pick<Field, 'name' | 'value' | 'meaning'>;

/** A line without a property of its own goes on where the one before it ended. */
function plainLine(line: string, last: string | undefined): Shown {
  const [, key, value] = /^\ufeff?[ \t]{0,100}(BEGIN|END):(.*)/i.exec(line) ?? [];
  if (key !== undefined) return { name: key, value: (value as string).trim() };
  const shown = line.replace(/[\r\n]+$/, '');
  if (shown === '') return { name: UNNAMED, value: undefined };
  return { name: UNNAMED, value: shown, ...(last !== undefined && { meaning: `goes on with ${last}` }) };
}

function propertyLine(line: string, property: ContentLine, reading: Reading): Shown {
  const { name, index, valueAt } = property;
  const shown = line.replace(/[\r\n]+$/, '');
  // A head that is folded itself has its colon in another line.
  const isHeadHere = valueAt > index && valueAt - index <= shown.length;
  const head = isHeadHere ? shorten(shown.slice(0, valueAt - index - 1), MAX_SHOWN) : name;
  const value = isHeadHere ? shown.slice(valueAt - index) : shown;
  const meaning = meaningOf(property, value, reading);
  return { name: head, value, ...(meaning !== undefined && { meaning }) };
}

/** What stands behind folds and encodings; undefined when the line shows it already. */
function meaningOf(property: ContentLine, shown: string, reading: Reading): string | undefined {
  const { name, params, component } = property;
  if (component !== undefined) return undefined;
  return tryDecode(() => {
    if (isBase64(params)) return counted(octetsOf(property, reading, name).length, 'octet');
    const text = textOf(property, reading, name);
    return text === shown ? undefined : shorten(text, MAX_SHOWN);
  });
}

/** Characters of names and meanings: trees are read, and the values stand in them whole. */
const MAX_SHOWN = 200;
