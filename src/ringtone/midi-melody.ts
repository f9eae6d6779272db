/**
 * From the notes of a MIDI file to a tune: one voice, lengths that a tune has, octaves 4 to 7.
 *
 * - Voice. Drums (channel 10) never count. A track whose name says melody, lead, vocal, voice, solo or tune goes first; else, among
 *   the channels with at least half as many notes as the busiest one, the one that is highest on average.
 * - One note at a time. Of notes that begin together the highest counts. A note that begins while another sounds ends that one,
 *   unless it is lower and lies under it for more than half of its own length: then it accompanies and is left out.
 * - Octaves. The tune is moved by as few octaves as bring nine tenths of its notes into 4 to 7 (or as many as can be); the others
 *   follow one by one.
 * - Lengths. A note reaches to the next one when the silence between them is less than a quarter of that distance (players shorten
 *   notes), unless both note and silence have exact lengths. It gets the length nearest to that, or the longest below it and a pause
 *   for the rest. What rounding adds or takes is made up for by the next note, so that the tune keeps its time.
 * - Files that a program wrote from such lengths, nine notes of ten or more, keep them, and pauses are any sum of them: abc2midi
 *   begins every note a tick late, gnokii puts a tick in front of each, which is forgiven instead of made up for, as is a tick that
 *   lacks at a note's end.
 * - A note longer than 1.75 whole notes is struck again; time signatures, keys and instruments mean nothing here.
 *
 * Where text events name the style, which encodeMidi writes, the sounding part of a note gives its exact length.
 * @module
 */
import { DEFAULT_LIMITS, LimitError, type Limits } from '../errors.js';
import type { Issue, IssueCode } from './issues.js';
import { allLengths, type Length, QUARTER, soundingUnits, WHOLE } from './lengths.js';
import { type Change, DRUMS, type MidiFile, styleOf, type Voice } from './midi-file.js';
import { States } from './states.js';
import { type Note, type Octave, PITCHES, type Pitch, type Style, type Tune } from './tune.js';

/** How to choose and report. */
export interface MelodyOptions {
  readonly onIssue?: (issue: Issue) => void;
  /** 1 to 16. */
  readonly channel?: number;
  readonly limits?: Partial<Limits>;
}

/** Tempo before a file names one (SMF 1.0). */
const DEFAULT_BPM = 120;
/** Tempos that a tune can have. */
const TEMPO_RANGE = { lowest: 25, highest: 900 } as const;

/** Keys of c4 and b7. */
const LOWEST = 60;
const HIGHEST = 107;

/** The longest length, and below which no pause is worth its place. */
const LONGEST = 672;
const SHORTEST = 8;
const NEGLIGIBLE = 6;
/** Share of the notes whose lengths are exact that makes a file one of exact lengths. */
const MOSTLY = 0.9;
/** Pauses are looked up in a table up to here; longer ones begin with whole pauses. */
const LONGEST_SPLIT = 2 * WHOLE;

const MELODY_NAME = /melod|lead|vocal|voice|solo|tune/i;

/** @throws LimitError `limit-exceeded` for more than `tuneNotes` notes and pauses. */
export function melodyOf(file: MidiFile, options: MelodyOptions): Tune {
  const losses = new Losses();
  const chosen = chooseVoice(file, options.channel, losses);
  const line = chosen < 0 ? [] : skyline(file, chosen, losses);
  transpose(line, losses);
  const track = file.tracks[file.voices[chosen]?.track ?? 0];
  const clock = new Clock(file, chosen, options.limits?.tuneNotes ?? DEFAULT_LIMITS.tuneNotes, losses);
  clock.play(line, track?.end ?? 0, track?.at ?? 0);
  for (const [what, at] of file.passedOver) losses.note('dropped', at, what, 'nothing');
  if (file.unended >= 0) losses.note('approximated', file.unended, 'a note that nothing ends', 'the end of the track');
  if (line.length === 0) losses.note('no-notes', 0, 'not a single note', 'an empty tune');
  losses.report(options.onIssue);
  return {
    title: file.tracks[0]?.name || track?.name || '',
    tempoBpm: clock.states.tuneTempo ?? DEFAULT_BPM,
    style: clock.states.tuneStyle ?? 'N',
    loops: Math.max(0, file.loops),
    notes: clock.notes,
  };
}

