/**
 * `handset/content`: converts content of every kind to requests of the gateway's form interface, and back.
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
