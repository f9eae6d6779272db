import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitError } from '../../src/errors.js';
import { SPELLINGS, spellingEffect } from '../../src/ringtone/device-lint.js';
import {
  applyFixes,
  type DeviceText,
  encodeBluejayMelody,
  type FitChange,
  fitTune,
  formatArduinoTable,
  formatFlipperMusic,
  formatRtttl,
  lintRtttl,
  measureTune,
  noteHz,
  parseArduinoTable,
  parseFlipperMusic,
  parseRtttl,
  TUNE_DEVICES,
  type Tune,
  type TuneDevice,
  tuneDurationMs,
} from '../../src/ringtone/index.js';
import { DEVICE_MODELS, flipperNotes, type Played, soundsLike } from '../support/tune-devices.js';
import { nokiaTune, textTune, tuneLikeText } from '../support/tunes.js';
import { spelledIssues } from './spelled-issues.js';
import { ringtoneVectors } from './vectors.js';

const DEVICES = Object.keys(TUNE_DEVICES) as TuneDevice[];
const READERS = Object.keys(DEVICE_MODELS) as (keyof typeof DEVICE_MODELS)[];

/** What a tune sounds like, by its own arithmetic; the tempo of each note is in force. */
function played(tune: Tune): Played {
  let { tempoBpm } = tune;
  return tune.notes.map((note) => {
    tempoBpm = note.tempoBpm ?? tempoBpm;
    return [noteHz(note) ?? 0, tuneDurationMs({ ...tune, tempoBpm, notes: [note] })] as const;
  });
}

function found(text: string, device: TuneDevice): string[] {
  return lintRtttl(text, { device }).issues.map(
    ({ offset, code, severity, reason, assumed }) => `${offset} ${code} ${severity}: ${reason} -> ${assumed}`,
  );
}

