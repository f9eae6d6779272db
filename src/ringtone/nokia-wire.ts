/**
 * The Nokia ringing tone on the wire: one bit string, its fields not aligned to octets.
 *
 *   00000010 | 0100101 0 | 0011101 001 llll | title | nnnnnnnn | pattern ... | 0..7 filler bits | 00000000
 *   parts      ringing     sound   song  title        patterns                                    command end
 *              tone                type  length
 *
 *   pattern      000 pp llll cccccccc instruction*        pp A..D, llll loop, c count (0: pattern pp once more)
 *   instruction  001 vvvv ddd ss    note                  010 ss     scale         011 ss     style
 *                100 ttttt          tempo                 101 vvvv   volume
 *
 * So every basic tune begins 02 4A 3A. Both the instruction level and the tune level read and write through this file.
 * In it an instruction is its own bits at the left of a 12-bit number, the width of the longest one.
 *
 * Source: Nokia Smart Messaging, ringing tone; the field names are its grammar's.
 * @module
 */

import { BitReader } from '../bytes/bits.js';
import { blankControls, findControl } from '../bytes/controls.js';
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import type { Trace } from '../bytes/trace.js';
import { DecodeError } from '../errors.js';
import { TEMPO_TABLE } from './tempo.js';
import { controlMessage, PITCHES } from './tune.js';

/** Instruction ids (3 bits). */
export const NOTE = 1;
export const SCALE = 2;
export const STYLE = 3;
export const TEMPO = 4;
export const VOLUME = 5;

/** One part of an instruction, after the three bits of its id. */
interface Part {
  /** As the grammar names it. */
  readonly name: string;
  readonly width: number;
  /** What its values mean, from 0 on; further ones are reserved. */
  readonly meanings: readonly string[];
}

/** Instructions by their ids; 000 begins a pattern, 110 and 111 are not defined. */
export const INSTRUCTIONS: readonly ({ readonly kind: string; readonly parts: readonly Part[] } | undefined)[] = [
  undefined,
  {
    kind: 'note',
    parts: [
      { name: 'note-value', width: 4, meanings: ['pause', ...PITCHES] },
      { name: 'note-duration', width: 3, meanings: ['1/1', '1/2', '1/4', '1/8', '1/16', '1/32'] },
      { name: 'note-duration-specifier', width: 2, meanings: ['none', 'dotted', 'double dotted', '2/3 length'] },
    ],
  },
  {
    kind: 'scale',
    parts: [{ name: 'note-scale', width: 2, meanings: ['A = 440 Hz', 'A = 880 Hz', 'A = 1760 Hz', 'A = 3520 Hz'] }],
  },
  { kind: 'style', parts: [{ name: 'style-value', width: 2, meanings: ['natural', 'continuous', 'staccato'] }] },
  {
    kind: 'tempo',
    parts: [{ name: 'beats-per-minute', width: 5, meanings: /* @__PURE__ */ TEMPO_TABLE.map((bpm) => `${bpm} bpm`) }],
  },
  {
    kind: 'volume',
    parts: [{ name: 'volume-value', width: 4, meanings: /* @__PURE__ */ Array.from({ length: 16 }, (_, i) => String(i)) }],
  },
];

/** Bits of an instruction by its id; 0 where the id is not defined. */
const WIDTH: readonly number[] = [0, 12, 5, 5, 8, 7, 0, 0];

/** Pattern header id, pattern, loop and count. */
export const HEADER_BITS = 17;
/** Pattern instructions: the count is one octet. */
export const MAX_INSTRUCTIONS = 255;
/** Characters of a title: its length is four bits. */
export const MAX_TITLE = 15;

/** Command part ids (7 bits). */
const RINGING_TONE = 0b0100101;
const UNICODE = 0b0100010;
const SOUND = 0b0011101;

/** Song types (3 bits). MIDI (011) and digitised (100) have other contents. */
const BASIC = 0b001;
const TEMPORARY = 0b010;

const SPEC = 'Smart Messaging';

export interface WirePattern {
  /** 0 to 3 for A to D. */
  readonly id: number;
  readonly loop: number;
  /** Left-aligned instructions; empty means the pattern defined before. */
  readonly codes: readonly number[];
}

export interface WireSong {
  readonly isTemporary: boolean;
  readonly isUnicode: boolean;
  readonly title: string;
  readonly patterns: readonly WirePattern[];
}

