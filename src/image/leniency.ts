/**
 * How far lenient reading of pictures goes: not on and on from fault to fault, and not to a large picture of which next to nothing came.
 * A file that is made to cost much is then refused as strict reading refuses it. Strict reading, too, passes data after the end.
 * @module
 */
import { DecodeError, LimitError } from '../errors.js';

/** What the readers of pictures have in common. */
interface Leniency {
  readonly lenient?: boolean | undefined;
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
}

/** Faults that lenient reading lets pass. Damage makes a few; a file with more of them was made to keep its reader busy. */
const MOST_FAULTS = 10_000;

/** Pictures up to this size are read however little of them there is: memory for them is no matter. */
const SMALL_PIXELS = 1_000_000;
/** Lenient reading gives larger ones when as much of them can be there. */
const LEAST_SHARE = 1 / 16;

/** The same options, but that lenient reading ends with a LimitError after {@link MOST_FAULTS}. For one reading: they keep count. */
export function patient<T extends Leniency>(options: T): T {
  if (options.lenient !== true) return options;
  const { onIssue } = options;
  let faults = 0;
  return {
    ...options,
    onIssue(error: DecodeError) {
      if (++faults > MOST_FAULTS) {
        throw new LimitError('limit-exceeded', error.field, error.offset, `more than ${MOST_FAULTS} faults`);
      }
      onIssue?.(error);
    },
  };
}

/**
 * Reports what follows the end of a picture. It is not part of the picture and does no harm to it, so strict reading passes it too: cameras
 * append pictures and maps, other programs padding. What is written of the picture does not have it.
 * @param end offset of the octet after the picture.
 * @param last what ends the picture.
 */
export function reportTrailing(octets: Uint8Array, end: number, field: string, last: string, { onIssue }: Leniency): void {
  const count = octets.length - end;
  if (count > 0) onIssue?.(new DecodeError('trailing-bytes', field, end, `${count} octets of trailing data after ${last}`));
}

/**
 * Refuses a large picture whose data cannot be all of it, before there is memory for it; lenient reading, one that lacks nearly all.
 * @param share how much of the picture the data can be at most: 1 is all of it.
 * @param pixels of the picture that comes out.
 */
export function requireShare(share: number, pixels: number, { lenient }: Leniency, error: () => DecodeError): void {
  if (pixels > SMALL_PIXELS && share < (lenient === true ? LEAST_SHARE : 1)) throw error();
}
