/**
 * `handset`: the errors, every format module, and what sends and connects without Node; each `handset/NAME` exports its part too. Bundlers take
 * what is named and leave the rest.
 * @module
 */
export * from './archive/index.js';
// Four type names belong to two modules each: the root exports one of each pair by name.
export type { OperatorLogoOptions } from './bitmap/index.js';
export * from './bitmap/index.js';
export * from './bytes/index.js';
export * from './capture/index.js';
export * from './carrier/index.js';
export * from './cbs/index.js';
export * from './content/index.js';
export * from './errors.js';
export * from './image/index.js';
export * from './inspect/index.js';
export * from './message/index.js';
export type { PictureBudget } from './mms/index.js';
export * from './mms/index.js';
export * from './modem/index.js';
export * from './profile/index.js';
export type { FileOptions, RequestOptions } from './protocol/index.js';
export * from './protocol/index.js';
export * from './push/index.js';
export * from './ringtone/index.js';
export * from './sender/index.js';
export * from './sim/index.js';
export * from './smpp/index.js';
export * from './sms/index.js';
export * from './text/index.js';
export * from './vobject/index.js';
