/**
 * The notation of an iMelody: notes, silences, repeats, volumes and signals, read into passages.
 *
 *   note      [ "*" 0..8 ] [ "#" | "&" ] a..g  0..5 [ "." | ":" | ";" ]
 *   silence   "r" 0..5 [ "." | ":" | ";" ]
 *   repeat    "(" element... "@" count [ "V+" | "V-" ] ")"
 *   volume    "V" 0..15 | "V+" | "V-"
 *
 * What they mean is said in imelody.ts.
 *
 * Source: iMelody 1.2.
 * @module
 */
import { A, DOT, G, PLUS, SEMICOLON, SEMITONES, SHARP, shownAt, ZERO } from './characters.js';
import type { Complaints } from './complaints.js';
import type { MelodyEvent, Passage } from './imelody-player.js';
import { DEFAULT_OCTAVE } from './imelody-values.js';
import type { IssueCode } from './issues.js';
import { behindBreak } from './melody-lines.js';
import { type Duration, type Note, type Octave, PITCHES, type Pitch } from './tune.js';

const FLAT = 0x26;
const OPEN = 0x28;
const CLOSE = 0x29;
const STAR = 0x2a;
const MINUS = 0x2d;
const COLON = 0x3a;
const AT = 0x40;
const CAPITAL_V = 0x56;
const R = 0x72;

/** Positions in PITCHES of the notes without a sharp, and of those without a flat. */
const NO_SHARP: readonly number[] = [4, 11];
const NO_FLAT: readonly number[] = [0, 5];

/** What a melody says to the phone's lights and motor. */
const SIGNALS = ['ledon', 'ledoff', 'vibeon', 'vibeoff', 'backon', 'backoff'] as const;

/**
 * Reads the melody from `start` up to `end`.
 * @throws DecodeError as parseImelody.
 */
export function readNotation(text: string, start: number, end: number, complaints: Complaints): Passage[] {
  return new NotationReader(text, start, end, complaints).read();
}

/** One pass over the melody; every step moves `at` forward. */
class NotationReader {
  readonly #text: string;
  readonly #end: number;
  readonly #complaints: Complaints;
  #at: number;
  #notes = 0;
  readonly #passages: Passage[] = [];
  #events: MelodyEvent[] = [];
  /** Where the open repeat begins, or -1. */
  #openAt = -1;

