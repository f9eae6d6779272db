import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitmapFromRows,
  bitmapToRows,
  decodeBmp,
  decodeNgg,
  decodeNol,
  decodeNpm,
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
} from '../../src/bitmap/index.js';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../../src/errors.js';
import { pictureFiles, readPictureFile, requireFileSize } from '../../src/playground/compose/picture-file.js';
import {
  parseCrop,
  parseSize,
  type RenderOptions,
  reduceSource,
  renderPicture,
  sourceSize,
} from '../../src/playground/compose/picture-render.js';
import { PICTURE_SAMPLES } from '../../src/playground/compose/picture-samples.js';
import { pictureSizes } from '../../src/playground/compose/picture-sizes.js';
import { findHandset, type HandsetProfile, handsets } from '../../src/profile/index.js';
import { anyBitmap, vectorsWith } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';

const heart = bitmapFromRows(['.##.##..', '#######.', '.#####..', '..###...', '...#....']);
const handset = (make: string, model: string) => findHandset({ make, model }) as HandsetProfile;

describe('files of handsets', () => {
  it('those that other programs wrote', () => {
    for (const { files, rows } of vectorsWith('files')) {
      const bitmap = bitmapFromRows(rows);
      expect(readPictureFile('a.otb', hex(files.otbImageMagick))).toMatchObject({ kind: 'bitmap', bitmap });
      expect(readPictureFile('a.wbmp', hex(files.wbmpNetpbm))).toMatchObject({ kind: 'bitmap', bitmap });
    }
    for (const { nolNetpbm, rows } of vectorsWith('nolNetpbm')) {
      expect(readPictureFile('logo', hex(nolNetpbm))).toMatchObject({
        bitmap: bitmapFromRows(rows),
        network: { mcc: '260', mnc: '01' },
      });
    }
    for (const { nggGammu, rows } of vectorsWith('nggGammu')) {
      expect(readPictureFile('group.bin', hex(nggGammu))).toMatchObject({ bitmap: bitmapFromRows(rows) });
    }
  });

  it('by their first octets, whatever their name says', () => {
    const read = (octets: Uint8Array, name = 'x') => readPictureFile(name, octets);
    expect(read(encodeNol({ mcc: '234', mnc: '10', bitmap: heart }))).toMatchObject({
      bitmap: heart,
      network: { mcc: '234', mnc: '10' },
    });
    expect(read(encodeNpm({ bitmap: heart, text: 'Hi' }))).toMatchObject({ bitmap: heart, text: 'Hi' });
    expect(read(encodeNlm({ kind: 'startupLogo', frames: [heart] }))).toMatchObject({ bitmap: heart });
    expect(read(encodeWbmp(heart))).toMatchObject({ bitmap: heart, format: 'WBMP picture (.wbmp)' });
    expect(read(encodeOtb(heart))).toMatchObject({ bitmap: heart, format: 'OTA bitmap (.otb)' });
  });

  it('texts: hex, and rows with ends that an editor took', () => {
    const read = (text: string) => readPictureFile('a.txt', encodeUtf8(text));
    expect(read(`${toHex(encodeOtaBitmap(heart))}\n`)).toMatchObject({ bitmap: heart });
    const logo = toHex(encodeOperatorLogo({ mcc: '234', mnc: '10', bitmap: heart })).replace(/.{20}/g, '$&\r\n');
    expect(read(logo)).toMatchObject({ bitmap: heart, network: { mcc: '234', mnc: '10' } });
    expect(read(toHex(encodePictureMessage({ bitmap: heart, text: 'Hi' })))).toMatchObject({ bitmap: heart, text: 'Hi' });
    expect(read('.##\n#\n')).toMatchObject({ bitmap: bitmapFromRows(['.##', '#..']) });
    expect(refusal(() => read('.#x#'))).toEqual({ code: 'bad-value', field: 'picture', offset: 2 });
  });
});

