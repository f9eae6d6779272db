/**
 * What a text costs, character by character and message by message. No DOM here; what is counted is counted by `handset/text`.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { tryDecode } from '../../bytes/try-decode.js';
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
import { MAX_PARTS, MAX_SEPTETS } from '../../text/part-sizes.js';
import { headerLength } from '../../text/segment.js';

/** Ways to choose the alphabet of a text. */
export const ALPHABETS = {
  automatic: 'Automatic: GSM 7-bit, else UCS-2',
  gsm7: 'GSM 7-bit only',
  ucs2: 'UCS-2',
  national: 'GSM 7-bit with national tables',
} as const;

/** One of {@link ALPHABETS}. */
export type AlphabetChoice = keyof typeof ALPHABETS;

/** A character of a text. */
export interface Cell {
  readonly character: string;
  /** Index in the text, in UTF-16 units. */
  readonly index: number;
  /** Septets or UTF-16 units. */
  readonly cost: number;
  /** Number of its message, from 0. */
  readonly part: number;
  /** Whether GSM 7-bit lacks it, so that it makes the whole text UCS-2. */
  readonly isForcing: boolean;
}

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

/** What a text costs. */
export interface Ruler {
  readonly encoding: TextEncoding;
  readonly tables: ShiftTables;
  readonly units: number;
  readonly parts: readonly RulerPart[];
  /** The first of them: a text can be longer than anybody looks at. */
  readonly cells: readonly Cell[];
  readonly charactersLeftOut: number;
  /** In words. */
  readonly summary: string;
}

/** Characters that are listed one by one. */
export const MAX_CELLS = 2_000;

/**
 * How `countSegments` and `buildSubmits` are to carry a text.
 * @returns undefined when no pair of national tables has all characters.
 */
export function carriageOf(text: string, choice: AlphabetChoice, concat: 8 | 16): SegmentOptions | undefined {
  const reference = concat === 16 ? { concat } : {};
  if (choice === 'automatic') return reference;
  if (choice !== 'national') return { ...reference, encoding: choice };
  const tables = chooseShiftTables(text);
  return tables === undefined ? undefined : { ...reference, ...tables, encoding: 'gsm7' };
}

/**
 * Measures a text.
 * @throws EncodeError as `segmentText`: `unencodable` for a character that the alphabet lacks, `too-long` past 255 messages.
 */
export function rulerOf(text: string, options: SegmentOptions): Ruler {
  const count = countSegments(text, options);
  const segments = segmentText(text, options);
  const { encoding } = count;
  const tables = { locking: options.locking, single: options.single };
  const headerOctets = headerLength(options, segments.length > 1, encoding);
  const room = count.unitsLeft + (segments.at(-1) as Segment).units;
  const parts = segments.map(({ text: part, units }): RulerPart => {
    // All that is not room for text is header, with the bits that fill up to a septet.
    const septets = MAX_SEPTETS - room + units;
    const bodyOctets = encoding === 'gsm7' ? Math.ceil((septets * 7) / 8) - headerOctets : 2 * units;
    return { text: part, headerOctets, bodyOctets, units, unitsLeft: room - units };
  });
  const cells: Cell[] = [];
  const costs = new Costs(encoding, tables);
  let index = 0;
  let characters = 0;
  for (const [part, { text: own }] of parts.entries()) {
    for (const character of own) {
      characters++;
      if (cells.length < MAX_CELLS) cells.push({ character, index, part, ...costs.of(character) });
      index += character.length;
    }
  }
  const charactersLeftOut = characters - cells.length;
  return { encoding, tables, units: count.units, parts, cells, charactersLeftOut, summary: summaryOf(encoding, tables, parts) };
}

/** What single characters cost; asked once for each. */
class Costs {
  readonly #known = new Map<string, Pick<Cell, 'cost' | 'isForcing'>>();
  readonly #encoding: TextEncoding;
  readonly #tables: ShiftTables;

  constructor(encoding: TextEncoding, tables: ShiftTables) {
    this.#encoding = encoding;
    this.#tables = tables;
  }

  of(character: string): Pick<Cell, 'cost' | 'isForcing'> {
    const known = this.#known.get(character);
    if (known !== undefined) return known;
    const { units, forcedBy } = countSegments(character, { ...this.#tables, encoding: this.#encoding });
    const cost = { cost: units, isForcing: forcedBy.length > 0 };
    this.#known.set(character, cost);
    return cost;
  }
}

function summaryOf(encoding: TextEncoding, tables: ShiftTables, parts: readonly RulerPart[]): string {
  const last = parts.at(-1) as RulerPart;
  const messages = parts.length === 1 ? '1 message' : `${parts.length} messages`;
  const unit = encoding === 'gsm7' ? 'septets' : 'UTF-16 units';
  return `${messages}, ${alphabetName(encoding, tables)}, ${sumOf(parts)} ${unit}, ${last.unitsLeft} left`;
}

/** `153 + 12`, and of equal ones in a row `3 × 153 + 12`. */
function sumOf(parts: readonly RulerPart[]): string {
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
    const codePoint = `U+${codePointHex(character)}`;
    return { ...entry, character, codePoint, replacement: isInGsm7(other) ? other : undefined };
  });
}

/** Of a character, as `U+` has it before it. */
export function codePointHex(character: string): string {
  return (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
}

/** A lone surrogate has no place in any alphabet. */
function isInGsm7(text: string): boolean {
  return tryDecode(() => countSegments(text).encoding) === 'gsm7';
}

/** What replacing all of them would save, in words; undefined where it saves no message, or text would be lost. */
export function savingOf(text: string): string | undefined {
  const before = sendable(text);
  const after = sendable(transliterate(text));
  if (before === undefined || after === undefined || after >= before) return undefined;
  return `${before} → ${pluralize(after, 'message')}`;
}

/** Messages that can be sent; undefined for more parts than one may have, and a lone surrogate. */
function sendable(text: string): number | undefined {
  const segments = tryDecode(() => countSegments(text).segments);
  return segments === undefined || segments > MAX_PARTS ? undefined : segments;
}
