/**
 * TP-UDL and TP-UD: an optional header, then text or octets.
 *
 *   TP-UDL | [ UDH | fill bits ] | text or data
 *
 * TP-UDL counts septets for GSM 7-bit, the header's octets included as ceil(8h / 7) septets, and octets for everything else. GSM 7-bit
 * text begins at the next septet border after the header, counted from the start of TP-UD.
 * Source: 3GPP TS 23.040 sections 9.2.3.16 and 9.2.3.24.
 * @module
 */
import { requireList, requireText } from '../bytes/check.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { loneSurrogateIndex, unitAt } from '../bytes/utf16.js';
import { DecodeError, EncodeError } from '../errors.js';
import { type Alphabet, findAlphabet, hasShiftTable, type ShiftTables } from '../text/alphabet.js';
import { packText, traceText, unpackText } from '../text/packed-text.js';
import { headerSeptets, MAX_SEPTETS, MAX_USER_DATA } from '../text/part-sizes.js';
import { faultLoneSurrogate, faultOddOctet, loneSurrogate, readUcs2, writeUnits } from '../text/ucs2.js';
import { alphabetOfDcs, describeDcs } from './dcs.js';
import { findConcat, type InformationElement } from './information-element.js';
import { readUdh, writeUdh } from './udh.js';

/**
 * The content of TP-UD (TS 23.040 section 9.2.3.24): `text` for GSM 7-bit and UCS-2, `data` for 8-bit and compressed data. Exactly one is present.
 */
export interface UserData {
  /** Elements of the user data header, in order; empty when TP-UDHI is not set. */
  readonly udh: InformationElement[];
  /** The text, if TP-DCS names a text coding. */
  readonly text?: string;
  /** The octets after the header, if TP-DCS names another coding. */
  readonly data?: Uint8Array;
}

/** The content of TP-UD to write: `text` if TP-DCS names a text coding, otherwise `data`. With the header it takes at most 140 octets. */
export interface UserDataInput {
  /** Elements of the user data header; none by default. */
  readonly udh?: readonly InformationElement[] | undefined;
  /** The text, if TP-DCS names a text coding. */
  readonly text?: string | undefined;
  /** The octets after the header, if TP-DCS names another coding. */
  readonly data?: Uint8Array | undefined;
}

/** Whether there is a header. @throws TypeError for what is not a list of elements */
export function hasElements({ udh }: UserDataInput): boolean {
  if (udh === undefined) return false;
  requireList(udh, 'udh');
  return udh.length > 0;
}

/** The tables that the shift elements of a header select; of several the last one holds, and one that names no table changes nothing. */
export function findShiftTables(udh: readonly InformationElement[]): ShiftTables {
  let locking: number | undefined;
  let single: number | undefined;
  for (const element of udh) {
    if (element.kind === 'lockingShift' && hasShiftTable('locking', element.language)) locking = element.language;
    if (element.kind === 'singleShift' && hasShiftTable('single', element.language)) single = element.language;
  }
  return { locking: locking || undefined, single: single || undefined };
}

/** The alphabet that the shift elements of a header select (TS 23.038 section 6.2.1.2). */
export function alphabetOfUdh(udh: readonly InformationElement[]): Alphabet {
  return findAlphabet(findShiftTables(udh));
}

/**
 * Writes TP-UDL and TP-UD and returns where they end.
 * @throws EncodeError `too-long` past 140 octets, `unencodable` with the index in the text, `bad-value` for text where the coding is 8-bit
 * or data where it is text.
 */
export function writeUserData(input: UserDataInput, tpDcs: number, target: Uint8Array, start: number): number {
  const { text, data } = input;
  const udh = input.udh ?? NO_ELEMENTS;
  const coding = alphabetOfDcs(tpDcs);
  let at = start + 1;
  let headerOctets = 0;
  if (udh.length > 0) {
    at = writeUdh(udh, target, at);
    headerOctets = at - start - 1;
    if (headerOctets > MAX_USER_DATA) throw tooLong('udh', headerOctets);
  }

  if (coding === '8bit') {
    if (data === undefined || text !== undefined) throw wrongContent('data', tpDcs);
    requireOctets(data, 'data');
    const octets = headerOctets + data.length;
    if (octets > MAX_USER_DATA) throw tooLong('data', octets);
    target.set(data, at);
    target[start] = octets;
    return at + data.length;
  }

  if (text === undefined || data !== undefined) throw wrongContent('text', tpDcs);
  requireText(text, 'text');
  return writeText(text, coding, udh, headerOctets, target, start);
}

