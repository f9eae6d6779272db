/**
 * Ways to send a text that needs UCS-2, each with what it takes, what it saves, and a button.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { MAX_PARTS } from '../../text/part-sizes.js';
import { h, smallButton } from '../ui/dom.js';
import type { Alternative, Change } from './alternatives.js';
import { glyphOf } from './glyphs.js';
import { unitOf } from './ruler.js';

/** How alternatives are shown. */
export interface AlternativesOptions {
  /** What a number of messages costs; undefined without a price. */
  readonly cost: ((messages: number) => string) | undefined;
  readonly isInUse: (alternative: Alternative) => boolean;
  readonly use: (alternative: Alternative) => void;
}

/** A table of alternatives. */
export function alternativesTable(
  alternatives: readonly Alternative[],
  { cost, isInUse, use }: AlternativesOptions,
): HTMLElement {
  const rows = alternatives.map((each) =>
    h(
      'tr',
      h('th', { scope: 'row' }, each.title, h('span.hint', each.detail), changesLine(each.changes)),
      h(
        'td.number',
        { 'data-head': 'Messages' },
        each.isSendable ? each.messages : `${each.messages}, over ${MAX_PARTS}`,
        h('span.hint', unitsOf(each)),
      ),
      h('td', { 'data-head': 'Saves' }, savedWords(each.saved)),
      cost && h('td.number', { 'data-head': 'Cost' }, cost(each.messages)),
      h('td', isInUse(each) ? h('span.chip', 'in use') : useButton(each, use)),
    ),
  );
  const heads = ['Way', 'Messages', 'Saves', ...(cost === undefined ? [] : ['Cost']), ''];
  const hasTables = alternatives.some(({ tables }) => tables.single !== undefined || tables.locking !== undefined);
  return h(
    'div.stack.tight',
    h(
      'div.alternatives-box',
      h(
        'table.alternatives',
        h('caption', 'Ways to send it'),
        h('thead', h('tr', ...heads.map((head) => (head === '' ? h('td') : h('th', { scope: 'col' }, head))))),
        h('tbody', ...rows),
      ),
    ),
    hasTables &&
      h(
        'p.hint',
        'National tables work only where the phone and the service centre support them: others show wrong letters. ' +
          'The header takes octets of every message.',
      ),
  );
}

function useButton(alternative: Alternative, use: (alternative: Alternative) => void): HTMLElement {
  const { id, title } = alternative;
  return smallButton('Use', () => use(alternative), { id: `use-${id}`, 'aria-label': `Use: ${title}` });
}

function unitsOf({ units, encoding }: Alternative): string {
  return pluralize(units, unitOf(encoding));
}

function savedWords(saved: number): string {
  if (saved === 0) return 'none';
  return saved > 0 ? pluralize(saved, 'message') : `${-saved} more`;
}

/** Changes that are listed. */
const MAX_CHANGES = 12;

function changesLine(changes: readonly Change[]): HTMLElement | false {
  if (changes.length === 0) return false;
  const shown = changes
    .slice(0, MAX_CHANGES)
    .map(({ from, to }) => `${glyphOf(from)} → ${to === '' ? 'nothing' : wordOf(from, to)}`);
  return h('span.hint.mono', `${shown.join(', ')}${changes.length > MAX_CHANGES ? ' …' : ''}`);
}

/** An accent that is composed with its letter looks the same. */
function wordOf(from: string, to: string): string {
  return to === from.normalize('NFC') ? `${to} (one code point)` : glyphOf(to);
}
