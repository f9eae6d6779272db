/**
 * Marks below the text of a textarea: a copy of the text with the same metrics lies under it, wraps alike and scrolls along. The textarea stays
 * the control: what is typed, selected, taken back and read out is its own.
 * @module
 */
import { fill, h } from '../ui/dom.js';
import type { Mark } from './marks.js';

/** The marks of a textarea. */
export interface MarkedText {
  /** The textarea with its copy. */
  readonly element: HTMLElement;
  /**
   * Marks a text.
   * @param parts its messages; joined they are the text
   * @param isDivided whether they are messages: else nothing is shown of their borders
   * @param marksOf what is marked in one: asked for those alone that can be seen
   */
  show(parts: readonly string[], isDivided: boolean, marksOf: (part: string) => readonly Mark[]): void;
}

/** Messages that are marked above and below those that can be seen. */
const MARGIN = 2;

/** Puts marks under a textarea; it must not be in the document yet. */
export function markedText(control: HTMLTextAreaElement): MarkedText {
  const copy = h('div.marks-copy', { dir: 'auto' });
  const element = h('div.marked', h('div.marks', { 'aria-hidden': 'true' }, copy));
  control.replaceWith(element);
  element.append(control);
  const spans: { element: HTMLElement; text: string; isMarked: boolean }[] = [];
  let draw: (part: string) => readonly Mark[] = () => [];
  let frame = 0;

  /** The first message whose end is below a line, in pixels of the copy. */
  const firstBelow = (line: number): number => {
    let [from, to] = [0, spans.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const span = spans[middle]?.element as HTMLElement;
      if (span.offsetTop + span.offsetHeight < line) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const place = () => {
    const { clientLeft, clientTop, clientWidth, scrollTop, scrollLeft } = control;
    copy.style.width = `${clientWidth}px`;
    copy.style.transform = `translate(${clientLeft - scrollLeft}px, ${clientTop - scrollTop}px)`;
    const from = firstBelow(scrollTop) - MARGIN;
    const to = firstBelow(scrollTop + control.clientHeight) + MARGIN;
    for (const span of spans.slice(Math.max(0, from), to + 1)) {
      if (span.isMarked) continue;
      span.isMarked = true;
      fill(span.element, ...draw(span.text).map(markElement));
    }
  };
  /** Once before the next picture, whatever happens until then. */
  const placeSoon = () => {
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      place();
    });
  };
  control.addEventListener('scroll', place, { passive: true });
  // Its bar comes and goes, and people drag its corner.
  new ResizeObserver(placeSoon).observe(control);
  return {
    element,
    show(parts, isDivided, marksOf) {
      draw = marksOf;
      copy.classList.toggle('undivided', !isDivided);
      for (const [i, text] of parts.entries()) {
        const known = spans[i];
        if (known === undefined) {
          const span = h('span', { class: i % 2 === 0 ? 'marks-part' : 'marks-part other' }, text);
          copy.append(span);
          spans.push({ element: span, text, isMarked: false });
        } else if (known.text !== text) {
          known.element.textContent = text;
          Object.assign(known, { text, isMarked: false });
        } else known.isMarked = false;
      }
      for (const { element: gone } of spans.splice(parts.length)) gone.remove();
      placeSoon();
    },
  };
}

function markElement({ text, isWide, isForcing }: Mark): Node {
  if (!isWide && !isForcing) return document.createTextNode(text);
  return h('span', { class: `mark${isWide ? ' wide' : ''}${isForcing ? ' forcing' : ''}` }, text);
}

/** The key to the marks. */
export function marksKey(): HTMLElement {
  const entry = (kind: string, words: string) => h('span', h('span', { class: kind, 'aria-hidden': 'true' }), words);
  return h(
    'p.hint.marks-keys',
    entry('cut', 'next message'),
    entry('mark wide', 'more than one unit'),
    entry('mark forcing', 'not in GSM 7-bit'),
  );
}
