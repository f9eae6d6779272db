/**
 * Repairs SMIL that is not XML, for lenient reading, and maps indexes back to the text that was given.
 *
 *   white space before, characters after the end       are cut off
 *   an ampersand that begins no reference              becomes one of its own: & -> &amp;
 *
 * @module
 */
import type { Reading } from '../bytes/reading.js';

/** Inserted after an ampersand to make it a reference. */
const INSERTED = 'amp;';

/** A text with nothing before it but what XML allows: a byte order mark, and white space if no declaration follows. */
const BEGINS_AS_XML = /^\ufeff?(?:[ \t\r\n]+(?!<\?xml\s))?(?=\S)/;

/** A text, and what was done to make it XML. */
export interface Repaired {
  /** What is read. */
  readonly text: string;
  /** Indexes in {@link text} of each {@link INSERTED}, rising. */
  readonly inserted: readonly number[];
  /** Characters that were cut off at the start. */
  readonly shift: number;
}

/** Makes XML of a text for lenient reading, and reports each fault that it repairs: not white space before, where XML allows it. */
export function repair(xml: string, reading: Reading): Repaired {
  const start = xml.search(/[^\s\ufeff]/);
  const shift = start > 0 && /\s/.test(xml.slice(0, start).replace('\ufeff', '')) ? start : 0;
  if (shift > 0 && !BEGINS_AS_XML.test(xml)) reading.fault('bad-value', 'SMIL', 0, 'white space before the document');
  const end = findEnd(xml);
  if (end < xml.length) reading.fault('trailing-bytes', 'SMIL', end, `${xml.length - end} characters after the end`);
  const inserted: number[] = [];
  const pieces: string[] = [];
  let from = shift;
  for (const { index } of xml.slice(0, end).matchAll(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/g)) {
    if (index < shift) continue;
    reading.fault('bad-value', 'SMIL', index, 'an ampersand that is not escaped');
    pieces.push(xml.slice(from, index + 1), INSERTED);
    inserted.push(index + 1 - shift + inserted.length * INSERTED.length);
    from = index + 1;
  }
  pieces.push(xml.slice(from, end));
  return { text: pieces.join(''), inserted, shift };
}

/** Where the document ends, with what may follow a root; other characters are left out. */
function findEnd(xml: string): number {
  // Not in a text made small, in which letters such as a Turkish I with its dot are longer.
  const close = Array.from(xml.matchAll(/<\/smil/gi)).at(-1)?.index;
  const end = close === undefined ? -1 : xml.indexOf('>', close) + 1;
  return end > 0 && /^\s*[^\s<]/.test(xml.slice(end)) ? end : xml.length;
}

/** A text that is read unchanged. */
export function unchanged(text: string): Repaired {
  return { text, inserted: [], shift: 0 };
}

/** The index in the text that was given of an index in the repaired one; past its end when it was cut off. */
export function placeBefore({ inserted, shift }: Repaired, index: number): number {
  let low = 0;
  let high = inserted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inserted[middle] as number) < index) low = middle + 1;
    else high = middle;
  }
  return index - low * INSERTED.length + shift;
}
