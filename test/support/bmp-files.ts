/**
 * BMP files written from plans, and the pixels that they have: every header, depth, mask, palette and compression. Nothing of the reader is
 * used. Pixels are numbers as the file has them: indices of the palette, 0xRRGGBB, or what masks take apart.
 */
import fc from 'fast-check';

/** Red, green, blue, alpha. */
export type Masks = readonly [red: number, green: number, blue: number, alpha: number];

/** What a BMP is made of. */
export interface BmpPlan {
  /** Octets of its header. */
  readonly header: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly depth: number;
  readonly isTopDown?: boolean;
  readonly masks?: Masks;
  readonly hasRuns?: boolean;
  /** 0xRRGGBB each. */
  readonly palette?: readonly number[];
  /** From the top left; with runs -1 is a pixel that none of them paints. */
  readonly pixels: readonly number[];
  /** Octets between the palette and the pixels. */
  readonly gap?: number;
  /** Where runs end and pixels go one by one. */
  readonly seed?: number;
}

const CORE = 12;

/** Bit fields with and without alpha, and runs by depth. */
const [FIELDS, ALPHA_FIELDS] = [3, 6];
const RUNS: Readonly<Record<number, number>> = { 8: 1, 4: 2, 24: 4 };

/** Numbers from 0 on, below a bound, in an order that a seed decides. */
function numbers(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Octets of a number, the lowest first; those below 0 have 32 bits. */
export const little = (value: number, octets: number) =>
  Array.from({ length: octets }, (_, i) => Math.floor((value < 0 ? value + 2 ** 32 : value) / 256 ** i) % 256);

/** Whether masks are in the header, not after it. */
const hasOwnMasks = (header: number) => [52, 56, 108, 124].includes(header);

function compressionOf({ header, depth, masks, hasRuns }: BmpPlan): number {
  if (hasRuns === true) return RUNS[depth]!;
  if (masks === undefined) return 0;
  return masks[3] !== 0 && !hasOwnMasks(header) ? ALPHA_FIELDS : FIELDS;
}

/** The rows in the order of the file. */
function rowsOf({ widthPx, heightPx, isTopDown, pixels }: BmpPlan): (readonly number[])[] {
  const rows = Array.from({ length: heightPx }, (_, y) => pixels.slice(y * widthPx, (y + 1) * widthPx));
  return isTopDown === true ? rows : rows.reverse();
}

function plainRow(row: readonly number[], depth: number): number[] {
  const octets =
    depth < 8
      ? (
          row
            .map((pixel) => pixel.toString(2).padStart(depth, '0'))
            .join('')
            .match(/.{1,8}/g) ?? []
        ).map((bits) => Number.parseInt(bits.padEnd(8, '0'), 2))
      : row.flatMap((pixel) => little(pixel, depth / 8));
  return [...octets, ...new Array<number>((4 - (octets.length % 4)) % 4).fill(0)];
}

/** Runs, pixels one by one, and moves over what is not painted. */
function runs(plan: BmpPlan): number[] {
  const { depth, seed = 1 } = plan;
  const below = numbers(seed);
  const rows = rowsOf(plan);
  const out: number[] = [];
  const stored = (pixels: readonly number[]) => {
    if (depth !== 4) return pixels.flatMap((pixel) => little(pixel, depth / 8));
    return Array.from({ length: Math.ceil(pixels.length / 2) }, (_, i) => (pixels[i * 2]! << 4) | (pixels[i * 2 + 1] ?? 0));
  };
  let x = 0;
  for (let y = 0; y < rows.length; ) {
    const row = rows[y]!;
    const end = row.findLastIndex((pixel) => pixel >= 0) + 1;
    while (x < end) {
      const painted = row.findIndex((pixel, i) => i >= x && pixel >= 0);
      if (painted > x) {
        const step = Math.min(255, painted - x);
        out.push(0, 2, step, 0);
        x += step;
        continue;
      }
      const rest = row.slice(x, x + 255);
      const gap = rest.indexOf(-1);
      const open = gap < 0 ? rest : rest.slice(0, gap);
      // Of RLE4 two pixels take turns.
      const other = open.findIndex((pixel, i) => pixel !== open[depth === 4 ? i % 2 : 0]);
      const alike = other < 0 ? open.length : other;
      const single = 3 + below(Math.max(1, open.length - 2));
      if (open.length >= 3 && below(2) === 0) {
        const octets = stored(open.slice(0, single));
        out.push(0, single, ...octets, ...(octets.length % 2 === 1 ? [0] : []));
        x += single;
      } else {
        const count = below(4) === 0 ? 1 + below(alike) : alike;
        out.push(count, ...stored(depth === 4 ? [open[0]!, open[1] ?? 0] : [open[0]!]));
        x += count;
      }
    }
    const next = rows.findIndex((later, i) => i > y && later.some((pixel) => pixel >= 0));
    if (next < 0) break;
    const first = rows[next]!.findIndex((pixel) => pixel >= 0);
    if (first >= x && first - x <= 255 && next - y <= 255 && below(2) === 0) {
      out.push(0, 2, first - x, next - y);
      x = first;
    } else {
      for (let i = y; i < next; i++) out.push(0, 0);
      x = 0;
    }
    y = next;
  }
  return [...out, 0, 1];
}

/** The file. */
export function buildBmp(plan: BmpPlan): Uint8Array {
  const { header, widthPx, heightPx, depth, isTopDown, masks, hasRuns, palette = [], gap = 0 } = plan;
  const data = hasRuns === true ? runs(plan) : rowsOf(plan).flatMap((row) => plainRow(row, depth));
  const height = isTopDown === true ? -heightPx : heightPx;
  const own = hasOwnMasks(header) ? (masks ?? [0, 0, 0, 0]) : [];
  const fields: number[] =
    header === CORE
      ? [...little(CORE, 4), ...little(widthPx, 2), ...little(height, 2), ...little(1, 2), ...little(depth, 2)]
      : [
          ...[header, widthPx, height].flatMap((value) => little(value, 4)),
          ...[1, depth].flatMap((value) => little(value, 2)),
          ...[compressionOf(plan), data.length, 2835, 2835, palette.length, 0, ...own].flatMap((value) => little(value, 4)),
        ];
  const filled = Array.from({ length: header }, (_, i) => fields[i] ?? 0);
  // sRGB.
  if (header >= 108) filled.splice(56, 4, ...little(0x73524742, 4));
  const after = masks === undefined || hasOwnMasks(header) ? [] : masks.slice(0, masks[3] === 0 ? 3 : 4);
  const colours = palette.flatMap((colour) => [...little(colour, 3), ...(header === CORE ? [] : [0])]);
  const head = [...filled, ...after.flatMap((mask) => little(mask, 4)), ...colours, ...new Array<number>(gap).fill(0xaa)];
  const pixelsAt = 14 + head.length;
  return Uint8Array.from([
    ...[0x42, 0x4d],
    ...little(pixelsAt + data.length, 4),
    ...little(0, 4),
    ...little(pixelsAt, 4),
    ...head,
    ...data,
  ]);
}

/** A channel of a pixel, to the nearest of 8 bits. */
function scaled(pixel: number, mask: number): number {
  const [bits, whole] = [BigInt(pixel) & BigInt(mask), BigInt(mask)];
  return mask === 0 ? 255 : Number((bits * 510n + whole) / (whole * 2n));
}

/** Masks where a file has none. */
export const DEFAULT_MASKS: Readonly<Record<number, Masks>> = {
  16: [0x7c00, 0x3e0, 0x1f, 0],
  24: [0xff0000, 0xff00, 0xff, 0],
  32: [0xff0000, 0xff00, 0xff, 0],
};

/** RGBA of a plan; pixels that no run paints have the first colour, with RLE24 black. */
export function bmpPixels({ depth, masks = DEFAULT_MASKS[depth], palette = [], pixels }: BmpPlan): Uint8Array {
  return Uint8Array.from(
    pixels.flatMap((pixel) => {
      if (masks !== undefined) return masks.map((mask) => scaled(Math.max(0, pixel), mask));
      const colour = palette[Math.max(0, pixel)]!;
      return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff, 255];
    }),
  );
}

