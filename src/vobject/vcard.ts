/**
 * Business cards: vCard 2.1, which phones with Smart Messaging take, and vCard 3.0.
 *
 *   BEGIN:VCARD                                              BEGIN:VCARD
 *   VERSION:2.1                                              VERSION:3.0
 *   N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller    FN:Müller
 *   TEL;CELL;PREF:+447700900123                              N:Müller;;;;
 *   END:VCARD                                                TEL;TYPE=CELL,PREF:+447700900123
 *                                                            END:VCARD
 *
 * Both are read here, since parsers of 3.0 refuse bare types and soft breaks. Properties of 3.0 are built by vcard-creator out of clean
 * texts; those of 2.1 are ours.
 *
 * Sources: vCard 2.1 (versit consortium, 1996), RFC 2426. Choices where they are silent: docs/vobjects.md.
 * @module
 */
import VCardCreator from 'vcard-creator';
import { DecodeError, EncodeError } from '../errors.js';
import {
  type Component,
  type ContentLine,
  cleanLine,
  cleanPrintable,
  cleanText,
  endLine,
  formatRaw,
  furtherParamsOf,
  listOf,
  octetsOf,
  type RawParameter,
  type RawProperty,
  rawOf,
  readObjects,
  textOf,
  typesOf,
} from './content-line.js';
import { escapeOldPart, escapeText, splitParts, unescapeText } from './encodings.js';
import { isDay } from './moment.js';
import { formatOldText, formatRawFor, type OldTextOptions } from './old-text.js';
import { Reading, type VObjectOptions } from './reading.js';

/** A telephone number or an e-mail address. */
export interface VCardEntry {
  /** One line, as it is to be dialled or written to. */
  readonly value: string;
  /** Such as CELL, HOME, WORK, PREF, VOICE, FAX; upper case when read. */
  readonly types?: readonly string[] | undefined;
  /** Ties properties together, such as `item1`. */
  readonly group?: string | undefined;
  /** Parameters besides types and encodings, as they came. */
  readonly params?: readonly RawParameter[] | undefined;
}

/** A postal address. */
export interface VCardAddress {
  /** Post office box. */
  readonly postOfficeBox?: string | undefined;
  /** Further lines, such as a floor. */
  readonly extended?: string | undefined;
  /** Street and number. */
  readonly street?: string | undefined;
  /** City. */
  readonly locality?: string | undefined;
  /** State or county. */
  readonly region?: string | undefined;
  /** Postal code. */
  readonly postalCode?: string | undefined;
  /** Country. */
  readonly country?: string | undefined;
  /** What it is for, such as HOME and WORK, in capitals. */
  readonly types?: readonly string[] | undefined;
  /** What stands in front of a dot before the name of the property. */
  readonly group?: string | undefined;
  /** Parameters without a model. */
  readonly params?: readonly RawParameter[] | undefined;
}

/** A business card. A line end inside of a text is `\n`. */
export interface VCard {
  /** The version it was read from. The properties in `other` are in its form; without it, in the form of the version written. */
  readonly version?: VCardVersion | undefined;
  /** Family name. */
  readonly family?: string | undefined;
  /** Given name. */
  readonly given?: string | undefined;
  /** Further names. */
  readonly additional?: string | undefined;
  /** Title in front of the name. */
  readonly prefix?: string | undefined;
  /** Title behind the name. */
  readonly suffix?: string | undefined;
  /** The name as one text. Where a version requires it, it is made of the other names. */
  readonly formattedName?: string | undefined;
  /** ORG: the organization. */
  readonly organization?: string | undefined;
  /** Departments, the largest first. */
  readonly organizationUnits?: readonly string[] | undefined;
  /** TITLE: what the person is called there. */
  readonly title?: string | undefined;
  /** ROLE: what the person does there. */
  readonly role?: string | undefined;
  /** TEL: telephone numbers. */
  readonly tel?: readonly VCardEntry[] | undefined;
  /** EMAIL: mail addresses. */
  readonly email?: readonly VCardEntry[] | undefined;
  /** ADR: postal addresses. */
  readonly address?: readonly VCardAddress[] | undefined;
  /** URL: a page of the person's. */
  readonly url?: string | undefined;
  /** NOTE: anything. */
  readonly note?: string | undefined;
  /** `YYYY-MM-DD`. A birthday in another form is kept in `other`. */
  readonly birthday?: string | undefined;
  /** Everything else, as it came and in that order. */
  readonly other?: readonly RawProperty[] | undefined;
}

