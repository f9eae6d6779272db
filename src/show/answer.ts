/**
 * What a payload says, in one sentence and with what there is to see and to hear of it.
 *
 *   SMS from 27838890001, 29 Mar 1999 15:16 +02:00: hellohello
 *   Operator logo, 234 10, 16 x 7 pixels; submit_sm to 447700900001
 *   PNG picture, 16x16, 1 bit grey
 *
 * It is made of the tree of fields, which a payload that is cut has too, and of what its decoders make of it. Logs and listings hold several payloads.
 * @module
 */

import type { ArchiveFormat } from '../archive/model.js';
import type { Field } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { type Fact, formatAddress, formatInstant, pickFacts } from '../content/facts.js';
import { describeContent, KINDS } from '../content/kinds.js';
import { FormatError } from '../errors.js';
import { listArchiveFacts } from '../inspect/archive-tree.js';
import { listCellFields } from '../inspect/cell-tree.js';
import { TABLE } from '../inspect/formats/table.js';
import { fitsDirection, isMessageArchive } from '../inspect/formats.js';
import { type Format, identify } from '../inspect/index.js';
import { shorten } from '../inspect/printable.js';
import type { Content } from '../message/index.js';
import type { MmsPdu } from '../mms/binary.js';
import { isMessageField, messagesIn } from './archived.js';
import { type Carried, findCarried, type Inspected } from './carried.js';
import { headerFacts } from './facts.js';
import { type Shown, shownContent } from './shown.js';

/** What there is to say of a payload. */
export interface Answer {
  readonly sentence: string;
  /** What a phone shows of it; undefined for what no phone shows. */
  readonly carried?: Carried | undefined;
  /** What there is to see, to hear and to read; a text that the sentence has in full is not here. */
  readonly shown: readonly Shown[];
  /** What the sentence does not say. */
  readonly facts: readonly Fact[];
  /** A picture or a sound in the file's own format. */
  readonly file?: AnswerFile | undefined;
  /** What is missing or wrong. */
  readonly faults: readonly string[];
  /** Why a phone does not show it, though it is made for one. */
  readonly refusal?: string | undefined;
}

/** A file that other programs show or play. */
export interface AnswerFile {
  readonly octets: Uint8Array;
  /** Media type. */
  readonly type: string;
}

/** A payload that others stand beside: in the lines of a log, of a listing, of a session with a modem. */
export interface FoundPayload extends Inspected {
  /** The field of the tree that holds it. */
  readonly holder: Field;
  /** `line 3, columns 38-113`, or its place in the list. */
  readonly where: string;
}

/** Characters of a text in a sentence. */
const MAX_TEXT = 160;
/** Faults that are told; the tree has them all. */
const MAX_FAULTS = 4;
/** Fields that are looked at. */
const MAX_FIELDS = 2_000;

/**
 * Says what a payload is.
 * @param reason what the format was recognised by; without it, the name of the format is said.
 */
export function describeAnswer(payload: Inspected, reason?: string): Answer {
  const { format, field } = payload;
  const { carried, refusal } = tryCarried(payload);
  const message = findField(field, ({ name }) => MESSAGE.test(name));
  const own = carried === undefined ? undefined : describeCarried(carried, format);
  const faults = listFaults(field);
  const common = { faults: faults.length > 0 || refusal === undefined ? faults : [refusal], refusal };
  // A capture is of many messages: each is said by itself.
  if (isMessageArchive(format)) return { ...describeArchived(payload, format, carried), ...common };
  if (format === 'capture')
    return { sentence: sayWith('Capture of a network', field.meaning), shown: [], facts: [], ...common };
  if (message !== undefined) return { ...describeMessage(message, carried), ...common };
  if (format === 'cbs' || format === 'ussd') return { ...describeCell(field, format, carried), ...common };
  if (own !== undefined) {
    const where = isWrapper(format) ? (reason ?? field.meaning ?? field.name) : undefined;
    return { ...own, ...common, sentence: where === undefined ? own.sentence : `${own.sentence}; ${where}` };
  }
  const words = reason ?? [field.name, field.meaning].filter((word) => word !== undefined).join(', ');
  const text = format === 'push-xml' ? findText(field) : JOINED.test(field.name) ? `${field.value ?? ''}` : undefined;
  const file = findFile(payload);
  return {
    sentence: sayWith(capitalize(words), text),
    shown: text === undefined ? [] : longText(text),
    facts: listFacts(field, format),
    file,
    ...common,
  };
}

/**
 * The payloads of a log, a listing or a session: messages that are joined from several first, then all in their order; none for a payload by
 * itself.
 */
