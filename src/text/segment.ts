/**
 * How many messages a text needs, and where it is split.
 *
 *                    single   part of many, 8-bit reference   16-bit reference
 *   GSM 7-bit          160              153                        152   septets
 *   UCS-2               70               67                         66   UTF-16 units
 *
 * A part never ends between an escape and its code or inside a surrogate pair: it leaves one unit idle instead, so the count is not
 * ceil(units / limit). A grapheme (flag, family, letter with combining marks) is kept whole too where that costs no further part.
 * Source: 3GPP TS 23.040 section 9.2.3.24.1; TS 23.038 section 6.2.1.
 * @module
 */
import { checkChoice, requireFlag, requireList, requireText } from '../bytes/check.js';
import { pieceToScratch, SCRATCH_UNITS, utf8Scratch, utf8ToScratch, utf8Words, widthAtOctet } from '../bytes/scratch.js';
import { loneSurrogateIndex, unitAt } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';
import { type Alphabet, codeAtOctet, findAlphabet, hasShiftTable, NONE, notInAlphabet, type ShiftTables } from './alphabet.js';
import { graphemeStart } from './grapheme.js';
import { LANGUAGE_NAMES } from './gsm7-tables.js';
import {
  concatOctets,
  headerSeptets,
  MAX_PARTS,
  MAX_SEPTETS,
  TEXT_ENCODINGS,
  type TextEncoding,
  unitsAfterHeader,
} from './part-sizes.js';
import { replaceOutside } from './transliterate.js';
import { loneSurrogate } from './ucs2.js';

/** Options for splitting a text. */
export interface SegmentOptions extends ShiftTables {
  /** Forces an encoding; by default GSM 7-bit if it has all characters, otherwise UCS-2. */
  readonly encoding?: TextEncoding | undefined;
  /** Bits of the concatenation reference, 8 by default. */
  readonly concat?: 8 | 16 | undefined;
  /** Octets of other header elements in every message (IEI and IEDL included, UDHL not); 0 by default. */
  readonly headerOctets?: number | undefined;
  /** Replace characters outside GSM 7-bit by similar ones, if the whole text then fits GSM 7-bit (see `transliterate`); false by default. */
  readonly transliterate?: boolean | undefined;
}

/** The number of messages that a text takes, with its encoding and units. */
export interface SegmentCount {
  /** The encoding of the whole text. */
  readonly encoding: TextEncoding;
  /** Septets (GSM 7-bit) or UTF-16 units (UCS-2) of the whole text, without headers. */
  readonly units: number;
  /** The number of messages; an empty text takes one. More than 255 cannot be sent as one concatenated message. */
  readonly segments: number;
  /** Units that are free in the last message. Above 255 messages they are counted as if the text were split without regard to graphemes. */
  readonly unitsLeft: number;
  /** The first ten characters that GSM 7-bit lacks, with their indexes in the text; empty when it has them all. */
  readonly forcedBy: readonly { readonly index: number; readonly character: string }[];
}

/** The text of one message. */
export interface Segment {
  /** The text of this message. */
  readonly text: string;
  /** The encoding, the same for all messages of the text. */
  readonly encoding: TextEncoding;
  /** Septets (GSM 7-bit) or UTF-16 units (UCS-2) of this message, without the header. */
  readonly units: number;
}

const MAX_FORCED_BY = 10;

/**
 * Counts the messages that a text takes (TS 23.040 section 9.2.3.24.1 for concatenation), exactly as {@link segmentText} splits it.
 * @throws EncodeError `unencodable` with the index of a lone surrogate, or of a character that a forced `gsm7` lacks; `bad-value` naming the option.
 * @example
 * ```ts
 * import { countSegments } from 'handset/text';
 *
 * countSegments('Une leçon, ça va').encoding; // -> 'ucs2'
 * countSegments('x'.repeat(161)).segments; // -> 2
 * ```
 */
