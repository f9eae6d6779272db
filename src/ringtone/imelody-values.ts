/**
 * What an iMelody means where it says nothing, and its numbers for styles.
 *
 * Sources: iMelody 1.2; Sonivox.
 * @module
 */
import type { Style } from './tune.js';

/** Tempo of a melody that names none, in quarter notes per minute (iMelody 1.2; Sonivox). */
export const DEFAULT_BEAT = 120;

/** Volume that V+ and V- start from when none is named (iMelody 1.2). */
export const DEFAULT_VOLUME = 7;

/** Octave of a note without prefix: *4, A = 880 Hz. */
export const DEFAULT_OCTAVE = 5;

/** Styles by number. */
export const STYLES: readonly Style[] = ['N', 'C', 'S'];
