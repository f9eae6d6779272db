import fc from 'fast-check';
import sharp from 'sharp';
import { ssim } from 'ssim.js';
import { describe, expect, it } from 'vitest';
import { defaultDiffusion, mapToPalette } from '../../src/image/colour/diffusion.js';
import { buildPalette, greyPalette, type Palette } from '../../src/image/colour/palette.js';
import { ColorSet } from '../../src/image/colour/set.js';
import { type Channels, mixGrey, type Raster, toRgb, toRgba } from '../../src/image/raster.js';
import { resize } from '../../src/image/resize/resize.js';
import { refusal } from '../support/hostile.js';
import { fromRgba } from '../support/rasters.js';
import { costly } from '../support/runs.js';

const side = fc.integer({ min: 1, max: 24 });
const colors = fc.integer({ min: 2, max: 256 });
const diffusion = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);

/** Noise, or a few colours only. */
const picture = fc
  .tuple(side, side, fc.constantFrom<Channels>(1, 3, 4), fc.integer({ min: 1, max: 8 }))
  .chain(([widthPx, heightPx, channels, bits]) => {
    const length = widthPx * heightPx * channels;
    return fc.uint8Array({ minLength: length, maxLength: length }).map((noise): Raster => {
      return { widthPx, heightPx, channels, samples: noise.map((level) => level & (0xff << (8 - bits))) };
    });
  });

/** Pixels as words; those that do not show as -1. */
function wordsOf({ channels, samples }: Raster): number[] {
  const words: number[] = [];
  for (let at = 0; at < samples.length; at += channels) {
    const [r, g, b] = channels === 1 ? [samples[at]!, samples[at]!, samples[at]!] : [...samples.subarray(at, at + 3)];
    words.push(channels === 4 && samples[at + 3]! < 128 ? -1 : (r! << 16) | (g! << 8) | b!);
  }
  return words;
}

/** What is seen of indices. */
function shown({ rgb, transparentIndex }: Palette, indices: Uint8Array): number[] {
  return [...indices].map((i) =>
    i === transparentIndex ? -1 : (rgb[i * 3]! << 16) | (rgb[i * 3 + 1]! << 8) | rgb[i * 3 + 2]!,
  );
}

/** How many colours a picture has; one more than the limit where there are more. */
function countColors(raster: Raster, limit = 256): number {
  const colors = new ColorSet(limit);
  colors.addAll(raster);
  return colors.size;
}

function weighted(one: number, other: number): number {
  const [r, g, b] = [16, 8, 0].map((shift) => ((one >> shift) & 255) - ((other >> shift) & 255)) as [number, number, number];
  return 77 * r * r + 150 * g * g + 29 * b * b;
}

function rasterOf(size: Raster, palette: Palette, indices: Uint8Array): Raster {
  const samples = new Uint8Array(indices.length * 3);
  for (const [i, index] of indices.entries()) samples.set(palette.rgb.subarray(index * 3, index * 3 + 3), i * 3);
  return { widthPx: size.widthPx, heightPx: size.heightPx, channels: 3, samples };
}

async function photo(): Promise<Raster> {
  const file = new URL('../../fixtures/images/photo-baseline.jpg', import.meta.url).pathname;
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, channels: 3, samples: new Uint8Array(data) };
}

function likeness(one: Raster, other: Raster): number {
  const imageOf = (raster: Raster) => ({
    data: new Uint8ClampedArray(toRgba(raster).samples),
    width: raster.widthPx,
    height: raster.heightPx,
  });
  return ssim(imageOf(one) as never, imageOf(other) as never).mssim;
}

async function blurred(raster: Raster): Promise<Raster> {
  const raw = { width: raster.widthPx, height: raster.heightPx, channels: 3 } as const;
  const samples = await sharp(raster.samples, { raw }).blur(1).raw().toBuffer();
  return { ...raster, samples: new Uint8Array(samples) };
}

describe('photographs in few colours', () => {
  it('are as like the original, near and from afar, as measured floors say', async () => {
    const small = resize(await photo(), 128, 96, { filter: 'lanczos' });
    const far = await blurred(small);
    for (const [count, least, leastFar] of [
      [256, 0.97, 0.985],
      [64, 0.91, 0.975],
      [16, 0.72, 0.92],
    ] as const) {
      const palette = buildPalette(small, count);
      expect(palette.rgb.length).toBe(count * 3);
      const found = rasterOf(small, palette, mapToPalette(small, palette, { diffusion: defaultDiffusion(count, false) }));
      expect(likeness(small, found)).toBeGreaterThan(least);
      expect(likeness(far, await blurred(found))).toBeGreaterThan(leastFar);
    }
  });

  it('have smaller errors than with the palette of libvips (libimagequant)', async () => {
    const small = resize(await photo(), 128, 96);
    const raw = { width: 128, height: 96, channels: 3 } as const;
    // Numbers of colours that it does not round up to a power of a power of 2.
    for (const count of [256, 16]) {
      const png = await sharp(small.samples, { raw }).png({ palette: true, colours: count, dither: 0, effort: 10 }).toBuffer();
      const theirs = new Uint8Array(await sharp(png).removeAlpha().raw().toBuffer());
      const palette = buildPalette(small, count);
      const found = rasterOf(small, palette, mapToPalette(small, palette));
      const errorOf = (samples: Uint8Array): number => {
        const [from, to] = [wordsOf(small), wordsOf({ ...small, samples })];
        return from.reduce((sum, word, i) => sum + weighted(word, to[i]!), 0);
      };
      expect(errorOf(found.samples)).toBeLessThan(errorOf(theirs));
    }
  });

  it('one palette serves several pictures', async () => {
    const large = await photo();
    const small = resize(large, 64, 48);
    const tinted = { ...small, samples: small.samples.map((level, i) => (i % 3 === 2 ? 255 - level : level)) };
    const palette = buildPalette([small, tinted], 256);
    for (const raster of [small, tinted]) {
      const found = rasterOf(raster, palette, mapToPalette(raster, palette, { diffusion: 0.5 }));
      expect(likeness(raster, found)).toBeGreaterThan(0.95);
    }
  });
});

