import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InflateFault, Inflater } from '../../src/bytes/inflate.js';
import { damaged } from '../support/hostile.js';

/** What a raw stream unpacks to, up to a little more than `max` octets, and where it ends. */
function inflate(octets: Uint8Array, max = 1 << 20) {
  const inflater = new Inflater(octets, max);
  const sizeOctets = inflater.fill(max + 1);
  return { sizeOctets, end: inflater.position, data: Buffer.from(inflater.octets.subarray(0, sizeOctets)) };
}

/** The same, or undefined for a stream that is refused at one of its octets. */
function inflated(octets: Uint8Array): Buffer | undefined {
  try {
    return inflate(octets).data;
  } catch (error) {
    if (!(error instanceof InflateFault)) throw error;
    expect(error.at).toBeLessThanOrEqual(octets.length);
    return undefined;
  }
}

/** As zlib does it, or undefined. */
function inflatedByZlib(octets: Uint8Array): Buffer | undefined {
  try {
    return inflateRawSync(octets);
  } catch {
    return undefined;
  }
}
const octets = (...values: number[]) => Uint8Array.from(values);

/** Octets with repetitions near and far. */
const content = fc
  .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat({ max: 60 })), { maxLength: 30 })
  .map((pieces) => Uint8Array.from(pieces.flatMap(([piece, times]) => new Array(times).fill([...piece]).flat())));
const options = fc.record({
  level: fc.constantFrom(0, 1, 6, 9),
  strategy: fc.constantFrom(constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE),
  memLevel: fc.constantFrom(1, 8, 9),
});
const stream = fc.tuple(content, options).map(([data, how]) => new Uint8Array(deflateRawSync(data, how)));

describe('raw streams of zlib', () => {
  it('are inflated, and end where they end', () => {
    fc.assert(
      fc.property(content, options, fc.uint8Array({ maxLength: 5 }), (data, how, behind) => {
        const deflated = deflateRawSync(data, how);
        const { length } = deflated;
        const found = inflate(Uint8Array.of(...deflated, ...behind));
        expect(found).toMatchObject({ sizeOctets: data.length, end: length });
        expect(Buffer.compare(found.data, data)).toBe(0);
      }),
    );
  });

  it('the longest repetition from the farthest place', () => {
    const data = new Uint8Array(33_026).map((_, i) => (i < 258 ? (i * 7919) >> 3 : i < 32_768 ? i * 31 * (i >> 5) : 0));
    data.copyWithin(32_768, 0, 258);
    expect(Buffer.compare(inflate(new Uint8Array(deflateRawSync(data, { level: 9 }))).data, data)).toBe(0);
  });

  it('stops at the limit: 50 MB of zeros take what a megabyte takes', () => {
    const bomb = new Uint8Array(deflateRawSync(new Uint8Array(50_000_000), { level: 9 }));
    const { sizeOctets, end } = inflate(bomb);
    expect(sizeOctets).toBeGreaterThan(1 << 20);
    expect(sizeOctets).toBeLessThan((1 << 20) + 300);
    expect(end).toBeLessThan(bomb.length / 40);
  });
});

describe('the end of a raw stream', () => {
  const raw = new Uint8Array(deflateRawSync(Uint8Array.of(1, 2, 3)));

  it('is where its last block ends', () => {
    const inflater = new Inflater(Uint8Array.of(...raw, 0xff, 0xff), 3);
    expect(inflater.ends()).toBe(false);
    inflater.take(2);
    expect(inflater.ends()).toBe(false);
    const from = inflater.take(1);
    expect([inflater.octets[from], inflater.ends(), inflater.position]).toEqual([3, true, raw.length]);
  });

  it('is too early for octets that are taken after it', () => {
    expect(() => new Inflater(raw, 4).take(4)).toThrow(
      expect.objectContaining({ name: 'InflateFault', isTruncated: true, at: raw.length }),
    );
  });
});

describe('refusals', () => {
  it('agree with zlib on damaged streams', () => {
    fc.assert(
      fc.property(damaged(stream), (broken) => {
        expect(inflated(broken)).toEqual(inflatedByZlib(broken));
      }),
    );
  });

  it('arbitrary octets are inflated as zlib inflates them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (input) => {
        expect(inflated(input)).toEqual(inflatedByZlib(input));
      }),
    );
  });

  it.each([
    ['nothing', [], 'truncated', 0],
    ['a block type of 3', [0x07], 'bad-value', 0],
    ['a stored block whose lengths differ', [0x01, 5, 0, 0, 0], 'bad-value', 0],
    ['a stored block without its octets', [0x01, 5, 0, 0xfa, 0xff, 1], 'truncated', 6],
    ['a repetition of what is not there', [0x03, 0x02, 0x00], 'bad-value', 0],
    ['code lengths that are too many', [0x05, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff], 'bad-value', 0],
    ['code lengths that are too few', [0x05, 0x00, 0x00, 0x00], 'bad-value', 0],
  ] as const)('%s', (_, input, code, offset) => {
    const isTruncated = code === 'truncated';
    expect(() => inflate(octets(...input))).toThrow(expect.objectContaining({ name: 'InflateFault', isTruncated, at: offset }));
  });

  it('a stream of codes and no data', () => {
    // One block: 257 literal lengths, of which one, and its end at once.
    const block = deflateRawSync(new Uint8Array(0), { strategy: constants.Z_FIXED });
    expect(inflate(new Uint8Array(block)).sizeOctets).toBe(0);
    const one = dynamicBlock();
    const many = new Uint8Array(10_000);
    // Each block takes as many bits as the one before: put them together bit by bit.
    let bit = 0;
    const put = (value: number, count: number) => {
      for (let i = 0; i < count; i++, bit++) many[bit >> 3] = (many[bit >> 3] as number) | (((value >> i) & 1) << (bit & 7));
    };
    while (bit < 79_000) for (const [value, count] of one) put(value, count);
    expect(() => inflate(many)).toThrow(/has more codes than data/);
  });
});

