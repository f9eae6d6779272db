/**
 * What a multimedia request carries, in a parameter or a few: a text, octets, or in their place an item of the library; an indication; user data.
 *
 *   PictureMessage GroupGraphic OperatorLogo    hex of an OTA bitmap, or a number
 *   Ringtone                                    RTTTL or RTX, or a number
 *   vCard vCal                                  a card, a calendar
 *   MMSNotificationFileName1 ...Data1           a file and its name, its data as hex; or MMSFileMMS, a number
 *   WAPPushFileName1 ...Data1                   the same; or MMSFileWAP
 *   si-href si-id si-content si-created si-expires si-action si-info-pcdata si-info-class
 *   SmsSubmitPduDataCodingScheme ...ProtocolIdentifier   an octet each, as hex
 *   SmsSubmitPduUserDataHeader                  hex, its length octet first; empty for none, but there
 *   SmsSubmitPduUserData                        hex; or Message in its place
 *
 * A number of the library has five decimal digits; nothing else has. Where the document is silent: the file of a multimedia message has the
 * extension .mms or .zip; a file's name has no folders and no control characters. Of octets a handset takes what the lenient reading takes: an
 * infofield that announces more pictures, and octets after the pixels.
 * Source: the gateway interface document (G-LIB-01, G-MMS-10 to 54, G-SI-01 to 08).
 * @module
 */
import { decodeOtaBitmap } from '../bitmap/ota.js';
import { copyOctets, octetHex, requireOctets } from '../bytes/octets.js';
import { DecodeError, EncodeError } from '../errors.js';
import type { PictureKind } from '../message/content.js';
import { fromGatewayFields, SI_FIELDS, toGatewayFields } from '../push/si-sl-co/gateway-fields.js';
import { type ServiceIndication, type SiItem, siTree } from '../push/si-sl-co/si.js';
import { parseRtttl } from '../ringtone/rtttl.js';
import { decodeUdh } from '../sms/udh.js';
import type { FormFields } from './form.js';
import { type FileItem, LIBRARY_RANGES, type OtaItem, type RawPduContent, type RingtoneItem } from './model.js';
import {
  bad,
  type Fault,
  missing,
  notAllowed,
  octetsOf,
  type Parameters,
  type RequestOptions,
  renamed,
  requiredOf,
  requireText,
  valueIn,
} from './parameters.js';

/** Kinds of content that the library has items of. */
type LibraryKind = keyof typeof LIBRARY_RANGES;

// ---- the library ----

function checkLibraryNumber(value: number, kind: LibraryKind, name: string, Fault: Fault): void {
  const [first, last] = LIBRARY_RANGES[kind];
  if (!Number.isInteger(value) || value < first || value > last) {
    throw notAllowed(Fault, name, value, `numbers of the library from ${first} to ${last}`);
  }
}

/** Adds the item's number, when it has one; tells whether it did. An item has a number or what is in `other`, not both. @throws EncodeError `bad-value` */
function addNumber(
  parameters: Parameters,
  { libraryNumber }: { readonly libraryNumber?: number | undefined },
  other: unknown,
  kind: LibraryKind,
  name: string,
): boolean {
  if (libraryNumber === undefined) {
    if (other === undefined) throw missing(EncodeError, name, 'is required');
    return false;
  }
  if (other !== undefined) throw bad(EncodeError, name, 'has both a number of the library and content of its own');
  checkLibraryNumber(libraryNumber, kind, name, EncodeError);
  parameters.push([name, String(libraryNumber)]);
  return true;
}

/** The number that a value is, be it in the range of its kind or not; undefined for another value. @throws DecodeError `bad-value` outside of the range */
function readNumber(value: string, kind: LibraryKind, name: string): { libraryNumber: number } | undefined {
  if (!/^\d{5}$/.test(value)) return undefined;
  const libraryNumber = Number(value);
  checkLibraryNumber(libraryNumber, kind, name, DecodeError);
  return { libraryNumber };
}

// ---- pictures ----

