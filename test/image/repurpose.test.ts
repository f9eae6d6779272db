import fc from 'fast-check';
import sharp from 'sharp';
import { ssim } from 'ssim.js';
import { describe, expect, it } from 'vitest';
import { bitmapToRows, decodeOtaBitmap, decodeWbmp } from '../../src/bitmap/index.js';
import { EncodeError, FormatError } from '../../src/errors.js';
import { mapToPalette } from '../../src/image/colour/diffusion.js';
import { buildPalette } from '../../src/image/colour/palette.js';
import { encodeGif } from '../../src/image/gif/write.js';
import {
  decodeImage,
  encodeJpeg,
  encodePng,
  fitSize,
  probe,
  type Raster,
  type Repurposed,
  type RepurposeOptions,
  repurpose,
} from '../../src/image/index.js';
import { flatten, toGrey } from '../../src/image/raster.js';
import { resize } from '../../src/image/resize/resize.js';
import type { HandsetProfile } from '../../src/profile/index.js';
import { buildBmp } from '../support/bmp-files.js';
import { damaged } from '../support/hostile.js';
import { rasters } from '../support/rasters.js';
import { costly } from '../support/runs.js';
import { FAULTS, grey4, handset, image, oneBit, profileOf, vectors } from './images.js';

const nokia = handset('Nokia', '6230');
const plain = profileOf();
const PROFILES: readonly (readonly [string, HandsetProfile])[] = [
  ['a colour screen', nokia],
  ['four greys', grey4],
  ['black and white', oneBit],
];

async function refusalOf(work: Promise<unknown>): Promise<FormatError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return expect.fail('nothing was refused');
}

const pixelsOf = async (octets: Uint8Array): Promise<Raster> => (await decodeImage(octets)).frames[0]!.raster;

/** A picture that looks like a photograph: soft colours with some grain. */
function photo(widthPx: number, heightPx: number, channels: 3 | 4 = 3): Raster {
  const samples = new Uint8Array(widthPx * heightPx * channels);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i += channels) {
      const grain = ((x * 7919 + y * 104_729) % 17) - 8;
      samples[i] = 128 + 90 * Math.sin(x / 23 + y / 61) + grain;
      samples[i + 1] = 128 + 90 * Math.cos(y / 19 - x / 83) + grain;
      samples[i + 2] = 128 + 90 * Math.sin((x + y) / 37) + grain;
      if (channels === 4) samples[i + 3] = x * 2 < widthPx ? 255 : (y * 255) / heightPx;
    }
  }
  return { widthPx, heightPx, channels, samples };
}

/** SSIM of two pictures of one size, as greys. */
function likeness(one: Raster, other: Raster): number {
  const [a, b] = [one, other].map((raster) => {
    const { samples, widthPx: width, heightPx: height } = toGrey(raster);
    return {
      width,
      height,
      data: Uint8ClampedArray.from({ length: samples.length * 4 }, (_, i) => (i % 4 === 3 ? 255 : samples[i >> 2]!)),
    };
  });
  return ssim(a as never, b as never, { ssim: 'original', downsample: false } as never).mssim;
}

/** Markers of a JPEG in front of its scan. */
function markersOf(octets: Uint8Array): number[] {
  const markers = [];
  for (let at = 2; octets[at + 1] !== 0xda; at += 2 + (octets[at + 2]! << 8) + octets[at + 3]!) markers.push(octets[at + 1]!);
  return markers;
}

