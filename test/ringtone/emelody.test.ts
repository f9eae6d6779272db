import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatEmelody, parseEmelody, parseRtttl, type Tune, type TuneIssue } from '../../src/ringtone/index.js';
import { refusal } from '../support/hostile.js';
import { soundTune } from '../support/tunes.js';

function melody(text: string): string {
  return `BEGIN:EMELODY\r\nNAME:x\r\nCOMPOSER:\r\nVERSION:1.0\r\nMELODY:${text}\r\nEND:EMELODY\r\n`;
}

function notesOf(text: string, lenient = false): string {
  const { notes } = parseEmelody(text, { lenient });
  return notes.map((n) => `${n.pitch ?? 'p'}${n.octave ?? ''}/${n.duration}`).join(' ');
}

function issuesOf(text: string, lenient = false): string[] {
  const codes: string[] = [];
  parseEmelody(text, { lenient, onIssue: ({ code }) => codes.push(code) });
  return codes;
}

describe('published vectors', () => {
  it('the example of the T39 manual, in its order of lines and broken as it is there', () => {
    const lines = [
      'BEGIN:EMELODY',
      'VERSION:1.0',
      'NAME:Test melody 1',
      'COMPOSER:John Smith',
      'MELODY:',
      '+f+a+fa(b)bdcC+GA+d+#c+dfg+daea+d+#c+e+f+e+fa(b)bdC+EA+',
      'd+#c+dfgba+d+#C',
      'END:EMELODY',
    ];
    const text = lines.join('\r\n');
    const tune = parseEmelody(text);
    expect(tune.title).toBe('Test melody 1');
    expect(notesOf(text).split(' ').slice(0, 13).join(' ')).toBe(
      'f6/8 a6/8 f6/8 a5/8 a#5/8 d5/8 c5/8 c5/4 g6/4 a5/4 d6/8 c#6/8 d6/8',
    );
    expect(tune.notes).toHaveLength(40);
    expect(tune.notes.at(-1)).toMatchObject({ pitch: 'c#', octave: 6, duration: 4 });
    expect(issuesOf(text)).toEqual(['line-break', 'line-break', 'dropped']);
  });
});

describe('writing', () => {
  it('the order of the lines is that of the syntax', () => {
    expect(formatEmelody(parseRtttl('x:d=8,o=5,b=120:c,4d#,p,4p,g6'))).toBe(melody('c#Dppp+g'));
  });

  it('everything that is lost is reported', () => {
    const issues: TuneIssue[] = [];
    const tune = parseRtttl('x:d=8,o=5,b=160,s=S,l=15:16c,2d.,c4,c7,16p,b=200,c,4p.');
    const text = formatEmelody(tune, { onIssue: (issue) => issues.push(issue) });
    expect(text).toBe(melody('cDc+cpcppp'));
    expect(issues.map(({ code, offset, assumed }) => [code, offset, assumed])).toEqual([
      ['dropped', 0, 'that of the phone'],
      ['dropped', 0, 'that of the phone'],
      ['dropped', 0, 'none'],
      ['approximated', 0, 'a short tone'],
      ['approximated', 1, 'a long tone'],
      ['approximated', 2, '5'],
      ['approximated', 3, '6'],
      ['approximated', 4, '1'],
      ['dropped', 5, 'no change'],
    ]);
  });
});

