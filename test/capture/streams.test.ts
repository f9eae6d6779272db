/** One direction of a connection of TCP: its order, what is sent again, gaps, and the packets of a part. */
import { describe, expect, it } from 'vitest';
import type { Segment } from '../../src/capture/frames.js';
import { type Run, Stream } from '../../src/capture/streams.js';
import * as frames from '../support/captures.js';
import { ascii, find } from '../support/captures.js';
import { hex } from '../support/hex.js';

const textOf = ({ octets }: Run) => String.fromCharCode(...octets);

/** A segment with data, or one that opens a connection. */
const segment = (sequence: number, text = '', isSyn = false): Segment => ({
  ...{ kind: 'tcp', source: '10.0.0.1', destination: '10.0.0.2', sourcePort: 40_000, destinationPort: 2775 },
  ...{ sequence, isSyn, payload: ascii(text) },
});
const syn = (sequence: number, text = '') => segment(sequence, text, true);

/** A stream of segments, the first of which is packet 1. */
function streamOf(...segments: readonly [Segment, ...Segment[]]): Stream {
  const stream = new Stream(segments[0], ['IPv4', 'TCP']);
  segments.forEach((each, index) => {
    stream.add(each, index + 1);
  });
  return stream;
}

function runsOf(stream: Stream): { readonly runs: Run[]; readonly repeated: number[] } {
  const repeated: number[] = [];
  return { runs: [...stream.runs((packet) => repeated.push(packet))], repeated };
}

describe('another connection of the same ports', () => {
  it.each<[is: boolean, what: string, before: readonly [Segment, ...Segment[]], next: Segment]>([
    [false, 'data', [syn(99), segment(100, 'ab')], segment(102, 'cd')],
    [false, 'data at the number of its SYN', [syn(99)], segment(99, 'ab')],
    [false, 'its SYN once more', [syn(99)], syn(99)],
    [false, 'its SYN once more, after data', [syn(99), segment(100, 'ab')], syn(99)],
    [false, 'a SYN after an acknowledgement alone', [segment(99)], syn(5_000)],
    [true, 'another SYN', [syn(99)], syn(5_000)],
    [true, 'another SYN after data', [syn(99), segment(100, 'ab')], syn(5_000)],
    [true, 'a SYN after data whose beginning was not captured', [segment(100, 'ab')], syn(5_000)],
    [true, 'a SYN with the number of data before it', [segment(100, 'ab')], syn(100)],
  ])('%s: %s', (is, _, before, next) => {
    expect(streamOf(...before).isOther(next)).toBe(is);
  });

  it('does not go on with a message of the one before', () => {
    const ends = { from: 1, to: 2, fromPort: 40_000, toPort: 2775 };
    const packet = (payload: Iterable<number>, sequence: number, flags?: number) =>
      frames.ethernet(frames.ipv4(6, frames.tcp(payload, sequence, ends, flags), ends));
    const pdu = hex('00000010000000150000000000000001');
    const [first, rest] = [pdu.subarray(0, 9), pdu.subarray(9)];
    const whole = { found: [[2, 'Ethernet > IPv4 > TCP > SMPP', 'smpp', pdu]], skipped: {} };
    expect(find([packet(first, 1), packet(rest, 10)])).toEqual(whole);
    expect(find([packet(first, 1), packet([], 9, 2), packet(rest, 10)])).toEqual({
      found: [],
      skipped: { 'TCP port 2775': [1, 3], 'TCP without data': [2] },
    });
  });
});

