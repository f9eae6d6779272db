/**
 * States of forms from elsewhere, a link or a draft: each value is checked against the field that it is for, before a form gets it. No DOM here.
 * @module
 */
import { listOf, matching, oneOf, type Reader, text, truth, where, wrong } from '../../bytes/json-fields.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { type Field, MAX_CHARACTERS, type Row } from '../ui/fields.js';

/** A list whose items have fields. */
interface ItemShape {
  readonly rows: readonly Row<never>[];
  /** An item to begin with. */
  readonly item: object;
  readonly most: number;
}

/** What a form's state may be. */
export interface FormShape {
  readonly rows: readonly Row<never>[];
  /** What the form begins with. @param offsetMinutes of the reader's clock, as `Date.getTimezoneOffset` tells it */
  initial(now: Date, offsetMinutes: number): object;
  /** Lists that are no rows. */
  readonly lists?: Readonly<Record<string, ItemShape>>;
  /** What values of some names may be, where their fields do not say it. */
  readonly readers?: Readonly<Record<string, Reader<unknown>>>;
  /** Names of fields that hold ids of files, here and in lists. */
  readonly files?: readonly string[];
}

/** What a form begins with now. */
export function beginningOf(shape: FormShape): object {
  const now = new Date();
  return shape.initial(now, now.getTimezoneOffset());
}

/** What states are compared with when they are written: the same at every time and place. */
function referenceOf(shape: FormShape): Values {
  return shape.initial(new Date(0), 0) as Values;
}

type Values = Readonly<Record<string, unknown>>;

/** Names of unknown fields that are told, and characters of each. */
const MAX_UNKNOWN = 5;

/** The fields of a state that are not as a form begins. */
export function changesOf(shape: FormShape, state: object): Values {
  const reference = referenceOf(shape);
  return Object.fromEntries(Object.entries(state).filter(([name, value]) => !isSame(value, reference[name])));
}

/** Whether two values are the same JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** A state that was read. */
export interface ReadState {
  readonly state: object;
  /** Names of fields that the form does not have, cut to a few. */
  readonly unknown: readonly string[];
}

/**
 * The state of which {@link changesOf} gave the changes.
 * @param path prefix of the names of fields in errors
 * @param onRefused is told the name of a field whose value it cannot have, which is left as the form begins
 * @throws DecodeError `bad-value` naming the field, for a value that its field cannot have, without `onRefused`.
 */
export function readState(shape: FormShape, changes: unknown, path: string, onRefused?: (name: string) => void): ReadState {
  const reference = referenceOf(shape);
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) wrong(path, 'has to be an object');
  const unknown: string[] = [];
  const state: Record<string, unknown> = { ...reference };
  for (const [name, value] of Object.entries(changes as object)) {
    if (!Object.hasOwn(reference, name)) {
      if (unknown.length < MAX_UNKNOWN) unknown.push(name.slice(0, 40));
      continue;
    }
    const read = () => readerOf(shape, reference, name)(value, `${path}/${name}`);
    const held = onRefused === undefined ? read() : tryDecode(read);
    if (held === undefined) onRefused?.(name);
    else state[name] = held;
  }
  return { state, unknown };
}

/** The state of a draft, and names of fields that are as the form begins because theirs cannot be read; undefined where no field can. */
export function readDraft(
  shape: FormShape,
  changes: unknown,
): { readonly state: object; readonly refused: readonly string[] } | undefined {
  const refused: string[] = [];
  const read = tryDecode(() => readState(shape, changes, 'draft', (name) => refused.push(name)));
  return read && { state: read.state, refused };
}

function readerOf(shape: Omit<FormShape, 'initial'>, reference: Values, name: string): Reader<unknown> {
  const own = shape.readers?.[name];
  if (own !== undefined) return own;
  const list = shape.lists?.[name] ?? listIn(shape.rows, name);
  if (list !== undefined) return itemsReader(list);
  if (typeof reference[name] === 'boolean') return truth;
  const field = fieldsIn(shape.rows).find((each) => each.name === name);
  return field === undefined ? shortText(MAX_CHARACTERS) : fieldReader(field);
}

/** What a field can hold, of which browsers take no other values either. */
function fieldReader({ control, options = [], attributes }: Field<never>): Reader<string> {
  const { maxlength } = attributes ?? {};
  switch (control) {
    case 'select':
      return oneOf(options.map(([value]) => value));
    case 'range':
      return matching(/^\d{1,4}$/, 'a number of up to four digits');
    case 'date':
      return moment(/^\d{4}-\d\d-\d\d$/, 'a date');
    case 'datetime-local':
      return moment(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/, 'a date and a time');
    default:
      return shortText(typeof maxlength === 'number' ? maxlength : MAX_CHARACTERS);
  }
}

/** A text of limited length. */
export function shortText(most: number): Reader<string> {
  return (value, path) =>
    text(value, path).length <= most ? (value as string) : wrong(path, `has to be of at most ${most} characters`);
}

function moment(pattern: RegExp, what: string): Reader<string> {
  const isMoment = (value: unknown) =>
    value === '' || (typeof value === 'string' && pattern.test(value) && !Number.isNaN(Date.parse(value)));
  return where(isMoment, `${what}, or empty`);
}

function itemsReader({ rows, item, most }: ItemShape): Reader<unknown> {
  const names = Object.keys(item);
  const shape = { rows };
  const one: Reader<object> = (value, path) => {
    if (typeof value !== 'object' || value === null) wrong(path, 'has to be an object');
    const given = value as Values;
    return Object.fromEntries(
      names.map((name) => [
        name,
        Object.hasOwn(given, name)
          ? readerOf(shape, item as Values, name)(given[name], `${path}/${name}`)
          : (item as Values)[name],
      ]),
    );
  };
  return (value, path) => {
    if (!Array.isArray(value) || value.length < 1 || value.length > most) wrong(path, `has to be a list of 1 to ${most}`);
    return listOf(one)(value, path);
  };
}

function listIn(rows: readonly Row<never>[], name: string): ItemShape | undefined {
  for (const row of rows) {
    if ('list' in row && row.list === name) return { rows: row.fields, item: row.added, most: row.most };
    const inside = 'summary' in row ? listIn(row.rows, name) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** The fields of rows, in their order; those of lists are not among them. */
function fieldsIn(rows: readonly Row<never>[]): Field<never>[] {
  return rows.flatMap((row) => {
    if ('name' in row) return [row];
    if ('slot' in row || 'list' in row) return [];
    return fieldsIn('row' in row ? row.row : 'boxes' in row ? row.boxes : row.rows);
  });
}

// ---- files ----

/** A state without its files, and their ids. */
export function withoutFiles(
  { files = [] }: FormShape,
  state: object,
): { readonly state: object; readonly ids: readonly string[] } {
  const ids: string[] = [];
  const strip = (values: object): object =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (files.includes(name) && typeof value === 'string') {
          if (value !== '') ids.push(value);
          return [name, ''];
        }
        const isList = Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
        return [name, isList ? (value as object[]).map(strip) : value];
      }),
    );
  return { state: files.length === 0 ? state : strip(state), ids };
}
