/**
 * What a tune loses in small forms.
 * @module
 */
import { reportLoss, type TuneTextOptions } from './issues.js';
import { DEFAULT_OCTAVE } from './melody-object.js';
import type { Note, SoundingNote, Tune } from './tune.js';

/** Reports the title of a tune whose form has none. */
export function reportLostTitle({ title }: Tune, onIssue: TuneTextOptions['onIssue']): void {
  if (title !== '') reportLoss(onIssue, 'dropped', 'title', 0, 'a title', 'none');
}

/** Reports the style and the loops of a tune whose form has none. */
export function reportLostSettings({ style, loops }: Tune, onIssue: TuneTextOptions['onIssue']): void {
  if (style !== 'N') reportLoss(onIssue, 'dropped', 'style', 0, `style ${style}`, 'that of the phone');
  if (loops !== 0) reportLoss(onIssue, 'dropped', 'loops', 0, `${loops === 15 ? 'endless' : loops} repeats`, 'none');
}

/** Reports what changes from a note on. */
export function reportLostChange({ tempoBpm, style, volume }: Note, index: number, onIssue: TuneTextOptions['onIssue']): void {
  if (tempoBpm === undefined && style === undefined && volume === undefined) return;
  reportLoss(onIssue, 'dropped', `notes[${index}]`, index, 'a tempo, style or volume from here on', 'no change');
}

/** The nearest of two octaves, that of a letter alone and the one above, reported where it is another one. */
export function nearOctave({ octave }: SoundingNote, index: number, onIssue: TuneTextOptions['onIssue']): number {
  const near = octave > DEFAULT_OCTAVE ? DEFAULT_OCTAVE + 1 : DEFAULT_OCTAVE;
  if (octave !== near) {
    reportLoss(onIssue, 'approximated', `notes[${index}].octave`, index, `octave ${octave}`, String(near));
  }
  return near;
}
