/**
 * A field in words: the line of the tree, and what is told of the one that is selected. No DOM here.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { toHex } from '../../bytes/index.js';
import { printable, shorten } from '../../inspect/printable.js';
import { bitsOf, rangeOf } from './hex-rows.js';
import type { Node, Space } from './nodes.js';

/** Characters of a value in the tree, and of the selected one. */
const MAX_VALUE = 160;
const MAX_DETAIL = 600;
/** Characters of a picture's row: no handset of one-bit pictures had a wider screen. */
const MAX_ROW = 128;

/** A value for one line: numbers in both notations, controls as escapes. Empty for a group. */
export function valueWords({ field: { value, octets, children } }: Node, most = MAX_VALUE): string {
  if (typeof value === 'number') return value > 9 ? `${value} (0x${value.toString(16).toUpperCase()})` : `${value}`;
  if (value !== undefined) return printable(shorten(value, isPixels(value) ? Math.max(most, MAX_ROW) : most));
  return octets !== undefined && children.length === 0 ? shorten(toHex(octets.subarray(0, most)), most) : '';
}

/** Whether a value is a row of a picture, `#` for black. */
export function isPixels(value: unknown): value is string {
  return typeof value === 'string' && value.length > 1 && /^[.#]+$/.test(value);
}

/** Pixels of a picture that is shown, at most: one of 255 by 255. */
const MAX_PIXELS = 0xffff;

/** The rows of the picture that a field is, or is a row of; undefined for all other fields. */
export function pictureOf({ field, parent }: Node): readonly string[] | undefined {
  const { children } = isPixels(field.value) && parent !== undefined ? parent.field : field;
  const rows = children.map(({ value }) => value).filter(isPixels);
  const width = rows[0]?.length ?? 0;
  const isPicture = rows.length > 1 && width * rows.length <= MAX_PIXELS && rows.every(({ length }) => length === width);
  return isPicture ? rows : undefined;
}

/** Where a field stands, as `formatTree` writes it: octets `13-23`, with bits `5.7-5.4`. */
export function rangeWords({ field: { start, end, bits } }: Node): string {
  if (bits === undefined) return end - start === 1 ? `${start}` : end === start ? '–' : `${start}–${end - 1}`;
  const place = (position: number) => `${position >> 3}.${bits.order === 'msb' ? 7 - (position & 7) : position & 7}`;
  const [first, last] = [place(bits.from), place(bits.to - 1)];
  return first === last ? first : `${first}–${last}`;
}

/** A line about the selected field: what it is, and that in words. */
export type Detail = readonly [term: string, words: string];

/** All there is to tell of a field but its warnings. */
export function detailsOf(node: Node): Detail[] {
  const { field, space } = node;
  const details: Detail[] = [];
  if (field.spec !== undefined) details.push(['Specified in', specWords(field.spec)]);
  details.push(['Place', placeWords(node)]);
  if (typeof field.value === 'number') details.push(['Value', numberWords(field.value, widthOf(node))]);
  else if (typeof field.value === 'string') details.push(['Value', valueWords(node, MAX_DETAIL)]);
  if (field.meaning !== undefined) details.push(['Meaning', printable(shorten(field.meaning, MAX_DETAIL))]);
  if (field.end > field.start) details.push(['Octets', octetWords(space.octets, field.start, field.end)]);
  if (field.children.length > 0) details.push(['Fields', field.children.length.toLocaleString('en')]);
  return details;
}

/** Numbers of the 3GPP stand by themselves in the tree. */
function specWords(spec: string): string {
  return /^\d\d\.\d{3}\b/.test(spec) ? `3GPP TS ${spec}` : spec;
}

/** Decimal, hex and binary, with as many bits as the field has. */
export function numberWords(value: number, bits: number): string {
  if (!Number.isInteger(value) || value < 0) return String(value);
  const hex = value.toString(16).toUpperCase();
  const binary = value.toString(2).padStart(bits <= 32 ? bits : 0, '0');
  const words = [`${value}`, `hex ${hex.length % 2 === 0 ? hex : `0${hex}`}`];
  if (binary.length <= 32) words.push(`binary ${binary.replace(/\B(?=(?:\d{4})+$)/g, ' ')}`);
  return words.join(' · ');
}

function widthOf({ field }: Node): number {
  const { from, to } = rangeOf(field);
  return to - from;
}

function placeWords({ field: { start, end, bits } }: Node): string {
  if (end === start) return `after octet ${Math.max(0, start - 1)}: it has no octets of its own here`;
  const octets = end - start === 1 ? `octet ${start}` : `octets ${start} to ${end - 1}`;
  const offsets = end - start === 1 ? hexOffset(start) : `${hexOffset(start)} to ${hexOffset(end - 1)}`;
  const size = bits === undefined ? pluralize(end - start, 'octet') : pluralize(bits.to - bits.from, 'bit');
  const within =
    bits === undefined
      ? ''
      : bits.order === 'msb'
        ? `, from bit ${7 - (bits.from & 7)} of ${start} down to bit ${7 - ((bits.to - 1) & 7)} of ${end - 1}`
        : `, from bit ${bits.from & 7} of ${start} up to bit ${(bits.to - 1) & 7} of ${end - 1}`;
  return `${octets}${within} (${offsets}): ${size}`;
}

function hexOffset(offset: number): string {
  return `0x${offset.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Octets that are shown in hex, and in bits. */
const MAX_OCTETS = 24;
const MAX_BITS = 3;

function octetWords(octets: Uint8Array, start: number, end: number): string {
  const shown = octets.subarray(start, Math.min(end, start + MAX_OCTETS));
  const hex = Array.from(shown, (octet) => octet.toString(16).toUpperCase().padStart(2, '0')).join(' ');
  const more = end - start > shown.length ? ' …' : '';
  return end - start <= MAX_BITS ? `${hex} · ${Array.from(shown, bitsOf).join(' ')}` : hex + more;
}

/** A space by its name: `input: 52 octets`. */
export function spaceWords({ octets, opener }: Space): string {
  return `${opener === undefined ? 'input' : opener.field.name}: ${pluralize(octets.length, 'octet')}`;
}
