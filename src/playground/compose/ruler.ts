/**
 * What a text costs, message by message. No DOM here; what is counted is counted by `handset/text`.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { hasShiftTable } from '../../text/alphabet.js';
import {
  chooseShiftTables,
  countSegments,
  languageName,
  type Segment,
  type SegmentOptions,
  type ShiftTables,
  segmentText,
  type TextEncoding,
  transliterate,
} from '../../text/index.js';
import { MAX_SEPTETS } from '../../text/part-sizes.js';
import { headerLength } from '../../text/segment.js';
import { hexOf } from './clusters.js';
import { graphemesOf } from './graphemes.js';

/** Ways to choose the alphabet of a text. */
export const ALPHABETS = {
  automatic: 'Automatic: GSM 7-bit, else UCS-2',
  gsm7: 'GSM 7-bit only',
  ucs2: 'UCS-2',
  national: 'GSM 7-bit with national tables: fewest messages',
  single: 'GSM 7-bit with a national single shift table',
  locking: 'GSM 7-bit with a national locking shift table',
} as const;

/** One of {@link ALPHABETS}. */
export type AlphabetChoice = keyof typeof ALPHABETS;

/** One message of a text. */
export interface RulerPart {
  readonly text: string;
  readonly headerOctets: number;
  /** Octets of the text, of 7-bit text with the bits that fill up to a septet behind the header. */
  readonly bodyOctets: number;
  readonly units: number;
  readonly unitsLeft: number;
}

/** A character that GSM 7-bit lacks. */
export interface Offender {
  readonly character: string;
  /** Such as `U+201C`. */
  readonly codePoint: string;
  /** How often, and where first. */
  readonly count: number;
  readonly index: number;
  /** Its look-alike; undefined where there is none. May be empty. */
  readonly replacement: string | undefined;
}

/** What a text comes to. */
export interface Figures {
  readonly encoding: TextEncoding;
  readonly tables: ShiftTables;
  /** As people count them: an emoji of several code points is one. */
  readonly characters: number;
  readonly codePoints: number;
  /** Septets or UTF-16 units. */
  readonly units: number;
  /** None for an empty text; may be more than 255, which cannot be sent as one text. */
  readonly messages: number;
  /** Units that are free in the last one. */
  readonly unitsLeft: number;
}

/** The messages of a text. */
export interface Ruler extends Figures {
  readonly parts: readonly RulerPart[];
  /** In words. */
  readonly summary: string;
}

/**
 * How `countSegments` and `buildSubmits` are to carry a text.
 * @returns undefined when no national table, or pair of them, has all characters.
 */
export function carriageOf(text: string, choice: AlphabetChoice, concat: 8 | 16): SegmentOptions | undefined {
  const reference = concat === 16 ? { concat } : {};
  if (choice === 'automatic') return reference;
  if (choice === 'gsm7' || choice === 'ucs2') return { ...reference, encoding: choice };
  const tables = choice === 'national' ? chooseShiftTables(text) : tableOf(text, choice);
  return tables === undefined ? undefined : { ...reference, ...tables, encoding: 'gsm7' };
}

/** The last national language identifier of TS 23.038, which numbers them from 1. */
export const MAX_LANGUAGE = 13;

/**
 * The one national table of a kind that carries a text in the fewest messages, then septets; none for a text of GSM 7-bit.
 * @returns undefined when no table of the kind has all characters.
 */
export function tableOf(text: string, kind: 'single' | 'locking'): ShiftTables | undefined {
  if (isInGsm7(text)) return {};
  // A text of many characters has few different ones.
  const different = [...new Set(text)].join('');
  let best: { tables: ShiftTables; segments: number; units: number } | undefined;
  for (let language = 1; language <= MAX_LANGUAGE; language++) {
    const tables = { [kind]: language };
    if (!hasShiftTable(kind, language) || !isCarriedBy(different, tables)) continue;
    const { segments, units } = countSegments(text, { ...tables, encoding: 'gsm7' });
    const isBetter = best === undefined || segments < best.segments || (segments === best.segments && units < best.units);
    if (isBetter) best = { tables, segments, units };
  }
  return best?.tables;
}

/** Whether tables have all characters of a text. */
export function isCarriedBy(text: string, tables: ShiftTables): boolean {
  return tryDecode(() => countSegments(text, { ...tables, encoding: 'gsm7' })) !== undefined;
}

/**
 * Counts a text, of any length.
 * @throws EncodeError `unencodable` for a character that the alphabet lacks.
 */
