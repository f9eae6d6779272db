/**
 * Streams of TCP: what was sent in each direction of a connection, in its order, whatever order the packets came in.
 * @module
 */
import { joinOctets } from '../bytes/octets.js';
import type { Segment } from './frames.js';

/** A stretch of a stream without a gap. */
export interface Run {
  readonly octets: Uint8Array;
  /** Whether it begins as the connection does, as far as the capture tells. */
  readonly isBeginning: boolean;
  /** Whether what was sent after it was not captured. */
  readonly endsInGap: boolean;
  /** The packets that have octets from one offset up to a higher one. */
  packetsIn(from: number, to: number): number[];
}

interface Held {
  /** Octets of the stream before it, from wherever the capture begins. */
  readonly at: number;
  readonly octets: Uint8Array;
  readonly packet: number;
}

/** One direction of a connection. */
export class Stream {
  readonly source: string;
  readonly destination: string;
  /** The ports, that of the sender first. */
  readonly ports: readonly [number, number];
  /** The headers around it. */
  readonly layers: readonly string[];
  readonly #held: Held[] = [];
  #syn: number | undefined;
  #sequence: number;
  #at = 0;

  constructor(segment: Segment, layers: readonly string[]) {
    this.source = segment.source;
    this.destination = segment.destination;
    this.ports = [segment.sourcePort, segment.destinationPort];
    this.layers = layers;
    this.#sequence = segment.sequence;
  }

  /** Whether a segment begins another connection between the same ports. */
  isOther({ isSyn, sequence }: Segment): boolean {
    return isSyn && this.#syn !== sequence && (this.#syn !== undefined || this.#held.length > 0);
  }

  add({ sequence, isSyn, payload }: Segment, packet: number): void {
    // Sequence numbers go round: a step is the shorter way.
    this.#at += (sequence - this.#sequence) | 0;
    this.#sequence = sequence;
    if (isSyn) this.#syn = sequence;
    if (payload.length > 0) this.#held.push({ at: this.#at + (isSyn ? 1 : 0), octets: payload, packet });
  }

  /** The stretches of the stream. @param onRepeated gets the packets that have nothing new */
  *runs(onRepeated: (packet: number) => void): Generator<Run> {
    // Of those at one place the earlier packet stays the first.
    const sorted = [...this.#held].sort((a, b) => a.at - b.at);
    let pieces: Held[] = [];
    let end = sorted[0]?.at ?? 0;
    let isBeginning = true;
    for (const held of sorted) {
      if (held.at > end) {
        yield toRun(pieces, isBeginning, true);
        [pieces, isBeginning] = [[], false];
      }
      const { at, octets, packet } = held;
      if (at + octets.length <= end) {
        onRepeated(packet);
        continue;
      }
      pieces.push(at < end ? { at: end, octets: octets.subarray(end - at), packet } : held);
      end = at + octets.length;
    }
    if (pieces.length > 0) yield toRun(pieces, isBeginning, false);
  }
}

function toRun(pieces: readonly Held[], isBeginning: boolean, endsInGap: boolean): Run {
  const [first] = pieces as [Held];
  const octets = pieces.length === 1 ? first.octets : joinOctets(pieces.map((piece) => piece.octets));
  /** Index of the piece that has an offset. */
  const find = (offset: number) => {
    let [low, high] = [0, pieces.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pieces[middle] as Held).at - first.at <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const packetsIn = (from: number, to: number) => pieces.slice(find(from), find(to - 1) + 1).map(({ packet }) => packet);
  return { octets, isBeginning, endsInGap, packetsIn };
}
