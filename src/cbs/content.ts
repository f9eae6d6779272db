/**
 * What pages of cell broadcast and strings of USSD hold: a text, perhaps after its language, or octets.
 *
 *   GSM 7-bit            septets, packed; CRs fill a page, and the seven bits that a string of USSD may leave over
 *   GSM 7-bit, DCS 10    two letters of the language and CR, then the text
 *   UCS-2, DCS 11        the two letters as packed septets in two octets, then the text
 *
 * Source: 3GPP TS 23.038 sections 5 and 6.1.2.2 to 6.1.2.3.
 * @module
 */
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import type { Trace } from '../bytes/trace.js';
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';
import { ESCAPE, findAlphabet } from '../text/alphabet.js';
import { encodeGsm7 } from '../text/gsm7.js';
import { traceText, unpackText } from '../text/packed-text.js';
import { packSeptets } from '../text/septets.js';
import { encodeUcs2, faultLoneSurrogate, faultOddOctet, readUcs2 } from '../text/ucs2.js';
import { alphabetOfCbsDcs, type CbsAlphabet, decodeCbsDcs } from './dcs.js';

/** A text or octets, whichever the data coding scheme names. */
export interface CbsContent {
  /** The text, if the data coding scheme names a text coding. */
  readonly text?: string | undefined;
  /** ISO 639 code of the language, two letters, if the data coding scheme or the beginning of the text names it. */
  readonly language?: string | undefined;
  /** The octets, if the data coding scheme names another coding: 8-bit data, compressed text, data with a header. */
  readonly data?: Uint8Array | undefined;
}

/** What fills the end: the rest of a page, or the seven bits that would be read as `@` at the end of a string of USSD. */
export type Padding = 'page' | 'ussd';

const CR = 0x0d;
/** Fillers of pages in UCS-2: CR, octets of CR, and zeros. */
const UCS2_FILLERS = '\r\0\u0d0d';
const LETTERS = /^[A-Za-z]{2}$/;

/** The language that a data coding scheme names by itself. */
export function languageOfDcs(dcs: number): string | undefined {
  const scheme = decodeCbsDcs(dcs);
  return scheme.group === 'language' ? scheme.language : undefined;
}

function hasPreface(dcs: number): boolean {
  return decodeCbsDcs(dcs).group === 'preface';
}

/** Reads what is left of a cursor. */
export function readContent(body: ByteReader, dcs: number, reading: Reading, padding: Padding): CbsContent {
  const alphabet = alphabetOfCbsDcs(dcs);
  if (alphabet === '8bit') {
    const data = copyOctets(body.octets.subarray(body.offset, body.end));
    if (data.length > 0) body.take(data.length, 'data');
    return { data };
  }
  const said = alphabet === 'gsm7' ? readSeptets(body, dcs, reading, padding) : readUnits(body, dcs, reading, padding);
  const language = said.language ?? languageOfDcs(dcs);
  return language === undefined ? { text: said.text } : { text: said.text, language };
}

function readSeptets(body: ByteReader, dcs: number, reading: Reading, padding: Padding): CbsContent {
  const { octets, offset: start, end, trace } = body;
  const whole = Math.floor(((end - start) * 8) / 7);
  let count = whole;
  // ESC and CR are one character, which is none of the padding.
  const endsInPadding = () =>
    count > 0 && septetAt(octets, start, count - 1) === CR && (count < 2 || septetAt(octets, start, count - 2) !== ESCAPE);
  if (padding === 'page') while (endsInPadding()) count--;
  else if ((end - start) % 7 === 0 && endsInPadding()) count--;
  body.skip(end - start, 'text');
  const language = hasPreface(dcs) ? readPreface(octets, start, count, reading) : undefined;
  const before = language === undefined ? 0 : Math.min(PREFACE_SEPTETS, count);
  const [at, bit] = [start + ((7 * before) >> 3), (7 * before) & 7];
  const text = unpackText(octets, at, bit, count - before, findAlphabet(), reading);
  if (trace !== undefined) {
    const septet = (index: number) => start * 8 + 7 * index;
    if (before > 0) trace.leaf('language', language, septet(0), septet(before), '23.038 5', 'lsb');
    if (count > before) {
      trace.open('text', septet(before), '23.038 6.1.2.2', 'lsb');
      trace.groupValue(text);
      traceText(trace, octets, at, bit, count - before, findAlphabet());
      trace.close(septet(count));
    }
    if (count < whole) trace.leaf('padding', undefined, septet(count), septet(whole), '23.038 6.1.2.2', 'lsb');
    if (septet(whole) < end * 8) trace.leaf('fill bits', undefined, septet(whole), end * 8, '23.038 6.1.2.2', 'lsb');
  }
  return { text, language };
}

/** Two letters and CR. */
const PREFACE_SEPTETS = 3;

