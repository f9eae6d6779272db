import fc from 'fast-check';
import { ssim } from 'ssim.js';
import { describe, expect, it } from 'vitest';
import { bitmapToRows, invertBitmap, pixelAt } from '../../src/bitmap/bitmap.js';
import { layOut } from '../../src/bitmap/fit.js';
import { makeBitmap, settleDither } from '../../src/bitmap/from-pixels.js';
import { bitmapFromPixels, type Dither, type FromPixelsOptions, type Pixels } from '../../src/bitmap/index.js';
import { fromHex } from '../../src/bytes/index.js';
import { anyBitmap } from '../support/bitmaps.js';
import { ATKINSON, bayerMatrix, diffused, FLOYD_STEINBERG } from '../support/dithering.js';
import { refusal } from '../support/hostile.js';
import { inkedText } from '../support/logos.js';
import { lanczosWeights, paint } from '../support/pictures.js';
import { costly } from '../support/runs.js';
import { fixture } from '../support/vectors.js';

const DITHERS: Dither[] = ['floyd-steinberg', 'atkinson', 'ordered', 'none'];
const { threshold: vectors } = fixture('vectors/raster.json') as {
  threshold: {
    id: string;
    widthPx: number;
    heightPx: number;
    threshold: number;
    rgb: string;
    rowsImageMagick: string[];
    rowsNetpbm: string[];
  }[];
};

const plain = (widthPx: number, heightPx: number, ...colour: number[]): Pixels => paint(widthPx, heightPx, () => colour);
const grey = (level: number): [number, number, number] => [level, level, level];

/** Dots without anything before them. */
const BARE = { levels: 'keep', sharpen: 0 } as const;

function shareOfBlack(rows: string[]): number {
  return rows.join('').replaceAll('.', '').length / rows.join('').length;
}

const side = fc.integer({ min: 1, max: 70 });

function pixelsOf(widthPx: number, heightPx: number, isOpaque = false): fc.Arbitrary<Pixels> {
  const length = widthPx * heightPx * 4;
  return fc.tuple(fc.uint8Array({ minLength: 64, maxLength: 64 }), fc.nat({ max: 2 ** 31 - 1 })).map(([some, seed]) => {
    const rgba = new Uint8Array(length);
    let state = seed | 1;
    for (let i = 0; i < length; i++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      rgba[i] = isOpaque && i % 4 === 3 ? 255 : some[(state >> 16) & 63]!;
    }
    return { widthPx, heightPx, rgba };
  });
}

const anyPixels = fc.tuple(side, side, fc.boolean()).chain(([width, height, opaque]) => pixelsOf(width, height, opaque));

const options: fc.Arbitrary<FromPixelsOptions> = fc.record(
  {
    widthPx: side,
    heightPx: side,
    fit: fc.constantFrom('contain', 'cover', 'stretch'),
    enlarge: fc.boolean(),
    scale: fc.constantFrom('area', 'lanczos'),
    dither: fc.constantFrom('auto', ...DITHERS),
    strength: fc.double({ min: 0, max: 1, noNaN: true }),
    threshold: fc.oneof(fc.constant('auto' as const), fc.double({ min: 0, max: 255, noNaN: true })),
    levels: fc.constantFrom<FromPixelsOptions['levels'][]>('auto', 'keep', [0, 255], [40, 41], [20.5, 200]),
    sharpen: fc.double({ min: 0, max: 2, noNaN: true }),
    trim: fc.boolean(),
    focus: fc.constantFrom('auto', 'centre'),
    invert: fc.boolean(),
    background: fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 }), fc.nat({ max: 255 })),
  },
  { requiredKeys: [], noNullPrototype: true },
);

describe('pictures thresholded by other programs', () => {
  it.each(vectors)('$id (ImageMagick, netpbm)', ({ widthPx, heightPx, threshold, rgb, rowsImageMagick, rowsNetpbm }) => {
    const octets = fromHex(rgb);
    const pixels = paint(widthPx, heightPx, (x, y) => [...octets.subarray((y * widthPx + x) * 3, (y * widthPx + x) * 3 + 3)]);
    const rows = bitmapToRows(bitmapFromPixels(pixels, { dither: 'none', threshold }));
    expect(rows).toEqual(rowsImageMagick);
    expect(rows).toEqual(rowsNetpbm);
  });
});

