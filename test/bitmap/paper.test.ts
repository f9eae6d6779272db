import { describe, expect, it } from 'vitest';
import { bitmapToRows } from '../../src/bitmap/bitmap.js';
import { settleDither } from '../../src/bitmap/from-pixels.js';
import { bitmapFromPixels, type Pixels } from '../../src/bitmap/index.js';
import { findGlyphs, GLYPH_HEIGHT } from '../../src/bitmap/pixel-font.js';

const TEXT = [
  'Dear Sir or Madam,',
  'your parcel with the',
  'number 40 71 10 is',
  'ready. Please fetch',
  'it until Friday noon.',
  'Kind regards, Post',
];

/** Rows of text, `#` for ink, each pixel of the font a square of some. */
function page(scale: number, widthPx: number, heightPx: number): (x: number, y: number) => boolean {
  const lines = TEXT.map((text) => {
    const glyphs = findGlyphs(text);
    return Array.from({ length: GLYPH_HEIGHT }, (_, y) => glyphs.map(({ rows }) => rows[y]).join('.'));
  });
  const pitch = GLYPH_HEIGHT + 4;
  const [left, top] = [Math.round(widthPx * 0.06), Math.round(heightPx * 0.08)];
  return (x, y) => {
    const row = Math.floor((y - top) / scale);
    return lines[Math.floor(row / pitch)]?.[row % pitch]?.[Math.floor((x - left) / scale)] === '#';
  };
}

/** The page on paper, with light that falls off, and the grain of a camera. */
function photographed(scale: number, widthPx: number, heightPx: number, light: (x: number, y: number) => number): Pixels {
  const isInk = page(scale, widthPx, heightPx);
  const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
  let state = 12_345;
  for (let i = 0; i < widthPx * heightPx; i++) {
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    const level = light(x / widthPx, y / heightPx) * (isInk(x, y) ? 0.3 : 1) + ((state >> 16) & 7) - 3.5;
    rgba.set([level * 1.02, level, level * 0.9], i * 4);
  }
  return { widthPx, heightPx, rgba };
}

/** Share of pixels that two pictures have alike. */
function alike(one: string[], other: string[]): number {
  const [a, b] = [one.join(''), other.join('')];
  return [...a].filter((pixel, i) => pixel === b[i]).length / a.length;
}

const SHADOWS: [string, (u: number, v: number) => number][] = [
  ['from the left', (u) => 230 - 150 * u],
  ['from a corner', (u, v) => 240 - 80 * u - 80 * v],
  ['a lamp above the middle', (u, v) => 240 - 220 * ((u - 0.5) ** 2 + (v - 0.5) ** 2)],
];

describe('text in uneven light', () => {
  // Levels of the font's pixels, as one of the result stands for one of the font.
  const [scale, widthPx, heightPx] = [4, 480, 300] as const;
  const box = { widthPx: 120, heightPx: 75 } as const;
  const expected = bitmapToRows(
    bitmapFromPixels(
      photographed(scale, widthPx, heightPx, () => 230),
      { ...box, dither: 'none', threshold: 150 },
    ),
  );

  it.each(SHADOWS)('%s is told, and cut as in even light', (_, light) => {
    const photo = photographed(scale, widthPx, heightPx, light);
    expect(settleDither(photo, box)).toMatchObject({ dither: 'none', threshold: 'adaptive' });
    const rows = bitmapToRows(bitmapFromPixels(photo, box));
    expect(alike(rows, expected)).toBeGreaterThan(0.985);
    // One level for all does worse.
    const level = bitmapToRows(bitmapFromPixels(photo, { ...box, dither: 'none', threshold: 'auto' }));
    expect(alike(level, expected)).toBeLessThan(alike(rows, expected));
    expect(bitmapFromPixels(photo, { ...box, threshold: 'adaptive' })).toEqual(bitmapFromPixels(photo, box));
  });

  it('is not seen in even light, in a ramp, in a texture, or in a picture of few pixels', () => {
    const even = photographed(scale, widthPx, heightPx, () => 230);
    expect(settleDither(even, box)).toMatchObject({ threshold: 'auto' });
    const shaded = (level: (x: number, y: number) => number, width = 480, height = 300): Pixels => {
      const rgba = new Uint8Array(width * height * 4).fill(255);
      for (let i = 0; i < width * height; i++) rgba.fill(level(i % width, Math.floor(i / width)), i * 4, i * 4 + 3);
      return { widthPx: width, heightPx: height, rgba };
    };
    for (const picture of [
      shaded((x) => x / 2),
      shaded((x, y) => 128 + 100 * Math.sin(x / 9) * Math.cos(y / 11)),
      shaded((x, y) => (x * 7919 + y * 104_729) % 251),
      photographed(1, 60, 40, SHADOWS[0]![1]),
    ]) {
      expect(settleDither(picture, box).threshold).not.toBe('adaptive');
    }
  });
});
