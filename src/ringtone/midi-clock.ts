/**
 * The time of a MIDI melody in the lengths that a tune has.
 *
 * - A note reaches to the next one when the silence between them is less than a quarter of that distance (players shorten
 *   notes), unless both note and silence have exact lengths. It gets the length nearest to that, or the longest below it and a pause
 *   for the rest. What rounding adds or takes is made up for by the next note, so that the tune keeps its time.
 * - Files that a program wrote from such lengths, nine notes of ten or more, keep them, and pauses are any sum of them: abc2midi
 *   begins every note a tick late, gnokii puts a tick before each, which is forgiven instead of made up for, as is a tick that
 *   lacks at a note's end.
 * - A note longer than 1.75 whole notes is struck again.
 *
 * Where text events name the style, which encodeMidi writes, the sounding part of a note gives its exact length.
 * @module
 */

import type { TuneIssueCode, TuneReading } from './issues.js';
import {
  bySounding,
  exactLength,
  firstOfSum,
  fromUnits,
  isSum,
  type Length,
  LONGEST,
  longestBelow,
  NEGLIGIBLE,
  nearest,
  QUARTER,
  SHORTEST,
  sumNear,
} from './lengths.js';
import type { Change, MidiFile, MidiNote } from './midi-file.js';
import { FASTEST_TEXT_BPM, SLOWEST_TEXT_BPM } from './tempo.js';
import { makeNote, makePause, STYLES, type Style, WHOLE } from './tune.js';
import { TuneBuilder } from './tune-builder.js';

/** Tempo before a file names one (SMF 1.0). */
const DEFAULT_BPM = 120;

/** Share of the notes whose lengths are exact that makes a file one of exact lengths. */
const MOSTLY = 0.9;

/** What a file loses on its way to a tune: one issue for each kind, however often it happens. */
export class LossReport {
  /** Undefined while nothing is lost, as of most files. */
  #byReason: Map<string, { code: TuneIssueCode; index: number; reason: string; assumed: string; count: number }> | undefined;

  /** One more case, or `count` of them; the first one's index is kept. */
  note(code: TuneIssueCode, index: number, reason: string, assumed: string, count = 1): void {
    this.#byReason ??= new Map();
    const known = this.#byReason.get(reason);
    if (known !== undefined) known.count += count;
    else this.#byReason.set(reason, { code, index, reason, assumed, count });
  }

