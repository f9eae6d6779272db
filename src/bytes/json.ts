/**
 * A strict JSON reader (RFC 8259) for files that people write: it keeps the order of an object's members, which JSON.parse changes for names
 * that look like numbers, refuses a name that stands twice, which JSON.parse drops, and tells a fault by line and column without showing
 * the text around it, which may be a secret.
 * @module
 */

import { DecodeError, LimitError } from '../errors.js';
import { requireText } from './check.js';

/** A value; members of objects are in the file's order. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** An object of a JSON text. */
export class JsonObject {
  readonly #members: ReadonlyMap<string, JsonValue>;

  constructor(members: ReadonlyMap<string, JsonValue>) {
    this.#members = members;
  }

  /** A member by name; undefined when there is none. */
  get(name: string): JsonValue | undefined {
    return this.#members.get(name);
  }

  /** Members in order. */
  entries(): IterableIterator<[string, JsonValue]> {
    return this.#members.entries();
  }

  /** A plain object, and so are the objects inside. */
  toPlain(): Record<string, unknown> {
    return Object.fromEntries([...this.#members].map(([name, value]) => [name, plain(value)]));
  }
}

/** Bounds of a text that others wrote. */
export interface JsonLimits {
  /** Values, members of objects and items of lists counted; any number by default. */
  readonly values?: number | undefined;
  /** Values inside of each other; 64 by default. */
  readonly depth?: number | undefined;
}

const DEFAULT_DEPTH = 64;

/** Characters of a path, and of a member's name in it. */
const PATH_SHOWN = 400;
const NAME_SHOWN = 40;

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

const WORDS = new Map<string, JsonValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Reads a JSON text; a leading byte order mark is ignored.
 * @throws DecodeError `bad-value`, its field the JSON path such as `$.accounts[0]`, its reason naming line and column.
 * @throws LimitError past `values`.
 */
export function parseJson(text: string, limits: JsonLimits = {}): JsonValue {
  return new JsonReader(text, limits).read();
}

/** The JSON path of a member: `$.accounts`, `$["My friends"]`; of long names the first 40 characters, of a long path the first 400. */
export function pathOf(path: string, name: string): string {
  const to = path.length > PATH_SHOWN ? `${path.slice(0, PATH_SHOWN)}…` : path;
  return /^[A-Za-z_]\w*$/.test(name) && name.length <= NAME_SHOWN
    ? `${to}.${name}`
    : `${to}[${JSON.stringify(name.slice(0, NAME_SHOWN))}]`;
}

class JsonReader {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #maxValues: number;
  #values = 0;
  #index = 0;

  constructor(text: string, { values = Number.POSITIVE_INFINITY, depth = DEFAULT_DEPTH }: JsonLimits) {
    requireText(text, 'json');
    this.#maxDepth = depth;
    this.#maxValues = values;
    this.#text = text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  read(): JsonValue {
    const value = this.#value('$', 0);
    this.#take(SPACE);
    if (this.#index < this.#text.length) throw this.#fault('$', 'something follows the end');
    return value;
  }

  #value(path: string, depth: number): JsonValue {
    if (depth > this.#maxDepth) throw this.#fault(path, `there are more than ${this.#maxDepth} values inside of each other`);
    if (++this.#values > this.#maxValues) {
      throw new LimitError('limit-exceeded', path, this.#index, `there are more than ${this.#maxValues} values`);
    }
    this.#take(SPACE);
    switch (this.#text[this.#index]) {
      case '{':
        return this.#object(path, depth);
      case '[':
        return this.#list(path, depth);
      case '"':
        return this.#string(path);
    }
    const word = this.#take(WORD);
    if (word !== undefined) return WORDS.get(word) as JsonValue;
    const number = this.#take(NUMBER);
    if (number === undefined) throw this.#fault(path, 'a JSON value is expected');
    return Number(number);
  }

  #object(path: string, depth: number): JsonObject {
    const members = new Map<string, JsonValue>();
    this.#index++;
    if (this.#skip('}')) return new JsonObject(members);
    do {
      this.#take(SPACE);
      const start = this.#index;
      const name = this.#string(path);
      const inner = pathOf(path, name);
      if (members.has(name)) {
        this.#index = start;
        throw this.#fault(inner, 'the name stands twice');
      }
      // A text that no colon follows is hardly a name; it may be a value, and a secret.
      if (!this.#skip(':')) throw this.#fault(path, 'a colon is expected');
      members.set(name, this.#value(inner, depth + 1));
    } while (this.#skip(','));
    if (!this.#skip('}')) throw this.#fault(path, 'a comma or } is expected');
    return new JsonObject(members);
  }

  #list(path: string, depth: number): JsonValue[] {
    const items: JsonValue[] = [];
    this.#index++;
    if (this.#skip(']')) return items;
    do items.push(this.#value(`${path}[${items.length}]`, depth + 1));
    while (this.#skip(','));
    if (!this.#skip(']')) throw this.#fault(path, 'a comma or ] is expected');
    return items;
  }

  #string(path: string): string {
    const start = this.#index;
    if (this.#text[start] !== '"') throw this.#fault(path, 'a text in quotation marks is expected');
    let end = start;
    do end = this.#text.indexOf('"', end + 1);
    while (end > 0 && this.#isEscaped(end));
    if (end < 0) throw this.#fault(path, 'a text has no end');
    try {
      const value = JSON.parse(this.#text.slice(start, end + 1)) as string;
      this.#index = end + 1;
      return value;
    } catch {
      throw this.#fault(path, 'a text holds an unknown escape or a control character');
    }
  }

  /** Whether an odd number of backslashes stands in front. */
  #isEscaped(index: number): boolean {
    let start = index;
    while (this.#text[start - 1] === '\\') start--;
    return (index - start) % 2 === 1;
  }

  /** Passes over blanks and one mark, if it is there. */
  #skip(mark: string): boolean {
    this.#take(SPACE);
    if (this.#text[this.#index] !== mark) return false;
    this.#index++;
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#index;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#index += found.length;
    return found;
  }

  #fault(path: string, reason: string): DecodeError {
    const before = this.#text.slice(0, this.#index).split('\n');
    const column = (before.at(-1) as string).length + 1;
    return new DecodeError('bad-value', path, this.#index, `${reason} (line ${before.length}, column ${column})`);
  }
}

function plain(value: JsonValue): unknown {
  if (value instanceof JsonObject) return value.toPlain();
  return Array.isArray(value) ? value.map(plain) : value;
}
