/**
 * Multimedia messages as files: reading them, unpacking them, and what is in them in plain words.
 * @module
 */
import type { Issue } from '../../bytes/reading.js';
import { leafParts } from '../../mms/content-class.js';
import {
  decodeMms,
  extensionsOfType,
  type MmsPdu,
  type MRetrieveConf,
  type MSendReq,
  type Part,
  type ResolvedMessage,
  resolveSlides,
  safeNames,
  toRetrieveConf,
  toSendReq,
  type ZipInput,
} from '../../mms/index.js';
import { DEVICE_NAME } from '../../show/safe-path.js';
import { inFile, inputName, type Session, UsageError } from '../io.js';
import { type FileContent, readingOptions } from './recognise.js';

/** A message with its parts, in either of the forms that files hold. */
export type Message = MRetrieveConf | MSendReq;

/** The forms, as options name them. */
export const MESSAGE_FORMS = { retrieve: 'M-Retrieve.conf', send: 'M-Send.req' } as const;

export type MessageForm = keyof typeof MESSAGE_FORMS;

/** The PDU of a file. Faults that `--lenient` lets pass become warnings. */
export function readMms(session: Session, { path, octets }: FileContent, lenient: boolean): MmsPdu {
  return inFile(path, () => decodeMms(octets, readingOptions(session, path, lenient)));
}

/** The message in a PDU. @throws UsageError for a PDU of another kind. */
export function messageOf(pdu: MmsPdu, path: string): Message {
  if (pdu.type === 'M-Retrieve.conf' || pdu.type === 'M-Send.req') return pdu;
  throw new UsageError(`${inputName(path)} holds an ${pdu.type}, not a message with parts`);
}

/**
 * A message in the other form, or as it is. @param recipients replace those of the message.
 * @throws UsageError for a message to send that has none.
 */
export function inForm(message: Message, form: MessageForm, recipients: readonly string[] | undefined): Message {
  if (form === 'retrieve') return message.type === 'M-Retrieve.conf' ? message : toRetrieveConf(message);
  const { to, cc, bcc, transactionId = transactionIdAt(new Date()) } = message;
  if ([recipients, to, cc, bcc].every((list) => list === undefined || list.length === 0)) {
    throw new UsageError('a message to send has a recipient, and this one has none: --recipient gives one');
  }
  if (message.type === 'M-Send.req' && recipients === undefined) return message;
  return toSendReq(message, { transactionId, ...(recipients !== undefined && { to: recipients }) });
}

/** A transaction id for those who do not care: the moment, to the second. */
function transactionIdAt(date: Date): string {
  const seconds = Math.floor(date.getTime() / 1000);
  return `T${seconds.toString(36).toUpperCase()}`;
}

// ---- Unpacking ----

/** A part as a file. */
export interface PartFile extends ZipInput {
  readonly part: Part;
}

/** The file of an archive that gives types and order. */
const MANIFEST = 'manifest';

/**
 * The parts of a message as files. What a sender calls a part is a label: the files' names are made of it, of plain characters only, all
 * different, and with an extension of the type.
 */
export function partFiles({ parts }: Pick<Message, 'parts'>): PartFile[] {
  const all = leafParts(parts);
  const wished = all.map(({ name, contentType }) => {
    const [extension] = extensionsOfType(contentType);
    return extension === undefined || /[^./\\]\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}.${extension}`;
  });
  const plain = safeNames(wished).map((name) => (DEVICE_NAME.test(name) ? `_${name}` : name));
  const names = safeNames(plain, [MANIFEST]);
  return all.map((part, i) => ({ name: names[i] as string, data: part.data, part }));
}

/** The manifest of files: their types, in their order. */
export function manifestOf(files: readonly PartFile[]): ZipInput {
  const lines = files.map(({ name, part: { contentType, charset } }) => {
    const parameter = charset === undefined ? '' : `; charset=${charset}`;
    return `${name}=${contentType}${parameter}\n`;
  });
  return { name: MANIFEST, data: new TextEncoder().encode(lines.join('')) };
}

/** The headers of a message that files of its parts cannot hold. */
export function headersLeftOut(message: Message): string[] {
  const names = ['from', 'to', 'cc', 'bcc', 'subject'] as const;
  return names.filter((name) => message[name] !== undefined && message[name].length > 0);
}

/** The slides of a message; what is wrong with its SMIL becomes a warning. */
export function resolveMessage(session: Session, message: Pick<Message, 'parts' | 'start'>): ResolvedMessage {
  const onIssue = ({ message: text }: Issue) => session.warn(text);
  return resolveSlides(message, { onIssue });
}
