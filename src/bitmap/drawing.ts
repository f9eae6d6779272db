/**
 * Whether a picture has shades, and whether it is drawn: one count of its pixels answers both.
 *
 *   hasShades   for one bit a pixel: diffusion, which keeps shades, or a threshold, which keeps edges whole
 *   isDrawing   for palettes of colours: no diffusion, which keeps areas clean
 *
 * They are not the same question. A flag of six colours is a drawing, but only dots distinguish its colours in black and white; a scanned page
 * has two tones, but grain gives it too many colours for a palette.
 *
 * Tones differ by brightness alone: two colours of one luma are one tone.
 *
 * Source: N. Otsu, A Threshold Selection Method from Gray-Level Histograms (1979), for the level between two tones. The other rules are
 * measured, with logos of 72x14 to 720x280, cartoons, photographs and JPEGs of all of them.
 * @module
 */
import { colourAt, LUMA_PER_LEVEL, lumaOf, type Source } from './luminance.js';

/** What was counted. */
export interface PixelCounts {
  /** Pixels of each level of luma, 0 to 255. */
  readonly levels: Uint32Array;
  /** Those of them that are alike, or nearly, to their neighbours on the right and below: those not on an edge. */
  readonly calm: Uint32Array;
  /** Those of the calm ones that are not quite alike: shades, grain and the noise of JPEG, but no areas of one colour. */
  readonly gradual: Uint32Array;
  /** Cells of 5 bits a channel that have a pixel. */
  readonly cells: number;
  /** Whether every pixel is grey. */
  readonly isGrey: boolean;
  /** Pixels with a neighbour to the right, and those of them that have its colour. */
  readonly pairs: number;
  readonly equalPairs: number;
}

/** The difference of levels from which on two neighbours are on two sides of an edge. */
const EDGE = 16;

/**
 * Counts the pixels of a picture.
 * @param maxPixels how many to look at, about: of a picture with more, some that are scattered over it, the same ones each time.
 */
