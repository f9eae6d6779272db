/**
 * `handset/push` without its XML: what the root of the package re-exports, and what bundles without an XML parser.
 * @module
 */

export type { WspParameter } from '../wsp/content-type.js';
export {
  applicationOfCode,
  charsetOfMib,
  codeOfApplication,
  codeOfContentType,
  contentTypeOfCode,
  headerNameOfCode,
  mibOfCharset,
} from '../wsp/registers.js';
export type { CacheOperation, Invalidation } from './co.js';
export { formatDateTime, parseDateTime } from './datetime.js';
export { PUSH_CONTENT_TYPES, type PushDocument } from './documents.js';
export {
  fromGatewayFields,
  SI_FIELDS,
  type SiField,
  type SiFields,
  type SiFieldsOptions,
  toGatewayFields,
} from './gateway-fields.js';
export {
  DEFAULT_SCHEMES,
  lintSi,
  type PushWarning,
  type ServiceIndication,
  SI_ACTIONS,
  type SiAction,
  type SiItem,
} from './si.js';
export { lintSl, type ServiceLoading, SL_ACTIONS, type SlAction } from './sl.js';
export type { DocumentKind } from './tokens.js';
export {
  decodeCo,
  decodeSi,
  decodeSl,
  decodeWbxml,
  type EncodeWbxmlOptions,
  encodeCo,
  encodeSi,
  encodeSl,
  encodeWbxml,
} from './wbxml.js';
export type { WbxmlOptions } from './wbxml-read.js';
export { WBXML_VERSIONS, type WbxmlVersion } from './wbxml-tokens.js';
export { type DecodedPush, decodePush, encodePush, PUSH_PORTS, type Push, type WspContentType } from './wsp.js';
export { PUSH_FLAG, type PushDecodeOptions, type PushHeader, type PushHeaders } from './wsp-headers.js';
