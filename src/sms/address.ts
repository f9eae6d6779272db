/**
 * Addresses: TP-DA, TP-OA, TP-RA, and the service centre's address before a TPDU.
 *
 *   length | type of address | digits, two an octet, the first in the low half; an odd count ends with F
 *            1 TON(3) NPI(4)
 *
 * The length counts semi-octets (in the service centre's address: octets, the type included). TON 5 holds GSM 7-bit text, packed.
 * Source: 3GPP TS 23.040 section 9.1.2.5; TS 24.011 section 8.2.5.1 for the service centre.
 * @module
 */
import { requireObject, requireText, wrongArgument } from '../bytes/check.js';
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { fromSwappedBcd } from '../bytes/semi-octets.js';
import { unitAt } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';
import { findAlphabet } from '../text/alphabet.js';
import { packText, traceText, unpackText } from '../text/packed-text.js';

/** A telephone number. */
export interface NumberAddress {
  /** Type of number, 0 to 7 but 5: 0 unknown, 1 international, 2 national, 3 network specific, 4 subscriber, 6 abbreviated. */
  readonly ton: number;
  /** Numbering plan, 0 to 15: 1 ISDN/E.164. */
  readonly npi: number;
  /** At most 20 of `0` to `9`, `*`, `#`, `a`, `b`, `c`; without the `+`. */
  readonly digits: string;
}

/** An alphanumeric address: a name in place of a number. */
export interface NameAddress {
  /** Type of number: alphanumeric (TS 23.040 section 9.1.2.5). */
  readonly ton: 5;
  /** Numbering plan, 0 to 15; without meaning for a name, usually 0. */
  readonly npi: number;
  /** The name, at most 11 septets of GSM 7-bit: 11 characters, of which those of the extension table count twice. */
  readonly text: string;
}

/** A recipient or an originator: a number or a name (TS 23.040 section 9.1.2.5). */
export type Address = NumberAddress | NameAddress;

/**
 * An address to write: an object, or an international number as a string, with or without the leading `+`. Spaces, hyphens, dots and parentheses in
 * the string are ignored; so is a `(0)` after the country code. Use an object for a short code (`ton: 0`), a national number or a name.
 */
export type AddressInput = Address | string;

/** Written out, since a path put together costs more than the octet that it names. */
const PATHS = {
  'TP-DA': { length: 'TP-DA/length', type: 'TP-DA/type of address', digits: 'TP-DA/digits', text: 'TP-DA/text' },
  'TP-OA': { length: 'TP-OA/length', type: 'TP-OA/type of address', digits: 'TP-OA/digits', text: 'TP-OA/text' },
  'TP-RA': { length: 'TP-RA/length', type: 'TP-RA/type of address', digits: 'TP-RA/digits', text: 'TP-RA/text' },
  SMSC: { length: 'SMSC/length', type: 'SMSC/type of address', digits: 'SMSC/digits', text: 'SMSC/text' },
  'RP-OA': { length: 'RP-OA/length', type: 'RP-OA/type of address', digits: 'RP-OA/digits', text: 'RP-OA/text' },
  'RP-DA': { length: 'RP-DA/length', type: 'RP-DA/type of address', digits: 'RP-DA/digits', text: 'RP-DA/text' },
} as const;

type AddressField = keyof typeof PATHS;

const MAX_DIGITS = 20;
const DIGIT_CHARACTERS = '0123456789*#abc';
const SPEC = '23.040 9.1.2.5';

/** The type of an address, bit by bit. */
export const TYPE_OF_ADDRESS: OctetLayout = {
  name: 'type of address',
  spec: SPEC,
  bits: [
    { name: 'extension', width: 1 },
    {
      name: 'type of number',
      width: 3,
      values: [
        'unknown',
        'international',
        'national',
        'network specific',
        'subscriber',
        'alphanumeric',
        'abbreviated',
        'reserved',
      ],
    },
    {
      name: 'numbering plan',
      width: 4,
      values: [
        'unknown',
        'ISDN/E.164',
        undefined,
        'data X.121',
        'telex',
        'SC specific',
        'SC specific',
        undefined,
        'national',
        'private',
        'ERMES',
      ],
    },
  ],
};

