import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Field, toHex } from '../../src/bytes/index.js';
import { inspect } from '../../src/inspect/index.js';
import {
  bitsOf,
  characterOf,
  maskAt,
  octetsOf,
  offsetDigits,
  positionOf,
  rangeOf,
  rowCount,
  rowOf,
  rowsInSight,
} from '../../src/playground/inspect/hex-rows.js';
import { hex } from '../support/hex.js';

describe('rows', () => {
  it('have an offset, digits, bits and characters', () => {
    expect(rowOf(hex('48 69 0A 7E 7F 20'), 1, 4)).toEqual({
      offset: 4,
      hex: ['7F', '20'],
      bits: ['01111111', '00100000'],
      characters: ['·', ' '],
    });
    expect(characterOf(0x7e)).toBe('~');
  });

  it('hold all octets once, in their order', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.constantFrom(2, 4, 8, 16), (octets, width) => {
        const rows = Array.from({ length: rowCount(octets.length, width) }, (_, row) => rowOf(octets, row, width));
        expect(rows.flatMap((row) => row.hex).join('')).toBe(toHex(octets));
        expect(rows.flatMap((row) => row.bits).map((bits) => Number.parseInt(bits, 2))).toEqual([...octets]);
        expect(rows.map(({ offset }) => offset)).toEqual(rows.map((_, row) => row * width));
        expect(rows.length).toBeGreaterThan(0);
      }),
    );
  });

  it('offsets have digits enough for the last one', () => {
    expect([0, 1, 9_999, 10_000, 10_001, 1_048_576].map(offsetDigits)).toEqual([4, 4, 4, 4, 5, 7]);
  });

  it('only those in sight are drawn, and those beside them', () => {
    const view = { top: 100, height: 60, rowHeight: 20, count: 1000 };
    expect(rowsInSight(view, 0)).toEqual({ from: 5, to: 8 });
    expect(rowsInSight(view, 3)).toEqual({ from: 2, to: 11 });
    expect(rowsInSight({ ...view, top: 0 }, 3)).toEqual({ from: 0, to: 6 });
    expect(rowsInSight({ ...view, top: 99_999 }, 3)).toEqual({ from: 1000, to: 1000 });
    expect(rowsInSight({ ...view, count: 6 }, 3)).toEqual({ from: 2, to: 6 });
  });
});

describe('bits of a field', () => {
  it.each([
    // Bit 8n is the most significant bit of octet n, or its least significant one.
    ['msb', 0, 8, 0, 0b11111111],
    ['msb', 0, 3, 0, 0b11100000],
    ['msb', 5, 11, 0, 0b00000111],
    ['msb', 5, 11, 1, 0b11100000],
    ['msb', 8, 16, 0, 0],
    ['lsb', 0, 7, 0, 0b01111111],
    // The second septet: the top bit of the first octet, six low bits of the next one.
    ['lsb', 7, 14, 0, 0b10000000],
    ['lsb', 7, 14, 1, 0b00111111],
    ['lsb', 7, 14, 2, 0],
  ] as const)('%s %i to %i in octet %i', (order, from, to, offset, mask) => {
    expect(maskAt({ order, from, to }, offset)).toBe(mask);
  });

  it('are those whose positions lie in the range', () => {
    const range = fc.tuple(fc.constantFrom('msb' as const, 'lsb' as const), fc.nat(60), fc.nat(60));
    fc.assert(
      fc.property(range, fc.nat(9), ([order, from, length], offset) => {
        const to = from + length;
        const places = Array.from({ length: 8 }, (_, place) => positionOf(order, offset, place));
        const expected = places.map((position) => (position >= from && position < to ? '1' : '0')).join('');
        expect(bitsOf(maskAt({ order, from, to }, offset))).toBe(expected);
      }),
    );
  });

  it('spell the septets of a text', () => {
    const octets = hex('01000B917283010010F500000AE8329BFD4697D9EC37');
    const septets: Field[] = [];
    const collect = (field: Field) => {
      if (field.name === 'septet') septets.push(field);
      field.children.forEach(collect);
    };
    collect(inspect(octets, { as: 'tpdu-mo' }));
    const letters = septets.map((field) => {
      const { start, end } = octetsOf(rangeOf(field));
      expect([start, end]).toEqual([field.start, field.end]);
      let value = 0;
      for (let at = end - 1; at >= start; at--) {
        const mask = maskAt(rangeOf(field), at);
        for (const place of [0, 1, 2, 3, 4, 5, 6, 7]) {
          const bit = 0x80 >> place;
          if ((mask & bit) !== 0) value = value * 2 + (((octets[at] as number) & bit) === 0 ? 0 : 1);
        }
      }
      return String.fromCharCode(value);
    });
    expect(letters.join('')).toBe('hellohello');
  });

  it('are all of the octets of a field without bits', () => {
    expect(rangeOf({ start: 2, end: 5 })).toEqual({ order: 'msb', from: 16, to: 40 });
  });
});
