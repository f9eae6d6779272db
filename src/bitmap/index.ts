/**
 * `handset/bitmap`: 1-bit pictures, and their formats on handsets.
 * @module
 */

export type { DecodeOptions as BitmapDecodeOptions, DecodeOptions as BitmapFileOptions } from '../bytes/reading.js';
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { type AlcatelMessage, type AlcatelPicture, decodeAlcatelPicture, encodeAlcatelPicture } from './alcatel.js';
export {
  type Bitmap,
  bitmapFromRows,
  bitmapToRows,
  invertBitmap,
  type Placement,
  pixelAt,
  placeBitmap,
} from './bitmap.js';
export { decodeBmp, encodeBmp } from './bmp.js';
export type { Dither } from './dither.js';
export {
  decodeEmsAnimation,
  decodeEmsPicture,
  decodeExtendedObject,
  type EmsAnimation,
  type EmsAnimationInput,
  type EmsPicture,
  type EmsPictureInput,
  type EmsPictureOptions,
  EXTENDED_OBJECT,
  type ExtendedObject,
  encodeEmsAnimation,
  encodeEmsPicture,
  joinEmsPictures,
  PREDEFINED_ANIMATIONS,
} from './ems.js';
export type { Fit, Rectangle } from './fit.js';
export {
  bitmapFromPixels,
  type Focus,
  type FromPixelsOptions,
  type ImageDataLike,
  type Pixels,
  type Samples,
} from './from-pixels.js';
export { decodeGroupGraphic, encodeGroupGraphic, type GroupGraphic } from './group-graphic.js';
export type { Colour } from './luminance.js';
export {
  decodeMultipartMessage,
  encodeMultipartMessage,
  type MultipartItem,
  type MultipartTextEncoding,
} from './multipart.js';
export { decodeNetworkCode, encodeNetworkCode, type NetworkCode } from './network-code.js';
export {
  decodeNgg,
  decodeNlm,
  decodeNol,
  decodeNpm,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  type NlmKind,
  type NokiaLogos,
} from './nokia-files.js';
export { decodeOperatorLogo, encodeOperatorLogo, type OperatorLogo, type OperatorLogoOptions } from './operator-logo.js';
export {
  decodeOtaAnimation,
  decodeOtaBitmap,
  decodeOtb,
  encodeOtaAnimation,
  encodeOtaBitmap,
  encodeOtb,
  type OtaAnimation,
  type OtaDecodeOptions,
  type OtaOptions,
  type OtbOptions,
} from './ota.js';
export { formatOtaHex, type OtaHex, parseOtaHex } from './ota-hex.js';
export {
  decodePictureMessage,
  encodePictureMessage,
  type PictureMessage,
  type PictureMessageOptions,
} from './picture-message.js';
export type { Packing } from './pixels.js';
export type { Scale } from './scale.js';
export { type BitmapTextOptions, bitmapToText } from './text.js';
export { type ColourWithAlpha, pixelsFromBitmap, type RgbaPixels, type ToPixelsOptions } from './to-pixels.js';
export { decodeWbmp, encodeWbmp } from './wbmp.js';
