/**
 * What is composed, in every form that a modem, a service centre or a gateway takes. No DOM here.
 *
 * Each form comes from the function of this package that makes it. A form that cannot carry the messages says why, and the others stay.
 * @module
 */
import { encodeOtaBitmap } from '../bitmap/index.js';
import { encodeUtf8, toHex } from '../bytes/index.js';
import { toAtCommands, toGatewayForm, toKannelUrl, toSubmitSm } from '../carrier/index.js';
import { EncodeError, FormatError } from '../errors.js';
import {
  buildSubmits,
  type Content,
  type FormChoice,
  type MessageForm,
  type PhoneMake,
  parsePhoneMake,
  readSubmits,
} from '../message/index.js';
import type { HandsetProfile } from '../profile/index.js';
import { type MultimediaContent, PATHS, type Sending } from '../protocol/forms.js';
import { parametersOf } from '../protocol/request.js';
import { formatRtttl } from '../ringtone/index.js';
import { type AddressInput, alphabetOfDcs, decodeSubmit, encodeSubmit, encodeUdh, ieiName, type Submit } from '../sms/index.js';
import type { InformationElement } from '../sms/udh.js';
import { MAX_SEPTETS, MAX_USER_DATA } from '../sms/user-data.js';
import { languageName } from '../text/index.js';
import { formatVCalendar, formatVCard } from '../vobject/index.js';
import type { Composed, NamedFile, Shown } from './composed.js';
import { curlCommand, type FileParameter, type Parameter } from './curl.js';

/** Whom it goes to, and by what. Texts are as they were typed. */
export interface Settings {
  /** Digits with country code, `+`, blanks and hyphens among them as people write them; or `short:1234`. */
  readonly to: string;
  readonly make?: PhoneMake | undefined;
  readonly model?: string | undefined;
  /** A form in place of the usual one. */
  readonly form?: MessageForm | undefined;
  /** Concatenation reference; of the content when empty. */
  readonly reference?: string | undefined;
  /** Ask for a status report. */
  readonly report?: boolean | undefined;
  /** Originator, for Kannel and the gateway. */
  readonly from?: string | undefined;
  /** Where the gateway is. */
  readonly gatewayUrl: string;
  /** Kannel's sendsms service. */
  readonly kannelUrl: string;
}

/** A form, or why there is none. */
export type Written = { readonly text: string } | { readonly error: FormatError };

/** A message as it goes out. */
export interface OnAir {
  /** The TPDU, and its hex. */
  readonly octets: Uint8Array;
  readonly hex: string;
  /** Octets of TP-UD that the header takes, with its length octet. */
  readonly headerOctets: number;
  /** Octets of TP-UD behind it, of 7-bit text with the bits that fill up to a septet. */
  readonly bodyOctets: number;
  /** Of the 140 of a message. */
  readonly freeOctets: number;
  /** The content of the body: septets, UTF-16 units or octets, and how many more would fit. */
  readonly unit: 'septets' | 'UTF-16 units' | 'octets';
  readonly units: number;
  readonly unitsLeft: number;
  /** The elements of the header, in words. */
  readonly elements: readonly string[];
}

/** Everything about what is composed. */
export interface Result {
  /** Empty when it does not go in short messages. */
  readonly submits: readonly Submit[];
  readonly messages: readonly OnAir[];
  /** The form that carries it, and why; undefined without messages. */
  readonly choice: FormChoice | undefined;
  readonly at: Written;
  readonly smpp: Written;
  readonly kannel: Written;
  readonly curl: {
    /** The request of the interface for this content; undefined where it has none, and why. */
    readonly request: Written | undefined;
    readonly why: string;
    /** The same messages as raw PDUs, a request each; undefined without messages. */
    readonly pdus: Written | undefined;
  };
  readonly files: readonly NamedFile[];
  /** What a phone makes of the messages. */
  readonly shown: Shown | { readonly error: FormatError } | undefined;
}

const NO_FORM: Written = { text: '' };

/**
 * Puts what is composed into all forms.
 * @throws EncodeError, with field `to` or `reference` for a setting, `make`, `model` or `form` when the handset has no form for the content,
 * and whatever the content's encoder throws. A faulty address of a service (`gateway`, `kannel`) is told where its form would stand.
 */
