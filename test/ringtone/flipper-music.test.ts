import { describe, expect, it } from 'vitest';
import { formatFlipperMusic, formatRtttl, parseFlipperMusic, parseRtttl, type Tune } from '../../src/ringtone/index.js';
import { refusal } from '../support/hostile.js';

const file = (notes: string, head = 'BPM: 125\nDuration: 4\nOctave: 5') =>
  `Filetype: Flipper Music Format\nVersion: 0\n${head}\nNotes: ${notes}\n`;

it('is written as the Music Player reads it', () => {
  expect(formatFlipperMusic(parseRtttl('Siren:d=4,o=5,b=125:c,8f#6,e.,p,16b4'))).toBe(file('C, 8F#6, E., P, 16B4'));
});

describe('files as people write them', () => {
  it.each([
    ['blanks and capitals', file(' c,  8F_6 ,e. ,\tP'), ':d=4,o=5,b=125:c,8f#6,e.,p'],
    ['a comma at the end', file('C, D, '), ':d=4,o=5,b=125:c,d'],
    [
      'other line ends, and a comment',
      file('C').replaceAll('\n', '\r\n').replace('BPM', '# by hand\r\nBPM'),
      ':d=4,o=5,b=125:c',
    ],
    ['the defaults', file('C, 2D6', 'BPM: 40\nDuration: 16\nOctave: 7'), ':d=16,o=6,b=40:c7,2d'],
    ['leading zeros', file('08C05'), ':d=8,o=5,b=125:c'],
  ])('%s', (_, text, rtttl) => {
    expect(formatRtttl(parseFlipperMusic(text))).toBe(rtttl);
  });

  it('thirds have numbers of their own', () => {
    const tune = parseFlipperMusic(file('6C, 3D, 48E'));
    expect(tune.notes.map(({ duration, twoThirds }) => [duration, twoThirds])).toEqual([
      [4, true],
      [2, true],
      [32, true],
    ]);
    expect(formatFlipperMusic(tune)).toContain('Notes: 6C, 3D, 48E');
  });

  it('a key that the player does not know is reported', () => {
    const found: string[] = [];
    parseFlipperMusic(file('C').replace('BPM', 'Name: x\nBPM'), { onIssue: ({ message }) => found.push(message) });
    expect(found).toEqual(['Flipper music/Name at 48: a key that the player does not know, or not here']);
  });
});

describe('refusals', () => {
  it.each<[string, string, string, string, number]>([
    ['another type', file('C').replace('Music', 'SubGhz'), 'bad-value', 'Flipper music/Filetype', 10],
    ['another version', file('C').replace(': 0', ': 1'), 'bad-value', 'Flipper music/Version', 40],
    ['no tempo', file('C', 'Duration: 4\nOctave: 5'), 'truncated', 'Flipper music/BPM', 73],
    ['keys in another order', file('C', 'Duration: 4\nBPM: 90\nOctave: 5'), 'bad-value', 'Flipper music/Duration', 52],
    ['a tempo of 10', file('C', 'BPM: 10\nDuration: 4\nOctave: 5'), 'bad-value', 'Flipper music/BPM', 47],
    ['a tempo in words', file('C', 'BPM: fast\nDuration: 4\nOctave: 5'), 'bad-value', 'Flipper music/BPM', 47],
    ['a length of 1/5', file('C, 5D'), 'bad-value', 'Flipper music/note[1]/duration', 83],
    ['octave 3', file('C, D3'), 'bad-value', 'Flipper music/note[1]/octave', 84],
    ['two dots', file('C..'), 'bad-value', 'Flipper music/note[0]/dots', 81],
    ['h', file('C, H'), 'bad-value', 'Flipper music/note[1]/pitch', 83],
    ['e#', file('E#'), 'bad-value', 'Flipper music/note[0]/pitch', 80],
    ['nothing between commas', file('C,,D'), 'bad-value', 'Flipper music/note[1]/pitch', 82],
    ['what follows a note', file('C.6, D'), 'trailing-bytes', 'Flipper music/note[0]', 82],
    ['no notes', file(''), 'truncated', 'Flipper music/note[0]', 80],
  ])('%s', (_, text, code, field, offset) => {
    expect(refusal(() => parseFlipperMusic(text))).toEqual({ code, field, offset });
  });

  it('what the form cannot hold', () => {
    const of = (change: Partial<Tune>) => refusal(() => formatFlipperMusic({ ...parseRtttl('x:d=4,o=5,b=100:c'), ...change }));
    const note = { pitch: 'c', octave: 5, duration: 1, dots: 0 } as const;
    expect(of({ notes: [] })).toMatchObject({ code: 'unencodable', field: 'notes' });
    expect(of({ notes: [{ ...note, dots: 2 }] })).toMatchObject({ code: 'unencodable', field: 'notes[0].dots' });
    expect(of({ notes: [{ ...note, twoThirds: true }] })).toMatchObject({ code: 'unencodable', field: 'notes[0].twoThirds' });
    expect(of({ tempoBpm: 1000 })).toMatchObject({ code: 'bad-value', field: 'tempoBpm' });
  });

  it('lenient reading takes the nearest', () => {
    const read = (text: string) => formatRtttl(parseFlipperMusic(text, { lenient: true }));
    expect(read(file('C, 5D, H, E3, F.6', 'Duration: 4\nBPM: 9\nOctave: 9'))).toBe(':d=4,o=7,b=25:c,d,e4,f.');
    expect(read('Notes: C')).toBe(':d=4,o=5,b=63:c');
  });
});

it('reports what the form has no room for', () => {
  const losses: string[] = [];
  formatFlipperMusic(parseRtttl('x:d=4,o=5,b=100,l=2:c,b=120,d'), {
    onIssue: ({ field, reason }) => losses.push(`${field}: ${reason}`),
  });
  expect(losses).toEqual(['title: a title', 'loops: 2 repeats', 'notes[1]: a tempo, style or volume from here on']);
});

it('so many notes and no more', () => {
  expect(refusal(() => parseFlipperMusic(file('C, D, E'), { limits: { tuneNotes: 2 } }))).toMatchObject({
    code: 'limit-exceeded',
    field: 'Flipper music/note[2]',
  });
});
