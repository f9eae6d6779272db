/**
 * Tunes as Nokia ringing tones (Smart Messaging), to be sent to port 1581.
 *
 *   tempo [style] [volume] [scale] note | [tempo] [style] [volume] [scale] note | ...
 *
 * Writing is canonical: the tempo first, style unless natural, a volume only when given, a scale before the first note that
 * sounds and wherever it changes, none before a pause. Reading gives the shortest description of what is heard: a note names
 * a tempo, style or volume only where it differs from the one in force. So a tune with tempos of the table and no such
 * repetition comes back equal; other tempos come back rounded.
 *
 * Source: Nokia Smart Messaging, ringing tone; gammu, gnokii and ringtonetools where it is silent.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { EncodeError } from '../errors.js';
import { MAX_PATTERNS, repeatedPatterns, type State, type Step, sequenceLength } from './nokia-patterns.js';
import { checkTitle, expectSongEnd, openSong } from './nokia-song.js';
import {
  MAX_INSTRUCTIONS,
  MAX_TITLE,
  NOTE,
  noteCode,
  patternBits,
  readArgument,
  readSong,
  SCALE,
  STYLE,
  stateCode,
  TEMPO,
  VOLUME,
  type WirePattern,
  writeSong,
} from './nokia-wire.js';
import { checkPlayable, DEFAULT_TEMPO_BPM, TEMPO_TABLE, type TempoRounding, tempoCode } from './tempo.js';
import {
  badField,
  checkTune,
  countHalvings,
  type Duration,
  makeNote,
  makePause,
  type Note,
  PITCHES,
  STYLES,
  type Style,
  type Tune,
} from './tune.js';
import { TuneBuilder } from './tune-builder.js';

/** Options of {@link encodeNokiaRingtone}. */
export interface NokiaRingtoneOptions {
  /** How a tempo outside `TEMPO_TABLE` is rounded: `nearest` by default, or `up`, as gammu and gnokii do. */
  readonly tempo?: TempoRounding;
  /** Whether a title of more than 15 characters is refused (default) or cut. */
  readonly title?: 'refuse' | 'cut';
  /** Whether pauses before the first note are kept (default) or dropped, as gammu and gnokii do. */
  readonly leadingPauses?: 'keep' | 'drop';
  /**
   * `repeat` writes repeated passages as patterns, if that makes the tune shorter; decoding gives the same notes. It has no effect on a tune with
   * loops, which belong to its only pattern. `none` by default, since it is unknown which phones support it.
   */
  readonly patterns?: 'none' | 'repeat';
}

/**
 * Options of {@link decodeNokiaRingtone}. With `lenient`, it accepts a title in UCS-2, control characters in a title, octets after the command,
 * filler bits that are not 0, a missing command end, and a pattern without instructions that was not defined before (gammu writes one for a tune of
 * which it understood nothing).
 */
export type DecodeNokiaOptions = DecodeOptions;

/** Scale of a tune that names none: gammu and ringtonetools say 01, gnokii 00. We always write one. */
const DEFAULT_SCALE = 1;

/**
 * Encodes a tune as a ringing tone command (Nokia Smart Messaging 3.0), for port 5505. A tune of more than 255 instructions takes up to four
 * patterns; its loops are then written as that many more uses of the patterns.
 * @throws EncodeError `bad-value` naming a field out of its range (tempos from 20 to 1080 bpm are rounded into the table);
 *   `too-long` for the title or for more than 1020 instructions; `unencodable` for a title character outside ISO 8859-1 (its
 *   index is the offset) and for an endless loop over several patterns.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeNokiaRingtone, parseRtttl } from 'handset/ringtone';
 *
 * toHex(encodeNokiaRingtone(parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6')));
 * // -> '024A3A554DA5C995B804000F1C92282A830851120000'
 * ```
 */
export function encodeNokiaRingtone(tune: Tune, options: NokiaRingtoneOptions = {}): Uint8Array {
  requireObject(tune, 'tune');
  checkTune(tune);
  const title = options.title === 'cut' ? tune.title.slice(0, MAX_TITLE) : tune.title;
  checkTitle(title, false);
  const { patterns = 'none' } = options;
  if (patterns !== 'none' && patterns !== 'repeat') throw badField('patterns', patterns, 'none or repeat');
  const opening = findOpening(tune, options);
  // The loops of a tune belong to its only pattern.
  const steps: Step[] | undefined = patterns === 'repeat' && tune.loops === 0 ? [] : undefined;
  const codes = listCodes(tune, opening, steps);
  return writeSong({
    isTemporary: false,
    isUnicode: false,
    title,
    patterns: (steps && findRepeats(opening, steps, codes)) ?? arrange(codes, tune.loops),
  });
}

