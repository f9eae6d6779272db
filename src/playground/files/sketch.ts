/**
 * A tune in a thumbnail: its notes from left to right, high ones above low ones. No DOM here.
 * @module
 */
import { type Bitmap, bitmapFromRows } from '../../bitmap/index.js';
import type { Tune } from '../../ringtone/index.js';
import { findRoll } from '../../show/roll.js';

/** Pixels of the thumbnail, and of a note. */
const [WIDTH, HEIGHT, THICK] = [96, 32, 2];

/** Draws the notes of a tune; undefined for one without notes. */
export function sketchTune(tune: Tune): Bitmap | undefined {
  const { notes, length, low, high } = findRoll(tune);
  if (length === 0) return undefined;
  const rows = Array.from({ length: HEIGHT }, () => new Array<string>(WIDTH).fill('.'));
  const scale = (HEIGHT - THICK) / Math.max(1, high - low);
  for (const { start, sounding, midi } of notes) {
    if (midi === undefined) continue;
    const from = Math.min(WIDTH - 1, Math.floor((start / length) * WIDTH));
    const to = Math.max(from + 1, Math.floor(((start + sounding) / length) * WIDTH));
    const top = high === low ? (HEIGHT - THICK) >> 1 : Math.round((high - midi) * scale);
    for (let y = top; y < top + THICK; y++) rows[y]?.fill('#', from, to);
  }
  return bitmapFromRows(rows.map((row) => row.join('')));
}