/** Adds a picture. @throws EncodeError, TypeError */
export function addOta(parameters: Parameters, name: string, item: OtaItem, kind: PictureKind): void {
  if (addNumber(parameters, item, item.data, kind, name)) return;
  const data = item.data as Uint8Array;
  requireOctets(data, name);
  checkOta(data, name, EncodeError);
  parameters.push([name, copyOctets(data)]);
}

/** Reads a picture. @throws DecodeError */
export function readOta(fields: FormFields, name: string, kind: PictureKind): OtaItem {
  const value = requiredOf(fields, name);
  const number = readNumber(value, kind, name);
  if (number !== undefined) return number;
  const data = octetsOf(value, name);
  checkOta(data, name, DecodeError);
  return { data };
}

function checkOta(data: Uint8Array, name: string, Fault: Fault): void {
  try {
    decodeOtaBitmap(data, { lenient: true });
  } catch (error) {
    throw renamed(error, Fault, name, Fault === DecodeError ? 2 : 1);
  }
}

/** Requires codes of a network. */
export function checkNetwork(mcc: string, mnc: string, Fault: Fault): void {
  if (!/^\d{3}$/.test(mcc)) throw notAllowed(Fault, 'MCC', mcc, 'three digits');
  if (!/^\d{2,3}$/.test(mnc)) throw notAllowed(Fault, 'MNC', mnc, 'two or three digits');
}

// ---- texts ----

/** Adds a tune. @throws EncodeError, LimitError, TypeError */
export function addRingtone(parameters: Parameters, name: string, item: RingtoneItem): void {
  if (addNumber(parameters, item, item.text, 'ringtone', name)) return;
  const text = item.text as string;
  requireText(text, name);
  checkTune(text, name, {}, EncodeError);
  parameters.push([name, text]);
}

/** Reads a tune. @throws DecodeError, LimitError */
export function readRingtone(fields: FormFields, name: string, options: RequestOptions): RingtoneItem {
  const value = requiredOf(fields, name);
  const number = readNumber(value, 'ringtone', name);
  if (number !== undefined) return number;
  checkTune(value, name, options, DecodeError);
  return { text: value };
}

function checkTune(text: string, name: string, { limits }: RequestOptions, Fault: Fault): void {
  try {
    parseRtttl(text, limits === undefined ? {} : { limits });
  } catch (error) {
    throw renamed(error, Fault, name, 1);
  }
}

/** Adds a card or a calendar. @throws EncodeError, TypeError */
export function addObject(parameters: Parameters, name: string, text: string): void {
  requireText(text, name);
  checkObject(text, name, EncodeError);
  parameters.push([name, text]);
}

/** Reads a card or a calendar. @throws DecodeError */
export function readObject(fields: FormFields, name: string): string {
  const text = requiredOf(fields, name);
  checkObject(text, name, DecodeError);
  return text;
}

/** Tells a card from a calendar and from what is neither, by how it begins. */
function checkObject(text: string, name: string, Fault: Fault): void {
  const first = name === 'vCard' ? 'BEGIN:VCARD' : 'BEGIN:VCALENDAR';
  const unfolded = text.slice(0, 1024).replace(/\r?\n[ \t]/g, '');
  const line = /^[\uFEFF\s]*(BEGIN *: *[A-Z]+) *[\r\n]/i.exec(unfolded)?.[1];
  if (line?.replaceAll(' ', '').toUpperCase() !== first) throw bad(Fault, name, `does not begin with ${first}`);
}

// ---- files ----

/** Parameters of a multimedia message: its number, or its name and its data. */
export const MMS_PARAMETERS = ['MMSFileMMS', 'MMSNotificationFileName1', 'MMSNotificationFileData1'] as const;

/** The same of a WAP push. */
export const WAP_PUSH_PARAMETERS = ['MMSFileWAP', 'WAPPushFileName1', 'WAPPushFileData1'] as const;

const FILE_PARAMETERS = { mms: MMS_PARAMETERS, wapPush: WAP_PUSH_PARAMETERS } as const;

/** Characters of a file's name, its extension counted. */
const NAME_CHARACTERS = 50;

