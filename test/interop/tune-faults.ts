/**
 * Where gammu and gnokii are wrong about iMelody and MIDI, rule by rule (see ledger.ts).
 * @module
 */
import type { Fields } from './expected.js';
import { type KnownFault, UNPREDICTABLE } from './ledger.js';
import type { PlainTune } from './tunes.js';

const GAMMU = 'gammu 1.42.0';
const GNOKII = 'gnokii 0.6.30';

/** Fields of a tune, as `tuneFields` makes them. */
interface TuneLists {
  readonly notes: readonly string[];
  readonly tempos: readonly number[];
  readonly styles: readonly string[];
}

const lists = (expected: Fields) => expected as unknown as TuneLists;
const isPause = (note: string | undefined) => note?.includes('p') === true;
const startsWithPause = ({ notes }: PlainTune) => notes[0]?.pitch === 'p';

/** Without the pauses in front of the first note that sounds. */
function withoutLeadingPauses(expected: Fields): Fields {
  const { notes, tempos, styles } = lists(expected);
  const first = notes.findIndex((note) => !isPause(note));
  const from = first < 0 ? notes.length : first;
  return { notes: notes.slice(from), tempos: tempos.slice(from), styles: styles.slice(from) };
}

// ---- iMelody ----

const loops: KnownFault<PlainTune> = {
  id: 'gammu-imelody-loops',
  oracle: GAMMU,
  fault: 'passes over the loop value of a pattern',
  applies: ({ loops }) => loops > 0,
  shows: () => ({ loops: 0 }),
};

const leadingPauses: KnownFault<PlainTune> = {
  id: 'gammu-imelody-leading-pauses',
  oracle: GAMMU,
  fault: 'drops the pauses in front of the first note that sounds',
  applies: startsWithPause,
  shows: (_, expected) => withoutLeadingPauses(expected),
};

const oneState: KnownFault<PlainTune> = {
  id: 'gammu-imelody-one-state',
  oracle: GAMMU,
  fault: 'writes the tempo and the style of the first note that sounds, and none of their changes',
  applies: ({ notes }) => notes.some(({ tempo, style }) => tempo !== notes[0]?.tempo || style !== notes[0]?.style),
  shows: ({ notes }, expected) => {
    const first = notes.find(({ pitch }) => pitch !== 'p');
    const all = <T>(value: T) => lists(expected).notes.map(() => value);
    return { tempos: all(first?.tempo), styles: all(first?.style) };
  },
};

const silence: KnownFault<PlainTune> = {
  id: 'gammu-imelody-silence',
  oracle: GAMMU,
  fault: 'writes no MELODY line when no note sounds',
  applies: ({ notes }) => notes.every(({ pitch }) => pitch === 'p'),
  shows: (_, expected) => ({
    ...Object.fromEntries(Object.keys(expected).map((name) => [name, undefined])),
    refused: UNPREDICTABLE,
  }),
};

/** For iMelody files that gammu writes. */
export const GAMMU_IMELODY_FAULTS: readonly KnownFault<PlainTune>[] = [loops, leadingPauses, oneState, silence];

// ---- sounds of EMS ----

/** A tune for an element of the header, or for as many as it takes. */
export interface SoundCase {
  readonly tune: PlainTune;
  readonly version: '1.0' | '1.2';
  readonly isLong: boolean;
}

/** Whether a list of notes becomes another one by leaving out pauses only. */
function isWithoutSomePauses(whole: readonly string[], part: readonly string[]): boolean {
  let at = 0;
  for (const note of whole) {
    if (note === part[at]) at++;
    else if (!isPause(note)) return false;
  }
  return at === part.length;
}

/** The same tempo and style for fewer notes. */
const shortened = (expected: Fields, count: number) => ({
  tempos: lists(expected).tempos.slice(0, count),
  styles: lists(expected).styles.slice(0, count),
});

const objectPauses: KnownFault<SoundCase> = {
  id: 'gammu-sound-pauses',
  oracle: GAMMU,
  fault: 'drops the pauses with which an object begins, also where the tune goes on in it',
  applies: ({ tune }) => tune.notes.some(({ pitch }) => pitch === 'p'),
  // Where its objects begin is its own business: any pause may be one of those.
  shows: (_, expected, shown) => {
    const { notes } = lists(shown);
    return notes !== undefined && isWithoutSomePauses(lists(expected).notes, notes)
      ? { notes, ...shortened(expected, notes.length) }
      : {};
  },
};

