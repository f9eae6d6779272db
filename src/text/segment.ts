/**
 * How many messages a text takes, and where it is cut.
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
import { EncodeError } from '../errors.js';
import { type Alphabet, alphabetOf, hasShiftTable, notInAlphabet, type ShiftTables } from './gsm7.js';
import { LANGUAGE_NAMES } from './gsm7-tables.js';
import { transliterate } from './transliterate.js';
import { loneSurrogate } from './ucs2.js';

/** The alphabets a text message can be in. */
export type TextEncoding = 'gsm7' | 'ucs2';

/** How a text is to be carried. */
export interface SegmentOptions extends ShiftTables {
  /** Force an alphabet; by default GSM 7-bit where the text allows, else UCS-2. */
  readonly encoding?: TextEncoding | undefined;
  /** Bits of the concatenation reference, 8 by default. */
  readonly concat?: 8 | 16 | undefined;
  /** Octets of further header elements that stand in every part (IEI and IEDL included, UDHL not). */
  readonly headerOctets?: number | undefined;
  /** Put look-alikes in place of characters outside GSM 7-bit, when that makes the whole text encodable (see `transliterate`). */
  readonly transliterate?: boolean | undefined;
}

/** What a text costs. */
export interface SegmentCount {
  readonly encoding: TextEncoding;
  /** Septets or UTF-16 units of the whole text. */
  readonly units: number;
  /** Messages; an empty text takes one. May exceed 255, which cannot be sent as one concatenated message. */
  readonly segments: number;
  /** Units still free in the last message. */
  readonly unitsLeft: number;
  /** The first ten characters that GSM 7-bit lacks; empty when it has them all. */
  readonly forcedBy: readonly { readonly index: number; readonly character: string }[];
}

/** One message's worth of a text. */
export interface Segment {
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Septets or UTF-16 units. */
  readonly units: number;
}

/** Parts of a concatenated message at most: the total is one octet. */
export const MAX_PARTS = 255;

const MAX_FORCED_BY = 10;

/**
 * Counts the messages that a text takes, exactly as {@link segmentText} cuts it.
 * @throws EncodeError `unencodable` with the index of a lone surrogate, or of a character that a forced `gsm7` lacks.
 */
export function countSegments(text: string, options?: SegmentOptions): SegmentCount {
  const carried = options?.transliterate === true ? replaced(text, options) : text;
  const measure = measureText(carried, options);
  const { encoding, units, forcedBy } = measure;
  const single = singleLimit(encoding, options);
  if (units <= single) return { encoding, units, segments: 1, unitsLeft: single - units, forcedBy };
  const part = partLimit(encoding, options);
  const { segments, last } = cut(carried, measure, part);
  return { encoding, units, segments, unitsLeft: part - last, forcedBy };
}

/**
 * Cuts a text into messages.
 * @returns the parts in order; joined they give the text back (with `transliterate`: the replaced text). An empty text gives one empty part.
 * @throws EncodeError as {@link countSegments}, and `too-long` when there would be more than 255 parts.
 */
export function segmentText(text: string, options?: SegmentOptions): Segment[] {
  const carried = options?.transliterate === true ? replaced(text, options) : text;
  const measure = measureText(carried, options);
  const { encoding, units } = measure;
  if (units <= singleLimit(encoding, options)) return [{ text: carried, encoding, units }];
  const parts: Segment[] = [];
  const { segments } = cut(carried, measure, partLimit(encoding, options), (start, end, partUnits) => {
    if (parts.length < MAX_PARTS) parts.push({ text: carried.slice(start, end), encoding, units: partUnits });
  });
  if (segments > MAX_PARTS) {
    throw new EncodeError('too-long', 'text', undefined, `takes ${segments} parts, more than ${MAX_PARTS}`);
  }
  return parts;
}

/** Octets of the user data header, UDHL included; 0 when there is none. UCS-2 text needs no shift elements. */
export function headerLength(
  options: SegmentOptions | undefined,
  concatenated: boolean,
  encoding: TextEncoding = 'gsm7',
): number {
  let octets = options?.headerOctets ?? 0;
  if (encoding === 'gsm7') {
    if (options?.locking) octets += 3;
    if (options?.single) octets += 3;
  }
  if (concatenated) octets += options?.concat === 16 ? 6 : 5;
  return octets === 0 ? 0 : octets + 1;
}

