/**
 * What tshark's fields of a push are in our tree, WSP and WBXML, and where its dissectors of them are wrong.
 * @module
 */
import type { Field } from '../../src/bytes/index.js';
import {
  type Comparison,
  child,
  differ,
  extent,
  fromC,
  type LostFault,
  number,
  type Reading,
  type Rule,
  type ShownFault,
  type Table,
  text,
  words,
} from './pdml-compare.js';
import { SMS_TABLE } from './pdml-sms.js';

const bit = (ours: string): Rule => ({ ours, read: number });
const group = (ours: string | readonly string[] | RegExp): Rule => ({ ours, read: extent, isGroup: true });
/** A header as a whole: its code, and its value under its name. */
const header = (name: string, read: Reading): Rule => ({ ours: 'header', read: child(name, read) });
/** The first octet of a header, which tshark shows by the kind of its value. */
const code: Rule = { ours: ['code', 'name'], read: extent, isGroup: true };

/** From a wording such as `Sep  9, 2001 01:46:40 UTC`. */
export function instantOf(wording: string): string {
  return new Date(wording.replace(/\.\d+ UTC$/, ' UTC')).toISOString();
}

const instant = words(({ show }) => instantOf(show));

/** One bit of a value of ours. */
const flag = (mask: number): Rule => ({
  ours: 'Push-Flag',
  read: ({ show }, { value }) => differ(Number(show) === 1, ((value as number) & mask) !== 0),
  place: 'octets',
});

/** Headers of WSP, of a push and of the parts of a message. */
export const WSP_TABLE: Table = {
  wsp: group('WSP push'),
  'wsp.TID': bit('TID'),
  'wsp.pdu_type': bit('Type'),
  'wsp.headers_length': bit('HeadersLen'),
  '"Content-Type"': { reason: 'takes the first octet of the value for the code of a header', deep: true },
  'wsp.header.content_type': {
    ours: 'Content-Type',
    read: ({ show }, { meaning }) => differ(show, meaning?.split(';')[0]),
    isGroup: true,
    covers: ['length', 'type'],
  },
  'wsp.parameter.type': bit('name'),
  'wsp.parameter.charset': { ours: 'value', read: ({ show }, { meaning }) => differ(show.toLowerCase(), meaning) },
  'wsp.headers': { reason: 'the headers behind the content type: no group in ours' },
  '"Integer lookup"': code,
  '"Integer-value"': code,
  '"Header"': code,
  '"Push Flag"': code,
  '"Date"': code,
  '"Encoding-version"': code,
  'wsp.header.name_value': {
    ours: 'code',
    read: ({ show }, { value }) => differ(Number(show), (value as number) & 0x7f),
    place: 'octets',
  },
  'wsp.header.x_wap_application_id': header('X-Wap-Application-Id', (shown, ours) =>
    typeof ours.value === 'number' ? words(({ show }) => show)(shown, ours) : text(shown, ours),
  ),
  'wsp.header.content_length': header('Content-Length', number),
  'wsp.header.content_location': { ours: ['header', 'Content-Location'], read: child('Content-Location', text) },
  'wsp.header.initiator_uri': header('X-Wap-Initiator-URI', text),
  'wsp.header.content_uri': header('X-Wap-Content-URI', text),
  'wsp.header.push_flag': { ours: 'header', read: extent, isGroup: true },
  'wsp.header.push_flag.authenticated': flag(1),
  'wsp.header.push_flag.trusted': flag(2),
  'wsp.header.push_flag.last': flag(4),
  'wsp.header.date': header('Date', instant),
  'wsp.header.expires': header('Expires', instant),
  'wsp.header.encoding_version': header('Encoding-Version', text),
};

/** `<si>, content` says with (.C) what tshark says. */
const tag: Reading = ({ show, showName }, { meaning = '' }) => {
  const [, ours] = /^<([^>]*)>/.exec(meaning) ?? [];
  const marks = `${meaning.includes(', attributes') ? 'A' : '.'}${meaning.includes(', content') ? 'C' : '.'}`;
  return differ(`${show} ${/\(([A.][C.])\)/.exec(showName)?.[1]}`, `${ours} ${marks}`);
};

