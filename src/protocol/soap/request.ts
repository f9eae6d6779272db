/**
 * Calls of SubmitMessage as requests of the form interface, and back.
 *
 *   SubmitMessage  <->  parameters of the form  <->  SendSmsRequest, SendMultimediaRequest
 *
 * The rules are those of the form, whose reader and writer apply them; so errors name its parameters, and a parameter that is left when
 * each was taken to its place in the call has none. What SOAP has in another form, beside what fields.ts lists:
 *
 *   Ringtone Data        hex of RTTTL text, or a Nokia ringtone (Format OTA), which is read as the tune that it plays
 *   info                 any number of lists of items: one list, in order
 *
 * What may be absent may be empty as well: a ReplyTo, a Data, a message kind with nothing in it. MessageIdentifier and Reserved
 * are not looked at. Source: the gateway interface document, section 9 (G-SOAP-04, 07 to 11).
 * @module
 */
import { toHex } from '../../bytes/hex.js';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { quote } from '../../bytes/quote.js';
import { DecodeError, EncodeError, FormatError } from '../../errors.js';
import type { SiItem } from '../../push/si-sl-co/si.js';
import { decodeNokiaRingtone } from '../../ringtone/nokia.js';
import { formatRtttl } from '../../ringtone/rtttl-format.js';
import { trim } from '../../xml/characters.js';
import { findParameter } from '../content-fields.js';
import { FormFields } from '../form.js';
import { checkSiItems } from '../item-fields.js';
import type { Credentials, SendMultimediaRequest, SendSmsRequest } from '../model.js';
import { bad, missing, octetsOf, type Parameters, type RequestOptions, renamed } from '../parameters.js';
import { PATHS, parametersOf, parseRequest } from '../request.js';
import { credentialsOf as formCredentialsOf } from '../sending.js';
import {
  addRows,
  CREDENTIAL_ROWS,
  digitsOf,
  type Fields,
  formatHex,
  INDICATION_ROWS,
  PDU_ROWS,
  RECIPIENT_ROWS,
  TIME_ROWS,
  takeRows,
} from './fields.js';
import type { Call, CallOf, SmartMessage, SoapMessage, SoapSi, SubmitMessageParts, WapPush } from './types.js';

const SMART_KINDS = ['Ringtone', 'OperatorLogo', 'PictureMessage', 'GroupGraphic'] as const;
type SmartKind = (typeof SMART_KINDS)[number];
const KINDS = ['TextMessage', 'FlashMessage', ...SMART_KINDS, 'SmsSubmitPdu', 'WAPPush'] as const;

/**
 * Returns the user name and PIN of a call, which a server checks before anything else (G-AUTH-04).
 * @returns undefined if one is missing, or cannot have been issued by a gateway; treat both as a login error.
 */
export function credentialsOf({ parts }: Call): Credentials | undefined {
  const fields: Fields = [];
  addRows(fields, CREDENTIAL_ROWS, parts);
  return formCredentialsOf(new FormFields(fields));
}

// ---- from a call ----

/**
 * Converts a call of SubmitMessage to a request of the form interface.
 * @throws DecodeError `truncated` for a missing part, without an offset, or `bad-value` with the index in the trimmed
 *   value. `field` is the corresponding parameter of the form interface, such as `SendTimeDelay` or `si-href`; `Message` for no
 *   kind of message, or several.
 * @throws LimitError above `recipients` and the limits of tunes.
 */
export function requestOf(
  { parts }: CallOf<'SubmitMessage'>,
  options: RequestOptions = {},
): SendSmsRequest | SendMultimediaRequest {
  const { Recipient = {}, ReplyTo, Message: message = {} } = parts;
  const fields: Fields = [];
  addRows(fields, CREDENTIAL_ROWS, parts);
  addRows(fields, RECIPIENT_ROWS, Recipient);
  addRows(fields, TIME_ROWS, Recipient.SendOptions ?? {});
  if (ReplyTo !== undefined) fields.push(['ReplyTo', ReplyTo]);
  const [kind, second] = KINDS.filter((kind) => !isEmpty(message[kind], true));
  if (kind === undefined) throw missing(DecodeError, 'Message', 'holds none of the kinds of message');
  if (second !== undefined) throw bad(DecodeError, 'Message', `holds both ${kind} and ${second}`);
  if (kind === 'TextMessage' || kind === 'FlashMessage') {
    fields.push([kind === 'TextMessage' ? 'Message' : 'FlashMessage', message[kind] as string]);
    return parseRequest(PATHS.sendSms, new FormFields(fields), options) as SendSmsRequest;
  }
  if (kind === 'SmsSubmitPdu') addRows(fields, PDU_ROWS, message.SmsSubmitPdu ?? {});
  else if (kind === 'WAPPush') addPush(fields, message.WAPPush as WapPush);
  else fields.push([kind, smartValue(kind, message[kind] as SmartMessage)]);
  const request = parseRequest(PATHS.sendMultimedia, new FormFields(fields), options) as SendMultimediaRequest;
  const info = itemsOf(message.WAPPush?.si);
  const { content } = request;
  if (info.length === 0 || content.kind !== 'serviceIndication') return request;
  // Of which the form takes one.
  checkSiItems(info, DecodeError);
  return { ...request, content: { ...content, si: { ...content.si, info } } };
}

