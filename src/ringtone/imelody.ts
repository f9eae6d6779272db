/**
 * iMelody, the tunes of EMS and of Ericsson, Siemens and Motorola phones.
 *
 *   BEGIN:IMELODY CR LF  VERSION:1.2 CR LF  FORMAT:CLASS1.0 CR LF
 *   [NAME:text] [COMPOSER:text] [BEAT:25..900] [STYLE:S0|S1|S2] [VOLUME:V0..V15] [COPYRIGHT:text]
 *   MELODY:melody CR LF  END:IMELODY CR LF
 *
 *   note      [ "*" 0..8 ] [ "#" | "&" ] a..g  0..5 [ "." | ":" | ";" ]     0 full ... 5 1/32; dotted, double dotted, 2/3
 *   silence   "r" 0..5 [ "." | ":" | ";" ]
 *   repeat    "(" element... "@" count [ "V+" | "V-" ] ")"                  count 0: for ever; no nesting
 *   volume    "V" 0..15 | "V+" | "V-"
 *   others    ledon ledoff vibeon vibeoff backon backoff
 *
 * `*3` has A = 440 Hz and is octave 4 of a Tune; a note without a prefix is in `*4`, whatever came before: so the text says, so
 * gammu writes and Qualcomm's player reads. Sonivox (Android) and Tizen let a prefix hold until the next one, and play what
 * follows a prefixed note in the wrong octave.
 *
 * `@n` repeats n times after the first: it plays n + 1 times. The text does not say so, but Sonivox and Qualcomm's player both
 * do that. It is also what `loops` of a Tune means, so a repeat around the whole melody becomes `loops`.
 *
 * A repeat around all notes becomes `loops`, if every pass sounds like the first and there are no more than 14; all others are
 * played out, an endless one once.
 *
 * Sources: iMelody 1.2; iMelody 1.0 in Ericsson's manuals; Sonivox (eas_imelody.c) and Qualcomm (audimy.c) where it is silent;
 * gammu for the order of lines.
 * @module
 */
import { quote } from '../bytes/quote.js';
import { DEFAULT_VOLUME } from './imelody-format.js';
import { type MelodyEvent, NotationReader, type Passage } from './imelody-notation.js';
import type { TuneTextOptions } from './issues.js';
import { DEFAULT_BEAT } from './melody-object.js';
import { FASTEST_TEXT_BPM, SLOWEST_TEXT_BPM } from './tempo.js';
import { type Note, STYLES, type Style, type Tune } from './tune.js';

/**
 * Parses iMelody 1.2 and 1.0. VOLUME and volume changes become `volume` of the next note, flats become sharps. A repeat of the whole melody that
 * sounds the same each time becomes `loops`, up to 14; all other repeats are expanded into notes. An endless repeat of only a part of the melody is
 * played once, and reported. Lights, vibration, composer and copyright are reported as `dropped`.
 *
 * Option `lenient`: accept every text that has a MELODY line.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `iMelody/note[3]/octave`, its offset
 *   the index of the offending character.
 * @throws LimitError `limit-exceeded` above `tuneCharacters`, or above `tuneNotes` with expanded repeats.
 * @throws TypeError when `text` is not a string.
 * @example
 * ```ts
 * import { formatRtx, parseImelody } from 'handset/ringtone';
 *
 * const text = 'BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\nMELODY:(&d2*3a3.@2)\r\nEND:IMELODY\r\n';
 * formatRtx(parseImelody(text)); // -> ':d=4,o=5,b=120,s=N,l=2:c#,8a4.'
 * ```
 */
export function parseImelody(text: string, options?: TuneTextOptions): Tune {
  return new ImelodyReader('iMelody', text, options).read();
}

/** Lines that have to be there. */
const REQUIRED = { VERSION: 'a usual one', FORMAT: 'a usual one' };

/** Reads the lines and the notation, and plays the passages with the volume that is in force. */
class ImelodyReader extends NotationReader {
  #tempoBpm = DEFAULT_BEAT;
  #style: Style = 'N';
  #loops = 0;
  #volume = DEFAULT_VOLUME;
  /** Whether the next note has to name the volume, and where one changed in the melody. */
  #isChanged = false;
  #changedAt = -1;

