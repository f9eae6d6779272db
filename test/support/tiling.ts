/** The law of a trace: the children of a field tile it, with no gap and no overlap. */
import { expect } from 'vitest';
import type { Field } from '../../src/bytes/index.js';

/** Checks a field and everything below it. Below a field with octets of its own, positions start at 0 again. */
export function expectTiling(field: Field): void {
  const fields = [field];
  for (let next = fields.pop(); next !== undefined; next = fields.pop()) {
    const gap = next.children.length === 0 ? undefined : gapIn(next);
    // An expectation for each of some hundred thousand fields takes seconds.
    if (gap !== undefined) expect.fail(`children of ${next.name}: ${gap}`);
    for (const child of next.children) fields.push(child);
  }
}

function gapIn(field: Field): string | undefined {
  const [from, to] = field.octets === undefined ? rangeOf(field) : [0, field.octets.length * 8];
  let at = from;
  for (const child of field.children) {
    const [start, end] = rangeOf(child);
    if (start !== at || end < start) return `${child.name} covers ${start}..${end} where ${at} was next`;
    at = end;
  }
  return at === to ? undefined : `the last child ends at ${at}, the field at ${to}`;
}

function rangeOf(field: Field): readonly [from: number, to: number] {
  return field.bits === undefined ? [field.start * 8, field.end * 8] : [field.bits.from, field.bits.to];
}
