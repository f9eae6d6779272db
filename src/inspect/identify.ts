/**
 * What a blob is: every reading that holds, the likeliest first, each with its reason.
 *
 * Nothing here has a magic number worth the name but the ringtone, so the readers themselves are asked: a strict reading that ends exactly
 * where the octets end is strong evidence for a TPDU.
 * @module
 */
import { decodeUtf8, fromHex } from '../bytes/index.js';
import { DEFAULT_LIMITS, FormatError, LimitError, type Limits } from '../errors.js';
import { PORTS } from '../message/index.js';
import { decodeNokiaSong, parseRtttl } from '../ringtone/index.js';
import { type Direction, decodeTpdu, decodeUdh, formatAddress, portsOf, type Tpdu } from '../sms/index.js';

/**
 * The formats known here. `tpdu` is bare, `pdu` has a service centre's address in front, as modems show it; `mo` comes from the handset,
 * `mt` goes to it. `hex` and `at` are text that holds PDUs, a line each.
 */
export const FORMATS = [
  'tpdu-mo',
  'tpdu-mt',
  'pdu-mo',
  'pdu-mt',
  'udh',
  'nokia-ringtone',
  'rtttl',
  'sckl',
  'at',
  'hex',
  'text',
] as const;

export type Format = (typeof FORMATS)[number];

/** One reading of a blob. */
export interface Identification {
  readonly format: Format;
  /** 0 to 1: how much speaks for it. */
  readonly confidence: number;
  readonly reason: string;
}

/** How to read the four forms of a TPDU. */
export const TPDU_FORMS: Readonly<Record<string, { readonly direction: Direction; readonly smsc: boolean }>> = {
  'tpdu-mo': { direction: 'MO', smsc: false },
  'tpdu-mt': { direction: 'MT', smsc: false },
  'pdu-mo': { direction: 'MO', smsc: true },
  'pdu-mt': { direction: 'MT', smsc: true },
};

/**
 * All readings that hold, the likeliest first; none for octets that nothing here can read.
 * @param limits another value for `inspectOctets` of DEFAULT_LIMITS.
 * @throws LimitError past `inspectOctets`.
 */
