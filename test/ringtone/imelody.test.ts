import { describe, expect, it } from 'vitest';
import { formatImelody, parseImelody, parseRtttl, type Tune, type TuneIssue } from '../../src/ringtone/index.js';
import { refusal } from '../support/hostile.js';
import { gammuSound, ringtoneVectors } from './vectors.js';

const { vectors } = ringtoneVectors();

/** The text of gammu's EMS object, without the head of the element. */
function gammuText(vector: (typeof vectors)[number], form: 'EMSSound10' | 'EMSSound12'): string | undefined {
  const octets = gammuSound(vector, form);
  return octets === undefined ? undefined : String.fromCharCode(...octets);
}

const withText12 = vectors.flatMap((vector) => {
  const text = gammuText(vector, 'EMSSound12');
  return text === undefined ? [] : [{ ...vector, imelody: text }];
});

function melody(text: string, head = ''): string {
  return `BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\n${head}MELODY:${text}\r\nEND:IMELODY\r\n`;
}

/** The notes of a melody in short: `c5/4.` with `V3` in front where the note names a volume. */
function notesOf(text: string, lenient = false): string {
  return shortly(parseImelody(text, { lenient }));
}

function shortly({ notes }: Tune): string {
  return notes
    .map((n) => {
      const volume = n.volume === undefined ? '' : `V${n.volume}`;
      return `${volume}${n.pitch ?? 'r'}${n.octave ?? ''}/${n.duration}${n.twoThirds ? ';' : '.'.repeat(n.dots)}`;
    })
    .join(' ');
}

function issuesOf(text: string, lenient = false): string[] {
  const codes: string[] = [];
  parseImelody(text, { lenient, onIssue: ({ code }) => codes.push(code) });
  return codes;
}

describe('published vectors', () => {
  it('there are four of gammu', () => {
    expect(withText12).toHaveLength(4);
  });

  it.each(withText12)('$id as gammu writes it', ({ id, text, imelody }) => {
    const tune = parseRtttl(text);
    const read = parseImelody(imelody);
    expect(read).toMatchObject({ title: tune.title, tempoBpm: tune.tempoBpm, style: tune.style, loops: 0 });
    // gammu fills 128 octets and leaves out the rest.
    const notes = id === 'r03-semitones' ? tune.notes.slice(0, 11) : tune.notes;
    expect(read.notes).toEqual(notes);
    expect(formatImelody({ ...tune, notes })).toBe(imelody);
  });

  it('version 1.0 as gammu writes it, with the tempo and style that gammu leaves out', () => {
    const [vector] = vectors as [(typeof vectors)[number]];
    const text = formatImelody(parseRtttl(vector.text), { version: '1.0' });
    expect(text.replace(/(BEAT|STYLE):.*\r\n/g, '')).toBe(gammuText(vector, 'EMSSound10'));
    expect(text).toContain('BEAT:160\r\nSTYLE:S0\r\n');
  });

  it('the example of the iMelody text', () => {
    const text = melody('&b2#c3V-c2*4g3d3V+#d1r3d2e2:d1V+f2f3.');
    expect(notesOf(text)).toBe('a#5/4 c#5/8 V6c5/4 g5/8 d5/8 V7d#5/2 r/8 d5/4 e5/4.. d5/2 V8f5/4 f5/8.');
    expect(parseImelody(text)).toMatchObject({ title: '', tempoBpm: 120, style: 'N', loops: 0 });
  });
});

