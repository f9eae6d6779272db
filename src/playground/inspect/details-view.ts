/**
 * All there is to tell of the field that is selected, a row for each fact.
 * @module
 */

import { bitmapFromRows } from '../../bitmap/index.js';
import { pluralize } from '../../bytes/file-fields.js';
import { bitmapCanvas } from '../ui/canvas-view.js';
import { h, smallButton } from '../ui/dom.js';
import { ancestors, innerSpace, type Node, type Space } from './nodes.js';
import { detailsOf, pictureOf } from './words.js';

/** Rows of a list of terms. @param open shows the octets that a field opens */
export function detailRows(node: Node, open: (space: Space) => void): HTMLElement[] {
  const { warnings = [], error, octets } = node.field;
  const picture = pictureOf(node);
  const row = (term: string, words: string | HTMLElement, kind = '', termKind?: string) =>
    h('div', { class: `detail${kind}` }, h('dt', { class: termKind }, term), h('dd', words));
  const rows = [row('Field', [...ancestors(node), node].map(({ field }) => field.name).join(' › '), ' detail-path')];
  if (picture !== undefined) {
    const words = `picture of ${picture[0]?.length}x${picture.length}`;
    rows.push(row('Picture', bitmapCanvas(bitmapFromRows(picture), words, { class: 'inspect-picture' })));
  }
  for (const [term, words] of detailsOf(node)) rows.push(row(term, words));
  for (const warning of warnings) rows.push(row('⚠ Warning', warning, '', 'warning-words'));
  if (error !== undefined) rows.push(row('✖ Error', error.message, '', 'error-words'));
  if (octets !== undefined) {
    const show = smallButton(`Show its ${pluralize(octets.length, 'octet')}`, () => open(innerSpace(node)));
    rows.push(row('Opens', show, ' detail-open'));
  }
  return rows;
}