describe('why a device refuses a tune', () => {
  it.each<[TuneDevice, string, string[]]>([
    ['flipper', 'x:d=4,o=5,b=100:8.c6,d', ['16 dot-place error: a dot before the note -> the tune is refused']],
    ['flipper', 'x:d=4,o=5,b=100:c,h', ['18 letter-h error: h for B natural -> the tune is refused']],
    ['flipper', 'x:d=4,o=5:c', ['2 missing-defaults error: no default b -> the tune is refused']],
    [
      'flipper',
      'x:o=5,d=4,b=100:c',
      ['2 default-order warning: defaults in the order o, d, b -> each value as the one that it expects there'],
    ],
    ['flipper', 'x:d=4,o=5,b=100:C,d_', []],
    [
      'esphome-2025',
      'A title of sixteen:d=4,o=5,b=100:c',
      ['15 long-title error: a title of 18 octets, at most 15 -> the tune is refused'],
    ],
    ['esphome-2025', 'x:d=4,o=5,b=320:c', ['2 out-of-range warning: a tempo of 320, allowed: 25 to 255 -> another tempo']],
    [
      'esphome-2025',
      'x:d=4,o=5,b=100:c6.',
      [
        '16 dot-place warning: a dot after the octave -> a pause for each character that it does not know, or the default octave',
      ],
    ],
    [
      'esphome',
      'x:d=4,o=5,b=100:c.6',
      [
        '16 dot-place warning: a dot before the octave -> a pause for each character that it does not know, or the default octave',
      ],
    ],
    ['esphome', 'x:b=100,o=5:c,h,c6.', []],
    ['bluejay', 'x:d=4, o=5,b=100:c', ['6 blank warning: a blank in a default -> another default, or none']],
    ['bluejay', 'x:d=4,o=5,b=100:C', ['16 letter-case error: a note in capitals -> the tune is refused']],
    ['bluejay', 'x:d=4,o=5,b=100:c,', ['17 trailing-comma error: a comma after the last note -> the tune is refused']],
    ['bluejay', 'x:d=4,o=7,b=100:d,d#', ['18 out-of-range warning: d#7 is too high -> the note is left out']],
    [
      'am32',
      `x:d=1,o=7,b=63:${'c,'.repeat(2)}c`,
      ['17 long-tune warning: 196 octets, at most 128 -> the tune ends in this note'],
    ],
    ['anyrtttl', 'x:d=4,o=5,b=100,l=2:c', ['2 dropped warning: repeats -> the tune without']],
    ['anyrtttl', 'x:o=5,d=4,b=100: C , 8.c6,.d', []],
    ['arduino', 'x:d=4,o=5,b=100:c,b=120,d', ['24 dropped warning: a tempo, style or volume from here on -> no change']],
    [
      'nonblockingrtttl',
      'x:d=4,o=5,b=100:c,b=120,d',
      [
        '18 control warning: a tempo, octave, style or volume between notes -> a pause for each character that it does not know, or the default octave',
      ],
    ],
  ])('%s: %j', (device, text, issues) => {
    expect(found(text, device)).toEqual(issues);
  });

  it('all settings that it does not have are named', () => {
    expect(found('x:d=4,o=5,b=100,s=S,l=2,v=3:c', 'anyrtttl')).toEqual([
      '2 dropped warning: style S and repeats and a volume -> the tune without',
    ]);
  });

  it('what no reader is sure of is said too, and nothing of it twice', () => {
    expect(found('x:d=4,o=5,b=100:64c,h', 'flipper').map((issue) => issue.split(':')[0])).toEqual([
      '16 out-of-range error',
      '20 letter-h error',
    ]);
    expect(found('abc', 'flipper').map((issue) => issue.split(' ')[1])).toEqual(['fatal']);
  });

  it('fixes make it a text that the device takes', () => {
    const text = 'Siren:o=5,d=4,b=125:8.c6,H,d_,c.7 ,e6.';
    const fixedFor = (device: TuneDevice) => applyFixes(text, lintRtttl(text, { device }).issues);
    expect(fixedFor('flipper')).toBe('Siren:d=4,o=5,b=125:8c6.,b,d_,c7.,e6.');
    expect(fixedFor('nonblockingrtttl')).toBe('Siren:d=4,o=5,b=125:8c.6,b,d#,c.7,e.6');
    for (const device of READERS) expect(found(fixedFor(device), device)).toEqual([]);
  });

  it('a name that is none', () => {
    expect(() => lintRtttl('x::c', { device: 'phone' as TuneDevice })).toThrow(TypeError);
    expect(() => fitTune(parseRtttl('x::c'), { device: 'toString' as TuneDevice })).toThrow(TypeError);
  });
});

