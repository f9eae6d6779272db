/**
 * The LZW of GIF, both ways: codes of 3 to 12 bits, the lowest bit first.
 *
 *   code      0 ... 2^n - 1 a pixel | 2^n clear | 2^n + 1 end | from 2^n + 2 on: strings of pixels, in the order in which they came up
 *
 * n is the octet before the data. A code gets one bit longer with the string that no longer fits it, and stays at 12 bits when the
 * table is full, until a clear code (deferred clear).
 *
 * Source: GIF89a appendix F.
 * @module
 */

/** Longest code. */
const MAX_CODE_BITS = 12;
const TABLE_SIZE = 1 << MAX_CODE_BITS;
/** Strings from this length on are copied in one call, which costs as much as so many single steps. */
const LONG_STRING = 48;

/** Pixels that may be written after the last one, and octets that may be looked at after the last of the data. */
export const SLACK = 8;

/** How a run of the decoder ended. */
export interface Unpacked {
  /** Pixels that came out. */
  readonly pixels: number;
  /** Octet of the data at which it ended. */
  readonly at: number;
  /** An undefined code ended it. */
  readonly isDamaged: boolean;
}

/**
 * Where in the pixels each string of the table is: from the string of the code that brought it up to the pixel after, with which the
 * next code's string began. So it ends where the next one of the table begins, that pixel included.
 */
const starts = /* @__PURE__ */ new Int32Array(TABLE_SIZE + 1);

/** Pixels that so many octets can be at most: no string of the table is longer than the codes before it, or than the table. */
export function mostPixels(octets: number, bits: number): number {
  const codes = Math.floor((octets * 8) / (bits + 1));
  return codes * Math.min(codes, TABLE_SIZE);
}

/**
 * Unpacks pixels until there are `wanted`, the end code, or no more data.
 *
 * Each string of the table is one that came out before, and the pixel after it: so it is copied from there, forwards. Neither prefixes
 * are followed nor strings turned round.
 * @param data has `length` octets and SLACK more, of any value.
 * @param bits width of a pixel, 1 to 8.
 * @param to has room for `wanted` pixels and SLACK more, which may be overwritten.
 */
export function unpackLzw(data: Uint8Array, length: number, bits: number, to: Uint8Array, wanted: number): Unpacked {
  const clear = 1 << bits;
  const end = clear + 1;
  const source = new DataView(data.buffer, data.byteOffset, length + SLACK);
  const target = new DataView(to.buffer, to.byteOffset, to.length);
  const endBit = length * 8;
  // Strings from `end + 1` to `last - 1` are known; that of `last` begins with the code being read.
  let last = end;
  let width = bits + 1;
  let grows = 1 << width;
  let bit = 0;
  let out = 0;
  while (out < wanted) {
    // Four octets from any bit on have 25 of its bits.
    const code = (source.getInt32(bit >>> 3, true) >>> (bit & 7)) & ((1 << width) - 1);
    bit += width;
    if (bit > endBit) return { pixels: out, at: length, isDamaged: false };
    if (code === clear) {
      last = end;
      width = bits + 1;
      grows = 1 << width;
      continue;
    }
    if (code === end) break;
    if (last < TABLE_SIZE) {
      last++;
      starts[last] = out;
      if (last === grows && width < MAX_CODE_BITS) {
        width++;
        grows <<= 1;
      }
    }
    if (code < clear) {
      to[out++] = code;
      continue;
    }
    if (code >= last) return { pixels: out, at: ((bit + 7) >>> 3) - 1, isDamaged: true };
    let from = starts[code] as number;
    const size = (starts[code + 1] as number) - from + 1;
    // The string that came up last is not whole yet: its last pixel is its first.
    if (size <= SLACK && code < last - 1) {
      // Most strings are short: a few pixels too many cost less than to find out where to stop.
      target.setInt32(out, target.getInt32(from));
      if (size > 4) target.setInt32(out + 4, target.getInt32(from + 4));
      out += size;
      continue;
    }
    const stop = Math.min(out + size, wanted);
    if (size >= LONG_STRING && from + size <= out) {
      to.copyWithin(out, from, from + stop - out);
      out = stop;
    } else while (out < stop) to[out++] = to[from++] as number;
  }
  return { pixels: Math.min(out, wanted), at: (bit + 7) >>> 3, isDamaged: false };
}

/** Slots of the table of strings, a power of two; at most half of them are taken. */
const SLOT_BITS = 13;
const SLOTS = 1 << SLOT_BITS;
/** 2^32 over the golden ratio, odd: neighbouring keys fall far from each other. */
const HASH = 0x9e3779b1;
/** By a hash of `code << 8 | pixel`: that `<< 12 |` the code of both together; 0 where there is none. */
const slots = /* @__PURE__ */ new Int32Array(SLOTS);

/** With fewer pixels left than this, a full table serves better than a new one, which has to grow first. */
const TAIL_PIXELS = 2000;

/**
 * Packs pixels, between a clear code and the end code.
 *
 * A full table is given up at once, but near the end of the picture. Keeping it for as long as its strings stay long was tried on
 * photographs, and made them larger.
 * @param bits width of a pixel, 2 to 8; there is at least one pixel.
 */
export function packLzw(pixels: Uint8Array, bits: number): Uint8Array {
  const { length } = pixels;
  const clear = 1 << bits;
  const end = clear + 1;
  // No pixel takes more than a code; there is a clear code for each full table, and two more.
  const mostCodes = length + Math.ceil(length / (TABLE_SIZE - end)) + 2;
  const octets = new Uint8Array(Math.ceil((mostCodes * MAX_CODE_BITS) / 8));
  let to = 0;
  let width = bits + 1;
  let buffer = clear;
  let held = width;
  let next = end + 1;
  slots.fill(0);
  let prefix = pixels[0] as number;
  for (let i = 1; i < length; i++) {
    const pixel = pixels[i] as number;
    const key = (prefix << 8) | pixel;
    let slot = Math.imul(key, HASH) >>> (32 - SLOT_BITS);
    let entry = slots[slot] as number;
    while (entry !== 0 && entry >>> MAX_CODE_BITS !== key) {
      slot = (slot + 1) & (SLOTS - 1);
      entry = slots[slot] as number;
    }
    if (entry !== 0) {
      prefix = entry & (TABLE_SIZE - 1);
      continue;
    }
    buffer |= prefix << held;
    held += width;
    while (held >= 8) {
      octets[to++] = buffer;
      buffer >>>= 8;
      held -= 8;
    }
    if (next < TABLE_SIZE) {
      if (next === 1 << width) width++;
      slots[slot] = (key << MAX_CODE_BITS) | next++;
    } else if (length - i > TAIL_PIXELS) {
      buffer |= clear << held;
      held += width;
      while (held >= 8) {
        octets[to++] = buffer;
        buffer >>>= 8;
        held -= 8;
      }
      slots.fill(0);
      next = end + 1;
      width = bits + 1;
    }
    prefix = pixel;
  }
  buffer |= prefix << held;
  held += width;
  while (held >= 8) {
    octets[to++] = buffer;
    buffer >>>= 8;
    held -= 8;
  }
  // The reader's table grows with that last code too.
  if (next === 1 << width && width < MAX_CODE_BITS) width++;
  buffer |= end << held;
  for (held += width; held > 0; held -= 8) {
    octets[to++] = buffer;
    buffer >>>= 8;
  }
  return octets.subarray(0, to);
}
