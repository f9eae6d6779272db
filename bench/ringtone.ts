/**
 * Ringing tones: Nokia's binary form, RTTTL text, MIDI and sound. No package on npm reads or writes the binary form, so only plain
 * loops compare there.
 * @module
 */
import Configurator from 'bluejay-rtttl-parse';
import { type MidiData, type MidiEvent, parseMidi, writeMidi } from 'midi-file';
import rtttl from 'rtttl-parse';
import { type GrowthResult, growthJob } from './growth.js';
import { type Contender, type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { VARIANTS } from './inputs.js';
import type { Modules } from './modules.js';
import { hexOf } from './peers.js';
import {
  boundDecode,
  boundDecodeAny,
  boundEncode,
  boundEncodeAny,
  boundParse,
  boundSine,
  boundSquare,
} from './ringtone-bounds.js';
import { rtttlOf, type Song, songOf, type Tune, tuneOf } from './tunes.js';

type Module = NonNullable<Modules['ringtone']>;
const NO_BINARY = [{ name: 'npm', reason: 'no package found that writes or reads the Smart Messaging binary form' }];

export function ringtoneTasks({ ringtone }: Modules): Job<TaskResult>[] {
  if (ringtone === undefined) return [];
  const songs = Array.from({ length: VARIANTS }, (_, seed) => songOf(seed, 60));
  return [
    taskJob(encodeTask(ringtone, songs)),
    taskJob(patternsTask(ringtone)),
    taskJob(decodeTask(ringtone, songs)),
    taskJob(encodeAnyTask(ringtone, songs)),
    taskJob(decodeAnyTask(ringtone, songs)),
    taskJob(startupMelodyTask(ringtone)),
    taskJob(parseTask(ringtone, songs)),
    taskJob(parseForSoundTask(ringtone, songs)),
    taskJob(encodeMidiTask(ringtone, songs)),
    taskJob(decodeMidiTask(ringtone, songs)),
    taskJob(wavTask(ringtone, songs, 'square')),
    taskJob(wavTask(ringtone, songs, 'sine')),
  ];
}

function encodeTask({ encodeNokiaRingtone }: Module, inputs: readonly Song[]): Task<Song> {
  const view = hexOf;
  return {
    name: 'encode a Nokia ringing tone, 60 notes',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'command octets',
    expected: ({ octets }) => hexOf(octets),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ tune }) => encodeNokiaRingtone(tune), view },
      { name: 'plain loop', role: 'bound', form: 'octets', run: ({ tune }) => boundEncode(tune), view },
    ],
    unable: NO_BINARY,
    targets: [],
  };
}

function decodeTask({ decodeNokiaRingtone }: Module, inputs: readonly Song[]): Task<Song> {
  const view = (tune: Tune): Tune => tune;
  return {
    name: 'decode a Nokia ringing tone, 60 notes',
    inputs,
    bytesPerOp: inputs[0]!.octets.length,
    bytesOf: 'command octets',
    expected: ({ tune }) => tune,
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ octets }) => decodeNokiaRingtone(octets), view },
      { name: 'plain loop', role: 'bound', form: 'octets', run: ({ octets }) => boundDecode(octets), view },
    ],
    unable: NO_BINARY,
    targets: [],
  };
}

// AnyRtttl's binary form, whose tunes have no title.

const NO_ANY_RTTTL = [{ name: 'npm', reason: 'no package found that writes or reads it' }];

function encodeAnyTask({ encodeAnyRtttl }: Module, songs: readonly Song[]): Task<Tune> {
  const inputs = songs.map(({ tune }) => ({ ...tune, title: '' }));
  const view = hexOf;
  return {
    name: 'encode binary RTTTL of AnyRtttl, 60 notes of ten bits',
    inputs,
    bytesPerOp: boundEncodeAny(inputs[0]!).length,
    bytesOf: 'octets',
    expected: (tune) => hexOf(boundEncodeAny(tune)),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: (tune) => encodeAnyRtttl(tune), view },
      { name: 'plain loop', role: 'bound', form: 'octets', run: (tune) => boundEncodeAny(tune), view },
    ],
    unable: NO_ANY_RTTTL,
    targets: [],
  };
}

