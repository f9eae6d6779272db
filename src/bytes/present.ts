/**
 * Objects without what is undefined.
 * @module
 */

/** The properties of a type as they are where they are there. */
export type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The object without the properties that are undefined, for what tells an absent one from one without a value. */
export function present<T extends object>(object: T): Present<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Present<T>;
}
