/**
 * The first directory of Exif data: what a camera says of a photograph.
 *
 *   "II" or "MM" | 42(2) | offset of IFD 0(4) | ... count(2), entries of 12: tag(2) type(2) count(4) value or offset(4) | next IFD(4) | ...
 *
 * Offsets count from the letters, which also give the order of octets in numbers. A directory that is not right after the offset,
 * and everything after the first one, stays one field.
 *
 * Source: Exif 2.3 (CIPA DC-008) sections 4.5.2 and 4.6; TIFF 6.0 section 2.
 * @module
 */
import { brief, opaque, pluralize } from '../bytes/file-fields.js';
import { pairHex, u16be, u16le, u32be, u32le } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';

const HEADER_OCTETS = 8;
const ENTRY_OCTETS = 12;

/** Tags that cameras write into the first directory. */
const TAGS: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [0x0100, 'ImageWidth'],
  [0x0101, 'ImageLength'],
  [0x010e, 'ImageDescription'],
  [0x010f, 'Make'],
  [0x0110, 'Model'],
  [0x0112, 'Orientation'],
  [0x011a, 'XResolution'],
  [0x011b, 'YResolution'],
  [0x0128, 'ResolutionUnit'],
  [0x0131, 'Software'],
  [0x0132, 'DateTime'],
  [0x013b, 'Artist'],
  [0x0213, 'YCbCrPositioning'],
  [0x8298, 'Copyright'],
  [0x8769, 'ExifIFD'],
  [0x8825, 'GPSInfo'],
]);
const ORIENTATION = 0x0112;

const TYPES: readonly (string | undefined)[] = [
  undefined,
  'BYTE',
  'ASCII',
  'SHORT',
  'LONG',
  'RATIONAL',
  'SBYTE',
  'UNDEFINED',
  'SSHORT',
  'SLONG',
  'SRATIONAL',
];
const [BYTE, ASCII, SHORT, LONG] = [1, 2, 3, 4];

/** How to turn the stored picture, so that it is upright. */
const ORIENTATIONS: readonly (string | undefined)[] = [
  undefined,
  'upright',
  'mirrored left to right',
  'turned by 180 degrees',
  'mirrored top to bottom',
  'mirrored at the falling diagonal',
  'to be turned right',
  'mirrored at the rising diagonal',
  'to be turned left',
];

/** Numbers in the order of octets that the data have. */
interface Order {
  readonly two: (octets: Uint8Array, at: number) => number;
  readonly four: (octets: Uint8Array, at: number) => number;
}

const LITTLE: Order = { two: u16le, four: u32le };
const BIG: Order = { two: u16be, four: u32be };

/** The order of octets of TIFF data; undefined for what is not TIFF data. */
function readOrder(octets: Uint8Array, start: number, end: number): Order | undefined {
  const mark = u16be(octets, start);
  const order = mark === 0x4949 ? LITTLE : BIG;
  const isTiff = end - start >= HEADER_OCTETS && (mark === 0x4949 || mark === 0x4d4d) && order.two(octets, start + 2) === 42;
  return isTiff ? order : undefined;
}

/**
 * How the stored picture is to be shown, 1 to 8; 1 when the data do not say. Cameras and hostile senders alike write them: only IFD 0 is
 * looked at, once, and an offset that points anywhere but into the data ends the search. Data that make no sense say nothing about a
 * picture, so they are not a fault.
 * @param tiff a view of the TIFF data alone.
 */
export function exifOrientation(tiff: Uint8Array): number {
  const { length } = tiff;
  const order = readOrder(tiff, 0, length);
  if (order === undefined) return 1;
  const { two, four } = order;
  const first = four(tiff, 4) + 2;
  if (first > length) return 1;
  const count = Math.min(two(tiff, first - 2), Math.floor((length - first) / ENTRY_OCTETS));
  for (let i = 0, at = first; i < count; i++, at += ENTRY_OCTETS) {
    if (two(tiff, at) !== ORIENTATION) continue;
    const type = four(tiff, at + 4) === 1 ? two(tiff, at + 2) : 0;
    // SHORT is right, the others are written too.
    const value = type === SHORT ? two(tiff, at + 8) : type === LONG ? four(tiff, at + 8) : type === BYTE ? tiff[at + 8] : 0;
    return ORIENTATIONS[value as number] === undefined ? 1 : (value as number);
  }
  return 1;
}

