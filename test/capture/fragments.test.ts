/** What comes in pieces: which pieces make a whole, in any order, and what is none. */
import { describe, expect, it } from 'vitest';
import { ChunkJoiner, DatagramJoiner, joinPieces, type Piece, SegmentJoiner } from '../../src/capture/fragments.js';
import { decodeCapture, encodeCapture, findMessages } from '../../src/capture/index.js';
import { ascii } from '../support/captures.js';

const piece = (text: string, packet: number): Piece => ({ octets: ascii(text), packets: [packet] });
/** A result as text with its packets, or as it is. */
const brief = (result: Piece | string | undefined) =>
  typeof result === 'object' ? [String.fromCharCode(...result.octets), result.packets] : result;

/** GSMTAP and LAPDm of a frame with two octets. */
const HEADER = [2, 4, 1, 0, 0x40, 1, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0x0d, 0, 9];

describe('pieces', () => {
  it('one after the other, with their packets', () => {
    expect(brief(joinPieces([piece('ab', 3), { octets: ascii('c'), packets: [1, 2] }]))).toEqual(['abc', [3, 1, 2]]);
  });

  it('a single one is not copied: what is found in one packet is a view of the file', () => {
    const only = piece('ab', 1);
    expect(joinPieces([only])).toBe(only);
    const file = encodeCapture({ format: 'pcap', packets: [{ linkType: 217, octets: Uint8Array.from([...HEADER, 0x99, 4]) }] });
    const [message] = findMessages(decodeCapture(file)).messages;
    expect([message?.octets, message?.octets.buffer === file.buffer]).toEqual([Uint8Array.of(0x99, 4), true]);
  });
});

describe('datagrams', () => {
  type Fragment = readonly [text: string, offset: number, isLast?: boolean];
  const joined = (...fragments: readonly Fragment[]) => {
    const joiner = new DatagramJoiner();
    return fragments.map(([text, offset, isLast = false], i) => brief(joiner.add('key', offset, isLast, piece(text, i + 1))));
  };

  it.each<[what: string, fragments: readonly Fragment[], result: unknown]>([
    [
      'in order',
      [
        ['ab', 0],
        ['cd', 2],
        ['e', 4, true],
      ],
      ['abcde', [1, 2, 3]],
    ],
    [
      'the last one first',
      [
        ['e', 4, true],
        ['cd', 2],
        ['ab', 0],
      ],
      ['abcde', [3, 2, 1]],
    ],
    [
      'one that is sent again',
      [
        ['ab', 0],
        ['ab', 0],
      ],
      'repeated',
    ],
    [
      'two that overlap',
      [
        ['abc', 0],
        ['cd', 2],
        ['e', 4, true],
      ],
      'overlapping',
    ],
    [
      'two that overlap, beside a gap of the same length',
      [
        ['abc', 0],
        ['cd', 2],
        ['f', 5, true],
      ],
      'overlapping',
    ],
    [
      'a piece after the last one',
      [
        ['ab', 0],
        ['ef', 4],
        ['cd', 2, true],
      ],
      'overlapping',
    ],
    [
      'a gap',
      [
        ['ab', 0],
        ['e', 4, true],
      ],
      undefined,
    ],
  ])('%s', (_, fragments, result) => {
    expect(joined(...fragments).at(-1)).toEqual(result);
  });

  // RFC 791: the total length has 16 bits.
  it('has up to 65,535 octets', () => {
    const half = 'a'.repeat(40_000);
    const rest = 'a'.repeat(25_535);
    expect(joined([half, 0], [rest, 40_000])).toEqual([undefined, undefined]);
    expect(joined([half, 0], [rest, 40_000], ['', 65_535, true]).at(-1)).toEqual([half + rest, [1, 2, 3]]);
    expect(joined([half, 0], [`${rest}a`, 40_000])).toEqual([undefined, 'overlapping']);
  });

  it('begins again after one that is whole or that overlaps', () => {
    const whole = ['abc', [1, 2]];
    expect(joined(['ab', 0], ['c', 2, true], ['de', 0], ['f', 2, true])).toEqual([
      undefined,
      whole,
      undefined,
      ['def', [3, 4]],
    ]);
    expect(joined(['abc', 0], ['c', 2, true], ['ab', 0], ['c', 2, true]).at(-1)).toEqual(['abc', [3, 4]]);
  });

  it('of another key is another one', () => {
    const joiner = new DatagramJoiner();
    expect(joiner.add('a', 0, false, piece('ab', 1))).toBeUndefined();
    expect(joiner.add('b', 2, true, piece('cd', 2))).toBeUndefined();
    expect(brief(joiner.add('a', 2, true, piece('cd', 3)))).toEqual(['abcd', [1, 3]]);
  });
});

