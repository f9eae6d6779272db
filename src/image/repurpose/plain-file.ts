/**
 * Whether a picture file holds nothing but its picture: no text, no place and time, no thumbnail, no profile, nothing after its end.
 *
 * JPEG: JFIF and Adobe headers do not count. PNG: IHDR, PLTE, tRNS, IDAT and IEND. GIF: everything but comments, plain texts,
 * extensions of applications other than the count of loops, and frames that reach out of the screen, for which some programs enlarge it.
 * BMP: the shortest usual header, colours and pixels.
 * A WBMP that could be read holds nothing else.
 *
 * Sources: ITU-T T.81 annex B; PNG section 11; GIF89a sections 23 to 26.
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
import type { Probe } from '../probe.js';

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
