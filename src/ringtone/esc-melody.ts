/**
 * The startup melody of an electronic speed controller (ESC): 128 octets in the settings of Bluejay and AM32, firmwares for the motors of drones.
 *
 *   tempo(16) octave(8) duration(8)  count(8) width(8)  count(8) width(8) ...  00 ...
 *
 *   00 7D 05 04   b=125, o=5, d=4: what the text had; no firmware reads it
 *   FF 2D 3D 2D   255 and 61 pulses of width 45: e5 for 480 ms
 *   F0 00         a pause of 240 ms
 *
 * A pulse of width w lasts 24.72 w + 399.3 microseconds: the lower the width, the higher the note. 62 pairs fit. A note of more pulses than one
 * octet holds takes several pairs. Bluejay plays each of them, and ends at a count of 0. AM32 adds 254 to the next count for a count of 255, and
 * plays a count of 0 for no time.
 *
 * Sources: Bluejay, src/Modules/Fx.asm, play_beep_melody; AM32, Src/sounds.c, playBlueJayTune and getBlueJayNoteFrequency; bluejay-rtttl-parse
 * 2.0.2, by which web configurators make the octets.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import { ESC_HEADER_OCTETS, ESC_HIGHEST_MIDI, ESC_OCTETS, type EscFirmware } from './esc-limits.js';
import { reportLoss, type TuneIssueCode, type TuneTextOptions } from './issues.js';
import { allLengths, fromUnits, type Length } from './lengths.js';
import { reportLostSettings, reportLostTitle } from './losses.js';
import { cheapestDuration, commonestOctave } from './rtttl-format.js';
import { checkTextTempo, DEFAULT_TEMPO_BPM, FASTEST_TEXT_BPM, SLOWEST_TEXT_BPM } from './tempo.js';
import { badField, checkTune, makeNote, makePause, type Note, noteMidi, PITCHES, type Tune, toUnits, WHOLE } from './tune.js';

/** Options of {@link encodeBluejayMelody}. */
export interface BluejayMelodyOptions {
  /** The firmware that plays it; `bluejay` by default. */
  readonly firmware?: EscFirmware;
  /** Called for each loss: what the form cannot hold is omitted. The offset is that of the note. */
  readonly onIssue?: TuneTextOptions['onIssue'];
}

/** Options of {@link decodeBluejayMelody}. */
export interface DecodeBluejayMelodyOptions extends DecodeOptions<TuneIssueCode> {
  /** The firmware that plays it; `bluejay` by default. */
  readonly firmware?: EscFirmware;
}

const MAX_PAIRS = (ESC_OCTETS - ESC_HEADER_OCTETS) / 2;

const SPEC = 'Bluejay Fx.asm play_beep_melody';
const ROOT = 'Bluejay';

/** Microseconds of a step of the width, and of a pulse without any. */
const STEP_US = 24.72;
const BASE_US = 399.3;

/** The hertz that configurators count pulses by: tenths, from c4. */
const C4_HZ = 261.63;
const C4_MIDI = 60;

/** Milliseconds of a pause are its count, as pulses of a thousand hertz would be. */
const PAUSE_HZ = 1000;

/** Pulses of one width in a row, or the milliseconds of a pause, whose width is 0. */
interface Run {
  readonly count: number;
  readonly width: number;
}

function configuredHz(midi: number): number {
  return Math.round(C4_HZ * 2 ** ((midi - C4_MIDI) / 12) * 10) / 10;
}

/** Pulses, or milliseconds, that a length takes; rounded as configurators do, who divide by the milliseconds of a pulse. */
function countPulses(units: number, tempoBpm: number, hz: number): number {
  return Math.round(((240_000 / tempoBpm) * (units / WHOLE)) / (1000 / hz));
}

