/**
 * What an MMS message is: the PDU types of MMS 1.0 to 1.3, their header fields, and the parts of a body. Types and tables only.
 *
 *   8C type | 98 'transaction' 00 | 8D version | field ... | 84 Content-Type | body
 *
 *   field   1ccccccc value             a code below 40 hex
 *           name 00 | text 00          any other header
 *
 * Source: OMA-TS-MMS_ENC-V1_3 sections 6 to 8; WAP-230-WSP section 8.5 for bodies. What was checked against which program: headers.ts.
 * @module
 */
import type { DecodeError, Limits } from '../errors.js';
import type { WspParameter } from '../push/wsp-content-type.js';

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

/** Names of X-Mms-Message-Class from 80 hex on (7.3.27). */
export const MESSAGE_CLASSES = ['personal', 'advertisement', 'informational', 'auto'] as const;
/** Names of X-Mms-Priority from 80 hex on (7.3.35). */
export const MMS_PRIORITIES = ['low', 'normal', 'high'] as const;
/** Names of X-Mms-Sender-Visibility from 80 hex on. */
export const SENDER_VISIBILITIES = ['hide', 'show'] as const;
/** Names of X-Mms-Status from 80 hex on (7.3.54). */
export const MMS_STATUSES = [
  'expired',
  'retrieved',
  'rejected',
  'deferred',
  'unrecognised',
  'indeterminate',
  'forwarded',
  'unreachable',
] as const;
/** Names of X-Mms-Read-Status from 80 hex on. */
export const READ_STATUSES = ['read', 'deleted-without-being-read'] as const;
/** Names of X-Mms-Reply-Charging from 80 hex on (7.3.43). */
export const REPLY_CHARGINGS = ['requested', 'requested-text-only', 'accepted', 'accepted-text-only'] as const;
/** Names of X-Mms-MM-State from 80 hex on (7.3.33). */
export const MM_STATES = ['draft', 'sent', 'new', 'retrieved', 'forwarded'] as const;
/** Names of X-Mms-Recommended-Retrieval-Mode from 80 hex on (7.3.39). */
export const RETRIEVAL_MODES = ['manual'] as const;
/** Names of X-Mms-Content-Class from 80 hex on (7.3.9). */
export const MMS_CONTENT_CLASSES = [
  'text',
  'image-basic',
  'image-rich',
  'video-basic',
  'video-rich',
  'megapixel',
  'content-basic',
  'content-rich',
] as const;
/** Names of X-Mms-Cancel-Status from 80 hex on. */
export const CANCEL_STATUSES = ['request-received', 'request-corrupted'] as const;

/** Codes of X-Mms-Response-Status. C0 to DF may be tried again, E0 to FF not. */
export const RESPONSE_STATUSES = {
  ok: 0x80,
  'error-unspecified': 0x81,
  'error-service-denied': 0x82,
  'error-message-format-corrupt': 0x83,
  'error-sending-address-unresolved': 0x84,
  'error-message-not-found': 0x85,
  'error-network-problem': 0x86,
  'error-content-not-accepted': 0x87,
  'error-unsupported-message': 0x88,
  'error-transient-failure': 0xc0,
  'error-transient-sending-address-unresolved': 0xc1,
  'error-transient-message-not-found': 0xc2,
  'error-transient-network-problem': 0xc3,
  'error-transient-partial-success': 0xc4,
  'error-permanent-failure': 0xe0,
  'error-permanent-service-denied': 0xe1,
  'error-permanent-message-format-corrupt': 0xe2,
  'error-permanent-sending-address-unresolved': 0xe3,
  'error-permanent-message-not-found': 0xe4,
  'error-permanent-content-not-accepted': 0xe5,
  'error-permanent-reply-charging-limitations-not-met': 0xe6,
  'error-permanent-reply-charging-request-not-accepted': 0xe7,
  'error-permanent-reply-charging-forwarding-denied': 0xe8,
  'error-permanent-reply-charging-not-supported': 0xe9,
  'error-permanent-address-hiding-not-supported': 0xea,
  'error-permanent-lack-of-prepaid': 0xeb,
} as const;

/** Codes of X-Mms-Retrieve-Status (7.3.50). */
export const RETRIEVE_STATUSES = {
  ok: 0x80,
  'error-transient-failure': 0xc0,
  'error-transient-message-not-found': 0xc1,
  'error-transient-network-problem': 0xc2,
  'error-permanent-failure': 0xe0,
  'error-permanent-service-denied': 0xe1,
  'error-permanent-message-not-found': 0xe2,
  'error-permanent-content-unsupported': 0xe3,
} as const;