  read(): Tune {
    this.readLines(REQUIRED);
    this.#play(this.readPassages());
    return { title: this.title, tempoBpm: this.#tempoBpm, style: this.#style, loops: this.#loops, notes: this.notes };
  }

  // Lines

  protected readLine(key: string, value: string, at: number, keyAt: number): boolean {
    if (key === 'BEAT') this.#readBeat(value, at);
    else if (key === 'STYLE') this.#readStyle(value, at);
    else if (key === 'VOLUME') this.#readLineVolume(value, at);
    else if (key === 'VERSION') this.expectOneOf(['1.2', '1.0'], value, at);
    else if (key === 'FORMAT') this.expectOneOf(['CLASS1.0'], value, at);
    else if (key === 'COMPOSER' || key === 'COPYRIGHT') {
      this.note('dropped', '', keyAt, `a tune has no ${key.toLowerCase()}`, 'nothing');
    } else return false;
    return true;
  }

  #readStyle(value: string, at: number): void {
    const style = /^S[0-2]$/.test(value) ? STYLES[Number(value[1])] : undefined;
    if (style === undefined) this.fault('missing-value', '', at, `${quote(value, 20)} where S0, S1 or S2 should be`, 'S0');
    this.#style = style ?? 'N';
  }

  #readBeat(value: string, at: number): void {
    const bpm = /^[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
    this.#tempoBpm = Math.min(FASTEST_TEXT_BPM, Math.max(SLOWEST_TEXT_BPM, bpm ?? DEFAULT_BEAT));
    if (bpm === this.#tempoBpm) return;
    this.fault('out-of-range', '', at, `is ${quote(value, 20)}, allowed: 25 to 900`, String(this.#tempoBpm));
  }

  /** VOLUME may be relative too: to the volume of the phone. */
  #readLineVolume(value: string, at: number): void {
    const volume = value === 'V+' ? DEFAULT_VOLUME + 1 : value === 'V-' ? DEFAULT_VOLUME - 1 : readVolume(value);
    if (volume === undefined || volume > 15) {
      const assumed = volume === undefined ? 'no volume' : '15';
      this.fault('out-of-range', '', at, `is ${quote(value, 20)}, allowed: V0 to V15`, assumed);
    }
    this.#isChanged = volume !== undefined;
    this.#volume = Math.min(15, volume ?? DEFAULT_VOLUME);
  }

  // Passages

  /** Plays all passages of a melody. @throws LimitError `limit-exceeded` past `tuneNotes`. */
  #play(passages: readonly Passage[]): void {
    const sounding = passages.filter(({ events }) => events.some(({ kind }) => kind === 'note'));
    const isWhole = sounding.length === 1;
    for (const passage of passages) {
      if (passage.count === undefined) this.#playOnce(passage.events);
      else if (isWhole && passage === sounding[0]) this.#playWhole(passage);
      else this.#playOut(passage);
    }
    if (this.#isChanged && this.#changedAt >= 0) {
      this.note('unused-control', 'volume', this.#changedAt, 'no note follows', 'no change');
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
      const reason = 'the volume of an endless repeat is another on each pass';
      this.note('approximated', 'repeat', at, reason, 'that of the first');
    }
    if (isSteady ? count <= 14 : count === 0) {
      this.#playOnce(events);
      this.#loops = count === 0 ? 15 : count;
    } else this.#playOut(passage);
  }

  #volumeAfter(events: readonly MelodyEvent[]): number {
    let volume = this.#volume;
    for (const event of events) if (event.kind === 'volume') volume = changed(volume, event.to, event.by);
    return volume;
  }

  #playOut({ events, count, step, at }: Passage): void {
    if (count === 0) {
      const reason = 'an endless repeat that is not all of the melody';
      this.note('approximated', 'repeat', at, reason, 'played once');
    }
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
    this.beginNote(at);
    this.notes.push(this.#isChanged ? { ...note, volume: this.#volume } : note);
    this.#isChanged = false;
    this.noteIndex = -1;
  }
}

/** The number after "V", of one or two digits. */
function readVolume(value: string): number | undefined {
  return /^V[0-9]{1,2}$/.test(value) ? Number(value.slice(1)) : undefined;
}

/** A volume that changes to a value, or by a step. */
function changed(volume: number, to: number | undefined, by: number): number {
  return to ?? Math.min(15, Math.max(0, volume + by));
}
