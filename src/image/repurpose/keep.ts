/**
 * Whether a file can go to a handset as it is: by its headers, by what it holds beside its picture, and by its pixels, which are unpacked
 * once to see that all of them are there, and which colours of its palette they use.
 * @module
 */

import { bmpPitch, INFO_HEADER, readBmpHeader } from '../../bitmap/bmp-header.js';
import { ByteReader } from '../../bytes/reader.js';
import { Reading } from '../../bytes/reading.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { bmpHeaderOctets } from '../../media/bmp.js';
import {
  countColours,
  findBlock,
  findLoops,
  GIF_BLOCK,
  GIF_LABEL,
  readGifScreen,
  readGifSignature,
  readImageDescriptor,
  skipData,
} from '../../media/gif-blocks.js';
import { ADOBE_OCTETS } from '../../media/jpeg-headers.js';
import { findScanEnd, JPEG_MARKER, nextSegment } from '../../media/jpeg-segments.js';
import { openChunk, PICTURE_CHUNKS, PNG_SIGNATURE, readCrc } from '../../media/png-chunks.js';
import { openImage } from '../decode-image.js';
import { gifFrames } from '../gif/read.js';
import type { ImageSource, Probe } from '../probe.js';
import type { Raster } from '../raster.js';
import { fitsIn } from '../resize/fit-size.js';
import { gather, type Job } from './job.js';
import { stripMetadata } from './strip.js';
import type { Taken } from './target.js';

const TOO_MANY_COLORS = 'it has more colours than are shown';