describe('laws of palettes', () => {
  it('a picture of few enough colours keeps every one, and is mapped to itself', () => {
    fc.assert(
      fc.property(picture, diffusion, (raster, strength) => {
        const words = wordsOf(raster);
        const count = new Set(words).size;
        fc.pre(count <= 256);
        const palette = buildPalette(raster, Math.max(1, count));
        expect(palette.rgb.length).toBe(count * 3);
        expect(shown(palette, mapToPalette(raster, palette, { diffusion: strength }))).toEqual(words);
        expect(countColors(raster)).toBe(count);
      }),
    );
  });

  it('there are no more colours than asked for, from dark to bright, none twice; transparency comes first', () => {
    fc.assert(
      fc.property(picture, colors, (raster, most) => {
        const { rgb, transparentIndex } = buildPalette(raster, most);
        const words = wordsOf(raster);
        expect(transparentIndex).toBe(words.includes(-1) ? 0 : undefined);
        const opaque = shown(
          { rgb },
          Uint8Array.from({ length: rgb.length / 3 }, (_, i) => i),
        ).slice(transparentIndex === 0 ? 1 : 0);
        expect(opaque.length).toBeLessThanOrEqual(most - (transparentIndex === 0 ? 1 : 0));
        expect(new Set(opaque).size).toBe(opaque.length);
        const greys = opaque.map((word) => mixGrey(word >> 16, (word >> 8) & 255, word & 255));
        expect(greys).toEqual([...greys].sort((one, other) => one - other));
      }),
    );
  });

  it('without diffusion each pixel gets the nearest colour there is', () => {
    fc.assert(
      fc.property(picture, colors, (raster, most) => {
        const palette = buildPalette(raster, most);
        const all = Uint8Array.from({ length: palette.rgb.length / 3 }, (_, i) => i);
        const available = shown(palette, all).filter((word) => word >= 0);
        const found = shown(palette, mapToPalette(raster, palette));
        for (const [i, word] of wordsOf(raster).entries()) {
          if (word < 0) expect(found[i]).toBe(-1);
          else expect(weighted(found[i]!, word)).toBe(Math.min(...available.map((other) => weighted(other, word))));
        }
      }),
      costly(200),
    );
  });

  it('transparent pixels stay so, others do not become so, and their hidden colour counts for nothing', () => {
    fc.assert(
      fc.property(picture, colors, diffusion, (raster, most, strength) => {
        const rgba = toRgba(raster);
        const other = rgba.samples.slice();
        for (let at = 0; at < other.length; at += 4) if (other[at + 3]! < 128) other.fill(77, at, at + 3);
        const palette = buildPalette(rgba, most);
        expect(buildPalette({ ...rgba, samples: other }, most)).toEqual(palette);
        const indices = mapToPalette(rgba, palette, { diffusion: strength });
        expect(mapToPalette({ ...rgba, samples: other }, palette, { diffusion: strength })).toEqual(indices);
        const isHidden = wordsOf(rgba).map((word) => word < 0);
        expect([...indices].map((index) => index === palette.transparentIndex)).toEqual(isHidden);
      }),
    );
  });

  it('diffusion keeps the mean of an even area', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 255 }),
        fc.integer({ min: 2, max: 16 }),
        fc.constantFrom<Channels>(1, 3, 4),
        (level, steps, channels) => {
          const samples = Uint8Array.from({ length: 48 * 48 * channels }, (_, i) =>
            i % 4 === 3 && channels === 4 ? 255 : level,
          );
          const palette = greyPalette(steps);
          const indices = mapToPalette({ widthPx: 48, heightPx: 48, channels, samples }, palette, { diffusion: 1 });
          const mean = indices.reduce((sum, index) => sum + palette.rgb[index * 3]!, 0) / indices.length;
          expect(Math.abs(mean - level)).toBeLessThan(2);
        },
      ),
    );
  });

  it('stronger diffusion is nearer to the mean', () => {
    const samples = new Uint8Array(64 * 64).fill(100);
    const raster: Raster = { widthPx: 64, heightPx: 64, channels: 1, samples };
    const palette = greyPalette(2);
    const means = [0, 0.5, 1].map((strength) => {
      const indices = mapToPalette(raster, palette, { diffusion: strength });
      return indices.reduce((sum, index) => sum + index * 255, 0) / indices.length;
    });
    expect(means[0]).toBe(0);
    expect(Math.abs(means[2]! - 100)).toBeLessThan(2);
    expect(Math.abs(means[1]! - 100)).toBeGreaterThan(Math.abs(means[2]! - 100));
  });

  it('the same picture gives the same palette and indices, and grey what RGB of it gives', () => {
    fc.assert(
      fc.property(picture, colors, diffusion, (raster, most, strength) => {
        const palette = buildPalette(raster, most);
        expect(buildPalette([raster], most)).toEqual(palette);
        const indices = mapToPalette(raster, palette, { diffusion: strength });
        expect(mapToPalette(raster, palette, { diffusion: strength })).toEqual(indices);
        if (raster.channels !== 1) return;
        expect(buildPalette(toRgb(raster), most)).toEqual(palette);
        expect(mapToPalette(toRgb(raster), palette, { diffusion: strength })).toEqual(indices);
      }),
    );
  });

  it('counting ends at the limit', () => {
    fc.assert(
      fc.property(picture, fc.integer({ min: 1, max: 300 }), (raster, limit) => {
        expect(countColors(raster, limit)).toBe(Math.min(limit + 1, new Set(wordsOf(raster)).size));
      }),
    );
  });

  it('grey ramps are even', () => {
    expect([...greyPalette(4).rgb]).toEqual([0, 0, 0, 85, 85, 85, 170, 170, 170, 255, 255, 255]);
    expect([...greyPalette(256).rgb]).toEqual(Array.from({ length: 768 }, (_, i) => Math.floor(i / 3)));
  });

  it('the default strength falls from 64 to 256 colours', () => {
    expect([2, 16, 64, 128, 256].map((count) => defaultDiffusion(count, false))).toEqual([0.75, 0.75, 0.75, 0.625, 0.5]);
    expect(defaultDiffusion(256, true)).toBe(0);
  });
});