export function listPayloads(payload: Inspected, most: number): FoundPayload[] {
  const { field, format } = payload;
  if (format === undefined || TABLE[format].kind !== 'listing') return [];
  const joined = field.children.filter(({ name }) => JOINED.test(name));
  if (isMessageArchive(format)) return listMessages(payload, joined.map(openJoined)).slice(0, most);
  const holders = field.children.filter((child) => !joined.includes(child) && isHolder(child));
  const found = holders.slice(0, most).map((holder, i) => openHolder(payload, holder, i));
  // Where there is nothing but the parts of one message, it is what the whole says.
  if (joined.length === 1 && format !== 'log' && format !== 'capture')
    return [{ ...payload, holder: field, where: joined[0]?.name as string }, ...found];
  return [...joined.map(openJoined), ...found].slice(0, most);
}

function openJoined(field: Field): FoundPayload {
  return { octets: field.octets ?? new Uint8Array(0), format: undefined, field, holder: field, where: field.name };
}

const JOINED = /joined from \d+ parts$/;

/** Whether a field of a listing holds a payload. */
export function isHolder(field: Field): boolean {
  return (field.octets !== undefined && field.children.length > 0) || isMessageField(field);
}

/** Where an archive of messages is in its own list: before them. */
export const WHOLE = 'archive';

/** An archive of several messages, and each of them. */
function listMessages(payload: Inspected, joined: readonly FoundPayload[]): FoundPayload[] {
  const { field } = payload;
  const all = messagesIn(field, payload.octets);
  if (all.length < 2) return [];
  const found = all.map(({ octets, field: holder }) => ({ ...payload, octets, field: holder, holder, where: holder.name }));
  // What an archive holds is known when it is read to its end.
  return field.meaning === undefined ? found : [{ ...payload, holder: field, where: WHOLE }, ...joined, ...found];
}

function openHolder({ direction }: Inspected, holder: Field, index: number): FoundPayload {
  const octets = holder.octets as Uint8Array;
  const [inner] = holder.children as readonly [Field, ...Field[]];
  // An odd number of digits is a fault of the line.
  const field = holder.error === undefined ? inner : { ...inner, error: holder.error };
  const where = holder.meaning ?? `payload ${index + 1}`;
  return { octets, field, holder, direction, format: findFormat(octets, inner, direction), where };
}

/** The likeliest reading that has the type of message which the tree shows. */
function findFormat(octets: Uint8Array, { name }: Field, direction: Inspected['direction']): Format | undefined {
  const way = name === 'SMS-SUBMIT' ? 'MO' : name === 'SMS-DELIVER' || name === 'SMS-STATUS-REPORT' ? 'MT' : direction;
  return tryDecode(() => identify(octets))?.find((reading) => fitsDirection(reading.format, way))?.format;
}

