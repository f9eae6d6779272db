/**
 * The binary RTTTL of AnyRtttl, a library that plays tunes on Arduino boards: a tune without its title, ten or sixteen bits a note.
 *
 *   default-duration(3) default-octave(2) tempo(10) padding(1)  note note ...
 *
 *   note   duration(3) letter(3) sharp(1) dotted(1) octave(2)  [padding(6)]
 *
 *   0A 14     d=4, o=5, b=160         12 02     e6, in sixteen bits
 *
 * Fields begin at the least significant bit of an octet. Durations 0 to 5 are 1, 2, 4, 8, 16 and 32; letters 0 to 7 are c, d, e, f, g, a, b and
 * the pause; octaves 0 to 3 are 4 to 7. Every note names its duration and its octave, so that the defaults change nothing. Nothing in the octets
 * tells the two widths apart: whoever plays a tune knows its width. The padding of a note of sixteen bits is undefined.
 *
 * Source: AnyRtttl, "Binary RTTTL format definition" (BinaryRTTTL.md) and its examples Play10Bits and Play16Bits.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { BitReader, ByteReader } from '../bytes/index.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { EncodeError, LimitError } from '../errors.js';
import type { TuneTextOptions } from './issues.js';
import { reportLostChange, reportLostSettings, reportLostTitle } from './losses.js';
import { DEFAULT_TEMPO_BPM } from './tempo.js';
import {
  badField,
  checkTune,
  countHalvings,
  type Duration,
  makeNote,
  makePause,
  type Note,
  PITCHES,
  type Tune,
} from './tune.js';

/** Bits of a note in AnyRtttl's binary form, padding included. */
export type AnyRtttlNoteBits = 10 | 16;

/** Options of {@link decodeAnyRtttl}. */
export interface DecodeAnyRtttlOptions extends DecodeOptions {
  /** Bits of a note; 10 by default. */
  readonly noteBits?: AnyRtttlNoteBits;
}

/** Options of {@link encodeAnyRtttl}. */
export interface AnyRtttlOptions {
  /** Bits of a note; 10 by default. */
  readonly noteBits?: AnyRtttlNoteBits;
  /** Called for each loss: what the form cannot hold is omitted. The offset is that of the note. */
  readonly onIssue?: TuneTextOptions['onIssue'];
}

const SPEC = 'AnyRtttl BinaryRTTTL.md';

/** Fields of a note without its padding. */
const NOTE_BITS = 10;
/** Fields of the header. */
const HEADER_BITS = 16;

const MAX_BPM = 900;
const LOWEST_OCTAVE = 4;
const MAX_DURATION_CODE = 5;

/** Semitones of the letters c to b; the code after them is the pause. */
const SEMITONES: readonly number[] = [0, 2, 4, 5, 7, 9, 11];
const PAUSE = 7;
/** Letters without a sharp: there is no e# and no b#. */
const [E, B] = [2, 6];

/** Defaults of RTTTL that are written: no note depends on them. */
const [QUARTER, OCTAVE_5] = [2, 1];

/**
 * Encodes a tune in the binary form of the AnyRtttl library for Arduino. The title, the style, repeats, volumes and later tempos are omitted, and
 * reported to `onIssue`.
 * @throws EncodeError `unencodable` for double dots, thirds and a tune without notes; `bad-value` for a field out of its range (tempos are whole
 *   numbers from 1 to 900).
 * @example
 * ```ts
 * import { decodeAnyRtttl, encodeAnyRtttl, formatRtttl, parseRtttl } from 'handset/ringtone';
 *
 * const octets = encodeAnyRtttl(parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6'));
 * formatRtttl(decodeAnyRtttl(octets)); // -> ':d=4,o=5,b=125:c,e,g,2c6'
 * ```
 */
