/**
 * From a content to the request that sends it, and back.
 *
 *   content, recipients, time  ->  requestOf  ->  request without credentials  ->  contentOf  ->  content
 *
 *   text, flash text                 Message, FlashMessage
 *   tune                             Ringtone, as RTTTL with RTX's keys where the tune needs them
 *   bitmap                           PictureMessage, OperatorLogo, GroupGraphic: an OTA bitmap
 *   card, calendar                   vCard (2.1), vCal (1.0): what every make reads that takes them
 *   MMS PDU, .mms, ZIP               MMSNotificationFileName1, MMSNotificationFileData1
 *   file                             WAPPushFileName1, WAPPushFileData1
 *   Service Indication               si-href and the fields beside it
 *   SMS-SUBMIT, its user data        SmsSubmitPdu...
 *
 * This module sends nothing. Content that cannot be sent is an EncodeError whose field begins with the parameter's name; content that is known to
 * cause problems on handsets is a warning, by the table of makes in `handset/message`, since the gateway may support more.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import { quote } from '../bytes/quote.js';
import { DecodeError, EncodeError } from '../errors.js';
import { type Content, withUsualKind } from '../message/content.js';
import type { MultimediaContent } from '../protocol/model.js';
import { requireText } from '../protocol/parameters.js';
import { readMake, type Warn, warnUnder } from './faults.js';
import { findDestination, readNumbers } from './items.js';
import { KINDS, type Kind } from './kinds.js';
import type {
  ContentOptions,
  ObjectInputAlias,
  PduInput,
  ReadContent,
  ReadContentOptions,
  SendContent,
  SendingOptions,
  SendRequestOptions,
  UnsignedSend,
} from './model.js';

/** A row that writes and reads contents of some kind or other. */
interface AnyRow extends Omit<Kind, 'write' | 'read'> {
  readonly write?: (content: SendContent, options: ContentOptions, warn: Warn, field: string) => MultimediaContent;
  readonly read?: (carried: MultimediaContent, options: ReadContentOptions) => ReadContent;
}

/**
 * Builds the request that sends a content; the sender adds its credentials.
 *
 * A card or a calendar given as text is sent unchanged. A multimedia message given as octets is checked: a PDU is decoded, a ZIP's
 * directory is read. The destination of an SMS-SUBMIT is the recipient, unless the options name others; its validity
 * period, status report request and reply path have no parameter, and are refused.
 * @throws EncodeError with a field that begins with the parameter's name, such as `Ringtone/notes[3]`; `unencodable` with field `kind` for
 *   content that the interface has no request for.
 * @throws TypeError for an argument of a wrong type.
 * @example
 * ```ts
 * import { requestOf } from 'handset/content';
 * import { parseRtttl } from 'handset/ringtone';
 *
 * const tune = parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6');
 * requestOf({ kind: 'ringtone', tune }, { to: '447700900123', make: 'Nokia' });
 * // -> { operation: 'sendMultimedia', sendTo: ['447700900123'], phoneMake: 'Nokia', ... }
 * ```
 */
export function requestOf(given: SendContent | Content | ObjectInputAlias, options: SendRequestOptions): UnsignedSend {
  if (typeof given !== 'object' || given === null) throw new TypeError('a content is an object with a kind');
  if (typeof options !== 'object' || options === null)
    throw new TypeError('the options are an object; `to` names the recipients');
  const content: SendContent | Content = withUsualKind(given);
  if (content.kind === 'text' || content.kind === 'flash') {
    const { kind, text } = content;
    requireText(text, 'a text');
    const message = kind === 'text' ? { message: text } : { flashMessage: text };
    return { operation: 'sendSms', ...readSending(options), ...message };
  }
  const { parameter = '', write, name } = findRow(content.kind, EncodeError);
  if (write === undefined)
    throw new EncodeError('unencodable', 'kind', undefined, `the interface has no request for a ${name}`);
  const carried = write(content as SendContent, options, warnUnder(parameter, options.onWarning), parameter);
  const handset = { phoneMake: readMake(options.make), phoneModel: options.model };
  const sending = readSending(options, content.kind === 'pdu' ? content : undefined);
  return { operation: 'sendMultimedia', ...sending, ...omitUndefined(handset), content: carried };
}

/**
 * Returns the content of a request: a model of a short message, a file that the gateway hosts, or the
 * number of a library item. Cards, calendars, tunes and pictures are decoded; the file of a multimedia message is not.
 * @throws DecodeError, LimitError as the format's decoder; TypeError if the request is not an object.
 * @example
 * ```ts
 * import { contentOf } from 'handset/content';
 *
 * const request = { operation: 'sendSms', sendTo: ['447700900123'], message: 'On my way' } as const;
 * contentOf(request); // -> { kind: 'text', text: 'On my way' }
 * ```
 */
export function contentOf(request: UnsignedSend, options: ReadContentOptions = {}): ReadContent {
  requireObject(request, 'request');
  if (request.operation === 'sendSms') {
    const { message, flashMessage } = request;
    return message === undefined ? { kind: 'flash', text: flashMessage } : { kind: 'text', text: message };
  }
  const { content } = request;
  requireObject(content, 'request.content');
  const { read } = findRow(content.kind, DecodeError);
  if (read === undefined) throw new DecodeError('bad-value', 'kind', undefined, 'is of no request');
  return read(content, options);
}

function findRow(kind: string, Fault: typeof EncodeError | typeof DecodeError): AnyRow {
  if (!Object.hasOwn(KINDS, kind)) {
    throw new Fault('bad-value', 'kind', undefined, `is ${quote(kind)}, allowed: ${Object.keys(KINDS).join(', ')}`);
  }
  return KINDS[kind as keyof typeof KINDS] as AnyRow;
}

/** The parameters that every send has; what is not given is not there. */
function readSending(options: SendingOptions, pdu?: PduInput) {
  const { toAddressBook, replyTo, delayMinutes, at, service, responseFormat } = options;
  const to = options.to ?? (toAddressBook === undefined && pdu !== undefined ? findDestination(pdu) : undefined);
  return omitUndefined({
    sendTo: readNumbers(to, 'to'),
    sendToAddressBook: toAddressBook,
    replyTo,
    sendTimeDelay: delayMinutes,
    sendTimeAbsolute: at,
    deliveryServiceOption: service,
    responseFormat,
  });
}