/**
 * Writes TP-UDL, and a text after the header `udh`, which is written already and takes `headerOctets`; returns where the text ends.
 * @throws EncodeError `too-long` past 140 octets, `unencodable` with the index in the text.
 */
export function writeText(
  text: string,
  coding: 'gsm7' | 'ucs2',
  udh: readonly InformationElement[],
  headerOctets: number,
  target: Uint8Array,
  start: number,
): number {
  const at = start + 1 + headerOctets;
  // Halves of a pair at the border of a part come from senders that cut there; they are carried as they came.
  const isPart = udh.length > 0 && (findConcat(udh)?.total ?? 1) > 1;
  if (coding === 'ucs2') {
    const octets = headerOctets + 2 * text.length;
    if (octets > MAX_USER_DATA) throw tooLong('text', octets);
    const all = writeUnits(text, target, at);
    const lone = (all & 0xd800) === 0xd800 ? loneSurrogateInside(text, isPart) : -1;
    if (lone >= 0) throw loneSurrogate(lone);
    target[start] = octets;
    return start + 1 + octets;
  }

  const before = headerSeptets(headerOctets);
  const fillBits = before * 7 - headerOctets * 8;
  const alphabet = udh.length === 0 ? findAlphabet() : alphabetOfUdh(udh);
  const septets = before + packText(text, alphabet, target, at, fillBits, MAX_SEPTETS - before, isPart);
  target[start] = septets;
  return start + 1 + Math.ceil((septets * 7) / 8);
}

const NO_ELEMENTS: readonly InformationElement[] = [];

/** Reads TP-UDL and TP-UD. @throws DecodeError `truncated`, `bad-value` */
export function readUserData(reader: ByteReader, tpDcs: number, hasHeader: boolean, reading: Reading): UserData {
  const coding = alphabetOfDcs(tpDcs);
  const lengthAt = reader.offset;
  const tpUdl = reader.u8('TP-UDL', '23.040 9.2.3.16');
  if (reader.trace !== undefined) reader.trace.mean(`${tpUdl} ${coding === 'gsm7' ? 'septets' : 'octets'}`);
  const most = coding === 'gsm7' ? MAX_SEPTETS : MAX_USER_DATA;
  if (tpUdl > most) reading.fault('bad-value', 'TP-UDL', lengthAt, `${tpUdl} is over ${most}`);
  return coding === 'gsm7'
    ? readSeptets(reader, tpUdl, hasHeader, reading)
    : readOctets(reader, tpUdl, coding, hasHeader, reading);
}

function readOctets(
  reader: ByteReader,
  tpUdl: number,
  coding: '8bit' | 'ucs2',
  hasHeader: boolean,
  reading: Reading,
): UserData {
  const { trace } = reader;
  if (trace !== undefined && tpUdl > 0) reader.open('TP-UD', '23.040 9.2.3.24');
  const body = reader.subToCut(tpUdl, 'TP-UD');
  const isCut = body.remaining < tpUdl;
  const udh = hasHeader ? readUdh(body).elements : [];
  const start = body.offset;
  let result: UserData;
  if (coding === '8bit') {
    const data = copyOctets(body.octets.subarray(start, body.end));
    if (trace !== undefined && body.remaining > 0) body.take(body.remaining, 'data');
    result = { udh, data };
  } else {
    const isOdd = body.remaining % 2 !== 0;
    if (isOdd && !isCut) faultOddOctet(reading, body.end - 1);
    const text = readUcs2(body.octets, start, body.remaining >> 1);
    const lone = loneSurrogateInside(text, isCut || (findConcat(udh)?.total ?? 1) > 1);
    if (lone >= 0) faultLoneSurrogate(reading, start + 2 * lone);
    if (trace !== undefined) traceUcs2(body, text, isOdd);
    result = { udh, text };
  }
  if (trace !== undefined && tpUdl > 0) trace.close(body.end * 8);
  return result;
}

