/**
 * The Nokia ringing tone at the level of its instructions, bit for bit in both directions: for tools that must not lose what a
 * tune leaves out, such as instructions without effect or the order of tempo and style.
 *
 *   02 4A 3A ...    command parts, ringing tone programming, sound; then title, patterns of instructions, 00
 *
 * Source: Nokia Smart Messaging, ringing tone. Worked octets are in docs/ringtones.md.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { quote } from '../bytes/quote.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import {
  INSTRUCTIONS,
  MAX_INSTRUCTIONS,
  MAX_TITLE,
  NOTE,
  noteCode,
  readArgument,
  readSong,
  SCALE,
  STYLE,
  stateCode,
  TEMPO,
  VOLUME,
  type WirePattern,
  writeSong,
} from './nokia-wire.js';
import { badField, isWhole, requirePrintable } from './tune.js';

/** An instruction of a pattern; its numbers are codes of the format. */
export type Instruction =
  | {
      readonly kind: 'note';
      /** 0 pause, 1 c, 2 c# ... 12 b. */
      readonly value: number;
      /** 0 full, 1 half, 2 quarter ... 5 thirty-second. */
      readonly duration: number;
      /** 0 none, 1 dotted, 2 double dotted, 3 two thirds. */
      readonly specifier: number;
    }
  | {
      /** scale 0 to 3 (A = 440, 880, 1760, 3520 Hz); style 0 natural, 1 continuous, 2 staccato; tempo 0 to 31 (TEMPO_TABLE); volume 0 to 15. */
      readonly kind: 'scale' | 'style' | 'tempo' | 'volume';
      readonly code: number;
    };

/** A pattern, or another use of it. */
export interface NokiaPattern {
  /** The pattern's letter. */
  readonly id: 'A' | 'B' | 'C' | 'D';
  /** Repetitions: 0 for none, 1 to 14, or 15 for an endless loop. */
  readonly loop: number;
  /** At most 255 instructions; an empty list repeats the pattern of this id that was defined before. */
  readonly instructions: readonly Instruction[];
}

/** A ringing tone command: title and patterns. */
export interface NokiaSong {
  /** A temporary song has no title and is not kept by the phone. */
  readonly songType: 'basic' | 'temporary';
  /** Title, at most 15 characters; empty for a temporary song. */
  readonly title: string;
  /**
   * `unicode` for a title of two octets per character, announced by a command part of its own; absent for ISO 8859-1. No phone is known to send it.
   */
  readonly titleEncoding?: 'unicode';
  /** At most 255 patterns. */
  readonly patterns: readonly NokiaPattern[];
}

/**
 * Options of {@link decodeNokiaSong}. With `lenient`, it accepts a title in UCS-2, control characters in a title, octets after the command, filler
 * bits that are not 0, and a missing command end.
 */
export type NokiaSongOptions = DecodeOptions;

/**
 * Encodes patterns of instructions as a ringing tone command (Nokia Smart Messaging 3.0).
 * @throws EncodeError `bad-value` for a code that is reserved or out of range, `too-long` for more than 15 characters, 255
 *   instructions in a pattern or 255 patterns, `unencodable` for a title character that its encoding lacks or a title in a
 *   temporary song. The field names the place: `patterns[0].instructions[3].duration`.
 */
export function encodeNokiaSong(song: NokiaSong): Uint8Array {
  requireObject(song, 'song');
  const isTemporary = song.songType === 'temporary';
  if (!isTemporary && song.songType !== 'basic') throw badField('songType', song.songType, 'basic or temporary');
  const isUnicode = song.titleEncoding === 'unicode';
  if (!isUnicode && song.titleEncoding !== undefined)
    throw badField('titleEncoding', song.titleEncoding, 'unicode, or left out');
  checkTitle(song.title, isUnicode);
  if (isTemporary && song.title !== '') throw new EncodeError('unencodable', 'title', undefined, 'a temporary song has none');
  if (song.patterns.length > 255)
    throw new EncodeError('too-long', 'patterns', undefined, `are ${song.patterns.length}, at most 255`);
  return writeSong({ isTemporary, isUnicode, title: song.title, patterns: song.patterns.map(toWire) });
}

/**
 * Decodes a ringing tone command (Nokia Smart Messaging 3.0) as patterns of instructions. Encoding them gives the same octets.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for a reserved or unsupported value.
 * @throws TypeError when `octets` is not a Uint8Array.
 */
