/**
 * The data of the gateway's store, as plain objects.
 *
 * Times are milliseconds since 1970, money is an integer in 1/10,000 of the currency.
 * @module
 */
import type { Money } from './money.js';

/** The kind of a child account: `TRANSFER` has its own credit, which its parent transfers; `SHARED` spends its parent's. */
export type ChildType = 'TRANSFER' | 'SHARED';

/** Where an account's receipts and incoming messages go: posted to a URL, or to its SMPP sessions. */
export type CallbackTarget = PostTarget | SessionTarget;

/** The account's SMPP sessions as a callback. */
export interface SessionTarget {
  /** `smpp`. */
  readonly form: 'smpp';
}

/** A URL as a callback, with the credentials that the customer chose for it. */
export interface PostTarget {
  /** The http or https URL to post to. */
  readonly url: string;
  /** The format: a form, a SOAP call, or signed JSON. */
  readonly form: 'form' | 'soap' | 'json';
  /** Secrets that sign JSON, `whsec_` and the base64 of 24 to 64 octets: one, or two during a change. */
  readonly secrets?: readonly string[];
  /** User name in forms and SOAP calls; none when absent. */
  readonly username?: string;
  /** PIN in forms and SOAP calls; none when absent. */
  readonly pin?: string;
}

/** An account, without its PIN. */
export interface Account {
  /** Number of the account in the store. */
  readonly id: number;
  /** User name, in the account's own spelling. */
  readonly username: string;
  /** User name of the parent; present together with `type`, only in children. */
  readonly parent?: string;
  /** How a child is paid for; absent for an account without a parent. */
  readonly type?: ChildType;
  /** ISO 4217 code of its credit. */
  readonly currency: string;
  /** The credit that the account can spend, in 1/10,000 of the currency; for a SHARED child its parent's. */
  readonly credit: Money;
  /** Price of a part of a message, in 1/10,000 of the currency. */
  readonly pricePerPart: Money;
  /** Whether it may create and delete children and move credit. */
  readonly mayManage: boolean;
  /** Two-way numbers and other permitted originators; the first is the default. */
  readonly replyTo: readonly string[];
  /** Where receipts and incoming messages go; nowhere when absent. */
  readonly callback?: CallbackTarget;
}

/** An account that may log in. */
export interface AccountLogin {
  /** The account. */
  readonly account: Account;
  /** An opaque value that changes with the PIN, to detect such a change. It cannot be used to log in. */
  readonly mark: string;
}

/** A child account to create. */
export interface ChildDetails {
  /** Whether it has its own credit or spends its parent's. */
  readonly type: ChildType;
  /** E-mail address of its owner. */
  readonly email: string;
  /** Country code of the number, digits. */
  readonly telephoneCountryCode: string;
  /** Mobile number of its owner, digits with the country code. */
  readonly mobileNumber: string;
  /** Given name of its owner. */
  readonly givenName?: string | undefined;
  /** Family name of its owner. */
  readonly familyName?: string | undefined;
  /** Company of its owner. */
  readonly companyName?: string | undefined;
}

/** Credentials of a new child. The PIN cannot be read later. */
export interface IssuedCredentials {
  /** The generated user name. */
  readonly username: string;
  /** The generated PIN. */
  readonly pin: string;
}

/** A library item. */
export interface LibraryEntry {
  /** Its number, of five digits. */
  readonly number: number;
  /** User name of its account; absent for a public item. */
  readonly owner?: string;
  /** File name with the extension. */
  readonly fileName: string;
  /** MIME type; by default that of the extension. */
  readonly contentType?: string;
  /** The octets. */
  readonly data: Uint8Array;
}

/** One SMS-SUBMIT of a message, without its recipient. */
export interface OutboundPart {
  /** TP-DCS, 0 to 255. */
  readonly tpDcs: number;
  /** TP-PID, 0 to 255. */
  readonly tpPid: number;
  /** User data header including UDHL; empty for none. */
  readonly udh: Uint8Array;
  /** The user data after the header, as text or as octets. */
  readonly userData: { readonly text: string } | { readonly data: Uint8Array };
}

