/**
 * What goes into the gateway's store and comes out of it, as plain data.
 *
 * Times are epoch milliseconds, money is a whole number of 1/10,000 of the currency.
 * @module
 */
import type { Money } from './money.js';

/** TRANSFER has credit of its own that its parent moves; SHARED spends its parent's. */
export type ChildType = 'TRANSFER' | 'SHARED';

/** Where a customer wants receipts and incoming messages, and the credentials that he chose for his own server. */
export interface CallbackTarget {
  readonly url: string;
  /** What is posted: a form, or a SOAP call. */
  readonly form: 'form' | 'soap';
  readonly username?: string;
  readonly pin?: string;
}

/** An account as requests need it. The PIN's hash stays in the store. */
export interface Account {
  readonly id: number;
  readonly username: string;
  /** Set together with `type`, in children only. */
  readonly parent?: string;
  readonly type?: ChildType;
  readonly currency: string;
  /** What the account can spend: of a SHARED child its parent's credit. */
  readonly credit: Money;
  readonly pricePerPart: Money;
  readonly mayManage: boolean;
  /** Two-way numbers and configured originators; the first is the default. */
  readonly replyTo: readonly string[];
  readonly callback?: CallbackTarget;
}

/** A new account below another, as the request describes its owner. */
export interface ChildDetails {
  readonly type: ChildType;
  readonly email: string;
  readonly telephoneCountryCode: string;
  readonly mobileNumber: string;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly companyName?: string | undefined;
}

/** Credentials of a new child: the only time that a PIN is seen. */
export interface IssuedCredentials {
  readonly username: string;
  readonly pin: string;
}

/** An item of the library. */
export interface LibraryEntry {
  readonly number: number;
  /** Absent in a public item. */
  readonly owner?: string;
  readonly fileName: string;
  readonly contentType?: string;
  readonly data: Uint8Array;
}

/** One SMS-SUBMIT's worth of a message: what is the same for every recipient. */
export interface OutboundPart {
  readonly tpDcs: number;
  readonly tpPid: number;
  /** With UDHL; empty for none. */
  readonly udh: Uint8Array;
  readonly userData: { readonly text: string } | { readonly data: Uint8Array };
}

/** A request that passed all checks, to be charged and queued. */
export interface AcceptJob {
  /** Who asked; a SHARED child's parent pays. */
  readonly username: string;
  /** Originator as it goes on air. */
  readonly originator: string;
  readonly parts: readonly OutboundPart[];
  /** Numbers of digits, in order; one that stands twice is sent twice. */
  readonly recipients: readonly string[];
  /** Absent: at once. */
  readonly dueAt?: number | undefined;
  /** Parts that each recipient is charged for; the number of `parts` by default. */
  readonly unitsPerRecipient?: number | undefined;
  /** Delivery service that was asked for. */
  readonly service?: string | undefined;
  /** Kind of the content, for listings and metrics. */
  readonly contentKind: string;
  /** A submitted file: kept in the caller's private library, under a new number. */
  readonly file?: SubmittedFile | undefined;
  /** Pages and messages that handsets will fetch from this gateway. */
  readonly hosted?: readonly HostedContent[] | undefined;
}

/** A file that came with a request. */
export interface SubmittedFile {
  readonly fileName: string;
  readonly contentType?: string | undefined;
  readonly data: Uint8Array;
}

/** The handset that a request is for; what is not named is not known. */
export interface NamedHandset {
  readonly make?: string | undefined;
  readonly model?: string | undefined;
}

/** Content behind an address that only its token names. */
export interface HostedContent {
  /** Unguessable; see newToken. */
  readonly token: string;
  readonly contentType: string;
  readonly fileName?: string | undefined;
  readonly data: Uint8Array;
  /** Pictures are adapted, to this handset unless the one that fetches them says what it is; absent: they go out as they are. */
  readonly adaptation?: NamedHandset | undefined;
  readonly expiresAt: number;
}

/** What became of one recipient of a job. */
export interface AcceptedRecipient {
  readonly recipient: string;
  /** 15 characters of A-Z and 0-9; `-1` where nothing was accepted. */
  readonly messageIdentifier: string;
  /** -2 queued, 99 accepted for later, 15 the credit has ended, 2 the account is gone. */
  readonly report: -2 | 99 | 15 | 2;
  /** Parts charged. */
  readonly units: number;
}

