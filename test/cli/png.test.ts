import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import index from '../../fixtures/images/pixels.json' with { type: 'json' };
import { bitmapFromPixels, bitmapFromRows } from '../../src/bitmap/index.js';
import { MAX_PNG_OCTETS, readPng, writeBitmapPng, writeIndexedPng } from '../../src/cli/png.js';
import { FormatError } from '../../src/errors.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import {
  buildPng,
  chunk,
  header,
  image,
  join,
  type PngPlan,
  pixelsOf,
  pngOf,
  pngWithData,
  rawData,
  SAMPLES,
  SIGNATURE,
} from './png-files.js';

const GREY = { widthPx: 3, heightPx: 2, bitDepth: 8, colorType: 0 } as const;
const grey: PngPlan = { ...GREY, samples: [0, 50, 100, 150, 200, 250] };

/** PNGs of every colour type and bit depth, interlaced and not, with transparency where there may be some. */
const plans: fc.Arbitrary<PngPlan> = fc
  .record({
    kind: fc.constantFrom(
      ...[0, 2, 3, 4, 6].flatMap((colorType) =>
        (colorType === 0 ? [1, 2, 4, 8, 16] : colorType === 3 ? [1, 2, 4, 8] : [8, 16]).map((bitDepth) => ({
          colorType,
          bitDepth,
        })),
      ),
    ),
    widthPx: fc.integer({ min: 1, max: 19 }),
    heightPx: fc.integer({ min: 1, max: 19 }),
    interlaced: fc.boolean(),
    seed: fc.integer({ min: 1, max: 65_535 }),
    hasTransparency: fc.boolean(),
  })
  .map(({ kind: { colorType, bitDepth }, widthPx, heightPx, interlaced, seed, hasTransparency }) => {
    const count = SAMPLES[colorType] as number;
    const most = 2 ** bitDepth;
    const samples = Array.from({ length: widthPx * heightPx * count }, (_, i) => (Math.imul(i + 1, seed) >>> 3) % most);
    const plan = { widthPx, heightPx, bitDepth, colorType, interlaced, samples };
    if (colorType === 3) {
      const palette = Array.from({ length: most * 3 }, (_, i) => (i * 37 + seed) & 0xff);
      return { ...plan, palette, ...(hasTransparency && { transparent: palette.slice(0, most).reverse() }) };
    }
    if (!hasTransparency || colorType > 2) return plan;
    return { ...plan, transparent: samples.slice(0, count).flatMap((sample) => [sample >> 8, sample & 0xff]) };
  });

describe('pictures of other programs', () => {
  it.each(index.good)('$file: $what, as ImageMagick reads it', ({ file, widthPx, heightPx, rgbOverWhite }) => {
    const picture = readPng(readFileSync(image(file)));
    expect([picture.widthPx, picture.heightPx]).toEqual([widthPx, heightPx]);
    const rgb: number[] = [];
    for (let i = 0; i < picture.rgba.length; i += 4) {
      const alpha = picture.rgba[i + 3] as number;
      for (let c = 0; c < 3; c++)
        rgb.push(Math.floor(((picture.rgba[i + c] as number) * alpha + 255 * (255 - alpha) + 127) / 255));
    }
    // ImageMagick cuts 16 bits to 8 where the specification rounds.
    if (file === 'rgb16.png') expect(picture.rgba).toHaveLength(widthPx * heightPx * 4);
    else expect(createHash('sha256').update(Uint8Array.from(rgb)).digest('hex')).toBe(rgbOverWhite);
  });

  it.each(index.bad)('$file is refused: $what', ({ file, code }) => {
    expect(refusal(() => readPng(readFileSync(image(file)))).code).toBe(code);
  });
});

describe('reading', () => {
  it('gives the pixels of every kind of PNG', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { widthPx, heightPx, rgba } = readPng(buildPng(plan));
        expect([widthPx, heightPx]).toEqual([plan.widthPx, plan.heightPx]);
        expect(Buffer.compare(rgba, pixelsOf(plan))).toBe(0);
      }),
    );
  });

  it('takes views and pixel data in pieces, and passes over what it does not know', () => {
    const data = deflateSync(rawData(grey));
    const pieces = Array.from(data, (octet) => chunk('IDAT', Uint8Array.of(octet)));
    const octets = pngOf(
      chunk('IHDR', header(grey)),
      chunk('tEXt', Uint8Array.of(1, 2, 3)),
      ...pieces,
      chunk('tIME', new Uint8Array(7)),
    );
    const pooled = Buffer.concat([Buffer.alloc(5), octets, Buffer.alloc(5)]).subarray(5, 5 + octets.length);
    expect(readPng(pooled).rgba).toEqual(pixelsOf(grey));
  });

  it('damaged pictures and arbitrary octets give a picture or a FormatError', () => {
    const whole = plans.map(buildPng);
    const octets = fc.oneof(
      damaged(whole),
      fc.uint8Array({ maxLength: 200 }).map((tail) => join(SIGNATURE, tail)),
      fc.uint8Array({ maxLength: 60 }).map((data) => pngWithData(GREY, data)),
      fc
        .tuple(fc.constantFrom('PLTE', 'tRNS', 'gAMA', 'IDAT', 'IHDR', 'IEND', 'abcd', 'ABCD'), fc.uint8Array({ maxLength: 9 }))
        .map(([type, data]) =>
          pngOf(
            chunk('IHDR', header({ ...GREY, colorType: data.length % 4 === 3 ? 3 : 0 })),
            chunk(type, data),
            chunk('IDAT', deflateSync(rawData(grey))),
          ),
        ),
    );
    fc.assert(
      fc.property(octets, (given) => {
        const result = expectValueOrFormatError(() => readPng(given), given.length);
        if (result instanceof FormatError) return;
        expect(result.rgba).toHaveLength(result.widthPx * result.heightPx * 4);
      }),
    );
  });
});