function decodeAnyTask({ decodeAnyRtttl }: Module, songs: readonly Song[]): Task<Uint8Array> {
  const tunes = new Map(songs.map(({ tune }) => [boundEncodeAny(tune), { ...tune, title: '' }]));
  const inputs = [...tunes.keys()];
  const view = (tune: Tune): Tune => tune;
  return {
    name: 'decode binary RTTTL of AnyRtttl, 60 notes of ten bits',
    inputs,
    bytesPerOp: inputs[0]!.length,
    bytesOf: 'octets',
    expected: (octets) => tunes.get(octets),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: (octets) => decodeAnyRtttl(octets), view },
      { name: 'plain loop', role: 'bound', form: 'octets', run: (octets) => boundDecodeAny(octets), view },
    ],
    unable: NO_ANY_RTTTL,
    targets: [],
  };
}

/** Texts whose startup melodies are on record, without the four octets of the header: configurators write there what the text has. */
const STARTUP_MELODIES: ReadonlyMap<string, string> = new Map([
  ['Siren:d=4,o=5,b=125:8c.,p,2a4', 'BC3DFF00E100FF4CA74C'],
  [
    'A-Team:d=8,o=5,b=125:4d#6,a#,2d#6,16p,g#,4a#,4d#.,p,16g,16a#,d#6,a#,f6,2d#6,16p,c#.6,16c6,16a#,g#.,2a#',
    'FF10FF105710E01BFF10FF10FF10FF10AF107800C721FF1BC11BFF31C131F0005E23701BFF102C10E01BFF0D500DFF10FF10FF10FF10AF107800FF1490147E17701BFF212C21FF1BFF1BFF1B821B',
  ],
  [
    'Melody:b=112,o=5,d=4:32c,8d.,16f.,16p.,8f,32d,16e.,8d,8c,8a4,8d.,16g.,16p.,8g',
    '233DEC358C2AC900BB2A2735842D9D358C3D764CEC359D23C900D223',
  ],
]);

/** RTTTL to the octets of a drone's controller, as web configurators make them. */
function startupMelodyTask({ encodeBluejayMelody, parseRtttl }: Module): Task<string> {
  const view = (octets: Uint8Array) => hexOf(octets.subarray(4));
  return {
    name: 'RTTTL to a startup melody of 128 octets',
    inputs: [...STARTUP_MELODIES.keys()],
    bytesPerOp: 128,
    bytesOf: 'octets',
    expected: (text) => STARTUP_MELODIES.get(text)?.padEnd(248, '0'),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: (text) => encodeBluejayMelody(parseRtttl(text)), view },
      {
        ...{ name: 'bluejay-rtttl-parse', role: 'peer', form: 'octets', view },
        run: (text) => Configurator.toBluejayStartupMelody(text).data,
      },
    ],
    unable: [],
    targets: [],
  };
}

function parseTask({ parseRtttl }: Module, inputs: readonly Song[]): Task<Song> {
  const contender = (name: string, role: 'handset' | 'bound', run: (text: string) => Tune): Contender<Song> => ({
    name,
    role,
    form: 'text',
    run: ({ rtttl }) => run(rtttl),
    view: (tune: Tune) => tune,
  });
  return {
    name: 'parse RTTTL, 60 notes',
    inputs,
    bytesPerOp: inputs[0]!.rtttl.length,
    bytesOf: 'characters',
    expected: ({ tune }) => tune,
    contenders: [contender('handset', 'handset', (text) => parseRtttl(text)), contender('plain loop', 'bound', boundParse)],
    unable: [{ name: 'rtttl-parse', reason: 'gives milliseconds and hertz, no tune; and loses a dot behind an octave number' }],
    targets: [],
  };
}

/** What the peer finds: pitch, milliseconds and half tones from a4. Its tunes have the dot before the octave, where it reads one. */
type Sound = readonly [pitch: string, ms: number, halfTones: number | undefined];

