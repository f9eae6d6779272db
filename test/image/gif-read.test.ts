import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { GifReader, GifWriter } from 'omggif';
import { describe, expect, it } from 'vitest';
import index from '../../fixtures/images/gif/index.json' with { type: 'json' };
import shared from '../../fixtures/images/index.json' with { type: 'json' };
import type { DecodeOptions, Issue } from '../../src/bytes/reading.js';
import { FormatError } from '../../src/errors.js';
import { gifHeader } from '../../src/image/gif/file.js';
import { decodeGifRows } from '../../src/image/gif/pixels.js';
import { decodeGif, type GifFrame, gifFrames } from '../../src/image/gif/read.js';
import { type Colour, flatten, toGrey } from '../../src/image/raster.js';
import { isOfType } from '../../src/media/signatures.js';
import { damaged, expectValueOrFormatError, isTrailing, refusal } from '../support/hostile.js';
import { image } from '../support/png-files.js';
import { rgbaOf, sha256, withoutHidden } from '../support/rasters.js';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const u16 = (value: number) => Uint8Array.of(value & 0xff, value >> 8);
const join = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

const TABLE = Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9);
const SCREEN = join(latin1('GIF89a'), u16(2), u16(2), Uint8Array.of(0x81, 0, 0), TABLE);
const DESCRIPTOR = join(latin1(','), u16(0), u16(0), u16(2), u16(2), Uint8Array.of(0));
/** Pixels 0 1 2 3: codes 4 0 1 2 3 5 of three bits, of which the last but one takes four. */
const DATA = Uint8Array.of(2, 3, 0b01_000_100, 0b0011_010_0, 0b101, 0);
const STILL = join(SCREEN, DESCRIPTOR, DATA, latin1(';'));
const control = (flags: number, delay: number, transparent = 0) =>
  join(latin1('!\xf9\x04'), Uint8Array.of(flags), u16(delay), Uint8Array.of(transparent, 0));
const gif = (...blocks: readonly Uint8Array[]) => join(SCREEN, ...blocks, latin1(';'));
const FRAME = join(DESCRIPTOR, DATA);

interface Plan {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly loop: number | undefined;
  readonly frames: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly indices: readonly number[];
    readonly delay: number;
    readonly disposal: number;
    readonly transparent: number | undefined;
  }[];
}

const PALETTE = Array.from({ length: 64 }, (_, i) => i * 0x040301 + 0x10);

