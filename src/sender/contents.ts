/**
 * From this package's models to requests: a tune, a bitmap, a card, a file and a handset become what the interface takes.
 *
 *   text, flash text                 Message, FlashMessage
 *   tune                             Ringtone, as RTTTL with RTX's keys where the tune needs them
 *   bitmap                           PictureMessage, OperatorLogo, GroupGraphic: an OTA bitmap
 *   card, calendar                   vCard (2.1), vCal (1.0): what every make reads that takes them
 *   MMS PDU, .mms, ZIP               MMSNotificationFileName1, MMSNotificationFileData1
 *   file                             WAPPushFileName1, WAPPushFileData1
 *   Service Indication               si-href and the fields beside it
 *   SMS-SUBMIT, its user data        SmsSubmitPdu...
 *
 * In place of a model each takes the parameter's own text (RTTTL or RTX, hex, a card's text), and those with a library an item's number.
 * Nothing is sent from here. What cannot be sent is an EncodeError whose field begins with the parameter's name; what handsets are known to
 * make trouble about is a warning, as the table of makes in `handset/message` has it: the gateway may know better.
 * @module
 */
import { type Bitmap, encodeOtaBitmap, parseOtaHex } from '../bitmap/index.js';
import { fromHex, toHex } from '../bytes/index.js';
import { copyOf, requireOctets } from '../bytes/octets.js';
import { EncodeError, FormatError } from '../errors.js';
import { buildSubmits, type Content, type PduContent, PHONE_MAKES, type PhoneMake, parsePhoneMake } from '../message/index.js';
import { decodeMms, encodeMms, type MmsPdu } from '../mms/binary.js';
import { readZipDirectory } from '../mms/zip-directory.js';
import type {
  FileItem,
  FileOptions,
  LibraryItem,
  MmsContent,
  MultimediaContent,
  OtaItem,
  RawPduContent,
  RingtoneItem,
} from '../protocol/model.js';
import type { ServiceIndication } from '../push/binary.js';
import { formatRtttl, parseRtttl, type Tune } from '../ringtone/index.js';
import { encodeSubmit, encodeUdh, type SubmitInput } from '../sms/index.js';
import {
  formatVCalendar,
  formatVCard,
  parseVCalendar,
  parseVCard,
  type VCalendar,
  type VCalendarVersion,
  type VCard,
  type VCardVersion,
} from '../vobject/index.js';
import type {
  FileSendOptions,
  HandsetOptions,
  HandsetSendOptions,
  MmsSendOptions,
  OperatorLogoSendOptions,
  PictureSendOptions,
  SenderWarning,
  SendOptions,
  UnsignedSend,
} from './options.js';

/** An item of the gateway's library. */
export interface LibraryReference {
  /** Five digits; each kind has its range. */
  readonly libraryNumber: number;
}

/** A tune, its RTTTL or RTX text, or a number of the library (as a text of five digits, too). */
export type RingtoneInput = Tune | string | LibraryReference;

/** A bitmap, the octets of an OTA bitmap or their hex, or a number of the library (as a text of five digits, too). */
export type PictureInput = Bitmap | { readonly bitmap: Bitmap | Uint8Array | string } | Uint8Array | string | LibraryReference;

/** A picture with the network whose name it stands for; the options may name the network instead. */
export type OperatorLogoInput = PictureInput & { readonly mcc?: string | undefined; readonly mnc?: string | undefined };

/** A file by name and octets or their hex, or a number of the library (as a text of five digits, too). */
export type FileInput = NamedFile | LibraryReference | string;

/** A file. */
export interface NamedFile {
  /** With the extension that suits the content; 50 characters at most. */
  readonly name: string;
  /** The file; a text is sent as UTF-8. */
  readonly data: Uint8Array | string;
  /** MIME type; the options may name it instead. */
  readonly contentType?: string | undefined;
}

/** A message, the octets of one (.mms) or of a ZIP of its files, either with a name, or a number of the library. */
export type MmsInput = MmsPdu | Uint8Array | FileInput;

/** An SMS-SUBMIT or its user data; or the octets as the interface takes them. */
export type PduInput =
  | PduContent
  | (Omit<SubmitInput, 'tpDa'> & Partial<Pick<SubmitInput, 'tpDa'>>)
  | (RawPduContent & { readonly tpDcs?: undefined })
  | (Omit<RawPduContent, 'kind'> & { readonly tpDcs?: undefined });

/** Takes what is to be said of a content. */
export type Warn = (warning: SenderWarning) => void;

