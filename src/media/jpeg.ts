/**
 * JPEG pictures segment by segment; no coefficient is decoded.
 *
 *   FF D8 SOI | FF marker(1) length(2) data(length - 2) | ... | FF DA SOS header, coded data | ... | FF D9 EOI
 *
 * Any number of octets FF may stand in front of a marker; `length` counts itself. Coded data go on up to the next marker that is no restart
 * marker (D0 to D7) and no stuffed FF 00.
 *
 * Source: ITU-T T.81 annex B; JFIF 1.02; Adobe Technical Note 5116 section 18 (APP14).
 * @module
 */
import { brief, type FileSummary, latin1, opaque, pluralize, tracedReading } from '../bytes/file-fields.js';
import { u16be } from '../bytes/octets.js';
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import type { DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { readTiff } from './exif.js';
import {
  isBareMarker,
  isReservedMarker,
  JPEG_MARKER,
  markerName,
  readFrameComponent,
  readScanBand,
  readScanComponent,
} from './jpeg-headers.js';

const { TEM, DHT, DAC, RST0, RST7, EOI, SOS, DQT, DNL, DRI, DHP, APP0, APP1, APP2, APP14, APP15, COM } = JPEG_MARKER;

const WHAT: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [DHT, 'Huffman tables'],
  [DAC, 'arithmetic coding'],
  [DQT, 'quantization tables'],
  [SOS, 'scan'],
  [EOI, 'end of image'],
]);

/** SOF0 to SOF15 without DHT, JPG and DAC (table B.1). */
const PROCESSES: readonly (string | undefined)[] = [
  'baseline',
  'extended sequential',
  'progressive',
  'lossless',
  undefined,
  'differential sequential',
  'differential progressive',
  'differential lossless',
  undefined,
  'arithmetic sequential',
  'arithmetic progressive',
  'arithmetic lossless',
  undefined,
  'arithmetic differential sequential',
  'arithmetic differential progressive',
  'arithmetic differential lossless',
];

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

/** Beginnings of application segments (without the NUL that ends most of them), and what they are. */
const APPLICATIONS: readonly { readonly marker: number; readonly mark: string; readonly what: string }[] = [
  { marker: APP0, mark: 'JFIF\0', what: 'JFIF' },
  { marker: APP0, mark: 'JFXX\0', what: 'JFIF extension' },
  { marker: APP1, mark: 'Exif\0\0', what: 'Exif' },
  { marker: APP1, mark: 'http://ns.adobe.com/xap/1.0/\0', what: 'XMP' },
  { marker: APP2, mark: 'ICC_PROFILE\0', what: 'colour profile' },
  { marker: APP14, mark: 'Adobe', what: 'Adobe' },
];

/** What the segments before have said. */
interface State {
  readonly reading: Reading;
  /** The first one: a hierarchical picture has several, and a damaged one may. */
  frame: Frame | undefined;
}

/** A frame header (B.2.2). */
interface Frame {
  readonly process: string;
  readonly widthPx: number;
  /** 0 when it is not known before the first scan was read; then DNL has it. */
  readonly heightPx: number;
  readonly components: number;
}

/**
 * Reads a JPEG up to its end marker. Octets between segments and segments that are too short are warnings.
 * @throws DecodeError `bad-value` for other octets at the beginning or a length below 2, `truncated`.
 */
export function readJpeg(reader: ByteReader, options: DecodeOptions = {}): FileSummary {
  const { octets, offset: start, trace } = reader;
  if (reader.remaining >= 2 && u16be(octets, start) !== 0xffd8) {
    throw new DecodeError('bad-value', 'JPEG/SOI', start, 'bad JPEG signature: FF D8 expected');
  }
  reader.take(2, 'JPEG/SOI', 'T.81 B.2.1');
  trace?.mean('start of image');
  const state: State = { reading: tracedReading(reader, options), frame: undefined };
  for (;;) {
    passStray(reader, state);
    if (readSegment(reader, state) === EOI) break;
  }
  const { frame, reading } = state;
  if (frame === undefined) reading.note('bad-value', 'JPEG', start, 'has no frame');
  return { words: frame === undefined ? '' : frameWords(frame) };
}

/** Octets where a marker should be. */
function passStray(reader: ByteReader, { reading }: State): void {
  const { octets, offset, end } = reader;
  let at = offset;
  while (at < end && (octets[at] !== 0xff || (at + 1 < end && octets[at + 1] === 0))) at++;
  if (at === offset) return;
  opaque(reader, at - offset, 'JPEG/octets');
  reading.note('bad-value', 'JPEG', offset, `${pluralize(at - offset, 'octet')} that are no segment`);
}