/** A card as it is read: the lists are always there. */
export interface ReadVCard extends VCard {
  readonly version: VCardVersion;
  /** TEL: telephone numbers; empty without any. */
  readonly tel: readonly VCardEntry[];
  /** EMAIL: mail addresses; empty without any. */
  readonly email: readonly VCardEntry[];
  /** ADR: postal addresses; empty without any. */
  readonly address: readonly VCardAddress[];
  readonly other: readonly RawProperty[];
}

/** The versions that are read and written. */
export type VCardVersion = '2.1' | '3.0';

/** How to write a card; all but the version matter to 2.1 only. */
export interface VCardFormat extends OldTextOptions {
  /** Version to write. */
  readonly version: VCardVersion;
}

/** The parts of N and ADR in the order they stand (RFC 2426 sections 3.1.2 and 3.2.1; the same in 2.1). */
const NAME_PARTS = ['family', 'given', 'additional', 'prefix', 'suffix'] as const;
const ADDRESS_PARTS = ['postOfficeBox', 'extended', 'street', 'locality', 'region', 'postalCode', 'country'] as const;
/** Types that a reader of 2.1 would take for an encoding. */
const NO_TYPES = /^(?:QUOTED-PRINTABLE|BASE64|B|7BIT|8BIT)$/i;

// ---- writing ----

/**
 * Writes a card, lines ended by CRLF. Version 2.1 leaves out empty parts at the end of a name and does not break lines; version 3.0
 * folds them at 75 octets and has neither PRODID nor REV, which would cost 80 octets of a message.
 *
 * Reading gives the card back with these exceptions: line ends of every kind are `\n`, empty texts are left out, types are upper case;
 * 3.0 requires FN, and 2.1 a family name, which are made of what else names the card.
 * @throws EncodeError `bad-value` for what is no text, no date, no type, has a line end where one line belongs, or for a card that names
 *   nobody and nothing; `unencodable` for characters that the version or the character set lacks. Its field is a path such as `tel[0].value`.
 * @throws TypeError when the card is no object or the version is unknown.
 */
export function formatVCard(card: VCard, format: VCardFormat): string {
  const old = requireVersion(card, format);
  const head = `BEGIN:VCARD\r\nVERSION:${format.version}\r\n`;
  const body = old ? formatOld(card, format) : formatNew(card);
  const fromOld = card.version === undefined ? old : card.version === '2.1';
  let other = '';
  listOf(card.other, 'other').forEach((property, i) => {
    other += formatRawFor(property, fromOld, old, `other[${i}]`);
  });
  return `${head}${body}${other}END:VCARD\r\n`;
}

function requireVersion(card: VCard, format: VCardFormat): boolean {
  if (typeof card !== 'object' || card === null) throw new TypeError('a card is an object');
  const version = (format as VCardFormat | undefined)?.version;
  if (version !== '2.1' && version !== '3.0') throw new TypeError(`vCard versions are '2.1' and '3.0', not ${String(version)}`);
  return version === '2.1';
}

function formatOld(card: VCard, options: VCardFormat): string {
  let text = '';
  const line = (head: string, value: string, field: string) => {
    text += endLine(formatOldText(head, value, options, field), true);
  };
  const single = (name: string, field: 'formattedName' | 'title' | 'role' | 'note') => {
    const value = textIn(card[field], field, cleanText);
    if (value !== '') line(name, value, field);
  };
  const names = NAME_PARTS.map((part) => textIn(card[part], part, cleanText));
  if (names.join('') === '') names[0] = displayName(card, cleanText);
  line('N', structured(names), 'family');
  single('FN', 'formattedName');
  const organization = organizationOf(card, cleanText);
  if (organization.some((part) => part !== '')) line('ORG', structured(organization), 'organization');
  single('TITLE', 'title');
  single('ROLE', 'role');
  for (const [name, field] of [
    ['TEL', 'tel'],
    ['EMAIL', 'email'],
  ] as const) {
    listOf(card[field], field).forEach((entry, i) => {
      const path = `${field}[${i}]`;
      line(headOf(name, entry, true, path), entryValue(entry, path), `${path}.value`);
    });
  }
  listOf(card.address, 'address').forEach((address, i) => {
    const path = `address[${i}]`;
    const parts = ADDRESS_PARTS.map((part) => textIn(address[part], `${path}.${part}`, cleanText));
    line(headOf('ADR', address, true, path), structured(parts), path);
  });
  const url = textIn(card.url, 'url', cleanLine);
  if (url !== '') line('URL', url, 'url');
  single('NOTE', 'note');
  const birthday = birthdayOf(card);
  if (birthday !== '') line('BDAY', birthday, 'birthday');
  return text;
}

