/**
 * Which part of a photograph is kept when a box cuts it: the one in which most is to be seen.
 *
 * The measure is cheap, and made for few pixels: the picture is looked at in cells, 48 along its longer side, and a cell counts by the edges
 * to its neighbours, and by 24 levels more where it has the colour of skin, of whatever brightness. A box cuts two sides that face each
 * other, so cells are summed up across and the window with the most is looked for along one line. What is away from the middle counts less,
 * as photographs are aimed: without much to gain, the middle stays.
 *
 * Source for skin: D. Chai, K. N. Ngan, Face Segmentation Using Skin-Color Map in Videophone Applications (1999): Cb 77 to 127, Cr 133 to 173.
 * @module
 */
import type { Rectangle } from './fit.js';
import { colourAt, LUMA_PER_LEVEL, lumaOf, type Source } from './luminance.js';

/** Cells along the longer side. */
const CELLS = 48;

/** Pixels of a cell that are looked at, across and down. */
const TAPS = 3;

/** Levels that a cell of skin counts beside its edges, unless more than a part of the picture has that colour: sand, wood, a wall. */
const SKIN_LEVELS = 24;
const MAX_SKIN_SHARE = 0.4;

/** Share that a window at the end of the line loses. */
const AWAY_LOSS = 0.25;

/** The window of a size that is kept of a source, which is as wide or as high as the source. */
export function findFocus(source: Source, { widthPx, heightPx }: Rectangle): Rectangle {
  const isAcross = widthPx < source.widthPx;
  const [length, window] = isAcross ? [source.widthPx, widthPx] : [source.heightPx, heightPx];
  const sums = sumCells(source, isAcross);
  const size = (window / length) * sums.length;
  const start = findWindow(sums, size);
  const moved = Math.min(length - window, Math.round((start / sums.length) * length));
  return {
    x: source.x + (isAcross ? moved : 0),
    y: source.y + (isAcross ? 0 : moved),
    widthPx,
    heightPx,
  };
}

/** The place in cells, a multiple of a quarter or the middle, at which a window holds most. */
function findWindow(sums: Float64Array, size: number): number {
  const before = new Float64Array(sums.length + 1);
  for (let i = 0; i < sums.length; i++) before[i + 1] = (before[i] as number) + (sums[i] as number);
  const upTo = (at: number): number => {
    const whole = Math.min(sums.length, Math.floor(at));
    return (before[whole] as number) + (at - whole) * (sums[whole] ?? 0);
  };
  const middle = (sums.length - size) / 2;
  const measure = (start: number) => (upTo(start + size) - upTo(start)) * (1 - AWAY_LOSS * (Math.abs(start - middle) / middle));
  let best = middle;
  let most = upTo(middle + size) - upTo(middle);
  for (let quarter = 0; quarter <= 8 * middle; quarter++) {
    const found = measure(quarter / 4);
    if (found > most) [best, most] = [quarter / 4, found];
  }
  return best;
}

/** What there is to be seen in each line of cells across the direction in which a window may move. */
function sumCells(source: Source, isAcross: boolean): Float64Array {
  const side = Math.max(source.widthPx, source.heightPx) / CELLS;
  const across = Math.max(1, Math.round(source.widthPx / side));
  const down = Math.max(1, Math.round(source.heightPx / side));
  const { levels, skin } = lookAtCells(source, across, down);
  const skinCells = skin.reduce((sum, is) => sum + is, 0);
  const perSkin = skinCells > MAX_SKIN_SHARE * skin.length ? 0 : SKIN_LEVELS;
  const sums = new Float64Array(isAcross ? across : down);
  for (let y = 0, i = 0; y < down; y++) {
    for (let x = 0; x < across; x++, i++) {
      const level = levels[i] as number;
      const right = x + 1 < across ? (levels[i + 1] as number) : level;
      const below = y + 1 < down ? (levels[i + across] as number) : level;
      const seen = Math.abs(right - level) + Math.abs(below - level) + perSkin * (skin[i] as number);
      const line = isAcross ? x : y;
      sums[line] = (sums[line] as number) + seen;
    }
  }
  return sums;
}

function lookAtCells(source: Source, across: number, down: number) {
  const { samples, channels, background } = source;
  const levels = new Float64Array(across * down);
  const skin = new Uint8Array(across * down);
  for (let y = 0, i = 0; y < down; y++) {
    for (let x = 0; x < across; x++, i++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let tap = 0; tap < TAPS * TAPS; tap++) {
        const column = Math.floor(((x + ((tap % TAPS) + 0.5) / TAPS) * source.widthPx) / across);
        const row = Math.floor(((y + (Math.floor(tap / TAPS) + 0.5) / TAPS) * source.heightPx) / down);
        const at = ((source.y + row) * source.pitchPx + source.x + column) * channels;
        const pixel = colourAt(samples, at, channels, background);
        red += pixel & 255;
        green += (pixel >> 8) & 255;
        blue += (pixel >> 16) & 255;
      }
      const count = TAPS * TAPS;
      const mean = ((blue / count) << 16) | ((green / count) << 8) | (red / count);
      const level = lumaOf(mean) / LUMA_PER_LEVEL;
      levels[i] = level;
      // Differences of ITU-R BT.601: Cb = 128 + 0.564 (B - Y), Cr = 128 + 0.713 (R - Y).
      const cb = 128 + 0.564 * (blue / count - level);
      const cr = 128 + 0.713 * (red / count - level);
      skin[i] = cb >= 77 && cb <= 127 && cr >= 133 && cr <= 173 ? 1 : 0;
    }
  }
  return { levels, skin };
}