/** One issue for each kind of loss, with the number of cases. */
class Losses {
  readonly #byMessage = new Map<string, { code: IssueCode; index: number; message: string; assumed: string; count: number }>();

  note(code: IssueCode, index: number, message: string, assumed: string, count = 1): void {
    const known = this.#byMessage.get(message);
    if (known !== undefined) known.count += count;
    else this.#byMessage.set(message, { code, index, message, assumed, count });
  }

  report(onIssue: MelodyOptions['onIssue']): void {
    if (onIssue === undefined) return;
    const inOrder = [...this.#byMessage.values()].sort((a, b) => a.index - b.index);
    for (const { code, index, message, assumed, count } of inOrder) {
      onIssue({ code, index, message: count === 1 ? message : `${message} (${count} times)`, assumed });
    }
  }
}

// Voice

/** Index of the voice to follow, -1 when there is none. */
function chooseVoice(file: MidiFile, channel: number | undefined, losses: Losses): number {
  const { voices, tracks } = file;
  const candidates: number[] = [];
  const named: number[] = [];
  let mostNotes = 0;
  for (let i = 0; i < voices.length; i++) {
    const voice = voices[i] as Voice;
    if (voice.notes === 0 || (channel === undefined ? voice.channel === DRUMS : voice.channel !== channel - 1)) continue;
    candidates.push(i);
    if (MELODY_NAME.test(tracks[voice.track]?.name ?? '')) named.push(i);
    mostNotes = Math.max(mostNotes, voice.notes);
  }
  let best = -1;
  let bestMean = -1;
  for (const i of named.length > 0 ? named : candidates) {
    const { notes, keys } = voices[i] as Voice;
    if (notes * 2 < mostNotes && named.length === 0) continue;
    if (keys / notes > bestMean) {
      best = i;
      bestMean = keys / notes;
    }
  }
  reportOthers(file, best, losses);
  return best;
}

function reportOthers({ voices, voiceOf, offsets }: MidiFile, best: number, losses: Losses): void {
  const reported = new Uint8Array(voices.length);
  for (let i = 0; i < voiceOf.length; i++) {
    const voice = voiceOf[i] as number;
    if (voice === best || reported[voice] === 1) continue;
    reported[voice] = 1;
    const { channel, notes } = voices[voice] as Voice;
    const message = channel === DRUMS ? 'a drum' : 'a note of another voice';
    losses.note('dropped', offsets[i] as number, message, 'the melody alone', notes);
  }
}

// One note at a time

interface LineNote {
  key: number;
  on: number;
  off: number;
  readonly at: number;
}

/** The notes of a voice, none overlapping, in the order of time. */
function skyline(file: MidiFile, voice: number, losses: Losses): LineNote[] {
  const { voiceOf, keys, ons, offs, offsets } = file;
  const line: LineNote[] = [];
  let last: LineNote | undefined;
  for (let i = 0; i < voiceOf.length; i++) {
    if (voiceOf[i] !== voice) continue;
    const on = ons[i] as number;
    const off = offs[i] as number;
    const key = keys[i] as number;
    const at = offsets[i] as number;
    if (last !== undefined && on < last.off) {
      const together = on === last.on;
      const under = key < last.key && last.off - on > (off - on) / 2;
      if (together || under) losses.note('dropped', at, 'a note under a higher one', 'the higher one');
      if (together && key > last.key) {
        last.key = key;
        last.off = off;
        continue;
      }
      if (together || under) continue;
      last.off = on;
    }
    last = { key, on, off, at };
    line.push(last);
  }
  return line;
}

/** Moves keys into octaves 4 to 7. */
function transpose(line: LineNote[], losses: Losses): void {
  if (line.every(({ key }) => key >= LOWEST && key <= HIGHEST)) return;
  const histogram = new Uint32Array(128);
  for (const { key } of line) histogram[key] = (histogram[key] as number) + 1;
  let shift = 0;
  let most = -1;
  for (const octaves of [0, 1, -1, 2, 3, 4, 5]) {
    let inside = 0;
    for (let key = 0; key < 128; key++) {
      const moved = key + 12 * octaves;
      if (moved >= LOWEST && moved <= HIGHEST) inside += histogram[key] as number;
    }
    if (inside > most) {
      most = inside;
      shift = 12 * octaves;
    }
    if (most >= 0.9 * line.length) break;
  }
  if (shift !== 0) {
    const octaves = `${Math.abs(shift) / 12} octave${Math.abs(shift) === 12 ? '' : 's'}`;
    losses.note(
      'approximated',
      (line[0] as LineNote).at,
      'keys outside octaves 4 to 7',
      `all notes ${octaves} ${shift > 0 ? 'higher' : 'lower'}`,
    );
  }
  for (const note of line) {
    note.key += shift;
    if (note.key >= LOWEST && note.key <= HIGHEST) continue;
    losses.note('approximated', note.at, 'a key out of reach of the others', 'the same note in the nearest octave');
    while (note.key < LOWEST) note.key += 12;
    while (note.key > HIGHEST) note.key -= 12;
  }
}

// Time

/** Puts notes and pauses one after the other; times are in units of lengths.ts. */
class Clock {
  readonly notes: Note[] = [];
  readonly states = new States(DEFAULT_BPM);

