/**
 * What 2,013 handsets can do, and how to find one.
 * @module
 */
export { checkProfile, parseProfile } from './check.js';
export {
  findHandset,
  type HandsetQuery,
  handsetOrigins,
  handsets,
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
