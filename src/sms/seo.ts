/**
 * The Siemens exchange object: a file in blocks, each the whole user data of a message of its own, without a header.
 *
 *   "//SEO" | version(1) = 01 | data size(2) | reference(4) | part(2) parts(2), from 1 | object size(4)
 *   | length(1) type | length(1) name | data
 *
 * Numbers are little-endian. The type is `mid` (a MIDI file) or `bmp` (a Windows bitmap). The data size is that of the first part in every
 * part; the last one is filled up with zeros.
 *
 * Sources: ringtonetools writes it (and does not fill the last part); gammu reads it, in 8-bit messages of class 1 without a header, with
 * at most 9 characters of type and 39 of name (1.42.0 puts blocks written here together). What the handset makes of the name is not known.
 * @module
 */

import { requireList, requireObject } from '../bytes/check.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, EncodeError } from '../errors.js';
import { MAX_USER_DATA } from '../text/part-sizes.js';
import { checksum } from './build.js';

/** The types of files in Siemens exchange objects: `mid` for MIDI tunes, `bmp` for pictures. */
export const SEO_TYPES = ['mid', 'bmp'] as const;

/** A type of file in a Siemens exchange object. */
export type SeoType = (typeof SEO_TYPES)[number];

/** A file to encode as a Siemens exchange object. */
export interface SeoObject {
  /** Type of the file. */
  readonly type: SeoType;
  /** Name of the file: 0 to 39 printable ASCII characters. */
  readonly name: string;
  /** Content of the file, at least one octet. */
  readonly data: Uint8Array;
}

/** Options of {@link encodeSeo}. */
export interface SeoOptions {
  /** Number that all blocks of the object share, 0 to 4294967295; by default a checksum of the content. */
  readonly reference?: number | undefined;
  /** Maximum size of a block in octets, at most 140, which is the default. */
  readonly maxOctets?: number | undefined;
}

/** A block of a Siemens exchange object that was read. */
export interface SeoPart {
  /** Type, verbatim: one of {@link SEO_TYPES}, or another. */
  readonly type: string;
  /** Name of the file. */
  readonly name: string;
  /** Octets of the file in every block except the last. */
  readonly dataSize: number;
  /** Number that all blocks of the object share. */
  readonly reference: number;
  /** Number of this block, from 1. */
  readonly part: number;
  /** The number of blocks of the object. */
  readonly parts: number;
  /** Size of the file in octets. */
  readonly objectSize: number;
  /** The octets of the file in this block, without the fill. */
  readonly data: Uint8Array;
}

/** The file of a Siemens exchange object that was joined. */
export interface SeoFile {
  /** Type, verbatim: one of {@link SEO_TYPES}, or another. */
  readonly type: string;
  /** Name of the file. */
  readonly name: string;
  /** Content of the file. */
  readonly data: Uint8Array;
}

const MAGIC = '//SEO';
const VERSION = 1;
/** Octets before the name, with a type of three characters. */
const HEAD_OCTETS = 25;
const MAX_TYPE = 9;
const MAX_NAME = 39;
const MAX_BLOCKS = 0xffff;

/**
 * Encodes a file as the blocks of a Siemens exchange object, in order. Each is the whole user data of an 8-bit message without a header.
 * @throws EncodeError `bad-value` naming the field (`type`, `data` when empty, an option), `unencodable` for a name outside printable ASCII,
 * `too-long` for a name of more than 39 characters or for more than 65535 blocks.
 */
