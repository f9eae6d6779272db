/**
 * Arbitraries of gateway requests in normal form: what a server reads of what a client writes is the same again.
 *
 * They follow the tables of the gateway interface document and take no figure from the code under test.
 */
import fc from 'fast-check';
import { encodeOtaBitmap } from '../../src/bitmap/index.js';
import { type FormFields, formatForm } from '../../src/protocol/form.js';
import type {
  CreateChildAccountRequest,
  Credentials,
  DeleteChildAccountRequest,
  FileItem,
  FileOptions,
  GatewayRequest,
  MultimediaContent,
  QueryRequest,
  Sending,
  SendMultimediaRequest,
  SendSmsRequest,
  TransferFundsRequest,
} from '../../src/protocol/model.js';
import type { ServiceIndication } from '../../src/push/index.js';
import { formatRtttl, formatRtx } from '../../src/ringtone/index.js';
import { encodeUdh } from '../../src/sms/index.js';
import { header, octets, u8, unicodeText } from './arbitraries.js';
import { anyBitmap } from './bitmaps.js';
import { textTune } from './tunes.js';

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS_AND_DIGITS = `0123456789${CAPITALS}${CAPITALS.toLowerCase()}`;

const of = (characters: string, maxLength: number, minLength = 1) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });

/** Objects of which some keys may be missing, none undefined. */
const record = <T extends object>(model: { [K in keyof T]-?: fc.Arbitrary<T[K]> }, requiredKeys: (keyof T & string)[] = []) =>
  fc.record(model as Record<string, fc.Arbitrary<unknown>>, {
    noNullPrototype: true,
    requiredKeys,
  }) as unknown as fc.Arbitrary<T>;

const whole = <T extends object>(model: { [K in keyof T]-?: fc.Arbitrary<T[K]> }) =>
  record<T>(model, Object.keys(model) as (keyof T & string)[]);

// --- who, to whom, when -------------------------------------------------------------------------------------------------------------

export const username = of(`${LETTERS_AND_DIGITS}.`, 20);

export const pin = of(LETTERS_AND_DIGITS, 20);

export const credentials = whole<Credentials>({ username, pin });

/** 7 to 15 digits with a country code. */
export const number = fc.tuple(fc.constantFrom(...'123456789'), of('0123456789', 14, 6)).map(([first, rest]) => first + rest);

/** Characters that a form has to escape, among others. */
const word = of('aB9 .-_~&=+%,;:/?#\'"<>()!*é€Ж漢😀', 20);

const bookName = word.filter((name) => !name.includes(':'));

export const addressBook = fc.oneof(
  bookName,
  fc.tuple(bookName, bookName).map(([book, group]) => `${book}::${group}`),
);

const second = fc.oneof(
  fc.integer({ min: 1_000_000_000, max: 2_000_000_000 }),
  fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }),
);

/** To the second. */
export const moment = second.map((at) => new Date(at * 1000));

const numbers = fc.array(number, { minLength: 1, maxLength: 5 });

const recipients: fc.Arbitrary<Pick<Sending, 'sendTo' | 'sendToAddressBook'>> = fc.oneof(
  numbers.map((sendTo) => ({ sendTo })),
  addressBook.map((sendToAddressBook) => ({ sendToAddressBook })),
  fc.tuple(numbers, addressBook).map(([sendTo, sendToAddressBook]) => ({ sendTo, sendToAddressBook })),
);

const time: fc.Arbitrary<Pick<Sending, 'sendTimeDelay' | 'sendTimeAbsolute'>> = fc.oneof(
  fc.constant({}),
  fc.integer({ min: 1, max: 10_080 }).map((sendTimeDelay) => ({ sendTimeDelay })),
  moment.map((sendTimeAbsolute) => ({ sendTimeAbsolute })),
);

type Rest = Pick<Sending, 'replyTo' | 'responseFormat' | 'deliveryServiceOption'>;

