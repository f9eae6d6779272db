/**
 * The form for texts: alphabet, flash, and the ruler that shows what each character costs.
 * @module
 */
import { EncodeError, FormatError } from '../../errors.js';
import { type SegmentOptions, segmentText, transliterate } from '../../text/index.js';
import type { ComposeForm } from '../app.js';
import type { Composed } from '../composed.js';
import { button, choice, field, fill, h } from '../ui/dom.js';
import { debounced, faultLine, TYPING_MS } from '../ui/fault-view.js';
import { ALPHABETS, type AlphabetChoice, carriageOf, type Offender, offendersOf, rulerOf, savingOf } from './ruler.js';
import { glyphOf, rulerView } from './ruler-view.js';

const BEGINNING = 'Table for 4 at the Löwen, 8 pm. Menu 25 € each {cash only}, see you there!';

export const textForm: ComposeForm = {
  id: 'text',
  title: 'Text',
  build(app, changed) {
    const text = h('textarea#compose-text', { rows: 5, dir: 'auto', maxlength: 40_000 });
    text.value = BEGINNING;
    const alphabet = choice({ id: 'compose-alphabet' }, Object.entries(ALPHABETS), 'automatic');
    const reference = choice(
      { id: 'compose-concat' },
      [
        ['8', '8-bit'],
        ['16', '16-bit'],
      ],
      '8',
    );
    const flash = h('input#compose-flash', { type: 'checkbox' });
    const fault = faultLine(text);
    const ruler = rulerView();
    const offenders = h('div#compose-offenders.stack.tight');

    const compose = (): Composed | FormatError => {
      const value = text.value;
      const carriage = carriageOf(value, alphabet.value as AlphabetChoice, reference.value === '16' ? 16 : 8);
      if (carriage === undefined) return noTables(value);
      try {
        segmentText(value, carriage);
      } catch (error) {
        if (error instanceof FormatError) return error;
        throw error;
      }
      return { content: { kind: flash.checked ? 'flash' : 'text', text: value }, build: carriage, files: [] };
    };
    const draw = () => {
      try {
        const composed = compose();
        if (composed instanceof FormatError) throw composed;
        ruler.show(rulerOf(text.value, composed.build as SegmentOptions));
        fault.show(undefined);
      } catch (error) {
        ruler.show(undefined);
        fault.show(error);
      }
      drawOffenders();
    };
    const drawLater = debounced(draw, TYPING_MS);
    const replace = (next: string, words: string) => {
      text.value = next;
      text.focus();
      update(draw);
      app.announce(words);
    };
    const drawOffenders = () => {
      // UCS-2 that is asked for has all characters.
      const found = alphabet.value === 'ucs2' || alphabet.value === 'national' ? [] : offendersOf(text.value);
      fill(offenders, ...(found.length === 0 ? [] : offenderList(found, text, replace)));
    };
    const update = (redraw: () => void) => {
      changed(compose());
      redraw();
    };
    text.addEventListener('input', () => update(drawLater));
    for (const control of [alphabet, reference, flash]) control.addEventListener('change', () => update(draw));
    update(draw);

    return h(
      'div.stack',
      field('Text', text),
      fault.element,
      h(
        'div.row',
        field('Alphabet', alphabet),
        field('Reference of parts', reference),
        h('label.check', flash, 'Flash: shown at once, not stored'),
      ),
      offenders,
      ruler.element,
    );
  },
};

function noTables(text: string): FormatError {
  const [first] = offendersOf(text);
  const reason = 'no pair of national tables has all of its characters';
  return new EncodeError('unencodable', 'text', first?.index, reason);
}

/** Offenders that are listed before there are too many for anybody to read. */
const MOST_LISTED = 8;

/** Characters that GSM 7-bit lacks; their buttons change what stands in the text by then. */
function offenderList(
  found: readonly Offender[],
  text: HTMLTextAreaElement,
  replace: (next: string, words: string) => void,
): HTMLElement[] {
  const able = found.filter(({ replacement }) => replacement !== undefined);
  const rows = found.slice(0, MOST_LISTED).map((offender) => {
    const { character, codePoint, count, replacement } = offender;
    const shown = replacement === '' ? 'nothing' : replacement === undefined ? 'no look-alike' : `“${replacement}”`;
    const words = `Replace by ${shown}`;
    return h(
      'li',
      h('span.offender.mono', glyphOf(character)),
      h('span', `${codePoint}${count > 1 ? `, ${count}×` : ''}`),
      replacement === undefined
        ? h('span.dim', 'no look-alike')
        : button(words, () => replace(text.value.replaceAll(character, replacement), `${codePoint} replaced`), {
            class: 'button small',
            'aria-label': `${words}: ${codePoint}`,
          }),
    );
  });
  const saving = savingOf(text.value);
  const all =
    able.length > 0 &&
    button(
      able.length === found.length ? 'Replace all' : `Replace those ${able.length} that have a look-alike`,
      () => replace(transliterate(text.value), 'Replaced by look-alikes'),
      { id: 'compose-transliterate', class: 'button small' },
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
      found.length > MOST_LISTED && h('p.hint', `… and ${found.length - MOST_LISTED} more`),
      all,
    ),
  ];
}
