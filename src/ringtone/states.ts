/**
 * Tempo, style and volume while a tune is read, and what its notes have named so far: a note names only what changed.
 * @module
 */
import type { Note, Style } from './tune.js';

/** What is in force. A reader sets it as its format goes, and lets every note say what is new. */
export class States {
  tempo: number;
  style: Style = 'N';
  /** -1 as long as nothing was said. */
  volume = -1;
  /** What the tune itself has, once it is known. */
  tuneTempo: number | undefined;
  tuneStyle: Style | undefined;
  #namedTempo: number;
  #namedStyle: Style = 'N';
  #namedVolume = -1;

  constructor(tempo: number) {
    this.tempo = tempo;
    this.#namedTempo = tempo;
  }

  /** The tune itself has this tempo: no note has to say so. */
  setTuneTempo(tempo: number): void {
    this.tuneTempo = tempo;
    this.tempo = tempo;
    this.#namedTempo = tempo;
  }

  /** The tune itself has this style. */
  setTuneStyle(style: Style): void {
    this.tuneStyle = style;
    this.style = style;
    this.#namedStyle = style;
  }

  /** The note, with what changed since the one before. */
  withChanges(note: Note, isTwoThirds: boolean): Note {
    const { tempo, style, volume } = this;
    if (!isTwoThirds && tempo === this.#namedTempo && style === this.#namedStyle && volume === this.#namedVolume) return note;
    const named: Note = {
      ...note,
      ...(isTwoThirds && { twoThirds: true as const }),
      ...(tempo !== this.#namedTempo && { tempoBpm: tempo }),
      ...(style !== this.#namedStyle && { style }),
      ...(volume !== this.#namedVolume && { volume }),
    };
    this.#namedTempo = tempo;
    this.#namedStyle = style;
    this.#namedVolume = volume;
    return named;
  }
}
