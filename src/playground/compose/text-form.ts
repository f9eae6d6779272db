/**
 * The form for texts: alphabet, reference of the parts, flash. No DOM here.
 * @module
 */
import { EncodeError } from '../../errors.js';
import { segmentText } from '../../text/index.js';
import { type FormKind, orFault } from './form.js';
import { ALPHABETS, type AlphabetChoice, carriageOf, offendersOf } from './ruler.js';

/** What the form holds. */
export interface TextState {
  readonly text: string;
  readonly alphabet: AlphabetChoice;
  /** Bits of the reference by which parts are put together. */
  readonly concat: '8' | '16';
  readonly flash: boolean;
}

export const TEXT_FORM: FormKind<TextState> = {
  id: 'text',
  title: 'Text',
  rows: [
    { name: 'text', label: 'Text', control: 'textarea', attributes: { rows: 5, maxlength: 40_000 } },
    { slot: 'fault' },
    {
      row: [
        { name: 'alphabet', label: 'Alphabet', control: 'select', options: Object.entries(ALPHABETS) },
        { name: 'concat', label: 'Reference of parts', control: 'select', options: ['8', '16'].map((n) => [n, `${n}-bit`]) },
        { name: 'flash', label: 'Flash: shown at once, not stored', control: 'checkbox' },
      ],
    },
    { slot: 'offenders' },
    { slot: 'ruler' },
  ],
  initial: () => ({
    text: 'Table for 4 at the Löwen, 8 pm. Menu 25 € each {cash only}, see you there!',
    alphabet: 'automatic',
    concat: '8',
    flash: false,
  }),
  compose: orFault(({ text, alphabet, concat, flash }) => {
    const build = carriageOf(text, alphabet, concat === '16' ? 16 : 8);
    if (build === undefined) {
      const reason = 'no pair of national tables has all of its characters';
      throw new EncodeError('unencodable', 'text', offendersOf(text)[0]?.index, reason);
    }
    segmentText(text, build);
    return { content: { kind: flash ? 'flash' : 'text', text }, build, files: [] };
  }),
};
