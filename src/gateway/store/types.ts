/**
 * What goes into the gateway's store and comes out of it, as plain data.
 *
 * Times are epoch milliseconds, money is a whole number of 1/10,000 of the currency.
 * @module
 */
import type { Money } from './money.js';

/** TRANSFER has credit of its own that its parent moves; SHARED spends its parent's. */
export type ChildType = 'TRANSFER' | 'SHARED';

/** Where a customer wants receipts and incoming messages. */
export type CallbackTarget = PostTarget | SessionTarget;

/** At the sessions that he binds over SMPP. */
export interface SessionTarget {
  /** By SMPP. */
  readonly form: 'smpp';
}

/** At his own server, with the credentials that he chose for it. */
export interface PostTarget {
  /** Where to post. */
  readonly url: string;
  /** What is posted: a form, a SOAP call, or JSON that is signed. */
  readonly form: 'form' | 'soap' | 'json';
  /** Of JSON: what it is signed with, `whsec_...`; two while one takes the place of the other. */
  readonly secrets?: readonly string[];
  /** Sent along, when the account has set one. */
  readonly username?: string;
  /** Sent along, when the account has set one. */
  readonly pin?: string;
}

/** An account as requests need it. The PIN's hash stays in the store. */
export interface Account {
  /** Number of the account in the store. */
  readonly id: number;
  /** Name of the account, as its owner writes it. */
  readonly username: string;
  /** Set together with `type`, in children only. */
  readonly parent?: string;
  /** How it is paid for; absent for an account without a parent. */
  readonly type?: ChildType;
  /** ISO 4217 code of its credit. */
  readonly currency: string;
  /** What the account can spend: of a SHARED child its parent's credit. */
  readonly credit: Money;
  /** What a part of a message costs, in ten-thousandths of the currency. */
  readonly pricePerPart: Money;
  /** Whether it may create and change accounts below it. */
  readonly mayManage: boolean;
  /** Two-way numbers and configured originators; the first is the default. */
  readonly replyTo: readonly string[];
  /** Where receipts and incoming messages go; nowhere when absent. */
  readonly callback?: CallbackTarget;
}

/** An account that may log in. */
export interface AccountLogin {
  /** The account. */
  readonly account: Account;
  /** Another one when its PIN changes. It is none that could be logged in with. */
  readonly mark: string;
}

/** A new account below another, as the request describes its owner. */
export interface ChildDetails {
  /** How it is paid for. */
  readonly type: ChildType;
  /** Mail address of its owner. */
  readonly email: string;
  /** Country code of the number, digits. */
  readonly telephoneCountryCode: string;
  /** Number of its owner, digits with the country code. */
  readonly mobileNumber: string;
  /** Given name of its owner. */
  readonly givenName?: string | undefined;
  /** Family name of its owner. */
  readonly familyName?: string | undefined;
  /** Company of its owner. */
  readonly companyName?: string | undefined;
}

/** Credentials of a new child: the only time that a PIN is seen. */
export interface IssuedCredentials {
  /** Name that the gateway made up. */
  readonly username: string;
  /** PIN that the gateway made up. */
  readonly pin: string;
}

/** An item of the library. */
export interface LibraryEntry {
  /** Its number, of five digits. */
  readonly number: number;
  /** Absent in a public item. */
  readonly owner?: string;
  /** Name with the extension. */
  readonly fileName: string;
  /** MIME type; the extension tells it when absent. */
  readonly contentType?: string;
  /** The item itself. */
  readonly data: Uint8Array;
}

/** One SMS-SUBMIT's worth of a message: what is the same for every recipient. */
export interface OutboundPart {
  /** TP-DCS, 0 to 255. */
  readonly tpDcs: number;
  /** TP-PID, 0 to 255. */
  readonly tpPid: number;
  /** With UDHL; empty for none. */
  readonly udh: Uint8Array;
  /** What stands behind the header, as text or as octets. */
  readonly userData: { readonly text: string } | { readonly data: Uint8Array };
}

