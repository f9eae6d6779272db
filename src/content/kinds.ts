/**
 * The table of kinds of content: a row per kind, with what every door to them needs.
 *
 *   names       what people read, and the names of commands
 *   request     the parameter of a request that carries it, and whether the gateway needs the handset's make
 *   picture     sizes of a kind that is a picture of one bit
 *   where       what a handset's profile says of taking it
 *   write read  content to what a request carries, and back
 *   describe    what can be said of it, and how a phone shows it
 *
 * The forms of short messages are the table of makes in `handset/message`; the parameters' own rules are `handset/protocol`'s.
 * @module
 */

import { type Bitmap, decodeOtaBitmap } from '../bitmap/index.js';
import { requireObject } from '../bytes/check.js';
import { pluralize } from '../bytes/file-fields.js';
import { encodeUtf8 } from '../bytes/index.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import { DecodeError, EncodeError } from '../errors.js';
import { CONTENT_NAMES, PICTURE_SIZES } from '../message/content.js';
import type { Content, ContentKind, PduContent } from '../message/index.js';
import type { HandsetProfile, HandsetSms } from '../profile/index.js';
import type { FileItem, MultimediaContent, MultimediaKind, OtaItem, RawPduContent } from '../protocol/model.js';
import { parseRtttl } from '../ringtone/index.js';
import { alphabetOfDcs, decodeUdh } from '../sms/index.js';
import { decodeUcs2 } from '../text/index.js';
import { formatVCalendar, formatVCard, parseVCalendar, parseVCard } from '../vobject/index.js';
import {
  calendarFacts,
  cardFacts,
  describeTune,
  type Fact,
  findCardName,
  findPictures,
  indicationFacts,
  loadingFacts,
  notificationFacts,
  pickFacts,
  pictureFacts,
  userDataFacts,
} from './facts.js';
import { adviseOnContent, inField, type Warn } from './faults.js';
import {
  chooseNetworkCode,
  findLibraryItem,
  readBitmapInput,
  readFileInput,
  readMmsInput,
  readNumbers,
  readPduInput,
  readTuneInput,
} from './items.js';
import type {
  AnyKind,
  BitmapInput,
  ContentOptions,
  LibraryReference,
  MmsInput,
  ReadContent,
  ReadContentOptions,
  SendContent,
} from './model.js';
import { blocksOf, type ContentPage, listPage, NOTE, picture, text } from './page.js';

type Sent<K> = Extract<SendContent, { kind: K }>;
type Carried<K> = Extract<MultimediaContent, { kind: K }>;

/** What can be said of a content. */
export interface Description {
  readonly facts: readonly Fact[];
  /** The name of the fact that a person reads first. */
  readonly first?: string;
  readonly bitmap?: Bitmap;
  /** Where it leads. */
  readonly address?: string | undefined;
  /** How a phone shows it. */
  readonly page: ContentPage;
  /** What else there is to say of that in a heading. */
  readonly where?: string;
}

/** A row of {@link KINDS}. */
export interface Kind<K extends AnyKind = AnyKind> {
  readonly kind: K;
  /** In prose: `operator logo`. */
  readonly name: string;
  /** Several, in a list of what a handset takes: `operator logos`. */
  readonly plural: string;
  /** As a heading: `Operator logo`. */
  readonly title: string;
  /** Names of its command, the usual one first. */
  readonly commands: readonly [string, ...string[]];
  /** What it is, for somebody who chooses among kinds. */
  readonly summary: string;
  /** The parameter of a request that carries it; undefined where the interface has none for it. */
  readonly parameter?: string;
  /** Sizes of a picture on Nokia's handsets, the usual one first; undefined for what is not a picture. */
  readonly sizes?: readonly (readonly [widthPx: number, heightPx: number])[];
  /** What a profile says of Nokia's form of it. */
  readonly feature?: keyof HandsetSms;
  /** Whether a handset takes it in some form: false where the profile says that it does not; undefined if it is unknown. */
  readonly isTaken?: (profile: HandsetProfile) => boolean | undefined;
  /** What a request carries. @throws EncodeError with a field that begins with the parameter. */
  readonly write?: K extends MultimediaKind
    ? (content: Sent<K>, options: ContentOptions, warn: Warn, field: string) => Carried<K>
    : undefined;
  /** What can be said of it; missing for what no short message carries. */
  readonly describe?: K extends ContentKind ? (content: Extract<Content, { readonly kind: K }>) => Description : undefined;
  /** The content that a request carries. @throws DecodeError, LimitError as the format's decoder does. */
  readonly read?: K extends MultimediaKind ? (carried: Carried<K>, options: ReadContentOptions) => ReadContent : undefined;
}

