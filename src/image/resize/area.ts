/**
 * Making a picture smaller or larger by area: each pixel of the result is the mean of the area that it covers, edges by their share.
 *
 * Sums are whole numbers, so the mean is exact before it is rounded: one colour stays what it is, and where sides divide each other the
 * result is the rounded mean of whole pixels.
 * @module
 */
import type { Cuts } from '../../bitmap/luminance.js';
import { findCuts, reduceScale } from '../../bitmap/scale.js';
import { type Channels, GREY_PARTS } from '../raster.js';
import { ColumnSums } from './column-sums.js';
import type { RowsShape, Stage } from './lines.js';

/** From octets to lines of fewer or more pixels, by area: whole rows are summed up before they are brought to the result's width. */
export class AreaStage {
  readonly #next: Stage;
  /** Undefined with alpha, by which colours are multiplied first. */
  readonly #columns: ColumnSums | undefined;
  readonly #channels: Channels;
  readonly #cuts: Cuts;
  /** Units of height of a source row, and of a row of the result. */
  readonly #source: number;
  readonly #target: number;
  /** Units of a pixel of the result. */
  readonly #area: number;
  /** Source rows, summed up to the result's width. */
  readonly #row: Float64Array;
  readonly #sums: Float64Array;
  /** Units of height that the row of the result still wants. */
  #wanted: number;

  constructor(from: RowsShape, to: RowsShape, next: Stage, isGrey: boolean) {
    const down = reduceScale(from.heightPx, to.heightPx);
    this.#next = next;
    this.#columns = from.channels === 4 ? undefined : new ColumnSums(from.widthPx * from.channels, isGrey);
    this.#channels = to.channels;
    this.#cuts = findCuts(from.widthPx, to.widthPx);
    this.#source = down.source;
    this.#target = down.target;
    this.#area = reduceScale(from.widthPx, to.widthPx).target * down.target * (isGrey ? GREY_PARTS : 1);
    this.#row = new Float64Array(to.widthPx * to.channels);
    this.#sums = new Float64Array(to.widthPx * to.channels);
    this.#wanted = down.target;
  }

  row(samples: Uint8Array, at: number): void {
    const columns = this.#columns;
    if (columns !== undefined && this.#wanted >= this.#source) {
      columns.add(samples, at);
      this.#wanted -= this.#source;
      if (this.#wanted > 0 && !columns.isFull) return;
      this.#addRow(columns, this.#source);
      if (this.#wanted === 0) this.#finishLine();
      return;
    }
    if (columns === undefined) sumRgba(this.#row, this.#cuts, samples, at);
    else {
      // A row that is cut counts with another share than the whole ones above it.
      if (columns.rows > 0) this.#addRow(columns, this.#source);
      columns.add(samples, at);
      this.#sumAcross(columns.take());
    }
    for (let left = this.#source; left > 0; ) {
      const taken = Math.min(left, this.#wanted);
      this.#addShare(taken);
      left -= taken;
      this.#wanted -= taken;
      if (this.#wanted === 0) this.#finishLine();
    }
  }

  #addRow(columns: ColumnSums, share: number): void {
    this.#sumAcross(columns.take());
    this.#addShare(share);
  }

  #sumAcross(totals: Int32Array): void {
    if (this.#channels === 1) sumGrey(this.#row, this.#cuts, totals);
    else sumRgb(this.#row, this.#cuts, totals);
  }

  #addShare(share: number): void {
    const row = this.#row;
    const sums = this.#sums;
    const { length } = row;
    for (let i = 0; i < length; i++) sums[i] = (sums[i] as number) + share * (row[i] as number);
  }

  #finishLine(): void {
    const sums = this.#sums;
    const { length } = sums;
    const area = this.#area;
    for (let i = 0; i < length; i++) sums[i] = (sums[i] as number) / area;
    this.#next.line(sums);
    sums.fill(0);
    this.#wanted = this.#target;
  }
}

// One loop for each number of channels, as bringing rows to the result's width is by far the longest of all.

function sumGrey(row: Float64Array, { first, whole, last, unit }: Cuts, totals: Int32Array): void {
  const { length } = row;
  let at = 0;
  let cut = 0;
  for (let x = 0; x < length; x++) {
    let inside = 0;
    for (const end = at + (whole[x] as number); at < end; at++) inside += totals[at] as number;
    const sum = cut * (first[x] as number) + inside * unit;
    const share = last[x] as number;
    if (share > 0) cut = totals[at++] as number;
    row[x] = sum + cut * share;
  }
}

function sumRgb(row: Float64Array, { first, whole, last, unit }: Cuts, totals: Int32Array): void {
  const { length } = first;
  let at = 0;
  let cutRed = 0;
  let cutGreen = 0;
  let cutBlue = 0;
  for (let x = 0, to = 0; x < length; x++, to += 3) {
    let red = 0;
    let green = 0;
    let blue = 0;
    for (const end = at + 3 * (whole[x] as number); at < end; at += 3) {
      red += totals[at] as number;
      green += totals[at + 1] as number;
      blue += totals[at + 2] as number;
    }
    const begin = first[x] as number;
    red = cutRed * begin + red * unit;
    green = cutGreen * begin + green * unit;
    blue = cutBlue * begin + blue * unit;
    const share = last[x] as number;
    if (share > 0) {
      cutRed = totals[at] as number;
      cutGreen = totals[at + 1] as number;
      cutBlue = totals[at + 2] as number;
      at += 3;
    }
    row[to] = red + cutRed * share;
    row[to + 1] = green + cutGreen * share;
    row[to + 2] = blue + cutBlue * share;
  }
}

function sumRgba(row: Float64Array, { first, whole, last, unit }: Cuts, samples: Uint8Array, from: number): void {
  const { length } = first;
  let at = from;
  let cutRed = 0;
  let cutGreen = 0;
  let cutBlue = 0;
  let cutAlpha = 0;
  for (let x = 0, to = 0; x < length; x++, to += 4) {
    let red = 0;
    let green = 0;
    let blue = 0;
    let alpha = 0;
    for (const end = at + 4 * (whole[x] as number); at < end; at += 4) {
      const weight = samples[at + 3] as number;
      red += weight * (samples[at] as number);
      green += weight * (samples[at + 1] as number);
      blue += weight * (samples[at + 2] as number);
      alpha += weight;
    }
    const begin = first[x] as number;
    red = cutRed * begin + red * unit;
    green = cutGreen * begin + green * unit;
    blue = cutBlue * begin + blue * unit;
    alpha = cutAlpha * begin + alpha * unit;
    const share = last[x] as number;
    if (share > 0) {
      cutAlpha = samples[at + 3] as number;
      cutRed = cutAlpha * (samples[at] as number);
      cutGreen = cutAlpha * (samples[at + 1] as number);
      cutBlue = cutAlpha * (samples[at + 2] as number);
      at += 4;
    }
    row[to] = red + cutRed * share;
    row[to + 1] = green + cutGreen * share;
    row[to + 2] = blue + cutBlue * share;
    row[to + 3] = alpha + cutAlpha * share;
  }
}