/** Sends of cards. */
export interface VCardSendOptions extends HandsetSendOptions {
  /** 2.1 when absent. */
  readonly version?: VCardVersion | undefined;
}

/** Sends of calendars. */
export interface VCalendarSendOptions extends HandsetSendOptions {
  /** 1.0 when absent. */
  readonly version?: VCalendarVersion | undefined;
}

const silent: Warn = () => {};

// ---- one function for each content ----

/** The request that sends a text. */
export function textRequest(text: string, options: SendOptions): UnsignedSend {
  requireText(text, 'a text');
  return { operation: 'sendSms', ...sendingOf(options), message: text };
}

/** The request that sends a text which is shown at once. */
export function flashRequest(text: string, options: SendOptions): UnsignedSend {
  requireText(text, 'a text');
  return { operation: 'sendSms', ...sendingOf(options), flashMessage: text };
}

/** The request that sends a ringtone. @throws EncodeError with a field below `Ringtone`. */
export function ringtoneRequest(content: RingtoneInput, options: HandsetSendOptions, warn: Warn = silent): UnsignedSend {
  return multimedia({ kind: 'ringtone', ...ringtoneItem(content, options, warn) }, options);
}

/** The request that sends a picture message. @throws EncodeError with a field below `PictureMessage`. */
export function pictureMessageRequest(content: PictureInput, options: PictureSendOptions, warn: Warn = silent): UnsignedSend {
  const item = pictureItem(content, 'PictureMessage', (bitmap) => ({ kind: 'pictureMessage', bitmap }), options, warn);
  return multimedia({ kind: 'pictureMessage', ...item }, options);
}

/** The request that sends a group graphic. @throws EncodeError with a field below `GroupGraphic`. */
export function groupGraphicRequest(content: PictureInput, options: PictureSendOptions, warn: Warn = silent): UnsignedSend {
  const item = pictureItem(content, 'GroupGraphic', (bitmap) => ({ kind: 'groupGraphic', bitmap }), options, warn);
  return multimedia({ kind: 'groupGraphic', ...item }, options);
}

/** The request that sends an operator logo. @throws EncodeError with a field below `OperatorLogo`, `MCC` or `MNC`. */
export function operatorLogoRequest(
  content: OperatorLogoInput,
  options: OperatorLogoSendOptions,
  warn: Warn = silent,
): UnsignedSend {
  const mcc = networkCode('MCC', content.mcc, options.mcc);
  const mnc = networkCode('MNC', content.mnc, options.mnc);
  const item = pictureItem(content, 'OperatorLogo', (bitmap) => ({ kind: 'operatorLogo', mcc, mnc, bitmap }), options, warn);
  return multimedia({ kind: 'operatorLogo', mcc, mnc, ...item }, options);
}

/** The request that sends a card. @throws EncodeError with a field below `vCard`. */
export function vCardRequest(content: VCard | string, options: VCardSendOptions, warn: Warn = silent): UnsignedSend {
  const field = 'vCard';
  if (typeof content === 'string') {
    inField(field, () => parseVCard(content), true);
    return multimedia({ kind: 'vcard', text: content }, options);
  }
  const { version = '2.1' } = options;
  const text = inField(field, () => formatVCard(content, { version }), true);
  advise({ kind: 'vcard', card: content }, field, options, warn);
  return multimedia({ kind: 'vcard', text }, options);
}

/** The request that sends a calendar. @throws EncodeError with a field below `vCal`. */
export function vCalendarRequest(
  content: VCalendar | string,
  options: VCalendarSendOptions,
  warn: Warn = silent,
): UnsignedSend {
  const field = 'vCal';
  if (typeof content === 'string') {
    inField(field, () => parseVCalendar(content), true);
    return multimedia({ kind: 'vcalendar', text: content }, options);
  }
  const { version = '1.0' } = options;
  const text = inField(field, () => formatVCalendar(content, { version }), true);
  advise({ kind: 'vcalendar', calendar: content }, field, options, warn);
  return multimedia({ kind: 'vcalendar', text }, options);
}

/** The request that sends a Service Indication. */
export function serviceIndicationRequest(si: ServiceIndication, options: SendOptions): UnsignedSend {
  if (typeof si !== 'object' || si === null) throw new TypeError('an SI is an object');
  return multimedia({ kind: 'serviceIndication', si }, options);
}

/** The request that sends a file by WAP push. @throws EncodeError with a field below `WAPPushFileData1`. */
export function wapPushRequest(content: FileInput, options: FileSendOptions): UnsignedSend {
  const item = fileItem(content, 'WAPPushFileData1');
  return multimedia({ kind: 'wapPush', ...fileOptions(content, options), ...item }, options);
}

