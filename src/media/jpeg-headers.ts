/**
 * Markers of JPEG, and the headers of its frames and scans, field by field.
 *
 *   SOFn   precision(1) height(2) width(2) n(1) then n times: id(1) h:4 v:4 tq(1)
 *   SOS    n(1) then n times: id(1) td:4 ta:4, then Ss(1) Se(1) Ah:4 Al:4
 *
 * Source: ITU-T T.81 sections B.1.1.3, B.2.2 and B.2.3.
 * @module
 */
import type { ByteReader, OctetLayout } from '../bytes/reader.js';

/** Markers that a reader acts on, without their FF (T.81 table B.1). */
export const JPEG_MARKER = {
  TEM: 0x01,
  SOF0: 0xc0,
  SOF1: 0xc1,
  SOF2: 0xc2,
  DHT: 0xc4,
  JPG: 0xc8,
  DAC: 0xcc,
  RST0: 0xd0,
  RST7: 0xd7,
  SOI: 0xd8,
  EOI: 0xd9,
  SOS: 0xda,
  DQT: 0xdb,
  DNL: 0xdc,
  DRI: 0xdd,
  DHP: 0xde,
  EXP: 0xdf,
  APP0: 0xe0,
  APP1: 0xe1,
  APP2: 0xe2,
  APP14: 0xee,
  APP15: 0xef,
  JPG0: 0xf0,
  COM: 0xfe,
} as const;

/** Whether a frame header follows: SOF0 to SOF15, of which DHT, JPG and DAC are other things (table B.1). */
export function isFrameMarker(marker: number): boolean {
  const { DHT, JPG, DAC } = JPEG_MARKER;
  return (marker & 0xf0) === 0xc0 && marker !== DHT && marker !== JPG && marker !== DAC;
}

/** Whether a marker has neither length nor data (B.1.1.3). */
export function isBareMarker(marker: number): boolean {
  return marker === JPEG_MARKER.TEM || (marker >= JPEG_MARKER.RST0 && marker <= JPEG_MARKER.EOI);
}

/** Whether a marker is reserved for later versions and extensions (table B.1). */
export function isReservedMarker(marker: number): boolean {
  return (marker > JPEG_MARKER.TEM && marker < JPEG_MARKER.SOF0) || marker === JPEG_MARKER.JPG;
}

/** By marker. A file may have millions of segments. */
const NAMES: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, marker) => nameOf(marker));

/** Name of a marker in T.81, such as `SOF0` or `APP14`; the number when it has none. */
export function markerName(marker: number): string {
  return NAMES[marker] as string;
}

function nameOf(marker: number): string {
  for (const [name, value] of Object.entries(JPEG_MARKER)) if (value === marker) return name;
  if (isFrameMarker(marker)) return `SOF${marker - 0xc0}`;
  if (marker > JPEG_MARKER.RST0 && marker < JPEG_MARKER.RST7) return `RST${marker - JPEG_MARKER.RST0}`;
  if (marker > JPEG_MARKER.APP0 && marker < JPEG_MARKER.APP15) return `APP${marker - JPEG_MARKER.APP0}`;
  if (marker > JPEG_MARKER.JPG0 && marker < JPEG_MARKER.COM) return `JPG${marker - JPEG_MARKER.JPG0}`;
  return `FF${marker.toString(16).toUpperCase().padStart(2, '0')}`;
}

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
