/**
 * Tempo, style and volume while a tune is read, and what the tune has told of them so far: a note names only what changed.
 * @module
 */
import type { Note, Style } from './tune.js';

/** What is in force. A reader sets it as its format goes, and lets every note say what is new. */
export class States {
  tempo: number;
  style: Style = 'N';
  /** -1 as long as nothing was said. */
  volume = -1;
  /** What the tune itself has, once it was told. */
  tuneTempo: number | undefined;
  tuneStyle: Style | undefined;
  #toldTempo: number;
  #toldStyle: Style = 'N';
  #toldVolume = -1;

  constructor(tempo: number) {
    this.tempo = tempo;
    this.#toldTempo = tempo;
  }

  /** The tune itself has this tempo: no note has to say so. */
  tellTempo(tempo: number): void {
    this.tuneTempo = tempo;
    this.tempo = tempo;
    this.#toldTempo = tempo;
  }

  /** The tune itself has this style. */
  tellStyle(style: Style): void {
    this.tuneStyle = style;
    this.style = style;
    this.#toldStyle = style;
  }

  /** The note, with what changed since the one before. */
  tell(note: Note, isTwoThirds: boolean): Note {
    const { tempo, style, volume } = this;
    if (!isTwoThirds && tempo === this.#toldTempo && style === this.#toldStyle && volume === this.#toldVolume) return note;
    const told: Note = {
      ...note,
      ...(isTwoThirds && { twoThirds: true as const }),
      ...(tempo !== this.#toldTempo && { tempoBpm: tempo }),
      ...(style !== this.#toldStyle && { style }),
      ...(volume !== this.#toldVolume && { volume }),
    };
    this.#toldTempo = tempo;
    this.#toldStyle = style;
    this.#toldVolume = volume;
    return told;
  }
}