/**
 * Encodes a tune as the startup melody of an ESC (Bluejay or AM32 firmware), always 128 octets. The tempo may change. The title, the style, repeats
 * and volumes are omitted, and reported to `onIssue`.
 * @throws EncodeError `too-long` above 62 pairs of octets (`fitTune` with the device shortens the tune); `unencodable` for a note above d7 and for a
 *   tune without notes; `bad-value` for a field out of its range (tempos are whole numbers from 25 to 900).
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeBluejayMelody, parseRtttl } from 'handset/ringtone';
 *
 * toHex(encodeBluejayMelody(parseRtttl('x:d=4,o=5,b=125:e,p')).subarray(0, 12)); // -> '007D0504FF2D3D2DFF00E100'
 * ```
 */
export function encodeBluejayMelody(tune: Tune, { firmware = 'bluejay', onIssue }: BluejayMelodyOptions = {}): Uint8Array {
  requireObject(tune, 'tune');
  checkTune(tune);
  const pairs = [...splitRuns(listRuns(tune), firmware)];
  if (tune.notes.length === 0) throw new EncodeError('unencodable', 'notes', undefined, 'there is not a single note');
  if (pairs.length > MAX_PAIRS) {
    throw new EncodeError('too-long', 'notes', undefined, `${pairs.length} pairs of octets, at most ${MAX_PAIRS}`);
  }
  reportLostTitle(tune, onIssue);
  reportLostSettings(tune, onIssue);
  tune.notes.forEach(({ style, volume }, i) => {
    if (style === undefined && volume === undefined) return;
    reportLoss(onIssue, 'dropped', `notes[${i}]`, i, 'a style or volume from here on', 'no change');
  });
  const octets = new Uint8Array(ESC_OCTETS);
  octets.set([tune.tempoBpm >> 8, tune.tempoBpm & 0xff, commonestOctave(tune.notes), cheapestDuration(tune.notes)]);
  pairs.forEach(({ count, width }, i) => {
    octets.set([count, width], ESC_HEADER_OCTETS + 2 * i);
  });
  return octets;
}

/** Octets that a tune takes, before each note and after the last one: also more than there are. @throws EncodeError as encodeBluejayMelody. */
export function measureEscMelody(tune: Tune, firmware: EscFirmware): number[] {
  const sizes = [ESC_HEADER_OCTETS];
  const runs = listRuns(tune);
  for (let i = 0, at = ESC_HEADER_OCTETS; i < runs.length; i++) {
    for (const _ of splitRun(runs[i] as Run, runs[i + 1], firmware)) at += 2;
    sizes.push(at);
  }
  return sizes;
}

function listRuns({ tempoBpm: first, notes }: Tune): Run[] {
  checkTextTempo('tempoBpm', first);
  let tempoBpm = first;
  return notes.map((note, i) => {
    if (note.tempoBpm !== undefined) checkTextTempo(`notes[${i}].tempoBpm`, note.tempoBpm);
    tempoBpm = note.tempoBpm ?? tempoBpm;
    const midi = noteMidi(note);
    if (midi === null) return { count: countPulses(toUnits(note), tempoBpm, PAUSE_HZ), width: 0 };
    if (midi > ESC_HIGHEST_MIDI) {
      throw new EncodeError(
        'unencodable',
        `notes[${i}].octave`,
        undefined,
        `${note.pitch}${note.octave}: d7 is the highest note`,
      );
    }
    const hz = configuredHz(midi);
    const width = Math.round((1_000_000 / hz - BASE_US) / STEP_US);
    return { count: countPulses(toUnits(note), tempoBpm, hz), width };
  });
}

function* splitRuns(runs: readonly Run[], firmware: EscFirmware): Generator<Run> {
  for (let i = 0; i < runs.length; i++) yield* splitRun(runs[i] as Run, runs[i + 1], firmware);
}

/**
 * The pairs of a run. After 255 the same width means the same note: where the next note has this width too, the last pair has a pulse less.
 */
function* splitRun({ count, width }: Run, next: Run | undefined, firmware: EscFirmware): Generator<Run> {
  const most = firmware === 'am32' ? 254 : 255;
  let left = count;
  while (left > most) {
    yield { count: 255, width };
    left -= most;
  }
  yield { count: left === 255 && next?.width === width ? 254 : left, width };
}