/** Animations as omggif writes them. */
const plans: fc.Arbitrary<Plan> = fc
  .record({ widthPx: fc.integer({ min: 1, max: 12 }), heightPx: fc.integer({ min: 1, max: 12 }) })
  .chain(({ widthPx, heightPx }) =>
    fc.record({
      widthPx: fc.constant(widthPx),
      heightPx: fc.constant(heightPx),
      loop: fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: undefined }),
      frames: fc.array(
        fc
          .record({
            x: fc.nat({ max: widthPx - 1 }),
            y: fc.nat({ max: heightPx - 1 }),
            width: fc.integer({ min: 1, max: widthPx }),
            height: fc.integer({ min: 1, max: heightPx }),
            seed: fc.nat(),
            runs: fc.integer({ min: 1, max: 30 }),
            delay: fc.integer({ min: 0, max: 65_535 }),
            disposal: fc.integer({ min: 0, max: 3 }),
            transparent: fc.option(fc.nat({ max: 63 }), { nil: undefined }),
          })
          .map(({ seed, runs, ...frame }) => {
            const width = Math.min(frame.width, widthPx - frame.x);
            const height = Math.min(frame.height, heightPx - frame.y);
            const indices = Array.from(
              { length: width * height },
              (_, i) => Math.imul(Math.floor(i / runs) + 1, seed | 1) >>> 26,
            );
            return { ...frame, width, height, indices };
          }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  );

function write({ widthPx, heightPx, loop, frames }: Plan): Uint8Array {
  const target = new Uint8Array(4000);
  const writer = new GifWriter(target, widthPx, heightPx, { palette: PALETTE, ...(loop !== undefined && { loop }) });
  for (const { x, y, width, height, indices, delay, disposal, transparent } of frames) {
    writer.addFrame(x, y, width, height, indices, { delay, disposal, ...(transparent !== undefined && { transparent }) });
  }
  return target.slice(0, writer.end());
}

/** Frames laid over each other pixel by pixel, by the words of section 23. */
function composed({ widthPx, heightPx, frames }: Plan): number[][] {
  const screen = new Array<number>(widthPx * heightPx).fill(-1);
  return frames.map(({ x, y, width, height, indices, disposal, transparent }) => {
    const before = screen.slice();
    const places = indices.map((_, i) => (y + Math.floor(i / width)) * widthPx + x + (i % width));
    indices.forEach((pixel, i) => {
      if (pixel !== transparent) screen[places[i]!] = PALETTE[pixel]!;
    });
    expect(places).toHaveLength(width * height);
    const shown = screen.slice();
    for (const place of places) {
      if (disposal === 2) screen[place] = -1;
      if (disposal === 3) screen[place] = before[place]!;
    }
    return shown;
  });
}

/** The first frame by rows, as a picture; its rows have to come one after the other. */
function firstByRows(octets: Uint8Array, under: Colour, channels: 1 | 3, options: DecodeOptions = {}) {
  const rows: Uint8Array[] = [];
  const take = (samples: Uint8Array, at: number, y: number) => {
    expect(y).toBe(rows.length);
    rows.push(samples.slice(at, at + gifHeader(octets, { ...options, onIssue: undefined }).widthPx * channels));
  };
  const isOpaque = decodeGifRows(octets, under, channels, take, options);
  return { isOpaque, samples: join(...rows) };
}

/** What it has to be: the frame as it is shown, laid over the colour. */
function expectFirst(octets: Uint8Array, under: Colour, options: DecodeOptions = {}): void {
  const { raster, isOpaque } = gifFrames(octets, options).next().value as GifFrame;
  const flat = flatten(raster, under);
  expect(firstByRows(octets, under, 3, options)).toEqual({ isOpaque, samples: flat.samples });
  expect(firstByRows(octets, under, 1, options)).toEqual({ isOpaque, samples: toGrey(flat).samples });
}

function colorsOf({ raster: { samples } }: GifFrame): number[] {
  const view = new DataView(samples.buffer, samples.byteOffset);
  return Array.from({ length: samples.length / 4 }, (_, i) => (samples[i * 4 + 3] === 0 ? -1 : view.getUint32(i * 4) >>> 8));
}

describe('pictures of other programs', () => {
  it.each(index.items)('$file: $what', ({ file, widthPx, heightPx, rgba, delaysMs, loops }) => {
    const octets = readFileSync(image(`gif/${file}`));
    const decoded = decodeGif(octets);
    expect(decoded).toMatchObject({ widthPx, heightPx });
    expect(decoded.loops).toBe(loops);
    expect(decoded.frames.map(({ delayMs }) => delayMs)).toEqual(delaysMs);
    expect(decoded.frames.map(({ raster }) => sha256(rgbaOf(raster)))).toEqual(rgba);
    expect(gifHeader(octets)).toMatchObject({ widthPx, heightPx, frames: rgba.length });
  });

  it('anim-disposal.gif: as ImageMagick, libvips and omggif compose it', () => {
    const item = shared.items.find(({ file }) => file === 'anim-disposal.gif')!;
    const { frames } = decodeGif(readFileSync(image(item.file)));
    expect(frames.map(({ raster }) => sha256(rgbaOf(raster)))).toEqual(item.composedSha256);
    expect(frames.map(({ delayMs }) => delayMs)).toEqual(item.delaysMs);
  });

  it.each(['anim-full-frames.gif', 'gif87.gif', 'gif/photo.gif', 'gif/flat.gif'])('%s: as omggif reads it', (file) => {
    const octets = readFileSync(image(file));
    const reader = new GifReader(octets);
    const pixels = new Uint8Array(reader.width * reader.height * 4);
    decodeGif(octets).frames.forEach(({ raster }, i) => {
      reader.decodeAndBlitFrameRGBA(i, pixels);
      expect(Buffer.compare(raster.samples, pixels)).toBe(0);
    });
  });

  it('disposal 4 is 3, as old encoders mean it and browsers take it', () => {
    const octets = readFileSync(image('gif/disposal-3.gif'));
    const other = Uint8Array.from(octets, (octet, i) =>
      octets[i - 3] === 0x21 && octets[i - 2] === 0xf9 && octet >> 2 === 3 ? octet + 4 : octet,
    );
    expect(Buffer.compare(other, octets)).not.toBe(0);
    expect(decodeGif(other)).toEqual(decodeGif(octets));
    // 5 to 7 have no meaning: the frame is kept.
    const keep = [5, 6, 7].map((disposal) => decodeGif(gif(control(disposal << 2, 1), FRAME, FRAME)));
    for (const decoded of keep) expect(decoded).toEqual(decodeGif(gif(control(0, 1), FRAME, FRAME)));
  });
});

describe('reading', () => {
  it('gives the frames of arbitrary animations of omggif', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const octets = write(plan);
        const { widthPx, heightPx, loops, frames } = decodeGif(octets);
        expect([widthPx, heightPx, loops]).toEqual([plan.widthPx, plan.heightPx, plan.loop]);
        const colors = frames.map(colorsOf);
        expect(colors.join()).toBe(composed(plan).join());
        expect(frames.map(({ delayMs }) => delayMs)).toEqual(plan.frames.map(({ delay }) => delay * 10));
        frames.forEach(({ isOpaque, changed }, i) => {
          expect(isOpaque).toBe(!colors[i]!.includes(-1));
          if (i === 0) return;
          // Nothing differs outside of what is said to.
          const { left, top } = changed;
          const strays = colors[i]!.filter((color, at) => {
            const [x, y] = [(at % widthPx) - left, Math.floor(at / widthPx) - top];
            return color !== colors[i - 1]![at] && !(x >= 0 && x < changed.widthPx && y >= 0 && y < changed.heightPx);
          });
          expect(strays).toEqual([]);
        });
        const header = gifHeader(octets);
        expect(header).toMatchObject({ widthPx, heightPx, frames: frames.length, colors: 64, version: '89a' });
        if (!header.hasAlpha) expect(frames.every(({ isOpaque }) => isOpaque)).toBe(true);
      }),
    );
  });

  it('gives frames one by one in the same memory', () => {
    const octets = Buffer.concat([Buffer.alloc(3), readFileSync(image('anim-disposal.gif'))]).subarray(3);
    const { frames } = decodeGif(octets);
    const rasters = new Set<unknown>();
    let i = 0;
    for (const { raster, ...rest } of gifFrames(octets)) {
      rasters.add(raster.samples);
      const { raster: kept, ...known } = frames[i++]!;
      expect([raster, rest]).toEqual([kept, known]);
    }
    expect([i, rasters.size]).toEqual([4, 1]);
  });

  it('says what there is without the pixels', () => {
    expect(gifHeader(STILL)).toEqual({
      version: '89a',
      widthPx: 2,
      heightPx: 2,
      frames: 1,
      durationMs: 0,
      colors: 4,
      hasAlpha: false,
    });
    expect(gifHeader(gif(control(0, 7), FRAME, control(0, 8), FRAME))).toMatchObject({
      frames: 2,
      durationMs: 150,
      hasAlpha: false,
    });
    expect(gifHeader(gif(control(1, 0), FRAME)).hasAlpha).toBe(true);
    expect(gifHeader(gif(control(8, 0), FRAME)).hasAlpha).toBe(true);
    expect(isOfType(STILL, 'image/gif')).toBe(true);
    expect(isOfType(latin1('GIF88a'), 'image/gif')).toBe(false);
  });

  it('reads pixels of one bit when lenient, which some programs write against the rule', () => {
    // Codes 2 and 0 of two bits, then 1 1 0 3 of three; giflib 5.2 reads the same pixels, ImageMagick others.
    const octets = gif(DESCRIPTOR, Uint8Array.of(1, 2, 0b1_001_00_10, 0b011_000_00, 0));
    const told: string[] = [];
    const { frames } = decodeGif(octets, { lenient: true, onIssue: ({ field }) => told.push(field) });
    expect(told).toEqual(['GIF/frame 1/LZW']);
    expect(colorsOf(frames[0]!)).toEqual([0xff0000, 0x00ff00, 0x00ff00, 0xff0000]);
  });

  it('damaged animations and arbitrary octets give frames or a FormatError, strict and lenient', () => {
    const octets = fc.oneof(
      damaged(plans.map(write)),
      fc.uint8Array({ maxLength: 100 }).map((tail) => join(SCREEN, tail)),
      fc.uint8Array({ maxLength: 100 }).map((tail) => join(SCREEN, DESCRIPTOR, Uint8Array.of(2), tail, latin1('\0;'))),
      fc.uint8Array({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(octets, fc.boolean(), (given, lenient) => {
        const issues: Issue[] = [];
        const options: DecodeOptions = {
          lenient,
          onIssue: (issue) => issues.push(issue),
          limits: { imagePixels: 100_000, imageFramePixels: 1_000_000 },
        };
        const result = expectValueOrFormatError(() => decodeGif(given, options), given.length);
        for (const { offset } of issues) expect(offset).toBeLessThanOrEqual(given.length);
        if (result instanceof FormatError) {
          if (lenient || issues.every(isTrailing)) return;
          throw result;
        }
        for (const { raster } of result.frames) expect(raster.samples).toHaveLength(result.widthPx * result.heightPx * 4);
        const strict = expectValueOrFormatError(() => decodeGif(given, { ...options, lenient: false }), given.length);
        const fault = issues.find((issue) => !isTrailing(issue));
        expect(strict instanceof FormatError).toBe(fault !== undefined);
        if (fault !== undefined) expect((strict as FormatError).message).toBe(fault.message);
      }),
    );
  });

  it('lenient reading gives the frames in front of a cut, and what there is of the last', () => {
    const octets = readFileSync(image('anim-full-frames.gif'));
    const whole = decodeGif(octets).frames;
    for (let length = 800; length < octets.length; length += 97) {
      const issues: Issue[] = [];
      const cut = octets.subarray(0, length);
      const { frames } = decodeGif(cut, { lenient: true, onIssue: (issue) => issues.push(issue) });
      expect(issues[0]).toMatchObject({ code: 'truncated' });
      const isSame = frames.slice(0, -1).map(({ raster }, i) => Buffer.compare(raster.samples, whole[i]!.raster.samples) === 0);
      expect(isSame).not.toContain(false);
      // Each pixel of the last is that of this frame or still the one before.
      const [last, own, before] = [frames.at(-1)!, whole[frames.length - 1]!, whole[frames.length - 2]].map(
        (f) => f && colorsOf(f),
      );
      expect(last!.every((color, i) => color === own![i] || color === (before?.[i] ?? -1))).toBe(true);
    }
    expect(refusal(() => decodeGif(readFileSync(image('truncated.gif')))).code).toBe('truncated');
    expect(decodeGif(readFileSync(image('truncated.gif')), { lenient: true }).frames).toHaveLength(2);
  });
});

