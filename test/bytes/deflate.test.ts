import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deflate } from '../../src/bytes/deflate.js';
import { Inflater } from '../../src/bytes/inflate.js';
import { costly } from '../support/runs.js';

/** What a program of others' inflates. */
const inflated = (stream: Uint8Array) => new Uint8Array(inflateSync(stream));

/** Octets with much that comes again, by a generator of fixed seed. */
function sample(length: number, spread: number): Uint8Array {
  let state = 12_345;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state >> 8;
  };
  const octets = new Uint8Array(length);
  for (let i = 0; i < length; ) {
    if (i > 300 && next() % 3 === 0) {
      const back = 1 + (next() % Math.min(i, 40_000));
      for (let left = next() % 300; left > 0 && i < length; left--, i++) octets[i] = octets[i - back]!;
    } else octets[i++] = next() % spread;
  }
  return octets;
}

describe('deflate', () => {
  it.each([
    ['nothing', new Uint8Array(0)],
    ['one octet', Uint8Array.of(7)],
    ['two', Uint8Array.of(7, 7)],
    ['the same', new Uint8Array(100_000).fill(9)],
    ['each once', Uint8Array.from({ length: 256 }, (_, i) => i)],
    ['noise', sample(70_000, 256).map((octet, i) => octet ^ (i * 73))],
    ['few values', sample(90_000, 4)],
    ['many values', sample(90_000, 200)],
    ['a copy from as far as there is', Uint8Array.from({ length: 70_000 }, (_, i) => ((i % 32_768) * 2_654_435_761) >>> 24)],
  ])('%s comes back', (_, octets) => {
    const stream = deflate(octets);
    expect(Buffer.compare(inflated(stream), octets)).toBe(0);
    const inflater = new Inflater(stream);
    const from = inflater.take(octets.length);
    expect(Buffer.compare(inflater.octets.subarray(from, from + octets.length), octets)).toBe(0);
    expect(inflater.ends()).toBe(true);
  });

  it('any octets come back', () => {
    const short = fc.uint8Array({ maxLength: 3_000 });
    const few = fc.array(fc.constantFrom(0, 1, 255), { maxLength: 5_000 }).map((octets) => Uint8Array.from(octets));
    const repeated = fc.tuple(short, fc.integer({ min: 1, max: 40 })).map(([octets, times]) => {
      return Uint8Array.from({ length: octets.length * times }, (_, i) => octets[i % octets.length]!);
    });
    fc.assert(
      fc.property(fc.oneof(short, few, repeated), (octets) => Buffer.compare(inflated(deflate(octets)), octets) === 0),
      costly(300),
    );
  });

  it('codes are limited in length', () => {
    // Frequencies that double: without a limit the longest code would have 24 bits.
    const parts = Array.from({ length: 14 }, (_, i) => new Uint8Array(2 ** i).map((_octet, j) => (i * 17 + (j % 2)) & 0xff));
    const octets = new Uint8Array(Buffer.concat(parts));
    expect(Buffer.compare(inflated(deflate(octets)), octets)).toBe(0);
  });

  it('a block may end where a longer copy begins an octet later', () => {
    // 16,384 tokens fill a block. No three octets come twice in the first ones; then ABCDE has ABC from one place and BCDE from another,
    // so A is a literal after all, and for one of these lengths the last token of the block.
    for (let length = 16_370; length <= 16_376; length++) {
      const first = Array.from({ length }, (_, i) => (i % 2 === 0 ? 0x80 | (i >> 8) : (i >> 1) & 0x7f));
      const octets = Uint8Array.of(...first, ...Buffer.from('ABCX BCDE_-ABCDE!'));
      expect(Buffer.compare(inflated(deflate(octets)), octets)).toBe(0);
    }
  });

  it('copies have the length that is asked for, or are literals', () => {
    const octets = new Uint8Array(Buffer.from('abcdefgh-abcdefgh+abcd'));
    for (const shortest of [3, 8, 9]) expect(Buffer.compare(inflated(deflate(octets, shortest)), octets)).toBe(0);
    const long = new Uint8Array(Buffer.from('abcdefgh'.repeat(40)));
    expect(deflate(long, 4).length).toBeLessThan(40);
    // A copy has 258 octets at most, so nothing is copied: 8 symbols of 3 bits, 40 times.
    expect(deflate(long, 259).length).toBeGreaterThan(120);
  });

  it('is never more than a hundredth longer than stored octets, and within 3 % of zlib', () => {
    for (const spread of [4, 60, 200]) {
      const octets = sample(100_000, spread);
      expect(deflate(octets).length).toBeLessThan(deflateSync(octets, { level: 9 }).length * 1.03);
    }
    const noise = Uint8Array.from({ length: 40_000 }, (_, i) => (Math.imul(i + 1, 0x9e37_79b1) ^ (i * i)) >>> 13);
    expect(deflate(noise).length).toBeLessThan(noise.length * 1.01);
  });
});
