import { describe, expect, it } from 'vitest';
import { hasArduinoTable } from '../../src/ringtone/arduino-table.js';
import { formatArduinoTable, formatRtttl, parseArduinoTable, parseRtttl, type Tune } from '../../src/ringtone/index.js';
import { refusal } from '../support/hostile.js';

const PITCHES_H = {
  ...{ C4: 262, CS4: 277, D4: 294, DS4: 311, E4: 330, F4: 349, FS4: 370, G4: 392, GS4: 415, A4: 440, AS4: 466, B4: 494 },
  ...{ C5: 523, CS5: 554, D5: 587, DS5: 622, E5: 659, F5: 698, FS5: 740, G5: 784, GS5: 831, A5: 880, AS5: 932, B5: 988 },
  ...{
    C6: 1047,
    CS6: 1109,
    D6: 1175,
    DS6: 1245,
    E6: 1319,
    F6: 1397,
    FS6: 1480,
    G6: 1568,
    GS6: 1661,
    A6: 1760,
    AS6: 1865,
    B6: 1976,
  },
  ...{
    C7: 2093,
    CS7: 2217,
    D7: 2349,
    DS7: 2489,
    E7: 2637,
    F7: 2794,
    FS7: 2960,
    G7: 3136,
    GS7: 3322,
    A7: 3520,
    AS7: 3729,
    B7: 3951,
  },
};

it('pairs, with the defines of their notes', () => {
  expect(formatArduinoTable(parseRtttl('Siren:d=4,o=5,b=125:c,8f#6,e.,p,16c'))).toBe(`// Siren
#define REST 0
#define NOTE_C5 523
#define NOTE_E5 659
#define NOTE_FS6 1480

int tempo = 125;

int melody[] = {
  NOTE_C5, 4, NOTE_FS6, 8, NOTE_E5, -4, REST, 4, NOTE_C5, 16,
};
`);
});

it('arrays, as toneMelody has them', () => {
  const text = formatArduinoTable(parseRtttl(':d=4,o=5,b=125:c,8f#6,p'), { layout: 'arrays' });
  expect(text.split('\n').slice(6).join('\n')).toBe(
    'int melody[] = {\n  NOTE_C5, NOTE_FS6, REST,\n};\n\nint noteDurations[] = {\n  4, 8, 4,\n};\n',
  );
  expect(formatRtttl(parseArduinoTable(text))).toBe(':d=4,o=5,b=125:c,8f#6,p');
});

