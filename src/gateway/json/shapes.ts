/**
 * What JSON of the gateway's interface may look like, said once: a shape reads a value, and is a schema of JSON Schema 2020-12,
 * as OpenAPI 3.1 has it.
 *
 *   const SIZE = object('A size', { width: needed(whole('Dots', 1, 100)), title: text('Its name') });
 *   SIZE.read(parseJson(body), '$')     { width: 72 }
 *   SIZE.schema                         { type: 'object', properties: { width: { type: 'integer', minimum: 1, ... } }, required: ['width'], ... }
 *
 * Errors name the place as a JSON path and say what is allowed there; they show no value.
 * @module
 */
import { type Base64Fault, decodeBase64 } from '../../bytes/base64.js';
import {
  type Always,
  type Fields,
  fields,
  listOf,
  oneOf,
  type Reader,
  required,
  truth,
  whole,
  wrong,
} from '../../bytes/json-fields.js';
import { TIME } from '../settings/provision.js';

/** A schema of JSON Schema. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** A kind of value. */
export interface Shape<T> {
  readonly read: Reader<T>;
  readonly schema: Schema;
}

/** A member that has to be there. */
export interface Needed<T> extends Shape<T> {
  readonly isNeeded: true;
}

/** Members of an object by their names. */
export type Members = Readonly<Record<string, Shape<unknown>>>;

/** What an object with these members is read as. */
export type Shaped<M extends Members> = Fields<{
  readonly [K in keyof M]: M[K] extends Needed<infer V> ? Always<V> : M[K] extends Shape<infer V> ? Reader<V> : never;
}>;

/** A member that has to be there. */
export function needed<T>(shape: Shape<T>): Needed<T> {
  return { ...shape, isNeeded: true };
}

/** An object with these members and no others. */
export function object<M extends Members>(description: string, members: M): Shape<Shaped<M>> {
  const isNeeded = (shape: Shape<unknown>) => 'isNeeded' in shape;
  const rows = Object.entries(members).map(([name, shape]) => [name, isNeeded(shape) ? required(shape.read) : shape.read]);
  const names = Object.keys(members).filter((name) => isNeeded(members[name] as Shape<unknown>));
  return {
    read: fields(Object.fromEntries(rows)) as unknown as Reader<Shaped<M>>,
    schema: {
      type: 'object',
      description,
      properties: Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema])),
      ...(names.length > 0 && { required: names }),
      additionalProperties: false,
    },
  };
}

/** An object that has just one of some members. */
export function withOneOf<T extends object>(shape: Shape<T>, names: readonly (keyof T & string)[]): Shape<T> {
  const allowed = names.join(', ');
  return {
    read(value, path) {
      const read = shape.read(value, path);
      const given = names.filter((name) => read[name] !== undefined);
      if (given.length === 0) wrong(`${path}.${names[0]}`, `is missing: one of ${allowed} is required`);
      if (given.length > 1) wrong(`${path}.${given[1]}`, `only one of ${allowed} is allowed`);
      return read;
    },
    schema: { ...shape.schema, oneOf: names.map((name) => ({ required: [name] })) },
  };
}

/** One of several objects, told apart by the member `kind`. */
export function union<T>(description: string, rows: Readonly<Record<string, Shape<T>>>): Shape<T> {
  const readKind = oneOf(Object.keys(rows), Object.keys(rows).join(', '));
  const peek = fields({ kind: required(readKind) }, 'skipped');
  return {
    read(value, path) {
      const { kind } = peek(value, path);
      return (rows[kind] as Shape<T>).read(value, path);
    },
    schema: {
      description,
      type: 'object',
      required: ['kind'],
      oneOf: Object.values(rows).map(({ schema }) => schema),
    },
  };
}

/** A list. */
export function list<T>(description: string, item: Shape<T>, max: number, min = 0): Shape<readonly T[]> {
  const read = listOf(item.read);
  return {
    read(value, path) {
      if (Array.isArray(value) && (value.length < min || value.length > max)) wrong(path, `has to have ${min} to ${max} items`);
      return read(value, path);
    },
    schema: { type: 'array', description, items: item.schema, ...(min > 0 && { minItems: min }), maxItems: max },
  };
}

/** A text of so many UTF-16 units; of a form where there is a pattern. */
export function text(description: string, max: number, { min = 1, pattern }: TextRules = {}): Shape<string> {
  const allowed = pattern === undefined ? `a text of ${min} to ${max} characters` : pattern.words;
  return {
    read(value, path) {
      const isText = typeof value === 'string' && value.length >= min && value.length <= max;
      return isText && (pattern === undefined || pattern.form.test(value)) ? value : wrong(path, `has to be ${allowed}`);
    },
    schema: {
      type: 'string',
      description,
      ...(min > 0 && { minLength: min }),
      maxLength: max,
      ...(pattern !== undefined && { pattern: pattern.form.source }),
    },
  };
}

/** What else bounds a text. */
export interface TextRules {
  /** 1 by default. */
  readonly min?: number;
  readonly pattern?: { readonly form: RegExp; readonly words: string };
}

/** One of some texts. */
export function choice<const T extends string>(description: string, values: readonly T[]): Shape<T> {
  return { read: oneOf(values), schema: { type: 'string', description, enum: values } };
}

/** One of some numbers. */
export function numberChoice<const T extends number>(description: string, values: readonly T[]): Shape<T> {
  return {
    read: (value, path) => values.find((allowed) => allowed === value) ?? wrong(path, `has to be ${values.join(' or ')}`),
    schema: { type: 'integer', description, enum: values },
  };
}

/** The one text that says what an object is. */
export function constant<const T extends string>(value: T): Needed<T> {
  return needed({ read: oneOf([value]), schema: { type: 'string', const: value } });
}

/** A whole number. */
export function wholeNumber(description: string, min: number, max: number): Shape<number> {
  return { read: whole(min, max), schema: { type: 'integer', description, minimum: min, maximum: max } };
}

/** True or false. */
export function flag(description: string): Shape<boolean> {
  return { read: truth, schema: { type: 'boolean', description } };
}

/** A time in UTC, such as `2026-03-04T05:06:07Z`. */
export function time(description: string): Shape<Date> {
  return { read: (value, path) => new Date(TIME(value, path)), schema: { type: 'string', format: 'date-time', description } };
}

const FAULTS: Readonly<Record<Base64Fault, string>> = {
  digit: 'a character that is no digit of base64',
  padding: 'digits after the padding',
  truncated: 'a lone digit at the end',
  'spare-bits': 'bits after the last octet',
};

/** Octets as base64 (RFC 4648 section 4), with padding or without. */
export function octets(description: string, min = 1): Shape<Uint8Array> {
  return {
    read(value, path) {
      if (typeof value !== 'string') return wrong(path, 'has to be octets as base64');
      const onFault = (fault: Base64Fault, index: number) => wrong(path, `has ${FAULTS[fault]} at character ${index + 1}`);
      const read = decodeBase64(value, { onFault });
      return read.length < min ? wrong(path, 'is empty') : read;
    },
    schema: { type: 'string', contentEncoding: 'base64', description },
  };
}
