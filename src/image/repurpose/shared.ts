/**
 * A file whose pixels many readings share (see shared-reads.ts).
 * @module
 */
import { openImage } from '../decode-image.js';
import type { BlockSize } from '../jpeg/idct.js';
import type { ImageIssue } from '../leniency.js';
import type { DecodeImageOptions, ImageSource } from '../probe.js';
import type { Raster } from '../raster.js';
import { SharedReads } from '../shared-reads.js';

/**
 * Opens one file, whose readings are shared from then on, whoever opens it.
 * @param maxOctets as for {@link SharedReads}.
 * @param expect what sizes of blocks a JPEG will be unpacked at, as far as that is known.
 */
export function openOnce(maxOctets?: number, expect?: (source: ImageSource) => readonly BlockSize[]): typeof openImage {
  let opened: Promise<ImageSource> | undefined;
  return (...given) => {
    opened ??= openImage(...given).then((source) => shareReads(source, maxOctets, expect?.(source) ?? []));
    return opened;
  };
}

/** A source whose readings are shared. @param maxOctets as for {@link SharedReads}. */
function shareReads(source: ImageSource, maxOctets: number | undefined, expected: readonly BlockSize[]): ImageSource {
  const shared = new SharedReads(maxOctets);
  for (const size of expected) shared.expected.add(size);
  const { storedWidthPx, storedHeightPx } = source.probe;
  const decode = async (options: DecodeImageOptions): Promise<Raster> => {
    const { minWidthPx, minHeightPx, onIssue, lenient } = options;
    const isKept = minWidthPx === undefined && minHeightPx === undefined && shared.takes(storedWidthPx * storedHeightPx * 4);
    if (!isKept) return source.decode(options);
    const { issues, raster } = await shared.result(`decode ${lenient}`, async () => {
      const issues: ImageIssue[] = [];
      return { issues, raster: await source.decode({ ...options, onIssue: (issue) => void issues.push(issue) }) };
    });
    for (const issue of issues) onIssue?.(issue);
    return raster;
  };
  return { ...source, decode, shared };
}
