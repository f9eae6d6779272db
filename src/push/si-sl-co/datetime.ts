/**
 * %Datetime of SI: UTC, to the second, as text and as the octets of an OPAQUE in WBXML.
 *
 *   2024-03-07T00:00:00Z  <->  20 24 03 07 [00 00 00]
 *
 * The octets hold two decimal digits each; octets of value 00 at the end are left out, so a valid date takes 4 to 7.
 * Source: WAP-167-ServiceInd sections 5.2 and 8.2.2.
 * @module
 */

import { utcDate } from '../../bytes/calendar.js';
import { requireText } from '../../bytes/check.js';
import { quote } from '../../bytes/quote.js';
import { unitAt } from '../../bytes/utf16.js';
import { DecodeError, EncodeError } from '../../errors.js';
import { joinField } from '../../xml/characters.js';

/** Octets of a date with none left out, and with all left out that can be. */
const MAX_OCTETS = 7;
const MIN_OCTETS = 4;

const MIN_MS = -62167219200000; // 0000-01-01T00:00:00Z
const MAX_MS = 253402300799999; // 9999-12-31T23:59:59.999Z

/**
 * Requires a date that the form can hold: years 0 to 9999.
 * @param path the field, or what it is in.
 * @param name the field's last component, if `path` is without it: only an error needs the two together.
 * @throws EncodeError `bad-value`
 */
export function checkDateTime(date: Date, path: string, name?: string): Date {
  // `instanceof` fails for a date of another realm.
  const ms = Object.prototype.toString.call(date) === '[object Date]' ? date.getTime() : undefined;
  if (ms === undefined || !(ms >= MIN_MS && ms <= MAX_MS)) {
    throw EncodeError.badValue(joinField(path, name), 'is not a Date in the years 0 to 9999');
  }
  return date;
}

/**
 * Formats a date as SI documents have it, `YYYY-MM-DDThh:mm:ssZ`, without milliseconds (WAP-167 section 5.2).
 * @param field the field that an error names.
 * @throws EncodeError `bad-value` for an invalid Date or a year outside 0 to 9999.
 */
export function formatDateTime(date: Date, field = 'date'): string {
  return `${checkDateTime(date, field).toISOString().slice(0, 19)}Z`;
}

/**
 * Parses a date of the form `YYYY-MM-DDThh:mm:ssZ` (WAP-167 section 5.2).
 * @param field the field that an error names.
 * @param offset the offset of the text in the input, for errors; 0 by default.
 * @throws DecodeError `bad-value` for another form, and for a day or a time that does not exist.
 */
export function parseDateTime(text: string, field = 'date', offset: number | undefined = 0): Date {
  requireText(text, 'text');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)) {
    throw new DecodeError('bad-value', field, offset, `${quote(text)} is not a date of the form YYYY-MM-DDThh:mm:ssZ`);
  }
  const two = (at: number): number => 10 * (unitAt(text, at) - 0x30) + unitAt(text, at + 1) - 0x30;
  const date = utcDate(100 * two(0) + two(2), two(5), two(8), two(11), two(14), two(17));
  if (date === undefined) throw new DecodeError('bad-value', field, offset, `${text} is not in the calendar`);
  return date;
}

/** {@link parseDateTime} of a text whose `Z` may be missing, as in the fields of the gateway's forms. @throws DecodeError `bad-value` */
export function parseUtc(text: string, field = 'date', offset: number | undefined = 0): Date {
  return parseDateTime(text.endsWith('Z') ? text : `${text}Z`, field, offset);
}

/** Writes the octets of a checked date into an array and returns the end. */
export function writeDateTime(date: Date, target: Uint8Array, at: number): number {
  const year = date.getUTCFullYear();
  target[at] = bcd(Math.floor(year / 100));
  target[at + 1] = bcd(year % 100);
  target[at + 2] = bcd(date.getUTCMonth() + 1);
  target[at + 3] = bcd(date.getUTCDate());
  target[at + 4] = bcd(date.getUTCHours());
  target[at + 5] = bcd(date.getUTCMinutes());
  target[at + 6] = bcd(date.getUTCSeconds());
  // Day and month are never 00, so what is left out can be told.
  let end = at + MAX_OCTETS;
  while (target[end - 1] === 0) end--;
  return end;
}

/**
 * Reads the octets between two offsets. Zeros at the end that were not left out are taken.
 * @throws DecodeError `bad-value`: another count than 4 to 7, a half octet above 9, or a date that is not in the calendar.
 */
export function readDateTime(octets: Uint8Array, start: number, end: number, field: string): Date {
  const length = end - start;
  if (length < MIN_OCTETS || length > MAX_OCTETS) {
    throw new DecodeError('bad-value', field, start, `a date takes ${MIN_OCTETS} to ${MAX_OCTETS} octets, not ${length}`);
  }
  for (let i = start; i < end; i++) {
    const octet = octets[i] as number;
    if (octet >> 4 > 9 || (octet & 15) > 9) throw new DecodeError('bad-value', field, i, 'a date has decimal digits only');
  }
  const pair = (i: number): number =>
    i < length ? ((octets[start + i] as number) >> 4) * 10 + ((octets[start + i] as number) & 15) : 0;
  const date = utcDate(pair(0) * 100 + pair(1), pair(2), pair(3), pair(4), pair(5), pair(6));
  if (date === undefined) throw new DecodeError('bad-value', field, start, 'is not in the calendar');
  return date;
}

function bcd(value: number): number {
  return (Math.floor(value / 10) << 4) | (value % 10);
}
