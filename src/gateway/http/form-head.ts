/**
 * The fields of a form that count before all others: the login, and what decides the form of an answer. They are looked for in the octets, wherever they
 * stand, and nothing else is decoded.
 * @module
 */
import { DecodeError, LimitError } from '../../errors.js';
import { FormFields, parseForm } from '../../protocol/index.js';

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const MARK = [0xef, 0xbb, 0xbf];

const HEAD_NAMES: ReadonlySet<string> = new Set([
  'username',
  'un',
  'pin',
  'responseformat',
  'availablecredit',
  'availablemessages',
]);

/** Octets of the longest of these names, with every octet escaped and a byte order mark before it. */
const MAX_NAME = 3 * ('availablemessages'.length + 3);

/** Octets of a value; a longer one is right for none of these names. */
const MAX_VALUE = 1_024;
const TOO_LONG = '-'.repeat(MAX_VALUE);

/**
 * Finds these fields. One that cannot be decoded is left out.
 * @throws LimitError past so many fields, as `parseForm` has it.
 */
export function findHeadFields(body: Uint8Array, maxFields: number): FormFields {
  const found: [name: string, value: string][] = [];
  let count = 0;
  for (let start = 0, end = 0; start <= body.length; start = end + 1) {
    if (++count > maxFields) throw new LimitError('limit-exceeded', 'form', start - 1, `more than ${maxFields} fields`);
    end = body.indexOf(AMPERSAND, start);
    if (end < 0) end = body.length;
    const field = body.subarray(start, end);
    // A byte order mark counts at the beginning of the body alone.
    if (start > 0 && MARK.every((octet, index) => field[index] === octet)) continue;
    const equals = field.subarray(0, MAX_NAME + 1).indexOf(EQUALS);
    if (equals < 0 && field.length > MAX_NAME) continue;
    const name = decodeName(equals < 0 ? field : field.subarray(0, equals));
    if (!HEAD_NAMES.has(name.toLowerCase())) continue;
    if (field.length > MAX_NAME + MAX_VALUE) found.push([name, TOO_LONG]);
    else {
      const pair = decodeField(field);
      if (pair !== undefined) found.push(pair);
    }
  }
  return new FormFields(found);
}

/** A name; empty when there is none. Hardly any name has an escape in it. */
function decodeName(octets: Uint8Array): string {
  const text = String.fromCharCode(...octets);
  return !/\W/.test(text) ? text : (decodeField(octets)?.[0] ?? '');
}

/** Name and value of one field; undefined for none, and for one that is not UTF-8. */
function decodeField(octets: Uint8Array): [name: string, value: string] | undefined {
  try {
    const field = parseForm(octets, { limits: { formOctets: octets.length } });
    const [name] = field.names();
    return name === undefined ? undefined : [name, field.get(name) ?? ''];
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}
