/**
 * Emoji and other characters that are made of several: what each is called, and what it costs. No DOM here.
 *
 * Names follow the rules of Unicode Technical Standard 51: a flag by its letters, a keycap by its key, people and things that are joined by
 * U+200D one after another. No text of a specification is needed for that, and most names need no table.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { emojiName } from './emoji-names.js';
import { graphemesOf } from './graphemes.js';

/** A character of several code points, or of two UTF-16 units. */
export interface Cluster {
  readonly text: string;
  /** Such as `family: man, woman, girl`. */
  readonly name: string;
  /** Such as `U+1F468`. */
  readonly codePoints: readonly string[];
  /** UTF-16 units. */
  readonly units: number;
  /** How often it is there. */
  readonly count: number;
  /** Number of the message that ends inside of it, from 1; undefined when it is whole everywhere. */
  readonly cutIn: number | undefined;
}

/** Clusters that are told. */
export const MAX_CLUSTERS = 50;

/** What may be part of a cluster: emoji, regional indicators, marks, whatever takes two UTF-16 units. */
const CANDIDATE = /\p{M}|\p{ExtPict}|[\u{10000}-\u{10ffff}]/u;
const EMOJI = /\p{ExtPict}|\u20e3|[\u{10000}-\u{10ffff}]/u;
const MARKED_LETTER = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}/u;

/**
 * The clusters of a text, each once, those that are cut first: emoji, letters with accents of their own, and in any script what a border of
 * two messages divides.
 * @param parts the texts of its messages
 */
export function clustersOf(text: string, parts: readonly string[]): Cluster[] {
  if (!CANDIDATE.test(text)) return [];
  const borders = bordersOf(parts);
  const found = new Map<string, { count: number; cutIn: number | undefined }>();
  let index = 0;
  let part = 0;
  for (const grapheme of graphemesOf(text)) {
    const end = index + grapheme.length;
    while (part < borders.length && (borders[part] as number) <= index) part++;
    const isCut = part < borders.length && (borders[part] as number) < end && grapheme !== '\r\n';
    index = end;
    if (!isCut && !EMOJI.test(grapheme) && !MARKED_LETTER.test(grapheme)) continue;
    const entry = found.get(grapheme);
    if (entry === undefined) {
      if (found.size < MAX_CLUSTERS || isCut) found.set(grapheme, { count: 1, cutIn: isCut ? part + 1 : undefined });
    } else {
      entry.count++;
      if (isCut) entry.cutIn ??= part + 1;
    }
  }
  const clusters = Array.from(found, ([own, { count, cutIn }]): Cluster => {
    const codePoints = [...own].map((character) => `U+${hexOf(character)}`);
    return { text: own, name: clusterName(own), codePoints, units: own.length, count, cutIn };
  });
  return clusters.sort((a, b) => Number(b.cutIn !== undefined) - Number(a.cutIn !== undefined)).slice(0, MAX_CLUSTERS);
}

/** Where the messages but the last end, in UTF-16 units. */
function bordersOf(parts: readonly string[]): number[] {
  let end = 0;
  return parts.slice(0, -1).map((part) => (end += part.length));
}

/** A cluster in words: `5 code points, 8 UTF-16 units`. */
export function clusterSize({ codePoints, units }: Pick<Cluster, 'codePoints' | 'units'>): string {
  return `${pluralize(codePoints.length, 'code point')}, ${pluralize(units, 'UTF-16 unit')}`;
}

const JOINER = '\u200d';
const FIRST_INDICATOR = 0x1f1e6;

/** What a cluster is called. */
export function clusterName(cluster: string): string {
  const all = [...cluster];
  return flagName(all) ?? keycapName(all) ?? emojiSequence(cluster) ?? markedName(all);
}

/** `flag DE: Germany`; `flag GB-SCT` for a part of a country. */
function flagName(all: readonly string[]): string | undefined {
  const letters = all.map((character) => pointOf(character) - FIRST_INDICATOR);
  if (letters.every((letter) => letter >= 0 && letter < 26)) {
    const code = String.fromCharCode(...letters.map((letter) => letter + 0x41));
    const region = all.length === 2 ? regionName(code) : undefined;
    return all.length < 2 ? `regional indicator ${code}` : `flag ${code}${region === undefined ? '' : `: ${region}`}`;
  }
  const tags = all.slice(1).map((character) => pointOf(character) - 0xe0000);
  if (pointOf(all[0] as string) !== 0x1f3f4 || tags.length < 2 || tags.at(-1) !== 0x7f) return undefined;
  const code = tags.slice(0, -1).filter((tag) => tag > 0x20 && tag < 0x7f);
  const letter = String.fromCharCode(...code).toUpperCase();
  return `flag ${letter.slice(0, 2)}-${letter.slice(2)}`;
}

/** Browsers know the names of countries. */
function regionName(code: string): string | undefined {
  if (typeof Intl.DisplayNames !== 'function') return undefined;
  const name = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code);
  return name === code ? undefined : name;
}

function keycapName(all: readonly string[]): string | undefined {
  return all.at(-1) === '\u20e3' && all.length > 1 ? `keycap ${all[0]}` : undefined;
}

const PEOPLE = /^[\u{1f466}-\u{1f469}\u{1f9d1}\u{1f9d2}\u{1f476}]/u;
const IS_ADULT = /^[\u{1f468}\u{1f469}\u{1f9d1}]/u;

/** Emoji that are joined; undefined for what is none. */
function emojiSequence(cluster: string): string | undefined {
  if (!EMOJI.test(cluster)) return undefined;
  const parts = cluster.split(JOINER).filter((part) => part !== '');
  const words = parts.map(elementName).join(', ');
  if (parts.length < 2) return words;
  if (parts.every((part) => PEOPLE.test(part))) return `family: ${words}`;
  const isCouple = parts.filter((part) => IS_ADULT.test(part)).length === 2 && parts.some((part) => part.startsWith('\u2764'));
  return isCouple ? `couple: ${words}` : words;
}

/** An emoji, its skin tone, and the style that is asked for; a lone style for emoji says nothing. */
function elementName(part: string): string {
  const [first = '', ...rest] = part;
  const more = rest.flatMap((character) => {
    if (character === '\ufe0f') return [];
    if (character === '\ufe0e') return ['as text'];
    return [emojiName(pointOf(character)) ?? `U+${hexOf(character)}`];
  });
  const name = emojiName(pointOf(first)) ?? `${/\p{ExtPict}/u.test(first) ? 'emoji' : 'character'} U+${hexOf(first)}`;
  return [name, ...more].join(' with ').replace('with as text', 'as text');
}

/** A letter with marks: `e with U+0301`. */
function markedName([first = '', ...marks]: readonly string[]): string {
  const numbers = marks.map((mark) => `U+${hexOf(mark)}`);
  const begin = /[\p{L}\p{N}\p{P}\p{S}]/u.test(first) ? first : `U+${hexOf(first)}`;
  return numbers.length === 0 ? begin : `${begin} with ${numbers.join(' and ')}`;
}

function pointOf(character: string): number {
  return character.codePointAt(0) as number;
}

/** Of a character, as `U+` has it before it. */
export function hexOf(character: string): string {
  return pointOf(character).toString(16).toUpperCase().padStart(4, '0');
}