/** How a tune begins, and what the options make of it. */
interface Opening {
  readonly rounding: TempoRounding;
  /** Pauses before it are left out; what they set holds. */
  readonly firstNote: number;
  /** What the tune itself sets. */
  readonly start: State;
  /** The instructions that say so. */
  readonly head: readonly number[];
}

function findOpening(tune: Tune, options: NokiaRingtoneOptions): Opening {
  const rounding = options.tempo ?? 'nearest';
  const firstNote = options.leadingPauses === 'drop' ? countLeadingPauses(tune.notes) : 0;
  const tempo = checkedTempoCode('tempoBpm', tune.tempoBpm, rounding);
  const style = STYLES.indexOf(tune.style);
  const head = [stateCode(TEMPO, tempo)];
  if (namesStyle(tune, firstNote)) head.push(stateCode(STYLE, style));
  return { rounding, firstNote, start: { tempo, style, volume: -1, scale: -1 }, head };
}

/** All instructions of one pass, left-aligned; its steps are added to those given. */
function listCodes({ notes }: Tune, { rounding, firstNote, start, head }: Opening, steps: Step[] | undefined): number[] {
  let { tempo, style, volume, scale } = start;
  const codes = head.slice();
  for (let i = 0; i < notes.length; i++) {
    const note = notes[i] as Note;
    if (note.tempoBpm !== undefined) {
      const next = checkedTempoCode(`notes[${i}].tempoBpm`, note.tempoBpm, rounding);
      if (next !== tempo) codes.push(stateCode(TEMPO, next));
      tempo = next;
    }
    if (note.style !== undefined) {
      const next = STYLES.indexOf(note.style);
      if (next !== style) codes.push(stateCode(STYLE, next));
      style = next;
    }
    if (note.volume !== undefined) {
      if (note.volume !== volume) codes.push(stateCode(VOLUME, note.volume));
      volume = note.volume;
    }
    if (i < firstNote) continue;
    const sounds = note.pitch !== null;
    if (note.pitch !== null) {
      const next = note.octave - 4;
      if (next !== scale) codes.push(stateCode(SCALE, next));
      scale = next;
    }
    const code = codeNote(note);
    codes.push(code);
    steps?.push({ tempo, style, volume, scale, code, sounds });
  }
  return codes;
}

function countLeadingPauses(notes: readonly Note[]): number {
  const first = notes.findIndex((note) => note.pitch !== null);
  return first < 0 ? notes.length : first;
}

/**
 * Whether the tune's own style needs an instruction. Natural is what a phone starts with, but not what it is left with when
 * the tune repeats; and ahead of another style at the first note it shows a reader that the tune itself is natural.
 */
function namesStyle(tune: Tune, firstNote: number): boolean {
  if (tune.style !== 'N') return true;
  const { notes } = tune;
  const end = tune.loops > 0 ? notes.length : Math.min(notes.length, firstNote + 1);
  for (let i = 0; i < end; i++) {
    const { style } = notes[i] as Note;
    if (style !== undefined && style !== 'N') return true;
  }
  return false;
}

function checkedTempoCode(field: string, bpm: number, rounding: TempoRounding): number {
  checkPlayable(field, bpm);
  return tempoCode(bpm, rounding);
}

/** Patterns with what repeats in the tune, when they take fewer bits than its instructions in a row. */
function findRepeats({ head, start }: Opening, steps: readonly Step[], codes: readonly number[]): WirePattern[] | undefined {
  const plain = codes.length <= MAX_PATTERNS * MAX_INSTRUCTIONS ? patternBits(arrange(codes, 0)) : Number.POSITIVE_INFINITY;
  return repeatedPatterns(head, start, steps, plain);
}

/** The instruction of a note or pause itself. */
function codeNote(note: Note): number {
  const value = note.pitch === null ? 0 : PITCHES.indexOf(note.pitch) + 1;
  return noteCode(value, countHalvings(note.duration), note.twoThirds === true ? 3 : note.dots);
}

