/**
 * Samples of a picture as red, green, blue and alpha, which every picture has in common.
 * @module
 */
import { isLittleEndian } from '../bytes/octets.js';

/** Opaque pixels of greys (1 channel) or colours (3 channels) as RGBA. One store for each pixel takes a third of the time of four. */
export function opaqueRgba(from: Uint8Array, channels: 1 | 3): Uint8Array {
  // How far the octets of a pixel are shifted in a word: red is the first one in memory.
  const [R, G, B, A] = isLittleEndian() ? ([0, 8, 16, 24] as const) : ([24, 16, 8, 0] as const);
  const length = from.length / channels;
  const words = new Int32Array(length);
  const green = channels === 1 ? 0 : 1;
  const blue = channels === 1 ? 0 : 2;
  const opaque = 255 << A;
  let i = 0;
  if (channels === 3 && R === 0 && (from.byteOffset & 3) === 0) {
    // The colours of four pixels are three words.
    const colours = new Int32Array(from.buffer, from.byteOffset, from.length >> 2);
    for (let at = 0; i < length - 3; i += 4, at += 3) {
      const [a, b, c] = [colours[at] as number, colours[at + 1] as number, colours[at + 2] as number];
      words[i] = opaque | a;
      words[i + 1] = opaque | (a >>> 24) | (b << 8);
      words[i + 2] = opaque | (b >>> 16) | (c << 16);
      words[i + 3] = opaque | (c >>> 8);
    }
  }
  for (let at = i * channels; i < length; i++, at += channels) {
    const colour = ((from[at] as number) << R) | ((from[at + green] as number) << G) | ((from[at + blue] as number) << B);
    words[i] = opaque | colour;
  }
  return new Uint8Array(words.buffer);
}
