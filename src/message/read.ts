/**
 * From the parts of one message back to its content: what `buildSubmits` makes, and the same from other senders.
 *
 *   8-bit data to 5505, 5506, 5507, 5514   ringtone, operator logo, group graphic, picture message
 *   8-bit data to 2948                     service indication, service loading, notification of a multimedia message
 *   data or text to 9204; to 9205, 228     card; calendar
 *   EMS sounds or pictures in the header   ringtone, picture message
 *   8-bit data after header element 80     picture message (Alcatel)
 *   8-bit data that begins with //SEO      ringtone (MIDI), picture message (BMP)
 *   text that begins with L35&             ringtone, when its checksum is right
 *   anything else                          text, flash or pdu
 *
 * @module
 */

import { IEI_ALCATEL } from '../bitmap/alcatel.js';
import { isExtendedObject, isPicture } from '../bitmap/ems.js';
import {
  type Bitmap,
  decodeAlcatelPicture,
  decodeBmp,
  decodeEmsPicture,
  decodeExtendedObject,
  decodeGroupGraphic,
  decodeMultipartMessage,
  decodeOperatorLogo,
  EXTENDED_OBJECT,
  joinEmsPictures,
} from '../bitmap/index.js';
import { requireList, requireObject } from '../bytes/check.js';
import { errorAt } from '../bytes/error-at.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { copyOctets } from '../bytes/octets.js';
import { tryDecode } from '../bytes/try-decode.js';
import { DecodeError, FormatError } from '../errors.js';
import { decodeMms, MMS_CONTENT_TYPE } from '../mms/binary.js';
import { decodePush, decodeSi, decodeSl, mibOfCharset, PUSH_CONTENT_TYPES } from '../push/binary.js';
import { decodeEmsSound, decodeMidi, decodeNokiaRingtone, parseImelody, parseMotorola } from '../ringtone/index.js';
import { emsPosition, isEmsElement } from '../sms/ems-element.js';
import {
  decodeDcs,
  decodeSeo,
  findConcat,
  IEI,
  type InformationElement,
  joinSeo,
  type MessagePart,
  type PlacedElement,
  type ReassembledMessage,
  Reassembler,
  type SeoFile,
  type SeoPart,
} from '../sms/index.js';
import { isSamePart } from '../sms/reassembler.js';
import { isSeo } from '../sms/seo.js';
import { decodeVObjectText, parseVCalendar, parseVCard, type VObjectKind, vobjectKindOfPort } from '../vobject/index.js';
import { SEO_TUNE_NAME } from './build-for-make.js';
import type { Content } from './content.js';
import { PORTS } from './ports.js';

/** A part of a message, as `decodeSubmit` or `decodeDeliver` returns it. */
export interface ReceivedPart extends MessagePart {
  readonly tpDcs: number;
  /** TP-PID, 0 to 255. */
  readonly tpPid: number;
}

/** Options of {@link readSubmits} and {@link readContent}. */
export interface ReadOptions {
  /** Decode contents leniently, see their decoders; false by default. */
  readonly lenient?: boolean | undefined;
}

/**
 * Reads the content of a message from all its parts, in any order. The blocks of a Siemens exchange object (//SEO) are parts of one
 * message, too, and a text among them is that of the picture.
 * @throws DecodeError `truncated` for missing parts, `trailing-bytes` for parts of another message; otherwise as the
 * content's decoder.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { readSubmits } from 'handset/message';
 * import { decodeSubmit } from 'handset/sms';
 *
 * readSubmits([decodeSubmit(fromHex('01000C91447700091032000005C8329BFD06'))]); // -> { kind: 'text', text: 'Hello' }
 * ```
 */
export function readSubmits(submits: readonly ReceivedPart[], options?: ReadOptions): Content {
  requireList(submits, 'submits', requireObject);
  const first = submits[0];
  if (first === undefined) throw new DecodeError('truncated', 'parts', undefined, 'no parts');
  const blocks = submits.filter(isSeoBlock);
  if (blocks.length > 0) return readSeoMessages(blocks, submits, options);
  return readContent(joinParts(submits), first.tpDcs, first.tpPid, options);
}

