/**
 * How values are encoded: quoted-printable with character sets, BASE64, backslash escapes.
 *
 *   M=C3=BCller          quoted-printable: =HH is an octet                  vCard 2.1, vCalendar 1.0
 *   Smith\;Sons          ; inside a part of a structured value              all versions
 *   one\, two\nthree     comma, backslash and line end                      vCard 3.0, iCalendar
 *
 * Sources: RFC 2045 section 6.7 and 6.8, vCard 2.1 section 2, RFC 2426 section 4, RFC 5545 section 3.3.11.
 * @module
 */
import { decodeBase64 } from '../bytes/base64.js';
import { decodeUtf8 } from '../bytes/index.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { hexDigit } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { unitAt } from '../bytes/utf16.js';
import { FormatError } from '../errors.js';
import { NOTHING, type VObjectReading } from './issues.js';

const HEX = '0123456789ABCDEF';
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;

/** Text as quoted-printable without soft breaks: `=`, controls and all octets above 126 become `=HH`; so does a blank at the end. */
export function quotedPrintable(octets: Uint8Array): string {
  const { length } = octets;
  let text = '';
  for (let i = 0; i < length; i++) {
    const octet = octets[i] as number;
    const plain = octet > 0x20 ? octet < 0x7f && octet !== EQUALS : octet === 0x20 && i + 1 < length;
    text += plain ? String.fromCharCode(octet) : `=${HEX[octet >> 4]}${HEX[octet & 15]}`;
  }
  return text;
}

/**
 * Octets of a quoted-printable text whose soft breaks are already joined.
 * @throws DecodeError `bad-value` for `=` without two hex digits; leniently it is taken literally.
 */
export function fromQuotedPrintable(text: string, reading: VObjectReading, field: string, index: number): Uint8Array {
  const { length } = text;
  // A character outside ASCII is not allowed here; as UTF-8 it takes three octets at most, a pair of surrogates four.
  const octets = new Uint8Array(length * 3);
  let count = 0;
  let reported = false;
  for (let i = 0; i < length; i++) {
    const unit = unitAt(text, i);
    if (unit > 0x7f) {
      let end = i + 1;
      while (end < length && unitAt(text, end) > 0x7f) end++;
      const raw = new TextEncoder().encode(text.slice(i, end));
      octets.set(raw, count);
      count += raw.length;
      i = end - 1;
      continue;
    }
    if (unit !== EQUALS) {
      octets[count++] = unit;
      continue;
    }
    // Past the end the unit is NaN, which is not a digit either.
    const high = hexDigit(unitAt(text, i + 1));
    const low = hexDigit(unitAt(text, i + 2));
    if (high < 0 || low < 0) {
      if (!reported) reading.fault('bad-encoding', field, index, '= without two hex digits', { assumed: 'an equals sign' });
      reported = true;
      octets[count++] = unit;
      continue;
    }
    octets[count++] = (high << 4) | low;
    i += 2;
  }
  return octets.subarray(0, count);
}

/**
 * Text of octets in a named character set. Without a name ASCII is meant (vCard 2.1 section 2.1.4); UTF-8 is taken too and reported.
 * @throws DecodeError `bad-value` when the set is unknown or does not hold the octets; leniently they are ISO-8859-1.
 */
export function textOfOctets(
  octets: Uint8Array,
  charset: string | undefined,
  reading: VObjectReading,
  field: string,
  index: number,
): string {
  const name = charset?.toUpperCase();
  if (name === 'ISO-8859-1' || name === 'ISO8859-1' || name === 'LATIN1') return decodeLatin1(octets);
  const isAscii = octets.every((octet) => octet < 0x80);
  if (isAscii && (name === undefined || name === 'UTF-8' || name === 'US-ASCII')) return decodeLatin1(octets);
  try {
    if (name === undefined || name === 'US-ASCII') {
      const text = decodeUtf8(octets, field);
      reading.note('missing-charset', field, index, 'octets above 127 without a character set', { assumed: 'UTF-8' });
      return text;
    }
    if (name === 'UTF-8') return decodeUtf8(octets, field);
    // The platform knows the other charsets by the names of the Encoding Standard.
    return new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(octets);
  } catch (error) {
    const known =
      error instanceof FormatError || (error instanceof TypeError && !/label|encoding.*support/i.test(error.message));
    const what = known ? `octets that are not ${name ?? 'ASCII or UTF-8'}` : `character set ${quote(charset)}`;
    reading.fault('unknown-charset', field, index, what, { assumed: 'ISO-8859-1' });
    return decodeLatin1(octets);
  }
}

/** Line ends of every kind as `\n`. */
export function lineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * Octets of BASE64 with or without padding; white space is skipped.
 * @throws LimitError past `vobjectBinaryOctets`, before anything is allocated.
 * @throws DecodeError `bad-value` for other characters, `truncated` for a lone character at the end; leniently both are skipped.
 */
export function fromBase64(text: string, reading: VObjectReading, field: string, index: number): Uint8Array {
  reading.limit('vobjectBinaryOctets', Math.floor((text.length * 3) / 4), field, index);
  let isReported = false;
  return decodeBase64(text, {
    onFault: (fault, at) => {
      if (fault === 'spare-bits') return;
      if (fault === 'truncated') {
        reading.fault('bad-encoding', field, index, 'BASE64 ends inside an octet', { assumed: 'what is whole' }, 'truncated');
      } else if (!isReported) {
        isReported = true;
        reading.fault('bad-encoding', field, index, `${quote(text[at])} inside BASE64`, NOTHING);
      }
    },
  });
}

/** The text without the escapes of vCard 3.0 and iCalendar; a backslash before any other character is literal. */
export function unescapeText(text: string): string {
  let plain = '';
  let from = 0;
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 2)) {
    const escaped = text.charAt(at + 1);
    const isLineEnd = escaped === 'n' || escaped === 'N';
    if (!isLineEnd && escaped !== '\\' && escaped !== ';' && escaped !== ',') {
      // What follows may be an escape by itself.
      at--;
      continue;
    }
    plain += text.slice(from, at) + (isLineEnd ? '\n' : escaped);
    from = at + 2;
  }
  return from === 0 ? text : plain + text.slice(from);
}

/** Escapes of iCalendar text; of vCard 3.0 too. */
export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n');
}

/**
 * A part of a structured value of vCard 2.1 or vCalendar 1.0. These know `\;` alone. A backslash that would then be misread, before
 * another, a semicolon or the part's end, is doubled; Android's reader undoes that as ours does.
 */
export function escapeOldPart(part: string): string {
  return part.replace(/\\(?=[\\;]|$)|;/g, '\\$&');
}

/** Splits a structured value at its delimiter and undoes the escapes of the parts. */
export function splitParts(text: string, delimiter: ';' | ',', old: boolean): string[] {
  if (!text.includes('\\')) return text.split(delimiter);
  const { length } = text;
  const end = delimiter.charCodeAt(0);
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < length; i++) {
    const unit = unitAt(text, i);
    if (unit === BACKSLASH) i++;
    else if (unit === end) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => (old ? part.replace(/\\([\\;])/g, '$1') : unescapeText(part)));
}
