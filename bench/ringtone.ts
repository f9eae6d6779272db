/**
 * Ringing tones: Nokia's binary form, RTTTL text, MIDI and sound. No package on npm reads or writes the binary form, so only plain
 * loops compare there.
 * @module
 */
import { type MidiData, type MidiEvent, parseMidi, writeMidi } from 'midi-file';
import rtttl from 'rtttl-parse';
import { type Contender, type GrowthResult, growthJob, type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { VARIANTS } from './inputs.js';
import { hexOf } from './peers.js';
import type { Rooms } from './rooms.js';

type Room = NonNullable<Rooms['ringtone']>;
type Tune = Parameters<Room['encodeNokiaRingtone']>[0];
type Note = Tune['notes'][number];

interface Song {
  readonly tune: Tune;
  readonly octets: Uint8Array;
  readonly rtttl: string;
}

const NO_BINARY = [{ name: 'npm', reason: 'no package found that writes or reads the Smart Messaging binary form' }];

export function ringtoneTasks({ ringtone }: Rooms): Job<TaskResult>[] {
  if (ringtone === undefined) return [];
  const songs = Array.from({ length: VARIANTS }, (_, seed) => songOf(seed, 60));
  return [
    taskJob(encodeTask(ringtone, songs)),
    taskJob(patternsTask(ringtone)),
    taskJob(decodeTask(ringtone, songs)),
    taskJob(parseTask(ringtone, songs)),
    taskJob(parseForSoundTask(ringtone, songs)),
    taskJob(encodeMidiTask(ringtone, songs)),
    taskJob(decodeMidiTask(ringtone, songs)),
    taskJob(wavTask(ringtone, songs, 'square')),
    taskJob(wavTask(ringtone, songs, 'sine')),
  ];
}

function encodeTask({ encodeNokiaRingtone }: Room, inputs: readonly Song[]): Task<Song> {
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

function decodeTask({ decodeNokiaRingtone }: Room, inputs: readonly Song[]): Task<Song> {
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

function parseTask({ parseRtttl }: Room, inputs: readonly Song[]): Task<Song> {
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

function parseForSoundTask({ parseRtttl, noteHz }: Room, songs: readonly Song[]): Task<string> {
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
function patternsTask({ encodeNokiaRingtone, decodeNokiaRingtone }: Room): Task<Tune> {
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

function encodeMidiTask({ encodeMidi, noteMidi }: Room, songs: readonly Song[]): Task<Song> {
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

function decodeMidiTask({ decodeMidi, encodeMidi, noteMidi }: Room, songs: readonly Song[]): Task<Uint8Array> {
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
    targets: [{ against: 'peer', form: 'octets', rivals: 'own' }],
  };
}

/** The events that encodeMidi writes for a tune as made below. */
function midiEventsOf(tune: Tune, noteMidi: Room['noteMidi']): MidiData {
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

function wavTask({ renderWav, noteHz }: Room, songs: readonly Song[], wave: 'square' | 'sine'): Task<Song> {
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

export function ringtoneGrowth({ ringtone }: Rooms): Job<GrowthResult>[] {
  if (ringtone === undefined) return [];
  const { encodeNokiaRingtone, parseRtttl } = ringtone;
  const lengths = [10, 20, 50, 100, 150].map((notes) => ({ parts: notes, characters: notes, input: songOf(1, notes) }));
  const texts = [10, 100, 1000, 10_000].map((notes) => ({ parts: notes, characters: notes, input: rtttlOf(tuneOf(1, notes)) }));
  return [
    growthJob('encodeNokiaRingtone, by notes', lengths, ({ tune }) => encodeNokiaRingtone(tune)),
    growthJob('parseRtttl, by notes', texts, (text) => parseRtttl(text)),
  ];
}

const PITCHES = ['c', 'c#', 'd', 'd#', 'e', 'f', 'f#', 'g', 'g#', 'a', 'a#', 'b'] as const;
const TEMPOS = [100, 112, 125, 140, 160, 180, 200, 225] as const;
const DURATIONS = [4, 8, 16, 8, 4, 2, 8, 16] as const;

/** A tune that moves like one: steps of a few semitones over two octaves, mixed lengths, a pause now and then. */
function tuneOf(seed: number, count: number): Tune {
  let state = 12345 + seed * 7919;
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  let height = 12;
  const notes = Array.from({ length: count }, (_, i): Note => {
    const duration = DURATIONS[next(8)]!;
    if (i > 0 && next(10) === 0) return { pitch: null, octave: null, duration, dots: 0 };
    height = Math.min(23, Math.max(0, height + next(9) - 4));
    const octave = height < 12 ? 5 : 6;
    return { pitch: PITCHES[height % 12]!, octave, duration, dots: next(8) === 0 ? 1 : 0 };
  });
  return { title: `Tune ${seed}`, tempoBpm: TEMPOS[seed % 8]!, style: 'N', loops: 0, notes };
}

function rtttlOf(tune: Tune): string {
  const notes = tune.notes.map(({ pitch, octave, duration, dots }) => {
    const length = duration === 4 ? '' : String(duration);
    return `${length}${pitch ?? 'p'}${octave === null || octave === 5 ? '' : octave}${dots === 1 ? '.' : ''}`;
  });
  return `${tune.title}:d=4,o=5,b=${tune.tempoBpm}:${notes.join(',')}`;
}

function songOf(seed: number, count: number): Song {
  const tune = tuneOf(seed, count);
  return { tune, octets: boundEncode(tune), rtttl: rtttlOf(tune) };
}

// The bounds, for tunes as made above: one pattern, one tempo of the table, natural style, no volume.

const TEMPO_TABLE = [
  25, 28, 31, 35, 40, 45, 50, 56, 63, 70, 80, 90, 100, 112, 125, 140, 160, 180, 200, 225, 250, 285, 320, 355, 400, 450, 500,
  565, 635, 715, 800, 900,
];
const TEMPO_CODE = new Map(TEMPO_TABLE.map((bpm, code) => [bpm, code]));
const PITCH_CODE: Record<string, number> = Object.fromEntries(PITCHES.map((pitch, i) => [pitch, i + 1]));

/** Puts up to 16 bits into octets that are 0 there. No closure: tsx's `keepNames` would name one at every call. */
function put(octets: Uint8Array, bit: number, value: number, width: number): void {
  const at = bit >> 3;
  const bits = value << (24 - (bit & 7) - width);
  octets[at]! |= bits >> 16;
  octets[at + 1]! |= bits >> 8;
  octets[at + 2]! |= bits;
}

/** Up to 16 bits from a bit on; past the end there are zeros. */
function peek(octets: Uint8Array, bit: number, width: number): number {
  const at = bit >> 3;
  const three = ((octets[at] as number) << 16) | ((octets[at + 1] as number) << 8) | (octets[at + 2] as number);
  return (three >> (24 - (bit & 7) - width)) & ((1 << width) - 1);
}

function boundEncode({ title, tempoBpm, loops, notes }: Tune): Uint8Array {
  let scales = 0;
  let scale = -1;
  for (let i = 0; i < notes.length; i++) {
    const { octave } = notes[i] as Note;
    if (octave === null || octave === scale) continue;
    scale = octave;
    scales++;
  }
  const length = title.length;
  // The frame up to the count takes 24 + 6 + 8 * title + 8 + 17 bits, the tempo 8.
  const end = 63 + 8 * length + 12 * notes.length + 5 * scales;
  const octets = new Uint8Array(((end + 7) >> 3) + 1);
  octets[0] = 0x02;
  octets[1] = 0x4a;
  octets[2] = 0x3a;
  put(octets, 24, (0b01 << 4) | length, 6);
  let bit = 30;
  for (let i = 0; i < length; i++, bit += 8) put(octets, bit, title.charCodeAt(i), 8);
  put(octets, bit, 1, 8);
  put(octets, bit + 8, loops, 9);
  put(octets, bit + 17, 1 + scales + notes.length, 8);
  put(octets, bit + 25, (0b100 << 5) | (TEMPO_CODE.get(tempoBpm) as number), 8);
  bit += 33;
  scale = -1;
  for (let i = 0; i < notes.length; i++) {
    const { pitch, octave, duration, dots } = notes[i] as Note;
    if (octave !== null && octave !== scale) {
      scale = octave;
      put(octets, bit, (0b010 << 2) | (octave - 4), 5);
      bit += 5;
    }
    const value = pitch === null ? 0 : (PITCH_CODE[pitch] as number);
    put(octets, bit, (0b001 << 9) | (value << 5) | ((31 - Math.clz32(duration)) << 2) | dots, 12);
    bit += 12;
  }
  return octets;
}

function boundDecode(octets: Uint8Array): Tune {
  const length = peek(octets, 26, 4);
  let bit = 30;
  let title = '';
  for (let i = 0; i < length; i++, bit += 8) title += String.fromCharCode(peek(octets, bit, 8));
  const loops = peek(octets, bit + 13, 4);
  const notes: Note[] = [];
  let tempoBpm = 63;
  let octave = 5;
  let left = peek(octets, bit + 17, 8);
  for (bit += 25; left > 0; left--) {
    const code = peek(octets, bit, 12);
    const id = code >> 9;
    if (id === 1) {
      bit += 12;
      const value = (code >> 5) & 15;
      const duration = (1 << ((code >> 2) & 7)) as Note['duration'];
      const dots = (code & 3) as Note['dots'];
      notes.push(
        value === 0
          ? { pitch: null, octave: null, duration, dots }
          : { pitch: PITCHES[value - 1]!, octave: octave as 5, duration, dots },
      );
    } else if (id === 2) {
      bit += 5;
      octave = 4 + ((code >> 7) & 3);
    } else {
      bit += 8;
      tempoBpm = TEMPO_TABLE[(code >> 4) & 31] as number;
    }
  }
  return { title, tempoBpm, style: 'N', loops, notes };
}

const SHARP_OF: Record<number, number> = { 99: 0, 100: 2, 101: 4, 102: 5, 103: 7, 97: 9, 98: 11 };

function boundParse(text: string): Tune {
  const colon = text.indexOf(':');
  const title = text.slice(0, colon);
  // "d=4,o=5,b=" stands there in all of them.
  let at = colon + 11;
  let code = text.charCodeAt(at++);
  let tempoBpm = 0;
  for (; code !== 0x3a; code = text.charCodeAt(at++)) tempoBpm = tempoBpm * 10 + code - 0x30;
  const notes: Note[] = [];
  const length = text.length;
  while (at < length) {
    code = text.charCodeAt(at++);
    let duration = 0;
    for (; code < 0x3a; code = text.charCodeAt(at++)) duration = duration * 10 + code - 0x30;
    const letter = code;
    code = text.charCodeAt(at++);
    let sharp = 0;
    if (code === 0x23) {
      sharp = 1;
      code = text.charCodeAt(at++);
    }
    let octave = 5;
    if (code >= 0x34 && code <= 0x37) {
      octave = code - 0x30;
      code = text.charCodeAt(at++);
    }
    let dots: Note['dots'] = 0;
    if (code === 0x2e) {
      dots = 1;
      at++;
    }
    const length = (duration === 0 ? 4 : duration) as Note['duration'];
    notes.push(
      letter === 0x70
        ? { pitch: null, octave: null, duration: length, dots }
        : { pitch: PITCHES[(SHARP_OF[letter] as number) + sharp]!, octave: octave as 5, duration: length, dots },
    );
  }
  return { title, tempoBpm, style: 'N', loops: 0, notes };
}

/** A header and zeros, as long as a tune sounds. */
function boundWav({ tempoBpm, notes }: Tune): Int16Array {
  let seconds = 0;
  for (const { duration, dots } of notes) seconds += (240 / tempoBpm / duration) * (1 + dots / 2);
  const samples = Math.round(seconds * 44_100);
  const wav = new Int16Array(22 + samples);
  const view = new DataView(wav.buffer);
  for (const [at, word] of [
    [0, 0x52494646],
    [8, 0x57415645],
    [12, 0x666d7420],
    [36, 0x64617461],
  ] as const) {
    view.setUint32(at, word);
  }
  view.setUint32(4, 36 + samples * 2, true);
  view.setUint32(16, 16, true);
  view.setUint32(20, 0x00010001, true);
  view.setUint32(24, 44_100, true);
  view.setUint32(28, 88_200, true);
  view.setUint32(32, 0x00100002, true);
  view.setUint32(40, samples * 2, true);
  return wav;
}

/** Plain square waves, 95 % of each note, without ramps. */
function boundSquare(tune: Tune, noteHz: Room['noteHz']): Uint8Array {
  const wav = boundWav(tune);
  let at = 22;
  for (const note of tune.notes) {
    const samples = (240 / tune.tempoBpm / note.duration) * (1 + note.dots / 2) * 44_100;
    const hz = noteHz(note);
    if (hz !== null) {
      const end = Math.min(wav.length, Math.round(at + samples * 0.95));
      const step = hz / 44_100;
      let phase = 0;
      for (let i = Math.round(at); i < end; i++) {
        wav[i] = phase < 0.5 ? 10_000 : -10_000;
        phase += step;
        if (phase >= 1) phase -= 1;
      }
    }
    at += samples;
  }
  return new Uint8Array(wav.buffer);
}

/** Plain sine waves by Math.sin. */
function boundSine(tune: Tune, noteHz: Room['noteHz']): Uint8Array {
  const wav = boundWav(tune);
  let at = 22;
  for (const note of tune.notes) {
    const samples = (240 / tune.tempoBpm / note.duration) * (1 + note.dots / 2) * 44_100;
    const hz = noteHz(note);
    if (hz !== null) {
      const start = Math.round(at);
      const end = Math.min(wav.length, Math.round(at + samples * 0.95));
      const step = (2 * Math.PI * hz) / 44_100;
      for (let i = start; i < end; i++) wav[i] = 10_000 * Math.sin((i - start) * step);
    }
    at += samples;
  }
  return new Uint8Array(wav.buffer);
}
