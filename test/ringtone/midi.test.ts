import fc from 'fast-check';
import { type MidiEvent, parseMidi, writeMidi } from 'midi-file';
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace, toHex } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import {
  decodeMidi,
  encodeMidi,
  type Issue,
  type Note,
  noteMidi,
  parseRtttl,
  type Tune,
  tuneDurationMs,
} from '../../src/ringtone/index.js';
import { unitsOf } from '../../src/ringtone/lengths.js';
import { readMidi } from '../../src/ringtone/midi.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';
import { nokiaTune } from '../support/tunes.js';
import { fixture } from '../support/vectors.js';
import { ringtoneVectors } from './vectors.js';

const { vectors } = ringtoneVectors();
const { midi: published } = fixture('vectors/ringtones.json') as { midi: { text: string; smf: string }[] };

/** Tunes in which no pause follows another, with any tempo: what comes back equal. */
function midiTune(maxLength = 60): fc.Arbitrary<Tune> {
  return fc.tuple(nokiaTune(maxLength), fc.integer({ min: 25, max: 900 })).map(([tune, tempoBpm]) => ({
    ...tune,
    ...(!tune.notes.some((note) => note.tempoBpm === tempoBpm) && { tempoBpm }),
    // The second of two pauses sounds.
    notes: tune.notes.map((note, i) =>
      tune.notes[i - 1]?.pitch === null ? ({ ...note, pitch: 'e', octave: 5 } as Note) : note,
    ),
  }));
}

function issuesOf(octets: Uint8Array, lenient = false): Issue[] {
  const issues: Issue[] = [];
  decodeMidi(octets, { lenient, onIssue: (issue) => issues.push(issue) });
  return issues;
}

/** A file from its events in hex; `tracks` are what stands in the MTrk chunks. */
function file(tracks: readonly string[], { format = tracks.length > 1 ? 1 : 0, division = '0060' } = {}): Uint8Array {
  const header = `4D546864 00000006 000${format} ${tracks.length.toString(16).padStart(4, '0')} ${division}`;
  const chunks = tracks.map((track) => {
    const length = hex(track).length;
    return `4D54726B ${length.toString(16).padStart(8, '0')} ${track}`;
  });
  return hex([header, ...chunks].join(' '));
}

const END = '00 FF2F00';

/** The notes in short: `c5/4.` */
function short(notes: readonly Note[]): string {
  return notes
    .map((n) => `${n.pitch ?? 'p'}${n.octave ?? ''}/${n.duration}${'.'.repeat(n.dots)}${n.twoThirds ? 't' : ''}`)
    .join(' ');
}

/** Notes from pairs of key and times in ticks, as one track on a channel. */
function track(
  notes: readonly (readonly [key: number, on: number, off: number])[],
  { channel = 0, end = 0, name = '' } = {},
): string {
  const events = notes.flatMap(([key, on, off]) => [
    { at: on, order: 1, data: [0x90 + channel, key, 0x40] },
    { at: off, order: 0, data: [0x80 + channel, key, 0x40] },
  ]);
  events.sort((a, b) => a.at - b.at || a.order - b.order);
  const octets: number[] = [];
  if (name !== '') octets.push(0, 0xff, 3, name.length, ...[...name].map((c) => c.charCodeAt(0)));
  let tick = 0;
  for (const { at, data } of events) {
    const delta = at - tick;
    tick = at;
    octets.push(
      ...(delta < 128
        ? [delta]
        : delta < 16384
          ? [0x80 | (delta >> 7), delta & 127]
          : [0x80 | (delta >> 14), 0x80 | ((delta >> 7) & 127), delta & 127]),
      ...data,
    );
  }
  const rest = Math.max(0, end - tick);
  octets.push(0x80 | (rest >> 7), rest & 127, 0xff, 0x2f, 0);
  return toHex(Uint8Array.from(octets));
}

function traced(octets: Uint8Array, lenient = false): { field: Field; error: FormatError | undefined } {
  const trace = new Trace('midi');
  const reader = new ByteReader(octets, trace);
  try {
    readMidi(reader, { lenient });
    if (reader.remaining > 0) reader.take(reader.remaining, 'rest');
    return { field: trace.finish(octets.length), error: undefined };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { field: trace.fail(error, octets.length), error };
  }
}

