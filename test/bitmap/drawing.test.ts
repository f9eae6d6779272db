import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { countPixels, hasShades, isDrawing, isSurePhotograph, type PixelCounts, partTones } from '../../src/bitmap/drawing.js';
import { settleDither } from '../../src/bitmap/from-pixels.js';
import type { Source } from '../../src/bitmap/luminance.js';
import { DEFAULT_LIMITS } from '../../src/errors.js';
import { decodeImage } from '../../src/image/decode-image.js';
import { countRaster, toRgba } from '../../src/image/raster.js';
import { fixtureImage } from '../support/jpegs.js';
import { inkedText } from '../support/logos.js';

const WHITE = [255, 255, 255] as const;

/** A picture of colours of red, green and blue. */
function painted(widthPx: number, heightPx: number, colour: (x: number, y: number) => readonly number[]): Source {
  const samples = new Uint8Array(widthPx * heightPx * 3);
  for (let i = 0; i < widthPx * heightPx; i++) samples.set(colour(i % widthPx, Math.floor(i / widthPx)), i * 3);
  return { samples, channels: 3, pitchPx: widthPx, x: 0, y: 0, widthPx, heightPx, background: WHITE };
}

const grey = (level: number) => [level, level, level];

/** What sharp makes of a picture. */
async function pictureOf(image: Sharp): Promise<Source> {
  const { data, info } = await image
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: widthPx, height: heightPx, channels } = info;
  const all = { x: 0, y: 0, widthPx, heightPx };
  return { samples: new Uint8Array(data), channels: channels as 1 | 3, pitchPx: widthPx, ...all, background: WHITE };
}

const sharpOf = ({ samples, channels, widthPx, heightPx }: Source) =>
  sharp(samples, { raw: { width: widthPx, height: heightPx, channels } });

const photo = () => sharp(fixtureImage('photo-baseline.jpg'));

/** Counts of a picture that is not a drawing, some of them changed. */
const counted = (change: Partial<PixelCounts>): PixelCounts => ({
  ...{ levels: new Uint32Array(256).fill(1), calm: new Uint32Array(256), gradual: new Uint32Array(256) },
  ...{ isGrey: false, pairs: 100, equalPairs: 0, cells: 65 },
  ...change,
});

describe('the rules of shades', () => {
  /** Pixels of some levels. */
  const at = (counts: Record<number, number>) => {
    const all = new Uint32Array(256);
    for (const [level, count] of Object.entries(counts)) all[Number(level)] = count;
    return all;
  };
  /** 500 pixels of level 50 and 500 of level 200: two tones, divided at 126, and what is 25 away from one is near. */
  const levels = at({ 50: 500, 200: 500 });
  const shaded = (calm: Record<number, number>, gradual: Record<number, number> = {}) =>
    hasShades(counted({ levels, calm: at({ 50: 400, 200: 400, ...calm }), gradual: at(gradual) }));

  it('a fifth of the calm pixels may be far from the tones', () => {
    expect([shaded({ 80: 200 }), shaded({ 80: 201 })]).toEqual([false, true]);
    expect([shaded({ 170: 200 }), shaded({ 170: 201 })]).toEqual([false, true]);
    expect([shaded({ 80: 100, 170: 100 }), shaded({ 80: 100, 170: 101 })]).toEqual([false, true]);
  });

  it('far is more than a sixth of the way between the tones', () => {
    expect([75, 76, 25, 24, 175, 174, 225, 226].map((level) => shaded({ [level]: 201 }))).toEqual([
      ...[false, true, false, true],
      ...[false, true, false, true],
    ]);
  });

  it('a tenth of the pixels of a tone, and four more, may be gradual and far', () => {
    expect([shaded({}, { 80: 54 }), shaded({}, { 80: 55 })]).toEqual([false, true]);
    expect([shaded({}, { 170: 54 }), shaded({}, { 170: 55 })]).toEqual([false, true]);
    expect([shaded({}, { 75: 500, 175: 500 }), shaded({}, { 80: 54, 170: 54 })]).toEqual([false, false]);
  });

  it('the level that divides the tones belongs to the brighter one', () => {
    expect([shaded({}, { 125: 30, 126: 30 }), shaded({}, { 124: 30, 125: 30 }), shaded({}, { 126: 30, 127: 30 })]).toEqual([
      ...[false, true, true],
    ]);
    expect([shaded({}, { 0: 55 }), shaded({}, { 255: 55 })]).toEqual([true, true]);
  });

  it('a tone is the middle of its calm pixels: half of them are not darker', () => {
    expect([shaded({ 40: 400 }, { 65: 55 }), shaded({ 40: 400 }, { 66: 55 })]).toEqual([false, true]);
    expect([shaded({ 40: 399 }, { 75: 55 }), shaded({ 40: 399 }, { 76: 55 })]).toEqual([false, true]);
  });

  it('one tone has none', () => {
    expect(hasShades(counted({ levels: at({ 50: 1000 }), calm: at({ 50: 1, 90: 999 }), gradual: at({ 90: 999 }) }))).toBe(
      false,
    );
  });
});