describe('threshold', () => {
  it('is the formula, pixel by pixel', () => {
    fc.assert(
      fc.property(pixelsOf(23, 9, true), fc.option(fc.nat({ max: 255 }), { nil: undefined }), (pixels, threshold) => {
        const bitmap = bitmapFromPixels(pixels, { dither: 'none', threshold });
        for (let i = 0; i < 23 * 9; i++) {
          const [red, green, blue] = pixels.rgba.subarray(i * 4) as unknown as [number, number, number];
          const isBlack = (299 * red + 587 * green + 114 * blue) / 1000 < (threshold ?? 128);
          if (pixelAt(bitmap, i % 23, Math.floor(i / 23)) !== (isBlack ? 1 : 0)) expect.fail(`${red} ${green} ${blue}`);
        }
      }),
    );
  });

  it('is the formula for colours all over the cube, and all next to the border', () => {
    const colours: number[][] = [];
    for (let red = 0; red < 256; red += 3) {
      for (let blue = 0; blue < 256; blue += 3) {
        const border = Math.ceil((128_000 - 299 * red - 114 * blue) / 587);
        for (const green of [border - 1, border, border + 1, (red * 7 + blue * 13) & 255]) {
          if (green >= 0 && green <= 255) colours.push([red, green, blue]);
        }
      }
    }
    const bitmap = bitmapFromPixels(
      paint(colours.length, 1, (x) => colours[x]!),
      { dither: 'none' },
    );
    const wrong = colours.filter(
      ([red, green, blue], x) => (pixelAt(bitmap, x, 0) === 1) !== (299 * red! + 587 * green! + 114 * blue!) / 1000 < 128,
    );
    expect(colours.length).toBeGreaterThan(20_000);
    expect(wrong).toEqual([]);
  });

  it('takes fractions, 0 and 255', () => {
    const levels = paint(256, 1, (x) => grey(x));
    const blacks = (threshold: number): number =>
      bitmapToRows(bitmapFromPixels(levels, { dither: 'none', threshold }))[0]!.indexOf('.');
    expect(blacks(0)).toBe(0);
    expect(blacks(0.5)).toBe(1);
    expect(blacks(100)).toBe(100);
    expect(blacks(100.001)).toBe(101);
    expect(blacks(255)).toBe(255);
  });

  it('of a scaled picture goes by the exact mean', () => {
    const halves = (right: number): Pixels => paint(2, 1, (x) => grey(x === 0 ? 0 : right));
    const one = { widthPx: 1, heightPx: 1, dither: 'none' } as const;
    expect(bitmapToRows(bitmapFromPixels(halves(255), one))).toEqual(['#']);
    expect(bitmapToRows(bitmapFromPixels(halves(255), { ...one, threshold: 127.5 }))).toEqual(['.']);
    const thirds = paint(3, 1, (x) => grey([127, 128, 129][x]!));
    expect(bitmapToRows(bitmapFromPixels(thirds, one))).toEqual(['.']);
    const almost = paint(3, 1, (x) => (x === 2 ? [129, 129, 128] : grey([127, 128][x]!)));
    expect(bitmapToRows(bitmapFromPixels(almost, one))).toEqual(['#']);
  });

  it('auto parts two greys, wherever they are', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 254 }),
        fc.integer({ min: 1, max: 255 }),
        fc.integer({ min: 1, max: 59 }),
        (dark, more, share) => {
          const light = Math.min(255, dark + more);
          const pixels = paint(12, 5, (x, y) => grey(y * 12 + x < share ? dark : light));
          const found = bitmapFromPixels(pixels, { dither: 'none', threshold: 'auto' });
          expect(shareOfBlack(bitmapToRows(found))).toBeCloseTo(share / 60, 9);
        },
      ),
    );
  });

  it("auto is Otsu's: the least variance within the classes, found the slow way", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 255 }), { minLength: 2, maxLength: 40 }), (levels) => {
        const found = bitmapFromPixels(
          paint(levels.length, 1, (x) => grey(levels[x]!)),
          { dither: 'none', threshold: 'auto' },
        );
        const within = (values: number[]): number => {
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        };
        const cost = (isBlack: (level: number, i: number) => boolean): number => {
          const classes = [levels.filter(isBlack), levels.filter((level, i) => !isBlack(level, i))];
          return classes.reduce((sum, values) => sum + (values.length === 0 ? 0 : within(values)), 0);
        };
        const least = Math.min(...Array.from({ length: 255 }, (_, i) => cost((level) => level < i + 1)));
        expect(cost((_, i) => pixelAt(found, i, 0) === 1)).toBeLessThanOrEqual(least + 1e-6);
      }),
    );
  });

  it('auto leaves the margins out and falls back to the default for one grey', () => {
    const two = paint(4, 2, (x) => grey(x < 2 ? 10 : 60));
    expect(bitmapToRows(bitmapFromPixels(two, { widthPx: 8, heightPx: 2, dither: 'none', threshold: 'auto' }))).toEqual([
      '..##....',
      '..##....',
    ]);
    for (const dither of DITHERS) {
      for (const level of [0, 100, 127, 128, 255]) {
        const pixels = plain(9, 9, ...grey(level));
        expect(bitmapFromPixels(pixels, { dither, threshold: 'auto' })).toEqual(bitmapFromPixels(pixels, { dither }));
      }
    }
  });

  it('in dithering decides edges: 127.5 is the default', () => {
    for (const dither of DITHERS.slice(0, 3)) {
      const steps = paint(64, 16, (x) => grey(x * 4));
      expect(bitmapFromPixels(steps, { dither, threshold: 127.5 })).toEqual(bitmapFromPixels(steps, { dither }));
    }
    const ramp = plain(64, 64, ...grey(120));
    const dots = (threshold: number): number =>
      shareOfBlack(bitmapToRows(bitmapFromPixels(ramp, { dither: 'ordered', threshold })));
    expect(dots(100)).toBeLessThan(dots(127.5));
    expect(dots(150)).toBeGreaterThan(dots(127.5));
  });
});

describe('a threshold of dots whose error is not passed on', () => {
  // Without errors and sharpening each pixel is decided by its own tone.
  const bare = { dither: 'floyd-steinberg', strength: 0, sharpen: 0 } as const;
  const rowsOf = (pixels: Pixels, options: FromPixelsOptions) =>
    bitmapToRows(bitmapFromPixels(pixels, { ...bare, ...options }));
  const ramp = paint(256, 1, grey);
  const blackBelow = (level: number) => ['#'.repeat(level) + '.'.repeat(256 - level)];

  it('found by Otsu is of the tones before they are spread', () => {
    const twoTones = paint(24, 12, (x, y) => grey((x * 7 + y * 5) % 11 < 6 ? 90 + x : 140 + y));
    for (const levels of ['keep', 'auto', [60, 200], [60, 255], [0, 160]] as const) {
      expect(rowsOf(twoTones, { levels, threshold: 'auto' })).toEqual(rowsOf(twoTones, { dither: 'none', threshold: 'auto' }));
    }
  });

  it('that is given is of the tones after that', () => {
    expect(rowsOf(ramp, { levels: 'keep', threshold: 100 })).toEqual(blackBelow(100));
    // 100 of 255 is 40 of the 102 levels from 50 to 152.
    expect(rowsOf(ramp, { levels: [50, 152], threshold: 100 })).toEqual(blackBelow(90));
    expect(rowsOf(ramp, { levels: 'keep' })).toEqual(blackBelow(128));
  });

  it('leaves black black and white white', () => {
    expect(rowsOf(ramp, { levels: 'keep', threshold: 0 })).toEqual(blackBelow(1));
    expect(rowsOf(ramp, { dither: 'none', threshold: 0 })).toEqual(blackBelow(0));
    // Otsu divides 100 from 200 in the middle, which is outside of these levels.
    const tones = paint(10, 1, (x) => grey(x < 5 ? 100 : 200));
    expect(rowsOf(tones, { levels: [0, 50], threshold: 'auto' })).toEqual(['..........']);
    expect(rowsOf(tones, { levels: [220, 255], threshold: 'auto' })).toEqual(['##########']);
  });
});