describe('repeats', () => {
  it.each<[why: string, text: string, loops: number, notes: string, codes: string[]]>([
    ['the whole melody', '(c2d2@2)', 2, 'c5/4 d5/4', []],
    ['without end', '(c2d2@0)', 15, 'c5/4 d5/4', []],
    ['14 times', '(c2@14)', 14, 'c5/4', []],
    ['more often than a tune can say', '(c2@15)', 0, Array(16).fill('c5/4').join(' '), []],
    ['a part', 'c2(d2e2@2)f2', 0, 'c5/4 d5/4 e5/4 d5/4 e5/4 d5/4 e5/4 f5/4', []],
    ['several', '(c2@1)(d2@2)', 0, 'c5/4 c5/4 d5/4 d5/4 d5/4', []],
    ['a part without end', 'c2(d2@0)e2', 0, 'c5/4 d5/4 e5/4', ['approximated']],
    ['louder each time', '(c2@2V+)d2', 0, 'c5/4 V8c5/4 V9c5/4 V10d5/4', []],
    ['louder each time, all of it', '(c2@2V+)', 0, 'c5/4 V8c5/4 V9c5/4', ['unused-control']],
    ['softer inside', '(c2V-d2@1)', 0, 'c5/4 V6d5/4 c5/4 V5d5/4', []],
    ['a volume of its own to begin with', '(V3c2V9d2@2)', 2, 'V3c5/4 V9d5/4', []],
    ['back to the volume it began with', '(c2V9d2V7e2@2)', 2, 'c5/4 V9d5/4 V7e5/4', []],
    ['not back to it', '(c2V9d2@1)', 0, 'c5/4 V9d5/4 c5/4 V9d5/4', []],
    ['louder without end', '(c2V+d2@0)', 15, 'c5/4 V8d5/4', ['approximated']],
    ['volumes only', '(V+@99)c2', 0, 'V15c5/4', []],
    ['a volume before it', 'V3(c2@2)', 2, 'V3c5/4', []],
  ])('%s', (_why, text, loops, notes, codes) => {
    const tune = parseImelody(melody(text));
    expect(tune.loops).toBe(loops);
    expect(shortly(tune)).toBe(notes);
    expect(issuesOf(melody(text))).toEqual(codes);
  });

  it('n repetitions are n + 1 plays, as loops are', () => {
    const once = parseImelody(melody('c2d2'));
    expect(formatImelody({ ...once, loops: 3 })).toContain('MELODY:(c2d2@3)\r\n');
    expect(formatImelody({ ...once, loops: 15 })).toContain('MELODY:(c2d2@0)\r\n');
  });
});

describe('what both readings take', () => {
  it.each<[why: string, text: string, notes: string, codes: string[]]>([
    ['lengths', melody('c0c1c2c3c4c5c2.c2:c2;r5;'), 'c5/1 c5/2 c5/4 c5/8 c5/16 c5/32 c5/4. c5/4.. c5/4; r/32;', []],
    ['a prefix holds for one note', melody('*3c2c2*6c2r2c2'), 'c4/4 c5/4 c7/4 r/4 c5/4', []],
    ['flats', melody('&d2&e2&g2&a2&b2'), 'c#5/4 d#5/4 f#5/4 g#5/4 a#5/4', []],
    ['volumes', melody('V15c2V0d2V+e2', 'VOLUME:V3\r\n'), 'V15c5/4 V0d5/4 V1e5/4', []],
    ['a volume in front', melody('c2', 'VOLUME:V3\r\n'), 'V3c5/4', []],
    ['louder than usual', melody('c2', 'VOLUME:V+\r\n'), 'V8c5/4', []],
    ['softer than usual', melody('c2', 'VOLUME:V-\r\n'), 'V6c5/4', []],
    ['a volume behind', melody('c2V3'), 'c5/4', ['unused-control']],
    ['lights', melody('ledonc2vibeoffb2backonb2'), 'c5/4 b5/4 b5/4', ['dropped', 'dropped', 'dropped']],
    ['a composer', melody('c2', 'COMPOSER:me\r\nCOPYRIGHT:me\r\n'), 'c5/4', ['dropped', 'dropped']],
    ['an unknown line', melody('c2', 'X-PHONE:T39\r\n'), 'c5/4', ['unknown-key']],
    ['a melody in lines', melody('c2d\r\n2.e2\r\n(f2@1)'), 'c5/4 d5/4. e5/4 f5/4 f5/4', ['line-break', 'line-break']],
    [
      'a melody folded as vCard folds',
      melody('c2d\r\n 2.\r\n\t \r\n\t(e2@\r\n  1)'),
      'c5/4 d5/4. e5/4 e5/4',
      ['line-break', 'line-break', 'line-break'],
    ],
    ['LF', melody('c2').replaceAll('\r\n', '\n'), 'c5/4', ['line-end']],
    ['CR', melody('c2').replaceAll('\r\n', '\r'), 'c5/4', ['line-end']],
    ['no line end at the end', melody('c2').trimEnd(), 'c5/4', []],
    ['blank lines', melody('c2', ' \t\r\n'), 'c5/4', []],
    ['empty lines', `\r\n${melody('c2').replaceAll('\r\n', '\r\n\r\n')}`, 'c5/4', []],
    ['a byte order mark', `\ufeff${melody('c2')}`, 'c5/4', ['byte-order-mark']],
    ['a keyword in lower case', melody('c2', 'beat:99\r\n'), 'c5/4', ['letter-case']],
  ])('%s', (_why, text, notes, codes) => {
    expect(notesOf(text)).toBe(notes);
    expect(notesOf(text, true)).toBe(notes);
    expect(issuesOf(text)).toEqual(codes);
    expect(issuesOf(text, true)).toEqual(codes);
  });

  it('the lines of the header', () => {
    const text = melody('c2', 'NAME: a:b \r\nBEAT:900\r\nSTYLE:S2\r\n');
    expect(parseImelody(text)).toMatchObject({ title: ' a:b ', tempoBpm: 900, style: 'S' });
    expect(parseImelody(melody('c2', 'STYLE:S1\r\n')).style).toBe('C');
  });
});

