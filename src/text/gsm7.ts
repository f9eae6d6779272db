/**
 * GSM 7-bit text: characters to septets and back, one septet an octet.
 * Source: 3GPP TS 23.038 sections 6.2.1 and annex A.
 * @module
 */

import { requireText } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import {
  pieceToScratch,
  putUnit,
  SCRATCH_UNITS,
  septetScratch,
  textOfScratch,
  textScratch,
  utf8Scratch,
  utf8ToScratch,
  widthAtOctet,
} from '../bytes/scratch.js';
import { DecodeError } from '../errors.js';
import {
  codeAtOctet,
  ESCAPE,
  faultEscapeAtEnd,
  faultReserved,
  findAlphabet,
  NONE,
  notInAlphabet,
  type ShiftTables,
} from './alphabet.js';

/** Options of the GSM 7-bit readers. */
export interface DecodeTextOptions extends ShiftTables, DecodeOptions {
  /** Read a reserved code as a space and an escape at the end as U+001B, and report each to `onIssue`; false by default. */
  readonly lenient?: boolean | undefined;
}

/**
 * Encodes a text in GSM 7-bit (TS 23.038 section 6.2.1) as septets, one per octet; `packSeptets` packs them.
 * @throws EncodeError `unencodable` with the index of the first character that the tables lack, `bad-value` for an unknown table.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeGsm7 } from 'handset/text';
 *
 * toHex(encodeGsm7('€{')); // -> '1B651B28'
 * encodeGsm7('ç'); // throws EncodeError unencodable text at 0
 * ```
 */
export function encodeGsm7(text: string, tables?: ShiftTables): Uint8Array {
  requireText(text, 'text');
  const { codes, ascii } = findAlphabet(tables);
  const octets = utf8Scratch();
  const length = text.length;
  const septets = length <= SCRATCH_UNITS ? septetScratch() : new Uint8Array(length * 2);
  let count = 0;
  let index = 0;
  for (let from = 0; from < length; from += SCRATCH_UNITS) {
    const end = length <= SCRATCH_UNITS ? utf8ToScratch(text) : pieceToScratch(text, from, from + SCRATCH_UNITS);
    for (let i = 0; i < end; index++) {
      const septet = ascii[octets[i] as number] as number;
      if (septet < 0x80) {
        septets[count++] = septet;
        i++;
        continue;
      }
      const code = codeAtOctet(octets, i, codes);
      if (code === NONE) throw notInAlphabet(text, index);
      i += widthAtOctet(octets, i);
      if (code >= 0x80) septets[count++] = ESCAPE;
      septets[count++] = code;
    }
  }
  return septets.slice(0, count);
}

/**
 * Decodes GSM 7-bit text (TS 23.038 section 6.2.1) from septets, one per octet. After an escape, a code that the extension table lacks is read as the
 * character of the main table, and a second escape as a space (section 6.2.1.1), so encoding the text again may give other septets.
 * @throws DecodeError `bad-value` for an octet over 127 or a reserved code, `truncated` for an escape at the end. An unknown table is an EncodeError
 * `bad-value`.
 * @example
 * ```ts
 * import { decodeGsm7 } from 'handset/text';
 *
 * decodeGsm7(Uint8Array.of(0x1b, 0x65, 0x21)); // -> '€!'
 * ```
 */
export function decodeGsm7(septets: Uint8Array, options?: DecodeTextOptions): string {
  requireOctets(septets, 'septets');
  const { main, escaped } = findAlphabet(options);
  const reading = Reading.of(options);
  const utf8 = textScratch();
  const most = utf8.length - 3;
  const count = septets.length;
  let text = '';
  let length = 0;
  for (let i = 0; i < count; i++) {
    const septet = septets[i] as number;
    if (septet > 127) throw new DecodeError('bad-value', 'septet', i, `${septet} does not fit in seven bits`);
    let unit = main[septet] as number;
    if (unit === 0) {
      const isLast = i + 1 === count;
      if (septet === ESCAPE && !isLast) {
        // An octet over 127 after an escape is refused in the next round.
        if ((septets[i + 1] as number) > 127) continue;
        unit = escaped[septets[++i] as number] as number;
      }
      if (unit === 0) {
        // onIssue may encode or decode, which takes the scratch.
        text += textOfScratch(length);
        length = 0;
        unit = septet === ESCAPE && isLast ? faultEscapeAtEnd(reading, i) : faultReserved(reading, septets[i] as number, i);
      }
    }
    if (length > most) {
      text += textOfScratch(length);
      length = 0;
    }
    length = putUnit(utf8, length, unit);
  }
  return text + textOfScratch(length);
}
