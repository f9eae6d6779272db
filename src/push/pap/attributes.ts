/**
 * The attributes of PAP's elements and the properties that hold them, in one table for reading and writing.
 * Source: WAP-247-PAP section 9.
 * @module
 */
import { quote } from '../../bytes/quote.js';
import { DecodeError, EncodeError } from '../../errors.js';
import { illegalIndex } from '../../xml/characters.js';
import type { XmlAttributes } from '../../xml/format.js';
import type { XmlElement } from '../../xml/tree.js';
import { formatDateTime, parseDateTime } from '../si-sl-co/datetime.js';
import { PAP_DELIVERY_METHODS, PAP_MESSAGE_STATES, PAP_PRIORITIES } from './pap.js';

/** What an attribute holds: a text, a date to the second, `true` or `false`, or one of several words. */
type Kind = 'text' | 'date' | 'flag' | readonly string[];

/** An attribute, its property, what it holds, and whether readers require it. */
export type AttributeRow = readonly [attribute: string, property: string, kind: Kind, isRequired?: boolean];

/** Attributes of `push-message`, in the order in which they are written. */
export const MESSAGE_ROWS: readonly AttributeRow[] = [
  ['push-id', 'pushId', 'text', true],
  ['deliver-before-timestamp', 'deliverBefore', 'date'],
  ['deliver-after-timestamp', 'deliverAfter', 'date'],
  ['source-reference', 'sourceReference', 'text'],
  ['progress-notes-requested', 'progressNotesRequested', 'flag'],
  ['ppg-notify-requested-to', 'notifyRequestedTo', 'text'],
];

/** Attributes of `quality-of-service`. */
export const QUALITY_ROWS: readonly AttributeRow[] = [
  ['priority', 'priority', PAP_PRIORITIES],
  ['delivery-method', 'deliveryMethod', PAP_DELIVERY_METHODS],
  ['network', 'network', 'text'],
  ['network-required', 'networkRequired', 'flag'],
  ['bearer', 'bearer', 'text'],
  ['bearer-required', 'bearerRequired', 'flag'],
];

/** What answers and results say of the message and the gateway, and more. */
function answerRows(...rows: readonly AttributeRow[]): readonly AttributeRow[] {
  return [
    ['push-id', 'pushId', 'text', true],
    ['sender-address', 'senderAddress', 'text'],
    ['sender-name', 'senderName', 'text'],
    ...rows,
  ];
}

/** Attributes of `push-response`. */
export const RESPONSE_ROWS: readonly AttributeRow[] = /* @__PURE__ */ answerRows(['reply-time', 'replyTime', 'date']);

/** Attributes of `progress-note`. */
export const NOTE_ROWS: readonly AttributeRow[] = [
  ['stage', 'stage', 'text', true],
  ['note', 'note', 'text'],
  ['time', 'time', 'date'],
];

/** Attributes of `resultnotification-message`, but for its status. */
export const RESULT_ROWS: readonly AttributeRow[] = /* @__PURE__ */ answerRows(
  ['received-time', 'receivedTime', 'date'],
  ['event-time', 'eventTime', 'date'],
  ['message-state', 'messageState', PAP_MESSAGE_STATES, true],
);

/**
 * The properties that an element's attributes give.
 * @throws DecodeError `bad-value` for one that is required and missing, and for a value of another kind
 */
export function readAttributes<T>(node: XmlElement, rows: readonly AttributeRow[]): T {
  const values: Record<string, unknown> = {};
  for (const [attribute, property, kind, isRequired] of rows) {
    const text = isRequired === true ? requireAttribute(node, attribute) : node.attributes.get(attribute);
    if (text !== undefined) values[property] = readValue(text, kind, `${node.path}/${attribute}`, node.at);
  }
  return values as T;
}

/** An attribute's value. @throws DecodeError `bad-value` when it is missing. */
export function requireAttribute(node: XmlElement, name: string): string {
  const value = node.attributes.get(name);
  if (value === undefined) throw new DecodeError('bad-value', `${node.path}/${name}`, node.at, 'is missing');
  return value;
}

function readValue(text: string, kind: Kind, field: string, at: number): string | boolean | Date {
  if (kind === 'text') return text;
  if (kind === 'date') return parseDateTime(text, field, at);
  const choices = kind === 'flag' ? ['true', 'false'] : kind;
  if (!choices.includes(text)) {
    throw new DecodeError('bad-value', field, at, `${quote(text)}, allowed: ${choices.join(', ')}`);
  }
  return kind === 'flag' ? text === 'true' : text;
}

/**
 * The attributes of a model's properties.
 * @param path what comes before a property in the field of an error
 * @throws EncodeError `bad-value` or `unencodable` naming the property
 */
export function formatAttributes(model: object, rows: readonly AttributeRow[], path = ''): XmlAttributes {
  const values = model as Readonly<Record<string, unknown>>;
  const entries = rows.map(([attribute, property, kind]) => [attribute, formatValue(values[property], kind, path + property)]);
  return Object.fromEntries(entries);
}

function formatValue(value: unknown, kind: Kind, field: string): string | boolean | undefined {
  if (value === undefined) return undefined;
  if (kind === 'text') return checkText(value, field);
  if (kind === 'date') return formatDateTime(value as Date, field);
  if (kind === 'flag') {
    if (typeof value !== 'boolean') throw EncodeError.badValue(field, 'is not true or false');
    return value;
  }
  if (!kind.includes(value as string)) throw EncodeError.badValue(field, `${quote(value)}, allowed: ${kind.join(', ')}`);
  return value as string;
}

/** A text for an attribute. Readers make blanks of line ends and tabs there, so that these are refused. @throws EncodeError */
export function checkText(text: unknown, field: string): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string') throw EncodeError.badValue(field, 'is not a string');
  const wrong = Math.max(illegalIndex(text), text.search(/[\t\n\r\x7f-\x9f]/));
  if (wrong >= 0) throw new EncodeError('unencodable', field, wrong, 'a control character or lone surrogate');
  return text;
}
