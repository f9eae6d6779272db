/**
 * What cell broadcast and USSD share, by plain code from the tables of TS 23.038 section 5: codings, and texts after the language that they name.
 * @module
 */
import { packed, septetsOf, ucs2Hex } from './gsm-wire.js';
import { hexOf } from './wire.js';

/** What octets hold. */
export type BroadcastAlphabet = 'gsm7' | 'ucs2' | 'data';

/** A data coding scheme of cell broadcast. */
export interface Coding {
  readonly octet: number;
  readonly alphabet: BroadcastAlphabet;
  readonly words: string;
  /** That the octet names by itself. */
  readonly language?: string;
}

const FIRST_LANGUAGES = ['de', 'en', 'it', 'fr', 'es', 'nl', 'sv', 'da', 'pt', 'fi', 'no', 'el', 'tr', 'hu', 'pl'];
const SECOND_LANGUAGES = ['cs', 'he', 'ar', 'ru', 'is'];
const CLASSES = [undefined, 0, 1, 2, 3] as const;

function general(): Coding[] {
  const alphabets = [
    ['gsm7', 'GSM 7-bit'],
    ['data', '8-bit data'],
    ['ucs2', 'UCS-2'],
    ['gsm7', 'the reserved alphabet, which is GSM 7-bit'],
  ] as const;
  return alphabets.flatMap(([alphabet, name], index) =>
    CLASSES.map((level) => ({
      octet: 0x40 | (level === undefined ? 0 : 0x10 | level) | (index << 2),
      alphabet,
      words: level === undefined ? `general, ${name}` : `general, ${name}, class ${level}`,
    })),
  );
}

/** The codings of every group; those whose text begins with its language are not among them. */
export const CODINGS: readonly Coding[] = [
  ...FIRST_LANGUAGES.map((language, octet): Coding => ({ octet, alphabet: 'gsm7', words: `language ${language}`, language })),
  { octet: 0x0f, alphabet: 'gsm7', words: 'no language' },
  ...SECOND_LANGUAGES.map(
    (language, index): Coding => ({ octet: 0x20 | index, alphabet: 'gsm7', words: `language ${language}`, language }),
  ),
  ...general(),
  ...[0x60, 0x64, 0x68, 0x71, 0x7a].map((octet): Coding => ({ octet, alphabet: 'data', words: 'general, compressed' })),
  ...[0xd0, 0xdf].map((octet): Coding => ({ octet, alphabet: 'data', words: 'the I1 protocol' })),
  ...[0xe0, 0xef].map((octet): Coding => ({ octet, alphabet: 'data', words: 'WAP' })),
  ...[0, 1, 2, 3].map(
    (level): Coding => ({ octet: 0xf0 | level, alphabet: 'gsm7', words: `data coding, GSM 7-bit, class ${level}` }),
  ),
  ...[0, 1, 2, 3].map(
    (level): Coding => ({ octet: 0xf4 | level, alphabet: 'data', words: `data coding, 8-bit, class ${level}` }),
  ),
  ...[0x12, 0x1f, 0x25, 0x2f, 0x30, 0x3f, 0x80, 0x8f, 0xa0, 0xbf, 0xc0, 0xcf].map(
    (octet): Coding => ({ octet, alphabet: 'gsm7', words: 'reserved, which is GSM 7-bit' }),
  ),
];

/** The coding of an octet of {@link CODINGS}. */
export const codingOf = (octet: number): Coding => CODINGS.find((each) => each.octet === octet) as Coding;

/** Coding of a text in GSM 7-bit that begins with its language, and of one in UCS-2. */
export const [PREFACED_GSM, PREFACED_UCS2] = [0x10, 0x11];

/** The septets of two letters, a carriage return and a text. */
export const prefacedSeptets = (language: string, text: string): number[] => [
  ...septetsOf(`${language}\r`),
  ...septetsOf(text),
];

/** Two letters as septets in two octets, and a text in UCS-2. */
export const prefacedUcs2 = (language: string, text: string): string => packed(septetsOf(language)) + ucs2Hex(text);

/** So many characters, of which the last is given. */
const ended = (text: string, length: number, last: string): string =>
  length === 0 ? '' : text.repeat(40).slice(0, length - 1) + last;

/** Text of so many characters of the default alphabet; the last is none that fills pages. */
export const latinText = (length: number): string => ended('The river rises; leave the bank now. ', length, '!');

/** Text of so many characters, most of which are in UCS-2 alone; the last is none that fills pages. */
export const greekText = (length: number): string => ended('Το ποτάμι ανεβαίνει· φύγετε. ', length, 'ώ');

/** So many octets, each with another value than the one before it. */
export const countingHex = (octets: number): string =>
  Array.from({ length: octets }, (_, index) => hexOf((37 * index + 1) % 256)).join('');
