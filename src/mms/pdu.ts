/**
 * What an MMS message is: the PDU types of MMS 1.0 to 1.3, and their header fields. Types and their names only.
 *
 *   8C type | 98 'transaction' 00 | 8D version | field ... | 84 Content-Type | body
 *
 *   field   1ccccccc value             a code below 40 hex
 *           name 00 | text 00          any other header
 *
 * Source: OMA-TS-MMS_ENC-V1_3 sections 6 and 7. What was checked against which program: headers.ts.
 * @module
 */
import type { DecodeOptions } from '../bytes/reading.js';
import type { Limits } from '../errors.js';
import type { MmsBody } from './body.js';
import type {
  CANCEL_STATUSES,
  Counted,
  ElementDescriptor,
  MboxCount,
  MESSAGE_CLASSES,
  MM_STATES,
  MMS_CONTENT_CLASSES,
  MMS_PRIORITIES,
  MMS_STATUSES,
  MmFlag,
  MmsOtherHeader,
  MmsTime,
  Named,
  PreviousDate,
  PreviousSender,
  READ_STATUSES,
  REPLY_CHARGINGS,
  RESPONSE_STATUSES,
  RETRIEVAL_MODES,
  RETRIEVE_STATUSES,
  SENDER_VISIBILITIES,
  STORE_STATUSES,
} from './header-values.js';

/** The content type of a whole PDU: of a file `.mms`, of a push, of an HTTP exchange with the MMSC. */
export const MMS_CONTENT_TYPE = 'application/vnd.wap.mms-message';

/** PDU types in the order of their codes, the first of which is 80 hex (7.3.30). */
export const MMS_PDU_TYPES = [
  'M-Send.req',
  'M-Send.conf',
  'M-Notification.ind',
  'M-NotifyResp.ind',
  'M-Retrieve.conf',
  'M-Acknowledge.ind',
  'M-Delivery.ind',
  'M-Read-Rec.ind',
  'M-Read-Orig.ind',
  'M-Forward.req',
  'M-Forward.conf',
  'M-Mbox-Store.req',
  'M-Mbox-Store.conf',
  'M-Mbox-View.req',
  'M-Mbox-View.conf',
  'M-Mbox-Upload.req',
  'M-Mbox-Upload.conf',
  'M-Mbox-Delete.req',
  'M-Mbox-Delete.conf',
  'M-Mbox-Descr',
  'M-Delete.req',
  'M-Delete.conf',
  'M-Cancel.req',
  'M-Cancel.conf',
] as const;

/** The type of a PDU. */
export type MmsPduType = (typeof MMS_PDU_TYPES)[number];

/**
 * Every header field of MMS 1.3, in the order of their codes. Absent fields are not written. Addresses are texts as on the wire,
 * `+447700900001/TYPE=PLMN` or `user@example.com`; see `formatMmsAddress` for the other forms that the encoder takes.
 */