describe('a picture without margins of its box', () => {
  it('has the whole size that is given, stretched to it', () => {
    const shades = paint(60, 40, (x, y) => grey(3 * x + y));
    const { bitmap, dither } = makeBitmap(shades, { widthPx: 72, heightPx: 28 }, { widthPx: 30, heightPx: 24 });
    expect(dither).toBe('floyd-steinberg');
    expect(bitmap).toEqual(bitmapFromPixels(shades, { widthPx: 30, heightPx: 24, fit: 'stretch' }));
  });

  it('has the size at which it fits the box, where margins were trimmed', () => {
    // Ink of 100 x 20 in 200 x 100, dark on white as the margins of a box are.
    const inked = (x: number, y: number) => x >= 20 && x < 120 && y >= 10 && y < 30;
    const logo = paint(200, 100, (x, y) => grey(inked(x, y) && (x + y) % 3 > 0 ? 0 : 255));
    const given = { widthPx: 50, heightPx: 28 } as const;
    const { bitmap, dither } = makeBitmap(logo, given, { widthPx: 50, heightPx: 25 });
    expect([bitmap.widthPx, bitmap.heightPx, dither]).toEqual([50, 10, 'none']);
    // In the box it is in the middle.
    const [top, rows] = [(28 - 10) >> 1, bitmapToRows(bitmapFromPixels(logo, given))];
    expect(rows.slice(top, top + 10)).toEqual(bitmapToRows(bitmap));
  });
});

