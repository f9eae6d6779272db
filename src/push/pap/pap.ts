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

/** Public and system identifiers of the control entity's document type, by PAP version. */
export const PAP_VERSIONS = {
  '1.0': { publicId: '-//WAPFORUM//DTD PAP 1.0//EN', systemId: 'http://www.wapforum.org/DTD/pap_1.0.dtd' },
  '2.0': { publicId: '-//WAPFORUM//DTD PAP 2.0//EN', systemId: 'http://www.wapforum.org/DTD/pap_2.0.dtd' },
  '2.1': { publicId: '-//OMA//DTD PAP 2.1//EN', systemId: 'http://www.openmobilealliance.org/tech/DTD/pap_2.1.dtd' },
} as const;

/** One of {@link PAP_VERSIONS}. */
export type PapVersion = keyof typeof PAP_VERSIONS;

/** Values of `priority`, of the control document of a push message. */
export const PAP_PRIORITIES = ['high', 'medium', 'low'] as const;
/** Values of `delivery-method`, of the control document of a push message. */
export const PAP_DELIVERY_METHODS = ['confirmed', 'preferconfirmed', 'unconfirmed', 'notspecified'] as const;
/** The values of `message-state`. */
export const PAP_MESSAGE_STATES = [
  'undeliverable',
  'pending',
  'expired',
  'delivered',
  'aborted',
  'timeout',
  'cancelled',
] as const;

/** Requests for the delivery by the gateway; the gateway decides about absent members. */
export interface QualityOfService {
  /** `medium` is what a missing one means. */
  readonly priority?: (typeof PAP_PRIORITIES)[number] | undefined;
  /** `notspecified` is what a missing one means. */
  readonly deliveryMethod?: (typeof PAP_DELIVERY_METHODS)[number] | undefined;
  /** A network of WAP-259 appendix C, such as `GSM`. */
  readonly network?: string | undefined;
  /** Whether `network` must be used; false when absent. */
  readonly networkRequired?: boolean | undefined;
  /** A bearer of the same table, such as `SMS`. */
  readonly bearer?: string | undefined;
  /** Whether `bearer` must be used; false when absent. */
  readonly bearerRequired?: boolean | undefined;
}

/** Content of another kind than SI, SL and CO. */
export interface PapContent {
  /** With its parameters; a text without charset is sent as utf-8. */
  readonly contentType: string;
  /** The content, as octets. */
  readonly body: Uint8Array;
}

/** A push for a gateway to deliver. Exactly one of `si`, `sl`, `co` and `content`. */
export interface PapMessage {
  /** Unique among all pushes of the initiator. */
  readonly pushId: string;
  /** Numbers with country code, or complete addresses (`WAPPUSH=...`). A reader gives complete ones. */
  readonly address: string | readonly string[];
  /** The gateway's name after the `@` of addresses made from numbers; `localhost` when absent. */
  readonly ppg?: string | undefined;
  /** To the second, as are all dates of PAP. */
  readonly deliverBefore?: Date | undefined;
  /** Not to be delivered before. */
  readonly deliverAfter?: Date | undefined;
  /** What the initiator calls its source. */
  readonly sourceReference?: string | undefined;
  /** Where the gateway posts the result (a resultnotification). */
  readonly notifyRequestedTo?: string | undefined;
  /** Whether the answer should tell what was done; false when absent. */
  readonly progressNotesRequested?: boolean | undefined;
  /** Product of the initiator. */
  readonly productName?: string | undefined;
  /** How it should be delivered. */
  readonly qualityOfService?: QualityOfService | undefined;
  /** The content as a service indication. */
  readonly si?: ServiceIndication | undefined;
  /** The content as a service loading. */
  readonly sl?: ServiceLoading | undefined;
  /** The content as a cache operation. */
  readonly co?: CacheOperation | undefined;
  /** Any other content. */
  readonly content?: PapContent | undefined;
  /** X-Wap-Application-Id: a code or a name as for `encodePush`, or another URI. A reader gives the code when there is one. */
  readonly applicationId?: number | string | undefined;
  /** Other headers of the content. */
  readonly headers?: readonly MimeHeader[] | undefined;
  /** What the handset can do, in the form of UAPROF (RDF); a third part. */
  readonly capabilities?: string | undefined;
  /** `1.0` when absent; a reader gives none for a document without a doctype that tells. */
  readonly version?: PapVersion | undefined;
}

/** A message that was read. */
export interface ParsedPapMessage extends PapMessage {
  readonly address: readonly string[];
}

/** A step of a push through the gateway. */
export interface ProgressNote {
  /** What was being done. */
  readonly stage: string;
  /** What there is to say of it. */
  readonly note?: string | undefined;
  /** When. */
  readonly time?: Date | undefined;
}

/** A gateway's answer to a message. */
export interface PapResponse {
  /** That of the message; absent when the gateway could not read it (a badmessage-response). */
  readonly pushId?: string | undefined;
  /** See {@link papCodeMeaning}. */
  readonly code: number;
  /** The result in words. */
  readonly description?: string | undefined;
  /** Address of the gateway. */
  readonly senderAddress?: string | undefined;
  /** Name of the gateway. */
  readonly senderName?: string | undefined;
  /** When it answered. */
  readonly replyTime?: Date | undefined;
  /** What it did, in its order. */
  readonly progressNotes?: readonly ProgressNote[] | undefined;
  /** Where the message went wrong, in a badmessage-response. */
  readonly badMessageFragment?: string | undefined;
}

/** The outcome of a message, which the gateway posts to `notifyRequestedTo`. */
export interface PapResult {
  /** The message, as its initiator called it. */
  readonly pushId: string;
  /** The complete address of the handset. */
  readonly address: string;
  /** What became of it. */
  readonly messageState: (typeof PAP_MESSAGE_STATES)[number];
  /** Status code; see `PAP_CODES`. */
  readonly code: number;
  /** The result in words. */
  readonly description?: string | undefined;
  /** Address of the gateway. */
  readonly senderAddress?: string | undefined;
  /** Name of the gateway. */
  readonly senderName?: string | undefined;
  /** When the gateway had the message. */
  readonly receivedTime?: Date | undefined;
  /** When the result was there. */
  readonly eventTime?: Date | undefined;
}

/** Status codes and their meanings (WAP-247 section 9.13). */
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

/** Returns the meaning of a status code; for one that is not listed, its class. */
export function papCodeMeaning(code: number): string {
  return PAP_CODES[code] ?? PAP_CLASSES[Math.floor(code / 1000) - 1] ?? 'not a code of PAP';
}

/**
 * Returns the number in an address such as `WAPPUSH=+447700900001/TYPE=PLMN@ppg.example.com`; undefined for other kinds of
 * address.
 */
export function papAddressNumber(address: string): string | undefined {
  return /^WAPPUSH=(\+?\d{1,20})\/TYPE=PLMN(?:@|$)/i.exec(address)?.[1];
}
