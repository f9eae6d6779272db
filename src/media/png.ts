/**
 * PNG pictures chunk by chunk; nothing is inflated.
 *
 *   89 50 4E 47 0D 0A 1A 0A | length(4) type(4) data CRC(4) | ...        IHDR first, IEND last, IDAT between
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
  type Note,
  noteTo,
  opaque,
  pluralize,
  readColumns,
  u32,
} from '../bytes/file-fields.js';
import { octetHex } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import type { DecodeOptions } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { decodeUtf8 } from '../bytes/utf8.js';
import { DecodeError } from '../errors.js';
import { readTiff } from './exif.js';
import { isOfType } from './signatures.js';

/** Octets of the signature. */
const SIGNATURE_OCTETS = 8;

/** By colour type (table 11.1). */
const COLOUR_TYPES: readonly (string | undefined)[] = [
  'grey',
  undefined,
  'RGB',
  'palette',
  'grey and alpha',
  undefined,
  'RGBA',
];
const PALETTE = 3;

type Means = (value: number) => string | undefined;

const one = (name: string, means?: Means, fault?: Means): Column => ({ name, octets: 1, means, fault });
const two = (name: string, means?: Means, fault?: Means): Column => ({ name, octets: 2, means, fault });
const four = (name: string, means?: Means, fault?: Means): Column => ({ name, octets: 4, means, fault });
const scaled = (value: number) => String(value / 100_000);
const pixels = (value: number) => `${value} px`;
const side = (name: string) => four(name, pixels, (value) => (value === 0 ? 'is 0, at least 1' : undefined));
/** A number whose values all have a name, or are wrong. */
const closed = (name: string, ...names: readonly (string | undefined)[]) =>
  one(
    name,
    (value) => names[value],
    (value) => (names[value] === undefined ? `is ${value}, which is not defined` : undefined),
  );

const IHDR: readonly Column[] = /* @__PURE__ */ [
  side('width'),
  side('height'),
  one('bit-depth', undefined, (value) =>
    [1, 2, 4, 8, 16].includes(value) ? undefined : `is ${value}, allowed: 1, 2, 4, 8, 16`,
  ),
  closed('colour-type', ...COLOUR_TYPES),
  closed('compression', 'deflate'),
  closed('filter', 'adaptive'),
  closed('interlace', 'none', 'Adam7'),
];

/** Octets of IHDR. */
export const IHDR_OCTETS = 13;

/** The numbers of IHDR: width, height, bit depth, colour type, compression, filter, interlace. @throws DecodeError `truncated` */
export function readIhdr(body: ByteReader): number[] {
  return readColumns(body, 'PNG/IHDR', IHDR, 'big');
}

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
        two('delay-unit', (value) => `1/${value === 0 ? 100 : value} s`),
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
  readonly note: Note;
  colourType: number;
  words: string;
  frames: number;
}

/**
 * Reads a PNG up to its last chunk. Wrong check sums and values are warnings.
 * @throws DecodeError `bad-value` for other octets at the beginning, `truncated`.
 */
export function readPng(reader: ByteReader, options: DecodeOptions = {}): FileSummary {
  const start = reader.offset;
  const mark = reader.take(SIGNATURE_OCTETS, 'PNG/signature', 'PNG 5.2');
  if (!isOfType(mark, 'image/png')) throw new DecodeError('bad-value', 'PNG/signature', start, 'bad PNG signature');
  const state: State = { note: noteTo(reader, options), colourType: -1, words: '', frames: 0 };
  for (let isFirst = true; ; isFirst = false) {
    if (reader.remaining === 0) {
      throw new DecodeError('truncated', 'PNG/IEND', reader.offset, 'the last chunk is missing');
    }
    if (readChunk(reader, state, isFirst) === 'IEND') break;
  }
  const { words, frames } = state;
  const shown = frames > 0 ? `${words}, animated, ${pluralize(frames, 'frame')}` : words;
  return { words: shown };
}

/** Reads a chunk and returns its type. */
function readChunk(reader: ByteReader, state: State, isFirst: boolean): string {
  const { octets, offset: at, trace } = reader;
  const type = String.fromCharCode(...octets.subarray(at + 4, Math.min(at + 8, reader.end)));
  const isType = /^[A-Za-z]{4}$/.test(type);
  const field = isType ? `PNG/${type}` : 'PNG/chunk';
  reader.open(isType ? type : 'chunk', 'PNG 5.3');
  const length = u32(reader, `${field}/length`);
  const typeAt = reader.offset;
  reader.take(4, `${field}/type`);
  if (isType) trace?.mean(`${type}, ${typeBits(octets, typeAt)}`);
  else state.note(`${field}/type`, typeAt, 'is no four letters');
  if (isFirst !== (type === 'IHDR')) {
    state.note(field, at, isFirst ? 'the first chunk should be IHDR' : 'is there a second time');
  }
  const body = reader.sub(length, `${field}/data`);
  const words = readBody(body, type, state);
  if (body.remaining > 0) opaque(body, body.remaining, `${field}/data`);
  const sum = crc32(octets.subarray(typeAt, typeAt + 4 + length));
  const sumAt = reader.offset;
  const found = u32(reader, `${field}/CRC`, 'PNG 5.5');
  if (found === sum) trace?.mean('right');
  else state.note(`${field}/CRC`, sumAt, `is ${hex32(found)}, and should be ${hex32(sum)}`);
  reader.close();
  if (words !== undefined) trace?.mean(words);
  return type;
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
      return readTiff(body, 'PNG/eXIf', state.note);
    case 'IDAT':
      opaque(body, body.remaining, 'PNG/IDAT/deflated');
      return undefined;
    case 'IEND':
      if (body.remaining > 0) state.note('PNG/IEND', body.offset, 'has data, and should have none');
      return undefined;
    default:
      return undefined;
  }
}

function readLayout(body: ByteReader, type: string, layout: readonly Column[], state: State): string | undefined {
  const wanted = layout.reduce((sum, { octets }) => sum + octets, 0);
  if (body.remaining !== wanted) {
    state.note(`PNG/${type}`, body.offset, `has ${pluralize(body.remaining, 'octet')} of data instead of ${wanted}`);
    return undefined;
  }
  const values = readColumns(body, `PNG/${type}`, layout, 'big', state.note);
  return layoutWords(type, values, state);
}

function layoutWords(type: string, values: readonly number[], state: State): string | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = values;
  switch (type) {
    case 'IHDR':
      state.colourType = fourth;
      state.words = `${first}x${second}, ${pluralize(third, 'bit')} ${COLOUR_TYPES[fourth] ?? `of colour type ${fourth}`}`;
      return state.words;
    case 'pHYs':
      return third === 1 ? `${Math.round(first * INCH)}x${Math.round(second * INCH)} dpi` : `${first}:${second}`;
    case 'acTL':
      state.frames = first;
      return pluralize(first, 'frame');
    default:
      return undefined;
  }
}

/** Metres of an inch. */
const INCH = 0.0254;

function readPalette(body: ByteReader, { note }: State): string {
  const colours = Math.floor(body.remaining / 3);
  if (body.remaining % 3 !== 0 || colours === 0 || colours > 256) {
    note('PNG/PLTE', body.offset, `has ${pluralize(body.remaining, 'octet')}, which is no palette`);
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

function readTransparency(body: ByteReader, { colourType }: State): string {
  if (colourType === PALETTE) {
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

/** A Latin-1 name, a NUL, and what a chunk has behind it. */
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
