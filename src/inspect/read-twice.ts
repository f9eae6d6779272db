/**
 * Reading without a tree: what a decoder makes of an input, strictly and, where that fails, leniently. A FormatError is an outcome here.
 * @module
 */
import type { Issue } from '../bytes/reading.js';
import { DEFAULT_LIMITS, type DecodeError, FormatError, type Limits } from '../errors.js';

/** What decoders report. */
export type Reported = Issue | DecodeError;

/** How decoders are called here. */
export interface ReadOptions {
  readonly lenient: boolean;
  readonly onIssue: (issue: Reported) => void;
  readonly limits: Partial<Limits>;
}

/** The outcome of one reading: a value or the error, and the issues reported up to there. */
export type Attempt<T> = { readonly issues: readonly Reported[] } & ({ readonly value: T } | { readonly error: FormatError });

/** A strict reading, and a lenient one where that failed. */
export interface Readings<T> {
  /** Undefined where both failed. */
  readonly value: T | undefined;
  /** What the reading that got to the end reported; of two that failed, the strict one. */
  readonly issues: readonly Reported[];
  /** What strict reading refused. */
  readonly fault: FormatError | undefined;
  /** What lenient reading refused. */
  readonly refusal: FormatError | undefined;
}

/** Issues that are kept at most; the rest are of the same kinds. */
const MAX_ISSUES = 100;

/** Reads once. */
export function attempt<T>(
  read: (options: ReadOptions) => T,
  lenient: boolean,
  limits: Partial<Limits> = DEFAULT_LIMITS,
): Attempt<T> {
  const issues: Reported[] = [];
  const onIssue = (issue: Reported) => {
    if (issues.length < MAX_ISSUES) issues.push(issue);
  };
  try {
    return { value: read({ lenient, onIssue, limits }), issues };
  } catch (error) {
    if (error instanceof FormatError) return { error, issues };
    throw error;
  }
}

/** What a reading refuses; undefined where it gets to the end. */
export function findRefusal(
  read: (options: ReadOptions) => unknown,
  lenient: boolean,
  limits?: Partial<Limits>,
): FormatError | undefined {
  const outcome = attempt(read, lenient, limits);
  return 'error' in outcome ? outcome.error : undefined;
}

/** Reads strictly, then leniently. */
export function readTwice<T>(read: (options: ReadOptions) => T, limits?: Partial<Limits>): Readings<T> {
  const strict = attempt(read, false, limits);
  if (!('error' in strict)) return { ...strict, fault: undefined, refusal: undefined };
  const lenient = attempt(read, true, limits);
  const { error: fault, issues } = strict;
  if ('error' in lenient) return { value: undefined, issues, fault, refusal: lenient.error };
  return { ...lenient, fault, refusal: undefined };
}
