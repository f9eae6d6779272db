/**
 * Options that the readers of bitmaps share.
 * @module
 */
import type { DecodeError, Limits } from '../errors.js';
import type { Packing } from './pixels.js';

/** How strictly a picture is read. */
export interface BitmapDecodeOptions {
  /** Read on past faults that leave a meaning; each reader says which. Off by default. */
  readonly lenient?: boolean | undefined;
  /** Called with each fault that `lenient` let pass: the error that strict reading throws. */
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
}

/** How an OTA bitmap is read. */
export interface OtaDecodeOptions extends BitmapDecodeOptions {
  /** How its rows follow each other. By default the length tells, and where it does not, they are continuous. */
  readonly packing?: Packing | undefined;
}

/** How a file is read. */
export interface BitmapFileOptions extends BitmapDecodeOptions {
  /** Another value for `bitmapPixels` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}
