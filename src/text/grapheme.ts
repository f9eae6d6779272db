/**
 * Where a grapheme begins: what a person takes for one character, such as a flag, a family or a letter with combining marks.
 *
 * Intl.Segmenter knows (Unicode Standard Annex 29), but takes microseconds; most borders lie between characters that join nothing.
 * @module
 */
import { unitAt } from '../bytes/utf16.js';

let segmenter: Intl.Segmenter | undefined;

/** Start of the grapheme that `index`, inside the text and after `start`, falls into; `index` itself when it is a border (a cut between CR and LF counts as one). */
export function graphemeStart(text: string, start: number, index: number): number {
  if (isPlain(text, index) && isPlain(text, index - 1)) return index;
  // Older browsers: between code points, then.
  if (typeof Intl.Segmenter !== 'function') return index;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const window = text.slice(start, index + 16);
  return start + (segmenter.segment(window).containing(index - start) as Intl.SegmentData).index;
}

/**
 * Whether the unit is of a character that neither extends the one before it nor joins the one after it, so that a border lies between any
 * two such. By blocks, and only the common ones: what is left is asked of Intl, at the cost of microseconds.
 */
function isPlain(text: string, index: number): boolean {
  const unit = unitAt(text, index);
  if (unit < 0x300) return true;
  // Emoji outside the basic plane, without regional indicators and skin tones: the high half D83C followed by DF00 to DFFA, D83D, D83E.
  if ((unit & 0xfc00) === 0xd800) {
    if (unit !== 0xd83c) return unit === 0xd83d || unit === 0xd83e;
    const low = unitAt(text, index + 1);
    return low >= 0xdf00 && low <= 0xdffa;
  }
  if ((unit & 0xfc00) === 0xdc00) return isPlain(text, index - 1);
  return (
    // Greek and Cyrillic, without the combining marks of Cyrillic; Armenian
    (unit >= 0x370 && unit <= 0x482) ||
    (unit >= 0x48a && unit <= 0x590) ||
    // Hebrew and Arabic letters
    (unit >= 0x5d0 && unit <= 0x5ea) ||
    (unit >= 0x620 && unit <= 0x64a) ||
    // Latin and Greek with accents, spaces, dashes and quotes, currency, arrows, signs and symbols
    (unit >= 0x1e00 && unit <= 0x200a) ||
    (unit >= 0x2010 && unit <= 0x2027) ||
    (unit >= 0x2030 && unit <= 0x205e) ||
    (unit >= 0x20a0 && unit <= 0x20cf) ||
    (unit >= 0x2100 && unit <= 0x2bff) ||
    // Kana, CJK
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a0 && unit <= 0x312f) ||
    (unit >= 0x3400 && unit <= 0x9fff)
  );
}
