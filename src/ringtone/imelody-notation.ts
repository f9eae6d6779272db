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
import { A, DOT, G, PLUS, SEMICOLON, SHARP, ZERO } from './characters.js';
import type { IssueCode } from './issues.js';
import { DEFAULT_OCTAVE, MelodyCursor, type MelodyObject } from './melody-object.js';
import { type Duration, type Note, type Octave, PITCHES, type Pitch } from './tune.js';
import { reportNoNotes } from './tune-reading.js';

const FLAT = 0x26;
const OPEN = 0x28;
const CLOSE = 0x29;
const STAR = 0x2a;
const MINUS = 0x2d;
const COLON = 0x3a;
const AT = 0x40;
const CAPITAL_V = 0x56;
const R = 0x72;

/** Signals to the phone's lights and motor, and the letters that they begin with. */
const SIGNALS = ['ledon', 'ledoff', 'vibeon', 'vibeoff', 'backon', 'backoff'] as const;
const SIGNAL_LETTERS: readonly number[] = [0x6c, 0x76, 0x62];

/** A note, or a change of the volume: to `to`, or by `by`. */
export type MelodyEvent =
  | { readonly kind: 'note'; readonly note: Note; readonly at: number }
  | { readonly kind: 'volume'; readonly to: number | undefined; readonly by: number; readonly at: number };

/** Events that are played once, or a repeat: `count` times again, each time followed by a step of the volume. */
export interface Passage {
  readonly events: readonly MelodyEvent[];
  /** 0 for ever; undefined for what is not a repeat. */
  readonly count: number | undefined;
  /** 1, 0 or -1. */
  readonly step: number;
  /** Index of the end of the repeat in the text. */
  readonly at: number;
}

/** Reads the melody of an object. */
export class NotationReader extends MelodyCursor {
  #notes = 0;
  readonly #passages: Passage[] = [];
  #events: MelodyEvent[] = [];
  /** Where the open repeat begins, or -1. */
  #openAt = -1;

  constructor(object: MelodyObject) {
    super(object);
  }

  /** @throws DecodeError as parseImelody. */
  read(): Passage[] {
    while (this.at < this.end) this.#readElement();
    if (this.#openAt >= 0) this.#faultRepeat('repeat', this.#openAt, 'a repeat without an end', 'no repeat');
    this.#finish(undefined, 0, this.end);
    if (this.#notes === 0) reportNoNotes(this.reading, 'iMelody', this.end);
    return this.#passages;
  }

  #readElement(): void {
    const code = this.code();
    if (code === OPEN) this.#openRepeat();
    else if (code === AT) this.#closeRepeat();
    else if (code === CAPITAL_V) this.#readVolume();
    else if (!SIGNAL_LETTERS.includes(code) || !this.#readSignal()) this.#readNote();
  }

  #openRepeat(): void {
    if (this.#openAt >= 0) {
      this.#faultRepeat('repeat', this.at, 'a repeat inside a repeat', 'no repeat');
    } else {
      this.#finish(undefined, 0, this.at);
      this.#openAt = this.at;
    }
    this.at++;
  }

  /** "@" count [ "V+" | "V-" ] ")". */
  #closeRepeat(): void {
    const at = this.at++;
    const count = this.#readNumber();
    if (count < 0) this.#faultRepeat('missing-value', this.at, `${this.shown()} where a count should be`, 'no repeat');
    let step = 0;
    if (this.code() === CAPITAL_V) {
      const volumeAt = this.at++;
      step = this.#readStep();
      if (step === 0) this.at = volumeAt;
    }
    if (this.code() === CLOSE) this.at++;
    else this.#faultRepeat('repeat', this.at, `${this.shown()} where ")" should be`, '")"');
    if (this.#openAt < 0) this.#faultRepeat('repeat', at, 'the end of a repeat that was not opened', 'one of all before it');
    if (this.#events.length === 0) this.#faultRepeat('repeat', at, 'an empty repeat', 'nothing');
    else this.#finish(count < 0 ? undefined : count, step, at);
    this.#openAt = -1;
  }

  #faultRepeat(code: IssueCode, at: number, reason: string, assumed: string): void {
    this.fault(code, 'repeat', at, reason, assumed);
  }

  /** Ends the passage that was read so far. */
  #finish(count: number | undefined, step: number, at: number): void {
    if (this.#events.length > 0) this.#passages.push({ events: this.#events, count, step, at });
    this.#events = [];
  }

  #readVolume(): void {
    const at = this.at++;
    const by = this.#readStep();
    if (by !== 0) {
      this.#events.push({ kind: 'volume', to: undefined, by, at });
      return;
    }
    const value = this.#readNumber(2);
    if (value < 0) {
      this.fault('missing-value', 'volume', at, `${this.shown()} where a volume should be`, 'no change');
      return;
    }
    if (value > 15) this.fault('out-of-range', 'volume', at + 1, `is ${value}, allowed: 0 to 15`, '15');
    this.#events.push({ kind: 'volume', to: Math.min(value, 15), by: 0, at });
  }

