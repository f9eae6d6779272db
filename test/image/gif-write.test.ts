import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { GifReader, GifWriter } from 'omggif';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { gifHeader } from '../../src/image/gif/file.js';
import { packLzw } from '../../src/image/gif/lzw.js';
import { decodeGif } from '../../src/image/gif/read.js';
import { encodeGif, type GifAnimation } from '../../src/image/gif/write.js';
import { refusal } from '../support/hostile.js';
import { image } from '../support/png-files.js';
import { unpackedLzw } from './images.js';

/** Animations whose frames differ in places, some with a transparent colour. */
const animations: fc.Arbitrary<GifAnimation> = fc
  .record({
    widthPx: fc.integer({ min: 1, max: 16 }),
    heightPx: fc.integer({ min: 1, max: 12 }),
    colors: fc.integer({ min: 1, max: 256 }),
    transparent: fc.option(fc.nat({ max: 255 }), { nil: undefined }),
    loops: fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: undefined }),
    seed: fc.nat(),
    changes: fc.array(
      fc.record({ from: fc.nat(), length: fc.nat({ max: 80 }), index: fc.nat(), delayMs: fc.nat({ max: 655_350 }) }),
      {
        maxLength: 5,
      },
    ),
  })
  .map(({ widthPx, heightPx, colors, transparent, loops, seed, changes }) => {
    const size = widthPx * heightPx;
    let indices = Uint8Array.from({ length: size }, (_, i) => (Math.imul((i >> 2) + 1, seed | 1) >>> 9) % colors);
    const frames = [{ indices, delayMs: 100 }];
    for (const { from, length, index, delayMs } of changes) {
      indices = indices.slice().fill(index % colors, from % size, (from % size) + length);
      frames.push({ indices, delayMs });
    }
    const rgb = Uint8Array.from({ length: colors * 3 }, (_, i) => (i * 89 + (i % 3)) & 0xff);
    const palette = { rgb, ...(transparent !== undefined && { transparentIndex: transparent % colors }) };
    return { widthPx, heightPx, palette, frames, loops };
  });

/** Pixels of a frame as RGBA, by the palette alone. */
function painted({ palette }: GifAnimation, indices: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(indices.length * 4);
  indices.forEach((index, i) => {
    if (index === palette.transparentIndex) return;
    rgba.set(palette.rgb.subarray(index * 3, index * 3 + 3), i * 4);
    rgba[i * 4 + 3] = 255;
  });
  return rgba;
}

/** Frames laid over each other by omggif, which leaves disposal to its callers. */
function seen(octets: Uint8Array): { rgba: Uint8Array; delay: number }[] {
  const reader = new GifReader(octets);
  const canvas = new Uint8Array(reader.width * reader.height * 4);
  return Array.from({ length: reader.numFrames() }, (_, i) => {
    const { x, y, width, height, disposal, delay } = reader.frameInfo(i);
    reader.decodeAndBlitFrameRGBA(i, canvas);
    const rgba = canvas.slice();
    if (disposal === 2) {
      for (let row = y; row < y + height; row++)
        canvas.fill(0, (row * reader.width + x) * 4, (row * reader.width + x + width) * 4);
    }
    return { rgba, delay };
  });
}

const RGB = Uint8Array.of(0, 0, 0, 255, 0, 0, 0, 255, 0);
const STILL: GifAnimation = {
  widthPx: 3,
  heightPx: 2,
  palette: { rgb: RGB },
  frames: [{ indices: Uint8Array.of(0, 1, 2, 2, 1, 0) }],
};

