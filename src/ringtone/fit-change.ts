/**
 * What fitting a tune did to it.
 * @module
 */

/** A change that `fitTune` made. */
export interface FitChange {
  /**
   * What was changed. In any form: `states-merged`, tempos, styles or volumes without effect were removed; `repeats-folded`, repeated notes became
   * loops; `title-cut`, a title that is too long for the form was shortened; `loops-dropped`, the tune plays once, since the form cannot repeat it,
   * or only less of it; `trimmed`, the end was removed. For a device: `states-dropped`, styles and volumes were removed; `tempo-changed` and
   * `lengths-changed`, tempos or lengths were replaced; `transposed`, notes were lowered by octaves.
   */
  readonly code:
    | 'states-merged'
    | 'repeats-folded'
    | 'title-cut'
    | 'loops-dropped'
    | 'trimmed'
    | 'states-dropped'
    | 'tempo-changed'
    | 'lengths-changed'
    | 'transposed';
  /** The change in words. */
  readonly message: string;
  /** The number of notes and pauses after the change, without repeats. */
  readonly notesKept: number;
  /** The number of notes and pauses that are no longer played. */
  readonly notesDropped: number;
}