const rest = record<Rest>({
  replyTo: word,
  responseFormat: fc.constantFrom(0, 1, 3),
  deliveryServiceOption: fc.constantFrom('Default', 'Premier', 'Economy'),
});

const withoutRecipients = fc.tuple(credentials, time, rest).map((parts) => Object.assign({}, ...parts) as Sending);

/** What both kinds of send request have. */
export const sending = fc.tuple(withoutRecipients, recipients).map(([others, to]): Sending => ({ ...others, ...to }));

// --- text messages ------------------------------------------------------------------------------------------------------------------

const text = fc.oneof(unicodeText(200), word).filter((some) => some !== '');

export const sendSms: fc.Arbitrary<SendSmsRequest> = fc
  .tuple(sending, text, fc.boolean())
  .map(([others, some, isFlash]) =>
    isFlash ? { operation: 'sendSms', ...others, flashMessage: some } : { operation: 'sendSms', ...others, message: some },
  );

// --- everything else that goes to a handset -----------------------------------------------------------------------------------------

const otaData = fc
  .tuple(anyBitmap(), fc.constantFrom('continuous' as const, 'padded' as const))
  .map(([bitmap, packing]) => ({ data: encodeOtaBitmap(bitmap, { packing }) }));

const libraryItem = (first: number) =>
  fc.integer({ min: first, max: first + 9_999 }).map((libraryNumber) => ({ libraryNumber }));

const tune = fc.tuple(textTune(), fc.boolean()).map(([one, isRtx]) => ({ text: isRtx ? formatRtx(one) : formatRtttl(one) }));

const lines = (type: string, name: string) =>
  word.map((value) => ({ text: `BEGIN:${type}\r\n${name}:${value}\r\nEND:${type}\r\n` }));

const fileName = (extensions: readonly string[]) =>
  fc.tuple(of('aB9 .-_()é漢', 40), fc.constantFrom(...extensions)).map(([base, extension]) => `${base}.${extension}`);

const file = (first: number, extensions: readonly string[]): fc.Arbitrary<FileItem> =>
  fc.oneof(
    libraryItem(first),
    fc.tuple(fileName(extensions), octets(60, 1)).map(([name, data]) => ({ file: { name, data } })),
  );

/** 50 characters of Latin-1, or 24 of any. */
const subject = fc.oneof(
  of('aZ9 é©ÿ', 50),
  unicodeText(24).filter((some) => some !== '' && some.length <= 24),
);

const fileOptions = record<FileOptions>({
  message: subject,
  contentType: fc.constantFrom('image/jpeg', 'application/vnd.wap.mms-message', 'text/plain; charset=utf-8'),
  disableRepurposing: fc.boolean(),
  disableWalledGardenRule: fc.boolean(),
});

const MMS_EXTENSIONS = ['mms', 'zip', 'MMS', 'Zip'];

type Mms = Extract<MultimediaContent, { kind: 'mms' }>;

const mms: fc.Arbitrary<MultimediaContent> = fc
  .tuple(
    file(80_000, MMS_EXTENSIONS),
    fileOptions,
    record<Pick<Mms, 'sendCc' | 'sendBcc' | 'sendCcAddressBook' | 'sendBccAddressBook' | 'addSmil'>>({
      sendCc: numbers,
      sendBcc: numbers,
      sendCcAddressBook: addressBook,
      sendBccAddressBook: addressBook,
      addSmil: fc.constantFrom(0, 1, 2),
    }),
  )
  .map(([item, options, copies]) => ({ kind: 'mms', ...item, ...options, ...copies }) as Mms);

const wapPush: fc.Arbitrary<MultimediaContent> = fc
  .tuple(file(80_000, ['jpg', 'gif', 'png', 'jar', 'jad', 'amr', 'JPEG', '3gp']), fileOptions)
  .map(([item, options]) => ({ kind: 'wapPush', ...item, ...options }));

const ota = fc.oneof(otaData, libraryItem(10_000));

