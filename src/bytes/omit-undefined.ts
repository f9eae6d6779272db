/**
 * Objects without their undefined members.
 * @module
 */

/** The type without its undefined members. */
export type OmitUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The object without its undefined members, for callers that tell an absent member from an undefined one. */
export function omitUndefined<T extends object>(object: T): OmitUndefined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as OmitUndefined<T>;
}