  readonly #file: MidiFile;
  readonly #maxNotes: number;
  readonly #losses: Losses;
  /** Tempos, styles and the voice's volumes, in the order of time. */
  readonly #changes: readonly Change[];
  #nextChange = 0;
  /** Whether the file tells its styles. */
  readonly #knowsStyle: boolean;
  readonly #splits: Int16Array;
  /** Whether the notes were written from lengths that a tune has, in a file that does not tell its styles. */
  #isExact = false;

  /** Offset of what is being put: a note's event, or the track for the pauses at its end. */
  #at = 0;
  /** Length of what was put so far. */
  #cursor = 0;

  constructor(file: MidiFile, voice: number, maxNotes: number, losses: Losses) {
    this.#file = file;
    this.#maxNotes = maxNotes;
    this.#losses = losses;
    const changes = file.changes.filter((change) => change.kind !== 'volume' || change.voice === voice || voice < 0);
    // Tracks come one after the other; a sort of few runs is cheap, and keeps the order of equal ticks.
    this.#changes = changes.sort((a, b) => a.tick - b.tick);
    this.#knowsStyle = changes.some(({ kind }) => kind === 'style');
    splits ??= splitsOf(allLengths());
    this.#splits = splits;
  }

  play(line: readonly LineNote[], endTick: number, trackAt: number): void {
    this.#begin(line);
    if (!this.#knowsStyle) this.#giveTicksBack(line);
    const exact = this.#knowsStyle ? [] : this.#exactLengths(line, endTick);
    const count = exact.filter((length) => length !== undefined).length;
    this.#isExact = count > 0 && count >= MOSTLY * line.length;
    for (let i = 0; i < line.length; i++) {
      const note = line[i] as LineNote;
      const on = this.#units(note.on);
      this.#at = note.at;
      // Of a silence between exact notes its own ticks tell the length, not the rounded times of both its ends.
      const isBehindExact = i > 0 && this.#isExact && exact[i - 1] !== undefined;
      this.#silence(on, isBehindExact ? this.#units(note.on - (line[i - 1] as LineNote).off) : on - this.#cursor);
      const length = this.#isExact ? exact[i] : undefined;
      if (length !== undefined) {
        this.#cursor = on;
        this.#put(note.key, length, on);
        continue;
      }
      const next =
        i + 1 < line.length ? this.#units((line[i + 1] as LineNote).on) : Math.max(this.#units(endTick), this.#units(note.off));
      this.#sound(note, on, Math.max(0, this.#units(note.off) - on), next - this.#cursor, this.#latestEnd(line, i, endTick));
    }
    this.#at = trackAt;
    this.#silence(this.#units(endTick), this.#units(endTick) - this.#cursor);
  }

  /** Until when a note may last, made longer by rounding, so that something is left of the next one. */
  #latestEnd(line: readonly LineNote[], index: number, endTick: number): number {
    const next = line[index + 1];
    if (next === undefined) return Number.POSITIVE_INFINITY;
    const end = this.#units(line[index + 2]?.on ?? Math.max(endTick, next.off)) - NEGLIGIBLE;
    return end < this.#units(next.on) ? Number.POSITIVE_INFINITY : end;
  }