describe('published vectors', () => {
  describe.each(PROFILES)('for %s', (_, profile) => {
    it.each(vectors.filter(({ file }) => FAULTS[file] === undefined))('$file: $expect', async ({ file, width, height }) => {
      const octets = image(file);
      const result = await repurpose(octets, profile, { name: file, trim: false });
      expect([result.source?.widthPx, result.source?.heightPx]).toEqual([width, height]);
      const box = {
        widthPx: profile.imageArea.width ?? profile.screen.width!,
        heightPx: profile.imageArea.height ?? profile.screen.height!,
      };
      expect({ widthPx: result.widthPx, heightPx: result.heightPx }).toEqual(
        fitSize({ widthPx: width!, heightPx: height! }, box),
      );
      const found = probe(result.octets, { name: 'x.wbmp' });
      expect([found.contentType, found.widthPx, found.heightPx, found.frames]).toEqual([
        result.contentType,
        result.widthPx,
        result.heightPx,
        result.frames,
      ]);
      expect([found.orientation, found.progressive ?? false, found.metadataOctets ?? 0]).toEqual([1, false, 0]);
      if (found.format === 'jpeg' && result.changed)
        expect(markersOf(result.octets)).toEqual([
          0xe0,
          ...markersOf(result.octets)
            .slice(1)
            .filter((m) => m === 0xdb || m === 0xc0 || m === 0xc4),
        ]);
      const again = await repurpose(result.octets, profile, { name: 'x.wbmp' });
      expect(again.changed).toBe(false);
      expect(again.octets).toEqual(result.octets);
    });

    it.each(vectors.filter(({ file }) => FAULTS[file] !== undefined))('$file: $expect', async ({ file }) => {
      expect(await refusalOf(repurpose(image(file), profile, { name: file }))).toMatchObject(FAULTS[file]!);
    });
  });

  it('a 1-bit picture becomes the same WBMP', async () => {
    const { octets } = await repurpose(image('gray1.png'), oneBit);
    const { samples, widthPx } = await pixelsOf(image('gray1.png'));
    const rows = bitmapToRows(decodeWbmp(octets));
    expect(rows.join('')).toBe([...samples].map((level) => (level === 0 ? '#' : '.')).join(''));
    expect(rows[0]).toHaveLength(widthPx);
  });

  it('a hidden colour does not show', async () => {
    for (const format of ['jpeg', 'png', 'gif'] as const) {
      const { octets } = await repurpose(image('palette-trns.png'), nokia, { format });
      const { samples, channels } = await pixelsOf(octets);
      for (let c = 0; c < 3; c++) expect(samples[channels === 1 ? 0 : c]!, format).toBeGreaterThan(245);
    }
    const black = await repurpose(image('palette-trns.png'), nokia, { format: 'png', background: [0, 0, 0] });
    const { samples, channels } = await pixelsOf(black.octets);
    expect([...samples.subarray(0, Math.min(3, channels))].every((level) => level === 0)).toBe(true);
  });

  it('a logo is parted by a threshold, a photograph is not', async () => {
    expect((await repurpose(image('logo-alpha.png'), oneBit)).dither).toBe('none');
    expect((await repurpose(image('photo-baseline.jpg'), oneBit)).dither).toBe('floyd-steinberg');
  });

  it('a picture that is stored turned is turned upright', async () => {
    const upright = await sharp(image('exif-orientation-6.jpg'))
      .autoOrient()
      .resize(64, 96, { kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    const { octets, widthPx, heightPx } = await repurpose(image('exif-orientation-6.jpg'), nokia);
    const reference: Raster = { widthPx: 64, heightPx: 96, channels: 3, samples: new Uint8Array(upright) };
    expect([widthPx, heightPx]).toEqual([64, 96]);
    expect(likeness(await pixelsOf(octets), reference)).toBeGreaterThan(0.95);
  });

  it('an animation keeps its frames and delays where the handset shows them', async () => {
    const small = profileOf({ screen: { width: 64, height: 64, bitsPerPixel: 16, colors: 65_536 } });
    const { octets, frames, widthPx, heightPx, warnings } = await repurpose(image('anim-full-frames.gif'), small);
    const decoded = await decodeImage(octets);
    expect([frames, widthPx, heightPx, warnings]).toEqual([8, 64, 48, []]);
    expect([decoded.loops, decoded.frames.map(({ delayMs }) => delayMs)]).toEqual([0, Array(8).fill(100)]);
    const first = await repurpose(image('anim-full-frames.gif'), small, { animation: false });
    expect([first.frames, first.warnings]).toEqual([1, ['the first of 8 frames is shown alone']]);
  });
});

describe('quality against a Lanczos reference', () => {
  const reference = async (file: string, widthPx: number, heightPx: number): Promise<Raster> => {
    const whole = (await decodeImage(image(file))).frames[0]!.raster;
    return resize(flatten(whole), widthPx, heightPx, { filter: 'lanczos' });
  };

  it.each([
    ['photo-baseline.jpg', 'jpeg', 0.975],
    ['photo-progressive.jpg', 'jpeg', 0.975],
    ['photo-baseline.jpg', 'png', 0.94],
    ['photo-baseline.jpg', 'gif', 0.94],
  ] as const)('%s as %s', async (file, format, least) => {
    const { octets } = await repurpose(image(file), nokia, { format });
    expect(likeness(await pixelsOf(octets), await reference(file, 128, 96))).toBeGreaterThan(least);
  });

  it('frames of an animation', async () => {
    const small = profileOf({ screen: { width: 60, height: 60, bitsPerPixel: 16, colors: 65_536 } });
    const { octets } = await repurpose(image('anim-full-frames.gif'), small);
    const [before, after] = await Promise.all([decodeImage(image('anim-full-frames.gif')), decodeImage(octets)]);
    for (const [i, { raster }] of after.frames.entries()) {
      const wanted = resize(flatten(before.frames[i]!.raster), 60, 45, { filter: 'lanczos' });
      expect(likeness(flatten(raster), wanted)).toBeGreaterThan(0.95);
    }
  });
});

describe('properties', () => {
  const source = fc.tuple(rasters, fc.constantFrom('png', 'jpeg', 'gif', 'animation')).map(([raster, kind]) => {
    const { widthPx, heightPx } = raster;
    if (kind === 'png') return encodePng(raster);
    if (kind === 'jpeg') return encodeJpeg(flatten(raster));
    const opaque = flatten(raster);
    const palette = buildPalette(opaque, 64);
    const indices = mapToPalette(opaque, palette);
    const frames =
      kind === 'gif'
        ? [{ indices }]
        : [
            { indices, delayMs: 50 },
            { indices: indices.slice().reverse(), delayMs: 120 },
          ];
    return encodeGif({ widthPx, heightPx, palette, frames });
  });
  const profile = fc
    .record({
      width: fc.integer({ min: 1, max: 40 }),
      height: fc.integer({ min: 1, max: 40 }),
      bitsPerPixel: fc.constantFrom(1, 2, 4, 8, 12, 16),
      greyscale: fc.boolean(),
      images: fc.record({
        wbmp: fc.boolean(),
        gif: fc.boolean(),
        gifAnimated: fc.boolean(),
        jpg: fc.boolean(),
        png: fc.boolean(),
        bmp: fc.constant(false),
      }),
    })
    .filter(({ images: { wbmp, gif, jpg, png } }) => wbmp || gif || jpg || png)
    .map(({ width, height, bitsPerPixel, greyscale, images }) =>
      profileOf({ screen: { width, height, bitsPerPixel, colors: 2 ** bitsPerPixel, greyscale }, images, mms: null }),
    );

  it('the result is within the box and no larger than the source, its ratio kept, its type and colours taken; once is enough', async () => {
    await fc.assert(
      fc.asyncProperty(source, profile, async (octets, taken) => {
        const before = probe(octets);
        const result = await repurpose(octets, taken);
        const found = probe(result.octets, { name: 'x.wbmp' });
        const { width, height, bitsPerPixel } = taken.screen;
        expect([found.widthPx, found.heightPx]).toEqual([result.widthPx, result.heightPx]);
        expect(found.widthPx).toBeLessThanOrEqual(Math.min(width!, before.widthPx));
        expect(found.heightPx).toBeLessThanOrEqual(Math.min(height!, before.heightPx));
        const scale = Math.min(1, width! / before.widthPx, height! / before.heightPx);
        expect(Math.abs(before.widthPx * scale - found.widthPx)).toBeLessThanOrEqual(1);
        expect(Math.abs(before.heightPx * scale - found.heightPx)).toBeLessThanOrEqual(1);
        const flag = found.format === 'jpeg' ? 'jpg' : found.format;
        expect(taken.images![flag as 'jpg'], found.format).toBe(true);
        if (found.frames > 1) expect(taken.images!.gifAnimated).toBe(true);
        if (found.format === 'gif' || found.format === 'png') {
          const colors = found.colors ?? 2 ** found.bitDepth;
          // A GIF has a power of two of them, and at least two.
          expect(colors).toBeLessThanOrEqual(Math.max(2, Math.min(256, 2 ** bitsPerPixel!)));
        }
        const again = await repurpose(result.octets, taken, { name: 'x.wbmp' });
        expect(again.octets).toEqual(result.octets);
        expect((await repurpose(octets, taken)).octets).toEqual(result.octets);
      }),
      costly(300),
    );
  });

  it('a budget is kept, or refused', async () => {
    const files = ['photo-444.jpg', 'logo-alpha.png', 'anim-full-frames.gif', 'interlaced.png'];
    const options = fc.record({
      maxOctets: fc.integer({ min: 1, max: 6000 }),
      format: fc.constantFrom(undefined, 'jpeg', 'png', 'gif', 'wbmp') as fc.Arbitrary<RepurposeOptions['format']>,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), options, async (file, { maxOctets, format }) => {
        try {
          const { octets } = await repurpose(image(file), plain, { maxOctets, format });
          expect(octets.length).toBeLessThanOrEqual(maxOctets);
        } catch (error) {
          expect(error).toBeInstanceOf(EncodeError);
          expect(error).toMatchObject({ code: 'unencodable', field: 'maxOctets' });
        }
      }),
      costly(60),
    );
  });

  it('a picture with alpha gives what it gives laid over the background first', async () => {
    const alpha = photo(61, 47, 4);
    for (const background of [
      [255, 255, 255],
      [10, 200, 90],
    ] as const) {
      const small = profileOf({ screen: { width: 20, height: 20, bitsPerPixel: 16, colors: 65_536 } });
      const [one, other] = await Promise.all(
        [encodePng(alpha), encodePng(flatten(alpha, background))].map((octets) =>
          repurpose(octets, small, { format: 'png', background }),
        ),
      );
      expect(one!.octets).toEqual(other!.octets);
    }
  });

  it('so it is in black and white, of a picture that is much larger too, and near to what whole greys give', async () => {
    for (const [width, height] of [
      [640, 480],
      [641, 480],
    ] as const) {
      const alpha = photo(width, height, 4);
      const opaque = flatten(alpha, [20, 60, 200]);
      const [one, other, grey] = await Promise.all(
        [alpha, opaque, toGrey(opaque)].map((raster) =>
          repurpose(encodePng(raster), oneBit, { background: [20, 60, 200], dither: 'none', threshold: 128 }),
        ),
      );
      expect(one!.octets).toEqual(other!.octets);
      const rows = [one, grey].map((result) => bitmapToRows(decodeWbmp(result!.octets)).join(''));
      const differing = [...rows[0]!].filter((dot, i) => dot !== rows[1]![i]).length;
      expect(differing / rows[0]!.length).toBeLessThan(0.02);
    }
  });

  it('one colour stays that colour', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 }), fc.nat({ max: 255 })), async (colour) => {
        const samples = new Uint8Array(60 * 40 * 3).map((_, i) => colour[i % 3]!);
        const octets = encodePng({ widthPx: 60, heightPx: 40, channels: 3, samples });
        for (const format of ['png', 'gif', 'jpeg'] as const) {
          const small = profileOf({ screen: { width: 31, height: 31, bitsPerPixel: 16, colors: 65_536 } });
          const raster = flatten(await pixelsOf((await repurpose(octets, small, { format })).octets));
          const off = raster.samples.reduce(
            (most, level, i) => Math.max(most, Math.abs(level - colour[raster.channels === 1 ? 0 : i % raster.channels]!)),
            0,
          );
          expect(off).toBeLessThanOrEqual(format === 'jpeg' ? 3 : 0);
        }
      }),
      costly(30),
    );
  });

  it('the mirrored picture gives the mirrored result', async () => {
    const mirrored = (raster: Raster): Raster => {
      const { widthPx, channels, samples } = raster;
      return {
        ...raster,
        samples: samples.map((_, i) => {
          const pixel = Math.floor(i / channels);
          const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
          return samples[(y * widthPx + widthPx - 1 - x) * channels + (i % channels)]!;
        }),
      };
    };
    const picture = photo(90, 60);
    const options = { format: 'png', diffusion: 0 } as const;
    const small = profileOf({ screen: { width: 30, height: 30, bitsPerPixel: 16, colors: 65_536 } });
    const [one, other] = await Promise.all(
      [picture, mirrored(picture)].map(async (raster) => pixelsOf((await repurpose(encodePng(raster), small, options)).octets)),
    );
    expect(likeness(mirrored(one!), other!)).toBeGreaterThan(0.98);
  });

  it('black and white keep the mean grey', async () => {
    for (const level of [20, 64, 100, 128, 180, 240]) {
      const picture = photo(200, 140);
      const samples = toGrey(picture).samples.map((grey) => Math.max(0, Math.min(255, level + (grey - 128) / 8)));
      const mean = samples.reduce((sum, grey) => sum + grey, 0) / samples.length / 255;
      const large = profileOf({ ...oneBit, screen: { width: 200, height: 140, bitsPerPixel: 1, colors: 2 } });
      const { octets } = await repurpose(encodePng({ ...picture, channels: 1, samples }), large, { dither: 'floyd-steinberg' });
      const dots = bitmapToRows(decodeWbmp(octets)).join('');
      expect(Math.abs([...dots].filter((dot) => dot === '.').length / dots.length - mean)).toBeLessThan(0.02);
    }
  });

  it('arbitrary octets, and damaged pictures, give a result or a FormatError', async () => {
    const file = fc
      .constantFrom('photo-422.jpg', 'palette-trns.png', 'anim-disposal.gif', 'wide.wbmp', 'exif-orientation-7.jpg')
      .map(image);
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      damaged(file),
      fc.tuple(file, fc.nat({ max: 4000 })).map(([whole, end]) => whole.slice(0, end)),
    );
    await fc.assert(
      fc.asyncProperty(octets, fc.constantFrom(...PROFILES), fc.boolean(), async (given, [, profile], lenient) => {
        try {
          const result = await repurpose(given, profile, { lenient, name: 'x.wbmp' });
          expect(result.octets).toBeInstanceOf(Uint8Array);
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          expect(error.offset ?? 0).toBeLessThanOrEqual(given.length);
        }
      }),
      costly(300),
    );
  });
});