describe('the field, the place and the fix of what a device takes otherwise', () => {
  it.each<[device: TuneDevice, text: string, issues: string[]]>([
    ['flipper', 'x:d=4,o=5,b=100:8.c6,d', ['!dot-place note[0] 16 = the tune is refused [16-20 8c6.]']],
    ['flipper', 'x:d=4,o=5,b=100:c,h', ['!letter-h note[1] 18 = the tune is refused [18-19 b]']],
    ['flipper', 'x:d=4,o=5:c', ['!missing-defaults defaults 2 = the tune is refused [2-9 d=4,o=5,b=63]']],
    [
      'flipper',
      'x:o=5,d=4,b=100:c',
      ['default-order defaults 2 = each value as the one that it expects there [2-15 d=4,o=5,b=100]'],
    ],
    [
      'flipper',
      'x:d=4,o=5,b=100:64c,h',
      ['!out-of-range note[0]/duration 16 = 32 [16-18 32]', '!letter-h note[1] 20 = the tune is refused [20-21 b]'],
    ],
    ['esphome-2025', 'A title of sixteen:d=4,o=5,b=100:c', ['!long-title title 15 = the tune is refused']],
    ['esphome-2025', 'A title of exac:d=4,o=5,b=100:c', []],
    ['esphome-2025', 'A title of 16 c.:d=4,o=5,b=100:c', ['!long-title title 15 = the tune is refused']],
    ['esphome-2025', 'x:d=4,o=5,b=320:c', ['out-of-range defaults/b 2 = another tempo']],
    ['esphome-2025', 'x:d=4,o=5,b=255:c', []],
    ['esphome-2025', 'x:d=4,o=5,b=256:c', ['out-of-range defaults/b 2 = another tempo']],
    ['esphome-2025', 'x:d=4,o=5,b=25:c', []],
    [
      'esphome-2025',
      'x:d=4,o=5,b=100:d,c6.',
      ['dot-place note[1] 18 = a pause for each character that it does not know, or the default octave [18-21 c.6]'],
    ],
    [
      'esphome',
      'x:d=4,o=5,b=100:d,c.6',
      ['dot-place note[1] 18 = a pause for each character that it does not know, or the default octave [18-21 c6.]'],
    ],
    ['bluejay', 'x:d=4, o=5,b=100:c', ['blank defaults 6 = another default, or none [2-16 d=4,o=5,b=100]']],
    ['bluejay', 'x:d=4,o=5,b=100:C', ['!letter-case note[0] 16 = the tune is refused [16-17 c]']],
    ['bluejay', 'x:d=4,o=5,b=100:c,', ['!trailing-comma notes 17 = the tune is refused [17-18 ]']],
    ['bluejay', 'x:d=4,o=7,b=100:d,d#', ['out-of-range note[1]/octave 18 = the note is left out']],
    [
      'bluejay',
      'x:d=4,o=5,b=100:c,b=120,d',
      ['control note[1] 18 = the configurator takes the first note that it finds there'],
    ],
    ['bluejay', 'x:d=4,o=5,b=100,s=S,l=2,v=3:c', ['dropped defaults 2 = the tune without [2-27 d=4,o=5,b=100]']],
    ['bluejay', 'x:d=4,o=5,b=100,s=C:c', ['dropped defaults 2 = the tune without [2-19 d=4,o=5,b=100]']],
    ['bluejay', 'x:d=4,o=5,b=100,v=3:c', ['dropped defaults 2 = the tune without [2-19 d=4,o=5,b=100]']],
    ['am32', 'x:d=1,o=7,b=63:c,c,c', ['long-tune note[1] 17 = the tune ends in this note']],
    ['am32', 'x:d=1,o=7,b=63:c', []],
    ['anyrtttl', 'x:d=4,o=5,b=100,l=2:c', ['dropped defaults 2 = the tune without [2-19 d=4,o=5,b=100]']],
    ['anyrtttl', 'x:d=4,o=5,b=100:c,b=120,d', ['control note[1] 18 = the note without what it does not know']],
    ['arduino', 'x:d=4,o=5,b=100:c,b=120,d', ['dropped note[1] 24 = no change']],
    ['arduino', 'x:d=4,o=5,b=100:c,s=S,d', ['dropped note[1] 22 = no change']],
    ['arduino', 'x:d=4,o=5,b=100:c,v=3,d', ['dropped note[1] 22 = no change']],
    ['arduino', 'x:d=4,o=5,b=100:v=3,c,d', ['dropped defaults 2 = the tune without [2-15 d=4,o=5,b=100]']],
    [
      'nonblockingrtttl',
      'x:d=4,o=5,b=100:c,b=120,d',
      ['control note[1] 18 = a pause for each character that it does not know, or the default octave'],
    ],
    ['nonblockingrtttl', 'x:d=4,,o=5,b=100:c', ['empty-default defaults 6 = another default, or none [2-16 d=4,o=5,b=100]']],
    ['nonblockingrtttl', 'x:d4,o=5,b=100:c', ['missing-equals defaults 2 = another default, or none [2-14 d=4,o=5,b=100]']],
    ['nonblockingrtttl', 'x:D=4,o=5,b=100:c', ['letter-case defaults 2 = another default, or none [2-15 d=4,o=5,b=100]']],
    ['nonblockingrtttl', 'x:d=04,o=5,b=100:c', []],
    ['nonblockingrtttl', 'x:d=4,o=5,b=100,q=1:c', ['unknown-key defaults 16 = another default, or none [2-19 d=4,o=5,b=100]']],
    ['flipper', 'x:d=4,,o=5,b=100:c', []],
    ['flipper', 'x:d4,o=5,b=100:c', ['missing-equals defaults 2 = another default, or none [2-14 d=4,o=5,b=100]']],
    ['flipper', 'x:D=4,o=5,b=100:c', []],
    ['flipper', 'x:d=04,o=5,b=100:c', []],
    ['flipper', 'x:d=4,o=5,b=100,q=1:c', ['unknown-key defaults 16 = another default, or none [2-19 d=4,o=5,b=100]']],
    [
      'flipper',
      'x:d=4,o=5,b=100:c,9d,h',
      ['!out-of-range note[1]/duration 18 = 8 [18-19 8]', '!letter-h note[2] 21 = the tune is refused [21-22 b]'],
    ],
    [
      'flipper',
      'x:d=4,o=5,b=100: h,H',
      ['!letter-h note[0] 17 = the tune is refused [16-18 b]', '!letter-h note[1] 19 = the tune is refused [19-20 b]'],
    ],
    [
      'flipper',
      'x:d=4,o=5,b=100:c d,h',
      ['!missing-comma note[1] 18 = a comma [18-18 ,]', '!letter-h note[2] 20 = the tune is refused [20-21 b]'],
    ],
  ])('%s: %j', (device, text, issues) => {
    expect(
      spelledIssues((onIssue) => {
        for (const issue of lintRtttl(text, { device }).issues) onIssue(issue);
      }),
    ).toEqual(issues);
  });
});

