import { describe, expect, it } from 'vitest';
import { bitmapFromRows, bitmapToRows } from '../../src/bitmap/bitmap.js';
import {
  checkPixels,
  type Packing,
  packedOctets,
  readPixels,
  TRACED_ROWS,
  traceRows,
  writeFrames,
} from '../../src/bitmap/pixels.js';
import { ByteReader, type Field, Trace } from '../../src/bytes/index.js';
import { DEFAULT_LIMITS, LimitError } from '../../src/errors.js';
import { asBits, bitsOf, fieldsNamed, noise, traceOf, withDirtyFiller } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const PACKINGS: readonly Packing[] = ['continuous', 'padded'];

/** Every width of one octet to more than two, with every number of bits in the last octet of a continuous stream. */
const SIZES = Array.from({ length: 18 }, (_, i) => i + 1).flatMap((widthPx) =>
  [1, 2, 5, 8].map((heightPx) => [widthPx, heightPx] as const),
);

/** Octets of a string of bits, with what fills the last one. */
function octetsOf(bits: string): Uint8Array {
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (octet) => Number.parseInt(octet, 2));
}

describe('the octets of pixels', () => {
  it.each([
    ['continuous', 72, 14, 126],
    ['padded', 72, 14, 126],
    ['continuous', 3, 5, 2],
    ['padded', 3, 5, 5],
    ['continuous', 9, 9, 11],
    ['padded', 9, 9, 18],
  ] as const)('%s, %d by %d, are %d', (packing, widthPx, heightPx, octets) => {
    expect(packedOctets(widthPx, heightPx, packing)).toBe(octets);
  });

  it.each(PACKINGS)('%s, come after a header, frame by frame, whatever is beside the rows', (packing) => {
    for (const [widthPx, heightPx] of SIZES) {
      const frames = [1, 2, 3].map((seed) => withDirtyFiller(noise(widthPx, heightPx, seed)));
      for (const count of [1, 3]) {
        const octets = writeFrames([0xa5, 0xff], frames.slice(0, count), packing);
        const bits = frames.slice(0, count).map((frame) => bitsOf(frame, packing));
        expect(asBits(octets)).toBe(`1010010111111111${bits.join('')}`);
      }
    }
  });

  it.each(PACKINGS)('%s, are read from where the reader is up to their end', (packing) => {
    for (const [widthPx, heightPx] of SIZES) {
      const bitmap = noise(widthPx, heightPx);
      // Filler bits are set, and ignored; the octets around are not pixels.
      const bits = bitsOf(bitmap, packing, '1');
      const octets = Uint8Array.of(0xff, 0xff, ...octetsOf(bits), 0xff);
      const reader = new ByteReader(octets, undefined, 2);
      expect(readPixels(reader, widthPx, heightPx, packing, 'pixels')).toEqual(bitmap);
      expect(reader.remaining).toBe(1);
    }
  });

  it('are filled with bits that mean nothing, whatever they are', () => {
    const read = (wire: string, packing: Packing) => readPixels(new ByteReader(hex(wire)), 3, 2, packing, 'pixels');
    expect(bitmapToRows(read('B7', 'continuous'))).toEqual(['#.#', '#.#']);
    expect(read('B7', 'continuous').rows).toEqual(Uint8Array.of(0xa0, 0xa0));
    expect(read('BF5F', 'padded').rows).toEqual(Uint8Array.of(0xa0, 0x40));
  });

  it.each(PACKINGS)('%s, may have white as 1', (packing) => {
    const rows = ['#.#..#.#.', '.########'];
    const negative = bitmapFromRows(['.#.##.#.#', '#........']);
    const octets = octetsOf(bitsOf(negative, packing));
    const bitmap = readPixels(new ByteReader(octets), 9, 2, packing, 'pixels', true);
    expect(bitmap).toEqual(bitmapFromRows(rows));
  });

  it('are copied: the rows of a bitmap are its own', () => {
    const octets = hex('FF00');
    const { rows } = readPixels(new ByteReader(octets), 8, 2, 'continuous', 'pixels');
    octets.fill(0x55);
    expect(rows).toEqual(Uint8Array.of(0xff, 0));
  });

  it.each([
    ['continuous', 2],
    ['padded', 5],
  ] as const)('%s, are refused where one is missing', (packing, needed) => {
    const read = (length: number) =>
      readPixels(new ByteReader(new Uint8Array(1 + length), undefined, 1), 3, 5, packing, 'a/pixels');
    expect(read(needed).rows).toEqual(new Uint8Array(5));
    expect(refusal(() => read(needed - 1))).toEqual({ code: 'truncated', field: 'a/pixels', offset: 1 });
  });
});

describe('limits of pixels', () => {
  const passes = (
    limits: Parameters<typeof checkPixels>[0],
    name: 'bitmapPixels' | 'sourcePixels',
    width: number,
    height: number,
  ) => expect(checkPixels(limits, name, width, height, 'a/width', 7)).toBeUndefined();

  it.each(['bitmapPixels', 'sourcePixels'] as const)('%s is the most there may be', (name) => {
    const limits = { bitmapPixels: 1, sourcePixels: 1, [name]: 12 };
    passes(limits, name, 4, 3);
    passes(limits, name, 12, 1);
    expect(refusal(() => checkPixels(limits, name, 7, 2, 'width')).code).toBe('limit-exceeded');
    const check = () => checkPixels(limits, name, 13, 1, 'a/width', 7);
    expect(check).toThrow(LimitError);
    expect(check).toThrow(`a/width at 7: 13x1 pixels, the limit is 12 (${name})`);
    expect(refusal(check)).toEqual({ code: 'limit-exceeded', field: 'a/width', offset: 7 });
  });

  it.each(['bitmapPixels', 'sourcePixels'] as const)('%s has a default, where limits or this one are left out', (name) => {
    const other = name === 'bitmapPixels' ? 'sourcePixels' : 'bitmapPixels';
    for (const limits of [undefined, {}, { [other]: 1 }, { [name]: undefined }] as const) {
      passes(limits as Parameters<typeof passes>[0], name, DEFAULT_LIMITS[name], 1);
      const check = () => checkPixels(limits as Parameters<typeof passes>[0], name, DEFAULT_LIMITS[name] + 1, 1, 'pixels');
      expect(refusal(check)).toEqual({ code: 'limit-exceeded', field: 'pixels', offset: undefined });
    }
  });
});

