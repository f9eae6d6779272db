import fc from 'fast-check';
import { type MidiEvent, writeMidi } from 'midi-file';
import { describe, expect, it } from 'vitest';
import { decodeMidi, encodeMidi, noteMidi, parseRtttl, tuneDurationMs } from '../../src/ringtone/index.js';
import { toUnits } from '../../src/ringtone/tune.js';
import { refusal } from '../support/hostile.js';
import { END, file, issuesOf, short, track } from './midi-files.js';

/** Keys of nine notes of ten: as many as have to be in reach. */
const NINE = new Array<number>(9).fill(60);

describe('other files', () => {
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
    expect(issuesOf(octets).map(({ code, reason }) => `${code}: ${reason}`)).toEqual([
      'dropped: a note under a higher one (2 times)',
      'dropped: a drum',
      'dropped: pitch bends',
      'dropped: controllers other than volume',
    ]);
    expect(octets[issuesOf(octets)[1]!.offset as number]).toBe(0x99);
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

  it('a voice is named by its track, even with few notes, unless it is the only one', () => {
    const busy: [number, number, number][] = [84, 86, 88, 89].map((key, i) => [key, i * 96, i * 96 + 96]);
    const few: [number, number, number][] = [[60, 0, 96]];
    for (const name of ['Melody', 'LEAD', 'lead vocals', 'Voice 1', 'Guitar solo', 'tune', 'melodie']) {
      expect(short(decodeMidi(file([track(busy), track(few, { name })])).notes)).toBe('c4/4');
    }
    expect(short(decodeMidi(file([track(busy), track(few, { name: 'Bass' })])).notes)).toBe('c6/4 d6/4 e6/4 f6/4');
  });

  it('half as many notes as the busiest voice are enough, fewer are not', () => {
    const busy: [number, number, number][] = [60, 62, 64, 65].map((key, i) => [key, i * 96, i * 96 + 96]);
    const high = (count: number) => busy.slice(0, count).map(([key, on, off]): [number, number, number] => [key + 24, on, off]);
    const read = (count: number) => short(decodeMidi(file([track(busy), track(high(count))])).notes);
    expect(read(2)).toBe('c6/4 d6/4');
    expect(read(1)).toBe('c4/4 d4/4 e4/4 f4/4');
  });

  it('another voice, and drums, are reported once with the number of their notes', () => {
    const lead: [number, number, number][] = [84, 86].map((key, i) => [key, i * 96, i * 96 + 96]);
    const bass: [number, number, number][] = [60, 62, 64].map((key, i) => [key, i * 96, i * 96 + 96]);
    const octets = file([track(lead), track(bass), track(bass.slice(1), { channel: 9 })]);
    expect(issuesOf(octets)).toMatchObject([
      { code: 'dropped', field: 'MIDI', reason: 'a note of another voice (3 times)', assumed: 'the melody alone' },
      { code: 'dropped', field: 'MIDI', reason: 'a drum (2 times)', assumed: 'the melody alone' },
    ]);
    const drums = file([track(bass, { channel: 9 })]);
    expect(short(decodeMidi(drums).notes)).toBe('p/2.');
    expect(issuesOf(drums).map(({ code, reason }) => [code, reason])).toEqual([
      ['no-notes', 'not a single note'],
      ['dropped', 'a drum (3 times)'],
    ]);
  });

  it.each<[keys: number[], found: string, assumed: string[]]>([
    [[60, 107], 'c4 b7', []],
    [[59], 'b4', ['all notes 1 octave higher']],
    [[108], 'c7', ['all notes 1 octave lower']],
    [[36, 38], 'c4 d4', ['all notes 2 octaves higher']],
    [[0, 2], 'c4 d4', ['all notes 5 octaves higher']],
    [[127], 'g7', ['all notes 2 octaves lower']],
    [[118, 120, 122], 'a#6 c7 d7', ['all notes 2 octaves lower']],
    [[60, 62, 64, 59], 'c5 d5 e5 b4', ['all notes 1 octave higher']],
    [[...NINE, 59], 'c4 c4 c4 c4 c4 c4 c4 c4 c4 b4', ['the same note in the nearest octave']],
    [[...NINE, 120], 'c4 c4 c4 c4 c4 c4 c4 c4 c4 c7', ['the same note in the nearest octave']],
    [[...NINE, 0], 'c4 c4 c4 c4 c4 c4 c4 c4 c4 c4', ['the same note in the nearest octave']],
  ])('keys %j', (keys, found, assumed) => {
    const octets = file([track(keys.map((key, i) => [key, i * 96, i * 96 + 96] as const))]);
    expect(
      decodeMidi(octets)
        .notes.map(({ pitch, octave }) => `${pitch}${octave}`)
        .join(' '),
    ).toBe(found);
    expect(issuesOf(octets)).toMatchObject(
      assumed.map((text) => ({ code: 'approximated', field: 'MIDI', severity: 'warning', assumed: text })),
    );
    expect(issuesOf(octets)).toHaveLength(assumed.length);
  });

  it('of notes that overlap: together the highest; a lower one that begins later counts unless the first covers more than half of it', () => {
    const read = (...notes: [number, number, number][]) => short(decodeMidi(file([track(notes)])).notes);
    expect(read([60, 0, 96], [64, 0, 96], [62, 0, 96])).toBe('e4/4');
    expect(read([64, 0, 96], [60, 0, 192])).toBe('e4/4 p/4');
    expect(read([60, 0, 192], [64, 0, 96])).toBe('e4/4 p/4');
    expect(read([64, 0, 144], [60, 96, 192])).toBe('e4/4 c4/4');
    expect(read([64, 0, 145], [60, 96, 192])).toBe('e4/2');
    expect(read([60, 0, 192], [64, 96, 192])).toBe('c4/4 e4/4');
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
      {
        code: 'out-of-range',
        severity: 'warning',
        field: 'MIDI',
        offset: 26,
        reason: 'a tempo outside 25 to 900 bpm (2 times)',
        assumed: '25',
      },
    ]);
    expect(decodeMidi(file([`00 903C40 60 803C40 ${END}`])).tempoBpm).toBe(120);
  });
});

