/**
 * A send as JSON, from the octets of a body to what the operation takes.
 *
 *   octets ─► parseJson ─► shapes: names and types ─► requestOf, the rules of a form ─► request
 *              Unreadable: the JSON is wrong            EncodeError: what it asks for cannot be sent
 *
 * Both name a member as a JSON path, such as `$.content.tune`. It needs nothing of the gateway, so that a thread can do it.
 * @module
 */
import { parseJson } from '../../bytes/json.js';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { decodeUtf8 } from '../../bytes/utf8.js';
import { readMake } from '../../content/faults.js';
import type { SendingOptions, UnsignedSend } from '../../content/model.js';
import { requestOf } from '../../content/request.js';
import { DecodeError, EncodeError, FormatError } from '../../errors.js';
import type { PduContent } from '../../message/index.js';
import { type Credentials, DELIVERY_SERVICES, type GatewayRequest, type Sending } from '../../protocol/model.js';
import { parametersOf } from '../../protocol/request.js';
import type { GatewayLimits } from '../settings/limits.js';
import { buildContent, CONTENT, type JsonContent, type OwnContent, type Places } from './contents.js';
import { choice, list, needed, object, type Shaped, text, time, wholeNumber } from './shapes.js';

/** A send of a content that the interface's forms have no parameter for, or that comes as it goes on air. */
export interface SendContentRequest extends Omit<Sending, keyof Credentials> {
  readonly operation: 'sendContent';
  readonly content: OwnContent | PduContent;
  readonly phoneMake?: ReturnType<typeof readMake>;
  readonly phoneModel?: string | undefined;
}

/** What a body asks for. */
export interface ReadSend {
  readonly request: UnsignedSend | SendContentRequest;
  /** Members by the parameters that faults name which show later. */
  readonly places: Places;
}

/** Values of a body: enough for the most recipients, and for what else there is. */
const MAX_VALUES = 100_000;
/** Values inside of each other; a content needs five. */
const MAX_DEPTH = 16;

const HANDSET = object('The handset that tunes, pictures, logos, cards and calendars are for', {
  make: text('Nokia, EMS and the other makes of the interface, in any case', 40),
  model: text('Its model', 100),
});

const MEMBERS = {
  content: needed(CONTENT),
  to: list('Numbers with country code, 7 to 15 digits', text('A number', 64, { min: 0 }), MAX_VALUES),
  toAddressBook: text('An address book of the account: book, or book::group', 200),
  originator: text("One of the account's originators; the first of them when absent", 64),
  sendAt: time('When to send, to the second'),
  delayMinutes: wholeNumber('Minutes to wait; not together with sendAt', 1, 10_080),
  service: choice("Quality of delivery; the account's own when absent", DELIVERY_SERVICES),
  handset: HANDSET,
};

/** The body of a send. */
export const SEND = object('A message, and to whom it goes', MEMBERS);

/** Members by the parameters that every send has. */
const PLACES: Places = {
  SendTo: 'to',
  SendToAddressBook: 'toAddressBook',
  ReplyTo: 'originator',
  SendTimeAbsolute: 'sendAt',
  SendTimeDelay: 'delayMinutes',
  DeliveryServiceOption: 'service',
  PhoneMake: 'handset.make',
  PhoneModel: 'handset.model',
};

/** A number that is one: each of a request's own that is none fails alone, later. */
const ANY_NUMBER = ['447700900123'];
const ANYBODY: Credentials = { username: 'anybody', pin: '0000' };

/**
 * Reads a body.
 * @throws DecodeError, LimitError with a JSON path for what is no JSON of a send; EncodeError with one for what cannot be sent.
 */
export function readSend(body: Uint8Array, limits: Pick<GatewayLimits, 'recipients'>): ReadSend {
  const json = parseJson(readText(body), { values: Math.max(MAX_VALUES, 4 * limits.recipients), depth: MAX_DEPTH });
  return buildSend(SEND.read(json, '$'));
}

function readText(body: Uint8Array): string {
  try {
    return decodeUtf8(body);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new DecodeError(error.code, '$', error.offset, 'is not UTF-8', { cause: error });
  }
}

function buildSend(send: Shaped<typeof MEMBERS>): ReadSend {
  let places: Places = placesIn({});
  try {
    const built = buildContent(send.content);
    places = placesIn(built.places);
    const request = requestFor(built, send);
    if (request.operation !== 'sendContent') parametersOf(withoutNumbers(request));
    return { request, places };
  } catch (error) {
    if (!(error instanceof FormatError) || error.field.startsWith('$')) throw error;
    const place = findPlace(error.field, places);
    const where = Object.hasOwn(places, error.field) ? '' : `${error.field}: `;
    throw new EncodeError(error.code, place, undefined, `${where}${error.reason}`, { cause: error });
  }
}

function requestFor(built: JsonContent, send: Shaped<typeof MEMBERS>): ReadSend['request'] {
  const { to, toAddressBook, originator: replyTo, sendAt: at, delayMinutes, service, handset = {} } = send;
  const sending: SendingOptions = { to, toAddressBook, replyTo, at, delayMinutes, service };
  if ('content' in built) return requestOf(built.content, { ...built.options, ...sending, ...handset });
  // What both kinds of request have is checked, and written, as for a text.
  const common = requestOf({ kind: 'text', text: 'any' }, sending);
  parametersOf(withoutNumbers(common));
  const { operation: _operation, ...rest } = common as Omit<Sending, keyof Credentials> & {
    operation: unknown;
    message?: unknown;
  };
  const { message: _message, ...fields } = rest;
  const phone = omitUndefined({ phoneMake: readMake(handset.make), phoneModel: handset.model });
  return { operation: 'sendContent', ...fields, ...phone, content: built.own };
}

/** The request with numbers and a login that are right. */
function withoutNumbers(request: UnsignedSend): GatewayRequest {
  const checked = { ...request, ...ANYBODY, ...(request.sendTo !== undefined && { sendTo: ANY_NUMBER }) };
  if (checked.operation === 'sendSms' || checked.content.kind !== 'mms') return checked as GatewayRequest;
  const { sendCc, sendBcc, ...content } = checked.content;
  const copies = { ...(sendCc !== undefined && { sendCc: ANY_NUMBER }), ...(sendBcc !== undefined && { sendBcc: ANY_NUMBER }) };
  return { ...checked, content: { ...content, ...copies } } as GatewayRequest;
}

function placesIn(content: Places): Places {
  const inContent = Object.entries(content).map(([parameter, member]) => [parameter, `$.content.${member}`]);
  return { ...prefixed(PLACES), ...Object.fromEntries(inContent) };
}

function prefixed(places: Places): Places {
  return Object.fromEntries(Object.entries(places).map(([parameter, member]) => [parameter, `$.${member}`]));
}

/** The member that a fault is about; the content where the field is of something inside of it. */
export function findPlace(field: string, places: Places): string {
  for (let name = field; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
    if (Object.hasOwn(places, name)) return places[name] as string;
  }
  return field.startsWith('$') || field === 'Idempotency-Key' ? field : '$.content';
}