  /** Many programs end a note a tick early, for the next one to begin: where that tick makes a length of it, it is counted in. */
  #giveTicksBack(line: readonly LineNote[]): void {
    const isLength = (ticks: number) => exactLength((ticks * QUARTER) / this.#file.division) !== undefined;
    for (let i = 0; i < line.length; i++) {
      const note = line[i] as LineNote;
      const ticks = note.off - note.on;
      const hasRoom = i + 1 === line.length || note.off < (line[i + 1] as LineNote).on;
      if (hasRoom && !isLength(ticks) && isLength(ticks + 1)) note.off++;
    }
  }

  /** The length of each note by its own ticks, when it fills the time to the next one or a sum of lengths is left for a pause. */
  #exactLengths(line: readonly LineNote[], endTick: number): (Length | undefined)[] {
    return line.map(({ on, off }, i) => {
      const next = line[i + 1];
      const length = exactLength(this.#units(off - on));
      const silence = this.#units((next?.on ?? endTick) - off);
      if (length === undefined || silence <= 1) return length;
      // Behind the last note a file may end when it likes.
      if (next === undefined && silence < SHORTEST) return length;
      // A note with two dots and a gap is more likely seven eighths of a plain one.
      return length.dots < 2 && silence >= SHORTEST && this.#sumNear(silence) > 0 ? length : undefined;
    });
  }

  #units(tick: number): number {
    const { division } = this.#file;
    return division === QUARTER ? tick : Math.round((tick * QUARTER) / division);
  }

