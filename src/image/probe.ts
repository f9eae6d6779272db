/**
 * What a picture file is, by its first octets and its headers: no pixel is unpacked.
 *
 *   JPEG   FF D8 FF
 *   PNG    89 50 4E 47 0D 0A 1A 0A
 *   GIF    47 49 46 38 37|39 61 ("GIF87a", "GIF89a")
 *   BMP    42 4D ("BM"), and a header of a length that there is
 *   WBMP   no signature: type 00, fixed header 00, two sizes
 *
 * WebP, AVIF, HEIC, TIFF, SVG, JPEG 2000 and JPEG XL are recognised (see foreign/), and probed by who reads them.
 *
 * Content counts, not the name. Only a WBMP cannot be told by its first octets: it is one when its name or content type says so, or when
 * the file has exactly the octets that its sizes ask for.
 *
 * Sources: the headers' own modules.
 * @module
 */
import { BMP_HEADERS } from '../bitmap/bmp-header.js';
import { decodeWbmp } from '../bitmap/index.js';
import { requireOctets, u32le } from '../bytes/octets.js';
import { type DecodeOptions, limitOf } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { DecodeError, LimitError, type Limits } from '../errors.js';
import { findFileKind } from '../media/signatures.js';
import { type BmpSummary, bmpHeader } from './bmp/read.js';
import { type EngineFormat, FOREIGN_TYPES, type ForeignPicture, findForeignPicture } from './foreign/formats.js';
import { gifHeader } from './gif/file.js';
import { type JpegColour, jpegHeader } from './jpeg/read.js';
import { type PngHeader, pngHeader } from './png/file.js';
import type { Raster } from './raster.js';
import type { SizePx } from './resize/fit-size.js';
import type { SharedReads } from './shared-reads.js';
import { turnSides } from './turn.js';

/** The picture formats that are read; those of {@link EngineFormat} by an installed package or the browser. */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'wbmp' | 'bmp' | EngineFormat;

/** Content type of each format. */
export const CONTENT_TYPES: Readonly<Record<ImageFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  wbmp: 'image/vnd.wap.wbmp',
  bmp: 'image/bmp',
  ...FOREIGN_TYPES,
};

/** Options of {@link probe}. */
export interface ProbeOptions extends DecodeOptions {
  /** Name or content type of the file, such as `logo.wbmp` or `image/vnd.wap.wbmp`: needed to identify a WBMP whose length is wrong. */
  readonly name?: string | undefined;
  /** Continue past faults of headers that leave the meaning clear; false by default. */
  readonly lenient?: boolean | undefined;
  /** Called with each fault that `lenient` accepts; and, strict or lenient, with `trailing-bytes` for octets after the picture. */
  readonly onIssue?: DecodeOptions['onIssue'];
  /** Values that replace `imageOctets`, `imagePixels`, `imageFrames` and `imageFramePixels` of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits> | undefined;
  /**
   * Render SVG, if sharp is installed; false by default. Enable it only for files from people you trust: a small SVG can take minutes of processor
   * time.
   */
  readonly svg?: boolean | undefined;
}

/** Options of `decodeImage`. */
export interface DecodeImageOptions extends ProbeOptions {
  /** With `minHeightPx`, the width in pixels to which the caller will reduce the upright picture: a JPEG may be decoded reduced, but not below it. */
  readonly minWidthPx?: number | undefined;
  /** With `minWidthPx`, the height in pixels. */
  readonly minHeightPx?: number | undefined;
}

