/**
 * What one call of `inspect` may cost: the caller's limits, and one count of fields for all the trees that the call makes.
 * @module
 */
import { FieldBudget } from '../bytes/index.js';
import { wholeLimits } from '../bytes/reading.js';
import type { Limits } from '../errors.js';

/** All limits, which the decoders take as they are, with the fields that are left. */
export interface Bounds extends Limits {
  readonly fields: FieldBudget;
}

/** The bounds of one call. */
export function boundsOf(limits: Partial<Limits> | undefined): Bounds {
  return wholeLimits(limits, { fields: new FieldBudget(limits?.inspectFields) });
}
