import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import type { FormatError } from '../../src/errors.js';
import { findForeignPicture } from '../../src/image/foreign/formats.js';
import * as image from '../../src/image/index.js';
import { refusal } from '../support/hostile.js';
import { image as path } from '../support/png-files.js';
import { rgbaOf } from '../support/rasters.js';
import { handset, profileOf } from './images.js';

const nokia = handset('Nokia', '6230');

/** A slope of colours, its right half half transparent. */
const [WIDTH, HEIGHT] = [60, 40];
const SLOPE = Uint8Array.from({ length: WIDTH * HEIGHT * 4 }, (_, i) => {
  const [x, y] = [(i >> 2) % WIDTH, Math.floor((i >> 2) / WIDTH)];
  return [x * 4, y * 6, 128, x < WIDTH / 2 ? 255 : 128][i & 3]!;
});
const slope = () => sharp(SLOPE, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } });
const opaque = () => slope().removeAlpha();
const octetsOf = async (file: ReturnType<typeof sharp>) => new Uint8Array(await file.toBuffer());

async function refusalOf(work: Promise<unknown>): Promise<FormatError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && 'field' in error) return error as FormatError;
    throw error;
  }
  return expect.fail('nothing was refused');
}

const text = (value: string) => Uint8Array.from(value, (letter) => letter.charCodeAt(0));
const box = (brand: string, ...others: readonly string[]) => text(`\0\0\0\x20ftyp${brand}\0\0\0\0${others.join('')}`);

/** Beginnings, by what they are. */
const BEGINNINGS: readonly (readonly [name: string, octets: Uint8Array, format: string | undefined])[] = [
  ['WebP', text('RIFF\x10\0\0\0WEBPVP8 '), 'webp'],
  ['TIFF', text('II*\0\x08\0\0\0'), 'tiff'],
  ['TIFF', text('MM\0*\0\0\0\x08'), 'tiff'],
  ['TIFF', text('MM\0+\0\x08\0\0'), 'tiff'],
  ['AVIF', box('avif'), 'avif'],
  ['AVIF', box('avis'), 'avif'],
  ['AVIF', box('mif1', 'miaf', 'avif'), 'avif'],
  ['HEIC', box('heic', 'mif1'), undefined],
  ['HEIC', box('mif1', 'heic'), undefined],
  ['HEIC', box('msf1', 'hevc'), undefined],
  ['JPEG 2000', text('\0\0\0\x0cjP  \r\n\x87\n'), undefined],
  ['JPEG 2000', text('\xff\x4f\xff\x51'), undefined],
  ['JPEG XL', text('\0\0\0\x0cJXL \r\n\x87\n'), undefined],
  ['JPEG XL', text('\xff\x0a\x10'), undefined],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['SVG', text('\xef\xbb\xbf\n<?xml version="1.0"?><!-- a --><svg>'), undefined],
];

describe('formats by their beginnings', () => {
  it.each(BEGINNINGS)('%s', (name, octets, format) => {
    expect(findForeignPicture(octets)).toEqual({ name, ...(format !== undefined && { format }) });
    expect(image.identifyImage(octets, 'a.wbmp')).toBe(format);
    expect(refusal(() => image.probe(octets))).toEqual({ code: 'bad-value', field: 'image', offset: 0 });
  });

  it.each(BEGINNINGS.filter(([, , format]) => format === undefined))(
    '%s is refused by name, whatever passes',
    async (name, octets) => {
      for (const refused of [image.decodeImage(octets), image.repurpose(octets, nokia, { passUnknown: true })]) {
        expect(await refusalOf(refused)).toMatchObject({
          code: 'bad-value',
          field: 'image',
          reason: `is ${name}, which is not read`,
        });
      }
    },
  );

  it.each([
    ['a film', box('isom', 'mp42')],
    ['a sound', text('RIFF\x10\0\0\0WAVEfmt ')],
    ['a page', text('<!DOCTYPE html><html><body>svg</body></html>')],
    ['a text', text('IIII')],
    ['nothing', new Uint8Array(0)],
  ])('%s is none of them', (_, octets) => expect(findForeignPicture(octets)).toBeUndefined());
});

