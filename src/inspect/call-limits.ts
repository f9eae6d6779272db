/**
 * The limits of one call of `inspect`: those of the caller, and one budget of fields for all trees of the call.
 * @module
 */
import { FieldBudget } from '../bytes/index.js';
import { inheritLimits } from '../bytes/reading.js';
import type { Limits } from '../errors.js';

/** All limits, which decoders take as they are, with the fields that are left. */
export interface Bounds extends Limits {
  readonly fields: FieldBudget;
}

/** The bounds of one call. */
export function makeBounds(limits: Partial<Limits> | undefined): Bounds {
  const all = inheritLimits(limits);
  return Object.assign(all, { fields: new FieldBudget(all.inspectFields) });
}
