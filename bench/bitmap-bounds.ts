/**
 * The bounds of bitmaps: each step as straight as it can be said, for opaque pictures, without options.
 * @module
 */

import type { Modules } from './modules.js';
import type { Photo } from './peers.js';

type Module = NonNullable<Modules['bitmap']>;
export type Bitmap = ReturnType<Module['bitmapFromPixels']>;
export type Dither = Exclude<NonNullable<NonNullable<Parameters<Module['bitmapFromPixels']>[1]>['dither']>, 'auto'>;

/** Size of the picture inside of a picture message: 640x480 to fit 72x28. */
export const SEEN = { widthPx: 37, heightPx: 28, left: 17 };

const WHITE = 255_000;

function lumaOf(rgba: Uint8Array): Int32Array {
  const { length } = rgba;
  const luma = new Int32Array(length >> 2);
  for (let i = 0, at = 0; at < length; i++, at += 4) {
    luma[i] = 299 * (rgba[at] as number) + 587 * (rgba[at + 1] as number) + 114 * (rgba[at + 2] as number);
  }
  return luma;
}

/** 2 % of the pixels become black and 2 % white, where there are tones enough; edges are raised by half of what they differ from 3x3 pixels. */
function prepare(luma: Int32Array, widthPx: number, heightPx: number): Int32Array {
  const sorted = luma.map((value) => Math.floor(value / 1000)).sort();
  const cut = luma.length * 0.02;
  const dark = sorted[Math.floor(cut)]!;
  const bright = sorted[luma.length - 1 - Math.floor(cut)]!;
  const share = Math.min(1, Math.max(0, (bright - dark - 16) / 32));
  const from = Math.round(dark * 1000 * share);
  const to = Math.round(WHITE - (255 - bright) * 1000 * share);
  const spread = luma.map((value) => Math.floor(((Math.min(to, Math.max(from, value)) - from) * WHITE) / (to - from) + 0.5));
  return spread.map((value, i) => {
    const [x, y] = [i % widthPx, Math.floor(i / widthPx)];
    let around = 0;
    for (let down = -1; down <= 1; down++) {
      for (let across = -1; across <= 1; across++) {
        const column = Math.min(widthPx - 1, Math.max(0, x + across));
        const row = Math.min(heightPx - 1, Math.max(0, y + down));
        around += spread[row * widthPx + column]! * (2 - Math.abs(across)) * (2 - Math.abs(down));
      }
    }
    return Math.min(WHITE, Math.max(0, value + ((16 * value - around) >> 5)));
  });
}

/** Fit, grey, levels, edges, Floyd-Steinberg and pack of 640x480, each as straight as it can be said. */
export function boundPicture({ widthPx, heightPx, rgba }: Photo): Uint8Array {
  const luma = lumaOf(rgba);
  const sums = new Float64Array(SEEN.widthPx * SEEN.heightPx);
  for (let y = 0, at = 0; y < heightPx; y++) {
    const top = y * SEEN.heightPx;
    const row = Math.floor(top / heightPx);
    const upper = Math.min(SEEN.heightPx, (row + 1) * heightPx - top);
    for (let x = 0; x < widthPx; x++) {
      const value = luma[at++] as number;
      const start = x * SEEN.widthPx;
      const column = Math.floor(start / widthPx);
      const left = Math.min(SEEN.widthPx, (column + 1) * widthPx - start);
      const i = row * SEEN.widthPx + column;
      sums[i]! += value * upper * left;
      if (left < SEEN.widthPx) sums[i + 1]! += value * upper * (SEEN.widthPx - left);
      if (upper === SEEN.heightPx) continue;
      sums[i + SEEN.widthPx]! += value * (SEEN.heightPx - upper) * left;
      if (left < SEEN.widthPx) sums[i + SEEN.widthPx + 1]! += value * (SEEN.heightPx - upper) * (SEEN.widthPx - left);
    }
  }
  const small = Int32Array.from(sums, (sum) => sum / (widthPx * heightPx));
  const prepared = prepare(small, SEEN.widthPx, SEEN.heightPx);
  const black = boundFloydSteinberg(prepared, SEEN.widthPx, SEEN.heightPx);
  const octets = new Uint8Array(256);
  octets.set([0, 72, 28, 1]);
  for (let y = 0, i = 0; y < SEEN.heightPx; y++) {
    for (let x = 0; x < SEEN.widthPx; x++) {
      const to = SEEN.left + x;
      if (black[i++] === 1) octets[4 + y * 9 + (to >> 3)]! |= 0x80 >> (to & 7);
    }
  }
  return octets;
}

