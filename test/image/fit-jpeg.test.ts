import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import sharp from 'sharp';
import { ssim } from 'ssim.js';
import { describe, expect, it, vi } from 'vitest';
import { decodeImage, encodePng, probe, type Raster, repurpose } from '../../src/image/index.js';
import { Picture } from '../../src/image/jpeg/picture.js';
import { enlarge } from '../../src/image/likeness.js';
import { toGrey, toRgba } from '../../src/image/raster.js';
import { stripMetadata } from '../../src/image/repurpose/strip.js';
import { resize } from '../../src/image/resize/resize.js';
import { damaged } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { image, profileOf } from './images.js';

const tall = profileOf({
  screen: { width: 240, height: 320, bitsPerPixel: 16, colors: 65_536 },
  imageArea: { width: 240, height: 320 },
  images: { jpg: true },
});

/** Photographs that a package brings along as its own test pictures, cut to 240x320. */
const photographs = ['hairstreak', 'pelagrina'].map((name) => {
  return sharp(readFileSync(photographPath(name)))
    .resize(240, 320, { fit: 'cover' })
    .png()
    .toBuffer();
});

function photographPath(name: string): string {
  return fileURLToPath(new URL(`../../node_modules/gifwrap/test/fixtures/${name}.jpg`, import.meta.url));
}

const pixelsOf = async (octets: Uint8Array): Promise<Raster> => (await decodeImage(octets)).frames[0]!.raster;

/** How like a picture a file is by ssim.js, enlarged to its size. */
async function likenessTo(picture: Raster, file: Uint8Array): Promise<number> {
  const { widthPx: width, heightPx: height } = picture;
  const found = await sharp(file).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const from = { widthPx: found.info.width, heightPx: found.info.height };
  const [one, other] = [toGrey(picture).samples, enlarge(new Uint8Array(found.data), from, picture)].map((samples) => {
    const rgba = toRgba({ widthPx: width, heightPx: height, channels: 1, samples });
    return { width, height, data: new Uint8ClampedArray(rgba.samples) };
  });
  return ssim(one as never, other as never).mssim;
}

/** libjpeg's file of the best quality that fits. */
async function byLibjpeg(picture: Uint8Array, maxOctets: number): Promise<Uint8Array> {
  for (let quality = 100; ; quality--) {
    const file = await sharp(picture).jpeg({ quality, optimizeCoding: true }).toBuffer();
    if (file.length <= maxOctets) return new Uint8Array(file);
  }
}

describe('a JPEG in few octets', () => {
  it.each([8000, 5000, 3000, 2000])('of %i is more like the picture than that of libjpeg', async (maxOctets) => {
    let [ours, theirs] = [0, 0];
    for (const made of photographs) {
      const file = new Uint8Array(await made);
      const picture = await pixelsOf(file);
      const { octets, contentType } = await repurpose(file, tall, { maxOctets });
      expect(contentType).toBe('image/jpeg');
      expect(octets.length).toBeLessThanOrEqual(maxOctets);
      expect(octets.length).toBeGreaterThan(maxOctets * 0.95);
      ours += await likenessTo(picture, octets);
      theirs += await likenessTo(picture, await byLibjpeg(file, maxOctets));
    }
    expect(ours).toBeGreaterThan(theirs);
  });

  it('is smaller only where quality 30 does not fit', async () => {
    const file = new Uint8Array(await photographs[1]!);
    const widths: number[] = [];
    for (const maxOctets of [20_000, 10_000, 6000, 3000, 1500, 1000, 600]) {
      const { widthPx = 0, quality = 0, warnings } = await repurpose(file, tall, { maxOctets });
      expect(warnings.length).toBe(widthPx < 240 ? 1 : 0);
      const plain = await sharp(file).jpeg({ quality: 30, optimizeCoding: true }).toBuffer();
      if (plain.length <= maxOctets) expect([widthPx, quality >= 30]).toEqual([240, true]);
      widths.push(widthPx);
    }
    expect(widths.at(-1)).toBeLessThan(240);
  });

  it('fits, whatever the picture, or is refused', async () => {
    const level = fc.nat({ max: 255 });
    const side = fc.integer({ min: 1, max: 40 });
    await fc.assert(
      fc.asyncProperty(
        side,
        side,
        fc.infiniteStream(level),
        fc.integer({ min: 150, max: 3000 }),
        async (w, h, levels, maxOctets) => {
          const samples = Uint8Array.from({ length: w * h * 3 }, () => levels.next().value);
          const file = encodePng({ widthPx: w, heightPx: h, channels: 3, samples });
          const work = repurpose(file, tall, { format: 'jpeg', maxOctets });
          const found = await work.then(({ octets }) => octets.length, String);
          if (typeof found === 'number') expect(found).toBeLessThanOrEqual(maxOctets);
          else {
            expect(found).toContain('maxOctets');
            expect(maxOctets).toBeLessThan(700);
          }
        },
      ),
      costly(60),
    );
  });

  it('of many pixels is no less like the picture than that of libjpeg at any smaller size', async () => {
    const large = profileOf({
      screen: { width: 1_080, height: 1_920, bitsPerPixel: 24, colors: 16_777_216 },
      imageArea: { width: 1_080, height: 1_920 },
      images: { jpg: true },
    });
    const file = new Uint8Array(
      await sharp(readFileSync(photographPath('hairstreak')))
        .resize(780, 1_040)
        .png()
        .toBuffer(),
    );
    const picture = await pixelsOf(file);
    const { octets } = await repurpose(file, large, { maxOctets: 4_000 });
    const ours = await likenessTo(picture, octets);
    for (const width of [156, 260, 390]) {
      const theirs = await byLibjpeg(await sharp(file).resize(width).png().toBuffer(), 4_000);
      expect(ours, `${width}`).toBeGreaterThan(await likenessTo(picture, theirs));
    }
  });

  it('lets others have their turn between any two steps, the one who ends it among them', async () => {
    const file = new Uint8Array(await photographs[0]!);
    let turns = 0;
    const count = () => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    try {
      const { steps } = await repurpose(file, tall, { maxOctets: 3_000 });
      const tries = Number(/(\d+) tries/.exec(steps.join())![1]);
      expect(turns).toBeGreaterThanOrEqual(tries);
      const half = turns / 2;
      const ending = new AbortController();
      turns = 0;
      const waiting = repurpose(file, tall, { maxOctets: 3_000, signal: ending.signal });
      while (turns < 10) await new Promise((resolve) => setImmediate(resolve));
      ending.abort('enough');
      await expect(waiting).rejects.toBe('enough');
      expect(turns).toBeLessThan(half);
    } finally {
      clearImmediate(timer);
    }
  });
});

