/**
 * The ruler: a bar of 140 octets for each message, header and body in different patterns.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { fill, h } from '../ui/dom.js';
import { octetBars, octetsKey } from '../ui/octets-view.js';
import { type Ruler, unitOf } from './ruler.js';

/** The ruler of a text. */
export interface RulerView {
  readonly element: HTMLElement;
  show(ruler: Ruler | undefined): void;
}

/** Makes the ruler. */
export function rulerView(): RulerView {
  const bars = h('div');
  const element = h('div#compose-ruler.stack.tight', bars, octetsKey());
  return {
    element,
    show(ruler) {
      element.hidden = ruler === undefined || ruler.parts.length === 0;
      if (ruler === undefined || element.hidden) return;
      fill(bars, octetBars(ruler.parts.map((part) => ({ ...part, words: wordsOf(part, ruler) }))));
    },
  };
}

function wordsOf({ headerOctets, bodyOctets, units, unitsLeft }: Ruler['parts'][number], { encoding }: Ruler): string {
  const header = headerOctets === 0 ? 'no header' : `header ${pluralize(headerOctets, 'octet')}`;
  return `${pluralize(units, unitOf(encoding))} in ${pluralize(bodyOctets, 'octet')}, ${unitsLeft} left, ${header}`;
}
