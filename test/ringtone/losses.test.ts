import { describe, expect, it } from 'vitest';
import {
  encodeAnyRtttl,
  encodeBluejayMelody,
  formatArduinoTable,
  formatEmelody,
  formatFlipperMusic,
  formatImelody,
  formatMotorola,
  parseRtttl,
  type Tune,
  type TuneIssue,
} from '../../src/ringtone/index.js';

type Write = (tune: Tune, options: { onIssue?: (issue: TuneIssue) => void }) => unknown;

/** What a writer reports, as `code field offset = assumed`; each loss is a warning. */
function lossesOf(write: Write, tune: Tune): string[] {
  const found: string[] = [];
  write(tune, {
    onIssue({ code, severity, field, offset, assumed, fix }) {
      expect(severity).toBe('warning');
      expect(fix).toBeUndefined();
      found.push(`${code} ${field} ${offset} = ${assumed}`);
    },
  });
  // Nobody has to listen.
  expect(() => write(tune, {})).not.toThrow();
  return found;
}

const of = (text: string) => parseRtttl(`:d=8,o=5,b=160:${text}`);
const TITLE = 'dropped title 0 = none';
const STYLE = 'dropped style 0 = that of the phone';
const LOOPS = 'dropped loops 0 = none';
const CHANGE = 'dropped notes[1] 1 = no change';

