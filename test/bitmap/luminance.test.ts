import { describe, expect, it } from 'vitest';
import {
  type Colour,
  type Cuts,
  colourAt,
  isLevel,
  lumaAt,
  mixed,
  PixelRows,
  type Source,
  SourceRows,
  sumLuma,
  WHITE_LUMA,
} from '../../src/bitmap/luminance.js';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

const WHITE: Rgba = [255, 255, 255, 255];
const UNDER: Colour = [9, 99, 199];

/** Pixels that all differ, each octet from the next; every third lets the background through. */
const pixelNo = (i: number): Rgba => [
  (i * 37 + 11) & 0xff,
  (i * 91 + 50) & 0xff,
  (i * 53 + 170) & 0xff,
  i % 3 === 0 ? 60 : 255,
];

/** The definition, pixel by pixel. */
function lumaOf([red, green, blue, alpha]: Rgba, under: Colour = UNDER): number {
  const [r, g, b] = [red, green, blue].map((over, i) => Math.round((over * alpha + under[i]! * (255 - alpha)) / 255)) as [
    number,
    number,
    number,
  ];
  return 299 * r + 587 * g + 114 * b;
}

const wordOf = (pixel: Rgba) => new DataView(Uint8Array.from(pixel).buffer).getInt32(0, true);
const wordsOf = (pixels: readonly Rgba[]) => Int32Array.from(pixels, wordOf);

const AT_ALL = { x: 0, y: 0, pitchPx: 1, widthPx: 1, heightPx: 1 } as const;
const pixelSource = (pixel: Rgba): Source => ({ ...AT_ALL, samples: Uint8Array.from(pixel), channels: 4, background: UNDER });

/** The pixels 0, 1, 2 ... of a picture five wide, of which a rectangle is used; its octets begin anywhere in their buffer. */
function sourceOf(byteOffset = 0): Source {
  const buffer = new ArrayBuffer(byteOffset + 5 * 4 * 4);
  const rgba = new Uint8Array(buffer, byteOffset);
  for (let i = 0; i < 20; i++) rgba.set(pixelNo(i), i * 4);
  return { samples: rgba, channels: 4, pitchPx: 5, x: 1, y: 1, widthPx: 3, heightPx: 2, background: UNDER };
}

describe('one number of a colour', () => {
  it.each([0, 1, 254, 255])('is %d', (value) => {
    expect(isLevel(value)).toBe(true);
  });

  it.each([-1, 256, 0.5, Number.NaN, '0', null, undefined])('is not %j', (value) => {
    expect(isLevel(value)).toBe(false);
  });
});

describe('the luma of a pixel', () => {
  it.each<[what: string, pixel: Rgba, luma: number]>([
    ['black', [0, 0, 0, 255], 0],
    ['white', WHITE, WHITE_LUMA],
    ['red', [255, 0, 0, 255], 76_245],
    ['green', [0, 255, 0, 255], 149_685],
    ['blue', [0, 0, 255, 255], 29_070],
    ['grey', [100, 100, 100, 255], 100_000],
    ['what lets nothing but the background through', [255, 255, 255, 0], 9 * 299 + 99 * 587 + 199 * 114],
  ])('%s, by the weights of BT.601', (_, pixel, luma) => {
    expect(lumaAt(pixelSource(pixel), 0, 0)).toBe(luma);
  });

  it('that is not opaque is that of its colours mixed with the background, each rounded', () => {
    for (let i = 0; i < 256; i++) {
      const pixel: Rgba = [(i * 37) & 0xff, (i * 91) & 0xff, (i * 53) & 0xff, i];
      expect(lumaAt(pixelSource(pixel), 0, 0)).toBe(lumaOf(pixel));
    }
    // A third of the pixel, two thirds of the background.
    expect(colourAt(Uint8Array.of(30, 60, 90, 85), 0, 4, [0, 255, 150])).toBe(wordOf([10, 190, 130, 0]));
  });

  it('is mixed to the nearest level', () => {
    let wrong = 0;
    for (let over = 0; over < 256; over += 5) {
      for (let under = 0; under < 256; under += 17) {
        for (let alpha = 0; alpha < 256; alpha++) {
          if (mixed(over, under, alpha) !== Math.round((over * alpha + under * (255 - alpha)) / 255)) wrong++;
        }
      }
    }
    expect(wrong).toBe(0);
  });

  it('is found in a rectangle of a picture', () => {
    const source = sourceOf();
    // The picture is five pixels wide, and the rectangle begins in its second row and column.
    expect(lumaAt(source, 0, 0)).toBe(lumaOf(pixelNo(6)));
    expect(lumaAt(source, 2, 0)).toBe(lumaOf(pixelNo(8)));
    expect(lumaAt(source, 1, 1)).toBe(lumaOf(pixelNo(12)));
  });
});

