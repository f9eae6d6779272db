/**
 * Contents of messages as JSON: a row for each kind of the table of kinds in `handset/content`, with its members and what they
 * come to.
 *
 *   { "kind": "ringtone", "tune": "Fifth:d=4,..." }  ─►  { kind: 'ringtone', tune: 'Fifth:d=4,...' }  ─►  requestOf
 *
 * A row also says which member a fault of the request is about: the rules of a request are those of the forms, which name their
 * own parameters.
 * Octets are base64 everywhere.
 * @module
 */
import { decodeOtaBitmap } from '../../bitmap/index.js';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { encodeUtf8 } from '../../bytes/utf8.js';
import { KINDS } from '../../content/kinds.js';
import type { AnyKind, ContentOptions, SendContent } from '../../content/model.js';
import { EncodeError, FormatError } from '../../errors.js';
import type { Content } from '../../message/index.js';
import { writeStoredZip } from '../../mms/index.js';
import { SI_ACTIONS, SL_ACTIONS } from '../../push/index.js';
import {
  choice,
  constant,
  flag,
  list,
  type Members,
  needed,
  numberChoice,
  object,
  octets,
  type Shape,
  type Shaped,
  text,
  time,
  union,
  wholeNumber,
  withOneOf,
} from './shapes.js';

/** A content that the interface's own forms have no parameter for. */
export type OwnContent = Extract<Content, { readonly kind: 'serviceLoading' | 'mmsNotification' | 'pictureMessage' }>;

/** What a content comes to: a request that forms could carry, or a content as it goes on air. */
export type JsonContent =
  | { readonly content: SendContent; readonly options?: ContentOptions; readonly places: Places }
  | { readonly own: OwnContent; readonly places: Places };

/** Members of the content by the parameters of a form that they stand for, and by fields of what is made of them. */
export type Places = Readonly<Record<string, string>>;

interface Row {
  readonly shape: Shape<object>;
  readonly build: (value: object) => JsonContent;
}

/** Texts of 255 parts, which are as many as there can be. */
const MAX_TEXT = 39_015;
const MAX_NAME = 50;
const MAX_FILES = 100;
const MAX_ADDRESS = 2_048;

const NUMBER = wholeNumber('Number of an item of the library, in place of the content itself', 10_000, 89_999);
const OTA = octets('A Nokia OTA bitmap');

/** A kind: its own members beside `kind`, of which one of some has to be there where `oneOf` names them. */
function row<M extends Members>(
  kind: AnyKind,
  members: M,
  build: (value: Shaped<M>) => JsonContent,
  oneOf: readonly string[] = [],
): Row {
  const shape: Shape<object> = object(KINDS[kind].summary, { kind: constant(kind), ...members });
  return {
    shape: oneOf.length === 0 ? shape : withOneOf(shape, oneOf as readonly never[]),
    build: build as (value: object) => JsonContent,
  };
}

/** A content that may be an item of the library. */
function item<T>(given: T | undefined, libraryNumber: number | undefined): T | { readonly libraryNumber: number } {
  return given ?? { libraryNumber: libraryNumber as number };
}

/** Where the carrier of a kind stands: in its own member, or in the item's number. */
function placesOf(kind: AnyKind, member: string, isItem: boolean, more: Places = {}): Places {
  const { parameter = '' } = KINDS[kind];
  return { [parameter]: isItem ? 'libraryNumber' : member, ...more };
}

const FILE = object('A file', {
  name: needed(text('Name with the extension that suits the content', MAX_NAME)),
  data: needed(octets('The file itself')),
});

const PART = withOneOf(
  object('A part of a multimedia message: its extension says what it is', {
    name: needed(text('Name with an extension, such as sunset.jpg', MAX_NAME)),
    data: octets('The part itself'),
    text: text('The part itself, of a text', MAX_TEXT),
  }),
  ['data', 'text'],
);