/** The make's own rules are kept by {@link sendMultimedia}. */
export const multimediaContent: fc.Arbitrary<MultimediaContent> = fc.oneof(
  fc.oneof(otaData, libraryItem(20_000)).map((item) => ({ kind: 'pictureMessage' as const, ...item })),
  ota.map((item) => ({ kind: 'groupGraphic' as const, ...item })),
  fc
    .tuple(ota, of('0123456789', 3, 3), of('0123456789', 3, 2))
    .map(([item, mcc, mnc]) => ({ kind: 'operatorLogo' as const, mcc, mnc, ...item })),
  fc.oneof(tune, libraryItem(30_000)).map((item) => ({ kind: 'ringtone' as const, ...item })),
  lines('VCARD', 'N').map((item) => ({ kind: 'vcard' as const, ...item })),
  lines('VCALENDAR', 'SUMMARY').map((item) => ({ kind: 'vcalendar' as const, ...item })),
  mms,
  wapPush,
  record<ServiceIndication>(
    {
      href: word,
      id: word,
      created: moment,
      expires: moment,
      action: fc.constantFrom('signal-none', 'signal-low', 'signal-medium', 'signal-high', 'delete'),
      text: word,
      info: fc.tuple(fc.record({ pcdata: word, class: fc.constantFrom('a', 'x-1', 'ns:b.c') }, { noNullPrototype: true })),
    },
    ['href'],
  ).map((si) => ({ kind: 'serviceIndication' as const, si })),
  fc
    .tuple(
      u8,
      u8,
      header(60),
      fc.oneof(
        octets(80).map((userData) => ({ userData })),
        text.map((message) => ({ message })),
      ),
    )
    .map(([dataCodingScheme, protocolIdentifier, elements, data]) => ({
      kind: 'pdu' as const,
      dataCodingScheme,
      protocolIdentifier,
      userDataHeader: elements.length === 0 ? new Uint8Array(0) : encodeUdh(elements),
      ...data,
    })),
);

const MAKES = ['Alcatel', 'Ericsson', 'Motorola', 'Nokia', 'Sagem', 'Siemens', 'EMS'] as const;
const WITH_MAKE = ['ringtone', 'operatorLogo', 'pictureMessage', 'groupGraphic', 'vcard', 'vcalendar'];

export const sendMultimedia: fc.Arbitrary<SendMultimediaRequest> = fc
  .tuple(
    withoutRecipients,
    recipients,
    multimediaContent,
    fc.constantFrom(...MAKES),
    fc.constantFrom('3310', 'SL 45'),
    fc.nat(7),
  )
  .map(([others, to, content, make, phoneModel, choice]) => {
    const hasCopies =
      content.kind === 'mms' &&
      (content.sendCc ?? content.sendBcc ?? content.sendCcAddressBook ?? content.sendBccAddressBook) !== undefined;
    const phoneMake = content.kind === 'groupGraphic' ? 'Nokia' : make;
    return {
      operation: 'sendMultimedia' as const,
      ...others,
      ...(hasCopies && (choice & 1) === 0 ? {} : to),
      ...(WITH_MAKE.includes(content.kind) || (choice & 2) === 0 ? { phoneMake } : {}),
      ...((choice & 4) === 0 ? { phoneModel } : {}),
      content,
    };
  });

/** Sends without what a call of SOAP has no place for, but for contents: an address book, a delivery service, a form of answer. */
export const soapSend: fc.Arbitrary<SendSmsRequest | SendMultimediaRequest> = fc
  .oneof(sendSms, sendMultimedia)
  .map(({ sendToAddressBook: _book, deliveryServiceOption: _service, responseFormat: _form, ...rest }) => ({
    ...rest,
    sendTo: rest.sendTo ?? ['447700900123'],
  }));

// --- accounts -----------------------------------------------------------------------------------------------------------------------

export const query: fc.Arbitrary<QueryRequest> = whole<QueryRequest>({
  operation: fc.constantFrom('availableCredit', 'availableMessages', 'permittedReplyTo'),
  username,
  pin,
});