function parseForSoundTask({ parseRtttl, noteHz }: Module, songs: readonly Song[]): Task<string> {
  const inputs = songs.map(({ rtttl: text }) => text.replaceAll(/([4-7])\./g, '.$1'));
  const halfTones = (hz: number | null): number | undefined => (hz ? Math.round(12 * Math.log2(hz / 440)) : undefined);
  const sound = (note: string, ms: number, hz: number | null): Sound => [note, Number(ms.toFixed(3)), halfTones(hz)];
  const soundsOf = ({ tempoBpm, notes }: Tune): Sound[] =>
    notes.map((note) => {
      const ms = (240_000 / tempoBpm / note.duration) * (1 + note.dots / 2);
      return sound(note.pitch ?? 'p', ms, noteHz(note));
    });
  const expected = new Map(inputs.map((text, i) => [text, soundsOf(songs[i]!.tune)]));
  return {
    name: 'parse RTTTL to what sounds, 60 notes, dots before the octave',
    inputs,
    bytesPerOp: inputs[0]!.length,
    bytesOf: 'characters',
    expected: (text) => expected.get(text),
    contenders: [
      { name: 'handset', role: 'handset', form: 'text', run: (text) => parseRtttl(text), view: soundsOf },
      {
        name: 'rtttl-parse',
        role: 'peer',
        form: 'text',
        run: (text) => rtttl.parse(text),
        view: ({ melody }: ReturnType<typeof rtttl.parse>) => melody.map((n) => sound(n.note, n.duration, n.frequency)),
      },
    ],
    targets: [{ against: 'peer', form: 'text', rivals: 'own' }],
  };
}

/** Four verses, two refrains. */
function patternsTask({ encodeNokiaRingtone, decodeNokiaRingtone }: Module): Task<Tune> {
  const inputs = Array.from({ length: VARIANTS }, (_, seed): Tune => {
    const verse = tuneOf(seed, 24);
    const refrain = tuneOf(seed + 100, 16);
    return { ...verse, notes: [verse, verse, refrain, verse, verse, refrain].flatMap(({ notes }) => notes) };
  });
  const view = (octets: Uint8Array): unknown => decodeNokiaRingtone(octets);
  const contender = (name: string, patterns: 'none' | 'repeat'): Contender<Tune> => ({
    name,
    role: patterns === 'none' ? 'handset-part' : 'handset',
    form: 'octets',
    run: (tune) => encodeNokiaRingtone(tune, { patterns }),
    view,
  });
  return {
    name: 'encode a Nokia ringing tone with patterns, 128 notes that repeat',
    inputs,
    bytesPerOp: encodeNokiaRingtone(inputs[0]!, { patterns: 'repeat' }).length,
    bytesOf: 'command octets',
    expected: (tune) => tune,
    contenders: [contender("handset, patterns: 'repeat'", 'repeat'), contender("handset, patterns: 'none'", 'none')],
    unable: NO_BINARY,
    targets: [],
  };
}

// MIDI. The peer works on events: whoever has a tune makes them first, and whoever wants one looks for it in them.

function encodeMidiTask({ encodeMidi, noteMidi }: Module, songs: readonly Song[]): Task<Song> {
  const prepared = new Map(songs.map(({ tune }) => [tune, midiEventsOf(tune, noteMidi)]));
  const options = { running: true, useByte9ForNoteOff: true };
  const view = (octets: Uint8Array | readonly number[]): unknown => parseMidi(octets).tracks;
  return {
    name: 'write a MIDI file, 60 notes',
    inputs: songs,
    bytesPerOp: encodeMidi(songs[0]!.tune).length,
    bytesOf: 'file octets',
    expected: ({ tune }) => parseMidi(writeMidi(midiEventsOf(tune, noteMidi), options)).tracks,
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ tune }) => encodeMidi(tune), view },
      {
        name: 'midi-file',
        role: 'peer',
        form: 'octets',
        run: ({ tune }) => Uint8Array.from(writeMidi(midiEventsOf(tune, noteMidi), options)),
        view,
      },
      {
        name: 'midi-file (events at hand, plain array)',
        role: 'peer',
        form: 'octets',
        run: ({ tune }) => writeMidi(prepared.get(tune) as MidiData, options),
        view,
      },
    ],
    targets: [{ against: 'peer', form: 'octets', rivals: 'own' }],
  };
}

