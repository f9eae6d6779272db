/**
 * Values of MMS header fields: the registered names with their codes, and the values that have parts. Types and tables only.
 *
 * Source: OMA-TS-MMS_ENC-V1_3 section 7.3. What was checked against which program: headers.ts.
 * @module
 */

/** Names of X-Mms-Message-Class from 80 hex on (7.3.27). */
export const MESSAGE_CLASSES = ['personal', 'advertisement', 'informational', 'auto'] as const;
/** Names of X-Mms-Priority from 80 hex on (7.3.35). */
export const MMS_PRIORITIES = ['low', 'normal', 'high'] as const;
/** Names of X-Mms-Sender-Visibility from 80 hex on (7.3.52). */
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

/** A value with a name, or its octet, 128 to 255, if MMS 1.3 does not name it. */
export type Named<Name extends string> = Name | number;

/** A time: a date, to the second, or a number of seconds after the PDU was created. */
export type MmsTime =
  | { readonly kind: 'absolute'; readonly at: Date }
  | { readonly kind: 'relative'; readonly seconds: number };

/** A keyword to add to a stored message, to remove from it or to filter by (7.3.32). */
export interface MmFlag {
  /** The action. */
  readonly action: 'add' | 'remove' | 'filter';
  /** The keyword. */
  readonly keyword: string;
}

/** The total or the quota of a mailbox (7.3.25, 7.3.26). */
export interface MboxCount {
  /** The unit of the count. */
  readonly unit: 'messages' | 'octets';
  /** The count. */
  readonly count: number;
}

/** A sender that forwarded the message. */
export interface PreviousSender {
  /** Position among those who forwarded it, from 1. */
  readonly forwardedCount: number;
  /** Address of the sender. */
  readonly address: string;
}

/** When a sender forwarded the message. */
export interface PreviousDate {
  /** Position among those who forwarded it, from 1. */
  readonly forwardedCount: number;
  /** Date of forwarding, to the second. */
  readonly date: Date;
}

/** An element of a message, announced before the message is fetched (7.3.18). */
export interface ElementDescriptor {
  /** Content-ID or Content-Location of the element. */
  readonly contentReference: string;
  /** Parameters: `type` is the content type of the element, a number for an unregistered one. */
  readonly parameters?: readonly { readonly name: string; readonly value: string | number }[] | undefined;
}

/** A value in the answer about several messages. Values with the same count belong together: one status may apply to several locations. */
export interface Counted<Value> {
  /** Number that the values of one message share. */
  readonly statusCount: number;
  /** The value. */
  readonly value: Value;
}

/** Any other header: by name with a text, or by code with one encoded WSP value, length octets and terminating 0x00 included. */
export type MmsOtherHeader =
  | { readonly name: string; readonly value: string }
  /** `code` is 0 to 127: 0x3F is the octet 0xBF. */
  | { readonly code: number; readonly value: Uint8Array }
  /** Only of lenient reading, in place of a header with a name: octets with two 0x00, the second one at their end. */
  | { readonly raw: Uint8Array };