/** A request that passed all checks, to be charged and queued. */
export interface AcceptJob {
  /** Who asked; a SHARED child's parent pays. */
  readonly username: string;
  /** Originator as it goes on air. */
  readonly originator: string;
  /** The SMS messages, one or more. */
  readonly parts: readonly OutboundPart[];
  /** Numbers of digits, in order; one that stands twice is sent twice. */
  readonly recipients: readonly string[];
  /** Absent: at once. */
  readonly dueAt?: number | undefined;
  /** Parts that each recipient is charged for; the number of `parts` by default. */
  readonly unitsPerRecipient?: number | undefined;
  /** Delivery service that was asked for. */
  readonly service?: string | undefined;
  /**
   * Of a message that came over SMPP: which receipts the account's sessions get, as registered_delivery says it. Absent: they go where the account's
   * callback says.
   */
  readonly registeredDelivery?: number | undefined;
  /** Of a text that came over SMPP: in which coding, as data_coding says it. */
  readonly dataCoding?: number | undefined;
  /** Until when it is of use, in epoch milliseconds; the store's own validity when that ends sooner, or this is absent. */
  readonly validUntil?: number | undefined;
  /** Kind of the content, for listings and metrics. */
  readonly contentKind: string;
  /** A submitted file: kept in the caller's private library, under a new number. */
  readonly file?: SubmittedFile | undefined;
  /** Pages and messages that handsets will fetch from this gateway. */
  readonly hosted?: readonly HostedContent[] | undefined;
  /** The lane that the message to a recipient waits in, of a delivery that has several links. */
  readonly findLane?: ((recipient: string) => string) | undefined;
  /** A message that a phone sent over MM1, with the first of its jobs. */
  readonly mms?: SentMms | undefined;
  /** What its one recipient gets of that message. */
  readonly mmsCopy?: Pick<MmsCopy, 'token' | 'messageId' | 'expiresAt'> | undefined;
  /** Message-ID of the message that its one recipient gets the page of, in place of a copy. */
  readonly mmsPageOf?: string | undefined;
}

/** A message that a phone sent over MM1. */
export interface SentMms {
  /** Message-ID, as its sender gets to know it. */
  readonly id: string;
  /** Digits with the country code. */
  readonly sender: string;
  /** The same for a request that is repeated. */
  readonly requestKey: string;
  /** Of the content that recipients fetch. */
  readonly hostedToken: string;
  /** Whether the sender wants to know what becomes of it. */
  readonly wantsDelivery: boolean;
  /** Whether the sender wants to know when it is read. */
  readonly wantsRead: boolean;
}

/** What a recipient did with a multimedia message, or that it came to its end without; its first three are final. */
export type MmsStatus = 'retrieved' | 'rejected' | 'expired' | 'deferred';

/** What one recipient gets of a message that came over MM1. */
export interface MmsCopy {
  /** Unguessable: transaction of the notification, Message-ID of the message as it is fetched, and the end of the address. */
  readonly token: string;
  /** Message-ID, as the sender knows it. */
  readonly messageId: string;
  /** Name of the account that sent it. */
  readonly username: string;
  /** Digits with the country code. */
  readonly sender: string;
  /** Digits with the country code. */
  readonly recipient: string;
  /** Of the content. */
  readonly hostedToken: string;
  /** What is known of it; absent before the recipient said something. */
  readonly status?: MmsStatus;
  /** Whether the recipient is asked to say so. */
  readonly wantsRead: boolean;
  /** When it can be fetched no more, in epoch milliseconds. */
  readonly expiresAt: number;
}

/** A report on a message that came over MM1, leased to the caller. */
export interface MmsReport {
  /** Delivery: what the recipient's handset did; read: what the recipient did. */
  readonly kind: 'delivery' | 'read';
  /** X-Mms-Status, or X-Mms-Read-Status. */
  readonly status: string;
  /** Since when it is so, in epoch milliseconds. */
  readonly at: number;
  /** What it is about. */
  readonly copy: MmsCopy;
}

/** A file that came with a request. */
export interface SubmittedFile {
  /** Name with the extension. */
  readonly fileName: string;
  /** MIME type; the extension tells it when absent. */
  readonly contentType?: string | undefined;
  /** The file itself. */
  readonly data: Uint8Array;
}