/** Parts of a structured value, the empty ones at the end left out. */
function structured(parts: readonly string[]): string {
  let count = parts.length;
  while (count > 1 && parts[count - 1] === '') count--;
  return parts.slice(0, count).map(escapeOldPart).join(';');
}

function formatNew(card: VCard): string {
  // Its types list the registered ones; on the wire any token will do.
  const creator = new VCardCreator();
  const [familyName = '', givenName = '', additionalNames = '', honorificPrefix = '', honorificSuffix = ''] = NAME_PARTS.map(
    (part) => textIn(card[part], part, cleanPrintable),
  );
  // FN first, or addName makes one of its own.
  creator.addFullName(textIn(card.formattedName, 'formattedName', cleanPrintable) || displayName(card, cleanPrintable));
  creator.addName({ familyName, givenName, additionalNames, honorificPrefix, honorificSuffix });
  const organization = organizationOf(card, cleanPrintable);
  const [name = '', department = ''] = organization;
  // The package knows one department.
  if (organization.length > 2) creator.addCustomProperty({ name: 'ORG', value: organization.map(escapeText).join(';') });
  else if (name !== '' || department !== '') creator.addCompany({ name, department });
  const title = textIn(card.title, 'title', cleanPrintable);
  if (title !== '') creator.addJobtitle(title);
  const role = textIn(card.role, 'role', cleanPrintable);
  if (role !== '') creator.addRole(role);
  listOf(card.tel, 'tel').forEach((entry, i) => {
    const number = escapeText(entryValue(entry, `tel[${i}]`));
    const type = entryTypes(entry, `tel[${i}]`);
    if (isPlain(entry)) creator.addPhoneNumber({ number, type: type as never });
    else creator.addCustomProperty({ ...headParts('TEL', entry, `tel[${i}]`), value: number });
  });
  listOf(card.email, 'email').forEach((entry, i) => {
    const address = escapeText(entryValue(entry, `email[${i}]`));
    const type = entryTypes(entry, `email[${i}]`);
    if (isPlain(entry)) creator.addEmail({ address, type: type as never });
    else creator.addCustomProperty({ ...headParts('EMAIL', entry, `email[${i}]`), value: address });
  });
  listOf(card.address, 'address').forEach((address, i) => {
    const path = `address[${i}]`;
    const parts = ADDRESS_PARTS.map((part) => textIn(address[part], `${path}.${part}`, cleanPrintable));
    const [postOfficeBox = '', extended = '', street = '', locality = '', region = '', postalCode = '', country = ''] = parts;
    const type = entryTypes(address, path);
    if (isPlain(address))
      creator.addAddress({ postOfficeBox, extended, street, locality, region, postalCode, country, type: type as never });
    else creator.addCustomProperty({ ...headParts('ADR', address, path), value: parts.map(escapeText).join(';') });
  });
  const url = textIn(card.url, 'url', cleanLine);
  if (url !== '') creator.addUrl({ url });
  const note = textIn(card.note, 'note', cleanPrintable);
  if (note !== '') creator.addNote(note);
  const birthday = birthdayOf(card);
  if (birthday !== '') creator.addBirthday(birthday as `${number}-${number}-${number}`);
  let text = '';
  // Not buildVCard: it adds PRODID and REV, the time of the call.
  for (const { key, value, group } of creator.getProperties()) {
    text += endLine(`${group === undefined ? '' : `${group}.`}${key}:${value}`, false);
  }
  return text;
}

function textIn(value: unknown, field: string, clean: (value: unknown, field: string) => string): string {
  return value === undefined ? '' : clean(value, field);
}

