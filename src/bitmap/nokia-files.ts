/**
 * The files of Nokia logo programs. There is no specification of them; unknown octets are written as in every known file.
 *
 *   .nol  "NOL" 00 | 1 | mcc | mnc | width | height | 1 | 1 | xx | 00 | one "0" or "1" per pixel | file information
 *   .ngg  "NGG" 00 | 1 |             width | height | 1 | 1 | xx | 00 | one "0" or "1" per pixel | file information
 *   .nlm  "NLM " 01 | type | images - 1 | width | height | 01 | images, rows padded
 *   .npm  "NPM" 00 | text length | 00 | text | width | height | 01 01 00 | pixels, rows padded
 *
 * Numbers of .nol and .ngg have two octets, the low one first; those of the others one. 1 is black in all.
 * Sources: gammu and gnokii (.nol .ngg .nlm), netpbm (.nol .npm); deark reads the same fields.
 * @module
 */
import { checkChoice, requireObject } from '../bytes/check.js';
import { latin1 } from '../bytes/file-fields.js';
import { encodeLatin1 } from '../bytes/latin1.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import type { Trace } from '../bytes/trace.js';
import { DecodeError, EncodeError } from '../errors.js';
import { type Bitmap, checkBitmap, checkFrames, rowOctets, rowText } from './bitmap.js';
import { constant, magic, side, skipTrailing, u16le } from './file-fields.js';
import type { GroupGraphic } from './group-graphic.js';
import { checkDigits, twoDigits } from './network-code.js';
import type { OperatorLogo } from './operator-logo.js';
import type { PictureMessage } from './picture-message.js';
import { checkPixels, readPixels, traceRows, writeFrames } from './pixels.js';

/** What the pictures of an .nlm file are for, by its type octet. */
export const NLM_KINDS = ['operatorLogo', 'groupGraphic', 'startupLogo', 'picture'] as const;

/** The purpose of the pictures in an NLM file. */
export type NlmKind = (typeof NLM_KINDS)[number];

/** The content of an NLM file. */
export interface NokiaLogos {
  /** The purpose of the pictures. */
  readonly kind: NlmKind;
  /** 1 to 256 pictures of one size, at most 255 by 255 pixels. Reading more than 64 requires a larger limit `animationFrames`. */
  readonly frames: readonly Bitmap[];
}

const ZERO = 0x30;
const ONE = 0x31;

const MAX_NLM_FRAMES = 256;
const MAX_NPM_TEXT = 255;

/**
 * Encodes an operator logo as a NOL file of Nokia logo programs. The file has the codes of the network as numbers, so `mnc` may also have three
 * digits unless the first is 0.
 * @throws EncodeError `bad-value` naming the field, `unencodable` for a network code such as 012.
 */
export function encodeNol(operatorLogo: OperatorLogo): Uint8Array {
  requireObject(operatorLogo, 'operatorLogo');
  const { mcc, mnc, bitmap } = operatorLogo;
  checkDigits(mcc, 'mcc', 3);
  checkDigits(mnc, 'mnc', typeof mnc === 'string' && mnc.length === 3 ? 3 : 2);
  if (mnc.length === 3 && mnc[0] === '0') {
    throw new EncodeError('unencodable', 'mnc', undefined, `is ${JSON.stringify(mnc)}: as a number it loses a digit`);
  }
  checkBitmap(bitmap);
  return writeCharacters('NOL\0', [Number(mcc), Number(mnc)], bitmap);
}

/**
 * Decodes a NOL file, the operator logo of Nokia logo programs. Network codes get their leading zeros back. gammu writes 000 and 00 for an unknown
 * network, netpbm always 260 and 01. Text after the pixels is ignored.
 * @param options.lenient accept other values of octets whose meaning is unknown.
 * @throws DecodeError `truncated`, or `bad-value` for a size of 0, a network code above 999 and a pixel that is neither `0` nor `1`.
 * @throws LimitError `limit-exceeded` above `bitmapPixels`.
 */
export function decodeNol(octets: Uint8Array, options?: DecodeOptions): OperatorLogo {
  return readNol(new ByteReader(octets), options);
}

/** {@link decodeNol} of all that a cursor has left. */
export function readNol(reader: ByteReader, options?: DecodeOptions): OperatorLogo {
  const reading = Reading.of(options);
  magic(reader, 'NOL\0', 'nol/magic');
  constant(reader, 'nol/version', 'u16le', 1, reading);
  const mcc = String(networkNumber(reader, 'nol/mcc')).padStart(3, '0');
  const mnc = twoDigits(networkNumber(reader, 'nol/mnc'));
  return { mcc, mnc, bitmap: readCharacters(reader, 'nol', reading) };
}

