/**
 * The form for texts: alphabet, flash, and the ruler that shows what each character costs.
 * @module
 */
import { FormatError } from '../../errors.js';
import { type SegmentOptions, transliterate } from '../../text/index.js';
import type { ComposeForm } from '../app.js';
import { fill, h, smallButton } from '../ui/dom.js';
import { debounced, TYPING_MS } from '../ui/fault-view.js';
import { FormView } from '../ui/form-view.js';
import { type Offender, offendersOf, rulerOf, savingOf } from './ruler.js';
import { glyphOf, rulerView } from './ruler-view.js';
import { TEXT_FORM, type TextState } from './text-form.js';

export const textForm: ComposeForm = {
  id: TEXT_FORM.id,
  title: TEXT_FORM.title,
  build(app, changed, saved) {
    const ruler = rulerView();
    const offenders = h('div#compose-offenders.stack.tight');
    const state = (saved as TextState | undefined) ?? TEXT_FORM.initial(new Date(), 0);
    const form = new FormView<TextState>(
      { prefix: 'compose', rows: TEXT_FORM.rows },
      state,
      (name) => update(name === 'text' ? drawLater : draw),
      { offenders, ruler: ruler.element },
    );

    const draw = () => {
      const composed = TEXT_FORM.compose(form.state);
      const { text, alphabet } = form.state;
      try {
        if (composed instanceof FormatError) throw composed;
        ruler.show(rulerOf(text, composed?.build as SegmentOptions));
        form.showFault(undefined);
      } catch (error) {
        ruler.show(undefined);
        form.showFault(error);
      }
      // UCS-2 that is asked for has all characters.
      const found = alphabet === 'ucs2' || alphabet === 'national' ? [] : offendersOf(text);
      fill(offenders, ...(found.length === 0 ? [] : offenderList(found, form, replace)));
    };
    const drawLater = debounced(draw, TYPING_MS);
    const replace = (text: string, words: string) => {
      form.set({ text });
      form.control('text').focus();
      update(draw);
      app.announce(words);
    };
    const update = (redraw: () => void) => {
      changed(TEXT_FORM.compose(form.state));
      redraw();
    };
    update(draw);
    return { element: form.element, state: () => form.state };
  },
};

/** Offenders that are listed before there are too many for anybody to read. */
const MAX_LISTED = 8;

/** Characters that GSM 7-bit lacks; their buttons change what stands in the text by then. */
function offenderList(
  found: readonly Offender[],
  form: FormView<TextState>,
  replace: (next: string, words: string) => void,
): HTMLElement[] {
  const able = found.filter(({ replacement }) => replacement !== undefined);
  const rows = found.slice(0, MAX_LISTED).map((offender) => {
    const { character, codePoint, count, replacement } = offender;
    const shown = replacement === '' ? 'nothing' : replacement === undefined ? 'no look-alike' : `“${replacement}”`;
    const words = `Replace by ${shown}`;
    return h(
      'li',
      h('span.offender.mono', glyphOf(character)),
      h('span', `${codePoint}${count > 1 ? `, ${count}×` : ''}`),
      replacement === undefined
        ? h('span.dim', 'no look-alike')
        : smallButton(words, () => replace(form.state.text.replaceAll(character, replacement), `${codePoint} replaced`), {
            'aria-label': `${words}: ${codePoint}`,
          }),
    );
  });
  const saving = savingOf(form.state.text);
  const all =
    able.length > 0 &&
    smallButton(
      able.length === found.length ? 'Replace all' : `Replace those ${able.length} that have a look-alike`,
      () => replace(transliterate(form.state.text), 'Replaced by look-alikes'),
      { id: 'compose-transliterate' },
    );
  return [
    h(
      'div.offenders',
      h(
        'p',
        h(
          'strong',
          found.length === 1 ? 'One character is not in GSM 7-bit' : `${found.length} characters are not in GSM 7-bit`,
        ),
        saving === undefined ? '.' : ` (without: ${saving}).`,
      ),
      h('ul', ...rows),
      found.length > MAX_LISTED && h('p.hint', `… and ${found.length - MAX_LISTED} more`),
      all,
    ),
  ];
}