function decodeMidiTask({ decodeMidi, encodeMidi, noteMidi }: Module, songs: readonly Song[]): Task<Uint8Array> {
  const inputs = songs.map(({ tune }) => encodeMidi(tune));
  const strikes = (tune: Tune): unknown => {
    let tick = 0;
    return tune.notes.flatMap((note) => {
      const at = tick;
      tick += (384 / note.duration) * (1 + note.dots / 2);
      return note.pitch === null ? [] : [[noteMidi(note), at]];
    });
  };
  const expected = new Map(inputs.map((octets, i) => [octets, strikes(songs[i]!.tune)]));
  return {
    name: 'read a MIDI file, 60 notes',
    inputs,
    bytesPerOp: inputs[0]!.length,
    bytesOf: 'file octets',
    expected: (octets) => expected.get(octets),
    contenders: [
      { name: 'handset (to a tune)', role: 'handset', form: 'octets', run: (octets) => decodeMidi(octets), view: strikes },
      {
        name: 'midi-file (to events)',
        role: 'peer',
        form: 'octets',
        run: (octets) => parseMidi(octets),
        view: ({ tracks }: MidiData) => {
          let tick = 0;
          return tracks[0]!.flatMap((event) => {
            tick += event.deltaTime;
            return event.type === 'noteOn' ? [[event.noteNumber, tick]] : [];
          });
        },
      },
    ],
    targets: [{ against: 'peer', form: 'octets', rivals: 'own', must: 1 }],
  };
}

/** The events that encodeMidi writes for a tune as made below. */
function midiEventsOf(tune: Tune, noteMidi: Module['noteMidi']): MidiData {
  const meta = { deltaTime: 0, meta: true } as const;
  const events: MidiEvent[] = [
    { ...meta, type: 'trackName', text: tune.title },
    { ...meta, type: 'setTempo', microsecondsPerBeat: Math.round(60e6 / tune.tempoBpm) },
    { ...meta, type: 'text', text: 's=N' },
  ];
  let silence = 0;
  for (const note of tune.notes) {
    const ticks = (384 / note.duration) * (1 + note.dots / 2);
    const key = noteMidi(note);
    if (key === null) {
      silence += ticks;
      continue;
    }
    const gap = Math.ceil(ticks / 20);
    events.push({ deltaTime: silence, type: 'noteOn', channel: 0, noteNumber: key, velocity: 64 });
    events.push({ deltaTime: ticks - gap, type: 'noteOff', channel: 0, noteNumber: key, velocity: 0, byte9: true });
    silence = gap;
  }
  events.push({ deltaTime: silence, meta: true, type: 'endOfTrack' });
  return { header: { format: 0, numTracks: 1, ticksPerBeat: 96 }, tracks: [events] };
}

// Sound

function wavTask({ renderWav, noteHz }: Module, songs: readonly Song[], wave: 'square' | 'sine'): Task<Song> {
  // The samples differ, as the plain square folds its overtones back; header and length do not.
  const view = (octets: Uint8Array): unknown => [octets.length, hexOf(octets.subarray(0, 44))];
  const run = wave === 'square' ? boundSquare : boundSine;
  return {
    name: `render a WAV file (${wave}), 60 notes, 44100 Hz`,
    inputs: songs,
    bytesPerOp: renderWav(songs[0]!.tune).length,
    bytesOf: 'file octets',
    expected: ({ tune }) => view(boundSquare(tune, noteHz)),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: ({ tune }) => renderWav(tune, { wave }), view },
      { name: 'plain loop', role: 'bound', form: 'octets', run: ({ tune }) => run(tune, noteHz), view },
    ],
    targets: [{ against: 'bound', form: 'octets', rivals: 'octets' }],
  };
}

export function ringtoneGrowth({ ringtone }: Modules): Job<GrowthResult>[] {
  if (ringtone === undefined) return [];
  const { encodeNokiaRingtone, parseRtttl } = ringtone;
  const lengths = [10, 20, 50, 100, 150].map((notes) => ({ parts: notes, characters: notes, input: songOf(1, notes) }));
  const texts = [10, 100, 1000, 10_000].map((notes) => ({ parts: notes, characters: notes, input: rtttlOf(tuneOf(1, notes)) }));
  return [
    growthJob('encodeNokiaRingtone, by notes', lengths, ({ tune }) => encodeNokiaRingtone(tune)),
    growthJob('parseRtttl, by notes', texts, (text) => parseRtttl(text)),
  ];
}