describe('dithering', () => {
  it.each([0, 5, 20, 40, 64, 100, 128, 150, 188, 200, 220, 240, 250, 255])('Floyd-Steinberg keeps grey %i', (level) => {
    const rows = bitmapToRows(bitmapFromPixels(plain(72, 64, ...grey(level)), { dither: 'floyd-steinberg' }));
    expect(Math.abs(shareOfBlack(rows) - (1 - level / 255))).toBeLessThan(0.02);
  });

  it('Floyd-Steinberg keeps the luma of any colour, at any threshold', () => {
    const channel = fc.nat({ max: 255 });
    fc.assert(
      fc.property(channel, channel, channel, fc.option(channel, { nil: undefined }), (red, green, blue, threshold) => {
        const luma = (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
        const rows = bitmapToRows(bitmapFromPixels(plain(64, 64, red, green, blue), { dither: 'floyd-steinberg', threshold }));
        expect(Math.abs(shareOfBlack(rows) - (1 - luma))).toBeLessThan(0.02);
      }),
      costly(200),
    );
  });

  it.each([
    ['floyd-steinberg', FLOYD_STEINBERG],
    ['atkinson', ATKINSON],
  ] as const)('%s passes on the shares of its table, to and fro, in real numbers as in whole ones', (dither, shares) => {
    fc.assert(
      fc.property(
        fc.tuple(side, fc.integer({ min: 1, max: 9 })).chain(([w, h]) => pixelsOf(w, h, true)),
        (pixels) => {
          const expected = diffused({ ...pixels, greys: lumaOf(pixels.rgba), white: 1, level: 0.5, doubt: 0.001 }, shares);
          fc.pre(expected !== undefined);
          expect(bitmapToRows(bitmapFromPixels(pixels, { dither, ...BARE }))).toEqual(expected);
        },
      ),
    );
  });

  it('ordered is the Bayer pattern, exactly', () => {
    const matrix = bayerMatrix(8);
    for (let level = 0; level < 256; level++) {
      const rows = bitmapToRows(bitmapFromPixels(plain(11, 9, ...grey(level)), { dither: 'ordered' }));
      const expected = rows.map((row, y) =>
        [...row].map((_, x) => (level / 255 < (matrix[y % 8]![x % 8]! + 0.5) / 64 ? '#' : '.')).join(''),
      );
      expect(rows).toEqual(expected);
    }
  });

  it('strength 0 is no dithering, and less than 1 keeps less', () => {
    const pixels = paint(60, 40, (x, y) => grey(x * 4 + (y & 7)));
    const flat = bitmapFromPixels(pixels, { dither: 'none', threshold: 127.5 });
    expect(bitmapFromPixels(pixels, { dither: 'floyd-steinberg', strength: 0, ...BARE })).toEqual(flat);
    expect(bitmapFromPixels(pixels, { dither: 'atkinson', strength: 0, ...BARE })).toEqual(flat);
    const dark = plain(64, 64, ...grey(40));
    const [none, half, full] = [0, 0.5, 1].map((strength) =>
      shareOfBlack(bitmapToRows(bitmapFromPixels(dark, { dither: 'floyd-steinberg', strength }))),
    );
    expect(none).toBe(1);
    expect(half!).toBeGreaterThanOrEqual(full!);
  });

  it('Atkinson runs to white and black at the ends', () => {
    const black = (level: number): number =>
      shareOfBlack(bitmapToRows(bitmapFromPixels(plain(64, 64, ...grey(level)), { dither: 'atkinson' })));
    // Four times a grey of 32 is half of white, the most that the shares of its neighbours add up to, but for the edges.
    for (const level of [0, 15, 27, 228, 240, 255]) expect([level, black(level)]).toEqual([level, level < 128 ? 1 : 0]);
    for (const level of [32, 223]) expect(Math.abs(black(level) - (level < 128 ? 1 : 0))).toBeGreaterThan(0.005);
    expect(Math.abs(black(128) - 0.5)).toBeLessThan(0.03);
  });
});

describe('dithering left out', () => {
  const inks = [
    ['black on green', [0, 0, 0], [0x66, 0xcc, 0x66]],
    ['white on blue', [255, 255, 255], [0, 0x33, 0x66]],
    ['grey on white', [0x99, 0x99, 0x99], [255, 255, 255]],
  ] as const;
  const words = ['Orange', 'T-Mobil', 'D1', 'BT Cell', 'One2One', 'Tele2', 'Sonera', 'E-Plus', 'Optus', 'Sunrise', 'ACME', 'i'];
  const logos = words.flatMap((word) => inks.map(([name, ink, ground]) => [word, name, ink, ground] as const));

  it.each(logos)('the logo %s, %s, comes out pixel for pixel', (word, _, ink, ground) => {
    for (const [widthPx, heightPx] of [
      [72, 14],
      [78, 21],
    ] as const) {
      const drawn = inkedText(word, widthPx, heightPx);
      const isInkDark = ink[0] < ground[1];
      const expected = isInkDark ? drawn : drawn.map((row) => row.replace(/./g, (pixel) => (pixel === '#' ? '.' : '#')));
      const pixels = paint(widthPx, heightPx, (x, y) => (drawn[y]![x] === '#' ? ink : ground));
      expect(bitmapToRows(bitmapFromPixels(pixels))).toEqual(expected);
      // Each pixel of four by four, reduced again.
      const large = paint(widthPx * 4, heightPx * 4, (x, y) => (drawn[y >> 2]![x >> 2] === '#' ? ink : ground));
      expect(bitmapToRows(bitmapFromPixels(large, { widthPx, heightPx }))).toEqual(expected);
    }
  });

  it('any two colours of different luma come out pixel for pixel, the darker one black', () => {
    const channel = fc.nat({ max: 255 });
    const colour = fc.tuple(channel, channel, channel);
    const luma = ([red, green, blue]: readonly number[]) => Math.floor((299 * red! + 587 * green! + 114 * blue!) / 1000);
    fc.assert(
      fc.property(anyBitmap(90, 30), colour, colour, (bitmap, one, other) => {
        fc.pre(luma(one) !== luma(other) && new Set(bitmapToRows(bitmap).join('')).size === 2);
        const [dark, bright] = luma(one) < luma(other) ? [one, other] : [other, one];
        const pixels = paint(bitmap.widthPx, bitmap.heightPx, (x, y) => (pixelAt(bitmap, x, y) ? dark : bright));
        expect(bitmapFromPixels(pixels)).toEqual(bitmap);
        expect(bitmapFromPixels(pixels, { invert: true })).toEqual(invertBitmap(bitmap));
      }),
    );
  });

  it('is a threshold for two tones, and diffusion for shades', () => {
    const [word] = [inkedText('Orange', 288, 56)];
    const logo = paint(288, 56, (x, y) => (word[y]![x] === '#' ? [0x99, 0, 0] : [255, 0xff, 0x66]));
    const shades = paint(288, 56, (x, y) => [x >> 1, (x + y) >> 1, 4 * y]);
    const box = { widthPx: 72, heightPx: 14 };
    for (const given of [{}, { dither: 'auto' }, { dither: undefined }] as const) {
      expect(bitmapFromPixels(logo, { ...box, ...given })).toEqual(
        bitmapFromPixels(logo, { ...box, dither: 'none', threshold: 'auto' }),
      );
      expect(bitmapFromPixels(shades, { ...box, ...given })).toEqual(
        bitmapFromPixels(shades, { ...box, dither: 'floyd-steinberg' }),
      );
    }
    // A threshold that is given is for either.
    for (const threshold of [40, 'auto'] as const) {
      expect(bitmapFromPixels(logo, { ...box, threshold })).toEqual(
        bitmapFromPixels(logo, { ...box, dither: 'none', threshold }),
      );
      expect(bitmapFromPixels(shades, { ...box, threshold })).toEqual(
        bitmapFromPixels(shades, { ...box, dither: 'floyd-steinberg', threshold }),
      );
    }
  });

  it('goes by the part that is cropped, over the background', () => {
    // A logo beside a ramp, and clear where there is no ink.
    const both = paint(120, 20, (x, y) => (x < 60 ? [0, 0, 0, (x ^ y) & 4 ? 255 : 0] : [...grey(4 * (x - 60)), 255]));
    const logo = { crop: { x: 0, y: 0, widthPx: 60, heightPx: 20 }, background: [0x66, 0xcc, 0x66] } as const;
    expect(bitmapToRows(bitmapFromPixels(both, logo))[0]!.slice(0, 12)).toBe('....####....');
    const ramp = { crop: { x: 60, y: 0, widthPx: 60, heightPx: 20 } };
    expect(bitmapFromPixels(both, ramp)).toEqual(bitmapFromPixels(both, { ...ramp, dither: 'floyd-steinberg' }));
  });

  it('leaves one colour white or black, and two of one luma are one', () => {
    for (const [colour, pixel] of [
      [[0x66, 0xcc, 0x66], '.'],
      [[0x33, 0x33, 0x99], '#'],
    ] as const) {
      expect(new Set(bitmapToRows(bitmapFromPixels(plain(72, 14, ...colour))).join(''))).toEqual(new Set([pixel]));
    }
    // 76.2 both.
    const equal = paint(72, 14, (x) => (x % 9 < 3 ? [255, 0, 0] : [0, 130, 0]));
    expect(new Set(bitmapToRows(bitmapFromPixels(equal)).join(''))).toEqual(new Set(['#']));
  });

  it('is settled by one picture for others', () => {
    const word = inkedText('D1', 72, 14);
    const logo = paint(72, 14, (x, y) => (word[y]![x] === '#' ? [0, 0, 0] : [255, 255, 255]));
    const ramp = paint(72, 14, (x) => grey(3 * x));
    const whole = { crop: { x: 0, y: 0, widthPx: 72, heightPx: 14 }, trim: false, focus: 'centre' };
    expect(settleDither(logo, { widthPx: 36 })).toEqual({ widthPx: 36, dither: 'none', threshold: 'auto', ...whole });
    const diffused = { dither: 'floyd-steinberg', threshold: 9, ...whole, levels: [3, 210] };
    expect(settleDither(ramp, { threshold: 9 })).toEqual(diffused);
    expect(settleDither(ramp, { dither: 'ordered', levels: 'keep' })).toEqual({ dither: 'ordered', levels: 'keep', ...whole });
    expect(bitmapFromPixels(ramp, settleDither(logo))).toEqual(bitmapFromPixels(ramp, { dither: 'none', threshold: 'auto' }));
    // A picture is made by what was settled as it is made by the options themselves.
    for (const pixels of [logo, ramp]) {
      for (const fit of ['contain', 'cover'] as const) {
        const given = { widthPx: 30, heightPx: 12, fit } as const;
        expect(bitmapFromPixels(pixels, settleDither(pixels, given))).toEqual(bitmapFromPixels(pixels, given));
      }
    }
  });
});

describe('laws', () => {
  it('any picture with any options gives a bitmap of the right size with clean filler', () => {
    fc.assert(
      fc.property(anyPixels, options, (pixels, given) => {
        const before = Buffer.from(pixels.rgba);
        const { widthPx, heightPx, rows } = bitmapFromPixels(pixels, given);
        expect(before.equals(Buffer.from(pixels.rgba))).toBe(true);
        if (given.widthPx !== undefined) expect(widthPx).toBe(given.widthPx);
        if (given.heightPx !== undefined) expect(heightPx).toBe(given.heightPx);
        if (given.widthPx === undefined && given.heightPx === undefined) {
          expect([widthPx, heightPx]).toEqual([pixels.widthPx, pixels.heightPx]);
        }
        const stride = Math.ceil(widthPx / 8);
        expect(rows.length).toBe(stride * heightPx);
        const filler = 0xff >> (((widthPx + 7) & 7) + 1);
        expect(rows.every((octet, i) => (i + 1) % stride !== 0 || (octet & filler) === 0)).toBe(true);
      }),
    );
  });

  it('nothing around the picture is read, and the kind of array and its place in memory do not matter', () => {
    const around = fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 255 }));
    fc.assert(
      fc.property(anyPixels, options, around, (pixels, given, [offset, filling]) => {
        const { rgba } = pixels;
        const bitmap = bitmapFromPixels(pixels, given);
        const larger = new Uint8Array(rgba.length + offset + 40).fill(filling);
        larger.set(rgba, offset);
        const views = [
          larger.subarray(offset, offset + rgba.length),
          new Uint8ClampedArray(rgba),
          Buffer.from(larger.buffer, offset, rgba.length),
        ];
        for (const view of views) expect(bitmapFromPixels({ ...pixels, rgba: view }, given)).toEqual(bitmap);
      }),
    );
  });

  it('margins are white, inverted or not, and the picture lies where the layout says', () => {
    fc.assert(
      fc.property(side, side, options, fc.boolean(), (width, height, given, invert) => {
        const asked = { ...given, threshold: undefined, invert };
        const found = bitmapToRows(bitmapFromPixels(plain(width, height, ...grey(invert ? 255 : 0)), asked));
        const { fit = 'contain', enlarge = fit !== 'contain', widthPx, heightPx } = given;
        const { box, to } = layOut({ x: 0, y: 0, widthPx: width, heightPx: height }, { fit, enlarge, widthPx, heightPx });
        const line = '.'.repeat(to.x) + '#'.repeat(to.widthPx) + '.'.repeat(box.widthPx - to.x - to.widthPx);
        const isInside = (y: number): boolean => y >= to.y && y < to.y + to.heightPx;
        expect(found).toEqual(found.map((_, y) => (isInside(y) ? line : '.'.repeat(box.widthPx))));
      }),
    );
  });

  it('black and white pictures stay as they are, however they are dithered', () => {
    const blackAndWhite = fc
      .tuple(side, side, fc.nat())
      .map(([width, height, seed]) =>
        paint(width, height, (x, y) => grey(((x * 31 + y * 17 + ((x * y * seed) >> 3)) & 4) > 0 ? 255 : 0)),
      );
    const threshold = fc.option(fc.integer({ min: 1, max: 255 }), { nil: undefined });
    fc.assert(
      fc.property(blackAndWhite, fc.constantFrom(...DITHERS), threshold, (pixels, dither, level) => {
        const rows = bitmapToRows(bitmapFromPixels(pixels, { dither, threshold: level }));
        const expected = rows.map((row, y) =>
          [...row].map((_, x) => (pixels.rgba[(y * pixels.widthPx + x) * 4] === 0 ? '#' : '.')).join(''),
        );
        expect(rows).toEqual(expected);
      }),
    );
  });

  it('all black and all white stay so when scaled', () => {
    fc.assert(
      fc.property(side, side, options, fc.boolean(), (width, height, given, isBlack) => {
        const at = { ...given, fit: 'stretch', enlarge: true, invert: false } as const;
        // Without dithering, which one colour does not get, nothing is below a threshold of 0.
        const { dither = 'auto', threshold } = at;
        if (dither === 'none' || dither === 'auto') fc.pre(threshold !== 0);
        const rows = bitmapToRows(bitmapFromPixels(plain(width, height, ...grey(isBlack ? 0 : 255)), at));
        expect(new Set(rows.join(''))).toEqual(new Set([isBlack ? '#' : '.']));
      }),
    );
  });

  it('invert exchanges black and white of the picture and leaves the margins white', () => {
    fc.assert(
      fc.property(anyPixels, options, (pixels, given) => {
        const filled = { ...given, fit: 'stretch', enlarge: true } as const;
        expect(bitmapFromPixels(pixels, { ...filled, invert: true })).toEqual(
          invertBitmap(bitmapFromPixels(pixels, { ...filled, invert: false })),
        );
      }),
    );
    const inverted = bitmapFromPixels(plain(2, 2, 255, 255, 255), { widthPx: 6, heightPx: 4, invert: true });
    expect(bitmapToRows(inverted)).toEqual(['......', '..##..', '..##..', '......']);
  });

  it('without dithering the mirrored picture gives the mirrored bitmap', () => {
    fc.assert(
      fc.property(anyPixels, side, side, (pixels, widthPx, heightPx) => {
        const { rgba } = pixels;
        const at = (x: number, y: number) => [...rgba.subarray((y * pixels.widthPx + x) * 4, (y * pixels.widthPx + x) * 4 + 4)];
        const given = { widthPx, heightPx, fit: 'stretch', dither: 'none' } as const;
        const rows = bitmapToRows(bitmapFromPixels(pixels, given));
        const across = paint(pixels.widthPx, pixels.heightPx, (x, y) => at(pixels.widthPx - 1 - x, y));
        expect(bitmapToRows(bitmapFromPixels(across, given))).toEqual(rows.map((row) => [...row].reverse().join('')));
        const down = paint(pixels.widthPx, pixels.heightPx, (x, y) => at(x, pixels.heightPx - 1 - y));
        expect(bitmapToRows(bitmapFromPixels(down, given))).toEqual(rows.reverse());
      }),
    );
  });

  it('a picture over a background gives the same as one flattened beforehand', () => {
    fc.assert(
      fc.property(anyPixels, options, (pixels, given) => {
        const under = given.background ?? [255, 255, 255];
        const { rgba } = pixels;
        const flattened = paint(pixels.widthPx, pixels.heightPx, (x, y) => {
          const [red, green, blue, alpha] = rgba.subarray((y * pixels.widthPx + x) * 4) as unknown as number[];
          return [red!, green!, blue!].map((over, i) => Math.round((over * alpha! + under[i]! * (255 - alpha!)) / 255));
        });
        expect(bitmapFromPixels(flattened, given)).toEqual(bitmapFromPixels(pixels, given));
      }),
    );
  });

  it('transparent is white, whatever colour hides in it', () => {
    for (const dither of [undefined, ...DITHERS]) {
      for (const hidden of [
        [0, 0, 0],
        [255, 0, 255],
        [90, 90, 90],
      ]) {
        const rows = bitmapToRows(bitmapFromPixels(plain(20, 9, ...hidden, 0), { dither, widthPx: 7 }));
        expect(rows.join('')).not.toContain('#');
      }
      const over = bitmapFromPixels(plain(20, 9, 255, 255, 255, 0), { dither, background: [0, 0, 0] });
      expect(bitmapToRows(over).join('')).not.toContain('.');
    }
  });

  it('a crop gives what the cut-out picture gives', () => {
    fc.assert(
      fc.property(anyPixels, options, fc.nat(), fc.nat(), fc.nat(), fc.nat(), (pixels, given, a, b, c, d) => {
        const [x, y] = [a % pixels.widthPx, b % pixels.heightPx];
        const crop = { x, y, widthPx: 1 + (c % (pixels.widthPx - x)), heightPx: 1 + (d % (pixels.heightPx - y)) };
        const cut = paint(crop.widthPx, crop.heightPx, (cx, cy) => {
          const start = ((y + cy) * pixels.widthPx + x + cx) * 4;
          return [...pixels.rgba.subarray(start, start + 4)];
        });
        expect(bitmapFromPixels(pixels, { ...given, crop })).toEqual(bitmapFromPixels(cut, given));
      }),
    );
  });

  it('contain lies in the middle, cover cuts both sides alike', () => {
    const half = paint(40, 20, (x) => grey(x < 20 ? 0 : 255));
    expect(bitmapToRows(bitmapFromPixels(half, { widthPx: 8, heightPx: 6, dither: 'none' }))).toEqual([
      '........',
      '####....',
      '####....',
      '####....',
      '####....',
      '........',
    ]);
    const bars = paint(40, 20, (x) => grey(x < 10 || x >= 30 ? 0 : 255));
    const covered = bitmapFromPixels(bars, { widthPx: 8, heightPx: 8, dither: 'none', fit: 'cover' });
    expect(bitmapToRows(covered).join('')).not.toContain('#');
  });
});

