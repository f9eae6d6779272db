/**
 * `handset/mms`: MMS PDUs, SMIL, and multimedia messages composed from files.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';

export { type ReadZipOptions, readZip, type ZipEntry } from '../zip/read.js';
export { writeStoredZip, type ZipInput } from '../zip/write.js';
// Exports that need neither XML nor ZIP, one by one.
export * from './binary.js';
export { type ComposeOptions, composeMms, type FitImages } from './compose.js';
export type { ComposeWarning, ComposeWarningCode, PartInput, UnknownTypes } from './compose-files.js';
export type { PictureBudget } from './compose-limits.js';
export { type ManifestEntry, parseManifest } from './manifest.js';
export {
  buildPresentation,
  groupSlides,
  type ResolvedMessage,
  type ResolvedSlide,
  type ResolveOptions,
  resolveSlides,
  type SlideFile,
  type SlideGroup,
} from './slides.js';
export {
  type LayoutOptions,
  type LayoutTarget,
  layoutFor,
  type Media,
  type MediaKind,
  type MediaParam,
  type Presentation,
  type Region,
  type RegionFit,
  type RegionLength,
  type Slide,
  type SmilLayout,
  type SmilMeta,
} from './smil.js';
export { formatSmil } from './smil-format.js';
export { type ParseSmilOptions, parseSmil } from './smil-parse.js';
