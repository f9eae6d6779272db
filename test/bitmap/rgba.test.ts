import { describe, expect, it } from 'vitest';
import { opaqueRgba } from '../../src/bitmap/rgba.js';

describe('opaque pixels as RGBA', () => {
  // Every number of pixels around fours, which are done at once, and every place in a word.
  const cases = Array.from({ length: 10 }, (_, pixels) => [0, 1, 2, 3, 4].map((at) => ({ pixels, at }))).flat();

  it.each(cases)('$pixels colours from octet $at', ({ pixels, at }) => {
    const memory = Uint8Array.from({ length: 40 }, (_, i) => (i * 37 + 129) & 0xff);
    const colours = memory.subarray(at, at + pixels * 3);
    const expected = Array.from({ length: pixels }, (_, i) => [...colours.subarray(i * 3, i * 3 + 3), 255]).flat();
    expect([...opaqueRgba(colours, 3)]).toEqual(expected);
  });

  it.each(cases)('$pixels greys from octet $at', ({ pixels, at }) => {
    const greys = Uint8Array.from({ length: 20 }, (_, i) => (i * 91 + 200) & 0xff).subarray(at, at + pixels);
    expect([...opaqueRgba(greys, 1)]).toEqual([...greys].flatMap((grey) => [grey, grey, grey, 255]));
  });
});