/** Bodies of several parts, and the headers of parts. */
export const MULTIPART_TABLE: Table = {
  'wsp.post.data': group('body'),
  '"Multipart body"': { reason: 'a line of its own without octets' },
  'wsp.multipart': {
    ours: /^part \d+$/,
    read: ({ show }, { name }) => differ(`part ${show}`, name),
    isGroup: true,
    covers: ['HeadersLen', 'DataLen'],
  },
  'wsp.parameter.start': { ours: 'value', read: text },
  'wsp.parameter.upart.type': {
    ours: 'value',
    read: ({ show }, { value, meaning }) => differ(show, typeof value === 'number' ? meaning : value),
  },
  'wsp.parameter.name': { ours: 'value', read: text },
  'wsp.parameter.filename': { ours: 'value', read: text },
  '"Content ID"': code,
  '"Content Disposition"': code,
  'wsp.header.content_id': {
    ours: 'Content-ID',
    // On the wire the quote that begins it has none that ends it.
    read: child('Content-ID', ({ show }, { value }) => differ(show, `${value}"`)),
  },
  'wsp.header.content_disposition': {
    ours: 'Content-Disposition',
    read: child('type', ({ show }, { meaning }) => differ(show, meaning)),
    isGroup: true,
    covers: ['length', 'type'],
  },
};

/** The name that a literal token stands for. */
const literal: Reading = ({ show }, { meaning = '' }) => differ(show, meaning.replace(/^<(.*?)>.*$/, '$1'));

/** Tokens of WBXML. */
export const WBXML_TABLE: Table = {
  wbxml: group('Data'),
  'wbxml.version': bit('version'),
  'wbxml.public_id.known': bit('publicid'),
  'wbxml.charset': bit('charset'),
  // With the table behind its length.
  '"String table"': {
    ours: 'strtbl-length',
    read: ({ show }, { value }) => differ(Number(/\d+/.exec(show)?.[0]), value),
    place: 'start',
  },
  '"string"': { ours: /^\[\d+\]$/, read: ({ show }, { name }) => differ(`[${Number.parseInt(show, 10)}]`, name) },
  'wbxml.string_table_item_offset': { reason: 'a line without octets: the offset stands above it' },
  'wbxml.string_table_item_string': { ours: /^\[\d+\]$/, read: text },
  '"Data representation"': group(['SI', 'SL', 'CO']),
  '"Level | State | Codepage | WBXML Token Description         | Rendering"': group(['SI', 'SL', 'CO']),
  'wbxml.known_tag': { ours: 'tag', read: tag },
  'wbxml.known_attrstart': {
    ours: 'start',
    read: ({ show }, { meaning }) => differ(show.replace(/='(.*)'$/, '="$1"').replace(/=$/, ''), meaning),
  },
  'wbxml.known_attrvalue': { ours: 'value', read: ({ show }, { meaning }) => differ(show, `'${meaning}'`) },
  'wbxml.str_i': { ours: 'STR_I', read: text },
  'wbxml.opaque_data': {
    ours: 'OPAQUE',
    read: child(
      'octets',
      words(({ showName }) => /%DateTime: (\S+)/.exec(showName)?.[1] ?? showName),
    ),
  },
  'wbxml.str_t': { ours: 'STR_T', read: words(({ show }) => JSON.stringify(fromC(show))) },
  'wbxml.entity': { ours: 'ENTITY', read: child('code', number) },
  'wbxml.switch_page': { ours: 'SWITCH_PAGE', read: child('page', number) },
  // An attribute with the index of its name; a tag without.
  'wbxml.literal': { ours: ['start', 'tag'], read: literal, place: 'start' },
  'wbxml.literal_a': { ours: 'tag', read: literal },
  'wbxml.literal_c': { ours: 'tag', read: literal },
  'wbxml.literal_ac': { ours: 'tag', read: literal },
  'wbxml.end_literal_tag': { ours: 'END', read: extent },
  'wbxml.end_attribute_list': { ours: 'END', read: extent },
  'wbxml.end_known_tag': { ours: 'END', read: extent },
  'wbxml.end_known_tag.uint': { ours: 'END', read: extent },
};