function organizationOf(card: VCard, clean: typeof cleanText): string[] {
  const units: unknown = card.organizationUnits ?? [];
  if (!Array.isArray(units)) throw new EncodeError('bad-value', 'organizationUnits', undefined, `${typeof units} is no list`);
  return [textIn(card.organization, 'organization', clean), ...units.map((unit, i) => clean(unit, `organizationUnits[${i}]`))];
}

/** What names the card when it has no name in parts, or no formatted one. */
function displayName(card: VCard, clean: typeof cleanText): string {
  const { prefix, given, additional, family, suffix, formattedName, organization } = card;
  const spoken = [prefix, given, additional, family, suffix].filter((part) => part !== undefined && part !== '').join(' ');
  const name = spoken || formattedName || organization || card.tel?.[0]?.value || card.email?.[0]?.value;
  if (name === undefined || name === '') {
    throw new EncodeError(
      'bad-value',
      'formattedName',
      undefined,
      'a card has a name, an organization, a number or an address',
    );
  }
  return clean(name, 'formattedName');
}

function birthdayOf({ birthday }: VCard): string {
  const day = textIn(birthday, 'birthday', cleanLine);
  if (day !== '' && !isDay(day)) {
    throw new EncodeError('bad-value', 'birthday', undefined, `${JSON.stringify(day.slice(0, 40))} is no date as YYYY-MM-DD`);
  }
  return day;
}

function entryValue(entry: VCardEntry, path: string): string {
  const value = cleanLine(entry.value, `${path}.value`);
  if (value === '') throw new EncodeError('bad-value', `${path}.value`, undefined, 'empty');
  return value;
}

function entryTypes({ types }: Pick<VCardEntry, 'types'>, path: string): string[] {
  if (types === undefined) return [];
  if (!Array.isArray(types)) throw new EncodeError('bad-value', `${path}.types`, undefined, `${typeof types} is no list`);
  return types.map((type: unknown, i) => {
    if (typeof type !== 'string' || !/^[A-Za-z0-9_-]+$/.test(type) || NO_TYPES.test(type)) {
      throw new EncodeError('bad-value', `${path}.types[${i}]`, undefined, `${JSON.stringify(type)} is no type`);
    }
    return type.toUpperCase();
  });
}

type Headed = Pick<VCardEntry, 'types' | 'group' | 'params'>;

function isPlain({ group, params }: Headed): boolean {
  return group === undefined && (params === undefined || params.length === 0);
}

/** Name, group, types and parameters in front of the colon. */
function headOf(name: string, entry: Headed, old: boolean, path: string): string {
  const types = entryTypes(entry, path);
  const named = types.length === 0 ? [] : [{ name: 'TYPE', value: types.join(',') }];
  const typed = old ? types.map((value) => ({ name: '', value })) : named;
  const further = entry.params ?? [];
  if (!Array.isArray(further)) throw new EncodeError('bad-value', `${path}.params`, undefined, 'no list');
  for (const param of further as readonly RawParameter[]) {
    // These would say again, and otherwise, how the value is written.
    if (/^(?:|TYPE|ENCODING|CHARSET)$/i.test(param.name)) {
      throw new EncodeError('bad-value', `${path}.params`, undefined, `${JSON.stringify(param.name)} is no further parameter`);
    }
  }
  const line = formatRaw({ group: entry.group, name, params: [...typed, ...further], value: '' }, path);
  return line.slice(0, -1);
}

/** The same as vcard-creator takes it. */
function headParts(name: string, entry: Headed, path: string): { name: string; params: string; group?: string } {
  const head = headOf(name, entry, false, path);
  const params = head.indexOf(';');
  return {
    name,
    params: params < 0 ? '' : head.slice(params + 1),
    ...(entry.group !== undefined && { group: entry.group }),
  };
}

// ---- reading ----

/**
 * Reads the card in a text. Properties without a place in the model are kept in `other` as they came, as are second ones of those that
 * the model has once.
 *
 * The version rules how: 2.1 has bare types, quoted-printable and `\;`; 3.0 has the escapes of RFC 2426. A card without VERSION, as
 * gammu writes for older phones, is read as 2.1.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` (a second card) with the index of the line or value.
 * @throws LimitError past `vobjectCharacters`, `vobjectProperties`, `vobjectLineCharacters`, `vobjectBinaryOctets`, `vobjectDepth`.
 * @throws TypeError when `text` is not a string.
 */
