/**
 * What the readers and the writers of requests share: one rule, two errors.
 *
 * A rule gets the class of the error that it throws when it is broken: an {@link EncodeError} for a caller who asks for what the gateway would
 * refuse, a {@link DecodeError} for a server that was sent it. The field is the parameter's name in the gateway interface document.
 * @module
 */
import { fromHex } from '../bytes/hex.js';
import { quote } from '../bytes/quote.js';
import { DecodeError, EncodeError, FormatError, LimitError, type Limits } from '../errors.js';
import type { FormFields } from './form.js';

/** The error that a broken rule throws. */
export type Fault = typeof EncodeError | typeof DecodeError;

/** Parameters in the order in which they are written; octets are written as hex. */
export type Parameters = [name: string, value: string | Uint8Array][];

/** Other names of a parameter, which one public client uses. */
const ALIASES: Readonly<Record<string, string>> = { Username: 'UN', SendTo: 'N', Message: 'M' };

/** Names of parameters in lower case: a text that is made anew has to be hashed anew. Only names of the source come here, none of a request. */
const KEYS = /* @__PURE__ */ new Map<string, string>();

function keyOf(name: string): string {
  const known = KEYS.get(name);
  if (known !== undefined) return known;
  const key = name.toLowerCase();
  KEYS.set(name, key);
  return key;
}

/** Value of a parameter of the interface. An empty one is none. */
export function valueIn(fields: FormFields, name: string): string | undefined {
  const value = fields.get(keyOf(name));
  if (value) return value;
  const alias = ALIASES[name];
  return (alias === undefined ? undefined : fields.get(alias)) || undefined;
}

/** Value of a parameter that has to be there. @throws DecodeError `truncated` */
export function requiredOf(fields: FormFields, name: string): string {
  const value = valueIn(fields, name);
  if (value === undefined) throw missing(DecodeError, name);
  return value;
}

/** A parameter that is not there: for a reader the request is incomplete, for a writer the value is bad. */
export function missing(Fault: Fault, name: string, reason = 'is missing'): FormatError {
  return new Fault(Fault === DecodeError ? 'truncated' : 'bad-value', name, undefined, reason);
}

/** A parameter with a value that it cannot have; not for PINs and texts, which no message may show. */
export function notAllowed(Fault: Fault, name: string, value: unknown, allowed: string): FormatError {
  return bad(Fault, name, `is ${quote(value)}, allowed: ${allowed}`);
}

/** A parameter that breaks a rule. A reader's offset is an index in its value. */
export function bad(Fault: Fault, name: string, reason: string, cause?: unknown): FormatError {
  return new Fault('bad-value', name, Fault === DecodeError ? 0 : undefined, reason, { cause });
}

