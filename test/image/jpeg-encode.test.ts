import fc from 'fast-check';
import { Jimp } from 'jimp';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeJpeg } from '../../src/image/jpeg/decode.js';
import { encodeJpeg, JpegEncoder, type JpegOptions, type Rounding } from '../../src/image/jpeg/encode.js';
import { buildCodes, LENGTH_BITS, optimalTable } from '../../src/image/jpeg/huffman.js';
import { measureLikeness } from '../../src/image/likeness.js';
import { type Raster, toGrey } from '../../src/image/raster.js';
import { refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { fixture } from '../support/vectors.js';
import { image } from './images.js';

interface Standard {
  source: string;
  zigzag: number[];
  luma: number[];
  chroma: number[];
}

const side = fc.integer({ min: 1, max: 40 });
const quality = fc.integer({ min: 1, max: 100 });
const options = fc.record<JpegOptions>({
  subsampling: fc.constantFrom('4:2:0', '4:4:4'),
});

/** Shading, shapes and a little grain. */
function scene(widthPx: number, heightPx: number, channels: 1 | 3, seed = 1): Raster {
  const samples = new Uint8Array(widthPx * heightPx * channels);
  let state = seed;
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += channels) {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      const grain = ((state >> 16) & 15) - 8;
      const [u, v] = [x / 160, y / 120];
      const isDisc = Math.hypot(u - 0.4, v - 0.5) < 0.25;
      const level = isDisc ? 220 - 120 * v : 120 + 60 * Math.sin(u * 9 + seed) * Math.cos(v * 7);
      samples[at] = level + grain;
      if (channels === 1) continue;
      samples[at + 1] = (isDisc ? 90 : 200 - 60 * v) + grain;
      samples[at + 2] = (isDisc ? 60 : 240 - level) + grain;
    }
  }
  return { widthPx, heightPx, channels, samples };
}

function psnr(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  const sum = one.reduce((total, level, i) => total + (level - other[i]!) ** 2, 0);
  return 10 * Math.log10((255 * 255) / (sum / one.length + 1e-9));
}

async function bySharp(file: Uint8Array, channels: 1 | 3): Promise<Uint8Array> {
  const image = sharp(file).toColourspace(channels === 1 ? 'b-w' : 'srgb');
  return new Uint8Array(await image.raw().toBuffer());
}

interface Segment {
  marker: number;
  octets: Uint8Array;
}