  /** The sign after a "V": 1 louder, -1 softer, 0 for none. */
  #readStep(): -1 | 0 | 1 {
    const sign = this.code();
    if (sign !== PLUS && sign !== MINUS) return 0;
    this.at++;
    return sign === PLUS ? 1 : -1;
  }

  /** Passes a signal, reported; false where there is none. */
  #readSignal(): boolean {
    for (const signal of SIGNALS) {
      if (this.text.startsWith(signal, this.at)) {
        const reason = `${signal}: a tune has no lights and no vibration`;
        this.reading.note('dropped', 'iMelody/MELODY', this.at, reason, { assumed: 'nothing' });
        this.at += signal.length;
        return true;
      }
    }
    return false;
  }

  #readNote(): void {
    const start = this.at;
    const part = `note[${this.#notes}]`;
    const octave = this.#readOctave(part);
    const signAt = this.at;
    const sign = this.#readSign();
    const letterAt = this.at;
    const code = letterAt < this.end ? this.code() : 0;
    const letter = code | 0x20;
    if (letter !== R && (letter < A || letter > G)) {
      if (this.at < this.end) this.at++;
      const reason = `${this.shown(letterAt)} where a note should be`;
      this.fault('unknown-letter', `${part}/pitch`, letterAt, reason, 'nothing');
      return;
    }
    this.at++;
    if (code !== letter) this.fault('letter-case', `${part}/pitch`, letterAt, 'a note in upper case', 'the note');
    const length = this.#readLength(part);
    this.#notes++;
    if (letter === R) {
      if (letterAt > start) this.fault('junk', part, start, 'a silence with an octave or a sign', 'the silence');
      this.#push({ pitch: null, octave: null, ...length }, start);
      return;
    }
    const semitone = this.semitone(letter, sign, part, signAt);
    if (semitone >= 0 && semitone < 12) {
      this.#push({ pitch: PITCHES[semitone] as Pitch, octave, ...length }, start);
      return;
    }
    // b sharp and c flat lie in the octaves above and below.
    const other = this.#octaveOf(octave - 1 + sign, part);
    this.#push({ pitch: sign > 0 ? 'c' : 'b', octave: other, ...length }, start);
  }

  #push(note: Note, at: number): void {
    this.#events.push({ kind: 'note', note, at });
  }

  /** The octave that a prefix names, or that of a note without one. */
  #readOctave(part: string): Octave {
    const start = this.at;
    if (this.code() !== STAR) return DEFAULT_OCTAVE;
    this.at++;
    const prefix = this.#readNumber(1);
    if (prefix >= 0) return this.#octaveOf(prefix, part);
    this.fault('missing-value', `${part}/octave`, start, `${this.shown()} where 0 to 8 should be`, '4');
    return DEFAULT_OCTAVE;
  }

  /** 1 for a sharp, -1 for a flat, 0 for neither. */
  #readSign(): -1 | 0 | 1 {
    const code = this.code();
    if (code !== SHARP && code !== FLAT) return 0;
    this.at++;
    return code === SHARP ? 1 : -1;
  }

  /** The octave of a Tune for a prefix, the nearest for one outside *3 to *6. */
  #octaveOf(prefix: number, part: string): Octave {
    if (prefix >= 3 && prefix <= 6) return (prefix + 1) as Octave;
    const assumed = prefix < 3 ? 3 : 6;
    const reason = `is *${prefix}, and a tune has *3 (A = 440 Hz) to *6`;
    this.fault('out-of-range', `${part}/octave`, Math.min(this.at, this.end) - 1, reason, `*${assumed}`);
    return (assumed + 1) as Octave;
  }

  /** Digit and specifier. */
  #readLength(part: string): { duration: Duration; dots: 0 | 1 | 2; twoThirds?: true } {
    const at = this.at;
    let digit = at < this.end ? this.code() - ZERO : -1;
    if (digit < 0 || digit > 9) {
      this.fault('missing-value', `${part}/duration`, at, `${this.shown()} where 0 to 5 should be`, '2');
      digit = 2;
    } else {
      this.at++;
      if (digit > 5) {
        this.fault('out-of-range', `${part}/duration`, at, `is ${digit}, allowed: 0 to 5`, '5');
        digit = 5;
      }
    }
    const duration = (1 << digit) as Duration;
    const specifier = this.code();
    if (specifier !== DOT && specifier !== COLON && specifier !== SEMICOLON) return { duration, dots: 0 };
    this.at++;
    if (specifier === SEMICOLON) return { duration, dots: 0, twoThirds: true };
    return { duration, dots: specifier === DOT ? 1 : 2 };
  }

  /** Up to `most` digits as a number, -1 when there are none; it stops growing past any limit. */
  #readNumber(most = this.end): number {
    let value = -1;
    for (let count = 0; count < most && this.at < this.end; count++) {
      const digit = this.code() - ZERO;
      if (digit < 0 || digit > 9) break;
      value = Math.min(1_000_000_000, Math.max(0, value) * 10 + digit);
      this.at++;
    }
    return value;
  }
}