/** What became of a job: a result per recipient, in order. */
export interface AcceptOutcome {
  readonly recipients: readonly AcceptedRecipient[];
  /** Number of the file that came with the job; absent when no recipient was accepted. */
  readonly libraryNumber?: number;
}

/** One message for one recipient, as claimed from the outbox. */
export interface OutboundMessage {
  /** MessageIdentifier. */
  readonly id: string;
  readonly recipient: string;
  readonly originator: string;
  readonly parts: readonly OutboundPart[];
  /** 1 on the first claim. */
  readonly attempt: number;
  readonly acceptedAt: number;
  readonly dueAt: number;
}

/** What became of a delivery. */
export type Outcome =
  /** Final, at once. */
  | { readonly kind: 'delivered' }
  /** Handed over; receipts may follow under the SMSC's ids, one per part. */
  | { readonly kind: 'sent'; readonly ids: readonly string[] }
  /** For good; the charge is given back. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Not now: throttled, not connected. */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number };

/** An outcome with the claim that it belongs to. */
export interface Settlement {
  readonly message: Pick<OutboundMessage, 'id' | 'attempt'>;
  readonly outcome: Outcome;
}

/** States of a message. */
export type MessageState = 'scheduled' | 'queued' | 'sent' | 'delivered' | 'failed' | 'expired';

/** What an SMSC says later about a message that it took. */
export type ReceiptStatus = 'delivered' | 'failed' | 'expired';

/** A message from a handset, as the delivery hands it over. */
export interface IncomingMessage {
  readonly from: string;
  /** The two-way number that it went to. */
  readonly to: string;
  readonly text?: string;
  readonly data?: Uint8Array;
  readonly at: number;
}

/** What is posted to a customer. */
export type CallbackPayload =
  | {
      readonly kind: 'receipt';
      readonly messageIdentifier: string;
      readonly recipient: string;
      readonly state: ReceiptStatus;
      readonly at: number;
    }
  | {
      readonly kind: 'message';
      readonly messageIdentifier: string;
      /** The handset. */
      readonly from: string;
      readonly to: string;
      readonly text: string;
      readonly at: number;
    };

/** A callback that is due, leased to the caller. */
export interface DueCallback {
  readonly id: number;
  readonly username: string;
  readonly target: CallbackTarget;
  readonly payload: CallbackPayload;
  /** 1 on the first claim. */
  readonly attempt: number;
  readonly createdAt: number;
}

/** A message on a virtual handset. */
export interface InboxMessage {
  readonly messageIdentifier: string;
  readonly originator: string;
  readonly receivedAt: number;
  /** Whole SMS-DELIVER TPDUs, in part order. */
  readonly parts: readonly Uint8Array[];
}

/** What is known of a virtual handset without reading its messages. */
export interface VirtualHandset {
  readonly number: string;
  /** 0 when its inbox was emptied. */
  readonly messages: number;
  /** When the last one came. */
  readonly arrivedAt: number;
  /** How often its inbox has changed. */
  readonly changes: number;
}

/** An account as operators list it. */
export interface AccountEntry {
  readonly username: string;
  readonly parent?: string;
  readonly type?: ChildType;
  readonly currency: string;
  /** The account's own: 0 of a SHARED child. */
  readonly credit: Money;
  readonly pricePerPart: Money;
  readonly mayManage: boolean;
}

/** Kinds of entries of a ledger. */
export type LedgerKind = 'opening' | 'topUp' | 'charge' | 'refund' | 'transferIn' | 'transferOut';

/** One movement of an account's credit. */
export interface LedgerEntry {
  readonly at: number;
  readonly kind: LedgerKind;
  /** Signed. */
  readonly amount: Money;
  readonly messageIdentifier?: string;
  readonly recipient?: string;
  readonly units?: number;
}

/** A message as operators list it. */
export interface MessageEntry {
  readonly messageIdentifier: string;
  readonly username: string;
  readonly recipient: string;
  readonly state: MessageState;
  readonly acceptedAt: number;
  /** Of a message that was accepted for later. */
  readonly dueAt?: number;
  readonly units: number;
}
