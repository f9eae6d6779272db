/**
 * Content lines: what cards and calendars of every version are made of.
 *
 *   [ group "." ] NAME *( ";" parameter ) ":" value CRLF
 *
 *   parameter   NAME "=" value, or a bare value (vCard 2.1, vCalendar 1.0)
 *   folding     CRLF and a blank inside of a line: the blank goes too (3.0, iCalendar) or stays (2.1, vCalendar)
 *   soft break  "=" CRLF inside of a quoted-printable value
 *   BASE64      in the older versions ends with an empty line
 *
 * Sources: vCard 2.1 section 2.1, vCalendar 1.0 section 2.1, RFC 2425 section 5.8, RFC 5545 section 3.1.
 * @module
 */
import { loneSurrogateIndex, unitAt } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';
import { fromBase64, fromQuotedPrintable, textOfOctets } from './encodings.js';
import type { Reading } from './reading.js';

/** A parameter as it came. */
export interface RawParameter {
  /** Upper case; empty for a bare value. */
  readonly name: string;
  /** As on the wire, quotes included. */
  readonly value: string;
}

/** A property as it came: unfolded, not decoded. */
export interface RawProperty {
  /** What stands in front of a dot before the name. */
  readonly group?: string | undefined;
  /** Upper case. */
  readonly name: string;
  /** Its parameters, in their order. */
  readonly params?: readonly RawParameter[] | undefined;
  /** Still in its transfer encoding, escapes included. */
  readonly value: string;
  /** The object that stands in place of a value (AGENT of vCard 2.1). */
  readonly component?: RawComponent | undefined;
}

/** A component as it came. */
export interface RawComponent {
  /** Upper case. */
  readonly name: string;
  /** Its properties, in their order. */
  readonly properties: readonly RawProperty[];
  /** Components inside of it, in their order. */
  readonly components: readonly RawComponent[];
}

/** A property and where it stands in the text. */
export interface ContentLine {
  readonly group: string | undefined;
  readonly name: string;
  readonly params: readonly RawParameter[];
  readonly value: string;
  /** Index of the name, and of the value; the name's when the line is folded in front of the value. */
  readonly index: number;
  readonly valueAt: number;
  component?: Component;
}

/** A component and where it stands. */
export interface Component {
  readonly name: string;
  readonly index: number;
  readonly properties: ContentLine[];
  readonly components: Component[];
}

/** What a text consists of. */
interface Objects {
  readonly components: Component[];
  /** The VERSION, if any, of what stands first. */
  readonly version: string | undefined;
  /** Whether the rules of vCard 2.1 and vCalendar 1.0 hold. */
  readonly old: boolean;
}

const TAB = 0x09;
const BLANK = 0x20;
const QUOTE = 0x22;
const DOT = 0x2e;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;

const NAME = /^[A-Za-z0-9_-]+$/;
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;
/** The beginning of a line whose value is quoted-printable. */
const QUOTED = /^[^:]{0,200}[;=]QUOTED-PRINTABLE[;:]/i;
/** Values of bare parameters that are no types. */
const ENCODINGS = new Set(['QUOTED-PRINTABLE', 'BASE64', 'B', '7BIT', '8BIT']);

/**
 * Reads every object in a text.
 * @param newer the versions whose rules are those of RFC 2425 and RFC 5545, with the older one.
 * @throws DecodeError, LimitError as the parsers of cards and calendars say.
 */
export function readObjects(text: string, reading: Reading, kind: 'VCARD' | 'VCALENDAR'): Objects {
  const [older, newer] = kind === 'VCARD' ? ['2.1', '3.0'] : ['1.0', '2.0'];
  const version = /(?:^|[\r\n])[ \t]*VERSION(?:;[^:\r\n]*)?:[ \t]*([^\r\n]{0,20})/i.exec(text);
  const found = version?.[1]?.trim();
  const at = version?.index ?? 0;
  if (found === undefined) reading.note('missing-version', 0, 'no VERSION', older as string);
  else if (found !== older && found !== newer) {
    reading.fault(
      'unknown-version',
      at,
      `${kind}/VERSION`,
      `version ${JSON.stringify(found)} is neither ${older} nor ${newer}`,
      newer as string,
    );
  }
  const old = found === undefined || found === older;
  const components = readComponents(new LineReader(text, reading, old), reading, kind);
  return { components, version: old ? older : newer, old };
}

