import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lumaAt, type Source, WHITE_LUMA } from '../../src/bitmap/luminance.js';
import { buildKernel, findCuts, reduceScale, type Scale, scaledRows } from '../../src/bitmap/scale.js';
import { fromHex } from '../../src/bytes/index.js';
import { greySource, lanczosWeights } from '../support/pictures.js';
import { fixture } from '../support/vectors.js';

interface Vector {
  id: string;
  from: [number, number];
  to: [number, number];
  grey: string;
  imageMagick: number[];
  netpbm?: number[];
}

const { area, lanczos } = fixture('vectors/raster.json') as { area: Vector[]; lanczos: Vector[] };

function scaled(source: Source, [widthPx, heightPx]: [number, number], scale: Scale): number[] {
  const rows = scaledRows(source, { widthPx, heightPx }, scale);
  return Array.from({ length: heightPx }, () => [...rows.next()]).flat();
}

const side = fc.integer({ min: 1, max: 40 });
const picture = fc.tuple(side, side).chain(([widthPx, heightPx]) =>
  fc.record({
    widthPx: fc.constant(widthPx),
    heightPx: fc.constant(heightPx),
    greys: fc.uint8Array({ minLength: widthPx * heightPx, maxLength: widthPx * heightPx }),
  }),
);

describe('pictures scaled by other programs', () => {
  it.each(area)('area $id (ImageMagick -scale, netpbm pamscale)', ({ from, to, grey, imageMagick, netpbm }) => {
    const levels = scaled(greySource(fromHex(grey), ...from), to, 'area').map((value) => value / 1000);
    for (const [i, level] of levels.entries()) {
      expect(Math.abs(level - imageMagick[i]!)).toBeLessThan(0.02);
      expect(Math.abs(level - netpbm![i]!)).toBeLessThanOrEqual(0.51);
    }
  });

  it.each(lanczos)('lanczos $id (ImageMagick -filter Lanczos)', ({ from, to, grey, imageMagick }) => {
    const levels = scaled(greySource(fromHex(grey), ...from), to, 'lanczos').map((value) => value / 1000);
    const wrong = levels.map((level, i) => Math.abs(level - imageMagick[i]!));
    // What is reduced by area first departs a little.
    const isReduced = from[0] >= 6 * to[0];
    expect(Math.max(...wrong)).toBeLessThan(isReduced ? 4 : 1);
  });
});

