/**
 * `handset/content`: contents of every kind to the requests that send them by way of a gateway, and back.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';

export type {
  BitmapInput,
  ContentOptions,
  ContentWarning,
  FileInput,
  FileOptions,
  HandsetOptions,
  LibraryContent,
  LibraryReference,
  MmsInput,
  MmsOptions,
  NamedFile,
  Network,
  ObjectInputAlias,
  OperatorLogoOptions,
  PduInput,
  PictureOptions,
  ReadContent,
  ReadContentOptions,
  RingtoneInput,
  SendContent,
  SendingOptions,
  SendRequestOptions,
  UnsignedSend,
} from './model.js';
export { contentOf, requestOf } from './request.js';
