/**
 * What can be shown on the phone before anything was sent: what the forms begin with. No DOM here.
 * @module
 */
import { KINDS } from '../../content/kinds.js';
import type { Content } from '../../message/index.js';
import type { Outcome } from '../compose/form.js';
import { KeptFiles } from '../compose/kept-files.js';
import { composePicture, initialPicture, type KeptPicture, PICTURE_FORMS } from '../compose/picture-form.js';
import { TEXT_FORM } from '../compose/text-form.js';
import type { Composed, Shown } from '../composed.js';

const NO_FILES = new KeptFiles<KeptPicture>();

/** Things to try, and how each is called. */
export const PHONE_SAMPLES: readonly { readonly words: string; readonly shown: () => Shown }[] = [
  ...PICTURE_FORMS.slice(0, 2).map((form) => ({
    words: KINDS[form.use].title,
    shown: () => shownOf(composePicture(form, initialPicture(form), NO_FILES)),
  })),
  { words: TEXT_FORM.title, shown: () => shownOf(TEXT_FORM.compose(TEXT_FORM.initial(new Date(), 0)), '+447700900123') },
];

function shownOf(outcome: Outcome, from?: string): Shown {
  return { kind: 'content', content: (outcome as Composed).content as Content, from };
}
