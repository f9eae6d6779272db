/** Arbitraries of the ringtone module: tunes as text can hold them, tunes as the binary form can, songs of instructions. */
import fc from 'fast-check';
import {
  type Instruction,
  type NokiaPattern,
  type NokiaSong,
  type Note,
  type Pitch,
  TEMPO_TABLE,
  type Tune,
} from '../../src/ringtone/index.js';
import { madeOf } from './hostile.js';

const pitches: Pitch[] = ['c', 'c#', 'd', 'd#', 'e', 'f', 'f#', 'g', 'g#', 'a', 'a#', 'b'];
const style = fc.constantFrom('N', 'C', 'S');
const volume = fc.integer({ min: 0, max: 15 });
const loops = fc.integer({ min: 0, max: 15 });

function note(tempoBpm: fc.Arbitrary<number>, dots: fc.Arbitrary<0 | 1 | 2>, withThirds: boolean): fc.Arbitrary<Note> {
  const sound = fc.oneof(
    { weight: 5, arbitrary: fc.record({ pitch: fc.constantFrom(...pitches), octave: fc.constantFrom(4, 5, 6, 7) }) },
    { weight: 1, arbitrary: fc.constant({ pitch: null, octave: null }) },
  );
  const length = fc.record({ duration: fc.constantFrom(1, 2, 4, 8, 16, 32), dots });
  const thirds = withThirds ? fc.boolean() : fc.constant(false);
  const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 6, nil: undefined });
  return fc.tuple(sound, length, thirds, rarely(tempoBpm), rarely(style), rarely(volume)).map(([s, l, third, bpm, st, v]) => ({
    ...s,
    ...l,
    ...(third && { dots: 0, twoThirds: true }),
    ...(bpm !== undefined && { tempoBpm: bpm }),
    ...(st !== undefined && { style: st }),
    ...(v !== undefined && { volume: v }),
  })) as fc.Arbitrary<Note>;
}

/** What RTTTL and RTX can hold. */
export function textTune(): fc.Arbitrary<Tune> {
  const tempoBpm = fc.integer({ min: 25, max: 900 });
  return fc.record({
    title: fc.string({ unit: 'grapheme', maxLength: 20 }).map((t) => t.replace(/:|^[\ufeff\r\n]+/g, '')),
    tempoBpm,
    style,
    loops,
    notes: fc.array(note(tempoBpm, fc.constantFrom(0, 1), false), { minLength: 1, maxLength: 40 }),
  }) as fc.Arbitrary<Tune>;
}

/** {@link textTune} at one tempo: notes that an ESC has room for. */
export function steadyTune(tempoBpm: number): fc.Arbitrary<Tune> {
  return textTune().map((tune) => {
    const notes = tune.notes.map(({ tempoBpm: _, ...note }) => note as Note);
    return { ...tune, tempoBpm, notes };
  });
}

/** What the binary form can hold, said with nothing twice: a note names a state only where it changes. */
export function nokiaTune(maxLength = 120): fc.Arbitrary<Tune> {
  const tempoBpm = fc.constantFrom(...TEMPO_TABLE);
  return (
    fc
      .record({
        title: latin1(15),
        tempoBpm,
        style,
        loops,
        notes: fc.array(note(tempoBpm, fc.constantFrom(0, 1, 2), true), { maxLength, size: 'max' }),
      })
      .map((tune) => minimal(tune as Tune))
      // An endless loop is for one pattern only; a note takes at most five instructions.
      .map((tune) => (tune.loops === 15 ? { ...tune, notes: tune.notes.slice(0, 50) } : tune))
  );
}

function minimal(tune: Tune): Tune {
  const state: { tempoBpm: number; style: string; volume: number } = {
    tempoBpm: tune.tempoBpm,
    style: tune.style,
    volume: -1,
  };
  const notes = tune.notes.map(({ tempoBpm, style: noteStyle, volume: noteVolume, ...rest }) => {
    const kept = {
      ...rest,
      ...(tempoBpm !== undefined && tempoBpm !== state.tempoBpm && { tempoBpm }),
      ...(noteStyle !== undefined && noteStyle !== state.style && { style: noteStyle }),
      ...(noteVolume !== undefined && noteVolume !== state.volume && { volume: noteVolume }),
    };
    Object.assign(state, kept);
    return kept as Note;
  });
  return { ...tune, notes };
}