/** All kinds by their names in the code. */
export const KINDS: { readonly [K in AnyKind]: Kind<K> } = {
  text: {
    kind: 'text',
    name: CONTENT_NAMES.text,
    plural: 'texts',
    title: 'Text message',
    commands: ['text'],
    summary: 'a text message',
    parameter: 'Message',
    describe: ({ text: words }) => ({
      facts: [{ name: 'Text', value: words }],
      first: 'Text',
      page: listPage([text(words)], 'Back'),
    }),
  },
  flash: {
    kind: 'flash',
    name: CONTENT_NAMES.flash,
    plural: 'flash texts',
    title: 'Flash message',
    commands: ['flash'],
    summary: 'a text shown at once and not stored (class 0)',
    parameter: 'FlashMessage',
    describe: ({ text: words }) => ({
      facts: [{ name: 'Text', value: words }],
      first: 'Text',
      page: listPage([text(words)], 'OK', { title: 'Message' }),
      where: ', shown at once and not stored',
    }),
  },
  ringtone: {
    kind: 'ringtone',
    name: CONTENT_NAMES.ringtone,
    plural: 'ringtones',
    title: 'Ringtone',
    commands: ['ringtone'],
    summary: 'a tune',
    parameter: 'Ringtone',
    feature: 'nokiaRingtone',
    isTaken: ({ sms }) => takes(sms, 'nokiaRingtone', 'emsImelody', 'ems', 'siemensOta'),
    write({ kind, tune: input }, options, warn, field) {
      const item = findLibraryItem(input);
      if (item !== undefined) return { kind, ...item };
      const { tune, text } = readTuneInput(input, field, warn);
      adviseOnContent({ kind, tune }, field, options, warn);
      return { kind, text };
    },
    read({ kind, libraryNumber, text }, options) {
      return libraryNumber === undefined ? { kind, tune: parseRtttl(text, options) } : { kind, tune: { libraryNumber } };
    },
    describe: ({ tune }) => ({
      facts: pickFacts([
        ['Name', tune.title],
        ['Tune', describeTune(tune)],
      ]),
      first: 'Name',
      page: listPage(
        [
          ...[text('Tone received', true), picture(NOTE), text(tune.title, true)],
          text(pluralize(tune.notes.length, 'note'), true),
        ],
        'Play',
        { title: 'Ringing tone', sound: { kind: 'tune', tune } },
      ),
    }),
  },
  operatorLogo: {
    kind: 'operatorLogo',
    name: CONTENT_NAMES.operatorLogo,
    plural: 'operator logos',
    title: 'Operator logo',
    commands: ['operator-logo', 'logo'],
    summary: "a picture in place of the network's name",
    parameter: 'OperatorLogo',
    sizes: PICTURE_SIZES.operatorLogo,
    feature: 'operatorLogo',
    isTaken: ({ sms }) => takes(sms, 'operatorLogo', 'largeOperatorLogo', 'ems', 'siemensOta'),
    write(content, options, warn, field) {
      const { kind } = content;
      const mcc = chooseNetworkCode('MCC', content.mcc, options.mcc);
      const mnc = chooseNetworkCode('MNC', content.mnc, options.mnc);
      return { kind, mcc, mnc, ...writePicture(content, (bitmap) => ({ kind, mcc, mnc, bitmap }), options, warn, field) };
    },
    read: ({ kind, mcc, mnc, ...item }) => ({ kind, mcc, mnc, ...readPicture(item) }) as ReadContent,
    describe: ({ mcc, mnc, bitmap }) => ({
      facts: [{ name: 'Network', value: `${mcc} ${mnc}` }, ...pictureFacts(bitmap)],
      bitmap,
      page: { kind: 'standby', blocks: [picture(bitmap)], softKey: 'Menu' },
      where: ', in place of the network’s name',
    }),
  },
  groupGraphic: {
    kind: 'groupGraphic',
    name: CONTENT_NAMES.groupGraphic,
    plural: 'group graphics',
    title: 'Group graphic',
    commands: ['group-graphic', 'group'],
    summary: 'a picture shown when somebody of a group of callers rings',
    parameter: 'GroupGraphic',
    sizes: PICTURE_SIZES.groupGraphic,
    feature: 'groupGraphic',
    isTaken: ({ sms }) => takes(sms, 'groupGraphic'),
    write(content, options, warn, field) {
      const { kind } = content;
      return { kind, ...writePicture(content, (bitmap) => ({ kind, bitmap }), options, warn, field) };
    },
    read: ({ kind, ...item }) => ({ kind, ...readPicture(item) }) as ReadContent,
    describe: ({ bitmap }) => ({
      facts: pictureFacts(bitmap),
      bitmap,
      page: listPage([picture(bitmap), text('Anna', true), text('calling', true)], 'Answer', {
        title: 'Call',
        note: 'A handset would take the call now.',
      }),
      where: ', shown when one of the group rings',
    }),
  },
  pictureMessage: {
    kind: 'pictureMessage',
    name: CONTENT_NAMES.pictureMessage,
    plural: 'picture messages',
    title: 'Picture message',
    commands: ['picture-message', 'picture'],
    summary: 'a picture with a text below',
    parameter: 'PictureMessage',
    sizes: PICTURE_SIZES.pictureMessage,
    feature: 'pictureMessage',
    isTaken: ({ sms }) => takes(sms, 'pictureMessage', 'ems', 'siemensOta'),
    write(content, options, warn, field) {
      const { kind } = content;
      return { kind, ...writePicture(content, (bitmap) => ({ kind, bitmap }), options, warn, field) };
    },
    read: ({ kind, ...item }) => ({ kind, ...readPicture(item) }) as ReadContent,
    describe: ({ bitmap, text: words }) => ({
      facts: [...pictureFacts(bitmap), ...pickFacts([['Text', words]])],
      first: 'Text',
      bitmap,
      page: listPage([picture(bitmap), text(words ?? '')], 'Back'),
    }),
  },
  vcard: {
    kind: 'vcard',
    name: CONTENT_NAMES.vcard,
    plural: 'cards',
    title: 'Business card',
    commands: ['vcard'],
    summary: 'a business card',
    parameter: 'vCard',
    feature: 'vcard',
    isTaken: ({ sms }) => takes(sms, 'vcard'),
    write({ kind, card }, options, warn, field) {
      const { cardVersion = '2.1' } = options;
      if (typeof card === 'string') return { kind, text: checkedText(card, parseVCard, field) };
      const text = inField(field, () => formatVCard(card, { version: cardVersion }), true);
      adviseOnContent({ kind, card }, field, { ...options, cardVersion }, warn);
      return { kind, text };
    },
    read: ({ kind, text }) => ({ kind, card: parseVCard(text) }),
    describe({ card }) {
      const facts = cardFacts(card);
      const name = findCardName(card) ?? card.tel?.[0]?.value ?? 'a card without a name';
      const rest = facts.filter((fact) => fact.name !== 'Name');
      const page = listPage([text(name), { kind: 'rule' }, ...blocksOf(rest)], 'Save', {
        note: 'A handset would keep it in its phone book now.',
      });
      return { facts, first: 'Name', page };
    },
  },
  vcalendar: {
    kind: 'vcalendar',
    name: CONTENT_NAMES.vcalendar,
    plural: 'calendars',
    title: 'Calendar',
    commands: ['vcal'],
    summary: 'appointments and tasks',
    parameter: 'vCal',
    feature: 'vcalendar',
    isTaken: ({ sms }) => takes(sms, 'vcalendar'),
    write({ kind, calendar }, options, warn, field) {
      const { calendarVersion = '1.0' } = options;
      if (typeof calendar === 'string') return { kind, text: checkedText(calendar, parseVCalendar, field) };
      const text = inField(field, () => formatVCalendar(calendar, { version: calendarVersion }), true);
      adviseOnContent({ kind, calendar }, field, { ...options, calendarVersion }, warn);
      return { kind, text };
    },
    read: ({ kind, text }) => ({ kind, calendar: parseVCalendar(text) }),
    describe({ calendar }) {
      const facts = calendarFacts(calendar);
      const page = listPage(facts.length === 0 ? [text('Nothing in it')] : blocksOf(facts), 'Save', {
        title: 'Calendar note',
        note: 'A handset would keep it in its calendar now.',
      });
      return { facts, page };
    },
  },
  serviceIndication: {
    kind: 'serviceIndication',
    name: CONTENT_NAMES.serviceIndication,
    plural: 'service indications',
    title: 'Service indication',
    commands: ['si'],
    summary: 'a text with an address to open',
    parameter: 'si-href',
    isTaken: ({ push }) => (push?.supported === false ? false : (push?.si ?? undefined)),
    write({ kind, si }) {
      requireObject(si, 'si');
      return { kind, si };
    },
    read: ({ kind, si }) => ({ kind, si }),
    describe({ si }) {
      const { text: words = 'Service message', href } = si;
      const load = `A handset would load ${href} now. This page loads nothing.`;
      const page = listPage([text(words), { kind: 'rule' }, text(href ?? '')], 'Load', {
        title: 'Service message',
        note: href === undefined ? 'There is no address to load.' : load,
      });
      return { facts: indicationFacts(si), first: 'Text', address: href, page };
    },
  },
  serviceLoading: {
    kind: 'serviceLoading',
    name: CONTENT_NAMES.serviceLoading,
    plural: 'service loadings',
    title: 'Service loading',
    commands: ['sl'],
    summary: 'an address that the handset opens by itself',
    isTaken: ({ push }) => (push?.supported === false ? false : (push?.sl ?? undefined)),
    describe({ sl }) {
      const { href } = sl;
      const note = `A handset would load ${href} by itself. This page loads nothing.`;
      return { facts: loadingFacts(sl), address: href, page: listPage([text('Loading'), text(href)], 'Quit', { note }) };
    },
  },
  mmsNotification: {
    kind: 'mmsNotification',
    name: CONTENT_NAMES.mmsNotification,
    plural: 'MMS notifications',
    title: 'MMS notification',
    commands: ['mms-notification'],
    summary: 'the notification of a multimedia message',
    isTaken: ({ mms }) => mms?.receives ?? undefined,
    describe({ notification }) {
      const { from = '', subject = '', messageSize, contentLocation: address } = notification;
      const lines = ['Multimedia message waits', subject, `${Math.ceil(messageSize / 1024)} kB`, from];
      const note = `A handset would fetch ${address}. This page loads nothing.`;
      const blocks = lines.map((line) => text(line));
      return { facts: notificationFacts(notification), first: 'Subject', address, page: listPage(blocks, 'Fetch', { note }) };
    },
  },
  mms: {
    kind: 'mms',
    name: 'multimedia message',
    plural: 'multimedia messages',
    title: 'Multimedia message',
    commands: ['mms'],
    summary: 'a multimedia message',
    parameter: 'MMSNotificationFileData1',
    isTaken: ({ mms }) => mms?.receives ?? undefined,
    write({ kind, message }, options, warn, field) {
      const { addSmil, ccAddressBook, bccAddressBook } = options;
      const copies = {
        sendCc: readNumbers(options.cc, 'cc'),
        sendBcc: readNumbers(options.bcc, 'bcc'),
        sendCcAddressBook: ccAddressBook,
        sendBccAddressBook: bccAddressBook,
      };
      const item: FileItem = findLibraryItem(message) ?? { file: readMmsInput(message, field, warn) };
      return { kind, ...omitUndefined({ ...copies, addSmil, ...pickFileOptions(message, options) }), ...item };
    },
    read: ({ kind, libraryNumber, file, contentType }) =>
      libraryNumber === undefined ? { kind, message: { ...file, contentType } } : { kind, message: { libraryNumber } },
  },
  wapPush: {
    kind: 'wapPush',
    name: 'WAP push',
    plural: 'files',
    title: 'WAP push',
    commands: ['wap-push'],
    summary: 'a picture, sound, game or any other file, for the handset to fetch',
    parameter: 'WAPPushFileData1',
    isTaken: ({ push }) => push?.supported ?? undefined,
    write({ kind, file }, options, _warn, field) {
      const item: FileItem = findLibraryItem(file) ?? { file: readFileInput(file, field) };
      return { kind, ...omitUndefined(pickFileOptions(file, options)), ...item };
    },
    read: ({ kind, libraryNumber, file, contentType }) =>
      libraryNumber === undefined ? { kind, file: { ...file, contentType } } : { kind, file: { libraryNumber } },
  },
  pdu: {
    kind: 'pdu',
    name: CONTENT_NAMES.pdu,
    plural: 'user data',
    title: 'User data',
    commands: ['pdu'],
    summary: 'user data as given',
    parameter: 'SmsSubmitPduUserData',
    write: (content) => readPduInput(content),
    read: (carried) => readUserData(carried),
    describe(content) {
      const facts = userDataFacts(content);
      const octets = facts.find(({ name }) => name === 'Octets')?.value ?? '';
      const blocks = [...findPictures(content.udh).map(picture), text(content.text ?? ''), text(octets)];
      const where = ' that no application of the phone is known to take';
      return { facts, first: 'Text', page: listPage(blocks, 'Back'), where };
    },
  },
};