/** Left-aligned form of a note. */
export function noteCode(value: number, duration: number, specifier: number): number {
  return (NOTE << 9) | (value << 5) | (duration << 2) | specifier;
}

/** Left-aligned form of any other instruction. */
export function stateCode(id: number, argument: number): number {
  return (id << 9) | (argument << (12 - (WIDTH[id] as number)));
}

/** Argument of any instruction but a note. */
export function readArgument(code: number): number {
  const width = WIDTH[code >> 9] as number;
  return (code >> (12 - width)) & ((1 << (width - 3)) - 1);
}

/** Bits that an instruction takes. */
export function instructionBits(code: number): number {
  return WIDTH[code >> 9] as number;
}

/** Octets of a song whose values were checked. */
export function writeSong(song: WireSong): Uint8Array {
  const { isUnicode, isTemporary, title, patterns } = song;
  const characterBits = isUnicode ? 16 : 8;
  const headBits = 16 + (isUnicode ? 8 : 0) + 10 + (isTemporary ? 0 : 4 + title.length * characterBits) + 8;
  const octets = new Uint8Array(((headBits + patternBits(patterns) + 7) >> 3) + 1);
  let bit = put(octets, 0, isUnicode ? 3 : 2, 8);
  bit = put(octets, bit, RINGING_TONE << 1, 8);
  if (isUnicode) bit = put(octets, bit, UNICODE << 1, 8);
  bit = put(octets, bit, SOUND, 7);
  bit = put(octets, bit, isTemporary ? TEMPORARY : BASIC, 3);
  if (!isTemporary) {
    bit = put(octets, bit, title.length, 4);
    for (let i = 0; i < title.length; i++) bit = put(octets, bit, title.charCodeAt(i), characterBits);
  }
  bit = put(octets, bit, patterns.length, 8);
  for (const { id, loop, codes } of patterns) {
    bit = put(octets, bit, (id << 12) | (loop << 8) | codes.length, HEADER_BITS);
    const { length } = codes;
    for (let i = 0; i < length; i++) {
      const code = codes[i] as number;
      const width = WIDTH[code >> 9] as number;
      bit = put(octets, bit, code >> (12 - width), width);
    }
  }
  // The filler and the command end are 0 already.
  return octets;
}

/** Bits of patterns with their headers. */
export function patternBits(patterns: readonly WirePattern[]): number {
  let bits = 0;
  for (const { codes } of patterns) {
    bits += HEADER_BITS;
    const { length } = codes;
    for (let i = 0; i < length; i++) bits += WIDTH[(codes[i] as number) >> 9] as number;
  }
  return bits;
}

/** Puts up to 17 bits into octets that are 0 there; returns the bit after them. */
function put(octets: Uint8Array, bit: number, value: number, width: number): number {
  const at = bit >> 3;
  const end = (bit & 7) + width;
  const window = value << (24 - end);
  octets[at] = (octets[at] as number) | (window >> 16);
  if (end > 8) octets[at + 1] = (window >> 8) & 0xff;
  if (end > 16) octets[at + 2] = window & 0xff;
  return bit + width;
}

/**
 * Reads one command and leaves the cursor after its end octet.
 * @param requireDefined whether a pattern that is used before it is defined is a fault; if not, such a pattern stays empty.
 * @throws DecodeError `truncated`, or `bad-value` for a field that is reserved, not supported, or not 0 where it has to be.
 */