function readComponents(lines: LineReader, reading: Reading, kind: string): Component[] {
  const roots: Component[] = [];
  const stack: Component[] = [];
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const { name, index } = line;
    const parent = stack[stack.length - 1];
    if (name === 'BEGIN') {
      const component = { name: line.value.trim().toUpperCase(), index, properties: [], components: [] };
      reading.limit('vobjectDepth', stack.length + 1, 'BEGIN', index);
      if (parent === undefined) {
        if (component.name === kind) roots.push(component);
        else
          reading.fault(
            'misplaced-component',
            index,
            'BEGIN',
            `${JSON.stringify(line.value.slice(0, 40))} instead of ${kind}`,
            'nothing',
          );
      } else if (parent.name !== 'VCARD') parent.components.push(component);
      else {
        const agent = parent.properties[parent.properties.length - 1];
        if (agent?.name === 'AGENT' && agent.value === '' && agent.component === undefined) agent.component = component;
        else reading.fault('misplaced-component', index, 'VCARD', 'a component outside of AGENT', 'nothing');
      }
      stack.push(component);
    } else if (name === 'END') {
      const closes = line.value.trim().toUpperCase();
      if (parent === undefined) reading.fault('junk', index, 'END', 'nothing is open', 'nothing');
      else if (parent.name !== closes) {
        reading.fault(
          'wrong-end',
          index,
          'END',
          `${JSON.stringify(line.value.slice(0, 40))} closes ${shownName(parent)}`,
          `END:${shownName(parent)}`,
        );
      }
      stack.pop();
    } else if (parent === undefined) {
      const [field, code] = roots.length === 0 ? [kind, 'bad-value' as const] : [kind, 'trailing-bytes' as const];
      reading.fault('junk', index, field, 'a line outside of any object', 'nothing', code);
    } else parent.properties.push(line);
  }
  const open = stack[stack.length - 1];
  if (open !== undefined) {
    const name = shownName(open);
    reading.fault('missing-end', reading.length, name, `the text ends without END:${name}`, 'its end', 'truncated');
  }
  if (roots.length === 0)
    reading.fault('missing-end', reading.length, kind, `no BEGIN:${kind}`, 'an empty object', 'truncated');
  return roots;
}

/** A component's name as errors show it: of a long one the beginning, and something for none. */
function shownName({ name }: Component): string {
  return name.slice(0, 40) || 'BEGIN';
}

/** Takes a text apart into content lines; each step moves forward. */
class LineReader {
  readonly #text: string;
  readonly #reading: Reading;
  readonly #old: boolean;
  #at = 0;
  #count = 0;