/** The language before a text of septets; its CR may be one of those that fill the page. */
function readPreface(octets: Uint8Array, start: number, count: number, reading: Reading): string | undefined {
  const septet = (index: number) => (index < count ? septetAt(octets, start, index) : CR);
  const language = String.fromCharCode(septet(0), septet(1));
  if (LETTERS.test(language) && septet(2) === CR) return language;
  reading.fault('bad-value', 'language', start, 'the text does not begin with two letters and CR');
  return undefined;
}

function readUnits(body: ByteReader, dcs: number, reading: Reading, padding: Padding): CbsContent {
  const { octets, end, trace } = body;
  let language: string | undefined;
  if (hasPreface(dcs) && body.remaining >= 2) {
    const at = body.skip(2, 'language');
    const letters = String.fromCharCode(septetAt(octets, at, 0), septetAt(octets, at, 1));
    if (LETTERS.test(letters)) language = letters;
    else reading.fault('bad-value', 'language', at, 'the text does not begin with two letters');
    if (trace !== undefined) {
      trace.leaf('language', language, at * 8, at * 8 + 14, '23.038 5', 'lsb');
      trace.leaf('fill bits', undefined, at * 8 + 14, at * 8 + 16, '23.038 5', 'lsb');
    }
  } else if (hasPreface(dcs)) reading.fault('bad-value', 'language', body.offset, 'the text does not begin with two letters');
  const start = body.offset;
  const isOdd = body.remaining % 2 !== 0;
  if (isOdd) faultOddOctet(reading, end - 1);
  const all = readUcs2(octets, start, body.remaining >> 1);
  let { length } = all;
  if (padding === 'page') while (endsInFiller(all.charAt(length - 1), 'ucs2')) length--;
  const text = all.slice(0, length);
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) faultLoneSurrogate(reading, start + 2 * lone);
  body.skip(body.remaining, 'text');
  if (trace !== undefined) traceUnits(trace, start, end, text, all.length - text.length);
  return { text, language };
}

function traceUnits(trace: Trace, start: number, end: number, text: string, padding: number): void {
  const spec = '23.038 6.2.3';
  let bit = start * 8;
  if (text !== '') {
    trace.open('text', bit, spec);
    trace.groupValue(text);
    for (const character of text) {
      trace.leaf('character', character.codePointAt(0) as number, bit, bit + 16 * character.length, spec);
      trace.mean(JSON.stringify(character));
      bit += 16 * character.length;
    }
    trace.close(bit);
  }
  if (padding > 0) trace.leaf('padding', undefined, bit, bit + 16 * padding, spec);
  bit += 16 * padding;
  if (bit < end * 8) trace.leaf('odd octet', undefined, bit, end * 8);
}

/** A septet of those that begin at an octet; its bits are there. */
function septetAt(octets: Uint8Array, start: number, index: number): number {
  const bit = 7 * index;
  const at = start + (bit >> 3);
  return (((octets[at] as number) | ((octets[at + 1] ?? 0) << 8)) >> (bit & 7)) & 0x7f;
}

// ---- writing ----

/** Octets of a content, at most `most` of them, and no padding but the one that a string of USSD needs. @throws EncodeError */
export function encodeContent(content: CbsContent, dcs: number, most: number, padding: Padding): Uint8Array {
  const alphabet = checkContent(content, dcs);
  const { text = '', language, data } = content;
  const octets = alphabet === '8bit' ? copyOctets(data as Uint8Array) : encodeText(text, language, alphabet, dcs, padding);
  if (octets.length <= most) return octets;
  throw new EncodeError(
    'too-long',
    alphabet === '8bit' ? 'data' : 'text',
    undefined,
    `${octets.length} octets, limit is ${most}`,
  );
}

function encodeText(
  text: string,
  language: string | undefined,
  alphabet: 'gsm7' | 'ucs2',
  dcs: number,
  padding: Padding,
): Uint8Array {
  const letters = hasPreface(dcs) ? (language as string) : '';
  if (padding === 'page' && endsInFiller(text, alphabet))
    throw EncodeError.badValue('text', 'ends in a character that fills pages');
  if (alphabet === 'ucs2') {
    const units = encodeUcs2(text);
    if (letters === '') return units;
    const octets = new Uint8Array(2 + units.length);
    octets.set(packSeptets(encodeGsm7(letters)));
    octets.set(units, 2);
    return octets;
  }
  const septets = [...encodeGsm7(letters === '' ? '' : `${letters}\r`), ...encodeGsm7(text)];
  if (padding === 'ussd') {
    const { length } = septets;
    // What ends with an octet ends in a CR that is taken off: of a text with one, that needs another.
    if (length % 8 === 7 || (length % 8 === 0 && septets[length - 1] === CR)) septets.push(CR);
  }
  return packSeptets(Uint8Array.from(septets));
}