/** The marker segments up to the scan, and the scan with EOI. */
function segmentsOf(file: Uint8Array): { segments: Segment[]; scan: Uint8Array } {
  expect([...file.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  const segments: Segment[] = [];
  for (let at = 2; ; ) {
    expect(file[at]).toBe(0xff);
    const marker = file[at + 1]!;
    const length = (file[at + 2]! << 8) | file[at + 3]!;
    segments.push({ marker, octets: file.subarray(at + 4, at + 2 + length) });
    at += 2 + length;
    if (marker === 0xda) return { segments, scan: file.subarray(at) };
  }
}

describe('what other programs read', () => {
  const pictures = [
    [160, 120, 3],
    [161, 113, 3],
    [97, 33, 3],
    [17, 3, 3],
    [1, 1, 3],
    [64, 48, 1],
    [33, 57, 1],
  ] as const;

  it.each(pictures)(
    '%ix%i with %i channels: as near to the source, and as long, as the file of libjpeg-turbo',
    async (...given) => {
      const [widthPx, heightPx, channels] = given;
      const raster = scene(widthPx, heightPx, channels);
      // Of few pixels, how one coefficient is rounded shows.
      const margin = widthPx * heightPx < 200 ? 1.5 : 0.4;
      const raw = { width: widthPx, height: heightPx, channels };
      for (const subsampling of ['4:2:0', '4:4:4'] as const) {
        for (const level of [10, 50, 85, 95]) {
          const found = encodeJpeg(raster, { quality: level, subsampling });
          const jpeg = { quality: level, chromaSubsampling: subsampling, optimizeCoding: true } as const;
          const image = sharp(raster.samples, { raw });
          const theirs = new Uint8Array(await (channels === 1 ? image.toColourspace('b-w') : image).jpeg(jpeg).toBuffer());
          const [ours, other] = [await bySharp(found, channels), await bySharp(theirs, channels)];
          expect(psnr(ours, raster.samples)).toBeGreaterThan(Math.min(50, psnr(other, raster.samples) - margin));
          // 18 octets are the JFIF header, which libvips leaves out.
          expect(found.length).toBeLessThan(theirs.length * 1.03 + 18 + 12);
        }
      }
    },
  );

  it('jpeg-js, inside of jimp, reads what libvips reads', async () => {
    for (const channels of [1, 3] as const) {
      const raster = scene(83, 61, channels);
      const file = encodeJpeg(raster, { quality: 90, subsampling: '4:4:4' });
      const { width, height, data } = (await Jimp.fromBuffer(Buffer.from(file))).bitmap;
      expect([width, height]).toEqual([83, 61]);
      const found = Uint8Array.from(data).filter((_, i) => i % 4 < channels);
      expect(psnr(found, await bySharp(file, channels))).toBeGreaterThan(45);
    }
  });

  it('the tables are those of T.81', () => {
    const { zigzag, luma, chroma } = fixture('vectors/jpeg-tables.json') as Standard;
    // Quality 50 gives the tables as they are printed.
    const tables = segmentsOf(encodeJpeg(scene(8, 8, 3), { quality: 50 })).segments.filter(({ marker }) => marker === 0xdb);
    expect(tables.map(({ octets }) => octets[0])).toEqual([0, 1]);
    for (const [i, table] of [luma, chroma].entries()) {
      expect([...tables[i]!.octets.subarray(1)]).toEqual(zigzag.map((place) => table[place]));
    }
  });

  it('steps at other qualities, the frame and the header of the scan are those that libjpeg-turbo writes', async () => {
    for (const channels of [1, 3] as const) {
      const raster = scene(40, 24, channels);
      const raw = { width: 40, height: 24, channels };
      for (const level of [1, 2, 25, 49, 51, 75, 99, 100]) {
        const image = sharp(raster.samples, { raw }).toColourspace(channels === 1 ? 'b-w' : 'srgb');
        const theirs = await image.jpeg({ quality: level, optimizeCoding: false, chromaSubsampling: '4:2:0' }).toBuffer();
        const ours = segmentsOf(encodeJpeg(raster, { quality: level })).segments;
        const other = segmentsOf(new Uint8Array(theirs)).segments;
        for (const marker of [0xdb, 0xc0, 0xda]) {
          const sortedBy = (segments: Segment[]) =>
            segments.filter((segment) => segment.marker === marker).map(({ octets }) => Buffer.from(octets).toString('hex'));
          expect(sortedBy(ours)).toEqual(sortedBy(other));
        }
      }
    }
  });
});

describe('laws of the encoder', () => {
  it('every picture is decoded to about itself', async () => {
    const picture = fc.tuple(side, side, fc.constantFrom<1 | 3>(1, 3), fc.nat({ max: 99 }));
    await fc.assert(
      fc.asyncProperty(
        picture,
        options,
        fc.integer({ min: 80, max: 100 }),
        async ([width, height, channels, seed], given, level) => {
          const raster = scene(width, height, channels, seed);
          const file = encodeJpeg(raster, { ...given, quality: level });
          const info = await sharp(file).metadata();
          expect([info.width, info.height, info.channels, info.isProgressive]).toEqual([width, height, channels, false]);
          expect(psnr(await bySharp(file, channels), raster.samples)).toBeGreaterThan(22);
        },
      ),
      costly(100),
    );
  });

  it('noise of full range at quality 100 comes back', async () => {
    const noise = fc.uint8Array({ minLength: 256, maxLength: 256 });
    const extremes = fc
      .array(fc.constantFrom(0, 255), { minLength: 256, maxLength: 256 })
      .map((levels) => Uint8Array.from(levels));
    await fc.assert(
      fc.asyncProperty(fc.oneof(noise, extremes), async (samples) => {
        const file = encodeJpeg({ widthPx: 16, heightPx: 16, channels: 1, samples }, { quality: 100 });
        const found = await bySharp(file, 1);
        for (const [i, level] of found.entries()) expect(Math.abs(level - samples[i]!)).toBeLessThanOrEqual(4);
      }),
      costly(100),
    );
  });

  it('one colour stays one colour, within 2 levels', async () => {
    const octet = fc.nat({ max: 255 });
    await fc.assert(
      fc.asyncProperty(side, side, octet, octet, octet, fc.integer({ min: 85, max: 100 }), async (w, h, r, g, b, level) => {
        const samples = Uint8Array.from({ length: w * h * 3 }, (_, i) => [r, g, b][i % 3]!);
        const found = await bySharp(encodeJpeg({ widthPx: w, heightPx: h, channels: 3, samples }, { quality: level }), 3);
        for (const [i, value] of found.entries()) {
          expect(value).toBe(found[i % 3]);
          expect(Math.abs(value - samples[i]!)).toBeLessThanOrEqual(2);
        }
      }),
      costly(100),
    );
  });

  it('the order in which qualities are asked for changes nothing, and size tells what encode gives', () => {
    const asked = fc.array(fc.tuple(quality, fc.constantFrom<Rounding>('nearest', 'thrifty')), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(side, side, options, asked, (width, height, given, qualities) => {
        const raster = scene(width, height, 3);
        const encoder = new JpegEncoder(raster, given);
        for (const [level, rounding] of qualities) {
          const least = encoder.leastSize(level, rounding);
          const size = encoder.size(level, rounding);
          const file = encoder.encode(level, rounding);
          expect(file.length).toBe(size);
          const { scan } = segmentsOf(file);
          const stuffed = scan.filter((octet, i) => octet === 0 && scan[i - 1] === 0xff).length;
          expect(size - least).toBe(stuffed);
          expect(file).toEqual(new JpegEncoder(raster, given).encode(level, rounding));
        }
      }),
    );
  });

  it('thrifty levels: fewer octets, and at as many octets nearer to the picture', async () => {
    const colours = decodeJpeg(image('photo-baseline.jpg'), { minWidthPx: 160, minHeightPx: 120 });
    for (const raster of [colours, toGrey(colours)]) {
      const encoder = new JpegEncoder(raster);
      for (const level of [8, 20, 40, 60]) {
        const plain = encoder.encode(level);
        expect(encoder.size(level, 'thrifty')).toBeLessThan(plain.length * 0.95);
        let best = level;
        while (encoder.size(best + 1, 'thrifty') <= plain.length) best++;
        const size = { widthPx: 160, heightPx: 120 };
        const grey = toGrey(raster).samples;
        const likenessOf = (file: Uint8Array) => measureLikeness(grey, toGrey(decodeJpeg(file)).samples, size);
        expect(best).toBeGreaterThan(level);
        expect(likenessOf(encoder.encode(best, 'thrifty'))).toBeGreaterThan(likenessOf(plain));
      }
    }
  });

  it('the file is a JFIF header, tables, one frame, one scan; FF stands in the scan only with 0 behind', () => {
    fc.assert(
      fc.property(side, side, fc.constantFrom<1 | 3>(1, 3), options, quality, (width, height, channels, given, level) => {
        const raster = scene(width, height, channels);
        const { segments, scan } = segmentsOf(encodeJpeg(raster, { ...given, quality: level }));
        const tables = channels === 1 ? 1 : 2;
        const dqt = new Array<number>(tables).fill(0xdb);
        const dht = new Array<number>(2 * tables).fill(0xc4);
        expect(segments.map(({ marker }) => marker)).toEqual([0xe0, ...dqt, 0xc0, ...dht, 0xda]);
        expect([...scan.subarray(-2)]).toEqual([0xff, 0xd9]);
        for (let at = 0; at < scan.length - 2; at++) if (scan[at] === 0xff) expect(scan[at + 1]).toBe(0);
      }),
    );
  });

  it('a lower quality is about as long or shorter', () => {
    const encoder = new JpegEncoder(scene(160, 120, 3));
    let before = encoder.size(100);
    for (let level = 99; level >= 1; level--) {
      const size = encoder.size(level);
      expect(size).toBeLessThan(before * 1.02);
      before = size;
    }
  });

  it('samples may change once the encoder is made', () => {
    const raster = scene(30, 30, 3);
    const expected = encodeJpeg(raster, { quality: 60 });
    const encoder = new JpegEncoder(raster);
    raster.samples.fill(0);
    expect(encoder.encode(60)).toEqual(expected);
  });

  it('a large noisy picture, whose scan is longer than its samples', async () => {
    let state = 7;
    const samples = Uint8Array.from({ length: 300 * 200 * 3 }, () => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 20) & 1 ? 255 : 0;
    });
    const file = encodeJpeg({ widthPx: 300, heightPx: 200, channels: 3, samples }, { quality: 100, subsampling: '4:4:4' });
    expect(file.length).toBeGreaterThan(samples.length);
    expect(psnr(await bySharp(file, 3), samples)).toBeGreaterThan(45);
  });
});