describe('what fitting to a device reports', () => {
  const changesOf = (tune: Tune, device: TuneDevice) => {
    const changes: FitChange[] = [];
    const fitted = fitTune(tune, { device, onChange: (change) => changes.push(change) });
    return { fitted, changes: changes.map(({ code, message }) => `${code}: ${/\d+/.exec(message)?.[0] ?? '-'}`) };
  };
  const of = (text: string) => parseRtttl(`x:d=4,o=5,b=100:${text}`);

  it('nothing of a tune that it takes, which is returned itself', () => {
    const tune = of('c,d,p,8e6');
    for (const device of DEVICES) {
      const { fitted, changes } = changesOf(tune, device);
      expect(changes).toEqual([]);
      expect(fitted).toEqual(tune);
    }
  });

  // The number in the message: of styles and volumes, of notes, or the tempo.
  it.each<[why: string, tune: Tune, changes: string[]]>([
    ['the style of the tune', { ...of('c'), style: 'S' }, ['states-dropped: 1']],
    ['a style in it', of('c,s=S,d'), ['states-dropped: 1']],
    ['a style and two volumes', of('v=3,c,v=4,s=S,d'), ['states-dropped: 3']],
    ['repeats', { ...of('c'), loops: 1 }, ['loops-dropped: -']],
    ['a tempo that changes nothing', of('c,b=100,d'), ['states-merged: -']],
    ['another tempo', of('c,b=200,d'), ['tempo-changed: 100']],
    ['a double dot', { ...of('c'), notes: [{ ...of('c').notes[0]!, dots: 2 }] }, ['lengths-changed: 1']],
    ['a third', { ...of('c'), notes: [{ ...of('c').notes[0]!, twoThirds: true }] }, ['lengths-changed: 1']],
  ])('%s', (_why, tune, changes) => {
    const found = changesOf(tune, 'bluejay');
    expect(found.changes).toEqual(changes);
    expect(changesOf(found.fitted, 'bluejay').changes).toEqual([]);
  });

  it('a budget beside the device narrows it: in its own form, or in another one', () => {
    const long = of(Array(60).fill('c,e,g').join(','));
    const octetsOf = (tune: Tune, form: 'bluejay' | 'rtttl') => measureTune(tune, { form }).octets;
    const alone = fitTune(long, { device: 'bluejay' });
    expect(octetsOf(alone, 'bluejay')).toBeLessThanOrEqual(128);
    expect(octetsOf(alone, 'bluejay')).toBeGreaterThan(96);
    expect(fitTune(long, { device: 'bluejay', form: 'bluejay', maxOctets: 500 })).toEqual(alone);
    const narrow = fitTune(long, { device: 'bluejay', form: 'bluejay', maxOctets: 40 });
    expect(octetsOf(narrow, 'bluejay')).toBeLessThanOrEqual(40);
    expect(narrow.notes.length).toBeGreaterThan(5);
    const text = fitTune(long, { device: 'bluejay', form: 'rtttl', maxOctets: 40 });
    expect(octetsOf(text, 'rtttl')).toBeLessThanOrEqual(40);
    const wide = fitTune(long, { device: 'bluejay', form: 'rtttl', maxOctets: 10_000 });
    expect(octetsOf(wide, 'bluejay')).toBeLessThanOrEqual(128);
  });

  it('of another tempo only the notes that have it get other lengths', () => {
    const { fitted } = changesOf(of('c,b=200,d,b=100,e,b=50,8f'), 'bluejay');
    expect(formatRtttl(fitted)).toBe('x:d=4,o=5,b=100:c,8d,e,f');
    expect(formatRtttl(changesOf(of('b=200,c,d,b=100,e'), 'bluejay').fitted)).toBe('x:d=4,o=5,b=200:c,d,2e');
  });

  it('too high together: an octave lower, where there are such octaves; else the notes alone', () => {
    // d7 is the highest note.
    expect(changesOf(of('c5,d7'), 'bluejay')).toMatchObject({ changes: [] });
    const lower = changesOf(of('c5,d#7,p'), 'bluejay');
    expect(formatRtttl(lower.fitted)).toBe('x:d=4,o=6,b=100:c4,d#,p');
    expect(lower.changes).toEqual(['transposed: 1']);
    const alone = changesOf(of('c4,d#7,e7,p'), 'bluejay');
    expect(formatRtttl(alone.fitted)).toBe('x:d=4,o=6,b=100:c4,d#,e,p');
    expect(alone.changes).toEqual(['transposed: 2']);
  });
});

