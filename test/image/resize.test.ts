import fc from 'fast-check';
import sharp from 'sharp';
import { ssim } from 'ssim.js';
import { describe, expect, it } from 'vitest';
import { fromHex } from '../../src/bytes/index.js';
import { type Channels, flatten, type Raster, toGrey, toRgba } from '../../src/image/raster.js';
import { type Filter, RowResizer, resize } from '../../src/image/resize/resize.js';
import { orient } from '../../src/image/turn.js';
import { refusal } from '../support/hostile.js';
import { fixture } from '../support/vectors.js';

interface Vector {
  id: string;
  from: [number, number];
  to: [number, number];
  grey: string;
  imageMagick: number[];
  netpbm?: number[];
}

const vectors = fixture('vectors/raster.json') as { area: Vector[]; lanczos: Vector[] };
const side = fc.integer({ min: 1, max: 24 });
const filter = fc.constantFrom<Filter>('area', 'lanczos');
const channels = fc.constantFrom<Channels>(1, 3, 4);

const picture = fc.tuple(side, side, channels).chain(([widthPx, heightPx, count]) => {
  const length = widthPx * heightPx * count;
  return fc.uint8Array({ minLength: length, maxLength: length }).map((samples): Raster => {
    return { widthPx, heightPx, channels: count, samples };
  });
});

/** Shapes, shading and hard edges in colour, with alpha where wanted. */
function scene(widthPx: number, heightPx: number, count: Channels): Raster {
  const samples = new Uint8Array(widthPx * heightPx * count);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += count) {
      const [u, v] = [x / widthPx, y / heightPx];
      const isDisc = Math.hypot(u - 0.4, v - 0.5) < 0.25;
      const level = isDisc ? 230 - 200 * v : 120 + 90 * Math.sin(u * 30) * Math.cos(v * 22);
      samples[at] = level;
      if (count === 1) continue;
      samples[at + 1] = isDisc ? 90 : 255 * u;
      samples[at + 2] = 255 - level;
      if (count === 4) samples[at + 3] = isDisc ? 255 : 255 * v;
    }
  }
  return { widthPx, heightPx, channels: count, samples };
}

async function bySharp(raster: Raster, widthPx: number, heightPx: number): Promise<Uint8Array> {
  const raw = { width: raster.widthPx, height: raster.heightPx, channels: raster.channels };
  const options = { width: widthPx, height: heightPx, fit: 'fill', kernel: 'lanczos3' } as const;
  const space = raster.channels === 1 ? 'b-w' : 'srgb';
  return new Uint8Array(await sharp(raster.samples, { raw }).resize(options).toColourspace(space).raw().toBuffer());
}

function mostApart(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  return one.reduce((most, level, i) => Math.max(most, Math.abs(level - other[i]!)), 0);
}

function likeness(one: Raster, samples: Uint8Array): number {
  const imageOf = (raster: Raster) => ({
    data: new Uint8ClampedArray(toRgba(flatten(raster)).samples),
    width: raster.widthPx,
    height: raster.heightPx,
  });
  return ssim(imageOf(one) as never, imageOf({ ...one, samples }) as never).mssim;
}

