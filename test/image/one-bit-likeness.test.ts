import { describe, expect, it } from 'vitest';
import { fitted, gradientLikeness, inkOf, plainDots } from '../../bench/image/dots.js';
import { drawScenes } from '../../bench/image/scenes.js';
import { settleDither } from '../../src/bitmap/from-pixels.js';
import { bitmapFromPixels, decodeOtaBitmap, encodeOtaBitmap } from '../../src/bitmap/index.js';
import { encodePng } from '../../src/image/png/write.js';
import { repurpose } from '../../src/image/repurpose/repurpose.js';
import { type HandsetProfile, parseHandset } from '../../src/profile/index.js';

const scenes = drawScenes(180);
const photographs = scenes.filter(({ isPhotograph }) => isPhotograph);

describe('twelve photographs in black and white', () => {
  it.each([
    [72, 28, 0.9],
    [96, 65, 0.89],
  ] as const)(
    'at %ix%i have gradients that go with those of the picture, more than plain dots',
    async (widthPx, heightPx, least) => {
      expect(photographs).toHaveLength(12);
      const means = [0, 0];
      for (const scene of photographs) {
        const [wide, high] = fitted(scene, [widthPx, heightPx]);
        const made = bitmapFromPixels(scene, { widthPx: wide, heightPx: high, fit: 'stretch' });
        for (const [i, ink] of [inkOf(made), plainDots(scene, [wide, high])].entries()) {
          means[i]! += (await gradientLikeness(ink, scene, wide, high)) / 12;
        }
      }
      expect(means[0]!).toBeGreaterThan(least);
      expect(means[0]! - means[1]!).toBeGreaterThan(0.03);
    },
  );
});

describe('twenty pictures', () => {
  it('are told apart: photographs, ramps and cartoons have dots, logos and pages a threshold', () => {
    const told = Object.fromEntries(scenes.map((scene) => [scene.name, settleDither(scene, { widthPx: 84, heightPx: 48 })]));
    for (const { name } of photographs) expect([name, told[name]!.dither]).toEqual([name, 'floyd-steinberg']);
    for (const name of ['ramp', 'pale ramps', 'cartoon']) expect([name, told[name]!.dither]).toEqual([name, 'floyd-steinberg']);
    for (const name of ['logo on white', 'logo on blue', 'page of text', 'line art']) {
      expect([name, told[name]!.dither, told[name]!.threshold]).toEqual([name, 'none', 'auto']);
    }
    expect(told['page in a shadow']).toMatchObject({ dither: 'none', threshold: 'adaptive' });
  });

  it('are the same dots whichever door they come in by', async () => {
    const handset = parseHandset('Nokia 3310') as HandsetProfile;
    for (const { name, widthPx, heightPx, rgba } of scenes) {
      const file = encodePng({ widthPx, heightPx, channels: 4, samples: new Uint8Array(rgba) });
      const { octets } = await repurpose(file, handset, { format: 'ota' });
      const made = bitmapFromPixels({ widthPx, heightPx, rgba }, { widthPx: 72, heightPx: 28, enlarge: false });
      expect([name, decodeOtaBitmap(octets)]).toEqual([name, made]);
    }
  });

  it('are one message each', () => {
    for (const scene of scenes) {
      expect(encodeOtaBitmap(bitmapFromPixels(scene, { widthPx: 72, heightPx: 28 }))).toHaveLength(256);
    }
  });
});