describe('quality', () => {
  // Both blurred, as by an eye at arm's length: Gaussian of sigma 1.5. Dots alone, as what is done before them changes the tones.
  const scene = paint(348, 260, (x, y) => {
    const sky = 210 - y * 0.45;
    const hill = y > 150 + 40 * Math.sin(x / 50) ? 60 + ((x * 7 + y * 3) % 23) + 40 * Math.sin(x / 9) * Math.cos(y / 13) : sky;
    const disc = Math.hypot(x - 250, y - 70);
    const face = Math.hypot(x - 110, y - 140);
    const level = disc < 36 ? 250 : face < 70 ? 235 - face * 1.9 + 12 * Math.sin(x / 3) : hill;
    return [level * 1.05, level, level * 0.8].map((value) => Math.max(0, Math.min(255, Math.round(value))));
  });

  const measured = (dither: Dither, widthPx: number, heightPx: number): number => {
    const asked = { widthPx, heightPx, fit: 'stretch', scale: 'lanczos', dither, ...BARE } as const;
    const rows = bitmapToRows(bitmapFromPixels(scene, asked));
    const dots = rows.flatMap((row) => [...row].map((pixel) => (pixel === '#' ? 0 : 1)));
    const reference = lanczosReference(scene, widthPx, heightPx);
    const [one, other] = [dots, reference].map((levels) => imageOf(blurred(levels, widthPx, heightPx), widthPx, heightPx));
    return ssim(one as never, other as never, { ssim: 'original', downsample: false } as never).mssim;
  };

  it.each([
    [87, 65],
    [72, 28],
  ])(
    'at %ix%i Floyd-Steinberg is closest to the picture; ordered and Atkinson follow, and a threshold is last',
    (widthPx, heightPx) => {
      const [diffused, atkinson, ordered, none] = DITHERS.map((dither) => measured(dither, widthPx, heightPx)) as [
        number,
        number,
        number,
        number,
      ];
      expect(diffused).toBeGreaterThan(0.9);
      expect(ordered).toBeGreaterThan(0.85);
      expect(atkinson).toBeGreaterThan(0.6);
      expect(diffused).toBeGreaterThan(Math.max(ordered, atkinson));
      expect(none).toBeLessThan(Math.min(ordered, atkinson));
    },
  );
});