describe('published vectors', () => {
  it.each(published)("gammu's file of $text, an octave higher than it wrote it", ({ text, smf }) => {
    // gammu loses a dot behind an octave number.
    const tune = parseRtttl(text.replaceAll('6.', '6'));
    const found = decodeMidi(hex(smf));
    expect(found.tempoBpm).toBe(tune.tempoBpm);
    expect(found.notes.map((note) => [(noteMidi(note) ?? -12) + 12, note.duration, note.dots])).toEqual(
      tune.notes.map((note) => [noteMidi(note) ?? 0, note.duration, note.dots]),
    );
    expectTiling(traced(hex(smf)).field);
  });

  it.each(vectors)('$id: midi-file reads our keys and times', ({ text, expect: expected }) => {
    const tune = parseRtttl(text);
    const { header, tracks } = parseMidi(encodeMidi(tune));
    expect(header).toMatchObject({ format: 0, numTracks: 1, ticksPerBeat: 96 });
    let seconds = 0;
    let secondsPerTick = 0;
    const sounds: { key: number; from: number; ms: number }[] = [];
    for (const event of tracks[0]!) {
      seconds += event.deltaTime * secondsPerTick;
      if (event.type === 'setTempo') secondsPerTick = event.microsecondsPerBeat / 96e6;
      if (event.type === 'noteOn') sounds.push({ key: event.noteNumber, from: seconds * 1000, ms: 0 });
      if (event.type === 'noteOff') sounds.at(-1)!.ms = seconds * 1000 - sounds.at(-1)!.from;
    }
    expect(seconds * 1000).toBeCloseTo(expected.totalMs, 0);
    const upTo = (i: number) => tuneDurationMs({ ...tune, notes: tune.notes.slice(0, i) });
    const wanted = tune.notes.flatMap((note, i) => {
      if (note.pitch === null) return [];
      const share = { N: 0.95, C: 1, S: 0.5 }[expected.notes[i]!.style as 'N'];
      return [{ key: noteMidi(note), from: upTo(i), ms: (upTo(i + 1) - upTo(i)) * share }];
    });
    expect(sounds.map(({ key }) => key)).toEqual(wanted.map(({ key }) => key));
    sounds.forEach(({ from, ms }, i) => {
      expect(Math.abs(from - wanted[i]!.from)).toBeLessThan(1);
      // A tick lasts up to 25 ms at 25 bpm.
      expect(Math.abs(ms - wanted[i]!.ms)).toBeLessThan(60_000 / expected.defaults.b / 96 + 1);
    });
  });

  it('the octets of one note', () => {
    const tune: Tune = { ...parseRtttl('Hi:d=4,o=5,b=120,l=2:c'), style: 'C' };
    expect(toHex(encodeMidi({ ...tune, notes: [{ ...tune.notes[0]!, volume: 15 }] }, { program: 80 }))).toBe(
      toHex(
        file([
          `00 FF0302 4869  00 FF0103 6C3D32  00 C050  00 FF5103 07A120  00 FF0103 733D43
           00 B0077F  00 904840 60 4800  ${END}`,
        ]),
      ),
    );
  });
});

