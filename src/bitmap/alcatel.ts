/**
 * Pictures for Alcatel handsets: a header element of their own (80 hex) and the picture as user data. NOT CONFIRMED beyond gammu.
 *
 *   element   80 | length | name octets(1) | name, GSM 7-bit packed | type(1) | data octets(2)        04 picture
 *   data      width(1) height(1) | columns from the left, ceil(height / 8) octets each, most significant bit on top
 *
 * A concatenation element follows it when the data fill several messages. gammu writes the same, but of a name only the length is right: it
 * overwrites the first octets of the name with what should follow them. So the place of the name is that of its source, not that of its output.
 * Source: gammu 1.42.0 (libgammu/service/sms/gsmmulti.c, service/gsmlogo.c), which names documents of Alcatel.
 * @module
 */

import { requireObject } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import type { InformationElement } from '../sms/information-element.js';
import { decodeGsm7, encodeGsm7 } from '../text/gsm7.js';
import { packSeptets, unpackSeptets } from '../text/septets.js';
import { type Bitmap, checkBitmap, rowOctets, rowText } from './bitmap.js';
import { side, skipTrailing } from './file-fields.js';
import { traceRows } from './pixels.js';

/** A picture for an Alcatel handset, with the name under which the handset stores it. */
export interface AlcatelPicture {
  /** The picture, at most 255 by 255 pixels. */
  readonly bitmap: Bitmap;
  /** Name, in the GSM 7-bit alphabet; empty by default. */
  readonly name?: string | undefined;
}

/** An encoded Alcatel picture: the header of every message has the element, and the data are split over the messages. */
export interface AlcatelMessage {
  /** The header element 0x80, with the name, the type and the length of the data. */
  readonly element: InformationElement & { readonly kind: 'raw' };
  /** The user data after the header: the picture. */
  readonly data: Uint8Array;
}

/** Identifier of the element that announces a picture to Alcatel handsets, from the range that SMEs agree on among themselves. */
export const IEI_ALCATEL = 0x80;

/** Type octet of a picture. */
const PICTURE = 4;
const TYPES: Readonly<Record<number, string>> = { [PICTURE]: 'picture', 5: 'animation', 6: 'text template' };

/** 140, less UDHL, the element's identifier and length, a concatenation element of 5, and one octet of data. */
const MAX_ELEMENT_OCTETS = 131;

const SPEC = 'gammu, Alcatel';

/**
 * Encodes a picture for an Alcatel handset, after the only known source, gammu: the header element and the data.
 * @throws EncodeError `bad-value` naming the field, also for more than 255 pixels a side; `unencodable` with the index of a character of the name
 *   outside the GSM alphabet; `too-long` for a name that leaves no octet of a message free.
 */
export function encodeAlcatelPicture(alcatelPicture: AlcatelPicture): AlcatelMessage {
  requireObject(alcatelPicture, 'alcatelPicture');
  const { bitmap, name = '' } = alcatelPicture;
  checkBitmap(bitmap, 'bitmap', 0xff);
  if (typeof name !== 'string') throw new TypeError('name is not a string');
  const packed = packSeptets(nameSeptets(name));
  const { widthPx, heightPx, rows } = bitmap;
  const data = Uint8Array.of(widthPx, heightPx, ...transpose(rows, widthPx, heightPx));
  const writer = new ByteWriter(packed.length + 4).u8(packed.length).bytes(packed).u8(PICTURE).u16(data.length);
  if (writer.length > MAX_ELEMENT_OCTETS) {
    throw new EncodeError('too-long', 'name', undefined, `has ${packed.length} octets, at most ${MAX_ELEMENT_OCTETS - 4}`);
  }
  return { element: { kind: 'raw', iei: IEI_ALCATEL, data: writer.finish() }, data };
}

/**
 * Decodes an Alcatel picture from its header element and the data joined from all messages, after the only known source, gammu. Offsets of errors
 * count in the input that the field names: `alcatel-element/...` or `alcatel-picture/...`. A last `@` that exactly fills the name's last octet is
 * read as padding.
 * @param options.lenient accept octets after the picture, and a length in the element that differs from that of the data.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for another element, another type and a size of 0.
 */
