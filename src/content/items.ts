/**
 * What stands for a content, as the item that the interface carries: a text, octets, or a file.
 *
 * Octets and texts that are given ready go as they are, once they have been read. Errors name the parameter first.
 * @module
 */
import { type Bitmap, encodeOtaBitmap, parseOtaHex } from '../bitmap/index.js';
import { fromHex, toHex } from '../bytes/index.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import type { Issue } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import type { PduContent } from '../message/index.js';
import { decodeMms, encodeMms, type MmsPdu } from '../mms/binary.js';
import type { LibraryItem, RawPduContent } from '../protocol/model.js';
import { requireText } from '../protocol/parameters.js';
import { formatRtttl, parseRtttl, type Tune } from '../ringtone/index.js';
import { encodeSubmit, encodeUdh, type SubmitInput } from '../sms/index.js';
import { readZipDirectory } from '../zip/directory.js';
import { ANY_NUMBER, inField, type Warn } from './faults.js';
import type { BitmapInput, FileInput, LibraryReference, MmsInput, NamedFile, PduInput, RingtoneInput } from './model.js';

/** The item of the library that an input names: five digits as a text mean one, never hex or a tune (G-MMS-53). */
export function findLibraryItem(input: unknown): LibraryItem | undefined {
  if (typeof input === 'string') return /^\d{5}$/.test(input) ? { libraryNumber: Number(input) } : undefined;
  if (typeof input !== 'object' || input === null || !('libraryNumber' in input)) return undefined;
  const { libraryNumber } = input as LibraryReference;
  return libraryNumber === undefined ? undefined : { libraryNumber };
}

/** A tune and its RTTTL. @throws EncodeError with a field below `field`. */
export function readTuneInput(input: RingtoneInput, field: string, warn: Warn): { readonly tune: Tune; readonly text: string } {
  if (typeof input === 'string') {
    return { tune: inField(field, () => parseRtttl(input, { onIssue: ({ message }) => warn(message) })), text: input };
  }
  const tune = input as Tune;
  return { tune, text: inField(field, () => formatRtttl(tune)) };
}

/** A bitmap and its OTA octets. @throws EncodeError with a field below `field`. */
export function readBitmapInput(
  input: BitmapInput,
  field: string,
  warn: Warn,
): { readonly bitmap: Bitmap; readonly data: Uint8Array } {
  if (typeof input === 'object' && !ArrayBuffer.isView(input)) {
    const bitmap = input as Bitmap;
    return { bitmap, data: inField(field, () => encodeOtaBitmap(bitmap)) };
  }
  const data = readOctets(input, field);
  const onIssue = ({ message }: Issue) => warn(message);
  const found = inField(field, () => parseOtaHex(toHex(data), { lenient: true, onIssue }));
  if (found.form !== 'bitmap' || found.port !== undefined) {
    const what = found.port === undefined ? `a whole message (${found.form})` : 'a picture after a header';
    throw EncodeError.badValue(field, `is ${what}, allowed: an OTA bitmap alone`);
  }
  return { bitmap: found.bitmap, data };
}

/** A network's code, of the content or of the options. @throws EncodeError `bad-value` where none names one, or both another. */
export function chooseNetworkCode(field: 'MCC' | 'MNC', ofContent: string | undefined, ofOptions: string | undefined): string {
  const code = ofContent ?? ofOptions;
  if (code === undefined) throw EncodeError.badValue(field, 'is missing');
  if (ofContent !== undefined && ofOptions !== undefined && ofContent !== ofOptions) {
    throw EncodeError.badValue(field, 'the content names another one than the options');
  }
  return code;
}

/** A multimedia message as a file. @throws EncodeError with a field below `field`, the parameter that takes its octets. */
export function readMmsInput(input: MmsInput, field: string, warn: Warn): { readonly name: string; readonly data: Uint8Array } {
  if (typeof input === 'object' && 'type' in input) {
    checkMessage(input.type, field);
    return { name: 'message.mms', data: inField(field, () => encodeMms(input)) };
  }
  if (ArrayBuffer.isView(input)) {
    const data = readOctets(input, field);
    return { name: checkMmsFile(data, field, warn), data };
  }
  const file = readFileInput(input, field);
  checkExtension(file.name, checkMmsFile(file.data, field, warn));
  return file;
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
  let hasType = true;
  const onIssue = ({ field: place, message }: Issue) => {
    // Leniently a message without a body is read as one without parts.
    if (place === 'MMS/Content-Type') hasType = false;
    warn(message);
  };
  const pdu = inField(field, () => decodeMms(data, { lenient: true, onIssue }));
  checkMessage(pdu.type, field);
  if (!('parts' in pdu) || pdu.parts === undefined || (pdu.parts.length === 0 && !hasType)) {
    throw EncodeError.badValue(field, 'is an MMS PDU without content');
  }
  return 'message.mms';
}

