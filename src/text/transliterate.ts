/**
 * Look-alikes for characters that GSM 7-bit lacks, so that a text need not go as UCS-2.
 *
 * A choice for the caller, never made silently: it changes the text. In order of loss: composed forms (NFC), typographic signs
 * (quotes, dashes, blanks, full-width forms), letters without their accents, Greek small letters and Greek capitals as the GSM alphabet
 * and the Latin letters show them. Characters of the alphabet stay as they are; what has no look-alike stays too.
 * @module
 */
import { requireText } from '../bytes/check.js';
import { findAlphabet } from './alphabet.js';

/**
 * Replaces each character outside the GSM 7-bit default alphabet and its extension by a similar one inside, and keeps those that have none.
 * Zero-width joiners are kept, since they carry meaning in emoji and in Indic and Arabic text.
 * @example
 * ```ts
 * import { transliterate } from 'handset/text';
 *
 * transliterate('“Łódź” – naïve…'); // -> '"Lodz" - naive...'
 * ```
 */
export function transliterate(text: string): string {
  requireText(text, 'text');
  return replaceOutside(text, findAlphabet().codes);
}

/** {@link transliterate} for another alphabet, whose characters are unchanged. */
export function replaceOutside(text: string, codes: Uint16Array): string {
  let result = '';
  for (const character of text.normalize('NFC')) {
    const unit = character.codePointAt(0) as number;
    result += unit < codes.length && codes[unit] !== 0xffff ? character : lookAlike(character, unit, codes);
  }
  return result;
}

function lookAlike(character: string, point: number, codes: Uint16Array): string {
  // An accent that composes with nothing is dropped like those that do.
  if (point >= 0x300 && point <= 0x36f) return '';
  const sign = signs().get(character);
  if (sign !== undefined) return sign;
  // Full-width ASCII is 0xFEE0 above ASCII.
  if (point >= 0xff01 && point <= 0xff5e) return replaceOutside(String.fromCharCode(point - 0xfee0), codes);
  const letters = character.normalize('NFD').replace(/\p{M}/gu, '');
  if (letters === '') return character;
  let folded = '';
  for (const letter of letters) {
    const unit = letter.codePointAt(0) as number;
    if (unit < codes.length && codes[unit] !== 0xffff) folded += letter;
    else {
      const other = signs().get(letter);
      if (other === undefined) return character;
      folded += other;
    }
  }
  return folded;
}

let signTable: Map<string, string> | undefined;

function signs(): Map<string, string> {
  if (signTable !== undefined) return signTable;
  signTable = new Map();
  for (const [replacement, characters] of FAMILIES) {
    for (const character of characters) signTable.set(character, replacement);
  }
  const greek = [...GREEK];
  const shown = [...GREEK_SHOWN_AS];
  for (const [i, letter] of greek.entries()) signTable.set(letter, shown[i] as string);
  return signTable;
}

const GREEK = 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγδεζηθικλμνξοπρςστυφχψω';
const GREEK_SHOWN_AS = 'ABEZHIKMNOPTYXABΓΔEZHΘIKΛMNΞOΠPΣΣTYΦXΨΩ';

/** Replacement, and the characters it replaces. */
const FAMILIES: readonly (readonly [string, string])[] = [
  ['"', '\u201c\u201d\u201e\u201f\u00ab\u00bb\u02ba\u02ee\u2033\u2036\u275d\u275e\u301d\u301e\u301f'],
  ["'", '\u2018\u2019\u201a\u201b\u00b4`\u02b9\u02bb\u02bc\u02bd\u02c8\u02ca\u02cb\u2032\u2035\u275b\u275c'],
  ['<', '\u2039\u2329\u3008'],
  ['>', '\u203a\u232a\u3009'],
  ['-', '\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63'],
  ['*', '\u2022\u2217\u2219\u22c5\u00b7'],
  ['...', '\u2026'],
  ['..', '\u2025'],
  ['!!', '\u203c'],
  ['?!', '\u2048'],
  ['!?', '\u2049'],
  ['1/4', '\u00bc'],
  ['1/2', '\u00bd'],
  ['3/4', '\u00be'],
  ['/', '\u00f7\u2044\u2215'],
  ['x', '\u00d7'],
  [',', '\u3001\ufe50\ufe51\uff64'],
  ['.', '\u3002\ufe52\uff61'],
  [' ', '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'],
  ['\n', '\u0085\u2028\u2029\v'],
  ['', '\u200b\u2060\ufeff\u200e\u200f'],
  ['(c)', '\u00a9'],
  ['(r)', '\u00ae'],
  ['TM', '\u2122'],
  ['No', '\u2116'],
  ['a', '\u00aa'],
  ['o', '\u00ba\u00b0'],
  ['1', '\u00b9'],
  ['2', '\u00b2'],
  ['3', '\u00b3'],
  ['ss', '\u1e9e'],
  ['ff', '\ufb00'],
  ['fi', '\ufb01'],
  ['fl', '\ufb02'],
  ['ffi', '\ufb03'],
  ['ffl', '\ufb04'],
  ['st', '\ufb05\ufb06'],
  ['D', '\u00d0\u0110'],
  ['d', '\u00f0\u0111'],
  ['TH', '\u00de'],
  ['th', '\u00fe'],
  ['H', '\u0126'],
  ['h', '\u0127'],
  ['i', '\u0131'],
  ['L', '\u0141'],
  ['l', '\u0142'],
  ['OE', '\u0152'],
  ['oe', '\u0153'],
  ['T', '\u0166'],
  ['t', '\u0167'],
  ['Σ', '\u2211'],
  ['Δ', '\u2206'],
  ['Ω', '\u2126'],
  ['u', '\u00b5'],
];