/**
 * The request that sends a multimedia message. A PDU is written as M-Retrieve.conf or M-Send.req, whichever it is; octets are told apart by
 * how they begin and checked as far as that costs little: the PDU is read, of a ZIP the directory.
 * @throws EncodeError with a field below `MMSNotificationFileData1`.
 */
export function mmsRequest(content: MmsInput, options: MmsSendOptions, warn: Warn = silent): UnsignedSend {
  const { addSmil, ccAddressBook, bccAddressBook } = options;
  const mms: MmsContent = {
    kind: 'mms',
    ...present({
      sendCc: numbersOf(options.cc, 'cc'),
      sendBcc: numbersOf(options.bcc, 'bcc'),
      sendCcAddressBook: ccAddressBook,
      sendBccAddressBook: bccAddressBook,
      addSmil,
    }),
    ...fileOptions(content, options),
    ...mmsItem(content, warn),
  };
  return multimedia(mms, options);
}

/**
 * The request that sends user data of an SMS-SUBMIT. Of a whole SMS-SUBMIT the destination is the recipient unless the options name others;
 * a validity period, a status report and a reply path have no parameter.
 * @throws EncodeError with a field below `SmsSubmitPdu`.
 */
export function pduRequest(content: PduInput, options: SendOptions): UnsignedSend {
  if (typeof content !== 'object' || content === null) throw new TypeError('a PDU is an object');
  if (content.tpDcs === undefined && 'dataCodingScheme' in content) {
    return multimedia({ ...content, kind: 'pdu' } as RawPduContent, options);
  }
  const submit = content as SubmitInput | PduContent;
  const destination = 'tpDa' in submit && submit.tpDa !== undefined ? submit.tpDa : undefined;
  const isAddressed = options.to !== undefined || options.toAddressBook !== undefined;
  const to = isAddressed || destination === undefined ? options : { ...options, to: digitsOf(destination) };
  return multimedia(pduContent(submit), to);
}

// ---- contents ----

function ringtoneItem(content: RingtoneInput, options: HandsetOptions, warn: Warn): RingtoneItem {
  const library = libraryItem(content);
  if (library !== undefined) return library;
  const field = 'Ringtone';
  if (typeof content === 'string') {
    const onIssue = ({ message }: { message: string }) => warn({ code: 'content', field, message });
    const tune = inField(field, () => parseRtttl(content, { onIssue }));
    advise({ kind: 'ringtone', tune }, field, options, warn);
    return { text: content };
  }
  const tune = content as Tune;
  const text = inField(field, () => formatRtttl(tune));
  advise({ kind: 'ringtone', tune }, field, options, warn);
  return { text };
}

function pictureItem(
  content: PictureInput,
  field: string,
  contentOf: (bitmap: Bitmap) => Content,
  options: PictureSendOptions,
  warn: Warn,
): OtaItem {
  const library = libraryItem(content);
  if (library !== undefined) return library;
  if (typeof content === 'object' && 'text' in content && content.text !== undefined && content.text !== '') {
    throw new EncodeError('unencodable', `${field}/text`, undefined, 'the interface carries no text with a picture');
  }
  const picture =
    typeof content === 'object' && 'bitmap' in content ? content.bitmap : (content as Bitmap | Uint8Array | string);
  const isBitmap = typeof picture === 'object' && !ArrayBuffer.isView(picture);
  const { bitmap, data } = isBitmap ? ofBitmap(picture, field) : ofOctets(picture, field, warn);
  advise(contentOf(bitmap), field, options, warn);
  return { data };
}

interface Picture {
  readonly bitmap: Bitmap;
  readonly data: Uint8Array;
}

function ofBitmap(bitmap: Bitmap, field: string): Picture {
  return { bitmap, data: inField(field, () => encodeOtaBitmap(bitmap)) };
}

/** A picture that is given ready: it goes as it is, and has to be one. What handsets bear is a warning. */
function ofOctets(given: Uint8Array | string, field: string, warn: Warn): Picture {
  const data = octetsIn(given, field);
  const onIssue = ({ message }: FormatError) => warn({ code: 'content', field, message });
  const read = inField(field, () => parseOtaHex(toHex(data), { lenient: true, onIssue }));
  if (read.form !== 'bitmap' || read.port !== undefined) {
    const found = read.port === undefined ? `a whole message (${read.form})` : 'a picture behind a header';
    throw new EncodeError('bad-value', field, undefined, `is ${found}, allowed: an OTA bitmap alone`);
  }
  return { bitmap: read.bitmap, data };
}

