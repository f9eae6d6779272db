/**
 * How messages use their 140 octets: a bar for each, header and body in different patterns.
 * @module
 */
import { MAX_USER_DATA } from '../../text/part-sizes.js';
import { h } from './dom.js';

/** How a message uses its octets. */
interface Octets {
  readonly headerOctets: number;
  readonly bodyOctets: number;
}

/** Bars that are drawn; more say nothing more. */
const MAX_BARS = 20;

/** The bar of one message; what it shows stands beside it in words. */
function octetBar({ headerOctets, bodyOctets }: Octets): HTMLElement {
  const piece = (kind: string, octets: number) => {
    const element = h('span', { class: `octets-${kind}` });
    element.style.width = `${(octets / MAX_USER_DATA) * 100}%`;
    return octets > 0 && element;
  };
  return h('div.octets', { 'aria-hidden': 'true' }, piece('header', headerOctets), piece('body', bodyOctets));
}

/** A message: its bar, and the words for it. */
interface BarLine extends Octets {
  readonly words: string;
  readonly hint?: string | undefined;
}

/** Bars of messages, numbered when there are several. */
export function octetBars(lines: readonly BarLine[]): HTMLElement {
  const items = lines
    .slice(0, MAX_BARS)
    .map((line) => h('li', octetBar(line), h('p.octets-words', line.words), line.hint && hintOf(line.hint)));
  const left = lines.length - items.length;
  return h(
    'div.stack.tight',
    h('ol', { class: lines.length > 1 ? 'octets-list numbered' : 'octets-list' }, ...items),
    left > 0 && h('p.hint', `… and ${left} more`),
  );
}

function hintOf(hint: string): HTMLElement {
  return h('p.hint', hint);
}

/** The key to the patterns of the bars. */
export function octetsKey(): HTMLElement {
  const entry = (kind: string, words: string) =>
    h('span.octets-key', h('span', { class: `octets-${kind}`, 'aria-hidden': 'true' }), words);
  return h('p.hint.octets-keys', entry('header', 'header'), entry('body', 'text or data'), entry('free', 'free'));
}
