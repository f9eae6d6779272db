/**
 * Fields of submit_sm as JSON, under the names of the specification: what `handset encode --format smpp` writes, and others alike.
 *
 *   [ { "destination_addr": "447700900123", "esm_class": 64, "data_coding": 245, "short_message": "06050415810000024A3A..." } ]
 *
 * The message is hex; its header and content are opened as in a PDU.
 * @module
 */
import { pluralize } from '../bytes/file-fields.js';
import type { Field } from '../bytes/index.js';
import { describeField } from '../smpp/pdus.js';
import { UDHI } from '../smpp/values.js';
import type { Bounds } from './call-limits.js';
import { type InspectedPart, withParts } from './join-parts.js';
import { describeJson, isObject, readJson } from './json.js';
import type { Inspected } from './nested-payloads.js';
import { userDataOptions } from './smpp-messages.js';
import { readHex, TextWalk } from './texts.js';
import { textTree } from './trees.js';
import { userDataTree } from './user-data.js';

/** The messages of a JSON value; undefined for any other value. */
export function findSmppMessages(value: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const messages = Array.isArray(value) ? value : [value];
  return messages.length > 0 && messages.every(isMessage) ? messages : undefined;
}

function isMessage(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const { short_message: message, destination_addr: to, esm_class: esmClass, data_coding: coding } = value;
  if (typeof message !== 'string' || (message !== '' && readHex(message) === undefined)) return false;
  return typeof to === 'string' && (typeof esmClass === 'number' || typeof coding === 'number');
}

/** How many messages, and their recipient. */
export function describeSmppJson(messages: readonly Readonly<Record<string, unknown>>[]): string {
  const to = new Set(messages.map(({ destination_addr: address }) => address));
  return `submit_sm fields of ${pluralize(messages.length, 'message')}${to.size === 1 ? ` to ${[...to][0]}` : ''}`;
}

const NAME = 'SMPP fields';

/** The tree of messages: a field for each member, the message opened. Parts of one message are joined. */
export function smppJsonTree(octets: Uint8Array, bounds: Bounds): Inspected {
  const parts: InspectedPart[] = [];
  const field = textTree(NAME, octets, bounds, (text) => {
    const json = readJson(text);
    const messages = json && findSmppMessages(json.value);
    if (json === undefined || messages === undefined) {
      const found = json === undefined ? 'not JSON' : describeJson(json.value);
      return { value: text, warnings: [`${found}, and not the fields of SMPP messages`], children: [] };
    }
    const children = new Members(text, messages, octets.length, bounds, parts).read();
    return { value: undefined, meaning: describeSmppJson(messages), children };
  });
  return withParts(field, parts, bounds);
}

/** Strings, brackets and everything else of a text that is known to be JSON; blanks and commas belong to what follows them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/** Finds the range of each member of each message. */
class Members {
  readonly #text: string;
  readonly #messages: readonly Readonly<Record<string, unknown>>[];
  readonly #walk: TextWalk;
  readonly #bounds: Bounds;
  readonly #parts: InspectedPart[];
  readonly #root: Field[] = [];

  constructor(
    text: string,
    messages: readonly Readonly<Record<string, unknown>>[],
    lengthOctets: number,
    bounds: Bounds,
    parts: InspectedPart[],
  ) {
    this.#text = text;
    this.#messages = messages;
    this.#walk = new TextWalk(text, 0, lengthOctets);
    this.#bounds = bounds;
    this.#parts = parts;
  }

  read(): Field[] {
    const text = this.#text;
    // A list has its messages one level deeper than a message by itself.
    const level = /^\ufeff?\s*\[/.test(text) ? 2 : 1;
    let depth = 0;
    let key: string | undefined;
    let message = -1;
    let members: Field[] = [];
    let start = 0;
    for (const { 0: token, index } of text.matchAll(TOKENS)) {
      const end = index + token.length;
      const isOpening = token === '{' || token === '[';
      const isClosing = token === '}' || token === ']';
      if (isOpening && ++depth === level && token === '{') {
        message++;
        // The bracket of the list counts to the first message.
        start = this.#walk.octet;
        members = [this.#take('{', end, BRACKET)];
      } else if (isClosing && --depth === level - 1 && token === '}') {
        members.push(this.#take('}', end, BRACKET));
        this.#root.push({ name: 'message', value: undefined, start, end: this.#walk.octet, children: members });
      } else if (depth === level && message >= 0 && token !== ',' && !isOpening && !isClosing) {
        if (token === ':') continue;
        if (key === undefined) {
          key = String(JSON.parse(token));
          continue;
        }
        members.push(this.#member(key, JSON.parse(token), end, this.#messages[message] ?? {}));
        key = undefined;
        continue;
      }
      // The end of a value that is a list or an object.
      if (isClosing && depth === level && key !== undefined) {
        members.push(this.#take(key, end));
        key = undefined;
      }
    }
    if (this.#walk.index < text.length) this.#root.push(this.#take('end', text.length));
    return this.#root;
  }

  #take(name: string, end: number, inside: Partial<Field> = {}): Field {
    this.#bounds.fields.spend(NAME, this.#walk.octet);
    const { piece, start, end: to } = this.#walk.take(end);
    return { name, value: piece.trim(), children: [], ...inside, start, end: to };
  }

  /** @param value of this member; the message has that of the last one, should the name be repeated */
  #member(name: string, value: unknown, end: number, message: Readonly<Record<string, unknown>>): Field {
    const shown = typeof value === 'number' || typeof value === 'string' ? value : String(value);
    const octets = name === 'short_message' ? readHex(String(value)) : undefined;
    if (octets === undefined) {
      const meaning = describeValue(name, value);
      return this.#take(name, end, { value: shown, ...(meaning !== undefined && { meaning }) });
    }
    const { esm_class: esmClass, data_coding: coding, destination_addr: to } = message;
    const { field, part } = userDataTree(octets, 0, octets.length, this.#bounds, {
      ...userDataOptions(readNumber(esmClass), readNumber(coding)),
      from: String(to),
    });
    if (part !== undefined) this.#parts.push(part);
    return { ...this.#take(name, end, { value: shown }), octets, children: [field] };
  }
}

/** A bracket says all with its name. */
const BRACKET = { value: undefined } as const;

/** A number, or the digits of one; 0 for everything else. */
function readNumber(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : 0;
}

function describeValue(name: string, value: unknown): string | undefined {
  if (name === 'esm_class' && typeof value === 'number')
    return (value & UDHI) === 0 ? 'no header' : 'a header before the user data';
  return describeField('submit_sm', name, value);
}