/** The handset that a request is for; what is not named is not known. */
export interface NamedHandset {
  /** Its make, as the request spells it. */
  readonly make?: string | undefined;
  /** Its model, as the request spells it. */
  readonly model?: string | undefined;
}

/** Content behind an address that only its token names. */
export interface HostedContent {
  /** Unguessable; see newToken. */
  readonly token: string;
  /** MIME type. */
  readonly contentType: string;
  /** Name with the extension, when it came with one. */
  readonly fileName?: string | undefined;
  /** The content itself. */
  readonly data: Uint8Array;
  /** Pictures are adapted, to this handset unless the one that fetches them says what it is; absent: they go out as they are. */
  readonly adaptation?: NamedHandset | undefined;
  /** When it is gone, in epoch milliseconds. */
  readonly expiresAt: number;
}

/** What became of one recipient of a job. */
export interface AcceptedRecipient {
  /** Digits with the country code. */
  readonly recipient: string;
  /** 15 characters of A-Z and 0-9; `-1` where nothing was accepted. */
  readonly messageIdentifier: string;
  /** -2 queued, 99 accepted for later, 15 the credit has ended, 2 the account is gone. */
  readonly report: -2 | 99 | 15 | 2;
  /** Parts charged. */
  readonly units: number;
}

/** What says which links a message may go over. */
export interface RoutedMessage {
  /** Digits with the country code. */
  readonly recipient: string;
  /** Name of the account that sends it. */
  readonly username?: string | undefined;
  /** What it is: `text`, `ringtone`. */
  readonly contentKind?: string | undefined;
}

/** What became of a job: a result per recipient, in order. */
export interface AcceptOutcome {
  /** An entry for each recipient, in the order of the request. */
  readonly recipients: readonly AcceptedRecipient[];
  /** Number of the file that came with the job; absent when no recipient was accepted. */
  readonly libraryNumber?: number;
}

/** A request that is accepted once, however often it comes. */
export interface AcceptOnce {
  /** Name of the account that the key is of. */
  readonly username: string;
  /** The key that its sender made up. */
  readonly key: string;
  /** What tells the request from another with the same key. */
  readonly fingerprint: string;
  /** Until when the key is kept, in epoch milliseconds. */
  readonly expiresAt: number;
  /** The answer to keep; called within the transaction, when something was accepted. */
  readonly answer: (outcomes: readonly AcceptOutcome[]) => string;
}

/** What is kept of a request that was accepted. */
export interface KeptAnswer {
  /** What tells the request from another with the same key. */
  readonly fingerprint: string;
  /** Its answer; empty while it is under way. */
  readonly answer: string;
}

/** One message for one recipient, as claimed from the outbox. */
export interface OutboundMessage {
  /** MessageIdentifier. */
  readonly id: string;
  /** Digits with the country code. */
  readonly recipient: string;
  /** Who it is from: digits or a name. */
  readonly originator: string;
  /** The SMS messages, one or more. */
  readonly parts: readonly OutboundPart[];
  /** 1 on the first claim. */
  readonly attempt: number;
  /** When the gateway took it, in epoch milliseconds. */
  readonly acceptedAt: number;
  /** When it may leave, in epoch milliseconds. */
  readonly dueAt: number;
  /** Until when it is of use, in epoch milliseconds: what is not at its handset by then need not be brought there any more. */
  readonly validUntil: number;
  /** Delivery service that was asked for. */
  readonly service?: string | undefined;
  /** Name of the account that sent it. For counts; a delivery has no use for it. */
  readonly username?: string | undefined;
  /** What it is: `text`, `ringtone`. For counts, too. */
  readonly contentKind?: string | undefined;
  /** Which queue it waited in, where the delivery has several links. */
  readonly lane?: string | undefined;
}

/** A message that has come to its end by a receipt. */
export interface EndedMessage {
  /** Name of the account that sent it. */
  readonly username: string;
  /** What it is: `text`, `ringtone`. */
  readonly contentKind: string;
  /** What became of it. */
  readonly state: ReceiptStatus;
}