describe('laws of scaling', () => {
  it('samples without alpha, of a rectangle anywhere in memory, give what the same pixels as RGBA give', () => {
    const side = fc.integer({ min: 1, max: 40 });
    const offset = fc.nat({ max: 5 });
    const channelCount = fc.constantFrom<1 | 3>(1, 3);
    const method = fc.constantFrom<Scale>('area', 'lanczos');
    fc.assert(
      fc.property(
        fc.record({ widthPx: side, heightPx: side, x: offset, y: offset, right: offset, byteOffset: offset }),
        fc.tuple(side, side),
        channelCount,
        method,
        fc.nat(),
        ({ widthPx, heightPx, x, y, right, byteOffset }, to, channels, scale, seed) => {
          const pitchPx = x + widthPx + right;
          const count = pitchPx * (y + heightPx);
          const memory = Uint8Array.from(
            { length: byteOffset + count * channels },
            (_, i) => Math.imul(i + seed, 0x9e3779b1) >>> 24,
          );
          const samples = memory.subarray(byteOffset);
          const rgba = Uint8Array.from({ length: count * 4 }, (_, i) => {
            if (i % 4 === 3) return 255;
            return samples[Math.floor(i / 4) * channels + (channels === 1 ? 0 : i % 4)]!;
          });
          const place = { pitchPx, x, y, widthPx, heightPx, background: [9, 99, 199] } as const;
          expect(scaled({ ...place, samples, channels }, to, scale)).toEqual(
            scaled({ ...place, samples: rgba, channels: 4 }, to, scale),
          );
        },
      ),
    );
  });

  it.each([
    ['256 pixels', 256, []],
    ['257 pixels', 257, []],
    ['2000 pixels', 2000, []],
    ['pixels of which one is half transparent', 100, [70]],
    ['pixels of which some let nothing through', 100, [0, 1, 99]],
  ] as const)('the mean of %s in colour is that of their luma', (_, widthPx, transparent) => {
    const rgba = Uint8Array.from({ length: widthPx * 4 }, (_, i) => (i % 4 === 3 ? 255 : (i * 37 + (i >> 3)) & 0xff));
    for (const x of transparent) rgba[x * 4 + 3] = x;
    const source: Source = {
      samples: rgba,
      channels: 4,
      pitchPx: widthPx,
      x: 0,
      y: 0,
      widthPx,
      heightPx: 1,
      background: [9, 99, 199],
    };
    const lumas = Array.from({ length: widthPx }, (_, x) => lumaAt(source, x, 0));
    const mean = lumas.reduce((sum, luma) => sum + luma) / widthPx;
    expect(scaled(source, [1, 1], 'area')).toEqual([Math.floor(mean)]);
    expect(scaled({ ...source, samples: rgba.fill(255) }, [1, 1], 'area')).toEqual([WHITE_LUMA]);
  });

  it('an area of whole pixels is their mean, rounded down', () => {
    const factor = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(picture, factor, factor, ({ widthPx, heightPx, greys }, across, down) => {
        const to: [number, number] = [Math.ceil(widthPx / across), Math.ceil(heightPx / down)];
        const [width, height] = [to[0] * across, to[1] * down];
        const whole = Array.from({ length: width * height }, (_, i) => greys[i % greys.length]!);
        const found = scaled(greySource(whole, width, height), to, 'area');
        const means = found.map((_, i) => {
          let sum = 0;
          for (let y = 0; y < down; y++) {
            for (let x = 0; x < across; x++) {
              sum += whole[(Math.floor(i / to[0]) * down + y) * width + (i % to[0]) * across + x]! * 1000;
            }
          }
          return Math.floor(sum / (across * down));
        });
        expect(found).toEqual(means);
      }),
    );
  });

  it('area scaling up or down keeps the mean', () => {
    fc.assert(
      fc.property(picture, side, side, ({ widthPx, heightPx, greys }, width, height) => {
        const found = scaled(greySource(greys, widthPx, heightPx), [width, height], 'area');
        const mean = greys.reduce((sum, grey) => sum + grey * 1000, 0) / greys.length;
        const foundMean = found.reduce((sum, value) => sum + value, 0) / found.length;
        // Each is rounded down to a thousandth of a level.
        expect(foundMean).toBeLessThanOrEqual(mean + 1e-6);
        expect(foundMean).toBeGreaterThan(mean - 1 - 1e-6);
      }),
    );
  });

  it('one grey stays what it is, in both ways', () => {
    const way = fc.constantFrom<Scale>('area', 'lanczos');
    fc.assert(
      fc.property(side, side, side, side, fc.nat({ max: 255 }), way, (w, h, tw, th, level, scale) => {
        const found = scaled(greySource(new Uint8Array(w * h).fill(level), w, h), [tw, th], scale);
        expect(new Set(found)).toEqual(new Set([level * 1000]));
      }),
    );
  });

  it('lanczos stays between black and white, and the same size gives the picture itself', () => {
    fc.assert(
      fc.property(picture, side, side, ({ widthPx, heightPx, greys }, width, height) => {
        const source = greySource(greys, widthPx, heightPx);
        const found = scaled(source, [width, height], 'lanczos');
        expect(found.length).toBe(width * height);
        expect(found.every((value) => value >= 0 && value <= 255_000)).toBe(true);
        for (const scale of ['area', 'lanczos'] as const) {
          expect(scaled(source, [widthPx, heightPx], scale)).toEqual([...greys].map((grey) => grey * 1000));
        }
      }),
    );
  });

  it('a sum past 32 bits does not wrap', () => {
    const white = greySource(new Uint8Array(65_535).fill(255), 65_535, 1);
    expect(scaled(white, [1, 1], 'area')).toEqual([255_000]);
    expect(scaled(white, [2, 1], 'lanczos')).toEqual([255_000, 255_000]);
  });

  it('lanczos is sharper at an edge than area', () => {
    const edge = Array.from({ length: 60 }, (_, x) => (x < 29 ? 40 : 200));
    const [soft, sharp] = (['area', 'lanczos'] as const).map((scale) => scaled(greySource(edge, 60, 1), [20, 1], scale));
    const steepest = (line: number[]): number => Math.max(...line.slice(1).map((value, i) => value - line[i]!));
    expect(steepest(sharp!)).toBeGreaterThan(steepest(soft!));
  });
});

