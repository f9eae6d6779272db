/**
 * From a payload to what a phone shows of it: messages are joined and read back, files become the content that carried them.
 * @module
 */
import { decodeOtaBitmap } from '../bitmap/index.js';
import { ByteReader, type Field } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { FormatError } from '../errors.js';
import { readCellText } from '../inspect/cell-tree.js';
import { PICTURE_FILES, type PictureContent } from '../inspect/formats/picture-files.js';
import { TABLE } from '../inspect/formats/table.js';
import { TUNE_FILES } from '../inspect/formats/tune-files.js';
import { fitsDirection, isMessageArchive, tpduForm } from '../inspect/formats.js';
import { type Format, identify } from '../inspect/index.js';
import { readDocument } from '../inspect/push-data.js';
import { simMessage } from '../inspect/sim.js';
import { findSipBody } from '../inspect/sip.js';
import { readHex, readPromptedHex, readText, splitLines } from '../inspect/texts.js';
import { type Content, type ReceivedPart, readSubmits } from '../message/index.js';
import { decodeMms, type MmsPdu } from '../mms/binary.js';
import { parseMotorola } from '../ringtone/index.js';
import {
  type Direction,
  decodeCp,
  decodeRp,
  decodeTpdu,
  decodeUdh,
  findConcat,
  formatAddress,
  type InformationElement,
  parseSckl,
  type RpMessage,
  type ScklMessage,
} from '../sms/index.js';
import { decodeVObjectText, parseVCalendar, parseVCard } from '../vobject/index.js';
import { type ArchivedMessage, messagesIn } from './archived.js';
import { readDrawing } from './file-readers.js';
import { DATA_DCS, readPortData } from './shown.js';

/** What a phone can show. */
export type Carried =
  /** Content as it was read back from its messages. */
  | { readonly kind: 'content'; readonly content: Content; readonly from?: string | undefined }
  | { readonly kind: 'mms'; readonly message: MmsPdu };

/** A payload as it was inspected. */
export interface Inspected {
  readonly octets: Uint8Array;
  readonly format: Format | undefined;
  readonly direction?: Direction | undefined;
  readonly field: Field;
}

/**
 * What a phone shows of a payload; undefined for what no phone shows, such as a receipt.
 * @throws FormatError for what a phone would show if it were whole: a part of several, a damaged picture.
 */
export function findCarried({ octets, format, direction, field }: Inspected): Carried | undefined {
  if (isMessageArchive(format)) return ofArchive(messagesIn(field, octets));
  const shown = format === undefined ? undefined : carriedAs(octets, format, direction);
  return shown ?? wrappedIn(field, octets);
}

const LENIENT = { lenient: true } as const;