/** What waits in the store. */
export interface QueueState {
  /** Messages that are due and that nobody has claimed; 10,000 stands for that many or more. */
  readonly due: number;
  /** Since when the oldest of them is; absent when there is none. */
  readonly oldestDueAt?: number;
  /** Callbacks that were not posted yet; 10,000 stands for that many or more. */
  readonly callbacks: number;
  /** Receipts and incoming messages that wait for sessions of their accounts; 10,000 stands for that many or more. */
  readonly sessionCallbacks: number;
}

/** What became of a delivery. */
export type Outcome =
  /** Final, at once. */
  | { readonly kind: 'delivered' }
  /** Handed over; receipts may follow under the SMSC's ids, one per part. */
  | { readonly kind: 'sent'; readonly ids: readonly string[] }
  /** For good; the charge is given back. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Not now. Tried again after a pause that grows with the attempts, or after `afterMs`. `isUncertain`: handed over, and no answer came. */
  | {
      readonly kind: 'retry';
      readonly reason: string;
      readonly afterMs?: number;
      readonly isUncertain?: boolean;
      /** Some of its parts were taken: the others go the same way. */
      readonly isPartial?: boolean;
    }
  /**
   * Not handed over, since the other side could not be reached: due again at once, in its old place, and this attempt does not count. `isPartial`: some
   * of its parts were taken.
   */
  | { readonly kind: 'unsent'; readonly reason: string; readonly isPartial?: boolean };

/** An outcome with the claim that it belongs to. */
export interface Settlement {
  /** Which message, and which attempt at it. */
  readonly message: Pick<OutboundMessage, 'id' | 'attempt' | 'username' | 'contentKind'>;
  /** What became of the attempt. */
  readonly outcome: Outcome;
  /** The link that it was given to, of a delivery that has several. */
  readonly link?: string | undefined;
  /** The lane that it waits in from now on; that of before when absent. */
  readonly lane?: string | undefined;
}

/** States of a message; `unconfirmed`: it was sent, and its receipt is overdue. */
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

/** What an SMSC says later about a message that it took. */
export type ReceiptStatus = 'delivered' | 'failed' | 'expired';

/** A message from a handset, as the delivery hands it over. */
export interface IncomingMessage {
  /** Who sent it: digits with the country code, or a name. */
  readonly from: string;
  /** The two-way number that it went to. */
  readonly to: string;
  /** What it says, when it is text. */
  readonly text?: string;
  /** Its octets, when it is none. */
  readonly data?: Uint8Array;
  /** Its user data header with its length, without the numbers of its parts; absent when there is nothing else in it. */
  readonly udh?: Uint8Array;
  /** When it came, in epoch milliseconds. */
  readonly at: number;
}

/** A recipient who wants nothing from an originator. */
export interface OptOut {
  /** Number that he wrote to. */
  readonly originator: string;
  /** Digits with the country code. */
  readonly recipient: string;
  /** Since when, in epoch milliseconds. */
  readonly at: number;
}

/** The content of a post to a customer. */
export type CallbackPayload =
  | {
      readonly kind: 'receipt';
      readonly messageIdentifier: string;
      readonly recipient: string;
      readonly state: ReceiptStatus;
      readonly at: number;
      /** For a session: the message was cancelled. */
      readonly isCancelled?: boolean;
      /** For a session: who the message was from. */
      readonly originator?: string;
      /** For a session: when the gateway took the message. */
      readonly acceptedAt?: number;
    }
  | {
      readonly kind: 'message';
      readonly messageIdentifier: string;
      /** The handset. */
      readonly from: string;
      readonly to: string;
      /** What it says; octets in hex when it is no text. */
      readonly text: string;
      /** Whether `text` is octets in hex; forms and calls do not tell. */
      readonly isData?: true;
      /** For a session: its user data header in hex, without the numbers of its parts. */
      readonly udh?: string;
      readonly at: number;
    };

