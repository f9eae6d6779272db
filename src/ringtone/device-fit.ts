/**
 * Making a tune one that a device has: settings that it does not know, tempos, lengths and pitches. What the tune is too long for is left to fit.ts.
 *
 * The tempo is kept wherever lengths can say the same: a tune at 320 is the same at 160 with notes half as long. Notes move by octaves, all of them
 * together where that is possible.
 * @module
 */
import { blankControls } from '../bytes/controls.js';
import type { TuneDeviceProfile } from './devices.js';
import type { FitChange } from './fit-change.js';
import { allLengths, type Length } from './lengths.js';
import { countUtf8 } from './rtttl-cursor.js';
import { FASTEST_TEXT_BPM, SLOWEST_TEXT_BPM } from './tempo.js';
import { type Duration, makePause, type Note, noteMidi, type Octave, type Tune, toUnits } from './tune.js';

/** Called with each change. */
export type ReportChange = (code: FitChange['code'], message: string, notesKept: number) => void;

/** The tune as the device has it, at whatever length. */
export function fitToDevice(tune: Tune, profile: TuneDeviceProfile, report: ReportChange): Tune {
  const { notes } = tune;
  const tell = (code: FitChange['code'], message: string) => report(code, message, notes.length);
  const titled = withTitle(tune, profile.text?.titleOctets, tell);
  const steady = withOneTempo(titled, profile, tell);
  const plain = withoutSettings(steady, tell);
  const timed = withinTempos(plain, profile.tempos ?? [SLOWEST_TEXT_BPM, FASTEST_TEXT_BPM], tell);
  const measured = withLengths(timed, profile, tell);
  return withinPitches(measured, profile.highestMidi ?? 127, tell);
}

type Tell = (code: FitChange['code'], message: string) => void;

/** A title without what ends it, and of so many octets. */
function withTitle(tune: Tune, octets: number | undefined, tell: Tell): Tune {
  const plain = blankControls(tune.title.replace(/^[\ufeff\r\n]+/, '')).replaceAll(':', ' ');
  const title = octets === undefined ? plain : firstOctets(plain, octets);
  if (title === tune.title) return tune;
  tell('title-cut', `the title, kept: ${JSON.stringify(title)}`);
  return { ...tune, title };
}

