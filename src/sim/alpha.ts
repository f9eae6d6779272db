/**
 * Alpha identifiers: names in the records of a SIM, in as many octets as the card gives them.
 *
 *   septets, one an octet, then FF                             GSM 7-bit, the default
 *   80 | units of UCS-2, then FF                               any text
 *   81 | count | page | characters                             below 80 GSM 7-bit; from 80 on one of 128 units from page * 128 on
 *   82 | count | base (2) | characters                         the same from a base of 16 bits on
 *
 * Source: 3GPP TS 51.011 annex B; ETSI TS 102 221 annex A.
 * @module
 */
import { requireText } from '../bytes/check.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { DecodeError, EncodeError } from '../errors.js';
import { ESCAPE, findAlphabet, NONE } from '../text/alphabet.js';
import { faultLoneSurrogate, loneSurrogate, writeUcs2 } from '../text/ucs2.js';
import { readPadding, UNUSED } from './padding.js';

/** Octets of an alpha identifier in a record of 255, of which 14 are the dialling number. */
export const MAX_ALPHA_OCTETS = 241;

const SPEC = '51.011 annex B';
const UCS2 = 0x80;
const PAGE = 0x81;
const BASE = 0x82;
const NAMES: Readonly<Record<number, string>> = {
  [UCS2]: 'UCS-2',
  [PAGE]: 'GSM 7-bit and a page of 128 characters',
  [BASE]: 'GSM 7-bit and 128 characters from a base on',
};

/** Options of {@link encodeAlpha} and of the records that begin with an alpha identifier. */
export interface EncodeAlphaOptions {
  /** Length of the alpha identifier on the card in octets, 0 to 241: unused ones are FF. By default as many as the text takes. */
  readonly alphaOctets?: number | undefined;
}

/**
 * Encodes an alpha identifier (TS 51.011 annex B): in GSM 7-bit if it has all characters, otherwise in the shortest of the three codings of UCS-2.
 * @throws EncodeError `unencodable` for a lone surrogate or U+FFFF, which is FF FF; `too-long` for more than `alphaOctets` octets, or 241;
 * `bad-value` for `alphaOctets`.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeAlpha } from 'handset/sim';
 *
 * toHex(encodeAlpha('Mum', { alphaOctets: 5 })); // -> '4D756DFFFF'
 * toHex(encodeAlpha('Анна')); // -> '81040890BDBDB0'
 * ```
 */
export function encodeAlpha(text: string, options?: EncodeAlphaOptions): Uint8Array {
  requireText(text, 'text');
  const limit = options?.alphaOctets ?? MAX_ALPHA_OCTETS;
  if (!(limit >= 0 && limit <= MAX_ALPHA_OCTETS) || !Number.isInteger(limit))
    throw EncodeError.badValue('alphaOctets', `${limit} is not 0 to ${MAX_ALPHA_OCTETS}`);
  // A character takes an octet at least.
  const coded = text.length > limit ? undefined : encodeText(text);
  if (coded === undefined || coded.length > limit) {
    const needed = coded === undefined ? `${text.length} characters` : `${coded.length} octets`;
    throw new EncodeError('too-long', 'alpha', undefined, `takes ${needed}, limit is ${limit} octets`);
  }
  if (options?.alphaOctets === undefined) return coded;
  const padded = new Uint8Array(limit).fill(UNUSED);
  padded.set(coded);
  return padded;
}

function encodeText(text: string): Uint8Array {
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw loneSurrogate(lone, 'alpha');
  const filler = text.indexOf('\uffff');
  if (filler >= 0) throw new EncodeError('unencodable', 'alpha', filler, 'U+FFFF is what unused octets are');
  const { codes } = findAlphabet();
  const gsm: number[] = [];
  // Of characters that GSM 7-bit lacks or has after an escape.
  let [least, most] = [0x10000, 0];
  let isGsm = true;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const code = unit < codes.length ? (codes[unit] as number) : NONE;
    if (code < 0x80) {
      gsm.push(code);
      continue;
    }
    if (code === NONE) isGsm = false;
    else gsm.push(ESCAPE, code & 0x7f);
    least = Math.min(least, unit);
    most = Math.max(most, unit);
  }
  if (isGsm) return Uint8Array.from(gsm);
  const count = text.length;
  const isOnPage = least < 0x8000 && least >> 7 === most >> 7;
  // Units of surrogate pairs may lie within 128: readers take each octet for a character.
  const isBased = most - least < 0x80 && (least & 0xf800) !== 0xd800;
  const paged = isOnPage ? 3 : isBased ? 4 : undefined;
  if (paged === undefined || 1 + 2 * count <= paged + count) {
    const octets = new Uint8Array(1 + 2 * count);
    octets[0] = UCS2;
    writeUcs2(text, octets, 1);
    return octets;
  }
  const base = isOnPage ? least & ~0x7f : least;
  const head = isOnPage ? [PAGE, count, base >> 7] : [BASE, count, base >> 8, base & 255];
  const characters = Array.from({ length: count }, (_, i) => {
    const unit = text.charCodeAt(i);
    const code = unit < codes.length ? (codes[unit] as number) : NONE;
    return code < 0x80 ? code : 0x80 | (unit - base);
  });
  return Uint8Array.from([...head, ...characters]);
}

