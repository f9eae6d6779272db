/**
 * Faster functions of Node, where the code runs in Node; and what takes their place elsewhere.
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

/** Octets more than a stream inflates to, in which zlib sees the end. */
export const SPARE_OCTETS = 64;

/**
 * The octets of a zlib stream that inflates to just so many; undefined for any other. No more than those are inflated. zlib takes a quarter of
 * the time that {@link Inflater} takes, which gives what is before a fault, and where it is.
 */
export function inflateWhole(stream: Uint8Array, length: number): Uint8Array | undefined {
  const zlib = findNodeModule<Zlib>('zlib');
  try {
    if (zlib === undefined) return inflateHere(stream, length);
    // In one piece: several would have to be put together.
    const whole = zlib.inflateSync(stream, { maxOutputLength: length, chunkSize: length + SPARE_OCTETS });
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

/** Lets others have their turn. In a browser by a message: timers that follow each other wait for 4 ms each there, or for a second. */
export function nextTurn(): Promise<void> {
  const { setImmediate, MessageChannel } = globalThis as unknown as {
    setImmediate?: (then: () => void) => unknown;
    MessageChannel: new () => Channel;
  };
  if (setImmediate !== undefined) return new Promise((resolve) => void setImmediate(resolve));
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** What is used of a MessageChannel. */
interface Channel {
  readonly port1: { onmessage: (() => void) | null; close(): void };
  readonly port2: { postMessage(message: unknown): void };
}
