/**
 * The ruler: a bar of 140 octets for each message, header and body in different patterns, and a text with what each character costs.
 * @module
 */
import { fill, h } from '../ui/dom.js';
import { octetBars, octetsKey } from '../ui/octets-view.js';
import { type Cell, codePointHex, MAX_CELLS, type Ruler } from './ruler.js';

/** The ruler of a text. */
export interface RulerView {
  readonly element: HTMLElement;
  show(ruler: Ruler | undefined): void;
}

/** Makes the ruler. */
export function rulerView(): RulerView {
  const summary = h('p#compose-summary.ruler-summary');
  const bars = h('div');
  const cells = h('div.ruler-cells', { role: 'img', tabindex: 0 });
  const key = h('p.hint');
  const element = h('div#compose-ruler.stack.tight', summary, bars, octetsKey(), cells, key);
  return {
    element,
    show(ruler) {
      element.hidden = ruler === undefined;
      if (ruler === undefined) return;
      summary.textContent = ruler.summary;
      fill(bars, octetBars(ruler.parts.map((part) => ({ ...part, words: wordsOf(part, ruler) }))));
      const words = costWords(ruler);
      cells.setAttribute('aria-label', `Characters and what they cost. ${words}`);
      fill(cells, ...cellElements(ruler.cells));
      key.textContent = words;
    },
  };
}

function unitOf({ encoding }: Ruler): string {
  return encoding === 'gsm7' ? 'septets' : 'UTF-16 units';
}

function wordsOf({ headerOctets, bodyOctets, units, unitsLeft }: Ruler['parts'][number], ruler: Ruler): string {
  const header = headerOctets === 0 ? 'no header' : `header ${headerOctets} octets`;
  return `${units} ${unitOf(ruler)} in ${bodyOctets} octets, ${unitsLeft} left, ${header}`;
}

/** What costs more than one unit, where the cuts are, and what forces UCS-2. */
function costWords(ruler: Ruler): string {
  const { cells, charactersLeftOut, parts, encoding } = ruler;
  const double = [...new Set(cells.filter(({ cost }) => cost > 1).map(({ character }) => character))];
  const forcing = [...new Set(cells.filter(({ isForcing }) => isForcing).map(({ character }) => character))];
  const one = encoding === 'gsm7' ? 'septet' : 'UTF-16 unit';
  const sentences = [
    double.length === 0 ? `Every character takes one ${one}.` : `Two ${one}s each: ${listed(double)}; all others take one.`,
    parts.length > 1 &&
      `Cut after ${parts
        .slice(0, 3)
        .map(({ text }) => `“${text.slice(-8)}”`)
        .slice(0, parts.length - 1)
        .join(', ')}${parts.length > 4 ? ' …' : ''}.`,
    encoding === 'ucs2' && forcing.length > 0 && `Not in GSM 7-bit: ${listed(forcing)}.`,
    charactersLeftOut > 0 && `The first ${MAX_CELLS} characters are drawn, ${charactersLeftOut} are not.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

function listed(characters: readonly string[]): string {
  const shown = characters.slice(0, 12).map((character) => glyphOf(character));
  return `${shown.join(' ')}${characters.length > shown.length ? ' …' : ''}`;
}

const GLYPHS: Readonly<Record<string, string>> = { ' ': '␣', '\n': '↵', '\r': '␍', '\t': '⇥', '\f': '␌' };

/** Something to see for a character that shows nothing. */
export function glyphOf(character: string): string {
  const glyph = GLYPHS[character];
  if (glyph !== undefined) return glyph;
  if (!/[\p{C}\p{Z}]/u.test(character)) return /\p{M}/u.test(character) ? `◌${character}` : character;
  return codePointHex(character);
}

function cellElements(cells: readonly Cell[]): HTMLElement[] {
  let part = 0;
  const elements: HTMLElement[] = [];
  for (const cell of cells) {
    if (cell.part !== part) {
      part = cell.part;
      elements.push(h('span.ruler-cut', String(part + 1)));
    }
    const kinds = ['ruler-cell', cell.cost > 1 ? 'double' : '', cell.isForcing ? 'forcing' : ''].filter((kind) => kind !== '');
    const title = `U+${codePointHex(cell.character)} at ${cell.index}: ${cell.cost}${cell.isForcing ? ', not in GSM 7-bit' : ''}`;
    elements.push(h('span', { class: kinds.join(' '), title }, glyphOf(cell.character)));
  }
  return elements;
}
