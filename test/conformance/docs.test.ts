import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { differences } from './compare.js';
import { type PackIndex, readPack } from './pack/build.js';
import type { Case, Json } from './pack/shape.js';
import { SCOREBOARD, scoreboardPage } from './scoreboard.js';
import { columns, tablesOf, withTables } from './table.js';

const page = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
const { cases, index: found } = readPack();
const index = found as PackIndex;

describe('docs/conformance.md', () => {
  it('has its tables and counts as the pack has them: npm run conformance -- --generate', () => {
    const count = `${cases.length} cases in ${index.files.length} formats`;
    expect(withTables(page, tablesOf(cases, index), count) === page).toBe(true);
    expect(page).toContain(count);
  });

  const examples = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, code]) => JSON.parse(code as string) as Case);

  it('shows every kind of form', () => {
    const kinds = examples.flatMap(({ input, expected }) => [...Object.keys(input), ...Object.keys(expected)]);
    for (const kind of ['hex', 'hexList', 'value', 'refused']) expect(kinds).toContain(kind);
  });

  it.each(examples)('has the case $id as it is', (example) => {
    expect(differences(example as unknown as Json, cases.find(({ id }) => id === example.id) as unknown as Json)).toEqual([]);
  });

  it('explains every format', () => {
    const explained = page.slice(page.indexOf('## Values'), page.indexOf('## An adapter'));
    for (const { format } of index.files) expect(explained, format).toContain(`\`${format}\``);
  });
});

it('columns are as wide as what stands in them', () => {
  const rows = [
    ['name', 'n'],
    ['a', 5],
    ['longer', 12],
  ];
  expect(columns(rows)).toBe('name    n\na        5\nlonger  12');
});

describe('docs/scoreboard.md', () => {
  const scoreboard = readFileSync(SCOREBOARD, 'utf8');

  it('is current: npm run conformance -- --generate', () => {
    expect(scoreboardPage(cases, index) === scoreboard).toBe(true);
  });

  it('has a row and a section for each of at least fifteen programs, and counts what is on record', () => {
    expect(index.oracles.length).toBeGreaterThanOrEqual(15);
    for (const { id, version } of index.oracles) {
      const agrees = cases.filter(({ verdicts }) => verdicts[id]?.verdict === 'agrees').length;
      const differs = cases.filter(({ verdicts }) => verdicts[id]?.verdict === 'differs').length;
      const [, all] =
        scoreboard.match(new RegExp(`^\\| \\[${id}\\]\\(#${id}\\) ${version}.*\\| (\\d+ / \\d+) / \\d+ \\|$`, 'm')) ?? [];
      expect(all, id).toBe(`${agrees} / ${differs}`);
      expect(scoreboard).toContain(`\n### ${id}\n`);
    }
  });

  it('names every fault on record', () => {
    for (const { id, fault } of index.faults) expect(scoreboard).toContain(`| \`${id}\`: ${fault} |`);
  });
});