export function figuresOf(text: string, options: SegmentOptions): Figures {
  const { encoding, units, segments, unitsLeft } = countSegments(text, options);
  const codePoints = [...text].length;
  return {
    ...{ encoding, units, unitsLeft, codePoints },
    tables: { locking: options.locking, single: options.single },
    characters: graphemesOf(text).length,
    messages: text === '' ? 0 : segments,
  };
}

/**
 * Measures a text.
 * @param figures what it comes to, if that is known
 * @throws EncodeError as `segmentText`: `unencodable` for a character that the alphabet lacks, `too-long` past 255 messages.
 */
export function rulerOf(text: string, options: SegmentOptions, figures: Figures = figuresOf(text, options)): Ruler {
  const { encoding, tables, messages, unitsLeft } = figures;
  const segments = messages === 0 ? [] : segmentText(text, options);
  const headerOctets = headerLength(options, segments.length > 1, encoding);
  const room = unitsLeft + ((segments.at(-1) as Segment | undefined)?.units ?? 0);
  const parts = segments.map(({ text: part, units }): RulerPart => {
    // All that is not room for text is header, with the bits that fill up to a septet.
    const septets = MAX_SEPTETS - room + units;
    const bodyOctets = encoding === 'gsm7' ? Math.ceil((septets * 7) / 8) - headerOctets : 2 * units;
    return { text: part, headerOctets, bodyOctets, units, unitsLeft: room - units };
  });
  return { ...figures, parts, summary: summaryOf(encoding, tables, parts) };
}

/** The unit of an alphabet. */
export function unitOf(encoding: TextEncoding): 'septet' | 'UTF-16 unit' {
  return encoding === 'gsm7' ? 'septet' : 'UTF-16 unit';
}

function summaryOf(encoding: TextEncoding, tables: ShiftTables, parts: readonly RulerPart[]): string {
  const last = parts.at(-1);
  if (last === undefined) return '0 messages: no text';
  const messages = pluralize(parts.length, 'message');
  return `${messages}, ${alphabetName(encoding, tables)}, ${sumOf(parts)} ${unitOf(encoding)}s, ${last.unitsLeft} left`;
}

/** The units of messages: `153 + 12`, and of equal ones in a row `3 × 153 + 12`. */
export function sumOf(parts: readonly RulerPart[]): string {
  const runs: { units: number; count: number }[] = [];
  for (const { units } of parts) {
    const last = runs.at(-1);
    if (last?.units === units) last.count++;
    else runs.push({ units, count: 1 });
  }
  const terms = runs.map(({ units, count }) => (count === 1 ? `${units}` : `${count} × ${units}`));
  const shown = terms.length <= 6 ? terms : [...terms.slice(0, 4), '…', terms.at(-1)];
  return shown.join(' + ');
}

/** An alphabet in words. */
export function alphabetName(encoding: TextEncoding, { locking, single }: ShiftTables): string {
  if (encoding === 'ucs2') return 'UCS-2';
  const tables = [
    ...(locking ? [`${languageName(locking)} locking table`] : []),
    ...(single ? [`${languageName(single)} single table`] : []),
  ];
  return tables.length === 0 ? 'GSM 7-bit' : `GSM 7-bit with ${tables.join(' and ')}`;
}

/** Offenders that are listed. */
const MAX_OFFENDERS = 50;

/** The characters of a text that GSM 7-bit lacks, each once, with what may stand in their place. */
export function offendersOf(text: string): Offender[] {
  const found = new Map<string, { count: number; index: number }>();
  const isKnown = new Map<string, boolean>();
  let index = 0;
  for (const character of text) {
    let known = isKnown.get(character);
    if (known === undefined) {
      known = isInGsm7(character);
      isKnown.set(character, known);
    }
    if (!known) {
      const entry = found.get(character);
      if (entry !== undefined) entry.count++;
      else if (found.size < MAX_OFFENDERS) found.set(character, { count: 1, index });
    }
    index += character.length;
  }
  return Array.from(found, ([character, entry]) => {
    const other = transliterate(character);
    const codePoint = `U+${hexOf(character)}`;
    return { ...entry, character, codePoint, replacement: isInGsm7(other) ? other : undefined };
  });
}

/** A lone surrogate has no place in any alphabet. */
export function isInGsm7(text: string): boolean {
  return tryDecode(() => countSegments(text).encoding) === 'gsm7';
}
