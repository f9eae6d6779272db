/**
 * JPEG pictures segment by segment; no coefficient is decoded.
 *
 * Source: ITU-T T.81 annex B; JFIF 1.02; Adobe Technical Note 5116 section 18 (APP14).
 * @module
 */
import { brief, type FileSummary, latin1, opaque, pluralize, tracedReading } from '../bytes/file-fields.js';
import type { ByteReader } from '../bytes/reader.js';
import type { DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { readTiff } from './exif.js';
import {
  readAdobe,
  readApplicationMark,
  readFrameComponent,
  readFrameStart,
  readHuffmanCounts,
  readHuffmanId,
  readHuffmanSymbols,
  readQuantId,
  readQuantValues,
  readScanBand,
  readScanComponent,
  TRANSFORMS,
} from './jpeg-headers.js';
import { findScanEnd, JPEG_MARKER, nextSegment, readStart } from './jpeg-segments.js';

const { DHT, DAC, EOI, SOS, DQT, DNL, DRI, DHP, APP0, APP15, COM } = JPEG_MARKER;

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
 * Reads a JPEG up to its end marker. Lenient: octets between segments, and segments that are too short.
 * @throws DecodeError `bad-value` for another signature or a length below 2, `truncated`.
 */
export function readJpeg(reader: ByteReader, options: DecodeOptions = {}): FileSummary {
  const { offset: start, trace } = reader;
  readStart(reader);
  trace?.mean('start of image');
  const state: State = { reading: tracedReading(reader, options), frame: undefined };
  while (readSegment(reader, state) !== EOI);
  const { frame, reading } = state;
  if (frame === undefined) reading.note('bad-value', 'JPEG', start, 'has no frame');
  return { words: frame === undefined ? '' : describeFrame(frame) };
}

/** Reads a segment, of a scan its data too, and returns its marker. */
function readSegment(reader: ByteReader, state: State): number {
  const { marker, name, body } = nextSegment(reader, state.reading);
  const mark = reader.trace?.mark();
  let words: string | undefined;
  try {
    words = readBody(body, marker, name, state);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (mark !== undefined) reader.trace?.closeSince(mark);
    state.reading.reportOrThrow(error);
  }
  if (body.remaining > 0) opaque(body, body.remaining, 'JPEG/data');
  reader.close();
  words ??= WHAT.get(marker);
  if (words !== undefined) reader.trace?.mean(words);
  if (marker === SOS) readCoded(reader);
  return marker;
}

/** Everything up to the next marker that ends a scan. */
function readCoded(reader: ByteReader): void {
  const { octets, offset, end } = reader;
  const { at, restarts } = findScanEnd(octets, offset, end);
  const marked = restarts === 0 ? '' : `, ${pluralize(restarts, 'restart marker')}`;
  opaque(reader, at - offset, 'JPEG/coded data', `${pluralize(at - offset, 'octet')}${marked}`);
}

/** Reads as much of a segment as is known; returns it in words. @throws DecodeError `truncated` */
function readBody(body: ByteReader, marker: number, name: string, state: State): string | undefined {
  const field = `JPEG/${name}`;
  const process = (marker & 0xf0) === 0xc0 ? PROCESSES[marker & 0x0f] : undefined;
  if (process !== undefined || marker === DHP) return readFrame(body, field, process ?? 'hierarchical', state);
  switch (marker) {
    case DQT:
      do readQuantValues(body, readQuantId(body)[0]);
      while (body.remaining > 0);
      return undefined;
    case DHT:
      return readHuffman(body);
    case SOS:
      return readScan(body);
    case DRI:
      return `restart every ${body.u16(`${field}/interval`)} units`;
    case DNL:
      return readLines(body, field, state);
    case COM:
      return brief(latin1(body, body.remaining, `${field}/text`));
    default:
      return marker >= APP0 && marker <= APP15 ? readApplication(body, marker, field, state) : undefined;
  }
}

function readFrame(body: ByteReader, field: string, process: string, state: State): string {
  const { heightPx, widthPx, count } = readFrameStart(body, field);
  const frame = { process, widthPx, heightPx, components: count };
  state.frame ??= frame;
  if (widthPx === 0) state.reading.fault('bad-value', `${field}/width`, body.offset - 3, 'is 0, at least 1');
  for (let i = 0; i < count; i++) readFrameComponent(body, field, i);
  return describeFrame(frame);
}

function describeFrame({ process, widthPx, heightPx, components }: Frame): string {
  const colours = components === 1 ? 'grey' : components === 3 ? 'colour' : pluralize(components, 'component');
  return `${widthPx}x${heightPx}, ${process}, ${colours}`;
}

/** The height of a picture whose frame header does not have it (B.2.5). */
function readLines(body: ByteReader, field: string, state: State): string {
  const heightPx = body.u16(`${field}/lines`);
  if (state.frame?.heightPx === 0) state.frame = { ...state.frame, heightPx };
  return pluralize(heightPx, 'line');
}

function readHuffman(body: ByteReader): undefined {
  do {
    readHuffmanId(body);
    const codes = readHuffmanCounts(body).reduce((sum, count) => sum + count, 0);
    readHuffmanSymbols(body, codes);
  } while (body.remaining > 0);
}

function readScan(body: ByteReader): string {
  const count = body.u8('JPEG/SOS/components', 'T.81 B.2.3');
  for (let i = 0; i < count; i++) readScanComponent(body, i);
  const { spectralStart, spectralEnd } = readScanBand(body);
  return `scan of ${pluralize(count, 'component')}, coefficients ${spectralStart} to ${spectralEnd}`;
}

function readApplication(body: ByteReader, marker: number, field: string, { reading }: State): string | undefined {
  const what = readApplicationMark(body, marker);
  switch (what) {
    case 'JFIF':
      return readJfif(body, field);
    case 'Exif':
      return readTiff(body, `${field}/TIFF`, reading);
    case 'XMP':
      latin1(body, body.remaining, `${field}/text`);
      return what;
    case 'Adobe': {
      const transform = TRANSFORMS[readAdobe(body)];
      return transform === undefined ? what : `${what}, ${transform}`;
    }
    default:
      return what;
  }
}

/** How the two densities are meant (JFIF 1.02). */
const UNITS: readonly (string | undefined)[] = ['ratio only', 'dots per inch', 'dots per centimetre'];

function readJfif(body: ByteReader, field: string): string {
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
  if (thumbnail > 0) opaque(body, thumbnail, `${field}/thumbnail`);
  return `JFIF ${named}`;
}
