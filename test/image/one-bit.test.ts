import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  type Bitmap,
  bitmapFromPixels,
  bitmapToRows,
  decodeOtaBitmap,
  decodeWbmp,
  type FromPixelsOptions,
} from '../../src/bitmap/index.js';
import { fitBox, sightSize } from '../../src/image/colour/one-bit.js';
import { decodeImage, encodePng, repurpose } from '../../src/image/index.js';
import { type Raster, toRgba } from '../../src/image/raster.js';
import { resize } from '../../src/image/resize/resize.js';
import { parseHandset } from '../../src/profile/index.js';
import { inkedText } from '../support/logos.js';

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../fixtures/images/${name}`, import.meta.url)));
const oneBit = parseHandset('Nokia 3410')!;

/** By the door of bitmaps: the pixels of the whole file. */
async function bitmapOf(octets: Uint8Array, options: FromPixelsOptions): Promise<Bitmap> {
  const { frames } = await decodeImage(octets);
  const { widthPx, heightPx, samples: rgba } = toRgba(frames[0]!.raster);
  return bitmapFromPixels({ widthPx, heightPx, rgba }, options);
}

describe('a picture message by both doors', () => {
  const files = [
    'photo-baseline.jpg',
    'photo-422.jpg',
    'gray.jpg',
    'interlaced.png',
    'logo-alpha.png',
    'gif/photo.gif',
    'gif/flat.gif',
  ];

  it.each(files)('is the same of %s', async (name) => {
    for (const fit of ['contain', 'cover', 'stretch'] as const) {
      for (const box of [
        { widthPx: 72, heightPx: 28 },
        { widthPx: 72, heightPx: 14 },
      ]) {
        const { octets } = await repurpose(read(name), oneBit, { format: 'ota', otaSize: box, fit });
        expect(decodeOtaBitmap(octets)).toEqual(await bitmapOf(read(name), { ...box, fit, enlarge: false }));
      }
    }
  });

  it('is the same for a screen, of the size at which the picture fits it', async () => {
    const { octets, widthPx, heightPx } = await repurpose(read('photo-baseline.jpg'), oneBit, { format: 'wbmp' });
    expect(decodeWbmp(octets)).toEqual(await bitmapOf(read('photo-baseline.jpg'), { widthPx, heightPx, fit: 'stretch' }));
  });
});

describe('a large picture', () => {
  it('is unpacked at a half, a quarter and so on, with twice the pixels of the bitmap each way at least', () => {
    const at = (widthPx: number, heightPx: number, wide = 72, high = 28) => {
      const size = sightSize({ widthPx, heightPx }, { widthPx: wide, heightPx: high });
      return [size.widthPx, size.heightPx];
    };
    expect(at(640, 500)).toEqual([640, 500]);
    expect(at(641, 500)).toEqual([321, 250]);
    expect(at(4000, 3000)).toEqual([500, 375]);
    expect(at(4000, 3000, 600, 450)).toEqual([2000, 1500]);
    expect(at(4000, 3000, 4000, 3000)).toEqual([4000, 3000]);
    expect(at(60_000, 56)).toEqual([60_000, 56]);
  });

  it('has as many dots as the whole one in each place, though not the same ones', async () => {
    const small = (await decodeImage(read('photo-baseline.jpg'))).frames[0]!.raster;
    const file = encodePng(resize(small, 800, 600, { filter: 'lanczos' }));
    const { octets } = await repurpose(file, oneBit, { format: 'ota' });
    const bitmaps = [decodeOtaBitmap(octets), await bitmapOf(file, { widthPx: 72, heightPx: 28 })];
    const [one, other] = bitmaps.map((bitmap) => {
      const rows = bitmapToRows(bitmap);
      // Squares of four pixels by four.
      return Array.from({ length: 18 * 7 }, (_, i) => {
        const [x, y] = [(i % 18) * 4, Math.floor(i / 18) * 4];
        const square = rows.slice(y, y + 4).map((row) => row.slice(x, x + 4));
        return square.join('').replaceAll('.', '').length;
      });
    }) as [number[], number[]];
    const differences = one.map((count, i) => Math.abs(count - other[i]!));
    expect(Math.max(...differences)).toBeLessThanOrEqual(3);
    expect(differences.reduce((sum, count) => sum + count, 0) / differences.length).toBeLessThan(0.5);
  });
});

describe('a logo', () => {
  const word = inkedText('Tele2', 290, 70);
  const samples = new Uint8Array(600 * 400).fill(255);
  for (let y = 0; y < 70; y++) for (let x = 0; x < 290; x++) if (word[y]![x] === '#') samples[(y + 160) * 600 + x + 150] = 0;
  const logo: Raster = { widthPx: 600, heightPx: 400, channels: 1, samples };

  it('fills the screen without its margins, and keeps them when asked', async () => {
    const file = encodePng(logo);
    const fitted = await repurpose(file, oneBit, { format: 'wbmp' });
    const kept = await repurpose(file, oneBit, { format: 'wbmp', trim: false });
    // 29 x 7 squares of ink are wider than the screen is high; 600 x 400 are not.
    expect(fitted.widthPx! / fitted.heightPx!).toBeCloseTo(29 / 7, 0);
    expect(kept.widthPx! / kept.heightPx!).toBeCloseTo(1.5, 1);
    expect([fitted.dither, kept.dither]).toEqual(['none', 'none']);
    expect(decodeWbmp(fitted.octets)).toEqual(
      bitmapFromPixels({ ...logo, rgba: toRgba(logo).samples }, { widthPx: fitted.widthPx, heightPx: fitted.heightPx }),
    );
  });

  it('is not enlarged, and its box may have no bound', () => {
    const { bitmap } = fitBox(logo, { widthPx: Number.POSITIVE_INFINITY, heightPx: 800 }, logo, {});
    expect([bitmap.widthPx, bitmap.heightPx]).toEqual([600, 400]);
    const half = fitBox(logo, { widthPx: 300.9, heightPx: Number.POSITIVE_INFINITY }, { widthPx: 300, heightPx: 200 }, {});
    expect(half.bitmap.widthPx).toBeLessThanOrEqual(300);
  });
});

describe('options', () => {
  it.each([
    ['threshold', { threshold: 'adaptive', dither: 'floyd-steinberg' }],
    ['threshold', { threshold: 256 }],
    ['trim', { trim: 'no' }],
  ])('%s: %j is refused', async (field, options) => {
    await expect(repurpose(read('photo-422.jpg'), oneBit, options as never)).rejects.toMatchObject({
      code: 'bad-value',
      field,
    });
  });

  it('adaptive is a threshold', async () => {
    const { dither, octets } = await repurpose(read('photo-baseline.jpg'), oneBit, { format: 'ota', threshold: 'adaptive' });
    expect(dither).toBe('none');
    const same = await bitmapOf(read('photo-baseline.jpg'), { widthPx: 72, heightPx: 28, threshold: 'adaptive' });
    expect(decodeOtaBitmap(octets)).toEqual(same);
  });
});