export function countSegments(text: string, options?: SegmentOptions): SegmentCount {
  requireText(text, 'text');
  const measure = measureText(text, options);
  const { encoding, units } = measure;
  const forcedBy = measure.outside < 0 ? NO_CHARACTERS : charactersOutside(measure);
  const single = singleLimit(encoding, options);
  if (units <= single) return { encoding, units, segments: 1, unitsLeft: single - units, forcedBy };
  const part = partLimit(encoding, options);
  const { segments, last } = cut(measure, part);
  return { encoding, units, segments, unitsLeft: part - last, forcedBy };
}

/**
 * Splits a text into the texts of messages: one if it fits, otherwise parts of a concatenated message, shorter by the concatenation header.
 * @returns the parts in order; joined they give the text back (with `transliterate`: the replaced text). An empty text gives one empty part.
 * @throws EncodeError as {@link countSegments}, and `too-long` for more than 255 parts.
 * @example
 * ```ts
 * import { segmentText } from 'handset/text';
 *
 * segmentText(`${'x'.repeat(152)}€${'x'.repeat(152)}`).map(({ units }) => units); // -> [152, 153, 1]
 * ```
 */
export function segmentText(text: string, options?: SegmentOptions): Segment[] {
  requireText(text, 'text');
  const measure = measureText(text, options);
  if (!isSingle(measure, options)) return cutSegments(measure, options);
  return [{ text: measure.text, encoding: measure.encoding, units: measure.units }];
}

/** Whether a measured text fits in one message; if so there is no need to cut it. */
export function isSingle({ encoding, units }: Measure, options: SegmentOptions | undefined): boolean {
  return units <= singleLimit(encoding, options);
}

/** The parts of a measured text that needs several. @throws EncodeError `too-long` when there would be more than 255. */
export function cutSegments(measure: Measure, options: SegmentOptions | undefined): Segment[] {
  const { encoding, text } = measure;
  const cuts = cutParts(measure, options);
  const parts = new Array<Segment>(cuts.length / 2);
  for (let i = 0, start = 0; i < cuts.length; i += 2) {
    const end = cuts[i] as number;
    parts[i / 2] = { text: text.slice(start, end), encoding, units: cuts[i + 1] as number };
    start = end;
  }
  return parts;
}

/**
 * Where the parts of a measured text end that needs several, each end with the septets or units of its part.
 * @throws EncodeError `too-long` when there would be more than 255.
 */
export function cutParts(measure: Measure, options: SegmentOptions | undefined): readonly number[] {
  const parts: number[] = [];
  const { segments } = cut(measure, partLimit(measure.encoding, options), parts);
  if (segments > MAX_PARTS) {
    throw new EncodeError('too-long', 'text', undefined, `needs ${segments} parts, limit is ${MAX_PARTS}`);
  }
  return parts;
}

/** Octets of the user data header, UDHL included; 0 when there is none. UCS-2 text needs no shift elements. */
export function headerLength(
  options: SegmentOptions | undefined,
  concatenated: boolean,
  encoding: TextEncoding = 'gsm7',
): number {
  if (options === undefined) return concatenated ? PLAIN_HEADER : 0;
  let octets = options.headerOctets ?? 0;
  if (!Number.isInteger(octets) || octets < 0) {
    throw EncodeError.badValue('headerOctets', `${octets} is not a count of octets`);
  }
  if (encoding === 'gsm7') {
    if (options.locking) octets += 3;
    if (options.single) octets += 3;
  }
  if (concatenated) octets += concatOctets(options.concat);
  return octets === 0 ? 0 : octets + 1;
}

/** Octets of a header that says nothing but which part this is. */
const PLAIN_HEADER = concatOctets(undefined) + 1;

