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

/** The content type of an encoded PDU: in a push, in HTTP requests to and answers of the MMSC, and of files `.mms`. */
export const MMS_CONTENT_TYPE = 'application/vnd.wap.mms-message';

/** The PDU types in order of their codes, of which the first is 0x80 (OMA-TS-MMS_ENC-V1_3 section 7.3.30). */
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
 * The header fields of MMS 1.3, in order of their codes (OMA-TS-MMS_ENC-V1_3 section 7.3). Absent fields are not written. Addresses are texts such as
 * `+447700900001/TYPE=PLMN` or `user@example.com`; see `formatMmsAddress` for the other forms that `encodeMms` accepts.
 */
export interface MmsHeaders {
  /** Blind copies. */
  readonly bcc?: readonly string[] | undefined;
  /** Copies. */
  readonly cc?: readonly string[] | undefined;
  /** X-Mms-Content-Location: the URI to fetch the message from. */
  readonly contentLocation?: string | undefined;
  /** Date, from 1970 on, to the second. */
  readonly date?: Date | undefined;
  /** X-Mms-Delivery-Report: whether a delivery report is requested. */
  readonly deliveryReport?: boolean | undefined;
  /** X-Mms-Delivery-Time: the earliest time of delivery. */
  readonly deliveryTime?: MmsTime | undefined;
  /** X-Mms-Expiry: when the message expires. */
  readonly expiry?: MmsTime | undefined;
  /** From: the sender. If absent in a PDU that must have it, the MMSC inserts the address (insert-address token). */
  readonly from?: string | undefined;
  /** X-Mms-Message-Class: a registered name, or a token of an operator. */
  readonly messageClass?: Named<(typeof MESSAGE_CLASSES)[number] | (string & {})> | undefined;
  /** Message-ID, assigned by the MMSC. */
  readonly messageId?: string | undefined;
  /** X-Mms-MMS-Version, such as `1.2`, or `1` without a minor version. */
  readonly mmsVersion?: string | undefined;
  /** X-Mms-Message-Size, in octets. */
  readonly messageSize?: number | undefined;
  /** X-Mms-Priority. */
  readonly priority?: Named<(typeof MMS_PRIORITIES)[number]> | undefined;
  /** X-Mms-Read-Report: whether a read report is requested. */
  readonly readReport?: boolean | undefined;
  /** X-Mms-Report-Allowed: whether the recipient allows a delivery report. */
  readonly reportAllowed?: boolean | undefined;
  /** X-Mms-Response-Status: the result of a request. */
  readonly responseStatus?: Named<keyof typeof RESPONSE_STATUSES> | undefined;
  /** X-Mms-Response-Text: the result in words. */
  readonly responseText?: string | undefined;
  /** X-Mms-Sender-Visibility: whether the recipient may see who sent it. */
  readonly senderVisibility?: Named<(typeof SENDER_VISIBILITIES)[number]> | undefined;
  /** X-Mms-Status: the state of the message. */
  readonly status?: Named<(typeof MMS_STATUSES)[number]> | undefined;
  /** Subject. */
  readonly subject?: string | undefined;
  /** To: recipients. */
  readonly to?: readonly string[] | undefined;
  /** X-Mms-Transaction-ID: identifies a request; its answer repeats it. */
  readonly transactionId?: string | undefined;
  /** X-Mms-Retrieve-Status: the result of fetching the message. */
  readonly retrieveStatus?: Named<keyof typeof RETRIEVE_STATUSES> | undefined;
  /** X-Mms-Retrieve-Text: the result in words. */
  readonly retrieveText?: string | undefined;
  /** X-Mms-Read-Status: read, or deleted without being read. */
  readonly readStatus?: Named<(typeof READ_STATUSES)[number]> | undefined;
  /** X-Mms-Reply-Charging: whether the sender pays for a reply. */
  readonly replyCharging?: Named<(typeof REPLY_CHARGINGS)[number]> | undefined;
  /** X-Mms-Reply-Charging-Deadline: the latest time of a reply that the sender pays for. */
  readonly replyChargingDeadline?: MmsTime | undefined;
  /** X-Mms-Reply-Charging-ID: the message that is replied to. */
  readonly replyChargingId?: string | undefined;
  /** X-Mms-Reply-Charging-Size: maximum size in octets of a reply that the sender pays for. */
  readonly replyChargingSize?: number | undefined;
  /** X-Mms-Previously-Sent-By: those who forwarded the message. */
  readonly previouslySentBy?: readonly PreviousSender[] | undefined;
  /** X-Mms-Previously-Sent-Date: when they forwarded it. */
  readonly previouslySentDate?: readonly PreviousDate[] | undefined;
  /** X-Mms-Store: whether to keep a copy in the mailbox. */
  readonly store?: boolean | undefined;
  /** X-Mms-MM-State: state of the message in the mailbox. */
  readonly mmState?: Named<(typeof MM_STATES)[number]> | undefined;
  /** X-Mms-MM-Flags: keywords of the message in the mailbox. */
  readonly mmFlags?: readonly MmFlag[] | undefined;
  /** X-Mms-Store-Status: the result of storing the message in the mailbox. */
  readonly storeStatus?: Named<keyof typeof STORE_STATUSES> | undefined;
  /** X-Mms-Store-Status-Text: the result in words. */
  readonly storeStatusText?: string | undefined;
  /** X-Mms-Stored: whether the message of a notification is in the mailbox. */
  readonly stored?: boolean | undefined;
  /** X-Mms-Attributes: header fields that a view of the mailbox is to show, by name (`Subject`), or by code, 0 to 127, if it has no name. */
  readonly attributes?: readonly (string | number)[] | undefined;
  /** X-Mms-Totals: whether to return the totals of the mailbox. */
  readonly totals?: boolean | undefined;
  /** X-Mms-Mbox-Totals: the totals of the mailbox. */
  readonly mboxTotals?: readonly MboxCount[] | undefined;
  /** X-Mms-Quotas: whether to return the quotas of the mailbox. */
  readonly quotas?: boolean | undefined;
  /** X-Mms-Mbox-Quotas: the quotas of the mailbox. */
  readonly mboxQuotas?: readonly MboxCount[] | undefined;
  /** X-Mms-Message-Count: the number of messages in the view. */
  readonly messageCount?: number | undefined;
  /** X-Mms-Start: the first message of a view, from 0. (`start` is the root part of a body.) */
  readonly startIndex?: number | undefined;
  /** X-Mms-Distribution-Indicator: whether a value-added service allows redistribution of the content. */
  readonly distributionIndicator?: boolean | undefined;
  /** X-Mms-Element-Descriptor: elements of the message, announced before it is fetched. */
  readonly elementDescriptor?: readonly ElementDescriptor[] | undefined;
  /** X-Mms-Limit: maximum number of messages in a view. */
  readonly limit?: number | undefined;
  /** X-Mms-Recommended-Retrieval-Mode: the recommendation that the user decides about fetching the message. */
  readonly recommendedRetrievalMode?: Named<(typeof RETRIEVAL_MODES)[number]> | undefined;
  /** X-Mms-Recommended-Retrieval-Mode-Text: the reason in words. */
  readonly recommendedRetrievalModeText?: string | undefined;
  /** X-Mms-Status-Text: `status` in words. */
  readonly statusText?: string | undefined;
  /** X-Mms-Applic-ID: the application that receives the message. */
  readonly applicId?: string | undefined;
  /** X-Mms-Reply-Applic-ID: the application that receives replies. */
  readonly replyApplicId?: string | undefined;
  /** X-Mms-Aux-Applic-Info: more data for the application. */
  readonly auxApplicInfo?: string | undefined;
  /** X-Mms-Content-Class: the content class of the message. */
  readonly contentClass?: Named<(typeof MMS_CONTENT_CLASSES)[number]> | undefined;
  /** X-Mms-DRM-Content: whether the message has protected content. */
  readonly drmContent?: boolean | undefined;
  /** X-Mms-Adaptation-Allowed: whether the MMSC may adapt the content to the handset. */
  readonly adaptationAllowed?: boolean | undefined;
  /** X-Mms-Replace-ID: the message that this one replaces. */
  readonly replaceId?: string | undefined;
  /** X-Mms-Cancel-ID: the message to cancel. */
  readonly cancelId?: string | undefined;
  /** X-Mms-Cancel-Status: whether it was cancelled. */
  readonly cancelStatus?: Named<(typeof CANCEL_STATUSES)[number]> | undefined;
  /** All other headers, in order; written after those above. */
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

/** M-Send.req: submits a message. At least one of `to`, `cc` and `bcc` is required. */
export interface MSendReq extends Requires<'transactionId' | 'mmsVersion'>, MmsBody {
  readonly type: 'M-Send.req';
}
/** M-Send.conf: the answer to a submission. */
export interface MSendConf extends Requires<'transactionId' | 'mmsVersion' | 'responseStatus'>, NoBody {
  readonly type: 'M-Send.conf';
}
/** M-Notification.ind: notifies a handset of a message, in a push to port 2948. */
export interface MNotificationInd
  extends Requires<'transactionId' | 'mmsVersion' | 'messageClass' | 'messageSize' | 'expiry' | 'contentLocation'>,
    NoBody {
  readonly type: 'M-Notification.ind';
}
/** M-NotifyResp.ind: the answer to a notification. */
export interface MNotifyRespInd extends Requires<'transactionId' | 'mmsVersion' | 'status'>, NoBody {
  readonly type: 'M-NotifyResp.ind';
}
/** M-Retrieve.conf: a message as a handset fetches it, and as files hold it. */
export interface MRetrieveConf extends Requires<'mmsVersion' | 'date'>, MmsBody {
  readonly type: 'M-Retrieve.conf';
}
/** M-Acknowledge.ind: acknowledges that a message was fetched. */
export interface MAcknowledgeInd extends Requires<'transactionId' | 'mmsVersion'>, NoBody {
  readonly type: 'M-Acknowledge.ind';
}
/** M-Delivery.ind: a delivery report; `to` has one address. */
export interface MDeliveryInd extends Requires<'mmsVersion' | 'messageId' | 'to' | 'date' | 'status'>, NoBody {
  readonly type: 'M-Delivery.ind';
}
/** M-Read-Rec.ind: a read report from the recipient's handset to the MMSC; `to` has one address. */
export interface MReadRecInd extends Requires<'mmsVersion' | 'messageId' | 'to' | 'readStatus'>, NoBody {
  readonly type: 'M-Read-Rec.ind';
}
/** M-Read-Orig.ind: a read report from the MMSC to the sender's handset; `to` has one address. */
export interface MReadOrigInd extends Requires<'mmsVersion' | 'messageId' | 'to' | 'from' | 'date' | 'readStatus'>, NoBody {
  readonly type: 'M-Read-Orig.ind';
}
/** M-Forward.req: asks the MMSC to forward a message that was not fetched. At least one of `to`, `cc` and `bcc` is required. */
export interface MForwardReq extends Requires<'transactionId' | 'mmsVersion' | 'contentLocation'>, NoBody {
  readonly type: 'M-Forward.req';
}
/** M-Forward.conf: the answer to {@link MForwardReq}. */
export interface MForwardConf extends Requires<'transactionId' | 'mmsVersion' | 'responseStatus'>, NoBody {
  readonly type: 'M-Forward.conf';
}
/** M-Mbox-Store.req: stores a message in the network's mailbox, or changes its state there. */
export interface MMboxStoreReq extends Requires<'transactionId' | 'mmsVersion' | 'contentLocation'>, NoBody {
  readonly type: 'M-Mbox-Store.req';
}
/** M-Mbox-Store.conf: the answer to {@link MMboxStoreReq}. */
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

/** M-Mbox-View.req: requests the messages in the mailbox. */
export interface MMboxViewReq
  extends Omit<Requires<'transactionId' | 'mmsVersion'>, 'contentLocation' | 'mmState'>,
    ManyLooked,
    NoBody {
  readonly type: 'M-Mbox-View.req';
}
/** M-Mbox-View.conf: the messages in the mailbox; each part of the body is an M-Mbox-Descr. */
export type MMboxViewConf = Omit<Requires<'transactionId' | 'mmsVersion' | 'responseStatus'>, 'contentLocation' | 'mmState'> &
  ManyLooked &
  MaybeBody & { readonly type: 'M-Mbox-View.conf' };
/** M-Mbox-Upload.req: puts a message into the mailbox; the body is an M-Mbox-Descr. */
export interface MMboxUploadReq extends Requires<'transactionId' | 'mmsVersion'>, MmsBody {
  readonly type: 'M-Mbox-Upload.req';
}
/** M-Mbox-Upload.conf: the answer to {@link MMboxUploadReq}. */
export interface MMboxUploadConf extends Requires<'transactionId' | 'mmsVersion' | 'storeStatus'>, NoBody {
  readonly type: 'M-Mbox-Upload.conf';
}
/** M-Mbox-Descr: a message of the mailbox, inside another PDU. No header is required. */
export type MMboxDescr = MmsHeaders & MaybeBody & { readonly type: 'M-Mbox-Descr' };
/** Deletes messages from the mailbox (`M-Mbox-Delete.req`), or from the MMSC (`M-Delete.req`). */
export interface MDeleteReq extends Omit<Requires<'transactionId' | 'mmsVersion'>, 'contentLocation'>, NoBody {
  /** `M-Mbox-Delete.req` for the mailbox, `M-Delete.req` for the MMSC. */
  readonly type: 'M-Mbox-Delete.req' | 'M-Delete.req';
  /** Always absent: see `contentLocations`. */
  readonly contentLocation?: undefined;
  /** X-Mms-Content-Location of each message to delete. */
  readonly contentLocations: readonly string[];
}
/** The answer to {@link MDeleteReq}. Values of one message have the same `statusCount`. */
export interface MDeleteConf
  extends Omit<Requires<'transactionId' | 'mmsVersion'>, 'contentLocation' | 'responseStatus' | 'responseText'>,
    NoBody {
  /** `M-Mbox-Delete.conf` for the mailbox, `M-Delete.conf` for the MMSC. */
  readonly type: 'M-Mbox-Delete.conf' | 'M-Delete.conf';
  /** Always absent: see `contentLocations`. */
  readonly contentLocation?: undefined;
  /** Always absent: see `responseStatuses`. */
  readonly responseStatus?: undefined;
  /** Always absent: see `responseTexts`. */
  readonly responseText?: undefined;
  /** The messages, by their X-Mms-Content-Location. */
  readonly contentLocations?: readonly Counted<string>[] | undefined;
  /** The result for each message. */
  readonly responseStatuses: readonly Counted<Named<keyof typeof RESPONSE_STATUSES>>[];
  /** The results in words. */
  readonly responseTexts?: readonly Counted<string>[] | undefined;
}
/** M-Cancel.req: cancels a message that was sent before. */
export interface MCancelReq extends Requires<'transactionId' | 'mmsVersion' | 'cancelId'>, NoBody {
  readonly type: 'M-Cancel.req';
}
/** M-Cancel.conf: the answer to {@link MCancelReq}. */
export interface MCancelConf extends Requires<'transactionId' | 'mmsVersion' | 'cancelStatus'>, NoBody {
  readonly type: 'M-Cancel.conf';
}

/** An MMS PDU of any type, discriminated by `type`. */
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

/** Options of `decodeMms`. */
export interface MmsDecodeOptions extends DecodeOptions {
  /**
   * Continue past faults that leave the meaning clear: missing required headers (absent then, against the type), headers
   * that come twice or have an invalid name or value (kept among `otherHeaders`), octets between headers, a last header or part that
   * is cut off, text that is invalid in its charset, control characters (read as spaces), fewer parts than announced, octets after the last
   * part. The result can be encoded unless a required header is missing. False by default.
   */
  readonly lenient?: boolean | undefined;
  /** Values that replace `mmsOctets`, `mmsParts`, `mmsDepth`, `mmsHeaders` and `mmsHeaderOctets` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}
