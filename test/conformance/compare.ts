/**
 * How the pack is compared: the members that the expectation has, in any order; lists item by item; numbers within the tolerance. Members
 * beside them are no fault, since every program knows more of a format than a case asks for.
 * @module
 */
import type { Json, JsonObject } from './pack/shape.js';

const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Where the two part, one line a place; none when `shown` has all that is expected. */
export function differences(expected: Json, shown: Json | undefined, tolerance = 0, path = ''): string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(shown)) return [`${path}: ${brief(shown)} in place of a list`];
    const list = shown as readonly Json[];
    if (list.length !== expected.length) return [`${path}: ${list.length} items in place of ${expected.length}`];
    return (expected as readonly Json[]).flatMap((each, index) =>
      differences(each, list[index], tolerance, `${path}[${index}]`),
    );
  }
  if (isObject(expected)) {
    if (!isObject(shown)) return [`${path}: ${brief(shown)} in place of an object`];
    return Object.entries(expected).flatMap(([name, each]) =>
      differences(each, shown[name], tolerance, path === '' ? name : `${path}.${name}`),
    );
  }
  if (typeof expected === 'number' && typeof shown === 'number') {
    return Math.abs(expected - shown) <= tolerance ? [] : [`${path}: ${shown} in place of ${expected}`];
  }
  return expected === shown ? [] : [`${path}: ${brief(shown)} in place of ${brief(expected)}`];
}

/** A value in a message. */
function brief(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}...` : text;
}