/**
 * Chooses the pair of national tables (TS 23.038 section 6.2.1.2) that carries a text in the fewest messages, then in the fewest septets, headers
 * included; the default tables when they are as good. Nothing else in this package chooses tables by itself: networks and older handsets may ignore
 * the shift elements and show wrong letters.
 * @param languages the national language identifiers to try, all by default; unknown ones are ignored.
 * @returns options for {@link segmentText}; undefined when no pair can carry the text.
 * @example
 * ```ts
 * import { chooseShiftTables, countSegments } from 'handset/text';
 *
 * const text = 'Şişede balığın göbeği';
 * countSegments(text).encoding; // -> 'ucs2'
 * countSegments(text, chooseShiftTables(text)).encoding; // -> 'gsm7'
 * ```
 */
export function chooseShiftTables(text: string, languages?: readonly number[]): ShiftTables | undefined {
  requireText(text, 'text');
  if (languages !== undefined) requireList(languages, 'languages');
  const allowed = languages ?? Object.keys(LANGUAGE_NAMES).map(Number);
  const locking = [0, ...allowed.filter((id) => hasShiftTable('locking', id))];
  const single = [0, ...allowed.filter((id) => hasShiftTable('single', id))];
  let best: { tables: ShiftTables; segments: number; septets: number } | undefined;
  for (const l of locking) {
    for (const s of single) {
      const tables = { ...(l > 0 && { locking: l }), ...(s > 0 && { single: s }) };
      if (measureGsm7(text, findAlphabet(tables), MAX_SEPTETS).outside >= 0) continue;
      const { segments, units } = countSegments(text, { ...tables, encoding: 'gsm7' });
      const header = headerSeptets(headerLength(tables, segments > 1));
      const septets = units + segments * header;
      if (best === undefined || segments < best.segments || (segments === best.segments && septets < best.septets)) {
        best = { tables, segments, septets };
      }
    }
  }
  return best?.tables;
}

/** A text, and what one pass over it tells. */
export interface Measure {
  /** As it will be carried. */
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Index of the first character that has no septet, -1 when there is none. */
  readonly outside: number;
  readonly units: number;
  readonly codes: Uint16Array;
  /** GSM 7-bit: the ends of the full parts, each with its septets, when every part is filled as far as it goes ... */
  readonly cuts: readonly number[];
  /** ... and the septets after the last of them. */
  readonly rest: number;
}

const NO_CHARACTERS: SegmentCount['forcedBy'] = [];
const NO_CUTS: readonly number[] = [];

/** Chooses the alphabet and counts. @throws EncodeError as {@link countSegments}. */
export function measureText(source: string, options: SegmentOptions | undefined): Measure {
  const encoding = options?.encoding;
  if (encoding !== undefined) checkChoice(encoding, 'encoding', TEXT_ENCODINGS);
  requireFlag(options?.transliterate, 'transliterate');
  const text = options?.transliterate === true ? replaced(source, options) : source;
  const alphabet = findAlphabet(options);
  const limit = Math.max(2, unitsAfterHeader('gsm7', headerLength(options, true)));
  let outside: number;
  if (showsOutside(text, alphabet.codes)) outside = firstOutside(text, alphabet.codes);
  else {
    const measure = measureGsm7(text, alphabet, limit);
    outside = measure.outside;
    if (outside < 0 && encoding !== 'ucs2') return measure;
  }
  if (outside >= 0 && encoding === 'gsm7') throw notInAlphabet(text, outside);
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw loneSurrogate(lone);
  return { text, encoding: 'ucs2', outside, units: text.length, codes: alphabet.codes, cuts: NO_CUTS, rest: 0 };
}

