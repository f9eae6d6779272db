/**
 * Multimedia messages and WAP pushes of a request, by their files, and copies of a message.
 *
 *   MMSFileMMS   a number of the library; or MMSNotificationFileName1 and ...Data1 (hex); SendCc SendBcc, their books, AddSMIL
 *   MMSFileWAP   a number of the library; or WAPPushFileName1 and ...Data1 (hex)
 *   Message ContentType DisableRepurposing DisableWalledGardenRule   with either
 *
 * Where the document is silent: the file of a multimedia message has the extension .mms or .zip; a file's name has no folders and no control
 * characters. Source: the gateway interface document (G-MMS-20 to 36, G-MMS-54).
 * @module
 */
import { requireOctets } from '../bytes/octets.js';
import { DecodeError, EncodeError } from '../errors.js';
import type { FormFields } from './form.js';
import { addNumber, isLibraryNumber, numberOf } from './library-fields.js';
import type { FileItem, FileOptions, MmsContent } from './model.js';
import {
  addFlag,
  addText,
  bad,
  type Fault,
  flagOf,
  missing,
  notAllowed,
  octetsOf,
  type Parameters,
  requireText,
  valueIn,
} from './parameters.js';
import { addRecipients, addressBookOf, type Mutable, numbersOf, type RequestOptions } from './sending.js';
import { checkSubject } from './texts.js';

/** Parameters of a file: its number, or its name and its data. */
export const FILE_PARAMETERS = {
  mms: ['MMSFileMMS', 'MMSNotificationFileName1', 'MMSNotificationFileData1'],
  wapPush: ['MMSFileWAP', 'WAPPushFileName1', 'WAPPushFileData1'],
} as const;

/** Copies of a multimedia message. */
export const COPIES = ['SendCc', 'SendBcc', 'SendCcAddressBook', 'SendBccAddressBook'] as const;

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
export function fileOf(fields: FormFields, kind: 'mms' | 'wapPush'): FileItem {
  const [numberName, fileName, fileData] = FILE_PARAMETERS[kind];
  const number = valueIn(fields, numberName);
  const name = valueIn(fields, fileName);
  const hex = valueIn(fields, fileData);
  if (number !== undefined) {
    if (name !== undefined || hex !== undefined) {
      throw bad(DecodeError, numberName, `is given together with ${name === undefined ? fileData : fileName}`);
    }
    if (!isLibraryNumber(number)) throw notAllowed(DecodeError, numberName, number, 'five digits');
    return numberOf(number, kind, numberName);
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

/** Adds what goes with a file. @throws EncodeError, TypeError */
export function addFileOptions(parameters: Parameters, options: FileOptions): void {
  const { message, contentType } = options;
  addText(parameters, 'Message', message);
  if (message) checkSubject(message, EncodeError);
  addText(parameters, 'ContentType', contentType);
  if (contentType) checkContentType(contentType, EncodeError);
  addFlag(parameters, 'DisableRepurposing', options.disableRepurposing);
  addFlag(parameters, 'DisableWalledGardenRule', options.disableWalledGardenRule);
}

/** Reads what goes with a file. @throws DecodeError */
export function fileOptionsOf(fields: FormFields): FileOptions {
  const options: Mutable<FileOptions> = {};
  const message = valueIn(fields, 'Message');
  if (message !== undefined) {
    checkSubject(message, DecodeError);
    options.message = message;
  }
  const contentType = valueIn(fields, 'ContentType');
  if (contentType !== undefined) {
    checkContentType(contentType, DecodeError);
    options.contentType = contentType;
  }
  const disableRepurposing = flagOf(fields, 'DisableRepurposing');
  if (disableRepurposing !== undefined) options.disableRepurposing = disableRepurposing;
  const disableWalledGardenRule = flagOf(fields, 'DisableWalledGardenRule');
  if (disableWalledGardenRule !== undefined) options.disableWalledGardenRule = disableWalledGardenRule;
  return options;
}

/** Type and subtype of RFC 2045, and parameters as long as they stay on the line. */
function checkContentType(value: string, Fault: Fault): void {
  if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+ *(?:;[\x20-\x7e]*)?$/.test(value)) return;
  throw notAllowed(Fault, 'ContentType', value, 'type/subtype');
}

type Copies = Omit<MmsContent, 'kind' | keyof FileOptions | keyof FileItem>;

/** Adds the copies, and tells whether there are any. */
export function addCopies(parameters: Parameters, content: MmsContent): boolean {
  const { sendCc, sendCcAddressBook, sendBcc, sendBccAddressBook } = content;
  const hasCc = addRecipients(parameters, sendCc, sendCcAddressBook, 'SendCc');
  return addRecipients(parameters, sendBcc, sendBccAddressBook, 'SendBcc') || hasCc;
}

/** Whether a message has copies. */
export function hasCopies({ sendCc, sendBcc, sendCcAddressBook, sendBccAddressBook }: MmsContent): boolean {
  return (sendCc ?? sendBcc ?? sendCcAddressBook ?? sendBccAddressBook) !== undefined;
}

/** Adds the wish for a presentation. @throws EncodeError */
export function addSmil(parameters: Parameters, { addSmil: value }: MmsContent): void {
  if (value === undefined) return;
  if (value !== 0 && value !== 1 && value !== 2) throw notAllowed(EncodeError, 'AddSMIL', value, '0, 1, 2');
  parameters.push(['AddSMIL', String(value)]);
}

/** Reads copies, and the wish for a presentation. @throws DecodeError, LimitError */
export function copiesOf(fields: FormFields, options: RequestOptions): Copies {
  const copies: Mutable<Copies> = {};
  const sendCc = numbersOf(fields, 'SendCc', options);
  if (sendCc !== undefined) copies.sendCc = sendCc;
  const sendBcc = numbersOf(fields, 'SendBcc', options);
  if (sendBcc !== undefined) copies.sendBcc = sendBcc;
  const sendCcAddressBook = addressBookOf(fields, 'SendCcAddressBook');
  if (sendCcAddressBook !== undefined) copies.sendCcAddressBook = sendCcAddressBook;
  const sendBccAddressBook = addressBookOf(fields, 'SendBccAddressBook');
  if (sendBccAddressBook !== undefined) copies.sendBccAddressBook = sendBccAddressBook;
  const value = valueIn(fields, 'AddSMIL');
  if (value === undefined) return copies;
  if (value !== '0' && value !== '1' && value !== '2') throw notAllowed(DecodeError, 'AddSMIL', value, '0, 1, 2');
  copies.addSmil = Number(value) as 0 | 1 | 2;
  return copies;
}
