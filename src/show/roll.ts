/**
 * A tune as a piano roll: when each note begins and ends, in words and in numbers.
 * @module
 */

import { type Bitmap, bitmapFromRows, bitmapToText } from '../bitmap/index.js';
import { GLYPH_HEIGHT, textWidthPx } from '../bitmap/pixel-font.js';
import { describeTune } from '../content/facts.js';
import { type Note, noteMidi, type Style, type Tune, tuneDurationMs } from '../ringtone/index.js';
import { QUARTER, soundingShare } from '../ringtone/lengths.js';
import { PITCHES, toUnits } from '../ringtone/tune.js';
import { type Canvas, drawText, fillRect, newCanvas } from './canvas.js';

/** A note or pause in time: in quarter notes and, as its tempo has it, in milliseconds from the beginning. */
export interface RollNote {
  readonly start: number;
  /** Until the next one begins. */
  readonly length: number;
  /** How much of it sounds: the style leaves a gap after it. */
  readonly sounding: number;
  readonly startMs: number;
  /** When the next one begins. */
  readonly endMs: number;
  /** Until when it sounds. */
  readonly soundsUntilMs: number;
  /** MIDI number, 60 for c4; undefined for a pause. */
  readonly midi: number | undefined;
  /** Such as `c#5, 8th, dotted`. */
  readonly words: string;
}

/** A tune in time. */
export interface Roll {
  readonly notes: readonly RollNote[];
  /** Quarter notes in all, pauses at the end included. */
  readonly length: number;
  readonly lengthMs: number;
  /** Lowest and highest note; of a tune of pauses the middle of the range. */
  readonly low: number;
  readonly high: number;
}

/** What the roll of pauses alone shows. */
const C5 = 72;

/** Notes of a tune in time, one pass. */
export function findRoll(tune: Tune): Roll {
  const notes: RollNote[] = [];
  let { tempoBpm, style } = tune;
  // Whole numbers, so that no sum is a little too long.
  let units = 0;
  let startMs = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const note of tune.notes) {
    tempoBpm = note.tempoBpm ?? tempoBpm;
    style = note.style ?? style;
    const lengthMs = tuneDurationMs({ title: '', tempoBpm, style, loops: 0, notes: [note] });
    const length = toUnits(note) / QUARTER;
    const midi = noteMidi(note) ?? undefined;
    const share = midi === undefined ? 0 : soundingShare(style);
    const inQuarters = { start: units / QUARTER, length, sounding: length * share };
    const inMs = { startMs, endMs: startMs + lengthMs, soundsUntilMs: startMs + lengthMs * share };
    notes.push({ ...inQuarters, ...inMs, midi, words: wordsOf(note) });
    units += toUnits(note);
    startMs += lengthMs;
    if (midi === undefined) continue;
    low = Math.min(low, midi);
    high = Math.max(high, midi);
  }
  return { notes, length: units / QUARTER, lengthMs: startMs, ...(high < low ? { low: C5, high: C5 } : { low, high }) };
}

/** The note that is on at a time; -1 outside of the tune. */
export function noteAt({ notes }: Roll, ms: number): number {
  let from = 0;
  let to = notes.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((notes[middle] as RollNote).endMs <= ms) from = middle + 1;
    else to = middle;
  }
  return ms >= 0 && from < notes.length ? from : -1;
}

/** Name of a MIDI note with RTX's octave, such as a4. */
export function nameNote(midi: number): string {
  return `${PITCHES[midi % 12]}${Math.floor(midi / 12) - 1}`;
}

/** Whether a note is on a black key. */
export function isBlackKey(midi: number): boolean {
  return PITCHES[midi % 12]?.endsWith('#') === true;
}

const LENGTHS = { 1: 'whole', 2: 'half', 4: 'quarter', 8: '8th', 16: '16th', 32: '32nd' } as const;

