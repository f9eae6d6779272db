import { describe, expect, it } from 'vitest';
import { formatMotorola, parseMotorola, parseRtttl, type Tune, type TuneIssue } from '../../src/ringtone/index.js';
import { refusal } from '../support/hostile.js';
import { ringtoneVectors } from './vectors.js';

const { motorola } = ringtoneVectors();

function notesOf(text: string, lenient = false): string {
  const { notes } = parseMotorola(text, { lenient });
  return notes.map((n) => `${n.pitch ?? 'r'}${n.octave ?? ''}/${n.duration}`).join(' ');
}

function issuesOf(text: string, lenient = false): string[] {
  const codes: string[] = [];
  parseMotorola(text, { lenient, onIssue: ({ code }) => codes.push(code) });
  return codes;
}

/** A text with its checksum by the rule, computed here once more. */
function text(music: string, tempo = '3'): string {
  const sum = [...music].reduce((xor, c) => xor ^ c.charCodeAt(0), 0);
  return `L35&${tempo} ${music}&&${String.fromCharCode(0x30 + ((sum >> 4) & 15), 0x30 + (sum & 15))}`;
}

describe('published vectors', () => {
  it.each(motorola)('the checksum of $id', ({ musicalData, checksumHighFirst }) => {
    const whole = `L35&3 ${musicalData}&&${checksumHighFirst}`;
    expect(text(musicalData)).toBe(whole);
    const tune = parseMotorola(whole, { digits: 'fractions' });
    // Written and read again: the writer's checksum is the rule's too.
    const again = formatMotorola({ ...tune, notes: tune.notes.slice(0, 35) }, { digits: 'fractions' });
    if (tune.notes.length <= 35) expect(again).toBe(whole);
    else expect(parseMotorola(again, { digits: 'fractions' }).notes).toEqual(tune.notes.slice(0, 35));
  });

  it('the published example has 35 notes in the digits 1, 2, 4 and 8, and a checksum that does not come out', () => {
    const [example] = motorola as [(typeof motorola)[number]];
    const published = example.text as string;
    const offset = published.length - 2;
    expect(refusal(() => parseMotorola(published))).toEqual({ code: 'bad-value', field: 'Motorola/checksum', offset });
    expect(issuesOf(published, true)).toEqual(['approximated', 'checksum']);
    const tune = parseMotorola(published, { lenient: true });
    expect(notesOf(published, true).split(' ').slice(0, 6).join(' ')).toBe('d6/8 r/4 c6/4 d#6/8 r/4 d6/1');
    expect(tune).toMatchObject({ title: '', tempoBpm: 100, loops: 0 });
  });
});

describe('the two dialects', () => {
  it('digits of one of them tell which it is', () => {
    expect(notesOf(text('C5D4E3F2G1A0'))).toBe('c5/1 d5/2 e5/4 f5/8 g5/16 a5/32');
    expect(notesOf(text('C1D2E4F8'))).toBe('c5/1 d5/2 e5/4 f5/8');
    expect(issuesOf(text('C3'))).toEqual(['approximated']);
    expect(issuesOf(text('C1'))).toEqual(['approximated', 'approximated']);
    expect(notesOf(text('C1'))).toBe('c5/16');
    expect(parseMotorola(text('C1'), { digits: 'fractions' }).notes[0]?.duration).toBe(1);
  });

  it('a sharp holds until the next one of its letter, or for its note', () => {
    expect(notesOf(text('C#3C3C#3D3C3'))).toBe('c#5/4 c#5/4 c5/4 d5/4 c5/4');
    expect(notesOf(text('C#8C8C#+8'))).toBe('c#5/8 c5/8 c#6/8');
    const tune = parseRtttl('x:d=4,o=5,b=100:c#,c#,c,d#,c');
    expect(formatMotorola(tune)).toBe(text('C#3C3C#3D#3C3'));
    expect(formatMotorola(tune, { digits: 'fractions' })).toBe(text('C#4C#4C4D#4C4'));
  });

  it('everything that is lost is reported', () => {
    const issues: TuneIssue[] = [];
    const tune = parseRtttl('x:d=8,o=5,b=160,s=S,l=2:16c,d.,c4,c7,b=99,p');
    const onIssue = (issue: TuneIssue) => issues.push(issue);
    expect(formatMotorola({ ...tune, tempoBpm: 200 }, { digits: 'fractions', onIssue })).toBe(text('C8D8C8C+8R8', '4'));
    expect(issues.map(({ code, offset, assumed }) => [code, offset, assumed])).toEqual([
      ['approximated', 0, 'tempo 4, about 160'],
      ['dropped', 0, 'none'],
      ['dropped', 0, 'that of the phone'],
      ['dropped', 0, 'none'],
      ['approximated', 0, '1/8'],
      ['approximated', 1, 'the plain length'],
      ['approximated', 2, '5'],
      ['approximated', 3, '6'],
      ['dropped', 4, 'no change'],
    ]);
  });
});

