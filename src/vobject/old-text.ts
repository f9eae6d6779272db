/**
 * The differences between versions: texts in vCard 2.1 and vCalendar 1.0, and properties of one version rewritten for the other.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { encodeUtf8 } from '../bytes/index.js';
import { encodeLatin1 } from '../bytes/latin1.js';
import { Reading } from '../bytes/reading.js';
import { isBase64, isEncodingName, type RawComponent, type RawParameter, type RawProperty, VERSIONS } from './content-line.js';
import { endLine, formatRaw, requireList, requireParams } from './content-line-format.js';
import { fromQuotedPrintable, lineEnds, quotedPrintable, textOfOctets } from './encodings.js';
import type { VObjectIssueCode } from './issues.js';

/** Options for characters outside ASCII in vCard 2.1 and vCalendar 1.0. */
export interface OldTextOptions {
  /** Charset; UTF-8 by default, as gammu writes it. Phones of the nineties expect ISO-8859-1. */
  readonly charset?: 'UTF-8' | 'ISO-8859-1' | undefined;
  /** Encoding; `quoted-printable` by default. `none` writes the characters unencoded, for phones that accept it; line ends stay quoted-printable. */
  readonly encoding?: 'quoted-printable' | 'none' | undefined;
  /** Whether to break quoted-printable lines at 76 characters; false by default, since phones of the time fail on soft breaks. */
  readonly softBreaks?: boolean | undefined;
}

const PLAIN = /^[\t\x20-\x7e]*$/;
const QP_CHARACTERS = 76;

/** A property with a text, escapes done, without its line end. @throws EncodeError `unencodable` for characters that the character set lacks. */
export function formatOldText(head: string, text: string, options: OldTextOptions, field: string): string {
  // An equals sign at the end is a soft break to readers that do not look at the encoding.
  if (PLAIN.test(text) && !/[\t =]$/.test(text)) return `${head}:${text}`;
  const charset = options.charset ?? 'UTF-8';
  const isAscii = !/[^\0-\x7f]/.test(text);
  const named = isAscii ? head : `${head};CHARSET=${charset}`;
  if (options.encoding === 'none' && !/[\0-\x1f\x7f]|[\t =]$/.test(text)) return `${named}:${text}`;
  const wire = text.replace(/\n/g, '\r\n');
  const octets = charset === 'ISO-8859-1' ? encodeLatin1(wire, field) : encodeUtf8(wire, field);
  const line = `${named};ENCODING=QUOTED-PRINTABLE:${quotedPrintable(octets)}`;
  return options.softBreaks === true ? softBreaks(line, named.length) : line;
}

/** Breaks a quoted-printable line after its head. */
function softBreaks(line: string, head: number): string {
  let broken = '';
  let from = 0;
  while (line.length - from > QP_CHARACTERS) {
    const most = from + QP_CHARACTERS - 1;
    let to = most;
    while (to > from && !canBreak(line, to)) to--;
    // Of blanks alone the line is as long as it may be.
    if (to === from) to = most;
    // Not before the value: the line is not known to be quoted-printable there.
    if (to <= head + ';ENCODING=QUOTED-PRINTABLE:'.length) return line;
    broken += `${line.slice(from, to)}=\r\n`;
    from = to;
  }
  return broken + line.slice(from);
}

/** Whether the next line may begin at a character: not inside an `=HH`, nor with a blank, like a fold, nor like the end of a card that was cut. */
function canBreak(line: string, at: number): boolean {
  return line[at - 1] !== '=' && line[at - 2] !== '=' && !/^(?: |END:)/i.test(line.slice(at, at + 4));
}

/**
 * By which rules an object is written (`old`), and by which ones that it keeps verbatim (`fromOld`); these are the same for an object that
 * does not say where it is from.
 * @throws TypeError when the object is not one or the version is unknown.
 */
export function chooseRules(
  object: { readonly version?: string | undefined },
  format: { readonly version: string } | undefined,
  kind: keyof typeof VERSIONS,
): { readonly old: boolean; readonly fromOld: boolean } {
  const [noun, name] = kind === 'VCARD' ? (['card', 'vCard'] as const) : (['calendar', 'calendar'] as const);
  requireObject(object, noun);
  const { old: older, new: newer } = VERSIONS[kind];
  const version = format?.version;
  if (version !== older && version !== newer) {
    throw new TypeError(`${name} versions are '${older}' and '${newer}', not ${String(version)}`);
  }
  const old = version === older;
  return { old, fromOld: object.version === undefined ? old : object.version === older };
}