function networkCode(field: 'MCC' | 'MNC', ofContent: string | undefined, ofOptions: string | undefined): string {
  const code = ofContent ?? ofOptions;
  if (code === undefined) throw new EncodeError('bad-value', field, undefined, 'is missing');
  if (ofContent !== undefined && ofOptions !== undefined && ofContent !== ofOptions) {
    throw new EncodeError('bad-value', field, undefined, 'the content names another one than the options');
  }
  return code;
}

function mmsItem(content: MmsInput, warn: Warn): FileItem {
  const field = 'MMSNotificationFileData1';
  if (typeof content === 'object' && 'type' in content) {
    checkMessage(content.type, field);
    const data = inField(field, () => encodeMms(content));
    return { file: { name: 'message.mms', data } };
  }
  if (!ArrayBuffer.isView(content)) {
    const item = fileItem(content, field);
    if (item.file !== undefined) checkExtension(item.file.name, checkMmsFile(item.file.data, field, warn));
    return item;
  }
  const data = octetsIn(content, field);
  return { file: { name: checkMmsFile(data, field, warn), data } };
}

/** Requires a ZIP or an MMS PDU, and returns a name with the extension of what it is. */
function checkMmsFile(data: Uint8Array, field: string, warn: Warn): string {
  if (data[0] === 0x50 && data[1] === 0x4b) {
    inField(field, () => readZipDirectory(data));
    return 'message.zip';
  }
  if (data[0] !== MMS_MESSAGE_TYPE) {
    throw new EncodeError('bad-value', field, 0, 'is neither a ZIP nor an MMS PDU');
  }
  const onIssue = ({ message }: FormatError) => warn({ code: 'content', field, message });
  const pdu = inField(field, () => decodeMms(data, { lenient: true, onIssue }));
  checkMessage(pdu.type, field);
  if (!('contentType' in pdu) || pdu.contentType === undefined) {
    throw new EncodeError('bad-value', field, undefined, 'is an MMS PDU without content');
  }
  return 'message.mms';
}

/** The gateway goes by the extension. Other ones are none of an MMS, and refused with the rest of the request. */
function checkExtension(name: string, ofContent: string): void {
  const wanted = ofContent.slice(ofContent.lastIndexOf('.'));
  if (!/\.(?:mms|zip)$/i.test(name) || name.toLowerCase().endsWith(wanted)) return;
  throw new EncodeError(
    'bad-value',
    'MMSNotificationFileName1',
    undefined,
    `has another extension than ${wanted}, which the file is`,
  );
}

/** X-Mms-Message-Type, which every PDU begins with. */
const MMS_MESSAGE_TYPE = 0x8c;

function checkMessage(type: MmsPdu['type'], field: string): void {
  if (type === 'M-Send.req' || type === 'M-Retrieve.conf') return;
  throw new EncodeError('bad-value', field, undefined, `is an ${type}, allowed: M-Send.req, M-Retrieve.conf`);
}

function fileItem(content: FileInput, field: string): FileItem {
  const library = libraryItem(content);
  if (library !== undefined) return library;
  if (typeof content !== 'object' || content === null) {
    throw new TypeError('a file is an object with name and data, a library number or a text of five digits');
  }
  const { name, data } = content as NamedFile;
  requireText(name, 'the name of a file');
  return { file: { name, data: octetsIn(data, field) } };
}

function fileOptions(content: MmsInput, options: FileSendOptions): FileOptions {
  const { message, disableRepurposing, disableWalledGardenRule } = options;
  const own = typeof content === 'object' && !('type' in content) && 'contentType' in content ? content.contentType : undefined;
  return present({ message, contentType: own ?? options.contentType, disableRepurposing, disableWalledGardenRule });
}

function pduContent(submit: SubmitInput | PduContent): RawPduContent {
  if ('tpDa' in submit) {
    for (const field of ['tpVp', 'tpSrr', 'tpRd', 'tpRp'] as const) {
      if (submit[field]) throw new EncodeError('unencodable', `SmsSubmitPdu/${field}`, undefined, 'has no parameter');
    }
  }
  const { tpDcs = 0, tpPid = 0, udh = [], text, data } = submit;
  // Any number: only the user data is looked at.
  inField('SmsSubmitPdu', () => encodeSubmit({ tpDa: '447700900123', tpDcs, tpPid, udh, text, data }));
  const base = {
    kind: 'pdu',
    dataCodingScheme: tpDcs,
    protocolIdentifier: tpPid,
    userDataHeader: udh.length === 0 ? new Uint8Array() : encodeUdh(udh),
  } as const;
  return data === undefined ? { ...base, message: text ?? '' } : { ...base, userData: copyOf(data) };
}

