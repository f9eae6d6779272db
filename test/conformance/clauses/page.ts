/**
 * docs/clauses.md out of the table of clauses, the pack and the sources.
 * @module
 */
import { readFileSync } from 'node:fs';
import type { Coverage } from './coverage.js';
import { SPECIFICATIONS } from './table.js';

/** The page that is made. */
export const CLAUSES_PAGE = new URL('../../../docs/clauses.md', import.meta.url);

/** Scores of mutation tests by module, as docs/mutation.md has them. */
function scores(): ReadonlyMap<string, string> {
  const page = readFileSync(new URL('../../../docs/mutation.md', import.meta.url), 'utf8');
  const rows = page.matchAll(/^\| (\w+) \| \d+ of \d+ \|.*\| ([\d.]+ %) \| [\d-]+ \|$/gm);
  return new Map([...rows].map(([, module, score]) => [module as string, score as string]));
}

/** Code is named by its modules where more files than this name the clause. */
const MOST_FILES = 3;

function row({ clause: { section, rule }, cases, code }: Coverage, killed: ReadonlyMap<string, string>): string {
  const modules = [...new Set(code.map((file) => file.slice(0, file.indexOf('/'))))];
  const files = code.length > MOST_FILES ? modules.map((module) => `${module}/`) : code;
  const mutants = modules.flatMap((module) => (killed.has(module) ? [`${module} ${killed.get(module)}`] : []));
  const found = cases.length === 0 ? '**none**' : String(cases.length);
  const names = (list: readonly string[]) => list.map((name) => `\`${name}\``).join(', ');
  return `| ${section} | ${rule} | ${found} | ${names(cases.slice(0, 1))} | ${names(files)} | ${mutants.join(', ')} |`;
}

/** The whole page. */
export function clausesPage(all: readonly Coverage[]): string {
  const killed = scores();
  const bare = all.filter(({ cases: found }) => found.length === 0);
  return [
    '<!-- Written by `npm run conformance -- --generate` (test/conformance/clauses): change that, not this. -->',
    '# Clauses and their cases',
    [
      `The rules of six specifications, ${all.length} in all, each with the cases of [the conformance pack](conformance.md) that touch it and the code that`,
      bare.length === 0 ? 'follows it. Each has a case.' : `follows it. No case touches ${bare.length} of them.`,
    ].join('\n'),
    [
      "A case touches a clause if its source names the clause, or if the inspector shows a field of the clause in the case's octets. Code belongs to a clause if a",
      'comment or an entry of the trace cites it. The last column shows which share of faults the tests of the module find, in a sample: see [mutation tests](mutation.md).',
      'A clause with cases is not a clause that is tested completely: the cases show what was thought of.',
    ].join('\n'),
    ...SPECIFICATIONS.map(({ name, clauses }, index) => {
      const from = SPECIFICATIONS.slice(0, index).reduce((sum, before) => sum + before.clauses.length, 0);
      const rows = all.slice(from, from + clauses.length).map((each) => row(each, killed));
      const head = ['| clause | rule | cases | for example | code below `src` | mutants found |', '|---|---|---:|---|---|---|'];
      return [`## ${name}`, '', ...head, ...rows].join('\n');
    }),
    '## Without a case',
    bare.length === 0
      ? 'None.'
      : bare.map(({ specification, clause }) => `- ${specification.name}, ${clause.section}: ${clause.rule}`).join('\n'),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}