/** A verbatim property of one version (`fromOld`), line end included, for another. @throws EncodeError as {@link formatRaw} does. */
export function formatRawFor(property: RawProperty, fromOld: boolean, toOld: boolean, field: string): string {
  requireParams(property, field);
  const target = fromOld === toOld ? property : toOld ? toOldForm(property, field) : toNewForm(property, field);
  const text = endLine(formatRaw(target, field), toOld, isBase64(target.params));
  return property.component === undefined
    ? text
    : text + formatComponentFor(property.component, fromOld, toOld, `${field}.component`);
}

/** A verbatim component. @throws EncodeError as {@link formatRaw} does. */
export function formatComponentFor(component: RawComponent, fromOld: boolean, toOld: boolean, field: string): string {
  requireObject(component, field);
  // The name is checked like that of a property.
  formatRaw({ name: component.name, value: '' }, field);
  const name = component.name.toUpperCase();
  let text = `BEGIN:${name}\r\n`;
  requireList(component.properties, `${field}.properties`).forEach((property, i) => {
    // The version inside is the one that is written.
    if (property.name === 'VERSION')
      text += `VERSION:${VERSIONS[name === 'VCARD' ? name : 'VCALENDAR'][toOld ? 'old' : 'new']}\r\n`;
    else text += formatRawFor(property, fromOld, toOld, `${field}.properties[${i}]`);
  });
  requireList(component.components, `${field}.components`).forEach((inner, i) => {
    text += formatComponentFor(inner, fromOld, toOld, `${field}.components[${i}]`);
  });
  return `${text}END:${name}\r\n`;
}

/** TYPE=A,B becomes bare A and B; BASE64 its old name; other text quoted-printable where ASCII does not do. */
function toOldForm(property: RawProperty, field: string): RawProperty {
  const params: RawParameter[] = [];
  for (const param of property.params ?? []) {
    const { name, value } = param;
    if (name === 'TYPE') {
      // Bare, the name of an encoding would be one.
      for (const type of value.replace(/"/g, '').split(','))
        if (type !== '') params.push({ name: isEncodingName(type) ? 'TYPE' : '', value: type.toUpperCase() });
    } else if (name === 'ENCODING' && value.toUpperCase() === 'B') params.push({ name, value: 'BASE64' });
    else params.push(param);
  }
  const changed = { ...property, params };
  const { value } = property;
  if (typeof value !== 'string' || isBase64(params) || (PLAIN.test(value) && !/\\[nN,]/.test(value))) return changed;
  // A semicolon keeps its escape: it may be inside a structured value.
  const text = value.replace(/\\([nN,\\])/g, (_, escaped: string) => (escaped === ',' || escaped === '\\' ? escaped : '\n'));
  const octets = encodeUtf8(text.replace(/\n/g, '\r\n'), `${field}.value`);
  const charset = PLAIN.test(text.replace(/\n/g, '')) ? [] : [{ name: 'CHARSET', value: 'UTF-8' }];
  return {
    ...changed,
    params: [...params, ...charset, { name: 'ENCODING', value: 'QUOTED-PRINTABLE' }],
    value: quotedPrintable(octets),
  };
}

/** Bare types become TYPE=, BASE64 its new name; quoted-printable is undone. */
function toNewForm(property: RawProperty, field: string): RawProperty {
  const params: RawParameter[] = [];
  const types: string[] = [];
  let quoted = false;
  let charset: string | undefined;
  for (const param of property.params ?? []) {
    const upper = param.value.toUpperCase();
    const isEncoding = param.name === 'ENCODING' || (param.name === '' && isEncodingName(upper));
    if (param.name === 'CHARSET') charset = param.value.replace(/"/g, '');
    else if (isEncoding && upper === 'QUOTED-PRINTABLE') quoted = true;
    else if (isEncoding) {
      if (upper === 'BASE64' || upper === 'B') params.push({ name: 'ENCODING', value: 'b' });
    } else if (param.name === '') types.push(param.value);
    else params.push(param);
  }
  if (types.length > 0) params.unshift({ name: 'TYPE', value: types.join(',') });
  if (!quoted) return { ...property, params };
  const reading = Reading.of<VObjectIssueCode>({ lenient: true });
  const octets = fromQuotedPrintable(property.value, reading, field, 0);
  const text = lineEnds(textOfOctets(octets, charset, reading, field, 0));
  // A backslash before a semicolon was an escape already.
  const value = text
    .replace(/\\(?!;)/g, '\\\\')
    .replace(/,/g, '\\,')
    .replace(/\n/g, '\\n');
  return { ...property, params, value };
}
