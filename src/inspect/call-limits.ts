/**
 * The limits of one call of `inspect`: those of the caller, and one budget of fields for all trees of the call.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { FieldBudget } from '../bytes/index.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import { inheritLimits } from '../bytes/reading.js';
import type { Limits } from '../errors.js';

/** All limits, which decoders take as they are, with the fields that are left. */
export interface Bounds extends Limits {
  readonly fields: FieldBudget;
}

/** The bounds of one call. */
export function makeBounds(limits: Partial<Limits> | undefined): Bounds {
  if (limits !== undefined) requireObject(limits, 'limits');
  const fields = new FieldBudget(limits?.inspectFields);
  return inheritLimits(limits === undefined ? { fields } : { ...omitUndefined(limits), fields });
}