export function readSong(reader: ByteReader, reading: Reading, requireDefined = false): WireSong {
  const bits = new BitReader(reader.octets, 'msb', reader.trace, reader.offset * 8, reader.end * 8);
  const parts = bits.read(8, 'ringing-tone/command-length', SPEC);
  if (parts !== 2) {
    const error = bad('ringing-tone/command-length', bits, 8, `is ${parts}, allowed: 2`);
    if (parts !== 3) throw error;
    reading.reportOrThrow(error);
  }
  bits.trace?.mean(`${parts} command parts`);
  readPart(bits, RINGING_TONE, 'ringing-tone-programming', reading);
  readFiller(bits, reading);
  if (parts === 3) {
    readPart(bits, UNICODE, 'unicode', reading);
    readFiller(bits, reading);
  }
  readPart(bits, SOUND, 'sound', reading);
  const songType = bits.read(3, 'ringing-tone/song-type', SPEC);
  if (songType !== BASIC && songType !== TEMPORARY) {
    throw bad('ringing-tone/song-type', bits, 3, `is ${songType}, allowed: 1 (basic) or 2 (temporary)`);
  }
  bits.trace?.mean(songType === BASIC ? 'basic song' : 'temporary song');
  const title = songType === BASIC ? readTitle(bits, parts === 3, reading) : '';
  const count = bits.read(8, 'ringing-tone/song-sequence-length', SPEC);
  bits.trace?.mean(count === 1 ? '1 pattern' : `${count} patterns`);
  const patterns: WirePattern[] = [];
  let defined = 0;
  for (let i = 0; i < count; i++) {
    const at = bits.position >> 3;
    const pattern = readPattern(bits);
    const bit = 1 << pattern.id;
    if (pattern.codes.length > 0) defined |= bit;
    else if ((defined & bit) === 0) {
      const reason = `pattern ${'ABCD'[pattern.id]} has no instructions and was not defined before`;
      if (requireDefined) reading.fault('bad-value', 'ringing-tone/song-pattern/pattern-specifier', at, reason);
      bits.trace?.warn(reason);
    }
    patterns.push(pattern);
  }
  readFiller(bits, reading);
  readEnd(bits, reading);
  reader.offset = bits.position >> 3;
  return { isTemporary: songType === TEMPORARY, isUnicode: parts === 3, title, patterns };
}

function readPart(bits: BitReader, expected: number, name: string, { lenient }: Reading): void {
  const found = bits.read(7, `ringing-tone/${name}`, SPEC);
  if (found === expected) return;
  const isUnicode = found === UNICODE && !lenient;
  const what = isUnicode ? 'a title in UCS-2, which only the lenient reading takes' : `command part ${binary(found, 7)}`;
  throw bad(`ringing-tone/${name}`, bits, 7, `is ${what}, allowed: ${binary(expected, 7)}`);
}

/** The title in one piece; a surrogate in UCS-2 stays as it is. */
function readTitle(bits: BitReader, isUnicode: boolean, reading: Reading): string {
  const length = bits.read(4, 'ringing-tone/song-title-length', SPEC);
  const from = bits.position;
  const width = isUnicode ? 16 : 8;
  const to = from + length * width;
  if (to > bits.end) {
    throw new DecodeError('truncated', 'ringing-tone/song-title', from >> 3, `needs ${to - from} bits, ${bits.remaining} left`);
  }
  const { octets } = bits;
  const shift = 24 - width - (from & 7);
  let title = '';
  for (let at = from >> 3; title.length < length; at += width >> 3) {
    const window = ((octets[at] ?? 0) << 16) | ((octets[at + 1] ?? 0) << 8) | (octets[at + 2] ?? 0);
    title += String.fromCharCode((window >> shift) & ((1 << width) - 1));
  }
  bits.position = to;
  if (length > 0) bits.trace?.leaf('song-title', title, from, to, SPEC);
  const control = findControl(title);
  if (control < 0) return title;
  const at = (from + control * width) >> 3;
  reading.fault('bad-value', 'ringing-tone/song-title', at, controlMessage(title, control));
  return blankControls(title);
}

function readPattern(bits: BitReader): WirePattern {
  bits.open('song-pattern', SPEC);
  const header = bits.read(3, 'ringing-tone/song-pattern/pattern-header-id', SPEC);
  if (header !== 0) throw bad('ringing-tone/song-pattern/pattern-header-id', bits, 3, `is ${binary(header, 3)}, allowed: 000`);
  const id = bits.read(2, 'ringing-tone/song-pattern/pattern-id', SPEC);
  bits.trace?.mean(`pattern ${'ABCD'[id]}`);
  const loop = bits.read(4, 'ringing-tone/song-pattern/loop-value', SPEC);
  bits.trace?.mean(loop === 0 ? 'no loop' : loop === 15 ? 'endless' : `${loop} repeats`);
  const count = bits.read(8, 'ringing-tone/song-pattern/pattern-specifier', SPEC);
  bits.trace?.mean(count === 0 ? 'already defined pattern' : `${count} instructions`);
  const codes: number[] = [];
  for (let i = 0; i < count; i++) codes.push(readInstruction(bits));
  bits.close();
  return { id, loop, codes };
}