  constructor(text: string, reading: Reading, old: boolean) {
    this.#reading = reading;
    this.#old = old;
    // Replacements keep the length, so that indexes hold.
    let clean = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
    if (CONTROLS.test(clean)) {
      const { index, 0: found } = CONTROLS.exec(clean) as RegExpExecArray;
      reading.fault('control-character', index, 'vObject', `control character ${JSON.stringify(found)}`, 'a blank');
      clean = clean.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, ' ');
    }
    this.#text = clean;
    if (clean.startsWith('\ufeff')) {
      reading.note('byte-order-mark', 0, 'byte order mark', 'nothing');
      this.#at = 1;
    }
  }

  /** The next property; undefined at the end. */
  next(): ContentLine | undefined {
    while (this.#at < this.#text.length) {
      const index = this.#at;
      let logical = this.#take();
      if (logical === '' || (unitAt(logical, 0) <= BLANK && logical.trim() === '')) continue;
      const first = logical.length;
      // A blank behind a soft break is no fold.
      const quoted = this.#continues() && QUOTED.test(logical);
      let more = logical;
      while (this.#continues() && !(quoted && more.endsWith('='))) {
        more = this.#take();
        if (this.#old && more.trim() === '') break;
        logical += this.#old ? more : more.slice(1);
      }
      this.#count++;
      this.#reading.limit('vobjectProperties', this.#count, 'vObject', index);
      this.#reading.limit('vobjectLineCharacters', logical.length, 'vObject', index);
      const line = this.#property(logical, index, first);
      if (line !== undefined) return line;
    }
    return undefined;
  }

  /** A physical line without its end. */
  #take(): string {
    const end = this.#text.indexOf('\n', this.#at);
    const from = this.#at;
    if (end < 0) {
      this.#at = this.#text.length;
      return this.#text.slice(from);
    }
    this.#at = end + 1;
    return this.#text.slice(from, end > from && unitAt(this.#text, end - 1) === 0x0d ? end - 1 : end);
  }

  #continues(): boolean {
    if (this.#at >= this.#text.length) return false;
    const unit = unitAt(this.#text, this.#at);
    return unit === BLANK || unit === TAB;
  }

  #property(logical: string, index: number, first: number): ContentLine | undefined {
    const reading = this.#reading;
    const { length } = logical;
    let at = 0;
    let dot = -1;
    for (; at < length; at++) {
      const unit = unitAt(logical, at);
      if (unit === COLON || unit === SEMICOLON) break;
      if (unit === DOT && dot < 0) dot = at;
    }
    if (at === length) return this.#unreadable(index, 'a line without a colon');
    const group = dot < 0 ? undefined : logical.slice(0, dot).trim();
    const name = logical.slice(dot + 1, at).trim();
    if (!NAME.test(name) || (group !== undefined && !NAME.test(group))) {
      return this.#unreadable(index, `${JSON.stringify(logical.slice(0, Math.min(at, 40)))} is no property name`);
    }
    const params: RawParameter[] = [];
    while (unitAt(logical, at) === SEMICOLON) {
      const from = at + 1;
      let equals = -1;
      for (at = from; at < length; at++) {
        const unit = unitAt(logical, at);
        if (unit === COLON || unit === SEMICOLON) break;
        if (unit === EQUALS && equals < 0) equals = at;
        else if (unit === QUOTE) {
          const close = logical.indexOf('"', at + 1);
          if (close < 0) return this.#unreadable(at <= first ? index + at : index, 'a quote without its other half');
          at = close;
        }
      }
      if (at >= length) return this.#unreadable(index, 'a line without a colon');
      const value = logical.slice(equals < 0 ? from : equals + 1, at).trim();
      if (equals >= 0) {
        const param = logical.slice(from, equals).trim();
        if (!NAME.test(param))
          return this.#unreadable(
            from <= first ? index + from : index,
            `${JSON.stringify(param.slice(0, 40))} is no parameter name`,
          );
        params.push({ name: param.toUpperCase(), value });
      } else if (value === '')
        reading.note('empty-parameter', from <= first ? index + from : index, 'an empty parameter', 'nothing');
      else {
        if (!this.#old)
          reading.note(
            'bare-type',
            from <= first ? index + from : index,
            `parameter ${value.slice(0, 40)} without a name`,
            'TYPE, or ENCODING',
          );
        params.push({ name: '', value });
      }
    }
    const valueAt = at < first ? index + at + 1 : index;
    const upper = name.toUpperCase();
    let value = logical.slice(at + 1);
    // The name BEGIN or END with parameters or a group would be another property to some readers and a component to others.
    if (upper === 'BEGIN' || upper === 'END') value = value.trim();
    const encoding = rawEncodingOf(params);
    if (encoding === 'QUOTED-PRINTABLE' && value.endsWith('=')) value = this.#softBreaks(value, upper, index);
    else if (this.#old && (encoding === 'BASE64' || encoding === 'B')) value = this.#base64Lines(value, upper, index);
    return { group, name: upper, params, value, index, valueAt };
  }

  #unreadable(index: number, what: string): undefined {
    this.#reading.fault('unreadable-line', index, 'vObject', what, 'nothing');
    return undefined;
  }

  /** Joins the lines of a quoted-printable value; without its soft breaks it is one line. */
  #softBreaks(value: string, name: string, index: number): string {
    const reading = this.#reading;
    const pieces: string[] = [];
    let characters = 0;
    let piece = value;
    for (;;) {
      const broken = piece.endsWith('=');
      pieces.push(broken ? piece.slice(0, -1) : piece);
      characters += piece.length;
      reading.limit('vobjectLineCharacters', characters, name, index);
      if (broken) {
        const next = this.#at;
        if (next >= this.#text.length || /^END:/i.test(this.#text.slice(next, next + 4))) {
          reading.fault('missing-end', next, name, 'nothing behind a soft line break', 'the end of the value', 'truncated');
          break;
        }
      } else if (!this.#continues()) break;
      piece = this.#take();
    }
    return pieces.join('');
  }

  /** Joins the lines of a BASE64 value that some phones write without a blank in front. */
  #base64Lines(value: string, name: string, index: number): string {
    const pieces = [value];
    let characters = value.length;
    while (this.#at < this.#text.length) {
      const next = this.#at;
      const line = this.#take();
      if (line.trim() === '' || line.includes(':') || !/^[A-Za-z0-9+/=]+[ \t]*$/.test(line)) {
        this.#at = next;
        break;
      }
      if (pieces.length === 1)
        this.#reading.note('unfolded-base64', next, 'BASE64 goes on without a blank in front', 'one value');
      pieces.push(line);
      characters += line.length;
      this.#reading.limit('vobjectLineCharacters', characters, name, index);
    }
    return pieces.join('').replace(/[ \t]+/g, '');
  }
}

