import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/bitmap/luminance.js';
import { findInside, growInside, pixelsPerPixel } from '../../src/bitmap/margins.js';
import { greySource } from '../support/pictures.js';

/** Rows of `#` for black, `.` for white. */
function sourceOf(...rows: readonly string[]): Source {
  return greySource(
    [...rows.join('')].map((pixel) => (pixel === '#' ? 0 : 255)),
    rows[0]!.length,
    rows.length,
  );
}

const insideOf = (...rows: readonly string[]) => findInside(sourceOf(...rows), 128)?.inside;

/** A picture with its tones exchanged. */
const negative = (row: string) => row.replace(/./g, (pixel) => (pixel === '#' ? '.' : '#'));

/** A picture turned by a quarter to the left: its right column becomes the top row. */
const turned = (rows: readonly string[]) => [...rows[0]!].map((_, x) => rows.map((row) => row.at(-1 - x)).join(''));

describe('the inside of a picture', () => {
  const logo = ['......', '..#...', '.###..', '......', '......'];

  it('is what its even margins leave, light or dark', () => {
    const inside = { x: 1, y: 1, widthPx: 3, heightPx: 2 };
    expect(findInside(sourceOf(...logo), 128)).toEqual({ inside, isDark: false });
    expect(findInside(sourceOf(...logo.map(negative)), 128)).toEqual({ inside, isDark: true });
  });

  it('can have a margin on one side only', () => {
    const left = ['..#.', '...#', '..#.'];
    const bottom = turned(left);
    const right = turned(bottom);
    const top = turned(right);
    expect(insideOf(...left)).toEqual({ x: 2, y: 0, widthPx: 2, heightPx: 3 });
    expect(insideOf(...bottom)).toEqual({ x: 0, y: 0, widthPx: 3, heightPx: 2 });
    expect(insideOf(...right)).toEqual({ x: 0, y: 0, widthPx: 2, heightPx: 3 });
    expect(insideOf(...top)).toEqual({ x: 0, y: 2, widthPx: 3, heightPx: 2 });
  });

  it('is not there where a corner has the other tone', () => {
    for (const corner of [0, 5, 24, 29]) {
      const pixels = [...logo.join('')];
      pixels[corner] = '#';
      expect(insideOf(...(pixels.join('').match(/.{6}/g) as string[])), `${corner}`).toBeUndefined();
    }
  });

  it('is not there where nothing is even, or all is', () => {
    expect(insideOf('.#.', '#.#', '.#.')).toBeUndefined();
    expect(insideOf('....', '....')).toBeUndefined();
    expect(insideOf('###')).toBeUndefined();
  });

  it('is what is darker than a level', () => {
    const source = greySource([99, 99, 99, 99, 100, 99, 99, 99, 99], 3, 3);
    expect(findInside(source, 100)).toEqual({ inside: { x: 1, y: 1, widthPx: 1, heightPx: 1 }, isDark: true });
    expect(findInside(source, 99)).toBeUndefined();
    expect(findInside(source, 101)).toBeUndefined();
  });

  it('counts from the picture that its rectangle is cut from', () => {
    const whole = sourceOf('#######', '#.....#', '#..#..#', '#.....#', '#######');
    const cut = { ...whole, x: 1, y: 1, widthPx: 5, heightPx: 3 };
    expect(findInside(cut, 128)?.inside).toEqual({ x: 3, y: 2, widthPx: 1, heightPx: 1 });
  });
});

describe('the inside grown', () => {
  const picture = { x: 10, y: 20, widthPx: 30, heightPx: 40 };

  it('has the pixels more on every side', () => {
    expect(growInside(picture, { x: 15, y: 27, widthPx: 11, heightPx: 13 }, 3)).toEqual({
      ...{ x: 12, y: 24, widthPx: 17, heightPx: 19 },
    });
  });

  it('ends where the picture does', () => {
    expect(growInside(picture, { x: 12, y: 21, widthPx: 27, heightPx: 38 }, 3)).toEqual(picture);
  });
});

describe('pixels for one of a box', () => {
  it.each([
    [{ widthPx: 72, heightPx: 14 }, 1],
    [{ widthPx: 10, heightPx: 5 }, 1],
    [{ widthPx: 73, heightPx: 14 }, 2],
    [{ widthPx: 72, heightPx: 15 }, 2],
    [{ widthPx: 144, heightPx: 28 }, 2],
    [{ widthPx: 144, heightPx: 29 }, 3],
    [{ widthPx: 720, heightPx: 14 }, 10],
  ])('%j at 72 x 14: %d', (size, pixels) => {
    expect(pixelsPerPixel(size, { widthPx: 72, heightPx: 14 })).toBe(pixels);
  });
});
