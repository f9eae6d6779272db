/**
 * From one PDU to another: the notification of a message, and a message as it is sent and as it is fetched.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import { mmsSize } from './encode.js';
import type { MmsTime } from './header-values.js';
import type { MmsHeaders, MNotificationInd, MRetrieveConf, MSendReq } from './pdu.js';

/** Options of {@link buildNotification}. */
export interface NotificationOptions {
  /** Transaction id, which the handset's answers repeat: at most 40 characters, different from those of all other pending messages. */
  readonly transactionId: string;
  /** URI from which the handset fetches the message. Keep it short: it is sent by SMS. */
  readonly contentLocation: string;
  /** When the message expires; by default that of the message, or else after three days. */
  readonly expiry?: MmsTime | undefined;
  /** The sender; that of the message by default. */
  readonly from?: string | undefined;
  /** The subject; that of the message by default. */
  readonly subject?: string | undefined;
  /** Size of the message in octets; by default its encoded size. */
  readonly messageSize?: number | undefined;
  /** Whether a delivery report is requested; absent by default. */
  readonly deliveryReport?: boolean | undefined;
}

const THREE_DAYS: MmsTime = { kind: 'relative', seconds: 3 * 24 * 60 * 60 };

/**
 * Builds the M-Notification.ind of a message, for a push to port 2948. Sender, subject, class and priority are those of the message; the address of a
 * sender with visibility `hide` is omitted.
 * @throws EncodeError as `encodeMms`, if `messageSize` is absent and the message cannot be encoded.
 */
export function buildNotification(message: MRetrieveConf | MSendReq, options: NotificationOptions): MNotificationInd {
  requireObject(message, 'message');
  requireObject(options, 'options');
  const { transactionId, contentLocation, deliveryReport } = options;
  const { mmsVersion, messageClass = 'personal' } = message;
  return withDefined<MNotificationInd>(
    {
      type: 'M-Notification.ind',
      transactionId,
      mmsVersion,
      messageClass,
      messageSize: options.messageSize ?? mmsSize(message),
      expiry: options.expiry ?? message.expiry ?? THREE_DAYS,
      contentLocation,
    },
    {
      from: options.from ?? (message.senderVisibility === 'hide' ? undefined : message.from),
      subject: options.subject ?? message.subject,
      priority: message.priority,
      deliveryReport,
    },
  );
}

/** Options of {@link toSendReq}: headers of the submission. */
export type SendReqOptions = { readonly transactionId: string } & Pick<
  MmsHeaders,
  'to' | 'cc' | 'bcc' | 'from' | 'subject' | 'expiry' | 'deliveryTime' | 'deliveryReport' | 'readReport' | 'senderVisibility'
>;

/**
 * Converts a message to its submission, M-Send.req. Options replace headers of the message; its message id is omitted, since the MMSC assigns
 * another.
 */
export function toSendReq(message: MRetrieveConf | MSendReq, options: SendReqOptions): MSendReq {
  requireObject(message, 'message');
  requireObject(options, 'options');
  const { type: _type, messageId: _messageId, retrieveStatus: _status, retrieveText: _text, ...kept } = message;
  return withDefined<MSendReq>({ ...kept, type: 'M-Send.req', transactionId: options.transactionId }, options);
}

/** Options of {@link toRetrieveConf}. */
export interface RetrieveConfOptions {
  /** When the MMSC accepted the message; by default the date of the message, or else the current time. */
  readonly date?: Date | undefined;
  /** Message-ID that the MMSC assigned. */
  readonly messageId?: string | undefined;
  /** Transaction id, only if the MMSC expects an acknowledgement. */
  readonly transactionId?: string | undefined;
  /** The sender; that of the message by default. */
  readonly from?: string | undefined;
}

/**
 * Converts a submission to the message that its recipient fetches, or that a file holds, M-Retrieve.conf: without the headers for the MMSC (Bcc,
 * expiry, delivery time, sender visibility, the transaction id of the submission). The address of a sender with visibility `hide` is omitted.
 */
export function toRetrieveConf(message: MSendReq | MRetrieveConf, options: RetrieveConfOptions = {}): MRetrieveConf {
  requireObject(message, 'message');
  const { type: _type, transactionId: _id, bcc: _bcc, expiry: _expiry, deliveryTime: _delivery, ...rest } = message;
  const { senderVisibility, from, store: _store, date = new Date(), ...kept } = rest;
  const sender = senderVisibility === 'hide' ? undefined : from;
  return withDefined<MRetrieveConf>(
    { ...kept, type: 'M-Retrieve.conf', date },
    { ...(sender !== undefined && { from: sender }), ...options },
  );
}

/** An object with more properties, but for those that are undefined. */
function withDefined<T extends object>(base: T, more: { readonly [Name in keyof T]?: T[Name] | undefined }): T {
  return { ...base, ...omitUndefined(more) };
}
