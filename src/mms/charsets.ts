/**
 * Charsets of MMS texts: their numbers, their names, and the texts themselves.
 *
 * The platform's TextDecoder reads; MIBenum numbers name what it knows. A text without a charset is UTF-8 when it is valid UTF-8, else
 * ISO 8859-1, which platforms read as Windows-1252. UTF-16 and UCS-2 without a byte order mark are big-endian (RFC 2781).
 * Source: IANA character set register; WAP-230-WSP appendix A table 42; OMA-TS-MMS_CONF-V1_3 section 10.2.1.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { charsetOfMib, mibOfCharset } from '../wsp/registers.js';
import type { Part } from './body.js';

/** Charsets that TextDecoder knows and WSP's own table does not name, by MIBenum. */
const MORE_CHARSETS: Readonly<Record<number, string>> = {
  13: 'iso-8859-10',
  18: 'euc-jp',
  36: 'ks_c_5601-1987',
  38: 'euc-kr',
  39: 'iso-2022-jp',
  85: 'iso-8859-8-i',
  109: 'iso-8859-13',
  110: 'iso-8859-14',
  111: 'iso-8859-15',
  112: 'iso-8859-16',
  113: 'gbk',
  114: 'gb18030',
  1013: 'utf-16be',
  1014: 'utf-16le',
  2025: 'gb2312',
  2027: 'macintosh',
  2084: 'koi8-r',
  2088: 'koi8-u',
  2101: 'big5-hkscs',
  2109: 'windows-874',
  2250: 'windows-1250',
  2251: 'windows-1251',
  2252: 'windows-1252',
  2253: 'windows-1253',
  2254: 'windows-1254',
  2255: 'windows-1255',
  2256: 'windows-1256',
  2257: 'windows-1257',
  2258: 'windows-1258',
};

/** Names that callers and senders use for a charset of another name; handsets know none of them. */
const ALIASES: Readonly<Record<string, string>> = {
  ascii: 'us-ascii',
  latin1: 'iso-8859-1',
  'latin-1': 'iso-8859-1',
  utf8: 'utf-8',
  utf16: 'utf-16',
  ucs2: 'iso-10646-ucs-2',
  'ucs-2': 'iso-10646-ucs-2',
  sjis: 'shift_JIS',
  'shift-jis': 'shift_JIS',
};

/** Charset 0 of WSP: any, so none. */
const ANY_CHARSET = 'mib-0';
const NUMBERED = /^mib-(\d{1,10})$/;

/** The name of a MIBenum number; `mib-1004` when it has none here. */
export function charsetName(mib: number): string {
  return charsetOfMib(mib) ?? MORE_CHARSETS[mib] ?? `mib-${mib}`;
}

/** The MIBenum number of a charset's name, or undefined. */
export function charsetMib(name: string): number | undefined {
  const lower = name.toLowerCase();
  const known = mibOfCharset(Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] as string) : lower);
  if (known !== undefined) return known;
  moreMibs ??= new Map(Object.entries(MORE_CHARSETS).map(([mib, charset]) => [charset, Number(mib)]));
  const [, digits] = NUMBERED.exec(lower) ?? [];
  return digits === undefined ? moreMibs.get(lower) : Number(digits);
}

let moreMibs: ReadonlyMap<string, number> | undefined;

/**
 * Decodes the text of a part by its charset; without a charset, or with an unknown one, as UTF-8 if it is valid, otherwise as ISO-8859-1. U+FFFD
 * replaces octets that the charset does not allow; a byte order mark is removed.
 * @throws TypeError when the data are not a Uint8Array.
 */
export function partText(part: Pick<Part, 'data' | 'charset'>): string {
  requireObject(part, 'part');
  requireOctets(part.data, 'data');
  return decodeText(part.data, part.charset) ?? decodeUnmarked(part.data);
}

/**
 * Text of octets in a charset; undefined when the charset is not known, and in `fatal` reading when the octets do not fit it. Only UTF-16
 * has a byte order mark then: in a header's UTF-8 it is a character like any other.
 */
export function decodeText(octets: Uint8Array, charset: string | undefined, fatal = false): string | undefined {
  const name = charset?.toLowerCase();
  if (name === undefined || name === 'us-ascii' || name === ANY_CHARSET) return decodeUnmarked(octets);
  const label = name === 'utf-16' || name === 'iso-10646-ucs-2' ? byteOrder(octets) : name;
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal, ignoreBOM: fatal && name === 'utf-8' });
  } catch {
    return undefined;
  }
  try {
    // In one piece, Node 20 takes Windows-1252 for ISO 8859-1: the quotation marks and the euro sign become controls.
    return decoder.encoding === 'windows-1252'
      ? decoder.decode(octets, { stream: true }) + decoder.decode()
      : decoder.decode(octets);
  } catch {
    return undefined;
  }
}

/** Text of octets without a charset. */
export function decodeUnmarked(octets: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    return new TextDecoder('iso-8859-1').decode(octets);
  }
}

function byteOrder(octets: Uint8Array): string {
  return octets[0] === 0xff && octets[1] === 0xfe ? 'utf-16le' : 'utf-16be';
}
