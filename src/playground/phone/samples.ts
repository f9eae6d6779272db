/**
 * What can be shown on the phone before anything was sent: what the forms begin with. No DOM here.
 * @module
 */
import type { Content } from '../../message/index.js';
import type { Outcome } from '../compose/form.js';
import { KeptFiles } from '../compose/kept-files.js';
import { composePicture, initialPicture, type KeptPicture, PICTURE_FORMS, type PictureForm } from '../compose/picture-form.js';
import { TEXT_FORM } from '../compose/text-form.js';
import type { Composed, Shown } from '../composed.js';
import type { PhoneSample } from './sample-names.js';

const NO_FILES = new KeptFiles<KeptPicture>();

/** Makes a sample. */
export function makeSample(id: PhoneSample['id']): Shown {
  if (id === 'text') return shownOf(TEXT_FORM.compose(TEXT_FORM.initial(new Date(), 0)), '+447700900123');
  const form = PICTURE_FORMS.find((each) => each.id === id) as PictureForm;
  return shownOf(composePicture(form, initialPicture(form), NO_FILES));
}

function shownOf(outcome: Outcome, from?: string): Shown {
  return { kind: 'content', content: (outcome as Composed).content as Content, from };
}