describe('files for the browser', () => {
  const size = (octets: Uint8Array) => {
    const file = readPictureFile('x', octets);
    return file.kind === 'browser' ? [file.type, file.widthPx, file.heightPx] : file;
  };

  it('say how large they are before anybody reads them', () => {
    expect(size(hex(`89504E470D0A1A0A0000000D49484452${'00000050'}${'00000028'}08060000`))).toEqual(['image/png', 80, 40]);
    expect(size(hex(`47494638396150002800${'00'.repeat(9)}`))).toEqual(['image/gif', 80, 40]);
    expect(size(hex('FFD8FFC000110800280050030122000211010311'))).toEqual(['image/jpeg', 80, 40]);
  });

  it('WebP in its three forms (RFC 9649)', () => {
    const riff = (chunk: string) => hex(`52494646${'00'.repeat(4)}57454250${chunk}${'00'.repeat(20)}`);
    const fourcc = (name: string) => toHex(encodeUtf8(name));
    // Key frame: tag, start code 9D 01 2A, width and height of 14 bits.
    expect(size(riff(`${fourcc('VP8 ')}00000000${'000000'}9D012A50002800`))).toEqual(['image/webp', 80, 40]);
    // Signature 2F, then 14 bits of width - 1 and 14 of height - 1.
    expect(size(riff(`${fourcc('VP8L')}000000002F${'4FC00900'}`))).toEqual(['image/webp', 80, 40]);
    // Flags, three octets reserved, 24 bits of width - 1 and of height - 1.
    expect(size(riff(`${fourcc('VP8X')}00000000${'00000000'}4F0000270000`))).toEqual(['image/webp', 80, 40]);
    expect(refusal(() => size(riff(fourcc('ABCD'))))).toEqual({ code: 'bad-value', field: 'picture', offset: 0 });
    expect(refusal(() => size(riff(`${fourcc('VP8 ')}00000000${'000000'}9D012A00002800`)))).toMatchObject({
      code: 'bad-value',
    });
    expect(refusal(() => size(riff(fourcc('VP8 ')).subarray(0, 20)))).toMatchObject({ code: 'bad-value' });
  });

  it('past the limits they are refused', () => {
    const side = (DEFAULT_LIMITS.sourcePixels / 1000 + 1).toString(16).padStart(8, '0');
    const png = hex(`89504E470D0A1A0A0000000D49484452${side}${(1000).toString(16).padStart(8, '0')}08060000`);
    expect(() => size(png)).toThrow(LimitError);
    expect(() => requireFileSize(DEFAULT_LIMITS.imageOctets + 1)).toThrow(LimitError);
    expect(() => requireFileSize(DEFAULT_LIMITS.imageOctets)).not.toThrow();
    const rows = `${'.'.repeat(70_000)}\n`.concat('#\n'.repeat(300));
    expect(() => size(encodeUtf8(rows))).toThrow(LimitError);
  });
});

describe('what is no picture', () => {
  it('is refused, and what may be chosen is named', () => {
    expect(refusal(() => readPictureFile('a', new Uint8Array()))).toEqual({ code: 'truncated', field: 'picture', offset: 0 });
    expect(() => readPictureFile('a.exe', hex('4D5A9000'))).toThrow(DecodeError);
    expect(() => readPictureFile('a.exe', hex('4D5A9000'))).toThrow(
      /unknown picture format, known: PNG, JPEG, GIF, BMP, WebP, OTB/,
    );
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'Hello there', ' \n'])
      expect(refusal(() => readPictureFile('a.png', encodeUtf8(text)))).toEqual({
        code: 'bad-value',
        field: 'picture',
        offset: 0,
      });
    expect(refusal(() => readPictureFile('a.gif', hex('474946383961')))).toMatchObject({ code: 'bad-value' });
  });

  it('arbitrary octets, and damaged files, give a picture or a FormatError', () => {
    const names = fc.constantFrom('a', 'a.otb', 'a.wbmp', 'a.nol', 'a.npm', 'a.nlm', 'a.hex');
    const files = anyBitmap().chain((bitmap) =>
      fc.constantFrom(...pictureFiles(bitmap, { name: 'x', text: 'Hi', network: { mcc: '234', mnc: '10' } })),
    );
    const octets = fc.oneof(fc.uint8Array({ maxLength: 60 }), damaged(files.map((file) => file.octets)));
    fc.assert(
      fc.property(names, octets, (name, file) => {
        expectValueOrFormatError(() => {
          try {
            return readPictureFile(name, file);
          } catch (error) {
            // A limit has no place in the file.
            if (error instanceof LimitError) return undefined;
            throw error;
          }
        }, file.length);
      }),
    );
  });
});

