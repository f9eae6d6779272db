/**
 * `handset/profile`: the capabilities of 2,098 handsets, and functions to find one.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { checkProfile, parseProfile } from './check.js';
export {
  findHandset,
  type HandsetMatch,
  type HandsetQuery,
  handsetOrigins,
  handsets,
  type MatchQuality,
  matchHandset,
  parseHandset,
  searchHandsets,
} from './find.js';
export type {
  HandsetArea,
  HandsetImages,
  HandsetJava,
  HandsetMms,
  HandsetOrigin,
  HandsetOrigins,
  HandsetProfile,
  HandsetPush,
  HandsetRingtones,
  HandsetScreen,
  HandsetSms,
} from './profile.js';
