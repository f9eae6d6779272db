/**
 * Readings of octets as picture and sound files: {@link fileKindOf} tells which, the files themselves whether they are whole.
 * @module
 */
import type { FileSummary } from '../bytes/file-fields.js';
import type { Limits } from '../errors.js';
import { type FileKind, fileKindOf } from '../media/signatures.js';
import { pictureSize } from '../mms/picture-size.js';
import type { Identification } from './formats.js';
import { readPayload } from './payloads.js';

const NAMES: Readonly<Record<FileKind, string>> = {
  png: 'PNG picture',
  jpeg: 'JPEG picture',
  gif: 'GIF picture',
  wav: 'WAVE sound',
};

const PICTURE_TYPES: Readonly<Partial<Record<FileKind, string>>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
};

/** The reading of octets that begin as a picture or sound file; none for others. A damaged file is still what it begins as. */
export function identifyFiles(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const format = fileKindOf(octets);
  if (format === undefined) return [];
  const name = NAMES[format];
  const strict = readPayload(format, octets, false, limits);
  const lenient = 'error' in strict ? readPayload(format, octets, true, limits) : strict;
  if ('error' in lenient) {
    const size = pictureSize(octets, PICTURE_TYPES[format] ?? '');
    const shown = size === undefined ? name : `${name}, ${size.widthPx}x${size.heightPx}`;
    return [{ format, confidence: 0.7, reason: `begins as a ${shown}, but ${lenient.error.message}` }];
  }
  const { words } = lenient.value as FileSummary;
  const wrong = 'error' in strict ? strict.error.message : lenient.issues[0];
  const reason = `${[name, words].filter((word) => word !== '').join(', ')}${wrong === undefined ? '' : `, with faults: ${wrong}`}`;
  return [{ format, confidence: wrong === undefined ? 0.99 : 0.95, reason }];
}
