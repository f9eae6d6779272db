/**
 * A tree of fields as text, a field a line: where it stands, its name, its value, what it means.
 * @module
 */
import { type Field, toHex } from '../bytes/index.js';

/** How a tree is written. */
export interface RenderOptions {
  /** Adds where each field is specified. */
  readonly spec?: boolean | undefined;
  /** Levels shown below the root; what lies deeper is only counted. All by default. */
  readonly depth?: number | undefined;
  /** Wraps parts of a line, for a terminal: `range`, `name`, `value`, `meaning`, `warning`. */
  readonly paint?: ((part: 'range' | 'name' | 'value' | 'meaning' | 'warning', text: string) => string) | undefined;
}

/** Characters of a value shown at most. */
const MAX_VALUE = 72;

/**
 * The tree as indented lines. A range is `first-last` in octets; `5.7-6.4` counts bits too, bit 7 being the most significant one.
 */
export function formatTree(field: Field, options?: RenderOptions): string {
  const lines: string[] = [];
  writeField(field, 0, lines, options);
  return `${lines.join('\n')}\n`;
}

function writeField(field: Field, depth: number, lines: string[], options: RenderOptions | undefined): void {
  const paint: NonNullable<RenderOptions['paint']> = (part, text) => options?.paint?.(part, printable(text)) ?? printable(text);
  const indent = '  '.repeat(depth);
  const parts = [paint('range', rangeOf(field).padEnd(13)), indent + paint('name', field.name)];
  const value = shownValue(field);
  if (value !== '') parts.push(paint('value', value));
  if (field.meaning !== undefined) parts.push(paint('meaning', `(${field.meaning})`));
  if (options?.spec === true && field.spec !== undefined) parts.push(paint('range', `[${field.spec}]`));
  lines.push(parts.join(' '));
  for (const warning of field.warnings ?? []) lines.push(`${' '.repeat(14)}${indent}  ${paint('warning', `! ${warning}`)}`);
  if (field.error !== undefined) lines.push(`${' '.repeat(14)}${indent}  ${paint('warning', `! ${field.error.message}`)}`);
  const isCut = depth >= (options?.depth ?? Number.POSITIVE_INFINITY) && field.children.length > 0;
  if (isCut) lines.push(`${' '.repeat(14)}${indent}  ${paint('range', `… ${countFields(field)} fields`)}`);
  else for (const child of field.children) writeField(child, depth + 1, lines, options);
}

function countFields({ children }: Field): number {
  return children.reduce((count, child) => count + 1 + countFields(child), 0);
}

/** Where a field stands. */
function rangeOf({ start, end, bits }: Field): string {
  if (bits === undefined) return end - start === 1 ? `${start}` : end === start ? '-' : `${start}-${end - 1}`;
  const place = (position: number) => `${position >> 3}.${bits.order === 'msb' ? 7 - (position & 7) : position & 7}`;
  const first = place(bits.from);
  const last = place(bits.to - 1);
  return first === last ? first : `${first}-${last}`;
}

function shownValue({ value, octets, children }: Field): string {
  if (typeof value === 'number') return value > 9 ? `= ${value} (0x${value.toString(16).toUpperCase()})` : `= ${value}`;
  if (value !== undefined) return `= ${shorten(/[\n\r\t]|^\s|\s$/.test(value) ? JSON.stringify(value) : value)}`;
  return octets !== undefined && children.length === 0 ? `= ${shorten(toHex(octets))}` : '';
}

function shorten(text: string): string {
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE - 1)}…`;
}

/** A payload must not speak to the terminal: controls and marks that turn the direction of writing are shown as escapes. */
function printable(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
    return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The tree as plain data: octets in hex, errors as code, field, offset and message. */
export function treeToJson(field: Field): unknown {
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