function carriedAs(octets: Uint8Array, format: Format, direction: Direction | undefined): Carried | undefined {
  const content = readPortData(format, octets);
  if (content !== undefined) return onPhone(content);
  switch (format) {
    case 'tpdu-mo':
    case 'tpdu-mt':
    case 'pdu-mo':
    case 'pdu-mt':
      return fromParts([partOfTpdu(octets, format)]);
    case 'rp':
      return fromParts([partOfRp(decodeRp(octets, LENIENT))]);
    case 'sip': {
      const body = findSipBody(octets, { identify });
      return body && fromParts([partOfRp(decodeRp(body, LENIENT))]);
    }
    case 'cp': {
      const message = decodeCp(octets, LENIENT);
      return message.type === 'CP-DATA' ? fromParts([partOfRp(decodeRp(message.cpUd, LENIENT))]) : undefined;
    }
    case 'sim-sms':
    case 'sim-envelope': {
      const { tpdu, direction } = simMessage(format, octets) ?? {};
      return tpdu === undefined ? undefined : fromParts([partOfTpdu(tpdu, direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt')]);
    }
    case 'cbs':
    case 'ussd':
      return onPhone(textContent(readCellText(format, octets)));
    case 'hex':
    case 'at':
      return fromParts(
        splitLines(readText(octets) ?? '')
          .slice(0, MAX_LINES)
          .map((line) => partOfLine(line, format, direction)),
      );
    case 'udh':
    case 'seo':
      return fromParts([partOf(octets, format)]);
    case 'mms':
      return messageOf(octets);
    case 'wbxml':
      return documentOf(octets);
    case 'sckl':
      return datagramOf(octets);
    default:
      return onPhone(contentOfFile(octets, format));
  }
}

/** What the one message of an archive carries, else its text; nothing of several. */
function ofArchive([only, ...others]: readonly ArchivedMessage[]): Carried | undefined {
  if (only === undefined || others.length > 0) return undefined;
  const { value } = only.field;
  return wrappedIn(only.field, only.octets) ?? onPhone(textContent(typeof value === 'string' ? value : undefined));
}

function textContent(text: string | undefined): Content | undefined {
  return text === undefined || text === '' ? undefined : { kind: 'text', text };
}

/** A content with what phones do nothing about left out: data for programs, and for no port. */
function onPhone(content: Content | undefined, from?: string): Carried | undefined {
  if (content === undefined) return undefined;
  return { kind: 'content', content, ...(from !== undefined && from !== '' && { from }) };
}

/** A picture or a tune in a file, a card, a text. */
function contentOfFile(octets: Uint8Array, format: Format): Content | undefined {
  const [extension = ''] = TABLE[format].extensions ?? [];
  if (isKeyOf(TUNE_FILES, extension) && extension !== '.wav') {
    return { kind: 'ringtone', tune: TUNE_FILES[extension].load(octets, LENIENT) };
  }
  // Other bitmaps are of a message, whose rows are packed.
  if (format === 'ota-bitmap' && octets[0] !== 0x01) {
    return { kind: 'pictureMessage', bitmap: decodeOtaBitmap(octets, LENIENT) };
  }
  if (isKeyOf(PICTURE_FILES, extension)) return contentOfPicture(format, PICTURE_FILES[extension].load(octets, LENIENT));
  const text = () => readText(octets) ?? '';
  switch (format) {
    case 'motorola':
      return { kind: 'ringtone', tune: parseMotorola(text(), LENIENT) };
    case 'vcard':
      return { kind: 'vcard', card: parseVCard(decodeVObjectText(octets), LENIENT) };
    case 'vcalendar':
      return { kind: 'vcalendar', calendar: parseVCalendar(decodeVObjectText(octets), LENIENT) };
    case 'text': {
      const bitmap = readDrawing(octets);
      return bitmap === undefined ? { kind: 'text', text: text() } : { kind: 'pictureMessage', bitmap };
    }
    default:
      return undefined;
  }
}

function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}

/** What a phone shows of a picture's file: the first picture of several. */
function contentOfPicture(format: Format, { frames: [bitmap], text, network }: PictureContent): Content | undefined {
  if (bitmap === undefined) return undefined;
  if (network !== undefined) return { kind: 'operatorLogo', ...network, bitmap };
  if (format === 'ngg') return { kind: 'groupGraphic', bitmap };
  return { kind: 'pictureMessage', bitmap, ...(text !== undefined && { text }) };
}

function messageOf(octets: Uint8Array): Carried | undefined {
  const message = decodeMms(octets, LENIENT);
  if (message.type === 'M-Notification.ind') return onPhone({ kind: 'mmsNotification', notification: message });
  return 'parts' in message || 'body' in message ? { kind: 'mms', message } : undefined;
}

function documentOf(octets: Uint8Array): Carried | undefined {
  const document = readDocument(new ByteReader(octets), LENIENT);
  if (document.kind === 'si') return onPhone({ kind: 'serviceIndication', si: document.si });
  return document.kind === 'sl' ? onPhone({ kind: 'serviceLoading', sl: document.sl }) : undefined;
}

/** Datagrams as text, each from the beginning of a line. */
function datagramOf(octets: Uint8Array): Carried | undefined {
  const messages = (readText(octets) ?? '').split(/(?<=[\r\n])(?=\/\/SCKL)/).map((text) => parseSckl(text.trimEnd()));
  return fromParts(messages.map(partOfSckl));
}

/** Binary payloads stand there in hex, cards and calendars as they are. */
function partOfSckl({ destinationPort, sourcePort = 0, reference, total, sequence, text }: ScklMessage): Received {
  const udh: InformationElement[] = [{ kind: 'ports16', destination: destinationPort, source: sourcePort }];
  if (reference !== undefined && total !== undefined && sequence !== undefined && total > 1) {
    udh.push({ kind: 'concat8', reference, total, sequence });
  }
  const data = readHex(text);
  return data === undefined ? { udh, text, tpDcs: 0, tpPid: 0 } : { udh, data, tpDcs: DATA_DCS, tpPid: 0 };
}

// ---- parts of messages ----

interface Received extends ReceivedPart {
  readonly from?: string | undefined;
}

/** Of several messages the first one is shown. */
function fromParts(found: readonly (Received | undefined)[]): Carried | undefined {
  const parts = found.filter((part) => part !== undefined);
  const [first] = parts;
  if (first === undefined) return undefined;
  try {
    return onPhone(readSubmits(parts, LENIENT), first.from);
  } catch (error) {
    if (!(error instanceof FormatError) || error.code !== 'trailing-bytes' || parts.length === 1) throw error;
    return onPhone(readSubmits(belongingTo(first, parts), LENIENT), first.from);
  }
}

function belongingTo(first: Received, parts: readonly Received[]): readonly Received[] {
  const concat = findConcat(first.udh);
  if (concat === undefined) return [first];
  return parts.filter(({ udh, from }) => {
    const { reference, total } = findConcat(udh) ?? {};
    return reference === concat.reference && total === concat.total && from === first.from;
  });
}

/** Messages of a listing that are looked at: no message has more parts. */
const MAX_LINES = 255;

function partOfLine(line: string, listing: 'hex' | 'at', direction: Direction | undefined): Received | undefined {
  const octets = readPromptedHex(line);
  if (octets === undefined) return undefined;
  const isMessage = (format: Format) => listing === 'hex' || tpduForm(format)?.smsc === true;
  const format = identify(octets).find(
    (reading) => isMessage(reading.format) && fitsDirection(reading.format, direction),
  )?.format;
  return format === undefined ? undefined : partOf(octets, format);
}

function partOf(octets: Uint8Array, format: Format): Received | undefined {
  if (format === 'seo') return { udh: [], data: octets, tpDcs: DATA_DCS, tpPid: 0 };
  if (format !== 'udh') return partOfTpdu(octets, format);
  const { elements, lengthOctets } = decodeUdh(octets);
  return { udh: elements, data: octets.subarray(lengthOctets), tpDcs: DATA_DCS, tpPid: 0 };
}

function partOfTpdu(octets: Uint8Array, format: Format): Received | undefined {
  const form = tpduForm(format);
  if (form === undefined) return undefined;
  const tpdu = decodeTpdu(octets, { ...form, lenient: true });
  if (tpdu.type !== 'SMS-SUBMIT' && tpdu.type !== 'SMS-DELIVER') return undefined;
  return { ...tpdu, from: tpdu.type === 'SMS-DELIVER' ? formatAddress(tpdu.tpOa) : undefined };
}

/** The message that the relay layer carries. */
function partOfRp(message: RpMessage): Received | undefined {
  return message.type === 'RP-DATA' ? partOfTpdu(message.rpUd, message.direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt') : undefined;
}

// ---- payloads inside of others ----

/** Spaces that are looked into, and fields on the way to them. */
const MAX_SPACES = 8;
const MAX_FIELDS = 2_000;

/** What a wrapping (a form, SMPP, base64) holds: the first space of its own, or user data, that a phone shows something of. */
function wrappedIn(root: Field, input: Uint8Array): Carried | undefined {
  const places = [{ field: root, octets: input }];
  let [seen, looked] = [0, 0];
  for (let place = places.pop(); place !== undefined && seen < MAX_FIELDS; place = places.pop()) {
    seen++;
    const { field } = place;
    const isUserData = field.name === 'user data' && field !== root;
    const inside = field.octets ?? (isUserData ? place.octets.subarray(field.start, field.end) : undefined);
    if (inside !== undefined && looked++ < MAX_SPACES) {
      const shown = tryDecode(() => readInside(inside));
      if (shown !== undefined) return shown;
    }
    const octets = field.octets ?? place.octets;
    for (let i = field.children.length - 1; i >= 0; i--) places.push({ field: field.children[i] as Field, octets });
  }
  return undefined;
}

function readInside(octets: Uint8Array): Carried | undefined {
  const format = identify(octets)[0]?.format;
  return format === undefined || format === 'text' ? undefined : carriedAs(octets, format, undefined);
}
