/**
 * `handset/mms` without SMIL and ZIP: the PDUs, and what goes into them. What the root of the package re-exports, and what bundles without an XML parser.
 * @module
 */
export { formatMmsAddress, type MmsAddress, parseMmsAddress } from './address.js';
export type { Disposition, MmsBody, Part } from './body.js';
export { partText } from './charsets.js';
export { clipMs } from './clip-length.js';
export { CONTENT_CLASSES, type ContentClass, type ContentClassName, contentClassOf } from './content-class.js';
export {
  type NotificationOptions,
  notificationOf,
  type RetrieveConfOptions,
  type SendReqOptions,
  toRetrieveConf,
  toSendReq,
} from './convert.js';
export { decodeMms } from './decode.js';
export { encodeMms, mmsSize } from './encode.js';
export type { MmsOtherHeader } from './header-values.js';
export {
  CANCEL_STATUSES,
  type Counted,
  type ElementDescriptor,
  type MboxCount,
  MESSAGE_CLASSES,
  MM_STATES,
  MMS_CONTENT_CLASSES,
  MMS_PRIORITIES,
  MMS_STATUSES,
  type MmFlag,
  type MmsTime,
  type Named,
  type PreviousDate,
  type PreviousSender,
  READ_STATUSES,
  REPLY_CHARGINGS,
  RESPONSE_STATUSES,
  RETRIEVAL_MODES,
  RETRIEVE_STATUSES,
  SENDER_VISIBILITIES,
  STORE_STATUSES,
} from './header-values.js';
export {
  extensionsOfType,
  type MediaClass,
  mediaClassOf,
  mediaTypeOfName,
  plainType,
  signatureType,
  sniffMediaType,
} from './media-types.js';
export { safeNames } from './names.js';
export {
  type MAcknowledgeInd,
  type MCancelConf,
  type MCancelReq,
  type MDeleteConf,
  type MDeleteReq,
  type MDeliveryInd,
  type MForwardConf,
  type MForwardReq,
  type MMboxDescr,
  type MMboxStoreConf,
  type MMboxStoreReq,
  type MMboxUploadConf,
  type MMboxUploadReq,
  type MMboxViewConf,
  type MMboxViewReq,
  MMS_CONTENT_TYPE,
  MMS_PDU_TYPES,
  type MmsDecodeOptions,
  type MmsHeaders,
  type MmsPdu,
  type MmsPduType,
  type MNotificationInd,
  type MNotifyRespInd,
  type MReadOrigInd,
  type MReadRecInd,
  type MRetrieveConf,
  type MSendConf,
  type MSendReq,
} from './pdu.js';
export { type PictureSize, pictureSize } from './picture-size.js';