/** Adds a file. @throws EncodeError, TypeError */
export function addFile(parameters: Parameters, item: FileItem, kind: 'mms' | 'wapPush'): void {
  const [numberName, fileName, fileData] = FILE_PARAMETERS[kind];
  if (addNumber(parameters, item, item.file, kind, numberName)) return;
  const { name, data } = item.file as { name: string; data: Uint8Array };
  requireText(name, fileName);
  requireOctets(data, fileData);
  checkFileName(name, kind, EncodeError);
  if (data.length === 0) throw missing(EncodeError, fileData, 'is empty');
  parameters.push([fileName, name], [fileData, data]);
}

/** Reads a file. @throws DecodeError */
export function readFile(fields: FormFields, kind: 'mms' | 'wapPush'): FileItem {
  const [numberName, fileName, fileData] = FILE_PARAMETERS[kind];
  const number = valueIn(fields, numberName);
  const name = valueIn(fields, fileName);
  const hex = valueIn(fields, fileData);
  if (number !== undefined) {
    if (name !== undefined || hex !== undefined) {
      throw bad(DecodeError, numberName, `is given together with ${name === undefined ? fileData : fileName}`);
    }
    const item = readNumber(number, kind, numberName);
    if (item === undefined) throw notAllowed(DecodeError, numberName, number, 'five digits');
    return item;
  }
  if (name === undefined) throw missing(DecodeError, fileName, `is missing, while ${fileData} is there`);
  if (hex === undefined) throw missing(DecodeError, fileData, `is missing, while ${fileName} is there`);
  checkFileName(name, kind, DecodeError);
  return { file: { name, data: octetsOf(hex, fileData) } };
}

function checkFileName(name: string, kind: 'mms' | 'wapPush', Fault: Fault): void {
  const parameter = FILE_PARAMETERS[kind][1];
  if (name.length > NAME_CHARACTERS) {
    const offset = Fault === DecodeError ? NAME_CHARACTERS : undefined;
    throw new Fault('too-long', parameter, offset, `${name.length} characters, at most ${NAME_CHARACTERS}`);
  }
  if (!/^[^/\\\0-\x1f\x7f]+\.[A-Za-z0-9]+$/.test(name)) {
    throw notAllowed(Fault, parameter, name, 'a name with an extension, no folder');
  }
  if (kind === 'mms' && !/\.(?:mms|zip)$/i.test(name)) throw notAllowed(Fault, parameter, name, 'the extensions .mms, .zip');
}

// ---- service indications: the fields of push/si-sl-co/gateway-fields.ts under the rules of a form ----

/** Adds an indication. @throws EncodeError, TypeError */
export function addSi(parameters: Parameters, si: ServiceIndication): void {
  let values: ReturnType<typeof toGatewayFields>;
  try {
    values = toGatewayFields(si);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    throw new EncodeError(error.code, siFieldOf(error.field), error.offset, error.reason, { cause: error });
  }
  for (const name of SI_FIELDS) {
    const value = values[name];
    if (value !== undefined) parameters.push([name, value]);
  }
}

/** Requires items that an indication can have; SOAP takes any number of them, the form one. @throws EncodeError, DecodeError */
export function checkSiItems(info: readonly SiItem[], Fault: Fault): void {
  try {
    siTree({ info });
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const offset = error.offset ?? (Fault === DecodeError ? 0 : undefined);
    throw new Fault(Fault === DecodeError ? 'bad-value' : error.code, siFieldOf(error.field), offset, error.reason, {
      cause: error,
    });
  }
}

/** Where a field of the model goes, of which errors give the path, such as `SI/indication/href`. */
function siFieldOf(path: string): string {
  if (path.endsWith('/class')) return 'si-info-class';
  if (path.startsWith('SI/info')) return 'si-info-pcdata';
  if (path === 'SI/indication') return 'si-content';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.startsWith('si-') ? name : `si-${name}`;
}

