import { describe, expect, it } from 'vitest';
import { type Dither, type DitherPlan, rowDither } from '../../src/bitmap/dither.js';
import { ATKINSON, bayerMatrix, type Diffusion, diffused, FLOYD_STEINBERG, type Shares } from '../support/dithering.js';

const DIFFUSIONS = [
  ['floyd-steinberg', FLOYD_STEINBERG],
  ['atkinson', ATKINSON],
] as const;

/** Rows of `#` and `.`. */
function dithered(dither: Dither, { widthPx, heightPx, greys, white, level, strength = 1 }: Diffusion): string[] {
  const decide = rowDither({ dither, widthPx, white, level, strength });
  return Array.from({ length: heightPx }, (_, y) => {
    const black = new Uint8Array(widthPx).fill(7);
    decide(Int32Array.from(greys.slice(y * widthPx, (y + 1) * widthPx)), black);
    return Array.from(black, (value) => ['.', '#'][value] ?? '?').join('');
  });
}

/** Every list of so many of these greys. */
function everyList(length: number, greys: readonly number[]): number[][] {
  return Array.from({ length: greys.length ** length }, (_, n) =>
    Array.from({ length }, (_, i) => greys[Math.floor(n / greys.length ** i) % greys.length]!),
  );
}

/** Compares pictures with what the shares of a table make of them. */
function expectSame(dither: Dither, shares: Shares, pictures: readonly Diffusion[]): void {
  const wrong = pictures.find((picture) => dithered(dither, picture).join() !== diffused(picture, shares)?.join());
  if (wrong !== undefined) expect([wrong.greys, dithered(dither, wrong)]).toEqual([wrong.greys, diffused(wrong, shares)]);
  expect(pictures).not.toEqual([]);
}

describe('the threshold', () => {
  const plan = { dither: 'none', widthPx: 3, white: 255_000, strength: 1 } as const;

  it.each([1, 100, 128_000, 255_000])('%d makes what is below black, and itself white', (level) => {
    const greys = [level - 1, level, level + 1];
    expect(dithered('none', { ...plan, heightPx: 1, greys, level })).toEqual(['#..']);
  });

  it('0 leaves black white, and one above white makes all black', () => {
    const greys = [0, 1, 255_000];
    expect(dithered('none', { ...plan, heightPx: 1, greys, level: 0 })).toEqual(['...']);
    expect(dithered('none', { ...plan, heightPx: 1, greys, level: 255_001 })).toEqual(['###']);
  });
});

describe('errors passed on', () => {
  // A sixteenth, five times over, is still a whole number.
  const unit = 16 ** 5;
  const six = everyList(6, [0, 5 * unit, 9 * unit]);

  it.each(
    DIFFUSIONS.flatMap(([dither, shares]) =>
      [
        [6, 1],
        [3, 2],
        [2, 3],
        [1, 6],
      ].map(([widthPx, heightPx]) => ({ dither, shares, widthPx: widthPx!, heightPx: heightPx! })),
    ),
  )(
    'by $dither are the shares of its table in every picture of $widthPx by $heightPx',
    ({ dither, shares, widthPx, heightPx }) => {
      expectSame(
        dither,
        shares,
        six.map((greys) => ({ widthPx, heightPx, greys, white: 15 * unit, level: 8 * unit })),
      );
    },
  );

  it.each(DIFFUSIONS)('by %s at a lower strength are that share of them', (dither, shares) => {
    // A quarter of a sixteenth, three times over, is still a whole number.
    const unit = 64 ** 3;
    const four = everyList(4, [0, 20 * unit, 27 * unit, 60 * unit]);
    for (const strength of [0, 0.25, 0.5, 0.75]) {
      const plan = { white: 60 * unit, level: 30 * unit, strength };
      expectSame(
        dither,
        shares,
        four.flatMap((greys) => [
          { ...plan, widthPx: 4, heightPx: 1, greys },
          { ...plan, widthPx: 2, heightPx: 2, greys },
        ]),
      );
    }
  });

  it.each(DIFFUSIONS)('by %s are in the same places of a larger picture', (dither, shares) => {
    const [widthPx, heightPx, white] = [7, 6, 2 ** 24];
    const pictures = Array.from({ length: 200 }, (_, seed) => ({
      ...{ widthPx, heightPx, white, level: white / 2 },
      greys: Array.from({ length: widthPx * heightPx }, (_, i) => Math.imul(seed * 97 + i + 1, 0x9e3779b1) >>> 8),
      // Whole numbers lose less than one at a share.
      doubt: 100,
    }));
    const decided = pictures.filter((picture) => diffused(picture, shares) !== undefined);
    expect(decided.length).toBeGreaterThan(190);
    expectSame(dither, shares, decided);
  });
});

describe('the ordered pattern', () => {
  const matrix = bayerMatrix(8);
  const plan: DitherPlan = { dither: 'ordered', widthPx: 19, white: 128_000, level: 64_000, strength: 1 };

  /** The levels of the places, each found with greys around it. */
  function expectLevels(given: Partial<DitherPlan>, levelOf: (place: number) => number): void {
    const { widthPx, white, level } = { ...plan, ...given };
    const heightPx = 10;
    const levels = Array.from({ length: heightPx }, (_, y) =>
      Array.from({ length: widthPx }, (_, x) => levelOf(matrix[y % 8]![x % 8]!)),
    ).flat();
    const picture = { widthPx, heightPx, white, level };
    const plain = (pixel: string) => new Array<string>(heightPx).fill(pixel.repeat(widthPx));
    expect(dithered('ordered', { ...picture, greys: levels })).toEqual(plain('.'));
    expect(dithered('ordered', { ...picture, greys: levels.map((value) => value - 1) })).toEqual(plain('#'));
  }

  it('has 64 levels at equal distances, of which none is black or white', () => {
    expectLevels({}, (place) => 1000 + 2000 * place);
  });

  it('rounds levels up to whole numbers', () => {
    expectLevels({ white: 1000, level: 500 }, (place) => Math.ceil((place + 0.5) * (1000 / 64)));
  });

  it('is moved to another middle, as far as there are greys', () => {
    expectLevels({ level: 44_000 }, (place) => Math.max(1, 1000 + 2000 * place - 20_000));
    expectLevels({ level: 94_000 }, (place) => Math.min(128_000, 1000 + 2000 * place + 30_000));
  });

  it.each([1, 64_000, 128_000])('leaves black black and white white with the middle at %d', (level) => {
    const greys = Array.from({ length: 8 * 8 }, (_, i) => (i < 32 ? 0 : 128_000));
    const rows = dithered('ordered', { widthPx: 8, heightPx: 8, white: 128_000, level, greys });
    expect(rows).toEqual([...new Array(4).fill('########'), ...new Array(4).fill('........')]);
  });
});
