/**
 * The marker segments of a JPEG, and its header: all that is known of a picture before its coded data are touched.
 *
 *   FF D8 SOI | FF marker(1) length(2) data(length - 2) | ... | FF DA SOS header, coded data | ... | FF D9 EOI
 *
 *   SOF0 SOF1 SOF2  precision(1) height(2) width(2) n(1) then n times: id(1) h:4 v:4 tq(1)
 *   DQT             pq:4 tq:4 then 64 values of 1 (pq 0) or 2 octets, in zigzag order; repeated
 *   DHT             tc:4 th:4 then counts of codes with 1 to 16 bits (16), then the symbols; repeated
 *   DRI             MCUs between restart markers (2)
 *   SOS             n(1) then n times: id(1) td:4 ta:4, then Ss(1) Se(1) Ah:4 Al:4
 *   APP0  "JFIF" 00 ...      APP1  "Exif" 00 00 TIFF ...      APP14  "Adobe" version(2) flags(2) flags(2) transform(1)
 *
 * Any number of octets FF may stand in front of a marker. `length` counts itself. Read are the baseline, the extended sequential and the
 * progressive process with 8 bits and Huffman codes; the others (12 bits, lossless, hierarchical, arithmetic) are refused by name.
 *
 * Source: ITU-T T.81 annex B; JFIF 1.02; Adobe Technical Note 5116 section 18 (APP14). Which colours three or four components are is
 * not in T.81: here as libjpeg decides it.
 * @module
 */
import { ByteReader } from '../bytes/reader.js';
import { DEFAULT_LIMITS, DecodeError, LimitError, type Limits } from '../errors.js';
import { tolerate } from '../sms/options.js';
import { exifOrientation } from './exif.js';
import { patient } from './leniency.js';

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
  APP14: 0xee,
  APP15: 0xef,
  JPG0: 0xf0,
  COM: 0xfe,
} as const;