/** A checked request, to be charged and queued. */
export interface AcceptJob {
  /** User name of the sending account; for a SHARED child, the parent pays. */
  readonly username: string;
  /** Originator of the messages. */
  readonly originator: string;
  /** The parts, one or more, the same for every recipient. */
  readonly parts: readonly OutboundPart[];
  /** Numbers, digits with the country code, in order. A repeated number gets the message twice. */
  readonly recipients: readonly string[];
  /** Time of sending in milliseconds since 1970; at once when absent. */
  readonly dueAt?: number | undefined;
  /** Parts that each recipient is charged for; the number of `parts` by default. */
  readonly unitsPerRecipient?: number | undefined;
  /** The requested delivery service. */
  readonly service?: string | undefined;
  /** For a message over SMPP: its registered_delivery, which receipts the account's sessions get. When absent, receipts go to the account's callback. */
  readonly registeredDelivery?: number | undefined;
  /** For a text over SMPP: its data_coding. */
  readonly dataCoding?: number | undefined;
  /** End of the validity in milliseconds since 1970; at the latest, and by default, that of the store's `validityMs`. */
  readonly validUntil?: number | undefined;
  /** Kind of the content, such as `text`, for listings and metrics. */
  readonly contentKind: string;
  /** A submitted file, which is kept in the account's library under a new number. */
  readonly file?: SubmittedFile | undefined;
  /** Content that handsets will fetch from this gateway. */
  readonly hosted?: readonly HostedContent[] | undefined;
  /** Returns the lane in which the message to a recipient waits, for a delivery with several links. */
  readonly findLane?: ((recipient: string) => string) | undefined;
  /** The message of a phone over MM1, in the first of its jobs. */
  readonly mms?: SentMms | undefined;
  /** The copy of that message for the one recipient of this job. */
  readonly mmsCopy?: Pick<MmsCopy, 'token' | 'messageId' | 'expiresAt'> | undefined;
  /** Message-ID of a message of which the one recipient of this job gets a page instead of a copy. */
  readonly mmsPageOf?: string | undefined;
}

/** A message that a phone sent over MM1. */
export interface SentMms {
  /** Message-ID, as in M-Send.conf. */
  readonly id: string;
  /** Number of the phone, digits with the country code. */
  readonly sender: string;
  /** A key that is the same for a repeated request. */
  readonly requestKey: string;
  /** Token of the hosted content. */
  readonly hostedToken: string;
  /** Whether the sender requested delivery reports. */
  readonly wantsDelivery: boolean;
  /** Whether the sender requested read reports. */
  readonly wantsRead: boolean;
}

/** The status of a multimedia message at a recipient; all but `deferred` are final. */
export type MmsStatus = 'retrieved' | 'rejected' | 'expired' | 'deferred';

