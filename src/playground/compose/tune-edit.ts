/**
 * Edits of a tune's notes. Each gives another tune; tempos, styles and volumes that change inside of it stay where they are. No DOM here.
 * @module
 */
import { type Note, noteMidi, type Octave, type Pitch, type Tune } from '../../ringtone/index.js';
import { addChanges, type Changes, PITCHES, toUnits } from '../../ringtone/tune.js';

/** Lowest and highest note that the forms of tunes have, as MIDI numbers: c4 and b7. */
export const RANGE = { low: 60, high: 107 } as const;

/** A note's length. */
export type NoteLength = Pick<Note, 'duration' | 'dots'>;

/** Lengths from short to long, plain and dotted. */
export const NOTE_LENGTHS: readonly NoteLength[] = ([32, 16, 8, 4, 2, 1] as const).flatMap((duration) => [
  { duration, dots: 0 },
  { duration, dots: 1 },
]);

/** A note of a pitch, or a rest. @param midi kept within {@link RANGE}; null for a rest */
export function noteOf(midi: number | null, { duration, dots }: NoteLength): Note {
  if (midi === null) return { pitch: null, octave: null, duration, dots };
  const within = Math.max(RANGE.low, Math.min(RANGE.high, midi));
  const [pitch, octave] = [PITCHES[within % 12] as Pitch, (Math.floor(within / 12) - 1) as Octave];
  return { pitch, octave, duration, dots };
}

/** Puts a note before the one at an index; at the end where that is none. */
export function insertNote(tune: Tune, index: number, note: Note): Tune {
  const at = Math.max(0, Math.min(tune.notes.length, index));
  const [next, ...rest] = tune.notes.slice(at);
  // One that comes first takes over what the tune begins with.
  if (at === 0 && next !== undefined) return { ...tune, notes: [changed(note, changesOf(next)), changed(next, {}), ...rest] };
  return { ...tune, notes: [...tune.notes.slice(0, at), note, ...tune.notes.slice(at)] };
}

/** Takes a note away. The last one stays: a tune has notes. */
export function removeNote(tune: Tune, index: number): Tune {
  const { notes } = tune;
  if (notes.length < 2 || notes[index] === undefined) return tune;
  const next = notes[index + 1];
  const kept = notes.filter((_, i) => i !== index);
  // What changed with it changes with the next one.
  if (next !== undefined) kept[index] = changed(next, { ...changesOf(notes[index] as Note), ...changesOf(next) });
  return { ...tune, notes: kept };
}

/** Moves a note to another place in the order. */
export function moveNote(tune: Tune, from: number, to: number): Tune {
  const note = tune.notes[from];
  const at = Math.max(0, Math.min(tune.notes.length - 1, to));
  if (note === undefined || at === from) return tune;
  const others = tune.notes.filter((_, i) => i !== from);
  return rearranged(tune, [...others.slice(0, at), note, ...others.slice(at)]);
}

/** Gives a note another pitch; null makes it a rest. */
export function setPitch(tune: Tune, index: number, midi: number | null): Tune {
  return replaced(tune, index, (note) => ({ ...noteOf(midi, note), ...(note.twoThirds && { twoThirds: true as const }) }));
}

/** Moves a note by semitones; the tune itself for a rest, and where the range ends. */
export function transposeNote(tune: Tune, index: number, by: number): Tune {
  const midi = noteMidi(tune.notes[index] as Note);
  if (midi === null || midi + by < RANGE.low || midi + by > RANGE.high) return tune;
  return setPitch(tune, index, midi + by);
}

/** Moves all notes by semitones; the tune itself where one of them would leave the range. */
export function transposeTune(tune: Tune, by: number): Tune {
  const pitches = tune.notes.map(noteMidi).filter((midi) => midi !== null);
  if (pitches.some((midi) => midi + by < RANGE.low || midi + by > RANGE.high)) return tune;
  return { ...tune, notes: tune.notes.map((note) => moved(note, by)) };
}

/** A note moved by semitones, with all that it has besides. */
function moved(note: Note, by: number): Note {
  const midi = noteMidi(note);
  if (midi === null) return note;
  const { pitch, octave } = noteOf(midi + by, note);
  return { ...note, pitch, octave } as Note;
}

/** Makes a note twice or half as long; the tune itself at a whole note and a 32nd. */
export function changeLength(tune: Tune, index: number, by: 1 | -1): Tune {
  return replaced(tune, index, (note) => {
    const duration = by > 0 ? note.duration / 2 : note.duration * 2;
    return duration < 1 || duration > 32 ? note : { ...note, duration: duration as Note['duration'] };
  });
}

/** Dots a plain note, and takes the dots of a dotted one. */
export function toggleDot(tune: Tune, index: number): Tune {
  return replaced(tune, index, (note) => noteOf(noteMidi(note), { ...note, dots: note.dots === 0 ? 1 : 0 }));
}

/** Gives a note the length that is nearest to so many quarter notes. */
export function setQuarters(tune: Tune, index: number, quarters: number): Tune {
  const off = (length: NoteLength) => Math.abs(quartersOf(length) - quarters);
  const nearest = NOTE_LENGTHS.reduce((best, length) => (off(length) < off(best) ? length : best));
  return replaced(tune, index, (note) => noteOf(noteMidi(note), nearest));
}

/** How many quarter notes a length has. */
export function quartersOf({ duration, dots }: NoteLength): number {
  return toUnits({ pitch: null, octave: null, duration, dots }) / toUnits({ pitch: null, octave: null, duration: 4, dots: 0 });
}

/** The tune from one of its notes on, in the tempo, style and volume that it has there. */
export function tuneFrom(tune: Tune, index: number): Tune {
  const passed: Changes = {};
  for (const note of tune.notes.slice(0, index + 1)) addChanges(passed, note);
  const [first, ...rest] = tune.notes.slice(index);
  return first === undefined ? tune : { ...tune, notes: [changed(first, passed), ...rest] };
}

/** How many notes of a tune another one begins with, where that is a part of it: what did not fit comes after them. */
export function sharedNotes(tune: Tune, part: Tune): number | undefined {
  const isSame = (a: Note, b: Note | undefined) =>
    a.pitch === b?.pitch && a.octave === b.octave && a.duration === b.duration && a.dots === b.dots;
  return part.notes.every((note, i) => isSame(note, tune.notes[i])) ? part.notes.length : undefined;
}

function changesOf({ tempoBpm, style, volume }: Note): Changes {
  const changes: Changes = {};
  addChanges(changes, { tempoBpm, style, volume } as Changes);
  return changes;
}

/** A note with changes in place of its own. */
function changed(note: Note, changes: Changes): Note {
  const { tempoBpm: _, style: __, volume: ___, ...plain } = note;
  return { ...plain, ...changes };
}

function replaced(tune: Tune, index: number, edit: (note: Note) => Note): Tune {
  const note = tune.notes[index];
  if (note === undefined) return tune;
  const edited = edit(note);
  if (edited === note) return tune;
  const notes = [...tune.notes];
  notes[index] = changed(edited, changesOf(note));
  return { ...tune, notes };
}

/** Notes in another order; the changes stay at their places. */
function rearranged(tune: Tune, notes: readonly Note[]): Tune {
  return { ...tune, notes: notes.map((note, i) => changed(note, changesOf(tune.notes[i] as Note))) };
}