/** The fields below this one with a name. */
function* fieldsOf(field: Field, name: string): Generator<Field> {
  if (field.name === name) yield field;
  for (const each of field.children) yield* fieldsOf(each, name);
}

const opaque10: LostFault = {
  id: 'tshark-opaque-1.0',
  fault: 'stops at the dates of a WBXML 1.0 document, because it treats C3 as reserved there',
  lostFrom: (ours) => {
    const [version] = fieldsOf(ours, 'version');
    const [first] = fieldsOf(ours, 'OPAQUE');
    return version?.value === 0 ? first?.start : undefined;
  },
};

/** Pushes as PDUs of WSP. */
export const PUSH: Comparison = {
  table: { ...WSP_TABLE, ...WBXML_TABLE },
  onlyOurs: [],
  lostFaults: [opaque10],
};
const IN_LAST_PART: Rule = { reason: 'the line of a dissector may be placed in the last part; its fields are not' };

/** Pushes joined from several short messages; places count in the octets that were joined. */
export const JOINED: Comparison = {
  ...PUSH,
  table: { ...PUSH.table, wsp: IN_LAST_PART, wbxml: IN_LAST_PART },
};

const literalId: LostFault = {
  id: 'tshark-literal-public-id',
  fault: 'does not recognise a document whose public identifier is in the string table',
  lostFrom: (ours) => [...fieldsOf(ours, 'publicid')].find(({ value }) => value === 0)?.start,
};

const charsetField = (ours: Field, value: number): Field | undefined =>
  [...fieldsOf(ours, 'charset')].find((field) => field.value === value);

const noCharset: LostFault = {
  id: 'tshark-charset-0',
  fault: 'reads a charset of 0 (unknown) as the length of the string table',
  lostFrom: (ours) => charsetField(ours, 0)?.start,
};

const wideStrings: LostFault = {
  id: 'tshark-ucs2-strings',
  fault: 'ends strings with two octets a character at the first octet 00',
  lostFrom: (ours) => charsetField(ours, 1000)?.end,
};

/** A text as tshark shows it when it knows ASCII only: U+FFFD for each octet above 127. */
const asAscii = (value: string, encoding: 'utf8' | 'latin1'): string =>
  [...Buffer.from(value, encoding)].map((each) => (each > 0x7f ? '\ufffd' : String.fromCharCode(each))).join('');

const asciiOnly: ShownFault = {
  id: 'tshark-string-charset',
  fault: 'shows U+FFFD for octets above 127 of a string in ISO 8859-1, or in a WBXML 1.0 document, which names no charset',
  names: /^wbxml\.(str_i|str_t|string_table_item_string)$/,
  explains: ({ show }, ours) => {
    const value = ours?.name === 'STR_T' ? JSON.parse(ours.meaning ?? '""') : ours?.value;
    if (typeof value !== 'string') return false;
    const asUtf8 = new TextDecoder().decode(Buffer.from(value, 'latin1'));
    return [asAscii(value, 'utf8'), asAscii(value, 'latin1'), asUtf8].includes(fromC(show));
  },
};

/** Pushes whose WBXML another writer made. */
export const STYLED: Comparison = {
  table: {
    ...PUSH.table,
    '"Data representation"': { reason: 'begins with the page switches in front of the root' },
    '"Level | State | Codepage | WBXML Token Description         | Rendering"': { reason: 'the line above once more' },
  },
  onlyOurs: [{ fields: /\/index$/, reason: 'tshark shows the name for which the index of a literal stands' }],
  shownFaults: [asciiOnly],
  lostFaults: [literalId, noCharset, wideStrings, opaque10],
};

/** Pushes in short messages. */
export const PUSH_IN_SMS: Comparison = {
  table: { ...SMS_TABLE, ...PUSH.table },
  onlyOurs: [],
  lostFaults: [opaque10],
};
