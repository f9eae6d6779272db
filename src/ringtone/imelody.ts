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
 * Sources: iMelody 1.2; iMelody 1.0 in Ericsson's manuals; Sonivox (eas_imelody.c) and Qualcomm (audimy.c) where it is silent;
 * gammu for the order of lines.
 * @module
 */
import { DecodeError, EncodeError, LimitError } from '../errors.js';
import type { Issue, IssueCode, TuneTextOptions } from './issues.js';
import { behindBreak, Complaints, type MelodyLine, melodyLines } from './melody-lines.js';
import { badField, checkTune, type Duration, isWhole, type Note, type Octave, PITCHES, type Style, type Tune } from './tune.js';

/** Tempo of a melody that names none, in quarter notes per minute (iMelody 1.2; Sonivox). */
export const DEFAULT_BEAT = 120;

/** Volume that V+ and V- start from when none is named (iMelody 1.2). */
const DEFAULT_VOLUME = 7;

/** How to write a melody. */
export interface ImelodyOptions {
  /** '1.2' (default), or '1.0' of the Ericsson R320 and T39, which gammu writes without NAME, BEAT and STYLE. */
  readonly version?: '1.2' | '1.0';
  /** Whether to write the title; default for 1.2 only. */
  readonly name?: boolean;
  /** Leaves out what the text has no form for, a tempo or style that changes inside, instead of refusing the tune. */
  readonly lossy?: boolean;
  /** Called for everything that `lossy` changed; the index is that of the note. */
  readonly onIssue?: (issue: Issue) => void;
}

/**
 * iMelody text of a tune, lines ending in CR LF. A title goes to NAME, the first note's volume to VOLUME, `loops` to a repeat
 * around the melody.
 * @throws EncodeError `unencodable` for a line break in the title, a tempo or style that changes inside the tune, a repeated
 *   tune whose volume changes but which does not begin with one, no notes at all; `bad-value` for a field out of its range
 *   (the tempo is a whole number from 25 to 900).
 */
export function formatImelody(tune: Tune, options: ImelodyOptions = {}): string {
  const { version = '1.2', name = version === '1.2' } = options;
  if (version !== '1.2' && version !== '1.0') throw badField('version', version, '1.2 or 1.0');
  checkTune(tune);
  checkBeat('tempoBpm', tune.tempoBpm);
  if (tune.notes.length === 0) throw new EncodeError('unencodable', 'notes', undefined, 'a melody needs at least one note');
  const title = name ? tune.title : '';
  const breakAt = title.search(/[\r\n]/);
  if (breakAt >= 0) throw new EncodeError('unencodable', 'title', breakAt, 'a line break would end the title');
  const { melody, volume } = imelodyMelody(tune, options);
  return imelodyText({ version, title, tempoBpm: tune.tempoBpm, style: tune.style, volume, melody });
}

/** What stands in the lines of a melody object. */
export interface ImelodyParts {
  readonly version?: '1.2' | '1.0';
  /** Left out when empty. */
  readonly title?: string;
  readonly tempoBpm?: number | undefined;
  readonly style?: Style | undefined;
  readonly volume?: number | undefined;
  readonly melody: string;
}

/** The lines of a melody object. */
export function imelodyText({ version = '1.2', title = '', tempoBpm, style, volume, melody }: ImelodyParts): string {
  const lines = ['BEGIN:IMELODY', `VERSION:${version}`, 'FORMAT:CLASS1.0'];
  if (title !== '') lines.push(`NAME:${title}`);
  if (tempoBpm !== undefined) lines.push(`BEAT:${tempoBpm}`);
  if (style !== undefined) lines.push(`STYLE:S${STYLES.indexOf(style)}`);
  if (volume !== undefined) lines.push(`VOLUME:V${volume}`);
  lines.push(`MELODY:${melody}`, 'END:IMELODY', '');
  return lines.join('\r\n');
}

/** A note or silence in the melody, without its volume. */
export function imelodyNote(note: Note): string {
  const length = `${31 - Math.clz32(note.duration)}${note.twoThirds === true ? ';' : (DOTS[note.dots] as string)}`;
  if (note.pitch === null) return `r${length}`;
  const letter = note.pitch.length === 2 ? `#${note.pitch[0]}` : note.pitch;
  return `${note.octave === DEFAULT_OCTAVE ? '' : `*${note.octave - 1}`}${letter}${length}`;
}

/**
 * Checks a tempo.
 * @throws EncodeError `bad-value` when it is no whole number from 25 to 900.
 */
export function checkBeat(field: string, bpm: number): void {
  if (!isWhole(bpm, 25, 900)) throw badField(field, bpm, 'a whole number from 25 to 900');
}