describe('writing', () => {
  const tune = parseRtttl('x:d=4,o=5,b=160,l=3:c,8d.,p');

  it('a division other than 96 keeps the time to a tick', () => {
    for (const division of [24, 32, 480, 32767]) {
      const octets = encodeMidi(tune, { division });
      expect(parseMidi(octets).header.ticksPerBeat).toBe(division);
      expect(decodeMidi(octets)).toEqual(tune);
    }
  });

  it('repeats are played out', () => {
    const played = decodeMidi(encodeMidi(tune, { repeats: 2 }));
    expect(played).toMatchObject({ loops: 0, tempoBpm: 160 });
    expect(short(played.notes)).toBe('c5/4 d5/8. p/4 c5/4 d5/8. p/4 c5/4 d5/8. p/4');
    expect(decodeMidi(encodeMidi(tune))).toMatchObject({ loops: 3 });
  });

  it.each<[field: string, call: () => unknown]>([
    ['division', () => encodeMidi(tune, { division: 23 })],
    ['division', () => encodeMidi(tune, { division: 0x8000 })],
    ['repeats', () => encodeMidi(tune, { repeats: 15 })],
    ['program', () => encodeMidi(tune, { program: 128 })],
    ['tempoBpm', () => encodeMidi({ ...tune, tempoBpm: 19 })],
    ['notes[0].tempoBpm', () => encodeMidi({ ...tune, notes: [{ ...tune.notes[0]!, tempoBpm: Number.NaN }] })],
    ['notes[1].duration', () => encodeMidi({ ...tune, notes: [tune.notes[0]!, { ...tune.notes[0]!, duration: 3 as 4 }] })],
    ['channel', () => decodeMidi(encodeMidi(tune), { channel: 0 })],
  ])('refuses %s', (field, call) => {
    expect(refusal(call)).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it('refuses a silence that no delta can hold, and half a surrogate pair', () => {
    const notes: Note[] = Array.from({ length: 1200 }, () => ({ pitch: null, octave: null, duration: 1, dots: 2 }));
    expect(refusal(() => encodeMidi({ ...tune, notes }, { division: 32767 }))).toMatchObject({
      code: 'too-long',
      field: 'notes[1170]',
    });
    expect(refusal(() => encodeMidi({ ...tune, title: 'a\ud800' }))).toEqual({
      code: 'unencodable',
      field: 'title',
      offset: 1,
    });
  });
});

describe('reading other files', () => {
  it('a channel that plays chords, drums, bends: what is lost is reported', () => {
    const melody = track(
      [
        [72, 0, 90],
        [64, 0, 90],
        [76, 96, 186],
        [60, 100, 190],
        [74, 192, 240],
      ],
      { end: 240 },
    );
    const drums = track([[35, 0, 48]], { channel: 9 });
    const bend = `00 E00040 00 B00B40 00 C003 ${END}`;
    const octets = file([melody, drums, bend]);
    expect(short(decodeMidi(octets).notes)).toBe('c5/4 e5/4 d5/8');
    expect(issuesOf(octets).map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'dropped: a note under a higher one (2 times)',
      'dropped: a drum',
      'dropped: pitch bends',
      'dropped: controllers other than volume',
    ]);
    expect(octets[issuesOf(octets)[1]!.index]).toBe(0x99);
  });

  it.each<[why: string, notes: [number, number, number][], end: number, found: string]>([
    [
      'full lengths',
      [
        [60, 0, 96],
        [62, 96, 144],
        [64, 144, 216],
      ],
      216,
      'c4/4 d4/8 e4/8.',
    ],
    [
      'shortened by a tenth',
      [
        [60, 0, 86],
        [62, 96, 139],
        [64, 144, 200],
      ],
      216,
      'c4/4 d4/8 e4/8.',
    ],
    [
      'a real pause',
      [
        [60, 0, 48],
        [62, 96, 144],
      ],
      144,
      'c4/8 p/8 d4/8',
    ],
    [
      'a short real pause',
      [
        [60, 0, 96],
        [62, 108, 204],
      ],
      204,
      'c4/4 p/32 d4/4',
    ],
    [
      'ended a tick early',
      [
        [60, 0, 95],
        [62, 96, 143],
        [64, 276, 311],
      ],
      312,
      'c4/4 d4/8 p/4 p/16. e4/16.',
    ],
    [
      'thirds',
      [
        [60, 0, 64],
        [62, 64, 128],
        [64, 128, 192],
      ],
      192,
      'c4/2t d4/2t e4/2t'.replaceAll('/2', '/4'),
    ],
    [
      'played by hand',
      [
        [60, 2, 90],
        [62, 99, 180],
        [64, 190, 280],
        [65, 289, 380],
      ],
      384,
      'c4/4 d4/4 e4/4 f4/4',
    ],
    [
      'tied lengths',
      [
        [60, 0, 240],
        [62, 240, 336],
      ],
      336,
      'c4/2 p/8 d4/4',
    ],
    ['very long', [[60, 0, 960]], 960, 'c4/1 c4/1.'],
    [
      'overlapping downwards',
      [
        [72, 0, 100],
        [60, 96, 192],
      ],
      192,
      'c5/4 c4/4',
    ],
    [
      'under a held note',
      [
        [72, 0, 384],
        [60, 96, 192],
        [62, 192, 288],
      ],
      384,
      'c5/1',
    ],
    ['a pause first', [[60, 96, 192]], 192, 'p/4 c4/4'],
    ['a pause last', [[60, 0, 96]], 192, 'c4/4 p/4'],
  ])('%s', (_why, notes, end, found) => {
    expect(short(decodeMidi(file([track(notes, { end })])).notes)).toBe(found);
  });

  it.each<[why: string, notes: [number, number, number][]]>([
    [
      'a long note',
      [
        [60, 0, 655],
        [62, 655, 664],
        [64, 664, 760],
      ],
    ],
    [
      'a long pause',
      [
        [60, 0, 96],
        [62, 455, 464],
        [64, 464, 560],
      ],
    ],
  ])('%s is not rounded over a short note behind it', (_why, notes) => {
    const tune = decodeMidi(file([track(notes)]));
    expect(tune.notes.filter(({ pitch }) => pitch !== null).map(({ pitch }) => pitch)).toEqual(['c', 'd', 'e']);
    const units = (tuneDurationMs(tune) * 96) / 500;
    expect(Math.abs(units - notes.at(-1)![2])).toBeLessThan(6);
  });

  it('octaves: the whole tune moves, what is still outside follows alone', () => {
    const keys = [48, 50, 52, 53, 55, 57, 59, 60, 62, 20];
    const low = file([track(keys.map((key, i) => [key, i * 96, i * 96 + 96] as const))]);
    expect(short(decodeMidi(low).notes)).toBe('c4/4 d4/4 e4/4 f4/4 g4/4 a4/4 b4/4 c5/4 d5/4 g#4/4');
    expect(issuesOf(low).map(({ code, assumed }) => [code, assumed])).toEqual([
      ['approximated', 'all notes 1 octave higher'],
      ['approximated', 'the same note in the nearest octave'],
    ]);
    const high = file([
      track([
        [108, 0, 96],
        [110, 96, 192],
        [83, 192, 288],
      ]),
    ]);
    expect(short(decodeMidi(high).notes)).toBe('c7/4 d7/4 b4/4');
  });

  it('the voice: named, else high and busy enough, else as told', () => {
    const bass: [number, number, number][] = [
      [60, 0, 96],
      [62, 96, 192],
      [64, 192, 288],
      [65, 288, 384],
    ];
    const lead: [number, number, number][] = [
      [84, 0, 192],
      [86, 192, 384],
    ];
    const octets = file([track(bass), track(lead, { channel: 1 })]);
    expect(short(decodeMidi(octets).notes)).toBe('c6/2 d6/2');
    expect(short(decodeMidi(octets, { channel: 1 }).notes)).toBe('c4/4 d4/4 e4/4 f4/4');
    expect(short(decodeMidi(file([track(bass, { name: 'Melody' }), track(lead)])).notes)).toBe('c4/4 d4/4 e4/4 f4/4');
    const seldom = file([track(bass), track(lead.slice(1), { channel: 1 })]);
    expect(short(decodeMidi(seldom).notes)).toBe('c4/4 d4/4 e4/4 f4/4');
  });

  it('tempos and volumes hold from the next note on; tempos out of range are cut', () => {
    const octets = file([`00 FF5103 0F4240 00 903C40 60 803C40 00 FF5103 03D090 00 B0077F 00 903E40 60 803E40 ${END}`]);
    expect(decodeMidi(octets)).toMatchObject({
      tempoBpm: 60,
      style: 'N',
      notes: [{ pitch: 'c' }, { pitch: 'd', tempoBpm: 240, volume: 15 }],
    });
    const slow = file([`00 FF5103 FFFFFF 00 903C40 60 803C40 00 FF5103 000000 00 903E40 60 803E40 ${END}`]);
    expect(decodeMidi(slow)).toMatchObject({ tempoBpm: 25, notes: [{}, { tempoBpm: 900 }] });
    expect(issuesOf(slow)).toEqual([
      { code: 'out-of-range', index: 26, message: 'a tempo outside 25 to 900 bpm (2 times)', assumed: '25' },
    ]);
    expect(decodeMidi(file([`00 903C40 60 803C40 ${END}`])).tempoBpm).toBe(120);
  });

  it('running status, also across a meta event; system exclusive; a note struck twice; one that nothing ends', () => {
    const octets = file([`00 903C40 60 3C00 00 FF0101 78 00 3C40 00 F003 010203 60 3C40 00 F700 60 3E40 60 FF2F00`]);
    expect(short(decodeMidi(octets).notes)).toBe('c4/4 c4/4 c4/4 d4/4');
    expect(issuesOf(octets)).toEqual([
      { code: 'approximated', index: 44, message: 'a note that nothing ends', assumed: 'the end of the track' },
    ]);
  });

  it('time in frames: 120 bpm', () => {
    const octets = file([`00 903C40 6E 803C40 ${END}`], { division: 'E728' });
    // 25 frames of 40 ticks: 500 ticks to a quarter; 110 of them are a sixteenth made short.
    expect(decodeMidi(octets)).toMatchObject({ tempoBpm: 120 });
    expect(issuesOf(octets)[0]).toMatchObject({ code: 'approximated', index: 12 });
    const drop = decodeMidi(file([`00 903C40 83 60 803C40 ${END}`], { division: 'E320' }));
    expect(short(drop.notes)).toBe('c4/4');
  });

  it('titles: the first track, else the melody; UTF-8, else ISO 8859-1', () => {
    const named = (octets: string) => decodeMidi(file([`00 FF03 ${octets} 00 903C40 60 803C40 ${END}`])).title;
    expect(named('03 C3A978')).toBe('\u00e9x');
    expect(named('02 E978')).toBe('\u00e9x');
    expect(decodeMidi(file([END, track([[60, 0, 96]], { name: 'second' })])).title).toBe('second');
    for (const title of ['x'.repeat(300), '\u0416\u{1f600}'.repeat(100_000)]) {
      expect(decodeMidi(encodeMidi({ ...parseRtttl('x::c'), title })).title).toBe(title);
    }
    expect(named(`838000 ${'E9'.repeat(0xc000)}`)).toBe('\u00e9'.repeat(0xc000));
  });

  it('no notes at all', () => {
    expect(decodeMidi(file([END])).notes).toEqual([]);
    expect(issuesOf(file([END])).map(({ code }) => code)).toEqual(['no-notes']);
    expect(decodeMidi(encodeMidi({ ...parseRtttl('x::c'), notes: [] }))).toMatchObject({ title: 'x', notes: [] });
  });

  it('chunks of other types, and a longer header, are passed over', () => {
    const octets = hex(
      `4D546864 00000008 0000 0001 0060 AAAA  58585858 00000001 07  4D54726B 0000000C 00903C40 60803C40 00FF2F00  59595959 00000000`,
    );
    expect(short(decodeMidi(octets).notes)).toBe('c4/4');
    expectTiling(traced(octets).field);
  });

  it('reads a view into a larger buffer', () => {
    const octets = encodeMidi(parseRtttl(vectors[0]!.text));
    expect(decodeMidi(Buffer.from([1, 2, 3, ...octets, 4]).subarray(3, -1))).toEqual(decodeMidi(octets));
  });
});

describe('trace', () => {
  it('shows the chunks and each event with delta, status and data', () => {
    const { field } = traced(encodeMidi(parseRtttl('Hi:d=4,o=5,b=120,v=15:c,p,c')));
    expectTiling(field);
    expect(field.children.map(({ name }) => name)).toEqual(['MThd', 'MTrk[0]']);
    expect(field.children[0]!.children.map(({ name, value, meaning }) => [name, value, meaning])).toEqual([
      ['chunk-type', 'MThd', undefined],
      ['chunk-length', 6, undefined],
      ['format', 0, 'one track'],
      ['ntrks', 1, undefined],
      ['division', 96, '96 ticks to a quarter'],
    ]);
    const events = field.children[1]!.children.slice(2);
    expect(events.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['track-name', 'Hi'],
      ['tempo', '120.00 bpm'],
      ['text', 's=N'],
      ['controller', undefined],
      ['note-on', 'c5'],
      ['note-on', 'c5, ends'],
      ['note-on', 'c5'],
      ['note-on', 'c5, ends'],
      ['end-of-track', undefined],
    ]);
    expect(events[4]!.children.map(({ name, value }) => [name, value])).toEqual([
      ['delta-time', 0],
      ['status', 0x90],
      ['key', 72],
      ['velocity', 64],
    ]);
    expect(events[5]!.children.map(({ name }) => name)).toEqual(['delta-time', 'key', 'velocity']);
  });

  it('keys outside a tune, one data octet, system exclusive', () => {
    const { field } = traced(file([`00 C001 00 D001 00 900040 00 F002 0102 00 FF0000 00 FF0A00 ${END}`]));
    expectTiling(field);
    expect(field.children[1]!.children.slice(2).map(({ name }) => name)).toEqual([
      'program',
      'channel-pressure',
      'note-on',
      'system-exclusive',
      'sequence-number',
      'meta-event',
      'end-of-track',
    ]);
  });
});

