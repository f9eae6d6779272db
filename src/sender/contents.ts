/**
 * From this package's models to requests: a tune, a bitmap, a card, a file and a handset become what the interface takes. A function for each
 * content; content-items.ts makes the items that need more than a writer of their format.
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
import { omitUndefined } from '../bytes/omit-undefined.js';
import { EncodeError } from '../errors.js';
import type { PduContent } from '../message/index.js';
import type { MmsContent, MultimediaContent, RawPduContent } from '../protocol/model.js';
import { requireText } from '../protocol/parameters.js';
import type { ServiceIndication } from '../push/binary.js';
import type { SubmitInput } from '../sms/index.js';
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
import { adviseOnContent, inField, makeOf, type Warn } from './content-faults.js';
import {
  type FileInput,
  fileItem,
  fileOptions,
  type MmsInput,
  mmsItem,
  networkCode,
  type OperatorLogoInput,
  type PduInput,
  type PictureInput,
  pduContent,
  pictureItem,
  type RingtoneInput,
  ringtoneItem,
} from './content-items.js';
import type {
  FileSendOptions,
  HandsetOptions,
  HandsetSendOptions,
  MmsSendOptions,
  OperatorLogoSendOptions,
  PictureSendOptions,
  SendOptions,
  UnsignedSend,
} from './options.js';

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
  adviseOnContent({ kind: 'vcard', card: content }, field, { ...options, cardVersion: version }, warn);
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
  adviseOnContent({ kind: 'vcalendar', calendar: content }, field, { ...options, calendarVersion: version }, warn);
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
  return multimedia({ kind: 'wapPush', ...omitUndefined(fileOptions(content, options)), ...item }, options);
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
    ...omitUndefined({
      sendCc: numbersOf(options.cc, 'cc'),
      sendBcc: numbersOf(options.bcc, 'bcc'),
      sendCcAddressBook: ccAddressBook,
      sendBccAddressBook: bccAddressBook,
      addSmil,
    }),
    ...omitUndefined(fileOptions(content, options)),
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

function digitsOf(address: SubmitInput['tpDa']): string {
  if (typeof address === 'string') return address;
  if ('digits' in address && address.ton === 1) return address.digits;
  throw new EncodeError('unencodable', 'SendTo', undefined, 'takes digits with country code');
}

// ---- what they have in common ----

function multimedia(content: MultimediaContent, options: SendOptions & HandsetOptions): UnsignedSend {
  const { model } = options;
  const phoneMake = makeOf(options.make);
  return { operation: 'sendMultimedia', ...sendingOf(options), ...omitUndefined({ phoneMake, phoneModel: model }), content };
}

/** The parameters that every send has; what is not given is not there. */
function sendingOf(options: SendOptions) {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('the options are an object; `to` names the recipients');
  const { toAddressBook, replyTo, delayMinutes, at, service, responseFormat } = options;
  return omitUndefined({
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
