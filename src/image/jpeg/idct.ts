/**
 * The inverse discrete cosine transform of a block of 8 by 8 coefficients: whole, or straight to 4, 2 or 1 samples a side.
 *
 * A reduced block is the transform of its lowest coefficients alone. Scaled to orthonormal cosines, coefficients of 8 samples are those of
 * fewer samples times the root of the ratio, so the low ones are already what a picture of half the size has, and the high ones are what
 * it cannot show. That takes a fraction of the work, and looks sharper than the mean of the samples.
 *
 * Coefficients come multiplied by their steps, row after row of as many as the size has, and are zeroed for the next block. Samples are
 * rounded, moved up by 128 and clamped by the array that takes them. The whole transform is the one with 11 multiplications, in integers
 * of 13 bits after the point, with 2 bits kept between columns and rows; other decoders that do the same give the same octets.
 *
 * Source: ITU-T T.81 section A.3.3; Loeffler, Ligtenberg, Moschytz, Practical fast 1-D DCT algorithms with 11 multiplications (1989);
 * accuracy is bounded by IEEE 1180.
 * @module
 */

/** Samples that take any number: below 0 is 0, above 255 is 255. */
export type Samples = Uint8ClampedArray;

/** Samples on a side of a block. */
export type BlockSize = 1 | 2 | 4 | 8;

const POINT = 13;
/** Bits kept after the columns. */
const KEPT = 2;

const DOWN_COLUMN = POINT - KEPT;
const ROUND_COLUMN = 1 << (DOWN_COLUMN - 1);
/** 3 more: both directions carry a factor of the root of 8. */
const DOWN_ROW = POINT + KEPT + 3;
/** With the 128 that samples are moved up by. */
const ROUND_ROW = (1 << (DOWN_ROW - 1)) + (128 << DOWN_ROW);

/** The same for blocks whose samples are sums alone. */
const FLAT_ROUND = 4 + (128 << 3);

// Sines and cosines of the flow graph, times 1 << 13.
const F_0_298 = 2446;
const F_0_390 = 3196;
const F_0_541 = 4433;
const F_0_765 = 6270;
const F_0_899 = 7373;
const F_1_175 = 9633;
const F_1_306 = 10703;
const F_1_501 = 12299;
const F_1_847 = 15137;
const F_1_961 = 16069;
const F_2_053 = 16819;
const F_2_562 = 20995;
const F_3_072 = 25172;

const imul = Math.imul;

/**
 * Turns a block's coefficients into samples.
 * @param last number in zigzag order of the last coefficient that can be other than 0.
 * @param at where the first sample goes.
 * @param stride samples from a row to the next.
 */
export type InverseTransform = (block: Int32Array, last: number, samples: Samples, at: number, stride: number) => void;

/** Calls one of {@link inverseTransform}: the common ones by their names, as a compiler takes in only those functions that it knows. */
export function transformBlock(
  transform: InverseTransform,
  block: Int32Array,
  last: number,
  samples: Samples,
  at: number,
  stride: number,
): void {
  if (transform === inverse2) inverse2(block, last, samples, at, stride);
  else if (transform === inverse4) inverse4(block, last, samples, at, stride);
  else transform(block, last, samples, at, stride);
}

/** The transform to so many columns and rows of samples. */
export function inverseTransform(columns: BlockSize, rows: BlockSize): InverseTransform {
  if (columns !== rows) return inverseOblong(columns, rows);
  return rows === 8 ? inverse8 : rows === 4 ? inverse4 : rows === 2 ? inverse2 : inverse1;
}

