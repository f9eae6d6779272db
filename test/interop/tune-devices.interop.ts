/**
 * Startup melodies of ESCs, beside the package by which web configurators make them from RTTTL and show them as RTTTL.
 */
import Configurator from 'bluejay-rtttl-parse';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import {
  decodeBluejayMelody,
  encodeBluejayMelody,
  fitTune,
  formatRtttl,
  lintRtttl,
  parseRtttl,
  type Tune,
} from '../../src/ringtone/index.js';
import { steadyTune } from '../support/tunes.js';
import { draw, SEED } from './arbitraries.js';

const TUNES = 1_000;
/** Tempo, octave and duration: what the text has there, which is not always what the shortest text of a tune has. */
const HEADER = 4;

const octetsOf = (text: string) => {
  const { data, errorCodes } = Configurator.toBluejayStartupMelody(text);
  return { octets: data, errorCodes };
};

/** Of tempos that texts have, slow and fast. */
const tunes = [90, 125, 160, 250, 570].flatMap((tempoBpm) => draw(steadyTune(tempoBpm), TUNES / 5));

// It writes what it thinks of titles and tempos.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterAll(() => void vi.restoreAllMocks());

describe(`startup melodies (seed ${SEED})`, () => {
  it(`are the configurator's, octet by octet, for ${TUNES} tunes that were made to fit`, () => {
    let notes = 0;
    for (const tune of tunes) {
      const fitting = fitTune(tune, { device: 'bluejay' });
      const text = formatRtttl(fitting, { device: 'bluejay' });
      const { octets, errorCodes } = octetsOf(text);
      expect(
        errorCodes.filter((code) => code !== 0),
        text,
      ).toEqual([]);
      expect(toHex(encodeBluejayMelody(fitting).subarray(HEADER)), text).toBe(toHex(octets.subarray(HEADER)));
      notes += fitting.notes.length;
    }
    expect(notes).toBeGreaterThan(5 * TUNES);
  });

  it('end at the note at which the configurator ends, and lint names that note', () => {
    const cut: string[] = [];
    for (const [index, tune] of tunes.entries()) {
      // Four in a row, most of which are too long.
      const notes = tunes
        .slice(index, index + 4)
        .flatMap((each) => each.notes.map(({ style: _s, volume: _v, ...note }) => note));
      const text = formatRtttl({ ...tune, style: 'N', loops: 0, notes }, { device: 'bluejay' });
      const { errorCodes } = octetsOf(text);
      const { issues } = lintRtttl(text, { device: 'bluejay' });
      const fieldsOf = (isWanted: (issue: (typeof issues)[number]) => boolean) =>
        issues.filter(isWanted).map(({ field }) => Number(/\d+/.exec(field)?.[0]));
      const tooHigh = fieldsOf(({ code, reason }) => code === 'out-of-range' && reason.includes('too high'));
      // It does not say which notes are too high after the last one that fits.
      const first = errorCodes.indexOf(2);
      const known = first < 0 ? errorCodes : errorCodes.slice(0, first);
      expect(
        tooHigh.filter((index) => index < known.length),
        text,
      ).toEqual(known.flatMap((code, index) => (code === 1 ? [index] : [])));
      const missing = errorCodes.flatMap((code, index) => (code === 2 && !tooHigh.includes(index) ? [index] : []));
      expect(
        fieldsOf(({ code }) => code === 'long-tune'),
        text,
      ).toEqual(missing.slice(0, 1));
      if (first >= 0) cut.push(text);
    }
    expect(cut.length).toBeGreaterThan(TUNES / 10);
    expect(cut.length).toBeLessThan(TUNES);
  });

  it('of ours it shows as the notes that they were made of', () => {
    for (const tune of tunes) {
      const fitting = fitTune(tune, { device: 'bluejay' });
      const octets = encodeBluejayMelody(fitting);
      const ours = decodeBluejayMelody(octets);
      const shown = parseRtttl(Configurator.fromBluejayStartupMelody(octets, 'x'), { lenient: true });
      const pitches = ({ notes }: Tune) => notes.map(({ pitch, octave }) => `${pitch ?? 'p'}${octave ?? ''}`);
      expect(pitches(shown), formatRtttl(fitting)).toEqual(pitches(ours));
    }
  });
});
