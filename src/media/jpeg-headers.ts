/**
 * The headers in the segments of a JPEG, field by field.
 *
 *   SOFn   precision(1) height(2) width(2) n(1) then n times: id(1) h:4 v:4 tq(1)
 *   SOS    n(1) then n times: id(1) td:4 ta:4, then Ss(1) Se(1) Ah:4 Al:4
 *   DQT    pq:4 tq:4 then 64 values of 1 (pq 0) or 2 octets, in zigzag order; repeated
 *   DHT    tc:4 th:4 then counts of codes with 1 to 16 bits (16), then the symbols; repeated
 *   APP0   "JFIF" 00 ...      APP1  "Exif" 00 00 TIFF ...      APP14  "Adobe" version(2) flags(2) flags(2) transform(1)
 *
 * Source: ITU-T T.81 sections B.2.2 to B.2.4; JFIF 1.02; Adobe Technical Note 5116 section 18 (APP14).
 * @module
 */
import { opaque, pluralize } from '../bytes/file-fields.js';
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import { beginsWith } from './signatures.js';

const SAMPLING: OctetLayout = {
  name: 'sampling',
  bits: [
    { name: 'horizontal', width: 4 },
    { name: 'vertical', width: 4 },
  ],
};
const SCAN_TABLES: OctetLayout = {
  name: 'tables',
  bits: [
    { name: 'DC', width: 4 },
    { name: 'AC', width: 4 },
  ],
};
const APPROXIMATION: OctetLayout = {
  name: 'AhAl',
  bits: [
    { name: 'high', width: 4 },
    { name: 'low', width: 4 },
  ],
};

const QUANTIZATION: OctetLayout = {
  name: 'table',
  bits: [
    { name: 'precision', width: 4, values: ['8 bits', '16 bits'] },
    { name: 'number', width: 4 },
  ],
};
const HUFFMAN: OctetLayout = {
  name: 'table',
  bits: [
    { name: 'class', width: 4, values: ['DC', 'AC'] },
    { name: 'number', width: 4 },
  ],
};

/** What a frame header has before its components (B.2.2). */
export interface FrameStart {
  /** Bits of a sample. */
  readonly precision: number;
  /** 0 where a DNL segment after the first scan has it. */
  readonly heightPx: number;
  readonly widthPx: number;
  /** How many components follow. */
  readonly count: number;
}

/** Where height and width are in the data of a frame header. */
export const FRAME_HEIGHT = 1;
export const FRAME_WIDTH = 3;

/** Reads the beginning of a frame header. @throws DecodeError `truncated` */
export function readFrameStart(body: ByteReader, field: string): FrameStart {
  const precision = body.u8(`${field}/precision`, 'T.81 B.2.2');
  body.trace?.mean('bits of a sample');
  const heightPx = body.u16(`${field}/height`);
  const widthPx = body.u16(`${field}/width`);
  return { precision, heightPx, widthPx, count: body.u8(`${field}/components`) };
}

/** A component of a frame (B.2.2). */
export interface FrameComponent {
  /** Any octet; scans name components by it. */
  readonly id: number;
  /** Sampling factors; 1 to 4 are defined. */
  readonly horizontal: number;
  readonly vertical: number;
  /** Quantization table; 0 to 3 are defined. */
  readonly quantTable: number;
}

/** Reads a component of a frame. @throws DecodeError `truncated` */
export function readFrameComponent(body: ByteReader, field: string, index: number): FrameComponent {
  body.open(`component ${index}`);
  const id = body.u8(`${field}/id`);
  const factors = body.octet(SAMPLING, `${field}/sampling`);
  const quantTable = body.u8(`${field}/quantTable`);
  body.close();
  return { id, horizontal: factors >> 4, vertical: factors & 15, quantTable };
}

/** A component of a scan, with its Huffman tables (B.2.3); 0 to 3 are defined. */
export interface ScanComponent {
  readonly id: number;
  readonly dcTable: number;
  readonly acTable: number;
}

/** Reads a component of a scan. @throws DecodeError `truncated` */
export function readScanComponent(body: ByteReader, index: number): ScanComponent {
  body.open(`component ${index}`);
  const id = body.u8('JPEG/SOS/id');
  const tables = body.octet(SCAN_TABLES, 'JPEG/SOS/tables');
  body.close();
  return { id, dcTable: tables >> 4, acTable: tables & 15 };
}

