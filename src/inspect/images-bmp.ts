/**
 * BMP pictures: headers, palette, and the rows of those with one bit a pixel. Of others the pixels are one field; no run is unpacked.
 *
 * Source: that of bitmap/bmp-header.ts.
 * @module
 */
import { readBmpBitmap } from '../bitmap/bmp.js';
import { bmpPitch, readBmpHeader } from '../bitmap/bmp-header.js';
import { type FileSummary, opaque, pluralize } from '../bytes/file-fields.js';
import type { ByteReader } from '../bytes/reader.js';
import type { DecodeOptions } from '../bytes/reading.js';

/**
 * Reads a BMP up to the end of its pixels; runs are taken to go to the end.
 * @throws DecodeError, LimitError as `readBmpHeader` and `decodeBmp` do.
 */
export function readBmpFile(reader: ByteReader, options: DecodeOptions): FileSummary {
  const header = readBmpHeader(reader, options);
  const { widthPx, heightPx, depth, hasRuns } = header;
  if (depth === 1) readBmpBitmap(reader, header, options);
  else opaque(reader, hasRuns ? reader.remaining : bmpPitch(header) * heightPx, 'bmp/pixels');
  const words = `${widthPx}x${heightPx}, ${pluralize(depth, 'bit')} a pixel${hasRuns ? ', as runs' : ''}`;
  return { words };
}