describe('formats', () => {
  const photoPng = encodePng(photo(160, 120));
  const drawn = image('logo-alpha.png');
  const only = (images: object, screen: object = {}): HandsetProfile =>
    profileOf({ screen: { width: 128, height: 128, colors: 65_536, bitsPerPixel: 16, ...screen }, images, mms: null });

  it.each([
    ['a photograph', photoPng, plain, 'image/jpeg'],
    ['a photograph through which something shines', encodePng(photo(160, 120, 4)), plain, 'image/jpeg'],
    ['a drawing', drawn, plain, 'image/png'],
    ['a photograph in greys', image('gray.jpg'), plain, 'image/jpeg'],
    ['a photograph without JPEG', photoPng, only({ gif: true }), 'image/gif'],
    ['a drawing where JPEG is all', drawn, only({ jpg: true }), 'image/jpeg'],
    ['anything where WBMP is all', photoPng, only({ wbmp: true }), 'image/vnd.wap.wbmp'],
    ['four greys with PNG', photoPng, grey4, 'image/png'],
    ['four greys with GIF', photoPng, only({ wbmp: true, gif: true }, { bitsPerPixel: 2, colors: 4 }), 'image/gif'],
    ['four greys without', photoPng, only({ wbmp: true, jpg: true }, { bitsPerPixel: 2, colors: 4 }), 'image/vnd.wap.wbmp'],
    ['four greys with JPEG alone', photoPng, only({ jpg: true }, { bitsPerPixel: 2, colors: 4 }), 'image/jpeg'],
    ['sixteen greys', photoPng, only({ png: true }, { bitsPerPixel: 4, colors: 16, greyscale: true }), 'image/png'],
    ['one bit without WBMP', photoPng, only({ png: true }, { bitsPerPixel: 1, colors: 2 }), 'image/png'],
    ['one bit with JPEG alone', photoPng, only({ jpg: true }, { bitsPerPixel: 1, colors: 2 }), 'image/jpeg'],
    [
      'an animation for a handset that shows none',
      image('anim-full-frames.gif'),
      only({ jpg: true, wbmp: true }),
      'image/jpeg',
    ],
    ['nothing known, many colours', photoPng, profileOf({ images: null, mms: null }), 'image/jpeg'],
    [
      'nothing known, one bit',
      photoPng,
      profileOf({ images: null, mms: null, screen: { width: 84, height: 48, colors: 2 } }),
      'image/vnd.wap.wbmp',
    ],
  ])('%s', async (_, octets, profile, contentType) => {
    expect((await repurpose(octets, profile)).contentType).toBe(contentType);
  });

  it('a photograph with alpha that is opaque all over', async () => {
    const { widthPx: width, heightPx: height, samples } = photo(160, 120);
    const written = await sharp(samples, { raw: { width, height, channels: 3 } })
      .ensureAlpha()
      .png()
      .toBuffer();
    const { contentType, source, steps } = await repurpose(written, plain);
    expect([contentType, source?.hasAlpha]).toEqual(['image/jpeg', true]);
    expect(steps.join()).not.toContain('laid over');
  });

  it('greys and colours are those of the screen', async () => {
    const { octets, colors } = await repurpose(photoPng, grey4);
    expect([colors, probe(octets).bitDepth, probe(octets).grey]).toEqual([4, 2, true]);
    const few = await repurpose(photoPng, only({ gif: true }, { bitsPerPixel: 6, colors: 64 }));
    expect([few.colors, probe(few.octets).colors]).toEqual([64, 64]);
    const asked = await repurpose(photoPng, plain, { format: 'png', colors: 10 });
    expect(asked.colors).toBe(10);
    expect((await repurpose(photoPng, grey4, { colors: 2 })).colors).toBe(2);
  });

  it('animations in greys', async () => {
    const { octets, frames, colors } = await repurpose(
      image('anim-full-frames.gif'),
      only({ gif: true, gifAnimated: true }, { width: 50, bitsPerPixel: 2, colors: 4 }),
    );
    expect([frames, colors, probe(octets).colors]).toEqual([8, 4, 4]);
  });

  it('what the handset does not take is refused, or goes through if asked', async () => {
    const nothing = only({ wbmp: false, gif: false, jpg: false, png: false, bmp: false });
    expect(await refusalOf(repurpose(photoPng, nothing))).toMatchObject({ code: 'unencodable', field: 'format' });
    const passed = await repurpose(photoPng, nothing, { allowUnsupported: true });
    expect([passed.changed, passed.octets === photoPng, passed.warnings.length]).toEqual([false, true, 1]);
    const long = await repurpose(photoPng, nothing, { allowUnsupported: true, maxOctets: photoPng.length - 1 });
    expect(long.warnings[1]).toBe(`passed on with ${photoPng.length} octets, limit is ${photoPng.length - 1}`);
    expect(await refusalOf(repurpose(photoPng, only({ bmp: true })))).toMatchObject({
      field: 'format',
      reason: expect.stringContaining('bmp alone'),
    });
  });

  it('a picture message has its size, the picture in the middle', async () => {
    const { octets, contentType, widthPx, heightPx } = await repurpose(drawn, oneBit, { format: 'ota' });
    expect([contentType, widthPx, heightPx]).toEqual(['image/x-ota-bitmap', 72, 28]);
    const rows = bitmapToRows(decodeOtaBitmap(octets));
    expect(rows.every((row) => row.startsWith('.') && row.endsWith('.'))).toBe(true);
    expect(rows.join('')).toContain('#');
    const stretched = await repurpose(photoPng, oneBit, {
      format: 'ota',
      fit: 'stretch',
      otaSize: { widthPx: 72, heightPx: 14 },
    });
    expect(bitmapToRows(decodeOtaBitmap(stretched.octets))[0]).toMatch(/#/);
    const covered = await repurpose(photoPng, oneBit, { format: 'ota', fit: 'cover' });
    expect(bitmapToRows(decodeOtaBitmap(covered.octets)).every((row) => row.includes('#'))).toBe(true);
    const small = await repurpose(image('one-pixel.png'), oneBit, { format: 'ota', fit: 'cover' });
    expect([small.widthPx, small.heightPx]).toEqual([72, 28]);
    expect(await refusalOf(repurpose(drawn, oneBit, { format: 'ota', maxOctets: 100 }))).toMatchObject({ field: 'maxOctets' });
    expect((await repurpose(image('anim-full-frames.gif'), oneBit, { format: 'ota' })).warnings).toEqual([
      'the first of 8 frames is shown alone',
    ]);
  });

  it('a format that is asked for is given, and kept', async () => {
    for (const format of ['jpeg', 'png', 'gif', 'wbmp'] as const) {
      const { octets } = await repurpose(photoPng, nokia, { format });
      expect(probe(octets).format).toBe(format);
      expect((await repurpose(octets, nokia, { format })).changed).toBe(false);
    }
    const moving = await repurpose(
      image('anim-full-frames.gif'),
      profileOf({ screen: { width: 50, height: 50, bitsPerPixel: 16 } }),
      { format: 'gif' },
    );
    expect(moving.frames).toBe(8);
  });
});

describe('size', () => {
  const octets = encodePng(photo(800, 600));
  it.each([
    ['the image area in the browser', { imageArea: { width: 100, height: 90 } }, {}, [100, 75]],
    ['the screen where the area is not known', {}, {}, [128, 96]],
    ['one side of each', { imageArea: { width: 60, height: null } }, {}, [60, 45]],
    ['the screen in a message', {}, { use: 'mms' }, [128, 96]],
    ['what messages hold, if that is less', { mms: { maxWidth: 64, maxHeight: 640 } }, { use: 'mms' }, [64, 48]],
    ['what messages hold, if asked', {}, { use: 'mms', fullSize: true }, [640, 480]],
    ['no more than asked', {}, { maxWidthPx: 40 }, [40, 30]],
    ['no more than asked in height', {}, { maxHeightPx: 30 }, [40, 30]],
    ['128 where nothing is known', { screen: {}, mms: null }, {}, [128, 96]],
    ['what is asked where nothing is known', { screen: {}, mms: null }, { maxWidthPx: 200, maxHeightPx: 200 }, [200, 150]],
  ] as const)('%s', async (_, changes, options, [width, height]) => {
    const result = await repurpose(octets, profileOf(changes), options as RepurposeOptions);
    expect([result.widthPx, result.heightPx]).toEqual([width, height]);
    expect(result.scale).toBeCloseTo(width / 800);
  });

  it('says what was taken for granted', async () => {
    const { warnings } = await repurpose(octets, profileOf({ screen: { width: 100 }, images: null, mms: null }));
    expect(warnings).toEqual([
      "the screen's height is not known: taken for 128",
      'which pictures it takes is not known: taken for jpeg, gif, wbmp',
      "the screen's colours are not known: taken for 65536",
    ]);
    const plain = profileOf({ screen: { width: 100, height: 100 }, images: { wbmp: true }, mms: null });
    expect((await repurpose(octets, plain)).warnings).toEqual([]);
  });

  it('keeps animations in messages where nothing is known against them', async () => {
    const film = image('anim-full-frames.gif');
    const framesFor = async (gifAnimated: boolean | null, use: 'browser' | 'mms') =>
      (await repurpose(film, profileOf({ images: { gif: true, gifAnimated } }), { use })).frames;
    expect(await framesFor(null, 'mms')).toBeGreaterThan(1);
    expect(await framesFor(null, 'browser')).toBe(1);
    expect(await framesFor(false, 'mms')).toBe(1);
  });
});

describe('JPEG or a palette, by trial', () => {
  const draw = (widthPx: number, heightPx: number, colour: (x: number, y: number) => readonly number[]): Raster => ({
    ...{ widthPx, heightPx, channels: 3 },
    samples: Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, i) => {
      const pixel = Math.floor(i / 3);
      return colour(pixel % widthPx, Math.floor(pixel / widthPx))[i % 3] as number;
    }),
  });
  const glow = draw(256, 192, (x, y) => {
    const level = Math.max(0, 255 - 1.6 * Math.hypot(x - 128, y - 96));
    return [level, (level * 15 + x / 2) / 16, 128 + level / 2];
  });
  const BARS = [
    [255, 255, 255],
    [255, 255, 0],
    [0, 255, 255],
    [0, 255, 0],
    [255, 0, 255],
    [255, 0, 0],
    [0, 0, 255],
    [0, 0, 0],
  ];
  const bars = draw(320, 240, (x, y) => (Math.hypot(x - 160, y - 120) < 70 ? [255, 255, 255] : BARS[Math.floor(x / 40)]!));
  const decibels = async (raster: Raster, octets: Uint8Array): Promise<number> => {
    const shown = await pixelsOf(octets);
    const of = ({ channels, samples }: Raster, i: number) =>
      samples[channels === 1 ? Math.floor(i / 3) : Math.floor(i / 3) * channels + (i % 3)]!;
    let sum = 0;
    const { length } = raster.samples;
    for (let i = 0; i < length; i++) sum += (of(raster, i) - of(shown, i)) ** 2;
    return 10 * Math.log10((65_025 * length) / Math.max(1, sum));
  };

  it('a gradient becomes no PNG with bands', async () => {
    const { contentType, octets } = await repurpose(encodePng(glow), plain);
    expect(contentType).toBe('image/jpeg');
    const banded = await repurpose(encodePng(glow), plain, { format: 'png' });
    const small = resize(glow, 128, 96);
    expect(await decibels(small, octets)).toBeGreaterThan(await decibels(small, banded.octets));
  });

  it('a test card becomes no JPEG, with few octets either', async () => {
    const wide = profileOf({ screen: { width: 320, height: 240, colors: 65_536, bitsPerPixel: 16 } });
    const blurred = await repurpose(encodePng(bars), wide, { format: 'jpeg' });
    for (const [profile, maxOctets] of [[plain], [wide], [plain, 1500], [wide, 1500]] as const) {
      expect((await repurpose(encodePng(bars), profile, { maxOctets })).contentType).toBe('image/png');
    }
    const { octets } = await repurpose(encodePng(bars), wide);
    expect(octets.length).toBeLessThan(blurred.octets.length / 2);
    expect(await decibels(bars, octets)).toBeGreaterThan((await decibels(bars, blurred.octets)) + 10);
  });

  it('a photograph in greys, which a palette holds exactly, becomes no PNG of twice the octets', async () => {
    const grey = toGrey(photo(128, 96));
    const { contentType, octets } = await repurpose(encodePng(grey), profileOf({ screen: { ...plain.screen, width: 120 } }));
    expect(contentType).toBe('image/jpeg');
    expect((await repurpose(encodePng(grey), plain, { format: 'png', colors: 255 })).octets.length).toBeGreaterThan(
      octets.length,
    );
  });

  it('a screen of few colours gets them', async () => {
    const few = profileOf({ screen: { width: 128, height: 128, colors: 256, bitsPerPixel: 8 } });
    expect((await repurpose(encodePng(bars), few)).contentType).toBe('image/png');
  });
});