/** A callback that is due, leased to the caller. */
export interface DueCallback {
  /** Number of the callback in the store. */
  readonly id: number;
  /** Whose it is. */
  readonly username: string;
  /** Where it goes. */
  readonly target: PostTarget;
  /** What it says. */
  readonly payload: CallbackPayload;
  /** Number of the attempt that this is: 1 when none was made before. */
  readonly attempt: number;
  /** When there was something to tell, in epoch milliseconds. */
  readonly createdAt: number;
  /** When it is given out again, by the store's clock. */
  readonly leaseEndsAt: number;
}

/** How a post ended: taken, to be tried again, or refused for good. */
export type PostResult = 'done' | 'failed' | 'refused';

/** What became of a post: it is done, comes again later, or was given up. */
export type PostOutcome = 'done' | 'later' | 'given-up';

/** What a session of an account is to get, leased to the caller. */
export type SessionCallback = Omit<DueCallback, 'target'>;

/** How an attempt at a session ended: taken, to be tried again, sent without an answer, not sent at all, or refused for good. */
export interface SessionSettlement {
  /** Which, and which claim of it. */
  readonly callback: Pick<SessionCallback, 'id' | 'attempt' | 'createdAt' | 'leaseEndsAt'>;
  /** What became of it. */
  readonly result: 'done' | 'failed' | 'unanswered' | 'unsent' | 'refused';
}

/** What became of it; `given-up`: there is no time left. */
export type SessionOutcome = 'done' | 'later' | 'refused' | 'given-up';

/** A message on a virtual handset. */
export interface InboxMessage {
  /** The gateway's identifier of the message. */
  readonly messageIdentifier: string;
  /** Who it is from. */
  readonly originator: string;
  /** When the handset had it, in epoch milliseconds. */
  readonly receivedAt: number;
  /** Whole SMS-DELIVER TPDUs, in part order. */
  readonly parts: readonly Uint8Array[];
}

/** What is known of a virtual handset without reading its messages. */
export interface VirtualHandset {
  /** Digits with the country code. */
  readonly number: string;
  /** 0 when its inbox was emptied. */
  readonly messages: number;
  /** When the last one came. */
  readonly arrivedAt: number;
  /** How often its inbox has changed. */
  readonly changes: number;
}

/** An account as operators list it; `credit` is its own, 0 of a SHARED child. */
export interface AccountEntry extends Omit<Account, 'id' | 'replyTo' | 'callback'> {
  /** Set when nobody may log in with it. */
  readonly disabled?: true;
}

/** An account with all that operators may know of it. */
export interface AccountDetails extends AccountEntry {
  /** Two-way numbers and configured originators; the first is the default. */
  readonly replyTo: readonly string[];
  /** Where receipts and incoming messages go; its PIN and secrets are left out. */
  readonly callback?: Omit<PostTarget, 'pin' | 'secrets'> | SessionTarget;
  /** When it was created, in epoch milliseconds. */
  readonly createdAt: number;
}

/** Changes of an account; absent members do not change. */
export interface AccountChanges {
  /** A new PIN. */
  readonly pin?: string | undefined;
  /** What a part costs from now on; messages that were accepted keep their price. */
  readonly pricePerPart?: Money | undefined;
  /** In place of all originators. */
  readonly replyTo?: readonly string[] | undefined;
  /** Null: nowhere. */
  readonly callback?: CallbackTarget | null | undefined;
  /** Whether it may create and change accounts below it. */
  readonly mayManage?: boolean | undefined;
  /** True: nobody may log in with it, nor with the accounts below it. */
  readonly disabled?: boolean | undefined;
  /** Added to its credit; above 0. */
  readonly topUp?: Money | undefined;
  /** Taken off its credit, which does not go below 0; above 0. */
  readonly debit?: Money | undefined;
}

/** Actions of operators that the audit records. */
export type AuditAction = 'createAccount' | 'changeAccount' | 'cancel' | 'replace' | 'requeue' | 'removeOptOut';

