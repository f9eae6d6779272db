import fc from 'fast-check';
import { ssim } from 'ssim.js';
import { describe, expect, it } from 'vitest';
import { decodeJpeg } from '../../src/image/jpeg/decode.js';
import { JpegEncoder } from '../../src/image/jpeg/encode.js';
import { enlarge, measureLikeness } from '../../src/image/likeness.js';
import { type Raster, toGrey, toRgba } from '../../src/image/raster.js';
import { resize } from '../../src/image/resize/resize.js';
import { image } from './images.js';

const photo = toGrey(decodeJpeg(image('photo-baseline.jpg')));

/** As ssim.js has it: 11x11 windows of equal weight, one at each pixel. */
function bySsimJs(one: Raster, other: Raster): number {
  const imageOf = (raster: Raster) => ({
    data: new Uint8ClampedArray(toRgba(raster).samples),
    width: raster.widthPx,
    height: raster.heightPx,
  });
  return ssim(imageOf(one) as never, imageOf(other) as never).mssim;
}

describe('likeness', () => {
  it('is about what ssim.js measures, and orders files the same', () => {
    const small = resize(photo, 240, 180);
    const encoder = new JpegEncoder(small);
    let before = 0;
    for (const quality of [2, 5, 10, 20, 40, 80, 95]) {
      const found = decodeJpeg(encoder.encode(quality));
      const likeness = measureLikeness(small.samples, found.samples, small);
      expect(Math.abs(likeness - bySsimJs(small, found))).toBeLessThan(0.015);
      expect(likeness).toBeGreaterThan(before);
      before = likeness;
    }
  });

  it('is 1 for the same picture, less for any other, and the same both ways', () => {
    const side = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(side, side, fc.infiniteStream(fc.nat({ max: 255 })), (widthPx, heightPx, levels) => {
        const one = Uint8Array.from({ length: widthPx * heightPx }, () => levels.next().value);
        const other = Uint8Array.from(one, (level) => 255 - level);
        const size = { widthPx, heightPx };
        expect(measureLikeness(one, one, size)).toBeCloseTo(1, 12);
        const likeness = measureLikeness(one, other, size);
        expect(likeness).toBeLessThanOrEqual(1);
        expect(measureLikeness(other, one, size)).toBeCloseTo(likeness, 12);
      }),
    );
  });

  it('sees a lost detail in any corner', () => {
    const size = { widthPx: 48, heightPx: 36 };
    const plain = new Uint8Array(48 * 36).fill(100);
    for (const at of [0, 44, 48 * 32, 48 * 32 + 44]) {
      const spotted = plain.slice();
      for (let i = 0; i < 4; i++) spotted.fill(250, at + i * 48, at + i * 48 + 4);
      expect(measureLikeness(plain, spotted, size)).toBeLessThan(0.995);
    }
  });
});

describe('enlarging', () => {
  it('gives the picture itself at its own size, and levels between its own at others', () => {
    expect(enlarge(photo.samples, photo, photo)).toBe(photo.samples);
    const two = Uint8Array.of(0, 200);
    const wide = enlarge(two, { widthPx: 2, heightPx: 1 }, { widthPx: 4, heightPx: 3 });
    expect([...wide]).toEqual([0, 50, 150, 200, 0, 50, 150, 200, 0, 50, 150, 200]);
  });
});
