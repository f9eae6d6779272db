import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pngHeader } from '../../src/image/png/file.js';
import { decodePng } from '../../src/image/png/read.js';
import { encodeIndexedPng, encodePng, type IndexedPicture } from '../../src/image/png/write.js';
import { refusal } from '../support/hostile.js';
import { image } from '../support/png-files.js';
import { rasters, rgbaOf, withoutHidden } from '../support/rasters.js';

/** What pngjs sees. */
const seen = (octets: Uint8Array) => withoutHidden(new Uint8Array(PNG.sync.read(Buffer.from(octets)).data));

const typesOf = (octets: Uint8Array) => {
  const types: string[] = [];
  const buffer = Buffer.from(octets);
  for (let at = 8; at < buffer.length; at += 12 + buffer.readUInt32BE(at))
    types.push(buffer.toString('latin1', at + 4, at + 8));
  return types.join(' ');
};

const pictures: fc.Arbitrary<IndexedPicture> = fc
  .record({
    widthPx: fc.integer({ min: 1, max: 40 }),
    heightPx: fc.integer({ min: 1, max: 12 }),
    colors: fc.integer({ min: 1, max: 256 }),
    transparent: fc.option(fc.nat({ max: 255 }), { nil: undefined }),
    seed: fc.nat(),
  })
  .map(({ widthPx, heightPx, colors, transparent, seed }) => ({
    widthPx,
    heightPx,
    indices: Uint8Array.from({ length: widthPx * heightPx }, (_, i) => (Math.imul(i + 1, seed | 1) >>> 9) % colors),
    palette: {
      rgb: Uint8Array.from({ length: colors * 3 }, (_, i) => (i * 89 + seed) & 0xff),
      ...(transparent !== undefined && { transparentIndex: transparent % colors }),
    },
  }));

function painted({ indices, palette }: IndexedPicture): Uint8Array {
  const { rgb, transparentIndex } = palette!;
  return withoutHidden(
    Uint8Array.from({ length: indices.length * 4 }, (_, i) => {
      const index = indices[i >> 2]!;
      return i % 4 === 3 ? (index === transparentIndex ? 0 : 255) : rgb[index * 3 + (i % 4)]!;
    }),
  );
}

const PICTURE: IndexedPicture = {
  widthPx: 3,
  heightPx: 2,
  indices: Uint8Array.of(0, 1, 2, 2, 1, 0),
  palette: { rgb: new Uint8Array(9) },
};

describe('as other programs see it', () => {
  it.each([
    ['two greys', 1, [0, 255]],
    ['four of them', 2, [0, 85, 170, 255]],
    ['sixteen', 4, Array.from({ length: 16 }, (_, i) => i * 17)],
    ['many greys', 8, Array.from({ length: 60 }, (_, i) => i * 4)],
    ['greys that take more bits without it', 2, [3, 77, 200]],
  ])('%s without a palette, by pngjs, where that is shorter', (_, bitDepth, levels) => {
    const [widthPx, heightPx] = [16, 4];
    const rgb = Uint8Array.from({ length: levels.length * 3 }, (_, i) => levels[Math.floor(i / 3)]!);
    const indices = Uint8Array.from({ length: widthPx * heightPx }, (_, i) => i % levels.length);
    const picture = { widthPx, heightPx, indices, palette: { rgb } };
    const [plain, grey] = [encodeIndexedPng(picture), encodeIndexedPng({ ...picture, mayBeGrey: true })];
    expect(grey.length).toBeLessThanOrEqual(plain.length);
    expect(seen(grey)).toEqual(seen(plain));
    const types = levels.includes(77) ? 'IHDR PLTE IDAT IEND' : 'IHDR IDAT IEND';
    expect([typesOf(grey), pngHeader(grey).bitDepth]).toEqual([types, bitDepth]);
    const colourful = { ...picture, palette: { rgb: rgb.map((level, i) => (i === 0 ? level ^ 1 : level)) } };
    expect(encodeIndexedPng({ ...colourful, mayBeGrey: true })).toEqual(encodeIndexedPng(colourful));
  });

  it('a picture of few colours, by pngjs', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const octets = encodeIndexedPng(picture);
        expect(Buffer.compare(seen(octets), painted(picture))).toBe(0);
        expect(Buffer.compare(rgbaOf(decodePng(octets)), painted(picture))).toBe(0);
        const used = new Set(picture.indices);
        const { bitDepth, colors } = pngHeader(octets);
        expect(colors).toBe(used.size);
        expect(bitDepth).toBe([1, 2, 4, 8].find((bits) => 2 ** bits >= used.size));
        const { transparentIndex } = picture.palette!;
        const isTransparent = transparentIndex !== undefined && used.has(transparentIndex);
        expect(typesOf(octets)).toBe(`IHDR PLTE ${isTransparent ? 'tRNS ' : ''}IDAT IEND`);
        if (isTransparent) expect(Buffer.from(octets).readUInt32BE(Buffer.from(octets).indexOf('tRNS') - 4)).toBe(1);
        expect(encodeIndexedPng(picture)).toEqual(octets);
      }),
    );
  });

  it('greys of every depth, by pngjs', () => {
    for (const bits of [1, 2, 4, 8]) {
      const most = 2 ** bits - 1;
      const indices = Uint8Array.from({ length: 77 }, (_, i) => (i * 7) & most);
      const octets = encodeIndexedPng({ widthPx: 11, heightPx: 7, indices, bits });
      expect(typesOf(octets)).toBe('IHDR IDAT IEND');
      expect(pngHeader(octets)).toMatchObject({ bitDepth: bits, colorType: 0 });
      const expected = Array.from(indices, (index) => (index * 255) / most).flatMap((grey) => [grey, grey, grey, 255]);
      expect(Array.from(seen(octets))).toEqual(expected);
    }
  });

  it('any raster, by pngjs and by libpng', async () => {
    fc.assert(
      fc.property(rasters, (raster) => {
        const octets = encodePng(raster);
        expect(Buffer.compare(seen(octets), rgbaOf(raster))).toBe(0);
        expect(Buffer.compare(rgbaOf(decodePng(octets)), rgbaOf(raster))).toBe(0);
        expect(typesOf(octets)).toBe('IHDR IDAT IEND');
      }),
    );
    for (const file of ['logo-alpha.png', 'rgba-gradient.png', 'png/type0-8.png', 'png/type2-8.png']) {
      const raster = decodePng(readFileSync(image(file)));
      const { data } = await sharp(encodePng(raster)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      expect(Buffer.compare(withoutHidden(new Uint8Array(data)), rgbaOf(raster))).toBe(0);
    }
  });
});

