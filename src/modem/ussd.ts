/**
 * Texts of supplementary services (USSD) as modems show them.
 *
 *   +CUSD: 1,"1 Balance\n2 Top up",15       text of the modem's character set
 *   +CUSD: 0,"C2303BEC9E83...",15           septets, packed, in hex: Huawei
 *   +CUSD: 0,"00420061006C...",72           UCS-2 in hex, and after AT+CSCS="UCS2" for every coding
 *   +CUSD: 1,"536973612070...",0            characters in hex, after AT+CSCS="HEX"
 *
 * Source: 3GPP TS 27.007 section 7.15, TS 23.038 sections 5 and 6.1.2.3.
 * @module
 */
import { checkChoice, checkInteger, requireObject } from '../bytes/check.js';
import { fromHex, toHex } from '../bytes/hex.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { u16be } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { tryDecode } from '../bytes/try-decode.js';
import { languageOfDcs } from '../cbs/content.js';
import { alphabetOfCbsDcs, decodeUssdString, encodeUssdString } from '../cbs/index.js';
import { DecodeError } from '../errors.js';
import { encodeUcs2 } from '../text/ucs2.js';
import { findName, findWhole, splitValues, wholeValue } from './values.js';

/** GSM 7-bit, language not specified: what a modem means that gives no data coding scheme. */
const DEFAULT_DCS = 15;

/** The states of a USSD dialogue, indexed by the number from the modem (TS 27.007 section 7.15). */
export const USSD_STATES = [
  'done',
  'asks',
  'ended by the network',
  'answered elsewhere',
  'not supported',
  'network timeout',
] as const;

/** The state of a USSD dialogue: `asks` means that the network waits for an answer. */
export type UssdState = (typeof USSD_STATES)[number];

/** A USSD message of the network: an answer, or one that it sends unasked. */
export interface UssdMessage {
  /** The state of the dialogue. */
  readonly state: UssdState;
  /** The text; undefined without a text, and for 8-bit data. */
  readonly text?: string;
  /** ISO 639 code of the text's language, if the coding scheme or the text has it. */
  readonly language?: string;
  /** The data coding scheme, 0 to 255, if the modem gives it. */
  readonly dcs?: number;
  /** The text between the quotation marks in the modem's line, verbatim. */
  readonly shown: string;
}

/** The coding of a request: text, packed septets in hex, or UCS-2 in hex. */
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
  return { state, ...readText(shown, dcs), ...(dcs !== undefined && { dcs }), shown };
}

/** A text, and its language where the coding scheme or the text names it. */
type Said = Pick<UssdMessage, 'text' | 'language'>;

function readText(shown: string, dcs: number | undefined): Said {
  if (shown === '') return {};
  const alphabet = alphabetOfCbsDcs(dcs ?? DEFAULT_DCS);
  if (alphabet === '8bit') return {};
  const octets = /^(?:[0-9A-F]{2}){2,}$/i.test(shown) ? fromHex(shown) : undefined;
  const asShown = { text: shown, ...languageOf(dcs) };
  if (octets === undefined) return asShown;
  if (alphabet === 'ucs2') return textOfUcs2(octets, dcs) ?? asShown;
  // Digits alone are more likely a number than septets that look like one.
  if (/^\d+$/.test(shown) && !looksLikeUcs2(octets)) return asShown;
  if (looksLikeUcs2(octets)) return textOfUcs2(octets) ?? asShown;
  return textOfCharacters(octets) ?? textOfSeptets(octets, dcs) ?? asShown;
}

function languageOf(dcs: number | undefined): Said {
  const language = dcs === undefined ? undefined : languageOfDcs(dcs);
  return language === undefined ? {} : { language };
}

const UCS2_DCS = 72;

/** Text of UCS-2, up to the filler that some modems leave after it. Its language comes first where the network and the modem leave it there. */
function textOfUcs2(octets: Uint8Array, dcs = UCS2_DCS): Said | undefined {
  const even = octets.subarray(0, octets.length & ~1);
  const filler = firstFiller(even);
  const whole = even.subarray(0, filler < 0 ? even.length : filler);
  const said = readString(whole, dcs);
  return said?.language === undefined ? readString(whole, UCS2_DCS) : said;
}