describe('messages of SCTP', () => {
  type Chunk = readonly [tsn: number, place: 'first' | 'middle' | 'last' | 'whole'];
  const joined = (...chunks: readonly Chunk[]) => {
    const joiner = new ChunkJoiner();
    return chunks.map(([tsn, place], i) => {
      const [isFirst, isLast] = [place === 'first' || place === 'whole', place === 'last' || place === 'whole'];
      return brief(joiner.add('key', tsn, isFirst, isLast, piece(String.fromCharCode(0x61 + (tsn & 15)), i + 1)));
    });
  };
  const [A, B, C] = [
    [0, 'first'],
    [1, 'middle'],
    [2, 'last'],
  ] as const satisfies readonly Chunk[];

  it.each<[what: string, chunks: readonly Chunk[], result: unknown]>([
    ['the order they were sent in', [A, B, C], ['abc', [1, 2, 3]]],
    ['a, c, b', [A, C, B], ['abc', [1, 3, 2]]],
    ['b, a, c', [B, A, C], ['abc', [2, 1, 3]]],
    ['b, c, a', [B, C, A], ['abc', [3, 1, 2]]],
    ['c, a, b', [C, A, B], ['abc', [2, 3, 1]]],
    ['c, b, a', [C, B, A], ['abc', [3, 2, 1]]],
  ])('in %s', (_, chunks, result) => {
    expect(joined(...chunks)).toEqual([undefined, undefined, result]);
  });

  it('whose numbers go round (RFC 9260 3.3.1), in both orders', () => {
    const [first, last] = [
      [0xffffffff, 'first'],
      [0, 'last'],
    ] as const;
    expect(joined(first, last)).toEqual([undefined, ['pa', [1, 2]]]);
    expect(joined(last, first)).toEqual([undefined, ['pa', [2, 1]]]);
  });

  it('in one chunk, and a number that is sent again', () => {
    expect(joined([5, 'whole'], [5, 'whole'], [6, 'whole'])).toEqual([['f', [1]], 'repeated', ['g', [3]]]);
    expect(joined(A, A, B, C)).toEqual([undefined, 'repeated', undefined, ['abc', [1, 3, 4]]]);
    expect(joined(A, B, C, B).at(-1)).toBe('repeated');
  });

  it('two messages in turns', () => {
    const chunks = [
      [0, 'first'],
      [2, 'first'],
      [1, 'last'],
      [3, 'last'],
    ] as const;
    expect(joined(...chunks)).toEqual([undefined, undefined, ['ab', [1, 3]], ['cd', [2, 4]]]);
  });

  it.each([
    ['in order', (chunks: Chunk[]) => chunks],
    ['the last one first', (chunks: Chunk[]) => chunks.reverse()],
    ['one of the middle last', (chunks: Chunk[]) => [...chunks.slice(0, 100), ...chunks.slice(101), chunks[100] as Chunk]],
  ])('of 256 chunks, not of 257: %s', (_, arrange) => {
    const chunks = (count: number) =>
      arrange(
        Array.from({ length: count }, (_each, tsn) => [tsn, tsn === 0 ? 'first' : tsn === count - 1 ? 'last' : 'middle']),
      );
    const text = 'abcdefghijklmnop'.repeat(16);
    expect(joined(...chunks(256)).at(-1)).toMatchObject([text, { length: 256 }]);
    expect(joined(...chunks(257))).toEqual(Array(257).fill(undefined));
  });
});

describe('segments that say how many follow', () => {
  type Part = readonly [text: string, isFirst: boolean, left: number];
  const joined = (...parts: readonly Part[]) => {
    const joiner = new SegmentJoiner();
    return parts.map(([text, isFirst, left], i) => brief(joiner.add('key', isFirst, left, piece(text, i + 1))));
  };

  it.each<[what: string, parts: readonly Part[], results: readonly unknown[]]>([
    ['one', [['a', true, 0]], [['a', [1]]]],
    [
      'three',
      [
        ['a', true, 2],
        ['b', false, 1],
        ['c', false, 0],
      ],
      [undefined, undefined, ['abc', [1, 2, 3]]],
    ],
    [
      'without a beginning',
      [
        ['b', false, 1],
        ['c', false, 0],
      ],
      ['lost', 'lost'],
    ],
    [
      'one that is missing',
      [
        ['a', true, 2],
        ['c', false, 0],
      ],
      [undefined, 'lost'],
    ],
    [
      'one that is sent again',
      [
        ['a', true, 2],
        ['b', false, 1],
        ['b', false, 1],
        ['c', false, 0],
      ],
      [undefined, undefined, 'lost', 'lost'],
    ],
    [
      'another beginning',
      [
        ['a', true, 1],
        ['b', true, 1],
        ['c', false, 0],
      ],
      [undefined, undefined, ['bc', [2, 3]]],
    ],
    [
      'another after the last one',
      [
        ['a', true, 1],
        ['b', false, 0],
        ['c', false, 0],
      ],
      [undefined, ['ab', [1, 2]], 'lost'],
    ],
  ])('%s', (_, parts, results) => {
    expect(joined(...parts)).toEqual(results);
  });
});