/**
 * Decodes the startup melody of an ESC, which has no title, style or repeats. Each note gets the length that takes as many pulses as the octets
 * count; if there is none, the nearest lengths, reported as `approximated`. Octets after a count of 0 are ignored.
 * @param options.lenient replace a tempo out of range by the nearest, and notes below octave 4 by those of octave 4.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`, its field a path such as `Bluejay/pair[3]/width`.
 * @throws TypeError when `octets` is not a Uint8Array.
 */
export function decodeBluejayMelody(octets: Uint8Array, options: DecodeBluejayMelodyOptions = {}): Tune {
  return readBluejayMelody(new ByteReader(octets), options);
}

/** {@link decodeBluejayMelody} on a cursor, which is left at the end. */
export function readBluejayMelody(reader: ByteReader, options: DecodeBluejayMelodyOptions = {}): Tune {
  const { firmware = 'bluejay' } = options;
  if (firmware !== 'bluejay' && firmware !== 'am32') throw badField('firmware', firmware, 'bluejay or am32');
  const reading = Reading.of<TuneIssueCode>(options);
  const start = reader.offset;
  const tempoBpm = readTempo(reader, reading);
  reader.u8(`${ROOT}/octave`, SPEC);
  reader.u8(`${ROOT}/duration`, SPEC);
  const notes: Note[] = [];
  for (const run of readRuns(reader, firmware)) addNotes(notes, run, tempoBpm, reading);
  if (notes.length === 0) {
    reading.fault('no-notes', `${ROOT}/pair[0]`, reader.offset, 'there is not a single note', undefined, 'truncated');
  }
  const unused = Math.min(reader.end, start + ESC_OCTETS) - reader.offset;
  if (unused > 0) reader.take(unused, `${ROOT}/unused`, SPEC);
  const { remaining } = reader;
  if (remaining > 0) {
    reading.fault('junk', ROOT, reader.offset, `${remaining} octets are left over`, undefined, 'trailing-bytes');
    reader.take(remaining, `${ROOT}/trailing octets`);
  }
  return { title: '', tempoBpm, style: 'N', loops: 0, notes };
}

function readTempo(reader: ByteReader, reading: Reading<TuneIssueCode>): number {
  const field = `${ROOT}/tempo`;
  const at = reader.offset;
  const tempo = reader.u16(field, SPEC);
  reader.trace?.mean('quarter notes a minute');
  if (tempo >= SLOWEST_TEXT_BPM && tempo <= FASTEST_TEXT_BPM) return tempo;
  const nearest = tempo > FASTEST_TEXT_BPM ? FASTEST_TEXT_BPM : SLOWEST_TEXT_BPM;
  const taken = tempo === 0 ? DEFAULT_TEMPO_BPM : nearest;
  const reason = `${tempo}, expected: ${SLOWEST_TEXT_BPM} to ${FASTEST_TEXT_BPM}`;
  reading.fault('out-of-range', field, at, reason, { assumed: String(taken) });
  return taken;
}

/** A run as the octets have it: the number and the place of its first pair. */
interface PlacedRun extends Run {
  readonly pair: number;
  readonly at: number;
}

/** The runs up to a count of 0, those joined that are one note. */
function readRuns(reader: ByteReader, firmware: EscFirmware): PlacedRun[] {
  const runs: PlacedRun[] = [];
  // What a count of 255 leaves for the pair after it.
  let isOpen = false;
  let carried = 0;
  for (let pair = 0; pair < MAX_PAIRS && reader.remaining > 1; pair++) {
    const at = reader.offset;
    reader.open('pair', SPEC);
    const count = reader.u8(`${ROOT}/pair[${pair}]/count`, SPEC);
    const width = reader.u8(`${ROOT}/pair[${pair}]/width`, SPEC);
    reader.trace?.mean(describePair(count, width));
    reader.close();
    if (count === 0 && carried === 0) break;
    if (firmware === 'am32' && count === 255) {
      carried += 254;
      continue;
    }
    const last = runs.at(-1);
    if (isOpen && last?.width === width) runs[runs.length - 1] = { ...last, count: last.count + count };
    else runs.push({ count: carried + count, width, pair, at });
    isOpen = firmware === 'bluejay' && count === 255;
    carried = 0;
  }
  return runs;
}

