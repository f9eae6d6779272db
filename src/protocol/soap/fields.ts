/**
 * Where the elements of a call stand in the form: a row for each, with what its text becomes as a parameter, and back.
 *
 *   dateTime       any zone                             UTC, without Z in requests
 *   MCC, MNC       integers: 234, 15                    MCC of three digits, MNC of at least two, for toolkits drop zeros in front; that
 *                                                       an MNC is 015 and not 15 can be told only by a caller that writes the zero
 *   si action      signal-delete                        delete
 *   numbers        white space around them, a plus sign no white space
 *
 * Source: the gateway interface document, section 9 (G-SOAP-04, 07 to 11).
 * @module
 */
import { toHex } from '../../bytes/hex.js';
import { DecodeError } from '../../errors.js';
import { formatDateTime, parseDateTime } from '../../push/si-sl-co/datetime.js';
import { trim } from '../../xml/characters.js';

/** Parameters of the form that a call has. */
export type Fields = [name: string, value: string][];

/** An element whose text is a parameter. */
interface Row<Name extends string> {
  readonly element: Name;
  readonly parameter: string;
  /** The value of the parameter; undefined where there is none. @throws DecodeError under the parameter's name */
  readonly read: (text: string | undefined, parameter: string) => string | undefined;
  /** The text of the element. */
  readonly write?: (value: string | Uint8Array | undefined) => string | undefined;
}

/** Adds what is there of a structure. @throws DecodeError */
export function addRows<Name extends string>(
  fields: Fields,
  rows: readonly Row<Name>[],
  struct: { readonly [N in Name]?: string | undefined },
): void {
  for (const { element, parameter, read } of rows) {
    const value = read(struct[element], parameter);
    if (value !== undefined) fields.push([parameter, value]);
  }
}

/** The structure of what is there of the parameters. @param take gives the value of one. */
export function takeRows<Name extends string>(
  rows: readonly Row<Name>[],
  take: (parameter: string) => string | Uint8Array | undefined,
): { [N in Name]?: string } {
  const struct: { [N in Name]?: string } = {};
  for (const { element, parameter, write } of rows) {
    const value = take(parameter);
    const text = write === undefined ? (value as string | undefined) : write(value);
    if (text !== undefined) struct[element] = text;
  }
  return struct;
}

type Text = string | undefined;

const asIs = (text: Text): Text => text;
/** A list over several lines is a list. */
const inOneLine = (text: Text): Text => text?.replace(/[\t\r\n]/g, ' ');
/** A number or an identifier on a line of its own is the same one. */
const trimmed = (text: Text): Text => text && trim(text);
/** What a blank text is not. */
const unlessBlank =
  (read: (text: string, parameter: string) => string) =>
  (text: Text, parameter: string): Text =>
    text === undefined || trim(text) === '' ? undefined : read(text, parameter);
const time = /* @__PURE__ */ unlessBlank(utcOf);
const whole = /* @__PURE__ */ unlessBlank(digitsOf);
/** Digits of a code: those that were written, or as many as it has when there are fewer, or zeros in front that are too many. */
const networkCode = (digits: number) =>
  unlessBlank((text, parameter) => {
    const written = digitsOf(text, parameter);
    return (written.length > 3 ? written.replace(/^0+/, '') : written).padStart(digits, '0');
  });
const withZone = (value: string | Uint8Array | undefined): Text => value && `${value}Z`;

/** Octets as hex, which the form's writer keeps as octets. */
export function formatHex(value: string | Uint8Array | undefined): string {
  return typeof value === 'string' ? value : toHex(value ?? new Uint8Array());
}

export const CREDENTIAL_ROWS = [
  { element: 'Username', parameter: 'Username', read: asIs },
  { element: 'PIN', parameter: 'PIN', read: asIs },
] as const;

export const RECIPIENT_ROWS = [
  { element: 'SendTo', parameter: 'SendTo', read: inOneLine },
  { element: 'PhoneMake', parameter: 'PhoneMake', read: asIs },
  { element: 'PhoneModel', parameter: 'PhoneModel', read: asIs },
  { element: 'MCC', parameter: 'MCC', read: /* @__PURE__ */ networkCode(3) },
  { element: 'MNC', parameter: 'MNC', read: /* @__PURE__ */ networkCode(2) },
] as const;

