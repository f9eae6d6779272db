/**
 * `handset/push` without its XML: what bundles without an XML parser.
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
export type { CacheOperation, Invalidation } from './si-sl-co/co.js';
export { formatDateTime, parseDateTime } from './si-sl-co/datetime.js';
export { PUSH_CONTENT_TYPES, type PushDocument } from './si-sl-co/documents.js';
export {
  fromGatewayFields,
  SI_FIELDS,
  type SiField,
  type SiFields,
  type SiFieldsOptions,
  toGatewayFields,
} from './si-sl-co/gateway-fields.js';
export {
  DEFAULT_SCHEMES,
  lintSi,
  type PushWarning,
  type ServiceIndication,
  SI_ACTIONS,
  type SiAction,
  type SiItem,
} from './si-sl-co/si.js';
export { lintSl, type ServiceLoading, SL_ACTIONS, type SlAction } from './si-sl-co/sl.js';
export type { DocumentKind } from './wbxml/document-tokens.js';
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
} from './wbxml/documents.js';
export type { WbxmlOptions } from './wbxml/read.js';
export { WBXML_VERSIONS, type WbxmlVersion } from './wbxml/tokens.js';
export { PUSH_FLAG, type PushDecodeOptions, type PushHeader, type PushHeaders } from './wsp/headers.js';
export { type DecodedPush, decodePush, encodePush, PUSH_PORTS, type Push, type WspContentType } from './wsp/push.js';
