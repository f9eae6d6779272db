/**
 * The ways of dithering as cards to choose from by eye: each has the picture as it makes it.
 * @module
 */
import { type Bitmap, pixelsFromBitmap } from '../../bitmap/index.js';
import { canvasOfPixels } from '../ui/canvas-view.js';
import { h } from '../ui/dom.js';
import { DITHERS, type DitherChoice } from './picture-form.js';

/** The cards. */
export interface DitherCards {
  readonly element: HTMLElement;
  /** Marks the chosen card, and makes the pictures one after the other, after what is shown now. */
  show(chosen: DitherChoice, make: (dither: DitherChoice) => Bitmap | undefined): void;
}

/** Makes the cards. @param id prefix of the names of their controls */
export function ditherCards(id: string, onChoose: (dither: DitherChoice) => void): DitherCards {
  const cards = (Object.keys(DITHERS) as DitherChoice[]).map((dither) => {
    const change = () => onChoose(dither);
    const input = h('input', { type: 'radio', name: `${id}-dither`, value: dither, on: { change } });
    const place = h('span.dither-picture', { 'aria-hidden': 'true' });
    return { dither, input, place, element: h('label.dither-card', place, h('span', input, ' ', DITHERS[dither])) };
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    element: h('fieldset.dither-cards', h('legend', 'Greys'), ...cards.map(({ element }) => element)),
    show(chosen, make) {
      for (const { dither, input } of cards) input.checked = dither === chosen;
      const draw = (at: number) => {
        const card = cards[at];
        if (card === undefined) return;
        const bitmap = make(card.dither);
        card.place.replaceChildren(...(bitmap === undefined ? [] : [canvasOfPixels(pixelsFromBitmap(bitmap))]));
        timer = setTimeout(draw, 0, at + 1);
      };
      clearTimeout(timer);
      timer = setTimeout(draw, 0, 0);
    },
  };
}