describe('refusals', () => {
  const withData = (...data: number[]) => gif(DESCRIPTOR, Uint8Array.from(data));
  const withSize = (width: number, height: number) => join(latin1('GIF89a'), u16(width), u16(height), Uint8Array.of(0, 0, 0));
  const noTable = join(withSize(2, 2), FRAME, latin1(';'));
  const small = join(latin1('GIF89a'), u16(2), u16(2), Uint8Array.of(0x80, 0, 0), TABLE.subarray(0, 6), FRAME, latin1(';'));
  // Where the descriptor's ',' and the octet of pixel bits stand.
  const [AT, BITS] = [SCREEN.length, SCREEN.length + DESCRIPTOR.length];

  it.each([
    ['no octets', new Uint8Array(), 'bad-value', 'GIF', 0],
    ['half a signature', latin1('GIF8'), 'truncated', 'GIF', 0],
    ['another version', latin1('GIF90a........'), 'bad-value', 'GIF', 0],
    ['half a width', latin1('GIF89a\x01'), 'truncated', 'GIF/width', 6],
    ['a width of 0', withSize(0, 5), 'bad-value', 'GIF/width', 6],
    ['a height of 0', withSize(5, 0), 'bad-value', 'GIF/height', 8],
    ['half a table', SCREEN.subarray(0, -1), 'truncated', 'GIF/colours', 13],
    ['nothing behind the table', SCREEN, 'truncated', 'GIF/block', AT],
    ['no picture', gif(), 'bad-value', 'GIF', AT],
    ['a block that is not defined', gif(latin1('x')), 'bad-value', 'GIF/block', AT],
    ['half a descriptor', join(SCREEN, DESCRIPTOR.subarray(0, 6)), 'truncated', 'GIF/frame 1/width', AT + 5],
    [
      'a frame without a width',
      gif(latin1(','), u16(0), u16(0), u16(0), u16(2), Uint8Array.of(0), DATA),
      'bad-value',
      'GIF/frame 1/width',
      AT + 5,
    ],
    [
      'a frame without a height',
      gif(FRAME, latin1(','), u16(0), u16(0), u16(2), u16(0), Uint8Array.of(0), DATA),
      'bad-value',
      'GIF/frame 2/height',
      AT + FRAME.length + 7,
    ],
    ['no colours at all', noTable, 'bad-value', 'GIF/frame 1/colours', 13 + 9],
    ['pixels of no bits', withData(0, 0), 'bad-value', 'GIF/frame 1/LZW', BITS],
    ['pixels of one bit', withData(1, 0), 'bad-value', 'GIF/frame 1/LZW', BITS],
    ['pixels of nine bits', withData(9, 0), 'bad-value', 'GIF/frame 1/LZW', BITS],
    ['data that is cut off', join(SCREEN, DESCRIPTOR, DATA.subarray(0, 4)), 'truncated', 'GIF/frame 1/LZW', BITS + 2],
    ['no end of the data', join(SCREEN, DESCRIPTOR, DATA.subarray(0, 5)), 'truncated', 'GIF/frame 1/LZW', BITS + 5],
    ['data that ends too early', withData(2, 1, 0b01_000_100, 0), 'truncated', 'GIF/frame 1/LZW', BITS + 3],
    [
      'an end code in front of the last pixel',
      withData(2, 2, 0b01_000_100, 0b0000_101_0, 0),
      'truncated',
      'GIF/frame 1/LZW',
      BITS + 4,
    ],
    [
      'a code that stands for nothing yet',
      withData(2, 1, 0b11_000_100, 1, 0b0000_000_1, 0),
      'bad-value',
      'GIF/frame 1/LZW',
      BITS + 4,
    ],
    ['a string behind a clear code', withData(2, 1, 0b00_110_100, 0), 'bad-value', 'GIF/frame 1/LZW', BITS + 2],
    ['a colour that the table has not', small, 'bad-value', 'GIF/frame 1/LZW', 13 + 6 + 10 + 1],
    ['no trailer', STILL.subarray(0, -1), 'truncated', 'GIF/trailer', STILL.length - 1],
    ['a control of five octets', gif(latin1('!\xf9\x05abcde\0'), FRAME), 'bad-value', 'GIF/control/length', AT + 2],
    ['half a control', join(SCREEN, latin1('!\xf9\x04a')), 'truncated', 'GIF/control/delay', AT + 4],
    ['half a comment', join(SCREEN, latin1('!\xfe\x05abc')), 'truncated', 'GIF/extension', AT + 3],
    ['half an application', join(SCREEN, latin1('!\xff\x0bNETSCAPE2.0\x03')), 'truncated', 'GIF/application', AT + 15],
  ] as [string, Uint8Array, string, string, number][])('%s', (_, octets, code, field, offset) => {
    expect(refusal(() => decodeGif(octets))).toEqual({ code, field, offset });
    const issues: (FormatError | Issue)[] = [];
    try {
      decodeGif(octets, { lenient: true, onIssue: (issue) => issues.push(issue) });
    } catch (error) {
      issues.push(error as FormatError);
    }
    expect(issues[0]).toMatchObject({ code, field, offset });
  });

  it('lenient reading gives the picture in spite of faults beside it', () => {
    const still = decodeGif(STILL).frames;
    const twice = [FRAME, latin1('x')];
    for (const octets of [STILL.subarray(0, -1), gif(latin1('!\xf9\x05abcde\0'), FRAME), gif(...twice)]) {
      expect(decodeGif(octets, { lenient: true }).frames).toEqual(still);
    }
    const [frame] = decodeGif(small, { lenient: true }).frames as [GifFrame];
    expect(colorsOf(frame)).toEqual([0xff0000, 0x00ff00, 0, 0]);
    const [plain] = decodeGif(noTable, { lenient: true }).frames as [GifFrame];
    expect(colorsOf(plain)).toEqual([0, 0xffffff, 0, 0]);
    const empty = gif(FRAME, latin1(','), u16(0), u16(0), u16(0), u16(2), Uint8Array.of(0), DATA);
    expect(decodeGif(empty, { lenient: true }).frames).toHaveLength(2);
    expect(decodeGif(withData(0, 0), { lenient: true }).frames[0]).toMatchObject({ isOpaque: false });
  });

  it('take octets only', () => {
    expect(() => decodeGif('GIF89a' as never)).toThrow(TypeError);
  });
});