it('every define is that of pitches.h', () => {
  const notes = Object.keys(PITCHES_H).map((name) => name.toLowerCase().replace('s', '#'));
  const text = formatArduinoTable(parseRtttl(`:d=4,o=5,b=125:${notes.join(',')}`));
  const defines = [...text.matchAll(/^#define NOTE_(\w+) (\d+)$/gm)].map(([, name, hz]) => [name, Number(hz)]);
  expect(Object.fromEntries(defines)).toEqual(PITCHES_H);
  const ofHertz = `int tempo = 125;\nint melody[] = { ${Object.values(PITCHES_H)
    .map((hz) => `${hz}, 4`)
    .join(', ')} };`;
  expect(parseArduinoTable(ofHertz)).toEqual(parseArduinoTable(text));
});

describe('sketches', () => {
  it('the Nokia tune of arduino-songs', () => {
    const sketch = `#define NOTE_D4 294
int tempo = 180; // faster or slower
int buzzer = 11;
// notes of the melody followed by the duration
int melody[] = {
  /* score */
  NOTE_E5, 8, NOTE_D5, 8, NOTE_FS4, 4, NOTE_GS4, 4,
  NOTE_CS5, 8, NOTE_B4, 8, NOTE_D4, 4, NOTE_E4, 4,
  NOTE_B4, 8, NOTE_A4, 8, NOTE_CS4, 4, NOTE_E4, 4,
  NOTE_A4, -2,
};
int notes = sizeof(melody) / sizeof(melody[0]) / 2;`;
    expect(formatRtttl(parseArduinoTable(sketch))).toBe(':d=4,o=4,b=180:8e5,8d5,f#,g#,8c#5,8b,d,e,8b,8a,c#,e,2a.');
  });

  it('toneMelody, whose tempo is in its code', () => {
    const sketch = 'int melody[] = {\n  NOTE_C4, NOTE_G4, NOTE_G4, 0\n};\nint noteDurations[] = {\n  4, 8, 8, 4 };';
    const found: string[] = [];
    const tune = parseArduinoTable(sketch, { onIssue: ({ message, assumed }) => found.push(`${message}: ${assumed}`) });
    expect(formatRtttl(tune)).toBe(':d=4,o=4,b=185:c,8g,8g,p');
    expect(found).toEqual(['Arduino/tempo at 0: no tempo: 185, as toneMelody plays']);
  });

  it('a first comment is the title; other arrays may be before; triplets are sixths', () => {
    const sketch = '// Song\nint pins[] = {1, 2};\nconst int melody[] PROGMEM = {NOTE_C4,6,REST,12};\n#define tempo 90\n';
    const tune = parseArduinoTable(sketch);
    expect([tune.title, tune.tempoBpm]).toEqual(['Song', 90]);
    expect(tune.notes.map(({ duration, twoThirds }) => [duration, twoThirds])).toEqual([
      [4, true],
      [8, true],
    ]);
  });
});

describe('refusals', () => {
  const pairs = (items: string) => `int tempo = 90; int melody[] = { ${items} };`;
  it.each<[string, string, string, string, number]>([
    ['no table', 'int tempo = 90;', 'truncated', 'Arduino/melody', 15],
    ['no brace', 'int tempo = 90; int melody[] = { NOTE_C4, 4', 'truncated', 'Arduino/melody', 43],
    ['an empty one', pairs(''), 'truncated', 'Arduino/note[0]', 36],
    ['a tempo of 9', pairs('NOTE_C4, 4').replace('90', '9'), 'bad-value', 'Arduino/tempo', 4],
    ['no length', pairs('NOTE_C4, 4, NOTE_D4'), 'truncated', 'Arduino/melody', 45],
    ['a length of 0', pairs('NOTE_C4, 0'), 'bad-value', 'Arduino/note[0]/duration', 42],
    ['a length of 5', pairs('NOTE_C4, 5'), 'bad-value', 'Arduino/note[0]/duration', 42],
    ['a dotted third', pairs('NOTE_C4, -6'), 'bad-value', 'Arduino/note[0]/duration', 42],
    ['octave 3', pairs('NOTE_C3, 4'), 'bad-value', 'Arduino/note[0]/octave', 33],
    ['no note', pairs('DO, 4'), 'bad-value', 'Arduino/note[0]/pitch', 33],
    ['e#', pairs('NOTE_ES4, 4'), 'bad-value', 'Arduino/note[0]/pitch', 33],
    ['nothing between commas', pairs('NOTE_C4,, 4'), 'bad-value', 'Arduino/melody', 41],
  ])('%s', (_, text, code, field, offset) => {
    expect(refusal(() => parseArduinoTable(text))).toEqual({ code, field, offset });
  });

  it('what a table cannot hold', () => {
    const tune = parseRtttl('x:d=4,o=5,b=100:c.');
    const of = (change: Partial<Tune>, layout: 'pairs' | 'arrays' = 'pairs') =>
      refusal(() => formatArduinoTable({ ...tune, ...change }, { layout }));
    expect(of({}, 'arrays')).toMatchObject({ code: 'unencodable', field: 'notes[0].dots' });
    expect(of({ notes: [] })).toMatchObject({ code: 'unencodable', field: 'notes' });
    expect(of({ tempoBpm: 1 })).toMatchObject({ code: 'bad-value', field: 'tempoBpm' });
    expect(of({}, 'rows' as 'pairs')).toMatchObject({ code: 'bad-value', field: 'layout' });
  });

  it('lenient reading takes the nearest', () => {
    const read = (items: string) => formatRtttl(parseArduinoTable(pairs(items), { lenient: true }));
    expect(read('NOTE_C3, 4, DO, 4, NOTE_D8, 5, 441, 0, NOTE_E5')).toBe(':d=4,o=4,b=90:c,d7,a');
  });
});

describe('a text that looks like a sketch with a table', () => {
  const table = 'int melody[] = { NOTE_C4, 4 };';

  it.each<[text: string]>([
    [table],
    ['int melody[] = { NOTE_CS4, 4 };'],
    [`// a song\n${table}`],
    [`/* a song */ ${table}`],
    [`\ufeff${table}`],
    [`\n  ${table}`],
    [`#define NOTE_C4 262\n${table}`],
    [`#include "pitches.h"\n${table}`],
    [`#ifdef X\n${table}`],
    [`const ${table}`],
    ['static const uint16_t melodyOne[8] PROGMEM = { NOTE_C4, 4 };'],
    ['unsigned int melody[] = {NOTE_C4,4};'],
  ])('%j', (text) => {
    expect(hasArduinoTable(text)).toBe(true);
  });

  it.each<[why: string, text: string]>([
    ['nothing', ''],
    ['a tune in RTTTL', 'x:d=4,o=5,b=160:c'],
    ['no table', 'int tempo = 90; // NOTE_C4'],
    ['a table of another name', 'int pins[] = { NOTE_C4, 4 };'],
    ['numbers in hertz alone', 'int melody[] = { 440, 4 };'],
    ['a note without an octave', 'int melody[] = { NOTE_C, 4 };'],
    ['a name that only ends like a note', 'int melody[] = { MY_NOTE_C4, 4 };'],
    ['prose around it', `Try this: ${table}`],
    ['Python', `import pins\n${table}`],
    ['JavaScript', `// song\nexport const x = 1;\n${table}`],
    ['JavaScript that imports', `// song\nimport x from 'y';\n${table}`],
  ])('%s is none', (_why, text) => {
    expect(hasArduinoTable(text)).toBe(false);
  });
});

it('a title that would go on is no comment', () => {
  const losses: string[] = [];
  const tune = { ...parseRtttl(':d=4,o=5,b=100,s=S:c'), title: 'a\nb\\' };
  const text = formatArduinoTable(tune, { onIssue: ({ field, assumed }) => losses.push(`${field} ${assumed}`) });
  expect(text.split('\n')[0]).toBe('// a b');
  expect(losses).toEqual(['style that of the phone', 'title "a b"']);
});