/** Tempo events before the notes do not change how their lengths are read; a style does, so that these are apart. */
const TEMPO = '00 FF5103 07A120';
const NATURAL = '00 FF0103 733D4E';

describe('changes', () => {
  it("a tempo is the tune's own when it holds at the first note, else the note has it", () => {
    const later = file([`00 903C40 60 803C40 00 FF5103 0F4240 00 903E40 60 803E40 ${END}`]);
    expect(decodeMidi(later)).toMatchObject({ tempoBpm: 120, notes: [{ pitch: 'c' }, { pitch: 'd', tempoBpm: 60 }] });
    expect(decodeMidi(later).notes[0]).not.toHaveProperty('tempoBpm');
    const style = file([`00 903C40 60 803C40 00 FF0103 733D43 00 903E40 60 803E40 ${END}`]);
    expect(decodeMidi(style)).toMatchObject({ style: 'N', notes: [{ pitch: 'c' }, { pitch: 'd', style: 'C' }] });
  });

  it("a tempo a tick before the first note is the tune's own too; after a pause it is not", () => {
    const early = (delta: string) => decodeMidi(file([`${delta} FF5103 0F4240 00 903C40 60 803C40 ${END}`]));
    expect(early('05')).toMatchObject({ tempoBpm: 60, notes: [{ pitch: 'c' }] });
    expect(early('60')).toMatchObject({ tempoBpm: 120, notes: [{ pitch: null }, { pitch: 'c', tempoBpm: 60 }] });
  });

  it('a volume of another channel does not count', () => {
    const octets = file([`00 B1070A 00 B0077F 00 903C40 60 803C40 00 B10720 00 903E40 60 803E40 ${END}`]);
    expect(decodeMidi(octets).notes.map(({ volume }) => volume)).toEqual([15, undefined]);
  });

  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [63, 7],
    [64, 8],
    [127, 15],
  ])('a volume of %i is %i of 15', (value, volume) => {
    const octets = file([`00 B007${value.toString(16).padStart(2, '0')} 00 903C40 60 803C40 ${END}`]);
    expect(decodeMidi(octets).notes[0]!.volume).toBe(volume);
  });

  it('changes of several tracks are in the order of time', () => {
    const late = `60 FF5103 0F4240 ${END}`;
    const early = `00 FF5103 03D090 00 903C40 60 803C40 00 903E40 60 803E40 ${END}`;
    for (const tracks of [
      [late, early],
      [early, late],
    ]) {
      expect(decodeMidi(file(tracks))).toMatchObject({ tempoBpm: 240, notes: [{}, { tempoBpm: 60 }] });
    }
  });

  it.each<[why: string, at: string, rest: string, found: string, tempos: (number | undefined)[]]>([
    ['in the middle', '30', '30', 'p/8 p/8 c4/4', [undefined, 60, undefined]],
    ['where no pause ends', '0A', '56', 'p/4 c4/4', [undefined, 60]],
    ['where no pause begins', '56', '0A', 'p/4 c4/4', [undefined, 60]],
    ['at its end', '60', '00', 'p/4 c4/4', [undefined, 60]],
    ['at its beginning', '00', '60', 'p/4 c4/4', [undefined, undefined]],
  ])('in a file that names its style, a pause is divided by a change %s', (_why, at, rest, found, tempos) => {
    const octets = file([`${NATURAL} ${at} FF5103 0F4240 ${rest} 903C40 5B 803C40 ${END}`]);
    const { notes } = decodeMidi(octets);
    expect(short(notes)).toBe(found);
    expect(notes.map(({ tempoBpm }) => tempoBpm)).toEqual(tempos);
  });
});

