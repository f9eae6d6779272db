/**
 * What the tune's controls do to the tune, and where in its text something stands. No DOM here.
 * @module
 */
import type { Note, Style, Tune } from '../../ringtone/index.js';

/** Tempos of the text forms, and the fastest that is usual. */
export const TEMPO = { slowest: 25, fastest: 900, usual: 320 } as const;

/** The tune at another tempo; tempos that change inside of it change in proportion. */
export function withTempo(tune: Tune, tempoBpm: number): Tune {
  // The first note's own tempo is what is heard first.
  const heard = tune.notes[0]?.tempoBpm ?? tune.tempoBpm;
  const scaled = (bpm: number) => {
    const { slowest, fastest } = TEMPO;
    return Math.min(fastest, Math.max(slowest, Math.round((bpm * tempoBpm) / heard)));
  };
  const notes = tune.notes.map((note, i): Note => {
    if (note.tempoBpm === undefined) return note;
    const { tempoBpm: own, ...rest } = note;
    return i === 0 ? rest : { ...rest, tempoBpm: scaled(own) };
  });
  return { ...tune, tempoBpm, notes };
}

/** The tempo that is heard first. */
export function tempoOf(tune: Tune): number {
  return tune.notes[0]?.tempoBpm ?? tune.tempoBpm;
}

/** The tune in one style throughout. */
export function withStyle(tune: Tune, style: Style): Tune {
  const notes = tune.notes.map((note): Note => {
    if (note.style === undefined) return note;
    const { style: _, ...rest } = note;
    return rest;
  });
  return { ...tune, style, notes };
}

/** The style that is heard first. */
export function styleOf(tune: Tune): Style {
  return tune.notes[0]?.style ?? tune.style;
}

/** Line and column, from 1, of an index in a text; a line ends with LF, CR or both. */
export function placeOf(text: string, index: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, index).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}
