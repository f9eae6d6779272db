/**
 * Calls of SubmitMessage as requests of the form interface.
 *
 *   SubmitMessage  ->  parameters of the form  ->  SendSmsRequest, SendMultimediaRequest
 *
 * The rules are those of the form, for its reader applies them; so errors name its parameters. What SOAP has in another form:
 *
 *   Ringtone Data        hex of RTTTL text, or a Nokia ringtone (Format OTA), which is read as the tune that it plays
 *   MCC, MNC             integers: 234, 15. Toolkits drop zeros in front, so MCC gets three digits and MNC at least two; that
 *                        an MNC is 015 and not 15 can be told only by a caller that writes the zero
 *   dateTime             any zone
 *   si action            signal-delete
 *   info                 any number of lists of items: one list, in order
 *
 * What may be absent may be empty as well: a ReplyTo, a Data, a message kind with nothing in it. MessageIdentifier and Reserved
 * are not looked at. Source: the gateway interface document, section 9 (G-SOAP-04, 07 to 11) and open point 26.
 * @module
 */
import { quote } from '../../bytes/quote.js';
import { DecodeError, EncodeError, FormatError } from '../../errors.js';
import type { SiItem } from '../../push/si-sl-co/si.js';
import { decodeNokiaRingtone } from '../../ringtone/nokia.js';
import { formatRtttl } from '../../ringtone/rtttl-format.js';
import { trim } from '../../xml/characters.js';
import { FormFields } from '../form.js';
import { checkSiItems } from '../indication-fields.js';
import type { Credentials, SendMultimediaRequest, SendSmsRequest } from '../model.js';
import { bad, missing, octetsOf, type RequestOptions } from '../parameters.js';
import { PATHS, parseRequest } from '../request.js';
import { credentialsOf as formCredentialsOf } from '../sending.js';
import type { Call, CallOf, Recipient, SmartMessage, SmsSubmitPdu, SoapMessage, SoapSi, WapPush } from './types.js';
import { digitsOf, utcOf } from './values.js';

/** Parameters of the form that a call has. */
type Fields = [name: string, value: string][];

const SMART_KINDS = ['Ringtone', 'OperatorLogo', 'PictureMessage', 'GroupGraphic'] as const;
type SmartKind = (typeof SMART_KINDS)[number];
const KINDS = ['TextMessage', 'FlashMessage', ...SMART_KINDS, 'SmsSubmitPdu', 'WAPPush'] as const;

/**
 * Name and PIN of a call, to be checked before anything else of it.
 * @returns undefined when one is missing or is none that the gateway could have issued: a login error either way.
 */
export function credentialsOf({ parts }: Call): Credentials | undefined {
  return formCredentialsOf(new FormFields(credentialFields(parts)));
}

/**
 * The request that a call of SubmitMessage makes.
 * @throws DecodeError `truncated` for a part that is missing, without an offset, or `bad-value` with the index in the
 *   value, white space around it left out. The field is the parameter of the form interface that says the same, such as `SendTimeDelay` or `si-href`; `Message` for no
 *   kind of message, or several.
 * @throws LimitError past `recipients` and the limits of tunes.
 */
export function requestOf(
  { parts }: CallOf<'SubmitMessage'>,
  options: RequestOptions = {},
): SendSmsRequest | SendMultimediaRequest {
  const fields = credentialFields(parts);
  addRecipient(fields, parts.Recipient ?? {});
  if (parts.ReplyTo !== undefined) fields.push(['ReplyTo', parts.ReplyTo]);
  const message = parts.Message ?? {};
  const kinds = KINDS.filter((kind) => !isNone(message[kind]));
  const [kind, second] = kinds;
  if (kind === undefined) throw missing(DecodeError, 'Message', 'holds none of the kinds of message');
  if (second !== undefined) throw bad(DecodeError, 'Message', `holds both ${kind} and ${second}`);
  if (kind === 'TextMessage' || kind === 'FlashMessage') {
    fields.push([kind === 'TextMessage' ? 'Message' : 'FlashMessage', message[kind] as string]);
    return parseRequest(PATHS.sendSms, new FormFields(fields), options) as SendSmsRequest;
  }
  addContent(fields, kind, message);
  const request = parseRequest(PATHS.sendMultimedia, new FormFields(fields), options) as SendMultimediaRequest;
  const items = itemsOf(message.WAPPush?.si);
  return items.length === 0 ? request : withItems(request, items);
}