/** How strictly a JPEG is read. */
export interface JpegReadOptions {
  /** Read on past faults that leave a picture; each reader says which. Off by default. */
  readonly lenient?: boolean | undefined;
  /** Called with each fault that `lenient` let pass: the error that strict reading throws. */
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
  /** Other values for `imagePixels` and `imageScans` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** What the components of a picture are. `cmyk` and `ycck` are inverted (255 is no ink) behind an Adobe marker. */
export type JpegColour = 'grey' | 'ycbcr' | 'rgb' | 'cmyk' | 'ycck';

/** A component of a frame (B.2.2). */
export interface JpegComponent {
  /** Any octet; scans name components by it. */
  readonly id: number;
  /** Sampling factors, 1 to 4. */
  readonly horizontal: number;
  readonly vertical: number;
  /** Quantization table, 0 to 3. */
  readonly quantTable: number;
}

/** A frame header (B.2.2). */
export interface JpegFrame {
  readonly process: 'baseline' | 'extended' | 'progressive';
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535; 0 when it stands in a DNL segment behind the first scan. */
  readonly heightPx: number;
  /** 1, 3 or 4. */
  readonly components: readonly JpegComponent[];
  /** Offset of the height in the file. */
  readonly heightAt: number;
  /** Name of the marker, for the fields of errors. */
  readonly name: string;
}

/** What a JPEG says of itself in front of its first scan. */
export interface JpegHeader {
  /** As stored, 1 to 65535: orientations from 5 on show it with sides exchanged. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly process: JpegFrame['process'];
  readonly progressive: boolean;
  readonly components: readonly JpegComponent[];
  readonly colour: JpegColour;
  /** How the stored picture is to be shown, 1 to 8; 1 without Exif data that say otherwise. */
  readonly orientation: number;
  /** Whether there is a JFIF segment. */
  readonly jfif: boolean;
  /** `transform` of an Adobe segment: 0 no, 1 YCbCr, 2 YCCK; undefined without one. */
  readonly adobe: number | undefined;
  /** Octets of comments and of application segments (thumbnails, Exif, ICC profiles), but for JFIF and Adobe headers. */
  readonly metadataOctets: number;
  /** Whether there are any. */
  readonly hasMetadata: boolean;
}

/** A marker with the data behind it. */
export interface JpegSegment {
  /** Without its FF. */
  readonly marker: number;
  /** Offset of its FF. */
  readonly at: number;
  /** The data behind the length; empty for a marker that has none. */
  readonly body: ByteReader;
}

/** What APPn and COM segments said so far; {@link noteMetadata} adds to it. */
export interface JpegNotes {
  jfif: boolean;
  adobe: number | undefined;
  orientation: number | undefined;
  metadataOctets: number;
}

/**
 * The header of a JPEG, without touching its coded data, unless a DNL segment behind the first scan has the height.
 *
 * Lenient: octets between segments that are no marker, and markers that mean nothing there, are passed over.
 * @throws DecodeError `truncated`; `bad-value` for what is no JPEG, a broken header, or a process that is not read.
 * @throws LimitError `limit-exceeded` past `imagePixels`; lenient reading past 10 000 faults.
 */
export function jpegHeader(octets: Uint8Array, given: JpegReadOptions = {}): JpegHeader {
  const options = patient(given);
  const reader = new ByteReader(octets);
  readStart(reader);
  const notes = emptyNotes();
  let frame: JpegFrame | undefined;
  for (;;) {
    const segment = nextSegment(reader, options);
    const { marker, at } = segment;
    if (isFrame(marker)) {
      if (frame !== undefined) throw new DecodeError('bad-value', `JPEG/${markerName(marker)}`, at, 'a second frame');
      frame = readFrame(segment, options);
    } else if (marker === JPEG_MARKER.SOS) {
      if (frame === undefined) throw new DecodeError('bad-value', 'JPEG/SOS', at, 'a scan in front of the frame header');
      return headerOf(frame, frameHeight(frame, reader, options), notes);
    } else if (marker === JPEG_MARKER.EOI) {
      throw new DecodeError('bad-value', 'JPEG/EOI', at, 'the end in front of the first scan');
    } else {
      noteMetadata(segment, notes);
    }
  }
}

function headerOf(frame: JpegFrame, heightPx: number, notes: JpegNotes): JpegHeader {
  const { process, widthPx, components } = frame;
  return {
    widthPx,
    heightPx,
    process,
    progressive: process === 'progressive',
    components,
    colour: colourOf(components, notes),
    orientation: notes.orientation ?? 1,
    jfif: notes.jfif,
    adobe: notes.adobe,
    metadataOctets: notes.metadataOctets,
    hasMetadata: notes.metadataOctets > 0,
  };
}

/** Nothing said yet. */
export function emptyNotes(): JpegNotes {
  return { jfif: false, adobe: undefined, orientation: undefined, metadataOctets: 0 };
}

/** Reads SOI. @throws DecodeError `truncated` or `bad-value` at offset 0. */
export function readStart(reader: ByteReader): void {
  const at = reader.offset;
  const start = reader.u16('JPEG/SOI');
  if (start !== 0xffd8) throw new DecodeError('bad-value', 'JPEG/SOI', at, 'does not begin with FF D8');
}

/**
 * The next marker and its data.
 *
 * Lenient: octets that are no marker, and restart markers, markers without meaning and reserved ones are passed over.
 * @throws DecodeError `truncated`; `bad-value` for what may not stand there.
 */
export function nextSegment(reader: ByteReader, options: JpegReadOptions): JpegSegment {
  for (;;) {
    const at = findMarker(reader, options);
    const marker = reader.u8('JPEG/marker');
    const name = markerName(marker);
    const standsAlone = marker === JPEG_MARKER.TEM || (marker >= JPEG_MARKER.RST0 && marker <= JPEG_MARKER.EOI);
    const isReserved = (marker > JPEG_MARKER.TEM && marker < JPEG_MARKER.SOF0) || marker === JPEG_MARKER.JPG;
    if (isReserved || (standsAlone && marker !== JPEG_MARKER.EOI && marker !== JPEG_MARKER.TEM)) {
      const reason = isReserved ? 'is a reserved marker' : 'may not stand between segments';
      tolerate(new DecodeError('bad-value', `JPEG/${name}`, at, reason), options);
      continue;
    }
    if (standsAlone) return { marker, at, body: reader.sub(0, `JPEG/${name}`) };
    const lengthAt = reader.offset;
    const length = reader.u16(`JPEG/${name}/length`);
    if (length < 2) throw new DecodeError('bad-value', `JPEG/${name}/length`, lengthAt, `is ${length}, at least 2`);
    return { marker, at, body: reader.sub(length - 2, `JPEG/${name}`) };
  }
}

/** Moves behind the last FF in front of a marker, and returns where its first FF is. */
function findMarker(reader: ByteReader, options: JpegReadOptions): number {
  const { octets, end } = reader;
  let at = reader.offset;
  if (at >= end) reader.u8('JPEG/marker');
  let isMarker = markerFollows(octets, at, end);
  if (!isMarker) {
    tolerate(new DecodeError('bad-value', 'JPEG/marker', at, 'is no marker: FF belongs there'), options);
    while (!isMarker) {
      at = octets.indexOf(0xff, at + 1);
      if (at < 0 || at >= end) {
        reader.offset = end;
        reader.u8('JPEG/marker');
      }
      isMarker = markerFollows(octets, at, end);
    }
  }
  let behind = at + 1;
  while (behind < end && octets[behind] === 0xff) behind++;
  reader.offset = behind;
  return at;
}

/** Whether the octets FF and something else than 00 stand there; an FF at the very end may be the half of a marker. */
function markerFollows(octets: Uint8Array, at: number, end: number): boolean {
  return octets[at] === 0xff && (at + 1 >= end || octets[at + 1] !== 0);
}

/** By marker. A file may have millions of segments. */
const NAMES: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, marker) => nameOf(marker));