export function resultOf(composed: Composed, settings: Settings): Result {
  const { content } = composed;
  const to = recipientOf(settings.to);
  if (content === undefined) {
    return {
      submits: [],
      messages: [],
      choice: undefined,
      at: NO_FORM,
      smpp: NO_FORM,
      kannel: NO_FORM,
      curl: { ...requestOf(composed, settings), pdus: undefined },
      files: composed.files,
      shown: composed.shown,
    };
  }
  let choice: FormChoice | undefined;
  const submits = buildSubmits(content, {
    ...composed.build,
    to,
    make: settings.make,
    model: settings.model,
    form: settings.form,
    reference: referenceOf(settings.reference, composed.build?.concat),
    ...(settings.report === true && { tpSrr: true }),
    onChoice: (made) => {
      choice = made;
    },
  });
  const messages = submits.map(onAir);
  return {
    submits,
    messages,
    choice,
    at: written(() => lines(toAtCommands(submits))),
    smpp: written(
      () =>
        `${JSON.stringify(
          submits.map((submit) => toSubmitSm(submit)),
          octetsAsHex,
          2,
        )}\n`,
    ),
    kannel: written(() => kannelUrls(submits, settings)),
    curl: {
      ...requestOf(composed, settings),
      pdus: written(() => submits.map((submit) => pduCommand(submit, settings)).join('\n\n')),
    },
    files: [...composed.files, ...messageFiles(messages)],
    shown: composed.shown ?? readBack(messages),
  };
}