function digitsOf(address: SubmitInput['tpDa']): string {
  if (typeof address === 'string') return address;
  if ('digits' in address && address.ton === 1) return address.digits;
  throw new EncodeError('unencodable', 'SendTo', undefined, 'takes digits with country code');
}

// ---- what they have in common ----

function multimedia(content: MultimediaContent, options: SendOptions & HandsetOptions): UnsignedSend {
  const { model } = options;
  const phoneMake = makeOf(options.make);
  return { operation: 'sendMultimedia', ...sendingOf(options), ...present({ phoneMake, phoneModel: model }), content };
}

/** The parameters that every send has; what is not given is not there. */
function sendingOf(options: SendOptions) {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('the options are an object; `to` names the recipients');
  const { toAddressBook, replyTo, delayMinutes, at, service, responseFormat } = options;
  return present({
    sendTo: numbersOf(options.to, 'to'),
    sendToAddressBook: toAddressBook,
    replyTo,
    sendTimeDelay: delayMinutes,
    sendTimeAbsolute: at,
    deliveryServiceOption: service,
    responseFormat,
  });
}

/** Numbers of a list, or of a text with commas between them; empty ones are passed over, as the interface does (G-SMS-15). */
function numbersOf(given: string | readonly string[] | undefined, name: string): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const list = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(list)) throw new TypeError(`${name} is neither a string nor an array of them`);
  const numbers: string[] = [];
  for (const item of list as readonly unknown[]) {
    if (typeof item !== 'string') throw new TypeError(`${name} has an item that is no string`);
    for (const number of item.split(',')) if (number.trim() !== '') numbers.push(number.trim());
  }
  return numbers;
}

function makeOf(make: string | undefined): PhoneMake | undefined {
  if (make === undefined) return undefined;
  requireText(make, 'a make');
  const known = parsePhoneMake(make);
  if (known !== undefined) return known;
  const found = JSON.stringify(make.slice(0, 40));
  throw new EncodeError('bad-value', 'PhoneMake', undefined, `is ${found}, allowed: ${PHONE_MAKES.join(', ')}`);
}

/** A number of the library: five digits as a text mean one, never hex or a tune (G-MMS-53). */
function libraryItem(content: unknown): LibraryItem | undefined {
  if (typeof content === 'string') return /^\d{5}$/.test(content) ? { libraryNumber: Number(content) } : undefined;
  if (typeof content !== 'object' || content === null || !('libraryNumber' in content)) return undefined;
  const { libraryNumber } = content as LibraryReference;
  return libraryNumber === undefined ? undefined : { libraryNumber };
}

function octetsIn(data: Uint8Array | string, field: string): Uint8Array {
  if (typeof data === 'string') return inField(field, () => fromHex(data));
  requireOctets(data, field);
  return copyOf(data);
}

/**
 * Says what the room of messages says of a content and a handset. A size that no Nokia shows is refused as it is there; where that room has no
 * form for a handset, the gateway may have one.
 */
function advise(
  content: Content,
  field: string,
  options: HandsetOptions & { anySize?: boolean | undefined },
  warn: Warn,
): void {
  const make = makeOf(options.make);
  if (make === undefined) return;
  const { model, anySize } = options;
  const handset = { to: '447700900123', make, ...present({ model, anySize }) };
  try {
    buildSubmits(content, {
      ...handset,
      onChoice: ({ warnings }) => {
        for (const message of warnings) warn({ code: 'content', field, message });
      },
    });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (error.field === 'content.bitmap') throw new EncodeError(error.code, field, undefined, error.reason);
    warn({ code: 'content', field, message: withoutValues(error.reason) });
  }
}

/** Faults of a content under the parameter's name. `isPersonal`: values stay out of the message; the path says where they are. */
function inField<T>(field: string, make: () => T, isPersonal = false): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const reason = isPersonal ? withoutValues(error.reason) : error.reason;
    const cause = isPersonal ? undefined : { cause: error };
    throw new EncodeError(error.code, `${field}/${error.field}`, error.offset, reason, cause);
  }
}

/** A reason without what it quotes. */
function withoutValues(reason: string): string {
  return reason.replace(/"(?:[^"\\]|\\.)*"/g, 'a value');
}

function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${name} is not a string`);
}

/** An object without the keys that have no value. */
function present<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
