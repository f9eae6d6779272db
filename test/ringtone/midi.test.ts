import fc from 'fast-check';
import { parseMidi, writeMidi } from 'midi-file';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import {
  decodeMidi,
  encodeMidi,
  type Note,
  noteMidi,
  parseRtttl,
  type Tune,
  tuneDurationMs,
} from '../../src/ringtone/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';
import { nokiaTune } from '../support/tunes.js';
import { END, file, midiTune, published, short, traced } from './midi-files.js';
import { ringtoneVectors } from './vectors.js';

const { vectors } = ringtoneVectors();

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

  it('the ends of the options are taken', () => {
    for (const options of [{ repeats: 0 }, { repeats: 14 }, { program: 0 }, { program: 127 }]) {
      const octets = encodeMidi(tune, options);
      expect(decodeMidi(octets).notes).toHaveLength(3 * ((options.repeats ?? 0) + 1));
      for (const channel of [1, 16]) expect(() => decodeMidi(octets, { channel })).not.toThrow();
    }
    for (const tempoBpm of [20, 1080]) expect(() => encodeMidi({ ...tune, tempoBpm })).not.toThrow();
  });

  it('what is in force is not said again; running status goes on up to the next meta event', () => {
    const steady = parseRtttl('x:d=4,o=5,b=120:v=15,c,v=15,b=120,s=N,d,v=0,e');
    expect(toHex(encodeMidi({ ...steady, title: '' }))).toBe(
      toHex(
        file([
          `00 FF5103 07A120  00 FF0103 733D4E  00 B0077F  00 904840 5B 4800  05 4A40 5B 4A00  05 B00700  00 904C40 5B 4C00  05 FF2F00`,
        ]),
      ),
    );
  });

  it.each([
    [0, 0],
    [1, 8],
    [7, 59],
    [8, 68],
    [15, 127],
  ])('volume %i is value %i', (volume, value) => {
    const notes = [{ ...tune.notes[0]!, volume }];
    const event = parseMidi(encodeMidi({ ...tune, notes })).tracks[0]!.find(({ type }) => type === 'controller');
    expect(event).toMatchObject({ controllerType: 7, value, channel: 0 });
  });

  it.each([
    [1, 127, '7F'],
    [1, 128, '8100'],
    [1, 16383, 'FF7F'],
    [1, 16384, '818000'],
    [127, 16513, 'FFFF7F'],
    [128, 16384, '81808000'],
  ])('the delta of %i quarters of %i ticks', (count, division, delta) => {
    const quarter: Note = { pitch: null, octave: null, duration: 4, dots: 0 };
    const notes = [...Array.from({ length: count }, () => quarter), tune.notes[0]!];
    const octets = encodeMidi({ ...tune, title: '', loops: 0, notes }, { division });
    // After the head, the tempo and the style.
    expect(toHex(octets.subarray(22 + 7 + 7))).toMatch(new RegExp(`^${delta}90`));
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
    ['division', () => encodeMidi(tune, { division: 96.5 })],
    ['repeats', () => encodeMidi(tune, { repeats: -1 })],
    ['program', () => encodeMidi(tune, { program: -1 })],
    ['tempoBpm', () => encodeMidi({ ...tune, tempoBpm: 1081 })],
    ['channel', () => decodeMidi(encodeMidi(tune), { channel: 17 })],
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
    expect(refusal(() => encodeMidi({ ...tune, title: 'a\0' }))).toMatchObject({
      code: 'unencodable',
      field: 'title',
      offset: 1,
    });
    expect(refusal(() => encodeMidi({ ...tune, title: 'a\ud800' }))).toEqual({
      code: 'unencodable',
      field: 'title',
      offset: 1,
    });
  });
});

describe('properties', () => {
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
});
