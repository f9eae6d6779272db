import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TUNE_SAMPLES } from '../../src/playground/compose/tune-form.js';
import { SAMPLE_RATE, samplesOf } from '../../src/playground/ui/sound.js';
import { lintRtttl, parseRtttl, renderWav, tuneDurationMs } from '../../src/ringtone/index.js';
import { refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { textTune } from '../support/tunes.js';

const joy = parseRtttl(TUNE_SAMPLES[0]!.text);

/** Samples of a WAV by its chunks, not by where they usually stand. */
function samplesInWav(wav: Uint8Array): Int16Array {
  const octets = Buffer.from(wav);
  let at = 12;
  while (octets.toString('latin1', at, at + 4) !== 'data') at += 8 + octets.readUInt32LE(at + 4);
  const length = octets.readUInt32LE(at + 4);
  return Int16Array.from({ length: length / 2 }, (_, i) => octets.readInt16LE(at + 8 + 2 * i));
}

/** Pitch of a stretch: half a cycle for each change of sign. */
function hertzOf(samples: Float32Array, from: number, to: number): number {
  let changes = 0;
  for (let i = from + 1; i < to; i++) if ((samples[i] as number) >= 0 !== (samples[i - 1] as number) >= 0) changes++;
  return (changes / 2 / (to - from)) * SAMPLE_RATE;
}

describe('samples', () => {
  it.each(TUNE_SAMPLES)('of $name are those of its WAV', ({ text }) => {
    const tune = parseRtttl(text, { lenient: true });
    const { samples, sampleRate } = samplesOf(tune);
    expect(sampleRate).toBe(44_100);
    const expected = Float32Array.from(samplesInWav(renderWav(tune)), (sample) => sample / 32_768);
    // As octets: a comparison of a million numbers one by one takes seconds.
    expect(Buffer.from(samples.buffer).equals(Buffer.from(expected.buffer))).toBe(true);
    expect(samples.length).toBe(Math.round((tuneDurationMs(tune) / 1000) * 44_100));
  });

  it('of any tune are those of its WAV, at any rate', () => {
    const rate = fc.constantFrom(22_050, 48_000);
    fc.assert(
      fc.property(textTune(), rate, (given, sampleRate) => {
        const tune = { ...given, notes: given.notes.slice(0, 4) };
        const { samples } = samplesOf(tune, sampleRate);
        const expected = samplesInWav(renderWav(tune, { sampleRate }));
        expect(samples.length).toBe(expected.length);
        expect(samples.every((sample, i) => sample === (expected[i] as number) / 32_768)).toBe(true);
        expect(samples.every((sample) => sample >= -1 && sample < 1)).toBe(true);
      }),
      costly(50),
    );
  });

  it('sound as high as the first note is, an E5 of 659 Hz, with a gap behind it', () => {
    const { samples } = samplesOf(joy);
    // A quarter at 125 is 0.48 s, of which 19/20 sound.
    expect(hertzOf(samples, 1_000, 19_000)).toBeCloseTo(659.3, -1);
    expect(Math.max(...samples.subarray(20_200, 21_100))).toBe(0);
  });

  it('are refused as a WAV is', () => {
    expect(refusal(() => samplesOf({ ...joy, tempoBpm: 5 })).field).toBe('tempoBpm');
    expect(refusal(() => samplesOf(joy, 1000)).field).toBe('sampleRate');
  });
});

describe('tunes to begin with', () => {
  it('have names, and no faults but the one that is there to be mended', () => {
    const faulty = TUNE_SAMPLES.filter(({ text }) => lintRtttl(text).issues.some(({ code }) => code !== 'long-title'));
    const titles = faulty.map(({ name }) => name);
    expect(titles.at(-1)).toBe('With faults to mend');
    expect(new Set(TUNE_SAMPLES.map(({ name }) => name)).size).toBe(TUNE_SAMPLES.length);
    for (const { text } of TUNE_SAMPLES) expect(lintRtttl(text).tune?.notes.length).toBeGreaterThan(3);
  });
});