export function encodeSeo(object: SeoObject, options: SeoOptions = {}): Uint8Array[] {
  requireObject(object, 'object');
  requireObject(options, 'options');
  const { type, name, data } = object;
  const { maxOctets = MAX_USER_DATA } = options;
  if (!SEO_TYPES.includes(type)) throw EncodeError.badValue('type', `is ${quote(type)}, allowed: mid, bmp`);
  checkName(name);
  requireOctets(data, 'data');
  if (data.length === 0) throw EncodeError.badValue('data', 'is empty');
  const head = HEAD_OCTETS + name.length;
  if (!Number.isInteger(maxOctets) || maxOctets <= head || maxOctets > MAX_USER_DATA) {
    throw EncodeError.badValue('maxOctets', `${maxOctets} is not ${head + 1} to ${MAX_USER_DATA}`);
  }
  const dataSize = Math.min(maxOctets - head, data.length);
  const parts = Math.ceil(data.length / dataSize);
  if (parts > MAX_BLOCKS) {
    throw new EncodeError('too-long', 'data', undefined, `${data.length} octets need ${parts} blocks, limit is ${MAX_BLOCKS}`);
  }
  const { reference = checksum(data) } = options;
  if (!Number.isInteger(reference) || reference < 0 || reference > 0xffffffff) {
    throw EncodeError.badValue('reference', `${reference} is not 0 to ${0xffffffff}`);
  }
  return Array.from({ length: parts }, (_, index) => {
    const block = new Uint8Array(head + dataSize);
    let at = writeAscii(block, 0, MAGIC);
    block[at++] = VERSION;
    at = writeLittle(block, at, 2, dataSize);
    at = writeLittle(block, at, 4, reference);
    at = writeLittle(block, at, 2, index + 1);
    at = writeLittle(block, at, 2, parts);
    at = writeLittle(block, at, 4, data.length);
    block[at++] = type.length;
    at = writeAscii(block, at, type);
    block[at++] = name.length;
    at = writeAscii(block, at, name);
    block.set(data.subarray(index * dataSize, (index + 1) * dataSize), at);
    return block;
  });
}

function checkName(name: string): void {
  if (typeof name !== 'string') throw new TypeError('name is not a string');
  if (name.length > MAX_NAME) {
    throw new EncodeError('too-long', 'name', undefined, `${name.length} characters, at most ${MAX_NAME}`);
  }
  const odd = name.search(/[^\x20-\x7e]/);
  if (odd >= 0) throw new EncodeError('unencodable', 'name', odd, `${JSON.stringify(name[odd])} is not printable ASCII`);
}

/** Whether octets begin as a block does: cheap, and certain enough to tell it from other 8-bit data. */
export function isSeo(octets: Uint8Array): boolean {
  if (octets.length <= MAGIC.length || octets[MAGIC.length] !== VERSION) return false;
  for (let i = 0; i < MAGIC.length; i++) if (octets[i] !== MAGIC.charCodeAt(i)) return false;
  return true;
}

/**
 * Decodes one block of a Siemens exchange object. The last block may lack the fill, which some senders omit.
 * @param options.lenient skip octets after the data.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with the field and the octet at which it begins.
 */
export function decodeSeo(octets: Uint8Array, options?: DecodeOptions): SeoPart {
  return readSeo(new ByteReader(octets), options);
}

/** {@link decodeSeo} on a cursor, which is left at the end. */
export function readSeo(reader: ByteReader, options?: DecodeOptions): SeoPart {
  const { trace } = reader;
  const start = reader.offset;
  const magic = readText(reader, MAGIC.length, 'SEO/magic');
  if (magic !== MAGIC) throw new DecodeError('bad-value', 'SEO/magic', start, `${JSON.stringify(magic)} is not ${MAGIC}`);
  const version = reader.u8('SEO/version');
  if (version !== VERSION)
    throw new DecodeError('bad-value', 'SEO/version', reader.offset - 1, `${version}, known: ${VERSION}`);
  const dataSizeAt = reader.offset;
  const dataSize = readLittle(reader, 2, 'SEO/data-size');
  const reference = readLittle(reader, 4, 'SEO/reference');
  const partAt = reader.offset;
  const part = readLittle(reader, 2, 'SEO/part');
  const parts = readLittle(reader, 2, 'SEO/parts');
  if (part < 1 || part > parts) throw new DecodeError('bad-value', 'SEO/part', partAt, `part ${part} of ${parts}`);
  const objectSizeAt = reader.offset;
  const objectSize = readLittle(reader, 4, 'SEO/object-size');
  if (dataSize === 0) throw new DecodeError('bad-value', 'SEO/data-size', dataSizeAt, 'is 0');
  if (Math.ceil(objectSize / dataSize) !== parts) {
    throw new DecodeError(
      'bad-value',
      'SEO/object-size',
      objectSizeAt,
      `${objectSize} octets are not ${parts} parts of ${dataSize}`,
    );
  }
  const type = readName(reader, MAX_TYPE, 'SEO/type');
  const name = readName(reader, MAX_NAME, 'SEO/name');
  const held = part === parts ? objectSize - (parts - 1) * dataSize : dataSize;
  const data = copyOctets(reader.take(held, 'SEO/data'));
  if (trace !== undefined) trace.mean(`${held} of ${objectSize} octets, part ${part} of ${parts}`);
  const fill = Math.min(dataSize - held, reader.remaining);
  if (fill > 0 && reader.take(fill, 'SEO/fill').some((octet) => octet !== 0)) trace?.warn('is not 0');
  if (reader.remaining > 0) {
    const message = `${reader.remaining} octets follow the data`;
    Reading.of(options).fault('trailing-bytes', 'SEO', reader.offset, message);
    reader.take(reader.remaining, 'trailing octets');
  }
  return { type, name, dataSize, reference, part, parts, objectSize, data };
}

