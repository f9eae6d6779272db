/**
 * `handset/protocol` without SOAP: forms and their answers. What the root of the package re-exports, and what bundles without an XML parser.
 * @module
 */
export {
  type Credit,
  type CreditAnswer,
  type CreditFormatOptions,
  formatCredit,
  formatManagement,
  formatMessageCount,
  formatPermittedReplyTo,
  type ManagementAnswer,
  type MessageCountAnswer,
  type PermittedReplyToAnswer,
  parseCredit,
  parseManagement,
  parseMessageCount,
  parsePermittedReplyTo,
  type QueryRefusal,
} from './answers.js';
export { formatCallback, parseCallback } from './callback.js';
export { ProtocolError, type ProtocolErrorDetails, type ProtocolErrorReason } from './errors.js';
export { FormFields, type FormOptions, formatForm, parseForm } from './form.js';
export {
  type Callback,
  type CreateChildAccountRequest,
  type Credentials,
  DELIVERY_SERVICES,
  type DeleteChildAccountRequest,
  type DeliveryReceipt,
  type DeliveryService,
  type FileItem,
  type FileOptions,
  type GatewayOperation,
  type GatewayRequest,
  type IncomingMessage,
  LIBRARY_RANGES,
  type LibraryItem,
  type MmsContent,
  type MultimediaContent,
  type MultimediaKind,
  type OtaItem,
  type QueryRequest,
  type RawPduContent,
  RESPONSE_FORMATS,
  type ResponseFormat,
  type Result,
  type RingtoneItem,
  type Sending,
  type SendMultimediaRequest,
  type SendSmsRequest,
  type TransferFundsRequest,
} from './model.js';
export { type AddressBookName, maskNumber, parseAddressBook, parseNumber } from './numbers.js';
export type { RequestOptions } from './parameters.js';
export { isAccepted, REPORT, REPORTS, type ReportCode, type ReportSource, reportOf } from './reports.js';
export { checkRequest, formatRequest, PATHS, parseRequest } from './request.js';
export { formatResponse, parseResponse } from './response.js';
export { credentialsOf, responseFormatOf } from './sending.js';
export type { AnswerOptions, AnswerWarning } from './tags.js';