export function boundDither({ widthPx, heightPx, rgba }: Photo, dither: Dither): Bitmap {
  let black: Uint8Array;
  switch (dither) {
    case 'floyd-steinberg':
      black = boundFloydSteinberg(lumaOf(rgba), widthPx, heightPx);
      break;
    case 'atkinson':
      black = boundAtkinson(lumaOf(rgba), widthPx, heightPx);
      break;
    case 'ordered':
      black = boundOrdered(lumaOf(rgba), widthPx);
      break;
    case 'none':
      black = boundThreshold(rgba);
  }
  const stride = (widthPx + 7) >> 3;
  const rows = new Uint8Array(stride * heightPx);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) if (black[i++] === 1) rows[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
  }
  return { widthPx, heightPx, rows };
}

/** Adds a share to the pixel ahead or below; what lies outside goes below the edge, and below the last row nowhere. */
function give(luma: Int32Array, widthPx: number, x: number, y: number, ahead: number, down: number, share: number): void {
  const to = x + ahead;
  const isInside = to >= 0 && to < widthPx;
  const column = isInside ? to : to < 0 ? 0 : widthPx - 1;
  const at = (y + (isInside ? down : 1)) * widthPx + column;
  if (at < luma.length) luma[at]! += share;
}

function boundFloydSteinberg(luma: Int32Array, widthPx: number, heightPx: number): Uint8Array {
  const black = new Uint8Array(luma.length);
  for (let y = 0; y < heightPx; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    for (let i = 0, x = step > 0 ? 0 : widthPx - 1; i < widthPx; i++, x += step) {
      const value = luma[y * widthPx + x] as number;
      const isBlack = value < WHITE / 2;
      if (isBlack) black[y * widthPx + x] = 1;
      const error = isBlack ? value : value - WHITE;
      const seven = (error * 7) >> 4;
      const three = (error * 3) >> 4;
      const five = (error * 5) >> 4;
      give(luma, widthPx, x, y, step, 0, seven);
      give(luma, widthPx, x, y, -step, 1, three);
      give(luma, widthPx, x, y, 0, 1, five);
      give(luma, widthPx, x, y, step, 1, error - seven - three - five);
    }
  }
  return black;
}

function boundAtkinson(luma: Int32Array, widthPx: number, heightPx: number): Uint8Array {
  const black = new Uint8Array(luma.length);
  for (let y = 0; y < heightPx; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    for (let i = 0, x = step > 0 ? 0 : widthPx - 1; i < widthPx; i++, x += step) {
      const value = luma[y * widthPx + x] as number;
      const isBlack = value < WHITE / 2;
      if (isBlack) black[y * widthPx + x] = 1;
      const eighth = (isBlack ? value : value - WHITE) >> 3;
      give(luma, widthPx, x, y, step, 0, eighth);
      give(luma, widthPx, x, y, 2 * step, 0, eighth);
      give(luma, widthPx, x, y, -step, 1, eighth);
      give(luma, widthPx, x, y, 0, 1, eighth);
      give(luma, widthPx, x, y, step, 1, eighth);
      give(luma, widthPx, x, y, 0, 2, eighth);
    }
  }
  return black;
}