describe('refusals', () => {
  const at = melody('').indexOf('MELODY:') + 7;
  it.each<[why: string, text: string, code: string, field: string, offset: number, lenient: string]>([
    ['nothing', '', 'truncated', 'iMelody/BEGIN', 0, '!'],
    ['no melody', 'BEGIN:IMELODY\r\nVERSION:1.2\r\nFORMAT:CLASS1.0\r\nEND:IMELODY', 'truncated', 'iMelody/MELODY', 56, '!'],
    ['only a melody', 'MELODY:c2\r\nEND:IMELODY\r\n', 'truncated', 'iMelody/BEGIN', 0, 'c5/4'],
    ['another object', melody('c2').replace('IMELODY', 'VCARD'), 'bad-value', 'iMelody/BEGIN', 6, 'c5/4'],
    ['the object in lower case', melody('c2').replace('IMELODY', 'imelody'), 'bad-value', 'iMelody/BEGIN', 6, 'c5/4'],
    ['no version', melody('c2').replace('VERSION:1.2\r\n', ''), 'truncated', 'iMelody/VERSION', 15, 'c5/4'],
    ['no format', melody('c2').replace('FORMAT:CLASS1.0\r\n', ''), 'truncated', 'iMelody/FORMAT', 15, 'c5/4'],
    ['another version', melody('c2').replace('1.2', '2.0'), 'bad-value', 'iMelody/VERSION', 23, 'c5/4'],
    ['another class', melody('c2').replace('CLASS1', 'CLASS2'), 'bad-value', 'iMelody/FORMAT', 35, 'c5/4'],
    ['no end', melody('c2').slice(0, at + 2), 'truncated', 'iMelody/END', at + 2, 'c5/4'],
    ['text behind', `${melody('c2')}x`, 'trailing-bytes', 'iMelody', at + 17, 'c5/4'],
    ['a line of nothing', melody('c2', 'what\r\n'), 'bad-value', 'iMelody', 45, 'c5/4'],
    ['a NUL in the name', melody('c2', 'NAME:a\0b\r\n'), 'bad-value', 'iMelody/NAME', 51, 'c5/4'],
    ['a line twice', melody('c2', 'BEAT:99\r\nBEAT:98\r\n'), 'bad-value', 'iMelody/BEAT', 54, 'c5/4'],
    ['a slow tempo', melody('c2', 'BEAT:24\r\n'), 'bad-value', 'iMelody/BEAT', 50, 'c5/4'],
    ['a fast tempo', melody('c2', 'BEAT:901\r\n'), 'bad-value', 'iMelody/BEAT', 50, 'c5/4'],
    ['no tempo', melody('c2', 'BEAT:\r\n'), 'bad-value', 'iMelody/BEAT', 50, 'c5/4'],
    ['a style', melody('c2', 'STYLE:S3\r\n'), 'bad-value', 'iMelody/STYLE', 51, 'c5/4'],
    ['a loud header', melody('c2', 'VOLUME:V16\r\n'), 'bad-value', 'iMelody/VOLUME', 52, 'V15c5/4'],
    ['no volume in the header', melody('c2', 'VOLUME:7\r\n'), 'bad-value', 'iMelody/VOLUME', 52, 'c5/4'],
    ['no notes', melody(''), 'truncated', 'iMelody/note[0]', at, ''],
    ['octave *2', melody('c2*2c2'), 'bad-value', 'iMelody/note[1]/octave', at + 3, 'c5/4 c4/4'],
    ['octave *7', melody('*7c2'), 'bad-value', 'iMelody/note[0]/octave', at + 1, 'c7/4'],
    ['no octave', melody('*c2'), 'bad-value', 'iMelody/note[0]/octave', at, 'c5/4'],
    ['a length of 6', melody('c6'), 'bad-value', 'iMelody/note[0]/duration', at + 1, 'c5/32'],
    ['no length', melody('c2dr2'), 'bad-value', 'iMelody/note[1]/duration', at + 3, 'c5/4 d5/4 r/4'],
    ['an unknown letter', melody('c2x2'), 'bad-value', 'iMelody/note[1]/pitch', at + 2, 'c5/4'],
    ['h', melody('h2c2'), 'bad-value', 'iMelody/note[0]/pitch', at, 'c5/4'],
    ['upper case', melody('C2'), 'bad-value', 'iMelody/note[0]/pitch', at, 'c5/4'],
    ['a blank', melody('c2 d2'), 'bad-value', 'iMelody/note[1]/pitch', at + 2, 'c5/4 d5/4'],
    ['e sharp', melody('#e2'), 'bad-value', 'iMelody/note[0]/pitch', at, 'f5/4'],
    ['b sharp', melody('#b2'), 'bad-value', 'iMelody/note[0]/pitch', at, 'c6/4'],
    ['b sharp at the top', melody('*6#b2'), 'bad-value', 'iMelody/note[0]/pitch', at + 2, 'c7/4'],
    ['c flat', melody('*3&c2'), 'bad-value', 'iMelody/note[0]/pitch', at + 2, 'b4/4'],
    ['f flat', melody('&f2'), 'bad-value', 'iMelody/note[0]/pitch', at, 'e5/4'],
    ['a sharp rest', melody('#r2'), 'bad-value', 'iMelody/note[0]', at, 'r/4'],
    ['a sharp of nothing', melody('c2#'), 'bad-value', 'iMelody/note[1]/pitch', at + 3, 'c5/4'],
    ['a volume past 15', melody('V16c2'), 'bad-value', 'iMelody/volume', at + 1, 'V15c5/4'],
    ['a volume of nothing', melody('Vc2'), 'bad-value', 'iMelody/volume', at, 'c5/4'],
    ['a repeat in a repeat', melody('(c2(d2@1)e2'), 'bad-value', 'iMelody/repeat', at + 3, 'c5/4 d5/4 c5/4 d5/4 e5/4'],
    ['an open repeat', melody('(c2'), 'bad-value', 'iMelody/repeat', at, 'c5/4'],
    ['an unopened repeat', melody('c2@1)'), 'bad-value', 'iMelody/repeat', at + 2, 'c5/4'],
    ['a lone bracket', melody('c2)d2'), 'bad-value', 'iMelody/note[1]/pitch', at + 2, 'c5/4 d5/4'],
    ['an empty repeat', melody('(@1)c2'), 'bad-value', 'iMelody/repeat', at + 1, 'c5/4'],
    ['no count', melody('(c2@)d2'), 'bad-value', 'iMelody/repeat', at + 4, 'c5/4 d5/4'],
    ['no bracket', melody('(c2@1d2'), 'bad-value', 'iMelody/repeat', at + 5, 'c5/4 c5/4 d5/4'],
    ['a volume in the count', melody('(c2@1V5)d2'), 'bad-value', 'iMelody/repeat', at + 5, 'c5/4 c5/4 V5d5/4'],
  ])('%s', (_why, text, code, field, offset, lenient) => {
    expect(refusal(() => parseImelody(text))).toEqual({ code, field, offset });
    if (lenient === '!') expect(refusal(() => parseImelody(text, { lenient: true })).field).toBe('iMelody/MELODY');
    else {
      expect(notesOf(text, true)).toBe(lenient);
      expect(issuesOf(text, true).length).toBeGreaterThan(0);
    }
  });

  const tune = parseRtttl('test:d=4,o=5,b=160:e,8f');
  const [note] = tune.notes;
  it.each<[field: string, code: string, offset: number | undefined, change: object]>([
    ['title', 'unencodable', 1, { title: 'a\nb' }],
    ['title', 'unencodable', 2, { title: 'ab\x7f' }],
    ['tempoBpm', 'bad-value', undefined, { tempoBpm: 24 }],
    ['notes', 'unencodable', undefined, { notes: [] }],
    ['notes[1].tempoBpm', 'unencodable', undefined, { notes: [note, { ...note, tempoBpm: 99 }] }],
    ['notes[1].tempoBpm', 'bad-value', undefined, { notes: [note, { ...note, tempoBpm: 0 }] }],
    ['notes[0].style', 'unencodable', undefined, { notes: [{ ...note, style: 'S' }] }],
    ['notes[0].volume', 'unencodable', undefined, { loops: 2, notes: [note, { ...note, volume: 3 }] }],
    ['notes[0].volume', 'bad-value', undefined, { notes: [{ ...note, volume: 16 }] }],
  ])('writing %s, %s', (field, code, offset, change) => {
    expect(refusal(() => formatImelody({ ...tune, ...change } as Tune))).toEqual({ code, field, offset });
  });

  it('a version that does not exist', () => {
    expect(refusal(() => formatImelody(tune, { version: '1.1' as '1.2' })).field).toBe('version');
  });

  it('lossy leaves out what does not fit, and says so', () => {
    const issues: TuneIssue[] = [];
    const changing: Tune = parseRtttl('x:d=4,o=5,b=160,l=2:c,b=90,s=S,d,v=3,e');
    const text = formatImelody(changing, { lossy: true, onIssue: (issue) => issues.push(issue) });
    expect(issues.map(({ code, offset }) => [code, offset])).toEqual([
      ['dropped', 1],
      ['dropped', 1],
      ['approximated', 0],
    ]);
    expect(shortly(parseImelody(text))).toBe('V7c5/4 d5/4 V3e5/4');
  });

  it('a text is a string', () => {
    expect(() => parseImelody(1 as unknown as string)).toThrowError(TypeError);
  });
});