/** An animation of so many frames with the shades of a photograph. */
function film(frames: number): Uint8Array {
  const rasters = Array.from({ length: frames }, (_, i) => {
    const { samples, ...shape } = photo(128, 96);
    return { ...shape, samples: samples.map((sample, at) => (sample + i * (at % 97 < 40 ? 20 : 5)) & 0xff) };
  });
  const palette = buildPalette(rasters, 255);
  const pictures = rasters.map((raster) => ({ indices: mapToPalette(raster, palette), delayMs: 100 }));
  return encodeGif({ widthPx: 128, heightPx: 96, palette, frames: pictures, loops: 0 });
}

describe('octets', () => {
  it('an animation has the most colours that fit, so that its octets are used', async () => {
    const octets = film(4);
    const profile = profileOf({ screen: { width: 96, height: 96, bitsPerPixel: 16, colors: 65_536 } });
    const whole = (await repurpose(octets, profile)).octets.length;
    for (const share of [0.75, 0.65, 0.55, 0.45]) {
      const maxOctets = Math.floor(whole * share);
      const result = await repurpose(octets, profile, { maxOctets });
      expect(result.frames).toBe(4);
      expect(result.octets.length).toBeLessThanOrEqual(maxOctets);
      expect(result.octets.length / maxOctets, `${share}`).toBeGreaterThan(0.9);
    }
  });

  it('an animation that does not fit becomes a JPEG where that is taken, a GIF where that is asked for', async () => {
    const octets = film(8);
    const profile = profileOf({ screen: { width: 128, height: 128, bitsPerPixel: 16, colors: 65_536 } });
    const { contentType, widthPx, warnings, steps } = await repurpose(octets, profile, { maxOctets: 2500 });
    expect([contentType, widthPx]).toEqual(['image/jpeg', 128]);
    expect(warnings).toContain('the animation does not fit: its first frame is shown alone');
    expect(steps[2]).toMatch(/^format .*jpeg: /);
    const asked = await repurpose(octets, profile, { maxOctets: 2500, format: 'gif' });
    expect([asked.contentType, asked.frames]).toEqual(['image/gif', 1]);
    // No JPEG is that small.
    const tiny = await repurpose(octets, profile, { maxOctets: 300 });
    expect(tiny.octets.length).toBeLessThanOrEqual(300);
  });

  it('a message keeps room for the rest of it', async () => {
    const tight = profileOf({ mms: { maxBytes: 3000, types: ['image/*'] } });
    const { octets, quality, steps } = await repurpose(image('photo-baseline.jpg'), tight, { use: 'mms' });
    expect(octets.length).toBeLessThanOrEqual(3000 - 1024);
    expect(quality).toBeLessThan(90);
    expect(steps.at(-1)).toMatch(/^encoded: quality \d+, \d+ octets, \d+ tries$/);
  });

  it('a content type that is none of a picture counts for nothing', async () => {
    const { contentType } = await repurpose(image('photo-baseline.jpg'), nokia, { types: ['constructor', 'image/gif'] });
    expect(contentType).toBe('image/gif');
    const refusal = (types: string[]) => repurpose(image('photo-baseline.jpg'), nokia, { types }).then(() => undefined, String);
    const none = await refusal(['text/plain']);
    expect(none).toBeDefined();
    expect(await refusal(['constructor'])).toBe(none);
  });

  it('quality goes first, then the size', async () => {
    const sizes: Repurposed[] = [];
    for (const maxOctets of [10_000, 2500, 700, 600])
      sizes.push(await repurpose(image('photo-baseline.jpg'), nokia, { maxOctets }));
    expect(sizes.map(({ widthPx }) => widthPx === 128)).toEqual([true, true, false, false]);
    expect(sizes[0]!.quality).toBe(90);
    expect(sizes[1]!.quality).toBeLessThan(90);
    expect(sizes[2]!.warnings).toEqual(['made smaller than the handset shows it, to fit in 700 octets']);
    // A better quality than that of a plain encoder in as many octets.
    const { quality } = sizes[1]!;
    const plain = await repurpose(image('photo-baseline.jpg'), nokia, { quality: quality! });
    expect(plain.octets.length).toBeGreaterThan(2500);
    expect((await repurpose(image('photo-baseline.jpg'), nokia, { quality: 20 })).quality).toBe(20);
  });

  it('colours go first, then the size', async () => {
    const at = (maxOctets: number) => repurpose(image('photo-baseline.jpg'), nokia, { format: 'png', maxOctets });
    const [whole, fewer, small] = [await at(20_000), await at(6000), await at(1000)];
    expect([whole.colors, whole.widthPx]).toEqual([256, 128]);
    expect(fewer.colors).toBeLessThan(256);
    expect(fewer.widthPx).toBe(128);
    expect(small.widthPx).toBeLessThan(128);
  });

  it('of an animation frames go, then the size, then all but the first', async () => {
    const profile = profileOf({ screen: { width: 90, height: 90, bitsPerPixel: 16, colors: 65_536 } });
    const whole = await repurpose(image('anim-full-frames.gif'), profile);
    const results = [];
    for (let maxOctets = whole.octets.length; ; maxOctets = Math.floor(maxOctets * 0.8)) {
      const result = await repurpose(image('anim-full-frames.gif'), profile, { maxOctets });
      expect(result.octets.length).toBeLessThanOrEqual(maxOctets);
      results.push(result);
      if (result.frames === 1) break;
    }
    expect(results.some(({ frames }) => frames === 4)).toBe(true);
    const durations = await Promise.all(
      results
        .slice(0, -1)
        .map(async ({ octets }) => (await decodeImage(octets)).frames.reduce((sum, { delayMs }) => sum + delayMs, 0)),
    );
    expect(new Set(durations)).toEqual(new Set([800]));
    expect(results.at(-1)!.warnings).toContain('the animation does not fit: its first frame is shown alone');
  });

  it('no size fits in nothing', async () => {
    expect(await refusalOf(repurpose(image('photo-baseline.jpg'), nokia, { maxOctets: 50 }))).toMatchObject({
      code: 'unencodable',
      field: 'maxOctets',
    });
    expect(await refusalOf(repurpose(image('anim-full-frames.gif'), nokia, { maxOctets: 50 }))).toMatchObject({
      code: 'unencodable',
      field: 'maxOctets',
    });
  });
});