/** Levels of the first row and column of the cell, the others are sums of them without carry. */
function boundOrdered(luma: Int32Array, widthPx: number): Uint8Array {
  const levels = Float64Array.from({ length: 64 }, (_, i) => {
    const [x, y] = [i & 7, i >> 3];
    let order = 0;
    for (let bit = 0; bit < 3; bit++) order |= ((((x ^ y) >> bit) & 1) << (5 - 2 * bit)) | (((y >> bit) & 1) << (4 - 2 * bit));
    return ((order + 0.5) / 64) * WHITE;
  });
  const { length } = luma;
  const black = new Uint8Array(length);
  for (let i = 0, x = 0, y = 0; i < length; i++) {
    if ((luma[i] as number) < (levels[(y & 7) * 8 + (x & 7)] as number)) black[i] = 1;
    if (++x === widthPx) {
      x = 0;
      y++;
    }
  }
  return black;
}

function boundThreshold(rgba: Uint8Array): Uint8Array {
  const { length } = rgba;
  const black = new Uint8Array(length >> 2);
  for (let i = 0, at = 0; at < length; i++, at += 4) {
    const luma = 299 * (rgba[at] as number) + 587 * (rgba[at + 1] as number) + 114 * (rgba[at + 2] as number);
    if (luma < 128_000) black[i] = 1;
  }
  return black;
}

export function boundOta({ widthPx, heightPx, rows }: Bitmap): Uint8Array {
  const octets = new Uint8Array(4 + ((widthPx * heightPx + 7) >> 3));
  octets[1] = widthPx;
  octets[2] = heightPx;
  octets[3] = 1;
  if (widthPx % 8 === 0) {
    octets.set(rows, 4);
    return octets;
  }
  const stride = (widthPx + 7) >> 3;
  for (let y = 0, bit = 0; y < heightPx; y++, bit += widthPx) {
    for (let i = 0; i < stride; i++) {
      const octet = rows[y * stride + i] as number;
      const to = bit + i * 8;
      octets[4 + (to >> 3)]! |= octet >> (to & 7);
      octets[5 + (to >> 3)]! |= octet << (8 - (to & 7));
    }
  }
  return octets;
}

export function boundFromOta(octets: Uint8Array): Bitmap {
  const widthPx = octets[1] as number;
  const heightPx = octets[2] as number;
  if (widthPx % 8 === 0) return { widthPx, heightPx, rows: octets.slice(4) };
  const stride = (widthPx + 7) >> 3;
  const rows = new Uint8Array(stride * heightPx);
  const last = 0xff << (8 - (widthPx & 7));
  for (let y = 0, bit = 0; y < heightPx; y++, bit += widthPx) {
    for (let i = 0; i < stride; i++) {
      const from = bit + i * 8;
      const two = ((octets[4 + (from >> 3)] as number) << 8) | (octets[5 + (from >> 3)] as number);
      rows[y * stride + i] = two >> (8 - (from & 7));
    }
    rows[(y + 1) * stride - 1]! &= last;
  }
  return { widthPx, heightPx, rows };
}

/** Sides below 128 take one octet, those here at most two; widths are multiples of 8. */
export function boundWbmp({ widthPx, heightPx, rows }: Bitmap): Uint8Array {
  const header = [0, 0];
  for (const side of [widthPx, heightPx]) {
    if (side > 127) header.push(0x80 | (side >> 7));
    header.push(side & 127);
  }
  const octets = new Uint8Array(header.length + rows.length);
  octets.set(header);
  for (let i = 0; i < rows.length; i++) octets[header.length + i] = ~(rows[i] as number);
  return octets;
}

export function boundFromWbmp(octets: Uint8Array): Bitmap {
  let at = 2;
  let widthPx = octets[at++] as number;
  if (widthPx > 127) widthPx = ((widthPx & 127) << 7) | (octets[at++] as number);
  let heightPx = octets[at++] as number;
  if (heightPx > 127) heightPx = ((heightPx & 127) << 7) | (octets[at++] as number);
  const rows = new Uint8Array(octets.length - at);
  for (let i = 0; i < rows.length; i++) rows[i] = ~(octets[at + i] as number);
  return { widthPx, heightPx, rows };
}
