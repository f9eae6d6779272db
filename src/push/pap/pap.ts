/**
 * The Push Access Protocol: models of what a push initiator and a push proxy gateway (PPG) say to each other.
 *
 *   initiator  --  push-message + content  -->  gateway
 *   initiator  <--  push-response          --   gateway
 *   initiator  <--  resultnotification     --   gateway, when the message asked for it
 *
 * Written by `formatPap` and its neighbours, read by `parsePap` and its.
 * Source: WAP-247-PAP sections 8 and 9; WAP-249-PPGService section 7 (addresses).
 * @module
 */
import type { CacheOperation } from '../si-sl-co/co.js';
import type { ServiceIndication } from '../si-sl-co/si.js';
import type { ServiceLoading } from '../si-sl-co/sl.js';
import type { MimeHeader } from './multipart.js';

/** The public and system identifiers of the document type, by PAP version. */
export const PAP_VERSIONS = {
  '1.0': { publicId: '-//WAPFORUM//DTD PAP 1.0//EN', systemId: 'http://www.wapforum.org/DTD/pap_1.0.dtd' },
  '2.0': { publicId: '-//WAPFORUM//DTD PAP 2.0//EN', systemId: 'http://www.wapforum.org/DTD/pap_2.0.dtd' },
  '2.1': { publicId: '-//OMA//DTD PAP 2.1//EN', systemId: 'http://www.openmobilealliance.org/tech/DTD/pap_2.1.dtd' },
} as const;

/** A version of PAP: a key of {@link PAP_VERSIONS}. */
export type PapVersion = keyof typeof PAP_VERSIONS;

/** The values of `priority` in the control entity of a push message. */
export const PAP_PRIORITIES = ['high', 'medium', 'low'] as const;
/** The values of `delivery-method` in the control entity of a push message. */
export const PAP_DELIVERY_METHODS = ['confirmed', 'preferconfirmed', 'unconfirmed', 'notspecified'] as const;
/** The values of `message-state` in the result of a push. */
export const PAP_MESSAGE_STATES = [
  'undeliverable',
  'pending',
  'expired',
  'delivered',
  'aborted',
  'timeout',
  'cancelled',
] as const;

/** Requests for the delivery of a push message (WAP-247 section 9). The gateway decides about absent members. */
export interface QualityOfService {
  /** Priority; `medium` if absent. */
  readonly priority?: (typeof PAP_PRIORITIES)[number] | undefined;
  /** Delivery method; `notspecified` if absent. */
  readonly deliveryMethod?: (typeof PAP_DELIVERY_METHODS)[number] | undefined;
  /** Network, such as `GSM` (WAP-259 appendix C). */
  readonly network?: string | undefined;
  /** Whether `network` must be used; false if absent. */
  readonly networkRequired?: boolean | undefined;
  /** Bearer, such as `SMS` (WAP-259 appendix C). */
  readonly bearer?: string | undefined;
  /** Whether `bearer` must be used; false if absent. */
  readonly bearerRequired?: boolean | undefined;
}

/** Content of a push message other than SI, SL and CO. */
export interface PapContent {
  /** Content type with its parameters; a text type without a charset gets utf-8. */
  readonly contentType: string;
  /** The content, as octets. */
  readonly body: Uint8Array;
}

/** A push message for a gateway to deliver (WAP-247 sections 8 and 9). It has exactly one of `si`, `sl`, `co` and `content`. */
export interface PapMessage {
  /** Identifier, unique among all pushes of the initiator. */
  readonly pushId: string;
  /** Recipients: numbers with country code, or complete addresses (`WAPPUSH=...`). Reading gives complete ones. */
  readonly address: string | readonly string[];
  /** Name of the gateway after the `@` of addresses made from numbers; `localhost` by default. */
  readonly ppg?: string | undefined;
  /** Time before which it is to be delivered, to the second, like all dates of PAP. */
  readonly deliverBefore?: Date | undefined;
  /** Time after which it is to be delivered. */
  readonly deliverAfter?: Date | undefined;
  /** The initiator's name for the source of the content. */
  readonly sourceReference?: string | undefined;
  /** URL to which the gateway posts the result (a resultnotification-message). */
  readonly notifyRequestedTo?: string | undefined;
  /** Whether the answer is to have progress notes; false by default. */
  readonly progressNotesRequested?: boolean | undefined;
  /** Name of the initiator's product. */
  readonly productName?: string | undefined;
  /** Requests for the delivery. */
  readonly qualityOfService?: QualityOfService | undefined;
  /** The content as a service indication. */
  readonly si?: ServiceIndication | undefined;
  /** The content as a service loading. */
  readonly sl?: ServiceLoading | undefined;
  /** The content as a cache operation. */
  readonly co?: CacheOperation | undefined;
  /** Any other content. */
  readonly content?: PapContent | undefined;
  /** X-Wap-Application-Id: a code or a URI, as for `encodePush`. Reading gives the code if there is one. */
  readonly applicationId?: number | string | undefined;
  /** Other headers of the content. */
  readonly headers?: readonly MimeHeader[] | undefined;
  /** Capabilities of the handset that the initiator assumes, as UAProf (RDF); the third part of the request. */
  readonly capabilities?: string | undefined;
  /** Version of the document type, written as `1.0` by default. Reading gives none for a document without a known doctype. */
  readonly version?: PapVersion | undefined;
}