describe('pictures scaled by other programs', () => {
  it.each(vectors.area)('area $id (ImageMagick -scale, netpbm pamscale)', ({ from, to, grey, imageMagick, netpbm }) => {
    const raster: Raster = { widthPx: from[0], heightPx: from[1], channels: 1, samples: fromHex(grey) };
    const { samples } = resize(raster, ...to);
    for (const [i, level] of samples.entries()) {
      expect(Math.abs(level - imageMagick[i]!)).toBeLessThan(0.52);
      expect(Math.abs(level - netpbm![i]!)).toBeLessThanOrEqual(1);
    }
  });

  it.each(vectors.lanczos)('lanczos $id (ImageMagick -filter Lanczos)', ({ from, to, grey, imageMagick }) => {
    const raster: Raster = { widthPx: from[0], heightPx: from[1], channels: 1, samples: fromHex(grey) };
    const { samples } = resize(raster, ...to, { filter: 'lanczos' });
    // What is reduced by area first departs a little.
    const most = from[0] >= 4 * to[0] ? 7 : 1.5;
    for (const [i, level] of samples.entries()) expect(Math.abs(level - imageMagick[i]!)).toBeLessThan(most);
  });

  it.each([
    ['grey', 1, 200, 150, 64, 50],
    ['RGB', 3, 200, 150, 90, 41],
    ['RGB, sides that share no factor', 3, 211, 157, 64, 45],
  ] as const)('lanczos of %s as libvips does it', async (_, count, width, height, toWidth, toHeight) => {
    const raster = scene(width, height, count);
    const found = resize(raster, toWidth, toHeight, { filter: 'lanczos' });
    const theirs = await bySharp(raster, toWidth, toHeight);
    // Its weights are rounded; at the border it repeats the last pixel where here only what there is counts.
    expect(mostApart(found.samples, theirs)).toBeLessThanOrEqual(16);
    expect(likeness(found, theirs)).toBeGreaterThan(0.999);
  });

  it('alpha counts as libvips has it', async () => {
    const raster = scene(200, 150, 4);
    const theirs = await bySharp(raster, 64, 48);
    const found = resize(raster, 64, 48, { filter: 'lanczos' });
    expect(likeness(found, theirs)).toBeGreaterThan(0.997);
  });

  it.each(['area', 'lanczos'] as const)('a large reduction by %s is like that of libvips', async (way) => {
    for (const [width, height] of [
      [1024, 768],
      [1000, 700],
    ] as const) {
      const raster = scene(width, height, 3);
      const theirs = await bySharp(raster, 128, 96);
      expect(likeness(resize(raster, 128, 96, { filter: way }), theirs)).toBeGreaterThan(way === 'area' ? 0.985 : 0.995);
    }
  });
});

