/**
 * `handset/image`: adapts pictures to handsets, in Node, on web pages and in web workers; thread pools need Node.
 * @module
 */

export type { Bitmap, Colour, FromPixelsOptions } from '../bitmap/index.js';
export type { AbortSignalLike, FileUrl } from '../bytes/platform.js';
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { type BitmapFromImageOptions, bitmapFromImage } from './bitmap-from-image.js';
export type { OneBitDither, OneBitOptions } from './colour/one-bit.js';
export {
  type DecodedImage,
  decodeImage,
  type ImageFrame,
} from './decode-image.js';
export type { EngineFormat } from './foreign/formats.js';
export { encodeJpeg, type JpegOptions } from './jpeg/encode.js';
export type { JpegColour } from './jpeg/read.js';
export type { Subsampling } from './jpeg/transform.js';
export { encodePng } from './png/write.js';
export { type DecodeImageOptions, type ImageFormat, identifyImage, type Probe, type ProbeOptions, probe } from './probe.js';
export type { Channels, Raster } from './raster.js';
export { type RepurposeOutcome, type RepurposeTarget, repurposeAll } from './repurpose/all.js';
export { type FitMessageOptions, fitImagesFor, type PictureBudget, type PicturePart } from './repurpose/fit-message.js';
export type { RepurposeOptions } from './repurpose/options.js';
export { repurpose } from './repurpose/repurpose.js';
export type { Repurposed } from './repurpose/repurposed.js';
export type { Bounds, ImageUse, TargetFormat } from './repurpose/target.js';
export { fitSize, type SizePx } from './resize/fit-size.js';
export { type Filter, type ResizeOptions, resize } from './resize/resize.js';
export {
  type BatchOptions,
  createRepurposer,
  type PoolOptions,
  type RepurposeItem,
  type RepurposeProgress,
  type Repurposer,
  type RepurposerOptions,
} from './workers/pool.js';
