/**
 * Multimedia messages with what they carry: presentations, texts, cards, sounds and pictures are opened by their content type.
 * @module
 */
import { formatDuration, pluralize } from '../bytes/file-fields.js';
import { type ByteReader, type Field, toHex } from '../bytes/index.js';
import { lintNotification } from '../message/index.js';
import { MMS_PDU_TYPES, type MmsDecodeOptions, type MmsHeaders, type MmsPdu, type Part, partText } from '../mms/binary.js';
import { clipMs } from '../mms/clip-length.js';
import { readMms } from '../mms/decode.js';
import { agreesWithSignature, plainType, signatureType } from '../mms/media-types.js';
import { PartFinder } from '../mms/part-finder.js';
import { pictureSize } from '../mms/picture-size.js';
import type { Bounds } from './call-limits.js';
import { shorten } from './printable.js';
import { withWarnings } from './trees.js';
import { smilTree } from './xml-documents.js';

/** A part, and where its data are in the input. */
interface PlacedPart {
  readonly part: Part;
  readonly start: number;
  readonly end: number;
}

/** A message with the places of its parts. */
export interface MmsWithParts {
  readonly pdu: MmsPdu;
  readonly parts: readonly PlacedPart[];
}

/** The field of a part's data. */
const DATA = 'data';

/** Reads a message to its end; the data of its parts are left closed. @throws DecodeError, LimitError as `readMms`. */
export function readMmsWithParts(reader: ByteReader, options: MmsDecodeOptions): MmsWithParts {
  const parts: PlacedPart[] = [];
  const pdu = readMms(reader, options, (data, part) => {
    const { end } = data;
    parts.push({ part, start: data.skip(data.remaining, DATA), end });
  });
  return { pdu, parts };
}

/** What a file is, with its size in pixels or its length in time where its beginning tells it. */
function describeFile(octets: Uint8Array, type: string): string {
  const size = pictureSize(octets, type);
  if (size !== undefined) return `${type}, ${size.widthPx}x${size.heightPx}`;
  const ms = clipMs(octets);
  return ms === undefined ? type : `${type}, ${formatDuration(ms)}`;
}

/** Octets of a file that are shown. */
const MAX_OCTETS = 24;

/** What its content type does not open: its first octets, and what they say it is. */
function fileField(field: Field, { data, contentType }: Part): Field {
  const more = data.length > MAX_OCTETS ? '…' : '';
  const shown = { ...field, value: `${toHex(data.subarray(0, MAX_OCTETS))}${more}` };
  const type = signatureType(data);
  if (type === undefined) return shown;
  const isRight = agreesWithSignature(contentType, type) || isAnyType(contentType);
  const warning = `announced as ${shorten(contentType, MAX_WORDS)}, and begins as ${type}`;
  return withWarnings({ ...shown, meaning: describeFile(data, type) }, isRight ? [] : [warning]);
}

/** Types that say nothing of what they are of. */
function isAnyType(type: string): boolean {
  return type === 'application/octet-stream' || type.includes('*');
}

/** The octet of X-Mms-Message-Type, with which a message begins; some senders write a transaction id before it. */
const MESSAGE_TYPE = 0x8c;
const TRANSACTION_ID = 0x98;
const MMS_VERSION = 0x8d;
/** Octets of a transaction that are looked at. */
const MAX_TRANSACTION = 256;

/** The type of a message, from its first octets; undefined for octets that do not begin as one. */
export function findMmsType(octets: Uint8Array): (typeof MMS_PDU_TYPES)[number] | undefined {
  let at = 0;
  if (octets[0] === TRANSACTION_ID) at = octets.subarray(0, MAX_TRANSACTION).indexOf(0) + 1;
  return octets[at] === MESSAGE_TYPE ? MMS_PDU_TYPES[(octets[at + 1] as number) - 0x80] : undefined;
}

/** Whether the fields that come first in every message (MMS_ENC section 6) do so: two octets alone may be a chance. */
export function beginsAsMms(octets: Uint8Array): boolean {
  const [first, , third] = octets;
  return first === TRANSACTION_ID || third === TRANSACTION_ID || third === MMS_VERSION;
}

