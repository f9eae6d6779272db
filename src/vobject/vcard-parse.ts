/**
 * Reads cards from vCard 2.1 and 3.0. Both are read here, since parsers of 3.0 refuse bare types and soft breaks.
 *
 * Sources: as in vcard.ts.
 * @module
 */
import { requireObject, requireText, wrongArgument } from '../bytes/check.js';
import { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import {
  type Component,
  type ContentLine,
  decodeOctets,
  decodeValue,
  furtherParams,
  type RawProperty,
  readTypes,
  toRaw,
} from './content-line.js';
import { type Objects, onlyObject, readObjects } from './content-line-parse.js';
import { splitParts } from './encodings.js';
import { NOTHING, type VObjectOptions, type VObjectReading } from './issues.js';
import { isDay } from './moment.js';
import { noteDropped, readText, takeProperty } from './property.js';
import { ADDRESS_PARTS, NAME_PARTS, type ParsedVCard, type VCardAddress, type VCardEntry } from './vcard.js';

/**
 * Parses vCard 2.1 (versit, 1996) or 3.0 (RFC 2426), whichever VERSION names; without VERSION, as gammu writes for older phones, it is read as 2.1.
 * All other properties, and second ones of those that a card has once, are kept verbatim in `other`.
 *
 * Option `lenient`: accept the departures from `junk` on in `VObjectIssueCode`.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` (a second card) with the index of the line or value.
 * @throws LimitError `limit-exceeded` above `vobjectCharacters`, `vobjectProperties`, `vobjectLineCharacters`, `vobjectBinaryOctets`, `vobjectDepth`.
 * @throws TypeError when `text` is not a string.
 * @example
 * ```ts
 * import { parseVCard } from 'handset/vobject';
 *
 * const { family, tel } = parseVCard('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Smith;Mike\r\nTEL;CELL:+447700900123\r\nEND:VCARD\r\n');
 * [family, tel]; // -> ['Smith', [{ value: '+447700900123', types: ['CELL'] }]]
 * ```
 */
export function parseVCard(text: string, options: VObjectOptions = {}): ParsedVCard {
  if (typeof text !== 'string') throw wrongArgument(text, 'text', 'a string; decodeVObjectText makes one of octets');
  const reading = Reading.of(options);
  const objects = readObjects(text, reading, 'VCARD');
  return readCard(onlyObject(objects, reading, 'VCARD'), objects, reading);
}

/**
 * Parses all cards of a text, such as an exported address book, in the version of the first.
 * @throws DecodeError, LimitError as {@link parseVCard}.
 */
export function parseVCards(text: string, options: VObjectOptions = {}): ParsedVCard[] {
  if (typeof text !== 'string') throw new TypeError('vCards are a string; decodeVObjectText makes one of octets');
  const reading = Reading.of(options);
  return readCards(readObjects(text, reading, 'VCARD'), reading);
}

/** The cards of a text whose lines are read. @throws as {@link parseVCard} does. */
export function readCards(objects: Objects<'VCARD'>, reading: VObjectReading): ParsedVCard[] {
  return objects.components.map((component) => readCard(component, objects, reading));
}

/**
 * Decodes the octets of a property in `other`, such as PHOTO, from BASE64 or quoted-printable.
 * @throws DecodeError `bad-value` or `truncated`.
 * @throws LimitError `limit-exceeded` above `vobjectCharacters` or `vobjectBinaryOctets`.
 */
export function extractBinary(property: RawProperty, options: VObjectOptions = {}): Uint8Array {
  requireObject(property, 'property');
  const { name, params = [], value } = property;
  requireText(value, 'property.value');
  const reading = Reading.of(options);
  reading.limit('vobjectCharacters', value.length, 'vObject', 0);
  return decodeOctets({ params, value, valueAt: 0 }, reading, name);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function readCard(component: Component | undefined, { version, old }: Objects<'VCARD'>, reading: VObjectReading): ParsedVCard {
  const tel: VCardEntry[] = [];
  const email: VCardEntry[] = [];
  const address: VCardAddress[] = [];
  const other: RawProperty[] = [];
  const card: Mutable<ParsedVCard> = { version, tel, email, address, other };
  const to = { card, old, reading };
  /** The bits of the properties that were taken. */
  let seen = 0;
  for (const line of component?.properties ?? []) {
    const { name } = line;
    if (name === 'VERSION') continue;
    const row = ROWS.get(name);
    if (row === undefined || (seen & row.bit) !== 0) {
      other.push(toRaw(line));
      continue;
    }
    if (line.value === '') {
      reading.note('empty-property', `VCARD/${name}`, line.index, `${name} without a value`, NOTHING);
      continue;
    }
    if (!takeProperty(line, other, reading, () => row.read(line, to)) || row.bit === 0) continue;
    seen |= row.bit;
    noteDropped(line, reading);
  }
  return card;
}

/** A card that is being read, and by whose rules. */
interface CardReading {
  readonly card: Mutable<ParsedVCard>;
  readonly old: boolean;
  readonly reading: VObjectReading;
}

/** Puts a property into a card; false when it belongs in `other`. */
type PropertyReader = (line: ContentLine, to: CardReading) => boolean;

/** A property of the model. */
interface Row {
  readonly read: PropertyReader;
  /** A bit of its own where the first of them is modelled alone; 0 for what a card has any number of. */
  readonly bit: number;
}

const ROWS: ReadonlyMap<string, Row> = /* @__PURE__ */ new Map<string, Row>([
  ['N', { read: readName, bit: 1 }],
  ['FN', { read: (line, to) => readInto('formattedName', line, to), bit: 2 }],
  ['ORG', { read: readOrganization, bit: 4 }],
  ['TITLE', { read: (line, to) => readInto('title', line, to), bit: 8 }],
  ['ROLE', { read: (line, to) => readInto('role', line, to), bit: 16 }],
  ['TEL', { read: (line, to) => readEntry(to.card.tel as VCardEntry[], line, to), bit: 0 }],
  ['EMAIL', { read: (line, to) => readEntry(to.card.email as VCardEntry[], line, to), bit: 0 }],
  ['ADR', { read: readAddress, bit: 0 }],
  ['URL', { read: readUrl, bit: 32 }],
  ['NOTE', { read: (line, to) => readInto('note', line, to), bit: 64 }],
  ['BDAY', { read: readBirthday, bit: 128 }],
]);

function readInto(
  key: 'formattedName' | 'title' | 'role' | 'note',
  line: ContentLine,
  { card, old, reading }: CardReading,
): boolean {
  card[key] = readText(line, old, reading, `VCARD/${line.name}`);
  return true;
}

/** Puts the parts of a structured value that are not empty into an object, by their names. */
function readParts<K extends string>(
  into: { [P in K]?: string | undefined },
  keys: readonly K[],
  line: ContentLine,
  { old, reading }: CardReading,
): void {
  const field = `VCARD/${line.name}`;
  const parts = splitParts(decodeValue(line, reading, field), ';', old);
  const most = keys.length;
  if (parts.length > most && parts.slice(most).some((part) => part !== '')) {
    throw new DecodeError('bad-value', field, line.valueAt, `${parts.length} parts, not ${most} at most`);
  }
  for (let i = 0; i < most && i < parts.length; i++) {
    const part = parts[i] as string;
    if (part !== '') into[keys[i] as K] = part;
  }
}

function readName(line: ContentLine, to: CardReading): boolean {
  readParts(to.card, NAME_PARTS, line, to);
  return true;
}

function readOrganization(line: ContentLine, { card, old, reading }: CardReading): boolean {
  const [name = '', ...units] = splitParts(decodeValue(line, reading, 'VCARD/ORG'), ';', old);
  while (units.length > 0 && units[units.length - 1] === '') units.pop();
  if (name !== '') card.organization = name;
  if (units.length > 0) card.organizationUnits = units;
  return true;
}

/** Group and further parameters, when there are any. */
function readHead(line: ContentLine): Pick<VCardEntry, 'group' | 'params'> | undefined {
  if (line.group === undefined && line.params.length === 0) return undefined;
  const params = furtherParams(line);
  return { ...(line.group !== undefined && { group: line.group }), ...(params.length > 0 && { params }) };
}

function readEntry(entries: VCardEntry[], line: ContentLine, { old, reading }: CardReading): boolean {
  const text = readText(line, old, reading, `VCARD/${line.name}`, true);
  // Some phones end a number with a line end of its own.
  const value = text.trim();
  if (value === '') {
    reading.note('empty-property', `VCARD/${line.name}`, line.index, `${line.name} of blanks`, NOTHING);
    return true;
  }
  if (value.includes('\n'))
    throw new DecodeError('bad-value', `VCARD/${line.name}`, line.valueAt, 'a line end in a value of one line');
  entries.push({ value, types: readTypes(line), ...readHead(line) });
  return true;
}

function readAddress(line: ContentLine, to: CardReading): boolean {
  const address: Mutable<VCardAddress> = {};
  readParts(address, ADDRESS_PARTS, line, to);
  (to.card.address as VCardAddress[]).push({ ...address, types: readTypes(line), ...readHead(line) });
  return true;
}

function readUrl(line: ContentLine, { card, reading }: CardReading): boolean {
  const url = decodeValue(line, reading, 'VCARD/URL').trim();
  // An address has no escapes (RFC 2426 section 3.6.8), and no line ends.
  if (url === '' || url.includes('\n')) return false;
  card.url = url;
  return true;
}

function readBirthday(line: ContentLine, { card, reading }: CardReading): boolean {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(decodeValue(line, reading, 'VCARD/BDAY').trim()) ?? [];
  const text = `${year}-${month}-${day}`;
  if (!isDay(text)) return false;
  card.birthday = text;
  return true;
}
