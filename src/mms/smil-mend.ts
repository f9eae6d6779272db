/**
 * Making XML of what senders who paste texts together write, for lenient reading, and finding the way back to the text that was given.
 *
 *   white space in front, characters after the end     are cut off
 *   an ampersand that begins no reference              becomes one of its own: & -> &amp;
 *
 * @module
 */
import { DecodeError, type FormatErrorCode } from '../errors.js';

/** What stands behind an ampersand to make it one. */
const INSERTED = 'amp;';

/** A text, and what was done to make it XML. */
export interface Mended {
  /** What is read. */
  readonly text: string;
  /** Indexes in {@link text} at which {@link INSERTED} stands and was not given, rising. */
  readonly inserted: readonly number[];
  /** Characters that were cut off in front. */
  readonly shift: number;
}

/** Makes XML of a text, and tells of each fault that it mends. */
export function mend(xml: string, onIssue: ((error: DecodeError) => void) | undefined): Mended {
  const report = (code: FormatErrorCode, index: number, reason: string) => {
    onIssue?.(new DecodeError(code, 'SMIL', index, reason));
  };
  const start = xml.search(/[^\s\ufeff]/);
  const shift = start > 0 && /\s/.test(xml.slice(0, start).replace('\ufeff', '')) ? start : 0;
  if (shift > 0) report('bad-value', 0, 'white space in front');
  const end = endOf(xml);
  if (end < xml.length) report('trailing-bytes', end, `${xml.length - end} characters after the end`);
  const inserted: number[] = [];
  const pieces: string[] = [];
  let from = shift;
  for (const { index } of xml.slice(0, end).matchAll(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/g)) {
    if (index < shift) continue;
    report('bad-value', index, 'an ampersand that is not escaped');
    pieces.push(xml.slice(from, index + 1), INSERTED);
    inserted.push(index + 1 - shift + inserted.length * INSERTED.length);
    from = index + 1;
  }
  pieces.push(xml.slice(from, end));
  return { text: pieces.join(''), inserted, shift };
}

/** Where the document ends, with what may follow a root; characters of no document are left out. */
function endOf(xml: string): number {
  // Not in a text made small, in which letters such as a Turkish I with its dot are longer.
  const close = Array.from(xml.matchAll(/<\/smil/gi)).at(-1)?.index;
  const end = close === undefined ? -1 : xml.indexOf('>', close) + 1;
  return end > 0 && /^\s*[^\s<]/.test(xml.slice(end)) ? end : xml.length;
}

/** A text that is read as it was given. */
export function unmended(text: string): Mended {
  return { text, inserted: [], shift: 0 };
}

/** Where a place of the mended text was in the one that was given; past its end when it was cut off. */
export function placeBefore({ inserted, shift }: Mended, index: number): number {
  let low = 0;
  let high = inserted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inserted[middle] as number) < index) low = middle + 1;
    else high = middle;
  }
  return index - low * INSERTED.length + shift;
}