describe('refusals', () => {
  it.each<[why: string, whole: string, code: string, field: string, offset: number, lenient: string]>([
    ['nothing', '', 'truncated', 'Motorola/head', 0, '!'],
    ['half a head', 'L3', 'truncated', 'Motorola/head', 2, '!'],
    ['another head', 'L36&3 C3&&00', 'bad-value', 'Motorola/head', 2, '!'],
    ['no tempo', text('C3', ''), 'bad-value', 'Motorola/tempo', 4, 'c5/4'],
    ['tempo 5', text('C3', '5'), 'bad-value', 'Motorola/tempo', 4, 'c5/4'],
    ['no blank', text('C3').replace(' ', ''), 'bad-value', 'Motorola/music', 5, 'c5/4'],
    ['no end', 'L35&3 C3', 'truncated', 'Motorola/checksum', 8, 'c5/4'],
    ['no checksum', 'L35&3 C3&&', 'truncated', 'Motorola/checksum', 10, 'c5/4'],
    ['half a checksum', 'L35&3 C3&&7', 'truncated', 'Motorola/checksum', 11, 'c5/4'],
    ['a wrong checksum', 'L35&3 C3&&71', 'bad-value', 'Motorola/checksum', 10, 'c5/4'],
    ['text behind', `${text('C3')}x`, 'trailing-bytes', 'Motorola', 12, 'c5/4'],
    ['no notes', text(''), 'truncated', 'Motorola/note[0]', 6, ''],
    ['an unknown letter', text('C3H3'), 'bad-value', 'Motorola/note[1]/pitch', 8, 'c5/4'],
    ['lower case', text('c3D3'), 'bad-value', 'Motorola/note[0]/pitch', 6, 'd5/4'],
    ['no length', text('CD3'), 'bad-value', 'Motorola/note[0]/duration', 7, 'c5/4 d5/4'],
    ['a length of 6', text('C3D6'), 'bad-value', 'Motorola/note[1]/duration', 9, 'c5/4 d5/4'],
    ['a length of 3 among eighths', text('C8D3'), 'bad-value', 'Motorola/note[0]/duration', 7, 'c5/4 d5/4'],
    ['two octaves up', text('C++3'), 'bad-value', 'Motorola/note[0]', 8, 'c6/4'],
    ['two sharps', text('C##3'), 'bad-value', 'Motorola/note[0]', 8, 'c#5/4'],
    ['a high rest', text('R+3'), 'bad-value', 'Motorola/note[0]', 7, 'r/4'],
    ['e sharp', text('E#3'), 'bad-value', 'Motorola/note[0]/pitch', 6, 'f5/4'],
    ['b sharp', text('B#3'), 'bad-value', 'Motorola/note[0]/pitch', 6, 'c6/4'],
    ['36 notes', text('C3'.repeat(36)), 'too-long', 'Motorola/note[35]', 76, Array(36).fill('c5/4').join(' ')],
  ])('%s', (_why, whole, code, field, offset, lenient) => {
    expect(refusal(() => parseMotorola(whole))).toEqual({ code, field, offset });
    if (lenient === '!') expect(refusal(() => parseMotorola(whole, { lenient: true })).field).toBe('Motorola/head');
    else {
      expect(notesOf(whole, true)).toBe(lenient);
      expect(issuesOf(whole, true).length).toBeGreaterThan(1);
    }
  });

  const tune = parseRtttl('x:d=8,o=5,b=120:c');
  it.each<[field: string, code: string, change: object]>([
    ['notes', 'unencodable', { notes: [] }],
    ['notes', 'too-long', { notes: Array(36).fill(tune.notes[0]) }],
    ['tempoBpm', 'bad-value', { tempoBpm: 0 }],
  ])('writing %s, %s', (field, code, change) => {
    expect(refusal(() => formatMotorola({ ...tune, ...change } as Tune))).toEqual({ code, field, offset: undefined });
  });

  it('wrong arguments', () => {
    expect(refusal(() => formatMotorola(tune, { digits: 'x' as 'steps' })).field).toBe('digits');
    expect(() => parseMotorola(1 as unknown as string)).toThrowError(TypeError);
  });
});

describe('limits', () => {
  it('characters and notes', () => {
    expect(() => parseMotorola(text('C3'.repeat(40_000)))).toThrowError(expect.objectContaining({ name: 'LimitError' }));
    const options = { lenient: true, limits: { tuneNotes: 40 } };
    const error = { name: 'LimitError', field: 'Motorola/note[40]' };
    expect(() => parseMotorola(text('C3'.repeat(50)), options)).toThrowError(expect.objectContaining(error));
  });
});