/** Counts the septets of a text, and cuts it, in one pass; with a character outside the tables only its index is of use. */
function measureGsm7(text: string, alphabet: Alphabet, limit: number): Measure {
  const { codes, ascii } = alphabet;
  const length = text.length;
  const octets = utf8Scratch();
  let cuts: number[] | undefined;
  let index = 0;
  let units = 0;
  let used = 0;
  for (let from = 0; from < length; from += SCRATCH_UNITS) {
    const end = length <= SCRATCH_UNITS ? utf8ToScratch(text) : pieceToScratch(text, from, from + SCRATCH_UNITS);
    for (let i = 0; i < end; ) {
      // A run of ASCII characters of the main table takes a septet each.
      const start = i;
      i = endOfRun(octets, ascii, start, end);
      let run = i - start;
      units += run;
      for (; used + run > limit; used = 0) {
        index += limit - used;
        run -= limit - used;
        cuts ??= [];
        cuts.push(index, limit);
      }
      used += run;
      index += run;
      if (i === end) break;

      const code = codeAtOctet(octets, i, codes);
      if (code === NONE) return without(text, index, codes);
      i += widthAtOctet(octets, i);
      const cost = code < 0x80 ? 1 : 2;
      units += cost;
      if (used + cost > limit) {
        cuts ??= [];
        cuts.push(index, used);
        used = 0;
      }
      used += cost;
      index++;
    }
  }
  return { text, encoding: 'gsm7', outside: -1, units, codes, cuts: cuts ?? NO_CUTS, rest: used };
}

/** Whether the first, the middle or the last unit is outside the tables, as in most texts for UCS-2; false does not say that none is. */
function showsOutside(text: string, codes: Uint16Array): boolean {
  const length = text.length;
  if (length === 0) return false;
  if (isOutside(unitAt(text, 0), codes) || isOutside(unitAt(text, length >> 1), codes)) return true;
  return isOutside(unitAt(text, length - 1), codes);
}

/** Index of the first unit outside the tables, which there has to be. */
function firstOutside(text: string, codes: Uint16Array): number {
  let index = 0;
  while (!isOutside(unitAt(text, index), codes)) index++;
  return index;
}

function isOutside(unit: number, codes: Uint16Array): boolean {
  return unit >= codes.length || codes[unit] === NONE;
}

/** The run is looked through eight at a time: a text of 500 characters is counted in three quarters of the time that single octets take. */
function endOfRun(octets: Uint8Array, ascii: Uint8Array, start: number, end: number): number {
  const words = utf8Words();
  let i = start;
  for (; i + 8 <= end; i += 8) {
    const first = words.getInt32(i, true);
    const second = words.getInt32(i + 4, true);
    const a = (ascii[first & 255] as number) | (ascii[(first >> 8) & 255] as number);
    const b = (ascii[(first >> 16) & 255] as number) | (ascii[first >>> 24] as number);
    const c = (ascii[second & 255] as number) | (ascii[(second >> 8) & 255] as number);
    const d = (ascii[(second >> 16) & 255] as number) | (ascii[second >>> 24] as number);
    if ((a | b | c | d) >= 0x80) break;
  }
  while (i < end && (ascii[octets[i] as number] as number) < 0x80) i++;
  return i;
}

function without(text: string, outside: number, codes: Uint16Array): Measure {
  return { text, encoding: 'gsm7', outside, units: 0, codes, cuts: NO_CUTS, rest: 0 };
}

function charactersOutside({ text, codes, outside }: Measure): SegmentCount['forcedBy'] {
  const length = text.length;
  // All of its space at once: an array that grows is copied.
  const found = new Array<{ index: number; character: string }>(MAX_FORCED_BY);
  let count = 0;
  for (let i = outside; i < length && count < MAX_FORCED_BY; i++) {
    const unit = unitAt(text, i);
    if (!isOutside(unit, codes)) continue;
    const index = i;
    const character = (unit & 0xfc00) === 0xd800 ? text.slice(i, ++i + 1) : String.fromCharCode(unit);
    found[count++] = { index, character };
  }
  if (count < MAX_FORCED_BY) found.length = count;
  return found;
}

function singleLimit(encoding: TextEncoding, options: SegmentOptions | undefined): number {
  return unitsAfterHeader(encoding, headerLength(options, false, encoding));
}