/**
 * The pair of national tables that carries a text in the fewest parts, then the fewest septets; plain GSM 7-bit when that is as good.
 * Opt-in by design: networks and older handsets may ignore the shift elements and show wrong letters.
 * @param languages the identifiers to try, all by default.
 * @returns undefined when no pair can carry the text.
 */
export function chooseShiftTables(text: string, languages?: readonly number[]): ShiftTables | undefined {
  const allowed = languages ?? Object.keys(LANGUAGE_NAMES).map(Number);
  const locking = [0, ...allowed.filter((id) => hasShiftTable('locking', id))];
  const single = [0, ...allowed.filter((id) => hasShiftTable('single', id))];
  let best: { tables: ShiftTables; segments: number; units: number } | undefined;
  for (const l of locking) {
    for (const s of single) {
      const tables = { ...(l > 0 && { locking: l }), ...(s > 0 && { single: s }) };
      const units = septetsOf(text, alphabetOf(tables));
      if (units < 0) continue;
      const { segments } = countSegments(text, { ...tables, encoding: 'gsm7' });
      if (best === undefined || segments < best.segments || (segments === best.segments && units < best.units)) {
        best = { tables, segments, units };
      }
    }
  }
  return best?.tables;
}

interface Measure {
  readonly encoding: TextEncoding;
  readonly units: number;
  readonly forcedBy: readonly { readonly index: number; readonly character: string }[];
  /** Whether a unit pair (escape and code, or surrogates) occurs, so that a cut can fall inside one. */
  readonly hasPairs: boolean;
  readonly codes: Uint16Array;
}

const NO_CHARACTERS: SegmentCount['forcedBy'] = [];

function measureText(text: string, options: SegmentOptions | undefined): Measure {
  const { codes } = alphabetOf(options);
  const length = text.length;
  let units = length;
  let index = 0;
  for (; index < length; index++) {
    const unit = text.charCodeAt(index);
    const code = unit < codes.length ? (codes[unit] as number) : 0xffff;
    if (code < 0x80) continue;
    if (code === 0xffff) break;
    units++;
  }
  if (index === length && options?.encoding !== 'ucs2') {
    return { encoding: 'gsm7', units, forcedBy: NO_CHARACTERS, hasPairs: units > length, codes };
  }
  if (index < length && options?.encoding === 'gsm7') throw notInAlphabet(text, index);

  const forcedBy: { index: number; character: string }[] = [];
  let hasPairs = false;
  for (; index < length; index++) {
    const unit = text.charCodeAt(index);
    const isHigh = (unit & 0xf800) === 0xd800;
    if (isHigh) {
      if (unit >= 0xdc00 || (text.charCodeAt(index + 1) & 0xfc00) !== 0xdc00) throw loneSurrogate(index);
      hasPairs = true;
    }
    if (forcedBy.length < MAX_FORCED_BY && (unit >= codes.length || codes[unit] === 0xffff)) {
      forcedBy.push({ index, character: isHigh ? text.slice(index, index + 2) : (text[index] as string) });
    }
    if (isHigh) index++;
  }
  return { encoding: 'ucs2', units: length, forcedBy, hasPairs, codes };
}

function singleLimit(encoding: TextEncoding, options: SegmentOptions | undefined): number {
  return unitsBehind(encoding, headerLength(options, false, encoding));
}

function partLimit(encoding: TextEncoding, options: SegmentOptions | undefined): number {
  const limit = unitsBehind(encoding, headerLength(options, true, encoding));
  // A pair has to fit, or a part could stay empty for ever.
  if (limit < 2) throw new EncodeError('too-long', 'headerOctets', undefined, 'leaves no room for text');
  return limit;
}

function unitsBehind(encoding: TextEncoding, headerOctets: number): number {
  return encoding === 'gsm7' ? 160 - Math.ceil((headerOctets * 8) / 7) : (140 - headerOctets) >> 1;
}

type OnPart = (start: number, end: number, units: number) => void;

/**
 * Cuts a text that needs several parts: how many there are, and the units of the last one.
 *
 * Filling every part as far as it goes gives the fewest parts. Only when one of those cuts falls inside a grapheme the text is cut once
 * more, now before the grapheme wherever the rest still fits in the parts that are left.
 */