/** Reads a segment, of a scan its data too, and returns its marker. */
function readSegment(reader: ByteReader, state: State): number {
  const { octets, offset, end, trace } = reader;
  let at = offset;
  while (at < end && octets[at] === 0xff) at++;
  if (at >= end) throw new DecodeError('truncated', 'JPEG/EOI', end, 'the end marker is missing');
  const marker = octets[at] as number;
  const name = markerName(marker);
  reader.open(name, 'T.81 B.1.1');
  if (at - 1 > offset) opaque(reader, at - 1 - offset, 'JPEG/fill');
  reader.take(2, `JPEG/${name}/marker`);
  if (isBareMarker(marker)) {
    if (marker !== EOI && marker !== TEM)
      state.reading.note('bad-value', `JPEG/${name}`, at - 1, 'has no place between segments');
    reader.close();
    trace?.mean(WHAT.get(marker) ?? name);
    return marker;
  }
  if (marker === 0 || isReservedMarker(marker)) state.reading.note('bad-value', `JPEG/${name}`, at - 1, 'is a reserved marker');
  const lengthAt = reader.offset;
  const length = reader.u16(`JPEG/${name}/length`);
  if (length < 2) throw new DecodeError('bad-value', `JPEG/${name}/length`, lengthAt, `is ${length}, at least 2`);
  const body = reader.sub(length - 2, `JPEG/${name}`);
  const words = readBody(body, marker, name, state) ?? WHAT.get(marker);
  if (body.remaining > 0) opaque(body, body.remaining, `JPEG/${name}/data`);
  reader.close();
  if (words !== undefined) trace?.mean(words);
  if (marker === SOS) readCoded(reader);
  return marker;
}

/** Everything up to the next marker that ends a scan. */
function readCoded(reader: ByteReader): void {
  const { octets, offset, end } = reader;
  let restarts = 0;
  let at = offset;
  for (; at < end; at += 2) {
    at = octets.indexOf(0xff, at);
    if (at < 0 || at >= end) break;
    const next = at + 1 < end ? (octets[at + 1] as number) : EOI;
    if (next >= RST0 && next <= RST7) restarts++;
    else if (next !== 0) break;
  }
  const length = (at < 0 ? end : Math.min(at, end)) - offset;
  const marked = restarts === 0 ? '' : `, ${pluralize(restarts, 'restart marker')}`;
  opaque(reader, length, 'JPEG/coded data', `${pluralize(length, 'octet')}${marked}`);
}

/** Reads as much of a segment as is known; returns it in words. */
function readBody(body: ByteReader, marker: number, name: string, state: State): string | undefined {
  const field = `JPEG/${name}`;
  const process = (marker & 0xf0) === 0xc0 ? PROCESSES[marker & 0x0f] : undefined;
  if (process !== undefined || marker === DHP) return readFrame(body, field, process ?? 'hierarchical', state);
  switch (marker) {
    case DQT:
      return readQuantization(body, field, state);
    case DHT:
      return readHuffman(body, field, state);
    case SOS:
      return readScan(body, field, state);
    case DRI:
      return has(body, 2, field, state) ? `restart every ${body.u16(`${field}/interval`)} units` : undefined;
    case DNL:
      return has(body, 2, field, state) ? readLines(body, field, state) : undefined;
    case COM:
      return brief(latin1(body, body.remaining, `${field}/text`));
    default:
      return marker >= APP0 && marker <= APP15 ? readApplication(body, marker, field, state) : undefined;
  }
}

/** Whether a segment has so many octets left; it is a fault when not. */
function has(body: ByteReader, wanted: number, field: string, { reading }: State): boolean {
  if (body.remaining >= wanted) return true;
  reading.note('bad-value', field, body.offset, `needs ${pluralize(wanted, 'octet')}, ${body.remaining} left`);
  return false;
}

function readFrame(body: ByteReader, field: string, process: string, state: State): string | undefined {
  if (!has(body, 6, field, state)) return undefined;
  body.u8(`${field}/precision`, 'T.81 B.2.2');
  body.trace?.mean('bits of a sample');
  const heightPx = body.u16(`${field}/height`);
  const widthPx = body.u16(`${field}/width`);
  if (widthPx === 0) state.reading.note('bad-value', `${field}/width`, body.offset - 2, 'is 0, at least 1');
  const count = body.u8(`${field}/components`);
  if (has(body, 3 * count, field, state)) {
    for (let i = 0; i < count; i++) readFrameComponent(body, field, i);
  }
  const frame = { process, widthPx, heightPx, components: count };
  state.frame ??= frame;
  return frameWords(frame);
}