describe('lengths and pauses', () => {
  const read = (notes: [number, number, number][], before: string, end = 0) =>
    short(decodeMidi(file([`${before} ${track(notes, { end })}`])).notes);

  it('a tempo does not make a file one that names its style', () => {
    const early: [number, number, number][] = [
      [60, 0, 95],
      [62, 96, 143],
      [64, 276, 311],
    ];
    expect(read(early, TEMPO)).toBe(read(early, ''));
    // Natural leaves out a twentieth: 96 units sound for 91, 48 for 45.
    expect(
      read(
        [
          [60, 0, 91],
          [62, 96, 141],
        ],
        NATURAL,
      ),
    ).toBe('c4/4 d4/8');
    expect(
      read(
        [
          [60, 0, 96],
          [62, 96, 144],
        ],
        '00 FF0103 733D43',
      ),
    ).toBe('c4/4 d4/8');
    expect(
      read(
        [
          [60, 0, 48],
          [62, 96, 120],
        ],
        '00 FF0103 733D53',
        144,
      ),
    ).toBe('c4/4 d4/8');
  });

  it.each([
    ['N', '4E', 79],
    ['C', '43', 84],
    ['S', '53', 42],
  ])('in style %s the part that sounds tells the length, two dots too', (_style, code, sounding) => {
    const before = `00 FF0103 733D${code}`;
    expect(
      read(
        [
          [60, 0, sounding],
          [62, 96, 96 + sounding],
        ],
        before,
        192,
      ),
    ).toBe('c4/8.. p/32 d4/8.. p/32');
  });

  it('seven eighths and a gap are a plain length, seven quarters and no gap two dots', () => {
    const gaps = Array.from({ length: 10 }, (_, i): [number, number, number] => [60 + i, i * 96, i * 96 + 84]);
    expect(
      read(gaps, '', 960)
        .split(' ')
        .every((note) => note.endsWith('/4')),
    ).toBe(true);
    const full = Array.from({ length: 10 }, (_, i): [number, number, number] => [60 + i, i * 84, i * 84 + 84]);
    expect(
      read(full, '')
        .split(' ')
        .every((note) => note.endsWith('/8..')),
    ).toBe(true);
  });

  it.each<[silence: number, found: string]>([
    [4, 'd4/4'],
    [5, 'p/32t d4/4'],
    [100, 'p/4 d4/4'],
    [90, 'p/4 d4/4'],
  ])('played by hand, a silence of %i after a note', (silence, found) => {
    const start = 97 + silence;
    expect(
      read(
        [
          [60, 0, 97],
          [62, start, start + 95],
        ],
        '',
      ),
    ).toBe(`c4/4 ${found}`);
  });

  // The notes after the first have no exact lengths, so that the file is one played by hand.
  it.each<[why: string, notes: [number, number, number][], found: string]>([
    [
      'six units of the shortest length are a note',
      [
        [60, 0, 6],
        [62, 6, 102],
      ],
      'c4/32t d4/4',
    ],
    [
      'five are none',
      [
        [60, 0, 5],
        [62, 5, 99],
      ],
      'd4/4',
    ],
    [
      'a silence of nearly half is a pause',
      [
        [60, 0, 50],
        [62, 97, 190],
        [64, 197, 290],
      ],
      'c4/8 p/8 d4/4 e4/4',
    ],
    [
      'a silence of less than a quarter is none',
      [
        [60, 0, 76],
        [62, 97, 190],
        [64, 197, 290],
      ],
      'c4/4 d4/4 e4/4',
    ],
    [
      'unless both it and a dotted note have exact lengths',
      [
        [60, 0, 72],
        [62, 88, 181],
        [64, 189, 279],
      ],
      'c4/8. p/16t d4/4 e4/4',
    ],
    [
      'a pause that is near no length is a sum of them',
      [
        [60, 0, 97],
        [62, 234, 330],
      ],
      'c4/4 p/4 p/16.. d4/4',
    ],
  ])('%s', (_why, notes, found) => {
    expect(read(notes, '')).toBe(found);
    // A tempo does not matter.
    expect(read(notes, TEMPO)).toBe(found);
  });

  it('what is shorter than half of 1/32 is left out and reported', () => {
    const octets = file([
      track([
        [60, 0, 3],
        [62, 3, 97],
      ]),
    ]);
    expect(short(decodeMidi(octets).notes)).toBe('d4/4');
    expect(issuesOf(octets)).toMatchObject([
      { code: 'dropped', reason: 'a note shorter than half of 1/32', assumed: 'nothing' },
    ]);
  });

  it('a note longer than 1.75 whole notes is struck again, which is reported', () => {
    expect(read([[60, 0, 672]], '')).toBe('c4/1..');
    const octets = file([track([[60, 0, 768]])]);
    expect(short(decodeMidi(octets).notes)).toBe('c4/1 c4/1');
    expect(issuesOf(octets)).toMatchObject([
      { code: 'approximated', reason: 'a note longer than 1.75 whole notes', assumed: 'several of the same pitch' },
    ]);
  });
});