function inverse8(block: Int32Array, last: number, samples: Samples, at: number, stride: number): void {
  if (last === 0) {
    inverseFlat(block, samples, at, stride, 8, 8);
    return;
  }
  for (let i = 0; i < 8; i++) {
    const c0 = block[i] as number;
    const c1 = block[i + 8] as number;
    const c2 = block[i + 16] as number;
    const c3 = block[i + 24] as number;
    const c4 = block[i + 32] as number;
    const c5 = block[i + 40] as number;
    const c6 = block[i + 48] as number;
    const c7 = block[i + 56] as number;
    if ((c1 | c2 | c3 | c4 | c5 | c6 | c7) === 0) {
      if (c0 === 0) continue;
      const level = c0 << KEPT;
      block[i] = level;
      block[i + 8] = level;
      block[i + 16] = level;
      block[i + 24] = level;
      block[i + 32] = level;
      block[i + 40] = level;
      block[i + 48] = level;
      block[i + 56] = level;
      continue;
    }
    const turn = imul(c2 + c6, F_0_541);
    const even2 = turn - imul(c6, F_1_847);
    const even3 = turn + imul(c2, F_0_765);
    const even0 = ((c0 + c4) << POINT) + ROUND_COLUMN;
    const even1 = ((c0 - c4) << POINT) + ROUND_COLUMN;
    const a0 = even0 + even3;
    const a3 = even0 - even3;
    const a1 = even1 + even2;
    const a2 = even1 - even2;
    const all = imul(c7 + c3 + c5 + c1, F_1_175);
    const s73 = all - imul(c7 + c3, F_1_961);
    const s51 = all - imul(c5 + c1, F_0_390);
    const s71 = imul(c7 + c1, F_0_899);
    const s53 = imul(c5 + c3, F_2_562);
    const b0 = imul(c7, F_0_298) - s71 + s73;
    const b1 = imul(c5, F_2_053) - s53 + s51;
    const b2 = imul(c3, F_3_072) - s53 + s73;
    const b3 = imul(c1, F_1_501) - s71 + s51;
    block[i] = (a0 + b3) >> DOWN_COLUMN;
    block[i + 56] = (a0 - b3) >> DOWN_COLUMN;
    block[i + 8] = (a1 + b2) >> DOWN_COLUMN;
    block[i + 48] = (a1 - b2) >> DOWN_COLUMN;
    block[i + 16] = (a2 + b1) >> DOWN_COLUMN;
    block[i + 40] = (a2 - b1) >> DOWN_COLUMN;
    block[i + 24] = (a3 + b0) >> DOWN_COLUMN;
    block[i + 32] = (a3 - b0) >> DOWN_COLUMN;
  }
  for (let i = 0, to = at; i < 64; i += 8, to += stride) {
    const c0 = block[i] as number;
    const c1 = block[i + 1] as number;
    const c2 = block[i + 2] as number;
    const c3 = block[i + 3] as number;
    const c4 = block[i + 4] as number;
    const c5 = block[i + 5] as number;
    const c6 = block[i + 6] as number;
    const c7 = block[i + 7] as number;
    const turn = imul(c2 + c6, F_0_541);
    const even2 = turn - imul(c6, F_1_847);
    const even3 = turn + imul(c2, F_0_765);
    const even0 = ((c0 + c4) << POINT) + ROUND_ROW;
    const even1 = ((c0 - c4) << POINT) + ROUND_ROW;
    const a0 = even0 + even3;
    const a3 = even0 - even3;
    const a1 = even1 + even2;
    const a2 = even1 - even2;
    const all = imul(c7 + c3 + c5 + c1, F_1_175);
    const s73 = all - imul(c7 + c3, F_1_961);
    const s51 = all - imul(c5 + c1, F_0_390);
    const s71 = imul(c7 + c1, F_0_899);
    const s53 = imul(c5 + c3, F_2_562);
    const b0 = imul(c7, F_0_298) - s71 + s73;
    const b1 = imul(c5, F_2_053) - s53 + s51;
    const b2 = imul(c3, F_3_072) - s53 + s73;
    const b3 = imul(c1, F_1_501) - s71 + s51;
    samples[to] = (a0 + b3) >> DOWN_ROW;
    samples[to + 1] = (a1 + b2) >> DOWN_ROW;
    samples[to + 2] = (a2 + b1) >> DOWN_ROW;
    samples[to + 3] = (a3 + b0) >> DOWN_ROW;
    samples[to + 4] = (a3 - b0) >> DOWN_ROW;
    samples[to + 5] = (a2 - b1) >> DOWN_ROW;
    samples[to + 6] = (a1 - b2) >> DOWN_ROW;
    samples[to + 7] = (a0 - b3) >> DOWN_ROW;
  }
  block.fill(0);
}