/** Whether a value is none: not there, blank, or without anything in it that is not. @param isText white space is something. */
function isEmpty(value: unknown, isText = false): boolean {
  if (typeof value === 'string') return (isText ? value : trim(value)) === '';
  return typeof value !== 'object' || value === null || Object.values(value).every((inner) => isEmpty(inner));
}

/** The parameter that a ringtone or a bitmap becomes. */
function smartValue(kind: SmartKind, { LibraryNumber, Data, Format }: SmartMessage): string {
  const isNumber = !isEmpty(LibraryNumber);
  if (isNumber && !isEmpty(Data)) throw bad(DecodeError, kind, 'has both LibraryNumber and Data');
  if (isNumber) return libraryNumber(LibraryNumber as string, kind);
  if (isEmpty(Data)) throw missing(DecodeError, kind, 'has neither LibraryNumber nor Data');
  const hex = trim(Data as string);
  const octets = octetsOf(hex, kind);
  const format = isEmpty(Format) ? 'FORMAT-UNDEFINED' : trim(Format as string);
  if (format !== 'FORMAT-UNDEFINED' && format !== 'RTTTL' && format !== 'OTA') {
    throw bad(DecodeError, kind, `has the Format ${quote(format)}, allowed: FORMAT-UNDEFINED, RTTTL, OTA`);
  }
  if (kind !== 'Ringtone') {
    if (format === 'RTTTL') throw bad(DecodeError, kind, 'is a bitmap, whose Format is OTA');
    return hex;
  }
  const text = tuneText(octets, format, kind);
  // The form would take it for a number of the library.
  if (/^\d{5}$/.test(text)) throw bad(DecodeError, kind, 'is no tune');
  return text;
}

function libraryNumber(text: string, kind: string): string {
  const digits = digitsOf(text, kind).replace(/^0+/, '');
  if (digits.length !== 5) throw bad(DecodeError, kind, `is ${quote(text)}, allowed: numbers of five digits`);
  return digits;
}

/** RTTTL of a ringtone's data (G-SOAP-11). */
function tuneText(octets: Uint8Array, format: 'FORMAT-UNDEFINED' | 'RTTTL' | 'OTA', field: string): string {
  const foreign = octets.findIndex((octet) => octet > 0x7e || (octet < 0x20 && octet !== 9 && octet !== 10 && octet !== 13));
  const text = foreign >= 0 ? '' : new TextDecoder().decode(octets);
  if (format === 'RTTTL' || (format === 'FORMAT-UNDEFINED' && text.split(':', 4).length === 3)) {
    if (foreign < 0) return text;
    throw new DecodeError('bad-value', field, 2 * foreign, 'RTTTL is text of printable ASCII');
  }
  try {
    const tune = decodeNokiaRingtone(octets);
    // A title ends at the first colon, and is not played.
    return formatRtttl({ ...tune, title: tune.title.replaceAll(':', ' ').replace(/^[\ufeff\r\n]+/, '') });
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    if (!(cause instanceof EncodeError)) throw renamed(cause, DecodeError, field, 2);
    throw new DecodeError('bad-value', field, 0, `has a tune that RTTTL has no form for: ${cause.reason}`, { cause });
  }
}

function addPush(fields: Fields, { SimplePush, si }: WapPush): void {
  const isSimple = !isEmpty(SimplePush);
  if (isSimple && !isEmpty(si)) throw bad(DecodeError, 'Message', 'holds both SimplePush and si');
  if (isSimple) {
    const { LibraryNumber, Message } = SimplePush as NonNullable<typeof SimplePush>;
    if (isEmpty(LibraryNumber)) throw missing(DecodeError, 'MMSFileWAP');
    fields.push(['MMSFileWAP', libraryNumber(LibraryNumber as string, 'MMSFileWAP')]);
    if (Message !== undefined) fields.push(['Message', Message]);
    return;
  }
  const indication = si?.indication ?? {};
  if (isEmpty(indication.href)) throw missing(DecodeError, 'si-href');
  addRows(fields, INDICATION_ROWS, indication);
}

