import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSegments, segmentText, transliterate } from '../../src/text/index.js';
import { gsm7Text, naiveSeptets, septetsByCharacter, unicodeText } from '../support/arbitraries.js';

/** The families of sms-text.md section 7, as far as its "sound own map" keeps them. */
const FAMILIES: readonly (readonly [family: string, from: string, to: string])[] = [
  ['double quotes', '“”„‟«»\u02ba\u02ee\u2033\u2036\u275d\u275e\u301d\u301e\u301f\uff02', '"'],
  ['single quotes', '‘’‚‛´`ʹʻʼʽˈˊˋ\u2032\u2035\u275b\u275c\uff07', "'"],
  ['an opening angle', '‹\u2329〈\uff1c', '<'],
  ['a closing angle', '›\u232a〉\uff1e', '>'],
  ['commas', '\u3001\ufe50\ufe51\uff0c\uff64', ','],
  ['full stops', '\u3002\ufe52\uff61\uff0e', '.'],
  ['dashes', '\u00ad‐‑‒–—―⁃−\ufe58\ufe63\uff0d', '-'],
  ['bullets', '•∗∙⋅·', '*'],
  ['ellipsis', '…', '...'],
  ['a leader of two dots', '‥', '..'],
  ['double exclamation', '‼', '!!'],
  ['question and exclamation', '⁈', '?!'],
  ['exclamation and question', '⁉', '!?'],
  ['a quarter', '¼', '1/4'],
  ['a half', '½', '1/2'],
  ['three quarters', '¾', '3/4'],
  ['slashes', '÷⁄∕', '/'],
  ['times', '×', 'x'],
  [
    'blanks, one for one',
    '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
    ' ',
  ],
  ['line ends', '\u0085\u2028\u2029\v', '\n'],
  ['nothing', '\u200b\u200e\u200f\u2060\ufeff', ''],
  ['copyright', '©', '(c)'],
  ['registered', '®', '(r)'],
  ['trade mark', '™', 'TM'],
  ['numero', '№', 'No'],
  ['a of an ordinal', 'ª', 'a'],
  ['o of an ordinal, and degrees', 'º°', 'o'],
  ['one', '¹', '1'],
  ['two', '²', '2'],
  ['three', '³', '3'],
  ['sharp s', 'ẞ', 'ss'],
  ['ligature ff', 'ﬀ', 'ff'],
  ['ligature fi', 'ﬁ', 'fi'],
  ['ligature fl', 'ﬂ', 'fl'],
  ['ligature ffi', 'ﬃ', 'ffi'],
  ['ligature ffl', 'ﬄ', 'ffl'],
  ['ligatures st', 'ﬅﬆ', 'st'],
  ['eth and D with a stroke', 'ÐĐ', 'D'],
  ['small eth and d with a stroke', 'ðđ', 'd'],
  ['thorn', 'Þ', 'TH'],
  ['small thorn', 'þ', 'th'],
  ['H with a stroke', 'Ħ', 'H'],
  ['h with a stroke', 'ħ', 'h'],
  ['i without a dot', 'ı', 'i'],
  ['L with a stroke', 'Ł', 'L'],
  ['l with a stroke', 'ł', 'l'],
  ['ligature OE', 'Œ', 'OE'],
  ['ligature oe', 'œ', 'oe'],
  ['T with a stroke', 'Ŧ', 'T'],
  ['t with a stroke', 'ŧ', 't'],
  ['a sum', '∑', 'Σ'],
  ['an increment', '∆', 'Δ'],
  ['ohm', 'Ω', 'Ω'],
  ['micro', 'µ', 'u'],
];

