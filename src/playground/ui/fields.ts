/**
 * Forms as lists of fields: what each is called, by what it is changed, and when it is there. A form's state is what its fields hold, as it
 * was typed; it goes through JSON unchanged, so that a form can be built from one that was kept. No DOM here.
 * @module
 */

/** Characters of a field that sets no limit of its own: to type, and to read from a link or a draft. */
export const MAX_CHARACTERS = 256 * 1024;

/** Values of a choice, and their words. */
export type Options = readonly (readonly [value: string, words: string])[];

/** Attributes of a control besides those of its kind. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A field of a form with the state `S`: texts, but a boolean for a checkbox. */
export interface Field<S> {
  readonly name: keyof S & string;
  readonly label: string;
  /** The type of its input, or an element of its own; a text when absent. */
  readonly control?: 'select' | 'textarea' | 'checkbox' | 'range' | 'file' | 'date' | 'datetime-local' | 'tel' | 'url';
  readonly options?: Options;
  readonly hint?: string;
  readonly attributes?: Attributes;
  /** Always, when absent. */
  readonly shownWhen?: (state: S) => boolean;
  readonly enabledWhen?: (state: S) => boolean;
  /** What a range is set to, in words beside it. */
  readonly output?: (state: S) => string;
  /** Errors that are told below it besides those whose field has its name. */
  readonly faults?: RegExp;
}

/** The place of an element that the form's own view makes; `fault` is that of errors which no field takes. */
export interface Slot {
  readonly slot: string;
}

export type Cell<S> = Field<S> | Slot;

/** Fields that appear and go, as many of them as the list in the state has items: a line each, without labels to see. */
export interface ListRow<S> {
  readonly list: keyof S & string;
  readonly legend: string;
  /** What one is called: `number`. */
  readonly noun: string;
  readonly fields: readonly Field<Readonly<Record<string, string>>>[];
  readonly most: number;
  /** What another one begins with. */
  readonly added: Readonly<Record<string, string>>;
}

/**
 * A line of a form: a field by itself, or several side by side. `boxes` are in equal columns; a `row` may be of the class `as`, and stand in an
 * element of the class `within`. Rows below a `summary` fold.
 */
export type Row<S> =
  | Cell<S>
  | { readonly row: readonly Cell<S>[]; readonly as?: string; readonly within?: string }
  | { readonly boxes: readonly Cell<S>[] }
  | { readonly summary: string; readonly id?: string; readonly rows: readonly Row<S>[] }
  | ListRow<S>;

/** A field whose state is no matter. */
type Plain<Name extends string> = Omit<Field<Readonly<Record<Name, unknown>>>, 'shownWhen' | 'enabledWhen' | 'output'>;

type More = Omit<Plain<string>, 'name' | 'label'>;

/** A field to type in, or of the kind that `control` says. */
export function field<Name extends string>(name: Name, label: string, more: More = {}): Plain<Name> {
  return { name, label, ...more };
}

/** A field to choose in. */
export function select<Name extends string>(name: Name, label: string, options: Options, more: More = {}): Plain<Name> {
  return { name, label, control: 'select', options, ...more };
}

/** Options of which none need be chosen. */
export function optional(none: string, words: Readonly<Record<string, string>>): Options {
  return [['', none], ...Object.entries(words)];
}

/** Options that are their own words. */
export function same(values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [value, value]));
}

/** An address of the web in a text field. */
export const ADDRESS: Attributes = { inputmode: 'url', spellcheck: 'false', class: 'wide' };