export function countPixels(picture: Source, maxPixels = Number.POSITIVE_INFINITY): PixelCounts {
  const { samples, channels, pitchPx, widthPx, heightPx, background } = picture;
  const levels = new Uint32Array(256);
  const calm = new Uint32Array(256);
  const gradual = new Uint32Array(256);
  const seen = new Uint8Array(1 << 15);
  let cells = 0;
  let isGrey = true;
  let pairs = 0;
  let equalPairs = 0;
  const pitch = pitchPx * channels;
  const last = widthPx - 1;
  // Steps of 1 to this, by chance, so that nothing that repeats in the picture is always met or never.
  const maxStep = 2 * Math.max(1, Math.ceil((widthPx * heightPx) / maxPixels)) - 1;
  let chance = 1;
  // The pixel to the right, which is often the next one.
  let [right, rightLevel, rightAt] = [0, 0, -1];
  for (let x = 0, y = 0; y < heightPx; ) {
    const at = (picture.y + y) * pitch + (picture.x + x) * channels;
    const colour = at === rightAt ? right : colourAt(samples, at, channels, background);
    const level = at === rightAt ? rightLevel : readLevel(colour);
    levels[level] = (levels[level] as number) + 1;
    const isLast = x === last;
    right = isLast ? colour : colourAt(samples, at + channels, channels, background);
    rightLevel = isLast ? level : readLevel(right);
    rightAt = isLast ? -1 : at + channels;
    const below = y < heightPx - 1 ? colourAt(samples, at + pitch, channels, background) : colour;
    const across = Math.abs(level - rightLevel);
    const down = Math.abs(level - readLevel(below));
    // Signs instead of branches, which grain would mislead.
    const isCalm = (across - EDGE) & (down - EDGE);
    calm[level] = (calm[level] as number) + (isCalm >>> 31);
    gradual[level] = (gradual[level] as number) + ((isCalm & -(across + down)) >>> 31);
    if (!isLast) {
      pairs++;
      equalPairs += right === colour ? 1 : 0;
    }
    const cell = ((colour >> 9) & 0x7c00) | ((colour >> 6) & 0x3e0) | ((colour >> 3) & 0x1f);
    cells += 1 - (seen[cell] as number);
    seen[cell] = 1;
    isGrey &&= (colour & 0xffff) === colour >> 8;
    chance = (Math.imul(chance, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    for (x += 1 + Math.floor((chance / 0x8000_0000) * maxStep); x >= widthPx; x -= widthPx) y++;
  }
  return { levels, calm, gradual, cells, isGrey, pairs, equalPairs };
}

/** Luma of a colour, 0 to 255. */
function readLevel(colour: number): number {
  return (lumaOf(colour) / LUMA_PER_LEVEL) | 0;
}

/** Two tones of a picture. */
export interface Tones {
  /** The first level of the brighter one, 1 to 255: the middle, where no pixels have levels in between. */
  readonly level: number;
  /** Their mean levels. */
  readonly dark: number;
  readonly bright: number;
}

/** The two tones that split a picture best: the variance between them is the greatest. Undefined when all pixels have one level. */
export function partTones(levels: Uint32Array): Tones | undefined {
  let total = 0;
  let moment = 0;
  for (let level = 0; level < 256; level++) {
    total += levels[level] as number;
    moment += level * (levels[level] as number);
  }
  let best = 0;
  let [first, last, dark, bright] = [0, 0, 0, 0];
  for (let level = 1, below = 0, momentBelow = 0; level < 256; level++) {
    const count = levels[level - 1] as number;
    below += count;
    momentBelow += count * (level - 1);
    if (below === 0 || below === total) continue;
    const [lower, upper] = [momentBelow / below, (moment - momentBelow) / (total - below)];
    const variance = below * (total - below) * (upper - lower) ** 2;
    if (variance > best) {
      best = variance;
      [first, last, dark, bright] = [level, level, lower, upper];
    } else if (count === 0 && last === level - 1) last = level;
  }
  return best === 0 ? undefined : { level: Math.round((first + last) / 2), dark, bright };
}

/** How far from its tone a level may be, of the way from tone to tone. */
const NEAR = 1 / 6;

/** Share of the calm pixels that may be further. */
const MAX_FAR_SHARE = 1 / 5;

/** Share of the pixels of a tone that may be both gradual and further, and how many may be so by chance, where few were looked at. */
const MAX_SHADED_SHARE = 1 / 10;
const MAX_SHADED_BY_CHANCE = 4;

/**
 * Whether a picture has more than two tones: shades that a threshold would lose. A logo or a page of text has little but edges between its
 * tones, so only calm pixels count. Their number alone is not enough: a photograph on a wide white ground has two tones too, but one of them
 * is full of shades.
 */
export function hasShades({ levels, calm, gradual }: PixelCounts): boolean {
  const tones = partTones(levels);
  if (tones === undefined) return false;
  const near = NEAR * (tones.bright - tones.dark);
  let far = 0;
  for (const [from, to] of [
    [0, tones.level],
    [tones.level, 256],
  ] as const) {
    const tone = findMedian(calm, from, to);
    let shaded = 0;
    for (let level = from; level < to; level++) {
      if (Math.abs(level - tone) <= near) continue;
      far += calm[level] as number;
      shaded += gradual[level] as number;
    }
    if (shaded > MAX_SHADED_SHARE * sumCounts(levels, from, to) + MAX_SHADED_BY_CHANCE) return true;
  }
  return far > MAX_FAR_SHARE * sumCounts(calm, 0, 256);
}

function findMedian(counts: Uint32Array, from: number, to: number): number {
  const half = sumCounts(counts, from, to) / 2;
  let median = from;
  for (let below = counts[from] as number; below < half; ) below += counts[++median] as number;
  return median;
}

function sumCounts(counts: Uint32Array, from: number, to: number): number {
  let sum = 0;
  for (let level = from; level < to; level++) sum += counts[level] as number;
  return sum;
}

/** Cells of 5 bits a channel that a drawing has at most, and levels of one in greys: every photograph in greys has few cells. */
const MAX_DRAWN_CELLS = 64;
const MAX_DRAWN_LEVELS = 8;

/** Share of pixels that equal their neighbour, from which on any picture is a drawing. */
const MIN_EQUAL_SHARE = 0.6;

/** Whether a picture looks drawn: it has few colours, or most pixels equal their neighbour to the right. */
export function isDrawing({ levels, cells, isGrey, pairs, equalPairs }: PixelCounts): boolean {
  if (equalPairs >= MIN_EQUAL_SHARE * pairs) return true;
  if (!isGrey) return cells <= MAX_DRAWN_CELLS;
  return levels.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0) <= MAX_DRAWN_LEVELS;
}

/** Cells and the share of equal neighbours of a picture that no palette holds in fewer octets than JPEG: more, and less. */
const MIN_PHOTOGRAPH_CELLS = 512;
const MAX_PHOTOGRAPH_SHARE = 0.3;

/** Whether a picture is a photograph for sure, so that a palette need not be tried: of 34 pictures every one of these was larger as a PNG. */
export function isSurePhotograph({ cells, pairs, equalPairs }: PixelCounts): boolean {
  return cells > MIN_PHOTOGRAPH_CELLS && equalPairs < MAX_PHOTOGRAPH_SHARE * pairs;
}
