/**
 * Cards into vCard 2.1 and 3.0. Properties of 3.0 are built by vcard-creator out of clean texts; those of 2.1 are ours.
 *
 * Sources: as in vcard.ts.
 * @module
 */
import VCardCreator from 'vcard-creator';
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';
import { isEncodingName, type RawParameter } from './content-line.js';
import { cleanLine, cleanPrintable, cleanText, endLine, formatRaw, listOf } from './content-line-format.js';
import { escapeOldPart, escapeText } from './encodings.js';
import { reportRefusals } from './issues.js';
import { isDay } from './moment.js';
import { formatOldText, formatRawFor, rulesOf } from './old-text.js';
import { ADDRESS_PARTS, NAME_PARTS, type VCard, type VCardEntry, type VCardFormat } from './vcard.js';
import { parseVCard } from './vcard-parse.js';

/**
 * Writes a card, lines ended by CRLF. Version 2.1 leaves out empty parts at the end of a name and does not break lines; version 3.0
 * folds them at 75 octets and has neither PRODID nor REV, which would cost 80 octets of a message.
 *
 * Strict reading takes the text, but for values that lenient reading kept in `other`: `onIssue` tells of them.
 *
 * Reading gives the card back with these exceptions: line ends of every kind are `\n`, empty texts are left out, types are upper case;
 * 3.0 requires FN, and 2.1 a family name, which are made of what else names the card.
 * @throws EncodeError `bad-value` for what is not a text, a date or a type, has a line end where one line belongs, or for a card that names
 *   nobody and nothing; `unencodable` for characters that the version or the character set lacks. Its field is a path such as `tel[0].value`.
 * @throws TypeError when the card is not an object or the version is unknown.
 */
export function formatVCard(card: VCard, format: VCardFormat): string {
  const { old, fromOld } = rulesOf(card, format, 'VCARD');
  let text = `BEGIN:VCARD\r\nVERSION:${format.version}\r\n${old ? formatOld(card, format) : formatNew(card)}`;
  listOf(card.other, 'other').forEach((property, i) => {
    text += formatRawFor(property, fromOld, old, `other[${i}]`);
  });
  text += 'END:VCARD\r\n';
  if (format.onIssue !== undefined) reportRefusals((options) => parseVCard(text, options), format.onIssue);
  return text;
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
  addEntries(creator, card);
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

/** Numbers, mail and postal addresses; those with a group or further parameters are properties that the package does not know. */
function addEntries(creator: VCardCreator, card: VCard): void {
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
}

/** A text of the model, empty when absent. */
function textIn(value: unknown, field: string, clean: (value: unknown, field: string) => string): string {
  return value === undefined ? '' : clean(value, field);
}

function organizationOf(card: VCard, clean: typeof cleanText): string[] {
  const units: unknown = card.organizationUnits ?? [];
  if (!Array.isArray(units)) throw EncodeError.badValue('organizationUnits', `${typeof units} is not a list`);
  return [textIn(card.organization, 'organization', clean), ...units.map((unit, i) => clean(unit, `organizationUnits[${i}]`))];
}

/** What names the card when it has no name in parts, or no formatted one. */
function displayName(card: VCard, clean: typeof cleanText): string {
  const { prefix, given, additional, family, suffix, formattedName, organization } = card;
  const spoken = [prefix, given, additional, family, suffix].filter((part) => part !== undefined && part !== '').join(' ');
  const name = spoken || formattedName || organization || card.tel?.[0]?.value || card.email?.[0]?.value;
  if (name === undefined || name === '') {
    throw EncodeError.badValue('formattedName', 'a card has a name, an organization, a number or an address');
  }
  return clean(name, 'formattedName');
}

function birthdayOf({ birthday }: VCard): string {
  const day = textIn(birthday, 'birthday', cleanLine);
  if (day !== '' && !isDay(day)) {
    throw EncodeError.badValue('birthday', `${quote(day)} is not a date as YYYY-MM-DD`);
  }
  return day;
}

function entryValue(entry: VCardEntry, path: string): string {
  const value = cleanLine(entry.value, `${path}.value`);
  if (value === '') throw EncodeError.badValue(`${path}.value`, 'empty');
  return value;
}

function entryTypes({ types }: Pick<VCardEntry, 'types'>, path: string): string[] {
  if (types === undefined) return [];
  if (!Array.isArray(types)) throw EncodeError.badValue(`${path}.types`, `${typeof types} is not a list`);
  return types.map((type: unknown, i) => {
    if (typeof type !== 'string' || !/^[A-Za-z0-9_-]+$/.test(type) || isEncodingName(type)) {
      throw EncodeError.badValue(`${path}.types[${i}]`, `${quote(type)} is not a type`);
    }
    return type.toUpperCase();
  });
}

type Headed = Pick<VCardEntry, 'types' | 'group' | 'params'>;

function isPlain({ group, params }: Headed): boolean {
  return group === undefined && (params === undefined || params.length === 0);
}

/** Name, group, types and parameters before the colon. */
function headOf(name: string, entry: Headed, old: boolean, path: string): string {
  const types = entryTypes(entry, path);
  const named = types.length === 0 ? [] : [{ name: 'TYPE', value: types.join(',') }];
  const typed = old ? types.map((value) => ({ name: '', value })) : named;
  const further = entry.params ?? [];
  if (!Array.isArray(further)) throw EncodeError.badValue(`${path}.params`, 'not a list');
  for (const param of further as readonly RawParameter[]) {
    // These would say again, and otherwise, how the value is written.
    if (/^(?:|TYPE|ENCODING|CHARSET)$/i.test(param.name)) {
      throw EncodeError.badValue(`${path}.params`, `${quote(param.name)} is not a further parameter`);
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
