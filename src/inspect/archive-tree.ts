/**
 * Archives of messages: a field for each message, with its text and who it is from, over the lines or elements that it is written in; what
 * a message carries, such as a picture, is opened after them. What the messages are the readers of `handset/archive` say.
 * @module
 */
import { describeArchive, describeMessage } from '../archive/describe.js';
import { type ArchiveFormat, type ArchiveMessage, groupConversations, identifyArchive, messageText } from '../archive/index.js';
import type { Archive, ArchivePart } from '../archive/model.js';
import { readArchiveAs, SMS_IE_ROWS, unpackArchive } from '../archive/read.js';
import { type FileText, octetCounter, readFileText } from '../archive/text.js';
import { pluralize } from '../bytes/file-fields.js';
import { type Field, fromHex } from '../bytes/index.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { allLimits, Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import type { FormatError, Limits } from '../errors.js';
import { decodeUdh } from '../sms/udh.js';
import { isZip } from '../zip/tree.js';
import { archivePieces, type Piece } from './archive-pieces.js';
import type { Bounds } from './call-limits.js';
import type { Identification } from './formats.js';
import { joinParts } from './join-parts.js';
import type { BoundedOpening, InspectedPart } from './nested-payloads.js';
import { type Readings, type Reported, readTwice } from './read-twice.js';
import type { Steps } from './steps.js';
import { leafTree, withWarnings } from './trees.js';

/** Times that the octets of an input may become, unpacked. */
const MAX_RATIO = 16;

/** Reads an archive strictly, or as far as it goes. */
function readArchiveTwice(format: ArchiveFormat, octets: Uint8Array, limits: Partial<Limits> | undefined): Readings<Archive> {
  const { archiveOctets, inspectOctets } = allLimits(limits);
  const bounded = { ...limits, archiveOctets: Math.min(archiveOctets, MAX_RATIO * inspectOctets) };
  return readTwice((options) => readArchiveAs(format, octets, options), bounded);
}

/** What an archive holds; of a single message what it says. */
function describeAll(archive: Archive): string {
  const { messages, cards, calendars, unknown } = archive;
  const [only, ...others] = messages;
  const isAlone = others.length + cards.length + calendars.length + unknown.length === 0;
  return only !== undefined && isAlone ? describeMessage(only) : describeArchive(archive);
}

/** How likely octets are an archive of a format, and why; undefined where they are none. */
export function judgeArchive(
  format: ArchiveFormat,
  octets: Uint8Array,
  limits: Partial<Limits> | undefined,
): Omit<Identification, 'format'> | undefined {
  if (tryDecode(() => identifyArchive(octets)) !== format) return undefined;
  const { value, fault } = readArchiveTwice(format, octets, limits);
  if (value === undefined) return { confidence: 0.7, reason: `begins as one, but ${fault?.message}` };
  const words = describeAll(value);
  // Of a ZIP archive and of XML or JSON it says more than that.
  if (fault === undefined) return { confidence: isZip(octets) ? 0.995 : 0.98, reason: words };
  return { confidence: 0.96, reason: `${words}, with faults: ${fault.message}` };
}

/** What is told of an archive beside the number of its messages. */
export function listArchiveFacts(
  format: ArchiveFormat,
  octets: Uint8Array,
): readonly (readonly [string, string | undefined])[] {
  const { value } = readArchiveTwice(format, octets, undefined);
  if (value === undefined) return [];
  const { messages, cards, unknown } = value;
  const people = groupConversations(messages, cards);
  const named = people.slice(0, MAX_PEOPLE).map(({ title, messages: own }) => `${title} (${own.length})`);
  const count = (test: (message: ArchiveMessage) => boolean) => messages.filter(test).length;
  const withRest = count(({ rest }) => rest !== undefined);
  return [
    [
      'Conversations',
      messages.length < 2 ? undefined : `${named.join(', ')}${people.length > MAX_PEOPLE ? ' and others' : ''}`,
    ],
    ['Multimedia messages', some(count(({ kind }) => kind === 'mms'))],
    ['Unread', some(count(({ state }) => state === 'unread'))],
    ['Drafts', some(count(({ state }) => state === 'draft'))],
    ['Fields that are kept unread', withRest === 0 ? undefined : `in ${pluralize(withRest, 'message')}`],
    [
      'Not understood',
      unknown.length === 0 ? undefined : `${[...new Set(unknown.map(({ reason }) => reason))].slice(0, 3).join(', ')}`,
    ],
  ];
}

/** Conversations that are named. */
const MAX_PEOPLE = 8;

const some = (count: number) => (count === 0 ? undefined : String(count));