/** The copy of a message over MM1 for one recipient. */
export interface MmsCopy {
  /** Its token with 128 random bits: transaction of the notification, Message-ID of the copy, and end of its URL. */
  readonly token: string;
  /** Message-ID for the sender. */
  readonly messageId: string;
  /** User name of the sending account. */
  readonly username: string;
  /** Number of the sender, digits with the country code. */
  readonly sender: string;
  /** Number of the recipient, digits with the country code. */
  readonly recipient: string;
  /** Token of the hosted content. */
  readonly hostedToken: string;
  /** The status; absent before the recipient's handset has reported one. */
  readonly status?: MmsStatus;
  /** Whether a read report is requested. */
  readonly wantsRead: boolean;
  /** When it expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A report on a message over MM1, leased to the caller. */
export interface MmsReport {
  /** A delivery report or a read report. */
  readonly kind: 'delivery' | 'read';
  /** X-Mms-Status or X-Mms-Read-Status. */
  readonly status: string;
  /** Time of the status in milliseconds since 1970. */
  readonly at: number;
  /** The copy that it is about. */
  readonly copy: MmsCopy;
}

/** A file submitted with a request. */
export interface SubmittedFile {
  /** File name with the extension. */
  readonly fileName: string;
  /** MIME type; by default that of the extension. */
  readonly contentType?: string | undefined;
  /** The octets. */
  readonly data: Uint8Array;
}

/** The handset that a request names. */
export interface NamedHandset {
  /** Its make, as the request spells it. */
  readonly make?: string | undefined;
  /** Its model, as the request spells it. */
  readonly model?: string | undefined;
}

/** Content that handsets fetch from the gateway. */
export interface HostedContent {
  /** The secret part of its URL; see {@link newToken}. */
  readonly token: string;
  /** MIME type. */
  readonly contentType: string;
  /** File name with the extension, if it has one. */
  readonly fileName?: string | undefined;
  /** The octets. */
  readonly data: Uint8Array;
  /** If present, pictures are adapted to the handset that fetches them, or to this one if that is unknown; otherwise they are served unchanged. */
  readonly adaptation?: NamedHandset | undefined;
  /** When it expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The result of a job for one recipient. */
export interface AcceptedRecipient {
  /** Digits with the country code. */
  readonly recipient: string;
  /** 15 characters of A-Z and 0-9; `-1` if nothing was accepted. */
  readonly messageIdentifier: string;
  /** Report code: -2 queued, 99 accepted for later, 15 out of credit, 2 the account does not exist any more. */
  readonly report: -2 | 99 | 15 | 2;
  /** The number of parts charged. */
  readonly units: number;
}

/** The properties of a message that routes depend on. */
export interface RoutedMessage {
  /** Digits with the country code. */
  readonly recipient: string;
  /** User name of the sending account. */
  readonly username?: string | undefined;
  /** Kind of the content, such as `text`. */
  readonly contentKind?: string | undefined;
}

/** The outcome of a job. */
export interface AcceptOutcome {
  /** A result for each recipient, in the order of the job. */
  readonly recipients: readonly AcceptedRecipient[];
  /** Library number of the submitted file; absent without a file, or if no recipient was accepted. */
  readonly libraryNumber?: number;
}

/** The key of a request that is accepted only once. */
export interface AcceptOnce {
  /** User name of the account that the key belongs to. */
  readonly username: string;
  /** The key that the client chose. */
  readonly key: string;
  /** A digest of the request, which distinguishes it from another one with the same key. */
  readonly fingerprint: string;
  /** Until when the key is kept, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Returns the answer to keep; called within the transaction, if something was accepted. */
  readonly answer: (outcomes: readonly AcceptOutcome[]) => string;
}

/** The answer that is kept for a key. */
export interface KeptAnswer {
  /** The digest of the request. */
  readonly fingerprint: string;
  /** The answer; empty while the request is in progress. */
  readonly answer: string;
}

/** A message for one recipient, as claimed for delivery. */
export interface OutboundMessage {
  /** MessageIdentifier. */
  readonly id: string;
  /** Digits with the country code. */
  readonly recipient: string;
  /** Originator: digits or a name. */
  readonly originator: string;
  /** The parts, one or more. */
  readonly parts: readonly OutboundPart[];
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** When the gateway accepted it, in milliseconds since 1970. */
  readonly acceptedAt: number;
  /** When it is due, in milliseconds since 1970. */
  readonly dueAt: number;
  /** End of the validity in milliseconds since 1970. */
  readonly validUntil: number;
  /** The requested delivery service. */
  readonly service?: string | undefined;
  /** User name of the sending account, for metrics. */
  readonly username?: string | undefined;
  /** Kind of the content, such as `text`, for metrics. */
  readonly contentKind?: string | undefined;
  /** The lane in which it waited, if the delivery has several links. */
  readonly lane?: string | undefined;
}

/** A message that a receipt has put into a final state. */
export interface EndedMessage {
  /** User name of the sending account. */
  readonly username: string;
  /** Kind of the content, such as `text`. */
  readonly contentKind: string;
  /** The final state. */
  readonly state: ReceiptStatus;
}

/** The lengths of the store's queues. */
export interface QueueState {
  /** Messages that are due and not claimed; counted up to 10,000. */
  readonly due: number;
  /** Due time of the oldest of them in milliseconds since 1970; absent if there is none. */
  readonly oldestDueAt?: number;
  /** Callbacks that wait to be posted; counted up to 10,000. */
  readonly callbacks: number;
  /** Receipts and incoming messages that wait for SMPP sessions; counted up to 10,000. */
  readonly sessionCallbacks: number;
}

/** The outcome of an attempt to deliver a message, a union on `kind`. */
export type Outcome =
  /** Delivered to the handset. */
  | { readonly kind: 'delivered' }
  /** Accepted by a service centre; receipts may follow with its `ids`, one for each part. */
  | { readonly kind: 'sent'; readonly ids: readonly string[] }
  /** Refused permanently; the charge is refunded. */
  | { readonly kind: 'failed'; readonly reason: string }
  /**
   * Refused temporarily: tried again after `afterMs` milliseconds, or after a pause that grows with the attempts. `isUncertain`: it was handed over, but not
   * answered, so that it may arrive twice.
   */
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly afterMs?: number;
      readonly isUncertain?: boolean;
      /** Some parts were accepted: the others use the same link. */
      readonly isPartial?: boolean;
    }
  /**
   * Not handed over, because the other side could not be reached: due again at once, in its former place; the attempt does not count. `isPartial`: some
   * parts were accepted before.
   */
  | { readonly kind: 'unsent'; readonly reason: string; readonly isPartial?: boolean };

/** The outcome of a claimed message. */
export interface Settlement {
  /** The message and the attempt. */
  readonly message: Pick<OutboundMessage, 'id' | 'attempt' | 'username' | 'contentKind'>;
  /** The outcome of the attempt. */
  readonly outcome: Outcome;
  /** Name of the link that was used, if the delivery has several. */
  readonly link?: string | undefined;
  /** The lane in which the message waits from now on; unchanged when absent. */
  readonly lane?: string | undefined;
}

/** States of a message. `unconfirmed`: it was sent, but its receipt is overdue. */
export const MESSAGE_STATES = [
  'scheduled',
  'queued',
  'sent',
  'unconfirmed',
  'delivered',
  'failed',
  'expired',
  'cancelled',
] as const;

/** One of {@link MESSAGE_STATES}. */
export type MessageState = (typeof MESSAGE_STATES)[number];

/** The final state in a service centre's receipt. */
export type ReceiptStatus = 'delivered' | 'failed' | 'expired';

/** A message from a handset, as received by the delivery. */
export interface IncomingMessage {
  /** Sender: digits with the country code, or a name. */
  readonly from: string;
  /** The two-way number that received it. */
  readonly to: string;
  /** The text of a text message. */
  readonly text?: string;
  /** The octets of any other message. */
  readonly data?: Uint8Array;
  /** The user data header including its length octet, without concatenation elements; absent if nothing else is in it. */
  readonly udh?: Uint8Array;
  /** When it was received, in milliseconds since 1970. */
  readonly at: number;
}

/** An opt-out: sends from an originator to a recipient are refused. */
export interface OptOut {
  /** The two-way number that the recipient sent STOP to. */
  readonly originator: string;
  /** Digits with the country code. */
  readonly recipient: string;
  /** Time of the opt-out in milliseconds since 1970. */
  readonly at: number;
}

/** The content of a callback to a customer: a receipt or a message, a union on `kind`. */
export type CallbackPayload =
  | {
      readonly kind: 'receipt';
      readonly messageIdentifier: string;
      readonly recipient: string;
      readonly state: ReceiptStatus;
      readonly at: number;
      /** For SMPP sessions: whether the message was cancelled. */
      readonly isCancelled?: boolean;
      /** For SMPP sessions: originator of the message. */
      readonly originator?: string;
      /** For SMPP sessions: when the gateway accepted the message, in milliseconds since 1970. */
      readonly acceptedAt?: number;
    }
  | {
      readonly kind: 'message';
      readonly messageIdentifier: string;
      /** Number or name of the handset. */
      readonly from: string;
      readonly to: string;
      /** The text; the octets in hex if it is not a text. */
      readonly text: string;
      /** Set if `text` is octets in hex; forms and SOAP calls do not say so. */
      readonly isData?: true;
      /** For SMPP sessions: the user data header in hex, without concatenation elements. */
      readonly udh?: string;
      readonly at: number;
    };

/** A callback that is due, leased to the caller. */
export interface DueCallback {
  /** Number of the callback in the store. */
  readonly id: number;
  /** User name of its account. */
  readonly username: string;
  /** Where it is posted. */
  readonly target: PostTarget;
  /** Its content. */
  readonly payload: CallbackPayload;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** When it was created, in milliseconds since 1970. */
  readonly createdAt: number;
  /** When the lease ends and others may claim it, in milliseconds since 1970 by the store's clock. */
  readonly leaseEndsAt: number;
}

/** The result of a post: accepted, to be retried, or refused permanently. */
export type PostResult = 'done' | 'failed' | 'refused';

/** The state of a callback after a post: accepted, to be posted again, or dropped. */
export type PostOutcome = 'done' | 'later' | 'given-up';

/** A receipt or incoming message for an account's SMPP sessions, leased to the caller. */
export type SessionCallback = Omit<DueCallback, 'target'>;

/** The result of sending a callback to an SMPP session. */
export interface SessionSettlement {
  /** The callback and the claim. */
  readonly callback: Pick<SessionCallback, 'id' | 'attempt' | 'createdAt' | 'leaseEndsAt'>;
  /** Accepted, to be retried, sent but not answered, not sent, or refused permanently. */
  readonly result: 'done' | 'failed' | 'unanswered' | 'unsent' | 'refused';
}

/** The state of a session callback afterwards: accepted, to be sent again, refused permanently, or dropped because it is too old. */
export type SessionOutcome = 'done' | 'later' | 'refused' | 'given-up';

/** A message on a virtual handset. */
export interface InboxMessage {
  /** MessageIdentifier. */
  readonly messageIdentifier: string;
  /** Originator: digits or a name. */
  readonly originator: string;
  /** When it arrived, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** SMS-DELIVER TPDUs without service centre addresses, in part order. */
  readonly parts: readonly Uint8Array[];
}

/** A summary of a virtual handset. */
export interface VirtualHandset {
  /** Digits with the country code. */
  readonly number: string;
  /** The number of messages; 0 if the inbox was emptied. */
  readonly messages: number;
  /** When the last message arrived, in milliseconds since 1970. */
  readonly arrivedAt: number;
  /** The number of changes of its inbox so far. */
  readonly changes: number;
}

/** An account in a list of operators. `credit` is its own, 0 for a SHARED child. */
export interface AccountEntry extends Omit<Account, 'id' | 'replyTo' | 'callback'> {
  /** Set if the account is disabled: nobody can log in with it. */
  readonly disabled?: true;
}

/** The details of an account for operators. */
export interface AccountDetails extends AccountEntry {
  /** Two-way numbers and other permitted originators; the first is the default. */
  readonly replyTo: readonly string[];
  /** Where receipts and incoming messages go, without PIN and secrets. */
  readonly callback?: Omit<PostTarget, 'pin' | 'secrets'> | SessionTarget;
  /** When it was created, in milliseconds since 1970. */
  readonly createdAt: number;
}

/** Changes of an account; absent members do not change. Money is in 1/10,000 of the currency. */
export interface AccountChanges {
  /** The new PIN. */
  readonly pin?: string | undefined;
  /** The new price of a part, for later messages. */
  readonly pricePerPart?: Money | undefined;
  /** The new originators, in place of all earlier ones. */
  readonly replyTo?: readonly string[] | undefined;
  /** The new callback; null for none. */
  readonly callback?: CallbackTarget | null | undefined;
  /** Whether it may create and delete children and move credit. */
  readonly mayManage?: boolean | undefined;
  /** Whether logins of the account and its children are refused. */
  readonly disabled?: boolean | undefined;
  /** An amount above 0 to add to the credit. */
  readonly topUp?: Money | undefined;
  /** An amount above 0 to subtract from the credit, which cannot go below 0. */
  readonly debit?: Money | undefined;
}

/** An action that the audit records. */
export type AuditAction = 'createAccount' | 'changeAccount' | 'cancel' | 'replace' | 'requeue' | 'removeOptOut';

/** An entry of the audit. */
export interface AuditEntry {
  /** Time in milliseconds since 1970. */
  readonly at: number;
  /** Who made the change: `cli:NAME`, `token`, `provisioning`, `account:USER` for its own messages, `program`, or the name that a program gave. */
  readonly by: string;
  /** The action. */
  readonly action: AuditAction;
  /** User name of the account concerned. */
  readonly username?: string;
  /** The message concerned. */
  readonly messageIdentifier?: string;
  /** The changed fields by name. */
  readonly changes: Readonly<Record<string, AuditChange>>;
}

/** The old and the new value of a field, or, for secrets, only that it changed. */
export type AuditChange = 'changed' | readonly [before: unknown, after: unknown];

/** Entries of a page, where nobody says how many. */
export const PAGE_ENTRIES = 100;
/** Entries of a page at most. */
export const MAX_PAGE = 1_000;

/** Options of a page of a list. */
export interface PageOptions {
  /** The `next` of the previous page; absent for the first page. */
  readonly after?: number | undefined;
  /** Maximum number of entries, 1 to 1,000; 100 by default. */
  readonly limit?: number | undefined;
}

/** A page of a list. */
export interface Page<T> {
  /** The entries, in order. There may be fewer than `limit`, even none, although more follow. */
  readonly entries: readonly T[];
  /** The `after` of the next page; absent on the last one. */
  readonly next?: number;
}

/** Conditions on messages; all that are present must match. */
export interface MessageFilter {
  /** Digits with the country code. */
  readonly recipient?: string | undefined;
  /** A state, or a list of which any matches. */
  readonly state?: MessageState | readonly MessageState[] | undefined;
  /** User name of the sending account. */
  readonly username?: string | undefined;
  /** Accepted at this time or later, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Accepted before this time, in milliseconds since 1970. */
  readonly to?: number | undefined;
}

/** A kind of ledger entry. `month` combines the entries of a month that are not kept singly any more. */
export type LedgerKind = 'opening' | 'topUp' | 'debit' | 'charge' | 'refund' | 'transferIn' | 'transferOut' | 'month';

/** A ledger entry: one movement of an account's credit. */
export interface LedgerEntry {
  /** Time in milliseconds since 1970. */
  readonly at: number;
  /** The reason of the movement. */
  readonly kind: LedgerKind;
  /** The amount in 1/10,000 of the currency, negative if it reduced the credit. */
  readonly amount: Money;
  /** The message that was charged or refunded. */
  readonly messageIdentifier?: string;
  /** Recipient of that message. */
  readonly recipient?: string;
  /** The number of parts charged or refunded. */
  readonly units?: number;
}

/** A message in a list of its account. */
export interface OwnMessage {
  /** MessageIdentifier. */
  readonly messageIdentifier: string;
  /** Digits with the country code. */
  readonly recipient: string;
  /** Originator: digits or a name. */
  readonly originator: string;
  /** Kind of the content, such as `text`. */
  readonly contentKind: string;
  /** Its state. */
  readonly state: MessageState;
  /** When the gateway accepted it, in milliseconds since 1970. */
  readonly acceptedAt: number;
  /** When it is due, in milliseconds since 1970; only if it was accepted for later. */
  readonly dueAt?: number;
  /** The number of parts charged. */
  readonly units: number;
  /** Why it failed, or was postponed last. */
  readonly reason?: string;
  /** The requested delivery service. */
  readonly service?: string;
  /** Library number of the submitted file. */
  readonly libraryNumber?: number;
  /** For a text over SMPP: its data_coding. */
  readonly dataCoding?: number;
}

/** A message in a list of operators. */
export interface MessageEntry {
  /** MessageIdentifier. */
  readonly messageIdentifier: string;
  /** User name of the sending account. */
  readonly username: string;
  /** Digits with the country code. */
  readonly recipient: string;
  /** Its state. */
  readonly state: MessageState;
  /** When the gateway accepted it, in milliseconds since 1970. */
  readonly acceptedAt: number;
  /** When it is due, in milliseconds since 1970; only if it was accepted for later. */
  readonly dueAt?: number;
  /** The number of parts charged. */
  readonly units: number;
  /** The number of attempts to deliver it. */
  readonly attempts: number;
  /** Why it failed, or was postponed last. */
  readonly reason?: string;
  /** Name of the link that it used, or was assigned to last; absent unless the delivery has several links. */
  readonly link?: string;
}