describe('refusals', () => {
  const pixels = plain(4, 3, 0, 0, 0);
  const NAN = Number.NaN;

  it.each([
    ['widthPx', { widthPx: 0 }],
    ['widthPx', { widthPx: NAN }],
    ['heightPx', { heightPx: 2.5 }],
    ['heightPx', { heightPx: 65_536 }],
    ['fit', { fit: 'fill' }],
    ['fit', { fit: null }],
    ['enlarge', { enlarge: 1 }],
    ['scale', { scale: 'bilinear' }],
    ['scale', { scale: NAN }],
    ['dither', { dither: 'bayer' }],
    ['dither', { dither: '' }],
    ['strength', { strength: 1.01 }],
    ['strength', { strength: -0.1 }],
    ['strength', { strength: NAN }],
    ['strength', { strength: '1' }],
    ['threshold', { threshold: 256 }],
    ['threshold', { threshold: -1 }],
    ['threshold', { threshold: NAN }],
    ['threshold', { threshold: 'otsu' }],
    ['threshold', { threshold: null }],
    ['threshold', { threshold: 'adaptive', dither: 'floyd-steinberg' }],
    ['levels', { levels: 'all' }],
    ['levels', { levels: [100, 100.5] }],
    ['levels', { levels: [-1, 255] }],
    ['levels', { levels: [0, 256] }],
    ['levels', { levels: [NAN, 255] }],
    ['levels', { levels: [0] }],
    ['sharpen', { sharpen: 2.1 }],
    ['sharpen', { sharpen: NAN }],
    ['trim', { trim: 'no' }],
    ['focus', { focus: 'left' }],
    ['invert', { invert: 'yes' }],
    ['background', { background: [255, 255] }],
    ['background', { background: [255, 255, NAN] }],
    ['background', { background: [0, 0, 256] }],
    ['background', { background: [0, 0, 0, 0] }],
    ['background', { background: '#fff' }],
    ['crop.x', { crop: { x: NAN, y: 0, widthPx: 1, heightPx: 1 } }],
    ['crop.widthPx', { crop: { x: 0, y: 0, widthPx: 5, heightPx: 1 } }],
  ])('%s: %j', (field, given) => {
    expect(refusal(() => bitmapFromPixels(pixels, given as FromPixelsOptions))).toEqual({
      code: 'bad-value',
      field,
      offset: undefined,
    });
  });

  it.each([
    ['pixels.widthPx', { widthPx: 0 }],
    ['pixels.widthPx', { widthPx: NAN }],
    ['pixels.heightPx', { heightPx: 70_000 }],
    ['pixels.rgba', { rgba: new Uint8Array(47) }],
    ['pixels.rgba', { rgba: new Uint8Array(49) }],
    ['pixels.rgba', { rgba: new Uint8ClampedArray(36) }],
  ])('%s: %j', (field, change) => {
    expect(refusal(() => bitmapFromPixels({ ...pixels, ...change }))).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it.each([
    ['pixels.width', { width: 0 }],
    ['pixels.width', { width: undefined }],
    ['pixels.height', { height: 1.5 }],
    ['pixels.data', { data: new Uint8ClampedArray(47) }],
  ])('%s: %j', (field, change) => {
    const { widthPx: width, heightPx: height, rgba: data } = pixels;
    expect(refusal(() => bitmapFromPixels({ width, height, data, ...change } as never))).toMatchObject({
      code: 'bad-value',
      field,
    });
  });

  it.each([
    ['pixels.channels', { channels: 2 }],
    ['pixels.channels', { channels: undefined }],
    ['pixels.samples', { samples: new Uint8Array(35) }],
    ['pixels.samples', { channels: 1 }],
  ])('%s: %j', (field, change) => {
    const raster = { widthPx: 4, heightPx: 3, channels: 3, samples: new Uint8Array(36), ...change };
    expect(refusal(() => bitmapFromPixels(raster as never))).toMatchObject({ code: 'bad-value', field });
  });

  it.each([
    [{ threshold: 256 }, '256 is not 0 to 255, auto or adaptive'],
    [{ strength: 2 }, '2 is not 0 to 1'],
    [{ threshold: 'adaptive', dither: 'atkinson' }, 'is adaptive, which is for the dither none, not atkinson'],
    [{ levels: 'ab' }, 'is ab, not auto, keep or two greys of 0 to 255 from dark to bright'],
    [{ levels: [0, 255, 1] }, 'is 0,255,1, not auto, keep or two greys of 0 to 255 from dark to bright'],
    [
      { levels: { length: 2, 0: 0, 1: 255 } },
      'is [object Object], not auto, keep or two greys of 0 to 255 from dark to bright',
    ],
  ])('%j: %s', (given, reason) => {
    expect(() => bitmapFromPixels(pixels, given as FromPixelsOptions)).toThrow(reason);
  });

  it('arguments of the wrong type, by name', () => {
    expect(() => bitmapFromPixels(7 as never)).toThrow(/^pixels is 7/);
    expect(() => bitmapFromPixels(pixels, 7 as never)).toThrow(/^options is 7/);
    expect(() => bitmapFromPixels({ ...pixels, rgba: 'AAAA' } as never)).toThrow(/^pixels\.rgba is/);
    expect(() => bitmapFromPixels({ width: 1, height: 1, data: 'AAAA' } as never)).toThrow(/^pixels\.data is/);
    expect(() => bitmapFromPixels({ widthPx: 1, heightPx: 1, channels: 4, samples: 'AAAA' } as never)).toThrow(
      /^pixels\.samples is/,
    );
  });

  it('what is no picture', () => {
    for (const wrong of [
      undefined,
      null,
      'png',
      { widthPx: 1, heightPx: 1, rgba: [0, 0, 0, 0] },
      { ...pixels, rgba: 'AAAA' },
      { width: 1, height: 1, data: [0, 0, 0, 0] },
      { width: 1, height: 1, data: new Float32Array(4) },
    ]) {
      expect(() => bitmapFromPixels(wrong as never)).toThrow(TypeError);
    }
  });
});

it('takes an ImageData, whose members are on its prototype', () => {
  class CanvasImage {
    readonly #pixels: Pixels;
    constructor(pixels: Pixels) {
      this.#pixels = pixels;
    }
    get width() {
      return this.#pixels.widthPx;
    }
    get height() {
      return this.#pixels.heightPx;
    }
    get data() {
      return Uint8ClampedArray.from(this.#pixels.rgba);
    }
  }
  const ramp = paint(16, 4, (x) => grey(x * 16));
  const options = { widthPx: 8, heightPx: 2 };
  expect(bitmapFromPixels(new CanvasImage(ramp), options)).toEqual(bitmapFromPixels(ramp, options));
  const { widthPx: width, heightPx: height, rgba } = ramp;
  expect(bitmapFromPixels({ width, height, data: Buffer.from(rgba) })).toEqual(bitmapFromPixels(ramp));
  const limits = { sourcePixels: 63 };
  expect(refusal(() => bitmapFromPixels({ width, height, data: rgba }, { limits }))).toMatchObject({ code: 'limit-exceeded' });
});

it('takes a raster of one, three or four samples', () => {
  const ramp = paint(16, 4, (x, y) => grey(x * 16 + y));
  const samplesOf = (channels: 1 | 3 | 4) => ramp.rgba.filter((_, i) => i % 4 < channels) as Uint8Array;
  for (const channels of [1, 3, 4] as const) {
    const raster = { widthPx: 16, heightPx: 4, channels, samples: samplesOf(channels) };
    expect(bitmapFromPixels(raster, { dither: 'ordered' })).toEqual(bitmapFromPixels(ramp, { dither: 'ordered' }));
  }
});

describe('limits', () => {
  it('a source past sourcePixels is refused before its octets are looked at', () => {
    const huge = { widthPx: 60_000, heightPx: 60_000, rgba: new Uint8Array(0) };
    const wanted = { code: 'limit-exceeded', field: 'pixels', offset: undefined };
    expect(refusal(() => bitmapFromPixels(huge, { widthPx: 72 }))).toEqual(wanted);
    expect(refusal(() => bitmapFromPixels(plain(4, 3, 0, 0, 0), { limits: { sourcePixels: 11 } }))).toEqual(wanted);
    expect(bitmapFromPixels(plain(4, 3, 0, 0, 0), { limits: { sourcePixels: 12 } }).widthPx).toBe(4);
  });

  it('a result past bitmapPixels is refused before it is allocated', () => {
    const wanted = { code: 'limit-exceeded', field: 'bitmap', offset: undefined };
    const one = plain(1, 1, 0, 0, 0);
    expect(refusal(() => bitmapFromPixels(one, { widthPx: 65_535, heightPx: 65_535 }))).toEqual(wanted);
    expect(refusal(() => bitmapFromPixels(one, { widthPx: 3, heightPx: 3, limits: { bitmapPixels: 8 } }))).toEqual(wanted);
  });
});

/** Luma of each pixel, 0 to 1. */
function lumaOf(rgba: Pixels['rgba']): number[] {
  return Array.from({ length: rgba.length / 4 }, (_, i) => {
    const [red, green, blue] = rgba.subarray(i * 4) as unknown as [number, number, number];
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
  });
}

/** Luma of a picture of another size by a separable three-lobed kernel, in real numbers. */
function lanczosReference({ widthPx, heightPx, rgba }: Pixels, toWidth: number, toHeight: number): number[] {
  const luma = lumaOf(rgba);
  const [across, down] = [lanczosWeights(widthPx, toWidth), lanczosWeights(heightPx, toHeight)];
  const dot = (line: number[], values: (i: number) => number): number =>
    line.reduce((sum, weight, i) => (weight === 0 ? sum : sum + weight * values(i)), 0);
  const narrow = Array.from({ length: heightPx }, (_, y) => across.map((line) => dot(line, (i) => luma[y * widthPx + i]!)));
  return down.flatMap((line) =>
    across.map((_, x) =>
      Math.min(
        1,
        Math.max(
          0,
          dot(line, (i) => narrow[i]![x]!),
        ),
      ),
    ),
  );
}

function blurred(values: number[], widthPx: number, heightPx: number): number[] {
  const radius = 5;
  const weights = Array.from({ length: 2 * radius + 1 }, (_, i) => Math.exp(-((i - radius) ** 2) / (2 * 1.5 ** 2)));
  const pass = (line: number[], length: number, begin: number, step: number): number[] =>
    Array.from({ length }, (_, at) => {
      let sum = 0;
      let total = 0;
      for (const [i, weight] of weights.entries()) {
        const from = at + i - radius;
        if (from < 0 || from >= length) continue;
        sum += weight * line[begin + from * step]!;
        total += weight;
      }
      return sum / total;
    });
  const across = Array.from({ length: heightPx }, (_, y) => pass(values, widthPx, y * widthPx, 1)).flat();
  const columns = Array.from({ length: widthPx }, (_, x) => pass(across, heightPx, x, widthPx));
  return across.map((_, i) => columns[i % widthPx]![Math.floor(i / widthPx)]!);
}

function imageOf(levels: number[], width: number, height: number) {
  const data = new Uint8ClampedArray(levels.length * 4).fill(255);
  for (const [i, level] of levels.entries()) data.fill(Math.round(level * 255), i * 4, i * 4 + 3);
  return { data, width, height };
}