/** The tree of an archive, message by message. */
export function* archiveSteps(format: ArchiveFormat, octets: Uint8Array, opening: BoundedOpening): Steps<Field> {
  const { bounds } = opening;
  const { value, fault, refusal, issues } = readArchiveTwice(format, octets, bounds);
  const place = { name: 'archive', value: undefined, start: 0, end: octets.length };
  if (value === undefined) {
    const error = (refusal ?? fault) as FormatError;
    return { ...leafTree('archive', octets, bounds), error };
  }
  const root = { ...place, meaning: describeAll(value) };
  const isSilent = fault !== undefined && issues.length === 0;
  const warnings = isSilent ? [fault.message] : [];
  let children: Field[];
  if (format === 'sms-ie' && isZip(octets)) {
    const zip = opening.inspect(octets, 'zip').field;
    const rows = unpackArchive(octets).find(({ name }) => name === SMS_IE_ROWS)?.data ?? new Uint8Array(0);
    const builder = new Builder(format, rows, value, issues, opening);
    yield* builder.steps();
    const end = octets.length;
    const own = { name: SMS_IE_ROWS, value: undefined, start: end, end, octets: rows, children: builder.finish() };
    children = [{ ...zip, start: 0, end }, own];
    warnings.push(...builder.warnings);
  } else {
    const builder = new Builder(format, octets, value, issues, opening);
    yield* builder.steps();
    children = builder.finish();
    warnings.push(...builder.warnings);
  }
  return withWarnings({ ...root, children }, warnings);
}

/** Makes the fields of a text, those of each message in one. */
class Builder {
  readonly warnings: string[] = [];
  readonly #format: ArchiveFormat;
  readonly #octets: Uint8Array;
  readonly #archive: Archive;
  readonly #opening: BoundedOpening;
  readonly #bounds: Bounds;
  readonly #octetAt: (index: number) => number;
  readonly #text: string;
  readonly #issues: readonly Reported[];
  readonly #fields: Field[] = [];
  #nextIssue = 0;
  #nextMessage = 0;
  #nextUnknown = 0;
  /** Index in the text and octet at which the next piece begins. */
  #index = 0;
  #octet = 0;
  /** Parts of longer messages. */
  readonly #parts: InspectedPart[] = [];
  /** The group that is open. */
  #group: { readonly name: string; readonly start: number; readonly message: number; readonly fields: Field[] } | undefined;

  constructor(
    format: ArchiveFormat,
    octets: Uint8Array,
    archive: Archive,
    issues: readonly Reported[],
    opening: BoundedOpening,
  ) {
    this.#format = format;
    this.#octets = octets;
    this.#archive = archive;
    this.#opening = opening;
    this.#bounds = opening.bounds;
    this.#issues = [...issues].sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0));
    const file: FileText =
      format === 'eml'
        ? { text: decodeLatin1(octets), encoding: 'iso-8859-1', markOctets: 0 }
        : readFileText(octets, new Reading({ lenient: true, limits: opening.bounds }));
    this.#text = file.text;
    this.#octetAt = octetCounter(file);
    if (file.markOctets > 0) {
      this.#fields.push({ name: 'byte order mark', value: undefined, start: 0, end: file.markOctets, children: [] });
      this.#octet = file.markOctets;
    }
  }