describe('limits', () => {
  const inLittleMemory = (call: () => unknown) => {
    const before = process.memoryUsage().arrayBuffers;
    call();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  };

  it.each([gifHeader, decodeGif, gifFrames])('are kept by %o before a pixel is unpacked', (read) => {
    const [screen, frames] = [readFileSync(image('bomb-declared.gif')), readFileSync(image('bomb-frames.gif'))];
    inLittleMemory(() =>
      expect(refusal(() => read(screen))).toEqual({ code: 'limit-exceeded', field: 'GIF/width', offset: 6 }),
    );
    inLittleMemory(() => expect(refusal(() => read(frames))).toMatchObject({ code: 'limit-exceeded', field: 'GIF/frame 201' }));
    const wide = join(SCREEN, latin1(','), u16(0), u16(0), u16(65_535), u16(65_535), Uint8Array.of(0, 8, 0), latin1(';'));
    inLittleMemory(() => expect(refusal(() => read(wide)).field).toBe('GIF/frame 1'));
    const many = gif(FRAME, FRAME, FRAME);
    expect(refusal(() => read(many, { limits: { imageFrames: 2 } })).field).toBe('GIF/frame 3');
    expect(refusal(() => read(many, { limits: { imageFramePixels: 11 } })).field).toBe('GIF/frame 3');
    expect(refusal(() => read(many, { limits: { imagePixels: 3 } })).field).toBe('GIF/width');
    expect(() => read(many, { limits: { imageFrames: 3, imageFramePixels: 12, imagePixels: 4 } })).not.toThrow();
  });

  it('a screen of lenient reading is never larger than that of strict reading', () => {
    const octets = readFileSync(image('bomb-declared.gif'));
    expect(refusal(() => decodeGif(octets, { lenient: true })).code).toBe('limit-exceeded');
    expect(withoutHidden(Uint8Array.of(1, 2, 3, 0))).toEqual(new Uint8Array(4));
  });
});