/** One instruction by a look at 12 bits; the trace takes its parts from the same bits. */
function readInstruction(bits: BitReader): number {
  const from = bits.position;
  const { octets } = bits;
  const at = from >> 3;
  const window = ((octets[at] ?? 0) << 16) | ((octets[at + 1] ?? 0) << 8) | (octets[at + 2] ?? 0);
  const seen = (window >> (12 - (from & 7))) & 0xfff;
  const width = WIDTH[seen >> 9] as number;
  const left = bits.end - from;
  if (left < width || left < 3) {
    const reason = `needs ${Math.max(width, 3)} bits, ${left} left`;
    throw new DecodeError('truncated', 'ringing-tone/song-pattern/pattern-instruction', at, reason);
  }
  if (width === 0) {
    const reason = `is ${binary(seen >> 9, 3)}, allowed: 001 to 101`;
    throw new DecodeError('bad-value', 'ringing-tone/song-pattern/instruction-id', at, reason);
  }
  const code = seen & ~(0xfff >> width);
  bits.position = from + width;
  if (bits.trace !== undefined) traceInstruction(bits.trace, code, from, width);
  if (isReserved(code)) throw reservedValue(code, from);
  return code;
}

/** Whether a part of an instruction has a value without a meaning. */
function isReserved(code: number): boolean {
  const id = code >> 9;
  return id === NOTE ? ((code >> 5) & 15) > 12 || ((code >> 2) & 7) > 5 : id === STYLE && readArgument(code) === 3;
}

/** The value of a part of an instruction that begins at `bit`, counted from its first one. */
function valueOfPart(code: number, bit: number, { width }: Part): number {
  return (code >> (12 - bit - width)) & ((1 << width) - 1);
}

function reservedValue(code: number, from: number): DecodeError {
  let bit = 3;
  const part = INSTRUCTIONS[code >> 9]?.parts.find((candidate) => {
    const isReservedHere = valueOfPart(code, bit, candidate) >= candidate.meanings.length;
    if (!isReservedHere) bit += candidate.width;
    return isReservedHere;
  }) as Part;
  const { name, width, meanings } = part;
  const value = valueOfPart(code, bit, part);
  const reason = `is ${binary(value, width)}, allowed: ${binary(0, width)} to ${binary(meanings.length - 1, width)}`;
  return new DecodeError('bad-value', `ringing-tone/song-pattern/${name}`, (from + bit) >> 3, reason);
}

function traceInstruction(trace: Trace, code: number, from: number, width: number): void {
  const { kind, parts } = INSTRUCTIONS[code >> 9] as NonNullable<(typeof INSTRUCTIONS)[number]>;
  trace.open(`${kind}-instruction`, from, SPEC);
  trace.leaf('instruction-id', code >> 9, from, from + 3);
  trace.mean(kind);
  let words = '';
  let bit = 3;
  for (const part of parts) {
    const value = valueOfPart(code, bit, part);
    const meaning = part.meanings[value] ?? 'reserved';
    trace.leaf(part.name, value, from + bit, from + bit + part.width);
    trace.mean(meaning);
    if (meaning !== 'none') words += words === '' ? meaning : `, ${meaning}`;
    bit += part.width;
  }
  trace.close(from + width);
  trace.mean(words.startsWith('pause') ? words : `${kind} ${words}`);
}

function readFiller(bits: BitReader, reading: Reading): void {
  const width = -bits.position & 7;
  if (width === 0) return;
  const filler = bits.read(width, 'ringing-tone/filler', SPEC);
  if (filler !== 0) reading.fault('bad-value', 'ringing-tone/filler', (bits.position - width) >> 3, 'is not 0');
}

function readEnd(bits: BitReader, reading: Reading): void {
  const at = bits.position >> 3;
  const end = bits.remaining === 0 ? undefined : (bits.octets[at] as number);
  // Some .ott and .rng files stop at the last pattern, or go on with something else.
  if (!reading.lenient || end === 0) bits.read(8, 'ringing-tone/command-end', SPEC);
  if (end === undefined) reading.fault('truncated', 'ringing-tone/command-end', at, 'needs 8 bits, 0 left');
  else if (end !== 0) reading.fault('bad-value', 'ringing-tone/command-end', at, `is ${end}, allowed: 0`);
}

/** An error at the field of `width` bits that was just read. */
function bad(field: string, bits: BitReader, width: number, message: string): DecodeError {
  return new DecodeError('bad-value', field, (bits.position - width) >> 3, message);
}

function binary(value: number, width: number): string {
  return value.toString(2).padStart(width, '0');
}
