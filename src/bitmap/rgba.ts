/**
 * Samples of a picture as red, green, blue and alpha, which every picture has in common: all of a picture in memory, or a row at a time as words.
 * @module
 */
import { isLittleEndian } from '../bytes/octets.js';

/** How far the octets of a pixel are shifted in a word. */
type Shifts = readonly [red: number, green: number, blue: number, alpha: number];

const RED_LOWEST: Shifts = [0, 8, 16, 24];
const RED_HIGHEST: Shifts = [24, 16, 8, 0];

/** Opaque pixels of greys (1 channel) or colours (3 channels) as RGBA. One store for each pixel takes a third of the time of four. */
export function opaqueRgba(from: Uint8Array, channels: 1 | 3): Uint8Array {
  const words = new Int32Array(from.length / channels);
  // Red is the first one in memory.
  fillOpaque(words, from, 0, channels, isLittleEndian() ? RED_LOWEST : RED_HIGHEST);
  return new Uint8Array(words.buffer);
}

/** Sets words to opaque pixels of greys or colours from a place on, by default with red in the lowest octet. */
export function fillOpaque(
  words: Int32Array,
  from: Uint8Array,
  start: number,
  channels: 1 | 3,
  shifts: Shifts = RED_LOWEST,
): void {
  const { length } = words;
  let i = 0;
  if (channels === 3 && shifts === RED_LOWEST && isLittleEndian()) {
    // The colours of four pixels are three words, which begin at a multiple of four octets: 0 to 3 pixels further on.
    i = Math.min(length, (from.byteOffset + start) & 3);
    fillEach(words, 0, i, from, start, channels, shifts);
    const fours = (length - i) >> 2;
    const colours = fours === 0 ? NONE : new Int32Array(from.buffer, from.byteOffset + start + 3 * i, 3 * fours);
    for (let at = 0; at < 3 * fours; i += 4, at += 3) {
      const [a, b, c] = [colours[at] as number, colours[at + 1] as number, colours[at + 2] as number];
      words[i] = OPAQUE | a;
      words[i + 1] = OPAQUE | (a >>> 24) | (b << 8);
      words[i + 2] = OPAQUE | (b >>> 16) | (c << 16);
      words[i + 3] = OPAQUE | (c >>> 8);
    }
  }
  fillEach(words, i, length, from, start, channels, shifts);
}

const OPAQUE = 255 << 24;
const NONE = new Int32Array(0);

/** Sets words one by one, from the first up to the end. */
function fillEach(
  words: Int32Array,
  first: number,
  end: number,
  from: Uint8Array,
  start: number,
  channels: 1 | 3,
  [R, G, B, A]: Shifts,
): void {
  const green = channels === 1 ? 0 : 1;
  const blue = channels === 1 ? 0 : 2;
  const opaque = 255 << A;
  for (let i = first, at = start + first * channels; i < end; i++, at += channels) {
    const colour = ((from[at] as number) << R) | ((from[at + green] as number) << G) | ((from[at + blue] as number) << B);
    words[i] = opaque | colour;
  }
}
