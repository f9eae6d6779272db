/**
 * Strings of WBXML: in one of four charsets, ended by NUL, inline or in the string table.
 *
 *   strtbl   string NUL string NUL ...        an index counts octets of it, and may point into a string
 *
 * Source: WAP-192-WBXML-20010725 sections 5.6, 5.7 and 5.8.4.1.
 * @module
 */
import { decodeUtf8 } from '../../bytes/utf8.js';
import { textOfUnits } from '../../bytes/utf16.js';
import { DecodeError } from '../../errors.js';
import { readUcs2 } from '../../text/ucs2.js';

/** Charsets by MIBenum (IANA character sets) that are read without the platform's decoders. */
export const CHARSETS: Readonly<Record<number, string>> = { 3: 'US-ASCII', 4: 'ISO-8859-1', 106: 'UTF-8', 1000: 'UCS-2' };
const US_ASCII = 3;
/** Each octet is the character of its number. */
export const ISO_8859_1 = 4;
/** UTF-8, which takes one octet as a multi-byte integer. */
export const UTF8 = 106;
/** ISO-10646-UCS-2, whose NUL has two octets. */
export const UCS2 = 1000;

/** How the strings of a document are written, and where its string table is in the input. */
export interface Strings {
  readonly octets: Uint8Array;
  /** Its MIBenum: one of {@link CHARSETS}, or any when there is a decoder. */
  readonly charset: number;
  /** Reads strings of a charset that is not in {@link CHARSETS}; it throws for what the charset lacks. */
  readonly decoder?: Pick<TextDecoder, 'decode'> | undefined;
  readonly tableStart: number;
  readonly tableEnd: number;
}

/** Octets of a NUL. */
export function nulOctets({ charset }: Strings): number {
  return charset === UCS2 ? 2 : 1;
}

/** Where the NUL of a string is. @throws DecodeError `truncated` at `at` when it has none before `end`. */
export function endOfString({ octets, charset }: Strings, start: number, end: number, field: string, at: number): number {
  if (charset === UCS2) {
    for (let i = start; i + 1 < end; i += 2) if (octets[i] === 0 && octets[i + 1] === 0) return i;
  } else {
    // Not past the end: a document inside of another ends long before the input.
    const found = octets.subarray(start, end).indexOf(0);
    if (found >= 0) return start + found;
  }
  throw new DecodeError('truncated', field, at, 'the string has no end');
}

/** The octet of the input that an index of the string table means. @throws DecodeError `bad-value` at `at` for one past the table. */
export function tableOffset({ tableStart, tableEnd }: Strings, index: number, field: string, at: number): number {
  const length = tableEnd - tableStart;
  if (index < length) return tableStart + index;
  throw new DecodeError('bad-value', field, at, `index ${index} of a string table of ${length} octets`);
}

/** Where the NUL of a string of the table is. @throws DecodeError `truncated` at `at` when it has none in the table. */
export function endOfEntry(strings: Strings, start: number, field: string, at: number): number {
  return endOfString(strings, start, strings.tableEnd, field, at);
}

/**
 * Text of octets. Short ASCII, which is nearly all, does not go through the platform's decoder.
 * @throws DecodeError `bad-value` with the octet that the charset lacks.
 */
export function decodeString(strings: Strings, start: number, end: number, field: string): string {
  const { octets, charset, decoder } = strings;
  if (decoder !== undefined) return decodeWith(decoder, octets.subarray(start, end), start, field);
  if (charset === UCS2) return readUcs2(octets, start, (end - start) >> 1);
  const most = charset === ISO_8859_1 ? 0xff : 0x7f;
  let i = start;
  while (i < end && (octets[i] as number) <= most) i++;
  if (i === end) return textOfUnits(octets.subarray(start, end), end - start);
  if (charset === US_ASCII) throw new DecodeError('bad-value', field, i, 'US-ASCII has 7 bits');
  try {
    return decodeUtf8(octets.subarray(start, end), field);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // What the sequence lacks is not the end of the input but of the string.
    throw new DecodeError('bad-value', field, start + (error.offset as number), error.reason, { cause: error });
  }
}

function decodeWith(decoder: Pick<TextDecoder, 'decode'>, octets: Uint8Array, at: number, field: string): string {
  try {
    return decoder.decode(octets);
  } catch (error) {
    throw new DecodeError('bad-value', field, at, 'is not in the charset of the document', { cause: error });
  }
}