/**
 * The address that a caller means.
 * @throws EncodeError `bad-value` for a text that is not an international number.
 */
export function toAddress(input: AddressInput, field: string): Address {
  if (typeof input !== 'string') {
    requireAddress(input, field);
    return input;
  }
  const number = requireNumber(input, field);
  return { ton: 1, npi: 1, digits: number.slice(startOfDigits(number)) };
}

/** @throws TypeError unless it is an object: a number in place of a text above all, whose leading zeros would be lost. */
function requireAddress(input: unknown, field: string): void {
  if (typeof input === 'object' && input !== null && !Array.isArray(input) && !ArrayBuffer.isView(input)) return;
  throw wrongArgument(input, field, "a string such as '447700900123' or { ton, npi, digits }");
}

/** A text that is an international number, without what people write between its digits; any other address is given as an object. */
function requireNumber(input: string, field: string): string {
  if (isNumber(input)) return input;
  const number = compactNumber(input);
  if (isNumber(number)) return number;
  const at = /(?!^\+)(?:[^\d\s().-]|[\r\n])/.exec(input)?.index;
  const found = at === undefined ? 'there are no digits' : `${JSON.stringify(input[at])} is not a digit`;
  throw new EncodeError(
    'bad-value',
    field,
    at,
    `${found}; a number is +447700900123, a name { ton: 5, npi: 0, text }, a short code { ton: 0, npi: 1, digits }`,
  );
}

function isNumber(text: string): boolean {
  const { length } = text;
  const from = startOfDigits(text);
  let i = from;
  while (i < length && isDecimal(unitAt(text, i))) i++;
  return i === length && i > from;
}

function startOfDigits(number: string): number {
  return unitAt(number, 0) === 0x2b ? 1 : 0;
}

/**
 * A number without the blanks, hyphens, dots and parentheses that people write in it: `+44 (7700) 900-123`. A `(0)` after the country code goes
 * too, since it is dialled within the country alone. What is not a number is still none, nor are two numbers in two lines.
 */
export function compactNumber(text: string): string {
  return text
    .trim()
    .replace(/[^\S\r\n]|[.-]/g, '')
    .replace(/^(\+?\d+)\(0\)|[()]/g, '$1');
}