describe('size', () => {
  it('drops an alpha channel that hides nothing', () => {
    const samples = Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255);
    expect(pngHeader(encodePng({ widthPx: 2, heightPx: 1, channels: 4, samples })).colorType).toBe(2);
    expect(pngHeader(encodePng({ widthPx: 2, heightPx: 1, channels: 4, samples: samples.with(3, 254) })).colorType).toBe(6);
  });

  it('filters where that is smaller, and not where it is not', () => {
    const raster = decodePng(readFileSync(image('png/type2-8.png')));
    const rows = PNG.sync.read(Buffer.from(encodePng(raster)));
    expect([rows.width, rows.height]).toEqual([29, 23]);
    const ramp = {
      widthPx: 64,
      heightPx: 64,
      channels: 1 as const,
      samples: Uint8Array.from({ length: 4096 }, (_, i) => (i % 64) * 3 + (i >> 6)),
    };
    expect(encodePng(ramp).length).toBeLessThan(250);
    const chess = {
      ...PICTURE,
      widthPx: 64,
      heightPx: 64,
      indices: Uint8Array.from({ length: 4096 }, (_, i) => (i ^ (i >> 6)) & 1),
    };
    expect(encodeIndexedPng(chess).length).toBeLessThan(140);
  });

  it('takes no more than libpng with its best settings', async () => {
    for (const file of ['logo-alpha.png', 'interlaced.png', 'png/type2-8.png']) {
      const octets = readFileSync(image(file));
      const other = await sharp(octets).png({ compressionLevel: 9, adaptiveFiltering: true, progressive: false }).toBuffer();
      expect(encodePng(decodePng(octets)).length).toBeLessThanOrEqual(other.length);
    }
  });
});

describe('refusals', () => {
  it.each([
    ['no width', { widthPx: 0 }, 'widthPx'],
    ['no height', { heightPx: 0 }, 'heightPx'],
    ['too few indices', { indices: new Uint8Array(5) }, 'indices'],
    ['an index without a colour', { indices: Uint8Array.of(0, 1, 2, 3, 0, 0) }, 'indices[3]'],
    ['a colour and a half', { palette: { rgb: new Uint8Array(4) } }, 'palette.rgb'],
    ['no colour', { palette: { rgb: new Uint8Array(0) } }, 'palette.rgb'],
    ['257 colours', { palette: { rgb: new Uint8Array(771) } }, 'palette.rgb'],
    [
      'a transparent colour that is not there',
      { palette: { rgb: new Uint8Array(9), transparentIndex: 3 } },
      'palette.transparentIndex',
    ],
    ['too few bits', { bits: 1 }, 'bits'],
    ['three bits', { bits: 3 }, 'bits'],
    ['greys without bits', { palette: undefined }, 'bits'],
    ['a grey past the last', { palette: undefined, bits: 1 }, 'indices[2]'],
  ] as [string, Partial<IndexedPicture>, string][])('%s', (_, change, field) => {
    expect(refusal(() => encodeIndexedPng({ ...PICTURE, ...change }))).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it('of what is no picture', () => {
    expect(() => encodeIndexedPng({ ...PICTURE, indices: [0] as never })).toThrow(TypeError);
    expect(() => encodePng(null as never)).toThrow(TypeError);
    expect(refusal(() => encodePng({ widthPx: 1, heightPx: 1, channels: 3, samples: new Uint8Array(2) })).field).toBe(
      'raster.samples',
    );
  });
});
