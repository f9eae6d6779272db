/**
 * Addresses of MMS: a value with the kind of network it is of.
 *
 *   +447700900001/TYPE=PLMN     195.153.199.30/TYPE=IPv4     user@example.com     7000
 *
 * Digits without a type are a short code (num-shortcode, section 8); as 7 to 15 digits without a leading 0 they are read as an
 * international number here, which is what callers mean.
 * Source: OMA-TS-MMS_ENC-V1_3 section 8 (addressing model).
 * @module
 */
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';

/** An address of MMS by its parts (OMA-TS-MMS_ENC-V1_3 section 8). */
export interface MmsAddress {
  /** The number, mail address or host, verbatim. */
  readonly value: string;
  /** Type: `PLMN` for a telephone number, `IPv4`, `IPv6`, or the name of another network; absent for mail addresses and bare short codes. */
  readonly type?: string | undefined;
}

/** What E.164 allows; the shortest numbers of all have 7 digits. */
const INTERNATIONAL = /^\+?([1-9][0-9]{6,14})$/;
const TYPED = /^(.*)\/TYPE=([A-Za-z0-9_]+)$/is;

/**
 * Formats an address of MMS. Of a string, only an international number is changed: `+447700900001` and `447700900001` become
 * `+447700900001/TYPE=PLMN`. Everything else stays as it is, including short codes (`7000`) and national numbers (`07700900001`).
 * @param field the field that an error names.
 * @throws EncodeError `bad-value` for an empty address or a type that is not letters, digits and `_`.
 * @throws TypeError when `address` is not a string or an {@link MmsAddress}.
 * @example
 * ```ts
 * import { formatMmsAddress } from 'handset/mms';
 *
 * formatMmsAddress('447700900001'); // -> '+447700900001/TYPE=PLMN'
 * formatMmsAddress('user@example.com'); // -> 'user@example.com'
 * ```
 */
export function formatMmsAddress(address: MmsAddress | string, field = 'address'): string {
  if (typeof address === 'string') {
    if (address === '') throw EncodeError.badValue(field, 'an address is not empty');
    const [, digits] = INTERNATIONAL.exec(address) ?? [];
    return digits === undefined ? address : `+${digits}/TYPE=PLMN`;
  }
  if (typeof address?.value !== 'string') throw new TypeError(`${field} is not an address`);
  const { value, type } = address;
  if (value === '') throw EncodeError.badValue(field, 'an address is not empty');
  if (type === undefined) return value;
  if (!/^[A-Za-z0-9_]+$/.test(type)) {
    throw EncodeError.badValue(field, `${quote(type)} is not the name of a network`);
  }
  return `${value}/TYPE=${type}`;
}

/** Parses an address of MMS into its parts; a name before `<user@example.com>` stays part of the value. */
export function parseMmsAddress(text: string): MmsAddress {
  const [, value, type] = TYPED.exec(text) ?? [];
  return value === undefined || type === undefined ? { value: text } : { value, type };
}
