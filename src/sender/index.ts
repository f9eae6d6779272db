/**
 * `handset/sender`: a client of the gateway, over HTTP and SOAP, and a receiver for its receipts and incoming messages.
 * @module
 */

export type { AbortSignalLike, RequestInitLike, RequestLike, ResponseLike } from '../bytes/platform.js';
export type {
  FileInput,
  HandsetOptions,
  LibraryReference,
  MmsInput,
  NamedFile,
  PduInput,
  RingtoneInput,
  UnsignedSend,
} from '../content/model.js';
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { ProtocolError, type ProtocolErrorReason } from '../protocol/errors.js';
export type { Result } from '../protocol/model.js';
export {
  type Attempt,
  ConnectError,
  type FailureReason,
  GatewayError,
  LoginError,
  OutcomeUnknownError,
  type Phase,
  type ServerName,
  TransportError,
  type TransportErrorDetails,
} from './errors.js';
export type { Failover } from './exchange.js';
export { type Fetch, fetchTransport } from './fetch-transport.js';
export {
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
  nodeReceiver,
  type RouteReply,
  type RouteRequest,
} from './node-receiver.js';
export { type NodeLookup, type NodeTransport, type NodeTransportOptions, nodeTransport } from './node-transport.js';
export {
  ADVISED_RECIPIENTS,
  type CallOptions,
  type ConnectionOptions,
  type FileSendOptions,
  type HandsetSendOptions,
  type MmsSendOptions,
  type OperatorLogoInput,
  type OperatorLogoSendOptions,
  type PictureInput,
  type PictureSendOptions,
  type PreparedRequest,
  type PrepareOptions,
  type RequestOptions,
  type SenderOptions,
  type SenderWarning,
  type SenderWarningCode,
  type SendOptions,
  type UnsignedRequest,
  type VCalendarSendOptions,
  type VCardSendOptions,
} from './options.js';
export { BodyConsumedError, createReceiver, type Receiver, type ReceiverOptions } from './receiver.js';
export {
  type AnsweredOutcome,
  type FailedOutcome,
  type ManyMessage,
  type ManyProgress,
  type ManyStopReason,
  SendManyError,
  type SendManyOptions,
  type SendOutcome,
  sendMany,
} from './send-many.js';
export { type ChildAccount, Sender, type Transfer } from './sender.js';
export { SoapSender, type SoapSenderOptions, type SubmitMessageInput } from './soap-sender.js';
export { SplitAbortedError, type SplitProgress, splitProgress, splitRequest } from './split.js';
export {
  type Transport,
  TransportFailure,
  type TransportFailureDetails,
  type TransportRequest,
  type TransportResponse,
} from './transport.js';
export { verifyWebhook, type WebhookHeaders, type WebhookOptions } from './webhook.js';