describe('files that are written', () => {
  const files = (options: Parameters<typeof pictureFiles>[1], bitmap = heart) =>
    new Map(pictureFiles(bitmap, options).map(({ name, octets }) => [name, octets]));

  it('are read back by their own readers', () => {
    const made = files({ name: 'a', network: { mcc: '234', mnc: '10' }, text: 'Hi' });
    expect([...made.keys()]).toEqual(['a.otb', 'a.nol', 'a.ngg', 'a.npm', 'a.wbmp', 'a.bmp', 'a.png', 'a.txt']);
    const get = (name: string) => made.get(name) as Uint8Array;
    expect(decodeOtb(get('a.otb'))).toEqual(heart);
    expect(decodeNol(get('a.nol'))).toEqual({ mcc: '234', mnc: '10', bitmap: heart });
    expect(decodeNgg(get('a.ngg'))).toEqual({ bitmap: heart });
    expect(decodeNpm(get('a.npm'))).toEqual({ bitmap: heart, text: 'Hi' });
    expect(decodeWbmp(get('a.wbmp'))).toEqual(heart);
    expect(decodeBmp(get('a.bmp'))).toEqual(heart);
    expect(new TextDecoder().decode(get('a.txt'))).toBe(`${bitmapToRows(heart).join('\n')}\n`);
  });

  it('those without a place for it are left out', () => {
    expect([...files({ name: 'a' }).keys()]).toEqual(['a.otb', 'a.ngg', 'a.wbmp', 'a.bmp', 'a.png', 'a.txt']);
    expect([...files({ name: 'a', text: 'Ж' }).keys()]).not.toContain('a.npm');
    expect([...files({ name: 'a', network: { mcc: '1', mnc: '2' } }).keys()]).not.toContain('a.nol');
  });
});

describe('from a source to a bitmap', () => {
  const options = (more: Partial<RenderOptions>): RenderOptions => ({
    widthPx: 8,
    heightPx: 5,
    fit: 'contain',
    dither: 'auto',
    invert: false,
    enlarge: false,
    ...more,
  });
  const source = { kind: 'bitmap', bitmap: heart } as const;

  it('a bitmap of the size stays as it is', () => {
    expect(renderPicture(source, options({}))).toBe(heart);
    expect(bitmapToRows(renderPicture(source, options({ invert: true })))[0]).toBe('#..#..##');
    expect(sourceSize(source)).toMatchObject({ widthPx: 8, heightPx: 5 });
  });

  it('another is fitted', () => {
    expect(bitmapToRows(renderPicture(source, options({ widthPx: 16, heightPx: 10, enlarge: true })))[1]).toBe(
      '..####..####....',
    );
    expect(bitmapToRows(renderPicture(source, options({ widthPx: 10, heightPx: 5 })))[0]).toBe('..##.##...');
    const crop = { x: 1, y: 0, widthPx: 3, heightPx: 2 };
    expect(bitmapToRows(renderPicture(source, options({ widthPx: 3, heightPx: 2, crop })))).toEqual(['##.', '###']);
  });

  it('drawings are not dithered, photographs are', () => {
    const draw = (id: string) =>
      (PICTURE_SAMPLES.find((one) => one.id === id) as (typeof PICTURE_SAMPLES)[number]).draw(72, 28);
    for (const [id, dither, threshold] of [
      ['heart', 'none', 'auto'],
      ['name', 'none', 'auto'],
      ['hills', 'floyd-steinberg', undefined],
      ['ball', 'floyd-steinberg', undefined],
    ] as const) {
      const source = { kind: 'pixels', pixels: draw(id) } as const;
      const made = renderPicture(source, options({ widthPx: 72, heightPx: 28 }));
      expect(made).toEqual(renderPicture(source, options({ widthPx: 72, heightPx: 28, dither, threshold })));
    }
    expect(sourceSize({ kind: 'pixels', pixels: draw('hills') })).toMatchObject({ widthPx: 288, heightPx: 112 });
  });

  it('every sample fills every size', () => {
    for (const { draw } of PICTURE_SAMPLES) {
      for (const [widthPx, heightPx] of [
        [72, 28],
        [72, 14],
        [1, 1],
        [255, 255],
      ] as const) {
        const pixels = draw(widthPx, heightPx);
        expect(pixels.rgba.length).toBe(pixels.widthPx * pixels.heightPx * 4);
        expect(renderPicture({ kind: 'pixels', pixels }, options({ widthPx, heightPx }))).toMatchObject({ widthPx, heightPx });
      }
    }
  });

  it('sizes and parts are typed', () => {
    expect([parseSize('72x28'), parseSize(' 78 × 21 ')]).toEqual([
      { widthPx: 72, heightPx: 28 },
      { widthPx: 78, heightPx: 21 },
    ]);
    for (const text of ['', '72', '0x5', '256x1', 'x', '72x28x1']) expect(refusal(() => parseSize(text)).field).toBe('size');
    expect(parseCrop(' ')).toBeUndefined();
    expect(parseCrop('72x28+10+0')).toEqual({ widthPx: 72, heightPx: 28, x: 10, y: 0 });
    for (const text of ['72x28', '72x28+1', '-1x2+3+4']) expect(refusal(() => parseCrop(text)).field).toBe('crop');
  });
});

