/**
 * The form for texts: alphabet, reference of the parts, flash. No DOM here.
 * @module
 */
import { EncodeError } from '../../errors.js';
import { segmentText } from '../../text/index.js';
import { field, select } from '../ui/fields.js';
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
    field('text', 'Text', { control: 'textarea', attributes: { rows: 5, maxlength: 40_000 } }),
    { slot: 'fault' },
    {
      row: [
        select('alphabet', 'Alphabet', Object.entries(ALPHABETS)),
        select('concat', 'Reference of parts', Object.entries({ 8: '8-bit', 16: '16-bit' })),
        field('flash', 'Flash: shown at once, not stored', { control: 'checkbox' }),
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
  compose: orFault(({ text: words, alphabet, concat, flash }) => {
    const build = carriageOf(words, alphabet, concat === '16' ? 16 : 8);
    if (build === undefined) {
      const reason = 'no pair of national tables has all of its characters';
      throw new EncodeError('unencodable', 'text', offendersOf(words)[0]?.index, reason);
    }
    segmentText(words, build);
    return { content: { kind: flash ? 'flash' : 'text', text: words }, build, files: [] };
  }),
};
