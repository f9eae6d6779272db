/**
 * Tunes as Standard MIDI Files, both ways.
 *
 *   4D 54 68 64 00000006 | format 0000 | tracks 0001 | division 0060 |        MThd
 *   4D 54 72 6B length   | delta event | delta event | ... | 00 FF 2F 00      MTrk
 *
 *   delta     1 to 4 octets of 7 bits, the high bit on all but the last; division ticks to a quarter note
 *   event     FF 03 length title     FF 51 03 microseconds per quarter     FF 01 length text
 *             B0 07 volume           90 key velocity (velocity 0 ends the note)
 *
 * Written is one track on channel 1, a4 as key 69. Two text events (FF 01) in RTX's notation hold what MIDI has no event for:
 * `s=N`, `s=C` or `s=S` where a style begins, and `l=2` for the loops, which no player of MIDI would repeat. Reading them back
 * gives equal notes; in a file without them every note is natural.
 *
 * Read is any file of format 0 or 1, reduced to the one voice that a tune has: see midi-melody.ts.
 *
 * Source: Standard MIDI Files 1.0 (RP-001). gammu writes its files an octave lower, with division 32 and without gaps.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { EncodeError } from '../errors.js';
import type { TuneIssueCode } from './issues.js';
import { QUARTER, soundingUnits } from './lengths.js';
import { END_OF_TRACK, MAX_QUANTITY, NAME, TEMPO, TEXT, VOLUME_CONTROLLER } from './midi-events.js';
import { readFile } from './midi-file.js';
import { readMelody } from './midi-melody.js';
import { checkPlayable } from './tempo.js';
import { badField, checkTune, isWhole, type Note, noteMidi, requirePrintable, type Tune, toUnits } from './tune.js';

/** Options of {@link encodeMidi}. */
export interface MidiOptions {
  /** Ticks per quarter note, 24 to 32767; 96 by default. Only multiples of 96 represent every length exactly; others round to a tick. */
  readonly division?: number;
  /** How often the tune is played again, 0 to 14. With 0, the default, a text event has the tune's own loops, which `decodeMidi` reads. */
  readonly repeats?: number;
  /** General MIDI instrument, 0 to 127, such as 80 for a square wave; by default the player's choice. */
  readonly program?: number;
}

/**
 * Options of {@link decodeMidi}. With `lenient`, it accepts format 2 (its first track with notes), a damaged track (up to the damage), missing
 * tracks, and octets after the last one. `onIssue` is called once for each kind of loss or departure, with the offset of the first.
 */
export interface DecodeMidiOptions extends DecodeOptions<TuneIssueCode> {
  /** The channel to read, 1 to 16; by default the one that most likely has the melody. */
  readonly channel?: number;
}

/** Velocity of every note: what the standard gives to instruments that do not measure it. */
const VELOCITY = 64;

const NOTE_ON = 0x90;
const CONTROLLER = 0xb0;
const PROGRAM = 0xc0;
const META = 0xff;

/** Chunk types, the header's length, format 0 and one track; the division and the track's length are put in later. */
const HEADER = [0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0x4d, 0x54, 0x72, 0x6b] as const;
const HEADER_OCTETS = 22;
/** Delta, status, type and length, or two data octets. */
const MAX_EVENT_OCTETS = 10;

/**
 * Encodes a tune as a Standard MIDI File of format 0, with one track. Volumes 0 to 15 become values 0 to 127 of controller 7.
 * @throws EncodeError `bad-value` naming a field or option out of its range (tempos from 20 to 1080 bpm), `too-long` for a pause
 *   of more than 268 million ticks or more than 4 gigabytes, `unencodable` for a lone surrogate or a control character in the title.
 * @example
 * ```ts
 * import { encodeMidi, parseRtttl } from 'handset/ringtone';
 *
 * const file = encodeMidi(parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6'));
 * String.fromCharCode(...file.subarray(0, 4)); // -> 'MThd'
 * ```
 */