  /** Tempo and style of the tune are the first that hold at its beginning; others set there are the first note's. */
  #begin(line: readonly LineNote[]): void {
    const first = line.length === 0 ? 0 : this.#units((line[0] as LineNote).on);
    const start = first < NEGLIGIBLE ? first : 0;
    const atStart = this.#changes.filter(({ tick }) => this.#units(tick) <= start);
    const tempo = atStart.find(({ kind }) => kind === 'tempo');
    const style = atStart.find(({ kind }) => kind === 'style');
    if (tempo !== undefined) this.states.tellTempo(clamped(bpmOf(tempo)));
    if (style !== undefined) this.states.tellStyle(styleOf(style.value));
  }

  /** Carries out the changes up to a time. */
  #advance(units: number): void {
    const changes = this.#changes;
    while (this.#nextChange < changes.length) {
      const change = changes[this.#nextChange] as Change;
      if (this.#units(change.tick) > units) return;
      this.#nextChange++;
      if (change.kind === 'tempo') this.states.tempo = this.#bpm(change);
      else if (change.kind === 'style') this.states.style = styleOf(change.value);
      else this.states.volume = Math.round((change.value * 15) / 127);
    }
  }

  #bpm(change: Change): number {
    const bpm = bpmOf(change);
    const { lowest, highest } = TEMPO_RANGE;
    if (bpm < lowest || bpm > highest) {
      this.#losses.note('out-of-range', change.at, 'a tempo outside 25 to 900 bpm', bpm < lowest ? '25' : '900');
    }
    return clamped(bpm);
  }

  /** Pauses up to a time, when it is far enough ahead; `units` is how far by the ticks. */
  #silence(to: number, units: number): void {
    if (this.#knowsStyle) {
      // Pauses of encodeMidi end where the next one changes something.
      for (let i = this.#nextChange; i < this.#changes.length; i++) {
        const at = this.#units((this.#changes[i] as Change).tick);
        if (at >= to) break;
        if (at > this.#cursor && this.#isSum(at - this.#cursor) && this.#isSum(to - at)) this.#pauses(at, at - this.#cursor);
      }
    }
    this.#pauses(to, units);
  }

  #pauses(to: number, units: number): void {
    const sum = this.#isExact && units >= NEGLIGIBLE ? this.#sumNear(units) : 0;
    if (sum > 0) {
      for (let left = sum; left > 0; ) {
        const piece = left > LONGEST_SPLIT ? WHOLE : (this.#splits[left] as number);
        this.#put(null, lengthOf(piece), this.#cursor);
        left -= piece;
      }
      this.#cursor = to;
      return;
    }
    while (to - this.#cursor >= NEGLIGIBLE) {
      const length = this.#pauseLength(to - this.#cursor);
      this.#put(null, length, this.#cursor);
    }
  }

  /** What pauses can add up to within a unit of a silence, 0 when there is nothing. */
  #sumNear(units: number): number {
    const wholes = Math.max(0, Math.ceil((units - LONGEST_SPLIT) / WHOLE)) * WHOLE;
    for (const sum of [units, units - 1, units + 1]) if ((this.#splits[sum - wholes] ?? 0) > 0) return sum;
    return 0;
  }

  #pauseLength(units: number): Length {
    if (units > LONGEST_SPLIT) return lengthOf(WHOLE);
    const exact = this.#splits[units] as number;
    if (this.#knowsStyle && exact > 0) return lengthOf(exact);
    const near = nearest(units);
    // Not so much longer that a short note behind it would find no room.
    if (near !== undefined && near.units - units < NEGLIGIBLE) return near;
    return exact > 0 ? lengthOf(exact) : longestBelow(units);
  }

  /** Whether pauses add up to so many units. */
  #isSum(units: number): boolean {
    return units > LONGEST_SPLIT || (units > 0 && (this.#splits[units] as number) > 0);
  }

  /** A note that sounds for so many units, with the next one `distance` units from the end of what was put. */
  #sound({ key, at }: LineNote, on: number, sounding: number, distance: number, latestEnd: number): void {
    this.#advance(on);
    if (distance < NEGLIGIBLE || sounding === 0) {
      this.#losses.note('dropped', at, 'a note shorter than half of 1/32', 'nothing');
      return;
    }
    const exact = this.#knowsStyle ? bySounding(sounding, this.states.style, distance) : undefined;
    if (exact !== undefined) {
      this.#put(key, exact, on);
      return;
    }
    let wanted = this.#isShortened(sounding, distance) ? distance : Math.min(sounding, distance);
    if (wanted > LONGEST) {
      this.#losses.note('approximated', at, 'a note longer than 1.75 whole notes', 'several of the same pitch');
      for (; wanted > LONGEST; wanted -= WHOLE) this.#put(key, lengthOf(WHOLE), on);
    }
    const near = nearest(wanted);
    const length = near !== undefined && this.#cursor + near.units <= latestEnd ? near : longestBelow(wanted);
    if (Math.abs(length.units - wanted) > 1)
      this.#losses.note('approximated', at, 'a length between those of a tune', 'one of them');
    this.#put(key, length, on);
  }

  /** Whether the silence after a note is the player's way of ending it, not a pause. */
  #isShortened(sounding: number, distance: number): boolean {
    const silence = distance - sounding;
    if (silence <= 0 || silence * 4 >= distance) return silence <= 0;
    const isPlain = (exactLength(sounding)?.dots ?? 2) < 2;
    return !(isPlain && silence >= SHORTEST && this.#isSum(silence));
  }

  #put(key: number | null, length: Length, at: number): void {
    if (this.notes.length >= this.#maxNotes) {
      throw new LimitError('limit-exceeded', 'MIDI/notes', this.#at, `more than ${this.#maxNotes} notes and pauses`);
    }
    this.#advance(at);
    this.#cursor += length.units;
    const { duration, dots } = length;
    const note: Note =
      key === null
        ? { pitch: null, octave: null, duration, dots }
        : { pitch: PITCHES[key % 12] as Pitch, octave: (Math.floor(key / 12) - 1) as Octave, duration, dots };
    this.notes.push(this.states.tell(note, length.twoThirds));
  }
}