describe('as other programs see it', () => {
  it('a frame that is cleared, by libvips: for it the control has to name a transparent colour', async () => {
    const frames = [{ indices: Uint8Array.of(1, 1) }, { indices: Uint8Array.of(0, 1) }];
    const palette = { rgb: RGB, transparentIndex: 0 };
    const octets = encodeGif({ widthPx: 2, heightPx: 1, palette, frames });
    const rgba = await sharp(octets, { animated: true }).ensureAlpha().raw().toBuffer();
    expect([3, 7, 11, 15].map((at) => rgba[at])).toEqual([255, 255, 0, 255]);
  });

  it('colours that no pixel has are not in the file', async () => {
    const rgb = Uint8Array.from({ length: 768 }, (_, i) => i & 0xff);
    const indices = Uint8Array.of(9, 200, 33, 9);
    for (const transparentIndex of [undefined, 0, 33]) {
      const octets = encodeGif({ widthPx: 2, heightPx: 2, palette: { rgb, transparentIndex }, frames: [{ indices }] });
      const { colors, hasAlpha } = gifHeader(octets);
      expect({ colors, hasAlpha }).toEqual({ colors: 4, hasAlpha: transparentIndex === 33 });
      const rgba = await sharp(octets).ensureAlpha().raw().toBuffer();
      indices.forEach((index, i) => {
        const alpha = index === transparentIndex ? 0 : 255;
        expect(rgba[i * 4 + 3]).toBe(alpha);
        if (alpha > 0) expect([...rgba.subarray(i * 4, i * 4 + 3)]).toEqual([...rgb.subarray(index * 3, index * 3 + 3)]);
      });
    }
  });

  it('every frame, by omggif and by the reader of this room', () => {
    fc.assert(
      fc.property(animations, (animation) => {
        const octets = encodeGif(animation);
        const expected = animation.frames.map(({ indices }) => painted(animation, indices));
        const other = seen(octets);
        expect(other.map(({ rgba }) => Buffer.from(rgba).toString('hex'))).toEqual(
          expected.map((rgba) => Buffer.from(rgba).toString('hex')),
        );
        const own = decodeGif(octets);
        expect(own.frames.map(({ raster }) => Buffer.compare(raster.samples, expected.shift()!))).toEqual(other.map(() => 0));
        expect(encodeGif(animation)).toEqual(octets);
        if (other.length === 1) return;
        const delays = animation.frames.map(({ delayMs = 0 }) => Math.round((delayMs < 20 ? 100 : delayMs) / 10));
        expect(other.map(({ delay }) => delay)).toEqual(delays);
        expect(own.loops).toBe(animation.loops);
      }),
    );
  });

  it('frames of a photograph, by libvips', async () => {
    const { raster } = decodeGif(readFileSync(image('gif/photo.gif'))).frames[0]!;
    const colors = new Map<number, number>();
    const indices = new Uint8Array(raster.samples.length / 4);
    for (let i = 0; i < indices.length; i++) {
      const [red, green, blue] = raster.samples.subarray(i * 4, i * 4 + 3);
      const color = red! * 65_536 + green! * 256 + blue!;
      if (!colors.has(color)) colors.set(color, colors.size);
      indices[i] = colors.get(color)!;
    }
    const rgb = Uint8Array.from([...colors.keys()].flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff]));
    const frames = [indices, indices.slice().reverse()].map((given) => ({ indices: given, delayMs: 40 }));
    const octets = encodeGif({ widthPx: raster.widthPx, heightPx: raster.heightPx, palette: { rgb }, frames });
    const pages = await sharp(octets, { animated: true }).ensureAlpha().raw().toBuffer();
    expect(Buffer.compare(pages.subarray(0, raster.samples.length), raster.samples)).toBe(0);
    expect(pages).toHaveLength(2 * raster.samples.length);
  });
});

describe('LZW', () => {
  it('gives back what was packed, whatever the table goes through', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.nat(),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 3000 }),
        (bits, seed, run, length) => {
          const pixels = Uint8Array.from(
            { length },
            (_, i) => (Math.imul(Math.floor(i / run) + 1, seed | 1) >>> 11) & ((1 << bits) - 1),
          );
          const found = unpackedLzw(packLzw(pixels, bits), bits, length);
          expect(found).toMatchObject({ pixels: length, isDamaged: false });
          expect(Buffer.compare(found.samples, pixels)).toBe(0);
        },
      ),
    );
  });

  it('ends with the data, in the middle of a code too, and at a code that stands for nothing', () => {
    const pixels = Uint8Array.from({ length: 900 }, (_, i) => (i * i) >> 5);
    const packed = packLzw(pixels, 8);
    for (let length = 0; length < packed.length; length++) {
      const { pixels: count, at, samples, isDamaged } = unpackedLzw(packed.subarray(0, length), 8, pixels.length);
      // The end code alone may be missing.
      expect(count).toBeLessThanOrEqual(pixels.length);
      expect({ at: count < pixels.length ? at : length, isDamaged }).toEqual({ at: length, isDamaged: false });
      expect(Buffer.compare(samples, pixels.subarray(0, count))).toBe(0);
    }
    // Clear, 7, then 511 of nine bits: the table ends at 258.
    const damaged = Uint8Array.of(0x00, 0x0f, 0xfc, 0x07);
    expect(unpackedLzw(damaged, 8, 100)).toMatchObject({ pixels: 1, at: 3, isDamaged: true });
  });

  it.each([1, 20, 300])('takes about as little as omggif for noise in blocks of %i rows', (rows) => {
    const length = 512 * 600;
    let state = 1;
    const pixels = Uint8Array.from({ length }, (_, i) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      const isNoise = Math.floor(i / 512 / rows) % 2 === 1;
      return isNoise ? state >>> 24 : (i % 512) >> 3;
    });
    const packed = packLzw(pixels, 8);
    expect(Buffer.compare(unpackedLzw(packed, 8, length).samples, pixels)).toBe(0);
    // omggif clears whenever the table is full, at the end too.
    const other = new Uint8Array(length * 2);
    const writer = new GifWriter(other, 512, 600, { palette: Array.from({ length: 256 }, (_, i) => i) });
    writer.addFrame(0, 0, 512, 600, pixels);
    expect(packed.length).toBeLessThan(writer.end());
  });
});