export function encodeMidi(tune: Tune, options: MidiOptions = {}): Uint8Array {
  requireObject(tune, 'tune');
  checkTune(tune);
  requirePrintable(tune.title);
  const division = options.division ?? QUARTER;
  if (!isWhole(division, 24, 0x7fff)) throw badField('division', division, '24 to 32767');
  const repeats = options.repeats ?? 0;
  if (!isWhole(repeats, 0, 14)) throw badField('repeats', repeats, '0 to 14');
  const { program } = options;
  if (program !== undefined && !isWhole(program, 0, 127)) throw badField('program', program, '0 to 127');
  const track = new TrackWriter(division, 9 * tune.notes.length + tune.title.length + 48);
  if (tune.title !== '') track.meta(NAME, encodeUtf8(tune.title, 'title'));
  if (tune.loops > 0 && repeats === 0) track.control('l', tune.loops);
  if (program !== undefined) track.program(program);
  for (let pass = 0; pass <= repeats; pass++) writePass(track, tune);
  return track.file();
}

function writePass(track: TrackWriter, tune: Tune): void {
  let { style } = tune;
  track.tempo(tune.tempoBpm, 'tempoBpm');
  track.control('s', style);
  const { notes } = tune;
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i] as Note;
    if (note.tempoBpm !== undefined) track.tempo(note.tempoBpm, `notes[${i}].tempoBpm`);
    if (note.style !== undefined && note.style !== style) {
      style = note.style;
      track.control('s', style);
    }
    if (note.volume !== undefined) track.volume(note.volume);
    const units = toUnits(note);
    const key = noteMidi(note);
    if (key === null) track.pass(units, i);
    else track.note(key, units, soundingUnits(units, style), i);
  }
}

/** Writes one track; time counts in units of lengths.ts, so that rounding to ticks never adds up. */
class TrackWriter {
  readonly #division: number;
  /** The whole file; its lengths are put in at the end. */
  #octets: Uint8Array;
  #length = HEADER_OCTETS;
  #units = 0;
  /** Tick of the last event. */
  #tick = 0;
  /** Status that the next channel event need not repeat. */
  #running = 0;
  /** In force; -1 before anything was said. */
  #tempo = -1;
  #volume = -1;

  constructor(division: number, capacity: number) {
    this.#division = division;
    this.#octets = new Uint8Array(HEADER_OCTETS + capacity);
  }

  meta(type: number, data: ArrayLike<number>): void {
    this.#reserve(data.length + MAX_EVENT_OCTETS);
    this.#delta(this.#units, 0);
    this.#octets[this.#length++] = META;
    this.#octets[this.#length++] = type;
    this.#quantity(data.length);
    this.#octets.set(data, this.#length);
    this.#length += data.length;
    this.#running = 0;
  }

  /** An ASCII text of two or three characters. */
  control(key: string, value: string | number): void {
    const digits = String(value);
    const second = digits.charCodeAt(1);
    const codes = [key.charCodeAt(0), 0x3d, digits.charCodeAt(0)];
    this.meta(TEXT, digits.length === 1 ? codes : [...codes, second]);
  }

