/**
 * One batch of cases against one oracle: compares, counts, reports.
 * @module
 */
import { expect } from 'vitest';
import { FormatError } from '../../src/errors.js';
import type { Converted } from './drivers/files.js';
import type { Fields } from './expected.js';
import { type KnownFault, Ledger } from './ledger.js';
import { report } from './report.js';

/** Compares every case and fails with the differences; gives the ledger's figures to the log. */
export function judge<Input>(
  title: string,
  rules: readonly KnownFault<Input>[],
  cases: readonly { readonly input: Input; readonly right: Fields; readonly shown: Fields; readonly label: string }[],
): void {
  const ledger = new Ledger(rules);
  const failures = cases.flatMap(({ input, right, shown, label }) => {
    const differences = ledger.compare(input, right, shown);
    return differences.length === 0 ? [] : [`${label}\n  ${differences.join('\n  ')}`];
  });
  report(failures);
  console.log(`${title}: ${ledger.compared} compared`, ledger.uses);
  expect(ledger.compared).toBe(cases.length);
  expect(ledger.idle).toEqual([]);
}

/** What we read in a file that a converter wrote; its words, or our refusal, as a field of its own. */
export function readFile(converted: Converted, read: (octets: Uint8Array) => Fields): Fields {
  if (!('octets' in converted)) return { refused: converted.error };
  try {
    return read(converted.octets);
  } catch (error) {
    if (error instanceof FormatError) return { refused: error.message };
    throw error;
  }
}