/** Codes of X-Mms-Store-Status. */
export const STORE_STATUSES = {
  success: 0x80,
  'error-transient-failure': 0xc0,
  'error-transient-network-problem': 0xc1,
  'error-permanent-failure': 0xe0,
  'error-permanent-service-denied': 0xe1,
  'error-permanent-message-format-corrupt': 0xe2,
  'error-permanent-message-not-found': 0xe3,
  'error-permanent-mmbox-full': 0xe4,
} as const;

/** A registered name, or the octet (128 to 255) of a value that MMS 1.3 does not name. */
export type Named<Name extends string> = Name | number;

/** When something ends or begins: at a moment (to the second), or seconds after the PDU was made. */
export type MmsTime =
  | { readonly kind: 'absolute'; readonly at: Date }
  | { readonly kind: 'relative'; readonly seconds: number };

/** A keyword that is added to, removed from or looked for in a stored message (7.3.32). */
export interface MmFlag {
  /** What is done with it. */
  readonly action: 'add' | 'remove' | 'filter';
  /** The keyword. */
  readonly keyword: string;
}

/** What a mailbox holds or may hold (7.3.25, 7.3.26). */
export interface MboxCount {
  /** What is counted. */
  readonly unit: 'messages' | 'octets';
  /** How many. */
  readonly count: number;
}

/** Who had the message before, counted from 1 for the first that forwarded it. */
export interface PreviousSender {
  /** 1 for the first that forwarded it. */
  readonly forwardedCount: number;
  /** Who that was. */
  readonly address: string;
}

/** When who had the message before sent it. */
export interface PreviousDate {
  /** 1 for the first that forwarded it. */
  readonly forwardedCount: number;
  /** When, to the second. */
  readonly date: Date;
}

/** An element of a message that is told about before it is fetched (7.3.18). */
export interface ElementDescriptor {
  /** Content-ID or Content-Location of the element. */
  readonly contentReference: string;
  /** `type` is the element's content type; a number for one that no register names. */
  readonly parameters?: readonly { readonly name: string; readonly value: string | number }[] | undefined;
}

/** A value of a confirmation for many messages. Values with the same count belong together: one status may be that of many locations. */
export interface Counted<Value> {
  /** Number that ties values of one message together. */
  readonly statusCount: number;
  /** The value. */
  readonly value: Value;
}

/** A header without a model: by name with a text, or by code with one WSP value as it came, length octets and 00 included. */
export type MmsOtherHeader =
  | { readonly name: string; readonly value: string }
  /** `code` is 0 to 127: 3F is the octet BF. */
  | { readonly code: number; readonly value: Uint8Array };

/**
 * Every header field of MMS 1.3, in the order of their codes. Absent fields are not written. Addresses are texts as on the wire,
 * `+447700900001/TYPE=PLMN` or `user@example.com`; see `formatMmsAddress` for what the encoder takes besides.
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
  /** X-Mms-Report-Allowed: the recipient lets a delivery report go. */
  readonly reportAllowed?: boolean | undefined;
  /** X-Mms-Response-Status: whether a request was carried out, and why not. */
  readonly responseStatus?: Named<keyof typeof RESPONSE_STATUSES> | undefined;
  /** X-Mms-Response-Text: the same for people. */
  readonly responseText?: string | undefined;
  /** X-Mms-Sender-Visibility: whether the recipient may see who sent it. */
  readonly senderVisibility?: Named<(typeof SENDER_VISIBILITIES)[number]> | undefined;
  /** X-Mms-Status: what became of the message. */
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
  /** X-Mms-Stored: the message of a notification stands in the mailbox. */
  readonly stored?: boolean | undefined;
  /** Header fields that a view of the mailbox should show, by name (`Subject`); 0 to 127 for a code without one. */
  readonly attributes?: readonly (string | number)[] | undefined;
  /** X-Mms-Totals: ask what the mailbox holds. */
  readonly totals?: boolean | undefined;
  /** X-Mms-Mbox-Totals: what it holds. */
  readonly mboxTotals?: readonly MboxCount[] | undefined;
  /** X-Mms-Quotas: ask what the mailbox may hold. */
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
  /** X-Mms-Aux-Applic-Info: what that application wants to know besides. */
  readonly auxApplicInfo?: string | undefined;
  /** X-Mms-Content-Class: what the largest of its contents asks of a handset. */
  readonly contentClass?: Named<(typeof MMS_CONTENT_CLASSES)[number]> | undefined;
  /** X-Mms-DRM-Content: it holds protected content. */
  readonly drmContent?: boolean | undefined;
  /** X-Mms-Adaptation-Allowed: the MMSC may change contents to fit the handset. */
  readonly adaptationAllowed?: boolean | undefined;
  /** X-Mms-Replace-ID: the message that this one takes the place of. */
  readonly replaceId?: string | undefined;
  /** X-Mms-Cancel-ID: the message that is taken back. */
  readonly cancelId?: string | undefined;
  /** X-Mms-Cancel-Status: whether it was. */
  readonly cancelStatus?: Named<(typeof CANCEL_STATUSES)[number]> | undefined;
  /** All other headers, in wire order; written behind the ones above. */
  readonly otherHeaders?: readonly MmsOtherHeader[] | undefined;
}