/**
 * Joins the blocks of a Siemens exchange object, in any order, to its file.
 * @throws DecodeError in the field `parts`: `truncated` when some are missing, `trailing-bytes` when one comes twice, `bad-value` when they belong to
 * several objects.
 * @example
 * ```ts
 * import { decodeSeo, encodeSeo, joinSeo } from 'handset/sms';
 *
 * const blocks = encodeSeo({ type: 'bmp', name: 'logo.bmp', data: new Uint8Array(300) });
 * const file = joinSeo(blocks.reverse().map((block) => decodeSeo(block)));
 * [blocks.length, file.name, file.data.length]; // -> [3, 'logo.bmp', 300]
 * ```
 */
export function joinSeo(parts: readonly SeoPart[]): SeoFile {
  requireList(parts, 'parts');
  const [first] = parts;
  if (first === undefined) throw new DecodeError('truncated', 'parts', undefined, 'there are none');
  const { type, name, reference, dataSize, objectSize } = first;
  const slots = new Map<number, SeoPart>();
  for (const part of parts) {
    if (!isSameObject(first, part)) throw new DecodeError('bad-value', 'parts', undefined, 'they are of several objects');
    if (slots.has(part.part)) throw new DecodeError('trailing-bytes', 'parts', undefined, `part ${part.part} comes twice`);
    slots.set(part.part, part);
  }
  if (slots.size !== first.parts) {
    throw new DecodeError('truncated', 'parts', undefined, `${slots.size} of ${first.parts} parts of object ${reference}`);
  }
  // All parts are there, so that their octets are as many as the object has: the size can be trusted.
  const data = new Uint8Array(objectSize);
  for (const part of slots.values()) data.set(part.data, (part.part - 1) * dataSize);
  return { type, name, data };
}

function isSameObject(a: SeoPart, b: SeoPart): boolean {
  return (
    a.reference === b.reference &&
    a.parts === b.parts &&
    a.objectSize === b.objectSize &&
    a.dataSize === b.dataSize &&
    a.type === b.type &&
    a.name === b.name
  );
}

function writeAscii(target: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i);
  return at + text.length;
}

function writeLittle(target: Uint8Array, at: number, octets: number, value: number): number {
  for (let i = 0; i < octets; i++) target[at + i] = value >>> (8 * i);
  return at + octets;
}

function readLittle(reader: ByteReader, octets: number, field: string): number {
  const taken = reader.take(octets, field);
  let value = 0;
  for (let i = octets - 1; i >= 0; i--) value = value * 256 + (taken[i] as number);
  if (reader.trace !== undefined) reader.trace.mean(String(value));
  return value;
}

function readName(reader: ByteReader, most: number, field: string): string {
  const at = reader.offset;
  const length = reader.u8(`${field}-length`);
  if (length > most) throw new DecodeError('bad-value', `${field}-length`, at, `${length} characters, at most ${most}`);
  return length === 0 ? '' : readText(reader, length, field);
}

/** Characters of one octet each; what is not ASCII is kept as ISO 8859-1. */
function readText(reader: ByteReader, length: number, field: string): string {
  const text = String.fromCharCode(...reader.take(length, field));
  if (reader.trace !== undefined) reader.trace.mean(JSON.stringify(text));
  return text;
}