function inverse4(block: Int32Array, last: number, samples: Samples, at: number, stride: number): void {
  if (last === 0) {
    inverseFlat(block, samples, at, stride, 4, 4);
    return;
  }
  if (last <= LAST_OF_TWO_COLUMNS) {
    inverse4OfTwo(block, samples, at, stride);
    return;
  }
  for (let i = 0; i < 4; i++) {
    const c0 = block[i] as number;
    const c1 = block[i + 4] as number;
    const c2 = block[i + 8] as number;
    const c3 = block[i + 12] as number;
    const even0 = ((c0 + c2) << POINT) + ROUND_COLUMN;
    const even1 = ((c0 - c2) << POINT) + ROUND_COLUMN;
    const odd0 = imul(c1, F_1_306) + imul(c3, F_0_541);
    const odd1 = imul(c1, F_0_541) - imul(c3, F_1_306);
    block[i] = (even0 + odd0) >> DOWN_COLUMN;
    block[i + 4] = (even1 + odd1) >> DOWN_COLUMN;
    block[i + 8] = (even1 - odd1) >> DOWN_COLUMN;
    block[i + 12] = (even0 - odd0) >> DOWN_COLUMN;
  }
  for (let i = 0, to = at; i < 16; i += 4, to += stride) {
    const c0 = block[i] as number;
    const c1 = block[i + 1] as number;
    const c2 = block[i + 2] as number;
    const c3 = block[i + 3] as number;
    const even0 = ((c0 + c2) << POINT) + ROUND_ROW;
    const even1 = ((c0 - c2) << POINT) + ROUND_ROW;
    const odd0 = imul(c1, F_1_306) + imul(c3, F_0_541);
    const odd1 = imul(c1, F_0_541) - imul(c3, F_1_306);
    samples[to] = (even0 + odd0) >> DOWN_ROW;
    samples[to + 1] = (even1 + odd1) >> DOWN_ROW;
    samples[to + 2] = (even1 - odd1) >> DOWN_ROW;
    samples[to + 3] = (even0 - odd0) >> DOWN_ROW;
    block[i] = 0;
    block[i + 1] = 0;
    block[i + 2] = 0;
    block[i + 3] = 0;
  }
}

/** Number in zigzag order of the last coefficient before any of the third column. */
const LAST_OF_TWO_COLUMNS = 4;

/** The same where coefficients of the first three rows of two columns alone can be other than 0, as in most blocks of chroma. */
function inverse4OfTwo(block: Int32Array, samples: Samples, at: number, stride: number): void {
  const level = (block[0] as number) << POINT;
  const slope = imul(block[4] as number, F_1_306);
  const gentle = imul(block[4] as number, F_0_541);
  const bend = (block[8] as number) << POINT;
  const sideLevel = (block[1] as number) << POINT;
  const sideSlope = imul(block[5] as number, F_1_306);
  const sideGentle = imul(block[5] as number, F_0_541);
  const above = level + bend + ROUND_COLUMN;
  const below = level - bend + ROUND_COLUMN;
  const side = sideLevel + ROUND_COLUMN;
  block[0] = 0;
  block[1] = 0;
  block[4] = 0;
  block[5] = 0;
  block[8] = 0;
  writeRow4((above + slope) >> DOWN_COLUMN, (side + sideSlope) >> DOWN_COLUMN, samples, at);
  writeRow4((below + gentle) >> DOWN_COLUMN, (side + sideGentle) >> DOWN_COLUMN, samples, at + stride);
  writeRow4((below - gentle) >> DOWN_COLUMN, (side - sideGentle) >> DOWN_COLUMN, samples, at + 2 * stride);
  writeRow4((above - slope) >> DOWN_COLUMN, (side - sideSlope) >> DOWN_COLUMN, samples, at + 3 * stride);
}

