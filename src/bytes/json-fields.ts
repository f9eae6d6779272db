/**
 * What a file of settings may say, as a table: readers of single values, and of objects by their fields.
 *
 *   const readServer = fields({ host: required(text), port: whole(0, 65_535), tls: otherwise(truth, false) });
 *   readServer(parseJson(file), '$')      { host: string, port?: number, tls: boolean }
 *
 * Errors name the place as a JSON path and say what is allowed there; they never show a value, which might be a secret.
 * @module
 */
import { DecodeError } from '../errors.js';
import { JsonObject, pathOf } from './json.js';

/** Turns a value into what it means. @throws DecodeError `bad-value` with the path as its field. */
export type Reader<T> = (value: unknown, path: string) => T;

/** A field that the result always has: one that must be there, or that has a default. */
export interface Always<T> {
  readonly read: Reader<T>;
  readonly absent?: { readonly value: T };
}

type Table = Readonly<Record<string, Reader<unknown> | Always<unknown>>>;

/** What a table reads. A field with a reader alone is absent when the file does not have it. */
export type Fields<T extends Table> = {
  readonly [K in keyof T as T[K] extends Always<unknown> ? K : never]: T[K] extends Always<infer V> ? V : never;
} & { readonly [K in keyof T as T[K] extends Reader<unknown> ? K : never]?: T[K] extends Reader<infer V> ? V : never };

/** @throws DecodeError always. */
export function wrong(path: string, reason: string): never {
  throw new DecodeError('bad-value', path, undefined, reason);
}

/** A field that must be there. */
export function required<T>(read: Reader<T>): Always<T> {
  return { read };
}

/** A field with a default. */
export function otherwise<T>(read: Reader<T>, value: T): Always<T> {
  return { read, absent: { value } };
}

/** An object with these fields; others are refused, or skipped where `others` says so. */
export function fields<T extends Table>(table: T, others: 'refused' | 'skipped' = 'refused'): Reader<Fields<T>> {
  const rows = Object.entries(table).map(([name, row]) => ({
    name,
    ...(typeof row === 'function' ? { read: row, isOptional: true, absent: undefined } : { absent: undefined, ...row }),
  }));
  return (value, path) => {
    const given = membersOf(value, path);
    for (const name of others === 'skipped' ? [] : given.keys()) {
      if (!Object.hasOwn(table, name)) wrong(pathOf(path, name), 'is no known field');
    }
    const read: Record<string, unknown> = {};
    for (const { name, read: reader, isOptional, absent } of rows as readonly Row[]) {
      const member = given.get(name);
      if (member !== undefined) read[name] = reader(member, pathOf(path, name));
      else if (absent !== undefined) read[name] = absent.value;
      else if (isOptional !== true) wrong(pathOf(path, name), 'is missing');
    }
    return read as Fields<T>;
  };
}

interface Row extends Always<unknown> {
  readonly name: string;
  readonly isOptional?: boolean;
}

/** Members of an object in the file's order, or of a plain one. */
function membersOf(value: unknown, path: string): ReadonlyMap<string, unknown> {
  if (value instanceof JsonObject) return new Map(value.entries());
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(path, 'has to be an object');
  return new Map(Object.entries(value));
}

/** A list of one kind of value. */
export function listOf<T>(read: Reader<T>, allowed = 'a list'): Reader<T[]> {
  return (value, path) =>
    Array.isArray(value)
      ? value.map((item: unknown, index) => read(item, `${path}[${index}]`))
      : wrong(path, `has to be ${allowed}`);
}

/** An object whose names are the file's own. */
export function mapOf<T>(read: Reader<T>): Reader<Map<string, T>> {
  return (value, path) => new Map([...membersOf(value, path)].map(([name, item]) => [name, read(item, pathOf(path, name))]));
}

/** A value for which something holds. */
export function where<T>(holds: (value: unknown) => boolean, allowed: string): Reader<T> {
  return (value, path) => (holds(value) ? (value as T) : wrong(path, `has to be ${allowed}`));
}

/** A text. */
export const text: Reader<string> = where((value) => typeof value === 'string', 'a text');

/** A text that is not empty. */
export const nonEmpty: Reader<string> = where((value) => typeof value === 'string' && value !== '', 'a text');

/** True or false. */
export const truth: Reader<boolean> = where((value) => typeof value === 'boolean', 'true or false');

/** A text of a form. */
export function matching(pattern: RegExp, allowed: string): Reader<string> {
  return (value, path) => (pattern.test(text(value, path)) ? (value as string) : wrong(path, `has to be ${allowed}`));
}

/** One of some texts. */
export function oneOf<const T extends string>(values: readonly T[], allowed = values.join(' or ')): Reader<T> {
  return where((value) => values.includes(value as T), allowed);
}

/** A whole number in a range. */
export function whole(min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  const to = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`;
  return where(
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    `a whole number from ${min}${to}`,
  );
}
