/**
 * Calls of SubmitMessage as requests of the form interface, and back; answers as results.
 *
 *   SubmitMessage  <->  parameters of the form  <->  SendSmsRequest, SendMultimediaRequest
 *
 * The rules are those of the form, for they are applied by its readers and writers; so errors name its parameters. What SOAP
 * has in another form:
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
import { fromHex, toHex } from '../bytes/hex.js';
import { DecodeError, EncodeError, FormatError } from '../errors.js';
import { type SiItem, siTree } from '../push/si.js';
import { decodeNokiaRingtone } from '../ringtone/nokia.js';
import { formatRtttl } from '../ringtone/rtttl-format.js';
import { FormFields } from './form.js';
import type { Credentials, Result, SendMultimediaRequest, SendSmsRequest } from './model.js';
import { bad, missing, type Parameters, shown } from './parameters.js';
import { isAccepted } from './reports.js';
import { requestOf as formRequestOf, PATHS, parametersOf } from './request.js';
import { credentialsOf as formCredentialsOf, type RequestOptions } from './sending.js';
import { collapsed, digitsOf, utcOf } from './soap-fields.js';
import type {
  Answer,
  AnswerParts,
  Call,
  CallOf,
  Recipient,
  ReportParts,
  SmartMessage,
  SmsSubmitPdu,
  SoapMessage,
  SoapSi,
  SubmitMessageParts,
  WapPush,
} from './soap-types.js';

/** Parameters of the form that a call has. */
type Fields = [name: string, value: string][];

const SMART_KINDS = ['Ringtone', 'OperatorLogo', 'PictureMessage', 'GroupGraphic'] as const;
type SmartKind = (typeof SMART_KINDS)[number];
const KINDS = ['TextMessage', 'FlashMessage', ...SMART_KINDS, 'SmsSubmitPdu', 'WAPPush'] as const;

/**
 * What a request of the form has and a call has not. A service that is the account's own, and one answer for all, are what a
 * call gets.
 */
const SAME_WHEN_ABSENT: Readonly<Record<string, string>> = { DeliveryServiceOption: 'Default', ResponseFormat: '0' };

/** Fields without a value, as an answer has them (G-SOAP-08). */
export const EMPTY_RESERVED = { Field1: '', Field2: '', Field3: '', Field4: '' } as const;

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
    return formRequestOf(PATHS.sendSms, new FormFields(fields), options) as SendSmsRequest;
  }
  addContent(fields, kind, message);
  const request = formRequestOf(PATHS.sendMultimedia, new FormFields(fields), options) as SendMultimediaRequest;
  const items = itemsOf(message.WAPPush?.si);
  return items.length === 0 ? request : withItems(request, items);
}

/**
 * The call of SubmitMessage that makes a request.
 * @throws EncodeError as `formatRequest`; `unencodable` for what SOAP has no place for: address books, copies, cards and
 *   calendars, multimedia messages, files and their options, a text as user data, a delivery service, a form of answer; a
 *   ringtone that is not ASCII, and a URI with white space around it.
 */
export function callOf(request: SendSmsRequest | SendMultimediaRequest): CallOf<'SubmitMessage'> {
  const values = new Map<string, string | Uint8Array>();
  for (const [name, value] of checkedParameters(request)) {
    if (value !== SAME_WHEN_ABSENT[name]) values.set(name, value);
  }
  const take = (name: string): string | undefined => {
    const value = values.get(name) as string | undefined;
    values.delete(name);
    return value;
  };
  const time = take('SendTimeAbsolute');
  const options = compact({ SendTimeAbsolute: time && `${time}Z`, SendTimeDelay: take('SendTimeDelay') });
  const parts: SubmitMessageParts = {
    ...compact({ Username: take('Username'), PIN: take('PIN') }),
    Recipient: compact({
      SendTo: take('SendTo'),
      PhoneMake: take('PhoneMake'),
      PhoneModel: take('PhoneModel'),
      MCC: take('MCC'),
      MNC: take('MNC'),
      SendOptions: Object.keys(options).length === 0 ? undefined : options,
    }),
    ReplyTo: take('ReplyTo') ?? '',
    Message: messageOf(request, take),
    MessageIdentifier: '',
    Reserved: {},
  };
  const [left] = values.keys();
  if (left !== undefined) throw new EncodeError('unencodable', left, undefined, 'has no place in SOAP');
  return { operation: 'SubmitMessage', parts };
}

