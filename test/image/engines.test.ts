import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { FormatError } from '../../src/errors.js';
import { findForeignPicture } from '../../src/image/foreign/formats.js';
import { prepareSvg } from '../../src/image/foreign/svg.js';
import * as image from '../../src/image/index.js';
import { refusal } from '../support/hostile.js';
import { isInstalled } from '../support/installed.js';
import { image as path } from '../support/png-files.js';
import { rgbaOf } from '../support/rasters.js';
import { costly } from '../support/runs.js';
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
const BEGINNINGS: readonly (readonly [name: string, octets: Uint8Array, format: string])[] = [
  ['WebP', text('RIFF\x10\0\0\0WEBPVP8 '), 'webp'],
  ['TIFF', text('II*\0\x08\0\0\0'), 'tiff'],
  ['TIFF', text('MM\0*\0\0\0\x08'), 'tiff'],
  ['TIFF', text('MM\0+\0\x08\0\0'), 'tiff'],
  ['AVIF', box('avif'), 'avif'],
  ['AVIF', box('avis'), 'avif'],
  ['AVIF', box('mif1', 'miaf', 'avif'), 'avif'],
  ['HEIC', box('heic', 'mif1'), 'heic'],
  ['HEIC', box('mif1', 'heic'), 'heic'],
  ['HEIC', box('msf1', 'hevc'), 'heic'],
  ['JPEG 2000', text('\0\0\0\x0cjP  \r\n\x87\n'), 'jp2'],
  ['JPEG 2000', text('\xff\x4f\xff\x51'), 'jp2'],
  ['JPEG XL', text('\0\0\0\x0cJXL \r\n\x87\n'), 'jxl'],
  ['JPEG XL', text('\xff\x0a\x10'), 'jxl'],
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg'],
  ['SVG', text('\xef\xbb\xbf\n<?xml version="1.0"?><!-- a --><svg>'), 'svg'],
];

