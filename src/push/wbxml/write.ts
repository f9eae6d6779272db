/**
 * Writing WBXML: the shortest tokens, UTF-8, no string table.
 *
 *   version | publicid | 6A (UTF-8) | 00 (no string table) | element        WBXML 1.0 has no charset octet
 *
 *   text            03 octets 00
 *   attribute       the start with the longest prefix, then a token for each .com/ .edu/ .net/ .org/ and a string for what lies between
 *   date            C3 length octets
 *
 * Source: WAP-192-WBXML-20010725 section 5; WAP-135-WBXML 1.0 for the missing charset.
 * @module
 */
import { unitAt } from '../../bytes/utf16.js';
import { EncodeError, LimitError } from '../../errors.js';
import { writeDateTime } from '../si-sl-co/datetime.js';
import type { Attribute, Element } from '../si-sl-co/xml-tree.js';
import { type DocumentType, type StartCode, VALUES } from './document-tokens.js';
import { FIRST_CODE, FIRST_VALUE } from './language.js';
import { UTF8 } from './strings.js';
import { END, OPAQUE, STR_I, WBXML_VERSIONS, type WbxmlVersion, WITH_ATTRIBUTES, WITH_CONTENT } from './tokens.js';

let scratch: Uint8Array | undefined;

/**
 * Octets of a tree that was made of a model.
 * @throws EncodeError `bad-value` for a version that does not exist, LimitError past `maxOctets`.
 */
export function writeWbxml(type: DocumentType, root: Element, version: WbxmlVersion, maxOctets: number): Uint8Array {
  const number = WBXML_VERSIONS.indexOf(version);
  if (number < 0) throw EncodeError.badValue('version', `allowed: ${WBXML_VERSIONS.join(', ')}`);
  scratch ??= new Uint8Array(1024);
  let at = 0;
  scratch[at++] = number;
  scratch[at++] = type.publicId;
  if (number > 0) scratch[at++] = UTF8;
  scratch[at++] = 0;
  at = writeElement(type, root, at);
  if (at > maxOctets) throw new LimitError('limit-exceeded', type.field, undefined, `${at} octets, the limit is ${maxOctets}`);
  return scratch.slice(0, at);
}

/** Calls itself for children; a tree made of a model is three deep at most. */
function writeElement(type: DocumentType, element: Element, at: number): number {
  const { attributes, children, text } = element;
  const hasContent = text !== '' || children.length > 0;
  const target = roomFor(at, 3);
  const code = FIRST_CODE + type.elements.indexOf(element.type);
  target[at++] = code | (attributes.length > 0 ? WITH_ATTRIBUTES : 0) | (hasContent ? WITH_CONTENT : 0);
  if (attributes.length > 0) {
    for (let i = 0; i < attributes.length; i++) at = writeAttribute(type, attributes[i] as Attribute, at);
    roomFor(at, 1)[at++] = END;
  }
  if (!hasContent) return at;
  if (text !== '') at = writeString(text, 0, false, at);
  for (let i = 0; i < children.length; i++) at = writeElement(type, children[i] as Element, at);
  roomFor(at, 1)[at++] = END;
  return at;
}

function writeAttribute({ startCodes }: DocumentType, { name, value }: Attribute, at: number): number {
  const target = roomFor(at, 10);
  const codes = startCodes.get(name) as readonly StartCode[];
  if (typeof value === 'string') {
    let i = 0;
    // It ends: the last code has no prefix, except for actions, each of which has a code.
    while (!value.startsWith((codes[i] as StartCode).prefix)) i++;
    const { code, prefix } = codes[i] as StartCode;
    target[at++] = code;
    return value.length > prefix.length ? writeString(value, prefix.length, true, at) : at;
  }
  // A date has one start, without a prefix.
  target[at++] = (codes[0] as StartCode).code;
  target[at++] = OPAQUE;
  const end = writeDateTime(value, target, at + 1);
  target[at] = end - at - 1;
  return end;
}

/** Writes a text from an index on: inline strings, and tokens between them when asked for. No string is empty. */
function writeString(text: string, from: number, withTokens: boolean, at: number): number {
  const length = text.length;
  // A unit takes three octets at most; a string between two tokens two more, which the second token makes up for.
  const target = roomFor(at, 3 * (length - from) + 3);
  let isOpen = false;
  for (let i = from; i < length; i++) {
    const unit = unitAt(text, i);
    if (withTokens && unit === 0x2e) {
      const token = tokenAt(text, i);
      if (token >= 0) {
        if (isOpen) target[at++] = 0;
        isOpen = false;
        target[at++] = FIRST_VALUE + token;
        i += 4;
        continue;
      }
    }
    if (!isOpen) target[at++] = STR_I;
    isOpen = true;
    if (unit < 0x80) target[at++] = unit;
    else if (unit < 0x800) {
      target[at++] = 0xc0 | (unit >> 6);
      target[at++] = 0x80 | (unit & 0x3f);
    } else if ((unit & 0xf800) !== 0xd800) {
      target[at++] = 0xe0 | (unit >> 12);
      target[at++] = 0x80 | ((unit >> 6) & 0x3f);
      target[at++] = 0x80 | (unit & 0x3f);
    } else {
      // The text was checked: a high surrogate is followed by its other half.
      const scalar = 0x10000 + ((unit & 0x3ff) << 10) + (unitAt(text, ++i) & 0x3ff);
      target[at++] = 0xf0 | (scalar >> 18);
      target[at++] = 0x80 | ((scalar >> 12) & 0x3f);
      target[at++] = 0x80 | ((scalar >> 6) & 0x3f);
      target[at++] = 0x80 | (scalar & 0x3f);
    }
  }
  if (isOpen) target[at++] = 0;
  return at;
}

/** Which of {@link VALUES} begins at an index, or -1. */
function tokenAt(text: string, index: number): number {
  for (let i = 0; i < VALUES.length; i++) if (text.startsWith(VALUES[i] as string, index)) return i;
  return -1;
}

/** The scratch, with room for so many octets more; grown when it is too small. */
function roomFor(at: number, octets: number): Uint8Array {
  const old = scratch as Uint8Array;
  const needed = at + octets;
  if (needed <= old.length) return old;
  scratch = new Uint8Array(Math.max(needed, 2 * old.length));
  scratch.set(old.subarray(0, at));
  return scratch;
}
