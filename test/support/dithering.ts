/** What the ways of dithering do, by the publications of their inventors, without the shortcuts of the code under test. */

/** Ahead, down, share of the error. */
export type Shares = readonly (readonly [ahead: number, down: number, share: number])[];

export const FLOYD_STEINBERG: Shares = [
  [1, 0, 7 / 16],
  [-1, 1, 3 / 16],
  [0, 1, 5 / 16],
  [1, 1, 1 / 16],
];

export const ATKINSON: Shares = [
  [1, 0, 1 / 8],
  [2, 0, 1 / 8],
  [-1, 1, 1 / 8],
  [0, 1, 1 / 8],
  [1, 1, 1 / 8],
  [0, 2, 1 / 8],
];

/** Greys, and how they are to be decided. */
export interface Diffusion {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Row by row, from the top. */
  readonly greys: readonly number[];
  readonly white: number;
  /** Values below are black. */
  readonly level: number;
  /** Share of the error that is passed on. */
  readonly strength?: number;
  /** A value closer to the level than this may be decided either way. */
  readonly doubt?: number;
}

/** Rows of `#` and `.`, made to and fro in real numbers; undefined when a decision is too close to the level. */
export function diffused(
  { widthPx, heightPx, greys, white, level, strength = 1, doubt = 0 }: Diffusion,
  shares: Shares,
): string[] | undefined {
  const light = [...greys];
  const rows: string[] = [];
  for (let y = 0; y < heightPx; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    const row = new Array<string>(widthPx);
    for (let i = 0, x = step > 0 ? 0 : widthPx - 1; i < widthPx; i++, x += step) {
      const value = light[y * widthPx + x]!;
      if (Math.abs(value - level) < doubt) return undefined;
      const isBlack = value < level;
      row[x] = isBlack ? '#' : '.';
      const error = (isBlack ? value : value - white) * strength;
      for (const [dx, dy, share] of shares) {
        const to = x + dx * step;
        // What would leave at a side goes to the pixel below the edge.
        const inside = Math.min(widthPx - 1, Math.max(0, to));
        const down = inside === to ? dy : 1;
        if (y + down < heightPx) light[(y + down) * widthPx + inside]! += error * share;
      }
    }
    rows.push(row.join(''));
  }
  return rows;
}

/** The places of a cell in the order in which they become white, by the recursion of Bayer's article. */
export function bayerMatrix(size: number): number[][] {
  if (size === 1) return [[0]];
  const half = bayerMatrix(size / 2);
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => {
      const inner = 4 * half[y % half.length]![x % half.length]!;
      const [isRight, isLower] = [x >= half.length, y >= half.length];
      return inner + (isLower ? (isRight ? 1 : 3) : isRight ? 2 : 0);
    }),
  );
}