/** Four samples of the first two coefficients of a row. */
function writeRow4(c0: number, c1: number, samples: Samples, at: number): void {
  const even = (c0 << POINT) + ROUND_ROW;
  const steep = imul(c1, F_1_306);
  const gentle = imul(c1, F_0_541);
  samples[at] = (even + steep) >> DOWN_ROW;
  samples[at + 1] = (even + gentle) >> DOWN_ROW;
  samples[at + 2] = (even - gentle) >> DOWN_ROW;
  samples[at + 3] = (even - steep) >> DOWN_ROW;
}

function inverse2(block: Int32Array, _last: number, samples: Samples, at: number, stride: number): void {
  const c0 = (block[0] as number) + FLAT_ROUND;
  const c1 = block[1] as number;
  const c2 = block[2] as number;
  const c3 = block[3] as number;
  samples[at] = (c0 + c1 + c2 + c3) >> 3;
  samples[at + 1] = (c0 - c1 + c2 - c3) >> 3;
  samples[at + stride] = (c0 + c1 - c2 - c3) >> 3;
  samples[at + stride + 1] = (c0 - c1 - c2 + c3) >> 3;
  block[0] = 0;
  block[1] = 0;
  block[2] = 0;
  block[3] = 0;
}

function inverse1(block: Int32Array, _last: number, samples: Samples, at: number): void {
  samples[at] = ((block[0] as number) + FLAT_ROUND) >> 3;
  block[0] = 0;
}

/** Blocks of components that have fewer columns but not fewer rows, or the other way round: too rare for a flow graph of their own. */
function inverseOblong(columns: BlockSize, rows: BlockSize): InverseTransform {
  const across = cosines(columns);
  const down = cosines(rows);
  const half = new Int32Array(columns * rows);
  return (block, last, samples, at, stride) => {
    if (last === 0) {
      inverseFlat(block, samples, at, stride, columns, rows);
      return;
    }
    for (let y = 0; y < rows; y++) {
      for (let column = 0; column < columns; column++) {
        let sum = ROUND_COLUMN;
        for (let k = 0; k < rows; k++) sum += imul(block[k * columns + column] as number, down[y * rows + k] as number);
        half[y * columns + column] = sum >> DOWN_COLUMN;
      }
    }
    for (let y = 0, row = at; y < rows; y++, row += stride) {
      for (let x = 0; x < columns; x++) {
        let sum = ROUND_ROW;
        for (let k = 0; k < columns; k++) sum += imul(half[y * columns + k] as number, across[x * columns + k] as number);
        samples[row + x] = sum >> DOWN_ROW;
      }
    }
    block.fill(0);
  };
}

/** What each coefficient adds to each sample, sample after sample, times 1 << 13. */
function cosines(size: BlockSize): Int32Array {
  const table = new Int32Array(size * size);
  for (let x = 0; x < size; x++) {
    for (let k = 0; k < size; k++) {
      const share = k === 0 ? 1 : Math.SQRT2 * Math.cos(((2 * x + 1) * k * Math.PI) / (2 * size));
      table[x * size + k] = Math.round(share * (1 << POINT));
    }
  }
  return table;
}

/** One level for a whole block, from its DC coefficient alone. */
function inverseFlat(block: Int32Array, samples: Samples, at: number, stride: number, columns: number, rows: number): void {
  fillBlock(((block[0] as number) + FLAT_ROUND) >> 3, samples, at, stride, columns, rows);
  block[0] = 0;
}

/** Gives all samples of a block one level. */
export function fillBlock(level: number, samples: Samples, at: number, stride: number, columns: number, rows: number): void {
  for (let y = 0, row = at; y < rows; y++, row += stride) {
    for (let x = 0; x < columns; x++) samples[row + x] = level;
  }
}

/** Column and row of each coefficient of a block, in zigzag order (T.81 figure 5): row * 8 + column. */
export function zigzag(): Uint8Array {
  const order = new Uint8Array(64);
  let row = 0;
  let column = 0;
  for (let i = 0; i < 64; i++) {
    order[i] = row * 8 + column;
    if ((row + column) % 2 === 0) {
      if (column === 7) row++;
      else if (row === 0) column++;
      else {
        row--;
        column++;
      }
    } else if (row === 7) column++;
    else if (column === 0) row++;
    else {
      row++;
      column--;
    }
  }
  return order;
}