describe('what is left as it is', () => {
  it('a file that fits, the very octets', async () => {
    const octets = image('jpeg-named.png');
    const result = await repurpose(octets, nokia);
    expect([result.octets === octets, result.changed, result.scale, result.steps]).toEqual([
      true,
      false,
      1,
      ['left as it is: it fits'],
    ]);
  });

  it('what is no picture, unless its name promises one', async () => {
    const text = new TextEncoder().encode('BEGIN:VCARD');
    for (const options of [{}, { name: 'me.vcf' }, { name: 'me.jpg', allowUnknown: true }]) {
      const result = await repurpose(text, nokia, options);
      expect([result.octets === text, result.changed, result.contentType, result.source]).toEqual([
        true,
        false,
        undefined,
        undefined,
      ]);
    }
    for (const options of [{ name: 'me.jpg' }, { name: 'image/png' }, { allowUnknown: false }]) {
      expect(await refusalOf(repurpose(text, nokia, options))).toMatchObject({ code: 'bad-value', field: 'image' });
    }
    expect(await refusalOf(repurpose(new Uint8Array(0), nokia, { allowUnknown: true }))).toMatchObject({ code: 'truncated' });
    const [fits, long] = [text.length, 10].map((maxOctets) => repurpose(text, nokia, { maxOctets }));
    expect([(await fits!).warnings, (await long!).warnings]).toEqual([[], ['passed on with 11 octets, limit is 10']]);
    expect(await refusalOf(repurpose(text, nokia, { maxOctets: 0 }))).toMatchObject({ field: 'maxOctets' });
  });

  it('everything when it is disabled, broken files too', async () => {
    const octets = image('truncated.jpg');
    const result = await repurpose(octets, nokia, { disable: true });
    expect([result.octets === octets, result.contentType, result.steps]).toEqual([
      true,
      'image/jpeg',
      ['left as it is: disabled'],
    ]);
    expect((await repurpose(new Uint8Array(0), nokia, { disable: true })).contentType).toBeUndefined();
  });

  it.each([
    ['comment-32k.jpg', /too large|more than the picture/],
    ['photo-progressive.jpg', /not a baseline/],
    ['interlaced.png', /interlaced/],
    ['rgb16.png', /16 bits/],
    ['rgba-gradient.png', /shine through/],
    ['bomb-ztxt.png', /more than the picture/],
    ['frame-outside.gif', /more than the picture/],
    ['exif-orientation-2.jpg', /turned/],
  ])('not %s, though it is small', async (file, why) => {
    const large = profileOf({ screen: { width: 640, height: 480, bitsPerPixel: 16, colors: 65_536 } });
    const { changed, steps } = await repurpose(image(file), large);
    expect([changed, steps[0]]).toEqual([true, expect.stringMatching(why)]);
  });

  it('not a JPEG with something behind it, nor a GIF with a comment', async () => {
    const trailing = Uint8Array.of(...image('jpeg-named.png'), 1, 2, 3);
    expect((await repurpose(trailing, nokia)).steps[0]).toBe('changed: it holds more than the picture');
    const gif = image('gif87.gif');
    const commented = Uint8Array.of(...gif.subarray(0, -1), 0x21, 0xfe, 1, 65, 0, 0x3b);
    commented.set([0x38, 0x39], 3);
    expect((await repurpose(commented, nokia)).steps[0]).toBe('changed: it holds more than the picture');
  });

  it('not a JPEG with something behind the fields of its Adobe header', async () => {
    const octets = encodeJpeg(photo(30, 20));
    const withAdobe = (more: readonly number[]) => {
      const header = [0xff, 0xee, 0, 14 + more.length, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 1, ...more];
      return Uint8Array.of(...octets.subarray(0, 20), ...header, ...octets.subarray(20));
    };
    expect((await repurpose(withAdobe([]), plain)).changed).toBe(false);
    expect((await repurpose(withAdobe([71, 80, 83]), plain)).changed).toBe(true);
  });

  it('not a GIF whose sub-block of loops has more than loops', async () => {
    const gif = image('anim-full-frames.gif');
    const at = Buffer.from(gif).indexOf('NETSCAPE2.0') + 11;
    const hidden = [7, 1, 0, 0, 0, 71, 80, 83];
    const { changed, octets } = await repurpose(
      Uint8Array.of(...gif.subarray(0, at), ...hidden, ...gif.subarray(at + 4)),
      plain,
    );
    expect([changed, Buffer.from(octets).includes('GPS')]).toEqual([true, false]);
  });

  it('a GIF whose loops are counted by the other name that there is for them', async () => {
    const gif = image('anim-full-frames.gif');
    const name = Buffer.from(gif).indexOf('NETSCAPE2.0');
    const other = Uint8Array.of(...gif.subarray(0, name), ...Buffer.from('ANIMEXTS1.0'), ...gif.subarray(name + 11));
    expect(probe(other).loops).toBe(probe(gif).loops);
    expect((await repurpose(other, plain)).changed).toBe(false);
    const unknown = Uint8Array.of(...gif.subarray(0, name), ...Buffer.from('ANIMEXTS2.0'), ...gif.subarray(name + 11));
    expect((await repurpose(unknown, plain)).steps[0]).toBe('changed: it holds more than the picture');
  });

  it('a BMP of 24 bits with colours for screens that have few, but not with something between them and its pixels', async () => {
    const takesBmp = profileOf({ images: { wbmp: false, gif: false, gifAnimated: false, jpg: true, png: true, bmp: true } });
    const picture = { header: 40, widthPx: 5, heightPx: 3, depth: 24, pixels: Array.from({ length: 15 }, (_, i) => i * 7919) };
    for (const [more, why] of [
      [{}, undefined],
      [{ palette: [0xff0000, 0xff00, 0xff] }, undefined],
      [{ gap: 4 }, 'changed: it holds more than the picture'],
      [{ palette: [0xff0000], gap: 4 }, 'changed: it holds more than the picture'],
    ] as const) {
      const { changed, steps } = await repurpose(buildBmp({ ...picture, ...more }), takesBmp);
      expect([changed, changed ? steps[0] : undefined]).toEqual([why !== undefined, why]);
    }
  });

  it('not a GIF that hides something behind its count of loops or its delay', async () => {
    const gif = image('anim-full-frames.gif');
    const name = Buffer.from(gif).indexOf('NETSCAPE2.0');
    const spliced = (at: number) => Uint8Array.of(...gif.subarray(0, at), 3, 71, 80, 83, ...gif.subarray(at));
    const control = Buffer.from(gif).indexOf(Uint8Array.of(0x21, 0xf9, 4));
    for (const at of [name + 15, control + 7]) {
      const { changed, octets } = await repurpose(spliced(at), plain);
      expect([changed, Buffer.from(octets).includes('GPS')]).toEqual([true, false]);
    }
  });

  it.each([
    ['a JPEG', 'ycck', image('cmyk.jpg')],
    ['a JPEG', 'rgb', encodeJpeg(photo(30, 20))],
  ])('not %s in %s, which handsets do not show', async (_, colour, octets) => {
    if (colour === 'rgb') {
      // The same file, its components called R, G and B, and without a JFIF header that says otherwise.
      const sof = Buffer.from(octets).indexOf(Uint8Array.of(0xff, 0xc0));
      const sos = Buffer.from(octets).indexOf(Uint8Array.of(0xff, 0xda));
      for (const [i, id] of [...'RGB'].entries()) {
        octets[sof + 10 + i * 3] = id.charCodeAt(0);
        octets[sos + 5 + i * 2] = id.charCodeAt(0);
      }
    }
    const bare = colour === 'rgb' ? Uint8Array.of(0xff, 0xd8, ...octets.subarray(20)) : octets;
    const large = profileOf({ screen: { width: 640, height: 480, bitsPerPixel: 16, colors: 65_536 } });
    expect(probe(bare).colour).toBe(colour);
    const { changed, steps, octets: made } = await repurpose(bare, large, { format: 'jpeg' });
    expect([changed, steps[0]]).toEqual([true, `changed: its colours are ${colour}`]);
    expect(probe(made).colour).toBe('ycbcr');
  });

  it('nothing that reading had to let a fault pass in', async () => {
    const large = profileOf({ screen: { width: 640, height: 480, bitsPerPixel: 16, colors: 65_536 } });
    const { changed, steps, octets, warnings } = await repurpose(image('bad-crc-or-data.png'), large, { lenient: true });
    expect([changed, steps[0]]).toEqual([true, 'changed: it is damaged']);
    expect(warnings.length).toBe(new Set(warnings).size);
    expect((await repurpose(octets, large)).changed).toBe(false);
  });

  it.each([
    ['jpeg', 'JPEG', 'EOI'],
    ['png', 'PNG', 'IEND'],
    ['gif', 'GIF', 'the trailer'],
  ] as const)('not what follows the end of a %s', async (format, field, last) => {
    const { octets: fitting } = await repurpose(encodePng(photo(30, 20)), plain, { format });
    expect((await repurpose(fitting, plain, { format })).changed).toBe(false);
    const { changed, steps, warnings, octets } = await repurpose(Uint8Array.of(...fitting, ...Buffer.from('GPS')), plain, {
      format,
    });
    expect([changed, steps[0]]).toEqual([true, 'changed: it holds more than the picture']);
    expect(warnings).toEqual([`${field} at ${fitting.length}: 3 octets of trailing data after ${last}`]);
    expect(Buffer.from(octets).includes('GPS')).toBe(false);
    expect((await repurpose(octets, plain, { format })).changed).toBe(false);
  });

  it('not more colours than are asked for; those of its palette that are not in it do not count', async () => {
    const palette = { rgb: Uint8Array.from({ length: 30 }, (_, i) => i * 8) };
    const indices = Uint8Array.from({ length: 100 }, (_, i) => i % 10);
    const gif = encodeGif({ widthPx: 10, heightPx: 10, palette, frames: [{ indices }] });
    expect(probe(gif).colors).toBe(16);
    for (const [colors, changed] of [
      [9, true],
      [10, false],
    ] as const) {
      const result = await repurpose(gif, plain, { colors });
      expect(result.changed).toBe(changed);
      expect((await repurpose(result.octets, plain, { colors })).changed).toBe(false);
      const { samples } = await pixelsOf(result.octets);
      const shown = new Set(Array.from({ length: 100 }, (_, i) => samples.subarray(i * 4, i * 4 + 3).join()));
      if (probe(result.octets).format === 'gif') expect(shown.size).toBeLessThanOrEqual(colors);
    }
  });

  it('a BMP where that is taken', async () => {
    const bmp = new Uint8Array(
      await sharp(image('one-pixel.png'))
        .raw()
        .toBuffer()
        .then(() => import('jimp'))
        .then(({ Jimp }) => new Jimp({ width: 9, height: 9, color: 0x336699ff }).getBuffer('image/bmp')),
    );
    expect((await repurpose(bmp, profileOf({ images: { bmp: true, png: true } }))).changed).toBe(false);
    const trailing = Uint8Array.of(...bmp, 1, 2, 71, 80, 83);
    expect((await repurpose(trailing, profileOf({ images: { bmp: true, png: true } }))).steps[0]).toMatch(
      /more than the picture/,
    );
    const twoBits = buildBmp({
      header: 40,
      widthPx: 2,
      heightPx: 1,
      depth: 2,
      palette: [0, 0xff0000, 255, 99],
      pixels: [1, 2],
    });
    expect((await repurpose(twoBits, profileOf({ images: { bmp: true, png: true } }))).contentType).toBe('image/png');
    const other = await repurpose(bmp, plain);
    expect([other.changed, other.source?.format, other.widthPx]).toEqual([true, 'bmp', 9]);
  });
});

