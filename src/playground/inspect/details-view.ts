/**
 * All there is to tell of the field that is selected, a row for each fact.
 * @module
 */
import { counted } from '../../inspect/printable.js';
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
  if (picture !== undefined) rows.push(row('Picture', canvasOf(picture)));
  for (const [term, words] of detailsOf(node)) rows.push(row(term, words));
  for (const warning of warnings) rows.push(row('⚠ Warning', warning, '', 'warning-words'));
  if (error !== undefined) rows.push(row('✖ Error', error.message, '', 'error-words'));
  if (octets !== undefined) {
    const show = smallButton(`Show its ${counted(octets.length, 'octet')}`, () => open(innerSpace(node)));
    rows.push(row('Opens', show, ' detail-open'));
  }
  return rows;
}

/** A picture of one bit, black on white, in two pixels of the screen each. */
function canvasOf(rows: readonly string[]): HTMLCanvasElement {
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const canvas = h('canvas.inspect-picture', {
    width,
    height,
    role: 'img',
    'aria-label': `picture of ${width}x${height}`,
  });
  canvas.style.width = `${width * 2}px`;
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  const image = context.createImageData(width, height);
  for (const [i, pixel] of [...rows.join('')].entries()) {
    image.data.fill(pixel === '#' ? 0 : 0xff, 4 * i, 4 * i + 3);
    image.data[4 * i + 3] = 0xff;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
