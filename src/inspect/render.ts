/**
 * A tree of fields as text, a field a line: its range, name, value and meaning.
 * @module
 */
import { requireList, requireObject, requireText } from '../bytes/check.js';
import { type Field, toHex } from '../bytes/index.js';
import { printable, shorten } from './printable.js';

/** Options of {@link formatTree}. */
export interface RenderOptions {
  /** Whether to add the specification and section of each field; false by default. */
  readonly spec?: boolean | undefined;
  /** The number of levels below the root to show; deeper fields are only counted. All by default. */
  readonly depth?: number | undefined;
  /** Called with each part of a line; returns the text to write instead, for example with the colours of a terminal. */
  readonly paint?: ((part: 'range' | 'name' | 'value' | 'meaning' | 'warning', text: string) => string) | undefined;
}

/** Characters of a value shown at most. */
const MAX_VALUE = 72;
/** The same of a picture's row: no handset of one-bit pictures had a wider screen. */
const MAX_ROW = 128;
/** Columns for a range. */
const RANGE = 13;
/** Blanks below a range and its gap. */
const GUTTER = /* @__PURE__ */ ' '.repeat(RANGE + 1);

/**
 * Formats a field tree as indented lines. A range is `first-last` in octets, or with bits, such as `5.7-6.4`, where bit 7 is the most
 * significant one.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { formatTree, inspect } from 'handset/inspect';
 *
 * formatTree(inspect(fromHex('06050415810000'), { as: 'udh' })).split('\n').slice(0, 4);
 * // -> ['0-6           user data',
 * //     '0-6             UDH',
 * //     '0                 UDHL = 6',
 * //     '1-6               IE (ports 16: to 5505, from 0)']
 * ```
 */
export function formatTree(field: Field, options?: RenderOptions): string {
  requireTree(field);
  const lines: string[] = [];
  writeField(field, 0, lines, options);
  return `${lines.join('\n')}\n`;
}

/** @throws TypeError unless it is a field of a tree. */
function requireTree(field: Field): void {
  requireObject(field, 'field');
  requireText(field.name, 'field.name');
  requireList(field.children, 'field.children');
}

/** How wide ranges and names are written, so that the rows of a picture line up. */
interface Columns {
  readonly range: number;
  readonly name: number;
}

const FREE: Columns = { range: RANGE, name: 0 };

function writeField(
  field: Field,
  depth: number,
  lines: string[],
  options: RenderOptions | undefined,
  columns: Columns = FREE,
): void {
  const paint: NonNullable<RenderOptions['paint']> = (part, text) => options?.paint?.(part, printable(text)) ?? printable(text);
  const indent = '  '.repeat(depth);
  const parts = [
    paint('range', formatRange(field).padEnd(columns.range)),
    indent + paint('name', field.name.padEnd(columns.name)),
  ];
  const value = shownValue(field);
  if (value !== '') parts.push(paint('value', value));
  if (field.meaning !== undefined) parts.push(paint('meaning', `(${field.meaning})`));
  if (options?.spec === true && field.spec !== undefined) parts.push(paint('range', `[${field.spec}]`));
  lines.push(parts.join(' '));
  for (const warning of field.warnings ?? []) lines.push(`${GUTTER}${indent}  ${paint('warning', `! ${warning}`)}`);
  if (field.error !== undefined) lines.push(`${GUTTER}${indent}  ${paint('warning', `! ${field.error.message}`)}`);
  const isCut = depth >= (options?.depth ?? Number.POSITIVE_INFINITY) && field.children.length > 0;
  if (isCut) lines.push(`${GUTTER}${indent}  ${paint('range', `… ${countFields(field)} fields`)}`);
  else {
    const rows = measureColumns(field.children.filter(isRow));
    for (const child of field.children) writeField(child, depth + 1, lines, options, isRow(child) ? rows : FREE);
  }
}

/** Whether a field is a row of a picture, `#` for black. */
function isRow({ value, children }: Field): boolean {
  return typeof value === 'string' && children.length === 0 && /^[.#]+$/.test(value);
}

function measureColumns(rows: readonly Field[]): Columns {
  let { range, name } = FREE;
  for (const row of rows) {
    range = Math.max(range, formatRange(row).length);
    name = Math.max(name, row.name.length);
  }
  return { range, name };
}

function countFields({ children }: Field): number {
  return children.reduce((count, child) => count + 1 + countFields(child), 0);
}

/** The range of a field. */
function formatRange({ start, end, bits }: Field): string {
  if (bits === undefined) return end - start === 1 ? `${start}` : end === start ? '-' : `${start}-${end - 1}`;
  const place = (position: number) => `${position >> 3}.${bits.order === 'msb' ? 7 - (position & 7) : position & 7}`;
  const first = place(bits.from);
  const last = place(bits.to - 1);
  return first === last ? first : `${first}-${last}`;
}

function shownValue(field: Field): string {
  const { value, octets, children } = field;
  if (typeof value === 'number') return value > 9 ? `= ${value} (0x${value.toString(16).toUpperCase()})` : `= ${value}`;
  if (value !== undefined && isRow(field)) return `= ${shorten(value, MAX_ROW)}`;
  if (value !== undefined) return `= ${shorten(/[\n\r\t]|^\s|\s$/.test(value) ? JSON.stringify(value) : value, MAX_VALUE)}`;
  return octets !== undefined && children.length === 0 ? `= ${shorten(toHex(octets), MAX_VALUE)}` : '';
}

/** Converts a field tree to an object for JSON: octets in hex, errors as code, field, offset and message. */
export function treeToJson(field: Field): unknown {
  requireTree(field);
  const { octets, error, children, ...rest } = field;
  return {
    ...rest,
    ...(octets !== undefined && { octets: toHex(octets) }),
    ...(error !== undefined && {
      error: { code: error.code, field: error.field, offset: error.offset, message: error.message },
    }),
    children: children.map(treeToJson),
  };
}
