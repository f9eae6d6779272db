import { fromHex } from '../../src/bytes/index.js';

/** Octets of hex that may be spaced for reading. */
export function hex(text: string): Uint8Array {
  return fromHex(text.replace(/\s+/g, ''));
}
