import { describe, expect, it, vi } from 'vitest';
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

  it('on a machine with the highest octet first too', () => {
    const colours = Uint8Array.from({ length: 15 }, (_, i) => i * 16 + 1);
    // The code looks at the 16-bit number 1 in memory: 00 01 on such a machine.
    const one = Uint16Array.of(1);
    new DataView(one.buffer).setUint16(0, 1);
    const probe = vi.spyOn(Uint16Array, 'of').mockReturnValue(one);
    try {
      for (const channels of [1, 3] as const) {
        const words = [...new Uint32Array(opaqueRgba(colours, channels).buffer)];
        const pixel = (i: number) => (channels === 3 ? [...colours.subarray(i * 3, i * 3 + 3)] : new Array(3).fill(colours[i]));
        const expected = words.map((_, i) => Number.parseInt(Buffer.from([...pixel(i), 255]).toString('hex'), 16));
        expect(words).toHaveLength(15 / channels);
        expect(words).toEqual(expected);
      }
    } finally {
      probe.mockRestore();
    }
  });
});