describe('refusals', () => {
  const data = deflateSync(rawData(grey));
  const idat = chunk('IDAT', data);
  const ihdr = chunk('IHDR', header(grey));
  const withHeader = (change: Partial<PngPlan>) => pngOf(chunk('IHDR', header({ ...grey, ...change })), idat);
  const withOctet = (at: number, value: number) => {
    const octets = Buffer.from(header(grey));
    octets[at] = value;
    return pngOf(chunk('IHDR', octets), idat);
  };
  const wrongSum = Buffer.from(data);
  wrongSum[data.length - 1] = (wrongSum[data.length - 1] as number) ^ 1;
  const wrongCrc = Buffer.from(pngOf(ihdr, idat));
  wrongCrc[8 + 25 + 8] = (wrongCrc[8 + 25 + 8] as number) ^ 0x80;

  it.each([
    ['no octets', new Uint8Array(), 'bad-value', 'PNG', 0],
    ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'bad-value', 'PNG', 0],
    ['a signature alone', SIGNATURE, 'truncated', 'PNG', 8],
    ['no IHDR', pngOf(idat), 'bad-value', 'PNG/IDAT', 8],
    [
      'a second IHDR, larger than the first',
      pngOf(ihdr, chunk('IHDR', header({ ...grey, widthPx: 60_000, heightPx: 60_000 })), idat),
      'bad-value',
      'PNG/IHDR',
      33,
    ],
    ['a short IHDR', pngOf(chunk('IHDR', header(grey).subarray(0, 12)), idat), 'bad-value', 'PNG/IHDR', 8],
    ['a width of 0', withHeader({ widthPx: 0 }), 'bad-value', 'PNG/IHDR/width', 16],
    ['a height of 0', withHeader({ heightPx: 0 }), 'bad-value', 'PNG/IHDR/height', 20],
    ['three bits a sample', withHeader({ bitDepth: 3 }), 'bad-value', 'PNG/IHDR/bitDepth', 24],
    ['colours of four bits', withHeader({ bitDepth: 4, colorType: 2 }), 'bad-value', 'PNG/IHDR/bitDepth', 24],
    ['a palette of 16 bits', withHeader({ bitDepth: 16, colorType: 3 }), 'bad-value', 'PNG/IHDR/bitDepth', 24],
    ['colour type 5', withHeader({ colorType: 5 }), 'bad-value', 'PNG/IHDR/colorType', 25],
    ['compression 1', withOctet(10, 1), 'bad-value', 'PNG/IHDR/compression', 26],
    ['filter method 1', withOctet(11, 1), 'bad-value', 'PNG/IHDR/filter', 27],
    ['interlacing 2', withOctet(12, 2), 'bad-value', 'PNG/IHDR/interlace', 28],
    ['no IDAT', pngOf(ihdr), 'truncated', 'PNG/IDAT', 33],
    ['no IEND', join(SIGNATURE, ihdr, idat), 'truncated', 'PNG', 8 + ihdr.length + idat.length],
    ['a chunk past the end', join(SIGNATURE, ihdr, idat.subarray(0, -1)), 'truncated', 'PNG/IDAT', 33],
    ['a chunk without a name', pngOf(ihdr, chunk('\0\0\0\0', new Uint8Array()), idat), 'bad-value', 'PNG', 45],
    [
      'octets behind the end',
      join(pngOf(ihdr, idat), Uint8Array.of(0)),
      'trailing-bytes',
      'PNG',
      8 + ihdr.length + idat.length + 12,
    ],
    ['a wrong check sum of a chunk', wrongCrc, 'bad-value', 'PNG/IDAT', 33],
    ['a wrong check sum of the pixels', pngOf(ihdr, chunk('IDAT', wrongSum)), 'bad-value', 'PNG/IDAT', 33],
    ['pixels cut short', pngOf(ihdr, chunk('IDAT', data.subarray(0, -5))), 'truncated', 'PNG/IDAT', 33],
    ['too few pixels', pngWithData(grey, rawData(grey).subarray(1)), 'truncated', 'PNG/IDAT', 33],
    ['too many pixels', pngWithData(grey, join(rawData(grey), Uint8Array.of(0))), 'trailing-bytes', 'PNG/IDAT', 33],
    ['filter 5', pngWithData(grey, Uint8Array.of(5, 0, 0, 0, 0, 0, 0, 0)), 'bad-value', 'PNG', 33],
    ['a palette that is not there', pngWithData({ ...grey, colorType: 3 }, rawData(grey)), 'bad-value', 'PNG', 33],
    ['an index past the palette', buildPng({ ...grey, colorType: 3, palette: [0, 0, 0] }), 'bad-value', 'PNG', 48],
  ] as [string, Uint8Array, string, string, number][])('%s', (_, octets, code, field, offset) => {
    expect(refusal(() => readPng(octets))).toEqual({ code, field, offset });
  });

  it('keep what zlib or pngjs said as their cause', () => {
    for (const octets of [pngOf(ihdr, chunk('IDAT', wrongSum)), buildPng({ ...grey, colorType: 3, palette: [0, 0, 0] })]) {
      expect(() => readPng(octets)).toThrow(expect.objectContaining({ cause: expect.any(Error) }));
    }
  });
});