describe('pixels in a trace', () => {
  /** Name, value and bits of each field of the group. */
  function shown(root: Field): unknown[] {
    const [pixels] = fieldsNamed(root, 'pixels');
    return pixels!.children.map(({ name, value, start, end, bits }) => [
      name,
      value,
      bits?.from ?? start * 8,
      bits?.to ?? end * 8,
    ]);
  }

  const read = (wire: string, widthPx: number, heightPx: number, packing: Packing) =>
    traceOf(hex(wire), (reader) => {
      reader.u8('header');
      readPixels(reader, widthPx, heightPx, packing, 'pixels');
    });

  it('are rows as they look, each where it is, and the filler of each or of all', () => {
    // 1010 0000 | 0100 0000, and the same one after the other.
    expect(shown(read('00A040', 3, 2, 'padded'))).toEqual([
      ['row', '#.#', 8, 11],
      ['filler', 0, 11, 16],
      ['row', '.#.', 16, 19],
      ['filler', 0, 19, 24],
    ]);
    const continuous = read('00A8', 3, 2, 'continuous');
    expect(shown(continuous)).toEqual([
      ['row', '#.#', 8, 11],
      ['row', '.#.', 11, 14],
      ['filler', 0, 14, 16],
    ]);
    expect(fieldsNamed(continuous, 'pixels')).toMatchObject([{ meaning: '3x2, # black', start: 1, end: 2 }]);
  });

  it('are rows of several octets too', () => {
    const rows = (wire: string, packing: Packing) => fieldsNamed(read(wire, 9, 3, packing), 'row').map(({ value }) => value);
    const expected = ['#.......#', '.#.......', '..#####..'];
    // 100000001 010000000 001111100, and each in two octets.
    expect(rows('0080A00F80', 'continuous')).toEqual(expected);
    expect(rows('00808040003E00', 'padded')).toEqual(expected);
  });

  it('have no filler where rows fill their octets', () => {
    const rows = [
      ['row', '#######.', 8, 16],
      ['row', '.......#', 16, 24],
    ];
    expect(shown(read('00FE01', 8, 2, 'padded'))).toEqual(rows);
    expect(shown(read('00FE01', 8, 2, 'continuous'))).toEqual(rows);
    expect(shown(read('00A5', 4, 2, 'continuous'))).toEqual([
      ['row', '#.#.', 8, 12],
      ['row', '.#.#', 12, 16],
    ]);
  });

  it('come with a warning of filler that is not 0, and of no other', () => {
    const fillers = fieldsNamed(read('00E0E1F0FF', 3, 4, 'padded'), 'filler');
    expect(fillers.map(({ value }) => value)).toEqual([0, 1, 16, 31]);
    const warning = ['is not 0; it shows nothing'];
    expect(fillers.map(({ warnings }) => warnings)).toEqual([undefined, warning, warning, warning]);
  });

  /** Rows of four pixels and 12 bits more, as other modules have them: without the octets. */
  function rowsOf(count: number, given: Partial<Parameters<typeof traceRows>[1]> = {}): Field {
    const trace = new Trace('payload');
    const end = count * 16;
    traceRows(trace, {
      ...{ count, start: 0, end, pitch: 16, bits: 4, meaning: 'lines' },
      text: (row) => `no ${row}`,
      ...given,
    });
    return trace.finish(end / 8);
  }

  it('may be columns, of a specification, with filler of any length whose value is not shown', () => {
    const root = rowsOf(2, { name: 'column', spec: 'A 1.2' });
    expect(shown(root)).toEqual([
      ['column', 'no 0', 0, 4],
      ['filler', undefined, 4, 16],
      ['column', 'no 1', 16, 20],
      ['filler', undefined, 20, 32],
    ]);
    expect(fieldsNamed(root, 'pixels')).toMatchObject([{ meaning: 'lines', spec: 'A 1.2' }]);
    expect(fieldsNamed(root, 'filler').map(({ warnings }) => warnings)).toEqual([undefined, undefined]);
  });

  it(`are shown row by row up to ${TRACED_ROWS}, and the others as one field`, () => {
    const all = rowsOf(TRACED_ROWS, { bits: 16 });
    expect(fieldsNamed(all, 'row')).toHaveLength(TRACED_ROWS);
    expect(fieldsNamed(all, 'rows')).toEqual([]);
    const more = rowsOf(TRACED_ROWS + 3, { bits: 16 });
    expect(fieldsNamed(more, 'row').map(({ value }) => value)).toEqual(fieldsNamed(all, 'row').map(({ value }) => value));
    expect(fieldsNamed(more, 'rows')).toMatchObject([
      { value: undefined, meaning: '3 more rows', start: 2 * TRACED_ROWS, end: 2 * TRACED_ROWS + 6 },
    ]);
    expect(fieldsNamed(more, 'pixels')).toMatchObject([{ start: 0, end: 2 * TRACED_ROWS + 6, meaning: 'lines' }]);
  });
});
