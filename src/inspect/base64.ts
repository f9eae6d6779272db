/**
 * Base64 text, with or without line ends, in the alphabet of RFC 4648 section 4 or that of section 5, alone or as a `data:` address.
 *
 *   data:image/png;base64,iVBORw0KGgo...        iVBORw0KGgoAAAANSUhEUgAAAGQAAABQ...
 *
 * Source: RFC 4648; RFC 2397 for the address.
 * @module
 */
import { decodeBase64 } from '../bytes/base64.js';
import type { Field } from '../bytes/index.js';
import { DecodeError } from '../errors.js';
import type { Bounds } from './call-limits.js';
import type { Identification } from './formats.js';
import { type Opening, SURE } from './nested-payloads.js';
import { readText } from './texts.js';
import { textTree } from './trees.js';

/** A text that was decoded. */
export interface Base64 {
  readonly octets: Uint8Array;
  /** Characters before the base64: `data:image/png;base64,` and blanks. */
  readonly head: string;
  readonly isPadded: boolean;
  /** Characters of the alphabet. */
  readonly digits: number;
}

/** What a text that is base64 has in its first characters. */
const BEGINNING = /^[\s\w+/=-]*$/;

/** Undefined for a text that is not base64: another character, an impossible length or padding, leftover bits that are not 0. */
export function readBase64(text: string): Base64 | undefined {
  const head = /^\ufeff?[ \t\r\n]*(?:data:[\w.+/-]{0,100}(?:;[\w.+=-]{1,100}){0,8};base64,)?/i.exec(text)?.[0] ?? '';
  // Most texts are not, which their first characters tell.
  if (!BEGINNING.test(text.slice(head.length, head.length + 256))) return undefined;
  const lines = text
    .slice(head.length)
    .trimEnd()
    .split(/\r\n|[\r\n]/);
  const [first = ''] = lines;
  const last = lines.at(-1) ?? '';
  // Lines are of one length, but for the last: words below each other are not.
  if (lines.some((line, i) => line.length !== first.length && i < lines.length - 1) || last.length > first.length)
    return undefined;
  const digits = lines.join('');
  const [, body = '', padding = ''] = /^([A-Za-z0-9+/]*|[A-Za-z0-9_-]*)(={0,2})$/.exec(digits) ?? [];
  const count = body.length;
  if (count === 0 || count % 4 === 1 || (padding !== '' && (count + padding.length) % 4 !== 0)) return undefined;
  const octets = decoded(body);
  return octets && { octets, head, isPadded: padding !== '', digits: count };
}

function decoded(digits: string): Uint8Array | undefined {
  let isValid = true;
  const onFault = () => {
    isValid = false;
  };
  const octets = decodeBase64(digits, { url: true, onFault });
  return isValid ? octets : undefined;
}

/** Characters below which a text is a word, whatever it decodes to. */
const MIN_DIGITS = 16;
/** Characters from which base64 needs no other evidence than its padding and all kinds of its characters. */
const LONG = 64;

/** How likely a text is base64, by what it decodes to. Undefined for words and for hex digits. */
export function identifyBase64(text: string, identify: Opening['identify']): Identification | undefined {
  const found = readBase64(text);
  if (found === undefined || found.digits < MIN_DIGITS) return undefined;
  const format = 'base64';
  const { octets, head, isPadded, digits } = found;
  const isAddress = head.includes(',');
  const body = text.slice(head.length);
  const isHex = /^[0-9A-Fa-f\s]+$/.test(body);
  const [best] = isHex ? [] : identify(octets);
  if (best !== undefined && best.confidence >= SURE) {
    return { format, confidence: Math.min(best.confidence, 0.96), reason: `base64 of ${octets.length} octets: ${best.reason}` };
  }
  const count = `base64 of ${octets.length} octets`;
  if (isAddress) return { format, confidence: 0.95, reason: `an address with ${count}` };
  if (isHex) return undefined;
  const isMixed = /[a-z]/.test(body) && /[A-Z]/.test(body) && /[0-9]/.test(body);
  // Octets are hardly text by chance.
  if (isMixed && readText(octets) !== undefined) return { format, confidence: 0.85, reason: `${count} of text` };
  if (isMixed && isPadded && digits >= LONG) return { format, confidence: 0.7, reason: count };
  return undefined;
}

/** The tree: the text, and what it decodes to. */
export function base64Tree(octets: Uint8Array, bounds: Bounds, opening: Opening): Field {
  return textTree('base64', octets, bounds, (text) => {
    const found = readBase64(text);
    if (found === undefined) {
      return { value: text, error: new DecodeError('bad-value', 'base64', 0, 'is not base64'), children: [] };
    }
    // Head and digits are ASCII, but for a byte order mark.
    const start = found.head.startsWith('\ufeff') ? found.head.length + 2 : found.head.length;
    const { field } = opening.inspect(found.octets);
    const inner: Field = {
      name: `base64: ${field.name}`,
      value: undefined,
      start,
      end: octets.length,
      octets: found.octets,
      children: [field],
    };
    if (start === 0) return { value: undefined, children: [inner] };
    const head: Field = { name: 'head', value: found.head.trim(), start: 0, end: start, children: [] };
    return { value: undefined, children: [head, inner] };
  });
}