  /** Reports one issue for each kind, in the order of their first cases. */
  report(reading: TuneReading): void {
    if (this.#byReason === undefined) return;
    const inOrder = [...this.#byReason.values()].sort((a, b) => a.index - b.index);
    for (const { code, index, reason, assumed, count } of inOrder) {
      reading.note(code, 'MIDI', index, count === 1 ? reason : `${reason} (${count} times)`, { assumed });
    }
  }
}

/** Puts notes and pauses one after the other; times are in units of lengths.ts. */
export class Clock extends TuneBuilder {
  readonly #division: number;
  readonly #losses: LossReport;
  /** Tempos, styles and the voice's volumes, in the order of time. */
  readonly #changes: readonly Change[];
  #nextChange = 0;
  /** Whether the file names its styles. */
  readonly #knowsStyle: boolean;
  /** Whether the notes were written from lengths that a tune has, in a file that does not name its styles. */
  #isExact = false;

  /** Offset of what is being put: a note's event, or the track for the pauses at its end. */
  #at = 0;
  /** Length of what was put so far. */
  #cursor = 0;

  constructor(file: MidiFile, voice: number, reading: TuneReading, losses: LossReport) {
    super(reading, DEFAULT_BPM);
    this.#division = file.division;
    this.#losses = losses;
    const changes = file.changes.filter((change) => change.kind !== 'volume' || change.voice === voice || voice < 0);
    // Tracks come one after the other; a sort of few runs is cheap, and keeps the order of equal ticks.
    if (file.tracks.length > 1) changes.sort((a, b) => a.tick - b.tick);
    this.#changes = changes;
    this.#knowsStyle = changes.some(({ kind }) => kind === 'style');
  }

  /**
   * Plays the line; what is after it, up to `endTick`, is a pause of the track that begins at `trackAt`.
   * @throws LimitError `limit-exceeded` for more than `tuneNotes` notes and pauses.
   */
  play(line: readonly MidiNote[], endTick: number, trackAt: number): void {
    this.#begin(line);
    if (!this.#knowsStyle) this.#giveTicksBack(line);
    const exact = this.#knowsStyle ? [] : this.#exactLengths(line, endTick);
    const count = exact.filter((length) => length !== undefined).length;
    this.#isExact = count > 0 && count >= MOSTLY * line.length;
    for (let i = 0; i < line.length; i++) {
      const note = line[i] as MidiNote;
      const on = this.#units(note.on);
      this.#at = note.at;
      // Of a silence between exact notes its own ticks give the length, not the rounded times of both its ends.
      const isAfterExact = i > 0 && this.#isExact && exact[i - 1] !== undefined;
      const ahead = on - this.#cursor;
      const silence = isAfterExact ? this.#units(note.on - (line[i - 1] as MidiNote).off) : ahead;
      if (silence >= NEGLIGIBLE || ahead >= NEGLIGIBLE) this.#silence(on, silence);
      const length = this.#isExact ? exact[i] : undefined;
      if (length !== undefined) {
        this.#cursor = on;
        this.#put(note.key, length, on);
        continue;
      }
      this.#sound(line, i, on, endTick);
    }
    this.#at = trackAt;
    this.#silence(this.#units(endTick), this.#units(endTick) - this.#cursor);
  }

  /** Until when a note may last, made longer by rounding, so that something is left of the next one. */
  #latestEnd(line: readonly MidiNote[], index: number, endTick: number): number {
    const next = line[index + 1];
    if (next === undefined) return Number.POSITIVE_INFINITY;
    const end = this.#units(line[index + 2]?.on ?? Math.max(endTick, next.off)) - NEGLIGIBLE;
    return end < this.#units(next.on) ? Number.POSITIVE_INFINITY : end;
  }

  /** Many programs end a note a tick early, for the next one to begin: where that tick makes a length of it, it is counted in. */
  #giveTicksBack(line: readonly MidiNote[]): void {
    const isLength = (ticks: number) => exactLength((ticks * QUARTER) / this.#division) !== undefined;
    for (let i = 0; i < line.length; i++) {
      const note = line[i] as MidiNote;
      const ticks = note.off - note.on;
      const hasRoom = i + 1 === line.length || note.off < (line[i + 1] as MidiNote).on;
      if (hasRoom && !isLength(ticks) && isLength(ticks + 1)) note.off++;
    }
  }

  /** The length of each note by its own ticks, when it fills the time to the next one or a sum of lengths is left for a pause. */
  #exactLengths(line: readonly MidiNote[], endTick: number): (Length | undefined)[] {
    return line.map(({ on, off }, i) => {
      const next = line[i + 1];
      const length = exactLength(this.#units(off - on));
      const silence = this.#units((next?.on ?? endTick) - off);
      if (length === undefined || silence <= 1) return length;
      // After the last note a file may end when it likes.
      if (next === undefined && silence < SHORTEST) return length;
      // A note with two dots and a gap is more likely seven eighths of a plain one.
      return length.dots < 2 && silence >= SHORTEST && sumNear(silence) > 0 ? length : undefined;
    });
  }

  #units(tick: number): number {
    const division = this.#division;
    return division === QUARTER ? tick : Math.round((tick * QUARTER) / division);
  }

  /** Tempo and style of the tune are the first that hold at its beginning; others set there are the first note's. */
  #begin(line: readonly MidiNote[]): void {
    const first = line.length === 0 ? 0 : this.#units((line[0] as MidiNote).on);
    const start = first < NEGLIGIBLE ? first : 0;
    const atStart = this.#changes.filter(({ tick }) => this.#units(tick) <= start);
    const tempo = atStart.find(({ kind }) => kind === 'tempo');
    const style = atStart.find(({ kind }) => kind === 'style');
    if (tempo !== undefined) this.setTuneTempo(clamped(toBpm(tempo)));
    if (style !== undefined) this.setTuneStyle(STYLES[style.value] as Style);
  }

  /** Carries out the changes up to a time. */
  #advance(units: number): void {
    const changes = this.#changes;
    while (this.#nextChange < changes.length) {
      const change = changes[this.#nextChange] as Change;
      if (this.#units(change.tick) > units) return;
      this.#nextChange++;
      if (change.kind === 'tempo') this.tempo = this.#bpm(change);
      else if (change.kind === 'style') this.style = STYLES[change.value] as Style;
      else this.volume = Math.round((change.value * 15) / 127);
    }
  }

  #bpm(change: Change): number {
    const bpm = toBpm(change);
    const assumed = clamped(bpm);
    if (assumed !== bpm) this.#losses.note('out-of-range', change.at, 'a tempo outside 25 to 900 bpm', String(assumed));
    return assumed;
  }

