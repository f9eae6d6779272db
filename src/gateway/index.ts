/**
 * `handset/gateway`: a messaging gateway with forms, SOAP, JSON, SMPP and MM1. Node only; the packages that it needs (hono, kysely, a database driver and
 * others) are optional peer dependencies.
 * @module
 */

export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { CallbackSender, type CallbackSenderOptions, type CallbackStore, type PostedCallback } from './callbacks/sender.js';
export { openDelivery } from './delivery/deliveries.js';
export type {
  Delivery,
  DeliveryEnvironment,
  DeliveryEvents,
  DeliveryHost,
  DeliveryLink,
  DeliveryNotice,
  DeliveryWay,
  OnNotice,
  OpenDelivery,
} from './delivery/delivery.js';
export {
  type KannelAnswer,
  type KannelDelivery,
  type KannelDeliveryOptions,
  kannelDelivery,
} from './delivery/kannel/kannel.js';
export type { IdForm, ReceiptNumber } from './delivery/smpp/incoming.js';
export { type SmppOptions, smppDelivery, type ValidityForm } from './delivery/smpp/smpp.js';
export { virtualDelivery } from './delivery/virtual/delivery.js';
export type { HandsetEntry, HandsetsView } from './delivery/virtual/events.js';
export {
  type DiscardedEntry,
  type InboxEntry,
  type InboxView,
  type IncompleteEntry,
  type ReadInboxOptions,
  readInbox,
  toDeliver,
} from './delivery/virtual/virtual.js';
export {
  type CallbackWorker,
  createGateway,
  type Gateway,
  type GatewayChanges,
  type GatewayOptions,
  type Listening,
} from './gateway.js';
export type { Repurpose } from './hosted/adapt.js';
export { type HostingOptions, type HostingStore, hostingApp } from './hosted/hosting.js';
export type { OperatorsOptions } from './http/operators.js';
export type { ListenOptions } from './http/server.js';
export type { IncomingActions, IncomingHook, KeywordSettings } from './keywords.js';
export { type GatewayLog, type OpenedLog, openLog } from './log.js';
export { type GatewayMetrics, type GatewayState, openMetrics } from './metrics.js';
export type { Indication } from './mm1/reports.js';
export { createTestMmsc, type TestMmsc, type TestMmscOptions } from './mm1/test-mmsc.js';
export { DEFAULT_LOGIN_LIMITS, type FailureLimit, type LoginLimits } from './operations/logins.js';
export type { ReadinessCheck, ReadinessReport } from './readiness.js';
export type { RequestThreadsOptions } from './reading/reader.js';
export {
  DEFAULT_GATEWAY_LIMITS,
  DEFAULT_RATES,
  type GatewayLimits,
  type KeepOptions,
  LOG_LEVELS,
  type LogLevel,
  type Rate,
  type Rates,
} from './settings/limits.js';
export {
  type AddressBook,
  type DeliverySettings,
  NO_PROVISIONING,
  type ProvisionedAccount,
  type ProvisionedItem,
  type Provisioning,
  ProvisioningError,
  readProvisioning,
} from './settings/provision.js';
export type { SmppDoorOptions } from './smpp-door/door.js';
export { newToken } from './store/accept.js';
export { checkStore, copyStore, type StoreSummary } from './store/backup.js';
export {
  type CancelledPage,
  ChangeError,
  type MessageChange,
  type RequeuedPage,
  type RequeueFilter,
} from './store/changes.js';
export { formatMoney, type Money, parseMoney } from './store/money.js';
export type { OptOutFilter } from './store/opt-outs.js';
export type { OwnFilter, OwnPage, OwnPageOptions } from './store/own.js';
export type { PostgresConfig } from './store/postgres.js';
export type { DifferencesOptions, ProvisioningDifference } from './store/provision.js';
export type { Claimer } from './store/queues.js';
export type { Replacement } from './store/replace.js';
export type { SqliteDriverName } from './store/sqlite-drivers.js';
export { Store, type StoreOptions, type StorePlace } from './store/store.js';
export {
  type AcceptedRecipient,
  type AcceptJob,
  type AcceptOnce,
  type AcceptOutcome,
  type Account,
  type AccountChanges,
  type AccountDetails,
  type AccountEntry,
  type AccountLogin,
  type AuditAction,
  type AuditChange,
  type AuditEntry,
  type CallbackPayload,
  type CallbackTarget,
  type ChildDetails,
  type ChildType,
  type DueCallback,
  type EndedMessage,
  type HostedContent,
  type InboxMessage,
  type IncomingMessage,
  type IssuedCredentials,
  type KeptAnswer,
  type LedgerEntry,
  type LedgerKind,
  type LibraryEntry,
  MESSAGE_STATES,
  type MessageEntry,
  type MessageFilter,
  type MessageState,
  type MmsCopy,
  type MmsReport,
  type MmsStatus,
  type NamedHandset,
  type OptOut,
  type OutboundMessage,
  type OutboundPart,
  type Outcome,
  type OwnMessage,
  type Page,
  type PageOptions,
  type PostOutcome,
  type PostResult,
  type PostTarget,
  type QueueState,
  type ReceiptStatus,
  type RoutedMessage,
  type SentMms,
  type SessionCallback,
  type SessionOutcome,
  type SessionSettlement,
  type SessionTarget,
  type Settlement,
  type SubmittedFile,
  type VirtualHandset,
} from './store/types.js';
export {
  createTestGateway,
  NoMessageError,
  type TestAccount,
  type TestGateway,
  type TestGatewayOptions,
  type TestMessage,
  type TestPhone,
} from './test-gateway.js';
export { BusyError, type Caller, type TurnLimits } from './turns.js';
