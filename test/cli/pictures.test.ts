import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Bitmap,
  bitmapFromPixels,
  bitmapFromRows,
  bitmapToRows,
  decodeBmp,
  decodeNgg,
  decodeNlm,
  decodeNol,
  decodeNpm,
  decodeOtaBitmap,
  decodeOtb,
  decodeWbmp,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeOperatorLogo,
  encodeOtaBitmap,
  encodeOtb,
  encodePictureMessage,
  encodeWbmp,
  invertBitmap,
  placeBitmap,
} from '../../src/bitmap/index.js';
import { fromHex, toHex } from '../../src/bytes/index.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { buildPng, image, pngPixels } from '../support/png-files.js';
import { handset, readText, shared, temp, write } from './support.js';

const rowsOf = (name: string) => readText(shared(name)).trimEnd().split('\n');
const logo = bitmapFromRows(rowsOf('zum-loewen.rows'));
const sailing = bitmapFromRows(rowsOf('sailing.rows'));
const heart = bitmapFromRows(rowsOf('heart.rows'));

/** What the library reads in a file. */
const READERS: Record<string, (path: string) => Bitmap> = {
  '.png': (path) => bitmapFromPixels(pngPixels(readFileSync(path)), { dither: 'none' }),
  '.otb': (path) => decodeOtb(readFileSync(path)),
  '.nol': (path) => decodeNol(readFileSync(path)).bitmap,
  '.ngg': (path) => decodeNgg(readFileSync(path)).bitmap,
  '.nlm': (path) => decodeNlm(readFileSync(path)).frames[0] as Bitmap,
  '.npm': (path) => decodeNpm(readFileSync(path)).bitmap,
  '.wbmp': (path) => decodeWbmp(readFileSync(path)),
  '.bmp': (path) => decodeBmp(readFileSync(path)),
  '.hex': (path) => decodeOtaBitmap(fromHex(readText(path).trimEnd())),
  '.rows': (path) => bitmapFromRows(readText(path).trimEnd().split('\n')),
};
const EXTENSIONS = Object.keys(READERS);
const read = (path: string) => (READERS[/\.\w+$/.exec(path)?.[0] ?? ''] as (path: string) => Bitmap)(path);

const convert = (...args: string[]) => handset(['convert', ...args]);

describe('every form', () => {
  const pairs = EXTENSIONS.flatMap((from) => EXTENSIONS.map((to) => [from, to] as const));

  it.each(pairs)('%s to %s', async (from, to) => {
    const first = temp(`${from.slice(1)}-to-${to.slice(1)}-in${from}`);
    const second = temp(`${from.slice(1)}-to-${to.slice(1)}${to}`);
    const network = ['--mcc', '234', '--mnc', '10'];
    expect((await convert(shared('zum-loewen.rows'), first, ...network)).code).toBe(0);
    expect(read(first)).toEqual(logo);
    const { code, out, err } = await convert(first, second, ...network);
    expect([code, out]).toEqual([0, '']);
    expect(read(second)).toEqual(logo);
    // A logo is no usual picture message, and that is all there is to say.
    expect(err.split('\n').filter((line) => line.startsWith('warning'))).toHaveLength(to === '.npm' ? 1 : 0);
    expect(err).toContain(`${second}: 72x14\n`);
  });

  it.each(EXTENSIONS)('%s is known by its octets, whatever its name', async (extension) => {
    const source = temp(`known${extension}`);
    await convert(shared('zum-loewen.rows'), source, '--mcc', '234', '--mnc', '10');
    const octets = readFileSync(source);
    for (const name of ['named.otb', 'named.xyz', 'named.rtttl', 'named']) {
      const { code } = await convert(write(name, octets), temp('known-again.rows'));
      expect([name, code]).toEqual([name, 0]);
      expect(read(temp('known-again.rows'))).toEqual(logo);
    }
    expect((await handset(['convert', '-', '-', '--to', 'rows'], { stdin: octets })).out).toBe(
      `${bitmapToRows(logo).join('\n')}\n`,
    );
  });

  it('--as says what octets are that leave a doubt', async () => {
    // A fixed header other than 00 would be a width.
    const odd = write('odd', Uint8Array.of(0x00, 0x01, 0x02, 0x08, 0x01, 0xff));
    expect((await convert(odd, temp('odd.rows'), '--as', 'otb')).code).toBe(1);
    const bitmap = write('bitmap', encodeOtaBitmap(heart));
    expect((await convert(bitmap, temp('bitmap.rows'), '--as', '.OTB')).code).toBe(0);
    expect((await convert(write('noise', Uint8Array.of(9, 9, 9)), temp('x.rows'))).code).toBe(1);
    expect((await convert(bitmap, temp('x.rows'), '--as', 'xcf')).code).toBe(2);
  });
});