/** Says what can be said of a content. */
export function describeContent(content: Content): Description {
  return (KINDS[content.kind].describe as (content: Content) => Description)(content);
}

/** The kind of a command's name. */
export function findKind(command: string): AnyKind | undefined {
  return Object.values(KINDS).find(({ commands }) => commands.includes(command))?.kind;
}

// ---- what the rows share ----

/** What a profile says: of a form, and of others in which the same goes. */
function takes(sms: HandsetSms | null, form: keyof HandsetSms, ...others: (keyof HandsetSms)[]): boolean | undefined {
  if (sms === null) return undefined;
  if (sms[form] === true || others.some((other) => sms[other] === true)) return true;
  return sms[form] === false ? false : undefined;
}

/** The item of a picture. The interface has no parameter for a text with it. */
function writePicture(
  content: { readonly bitmap: BitmapInput; readonly text?: string | undefined },
  contentOf: (bitmap: Bitmap) => Content,
  options: ContentOptions,
  warn: Warn,
  field: string,
): OtaItem {
  const item = findLibraryItem(content.bitmap);
  if (item !== undefined) return item;
  if (content.text !== undefined && content.text !== '') {
    throw new EncodeError('unencodable', `${field}/text`, undefined, 'the interface carries no text with a picture');
  }
  const { bitmap, data } = readBitmapInput(content.bitmap, field, warn);
  adviseOnContent(contentOf(bitmap), field, options, warn);
  return { data };
}

