import type { Field } from '../../src/bytes/index.js';

/** Fields as lines: name and value, what they mean, and below them what they hold. */
export function linesOf(fields: readonly Field[], indent = ''): string[] {
  return fields.flatMap(({ name, value, meaning, children }) => [
    `${indent}${name}${value === undefined ? '' : ` ${value}`}${meaning === undefined ? '' : `: ${meaning}`}`,
    ...linesOf(children, `${indent}  `),
  ]);
}