describe('laws of scaling', () => {
  it('a picture without alpha comes out as with an alpha that is opaque, but for what rounding of weights does', () => {
    fc.assert(
      fc.property(picture, side, side, filter, (raster, widthPx, heightPx, way) => {
        const opaque = toRgba(flatten(raster));
        const [found, expected] = [
          resize(flatten(raster), widthPx, heightPx, { filter: way }),
          resize(opaque, widthPx, heightPx, { filter: way }),
        ];
        expect(mostApart(toRgba(found).samples, expected.samples)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('one colour stays what it is', () => {
    const colour = fc.uint8Array({ minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(side, side, side, side, channels, filter, colour, (w, h, toW, toH, count, way, levels) => {
        const pixel = [...levels.subarray(0, count)];
        const samples = Uint8Array.from({ length: w * h * count }, (_, i) => pixel[i % count]!);
        const found = resize({ widthPx: w, heightPx: h, channels: count, samples }, toW, toH, { filter: way });
        const isSame = w === toW && h === toH;
        const seen = count === 4 && pixel[3] === 0 && !isSame ? [0, 0, 0, 0] : pixel;
        for (let at = 0; at < found.samples.length; at += count) {
          expect([...found.samples.subarray(at, at + count)]).toEqual(seen);
        }
      }),
    );
  });

  it('an area of whole pixels is their mean, rounded', () => {
    const factor = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(side, side, factor, factor, fc.constantFrom<Channels>(1, 3), fc.infiniteStream(fc.nat(255)), (...given) => {
        const [widthPx, heightPx, across, down, count, levels] = given;
        const width = widthPx * across;
        const pixels = Array.from({ length: width * heightPx * down * count }, () => levels.next().value as number);
        const raster: Raster = { widthPx: width, heightPx: heightPx * down, channels: count, samples: Uint8Array.from(pixels) };
        const found = resize(raster, widthPx, heightPx);
        for (let y = 0, i = 0; y < heightPx; y++) {
          for (let x = 0; x < widthPx; x++) {
            for (let channel = 0; channel < count; channel++) {
              let sum = 0;
              for (let dy = 0; dy < down; dy++) {
                for (let dx = 0; dx < across; dx++) {
                  sum += pixels[((y * down + dy) * width + x * across + dx) * count + channel]!;
                }
              }
              expect(found.samples[i++]).toBe(Math.floor(sum / (across * down) + 0.5));
            }
          }
        }
      }),
    );
  });

  it('a mirrored picture scales to the mirrored result, a turned one to the turned', () => {
    fc.assert(
      fc.property(picture, side, side, filter, fc.integer({ min: 2, max: 8 }), (raster, width, height, way, orientation) => {
        const found = resize(raster, width, height, { filter: way });
        const turned = orient(raster, orientation);
        const [toWidth, toHeight] = orientation >= 5 ? [height, width] : [width, height];
        const other = resize(turned, toWidth, toHeight, { filter: way });
        const expected = orient(found, orientation);
        // Sums in another order round otherwise in the last place; colours that hardly show are far apart then.
        if (raster.channels === 4) expect(mostApart(flatten(other).samples, flatten(expected).samples)).toBeLessThanOrEqual(1);
        else expect(mostApart(other.samples, expected.samples)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('the colour of what does not show leaks nowhere', () => {
    fc.assert(
      fc.property(picture, side, side, filter, fc.uint8Array({ minLength: 3, maxLength: 3 }), (raster, w, h, way, hidden) => {
        const rgba = toRgba(raster);
        fc.pre(rgba.widthPx !== w || rgba.heightPx !== h);
        const [one, other] = [rgba.samples.slice(), rgba.samples.slice()];
        for (let at = 0; at < one.length; at += 12) {
          one[at + 3] = 0;
          other[at + 3] = 0;
          other.set(hidden, at);
        }
        const [found, expected] = [other, one].map((samples) => resize({ ...rgba, samples }, w, h, { filter: way }));
        expect(found).toEqual(expected);
      }),
    );
  });

  it('scaling and laying over a background may change places', () => {
    fc.assert(
      fc.property(picture, side, side, (raster, width, height) => {
        const rgba = toRgba(raster);
        const after = flatten(resize(rgba, width, height), [40, 200, 90]);
        const before = resize(flatten(rgba, [40, 200, 90]), width, height);
        expect(mostApart(after.samples, before.samples)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('rows pushed from anywhere give what the whole picture gives', () => {
    fc.assert(
      fc.property(picture, side, side, filter, fc.nat({ max: 5 }), (raster, width, height, way, lead) => {
        fc.pre(raster.widthPx !== width || raster.heightPx !== height);
        const resizer = new RowResizer(raster, width, height, { filter: way });
        const pitch = raster.widthPx * raster.channels;
        const line = Buffer.alloc(lead + pitch);
        for (let y = 0; y < raster.heightPx; y++) {
          expect(resizer.isComplete).toBe(false);
          line.set(raster.samples.subarray(y * pitch, (y + 1) * pitch), lead);
          resizer.push(line, lead);
        }
        expect(resizer.isComplete).toBe(true);
        expect(resizer.finish()).toEqual(resize(raster, width, height, { filter: way }));
      }),
    );
  });

  it('a picture of the size asked for is given back itself; pushed in rows it comes out the same', () => {
    fc.assert(
      fc.property(picture, filter, (raster, way) => {
        const { widthPx, heightPx } = raster;
        expect(resize(raster, widthPx, heightPx, { filter: way })).toBe(raster);
        const resizer = new RowResizer(raster, widthPx, heightPx, { filter: way });
        const pitch = widthPx * raster.channels;
        for (let at = 0; at < raster.samples.length; at += pitch) resizer.push(raster.samples, at);
        expect(flatten(resizer.finish())).toEqual(flatten(raster));
      }),
    );
  });

  it('greys made on the way are those of the means, rounded once', () => {
    const factor = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        factor,
        factor,
        fc.nat(),
        (w, h, x, y, seed) => {
          const [widthPx, heightPx] = [w * x, h * y];
          const samples = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, i) => Math.imul(i + 1, seed | 1) >>> 24);
          const resizer = new RowResizer({ widthPx, heightPx, channels: 3 }, w, h, { grey: true });
          for (let at = 0; at < samples.length; at += widthPx * 3) resizer.push(samples, at);
          const wanted = Array.from({ length: w * h }, (_, i) => {
            let sum = 0;
            for (let down = 0; down < y; down++) {
              for (let across = 0; across < x; across++) {
                const at = ((Math.floor(i / w) * y + down) * widthPx + (i % w) * x + across) * 3;
                sum += 77 * samples[at]! + 150 * samples[at + 1]! + 29 * samples[at + 2]!;
              }
            }
            return Math.floor(sum / (256 * x * y) + 0.5);
          });
          expect(resizer.finish()).toEqual({ widthPx: w, heightPx: h, channels: 1, samples: Uint8Array.from(wanted) });
        },
      ),
    );
  });

  it('greys made on the way are those made beforehand, but for their rounding', () => {
    fc.assert(
      fc.property(picture, side, side, filter, (raster, width, height, way) => {
        fc.pre(raster.channels !== 4 && (raster.widthPx !== width || raster.heightPx !== height));
        const resizer = new RowResizer(raster, width, height, { filter: way, grey: true });
        const pitch = raster.widthPx * raster.channels;
        for (let at = 0; at < raster.samples.length; at += pitch) resizer.push(raster.samples, at);
        const before = resize(toGrey(raster), width, height, { filter: way });
        expect(mostApart(resizer.finish().samples, before.samples)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('more rows than are summed up at once are one mean', () => {
    for (const heightPx of [257, 258, 1000, 1031]) {
      const samples = Uint8Array.from({ length: heightPx * 3 }, (_, i) => (i % 3 === 0 ? 255 : (i * 37) >> 3));
      const mean = (channel: number): number => {
        let sum = 0;
        for (let at = channel; at < samples.length; at += 3) sum += samples[at]!;
        return Math.floor(sum / heightPx + 0.5);
      };
      expect([...resize({ widthPx: 1, heightPx, channels: 3, samples }, 1, 1).samples]).toEqual([255, mean(1), mean(2)]);
    }
  });

  it('sides at their longest', () => {
    const samples = new Uint8Array(65_535 * 3).fill(255);
    const long: Raster = { widthPx: 65_535, heightPx: 1, channels: 3, samples };
    for (const way of ['area', 'lanczos'] as const) {
      expect([...resize(long, 1, 1, { filter: way }).samples]).toEqual([255, 255, 255]);
      expect([...resize(orient(long, 6), 1, 2, { filter: way }).samples]).toEqual([255, 255, 255, 255, 255, 255]);
      expect(resize(resize(long, 2, 1), 65_535, 1, { filter: way }).samples.every((level) => level === 255)).toBe(true);
    }
  });
});

describe('refusals', () => {
  const raster: Raster = { widthPx: 2, heightPx: 2, channels: 1, samples: new Uint8Array(4) };

  it('sizes, filters and channels that there are not', () => {
    for (const wrong of [0, -1, 1.5, 65_536, Number.NaN]) {
      expect(refusal(() => resize(raster, wrong, 1))).toEqual({ code: 'bad-value', field: 'widthPx', offset: undefined });
      expect(refusal(() => resize(raster, 1, wrong)).field).toBe('heightPx');
      expect(refusal(() => new RowResizer({ ...raster, widthPx: wrong }, 1, 1)).field).toBe('from.widthPx');
      expect(refusal(() => new RowResizer({ ...raster, heightPx: wrong }, 1, 1)).field).toBe('from.heightPx');
    }
    expect(refusal(() => new RowResizer({ ...raster, channels: 2 as Channels }, 1, 1)).field).toBe('from.channels');
    expect(refusal(() => resize(raster, 1, 1, { filter: 'cubic' as Filter })).field).toBe('filter');
    expect(refusal(() => resize({ ...raster, samples: new Uint8Array(3) }, 1, 1)).field).toBe('raster.samples');
  });

  it('rows that are too short, too many or too few', () => {
    const resizer = new RowResizer(raster, 1, 1);
    expect(refusal(() => resizer.push(new Uint8Array(1))).field).toBe('samples');
    expect(refusal(() => resizer.push(new Uint8Array(4), 3)).field).toBe('samples');
    expect(refusal(() => resizer.push(new Uint8Array(4), -1)).field).toBe('samples');
    expect(() => resizer.push('ab' as never)).toThrow(TypeError);
    resizer.push(new Uint8Array(2));
    expect(refusal(() => resizer.finish())).toEqual({ code: 'bad-value', field: 'rows', offset: undefined });
    resizer.push(new Uint8Array(2));
    expect(refusal(() => resizer.push(new Uint8Array(2))).field).toBe('rows');
    expect(resizer.finish().samples).toEqual(Uint8Array.of(0));
  });
});
