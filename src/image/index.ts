/**
 * `handset/image`: pictures adapted to handsets. Needs Node.
 * @module
 */
export type { Colour } from '../bitmap/index.js';
export {
  type DecodedImage,
  type DecodeImageOptions,
  decodeImage,
  type ImageFrame,
} from './decode-image.js';
export { type FitMessageOptions, fitImagesFor, type PicturePart, type PictureRoom } from './fit-message.js';
export { fitSize, type SizePx } from './fit-size.js';
export type { EngineFormat } from './foreign.js';
export { encodeJpeg, type JpegOptions } from './jpeg-encode.js';
export type { JpegColour } from './jpeg-read.js';
export type { Subsampling } from './jpeg-transform.js';
export type { OneBitDither } from './one-bit.js';
export { encodePng } from './png-write.js';
export {
  type BatchOptions,
  createRepurposer,
  type PoolOptions,
  type RepurposeItem,
  type RepurposeOutcome,
  type RepurposeProgress,
  type Repurposer,
  type RepurposerOptions,
} from './pool.js';
export { type ImageFormat, identifyImage, type Probe, type ProbeOptions, probe } from './probe.js';
export type { Channels, Raster } from './raster.js';
export { repurpose } from './repurpose.js';
export type { RepurposeOptions } from './repurpose-options.js';
export type { Repurposed } from './repurposed.js';
export { type Filter, type ResizeOptions, resize } from './resize.js';
export type { Bounds, ImageUse, TargetFormat } from './target.js';
