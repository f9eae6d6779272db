/**
 * From content and a handset to the SMS-SUBMITs that carry it; makes.ts has the table of who gets what.
 *
 *   text, flash       GSM 7-bit, or UCS-2 where the text needs it
 *   smart-messaging   8-bit class 1 to the port of the content
 *   ems               objects in the header, text behind them
 *   seo               8-bit class 1, blocks that number themselves
 *   motorola-text     a text
 *   alcatel-picture   8-bit class 1 behind a header element of the maker's own
 *   wap-push          8-bit: WBXML or an M-Notification.ind in a WSP push, to the port of pushes
 *   pdu               as given; data that does not fit one message is split
 *
 * @module
 */
import { checkBitmap } from '../bitmap/bitmap.js';
import {
  type Bitmap,
  encodeAlcatelPicture,
  encodeBmp,
  encodeEmsPicture,
  encodeGroupGraphic,
  encodeOperatorLogo,
  encodePictureMessage,
} from '../bitmap/index.js';
import { encodeUtf8 } from '../bytes/index.js';
import { EncodeError } from '../errors.js';
import { encodeMms, MMS_CONTENT_TYPE, type MmsPdu } from '../mms/binary.js';
import { encodePush, encodeSi, encodeSl, lintSi, lintSl, PUSH_CONTENT_TYPES, PUSH_PORTS, type Push } from '../push/binary.js';
import {
  encodeEmsSound,
  encodeMidi,
  encodeNokiaRingtone,
  formatMotorola,
  type NokiaRingtoneOptions,
  type Tune,
} from '../ringtone/index.js';
import { splitData } from '../sms/build.js';
import {
  alphabetOfDcs,
  concatOf,
  encodeSeo,
  encodeUdh,
  type InformationElement,
  portsOf,
  type SeoObject,
  type Submit,
  type SubmitTextOptions,
  submitDatagram,
  submitText,
} from '../sms/index.js';
import { isEmsElement } from '../sms/udh.js';
import { shiftTablesOf } from '../sms/user-data.js';
import { formatVCalendar, formatVCard, type VCalendarVersion, type VCardVersion } from '../vobject/index.js';
import { type Content, type ContentKind, type PduContent, PORTS } from './content.js';
import { submitEms } from './ems.js';
import { chooseForm, type FormChoice, type Handset } from './makes.js';
import { lintNotification } from './notification.js';

/** Whom the content is for, and how it is carried. */
export interface BuildOptions extends Omit<SubmitTextOptions, 'flash'>, Handset {
  /** How a ringtone for a Nokia is written; see `encodeNokiaRingtone`. */
  readonly ringtone?: NokiaRingtoneOptions | undefined;
  /** Let pictures for a Nokia have sizes that no handset is known to show. */
  readonly anySize?: boolean | undefined;
  /** What else the header of a push says, such as `applicationId`; some handsets refuse what they do not need. */
  readonly push?: Omit<Push, 'contentType' | 'body'> | undefined;
  /** Version of a card; `2.1` when absent, which every handset with cards reads. */
  readonly cardVersion?: VCardVersion | undefined;
  /** Version of a calendar; `1.0` when absent, as handsets without a computer's calendar know no other. */
  readonly calendarVersion?: VCalendarVersion | undefined;
  /** How a card or calendar is carried: as octets in UTF-8 (8, the default), or as text of the default alphabet (7), which is what gammu does. */
  readonly bits?: 7 | 8 | undefined;
  /** Where a calendar goes: 9205, or 228 for older Nokia handsets. */
  readonly calendarPort?: typeof PORTS.vcalendar | typeof PORTS.nokiaCalendar | undefined;
  /** Called once, when the messages are made: the form, why it was chosen, and what the sender should know. */
  readonly onChoice?: ((choice: FormChoice) => void) | undefined;
}

type Of<K extends ContentKind> = Extract<Content, { kind: K }>;
type Warn = (warning: string) => void;

