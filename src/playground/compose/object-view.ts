/**
 * The forms of cards, calendars and service indications on the page.
 * @module
 */
import type { ComposeForm } from '../app.js';
import { CALENDAR_FORM, CARD_FORM, INDICATION_FORM } from './object-forms.js';
import { plainForm } from './plain-form-view.js';

/** In the order in which they are offered. */
export const objectForms: readonly ComposeForm[] = [plainForm(CARD_FORM), plainForm(CALENDAR_FORM), plainForm(INDICATION_FORM)];