describe('Huffman tables of a picture', () => {
  /** Octets of 256 counts; lengths of the codes that a table gives. */
  function lengthsFor(counts: number[]): number[] {
    const all = new Int32Array(256);
    all.set(counts);
    const table = optimalTable(all);
    expect(table.bits.length).toBe(16);
    const codes = buildCodes(table);
    return counts.map((_, symbol) => codes[symbol]! & ((1 << LENGTH_BITS) - 1));
  }

  it('every symbol that occurs has a code of up to 16 bits, none begins another, none is all ones', () => {
    // Powers of two make codes as long as there are symbols.
    const steep = fc.array(
      fc.integer({ min: 0, max: 22 }).map((power) => 2 ** power - 1),
      { minLength: 1, maxLength: 40 },
    );
    const flat = fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 256 });
    fc.assert(
      fc.property(fc.oneof(steep, flat), (counts) => {
        fc.pre(counts.some((count) => count > 0));
        const lengths = lengthsFor(counts);
        let taken = 0;
        for (const [symbol, length] of lengths.entries()) {
          expect(length > 0).toBe(counts[symbol]! > 0);
          expect(length).toBeLessThanOrEqual(16);
          if (length > 0) taken += 2 ** -length;
        }
        // Codes follow each other, so less than all of them leaves the last, which is all ones.
        expect(taken).toBeLessThan(1);
        const codes = buildCodes(optimalTable(Int32Array.from({ length: 256 }, (_, i) => counts[i] ?? 0)));
        const bits = lengths.flatMap((length, symbol) =>
          length > 0 ? [(codes[symbol]! >> LENGTH_BITS).toString(2).padStart(length, '0')] : [],
        );
        bits.sort();
        for (let i = 1; i < bits.length; i++) expect(bits[i]!.startsWith(bits[i - 1]!)).toBe(false);
      }),
    );
  });

  it('is as short as can be: within a bit of the entropy, and never longer for what is more frequent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 100 }), (counts) => {
        const lengths = lengthsFor(counts);
        const sum = counts.reduce((total, count) => total + count, 0);
        const entropy = counts.reduce((total, count) => total - count * Math.log2(count / sum), 0);
        const bits = counts.reduce((total, count, symbol) => total + count * lengths[symbol]!, 0);
        // One code is kept free.
        expect(bits).toBeLessThan(entropy + sum + 16);
        for (let i = 1; i < counts.length; i++) {
          if (counts[i]! > counts[i - 1]!) expect(lengths[i]).toBeLessThanOrEqual(lengths[i - 1]!);
        }
      }),
    );
  });
});

