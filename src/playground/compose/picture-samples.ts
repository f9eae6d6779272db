/**
 * Pictures to begin with, made by arithmetic. No DOM here.
 * @module
 */

import { type Bitmap, bitmapFromPixels, type Pixels } from '../../bitmap/index.js';
import { findGlyphs, GLYPH_HEIGHT, textWidthPx } from '../../bitmap/pixel-font.js';

/** A picture that comes with the page. */
export interface PictureSample {
  readonly id: string;
  readonly words: string;
  /** For the size that is wanted. */
  readonly draw: (widthPx: number, heightPx: number) => Pixels;
}

/** Samples a pixel, by its place: 0 to 1 across and down, and the ratio of the sides. Greys from 0 (black) to 1. */
type Shade = (x: number, y: number, ratio: number) => number;

/** Samples are drawn so many times as large as they are wanted, so that what makes them smaller has something to do. */
const OVER = 4;

export const PICTURE_SAMPLES: readonly PictureSample[] = [
  { id: 'hills', words: 'Hills and sun (greys)', draw: shaded(hills) },
  { id: 'ball', words: 'Ball (greys)', draw: shaded(ball) },
  { id: 'heart', words: 'Heart (black and white)', draw: shaded(heart) },
  { id: 'name', words: 'HANDSET (letters)', draw: letters },
  { id: 'blank', words: 'Nothing, to draw on', draw: shaded(() => 1) },
];

/** A sample as a bitmap of one bit a pixel. */
export function drawSample(id: string, widthPx: number, heightPx: number): Bitmap {
  const { draw } = PICTURE_SAMPLES.find((sample) => sample.id === id) as PictureSample;
  return bitmapFromPixels(draw(widthPx, heightPx), { widthPx, heightPx });
}

function shaded(shade: Shade): PictureSample['draw'] {
  return (width, height) => {
    const [widthPx, heightPx] = [width * OVER, height * OVER];
    const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
    for (let y = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++) {
        const grey = Math.round(
          255 * Math.min(1, Math.max(0, shade((x + 0.5) / widthPx, (y + 0.5) / heightPx, widthPx / heightPx))),
        );
        rgba.fill(grey, (y * widthPx + x) * 4, (y * widthPx + x) * 4 + 3);
      }
    }
    return { widthPx, heightPx, rgba };
  };
}

/** A ridge behind another, and a sun. */
function hills(x: number, y: number, ratio: number): number {
  const near = 0.74 + 0.12 * Math.sin(x * 7 + 2) + 0.04 * Math.sin(x * 17);
  const far = 0.52 + 0.17 * Math.sin(x * 5.2 + 0.6);
  if (y > near) return 0;
  if (y > far) return 0.5 + 0.4 * (y - far);
  const sun = Math.hypot((x - 0.25) * ratio, y - 0.3);
  if (sun < 0.19) return sun > 0.15 ? 0 : 0.88;
  return 0.93 + 0.2 * (y - 0.2);
}

/** A ball lit from the upper left, and its shadow. */
function ball(x: number, y: number, ratio: number): number {
  const across = (x - 0.5) * ratio;
  const down = y - 0.48;
  const distance = Math.hypot(across, down) / 0.4;
  if (distance < 1) {
    const depth = Math.sqrt(1 - distance * distance);
    return 0.06 + 0.94 * Math.max(0, (-across / 0.4) * 0.5 - (down / 0.4) * 0.55 + depth * 0.67);
  }
  const shadow = Math.hypot((across - 0.12) * 0.75, (y - 0.9) * 4);
  return shadow < 0.36 ? 0.35 + shadow : 1;
}

function heart(x: number, y: number, ratio: number): number {
  const across = ((x - 0.5) * ratio) / 0.4;
  const up = (0.46 - y) / 0.4;
  const curve = across * across + up * up - 1;
  return curve * curve * curve - across * across * up * up * up < 0 ? 0 : 1;
}

/** The name in the phone's letters, as large as fits, framed. */
function letters(width: number, height: number): Pixels {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  const put = (x: number, y: number) => {
    if (x >= 0 && y >= 0 && x < width && y < height) rgba.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  };
  const word = 'HANDSET';
  const scale = Math.max(1, Math.min(Math.floor((width - 6) / textWidthPx(word)), Math.floor((height - 4) / GLYPH_HEIGHT)));
  let left = (width - textWidthPx(word) * scale) >> 1;
  const top = (height - GLYPH_HEIGHT * scale) >> 1;
  for (const { widthPx, rows } of findGlyphs(word)) {
    for (let y = 0; y < GLYPH_HEIGHT * scale; y++) {
      for (let x = 0; x < widthPx * scale; x++) {
        if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] === '#') put(left + x, top + y);
      }
    }
    left += (widthPx + 1) * scale;
  }
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) put(x, y);
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) put(x, y);
  return { widthPx: width, heightPx: height, rgba };
}