/** Encodes a group graphic as an NGG file of Nokia logo programs. @throws EncodeError `bad-value` naming the field. */
export function encodeNgg(groupGraphic: GroupGraphic): Uint8Array {
  requireObject(groupGraphic, 'groupGraphic');
  const { bitmap } = groupGraphic;
  checkBitmap(bitmap);
  return writeCharacters('NGG\0', [], bitmap);
}

/**
 * Decodes an NGG file, the group graphic of Nokia logo programs. Lenient reading is that of {@link decodeNol}.
 * @throws DecodeError, LimitError as there.
 */
export function decodeNgg(octets: Uint8Array, options?: DecodeOptions): GroupGraphic {
  return readNgg(new ByteReader(octets), options);
}

/** {@link decodeNgg} of all that a cursor has left. */
export function readNgg(reader: ByteReader, options?: DecodeOptions): GroupGraphic {
  const reading = Reading.of(options);
  magic(reader, 'NGG\0', 'ngg/magic');
  constant(reader, 'ngg/version', 'u16le', 1, reading);
  return { bitmap: readCharacters(reader, 'ngg', reading) };
}

/**
 * Encodes logos or an animation as an NLM file of Nokia logo programs.
 * @throws EncodeError `bad-value` for another kind, no frames or more than 256, sizes that differ, and more than 255 pixels a side.
 */
export function encodeNlm(nokiaLogos: NokiaLogos): Uint8Array {
  requireObject(nokiaLogos, 'nokiaLogos');
  const { kind, frames } = nokiaLogos;
  checkChoice(kind, 'kind', NLM_KINDS);
  checkFrames(frames, MAX_NLM_FRAMES, 0xff);
  const { widthPx, heightPx } = frames[0] as Bitmap;
  return writeFrames([...ascii('NLM '), 1, NLM_KINDS.indexOf(kind), frames.length - 1, widthPx, heightPx, 1], frames, 'padded');
}

/**
 * Decodes an NLM file, the logos or animation of Nokia logo programs.
 * @param options.lenient accept other values of octets whose meaning is unknown, and octets after the last picture.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for a size of 0 and an unknown type.
 * @throws LimitError `limit-exceeded` above `animationFrames`.
 */
export function decodeNlm(octets: Uint8Array, options?: DecodeOptions): NokiaLogos {
  return readNlm(new ByteReader(octets), options);
}

/** {@link decodeNlm} of all that a cursor has left. */
export function readNlm(reader: ByteReader, options?: DecodeOptions): NokiaLogos {
  const reading = Reading.of(options);
  magic(reader, 'NLM ', 'nlm/magic');
  constant(reader, 'nlm/version', 'u8', 1, reading);
  const typeAt = reader.offset;
  const type = reader.u8('nlm/type');
  const kind = NLM_KINDS[type];
  if (kind === undefined) throw new DecodeError('bad-value', 'nlm/type', typeAt, `is ${type}, allowed: 0 to 3`);
  if (reader.trace !== undefined) reader.trace.mean(kind);
  const countAt = reader.offset;
  const count = reader.u8('nlm/images') + 1;
  if (reader.trace !== undefined) reader.trace.mean(count === 1 ? '1 picture' : `${count} pictures`);
  reading.limit('animationFrames', count, 'nlm/images', countAt);
  const widthPx = side(reader, 'nlm/width', 'u8');
  const heightPx = side(reader, 'nlm/height', 'u8');
  constant(reader, 'nlm/depth', 'u8', 1, reading);
  const frames: Bitmap[] = [];
  for (let i = 0; i < count; i++) frames.push(readPixels(reader, widthPx, heightPx, 'padded', `nlm/image[${i}]`));
  skipTrailing(reader, 'nlm', reading);
  return { kind, frames };
}

/**
 * Encodes a picture message as an NPM file of Nokia logo programs.
 * @throws EncodeError `bad-value` naming the field, also for more than 255 pixels a side; `too-long` above 255 characters of text; `unencodable` with
 *   the index of a character outside ISO 8859-1.
 */
export function encodeNpm(pictureMessage: PictureMessage): Uint8Array {
  requireObject(pictureMessage, 'pictureMessage');
  const { bitmap, text = '' } = pictureMessage;
  checkBitmap(bitmap, 'bitmap', 0xff);
  if (typeof text !== 'string') throw new TypeError('text is not a string');
  if (text.length > MAX_NPM_TEXT) {
    throw new EncodeError('too-long', 'text', undefined, `has ${text.length} characters, at most ${MAX_NPM_TEXT}`);
  }
  const { widthPx, heightPx } = bitmap;
  const words = encodeLatin1(text, 'text');
  return writeFrames([...ascii('NPM\0'), text.length, 0, ...words, widthPx, heightPx, 1, 1, 0], [bitmap], 'padded');
}

/**
 * Decodes an NPM file, the picture message of Nokia logo programs: its picture, and its text unless that is empty.
 * @param options.lenient accept the octet 0x00 after the text instead of before it, where deark expects it, other values of octets whose meaning is
 * unknown, and octets after the pixels.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for a size of 0.
 */