function partLimit(encoding: TextEncoding, options: SegmentOptions | undefined): number {
  const limit = unitsAfterHeader(encoding, headerLength(options, true, encoding));
  // A pair has to fit, or a part could stay empty for ever.
  if (limit < 2) throw new EncodeError('too-long', 'headerOctets', undefined, 'leaves no room for text');
  return limit;
}

/**
 * Cuts a text that needs several parts: how many there are, and the units of the last one.
 *
 * Filling every part as far as it goes gives the fewest parts. Only when one of those cuts falls inside a grapheme the text is cut once
 * more, now before the grapheme wherever the rest still fits in the parts that are left.
 * @param parts gets the end of each part and its units, unless there are more than can be sent
 */
function cut(measure: Measure, limit: number, parts?: number[]): { segments: number; last: number } {
  const { text, encoding, cuts } = measure;
  const length = text.length;
  let segments = 0;
  let last = measure.rest;
  let cutsGrapheme = false;
  if (encoding === 'gsm7') {
    segments = cuts.length / 2 + 1;
    for (let i = 0, start = 0; i < cuts.length && !cutsGrapheme; i += 2) {
      const end = cuts[i] as number;
      cutsGrapheme = graphemeStart(text, start, end) !== end;
      parts?.push(end, cuts[i + 1] as number);
      start = end;
    }
    parts?.push(length, last);
  } else {
    for (let start = 0; start < length; segments++) {
      const end = endOfUnits(text, length, start, limit);
      cutsGrapheme ||= end < length && graphemeStart(text, start, end) !== end;
      last = end - start;
      parts?.push(end, last);
      start = end;
    }
  }
  // Beyond what can be sent, where the cuts fall does not matter.
  if (!cutsGrapheme || segments > MAX_PARTS) return { segments, last };

  if (parts !== undefined) parts.length = 0;
  for (let start = 0, partsLeft = segments - 1; start < length; partsLeft--) {
    let end = fillPart(measure, start, limit);
    const whole = end < length ? graphemeStart(text, start, end) : end;
    if (whole > start && whole < end && fitsInto(partsLeft, measure, whole, limit)) end = whole;
    last = unitsBetween(measure, start, end);
    parts?.push(end, last);
    start = end;
  }
  return { segments, last };
}

/** Whether the text from `start` on fits into so many parts. */
function fitsInto(parts: number, measure: Measure, start: number, limit: number): boolean {
  const { length } = measure.text;
  let at = start;
  for (let i = 0; i < parts && at < length; i++) at = fillPart(measure, at, limit);
  return at >= length;
}

/** Takes as many characters as fit in `limit` units, and returns where they end. */
function fillPart({ text, encoding, codes }: Measure, start: number, limit: number): number {
  const length = text.length;
  if (encoding === 'ucs2') return endOfUnits(text, length, start, limit);
  let units = 0;
  let end = start;
  for (; end < length; end++) {
    units += (codes[unitAt(text, end)] as number) < 0x80 ? 1 : 2;
    if (units > limit) break;
  }
  return end;
}

function endOfUnits(text: string, length: number, start: number, limit: number): number {
  const end = start + limit;
  if (end >= length) return length;
  return (unitAt(text, end) & 0xfc00) === 0xdc00 ? end - 1 : end;
}

function unitsBetween({ text, encoding, codes }: Measure, start: number, end: number): number {
  if (encoding === 'ucs2') return end - start;
  let units = 0;
  for (let i = start; i < end; i++) units += (codes[unitAt(text, i)] as number) < 0x80 ? 1 : 2;
  return units;
}

function replaced(text: string, options: SegmentOptions): string {
  const alphabet = findAlphabet(options);
  if (measureGsm7(text, alphabet, MAX_SEPTETS).outside < 0) return text;
  const candidate = replaceOutside(text, alphabet.codes);
  return measureGsm7(candidate, alphabet, MAX_SEPTETS).outside < 0 ? candidate : text;
}
