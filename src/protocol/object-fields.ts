/**
 * Texts that a multimedia request carries as objects.
 *
 *   Ringtone     RTTTL or RTX, or a number of the library
 *   vCard vCal   a card, a calendar
 *
 * Source: the gateway interface document (G-MMS-14 to 16).
 * @module
 */
import { DecodeError, EncodeError } from '../errors.js';
import { parseRtttl } from '../ringtone/rtttl.js';
import type { FormFields } from './form.js';
import { addNumber, isLibraryNumber, numberOf } from './library-fields.js';
import type { RingtoneItem } from './model.js';
import { bad, type Fault, type Parameters, renamed, requiredOf, requireText } from './parameters.js';
import type { RequestOptions } from './sending.js';

/** Adds a tune. @throws EncodeError, LimitError, TypeError */
export function addRingtone(parameters: Parameters, item: RingtoneItem): void {
  if (addNumber(parameters, item, item.text, 'ringtone', 'Ringtone')) return;
  requireText(item.text, 'Ringtone');
  checkTune(item.text, {}, EncodeError);
  parameters.push(['Ringtone', item.text]);
}

/** Reads a tune. @throws DecodeError, LimitError */
export function ringtoneOf(fields: FormFields, options: RequestOptions): RingtoneItem {
  const value = requiredOf(fields, 'Ringtone');
  if (isLibraryNumber(value)) return numberOf(value, 'ringtone', 'Ringtone');
  checkTune(value, options, DecodeError);
  return { text: value };
}

function checkTune(text: string, { limits }: RequestOptions, Fault: Fault): void {
  try {
    parseRtttl(text, limits === undefined ? {} : { limits });
  } catch (error) {
    throw renamed(error, Fault, 'Ringtone', 1);
  }
}

/** Adds a card or a calendar. @throws EncodeError, TypeError */
export function addObject(parameters: Parameters, name: 'vCard' | 'vCal', text: string): void {
  requireText(text, name);
  checkObject(text, name, EncodeError);
  parameters.push([name, text]);
}

/** Reads a card or a calendar. @throws DecodeError */
export function objectOf(fields: FormFields, name: 'vCard' | 'vCal'): string {
  const text = requiredOf(fields, name);
  checkObject(text, name, DecodeError);
  return text;
}

/** Tells a card from a calendar and from what is neither, by how it begins. */
function checkObject(text: string, name: 'vCard' | 'vCal', Fault: Fault): void {
  const first = name === 'vCard' ? 'BEGIN:VCARD' : 'BEGIN:VCALENDAR';
  const unfolded = text.slice(0, 1024).replace(/\r?\n[ \t]/g, '');
  const line = /^[\uFEFF\s]*(BEGIN *: *[A-Z]+) *[\r\n]/i.exec(unfolded)?.[1];
  if (line?.replaceAll(' ', '').toUpperCase() !== first) throw bad(Fault, name, `does not begin with ${first}`);
}