export const TIME_ROWS = [
  { element: 'SendTimeAbsolute', parameter: 'SendTimeAbsolute', read: time, write: withZone },
  { element: 'SendTimeDelay', parameter: 'SendTimeDelay', read: whole },
] as const;

/** Nil is a header or a text of no octets: both have to be said in the form, and need not be in SOAP. */
const hex = { read: (text: Text) => trim(text ?? ''), write: formatHex };

export const PDU_ROWS = [
  { element: 'DataCodingScheme', parameter: 'SmsSubmitPduDataCodingScheme', ...hex },
  { element: 'ProtocolIdentifier', parameter: 'SmsSubmitPduProtocolIdentifier', ...hex },
  { element: 'UserDataHeader', parameter: 'SmsSubmitPduUserDataHeader', ...hex },
  { element: 'UserData', parameter: 'SmsSubmitPduUserData', ...hex },
] as const;

export const INDICATION_ROWS = [
  { element: 'href', parameter: 'si-href', read: trimmed },
  { element: 'si-id', parameter: 'si-id', read: asIs },
  { element: 'created', parameter: 'si-created', read: time, write: withZone },
  { element: 'si-expires', parameter: 'si-expires', read: time, write: withZone },
  {
    element: 'action',
    parameter: 'si-action',
    read: /* @__PURE__ */ unlessBlank(trim),
    write: (value: string | Uint8Array | undefined) => (value === 'delete' ? 'signal-delete' : (value as Text)),
  },
  { element: 'content', parameter: 'si-content', read: asIs },
] as const;

export const RECEIPT_ROWS = [
  { element: 'SentTo', parameter: 'SendTo', read: trimmed },
  { element: 'Timestamp1', parameter: 'Timestamp1', read: time },
  { element: 'MessageIdentifier', parameter: 'MessageIdentifier', read: trimmed },
  { element: 'Report', parameter: 'Report', read: asIs },
] as const;

/** Of a message from a handset. */
export const RECEIVER_ROWS = [{ element: 'SendTo', parameter: 'SendTo', read: trimmed }] as const;
export const SENDER_ROWS = [{ element: 'ReplyTo', parameter: 'ReplyTo', read: trimmed }] as const;

/** Minutes that a zone may be away from UTC (XML Schema part 2, section 3.2.7.3). */
const MAX_OFFSET_MINUTES = 14 * 60;
const MINUTE_MS = 60_000;

/**
 * A dateTime as UTC, `YYYY-MM-DDThh:mm:ssZ`; without an offset it is UTC, and a part of a second is left out (G-SOAP-10).
 * Midnight at the end of a day may be 24:00:00.
 */
function utcOf(text: string, field: string): string {
  const match = /^([\d-]{10}T)(\d\d)(:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):([0-5]\d))?$/.exec(trim(text));
  const [, day, hour, rest, fraction = '', sign, hours, minutes] = match ?? [];
  const isEndOfDay = hour === '24' && rest === ':00:00' && !/[1-9]/.test(fraction);
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  if (match === null || Math.abs(offset) > MAX_OFFSET_MINUTES) {
    throw new DecodeError('bad-value', field, 0, 'is not a dateTime: YYYY-MM-DDThh:mm:ss, with Z or an offset or without');
  }
  const local = parseDateTime(`${day}${isEndOfDay ? '23' : hour}${isEndOfDay ? ':00:00' : rest}Z`, field);
  const ms = local.getTime() + ((isEndOfDay ? 60 : 0) - offset) * MINUTE_MS;
  try {
    return formatDateTime(new Date(ms), field);
  } catch (cause) {
    throw new DecodeError('bad-value', field, 0, 'is not in the years 0 to 9999', { cause });
  }
}

/** Digits of a whole number that is not negative, without a plus sign; leading zeros stay. @throws DecodeError `bad-value` */
export function digitsOf(text: string, field: string): string {
  const digits = /^\+?(\d{1,20})$/.exec(trim(text))?.[1];
  if (digits === undefined) throw new DecodeError('bad-value', field, 0, 'is not a whole number');
  return digits;
}