function credentialFields({ Username, PIN }: Call['parts']): Fields {
  const fields: Fields = [];
  if (Username !== undefined) fields.push(['Username', Username]);
  if (PIN !== undefined) fields.push(['PIN', PIN]);
  return fields;
}

/** Whether a value is none: not there, blank, or without anything in it that is not. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return trim(value) === '';
  return typeof value !== 'object' || value === null || Object.values(value).every(isEmpty);
}

/** The same of a message kind: in a text, white space is something. */
function isNone(value: SoapMessage[(typeof KINDS)[number]]): boolean {
  return value === '' || (typeof value !== 'string' && isEmpty(value));
}

function addRecipient(fields: Fields, recipient: Recipient): void {
  const { SendTo, PhoneMake, PhoneModel, SendOptions = {} } = recipient;
  // A list over several lines is a list.
  if (SendTo !== undefined) fields.push(['SendTo', SendTo.replace(/[\t\r\n]/g, ' ')]);
  if (PhoneMake !== undefined) fields.push(['PhoneMake', PhoneMake]);
  if (PhoneModel !== undefined) fields.push(['PhoneModel', PhoneModel]);
  for (const [name, digits] of [
    ['MCC', 3],
    ['MNC', 2],
  ] as const) {
    const value = recipient[name];
    if (!isEmpty(value)) fields.push([name, networkCodeOf(digitsOf(value as string, name), digits)]);
  }
  const { SendTimeAbsolute, SendTimeDelay } = SendOptions;
  if (!isEmpty(SendTimeAbsolute)) fields.push(['SendTimeAbsolute', utcOf(SendTimeAbsolute as string, 'SendTimeAbsolute')]);
  if (!isEmpty(SendTimeDelay)) fields.push(['SendTimeDelay', digitsOf(SendTimeDelay as string, 'SendTimeDelay')]);
}

/** Digits of a code: those that were written, or as many as it has when there are fewer, or zeros in front that are too many. */
function networkCodeOf(written: string, digits: number): string {
  return (written.length > 3 ? written.replace(/^0+/, '') : written).padStart(digits, '0');
}

function addContent(fields: Fields, kind: SmartKind | 'SmsSubmitPdu' | 'WAPPush', message: SoapMessage): void {
  if (kind === 'SmsSubmitPdu') addPdu(fields, message.SmsSubmitPdu as SmsSubmitPdu);
  else if (kind === 'WAPPush') addPush(fields, message.WAPPush as WapPush);
  else addSmart(fields, kind, message[kind] as SmartMessage);
}

function addSmart(fields: Fields, kind: SmartKind, { LibraryNumber, Data, Format }: SmartMessage): void {
  const isNumber = !isEmpty(LibraryNumber);
  if (isNumber && !isEmpty(Data)) throw bad(DecodeError, kind, 'has both LibraryNumber and Data');
  if (isNumber) {
    fields.push([kind, libraryNumberOf(LibraryNumber as string, kind)]);
    return;
  }
  if (isEmpty(Data)) throw missing(DecodeError, kind, 'has neither LibraryNumber nor Data');
  const hex = trim(Data as string);
  const octets = octetsOf(hex, kind);
  const format = isEmpty(Format) ? 'FORMAT-UNDEFINED' : trim(Format as string);
  if (format !== 'FORMAT-UNDEFINED' && format !== 'RTTTL' && format !== 'OTA') {
    throw bad(DecodeError, kind, `has the Format ${quote(format)}, allowed: FORMAT-UNDEFINED, RTTTL, OTA`);
  }
  if (kind !== 'Ringtone') {
    if (format === 'RTTTL') throw bad(DecodeError, kind, 'is a bitmap, whose Format is OTA');
    fields.push([kind, hex]);
    return;
  }
  const text = tuneText(octets, format, kind);
  // The form would take it for a number of the library.
  if (/^\d{5}$/.test(text)) throw bad(DecodeError, kind, 'is no tune');
  fields.push([kind, text]);
}

