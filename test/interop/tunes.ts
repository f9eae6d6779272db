/**
 * Generated tunes and RTTTL texts, and the plain form in which tunes of different programs are compared.
 * @module
 */
import fc from 'fast-check';
import type { Tune } from '../../src/ringtone/index.js';
import type { GammuNote } from './drivers/gammu.js';
import type { Fields } from './expected.js';

/** A note with everything that is in force while it sounds. */
export interface PlainNote {
  /** `c` ... `b` with `#`, or `p`. */
  readonly pitch: string;
  /** 4 to 7; 0 for a pause. */
  readonly octave: number;
  readonly duration: number;
  readonly dots: number;
  readonly twoThirds: boolean;
  readonly tempo: number;
  readonly style: string;
}

export interface PlainTune {
  readonly title: string;
  readonly loops: number;
  readonly notes: readonly PlainNote[];
}

/** Beats per minute that the binary form has a code for (Smart Messaging). */
export const TEMPOS = [
  25, 28, 31, 35, 40, 45, 50, 56, 63, 70, 80, 90, 100, 112, 125, 140, 160, 180, 200, 225, 250, 285, 320, 355, 400, 450, 500,
  565, 635, 715, 800, 900,
];
export const PITCHES = ['c', 'c#', 'd', 'd#', 'e', 'f', 'f#', 'g', 'g#', 'a', 'a#', 'b'];
const STYLES = ['N', 'C', 'S'];

/** Fields to compare: notes, tempos and styles apart, so that a fault in one does not hide another. */
export function tuneFields({ title, loops, notes }: PlainTune): Fields {
  return {
    title,
    loops,
    notes: notes.map(noteText),
    tempos: notes.map((note) => note.tempo),
    styles: notes.map((note) => note.style),
  };
}

/** A note alone, such as `8c#5.`; two thirds are marked with a slash. */
export function noteText({ pitch, octave, duration, dots, twoThirds }: PlainNote): string {
  return `${duration}${pitch}${pitch === 'p' ? '' : octave}${'.'.repeat(dots)}${twoThirds ? '/' : ''}`;
}

/** Playing time of one pass. */
export function secondsOf({ notes }: PlainTune): number {
  return notes.reduce((sum, note) => sum + (240 / note.tempo) * lengthOf(note), 0);
}

/** Length of a note as a share of a whole note. */
export function lengthOf({ duration, dots, twoThirds }: PlainNote): number {
  return (twoThirds ? 2 / 3 : [1, 1.5, 1.75][dots]!) / duration;
}

/** Fields of a tune in which pauses are one silence, however they were cut: what a MIDI file holds. */
export function timedFields({ notes }: PlainTune): Fields {
  const units = (note: PlainNote) => Math.round(lengthOf(note) * 384);
  const list: { readonly what: string; length: number }[] = [];
  for (const note of notes) {
    const last = list.at(-1);
    if (note.pitch === 'p' && last?.what === 'p') last.length += units(note);
    else list.push({ what: note.pitch === 'p' ? 'p' : `${note.pitch}${note.octave}`, length: units(note) });
  }
  return { notes: list.map(({ what, length }) => `${what}@${length}`), tempo: notes[0]?.tempo };
}

/** One of our tunes, with what is in force spelled out. */
export function plainTune(tune: Tune): PlainTune {
  let tempo = tune.tempoBpm;
  let style: string = tune.style;
  const notes = tune.notes.map((note) => {
    tempo = note.tempoBpm ?? tempo;
    style = note.style ?? style;
    const { duration, dots, twoThirds = false } = note;
    return { pitch: note.pitch ?? 'p', octave: note.octave ?? 0, duration, dots, twoThirds, tempo, style };
  });
  return { title: tune.title, loops: tune.loops, notes };
}

/** A tune with our names from notes that have everything spelled out. */
export function fromPlain({ title, loops, notes }: PlainTune, volumeAt?: number): Tune {
  const first = notes[0] as PlainNote;
  let { tempo, style } = first;
  const list = notes.map((note, index) => {
    const changes = {
      ...(note.tempo !== tempo && { tempoBpm: note.tempo }),
      ...(note.style !== style && { style: note.style }),
      ...(index === volumeAt && { volume: 9 }),
    };
    ({ tempo, style } = note);
    const place = note.pitch === 'p' ? { pitch: null, octave: null } : { pitch: note.pitch, octave: note.octave };
    return { ...place, duration: note.duration, dots: note.dots, ...(note.twoThirds && { twoThirds: true }), ...changes };
  });
  return { title, loops, tempoBpm: first.tempo, style: first.style, notes: list } as Tune;
}

// ---- gammu's form ----

