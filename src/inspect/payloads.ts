/**
 * Payloads: which decoder reads each, and the tree that it leaves.
 *
 * Reading is strict first. When that fails and the lenient reading gets to the end, its tree stands, with what was wrong as warnings;
 * when that fails too, the strict tree stands with its error, so that it shows where decoding really ended.
 * @module
 */
import { IEI_ALCATEL, readAlcatelElement, readAlcatelPicture } from '../bitmap/alcatel.js';
import { readGroupGraphic } from '../bitmap/group-graphic.js';
import { ITEM_TYPE, readMultipartMessage } from '../bitmap/multipart.js';
import { readNgg, readNlm, readNol, readNpm } from '../bitmap/nokia-files.js';
import { readOperatorLogo } from '../bitmap/operator-logo.js';
import { readOtaBitmap } from '../bitmap/ota.js';
import { readWbmp } from '../bitmap/wbmp.js';
import { ByteReader, type Field } from '../bytes/index.js';
import type { Issue } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { DecodeError, FormatError, type Limits } from '../errors.js';
import { PORTS } from '../message/index.js';
import { PUSH_PORTS } from '../push/binary.js';
import { readMidi } from '../ringtone/midi.js';
import { readNokiaSong } from '../ringtone/nokia-song.js';
import { type InformationElement, portsOf } from '../sms/index.js';
import { readSeo } from '../sms/seo.js';
import { decodeVObjectText, type VObjectKind, vobjectKindOfPort } from '../vobject/index.js';
import { describeEntries, traceZip, type ZipSummary } from '../zip/tree.js';
import type { Bounds } from './bounds.js';
import { textKindOf } from './content-kinds.js';
import type { FileSummary } from './file-reads.js';
import { readBmpFile } from './images-bmp.js';
import { readGif } from './images-gif.js';
import { readJpeg } from './images-jpeg.js';
import { readPng } from './images-png.js';
import { describeMms, type MmsWithParts, readMmsWithParts, withParts } from './mms.js';
import { nameDocument, type PushWithData, readDocument, readPushWithData, type WbxmlDocument } from './push-data.js';
import { pushXmlTree } from './push-xml.js';
import { traced } from './traced.js';
import { withWarnings } from './trees.js';
import { readVObject, vobjectTree } from './vobject-trees.js';
import { readWav } from './wav.js';

/** How the readers here are called. */
interface ReadOptions {
  readonly lenient: boolean;
  readonly onIssue: (issue: DecodeError | Issue | { readonly message: string }) => void;
  readonly limits: Partial<Limits>;
}

/** A kind of payload. */
interface Payload {
  /** The root of its tree. */
  readonly name: string;
  readonly read: (reader: ByteReader, options: ReadOptions) => unknown;
}

/**
 * Every payload of octets that is no TPDU and no user data. A group graphic is an OTA bitmap, and only its port gives it that name; the
 * header's element does for an Alcatel picture.
 */
export const PAYLOADS = {
  'nokia-ringtone': { name: 'Nokia ringtone', read: readNokiaSong },
  'ota-bitmap': { name: 'OTA bitmap', read: readOtaBitmap },
  'operator-logo': { name: 'operator logo', read: readOperatorLogo },
  'group-graphic': { name: 'group graphic', read: readGroupGraphic },
  'picture-message': { name: 'picture message', read: readMultipartMessage },
  'alcatel-picture': { name: 'Alcatel picture', read: readAlcatelPicture },
  wbmp: { name: 'WBMP', read: readWbmp },
  nol: { name: 'NOL', read: readNol },
  ngg: { name: 'NGG', read: readNgg },
  nlm: { name: 'NLM', read: readNlm },
  npm: { name: 'NPM', read: readNpm },
  bmp: { name: 'BMP', read: readBmpFile },
  midi: { name: 'MIDI', read: readMidi },
  png: { name: 'PNG', read: readPng },
  jpeg: { name: 'JPEG', read: readJpeg },
  gif: { name: 'GIF', read: readGif },
  wav: { name: 'WAVE', read: readWav },
  seo: { name: 'SEO', read: readSeo },
  'wsp-push': { name: 'WSP push', read: readPushWithData },
  'secure-push': { name: 'WTLS records', read: readSecurePush },
  mms: { name: 'MMS', read: readMmsWithParts },
  zip: { name: 'ZIP', read: traceZip },
  wbxml: { name: 'WBXML', read: (reader: ByteReader, options: ReadOptions) => readDocument(reader, options) },
} as const satisfies Record<string, Payload>;

/** Octets by their decoders; cards and calendars, which are text, by their parsers. */
export type PayloadKind = keyof typeof PAYLOADS | VObjectKind;