/** Octave of a note without prefix: *4, A = 880 Hz. */
const DEFAULT_OCTAVE = 5;

/** Styles by number. */
const STYLES: readonly Style[] = ['N', 'C', 'S'];

/** What follows the length of a note with that many dots. */
const DOTS: readonly string[] = ['', '.', ':'];

function checkConstant(tune: Tune, { lossy, onIssue }: ImelodyOptions): void {
  for (let i = 0; i < tune.notes.length; i++) {
    const { tempoBpm, style } = tune.notes[i] as Note;
    const drop = (name: string, value: number | Style) => {
      const message = `${name} ${value} from here on; one melody has one ${name}`;
      if (lossy !== true) throw new EncodeError('unencodable', `notes[${i}].${name}`, undefined, message);
      onIssue?.({ code: 'dropped', index: i, message, assumed: 'no change' });
    };
    if (tempoBpm !== undefined) checkBeat(`notes[${i}].tempoBpm`, tempoBpm);
    if (tempoBpm !== undefined && tempoBpm !== tune.tempoBpm) drop('tempoBpm', tempoBpm);
    if (style !== undefined && style !== tune.style) drop('style', style);
  }
}

/**
 * The melody of a tune that has notes, and the volume that it begins with. A repeat goes on with the volume that it ended with,
 * unless the first thing in it is a volume.
 * @throws EncodeError `unencodable` as {@link formatImelody}.
 */
export function imelodyMelody(tune: Tune, options: ImelodyOptions): { melody: string; volume: number | undefined } {
  checkConstant(tune, options);
  const { notes, loops } = tune;
  const { lossy, onIssue } = options;
  let first = (notes[0] as Note).volume;
  const isVolumeInside = loops > 0 && notes.some(({ volume }, i) => i > 0 && volume !== undefined);
  if (isVolumeInside && first === undefined) {
    const message = 'a repeated melody that changes its volume has to begin with one';
    if (lossy !== true) throw new EncodeError('unencodable', 'notes[0].volume', undefined, message);
    first = DEFAULT_VOLUME;
    onIssue?.({ code: 'approximated', index: 0, message, assumed: `volume ${first}` });
  }
  const pieces: string[] = [];
  if (isVolumeInside) pieces.push(`V${first}`);
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i] as Note;
    if (i > 0 && note.volume !== undefined) pieces.push(`V${note.volume}`);
    pieces.push(imelodyNote(note));
  }
  const once = pieces.join('');
  const melody = loops === 0 ? once : `(${once}@${loops === 15 ? 0 : loops})`;
  return { melody, volume: isVolumeInside ? undefined : first };
}

/**
 * Reads a tune from iMelody. VOLUME and volumes become `volume` of the next note, flats become sharps. A repeat around the whole
 * melody that sounds the same each time becomes `loops` (more than 14 of them are played out, as all other repeats are); an
 * endless repeat that something goes before or after is played once and reported.
 * Lights, vibration, the composer and the copyright are reported as dropped.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `iMelody/note[3]/octave`, its offset
 *   the index of the offending character. In lenient mode only a text without a MELODY line is refused.
 * @throws LimitError `limit-exceeded` past `tuneCharacters`, or past `tuneNotes` with repeats played out.
 * @throws TypeError when `text` is not a string.
 */
export function parseImelody(text: string, options: TuneTextOptions = {}): Tune {
  if (typeof text !== 'string') throw new TypeError('iMelody is a string');
  const complaints = new Complaints('iMelody', text, options);
  const lines = melodyLines(text, 'IMELODY', complaints);
  const header = readHeader(text, lines, complaints);
  const { melody } = header;
  if (melody === undefined) throw new DecodeError('truncated', 'iMelody/MELODY', text.length, 'no MELODY line');
  const player = new Player(header.volume, complaints);
  new MelodyReader(text, melody.valueAt, melody.valueEnd, complaints).read(player);
  const { title, tempoBpm, style } = header;
  return { title, tempoBpm, style, loops: player.loops, notes: player.notes };
}

interface Header {
  title: string;
  tempoBpm: number;
  style: Style;
  volume: number | undefined;
  melody: MelodyLine | undefined;
}