describe('few octets', () => {
  it('make another format of what no JPEG is small enough for', async () => {
    const { contentType, octets, steps } = await repurpose(encodePng(photo(200, 150)), nokia, { maxOctets: 250 });
    expect(contentType).toMatch(/image\/(png|gif)/);
    expect(octets.length).toBeLessThanOrEqual(250);
    expect(steps).toContain(`format png or gif: no JPEG is small enough`);
    const asked = repurpose(encodePng(photo(200, 150)), nokia, { maxOctets: 250, format: 'jpeg' });
    expect(await refusalOf(asked)).toMatchObject({ code: 'unencodable', field: 'maxOctets' });
  });

  it('eight greys are not sixteen', async () => {
    const eight = profileOf({ screen: { width: 60, height: 60, colors: 8, bitsPerPixel: 3, greyscale: true } });
    const { octets, colors } = await repurpose(image('photo-422.jpg'), eight);
    expect([colors, probe(octets).bitDepth]).toEqual([4, 2]);
    expect((await repurpose(octets, eight)).changed).toBe(false);
  });

  it('a box of broken pixels is one of whole ones', () => {
    expect(fitSize({ widthPx: 40, heightPx: 30 }, { widthPx: 20.9, heightPx: 99 })).toEqual({ widthPx: 20, heightPx: 15 });
  });

  it('end at a signal that comes between two sizes', async () => {
    const controller = new AbortController();
    setImmediate(() => setImmediate(() => controller.abort(new Error('stop'))));
    const work = repurpose(encodePng(photo(400, 300)), nokia, { signal: controller.signal, format: 'png', maxOctets: 150 });
    await expect(work).rejects.toThrow('stop');
  });
});