export const createChildAccount = record<CreateChildAccountRequest>(
  {
    operation: fc.constant('createChildAccount'),
    username,
    pin,
    type: fc.constantFrom('TRANSFER', 'SHARED'),
    email: fc.constantFrom('a@example.com', "o'neil+sms@mail.example.org"),
    telephoneCountryCode: of('123456789', 3),
    mobileNumber: number,
    givenName: word,
    familyName: word,
    companyName: word,
  },
  ['operation', 'username', 'pin', 'type', 'email', 'telephoneCountryCode', 'mobileNumber'],
);

export const deleteChildAccount = whole<DeleteChildAccountRequest>({
  operation: fc.constant('deleteChildAccount'),
  username,
  pin,
  childUsername: username,
});

const amount = fc.integer({ min: 1, max: 99_999_999 }).map((pence) => (pence / 100).toFixed(2));

export const transferFunds: fc.Arbitrary<TransferFundsRequest> = fc
  .tuple(
    credentials,
    username,
    fc.oneof(
      amount.map((money) => ({ amount: money })),
      fc.integer({ min: 1, max: 1_000_000 }).map((messages) => ({ messages })),
    ),
  )
  .map(([who, to, what]) => ({ operation: 'transferFunds', ...who, to, ...what }));

// --- all ----------------------------------------------------------------------------------------------------------------------------

/** Every request, sends more often than the others. */
export const gatewayRequest: fc.Arbitrary<GatewayRequest> = fc.oneof(
  { weight: 3, arbitrary: sendSms },
  { weight: 8, arbitrary: sendMultimedia },
  query,
  createChildAccount,
  deleteChildAccount,
  transferFunds,
);

// --- forms --------------------------------------------------------------------------------------------------------------------------

/** Names and values of a form, in order. */
export const entriesOf = (fields: FormFields): [string, string][] =>
  fields.names().map((name) => [name, fields.get(name) as string]);

const formText = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ unit: fc.constantFrom(...'a+&=% é😀!') }));

/** Fields of any names and values. */
export const formFields: fc.Arbitrary<[string, string][]> = fc.uniqueArray(fc.tuple(formText, formText), {
  selector: ([name]) => name.toLowerCase(),
  maxLength: 6,
});

/** Pieces of bodies, good and bad. */
export const likeForm = fc
  .array(
    fc.oneof(
      fc.constantFrom('&', '=', '+', '%', '%4', '%zz', '%C3%A9', '%c3%A9', '%26', '%3D', '%2B', '%25', '%00', '%E2%82%AC'),
      fc.constantFrom('Username', 'PIN', 'pin', 'é', '€', '😀', '%F0%9F%98%80', '%EF%BB%BF', '\ufeff', 'a', ' '),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''));

const parameterName = fc.constantFrom(
  ...['Username', 'PIN', 'SendTo', 'SendToAddressBook', 'Message', 'FlashMessage', 'SendTimeDelay', 'SendTimeAbsolute'],
  ...['PhoneMake', 'PictureMessage', 'OperatorLogo', 'MCC', 'MNC', 'Ringtone', 'vCard', 'MMSFileMMS', 'si-href'],
  ...['WAPPushFileName1', 'WAPPushFileData1', 'SmsSubmitPduDataCodingScheme', 'SmsSubmitPduUserDataHeader', 'AddSMIL'],
  ...['AvailableCredit', 'CreateChildAccountType', 'DeleteChildAccountUsername', 'TransferCurrencyAmount'],
);
const parameterValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '1', '20000', '447700900123', 'Nokia', '00080801FFFFFFFFFFFFFFFF', 'a:d=4,o=5,b=120:c', 'x.mms'),
);

/** Some parameters with values that some of them have, most often after credentials. */
export const parameters = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(parameterName, parameterValue), { maxLength: 8 }))
  .map(([isKnown, pairs]) => formatForm(isKnown ? [['Username', 'a'], ['PIN', '1'], ...pairs] : pairs));