describe('lengths of pixels', () => {
  it.each([
    [12, 8, { source: 2, target: 3 }],
    [7, 7, { source: 1, target: 1 }],
    [5, 3, { source: 3, target: 5 }],
    [1, 10, { source: 10, target: 1 }],
    [480, 72, { source: 3, target: 20 }],
  ])('%i in %i: units of which both are whole multiples', (from, to, units) => {
    expect(reduceScale(from, to)).toEqual(units);
  });

  it('are cut in order: a share of the pixel cut last, whole ones, a share of one more', () => {
    // Five pixels of 3 units into three of 5: 3 2 | 1 3 1 | 2 3.
    expect(findCuts(5, 3)).toEqual({
      first: Int32Array.of(0, 1, 2),
      whole: Int32Array.of(1, 1, 1),
      last: Int32Array.of(2, 1, 0),
      unit: 3,
    });
    // Two pixels of 5 units into five of 2: 2 | 2 | 1 1 | 2 | 2.
    expect(findCuts(2, 5)).toEqual({
      first: Int32Array.of(0, 2, 1, 2, 2),
      whole: new Int32Array(5),
      last: Int32Array.of(2, 0, 1, 0, 0),
      unit: 5,
    });
    expect(findCuts(6, 2)).toEqual({
      first: new Int32Array(2),
      whole: Int32Array.of(3, 3),
      last: new Int32Array(2),
      unit: 1,
    });
  });
});

describe('the weights of Lanczos', () => {
  it.each([
    [20, 20],
    [20, 7],
    [7, 20],
    [3, 3],
    [1, 5],
    [64, 10],
    [9, 8],
  ])('from %i to %i are the product of two sines, three lobes a side, of the pixels there are', (from, to) => {
    const { first, weights, taps } = buildKernel(from, to);
    for (const [x, expected] of lanczosWeights(from, to).entries()) {
      const found = new Array<number>(from).fill(0);
      for (let tap = 0; tap < taps; tap++) found[first[x]! + tap] = weights[x * taps + tap]!;
      expect(found).toHaveLength(from);
      for (const [pixel, weight] of found.entries()) expect(Math.abs(weight - expected[pixel]!)).toBeLessThan(1e-12);
    }
  });

  it('have a place for every pixel of the lobes, and no more than the source has pixels', () => {
    expect([
      buildKernel(20, 20).taps,
      buildKernel(40, 20).taps,
      buildKernel(20, 40).taps,
      buildKernel(5, 5).taps,
      buildKernel(7, 7).taps,
    ]).toEqual([7, 13, 7, 5, 7]);
  });

  /** A line by a kernel, in luma. */
  const filtered = (from: number, to: number, lumaOf: (x: number) => number) => {
    const { first, weights, taps } = buildKernel(from, to);
    return Array.from({ length: to }, (_, x) => {
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) sum += weights[x * taps + tap]! * lumaOf(first[x]! + tap);
      return Math.min(255_000, Math.max(0, Math.round(sum)));
    });
  };

  it('follow a reduction to three times the size, where the source has six times or more', () => {
    const levels = Uint8Array.from({ length: 60 }, (_, x) => (x * 73 + (x >> 2) * 41) & 0xff);
    const reduced = filtered(30, 10, (x) => Math.floor((levels[2 * x]! + levels[2 * x + 1]!) * 500));
    expect(scaled(greySource(levels, 60, 1), [10, 1], 'lanczos')).toEqual(reduced);
    expect(scaled(greySource(levels, 1, 60), [1, 10], 'lanczos')).toEqual(reduced);
    // One pixel less than six times: not reduced.
    const direct = filtered(59, 10, (x) => levels[x]! * 1000);
    expect(scaled(greySource(levels.subarray(0, 59), 59, 1), [10, 1], 'lanczos')).toEqual(direct);
  });
});
