/**
 * From the notes of a MIDI file to a tune: one voice, note after note, in octaves 4 to 7, in lengths that a tune has (midi-clock.ts). Time
 * signatures, keys and instruments mean nothing here.
 *
 * - Voice. Drums (channel 10) never count. A track whose name says melody, lead, vocal, voice, solo or tune goes first; else, among
 *   the channels with at least half as many notes as the busiest one, the one that is highest on average.
 * - One note at a time. Of notes that begin together the highest counts. A note that begins while another sounds ends that one,
 *   unless it is lower and lies under it for more than half of its own length: then it accompanies and is left out.
 * - Octaves. The tune is moved by as few octaves as bring nine tenths of its notes into 4 to 7 (or as many as can be); the others
 *   follow one by one.
 * @module
 */
import { blankControls } from '../bytes/controls.js';
import type { TuneReading } from './issues.js';
import { Clock, LossReport } from './midi-clock.js';
import { DRUMS } from './midi-events.js';
import type { MidiFile, MidiNote, Voice } from './midi-file.js';
import type { Tune } from './tune.js';

/** Keys of c4 and b7. */
const LOWEST = 60;
const HIGHEST = 107;

/** Share of the notes that a shift has to bring into reach. */
const ENOUGH = 0.9;

const MELODY_NAME = /melod|lead|vocal|voice|solo|tune/i;

/**
 * The tune of a file, without notes where it has none.
 * @param channel 1 to 16 to have the voice of this channel.
 * @throws LimitError `limit-exceeded` for more than `tuneNotes` notes and pauses.
 */
export function readMelody(file: MidiFile, reading: TuneReading, channel: number | undefined): Tune {
  const losses = new LossReport();
  const chosen = chooseVoice(file, channel, losses);
  const line = chosen < 0 ? [] : readVoice(file, chosen, losses);
  const track = file.tracks[file.voices[chosen]?.track ?? 0];
  const clock = new Clock(file, chosen, reading, losses);
  clock.play(line, track?.end ?? 0, track?.at ?? 0);
  for (const [what, at] of file.skipped ?? []) losses.note('dropped', at, what, 'nothing');
  if (file.unended >= 0) losses.note('approximated', file.unended, 'a note that nothing ends', 'the end of the track');
  if (line.length === 0) losses.note('no-notes', 0, 'not a single note', 'an empty tune');
  const named = file.tracks[0]?.name ? file.tracks[0] : track;
  const name = named?.name ?? '';
  const title = blankControls(name);
  if (title !== name) losses.note('approximated', named?.at ?? 0, 'control characters in the title', 'blanks');
  losses.report(reading);
  return clock.tune(title, Math.max(0, file.loops));
}

// Voice

/**
 * Index of the voice to follow, -1 when there is none.
 * @param channel 1 to 16 to have the voice of this channel.
 */
function chooseVoice(file: MidiFile, channel: number | undefined, losses: LossReport): number {
  const { voices, tracks } = file;
  const candidates: number[] = [];
  let mostNotes = 0;
  for (let i = 0; i < voices.length; i++) {
    const voice = voices[i] as Voice;
    if (voice.notes === 0 || (channel === undefined ? voice.channel === DRUMS : voice.channel !== channel - 1)) continue;
    candidates.push(i);
    mostNotes = Math.max(mostNotes, voice.notes);
  }
  const isNamed = (i: number) => MELODY_NAME.test(tracks[(voices[i] as Voice).track]?.name ?? '');
  const named = candidates.length > 1 ? candidates.filter(isNamed) : [];
  let best = -1;
  let bestMean = -1;
  for (const i of named.length > 0 ? named : candidates) {
    const { notes, keys } = voices[i] as Voice;
    if (notes * 2 < mostNotes && named.length === 0) continue;
    if (keys / notes > bestMean) {
      best = i;
      bestMean = keys / notes;
    }
  }
  reportOthers(file, best, losses);
  return best;
}

function reportOthers({ voices, notes }: MidiFile, best: number, losses: LossReport): void {
  if (voices.length < 2 && best >= 0) return;
  const reported = new Uint8Array(voices.length);
  for (const { voice, at } of notes) {
    if (voice === best || reported[voice] === 1) continue;
    reported[voice] = 1;
    const { channel, notes: count } = voices[voice] as Voice;
    const message = channel === DRUMS ? 'a drum' : 'a note of another voice';
    losses.note('dropped', at, message, 'the melody alone', count);
  }
}

/** The notes of a voice, none overlapping, in the order of time, their keys in octaves 4 to 7. */
function readVoice(file: MidiFile, voice: number, losses: LossReport): MidiNote[] {
  const line = skyline(file, voice, losses);
  transpose(line, losses);
  return line;
}

/** The notes of a voice, none overlapping, in the order of time. They replace the file's list, which nothing reads afterwards. */
function skyline({ notes }: MidiFile, voice: number, losses: LossReport): MidiNote[] {
  let count = 0;
  let last: MidiNote | undefined;
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i] as MidiNote;
    if (note.voice !== voice) continue;
    if (last !== undefined && note.on < last.off) {
      const { key, on, off, at } = note;
      const together = on === last.on;
      const under = key < last.key && last.off - on > (off - on) / 2;
      if (together || under) losses.note('dropped', at, 'a note under a higher one', 'the higher one');
      if (together && key > last.key) {
        last.key = key;
        last.off = off;
        continue;
      }
      if (together || under) continue;
      last.off = on;
    }
    last = note;
    notes[count++] = note;
  }
  notes.length = count;
  return notes;
}

/** Moves keys into octaves 4 to 7. */
function transpose(line: MidiNote[], losses: LossReport): void {
  if (line.every(({ key }) => isInReach(key))) return;
  const octaves = findShift(line);
  if (octaves !== 0) {
    const far = Math.abs(octaves);
    const assumed = `all notes ${far} octave${far === 1 ? '' : 's'} ${octaves > 0 ? 'higher' : 'lower'}`;
    losses.note('approximated', (line[0] as MidiNote).at, 'keys outside octaves 4 to 7', assumed);
  }
  for (const note of line) {
    note.key += 12 * octaves;
    if (isInReach(note.key)) continue;
    losses.note('approximated', note.at, 'a key out of reach of the others', 'the same note in the nearest octave');
    while (note.key < LOWEST) note.key += 12;
    while (note.key > HIGHEST) note.key -= 12;
  }
}

/** By how many octaves the line has to move, up or down. */
function findShift(line: readonly MidiNote[]): number {
  const histogram = new Uint32Array(128);
  for (const { key } of line) histogram[key] = (histogram[key] as number) + 1;
  let best = 0;
  let most = -1;
  // The nearest first. Keys reach from 0 to 127, so that nothing is more than five octaves too low, or two too high.
  for (const octaves of [0, 1, -1, 2, -2, 3, 4, 5]) {
    let inside = 0;
    for (let key = 0; key < 128; key++) {
      if (isInReach(key + 12 * octaves)) inside += histogram[key] as number;
    }
    if (inside > most) {
      most = inside;
      best = octaves;
    }
    if (most >= ENOUGH * line.length) break;
  }
  return best;
}

function isInReach(key: number): boolean {
  return key >= LOWEST && key <= HIGHEST;
}