function describePair(count: number, width: number): string {
  if (count === 0) return 'the end';
  if (width === 0) return `a pause of ${count} ms`;
  const hz = playedHz(width);
  const midi = midiOf(hz);
  const name = `${PITCHES[midi % 12]}${Math.floor(midi / 12) - 1}`;
  return `${name}, ${Math.round(hz)} Hz, ${Math.round((count * 1000) / hz)} ms`;
}

function playedHz(width: number): number {
  return 1_000_000 / (STEP_US * width + BASE_US);
}

/** The nearest note. */
function midiOf(hz: number): number {
  return Math.round(69 + 12 * Math.log2(hz / 440));
}

/** Adds the note of a run, or several where no length is so long. */
function addNotes(
  notes: Note[],
  { count, width, pair, at }: PlacedRun,
  tempoBpm: number,
  reading: Reading<TuneIssueCode>,
): void {
  const field = `${ROOT}/pair[${pair}]`;
  const found = width === 0 ? undefined : midiOf(playedHz(width));
  let midi = found;
  while (midi !== undefined && midi < C4_MIDI) midi += 12;
  if (midi !== found) {
    const reason = `a width of ${width} is a note below octave 4`;
    reading.fault('out-of-range', `${field}/width`, at + 1, reason, { assumed: 'octave 4' });
  }
  const hz = found === undefined ? PAUSE_HZ : configuredHz(found);
  const lengths = findLengths(count, tempoBpm, hz);
  const wanted = lengths.reduce((sum, { units }) => sum + units, 0);
  if (Math.abs(countPulses(wanted, tempoBpm, hz) - count) > 1) {
    const what = width === 0 ? 'milliseconds' : 'pulses';
    const taken = countPulses(wanted, tempoBpm, hz);
    reading.note('approximated', `${field}/count`, at, `${count} ${what} are no length at ${tempoBpm} bpm`, {
      assumed: `${taken}`,
    });
  }
  for (const { duration, dots, twoThirds } of lengths) {
    reading.limit('tuneNotes', notes.length + 1, field, at);
    if (midi === undefined) notes.push(makePause(duration, dots, twoThirds));
    else notes.push(makeNote(midi % 12, Math.floor(midi / 12) - 1, duration, dots, twoThirds));
  }
}

/** The length that has these pulses, the plainest of several; else the nearest, or lengths in a row for what is longer than any. */
function findLengths(count: number, tempoBpm: number, hz: number): Length[] {
  const offOf = ({ units }: Length) => Math.abs(countPulses(units, tempoBpm, hz) - count);
  const nearest = (lengths: readonly Length[]) =>
    lengths.reduce((best, other) => (offOf(other) * 8 + plainness(other) < offOf(best) * 8 + plainness(best) ? other : best));
  const exact = nearest(allLengths());
  if (offOf(exact) <= 1) return [exact];
  const usual = allLengths().filter(({ dots, twoThirds }) => dots < 2 && !twoThirds);
  const longest = (usual.at(-1) as Length).units;
  let units = Math.round((count * 1000) / hz / (240_000 / WHOLE / tempoBpm));
  if (units <= longest) return [nearest(usual)];
  const found: Length[] = [];
  for (; units >= (usual[0] as Length).units; units -= (found.at(-1) as Length).units) {
    found.push(units > longest ? fromUnits(WHOLE) : (usual.filter((length) => length.units <= units).at(-1) as Length));
  }
  return found;
}

/** 0 for a plain length, more for what is used less. */
function plainness({ dots, twoThirds }: Length): number {
  return dots + (twoThirds ? 3 : 0);
}
