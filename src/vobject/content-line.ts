/**
 * Content lines: what cards and calendars of every version are made of, and the meaning of the parameters of a line.
 *
 *   [ group "." ] NAME *( ";" parameter ) ":" value CRLF
 *
 *   parameter   NAME "=" value, or a bare value (vCard 2.1, vCalendar 1.0)
 *   folding     CRLF and a blank inside a line: the blank goes too (3.0, iCalendar) or stays (2.1, vCalendar)
 *   soft break  "=" CRLF inside a quoted-printable value
 *   BASE64      in the older versions ends with an empty line
 *
 * Sources: vCard 2.1 section 2.1, vCalendar 1.0 section 2.1, RFC 2425 section 5.8, RFC 5545 section 3.1.
 * @module
 */
import { quote } from '../bytes/quote.js';
import { fromBase64, fromQuotedPrintable, lineEnds, textOfOctets } from './encodings.js';
import type { VObjectReading } from './issues.js';

/** A parameter of a property, verbatim. */
export interface RawParameter {
  /** Name, in upper case; empty for a bare value. */
  readonly name: string;
  /** Value, quotes included. */
  readonly value: string;
}

/** A property of a card or calendar, verbatim: unfolded, but not decoded. */
export interface RawProperty {
  /** The prefix of the name, before a dot. */
  readonly group?: string | undefined;
  /** Name, in upper case. */
  readonly name: string;
  /** Its parameters, in order. */
  readonly params?: readonly RawParameter[] | undefined;
  /** Value, in its transfer encoding and with its escapes. */
  readonly value: string;
  /** A component in place of a value (AGENT of vCard 2.1). */
  readonly component?: RawComponent | undefined;
}

/** A component of a card or calendar, verbatim. */
export interface RawComponent {
  /** Name, in upper case. */
  readonly name: string;
  /** Its properties, in order. */
  readonly properties: readonly RawProperty[];
  /** Components inside it, in order. */
  readonly components: readonly RawComponent[];
}

/** A property and where it is in the text. */
export interface ContentLine {
  readonly group: string | undefined;
  readonly name: string;
  readonly params: readonly RawParameter[];
  readonly value: string;
  /** Index of the name, and of the value; the name's when the line is folded before the value. */
  readonly index: number;
  readonly valueAt: number;
  component?: Component;
}

/** A component and where it is in the text. */
export interface Component {
  readonly name: string;
  readonly index: number;
  readonly properties: ContentLine[];
  readonly components: Component[];
}

/** The two versions of each kind: that with rules of its own, and that with those of RFC 2425 and RFC 5545. */
export const VERSIONS = {
  VCARD: { old: '2.1', new: '3.0' },
  VCALENDAR: { old: '1.0', new: '2.0' },
} as const;

/** A name of a property, a group or a parameter. */
export const NAME = /^[A-Za-z0-9_-]+$/;
/** Control characters besides the tab and line ends; no content line holds them. */
export const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;
/** Values of bare parameters that are encodings, not types. */
const ENCODINGS = new Set(['QUOTED-PRINTABLE', 'BASE64', 'B', '7BIT', '8BIT']);

/** Whether a bare parameter is an encoding, not a type; in any letter case. */
export function isEncodingName(value: string): boolean {
  return ENCODINGS.has(value.toUpperCase());
}

/** The ENCODING parameter, named or bare, in upper case; undefined without one. */
export function findEncoding(params: readonly RawParameter[]): string | undefined {
  for (const { name, value } of params) {
    if (name !== 'ENCODING' && name !== '') continue;
    const upper = value.toUpperCase();
    if (name !== '' || ENCODINGS.has(upper)) return upper;
  }
  return undefined;
}

/** Whether a verbatim property is BASE64. */
export function isBase64(params: readonly RawParameter[] = []): boolean {
  const encoding = findEncoding(params);
  return encoding === 'BASE64' || encoding === 'B';
}

/** The types of a telephone number and the like: TYPE=A,B or bare, in upper case. */
export function readTypes({ params }: ContentLine): string[] {
  const types: string[] = [];
  for (const { name, value } of params) {
    if (name !== 'TYPE' && name !== '') continue;
    const upper = value.toUpperCase();
    if (name === '' && ENCODINGS.has(upper)) continue;
    for (const part of upper.split(',')) {
      const type = (part.includes('"') ? part.replace(/"/g, '') : part).trim();
      if (type !== '') types.push(type);
    }
  }
  return types;
}

/** Parameters other than type, encoding and charset. */
export function furtherParams({ params }: ContentLine): RawParameter[] {
  return params.filter(({ name }) => name !== '' && name !== 'TYPE' && name !== 'ENCODING' && name !== 'CHARSET');
}

/** The first value of a parameter, without quotes. */
export function findParam({ params }: ContentLine, wanted: string): string | undefined {
  return params.find(({ name }) => name === wanted)?.value.replace(/"/g, '');
}

/** The value without its transfer encoding, line ends as `\n`; escapes are left. @throws DecodeError */
export function decodeValue(line: ContentLine, reading: VObjectReading, field: string): string {
  const { params, value, valueAt } = line;
  const encoding = params.length === 0 ? undefined : findEncoding(params);
  let octets: Uint8Array;
  switch (encoding) {
    case 'QUOTED-PRINTABLE':
      octets = fromQuotedPrintable(value, reading, field, valueAt);
      break;
    case 'BASE64':
    case 'B':
      octets = fromBase64(value, reading, field, valueAt);
      break;
    case undefined:
    case '7BIT':
    case '8BIT':
      return value;
    default:
      reading.fault('unknown-encoding', field, valueAt, `encoding ${quote(encoding)}`, { assumed: 'none' });
      return value;
  }
  return lineEnds(textOfOctets(octets, findParam(line, 'CHARSET'), reading, field, valueAt));
}

/** Octets of a verbatim property, such as PHOTO. @throws DecodeError @throws LimitError */
export function decodeOctets(
  line: Pick<ContentLine, 'params' | 'value' | 'valueAt'>,
  reading: VObjectReading,
  field: string,
): Uint8Array {
  const encoding = findEncoding(line.params);
  if (encoding === 'QUOTED-PRINTABLE') return fromQuotedPrintable(line.value, reading, field, line.valueAt).slice();
  return fromBase64(line.value, reading, field, line.valueAt);
}

/** The property without its place. */
export function toRaw(line: ContentLine): RawProperty {
  const { group, name, params, value, component } = line;
  return {
    ...(group !== undefined && { group }),
    name,
    ...(params.length > 0 && { params }),
    value,
    ...(component !== undefined && { component: toRawComponent(component) }),
  };
}

/** The component without its place. */
export function toRawComponent({ name, properties, components }: Component): RawComponent {
  return { name, properties: properties.map(toRaw), components: components.map(toRawComponent) };
}