/** Reads TIFF data as far as their first directory; returns them in words. */
export function readTiff(reader: ByteReader, field: string, reading: Reading): string {
  const { octets, offset: start, end } = reader;
  const order = readOrder(octets, start, end);
  if (order === undefined) {
    reading.note('bad-value', field, start, 'bad TIFF signature');
    return 'Exif';
  }
  reader.take(2, `${field}/byte-order`, 'TIFF 6.0');
  reader.trace?.mean(order === LITTLE ? 'low octet first' : 'high octet first');
  const number = (octetCount: 2 | 4, name: string): number => {
    const at = reader.skip(octetCount, `${field}/${name}`);
    const value = octetCount === 2 ? order.two(octets, at) : order.four(octets, at);
    reader.trace?.leaf(name, value, at * 8, (at + octetCount) * 8);
    return value;
  };
  number(2, 'magic');
  const offset = number(4, 'IFD-offset');
  if (offset !== HEADER_OCTETS || reader.remaining < 2) return 'Exif';
  const count = order.two(octets, reader.offset);
  const fits = Math.min(count, Math.floor((reader.remaining - 2) / ENTRY_OCTETS));
  reader.open('IFD 0', 'TIFF 6.0 section 2');
  number(2, 'entries');
  if (fits < count)
    reading.note('bad-value', `${field}/entries`, reader.offset - 2, `are ${count}, and there is room for ${fits}`);
  const words: string[] = [];
  for (let i = 0; i < fits; i++) {
    const said = readEntry(reader, start, number, order);
    if (said !== undefined) words.push(said);
  }
  if (reader.remaining >= 4) number(4, 'next-IFD');
  reader.close();
  reader.trace?.mean(pluralize(count, 'tag'));
  if (reader.remaining > 0) opaque(reader, reader.remaining, `${field}/values`);
  return ['Exif', ...words].join(', ');
}

/** Reads an entry; returns what of it belongs into a summary. */
function readEntry(
  reader: ByteReader,
  start: number,
  number: (octetCount: 2 | 4, name: string) => number,
  { two, four }: Order,
): string | undefined {
  const { octets, offset: at, end, trace } = reader;
  const tag = two(octets, at);
  const name = TAGS.get(tag) ?? `tag ${pairHex(tag)}`;
  reader.open(name);
  number(2, 'tag');
  const type = number(2, 'type');
  const typeName = TYPES[type];
  if (typeName !== undefined) trace?.mean(typeName);
  const count = number(4, 'count');
  const valueAt = reader.offset;
  reader.take(4, 'value');
  reader.close();
  let meaning: string | undefined;
  if (type === ASCII) {
    const textAt = count <= 4 ? valueAt : start + four(octets, valueAt);
    if (textAt + count <= end) meaning = readText(octets.subarray(textAt, textAt + Math.min(count, MAX_TEXT)));
  } else if (count === 1 && (type === SHORT || type === LONG)) {
    const value = type === SHORT ? two(octets, valueAt) : four(octets, valueAt);
    meaning = (tag === ORIENTATION && ORIENTATIONS[value]) || String(value);
  }
  if (meaning === undefined) return undefined;
  trace?.mean(meaning);
  return tag === ORIENTATION || name === 'Make' || name === 'Model' ? meaning : undefined;
}

/** Characters of a text that are shown. */
const MAX_TEXT = 80;

function readText(octets: Uint8Array): string {
  const end = octets.indexOf(0);
  return brief(String.fromCharCode(...(end < 0 ? octets : octets.subarray(0, end))));
}