describe('refusals', () => {
  const raster = scene(4, 4, 3);
  it('qualities that there are not', () => {
    const encoder = new JpegEncoder(raster);
    for (const wrong of [0, 0.5, 100.5, 101, Number.NaN]) {
      expect(refusal(() => encoder.encode(wrong))).toEqual({ code: 'bad-value', field: 'quality', offset: undefined });
      expect(refusal(() => encoder.size(wrong)).field).toBe('quality');
    }
    for (const wrong of [0, 101, 1.5, Number.NaN, '85' as never]) {
      expect(refusal(() => encodeJpeg(raster, { quality: wrong })).field).toBe('quality');
    }
  });

  it('pictures with alpha, sides over 65535, options that there are not', () => {
    const rgba: Raster = { widthPx: 1, heightPx: 1, channels: 4, samples: new Uint8Array(4) };
    expect(refusal(() => encodeJpeg(rgba))).toEqual({ code: 'bad-value', field: 'raster.channels', offset: undefined });
    const wide: Raster = { widthPx: 65_536, heightPx: 1, channels: 1, samples: new Uint8Array(65_536) };
    expect(refusal(() => encodeJpeg(wide)).field).toBe('raster.widthPx');
    expect(refusal(() => encodeJpeg(raster, { subsampling: '4:2:2' as never })).field).toBe('subsampling');
    expect(() => encodeJpeg(undefined as never)).toThrow(TypeError);
    expect(() => encodeJpeg({ ...raster, samples: 'x' as never })).toThrow(TypeError);
  });

  it('the longest side there is', async () => {
    const wide: Raster = { widthPx: 65_500, heightPx: 1, channels: 1, samples: new Uint8Array(65_500).fill(77) };
    expect((await sharp(encodeJpeg(wide)).metadata()).width).toBe(65_500);
  });
});
