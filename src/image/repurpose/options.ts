/**
 * What can be asked when a picture is adapted, and which of it is refused.
 * @module
 */
import type { Fit } from '../../bitmap/index.js';
import { EncodeError } from '../../errors.js';
import type { OneBitDither } from '../colour/one-bit.js';
import { MOST_COLORS } from '../colour/set.js';
import type { ProbeOptions } from '../probe.js';
import type { Colour } from '../raster.js';
import type { SizePx } from '../resize/fit-size.js';
import { type Bounds, TARGET_FORMATS, type TargetFormat } from './target.js';

/** How a picture is adapted. */
export interface RepurposeOptions extends Bounds, Omit<ProbeOptions, 'onIssue'> {
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
  /** How black and white are parted; by the picture by default: 'none' (a threshold) for one or two tones, else 'floyd-steinberg'. */
  readonly dither?: OneBitDither | undefined;
  /** The level of grey, 0 to 255, from which on a pixel is white without diffusion; found from the picture by default. */
  readonly threshold?: number | undefined;
  /** Size of an OTA bitmap, sides of 1 to 255; 72x28 by default. */
  readonly otaSize?: SizePx | undefined;
  /** How the picture fills it, 'contain' by default: it is put in the middle, and margins are white. */
  readonly fit?: Fit | undefined;
  /** Leaves everything as it is. Off by default. */
  readonly disable?: boolean | undefined;
  /**
   * What is not a picture comes back unchanged (true), or is refused (false). By default it is refused only where `name` promises a picture:
   * text goes through, a text called photo.jpg does not.
   */
  readonly passUnknown?: boolean | undefined;
  /** Gives the picture as it is where the handset takes none that is written here. Off by default: that is an error. */
  readonly passUntaken?: boolean | undefined;
  /** Who unpacks and reduces: this package (default), or sharp, which the caller has installed; for stills alone. */
  readonly engine?: 'own' | 'sharp' | undefined;
  /** Ends the work before it is unpacked, and between two sizes that are tried: what it was aborted with is thrown. */
  readonly signal?: AbortSignal | undefined;
}

/** Requires options that there are. The background is not among them. @throws EncodeError `bad-value` naming the option. */
export function checkOptions(options: RepurposeOptions): void {
  const { format, quality, colors, diffusion, engine, fit, dither, threshold, otaSize } = options;
  const requireChoice = (field: string, value: string | undefined, allowed: readonly string[]) => {
    if (value === undefined || allowed.includes(value)) return;
    throw EncodeError.badValue(field, `is ${String(value)}, allowed: ${allowed.join(', ')}`);
  };
  const inRange = (field: string, value: number | undefined, least: number, most: number, isWhole: boolean) => {
    if (value === undefined || (value >= least && value <= most && (!isWhole || Number.isInteger(value)))) return;
    throw EncodeError.badValue(field, `is ${String(value)}, allowed: ${least} to ${most}`);
  };
  requireChoice('format', format, TARGET_FORMATS);
  requireChoice('engine', engine, ['own', 'sharp']);
  requireChoice('fit', fit, ['contain', 'cover', 'stretch']);
  requireChoice('dither', dither, ['floyd-steinberg', 'none']);
  inRange('quality', quality, 1, 100, true);
  inRange('colors', colors, 2, MOST_COLORS, true);
  inRange('diffusion', diffusion, 0, 1, false);
  inRange('threshold', threshold, 0, 255, false);
  if (otaSize !== undefined)
    for (const side of [otaSize.widthPx, otaSize.heightPx]) inRange('otaSize', side ?? 0, 1, 255, true);
}