/** Why the picture is to be written anew, and what its reading said. */
export interface Verdict {
  /** Undefined where the file can go as it is. */
  readonly why: string | undefined;
  readonly warnings: readonly string[];
  /** The picture, of a still that had to be unpacked. */
  readonly raster?: Raster | undefined;
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

/** A file with nothing in it but its picture. */
export interface PlainFile {
  readonly octets: Uint8Array;
  readonly warnings: readonly string[];
}

/** The file without what is beside its picture, where that can go to the handset; undefined where there is nothing else, or that is not enough. */
export async function keepPictureAlone(job: Job): Promise<PlainFile | undefined> {
  const { source, taken, options } = job;
  const { format, orientation } = source.probe;
  // It is told by what would be left out; and nothing of that is against the size.
  if (orientation !== 1 || !fitsIn(source.probe, taken.box)) return undefined;
  const octets = stripMetadata(source.octets, format);
  if (octets === undefined) return undefined;
  const { lenient, limits } = options;
  const alone = await openImage(octets, { format }, { lenient, limits });
  const { why, raster } = await decideToKeep({ ...job, source: alone });
  if (why !== undefined || raster === undefined) return undefined;
  // What is said of the file that came; and whether something of its pixels is lost, as a colour profile.
  const { reading, warnings } = gather(job);
  return areSame(await source.decode(reading), raster) ? { octets, warnings } : undefined;
}

function areSame(one: Raster, other: Raster): boolean {
  if (one.channels !== other.channels) return false;
  const { length } = one.samples;
  let at = 0;
  while (at < length && one.samples[at] === other.samples[at]) at++;
  return at === length;
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
  const still = probe.format === 'gif' ? undefined : await decode(reading);
  if (still !== undefined) addColors(still, shown, most);
  else for (const { raster } of gifFrames(octets, reading)) addColors(raster, shown, most);
  const why = warnings.length > 0 ? 'it is damaged' : shown.size > most ? TOO_MANY_COLORS : undefined;
  return { why, warnings, raster: still };
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

// ---- plain file ----

/*
 * Whether a picture file holds nothing but its picture: no text, no place and time, no thumbnail, no profile, nothing after its end.
 *
 * JPEG: JFIF and Adobe headers do not count. PNG: IHDR, PLTE, tRNS, IDAT and IEND. GIF: everything but comments, plain texts,
 * extensions of applications other than the count of loops, and frames that reach out of the screen, for which some programs enlarge it.
 * BMP: the shortest usual header, colours and pixels.
 * A WBMP that could be read holds nothing else.
 *
 * Sources: ITU-T T.81 annex B; PNG section 11; GIF89a sections 23 to 26.
 */

/** Whether a file whose headers were read holds nothing but its picture. A file that is cut short does not. */
export function isPlainFile(octets: Uint8Array, probed: Probe): boolean {
  return tryDecode(() => isPlain(octets, probed)) ?? false;
}

function isPlain(octets: Uint8Array, { format, metadataOctets = 0 }: Probe): boolean {
  switch (format) {
    case 'jpeg':
      return metadataOctets === 0 && isPlainJpeg(octets);
    case 'png':
      return isPlainPng(octets);
    case 'gif':
      return isPlainGif(octets);
    case 'bmp':
      return isPlainBmp(octets);
    default:
      return true;
  }
}

/** One scan, and its end is the end of the file. The segments before it were looked at by the reader of headers. */
function isPlainJpeg(octets: Uint8Array): boolean {
  const { APP14, SOS, EOI } = JPEG_MARKER;
  const reader = new ByteReader(octets, undefined, 2);
  const reading = Reading.of(undefined);
  for (;;) {
    const { marker, body } = nextSegment(reader, reading);
    if (marker === EOI || (marker === APP14 && body.remaining > ADOBE_OCTETS)) return false;
    if (marker === SOS) break;
  }
  reader.offset = findScanEnd(octets, reader.offset, reader.end).at;
  return nextSegment(reader, reading).marker === EOI && reader.remaining === 0;
}

function isPlainPng(octets: Uint8Array): boolean {
  const reader = new ByteReader(octets, undefined, PNG_SIGNATURE.length);
  const reading = Reading.of(undefined);
  for (;;) {
    const chunk = openChunk(reader, reading);
    const { type, cut } = chunk;
    if (cut !== undefined || !PICTURE_CHUNKS.has(type)) return false;
    readCrc(reader, chunk);
    if (type === 'IEND') return reader.remaining === 0;
  }
}

/** Octets of the data of an application extension that has nothing but loops, and where the length of the loops is. */
const [LOOPS_OCTETS, LOOPS_AT] = [16, 12];

function isPlainGif(octets: Uint8Array): boolean {
  const reader = new ByteReader(octets);
  const reading = Reading.of(undefined);
  readGifSignature(reader);
  const screen = readGifScreen(reader);
  reader.skip(3 * countColours(screen.flags), 'GIF/colours');
  for (;;) {
    const kind = findBlock(reader, reading, 'GIF/trailer');
    reader.offset++;
    if (kind === GIF_BLOCK.Trailer) return reader.remaining === 0;
    if (kind === GIF_BLOCK.Image) {
      const { left, top, widthPx, heightPx, flags } = readImageDescriptor(reader, 'GIF/frame');
      if (left + widthPx > screen.widthPx || top + heightPx > screen.heightPx) return false;
      reader.skip(3 * countColours(flags) + 1, 'GIF/frame/colours');
      skipData(reader, 'GIF/frame/LZW');
    } else {
      const label = reader.u8('GIF/extension/label');
      const at = reader.offset;
      if (label === GIF_LABEL.Application) {
        // One block of three octets, and no other after it.
        if (findLoops(octets, at) === undefined || octets[at + LOOPS_AT] !== 3 || octets[at + LOOPS_OCTETS] !== 0) return false;
      } else if (label !== GIF_LABEL.Control || octets[at] !== 4 || octets[at + 5] !== 0) return false;
      skipData(reader, 'GIF/extension');
    }
  }
}

/** Octets before that header, and of a colour. */
const [FILE_HEADER, COLOUR] = [14, 4];

/** Nothing between the colours and the pixels, which are not compressed, and no more after them than some writers pad with. */
function isPlainBmp(octets: Uint8Array): boolean {
  if (bmpHeaderOctets(octets) !== INFO_HEADER) return false;
  const header = readBmpHeader(new ByteReader(octets));
  const { depth, hasRuns, palette, coloursUsed, heightPx, pixelsAt } = header;
  // Pixels of more than 8 bits may come with colours for screens that have few.
  const colours = depth > 8 ? coloursUsed : palette.length / 3;
  const end = pixelsAt + bmpPitch(header) * heightPx;
  return !hasRuns && pixelsAt === FILE_HEADER + INFO_HEADER + colours * COLOUR && octets.length - end < 4;
}
