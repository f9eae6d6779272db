import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { GifWriter } from 'omggif';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import shared from '../../fixtures/images/index.json' with { type: 'json' };
import index from '../../fixtures/images/pixels.json' with { type: 'json' };
import { bitmapFromRows, decodeNlm } from '../../src/bitmap/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { isColourBmp, readColours } from '../../src/cli/files/pictures.js';
import { DEFAULT_LIMITS, FormatError } from '../../src/errors.js';
import { encodeJpeg } from '../../src/image/index.js';
import { listExtensions } from '../../src/show/files.js';
import { isTrailing } from '../support/hostile.js';
import { isInstalled } from '../support/installed.js';
import { chunk, header, image, pngOf } from '../support/png-files.js';
import { handset, readText, temp, write } from './support.js';

/** A drawing whose blocks of 8 by 8 are black or white, so that no quality of a JPEG changes it. */
const BLOCKS = ['##..#', '.#.##'];
const ROWS = BLOCKS.flatMap((row) => Array.from({ length: 8 }, () => row.replace(/./g, (pixel) => pixel.repeat(8))));
const [WIDTH, HEIGHT] = [BLOCKS[0]!.length * 8, BLOCKS.length * 8];
const isBlack = (x: number, y: number) => ROWS[y]![x] === '#';
const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, i) => isBlack(i % WIDTH, Math.floor(i / WIDTH)));

function jpeg(): Uint8Array {
  const samples = Uint8Array.from(pixels.flatMap((black) => (black ? [0, 0, 128] : [255, 255, 190])));
  return encodeJpeg({ widthPx: WIDTH, heightPx: HEIGHT, channels: 3, samples }, { quality: 90, subsampling: '4:4:4' });
}

/** Frames of the drawing, each by whether its black is white. */
function gif(...inverted: readonly boolean[]): Uint8Array {
  const octets = new Uint8Array(100_000);
  const writer = new GifWriter(octets, WIDTH, HEIGHT, {
    palette: [0x000080, 0xffffbe],
    ...(inverted.length > 1 && { loop: 0 }),
  });
  for (const is of inverted) {
    writer.addFrame(
      ...([0, 0, WIDTH, HEIGHT] as const),
      pixels.map((black) => (black === is ? 1 : 0)),
      { delay: 10 },
    );
  }
  return octets.slice(0, writer.end());
}

/** A BMP of 24 or 32 bits a pixel, its rows from the bottom. */
function bmp(bits: 24 | 32): Uint8Array {
  const pitch = Math.ceil((WIDTH * bits) / 32) * 4;
  const octets = Buffer.alloc(54 + pitch * HEIGHT);
  octets.write('BM', 'latin1');
  for (const [at, value] of [
    [2, octets.length],
    [10, 54],
    [14, 40],
    [18, WIDTH],
    [22, HEIGHT],
  ] as const)
    octets.writeUInt32LE(value, at);
  octets.writeUInt16LE(1, 26);
  octets.writeUInt16LE(bits, 28);
  for (const [i, black] of pixels.entries()) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)];
    octets.set(black ? [128, 0, 0] : [190, 255, 255], 54 + (HEIGHT - 1 - y) * pitch + (x * bits) / 8);
  }
  return new Uint8Array(octets);
}

const SOURCES = { 'a.jpg': jpeg(), 'b.jpeg': jpeg(), 'c.gif': gif(false), 'd.bmp': bmp(24), 'e.bmp': bmp(32) } as const;
const whole = Object.entries(SOURCES);

describe('pictures of other programs', () => {
  const options = { lenient: false, onIssue: () => {} };

  // ImageMagick makes 16 bits 8 in a way of its own.
  const good = index.good.filter(({ file }) => file !== 'rgb16.png');

  it.each(good)('$file: $what, as ImageMagick reads it', async ({ file, widthPx, heightPx, rgbOverWhite }) => {
    const [picture] = await readColours(readFileSync(image(file)), options);
    expect([picture!.widthPx, picture!.heightPx]).toEqual([widthPx, heightPx]);
    const rgb: number[] = [];
    for (let i = 0; i < picture!.rgba.length; i += 4) {
      const alpha = picture!.rgba[i + 3]!;
      for (let c = 0; c < 3; c++) rgb.push(Math.floor((picture!.rgba[i + c]! * alpha + 255 * (255 - alpha) + 127) / 255));
    }
    expect(createHash('sha256').update(Uint8Array.from(rgb)).digest('hex')).toBe(rgbOverWhite);
  });

  it.each(index.bad)('$file is refused: $what', async ({ file, code }) => {
    await expect(readColours(readFileSync(image(file)), options)).rejects.toThrow(expect.objectContaining({ code }));
  });

  it('the frames of an animation come one by one, as they are seen', async () => {
    const { composedSha256 } = shared.items.find(({ file }) => file === 'anim-disposal.gif')!;
    const frames = await readColours(readFileSync(image('anim-disposal.gif')), options);
    expect(frames.map(({ rgba }) => createHash('sha256').update(rgba).digest('hex'))).toEqual(composedSha256);
  });
});