/** What the ENCODING parameter says, named or bare; undefined when there is none. */
function rawEncodingOf(params: readonly RawParameter[]): string | undefined {
  for (const { name, value } of params) {
    const upper = value.toUpperCase();
    if (name === 'ENCODING' || (name === '' && ENCODINGS.has(upper))) return upper;
  }
  return undefined;
}

/** The types of a telephone number and the like: TYPE=A,B or bare, in upper case. */
export function typesOf({ params }: ContentLine): string[] {
  const types: string[] = [];
  for (const { name, value } of params) {
    const upper = value.toUpperCase();
    if (name !== 'TYPE' && (name !== '' || ENCODINGS.has(upper))) continue;
    if (/^[A-Z0-9_-]+$/.test(upper)) types.push(upper);
    else for (const type of upper.replace(/"/g, '').split(',')) if (type.trim() !== '') types.push(type.trim());
  }
  return types;
}

/** Parameters that say neither type nor encoding. */
export function furtherParamsOf({ params }: ContentLine): RawParameter[] {
  return params.filter(({ name }) => name !== '' && name !== 'TYPE' && name !== 'ENCODING' && name !== 'CHARSET');
}

/** The first value of a parameter, without quotes. */
export function paramOf({ params }: ContentLine, wanted: string): string | undefined {
  return params.find(({ name }) => name === wanted)?.value.replace(/"/g, '');
}

/** The value behind its transfer encoding, line ends as `\n`; escapes are left. @throws DecodeError */
export function textOf(line: ContentLine, reading: Reading, field: string): string {
  const { params, value, valueAt } = line;
  const encoding = params.length === 0 ? undefined : rawEncodingOf(params);
  let octets: Uint8Array;
  switch (encoding) {
    case 'QUOTED-PRINTABLE':
      octets = fromQuotedPrintable(value, reading, field, valueAt);
      break;
    case 'BASE64':
    case 'B':
      octets = fromBase64(value, reading, field, valueAt);
      break;
    case undefined:
    case '7BIT':
    case '8BIT':
      return value;
    default:
      reading.fault('unknown-encoding', valueAt, field, `encoding ${JSON.stringify(encoding.slice(0, 40))}`, 'none');
      return value;
  }
  return lineEnds(textOfOctets(octets, paramOf(line, 'CHARSET'), reading, field, valueAt));
}

/** Octets of a property as it came, such as PHOTO. @throws DecodeError @throws LimitError */
export function octetsOf(line: Pick<ContentLine, 'params' | 'value' | 'valueAt'>, reading: Reading, field: string): Uint8Array {
  const encoding = rawEncodingOf(line.params);
  if (encoding === 'QUOTED-PRINTABLE') return fromQuotedPrintable(line.value, reading, field, line.valueAt).slice();
  return fromBase64(line.value, reading, field, line.valueAt);
}

/** Line ends of every kind as `\n`. */
export function lineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** The property without its place. */
export function rawOf(line: ContentLine): RawProperty {
  const { group, name, params, value, component } = line;
  return {
    ...(group !== undefined && { group }),
    name,
    ...(params.length > 0 && { params }),
    value,
    ...(component !== undefined && { component: rawComponentOf(component) }),
  };
}

/** The component without its place. */
export function rawComponentOf({ name, properties, components }: Component): RawComponent {
  return { name, properties: properties.map(rawOf), components: components.map(rawComponentOf) };
}

// ---- writing ----

/** Names that make structure, which a property as it came may not have. */
const STRUCTURE = new Set(['BEGIN', 'END', 'VERSION']);
const PARAMETER_VALUE = /^(?:[^";:\x00-\x08\x0a-\x1f\x7f]|"[^"\x00-\x08\x0a-\x1f\x7f]*")*$/;
const LINE_OCTETS = 75;

/** A property as it came, in one line without its end. @throws EncodeError `bad-value` for what would make other lines or parameters. */
export function formatRaw(property: RawProperty, field: string): string {
  const { group, name, params = [], value } = property;
  const refuse = (part: string, what: unknown): never => {
    const shown = JSON.stringify(typeof what === 'string' ? what.slice(0, 80) : what);
    throw new EncodeError('bad-value', `${field}.${part}`, undefined, `${shown} cannot stand in a content line`);
  };
  if (typeof name !== 'string' || !NAME.test(name) || STRUCTURE.has(name.toUpperCase())) refuse('name', name);
  if (group !== undefined && (typeof group !== 'string' || !NAME.test(group))) refuse('group', group);
  let head = group === undefined ? name.toUpperCase() : `${group}.${name.toUpperCase()}`;
  for (const { name: key, value: setting } of params) {
    if (typeof key !== 'string' || (key !== '' && !NAME.test(key))) refuse('params', key);
    if (typeof setting !== 'string' || !PARAMETER_VALUE.test(setting)) refuse('params', setting);
    if (key === '' && (setting === '' || setting.includes('='))) refuse('params', setting);
    head += key === '' ? `;${setting}` : `;${key.toUpperCase()}=${setting}`;
  }
  if (typeof value !== 'string') refuse('value', value);
  if (/[\n\r]/.test(value) || CONTROLS.test(value)) refuse('value', value.slice(0, 80));
  requireWellFormed(value, `${field}.value`);
  requireWellFormed(head, `${field}.params`);
  if (rawEncodingOf(params) === 'QUOTED-PRINTABLE' && value.endsWith('=')) refuse('value', value.slice(-40));
  return `${head}:${value}`;
}

/**
 * Ends a line and folds it. The older versions fold BASE64 alone, and put an empty line behind it: their other folds are soft breaks or
 * need a blank in the value, and phones of the time fail on both.
 */
export function endLine(line: string, old: boolean, isBase64 = false): string {
  if (!old) return `${fold(line, LINE_OCTETS)}\r\n`;
  return isBase64 ? `${fold(line, LINE_OCTETS)}\r\n\r\n` : `${line}\r\n`;
}

/** Whether a property as it came is BASE64. */
export function isBase64(params: readonly RawParameter[] = []): boolean {
  const encoding = rawEncodingOf(params);
  return encoding === 'BASE64' || encoding === 'B';
}

/** Folds a line at 75 octets of UTF-8, the blank in front of the next line counted, never inside of a character. */
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
  if (lone >= 0) throw new EncodeError('unencodable', field, lone, 'a lone surrogate has no UTF-8 form');
}

/** A text of the model: well-formed, its line ends `\n`. @throws EncodeError `bad-value` when it is no text, `unencodable`. */
export function cleanText(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new EncodeError('bad-value', field, undefined, `${typeof value} is no text`);
  requireWellFormed(value, field);
  return lineEnds(value);
}

/** A text that stays in one line, such as a number. @throws EncodeError `bad-value` with the index of a control character. */
export function cleanLine(value: unknown, field: string): string {
  const text = cleanText(value, field);
  const control = text.search(/[\0-\x1f\x7f]/);
  if (control >= 0) throw new EncodeError('bad-value', field, control, 'a control character or line end');
  return text;
}

/** A text for the newer versions, which have no form for controls. @throws EncodeError `unencodable` with the index. */
export function cleanPrintable(value: unknown, field: string): string {
  const text = cleanText(value, field);
  const control = text.search(CONTROLS);
  if (control >= 0) throw new EncodeError('unencodable', field, control, 'this version has no form for control characters');
  return text;
}

/** A list of objects of the model; an absent one is empty. @throws EncodeError `bad-value` for what is none. */
export function listOf<T>(list: readonly T[] | undefined, field: string): readonly T[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw new EncodeError('bad-value', field, undefined, `${typeof list} is no list`);
  list.forEach((item: unknown, i) => {
    if (typeof item !== 'object' || item === null) throw new EncodeError('bad-value', `${field}[${i}]`, undefined, 'no object');
  });
  return list;
}
