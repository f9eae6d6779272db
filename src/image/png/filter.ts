/**
 * The filters of PNG: each octet of a row less what its neighbours let expect.
 *
 *   filter(1) octets | filter(1) octets | ...
 *
 *   0 None nothing | 1 Sub the octet on the left | 2 Up the one above | 3 Average half of both | 4 Paeth the likeliest of three
 *
 * "On the left" is one pixel away, or one octet where a pixel is smaller. Outside of the picture all is 0.
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) section 9; the choice of a filter for each row is that of section 12.7.
 * @module
 */

/** Filters there are, 0 to 4. */
export const FILTERS = 5;

const NONE = 0;
const SUB = 1;
const UP = 2;
const AVERAGE = 3;
const PAETH = 4;

/**
 * Whether a row may be in the same memory as what it is made of, further to the front: other steps take the samples of a colour through the whole row
 * before those of the next.
 */
export function worksInPlace(step: number): boolean {
  return step === 1 || step === 3;
}

/**
 * Takes the filter off a row.
 * @param aboveAt where the row above is in `to`; -1 for the first.
 * @param step distance to the octet on the left, 1 to 8.
 */
export function unfilter(
  filter: number,
  from: Uint8Array,
  fromAt: number,
  to: Uint8Array,
  toAt: number,
  aboveAt: number,
  length: number,
  step: number,
): void {
  const first = Math.min(step, length);
  const end = toAt + length;
  const shift = fromAt - toAt;
  // Nothing is above the first row: zeros, with which Up is None and Paeth is Sub.
  const isTop = aboveAt < 0;
  if (filter === NONE || (filter === UP && isTop)) {
    to.set(from.subarray(fromAt, fromAt + length), toAt);
  } else if (filter === SUB || (filter === PAETH && isTop)) {
    for (let i = toAt; i < toAt + first; i++) to[i] = from[i + shift] as number;
    for (let i = toAt + first; i < end; i++) to[i] = (from[i + shift] as number) + (to[i - step] as number);
  } else if (filter === UP) {
    const up = aboveAt - toAt;
    for (let i = toAt; i < end; i++) to[i] = (from[i + shift] as number) + (to[i + up] as number);
  } else if (filter === AVERAGE) {
    const up = aboveAt - toAt;
    for (let i = toAt; i < toAt + first; i++) to[i] = (from[i + shift] as number) + (isTop ? 0 : (to[i + up] as number) >> 1);
    if (isTop) for (let i = toAt + first; i < end; i++) to[i] = (from[i + shift] as number) + ((to[i - step] as number) >> 1);
    else {
      for (let i = toAt + first; i < end; i++) {
        to[i] = (from[i + shift] as number) + (((to[i - step] as number) + (to[i + up] as number)) >> 1);
      }
    }
  } else if (step === 3) paethOfThree(from, fromAt, to, toAt, aboveAt, length);
  else {
    const up = aboveAt - toAt;
    for (let c = 0; c < first; c++) {
      let left = 0;
      let corner = 0;
      for (let i = toAt + c; i < end; i += step) {
        const above = to[i + up] as number;
        left = ((from[i + shift] as number) + paeth(left, above, corner)) & 0xff;
        to[i] = left;
        corner = above;
      }
    }
  }
}

/** The filter of photographs, and nearly all that their unfiltering costs: three samples at once, nothing read that was just written. */
function paethOfThree(from: Uint8Array, fromAt: number, to: Uint8Array, toAt: number, aboveAt: number, length: number): void {
  let [red, green, blue] = [0, 0, 0];
  let [cornerRed, cornerGreen, cornerBlue] = [0, 0, 0];
  const end = toAt + length;
  for (let i = toAt, up = aboveAt, at = fromAt; i < end; i += 3, up += 3, at += 3) {
    const aboveRed = to[up] as number;
    const aboveGreen = to[up + 1] as number;
    const aboveBlue = to[up + 2] as number;
    red = ((from[at] as number) + paeth(red, aboveRed, cornerRed)) & 0xff;
    green = ((from[at + 1] as number) + paeth(green, aboveGreen, cornerGreen)) & 0xff;
    blue = ((from[at + 2] as number) + paeth(blue, aboveBlue, cornerBlue)) & 0xff;
    to[i] = red;
    to[i + 1] = green;
    to[i + 2] = blue;
    cornerRed = aboveRed;
    cornerGreen = aboveGreen;
    cornerBlue = aboveBlue;
  }
}

/**
 * Which of three neighbours is nearest to left + above - corner; of equals left, then above (section 9.4).
 *
 * The same said otherwise: where `3 * corner - left - above` is not above the lower of left and above it is the higher one, where it is
 * not below the higher it is the lower one, and in between it is the corner. Without a branch, since for noise every second one would be
 * predicted wrong: `x >> 31` is all ones where x is negative.
 */
function paeth(left: number, above: number, corner: number): number {
  const difference = left - above;
  const below = difference & (difference >> 31);
  const low = above + below;
  const high = left - below;
  const turn = 3 * corner - left - above;
  const lowOrCorner = low ^ ((low ^ corner) & ((turn - high) >> 31));
  return high ^ ((high ^ lowOrCorner) & ((low - turn) >> 31));
}

/** Rows without a filter, each after its 0. */
export function withoutFilter(rows: Uint8Array, rowLength: number): Uint8Array {
  const height = rows.length / rowLength;
  const octets = new Uint8Array(rows.length + height);
  for (let y = 0; y < height; y++) octets.set(rows.subarray(y * rowLength, (y + 1) * rowLength), y * (rowLength + 1) + 1);
  return octets;
}

/** Rows, each with the filter whose octets, taken as differences, are smallest in sum. */
export function withBestFilters(rows: Uint8Array, rowLength: number, step: number): Uint8Array {
  const height = rows.length / rowLength;
  const octets = new Uint8Array(rows.length + height);
  const tried = Array.from({ length: FILTERS }, () => new Uint8Array(rowLength));
  const [none, sub, up, average, closest] = tried as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  for (let y = 0; y < height; y++) {
    const at = y * rowLength;
    for (let i = 0; i < rowLength; i++) {
      const value = rows[at + i] as number;
      const left = i < step ? 0 : (rows[at + i - step] as number);
      const above = y === 0 ? 0 : (rows[at + i - rowLength] as number);
      const corner = i < step || y === 0 ? 0 : (rows[at + i - rowLength - step] as number);
      none[i] = value;
      sub[i] = value - left;
      up[i] = value - above;
      average[i] = value - ((left + above) >> 1);
      closest[i] = value - paeth(left, above, corner);
    }
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let filter = 0; filter < FILTERS; filter++) {
      const sum = sumOctets(tried[filter] as Uint8Array);
      if (sum >= least) continue;
      best = filter;
      least = sum;
    }
    octets[y * (rowLength + 1)] = best;
    octets.set(tried[best] as Uint8Array, y * (rowLength + 1) + 1);
  }
  return octets;
}

/** Sum of octets as differences, 255 being -1. */
function sumOctets(octets: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < octets.length; i++) sum += Math.abs(((octets[i] as number) << 24) >> 24);
  return sum;
}