function readHeader(text: string, lines: readonly MelodyLine[], complaints: Complaints): Header {
  const header: Header = { title: '', tempoBpm: DEFAULT_BEAT, style: 'N', volume: undefined, melody: undefined };
  const seen = new Set<string>();
  for (const line of lines) {
    const { key, keyAt, valueAt, valueEnd } = line;
    const field = `iMelody/${key}`;
    if (key === '') {
      complaints.fault('junk', 'iMelody', keyAt, 'a line without a keyword', 'nothing');
      continue;
    }
    if (seen.has(key)) complaints.fault('repeated-key', field, keyAt, 'given twice', 'the later line');
    seen.add(key);
    const value = key === 'MELODY' ? '' : text.slice(valueAt, valueEnd);
    if (key === 'MELODY') header.melody = line;
    else if (key === 'NAME') header.title = value;
    else if (key === 'BEAT') header.tempoBpm = beatOf(value, valueAt, complaints);
    else if (key === 'STYLE') {
      const style = /^S[0-2]$/.test(value) ? STYLES[Number(value[1])] : undefined;
      if (style === undefined)
        complaints.fault('missing-value', field, valueAt, `${shown(value)} where S0, S1 or S2 should be`, 'S0');
      header.style = style ?? 'N';
    } else if (key === 'VOLUME') header.volume = volumeOf(value, valueAt, complaints);
    else if (key === 'VERSION' || key === 'FORMAT') {
      const allowed = key === 'VERSION' ? ['1.2', '1.0'] : ['CLASS1.0'];
      if (!allowed.includes(value)) {
        complaints.fault(
          'out-of-range',
          field,
          valueAt,
          `is ${shown(value)}, allowed: ${allowed.join(' or ')}`,
          allowed[0] as string,
        );
      }
    } else if (key === 'COMPOSER' || key === 'COPYRIGHT') {
      complaints.report('dropped', keyAt, `a tune has no ${key.toLowerCase()}`, 'nothing');
    } else complaints.report('unknown-key', keyAt, `the keyword ${key} is not known`, 'nothing');
  }
  for (const key of ['VERSION', 'FORMAT']) {
    if (!seen.has(key)) complaints.missing(`iMelody/${key}`, lines[0]?.keyAt ?? text.length, `no ${key} line`, 'a usual one');
  }
  return header;
}

function beatOf(value: string, at: number, complaints: Complaints): number {
  const bpm = /^[0-9]{1,9}$/.test(value) ? Number(value) : -1;
  if (bpm >= 25 && bpm <= 900) return bpm;
  const assumed = bpm < 0 ? DEFAULT_BEAT : bpm < 25 ? 25 : 900;
  complaints.fault('out-of-range', 'iMelody/BEAT', at, `is ${shown(value)}, allowed: 25 to 900`, String(assumed));
  return assumed;
}

/** VOLUME may be relative too: to what the phone plays at anyhow. */
function volumeOf(value: string, at: number, complaints: Complaints): number | undefined {
  if (value === 'V+') return DEFAULT_VOLUME + 1;
  if (value === 'V-') return DEFAULT_VOLUME - 1;
  const volume = /^V[0-9]{1,2}$/.test(value) ? Number(value.slice(1)) : -1;
  if (volume >= 0 && volume <= 15) return volume;
  const assumed = volume < 0 ? 'no volume' : '15';
  complaints.fault('out-of-range', 'iMelody/VOLUME', at, `is ${shown(value)}, allowed: V0 to V15`, assumed);
  return volume < 0 ? undefined : 15;
}

function shown(value: string): string {
  return JSON.stringify(value.length > 20 ? `${value.slice(0, 20)}...` : value);
}

/** A note, or a change of the volume: to `to`, or by `by`. */
type Event =
  | { readonly kind: 'note'; readonly note: Note; readonly at: number }
  | { readonly kind: 'volume'; readonly to: number | undefined; readonly by: number; readonly at: number };

/** Events that are played once, or a repeat: `count` times again, each time followed by a step of the volume. */
interface Passage {
  readonly events: Event[];
  readonly count: number | undefined;
  readonly step: number;
  readonly at: number;
}

/** Turns passages into notes. */
class Player {
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
    const first = events[0] as Event;
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

  #volumeAfter(events: readonly Event[]): number {
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

  #playOnce(events: readonly Event[]): void {
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

const SHARP = 0x23;
const FLAT = 0x26;
const OPEN = 0x28;
const CLOSE = 0x29;
const STAR = 0x2a;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const AT = 0x40;
const CAPITAL_V = 0x56;
const A = 0x61;
const G = 0x67;
const R = 0x72;

/** Position in PITCHES of the letters a to g. */
const SEMITONES: readonly number[] = [9, 11, 0, 2, 4, 5, 7];

/** Notes without a sharp, and those without a flat. */
const NO_SHARP: readonly number[] = [4, 11];
const NO_FLAT: readonly number[] = [0, 5];

/** What a melody says to the phone's lights and motor. */
const SIGNALS = ['ledon', 'ledoff', 'vibeon', 'vibeoff', 'backon', 'backoff'] as const;

/** One pass over the melody; every step moves `at` forward. */
class MelodyReader {
  readonly #text: string;
  readonly #end: number;
  readonly #complaints: Complaints;
  #at: number;
  #notes = 0;
  readonly #passages: Passage[] = [];
  #events: Event[] = [];
  /** Where the open repeat begins, or -1. */
  #openAt = -1;

