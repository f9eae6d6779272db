/**
 * What comes in pieces without a stream: datagrams of IP, messages of SCTP, segments of SCCP and of LAPDm. Each octet of a piece is kept once, as a
 * view of the capture, so that what is held is bounded by the capture itself.
 * @module
 */

/** Octets, and the packets that they came in. */
export interface Piece {
  readonly octets: Uint8Array;
  readonly packets: readonly number[];
}

/** The octets of pieces; of a single one, its own. */
export function joinPieces(pieces: readonly Piece[]): Piece {
  if (pieces.length === 1) return pieces[0] as Piece;
  const octets = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.octets.length, 0));
  let at = 0;
  for (const piece of pieces) {
    octets.set(piece.octets, at);
    at += piece.octets.length;
  }
  return { octets, packets: pieces.flatMap(({ packets }) => packets) };
}

/** Octets of a datagram at most. */
const MAX_DATAGRAM = 65_535;

interface Waiting {
  readonly pieces: Map<number, Piece>;
  received: number;
  total: number | undefined;
}

/** Joins the fragments of datagrams, in any order. Those that overlap are no datagram: which one holds is known to the receiver alone. */
export class DatagramJoiner {
  readonly #waiting = new Map<string, Waiting>();

  /** Takes a fragment; the datagram that it completes, `overlapping` for one that cannot be joined, or undefined. */
  add(key: string, offset: number, isLast: boolean, piece: Piece): Piece | 'overlapping' | 'repeated' | undefined {
    const waiting = this.#waiting.get(key) ?? { pieces: new Map(), received: 0, total: undefined };
    this.#waiting.set(key, waiting);
    if (waiting.pieces.has(offset)) return 'repeated';
    waiting.pieces.set(offset, piece);
    waiting.received += piece.octets.length;
    if (isLast) waiting.total = offset + piece.octets.length;
    const { total, received } = waiting;
    if (total === undefined ? received <= MAX_DATAGRAM : received < total) return undefined;
    this.#waiting.delete(key);
    if (total !== received) return 'overlapping';
    const sorted = [...waiting.pieces].sort(([a], [b]) => a - b);
    let at = 0;
    for (const [start, { octets }] of sorted) {
      if (start !== at) return 'overlapping';
      at += octets.length;
    }
    return joinPieces(sorted.map(([, each]) => each));
  }
}

/** Fragments of a message of SCTP at most. */
const MAX_PIECES = 256;

/** Joins the fragments of messages of SCTP by their transmission sequence numbers. */
export class ChunkJoiner {
  readonly #seen = new Map<string, Set<number>>();
  readonly #waiting = new Map<string, Map<number, Piece & { readonly isFirst: boolean; readonly isLast: boolean }>>();

  /** Takes a chunk; the message that it completes. @param key of the association in this direction */
  add(key: string, tsn: number, isFirst: boolean, isLast: boolean, piece: Piece): Piece | 'repeated' | undefined {
    const seen = this.#seen.get(key) ?? new Set();
    this.#seen.set(key, seen);
    if (seen.has(tsn)) return 'repeated';
    seen.add(tsn);
    if (isFirst && isLast) return joinPieces([piece]);
    const waiting = this.#waiting.get(key) ?? new Map();
    this.#waiting.set(key, waiting);
    waiting.set(tsn, { ...piece, isFirst, isLast });
    let [from, to] = [tsn, tsn];
    let count = 1;
    for (; waiting.get(from)?.isFirst === false; from = (from - 1) >>> 0) {
      if (++count > MAX_PIECES) return undefined;
    }
    for (; waiting.get(to)?.isLast === false; to = (to + 1) >>> 0) {
      if (++count > MAX_PIECES) return undefined;
    }
    if (!waiting.has(from) || !waiting.has(to)) return undefined;
    const pieces: Piece[] = [];
    for (let at = from; ; at = (at + 1) >>> 0) {
      pieces.push(waiting.get(at) as Piece);
      waiting.delete(at);
      if (at === to) return joinPieces(pieces);
    }
  }
}

/** Joins segments that come in order and say how many follow. */
export class SegmentJoiner {
  readonly #waiting = new Map<string, { readonly pieces: Piece[]; left: number }>();

  /** Takes a segment. @param left segments that follow it @returns the message that it completes, `lost` for one whose beginning is not there */
  add(key: string, isFirst: boolean, left: number, piece: Piece): Piece | 'lost' | undefined {
    const waiting = isFirst ? { pieces: [], left: left + 1 } : this.#waiting.get(key);
    this.#waiting.delete(key);
    if (waiting === undefined || waiting.left !== left + 1) return 'lost';
    waiting.pieces.push(piece);
    waiting.left = left;
    if (left === 0) return joinPieces(waiting.pieces);
    this.#waiting.set(key, waiting);
    return undefined;
  }
}
