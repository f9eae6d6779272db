import { describe, expect, it } from 'vitest';
import {
  applyFixes,
  decodeNokiaSong,
  encodeAnyRtttl,
  encodeBluejayMelody,
  encodeEmsSound,
  encodeMidi,
  encodeNokiaRingtone,
  encodeNokiaSong,
  fitTune,
  formatArduinoTable,
  formatEmelody,
  formatFlipperMusic,
  formatImelody,
  formatMotorola,
  formatRtttl,
  formatRtx,
  measureTune,
  type Note,
  noteHz,
  noteMidi,
  parseRtttl,
  readNokiaSong,
  renderWav,
  type Tune,
  tuneDurationMs,
} from '../../src/ringtone/index.js';
import { checkTune } from '../../src/ringtone/tune.js';

const tune = parseRtttl('x:d=4,o=5,b=160:c');
const nothing = null as never;

describe('an argument of another type is refused by its name', () => {
  it.each<[name: string, of: string, call: () => unknown]>([
    ['tune', 'encodeAnyRtttl', () => encodeAnyRtttl(nothing)],
    ['tune', 'encodeBluejayMelody', () => encodeBluejayMelody(nothing)],
    ['tune', 'encodeEmsSound', () => encodeEmsSound(nothing)],
    ['tune', 'encodeMidi', () => encodeMidi(nothing)],
    ['tune', 'encodeNokiaRingtone', () => encodeNokiaRingtone(nothing)],
    ['song', 'encodeNokiaSong', () => encodeNokiaSong(nothing)],
    ['reader', 'readNokiaSong', () => readNokiaSong(nothing)],
    ['tune', 'fitTune', () => fitTune(nothing, {})],
    ['budget', 'fitTune', () => fitTune(tune, nothing)],
    ['tune', 'measureTune', () => measureTune(nothing, { form: 'rtttl' })],
    ['options', 'measureTune', () => measureTune(tune, nothing)],
    ['tune', 'formatArduinoTable', () => formatArduinoTable(nothing)],
    ['tune', 'formatEmelody', () => formatEmelody(nothing)],
    ['tune', 'formatFlipperMusic', () => formatFlipperMusic(nothing)],
    ['tune', 'formatImelody', () => formatImelody(nothing)],
    ['tune', 'formatMotorola', () => formatMotorola(nothing)],
    ['tune', 'formatRtttl', () => formatRtttl(nothing)],
    ['tune', 'formatRtx', () => formatRtx(nothing)],
    ['tune', 'renderWav', () => renderWav(nothing)],
    ['tune', 'tuneDurationMs', () => tuneDurationMs(nothing)],
    ['tune.notes', 'tuneDurationMs', () => tuneDurationMs({ ...tune, notes: 'c' as never })],
    ['note', 'noteHz', () => noteHz(nothing)],
    ['note', 'noteMidi', () => noteMidi(nothing)],
    ['text', 'applyFixes', () => applyFixes(nothing, [])],
    ['issues', 'applyFixes', () => applyFixes('', nothing)],
  ])('%s of %s', (name, _of, call) => {
    expect(call).toThrowError(TypeError);
    expect(call).toThrowError(new RegExp(`^${name}\\b(?!\\.)`));
  });

  it('octets of a song', () => {
    expect(() => decodeNokiaSong('02' as never)).toThrowError(TypeError);
  });
});

describe('the checks of a tune', () => {
  const [note] = tune.notes as [Note];
  const withNote = (change: object) => ({ notes: [note, { ...note, ...change }] });

  it.each<[why: string, change: object]>([
    ['every duration', { notes: [1, 2, 4, 8, 16, 32].map((duration) => ({ ...note, duration })) }],
    ['every octave', { notes: [4, 5, 6, 7].map((octave) => ({ ...note, octave })) }],
    ['every number of dots', { notes: [0, 1, 2].map((dots) => ({ ...note, dots })) }],
    ['every style', { notes: ['N', 'C', 'S'].map((style) => ({ ...note, style })) }],
    ['the ends of the volumes', { notes: [0, 15].map((volume) => ({ ...note, volume })) }],
    ['no repeats', { loops: 0 }],
    ['endless repeats', { loops: 15 }],
    ['two thirds', withNote({ twoThirds: true })],
    ['changes that are undefined', withNote({ twoThirds: undefined, style: undefined, volume: undefined })],
    ['no notes', { notes: [] }],
    ['no title', { title: '' }],
  ])('take %s', (_why, change) => {
    expect(() => checkTune({ ...tune, ...change } as Tune)).not.toThrow();
  });

  it.each<[field: string, change: object]>([
    ['title', { title: undefined }],
    ['style', { style: 'n' }],
    ['style', { style: '' }],
    ['loops', { loops: -1 }],
    ['loops', { loops: 16 }],
    ['loops', { loops: 0.5 }],
    ['loops', { loops: '1' }],
    ['notes', { notes: undefined }],
    ['notes', { notes: { length: 1 } }],
    ['notes[1]', { notes: [note, null] }],
    ['notes[1]', { notes: [note, 'c'] }],
    ['notes[1].pitch', withNote({ pitch: 'C' })],
    ['notes[1].pitch', withNote({ pitch: undefined })],
    ['notes[1].octave', withNote({ octave: 3 })],
    ['notes[1].octave', withNote({ octave: 8 })],
    ['notes[1].octave', withNote({ octave: null })],
    ['notes[1].duration', withNote({ duration: 0 })],
    ['notes[1].duration', withNote({ duration: 3 })],
    ['notes[1].duration', withNote({ duration: 64 })],
    ['notes[1].dots', withNote({ dots: -1 })],
    ['notes[1].dots', withNote({ dots: 3 })],
    ['notes[1].dots', withNote({ dots: undefined })],
    ['notes[1].twoThirds', withNote({ twoThirds: false })],
    ['notes[1].twoThirds', withNote({ twoThirds: true, dots: 1 })],
    ['notes[1].style', withNote({ style: 'X' })],
    ['notes[1].volume', withNote({ volume: -1 })],
    ['notes[1].volume', withNote({ volume: 16 })],
    ['notes[1].volume', withNote({ volume: 1.5 })],
  ])('refuse %s', (field, change) => {
    expect(() => checkTune({ ...tune, ...change } as Tune)).toThrowError(
      expect.objectContaining({ name: 'EncodeError', code: 'bad-value', field }),
    );
  });
});
