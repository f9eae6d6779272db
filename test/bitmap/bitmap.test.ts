import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipBits } from '../../src/bitmap/bitmap.js';
import {
  type Bitmap,
  bitmapFromRows,
  bitmapToRows,
  invertBitmap,
  type Placement,
  pixelAt,
  placeBitmap,
} from '../../src/bitmap/index.js';
import { anyBitmap, noise, textRows, withDirtyFiller } from '../support/bitmaps.js';
import { refusal } from '../support/hostile.js';

const arrow = ['..#..', '.###.', '#.#.#'];

describe('rows of text', () => {
  it('a bitmap in octets, most significant bit left', () => {
    expect(bitmapFromRows(['#.......#', ' .......#'])).toEqual({
      widthPx: 9,
      heightPx: 2,
      rows: Uint8Array.of(0x80, 0x80, 0x00, 0x80),
    });
  });

  it('come back', () => {
    fc.assert(
      fc.property(textRows(), (rows) => {
        expect(bitmapToRows(bitmapFromRows(rows))).toEqual(rows);
      }),
    );
  });

  it.each<[why: string, rows: string[], field: string, offset: number | undefined]>([
    ['no rows', [], 'rows.length', undefined],
    ['an empty row', [''], 'rows[0].length', undefined],
    ['too many rows', Array.from({ length: 65536 }, () => '.'), 'rows.length', undefined],
    ['a shorter row', ['..', '.'], 'rows[1]', undefined],
    ['another character', ['..', '.x'], 'rows[1]', 1],
  ])('%s', (_why, rows, field, offset) => {
    expect(refusal(() => bitmapFromRows(rows))).toEqual({ code: 'bad-value', field, offset });
  });

  it.each<[rows: unknown, message: string]>([
    ['#', 'rows are an array of strings'],
    [undefined, 'rows are an array of strings'],
    [[1], 'rows[0] is not a string'],
    [['#', null], 'rows[1] is not a string'],
  ])('%j is a TypeError', (rows, message) => {
    expect(() => bitmapFromRows(rows as string[])).toThrowError(new TypeError(message));
  });
});

describe('pixels', () => {
  it('are those of the text', () => {
    fc.assert(
      fc.property(textRows(20, 6), (rows) => {
        const bitmap = bitmapFromRows(rows);
        const read = rows.map((row, y) => [...row].map((_, x) => (pixelAt(bitmap, x, y) === 1 ? '#' : '.')).join(''));
        expect(read).toEqual(rows);
      }),
    );
  });

  it.each([
    ['x', -1, 0],
    ['x', 5, 0],
    ['x', 0.5, 0],
    ['y', 0, 3],
  ])('%s outside: %d, %d', (field, x, y) => {
    expect(refusal(() => pixelAt(bitmapFromRows(arrow), x, y))).toMatchObject({ code: 'bad-value', field });
  });

  it('rows that end too early', () => {
    const bitmap = { ...bitmapFromRows(arrow), rows: new Uint8Array(2) };
    expect(pixelAt(bitmap, 0, 1)).toBe(0);
    expect(refusal(() => pixelAt(bitmap, 0, 2))).toMatchObject({ code: 'bad-value', field: 'bitmap.rows' });
  });

  it('inverted twice, and without filler', () => {
    fc.assert(
      fc.property(anyBitmap(), (bitmap) => {
        const inverted = invertBitmap(withDirtyFiller(bitmap));
        const rows = bitmapToRows(bitmap).map((row) => row.replace(/./g, (pixel) => (pixel === '#' ? '.' : '#')));
        expect(inverted).toEqual(bitmapFromRows(rows));
        expect(invertBitmap(inverted)).toEqual(bitmap);
      }),
    );
  });
});

describe('every bit of octets', () => {
  const wanted = (length: number) => Array.from({ length }, (_, i) => (7 * i) & 0xff);

  // Of long ones four octets at a time are inverted, where the memory allows that.
  it.each([0, 1, 7, 511, 512, 513, 514, 515, 516])('%d of them, at any place of a buffer', (length) => {
    for (const start of [4, 5, 6, 7, 8]) {
      const buffer = new Uint8Array(start + length + 4).fill(0x55);
      const octets = buffer.subarray(start, start + length);
      octets.set(wanted(length).map((octet) => 0xff - octet));
      flipBits(octets);
      expect([...octets]).toEqual(wanted(length));
      expect([...buffer.subarray(0, start), ...buffer.subarray(-4)]).toEqual(Array(start + 4).fill(0x55));
    }
  });
});