function wordsOf(note: Note): string {
  const name = note.pitch === null ? 'pause' : `${note.pitch}${note.octave}`;
  const dots = note.twoThirds === true ? ', triplet' : ['', ', dotted', ', double-dotted'][note.dots];
  return `${name}, ${LENGTHS[note.duration]}${dots}`;
}

/** Words for the styles. */
export const STYLE_NAMES: Readonly<Record<Style, string>> = { N: 'natural', C: 'continuous', S: 'staccato' };

// ---- Terminal ----

/** Columns of a strip (eight quarters when a column is a 32nd), and strips that a tune is spread over before its columns get longer. */
const COLUMNS = 64;
const STRIPS = 5;

/** A tune for a terminal: strips of half blocks, two semitones a line, a column from a 32nd on. */
export function rollToText(tune: Tune): string {
  const roll = findRoll(tune);
  // A column is a 32nd, or twice, four times ... as long as that.
  let columnsPerQuarter = 8;
  while (roll.length * columnsPerQuarter > COLUMNS * STRIPS && columnsPerQuarter > 2 ** -12) columnsPerQuarter /= 2;
  const width = Math.max(1, Math.ceil(roll.length * columnsPerQuarter));
  const height = Math.ceil((roll.high - roll.low + 1) / 2) * 2;
  const rows = Array.from({ length: height }, () => new Array<string>(width).fill('.'));
  for (const { start, length, sounding, midi } of roll.notes) {
    if (midi === undefined) continue;
    const from = Math.round(start * columnsPerQuarter);
    const next = Math.max(from + 1, Math.round((start + length) * columnsPerQuarter));
    // A column less where there is space shows where one note ends and the next begins.
    const gap = sounding < length ? Math.max(1, Math.round((length - sounding) * columnsPerQuarter)) : 0;
    const to = Math.max(from + 1, next - gap);
    rows[roll.high - midi]?.fill('#', from, Math.min(to, width));
  }
  const strips: string[] = [];
  for (let at = 0; at < width; at += COLUMNS) {
    const cells = rows.map((row) => row.slice(at, at + COLUMNS).join(''));
    strips.push(labelled(bitmapFromRows(cells), roll));
  }
  return strips.join('\n');
}

/** Note names stand at the highest and the lowest line, and where an octave begins. */
function labelled(bitmap: Bitmap, { low, high }: Roll): string {
  const lines = bitmapToText(bitmap).replace(/\n$/, '').split('\n');
  return lines
    .map((line, i) => {
      const upper = high - 2 * i;
      const names = [upper, upper - 1].filter((midi) => midi >= low && (midi === high || midi === low || midi % 12 === 0));
      return `${(names[0] === undefined ? '' : nameNote(names[0])).padStart(4)} │${line}\n`;
    })
    .join('');
}

// ---- Picture ----

/** Paper, lanes of white and of black keys, lines, bars and their shade, text; then the keys themselves. */
const PALETTE = [0xffffff, 0xf7f7f2, 0xeaeae2, 0xd2d2c6, 0x2f6f4f, 0x24302a, 0xffffff, 0x24302a, 0x9c9c90] as const;
const [PAPER, WHITE_LANE, BLACK_LANE, LINE, BAR, INK, WHITE_KEY, BLACK_KEY, BEAT_LINE] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

const EDGE = 12;
/** Sizes at zoom 1. */
const LANE = 4;
const QUARTER_WIDTH = 16;
const KEYS = 24;
/** A strip is broken where it would get wider, between two quarters. */
const STRIP_WIDTH = 1200;

/**
 * Draws a tune, a semitone 4 and a quarter note 16 pixels long at zoom 1.
 * @throws LimitError when the drawing would have too many pixels.
 */
