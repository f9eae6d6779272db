/**
 * What can be asked when a picture is adapted, and which of it is refused.
 * @module
 */

import type { Fit } from '../../bitmap/index.js';
import { checkChoice, checkInteger } from '../../bytes/check.js';
import type { AbortSignalLike } from '../../bytes/platform.js';
import { EncodeError } from '../../errors.js';
import type { OneBitOptions } from '../colour/one-bit.js';
import { MAX_COLORS } from '../colour/set.js';
import type { ProbeOptions } from '../probe.js';
import type { Colour } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import { type Bounds, TARGET_FORMATS, type TargetFormat } from './target.js';

/** Options for adapting a picture. */
export interface RepurposeOptions extends Bounds, OneBitOptions, Omit<ProbeOptions, 'onIssue'> {
  /** A format in place of the one that fits best, whether the handset takes it or not. `ota` is the picture message, see `otaSize`. */
  readonly format?: TargetFormat | undefined;
  /** What lies under a picture that is not opaque; white by default. */
  readonly background?: Colour | undefined;
  /** Quality of a JPEG that octets do not limit, 1 to 100; 90 by default. */
  readonly quality?: number | undefined;
  /** Colours of a PNG or GIF at most, 2 to 256; those of the screen by default. */
  readonly colors?: number | undefined;
  /** Share of the error that is passed on where colours are few, 0 to 1; by the number of colours by default. */
  readonly diffusion?: number | undefined;
  /** Size of an OTA bitmap, sides of 1 to 255; 72x28 by default. */
  readonly otaSize?: SizePx | undefined;
  /** How the picture fills it, 'contain' by default: it is put in the middle, and margins are white. */
  readonly fit?: Fit | undefined;
  /** Changes nothing. Off by default. */
  readonly disable?: boolean | undefined;
  /**
   * What is not a picture comes back unchanged (true), or is refused (false). By default it is refused only where `name` promises a picture:
   * text goes through, a text called photo.jpg does not.
   */
  readonly passUnknown?: boolean | undefined;
  /** Returns the picture unchanged if the handset accepts no format that this package writes. Off by default: that is an error. */
  readonly passUntaken?: boolean | undefined;
  /** Who unpacks and reduces: this package (default), or sharp, which the caller has installed; for stills alone. */
  readonly engine?: 'own' | 'sharp' | undefined;
  /** Ends the work before it is unpacked, and between two sizes that are tried: what it was aborted with is thrown. */
  readonly signal?: AbortSignalLike | undefined;
}

/** Requires options that there are. The background is not among them. @throws EncodeError `bad-value` naming the option. */
export function checkOptions(options: RepurposeOptions): void {
  const { format, quality, colors, diffusion, engine, fit, dither, threshold, otaSize, trim } = options;
  const requireShare = (field: string, value: number | undefined, most: number) => {
    if (value === undefined || (value >= 0 && value <= most)) return;
    throw EncodeError.badValue(field, `${String(value)} is not 0 to ${most}`);
  };
  if (format !== undefined) checkChoice(format, 'format', TARGET_FORMATS);
  if (engine !== undefined) checkChoice(engine, 'engine', ['own', 'sharp']);
  if (fit !== undefined) checkChoice(fit, 'fit', ['contain', 'cover', 'stretch']);
  if (dither !== undefined) checkChoice(dither, 'dither', ['floyd-steinberg', 'none']);
  if (quality !== undefined) checkInteger(quality, 'quality', 1, 100);
  if (colors !== undefined) checkInteger(colors, 'colors', 2, MAX_COLORS);
  requireShare('diffusion', diffusion, 1);
  if (threshold === 'adaptive' && dither === 'floyd-steinberg') {
    throw EncodeError.badValue('threshold', 'is adaptive, which is for the dither none, not floyd-steinberg');
  }
  if (threshold !== 'adaptive') requireShare('threshold', threshold, 255);
  if (trim !== undefined) checkChoice(trim, 'trim', [true, false]);
  if (otaSize === undefined) return;
  for (const side of [otaSize.widthPx, otaSize.heightPx]) checkInteger(side, 'otaSize', 1, 255);
}
