/**
 * Tunes as sound: our WAV files, measured by sox.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderWav } from '../../src/ringtone/index.js';
import { draw, SEED } from './arbitraries.js';
import { levels, pitches, pitchSeconds, soundHeads, soundVersions } from './drivers/sound.js';
import { judge } from './judge.js';
import { A_SECOND, comparePitches, hertzOf, KEYS, shortTune, steady } from './keys.js';
import { fromPlain, secondsOf } from './tunes.js';

const LENGTHS = 48;
const GAPS = 60;

const RATES = [8000, 11_025, 22_050, 44_100, 48_000];

describe(`sound (seed ${SEED})`, () => {
  it(`sox finds the length of the tune in ${LENGTHS} WAV files of ours`, async () => {
    const tunes = draw(shortTune(12), LENGTHS);
    const wavs = tunes.map((_, index) => ({
      sampleRate: RATES[index % RATES.length]!,
      wave: index % 2 === 0 ? ('square' as const) : ('sine' as const),
    }));
    const heads = await soundHeads(tunes.map((plain, index) => renderWav(fromPlain(plain), wavs[index])));
    judge(
      `sox ${(await soundVersions()).sox}, heads`,
      [],
      tunes.map((plain, index) => {
        const { sampleRate } = wavs[index]!;
        const samples = Math.round(secondsOf(plain) * sampleRate);
        return {
          input: undefined,
          right: { samples, sampleRate, channels: 1, bits: 16, encoding: 'Signed Integer PCM' },
          shown: { ...heads[index]! },
          label: JSON.stringify(plain),
        };
      }),
    );
  });

  it.each(['square', 'sine'] as const)('sox hears every note of our %s waves at its pitch', async (wave) => {
    const jobs = KEYS.map((key, index) => ({
      wav: renderWav(fromPlain(steady([key], A_SECOND, 'C')), { wave, sampleRate: RATES.slice(1)[index % 4]! }),
      near: hertzOf(key),
      from: 0.1,
    }));
    expect(Math.max(...jobs.map(({ near }) => pitchSeconds(near)))).toBeLessThan(0.8);
    comparePitches(await pitches(jobs));
  });

  it(`sox finds the gaps of the styles in ${GAPS} WAV files of ours`, async () => {
    const share = { N: 0.95, C: 1, S: 0.5 } as const;
    const cases = draw(
      fc.record({
        before: fc.constantFrom(...KEYS),
        key: fc.constantFrom(...KEYS),
        tempo: fc.constantFrom(225, 320, 450),
        style: fc.constantFrom('N' as const, 'C' as const, 'S' as const),
        wave: fc.constantFrom('square' as const, 'sine' as const),
      }),
      GAPS,
    );
    // The second note of three alike, less the 3 ms in which it rises and falls: what sounds of it, and the gap behind.
    const RAMP = 0.004;
    const stretches = cases.flatMap(({ before, key, tempo, style, wave }) => {
      const wav = renderWav(fromPlain(steady([before, key, key], tempo, style)), { wave, volume: 15 });
      const length = 240 / tempo;
      const end = length * (1 + share[style]);
      return [
        { wav, from: length + RAMP, seconds: end - length - 2 * RAMP },
        style === 'C' ? { wav, from: 2 * length - RAMP, seconds: 2 * RAMP } : { wav, from: end, seconds: 2 * length - end },
      ];
    });
    const measured = await levels(stretches);
    const off = cases.flatMap((each, index) => {
      const [sound, gap] = measured.slice(2 * index) as [(typeof measured)[number], (typeof measured)[number]];
      // A square wave has the level of its peak, a sine the square root of a half of it; its overtones make a square overshoot a little.
      const isFull = sound.rms / sound.peak > (each.wave === 'sine' ? 0.7 : 0.65);
      const isRight = each.style === 'C' ? gap.rms > 0.6 * sound.rms : gap.peak < 0.001;
      return isFull && isRight && sound.peak > 0.5 ? [] : [{ ...each, sound, gap }];
    });
    expect(off).toEqual([]);
    console.log(`sox: ${cases.length} notes and the gaps behind them`);
  });
});
