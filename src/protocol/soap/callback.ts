/**
 * Calls of SubmitDeliveryReceipt and DeliverMessage as callbacks, and back: what the gateway sends to its customer.
 *
 *   SubmitDeliveryReceipt   Username PIN Timestamp1 SentTo MessageIdentifier Report
 *   DeliverMessage          Username PIN Recipient/SendTo Message/TextMessage ReplyTo
 *
 * The rules are those of the form, by its own reader and writer. Source: the gateway interface document, sections 9 and 10
 * (G-DLR-01, G-MO-01).
 * @module
 */
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { DecodeError } from '../../errors.js';
import { formatDateTime } from '../../push/si-sl-co/datetime.js';
import { formatCallback, parseCallback } from '../callback.js';
import { FormFields } from '../form.js';
import type { Callback } from '../model.js';
import { bad, missing } from '../parameters.js';
import { addRows, CREDENTIAL_ROWS, type Fields, RECEIPT_ROWS, RECEIVER_ROWS, SENDER_ROWS } from './fields.js';
import type { CallOf } from './types.js';

/**
 * Converts a call of SubmitDeliveryReceipt or DeliverMessage to a callback.
 * @throws DecodeError `truncated` for a missing part, `bad-value` or `too-long` with the index in the value; `field`
 *   is the parameter of the form interface, such as `SendTo` or `Report`.
 */
export function callbackOf(call: CallOf<'SubmitDeliveryReceipt'> | CallOf<'DeliverMessage'>): Callback {
  const fields: Fields = [];
  addRows(fields, CREDENTIAL_ROWS, call.parts);
  if (call.operation === 'SubmitDeliveryReceipt') addRows(fields, RECEIPT_ROWS, call.parts);
  else {
    const { Recipient, Message } = call.parts;
    const { TextMessage, FlashMessage } = Message ?? {};
    if (TextMessage && FlashMessage) throw bad(DecodeError, 'Message', 'holds both TextMessage and FlashMessage');
    // Some toolkits write all that there could be, empty.
    const text = TextMessage || (FlashMessage ?? TextMessage);
    if (text === undefined) throw missing(DecodeError, 'Message');
    addRows(fields, RECEIVER_ROWS, Recipient ?? {});
    fields.push(['Message', text]);
    addRows(fields, SENDER_ROWS, call.parts);
  }
  return parseCallback(new FormFields(fields));
}

/**
 * Converts a callback to a call. Milliseconds are dropped, and so are the time and identifier of an incoming message,
 * which DeliverMessage does not have.
 * @throws EncodeError as {@link formatCallback}.
 */
export function callOfCallback(callback: Callback): CallOf<'SubmitDeliveryReceipt'> | CallOf<'DeliverMessage'> {
  formatCallback(callback);
  const { username, pin, sendTo } = callback;
  const credentials = omitUndefined({ Username: username, PIN: pin });
  if (callback.kind === 'message') {
    const { message, replyTo } = callback;
    const parts = { ...credentials, Recipient: { SendTo: sendTo }, Message: { TextMessage: message }, ReplyTo: replyTo };
    return { operation: 'DeliverMessage', parts };
  }
  const { timestamp, messageIdentifier, report } = callback;
  return {
    operation: 'SubmitDeliveryReceipt',
    parts: {
      ...credentials,
      ...omitUndefined({
        Timestamp1: timestamp && formatDateTime(timestamp, 'Timestamp1'),
        SentTo: sendTo,
        MessageIdentifier: messageIdentifier,
        Report: report === undefined ? undefined : String(report),
      }),
    },
  };
}
