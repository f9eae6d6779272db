/**
 * Picture and sound files that begin with a mark of their own.
 *
 *   PNG   89 50 4E 47 0D 0A 1A 0A      GIF   "GIF87a", "GIF89a"
 *   JPEG  FF D8 FF                     WAVE  "RIFF" length(4) "WAVE"
 *
 * Sources: those of each format's reader.
 * @module
 */
import { isGif } from './images-gif.js';
import { isJpeg } from './images-jpeg.js';
import { isPng } from './images-png.js';
import { isWav } from './wav.js';

/** The files that are known by their first octets. */
export type FileKind = 'png' | 'jpeg' | 'gif' | 'wav';

/** The kind of file that octets begin as; undefined for any other. */
export function fileKindOf(octets: Uint8Array): FileKind | undefined {
  if (isPng(octets)) return 'png';
  if (isJpeg(octets)) return 'jpeg';
  if (isGif(octets)) return 'gif';
  return isWav(octets) ? 'wav' : undefined;
}