/** Items of all lists in order, those without class and text left out. */
function itemsOf(si: SoapSi | undefined): SiItem[] {
  const items: SiItem[] = [];
  for (const { pcdata, class: name } of (si?.info ?? []).flatMap(({ item = [] }) => item)) {
    if ((pcdata ?? '') === '' && isEmpty(name)) continue;
    if (isEmpty(name)) throw missing(DecodeError, 'si-info-class', 'si-info-pcdata and si-info-class come together');
    if (pcdata === undefined) throw missing(DecodeError, 'si-info-pcdata', 'si-info-pcdata and si-info-class come together');
    items.push({ pcdata, class: trim(name as string) });
  }
  return items;
}

// ---- to a call ----

/**
 * What a request of the form has and a call has not. A service that is the account's own, and one answer for all, are what a
 * call gets.
 */
const SAME_WHEN_ABSENT: Readonly<Record<string, string>> = { DeliveryServiceOption: 'Default', ResponseFormat: '0' };

/** Gives the value of a parameter that the call has a place for. */
type Take = (name: string) => string | Uint8Array | undefined;

/**
 * Converts a request of the form interface to a call of SubmitMessage.
 * @throws EncodeError as `formatRequest`; `unencodable` for what the SOAP interface cannot express: address books, copies, cards and
 *   calendars, multimedia messages, files and their options, a text as user data, a delivery service other than `Default`, a response format other than 0; a
 *   ringtone that is not ASCII, and a URI with white space around it.
 */
export function callOf(request: SendSmsRequest | SendMultimediaRequest): CallOf<'SubmitMessage'> {
  const values = new Map(checkedParameters(request).filter(([name, value]) => value !== SAME_WHEN_ABSENT[name]));
  const take: Take = (name) => {
    const value = values.get(name);
    values.delete(name);
    return value;
  };
  const times = takeRows(TIME_ROWS, take);
  const parts: SubmitMessageParts = {
    ...takeRows(CREDENTIAL_ROWS, take),
    Recipient: {
      ...takeRows(RECIPIENT_ROWS, take),
      ...(Object.keys(times).length > 0 && { SendOptions: times }),
    },
    ReplyTo: (take('ReplyTo') as string | undefined) ?? '',
    Message: messageOf(request, take),
    MessageIdentifier: '',
    Reserved: {},
  };
  const [left] = values.keys();
  if (left !== undefined) throw new EncodeError('unencodable', left, undefined, 'has no place in SOAP');
  return { operation: 'SubmitMessage', parts };
}

/** The form's parameters of a request, which its rules were applied to; the items of an SI are not among them. */
function checkedParameters(request: SendSmsRequest | SendMultimediaRequest): Parameters {
  if (request.operation !== 'sendMultimedia' || request.content.kind !== 'serviceIndication') return parametersOf(request);
  const { info, ...si } = request.content.si;
  if (info !== undefined) checkSiItems(info, EncodeError);
  return parametersOf({ ...request, content: { kind: 'serviceIndication', si } });
}

function messageOf(request: SendSmsRequest | SendMultimediaRequest, take: Take): SoapMessage | undefined {
  const text = (name: string) => take(name) as string | undefined;
  if (request.operation === 'sendSms') {
    return omitUndefined({ TextMessage: text('Message'), FlashMessage: text('FlashMessage') });
  }
  const { content } = request;
  switch (content.kind) {
    case 'wapPush': {
      const number = text('MMSFileWAP');
      return { WAPPush: { SimplePush: omitUndefined({ LibraryNumber: number, Message: number && text('Message') }) } };
    }
    case 'serviceIndication': {
      const indication = takeRows(INDICATION_ROWS, take);
      if (trim(indication.href ?? '') !== indication.href) {
        throw new EncodeError('unencodable', 'si-href', undefined, 'SOAP does not keep white space around a URI');
      }
      const info = content.si.info ?? [];
      return { WAPPush: { si: { indication, ...(info.length > 0 && { info: [{ item: info }] }) } } };
    }
    case 'pdu':
      return { SmsSubmitPdu: takeRows(PDU_ROWS, take) };
    case 'vcard':
    case 'vcalendar':
    case 'mms':
      throw new EncodeError('unencodable', 'Message', undefined, `SOAP has no ${content.kind}`);
    default: {
      // Tunes and pictures, whose elements have the names of the form's parameters.
      const name = findParameter(content.kind);
      const value = take(name);
      if (content.libraryNumber !== undefined) return { [name]: { LibraryNumber: String(content.libraryNumber) } };
      if (content.kind !== 'ringtone') return { [name]: { Data: formatHex(value), Format: 'OTA' } };
      return { [name]: { Data: formatTune(value as string), Format: 'RTTTL' } };
    }
  }
}

function formatTune(text: string): string {
  const foreign = text.search(/[^\t\n\r -~]/);
  if (foreign >= 0) throw new EncodeError('unencodable', 'Ringtone', foreign, 'SOAP takes tunes of printable ASCII');
  return toHex(new TextEncoder().encode(text));
}