export function parseVCard(text: string, options: VObjectOptions = {}): ReadVCard {
  if (typeof text !== 'string') throw new TypeError('a vCard is a string; decodeVObjectText makes one of octets');
  const reading = new Reading(text, options);
  const { components, version, old } = readObjects(text, reading, 'VCARD');
  const second = components[1];
  if (second !== undefined) reading.fault('junk', second.index, 'VCARD', 'a second card', 'the first alone', 'trailing-bytes');
  return readCard(components[0], version as VCardVersion, old, reading);
}

/** Reads all cards of a text, such as an exported address book; all are of the first one's version. @throws as {@link parseVCard} does. */
export function parseVCards(text: string, options: VObjectOptions = {}): ReadVCard[] {
  if (typeof text !== 'string') throw new TypeError('vCards are a string; decodeVObjectText makes one of octets');
  const reading = new Reading(text, options);
  const { components, version, old } = readObjects(text, reading, 'VCARD');
  return components.map((component) => readCard(component, version as VCardVersion, old, reading));
}

/**
 * Octets of a property in `other`, such as PHOTO, in BASE64 or quoted-printable.
 * @throws DecodeError `bad-value` or `truncated`.
 * @throws LimitError past `vobjectBinaryOctets`.
 */
export function binaryOf(property: RawProperty, options: VObjectOptions = {}): Uint8Array {
  const { name, params = [], value } = property;
  return octetsOf({ params, value, valueAt: 0 }, new Reading(value, options), name);
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function readCard(component: Component | undefined, version: VCardVersion, old: boolean, reading: Reading): ReadVCard {
  const tel: VCardEntry[] = [];
  const email: VCardEntry[] = [];
  const address: VCardAddress[] = [];
  const other: RawProperty[] = [];
  const card: Mutable<ReadVCard> = { version, tel, email, address, other };
  const seen = new Set<string>();
  for (const line of component?.properties ?? []) {
    const { name } = line;
    const read = READERS.get(name);
    const once = read !== undefined && name !== 'TEL' && name !== 'EMAIL' && name !== 'ADR';
    if (name === 'VERSION') continue;
    if (read === undefined || line.component !== undefined || (once && seen.has(name))) {
      other.push(rawOf(line));
      continue;
    }
    if (line.value === '') {
      reading.note('empty-property', line.index, `${name} without a value`, 'nothing');
      continue;
    }
    seen.add(name);
    if (!readProperty(read, card, line, old, reading)) {
      seen.delete(name);
      other.push(rawOf(line));
    } else if (once && (line.group !== undefined || line.params.length > 0)) {
      const lost =
        line.group !== undefined || typesOf(line).length > 0 || furtherParamsOf(line).some(({ name }) => name !== 'VALUE');
      if (lost) reading.note('dropped-parameter', line.index, `group or parameters of ${name}`, 'nothing');
    }
  }
  return card;
}

/** Puts a property into a card; false when its value belongs into `other`. */
type PropertyReader = (card: Mutable<ReadVCard>, line: ContentLine, old: boolean, reading: Reading) => boolean;

/** Leniently a property that cannot be read is kept as it came. */
function readProperty(
  read: PropertyReader,
  card: Mutable<ReadVCard>,
  line: ContentLine,
  old: boolean,
  reading: Reading,
): boolean {
  try {
    return read(card, line, old, reading);
  } catch (error) {
    if (!reading.lenient || !(error instanceof DecodeError)) throw error;
    reading.note('bad-value', line.index, error.reason, 'a property as it came');
    return false;
  }
}

const READERS: ReadonlyMap<string, PropertyReader> = /* @__PURE__ */ new Map<string, PropertyReader>([
  ['N', readName],
  ['FN', (card, line, old, reading) => setText(card, 'formattedName', line, old, reading)],
  ['ORG', readOrganization],
  ['TITLE', (card, line, old, reading) => setText(card, 'title', line, old, reading)],
  ['ROLE', (card, line, old, reading) => setText(card, 'role', line, old, reading)],
  ['TEL', (card, line, old, reading) => readEntry(card.tel as VCardEntry[], line, old, reading)],
  ['EMAIL', (card, line, old, reading) => readEntry(card.email as VCardEntry[], line, old, reading)],
  ['ADR', readAddress],
  ['URL', readUrl],
  ['NOTE', (card, line, old, reading) => setText(card, 'note', line, old, reading)],
  ['BDAY', readBirthday],
]);

/** A value that is one text. */
export function readText(line: ContentLine, old: boolean, reading: Reading, field: string): string {
  const text = textOf(line, reading, field);
  if (!old) return unescapeText(text);
  if (!reading.lenient || !/\\[,;nN]/.test(text)) return text;
  reading.note('foreign-escape', line.valueAt, 'a backslash escape of vCard 3.0', 'the character that it stands for');
  return unescapeText(text);
}

function setText(
  card: Mutable<ReadVCard>,
  key: 'formattedName' | 'title' | 'role' | 'note',
  line: ContentLine,
  old: boolean,
  reading: Reading,
): boolean {
  card[key] = readText(line, old, reading, `VCARD/${line.name}`);
  return true;
}

function partsOf(line: ContentLine, old: boolean, reading: Reading, most: number): string[] {
  const field = `VCARD/${line.name}`;
  const parts = splitParts(textOf(line, reading, field), ';', old);
  if (parts.length > most && parts.slice(most).some((part) => part !== '')) {
    throw new DecodeError('bad-value', field, line.valueAt, `${parts.length} parts, not ${most} at most`);
  }
  return parts;
}

function readName(card: Mutable<ReadVCard>, line: ContentLine, old: boolean, reading: Reading): boolean {
  const parts = partsOf(line, old, reading, NAME_PARTS.length);
  NAME_PARTS.forEach((key, i) => {
    const part = parts[i];
    if (part !== undefined && part !== '') card[key] = part;
  });
  return true;
}

function readOrganization(card: Mutable<ReadVCard>, line: ContentLine, old: boolean, reading: Reading): boolean {
  const [name = '', ...units] = splitParts(textOf(line, reading, 'VCARD/ORG'), ';', old);
  while (units.length > 0 && units[units.length - 1] === '') units.pop();
  if (name !== '') card.organization = name;
  if (units.length > 0) card.organizationUnits = units;
  return true;
}

/** Group and further parameters, when there are any. */
function headRead(line: ContentLine): Pick<VCardEntry, 'group' | 'params'> | undefined {
  if (line.group === undefined && line.params.length === 0) return undefined;
  const params = furtherParamsOf(line);
  return { ...(line.group !== undefined && { group: line.group }), ...(params.length > 0 && { params }) };
}

function readEntry(entries: VCardEntry[], line: ContentLine, old: boolean, reading: Reading): boolean {
  const text = readText(line, old, reading, `VCARD/${line.name}`);
  // Some phones end a number with a line end of its own.
  const value = text.trim();
  if (value === '') {
    reading.note('empty-property', line.index, `${line.name} of blanks`, 'nothing');
    return true;
  }
  if (value.includes('\n'))
    throw new DecodeError('bad-value', `VCARD/${line.name}`, line.valueAt, 'a line end inside of one line');
  entries.push({ value, types: typesOf(line), ...headRead(line) });
  return true;
}

function readAddress(card: Mutable<ReadVCard>, line: ContentLine, old: boolean, reading: Reading): boolean {
  const parts = partsOf(line, old, reading, ADDRESS_PARTS.length);
  const address: Mutable<VCardAddress> = {};
  ADDRESS_PARTS.forEach((key, i) => {
    const part = parts[i];
    if (part !== undefined && part !== '') address[key] = part;
  });
  (card.address as VCardAddress[]).push({ ...address, types: typesOf(line), ...headRead(line) });
  return true;
}

function readUrl(card: Mutable<ReadVCard>, line: ContentLine, _old: boolean, reading: Reading): boolean {
  const url = textOf(line, reading, 'VCARD/URL').trim();
  // An address has no escapes (RFC 2426 section 3.6.8), and no line ends.
  if (url === '' || url.includes('\n')) return false;
  card.url = url;
  return true;
}

function readBirthday(card: Mutable<ReadVCard>, line: ContentLine, _old: boolean, reading: Reading): boolean {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(textOf(line, reading, 'VCARD/BDAY').trim()) ?? [];
  const text = `${year}-${month}-${day}`;
  if (!isDay(text)) return false;
  card.birthday = text;
  return true;
}
