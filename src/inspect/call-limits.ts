/**
 * The limits of one call of `inspect`: those of the caller, and one budget of fields for all trees of the call.
 * @module
 */
import { FieldBudget } from '../bytes/index.js';
import type { Limits } from '../errors.js';

/** Limits, which decoders take, with the fields that are left. */
export interface Bounds extends Partial<Limits> {
  readonly fields: FieldBudget;
}

/** The bounds of one call. */
export function boundsOf(limits: Partial<Limits> | undefined): Bounds {
  return { ...limits, fields: new FieldBudget(limits?.inspectFields) };
}
