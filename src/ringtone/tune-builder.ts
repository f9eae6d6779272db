/**
 * Tunes from forms that say tempo, style and volume apart from the notes: a note names only what changed.
 * @module
 */
import type { Reading } from '../bytes/reading.js';
import type { Changes, Note, Style, Tune } from './tune.js';

/** What is in force, and the notes so far. A reader sets the former as its format goes; every note then says what is new. */
export class TuneBuilder {
  readonly notes: Note[] = [];
  tempo: number;
  style: Style = 'N';
  /** -1 as long as nothing was said. */
  volume = -1;
  /** What the tune itself has, once it is known. */
  tuneTempo: number | undefined;
  tuneStyle: Style | undefined;
  readonly #reading: Pick<Reading, 'limits' | 'limit'>;
  readonly #maxNotes: number;
  readonly #initialTempo: number;
  #namedTempo: number;
  #namedStyle: Style = 'N';
  #namedVolume = -1;

  /** @param tempo of a tune that names none. */
  constructor(reading: Pick<Reading, 'limits' | 'limit'>, tempo: number) {
    this.#reading = reading;
    this.#maxNotes = reading.limits.tuneNotes;
    this.#initialTempo = tempo;
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

  /**
   * Adds a note that was just made, with what changed since the one before.
   * @throws LimitError `limit-exceeded` at this field and offset past `tuneNotes`.
   */
  add(note: Changes & Note, field: string, at: number | undefined): void {
    const count = this.notes.length + 1;
    if (count > this.#maxNotes) this.#reading.limit('tuneNotes', count, field, at);
    const { tempo, style, volume } = this;
    const changes: Changes = note;
    if (tempo !== this.#namedTempo) {
      changes.tempoBpm = tempo;
      this.#namedTempo = tempo;
    }
    if (style !== this.#namedStyle) {
      changes.style = style;
      this.#namedStyle = style;
    }
    if (volume !== this.#namedVolume) {
      changes.volume = volume;
      this.#namedVolume = volume;
    }
    this.notes.push(note);
  }

  /** The tune that was built. */
  tune(title: string, loops: number): Tune {
    return { title, tempoBpm: this.tuneTempo ?? this.#initialTempo, style: this.tuneStyle ?? 'N', loops, notes: this.notes };
  }
}