/** Writes a content into a page, and fills the rest of it. @returns octets of the content */
export function writePageContent(content: CbsContent, dcs: number, target: Uint8Array, at: number, room: number): number {
  const octets = encodeContent(content, dcs, room, 'page');
  target.set(octets, at);
  const alphabet = alphabetOfCbsDcs(dcs);
  const end = at + room;
  if (alphabet === 'gsm7') {
    const septets = countSeptets(content, dcs);
    for (let i = septets; 7 * (i + 1) <= 8 * room; i++) putSeptet(target, at, i, CR);
  } else if (alphabet === 'ucs2') {
    for (let i = at + octets.length + 1; i < end; i += 2) target[i] = CR;
  }
  return octets.length;
}

function putSeptet(target: Uint8Array, start: number, index: number, septet: number): void {
  const at = start + ((7 * index) >> 3);
  const shifted = septet << ((7 * index) & 7);
  target[at] = (target[at] as number) | (shifted & 0xff);
  if (shifted > 0xff) target[at + 1] = shifted >> 8;
}

function countSeptets({ text }: CbsContent, dcs: number): number {
  return encodeGsm7(text as string).length + (hasPreface(dcs) ? PREFACE_SEPTETS : 0);
}

/** The parts of a content that pages of some octets hold: as many characters in each as there is room for. @throws EncodeError `too-long` */
export function splitContent(content: CbsContent, dcs: number, room: number, mostPages: number): CbsContent[] {
  const alphabet = checkContent(content, dcs);
  const { text = '', language, data } = content;
  const parts: CbsContent[] = [];
  const add = (part: CbsContent) => {
    if (parts.length === mostPages)
      throw new EncodeError('too-long', data === undefined ? 'text' : 'data', undefined, `takes more than ${mostPages} pages`);
    parts.push(language === undefined ? part : { ...part, language });
  };
  if (data !== undefined) {
    for (let at = 0; at === 0 || at < data.length; at += room) add({ data: data.subarray(at, at + room) });
    return parts;
  }
  if (endsInFiller(text, alphabet)) throw EncodeError.badValue('text', 'ends in a character that fills pages');
  // Names the character that cannot be written by its index in the whole text.
  if (alphabet === 'gsm7') encodeGsm7(text);
  else encodeUcs2(text);
  const most = roomFor(alphabet, dcs, room);
  for (let at = 0; at === 0 || at < text.length; ) {
    const end = findEnd(text, at, most, alphabet);
    add({ text: text.slice(at, end) });
    at = end;
    if (text === '') break;
  }
  return parts;
}

/** Septets or units of UCS-2 that a page of some octets has for text. */
function roomFor(alphabet: CbsAlphabet, dcs: number, room: number): number {
  const isPreceded = hasPreface(dcs);
  if (alphabet === 'ucs2') return (room >> 1) - (isPreceded ? 1 : 0);
  return Math.floor((room * 8) / 7) - (isPreceded ? PREFACE_SEPTETS : 0);
}

/** Where the page ends that begins at a character. */
function findEnd(text: string, from: number, most: number, alphabet: CbsAlphabet): number {
  let [used, end, at] = [0, from, from];
  while (at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    used += alphabet === 'ucs2' ? character.length : encodeGsm7(character).length;
    if (used > most) break;
    at += character.length;
    if (!isFiller(character, alphabet)) end = at;
  }
  if (end === from && text !== '') throw EncodeError.badValue('text', 'has a page of characters that fill pages');
  return end;
}

function isFiller(character: string, alphabet: CbsAlphabet): boolean {
  return character === '\r' || (alphabet === 'ucs2' && UCS2_FILLERS.includes(character));
}

function endsInFiller(text: string, alphabet: CbsAlphabet): boolean {
  return text !== '' && isFiller(text.charAt(text.length - 1), alphabet);
}

/** @returns the alphabet @throws EncodeError `bad-value` for a text in a coding of data, and the other way round, and for a wrong language. */
function checkContent({ text, language, data }: CbsContent, dcs: number): CbsAlphabet {
  if ((dcs & 0xff) !== dcs) throw EncodeError.badValue('dcs', `${dcs} is not 0 to 255`);
  const alphabet = alphabetOfCbsDcs(dcs);
  if (alphabet === '8bit') {
    if (text !== undefined) throw EncodeError.badValue('text', 'the data coding scheme is one of data');
    requireOctets(data, 'data');
  } else {
    if (data !== undefined) throw EncodeError.badValue('data', 'the data coding scheme is one of text');
    if (typeof text !== 'string') throw new TypeError('text is a string');
  }
  if (hasPreface(dcs)) {
    if (language === undefined || !LETTERS.test(language))
      throw EncodeError.badValue('language', `${quote(language)} is not two letters`);
  } else if (language !== undefined && language !== languageOfDcs(dcs)) {
    throw EncodeError.badValue('language', `${quote(language)} is not what the data coding scheme says`);
  }
  return alphabet;
}
