/**
 * From a model, or from the text or octets that stand for one, to the item that the interface carries.
 *
 *   tune                   RTTTL, with RTX's keys where the tune needs them
 *   bitmap                 an OTA bitmap
 *   MMS PDU, .mms, ZIP     a file with the extension of what it is
 *   file                   its name and octets
 *   SMS-SUBMIT             TP-DCS, TP-PID, header and user data
 *
 * In place of each, what has a library takes an item's number. Octets that are given ready go as they are, once they have been read.
 * @module
 */
import { type Bitmap, encodeOtaBitmap, parseOtaHex } from '../bitmap/index.js';
import { fromHex, toHex } from '../bytes/index.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import type { Issue } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import type { Content, PduContent } from '../message/index.js';
import { decodeMms, encodeMms, type MmsPdu } from '../mms/binary.js';
import type { FileItem, FileOptions, LibraryItem, OtaItem, RawPduContent, RingtoneItem } from '../protocol/model.js';
import { requireText } from '../protocol/parameters.js';
import { formatRtttl, parseRtttl, type Tune } from '../ringtone/index.js';
import { encodeSubmit, encodeUdh, type SubmitInput } from '../sms/index.js';
import { readZipDirectory } from '../zip/directory.js';
import { ANY_NUMBER, adviseOnContent, inField, type Warn } from './content-faults.js';
import type { FileSendOptions, HandsetOptions, PictureSendOptions } from './options.js';

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

/** A ringtone as its text. @throws EncodeError with a field below `Ringtone`. */
export function ringtoneItem(content: RingtoneInput, options: HandsetOptions, warn: Warn): RingtoneItem {
  const library = libraryItem(content);
  if (library !== undefined) return library;
  const field = 'Ringtone';
  if (typeof content === 'string') {
    const onIssue = ({ message }: { message: string }) => warn({ code: 'content', field, message });
    const tune = inField(field, () => parseRtttl(content, { onIssue }));
    adviseOnContent({ kind: 'ringtone', tune }, field, options, warn);
    return { text: content };
  }
  const tune = content as Tune;
  const text = inField(field, () => formatRtttl(tune));
  adviseOnContent({ kind: 'ringtone', tune }, field, options, warn);
  return { text };
}

/**
 * A picture as an OTA bitmap.
 * @param field the parameter that takes it
 * @param contentOf the content that handsets are asked about
 * @throws EncodeError with a field below `field`, `unencodable` for a picture with a text.
 */
export function pictureItem(
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
  adviseOnContent(contentOf(bitmap), field, options, warn);
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
  const onIssue = ({ message }: { message: string }) => warn({ code: 'content', field, message });
  const read = inField(field, () => parseOtaHex(toHex(data), { lenient: true, onIssue }));
  if (read.form !== 'bitmap' || read.port !== undefined) {
    const found = read.port === undefined ? `a whole message (${read.form})` : 'a picture behind a header';
    throw EncodeError.badValue(field, `is ${found}, allowed: an OTA bitmap alone`);
  }
  return { bitmap: read.bitmap, data };
}

/** A network's code, of the content or of the options. @throws EncodeError `bad-value` where none names one, or both another. */
export function networkCode(field: 'MCC' | 'MNC', ofContent: string | undefined, ofOptions: string | undefined): string {
  const code = ofContent ?? ofOptions;
  if (code === undefined) throw EncodeError.badValue(field, 'is missing');
  if (ofContent !== undefined && ofOptions !== undefined && ofContent !== ofOptions) {
    throw EncodeError.badValue(field, 'the content names another one than the options');
  }
  return code;
}

/** A multimedia message as a file. @throws EncodeError with a field below `MMSNotificationFileData1`. */
export function mmsItem(content: MmsInput, warn: Warn): FileItem {
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
  let hasType = true;
  const onIssue = ({ field: place, message }: Issue) => {
    // Leniently a message without a body is read as one without parts.
    if (place === 'MMS/Content-Type') hasType = false;
    warn({ code: 'content', field, message });
  };
  const pdu = inField(field, () => decodeMms(data, { lenient: true, onIssue }));
  checkMessage(pdu.type, field);
  if (!('parts' in pdu) || pdu.parts === undefined || (pdu.parts.length === 0 && !hasType)) {
    throw EncodeError.badValue(field, 'is an MMS PDU without content');
  }
  return 'message.mms';
}

/** The gateway goes by the extension. Other ones are none of an MMS, and refused with the rest of the request. */
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

/** A file. @throws EncodeError with a field below `field`, the parameter that takes its octets; TypeError for what is no file. */
export function fileItem(content: FileInput, field: string): FileItem {
  const library = libraryItem(content);
  if (library !== undefined) return library;
  if (typeof content !== 'object' || content === null) {
    throw new TypeError('a file is an object with name and data, a library number or a text of five digits');
  }
  const { name, data } = content as NamedFile;
  requireText(name, 'the name of a file');
  return { file: { name, data: octetsIn(data, field) } };
}

/** What goes with a file; the type that the content names comes first. */
export function fileOptions(content: MmsInput, options: FileSendOptions): FileOptions {
  const { message, disableRepurposing, disableWalledGardenRule } = options;
  const own = typeof content === 'object' && !('type' in content) && 'contentType' in content ? content.contentType : undefined;
  return { message, contentType: own ?? options.contentType, disableRepurposing, disableWalledGardenRule };
}

/**
 * User data of an SMS-SUBMIT.
 * @throws EncodeError with a field below `SmsSubmitPdu`, `unencodable` for what has no parameter.
 */
export function pduContent(submit: SubmitInput | PduContent): RawPduContent {
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
  return copyOctets(data);
}
