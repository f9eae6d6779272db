/**
 * What a data_coding of SMPP says of a message's octets.
 *
 * GSM 7-bit is one septet an octet. Source: SMPP Protocol Specification v3.4 section 5.2.19.
 * @module
 */
import { alphabetOfDcs } from '../sms/index.js';

/** How the octets of a message are read; the names with `iso` are those of the Encoding Standard. */
export type MessageCoding = 'gsm7' | 'ucs2' | 'octets' | 'iso-8859-1' | 'iso-8859-5' | 'iso-8859-8';

/** By data_coding below 10 hex; 1 is IA5, of which ISO-8859-1 is more. The Japanese and Korean ones are octets here. */
const CODINGS: Readonly<Record<number, MessageCoding>> = {
  0: 'gsm7',
  1: 'iso-8859-1',
  3: 'iso-8859-1',
  6: 'iso-8859-5',
  7: 'iso-8859-8',
  8: 'ucs2',
};

/** The coding that a data_coding (0 to 255) names; from 10 hex on it is taken as a TP-DCS, as service centres of GSM do. */
export function codingOf(dataCoding: number): MessageCoding {
  if (dataCoding < 0x10) return CODINGS[dataCoding] ?? 'octets';
  const alphabet = alphabetOfDcs(dataCoding);
  return alphabet === '8bit' ? 'octets' : alphabet;
}
