import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Note,
  noteHz,
  type Octave,
  type Pitch,
  parseRtttl,
  renderWav,
  type Tune,
  tuneDurationMs,
} from '../../src/ringtone/index.js';
import { refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { textTune } from '../support/tunes.js';
import { ringtoneVectors } from './vectors.js';

const { vectors } = ringtoneVectors();
const PITCHES: readonly Pitch[] = ['c', 'c#', 'd', 'd#', 'e', 'f', 'f#', 'g', 'g#', 'a', 'a#', 'b'];

/** The samples, read by the header's own word. */
function samplesOf(wav: Uint8Array): { rate: number; samples: number[] } {
  const view = new DataView(wav.buffer, wav.byteOffset);
  const samples: number[] = [];
  for (let at = 44; at < wav.length; at += 2) samples.push(view.getInt16(at, true));
  return { rate: view.getUint32(24, true), samples };
}

/** One note that fills a second, at full volume. */
function second(note: Partial<Note>, style: 'N' | 'C' | 'S' = 'C'): Tune {
  const notes = [{ pitch: 'a', octave: 4, duration: 4, dots: 0, volume: 15, ...note } as Note];
  return { title: '', tempoBpm: 60, style, loops: 0, notes };
}

/** Hertz by the first and the last rise through 0, each found between two samples. */
function hertz(samples: readonly number[], rate: number): number {
  const rises: number[] = [];
  for (let i = 200; i < samples.length - 200; i++) {
    const [a, b] = [samples[i - 1]!, samples[i]!];
    if (a < 0 && b >= 0) rises.push(i - b / (b - a));
  }
  return ((rises.length - 1) * rate) / (rises.at(-1)! - rises[0]!);
}

/** Amplitude of one frequency, by its Fourier coefficient under a Hann window. */
function strength(samples: readonly number[], rate: number, hz: number): number {
  let real = 0;
  let imaginary = 0;
  const { length } = samples;
  for (let i = 0; i < length; i++) {
    const value = samples[i]! * (1 - Math.cos((2 * Math.PI * i) / length));
    real += value * Math.cos((2 * Math.PI * hz * i) / rate);
    imaginary += value * Math.sin((2 * Math.PI * hz * i) / rate);
  }
  return (2 * Math.hypot(real, imaginary)) / length;
}

/** From where to where there is sound. */
function runs(samples: readonly number[], rate: number): [number, number][] {
  const found: [number, number][] = [];
  let from = -1;
  let quiet = 0;
  samples.forEach((sample, i) => {
    if (Math.abs(sample) > 40) {
      if (from < 0) from = i;
      quiet = 0;
    } else if (from >= 0 && ++quiet > rate / 200) {
      found.push([from / rate, (i - quiet) / rate]);
      from = -1;
    }
  });
  if (from >= 0) found.push([from / rate, samples.length / rate]);
  return found;
}

describe('published vectors', () => {
  it.each(vectors)('$id lasts as long as it should, to the sample', ({ text, expect: { totalMs } }) => {
    for (const sampleRate of [8000, 44_100]) {
      const { samples } = samplesOf(renderWav(parseRtttl(text), { sampleRate }));
      // The vectors' times are rounded to a microsecond.
      expect(Math.abs(samples.length - (totalMs * sampleRate) / 1000)).toBeLessThanOrEqual(0.55);
    }
  });

  it('the header, octet for octet', () => {
    const wav = renderWav(second({}), { sampleRate: 8000 });
    const text = (from: number, to: number) => String.fromCharCode(...wav.subarray(from, to));
    expect([text(0, 4), text(8, 16), text(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
    const view = new DataView(wav.buffer);
    expect([view.getUint32(4, true), view.getUint32(16, true), view.getUint32(40, true)]).toEqual([16_036, 16, 16_000]);
    expect([20, 22, 32, 34].map((at) => view.getUint16(at, true))).toEqual([1, 1, 2, 16]);
    expect([24, 28].map((at) => view.getUint32(at, true))).toEqual([8000, 16_000]);
    expect(wav.length).toBe(16_044);
  });
});

describe('the ramps of a short sound', () => {
  it.each(['', 'p,'])('leave at least half of it at its level (after %j)', (before) => {
    // A staccato 1/32 at 900 bpm sounds for 4.2 ms, of which a whole ramp at either end would take 6.
    const tune = parseRtttl(`x:d=32,o=4,b=900,s=S:v=15,${before}c`);
    const { samples, rate } = samplesOf(renderWav(tune, { sampleRate: 48_000 }));
    const length = (tuneDurationMs({ ...tune, notes: tune.notes.slice(-1) }) / 1000) * rate;
    const from = samples.length - length;
    const [first, last] = [Math.ceil(from), Math.ceil(from + length / 2)];
    const middle = samples.slice(first + Math.ceil((last - first) / 4), last - Math.ceil((last - first) / 4));
    const peak = 0.7 * 0x7fff;
    // But for the change of sign.
    expect(middle.filter((sample) => Math.abs(Math.abs(sample) - peak) > 2).length).toBeLessThanOrEqual(5);
    expect(Math.abs(samples[first] as number)).toBeLessThan(peak / 10);
    expect(Math.abs(samples[last - 1] as number)).toBeLessThan(peak / 10);
    expect(samples.slice(last).every((sample) => sample === 0)).toBe(true);
  });
});

describe('pitch', () => {
  const keys = ([4, 5, 6, 7] as Octave[]).flatMap((octave) => PITCHES.map((pitch, i) => ({ pitch, octave, i })));

  it.each(['square', 'sine'] as const)('every note within half a cent (%s)', (wave) => {
    for (const { pitch, octave, i } of keys) {
      const { samples, rate } = samplesOf(renderWav(second({ pitch, octave }), { wave }));
      const wanted = 440 * 2 ** (octave - 4 + (i - 9) / 12);
      const cents = 1200 * Math.log2(hertz(samples, rate) / wanted);
      expect(Math.abs(cents), `${pitch}${octave}`).toBeLessThan(0.5);
    }
  });

  it('at other sample rates too', () => {
    for (const sampleRate of [8000, 11_025, 48_000, 192_000]) {
      const { samples, rate } = samplesOf(renderWav(second({ pitch: 'b', octave: 7 }), { sampleRate }));
      expect(strength(samples, rate, noteHz({ pitch: 'b', octave: 7, duration: 4, dots: 0 }))).toBeGreaterThan(20_000);
    }
  });

  it('a square has odd harmonics, and next to nothing where its overtones would fold back to', () => {
    const { samples, rate } = samplesOf(renderWav(second({ pitch: 'b', octave: 7 })));
    const hz = 3951.0664;
    const fundamental = strength(samples, rate, hz);
    expect(strength(samples, rate, 3 * hz) / fundamental).toBeGreaterThan(0.1);
    expect(strength(samples, rate, 2 * hz) / fundamental).toBeLessThan(0.001);
    // The 11th and the 13th fold back to low tones, the 7th and 9th to high ones.
    for (const harmonic of [11, 13]) {
      expect(strength(samples, rate, Math.abs(rate - harmonic * hz)) / fundamental).toBeLessThan(0.001);
    }
    for (const harmonic of [7, 9]) {
      expect(strength(samples, rate, Math.abs(rate - harmonic * hz)) / fundamental).toBeLessThan(0.01);
    }
    // Drawn plainly they would be a ninth to a thirteenth of it.
    const sine = samplesOf(renderWav(second({ pitch: 'b', octave: 7 }), { wave: 'sine' }));
    expect(strength(sine.samples, rate, 3 * hz) / strength(sine.samples, rate, hz)).toBeLessThan(0.0001);
  });

  it('a square near half the sample rate is its fundamental', () => {
    const note = { pitch: 'b', octave: 6 } as const;
    const { samples, rate } = samplesOf(renderWav(second(note), { sampleRate: 8000 }));
    const sine = samplesOf(renderWav(second(note), { sampleRate: 8000, wave: 'sine' }));
    const hz = 1975.5332;
    expect(strength(samples, rate, hz) / strength(sine.samples, rate, hz)).toBeCloseTo(4 / Math.PI, 2);
  });
});

describe('style, volume and joints', () => {
  const at = (style: string) => runs(samplesOf(renderWav(parseRtttl(`x:d=4,o=5,b=60,s=${style}:c,p,d`))).samples, 44_100);

  it.each([
    ['N', 0.95],
    ['C', 1],
    ['S', 0.5],
  ] as const)('%s sounds for %f of its length', (style, share) => {
    const found = at(style);
    expect(found).toHaveLength(2);
    [0, 2].forEach((start, i) => {
      expect(found[i]![0]).toBeCloseTo(start, 2);
      expect(found[i]![1]).toBeCloseTo(start + share, 2);
    });
  });

  it('continuous notes run into each other without a dip or a jump', () => {
    const { samples } = samplesOf(renderWav(parseRtttl('x:d=4,o=5,b=240,s=C:c,c,d'), { wave: 'sine', volume: 15 }));
    const peak = Math.max(...samples);
    for (let from = 441; from < samples.length - 441; from += 100) {
      // At least one crest in any 2 ms.
      expect(Math.max(...samples.slice(from, from + 90))).toBeGreaterThan(peak * 0.99);
    }
    const steepest = (2 * Math.PI * 587.33 * peak) / 44_100;
    samples.forEach((sample, i) => {
      if (i > 0) expect(Math.abs(sample - samples[i - 1]!)).toBeLessThan(steepest * 1.05);
    });
  });

  it('notes begin and end softly', () => {
    const { samples } = samplesOf(renderWav(parseRtttl('x:d=8,o=4,b=120:a,a'), { volume: 15 }));
    const sounding = runs(samples, 44_100);
    for (const [from, to] of sounding) {
      expect(Math.abs(samples[Math.floor(from * 44_100)]!)).toBeLessThan(500);
      expect(Math.abs(samples[Math.floor(to * 44_100)]!)).toBeLessThan(500);
    }
    expect(sounding).toHaveLength(2);
  });

  it('volumes are steps of a fifteenth; 0 is silence; they hold until the next', () => {
    const loudest = (volume: number) => Math.max(...samplesOf(renderWav(second({ volume }), { sampleRate: 8000 })).samples);
    for (let volume = 0; volume <= 15; volume++) {
      expect(loudest(volume)).toBe(Math.round((volume / 15) * 0.7 * 32_767));
    }
    const tune = parseRtttl('x:d=4,o=5,b=240:c,v=0,d,e,v=15,f');
    const found = runs(samplesOf(renderWav(tune)).samples, 44_100);
    expect(found.map(([from]) => Math.round(from * 100))).toEqual([0, 75]);
    expect(Math.max(...samplesOf(renderWav(parseRtttl('x::c'), { volume: 3 })).samples)).toBe(Math.round(0.2 * 0.7 * 32_767));
  });

  it('a change of volume in continuous notes begins a new sound', () => {
    const { samples } = samplesOf(renderWav(parseRtttl('x:d=4,o=5,b=240,s=C:c,v=15,c')));
    expect(Math.abs(samples[11_025]!)).toBeLessThan(500);
  });

  it('repeats begin again with tempo and style of the tune', () => {
    const tune = parseRtttl('x:d=4,o=5,b=60,l=15:c,b=240,s=S,c');
    const once = samplesOf(renderWav(tune)).samples;
    const thrice = samplesOf(renderWav(tune, { repeats: 2 })).samples;
    expect(thrice).toHaveLength(3 * once.length);
    expect(runs(thrice, 44_100)).toHaveLength(6);
    expect(thrice.slice(0, once.length)).toEqual(once);
  });

  it('an empty tune is an empty file', () => {
    expect(renderWav({ ...second({}), notes: [] })).toHaveLength(44);
  });
});

describe('properties', () => {
  it('any tune has its exact length and stays below the peak', () => {
    fc.assert(
      fc.property(
        textTune(),
        fc.integer({ min: 8000, max: 22_050 }),
        fc.constantFrom('square', 'sine'),
        (tune, sampleRate, wave) => {
          const short = { ...tune, notes: tune.notes.slice(0, 8) };
          const wav = renderWav(short, { sampleRate, wave, volume: 15 });
          // Half a sample is rounded either way: the sums differ in their last bits.
          const samples = (tuneDurationMs(short) * sampleRate) / 1000;
          expect(Math.abs((wav.length - 44) / 2 - samples)).toBeLessThan(0.5 + 1e-6);
          const pcm = new Int16Array(wav.buffer, 44);
          expect(pcm.every((sample) => Math.abs(sample) < 0.9 * 32_768)).toBe(true);
        },
      ),
      costly(100),
    );
  });
});

describe('refusals and limits', () => {
  const tune = second({ pitch: 'b', octave: 7 });
  it.each<[field: string, code: string, call: () => unknown]>([
    ['sampleRate', 'bad-value', () => renderWav(tune, { sampleRate: 3999 })],
    ['sampleRate', 'bad-value', () => renderWav(tune, { sampleRate: 192_001 })],
    ['sampleRate', 'bad-value', () => renderWav(tune, { sampleRate: 8000.5 })],
    ['wave', 'bad-value', () => renderWav(tune, { wave: 'saw' as 'sine' })],
    ['volume', 'bad-value', () => renderWav(tune, { volume: 16 })],
    ['repeats', 'bad-value', () => renderWav(tune, { repeats: -1 })],
    ['tempoBpm', 'bad-value', () => renderWav({ ...tune, tempoBpm: 0 })],
    ['notes[0].tempoBpm', 'bad-value', () => renderWav(second({ tempoBpm: Number.POSITIVE_INFINITY }))],
    ['notes[0].duration', 'bad-value', () => renderWav(second({ duration: 5 as 4 }))],
    ['notes[0]', 'unencodable', () => renderWav(tune, { sampleRate: 7902 })],
    ['WAV', 'limit-exceeded', () => renderWav(tune, { limits: { soundMs: 999 } })],
    ['WAV', 'limit-exceeded', () => renderWav(tune, { repeats: 1, limits: { soundMs: 1999 } })],
    [
      'WAV',
      'too-long',
      () => renderWav({ ...tune, notes: Array(12_000).fill(tune.notes[0]) }, { sampleRate: 192_000, limits: { soundMs: 1e9 } }),
    ],
  ])('%s, %s', (field, code, call) => {
    expect(refusal(call)).toEqual({ code, field, offset: undefined });
  });

  it('ten minutes, unless told otherwise', () => {
    const long = { ...tune, notes: Array.from({ length: 601 }, () => tune.notes[0]!) };
    expect(refusal(() => renderWav(long)).code).toBe('limit-exceeded');
    expect(renderWav(long, { sampleRate: 8000, limits: { soundMs: 601_000 } })).toHaveLength(44 + 2 * 601 * 8000);
  });
});
