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
import { DecodeError } from '../../errors.js';
import { formatDateTime } from '../../push/si-sl-co/datetime.js';
import { trim } from '../../xml/characters.js';
import { formatCallback, parseCallback } from '../callback.js';
import { FormFields } from '../form.js';
import type { Callback } from '../model.js';
import { bad, missing } from '../parameters.js';
import type { CallOf } from './types.js';
import { utcOf } from './values.js';

/**
 * The callback that a call makes.
 * @throws DecodeError `truncated` for a part that is missing, `bad-value` or `too-long` with the index in the value; the field
 *   is the parameter of the form interface, such as `SendTo` or `Report`.
 */
export function callbackOf(call: CallOf<'SubmitDeliveryReceipt'> | CallOf<'DeliverMessage'>): Callback {
  const { Username, PIN } = call.parts;
  const fields: [name: string, value: string | undefined][] = [
    ['Username', Username],
    ['PIN', PIN],
  ];
  if (call.operation === 'SubmitDeliveryReceipt') {
    const { Timestamp1, SentTo, MessageIdentifier, Report } = call.parts;
    const time = trim(Timestamp1 ?? '');
    fields.push(
      ['SendTo', trimmed(SentTo)],
      ['Timestamp1', time === '' ? undefined : utcOf(time, 'Timestamp1')],
      ['MessageIdentifier', trimmed(MessageIdentifier)],
      ['Report', Report],
    );
  } else {
    const { Recipient, Message, ReplyTo } = call.parts;
    const { TextMessage, FlashMessage } = Message ?? {};
    if (TextMessage && FlashMessage) throw bad(DecodeError, 'Message', 'holds both TextMessage and FlashMessage');
    // Some toolkits write all that there could be, empty.
    const text = TextMessage || (FlashMessage ?? TextMessage);
    if (text === undefined) throw missing(DecodeError, 'Message');
    fields.push(['SendTo', trimmed(Recipient?.SendTo)], ['Message', text], ['ReplyTo', trimmed(ReplyTo)]);
  }
  const given = fields.filter((field): field is [string, string] => field[1] !== undefined);
  return parseCallback(new FormFields(given));
}

/** A number or an identifier on a line of its own is the same one. */
function trimmed(text: string | undefined): string | undefined {
  return text === undefined ? undefined : trim(text);
}

/**
 * The call that hands a callback over. Milliseconds are left out; so are, of an incoming message, its time and identifier,
 * which DeliverMessage has no place for.
 * @throws EncodeError as {@link formatCallback}.
 */
export function callOfCallback(callback: Callback): CallOf<'SubmitDeliveryReceipt'> | CallOf<'DeliverMessage'> {
  formatCallback(callback);
  const { username, pin, sendTo } = callback;
  const credentials = {
    ...(username === undefined ? {} : { Username: username }),
    ...(pin === undefined ? {} : { PIN: pin }),
  };
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
      ...(timestamp === undefined ? {} : { Timestamp1: formatDateTime(timestamp, 'Timestamp1') }),
      SentTo: sendTo,
      ...(messageIdentifier === undefined ? {} : { MessageIdentifier: messageIdentifier }),
      ...(report === undefined ? {} : { Report: String(report) }),
    },
  };
}