describe('sharp, where it is installed', () => {
  it('reduces in place of this package', async () => {
    for (const file of ['photo-baseline.jpg', 'logo-alpha.png', 'exif-orientation-6.jpg', 'gray.jpg']) {
      const [own, other] = await Promise.all([
        repurpose(image(file), nokia, { format: 'png' }),
        repurpose(image(file), nokia, { format: 'png', engine: 'sharp' }),
      ]);
      expect([other.widthPx, other.heightPx]).toEqual([own.widthPx, own.heightPx]);
      expect(likeness(await pixelsOf(own.octets), await pixelsOf(other.octets))).toBeGreaterThan(0.9);
    }
    expect((await repurpose(image('photo-baseline.jpg'), oneBit, { engine: 'sharp' })).contentType).toBe('image/vnd.wap.wbmp');
    expect((await repurpose(image('small.wbmp'), nokia, { engine: 'sharp', format: 'png' })).widthPx).toBe(96);
    expect(await refusalOf(repurpose(image('truncated.jpg'), nokia, { engine: 'sharp' }))).toMatchObject({
      code: 'bad-value',
      field: 'JPEG',
    });
    expect((await repurpose(image('truncated.jpg'), nokia, { engine: 'sharp', lenient: true })).widthPx).toBe(128);
  });
});