/** A push message that was read: its addresses are a list. */
export interface ParsedPapMessage extends PapMessage {
  readonly address: readonly string[];
}

/** A step of a gateway's processing of a push message. */
export interface ProgressNote {
  /** Name of the step. */
  readonly stage: string;
  /** A remark about it. */
  readonly note?: string | undefined;
  /** Time of the step. */
  readonly time?: Date | undefined;
}

/** A gateway's answer to a push message: a push-response or a badmessage-response (WAP-247 section 9). */
export interface PapResponse {
  /** Identifier of the message; absent in a badmessage-response, about a message that the gateway could not read. */
  readonly pushId?: string | undefined;
  /** Status code, 1000 to 5999; see {@link papCodeMeaning}. */
  readonly code: number;
  /** The status in words. */
  readonly description?: string | undefined;
  /** Address of the gateway. */
  readonly senderAddress?: string | undefined;
  /** Name of the gateway. */
  readonly senderName?: string | undefined;
  /** Time of the answer. */
  readonly replyTime?: Date | undefined;
  /** Steps of the processing, in order. */
  readonly progressNotes?: readonly ProgressNote[] | undefined;
  /** The invalid part of the message, in a badmessage-response. */
  readonly badMessageFragment?: string | undefined;
}

/** The result of a push message, which the gateway posts to `notifyRequestedTo`: a resultnotification-message (WAP-247 section 9). */
export interface PapResult {
  /** Identifier of the message. */
  readonly pushId: string;
  /** The complete address of the handset. */
  readonly address: string;
  /** State of the message for this handset. */
  readonly messageState: (typeof PAP_MESSAGE_STATES)[number];
  /** Status code, 1000 to 5999; see {@link papCodeMeaning}. */
  readonly code: number;
  /** The status in words. */
  readonly description?: string | undefined;
  /** Address of the gateway. */
  readonly senderAddress?: string | undefined;
  /** Name of the gateway. */
  readonly senderName?: string | undefined;
  /** When the gateway received the message. */
  readonly receivedTime?: Date | undefined;
  /** When the message reached its state. */
  readonly eventTime?: Date | undefined;
}

/** The meanings of status codes (WAP-247 section 9.13). */
export const PAP_CODES: Readonly<Record<number, string>> = {
  1000: 'OK',
  1001: 'accepted for processing',
  2000: 'bad request',
  2001: 'forbidden',
  2002: 'address error',
  2003: 'address not found',
  2004: 'push ID not found',
  2005: 'capabilities mismatch',
  2006: 'required capabilities not supported',
  2007: 'duplicate push ID',
  2008: 'cancellation not possible',
  3000: 'internal server error',
  3001: 'not implemented',
  3002: 'version not supported',
  3003: 'not possible',
  3004: 'capability matching not supported',
  3005: 'multiple addresses not supported',
  3006: 'transformation failure',
  3007: 'specified delivery method not possible',
  3008: 'capabilities not available',
  3009: 'required network not available',
  3010: 'required bearer not available',
  4000: 'service failure',
  4001: 'service unavailable',
  5000: 'mobile client aborted',
};

const PAP_CLASSES = ['success', 'error of the initiator', 'error of the server', 'service failure', 'mobile client aborted'];

/** Returns the meaning of a status code in words (WAP-247 section 9.13); for one that {@link PAP_CODES} lacks, that of its class. */
export function papCodeMeaning(code: number): string {
  return PAP_CODES[code] ?? PAP_CLASSES[Math.floor(code / 1000) - 1] ?? 'not a code of PAP';
}

/**
 * Returns the telephone number in an address such as `WAPPUSH=+447700900001/TYPE=PLMN@ppg.example.com` (WAP-249 section 7), with its `+`; undefined
 * for addresses of other types.
 */
export function papAddressNumber(address: string): string | undefined {
  return /^WAPPUSH=(\+?\d{1,20})\/TYPE=PLMN(?:@|$)/i.exec(address)?.[1];
}