/** Name of a marker in T.81, such as `SOF0` or `APP14`; the number when it has none. */
export function markerName(marker: number): string {
  return NAMES[marker] as string;
}

function nameOf(marker: number): string {
  for (const [name, value] of Object.entries(JPEG_MARKER)) if (value === marker) return name;
  if (marker >= 0xc0 && marker <= 0xcf) return `SOF${marker - 0xc0}`;
  if (marker > JPEG_MARKER.RST0 && marker < JPEG_MARKER.RST7) return `RST${marker - JPEG_MARKER.RST0}`;
  if (marker > JPEG_MARKER.APP0 && marker < JPEG_MARKER.APP15) return `APP${marker - JPEG_MARKER.APP0}`;
  if (marker > JPEG_MARKER.JPG0 && marker < JPEG_MARKER.COM) return `JPG${marker - JPEG_MARKER.JPG0}`;
  return `FF${marker.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Whether a frame header follows, of a process that is read or of another. */
export function isFrame(marker: number): boolean {
  const { DHT, JPG, DAC, DHP } = JPEG_MARKER;
  return (marker >= 0xc0 && marker <= 0xcf && marker !== DHT && marker !== JPG && marker !== DAC) || marker === DHP;
}

/** Why a frame is not read, by its marker; undefined for those that are. */
function unreadProcess(marker: number): string | undefined {
  if (marker <= JPEG_MARKER.SOF2) return undefined;
  if (marker === JPEG_MARKER.DHP) return 'hierarchical pictures are not read';
  const what = (marker & 3) === 3 ? 'lossless' : marker & 4 ? 'hierarchical' : '';
  const coded = marker >= 0xc8 ? 'arithmetic-coded' : '';
  return `${[what, coded].filter((word) => word !== '').join(' ')} pictures are not read`;
}

/**
 * A frame header.
 * @throws DecodeError `bad-value` for a process that is not read, a size of 0 columns, wrong numbers of components or factors.
 * @throws LimitError `limit-exceeded` past `imagePixels`.
 */
export function readFrame({ marker, at, body }: JpegSegment, options: JpegReadOptions): JpegFrame {
  const name = markerName(marker);
  const field = `JPEG/${name}`;
  const bad = (part: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `${field}/${part}`, offset, reason);
  const unread = unreadProcess(marker);
  if (unread !== undefined) throw new DecodeError('bad-value', field, at, unread);
  const precisionAt = body.offset;
  const precision = body.u8(`${field}/precision`);
  if (precision !== 8) throw bad('precision', precisionAt, `${precision} bits a sample, read are 8`);
  const heightAt = body.offset;
  const heightPx = body.u16(`${field}/height`);
  const widthPx = body.u16(`${field}/width`);
  if (widthPx === 0) throw bad('width', heightAt + 2, 'is 0');
  checkPixels(widthPx, heightPx, heightAt, field, options);
  const countAt = body.offset;
  const count = body.u8(`${field}/components`);
  if (count !== 1 && count !== 3 && count !== 4) throw bad('components', countAt, `are ${count}, read are 1, 3 and 4`);
  const components: JpegComponent[] = [];
  for (let i = 0; i < count; i++) {
    const idAt = body.offset;
    const id = body.u8(`${field}/id`);
    if (components.some((other) => other.id === id)) throw bad('id', idAt, `two components are ${id}`);
    const factors = body.u8(`${field}/sampling`);
    const [horizontal, vertical] = [factors >> 4, factors & 15];
    if (horizontal < 1 || horizontal > 4 || vertical < 1 || vertical > 4) {
      throw bad('sampling', idAt + 1, `is ${horizontal}x${vertical}, allowed: 1 to 4 each`);
    }
    const quantTable = body.u8(`${field}/quantTable`);
    if (quantTable > 3) throw bad('quantTable', idAt + 2, `is ${quantTable}, allowed: 0 to 3`);
    components.push({ id, horizontal, vertical, quantTable });
  }
  requireEnd(body, field, options);
  const process = marker === JPEG_MARKER.SOF0 ? 'baseline' : marker === JPEG_MARKER.SOF1 ? 'extended' : 'progressive';
  return { process, widthPx, heightPx, components, heightAt, name };
}

function checkPixels(widthPx: number, heightPx: number, at: number, field: string, { limits }: JpegReadOptions): void {
  const most = limits?.imagePixels ?? DEFAULT_LIMITS.imagePixels;
  if (widthPx * heightPx <= most) return;
  throw new LimitError('limit-exceeded', field, at, `${widthPx}x${heightPx} pixels, at most ${most}`);
}

/** Requires that a segment ends here; lenient reading passes over what follows. */
function requireEnd(body: ByteReader, field: string, options: JpegReadOptions): void {
  if (body.remaining === 0) return;
  tolerate(new DecodeError('trailing-bytes', field, body.offset, `${body.remaining} octets behind the last field`), options);
}

/**
 * The height of a frame, which may stand behind the first scan alone (B.2.5).
 * @param reader behind the header of that scan; stays there.
 */
export function frameHeight(frame: JpegFrame, reader: ByteReader, options: JpegReadOptions): number {
  if (frame.heightPx > 0) return frame.heightPx;
  const { octets, end } = reader;
  const field = `JPEG/${frame.name}/height`;
  let at = reader.offset;
  for (;;) {
    at = octets.indexOf(0xff, at);
    if (at < 0 || at + 1 >= end) throw new DecodeError('truncated', field, frame.heightAt, 'is 0, and no DNL segment follows');
    const marker = octets[at + 1] as number;
    const isCoded = marker === 0 || (marker >= JPEG_MARKER.RST0 && marker <= JPEG_MARKER.RST7);
    if (isCoded) at += 2;
    else if (marker === 0xff) at++;
    else break;
  }
  const segment = nextSegment(new ByteReader(octets, undefined, at, end), options);
  if (segment.marker !== JPEG_MARKER.DNL) {
    throw new DecodeError('bad-value', field, frame.heightAt, 'is 0, and no DNL segment follows the first scan');
  }
  const heightPx = readLines(segment, options);
  checkPixels(frame.widthPx, heightPx, frame.heightAt, `JPEG/${frame.name}`, options);
  return heightPx;
}

/** The height in a DNL segment. @throws DecodeError `bad-value` when it is 0. */
export function readLines({ body }: JpegSegment, options: JpegReadOptions): number {
  const at = body.offset;
  const lines = body.u16('JPEG/DNL/lines');
  if (lines === 0) throw new DecodeError('bad-value', 'JPEG/DNL/lines', at, 'is 0');
  requireEnd(body, 'JPEG/DNL', options);
  return lines;
}

/** Takes note of an application or comment segment; others are left alone. */
export function noteMetadata({ marker, body }: JpegSegment, notes: JpegNotes): void {
  const { APP0, APP1, APP14, APP15, COM } = JPEG_MARKER;
  if (marker !== COM && (marker < APP0 || marker > APP15)) return;
  const { octets, offset, end } = body;
  const data = octets.subarray(offset, end);
  const whole = data.length + 4;
  if (marker === APP0 && startsWith(data, 'JFIF\0')) {
    notes.jfif = true;
    // Behind the 14 octets of its fields a thumbnail may follow.
    notes.metadataOctets += Math.max(0, data.length - 14);
  } else if (marker === APP14 && data.length >= 12 && startsWith(data, 'Adobe')) {
    notes.adobe ??= data[11];
  } else {
    notes.metadataOctets += whole;
    if (marker === APP1 && startsWith(data, 'Exif\0\0')) notes.orientation ??= exifOrientation(data.subarray(6));
  }
}

function startsWith(data: Uint8Array, name: string): boolean {
  for (let i = 0; i < name.length; i++) if (data[i] !== name.charCodeAt(i)) return false;
  return true;
}

/**
 * What the components are. JFIF is always YCbCr; without it the Adobe segment says, and without that the names of the components: three
 * called R, G and B are that. Four without a word are CMYK.
 */
export function colourOf(components: readonly JpegComponent[], { jfif, adobe }: Pick<JpegNotes, 'jfif' | 'adobe'>): JpegColour {
  if (components.length === 1) return 'grey';
  if (components.length === 4) return adobe === 2 ? 'ycck' : 'cmyk';
  if (jfif) return 'ycbcr';
  if (adobe !== undefined) return adobe === 0 ? 'rgb' : 'ycbcr';
  const names = String.fromCharCode(...components.map(({ id }) => id));
  return names === 'RGB' ? 'rgb' : 'ycbcr';
}

/**
 * Quantization tables (B.2.4.1): each is put at its number, as 64 values in zigzag order.
 * @throws DecodeError `bad-value` for a table number over 3, a precision over 1 or a value of 0; `truncated`.
 */
export function readQuantTables({ body }: JpegSegment, tables: (Uint16Array | undefined)[]): void {
  do {
    const at = body.offset;
    const id = body.u8('JPEG/DQT/table');
    const [precision, number] = [id >> 4, id & 15];
    if (precision > 1 || number > 3) {
      throw new DecodeError('bad-value', 'JPEG/DQT/table', at, `precision ${precision}, table ${number}: at most 1 and 3`);
    }
    const from = body.skip(precision === 0 ? 64 : 128, 'JPEG/DQT/values');
    const { octets } = body;
    const table = new Uint16Array(64);
    for (let i = 0; i < 64; i++) {
      const where = precision === 0 ? from + i : from + i * 2;
      const high = octets[where] as number;
      const value = precision === 0 ? high : (high << 8) | (octets[where + 1] as number);
      if (value === 0) throw new DecodeError('bad-value', 'JPEG/DQT/values', where, 'a step of 0');
      table[i] = value;
    }
    tables[number] = table;
  } while (body.remaining > 0);
}

/** A Huffman table as it stands in a DHT segment (B.2.4.2). */
export interface HuffmanSpec {
  readonly isAc: boolean;
  /** 0 to 3. */
  readonly number: number;
  /** How many codes have 1 to 16 bits, at 0 to 15. */
  readonly counts: Uint8Array;
  /** Their symbols, shortest code first; at most 256. */
  readonly symbols: Uint8Array;
  /** Offset of the table in the file. */
  readonly at: number;
}

/**
 * Huffman tables, in their order.
 * @throws DecodeError `bad-value` for a class over 1, a number over 3, more codes than there is room for, or a DC symbol over 15;
 * `truncated`.
 */
export function readHuffmanSpecs({ body }: JpegSegment): HuffmanSpec[] {
  const specs: HuffmanSpec[] = [];
  do {
    const at = body.offset;
    const id = body.u8('JPEG/DHT/table');
    const [tableClass, number] = [id >> 4, id & 15];
    if (tableClass > 1 || number > 3) {
      throw new DecodeError('bad-value', 'JPEG/DHT/table', at, `class ${tableClass}, table ${number}: at most 1 and 3`);
    }
    const counts = body.take(16, 'JPEG/DHT/counts');
    let total = 0;
    let room = 1;
    for (let i = 0; i < 16; i++) {
      const count = counts[i] as number;
      total += count;
      room = room * 2 - count;
      if (room < 0)
        throw new DecodeError('bad-value', 'JPEG/DHT/counts', at + 1 + i, `no room for ${count} codes of ${i + 1} bits`);
    }
    if (total > 256) throw new DecodeError('bad-value', 'JPEG/DHT/counts', at + 1, `${total} codes, at most 256`);
    const symbols = body.take(total, 'JPEG/DHT/symbols');
    if (tableClass === 0) {
      const wrong = symbols.findIndex((symbol) => symbol > 15);
      if (wrong >= 0)
        throw new DecodeError('bad-value', 'JPEG/DHT/symbols', at + 17 + wrong, `DC size ${symbols[wrong]}, at most 15`);
    }
    specs.push({ isAc: tableClass === 1, number, counts, symbols, at });
  } while (body.remaining > 0);
  return specs;
}

/** The restart interval in MCUs, 0 for none (B.2.4.4). @throws DecodeError `truncated`. */
export function readRestartInterval({ body }: JpegSegment, options: JpegReadOptions): number {
  const interval = body.u16('JPEG/DRI/interval');
  requireEnd(body, 'JPEG/DRI', options);
  return interval;
}

/** A scan header (B.2.3). */
export interface JpegScan {
  readonly components: readonly {
    /** Index among the frame's components. */
    readonly index: number;
    /** Numbers of the Huffman tables, 0 to 3. */
    readonly dcTable: number;
    readonly acTable: number;
  }[];
  /** First and last coefficient in zigzag order, 0 to 63. */
  readonly spectralStart: number;
  readonly spectralEnd: number;
  /** Bits that the scans before left out, and that this one leaves out. */
  readonly approximationHigh: number;
  readonly approximationLow: number;
  /** Offset of the marker. */
  readonly at: number;
}

/**
 * A scan header.
 * @throws DecodeError `bad-value` for components that the frame has not, or has in another order, table numbers over 3, more than ten
 * blocks in an MCU, and in a progressive picture a band or approximation that no scan can have; `truncated`.
 */
export function readScan({ at, body }: JpegSegment, frame: JpegFrame, options: JpegReadOptions): JpegScan {
  const bad = (part: string, offset: number, reason: string) =>
    new DecodeError('bad-value', `JPEG/SOS/${part}`, offset, reason);
  const countAt = body.offset;
  const count = body.u8('JPEG/SOS/components');
  if (count < 1 || count > frame.components.length) {
    throw bad('components', countAt, `are ${count}, the frame has ${frame.components.length}`);
  }
  const components: { index: number; dcTable: number; acTable: number }[] = [];
  let blocks = 0;
  for (let i = 0, last = -1; i < count; i++) {
    const idAt = body.offset;
    const id = body.u8('JPEG/SOS/id');
    const index = frame.components.findIndex((component) => component.id === id);
    if (index < 0) throw bad('id', idAt, `the frame has no component ${id}`);
    if (index <= last) throw bad('id', idAt, 'components stand in the order of the frame');
    last = index;
    const tables = body.u8('JPEG/SOS/tables');
    const [dcTable, acTable] = [tables >> 4, tables & 15];
    if (dcTable > 3 || acTable > 3) throw bad('tables', idAt + 1, `are ${dcTable} and ${acTable}, allowed: 0 to 3`);
    const { horizontal, vertical } = frame.components[index] as JpegComponent;
    blocks += horizontal * vertical;
    components.push({ index, dcTable, acTable });
  }
  if (count > 1 && blocks > 10) throw bad('components', countAt, `${blocks} blocks in an MCU, at most 10`);
  const bandAt = body.offset;
  const spectralStart = body.u8('JPEG/SOS/Ss');
  const spectralEnd = body.u8('JPEG/SOS/Se');
  const approximation = body.u8('JPEG/SOS/AhAl');
  const [approximationHigh, approximationLow] = [approximation >> 4, approximation & 15];
  requireEnd(body, 'JPEG/SOS', options);
  if (frame.process === 'progressive') {
    const isBand = spectralStart === 0 ? spectralEnd === 0 : spectralStart <= spectralEnd && spectralEnd <= 63;
    if (!isBand) throw bad('Ss', bandAt, `coefficients ${spectralStart} to ${spectralEnd}: 0 alone, or others up to 63`);
    if (spectralStart > 0 && count > 1) throw bad('components', countAt, 'one alone may stand in a scan of AC coefficients');
    const isStep = approximationHigh === 0 || approximationHigh === approximationLow + 1;
    if (approximationLow > 13 || !isStep) {
      throw bad('AhAl', bandAt + 2, `is ${approximationHigh} and ${approximationLow}: one bit less each time, at most 13`);
    }
  } else if (spectralStart !== 0 || spectralEnd !== 63 || approximation !== 0) {
    tolerate(bad('Ss', bandAt, 'a sequential scan has coefficients 0 to 63, whole'), options);
  }
  return { components, spectralStart, spectralEnd, approximationHigh, approximationLow, at };
}