/** Whether a name is that of a payload. */
export function isPayloadKind(name: string): name is PayloadKind {
  return Object.hasOwn(PAYLOADS, name) || isVObject(name);
}

/** Whether a payload is a card or a calendar. */
export function isVObject(kind: string | undefined): kind is VObjectKind {
  return kind === 'vcard' || kind === 'vcalendar';
}

/** Records that only their keys open. */
function readSecurePush(reader: ByteReader): void {
  if (reader.remaining > 0) reader.take(reader.remaining, 'octets');
  reader.trace?.mean('a push inside WTLS, which is not opened here');
}

/** What reads the data behind a header, or joined from several; undefined when nothing here does. */
export function payloadOf(udh: readonly InformationElement[]): PayloadKind | undefined {
  const port = portsOf(udh)?.destination;
  return port === undefined && udh.some(isAlcatel) ? 'alcatel-picture' : payloadOfPort(port);
}

/** The element that announces a picture to Alcatel handsets, from a range that senders agree on among themselves. */
export function isAlcatel(element: InformationElement): boolean {
  if (element.kind !== 'raw' || element.iei !== IEI_ALCATEL) return false;
  return tryDecode(() => readAlcatelElement(new ByteReader(element.data))) !== undefined;
}

/** The port of WAP settings in handsets of Nokia and Ericsson (Over The Air Settings Specification 7.0; Kannel sends them there). */
const OTA_SETTINGS_PORT = 49999;

/** What the application of a port reads. */
export function payloadOfPort(port: number | undefined): PayloadKind | undefined {
  switch (port) {
    case PORTS.ringtone:
      return 'nokia-ringtone';
    case PORTS.operatorLogo:
      return 'operator-logo';
    case PORTS.groupGraphic:
      return 'group-graphic';
    case PORTS.pictureMessage:
      return 'picture-message';
    case PUSH_PORTS.Push:
    // The port of a push's sender, and of connectionless WSP at large.
    case PUSH_PORTS.Source:
    // Settings of Nokia and Ericsson come as pushes, too.
    case OTA_SETTINGS_PORT:
      return 'wsp-push';
    case PUSH_PORTS.SecurePush:
      return 'secure-push';
    default:
      return port === undefined ? undefined : vobjectKindOfPort(port);
  }
}

/** What came of reading a payload without a tree: a value and what the reading let pass, or the error. */
export type PayloadReading = { readonly value: unknown; readonly issues: readonly string[] } | { readonly error: FormatError };

/** Reads octets as a payload, strictly to their end. */
export function readPayload(
  kind: PayloadKind,
  octets: Uint8Array,
  lenient: boolean,
  limits: Partial<Limits> | undefined,
  start = 0,
  end = octets.length,
): PayloadReading {
  if (isVObject(kind)) return readObject(kind, octets.subarray(start, end), lenient, limits);
  const { name, read } = PAYLOADS[kind] as Payload;
  const reader = new ByteReader(octets, undefined, start, end);
  const issues: string[] = [];
  try {
    const value = read(reader, optionsOf(lenient, limits, issues));
    if (!lenient) reader.expectEnd(name);
    return { value, issues };
  } catch (error) {
    if (error instanceof FormatError) return { error };
    throw error;
  }
}

/** The value is what the object holds, in words. */
function readObject(
  kind: VObjectKind,
  octets: Uint8Array,
  lenient: boolean,
  limits: Partial<Limits> | undefined,
): PayloadReading {
  const { meaning, error, issues } = readVObject(kind, decodeVObjectText(octets), limits);
  if (error !== undefined && (!lenient || meaning === undefined)) return { error };
  return { value: meaning, issues: issues.map(({ reason }) => reason) };
}

/** Faults that a tree lists at most; the rest are of the same kind. */
const MAX_ISSUES = 20;

function optionsOf(lenient: boolean, limits: Partial<Limits> | undefined, issues: string[]): ReadOptions {
  const onIssue = ({ message }: { readonly message: string }) => {
    if (issues.length < MAX_ISSUES) issues.push(message);
  };
  return { lenient, onIssue, limits: limits ?? {} };
}