describe('properties', () => {
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
          const units = toUnits(note);
          const last = found.at(-1)?.split(' ');
          if (note.pitch === null && last?.[0] === 'p') found[found.length - 1] = `p ${Number(last[1]) + units}`;
          else found.push(`${noteMidi(note) ?? 'p'} ${units}`);
        }
        expect(found).toEqual(expected);
      }),
    );
  });
});

describe('where a loss is reported', () => {
  it.each<[why: string, octets: Uint8Array, code: string, offset: number, assumed: string]>([
    ['no note: at the beginning', file([END]), 'no-notes', 0, 'an empty tune'],
    ['a title: at its track', file([`00 FF0302 6101 00 903C40 60 803C40 ${END}`]), 'approximated', 14, 'blanks'],
    [
      'a title of the second track: there',
      file([END, `00 FF0302 6101 00 903C40 60 803C40 ${END}`]),
      'approximated',
      26,
      'blanks',
    ],
    ['a note that nothing ends: at it', file([`00 903C40 60 ${'FF2F00'}`]), 'approximated', 23, 'the end of the track'],
    ['bends: at the first', file([`00 E00040 00 E00040 00 903C40 60 803C40 ${END}`]), 'dropped', 23, 'nothing'],
    [
      'a tempo: at its data',
      file([`00 FF5103 000001 00 903C40 60 803C40 00 FF5103 FFFFFF 00 903C40 60 803C40 ${END}`]),
      'out-of-range',
      26,
      '900',
    ],
  ])('%s', (_why, octets, code, offset, assumed) => {
    expect(issuesOf(octets)).toMatchObject([{ code, severity: 'warning', field: 'MIDI', offset, assumed }]);
  });

  it('kinds of losses are in the order of their first cases', () => {
    const bends = file([`00 903C40 00 E00040 60 803C40 00 B00140 60 803C40 ${END}`]);
    expect(issuesOf(bends).map(({ reason, offset }) => [reason, offset])).toEqual([
      ['pitch bends', 27],
      ['controllers other than volume', 35],
    ]);
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
});