/** Texts as people write them: the spellings by which devices differ, put together at random. */
const written = fc
  .record({
    title: fc.constantFrom('x', 'A title of sixteen', ''),
    pairs: fc.shuffledSubarray(['d=4', 'o=5', 'b=160', ' o=6', 'd = 8', 'b= 90', 'D=8', 'b=320', 'l=2', 's=S', 'd=08'], {
      maxLength: 4,
    }),
    notes: fc.array(
      fc.constantFrom(
        ...[
          'c',
          '8d#',
          'C',
          'h',
          'p',
          'P',
          'c_',
          '8.c',
          'c.7',
          'c6.',
          'd.',
          ' c',
          '8 c',
          'c ',
          'c 5',
          '16a#6.',
          '\nc',
          'c\n',
          'p6',
          '08c',
          'f05',
          'b7',
          '.e',
        ],
      ),
      { minLength: 1, maxLength: 6 },
    ),
    end: fc.constantFrom('', ',', ';', '\n', ' '),
  })
  .map(({ title, pairs, notes, end }) => `${title}:${pairs.join(',')}:${notes.join(',')}${end}`);

describe('lint against what each device does', () => {
  it.each(READERS)('%s: without an issue it plays the tune; what is refused is said to be', (device) => {
    const model = DEVICE_MODELS[device];
    const check = (text: string) => {
      const { issues, tune } = lintRtttl(text, { device });
      const heard = model(text.replace(/\s+$/, ''));
      if (issues.length === 0) expect(soundsLike(heard, played(tune as Tune))).toBe(true);
      const isRefused = issues.some(({ assumed }) => assumed === 'the tune is refused');
      if (isRefused) expect(heard).toBe(null);
    };
    fc.assert(fc.property(fc.oneof(written, tuneLikeText()), check), { numRuns: 250 });
    for (const text of ringtoneVectors().vectors.flatMap(({ text: one }) => (one === undefined ? [] : [one]))) check(text);
  });

  it.each(READERS)('%s: an issue of spelling is one that is heard', (device) => {
    const model = DEVICE_MODELS[device];
    fc.assert(
      fc.property(written, (text) => {
        const { issues, tune } = lintRtttl(text, { device });
        // A default that is not read may be one that no note needs.
        const isSpelling = ({ code, field }: { readonly code: string; readonly field: string }) =>
          code === 'long-title' ||
          (['dot-place', 'letter-case', 'letter-h', 'underscore-sharp'].includes(code) && field.startsWith('RTTTL/note['));
        const isOnlySpelling = issues.length > 0 && issues.every(isSpelling);
        if (isOnlySpelling) expect(soundsLike(model(text.replace(/\s+$/, '')), played(tune as Tune))).toBe(false);
      }),
      { numRuns: 250 },
    );
  });
});

