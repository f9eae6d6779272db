/**
 * Texts of requests: Message and FlashMessage of a text message, Message as subject.
 *
 * Source: the gateway interface document (G-SMS-05, 06, 11 to 13, G-MMS-33). That a text has to fit in 255 parts is GSM 03.40's rule.
 * @module
 */
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { DecodeError, EncodeError } from '../errors.js';
import { MAX_PARTS } from '../text/part-sizes.js';
import { countSegments } from '../text/segment.js';
import type { FormFields } from './form.js';
import type { SendSmsRequest } from './model.js';
import { bad, type Fault, missing, type Parameters, requireText, valueIn } from './parameters.js';

/** The text of a message: one of the two. */
export type MessageText =
  | { readonly message: string; readonly flashMessage?: undefined }
  | { readonly flashMessage: string; readonly message?: undefined };

/** UTF-16 units that 255 parts hold whatever they are: 67 a part, one of them lost where a pair of surrogates would be split. */
const ALWAYS_FIT = MAX_PARTS * 66;
/** Units that they hold at most: 153 septets a part. */
const NEVER_FIT = MAX_PARTS * 153;

/** Units of a subject: with all characters in Latin-1, and with others. */
const SUBJECT_UNITS = 50;
const SUBJECT_UNITS_UNICODE = 24;

/** Adds the text. @throws EncodeError `bad-value` for none, both or an empty one, `too-long` or `unencodable`. */
export function addMessageText(parameters: Parameters, { message, flashMessage }: SendSmsRequest): void {
  if (message !== undefined) requireText(message, 'Message');
  if (flashMessage !== undefined) requireText(flashMessage, 'FlashMessage');
  const text = oneText(message, flashMessage, EncodeError);
  if (text.message !== undefined) parameters.push(['Message', text.message]);
  else parameters.push(['FlashMessage', text.flashMessage]);
}

/** The text. @throws DecodeError `truncated` for none, `bad-value` for both or an empty one, `too-long` */
export function messageTextOf(fields: FormFields): MessageText {
  const isEmpty = fields.has('Message') || fields.has('M');
  return oneText(valueIn(fields, 'Message') ?? (isEmpty ? '' : undefined), valueIn(fields, 'FlashMessage'), DecodeError);
}

function oneText(message: string | undefined, flashMessage: string | undefined, Fault: Fault): MessageText {
  if (message && flashMessage) throw bad(Fault, 'FlashMessage', 'is given together with Message');
  if (flashMessage) {
    checkParts(flashMessage, 'FlashMessage', Fault);
    return { flashMessage };
  }
  if (message === undefined && flashMessage === undefined)
    throw missing(Fault, 'Message', 'is missing, and so is FlashMessage');
  if (!message) throw bad(Fault, message === undefined ? 'FlashMessage' : 'Message', 'is empty');
  checkParts(message, 'Message', Fault);
  return { message };
}

function checkParts(text: string, name: string, Fault: Fault): void {
  const units = text.length;
  if (units <= ALWAYS_FIT) return;
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw new Fault(Fault === DecodeError ? 'bad-value' : 'unencodable', name, lone, 'a lone surrogate');
  if (units <= NEVER_FIT && countSegments(text).segments <= MAX_PARTS) return;
  throw new Fault(
    'too-long',
    name,
    Fault === DecodeError ? 0 : undefined,
    `${units} characters take more than ${MAX_PARTS} parts`,
  );
}

/** Requires a subject of a multimedia message or a text of a push to have its length. @throws `too-long` */
export function checkSubject(text: string, Fault: Fault): void {
  const isLatin1 = text.length <= SUBJECT_UNITS && /^[\0-\xff]*$/.test(text);
  const most = isLatin1 ? SUBJECT_UNITS : SUBJECT_UNITS_UNICODE;
  if (text.length <= most) return;
  const reason = `${text.length} characters, at most ${SUBJECT_UNITS}, or ${SUBJECT_UNITS_UNICODE} when not all are Latin-1`;
  throw new Fault('too-long', 'Message', Fault === DecodeError ? most : undefined, reason);
}