/** Which coefficients a scan has, in zigzag order, and which of their bits (B.2.3). */
export interface ScanBand {
  readonly spectralStart: number;
  readonly spectralEnd: number;
  /** Bits that the scans before left out, and that this one leaves out. */
  readonly approximationHigh: number;
  readonly approximationLow: number;
}

/** Reads the end of a scan header. @throws DecodeError `truncated` */
export function readScanBand(body: ByteReader): ScanBand {
  const spectralStart = body.u8('JPEG/SOS/Ss');
  const spectralEnd = body.u8('JPEG/SOS/Se');
  const approximation = body.octet(APPROXIMATION, 'JPEG/SOS/AhAl');
  return { spectralStart, spectralEnd, approximationHigh: approximation >> 4, approximationLow: approximation & 15 };
}

/** Precision (0 for 8 bits, 1 for 16) and number of a quantization table (B.2.4.1). @throws DecodeError `truncated` */
export function readQuantId(body: ByteReader): [precision: number, number: number] {
  const id = body.octet(QUANTIZATION, 'JPEG/DQT/table');
  return [id >> 4, id & 15];
}

/** Moves past the 64 values of a quantization table; returns where they begin. @throws DecodeError `truncated` */
export function readQuantValues(body: ByteReader, precision: number): number {
  const at = body.offset;
  opaque(body, precision === 0 ? 64 : 128, 'JPEG/DQT/values', '64 values in zigzag order');
  return at;
}

/** Class (0 for DC, 1 for AC) and number of a Huffman table (B.2.4.2). @throws DecodeError `truncated` */
export function readHuffmanId(body: ByteReader): [tableClass: number, number: number] {
  const id = body.octet(HUFFMAN, 'JPEG/DHT/table');
  return [id >> 4, id & 15];
}

/** How many codes of a Huffman table have 1 to 16 bits. @throws DecodeError `truncated` */
export function readHuffmanCounts(body: ByteReader): Uint8Array {
  const at = body.offset;
  opaque(body, 16, 'JPEG/DHT/counts', 'codes of 1 to 16 bits');
  return body.octets.subarray(at, at + 16);
}

/** The symbols of the codes, shortest code first. @throws DecodeError `truncated` */
export function readHuffmanSymbols(body: ByteReader, count: number): Uint8Array {
  const at = body.offset;
  opaque(body, count, 'JPEG/DHT/symbols', pluralize(count, 'symbol'));
  return body.octets.subarray(at, at + count);
}

/** Application segments that are known. */
export type Application = 'JFIF' | 'JFIF extension' | 'Exif' | 'XMP' | 'colour profile' | 'Adobe';

/** Beginnings of application segments (without the NUL that ends most of them), and what they are. */
const APPLICATIONS: readonly (readonly [marker: number, mark: string, what: Application])[] = [
  [0xe0, 'JFIF\0', 'JFIF'],
  [0xe0, 'JFXX\0', 'JFIF extension'],
  [0xe1, 'Exif\0\0', 'Exif'],
  [0xe1, 'http://ns.adobe.com/xap/1.0/\0', 'XMP'],
  [0xe2, 'ICC_PROFILE\0', 'colour profile'],
  [0xee, 'Adobe', 'Adobe'],
];

/** Reads the mark of an application segment; the cursor stays where none is known. */
export function readApplicationMark(body: ByteReader, marker: number): Application | undefined {
  const { octets, offset, remaining } = body;
  for (const [known, mark, what] of APPLICATIONS) {
    if (known !== marker || mark.length > remaining || !beginsWith(octets, mark, offset)) continue;
    if (body.trace === undefined) body.skip(mark.length, 'JPEG/identifier');
    else body.take(mark.length, 'JPEG/identifier');
    body.trace?.mean(what);
    return what;
  }
  return undefined;
}

/** What an Adobe segment says of the colours. */
export const TRANSFORMS: readonly (string | undefined)[] = ['RGB or CMYK', 'YCbCr', 'YCCK'];

/** Octets of an Adobe segment with nothing after its fields, its mark included. */
export const ADOBE_OCTETS = 12;

/** The transform of an Adobe segment, after its mark. @throws DecodeError `truncated` */
export function readAdobe(body: ByteReader): number {
  for (const name of ['version', 'flags0', 'flags1']) body.u16(`JPEG/APP14/${name}`);
  const transform = body.u8('JPEG/APP14/transform');
  const meaning = TRANSFORMS[transform];
  if (meaning !== undefined) body.trace?.mean(meaning);
  return transform;
}
