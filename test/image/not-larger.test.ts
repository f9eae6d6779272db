import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { ssim } from 'ssim.js';
import { describe, expect, it } from 'vitest';
import { encodeGif } from '../../src/image/gif/write.js';
import { decodeImage, type Raster, type Repurposed, repurpose, repurposeAll } from '../../src/image/index.js';
import { toGrey, toRgba } from '../../src/image/raster.js';
import type { Encoded } from '../../src/image/repurpose/budget.js';
import type { Job } from '../../src/image/repurpose/job.js';
import { notLarger } from '../../src/image/repurpose/not-larger.js';
import { resize } from '../../src/image/resize/resize.js';
import { matchHandset, parseHandset } from '../../src/profile/index.js';

const folder = new URL('../../fixtures/images/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:jpg|png|gif|bmp|wbmp)$/.test(name),
);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));

const NAMES = [
  'Nokia 3310',
  'Nokia 8310',
  'Nokia 7110',
  'Nokia 6210',
  'Siemens SL45',
  'Siemens S45',
  'Sony Ericsson T68i',
  'Sony Ericsson T610',
  'Nokia 7650',
  'Nokia 6230',
  'Motorola V3',
  'Nokia N95',
];
const handsets = NAMES.map((name) => parseHandset(name)!);

/** What each frame of a result differs by from the picture that it was made of, at its size: mean square, and likeness by ssim.js. */
async function compareFrames(octets: Uint8Array, { octets: made, widthPx = 0, heightPx = 0 }: Repurposed) {
  const [{ frames }, shown] = await Promise.all([decodeImage(octets), decodeImage(made)]);
  expect(shown.frames).toHaveLength(frames.length);
  const filter = octets[0] === 0xff ? 'lanczos' : 'area';
  return frames.map(({ raster }, i) => {
    const [one, other] = [resize(raster, widthPx, heightPx, { filter }), shown.frames[i]!.raster].map((pixels) =>
      toRgba(pixels),
    );
    const { samples } = one!;
    const sum = samples.reduce((total, level, at) => total + (level - other!.samples[at]!) ** 2, 0);
    return { error: (sum / samples.length) * (4 / 3), likeness: findLikeness(one!, other!) };
  });
}

function findLikeness(one: Raster, other: Raster): number {
  const [a, b] = [one, other].map((raster) => {
    const { widthPx: width, heightPx: height, samples } = toRgba(toGrey(raster));
    return { width, height, data: new Uint8ClampedArray(samples) };
  });
  return ssim(a as never, b as never).mssim;
}

/** Blocks of two colours: exact in few octets as a palette, but not as a JPEG. */
async function checkers(quality: number): Promise<Uint8Array> {
  const side = 160;
  const rgb = new Uint8Array(side * side * 3);
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at += 3) rgb.set(((x >> 3) ^ (y >> 4)) & 1 ? [250, 250, 250] : [20, 60, 200], at);
  }
  const picture = sharp(rgb, { raw: { width: side, height: side, channels: 3 } });
  return new Uint8Array(await picture.jpeg({ quality, mozjpeg: true }).toBuffer());
}

/** Rings of 200 colours that move; the first frame is white. */
function blankThenRings(): Uint8Array {
  const side = 200;
  let seed = 3;
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >> 16) & 255;
  };
  const rgb = Uint8Array.from({ length: 768 }, (_, i) => (i < 3 ? 255 : next()));
  const frames = Array.from({ length: 4 }, (_, frame) => ({
    delayMs: 200,
    indices: Uint8Array.from({ length: side * side }, (_, i) => {
      const [x, y] = [(i % side) + frame * 3 - 100, Math.floor(i / side) - 100];
      return frame === 0 ? 0 : 1 + ((Math.floor(Math.hypot(x, y) / 3) * 37) % 200);
    }),
  }));
  return encodeGif({ widthPx: side, heightPx: side, palette: { rgb }, frames });
}

const grownOf = (octets: Uint8Array, made: Uint8Array) =>
  `the result has ${made.length} octets, the file ${octets.length}: no smaller one looks the same`;

