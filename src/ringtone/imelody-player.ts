/**
 * Plays the passages of an iMelody: repeats and relative volumes become the notes and loops of a tune.
 *
 * A repeat around all notes becomes `loops`, if every pass sounds like the first and there are no more than 14; all others are
 * played out, an endless one once.
 * @module
 */
import { LimitError } from '../errors.js';
import type { Complaints } from './complaints.js';
import { DEFAULT_VOLUME } from './imelody-values.js';
import type { Note } from './tune.js';

/** A note, or a change of the volume: to `to`, or by `by`. */
export type MelodyEvent =
  | { readonly kind: 'note'; readonly note: Note; readonly at: number }
  | { readonly kind: 'volume'; readonly to: number | undefined; readonly by: number; readonly at: number };

/** Events that are played once, or a repeat: `count` times again, each time followed by a step of the volume. */
export interface Passage {
  readonly events: readonly MelodyEvent[];
  /** 0 for ever; undefined for what is no repeat. */
  readonly count: number | undefined;
  /** 1, 0 or -1. */
  readonly step: number;
  /** Index of the end of the repeat in the text. */
  readonly at: number;
}

/** Turns passages into notes, with the volume that is in force. */
export class Player {
  readonly notes: Note[] = [];
  loops = 0;

  readonly #complaints: Complaints;
  #volume = DEFAULT_VOLUME;
  /** Whether the next note has to name the volume. */
  #isChanged = false;
  #changedAt = -1;

  constructor(volume: number | undefined, complaints: Complaints) {
    this.#complaints = complaints;
    if (volume !== undefined) {
      this.#volume = volume;
      this.#isChanged = true;
    }
  }

  /**
   * Plays all passages of a melody.
   * @throws LimitError `limit-exceeded` past `tuneNotes`.
   */
  play(passages: readonly Passage[]): void {
    const sounding = passages.filter(({ events }) => events.some(({ kind }) => kind === 'note'));
    const isWhole = sounding.length === 1;
    for (const passage of passages) {
      if (passage.count === undefined) this.#playOnce(passage.events);
      else if (isWhole && passage === sounding[0]) this.#playWhole(passage);
      else this.#playOut(passage);
    }
    if (this.#isChanged && this.#changedAt >= 0) {
      this.#complaints.report('unused-control', this.#changedAt, 'no note follows', 'no change');
    }
  }

  /** A repeat around all notes: loops, if every pass sounds like the first. */
  #playWhole(passage: Passage): void {
    const { events, step, at } = passage;
    const count = passage.count as number;
    const before = this.#volume;
    const first = events[0] as MelodyEvent;
    const isSteady =
      step === 0 && ((first.kind === 'volume' && first.to !== undefined) || this.#volumeAfter(events) === before);
    if (!isSteady && count === 0) {
      this.#complaints.report(
        'approximated',
        at,
        'the volume of an endless repeat is another on each pass',
        'that of the first',
      );
    }
    if (isSteady ? count <= 14 : count === 0) {
      this.#playOnce(events);
      this.loops = count === 0 ? 15 : count;
    } else this.#playOut(passage);
  }

  #volumeAfter(events: readonly MelodyEvent[]): number {
    let volume = this.#volume;
    for (const event of events) if (event.kind === 'volume') volume = changed(volume, event.to, event.by);
    return volume;
  }

  #playOut({ events, count, step, at }: Passage): void {
    if (count === 0)
      this.#complaints.report('approximated', at, 'an endless repeat that is not all of the melody', 'played once');
    // Without a note, 15 steps take any volume to its end.
    const isSilent = !events.some(({ kind }) => kind === 'note');
    const passes = count === 0 ? 1 : isSilent ? Math.min(count as number, 15) + 1 : (count as number) + 1;
    for (let pass = 0; pass < passes; pass++) {
      this.#playOnce(events);
      if (step !== 0) this.#change(undefined, step, at);
    }
  }

  #playOnce(events: readonly MelodyEvent[]): void {
    for (const event of events) {
      if (event.kind === 'volume') this.#change(event.to, event.by, event.at);
      else this.#playNote(event.note, event.at);
    }
  }

  #change(to: number | undefined, by: number, at: number): void {
    this.#volume = changed(this.#volume, to, by);
    this.#isChanged = true;
    this.#changedAt = at;
  }

  #playNote(note: Note, at: number): void {
    const { maxNotes } = this.#complaints;
    if (this.notes.length >= maxNotes) {
      throw new LimitError(
        'limit-exceeded',
        `iMelody/note[${this.notes.length}]`,
        at,
        `more than ${maxNotes} notes are played`,
      );
    }
    this.notes.push(this.#isChanged ? { ...note, volume: this.#volume } : note);
    this.#isChanged = false;
  }
}

function changed(volume: number, to: number | undefined, by: number): number {
  return to ?? Math.min(15, Math.max(0, volume + by));
}