function severalMessages(): DecodeError {
  return new DecodeError('trailing-bytes', 'parts', undefined, 'they are of several messages');
}

function joinParts(parts: readonly ReceivedPart[]): ReassembledMessage {
  const reassembler = new Reassembler({
    onDiscard: () => {
      throw severalMessages();
    },
  });
  let whole: ReassembledMessage | undefined;
  /** By sequence number, so that a part is compared only with those which may be the same. */
  const held = new Map<number, ReceivedPart[]>();
  for (const part of parts) {
    const concat = findConcat(part.udh);
    if (concat !== undefined) {
      const others = held.get(concat.sequence) ?? [];
      if (others.some((other) => isSamePart(other, part))) continue;
      held.set(concat.sequence, [...others, part]);
    }
    if (whole !== undefined) throw severalMessages();
    whole = reassembler.add(part, { from: '', at: 0 });
    if (reassembler.pending > (whole === undefined ? 1 : 0)) throw severalMessages();
  }
  if (whole === undefined) {
    const { total = 1 } = findConcat((parts[0] as ReceivedPart).udh) ?? {};
    const there = new Set(parts.map(({ udh }) => findConcat(udh)?.sequence));
    throw new DecodeError('truncated', 'parts', undefined, `${there.size} of ${total} parts`);
  }
  return whole;
}

/**
 * Reads the content of a joined message. Text is `text` or `flash` (class 0), or `pdu` if TP-PID or a waiting
 * indication has more information. National tables and the other message classes are not kept.
 *
 * EMS objects are a ringtone if all are sounds and there is no text, a picture message if all are pictures before the text; several of them must
 * follow a user prompt indicator. Every other message with EMS objects is `pdu`; the positions of its elements then count in
 * the whole text, if they fit in one octet.
 * @param tpDcs TP-DCS of the message, 0 to 255.
 * @param tpPid TP-PID of the message, 0 to 255.
 * @throws DecodeError as the content's decoder.
 */
export function readContent(message: ReassembledMessage, tpDcs: number, tpPid: number, options?: ReadOptions): Content {
  requireObject(message, 'message');
  const { text, data, ports, udh } = message;
  const content =
    data === undefined
      ? (textToPort(message, options) ?? readText(message, tpDcs, tpPid, options))
      : ports === undefined
        ? readData(data, udh, options)
        : readAtPort(data, ports.destination, options);
  if (content !== undefined) return content;
  return { kind: 'pdu', tpDcs, tpPid, udh: withPlaces(message), ...(text === undefined ? { data } : { text }) };
}

/** Cards and calendars are also sent as text; the other applications have no text form. */
function textToPort({ text, ports }: ReassembledMessage, options: ReadOptions | undefined): Content | undefined {
  const kind = ports === undefined ? undefined : vobjectKindOfPort(ports.destination);
  return kind === undefined || text === undefined ? undefined : readObject(kind, text, options);
}

/** What the application of a port reads; undefined for one that is not known here, and for a profile. */
function readAtPort(data: Uint8Array, port: number, options: ReadOptions | undefined): Content | undefined {
  switch (port) {
    case PORTS.ringtone:
      return { kind: 'ringtone', tune: decodeNokiaRingtone(data, options) };
    case PORTS.operatorLogo:
      return { kind: 'operatorLogo', ...decodeOperatorLogo(data, options) };
    case PORTS.groupGraphic:
      return { kind: 'groupGraphic', ...decodeGroupGraphic(data, options) };
    case PORTS.pictureMessage: {
      const items = decodeMultipartMessage(data, options);
      const picture = items.find((item) => item.kind === 'picture');
      const texts = items.filter((item) => item.kind === 'text');
      if (picture === undefined || texts.length > 1 || items.length !== 1 + texts.length) return undefined;
      return pictureMessage(picture.bitmap, texts[0]?.text);
    }
    case PORTS.wapPush:
      return readPush(data, options);
    default: {
      const kind = vobjectKindOfPort(port);
      return kind === undefined ? undefined : readObject(kind, decodeVObjectText(data), options);
    }
  }
}

