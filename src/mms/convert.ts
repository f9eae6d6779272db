/**
 * From one PDU to another: the notification of a message, and a message as it is sent and as it is fetched.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import { mmsSize } from './encode.js';
import type { MmsTime } from './header-values.js';
import type { MmsHeaders, MNotificationInd, MRetrieveConf, MSendReq } from './pdu.js';

/** What a notification says besides the message's own headers. */
export interface NotificationOptions {
  /** Ties the handset's answers to the notification: at most 40 characters that no other message on its way has. */
  readonly transactionId: string;
  /** Where the handset fetches the message. Short: it goes by SMS. */
  readonly contentLocation: string;
  /** Until when it can be fetched; the message's own, else three days, by default. */
  readonly expiry?: MmsTime | undefined;
  /** The sender; that of the message by default. */
  readonly from?: string | undefined;
  /** The subject; that of the message by default. */
  readonly subject?: string | undefined;
  /** Octets; the encoded size of the message by default. */
  readonly messageSize?: number | undefined;
  /** Whether a delivery report is asked for. */
  readonly deliveryReport?: boolean | undefined;
}

const THREE_DAYS: MmsTime = { kind: 'relative', seconds: 3 * 24 * 60 * 60 };

/**
 * The M-Notification.ind of a message, for a push to port 2948. From, subject, class and priority are the message's; the address of a sender
 * that asked to stay hidden is left out.
 * @throws EncodeError for a message whose size is asked for and that cannot be encoded.
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

/** What a submission says besides. */
export type SendReqOptions = { readonly transactionId: string } & Pick<
  MmsHeaders,
  'to' | 'cc' | 'bcc' | 'from' | 'subject' | 'expiry' | 'deliveryTime' | 'deliveryReport' | 'readReport' | 'senderVisibility'
>;

/**
 * A stored message as a submission. What the options give replaces what it has; its message id is left out, since the MMSC assigns another.
 */
export function toSendReq(message: MRetrieveConf | MSendReq, options: SendReqOptions): MSendReq {
  requireObject(message, 'message');
  requireObject(options, 'options');
  const { type: _type, messageId: _messageId, retrieveStatus: _status, retrieveText: _text, ...kept } = message;
  return withDefined<MSendReq>({ ...kept, type: 'M-Send.req', transactionId: options.transactionId }, options);
}

/** What a fetched message says besides. */
export interface RetrieveConfOptions {
  /** When the MMSC took the message; the message's own, else now, by default. */
  readonly date?: Date | undefined;
  /** Message-ID that the MMSC gives it. */
  readonly messageId?: string | undefined;
  /** Only when the MMSC wants an acknowledgement. */
  readonly transactionId?: string | undefined;
  /** The sender; that of the message by default. */
  readonly from?: string | undefined;
}

/**
 * A submission as its recipient fetches it, or as a file holds it: without what is for the MMSC alone (Bcc, expiry, delivery time, sender
 * visibility, the submission's transaction). The address of a sender that asked to stay hidden is left out.
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