export function decodeNokiaSong(octets: Uint8Array, options: NokiaSongOptions = {}): NokiaSong {
  const reader = openSong(octets);
  const reading = Reading.of(options);
  const song = readNokiaSong(reader, reading);
  expectSongEnd(reader, reading);
  return song;
}

/** Requires the end after the command, or in lenient reading reports what is left. */
export function expectSongEnd(reader: ByteReader, options: DecodeOptions): void {
  const left = reader.remaining;
  if (left === 0) return;
  Reading.of(options).fault('trailing-bytes', 'ringing-tone', reader.offset, `${left} octets are left over`);
}

/**
 * Decodes a ringing tone command as {@link decodeNokiaSong}, from a reader, which is moved past the command end. If the reader has a trace, it
 * records every field, down to the parts of an instruction.
 * @throws DecodeError `truncated`, or `bad-value` for a reserved or unsupported value.
 */
export function readNokiaSong(reader: ByteReader, options: NokiaSongOptions = {}): NokiaSong {
  requireObject(reader, 'reader');
  const { isTemporary, isUnicode, title, patterns } = readSong(reader, Reading.of(options));
  return {
    songType: isTemporary ? 'temporary' : 'basic',
    title,
    patterns: patterns.map(fromWire),
    ...(isUnicode && { titleEncoding: 'unicode' }),
  };
}

/** A cursor over what a caller gave. */
export function openSong(octets: Uint8Array): ByteReader {
  if (!(octets instanceof Uint8Array)) throw new TypeError('a ringing tone is a Uint8Array');
  return new ByteReader(octets);
}

/** @throws EncodeError `bad-value`, `too-long`, or `unencodable` with the index of the character. */
export function checkTitle(title: string, isUnicode: boolean): void {
  if (typeof title !== 'string') throw badField('title', title, 'a text');
  if (title.length > MAX_TITLE) {
    throw new EncodeError('too-long', 'title', undefined, `has ${title.length} characters, at most ${MAX_TITLE}`);
  }
  requirePrintable(title);
  for (let i = 0; !isUnicode && i < title.length; i++) {
    if (title.charCodeAt(i) > 0xff) {
      throw new EncodeError('unencodable', 'title', i, `${quote(title[i])} is not in ISO 8859-1`);
    }
  }
}

const IDS = ['A', 'B', 'C', 'D'] as const;
const STATES = { scale: SCALE, style: STYLE, tempo: TEMPO, volume: VOLUME } as const;

function toWire(pattern: NokiaPattern, index: number): WirePattern {
  const id = IDS.indexOf(pattern.id);
  if (id < 0) throw badField(`patterns[${index}].id`, pattern.id, 'A, B, C or D');
  if (!isWhole(pattern.loop, 0, 15)) throw badField(`patterns[${index}].loop`, pattern.loop, '0 to 15');
  const { instructions } = pattern;
  if (instructions.length > MAX_INSTRUCTIONS) {
    const message = `are ${instructions.length}, at most ${MAX_INSTRUCTIONS}`;
    throw new EncodeError('too-long', `patterns[${index}].instructions`, undefined, message);
  }
  const codes = instructions.map((instruction, i) => instructionCode(instruction, `patterns[${index}].instructions[${i}]`));
  return { id, loop: pattern.loop, codes };
}

function instructionCode(instruction: Instruction, field: string): number {
  const check = (name: string, value: number, high: number) => {
    if (!isWhole(value, 0, high)) throw badField(`${field}.${name}`, value, `0 to ${high}`);
  };
  if (instruction.kind === 'note') {
    const { value, duration, specifier } = instruction;
    check('value', value, 12);
    check('duration', duration, 5);
    check('specifier', specifier, 3);
    return noteCode(value, duration, specifier);
  }
  const { kind, code } = instruction;
  if (!Object.hasOwn(STATES, kind)) throw badField(`${field}.kind`, kind, 'note, scale, style, tempo or volume');
  const id = STATES[kind];
  check('code', code, (INSTRUCTIONS[id]?.parts[0]?.meanings.length as number) - 1);
  return stateCode(id, code);
}

function fromWire({ id, loop, codes }: WirePattern): NokiaPattern {
  return { id: IDS[id] as NokiaPattern['id'], loop, instructions: codes.map(toInstruction) };
}

function toInstruction(code: number): Instruction {
  const id = code >> 9;
  if (id === NOTE) return { kind: 'note', value: (code >> 5) & 15, duration: (code >> 2) & 7, specifier: code & 3 };
  return { kind: INSTRUCTIONS[id]?.kind as keyof typeof STATES, code: readArgument(code) };
}