export interface MmsHeaders {
  /** Blind copies. */
  readonly bcc?: readonly string[] | undefined;
  /** Copies. */
  readonly cc?: readonly string[] | undefined;
  /** X-Mms-Content-Location: the URI to fetch the message from. */
  readonly contentLocation?: string | undefined;
  /** From 1970 on, to the second. */
  readonly date?: Date | undefined;
  /** X-Mms-Delivery-Report: a delivery report is asked for. */
  readonly deliveryReport?: boolean | undefined;
  /** X-Mms-Delivery-Time: not to be delivered before. */
  readonly deliveryTime?: MmsTime | undefined;
  /** X-Mms-Expiry: not to be kept for longer. */
  readonly expiry?: MmsTime | undefined;
  /** Absent in a PDU that must have it: the insert-address token, which asks the MMSC to put the sender's address there. */
  readonly from?: string | undefined;
  /** A registered name, or a token of an operator's own. */
  readonly messageClass?: Named<(typeof MESSAGE_CLASSES)[number] | (string & {})> | undefined;
  /** Message-ID, given by the MMSC. */
  readonly messageId?: string | undefined;
  /** Major and minor, such as `1.2`; `1` when the minor part is not given. */
  readonly mmsVersion?: string | undefined;
  /** Octets. */
  readonly messageSize?: number | undefined;
  /** X-Mms-Priority. */
  readonly priority?: Named<(typeof MMS_PRIORITIES)[number]> | undefined;
  /** X-Mms-Read-Report: the sender wants to know when it is read. */
  readonly readReport?: boolean | undefined;
  /** X-Mms-Report-Allowed: the recipient allows a delivery report. */
  readonly reportAllowed?: boolean | undefined;
  /** X-Mms-Response-Status: whether a request was carried out, and why not. */
  readonly responseStatus?: Named<keyof typeof RESPONSE_STATUSES> | undefined;
  /** X-Mms-Response-Text: the same for people. */
  readonly responseText?: string | undefined;
  /** X-Mms-Sender-Visibility: whether the recipient may see who sent it. */
  readonly senderVisibility?: Named<(typeof SENDER_VISIBILITIES)[number]> | undefined;
  /** X-Mms-Status: the state of the message. */
  readonly status?: Named<(typeof MMS_STATUSES)[number]> | undefined;
  /** Subject, for people. */
  readonly subject?: string | undefined;
  /** Recipients. */
  readonly to?: readonly string[] | undefined;
  /** X-Mms-Transaction-ID: ties an answer to its request. */
  readonly transactionId?: string | undefined;
  /** X-Mms-Retrieve-Status: whether it could be fetched, and why not. */
  readonly retrieveStatus?: Named<keyof typeof RETRIEVE_STATUSES> | undefined;
  /** X-Mms-Retrieve-Text: the same for people. */
  readonly retrieveText?: string | undefined;
  /** X-Mms-Read-Status: read, or deleted without being read. */
  readonly readStatus?: Named<(typeof READ_STATUSES)[number]> | undefined;
  /** X-Mms-Reply-Charging: who pays for a reply. */
  readonly replyCharging?: Named<(typeof REPLY_CHARGINGS)[number]> | undefined;
  /** X-Mms-Reply-Charging-Deadline: until when a reply is paid for. */
  readonly replyChargingDeadline?: MmsTime | undefined;
  /** X-Mms-Reply-Charging-ID: the message that is replied to. */
  readonly replyChargingId?: string | undefined;
  /** Octets. */
  readonly replyChargingSize?: number | undefined;
  /** X-Mms-Previously-Sent-By: who forwarded it. */
  readonly previouslySentBy?: readonly PreviousSender[] | undefined;
  /** X-Mms-Previously-Sent-Date: when they did. */
  readonly previouslySentDate?: readonly PreviousDate[] | undefined;
  /** X-Mms-Store: keep a copy in the mailbox. */
  readonly store?: boolean | undefined;
  /** X-Mms-MM-State: of the message in the mailbox. */
  readonly mmState?: Named<(typeof MM_STATES)[number]> | undefined;
  /** X-Mms-MM-Flags: its keywords. */
  readonly mmFlags?: readonly MmFlag[] | undefined;
  /** X-Mms-Store-Status: whether it is in the mailbox, and why not. */
  readonly storeStatus?: Named<keyof typeof STORE_STATUSES> | undefined;
  /** X-Mms-Store-Status-Text: the same for people. */
  readonly storeStatusText?: string | undefined;
  /** X-Mms-Stored: the message of a notification is in the mailbox. */
  readonly stored?: boolean | undefined;
  /** Header fields that a view of the mailbox should show, by name (`Subject`); 0 to 127 for a code without one. */
  readonly attributes?: readonly (string | number)[] | undefined;
  /** X-Mms-Totals: asks what the mailbox holds. */
  readonly totals?: boolean | undefined;
  /** X-Mms-Mbox-Totals: what it holds. */
  readonly mboxTotals?: readonly MboxCount[] | undefined;
  /** X-Mms-Quotas: asks what the mailbox may hold. */
  readonly quotas?: boolean | undefined;
  /** X-Mms-Mbox-Quotas: what it may hold. */
  readonly mboxQuotas?: readonly MboxCount[] | undefined;
  /** X-Mms-Message-Count: messages of the view. */
  readonly messageCount?: number | undefined;
  /** X-Mms-Start: the first message of a view, from 0 on. (`start` is the root of a body.) */
  readonly startIndex?: number | undefined;
  /** X-Mms-Distribution-Indicator: a value-added service says that the content may be passed on. */
  readonly distributionIndicator?: boolean | undefined;
  /** X-Mms-Element-Descriptor: what is in the message, before it is fetched. */
  readonly elementDescriptor?: readonly ElementDescriptor[] | undefined;
  /** X-Mms-Limit: messages of a view at most. */
  readonly limit?: number | undefined;
  /** X-Mms-Recommended-Retrieval-Mode: fetch it by hand. */
  readonly recommendedRetrievalMode?: Named<(typeof RETRIEVAL_MODES)[number]> | undefined;
  /** X-Mms-Recommended-Retrieval-Mode-Text: why, for people. */
  readonly recommendedRetrievalModeText?: string | undefined;
  /** X-Mms-Status-Text: `status` for people. */
  readonly statusText?: string | undefined;
  /** X-Mms-Applic-ID: the application that it is for. */
  readonly applicId?: string | undefined;
  /** X-Mms-Reply-Applic-ID: the application that answers go to. */
  readonly replyApplicId?: string | undefined;
  /** X-Mms-Aux-Applic-Info: further data for that application. */
  readonly auxApplicInfo?: string | undefined;
  /** X-Mms-Content-Class: the class of handsets that its contents need. */
  readonly contentClass?: Named<(typeof MMS_CONTENT_CLASSES)[number]> | undefined;
  /** X-Mms-DRM-Content: it holds protected content. */
  readonly drmContent?: boolean | undefined;
  /** X-Mms-Adaptation-Allowed: the MMSC may change contents to fit the handset. */
  readonly adaptationAllowed?: boolean | undefined;
  /** X-Mms-Replace-ID: the message that this one replaces. */
  readonly replaceId?: string | undefined;
  /** X-Mms-Cancel-ID: the message to cancel. */
  readonly cancelId?: string | undefined;
  /** X-Mms-Cancel-Status: whether it was cancelled. */
  readonly cancelStatus?: Named<(typeof CANCEL_STATUSES)[number]> | undefined;
  /** All other headers, in wire order; written after the ones above. */
  readonly otherHeaders?: readonly MmsOtherHeader[] | undefined;
}