/** ISO 8859-1 without control characters of ASCII. */
function latin1(maxLength: number): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), { maxLength })
    .map((codes) => String.fromCharCode(...codes));
}

const instruction: fc.Arbitrary<Instruction> = fc.oneof(
  fc.record({
    kind: fc.constant('note' as const),
    value: fc.integer({ min: 0, max: 12 }),
    duration: fc.integer({ min: 0, max: 5 }),
    specifier: fc.integer({ min: 0, max: 3 }),
  }),
  state('scale', 3),
  state('style', 2),
  state('tempo', 31),
  state('volume', 15),
);

function state(kind: 'scale' | 'style' | 'tempo' | 'volume', max: number): fc.Arbitrary<Instruction> {
  return fc.record({ kind: fc.constant(kind), code: fc.integer({ min: 0, max }) });
}

/** Any song, patterns of up to 255 instructions. */
export function nokiaSong(): fc.Arbitrary<NokiaSong> {
  const pattern: fc.Arbitrary<NokiaPattern> = fc.record({
    id: fc.constantFrom('A', 'B', 'C', 'D'),
    loop: loops,
    instructions: fc.oneof(
      { weight: 4, arbitrary: fc.array(instruction, { maxLength: 30 }) },
      { weight: 1, arbitrary: fc.array(instruction, { minLength: 200, maxLength: 255 }) },
    ),
  });
  const patterns = fc.array(pattern, { maxLength: 5 });
  return fc.oneof(
    fc.record({ songType: fc.constant('basic' as const), title: latin1(15), patterns }),
    fc.record({ songType: fc.constant('temporary' as const), title: fc.constant(''), patterns }),
    fc.record({
      songType: fc.constant('basic' as const),
      title: fc.string({ maxLength: 7, unit: 'grapheme' }).map((t) => t.slice(0, 15)),
      titleEncoding: fc.constant('unicode' as const),
      patterns,
    }),
  );
}

/** Text with the characters that matter to the grammar. */
export function tuneLikeText(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    ...[
      'x',
      ':',
      ':',
      ',',
      ',',
      'd=4',
      'o=5',
      'b=160',
      'l=2',
      's=S',
      'SN',
      'v=3',
      '8c6.',
      'c',
      'h',
      'b5',
      'b140',
      'p',
      'e#',
      '8.g#',
      ' ',
      '\r\n',
      ';',
    ],
    ...['.', '=', '_', '0', '64', '\ufeff', 'é', 'B#7', 'zz=1', '\ud800'],
  );
  return fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
}

/** What one iMelody can hold: one tempo and one style, and a volume to begin with when it repeats and changes its volume. */
export function melodyTune(maxLength = 40): fc.Arbitrary<Tune> {
  const tempoBpm = fc.integer({ min: 25, max: 900 });
  return fc
    .record({
      title: fc.string({ unit: 'grapheme', maxLength: 20 }).map((t) => t.replace(/[\r\n]/g, '')),
      tempoBpm,
      style,
      loops,
      notes: fc.array(note(tempoBpm, fc.constantFrom(0, 1, 2), true), { minLength: 1, maxLength }),
    })
    .map((tune) => {
      const notes = tune.notes.map(({ tempoBpm: _tempo, style: _style, ...rest }) => rest as Note);
      const [first] = notes;
      const isChanging = tune.loops > 0 && notes.some(({ volume: v }, i) => i > 0 && v !== undefined);
      if (isChanging && first !== undefined && first.volume === undefined) notes[0] = { ...first, volume: 7 };
      return { ...tune, notes } as Tune;
    });
}

