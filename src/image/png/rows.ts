/**
 * The rows of a PNG as they stand in its zlib stream: how many octets they have, inflated and without their filters.
 *
 *   filter(1) samples | ...        the seven passes of an interlaced picture one after the other
 *
 * Pixel data is inflated to what the header promises and no further.
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 8 to 10.
 * @module
 */

import { InflateFault, Inflater } from '../../bytes/inflate.js';
import type { Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import { COLOR_TYPES, GREY, PALETTE } from '../../media/png-chunks.js';
import { lookUpPixels } from '../colour/look-up.js';
import { inflateWhole, SPARE_OCTETS } from '../node.js';
import { joinData, type PngFile, type PngHeader } from './file.js';
import { FILTERS, unfilter, worksInPlace } from './filter.js';

/** First pixel and distance of the seven passes of an interlaced picture, across and down (section 8.2). */
const ADAM7 = [
  { left: 0, top: 0, stepX: 8, stepY: 8 },
  { left: 4, top: 0, stepX: 8, stepY: 8 },
  { left: 0, top: 4, stepX: 4, stepY: 8 },
  { left: 2, top: 0, stepX: 4, stepY: 4 },
  { left: 0, top: 2, stepX: 2, stepY: 4 },
  { left: 1, top: 0, stepX: 2, stepY: 2 },
  { left: 0, top: 1, stepX: 1, stepY: 2 },
] as const;
const ONE_PASS = [{ left: 0, top: 0, stepX: 1, stepY: 1 }] as const;

/** The passes that have pixels, and how many. */
export function listPasses({ widthPx, heightPx, isInterlaced }: PngHeader) {
  return (isInterlaced ? ADAM7 : ONE_PASS)
    .map((pass) => ({
      ...pass,
      width: Math.ceil((widthPx - pass.left) / pass.stepX),
      height: Math.ceil((heightPx - pass.top) / pass.stepY),
    }))
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** Samples a pixel as rows hold it, 1 to 4. */
export function readSamples({ colorType }: PngHeader): number {
  return (COLOR_TYPES[colorType] as { samples: number }).samples;
}

/** Octets of so many pixels in a row, without its filter. */
export function lineOctets(header: PngHeader, pixels: number): number {
  return Math.ceil((pixels * header.bitDepth * readSamples(header)) / 8);
}

/** Octets of all rows, each after the octet that names its filter. */
export function dataOctets(header: PngHeader): number {
  return listPasses(header).reduce((sum, { width, height }) => sum + height * (1 + lineOctets(header, width)), 0);
}

/**
 * Rows up to so many octets, those of a photograph of 16 megapixels, are inflated in one call of zlib, which is four times as fast; more of
 * them piece by piece, in a memory that does not grow.
 */
const WHOLE_OCTETS = 48 * 1024 * 1024;

/** Octets of memory that are kept from one picture to the next, at most. */
const KEPT_OCTETS = 1024 * 1024;
let kept = new Uint8Array(0);

/** Memory until the next call, for what is read at once: to get it from the system takes a tenth of the time for a picture in many chunks. */
function lend(length: number): Uint8Array {
  if (length > KEPT_OCTETS) return new Uint8Array(length);
  if (kept.length < length) kept = new Uint8Array(length);
  return kept.subarray(0, length);
}

/**
 * Inflates rows and takes the filters off, for one pass after the other.
 *
 * zlib inflates small pictures whole. Large ones, and those that zlib refused, go through {@link Inflater}, which gives the rows in front
 * of a fault and says where it is.
 */
export class FilteredRows {
  readonly #file: PngFile;
  readonly #reading: Reading;
  /** Octets of all rows, their filters among them. */
  readonly #expected: number;
  /** Octets between a sample and the one of the same colour to the left of it, at least 1 (section 9.2). */
  readonly #step: number;
  #whole: Uint8Array | undefined;
  #inflater: Inflater | undefined;
  #at = 0;

  constructor(file: PngFile, reading: Reading) {
    this.#file = file;
    this.#reading = reading;
    this.#expected = dataOctets(file.header);
    this.#step = Math.max(1, (file.header.bitDepth * readSamples(file.header)) >> 3);
    if (this.#expected <= WHOLE_OCTETS) this.#whole = inflateWhole(joinData(file, lend), this.#expected);
    // What is wrong with another stream, and where, is found by the inflater.
    if (this.#whole === undefined)
      this.#guard(() => (this.#inflater = new Inflater(joinData(file, (length) => new Uint8Array(length)))));
  }

  /** Memory into which all rows may be taken from its beginning on, as long as they are read from it; undefined where there is none. */
  get ownMemory(): Uint8Array | undefined {
    const whole = this.#whole;
    // zlib gives small pictures memory of Node's, in which other things are.
    const isAlone = whole !== undefined && whole.byteOffset === 0 && whole.buffer.byteLength <= whole.length + SPARE_OCTETS;
    return isAlone && worksInPlace(this.#step) ? whole : undefined;
  }

  /**
   * Takes the next row into `to` at `toAt`; the row above it is at `aboveAt`, -1 for none.
   * @returns false where lenient reading has come to the last row.
   */
  next(to: Uint8Array, toAt: number, aboveAt: number, length: number): boolean {
    let octets = this.#whole;
    let at = this.#at;
    if (octets === undefined) {
      const inflater = this.#inflater;
      if (inflater === undefined || !this.#guard(() => (at = inflater.take(length + 1)))) return false;
      octets = inflater.octets;
    }
    this.#at += length + 1;
    const filter = octets[at] as number;
    if (filter >= FILTERS) {
      const offset = this.#file.places[0]?.at as number;
      this.#reading.fault('bad-value', 'PNG/IDAT', offset, `has a row with filter ${filter}, allowed: 0 to 4`);
      this.#whole = undefined;
      this.#inflater = undefined;
      return false;
    }
    unfilter(filter, octets, at + 1, to, toAt, aboveAt, length, this.#step);
    return true;
  }

  /** Requires that the stream ends after the last row, with the right check sum. */
  finish(): void {
    const inflater = this.#inflater;
    if (inflater === undefined) return;
    this.#guard(() => {
      if (inflater.ends()) return;
      const message = `more than the ${this.#expected} octets of its pixels`;
      this.#reading.fault('trailing-bytes', 'PNG/IDAT', this.#file.places[0]?.at as number, message);
    });
  }

  /** Whether it could be done; a fault of the stream becomes an error of the file. */
  #guard(read: () => void): boolean {
    try {
      read();
      return true;
    } catch (cause) {
      if (!(cause instanceof InflateFault)) throw cause;
      this.#inflater = undefined;
      const { places } = this.#file;
      let place = { from: 0, at: 0 };
      for (const other of places) if (other.from <= cause.at) place = other;
      const code = cause.isTruncated ? 'truncated' : 'bad-value';
      this.#reading.reportOrThrow(
        new DecodeError(code, 'PNG/IDAT', place.at + cause.at - place.from, cause.message, { cause }),
      );
      return false;
    }
  }
}

// ---- samples ----

/*
 * Samples of a PNG as rows hold them, of 1 to 16 bits or numbers of a palette, made those of a raster, of 8 bits. Samples of 16 bits give
 * their high octet.
 *
 * Source: PNG (ISO/IEC 15948, W3C third edition) sections 7.2, 11.2.2, 11.3.1.1 and 13.12.
 */

/** Turns samples as they are stored into those of the raster. */
type Expand = (line: Uint8Array, at: number, pixels: number, to: Uint8Array, toAt: number) => void;

/** How samples are turned; undefined where both are the same. */
export function expander(file: PngFile, reading: Reading): Expand | undefined {
  const { header, transparent } = file;
  const { bitDepth, colorType, channels } = header;
  if (
    colorType === PALETTE ||
    (colorType === GREY && bitDepth < 8) ||
    (colorType === GREY && bitDepth === 8 && channels === 4)
  ) {
    return byTable(file, reading);
  }
  const samples = readSamples(header);
  if (bitDepth === 8 && samples === channels) return undefined;
  const octets = bitDepth >> 3;
  const key = readKey(transparent, octets);
  return (line, at, pixels, to, toAt) => expandSamples(line, at, pixels, to, toAt, samples, octets, channels, key);
}

/** The colour that counts as transparent, in the octets of a pixel: tRNS has two for each sample, of which the low one counts. */
function readKey(transparent: Uint8Array | undefined, octets: number): Uint8Array | undefined {
  return octets === 2 || transparent === undefined ? transparent : transparent.filter((_, i) => i % 2 === 1);
}

function expandSamples(
  line: Uint8Array,
  lineAt: number,
  pixels: number,
  to: Uint8Array,
  toAt: number,
  samples: number,
  octets: number,
  channels: number,
  key: Uint8Array | undefined,
): void {
  const pixelOctets = samples * octets;
  const isGrey = samples < 3;
  const alphaAt = samples === 2 || samples === 4 ? pixelOctets - octets : -1;
  let at = lineAt;
  let out = toAt;
  for (let x = 0; x < pixels; x++, at += pixelOctets, out += channels) {
    const first = line[at] as number;
    to[out] = first;
    if (channels === 1) continue;
    to[out + 1] = isGrey ? first : (line[at + octets] as number);
    to[out + 2] = isGrey ? first : (line[at + 2 * octets] as number);
    if (channels === 3) continue;
    let alpha = 0xff;
    if (alphaAt >= 0) alpha = line[at + alphaAt] as number;
    else if (key !== undefined) {
      alpha = 0;
      for (let i = 0; i < pixelOctets; i++) if (line[at + i] !== key[i]) alpha = 0xff;
    }
    to[out + 3] = alpha;
  }
}

/** Looks each sample up, a palette's index or a grey: 1, 2, 4 or 8 bits. */
function byTable({ header, palette, transparent, places }: PngFile, reading: Reading): Expand {
  const { bitDepth, colorType, channels } = header;
  const size = 1 << bitDepth;
  const mask = size - 1;
  const isPalette = colorType === PALETTE;
  const table = new Uint8Array(size * channels);
  // Where tRNS ends, and for indices without a colour, the pixel is opaque.
  for (let i = 0; i < size; i++) {
    for (let c = 0; c < Math.min(3, channels); c++) {
      table[i * channels + c] = isPalette ? (palette?.[i * 3 + c] ?? 0) : (i * 255) / mask;
    }
    if (channels !== 4) continue;
    // Bits of the key above those of a sample do not count.
    if (isPalette) table[i * 4 + 3] = transparent?.[i] ?? 0xff;
    else table[i * 4 + 3] = ((transparent?.[1] as number) & mask) === i ? 0 : 0xff;
  }
  const colors = isPalette ? (palette as Uint8Array).length / 3 : size;
  let mayLack = colors < size;
  return (line, lineAt, pixels, to, toAt) => {
    const highest = lookUpPixels(line, lineAt, pixels, bitDepth, table, channels, to, toAt);
    if (!mayLack || highest < colors) return;
    mayLack = false;
    const message = `has a pixel of colour ${highest}, the palette has ${colors}`;
    reading.fault('bad-value', 'PNG/IDAT', places[0]?.at as number, message);
  };
}