function libraryNumberOf(text: string, kind: string): string {
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
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const isTune = error instanceof EncodeError;
    const reason = isTune ? `has a tune that RTTTL has no form for: ${error.reason}` : `${error.field}: ${error.reason}`;
    throw new DecodeError(isTune ? 'bad-value' : error.code, field, isTune ? 0 : 2 * (error.offset ?? 0), reason, {
      cause: error,
    });
  }
}

function addPdu(fields: Fields, pdu: SmsSubmitPdu): void {
  const { DataCodingScheme = '', ProtocolIdentifier = '', UserDataHeader = '', UserData = '' } = pdu;
  // Nil is a header or a text of no octets: both have to be said in the form, and need not be in SOAP.
  fields.push(
    ['SmsSubmitPduDataCodingScheme', trim(DataCodingScheme)],
    ['SmsSubmitPduProtocolIdentifier', trim(ProtocolIdentifier)],
    ['SmsSubmitPduUserDataHeader', trim(UserDataHeader)],
    ['SmsSubmitPduUserData', trim(UserData)],
  );
}

function addPush(fields: Fields, { SimplePush, si }: WapPush): void {
  const isSimple = !isEmpty(SimplePush);
  if (isSimple && !isEmpty(si)) throw bad(DecodeError, 'Message', 'holds both SimplePush and si');
  if (isSimple) {
    const { LibraryNumber, Message } = SimplePush as NonNullable<typeof SimplePush>;
    if (isEmpty(LibraryNumber)) throw missing(DecodeError, 'MMSFileWAP');
    fields.push(['MMSFileWAP', libraryNumberOf(LibraryNumber as string, 'MMSFileWAP')]);
    if (Message !== undefined) fields.push(['Message', Message]);
    return;
  }
  const { created, action, content, ...rest } = si?.indication ?? {};
  const href = trim(rest.href ?? '');
  const expires = rest['si-expires'];
  const id = rest['si-id'];
  if (href === '') throw missing(DecodeError, 'si-href');
  fields.push(['si-href', href]);
  if (id !== undefined) fields.push(['si-id', id]);
  if (!isEmpty(created)) fields.push(['si-created', utcOf(created as string, 'si-created')]);
  if (!isEmpty(expires)) fields.push(['si-expires', utcOf(expires as string, 'si-expires')]);
  if (!isEmpty(action)) fields.push(['si-action', trim(action as string)]);
  if (content !== undefined) fields.push(['si-content', content]);
}

/** Items of all lists in order, those without class and text left out. */
function itemsOf(si: SoapSi | undefined): SiItem[] {
  const items: SiItem[] = [];
  for (const { item = [] } of si?.info ?? []) {
    for (const { pcdata, class: name } of item) {
      if ((pcdata ?? '') === '' && isEmpty(name)) continue;
      if (isEmpty(name)) throw missing(DecodeError, 'si-info-class', 'si-info-pcdata and si-info-class come together');
      if (pcdata === undefined) throw missing(DecodeError, 'si-info-pcdata', 'si-info-pcdata and si-info-class come together');
      items.push({ pcdata, class: trim(name as string) });
    }
  }
  return items;
}

/** A Service Indication with its items, of which the form takes one. */
function withItems(request: SendMultimediaRequest, info: readonly SiItem[]): SendMultimediaRequest {
  const { content } = request;
  if (content.kind !== 'serviceIndication') return request;
  checkSiItems(info, DecodeError);
  return { ...request, content: { ...content, si: { ...content.si, info } } };
}