/** What EMS sounds can hold: any tempo and style anywhere, said with nothing twice; no title, no loops. */
export function soundTune(maxLength = 120): fc.Arbitrary<Tune> {
  const tempoBpm = fc.integer({ min: 25, max: 900 });
  return fc
    .array(note(tempoBpm, fc.constantFrom(0, 1, 2), true), { minLength: 1, maxLength, size: 'max' })
    .chain((notes) => fc.record({ tempoBpm, style }).map((state) => ({ title: '', ...state, loops: 0, notes }) as Tune))
    .map(minimal)
    .map((tune) => {
      // What the first note names is the tune's own.
      const [{ tempoBpm: bpm, style: st, ...first }, ...rest] = tune.notes as [Note, ...Note[]];
      return minimal({ ...tune, tempoBpm: bpm ?? tune.tempoBpm, style: st ?? tune.style, notes: [first as Note, ...rest] });
    });
}

/** What eMelody can hold: short and long tones of two octaves, at its one tempo. */
export const emelodyTune: fc.Arbitrary<Tune> = textTune().map(({ title, notes }) => ({
  title: title.replace(/[\r\n]/g, ''),
  tempoBpm: 120,
  style: 'N',
  loops: 0,
  notes: notes
    .slice(0, 30)
    .map(({ pitch, octave }, i) =>
      pitch === null
        ? { pitch, octave: null, duration: 8, dots: 0 }
        : { pitch, octave: octave > 5 ? 6 : 5, duration: i % 2 === 0 ? 8 : 4, dots: 0 },
    ),
}));

/** What the binary form of AnyRtttl can hold. */
export function anyRtttlTune(): fc.Arbitrary<Tune> {
  return fc.tuple(textTune(), fc.integer({ min: 1, max: 900 })).map(([{ notes }, tempoBpm]) => ({
    title: '',
    tempoBpm,
    style: 'N',
    loops: 0,
    notes: notes.map(({ tempoBpm: _tempo, style: _style, volume: _volume, ...note }) => note as Note),
  }));
}

/** What the text of Motorola can hold, with lengths up to `longest`. */
export function motorolaTune(longest: number): fc.Arbitrary<Tune> {
  return textTune().map((tune) => ({
    title: '',
    tempoBpm: tune.tempoBpm <= 110 ? 100 : 160,
    style: 'N',
    loops: 0,
    notes: tune.notes.slice(0, 35).map(({ pitch, octave, duration }) => ({
      pitch,
      octave: pitch === null ? null : octave > 5 ? 6 : 5,
      duration: Math.min(duration, longest),
      dots: 0,
    })) as Tune['notes'],
  }));
}

const imelodyNotes = madeOf(
  30,
  ...['c2', '*3#f4.', '(', '@2', ')', 'V+', 'V9', 'r1;', 'ledon', '\r\n', 'NAME:', '*', '&', 'x', ':', 'MELODY:'],
);
const emelodyNotes = madeOf(60, 'c', 'D', '+', '#', '(b)', 'p', 'P', '\r\n', 'x', '(', 'NAME:', ':', 'MELODY:', '\u0000');
const motorolaNotes = madeOf(40, 'C3', 'D#', '+', '8', 'R1', '&&', '&', 'x', ' ', 'L35&', '\n', 'E#3', '0');

/** Text with the pieces of a form, in its lines and without them. */
export const likeImelody = fc.oneof(
  imelodyNotes.map((text) => `BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\nMELODY:${text}\r\nEND:IMELODY\r\n`),
  imelodyNotes,
);
export const likeEmelody = fc.oneof(
  emelodyNotes.map((text) => `BEGIN:EMELODY\r\nNAME:x\r\nCOMPOSER:\r\nVERSION:1.0\r\nMELODY:${text}\r\nEND:EMELODY\r\n`),
  emelodyNotes,
);
export const likeMotorola = motorolaNotes.map((music) => {
  const sum = [...music].reduce((xor, character) => xor ^ character.charCodeAt(0), 0);
  return `L35&3 ${music}&&${String.fromCharCode(0x30 + ((sum >> 4) & 15), 0x30 + (sum & 15))}`;
});

/** What begins as a song of Nokia, and goes on with any octets. */
export const likeNokiaSong = fc.uint8Array({ maxLength: 40 }).map((rest) => Uint8Array.of(0x02, 0x4a, 0x3a, ...rest));