/** Documents to show or load, and notifications of multimedia messages; undefined for all else that is pushed, delivery reports too. */
function readPush(data: Uint8Array, options: ReadOptions | undefined): Content | undefined {
  const { contentType, charset, body } = decodePush(data, options);
  const how =
    charset == null ? options : { ...options, charset: typeof charset === 'number' ? charset : mibOfCharset(charset) };
  return inBody(data.length - body.length, () => {
    switch (contentType) {
      case PUSH_CONTENT_TYPES.si.wbxml:
        return { kind: 'serviceIndication', si: decodeSi(body, how) };
      case PUSH_CONTENT_TYPES.sl.wbxml:
        return { kind: 'serviceLoading', sl: decodeSl(body, how) };
      case MMS_CONTENT_TYPE: {
        const pdu = decodeMms(body, options);
        return pdu.type === 'M-Notification.ind' ? { kind: 'mmsNotification', notification: pdu } : undefined;
      }
      default:
        return undefined;
    }
  });
}

/** Offsets of errors in a body count in the push. */
function inBody<T>(bodyAt: number, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof FormatError) || error.offset === undefined) throw error;
    throw errorAt(error, bodyAt + error.offset);
  }
}

function readObject(kind: VObjectKind, text: string, options: ReadOptions | undefined): Content {
  if (kind === 'vcard') return { kind, card: parseVCard(text, options) };
  return { kind, calendar: parseVCalendar(text, options) };
}

/** Data without a port: an exchange object in one block, or Alcatel's picture; undefined for all else. */
function readData(data: Uint8Array, udh: readonly InformationElement[], options: ReadOptions | undefined): Content | undefined {
  const [element, ...others] = udh;
  if (element === undefined && isSeo(data)) {
    const block = decodeSeo(data, options);
    return block.parts === 1 ? readSeoFile(joinSeo([block]), options) : undefined;
  }
  if (element?.kind !== 'raw' || element.iei !== IEI_ALCATEL || others.length > 0) return undefined;
  // The identifier is free for every maker, and Alcatel's other objects have it too.
  return tryDecode(() => pictureMessage(decodeAlcatelPicture(element, data).bitmap));
}

function readText(
  message: ReassembledMessage,
  tpDcs: number,
  tpPid: number,
  options: ReadOptions | undefined,
): Content | undefined {
  const { text = '', udh } = message;
  const dcs = decodeDcs(tpDcs);
  const isPlain = tpPid === 0 && ((dcs.group === 'general' && !dcs.autoDelete) || dcs.group === 'class');
  if (!isPlain) return undefined;
  if (udh.every(isShift)) {
    return motorolaRingtone(text) ?? { kind: dcs.messageClass === 0 ? 'flash' : 'text', text };
  }
  return readEms(message, text, options);
}

function isShift({ kind }: InformationElement): boolean {
  return kind === 'lockingShift' || kind === 'singleShift';
}

/** A text in Motorola's frame, with the right checksum, is a tune. */
function motorolaRingtone(text: string): Content | undefined {
  if (!text.startsWith('L35&')) return undefined;
  return tryDecode(() => ({ kind: 'ringtone', tune: parseMotorola(text) }));
}

