/**
 * Lines: a picture's rows as numbers, while it is made smaller or larger. Octets become lines at the beginning, and lines octets at the end.
 * @module
 */
import { type Channels, GREY_PARTS, greyParts, type Raster } from '../raster.js';

/** A picture whose rows are to come. */
export interface RowsShape {
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535. */
  readonly heightPx: number;
  readonly channels: Channels;
}

/** Takes the lines of a picture from the top: levels, or with alpha each colour times alpha, and alpha. A line is not kept. */
export interface Stage {
  line(values: Float64Array): void;
}

/** From octets to lines of the same width. */
export class LineStage {
  readonly #next: Stage;
  readonly #hasAlpha: boolean;
  readonly #isGrey: boolean;
  readonly #line: Float64Array;

  constructor({ widthPx, channels }: RowsShape, next: Stage, isGrey: boolean) {
    this.#next = next;
    this.#hasAlpha = channels === 4;
    this.#isGrey = isGrey;
    this.#line = new Float64Array(isGrey ? widthPx : widthPx * channels);
  }

  row(samples: Uint8Array, from: number): void {
    const line = this.#line;
    const { length } = line;
    if (this.#hasAlpha) {
      for (let i = 0, at = from; i < length; i += 4, at += 4) {
        const alpha = samples[at + 3] as number;
        line[i] = alpha * (samples[at] as number);
        line[i + 1] = alpha * (samples[at + 1] as number);
        line[i + 2] = alpha * (samples[at + 2] as number);
        line[i + 3] = alpha;
      }
    } else if (this.#isGrey) {
      for (let i = 0, at = from; i < length; i++, at += 3) {
        const parts = greyParts(samples[at] as number, samples[at + 1] as number, samples[at + 2] as number);
        line[i] = parts / GREY_PARTS;
      }
    } else for (let i = 0; i < length; i++) line[i] = samples[from + i] as number;
    this.#next.line(line);
  }
}

/** Rounds lines into the result; alpha is divided out again. */
export class TargetStage implements Stage {
  readonly raster: Raster;
  #at = 0;

  constructor({ widthPx, heightPx, channels }: RowsShape) {
    this.raster = { widthPx, heightPx, channels, samples: new Uint8Array(widthPx * heightPx * channels) };
  }

  line(values: Float64Array): void {
    const { samples, channels } = this.raster;
    const { length } = values;
    if (channels === 4) straighten(values, samples, this.#at);
    else for (let i = 0, at = this.#at; i < length; i++) samples[at++] = toLevel(values[i] as number);
    this.#at += length;
  }
}

function straighten(values: Float64Array, samples: Uint8Array, start: number): void {
  const { length } = values;
  for (let i = 0, at = start; i < length; i += 4, at += 4) {
    const sum = values[i + 3] as number;
    const alpha = toLevel(sum);
    // Fresh octets are 0: what does not show has no colour.
    if (alpha === 0) continue;
    samples[at] = toLevel((values[i] as number) / sum);
    samples[at + 1] = toLevel((values[i + 1] as number) / sum);
    samples[at + 2] = toLevel((values[i + 2] as number) / sum);
    samples[at + 3] = alpha;
  }
}

/** Lanczos overshoots at edges. Rounding also takes the last digits of its weights back out: one colour stays as it is. */
function toLevel(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}
