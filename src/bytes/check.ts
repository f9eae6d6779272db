/**
 * Checks of arguments.
 * @module
 */
import { EncodeError } from '../errors.js';
import { quote } from './quote.js';

/** Octets that a writer may begin with. */
export const MAX_CAPACITY = 0x7fff_ffff;

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

// ---- arguments, which programs without types may give as anything ----

/** @throws TypeError unless it is a string. */
export function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw wrongArgument(value, name, 'a string');
}

/** @throws TypeError unless it is left out, true or false. */
export function requireFlag(value: unknown, name: string): asserts value is boolean | undefined {
  if (value !== undefined && typeof value !== 'boolean') throw wrongArgument(value, name, 'true or false');
}

/** @throws TypeError unless it is a number that something can exceed. */
export function requireLimit(value: unknown, name: string, least = 0): asserts value is number {
  if (typeof value === 'number' && value >= least) return;
  throw wrongArgument(value, name, `a number, ${least} or more`);
}

/** @throws TypeError unless it is an object. */
export function requireObject(value: unknown, name: string): asserts value is object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)) return;
  throw wrongArgument(value, name, 'an object');
}

/** @throws TypeError unless it is an array. @param requireEach checks a member, under a name such as `names[1]` */
export function requireList(
  value: unknown,
  name: string,
  requireEach?: (value: unknown, name: string) => void,
): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) throw wrongArgument(value, name, 'an array');
  if (requireEach === undefined) return;
  for (let i = 0; i < value.length; i++) requireEach(value[i], `${name}[${i}]`);
}

/** @throws TypeError unless it can be iterated and is not a string or octets. */
export function requirePairs(value: unknown, name: string): asserts value is Iterable<unknown> {
  const isIterable = typeof (Object(value) as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function';
  if (!isIterable || typeof value === 'string' || ArrayBuffer.isView(value)) {
    throw wrongArgument(value, name, 'an iterable of [name, value]');
  }
}

/** What a wrong argument is refused with: its name, its value, and what is allowed. */
export function wrongArgument(value: unknown, name: string, allowed: string): TypeError {
  return new TypeError(`${name} is ${quote(value)}, not ${allowed}`);
}