/** The tree of a payload that stands in `octets` from `start` to `end`; of one that is a part of a message, messages in it stay closed. */
export function payloadTree(
  kind: PayloadKind,
  octets: Uint8Array,
  start: number,
  end: number,
  bounds: Bounds,
  isPart = false,
): Field {
  if (isVObject(kind)) return vobjectTree(kind, octets, start, end, bounds);
  // Trees are many times dearer than readings, so that what kind of tree it will be is found out without one.
  const strict = readPayload(kind, octets, false, bounds, start, end);
  const lenient = 'error' in strict ? readPayload(kind, octets, true, bounds, start, end) : strict;
  // Of what is cut the lenient reading shows more.
  const isLenient = 'error' in strict && (!('error' in lenient) || lenient.error.code === 'truncated');
  const { name, read } = PAYLOADS[kind] as Payload;
  const issues: string[] = [];
  // A file may do without its last octets, a message may not.
  const isMessage = kind === 'mms' || kind === 'wsp-push';
  let cut: FormatError | undefined;
  const { onIssue, ...options } = optionsOf(isLenient, bounds, issues);
  let value: unknown;
  const tree = traced(name, octets, start, end, bounds, (reader) => {
    value = read(reader, {
      ...options,
      onIssue: (issue) => {
        const endsEarly = isMessage && 'code' in issue && issue.code === 'truncated';
        if (endsEarly && cut === undefined) cut = new DecodeError(issue.code, issue.field, issue.offset, issue.reason);
        else onIssue(issue);
      },
    });
    if (!isLenient) reader.expectEnd(name);
    else if (reader.remaining > 0) reader.take(reader.remaining, 'trailing octets');
  });
  const error = tree.error ?? cut;
  const shown = withContents(kind, error === undefined ? tree : { ...tree, error }, value, octets, bounds, isPart);
  if (!isLenient) return shown;
  return withWarnings(shown, issues.length > 0 || error !== undefined ? issues : [strict.error.message]);
}

/** Opens what a payload carries, as far as it could be read. */
function withContents(
  kind: PayloadKind,
  tree: Field,
  value: unknown,
  octets: Uint8Array,
  bounds: Bounds,
  isPart: boolean,
): Field {
  if (kind === 'picture-message') return withRingtones(tree, octets, bounds);
  if (value === undefined) return tree;
  if (kind === 'bmp' || kind === 'png' || kind === 'jpeg' || kind === 'gif' || kind === 'wav') {
    const { words } = value as FileSummary;
    return words === '' ? tree : { ...tree, meaning: words };
  }
  if (kind === 'zip') {
    const { entries, refusal } = value as ZipSummary;
    const shown = { ...tree, meaning: describeEntries(entries) };
    return refusal === undefined ? shown : withWarnings(shown, [`refused as the archive of a multimedia message: ${refusal}`]);
  }
  if (kind === 'wbxml') return { ...tree, meaning: nameDocument(value as WbxmlDocument) };
  if (kind === 'mms') return withMessage(tree, value as MmsWithParts, octets, bounds, isPart);
  if (kind !== 'wsp-push') return tree;
  const { push, mms } = value as PushWithData;
  return mms === undefined
    ? withPushedText(tree, push.contentType, octets, bounds)
    : withPushedMessage(tree, mms, octets, bounds);
}

/** A multimedia message goes by the name of its type. */
function withMessage(tree: Field, message: MmsWithParts, octets: Uint8Array, bounds: Bounds, isPart: boolean): Field {
  const treeOf = (kind: PayloadKind, start: number, end: number) => payloadTree(kind, octets, start, end, bounds, true);
  const words = describeMms(message);
  const shown = { ...tree, name: message.pdu.type, ...(words !== '' && { meaning: words }) };
  // A mailbox holds messages, and those might go on holding each other.
  return isPart ? shown : withParts(shown, message, octets, bounds, treeOf);
}

/** The message in the data of a push. */
function withPushedMessage(tree: Field, message: MmsWithParts, octets: Uint8Array, bounds: Bounds): Field {
  const opened = (data: Field): Field => {
    if (data.name !== 'Data' || data.children.length === 0) return data;
    return { ...data, children: [withMessage(data, message, octets, bounds, false)] };
  };
  return { ...tree, children: tree.children.map(opened) };
}

/** A picture message may carry a ringtone, which its own reader leaves as octets. */
function withRingtones(field: Field, octets: Uint8Array, bounds: Bounds): Field {
  const opened = (data: Field): Field =>
    data.name === 'data' && !bounds.fields.isSpent
      ? { ...data, value: undefined, children: [payloadTree('nokia-ringtone', octets, data.start, data.end, bounds)] }
      : data;
  const children = field.children.map((item) =>
    item.children[0]?.value === ITEM_TYPE.Ringtone ? { ...item, children: item.children.map(opened) } : item,
  );
  return { ...field, children };
}

/** Cards, calendars and XML in a push are shown in lines. */
function withPushedText(field: Field, contentType: string | number, octets: Uint8Array, bounds: Bounds): Field {
  const kind = textKindOf(contentType);
  if (kind === undefined) return field;
  const treeOf = ({ start, end }: Field) =>
    kind === 'push-xml' ? pushXmlTree(octets, start, end, bounds) : vobjectTree(kind, octets, start, end, bounds);
  const opened = (data: Field): Field => (data.name === 'Data' ? { ...data, children: [treeOf(data)] } : data);
  return { ...field, children: field.children.map(opened) };
}