const FILE_MEMBERS = {
  disableRepurposing: flag('Pictures go as they are'),
  disableWalledGardenRule: flag('Networks that let nothing else in get no WAP push in place of a multimedia message'),
} as const;

const COPIES = text('An address book of the account: book, or book::group', 200);

const ROWS: { readonly [K in AnyKind]: Row } = {
  text: row('text', { text: needed(text('What it says', MAX_TEXT)) }, ({ text }) => ({
    content: { kind: 'text', text },
    places: { Message: 'text', text: 'text' },
  })),
  flash: row('flash', { text: needed(text('What it says', MAX_TEXT)) }, ({ text }) => ({
    content: { kind: 'flash', text },
    places: { FlashMessage: 'text', text: 'text' },
  })),
  ringtone: row(
    'ringtone',
    { tune: text('RTTTL or RTX', 65_536), libraryNumber: NUMBER },
    ({ tune, libraryNumber }) => ({
      content: { kind: 'ringtone', tune: item(tune, libraryNumber) },
      places: placesOf('ringtone', 'tune', tune === undefined, { title: 'tune' }),
    }),
    ['tune', 'libraryNumber'],
  ),
  operatorLogo: row(
    'operatorLogo',
    {
      bitmap: OTA,
      libraryNumber: NUMBER,
      mcc: needed(text("Mobile country code of the recipient's network, three digits", 3)),
      mnc: needed(text('Its mobile network code, two or three digits', 3)),
    },
    ({ bitmap, libraryNumber, mcc, mnc }) => ({
      content: { kind: 'operatorLogo', mcc, mnc, bitmap: item(bitmap, libraryNumber) },
      places: placesOf('operatorLogo', 'bitmap', bitmap === undefined, { MCC: 'mcc', MNC: 'mnc' }),
    }),
    ['bitmap', 'libraryNumber'],
  ),
  groupGraphic: row(
    'groupGraphic',
    { bitmap: OTA, libraryNumber: NUMBER },
    ({ bitmap, libraryNumber }) => ({
      content: { kind: 'groupGraphic', bitmap: item(bitmap, libraryNumber) },
      places: placesOf('groupGraphic', 'bitmap', bitmap === undefined),
    }),
    ['bitmap', 'libraryNumber'],
  ),
  pictureMessage: row(
    'pictureMessage',
    { bitmap: OTA, libraryNumber: NUMBER, text: text('The text below a picture that is no item of the library', MAX_TEXT) },
    ({ bitmap, libraryNumber, text }) => {
      const places = placesOf('pictureMessage', 'bitmap', bitmap === undefined, {
        'PictureMessage/text': 'text',
        text: 'text',
      });
      if (bitmap !== undefined && text !== undefined) {
        const decoded = inMember('bitmap', () => decodeOtaBitmap(bitmap));
        return { own: { kind: 'pictureMessage', bitmap: decoded, text }, places };
      }
      return { content: { kind: 'pictureMessage', bitmap: item(bitmap, libraryNumber), text }, places };
    },
    ['bitmap', 'libraryNumber'],
  ),
  vcard: row('vcard', { card: needed(text('The card as vCard text, which goes as it is', MAX_TEXT)) }, ({ card }) => ({
    content: { kind: 'vcard', card },
    places: placesOf('vcard', 'card', false),
  })),
  vcalendar: row(
    'vcalendar',
    { calendar: needed(text('The calendar as vCalendar text, which goes as it is', MAX_TEXT)) },
    ({ calendar }) => ({
      content: { kind: 'vcalendar', calendar },
      places: placesOf('vcalendar', 'calendar', false),
    }),
  ),
  serviceIndication: row(
    'serviceIndication',
    {
      href: needed(text('Where the text leads', MAX_ADDRESS)),
      text: text('What the user reads', MAX_TEXT, { min: 0 }),
      id: text('What identifies the indication on the handset; its address when absent', 255),
      created: time('Of two indications of one identity the handset keeps the later'),
      expires: time('When it is no longer of use'),
      action: choice('How much the handset should make of it', SI_ACTIONS),
    },
    ({ href, text, id, created, expires, action }) => ({
      content: { kind: 'serviceIndication', si: omitUndefined({ href, text, id, created, expires, action }) },
      places: {
        'si-href': 'href',
        'si-content': 'text',
        'si-id': 'id',
        'si-created': 'created',
        'si-expires': 'expires',
        'si-action': 'action',
      },
    }),
  ),
  serviceLoading: row(
    'serviceLoading',
    {
      href: needed(text('What the handset opens by itself', MAX_ADDRESS)),
      action: choice('How it is opened', SL_ACTIONS),
    },
    ({ href, action }) => ({
      own: { kind: 'serviceLoading', sl: { href, ...omitUndefined({ action }) } },
      places: { 'SL/href': 'href', 'SL/action': 'action' },
    }),
  ),
  mmsNotification: row(
    'mmsNotification',
    {
      contentLocation: needed(text('Where the handset fetches the message', MAX_ADDRESS)),
      messageSize: needed(wholeNumber('Its octets', 0, 0xff_ff_ff_ff)),
      transactionId: needed(text('What the handset answers with', 100)),
      expirySeconds: wholeNumber('For how long it can be fetched; three days when absent', 1, 315_360_000),
      from: text('Who sent it, such as +447700900001/TYPE=PLMN', 312),
      subject: text('Its subject', 255),
    },
    ({ contentLocation, messageSize, transactionId, expirySeconds = 3 * 86_400, from, subject }) => ({
      own: {
        kind: 'mmsNotification',
        notification: {
          ...{ type: 'M-Notification.ind', mmsVersion: '1.0', messageClass: 'personal' },
          ...{ contentLocation, messageSize, transactionId },
          expiry: { kind: 'relative', seconds: expirySeconds },
          ...omitUndefined({ from, subject }),
        },
      },
      places: {
        ...{ contentLocation: 'contentLocation', messageSize: 'messageSize', transactionId: 'transactionId' },
        ...{ expiry: 'expirySeconds', from: 'from', subject: 'subject' },
      },
    }),
  ),
  mms: row(
    'mms',
    {
      parts: list('What it is composed of', PART, MAX_FILES, 1),
      file: FILE,
      libraryNumber: NUMBER,
      subject: text('Its subject', 50),
      addSmil: numberChoice('A presentation: 0 as the handset needs it, 1 always, 2 never', [0, 1, 2]),
      cc: list('Numbers that get a copy openly', text('A number with country code', 64), 10_000),
      bcc: list('Numbers that get a copy', text('A number with country code', 64), 10_000),
      ccAddressBook: COPIES,
      bccAddressBook: COPIES,
      ...FILE_MEMBERS,
    },
    ({ parts, file, libraryNumber, subject: message, addSmil, cc, bcc, ccAddressBook, bccAddressBook, ...more }) => {
      const ownMember = parts === undefined ? 'file.data' : 'parts';
      const member = libraryNumber === undefined ? ownMember : 'libraryNumber';
      return {
        content: { kind: 'mms', message: item(parts === undefined ? file : packParts(parts), libraryNumber) },
        options: { message, addSmil, cc, bcc, ccAddressBook, bccAddressBook, ...omitUndefined(pickFileFlags(more)) },
        places: placesOf('mms', ownMember, libraryNumber !== undefined, {
          ...{ MMSFileMMS: 'libraryNumber', MMSNotificationFileName1: 'file.name', MMS: member, ZIP: member },
          ...{ Message: 'subject', subject: 'subject', AddSMIL: 'addSmil', SendCc: 'cc', SendBcc: 'bcc' },
          ...{ SendCcAddressBook: 'ccAddressBook', SendBccAddressBook: 'bccAddressBook' },
        }),
      };
    },
    ['parts', 'file', 'libraryNumber'],
  ),
  wapPush: row(
    'wapPush',
    {
      file: FILE,
      libraryNumber: NUMBER,
      text: text('What the user reads', 50),
      contentType: text("MIME type of the file; the name's extension tells when absent", 255),
      ...FILE_MEMBERS,
    },
    ({ file, libraryNumber, text: message, contentType, ...more }) => ({
      content: { kind: 'wapPush', file: item(file, libraryNumber) },
      options: { message, contentType, ...omitUndefined(pickFileFlags(more)) },
      places: placesOf('wapPush', 'file.data', file === undefined, {
        MMSFileWAP: 'libraryNumber',
        WAPPushFileName1: 'file.name',
        Message: 'text',
        SI: 'text',
        // The address of the file ends in its name.
        text: 'file.name',
        ContentType: 'contentType',
      }),
    }),
    ['file', 'libraryNumber'],
  ),
  pdu: row(
    'pdu',
    {
      dataCodingScheme: needed(wholeNumber('TP-DCS', 0, 255)),
      protocolIdentifier: needed(wholeNumber('TP-PID', 0, 255)),
      userDataHeader: octets('The header with its length octet; absent for none', 0),
      userData: octets('The user data after the header', 0),
      message: text('The same as text', MAX_TEXT),
    },
    ({ dataCodingScheme, protocolIdentifier, userDataHeader = new Uint8Array(0), userData, message }) => ({
      content: {
        ...{ kind: 'pdu', dataCodingScheme, protocolIdentifier, userDataHeader },
        ...(userData === undefined ? { message: message as string } : { userData }),
      },
      places: {
        SmsSubmitPduDataCodingScheme: 'dataCodingScheme',
        SmsSubmitPduProtocolIdentifier: 'protocolIdentifier',
        SmsSubmitPduUserDataHeader: 'userDataHeader',
        SmsSubmitPduUserData: userData === undefined ? 'message' : 'userData',
        Message: 'message',
        text: 'message',
      },
    }),
    ['userData', 'message'],
  ),
};

