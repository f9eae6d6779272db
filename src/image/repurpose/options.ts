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

/** Options of `repurpose`. */
export interface RepurposeOptions extends Bounds, OneBitOptions, Omit<ProbeOptions, 'onIssue'> {
  /** Output format, whether the handset accepts it or not; by default the best one that it accepts. `ota` is a picture message, see `otaSize`. */
  readonly format?: TargetFormat | undefined;
  /** The colour behind a picture that is not opaque; white by default. */
  readonly background?: Colour | undefined;
  /** Quality of a JPEG without a size limit, 1 to 100; 90 by default. */
  readonly quality?: number | undefined;
  /** Maximum number of colours of a PNG or GIF, 2 to 256; that of the screen by default. */
  readonly colors?: number | undefined;
  /** Share of the error that dithering of few colours passes on, 0 to 1; by default it depends on the number of colours. */
  readonly diffusion?: number | undefined;
  /** Size of an OTA bitmap, 1 to 255 pixels a side; 72 by 28 by default. */
  readonly otaSize?: SizePx | undefined;
  /** How the picture fills an OTA bitmap; `contain` by default: it is centred, and margins are white. */
  readonly fit?: Fit | undefined;
  /** Return every file unchanged; false by default. */
  readonly disable?: boolean | undefined;
  /**
   * Whether to return a file that is not a picture unchanged (true), or throw (false). By default it throws only if `name` is that of a picture:
   * a text is returned, a text named photo.jpg is not.
   */
  readonly allowUnknown?: boolean | undefined;
  /** Return the picture unchanged if the handset accepts no format that this package writes; by default that is an error. */
  readonly allowUnsupported?: boolean | undefined;
  /** What decodes and reduces still pictures: this package (`own`, the default), or an installed `sharp`. */
  readonly engine?: 'own' | 'sharp' | undefined;
  /** Stops the work before the picture is decoded, or between two sizes that are tried; the reason of the signal is thrown. */
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