/**
 * What an answer to SubmitMessage, SubmitDeliveryReceipt or DeliverMessage reports.
 * @throws DecodeError `truncated` or `bad-value` when it has no report, or one that is no integer.
 */
export function resultOf(answer: Answer): Result {
  const { MessageIdentifier, Report, Text } = answer.parts as ReportParts;
  const identifier = collapsed(MessageIdentifier ?? '');
  const path = `${answer.operation}Response/Report`;
  if (Report === undefined) throw missing(DecodeError, path);
  const text = collapsed(Report);
  if (!/^[+-]?\d{1,10}$/.test(text)) throw bad(DecodeError, path, 'is no whole number');
  // A minus in front of nothing but zeros makes no other number.
  const report = Number(text) + 0;
  return {
    messageIdentifier: identifier === '' ? undefined : identifier,
    report,
    accepted: isAccepted(report),
    ...(Text === undefined ? {} : { text: Text }),
  };
}

/**
 * Parts of the one answer for all recipients: of the last that failed, else of the last (G-SOAP-07).
 * @throws EncodeError `bad-value` when there are no results.
 */
export function answerOf(results: readonly Result[]): AnswerParts['SubmitMessage'] {
  let deciding = results.length - 1;
  while (deciding >= 0 && results[deciding]?.accepted !== false) deciding--;
  const result = results[deciding] ?? results.at(-1);
  if (result === undefined) throw new EncodeError('bad-value', 'results', undefined, 'an answer has one result at least');
  const { messageIdentifier = '-1', report, text = '' } = result;
  return { MessageIdentifier: messageIdentifier, Report: String(report), Text: text, Reserved: EMPTY_RESERVED };
}

function credentialFields({ Username, PIN }: Call['parts']): Fields {
  const fields: Fields = [];
  if (Username !== undefined) fields.push(['Username', Username]);
  if (PIN !== undefined) fields.push(['PIN', PIN]);
  return fields;
}

/** Whether a value is none: not there, blank, or without anything in it that is not. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return collapsed(value) === '';
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
  const hex = collapsed(Data as string);
  const octets = octetsOf(hex, kind);
  const format = isEmpty(Format) ? 'FORMAT-UNDEFINED' : collapsed(Format as string);
  if (format !== 'FORMAT-UNDEFINED' && format !== 'RTTTL' && format !== 'OTA') {
    throw bad(DecodeError, kind, `has the Format ${shown(format)}, allowed: FORMAT-UNDEFINED, RTTTL, OTA`);
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
  if (digits.length !== 5) throw bad(DecodeError, kind, `is ${shown(text)}, allowed: numbers of five digits`);
  return digits;
}

function octetsOf(hex: string, field: string): Uint8Array {
  try {
    return fromHex(hex);
  } catch (error) {
    const { code, offset, reason } = error as FormatError;
    throw new DecodeError(code, field, offset, reason, { cause: error });
  }
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
    ['SmsSubmitPduDataCodingScheme', collapsed(DataCodingScheme)],
    ['SmsSubmitPduProtocolIdentifier', collapsed(ProtocolIdentifier)],
    ['SmsSubmitPduUserDataHeader', collapsed(UserDataHeader)],
    ['SmsSubmitPduUserData', collapsed(UserData)],
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
  const href = collapsed(rest.href ?? '');
  const expires = rest['si-expires'];
  const id = rest['si-id'];
  if (href === '') throw missing(DecodeError, 'si-href');
  fields.push(['si-href', href]);
  if (id !== undefined) fields.push(['si-id', id]);
  if (!isEmpty(created)) fields.push(['si-created', utcOf(created as string, 'si-created')]);
  if (!isEmpty(expires)) fields.push(['si-expires', utcOf(expires as string, 'si-expires')]);
  if (!isEmpty(action)) fields.push(['si-action', collapsed(action as string)]);
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
      items.push({ pcdata, class: collapsed(name as string) });
    }
  }
  return items;
}

/** A Service Indication with its items, of which the form takes one. */
function withItems(request: SendMultimediaRequest, info: readonly SiItem[]): SendMultimediaRequest {
  const { content } = request;
  if (content.kind !== 'serviceIndication') return request;
  checkItems(info, DecodeError);
  return { ...request, content: { ...content, si: { ...content.si, info } } };
}

