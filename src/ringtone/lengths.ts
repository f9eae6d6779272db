/**
 * Note lengths in whole numbers, and how much of a length sounds.
 *
 * A MIDI file of division 96 counts in the same units as tune.ts, 1/384 of a whole note.
 *
 * The share of a note that sounds is what its style is heard by: natural leaves out 1/20 and staccato a half, the ratios that
 * descriptions of iMelody players give (one source, unconfirmed); continuous leaves out nothing.
 * @module
 */
import { type Duration, makePause, type Style, toUnits, WHOLE } from './tune.js';

/** Units of a quarter note, of the shortest length and of the longest. */
export const QUARTER = 96;
export const SHORTEST = 8;
export const LONGEST = 672;

/** One of the lengths that a note can have. */
export interface Length {
  readonly units: number;
  readonly duration: Duration;
  readonly dots: 0 | 1 | 2;
  readonly twoThirds: boolean;
}

/** Units of a length that sound; at least one, and different for every length. */
export function soundingUnits(units: number, style: Style): number {
  if (style === 'C') return units;
  return style === 'N' ? units - Math.ceil(units / 20) : units >> 1;
}

/** Part of a length that sounds. */
export function soundingShare(style: Style): number {
  return style === 'C' ? 1 : style === 'N' ? 0.95 : 0.5;
}

let known: readonly Length[] | undefined;

/** All 24 lengths, rising; made once, at the first file. */
export function allLengths(): readonly Length[] {
  known ??= makeLengths();
  return known;
}

function makeLengths(): Length[] {
  const lengths: Length[] = [];
  for (const duration of [1, 2, 4, 8, 16, 32] as const) {
    for (const dots of [0, 1, 2] as const)
      lengths.push({ units: toUnits(makePause(duration, dots)), duration, dots, twoThirds: false });
    lengths.push({ units: toUnits(makePause(duration, 0, true)), duration, dots: 0, twoThirds: true });
  }
  return lengths.sort((a, b) => a.units - b.units);
}

// Looking up

/** Units below which no pause is worth its place. */
export const NEGLIGIBLE = 6;
/** Sums are looked up in a table up to here; longer ones begin with whole notes. */
const LONGEST_SPLIT = 2 * WHOLE;

/** The length of exactly so many units. */
export function exactLength(units: number): Length | undefined {
  byUnits ??= tabulate((length) => length.units);
  return byUnits[units];
}

/** As {@link exactLength}, for units that are known to be those of a length. */
export function fromUnits(units: number): Length {
  return exactLength(units) as Length;
}

/**
 * The length whose sounding part in a style is so long, within a unit (a division below 96 rounds), and that
 * has room up to the next note, `distance` units away.
 */
export function bySounding(sounding: number, style: Style, distance: number): Length | undefined {
  bySoundingUnits ??= {
    N: tabulate((length) => soundingUnits(length.units, 'N')),
    C: tabulate((length) => soundingUnits(length.units, 'C')),
    S: tabulate((length) => soundingUnits(length.units, 'S')),
  };
  const table = bySoundingUnits[style];
  const length = table[sounding] ?? table[sounding + 1] ?? table[sounding - 1];
  return length !== undefined && length.units <= distance + NEGLIGIBLE ? length : undefined;
}

/** The length within a sixteenth of so many units, the plainer of two equally near. */
export function nearest(units: number): Length | undefined {
  const exact = exactLength(units);
  if (exact !== undefined) return exact;
  let best: Length | undefined;
  let least = Math.max(1, units / 16);
  for (const length of allLengths()) {
    const off = Math.abs(length.units - units);
    if (off > least || (off === least && best !== undefined && best.dots <= length.dots)) continue;
    best = length;
    least = off;
  }
  return best;
}

/** The longest that is no longer than so many units, but at least the shortest. */
export function longestBelow(units: number): Length {
  let best = allLengths()[0] as Length;
  for (const length of allLengths()) {
    if (length.units <= units) best = length;
  }
  return best;
}

// Sums

/** The length to begin with, for pauses to add up to so many units; undefined where none do. Past two whole notes, a whole one. */
export function firstOfSum(units: number): Length | undefined {
  const first = units > LONGEST_SPLIT ? WHOLE : splitAt(units);
  return first > 0 ? fromUnits(first) : undefined;
}

/** Whether pauses add up to so many units. */
export function isSum(units: number): boolean {
  return firstOfSum(units) !== undefined;
}

/** What pauses can add up to within a unit of a silence, 0 when there is nothing. */
export function sumNear(units: number): number {
  const wholes = Math.max(0, Math.ceil((units - LONGEST_SPLIT) / WHOLE)) * WHOLE;
  for (const sum of [units, units - 1, units + 1]) if (splitAt(sum - wholes) > 0) return sum;
  return 0;
}

// Tables

let byUnits: readonly (Length | undefined)[] | undefined;
let bySoundingUnits: Readonly<Record<Style, readonly (Length | undefined)[]>> | undefined;
let splits: Int16Array | undefined;

/** By what `measure` makes of the lengths. */
function tabulate(measure: (length: Length) => number): readonly (Length | undefined)[] {
  const table: (Length | undefined)[] = new Array(LONGEST + 1).fill(undefined);
  for (const length of allLengths()) table[measure(length)] = length;
  return table;
}

/** The last of the fewest lengths that add up to so many units; 0 where none do, and past the table. */
function splitAt(units: number): number {
  splits ??= buildSplits(allLengths());
  return splits[units] ?? 0;
}

/** The entries of {@link splitAt} from 0 to LONGEST_SPLIT units. */
function buildSplits(lengths: readonly Length[]): Int16Array {
  const last = new Int16Array(LONGEST_SPLIT + 1);
  const count = new Int16Array(LONGEST_SPLIT + 1).fill(0x7fff);
  count[0] = 0;
  for (let sum = SHORTEST; sum <= LONGEST_SPLIT; sum++) {
    for (const { units } of lengths) {
      if (units > sum) break;
      const pieces = (count[sum - units] as number) + 1;
      if (pieces > 0x7fff || pieces > (count[sum] as number)) continue;
      // The longest of equally few.
      count[sum] = pieces;
      last[sum] = units;
    }
  }
  return last;
}