/** Headers of which some are required. (`Pick` carries their comments over.) */
type Requires<Names extends keyof MmsHeaders> = Omit<MmsHeaders, Names> & {
  readonly [Name in keyof Pick<MmsHeaders, Names>]-?: NonNullable<MmsHeaders[Name]>;
};

/** A PDU without a body. */
interface NoBody {
  /** Absent. */
  readonly parts?: undefined;
}

/** A PDU that may be without its body. */
type MaybeBody = MmsBody | (NoBody & { readonly contentType?: undefined });

/** Submission of a message. At least one of to, cc and bcc is required. */
export interface MSendReq extends Requires<'transactionId' | 'mmsVersion'>, MmsBody {
  readonly type: 'M-Send.req';
}
/** Answer to a submission. */
export interface MSendConf extends Requires<'transactionId' | 'mmsVersion' | 'responseStatus'>, NoBody {
  readonly type: 'M-Send.conf';
}
/** Notifies a handset that a message waits: the content of the push to port 2948. */
export interface MNotificationInd
  extends Requires<'transactionId' | 'mmsVersion' | 'messageClass' | 'messageSize' | 'expiry' | 'contentLocation'>,
    NoBody {
  readonly type: 'M-Notification.ind';
}
/** Answer to a notification. */
export interface MNotifyRespInd extends Requires<'transactionId' | 'mmsVersion' | 'status'>, NoBody {
  readonly type: 'M-NotifyResp.ind';
}
/** A message as the handset fetches it, and as files hold it. */
export interface MRetrieveConf extends Requires<'mmsVersion' | 'date'>, MmsBody {
  readonly type: 'M-Retrieve.conf';
}
/** Acknowledges that a message was fetched. */
export interface MAcknowledgeInd extends Requires<'transactionId' | 'mmsVersion'>, NoBody {
  readonly type: 'M-Acknowledge.ind';
}
/** A delivery report; `to` has one address. */
export interface MDeliveryInd extends Requires<'mmsVersion' | 'messageId' | 'to' | 'date' | 'status'>, NoBody {
  readonly type: 'M-Delivery.ind';
}
/** A read report on its way to the MMSC; `to` has one address. */
export interface MReadRecInd extends Requires<'mmsVersion' | 'messageId' | 'to' | 'readStatus'>, NoBody {
  readonly type: 'M-Read-Rec.ind';
}
/** A read report on its way to the originator; `to` has one address. */
export interface MReadOrigInd extends Requires<'mmsVersion' | 'messageId' | 'to' | 'from' | 'date' | 'readStatus'>, NoBody {
  readonly type: 'M-Read-Orig.ind';
}
/** Asks the MMSC to send on a message that was not fetched. At least one of to, cc and bcc is required. */
export interface MForwardReq extends Requires<'transactionId' | 'mmsVersion' | 'contentLocation'>, NoBody {
  readonly type: 'M-Forward.req';
}
/** Answer to that. */
export interface MForwardConf extends Requires<'transactionId' | 'mmsVersion' | 'responseStatus'>, NoBody {
  readonly type: 'M-Forward.conf';
}
/** Stores a message in the network's mailbox, or changes its state there. */
export interface MMboxStoreReq extends Requires<'transactionId' | 'mmsVersion' | 'contentLocation'>, NoBody {
  readonly type: 'M-Mbox-Store.req';
}
/** Answer to that. */
export interface MMboxStoreConf extends Requires<'transactionId' | 'mmsVersion' | 'storeStatus'>, NoBody {
  readonly type: 'M-Mbox-Store.conf';
}

/** Several X-Mms-Content-Location and X-Mms-MM-State fields in place of one: the messages and the states that are looked for. */
interface ManyLooked {
  /** There may be several: see `contentLocations`. */
  readonly contentLocation?: undefined;
  /** X-Mms-Content-Location of each message that is looked for, or was found. */
  readonly contentLocations?: readonly string[] | undefined;
  /** There may be several: see `mmStates`. */
  readonly mmState?: undefined;
  /** States of the messages that are looked for. */
  readonly mmStates?: readonly Named<(typeof MM_STATES)[number]>[] | undefined;
}