/** A text of octets, of any length: of what is in hex, a modem may have put one coding into another. */
function readString(octets: Uint8Array, dcs: number): Said | undefined {
  const { text, language } = tryDecode(() => decodeUssdString(octets, dcs, { lenient: true })) ?? {};
  return text === undefined ? undefined : { text, ...(language !== undefined && { language }) };
}

/** Where a unit of 0000 or FFFF is; -1 for none. */
function firstFiller(octets: Uint8Array): number {
  for (let at = 0; at < octets.length; at += 2) {
    const unit = u16be(octets, at);
    if (unit === 0 || unit === 0xffff) return at;
  }
  return -1;
}

/** Whether every pair of octets is a character of one script: of a text in UCS-2 the high octets are few. */
function looksLikeUcs2(octets: Uint8Array): boolean {
  if (octets.length % 2 !== 0) return false;
  const highs = new Set<number>();
  for (let at = 0; at < octets.length; at += 2) highs.add(octets[at] as number);
  return highs.has(0) && highs.size <= 3;
}

/** Octets of which so many are printable are characters: of as many octets of septets some have their highest bit. */
const MIN_CHARACTERS = 8;

/** Text of a modem whose character set is HEX: an octet a character. */
function textOfCharacters(octets: Uint8Array): Said | undefined {
  const isText = octets.every((octet) => (octet >= 0x20 && octet < 0x7f) || octet === 0x0a || octet === 0x0d);
  return isText && octets.length >= MIN_CHARACTERS ? { text: decodeLatin1(octets) } : undefined;
}

const UNREADABLE = /[\0-\x08\x0b\x0c\x0e-\x1f]/;

/** Septets, packed; undefined when they make no text. */
function textOfSeptets(octets: Uint8Array, dcs = DEFAULT_DCS): Said | undefined {
  const said = readString(octets, dcs);
  if (said?.text === undefined) return undefined;
  // Where seven bits are left over, some write zeros in place of CR.
  const text = octets.length % 7 === 0 ? said.text.replace(/@$/, '') : said.text;
  return UNREADABLE.test(text) ? undefined : { ...said, text };
}

/**
 * A request as the modem takes it between quotation marks.
 * @throws EncodeError `unencodable` for what is not of the default alphabet.
 */
export function writeUssd(text: string, coding: UssdCoding): string {
  if (coding === 'text') return text;
  return toHex(coding === 'ucs2' ? encodeUcs2(text) : encodeUssdString({ text }, DEFAULT_DCS));
}

/**
 * Formats the `+CUSD` line in which a modem shows a USSD message, for scripted modems in tests (TS 27.007 section 7.15).
 *
 * ```ts
 * formatUssdLine({ state: 'asks', text: '1 Balance' }); // +CUSD: 1,"1 Balance",15
 * ```
 * @throws EncodeError `bad-value` for another state; `unencodable`, `too-long` in the codings of octets.
 */
export function formatUssdLine(message: Pick<UssdMessage, 'state' | 'text' | 'dcs'>, coding: UssdCoding = 'text'): string {
  requireObject(message, 'message');
  const { state, text, dcs = coding === 'ucs2' ? UCS2_DCS : DEFAULT_DCS } = message;
  checkChoice(state, 'state', USSD_STATES);
  const number = USSD_STATES.indexOf(state);
  if (text === undefined) return `+CUSD: ${number}`;
  checkInteger(dcs, 'dcs', 0, 255);
  return `+CUSD: ${number},"${writeUssd(text, coding)}",${dcs}`;
}

/** Reads a `+CUSD` line (TS 27.007 section 7.15). @throws DecodeError `bad-value` or `truncated`, naming the value. */
export function parseUssdLine(line: string): UssdMessage {
  const found = findName(line);
  if (found?.name !== '+CUSD') throw new DecodeError('bad-value', '+CUSD', 0, `${quote(line)} does not begin with +CUSD:`);
  return readUssd(found.values);
}
