/**
 * What is marked in a text where it is typed: characters that take more than one unit, and those that GSM 7-bit lacks. No DOM here.
 * @module
 */
import { tryDecode } from '../../bytes/try-decode.js';
import { countSegments, type ShiftTables, type TextEncoding } from '../../text/index.js';
import { graphemesOf } from './graphemes.js';

/** What a character costs. */
export interface Cost {
  /** Septets or UTF-16 units. */
  readonly units: number;
  /** Whether GSM 7-bit lacks it, so that it makes the whole text UCS-2. */
  readonly isForcing: boolean;
}

/** Characters in a row that are marked alike. */
export interface Mark extends Cost {
  readonly text: string;
  /** Whether each takes more than one unit. */
  readonly isWide: boolean;
}

/** What characters cost; asked once for each. */
export class Costs {
  readonly #known = new Map<string, Cost>();
  readonly #encoding: TextEncoding;
  readonly #tables: ShiftTables;

  constructor(encoding: TextEncoding, tables: ShiftTables = {}) {
    this.#encoding = encoding;
    this.#tables = tables;
  }

  /** Of a grapheme. */
  of(character: string): Cost {
    const known = this.#known.get(character);
    if (known !== undefined) return known;
    const carriage = this.#encoding === 'ucs2' ? {} : { ...this.#tables, encoding: 'gsm7' as const };
    // A lone surrogate is in no alphabet.
    const count = tryDecode(() => countSegments(character, carriage));
    const units = this.#encoding === 'ucs2' ? character.length : (count?.units ?? character.length);
    const cost = { units, isForcing: count?.encoding !== 'gsm7' };
    this.#known.set(character, cost);
    return cost;
  }
}

/** The marks of a text; their texts joined give it back. A grapheme is never divided. */
export function marksOf(text: string, costs: Costs): Mark[] {
  const marks: { text: string; units: number; isForcing: boolean; isWide: boolean }[] = [];
  for (const character of graphemesOf(text)) {
    const { units, isForcing } = costs.of(character);
    const isWide = units > 1;
    const last = marks.at(-1);
    // Each wide character has a mark of its own.
    if (last !== undefined && !isWide && !last.isWide && last.isForcing === isForcing) {
      last.text += character;
      last.units += units;
    } else marks.push({ text: character, units, isForcing, isWide });
  }
  return marks;
}