describe('pixels as words', () => {
  it('have red in the lowest octet, alpha in the highest', () => {
    for (const byteOffset of [0, 1]) {
      const samples = Uint8Array.of(0xff, 0x12, 0x34, 0x56, 0x78, 0x9a).subarray(byteOffset, byteOffset + 4);
      const rows = new PixelRows({ ...pixelSource(WHITE), samples });
      rows.advance();
      expect(rows.words[rows.at]).toBe([0x563412ff, 0x78563412][byteOffset]);
    }
  });

  it.each([1, 3] as const)('are opaque where a pixel has %d samples, in every column of a rectangle', (channels) => {
    const [pitchPx, rows] = [11, 5];
    const samples = Uint8Array.from({ length: pitchPx * rows * channels }, (_, i) => (i * 37 + 11) & 0xff);
    for (let x = 0; x < 6; x++) {
      for (const widthPx of [1, 2, 5]) {
        const source: Source = { samples, channels, pitchPx, x, y: 1, widthPx, heightPx: 3, background: UNDER };
        const pixels = new PixelRows(source);
        for (let row = 1; row < 4; row++) {
          pixels.advance();
          const expected = Array.from({ length: widthPx }, (_, column): Rgba => {
            const at = (row * pitchPx + x + column) * channels;
            const [red, green, blue] = channels === 1 ? [at, at, at] : [at, at + 1, at + 2];
            return [samples[red]!, samples[green]!, samples[blue]!, 255];
          });
          expect([...pixels.words.subarray(pixels.at, pixels.at + widthPx)]).toEqual(expected.map(wordOf));
          expect(lumaAt(source, widthPx - 1, row - 1)).toBe(lumaOf(expected.at(-1)!));
        }
      }
    }
  });

  it.each([0, 4, 1, 2, 3])('are given row by row where the octets begin at %d of their buffer', (byteOffset) => {
    const rows = new PixelRows(sourceOf(byteOffset));
    const row = () => {
      rows.advance();
      return [...rows.words.subarray(rows.at, rows.at + 3)];
    };
    expect(row()).toEqual([6, 7, 8].map((i) => wordOf(pixelNo(i))));
    expect(row()).toEqual([11, 12, 13].map((i) => wordOf(pixelNo(i))));
  });

  it('are the octets themselves where words may begin, and else a copy of one row', () => {
    const source = sourceOf(4);
    const { words } = new PixelRows(source);
    expect(words.buffer).toBe(source.samples.buffer);
    expect(words).toHaveLength(20);
    expect(new PixelRows(sourceOf(2)).words).toHaveLength(3);
  });

  it('make rows of grey', () => {
    const rows = new SourceRows(sourceOf());
    expect([...rows.next()]).toEqual([6, 7, 8].map((i) => lumaOf(pixelNo(i))));
    expect([...rows.next()]).toEqual([11, 12, 13].map((i) => lumaOf(pixelNo(i))));
  });
});

describe('luma summed up as cuts say', () => {
  const luma = (i: number) => lumaOf(pixelNo(i));
  const pixels = wordsOf(Array.from({ length: 20 }, (_, i) => pixelNo(i)));

  function sums(cuts: Cuts, words = pixels, from = 4): number[] {
    const row = new Float64Array(cuts.first.length).fill(-1);
    sumLuma(row, cuts, words, from, UNDER);
    return [...row];
  }

  it('is that of the pixel cut last, of whole ones and of one more, each by its share', () => {
    // Five pixels of three units in three of five, then two in one without a pixel to cut.
    const cuts = {
      first: Int32Array.of(0, 1, 2, 0),
      whole: Int32Array.of(1, 1, 1, 2),
      last: Int32Array.of(2, 1, 0, 0),
      unit: 3,
    };
    expect(sums(cuts)).toEqual([
      3 * luma(4) + 2 * luma(5),
      luma(5) + 3 * luma(6) + luma(7),
      2 * luma(7) + 3 * luma(8),
      3 * luma(9) + 3 * luma(10),
    ]);
  });

  it('is that of one pixel several times where a row is enlarged', () => {
    const cuts = { first: Int32Array.of(0, 2, 1, 2, 2), whole: new Int32Array(5), last: Int32Array.of(2, 0, 1, 0, 0), unit: 5 };
    const [one, other] = [luma(4), luma(5)];
    expect(sums(cuts)).toEqual([2 * one, 2 * one, one + other, 2 * other, 2 * other]);
  });

  const whole = (...counts: number[]): Cuts => ({
    first: new Int32Array(counts.length),
    whole: Int32Array.from(counts),
    last: new Int32Array(counts.length),
    unit: 1,
  });

  it.each([1, 255, 256, 257, 258, 1000])('is exact for %d pixels, white, of any colour or not opaque', (count) => {
    const white = Array.from({ length: count }, () => WHITE);
    expect(sums(whole(count), wordsOf(white), 0)).toEqual([count * WHITE_LUMA]);
    const coloured = white.map((_, i): Rgba => [255 - (i & 3), i & 0xff, 255 - (i & 7), 255]);
    const exact = (all: readonly Rgba[]) => all.reduce((sum, pixel) => sum + lumaOf(pixel), 0);
    expect(sums(whole(count), wordsOf(coloured), 0)).toEqual([exact(coloured)]);
    for (const clear of [0, count - 1]) {
      const some = coloured.with(clear, [200, 0, 100, 128]);
      expect(sums(whole(count), wordsOf(some), 0)).toEqual([exact(some)]);
    }
  });

  it('of parts that follow each other leaves nothing out', () => {
    const opaque = wordsOf(Array.from({ length: 9 }, (_, i): Rgba => [i, 0, 0, 255]));
    expect(sums(whole(2, 3, 4), opaque, 0)).toEqual([1 * 299, 9 * 299, 26 * 299]);
    expect(sums(whole(2, 3), opaque, 4)).toEqual([9 * 299, 21 * 299]);
  });
});
