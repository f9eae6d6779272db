import { createHash } from 'node:crypto';
import { Jimp } from 'jimp';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import { decodeImage, type Raster } from '../../src/image/index.js';
import { withoutHidden } from '../support/rasters.js';
import { FAULTS, image, vectors } from './images.js';

/** What a promise was refused with. */
async function refusalOf(work: Promise<unknown>): Promise<FormatError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return expect.fail('nothing was refused');
}

const meanOf = ({ samples, channels }: Raster): number[] =>
  [0, 1, 2].map((c) => {
    let sum = 0;
    for (let i = c; i < samples.length; i += channels) sum += samples[i]!;
    return sum / (samples.length / channels);
  });

describe('published vectors', () => {
  it.each(vectors.filter(({ file }) => FAULTS[file] === undefined))(
    '$file has the size that index.json says',
    async (vector) => {
      const { file, kind, width, height, frames = 1, delaysMs } = vector;
      const decoded = await decodeImage(image(file), { name: file });
      expect([decoded.format, decoded.widthPx, decoded.heightPx, decoded.frames.length]).toEqual([kind, width, height, frames]);
      for (const { raster } of decoded.frames) {
        expect([raster.widthPx, raster.heightPx]).toEqual([width, height]);
        expect(raster.samples).toHaveLength(width! * height! * raster.channels);
      }
      if (delaysMs !== undefined) expect(decoded.frames.map(({ delayMs }) => delayMs)).toEqual(delaysMs);
    },
  );

  it.each(vectors.filter(({ file }) => FAULTS[file] !== undefined))('$file: $expect', async ({ file }) => {
    expect(await refusalOf(decodeImage(image(file), { name: file }))).toMatchObject(FAULTS[file]!);
  });

  it('frames are composed as ImageMagick and libvips do', async () => {
    const { composedSha256 } = vectors.find(({ file }) => file === 'anim-disposal.gif')!;
    const { frames, loops } = await decodeImage(image('anim-disposal.gif'));
    const hashes = frames.map(({ raster }) => createHash('sha256').update(withoutHidden(raster.samples)).digest('hex'));
    expect(hashes).toEqual(composedSha256);
    expect(loops).toBe(0);
  });

  it('CMYK has the mean colour of its original', async () => {
    const { meanRGB } = vectors.find(({ file }) => file === 'cmyk.jpg')!;
    const mean = meanOf((await decodeImage(image('cmyk.jpg'))).frames[0]!.raster);
    for (const [c, level] of meanRGB!.entries()) expect(Math.abs(mean[c]! - level)).toBeLessThan(25);
  });

  it('a picture with orientation 6 is that with orientation 2, turned', async () => {
    const [six, two] = await Promise.all(
      [6, 2].map(async (o) => (await decodeImage(image(`exif-orientation-${o}.jpg`))).frames[0]!.raster),
    );
    // Stored alike: 6 is turned to the right, 2 is mirrored. What is at the stored place (x, y) is at (199 - y, x) and at (299 - x, y).
    for (const [x, y] of [
      [10, 20],
      [250, 30],
      [120, 180],
    ] as const) {
      const at = (raster: Raster, px: number, py: number) => [
        ...raster.samples.subarray((py * raster.widthPx + px) * 3, (py * raster.widthPx + px) * 3 + 3),
      ];
      expect(at(six!, 199 - y, x)).toEqual(at(two!, 299 - x, y));
    }
  });
});

describe('a smaller picture where that is enough', () => {
  it('is not below what is asked for, sides as they are seen', async () => {
    const photo = await decodeImage(image('photo-baseline.jpg'), { minWidthPx: 128, minHeightPx: 96 });
    expect([photo.widthPx, photo.heightPx]).toEqual([160, 120]);
    const turned = await decodeImage(image('exif-orientation-6.jpg'), { minWidthPx: 50, minHeightPx: 75 });
    expect([turned.widthPx, turned.heightPx]).toEqual([50, 75]);
    const whole = await decodeImage(image('exif-orientation-6.jpg'), { minWidthPx: 75, minHeightPx: 150 });
    expect([whole.widthPx, whole.heightPx]).toEqual([100, 150]);
  });
});

describe('lenient reading', () => {
  it.each(['truncated.jpg', 'truncated.png', 'truncated.gif', 'bad-crc-or-data.png', 'short.wbmp'])('%s', async (file) => {
    const issues: string[] = [];
    const reading = decodeImage(image(file), { name: file, lenient: true, onIssue: ({ code }) => issues.push(code) });
    if (file === 'short.wbmp') expect(await refusalOf(reading)).toMatchObject({ code: 'truncated' });
    else {
      expect((await reading).frames.length).toBeGreaterThan(0);
      expect(issues.length).toBeGreaterThan(0);
    }
  });
});

describe('BMP', () => {
  it('of another writer comes back', async () => {
    const source = new Jimp({ width: 7, height: 3, color: 0x00000000 });
    for (let x = 0; x < 7; x++) source.setPixelColor(0x102030ff + (x << 8), x, 1);
    const decoded = await decodeImage(new Uint8Array(await source.getBuffer('image/bmp')));
    const { raster } = decoded.frames[0]!;
    expect([decoded.format, raster.widthPx, raster.heightPx, raster.channels]).toEqual(['bmp', 7, 3, 3]);
    expect([...raster.samples.subarray(21, 27)]).toEqual([0x10, 0x20, 0x30, 0x10, 0x20, 0x31]);
  });
});