describe('through sharp', () => {
  it.each([
    ['webp', 4, () => slope().webp({ lossless: true })],
    ['webp', 3, () => opaque().webp({ lossless: true })],
    ['tiff', 3, () => opaque().tiff({ compression: 'lzw' })],
    ['tiff', 3, () => opaque().tiff({ compression: 'none', tile: true, tileWidth: 16, tileHeight: 16 })],
    ['tiff', 4, () => slope().tiff({ compression: 'deflate' })],
  ] as const)('%s of %i channels has the pixels that were written', async (format, channels, write) => {
    const decoded = await image.decodeImage(await octetsOf(write()));
    expect(decoded).toMatchObject({ format, widthPx: WIDTH, heightPx: HEIGHT, frames: [{ delayMs: 0, raster: { channels } }] });
    const expected = channels === 4 ? SLOPE : SLOPE.map((sample, i) => (i % 4 === 3 ? 255 : sample));
    expect(Buffer.compare(rgbaOf(decoded.frames[0]!.raster), expected)).toBe(0);
  });

  it('AVIF is near to what was written', async () => {
    const { format, frames } = await image.decodeImage(
      await octetsOf(opaque().avif({ quality: 90, chromaSubsampling: '4:4:4' })),
    );
    const { samples, channels } = frames[0]!.raster;
    expect([format, channels]).toEqual(['avif', 3]);
    expect(samples.every((sample, i) => Math.abs(sample - SLOPE[Math.floor(i / 3) * 4 + (i % 3)]!) < 12)).toBe(true);
  });

  it('what is stored turned comes out upright', async () => {
    const turned = await octetsOf(opaque().withMetadata({ orientation: 6 }).webp({ lossless: true }));
    const { widthPx, heightPx, frames } = await image.decodeImage(turned);
    expect([widthPx, heightPx]).toEqual([HEIGHT, WIDTH]);
    // The first column, from below.
    expect([...frames[0]!.raster.samples.subarray(0, 3)]).toEqual([0, (HEIGHT - 1) * 6, 128]);
  });

  it('a handset gets a format that it takes', async () => {
    const { contentType, widthPx, source, steps } = await image.repurpose(await octetsOf(opaque().webp()), nokia);
    expect([contentType, widthPx, source?.format, steps[0]]).toEqual([
      'image/jpeg',
      WIDTH,
      'webp',
      'changed: webp is not taken',
    ]);
    const seen = await image.repurpose(await octetsOf(slope().webp({ lossless: true })), nokia);
    expect([seen.source?.hasAlpha, seen.steps.includes('laid over 255 255 255')]).toEqual([true, true]);
    const few = await image.repurpose(await octetsOf(opaque().avif()), nokia, { engine: 'sharp', maxWidthPx: 30 });
    expect([few.widthPx, few.heightPx]).toEqual([30, 20]);
    expect((await image.repurpose(await octetsOf(opaque().tiff()), nokia, { format: 'ota' })).octets).toHaveLength(256);
  });

  it('of an animation the first frame, and that is said', async () => {
    const frames = [0, 1].map((i) => SLOPE.map((sample) => (i === 0 ? sample : 255 - sample)));
    const raw = { width: WIDTH, height: HEIGHT * 2, channels: 4, pageHeight: HEIGHT } as const;
    const moving = await octetsOf(sharp(Buffer.concat(frames), { raw }).webp({ lossless: true, delay: [100, 100] }));
    expect((await image.decodeImage(moving)).frames).toHaveLength(1);
    const animated = profileOf({ images: { wbmp: true, gif: true, gifAnimated: true, jpg: true, png: true, bmp: false } });
    const { warnings, source } = await image.repurpose(moving, animated);
    expect([warnings, source]).toMatchObject([['the first of 2 frames is shown alone'], { frames: 2, animated: true }]);
  });

  it('limits are looked at before a pixel is unpacked', async () => {
    const large = await octetsOf(opaque().webp());
    const pixels = await refusalOf(image.decodeImage(large, { limits: { imagePixels: WIDTH * HEIGHT - 1 } }));
    expect(pixels).toMatchObject({ code: 'limit-exceeded', field: 'image' });
    expect(await refusalOf(image.repurpose(large, nokia, { limits: { imageOctets: 100 } }))).toMatchObject({
      code: 'limit-exceeded',
    });
  });

  it('a damaged file is refused, or read as far as it goes', async () => {
    const cut = (await octetsOf(opaque().webp({ lossless: true }))).subarray(0, -20);
    expect(await refusalOf(image.decodeImage(cut, { lenient: true }))).toMatchObject({ code: 'bad-value', field: 'WEBP' });
    const damaged = await octetsOf(opaque().tiff({ compression: 'lzw' }));
    damaged.fill(0xff, damaged.length >> 1, (damaged.length >> 1) + 6);
    expect(await refusalOf(image.decodeImage(damaged))).toMatchObject({ code: 'bad-value', field: 'TIFF', offset: 0 });
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    expect((await image.decodeImage(damaged, options)).widthPx).toBe(WIDTH);
    expect(issues).toMatchObject([{ code: 'bad-value', field: 'TIFF' }]);
  });
});

