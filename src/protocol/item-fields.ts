/**
 * What a multimedia request carries in one parameter, or two for a file: a text, octets, or in their place an item of the library.
 *
 *   PictureMessage GroupGraphic OperatorLogo    hex of an OTA bitmap, or a number
 *   Ringtone                                    RTTTL or RTX, or a number
 *   vCard vCal                                  a card, a calendar
 *   MMSNotificationFileName1 ...Data1           a file and its name, its data as hex; or MMSFileMMS, a number
 *   WAPPushFileName1 ...Data1                   the same; or MMSFileWAP
 *
 * A number of the library has five decimal digits; nothing else has. Where the document is silent: the file of a multimedia message has the
 * extension .mms or .zip; a file's name has no folders and no control characters. Of octets a handset takes what the lenient reading takes: an
 * infofield that announces more pictures, and octets after the pixels.
 * Source: the gateway interface document (G-LIB-01, G-MMS-10 to 36, G-MMS-53, G-MMS-54, open point 28).
 * @module
 */
import { decodeOtaBitmap } from '../bitmap/ota.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { DecodeError, EncodeError } from '../errors.js';
import { parseRtttl } from '../ringtone/rtttl.js';
import type { FormFields } from './form.js';
import { type FileItem, LIBRARY_RANGES, type OtaItem, type RingtoneItem } from './model.js';
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

/** Kinds of content that are OTA bitmaps. */
type OtaKind = 'pictureMessage' | 'groupGraphic' | 'operatorLogo';

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
export function addOta(parameters: Parameters, name: string, item: OtaItem, kind: OtaKind): void {
  if (addNumber(parameters, item, item.data, kind, name)) return;
  const data = item.data as Uint8Array;
  requireOctets(data, name);
  checkOta(data, name, EncodeError);
  parameters.push([name, copyOctets(data)]);
}

/** Reads a picture. @throws DecodeError */
export function readOta(fields: FormFields, name: string, kind: OtaKind): OtaItem {
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
export function addObject(parameters: Parameters, name: 'vCard' | 'vCal', text: string): void {
  requireText(text, name);
  checkObject(text, name, EncodeError);
  parameters.push([name, text]);
}

/** Reads a card or a calendar. @throws DecodeError */
export function readObject(fields: FormFields, name: 'vCard' | 'vCal'): string {
  const text = requiredOf(fields, name);
  checkObject(text, name, DecodeError);
  return text;
}

/** Tells a card from a calendar and from what is neither, by how it begins. */
function checkObject(text: string, name: 'vCard' | 'vCal', Fault: Fault): void {
  const first = name === 'vCard' ? 'BEGIN:VCARD' : 'BEGIN:VCALENDAR';
  const unfolded = text.slice(0, 1024).replace(/\r?\n[ \t]/g, '');
  const line = /^[\uFEFF\s]*(BEGIN *: *[A-Z]+) *[\r\n]/i.exec(unfolded)?.[1];
  if (line?.replaceAll(' ', '').toUpperCase() !== first) throw bad(Fault, name, `does not begin with ${first}`);
}

// ---- files ----

/** Parameters of a file: its number, or its name and its data. */
export const FILE_PARAMETERS = {
  mms: ['MMSFileMMS', 'MMSNotificationFileName1', 'MMSNotificationFileData1'],
  wapPush: ['MMSFileWAP', 'WAPPushFileName1', 'WAPPushFileData1'],
} as const;

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
