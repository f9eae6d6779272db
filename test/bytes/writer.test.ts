import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../../src/bytes/index.js';
import { hex } from '../support/hex.js';

describe('worked examples', () => {
  it('writes numbers with the high octet first, and chains', () => {
    const writer = new ByteWriter().u8(5).u16(0x1581).bytes(hex('AA BB')).uintvar(0x80);
    expect(writer.length).toBe(7);
    expect(writer.finish()).toEqual(hex('05 15 81 AA BB 81 00'));
  });

  it('grows to whatever is written at once', () => {
    const long = new Uint8Array(1000).fill(7);
    for (const capacity of [0, 1, 64, 1000]) {
      const octets = new ByteWriter(capacity).u8(1).bytes(long).u16(0x0203).finish();
      expect(octets.length).toBe(1003);
      expect([octets[0], octets[1], octets[1000], octets[1001], octets[1002]]).toEqual([1, 7, 7, 2, 3]);
    }
  });

  it('gives a fresh array of exactly what was written', () => {
    const writer = new ByteWriter(64).u8(1);
    const first = writer.finish();
    expect([first.length, first.buffer.byteLength]).toEqual([1, 1]);
    first[0] = 9;
    expect(writer.u8(2).finish()).toEqual(hex('01 02'));
  });
});

describe('properties', () => {
  it('a reader gives back all that was written, from any capacity', () => {
    const written = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('u8' as const), value: fc.nat({ max: 0xff }) }),
        fc.record({ kind: fc.constant('u16' as const), value: fc.nat({ max: 0xffff }) }),
        fc.record({ kind: fc.constant('uintvar' as const), value: fc.nat({ max: 0xffffffff }) }),
        fc.record({ kind: fc.constant('bytes' as const), value: fc.uint8Array({ maxLength: 30 }) }),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(written, fc.nat({ max: 100 }), (items, capacity) => {
        const writer = new ByteWriter(capacity);
        for (const item of items) {
          if (item.kind === 'bytes') writer.bytes(item.value);
          else writer[item.kind](item.value);
        }
        const octets = writer.finish();
        expect(octets.length).toBe(writer.length);
        const reader = new ByteReader(octets);
        for (const item of items) {
          if (item.kind === 'bytes') expect(reader.take(item.value.length, 'x')).toEqual(item.value);
          else expect(reader[item.kind]('x')).toBe(item.value);
        }
        reader.expectEnd('x');
      }),
    );
  });
});
