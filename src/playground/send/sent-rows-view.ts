/**
 * The list of what was sent, the newest first: a row for each recipient.
 * @module
 */
import { type Child, h } from '../ui/dom.js';

/** Rows at most; the oldest go first. */
const MAX_LISTED = 200;

/** Makes a list. */
export function sentRows(id: string, label: string): HTMLElement {
  return h(`ol#${id}.plain-list.stack.tight`, { 'aria-label': label });
}

/** Adds a row at the top. @returns the row, which leaves the list once it is too old */
export function addRow(list: HTMLElement, recipient: string, ...children: readonly Child[]): HTMLElement {
  const row = h('li.send-item', h('span.mono', recipient), ...children);
  list.prepend(row);
  while (list.childElementCount > MAX_LISTED) list.lastElementChild?.remove();
  return row;
}