describe('each form reports what it cannot hold, and nothing else', () => {
  const lossy = (tune: Tune, options: object) => formatImelody(tune, { lossy: true, ...options });
  const motorola = { ...of('c'), tempoBpm: 160 };

  it.each<[form: string, write: Write, title: string[], style: string[], loops: string[], change: string[]]>([
    ['AnyRtttl', encodeAnyRtttl, [TITLE], [STYLE], [LOOPS], [CHANGE, CHANGE, CHANGE]],
    ['Arduino tables', formatArduinoTable, [], [STYLE], [LOOPS], [CHANGE, CHANGE, CHANGE]],
    ['Flipper music', formatFlipperMusic, [TITLE], [STYLE], [LOOPS], [CHANGE, CHANGE, CHANGE]],
    ['Motorola', formatMotorola, [TITLE], [STYLE], [LOOPS], [CHANGE, CHANGE, CHANGE]],
    ['a startup melody', encodeBluejayMelody, [TITLE], [STYLE], [LOOPS], ['', CHANGE, CHANGE]],
    ['iMelody', lossy, [], [], [], ['dropped notes[1].tempoBpm 1 = no change', 'dropped notes[1].style 1 = no change', '']],
  ])('%s', (_form, write, title, style, loops, [tempo, ownStyle, volume]) => {
    const one = (loss: string | undefined) => (loss ? [loss] : []);
    expect(lossesOf(write, of('c,d'))).toEqual([]);
    expect(lossesOf(write, { ...of('c'), title: 'x' })).toEqual(title);
    expect(lossesOf(write, { ...of('c'), style: 'C' })).toEqual(style);
    expect(lossesOf(write, { ...of('c'), style: 'S' })).toEqual(style);
    expect(lossesOf(write, { ...of('c'), loops: 1 })).toEqual(loops);
    expect(lossesOf(write, { ...of('c'), loops: 15 })).toEqual(loops);
    expect(lossesOf(write, of('c,b=200,d'))).toEqual(one(tempo));
    expect(lossesOf(write, of('c,s=S,d'))).toEqual(one(ownStyle));
    expect(lossesOf(write, of('c,v=0,d'))).toEqual(one(volume));
  });

  it('eMelody, which has no tempo either', () => {
    const TEMPO = 'dropped tempoBpm 0 = that of the phone';
    const at120 = { ...of('c'), tempoBpm: 120 };
    expect(lossesOf(formatEmelody, at120)).toEqual([]);
    expect(lossesOf(formatEmelody, of('c'))).toEqual([TEMPO]);
    expect(lossesOf(formatEmelody, { ...at120, style: 'S', loops: 3 })).toEqual([STYLE, LOOPS]);
    for (const change of [{ tempoBpm: 99 }, { style: 'S' }, { volume: 3 }] as const) {
      expect(lossesOf(formatEmelody, { ...at120, notes: [...at120.notes, { ...at120.notes[0]!, ...change }] })).toEqual([
        CHANGE,
      ]);
    }
  });

  it.each<[notes: string, digits: 'steps' | 'fractions', losses: string[]]>([
    ['4c', 'steps', []],
    ['32c', 'steps', []],
    ['4c.', 'steps', ['approximated notes[0].duration 0 = the plain length']],
    ['8c,16d', 'fractions', ['approximated notes[1].duration 1 = 1/8']],
    ['8c,32d', 'fractions', ['approximated notes[1].duration 1 = 1/8']],
    ['16p.', 'fractions', ['approximated notes[0].duration 0 = the plain length', 'approximated notes[0].duration 0 = 1/8']],
    ['c4,c5,c6,c7', 'steps', ['approximated notes[0].octave 0 = 5', 'approximated notes[3].octave 3 = 6']],
  ])('Motorola: lengths and octaves of %s as %s', (notes, digits, losses) => {
    expect(lossesOf((tune, options) => formatMotorola(tune, { digits, ...options }), of(notes))).toEqual(losses);
  });

  it('Motorola: a third', () => {
    const notes = [{ ...motorola.notes[0]!, twoThirds: true }] as Tune['notes'];
    expect(lossesOf(formatMotorola, { ...motorola, notes })).toEqual(['approximated notes[0].duration 0 = the plain length']);
  });

  it.each([
    [100, []],
    [99, ['approximated tempoBpm 0 = tempo 3, about 100']],
    [110, ['approximated tempoBpm 0 = tempo 3, about 100']],
    [111, ['approximated tempoBpm 0 = tempo 4, about 160']],
    [160, []],
    [25, ['approximated tempoBpm 0 = tempo 3, about 100']],
    [900, ['approximated tempoBpm 0 = tempo 4, about 160']],
  ])('Motorola: a tempo of %i', (tempoBpm, losses) => {
    expect(lossesOf(formatMotorola, { ...motorola, tempoBpm })).toEqual(losses);
  });

  it.each<[notes: string, losses: string[]]>([
    ['8c,4c,8p,4p', []],
    ['16c', ['approximated notes[0] 0 = a short tone']],
    ['8c.', ['approximated notes[0] 0 = a long tone']],
    ['2c', ['approximated notes[0] 0 = a long tone']],
    ['16p', ['approximated notes[0] 0 = 1']],
    ['8p.', ['approximated notes[0] 0 = 2']],
    ['32p', ['approximated notes[0] 0 = 1']],
    ['c4,c7', ['approximated notes[0].octave 0 = 5', 'approximated notes[1].octave 1 = 6']],
  ])('eMelody: lengths and octaves of %s', (notes, losses) => {
    expect(lossesOf(formatEmelody, { ...of(notes), tempoBpm: 120 })).toEqual(losses);
  });

  it('iMelody: a repeat that changes its volume has to begin with one', () => {
    const repeated = (text: string) => ({ ...of(text), loops: 2 });
    expect(lossesOf(lossy, repeated('c,v=3,d'))).toEqual(['approximated notes[0].volume 0 = volume 7']);
    expect(lossesOf(lossy, repeated('v=5,c,v=3,d'))).toEqual([]);
    expect(lossesOf(lossy, repeated('v=5,c,d'))).toEqual([]);
    expect(formatImelody(repeated('v=5,c,d'))).toContain('VOLUME:V5\r\nMELODY:(c3d3@2)');
    expect(formatImelody(repeated('v=5,c,v=3,d'))).toContain('S0\r\nMELODY:(V5c3V3d3@2)');
    expect(formatImelody(of('v=5,c,v=3,d'))).toContain('VOLUME:V5\r\nMELODY:c3V3d3\r\n');
  });
});

describe('the title of a C table', () => {
  it.each<[title: string, line: string, losses: string[]]>([
    ['Siren', '// Siren', []],
    ['a\\', '// a', ['approximated title 0 = "a"']],
    ['a\\\\\\', '// a', ['approximated title 0 = "a"']],
    ['a\\b', '// a\\b', []],
    ['a\u2028b', '// a b', ['approximated title 0 = "a b"']],
    ['a\u2029b\tc', '// a b c', ['approximated title 0 = "a b c"']],
    [' a ', '// a', ['approximated title 0 = "a"']],
    ['\\', '#define NOTE_C5 523', ['approximated title 0 = ""']],
    ['', '#define NOTE_C5 523', []],
  ])('%j', (title, line, losses) => {
    const tune = { ...of('c'), title };
    expect(formatArduinoTable(tune).split('\n')[0]).toBe(line);
    expect(lossesOf(formatArduinoTable, tune)).toEqual(losses);
  });
});
