/**
 * What fitting a tune did to it.
 * @module
 */

/** One thing that fitTune did. */
export interface FitChange {
  /**
   * What was done: tempos, styles or volumes that changed nothing are gone; repeated notes became loops; a title too long for the
   * form was cut; the tune plays once, because the form cannot repeat it, or only less of it; the end is gone. For a device also: styles and volumes
   * are gone, tempos or lengths are others, notes are lower by octaves.
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
  /** The same in words. */
  readonly message: string;
  /** Notes and pauses of one pass after the change. */
  readonly notesKept: number;
  /** Notes and pauses that will no longer be heard. */
  readonly notesDropped: number;
}