/** Undefined where not even the first note fits: a whole note of octave 6 at 25 bpm is 9.6 seconds. */
function fittedUnlessTooLong(tune: Tune, device: TuneDevice): Tune | undefined {
  try {
    return fitTune(tune, { device });
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return undefined;
  }
}

describe('fitting a tune to a device', () => {
  const anyTune = fc.oneof(textTune(), nokiaTune(40)).filter(({ notes }) => notes.length > 0);

  it.each(DEVICES)('%s: what is fitted has no issue, and is written and read back as it sounds', (device) => {
    fc.assert(
      fc.property(anyTune, (tune) => {
        const fitted = fittedUnlessTooLong(tune, device);
        if (fitted === undefined) return;
        expect(fitTune(fitted, { device })).toBe(fitted);
        if (device !== 'arduino') {
          const text = formatRtttl(fitted, { device });
          expect(found(text, device)).toEqual([]);
          expect(soundsLike(DEVICE_MODELS[device](text), played(fitted))).toBe(true);
        } else {
          const silent = { ...fitted, title: '' };
          expect(parseArduinoTable(formatArduinoTable(silent))).toEqual(silent);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('a Flipper plays of its own format what it plays of RTTTL', () => {
    fc.assert(
      fc.property(anyTune, (tune) => {
        const fitted = { ...fitTune(tune, { device: 'flipper' }), title: '' };
        const file = formatFlipperMusic(fitted);
        expect(parseFlipperMusic(file)).toEqual(fitted);
        const value = (key: string) => Number(new RegExp(`^${key}: (.*)$`, 'm').exec(file)?.[1]);
        const [, notes = ''] = /^Notes: (.*)$/m.exec(file) ?? [];
        const heard = flipperNotes(notes, [value('Duration'), value('Octave'), value('BPM')]);
        expect(soundsLike(heard, played(fitted))).toBe(true);
      }),
    );
  });

  const changesOf = (text: string, device: TuneDevice) => {
    const changes: FitChange[] = [];
    const fitted = fitTune(parseRtttl(text, { lenient: true }), { device, onChange: (change) => changes.push(change) });
    return [formatRtttl(fitted, { device }), ...changes.map(({ code, message }) => `${code}: ${message}`)];
  };

  it('a tempo that a device does not have is kept by other lengths', () => {
    expect(changesOf('x:d=4,o=5,b=320:c,16d.', 'esphome-2025')).toEqual([
      'x:d=8,o=5,b=160:c,32d.',
      'tempo-changed: 160 bpm for 320, with shorter notes: it sounds the same',
    ]);
    expect(changesOf('x:d=4,o=5,b=321:c', 'esphome-2025')).toEqual(['x:d=4,o=5,b=255:c', 'tempo-changed: 255 bpm for 321']);
    expect(changesOf('x:d=4,o=5,b=100:c,b=200,d,b=100,e', 'flipper')).toEqual([
      'x:d=4,o=5,b=100:c,8d,e',
      'tempo-changed: one tempo, 100 bpm: notes at another one have the nearest lengths',
    ]);
  });

  it('settings go, lengths are the nearest, a title is cut', () => {
    expect(changesOf('x:d=4,o=5,b=100,s=S,l=3,v=7:c..', 'esphome')).toEqual([
      'x:d=4,o=5,b=100:c.',
      'loops-dropped: the device plays it once, or as often as it likes',
      'states-dropped: 2 styles and volumes, which the device does not have',
      'lengths-changed: 1 double dots and thirds, now the nearest lengths',
    ]);
    expect(changesOf('Ein schöner Titel:d=4,o=5,b=100:c', 'esphome-2025')).toEqual([
      'Ein schöner Ti:d=4,o=5,b=100:c',
      'title-cut: the title, kept: "Ein schöner Ti"',
    ]);
  });

  it('a startup melody goes down before its end goes', () => {
    expect(changesOf('x:d=4,o=7,b=100:c,e,g', 'bluejay')).toEqual([
      'x:d=4,o=6,b=100:c,e,g',
      'transposed: the whole tune, down by 1 octave',
    ]);
    expect(changesOf('x:d=4,o=4,b=100:c,e7', 'bluejay')).toEqual([
      'x:d=4,o=6,b=100:c4,e',
      'transposed: 1 notes that are too high, by an octave',
    ]);
    const long = `x:d=4,o=6,b=63:${'c,'.repeat(19)}c`;
    expect(changesOf(long, 'bluejay')).toEqual([
      long.replace('o=6', 'o=5'),
      'transposed: the whole tune is lower, so that more of it fits',
    ]);
    const longer = fitTune(parseRtttl(`x:d=1,o=6,b=63:${'c,d,e,p,'.repeat(9)}c`), { device: 'bluejay' });
    expect(measureTune(longer, { form: 'bluejay' }).octets).toBeLessThanOrEqual(128);
    expect(encodeBluejayMelody(longer)).toHaveLength(128);
  });
});

it.each(READERS)('%s: does with each spelling what the table says', (device) => {
  for (const { sample } of SPELLINGS) {
    // A semicolon is one only at the end.
    const text = `x:d=4,o=5,b=160:d,${sample}${sample.endsWith(';') ? '' : ',e'}`;
    const heard = DEVICE_MODELS[device](text);
    const effect = spellingEffect(TUNE_DEVICES[device].text as DeviceText, sample);
    const meant = played(parseRtttl(text, { lenient: true }));
    expect([sample, soundsLike(heard, meant)]).toEqual([sample, effect === 'taken']);
    if (effect === 'refused') expect([sample, heard]).toEqual([sample, null]);
  }
});

it.each(DEVICES)('%s: a dot is written where its row has it', (device) => {
  const isFirst = TUNE_DEVICES[device].text?.dot === 'before-octave';
  expect(formatRtttl(parseRtttl('x:d=4,o=5,b=100:c,c6.'), { device })).toBe(`x:d=4,o=5,b=100:c,${isFirst ? 'c.6' : 'c6.'}`);
});

describe('the table of the documents', () => {
  const page = readFileSync('docs/ringtones.md', 'utf8');
  const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const EFFECTS = { taken: 'yes', refused: 'refused', other: 'plays another' } as const;
  /** Spellings as they are shown: blanks and line ends by their names. */
  const shown = (sample: string) =>
    `\`${sample.replace('\n', '↵')}\``
      .replace(/^` /, '`␣')
      .replace(/ `$/, '␣`')
      .replace(/(\w) (\w)/, '$1␣$2');

  it('says of each spelling what each device does with it', () => {
    // What a configurator reads, both firmwares are given.
    const devices = READERS.filter((device) => device !== 'am32');
    const head = rowOf(['', ...devices.map((device) => `\`${device}\``)]);
    const rows = SPELLINGS.map(({ sample }) =>
      rowOf([
        shown(sample),
        ...devices.map((device) => EFFECTS[spellingEffect(TUNE_DEVICES[device].text as DeviceText, sample)]),
      ]),
    );
    const table = [head, rowOf(['---', ...devices.map(() => '---')]), ...rows].join('\n');
    expect(page, table).toContain(table);
  });

  it('names each device, and where what is known of it comes from', () => {
    for (const device of DEVICES) {
      const { name, source, tempos, highestMidi, octets, text } = TUNE_DEVICES[device];
      const limits = [
        ...(text?.titleOctets === undefined ? [] : [`title of ${text.titleOctets} octets`]),
        ...(text?.required?.keys === 'dob' ? [`d, o and b in this order`] : []),
        ...(text?.required?.keys === 'b' ? ['d, o, b in this order, b at least'] : []),
        ...(text?.dot === 'before-octave' ? ['the dot before the octave'] : []),
        ...(tempos === undefined ? [] : [`tempo up to ${tempos[1]}`]),
        ...(highestMidi === undefined ? [] : ['up to d7']),
        ...(octets === undefined ? [] : [`${octets.most} octets`]),
      ];
      const row = rowOf([`\`${device}\``, name, limits.join('; '), source]);
      expect(page, row).toContain(row);
    }
  });
});