describe('the first frame by rows', () => {
  const colour = fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 }), fc.nat({ max: 255 }));

  it('is the one that is shown, laid over a colour', () => {
    fc.assert(fc.property(plans, colour, (plan, under) => expectFirst(write(plan), under)));
  });

  it.each(['anim-disposal.gif', 'anim-full-frames.gif', 'frame-outside.gif', 'gif87.gif'])('of %s too', (file) => {
    expectFirst(new Uint8Array(readFileSync(image(file))), [10, 200, 90]);
  });

  it('comes in order where it is stored interlaced, and where it reaches out of the screen', () => {
    for (const [left, top, width, height] of [
      [0, 0, 5, 21],
      [2, 3, 5, 21],
      [0, 1, 3, 1],
      [7, 40, 2, 2],
    ] as const) {
      const target = new Uint8Array(2000);
      const writer = new GifWriter(target, 8, 12, { palette: PALETTE });
      const indices = Array.from({ length: width * height }, (_, i) => (i * 5) % 64);
      writer.addFrame(left, top, width, height, indices, { transparent: 35 });
      const octets = target.slice(0, writer.end());
      expectFirst(octets, [1, 2, 3]);
      // The flags of the frame follow its four numbers, behind the comma.
      const descriptor = octets.lastIndexOf(0x2c, 13 + 3 * 64 + 9);
      octets[descriptor + 9]! |= 0x40;
      expectFirst(octets, [1, 2, 3]);
    }
  });

  it('has the colour where lenient reading lacks pixels, and says what is wrong', () => {
    const octets = new Uint8Array(readFileSync(image('gif87.gif')));
    for (const share of [0.5, 0.9]) {
      const cut = octets.slice(0, octets.length * share);
      expect(refusal(() => firstByRows(cut, [0, 0, 0], 3)).code).toBe('truncated');
      expectFirst(cut, [9, 8, 7], { lenient: true });
    }
  });

  it('damaged pictures give rows or a FormatError', () => {
    fc.assert(
      fc.property(damaged(plans.map(write)), (octets) => {
        expectValueOrFormatError(() => decodeGifRows(octets, [0, 0, 0], 3, () => undefined), octets.length);
      }),
    );
  });
});
