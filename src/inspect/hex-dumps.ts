/**
 * Dumps of one file as hex over several lines: as xxd, hexdump, od -A x and network tools write them, each line with its offset; and digits
 * alone, wrapped like any text.
 *
 *   00000000: 8950 4e47 0d0a 1a0a 0000 000d 4948 4452  .PNG........IHDR
 *   00000000  89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  |.PNG........IHDR|
 *   0000000 5089 474e 0a0d 0a1a 0000 0d00 4849 5244              words, the low octet first
 * @module
 */

import { fromHex } from '../bytes/index.js';
import { joinOctets } from '../bytes/octets.js';
import { DEFAULT_LIMITS } from '../errors.js';
import type { Identification } from './formats.js';
import type { Opening } from './nested-payloads.js';
import { isHexListing, readHex } from './texts.js';

/** Octets in a line of a dump, at most. */
const MAX_LINE = 256;
/** Octets in the first one, at least. */
const MIN_LINE = 4;
/** Octets that a `*` may replace: those of a small file, and as many times those of the dump as a mostly empty file needs. */
const [FILLER, FILLER_PER_CHARACTER] = [4_096, 16];

interface DumpLine {
  /** As written. */
  readonly offset: number;
  readonly isColon: boolean;
  readonly rest: string;
}

/**
 * The octets of a dump with offsets. Undefined for any other text, and for a dump that does not begin at 0 or whose
 * offsets do not agree with its octets.
 * @param lines that are not blank.
 */
export function dumpedOctets(
  lines: readonly string[],
  maxOctets: number = DEFAULT_LIMITS.inspectOctets,
): Uint8Array | undefined {
  const first = dumpLine(lines[0] ?? '');
  if (first === undefined || first.offset !== 0 || first.rest === '') return undefined;
  // Of one line the colon or the column of characters tells: other words may be written in digits of hex.
  if (lines.length === 1 && !first.isColon && !first.rest.endsWith('|')) return undefined;
  const pieces: Uint8Array[] = [];
  let count = 0;
  // A `*` repeats the last line up to the next offset.
  let repeats = false;
  let filled = FILLER + FILLER_PER_CHARACTER * lines.reduce((sum, { length }) => sum + length, 0);
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '*') {
      repeats = true;
      continue;
    }
    const read = dumpLine(line);
    if (read === undefined) return undefined;
    const at = read.offset;
    if (at > maxOctets) return undefined;
    if (repeats) {
      const filler = pieces.at(-1);
      if (filler === undefined || filler.length === 0 || (at - count) % filler.length !== 0 || at < count) return undefined;
      // A few lines must not become a million octets: one text may hold a thousand such dumps.
      filled -= at - count;
      if (filled < 0) return undefined;
      for (; count < at; count += filler.length) pieces.push(filler);
      repeats = false;
    }
    if (at !== count) return undefined;
    // Only its offset: hexdump ends with the number of octets.
    if (read.rest === '') return i === lines.length - 1 ? joinOctets(pieces, count) : undefined;
    const next = dumpLine(lines[i + 1] ?? '');
    const wanted = next === undefined ? undefined : next.offset - read.offset;
    const octets = octetsOfLine(read, wanted !== undefined && wanted > 0 && wanted <= MAX_LINE ? wanted : undefined);
    if (octets === undefined || (i === 0 && octets.length < MIN_LINE)) return undefined;
    pieces.push(octets);
    count += octets.length;
    if (count > maxOctets) return undefined;
  }
  return repeats ? undefined : joinOctets(pieces, count);
}

function dumpLine(line: string): DumpLine | undefined {
  const [, digits, colon, rest = ''] = /^\s{0,8}(?:0x)?([0-9A-Fa-f]{4,16})(:?)(?:[ \t]{1,8}(\S.*)?)?$/.exec(line) ?? [];
  if (digits === undefined || colon === undefined) return undefined;
  const offset = Number.parseInt(digits, 16);
  return { offset, isColon: colon === ':', rest: rest.trimEnd() };
}

/** The octets of a line: groups of digits up to a gap, but for the one in the middle that some put there. What follows is their characters. */
function octetsOfLine(line: DumpLine, wanted: number | undefined): Uint8Array | undefined {
  return wordsOfLine(line, wanted) ?? singlesOfLine(line, wanted);
}

/**
 * The octets of a line of nothing but words of 16 bits, as hexdump writes them when it is asked for nothing: it runs on machines that put the low
 * octet first. xxd groups octets as well, and has a colon after its offset. An octet left over at the end is filled up with 0.
 */
function wordsOfLine({ rest, isColon }: DumpLine, wanted: number | undefined): Uint8Array | undefined {
  if (isColon || !/^[0-9A-Fa-f]{4}(?: [0-9A-Fa-f]{4})*$/.test(rest)) return undefined;
  const words = fromHex(rest.replaceAll(' ', ''));
  for (let i = 0; i < words.length; i += 2) words.subarray(i, i + 2).reverse();
  if (wanted === undefined || words.length === wanted) return words;
  return words.length === wanted + 1 && words[wanted] === 0 ? words.slice(0, wanted) : undefined;
}

function singlesOfLine({ rest, isColon }: DumpLine, wanted: number | undefined): Uint8Array | undefined {
  let digits = '';
  const groups = /([0-9A-Fa-f]{2,16})( *)/y;
  for (let match = groups.exec(rest); match !== null; match = groups.exec(rest)) {
    const [, group = '', gap = ''] = match;
    const after = rest[groups.lastIndex];
    if (group.length % 2 !== 0 || digits.length + group.length > 2 * (wanted ?? MAX_LINE)) break;
    // Digits that run into other characters are not hex.
    if (gap === '' && after !== undefined) break;
    digits += group;
    const isMiddle = !isColon && digits.length === 16 && group.length === 2 && gap.length === 2;
    if (digits.length === 2 * (wanted ?? -1) || (gap.length > 1 && !isMiddle)) break;
  }
  if (digits === '' || (wanted !== undefined && digits.length !== 2 * wanted)) return undefined;
  return fromHex(digits);
}

/** Digits of one line at which a wrapped text is taken for one; PDUs may be as long, but are not cut in the same place. */
const MIN_WIDTH = 16;

/**
 * The octets of lines of hex that are one file: all of one length but the last, and together more likely something than the first line alone.
 * Undefined for lines that are payloads of their own.
 */
function wrappedOctets(lines: readonly string[], identify: Opening['identify']): Uint8Array | undefined {
  if (lines.length < 2 || !isHexListing(lines)) return undefined;
  const all = lines.map((line) => readHex(line) as Uint8Array);
  const width = all[0]?.length ?? 0;
  const last = all.at(-1)?.length ?? 0;
  if (2 * width < MIN_WIDTH || last > width || all.some(({ length }, i) => length !== width && i < all.length - 1))
    return undefined;
  const whole = joinOctets(all, width * (all.length - 1) + last);
  const best = judgeReadings(identify(whole));
  // Cut, a file that begins with a mark is still known by it, but less surely.
  return best >= 0.9 && best > judgeReadings(identify(all[0] as Uint8Array)) ? whole : undefined;
}

function judgeReadings(readings: readonly Identification[]): number {
  return readings[0]?.confidence ?? 0;
}

/** The one file that lines hold: a dump, or wrapped digits. */
export function fileOfLines(lines: readonly string[], opening: Pick<Opening, 'identify'>): Uint8Array | undefined {
  return dumpedOctets(lines) ?? wrappedOctets(lines, (octets) => opening.identify(octets));
}
