import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows, bitmapToRows, decodeWbmp, encodeWbmp } from '../../src/bitmap/index.js';
import { readWbmp } from '../../src/bitmap/wbmp.js';
import { toHex } from '../../src/bytes/index.js';
import { anyBitmap, fieldsNamed, noise, traceOf, withDirtyFiller } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';
import { expectTiling } from '../support/tiling.js';

describe('octets', () => {
  it('1 is white, and filler is 0 whatever the caller left there', () => {
    const bitmap = bitmapFromRows(['#.#', '...']);
    expect(toHex(encodeWbmp(bitmap))).toBe('0000030240E0');
    expect(toHex(encodeWbmp(withDirtyFiller(bitmap)))).toBe('0000030240E0');
    expect(decodeWbmp(hex('00000302 5F FF'))).toEqual(bitmap);
  });

  it.each([
    [127, '7F'],
    [128, '8100'],
    [300, '822C'],
    [16384, '818000'],
    [65535, '83FF7F'],
  ])('a width of %d is %s', (widthPx, octets) => {
    const wire = encodeWbmp(noise(widthPx, 1));
    expect(toHex(wire).startsWith(`0000${octets}01`)).toBe(true);
    expect(decodeWbmp(wire)).toEqual(noise(widthPx, 1));
  });

  it('a number may take more octets than it needs', () => {
    expect(decodeWbmp(hex('80 00 00 80 03 80 80 01 40'))).toEqual(bitmapFromRows(['#.#']));
  });

  it.each<[wire: string, code: string, field: string, offset: number]>([
    ['', 'truncated', 'wbmp/type', 0],
    ['01 00 08 01 FF', 'bad-value', 'wbmp/type', 0],
    ['00', 'truncated', 'wbmp/fixed-header', 1],
    ['00 80 08 01 FF', 'bad-value', 'wbmp/fixed-header', 1],
    ['00 01 08 01 FF', 'bad-value', 'wbmp/fixed-header', 1],
    ['00 00', 'truncated', 'wbmp/width', 2],
    ['00 00 81', 'truncated', 'wbmp/width', 2],
    ['00 00 00 01', 'bad-value', 'wbmp/width', 2],
    ['00 00 08 00', 'bad-value', 'wbmp/height', 3],
    ['00 00 FF FF FF FF FF 01', 'bad-value', 'wbmp/width', 2],
    ['00 00 84 80 00 01', 'limit-exceeded', 'wbmp/width', 2],
    ['00 00 83 FF 7F 83 FF 7F', 'limit-exceeded', 'wbmp/width', 2],
    ['00 00 08 02 FF', 'truncated', 'wbmp/pixels', 4],
    ['00 00 08 01 FF FF', 'trailing-bytes', 'wbmp', 5],
  ])('refuses %s', (wire, code, field, offset) => {
    expect(refusal(() => decodeWbmp(hex(wire)))).toEqual({ code, field, offset });
  });

  it('lenient: bits of the fixed header, octets behind', () => {
    const { issues, options } = lenient();
    expect(bitmapToRows(decodeWbmp(hex('00 60 04 01 50 0A'), options))).toEqual(['#.#.']);
    expect(issues).toEqual([
      ['bad-value', 'wbmp/fixed-header', 1],
      ['trailing-bytes', 'wbmp', 5],
    ]);
  });

  it('lenient: bits 6 to 0 of the fixed header may be set, bit 7 may not', () => {
    const { issues, options } = lenient();
    const withHeader = (header: string) => decodeWbmp(hex(`00 ${header} 04 01 50`), options);
    expect(bitmapToRows(withHeader('7F'))).toEqual(['#.#.']);
    expect(issues).toEqual([['bad-value', 'wbmp/fixed-header', 1]]);
    for (const header of ['80', 'FF']) {
      expect(refusal(() => withHeader(header))).toEqual({ code: 'bad-value', field: 'wbmp/fixed-header', offset: 1 });
    }
    expect(() => withHeader('80')).toThrow('wbmp/fixed-header at 1: announces extension headers, which type 0 does not have');
  });

  it('encodes nothing but a bitmap', () => {
    expect(() => encodeWbmp(5 as never)).toThrow(new TypeError('bitmap is 5, not an object'));
  });

  it('a limit of pixels', () => {
    const limits = { bitmapPixels: 24 };
    expect(decodeWbmp(encodeWbmp(noise(8, 3)), { limits })).toEqual(noise(8, 3));
    expect(refusal(() => decodeWbmp(encodeWbmp(noise(5, 5)), { limits }))).toEqual({
      code: 'limit-exceeded',
      field: 'wbmp/width',
      offset: 2,
    });
  });
});

describe('a trace', () => {
  it('says what the type means', () => {
    const typeOf = (wire: string) => fieldsNamed(traceOf(hex(wire), readWbmp), 'type');
    expect(typeOf('00 00 08 01 FF')).toMatchObject([
      { value: 0, meaning: 'one bit per pixel, not compressed', start: 0, end: 1 },
    ]);
    expect(typeOf('01 00 08 01 FF')).toMatchObject([{ value: 1, meaning: 'unknown', start: 0, end: 1 }]);
  });
});

describe('properties', () => {
  it('a trace shows the rows as they look, and tiles', () => {
    fc.assert(
      fc.property(anyBitmap(), (bitmap) => {
        const root = traceOf(encodeWbmp(bitmap), readWbmp);
        expectTiling(root);
        expect(fieldsNamed(root, 'row').map(({ value }) => value)).toEqual(bitmapToRows(bitmap));
      }),
    );
  });
});
