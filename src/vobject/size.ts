/**
 * How many messages a card takes, and cards made to fit.
 *
 *   8-bit    133 octets in one message, 128 in each of several        header: ports (7 octets), and concatenation (5 more)
 *   7-bit    152 septets in one message, 146 in each of several
 *
 * Source: 3GPP TS 23.040 sections 9.2.3.24.1 and 9.2.3.24.4; the same counts as gammu 1.42 makes.
 * @module
 */

import { requireObject, requireText } from '../bytes/check.js';
import { encodeUtf8 } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { EncodeError } from '../errors.js';
import { encodeGsm7 } from '../text/index.js';
import { DATAGRAM_OCTETS, DATAGRAM_PART_OCTETS, MAX_PARTS, MAX_USER_DATA, unitsAfterHeader } from '../text/part-sizes.js';
import type { VCard, VCardAddress, VCardEntry, VCardFormat } from './vcard.js';
import { formatVCard } from './vcard-format.js';

/** The size of the text of a card or calendar. */
export interface VObjectSize {
  /** Size in octets, in UTF-8. */
  readonly octets: number;
  /** The number of messages that carry these octets. */
  readonly parts: number;
  /** Size in septets of the default alphabet; undefined if it lacks a character. */
  readonly septets: number | undefined;
  /** The number of messages that carry these septets. */
  readonly septetParts: number | undefined;
}

/** A property that can be dropped. Of a list all entries are dropped, except that `tel` and `email` keep one number, or else one address. */
export type VCardField =
  | 'other'
  | 'note'
  | 'address'
  | 'url'
  | 'birthday'
  | 'role'
  | 'title'
  | 'organizationUnits'
  | 'email'
  | 'organization'
  | 'suffix'
  | 'prefix'
  | 'additional'
  | 'formattedName'
  | 'tel';

/**
 * The default order in which {@link fitVCard} drops properties: first those that phones of the time ignore or cut anyway, last the essential ones.
 * Entries of a list are dropped from the last to the first. Family name, given name and the first number (or the first e-mail address, if there is no
 * number) are always kept; of a card without a family and given name, its other name: formatted name, organization, or another part of the name.
 */
export const VCARD_DROP_ORDER: readonly VCardField[] = [
  ...(['other', 'note', 'address', 'url', 'birthday', 'role', 'title', 'organizationUnits'] as const),
  ...(['email', 'organization', 'suffix', 'prefix', 'additional', 'formattedName', 'tel'] as const),
];

/** The names of a card without family and given name, the best first. */
const NAMES: ReadonlySet<VCardField> = new Set(['formattedName', 'organization', 'additional', 'prefix', 'suffix']);

/** Options of {@link fitVCard}: the size limits and the format. Without any limit the card must fit one message. */
export interface FitOptions extends VCardFormat {
  /** Maximum number of messages, 1 to 255; by default 1, with `maxOctets` 255. */
  readonly maxParts?: number | undefined;
  /** Maximum size of the text in octets; with `bits: 7` in septets. */
  readonly maxOctets?: number | undefined;
  /** Bits per unit: 8 by default; 7 counts septets of the default alphabet, and drops values with characters that it lacks. */
  readonly bits?: 7 | 8 | undefined;
  /** Properties to drop, in order; {@link VCARD_DROP_ORDER} by default. Others are kept. */
  readonly order?: readonly VCardField[] | undefined;
}

/** The result of {@link fitVCard}. */
export interface FittedVCard {
  /** The card without the dropped properties. */
  readonly card: VCard;
  /** The card as text. */
  readonly text: string;
  /** Its size. */
  readonly size: VObjectSize;
  /** Paths of the dropped values in the given card, in order of dropping, such as `note` and `tel[1]`. */
  readonly dropped: readonly string[];
}

/** Octets of the headers: UDHL and ports, and concatenation. */
const SINGLE_HEADER = MAX_USER_DATA - DATAGRAM_OCTETS;
const PART_HEADER = MAX_USER_DATA - DATAGRAM_PART_OCTETS;

/**
 * Measures the text of a card or calendar, and counts the messages with port numbers that carry it (TS 23.040 sections 9.2.3.24.1 and 9.2.3.24.4).
 * @throws EncodeError `unencodable` for a lone surrogate.
 * @example
 * ```ts
 * import { measureVObject } from 'handset/vobject';
 *
 * measureVObject('x'.repeat(134)); // -> { octets: 134, parts: 2, septets: 134, septetParts: 1 }
 * ```
 */
export function measureVObject(text: string): VObjectSize {
  requireText(text, 'text');
  const octets = encodeUtf8(text).length;
  const parts = octets <= DATAGRAM_OCTETS ? 1 : Math.ceil(octets / DATAGRAM_PART_OCTETS);
  const septets = tryDecode(() => encodeGsm7(text));
  return { octets, parts, septets: septets?.length, septetParts: septets === undefined ? undefined : septetParts(septets) };
}

/** Measures the text of a card, as {@link measureVObject}. @throws EncodeError as `formatVCard`. */
export function measureVCard(card: VCard, format: VCardFormat): VObjectSize {
  return measureVObject(formatVCard(card, format));
}