/** Quarter notes per minute of a tempo event. */
function bpmOf({ value }: Change): number {
  return Math.round(60_000_000 / value);
}

function clamped(bpm: number): number {
  return Math.min(TEMPO_RANGE.highest, Math.max(TEMPO_RANGE.lowest, bpm));
}

// Lengths

/** The length of exactly so many units. */
function exactLength(units: number): Length | undefined {
  byUnits ??= tableOf((length) => length.units);
  return byUnits[units];
}

/** As {@link exactLength}, for units that are known to be those of a length. */
function lengthOf(units: number): Length {
  return exactLength(units) as Length;
}

/** The length whose sounding part in a style is so long, within a unit (a division below 96 rounds), and that has room. */
function bySounding(sounding: number, style: Style, distance: number): Length | undefined {
  bySoundingUnits ??= {
    N: tableOf((length) => soundingUnits(length.units, 'N')),
    C: tableOf((length) => soundingUnits(length.units, 'C')),
    S: tableOf((length) => soundingUnits(length.units, 'S')),
  };
  const table = bySoundingUnits[style];
  const length = table[sounding] ?? table[sounding + 1] ?? table[sounding - 1];
  return length !== undefined && length.units <= distance + NEGLIGIBLE ? length : undefined;
}

/** The length within a sixteenth, the plainer of two equally near. */
function nearest(units: number): Length | undefined {
  const exact = exactLength(units);
  if (exact !== undefined) return exact;
  let best: Length | undefined;
  let least = Math.max(1, units / 16);
  for (const length of allLengths()) {
    const off = Math.abs(length.units - units);
    if (off > least || (off === least && best !== undefined && best.dots <= length.dots)) continue;
    best = length;
    least = off;
  }
  return best;
}

/** The longest that is no longer, but at least the shortest. */
function longestBelow(units: number): Length {
  let best = allLengths()[0] as Length;
  for (const length of allLengths()) {
    if (length.units <= units) best = length;
  }
  return best;
}

function tableOf(unitsOf: (length: Length) => number): readonly (Length | undefined)[] {
  const table: (Length | undefined)[] = new Array(LONGEST + 1).fill(undefined);
  for (const length of allLengths()) table[unitsOf(length)] = length;
  return table;
}

// Made once, at the first file.
let byUnits: readonly (Length | undefined)[] | undefined;
let bySoundingUnits: Readonly<Record<Style, readonly (Length | undefined)[]>> | undefined;
let splits: Int16Array | undefined;

/** For every number of units the last of the fewest lengths that add up to it; 0 where none do. */
function splitsOf(lengths: readonly Length[]): Int16Array {
  const last = new Int16Array(LONGEST_SPLIT + 1);
  const count = new Int16Array(LONGEST_SPLIT + 1).fill(0x7fff);
  count[0] = 0;
  for (let sum = SHORTEST; sum <= LONGEST_SPLIT; sum++) {
    for (const { units } of lengths) {
      if (units > sum) break;
      const pieces = (count[sum - units] as number) + 1;
      if (pieces > 0x7fff || pieces > (count[sum] as number)) continue;
      // The longest of equally few.
      count[sum] = pieces;
      last[sum] = units;
    }
  }
  return last;
}
