/**
 * `handset`: the errors and every pure module, each of which `handset/NAME` exports too.
 * It imports no Node built-in, and only two other packages, ical.js and vcard-creator, for cards and calendars.
 * @module
 */
export * from './bitmap/index.js';
export * from './bytes/index.js';
export * from './carrier/index.js';
export * from './cbs/index.js';
export * from './errors.js';
export * from './inspect/index.js';
export * from './message/index.js';
export * from './mms/binary.js';
export * from './profile/index.js';
export * from './protocol/forms.js';
export * from './push/binary.js';
// The issues of tunes; those of every format are `Issue` of handset/bytes.
export type { Issue } from './ringtone/index.js';
export * from './ringtone/index.js';
export * from './sim/index.js';
export * from './sms/index.js';
export * from './text/index.js';
export * from './vobject/index.js';