describe('families (sms-text.md section 7)', () => {
  it.each(FAMILIES)('%s: %j', (_, from, to) => {
    for (const character of from) expect([character, transliterate(character)]).toEqual([character, to]);
  });

  it('full-width forms stand FEE0 above ASCII, and what ASCII has no GSM septet for goes one step further', () => {
    for (let point = 0xff01; point <= 0xff5e; point++) {
      const ascii = String.fromCharCode(point - 0xfee0);
      expect([ascii, transliterate(String.fromCharCode(point))]).toEqual([ascii, ascii === '`' ? "'" : ascii]);
    }
  });

  it('folds accents that the alphabet lacks, and leaves those that it has', () => {
    expect(transliterate('êőłŁçñÑéèùìòàÅåÆæØøßÇÉ')).toBe('eolLcñÑéèùìòàÅåÆæØøßÇÉ');
    expect(transliterate('e\u0301 o\u0302\u0323 ữ')).toBe('é o u');
  });

  it('Greek goes to the Greek capitals that there are, and to Latin capitals that look alike', () => {
    expect(transliterate('ΑΒΓΔΕ αβγδε ΣΟΦΟΣ σοφός')).toBe('ABΓΔE ABΓΔE ΣOΦOΣ ΣOΦOΣ');
  });

  it('an accent that composes with nothing is dropped, each of the block', () => {
    for (let point = 0x300; point <= 0x36f; point++) {
      const text = `q${String.fromCharCode(point)}`;
      if (text.normalize('NFC') === text) expect(transliterate(text), point.toString(16)).toBe('q');
    }
    expect(transliterate('q\u0370')).toBe('q\u0370');
  });

  it('joiners are kept: they carry meaning in emoji and Indic text', () => {
    for (const text of ['👨‍👩‍👧', 'क्‍ष', 'می‌خواهم']) expect(transliterate(text)).toContain(/[\u200c\u200d]/u.exec(text)?.[0]);
  });

  it('what has no look-alike stays', () => {
    for (const text of ['Ж', '你好', '😀', '€', 'ש']) expect(transliterate(text)).toBe(text);
  });

  it('a mark of another block than the accents stays: it is more than an accent there', () => {
    for (const text of ['1\ufe0f\u20e3', 'ب\u064b', 'К\u0483', '\u20d0']) expect(transliterate(text)).toBe(text);
  });

  it('a letter whose base has no look-alike keeps its marks', () => {
    for (const text of ['が', 'ぱ', 'й', '한', 'أ']) expect(transliterate(text)).toBe(text);
  });

  it('the table of look-alikes, which the first text makes, has each Greek letter and each sign', async () => {
    // A module of its own makes its table itself.
    const path = '../../src/text/transliterate.js?fresh';
    const fresh = (await import(path)) as { transliterate: typeof transliterate };
    expect(fresh.transliterate('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγδεζηθικλμνξοπρςστυφχψω')).toBe('ABEZHIKMNOPTYXABΓΔEZHΘIKΛMNΞOΠPΣΣTYΦXΨΩ');
    for (const [, from, to] of FAMILIES) {
      for (const character of from) expect([character, fresh.transliterate(character)]).toEqual([character, to]);
    }
  });
});

describe('properties', () => {
  it('text of the alphabet is never changed', () => {
    fc.assert(
      fc.property(gsm7Text(), (text) => {
        expect(transliterate(text)).toBe(text);
      }),
    );
  });

  it('printable ASCII is never changed, but the grave accent that the alphabet lacks', () => {
    for (let code = 0x20; code < 0x7f; code++) {
      const character = String.fromCharCode(code);
      expect(transliterate(character)).toBe(character === '`' ? "'" : character);
    }
    expect(transliterate('\r\n\f')).toBe('\r\n\f');
  });

  it('every character of the basic plane is replaced for good: a second time changes nothing', () => {
    const twice: string[] = [];
    for (let code = 0; code < 0x10000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const once = transliterate(String.fromCharCode(code));
      if (transliterate(once) !== once) twice.push(`U+${code.toString(16).toUpperCase()}`);
    }
    expect(twice).toEqual([]);
  });

  it('is idempotent', () => {
    const unit = fc.oneof(
      fc.constantFrom(...'“’…ａ｀éêΑά\u0301\u0323\u200b\u2060', 'e'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const once = transliterate(text);
        expect(transliterate(once)).toBe(once);
      }),
    );
  });

  it('every replacement is in the alphabet: only kept characters are not', () => {
    const table = septetsByCharacter({ locking: 0, single: 0 });
    fc.assert(
      fc.property(unicodeText(20), (text) => {
        for (const character of transliterate(text)) {
          if (!table.has(character)) expect(text.normalize('NFC')).toContain(character);
        }
      }),
    );
  });

  it('the option applies it where the whole text becomes GSM 7-bit, and not otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab“”…é€êŁЖ'), maxLength: 12 }), (text) => {
        const replaced = transliterate(text);
        const fits = naiveSeptets(replaced) !== undefined;
        const parts = segmentText(text, { transliterate: true });
        expect(parts.map((part) => part.text).join('')).toBe(fits ? replaced : text);
        expect(countSegments(text, { transliterate: true }).encoding).toBe(fits ? 'gsm7' : 'ucs2');
      }),
    );
  });
});
