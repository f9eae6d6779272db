/** Logos for tests: words in the middle of a ground. */
import { findGlyphs, GLYPH_HEIGHT, textWidthPx } from '../../src/bitmap/pixel-font.js';

/** Rows of a word, `#` where there is ink, enlarged as far as it fits. */
export function inkedText(word: string, widthPx: number, heightPx: number): string[] {
  const scale = Math.max(1, Math.floor(Math.min(widthPx / textWidthPx(word), heightPx / GLYPH_HEIGHT)));
  const left = Math.floor((widthPx - textWidthPx(word) * scale) / 2);
  const top = Math.floor((heightPx - GLYPH_HEIGHT * scale) / 2);
  return Array.from({ length: heightPx }, (_, y) => {
    const row = Math.floor((y - top) / scale);
    if (row < 0 || row >= GLYPH_HEIGHT) return '.'.repeat(widthPx);
    const line = findGlyphs(word)
      .map(({ rows }) => rows[row])
      .join('.');
    const wide = [...line].map((pixel) => pixel.repeat(scale)).join('');
    return `${'.'.repeat(left)}${wide}`.padEnd(widthPx, '.').slice(0, widthPx);
  });
}