const objectEnd: KnownFault<SoundCase> = {
  id: 'gammu-sound-end',
  oracle: GAMMU,
  fault: 'ends a tune where the one object that it was asked for is full, and says nothing',
  applies: ({ isLong }) => !isLong,
  shows: (_, expected, shown) => {
    const { notes } = lists(withoutLeadingPauses(expected));
    const kept = lists(shown).notes;
    // One more note would have taken up to six octets.
    const isFull = Number(shown.octets) > 128 - 6;
    if (kept === undefined || !isFull || canonicalStart(notes, kept.length) !== canonicalStart(kept, kept.length)) return {};
    return { notes: kept, ...shortened(expected, kept.length) };
  },
};

const canonicalStart = (notes: readonly string[], count: number) => notes.slice(0, count).join(' ');

const soundHeader: KnownFault<SoundCase> = {
  id: 'gammu-sound-one-header',
  oracle: GAMMU,
  fault: 'puts all objects of a tune into the header of one message, far over 140 octets',
  applies: ({ isLong }) => isLong,
  shows: () => ({ headers: 1 }),
};

/** For headers that gammu makes of tunes. */
export const GAMMU_SOUND_FAULTS: readonly KnownFault<SoundCase>[] = [objectEnd, objectPauses, soundHeader];

// ---- MIDI ----

const timed = (expected: Fields) => (expected as { readonly notes: readonly string[] }).notes;

const movedBy = (octaves: number, notes: readonly string[]) =>
  notes.map((note) => note.replace(/\d(?=@)/, (octave) => String(Number(octave) + octaves)));

const lower = (program: string, oracle: string): KnownFault<PlainTune> => ({
  id: `${program}-midi-octave`,
  oracle,
  fault: 'writes A = 440 Hz of the ringing tone as key 57, an octave lower than it sounds',
  applies: () => true,
  shows: (_, expected) => ({ notes: movedBy(-1, timed(expected)) }),
});

const midiPauses: KnownFault<PlainTune> = {
  id: 'gammu-midi-pauses',
  oracle: GAMMU,
  fault: 'drops the pauses in front of the first note that sounds and behind the last one',
  applies: ({ notes }) => notes[0]?.pitch === 'p' || notes.at(-1)?.pitch === 'p',
  shows: (_, expected) => {
    const notes = timed(expected);
    return { notes: notes.slice(isPause(notes[0]) ? 1 : 0, isPause(notes.at(-1)) ? -1 : undefined) };
  },
};

/** For MIDI files that gammu writes. */
export const GAMMU_MIDI_FAULTS: readonly KnownFault<PlainTune>[] = [lower('gammu', GAMMU), midiPauses];

const midiTempo: KnownFault<PlainTune> = {
  id: 'gnokii-midi-tempo-octet',
  oracle: GNOKII,
  fault: 'keeps a tempo in one octet: 285 becomes 29',
  applies: ({ notes }) => (notes[0]?.tempo ?? 0) > 255,
  shows: (_, { tempo }) => ({ tempo: Number(tempo) % 256 }),
};

/** For MIDI files that gnokii writes. */
export const GNOKII_MIDI_WRITE_FAULTS: readonly KnownFault<PlainTune>[] = [lower('gnokii', GNOKII), midiTempo];

/** A tune in a MIDI file of ours. */
export interface MidiCase {
  readonly tune: PlainTune;
  /** The file has its texts. */
  readonly hasText: boolean;
}

/** Microseconds of a quarter note. */
const microsOf = ({ notes }: PlainTune) => Math.round(60_000_000 / (notes[0]?.tempo ?? 120));

const higher: KnownFault<MidiCase> = {
  id: 'gnokii-midi-octave',
  oracle: GNOKII,
  fault: 'reads key 57 as A = 440 Hz, so that everything is an octave higher',
  applies: () => true,
  shows: (_, expected) => ({ notes: movedBy(1, timed(expected)) }),
};

const metaEnd: KnownFault<MidiCase> = {
  id: 'gnokii-midi-meta-tempo',
  oracle: GNOKII,
  fault: 'reads one octet too few of a meta event: the last of the three of a tempo is 0; and keeps the tempo in one octet',
  applies: () => true,
  shows: ({ tune }) => ({ tempo: Math.floor(60_000_000 / (microsOf(tune) & ~0xff)) % 256 }),
};

const metaRefused: KnownFault<MidiCase> = {
  id: 'gnokii-midi-meta',
  oracle: GNOKII,
  fault:
    'takes the last octet of a meta event for an event, and refuses the file when it is below 80 hex: most tempos, and all texts',
  applies: ({ tune, hasText }) => hasText || (microsOf(tune) & 0x80) === 0,
  shows: () => ({ notes: undefined, tempo: undefined, refused: 'GNOKII Version 0.6.30\nunexpected byte: 0x00\nexit 1' }),
};

/** For MIDI files of ours that gnokii reads. */
export const GNOKII_MIDI_READ_FAULTS: readonly KnownFault<MidiCase>[] = [higher, metaEnd, metaRefused];