describe('convert, preview and encode', () => {
  it.each(whole)('%s is a picture, whatever its name', async (name, octets) => {
    for (const path of [write(name, octets), write('any.xyz', octets), write('any.png', octets)]) {
      const { code, err } = await handset(['convert', path, temp('out.rows')]);
      expect([code, err]).toEqual([0, `${temp('out.rows')}: ${WIDTH}x${HEIGHT}\n`]);
      expect(readText(temp('out.rows'))).toBe(`${ROWS.join('\n')}\n`);
    }
    expect((await handset(['preview', '-'], { stdin: octets })).out).toMatch(new RegExp(`^picture, ${WIDTH}x${HEIGHT}\n█`));
    const encode = ['encode', 'picture-message', write(name, octets), '--make', 'Nokia', '--to', '447700900123'];
    expect(await handset(encode)).toMatchObject({ code: 0, err: expect.stringContaining('centred in 72x28') });
  });

  it.each(['exif-orientation-6.jpg', 'exif-orientation-2.jpg'])('%s stands upright', async (file) => {
    const { width, height } = shared.items.find((item) => item.file === file)!;
    const sides = `${width}x${height}`;
    expect((await handset(['convert', image(file), temp('upright.wbmp')])).err).toBe(`${temp('upright.wbmp')}: ${sides}\n`);
  });

  it('an animation becomes one in an .nlm, and its first picture elsewhere', async () => {
    const path = write('two.gif', gif(false, true));
    const [shown, inverse] = [
      bitmapFromRows(ROWS),
      bitmapFromRows(ROWS.map((row) => row.replace(/./g, (pixel) => (pixel === '#' ? '.' : '#')))),
    ];
    expect((await handset(['convert', path, temp('two.nlm')])).code).toBe(0);
    expect(decodeNlm(readFileSync(temp('two.nlm'))).frames).toEqual([shown, inverse]);
    expect((await handset(['convert', path, temp('two.rows')])).err).toMatch(
      /^warning: only the first of 2 pictures is written\n/,
    );
    expect(readText(temp('two.rows'))).toBe(`${ROWS.join('\n')}\n`);
    expect((await handset(['preview', path])).out).toMatch(/^picture, 40x16, 2 pictures\n/);
    const logo = ['encode', 'group-graphic', path, '--make', 'Nokia', '--to', '447700900123'];
    expect((await handset(logo)).err).toContain('warning: only the first of 2 pictures is sent');
  });

  it('a .bmp of one bit a pixel is none of colours', () => {
    const octets = bmp(24);
    expect(isColourBmp(octets)).toBe(true);
    octets[28] = 2;
    expect(isColourBmp(octets)).toBe(true);
    octets[28] = 1;
    expect(isColourBmp(octets)).toBe(false);
    expect(isColourBmp(octets.subarray(0, 20))).toBe(false);
  });
});

