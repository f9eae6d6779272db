/**
 * Arguments of callers without types.
 * @module
 */

/** Requires an object, which is what the name says. @throws TypeError */
export function requireObject(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name} is an object`);
}