export function encodeAnyRtttl(tune: Tune, { noteBits = NOTE_BITS, onIssue }: AnyRtttlOptions = {}): Uint8Array {
  requireObject(tune, 'tune');
  checkTune(tune);
  checkNoteBits(noteBits);
  const { notes, tempoBpm } = tune;
  if (!(Number.isInteger(tempoBpm) && tempoBpm >= 1 && tempoBpm <= MAX_BPM)) {
    throw badField('tempoBpm', tempoBpm, `a whole number from 1 to ${MAX_BPM}`);
  }
  if (notes.length === 0) throw new EncodeError('unencodable', 'notes', undefined, 'there is not a single note');
  reportLostTitle(tune, onIssue);
  reportLostSettings(tune, onIssue);
  const octets = new Uint8Array(Math.ceil((HEADER_BITS + notes.length * noteBits) / 8));
  setBits(octets, 0, QUARTER | (OCTAVE_5 << 3) | (tempoBpm << 5));
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i] as Note;
    reportLostChange(note, i, onIssue);
    setBits(octets, HEADER_BITS + i * noteBits, noteCode(note, i));
  }
  return octets;
}

function noteCode({ pitch, octave, duration, dots, twoThirds }: Note, index: number): number {
  if (dots === 2) throw new EncodeError('unencodable', `notes[${index}].dots`, undefined, 'the form has no double dot');
  if (twoThirds === true) {
    throw new EncodeError('unencodable', `notes[${index}].twoThirds`, undefined, 'the form has no two-thirds length');
  }
  const sharp = pitch === null ? 0 : pitch.length - 1;
  const letter = pitch === null ? PAUSE : SEMITONES.indexOf(PITCHES.indexOf(pitch) - sharp);
  const height = octave === null ? OCTAVE_5 : octave - LOWEST_OCTAVE;
  return countHalvings(duration) | (letter << 3) | (sharp << 6) | (dots << 7) | (height << 8);
}

/** Puts a number of at most 16 bits at a position, low bits first. */
function setBits(octets: Uint8Array, position: number, value: number): void {
  const at = position >> 3;
  const shifted = value << (position & 7);
  for (let i = 0; i < 3 && shifted >> (8 * i) !== 0; i++) octets[at + i] = (octets[at + i] as number) | (shifted >> (8 * i));
}

/**
 * Decodes a tune in the binary form of the AnyRtttl library for Arduino, which has no title, style or repeats.
 * @param options.lenient replace values that the form does not define: another duration by a quarter, a sharp that does not exist by the next
 *   semitone, a tempo of 0 by 63.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`, its field a path such as `AnyRtttl/note[3]/duration`.
 * @throws LimitError `limit-exceeded` for more than `tuneNotes` notes.
 */
export function decodeAnyRtttl(octets: Uint8Array, options: DecodeAnyRtttlOptions = {}): Tune {
  if (!(octets instanceof Uint8Array)) throw new TypeError('a tune of AnyRtttl is a Uint8Array');
  return readAnyRtttl(new ByteReader(octets), options);
}

/** {@link decodeAnyRtttl} on a cursor, which is left at the end. */
export function readAnyRtttl(reader: ByteReader, options: DecodeAnyRtttlOptions = {}): Tune {
  const { noteBits = NOTE_BITS } = options;
  checkNoteBits(noteBits);
  const reading = Reading.of(options);
  const bits = new BitReader(reader.octets, 'lsb', reader.trace, reader.offset * 8, reader.end * 8);
  const tempoBpm = readHeader(bits, reading);
  const notes: Note[] = [];
  while (bits.remaining >= NOTE_BITS) {
    const at = bits.position >> 3;
    const field = `AnyRtttl/note[${notes.length}]`;
    if (notes.length === reading.limits.tuneNotes) {
      throw new LimitError('limit-exceeded', field, at, `more than ${reading.limits.tuneNotes} notes`);
    }
    bits.open('note', SPEC);
    notes.push(readNote(bits, field, at, reading));
    if (noteBits > NOTE_BITS) bits.read(Math.min(noteBits - NOTE_BITS, bits.remaining), 'padding', SPEC);
    bits.close();
  }
  readEnd(bits, notes.length, noteBits, reading);
  reader.skip(reader.remaining, 'AnyRtttl');
  return { title: '', tempoBpm, style: 'N', loops: 0, notes };
}