/**
 * SMS-SUBMITs of a content. Text that does not fit beside a picture goes in parts or messages of its own behind it.
 * @throws EncodeError `unencodable` with field `make` when the content has no form for that make (see `chooseForm`), `bad-value` with
 * `content.bitmap` for a picture of a size that the handset does not show, and whatever the content's encoder throws.
 */
export function buildSubmits(content: Content, options: BuildOptions): Submit[] {
  const choice = chooseForm(content.kind, options);
  const warnings = [...choice.warnings];
  const submits = carry(content, choice, options, (warning) => warnings.push(warning));
  const [first] = submits;
  const port = choice.port === undefined || first === undefined ? undefined : portsOf(first.udh)?.destination;
  options.onChoice?.({ ...choice, ...(port !== undefined && { port }), tpDcs: first?.tpDcs ?? choice.tpDcs, warnings });
  return submits;
}

function carry(content: Content, { form, tpDcs }: FormChoice, options: BuildOptions, warn: Warn): Submit[] {
  switch (content.kind) {
    case 'serviceIndication':
    case 'serviceLoading':
    case 'mmsNotification':
      return submitPush(content, tpDcs, options, warn);
    case 'vcard':
    case 'vcalendar':
      return submitObject(content, tpDcs, options, warn);
    case 'text':
      return submitText(content.text, options);
    case 'flash':
      return submitText(content.text, { ...options, flash: true });
    case 'pdu':
      return buildPdu(content, options);
    case 'ringtone':
      if (form === 'smart-messaging') return nokiaRingtone(content.tune, options, warn);
      if (form === 'seo') return seoRingtone(content.tune, options);
      if (form === 'motorola-text') return motorolaRingtone(content.tune, options, warn);
      return emsRingtone(content.tune, options, warn);
    default:
      requireBitmap(content.bitmap);
      if (form === 'smart-messaging') return nokiaPicture(content, options, warn);
      if (form === 'seo') return seoPicture(content, options, warn);
      if (form === 'alcatel-picture') return alcatelPicture(content, options, warn);
      return submitEms(encodeEmsPicture(content, { concat: options.concat }), textOf(content), options);
  }
}

// ---- Smart Messaging ----

const MOST_RINGTONE_PARTS = 3;
const MOST_PICTURE_TEXT = 120;

/** Sizes that handsets show. */
const SIZES: Readonly<Record<PictureContent['kind'], readonly string[]>> = {
  operatorLogo: ['72x14', '78x21'],
  groupGraphic: ['72x14'],
  pictureMessage: ['72x28'],
};

type PictureContent = Of<'operatorLogo' | 'groupGraphic' | 'pictureMessage'>;

function nokiaRingtone(tune: Tune, options: BuildOptions, warn: Warn): Submit[] {
  const data = encodeNokiaRingtone(tune, options.ringtone);
  const submits = submitDatagram({ destinationPort: PORTS.ringtone, data }, options);
  const count = submits.length;
  if (count > MOST_RINGTONE_PARTS) warn(`${count} messages: most handsets take a ringtone of at most ${MOST_RINGTONE_PARTS}`);
  return submits;
}

function nokiaPicture(content: PictureContent, options: BuildOptions, warn: Warn): Submit[] {
  checkNokiaSize(content, options.anySize === true, warn);
  switch (content.kind) {
    case 'operatorLogo':
      return submitDatagram({ destinationPort: PORTS.operatorLogo, data: encodeOperatorLogo(content) }, options);
    case 'groupGraphic':
      return submitDatagram({ destinationPort: PORTS.groupGraphic, data: encodeGroupGraphic(content) }, options);
    case 'pictureMessage': {
      const { length } = textOf(content);
      if (length > MOST_PICTURE_TEXT) warn(`${length} characters of text: handsets show at most ${MOST_PICTURE_TEXT}`);
      return submitDatagram({ destinationPort: PORTS.pictureMessage, data: encodePictureMessage(content) }, options);
    }
  }
}

