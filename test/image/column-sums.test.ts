import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ColumnSums } from '../../src/image/resize/column-sums.js';

/** Rows behind each other, from an octet on. */
const pictures = fc
  .record({ pixels: fc.integer({ min: 1, max: 20 }), rows: fc.integer({ min: 1, max: 12 }), lead: fc.nat({ max: 5 }) })
  .chain(({ pixels, rows, lead }) => {
    const length = lead + rows * pixels * 3;
    return fc.record({
      octets: fc.uint8Array({ minLength: length, maxLength: length }),
      length: fc.constant(pixels * 3),
      rows: fc.constant(rows),
      lead: fc.constant(lead),
    });
  });

function added(sums: ColumnSums, octets: Uint8Array, lead: number, length: number, rows: number): number[] {
  for (let y = 0; y < rows; y++) sums.add(octets, lead + y * length);
  return [...sums.take()];
}

/** Column by column, with nothing clever. */
function expected(octets: Uint8Array, lead: number, length: number, rows: number): number[] {
  return Array.from({ length }, (_, i) => {
    let sum = 0;
    for (let y = 0; y < rows; y++) sum += octets[lead + y * length + i]!;
    return sum;
  });
}

describe('sums of rows', () => {
  it('are those of each column, and begin anew when taken', () => {
    fc.assert(
      fc.property(pictures, ({ octets, lead, length, rows }) => {
        const sums = new ColumnSums(length, false);
        const wanted = expected(octets, lead, length, rows);
        for (let turn = 0; turn < 2; turn++) {
          expect(added(sums, octets, lead, length, rows).slice(0, length)).toEqual(wanted);
          expect(sums.rows).toBe(0);
        }
      }),
    );
  });

  it('of RGB as greys are the weighted sums of the channels', () => {
    fc.assert(
      fc.property(pictures, ({ octets, lead, length, rows }) => {
        const sums = expected(octets, lead, length, rows);
        const greys = Array.from({ length: length / 3 }, (_, i) => {
          return 77 * sums[3 * i]! + 150 * sums[3 * i + 1]! + 29 * sums[3 * i + 2]!;
        });
        expect(added(new ColumnSums(length, true), octets, lead, length, rows).slice(0, length / 3)).toEqual(greys);
      }),
    );
  });

  it('hold as many white rows as they say', () => {
    const sums = new ColumnSums(6, false);
    const white = new Uint8Array(6).fill(255);
    let rows = 0;
    for (; !sums.isFull; rows++) sums.add(white, 0);
    expect(rows).toBe(257);
    expect([...sums.take()].slice(0, 6)).toEqual(new Array(6).fill(257 * 255));
    expect(sums.isFull).toBe(false);
  });
});