  *steps(): Steps<void> {
    const { inspectItems } = this.#bounds;
    const { messages } = this.#archive;
    for (const piece of archivePieces(this.#format, this.#text)) {
      const isFull = this.#bounds.fields.left <= (piece.parts?.length ?? 0) + 1 || this.#nextMessage > inspectItems;
      if (isFull) break;
      const next = this.#index + piece.text.length;
      const begins = messages[this.#nextMessage];
      const isMessage = begins !== undefined && (begins.at ?? 0) < next;
      if (isMessage || piece.group !== undefined) {
        if (this.#close()) yield this.#fields;
        if (isMessage && this.#nextMessage === inspectItems) break;
        const name = isMessage ? `message ${this.#nextMessage + 1}` : (piece.group as string);
        const message = isMessage ? this.#nextMessage++ : -1;
        this.#group = { name, start: this.#octet, message, fields: [] };
      }
      this.#add(piece, next);
      if (piece.isEnd === true && this.#close()) yield this.#fields;
    }
    this.#close();
  }

  finish(): Field[] {
    const { length } = this.#octets;
    if (this.#octet < length) {
      const left = this.#archive.messages.length - this.#nextMessage;
      if (left > 0) this.warnings.push(`the first ${this.#nextMessage} messages are shown`);
      this.#fields.push({
        name: left > 0 ? 'more messages' : 'rest',
        value: undefined,
        start: this.#octet,
        end: length,
        children: [],
      });
    }
    const { fields, warnings } = joinParts(this.#parts, length, this.#bounds);
    this.warnings.push(...warnings);
    return [...this.#fields, ...fields];
  }

  /** Adds a piece up to an index of the text. */
  #add(piece: Piece, next: number): void {
    const start = this.#octet;
    // The last octet of UTF-16 may be half a unit.
    const end = next >= this.#text.length ? this.#octets.length : this.#octetAt(next);
    const warnings: string[] = [];
    for (let issue = this.#issues[this.#nextIssue]; issue !== undefined; issue = this.#issues[++this.#nextIssue]) {
      if ((issue.offset ?? 0) >= end && next < this.#text.length) break;
      warnings.push(`at ${issue.offset}: ${issue.reason}`);
    }
    const unknown = this.#archive.unknown[this.#nextUnknown];
    const isUnknown = unknown !== undefined && unknown.at < next;
    if (isUnknown) this.#nextUnknown++;
    const field = this.#fieldOf(piece, this.#index, start, end);
    const meaning = isUnknown ? `not understood: ${unknown.reason}` : field.meaning;
    const shown = withWarnings({ ...field, ...(meaning !== undefined && { meaning }) }, warnings);
    (this.#group?.fields ?? this.#fields).push(shown);
    this.#index = next;
    this.#octet = end;
  }

  #fieldOf({ name, value, meaning, parts = [] }: Piece, index: number, start: number, end: number): Field {
    this.#bounds.fields.spend(name, start);
    const children: Field[] = [];
    let [at, octet] = [index, start];
    for (const [i, part] of parts.entries()) {
      at += part.text.length;
      const to = i === parts.length - 1 ? end : this.#octetAt(at);
      children.push(this.#fieldOf(part, at - part.text.length, octet, to));
      octet = to;
    }
    return { name, value, ...(meaning !== undefined && { meaning }), start, end, children };
  }

  /** Closes the group that is open. @returns whether it was a message */
  #close(): boolean {
    const group = this.#group;
    if (group === undefined) return false;
    this.#group = undefined;
    const { name, start, fields } = group;
    const end = this.#octet;
    const message = this.#archive.messages[group.message];
    if (message === undefined) {
      this.#fields.push({ name, value: undefined, start, end, children: fields });
      return false;
    }
    const text = messageText(message);
    // The one element or row of a message is the message.
    const [only, ...others] = fields;
    const isAlone = only !== undefined && others.length === 0 && only.children.length > 0;
    const shown = isAlone ? only.children : fields;
    const field = { name, value: text === '' ? undefined : text, meaning: describeMessage(message), start, end };
    this.#fields.push(
      withWarnings({ ...field, children: [...shown, ...this.#carried(message, end)] }, (isAlone && only.warnings) || []),
    );
    return true;
  }

  /** What a message carries, opened. */
  #carried(message: ArchiveMessage, at: number): Field[] {
    const { parts, udh, rest = [] } = message;
    const found: Field[] = [];
    const place = { value: undefined, start: at, end: at };
    const open = (name: string, octets: Uint8Array, as?: 'udh', meaning?: string): void => {
      if (this.#bounds.fields.isSpent) return;
      const children = octets.length === 0 ? [] : [this.#opening.inspect(octets, as).field];
      found.push({ name, ...place, ...(meaning !== undefined && { meaning }), octets, children });
    };
    if (udh !== undefined) {
      open('user data header', udh, 'udh');
      this.#keepPart(message, udh);
    }
    const pdu = rest.find(({ family, name }) => family === 'vmg' && name === 'PDU');
    if (pdu !== undefined) open('PDU', fromHex(pdu.value));
    for (const [i, part] of parts.entries()) {
      if (part.isMissing === true) {
        found.push({
          name: `part ${i + 1}`,
          ...place,
          meaning: nameOf(part),
          warnings: ['is not in the archive'],
          children: [],
        });
      } else open(`part ${i + 1}`, part.data, undefined, nameOf(part));
    }
    return found;
  }

  #keepPart({ addresses, direction, parts, text }: ArchiveMessage, octets: Uint8Array): void {
    const udh = tryDecode(() => decodeUdh(octets).elements);
    if (udh === undefined) return;
    const from = `${direction} ${addresses.map(({ address }) => address).join(' ')}`;
    const [first] = parts;
    this.#parts.push(first === undefined ? { udh, text, from } : { udh, data: first.data, from });
  }
}

function nameOf({ contentType, name, location, fileName, contentId, data }: ArchivePart): string {
  const own = name ?? location ?? fileName ?? contentId;
  return `${contentType}${own === undefined ? '' : `, ${own}`}, ${pluralize(data.length, 'octet')}`;
}
