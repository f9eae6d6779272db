/**
 * A form of the tab Compose without its elements: its fields, what it begins with, and what its state comes to. No DOM here.
 * @module
 */
import { FormatError } from '../../errors.js';
import type { Composed } from '../composed.js';
import type { Row } from '../ui/fields.js';
import type { FormShape } from './form-state.js';

/** What a form has composed: an error says what is wrong, undefined that there is nothing yet. */
export type Outcome = Composed | FormatError | undefined;

/** A form whose state `S` goes through JSON unchanged. */
export interface FormKind<S extends object> extends FormShape {
  /** Its part of the address, and in front of the fields' names in their ids. */
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row<S>[];
  /** What it begins with. @param offsetMinutes of the reader's clock, as `Date.getTimezoneOffset` tells it */
  initial(now: Date, offsetMinutes: number): S;
  compose(state: S): Outcome;
}

/** A way to compose that returns the errors of formats, whose fields say where they belong. */
export function orFault<Args extends readonly unknown[]>(compose: (...args: Args) => Composed | undefined) {
  return (...args: Args): Outcome => {
    try {
      return compose(...args);
    } catch (error) {
      if (error instanceof FormatError) return error;
      throw error;
    }
  };
}
