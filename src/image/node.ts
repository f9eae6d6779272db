/**
 * What this module takes of Node where it runs in Node, where it is faster; and what it does elsewhere.
 * @module
 */
import { crc32 as ownCrc32 } from '../bytes/crc32.js';
import { deflate } from '../bytes/deflate.js';
import { Inflater } from '../bytes/inflate.js';
import { findNodeModule } from '../bytes/node.js';

/** What is used of zlib. */
interface Zlib {
  inflateSync(octets: Uint8Array, options: { maxOutputLength: number; chunkSize: number }): Uint8Array;
  deflateSync(octets: Uint8Array, options: { level: number; memLevel: number; strategy?: number }): Uint8Array;
  crc32?(octets: Uint8Array): number;
  readonly constants: { readonly Z_FILTERED: number };
}

/**
 * The octets of a zlib stream that inflates to just so many; undefined for any other. No more than those are inflated. zlib takes a quarter of
 * the time that {@link Inflater} takes, which gives what is before a fault, and where it is.
 */
export function inflateWhole(stream: Uint8Array, length: number): Uint8Array | undefined {
  const zlib = findNodeModule<Zlib>('zlib');
  try {
    if (zlib === undefined) return inflateHere(stream, length);
    // In one piece, with a few octets more, in which zlib sees the end: pieces would have to be put together.
    const whole = zlib.inflateSync(stream, { maxOutputLength: length, chunkSize: length + 64 });
    return whole.length === length ? new Uint8Array(whole.buffer, whole.byteOffset, length) : undefined;
  } catch {
    return undefined;
  }
}

function inflateHere(stream: Uint8Array, length: number): Uint8Array | undefined {
  const inflater = new Inflater(stream);
  const from = inflater.take(length);
  const { octets } = inflater;
  return inflater.ends() ? octets.subarray(from, from + length) : undefined;
}

/** Differences of neighbours hardly repeat: copies shorter than this are left to literals, as zlib does. */
const SHORTEST_OF_DIFFERENCES = 6;

/**
 * A zlib stream, as short as there is time for. That of Node and that of others differ in length by some per cent.
 * @param areDifferences the octets are differences of neighbours: fewer chance matches, more Huffman coding.
 */
export function deflateWhole(octets: Uint8Array, areDifferences: boolean): Uint8Array {
  const zlib = findNodeModule<Zlib>('zlib');
  if (zlib === undefined) return deflate(octets, areDifferences ? SHORTEST_OF_DIFFERENCES : undefined);
  const settings = { level: 9, memLevel: 9 };
  return zlib.deflateSync(octets, areDifferences ? { ...settings, strategy: zlib.constants.Z_FILTERED } : settings);
}

/** CRC-32 of octets. */
export function crc32(octets: Uint8Array): number {
  return (findNodeModule<Zlib>('zlib')?.crc32 ?? ownCrc32)(octets);
}

/** Lets others have their turn. */
export function nextTurn(): Promise<void> {
  const { setImmediate, setTimeout } = globalThis as unknown as {
    setImmediate?: (then: () => void) => unknown;
    setTimeout: (then: () => void) => unknown;
  };
  return new Promise((resolve) => void (setImmediate ?? setTimeout)(resolve));
}
