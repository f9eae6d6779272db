/**
 * Recipients: numbers, lists of them, and address books.
 *
 *   SendTo             447700900123,447700900124
 *   SendToAddressBook  book   or   book::group
 *
 * A number is 7 to 15 digits with the country code. A leading `+` or `00` is removed, and so are spaces, and hyphens between digits.
 * Source: the gateway interface document (G-SMS-02, 03, 15, G-BOOK-01).
 * @module
 */

import { limitOf } from '../bytes/reading.js';
import { unitAt } from '../bytes/utf16.js';
import { EncodeError, LimitError, type Limits } from '../errors.js';
import { bad, type Fault, requireText } from './parameters.js';

/** The parts of a SendToAddressBook. */
export interface AddressBookName {
  /** Name of the address book. */
  readonly book: string;
  /** Name of a group in it; absent for the whole book. */
  readonly group?: string | undefined;
}

const SHORTEST = 7;
const LONGEST = 15;
/** Characters that a number with all that goes may have. */
const MAX_CHARACTERS = 64;

/**
 * Returns the 7 to 15 digits of a number with country code, without a leading `+` or `00`, spaces and hyphens; undefined for a text that is not a number
 * (G-SMS-02, 03, 15).
 * @throws TypeError if it is not a string.
 */
export function parseNumber(text: string): string | undefined {
  requireText(text, 'text');
  if (isDigits(text)) return text;
  if (text.length > MAX_CHARACTERS) return undefined;
  const digits = /^ *(?:\+|00)? *(\d(?:[ -]*\d)*) *$/.exec(text)?.[1]?.replace(/[ -]/g, '');
  return digits === undefined || digits.length < SHORTEST || digits.length > LONGEST ? undefined : digits;
}

/** Whether a text is a number with nothing that goes, as nearly all are: lists of them are long. */
function isDigits(text: string): boolean {
  const { length } = text;
  if (!(length >= SHORTEST && length <= LONGEST) || unitAt(text, 0) === 0x30) return false;
  for (let i = 0; i < length; i++) {
    const unit = unitAt(text, i);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return true;
}

/** Masks a number for logs: all but its first four and last three digits become stars, and all of a number of fewer than nine (`4477*****123`). */
export function maskNumber(number: string): string {
  requireText(number, 'number');
  const hidden = number.length - 7;
  if (hidden < 2) return '*'.repeat(number.length);
  return `${number.slice(0, 4)}${'*'.repeat(hidden)}${number.slice(-3)}`;
}

/** Splits an address book's name, `book` or `book::group`, at the first `::` (G-BOOK-01). */
export function parseAddressBook(text: string): AddressBookName {
  requireText(text, 'text');
  const at = text.indexOf('::');
  return at < 0 ? { book: text } : { book: text.slice(0, at), group: text.slice(at + 2) };
}

/**
 * The value of a list: the digits of its numbers.
 * @throws EncodeError `bad-value` for what is no number, which the message counts and does not show.
 * @throws TypeError when it is no list of strings.
 */
export function formatNumbers(numbers: readonly string[], name: string): string {
  if (!Array.isArray(numbers)) throw new TypeError(`${name} is not a list`);
  // Not `map`, which passes over holes.
  const digits = Array.from(numbers, (number: unknown, index) => {
    requireText(number, name);
    const found = parseNumber(number);
    if (found === undefined) {
      const reason = `item ${index + 1} of ${numbers.length} is no number of ${SHORTEST} to ${LONGEST} digits`;
      throw EncodeError.badValue(name, reason);
    }
    return found;
  });
  return digits.join(',');
}

/**
 * Numbers of a list, digits alone. What is no number stays as it was written, since it fails alone; empty items are none.
 * @throws LimitError past `recipients`
 */
export function parseNumbers(value: string, name: string, limits: Partial<Limits> | undefined): string[] {
  const most = limitOf(limits, 'recipients');
  const numbers: string[] = [];
  const length = value.length;
  for (let start = 0, end = 0; start < length; start = end + 1) {
    end = value.indexOf(',', start);
    if (end < 0) end = length;
    const item = value.slice(start, end);
    const number = parseNumber(item);
    if (number === undefined && item.trim() === '') continue;
    if (numbers.length >= most) throw new LimitError('limit-exceeded', name, start, `more than ${most} numbers`);
    numbers.push(number ?? item);
  }
  return numbers;
}

/** Requires a book, and after `::` a group. */
export function checkAddressBook(text: string, name: string, Fault: Fault): void {
  const { book, group } = parseAddressBook(text);
  if (book === '' || group === '') throw bad(Fault, name, 'lacks the name of a book or of a group: book, book::group');
}
