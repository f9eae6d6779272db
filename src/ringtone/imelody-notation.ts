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
import type { TuneIssueCode } from './issues.js';
import { DEFAULT_OCTAVE, MelodyReader } from './melody-object.js';
import { type Duration, makeNote, makePause, type Note, type Octave } from './tune.js';

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

/** Reads the notation of an object's melody, once its lines were read. */
export abstract class NotationReader extends MelodyReader {
  #notes = 0;
  readonly #passages: Passage[] = [];
  #events: MelodyEvent[] = [];
  /** Where the open repeat begins, or -1. */
  #openAt = -1;

  /** @throws DecodeError as parseImelody. */
  protected readPassages(): Passage[] {
    while (this.at < this.end) this.#readElement();
    this.noteIndex = -1;
    if (this.#openAt >= 0) this.#faultRepeat('repeat', this.#openAt, 'a repeat without an end', 'no repeat');
    this.#finish(undefined, 0, this.end);
    if (this.#notes === 0) this.faultNoNotes(this.end);
    return this.#passages;
  }

  #readElement(): void {
    const code = this.code();
    this.noteIndex = -1;
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
    if (!this.pass(CLOSE)) this.#faultRepeat('repeat', this.at, `${this.shown()} where ")" should be`, '")"');
    if (this.#openAt < 0) this.#faultRepeat('repeat', at, 'the end of a repeat that was not opened', 'one of all before it');
    if (this.#events.length === 0) this.#faultRepeat('repeat', at, 'an empty repeat', 'nothing');
    else this.#finish(count < 0 ? undefined : count, step, at);
    this.#openAt = -1;
  }

  #faultRepeat(code: TuneIssueCode, at: number, reason: string, assumed: string): void {
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
        this.note('dropped', 'MELODY', this.at, reason, 'nothing');
        this.at += signal.length;
        return true;
      }
    }
    return false;
  }

  #readNote(): void {
    const start = this.at;
    this.noteIndex = this.#notes;
    const octave = this.#readOctave();
    const signAt = this.at;
    const sign = this.pass(SHARP) ? 1 : this.pass(FLAT) ? -1 : 0;
    const letterAt = this.at;
    const code = this.code();
    const letter = code | 0x20;
    if (letter !== R && (letter < A || letter > G)) {
      if (this.at < this.end) this.at++;
      this.fault('unknown-letter', 'pitch', letterAt, `${this.shown(letterAt)} where a note should be`, 'nothing');
      return;
    }
    this.at++;
    if (code !== letter) this.fault('letter-case', 'pitch', letterAt, 'a note in upper case', 'the note');
    const duration = this.#readDuration();
    const specifier = this.code();
    const dots = specifier === DOT ? 1 : specifier === COLON ? 2 : 0;
    const isTwoThirds = specifier === SEMICOLON;
    if (dots > 0 || isTwoThirds) this.at++;
    this.#notes++;
    let note: Note;
    if (letter === R) {
      if (letterAt > start) this.fault('junk', '', start, 'a silence with an octave or a sign', 'the silence');
      note = makePause(duration, dots, isTwoThirds);
    } else {
      const semitone = this.semitone(letter, sign, signAt);
      // b sharp and c flat lie in the octaves above and below.
      if (semitone < 0 || semitone > 11) this.#findOctave(octave - 1 + sign);
      note = makeNote(semitone, octave, duration, dots, isTwoThirds);
    }
    this.#events.push({ kind: 'note', note, at: start });
  }

  /** The octave that a prefix names, or that of a note without one. */
  #readOctave(): Octave {
    const start = this.at;
    if (!this.pass(STAR)) return DEFAULT_OCTAVE;
    const prefix = this.#readNumber(1);
    if (prefix >= 0) return this.#findOctave(prefix);
    this.fault('missing-value', 'octave', start, `${this.shown()} where 0 to 8 should be`, '4');
    return DEFAULT_OCTAVE;
  }

  /** The octave of a Tune for a prefix, the nearest for one outside *3 to *6. */
  #findOctave(prefix: number): Octave {
    if (prefix >= 3 && prefix <= 6) return (prefix + 1) as Octave;
    const assumed = prefix < 3 ? 3 : 6;
    const reason = `is *${prefix}, and a tune has *3 (A = 440 Hz) to *6`;
    this.fault('out-of-range', 'octave', Math.min(this.at, this.end) - 1, reason, `*${assumed}`);
    return (assumed + 1) as Octave;
  }

  #readDuration(): Duration {
    const { at } = this;
    const digit = this.#readNumber(1);
    if (digit < 0) this.fault('missing-value', 'duration', at, `${this.shown()} where 0 to 5 should be`, '2');
    else if (digit > 5) this.fault('out-of-range', 'duration', at, `is ${digit}, allowed: 0 to 5`, '5');
    return (1 << (digit < 0 ? 2 : Math.min(digit, 5))) as Duration;
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