describe('properties', () => {
  it('a tune comes back', () => {
    fc.assert(
      fc.property(midiTune(), (tune) => {
        expect(decodeMidi(encodeMidi(tune))).toEqual(tune);
      }),
    );
  });

  it('in any division that holds all lengths', () => {
    fc.assert(
      fc.property(midiTune(), fc.integer({ min: 1, max: 341 }), (tune, times) => {
        expect(decodeMidi(encodeMidi(tune, { division: 96 * times }))).toEqual(tune);
      }),
    );
  });

  it('pauses in a row keep their time', () => {
    fc.assert(
      fc.property(nokiaTune(), (tune) => {
        const back = decodeMidi(encodeMidi(tune));
        expect(tuneDurationMs(back)).toBeCloseTo(tuneDurationMs(tune), 6);
        const sounding = ({ notes }: Tune) =>
          notes.flatMap((n) => (n.pitch === null ? [] : [[n.pitch, n.octave, n.duration, n.dots]]));
        expect(sounding(back)).toEqual(sounding(tune));
      }),
    );
  });

  it('midi-file reads what we write, and what it writes of that reads the same', () => {
    fc.assert(
      fc.property(midiTune(), fc.boolean(), (tune, running) => {
        const parsed = parseMidi(encodeMidi(tune));
        const times = tune.notes.filter(({ pitch }) => pitch !== null).length;
        expect(parsed.tracks[0]!.filter(({ type }) => type === 'noteOn')).toHaveLength(times);
        const again = Uint8Array.from(writeMidi(parsed, { running, useByte9ForNoteOff: running }));
        expect(decodeMidi(again)).toEqual(tune);
      }),
    );
  });

  it("midi-file's files of melodies without gaps: every key and every length", () => {
    // Plain lengths and dots, in a division of its own, on a channel that has a bass beside it.
    const melody = fc.array(
      fc.record({
        key: fc.integer({ min: 60, max: 107 }),
        length: fc.constantFrom(...[1, 2, 4, 8, 16, 32]),
        dotted: fc.boolean(),
      }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(melody, fc.constantFrom(32, 48, 96, 480), fc.boolean(), (notes, ticksPerBeat, running) => {
        const end = { deltaTime: 0, meta: true, type: 'endOfTrack' } as const;
        const played = notes.flatMap(({ key, length, dotted }) => {
          const ticks = ((4 * ticksPerBeat) / length) * (dotted ? 1.5 : 1);
          const note = { channel: 3, noteNumber: key } as const;
          return [
            { ...note, deltaTime: 0, type: 'noteOn', velocity: 90 } as const,
            { ...note, deltaTime: ticks, type: 'noteOff', velocity: 0 } as const,
          ];
        });
        const bass = [
          { deltaTime: 0, type: 'noteOn', channel: 1, noteNumber: 40, velocity: 90 } as const,
          { deltaTime: 960, type: 'noteOff', channel: 1, noteNumber: 40, velocity: 0 } as const,
        ];
        const header = { format: 1, numTracks: 2, ticksPerBeat } as const;
        const octets = Uint8Array.from(
          writeMidi(
            {
              header,
              tracks: [
                [...bass, end],
                [...played, end],
              ],
            },
            { running },
          ),
        );
        const found = decodeMidi(octets).notes;
        expect(found.map((note) => [noteMidi(note), note.duration, note.dots])).toEqual(
          notes.map(({ key, length, dotted }) => [key, length, dotted ? 1 : 0]),
        );
      }),
    );
  });

  it('notes and pauses of exact lengths stay as they are, with a tick too many in front of the notes too', () => {
    const element = fc.record({
      key: fc.option(fc.integer({ min: 60, max: 107 }), { nil: null, freq: 4 }),
      length: fc.constantFrom(1, 2, 4, 8, 16, 32),
      dots: fc.constantFrom(0, 1),
    });
    // late: each note begins so many ticks late and ends in time (abc2midi); drift: so many more are in front of each (gnokii).
    const writers = fc.constantFrom({ late: 0, drift: 0 }, { late: 1, drift: 0 }, { late: 0, drift: 1 });
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 40 }), writers, (elements, { late, drift }) => {
        const sounding = elements.findLastIndex(({ key }) => key !== null);
        const written = sounding < 0 ? [] : elements.slice(0, sounding + 1);
        const track: MidiEvent[] = [];
        let waiting = 0;
        const expected: string[] = [];
        let silence = 0;
        for (const { key, length, dots } of written) {
          const ticks = (1920 / length) * (dots === 1 ? 1.5 : 1);
          if (key === null) {
            waiting += ticks;
            silence += ticks / 5;
            continue;
          }
          if (silence > 0) expected.push(`p ${silence}`);
          silence = 0;
          expected.push(`${key} ${ticks / 5}`);
          track.push({ deltaTime: waiting + late + drift, type: 'noteOn', channel: 0, noteNumber: key, velocity: 90 });
          track.push({ deltaTime: ticks - late, type: 'noteOff', channel: 0, noteNumber: key, velocity: 0 });
          waiting = 0;
        }
        track.push({ deltaTime: 0, meta: true, type: 'endOfTrack' });
        const octets = Uint8Array.from(writeMidi({ header: { format: 0, numTracks: 1, ticksPerBeat: 480 }, tracks: [track] }));
        const found: string[] = [];
        for (const note of decodeMidi(octets).notes) {
          const units = unitsOf(note);
          const last = found.at(-1)?.split(' ');
          if (note.pitch === null && last?.[0] === 'p') found[found.length - 1] = `p ${Number(last[1]) + units}`;
          else found.push(`${noteMidi(note) ?? 'p'} ${units}`);
        }
        expect(found).toEqual(expected);
      }),
    );
  });

  it('arbitrary octets, and files with an octet changed, cut or added', () => {
    const whole = fc.oneof(
      midiTune(8).map((tune) => encodeMidi(tune)),
      fc.constantFrom(...published.map(({ smf }) => hex(smf))),
    );
    const begun = fc.uint8Array({ maxLength: 60 }).map((events) => file([toHex(events)]));
    const any = fc.oneof(fc.uint8Array({ maxLength: 100 }), begun, damaged(whole), damaged(damaged(whole)));
    fc.assert(
      fc.property(any, fc.boolean(), (octets, lenient) => {
        const found = expectValueOrFormatError(() => decodeMidi(octets, { lenient }), octets.length);
        const { field, error } = traced(octets, lenient);
        expectTiling(field);
        if (found instanceof FormatError) return;
        expect(error).toBeUndefined();
        // What was read is a tune.
        expect(decodeMidi(encodeMidi(found)).notes.filter(({ pitch }) => pitch !== null)).toHaveLength(
          found.notes.filter(({ pitch }) => pitch !== null).length,
        );
      }),
    );
  });
});

