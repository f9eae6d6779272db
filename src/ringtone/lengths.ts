/**
 * Note lengths in whole numbers, and how much of a length sounds.
 *
 * One unit is 1/384 of a whole note: the coarsest grid on which halves down to 1/32, their dots, double dots and two thirds all
 * have whole numbers (1/32 with two dots is 21 units, with two thirds 8). A MIDI file of division 96 counts in the same units.
 *
 * The share of a note that sounds is what its style is heard by: natural leaves out 1/20 and staccato a half, the ratios that
 * descriptions of iMelody players give (one source, unconfirmed); continuous leaves out nothing.
 * @module
 */
import type { Duration, Note, Style } from './tune.js';

/** Units of a whole note. */
export const WHOLE = 384;
/** Units of a quarter note. */
export const QUARTER = 96;

/** One of the lengths that a note can have. */
export interface Length {
  readonly units: number;
  readonly duration: Duration;
  readonly dots: 0 | 1 | 2;
  readonly twoThirds: boolean;
}

/** Length of a note in units, 8 to 672. */
export function unitsOf(note: Note): number {
  const plain = WHOLE / note.duration;
  if (note.twoThirds === true) return (plain * 2) / 3;
  return note.dots === 0 ? plain : note.dots === 1 ? plain * 1.5 : plain * 1.75;
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

/** All 24 lengths, rising. */
export function allLengths(): readonly Length[] {
  known ??= makeLengths();
  return known;
}

function makeLengths(): Length[] {
  const lengths: Length[] = [];
  for (const duration of [1, 2, 4, 8, 16, 32] as const) {
    const plain = WHOLE / duration;
    lengths.push({ units: (plain * 2) / 3, duration, dots: 0, twoThirds: true });
    for (const dots of [0, 1, 2] as const) {
      lengths.push({ units: plain * ([1, 1.5, 1.75][dots] as number), duration, dots, twoThirds: false });
    }
  }
  return lengths.sort((a, b) => a.units - b.units);
}