export function decodeAlcatelPicture(element: InformationElement, data: Uint8Array, options?: DecodeOptions): AlcatelPicture {
  requireObject(element, 'element');
  requireOctets(data, 'data');
  if (element.kind !== 'raw' || element.iei !== IEI_ALCATEL) {
    const found = element.kind === 'raw' ? element.iei.toString(16).padStart(2, '0') : element.kind;
    throw new DecodeError('bad-value', 'alcatel-element', 0, `is ${found}, allowed: 80`);
  }
  const reading = Reading.of(options);
  const { name, lengthOctets, lengthAt } = readAlcatelElement(new ByteReader(element.data), reading);
  const reader = new ByteReader(data);
  if (lengthOctets !== data.length) {
    reading.fault('bad-value', 'alcatel-element/length', lengthAt, `is ${lengthOctets}, the data have ${data.length} octets`);
  }
  const bitmap = readAlcatelPicture(reader, reading);
  return name === '' ? { bitmap } : { bitmap, name };
}

/** The data of the element, of all that a cursor has left. */
export function readAlcatelElement(
  reader: ByteReader,
  options?: DecodeOptions,
): { readonly name: string; readonly lengthOctets: number; readonly lengthAt: number } {
  const nameOctets = reader.u8('alcatel-element/name-length', SPEC);
  const nameAt = reader.skip(nameOctets, 'alcatel-element/name');
  const name = readName(reader.octets.subarray(nameAt, nameAt + nameOctets), nameAt);
  if (reader.trace !== undefined && nameOctets > 0) {
    reader.trace.leaf('name', name, nameAt * 8, (nameAt + nameOctets) * 8, SPEC);
  }
  const typeAt = reader.offset;
  const type = reader.u8('alcatel-element/type', SPEC);
  const typeName = TYPES[type] ?? 'unknown';
  if (reader.trace !== undefined) reader.trace.mean(typeName);
  if (type !== PICTURE) {
    const message = `is ${type} (${typeName}), allowed: ${PICTURE} (picture)`;
    throw new DecodeError('bad-value', 'alcatel-element/type', typeAt, message);
  }
  const lengthAt = reader.offset;
  const lengthOctets = reader.u16('alcatel-element/length', SPEC);
  skipTrailing(reader, 'alcatel-element', Reading.of(options));
  return { name, lengthOctets, lengthAt };
}

/** The picture of all that a cursor has left. */
export function readAlcatelPicture(reader: ByteReader, options?: DecodeOptions): Bitmap {
  const widthPx = side(reader, 'alcatel-picture/width', 'u8');
  const heightPx = side(reader, 'alcatel-picture/height', 'u8');
  const columnOctets = rowOctets(heightPx);
  const at = reader.skip(columnOctets * widthPx, 'alcatel-picture/pixels');
  const columns = reader.octets.subarray(at, at + columnOctets * widthPx);
  const bitmap = { widthPx, heightPx, rows: transpose(columns, heightPx, widthPx) };
  if (reader.trace !== undefined) {
    traceRows(reader.trace, {
      ...{ count: widthPx, start: at * 8, end: reader.offset * 8, pitch: columnOctets * 8, bits: heightPx },
      ...{ name: 'column', meaning: `${widthPx}x${heightPx}, # black, columns from the left, top pixel first`, spec: SPEC },
      text: (x) => rowText(columns, x * columnOctets, heightPx),
    });
  }
  skipTrailing(reader, 'alcatel-picture', Reading.of(options));
  return bitmap;
}

/** Lines of bits as the lines across them: line x of the result has bit x of every line. */
function transpose(lines: Uint8Array, bitsPerLine: number, count: number): Uint8Array {
  const stride = rowOctets(bitsPerLine);
  const acrossStride = rowOctets(count);
  const across = new Uint8Array(acrossStride * bitsPerLine);
  for (let line = 0; line < count; line++) {
    const mark = 0x80 >> (line & 7);
    for (let bit = 0; bit < bitsPerLine; bit++) {
      if (((lines[line * stride + (bit >> 3)] as number) & (0x80 >> (bit & 7))) === 0) continue;
      const at = bit * acrossStride + (line >> 3);
      across[at] = (across[at] as number) | mark;
    }
  }
  return across;
}

function nameSeptets(name: string): Uint8Array {
  try {
    return encodeGsm7(name);
  } catch (error) {
    throw error instanceof EncodeError ? new EncodeError(error.code, 'name', error.offset, error.reason) : error;
  }
}

/** The length counts octets: seven of them hold eight septets, or seven and filler. */
function readName(packed: Uint8Array, offset: number): string {
  let count = Math.floor((packed.length * 8) / 7);
  if (packed.length % 7 === 0 && packed.length > 0 && (packed[packed.length - 1] as number) >> 1 === 0) count--;
  try {
    return decodeGsm7(unpackSeptets(packed, count));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const at = offset + (((error.offset ?? 0) * 7) >> 3);
    throw new DecodeError(error.code, 'alcatel-element/name', at, error.reason);
  }
}
