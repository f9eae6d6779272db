/**
 * What is at the caret of a text, and what is selected, in words. No DOM here.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import type { TextEncoding } from '../../text/index.js';
import { clusterName, hexOf } from './clusters.js';
import { glyphOf } from './glyphs.js';
import { graphemesOf } from './graphemes.js';
import type { Costs } from './marks.js';
import { unitOf } from './ruler.js';

/** Where something is in a text. */
interface Place {
  /** Of the caret, or of a selection, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The messages; joined they are the text. */
  readonly parts: readonly string[];
  readonly isDivided: boolean;
  readonly costs: Costs;
  readonly encoding: TextEncoding;
}

/** The character after the caret, or before it at the end of the text; the size of a selection. */
export function wordsAt(text: string, { start, end, parts, isDivided, costs, encoding }: Place): string {
  const unit = unitOf(encoding);
  if (start !== end) {
    const graphemes = graphemesOf(text.slice(start, end));
    const units = graphemes.reduce((sum, each) => sum + costs.of(each).units, 0);
    return `Selected: ${pluralize(graphemes.length, 'character')}, ${pluralize(units, unit)}`;
  }
  if (text === '') return '';
  const index = Math.min(start, text.length - 1);
  let begin = 0;
  for (const [i, part] of parts.entries()) {
    if (index >= begin + part.length) {
      begin += part.length;
      continue;
    }
    for (const character of graphemesOf(part)) {
      begin += character.length;
      if (begin <= index) continue;
      const message = isDivided && parts.length > 1 ? `, message ${i + 1} of ${parts.length}` : '';
      return `${start === text.length ? 'Before' : 'At'} the caret: ${characterWords(character, costs, unit)}${message}`;
    }
  }
  return '';
}

function characterWords(character: string, costs: Costs, unit: string): string {
  const { units, isForcing } = costs.of(character);
  const points = [...character];
  const what =
    points.length === 1 ? `${glyphOf(character)} U+${hexOf(character)}` : `${glyphOf(character)} ${clusterName(character)}`;
  return `${what}, ${pluralize(units, unit)}${isForcing ? ', not in GSM 7-bit' : ''}`;
}
