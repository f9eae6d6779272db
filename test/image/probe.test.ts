import fc from 'fast-check';
import { Jimp } from 'jimp';
import { describe, expect, it } from 'vitest';
import { identifyImage, probe } from '../../src/image/index.js';
import { promisesImage } from '../../src/image/probe.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { DEEP, FAULTS, image, vectors } from './images.js';

describe('published vectors', () => {
  it('are all there', () => expect(vectors).toHaveLength(41));

  it.each(vectors.filter(({ file }) => FAULTS[file] === undefined || DEEP.has(file)))(
    '$file is what index.json says',
    (vector) => {
      const { file, kind, width, height, orientation = 1, frames = 1, bitDepth, interlaced, alpha } = vector;
      const found = probe(image(file), { name: file });
      expect(found.format).toBe(kind);
      if (width !== undefined) expect([found.widthPx, found.heightPx]).toEqual([width, height]);
      expect([found.storedWidthPx, found.storedHeightPx]).toEqual(
        [vector.storedWidth ?? found.widthPx, vector.storedHeight ?? found.heightPx].map((side, i) =>
          orientation >= 5 && vector.storedWidth === undefined ? [found.heightPx, found.widthPx][i] : side,
        ),
      );
      expect(found.orientation).toBe(orientation);
      expect(found.frames).toBe(frames);
      if (bitDepth !== undefined) expect(found.bitDepth).toBe(bitDepth);
      if (interlaced !== undefined) expect(found.interlaced).toBe(interlaced);
      if (alpha !== undefined) expect(found.hasAlpha).toBe(alpha);
    },
  );

  it.each(vectors.filter(({ file }) => FAULTS[file] !== undefined && !DEEP.has(file)))('$file: $expect', ({ file }) => {
    expect(refusal(() => probe(image(file), { name: file }))).toMatchObject(FAULTS[file]!);
  });

  it('says more of some', () => {
    expect(probe(image('photo-progressive.jpg')).progressive).toBe(true);
    expect(probe(image('comment-32k.jpg')).metadataOctets).toBeGreaterThan(32_000);
    expect(probe(image('gray1.png')).grey).toBe(true);
    expect(probe(image('anim-full-frames.gif'))).toMatchObject({ animated: true, loops: 0, durationMs: 800 });
    expect(probe(image('small.wbmp'))).toMatchObject({ bitDepth: 1, colors: 2, grey: true, contentType: 'image/vnd.wap.wbmp' });
  });
});

describe('what a file is', () => {
  it('counts by content, not by name', () => {
    expect(identifyImage(image('jpeg-named.png'), 'jpeg-named.png')).toBe('jpeg');
    expect(identifyImage(image('not-an-image.jpg'), 'not-an-image.jpg')).toBeUndefined();
    expect(identifyImage(new Uint8Array(0), 'x.wbmp')).toBeUndefined();
  });

  it('a WBMP is one by its length, or by its name', () => {
    expect(identifyImage(image('small.wbmp'))).toBe('wbmp');
    expect(identifyImage(image('small.wbmp').subarray(0, 700))).toBeUndefined();
    for (const name of ['a.wbmp', 'A.WBMP', 'image/vnd.wap.wbmp', 'image/vnd.wap.wbmp; level=0', 'wbmp']) {
      expect(identifyImage(image('small.wbmp').subarray(0, 700), name)).toBe('wbmp');
    }
    expect(identifyImage(Uint8Array.of(0, 0, 1, 1, 0, 0))).toBeUndefined();
  });

  it.each([
    ['a.jpg', true],
    ['photo.JPEG', true],
    ['x.wbmp', true],
    ['image/png; q=1', true],
    ['image/svg+xml', false],
    ['a.txt', false],
    ['jpg', false],
    [undefined, false],
  ])('%j promises a picture: %j', (name, promises) => expect(promisesImage(name)).toBe(promises));

  it('a view of a larger buffer is read as its own octets are', () => {
    const octets = image('photo-444.jpg');
    const pooled = Buffer.concat([Buffer.from([1, 2, 3]), octets, Buffer.from([4])]).subarray(3, -1);
    expect(probe(pooled)).toEqual(probe(octets));
  });
});