describe('what files say beside the picture', () => {
  it('a network, from the options or the file', async () => {
    const path = temp('network.nol');
    expect((await convert(shared('zum-loewen.rows'), path)).code).toBe(2);
    expect((await convert(shared('zum-loewen.rows'), path, '--mcc', '234')).code).toBe(2);
    expect(existsSync(path)).toBe(false);
    await convert(shared('zum-loewen.rows'), path, '--mcc', '262', '--mnc', '01');
    expect(decodeNol(readFileSync(path))).toMatchObject({ mcc: '262', mnc: '01' });
    await convert(path, temp('again.nol'));
    expect(readFileSync(temp('again.nol'))).toEqual(readFileSync(path));
    await convert(path, temp('other.nol'), '--mcc', '234', '--mnc', '10');
    expect(decodeNol(readFileSync(temp('other.nol')))).toMatchObject({ mcc: '234', mnc: '10' });
    expect((await convert(path, temp('bad.nol'), '--mcc', '23', '--mnc', '10')).code).toBe(1);
  });

  it('a text, which only an .npm holds', async () => {
    const path = temp('text.npm');
    expect(await convert(shared('sailing.rows'), path, '--text', 'Ahoi!')).toMatchObject({ code: 0, err: `${path}: 72x28\n` });
    expect(decodeNpm(readFileSync(path))).toEqual({ bitmap: sailing, text: 'Ahoi!' });
    await convert(path, temp('again.npm'));
    expect(decodeNpm(readFileSync(temp('again.npm'))).text).toBe('Ahoi!');
    expect((await convert(path, temp('text.otb'))).err).toMatch(/warning: the text is not written/);
    expect((await convert(shared('sailing.rows'), temp('x.otb'), '--text', 'x')).code).toBe(2);
  });

  it('frames, of which most forms hold the first', async () => {
    const path = write('frames.nlm', encodeNlm({ kind: 'groupGraphic', frames: [logo, invertBitmap(logo)] }));
    await convert(path, temp('again.nlm'), '--invert');
    expect(decodeNlm(readFileSync(temp('again.nlm')))).toEqual({ kind: 'groupGraphic', frames: [invertBitmap(logo), logo] });
    const { code, err } = await convert(path, temp('frames.wbmp'));
    expect([code, read(temp('frames.wbmp'))]).toEqual([0, logo]);
    expect(err).toMatch(/warning: only the first of 2 pictures/);
    expect((await handset(['--strict', 'convert', path, temp('frames.wbmp')])).code).toBe(3);
  });

  it.each([
    ['zum-loewen.rows', 'operatorLogo'],
    ['sailing.rows', 'picture'],
    ['heart.rows', 'operatorLogo'],
  ])('%s in an .nlm is %s', async (name, kind) => {
    await convert(shared(name), temp(`${name}.nlm`));
    expect(decodeNlm(readFileSync(temp(`${name}.nlm`))).kind).toBe(kind);
  });

  it('hex of a whole logo or picture message, with or without its header', async () => {
    const whole = `06050415820000${toHex(encodeOperatorLogo({ mcc: '234', mnc: '10', bitmap: logo }))}`;
    await convert(write('whole.hex', whole.toLowerCase()), temp('whole.nol'));
    expect(decodeNol(readFileSync(temp('whole.nol')))).toEqual({ mcc: '234', mnc: '10', bitmap: logo });
    const message = toHex(encodePictureMessage({ bitmap: sailing, text: 'Ahoi' }));
    await convert(write('message.hex', message.replace(/.{64}/g, '$&\n')), temp('message.npm'));
    expect(decodeNpm(readFileSync(temp('message.npm')))).toEqual({ bitmap: sailing, text: 'Ahoi' });
  });

  it('packing, which goes with OTA bitmaps', async () => {
    for (const packing of ['continuous', 'padded'] as const) {
      const odd = placeBitmap(sailing, { widthPx: 71, heightPx: 28 });
      const source = write('odd.rows', bitmapToRows(odd).join('\n'));
      await convert(source, temp('packed.otb'), '--packing', packing);
      expect(new Uint8Array(readFileSync(temp('packed.otb')))).toEqual(encodeOtb(odd, { packing }));
      await convert(source, temp('packed.hex'), '--packing', packing);
      expect(readText(temp('packed.hex'))).toBe(`${toHex(encodeOtaBitmap(odd, { packing }))}\n`);
    }
    expect((await convert(shared('heart.rows'), temp('x.wbmp'), '--packing', 'padded')).code).toBe(2);
  });

  it('drawings whose lines lost the blanks at their ends', async () => {
    await convert(write('trimmed.rows', '#\r\n ##\r\n  #\r\n'), temp('trimmed.wbmp'));
    expect(bitmapToRows(read(temp('trimmed.wbmp')))).toEqual(['#..', '.##', '..#']);
    await convert(write('blank.rows', '#\n  \n\n\n'), temp('blank.wbmp'));
    expect(bitmapToRows(read(temp('blank.wbmp')))).toEqual(['#.', '..']);
  });
});