describe('refusals', () => {
  const at = melody('').indexOf('MELODY:', 20) + 7;
  it.each<[why: string, text: string, code: string, field: string, offset: number, lenient: string]>([
    ['nothing', '', 'truncated', 'eMelody/BEGIN', 0, '!'],
    ['no melody', melody('c').replace(/MELODY:c\r\n/, ''), 'truncated', 'eMelody/MELODY', 60, '!'],
    ['no version', melody('c').replace('VERSION:1.0\r\n', ''), 'truncated', 'eMelody/VERSION', 57, 'c5/8'],
    ['another version', melody('c').replace('1.0', '1.2'), 'bad-value', 'eMelody/VERSION', 42, 'c5/8'],
    ['a NUL in the name', melody('c').replace('NAME:', 'NAME:\0'), 'bad-value', 'eMelody/NAME', 20, 'c5/8'],
    ['a name twice', melody('c').replace('COMPOSER:', 'NAME:y'), 'bad-value', 'eMelody/NAME', 23, 'c5/8'],
    ['a line of nothing', melody('c').replace('COMPOSER:', 'what'), 'bad-value', 'eMelody', 23, 'c5/8'],
    ['no tones', melody(''), 'truncated', 'eMelody/note[0]', at, ''],
    ['an unknown letter', melody('cxd'), 'bad-value', 'eMelody/note[1]/pitch', at + 1, 'c5/8 d5/8'],
    ['a sign of nothing', melody('c+'), 'bad-value', 'eMelody/note[1]/pitch', at + 2, 'c5/8'],
    ['two octaves up', melody('++c'), 'bad-value', 'eMelody/note[0]/octave', at + 1, 'c7/8'],
    ['e sharp', melody('#e'), 'bad-value', 'eMelody/note[0]/pitch', at, 'f5/8'],
    ['b sharp', melody('#B'), 'bad-value', 'eMelody/note[0]/pitch', at, 'c6/4'],
    ['c flat', melody('(b)c'), 'bad-value', 'eMelody/note[0]/pitch', at, 'b4/8'],
    ['f flat', melody('(b)f'), 'bad-value', 'eMelody/note[0]/pitch', at, 'e5/8'],
    ['a sharp pause', melody('#p'), 'bad-value', 'eMelody/note[0]', at, 'p/8'],
    ['a long pause', melody('P'), 'bad-value', 'eMelody/note[0]', at, 'p/8'],
    ['41 tones', melody('c'.repeat(41)), 'too-long', 'eMelody/MELODY', at + 40, Array(41).fill('c5/8').join(' ')],
    [
      '121 characters',
      melody(`${'+#c'.repeat(40)}+`),
      'too-long',
      'eMelody/MELODY',
      at + 120,
      Array(40).fill('c#6/8').join(' '),
    ],
  ])('%s', (_why, text, code, field, offset, lenient) => {
    expect(refusal(() => parseEmelody(text))).toEqual({ code, field, offset });
    if (lenient === '!') expect(refusal(() => parseEmelody(text, { lenient: true })).field).toBe('eMelody/MELODY');
    else {
      expect(notesOf(text, true)).toBe(lenient);
      expect(issuesOf(text, true).length).toBeGreaterThan(0);
    }
  });

  const tune = parseRtttl('x:d=8,o=5,b=120:c');
  it.each<[field: string, code: string, offset: number | undefined, change: object]>([
    ['title', 'unencodable', 1, { title: 'a\nb' }],
    ['notes', 'unencodable', undefined, { notes: [] }],
    ['notes[40]', 'too-long', undefined, { notes: Array(41).fill(tune.notes[0]) }],
    ['notes[2]', 'too-long', undefined, { notes: Array(3).fill({ pitch: null, octave: null, duration: 1, dots: 2 }) }],
  ])('writing %s, %s', (field, code, offset, change) => {
    expect(refusal(() => formatEmelody({ ...tune, ...change } as Tune))).toEqual({ code, field, offset });
  });

  it('a text is a string', () => {
    expect(() => parseEmelody(1 as unknown as string)).toThrowError(TypeError);
  });
});

describe('limits', () => {
  it('characters and notes', () => {
    expect(() => parseEmelody(melody('c'.repeat(70_000)))).toThrowError(expect.objectContaining({ name: 'LimitError' }));
    const options = { lenient: true, limits: { tuneNotes: 50 } };
    const error = { name: 'LimitError', field: 'eMelody/note[50]' };
    expect(() => parseEmelody(melody('c'.repeat(60)), options)).toThrowError(expect.objectContaining(error));
  });
});

describe('properties', () => {
  it('any tune is written, or refused for its length; what is written is read strictly', () => {
    fc.assert(
      fc.property(soundTune(20), (tune) => {
        let text: string;
        try {
          text = formatEmelody(tune);
        } catch (error) {
          expect(error).toMatchObject({ name: 'EncodeError', code: 'too-long' });
          return;
        }
        expect(parseEmelody(text).notes.length).toBeGreaterThanOrEqual(tune.notes.length);
      }),
    );
  });
});
