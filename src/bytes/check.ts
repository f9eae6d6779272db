/**
 * Checks of arguments.
 * @module
 */
import { EncodeError } from '../errors.js';
import { quote } from './quote.js';

/** @throws EncodeError `bad-value` unless it is a whole number from `min` to `max`. */
export function checkInteger(value: unknown, field: string, min: number, max: number): void {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return;
  throw EncodeError.badValue(field, `${quote(value)} is not ${min} to ${max}`);
}

/** @throws EncodeError `bad-value` unless it is one of the allowed values. */
export function checkChoice<T>(value: unknown, field: string, allowed: readonly T[]): asserts value is T {
  if (allowed.includes(value as T)) return;
  throw EncodeError.badValue(field, `is ${quote(value)}, allowed: ${allowed.join(', ')}`);
}
