/**
 * Tempos: which ones texts, binary forms and players have, and the 32 of the Nokia ringing tone.
 *
 *   100 ttttt    tempo instruction; ttttt indexes TEMPO_TABLE
 *
 * Text may hold any tempo, so most need rounding on their way into the binary form. gammu and gnokii take the next higher
 * entry (126 becomes 140), ringtonetools and the Perl parser the nearest one (126 becomes 125). Nearest is the default here;
 * 'up' gives the same octets as the first two.
 *
 * Source: Nokia Smart Messaging, tempo instruction; RTTTL 1.0, "valid BPM values".
 * @module
 */
import { badField, isWhole } from './tune.js';

/** The tempos of a Nokia ringing tone in quarter notes per minute, by code 0 to 31 (Nokia Smart Messaging 3.0). */
export const TEMPO_TABLE: readonly number[] = [
  25, 28, 31, 35, 40, 45, 50, 56, 63, 70, 80, 90, 100, 112, 125, 140, 160, 180, 200, 225, 250, 285, 320, 355, 400, 450, 500,
  565, 635, 715, 800, 900,
];

/** Tempo of a tune that names none (RTTTL 1.0; gammu's decoder says the same of the binary form). */
export const DEFAULT_TEMPO_BPM = 63;

/** Tempos that the text forms have, which are the ends of the table. */
export const SLOWEST_TEXT_BPM = 25;
export const FASTEST_TEXT_BPM = 900;

/**
 * Checks a tempo that is to be written as text.
 * @throws EncodeError `bad-value` when it is not a whole number from 25 to 900.
 */
export function checkTextTempo(field: string, bpm: number): void {
  if (!isWhole(bpm, SLOWEST_TEXT_BPM, FASTEST_TEXT_BPM)) throw badField(field, bpm, 'a whole number from 25 to 900');
}

/** Tempos that are played, and written in binary forms: those of the text forms, and a fifth beyond. */
const PLAYABLE = { lowest: 20, highest: 1080 } as const;

/**
 * Checks a tempo that is to be played or rounded.
 * @throws EncodeError `bad-value` outside 20 to 1080.
 */
export function checkPlayable(field: string, bpm: number): void {
  const { lowest, highest } = PLAYABLE;
  if (!(typeof bpm === 'number' && bpm >= lowest && bpm <= highest)) throw badField(field, bpm, `${lowest} to ${highest}`);
}

/** How a tempo outside {@link TEMPO_TABLE} is rounded: to the nearest entry (the higher of two equally near), or up to the next one. */
export type TempoRounding = 'nearest' | 'up';

/**
 * Returns the code in {@link TEMPO_TABLE}, 0 to 31, of a tempo in quarter notes per minute. Slower and faster tempos get the first and the last code.
 * @throws EncodeError `bad-value` when `bpm` is not a finite number.
 */
export function tempoCode(bpm: number, rounding: TempoRounding): number {
  if (!Number.isFinite(bpm)) throw badField('tempoBpm', bpm, 'a finite number');
  return roundedCode(bpm, rounding);
}

/** {@link tempoCode} of a number that is known to be finite. */
export function roundedCode(bpm: number, rounding: TempoRounding): number {
  let low = 0;
  let high = TEMPO_TABLE.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((TEMPO_TABLE[middle] as number) < bpm) low = middle + 1;
    else high = middle;
  }
  if (rounding === 'up' || low === 0) return low;
  const above = (TEMPO_TABLE[low] as number) - bpm;
  const below = bpm - (TEMPO_TABLE[low - 1] as number);
  return below < above ? low - 1 : low;
}
