/**
 * The multipart message of Smart Messaging 3.0, sent to port 158A hex (5514): picture messages, screen savers and profiles.
 *
 *   30 | type(1) length(2) data | type(1) length(2) data | ...
 *
 *   00 text, ISO 8859-1    01 text, UCS-2    02 picture    03 ringing tone    04 profile name, UCS-2    06 screen saver
 *
 * Pictures are OTA bitmaps, lengths count octets. Items of another type (05 is assigned by no source) are kept as `raw`.
 * Source: Nokia Smart Messaging 3.0; gammu's output for all but 03, smsj and gnokii for that.
 * @module
 */
import { checkChoice, checkInteger } from '../bytes/check.js';
import { latin1 } from '../bytes/file-fields.js';
import { encodeLatin1, firstOutsideLatin1 } from '../bytes/latin1.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { ByteReader } from '../bytes/reader.js';
import { Reading } from '../bytes/reading.js';
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import { faultLoneSurrogate, faultOddOctet, loneSurrogate, readUcs2, writeUcs2 } from '../text/ucs2.js';
import { type Bitmap, checkBitmap } from './bitmap.js';
import { VERSION } from './operator-logo.js';
import { encodeOtaBitmap, type OtaDecodeOptions, type OtaOptions, readOtaBitmap } from './ota.js';

/** The encoding of an item's text: ISO 8859-1 or UCS-2. */
export type MultipartTextEncoding = 'latin1' | 'ucs2';

/** An item of a multipart message. */
export type MultipartItem =
  /** A text. The encoding is by default `latin1` if it has all characters, otherwise `ucs2`. Decoded items have one. */
  | { readonly kind: 'text'; readonly text: string; readonly encoding?: MultipartTextEncoding }
  | { readonly kind: 'picture'; readonly bitmap: Bitmap }
  /** A ringing tone command, as `encodeNokiaRingtone` encodes it. */
  | { readonly kind: 'ringtone'; readonly data: Uint8Array }
  | { readonly kind: 'profileName'; readonly text: string }
  | { readonly kind: 'screenSaver'; readonly bitmap: Bitmap }
  /** Any other item, verbatim: type 0 to 255. */
  | { readonly kind: 'raw'; readonly type: number; readonly data: Uint8Array };

/** Item types. */
export const ITEM_TYPE = {
  Latin1Text: 0,
  Ucs2Text: 1,
  Picture: 2,
  Ringtone: 3,
  ProfileName: 4,
  ScreenSaver: 6,
} as const;

const NAMES = [
  'text, ISO 8859-1',
  'text, UCS-2',
  'picture',
  'ringing tone',
  'profile name',
  undefined,
  'screen saver',
] as const;

/** Octets of an item's type and length. */
export const HEAD_OCTETS = 3;
const MAX_ITEM_OCTETS = 0xffff;

const SPEC = 'Smart Messaging 3.0, multipart';

/**
 * Encodes a multipart message, for port 5514 (Nokia Smart Messaging 3.0).
 * @throws EncodeError `bad-value` for no items or an invalid member, `unencodable` with the index of a character that the
 *   encoding lacks, `too-long` for an item of more than 65535 octets. The field names the item: `items[1].text`.
 * @example
 * ```ts
 * import { encodeMultipartMessage } from 'handset/bitmap';
 * import { toHex } from 'handset/bytes';
 *
 * toHex(encodeMultipartMessage([{ kind: 'text', text: 'Hi' }])); // -> '300000024869'
 * ```
 */
export function encodeMultipartMessage(items: readonly MultipartItem[], options: OtaOptions = {}): Uint8Array {
  if (!Array.isArray(items)) throw new TypeError('items are an array');
  if (items.length === 0) throw EncodeError.badValue('items', 'no items, at least one');
  const writer = new ByteWriter(512).u8(VERSION);
  for (let i = 0; i < items.length; i++) {
    const [type, data] = itemData(items[i] as MultipartItem, `items[${i}]`, options);
    if (data.length > MAX_ITEM_OCTETS) {
      const part = `items[${i}].${formatPart(items[i] as MultipartItem)}`;
      throw new EncodeError('too-long', part, undefined, `${data.length} octets, at most ${MAX_ITEM_OCTETS}`);
    }
    writer.u8(type).u16(data.length).bytes(data);
  }
  return writer.finish();
}

/**
 * Decodes the items of a multipart message, in order (Nokia Smart Messaging 3.0).
 * @param options.lenient accept a missing version octet 0x30 (netpbm's HEX_NPM), one or two octets after the last item, an odd octet or a lone
 * surrogate in UCS-2, and what {@link decodeOtaBitmap} accepts in pictures.
 * @throws DecodeError `truncated`, `trailing-bytes` or `bad-value`.
 */
export function decodeMultipartMessage(octets: Uint8Array, options?: OtaDecodeOptions): MultipartItem[] {
  return readMultipartMessage(new ByteReader(octets), options);
}

/** {@link decodeMultipartMessage} of all that a cursor has left. */
export function readMultipartMessage(reader: ByteReader, options?: OtaDecodeOptions): MultipartItem[] {
  const reading = Reading.of(options);
  const { trace } = reader;
  const start = reader.offset;
  if (reader.remaining > 0 && reader.octets[start] !== VERSION) {
    const message = `is ${reader.octets[start]}, allowed: ${VERSION} (30 hex)`;
    reading.fault('bad-value', 'multipart/version', start, message);
  } else {
    reader.u8('multipart/version', SPEC);
    if (trace !== undefined) trace.mean('version 3.0');
  }
  const items: MultipartItem[] = [];
  do {
    const offset = reader.offset;
    if (items.length > 0 && reader.remaining < HEAD_OCTETS) {
      const message = `${reader.remaining} octets are left over, the next item needs at least ${HEAD_OCTETS}`;
      reading.fault('trailing-bytes', 'multipart', offset, message);
      reader.take(reader.remaining, 'trailing');
      break;
    }
    items.push(readItem(reader, options));
  } while (reader.remaining > 0);
  return items;
}