/** Whether a file ends before a palette of all colours would, which a header of 12 octets seems to promise. */
export function endsInPalette(plan: BmpPlan): boolean {
  return plan.header === CORE && plan.depth <= 8 && buildBmp(plan).length < 14 + CORE + 3 * 2 ** plan.depth;
}

/** A plan in words, without its pixels. */
export function labelOf({ header, widthPx, heightPx, depth, masks, hasRuns, isTopDown, palette = [] }: BmpPlan): string {
  const how = hasRuns === true ? 'as runs' : (masks ?? []).map((mask) => mask.toString(16)).join(' ');
  const size = `${widthPx}x${heightPx}${isTopDown === true ? ' from the top' : ''}`;
  return `header of ${header}, ${depth} bits ${how}, ${size}, ${palette.length} colours`;
}

// ---- arbitraries ----

/** Headers of OS/2 2.x that are none of Windows, by what is cut off. */
const OS2_HEADERS = [16, 20, 24, 28, 32, 36, 42, 44, 46, 48, 60, 64];
/** The usual one more often than others. */
const WINDOWS_HEADERS = [40, 40, 40, 40, 52, 56, 108, 124, 124];
/** From here on a header says how the pixels are packed, and how many colours there are. */
const [HAS_COMPRESSION, HAS_COLOURS] = [20, 36];

interface Kind {
  readonly header: number;
  readonly depth: number;
  readonly how: 'plain' | 'fields' | 'alpha' | 'runs';
}