function cut(text: string, measure: Measure, limit: number, onPart?: OnPart): { segments: number; last: number } {
  let segments = 0;
  let last = 0;
  let cutsGrapheme = false;
  for (let start = 0; start < text.length; segments++) {
    const { end, units } = fillPart(text, start, measure, limit);
    cutsGrapheme ||= graphemeStart(text, start, end) !== end;
    last = units;
    start = end;
  }
  if (!cutsGrapheme && onPart === undefined) return { segments, last };

  let partsLeft = segments;
  for (let start = 0; start < text.length; ) {
    partsLeft--;
    let { end, units } = fillPart(text, start, measure, limit);
    const whole = cutsGrapheme ? graphemeStart(text, start, end) : end;
    if (whole > start && whole < end && fitsInto(partsLeft, text, whole, measure, limit)) {
      end = whole;
      units = unitsBetween(text, start, end, measure);
    }
    onPart?.(start, end, units);
    last = units;
    start = end;
  }
  return { segments, last };
}

/** Whether the text from `start` on fits into so many parts. */
function fitsInto(parts: number, text: string, start: number, measure: Measure, limit: number): boolean {
  let at = start;
  for (let i = 0; i < parts && at < text.length; i++) at = fillPart(text, at, measure, limit).end;
  return at >= text.length;
}

/** Takes as many characters as fit in `limit` units. */
function fillPart(text: string, start: number, measure: Measure, limit: number): { end: number; units: number } {
  if (measure.encoding === 'gsm7' && !measure.hasPairs) {
    const end = Math.min(start + limit, text.length);
    return { end, units: end - start };
  }
  if (measure.encoding === 'ucs2') {
    let end = Math.min(start + limit, text.length);
    if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end--;
    return { end, units: end - start };
  }
  const { codes } = measure;
  let units = 0;
  let end = start;
  for (; end < text.length; end++) {
    const cost = (codes[text.charCodeAt(end)] as number) < 0x80 ? 1 : 2;
    if (units + cost > limit) break;
    units += cost;
  }
  return { end, units };
}

function unitsBetween(text: string, start: number, end: number, measure: Measure): number {
  if (measure.encoding === 'ucs2') return end - start;
  let units = 0;
  for (let i = start; i < end; i++) units += (measure.codes[text.charCodeAt(i)] as number) < 0x80 ? 1 : 2;
  return units;
}

let segmenter: Intl.Segmenter | undefined;

/** Start of the grapheme that `index` falls into; `index` itself when it is a border (a cut between CR and LF counts as one). */
function graphemeStart(text: string, start: number, index: number): number {
  if (index >= text.length) return index;
  if (isPlainLetter(text.charCodeAt(index)) && isPlainLetter(text.charCodeAt(index - 1))) return index;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const window = text.slice(start, index + 16);
  return start + (segmenter.segment(window).containing(index - start)?.index ?? index - start);
}

/**
 * Blocks whose characters neither extend the one before them nor join the one behind them, so that a border lies between any two of them;
 * asking Intl costs microseconds.
 */
function isPlainLetter(unit: number): boolean {
  return (
    unit < 0x300 ||
    // Greek and Cyrillic, without the combining marks of Cyrillic; Armenian
    (unit >= 0x370 && unit <= 0x482) ||
    (unit >= 0x48a && unit <= 0x590) ||
    // Hebrew and Arabic letters
    (unit >= 0x5d0 && unit <= 0x5ea) ||
    (unit >= 0x620 && unit <= 0x64a) ||
    // Latin and Greek with accents, spaces, dashes and quotes
    (unit >= 0x1e00 && unit <= 0x200a) ||
    (unit >= 0x2010 && unit <= 0x2027) ||
    // Kana, CJK
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a0 && unit <= 0x312f) ||
    (unit >= 0x3400 && unit <= 0x9fff)
  );
}

function septetsOf(text: string, { codes }: Alphabet): number {
  let units = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const code = unit < codes.length ? (codes[unit] as number) : 0xffff;
    if (code === 0xffff) return -1;
    units += code < 0x80 ? 1 : 2;
  }
  return units;
}

function replaced(text: string, options: SegmentOptions): string {
  const candidate = transliterate(text);
  return septetsOf(candidate, alphabetOf(options)) >= 0 ? candidate : text;
}