function readHeader(bits: BitReader, reading: Reading): number {
  const at = bits.position >> 3;
  bits.open('defaults', SPEC);
  const duration = bits.read(3, 'AnyRtttl/default-duration', SPEC);
  bits.trace?.mean(describeDuration(duration));
  if (duration > MAX_DURATION_CODE) {
    reading.fault('bad-value', 'AnyRtttl/default-duration', at, `${duration}, defined: 0 to ${MAX_DURATION_CODE}`);
  }
  const octave = bits.read(2, 'AnyRtttl/default-octave', SPEC);
  bits.trace?.mean(`octave ${octave + LOWEST_OCTAVE}`);
  const tempo = bits.read(NOTE_BITS, 'AnyRtttl/tempo', SPEC);
  bits.trace?.mean(`${tempo} quarter notes a minute`);
  bits.read(1, 'padding', SPEC);
  bits.close();
  if (tempo >= 1 && tempo <= MAX_BPM) return tempo;
  const taken = tempo === 0 ? DEFAULT_TEMPO_BPM : MAX_BPM;
  reading.fault('bad-value', 'AnyRtttl/tempo', at, `${tempo}, defined: 1 to ${MAX_BPM}`, { assumed: String(taken) });
  return taken;
}

function readNote(bits: BitReader, field: string, at: number, reading: Reading): Note {
  const code = bits.read(3, `${field}/duration`, SPEC);
  bits.trace?.mean(describeDuration(code));
  if (code > MAX_DURATION_CODE) {
    const reason = `${code}, defined: 0 to ${MAX_DURATION_CODE}`;
    reading.fault('bad-value', `${field}/duration`, at, reason, { assumed: 'a quarter' });
  }
  const duration = (1 << (code > MAX_DURATION_CODE ? QUARTER : code)) as Duration;
  const letter = bits.read(3, `${field}/letter`, SPEC);
  bits.trace?.mean('cdefgabp'[letter] as string);
  const sharp = bits.read(1, `${field}/sharp`, SPEC);
  if (sharp === 1 && (letter === E || letter === B || letter === PAUSE)) {
    const assumed = letter === PAUSE ? 'a pause' : 'the next semitone';
    reading.fault('bad-value', `${field}/sharp`, at, `there is no ${'cdefgabp'[letter]}#`, { assumed });
  }
  const dots = bits.read(1, `${field}/dotted`, SPEC) as 0 | 1;
  const octave = bits.read(2, `${field}/octave`, SPEC) + LOWEST_OCTAVE;
  bits.trace?.mean(letter === PAUSE ? 'of no effect' : `octave ${octave}`);
  return letter === PAUSE ? makePause(duration, dots) : makeNote((SEMITONES[letter] as number) + sharp, octave, duration, dots);
}

/** What is left after the last note fills its octet with bits that are 0. */
function readEnd(bits: BitReader, notes: number, noteBits: AnyRtttlNoteBits, reading: Reading): void {
  const at = bits.position >> 3;
  const end = bits.end >> 3;
  if (notes === 0) reading.fault('truncated', 'AnyRtttl/note[0]', end, 'there is not a single note');
  const { remaining } = bits;
  const rest = remaining === 0 ? 0 : bits.read(remaining, 'padding', SPEC);
  const isWhole = noteBits === 16 ? (bits.position - HEADER_BITS) % 16 === 0 : remaining < 8;
  if (!isWhole && notes > 0) {
    reading.fault('trailing-bytes', 'AnyRtttl/padding', at, `${remaining} bits after ${notes} notes of ${noteBits} bits`);
  } else if (rest !== 0 && notes > 0) {
    reading.fault('bad-value', 'AnyRtttl/padding', at, `${rest} in the last bits, expected 0`);
  }
}

function describeDuration(code: number): string {
  return code > MAX_DURATION_CODE ? 'undefined' : `1/${1 << code}`;
}

function checkNoteBits(noteBits: AnyRtttlNoteBits): void {
  if (noteBits !== 10 && noteBits !== 16) throw new TypeError(`noteBits is ${noteBits}, allowed: 10, 16`);
}

/**
 * The width that the octets of a tune look like: 16 when the padding of every note is 0, else 10. Whoever reads a tune should rather know it.
 */
export function guessNoteBits(octets: Uint8Array): AnyRtttlNoteBits {
  if (octets.length % 2 !== 0 || octets.length < 4) return 10;
  for (let at = 3; at < octets.length; at += 2) if ((octets[at] as number) > 3) return 10;
  return 16;
}