  /** Pauses up to a time, when it is far enough ahead; `units` is how far by the ticks. */
  #silence(to: number, units: number): void {
    if (this.#knowsStyle) {
      // Pauses of encodeMidi end where the next one changes something.
      for (let i = this.#nextChange; i < this.#changes.length; i++) {
        const at = this.#units((this.#changes[i] as Change).tick);
        if (at >= to) break;
        if (at > this.#cursor && isSum(at - this.#cursor) && isSum(to - at)) this.#pauses(at, at - this.#cursor);
      }
    }
    this.#pauses(to, units);
  }

  #pauses(to: number, units: number): void {
    const sum = this.#isExact && units >= NEGLIGIBLE ? sumNear(units) : 0;
    if (sum > 0) {
      for (let left = sum; left > 0; ) {
        const piece = firstOfSum(left) as Length;
        this.#put(null, piece, this.#cursor);
        left -= piece.units;
      }
      this.#cursor = to;
      return;
    }
    while (to - this.#cursor >= NEGLIGIBLE) {
      const length = this.#pauseLength(to - this.#cursor);
      this.#put(null, length, this.#cursor);
    }
  }

  /** Of a pause that begins a silence of so many units. */
  #pauseLength(units: number): Length {
    const exact = firstOfSum(units);
    if (exact !== undefined && this.#knowsStyle) return exact;
    const near = nearest(units);
    // Not so much longer that a short note after it would find no room.
    if (near !== undefined && near.units - units < NEGLIGIBLE) return near;
    return exact ?? longestBelow(units);
  }

  /** A note of the line that begins at a time, and the way to the next one. */
  #sound(line: readonly MidiNote[], index: number, on: number, endTick: number): void {
    const { key, off, at } = line[index] as MidiNote;
    const end = this.#units(off);
    const sounding = Math.max(0, end - on);
    const following = line[index + 1];
    const next = following === undefined ? Math.max(this.#units(endTick), end) : this.#units(following.on);
    // From the end of what was put.
    const distance = next - this.#cursor;
    this.#advance(on);
    if (distance < NEGLIGIBLE || sounding === 0) {
      this.#losses.note('dropped', at, 'a note shorter than half of 1/32', 'nothing');
      return;
    }
    const exact = this.#knowsStyle ? bySounding(sounding, this.style, distance) : undefined;
    if (exact !== undefined) {
      this.#append(key, exact);
      return;
    }
    let wanted = this.#isShortened(sounding, distance) ? distance : Math.min(sounding, distance);
    if (wanted > LONGEST) {
      this.#losses.note('approximated', at, 'a note longer than 1.75 whole notes', 'several of the same pitch');
      for (; wanted > LONGEST; wanted -= WHOLE) this.#put(key, fromUnits(WHOLE), on);
    }
    const near = nearest(wanted);
    const isBeforeNext = near !== undefined && this.#cursor + near.units <= this.#latestEnd(line, index, endTick);
    const length = isBeforeNext ? near : longestBelow(wanted);
    if (Math.abs(length.units - wanted) > 1)
      this.#losses.note('approximated', at, 'a length between those of a tune', 'one of them');
    this.#put(key, length, on);
  }

  /** Whether the silence after a note is the player's way of ending it, not a pause. */
  #isShortened(sounding: number, distance: number): boolean {
    const silence = distance - sounding;
    if (silence <= 0 || silence * 4 >= distance) return silence <= 0;
    const isPlain = (exactLength(sounding)?.dots ?? 2) < 2;
    return !(isPlain && silence >= SHORTEST && isSum(silence));
  }

  #put(key: number | null, length: Length, at: number): void {
    this.#advance(at);
    this.#append(key, length);
  }

  #append(key: number | null, { units, duration, dots, twoThirds }: Length): void {
    this.#cursor += units;
    const note =
      key === null ? makePause(duration, dots, twoThirds) : makeNote(key % 12, ((key / 12) | 0) - 1, duration, dots, twoThirds);
    this.add(note, 'MIDI/notes', this.#at);
  }
}

/** Quarter notes per minute of a tempo event. */
function toBpm({ value }: Change): number {
  return Math.round(60_000_000 / value);
}

function clamped(bpm: number): number {
  return Math.min(FASTEST_TEXT_BPM, Math.max(SLOWEST_TEXT_BPM, bpm));
}