/** The characters at the beginning of a text that take so many octets of UTF-8 at most. */
function firstOctets(text: string, most: number): string {
  let [end, octets] = [0, 0];
  for (const character of text) {
    octets += countUtf8(character);
    if (octets > most) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** No device has a style, repeats or volumes. */
function withoutSettings(tune: Tune, tell: Tell): Tune {
  const { style, loops } = tune;
  if (loops > 0) tell('loops-dropped', 'the device plays it once, or as often as it likes');
  let count = style === 'N' ? 0 : 1;
  const notes = tune.notes.map((note): Note => {
    const { style: own, volume, ...rest } = note;
    count += (own === undefined ? 0 : 1) + (volume === undefined ? 0 : 1);
    return rest as Note;
  });
  if (count > 0) tell('states-dropped', `${count} styles and volumes, which the device does not have`);
  return count === 0 && loops === 0 ? tune : { ...tune, style: 'N', loops: 0, notes };
}

/** One tempo: what changes it changes the lengths instead. */
function withOneTempo(tune: Tune, profile: TuneDeviceProfile, tell: Tell): Tune {
  if (tune.notes.every(({ tempoBpm }) => tempoBpm === undefined)) return tune;
  const first = tune.notes[0]?.tempoBpm ?? tune.tempoBpm;
  let tempo = first;
  let isOther = false;
  const notes = tune.notes.map((note): Note => {
    const { tempoBpm, ...rest } = note;
    tempo = tempoBpm ?? tempo;
    if (tempo === first) return rest as Note;
    isOther = true;
    return withLength(rest as Note, nearestLength((toUnits(note) * first) / tempo, profile));
  });
  if (isOther) tell('tempo-changed', `one tempo, ${first} bpm: notes at another one have the nearest lengths`);
  else tell('states-merged', 'tempos that changed nothing');
  return { ...tune, tempoBpm: first, notes };
}

/** A tempo that the device has: half of it with notes half as long where there are such notes, else the nearest. */
function withinTempos(tune: Tune, [slowest, fastest]: readonly [number, number], tell: Tell): Tune {
  let { tempoBpm, notes } = tune;
  while (tempoBpm > fastest && tempoBpm % 2 === 0 && notes.every(({ duration }) => duration < 32)) {
    tempoBpm /= 2;
    notes = notes.map((note) => ({ ...note, duration: (note.duration * 2) as Duration }));
  }
  tempoBpm = Math.min(fastest, Math.max(slowest, tempoBpm));
  if (tempoBpm === tune.tempoBpm) return tune;
  const isSame = notes !== tune.notes && (tune.tempoBpm / tempoBpm) % 2 === 0;
  tell('tempo-changed', `${tempoBpm} bpm for ${tune.tempoBpm}${isSame ? ', with shorter notes: it sounds the same' : ''}`);
  return { ...tune, tempoBpm, notes };
}

/** Lengths that the device has. */
function withLengths(tune: Tune, profile: TuneDeviceProfile, tell: Tell): Tune {
  let count = 0;
  const notes = tune.notes.map((note) => {
    if (takesLength(note, profile)) return note;
    count++;
    return withLength(note, nearestLength(toUnits(note), profile));
  });
  if (count === 0) return tune;
  tell('lengths-changed', `${count} double dots and thirds, now the nearest lengths`);
  return { ...tune, notes };
}

function takesLength(
  { dots, twoThirds = false, duration }: Note | Length,
  { takesThirds = false }: TuneDeviceProfile,
): boolean {
  return dots < 2 && (!twoThirds || (takesThirds && duration > 1));
}

/** The length that comes nearest to so many units, of two equally near the shorter. */
function nearestLength(units: number, profile: TuneDeviceProfile): Length {
  const lengths = allLengths().filter((length) => takesLength(length, profile));
  return lengths.reduce((best, other) => (Math.abs(other.units - units) < Math.abs(best.units - units) ? other : best));
}

function withLength(note: Note, { duration, dots, twoThirds }: Length): Note {
  const { twoThirds: _, ...rest } = note;
  return { ...rest, ...makePause(duration, dots, twoThirds), pitch: note.pitch, octave: note.octave } as Note;
}

/** No note above the highest: an octave lower all together, else those that are too high. */
function withinPitches(tune: Tune, highestMidi: number, tell: Tell): Tune {
  const excess = highestNote(tune.notes) - highestMidi;
  if (excess <= 0) return tune;
  const octaves = Math.ceil(excess / 12);
  const whole = octaves <= roomBelow(tune.notes) ? transpose(tune, octaves) : undefined;
  if (whole !== undefined) {
    tell('transposed', `the whole tune, down by ${octaves} octave${octaves === 1 ? '' : 's'}`);
    return whole;
  }
  let count = 0;
  const notes = tune.notes.map((note): Note => {
    const above = (noteMidi(note) ?? 0) - highestMidi;
    if (above <= 0 || note.pitch === null) return note;
    count++;
    return { ...note, octave: (note.octave - Math.ceil(above / 12)) as Octave };
  });
  tell('transposed', `${count} notes that are too high, by an octave`);
  return { ...tune, notes };
}

function highestNote(notes: readonly Note[]): number {
  return notes.reduce((highest, note) => Math.max(highest, noteMidi(note) ?? 0), 0);
}

/** By how many octaves a tune can go down. */
export function roomBelow(notes: readonly Note[]): number {
  const lowest = notes.reduce<number>((low, { octave }) => Math.min(low, octave ?? low), Number.POSITIVE_INFINITY);
  return lowest === Number.POSITIVE_INFINITY ? 0 : lowest - 4;
}

/** The tune so many octaves lower. */
export function transpose(tune: Tune, octaves: number): Tune {
  const notes = tune.notes.map((note) => (note.pitch === null ? note : { ...note, octave: (note.octave - octaves) as Octave }));
  return { ...tune, notes };
}