/** A content of any kind, its members read and not yet put together. */
export interface ReadMembers {
  readonly kind: AnyKind;
  readonly members: object;
}

/** A content of any kind. */
export const CONTENT: Shape<ReadMembers> = union(
  'What is sent: one of the kinds',
  Object.fromEntries(
    (Object.entries(ROWS) as [AnyKind, Row][]).map(([kind, { shape }]): [string, Shape<ReadMembers>] => [
      kind,
      { read: (value, path) => ({ kind, members: shape.read(value, path) }), schema: shape.schema },
    ]),
  ),
);

/** Puts a content together. @throws EncodeError, DecodeError of what a member holds */
export function buildContent({ kind, members }: ReadMembers): JsonContent {
  return ROWS[kind].build(members);
}

/** Kinds of content, in the order of their table. */
export const CONTENT_KINDS = Object.keys(ROWS) as readonly AnyKind[];

function pickFileFlags({ disableRepurposing, disableWalledGardenRule }: FileFlags): FileFlags {
  return { disableRepurposing, disableWalledGardenRule };
}

interface FileFlags {
  readonly disableRepurposing?: boolean | undefined;
  readonly disableWalledGardenRule?: boolean | undefined;
}

/** The parts as the archive that a message is composed of. @throws EncodeError naming the part that cannot be in it */
function packParts(parts: readonly { readonly name: string; readonly data?: Uint8Array; readonly text?: string }[]) {
  const files = parts.map(({ name, data, text: words = '' }, index) => ({
    name,
    data: data ?? inMember(`parts[${index}].text`, () => encodeUtf8(words)),
  }));
  return { name: 'message.zip', data: inMember('parts', () => writeStoredZip(files)) };
}

/** What is made of a member. @throws EncodeError naming the member */
function inMember<T>(member: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new EncodeError(error.code, `$.content.${member}`, undefined, `${error.field}: ${error.reason}`, { cause: error });
  }
}