const KINDS: readonly Kind[] = [
  ...[1, 4, 8, 24].map((depth) => ({ header: CORE, depth, how: 'plain' as const })),
  ...[...OS2_HEADERS, ...WINDOWS_HEADERS].flatMap((header) =>
    [1, 4, 8, 24].map((depth) => ({ header, depth, how: 'plain' as const })),
  ),
  ...WINDOWS_HEADERS.flatMap((header) => [2, 16, 32].map((depth) => ({ header, depth, how: 'plain' as const }))),
  ...WINDOWS_HEADERS.flatMap((header) => [16, 32].map((depth) => ({ header, depth, how: 'fields' as const }))),
  ...WINDOWS_HEADERS.filter((header) => header !== 52).flatMap((header) =>
    [16, 32].map((depth) => ({ header, depth, how: 'alpha' as const })),
  ),
  ...[...OS2_HEADERS, ...WINDOWS_HEADERS]
    .filter((header) => header >= HAS_COMPRESSION)
    .flatMap((header) => [4, 8].map((depth) => ({ header, depth, how: 'runs' as const }))),
  ...[...OS2_HEADERS, 40]
    .filter((header) => header >= HAS_COMPRESSION)
    .map((header) => ({ header, depth: 24, how: 'runs' as const })),
];

/** Fields of any width, side by side or apart, in any order. */
function masksOf(depth: number, hasAlpha: boolean, below: (bound: number) => number): Masks {
  const count = hasAlpha ? 4 : 3;
  // Where fields begin and end, among the bits of a pixel.
  const places = new Set<number>();
  while (places.size < count * 2) places.add(below(depth + 1));
  const bounds = [...places].sort((a, b) => a - b);
  const fields = Array.from({ length: count }, (_, i) => 2 ** bounds[i * 2 + 1]! - 2 ** bounds[i * 2]!);
  const order = fields.map((field) => [below(1000), field] as const).sort(([a], [b]) => a - b);
  const [red, green, blue, alpha = 0] = order.map(([, field]) => field) as [number, number, number, number?];
  return [red, green, blue, alpha];
}

/** Usual masks: 565, 555, 444, 8 bits in both orders, 11-11-10, 10-10-10; with alpha 4444, 1555, 8888, 10-10-10-2. */
const USUAL: Readonly<Record<string, readonly Masks[]>> = {
  '16 fields': [
    [0xf800, 0x7e0, 0x1f, 0],
    [0x7c00, 0x3e0, 0x1f, 0],
    [0xf00, 0xf0, 0xf, 0],
  ],
  '32 fields': [
    [0xff0000, 0xff00, 0xff, 0],
    [0xff, 0xff00, 0xff0000, 0],
    [0xff000000, 0xff0000, 0xff00, 0],
    [0xffe00000, 0x1ffc00, 0x3ff, 0],
    [0x3ff00000, 0xffc00, 0x3ff, 0],
  ],
  '16 alpha': [
    [0xf00, 0xf0, 0xf, 0xf000],
    [0x7c00, 0x3e0, 0x1f, 0x8000],
  ],
  '32 alpha': [
    [0xff0000, 0xff00, 0xff, 0xff000000],
    [0xff, 0xff00, 0xff0000, 0xff000000],
    [0x3ff00000, 0xffc00, 0x3ff, 0xc0000000],
  ],
};

/** Files of every kind, with pixels of noise, of stripes, and of areas of one colour. */
export const bmpPlans: fc.Arbitrary<BmpPlan> = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    widthPx: fc.integer({ min: 1, max: 40 }),
    heightPx: fc.integer({ min: 1, max: 12 }),
    isUpsideDown: fc.boolean(),
    gap: fc.constantFrom(0, 0, 0, 4, 7),
    steady: fc.constantFrom(0, 0.5, 0.9),
    isWhole: fc.boolean(),
    seed: fc.integer({ min: 1, max: 0x7fffffff }),
  })
  .map(({ kind: { header, depth, how }, widthPx, heightPx, isUpsideDown, gap, steady, isWhole, seed }): BmpPlan => {
    const below = numbers(seed);
    const most = 2 ** depth;
    const hasRuns = how === 'runs';
    const canBeFew = header === CORE || header >= HAS_COLOURS;
    const colours = isWhole || !canBeFew ? most : 1 + below(most);
    const isGrey = below(4) === 0;
    const palette = Array.from({ length: depth > 8 ? 0 : colours }, () => (isGrey ? below(256) * 0x10101 : below(0x1000000)));
    const usual = USUAL[`${depth} ${how}`];
    const masks =
      usual === undefined ? undefined : below(2) === 0 ? usual[below(usual.length)] : masksOf(depth, how === 'alpha', below);
    let last = 0;
    const pixels = Array.from({ length: widthPx * heightPx }, () => {
      if (below(1000) >= steady * 1000) last = below(depth > 8 ? most : colours);
      return hasRuns && !isWhole && below(5) === 0 ? -1 : last;
    });
    return {
      ...{ header, widthPx, heightPx, depth, hasRuns, pixels, seed },
      isTopDown: header !== CORE && !hasRuns && isUpsideDown,
      // The core header does not say how many colours there are: where the pixels begin does.
      gap: header === CORE && !isWhole ? 0 : gap,
      ...(depth <= 8 && { palette }),
      ...(masks !== undefined && { masks }),
    };
  });