  constructor(text: string, start: number, end: number, complaints: Complaints) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
    this.#complaints = complaints;
  }

  read(): Passage[] {
    while (this.#at < this.#end) this.#readElement();
    if (this.#openAt >= 0) {
      this.#fault('repeat', this.#openAt, 'a repeat without an end', 'no repeat');
    }
    this.#finish(undefined, 0, this.#end);
    if (this.#notes === 0) this.#complaints.noNotes(this.#end);
    return this.#passages;
  }

  #readElement(): void {
    const code = this.#code();
    if (code === OPEN) this.#openRepeat();
    else if (code === AT) this.#closeRepeat();
    else if (code === CAPITAL_V) this.#readVolume();
    else if (!this.#readSignal()) this.#readNote();
  }

  #openRepeat(): void {
    if (this.#openAt >= 0) {
      this.#fault('repeat', this.#at, 'a repeat inside a repeat', 'no repeat');
    } else {
      this.#finish(undefined, 0, this.#at);
      this.#openAt = this.#at;
    }
    this.#at++;
  }

  /** "@" count [ "V+" | "V-" ] ")". */
  #closeRepeat(): void {
    const at = this.#at++;
    const count = this.#readNumber();
    if (count < 0) this.#fault('missing-value', this.#at, `${this.#shown()} where a count should be`, 'no repeat');
    let step = 0;
    if (this.#at < this.#end && this.#code() === CAPITAL_V) {
      const volumeAt = this.#at++;
      step = this.#readStep();
      if (step === 0) this.#at = volumeAt;
    }
    if (this.#at < this.#end && this.#code() === CLOSE) this.#at++;
    else this.#fault('repeat', this.#at, `${this.#shown()} where ")" should be`, '")"');
    if (this.#openAt < 0) this.#fault('repeat', at, 'the end of a repeat that was not opened', 'one of all in front of it');
    if (this.#events.length === 0) this.#fault('repeat', at, 'an empty repeat', 'nothing');
    else this.#finish(count < 0 ? undefined : count, step, at);
    this.#openAt = -1;
  }

  #fault(code: IssueCode, at: number, message: string, assumed: string): void {
    this.#complaints.fault(code, 'iMelody/repeat', at, message, assumed);
  }

  /** Ends the passage that was read so far. */
  #finish(count: number | undefined, step: number, at: number): void {
    if (this.#events.length > 0) this.#passages.push({ events: this.#events, count, step, at });
    this.#events = [];
  }

  #readVolume(): void {
    const at = this.#at++;
    const by = this.#readStep();
    if (by !== 0) {
      this.#events.push({ kind: 'volume', to: undefined, by, at });
      return;
    }
    const value = this.#readNumber(2);
    const field = 'iMelody/volume';
    if (value < 0) {
      this.#complaints.fault('missing-value', field, at, `${this.#shown()} where a volume should be`, 'no change');
      return;
    }
    if (value > 15) this.#complaints.fault('out-of-range', field, at + 1, `is ${value}, allowed: 0 to 15`, '15');
    this.#events.push({ kind: 'volume', to: Math.min(value, 15), by: 0, at });
  }

  /** The sign behind a "V": 1 louder, -1 softer, 0 for none. */
  #readStep(): -1 | 0 | 1 {
    const sign = this.#at < this.#end ? this.#code() : 0;
    if (sign !== PLUS && sign !== MINUS) return 0;
    this.#at++;
    return sign === PLUS ? 1 : -1;
  }

  /** Passes a signal, reported; false where there is none. */
  #readSignal(): boolean {
    for (const signal of SIGNALS) {
      if (this.#text.startsWith(signal, this.#at)) {
        this.#complaints.report('dropped', this.#at, `${signal}: a tune has no lights and no vibration`, 'nothing');
        this.#at += signal.length;
        return true;
      }
    }
    return false;
  }

  #readNote(): void {
    const start = this.#at;
    const field = `iMelody/note[${this.#notes}]`;
    const complaints = this.#complaints;
    const octave = this.#readOctave(field);
    const signAt = this.#at;
    const sign = this.#readSign();
    const letterAt = this.#at;
    const code = letterAt < this.#end ? this.#code() : 0;
    const letter = code | 0x20;
    if (letter !== R && (letter < A || letter > G)) {
      if (this.#at < this.#end) this.#at++;
      const message = `${this.#shown(letterAt)} where a note should be`;
      complaints.fault('unknown-letter', `${field}/pitch`, letterAt, message, 'nothing');
      return;
    }
    this.#at++;
    if (code !== letter) complaints.fault('letter-case', `${field}/pitch`, letterAt, 'a note in upper case', 'the note');
    const length = this.#readLength(field);
    this.#notes++;
    if (letter === R) {
      if (letterAt > start) complaints.fault('junk', field, start, 'a silence with an octave or a sign', 'the silence');
      this.#push({ pitch: null, octave: null, ...length }, start);
      return;
    }
    const natural = SEMITONES[letter - A] as number;
    if ((sign === 1 && NO_SHARP.includes(natural)) || (sign === -1 && NO_FLAT.includes(natural))) {
      complaints.fault('impossible-sharp', `${field}/pitch`, signAt, 'no such sharp or flat exists', 'the next semitone');
    }
    const semitone = natural + sign;
    if (semitone >= 0 && semitone < 12) {
      this.#push({ pitch: PITCHES[semitone] as Pitch, octave, ...length }, start);
      return;
    }
    // b sharp and c flat lie in the octaves above and below.
    const other = this.#octaveOf(octave - 1 + sign, field);
    this.#push({ pitch: sign > 0 ? 'c' : 'b', octave: other, ...length }, start);
  }

  #push(note: Note, at: number): void {
    this.#events.push({ kind: 'note', note, at });
  }

  /** The octave that a prefix names, or that of a note without one. */
  #readOctave(field: string): Octave {
    const start = this.#at;
    if (this.#code() !== STAR) return DEFAULT_OCTAVE;
    this.#at++;
    const prefix = this.#readNumber(1);
    if (prefix >= 0) return this.#octaveOf(prefix, field);
    const message = `${this.#shown()} where 0 to 8 should be`;
    this.#complaints.fault('missing-value', `${field}/octave`, start, message, '4');
    return DEFAULT_OCTAVE;
  }

  /** 1 for a sharp, -1 for a flat, 0 for neither. */
  #readSign(): -1 | 0 | 1 {
    const code = this.#at < this.#end ? this.#code() : 0;
    if (code !== SHARP && code !== FLAT) return 0;
    this.#at++;
    return code === SHARP ? 1 : -1;
  }

  /** The octave of a Tune for a prefix, the nearest for one outside *3 to *6. */
  #octaveOf(prefix: number, field: string): Octave {
    if (prefix >= 3 && prefix <= 6) return (prefix + 1) as Octave;
    const assumed = prefix < 3 ? 3 : 6;
    const message = `is *${prefix}, and a tune has *3 (A = 440 Hz) to *6`;
    this.#complaints.fault('out-of-range', `${field}/octave`, Math.min(this.#at, this.#end) - 1, message, `*${assumed}`);
    return (assumed + 1) as Octave;
  }

  /** Digit and specifier. */
  #readLength(field: string): { duration: Duration; dots: 0 | 1 | 2; twoThirds?: true } {
    const at = this.#at;
    let digit = at < this.#end ? this.#code() - ZERO : -1;
    if (digit < 0 || digit > 9) {
      this.#complaints.fault('missing-value', `${field}/duration`, at, `${this.#shown()} where 0 to 5 should be`, '2');
      digit = 2;
    } else {
      this.#at++;
      if (digit > 5) {
        this.#complaints.fault('out-of-range', `${field}/duration`, at, `is ${digit}, allowed: 0 to 5`, '5');
        digit = 5;
      }
    }
    const duration = (1 << digit) as Duration;
    const specifier = this.#at < this.#end ? this.#code() : 0;
    if (specifier !== DOT && specifier !== COLON && specifier !== SEMICOLON) return { duration, dots: 0 };
    this.#at++;
    if (specifier === SEMICOLON) return { duration, dots: 0, twoThirds: true };
    return { duration, dots: specifier === DOT ? 1 : 2 };
  }

  /** Up to `most` digits as a number, -1 when there are none; it stops growing past any limit. */
  #readNumber(most = this.#end): number {
    let value = -1;
    for (let count = 0; count < most && this.#at < this.#end; count++) {
      const digit = this.#code() - ZERO;
      if (digit < 0 || digit > 9) break;
      value = Math.min(1_000_000_000, Math.max(0, value) * 10 + digit);
      this.#at++;
    }
    return value;
  }

  /** The character here, past a line break: a melody in several lines goes on anywhere. */
  #code(): number {
    this.#at = behindBreak(this.#text, this.#at);
    return this.#text.charCodeAt(this.#at);
  }

  #shown(at = this.#at): string {
    return shownAt(this.#text, at, this.#end);
  }
}