describe('refusals', () => {
  const raster: Raster = { widthPx: 2, heightPx: 1, channels: 3, samples: Uint8Array.of(1, 2, 3, 200, 100, 0) };
  const clear = fromRgba(Uint8Array.of(1, 2, 3, 0, 4, 5, 6, 255), 2, 1);

  it('numbers of colours that there are not', () => {
    for (const wrong of [0, 257, 2.5, Number.NaN]) {
      expect(refusal(() => buildPalette(raster, wrong))).toEqual({ code: 'bad-value', field: 'colors', offset: undefined });
      expect(refusal(() => greyPalette(wrong)).field).toBe('levels');
    }
    expect(refusal(() => greyPalette(1)).field).toBe('levels');
    expect(refusal(() => buildPalette(clear, 1)).field).toBe('colors');
    expect(refusal(() => buildPalette({ ...raster, samples: new Uint8Array(5) }, 4)).field).toBe('raster.samples');
    expect(() => buildPalette(undefined as never, 4)).toThrow(TypeError);
    expect(() => countColors('x' as never)).toThrow(TypeError);
  });

  it('palettes and strengths that there are not', () => {
    const palette = greyPalette(4);
    for (const wrong of [-0.1, 1.1, Number.NaN, '1' as never]) {
      expect(refusal(() => mapToPalette(raster, palette, { diffusion: wrong })).field).toBe('diffusion');
    }
    for (const length of [0, 4, 771]) {
      expect(refusal(() => mapToPalette(raster, { rgb: new Uint8Array(length) })).field).toBe('palette.rgb');
    }
    for (const transparentIndex of [-1.5, -2, 4, Number.NaN]) {
      expect(refusal(() => mapToPalette(raster, { ...palette, transparentIndex })).field).toBe('palette.transparentIndex');
    }
    expect(refusal(() => mapToPalette(clear, palette)).field).toBe('palette.transparentIndex');
    const hiddenOnly = { rgb: new Uint8Array(3), transparentIndex: 0 };
    expect(refusal(() => mapToPalette(clear, hiddenOnly)).field).toBe('palette.rgb');
    expect(refusal(() => mapToPalette(raster, hiddenOnly)).field).toBe('palette.rgb');
    expect(() => mapToPalette(raster, { rgb: 'abc' as never })).toThrow(TypeError);
  });

  it('a picture of transparent pixels only needs one colour', () => {
    const hidden = fromRgba(Uint8Array.of(1, 2, 3, 0, 4, 5, 6, 127), 2, 1);
    const palette = buildPalette(hidden, 1);
    expect(palette).toEqual({ rgb: Uint8Array.of(255, 255, 255), transparentIndex: 0 });
    expect(mapToPalette(hidden, palette)).toEqual(Uint8Array.of(0, 0));
  });
});