export function decodeNpm(octets: Uint8Array, options?: DecodeOptions): PictureMessage {
  return readNpm(new ByteReader(octets), options);
}

/** {@link decodeNpm} of all that a cursor has left. */
export function readNpm(reader: ByteReader, options?: DecodeOptions): PictureMessage {
  const reading = Reading.of(options);
  magic(reader, 'NPM\0', 'npm/magic');
  const length = reader.u8('npm/text-length');
  const { octets, offset } = reader;
  const isAfter = octets[offset] !== 0 && octets[offset + length] === 0 && offset + length < reader.end;
  if (isAfter)
    reading.fault('bad-value', 'npm/zero', offset, `is ${octets[offset]}, allowed: 0, which comes after the text here`);
  else constant(reader, 'npm/zero', 'u8', 0, reading);
  const text = latin1(reader, length, 'npm/text');
  if (isAfter) reader.u8('npm/zero');
  const widthPx = side(reader, 'npm/width', 'u8');
  const heightPx = side(reader, 'npm/height', 'u8');
  constant(reader, 'npm/unknown', 'u8', 1, reading);
  constant(reader, 'npm/unknown', 'u8', 1, reading);
  constant(reader, 'npm/unknown', 'u8', 0, reading);
  const bitmap = readPixels(reader, widthPx, heightPx, 'padded', 'npm/pixels');
  skipTrailing(reader, 'npm', reading);
  return length === 0 ? { bitmap } : { bitmap, text };
}

/** A .nol or .ngg file: the network, when there is one, and a character per pixel. */
function writeCharacters(name: string, network: readonly number[], { widthPx, heightPx, rows }: Bitmap): Uint8Array {
  const words = [1, ...network, widthPx, heightPx, 1, 1, 0].flatMap((word) => [word, word >> 8]);
  const header = [...ascii(name), ...words];
  const octets = new Uint8Array(header.length + widthPx * heightPx);
  octets.set(header);
  const stride = rowOctets(widthPx);
  let at = header.length;
  for (let row = 0; row < rows.length; row += stride) {
    for (let x = 0; x < widthPx; x++) octets[at++] = ZERO | (((rows[row + (x >> 3)] as number) >> (7 - (x & 7))) & 1);
  }
  return octets;
}

/** What .nol and .ngg have in common, from the width on. */
function readCharacters(reader: ByteReader, file: 'nol' | 'ngg', reading: Reading): Bitmap {
  const sizesAt = reader.offset;
  const widthPx = side(reader, `${file}/width`, 'u16le');
  const heightPx = side(reader, `${file}/height`, 'u16le');
  checkPixels(reading.limits, 'bitmapPixels', widthPx, heightPx, `${file}/width`, sizesAt);
  constant(reader, `${file}/one`, 'u16le', 1, reading);
  constant(reader, `${file}/one`, 'u16le', 1, reading);
  reader.u8(`${file}/unknown`);
  constant(reader, `${file}/zero`, 'u8', 0, reading);
  const bitmap = readAsciiPixels(reader, widthPx, heightPx, `${file}/pixels`);
  if (reader.trace === undefined) reader.offset = reader.end;
  else latin1(reader, reader.remaining, `${file}/file-information`);
  return bitmap;
}

function readAsciiPixels(reader: ByteReader, widthPx: number, heightPx: number, field: string): Bitmap {
  const { octets } = reader;
  const start = reader.skip(widthPx * heightPx, field);
  const stride = rowOctets(widthPx);
  const rows = new Uint8Array(stride * heightPx);
  let at = start;
  for (let row = 0; row < rows.length; row += stride) {
    for (let x = 0; x < widthPx; x++, at++) {
      const bit = (octets[at] as number) ^ ZERO;
      if (bit > 1) {
        throw new DecodeError('bad-value', field, at, `is ${octets[at]}, allowed: ${ZERO} ("0") and ${ONE} ("1")`);
      }
      const into = row + (x >> 3);
      rows[into] = (rows[into] as number) | (bit << (7 - (x & 7)));
    }
  }
  const bitmap = { widthPx, heightPx, rows };
  if (reader.trace !== undefined) traceCharacters(reader.trace, start, at, bitmap);
  return bitmap;
}

function traceCharacters(trace: Trace, start: number, end: number, { widthPx, heightPx, rows }: Bitmap): void {
  traceRows(trace, {
    ...{ count: heightPx, start: start * 8, end: end * 8, pitch: widthPx * 8, bits: widthPx * 8 },
    meaning: `${widthPx}x${heightPx}, # black`,
    text: (y) => rowText(rows, y * rowOctets(widthPx), widthPx),
  });
}

function networkNumber(reader: ByteReader, field: string): number {
  const at = reader.offset;
  const value = u16le(reader, field);
  if (value > 999) throw new DecodeError('bad-value', field, at, `is ${value}, at most 999`);
  return value;
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