/** @throws TypeError unless it is a string. */
export function requireText(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${name} is not a string`);
}

/** Adds a text, unless there is none or it is empty. @throws TypeError */
export function addText(parameters: Parameters, name: string, value: string | undefined): void {
  if (value === undefined) return;
  requireText(value, name);
  if (value !== '') parameters.push([name, value]);
}

/** Options for parsing a request. */
export interface RequestOptions {
  /** Values for `formOctets`, `formFields` and `recipients`, and for the limits of tunes, in place of those of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** A rule of a value, the same for both ends. @throws the error that a broken rule throws */
export type Rule<T> = (value: T, Fault: Fault) => void;

/** A parameter of a model: how it is written, and how it is read. */
export interface Field<T> {
  /** The parameter's name. */
  readonly name: string;
  /** Whether it has to be there. */
  readonly isRequired?: true;
  /** Writes a value. @throws EncodeError, TypeError */
  readonly add: (parameters: Parameters, value: T) => void;
  /** Reads the value; undefined where it is not there. @throws DecodeError, LimitError */
  readonly read: (fields: FormFields, options: RequestOptions) => T | undefined;
}

/** Parameters of a model by its keys, in the order in which they are written. */
export type FieldTable<T> = readonly { readonly key: keyof T; readonly field: Field<unknown> }[];

/** {@link FieldTable} of the fields by their keys. They are made here, so that a bundler can leave out a table that nothing uses. */
export function fieldTable<T>(make: () => { readonly [K in keyof T]-?: Field<NonNullable<T[K]>> }): FieldTable<T> {
  return Object.entries(make()).map(([key, field]) => ({ key: key as keyof T, field: field as Field<unknown> }));
}

/** A model that is being put together, without what is not there. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Writes what is there of a model. @throws EncodeError, TypeError */
export function addFields<T>(parameters: Parameters, table: FieldTable<T>, model: T): void {
  for (const { key, field } of table) {
    const value = model[key];
    if (value !== undefined || field.isRequired === true) field.add(parameters, value);
  }
}

/** Reads into a model what is there. @throws DecodeError, LimitError */
export function readFields<T>(fields: FormFields, table: FieldTable<T>, model: Mutable<T>, options: RequestOptions = {}): void {
  for (const { key, field } of table) {
    const value = field.read(fields, options);
    if (value !== undefined) model[key] = value as T[typeof key];
  }
}

/** A text. */
export function textField<T extends string = string>(name: string, check: Rule<string> = () => {}): Field<T> {
  return {
    name,
    add(parameters, value) {
      addText(parameters, name, value);
      if (value) check(value, EncodeError);
    },
    read(fields) {
      const value = valueIn(fields, name);
      if (value !== undefined) check(value, DecodeError);
      return value as T | undefined;
    },
  };
}

/** A flag, `0` or `1`. */
export function flagField(name: string): Field<boolean> {
  return {
    name,
    add(parameters, value) {
      if (typeof value !== 'boolean') throw new TypeError(`${name} is not true or false`);
      parameters.push([name, value ? '1' : '0']);
    },
    read(fields) {
      const value = valueIn(fields, name);
      if (value === undefined) return undefined;
      if (value !== '0' && value !== '1') throw notAllowed(DecodeError, name, value, '0, 1');
      return value === '1';
    },
  };
}

/** One of some numbers. */
export function numberField<T extends number>(name: string, allowed: readonly T[]): Field<T> {
  const words = allowed.join(', ');
  return {
    name,
    add(parameters, value) {
      if (!allowed.includes(value)) throw notAllowed(EncodeError, name, value, words);
      parameters.push([name, String(value)]);
    },
    read(fields) {
      const value = valueIn(fields, name);
      if (value === undefined) return undefined;
      const found = allowed.find((number) => String(number) === value);
      if (found === undefined) throw notAllowed(DecodeError, name, value, words);
      return found;
    },
  };
}

/** A field that has to be there. */
export function required<T>({ name, add, read }: Field<T>): Field<T> {
  return {
    name,
    isRequired: true,
    add(parameters, value) {
      if (value === undefined || value === '') throw missing(EncodeError, name, 'is required');
      add(parameters, value);
    },
    read(fields, options) {
      const value = read(fields, options);
      if (value === undefined) throw missing(DecodeError, name);
      return value;
    },
  };
}

/** Octets of a hex value. @throws DecodeError `bad-value` or `truncated` */
export function octetsOf(value: string, name: string): Uint8Array {
  try {
    return fromHex(value);
  } catch (error) {
    throw renamed(error, DecodeError, name, 1);
  }
}

/** The error of a reader of octets or of a tune, under the parameter's name and at the place in its value. */
export function renamed(error: unknown, Fault: Fault, name: string, charactersPerUnit: number): unknown {
  if (!(error instanceof FormatError)) return error;
  const { offset } = error;
  const at = offset === undefined ? undefined : offset * charactersPerUnit;
  const reason = error.field === 'hex' ? error.reason : `${error.field}: ${error.reason}`;
  if (error instanceof LimitError) return new LimitError(error.code, name, at, reason, { cause: error });
  return new Fault(Fault === DecodeError ? error.code : 'bad-value', name, at, reason, { cause: error });
}
