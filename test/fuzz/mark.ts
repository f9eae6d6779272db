/**
 * The mark of an outcome: inputs that give a new mark are kept, and mutated further. A mark is made of the refusal's code and field, or of the
 * value's shape: names of members, kinds of leaves, magnitudes of numbers and lengths.
 */
import { FormatError } from '../../src/errors.js';
import { hashOf } from './random.js';

/** Nodes of a value that are looked at. */
const MOST_NODES = 250;
const MOST_DEPTH = 6;
/** Members whose texts are names of a closed set, and no content. */
const NAMING = /^(?:kind|type|format|version|form|code|name|operation|alphabet|status|direction|contentType|dispositionType)$/;

/** A number that outcomes of the same shape share. */
export function markOf(value: unknown): number {
  return hashOf(new Shape().of(value, '', 0));
}

class Shape {
  #left = MOST_NODES;

  of(value: unknown, key: string, depth: number): string {
    if (this.#left-- <= 0) return '';
    switch (typeof value) {
      case 'string':
        return NAMING.test(key) && value.length <= 40 ? `'${value}'` : `s${magnitude(value.length)}`;
      case 'number':
        return Number.isInteger(value) ? `n${Math.sign(value)}${magnitude(Math.abs(value))}` : `n${Number.isFinite(value)}`;
      case 'object':
        return value === null ? 'null' : this.#ofObject(value, depth);
      default:
        return String(value);
    }
  }

  #ofObject(value: object, depth: number): string {
    if (value instanceof FormatError) return `!${value.name} ${value.code} ${placeOf(value.field)}`;
    if (value instanceof Error) return `!${value.name} ${'path' in value ? placeOf(String(value.path)) : ''}`;
    if (ArrayBuffer.isView(value)) return `o${magnitude(value.byteLength)}`;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'd?' : 'd';
    if (depth >= MOST_DEPTH) return '.';
    if (Array.isArray(value) || value instanceof Map || value instanceof Set) {
      const items = Array.isArray(value) ? value : [...value];
      const shapes = new Set(items.slice(0, 12).map((item) => this.of(item, '', depth + 1)));
      return `[${magnitude(items.length)} ${[...shapes].join(',')}]`;
    }
    let shape = '{';
    for (const [key, member] of Object.entries(value)) shape += `${key}:${this.of(member, key, depth + 1)} `;
    return shape;
  }
}

const magnitude = (count: number) => (count < 4 ? count : 32 - Math.clz32(Math.min(count, 0xffffffff)));

/** A field's path without what the input put into it: indices and long names. */
const placeOf = (field: string) => field.replace(/\d+/g, '#').slice(0, 60);