describe('chroma', () => {
  const chromaOf = async (octets: Uint8Array) => (await sharp(octets).metadata()).chromaSubsampling;

  /** Lines of one pixel in two colours. */
  const lines = (): Raster => {
    const samples = Uint8Array.from({ length: 60 * 60 * 3 }, (_, i) => {
      const pixel = Math.floor(i / 3);
      return pixel % 3 === 0 ? [230, 20, 30][i % 3]! : [20, 40, 220][i % 3]!;
    });
    return { widthPx: 60, heightPx: 60, channels: 3, samples };
  };

  it('is whole where colours change from pixel to pixel, else halved', async () => {
    const drawn = encodePng(lines());
    const whole = await repurpose(drawn, tall, { format: 'jpeg' });
    expect(await chromaOf(whole.octets)).toBe('4:4:4');
    expect(whole.steps.at(-1)).toContain('chroma of each pixel');
    for (const made of photographs)
      expect(await chromaOf((await repurpose(new Uint8Array(await made), tall)).octets)).toBe('4:2:0');
  });
});

describe('a JPEG that the handset takes', () => {
  it('comes out with no more octets, at the size of the box', async () => {
    const small = profileOf({
      ...tall,
      screen: { ...tall.screen, width: 128, height: 128 },
      imageArea: { width: 128, height: 128 },
    });
    for (const file of ['photo-422.jpg', 'gray.jpg', 'cmyk.jpg', 'exif-orientation-6.jpg']) {
      const { octets, widthPx = 0, heightPx = 0 } = await repurpose(image(file), small);
      expect(Math.max(widthPx, heightPx)).toBe(128);
      expect(octets.length).toBeLessThanOrEqual(image(file).length);
    }
    for (const made of photographs) {
      for (const quality of [15, 40, 80]) {
        const file = new Uint8Array(
          await sharp(await made)
            .jpeg({ quality, progressive: true })
            .toBuffer(),
        );
        const { octets, widthPx, changed } = await repurpose(file, tall);
        expect([changed, widthPx]).toEqual([true, 240]);
        expect(octets.length).toBeLessThanOrEqual(file.length);
      }
    }
  });

  it('keeps its own data where only metadata, or what follows its end, are against it', async () => {
    for (const made of photographs) {
      const jpeg = sharp(await made).jpeg({ quality: 70 });
      const bare = new Uint8Array(await jpeg.toBuffer());
      const full = await jpeg.withExif({ IFD0: { Copyright: 'a name', ImageDescription: 'x'.repeat(3000) } }).toBuffer();
      for (const file of [full, Buffer.concat([full, Buffer.from('more')])]) {
        const { octets, changed, quality, steps, warnings } = await repurpose(new Uint8Array(file), tall);
        expect([changed, quality]).toEqual([true, undefined]);
        expect(octets).toEqual(bare);
        expect(steps).toEqual([
          'changed: it holds more than the picture',
          `the picture's own data are kept: ${bare.length} octets`,
        ]);
        expect(warnings.length).toBe(file === full ? 0 : 1);
        expect((await repurpose(octets, tall)).changed).toBe(false);
      }
      // Too many octets, and few enough without them.
      expect((await repurpose(new Uint8Array(full), tall, { maxOctets: bare.length })).octets).toEqual(bare);
    }
  });

  it('is unpacked once with its metadata, and once without', async () => {
    const jpeg = sharp(await photographs[0]!).jpeg({ quality: 70 });
    const file = new Uint8Array(await jpeg.withExif({ IFD0: { Copyright: 'a name' } }).toBuffer());
    const spy = vi.spyOn(Picture.prototype, 'finish');
    try {
      const { octets } = await repurpose(file, tall);
      expect([octets.length < file.length, spy.mock.calls.length]).toEqual([true, 2]);
      spy.mockClear();
      await repurpose(octets, tall);
      expect(spy).toHaveBeenCalledTimes(1);
    } finally {
      spy.mockRestore();
    }
  });
});