function checkItems(info: readonly SiItem[], Fault: typeof DecodeError | typeof EncodeError): void {
  try {
    siTree({ info });
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const name = error.field.endsWith('/class') ? 'si-info-class' : 'si-info-pcdata';
    const offset = error.offset ?? (Fault === DecodeError ? 0 : undefined);
    throw new Fault(Fault === DecodeError ? 'bad-value' : error.code, name, offset, error.reason, { cause: error });
  }
}

/** The form's parameters of a request, which its rules were applied to; the items of an SI are not among them. */
function checkedParameters(request: SendSmsRequest | SendMultimediaRequest): Parameters {
  if (request.operation !== 'sendMultimedia' || request.content.kind !== 'serviceIndication') return parametersOf(request);
  const { info, ...si } = request.content.si;
  if (info !== undefined) checkItems(info, EncodeError);
  return parametersOf({ ...request, content: { kind: 'serviceIndication', si } });
}

function messageOf(
  request: SendSmsRequest | SendMultimediaRequest,
  take: (name: string) => string | undefined,
): SoapMessage | undefined {
  if (request.operation === 'sendSms') {
    return compact({ TextMessage: take('Message'), FlashMessage: take('FlashMessage') });
  }
  const { content } = request;
  switch (content.kind) {
    case 'pictureMessage':
      return { PictureMessage: smartOf(content, take('PictureMessage')) };
    case 'groupGraphic':
      return { GroupGraphic: smartOf(content, take('GroupGraphic')) };
    case 'operatorLogo':
      return { OperatorLogo: smartOf(content, take('OperatorLogo')) };
    case 'ringtone':
      return { Ringtone: ringtoneOf(content, take('Ringtone') as string) };
    case 'wapPush': {
      const number = take('MMSFileWAP');
      return { WAPPush: { SimplePush: compact({ LibraryNumber: number, Message: number && take('Message') }) } };
    }
    case 'serviceIndication': {
      const utc = (name: string) => {
        const time = take(name);
        return time && `${time}Z`;
      };
      const href = take('si-href') as string;
      if (collapsed(href) !== href) {
        throw new EncodeError('unencodable', 'si-href', undefined, 'SOAP does not keep white space around a URI');
      }
      const action = take('si-action');
      const indication = compact({
        href,
        'si-id': take('si-id'),
        created: utc('si-created'),
        'si-expires': utc('si-expires'),
        action: action === 'delete' ? 'signal-delete' : action,
        content: take('si-content'),
      });
      const info = content.si.info ?? [];
      return { WAPPush: { si: { indication, ...(info.length === 0 ? {} : { info: [{ item: info }] }) } } };
    }
    case 'pdu':
      return {
        SmsSubmitPdu: {
          DataCodingScheme: take('SmsSubmitPduDataCodingScheme'),
          ProtocolIdentifier: take('SmsSubmitPduProtocolIdentifier'),
          UserDataHeader: hexOf(take('SmsSubmitPduUserDataHeader')),
          UserData: hexOf(take('SmsSubmitPduUserData')),
        },
      };
    default:
      throw new EncodeError('unencodable', 'Message', undefined, `SOAP has no ${content.kind}`);
  }
}

function smartOf(
  { libraryNumber }: { readonly libraryNumber?: number | undefined },
  value: string | Uint8Array | undefined,
): SmartMessage {
  if (libraryNumber !== undefined) return { LibraryNumber: String(libraryNumber) };
  return { Data: hexOf(value), Format: 'OTA' };
}

function ringtoneOf({ libraryNumber }: { readonly libraryNumber?: number | undefined }, text: string): SmartMessage {
  if (libraryNumber !== undefined) return { LibraryNumber: String(libraryNumber) };
  const foreign = text.search(/[^\t\n\r -~]/);
  if (foreign >= 0) throw new EncodeError('unencodable', 'Ringtone', foreign, 'SOAP takes tunes of printable ASCII');
  return { Data: toHex(new TextEncoder().encode(text)), Format: 'RTTTL' };
}

/** The form's writer keeps octets as octets where they become hex. */
function hexOf(value: string | Uint8Array | undefined): string {
  return typeof value === 'string' ? value : toHex(value ?? new Uint8Array());
}

type Compact<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** A structure without what is undefined. */
function compact<T extends object>(struct: T): Compact<T> {
  return Object.fromEntries(Object.entries(struct).filter(([, value]) => value !== undefined)) as Compact<T>;
}
