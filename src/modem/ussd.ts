/**
 * Texts of supplementary services (USSD) as modems show them.
 *
 *   +CUSD: 1,"1 Balance\n2 Top up",15       text of the modem's character set
 *   +CUSD: 0,"C2303BEC9E83...",15           septets, packed, in hex: Huawei
 *   +CUSD: 0,"00420061006C...",72           UCS-2 in hex, and after AT+CSCS="UCS2" for every coding
 *
 * Source: 3GPP TS 27.007 section 7.15, TS 23.038 sections 5 and 6.1.2.3.
 * @module
 */
import { fromHex, toHex } from '../bytes/hex.js';
import { tryDecode } from '../bytes/try-decode.js';
import { DecodeError } from '../errors.js';
import { decodeGsm7, decodeUcs2, encodeGsm7, encodeUcs2, packSeptets, unpackSeptets } from '../text/index.js';
import { findWhole, splitValues, wholeValue } from './values.js';

/** What the network wants next, by the number that the modem gives. */
export const USSD_STATES = [
  'done',
  'asks',
  'ended by the network',
  'answered elsewhere',
  'not supported',
  'network timeout',
] as const;

/** What the network wants next: `asks` waits for an answer. */
export type UssdState = (typeof USSD_STATES)[number];

/** An answer of a service, or a message that it sends of its own accord. */
export interface UssdMessage {
  /** What the network wants next. */
  readonly state: UssdState;
  /** The text; undefined when there is none, and for 8-bit data. */
  readonly text?: string;
  /** The data coding scheme, when the modem gives it. */
  readonly dcs?: number;
  /** What the modem showed, between its quotation marks. */
  readonly shown: string;
}

/** How a request is written: as text, or as packed septets or UCS-2 in hex. */
export type UssdCoding = 'text' | 'packed' | 'ucs2';

/** Reads the values of +CUSD. @throws DecodeError `bad-value` or `truncated`, naming the value. */
export function readUssd(values: string): UssdMessage {
  // A text may hold quotation marks of its own: its end is the last one.
  const [, before = '', quoted, after = ''] = /^([^"]*),\s*"([\s\S]*)"([^"]*)$/.exec(values) ?? [];
  const plain = splitValues(values);
  const listed = quoted === undefined ? plain : [before.trim(), quoted, ...splitValues(after).slice(1)];
  const number = wholeValue(listed, 0, '+CUSD/m', 255);
  const state = USSD_STATES[number];
  if (state === undefined) throw new DecodeError('bad-value', '+CUSD/m', undefined, `${number} is not 0 to 5`);
  const shown = listed[1] ?? '';
  const dcs = findWhole(listed, 2, '+CUSD/dcs', 255);
  const text = readText(shown, dcs);
  return { state, ...(text !== undefined && { text }), ...(dcs !== undefined && { dcs }), shown };
}

/** The alphabet of a coding scheme of cell broadcast, which USSD shares (TS 23.038 section 5). */
function alphabetOf(dcs: number): 'gsm7' | 'ucs2' | '8bit' {
  const group = dcs >> 4;
  if (group === 1) return dcs === 0x11 ? 'ucs2' : 'gsm7';
  const isGeneral = (group >= 4 && group <= 7) || group === 9;
  if (isGeneral) return (['gsm7', '8bit', 'ucs2', 'gsm7'] as const)[(dcs >> 2) & 3] as 'gsm7' | 'ucs2' | '8bit';
  return group === 15 && (dcs & 4) !== 0 ? '8bit' : 'gsm7';
}

function readText(shown: string, dcs: number | undefined): string | undefined {
  if (shown === '') return undefined;
  const alphabet = alphabetOf(dcs ?? 15);
  const octets = /^(?:[0-9A-F]{2}){2,}$/i.test(shown) ? fromHex(shown) : undefined;
  if (octets === undefined) return alphabet === '8bit' ? undefined : shown;
  if (alphabet === '8bit') return undefined;
  if (alphabet === 'ucs2') return textOfUcs2(octets) ?? shown;
  // Digits alone are more likely a number than septets that look like one.
  if (/^\d+$/.test(shown) && !looksLikeUcs2(octets)) return shown;
  if (looksLikeUcs2(octets)) return textOfUcs2(octets) ?? shown;
  return textOfSeptets(octets) ?? shown;
}

/** Text of UCS-2, up to the filler that some modems leave behind it. */
function textOfUcs2(octets: Uint8Array): string | undefined {
  const text = tryDecode(() => decodeUcs2(octets.subarray(0, octets.length & ~1)));
  const end = text?.search(/[\0\uffff]/) ?? -1;
  return end < 0 ? text : text?.slice(0, end);
}

/** Whether every pair of octets is a character of one script: of a text in UCS-2 the high octets are few. */
function looksLikeUcs2(octets: Uint8Array): boolean {
  if (octets.length % 2 !== 0) return false;
  const highs = new Set<number>();
  for (let at = 0; at < octets.length; at += 2) highs.add(octets[at] as number);
  return highs.has(0) && highs.size <= 3;
}

const UNREADABLE = /[\0-\x08\x0b\x0c\x0e-\x1f]/;

/** Septets, packed; undefined when they make no text. */
function textOfSeptets(octets: Uint8Array): string | undefined {
  const count = Math.floor((octets.length * 8) / 7);
  const text = tryDecode(() => decodeGsm7(unpackSeptets(octets, count), { lenient: true }));
  // A CR fills the last octet where seven bits would be left over.
  const trimmed = text?.replace(/[@\r]$/, '');
  return trimmed === undefined || UNREADABLE.test(trimmed) ? undefined : trimmed;
}

/**
 * A request as the modem takes it between quotation marks.
 * @throws EncodeError `unencodable` for what is not of the default alphabet.
 */
export function writeUssd(text: string, coding: UssdCoding): string {
  if (coding === 'text') return text;
  if (coding === 'ucs2') return toHex(encodeUcs2(text));
  const septets = encodeGsm7(text);
  // Of eight septets, or seven octets, the last would be read as @: TS 23.038 section 6.1.2.3.1 wants a CR.
  return toHex(packSeptets(septets.length % 8 === 7 ? Uint8Array.of(...septets, 0x0d) : septets));
}
