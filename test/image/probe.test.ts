import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifyImage, probe } from '../../src/image/index.js';
import { promisesImage } from '../../src/image/probe.js';
import { buildBmp } from '../support/bmp-files.js';
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
  it.each([
    [12, 1, [0, 0xffffff], { bitDepth: 1, colors: 2, grey: true }],
    [16, 1, [0xff0000, 0x0000ff], { bitDepth: 1, colors: 2, grey: false }],
    [40, 8, [0x111111, 0x222222, 0x333333], { bitDepth: 8, colors: 3, grey: true }],
    [40, 24, undefined, { bitDepth: 8, grey: false }],
  ])('with a header of %i octets and %i bits', (header, depth, palette, expected) => {
    const octets = buildBmp({
      header,
      widthPx: 3,
      heightPx: 2,
      depth,
      pixels: [0, 1, 0, 1, 0, 1],
      ...(palette && { palette }),
    });
    const found = probe(octets);
    expect(found).toMatchObject({ format: 'bmp', contentType: 'image/bmp', widthPx: 3, heightPx: 2, hasAlpha: false });
    expect(found).toMatchObject(expected);
    expect('colors' in found).toBe(palette !== undefined);
  });

  it('with an alpha mask', () => {
    const masks = [0x3ff00000, 0xffc00, 0x3ff, 0xc0000000] as const;
    const octets = buildBmp({ header: 124, widthPx: 1, heightPx: 1, depth: 32, masks, pixels: [0] });
    expect(probe(octets)).toMatchObject({ hasAlpha: true, bitDepth: 10, grey: false });
  });

  it('is one by its first letters and the size of its header', () => {
    const octets = buildBmp({ header: 40, widthPx: 1, heightPx: 1, depth: 24, pixels: [0] });
    expect(identifyImage(octets)).toBe('bmp');
    expect(identifyImage(octets.subarray(0, 17))).toBeUndefined();
    octets[14] = 66;
    expect(identifyImage(octets)).toBeUndefined();
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