function frameWords({ process, widthPx, heightPx, components }: Frame): string {
  const colours = components === 1 ? 'grey' : components === 3 ? 'colour' : pluralize(components, 'component');
  return `${widthPx}x${heightPx}, ${process}, ${colours}`;
}

/** The height of a picture whose frame header does not have it (B.2.5). */
function readLines(body: ByteReader, field: string, state: State): string {
  const heightPx = body.u16(`${field}/lines`);
  if (state.frame?.heightPx === 0) state.frame = { ...state.frame, heightPx };
  return pluralize(heightPx, 'line');
}

function readQuantization(body: ByteReader, field: string, state: State): undefined {
  while (body.remaining > 0) {
    const octets = (body.octets[body.offset] as number) >= 0x10 ? 128 : 64;
    if (!has(body, 1 + octets, field, state)) return;
    body.octet(QUANTIZATION, `${field}/table`);
    opaque(body, octets, `${field}/values`, '64 values in zigzag order');
  }
}

function readHuffman(body: ByteReader, field: string, state: State): undefined {
  while (body.remaining > 0) {
    if (!has(body, 17, field, state)) return;
    body.octet(HUFFMAN, `${field}/table`);
    let codes = 0;
    for (let i = 0; i < 16; i++) codes += body.octets[body.offset + i] as number;
    opaque(body, 16, `${field}/counts`, 'codes of 1 to 16 bits');
    if (!has(body, codes, field, state)) return;
    opaque(body, codes, `${field}/symbols`, pluralize(codes, 'symbol'));
  }
}

function readScan(body: ByteReader, field: string, state: State): string | undefined {
  if (!has(body, 1, field, state)) return undefined;
  const count = body.u8(`${field}/components`, 'T.81 B.2.3');
  if (!has(body, 2 * count + 3, field, state)) return undefined;
  for (let i = 0; i < count; i++) readScanComponent(body, i);
  const { spectralStart, spectralEnd } = readScanBand(body);
  return `scan of ${pluralize(count, 'component')}, coefficients ${spectralStart} to ${spectralEnd}`;
}

function readApplication(body: ByteReader, marker: number, field: string, state: State): string | undefined {
  const { octets, offset, remaining } = body;
  const begins = (mark: string) =>
    mark.length <= remaining && [...mark].every((letter, i) => octets[offset + i] === letter.charCodeAt(0));
  const known = APPLICATIONS.find((application) => application.marker === marker && begins(application.mark));
  if (known === undefined) return undefined;
  const { mark, what } = known;
  body.take(mark.length, `${field}/identifier`);
  body.trace?.mean(what);
  switch (what) {
    case 'JFIF':
      return readJfif(body, field, state);
    case 'Exif':
      return readTiff(body, `${field}/TIFF`, state.reading);
    case 'XMP':
      latin1(body, body.remaining, `${field}/text`);
      return what;
    case 'Adobe':
      return readAdobe(body, field, state);
    default:
      return what;
  }
}

/** How the two densities are meant (JFIF 1.02). */
const UNITS: readonly (string | undefined)[] = ['ratio only', 'dots per inch', 'dots per centimetre'];

function readJfif(body: ByteReader, field: string, state: State): string {
  if (!has(body, 9, field, state)) return 'JFIF';
  const version = body.u16(`${field}/version`, 'JFIF 1.02');
  const named = `${version >> 8}.${String(version & 0xff).padStart(2, '0')}`;
  body.trace?.mean(named);
  const unit = body.u8(`${field}/units`);
  const meaning = UNITS[unit];
  if (meaning !== undefined) body.trace?.mean(meaning);
  body.u16(`${field}/x-density`);
  body.u16(`${field}/y-density`);
  const widthPx = body.u8(`${field}/thumbnail-width`);
  const heightPx = body.u8(`${field}/thumbnail-height`);
  const thumbnail = 3 * widthPx * heightPx;
  if (thumbnail > 0 && has(body, thumbnail, field, state)) opaque(body, thumbnail, `${field}/thumbnail`);
  return `JFIF ${named}`;
}

/** What an Adobe segment says of the colours. */
const TRANSFORMS: readonly (string | undefined)[] = ['RGB or CMYK', 'YCbCr', 'YCCK'];

function readAdobe(body: ByteReader, field: string, state: State): string {
  if (!has(body, 7, field, state)) return 'Adobe';
  body.u16(`${field}/version`);
  body.u16(`${field}/flags0`);
  body.u16(`${field}/flags1`);
  const meaning = TRANSFORMS[body.u8(`${field}/transform`)];
  if (meaning !== undefined) body.trace?.mean(meaning);
  return meaning === undefined ? 'Adobe' : `Adobe, ${meaning}`;
}