/** Whether octets from `start` on are items to the very end, as far as types and lengths tell. */
export function looksLikeItems(octets: Uint8Array, start: number): boolean {
  const end = octets.length;
  let at = start;
  // At the end there is no type, and a head or data that are cut go past it.
  while ((octets[at] as number) <= ITEM_TYPE.ScreenSaver) {
    at += HEAD_OCTETS + (((octets[at + 1] as number) << 8) | (octets[at + 2] as number));
  }
  return at === end && at > start;
}

function itemData(item: MultipartItem, field: string, options: OtaOptions): readonly [type: number, data: Uint8Array] {
  if (typeof item !== 'object' || item === null) throw new TypeError(`${field} is not an item`);
  switch (item.kind) {
    case 'text': {
      const { text, encoding } = item;
      requireText(text, field);
      if (encoding !== undefined) checkChoice(encoding, `${field}.encoding`, ['latin1', 'ucs2']);
      const isLatin1 = encoding === undefined ? firstOutsideLatin1(text) < 0 : encoding === 'latin1';
      if (isLatin1) return [ITEM_TYPE.Latin1Text, encodeLatin1(text, `${field}.text`)];
      return [ITEM_TYPE.Ucs2Text, ucs2Octets(text, field)];
    }
    case 'profileName':
      requireText(item.text, field);
      return [ITEM_TYPE.ProfileName, ucs2Octets(item.text, field)];
    case 'picture':
    case 'screenSaver':
      checkBitmap(item.bitmap, `${field}.bitmap`);
      return [item.kind === 'picture' ? ITEM_TYPE.Picture : ITEM_TYPE.ScreenSaver, encodeOtaBitmap(item.bitmap, options)];
    case 'ringtone':
    case 'raw': {
      const type = item.kind === 'raw' ? item.type : ITEM_TYPE.Ringtone;
      checkInteger(type, `${field}.type`, 0, 0xff);
      requireOctets(item.data, `${field}.data`);
      return [type, item.data];
    }
    default: {
      const { kind } = item as { kind: unknown };
      throw EncodeError.badValue(`${field}.kind`, `is ${quote(kind)}`);
    }
  }
}

/** The member that is an item's data. */
function formatPart(item: MultipartItem): string {
  return 'bitmap' in item ? 'bitmap' : 'text' in item ? 'text' : 'data';
}

function requireText(text: unknown, field: string): asserts text is string {
  if (typeof text !== 'string') throw new TypeError(`${field}.text is not a string`);
}

function ucs2Octets(text: string, field: string): Uint8Array {
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw loneSurrogate(lone, `${field}.text`);
  const octets = new Uint8Array(text.length * 2);
  writeUcs2(text, octets, 0);
  return octets;
}

function readItem(reader: ByteReader, options: OtaDecodeOptions | undefined): MultipartItem {
  const { trace } = reader;
  reader.open('item', SPEC);
  const type = reader.u8('multipart/item/type', SPEC);
  const name = NAMES[type];
  if (trace !== undefined) trace.mean(name ?? 'not assigned');
  const body = reader.sub(reader.u16('multipart/item/length', SPEC), 'multipart/item/data');
  const item = readBody(type, body, options);
  if (trace !== undefined) {
    reader.close();
    trace.mean(name ?? 'not assigned');
  }
  return item;
}

function readBody(type: number, body: ByteReader, options: OtaDecodeOptions | undefined): MultipartItem {
  switch (type) {
    case ITEM_TYPE.Latin1Text:
      return { kind: 'text', text: latin1(body, body.remaining, 'multipart/item/text', SPEC), encoding: 'latin1' };
    case ITEM_TYPE.Ucs2Text:
      return { kind: 'text', text: readUcs2Text(body, Reading.of(options)), encoding: 'ucs2' };
    case ITEM_TYPE.Picture:
      return { kind: 'picture', bitmap: readOtaBitmap(body, options) };
    case ITEM_TYPE.ProfileName:
      return { kind: 'profileName', text: readUcs2Text(body, Reading.of(options)) };
    case ITEM_TYPE.ScreenSaver:
      return { kind: 'screenSaver', bitmap: readOtaBitmap(body, options) };
    default: {
      const data = body.remaining === 0 ? new Uint8Array(0) : copyOctets(body.take(body.remaining, 'multipart/item/data'));
      return type === ITEM_TYPE.Ringtone ? { kind: 'ringtone', data } : { kind: 'raw', type, data };
    }
  }
}

function readUcs2Text(body: ByteReader, reading: Reading): string {
  const { octets, offset, end, trace } = body;
  if ((end - offset) % 2 !== 0) faultOddOctet(reading, end - 1, 'multipart/item/text');
  const text = readUcs2(octets, offset, (end - offset) >> 1);
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) faultLoneSurrogate(reading, offset + 2 * lone, 'multipart/item/text');
  body.offset = end;
  if (trace !== undefined && offset < end) trace.leaf('text', text, offset * 8, end * 8, SPEC);
  return text;
}