describe('photographs for sure', () => {
  it.each([
    [513, 29, true],
    [512, 29, false],
    [513, 30, false],
    [512, 30, false],
  ])('%i cells, %i of 100 neighbours equal: %j', (cells, equalPairs, expected) => {
    expect(isSurePhotograph(counted({ cells, equalPairs }))).toBe(expected);
  });
});

describe('counting', () => {
  const colour = fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 }), fc.nat({ max: 255 }));
  const pictures = fc
    .record({
      channels: fc.constantFrom(1, 3, 4),
      width: fc.integer({ min: 1, max: 9 }),
      height: fc.integer({ min: 1, max: 9 }),
      left: fc.nat({ max: 3 }),
      top: fc.nat({ max: 3 }),
      background: colour,
      // Few values, so that neighbours are equal, near and far.
      values: fc.array(fc.nat({ max: 255 }), { minLength: 1, maxLength: 4 }),
      seed: fc.nat(),
    })
    .map(({ channels, width, height, left, top, background, values, seed }): Source => {
      const pitchPx = left + width + 1;
      let state = seed;
      const samples = Uint8Array.from({ length: pitchPx * (top + height) * channels }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
        const value = values[(state >> 16) % values.length]!;
        return (state >> 24) % 3 === 0 ? Math.min(255, value + 5) : value;
      });
      return {
        samples,
        channels: channels as 1 | 3 | 4,
        pitchPx,
        x: left,
        y: top,
        widthPx: width,
        heightPx: height,
        background,
      };
    });

  /** The colour of a pixel over the background. */
  const seen = ({ samples, channels, pitchPx, x: left, y: top, background }: Source, x: number, y: number): number[] => {
    const at = ((top + y) * pitchPx + left + x) * channels;
    const own = channels === 1 ? grey(samples[at]!) : [...samples.subarray(at, at + 3)];
    const alpha = channels === 4 ? samples[at + 3]! / 255 : 1;
    return own.map((level, c) => Math.round(level * alpha + background[c]! * (1 - alpha)));
  };
  const luma = ([red, green, blue]: number[]) => Math.floor((299 * red! + 587 * green! + 114 * blue!) / 1000);

  it('is that of every pixel, its level, its neighbours and its cell', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const { widthPx, heightPx } = picture;
        const levels = new Uint32Array(256);
        const calm = new Uint32Array(256);
        const gradual = new Uint32Array(256);
        const cells = new Set<string>();
        let [pairs, equalPairs, isGrey] = [0, 0, true];
        for (let y = 0; y < heightPx; y++) {
          for (let x = 0; x < widthPx; x++) {
            const own = seen(picture, x, y);
            const right = x + 1 < widthPx ? seen(picture, x + 1, y) : own;
            const below = y + 1 < heightPx ? seen(picture, x, y + 1) : own;
            const steps = [right, below].map((other) => Math.abs(luma(own) - luma(other)));
            levels[luma(own)]!++;
            if (Math.max(...steps) < 16) calm[luma(own)]!++;
            if (Math.max(...steps) > 0 && Math.max(...steps) < 16) gradual[luma(own)]!++;
            cells.add(own.map((level) => level >> 3).join());
            if (new Set(own).size > 1) isGrey = false;
            if (x + 1 < widthPx) pairs++;
            if (x + 1 < widthPx && own.join() === right.join()) equalPairs++;
          }
        }
        expect(countPixels(picture)).toEqual({ levels, calm, gradual, cells: cells.size, isGrey, pairs, equalPairs });
      }),
    );
  });

  it('looks at some pixels of a large picture, in proportion, whatever repeats in it', () => {
    for (let period = 2; period <= 40; period++) {
      const dark = Math.ceil(period / 3);
      for (const stripes of [
        painted(320, 240, (x) => grey(x % period < dark ? 0 : 255)),
        painted(320, 240, (_, y) => grey(y % period < dark ? 0 : 255)),
        painted(320, 240, (x, y) => grey((x + y) % period < dark ? 0 : 255)),
      ]) {
        const { levels } = countPixels(stripes, 1000);
        const looked = levels[0]! + levels[255]!;
        expect(Math.abs(looked - 1000)).toBeLessThan(100);
        expect(Math.abs(levels[0]! / looked - countPixels(stripes).levels[0]! / (320 * 240))).toBeLessThan(0.08);
      }
    }
  });

  it('looks at about as many as it may in a picture of any sides', () => {
    for (const [widthPx, heightPx] of [
      [65_535, 1],
      [1, 65_535],
      [2, 30_000],
      [720, 97],
      [210, 210],
    ] as const) {
      const { levels } = countPixels(
        painted(widthPx, heightPx, () => grey(7)),
        512,
      );
      expect(Math.abs(levels[7]! - 512)).toBeLessThan(60);
    }
  });
});