describe('a result has no more octets than its file, or a warning that says how many', () => {
  it('every picture for twelve handsets', async () => {
    let larger = 0;
    let results = 0;
    for (const name of files) {
      const octets = read(name);
      const outcomes = await repurposeAll(octets, handsets, { name });
      for (const [i, outcome] of outcomes.entries()) {
        if (!outcome.ok) continue;
        const { octets: made, contentType, source, warnings } = outcome.value;
        const said = warnings.filter((warning) => warning.includes('no smaller one looks the same'));
        const isLarger = made.length > octets.length;
        expect(said, `${name} for ${NAMES[i]}`).toEqual(isLarger ? [grownOf(octets, made)] : []);
        // Of the same format only where something shines through, which is laid over white.
        if (isLarger && source?.contentType === contentType) expect(source?.hasAlpha, name).toBe(true);
        larger += isLarger ? 1 : 0;
        results++;
      }
    }
    expect(results).toBeGreaterThan(1_500);
    // Black and white of tiny files, and exact GIFs in place of PNGs.
    expect(larger / results).toBeLessThan(0.015);
  });

  it.each([
    ['jpeg/grey.jpg', 'Sony Ericsson T68i', 'image/gif'],
    ['jpeg/410.jpg', 'Sony Ericsson T68i', 'image/gif'],
    ['jpeg/steps-16-bit.jpg', 'Nokia 6230', 'image/jpeg'],
    ['photo-422.jpg', 'Sony Ericsson T68i', 'image/gif'],
  ])('%s for %s, in less of which nothing is seen', async (name, handset, contentType) => {
    const octets = read(name);
    const result = await repurpose(octets, parseHandset(handset)!);
    expect([result.octets.length <= octets.length, result.contentType, result.warnings]).toEqual([true, contentType, []]);
    const [{ error, likeness } = { error: 0, likeness: 0 }] = await compareFrames(octets, result);
    expect(error).toBeLessThan(55);
    expect(likeness).toBeGreaterThan(0.96);
  });

  it('an animation keeps its frames, and all that is seen of them', async () => {
    const [widthPx, heightPx] = [240, 240];
    const rgb = Uint8Array.from({ length: 3 * 8 }, (_, i) => Math.floor(i / 3) * 36);
    const frames = Array.from({ length: 4 }, (_, frame) => ({
      delayMs: 100,
      indices: Uint8Array.from({ length: widthPx * heightPx }, (_, i) => {
        const [x, y] = [(i % widthPx) - 100, Math.floor(i / widthPx) - 100];
        return Math.floor(Math.hypot(x, y) / 30 + frame) & 7;
      }),
    }));
    const octets = encodeGif({ widthPx, heightPx, palette: { rgb }, frames });
    const result = await repurpose(octets, parseHandset('Motorola V3')!);
    expect(result.frames).toBe(4);
    expect([result.octets.length <= octets.length, result.warnings]).toEqual([true, []]);
    for (const { error, likeness } of await compareFrames(octets, result)) {
      expect(error).toBeLessThan(55);
      expect(likeness).toBeGreaterThan(0.96);
    }
  });

  it.each(['Motorola V3', 'Nokia 7650'])(
    'an animation for %s whose first frame is blank loses nothing of the others',
    async (name) => {
      const octets = blankThenRings();
      const result = await repurpose(octets, parseHandset(name)!);
      const differences = await compareFrames(octets, result);
      expect(differences).toHaveLength(4);
      for (const { error, likeness } of differences) {
        expect(error).toBeLessThan(55);
        expect(likeness).toBeGreaterThan(0.96);
      }
      expect(result.warnings).toEqual([grownOf(octets, result.octets)]);
    },
  );

  it.each([5, 10, 25])('a JPEG of quality %i that no JPEG of its octets is similar to stays larger', async (quality) => {
    const octets = await checkers(quality);
    const result = await repurpose(octets, parseHandset('Nokia 7650')!, { use: 'browser' });
    const [{ error, likeness } = { error: 0, likeness: 0 }] = await compareFrames(octets, result);
    expect(error).toBeLessThan(55);
    expect(likeness).toBeGreaterThan(0.96);
    expect(result.warnings).toEqual([grownOf(octets, result.octets)]);
  });

  it('a JPEG of a JPEG has no more octets where it is similar', async () => {
    const picture = sharp(read('photo-422.jpg')).resize(160, 160, { fit: 'cover' });
    const octets = new Uint8Array(await picture.jpeg({ quality: 25, mozjpeg: true }).toBuffer());
    const result = await repurpose(octets, parseHandset('Nokia 7650')!, { use: 'browser' });
    expect([result.octets.length <= octets.length, result.contentType, result.warnings]).toEqual([true, 'image/jpeg', []]);
    const [{ error, likeness } = { error: 0, likeness: 0 }] = await compareFrames(octets, result);
    expect(error).toBeLessThan(80);
    expect(likeness).toBeGreaterThan(0.92);
  });

  it('a picture that had to be smaller is made again at that size', async () => {
    let seed = 1;
    const indices = Uint8Array.from({ length: 160 * 160 }, () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return (seed >> 16) & 1;
    });
    const palette = { rgb: Uint8Array.of(0, 0, 0, 255, 255, 255) };
    const octets = encodeGif({ widthPx: 160, heightPx: 160, palette, frames: [{ indices }] });
    const maxOctets = octets.length + 20;
    const { profile } = matchHandset('generic-smartphone')!;
    const box = { maxWidthPx: 120, maxHeightPx: 120 };
    const result = await repurpose(octets, profile, { use: 'browser', format: 'gif', maxOctets, ...box });
    expect(result.octets.length).toBeLessThanOrEqual(octets.length);
    expect(result.widthPx).toBeLessThan(120);
    expect(result.warnings).toEqual([`made smaller than the handset shows it, to fit in ${maxOctets} octets`]);
  });
});