describe('sizes for a handset', () => {
  const sizes = (use: Parameters<typeof pictureSizes>[0], profile: HandsetProfile) =>
    pictureSizes(use, profile).sizes.map(({ widthPx, heightPx }) => `${widthPx}x${heightPx}`);

  it('are those of Smart Messaging for a Nokia', () => {
    const nokia = handset('Nokia', '3310');
    expect(sizes('pictureMessage', nokia)).toEqual(['72x28']);
    expect(sizes('groupGraphic', nokia)).toEqual(['72x14']);
    expect(sizes('operatorLogo', nokia)).toEqual(['72x14', '78x21']);
    const large = { ...nokia, sms: { ...nokia.sms, operatorLogo: false, largeOperatorLogo: true } } as HandsetProfile;
    expect(sizes('operatorLogo', large)[0]).toBe('78x21');
    expect(pictureSizes('operatorLogo', nokia).reason).toBe('Nokia 3310 takes Smart Messaging');
  });

  it('are of the screen with EMS, and of 16 and 32 pixels', () => {
    // A screen of 101 x 80: pictures are of whole octets.
    const ericsson = handset('Ericsson', 'T68');
    expect(sizes('pictureMessage', ericsson)).toEqual(['32x32', '16x16']);
    const variable = { ...ericsson, sms: { ...ericsson.sms, emsVariablePictures: true } } as HandsetProfile;
    expect(sizes('pictureMessage', variable)).toEqual(['72x28', '96x80', '32x32', '16x16']);
  });

  it('are the handset’s own with exchange objects', () => {
    const siemens = handset('Siemens', 'C45');
    expect(sizes('pictureMessage', siemens)).toEqual(['101x64', '101x80', '72x28']);
    expect(pictureSizes('pictureMessage', siemens).reason).toContain('exchange objects');
  });

  it('that takes none are the usual ones, with the reason', () => {
    const { sizes: all, reason } = pictureSizes('groupGraphic', handset('Siemens', 'S55'));
    expect([all.length, reason]).toEqual([
      1,
      'Siemens S55: a group graphic has no form for Siemens: only Nokia has group graphics',
    ]);
  });

  it('there are some for every handset and use, none twice', () => {
    for (const profile of handsets()) {
      for (const use of ['pictureMessage', 'operatorLogo', 'groupGraphic'] as const) {
        const all = sizes(use, profile);
        expect(all.length).toBeGreaterThan(0);
        expect(new Set(all).size).toBe(all.length);
        expect(all.every((size) => /^[1-9]\d{0,3}x[1-9]\d{0,3}$/.test(size))).toBe(true);
      }
    }
  });
});

describe('few pixels to try options with', () => {
  const widthPx = 1_280;
  const rgba = Uint8Array.from({ length: widthPx * 960 * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : Math.floor(i / 4) % widthPx < 640 ? 0 : 255,
  );
  const source = { kind: 'pixels' as const, pixels: { widthPx, heightPx: 960, rgba } };

  it('a large picture has at most 640 each way, a small one is the same', () => {
    const small = reduceSource(source, undefined);
    expect(sourceSize(small)).toMatchObject({ widthPx: 640, heightPx: 480 });
    const options = { widthPx: 4, heightPx: 1, fit: 'stretch', dither: 'none', invert: false, enlarge: false } as const;
    expect(bitmapToRows(renderPicture(small, options))).toEqual(['##..']);
    expect(reduceSource(small, undefined)).toBe(small);
  });

  it('a part is cut out', () => {
    const part = reduceSource(source, { x: 638, y: 10, widthPx: 4, heightPx: 2 });
    expect(sourceSize(part)).toMatchObject({ widthPx: 4, heightPx: 2 });
    const options = { widthPx: 4, heightPx: 2, fit: 'stretch', dither: 'none', invert: false, enlarge: false } as const;
    expect(bitmapToRows(renderPicture(part, options))).toEqual(['##..', '##..']);
  });
});
