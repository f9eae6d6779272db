/**
 * What the readers of all text forms share: how they begin, titles, and texts without notes.
 * @module
 */
import { blankControls, findControl } from '../bytes/controls.js';
import { Reading } from '../bytes/reading.js';
import type { IssueCode, TuneTextOptions } from './issues.js';
import { controlMessage } from './tune.js';

/** The reading of a tune. */
export type TuneReading = Reading<IssueCode>;

/**
 * Begins to read a text.
 * @param name the form, as errors name it.
 * @throws LimitError `limit-exceeded` past `tuneCharacters`; TypeError when `text` is not a string.
 */
export function startReading(name: string, text: string, options: TuneTextOptions | undefined): TuneReading {
  if (typeof text !== 'string') throw new TypeError(`${name}: the text has to be a string`);
  const reading = Reading.of(options);
  reading.limit('tuneCharacters', text.length, name, reading.limits.tuneCharacters);
  return reading;
}

/**
 * The title between two indexes; leniently with blanks for control characters.
 * @throws DecodeError `bad-value` in strict reading.
 */
export function readTitle(reading: TuneReading, text: string, start: number, end: number, field: string): string {
  const title = text.slice(start, end);
  const control = findControl(title);
  return control < 0 ? title : printableTitle(reading, title, field, start + control);
}

/**
 * A title with blanks for its control characters.
 * @param at index of the first one.
 * @param fixed what the edit of the text replaces, when there is one: the whole title.
 * @throws DecodeError `bad-value` in strict reading.
 */
export function printableTitle(
  reading: TuneReading,
  title: string,
  field: string,
  at: number,
  fixed?: { readonly start: number; readonly end: number },
): string {
  const text = blankControls(title);
  reading.fault('control-character', field, at, controlMessage(title, findControl(title)), {
    assumed: JSON.stringify(text),
    fix: fixed && { ...fixed, text },
  });
  return text;
}

/**
 * A line or part that is missing; a strict reader meets the end, or another part, at `at`.
 * @throws DecodeError `truncated` in strict reading.
 */
export function reportMissing(reading: TuneReading, field: string, at: number, reason: string, assumed: string): void {
  reading.fault('missing-line', field, at, reason, { assumed }, 'truncated');
}

/**
 * A text without any note, known at `at`.
 * @throws DecodeError `truncated` in strict reading.
 */
export function reportNoNotes(reading: TuneReading, name: string, at: number): void {
  reading.fault('no-notes', `${name}/note[0]`, at, 'not a single note', { assumed: 'an empty tune' }, 'truncated');
}
