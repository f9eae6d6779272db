import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BitOrder, BitReader, BitWriter, Trace } from '../../src/bytes/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

/** The naive model: a string of 0 and 1 in the order that bits are read. */
function bitString(octets: Uint8Array, order: BitOrder): string {
  return Array.from(octets, (octet) => {
    const bits = [...octet.toString(2).padStart(8, '0')];
    return (order === 'lsb' ? bits.reverse() : bits).join('');
  }).join('');
}

function numberOf(bits: string, order: BitOrder): number {
  return Number.parseInt((order === 'lsb' ? [...bits].reverse().join('') : bits) || '0', 2);
}

const orders = fc.constantFrom<BitOrder>('msb', 'lsb');
const widths = fc.array(fc.integer({ min: 1, max: 32 }), { maxLength: 40 });

describe('worked examples', () => {
  it('reads septets of hellohello from the low bits up (23.038 6.1.2.1)', () => {
    const reader = new BitReader(hex('E8 32 9B FD 46 97 D9 EC 37'), 'lsb');
    const septets = Array.from({ length: 10 }, () => reader.read(7, 'septet'));
    expect(String.fromCharCode(...septets)).toBe('hellohello');
    expect(reader.remaining).toBe(2);
  });

  it('reads 4 + 12 + 8 bits from the high bits down', () => {
    const reader = new BitReader(hex('12 34 56'), 'msb');
    expect([reader.read(4, 'a'), reader.read(12, 'b'), reader.read(8, 'c')]).toEqual([0x1, 0x234, 0x56]);
  });

  it.each(['msb', 'lsb'] as const)('reads 32 bits as an unsigned number (%s)', (order) => {
    expect(new BitReader(hex('FF FF FF FF'), order).read(32, 'all')).toBe(4_294_967_295);
  });

  it('writes 4 + 12 + 8 bits from the high bits down, and fills the last octet with zeros', () => {
    expect(new BitWriter().write(0x1, 4).write(0x234, 12).write(0x56, 8).finish()).toEqual(hex('12 34 56'));
    expect(new BitWriter().write(1, 1).finish()).toEqual(hex('80'));
    expect(new BitWriter().finish()).toEqual(hex(''));
  });

  it('reads between two bits of its input only', () => {
    const reader = new BitReader(hex('FF 0F'), 'msb', undefined, 4, 12);
    expect(reader.read(8, 'middle')).toBe(0xf0);
    expect(refusal(() => reader.read(1, 'past'))).toEqual({ code: 'truncated', field: 'past', offset: 1 });
  });

  it('skips to the next octet border, and stays on one', () => {
    const reader = new BitReader(hex('FF 80'), 'msb', new Trace('x'));
    reader.align('none');
    expect(reader.position).toBe(0);
    reader.read(3, 'a');
    reader.align('fill bits');
    expect(reader.position).toBe(8);
    expect(reader.trace?.finish(2).children.map(({ name, bits }) => [name, bits])).toEqual([
      ['a', { order: 'msb', from: 0, to: 3 }],
      ['fill bits', { order: 'msb', from: 3, to: 8 }],
    ]);
  });
});

describe('properties', () => {
  it('reads what the string of bits says, in both orders', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), orders, widths, fc.nat({ max: 20 }), (octets, order, fields, skip) => {
        const bits = bitString(octets, order);
        const from = Math.min(skip, bits.length);
        const reader = new BitReader(octets, order, undefined, from);
        let at = from;
        for (const width of fields) {
          if (at + width > bits.length) {
            expect(refusal(() => reader.read(width, 'group/field'))).toEqual({
              code: 'truncated',
              field: 'group/field',
              offset: at >> 3,
            });
            expect(reader.position).toBe(at);
            return;
          }
          expect(reader.read(width, 'field')).toBe(numberOf(bits.slice(at, at + width), order));
          at += width;
          expect([reader.position, reader.remaining]).toEqual([at, bits.length - at]);
        }
      }),
    );
  });

  it('writes what the string of bits says', () => {
    const fields = fc.array(
      fc.integer({ min: 1, max: 24 }).chain((width) => fc.tuple(fc.nat({ max: 2 ** width - 1 }), fc.constant(width))),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(fields, fc.boolean(), fc.integer({ min: 1, max: 70 }), (values, aligned, capacity) => {
        const writer = new BitWriter(capacity);
        let bits = '';
        for (const [value, width] of values) {
          writer.write(value, width);
          bits += value.toString(2).padStart(width, '0');
          expect(writer.lengthBits).toBe(bits.length);
          if (aligned) {
            writer.align();
            bits += '0'.repeat(-bits.length & 7);
          }
        }
        const padded = bits + '0'.repeat(-bits.length & 7);
        const octets = writer.finish();
        expect(bitString(octets, 'msb')).toBe(padded);
        const reader = new BitReader(octets, 'msb');
        for (const [value, width] of values) {
          expect(reader.read(width, 'field')).toBe(value);
          if (aligned) reader.align('fill');
        }
      }),
    );
  });

  it('finish gives a fresh array of its own', () => {
    const writer = new BitWriter().write(0xab, 8);
    const first = writer.finish();
    first[0] = 0;
    expect(writer.finish()).toEqual(hex('AB'));
  });
});

describe('refusals', () => {
  it.each([
    [1, 8, 'needs 1 bit, 0 left'],
    [9, 0, 'needs 9 bits, 8 left'],
    [32, 5, 'needs 32 bits, 3 left'],
  ])('%i bits behind %i of 8', (width, skipped, message) => {
    const reader = new BitReader(hex('00'), 'msb', undefined, skipped);
    expect(() => reader.read(width, 'Tune/Note')).toThrow(message);
    expect(refusal(() => reader.read(width, 'Tune/Note'))).toEqual({
      code: 'truncated',
      field: 'Tune/Note',
      offset: skipped >> 3,
    });
  });
});

describe('limits', () => {
  it('a writer grows past any capacity, none included', () => {
    for (const capacity of [0, 1, 2, 64]) {
      const writer = new BitWriter(capacity);
      for (let i = 0; i < 1000; i++) writer.write(i & 0xff, 8);
      expect(writer.finish()).toEqual(Uint8Array.from({ length: 1000 }, (_, i) => i));
    }
  });
});

it('groups are opened and closed without a trace as with one', () => {
  const octets = hex('A5 C3');
  const trace = new Trace('root');
  for (const reader of [new BitReader(octets, 'msb'), new BitReader(octets, 'msb', trace)]) {
    reader.open('group', 'clause');
    expect(reader.read(4, 'high')).toBe(10);
    reader.close();
    expect(reader.read(12, 'rest')).toBe(0x5c3);
  }
  const [group, rest] = trace.finish(2).children;
  expect(group).toMatchObject({ name: 'group', spec: 'clause', bits: { order: 'msb', from: 0, to: 4 } });
  expect(group?.children.map(({ name }) => name)).toEqual(['high']);
  expect(rest).toMatchObject({ name: 'rest', bits: { order: 'msb', from: 4, to: 16 } });
});
