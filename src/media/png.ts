/**
 * PNG pictures chunk by chunk; nothing is inflated.
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 5 and 11, with the chunks of animations (acTL, fcTL, fdAT).
 * @module
 */

import { crc32 } from '../bytes/crc32.js';
import {
  brief,
  type Column,
  type FileSummary,
  latin1,
  lengthToNul,
  opaque,
  pluralize,
  readColumns,
  tracedReading,
} from '../bytes/file-fields.js';
import { octetHex, u32be } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import type { DecodeOptions, Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { decodeUtf8 } from '../bytes/utf8.js';
import { readTiff } from './exif.js';
import {
  COLOR_TYPES,
  closed,
  column,
  IHDR,
  misplacedHeader,
  NO_TYPE,
  openChunk,
  PALETTE,
  type PngChunk,
  readCrc,
  readPngSignature,
  side,
} from './png-chunks.js';

const scaled = (value: number) => String(value / 100_000);
const pixels = (value: number) => `${value} px`;
const two = (name: string) => column(2, name);
const one = (name: string) => column(1, name);
const four = (name: string, means?: Column['means']) => column(4, name, means);

/** Chunks that are numbers and nothing else (sections 11.2 and 11.3). */
const LAYOUTS: ReadonlyMap<string, readonly Column[]> = /* @__PURE__ */ layouts();

function layouts(): Map<string, readonly Column[]> {
  return new Map([
    ['IHDR', IHDR],
    ['pHYs', [four('x'), four('y'), closed('unit', 'ratio only', 'pixels per metre')]],
    ['gAMA', [four('gamma', scaled)]],
    [
      'cHRM',
      ['white x', 'white y', 'red x', 'red y', 'green x', 'green y', 'blue x', 'blue y'].map((name) => four(name, scaled)),
    ],
    ['sRGB', [closed('intent', 'perceptual', 'relative colorimetric', 'saturation', 'absolute colorimetric')]],
    ['tIME', [two('year'), one('month'), one('day'), one('hour'), one('minute'), one('second')]],
    ['oFFs', [four('x'), four('y'), closed('unit', 'pixels', 'micrometres')]],
    ['acTL', [four('frames'), four('plays', (value) => (value === 0 ? 'without an end' : undefined))]],
    [
      'fcTL',
      [
        four('sequence'),
        side('width'),
        side('height'),
        four('left', pixels),
        four('top', pixels),
        two('delay'),
        column(2, 'delay-unit', (value) => `1/${value === 0 ? 100 : value} s`),
        closed('disposal', 'keep', 'clear', 'restore'),
        closed('blend', 'replace', 'over'),
      ],
    ],
  ]);
}

/** Bit 5 of each letter of a type (section 5.4). */
const TYPE_BITS = ['ancillary', 'private', undefined, 'safe to copy'] as const;

/** What the chunks before have said. */
interface State {
  readonly reading: Reading;
  /** Of IHDR; undefined before it. */
  colorType: number | undefined;
  isFirst: boolean;
  words: string;
  frames: number;
}

/**
 * Reads a PNG up to its last chunk. Lenient: faults that leave a meaning, such as a CRC mismatch.
 * @throws DecodeError `bad-value` for another signature, `truncated`.
 */
export function readPng(reader: ByteReader, options: DecodeOptions = {}): FileSummary {
  readPngSignature(reader);
  const state: State = { reading: tracedReading(reader, options), colorType: undefined, isFirst: true, words: '', frames: 0 };
  while (readChunk(reader, state) !== 'IEND');
  const { words, frames } = state;
  return { words: frames > 0 ? `${words}, animated, ${pluralize(frames, 'frame')}` : words };
}

/** Reads a chunk and returns its type. */
function readChunk(reader: ByteReader, state: State): string {
  const { octets, trace } = reader;
  const { reading } = state;
  const chunk = openChunk(reader, reading);
  const { type, at, body, cut } = chunk;
  if (type !== NO_TYPE) trace?.mean(`${type}, ${typeBits(octets, at + 4)}`);
  if (cut !== undefined) throw cut;
  const misplaced = misplacedHeader(state.isFirst, chunk);
  if (misplaced !== undefined) reading.fault('bad-value', `PNG/${type}`, at, misplaced);
  state.isFirst = false;
  const words = readBody(body, type, state);
  if (body.remaining > 0) opaque(body, body.remaining, 'PNG/chunk/data');
  checkSum(reader, chunk, reading);
  reader.close();
  if (words !== undefined) trace?.mean(words);
  return type;
}

function checkSum(reader: ByteReader, chunk: PngChunk, reading: Reading): void {
  const { octets, trace } = reader;
  const { at, type, end } = chunk;
  const sum = crc32(octets.subarray(at + 4, end - 4));
  readCrc(reader, chunk);
  const found = u32be(octets, end - 4);
  if (found === sum) trace?.mean('right');
  else reading.fault('bad-value', `PNG/${type}/CRC`, end - 4, `is ${hex32(found)}, and should be ${hex32(sum)}`);
}

function typeBits(octets: Uint8Array, at: number): string {
  const said = TYPE_BITS.filter((name, i) => name !== undefined && ((octets[at + i] as number) & 0x20) !== 0);
  return said.length === 0 ? 'critical' : said.join(', ');
}

function hex32(value: number): string {
  return [24, 16, 8, 0].map((shift) => octetHex((value >>> shift) & 0xff)).join('');
}

/** Reads as much of a chunk's data as is known; returns the chunk in words. */
function readBody(body: ByteReader, type: string, state: State): string | undefined {
  const { reading } = state;
  const layout = LAYOUTS.get(type);
  if (layout !== undefined) return readLayout(body, type, layout, state);
  switch (type) {
    case 'PLTE':
      return readPalette(body, state);
    case 'tRNS':
      return readTransparency(body, state);
    case 'tEXt':
      return readKeyword(body, 'tEXt', latin1Rest);
    case 'zTXt':
      return readKeyword(body, 'zTXt', packedRest);
    case 'iCCP':
      return readKeyword(body, 'iCCP', packedRest);
    case 'iTXt':
      return readKeyword(body, 'iTXt', internationalRest);
    case 'eXIf':
      return readTiff(body, 'PNG/eXIf', reading);
    case 'IDAT':
      opaque(body, body.remaining, 'PNG/IDAT/deflated');
      return undefined;
    case 'IEND':
      if (body.remaining > 0) reading.fault('bad-value', 'PNG/IEND', body.offset, 'has data, allowed: none');
      return undefined;
    default:
      return undefined;
  }
}

function readLayout(body: ByteReader, type: string, layout: readonly Column[], state: State): string | undefined {
  const { reading } = state;
  const wanted = layout.reduce((sum, { octets }) => sum + octets, 0);
  if (body.remaining !== wanted) {
    reading.note(
      'bad-value',
      `PNG/${type}`,
      body.offset,
      `has ${pluralize(body.remaining, 'octet')} of data instead of ${wanted}`,
    );
    return undefined;
  }
  return describeLayout(type, readColumns(body, `PNG/${type}`, layout, 'big', reading), state);
}

function describeLayout(type: string, values: readonly number[], state: State): string | undefined {
  const [first = 0, second = 0, third = 0] = values;
  switch (type) {
    case 'IHDR':
      return describeHeader(values, state);
    case 'pHYs':
      return third === 1 ? `${Math.round(first * INCH)}x${Math.round(second * INCH)} dpi` : `${first}:${second}`;
    case 'acTL':
      state.frames = first;
      return pluralize(first, 'frame');
    default:
      return undefined;
  }
}

/** In words; the first header counts for the file. */
function describeHeader([widthPx = 0, heightPx = 0, depth = 0, colorType = 0]: readonly number[], state: State): string {
  const colours = COLOR_TYPES[colorType]?.name ?? `of colour type ${colorType}`;
  const words = `${widthPx}x${heightPx}, ${pluralize(depth, 'bit')} ${colours}`;
  if (state.colorType === undefined) state.words = words;
  state.colorType ??= colorType;
  return words;
}

/** Metres of an inch. */
const INCH = 0.0254;

function readPalette(body: ByteReader, { reading }: State): string {
  const colours = Math.floor(body.remaining / 3);
  if (body.remaining % 3 !== 0 || colours === 0 || colours > 256) {
    reading.fault(
      'bad-value',
      'PNG/PLTE',
      body.offset,
      `has ${pluralize(body.remaining, 'octet')}, allowed: a multiple of 3, at most 768`,
    );
    return 'no palette';
  }
  readColours(body, colours, 'PNG/PLTE');
  return pluralize(colours, 'colour');
}

/** Entries of a palette: red, green and blue, an octet each. */
export function readColours(reader: ByteReader, count: number, field: string): void {
  const { octets, trace } = reader;
  let at = reader.skip(3 * count, field);
  if (trace === undefined) return;
  for (let i = 0; i < count; i++, at += 3) {
    trace.leaf(`colour ${i}`, `#${[0, 1, 2].map((k) => octetHex(octets[at + k] as number)).join('')}`, at * 8, at * 8 + 24);
  }
}

function readTransparency(body: ByteReader, { colorType }: State): string {
  if (colorType === PALETTE) {
    const { octets, trace } = body;
    const count = Math.min(body.remaining, 256);
    const at = body.skip(count, 'PNG/tRNS');
    for (let i = 0; trace !== undefined && i < count; i++) {
      trace.leaf(`alpha ${i}`, octets[at + i], (at + i) * 8, (at + i) * 8 + 8);
    }
    return `alpha of ${pluralize(count, 'colour')}`;
  }
  const names = ['grey', 'red', 'green', 'blue'];
  const samples = body.remaining === 2 ? names.slice(0, 1) : body.remaining === 6 ? names.slice(1) : [];
  for (const name of samples) body.u16(`PNG/tRNS/${name}`);
  return samples.length === 0 ? 'no transparent colour' : 'the transparent colour';
}

/** A Latin-1 name, a NUL, and what follows in the chunk. */
function readKeyword(
  body: ByteReader,
  type: string,
  readRest: (body: ByteReader, field: string) => string,
): string | undefined {
  const length = lengthToNul(body);
  if (length === 0 || length === body.remaining) return undefined;
  const keyword = latin1(body, length, `PNG/${type}/keyword`);
  body.u8(`PNG/${type}/NUL`);
  return `${brief(keyword)}${readRest(body, `PNG/${type}`)}`;
}

function latin1Rest(body: ByteReader, field: string): string {
  return `: ${brief(latin1(body, body.remaining, `${field}/text`))}`;
}

/** Texts and profiles stay deflated: a few octets may be megabytes. */
function packedRest(body: ByteReader, field: string): string {
  if (body.remaining > 0) body.u8(`${field}/method`);
  const packed = pluralize(body.remaining, 'octet');
  opaque(body, body.remaining, `${field}/deflated`);
  return `, ${packed} deflated`;
}

function internationalRest(body: ByteReader, field: string): string {
  if (body.remaining < 2) return '';
  const isPacked = body.u8(`${field}/is-deflated`) === 1;
  body.u8(`${field}/method`);
  for (const name of ['language', 'translated-keyword']) {
    const length = lengthToNul(body);
    if (length === body.remaining) return '';
    latin1(body, length, `${field}/${name}`);
    body.u8(`${field}/NUL`);
  }
  const length = pluralize(body.remaining, 'octet');
  const text = isPacked ? undefined : tryDecode(() => decodeUtf8(body.octets.subarray(body.offset, body.end)));
  opaque(body, body.remaining, `${field}/${isPacked ? 'deflated' : 'text'}`, text === undefined ? length : brief(text));
  return text === undefined ? `, ${length}${isPacked ? ' deflated' : ''}` : `: ${brief(text)}`;
}