describe('a PNG with texts', () => {
  it('keeps its own data', async () => {
    const profile = profileOf({ ...tall, images: { png: true } });
    const raster = resize(await pixelsOf(image('photo-422.jpg')), 60, 45);
    const bare = encodePng(raster);
    const text = Buffer.from('0000000574455874610062636c4f67f65d', 'hex');
    const file = new Uint8Array(Buffer.concat([bare.subarray(0, 33), text, bare.subarray(33)]));
    expect(stripMetadata(file, 'png')).toEqual(bare);
    const { octets, changed } = await repurpose(file, profile, { format: 'png' });
    expect(changed).toBe(true);
    expect(octets).toEqual(bare);
  });
});

describe('leaving metadata out', () => {
  it('never loses which side is up', async () => {
    // Four corners of different colours; and a picture that looks the same however it is turned.
    const colour = (x: number, y: number) => [x < 30 ? 230 : 40, y < 20 ? 230 : 40, 128];
    const corners = Uint8Array.from({ length: 60 * 40 * 3 }, (_, i) => {
      const pixel = Math.floor(i / 3);
      return colour(pixel % 60, Math.floor(pixel / 60))[i % 3] as number;
    });
    for (const samples of [corners, new Uint8Array(60 * 40 * 3).fill(100)]) {
      for (let orientation = 1; orientation <= 8; orientation++) {
        const stored = sharp(samples, { raw: { width: 60, height: 40, channels: 3 } }).jpeg({ quality: 90 });
        const file = new Uint8Array(await stored.withMetadata({ orientation }).toBuffer());
        const { octets, widthPx, heightPx } = await repurpose(file, tall);
        expect([widthPx, heightPx]).toEqual(orientation < 5 ? [60, 40] : [40, 60]);
        const { orientation: after, ...made } = probe(octets);
        expect([after, made.widthPx, made.heightPx]).toEqual([1, widthPx, heightPx]);
        const upright = await sharp(file).rotate().removeAlpha().raw().toBuffer();
        const shown = await sharp(octets).removeAlpha().raw().toBuffer();
        const differences = shown.map((sample, i) => Math.abs(sample - (upright[i] as number)));
        expect(differences.reduce((sum, difference) => sum + difference, 0) / shown.length).toBeLessThan(6);
      }
    }
  });

  it('gives a file of the same pixels, or none, of whatever is damaged', async () => {
    const files = ['photo-422.jpg', 'comment-32k.jpg', 'exif-orientation-2.jpg', 'bomb-ztxt.png', 'interlaced.png'];
    const whole = fc.constantFrom(...files.map(image));
    await fc.assert(
      fc.asyncProperty(fc.oneof(whole, damaged(whole)), async (octets) => {
        const found = stripMetadata(octets, octets[0] === 0x89 ? 'png' : 'jpeg');
        if (found === undefined) return;
        expect(found.length).toBeLessThan(octets.length);
        const decoded = (file: Uint8Array) => decodeImage(file).then(({ frames }) => frames[0]!.raster.samples, String);
        const [before, after] = [await decoded(octets), await decoded(found)];
        if (typeof before !== 'string' && probe(octets).orientation === 1) expect(after).toEqual(before);
      }),
      costly(40),
    );
  });
});
