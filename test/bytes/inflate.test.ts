import { constants, deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InflateFault, Inflater } from '../../src/bytes/inflate.js';
import { damaged } from '../support/hostile.js';

/** All that a stream holds, taken in pieces. */
function inflate(stream: Uint8Array, length: number, step: number): Buffer {
  const inflater = new Inflater(stream);
  const pieces: Buffer[] = [];
  for (let left = length; left > 0; left -= step) {
    const size = Math.min(step, left);
    const from = inflater.take(size);
    pieces.push(Buffer.from(inflater.octets.subarray(from, from + size)));
  }
  expect(inflater.ends()).toBe(true);
  return Buffer.concat(pieces);
}

/** All octets of a stream one by one, or undefined where it is refused. */
function inflated(stream: Uint8Array): Buffer | undefined {
  const octets: number[] = [];
  try {
    const inflater = new Inflater(stream);
    while (inflater.ready > 0 || !inflater.ends()) octets.push(inflater.octets[inflater.take(1)]!);
    return Buffer.from(octets);
  } catch (error) {
    if (!(error instanceof InflateFault)) throw error;
    expect(error.at).toBeLessThanOrEqual(stream.length);
    return undefined;
  }
}

/** Streams of every kind of block that zlib writes. */
const sources = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc
    .array(fc.constantFrom('RTTTL', 'WBMP', 'SI', 'vCard', ' '), { maxLength: 900 })
    .map((words) => Buffer.from(words.join(''))),
);
const streams = fc
  .record({
    source: sources,
    level: fc.integer({ min: 0, max: 9 }),
    strategy: fc.constantFrom(constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE),
  })
  .map(({ source, level, strategy }) => ({ source, stream: new Uint8Array(deflateSync(source, { level, strategy })) }));

describe('as zlib does', () => {
  it('inflates what zlib deflated, in pieces of any size', () => {
    fc.assert(
      fc.property(streams, fc.integer({ min: 1, max: 4000 }), ({ source, stream }, step) => {
        expect(Buffer.compare(inflate(stream, source.length, step), source)).toBe(0);
      }),
    );
  });

  it('inflates more than it holds at once', () => {
    let state = 1;
    const source = Buffer.from(
      Uint8Array.from({ length: 300_000 }, (_, i) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return i % 3 === 0 ? state >>> 24 : i >> 8;
      }),
    );
    for (const level of [0, 1, 9]) {
      const stream = deflateSync(source, { level });
      for (const step of [1000, 32_769, 200_000]) expect(Buffer.compare(inflate(stream, source.length, step), source)).toBe(0);
    }
  });

  it('refuses what zlib refuses, and inflates what it inflates', () => {
    fc.assert(
      fc.property(damaged(streams.map(({ stream }) => stream)), (stream) => {
        let expected: Buffer | undefined;
        try {
          expected = inflateSync(stream);
        } catch {
          // Refused.
        }
        expect(inflated(stream)).toEqual(expected);
      }),
    );
  });

  it('finds a stream that is cut off at its end', () => {
    fc.assert(
      fc.property(streams, fc.nat(), ({ stream, source }, where) => {
        const cut = stream.subarray(0, where % stream.length);
        const inflater = () => {
          const made = new Inflater(cut);
          made.take(source.length);
          made.ends();
        };
        expect(inflater).toThrow(expect.objectContaining({ name: 'InflateFault', isTruncated: true, at: cut.length }));
      }),
    );
  });
});

describe('refusals', () => {
  const bits = (...fields: readonly (readonly [value: number, width: number])[]) => {
    const text = fields.map(([value, width]) => [...value.toString(2).padStart(width, '0')].reverse().join('')).join('');
    const octets = (text.match(/.{1,8}/g) ?? []).map((octet) =>
      Number.parseInt([...octet.padEnd(8, '0')].reverse().join(''), 2),
    );
    return Uint8Array.of(0x78, 0x9c, ...octets, 0, 0, 0, 0, 0, 0, 0, 0);
  };
  const last = [1, 1] as const;
  const dynamic = [last, [2, 2]] as const;
  const lengths = (count: number, value: number) => Array.from({ length: count }, () => [value, 3] as const);

  it.each([
    ['another method', Uint8Array.of(0x79, 0x9c), 0],
    ['a wrong check of the head', Uint8Array.of(0x78, 0x9d), 0],
    ['a preset dictionary', Uint8Array.of(0x78, 0xbb), 0],
    ['a window of 64 kB', Uint8Array.of(0x88, 0x1c), 0],
    ['a block of type 3', bits(last, [3, 2]), 2],
    ['a stored block of two lengths', bits(last, [0, 2], [0, 5], [1, 16], [1, 16]), 2],
    ['287 literals', bits(...dynamic, [30, 5], [0, 5], [0, 4]), 2],
    ['31 distances', bits(...dynamic, [0, 5], [30, 5], [0, 4]), 2],
    ['too many lengths of one bit', bits(...dynamic, [0, 5], [0, 5], [0, 4], ...lengths(4, 1)), 2],
    ['a repeat in front of the first', bits(...dynamic, [0, 5], [0, 5], [0, 4], [1, 3], [1, 3], [0, 3], [0, 3], [0, 8]), 2],
    ['a copy from in front of the first octet', bits(last, [1, 2], [0b1000000, 7], [0, 5]), 2],
    ['a length that is not defined', bits(last, [1, 2], [0b01100011, 8]), 2],
  ])('%s', (_, stream, at) => {
    const take = () => new Inflater(stream).take(1);
    expect(take).toThrow(expect.objectContaining({ name: 'InflateFault', isTruncated: false, at }));
    expect(() => inflateSync(stream)).toThrow();
  });
});
