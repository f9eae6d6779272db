/**
 * What the tools of the pixel editor draw. Each gives another bitmap; what lies outside of the bitmap is left out. No DOM here.
 * @module
 */
import { rowOctets } from '../../bitmap/bitmap.js';
import { type Bitmap, pixelAt } from '../../bitmap/index.js';
import { findGlyphs } from '../../bitmap/pixel-font.js';
import { copyOctets } from '../../bytes/octets.js';

/** A pixel, counted from the left and from the top. It may lie outside of a bitmap. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** 1 is dark. */
export type Ink = 0 | 1;

/** What turns a place into ink. */
type Plot = (x: number, y: number) => void;

/** Pixels in a straight line, both ends among them: none is missing between two places of a pointer. */
export function drawLine(bitmap: Bitmap, from: Place, to: Place, ink: Ink): Bitmap {
  return drawn(bitmap, ink, (plot) => {
    const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
    const steps = Math.max(across, down);
    for (let step = 0; step <= steps; step++) {
      const share = steps === 0 ? 0 : step / steps;
      plot(Math.round(from.x + (to.x - from.x) * share), Math.round(from.y + (to.y - from.y) * share));
    }
  });
}

/** The edge of the rectangle between two corners. */
export function drawFrame(bitmap: Bitmap, from: Place, to: Place, ink: Ink): Bitmap {
  const { left, top, right, bottom } = cornersOf(from, to);
  return drawn(bitmap, ink, (plot) => {
    for (let x = left; x <= right; x++) for (const y of [top, bottom]) plot(x, y);
    for (let y = top; y <= bottom; y++) for (const x of [left, right]) plot(x, y);
  });
}

/** The rectangle between two corners. */
export function drawBox(bitmap: Bitmap, from: Place, to: Place, ink: Ink): Bitmap {
  const { left, top, right, bottom } = cornersOf(from, to);
  return drawn(bitmap, ink, (plot) => {
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) plot(x, y);
  });
}

/** The area of one ink around a place, which ends where the other ink or an edge touches it at a side. */
export function fillArea(bitmap: Bitmap, from: Place, ink: Ink): Bitmap {
  if (!isInside(bitmap, from) || pixelAt(bitmap, from.x, from.y) === ink) return bitmap;
  return drawn(bitmap, ink, (plot) => {
    const seen = new Uint8Array(bitmap.widthPx * bitmap.heightPx);
    const waiting: Place[] = [from];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const { x, y } = place;
      if (!isInside(bitmap, place) || seen[y * bitmap.widthPx + x] === 1 || pixelAt(bitmap, x, y) === ink) continue;
      seen[y * bitmap.widthPx + x] = 1;
      plot(x, y);
      waiting.push({ x: x - 1, y }, { x: x + 1, y }, { x, y: y - 1 }, { x, y: y + 1 });
    }
  });
}

/** A line of letters in the phone's font, 7 pixels high; the place is its upper left corner. */
export function drawText(bitmap: Bitmap, at: Place, text: string, ink: Ink): Bitmap {
  return drawn(bitmap, ink, (plot) => {
    let left = at.x;
    for (const { widthPx, rows } of findGlyphs(text)) {
      for (const [y, row] of rows.entries()) {
        for (let x = 0; x < widthPx; x++) if (row[x] === '#') plot(left + x, at.y + y);
      }
      left += widthPx + 1;
    }
  });
}

/** All pixels further to the right and down; what leaves at one side comes in at the other. */
export function shiftBitmap(bitmap: Bitmap, across: number, down: number): Bitmap {
  const { widthPx, heightPx } = bitmap;
  const blank = { ...bitmap, rows: new Uint8Array(bitmap.rows.length) };
  return drawn(blank, 1, (plot) => {
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        if (pixelAt(bitmap, x, y) === 1) plot(modulo(x + across, widthPx), modulo(y + down, heightPx));
      }
    }
  });
}

function modulo(value: number, length: number): number {
  return ((value % length) + length) % length;
}

function cornersOf(from: Place, to: Place) {
  return {
    ...{ left: Math.min(from.x, to.x), right: Math.max(from.x, to.x) },
    ...{ top: Math.min(from.y, to.y), bottom: Math.max(from.y, to.y) },
  };
}

function isInside({ widthPx, heightPx }: Bitmap, { x, y }: Place): boolean {
  return x >= 0 && y >= 0 && x < widthPx && y < heightPx;
}

function drawn(bitmap: Bitmap, ink: Ink, draw: (plot: Plot) => void): Bitmap {
  const rows = copyOctets(bitmap.rows);
  const stride = rowOctets(bitmap.widthPx);
  draw((x, y) => {
    if (!isInside(bitmap, { x, y })) return;
    const at = y * stride + (x >> 3);
    const bit = 0x80 >> (x & 7);
    rows[at] = ink === 1 ? (rows[at] as number) | bit : (rows[at] as number) & ~bit;
  });
  return { ...bitmap, rows };
}