/** Reads an indication. Empty values are left to the reader of the fields: a text may be empty, an id may not. @throws DecodeError */
export function readSi(fields: FormFields): ServiceIndication {
  requiredOf(fields, 'si-href');
  const values: Record<string, string> = {};
  for (const name of SI_FIELDS) {
    const value = fields.get(name);
    if (value !== undefined) values[name] = value;
  }
  return fromGatewayFields(values);
}

// ---- user data of an SMS-SUBMIT ----

/** Parameters of a PDU. */
export const PDU_PARAMETERS = [
  'SmsSubmitPduDataCodingScheme',
  'SmsSubmitPduProtocolIdentifier',
  'SmsSubmitPduUserDataHeader',
  'SmsSubmitPduUserData',
] as const;

const [DCS, PID, UDH, USER_DATA] = PDU_PARAMETERS;

/** Adds a PDU. @throws EncodeError, TypeError */
export function addPdu(parameters: Parameters, content: RawPduContent): void {
  const { dataCodingScheme, protocolIdentifier, userDataHeader, userData, message } = content;
  addOctet(parameters, DCS, dataCodingScheme);
  addOctet(parameters, PID, protocolIdentifier);
  requireOctets(userDataHeader, UDH);
  checkHeader(userDataHeader, EncodeError);
  parameters.push([UDH, userDataHeader]);
  if (userData !== undefined) requireOctets(userData, USER_DATA);
  if (message !== undefined) requireText(message, 'Message');
  checkOneUserData(userData, message, EncodeError);
  if (userData === undefined) parameters.push(['Message', message as string]);
  else parameters.push([USER_DATA, userData]);
}

function addOctet(parameters: Parameters, name: string, octet: number): void {
  if (!Number.isInteger(octet) || octet < 0 || octet > 0xff) throw notAllowed(EncodeError, name, octet, 'an octet');
  parameters.push([name, octetHex(octet)]);
}

type Pdu = { dataCodingScheme: number; protocolIdentifier: number; userDataHeader: Uint8Array } & (
  | { userData: Uint8Array }
  | { message: string }
);

/** Reads a PDU. @throws DecodeError */
export function readPdu(fields: FormFields): Pdu {
  const dataCodingScheme = octetOf(fields, DCS);
  const protocolIdentifier = octetOf(fields, PID);
  // Empty means that there is no header, but it has to be said.
  const header = fields.get(UDH);
  if (header === undefined) throw missing(DecodeError, UDH);
  const userDataHeader = octetsOf(header, UDH);
  checkHeader(userDataHeader, DecodeError);
  const start = { dataCodingScheme, protocolIdentifier, userDataHeader };
  const message = valueIn(fields, 'Message');
  // User data may be empty: a header can be all there is to say.
  const hex = valueIn(fields, USER_DATA) ?? (message === undefined ? fields.get(USER_DATA) : undefined);
  checkOneUserData(hex, message, DecodeError);
  return hex === undefined ? { ...start, message: message as string } : { ...start, userData: octetsOf(hex, USER_DATA) };
}

function octetOf(fields: FormFields, name: string): number {
  const value = requiredOf(fields, name);
  if (!/^[0-9A-Fa-f]{2}$/.test(value)) throw notAllowed(DecodeError, name, value, 'an octet as two hex digits');
  return Number.parseInt(value, 16);
}

function checkHeader(header: Uint8Array, Fault: Fault): void {
  if (header.length === 0) return;
  const scale = Fault === DecodeError ? 2 : 1;
  let lengthOctets: number;
  try {
    lengthOctets = decodeUdh(header).lengthOctets;
  } catch (error) {
    throw renamed(error, Fault, UDH, scale);
  }
  if (lengthOctets < header.length) {
    const code = Fault === DecodeError ? 'trailing-bytes' : 'bad-value';
    throw new Fault(code, UDH, scale * lengthOctets, `${header.length - lengthOctets} octets follow the header`);
  }
}

function checkOneUserData(userData: unknown, message: string | undefined, Fault: Fault): void {
  if (userData !== undefined && message !== undefined) throw bad(Fault, 'Message', `is given together with ${USER_DATA}`);
  if (userData === undefined && !message) throw missing(Fault, USER_DATA, 'is missing, and so is Message');
}