function traceUcs2(body: ByteReader, text: string, isOdd: boolean): void {
  const trace = body.trace;
  if (trace === undefined || body.remaining === 0) return;
  const spec = '23.038 6.2.3';
  if (text !== '') {
    trace.open('text', body.offset * 8, spec);
    trace.groupValue(text);
    let bit = body.offset * 8;
    for (const character of text) {
      trace.leaf('character', character.codePointAt(0) as number, bit, bit + 16 * character.length, spec);
      trace.mean(JSON.stringify(character));
      bit += 16 * character.length;
    }
    trace.close(bit);
  }
  if (isOdd) trace.leaf('odd octet', body.octets[body.end - 1], body.end * 8 - 8, body.end * 8);
}

function readSeptets(reader: ByteReader, tpUdl: number, hasHeader: boolean, reading: Reading): UserData {
  const { trace } = reader;
  const start = reader.offset;
  const octets = Math.ceil((tpUdl * 7) / 8);
  if (!hasHeader && trace === undefined) {
    reader.skip(octets, 'TP-UD');
    return { udh: [], text: unpackText(reader.octets, start, 0, tpUdl, findAlphabet(), reading) };
  }
  if (trace !== undefined && octets > 0) reader.open('TP-UD', '23.040 9.2.3.24');
  let udh: InformationElement[] = [];
  let headerOctets = 0;
  if (hasHeader) {
    const header = readUdh(new ByteReader(reader.octets, trace, start, Math.min(reader.end, start + octets)));
    udh = header.elements;
    headerOctets = header.lengthOctets;
  }
  const before = headerSeptets(headerOctets);
  if (before > tpUdl) {
    throw new DecodeError('bad-value', 'TP-UDL', start - 1, `${tpUdl} septets, the header alone takes ${before}`);
  }
  const fillBits = before * 7 - headerOctets * 8;
  // A header without text may leave out the octet that would hold fill bits only; both forms are in use.
  const length = tpUdl === before && reader.remaining < octets ? headerOctets : octets;
  const textStart = start + headerOctets;
  const end = trace === undefined ? reader.skip(length, 'TP-UD') + length : reader.subToCut(length, 'TP-UD').end;
  const isCut = end < start + length;
  // Of a cut text, the septets that are there.
  const septets = isCut ? Math.max(0, Math.floor(((end - textStart) * 8 - fillBits) / 7)) : tpUdl - before;
  const alphabet = alphabetOfUdh(udh);
  const isSplit = isCut || (findConcat(udh)?.total ?? 1) > 1;
  const text = unpackText(reader.octets, textStart, fillBits, septets, alphabet, reading, isSplit);
  if (trace !== undefined && end > start) {
    const endBit = end * 8;
    const textBit = textStart * 8 + fillBits;
    const textEnd = textBit + 7 * septets;
    const hasFill = fillBits > 0 && textStart < end;
    if (hasFill) trace.leaf('fill bits', undefined, textStart * 8, textBit, '23.040 9.2.3.24', 'lsb');
    if (septets > 0) {
      trace.open('text', textBit, '23.038 6.1.2.1', 'lsb');
      trace.groupValue(text);
      traceText(trace, reader.octets, textStart, fillBits, septets, alphabet);
      trace.close(textEnd);
    }
    const idle = hasFill || septets > 0 ? textEnd : endBit;
    if (idle < endBit) trace.leaf(isCut ? 'undecoded' : 'fill bits', undefined, idle, endBit, '23.038 6.1.2.1', 'lsb');
    trace.close(endBit);
  }
  return { udh, text };
}

/** Index of a surrogate without its other half; in a part of a message the first and the last unit may lack it. */
function loneSurrogateInside(text: string, isPart: boolean): number {
  if (!isPart) return loneSurrogateIndex(text);
  const from = (unitAt(text, 0) & 0xfc00) === 0xdc00 ? 1 : 0;
  const to = text.length - ((unitAt(text, text.length - 1) & 0xfc00) === 0xd800 ? 1 : 0);
  const lone = loneSurrogateIndex(text.slice(from, to));
  return lone < 0 ? -1 : lone + from;
}

function tooLong(field: string, octets: number): EncodeError {
  return new EncodeError('too-long', field, undefined, `${octets} octets of user data, at most ${MAX_USER_DATA}`);
}

function wrongContent(wanted: 'text' | 'data', tpDcs: number): EncodeError {
  const octet = tpDcs.toString(16).toUpperCase().padStart(2, '0');
  return EncodeError.badValue(wanted, `TP-DCS ${octet} (${describeDcs(tpDcs)}) takes ${wanted} only`);
}
