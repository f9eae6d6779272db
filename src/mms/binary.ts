/**
 * `handset/mms` without SMIL and ZIP: the PDUs, and what goes into them. What the root of the package re-exports, and what bundles without an XML parser.
 * @module
 */
export * from './address.js';
export * from './body.js';
export { partText } from './charsets.js';
export { clipMs } from './clip-length.js';
export { CONTENT_CLASSES, type ContentClass, type ContentClassName, findContentClass } from './content-class.js';
export * from './convert.js';
export { decodeMms } from './decode.js';
export { encodeMms, mmsSize } from './encode.js';
export * from './header-values.js';
export {
  classifyMedia,
  extensionsOfType,
  type MediaClass,
  mediaTypeOfName,
  plainType,
  signatureType,
  sniffMediaType,
} from './media-types.js';
export { safeNames } from './names.js';
export * from './pdu.js';
export { type PictureSize, pictureSize } from './picture-size.js';