describe('without sharp', () => {
  /** The module as it is where some packages are not installed. */
  async function without(...names: readonly string[]): Promise<typeof image> {
    vi.resetModules();
    for (const name of names) {
      vi.doMock(name, () => {
        throw new Error(`no ${name}`);
      });
    }
    return import('../../src/image/index.js');
  }

  afterEach(() => {
    for (const name of ['sharp', 'jimp']) vi.doUnmock(name);
    vi.resetModules();
  });

  it('WebP and AVIF are refused with the remedy', async () => {
    const files = [await octetsOf(opaque().webp()), await octetsOf(opaque().avif())];
    const image = await without('sharp');
    for (const [i, name] of ['WebP', 'AVIF'].entries()) {
      // One after the other: of two imports at a time a mock that throws stops only the first.
      const file = files[i]!;
      for (const read of [image.decodeImage, (octets: Uint8Array) => image.repurpose(octets, nokia, { passUnknown: true })]) {
        expect(await refusalOf(read(file))).toMatchObject({
          code: 'bad-value',
          field: 'image',
          reason: `is ${name}: install sharp to read it`,
        });
      }
    }
    const engine = image.repurpose(new Uint8Array(readFileSync(path('photo-422.jpg'))), nokia, { engine: 'sharp' });
    expect(await refusalOf(engine)).toMatchObject({ code: 'unencodable', field: 'engine' });
  });

  it('TIFF is read by jimp', async () => {
    const file = await octetsOf(opaque().withMetadata({ orientation: 3 }).tiff({ compression: 'lzw' }));
    const image = await without('sharp');
    const { format, widthPx, heightPx, frames } = await image.decodeImage(file);
    expect([format, widthPx, heightPx]).toEqual(['tiff', WIDTH, HEIGHT]);
    expect([...frames[0]!.raster.samples.subarray(0, 4)]).toEqual([(WIDTH - 1) * 4, (HEIGHT - 1) * 6, 128, 255]);
    const { contentType, source } = await image.repurpose(file, nokia);
    expect([contentType, source?.format, source?.orientation]).toEqual(['image/jpeg', 'tiff', 3]);
    const tiled = await octetsOf(opaque().tiff({ tile: true }));
    expect(await refusalOf(image.decodeImage(tiled))).toMatchObject({
      code: 'bad-value',
      field: expect.stringMatching(/^TIFF\//),
    });
  });

  it('and without jimp, TIFF is refused as well', async () => {
    const file = await octetsOf(opaque().tiff());
    const image = await without('sharp', 'jimp');
    expect(await refusalOf(image.decodeImage(file))).toMatchObject({ reason: 'is TIFF: install sharp, or jimp, to read it' });
  });
});
