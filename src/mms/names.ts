/**
 * Names of parts, as Content-ID, Content-Location and file name at once: ASCII letters, digits, dot, hyphen and underscore, at most 40
 * characters, all different whatever their letter case. Handsets store parts under these names and look references up by them; spaces,
 * ampersands, letters of other alphabets and names that differ only by case cause trouble with that.
 * @module
 */
import { requireList, requireText } from '../bytes/check.js';

/** Characters of a part's name. */
export const MAX_NAME = 40;

/** Characters after the last dot that still are an extension. */
const MAX_EXTENSION = 8;

/**
 * Makes a safe and unique name for each part from the given one: the file name of a path, without accents, with Cyrillic and Greek in Latin letters,
 * and an underscore for every other run of characters; `part-3` if nothing is left of the third; `-2` and so on before the extension of a name that
 * is already used. Safe names stay unchanged.
 * @param taken names that are already used; none by default.
 * @example
 * ```ts
 * import { safeNames } from 'handset/mms';
 *
 * safeNames(['photos/Été.jpg', 'ete.jpg']); // -> ['Ete.jpg', 'ete-2.jpg']
 * ```
 */
export function safeNames(names: readonly string[], taken: readonly string[] = []): string[] {
  requireList(names, 'names', requireText);
  const used = new Set(taken.map((name) => name.toLowerCase()));
  const cleaned = names.map((name, i) => cleanName(name, `part-${i + 1}`));
  /** By folded name, the last number that was tried. */
  const counts = new Map<string, number>();
  return cleaned.map((name) => {
    const unique = firstFree(name, used, counts);
    used.add(unique.toLowerCase());
    return unique;
  });
}

function firstFree(name: string, used: ReadonlySet<string>, counts: Map<string, number>): string {
  if (!used.has(name.toLowerCase())) return name;
  const { stem, extension } = splitName(name);
  const key = name.toLowerCase();
  for (let number = counts.get(key) ?? 2; ; number++) {
    const suffix = `-${number}`;
    const candidate = `${stem.slice(0, MAX_NAME - extension.length - suffix.length)}${suffix}${extension}`;
    if (used.has(candidate.toLowerCase())) continue;
    counts.set(key, number + 1);
    return candidate;
  }
}

function cleanName(name: string, fallback: string): string {
  const plain = toAscii(baseName(name))
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[.-]+/, '');
  const whole = withoutDots(plain);
  const split = splitName(whole);
  const { stem, extension } = isTelling(split.extension) ? split : { stem: whole, extension: '' };
  const kept = isTelling(stem) ? stem.slice(0, MAX_NAME - extension.length) : fallback;
  return extension === '' ? withoutDots(kept) : `${kept}${extension}`;
}

/** Whether it has a letter or digit. */
function isTelling(text: string): boolean {
  return /[A-Za-z0-9]/.test(text);
}

/** Without dots at its end. */
function withoutDots(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '.') end--;
  return text.slice(0, end);
}

/** What follows the last `/` or `\` of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** A name before its extension, and the extension with its dot; none when it is longer than 8 characters or there is no stem. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || name.length - dot - 1 > MAX_EXTENSION || dot === name.length - 1) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

/** The same name with another extension (without dot). */
export function withExtension(name: string, extension: string): string {
  return `${splitName(name).stem}.${extension}`;
}

let latinLetters: ReadonlyMap<string, string> | undefined;

/**
 * Letters and what they are in Latin, `-` for nothing: Cyrillic as passports of the time had it, Greek, and those Latin letters that are not a
 * letter with an accent.
 */
const LATIN =
  'а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ - ы y ь - э e ю yu ' +
  'я ya ё e і i ї yi є ye ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz ' +
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o ' +
  'ß ss æ ae œ oe ø o đ d ð d þ th ł l ı i ħ h ŋ n';

/** A text in ASCII as far as letters go; what is left is for the caller to replace. */
function toAscii(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  latinLetters ??= readPairs(LATIN.split(' '));
  let ascii = '';
  for (const character of text.normalize('NFC')) {
    const lower = character.toLowerCase();
    const letter = latinLetters.get(lower) ?? latinLetters.get(lower.normalize('NFD').replace(/\p{M}/gu, ''));
    const plain = letter ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
    const isCapital = letter !== undefined && lower !== character;
    ascii += isCapital ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
  }
  return ascii;
}

function readPairs(words: readonly string[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (let i = 0; i < words.length; i += 2) pairs.set(words[i] as string, words[i + 1] === '-' ? '' : (words[i + 1] as string));
  return pairs;
}
