/**
 * Pictures of formats that this package has no codec for, read by packages that a caller has installed, or by the browser on a page. None of
 * these packages comes with this one. Limits are checked on the headers, before a pixel is unpacked.
 * @module
 */
import { type ImageSource, type ProbeOptions, requireImageOctets } from '../probe.js';
import { openByBrowser } from './browser.js';
import { type EngineFormat, type ForeignPicture, foreignRefusal } from './formats.js';
import { openByHeif } from './heif.js';
import { openByJimp } from './jimp.js';
import { openBySharp } from './sharp.js';
import { openSvg } from './svg.js';

/** Opens a picture whose headers it reads; undefined where it is not installed, or does not read the format. */
type Opener = (octets: Uint8Array, format: EngineFormat, options: ProbeOptions) => Promise<ImageSource | undefined>;

/** Who is asked for a format, one after the other. */
const OPENERS: Readonly<Record<EngineFormat, readonly Opener[]>> = {
  webp: [openBySharp, openByBrowser],
  avif: [openBySharp, openByBrowser],
  heic: [openBySharp, openByHeif, openByBrowser],
  tiff: [openBySharp, openByJimp],
  svg: [openSvg],
  jp2: [openBySharp],
  jxl: [openBySharp],
};

/**
 * Reads the headers of a picture that this package has no codec for.
 * @throws DecodeError, LimitError as `probe`; DecodeError `bad-value` with field `image` for a format that nothing installed reads.
 */
export async function openForeign(octets: Uint8Array, picture: ForeignPicture, options: ProbeOptions): Promise<ImageSource> {
  requireImageOctets(octets, options);
  for (const open of OPENERS[picture.format]) {
    const source = await open(octets, picture.format, options);
    if (source !== undefined) return source;
  }
  throw foreignRefusal(picture);
}

/** Whether a source's own reader has to be used: what sharp would be given as it is, it cannot read, or is not to read. */
export function isReadElsewhere(format: string): boolean {
  return format === 'svg' || format === 'heic';
}