/**
 * Decodes an alpha identifier (TS 51.011 annex B); the text is empty if all octets are FF.
 * @param options.lenient read an octet that is not a character as U+FFFD, and up to the end if the count goes past it.
 * @throws DecodeError `bad-value` for an octet that is not a character and for more than 241 octets, `truncated` for a count past the end.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeAlpha } from 'handset/sim';
 *
 * decodeAlpha(fromHex('81040890BDBDB0FFFF')); // -> 'Анна'
 * ```
 */
export function decodeAlpha(octets: Uint8Array, options?: DecodeOptions): string {
  return readAlpha(new ByteReader(octets), octets.length, options);
}

/** {@link decodeAlpha} on a cursor, which is left after so many octets. */
export function readAlpha(reader: ByteReader, lengthOctets: number, options?: DecodeOptions): string {
  const reading = Reading.of(options);
  if (lengthOctets === 0) return '';
  if (lengthOctets > MAX_ALPHA_OCTETS)
    throw new DecodeError('bad-value', 'alpha', reader.offset, `has ${lengthOctets} octets, limit is ${MAX_ALPHA_OCTETS}`);
  reader.open('alpha identifier', SPEC);
  const part = reader.sub(lengthOctets, 'alpha');
  const text = readText(part, reading);
  readPadding(part, reading, 'alpha');
  if (reader.trace !== undefined) {
    reader.close();
    reader.trace.mean(JSON.stringify(text));
  }
  return text;
}

function readText(part: ByteReader, reading: Reading): string {
  const { octets, trace } = part;
  const first = octets[part.offset] as number;
  if (NAMES[first] === undefined) {
    const at = part.offset;
    let end = at;
    while (end < part.end && octets[end] !== UNUSED) end++;
    return takeText(part, end, readCharacters(octets, at, end, undefined, reading));
  }
  part.u8('alpha/coding', SPEC);
  trace?.mean(NAMES[first] as string);
  if (first === UCS2) {
    const at = part.offset;
    let end = at;
    while (end + 2 <= part.end && (octets[end] !== UNUSED || octets[end + 1] !== UNUSED)) end += 2;
    let text = '';
    for (let i = at; i < end; i += 2) text += String.fromCharCode(((octets[i] as number) << 8) | (octets[i + 1] as number));
    const lone = loneSurrogateIndex(text);
    if (lone >= 0) faultLoneSurrogate(reading, at + 2 * lone, 'alpha');
    return takeText(part, end, text);
  }
  const countAt = part.offset;
  const count = part.u8('alpha/count', SPEC);
  const base = first === PAGE ? part.u8('alpha/page', SPEC) << 7 : part.u16('alpha/base', SPEC);
  trace?.mean(`128 characters from U+${base.toString(16).toUpperCase().padStart(4, '0')} on`);
  if (count > part.remaining) {
    const reason = `counts ${count} characters, ${part.remaining} octets left`;
    reading.fault('truncated', 'alpha/count', countAt, reason);
  }
  const end = part.offset + Math.min(count, part.remaining);
  return takeText(part, end, readCharacters(octets, part.offset, end, base, reading));
}

/** Records the octets of a text. */
function takeText(part: ByteReader, end: number, text: string): string {
  if (end === part.offset) return text;
  const start = part.skip(end - part.offset, 'alpha/text');
  part.trace?.leaf('text', text, start * 8, end * 8, SPEC);
  return text;
}

/** Characters of an octet each, or two with an escape. @param base what octets from 80 on count from, where they mean characters */
function readCharacters(octets: Uint8Array, start: number, end: number, base: number | undefined, reading: Reading): string {
  const { main, escaped } = findAlphabet();
  let text = '';
  for (let i = start; i < end; i++) {
    const octet = octets[i] as number;
    let unit: number | undefined;
    if (octet >= 0x80) unit = base === undefined ? undefined : base + (octet & 0x7f);
    else if (octet !== ESCAPE) unit = main[octet];
    else if (i + 1 < end && (octets[i + 1] as number) < 0x80) unit = escaped[octets[++i] as number] || undefined;
    if (unit === undefined || unit >= 0xffff || (unit & 0xf800) === 0xd800) {
      reading.fault('bad-value', 'alpha', i, `octet ${octet} means no character here`);
      unit = 0xfffd;
    }
    text += String.fromCharCode(unit);
  }
  return text;
}

/** Requires that a record has room for its fixed fields. @throws DecodeError `truncated`, `bad-value` */
export function alphaOctetsOf(reader: ByteReader, fixedOctets: number, field: string): number {
  const { remaining, offset } = reader;
  if (remaining < fixedOctets)
    throw new DecodeError('truncated', field, offset, `a record has ${fixedOctets} octets or more, found ${remaining}`);
  if (remaining > MAX_RECORD_OCTETS)
    throw new DecodeError('bad-value', field, offset, `a record has ${MAX_RECORD_OCTETS} octets at most, found ${remaining}`);
  return remaining - fixedOctets;
}

/** Octets of a record: its length is an octet (TS 51.011 section 6.4.2). */
export const MAX_RECORD_OCTETS = 255;