describe('refusals', () => {
  it.each([
    ['use', { use: 'wap' }],
    ['format', { format: 'webp' }],
    ['engine', { engine: 'gd' }],
    ['fit', { fit: 'fill' }],
    ['dither', { dither: 'atkinson' }],
    ['quality', { quality: 0 }],
    ['quality', { quality: 50.5 }],
    ['colors', { colors: 1 }],
    ['diffusion', { diffusion: 1.1 }],
    ['threshold', { threshold: 256 }],
    ['maxOctets', { maxOctets: 0 }],
    ['maxWidthPx', { maxWidthPx: -1 }],
    ['maxHeightPx', { maxHeightPx: Number.NaN }],
    ['background', { background: [1, 2] }],
    ['otaSize', { format: 'ota', otaSize: { widthPx: 0, heightPx: 5 } }],
    ['otaSize', { format: 'ota', otaSize: { widthPx: 72, heightPx: 65_535 } }],
    ['otaSize', { format: 'ota', otaSize: { widthPx: 72 } }],
  ])('%s: %j', async (field, options) => {
    expect(await refusalOf(repurpose(image('one-pixel.png'), nokia, options as RepurposeOptions))).toMatchObject({
      code: 'bad-value',
      field,
    });
  });

  it('wrong types', async () => {
    await expect(repurpose('x' as never, nokia)).rejects.toThrow(TypeError);
    await expect(repurpose(image('one-pixel.png'), null as never)).rejects.toThrow(TypeError);
  });

  it('a signal ends the work, before it and in it', async () => {
    await expect(repurpose(image('one-pixel.png'), nokia, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
    const controller = new AbortController();
    const work = repurpose(encodePng(photo(400, 300)), nokia, { signal: controller.signal, format: 'png', maxOctets: 400 });
    controller.abort(new Error('stop'));
    await expect(work).rejects.toThrow('stop');
  });
});
