/**
 * Writes cards as vCard 2.1 and 3.0. Properties of 3.0 are built by vcard-creator from checked texts; those of 2.1 are written here.
 *
 * Sources: as in vcard.ts.
 * @module
 */
import VCardCreator from 'vcard-creator';
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';
import { isEncodingName } from './content-line.js';
import { cleanLine, cleanPrintable, cleanText, endLine, formatRaw, requireList, requireParams } from './content-line-format.js';
import { escapeOldPart, escapeText } from './encodings.js';
import { reportRefusals } from './issues.js';
import { isDay } from './moment.js';
import { chooseRules, formatOldText, formatRawFor } from './old-text.js';
import { ADDRESS_PARTS, NAME_PARTS, type VCard, type VCardEntry, type VCardFormat } from './vcard.js';
import { parseVCard } from './vcard-parse.js';

/**
 * Formats a card as vCard 2.1 (versit, 1996) or 3.0 (RFC 2426), with lines that end in CRLF. Version 2.1 omits empty parts at the end of a name and
 * does not break lines; version 3.0 folds them at 75 octets and has neither PRODID nor REV, which would take 80 octets of a message.
 *
 * Strict reading accepts the text, except for values that lenient reading kept verbatim in `other`, which `onIssue` reports.
 *
 * Parsing the text gives the same card, except that line ends of every kind are `\n`, empty texts are absent and types are upper case;
 * 3.0 requires FN, and 2.1 a family name, which are made from the other names.
 * @throws EncodeError `bad-value` for an invalid text, date or type, a line end where only one line is allowed, or a card without
 *   any name; `unencodable` for characters that the version or the charset lacks. Its field is a path such as `tel[0].value`.
 * @throws TypeError when the card is not an object or the version is unknown.
 * @example
 * ```ts
 * import { formatVCard } from 'handset/vobject';
 *
 * formatVCard({ family: 'Müller', given: 'Jürgen' }, { version: '2.1' }).split('\r\n')[2];
 * // -> 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen'
 * ```
 */
export function formatVCard(card: VCard, format: VCardFormat): string {
  const { old, fromOld } = chooseRules(card, format, 'VCARD');
  let text = `BEGIN:VCARD\r\nVERSION:${format.version}\r\n${old ? formatOld(card, format) : formatNew(card)}`;
  requireList(card.other, 'other').forEach((property, i) => {
    text += formatRawFor(property, fromOld, old, `other[${i}]`);
  });
  text += 'END:VCARD\r\n';
  if (format.onIssue !== undefined) reportRefusals((options) => parseVCard(text, options), format.onIssue);
  return text;
}

/** Writes a property whose value has these parts, most often one; `entry` has its types, group and parameters. */
type WriteProperty = (name: string, parts: readonly string[], field: string, entry?: Headed) => void;

/** Writes the properties of a card in their order, each text checked for the version. */
function writeProperties(card: VCard, old: boolean, write: WriteProperty): void {
  const clean = old ? cleanText : cleanPrintable;
  const textIn = (value: unknown, field: string, cleaned = clean) => (value === undefined ? '' : cleaned(value, field));
  const single = (name: string, field: 'formattedName' | 'title' | 'role' | 'note' | 'url', cleaned = clean) => {
    const value = textIn(card[field], field, cleaned);
    if (value !== '') write(name, [value], field);
  };
  const names = NAME_PARTS.map((part) => textIn(card[part], part));
  if (old) {
    if (names.join('') === '') names[0] = displayName(card, clean);
    write('N', names, 'family');
    single('FN', 'formattedName');
  } else {
    // FN first, or the package makes one of its own of N.
    write('FN', [textIn(card.formattedName, 'formattedName') || displayName(card, clean)], 'formattedName');
    write('N', names, 'family');
  }
  const units: unknown = card.organizationUnits ?? [];
  if (!Array.isArray(units)) throw EncodeError.badValue('organizationUnits', `${typeof units} is not a list`);
  const organization = [
    textIn(card.organization, 'organization'),
    ...units.map((unit, i) => clean(unit, `organizationUnits[${i}]`)),
  ];
  if (organization.some((part) => part !== '')) write('ORG', organization, 'organization');
  single('TITLE', 'title');
  single('ROLE', 'role');
  for (const [name, key] of [['TEL', 'tel'] as const, ['EMAIL', 'email'] as const]) {
    requireList(card[key], key).forEach((entry, i) => {
      const field = `${key}[${i}].value`;
      const value = cleanLine(entry.value, field);
      if (value === '') throw EncodeError.badValue(field, 'empty');
      write(name, [value], `${key}[${i}]`, entry);
    });
  }
  requireList(card.address, 'address').forEach((address, i) => {
    const path = `address[${i}]`;
    write(
      'ADR',
      ADDRESS_PARTS.map((part) => textIn(address[part], `${path}.${part}`)),
      path,
      address,
    );
  });
  single('URL', 'url', cleanLine);
  single('NOTE', 'note');
  const birthday = textIn(card.birthday, 'birthday', cleanLine);
  if (birthday === '') return;
  if (!isDay(birthday)) throw EncodeError.badValue('birthday', `${quote(birthday)} is not a date as YYYY-MM-DD`);
  write('BDAY', [birthday], 'birthday');
}