function isDecimal(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Formats an address for display: the digits of a number (with a leading `+` if international), or the name. */
export function formatAddress(address: Address): string {
  requireObject(address, 'address');
  if ('text' in address) return address.text;
  return address.ton === 1 ? `+${address.digits}` : address.digits;
}

/**
 * Writes an address with its length in semi-octets and returns where it ends.
 * @throws EncodeError `bad-value`, `too-long` or `unencodable`, naming `field`.
 */
export function writeAddress(input: AddressInput, target: Uint8Array, at: number, field: string): number {
  let digits: string;
  let from = 0;
  if (typeof input === 'string') {
    digits = requireNumber(input, field);
    from = startOfDigits(digits);
    target[at + 1] = 0x91;
  } else {
    requireAddress(input, field);
    const { ton, npi } = input;
    if ((ton & 7) !== ton || (npi & 15) !== npi) {
      throw EncodeError.badValue(field, `TON ${ton} or NPI ${npi} is out of range`);
    }
    target[at + 1] = 0x80 | (ton << 4) | npi;
    if (ton === 5 || 'text' in input) return writeName(input, target, at, field);
    digits = input.digits;
    if (typeof digits !== 'string') throw wrongArgument(digits, `${field}.digits`, 'a string');
  }
  const end = digits.length;
  const count = end - from;
  if (count > MAX_DIGITS) throw new EncodeError('too-long', field, undefined, `${count} digits, at most ${MAX_DIGITS}`);
  target[at] = count;
  at += 2;
  for (let i = from; i < end; i += 2) {
    const low = digitCode(digits, i, field);
    const high = i + 1 < end ? digitCode(digits, i + 1, field) : 15;
    target[at++] = (high << 4) | low;
  }
  return at;
}

function writeName(input: Address, target: Uint8Array, at: number, field: string): number {
  if (!('text' in input) || input.ton !== 5) {
    throw EncodeError.badValue(field, 'TON 5 goes with a text, every other one with digits');
  }
  requireText(input.text, `${field}.text`);
  let septets: number;
  try {
    septets = packText(input.text, findAlphabet(), target, at + 2, 0, 11);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const reason = error.code === 'too-long' ? 'a name has at most 11 septets' : 'a name is GSM 7-bit text';
    throw new EncodeError(error.code, field, error.offset, reason, { cause: error });
  }
  target[at] = Math.ceil((7 * septets) / 4);
  return at + 2 + Math.ceil((7 * septets) / 8);
}

function digitCode(digits: string, index: number, field: string): number {
  const code = unitAt(digits, index);
  if (isDecimal(code)) return code - 0x30;
  if (code === 0x2a) return 10;
  if (code === 0x23) return 11;
  const letter = code | 0x20;
  if (letter >= 0x61 && letter <= 0x63) return letter - 0x61 + 12;
  throw new EncodeError('bad-value', field, index, `${JSON.stringify(digits[index])} is not a digit of an address`);
}

/**
 * Reads an address whose length counts semi-octets.
 * @throws DecodeError `truncated`, or `bad-value` for a filler among the digits, an odd count without a filler, or more than 20 digits.
 */
export function readAddress(reader: ByteReader, field: 'TP-DA' | 'TP-OA' | 'TP-RA', reading: Reading): Address {
  reader.open(field, SPEC);
  const at = reader.offset;
  const semiOctets = reader.u8(PATHS[field].length, SPEC);
  checkLength(semiOctets, at, field, reading);
  const address = readTypeAndDigits(reader, semiOctets, field, reading);
  if (reader.trace !== undefined) {
    reader.close();
    reader.trace.mean(formatAddress(address));
  }
  return address;
}

/** Addresses of service centres: before a TPDU, and in RP-DATA. */
type CentreField = 'SMSC' | 'RP-OA' | 'RP-DA';

/** Reads a service centre's address, whose length counts octets; undefined when it is empty (before a TPDU: the stored one is used). */
export function readServiceCentre(reader: ByteReader, reading: Reading, field: CentreField = 'SMSC'): Address | undefined {
  reader.open(field, '24.011 8.2.5.1');
  const octets = reader.u8(PATHS[field].length);
  if (octets === 0) {
    reader.close();
    return undefined;
  }
  checkLength((octets - 1) * 2, reader.offset - 1, field, reading);
  const inner = reader.subToCut(octets, field);
  const digits = (octets - 1) * 2;
  const last = octets > 1 ? (inner.octets[inner.end - 1] as number) : 0;
  const address = readTypeAndDigits(inner, digits - (last >> 4 === 15 ? 1 : 0), field, reading);
  if (reader.trace !== undefined) {
    reader.close();
    reader.trace.mean(formatAddress(address));
  }
  return address;
}

/**
 * Encodes the address of a service centre, as it precedes a TPDU in AT commands: its length in octets, type, digits (TS 24.011 section 8.2.5.1).
 * Undefined gives the octet `00`, for which a modem uses its stored address.
 * @throws EncodeError `bad-value`, `too-long` (above 20 digits) or `unencodable`, in the field `smsc`.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeServiceCentre } from 'handset/sms';
 *
 * toHex(encodeServiceCentre('+447785016005')); // -> '0791447758100650'
 * ```
 */
export function encodeServiceCentre(input: AddressInput | undefined): Uint8Array {
  const target = new Uint8Array(14);
  return target.slice(0, writeServiceCentre(input, target, 0, 'smsc'));
}

/** Writes a service centre's address, `00` for none, and returns where it ends. @throws EncodeError as {@link writeAddress} */
export function writeServiceCentre(input: AddressInput | undefined, target: Uint8Array, at: number, field: string): number {
  if (input === undefined) {
    target[at] = 0;
    return at + 1;
  }
  if (typeof input !== 'string') requireAddress(input, field);
  // A length in octets cannot tell seven septets from eight.
  if (typeof input !== 'string' && input.ton === 5)
    throw EncodeError.badValue(field, 'a service centre is a number, not a name');
  const end = writeAddress(input, target, at, field);
  target[at] = end - at - 1;
  return end;
}

function checkLength(semiOctets: number, at: number, field: AddressField, reading: Reading): void {
  if (semiOctets <= MAX_DIGITS) return;
  reading.fault('bad-value', PATHS[field].length, at, `${semiOctets} semi-octets, at most ${MAX_DIGITS}`);
}

function readTypeAndDigits(reader: ByteReader, semiOctets: number, field: AddressField, reading: Reading): Address {
  const typeAt = reader.offset;
  const type = reader.octet(TYPE_OF_ADDRESS, PATHS[field].type);
  if (type < 0x80) reading.fault('bad-value', PATHS[field].type, typeAt, 'the extension bit is not set');
  const ton = (type >> 4) & 7;
  const npi = type & 15;
  const start = reader.offset;
  if (ton === 5) {
    const septets = Math.floor((4 * semiOctets) / 7);
    const body = reader.sub((semiOctets + 1) >> 1, PATHS[field].text);
    const text = unpackText(body.octets, start, 0, septets, findAlphabet(), reading);
    if (reader.trace !== undefined) traceName(reader, body, septets, text);
    return { ton, npi, text };
  }
  if (reader.trace === undefined) {
    const plain = decimalDigits(reader, semiOctets);
    if (plain !== undefined) return { ton, npi, digits: plain };
  }
  const octets = reader.take((semiOctets + 1) >> 1, PATHS[field].digits, SPEC);
  let digits = '';
  for (let i = 0; i < semiOctets; i++) {
    const octet = octets[i >> 1] as number;
    const code = i % 2 === 0 ? octet & 15 : octet >> 4;
    if (code === 15) reading.fault('bad-value', PATHS[field].digits, start + (i >> 1), 'filler 1111 before the last digit');
    else digits += DIGIT_CHARACTERS[code] as string;
  }
  if (semiOctets % 2 !== 0 && (octets[octets.length - 1] as number) >> 4 !== 15) {
    const at = start + octets.length - 1;
    reading.fault('bad-value', PATHS[field].digits, at, 'an odd count of digits ends without the filler F');
  }
  if (reader.trace !== undefined) reader.trace.mean(digits);
  return { ton, npi, digits };
}

/** An even count of decimal digits, the usual case; undefined leaves all else, and every fault, to the full reading. */
function decimalDigits(reader: ByteReader, semiOctets: number): string | undefined {
  const { octets, offset } = reader;
  const end = offset + (semiOctets >> 1);
  if (semiOctets % 2 !== 0 || end > reader.end) return undefined;
  pairs ??= Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'));
  let digits = '';
  for (let i = offset; i < end; i++) {
    const pair = fromSwappedBcd(octets[i] as number);
    if (pair < 0) return undefined;
    digits += pairs[pair] as string;
  }
  reader.offset = end;
  return digits;
}

let pairs: string[] | undefined;

function traceName(reader: ByteReader, body: ByteReader, septets: number, text: string): void {
  const { trace } = reader;
  if (trace === undefined || body.remaining === 0) return;
  const from = body.offset * 8;
  trace.open('text', from, SPEC);
  trace.groupValue(text);
  traceText(trace, body.octets, body.offset, 0, septets, findAlphabet());
  const end = body.end * 8;
  if (from + 7 * septets < end) trace.leaf('fill bits', undefined, from + 7 * septets, end, SPEC, 'lsb');
  trace.close(end);
}