function readEms(message: ReassembledMessage, text: string, options: ReadOptions | undefined): Content | undefined {
  const elements = message.udh.filter((element) => !isShift(element));
  const placed = findPlaces(message);
  const [prompt] = elements;
  const isAnnounced = prompt?.kind === 'userPrompt';
  const objects = isAnnounced ? elements.slice(1) : elements;
  if (objects.length !== placed.length || objects.length !== (isAnnounced ? prompt.objects : 1)) return undefined;
  if (text === '' && placed.every(({ element }) => element.kind === 'userSound')) {
    return { kind: 'ringtone', tune: decodeEmsSound(elements, options) };
  }
  const [only] = objects;
  if (text === '' && only !== undefined && isExtendedObject(only, EXTENDED_OBJECT.IMelody)) {
    return { kind: 'ringtone', tune: parseImelody(decodeLatin1(decodeExtendedObject(only).data), options) };
  }
  if (!placed.every(({ element, index }) => isPicture(element) && index === 0)) return undefined;
  // Columns of one picture are equally high; others are several pictures, for which there is no content.
  const heights = new Set(placed.map(({ element }) => decodeEmsPicture(element).bitmap.heightPx));
  return heights.size === 1 ? pictureMessage(joinEmsPictures(elements).bitmap, text) : undefined;
}

/** A message without places is treated as a single part. */
function findPlaces({ placed, udh }: ReassembledMessage): readonly PlacedElement[] {
  if (placed !== undefined) return placed;
  return udh.flatMap((element) => {
    const index = emsPosition(element);
    return index === undefined ? [] : [{ element, index }];
  });
}

/** The header with positions in the whole text. */
function withPlaces({ udh, placed, parts }: ReassembledMessage): readonly InformationElement[] {
  if (placed === undefined || parts === 1 || placed.some(({ index }) => index > 0xff)) return udh;
  const places = placed.values();
  return udh.map((element) => {
    if (!isEmsElement(element) || emsPosition(element) === undefined) return element;
    return moveTo(element, places.next().value?.index ?? 0);
  });
}

function moveTo(element: InformationElement, position: number): InformationElement {
  if (element.kind !== 'raw') return 'position' in element ? { ...element, position } : element;
  const data = copyOctets(element.data);
  if (element.iei === IEI.ExtendedObject) data.set([0, position], EXTENDED_POSITION_AT);
  else data[0] = position;
  return { ...element, data };
}

/** The place of an extended object's position, of two octets. */
const EXTENDED_POSITION_AT = 5;

function pictureMessage(bitmap: Bitmap, text?: string): Content {
  return text === undefined || text === '' ? { kind: 'pictureMessage', bitmap } : { kind: 'pictureMessage', bitmap, text };
}

// ---- exchange objects ----

function isSeoBlock({ data, udh }: ReceivedPart): boolean {
  return data !== undefined && udh.length === 0 && isSeo(data);
}

function readSeoMessages(
  blocks: readonly ReceivedPart[],
  submits: readonly ReceivedPart[],
  options: ReadOptions | undefined,
): Content {
  const parts: SeoPart[] = [];
  const held = new Map<number, ReceivedPart>();
  for (const block of blocks) {
    const part = decodeSeo(block.data as Uint8Array, options);
    const same = held.get(part.part);
    if (same !== undefined && isSamePart(same, block)) continue;
    held.set(part.part, block);
    parts.push(part);
  }
  const rest = submits.filter((part) => !isSeoBlock(part));
  const content = readSeoFile(joinSeo(parts), options);
  const [only] = blocks;
  if (content === undefined) {
    if (only === undefined || parts.length > 1 || rest.length > 0) throw severalMessages();
    return { kind: 'pdu', tpDcs: only.tpDcs, tpPid: only.tpPid, udh: [], data: only.data };
  }
  if (rest.length === 0) return content;
  const words = readSubmits(rest, options);
  if (words.kind !== 'text' || content.kind !== 'pictureMessage') throw severalMessages();
  return { ...content, text: words.text };
}

/** The content of a file; undefined for an unknown type. */
function readSeoFile({ type, name, data }: SeoFile, options: ReadOptions | undefined): Content | undefined {
  if (type === 'bmp') return pictureMessage(decodeBmp(data, options));
  if (type !== 'mid') return undefined;
  const tune = decodeMidi(data, options);
  const title = tune.title === '' && name !== SEO_TUNE_NAME ? name : tune.title;
  return { kind: 'ringtone', tune: { ...tune, title } };
}