/** Distributes the instructions over patterns. */
function arrange(codes: readonly number[], loops: number): WirePattern[] {
  if (codes.length <= MAX_INSTRUCTIONS) return [{ id: 0, loop: loops, codes }];
  if (codes.length > MAX_PATTERNS * MAX_INSTRUCTIONS) {
    const message = `need ${codes.length} instructions, at most ${MAX_PATTERNS * MAX_INSTRUCTIONS}`;
    throw new EncodeError('too-long', 'notes', undefined, message);
  }
  if (loops === 15) {
    const message = `${codes.length} instructions take several patterns, which cannot repeat without end`;
    throw new EncodeError('unencodable', 'loops', undefined, message);
  }
  const patterns: WirePattern[] = [];
  for (let from = 0; from < codes.length; from += MAX_INSTRUCTIONS) {
    patterns.push({ id: patterns.length, loop: 0, codes: codes.slice(from, from + MAX_INSTRUCTIONS) });
  }
  const again = patterns.map(({ id }) => ({ id, loop: 0, codes: [] }));
  for (let i = 0; i < loops; i++) patterns.push(...again);
  return patterns;
}

/**
 * Decodes a ringing tone command (Nokia Smart Messaging 3.0). The loop of a single pattern becomes `loops`, and so does the repetition of a whole
 * sequence of patterns; any other loop is expanded into notes, an endless one among several patterns once.
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` for a reserved or unsupported value.
 * @throws LimitError `limit-exceeded` above `tuneNotes` notes, with expanded loops.
 * @throws TypeError when `octets` is not a Uint8Array.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeNokiaRingtone, formatRtttl } from 'handset/ringtone';
 *
 * const tune = decodeNokiaRingtone(fromHex('024A3A554DA5C995B804000F1C92282A830851120000'));
 * formatRtttl(tune); // -> 'Siren:d=4,o=5,b=125:c,e,g,2c6'
 * ```
 */
export function decodeNokiaRingtone(octets: Uint8Array, options: DecodeNokiaOptions = {}): Tune {
  const reader = openSong(octets);
  const reading = Reading.of(options);
  const { title, patterns } = readSong(reader, reading, true);
  expectSongEnd(reader, reading);
  const player = new Player(reading, DEFAULT_TEMPO_BPM);
  const loops = play(player, patterns);
  return player.tune(title, loops);
}

/** Plays the patterns; returns the loops that are left to the tune. */
function play(player: Player, patterns: readonly WirePattern[]): number {
  const [only] = patterns;
  if (only !== undefined && patterns.length === 1) {
    player.playPass(only.codes);
    return only.loop;
  }
  const length = sequenceLength(patterns);
  const loops = length === 0 ? 0 : patterns.length / length - 1;
  const defined: (readonly number[])[] = [[], [], [], []];
  for (const { id, loop, codes } of patterns.slice(0, length)) {
    if (codes.length > 0) defined[id] = codes;
    const playing = defined[id] as readonly number[];
    const passes = loop === 15 ? 1 : loop + 1;
    for (let pass = 0; pass < passes; pass++) {
      // A pass without a note leaves the same state each time.
      if (!player.playPass(playing)) break;
    }
  }
  return loops;
}

/** Carries out instructions. The tune has the tempo and the style that were set first, before its first note. */
class Player extends TuneBuilder {
  #octave = DEFAULT_SCALE + 4;

  /** Carries out the instructions once; whether any was a note. */
  playPass(codes: readonly number[]): boolean {
    const before = this.notes.length;
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i] as number;
      if (code >> 9 === NOTE) this.#playNote(code);
      else this.#setState(code >> 9, readArgument(code));
    }
    return this.notes.length > before;
  }

  #setState(id: number, argument: number): void {
    const isFirst = this.notes.length === 0;
    if (id === SCALE) this.#octave = argument + 4;
    else if (id === VOLUME) this.volume = argument;
    else if (id === TEMPO) {
      const tempo = TEMPO_TABLE[argument] as number;
      if (isFirst && this.tuneTempo === undefined) this.setTuneTempo(tempo);
      else this.tempo = tempo;
    } else {
      const style = STYLES[argument] as Style;
      if (isFirst && this.tuneStyle === undefined) this.setTuneStyle(style);
      else this.style = style;
    }
  }

  #playNote(code: number): void {
    const value = (code >> 5) & 15;
    const duration = (1 << ((code >> 2) & 7)) as Duration;
    const specifier = code & 3;
    const isTwoThirds = specifier === 3;
    const dots = (isTwoThirds ? 0 : specifier) as 0 | 1 | 2;
    const note =
      value === 0 ? makePause(duration, dots, isTwoThirds) : makeNote(value - 1, this.#octave, duration, dots, isTwoThirds);
    this.add(note, 'ringing-tone/notes', undefined);
  }
}
