/**
 * A bridge for the readers of pictures and tunes until they take a `Reading`.
 * @module
 */
import { type Issue, Reading } from '../bytes/reading.js';
import { DecodeError, type Limits } from '../errors.js';

/** Options whose `onIssue` takes errors. */
export interface ErrorOptions {
  readonly lenient?: boolean | undefined;
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** Throws the error, or in lenient reading reports it. */
export function tolerate(error: DecodeError, options: Omit<ErrorOptions, 'limits'> | undefined): void {
  if (options?.lenient !== true) throw error;
  options.onIssue?.(error);
}

/** A reading that reports its issues as errors. */
export function readingWithErrors({ lenient, onIssue, limits }: ErrorOptions): Reading {
  if (onIssue === undefined) return new Reading({ lenient, limits });
  const report = ({ code, field, offset, reason }: Issue) =>
    onIssue(new DecodeError(code as DecodeError['code'], field, offset, reason));
  return new Reading({ lenient, limits, onIssue: report });
}