/** The gateway goes by the extension. Other extensions are refused with the rest of the request. */
function checkExtension(name: string, ofContent: string): void {
  const wanted = ofContent.slice(ofContent.lastIndexOf('.'));
  if (!/\.(?:mms|zip)$/i.test(name) || name.toLowerCase().endsWith(wanted)) return;
  throw EncodeError.badValue('MMSNotificationFileName1', `has another extension than ${wanted}, which the file is`);
}

/** X-Mms-Message-Type, which every PDU begins with. */
const MMS_MESSAGE_TYPE = 0x8c;

function checkMessage(type: MmsPdu['type'], field: string): void {
  if (type === 'M-Send.req' || type === 'M-Retrieve.conf') return;
  throw EncodeError.badValue(field, `is an ${type}, allowed: M-Send.req, M-Retrieve.conf`);
}

/** A file. @throws EncodeError with a field below `field`, the parameter that takes its octets; TypeError for what is not a file. */
export function readFileInput(input: FileInput, field: string): { readonly name: string; readonly data: Uint8Array } {
  if (typeof input !== 'object' || input === null) {
    throw new TypeError('a file is an object with name and data, a library number or a text of five digits');
  }
  const { name, data } = input as NamedFile;
  requireText(name, 'the name of a file');
  return { name, data: readOctets(data, field) };
}

/** What is carried of an SMS-SUBMIT: its user data. @throws EncodeError with a field below `SmsSubmitPdu`, `unencodable` for what has no parameter. */
export function readPduInput(input: PduInput): RawPduContent {
  if (input.tpDcs === undefined && 'dataCodingScheme' in input) return { ...input, kind: 'pdu' } as RawPduContent;
  const submit = input as SubmitInput | PduContent;
  if ('tpDa' in submit) {
    for (const field of ['tpVp', 'tpSrr', 'tpRd', 'tpRp'] as const) {
      if (submit[field]) throw new EncodeError('unencodable', `SmsSubmitPdu/${field}`, undefined, 'has no parameter');
    }
  }
  const { tpDcs = 0, tpPid = 0, udh = [], text, data } = submit;
  inField('SmsSubmitPdu', () => encodeSubmit({ tpDa: ANY_NUMBER, tpDcs, tpPid, udh, text, data }));
  const base = {
    kind: 'pdu',
    dataCodingScheme: tpDcs,
    protocolIdentifier: tpPid,
    userDataHeader: udh.length === 0 ? new Uint8Array() : encodeUdh(udh),
  } as const;
  return data === undefined ? { ...base, message: text ?? '' } : { ...base, userData: copyOctets(data) };
}

/** The recipient of a whole SMS-SUBMIT; undefined for user data alone. @throws EncodeError `unencodable` with field `SendTo` */
export function findDestination(input: PduInput): string | undefined {
  if (!('tpDa' in input) || input.tpDa === undefined || ('dataCodingScheme' in input && input.tpDcs === undefined)) {
    return undefined;
  }
  const address = input.tpDa;
  if (typeof address === 'string') return address;
  if ('digits' in address && address.ton === 1) return address.digits;
  throw new EncodeError('unencodable', 'SendTo', undefined, 'takes digits with country code');
}

function readOctets(data: Uint8Array | string, field: string): Uint8Array {
  if (typeof data === 'string') return inField(field, () => fromHex(data));
  requireOctets(data, field);
  return copyOctets(data);
}

// ---- recipients ----

/** Numbers of a list, or of a text with commas between them; empty ones are skipped, as the interface does (G-SMS-15). @throws TypeError */
export function readNumbers(given: string | readonly string[] | undefined, name: string): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const list = typeof given === 'string' ? [given] : given;
  if (!Array.isArray(list)) throw new TypeError(`${name} is neither a string nor an array of them`);
  const numbers: string[] = [];
  for (const item of list as readonly unknown[]) {
    if (typeof item !== 'string') throw new TypeError(`${name} has an item that is not a string`);
    for (const number of item.split(',')) if (number.trim() !== '') numbers.push(number.trim());
  }
  return numbers;
}
