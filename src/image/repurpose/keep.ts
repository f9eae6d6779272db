/**
 * Whether a file can go to a handset as it is: by its headers, by what it holds beside its picture, and by its pixels, which are unpacked
 * once to see that all of them are there, and which colours of its palette they use.
 * @module
 */
import { gifFrames } from '../gif/read.js';
import type { ImageSource } from '../probe.js';
import type { Raster } from '../raster.js';
import { fitsIn } from '../resize/fit-size.js';
import { gather, type Job } from './job.js';
import { isPlainFile } from './plain-file.js';
import type { Taken } from './target.js';

const TOO_MANY_COLORS = 'it has more colours than are shown';

/** Why the picture is to be written anew, and what its reading said. */
export interface Verdict {
  /** Undefined where the file can go as it is. */
  readonly why: string | undefined;
  readonly warnings: readonly string[];
}

/** Whether the file is left as it is. @throws as the reader of its pixels. */
export async function decideToKeep(job: Job): Promise<Verdict> {
  const { source, taken, options } = job;
  const { format } = options;
  if (format !== undefined && format !== source.probe.format) return { why: `${format} is asked for`, warnings: [] };
  const most = options.colors ?? (taken.bits <= 8 ? 2 ** taken.bits : Number.POSITIVE_INFINITY);
  const why = whyNotAsIs(source, format === undefined ? taken : { ...taken, formats: new Set([format] as const) }, most);
  return why === undefined ? readWhole(job, most) : { why, warnings: [] };
}

/** What in the headers, or beside the picture, is against it. @param mostColors colours of a PNG or GIF at most. */
function whyNotAsIs({ octets, probe }: ImageSource, taken: Taken, mostColors: number): string | undefined {
  const { format, animated, bitDepth, colors, colour, frames } = probe;
  const { formats, box, maxOctets, bits, animation } = taken;
  if (!formats.has(format)) return `${format} is not taken`;
  if (!fitsIn(probe, box)) return 'it is too large';
  if (octets.length > maxOctets) return 'it has too many octets';
  if (animated && !animation) return `only one of ${frames} frames is shown`;
  if (probe.orientation !== 1) return 'it is stored turned';
  if (probe.progressive === true) return 'it is not a baseline JPEG';
  if (probe.interlaced === true || bitDepth > 8) return 'it is interlaced, or has 16 bits';
  if (format === 'bmp' && bitDepth === 2) return 'it has 2 bits a pixel, which few programs show';
  // Not every handset that shows PNG shows its transparency: some show the colour that is hidden there.
  if (format === 'png' && probe.hasAlpha) return 'something may shine through';
  if (colour !== undefined && colour !== 'grey' && colour !== 'ycbcr') return `its colours are ${colour}`;
  // What a screen of few colours makes of more is not left to it.
  if (format === 'png' && colors === undefined) {
    const shown = probe.grey ? 2 ** bitDepth : Number.POSITIVE_INFINITY;
    if (shown > mostColors && mostColors < Number.POSITIVE_INFINITY) return TOO_MANY_COLORS;
  }
  const hasFew = formats.has('png') || formats.has('gif') || formats.has('wbmp');
  if (bits <= 2 && hasFew && (format === 'jpeg' || format === 'bmp')) return TOO_MANY_COLORS;
  return isPlainFile(octets, probe) ? undefined : 'it holds more than the picture';
}

/** What in the pixels is against it. */
async function readWhole(job: Job, mostColors: number): Promise<Verdict> {
  const { octets, probe, decode } = job.source;
  const most = (probe.colors ?? 0) > mostColors ? mostColors : Number.POSITIVE_INFINITY;
  const shown = new Set<number>();
  const { reading, warnings } = gather(job);
  if (probe.format !== 'gif') addColors(await decode(reading), shown, most);
  else for (const { raster } of gifFrames(octets, reading)) addColors(raster, shown, most);
  const why = warnings.length > 0 ? 'it is damaged' : shown.size > most ? TOO_MANY_COLORS : undefined;
  return { why, warnings };
}

/** Adds the colours of a picture to those that are shown, until there are more than `most`. */
function addColors({ channels, samples }: Raster, shown: Set<number>, most: number): void {
  if (most === Number.POSITIVE_INFINITY) return;
  for (let at = 0; at < samples.length && shown.size <= most; at += channels) {
    const red = samples[at] as number;
    if (channels === 1) shown.add(red * 0x01_01_01);
    else if (channels === 3 || samples[at + 3] !== 0) {
      shown.add((red << 16) | ((samples[at + 1] as number) << 8) | (samples[at + 2] as number));
    }
  }
}
