/**
 * The network that an operator logo is for: country code and network code in three octets, the digits of each pair swapped.
 *
 *   c2 c1 | F c3 | n2 n1          234 10 -> 32 F4 01
 *
 * The filler F is in the high half of the second octet. There is no form for a network code of three digits: the later 3GPP coding puts
 * the third one where the filler is, but gammu, gnokii, GSM::SMS and smsj all write F, and what handsets did is not known.
 * Source: Nokia Smart Messaging, operator logo; gammu, netpbm and a Kannel list post for the order of the digits.
 * @module
 */

import { requireObject } from '../bytes/check.js';
import { octetHex } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { fromSwappedBcd, toSwappedBcd } from '../bytes/semi-octets.js';
import { DecodeError, EncodeError } from '../errors.js';

/** A GSM network. */
export interface NetworkCode {
  /** Mobile country code: three digits, such as `'234'`. */
  readonly mcc: string;
  /** Mobile network code: two digits, such as `'01'`. */
  readonly mnc: string;
}

/** Octets that a network code takes. */
export const NETWORK_CODE_OCTETS = 3;

const FILLER = 0xf;

const SPEC = 'Smart Messaging, operator logo';

const FIRST = /* @__PURE__ */ digits('mcc-digits-1-2', 'mcc-digit-2', 'mcc-digit-1');
const SECOND = /* @__PURE__ */ digits('mcc-digit-3', 'filler', 'mcc-digit-3');
const THIRD = /* @__PURE__ */ digits('mnc-digits', 'mnc-digit-2', 'mnc-digit-1');

function digits(name: string, high: string, low: string): OctetLayout {
  return {
    name,
    spec: SPEC,
    bits: [
      { name: high, width: 4 },
      { name: low, width: 4 },
    ],
  };
}

/**
 * Encodes a GSM network as three octets of swapped digits (Nokia Smart Messaging 3.0, operator logo).
 * @throws EncodeError in the field `mcc` or `mnc`: `unencodable` for a network code of three digits, `bad-value` for anything else than three and
 * two.
 * @example
 * ```ts
 * import { encodeNetworkCode } from 'handset/bitmap';
 * import { toHex } from 'handset/bytes';
 *
 * toHex(encodeNetworkCode({ mcc: '234', mnc: '10' })); // -> '32F401'
 * ```
 */
export function encodeNetworkCode(networkCode: NetworkCode): Uint8Array {
  requireObject(networkCode, 'networkCode');
  const { mcc, mnc } = networkCode;
  checkDigits(mcc, 'mcc', 3);
  if (typeof mnc === 'string' && /^\d{3}$/.test(mnc)) {
    throw new EncodeError('unencodable', 'mnc', undefined, `is ${JSON.stringify(mnc)}: this coding has two digits for it`);
  }
  checkDigits(mnc, 'mnc', 2);
  return Uint8Array.of(toSwappedBcd(Number(mcc.slice(0, 2))), (FILLER << 4) | Number(mcc[2]), toSwappedBcd(Number(mnc)));
}

/**
 * Decodes a GSM network from three octets of swapped digits (Nokia Smart Messaging 3.0, operator logo).
 * @throws DecodeError `truncated`, `trailing-bytes`, or `bad-value` at the octet with a digit above 9 or without the filler.
 */
export function decodeNetworkCode(octets: Uint8Array): NetworkCode {
  const reader = new ByteReader(octets);
  const code = readNetworkCode(reader);
  reader.expectEnd('network-code');
  return code;
}

/** {@link decodeNetworkCode} on a cursor, which moves past the three octets. */
export function readNetworkCode(reader: ByteReader): NetworkCode {
  const at = reader.offset;
  reader.open('network-code', SPEC);
  const first = reader.octet(FIRST, 'network-code');
  const second = reader.octet(SECOND, 'network-code');
  const third = reader.octet(THIRD, 'network-code');
  const country = fromSwappedBcd(first);
  const network = fromSwappedBcd(third);
  if (country < 0) throw badDigits('network-code/mcc', at, first);
  if (second >> 4 !== FILLER) {
    const message = `the high half is ${second >> 4}, allowed: F; a network code of three digits has no form here`;
    throw new DecodeError('bad-value', 'network-code/filler', at + 1, message);
  }
  if ((second & 15) > 9) throw badDigits('network-code/mcc', at + 1, second);
  if (network < 0) throw badDigits('network-code/mnc', at + 2, third);
  const code = { mcc: `${twoDigits(country)}${second & 15}`, mnc: twoDigits(network) };
  if (reader.trace !== undefined) {
    reader.close();
    reader.trace.mean(`MCC ${code.mcc}, MNC ${code.mnc}`);
  }
  return code;
}

/** Two digits of a number up to 99. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** @throws EncodeError `bad-value` unless it is a string of so many digits. */
export function checkDigits(value: unknown, field: string, count: number): asserts value is string {
  if (typeof value === 'string' && value.length === count && /^\d+$/.test(value)) return;
  throw EncodeError.badValue(field, `is ${quote(value)}, allowed: ${count} digits in a string`);
}

function badDigits(field: string, offset: number, octet: number): DecodeError {
  return new DecodeError('bad-value', field, offset, `is ${octetHex(octet)}, allowed: decimal digits`);
}