describe('BMP', () => {
  it('is read where its pixels are all there', async () => {
    const bmp = new Uint8Array(await new Jimp({ width: 5, height: 3, color: 0x112233ff }).getBuffer('image/bmp'));
    expect(probe(bmp)).toMatchObject({ format: 'bmp', widthPx: 5, heightPx: 3, bitDepth: 8, hasAlpha: false });
    const changed = (at: number, value: number, bits: 16 | 32 = 32) => {
      const octets = bmp.slice();
      const view = new DataView(octets.buffer);
      if (bits === 16) view.setUint16(at, value, true);
      else view.setUint32(at, value, true);
      return () => probe(octets);
    };
    expect(refusal(() => probe(bmp.subarray(0, -3)))).toMatchObject({ code: 'truncated', field: 'BMP/data' });
    expect(refusal(() => probe(bmp.subarray(0, 40)))).toMatchObject({ code: 'truncated', field: 'BMP/header' });
    expect(refusal(changed(18, 0))).toMatchObject({ code: 'bad-value', field: 'BMP/width', offset: 18 });
    expect(refusal(changed(22, 0))).toMatchObject({ code: 'bad-value', field: 'BMP/height', offset: 22 });
    expect(refusal(changed(28, 7, 16))).toMatchObject({ code: 'bad-value', field: 'BMP/bits' });
    expect(refusal(changed(30, 9))).toMatchObject({ code: 'bad-value', field: 'BMP/compression' });
    expect(refusal(changed(10, 3))).toMatchObject({ code: 'bad-value', field: 'BMP/data', offset: 10 });
    expect(refusal(changed(18, 60_000))).toMatchObject({ code: 'truncated', field: 'BMP/data' });
    expect(refusal(changed(46, 33_554_432))).toMatchObject({ code: 'truncated', field: 'BMP/palette', offset: 46 });
    expect(changed(46, 1)()).toMatchObject({ format: 'bmp' });
    expect(refusal(() => probe(bmp, { limits: { bitmapPixels: 14 } }))).toMatchObject({ code: 'limit-exceeded', field: 'BMP' });
    expect(changed(22, -3)()).toMatchObject({ heightPx: 3 });
    expect(refusal(changed(30, 1))).toMatchObject({ code: 'bad-value', field: 'BMP/compression', offset: 30 });
    expect(identifyImage(Uint8Array.of(0x42, 0x4d, 1))).toBeUndefined();
  });

  it('of the old kind has a short header', () => {
    const octets = new Uint8Array(26 + 8);
    octets.set([0x42, 0x4d, 34, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0, 12, 0, 0, 0, 3, 0, 2, 0, 1, 0, 1, 0]);
    expect(probe(octets)).toMatchObject({ format: 'bmp', widthPx: 3, heightPx: 2, bitDepth: 1, colors: 2 });
  });
});

describe('limits', () => {
  it.each([
    ['imageOctets', 'photo-baseline.jpg', 'image'],
    ['imagePixels', 'photo-baseline.jpg', 'JPEG/SOF0'],
    ['imagePixels', 'interlaced.png', 'PNG/IHDR'],
    ['imagePixels', 'small.wbmp', 'wbmp'],
    ['imagePixels', 'anim-full-frames.gif', 'GIF/width'],
    ['imageFrames', 'anim-full-frames.gif', 'GIF/frame 6'],
    ['imageFramePixels', 'anim-full-frames.gif', 'GIF'],
  ])('%s of %s', (limit, file, field) => {
    const most = limit === 'imageFrames' ? 5 : 1000;
    const found = refusal(() => probe(image(file), { limits: { [limit]: most }, name: file }));
    expect(found.code).toBe('limit-exceeded');
    expect(found.field.startsWith(field), found.field).toBe(true);
  });

  it('arbitrary octets, and valid files with one octet changed, are probed or refused', () => {
    const heads = fc.constantFrom(
      [0xff, 0xd8, 0xff],
      [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
      [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
      [0x42, 0x4d],
      [0, 0],
      [],
    );
    const file = fc.constantFrom('photo-422.jpg', 'palette-trns.png', 'anim-disposal.gif', 'wide.wbmp').map(image);
    const octets = fc.oneof(
      fc.tuple(heads, fc.uint8Array({ maxLength: 200 })).map(([head, rest]) => Uint8Array.of(...head, ...rest)),
      damaged(file.map((whole) => whole.slice(0, 600))),
    );
    fc.assert(
      fc.property(octets, fc.constantFrom(undefined, 'a.wbmp', 'a.jpg'), (given, name) => {
        expectValueOrFormatError(() => probe(given, { name }), given.length);
        expectValueOrFormatError(() => probe(given, { name, lenient: true }), given.length);
      }),
    );
  });
});