function readPicture({ libraryNumber, data }: OtaItem): { readonly bitmap: Bitmap | LibraryReference } {
  return { bitmap: libraryNumber === undefined ? decodeOtaBitmap(data) : { libraryNumber } };
}

/** A text that goes as it is, once it was read. Values stay out of errors. */
function checkedText(text: string, parse: (text: string) => unknown, field: string): string {
  inField(field, () => parse(text), true);
  return text;
}

/** What goes with a file; the type that the input names comes first. */
function pickFileOptions(input: MmsInput, { message, contentType, ...options }: ContentOptions) {
  const { disableRepurposing, disableWalledGardenRule } = options;
  const own = typeof input === 'object' && !('type' in input) && 'contentType' in input ? input.contentType : undefined;
  return { message, contentType: own ?? contentType, disableRepurposing, disableWalledGardenRule };
}

/** The document does not say whether GSM 7-bit user data in hex is packed: only text is taken for it. */
function readUserData(carried: RawPduContent): PduContent {
  const { dataCodingScheme: tpDcs, protocolIdentifier: tpPid, userDataHeader, userData, message } = carried;
  const udh = userDataHeader.length === 0 ? [] : decodeUdh(userDataHeader).elements;
  const pdu = { kind: 'pdu', tpDcs, tpPid, udh } as const;
  const alphabet = alphabetOfDcs(tpDcs);
  if (alphabet === '8bit') return { ...pdu, data: userData ?? encodeUtf8(message) };
  if (userData === undefined) return { ...pdu, text: message };
  if (alphabet === 'ucs2') return { ...pdu, text: decodeUcs2(userData) };
  throw new DecodeError('bad-value', 'SmsSubmitPduUserData', 0, 'text of the GSM 7-bit alphabet goes into Message');
}