describe('refusals', () => {
  const tail = `00 903C40 60 803C40 ${END}`;
  it.each<[why: string, octets: Uint8Array, code: string, field: string, offset: number, lenient: string]>([
    ['nothing', hex(''), 'truncated', 'MIDI/MThd/chunk-type', 0, '!'],
    ['another magic', hex('52494646 00000000'), 'bad-value', 'MIDI/MThd/chunk-type', 0, '!'],
    ['a short header', hex('4D546864 00000004 0000 0001'), 'bad-value', 'MIDI/MThd/chunk-length', 4, '!'],
    ['half a header', hex('4D546864 00000006 0000'), 'truncated', 'MIDI/MThd', 8, '!'],
    ['format 3', file([END], { format: 3 }), 'bad-value', 'MIDI/MThd/format', 8, '!'],
    ['format 2', file([tail, tail], { format: 2 }), 'bad-value', 'MIDI/MThd/format', 8, 'c4/4'],
    ['two tracks in format 0', file([tail, END], { format: 0 }), 'bad-value', 'MIDI/MThd/ntrks', 10, 'c4/4'],
    ['division 0', file([END], { division: '0000' }), 'bad-value', 'MIDI/MThd/division', 12, '!'],
    ['26 frames', file([END], { division: 'E608' }), 'bad-value', 'MIDI/MThd/division', 12, '!'],
    ['no ticks', file([END], { division: 'E700' }), 'bad-value', 'MIDI/MThd/division', 12, '!'],
    ['no track', hex('4D546864 00000006 0000 0001 0060'), 'truncated', 'MIDI/MTrk[0]', 14, ''],
    ['a short track', file([tail]).subarray(0, -4), 'truncated', 'MIDI/MTrk[0]', 22, 'c4/4'],
    ['no end', file(['00 903C40 60 803C40']), 'truncated', 'MIDI/MTrk[0]/end-of-track', 30, 'c4/4'],
    ['more after the end', file([`${tail} 00`]), 'trailing-bytes', 'MIDI/MTrk[0]', 34, 'c4/4'],
    ['octets behind', Uint8Array.of(...file([tail]), 1), 'trailing-bytes', 'MIDI', 34, 'c4/4'],
    ['a delta of five', file(['00 903C40 60 803C40 8181818100 903C40']), 'bad-value', 'MIDI/MTrk[0]/delta-time', 30, 'c4/4'],
    ['a delta cut', file(['00 903C40 60 803C40 8181']), 'truncated', 'MIDI/MTrk[0]/delta-time', 30, 'c4/4'],
    ['a delta alone', file(['00 903C40 60 803C40 00']), 'truncated', 'MIDI/MTrk[0]/event', 31, 'c4/4'],
    ['no status yet', file(['00 3C40']), 'bad-value', 'MIDI/MTrk[0]/event', 23, ''],
    ['half a note', file(['00 903C']), 'truncated', 'MIDI/MTrk[0]/event', 23, ''],
    ['a status for data', file(['00 9090 40']), 'bad-value', 'MIDI/MTrk[0]/event', 24, ''],
    ['a velocity of 80', file(['00 903C 80']), 'bad-value', 'MIDI/MTrk[0]/event', 25, ''],
    ['a clock', file(['00 F8']), 'bad-value', 'MIDI/MTrk[0]/event', 23, ''],
    ['a long meta event', file(['00 FF0109 00']), 'truncated', 'MIDI/MTrk[0]/event', 25, ''],
    ['a meta event alone', file(['00 FF']), 'truncated', 'MIDI/MTrk[0]/event', 24, ''],
    ['a meta event without a length', file(['00 FF01']), 'truncated', 'MIDI/MTrk[0]/event', 25, ''],
    ['a tempo of two', file(['00 FF5102 0000']), 'bad-value', 'MIDI/MTrk[0]/event', 26, ''],
    ['an end with data', file(['00 FF2F01 00']), 'bad-value', 'MIDI/MTrk[0]/event', 26, ''],
  ])('%s', (_why, octets, code, field, offset, lenient) => {
    expect(refusal(() => decodeMidi(octets))).toEqual({ code, field, offset });
    if (lenient === '!') expect(refusal(() => decodeMidi(octets, { lenient: true }))).toEqual({ code, field, offset });
    else {
      expect(short(decodeMidi(octets, { lenient: true }).notes)).toBe(lenient);
    }
    expectTiling(traced(octets).field);
  });

  it('octets are a Uint8Array', () => {
    expect(() => decodeMidi('MThd' as unknown as Uint8Array)).toThrowError(TypeError);
  });
});

