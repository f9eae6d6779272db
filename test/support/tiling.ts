/** The law of a trace: the children of a field tile it, with no gap and no overlap, down to bits, and what a field means is text. */
import type { Field } from '../../src/bytes/index.js';

/** What is wrong in a field or below it, if anything. Below a field with octets of its own, positions start at 0 again. */
export function tilingFault(field: Field): string | undefined {
  const fields = [field];
  for (let next = fields.pop(); next !== undefined; next = fields.pop()) {
    const { meaning } = next;
    if (meaning !== undefined && typeof meaning !== 'string') return `the meaning of ${placeOf(next)} is not text`;
    if (next.children.length === 0) continue;
    const [from, to] = next.octets === undefined ? rangeOf(next) : [0, next.octets.length * 8];
    let at = from;
    for (const child of next.children) {
      const [start, end] = rangeOf(child);
      if (start !== at || end < start) return `the children of ${placeOf(next)} leave a gap or overlap at ${placeOf(child)}`;
      at = end;
      fields.push(child);
    }
    if (at !== to) return `the children of ${placeOf(next)} do not fill it`;
  }
  return undefined;
}

/** Checks a field and everything below it. */
export function expectTiling(field: Field): void {
  const fault = tilingFault(field);
  if (fault !== undefined) throw new Error(fault);
}

function rangeOf({ bits, start, end }: Field): readonly [from: number, to: number] {
  return bits === undefined ? [start * 8, end * 8] : [bits.from, bits.to];
}

/** The name of a field, without the numbers that differ from input to input. */
const placeOf = ({ name }: Field) => name.replace(/\d+/g, '#').slice(0, 40);