describe('the stretches of a stream', () => {
  it('has the ends and the layers of its first segment', () => {
    expect(streamOf(segment(1, 'ab'), segment(3, 'cd'))).toMatchObject({
      ...{ source: '10.0.0.1', destination: '10.0.0.2', ports: [40_000, 2775], layers: ['IPv4', 'TCP'] },
    });
  });

  it.each<[what: string, segments: readonly [Segment, ...Segment[]], texts: readonly string[], repeated: readonly number[]]>([
    ['none of a connection without data', [syn(99), segment(100)], [], []],
    ['one packet', [segment(1, 'ab')], ['ab'], []],
    ['the data of a SYN come right after its number', [syn(99, 'ab'), segment(102, 'cd')], ['abcd'], []],
    ['packets out of order', [segment(5, 'ef'), segment(1, 'ab'), segment(3, 'cd')], ['abcdef'], []],
    ['numbers that go round', [segment(0xfffffffe, 'ab'), segment(0, 'cd')], ['abcd'], []],
    ['numbers that go round, out of order', [segment(0, 'cd'), segment(0xfffffffe, 'ab')], ['abcd'], []],
    ['a packet sent again', [segment(1, 'ab'), segment(1, 'ab'), segment(3, 'cd')], ['abcd'], [2]],
    ['the first of two packets at one place', [segment(1, 'ab'), segment(1, 'AB')], ['ab'], [2]],
    ['a packet inside of another', [segment(1, 'abcd'), segment(2, 'B')], ['abcd'], [2]],
    ['a packet at the end of another that it repeats', [segment(1, 'abcd'), segment(3, 'CD')], ['abcd'], [2]],
    ['a longer packet at the same place', [segment(1, 'ab'), segment(1, 'ABcd')], ['abcd'], []],
    ['an overlap has what came first in the stream', [segment(1, 'abcd'), segment(3, 'CDef')], ['abcdef'], []],
    ['the same in the other order', [segment(3, 'CDef'), segment(1, 'abcd')], ['abcdef'], []],
    ['a gap', [segment(1, 'ab'), segment(4, 'defg'), segment(8, 'h')], ['ab', 'defgh'], []],
    ['two gaps', [segment(1, 'ab'), segment(4, 'de'), segment(7, 'gh')], ['ab', 'de', 'gh'], []],
    ['an acknowledgement without data after a gap', [segment(1, 'ab'), segment(9)], ['ab'], []],
  ])('%s', (_, segments, texts, repeated) => {
    const result = runsOf(streamOf(...segments));
    expect([result.runs.map(textOf), result.repeated]).toEqual([texts, repeated]);
  });

  it('only the first is the beginning, and only the last ends without a gap', () => {
    const { runs } = runsOf(streamOf(segment(1, 'ab'), segment(4, 'de'), segment(7, 'gh')));
    expect(runs.map(({ isBeginning, endsInGap }) => [isBeginning, endsInGap])).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
  });

  it('one packet is not copied', () => {
    const only = segment(1, 'ab');
    expect(runsOf(streamOf(only)).runs[0]?.octets).toBe(only.payload);
  });
});

describe('the packets of a part of a stretch', () => {
  // Packet 1 has the offsets 0 and 1, packet 2 those from 2 to 4, packet 3 the offset 5, packet 4 those from 6 on.
  const stream = () => streamOf(segment(101, 'ab'), segment(103, 'cde'), segment(106, 'f'), segment(107, 'gh'));
  it.each<[from: number, to: number, packets: readonly number[]]>([
    [0, 8, [1, 2, 3, 4]],
    [0, 1, [1]],
    [0, 2, [1]],
    [0, 3, [1, 2]],
    [1, 2, [1]],
    [1, 3, [1, 2]],
    [2, 5, [2]],
    [2, 6, [2, 3]],
    [4, 7, [2, 3, 4]],
    [5, 6, [3]],
    [6, 8, [4]],
    [7, 8, [4]],
  ])('from %i to %i', (from, to, packets) => {
    expect(runsOf(stream()).runs[0]?.packetsIn(from, to)).toEqual(packets);
  });

  it('by offsets of the stretch, of one after a gap, too', () => {
    const { runs } = runsOf(streamOf(segment(1, 'ab'), segment(9, 'cd'), segment(11, 'ef')));
    expect([runs[1]?.packetsIn(0, 2), runs[1]?.packetsIn(2, 4), runs[1]?.packetsIn(0, 4)]).toEqual([[2], [3], [2, 3]]);
  });

  it('where packets overlap, that of the octets that are kept', () => {
    const { runs } = runsOf(streamOf(segment(1, 'abcd'), segment(3, 'CDef')));
    expect([runs[0]?.packetsIn(2, 4), runs[0]?.packetsIn(4, 5)]).toEqual([[1], [2]]);
  });
});