describe('limits', () => {
  it('more notes and pauses than tuneNotes', () => {
    const octets = encodeMidi(parseRtttl('x:d=4,o=5,b=160:c,p,c,d'));
    expect(refusal(() => decodeMidi(octets, { limits: { tuneNotes: 3 } }))).toEqual({
      code: 'limit-exceeded',
      field: 'MIDI/notes',
      offset: octets.length - 9,
    });
    expect(decodeMidi(octets, { limits: { tuneNotes: 4 } }).notes).toHaveLength(4);
  });

  it('a silence of years', () => {
    const octets = file([`FFFFFF7F 903C40 60 803C40 ${END}`], { division: '0001' });
    expect(refusal(() => decodeMidi(octets)).code).toBe('limit-exceeded');
  });

  it('storms of notes, tempos and tracks take time in proportion to their size', () => {
    const storm = (count: number) =>
      file([
        `${'00 FF5103 07A120 00 F000 00 FF0103 733D4E '.repeat(count)} ${'01 903C40 00 3D40 01 3C00 00 3D00 '.repeat(count)} ${END}`,
      ]);
    const many = (count: number) => file(Array.from({ length: count }, () => `00 903C40 60 803C40 ${END}`));
    for (const make of [storm, many]) {
      const [small, large] = [make(2_000), make(32_000)].map((octets) => {
        let least = Number.POSITIVE_INFINITY;
        for (let i = 0; i < 5; i++) {
          const start = performance.now();
          expectValueOrFormatErrorAnywhere(octets);
          least = Math.min(least, performance.now() - start);
        }
        return least;
      });
      expect(large! / Math.max(small!, 0.5)).toBeLessThan(16 * 5);
    }
  });

  function expectValueOrFormatErrorAnywhere(octets: Uint8Array): void {
    try {
      decodeMidi(octets, { lenient: true });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
});