  constructor(text: string, start: number, end: number, complaints: Complaints) {
    this.#text = text;
    this.#at = start;
    this.#end = end;
    this.#complaints = complaints;
  }

  read(player: Player): void {
    while (this.#at < this.#end) this.#readElement();
    if (this.#openAt >= 0) {
      this.#fault('repeat', this.#openAt, 'a repeat without an end', 'no repeat');
    }
    this.#finish(undefined, 0, this.#end);
    if (this.#notes === 0) {
      const message = 'not a single note';
      if (!this.#complaints.lenient) throw new DecodeError('truncated', 'iMelody/note[0]', this.#end, message);
      this.#complaints.report('no-notes', this.#end, message, 'an empty tune');
    }
    player.play(this.#passages);
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
      const sign = this.#at < this.#end ? this.#code() : 0;
      if (sign === PLUS || sign === MINUS) {
        step = sign === PLUS ? 1 : -1;
        this.#at++;
      } else this.#at = volumeAt;
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

  #finish(count: number | undefined, step: number, at: number): void {
    if (this.#events.length > 0) this.#passages.push({ events: this.#events, count, step, at });
    this.#events = [];
  }

  #readVolume(): void {
    const at = this.#at++;
    const sign = this.#at < this.#end ? this.#code() : 0;
    if (sign === PLUS || sign === MINUS) {
      this.#at++;
      this.#events.push({ kind: 'volume', to: undefined, by: sign === PLUS ? 1 : -1, at });
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
    let octave: number | undefined;
    if (this.#code() === STAR) {
      this.#at++;
      const prefix = this.#readNumber(1);
      if (prefix < 0)
        complaints.fault('missing-value', `${field}/octave`, start, `${this.#shown()} where 0 to 8 should be`, '4');
      else octave = this.#octaveOf(prefix, field);
    }
    const signAt = this.#at;
    const sign = this.#at < this.#end && (this.#code() === SHARP || this.#code() === FLAT) ? this.#code() : 0;
    if (sign !== 0) this.#at++;
    const letterAt = this.#at;
    const code = letterAt < this.#end ? this.#code() : 0;
    const letter = code | 0x20;
    if (letter !== R && (letter < A || letter > G)) {
      if (this.#at < this.#end) this.#at++;
      complaints.fault(
        'unknown-letter',
        `${field}/pitch`,
        letterAt,
        `${this.#shown(letterAt)} where a note should be`,
        'nothing',
      );
      return;
    }
    this.#at++;
    if (code !== letter) complaints.fault('letter-case', `${field}/pitch`, letterAt, 'a note in upper case', 'the note');
    const length = this.#readLength(field);
    this.#notes++;
    if (letter === R) {
      if (letterAt > start) complaints.fault('junk', field, start, 'a silence with an octave or a sign', 'the silence');
      this.#events.push({ kind: 'note', note: { pitch: null, octave: null, ...length }, at: start });
      return;
    }
    let semitone = SEMITONES[letter - A] as number;
    const impossible = sign === SHARP ? NO_SHARP : sign === FLAT ? NO_FLAT : [];
    if (impossible.includes(semitone)) {
      complaints.fault('impossible-sharp', `${field}/pitch`, signAt, 'no such sharp or flat exists', 'the next semitone');
    }
    semitone += sign === SHARP ? 1 : sign === FLAT ? -1 : 0;
    let height = octave ?? DEFAULT_OCTAVE;
    if (semitone === 12 || semitone === -1) {
      // b sharp and c flat lie in the octaves above and below.
      height = this.#octaveOf(height - 1 + (semitone === 12 ? 1 : -1), field);
      semitone = semitone === 12 ? 0 : 11;
    }
    const pitch = PITCHES[semitone] as (typeof PITCHES)[number];
    this.#events.push({ kind: 'note', note: { pitch, octave: height as Octave, ...length }, at: start });
  }

  #octaveOf(prefix: number, field: string): number {
    if (prefix >= 3 && prefix <= 6) return prefix + 1;
    const assumed = prefix < 3 ? 3 : 6;
    const message = `is *${prefix}, and a tune has *3 (A = 440 Hz) to *6`;
    this.#complaints.fault('out-of-range', `${field}/octave`, Math.min(this.#at, this.#end) - 1, message, `*${assumed}`);
    return assumed + 1;
  }

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
    return at < this.#end ? JSON.stringify(String.fromCodePoint(this.#text.codePointAt(at) as number)) : 'the end';
  }
}