/** A message in a few words. */
export function describeMms({ pdu, parts }: MmsWithParts): string {
  const words: string[] = [];
  if (pdu.subject !== undefined) words.push(JSON.stringify(shorten(pdu.subject, MAX_WORDS)));
  if (pdu.from !== undefined) words.push(`from ${shorten(pdu.from, MAX_WORDS)}`);
  const [first, ...others] = [...(pdu.to ?? []), ...(pdu.cc ?? []), ...(pdu.bcc ?? [])];
  if (first !== undefined) {
    words.push(`to ${shorten(first, MAX_WORDS)}${others.length > 0 ? ` and ${others.length} more` : ''}`);
  }
  if (pdu.parts !== undefined) words.push(pluralize(parts.length, 'part'));
  // What a lenient reading did not find is absent, whatever the type says.
  const { messageSize, contentLocation, responseStatus, retrieveStatus, status, readStatus }: Partial<MmsHeaders> = pdu;
  if (messageSize !== undefined) words.push(`${messageSize} octets`);
  if (contentLocation !== undefined) words.push(`at ${shorten(contentLocation, MAX_WORDS)}`);
  for (const outcome of [responseStatus, retrieveStatus, status, readStatus]) {
    if (outcome !== undefined) words.push(typeof outcome === 'number' ? `status ${outcome}` : outcome);
  }
  return words.join(', ');
}

/** Characters of a subject, an address or a name. */
const MAX_WORDS = 80;

/** What reads the data of a part. */
export interface PartReaders {
  /** By its content type, as `plainType` writes it. */
  readonly byType: (type: string) => PartReader | undefined;
  /** By its first octets, whatever the type says. */
  readonly byOctets: (data: Uint8Array) => PartReader | undefined;
}

/** Makes the tree of a part; messages in it stay closed. */
interface PartReader {
  tree(octets: Uint8Array, start: number, end: number, bounds: Bounds, isPart: boolean): Field;
}

/**
 * The tree of a message with its parts opened.
 * @param readers of other formats
 */
export function withParts(
  tree: Field,
  { pdu, parts }: MmsWithParts,
  octets: Uint8Array,
  bounds: Bounds,
  readers: PartReaders,
): Field {
  const places = new Map(parts.filter(({ start, end }) => end > start).map((place) => [place.start, place]));
  const describePart = buildDescriber(parts);
  const opened = (field: Field): Field => {
    const { name, start, end, children } = field;
    const place = name === DATA && children.length === 0 ? places.get(start) : undefined;
    if (place?.end !== end) return children.length === 0 ? field : { ...field, children: children.map(opened) };
    return openPart(field, place.part);
  };
  const openPart = (field: Field, part: Part): Field => {
    const { start, end } = field;
    const type = plainType(part.contentType);
    const reader = readers.byType(type);
    const into = (child: Field): Field => ({ ...field, children: [child] });
    const isText = type.startsWith('text/') && reader === undefined;
    if (isText || (type === 'application/smil' && isWide(part))) {
      return { ...field, value: partText(part), meaning: part.charset ?? 'no charset' };
    }
    if (bounds.fields.isSpent) return field;
    if (type === 'application/smil') return into(smilTree(octets, start, end, bounds, describePart));
    if (reader !== undefined) return into(reader.tree(octets, start, end, bounds, true));
    const file = readers.byOctets(part.data);
    const shown = fileField(field, part);
    return file === undefined ? shown : { ...shown, children: [file.tree(octets, start, end, bounds, true)] };
  };
  const shown = { ...tree, children: tree.children.map(opened) };
  if (pdu.type !== 'M-Notification.ind') return shown;
  const warnings = lintNotification(pdu).map(({ field, message }) => `${field}: ${message}`);
  return withWarnings(shown, warnings);
}

/** Whether characters take two octets each, so that tags cannot be found among the octets. */
function isWide({ charset = '', data: [first, second] }: Part): boolean {
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return hasMark || /^(?:utf-16|iso-10646-ucs-2)/i.test(charset);
}

/** Says which part a `src` refers to. */
function buildDescriber(parts: readonly PlacedPart[]): (src: string) => string | undefined {
  const leaves = parts.map(({ part }) => part);
  const finder = new PartFinder(leaves);
  return (src) => {
    const part = finder.find(src);
    return part && `${shorten(part.name, MAX_WORDS)}, ${part.contentType}`;
  };
}