describe('two tones', () => {
  it('are parted where the variance between them is greatest, in the middle of levels that no pixel has', () => {
    const counts = fc.array(fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 50 })), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(counts, (pairs) => {
        const levels = new Uint32Array(256);
        for (const [level, count] of pairs) levels[level]! += count;
        const pixels = [...levels].flatMap((count, level) => new Array<number>(count).fill(level));
        const mean = (own: number[]) => own.reduce((sum, level) => sum + level, 0) / own.length;
        const variances = Array.from({ length: 256 }, (_, level) => {
          const [dark, bright] = [pixels.filter((one) => one < level), pixels.filter((one) => one >= level)];
          return dark.length === 0 || bright.length === 0 ? 0 : dark.length * bright.length * (mean(bright) - mean(dark)) ** 2;
        });
        const best = Math.max(...variances);
        const tones = partTones(levels);
        if (best === 0) {
          expect(tones).toBeUndefined();
          return;
        }
        expect(variances[tones!.level]! / best).toBeCloseTo(1, 9);
        expect(tones!.dark).toBeCloseTo(mean(pixels.filter((one) => one < tones!.level)), 9);
        expect(tones!.bright).toBeCloseTo(mean(pixels.filter((one) => one >= tones!.level)), 9);
      }),
    );
    const two = new Uint32Array(256);
    two.set([5, 0, 0, 0, 5], 10);
    expect(partTones(two)).toEqual({ level: 13, dark: 10, bright: 14 });
  });
});

describe('shades', () => {
  const shaded = (picture: Source) =>
    [256, 8192, Number.POSITIVE_INFINITY].map((most) => hasShades(countPixels(picture, most)));
  const [NONE, ALL] = [
    [false, false, false],
    [true, true, true],
  ];

  const inks = [
    [
      [0, 0, 0],
      [0x66, 0xcc, 0x66],
    ],
    [
      [255, 255, 255],
      [0, 0x33, 0x66],
    ],
    [[0x99, 0x99, 0x99], WHITE],
    [[255, 0, 0], WHITE],
    [
      [255, 255, 0],
      [0, 0, 0xcc],
    ],
    [
      [0, 0x33, 0],
      [0x99, 0xcc, 0],
    ],
  ] as const;
  const logos = ['Orange', 'BT Cell', 'D1', 'E-Plus', 'Tele2', 'ACME'].flatMap((word, i) =>
    [inks[i]!, inks[(i + 2) % 6]!].map(([ink, ground]) => [word, ink.join(' '), ground.join(' '), ink, ground] as const),
  );

  it.each(logos)(
    'are not in the logo %s of %s on %s: with smooth edges, as a JPEG, large and small',
    async (word, _, __, ink, ground) => {
      for (const [widthPx, heightPx] of [
        [72, 14],
        [78, 21],
        [300, 100],
      ] as const) {
        const drawn = inkedText(word, widthPx * 4, heightPx * 4);
        const large = painted(widthPx * 4, heightPx * 4, (x, y) => (drawn[y]![x] === '#' ? ink : ground));
        const smooth = sharpOf(large).resize(widthPx, heightPx, { kernel: 'linear' });
        expect(shaded(large)).toEqual(NONE);
        expect(shaded(await pictureOf(smooth))).toEqual(NONE);
        const jpeg = await smooth.clone().jpeg({ quality: 75 }).toBuffer();
        expect(shaded(await pictureOf(sharp(jpeg)))).toEqual(NONE);
      }
    },
  );

  it.each(['logo-alpha.png', 'gray1.png', 'anim-disposal.gif', 'gif/two-colours.gif'])('are not in %s', async (file) => {
    expect(shaded(await pictureOf(sharp(fixtureImage(file))))).toEqual(NONE);
  });

  it('are not in one colour, in two that are nearly as bright, or in dark inks of one brightness', () => {
    expect(shaded(painted(72, 14, () => [0x66, 0xcc, 0x66]))).toEqual(NONE);
    expect(shaded(painted(72, 14, (x) => (x % 9 < 3 ? [255, 0, 0] : [0, 140, 0])))).toEqual(NONE);
    const flag = [[0, 0, 255], WHITE, [90, 0, 0]];
    expect(shaded(painted(90, 60, (x) => flag[Math.floor(x / 30)]!))).toEqual(NONE);
  });

  it('are in areas of three greys or colours, and in every ramp', () => {
    expect(shaded(painted(90, 60, (x) => grey(Math.floor(x / 30) * 127)))).toEqual(ALL);
    const flag = [
      [0, 0, 0],
      [255, 0, 0],
      [255, 204, 0],
    ];
    expect(shaded(painted(90, 60, (_, y) => flag[Math.floor(y / 20)]!))).toEqual(ALL);
    expect(shaded(painted(128, 90, (x) => grey(2 * x)))).toEqual(ALL);
    expect(shaded(painted(90, 128, (_, y) => grey(2 * y)))).toEqual(ALL);
    expect(shaded(painted(128, 90, (x, y) => [2 * x, y, 255 - 2 * x]))).toEqual(ALL);
    expect(shaded(painted(90, 90, (x, y) => grey(Math.min(255, 5 * Math.hypot(x - 45, y - 45)))))).toEqual(ALL);
  });

  it.each(['photo-baseline.jpg', 'photo-422.jpg', 'gray.jpg', 'interlaced.png', 'jpeg/quality-100.jpg', 'gif/photo.gif'])(
    'are in %s, large and small',
    async (file) => {
      for (const width of [undefined, 128, 72]) {
        const image = sharp(fixtureImage(file)).resize({ width, withoutEnlargement: true });
        expect(shaded(await pictureOf(image))).toEqual(ALL);
      }
    },
  );

  it('are in a photograph on a white ground', async () => {
    const small = await photo().resize(200, 150).toBuffer();
    const ground = sharp({ create: { width: 500, height: 400, channels: 3, background: 'white' } });
    const framed = sharp(
      await ground
        .composite([{ input: small }])
        .png()
        .toBuffer(),
    );
    const counts = countPixels(await pictureOf(framed));
    expect(counts.levels[255]).toBeGreaterThan(0.8 * 500 * 400);
    expect(hasShades(counts)).toBe(true);
  });
});

