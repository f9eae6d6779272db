/**
 * What a text comes to, in figures: messages, what is left, characters, units, alphabet and why.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { MAX_PARTS } from '../../text/part-sizes.js';
import { fill, h } from '../ui/dom.js';
import { glyphOf } from './glyphs.js';
import { alphabetName, type Figures, type Offender, type Ruler, sumOf, unitOf } from './ruler.js';

/** The figures of a text. */
export interface FiguresView {
  readonly element: HTMLElement;
  /**
   * @param ruler the messages, where there are no more than one text may have
   * @param offenders what GSM 7-bit lacks
   * @param isAsked whether the alphabet was chosen
   */
  show(figures: Figures | undefined, ruler: Ruler | undefined, offenders: readonly Offender[], isAsked: boolean): void;
}

/** Makes the place of the figures. */
export function figuresView(): FiguresView {
  const summary = h('p#compose-summary.visually-hidden');
  const list = h('dl.figures');
  const element = h('div#compose-figures', summary, list);
  return {
    element,
    show(figures, ruler, offenders, isAsked) {
      list.hidden = figures === undefined;
      if (figures === undefined) {
        summary.textContent = '';
        return;
      }
      const { messages, characters, codePoints, units, unitsLeft, encoding, tables } = figures;
      summary.textContent = ruler?.summary ?? `${messages} messages, ${MAX_PARTS} at most`;
      const unit = unitOf(encoding);
      const sum = ruler !== undefined && messages > 1 ? sumOf(ruler.parts) : '';
      fill(
        list,
        figure(
          messages,
          messages === 1 ? 'message' : 'messages',
          messages > MAX_PARTS ? `${MAX_PARTS} at most` : '',
          'messages',
        ),
        figure(unitsLeft, 'left', messages > 1 ? `in message ${messages}` : `${unit}s`, 'left'),
        figure(
          characters,
          characters === 1 ? 'character' : 'characters',
          codePoints === characters ? '' : `${codePoints} code points`,
        ),
        figure(units, units === 1 ? unit : `${unit}s`, sum, 'units'),
        figure(
          alphabetName(encoding, {}),
          'alphabet',
          whyOf(figures, offenders, isAsked) || alphabetName(encoding, tables),
          'alphabet',
        ),
      );
    },
  };
}

function figure(value: string | number, name: string, more: string, kind = 'characters'): HTMLElement {
  const shown = typeof value === 'number' ? value.toLocaleString('en') : value;
  return h('div', { class: `figure figure-${kind}` }, h('dt', name), h('dd', shown), more !== '' && h('dd.hint', more));
}

function whyOf({ encoding, tables, messages }: Figures, offenders: readonly Offender[], isAsked: boolean): string {
  if (messages === 0) return 'no text';
  if (encoding === 'gsm7') {
    const hasTables = tables.locking !== undefined || tables.single !== undefined;
    return hasTables ? alphabetName(encoding, tables).replace(/^GSM 7-bit /, '') : 'it has every character';
  }
  const [first, ...others] = offenders;
  if (first === undefined) return isAsked ? 'as chosen; GSM 7-bit would do' : '';
  const lacks = `GSM 7-bit lacks ${glyphOf(first.character)} ${first.codePoint}`;
  return others.length === 0 ? lacks : `${lacks} and ${pluralize(others.length, 'other')}`;
}