it('faults after the notes that are missing have no note in their fields', () => {
  const fields: string[] = [];
  parseImelody(melody('V5(V3@0)V9'), { lenient: true, onIssue: ({ field }) => fields.push(field) });
  expect(fields).toContain('iMelody/volume');
  expect(fields.filter((field) => field.includes('note['))).toEqual(['iMelody/note[0]']);
});

describe('limits', () => {
  it('characters', () => {
    const error = { name: 'LimitError', code: 'limit-exceeded', offset: 65_536 };
    expect(() => parseImelody('c2'.repeat(40_000))).toThrowError(expect.objectContaining(error));
    const options = { limits: { tuneCharacters: 10 } };
    expect(() => parseImelody(melody('c2'), options)).toThrowError(expect.objectContaining({ offset: 10 }));
  });

  it('notes, and repeats played out', () => {
    const error = { name: 'LimitError', code: 'limit-exceeded', field: 'iMelody/note[16384]' };
    expect(() => parseImelody(melody('c2'.repeat(16_385)))).toThrowError(expect.objectContaining(error));
    expect(() => parseImelody(melody('c2(d2@999999999999)'))).toThrowError(expect.objectContaining(error));
    const options = { limits: { tuneNotes: 3 } };
    expect(() => parseImelody(melody('(c2@2)(d2@2)'), options)).toThrowError(
      expect.objectContaining({ field: 'iMelody/note[3]' }),
    );
  });

  it('what is silent is repeated as often as what sounds', () => {
    expect(notesOf(melody('(c2@2)d2')).split(' ')).toHaveLength(4);
    expect(notesOf(melody('(V+@2)c2'))).toBe(notesOf(melody('V10c2')));
    expect(notesOf(melody('(V-@1)c2'))).toBe(notesOf(melody('V5c2')));
  });

  it('a huge count of a silent repeat costs nothing', () => {
    expect(notesOf(melody(`${'(V+@999999999)'.repeat(4_000)}c2`))).toBe('V15c5/4');
  });
});