function checkNokiaSize({ kind, bitmap }: PictureContent, anySize: boolean, warn: Warn): void {
  const size = `${bitmap.widthPx}x${bitmap.heightPx}`;
  const allowed = SIZES[kind];
  if (size === allowed[0]) return;
  if (allowed.includes(size)) warn(`${size} takes two messages, and only some models show it`);
  else if (anySize) warn(`${size}: handsets are known to show ${allowed.join(' and ')}`);
  else {
    const message = `${size}, allowed: ${allowed.join(', ')}; anySize lets others pass`;
    throw new EncodeError('bad-value', 'content.bitmap', undefined, message);
  }
}

// ---- WAP Push ----

const MOST_NOTIFICATION_PARTS = 3;

function submitPush(content: PushContent, tpDcs: number, options: BuildOptions, warn: Warn): Submit[] {
  const { findings, ...push } = pushOf(content);
  for (const { field, message } of findings) warn(`${field}: ${message}`);
  const applicationId = options.push?.applicationId ?? push.applicationId;
  const data = encodePush({ ...options.push, ...push, applicationId });
  const datagram = { destinationPort: PORTS.wapPush, sourcePort: PUSH_PORTS.Source, data };
  const submits = submitDatagram(datagram, { ...options, tpDcs });
  const count = submits.length;
  if (content.kind === 'mmsNotification' && count > MOST_NOTIFICATION_PARTS) {
    warn(`${count} messages: most handsets take a notification of at most ${MOST_NOTIFICATION_PARTS}`);
  }
  return submits;
}

type PushContent = Of<'serviceIndication' | 'serviceLoading' | 'mmsNotification'>;

/** A push with what is to be said of its content. */
interface PushToSend extends Push {
  readonly findings: readonly { readonly field: string; readonly message: string }[];
}

function pushOf(content: PushContent): PushToSend {
  const { si, sl } = PUSH_CONTENT_TYPES;
  switch (content.kind) {
    case 'serviceIndication':
      return { contentType: si.wbxml, body: encodeSi(content.si), findings: lintSi(content.si) };
    case 'serviceLoading':
      return { contentType: sl.wbxml, body: encodeSl(content.sl), findings: lintSl(content.sl) };
    case 'mmsNotification': {
      const { notification } = content;
      if (notification.type !== 'M-Notification.ind') {
        const message = `is an ${(notification as MmsPdu).type}, and only an M-Notification.ind announces a message`;
        throw new EncodeError('bad-value', 'content.notification', undefined, message);
      }
      const body = encodeMms(notification);
      return { contentType: MMS_CONTENT_TYPE, body, applicationId: MMS_APPLICATION, findings: lintNotification(notification) };
    }
  }
}

/** The push application that takes notifications, number 4 of the OMNA register. */
const MMS_APPLICATION = 'mms.ua';

// ---- cards and calendars ----

const MOST_OBJECT_PARTS = 3;

function submitObject(content: ObjectContent, tpDcs: number, options: BuildOptions, warn: Warn): Submit[] {
  const { bits = 8, calendarPort = PORTS.vcalendar } = options;
  if (bits !== 7 && bits !== 8) throw new EncodeError('bad-value', 'bits', undefined, `is ${bits}, allowed: 7, 8`);
  if (calendarPort !== PORTS.vcalendar && calendarPort !== PORTS.nokiaCalendar) {
    const message = `is ${calendarPort}, allowed: ${PORTS.vcalendar}, ${PORTS.nokiaCalendar}`;
    throw new EncodeError('bad-value', 'calendarPort', undefined, message);
  }
  const destinationPort = content.kind === 'vcard' ? PORTS.vcard : calendarPort;
  const text = objectText(content, options, warn);
  const submits =
    bits === 8
      ? submitDatagram({ destinationPort, data: encodeUtf8(text) }, { ...options, tpDcs })
      : objectAsText(text, destinationPort, options);
  const count = submits.length;
  const what = content.kind === 'vcard' ? 'card' : 'calendar';
  if (count > MOST_OBJECT_PARTS) warn(`${count} messages: most handsets take a ${what} of at most ${MOST_OBJECT_PARTS}`);
  return submits;
}

type ObjectContent = Of<'vcard' | 'vcalendar'>;