const GAMMU_PITCHES = ['C', 'Cis', 'D', 'Dis', 'E', 'F', 'Fis', 'G', 'Gis', 'A', 'Ais', 'H'];
const GAMMU_STYLES: Readonly<Record<string, string>> = { Natural: 'N', Continuous: 'C', Staccato: 'S' };
const GAMMU_SPECS: Readonly<Record<string, string>> = {
  NoSpecialDuration: '0',
  DottedNote: '1',
  DoubleDottedNote: '2',
  Length_2_3: '/',
};

/** The key of a value in a table. */
function keyOf(table: Readonly<Record<string, string>>, value: string): string {
  return Object.keys(table).find((key) => table[key] === value) as string;
}

/** gammu's note in our plain form. */
export function fromGammu(note: GammuNote): PlainNote {
  const pitch = PITCHES[GAMMU_PITCHES.indexOf(note.Note)] ?? 'p';
  const spec = GAMMU_SPECS[note.DurationSpec] as string;
  return {
    pitch,
    octave: pitch === 'p' ? 0 : 4 + Math.log2(note.Scale / 440),
    duration: note.Duration === 'Full' ? 1 : Number(note.Duration.slice(2)),
    dots: spec === '/' ? 0 : Number(spec),
    twoThirds: spec === '/',
    tempo: note.Tempo,
    style: GAMMU_STYLES[note.Style] as string,
  };
}

/** The other way round, for `gammu.EncodeSMS`. */
function toGammu(note: PlainNote): GammuNote {
  return {
    Type: 'Note',
    Note: GAMMU_PITCHES[PITCHES.indexOf(note.pitch)] ?? 'Pause',
    Scale: 440 * 2 ** (Math.max(note.octave, 4) - 4),
    Duration: note.duration === 1 ? 'Full' : `1_${note.duration}`,
    DurationSpec: keyOf(GAMMU_SPECS, note.twoThirds ? '/' : String(note.dots)),
    Style: keyOf(GAMMU_STYLES, note.style),
    Tempo: note.tempo,
  };
}

/** A tune for `gammu.EncodeSMS`. */
export function gammuRingtone({ title, notes }: PlainTune): Readonly<Record<string, unknown>> {
  return { Name: title, AllNotesScale: 0, Notes: notes.map((note) => ({ Value: 0, ...toGammu(note) })) };
}

// ---- RTTTL as gammu and gnokii write it ----

/** Reads a text that gammu or gnokii wrote: every default but the style is there, the dot may stand on either side of the octave. */
export function readOracleText(text: string): PlainTune {
  const [title = '', defaults = '', commands = ''] = text.split(':');
  const value = (key: string) => new RegExp(`(?:^|,)${key}=(\\w+)`).exec(defaults)?.[1];
  let tempo = Number(value('b'));
  let style = value('s') ?? 'N';
  const notes: PlainNote[] = [];
  for (const command of commands.trim().split(',')) {
    const control = /^([bs])=(\w+)$/.exec(command);
    if (control?.[1] === 'b') tempo = Number(control[2]);
    else if (control !== null) style = control[2] as string;
    else {
      const [whole, duration, letter = '', early, octave, late] = /^(\d*)([a-hp]#?)(\.?)(\d?)(\.?)$/.exec(command) ?? [];
      if (whole === undefined) throw new Error(`no note: ${JSON.stringify(command)} in ${JSON.stringify(text)}`);
      const pitch = letter.replace('h', 'b');
      notes.push({
        pitch,
        octave: pitch === 'p' ? 0 : Number(octave || value('o')),
        duration: Number(duration || value('d')),
        dots: early || late ? 1 : 0,
        twoThirds: false,
        tempo,
        style,
      });
    }
  }
  return { title, loops: 0, notes };
}

// ---- generators ----

const title = fc.string({ unit: fc.constantFrom(...'ABCXYZabcxyz 0189'), minLength: 1, maxLength: 15 });
const duration = fc.constantFrom(1, 2, 4, 4, 8, 8, 8, 16, 16, 32);
const octave = fc.constantFrom(4, 5, 5, 6, 6, 7);

interface TuneShape {
  /** Double dots and two thirds as well. */
  readonly everyLength: boolean;
  /** Tempo and style may change on the way. */
  readonly changes: boolean;
  readonly mostNotes: number;
}

/** Tunes of one pattern. */
export function tune({ everyLength, changes, mostNotes }: TuneShape): fc.Arbitrary<PlainTune> {
  const note = fc.record({
    pitch: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PITCHES) }, { weight: 1, arbitrary: fc.constant('p') }),
    octave,
    duration,
    length: fc.constantFrom(...(everyLength ? ['', '', '', '.', '.', '..', '/'] : ['', '', '.'])),
    change: changes ? fc.nat({ max: 9 }) : fc.constant(9),
    tempo: fc.constantFrom(...TEMPOS),
    style: fc.constantFrom(...STYLES),
  });
  return fc
    .record({
      title,
      loops: fc.nat({ max: 15 }),
      tempo: fc.constantFrom(...TEMPOS),
      style: fc.constantFrom(...STYLES),
      notes: fc.array(note, { minLength: 1, maxLength: mostNotes, size: 'max' }),
    })
    .map(({ title, loops, tempo, style, notes }) => {
      let inForce = { tempo, style };
      return {
        title,
        loops,
        notes: notes.map(({ pitch, octave, duration, length, change, ...next }) => {
          if (change === 0) inForce = { ...inForce, tempo: next.tempo };
          if (change === 1) inForce = { ...inForce, style: next.style };
          const place = { pitch, octave: pitch === 'p' ? 0 : octave };
          return { ...place, duration, dots: length === '/' ? 0 : length.length, twoThirds: length === '/', ...inForce };
        }),
      };
    });
}

