/**
 * The picture message of Smart Messaging 3.0, sent to port 158A hex (5514): multipart, a picture and perhaps a text.
 *
 *   30 | 02 0100 00 48 1C 01 pixels(252) | 00 0005 "Hello"
 *
 * gammu writes the picture first, netpbm the text; both are read. 72x28 makes 260 octets, three messages of 128; a text of up to 121
 * characters in ISO 8859-1 goes into the third.
 * Source: Nokia Smart Messaging 3.0, picture message; gammu's output.
 * @module
 */
import { checkChoice, requireObject } from '../bytes/check.js';
import { u16be } from '../bytes/octets.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import { ByteReader } from '../bytes/reader.js';
import { Reading } from '../bytes/reading.js';
import { DecodeError, EncodeError } from '../errors.js';
import type { Bitmap } from './bitmap.js';
import {
  encodeMultipartMessage,
  HEAD_OCTETS,
  type MultipartItem,
  type MultipartTextEncoding,
  readMultipartMessage,
} from './multipart.js';
import { VERSION } from './operator-logo.js';
import type { OtaDecodeOptions, OtaOptions } from './ota.js';

/** A picture message: a picture, and a text below it. */
export interface PictureMessage {
  /** The picture: 72 by 28 pixels on all handsets. */
  readonly bitmap: Bitmap;
  /** The text; none by default. Handsets show about 120 characters. */
  readonly text?: string | undefined;
}

/** Options of {@link encodePictureMessage}. */
export interface PictureMessageOptions extends OtaOptions {
  /** Order of the items: `picture-first` by default, as gammu writes them, or `text-first`, as netpbm does. */
  readonly order?: 'picture-first' | 'text-first' | undefined;
  /** Encoding of the text; by default `latin1` if it has all characters, otherwise `ucs2`. */
  readonly encoding?: MultipartTextEncoding | undefined;
}

/**
 * Encodes a picture message, for port 5514 (Nokia Smart Messaging 3.0).
 * @throws EncodeError `bad-value` naming the field, `unencodable` in the field `text` with the index of a character that the encoding lacks,
 *   `too-long` above 65535 octets of text.
 * @example
 * ```ts
 * import { bitmapFromRows, encodePictureMessage } from 'handset/bitmap';
 * import { toHex } from 'handset/bytes';
 *
 * toHex(encodePictureMessage({ bitmap: bitmapFromRows(['#.#.#.#.']), text: 'Hello' }));
 * // -> '3002000500080101AA00000548656C6C6F'
 * ```
 */
export function encodePictureMessage(message: PictureMessage, options: PictureMessageOptions = {}): Uint8Array {
  requireObject(message, 'message');
  const { bitmap, text = '' } = message;
  if (typeof text !== 'string') throw new TypeError('text is not a string');
  const { order = 'picture-first', encoding } = options;
  checkChoice(order, 'order', ['picture-first', 'text-first']);
  const picture: MultipartItem = { kind: 'picture', bitmap };
  const words: MultipartItem = { kind: 'text', text, ...omitUndefined({ encoding }) };
  const both = order === 'picture-first' ? [picture, words] : [words, picture];
  try {
    return encodeMultipartMessage(text === '' ? [picture] : both, options);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    // The same error in the names of a picture message.
    throw new EncodeError(error.code, error.field.replace(/^items\[\d\]\./, ''), error.offset, error.reason);
  }
}

/**
 * Decodes a picture message: its picture, and its text if it has one (Nokia Smart Messaging 3.0).
 * @param options.lenient accept more than one picture or text, of which the first is read, other items, which are skipped, and what
 * `decodeMultipartMessage` accepts.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value`, also for a multipart message without a picture.
 */
export function decodePictureMessage(octets: Uint8Array, options?: OtaDecodeOptions): PictureMessage {
  return readPictureMessage(new ByteReader(octets), options);
}

/** {@link decodePictureMessage} of all that a cursor has left. */
export function readPictureMessage(reader: ByteReader, options?: OtaDecodeOptions): PictureMessage {
  const start = reader.offset;
  const { octets } = reader;
  const items = readMultipartMessage(reader, options);
  let bitmap: Bitmap | undefined;
  let text: string | undefined;
  let at = octets[start] === VERSION ? start + 1 : start;
  for (const item of items) {
    if (item.kind === 'picture' && bitmap === undefined) bitmap = item.bitmap;
    else if (item.kind === 'text' && text === undefined) text = item.text;
    else {
      const message = `a picture message has one picture and one text, this is ${describe(item)}`;
      Reading.of(options).fault('bad-value', 'multipart/item', at, message);
    }
    at += HEAD_OCTETS + u16be(octets, at + 1);
  }
  if (bitmap === undefined) throw new DecodeError('bad-value', 'multipart', start, 'there is no picture among the items');
  return text === undefined ? { bitmap } : { bitmap, text };
}

function describe(item: MultipartItem): string {
  switch (item.kind) {
    case 'picture':
    case 'text':
      return `one more ${item.kind}`;
    case 'raw':
      return `an item of type ${item.type}`;
    default:
      return `a ${item.kind}`;
  }
}
