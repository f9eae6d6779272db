/**
 * What a card of the collection says of a file: the inspector's sentence, its kind, what is wrong, and what there is to see. No DOM here.
 * @module
 */
import type { Bitmap } from '../../bitmap/index.js';
import { pluralize } from '../../bytes/file-fields.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { DEFAULT_LIMITS, FormatError } from '../../errors.js';
import { TABLE } from '../../inspect/formats/table.js';
import { type Format, identify, inspect } from '../../inspect/index.js';
import { pictureSize } from '../../mms/picture-size.js';
import type { Tune } from '../../ringtone/index.js';
import { type Answer, type AnswerFile, describeAnswer, listPayloads, WHOLE } from '../../show/answer.js';
import { readDrawing } from '../../show/file-readers.js';
import { unknownReason } from '../../show/report/entries.js';
import { BROWSER_PICTURES, BROWSER_SOUNDS } from '../ui/browser-types.js';
import { mmsItems } from '../ui/mms-items.js';
import { type FileKind, kindOf } from './kinds.js';
import { readingLimits } from './limits.js';
import { sketchTune } from './sketch.js';

/** A picture or sound that the browser shows itself. `octets` are absent where it is the whole file. */
export interface MediaFile {
  readonly type: string;
  readonly octets?: Uint8Array | undefined;
}

/** What is said of a file. */
export interface Description {
  readonly sentence: string;
  readonly kind: FileKind;
  readonly format: Format | undefined;
  /** What is wrong, or why nothing is known. */
  readonly faults: readonly string[];
  /** Pixels to paint: a picture, or the notes of a tune. */
  readonly bitmap?: Bitmap | undefined;
  readonly picture?: MediaFile | undefined;
  /** Whether there is something to play: a tune, or a file of the browser's. */
  readonly sound?: 'tune' | MediaFile | undefined;
}

/** Pixels of a thumbnail, and octets of a picture inside of a file that is kept for one. */
const [MAX_PIXELS, MAX_INSIDE] = [262_144, 262_144];

/** Payloads of a log that are looked at. */
const MAX_PAYLOADS = 100;

/** Describes a file. Nothing is thrown for what cannot be read: it is a fault of the file. */
export function describeFile(octets: Uint8Array): Description {
  try {
    return describe(octets);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { sentence: 'Not read', kind: 'unknown', format: undefined, faults: [error.message] };
  }
}

function describe(octets: Uint8Array): Description {
  const limits = readingLimits(octets);
  const [reading] = identify(octets, limits);
  const format = reading?.format;
  if (format === undefined) {
    return {
      sentence: octets.length === 0 ? 'Empty file' : 'Unknown octets',
      kind: 'unknown',
      format,
      faults: [unknownReason(octets)],
    };
  }
  const field = inspect(octets, { as: format, limits });
  const payload = { octets, format, field };
  const [first, ...others] = listPayloads(payload, MAX_PAYLOADS);
  const answer = first === undefined || others.length === 0 ? describeAnswer(payload, reading?.reason) : describeAnswer(first);
  const count =
    others.length + 1 === MAX_PAYLOADS ? `${MAX_PAYLOADS} payloads or more` : pluralize(others.length + 1, 'payload');
  const isDrawing = format === 'text' && readDrawing(octets) !== undefined;
  return {
    // Of an archive of messages the first is the archive itself, which says how many there are.
    sentence: others.length === 0 || first?.where === WHOLE ? answer.sentence : `${count}: ${answer.sentence}`,
    kind: isDrawing ? 'picture' : kindOf(TABLE[format].kind),
    format,
    faults: answer.faults,
    ...media(answer, octets),
  };
}

/** The tune of a file, to play. */
export function findTune(octets: Uint8Array): Tune | undefined {
  const [reading] = identify(octets);
  if (reading === undefined) return undefined;
  const payload = { octets, format: reading.format, field: inspect(octets, { as: reading.format }) };
  const [first, ...others] = listPayloads(payload, 2);
  return tuneOf(describeAnswer(first === undefined || others.length === 0 ? payload : first));
}

function tuneOf({ shown }: Answer): Tune | undefined {
  for (const one of shown) if (one.kind === 'tune') return one.tune;
  return undefined;
}

function media(answer: Answer, whole: Uint8Array): Pick<Description, 'bitmap' | 'picture' | 'sound'> {
  const { file, carried, shown } = answer;
  const tune = tuneOf(answer);
  const items = carried?.kind === 'mms' ? (tryDecode(() => mmsItems(carried.message)) ?? []) : [];
  const files = [
    ...(file === undefined ? [] : [file]),
    ...items.flatMap(({ type, octets, shown: { kind } }) => (kind === 'picture' || kind === 'sound' ? [{ type, octets }] : [])),
  ];
  const bitmaps = [
    ...shown.flatMap((one) => (one.kind === 'picture' ? one.frames.slice(0, 1) : [])),
    ...items.flatMap(({ shown: one }) => (one.kind === 'bitmap' ? [one.bitmap] : [])),
  ];
  const bitmap = bitmaps.find(({ widthPx, heightPx }) => widthPx * heightPx <= MAX_PIXELS);
  const picture = inBrowser(files, BROWSER_PICTURES, whole);
  return {
    // A picture and a tune may come together: the tune has its button.
    bitmap: bitmap ?? (picture === undefined && tune !== undefined ? sketchTune(tune) : undefined),
    picture: bitmap === undefined ? picture : undefined,
    sound: tune === undefined ? inBrowser(files, BROWSER_SOUNDS, whole) : 'tune',
  };
}

function inBrowser(files: readonly AnswerFile[], types: readonly string[], whole: Uint8Array): MediaFile | undefined {
  const found = files.find(({ type, octets }) => {
    if (!types.includes(type) || (octets !== whole && octets.length > MAX_INSIDE)) return false;
    // A few octets may say that they are a picture of any size.
    const { widthPx, heightPx } = pictureSize(octets, type) ?? { widthPx: 0, heightPx: 0 };
    return widthPx * heightPx <= DEFAULT_LIMITS.sourcePixels;
  });
  if (found === undefined) return undefined;
  return { type: found.type, octets: found.octets === whole ? undefined : found.octets.slice() };
}