/** An RTTTL text, and what it says. */
export interface RtttlCase {
  readonly text: string;
  readonly says: PlainTune;
  /** Notes whose dot stands behind the octave, by index. */
  readonly lateDots: readonly number[];
  /** Notes that name no octave, and notes that name no duration, by index; pauses have no octave. */
  readonly plainOctaves: readonly number[];
  readonly plainDurations: readonly number[];
  /** Keys that the defaults section leaves out. */
  readonly without: readonly string[];
}

/** RTTTL texts in the forms that occur: dots before and behind the octave, `h` and `b`, defaults left out, with and without an end of line. */
export const rtttl: fc.Arbitrary<RtttlCase> = fc
  .record({
    title: fc.string({ unit: fc.constantFrom(...'ABCXYZabcxyz0189'), minLength: 1, maxLength: 10 }),
    duration: fc.option(fc.constantFrom(1, 2, 4, 8, 16, 32), { nil: undefined, freq: 6 }),
    octave: fc.option(octave, { nil: undefined, freq: 6 }),
    tempo: fc.option(fc.oneof(fc.constantFrom(...TEMPOS), fc.integer({ min: 25, max: 900 })), { nil: undefined, freq: 6 }),
    style: fc.option(fc.constantFrom(...STYLES), { nil: undefined, freq: 2 }),
    loops: fc.option(fc.nat({ max: 15 }), { nil: undefined, freq: 2 }),
    end: fc.constantFrom('\n', '\n', '\n', ''),
    notes: fc.array(
      fc.record({
        pitch: fc.oneof({ weight: 7, arbitrary: fc.constantFrom(...PITCHES, 'h') }, { weight: 1, arbitrary: fc.constant('p') }),
        duration: fc.option(duration, { nil: undefined, freq: 2 }),
        octave: fc.option(octave, { nil: undefined, freq: 2 }),
        dot: fc.constantFrom('', '', '', 'early', 'late'),
      }),
      { minLength: 2, maxLength: 40, size: 'max' },
    ),
  })
  .map((plan) => {
    const keys = { d: plan.duration, o: plan.octave, b: plan.tempo, s: plan.style, l: plan.loops };
    const defaults = Object.entries(keys).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));
    const [tempo, style] = [plan.tempo ?? 63, plan.style ?? 'N'];
    const notes = plan.notes.map(({ pitch, duration, octave, dot }) => ({
      pitch: pitch.replace('h', 'b'),
      octave: pitch === 'p' ? 0 : (octave ?? plan.octave ?? 6),
      duration: duration ?? plan.duration ?? 4,
      dots: dot === '' ? 0 : 1,
      twoThirds: false,
      tempo,
      style,
    }));
    const commands = plan.notes.map(({ pitch, duration = '', octave, dot }) => {
      const place = pitch === 'p' || octave === undefined ? '' : octave;
      return `${duration}${pitch}${dot === 'early' ? '.' : ''}${place}${dot === 'late' ? '.' : ''}`;
    });
    return {
      text: `${plan.title}:${defaults.join(',')}:${commands.join(',')}${plan.end}`,
      says: { title: plan.title, loops: plan.loops ?? 0, notes },
      lateDots: plan.notes.flatMap(({ pitch, octave, dot }, at) =>
        dot === 'late' && octave !== undefined && pitch !== 'p' ? [at] : [],
      ),
      plainOctaves: plan.notes.flatMap(({ pitch, octave }, at) => (octave === undefined && pitch !== 'p' ? [at] : [])),
      plainDurations: plan.notes.flatMap(({ duration }, at) => (duration === undefined ? [at] : [])),
      without: Object.entries(keys).flatMap(([key, value]) => (value === undefined ? [key] : [])),
    };
  });