describe('size', () => {
  it('a still is a GIF87a of one block, unless something shines through', () => {
    const octets = encodeGif({ ...STILL, loops: 3 });
    expect(gifHeader(octets)).toEqual({
      version: '87a',
      widthPx: 3,
      heightPx: 2,
      frames: 1,
      durationMs: 0,
      colors: 4,
      hasAlpha: false,
    });
    // Signature and screen, table, descriptor and pixel bits, one part of data, trailer.
    expect(octets).toHaveLength(13 + 12 + 11 + 1 + octets[36]! + 1 + 1);
    const unused = { rgb: new Uint8Array(12), transparentIndex: 3 };
    expect(gifHeader(encodeGif({ ...STILL, palette: unused })).version).toBe('87a');
    expect(gifHeader(encodeGif({ ...STILL, palette: { rgb: RGB, transparentIndex: 1 } }))).toMatchObject({
      version: '89a',
      hasAlpha: true,
    });
  });

  it('a frame takes what changed, and nothing of it takes next to nothing', () => {
    const indices = Uint8Array.from({ length: 6400 }, (_, i) => (i * i) % 251);
    const rgb = Uint8Array.from({ length: 256 * 3 }, (_, i) => i & 0xff);
    const animation = {
      widthPx: 80,
      heightPx: 80,
      palette: { rgb },
      frames: [{ indices }, { indices }, { indices: indices.with(1234, 255) }],
    };
    const one = encodeGif({ ...animation, frames: [{ indices }, { indices }] }).length;
    expect(encodeGif(animation).length - one).toBeLessThan(30);
    const reader = new GifReader(encodeGif(animation));
    expect(reader.frameInfo(2)).toMatchObject({ x: 1234 % 80, y: Math.floor(1234 / 80), width: 1, height: 1 });
  });

  it('pixels that stay are left out where there is a colour for it, and a wider table only where it pays', () => {
    const noise = (seed: number, colors: number) =>
      Uint8Array.from({ length: 6400 }, (_, i) => (Math.imul(i + 1, seed) >>> 9) % colors);
    const corners = (colors: number) => {
      const indices = noise(99_991, colors);
      const frames = [indices, indices.with(0, (indices[0]! + 1) % colors).with(6399, (indices[6399]! + 1) % colors)];
      return frames.map((given) => ({ indices: given, delayMs: 100 }));
    };
    const sizeOf = (colors: number, frames: GifAnimation['frames']) =>
      encodeGif({ widthPx: 80, heightPx: 80, palette: { rgb: new Uint8Array(colors * 3) }, frames }).length;
    // 255 colours leave one; 256 do not.
    expect(sizeOf(255, corners(255))).toBeLessThan(sizeOf(256, corners(256)) - 3000);
    // 64 colours become a table of 128 for one frame of two pixels, and not for frames that have nothing in common.
    const header = (frames: GifAnimation['frames']) =>
      gifHeader(encodeGif({ widthPx: 80, heightPx: 80, palette: { rgb: new Uint8Array(192) }, frames }));
    expect(header(corners(64)).colors).toBe(128);
    expect(header([{ indices: noise(99_991, 64) }, { indices: noise(7_654_321, 64) }]).colors).toBe(64);
  });
});

describe('refusals', () => {
  const frame = STILL.frames[0]!;
  it.each([
    ['no width', { widthPx: 0 }, 'widthPx'],
    ['too high', { heightPx: 65_536 }, 'heightPx'],
    ['no colour', { palette: { rgb: new Uint8Array(0) } }, 'palette.rgb'],
    ['257 colours', { palette: { rgb: new Uint8Array(771) } }, 'palette.rgb'],
    ['a colour and a half', { palette: { rgb: new Uint8Array(4) } }, 'palette.rgb'],
    ['a transparent colour that is not there', { palette: { rgb: RGB, transparentIndex: 3 } }, 'palette.transparentIndex'],
    ['no frames', { frames: [] }, 'frames'],
    ['too few indices', { frames: [frame, { indices: new Uint8Array(5) }] }, 'frames[1].indices'],
    ['an index without a colour', { frames: [{ indices: Uint8Array.of(0, 1, 2, 3, 0, 0) }] }, 'frames[0].indices[3]'],
    ['a delay below 0', { frames: [{ ...frame, delayMs: -1 }] }, 'frames[0].delayMs'],
    ['a delay past two octets', { frames: [{ ...frame, delayMs: 655_351 }] }, 'frames[0].delayMs'],
    ['no delay at all', { frames: [{ ...frame, delayMs: Number.NaN }] }, 'frames[0].delayMs'],
    ['loops below 0', { loops: -1 }, 'loops'],
    ['a loop and a half', { loops: 1.5 }, 'loops'],
    ['too many loops', { loops: 65_536 }, 'loops'],
  ] as [string, Partial<GifAnimation>, string][])('%s', (_, change, field) => {
    expect(refusal(() => encodeGif({ ...STILL, ...change }))).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it('of what are no octets', () => {
    expect(() => encodeGif({ ...STILL, frames: [{ indices: [0] as never }] })).toThrow(TypeError);
  });
});