describe('formats by their beginnings', () => {
  it.each(BEGINNINGS)('%s', (name, octets, format) => {
    expect(findForeignPicture(octets)).toEqual({ name, format });
    expect(image.identifyImage(octets, 'a.wbmp')).toBe(format);
    expect(refusal(() => image.probe(octets))).toEqual({ code: 'bad-value', field: 'image', offset: 0 });
  });

  it.each([
    ['a film', box('isom', 'mp42')],
    ['a sound', text('RIFF\x10\0\0\0WAVEfmt ')],
    ['a page', text('<!DOCTYPE html><html><body>svg</body></html>')],
    ['a page with a drawing in it', text('<!DOCTYPE html><html><body><svg></svg></body></html>')],
    ['a comment without an end', text('<!-- '.repeat(1_000))],
    ['comments without a root', text('<!-- -->'.repeat(1_000))],
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
    expect([warnings[0], source]).toMatchObject(['the first of 2 frames is shown alone', { frames: 2, animated: true }]);
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

const foreignFile = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/images/foreign/${name}`, import.meta.url)));

describe.skipIf(!isInstalled('libheif-js'))('HEIC through libheif-js', () => {
  const photo = foreignFile('photo.heic');

  it('has about the pixels of the JPEG that it was made of', async () => {
    const { format, widthPx, heightPx, frames } = await image.decodeImage(photo);
    expect([format, widthPx, heightPx]).toEqual(['heic', 320, 240]);
    const { samples } = frames[0]!.raster;
    const jpeg = (await image.decodeImage(new Uint8Array(readFileSync(path('photo-444.jpg'))))).frames[0]!.raster;
    const squares = jpeg.samples.reduce((sum, sample, i) => sum + (sample - samples[Math.floor(i / 3) * 4 + (i % 3)]!) ** 2, 0);
    expect(10 * Math.log10(255 ** 2 / (squares / jpeg.samples.length))).toBeGreaterThan(30);
  });

  it('a handset gets a JPEG', async () => {
    const { contentType, widthPx, source, steps } = await image.repurpose(photo, nokia, { engine: 'sharp' });
    expect([contentType, widthPx, source?.format, steps[0]]).toEqual(['image/jpeg', 128, 'heic', 'changed: heic is not taken']);
  });

  it('limits are looked at before a pixel is unpacked', async () => {
    for (const limits of [{ imagePixels: 320 * 240 - 1 }, { imageHeldOctets: 320 * 240 * 4 - 1 }]) {
      expect(await refusalOf(image.decodeImage(photo, { limits }))).toMatchObject({ code: 'limit-exceeded', field: 'image' });
    }
  });

  it.each([100, 400, 2_000])('%i octets of it are refused', async (length) => {
    expect(await refusalOf(image.decodeImage(photo.subarray(0, length)))).toMatchObject({ code: 'bad-value', field: 'HEIC' });
  });

  it('damaged files give a picture or a refusal, and nothing is printed', async () => {
    const methods = ['log', 'info', 'warn', 'error'] as const;
    const printed = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => undefined));
    const outputs = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(() => true));
    try {
      const file = fc.uint8Array({ minLength: 1, maxLength: 8 }).chain((values) =>
        fc.array(fc.nat(photo.length - 1), { minLength: values.length, maxLength: values.length }).map((places) => {
          const octets = photo.slice();
          for (const [i, place] of places.entries()) octets[place] = values[i]!;
          return octets;
        }),
      );
      await fc.assert(
        fc.asyncProperty(file, fc.nat(photo.length), async (octets, length) => {
          for (const damaged of [octets, octets.subarray(0, length)]) {
            await image.decodeImage(damaged).catch((error: unknown) => expect(error).toBeInstanceOf(FormatError));
          }
        }),
        costly(60),
      );
      for (const spy of [...printed, ...outputs]) expect(spy).not.toHaveBeenCalled();
    } finally {
      vi.restoreAllMocks();
    }
    expect((await image.decodeImage(photo)).widthPx).toBe(320);
  });
});

describe('SVG through sharp', () => {
  const svg = (inside: string, attributes = 'width="20" height="10"') =>
    text(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);

  it.each([
    ['width="20" height="10"', 1024, 512],
    ['width="2000000" height="1000000"', 1024, 512],
    ['width="5mm" height="10mm" viewBox="0 0 20 40"', 512, 1024],
    ["viewBox='0,0 30 30' width='100%'", 1024, 1024],
    ['width="100000" height="1"', 1024, 1],
    ['', 1024, 512],
    ['width="100%"', 1024, 512],
  ])('of %s is drawn in a size that is bounded', async (attributes, width, height) => {
    const { format, widthPx, heightPx, frames } = await image.decodeImage(svg('<path/>', attributes), { svg: true });
    expect([format, widthPx, heightPx]).toEqual(['svg', width, height]);
    expect(frames[0]!.raster.samples.every((sample) => sample === 0)).toBe(true);
  });

  it('shapes are where they were drawn, on what a handset takes', async () => {
    const half = svg('<rect width="10" height="10" fill="#f00"/><a href="http://example.com/"><rect width="0"/></a>');
    const { samples, channels } = (await image.decodeImage(half, { svg: true })).frames[0]!.raster;
    const pixel = (x: number, y: number) => [...samples.subarray((y * 1024 + x) * channels, (y * 1024 + x + 1) * channels)];
    expect([pixel(10, 10), pixel(500, 500), pixel(530, 10)]).toEqual([
      [255, 0, 0, 255],
      [255, 0, 0, 255],
      [0, 0, 0, 0],
    ]);
    const { contentType, widthPx, steps } = await image.repurpose(half, nokia, { engine: 'sharp', svg: true });
    expect([contentType, widthPx, steps.includes('laid over 255 255 255')]).toEqual([
      expect.stringMatching(/^image[/](gif|png)$/),
      128,
      true,
    ]);
  });

  it.each([
    ['a picture elsewhere', '<image href="http://127.0.0.1:9/a.png" width="9" height="9"/>', 'SVG/href'],
    ['a file', '<image xlink:href="file:///etc/hostname" width="9" height="9"/>', 'SVG/href'],
    ['a relative file', "<use href = 'other.svg#a'/>", 'SVG/href'],
    ['a style', '<rect style="fill:url( http://127.0.0.1/a#b )"/>', 'SVG/href'],
    ['an escape that hides a name', '<style>@\\69mport "a.css";</style>', 'SVG/declaration'],
    ['a style sheet', '<style>@import "a.css";</style>', 'SVG/declaration'],
    ['an SVG inside', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', 'SVG/href'],
    ['a picture with bad base64', '<image href="data:image/png;base64,@@@@"/>', 'SVG/href'],
    ['a picture that is none', '<image href="data:image/png;base64,AAAA"/>', 'image'],
  ])('%s is refused', async (_, inside, field) => {
    expect(await refusalOf(image.decodeImage(svg(inside), { svg: true }))).toMatchObject({ code: 'bad-value', field });
  });

  const NAMESPACE = 'http://www.w3.org/2000/svg';
  const root = (attributes: string, inside: string) =>
    text(`<svg xmlns="${NAMESPACE}" width="10" height="10"${attributes}>${inside}</svg>`);

  it.each([
    ['a prefix of notes for what is drawn', root(` xmlns:rdf="${NAMESPACE}"`, '<rdf:image href="a.png"/>'), 'SVG/declaration'],
    ['the same, declared where it is used', root('', `<dc:image href="a.png" xmlns:dc="${NAMESPACE}"/>`), 'SVG/declaration'],
    [
      'a prefix of notes for what is replaced by a file',
      root(' xmlns:cc="http://www.w3.org/2001/XInclude"', '<cc:include href="a.txt" parse="text"/>'),
      'SVG/declaration',
    ],
    ['a style sheet in capitals', root('', '<style>@IMPORT "a.css";</style>'), 'SVG/declaration'],
    ['a style sheet in pieces', root('', '<style>@imp<![CDATA[ort "a.css";]]></style>'), 'SVG/declaration'],
    ['a style sheet with a comment in it', root('', '<style>@imp<!-- -->ort "a.css";</style>'), 'SVG/declaration'],
    ['the style of a link', root('', '<a style="fill:url(http://example.com/a)"><path/></a>'), 'SVG/href'],
    [
      'an encoding in which tags look like text',
      text('<?xml version="1.0" encoding="UTF-7"?><svg>+ADw-a/+AD4-</svg>'),
      'SVG/declaration',
    ],
    ['an encoding that there is not', text('<?xml version="1.0" encoding="ISO-8859-12"?><svg/>'), 'SVG/declaration'],
    ['what is not UTF-8', root(' id="\xff"', ''), 'SVG'],
  ])('%s is refused', async (_, octets, field) => {
    expect(await refusalOf(image.decodeImage(octets, { svg: true }))).toMatchObject({ code: 'bad-value', field });
  });

  it('characters of its root stay characters, and do not become tags', () => {
    // Of each the last octet is a quotation mark, or a bracket.
    const references = '&#x122;&#x13e;&#x13c;image href=&#x122;a.png&#x122;/&#x13e;&#x20ac;&#10;&quot;&lt;';
    const octets = root(` id="${references}"`, '<path/>');
    const prepared = new TextDecoder().decode(prepareSvg(octets, {}));
    expect(prepared).toContain('id="\u0122\u013e\u013cimage href=\u0122a.png\u0122/\u013e\u20ac&#10;&#34;&#60;"');
  });

  it.each([
    ['UTF-8 with a mark of its order', `\uFEFF<?xml version="1.0" encoding="UTF-8"?>`, 'caf\u00e9 \u20ac', 'utf-8'],
    ['ISO-8859-1', '<?xml version="1.0" encoding="ISO-8859-1"?>', 'caf\u00e9', 'latin1'],
    ['names of files beside references', '', 'C:\\Users\\me@home (1)\\url.png', 'utf-8'],
  ] as const)('%s is read', async (_, declaration, note, encoding) => {
    const attributes = `xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:export-filename="${note}"`;
    const drawing = `${declaration}<svg xmlns="${NAMESPACE}" width="10" height="10" ${attributes}><rect width="5" height="10" fill="#f00"/></svg>`;
    const octets = new Uint8Array(Buffer.from(drawing, encoding));
    expect(new TextDecoder().decode(prepareSvg(octets, {}))).toContain(note);
    const { samples, channels } = (await image.decodeImage(octets, { svg: true })).frames[0]!.raster;
    expect([...samples.subarray(0, channels)]).toEqual([255, 0, 0, 255]);
  });

  it('is drawn only where the option asks for it', async () => {
    for (const work of [image.decodeImage(svg('<path/>')), image.repurpose(svg('<path/>'), nokia)]) {
      expect(await refusalOf(work)).toMatchObject({
        code: 'bad-value',
        field: 'image',
        reason: expect.stringContaining('option svg'),
      });
    }
  });

  it('texts and comments refer to nothing, and a root in a comment is none', async () => {
    const words = '<text>see href="http://example.com" and url(a)</text><!-- href="b" -->';
    const commented = text(
      `<!-- <svg width="1" height="1"> --><svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000">${words}</svg>`,
    );
    const { widthPx, heightPx } = await image.decodeImage(commented, { svg: true });
    expect([widthPx, heightPx]).toEqual([1024, 1024]);
  });

  it.each([
    ['roots', '<svg '.repeat(200_000)],
    ['references in one tag', `<svg><a ${'href="x" '.repeat(100_000)}/></svg>`],
    ['references without a tag', `<svg>${'href="x" '.repeat(100_000)}</svg>`],
    ['elements inside of each other', '<svg>'.repeat(200_000)],
  ])('a megabyte of %s is read once', (_, drawing) => {
    const start = process.cpuUsage().user;
    try {
      prepareSvg(text(drawing), {});
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
    }
    // Going back for each of them would take minutes.
    expect((process.cpuUsage().user - start) / 1_000).toBeLessThan(10_000);
  });

  it('pictures inside of it have the limits of one, all together', async () => {
    const png = Buffer.from(
      image.encodePng({ widthPx: 2_000, heightPx: 2_000, channels: 1, samples: new Uint8Array(4_000_000) }),
    );
    const one = `<image href="data:image/png;base64,${png.toString('base64')}"/>`;
    const limits = { imageHeldOctets: 40_000_000 };
    expect(() => prepareSvg(svg(one.repeat(2)), { limits })).not.toThrow();
    expect(() => prepareSvg(svg(one.repeat(3)), { limits })).toThrow(
      expect.objectContaining({ code: 'limit-exceeded', field: 'SVG/image' }),
    );
  });

  it('entities, too many octets, and a picture inside that unpacks to much are refused', async () => {
    const laughs = text('<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg width="1" height="1">&a;</svg>');
    expect(await refusalOf(image.decodeImage(laughs, { svg: true }))).toMatchObject({
      code: 'bad-value',
      field: 'SVG/declaration',
    });
    expect(await refusalOf(image.decodeImage(svg(' '.repeat(1_048_576)), { svg: true }))).toMatchObject({
      code: 'limit-exceeded',
      field: 'SVG',
    });
    const bomb = readFileSync(path('bomb-pixels.png')).toString('base64');
    expect(
      await refusalOf(image.decodeImage(svg(`<image href="data:image/png;base64,${bomb}"/>`), { svg: true })),
    ).toMatchObject({
      code: 'limit-exceeded',
      field: 'PNG/IHDR',
    });
  });
});