/** The properties that the headers of a picture file declare. */
export interface Probe {
  /** Format of the file. */
  readonly format: ImageFormat;
  /** Its content type. */
  readonly contentType: string;
  /** Displayed width in pixels, after the orientation is applied. */
  readonly widthPx: number;
  /** Displayed height in pixels, after the orientation is applied. */
  readonly heightPx: number;
  /** Stored width in pixels, before the orientation is applied. */
  readonly storedWidthPx: number;
  /** Stored height in pixels, before the orientation is applied. */
  readonly storedHeightPx: number;
  /** Exif orientation of the stored picture, 1 to 8; 1 is upright. */
  readonly orientation: number;
  /** The number of frames: 1, except for an animated GIF. */
  readonly frames: number;
  /** Whether there is more than one frame. */
  readonly animated: boolean;
  /** How often an animation is repeated, 0 for an endless one; absent if it is played once. */
  readonly loops?: number;
  /** Duration of an animation in milliseconds, without repetitions. */
  readonly durationMs?: number;
  /** Whether pixels may be transparent. */
  readonly hasAlpha: boolean;
  /** Bits per sample, or per index of the palette. */
  readonly bitDepth: number;
  /** The number of colours of the palette; absent without one. */
  readonly colors?: number;
  /** Whether a pixel has a single sample: a grey, or black and white. */
  readonly grey: boolean;
  /** Of a JPEG: whether it is progressive. */
  readonly progressive?: boolean;
  /** Of a JPEG: its colour space. Handsets show `grey` and `ycbcr`. */
  readonly colour?: JpegColour;
  /** Of a PNG: whether it is interlaced. */
  readonly interlaced?: boolean;
  /** Of a JPEG: size in octets of thumbnails, Exif data, colour profiles and comments. */
  readonly metadataOctets?: number;
}

/** What a file is: one of our formats, or another one by name. */
export interface Identity {
  readonly format?: ImageFormat | undefined;
  /** Set where this package has no codec for it. */
  readonly foreign?: ForeignPicture | undefined;
}

/** What a file is, by its content; undefined when it is not a picture. @param name as in {@link ProbeOptions}. */
export function identify(octets: Uint8Array, name: string | undefined): Identity | undefined {
  requireOctets(octets, 'the picture');
  const kind = findFileKind(octets);
  if (kind !== undefined && kind !== 'wav') return { format: kind };
  if (isBmp(octets)) return { format: 'bmp' };
  const foreign = findForeignPicture(octets);
  if (foreign !== undefined) return { format: foreign.format, foreign };
  return octets.length > 0 && (saysWbmp(name) || isExactWbmp(octets)) ? { format: 'wbmp' } : undefined;
}

/**
 * Identifies the format of a picture file by its content; undefined if it is not in one of the formats of {@link ImageFormat}.
 * @param name name or content type of the file, as in {@link ProbeOptions}.
 */
export function identifyImage(octets: Uint8Array, name?: string): ImageFormat | undefined {
  return identify(octets, name)?.format;
}

/** Whether a name or content type promises a picture that is read. */
export function promisesImage(name: string | undefined): boolean {
  return name !== undefined && (PROMISES.test(name.slice(0, MAX_NAME)) || saysWbmp(name));
}

const PROMISES = /(?:\.(?:jpe?g|jpe|png|gif|bmp)|^image\/(?:p?jpe?g|(?:x-)?png|gif|(?:x-)?bmp))\s*(?:;.*)?$/is;

const MAX_NAME = 1024;

function saysWbmp(name: string | undefined): boolean {
  return name !== undefined && /(?:\.wbmp|^image\/(?:vnd\.wap|x)[.-]wbmp|^wbmp)\s*(?:;.*)?$/is.test(name.slice(0, MAX_NAME));
}

/**
 * Reads the headers of a JPEG, PNG, GIF, WBMP or BMP file. Of the formats of {@link EngineFormat}, only `decodeImage` and `repurpose` read the
 * headers, with an installed package.
 * @throws DecodeError in the field `image`: `truncated` for no octets, `bad-value` for another format. In a field of the format: faults in a
 *   header.
 * @throws LimitError `limit-exceeded` above `imageOctets`, `imagePixels`, `imageFrames` or `imageFramePixels`.
 */
export function probe(octets: Uint8Array, options: ProbeOptions = {}): Probe {
  return probeAs(identify(octets, options.name), octets, options);
}

/** The same for a file that was identified. */
export function probeAs(identity: Identity | undefined, octets: Uint8Array, options: ProbeOptions): Probe {
  requireImageOctets(octets, options);
  const { format, foreign } = identity ?? {};
  if (foreign === undefined && format !== undefined) return PROBES[format as OwnFormat](octets, options);
  if (foreign === undefined) throw new DecodeError('bad-value', 'image', 0, 'is not a JPEG, PNG, GIF, BMP or WBMP');
  throw new DecodeError('bad-value', 'image', 0, `is ${foreign.name}, which decodeImage and repurpose read`);
}

