/**
 * `handset/push`: WAP Push. Service Indication, Service Loading, Cache Operation and client provisioning as objects, XML and WBXML; the WSP push that
 * carries them; PAP.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export * from './binary.js';
export {
  type FormatPapOptions,
  type FormatPapXmlOptions,
  formatPap,
  formatPapResponse,
  formatPapResult,
  type PapRequest,
} from './pap/format.js';
export type { MimeHeader } from './pap/multipart.js';
export {
  PAP_CODES,
  PAP_DELIVERY_METHODS,
  PAP_MESSAGE_STATES,
  PAP_PRIORITIES,
  PAP_VERSIONS,
  type PapContent,
  type PapMessage,
  type PapResponse,
  type PapResult,
  type PapVersion,
  type ParsedPapMessage,
  type ProgressNote,
  papAddressNumber,
  papCodeMeaning,
  type QualityOfService,
} from './pap/pap.js';
export { type ParsePapOptions, parsePap, parsePapResponse, parsePapResult } from './pap/parse.js';
export {
  checkProvisioningMac,
  type MacCheck,
  PROVISIONING_SECURITY,
  type ProvisioningSecrets,
  provisioningMac,
} from './provisioning/mac.js';
export type { Provisioning, ProvisioningCharacteristic, ProvisioningParm } from './provisioning/model.js';
export {
  decodeProvisioning,
  type EncodeProvisioningOptions,
  encodeProvisioning,
  PROVISIONING_CONTENT_TYPES,
} from './provisioning/wbxml.js';
export { formatProvisioning, type ProvisioningLimits, parseProvisioning } from './provisioning/xml.js';
export { type FormatPushOptions, formatCo, formatPushXml, formatSi, formatSl } from './si-sl-co/xml-format.js';
export { type ParsePushOptions, parseCo, parsePushXml, parseSi, parseSl } from './si-sl-co/xml-parse.js';