describe('drawings', () => {
  it.each<[what: string, expected: boolean, change: Partial<PixelCounts>]>([
    ['64 cells of colour', true, { cells: 64 }],
    ['65 cells of colour', false, {}],
    ['areas', true, { equalPairs: 60 }],
    ['smaller areas', false, { equalPairs: 59 }],
    ['8 greys', true, { isGrey: true, cells: 8, levels: new Uint32Array(256).fill(9, 100, 108) }],
    ['9 greys', false, { isGrey: true, cells: 9, levels: new Uint32Array(256).fill(9, 100, 109) }],
    ['one column', true, { pairs: 0 }],
  ])('%s: %j', (_, expected, change) => {
    expect(isDrawing(counted(change))).toBe(expected);
  });

  it('are told from photographs', async () => {
    for (const width of [640, 128]) {
      expect(isDrawing(countPixels(await pictureOf(photo().resize(width))))).toBe(false);
      expect(isDrawing(countPixels(await pictureOf(photo().resize(width).greyscale())))).toBe(false);
    }
    expect(isDrawing(countPixels(await pictureOf(sharp(fixtureImage('logo-alpha.png')))))).toBe(true);
  });
});

describe('the fixtures', () => {
  const folder = fileURLToPath(new URL('../../fixtures/images/', import.meta.url));
  const names = readdirSync(folder).filter((name) => /\.(?:png|jpg|gif|wbmp)$/.test(name));

  it('are judged alike wherever a picture becomes black and white: as many pixels as are looked at give one verdict', async () => {
    const verdicts = new Map<string, boolean>();
    for (const name of names) {
      const octets = readFileSync(join(folder, name));
      const raster = await decodeImage(octets).then(
        ({ frames }) => frames[0]?.raster,
        () => undefined,
      );
      if (raster === undefined || raster.widthPx * raster.heightPx > DEFAULT_LIMITS.sourcePixels) continue;
      const { widthPx, heightPx, samples: rgba } = toRgba(raster);
      const isDithered = settleDither({ widthPx, heightPx, rgba }).dither !== 'none';
      expect([name, hasShades(countRaster(raster))]).toEqual([name, isDithered]);
      verdicts.set(name, isDithered);
    }
    expect(verdicts.size).toBeGreaterThan(20);
    const [photo, logo, page] = ['photo-baseline.jpg', 'logo-alpha.png', 'wide.wbmp'].map((name) => verdicts.get(name));
    expect({ photo, logo, page }).toEqual({ photo: true, logo: false, page: false });
  });
});
