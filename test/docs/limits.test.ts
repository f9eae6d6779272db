import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/errors.js';

const UNITS: Readonly<Record<string, number>> = { '': 1, MiB: 1024 * 1024, min: 60_000, h: 3_600_000 };

/** Names and values of the table, in numbers. */
const rows = Object.fromEntries(
  [...readFileSync('docs/limits-and-errors.md', 'utf8').matchAll(/^\| `(\w+)` \| ([\d,.]+) ?(\w*) \|/gm)].map(
    ([, name, value, unit = '']) => [name, Number(value?.replaceAll(',', '')) * (UNITS[unit] ?? Number.NaN)],
  ),
);

describe('the table of limits', () => {
  it('has every limit with its value, and no other', () => {
    expect(rows).toEqual(DEFAULT_LIMITS);
  });
});
