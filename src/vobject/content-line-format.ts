/**
 * Writes content lines: what one may contain, how it ends, and the checks of a model's values.
 *
 *   TEL;TYPE=CELL:+447700900123 CRLF
 *   NOTE:seventy-five octets of UTF-8 at most, then CRLF and a blank          vCard 3.0, iCalendar
 *
 * Sources: as in content-line.ts.
 * @module
 */
import { findControl } from '../bytes/controls.js';
import { quote } from '../bytes/quote.js';
import { loneSurrogateIndex, unitAt } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';
import { CONTROLS, findEncoding, NAME, type RawParameter, type RawProperty } from './content-line.js';
import { lineEnds } from './encodings.js';

/** Names of structure, which a verbatim property may not have. */
const STRUCTURE = new Set(['BEGIN', 'END', 'VERSION']);
const PARAMETER_VALUE = /^(?:[^";:\x00-\x08\x0a-\x1f\x7f]|"[^"\x00-\x08\x0a-\x1f\x7f]*")*$/;
const LINE_OCTETS = 75;

/**
 * A verbatim property in one line without its end. Its parameters are texts ({@link requireParams}).
 * @throws EncodeError `bad-value` for characters that would make other lines or parameters.
 */
export function formatRaw(property: RawProperty, field: string): string {
  const { group, name, params = [], value } = property;
  const refuse = (part: string, what: unknown): never => {
    throw EncodeError.badValue(`${field}.${part}`, `${quote(what)} is not allowed in a content line`);
  };
  if (typeof name !== 'string' || !NAME.test(name) || STRUCTURE.has(name.toUpperCase())) refuse('name', name);
  if (group !== undefined && (typeof group !== 'string' || !NAME.test(group))) refuse('group', group);
  let head = group === undefined ? name.toUpperCase() : `${group}.${name.toUpperCase()}`;
  for (const { name: key, value: setting } of params) {
    if (key !== '' && !NAME.test(key)) refuse('params', key);
    if (!PARAMETER_VALUE.test(setting)) refuse('params', setting);
    if (key === '' && (setting === '' || setting.includes('='))) refuse('params', setting);
    head += key === '' ? `;${setting}` : `;${key.toUpperCase()}=${setting}`;
  }
  if (typeof value !== 'string') refuse('value', value);
  if (/[\n\r]/.test(value) || CONTROLS.test(value)) refuse('value', value);
  requireWellFormed(value, `${field}.value`);
  requireWellFormed(head, `${field}.params`);
  if (findEncoding(params) === 'QUOTED-PRINTABLE' && value.endsWith('=')) refuse('value', value.slice(-40));
  return `${head}:${value}`;
}

/**
 * Ends a line and folds it. The older versions fold BASE64 alone, and put an empty line after it: their other folds are soft breaks or
 * need a blank in the value, and phones of the time fail on both.
 */
export function endLine(line: string, old: boolean, isBase64 = false): string {
  if (!old) return `${fold(line, LINE_OCTETS)}\r\n`;
  return isBase64 ? `${fold(line, LINE_OCTETS)}\r\n\r\n` : `${line}\r\n`;
}

/** Folds a line at 75 octets of UTF-8, the blank before the next line counted, never inside a character. */
function fold(line: string, octets: number): string {
  const { length } = line;
  // A unit takes three octets at most.
  if (length * 3 <= octets) return line;
  let folded = '';
  let from = 0;
  let used = 0;
  for (let i = 0; i < length; i++) {
    const unit = unitAt(line, i);
    const pair = unit >= 0xd800 && unit < 0xdc00;
    const size = unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3;
    if (used + size > octets) {
      folded += `${line.slice(from, i)}\r\n `;
      from = i;
      used = 1;
    }
    used += size;
    if (pair) i++;
  }
  return from === 0 ? line : folded + line.slice(from);
}

/** @throws EncodeError `unencodable` with the index of a lone surrogate. */
function requireWellFormed(text: string, field: string): void {
  const lone = loneSurrogateIndex(text);
  if (lone >= 0) throw new EncodeError('unencodable', field, lone, 'a lone surrogate cannot be UTF-8');
}

/** A text of the model: well-formed, its line ends `\n`. @throws EncodeError `bad-value` when it is not a text, `unencodable`. */
export function cleanText(value: unknown, field: string): string {
  if (typeof value !== 'string') throw EncodeError.badValue(field, `${typeof value} is not a text`);
  requireWellFormed(value, field);
  return lineEnds(value);
}

/** A text that stays in one line, such as a number. @throws EncodeError `bad-value` with the index of a control character. */
export function cleanLine(value: unknown, field: string): string {
  const text = cleanText(value, field);
  const control = findControl(text);
  if (control >= 0) throw new EncodeError('bad-value', field, control, 'a control character or line end');
  return text;
}

/** A text for the newer versions, which cannot hold controls. @throws EncodeError `unencodable` with the index. */
export function cleanPrintable(value: unknown, field: string): string {
  const text = cleanText(value, field);
  const control = text.search(CONTROLS);
  if (control >= 0) throw new EncodeError('unencodable', field, control, 'this version cannot hold control characters');
  return text;
}

/** The parameters of a property, absent ones for none. @throws EncodeError `bad-value` unless they are a list of names and values. */
export function requireParams({ params }: Pick<RawProperty, 'params'>, field: string): readonly RawParameter[] {
  const list = requireList(params, `${field}.params`);
  for (const { name, value } of list) {
    if (typeof name !== 'string' || typeof value !== 'string')
      throw EncodeError.badValue(`${field}.params`, 'a name or value is not a text');
  }
  return list;
}

/** A list of objects of the model; an absent one is empty. @throws EncodeError `bad-value` for what is not one. */
export function requireList<T>(list: readonly T[] | undefined, field: string): readonly T[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw EncodeError.badValue(field, `${typeof list} is not a list`);
  list.forEach((item: unknown, i) => {
    if (typeof item !== 'object' || item === null) throw EncodeError.badValue(`${field}[${i}]`, 'not an object');
  });
  return list;
}
