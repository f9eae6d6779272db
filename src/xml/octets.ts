/**
 * The characters of an XML document that comes as octets: UTF-8 or UTF-16, told by a byte order mark or by the first octets.
 *
 *   EF BB BF   UTF-8        FE FF, 00 3C   UTF-16, high octet first
 *   else       UTF-8        FF FE, 3C 00   UTF-16, low octet first
 *
 * A declaration that says otherwise is refused, since one of the two is wrong; but for UTF-16, which is what it is or not by its
 * first octets. Source: XML 1.0 section 4.3.3 and appendix F.
 * @module
 */
import { requireOctets, u16be, u16le } from '../bytes/octets.js';
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.js';
import { textOfUnits } from '../bytes/utf16.js';
import { DecodeError, FormatError, LimitError } from '../errors.js';

const BOM_UTF8 = 0xefbbbf;

/**
 * Calls a reader with the text of a document, be it a string or octets; the offsets of its errors are those of the input that
 * was given.
 * @param limit characters that a document may have; what cannot have so few is not decoded.
 * @throws DecodeError `bad-value` or `truncated` for octets that are no text; LimitError; what `read` throws.
 */
export function readText<T>(xml: string | Uint8Array, limit: number, read: (text: string) => T): T {
  if (typeof xml === 'string') {
    checkLength(xml.length, limit);
    return read(xml);
  }
  requireOctets(xml, 'XML');
  // A character has three octets of UTF-8 at most; those of four are two units.
  checkLength(Math.ceil((xml.length - 3) / 3), limit);
  const { text, start, octetsPerUnit } = decode(xml);
  try {
    checkLength(text.length, limit);
    return read(text);
  } catch (error) {
    if (!(error instanceof FormatError) || error.offset === undefined) throw error;
    const before = text.slice(0, error.offset);
    throw at(error, start + (octetsPerUnit === 2 ? 2 * before.length : octetsOf(before)));
  }
}

interface Decoded {
  readonly text: string;
  /** Where the first character is. */
  readonly start: number;
  readonly octetsPerUnit: 1 | 2;
}

function decode(octets: Uint8Array): Decoded {
  const first = u16be(octets, 0);
  const isHighFirst = first === 0xfeff || first === 0x003c;
  if (isHighFirst || first === 0xfffe || (first === 0x3c00 && octets.length > 1)) {
    const start = first === 0xfeff || first === 0xfffe ? 2 : 0;
    const text = decodeUtf16(octets, start, isHighFirst);
    checkDeclaration(text, ['utf-16', isHighFirst ? 'utf-16be' : 'utf-16le'], start);
    return { text, start, octetsPerUnit: 2 };
  }
  const start = ((first << 8) | (octets[2] ?? 0)) === BOM_UTF8 ? 3 : 0;
  let text: string;
  try {
    text = decodeUtf8(octets.subarray(start), 'XML');
  } catch (error) {
    throw at(error as DecodeError, start + ((error as DecodeError).offset as number));
  }
  // Of what .NET writes into a string it says that it is UTF-16, whatever becomes of the string.
  checkDeclaration(text, ['utf-8', 'utf8', 'us-ascii', 'ascii', 'utf-16'], start);
  return { text, start, octetsPerUnit: 1 };
}

function decodeUtf16(octets: Uint8Array, start: number, isHighFirst: boolean): string {
  if (octets.length % 2 !== 0) {
    throw new DecodeError('truncated', 'XML', octets.length - 1, 'the last UTF-16 unit has one octet');
  }
  const unitOf = isHighFirst ? u16be : u16le;
  const units = new Uint16Array((octets.length - start) / 2);
  for (let i = 0; i < units.length; i++) units[i] = unitOf(octets, start + 2 * i);
  // Surrogates are checked with the text.
  return textOfUnits(units, units.length);
}

/** Requires that a declared encoding is the one that was read. @param start octets before the text */
function checkDeclaration(text: string, names: readonly string[], start: number): void {
  const match = /^<\?xml\s[^>]{0,100}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(text);
  if (match === null) return;
  const name = match[1] as string;
  if (names.includes(name.toLowerCase())) return;
  const index = match[0].length - 1 - name.length;
  const octet = start + index * (names[0] === 'utf-16' ? 2 : 1);
  throw new DecodeError('bad-value', 'XML/encoding', octet, `is declared as ${name}, which it is not, or which is not read`);
}

function checkLength(length: number, limit: number): void {
  if (length <= limit) return;
  throw new LimitError('limit-exceeded', 'XML', limit, `more than ${limit} characters`);
}

/** Octets of UTF-8; half of a pair at the end counts as nothing, for the offset is that of the pair. */
function octetsOf(text: string): number {
  return encodeUtf8(/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text).length;
}

/** The same error at another offset. */
function at(error: FormatError, offset: number): FormatError {
  const Kind = error instanceof LimitError ? LimitError : DecodeError;
  return new Kind(
    error.code,
    error.field,
    offset,
    error.reason,
    error.cause === undefined ? undefined : { cause: error.cause },
  );
}
