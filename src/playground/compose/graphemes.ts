/**
 * Characters as people count them: graphemes, such as a letter with its accents, a flag, a family. No DOM here.
 * @module
 */

let segmenter: Intl.Segmenter | undefined;

/**
 * Characters that join each other in no order: common letters, digits, signs, and emoji by themselves. A border lies between any two of them.
 * CR is not among them for CR LF.
 */
const PLAIN =
  '\\0-\\u000c\\u000e-\\u02ff\\u0370-\\u0482\\u048a-\\u0590\\u05d0-\\u05ea\\u0620-\\u064a\\u1e00-\\u200a\\u2010-\\u2027\\u2030-\\u205e' +
  '\\u20a0-\\u20cf\\u2100-\\u2bff\\u3041-\\u3096\\u30a0-\\u312f\\u3400-\\u9fff\\u{1f300}-\\u{1f3fa}\\u{1f400}-\\u{1faff}';

/** As far as the next border between two of them. */
const PIECE = new RegExp(`[${PLAIN}]?(?:[^${PLAIN}]+[${PLAIN}])*[^${PLAIN}]*`, 'gu');
const ONE = new RegExp(`^[${PLAIN}]$`, 'u');
/** Latin letters alone, which most texts have. */
const SIMPLE = /^[\0-\u000c\u000e-\u02ff]*$/;

/** For browsers without `Intl.Segmenter`: flags, keycaps, emoji with all that joins them, characters with their marks. */
const FALLBACK = new RegExp(
  [
    '\\r\\n',
    '\\p{RI}\\p{RI}',
    '[\\d#*]\\ufe0f?\\u20e3',
    '\\p{ExtPict}(?:\\p{M}|\\p{EMod}|[\\u{e0020}-\\u{e007f}])*(?:\\u200d\\p{ExtPict}(?:\\p{M}|\\p{EMod})*)*',
    '.(?:\\p{M}|\\u200d)*',
  ].join('|'),
  'gsu',
);

/** The last long text: several ask for its graphemes one after another. */
let last: { readonly text: string; readonly graphemes: readonly string[] } | undefined;
const LONG = 1_000;

/** The graphemes of a text; joined they give it back. */
export function graphemesOf(text: string): readonly string[] {
  if (SIMPLE.test(text)) return [...text];
  if (text.length < LONG) return divide(text);
  if (last?.text !== text) last = { text, graphemes: divide(text) };
  return last.graphemes;
}

function divide(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return graphemesByPattern(text);
  // A call takes microseconds: words and emoji are there more than once.
  const known = new Map<string, readonly string[]>();
  const graphemes: string[] = [];
  for (const piece of text.match(PIECE) ?? []) {
    if (piece.length < 2 || ONE.test(piece)) {
      if (piece !== '') graphemes.push(piece);
      continue;
    }
    let own = known.get(piece);
    if (own === undefined) {
      segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
      own = Array.from(segmenter.segment(piece), ({ segment }) => segment);
      known.set(piece, own);
    }
    for (const grapheme of own) graphemes.push(grapheme);
  }
  return graphemes;
}

/** {@link graphemesOf} for browsers without `Intl.Segmenter`. */
export function graphemesByPattern(text: string): string[] {
  return text.match(FALLBACK) ?? [];
}