function objectText(content: ObjectContent, options: BuildOptions, warn: Warn): string {
  if (content.kind === 'vcard') return formatVCard(content.card, { version: options.cardVersion ?? '2.1' });
  const lost: string[] = [];
  const onDrop = (path: string) => lost.push(path);
  const text = formatVCalendar(content.calendar, { version: options.calendarVersion ?? '1.0', onDrop });
  if (lost.length > 0) warn(`not carried: ${listed(lost)}`);
  return text;
}

/** Names, the first ones of many. */
function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  return more <= 0 ? names.join(', ') : `${names.slice(0, MOST_LISTED).join(', ')} and ${more} more`;
}

const MOST_LISTED = 8;

function objectAsText(text: string, destination: number, options: BuildOptions): Submit[] {
  const udh = [{ kind: 'ports16', destination, source: 0 }] as const;
  return buildPdu({ kind: 'pdu', tpDcs: 0x00, tpPid: options.tpPid, udh, text }, options);
}

// ---- EMS ----

function emsRingtone(tune: Tune, options: BuildOptions, warn: Warn): Submit[] {
  const submits = submitEms(emsSound(tune, options, warn), '', options);
  if (submits.length > 1) warn(`${submits.length} melodies: a handset without the user prompt indicator does not join them`);
  return submits;
}

/** A repeat goes around one object of one tempo and style. Other tunes ring without: a phone that rings plays a tune again anyhow. */
function emsSound(tune: Tune, options: BuildOptions, warn: Warn): InformationElement[] {
  const how = { concat: options.concat ?? 8 };
  try {
    return encodeEmsSound(tune, how);
  } catch (error) {
    if (!(error instanceof EncodeError) || error.code !== 'unencodable' || !(tune.loops > 0)) throw error;
    const elements = encodeEmsSound({ ...tune, loops: 0 }, how);
    warn('the repeats are not carried: they cannot go around several objects, tempos or styles');
    return elements;
  }
}

// ---- Siemens ----

const SEO_WIDTH = 101;
const SEO_HEIGHT = 80;

function seoRingtone(tune: Tune, options: BuildOptions): Submit[] {
  return submitSeo({ type: 'mid', name: seoName(tune.title), data: encodeMidi(tune) }, options);
}

function seoPicture(content: PictureContent, options: BuildOptions, warn: Warn): Submit[] {
  const { bitmap } = content;
  const { widthPx, heightPx } = bitmap;
  if (widthPx > SEO_WIDTH || heightPx > SEO_HEIGHT) {
    warn(`${widthPx}x${heightPx}: the screens of x45 models have ${SEO_WIDTH}x${SEO_HEIGHT}`);
  }
  const blocks = submitSeo({ type: 'bmp', name: SEO_PICTURE_NAME, data: encodeBmp(bitmap) }, options);
  const text = textOf(content);
  if (text === '') return blocks;
  warn('the text goes in messages of its own behind the picture');
  return [...blocks, ...submitText(text, withTpMrAfter(options, blocks.length))];
}

/** A name for a picture that has none. */
const SEO_PICTURE_NAME = 'picture';
/** A name for a tune that has none. */
export const SEO_TUNE_NAME = 'tune';

/** The characters of a title that a name may have. */
function seoName(title: string): string {
  return title.replace(/[^\x20-\x7e]/g, '').slice(0, 39) || SEO_TUNE_NAME;
}

function submitSeo(object: SeoObject, options: BuildOptions): Submit[] {
  const { reference } = options;
  return encodeSeo(object, { reference }).flatMap((block, i) => splitData(block, [], 0xf5, withTpMrAfter(options, i)));
}

/** Options of a message behind so many others. */
function withTpMrAfter(options: BuildOptions, messages: number): BuildOptions {
  const { tpMr } = options;
  return tpMr === undefined ? options : { ...options, tpMr: (tpMr + messages) & 0xff };
}

// ---- Motorola and Alcatel, on request ----

function motorolaRingtone(tune: Tune, options: BuildOptions, warn: Warn): Submit[] {
  const losses = new Set<string>();
  const text = formatMotorola(tune, { onIssue: ({ message }) => losses.add(message) });
  if (losses.size > 0) warn(`not carried as it is: ${[...losses].join(', ')}`);
  return submitText(text, { ...options, encoding: 'gsm7', locking: undefined, single: undefined });
}