describe('size', () => {
  const png = image('logo-alpha.png');

  it('stays, where the form holds it', async () => {
    for (const to of ['.png', '.otb', '.wbmp', '.bmp', '.hex', '.rows']) {
      expect((await convert(png, temp(`stays${to}`))).err).toBe(`${temp(`stays${to}`)}: 300x120\n`);
      expect(read(temp(`stays${to}`))).toMatchObject({ widthPx: 300, heightPx: 120 });
    }
  });

  it.each([
    ['.nol', 72, 14],
    ['.ngg', 72, 14],
    ['.npm', 72, 28],
  ])('becomes the usual one in a %s, and a note says so', async (to, widthPx, heightPx) => {
    const path = temp(`usual${to}`);
    const { code, err } = await convert(png, path, '--mcc', '234', '--mnc', '10');
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^300x120 scaled to fit ${widthPx}x${heightPx}, the size of an? `)),
    ]);
    expect(read(path)).toMatchObject({ widthPx, heightPx });
    const expected = bitmapFromPixels(pngPixels(readFileSync(png)), { widthPx, heightPx, dither: 'none', threshold: 'auto' });
    expect(read(path)).toEqual(expected);
  });

  it('fits into 255 pixels in an .nlm', async () => {
    expect((await convert(png, temp('large.nlm'))).err).toMatch(/scaled to fit/);
    expect(read(temp('large.nlm'))).toMatchObject({ widthPx: 255, heightPx: 102 });
  });

  it('is kept below the usual one, with a warning', async () => {
    const { err } = await convert(shared('heart.rows'), temp('small.ngg'));
    expect(err).toMatch(/warning: 16x16 is not a usual size of a group graphic: handsets expect 72x14 or 78x21/);
    expect(read(temp('small.ngg'))).toEqual(heart);
  });

  it('is what --size says', async () => {
    const sizes = { '20x10': [20, 10], '20x': [20, 8], x12: [30, 12] } as const;
    for (const [size, [widthPx, heightPx]] of Object.entries(sizes)) {
      await convert(png, temp('sized.wbmp'), '--size', size);
      expect(read(temp('sized.wbmp'))).toMatchObject({ widthPx, heightPx });
    }
    await convert(shared('sailing.rows'), temp('sized.rows'), '--size', '36x14');
    expect(read(temp('sized.rows'))).toMatchObject({ widthPx: 36, heightPx: 14 });
  });

  it('of a part', async () => {
    await convert(shared('sailing.rows'), temp('part.rows'), '--crop', '10x5+3+20');
    expect(readText(temp('part.rows')).trimEnd().split('\n')).toEqual(
      rowsOf('sailing.rows')
        .slice(20, 25)
        .map((row) => row.slice(3, 13)),
    );
    expect((await convert(shared('sailing.rows'), temp('x.rows'), '--crop', '10x5+70+20')).code).toBe(1);
  });
});

describe('black and white', () => {
  // A ramp from black to white.
  const samples = Array.from({ length: 64 * 16 }, (_, i) => Math.floor(((i % 64) * 255) / 63));
  const ramp = write('ramp.png', buildPng({ widthPx: 64, heightPx: 16, bitDepth: 8, colorType: 0, samples }));
  const pixels = pngPixels(readFileSync(ramp));
  const made = async (...args: string[]) => {
    const { code } = await convert(ramp, temp('made.wbmp'), ...args);
    expect(code).toBe(0);
    return read(temp('made.wbmp'));
  };

  it('shades are dithered, two tones are not', async () => {
    expect(await made()).toEqual(bitmapFromPixels(pixels, { dither: 'floyd-steinberg' }));
    const logo = pngPixels(readFileSync(image('logo-alpha.png')));
    await convert(image('logo-alpha.png'), temp('logo.wbmp'));
    expect(read(temp('logo.wbmp'))).toEqual(bitmapFromPixels(logo, { dither: 'none', threshold: 'auto' }));
  });

  it.each([
    [['--dither', 'atkinson'], { dither: 'atkinson' }],
    [['--dither', 'ordered'], { dither: 'ordered' }],
    [['--dither', 'none'], { dither: 'none' }],
    [['--dither', 'none', '--threshold', '40'], { dither: 'none', threshold: 40 }],
    [['--dither', 'none', '--threshold', 'auto'], { dither: 'none', threshold: 'auto' }],
    [['--strength', '0.5'], { dither: 'floyd-steinberg', strength: 0.5 }],
    [['--invert'], { dither: 'floyd-steinberg', invert: true }],
    [['--size', '20x20', '--fit', 'cover'], { dither: 'floyd-steinberg', widthPx: 20, heightPx: 20, fit: 'cover' }],
    [
      ['--size', '20x20', '--fit', 'stretch', '--scale', 'lanczos'],
      { dither: 'floyd-steinberg', widthPx: 20, heightPx: 20, fit: 'stretch', scale: 'lanczos' },
    ],
  ] as const)('%j', async (args, options) => {
    expect(await made(...args)).toEqual(bitmapFromPixels(pixels, options));
  });

  it('a bitmap is scaled without dithering, and inverted', async () => {
    await convert(shared('sailing.rows'), temp('inverted.rows'), '--invert');
    expect(read(temp('inverted.rows'))).toEqual(invertBitmap(sailing));
  });
});

describe('refusals', () => {
  const tune = encodeNokiaRingtone(parseRtttl('x:d=4,o=5,b=160:c'));

  it.each([
    ['a tune to a picture', write('tune.otb', tune), temp('x.png'), /holds a tune and .png a picture/],
    ['a picture to a tune', shared('heart.rows'), temp('x.rtttl'), /holds a picture and .rtttl a tune/],
    ['a picture to sound', shared('heart.rows'), temp('x.wav'), /holds a picture/],
    ['a sound', write('sound.rtttl', new TextEncoder().encode('RIFF....WAVEfmt ')), temp('x.rtttl'), /holds sound, not notes/],
    ['a form that is not known', shared('heart.rows'), temp('x.pcx'), /no form for .*pcx: known are .png /],
    ['a name that says nothing', shared('heart.rows'), temp('x'), /no form for/],
    ['a name that nobody knows', write('x.doc', new Uint8Array([7])), temp('x.rows'), /no form for .doc/],
  ])('%s is a wrong command line', async (_, from, to, why) => {
    const { code, out, err } = await convert(from, to);
    expect([code, out, existsSync(to)]).toEqual([2, '', false]);
    expect(err).toMatch(why);
  });

  it.each([
    ['no octets', new Uint8Array(), /is empty/],
    ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), /JPEG\/APP0\/length at 4: .*\[truncated]/],
    ['a GIF', new TextEncoder().encode('GIF89a'), /GIF\/width at 6: .*\[truncated]/],
    ['a WBMP cut short', encodeWbmp(logo).subarray(0, -1), /truncated/],
    ['a PNG cut short', readFileSync(image('truncated.png')), /PNG\/IDAT at \d+: .*\[truncated]/],
    ['a damaged PNG', readFileSync(image('bad-crc-or-data.png')), /PNG\/IDAT at 57: CRC mismatch \[bad-value]/],
    ['an .nol cut short', encodeNol({ mcc: '234', mnc: '10', bitmap: logo }).subarray(0, 50), /truncated/],
    ['an .npm cut short', encodeNpm({ bitmap: logo }).subarray(0, 50), /truncated/],
    [
      'a small drawing of a huge picture',
      new TextEncoder().encode(`${'#\n'.repeat(60_000)}${'#'.repeat(60_000)}`),
      /limit-exceeded/,
    ],
    ['blanks and nothing else', new TextEncoder().encode(`${' '.repeat(400_000)}#`), /wbmp/],
    ['hex of a file', new TextEncoder().encode('89504E470D0A1A0A'), /image\/png/],
    ['a drawing with other characters', new TextEncoder().encode('##\n#x\n'), /wbmp\/type at 0/],
  ])('%s is invalid', async (_, octets, why) => {
    const { code, err } = await convert(write('invalid.wbmp', octets), temp('invalid-out.rows'));
    expect(code).toBe(1);
    expect(err).toMatch(why);
    expect(err).not.toMatch(/\n\s+at |node:internal|\.ts:\d/);
    expect(existsSync(temp('invalid-out.rows'))).toBe(false);
  });

  it.each([
    ['--size', '72'],
    ['--size', '0x5'],
    ['--size', 'x'],
    ['--size', '70000x5'],
    ['--crop', '5x5'],
    ['--crop', '5x5+1'],
    ['--strength', '2'],
    ['--strength', '-1'],
    ['--strength', '.'],
    ['--threshold', '256'],
    ['--threshold', 'some'],
    ['--dither', 'bayer'],
    ['--fit', 'fill'],
    ['--scale', 'cubic'],
    ['--packing', 'loose'],
  ])('%s %s is a wrong command line', async (option, value) => {
    expect((await convert(shared('heart.rows'), temp('x.otb'), option, value)).code).toBe(2);
  });
});