/** A recipient as people write it; `+44 (0)7700 …` too. @throws EncodeError `bad-value` with field `to` */
export function recipientOf(typed: string): AddressInput {
  const text = typed.trim();
  const short = /^short: *([0-9*#]{1,20})$/i.exec(text)?.[1];
  if (short !== undefined) return { ton: 0, npi: 1, digits: short };
  // `(0)` behind a country code is dialled within the country alone.
  const digits = text
    .replace(/^(?:\+|00)/, '')
    .replace(/^([1-9][\d \-.]*)\( *0 *\)/, '$1')
    .replace(/[ \-().]/g, '');
  if (/^[1-9]\d{0,19}$/.test(digits)) return digits;
  const allowed = 'at most 20 digits with country code, such as 447700900123, or short:1234';
  const found = text === '' ? 'is empty; it ' : /^0\d*$/.test(digits) ? 'begins with 0, as no country code does; it ' : '';
  throw new EncodeError('bad-value', 'to', undefined, `${found}takes ${allowed}`);
}

function referenceOf(typed: string | undefined, bits: 8 | 16 | undefined): number | undefined {
  const text = typed?.trim() ?? '';
  if (text === '') return undefined;
  const most = bits === 16 ? 0xffff : 0xff;
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new EncodeError('bad-value', 'reference', undefined, `is ${JSON.stringify(text)}, allowed: 0 to ${most}`);
}

/** Runs a writer; what it cannot write is told in its place. */
function written(write: () => string): Written {
  try {
    return { text: write() };
  } catch (error) {
    if (error instanceof FormatError) return { error };
    throw error;
  }
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

/** As JSON of this package has octets everywhere. */
function octetsAsHex(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? toHex(value) : value;
}

// ---- messages ----

/** How a message uses its 140 octets. */
export function onAir(submit: Submit): OnAir {
  const octets = encodeSubmit(submit);
  const alphabet = alphabetOfDcs(submit.tpDcs);
  const isData = alphabet === '8bit';
  // The same without user data ends with its length, 0: so what is more is TP-UD, and TP-UDL stands where that one ends.
  const { text: _, data: __, ...bare } = submit;
  const empty = encodeSubmit({ ...bare, udh: [], ...(isData ? { data: new Uint8Array(0) } : { text: '' }) });
  const userDataOctets = octets.length - empty.length;
  const headerOctets = submit.udh.length === 0 ? 0 : encodeUdh(submit.udh).length;
  const bodyOctets = userDataOctets - headerOctets;
  const freeOctets = MAX_USER_DATA - userDataOctets;
  const elements = submit.udh.map(elementWords);
  const base = { octets, hex: toHex(octets), headerOctets, bodyOctets, freeOctets, elements };
  if (isData) return { ...base, unit: 'octets', units: bodyOctets, unitsLeft: freeOctets };
  if (alphabet !== 'gsm7') return { ...base, unit: 'UTF-16 units', units: bodyOctets / 2, unitsLeft: freeOctets >> 1 };
  const septets = octets[empty.length - 1] as number;
  const units = septets - Math.ceil((headerOctets * 8) / 7);
  return { ...base, unit: 'septets', units, unitsLeft: MAX_SEPTETS - septets };
}

function elementWords(element: InformationElement): string {
  switch (element.kind) {
    case 'concat8':
    case 'concat16':
      return `part ${element.sequence} of ${element.total}, reference ${element.reference}`;
    case 'ports8':
    case 'ports16':
      return `to port ${element.destination}${element.source === 0 ? '' : ` from ${element.source}`}`;
    case 'lockingShift':
      return `locking shift, ${languageName(element.language)}`;
    case 'singleShift':
      return `single shift, ${languageName(element.language)}`;
    case 'raw':
      return ieiName(element.iei);
    default:
      // userSound: user sound
      return element.kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  }
}

function readBack(messages: readonly OnAir[]): Result['shown'] {
  try {
    return { kind: 'content', content: readSubmits(messages.map(({ octets }) => decodeSubmit(octets))) };
  } catch (error) {
    if (error instanceof FormatError) return { error };
    throw error;
  }
}

function messageFiles(messages: readonly OnAir[]): NamedFile[] {
  const [first] = messages;
  const listing = { name: 'pdus.txt', type: 'text/plain', octets: encodeUtf8(lines(messages.map(({ hex }) => hex))) };
  if (first === undefined) return [];
  return messages.length > 1 ? [listing] : [{ name: 'message.pdu', type: PDU_TYPE, octets: first.octets }, listing];
}

/** Media type of a TPDU as a file. */
export const PDU_TYPE = 'application/octet-stream';

// ---- Kannel ----

function kannelUrls(submits: readonly Submit[], { kannelUrl, from }: Settings): string {
  const baseUrl = addressOf(kannelUrl, 'kannel');
  const originator = from?.trim() ? from.trim() : undefined;
  // Placeholders: the account's own belong in no page.
  const service = { baseUrl, username: 'USERNAME', password: 'PASSWORD', from: originator };
  return lines(submits.map((submit) => toKannelUrl(submit, service)));
}

/** An address of a service, without a slash at its end. @throws EncodeError `bad-value` */
function addressOf(typed: string, field: string): string {
  const text = typed.trim();
  if (/^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text) && !/[?#\s]/.test(text)) return text.replace(/\/+$/, '');
  const allowed = 'an address such as http://127.0.0.1:8080, without a query';
  throw new EncodeError('bad-value', field, undefined, `takes ${allowed}`);
}

// ---- the gateway ----

/** Stand for the credentials, which the command takes from variables. */
const CREDENTIALS = { username: 'USERNAME', pin: 'PIN' } as const;

/** The request of the interface for a content. */
function requestOf(composed: Composed, settings: Settings): Pick<Result['curl'], 'request' | 'why'> {
  const found = gatewayContent(composed);
  if (typeof found === 'string') return { request: undefined, why: found };
  return { request: written(() => requestCommand(found, settings)), why: '' };
}

type GatewayContent =
  | { readonly operation: 'sendSms'; readonly message: string }
  | { readonly operation: 'sendSms'; readonly flashMessage: string }
  | { readonly operation: 'sendMultimedia'; readonly content: () => MultimediaContent; readonly file?: FileParameter };

/** What the interface has for it, or why it has nothing. */
function gatewayContent({ content, build, files }: Composed): GatewayContent | string {
  const message = files.find(({ name }) => /\.(?:mms|zip)$/i.test(name));
  if (message !== undefined && (content === undefined || content.kind === 'mmsNotification')) {
    const file = { parameter: 'MMSNotificationFileData1', file: message.name };
    const make = () => ({ kind: 'mms', file: { name: message.name, data: message.octets } }) as const;
    return { operation: 'sendMultimedia', content: make, file };
  }
  if (content === undefined) return 'Nothing here is for the gateway.';
  switch (content.kind) {
    case 'text':
    case 'flash':
      if (build?.encoding === 'ucs2' || build?.locking || build?.single) {
        return 'The request for texts leaves the alphabet to the gateway: this one goes as PDUs.';
      }
      if (content.kind === 'text') return { operation: 'sendSms', message: content.text };
      return { operation: 'sendSms', flashMessage: content.text };
    case 'pictureMessage':
      if (content.text) return 'The request for picture messages has no place for the text: the picture with it goes as PDUs.';
      return multimedia(content, build);
    case 'serviceLoading':
      return 'The interface has no request for service loading: it goes as PDUs.';
    case 'mmsNotification':
      return 'The interface has no request for a notification: it goes as PDUs.';
    case 'pdu':
      return 'User data as given goes as PDUs.';
    default:
      return multimedia(content, build);
  }
}

type AsMultimedia = Exclude<Content, { readonly kind: 'text' | 'flash' | 'serviceLoading' | 'mmsNotification' | 'pdu' }>;

function multimedia(content: AsMultimedia, build: Composed['build']): GatewayContent {
  return { operation: 'sendMultimedia', content: () => multimediaOf(content, build) };
}

function multimediaOf(content: AsMultimedia, build: Composed['build']): MultimediaContent {
  switch (content.kind) {
    case 'ringtone':
      return { kind: 'ringtone', text: formatRtttl(content.tune) };
    case 'operatorLogo':
      return { kind: 'operatorLogo', mcc: content.mcc, mnc: content.mnc, data: encodeOtaBitmap(content.bitmap) };
    case 'vcard':
      return { kind: 'vcard', text: formatVCard(content.card, { version: build?.cardVersion ?? '2.1' }) };
    case 'vcalendar':
      return { kind: 'vcalendar', text: formatVCalendar(content.calendar, { version: build?.calendarVersion ?? '1.0' }) };
    case 'serviceIndication':
      return { kind: 'serviceIndication', si: content.si };
    default:
      return { kind: content.kind, data: encodeOtaBitmap(content.bitmap) };
  }
}

function requestCommand(content: GatewayContent, settings: Settings): string {
  const { make, model } = settings;
  const from = settings.from?.trim();
  const to = recipientOf(settings.to);
  // A short code is left as it was typed: that the interface takes none, its own rules tell.
  const sendTo = [typeof to === 'string' ? to : settings.to];
  const sending: Sending = { ...CREDENTIALS, sendTo, ...(from ? { replyTo: from } : {}) };
  if (content.operation === 'sendSms') {
    return command(PATHS.sendSms, parametersOf({ ...sending, ...content }), settings);
  }
  const made = content.content();
  const needsMake = made.kind !== 'mms' && made.kind !== 'serviceIndication';
  const handset = needsMake ? { phoneMake: make, ...(model?.trim() && { phoneModel: model.trim() }) } : {};
  const parameters = parametersOf({ ...sending, operation: 'sendMultimedia', ...handset, content: made });
  const { file } = content;
  const inCommand = parameters.filter(([name]) => name !== file?.parameter);
  return command(PATHS.sendMultimedia, inCommand, settings, file);
}

function pduCommand(submit: Submit, settings: Settings): string {
  const from = settings.from?.trim();
  const parameters: Parameter[] = [
    ['Username', CREDENTIALS.username],
    ['PIN', CREDENTIALS.pin],
    ...Object.entries(toGatewayForm(submit)),
    ...(from ? [['ReplyTo', from] as const] : []),
  ];
  return command(PATHS.sendMultimedia, parameters, settings);
}

function command(path: string, parameters: readonly Parameter[], { gatewayUrl }: Settings, file?: FileParameter): string {
  return curlCommand(`${addressOf(gatewayUrl, 'gateway')}${path}`, parameters, file);
}

// ---- handsets ----

/** The make under which a handset's contents are made, and why where that is not its own name. */
export interface MakeOfHandset {
  readonly make: PhoneMake;
  readonly why: string;
}

/** The make that stands for a handset's: its own where the table of forms has it, else one whose forms it takes. */
export function makeOfHandset({ make, gatewayMake, sms }: HandsetProfile): MakeOfHandset {
  const own = gatewayMake === null ? undefined : parsePhoneMake(gatewayMake);
  if (own !== undefined) return { make: own, why: '' };
  const name = make ?? 'this handset';
  if (sms?.nokiaRingtone === true || sms?.pictureMessage === true) return { make: 'Nokia', why: `${name} takes Nokia's forms` };
  const why = sms?.ems === true ? `${name} takes EMS` : `no form of ${name} is known here; EMS is the standard`;
  return { make: 'EMS', why };
}

/** What a handset is known to do, in words. */
export function describeHandset({ make, model, kind, screen, sms, mms }: HandsetProfile): string {
  const name = kind === 'generic' ? `any ${make ?? 'handset'}` : `${make} ${model}`;
  const facts: string[] = [];
  if (screen.width !== null && screen.height !== null) facts.push(`screen ${screen.width}×${screen.height}`);
  const takes: readonly (readonly [boolean | null | undefined, string])[] = [
    [sms?.nokiaRingtone, 'Nokia ringtones'],
    [sms?.pictureMessage, 'picture messages'],
    [sms?.operatorLogo, 'operator logos'],
    [sms?.groupGraphic, 'group graphics'],
    [sms?.ems, 'EMS'],
    [sms?.siemensOta, 'Siemens exchange objects'],
    [sms?.vcard, 'cards'],
    [sms?.vcalendar, 'calendars'],
  ];
  const known = takes.filter(([does]) => does === true).map(([, what]) => what);
  if (known.length > 0) facts.push(`takes ${known.join(', ')}`);
  if (mms?.receives === true) {
    facts.push(mms.maxBytes === null ? 'takes MMS' : `takes MMS up to ${Math.floor(mms.maxBytes / 1024)} KiB`);
  }
  return facts.length === 0 ? name : `${name}: ${facts.join('; ')}`;
}
