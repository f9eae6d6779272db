/** The laws of the inspector's trees, without a test runner: the children of a field tile it, down to bits, and what it means is a text. */
import type { Field } from '../../src/bytes/index.js';
import { Broken } from './target.js';

/** Throws Broken where a child leaves a gap or overlaps, in this field or below it, and where a meaning is none. */
export function requireTiling(field: Field, octets: number): void {
  if (field.start !== 0 || field.end !== octets) throw new Broken('the tree does not span the input');
  const fields = [field];
  for (let next = fields.pop(); next !== undefined; next = fields.pop()) {
    const { meaning } = next;
    if (meaning !== undefined && typeof meaning !== 'string') throw new Broken(`the meaning of ${placeOf(next)} is no text`);
    if (next.children.length === 0) continue;
    // A field with octets of its own begins a space of its own.
    const [from, to] = next.octets === undefined ? rangeOf(next) : [0, next.octets.length * 8];
    let at = from;
    for (const child of next.children) {
      const [start, end] = rangeOf(child);
      if (start !== at || end < start) throw new Broken(`the children of ${placeOf(next)} leave a gap or overlap`);
      at = end;
      fields.push(child);
    }
    if (at !== to) throw new Broken(`the children of ${placeOf(next)} do not fill it`);
  }
}

const rangeOf = ({ bits, start, end }: Field) =>
  (bits === undefined ? [start * 8, end * 8] : [bits.from, bits.to]) as [number, number];

const placeOf = ({ name }: Field) => name.replace(/\d+/g, '#').slice(0, 40);