describe('JPEG 2000 and JPEG XL', () => {
  it('are refused with the remedy where the libvips of sharp does not read them', async () => {
    const formats = sharp.format as unknown as Record<string, { input: { buffer: boolean } } | undefined>;
    for (const [name, octets] of [
      ['jp2', foreignFile('photo.jp2')],
      ['jxl', text('\xff\x0a\x10')],
    ] as const) {
      if (formats[name]?.input.buffer) continue;
      for (const refused of [() => image.decodeImage(octets), () => image.repurpose(octets, nokia, { allowUnknown: true })]) {
        expect(await refusalOf(refused())).toMatchObject({ reason: expect.stringContaining('install sharp, with a libvips') });
      }
    }
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
    for (const name of ['sharp', 'jimp', 'libheif-js/libheif-wasm/libheif-bundle.js']) vi.doUnmock(name);
    vi.resetModules();
  });

  it('WebP and AVIF are refused with the remedy', async () => {
    const files = [await octetsOf(opaque().webp()), await octetsOf(opaque().avif())];
    const image = await without('sharp');
    for (const [i, name] of ['WebP', 'AVIF'].entries()) {
      // One after the other: of two imports at a time a mock that throws stops only the first.
      const file = files[i]!;
      for (const read of [image.decodeImage, (octets: Uint8Array) => image.repurpose(octets, nokia, { allowUnknown: true })]) {
        expect(await refusalOf(read(file))).toMatchObject({
          code: 'bad-value',
          field: 'image',
          reason: `is ${name}: install sharp to read it`,
        });
      }
    }
    const engine = image.repurpose(new Uint8Array(readFileSync(path('photo-422.jpg'))), nokia, { engine: 'sharp', svg: true });
    expect(await refusalOf(engine)).toMatchObject({ code: 'unencodable', field: 'engine' });
  });

  it('HEIC is refused with the remedy where there is no libheif-js', async () => {
    const image = await without('libheif-js/libheif-wasm/libheif-bundle.js');
    const photo = foreignFile('photo.heic');
    expect(await refusalOf(image.decodeImage(photo))).toMatchObject({ reason: 'is HEIC: install libheif-js to read it' });
    const passed = image.repurpose(photo, nokia, { allowUnknown: true, allowUnsupported: true });
    expect(await refusalOf(passed)).toMatchObject({ reason: 'is HEIC: install libheif-js to read it' });
  });

  it('on a page the browser reads what it can, within the limits of what a file declares', async () => {
    const file = await octetsOf(opaque().webp({ lossless: true }));
    const image = await without('sharp');
    const read = vi.fn(() => Promise.resolve({ width: WIDTH, height: HEIGHT, close: () => undefined }));
    vi.stubGlobal('createImageBitmap', read);
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext = () => ({ drawImage: () => undefined, getImageData: () => ({ data: Uint8ClampedArray.from(SLOPE) }) });
      },
    );
    try {
      const { format, frames } = await image.decodeImage(file);
      expect([format, Buffer.compare(frames[0]!.raster.samples, SLOPE)]).toEqual(['webp', 0]);
      const limited = image.decodeImage(file, { limits: { imagePixels: WIDTH * HEIGHT - 1 } });
      expect(await refusalOf(limited)).toMatchObject({ code: 'limit-exceeded', field: 'image' });
      expect(read).toHaveBeenCalledTimes(1);
      read.mockRejectedValue(new Error('cannot be decoded'));
      expect(await refusalOf(image.decodeImage(file))).toMatchObject({ reason: 'is WebP: install sharp to read it' });
    } finally {
      vi.unstubAllGlobals();
    }
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
