/**
 * Multimedia messages as files: reading them, unpacking them, and what is in them in plain words.
 * @module
 */
import type { Issue } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { counted, cutTo } from '../inspect/printable.js';
import { findContentClass, leafParts } from '../mms/content-class.js';
import {
  clipMs,
  decodeMms,
  extensionsOfType,
  type MmsHeaders,
  type MmsPdu,
  type MmsTime,
  type MRetrieveConf,
  type MSendReq,
  type Part,
  partText,
  pictureSize,
  type ResolvedMessage,
  type ResolvedSlide,
  resolveSlides,
  safeNames,
  toRetrieveConf,
  toSendReq,
  type ZipInput,
} from '../mms/index.js';
import type { FileContent } from './files.js';
import { inFile, inputName, type Session, UsageError } from './io.js';
import { instant, type Line, linesOfText } from './lines.js';

/** A message with its parts, in either of the forms that files hold. */
export type Message = MRetrieveConf | MSendReq;

/** The forms, as options name them. */
export const MESSAGE_FORMS = { retrieve: 'M-Retrieve.conf', send: 'M-Send.req' } as const;

export type MessageForm = keyof typeof MESSAGE_FORMS;

/** The PDU of a file. Faults that `--lenient` lets pass become warnings. */
export function readMms(session: Session, { path, octets }: FileContent, lenient: boolean): MmsPdu {
  const onIssue = ({ message }: Issue) => session.warn(`${inputName(path)}: ${message}`);
  return inFile(path, () => decodeMms(octets, { lenient, onIssue }));
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

/** What a message is, in a line: `M-Retrieve.conf, 8120 octets, class image-basic, 2 slides, 5 parts`. */
export function describeMessage(message: Message, sizeOctets: number): string {
  const slides = resolveSlides(message).slides.length;
  const parts = leafParts(message.parts).length;
  return `${describePdu(message, sizeOctets)}, ${counted(slides, 'slide')}, ${counted(parts, 'part')}`;
}

function describePdu(pdu: MmsPdu, sizeOctets: number): string {
  const contentClass = pdu.parts === undefined ? undefined : classOf(pdu);
  return `${pdu.type}, ${counted(sizeOctets, 'octet')}${contentClass === undefined ? '' : `, class ${contentClass}`}`;
}

/** The class of a message; undefined also for one with faults, which could not be written. */
function classOf(pdu: MmsPdu): string | undefined {
  return tryDecode(() => findContentClass(pdu));
}

// ---- Unpacking ----

/** A part as a file. */
export interface PartFile extends ZipInput {
  readonly part: Part;
}

/** The file of an archive that gives types and order. */
const MANIFEST = 'manifest';

/** Names that are devices on Windows, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

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
  const plain = safeNames(wished).map((name) => (DEVICE.test(name) ? `_${name}` : name));
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

// ---- In plain words ----

/** Characters of a text that are shown. */
const SHOWN_TEXT = 2_000;

/** A PDU of so many octets as a person reads it; of a message its slides. */
export function mmsToText(pdu: MmsPdu, sizeOctets: number, resolved: ResolvedMessage | undefined): string {
  const lines: Line[] = [['type', describePdu(pdu, sizeOctets)], ...headerLines(pdu)];
  if (resolved !== undefined) {
    const { slides, attachments } = resolved;
    for (const [i, slide] of slides.entries())
      lines.push([`slide ${i + 1}`, `${slide.durationMs / 1000} s`], ...slideLines(slide));
    for (const part of attachments) lines.push(['attachment', describePart(part)]);
  }
  return linesOfText(lines, Math.max(...lines.map(([name]) => name.length)) + 2);
}

/** The slides of a message; what is wrong with its SMIL becomes a warning. */
export function resolveMessage(session: Session, message: Pick<Message, 'parts' | 'start'>): ResolvedMessage {
  const onIssue = ({ message: text }: Issue) => session.warn(text);
  return resolveSlides(message, { onIssue });
}

function slideLines({ image, video, text, sound }: ResolvedSlide): Line[] {
  return [
    ['  picture', image && describePart(image)],
    ['  video', video && describePart(video)],
    ['  text', text && `${describePart(text)}\n${textOf(text)}`],
    ['  sound', sound && describePart(sound)],
  ];
}

/** Name, type, size: `coast.jpg, image/jpeg, 160x120, 5866 octets`. */
export function describePart({ name, contentType, data }: Part): string {
  const size = pictureSize(data, contentType);
  const ms = size === undefined ? clipMs(data) : undefined;
  return [
    name,
    contentType,
    ...(size === undefined ? [] : [`${size.widthPx}x${size.heightPx}`]),
    ...(ms === undefined ? [] : [`${Math.round(ms / 100) / 10} s`]),
    counted(data.length, 'octet'),
  ].join(', ');
}

/** The text of a part as far as it is shown, with line feeds. */
export function textOf(part: Part): string {
  const plain = partText(part).replace(/\r\n?/g, '\n').trimEnd();
  return plain.length > SHOWN_TEXT ? `${cutTo(plain, SHOWN_TEXT)}...` : plain;
}

/** What describes the body, and has a line of its own or none. */
const NOT_SHOWN = ['type', 'parts', 'contentType', 'start', 'startType', 'charset', 'parameters', 'otherHeaders'];

function headerLines(pdu: MmsPdu): Line[] {
  const headers = Object.entries(pdu) as [keyof MmsHeaders, unknown][];
  return headers
    .filter(([name, value]) => !NOT_SHOWN.includes(name) && value !== undefined)
    .map(([name, value]) => [wordsOf(name), valueText(name, value)]);
}

/** `deliveryReport` as `delivery report`. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueText(name: keyof MmsHeaders, value: unknown): string {
  if (value instanceof Date) return instant(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number')
    return name === 'messageSize' ? counted(Number(value), 'octet') : String(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return isTime(value) ? timeText(value) : JSON.stringify(value);
}

function isTime(value: unknown): value is MmsTime {
  const { kind } = value as { kind?: unknown };
  return kind === 'absolute' || kind === 'relative';
}

function timeText(time: MmsTime): string {
  return time.kind === 'absolute' ? instant(time.at) : `${counted(time.seconds, 'second')} after it was sent`;
}