/** A change that an operator made. */
export interface AuditEntry {
  /** When, in epoch milliseconds. */
  readonly at: number;
  /** Who: `cli:NAME`, `token`, `provisioning`, `account:USER` for its own messages, or what a program of its own says. */
  readonly by: string;
  /** What was done. */
  readonly action: AuditAction;
  /** Whose account it was about. */
  readonly username?: string;
  /** The message that it was about. */
  readonly messageIdentifier?: string;
  /** What each field was and what it is; of secrets only that they changed. */
  readonly changes: Readonly<Record<string, AuditChange>>;
}

/** A field before and after, or that it changed. */
export type AuditChange = 'changed' | readonly [before: unknown, after: unknown];

/** Entries of a page, where nobody says how many. */
export const PAGE_ENTRIES = 100;
/** Entries of a page at most. */
export const MAX_PAGE = 1_000;

/** Which part of a list is wanted. */
export interface PageOptions {
  /** The `next` of the page before; from the start when absent. */
  readonly after?: number | undefined;
  /** Entries at most; 100 by default. */
  readonly limit?: number | undefined;
}

/** A part of a list. */
export interface Page<T> {
  /** In order. There may be fewer than asked for, even none, and more to come. */
  readonly entries: readonly T[];
  /** What to ask for next; absent at the end of the list. */
  readonly next?: number;
}

/** Which messages are looked for; each field that is there has to fit. */
export interface MessageFilter {
  /** Digits with the country code. */
  readonly recipient?: string | undefined;
  /** One state, or any of several. */
  readonly state?: MessageState | readonly MessageState[] | undefined;
  /** Whose they are. */
  readonly username?: string | undefined;
  /** Accepted at this time or later, in epoch milliseconds. */
  readonly from?: number | undefined;
  /** Accepted before this time, in epoch milliseconds. */
  readonly to?: number | undefined;
}

/** Kinds of entries of a ledger; `month`: what moved in a month whose single entries are kept no longer. */
export type LedgerKind = 'opening' | 'topUp' | 'debit' | 'charge' | 'refund' | 'transferIn' | 'transferOut' | 'month';

/** One movement of an account's credit. */
export interface LedgerEntry {
  /** When, in epoch milliseconds. */
  readonly at: number;
  /** What moved the credit. */
  readonly kind: LedgerKind;
  /** Signed. */
  readonly amount: Money;
  /** The message that was charged or refunded. */
  readonly messageIdentifier?: string;
  /** Its recipient. */
  readonly recipient?: string;
  /** Parts that were charged or refunded. */
  readonly units?: number;
}

/** A message as its account sees it. */
export interface OwnMessage {
  /** The gateway's identifier of the message. */
  readonly messageIdentifier: string;
  /** Digits with the country code. */
  readonly recipient: string;
  /** Who it is from: digits or a name. */
  readonly originator: string;
  /** What it is: `text`, `ringtone`. */
  readonly contentKind: string;
  /** How far it has come. */
  readonly state: MessageState;
  /** When the gateway took it, in epoch milliseconds. */
  readonly acceptedAt: number;
  /** Of a message that was accepted for later. */
  readonly dueAt?: number;
  /** Parts that were charged. */
  readonly units: number;
  /** Why it failed, or was put off last. */
  readonly reason?: string;
  /** Delivery service that was asked for. */
  readonly service?: string;
  /** Number of the file that came with it. */
  readonly libraryNumber?: number;
  /** Of a text that came over SMPP: in which coding, as data_coding says it. */
  readonly dataCoding?: number;
}

/** A message as operators list it. */
export interface MessageEntry {
  /** The gateway's identifier of the message. */
  readonly messageIdentifier: string;
  /** Whose it is. */
  readonly username: string;
  /** Digits with the country code. */
  readonly recipient: string;
  /** How far it has come. */
  readonly state: MessageState;
  /** When the gateway took it, in epoch milliseconds. */
  readonly acceptedAt: number;
  /** Of a message that was accepted for later. */
  readonly dueAt?: number;
  /** Parts that were charged. */
  readonly units: number;
  /** How often it was handed over, or tried to be. */
  readonly attempts: number;
  /** Why it failed, or was put off last. */
  readonly reason?: string;
  /** The link that it went by, or was given to last; absent where the delivery has no links with names. */
  readonly link?: string;
}
