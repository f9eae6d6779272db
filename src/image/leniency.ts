/**
 * How far lenient reading of pictures goes: not on and on from fault to fault, and not to a large picture of which next to nothing came.
 * A file that is made to cost much is then refused as strict reading refuses it. Strict reading, too, passes data after the end.
 * @module
 */
import { MAX_SIDE } from '../bitmap/bitmap.js';
import type { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { type DecodeError, LimitError } from '../errors.js';
import type { SizePx } from './resize/fit-size.js';

/** Faults that lenient reading lets pass. Damage makes a few; a file with more of them was made to keep its reader busy. */
const MAX_FAULTS = 10_000;

/** Pictures up to this size are read however little of them there is: memory for them does not matter. */
const SMALL_PIXELS = 1_000_000;
/** Lenient reading gives larger ones when as much of them can be there. */
const MIN_SHARE = 1 / 16;

/** What a reading of a picture says of a fault. */
export type ImageIssue = Parameters<NonNullable<DecodeOptions['onIssue']>>[0];

/** One reading of a picture: lenient, it ends with a LimitError after {@link MAX_FAULTS}. */
export function imageReading(options: DecodeOptions | undefined): Reading {
  return options instanceof Reading ? options : new Reading(options, MAX_FAULTS);
}

/**
 * Reports what follows the end of a picture. It is not part of the picture and does no harm to it, so strict reading passes it too: cameras
 * append pictures and maps, other programs padding. What is written of the picture does not have it.
 * @param end offset of the octet after the picture.
 * @param last what ends the picture.
 */
export function reportTrailing(octets: Uint8Array, end: number, field: string, last: string, reading: Reading): void {
  const count = octets.length - end;
  if (count > 0) reading.note('trailing-bytes', field, end, `${count} octets of trailing data after ${last}`);
}

/** Requires that a picture is within `imagePixels`, and its sides within 65535. @throws LimitError, before there is memory for it. */
export function requirePixels({ widthPx, heightPx }: SizePx, { limits }: Reading, field: string, at: number): void {
  const { imagePixels } = limits;
  const isLong = Math.max(widthPx, heightPx) > MAX_SIDE;
  if (!isLong && widthPx * heightPx <= imagePixels) return;
  const most = isLong ? `${MAX_SIDE} a side` : `${imagePixels} (imagePixels)`;
  throw new LimitError('limit-exceeded', field, at, `${widthPx}x${heightPx} pixels, at most ${most}`);
}

/**
 * Requires that what has to be in memory at once of a picture is within `imageHeldOctets`: all pixels of one that is given whole, of an
 * interlaced one, or of one that only another program unpacks; all coefficients of a progressive one.
 * @throws LimitError, before there is memory for it.
 */
export function requireHeld(octets: number, { limits }: Reading, field: string, at: number): void {
  const { imageHeldOctets } = limits;
  if (octets <= imageHeldOctets) return;
  const reason = `${octets} octets have to be held at once, at most ${imageHeldOctets} (imageHeldOctets)`;
  throw new LimitError('limit-exceeded', field, at, reason);
}

/** Requires that a segment or block ends here; lenient reading skips what follows. */
export function requireEnd(body: ByteReader, field: string, reading: Reading): void {
  if (body.remaining === 0) return;
  reading.fault('trailing-bytes', field, body.offset, `${body.remaining} octets of trailing data after the last field`);
}

/**
 * Refuses a large picture whose data cannot be all of it, before there is memory for it; lenient reading, one that lacks nearly all.
 * @param share how much of the picture the data can be at most: 1 is all of it.
 * @param pixels of the picture that comes out.
 */
export function requireShare(share: number, pixels: number, { lenient }: Reading, error: () => DecodeError): void {
  if (pixels > SMALL_PIXELS && share < (lenient ? MIN_SHARE : 1)) throw error();
}