export function identify(octets: Uint8Array, limits?: Partial<Limits>): Identification[] {
  checkSize(octets, limits);
  const found = [...identifyText(octets), ...identifyRingtone(octets), ...identifyTpdus(octets), ...identifyUdh(octets)];
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** @throws LimitError past `inspectOctets`. */
export function checkSize(octets: Uint8Array, limits: Partial<Limits> | undefined): void {
  const most = limits?.inspectOctets ?? DEFAULT_LIMITS.inspectOctets;
  if (octets.length > most) {
    throw new LimitError('limit-exceeded', 'input', undefined, `${octets.length} octets, at most ${most}`);
  }
}

/** The text of octets that are printable UTF-8; undefined for everything else. */
export function textOf(octets: Uint8Array): string | undefined {
  if (octets.length === 0) return undefined;
  let text: string;
  try {
    text = decodeUtf8(octets);
  } catch {
    return undefined;
  }
  return /[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]/.test(text) ? undefined : text;
}

/** Hex digits of a line: pairs, blanks between them allowed; undefined when it is something else. */
export function hexOf(line: string): Uint8Array | undefined {
  const digits = line.replace(/[\s\x1a]+/g, '');
  return digits.length > 0 && digits.length % 2 === 0 && /^[0-9A-Fa-f]+$/.test(digits) ? fromHex(digits) : undefined;
}

/** The lines of a text that are not blank. */
function linesOf(text: string): string[] {
  return text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
}

function isHexListing(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.every((line) => hexOf(line) !== undefined);
}

/** Whether the octets are text of nothing but hex, a line each. */
export function holdHexLines(octets: Uint8Array): boolean {
  const text = textOf(octets);
  return text !== undefined && isHexListing(linesOf(text));
}

function identifyText(octets: Uint8Array): Identification[] {
  const text = textOf(octets);
  if (text === undefined) return [];
  const found: Identification[] = [{ format: 'text', confidence: 0.2, reason: 'printable UTF-8' }];
  const lines = linesOf(text);
  if (isHexListing(lines)) {
    // Digits alone may also be a telephone number or a count.
    const confidence = /[A-Fa-f]/.test(text) || text.length > 20 ? 0.95 : 0.5;
    found.push({ format: 'hex', confidence, reason: `${lines.length} line${lines.length === 1 ? '' : 's'} of hex` });
  }
  if (lines.some((line) => /^[ \t]*(?:>[ \t]*)?(?:AT)?\+C(?:MGS|MGW|MGR|MGL|MT|DS)\b/i.test(line))) {
    found.push({ format: 'at', confidence: 0.96, reason: 'AT commands or answers' });
  }
  if (text.startsWith('//SCKL')) found.push({ format: 'sckl', confidence: 0.99, reason: 'begins with //SCKL' });
  if (text.length <= DEFAULT_LIMITS.tuneCharacters && /^[^:]*:[^:]*:/.test(text)) found.push(...identifyRtttl(text));
  return found;
}

function identifyRtttl(text: string): Identification[] {
  try {
    let hasUnknownKeys = false;
    const tune = parseRtttl(text, { onIssue: ({ code }) => (hasUnknownKeys ||= code === 'unknown-key') });
    // Readers ignore keys they do not know, so that any text with two colons and a few letters would pass.
    return [{ format: 'rtttl', confidence: hasUnknownKeys ? 0.15 : 0.97, reason: `a tune of ${tune.notes.length} notes` }];
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  try {
    let issues = 0;
    const tune = parseRtttl(text, { lenient: true, onIssue: () => issues++ });
    const share = tune.notes.length / (tune.notes.length + issues);
    if (tune.notes.length < 2 || share < 0.5) return [];
    return [{ format: 'rtttl', confidence: 0.8 * share, reason: `a tune of ${tune.notes.length} notes with ${issues} faults` }];
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

function identifyRingtone(octets: Uint8Array): Identification[] {
  // Two command parts, ringing tone programming, sound: the 3A has the first bit of the song type in it.
  // With a title in UCS-2 there are three, and unicode stands before sound.
  const begins = startsWith(octets, [0x02, 0x4a, 0x3a]) || startsWith(octets, [0x03, 0x4a, 0x44, 0x3a]);
  if (!begins) return [];
  const read = attempt(() => decodeNokiaSong(octets, { lenient: octets[0] === 0x03 }));
  return read === undefined
    ? [{ format: 'nokia-ringtone', confidence: 0.7, reason: 'begins as a ringing tone, but cannot be read to the end' }]
    : [{ format: 'nokia-ringtone', confidence: 0.99, reason: 'a whole ringing tone programming command' }];
}

function startsWith(octets: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((octet, i) => octets[i] === octet);
}

function identifyTpdus(octets: Uint8Array): Identification[] {
  const found: Identification[] = [];
  for (const [format, { direction, smsc }] of Object.entries(TPDU_FORMS)) {
    try {
      const tpdu = decodeTpdu(octets, { direction, smsc });
      found.push({ format: format as Format, confidence: plausibility(tpdu, smsc), reason: describe(tpdu, smsc) });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      // Past the address and the two octets behind it there is more than chance in it: a message cut short or damaged.
      const read = (error.offset ?? 0) / octets.length;
      if ((error.offset ?? 0) < 8) continue;
      found.push({ format: format as Format, confidence: 0.1 + 0.2 * read, reason: `damaged: ${error.message}` });
    }
  }
  return found;
}

/** The short reports fit many octet strings; whole messages with a sound address hardly fit by chance. */
function plausibility(tpdu: Tpdu, hasPrefix: boolean): number {
  const base = { 'SMS-SUBMIT': 0.9, 'SMS-DELIVER': 0.92, 'SMS-STATUS-REPORT': 0.9 }[tpdu.type as string] ?? 0.3;
  const address = addressOf(tpdu);
  if (address === undefined) return base;
  let confidence = base;
  if ('digits' in address ? address.digits.length < 3 : address.text.length < 2) confidence -= 0.25;
  if (address.ton > 1 && address.ton !== 5) confidence -= 0.1;
  if (address.npi > 1) confidence -= 0.2;
  if (hasPrefix && tpdu.smsc !== undefined && tpdu.smsc.ton > 2) confidence -= 0.3;
  return Math.max(0.05, confidence);
}

function addressOf(tpdu: Tpdu) {
  if ('tpDa' in tpdu) return tpdu.tpDa;
  if ('tpOa' in tpdu) return tpdu.tpOa;
  return 'tpRa' in tpdu ? tpdu.tpRa : undefined;
}

function describe(tpdu: Tpdu, hasPrefix: boolean): string {
  const address = addressOf(tpdu);
  const way = 'tpOa' in tpdu ? 'from' : 'to';
  const centre = hasPrefix
    ? `, service centre ${tpdu.smsc === undefined ? 'stored in the modem' : formatAddress(tpdu.smsc)}`
    : '';
  return `${tpdu.type}${address === undefined ? '' : ` ${way} ${formatAddress(address)}`}${centre}`;
}

function identifyUdh(octets: Uint8Array): Identification[] {
  const header = octets.length > 2 ? attempt(() => decodeUdh(octets)) : undefined;
  if (header === undefined || header.elements.length === 0) return [];
  if (header.elements.every(({ kind }) => kind === 'raw')) return [];
  const rest = octets.length - header.lengthOctets;
  const count = `${header.elements.length} header element${header.elements.length === 1 ? '' : 's'}`;
  if (rest === 0) return [{ format: 'udh', confidence: 0.85, reason: count }];
  const payload = identifyRingtone(octets.subarray(header.lengthOctets))[0];
  const isRingtone = payload !== undefined && portsOf(header.elements)?.destination === PORTS.ringtone;
  return [{ format: 'udh', confidence: isRingtone ? 0.95 : 0.4, reason: `${count}, then ${rest} octets of user data` }];
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
