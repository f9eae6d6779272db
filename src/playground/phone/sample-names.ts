/**
 * What can be shown on the phone before anything was sent, by name: what makes them is loaded when one is chosen. No DOM here.
 * @module
 */
import { KINDS } from '../../content/kinds.js';

/** Something to try. */
export interface PhoneSample {
  /** Of the form that begins with it. */
  readonly id: 'picture' | 'logo' | 'text';
  readonly words: string;
}

/** Things to try, and how each is called. */
export const PHONE_SAMPLES: readonly PhoneSample[] = [
  { id: 'picture', words: KINDS.pictureMessage.title },
  { id: 'logo', words: KINDS.operatorLogo.title },
  { id: 'text', words: 'Text' },
];