/** Asks what is in the mailbox. */
export interface MMboxViewReq
  extends Omit<Requires<'transactionId' | 'mmsVersion'>, 'contentLocation' | 'mmState'>,
    ManyLooked,
    NoBody {
  readonly type: 'M-Mbox-View.req';
}
/** What is in the mailbox: each part of the body is an M-Mbox-Descr. */
export type MMboxViewConf = Omit<Requires<'transactionId' | 'mmsVersion' | 'responseStatus'>, 'contentLocation' | 'mmState'> &
  ManyLooked &
  MaybeBody & { readonly type: 'M-Mbox-View.conf' };
/** Puts a message into the mailbox: the body is an M-Mbox-Descr. */
export interface MMboxUploadReq extends Requires<'transactionId' | 'mmsVersion'>, MmsBody {
  readonly type: 'M-Mbox-Upload.req';
}
/** Answer to that. */
export interface MMboxUploadConf extends Requires<'transactionId' | 'mmsVersion' | 'storeStatus'>, NoBody {
  readonly type: 'M-Mbox-Upload.conf';
}
/** One message of the mailbox. It is inside of another PDU, and no header is required. */
export type MMboxDescr = MmsHeaders & MaybeBody & { readonly type: 'M-Mbox-Descr' };
/** Deletes messages from the mailbox (`M-Mbox-Delete.req`), or from the MMSC (`M-Delete.req`). */
export interface MDeleteReq extends Omit<Requires<'transactionId' | 'mmsVersion'>, 'contentLocation'>, NoBody {
  /** Where messages are deleted. */
  readonly type: 'M-Mbox-Delete.req' | 'M-Delete.req';
  /** There may be several: see `contentLocations`. */
  readonly contentLocation?: undefined;
  /** X-Mms-Content-Location of each message to delete. */
  readonly contentLocations: readonly string[];
}
/** Answer to that; the counts tie the fields of one message together. */
export interface MDeleteConf
  extends Omit<Requires<'transactionId' | 'mmsVersion'>, 'contentLocation' | 'responseStatus' | 'responseText'>,
    NoBody {
  /** Where they were. */
  readonly type: 'M-Mbox-Delete.conf' | 'M-Delete.conf';
  /** There may be several: see `contentLocations`. */
  readonly contentLocation?: undefined;
  /** There may be several: see `responseStatuses`. */
  readonly responseStatus?: undefined;
  /** There may be several: see `responseTexts`. */
  readonly responseText?: undefined;
  /** The messages, by their location. */
  readonly contentLocations?: readonly Counted<string>[] | undefined;
  /** What became of each of them. */
  readonly responseStatuses: readonly Counted<Named<keyof typeof RESPONSE_STATUSES>>[];
  /** The same for people. */
  readonly responseTexts?: readonly Counted<string>[] | undefined;
}
/** Cancels a message that was sent. */
export interface MCancelReq extends Requires<'transactionId' | 'mmsVersion' | 'cancelId'>, NoBody {
  readonly type: 'M-Cancel.req';
}
/** Answer to that. */
export interface MCancelConf extends Requires<'transactionId' | 'mmsVersion' | 'cancelStatus'>, NoBody {
  readonly type: 'M-Cancel.conf';
}

/** Any PDU, discriminated by `type`. */
export type MmsPdu =
  | MSendReq
  | MSendConf
  | MNotificationInd
  | MNotifyRespInd
  | MRetrieveConf
  | MAcknowledgeInd
  | MDeliveryInd
  | MReadRecInd
  | MReadOrigInd
  | MForwardReq
  | MForwardConf
  | MMboxStoreReq
  | MMboxStoreConf
  | MMboxViewReq
  | MMboxViewConf
  | MMboxUploadReq
  | MMboxUploadConf
  | MMboxDescr
  | MDeleteReq
  | MDeleteConf
  | MCancelReq
  | MCancelConf;

/** How strictly a PDU is read. */
export interface MmsDecodeOptions extends DecodeOptions {
  /**
   * Read on past faults that leave a meaning: required headers that are missing (they are absent then, whatever the type says), headers
   * given twice or with a name or value of the wrong kind (kept among `otherHeaders`), octets between headers, a last header or part that
   * was cut off, text that its charset does not fit, control characters (read as blanks), fewer parts than counted, octets after the last
   * one. What is read can be written again, but for a required header that is missing. Off by default.
   */
  readonly lenient?: boolean | undefined;
  /** Other values for `mmsOctets`, `mmsParts`, `mmsDepth`, `mmsHeaders` and `mmsHeaderOctets` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}
