/**
 * The header of a JPEG: all that is known of a picture before its coded data are touched.
 *
 * Source: ITU-T T.81 annex B; JFIF 1.02; Adobe Technical Note 5116 section 18 (APP14). Which colours three or four components are is
 * not in T.81: here as libjpeg decides it.
 * @module
 */

import { ByteReader } from '../../bytes/reader.js';
import type { DecodeOptions, Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import { exifOrientation } from '../../media/exif.js';
import { ADOBE_OCTETS, type FrameComponent, readAdobe, readApplicationMark } from '../../media/jpeg-headers.js';
import { JPEG_MARKER, type JpegSegment, nextSegment, readStart } from '../../media/jpeg-segments.js';
import { MAX_PARTS, type ProfilePart } from '../icc/chunks.js';
import { imageReading } from '../leniency.js';
import { frameHeight, isFrame, type JpegFrame, readFrame } from './frame.js';

/** The colour space of a JPEG. With an Adobe marker, `cmyk` and `ycck` are inverted: 255 is no ink. */
export type JpegColour = 'grey' | 'ycbcr' | 'rgb' | 'cmyk' | 'ycck';

/** What a JPEG says of itself before its first scan. */
export interface JpegHeader {
  /** As stored, 1 to 65535: orientations from 5 on show it with sides exchanged. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly process: JpegFrame['process'];
  readonly progressive: boolean;
  readonly components: readonly FrameComponent[];
  readonly colour: JpegColour;
  /** How the stored picture is to be shown, 1 to 8; 1 without Exif data that say otherwise. */
  readonly orientation: number;
  /** Whether there is a JFIF segment. */
  readonly jfif: boolean;
  /** `transform` of an Adobe segment: 0 no, 1 YCbCr, 2 YCCK; undefined without one. */
  readonly adobe: number | undefined;
  /** Octets of comments and of application segments (thumbnails, Exif, ICC profiles), but for JFIF and Adobe headers. */
  readonly metadataOctets: number;
  /** Whether there are any. */
  readonly hasMetadata: boolean;
}

/** What APPn and COM segments said so far; {@link noteMetadata} adds to it. */
export interface JpegNotes {
  jfif: boolean;
  adobe: number | undefined;
  orientation: number | undefined;
  metadataOctets: number;
  /** Those of a colour profile. */
  readonly profile: ProfilePart[];
}

/**
 * The header of a JPEG, without touching its coded data, unless a DNL segment after the first scan has the height.
 *
 * Lenient: octets between segments that are not a marker, and markers that mean nothing there, are passed over.
 * @throws DecodeError `truncated`; `bad-value` for anything but a JPEG, a broken header, or a process that is not read.
 * @throws LimitError `limit-exceeded` past `imagePixels`; lenient reading past 10 000 faults.
 */
export function jpegHeader(octets: Uint8Array, options?: DecodeOptions): JpegHeader {
  const reading = imageReading(options);
  const reader = new ByteReader(octets);
  const notes = emptyNotes();
  const { frame } = readFront(reader, reading, (segment) => noteMetadata(segment, notes));
  return readHeader(frame, frameHeight(frame, reader, reading), notes);
}

/**
 * Reads up to the header of the first scan, after which the cursor is.
 * @param onOther takes the segments that are neither frame nor scan.
 * @throws DecodeError, LimitError as {@link jpegHeader}.
 */
export function readFront(
  reader: ByteReader,
  reading: Reading,
  onOther: (segment: JpegSegment) => void,
): { readonly frame: JpegFrame; readonly scan: JpegSegment } {
  readStart(reader);
  let frame: JpegFrame | undefined;
  for (;;) {
    const segment = nextSegment(reader, reading);
    const { marker, name, at } = segment;
    if (isFrame(marker)) {
      if (frame !== undefined) throw new DecodeError('bad-value', `JPEG/${name}`, at, 'a second frame');
      frame = readFrame(segment, reading);
    } else if (marker === JPEG_MARKER.SOS) {
      if (frame === undefined) throw new DecodeError('bad-value', 'JPEG/SOS', at, 'SOS before SOF');
      return { frame, scan: segment };
    } else if (marker === JPEG_MARKER.EOI) {
      throw new DecodeError('bad-value', 'JPEG/EOI', at, 'EOI before SOS');
    } else onOther(segment);
  }
}

function readHeader(frame: JpegFrame, heightPx: number, notes: JpegNotes): JpegHeader {
  const { process, widthPx, components } = frame;
  return {
    widthPx,
    heightPx,
    process,
    progressive: process === 'progressive',
    components,
    colour: readColour(components, notes),
    orientation: notes.orientation ?? 1,
    jfif: notes.jfif,
    adobe: notes.adobe,
    metadataOctets: notes.metadataOctets,
    hasMetadata: notes.metadataOctets > 0,
  };
}

/** Nothing said yet. */
export function emptyNotes(): JpegNotes {
  return { jfif: false, adobe: undefined, orientation: undefined, metadataOctets: 0, profile: [] };
}

/** Takes note of an application or comment segment; others are left alone. */
export function noteMetadata({ marker, at, body }: JpegSegment, notes: JpegNotes): void {
  const { APP0, APP15, COM } = JPEG_MARKER;
  if (marker !== COM && (marker < APP0 || marker > APP15)) return;
  const { octets, remaining, end } = body;
  const what = readApplicationMark(body, marker);
  if (what === 'JFIF') {
    notes.jfif = true;
    // After the 14 octets of its fields a thumbnail may follow.
    notes.metadataOctets += Math.max(0, remaining - 14);
  } else if (what === 'Adobe' && remaining >= ADOBE_OCTETS) {
    const transform = readAdobe(body);
    notes.adobe ??= transform;
  } else {
    notes.metadataOctets += remaining + 4;
    if (what === 'Exif') notes.orientation ??= exifOrientation(octets.subarray(body.offset, end));
    if (what === 'colour profile' && body.remaining >= 2 && notes.profile.length < MAX_PARTS) {
      const [number, count] = [body.u8('JPEG/APP2/number'), body.u8('JPEG/APP2/count')];
      notes.profile.push({ number, count, octets: octets.subarray(body.offset, end), at });
    }
  }
}

/**
 * What the components are. JFIF is always YCbCr; without it the Adobe segment says, and without that the names of the components: three
 * called R, G and B are that. Four without a word are CMYK.
 */
export function readColour(
  components: readonly FrameComponent[],
  { jfif, adobe }: Pick<JpegNotes, 'jfif' | 'adobe'>,
): JpegColour {
  if (components.length === 1) return 'grey';
  if (components.length === 4) return adobe === 2 ? 'ycck' : 'cmyk';
  if (jfif) return 'ycbcr';
  if (adobe !== undefined) return adobe === 0 ? 'rgb' : 'ycbcr';
  const names = String.fromCharCode(...components.map(({ id }) => id));
  return names === 'RGB' ? 'rgb' : 'ycbcr';
}
