/**
 * `handset/text`: the alphabets of text messages, septet packing, segmentation.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { languageName, type ShiftTables } from './alphabet.js';
export { type DecodeTextOptions, decodeGsm7, encodeGsm7 } from './gsm7.js';
export type { TextEncoding } from './part-sizes.js';
export {
  chooseShiftTables,
  countSegments,
  type Segment,
  type SegmentCount,
  type SegmentOptions,
  segmentText,
} from './segment.js';
export { packSeptets, unpackSeptets } from './septets.js';
export { transliterate } from './transliterate.js';
export { decodeUcs2, encodeUcs2 } from './ucs2.js';