describe('limits', () => {
  const quick = (call: () => unknown) => {
    const from = performance.now();
    const found = refusal(call);
    expect(performance.now() - from).toBeLessThan(1000);
    return found;
  };

  it('refuse too many pixels before anything is inflated', () => {
    const declared = (widthPx: number, heightPx: number) =>
      pngOf(chunk('IHDR', header({ ...GREY, widthPx, heightPx })), chunk('IDAT', Uint8Array.of(1)));
    for (const octets of [declared(20_000, 20_000), declared(65_536, 1), declared(1, 2 ** 32 - 1)]) {
      expect(quick(() => readPng(octets))).toEqual({ code: 'limit-exceeded', field: 'PNG/IHDR', offset: 16 });
    }
    expect(refusal(() => readPng(buildPng(grey), { sourcePixels: 5 })).code).toBe('limit-exceeded');
    expect(readPng(buildPng(grey), { sourcePixels: 6 }).rgba).toEqual(pixelsOf(grey));
  });

  it('end a bomb where the picture ends, interlaced or not', () => {
    const zeros = Buffer.alloc(60_000_000);
    for (const interlaced of [false, true]) {
      const octets = pngWithData({ ...GREY, interlaced }, zeros);
      expect(quick(() => readPng(octets)).code).toBe('trailing-bytes');
    }
  });

  it('leave compressed texts as they are', () => {
    const text = chunk('zTXt', join(Uint8Array.of(0x61, 0, 0), deflateSync(Buffer.alloc(30_000_000))));
    const octets = pngOf(chunk('IHDR', header(grey)), text, chunk('IDAT', deflateSync(rawData(grey))));
    const from = performance.now();
    expect(readPng(octets).rgba).toEqual(pixelsOf(grey));
    expect(performance.now() - from).toBeLessThan(500);
  });

  it('refuse a file of more than 10 MB', () => {
    expect(refusal(() => readPng(new Uint8Array(MAX_PNG_OCTETS + 1))).code).toBe('limit-exceeded');
  });
});

describe('writing', () => {
  const bitmaps = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 }))
    .chain(([width, height]) => {
      const row = fc.array(fc.constantFrom('#', '.'), { minLength: width, maxLength: width }).map((pixels) => pixels.join(''));
      return fc.array(row, { minLength: height, maxLength: height });
    })
    .map(bitmapFromRows);

  it('a bitmap comes back from its PNG of one bit a pixel', () => {
    fc.assert(
      fc.property(bitmaps, (bitmap) => {
        const octets = writeBitmapPng(bitmap);
        expect(octets.subarray(24, 26)).toEqual(Uint8Array.of(1, 0));
        expect(bitmapFromPixels(readPng(octets), { dither: 'none' })).toEqual(bitmap);
        expect(writeBitmapPng(bitmap)).toEqual(octets);
      }),
    );
  });

  it('a drawing of a few colours comes back too', () => {
    const palette = [0x102030, 0xffffff, 0x00ff7f];
    const indices = Uint8Array.of(0, 1, 2, 2, 1, 0, 1, 1, 1, 0, 0, 2, 2, 2, 0);
    const { rgba } = readPng(writeIndexedPng({ widthPx: 5, heightPx: 3, indices, palette }));
    const expected = Array.from(indices).flatMap((i) => {
      const color = palette[i] as number;
      return [color >> 16, (color >> 8) & 0xff, color & 0xff, 255];
    });
    expect(Array.from(rgba)).toEqual(expected);
  });
});