/** Requires octets, and no more of them than `imageOctets`. @throws DecodeError `truncated`, LimitError. */
export function requireImageOctets(octets: Uint8Array, { limits }: ProbeOptions): void {
  const imageOctets = limitOf(limits, 'imageOctets');
  if (octets.length === 0) throw new DecodeError('truncated', 'image', 0, 'is empty');
  if (octets.length > imageOctets) {
    throw new LimitError(
      'limit-exceeded',
      'image',
      imageOctets,
      `${octets.length} octets, at most ${imageOctets} (imageOctets)`,
    );
  }
}

/** Formats that this package reads itself. */
export type OwnFormat = Exclude<ImageFormat, EngineFormat>;

/** Reads the headers of each format. */
const PROBES: Readonly<Record<OwnFormat, (octets: Uint8Array, options: ProbeOptions) => Probe>> = {
  jpeg(octets, options) {
    const header = jpegHeader(octets, options);
    const { orientation, process, colour, metadataOctets } = header;
    const grey = colour === 'grey';
    return buildProbe('jpeg', header, { orientation, grey, progressive: process !== 'baseline', colour, metadataOctets });
  },
  png(octets, options) {
    const header = pngHeader(octets, options);
    return buildProbe('png', header, { ...describeSamples(header), interlaced: header.isInterlaced });
  },
  gif(octets, options) {
    const header = gifHeader(octets, options);
    const { frames, loops, durationMs, colors, hasAlpha } = header;
    const times = { ...(loops !== undefined && { loops }), durationMs };
    return buildProbe('gif', header, { frames, animated: frames > 1, ...times, hasAlpha, colors });
  },
  bmp(octets, options) {
    const header = bmpHeader(octets, options);
    return buildProbe('bmp', header, describeSamples(header));
  },
  /** A WBMP has nothing but pixels after its header, and its length is to be checked: reading it whole costs no more. */
  wbmp(octets, options) {
    return buildProbe('wbmp', decodeWbmp(octets, wbmpOptions(options)), { bitDepth: 1, colors: 2, grey: true });
  },
};

function describeSamples({ hasAlpha, bitDepth, colors, channels }: PngHeader | BmpSummary): Partial<Probe> {
  return { hasAlpha, bitDepth, ...(colors !== undefined && { colors }), grey: channels === 1 };
}

/** A picture file whose headers were read. */
export interface ImageSource {
  readonly octets: Uint8Array;
  readonly probe: Probe;
  /** Reads its pixels, upright; of several pictures the first. Those of a GIF are read by `gifFrames`. */
  readonly decode: (options: DecodeImageOptions) => Raster | Promise<Raster>;
  /** Where one file is adapted to many handsets: what was read of it already. */
  readonly shared?: SharedReads | undefined;
}

/** Pictures of one bit are small: `imagePixels` is their limit too. */
export function wbmpOptions({ lenient, onIssue, limits }: ProbeOptions) {
  const bitmapPixels = limitOf(limits, 'imagePixels');
  return { lenient, onIssue, limits: { bitmapPixels } };
}

/** A probe of a stored size: a still of 8 bits a sample in colours, but for what `more` says. */
export function buildProbe(format: ImageFormat, { widthPx, heightPx }: SizePx, more: Partial<Probe>): Probe {
  return {
    format,
    contentType: CONTENT_TYPES[format],
    ...turnSides({ widthPx, heightPx }, more.orientation ?? 1),
    storedWidthPx: widthPx,
    storedHeightPx: heightPx,
    orientation: 1,
    frames: 1,
    animated: false,
    hasAlpha: false,
    bitDepth: 8,
    grey: false,
    ...more,
  };
}

/** Whether sizes and length agree; a file that cannot be read at all is none. */
function isExactWbmp(octets: Uint8Array): boolean {
  if (octets[0] !== 0 || octets[1] !== 0) return false;
  return tryDecode(() => decodeWbmp(octets)) !== undefined;
}

/** Whether it begins as a BMP does, and its header is of a size that there is. */
function isBmp(octets: Uint8Array): boolean {
  return octets[0] === 0x42 && octets[1] === 0x4d && octets.length >= 18 && BMP_HEADERS.has(u32le(octets, 14));
}
