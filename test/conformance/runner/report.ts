/**
 * A run as text and as JSON.
 * @module
 */
import { columns } from '../table.js';
import type { Judgement } from './judge.js';
import type { Result, Run } from './run.js';

const KINDS: readonly Judgement['result'][] = ['passed', 'failed', 'refused', 'crashed', 'skipped'];

/** How many cases had each result. */
export function countResults(results: readonly Result[]): Record<Judgement['result'], number> {
  const number = (kind: string) => results.filter(({ result }) => result === kind).length;
  return Object.fromEntries(KINDS.map((kind) => [kind, number(kind)])) as Record<Judgement['result'], number>;
}

/** The run as a table by format, after a line for each case that did not pass. */
export function textReport({ adapter, restarts, results }: Run): string {
  const failures = results.filter(({ result }) => result !== 'passed' && result !== 'skipped');
  const formats = [...new Set(results.map(({ format }) => format))];
  const row = (name: string, list: readonly Result[]) => {
    const counts = countResults(list);
    return [name, list.length, ...KINDS.map((kind) => counts[kind])];
  };
  const rows = formats.map((name) =>
    row(
      name,
      results.filter(({ format }) => format === name),
    ),
  );
  return [
    ...failures.map(
      ({ id, format, result, reasons }) => `${result}: ${id} (${format})\n${reasons.map((r) => `  ${r}`).join('\n')}`,
    ),
    `${adapter.name} ${adapter.version}${restarts === 0 ? '' : `, restarted ${restarts} times`}`,
    columns([['format', 'cases', 'passed', 'failed', 'refused wrongly', 'crashed', 'skipped'], ...rows, row('all', results)]),
  ].join('\n');
}

/** The run as JSON. */
export function jsonReport(run: Run, version: string): string {
  const { adapter, restarts, results } = run;
  const report = { pack: version, adapter, restarts, counts: countResults(results), results };
  return `${JSON.stringify(report, undefined, 1)}\n`;
}

/** 1 when a case failed, was refused wrongly, or ended the adapter. */
export function exitCodeOf(results: readonly Result[]): 0 | 1 {
  return results.every(({ result }) => result === 'passed' || result === 'skipped') ? 0 : 1;
}
