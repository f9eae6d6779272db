import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REPORTS } from '../../src/protocol/reports.js';

/** What the page calls the sources. */
const SOURCES: Readonly<Record<string, string>> = {
  document: 'document',
  'public clients': 'clients',
  "this package's gateway": 'own',
  nowhere: 'unknown',
};

/** Rows of the table of report codes. */
const rows = [
  ...readFileSync('docs/protocol.md', 'utf8').matchAll(/^\| (-?\d+) \| (accepted|refused) \| (.*?) ?\| ([a-z' ]+) \|$/gm),
].map(([, code, outcome, meaning, source = '']) => ({
  code: Number(code),
  outcome,
  ...(meaning === '' ? {} : { meaning }),
  knownFrom: SOURCES[source],
}));

describe('the table of report codes', () => {
  it('G-ERR-01 to 03: has every code with its outcome, meaning and source, and no other', () => {
    expect(rows).toEqual(REPORTS);
  });
});