describe('a code of 15 bits', () => {
  /** Bits in the order in which they are read: numbers lowest bit first, codes as they are. */
  const number = (value: number, width: number) => [...value.toString(2).padStart(width, '0')].reverse().join('');
  const inOctets = (bits: string) =>
    Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (octet) => Number.parseInt([...octet.padEnd(8, '0')].reverse().join(''), 2));
  // Lengths of codes have 4 bits each, for 0 to 15; they come in the order 16 17 18 0 8 ...
  const header = `1${number(2, 2)}${number(1, 5)}${number(15, 5)}${number(15, 4)}${number(0, 3).repeat(3)}${number(4, 3).repeat(16)}`;
  // A: 0, the end: 10, a copy of three: 11. The distances 1, 2, 3 ... have 1 to 15 bits, and the last two 15.
  const literals = Array.from({ length: 258 }, (_, symbol) => (symbol === 65 ? 1 : symbol >= 256 ? 2 : 0));
  const distances = Array.from({ length: 16 }, (_, symbol) => Math.min(symbol + 1, 15));
  const codes = [...literals, ...distances].map((length) => length.toString(2).padStart(4, '0')).join('');
  const stream = (distance: string) => inOctets(`${header}${codes}${'0'.repeat(256)}11${distance}10`);

  it.each([
    ['the farthest', `${'1'.repeat(15)}${number(63, 6)}`],
    ['the one before it', `${'1'.repeat(14)}0${number(0, 6)}`],
    ['a near one', `${'1'.repeat(9)}0${number(0, 3)}`],
  ])('of a distance, %s: is read as zlib reads it, and missed where the stream is cut', (_, distance) => {
    const whole = stream(distance);
    expect(inflate(whole)).toMatchObject({ sizeOctets: 259, end: whole.length });
    expect(inflate(whole).data).toEqual(inflateRawSync(whole));
    for (let length = 0; length < whole.length; length++) {
      const fault = expect.objectContaining({ name: 'InflateFault', isTruncated: true, at: length });
      expect(() => inflate(whole.subarray(0, length)), `${length} octets`).toThrow(fault);
    }
  });

  it.each([
    ['literals without an end', literals.map((length, symbol) => (symbol === 256 ? 0 : Math.min(length, 1))), distances],
    ['more distances than there are codes', literals, distances.map(() => 1)],
    ['fewer distances than there are codes', literals, distances.map(() => 5)],
    ['more literals than there are codes', literals.map((length) => Math.min(length, 1)), distances],
  ])('%s make no code, as for zlib', (_, ofLiterals, ofDistances) => {
    const lengths = [...ofLiterals, ...ofDistances].map((length) => length.toString(2).padStart(4, '0')).join('');
    const bad = inOctets(`${header}${lengths}${'0'.repeat(200)}`);
    expect(() => inflateRawSync(bad)).toThrow();
    expect(() => inflate(bad)).toThrow(expect.objectContaining({ name: 'InflateFault', isTruncated: false, at: 0 }));
  });

  it('of a distance that reaches before the first octet is refused, as zlib does', () => {
    const short = inOctets(`${header}${codes}${'0'.repeat(255)}11${'1'.repeat(15)}${number(63, 6)}10`);
    expect(() => inflateRawSync(short)).toThrow('invalid distance too far back');
    expect(() => inflate(short)).toThrow(
      expect.objectContaining({ isTruncated: false, message: expect.stringContaining('before its first') }),
    );
  });
});

/** A block with codes of its own that holds nothing but its end: [value, bits]. */
function dynamicBlock(): readonly (readonly [number, number])[] {
  // Lengths of the codes of 18 (1 bit), 0 (2 bits) and 1 (2 bits), in the order 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1.
  const lengths = [0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
  return [
    [0, 1],
    [2, 2],
    [0, 5],
    [0, 5],
    [14, 4],
    ...lengths.map((length) => [length, 3] as const),
    // 138 zeros, 118 zeros, length 1 for the end, length 0 for the one distance; codes come with their highest bit first.
    [0, 1],
    [127, 7],
    [0, 1],
    [107, 7],
    [0b11, 2],
    [0b01, 2],
    // The end.
    [0, 1],
  ];
}