export function drawRoll(tune: Tune, zoom: number): Canvas {
  const roll = findRoll(tune);
  const lane = LANE * zoom;
  const quarter = QUARTER_WIDTH * zoom;
  const keys = KEYS * zoom;
  const lineHeight = (GLYPH_HEIGHT + 3) * zoom;
  const perStrip = Math.max(1, Math.floor(STRIP_WIDTH / quarter / 4) * 4);
  const quarters = Math.max(1, Math.ceil(roll.length));
  const strips = Math.ceil(quarters / perStrip);
  const title = tune.title === '' ? '(no title)' : tune.title;
  const facts = describeTune(tune);
  const rollWidth = Math.min(quarters, perStrip) * quarter;
  const width = 2 * EDGE + Math.max(keys + rollWidth, textWidthPx(title) * zoom, textWidthPx(facts) * zoom);
  // A free lane above and below.
  const top = roll.high + 1;
  const lanes = roll.high - roll.low + 3;
  const stripHeight = lanes * lane + EDGE;
  const head = EDGE + 2 * lineHeight + EDGE / 2;
  const canvas = newCanvas(width, head + strips * stripHeight, PALETTE);
  fillRect(canvas, 0, 0, width, canvas.heightPx, PAPER);
  drawText(canvas, title, EDGE, EDGE, zoom, INK);
  drawText(canvas, facts, EDGE, EDGE + lineHeight, zoom, BEAT_LINE);
  for (let strip = 0; strip < strips; strip++) {
    const y = head + strip * stripHeight;
    const length = Math.min(perStrip, quarters - strip * perStrip);
    drawLanes(canvas, { x: EDGE, y, keys, lane, lanes, top, width: length * quarter, zoom });
    for (let beat = 0; beat <= length; beat++) {
      fillRect(canvas, EDGE + keys + beat * quarter, y, 1, lanes * lane, beat % 4 === 0 ? BEAT_LINE : LINE);
    }
  }
  for (const { start, sounding, midi } of roll.notes) {
    if (midi === undefined) continue;
    // A note may go on in the next strip, and the longest in several.
    const end = start + sounding;
    for (let strip = Math.floor(start / perStrip); strip * perStrip < end && strip < strips; strip++) {
      const first = strip * perStrip;
      const x = Math.round((Math.max(start, first) - first) * quarter);
      const right = Math.max(x + 1, Math.round((Math.min(end, first + perStrip) - first) * quarter));
      const y = head + strip * stripHeight + (top - midi) * lane;
      fillRect(canvas, EDGE + keys + x + 1, y + 1, Math.max(1, right - x - 1), Math.max(1, lane - 1), BAR);
    }
  }
  return canvas;
}

interface Strip {
  readonly x: number;
  readonly y: number;
  readonly keys: number;
  readonly lane: number;
  readonly lanes: number;
  /** MIDI note of the topmost lane. */
  readonly top: number;
  readonly width: number;
  readonly zoom: number;
}

/** Keys at the left, and a lane to the right of each; every C has its name. */
function drawLanes(canvas: Canvas, { x, y, keys, lane, lanes, top, width, zoom }: Strip): void {
  for (let i = 0; i < lanes; i++) {
    const midi = top - i;
    const at = y + i * lane;
    const isBlack = isBlackKey(midi);
    fillRect(canvas, x, at, keys, lane, WHITE_KEY);
    if (isBlack) fillRect(canvas, x + keys / 2, at, keys / 2, lane, BLACK_KEY);
    fillRect(canvas, x + keys, at, width, lane, isBlack ? BLACK_LANE : WHITE_LANE);
    // Keys are parted in the middle of a black one, and between e and f, b and c.
    if (midi % 12 === 0 || midi % 12 === 5) fillRect(canvas, x, at + lane - 1, keys + width, 1, LINE);
  }
  for (let i = 0; i < lanes; i++) {
    const midi = top - i;
    if (midi % 12 !== 0) continue;
    const textTop = Math.round(y + i * lane + lane / 2 - (GLYPH_HEIGHT * zoom) / 2);
    drawText(canvas, nameNote(midi), x, textTop, zoom, INK);
  }
  fillRect(canvas, x + keys, y, 1, lanes * lane, BEAT_LINE);
}
