/**
 * The form for texts: alphabet, reference of the parts, flash. No DOM here.
 * @module
 */
import { EncodeError } from '../../errors.js';
import { segmentText } from '../../text/index.js';
import { field, type Row, select } from '../ui/fields.js';
import { type FormKind, orFault } from './form.js';
import { ALPHABETS, type AlphabetChoice, carriageOf, offendersOf } from './ruler.js';

/** Characters of a text at most, in UTF-16 units: more than 255 messages hold. */
export const MAX_TEXT = 40_000;

/** What the form holds. */
export interface TextState {
  readonly text: string;
  readonly alphabet: AlphabetChoice;
  /** Bits of the reference by which parts are put together. */
  readonly concat: '8' | '16';
  readonly flash: boolean;
  /** Of one message, as it is typed: `0.075`, `$0.0079`; may be empty. */
  readonly price: string;
  /** How many get it, as it is typed; may be empty. */
  readonly recipients: string;
}

const CHOICES: Row<TextState> = {
  row: [
    select('alphabet', 'Alphabet', Object.entries(ALPHABETS)),
    select('concat', 'Reference of parts', Object.entries({ 8: '8-bit', 16: '16-bit' })),
  ],
};

const COST: Row<TextState> = {
  row: [
    field('price', 'Price of a message', { attributes: { inputmode: 'decimal', size: 10, placeholder: '0.075' } }),
    field('recipients', 'Recipients', { attributes: { inputmode: 'numeric', size: 10, placeholder: '1' } }),
    { slot: 'cost' },
  ],
};

/** The rows that count, which the page for counting has by themselves. */
export const COUNT_ROWS: readonly Row<TextState>[] = [
  field('text', 'Text', {
    control: 'textarea',
    attributes: { rows: 6, maxlength: MAX_TEXT, spellcheck: 'false', 'aria-describedby': 'compose-summary' },
  }),
  { slot: 'fault' },
  { slot: 'key' },
  { slot: 'count' },
  CHOICES,
  COST,
  { slot: 'clusters' },
];

export const TEXT_FORM: FormKind<TextState> = {
  id: 'text',
  title: 'Text',
  rows: [...COUNT_ROWS, field('flash', 'Flash: shown at once, not stored', { control: 'checkbox' })],
  initial: () => ({
    text: 'Table for 4 at the Löwen, 8 pm. Menu 25 € each {cash only}, see you there!',
    alphabet: 'automatic',
    concat: '8',
    flash: false,
    price: '',
    recipients: '',
  }),
  compose: orFault(({ text: words, alphabet, concat, flash }) => {
    if (words === '') return undefined;
    const build = carriageOf(words, alphabet, concat === '16' ? 16 : 8);
    if (build === undefined) {
      const reason = 'no national table has all of its characters';
      throw new EncodeError('unencodable', 'text', offendersOf(words)[0]?.index, reason);
    }
    segmentText(words, build);
    return { content: { kind: flash ? 'flash' : 'text', text: words }, build, files: [] };
  }),
};