/** Parts of septets; an escape is not cut from its character. */
function septetParts(septets: Uint8Array): number {
  const { length } = septets;
  if (length <= unitsAfterHeader('gsm7', SINGLE_HEADER)) return 1;
  const perPart = unitsAfterHeader('gsm7', PART_HEADER);
  let parts = 0;
  for (let at = 0; at < length; parts++) {
    at += perPart;
    if (at < length && septets[at - 1] === 0x1b) at--;
  }
  return parts;
}

/**
 * Drops properties of a card, in order, until it fits the limits.
 * @throws EncodeError `too-long` if the properties that are kept do not fit; otherwise as `formatVCard`.
 * @throws TypeError for `maxParts` outside 1 to 255, a negative `maxOctets`, or a name in `order` that cannot be dropped.
 * @example
 * ```ts
 * import { fitVCard } from 'handset/vobject';
 *
 * const card = { family: 'Smith', given: 'Mike', tel: [{ value: '+447700900123' }], note: 'n'.repeat(90), title: 'Boss' };
 * fitVCard(card, { version: '2.1', maxParts: 1 }).dropped; // -> ['note']
 * ```
 */
export function fitVCard(card: VCard, options: FitOptions): FittedVCard {
  requireObject(card, 'card');
  requireObject(options, 'options');
  const { maxOctets, bits = 8, order = VCARD_DROP_ORDER } = options;
  const format = { ...options, onIssue: undefined };
  const maxParts = options.maxParts ?? (maxOctets === undefined ? 1 : MAX_PARTS);
  if (!Number.isInteger(maxParts) || maxParts < 1 || maxParts > MAX_PARTS) throw new TypeError(`maxParts is 1 to ${MAX_PARTS}`);
  if (maxOctets !== undefined && !(maxOctets >= 0)) throw new TypeError('maxOctets is a number of octets');
  const unknown = order.find((name) => !VCARD_DROP_ORDER.includes(name));
  if (unknown !== undefined) throw new TypeError(`${JSON.stringify(unknown)} cannot be dropped`);
  const drops = listDrops(card, order);
  const fitWithout = (count: number): FittedVCard | undefined => {
    const rest = without(card, drops.slice(0, count));
    const text = formatVCard(rest, format);
    const size = measureVObject(text);
    const [parts, units] = bits === 7 ? [size.septetParts, size.septets] : [size.parts, size.octets];
    if (parts === undefined || units === undefined || parts > maxParts || units > (maxOctets ?? units)) return undefined;
    return { card: rest, text, size, dropped: drops.slice(0, count).map(({ path }) => path) };
  };
  const fitted = fitFewest(drops, fitWithout);
  if (fitted === undefined) {
    const what =
      maxOctets === undefined
        ? `${maxParts} messages`
        : `${maxOctets} ${bits === 7 ? 'septets' : 'octets'} and ${maxParts} messages`;
    throw new EncodeError('too-long', 'vCard', undefined, `does not fit ${what} even without everything that may be dropped`);
  }
  // Of the texts that were tried, only this one is reported.
  if (options.onIssue !== undefined) formatVCard(fitted.card, options);
  return fitted;
}

/** The card without the fewest of the drops, from the first on, that fits. */
function fitFewest(drops: readonly Drop[], fitWithout: (count: number) => FittedVCard | undefined): FittedVCard | undefined {
  let best = fitWithout(0);
  if (best !== undefined) return best;
  // Dropping makes the card shorter, so that halving finds the fewest. A name is an exception: a longer one can replace it.
  const stops = drops.flatMap(({ field }, i) => (NAMES.has(field) ? [i] : []));
  let low = 1;
  for (const stop of [...stops, drops.length]) {
    let high = stop;
    best = low <= high ? fitWithout(high--) : undefined;
    while (best !== undefined && low <= high) {
      const middle = (low + high) >> 1;
      const fitted = fitWithout(middle);
      if (fitted === undefined) low = middle + 1;
      else {
        best = fitted;
        high = middle - 1;
      }
    }
    if (best !== undefined) return best;
    low = stop + 1;
  }
  return undefined;
}

interface Drop {
  readonly field: VCardField;
  /** Undefined when the field is not a list. */
  readonly index: number | undefined;
  readonly path: string;
}

function listDrops(card: VCard, order: readonly VCardField[]): Drop[] {
  const drops: Drop[] = [];
  const keptEmail = (card.tel?.length ?? 0) === 0 ? 1 : 0;
  const isNamed = Boolean(card.family || card.given || card.tel?.length || card.email?.length);
  const keptName = isNamed ? undefined : [...NAMES].find((field) => card[field]);
  for (const field of new Set(order)) {
    const value = card[field];
    if (value === undefined || field === keptName) continue;
    if (!Array.isArray(value)) {
      drops.push({ field, index: undefined, path: field });
      continue;
    }
    const kept = field === 'tel' ? 1 : field === 'email' ? keptEmail : 0;
    for (let index = value.length - 1; index >= kept; index--) drops.push({ field, index, path: `${field}[${index}]` });
  }
  return drops;
}

function without(card: VCard, drops: readonly Drop[]): VCard {
  const rest: { -readonly [K in keyof VCard]: VCard[K] } = { ...card };
  const lengths = new Map<VCardField, number>();
  for (const { field, index } of drops) {
    if (index === undefined) delete rest[field];
    // Lists lose their entries from the end on.
    else lengths.set(field, index);
  }
  for (const [field, length] of lengths) {
    (rest as Record<string, unknown>)[field] = (card[field] as readonly (VCardEntry | VCardAddress)[]).slice(0, length);
  }
  return rest;
}