describe('of a result that is larger, and a smaller one', () => {
  const [widthPx, heightPx] = [64, 64];
  const size = { widthPx, heightPx };
  /** A frame of stripes whose levels are off by some. */
  const stripes = (off: number) => ({ indices: Uint8Array.from({ length: 64 * 64 }, (_, i) => (i & 4 ? 200 : 50) + off) });
  const rgb = Uint8Array.from({ length: 768 }, (_, i) => Math.floor(i / 3));
  const file = (offs: readonly number[], pad: number): Encoded => {
    const octets = encodeGif({ ...size, palette: { rgb }, frames: offs.map((off) => ({ ...stripes(off), delayMs: 100 })) });
    // What is after the end of a GIF is not read.
    return {
      format: 'gif',
      octets: Uint8Array.from([...octets, ...new Uint8Array(pad)]),
      ...size,
      frames: offs.length,
      tries: 1,
    };
  };
  const frames = (count: number) => () =>
    Array.from({ length: count }, () => ({ ...size, channels: 1 as const, samples: stripes(0).indices }));
  const job = { source: { octets: new Uint8Array(10), probe: { format: 'gif' } }, options: {} } as unknown as Job;

  it.each([
    ['each frame looks the same', [0, 0, 0], [5, 7, 2], true],
    ['the last frame does not', [0, 0, 0], [0, 0, 8], false],
    ['a frame does not, and is no worse than in the larger', [0, 20, 0], [0, 20, 0], true],
    ['a frame does not, and is better than in the larger', [0, 20, 0], [0, 15, 0], true],
    ['a frame is worse than in the larger', [0, 20, 0], [0, 21, 0], false],
    ['as bad a frame is another', [0, 20, 0], [20, 0, 0], false],
    ['a frame is missing', [0, 0, 0], [0, 0], false],
  ])('where %s', async (_, larger, smaller, isTaken) => {
    const first = { file: file(larger, 1000), shrink: 1 };
    const second = { file: file(smaller, 0), shrink: 1 };
    const { made, grown } = await notLarger(job, first, frames(3), async () => second);
    expect(made).toBe(isTaken ? second : first);
    expect(grown).toHaveLength(isTaken ? 0 : 1);
  });
});
