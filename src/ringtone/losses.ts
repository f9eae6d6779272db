/**
 * What is lost between a tune and a form: in the small text forms of old phones, and once for each kind, however often it happens, of
 * what a MIDI file holds.
 * @module
 */
import { type IssueCode, reportLoss, type TuneTextOptions } from './issues.js';
import { DEFAULT_OCTAVE } from './melody-object.js';
import type { Note, SoundingNote, Tune } from './tune.js';

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

/** Counts losses by their reason. */
export class LossReport {
  readonly #byReason = new Map<string, { code: IssueCode; index: number; reason: string; assumed: string; count: number }>();

  /** One more case, or `count` of them; the first one's index is kept. */
  note(code: IssueCode, index: number, reason: string, assumed: string, count = 1): void {
    const known = this.#byReason.get(reason);
    if (known !== undefined) known.count += count;
    else this.#byReason.set(reason, { code, index, reason, assumed, count });
  }

  /** Hands over one issue for each kind, in the order of their first cases. */
  report(onIssue: TuneTextOptions['onIssue']): void {
    if (onIssue === undefined) return;
    const inOrder = [...this.#byReason.values()].sort((a, b) => a.index - b.index);
    for (const { code, index, reason, assumed, count } of inOrder) {
      reportLoss(onIssue, code, 'MIDI', index, count === 1 ? reason : `${reason} (${count} times)`, assumed);
    }
  }
}