function alcatelPicture(content: PictureContent, options: BuildOptions, warn: Warn): Submit[] {
  if (textOf(content) !== '') warn('the text is not carried');
  const { element, data } = encodeAlcatelPicture({ bitmap: content.bitmap });
  return splitData(data, [element], 0xf5, options);
}

// ---- pictures ----

function textOf(content: PictureContent): string {
  if (content.kind !== 'pictureMessage' || content.text === undefined) return '';
  if (typeof content.text !== 'string') throw new TypeError('content.text is not a string');
  return content.text;
}

/** Beginnings of the picture files that are given in place of a bitmap. */
const FILES = [
  ['BMP', [0x42, 0x4d]],
  ['PNG', [0x89, 0x50, 0x4e, 0x47]],
  ['GIF', [0x47, 0x49, 0x46, 0x38]],
  ['JPEG', [0xff, 0xd8, 0xff]],
] as const;

/** A file is no bitmap: what comes of it depends on how it is read, so that is not guessed here. */
function requireBitmap(bitmap: Bitmap): void {
  if (ArrayBuffer.isView(bitmap)) {
    const octets = new Uint8Array(bitmap.buffer, bitmap.byteOffset, bitmap.byteLength);
    const file = FILES.find(([, signature]) => signature.every((octet, i) => octets[i] === octet))?.[0];
    const found = file === undefined ? 'octets' : `a ${file} file`;
    const message = `is ${found}, not a bitmap: read it first (decodeBmp, or bitmapFromPixels for a picture with colours)`;
    throw new EncodeError('bad-value', 'content.bitmap', undefined, message);
  }
  checkBitmap(bitmap, 'content.bitmap');
}

// ---- as given ----

function buildPdu(content: PduContent, options: BuildOptions): Submit[] {
  const { tpDcs, udh, text, data } = content;
  const carried = { ...options, tpPid: content.tpPid ?? 0 };
  if (alphabetOfDcs(tpDcs) === '8bit') {
    if (data === undefined || text !== undefined) throw wrongContent('data');
    // A header that says which part this is speaks for the caller: one message, or none.
    if (concatOf(udh) === undefined) return splitData(data, udh, tpDcs, carried);
    return splitData(data, udh, tpDcs, carried).map((submit, _, all) => {
      if (all.length > 1) throw new EncodeError('too-long', 'data', undefined, `${data.length} octets do not fit in one part`);
      return submit;
    });
  }
  if (text === undefined || data !== undefined) throw wrongContent('text');
  const submits = submitText(text, { ...carried, ...textOptions(content) });
  if (submits.length > 1 && (concatOf(udh) !== undefined || udh.some(isEmsElement))) {
    // An EMS element counts characters of its own part: the others must not have it, and which one should is not known here.
    throw new EncodeError('too-long', 'text', undefined, 'does not fit in one part');
  }
  return submits.map((submit) => ({
    ...submit,
    tpDcs,
    udh: [...udh, ...submit.udh.filter(({ kind }) => kind === 'concat8' || kind === 'concat16')],
  }));
}

/** How `submitText` has to cut a text behind the elements that the caller gives. */
function textOptions({ tpDcs, udh }: PduContent): Partial<SubmitTextOptions> & { headerOctets: number } {
  const isGsm7 = alphabetOfDcs(tpDcs) === 'gsm7';
  const { locking, single } = isGsm7 ? shiftTablesOf(udh) : {};
  const shiftOctets = (locking === undefined ? 0 : 3) + (single === undefined ? 0 : 3);
  const headerOctets = udh.length === 0 ? 0 : encodeUdh(udh).length - 1 - shiftOctets;
  return { encoding: isGsm7 ? 'gsm7' : 'ucs2', locking, single, headerOctets };
}

function wrongContent(wanted: string): EncodeError {
  return new EncodeError('bad-value', `content.${wanted}`, undefined, `this TP-DCS takes ${wanted} and nothing else`);
}
