/**
 * What is wrong, beside the control that it comes from.
 * @module
 */
import { FormatError } from '../../errors.js';
import { h, uniqueId } from './dom.js';

/** What went wrong, in words: an error of a format names its field and place, any other one is the page's own fault. */
export function wordsOf(error: unknown): string {
  if (error instanceof FormatError) return error.message;
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `This page has a fault: ${what}`;
}

/** A line for faults, which is there only while there is one. */
export interface FaultLine {
  readonly element: HTMLElement;
  /** Shows a fault, or takes it away; its control is marked. */
  show(error: unknown): void;
}

/** Makes the line of a control, or of a whole form. */
export function faultLine(control?: HTMLElement): FaultLine {
  const element = h('p.error', { id: uniqueId('fault'), hidden: true });
  const hint = control?.getAttribute('aria-describedby') ?? '';
  return {
    element,
    show(error) {
      const isFaulty = error !== undefined;
      element.hidden = !isFaulty;
      const words = isFaulty ? wordsOf(error) : '';
      if (element.textContent !== words) element.textContent = words;
      if (control === undefined) return;
      if (isFaulty) {
        control.setAttribute('aria-invalid', 'true');
        control.setAttribute('aria-describedby', `${hint} ${element.id}`.trim());
      } else {
        control.removeAttribute('aria-invalid');
        if (hint === '') control.removeAttribute('aria-describedby');
        else control.setAttribute('aria-describedby', hint);
      }
    },
  };
}