describe('placing', () => {
  it.each<[Placement, string[]]>([
    [{ widthPx: 8, heightPx: 4 }, ['...#....', '..###...', '.#.#.#..', '........']],
    [{ widthPx: 6, heightPx: 3, horizontal: 'left' }, ['..#...', '.###..', '#.#.#.']],
    [{ widthPx: 6, heightPx: 3, horizontal: 'right', fill: 1 }, ['#..#..', '#.###.', '##.#.#']],
    [{ widthPx: 5, heightPx: 5, vertical: 'bottom' }, ['.....', '.....', '..#..', '.###.', '#.#.#']],
    [{ widthPx: 2, heightPx: 2 }, ['.#', '##']],
    [{ widthPx: 2, heightPx: 2, horizontal: 'right', vertical: 'bottom' }, ['#.', '.#']],
    [{ widthPx: 2, heightPx: 1, horizontal: 'left', vertical: 'top' }, ['..']],
  ])('%j', (placement, rows) => {
    expect(bitmapToRows(placeBitmap(bitmapFromRows(arrow), placement))).toEqual(rows);
  });

  it('every pixel stands where it should', () => {
    const place = fc.record({
      widthPx: fc.integer({ min: 1, max: 40 }),
      heightPx: fc.integer({ min: 1, max: 12 }),
      horizontal: fc.constantFrom('left', 'center', 'right'),
      vertical: fc.constantFrom('top', 'center', 'bottom'),
      fill: fc.constantFrom(0, 1),
    }) as fc.Arbitrary<Required<Placement>>;
    fc.assert(
      fc.property(anyBitmap(), place, (bitmap, placement) => {
        const placed = placeBitmap(withDirtyFiller(bitmap), placement);
        const shift = (room: number, where: string) =>
          where === 'left' || where === 'top' ? 0 : where === 'center' ? Math.trunc(room / 2) : room;
        const left = shift(placement.widthPx - bitmap.widthPx, placement.horizontal);
        const top = shift(placement.heightPx - bitmap.heightPx, placement.vertical);
        const source = bitmapToRows(bitmap);
        const expected = Array.from({ length: placement.heightPx }, (_, y) =>
          Array.from(
            { length: placement.widthPx },
            (_pixel, x) => source[y - top]?.[x - left] ?? (placement.fill === 1 ? '#' : '.'),
          ).join(''),
        );
        expect(placed).toEqual(bitmapFromRows(expected));
      }),
    );
  });

  it.each<[string, object]>([
    ['widthPx', { widthPx: 0, heightPx: 1 }],
    ['heightPx', { widthPx: 1, heightPx: 65536 }],
    ['fill', { widthPx: 1, heightPx: 1, fill: 2 }],
    ['horizontal', { widthPx: 1, heightPx: 1, horizontal: 'top' }],
    ['vertical', { widthPx: 1, heightPx: 1, vertical: 'middle' }],
  ])('refuses another %s', (field, placement) => {
    const place = () => placeBitmap(bitmapFromRows(arrow), placement as Placement);
    expect(refusal(place)).toEqual({ code: 'bad-value', field, offset: undefined });
  });
});

describe('what is no bitmap', () => {
  const bitmap = noise(9, 3);
  it.each<[string, object]>([
    ['bitmap.widthPx', { ...bitmap, widthPx: 0 }],
    ['bitmap.widthPx', { ...bitmap, widthPx: 8.5 }],
    ['bitmap.heightPx', { ...bitmap, heightPx: Number.NaN }],
    ['bitmap.heightPx', { ...bitmap, heightPx: '3' }],
    ['bitmap.rows', { ...bitmap, heightPx: 4 }],
    ['bitmap.rows', { ...bitmap, widthPx: 8 }],
  ])('%s', (field, broken) => {
    for (const use of [bitmapToRows, invertBitmap]) {
      expect(refusal(() => use(broken as Bitmap))).toEqual({ code: 'bad-value', field, offset: undefined });
    }
  });

  it.each<[value: unknown, message: string]>([
    [null, 'bitmap is null, not an object'],
    ['#', 'bitmap is "#", not an object'],
    [{ ...bitmap, rows: [0, 0] }, 'bitmap.rows'],
    [{ ...bitmap, rows: 'x' }, 'bitmap.rows'],
  ])('%j is a TypeError', (value, message) => {
    for (const use of [bitmapToRows, invertBitmap]) {
      expect(() => use(value as Bitmap)).toThrowError(TypeError);
      expect(() => use(value as Bitmap)).toThrowError(message);
    }
  });

  it.each<[name: string, call: () => unknown]>([
    ['bitmap', () => pixelAt(null as never, 0, 0)],
    ['bitmap', () => placeBitmap(null as never, { widthPx: 1, heightPx: 1 })],
    ['placement', () => placeBitmap(bitmap, null as never)],
  ])('no %s is a TypeError', (name, call) => {
    expect(call).toThrowError(new TypeError(`${name} is null, not an object`));
  });

  it('rows may be a view of a larger buffer', () => {
    const buffer = Buffer.concat([Buffer.from('xx'), Buffer.from(bitmap.rows), Buffer.from('yy')]);
    const view = { ...bitmap, rows: buffer.subarray(2, -2) };
    expect(bitmapToRows(view)).toEqual(bitmapToRows(bitmap));
    expect(invertBitmap(invertBitmap(view))).toEqual(bitmap);
  });
});