describe('refusals', () => {
  it.each(listExtensions().filter((extension) => !listExtensions('isWritten').includes(extension)))(
    '%s is not written',
    async (extension) => {
      const path = temp(`never${extension}`);
      const { code, err } = await handset(['convert', write('a.jpg', jpeg()), path]);
      expect([code, existsSync(path)]).toEqual([2, false]);
      expect(err).toBe(`handset: ${extension} is read, not written: \`handset repurpose\` writes pictures with colours\n`);
      expect((await handset(['convert', write('a.jpg', jpeg()), '-', '--to', extension.slice(1)])).code).toBe(2);
    },
  );

  it.each(whole)('%s cut short is truncated, and --lenient makes do where it can', async (name, octets) => {
    const path = write(name, octets.subarray(0, octets.length - 12));
    const { code, err } = await handset(['convert', path, temp('cut.rows')]);
    expect([code, err]).toEqual([1, expect.stringMatching(/^handset: .*\[truncated]\n$/)]);
    expect(err).not.toMatch(/\n\s+at |node:internal/);
    const lenient = await handset(['convert', path, temp('cut.rows'), '--lenient']);
    expect([lenient.code, lenient.err]).toEqual([0, expect.stringMatching(new RegExp(`^warning: ${path}: `))]);
  });

  it.each([
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'HEIC'],
    ['SVG', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><a></svg>', 'SVG at '],
  ])('%s that is broken is refused by name', async (_, beginning, reason) => {
    const { code, err } = await handset(['convert', '-', temp('never.rows')], { stdin: beginning });
    expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
  });

  it.skipIf(!isInstalled('libheif-js'))('HEIC is read where libheif-js is installed', async () => {
    const photo = readFileSync(new URL('../../fixtures/images/foreign/photo.heic', import.meta.url));
    const { code } = await handset(['convert', write('photo.xyz', photo), temp('photo.rows')]);
    expect([code, readFileSync(temp('photo.rows'), 'latin1')]).toEqual([0, expect.stringMatching(/^[#.\n]+$/)]);
  });

  it('WebP is read where sharp is installed, and TIFF', async () => {
    const pixels = Buffer.from(ROWS.join('').replaceAll('#', '\0').replaceAll('.', '\xff'), 'latin1');
    for (const format of ['webp', 'tiff'] as const) {
      const drawn = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } }).toFormat(format, { lossless: true });
      const path = write('any.xyz', await drawn.toBuffer());
      expect(await handset(['convert', path, temp('out.rows')])).toMatchObject({ code: 0 });
      expect(readText(temp('out.rows'))).toBe(`${ROWS.join('\n')}\n`);
      const { code, err } = await handset(['repurpose', path, '--handset', 'Nokia 6230', '-o', temp('out.png')]);
      expect([code, err]).toEqual([0, expect.stringContaining(`${format} ${WIDTH}x${HEIGHT}`)]);
    }
  });

  it('a photograph is no tune', async () => {
    const { code, err } = await handset(['encode', 'ringtone', write('a.jpg', jpeg()), '--make', 'Nokia', '--to', '1']);
    expect([code, err]).toEqual([2, expect.stringContaining('holds a picture, not a tune')]);
  });
});

describe('limits', () => {
  const { imageOctets, sourcePixels } = DEFAULT_LIMITS;
  const declared = { widthPx: 6000, heightPx: sourcePixels / 6000 + 1, bitDepth: 8, colorType: 0 };

  it.each([
    ['octets', () => new Uint8Array(imageOctets + 1).fill(0xff).fill(0xd8, 1, 2)],
    ['pixels', () => pngOf(chunk('IHDR', header(declared)), chunk('IDAT', Uint8Array.of(1)))],
    ['pixels of all frames', () => readFileSync(image('bomb-declared.gif'))],
  ])('of %s end with 1', async (_, make) => {
    const { code, err } = await handset(['preview', '-'], { stdin: make() });
    expect([code, err]).toEqual([1, expect.stringMatching(/\[limit-exceeded]\n$/)]);
  });

  it('arbitrary damage gives pictures or a FormatError', async () => {
    const octets = fc
      .tuple(fc.constantFrom(...Object.values(SOURCES)), fc.nat(), fc.nat(255), fc.nat())
      .map(([file, at, value, cut]) =>
        Uint8Array.from(file, (octet, i) => (i === at % file.length ? value : octet)).subarray(
          0,
          cut % 4 === 0 ? cut % file.length : undefined,
        ),
      );
    await fc.assert(
      fc.asyncProperty(octets, fc.boolean(), async (given, lenient) => {
        const issues: Issue[] = [];
        try {
          const pictures = await readColours(given, { lenient, onIssue: (issue) => issues.push(issue) });
          for (const { widthPx, heightPx, rgba } of pictures) expect(rgba).toHaveLength(widthPx * heightPx * 4);
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
        }
        if (!lenient) expect(issues.every(isTrailing)).toBe(true);
      }),
    );
  });
});