/** Content-Disposition of a part (WAP-230-WSP 8.4.2.21). */
export interface Disposition {
  /** `form-data`, `attachment`, `inline`, or another token. */
  readonly type: string;
  /** Name of the file, a label of the sender's and never a path. */
  readonly filename?: string | undefined;
  /** The other parameters, in wire order. */
  readonly parameters?: readonly WspParameter[] | undefined;
}

/** One part of a body. */
export interface Part {
  /**
   * What to call it: the parameter `name` of Content-Type, else Content-Location, else the disposition's file name, else Content-ID, else
   * `part-1` and so on. A label of the sender's, never a path.
   */
  readonly name: string;
  /** The type without parameters, in the register's spelling; `application/smil` and the like have no code and are texts. */
  readonly contentType: string;
  /** A view of the input when it was decoded, not a copy. */
  readonly data: Uint8Array;
  /** The charset of a text, by name (`utf-8`); `mib-2252` is a number that has no name here. */
  readonly charset?: string | undefined;
  /** Content-ID without its angle brackets. */
  readonly contentId?: string | undefined;
  /** Content-Location: what SMIL calls the part by. */
  readonly contentLocation?: string | undefined;
  /** Content-Disposition. */
  readonly disposition?: Disposition | undefined;
  /**
   * The parameters of Content-Type besides charset, in wire order. Absent: `name` alone, from the property above; `[]`: none.
   */
  readonly parameters?: readonly WspParameter[] | undefined;
  /** Part headers without a model, in wire order; codes are those of WSP. */
  readonly otherHeaders?: readonly MmsOtherHeader[] | undefined;
  /** The parts of a multipart inside this one; the encoder writes these and leaves `data` alone. */
  readonly parts?: readonly Part[] | undefined;
}

/** The body of a PDU. */
export interface MmsBody {
  /**
   * `application/vnd.wap.multipart.related`, `.mixed` or `.alternative`, or the type of the only part. Absent: related when `start` is given
   * or the first part is SMIL, else mixed. A reader always gives it.
   */
  readonly contentType?: string | undefined;
  /** Content-ID of the part to begin with, without its angle brackets. */
  readonly start?: string | undefined;
  /** Content type of that part (parameter `type`). */
  readonly startType?: string | undefined;
  /** Charset of the multipart, where some senders write one though it means nothing; `partText` takes that of the part. */
  readonly charset?: string | undefined;
  /** Other parameters of Content-Type, in wire order. */
  readonly parameters?: readonly WspParameter[] | undefined;
  /** The parts in their order. */
  readonly parts: readonly Part[];
}

/** Headers of which some are required. (`Pick` carries their comments over.) */
export type Requires<Names extends keyof MmsHeaders> = Omit<MmsHeaders, Names> & {
  readonly [Name in keyof Pick<MmsHeaders, Names>]-?: NonNullable<MmsHeaders[Name]>;
};

/** A PDU without a body. */
interface NoBody {
  /** There are none. */
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
/** Tells a handset that a message waits: what the push to port 2948 carries. */
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
/** Tells that a fetched message arrived. */
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
/** One message of the mailbox. It stands inside of another PDU, and has no header that it must have. */
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
/** Takes back a message that was sent. */
export interface MCancelReq extends Requires<'transactionId' | 'mmsVersion' | 'cancelId'>, NoBody {
  readonly type: 'M-Cancel.req';
}
/** Answer to that. */
export interface MCancelConf extends Requires<'transactionId' | 'mmsVersion' | 'cancelStatus'>, NoBody {
  readonly type: 'M-Cancel.conf';
}

/** Any PDU, told apart by `type`. */
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
export interface MmsDecodeOptions {
  /**
   * Read on past faults that leave a meaning: required headers that are missing (they are absent then, whatever the type says), headers
   * given twice or with a value of the wrong kind (kept among `otherHeaders`), text that its charset does not fit, a last part that was cut
   * off, fewer parts than counted, octets behind the last one. Off by default.
   */
  readonly lenient?: boolean | undefined;
  /** Called with each fault that `lenient` let pass: the error that strict reading throws. */
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
  /** Other values for `mmsOctets`, `mmsParts`, `mmsDepth`, `mmsHeaders` and `mmsHeaderOctets` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}