function tryCarried(payload: Inspected): { readonly carried?: Carried | undefined; readonly refusal?: string } {
  try {
    return { carried: findCarried(payload) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { refusal: error.message };
  }
}

// ---- messages ----

const MESSAGE = /^SMS-/;

type Said = Pick<Answer, 'sentence' | 'shown' | 'facts' | 'carried'>;

/** A TPDU by its fields, and what it carries. */
function describeMessage(message: Field, carried: Carried | undefined): Said {
  const said = (name: string) => message.children.find((child) => child.name === name)?.meaning;
  const [origin, destination, recipient] = ['TP-OA', 'TP-DA', 'TP-RA'].map(said);
  const time = formatTime(said('TP-SCTS'));
  if (message.name === 'SMS-STATUS-REPORT') {
    const subject = ['Status report', recipient && `on an SMS to ${recipient}`, time && `of ${time}`];
    return { sentence: sayWith(subject.filter(Boolean).join(' '), said('TP-ST')), shown: [], facts: [] };
  }
  const way = origin !== undefined ? ` from ${origin}` : destination !== undefined ? ` to ${destination}` : '';
  // What was joined has no parts any more.
  const part = carried === undefined ? findPart(message) : undefined;
  const isText = message.name === 'SMS-DELIVER' || message.name === 'SMS-SUBMIT';
  const content = carried?.kind === 'content' ? carried.content : undefined;
  const subject = isText ? nameMessage(content, part) : message.name;
  const head = [`${subject}${way}`, time].filter((word) => word !== undefined && word !== '').join(', ');
  // Of a part of several, and of a message that is cut, the tree has the text that is there.
  const text = content === undefined ? findText(message) : textOf(content);
  if (text !== undefined && (content === undefined || textOf(content) !== undefined)) {
    return { sentence: sayWith(head, text), shown: longText(text), facts: [], carried };
  }
  const packet = findField(message, ({ name }) => PACKET.test(name));
  if (packet !== undefined) {
    const words = [packet.name, packet.meaning].filter((word) => word !== undefined).join(', ');
    return { sentence: sayWith(head, words), shown: [], facts: [], carried };
  }
  if (carried === undefined) return { sentence: sayWith(head, said('TP-FCS')), shown: [], facts: [] };
  const { sentence, shown, facts } = describeCarried(carried, undefined);
  return { sentence: sayWith(head, sentence.charAt(0).toLowerCase() + sentence.slice(1)), shown, facts, carried };
}

/** What goes to the toolkit of a SIM, and back. */
const PACKET = /^(?:command|response) packet$/;

function nameMessage(content: Content | undefined, part: string | undefined): string {
  const name = content?.kind === 'flash' ? 'Flash SMS' : 'SMS';
  return part === undefined ? name : `Part ${part} of an SMS`;
}

/** `1 of 2`, of a message in several parts. */
function findPart(message: Field): string | undefined {
  const element = findField(message, ({ meaning }) => meaning !== undefined && PART.test(meaning));
  return PART.exec(element?.meaning ?? '')?.[1];
}

const PART = /^concat [^:]*: part (\d+ of \d+)/;

/** The first text of a tree that is a message's own. */
function findText(tree: Field): string | undefined {
  const isText = ({ name, value }: Field) =>
    (name === 'text' || name === 'characters') && typeof value === 'string' && value.trim() !== '';
  const place = tree.children.find(({ name }) => name === 'TP-UD') ?? (MESSAGE.test(tree.name) ? undefined : tree);
  return place === undefined ? undefined : (findField(place, isText)?.value as string | undefined);
}

/** `1999-03-29T15:16:59+02:00` as `29 Mar 1999 15:16 +02:00`; other words as they are. */
function formatTime(iso: string | undefined): string | undefined {
  const [, year, month, day, clock, zone] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d):\d\d(.*)$/.exec(iso ?? '') ?? [];
  return year === undefined ? iso : `${Number(day)} ${MONTHS[Number(month) - 1]} ${year} ${clock} ${zone}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Cell broadcast and USSD by their fields: what kind of message, what it says, and how it is coded. */
function describeCell(field: Field, format: 'cbs' | 'ussd', carried: Carried | undefined): Said {
  const text = findText(field);
  const [head = field.name] = format === 'ussd' ? ['USSD'] : (field.meaning?.split('; code ') ?? []);
  const facts = listCellFields(field);
  return { sentence: sayWith(head, text), shown: text === undefined ? [] : longText(text), facts: pickFacts(facts), carried };
}

/** An archive: what it holds, or a message of it. */
function describeArchived(
  payload: Inspected,
  format: ArchiveFormat,
  carried: Carried | undefined,
): Said & Pick<Answer, 'file'> {
  const { field } = payload;
  const title = capitalize(TABLE[format].label);
  const [only, ...others] = messagesIn(field, payload.octets);
  if (only === undefined || others.length > 0)
    return { sentence: sayWith(title, field.meaning), shown: [], facts: pickFacts(listArchiveFacts(format, payload.octets)) };
  const { value, meaning } = only.field;
  const text = typeof value === 'string' ? value : undefined;
  const sentence = sayWith(`${isMessageField(field) ? '' : `${title}: `}${meaning}`, text);
  const inside = carried === undefined || isTextOf(carried, text) ? [] : describeCarried(carried, undefined).shown;
  const file = findFileIn(only.field.children.flatMap(({ octets }) => octets ?? []).slice(0, MAX_PARTS));
  return { sentence, shown: [...(text === undefined ? [] : longText(text)), ...inside], facts: [], carried, file };
}

function isTextOf(carried: Carried, text: string | undefined): boolean {
  return carried.kind === 'content' && textOf(carried.content) === text;
}

// ---- what they carry ----

/** What a phone shows, in words and to look at. */
function describeCarried(carried: Carried, format: Format | undefined): Said {
  if (carried.kind === 'mms') return { ...describeMms(carried.message), carried };
  const { content } = carried;
  const { facts, first } = describeContent(content);
  const text = facts.find(({ name }) => name === first) ?? facts.find(({ name }) => !SHOWN_BEFORE.includes(name));
  const details = facts.filter(({ name }) => SHOWN_BEFORE.includes(name));
  const kind = format === undefined ? undefined : TABLE[format];
  // A file is named by its format, what comes in messages by what it is there.
  const isFile = kind?.kind === 'picture' || kind?.kind === 'tune';
  const title = isFile
    ? capitalize(kind?.label as string)
    : content.kind === 'text'
      ? 'Text'
      : format === 'text' && content.kind === 'pictureMessage'
        ? 'Picture drawn in # and .'
        : KINDS[content.kind].title;
  const head = [title, ...details.map(({ value }) => value)].join(', ');
  return {
    sentence: sayWith(head, text?.value),
    shown: showContent(content),
    facts: facts.filter((fact) => fact !== text && !details.includes(fact)),
    carried,
  };
}

/** Facts that stand between a content's name and its words. */
const SHOWN_BEFORE: readonly string[] = ['Network', 'Picture', 'Tune', 'From'];

/** Pictures and tunes; of texts those that are too long for a sentence. What is said by facts is not said once more. */
function showContent(content: Content): readonly Shown[] {
  const text = textOf(content);
  if (text !== undefined) return longText(text);
  const shown = tryDecode(() => shownContent(content)) ?? [];
  return content.kind === 'pdu' ? shown : shown.filter(({ kind }) => kind !== 'text');
}

function textOf(content: Content): string | undefined {
  return content.kind === 'text' || content.kind === 'flash' ? content.text : undefined;
}

function longText(text: string): Shown[] {
  return text.length > MAX_TEXT || /[\r\n]/.test(text.trim()) ? [{ kind: 'text', name: 'text', text }] : [];
}

function describeMms(message: MmsPdu): Omit<Said, 'carried'> {
  const { from, date, subject } = message;
  const head = ['Multimedia message', from && ` from ${formatAddress(from)}`, date && `, ${formatInstant(date)}`];
  const shownFacts = headerFacts(message).filter(({ name }) => !UNTOLD.includes(name));
  return { sentence: sayWith(head.filter(Boolean).join(''), subject), shown: [], facts: shownFacts };
}

/** Headers that the sentence has, and those that say nothing to a person. */
const UNTOLD: readonly string[] = ['From', 'Date', 'Subject', 'MMS version', 'Message id', 'Transaction id'];

// ---- files and documents ----

/** Whether a format is a way to carry something else. */
function isWrapper(format: Format | undefined): boolean {
  const { kind = undefined } = format === undefined ? {} : TABLE[format];
  return kind === 'document' || kind === 'wrapper' || format === 'smpp';
}

/** Media types of formats that are shown by other programs. */
const FILE_TYPES: { readonly [F in Format]?: string } = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  wav: 'audio/wav',
};

/** The picture or sound that a payload is, or the first in a wrapping of it. */
function findFile({ octets, format, field }: Inspected): AnswerFile | undefined {
  const type = format === undefined ? undefined : FILE_TYPES[format];
  if (type !== undefined) return { octets, type };
  return findFileIn(field.children.flatMap((child) => child.octets ?? []).slice(0, 1));
}

/** The first picture or sound among octets. */
function findFileIn(all: readonly Uint8Array[]): AnswerFile | undefined {
  for (const octets of all) {
    const found = tryDecode(() => identify(octets))?.[0]?.format;
    const type = found === undefined ? undefined : FILE_TYPES[found];
    if (type !== undefined) return { octets, type };
  }
  return undefined;
}

/** Parts of a message that are looked through for a picture. */
const MAX_PARTS = 8;

/** Facts of documents that are lists: the attributes of a descriptor, the files of an archive. */
function listFacts({ children }: Field, format: Format | undefined): Fact[] {
  if (format !== 'jad' && format !== 'zip') return [];
  const shown = children.filter(({ name }) => name !== 'directory').slice(0, MAX_FACTS);
  return pickFacts(shown.map(({ name, value, meaning }) => [name, value === undefined ? meaning : `${value}`]));
}

const MAX_FACTS = 8;

// ---- trees ----

/** The first field that passes a test, looked for level by level. */
function findField(root: Field, test: (field: Field) => boolean): Field | undefined {
  const fields = [root];
  for (let i = 0; i < fields.length && i < MAX_FIELDS; i++) {
    const field = fields[i] as Field;
    if (test(field)) return field;
    for (const child of field.children) if (fields.length < MAX_FIELDS) fields.push(child);
  }
  return undefined;
}

/** The first errors and warnings of a tree, errors before warnings. */
function listFaults(root: Field): string[] {
  const errors: string[] = [];
  const warnings: string[] = [];
  findField(root, ({ error, warnings: own = [] }) => {
    if (error !== undefined) errors.push(error.message);
    warnings.push(...own);
    return false;
  });
  return [...new Set([...errors, ...warnings])].slice(0, MAX_FAULTS);
}

/** A sentence is one line. */
function sayWith(head: string, words: string | undefined): string {
  const line = shorten((words ?? '').trim().replace(/\s+/g, ' '), MAX_TEXT);
  // A sender in letters may have line breaks.
  const subject = head.replace(/\s+/g, ' ');
  return line === '' ? subject : `${subject}: ${line}`;
}

/** Names such as iMelody stay. */
function capitalize(words: string): string {
  return /^[a-z][A-Z]/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
}
