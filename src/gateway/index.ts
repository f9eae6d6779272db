/**
 * `handset/gateway`: the reference gateway. Node only; the packages it needs (hono, kysely, a database driver) are optional peers of this package.
 * @module
 */
export type { Rate } from './admission.js';
export { CallbackSender, type CallbackSenderOptions, type CallbackStore, type PostedCallback } from './callbacks.js';
export type { Delivery, DeliveryEvents, DeliveryNotice, OnNotice } from './delivery.js';
export { type DeliveriesEnvironment, type OpenedDelivery, openDelivery } from './delivery-config.js';
export {
  type CallbackWorker,
  createGateway,
  DEFAULT_GATEWAY_LIMITS,
  type Gateway,
  type GatewayLimits,
  type GatewayOptions,
} from './gateway.js';
export { type HostingOptions, type HostingStore, hostingApp } from './hosting.js';
export type { Repurpose } from './hosting-adapt.js';
export { newToken } from './identifiers.js';
export { type KannelDelivery, type KannelDeliveryOptions, type KannelEnvironment, kannelDelivery } from './kannel.js';
export { type GatewayLog, LOG_LEVELS, type LogLevel, type OpenedLog, openLog } from './log.js';
export { type GatewayMetrics, openMetrics } from './metrics.js';
export { formatMoney, type Money, parseMoney } from './money.js';
export type { PostgresConfig } from './postgres.js';
export {
  type AddressBook,
  type DeliverySettings,
  NO_PROVISIONING,
  type ProvisionedAccount,
  type ProvisionedItem,
  type Provisioning,
  ProvisioningError,
  readProvisioning,
} from './provision.js';
export type { ListenOptions } from './server.js';
export { type DeliveryEnvironment, type SmppOptions, smppDelivery } from './smpp.js';
export type { IdForm } from './smpp-incoming.js';
export { Store, type StoreOptions, type StorePlace } from './store.js';
export type {
  AcceptedRecipient,
  AcceptJob,
  AcceptOutcome,
  Account,
  AccountEntry,
  CallbackPayload,
  CallbackTarget,
  ChildDetails,
  ChildType,
  DueCallback,
  HostedContent,
  InboxMessage,
  IncomingMessage,
  IssuedCredentials,
  LedgerEntry,
  LedgerKind,
  LibraryEntry,
  MessageEntry,
  MessageState,
  NamedHandset,
  OutboundMessage,
  OutboundPart,
  Outcome,
  ReceiptStatus,
  Settlement,
  SubmittedFile,
  VirtualHandset,
} from './store-types.js';
export {
  type DiscardedEntry,
  type InboxEntry,
  type InboxView,
  type IncompleteEntry,
  type ReadInboxOptions,
  readInbox,
  toDeliver,
} from './virtual.js';
export type { HandsetEntry, HandsetsView } from './virtual-events.js';
