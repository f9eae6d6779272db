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
  const limits = partLimits(measure.encoding, options);
  const { segments, last } = cutGreedily(carried, 0, measure, limits);
  const limit = segments > 1 ? limits.part : limits.single;
  return { encoding: measure.encoding, units: measure.units, segments, unitsLeft: limit - last, forcedBy: measure.forcedBy };
}

/**
 * Cuts a text into messages.
 * @returns the parts in order; joined they give the text back (with `transliterate`: the replaced text). An empty text gives one empty part.
 * @throws EncodeError as {@link countSegments}, and `too-long` when there would be more than 255 parts.
 */
export function segmentText(text: string, options?: SegmentOptions): Segment[] {
  const carried = options?.transliterate === true ? replaced(text, options) : text;
  const measure = measureText(carried, options);
  const { encoding } = measure;
  const limits = partLimits(encoding, options);
  if (measure.units <= limits.single) return [{ text: carried, encoding, units: measure.units }];
  const total = cutGreedily(carried, 0, measure, limits).segments;
  if (total > MAX_PARTS) {
    throw new EncodeError('too-long', 'text', undefined, `takes ${total} parts, more than ${MAX_PARTS}`);
  }
  const segments: Segment[] = [];
  let start = 0;
  while (start < carried.length) {
    const partsAfter = total - segments.length - 1;
    let { end, units } = fillPart(carried, start, measure, limits.part);
    const whole = graphemeStart(carried, start, end);
    if (whole > start && whole < end && partsNeeded(carried, whole, measure, limits) <= partsAfter) {
      end = whole;
      units = unitsBetween(carried, start, end, measure);
    }
    segments.push({ text: carried.slice(start, end), encoding, units });
    start = end;
  }
  return segments;
}

/** Octets of the user data header with these options, UDHL included; 0 when there is none. */
export function headerLength(options: SegmentOptions | undefined, concatenated: boolean): number {
  let octets = options?.headerOctets ?? 0;
  if (options?.locking) octets += 3;
  if (options?.single) octets += 3;
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

interface Limits {
  readonly single: number;
  readonly part: number;
}

function partLimits(encoding: TextEncoding, options: SegmentOptions | undefined): Limits {
  const single = unitsBehind(encoding, headerLength(options, false));
  const part = unitsBehind(encoding, headerLength(options, true));
  // A pair has to fit, or a part could stay empty for ever.
  if (part < 2) throw new EncodeError('too-long', 'headerOctets', undefined, 'leaves no room for text');
  return { single, part };
}

function unitsBehind(encoding: TextEncoding, headerOctets: number): number {
  return encoding === 'gsm7' ? 160 - Math.ceil((headerOctets * 8) / 7) : (140 - headerOctets) >> 1;
}

/** Segments from `start` on when every part is filled as far as it goes, and the units of the last one. */
function cutGreedily(text: string, start: number, measure: Measure, limits: Limits): { segments: number; last: number } {
  if (start === 0 && measure.units <= limits.single) return { segments: 1, last: measure.units };
  if (!measure.hasPairs) {
    const units = text.length - start;
    const segments = Math.max(1, Math.ceil(units / limits.part));
    return { segments, last: units - (segments - 1) * limits.part };
  }
  let segments = 0;
  let last = 0;
  let at = start;
  while (at < text.length) {
    const part = fillPart(text, at, measure, limits.part);
    at = part.end;
    last = part.units;
    segments++;
  }
  return { segments, last };
}

function partsNeeded(text: string, start: number, measure: Measure, limits: Limits): number {
  return start >= text.length ? 0 : cutGreedily(text, start, measure, { single: 0, part: limits.part }).segments;
}

/** Takes as many characters as fit in `limit` units. */
function fillPart(text: string, start: number, measure: Measure, limit: number): { end: number; units: number } {
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
  // Below the combining marks every character is a grapheme of its own, whatever stands before it.
  if (text.charCodeAt(index) < 0x300) return index;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const window = text.slice(start, index + 16);
  return start + (segmenter.segment(window).containing(index - start)?.index ?? index - start);
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
