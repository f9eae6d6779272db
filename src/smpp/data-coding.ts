/**
 * What data_coding says about the octets of a message, and the text that they are.
 *
 * GSM 7-bit is one septet per octet. Source: SMPP Protocol Specification v3.4 section 5.2.19.
 * @module
 */
import { decodeLatin1 } from '../bytes/latin1.js';
import { tryDecode } from '../bytes/try-decode.js';
import { alphabetOfDcs, describeDcs, type InformationElement } from '../sms/index.js';
import { findShiftTables } from '../sms/user-data.js';
import { decodeGsm7, decodeUcs2 } from '../text/index.js';

/** A coding of message octets; names with `iso` are those of the Encoding Standard. */
export type MessageCoding = 'gsm7' | 'ucs2' | 'octets' | 'iso-8859-1' | 'iso-8859-5' | 'iso-8859-8';

/** By data_coding below 10 hex. IA5 is read as ISO-8859-1, which contains it; Japanese and Korean sets are octets here. */
const CODINGS: readonly (readonly [words: string, coding: MessageCoding])[] = [
  ['default alphabet of the service centre', 'gsm7'],
  ['IA5, ASCII', 'iso-8859-1'],
  ['octets', 'octets'],
  ['ISO-8859-1', 'iso-8859-1'],
  ['octets', 'octets'],
  ['JIS X 0208', 'octets'],
  ['ISO-8859-5, Cyrillic', 'iso-8859-5'],
  ['ISO-8859-8, Hebrew', 'iso-8859-8'],
  ['UCS-2', 'ucs2'],
  ['pictograms', 'octets'],
  ['ISO-2022-JP', 'octets'],
  ['reserved', 'octets'],
  ['reserved', 'octets'],
  ['JIS X 0212', 'octets'],
  ['KS C 5601', 'octets'],
  ['reserved', 'octets'],
];

/** Returns the coding of a data_coding, 0 to 255 (SMPP 3.4 section 5.2.19); from 10 hex on it is read as a TP-DCS, as GSM service centres do. */
export function findCoding(dataCoding: number): MessageCoding {
  const known = CODINGS[dataCoding];
  if (known !== undefined) return known[1];
  const alphabet = alphabetOfDcs(dataCoding);
  return alphabet === '8bit' ? 'octets' : alphabet;
}

/** Returns a description of a data_coding, by the rule of {@link findCoding}. */
export function describeDataCoding(dataCoding: number): string {
  return CODINGS[dataCoding]?.[0] ?? describeDcs(dataCoding);
}

/** Text of a message, with what was assumed to read it. */
export interface MessageText {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** The octets after the header `udh` as text; undefined where they are not text of the coding, and where the platform lacks its table. */
export function decodeMessageText(
  octets: Uint8Array,
  coding: Exclude<MessageCoding, 'octets'>,
  udh: readonly InformationElement[],
): MessageText | undefined {
  switch (coding) {
    case 'gsm7': {
      const text = tryDecode(() => decodeGsm7(octets, { ...findShiftTables(udh), lenient: true }));
      if (text !== undefined) return { text, warnings: [] };
      return { text: decodeLatin1(octets), warnings: ['not one septet per octet: read as ISO-8859-1'] };
    }
    case 'ucs2': {
      const text = tryDecode(() => decodeUcs2(octets));
      if (text !== undefined) return { text, warnings: [] };
      const loose = tryDecode(() => decodeUcs2(octets, { lenient: true }));
      return loose === undefined ? undefined : { text: loose, warnings: ['not well-formed UCS-2'] };
    }
    case 'iso-8859-1':
      return { text: decodeLatin1(octets), warnings: [] };
    default:
      try {
        return { text: new TextDecoder(coding).decode(octets), warnings: [] };
      } catch {
        return undefined;
      }
  }
}
