/**
 * Tunes: the binary form with each code of each instruction, titles and loops at their ends, and the text form with each way to write a note.
 * @module
 */
import type { JsonObject, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';
import { hexOf, latinHex } from './wire.js';

const SMART = 'Nokia Smart Messaging 3.0, ringing tone';
const TEXT = 'RTTTL 1.0 and RTX';

/** Beats per minute by the code of a tempo instruction. */
const TEMPOS = [
  ...[25, 28, 31, 35, 40, 45, 50, 56, 63, 70, 80, 90, 100, 112, 125, 140, 160, 180, 200, 225, 250, 285, 320, 355, 400, 450],
  ...[500, 565, 635, 715, 800, 900],
];
const PITCHES = ['p', 'c', 'c#', 'd', 'd#', 'e', 'f', 'f#', 'g', 'g#', 'a', 'a#', 'b'];

type Instruction = readonly [kind: 'note' | 'scale' | 'style' | 'tempo' | 'volume', ...codes: number[]];

const bits = (value: number, width: number) => value.toString(2).padStart(width, '0');

/** An instruction: its three bits, and its codes. */
function instructionBits([kind, ...codes]: Instruction): string {
  const [code, duration = 0, specifier = 0] = codes as [number, number?, number?];
  switch (kind) {
    case 'note':
      return `001${bits(code, 4)}${bits(duration, 3)}${bits(specifier, 2)}`;
    case 'scale':
      return `010${bits(code, 2)}`;
    case 'style':
      return `011${bits(code, 2)}`;
    case 'tempo':
      return `100${bits(code, 5)}`;
    default:
      return `101${bits(code, 4)}`;
  }
}

/** A song of one pattern: two parts of a command, the second from its seven bits on without filler. */
function songHex(title: string, loop: number, instructions: readonly Instruction[]): string {
  const octets = (latinHex(title).match(/../g) ?? []).map((hex) => bits(Number.parseInt(hex, 16), 8)).join('');
  const head = `0011101001${bits(title.length, 4)}${octets}00000001`;
  const all = `${head}00000${bits(loop, 4)}${bits(instructions.length, 8)}${instructions.map(instructionBits).join('')}`;
  return `024A${(all.match(/.{1,8}/g) ?? []).map((octet) => hexOf(Number.parseInt(octet.padEnd(8, '0'), 2))).join('')}00`;
}

/** The notes that instructions mean. */
function notesOf(instructions: readonly Instruction[]): JsonObject[] {
  let [octave, bpm, style] = [5, 63, 'N'];
  return instructions.flatMap(([kind, code, duration, specifier]): JsonObject[] => {
    if (kind === 'scale') octave = (code as number) + 4;
    if (kind === 'tempo') bpm = TEMPOS[code as number] as number;
    if (kind === 'style') style = 'NCS'[code as number] as string;
    if (kind !== 'note') return [];
    const note = PITCHES[code as number] as string;
    return [
      {
        note,
        octave: note === 'p' ? null : octave,
        duration: 2 ** (duration as number),
        dots: specifier as number,
        bpm,
        style,
      },
    ];
  });
}

function song(id: string, title: string, instructions: readonly Instruction[], { name = 'T', loop = 0 } = {}): FamilyCase {
  const plain = instructions.map(
    ([kind, value, duration, specifier]): JsonObject =>
      kind === 'note'
        ? { kind, value: value as number, duration: duration as number, specifier: specifier as number }
        : { kind, code: value as number },
  );
  return {
    id: `tunes/song/${id}`,
    ...{ format: 'nokia-ringtone', title, direction: 'both', input: { hex: songHex(name, loop, instructions) } },
    expected: { value: { title: name, loop, instructions: plain, notes: notesOf(instructions) } },
    specification: SMART,
  };
}

const HEAD: readonly Instruction[] = [
  ['tempo', 16],
  ['scale', 1],
];

/** Each code of each instruction. */
function songs(): FamilyCase[] {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  const refused = (id: string, title: string, hex: string, reason: Refusal['reason']): FamilyCase => ({
    ...{
      id: `tunes/song/${id}`,
      format: 'nokia-ringtone',
      title,
      direction: 'decode',
      input: { hex },
      expected: { refused: { reason } },
      specification: SMART,
    },
  });
  const whole = songHex('T', 0, [...HEAD, ['note', 1, 2, 0], ['note', 5, 3, 1]]);
  return [
    ...PITCHES.slice(1).map((pitch, index) =>
      song(`note-${index + 1}`, `the note ${pitch} is ${index + 1}`, [...HEAD, ['note', index + 1, 2, 0]]),
    ),
    song('pause', 'a pause is 0', [...HEAD, ['note', 1, 2, 0], ['note', 0, 3, 0], ['note', 1, 2, 0]]),
    ...numbers(6).flatMap((code) =>
      [0, 1, 2].map((specifier) =>
        song(`duration-${code}-${specifier}`, `the duration 1/${2 ** code} with ${specifier} dots`, [
          ...HEAD,
          ['note', 1, code, specifier],
          ['note', 3, 2, 0],
        ]),
      ),
    ),
    ...[0, 2, 3].map((code) =>
      song(`scale-${code}`, `the scale ${code}`, [
        ['tempo', 16],
        ['scale', code],
        ['note', 10, 2, 0],
      ]),
    ),
    song('scales', 'a scale between notes', [
      ...HEAD,
      ['note', 1, 2, 0],
      ['scale', 2],
      ['note', 1, 2, 0],
      ['scale', 0],
      ['note', 1, 2, 0],
    ]),
    ...numbers(3).map((code) => song(`style-${code}`, `the style ${code}`, [['style', code], ...HEAD, ['note', 8, 2, 0]])),
    ...numbers(32)
      .filter((code) => code !== 16)
      .map((code) =>
        song(`tempo-${code}`, `the tempo ${TEMPOS[code]} is ${code}`, [
          ['tempo', code],
          ['scale', 1],
          ['note', 6, 2, 0],
        ]),
      ),
    song('tempos', 'a tempo between notes', [...HEAD, ['note', 1, 2, 0], ['tempo', 8], ['note', 3, 2, 0]]),
    ...[0, 1, 7, 8, 15].map((code) =>
      song(`volume-${code}`, `the volume ${code}`, [...HEAD, ['volume', code], ['note', 6, 2, 0]]),
    ),
    ...[1, 2, 7, 8, 14, 15].map((loop) => song(`loop-${loop}`, `the loop ${loop}`, [...HEAD, ['note', 6, 2, 0]], { loop })),
    ...[1, 2, 7, 8, 14, 15].map((length) =>
      song(`title-${length}`, `a title of ${length} characters`, [...HEAD, ['note', 6, 2, 0]], {
        name: 'Abcdefghijklmno'.slice(0, length),
      }),
    ),
    ...[2, 3, 4, 5, 6, 7, 8, 127, 128, 253].map((count) =>
      song(`count-${count}`, `${count + 2} instructions`, [
        ...HEAD,
        ...numbers(count).map((index): Instruction => ['note', 1 + (index % 12), 2 + (index % 3), 0]),
      ]),
    ),
    ...[1, 2, 3, 4, 5, 7, 9, 11].map((octets) =>
      refused(`cut-${octets}`, `ends after ${octets} octets`, whole.slice(0, 2 * octets), 'truncated'),
    ),
    refused('parts', 'another number of parts', `03${whole.slice(2)}`, 'bad-value'),
    refused('note-reserved', 'a note above 12', songHex('T', 0, [...HEAD, ['note', 13, 2, 0]]), 'bad-value'),
    refused('duration-reserved', 'a duration above 5', songHex('T', 0, [...HEAD, ['note', 1, 6, 0]]), 'bad-value'),
    refused(
      'style-reserved',
      'the style 3',
      songHex('T', 0, [
        ['style', 3],
        ['note', 1, 2, 0],
      ]),
      'bad-value',
    ),
  ];
}

/** A note of a text: what is written, and what it means. */
type Written = readonly [text: string, note: string, octave: number | null, duration: number, dots: number];

function text(
  id: string,
  title: string,
  input: string,
  bpm: number,
  notes: readonly Written[],
  style = 'N',
  name = 'T',
): FamilyCase {
  const value = notes.map(([, note, octave, duration, dots]): JsonObject => ({ note, octave, duration, dots, bpm, style }));
  return {
    id: `tunes/text/${id}`,
    ...{
      format: 'rtttl',
      title,
      direction: 'decode',
      input: { text: input },
      expected: { value: { title: name, notes: value } },
    },
    specification: TEXT,
  };
}

/** Each letter, duration, octave, tempo and place of a dot. */
function texts(): FamilyCase[] {
  const of = (id: string, title: string, defaults: string, bpm: number, ...notes: readonly Written[]) =>
    text(id, title, `T:${defaults}:${notes.map(([each]) => each).join(',')}`, bpm, notes);
  const usual = 'd=4,o=5,b=160';
  const first: Written = ['c', 'c', 5, 4, 0];
  const refused = (id: string, title: string, input: string, reason: Refusal['reason'] = 'bad-value'): FamilyCase => ({
    ...{
      id: `tunes/text/${id}`,
      format: 'rtttl',
      title,
      direction: 'decode',
      input: { text: input },
      expected: { refused: { reason } },
      specification: TEXT,
    },
  });
  return [
    ...PITCHES.slice(1).map((note) =>
      of(`note-${note.replace('#', 's')}`, `the note ${note}`, usual, 160, [note, note, 5, 4, 0]),
    ),
    of('note-h', 'h is b', usual, 160, first, ['h', 'b', 5, 4, 0]),
    of('note-capital', 'capitals', usual, 160, ['8C#6', 'c#', 6, 8, 0], ['P', 'p', null, 4, 0], ['A', 'a', 5, 4, 0]),
    ...[1, 2, 4, 8, 16, 32].flatMap((duration) => [
      of(`duration-${duration}`, `a duration of 1/${duration}`, usual, 160, [`${duration}e`, 'e', 5, duration, 0]),
      of(
        `default-duration-${duration}`,
        `the default duration 1/${duration}`,
        `d=${duration},o=5,b=160`,
        160,
        ['e', 'e', 5, duration, 0],
        ['2f', 'f', 5, 2, 0],
      ),
      of(`pause-${duration}`, `a pause of 1/${duration}`, usual, 160, first, [`${duration}p`, 'p', null, duration, 0], first),
    ]),
    ...[4, 5, 6, 7].flatMap((octave) => [
      of(
        `octave-${octave}`,
        `the octave ${octave}`,
        usual,
        160,
        [`g${octave}`, 'g', octave, 4, 0],
        [`g#${octave}`, 'g#', octave, 4, 0],
      ),
      of(
        `default-octave-${octave}`,
        `the default octave ${octave}`,
        `d=4,o=${octave},b=160`,
        160,
        ['g', 'g', octave, 4, 0],
        ['g5', 'g', 5, 4, 0],
      ),
    ]),
    of('dot', 'a dot after the letter', usual, 160, ['8g.', 'g', 5, 8, 1], ['8a', 'a', 5, 8, 0]),
    of('dot-octave', 'a dot before the octave', usual, 160, ['8g.6', 'g', 6, 8, 1], ['8a', 'a', 5, 8, 0]),
    of('dot-octave-after', 'a dot after the octave', usual, 160, ['8g6.', 'g', 6, 8, 1], ['8a', 'a', 5, 8, 0]),
    of('dot-sharp', 'a dot after a sharp', usual, 160, ['16f#.', 'f#', 5, 16, 1], ['16a', 'a', 5, 16, 0]),
    ...TEMPOS.filter((bpm) => bpm !== 160).map((bpm) =>
      of(`tempo-${bpm}`, `the tempo ${bpm}`, `d=4,o=5,b=${bpm}`, bpm, ['e', 'e', 5, 4, 0]),
    ),
    of('defaults-order', 'defaults in another order', 'b=125,o=6,d=8', 125, ['e', 'e', 6, 8, 0]),
    of('defaults-capital', 'defaults in capitals', 'D=8,O=6,B=125', 125, ['e', 'e', 6, 8, 0]),
    of('defaults-octave', 'no default duration', 'o=5,b=125', 125, ['e', 'e', 5, 4, 0]),
    of('defaults-tempo', 'no default tempo', 'd=8,o=5', 63, ['e', 'e', 5, 8, 0]),
    ...[1, 5, 10].map((length) =>
      text(
        `title-${length}`,
        `a title of ${length} characters`,
        `${'Abcdefghij'.slice(0, length)}:${usual}:c`,
        160,
        [first],
        'N',
        'Abcdefghij'.slice(0, length),
      ),
    ),
    refused('no-notes', 'no notes', `T:${usual}:`, 'truncated'),
    refused('one-colon', 'one colon', `T:${usual}`, 'truncated'),
    refused('duration-3', 'a duration of 1/3', `T:${usual}:3c`),
    refused('duration-64', 'a duration of 1/64', `T:${usual}:64c`),
    refused('octave-3', 'the octave 3', `T:${usual}:c3`),
    refused('octave-9', 'the octave 9', `T:${usual}:c9`),
    refused('letter', 'a letter that is not a note', `T:${usual}:c,x,d`),
    refused('sharp-e', 'e#, which does not exist', `T:${usual}:e#`),
    refused('default-duration', 'a default duration of 1/5', `T:d=5,o=5,b=160:c`),
    refused('default-octave', 'a default octave of 9', `T:d=4,o=9,b=160:c`),
    refused('default-tempo', 'a tempo of 0', `T:d=4,o=5,b=0:c`),
    refused('tempo-901', 'a tempo of 901', `T:d=4,o=5,b=901:c`),
    refused('comma', 'two commas', `T:${usual}:c,,d`),
  ];
}

const MELODY = 'iMelody 1.2';

/** A note of a melody: the octave is a step below that of RTX, and named but where it is the usual one; a length is its halvings. */
function melodyNote({ note, octave, duration, dots }: JsonObject): string {
  const length = `${Math.log2(duration as number)}${'.'.repeat(dots as number)}`;
  if (note === 'p') return `r${length}`;
  const [letter = '', sharp = ''] = note as string;
  return `${octave === 5 ? '' : `*${(octave as number) - 1}`}${sharp}${letter}${length}`;
}

/** Each note, octave, length, tempo and style. */
function melodies(): FamilyCase[] {
  const whole = (notes: string, bpm: number, style: string) =>
    [
      'BEGIN:IMELODY',
      'VERSION:1.2',
      'FORMAT:CLASS1.0',
      'NAME:T',
      `BEAT:${bpm}`,
      `STYLE:S${'NCS'.indexOf(style)}`,
      `MELODY:${notes}`,
      'END:IMELODY',
      '',
    ].join('\r\n');
  const of = (
    id: string,
    title: string,
    list: readonly (readonly [note: string, octave: number, duration: number, dots: number])[],
    bpm = 160,
    style = 'N',
  ): FamilyCase => {
    const notes = list.map(
      ([note, octave, duration, dots]): JsonObject => ({
        note,
        octave: note === 'p' ? null : octave,
        duration,
        dots,
        bpm,
        style,
      }),
    );
    return {
      id: `tunes/melody/${id}`,
      ...{ format: 'imelody', title, direction: 'decode', input: { text: whole(notes.map(melodyNote).join(''), bpm, style) } },
      expected: { value: { title: 'T', notes } },
      specification: MELODY,
    };
  };
  const refused = (id: string, title: string, text: string, reason: Refusal['reason'] = 'bad-value'): FamilyCase => ({
    ...{
      id: `tunes/melody/${id}`,
      format: 'imelody',
      title,
      direction: 'decode',
      input: { text },
      expected: { refused: { reason } },
      specification: MELODY,
    },
  });
  return [
    ...PITCHES.slice(1).map((note) => of(`note-${note.replace('#', 's')}`, `the note ${note}`, [[note, 5, 4, 0]])),
    ...[1, 2, 4, 8, 16, 32].flatMap((duration) => [
      of(`duration-${duration}`, `a length of 1/${duration}`, [
        ['e', 5, duration, 0],
        ['f', 5, 4, 0],
      ]),
      of(`dot-${duration}`, `a length of 1/${duration} with a dot`, [
        ['e', 5, duration, 1],
        ['f', 5, 4, 0],
      ]),
      of(`pause-${duration}`, `a pause of 1/${duration}`, [
        ['e', 5, 4, 0],
        ['p', 5, duration, 0],
        ['f', 5, 4, 0],
      ]),
    ]),
    ...[4, 6, 7].map((octave) =>
      of(`octave-${octave}`, `the octave ${octave}, which holds for its note alone`, [
        ['g', octave, 4, 0],
        ['g#', octave, 4, 0],
        ['a', 5, 4, 0],
      ]),
    ),
    ...[25, 63, 100, 125, 200, 320, 900].map((bpm) => of(`tempo-${bpm}`, `the tempo ${bpm}`, [['e', 5, 4, 0]], bpm)),
    ...['C', 'S'].map((style) => of(`style-${style}`, `the style ${style}`, [['e', 5, 4, 0]], 160, style)),
    refused('no-end', 'no END', whole('e2', 160, 'N').replace('END:IMELODY\r\n', ''), 'truncated'),
    refused('length', 'a length of 6', whole('e6', 160, 'N')),
    refused('letter', 'a letter that is not a note', whole('x2', 160, 'N')),
    refused('octave', 'the octave 9', whole('*9e2', 160, 'N')),
    refused('cut', 'a note without a length', whole('e', 160, 'N')),
  ];
}

const ANY = 'AnyRtttl, BinaryRTTTL.md';

/** Bits from the lowest of an octet on: a header of 16, and notes of 10 or 16. No program at hand reads them. */
function binaries(): FamilyCase[] {
  type Note = readonly [note: string, octave: number, duration: number, dots: number];
  const low = (value: number, width: number) => [...bits(value, width)].reverse().join('');
  const letters = 'cdefgab';
  const noteBitsOf = ([note, octave, duration, dots]: Note, width: number) =>
    (
      low(Math.log2(duration), 3) +
      low(note === 'p' ? 7 : letters.indexOf(note[0] as string), 3) +
      low(note.length - 1, 1) +
      low(dots, 1) +
      low(octave - 4, 2)
    ).padEnd(width, '0');
  const of = (id: string, title: string, bpm: number, list: readonly Note[], noteBits: 10 | 16): FamilyCase => {
    const all = low(2, 3) + low(1, 2) + low(bpm, 10) + low(0, 1) + list.map((note) => noteBitsOf(note, noteBits)).join('');
    const hex = (all.match(/.{1,8}/g) ?? [])
      .map((octet) => hexOf(Number.parseInt([...octet.padEnd(8, '0')].reverse().join(''), 2)))
      .join('');
    const notes = list.map(
      ([note, octave, duration, dots]): JsonObject => ({
        note,
        octave: note === 'p' ? null : octave,
        duration,
        dots,
        bpm,
        style: 'N',
      }),
    );
    return {
      id: `tunes/binary/${noteBits}/${id}`,
      ...{
        format: 'any-rtttl',
        title: `${title}, ${noteBits} bits a note`,
        direction: 'both',
        options: { noteBits },
        input: { hex },
      },
      expected: { value: { bpm, notes } },
      specification: ANY,
    };
  };
  return ([10, 16] as const).flatMap((width) => [
    of(
      'scale',
      'each note',
      160,
      PITCHES.slice(1).map((note): Note => [note, 5, 4, 0]),
      width,
    ),
    of(
      'durations',
      'each length, with and without a dot',
      160,
      [1, 2, 4, 8, 16, 32].flatMap((duration): Note[] => [
        ['c', 5, duration, 0],
        ['c', 5, duration, 1],
      ]),
      width,
    ),
    of(
      'octaves',
      'each octave',
      160,
      [4, 5, 6, 7].map((octave): Note => ['a', octave, 4, 0]),
      width,
    ),
    ...[25, 255, 256, 511, 512, 900].map((bpm) => of(`tempo-${bpm}`, `the tempo ${bpm}`, bpm, [['e', 5, 4, 0]], width)),
    ...[1, 2, 3, 4, 5].map((count) =>
      of(
        `count-${count}`,
        `${count} notes`,
        100,
        Array.from({ length: count }, (_, index): Note => [letters[index] as string, 4 + (index % 4), 2 ** index, 0]),
        width,
      ),
    ),
  ]);
}

/** All of it. */
export function tunesFamily(): FamilyCase[] {
  return [...songs(), ...texts(), ...melodies(), ...binaries()];
}