function formatOld(card: VCard, options: VCardFormat): string {
  let text = '';
  writeProperties(card, true, (name, parts, field, entry) => {
    const head = entry === undefined ? name : formatHead(name, entry, true, field);
    // Empty parts at the end are left out; only values of several parts have escapes.
    let count = parts.length;
    while (count > 1 && parts[count - 1] === '') count--;
    const isText = parts.length === 1 && name !== 'ORG';
    const value = isText ? (parts[0] as string) : parts.slice(0, count).map(escapeOldPart).join(';');
    const valueField = isText && entry !== undefined ? `${field}.value` : field;
    text += endLine(formatOldText(head, value, options, valueField), true);
  });
  return text;
}

function formatNew(card: VCard): string {
  const creator = new VCardCreator();
  writeProperties(card, false, (name, parts, field, entry) => {
    const [first = '', second = '', additionalNames = '', honorificPrefix = '', honorificSuffix = ''] = parts;
    if (name === 'N') {
      creator.addName({ familyName: first, givenName: second, additionalNames, honorificPrefix, honorificSuffix });
    } else if (name === 'FN') creator.addFullName(first);
    // The package knows one department, and neither groups nor further parameters: what may have them is a property of our own.
    else if (name === 'ORG' && parts.length < 3) creator.addCompany({ name: first, department: second });
    else if (name === 'TITLE') creator.addJobtitle(first);
    else if (name === 'ROLE') creator.addRole(first);
    else if (name === 'URL') creator.addUrl({ url: first });
    else if (name === 'NOTE') creator.addNote(first);
    else if (name === 'BDAY') creator.addBirthday(first as `${number}-${number}-${number}`);
    else {
      const [, params = ''] = entry === undefined ? [] : (/;([\s\S]*)/.exec(formatHead(name, entry, false, field)) ?? []);
      const group = entry?.group;
      creator.addCustomProperty({
        name,
        params,
        value: parts.map(escapeText).join(';'),
        ...(group !== undefined && { group }),
      });
    }
  });
  let text = '';
  // Not buildVCard: it adds PRODID and REV, the time of the call.
  for (const { key, value, group } of creator.getProperties()) {
    text += endLine(`${group === undefined ? '' : `${group}.`}${key}:${value}`, false);
  }
  return text;
}

/** What names the card when it has no name in parts, or no formatted one. */
function displayName(card: VCard, clean: typeof cleanText): string {
  const { prefix, given, additional, family, suffix, formattedName, organization } = card;
  const spoken = [prefix, given, additional, family, suffix].filter((part) => part !== undefined && part !== '').join(' ');
  const names = [
    ['formattedName', spoken || formattedName],
    ['organization', organization],
    ['tel[0].value', card.tel?.[0]?.value],
    ['email[0].value', card.email?.[0]?.value],
  ] as const;
  const found = names.find(([, name]) => name !== undefined && name !== '');
  if (found === undefined) {
    throw EncodeError.badValue('formattedName', 'a card has a name, an organization, a number or an address');
  }
  return clean(found[1], found[0]);
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

/** Name, group, types and parameters before the colon. */
function formatHead(name: string, entry: Headed, old: boolean, path: string): string {
  const types = entryTypes(entry, path);
  const named = types.length === 0 ? [] : [{ name: 'TYPE', value: types.join(',') }];
  const typed = old ? types.map((value) => ({ name: '', value })) : named;
  const further = requireParams(entry, path);
  for (const param of further) {
    // These would say again, and otherwise, how the value is written.
    if (/^(?:|TYPE|ENCODING|CHARSET)$/i.test(param.name)) {
      throw EncodeError.badValue(`${path}.params`, `${quote(param.name)} is not a further parameter`);
    }
  }
  const line = formatRaw({ group: entry.group, name, params: [...typed, ...further], value: '' }, path);
  return line.slice(0, -1);
}
