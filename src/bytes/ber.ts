/**
 * Lengths of BER, in the definite form: one octet up to 7F, 81 and one octet, 82 and two.
 *
 * Source: ITU-T X.690 section 8.1.3; ETSI TS 101 220 section 7.1.2 for cards.
 * @module
 */
import { DecodeError } from '../errors.js';
import { octetHex } from './octets.js';
import type { ByteReader } from './reader.js';

/** Reads a length of up to 65,535. @throws DecodeError `truncated`; `bad-value` for the indefinite form and for more octets. */
export function readBerLength(reader: ByteReader, field: string, spec?: string): number {
  const at = reader.offset;
  const first = reader.u8(field, spec);
  if (first < 0x80) return first;
  if (first === 0x81) return reader.u8(field);
  if (first === 0x82) return reader.u16(field);
  throw new DecodeError('bad-value', field, at, `${octetHex(first)} is not a length of one to three octets`);
}