  tempo(bpm: number, field: string): void {
    checkPlayable(field, bpm);
    if (bpm === this.#tempo) return;
    this.#tempo = bpm;
    const micros = Math.round(60_000_000 / bpm);
    this.meta(TEMPO, [micros >> 16, (micros >> 8) & 0xff, micros & 0xff]);
  }

  volume(volume: number): void {
    if (volume === this.#volume) return;
    this.#volume = volume;
    this.#channelEvent(CONTROLLER, VOLUME_CONTROLLER, Math.round((volume * 127) / 15), 0);
  }

  program(program: number): void {
    this.#reserve(MAX_EVENT_OCTETS);
    this.#delta(this.#units, 0);
    this.#octets[this.#length++] = PROGRAM;
    this.#octets[this.#length++] = program;
    this.#running = PROGRAM;
  }

  pass(units: number, index: number): void {
    this.#units += units;
    // Said here, where the note is known; the delta itself is written with the next event.
    this.#deltaTo(this.#units, index);
  }

  note(key: number, units: number, sounding: number, index: number): void {
    const from = this.#units;
    this.#channelEvent(NOTE_ON, key, VELOCITY, index);
    this.#units = from + sounding;
    this.#channelEvent(NOTE_ON, key, 0, index);
    this.#units = from + units;
  }

  file(): Uint8Array {
    this.meta(END_OF_TRACK, []);
    const trackOctets = this.#length - HEADER_OCTETS;
    if (trackOctets > 0xffffffff) {
      throw new EncodeError('too-long', 'notes', undefined, `take ${trackOctets} octets of track, at most ${0xffffffff}`);
    }
    const file = this.#octets.slice(0, this.#length);
    file.set(HEADER);
    const view = new DataView(file.buffer);
    view.setUint16(12, this.#division);
    view.setUint32(18, trackOctets);
    return file;
  }

  #channelEvent(status: number, first: number, second: number, index: number): void {
    this.#reserve(MAX_EVENT_OCTETS);
    this.#delta(this.#units, index);
    const octets = this.#octets;
    if (status !== this.#running) octets[this.#length++] = status;
    this.#running = status;
    octets[this.#length++] = first;
    octets[this.#length++] = second;
  }

  #delta(units: number, index: number): void {
    const delta = this.#deltaTo(units, index);
    this.#tick += delta;
    this.#quantity(delta);
  }

  #deltaTo(units: number, index: number): number {
    const delta = Math.round((units * this.#division) / QUARTER) - this.#tick;
    if (delta > MAX_QUANTITY) {
      throw new EncodeError('too-long', `notes[${index}]`, undefined, `a silence of ${delta} ticks, at most ${MAX_QUANTITY}`);
    }
    return delta;
  }

  /** A variable-length quantity up to MAX_QUANTITY. */
  #quantity(value: number): void {
    const octets = this.#octets;
    if (value >= 0x200000) octets[this.#length++] = 0x80 | (value >> 21);
    if (value >= 0x4000) octets[this.#length++] = 0x80 | (value >> 14);
    if (value >= 0x80) octets[this.#length++] = 0x80 | (value >> 7);
    octets[this.#length++] = value & 0x7f;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#octets.length) return;
    const larger = new Uint8Array(2 * this.#octets.length + count);
    larger.set(this.#octets);
    this.#octets = larger;
  }
}

/**
 * Decodes the tune in a Standard MIDI File of format 0 or 1. A file of `encodeMidi` gives the same notes, except that consecutive pauses become
 * the fewest pauses of that length, a tempo is rounded to a whole number, and a tempo, style or volume is not repeated. Other files lose what a
 * tune cannot hold (chords, other instruments, drums, bends, exact lengths), which is reported to `onIssue`.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `MIDI/MTrk[0]/event`.
 * @throws LimitError `limit-exceeded` above `tuneNotes` notes and pauses.
 * @throws EncodeError `bad-value` for an option out of its range.
 * @throws TypeError when `octets` is not a Uint8Array.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeMidi, formatRtx } from 'handset/ringtone';
 *
 * // A chord of c4, e4 and g4: a tune has one note at a time, the highest.
 * const chord = fromHex('4D546864000000060000000100604D54726B0000001800903C4000404000434060803C4000404000434000FF2F00');
 * formatRtx(decodeMidi(chord)); // -> ':d=4,o=4,b=120,s=N,l=0:g'
 * ```
 */
export function decodeMidi(octets: Uint8Array, options?: DecodeMidiOptions): Tune {
  const reader = new ByteReader(octets);
  const tune = readMidi(reader, options);
  expectMidiEnd(reader, options);
  return tune;
}

/** Reports octets after the last chunk. @throws DecodeError `trailing-bytes` in strict reading. */
export function expectMidiEnd({ offset, remaining }: ByteReader, options: DecodeMidiOptions | undefined): void {
  if (remaining === 0) return;
  const reason = `${remaining} octets after the last chunk`;
  Reading.of(options).fault('junk', 'MIDI', offset, reason, { assumed: 'nothing' }, 'trailing-bytes');
}

/**
 * The reading of {@link decodeMidi} from a cursor, which is left after the last chunk. Given a trace it records the chunks, the
 * header's fields and every event with its delta, status and data.
 * @throws DecodeError, LimitError and EncodeError as {@link decodeMidi}.
 */
export function readMidi(reader: ByteReader, options?: DecodeMidiOptions): Tune {
  const channel = options?.channel;
  if (channel !== undefined && !isWhole(channel, 1, 16)) throw badField('channel', channel, '1 to 16');
  const reading = Reading.of(options);
  return readMelody(readFile(reader, reading), reading, channel);
}
