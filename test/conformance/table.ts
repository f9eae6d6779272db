/**
 * How the programs do, as text.
 * @module
 */
import type { LiveRun } from './live.js';
import type { PackIndex } from './pack/build.js';
import type { Case } from './pack/shape.js';

/** Counts of the verdicts of a program about a format. */
export interface Count {
  readonly agrees: number;
  readonly differs: number;
  readonly cannot: number;
  /** Faults that its differences have, sorted. */
  readonly faults: readonly string[];
}

/** Counts the verdicts of one program. */
export function countOf(cases: readonly Case[], oracle: string): Count {
  const verdicts = cases.flatMap(({ verdicts }) => verdicts[oracle] ?? []);
  const number = (kind: string) => verdicts.filter(({ verdict }) => verdict === kind).length;
  const faults = [...new Set(verdicts.flatMap((one) => ('faults' in one ? one.faults : [])))].sort();
  return { agrees: number('agrees'), differs: number('differs'), cannot: number('cannot'), faults };
}

/** Rows under a head, in columns; numbers stand at the right. */
export function columns(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => String(row[index] ?? '').length)));
  const cell = (value: string | number, width: number) =>
    typeof value === 'number' ? String(value).padStart(width) : value.padEnd(width);
  return rows
    .map((row) =>
      row
        .map((value, index) => cell(value, widths[index] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A line for each program and format that it was asked about. */
export function tableOf(cases: readonly Case[], runs: readonly LiveRun[]): string {
  const formats = [...new Set(cases.map(({ format }) => format))];
  const rows = runs.flatMap(({ oracle, verdicts }) =>
    formats.flatMap((format) => {
      const asked = cases.filter((each) => each.format === format && verdicts.has(each.id));
      if (asked.length === 0) return [];
      const { agrees, differs, cannot, faults } = countOf(asked, oracle.id);
      return [[`${oracle.id} ${oracle.version}`, format, asked.length, agrees, differs, cannot, faults.join(', ')]];
    }),
  );
  return columns([['program', 'format', 'cases', 'agrees', 'differs', 'cannot', 'faults'], ...rows]);
}

/** A line for each difference. */
export function differencesOf(cases: readonly Case[]): string[] {
  return cases.flatMap(({ id, verdicts }) =>
    Object.entries(verdicts).flatMap(([oracle, verdict]) =>
      verdict.verdict === 'differs' ? [`${id}: ${oracle} differs (${verdict.faults.join(', ')})`] : [],
    ),
  );
}

/** The formats of the pack with their cases, as a table of Markdown: by direction, and the refusals among them. */
export function formatRows(cases: readonly Case[]): string {
  const formats = [...new Set(cases.map(({ format }) => format))].sort();
  const row = (name: string, list: readonly Case[]) => {
    const number = (of: (each: Case) => boolean) => list.filter(of).length;
    const ways = (['decode', 'encode', 'both'] as const).map((way) => number(({ direction }) => direction === way));
    return `| ${name} | ${[list.length, ...ways, number(({ expected }) => 'refused' in expected)].join(' | ')} |`;
  };
  return [
    '| format | cases | decode | encode | both | refusals among them |',
    '|---|---|---|---|---|---|',
    ...formats.map((format) =>
      row(
        `\`${format}\``,
        cases.filter((each) => each.format === format),
      ),
    ),
    row('all', cases),
  ].join('\n');
}

/** The files of vectors and how many of them the pack carries, as a table of Markdown. */
export function sourceRows(
  sources: readonly { readonly file: string; readonly vectors: number; readonly carried: number; readonly cases: number }[],
): string {
  const rows = sources.map(({ file, vectors, carried, cases }) => `| \`${file}\` | ${vectors} | ${carried} | ${cases} |`);
  return ['| below `fixtures/` | vectors | carried | cases |', '|---|---|---|---|', ...rows].join('\n');
}

/** The flags with the cases that have them, as a table of Markdown. */
export function flagRows(
  cases: readonly Case[],
  flags: readonly {
    readonly id: string;
    readonly title: string;
    readonly effect: string;
    readonly threads: readonly string[];
  }[],
): string {
  const rows = flags.map(({ id, title, effect, threads }) => {
    const number = cases.filter((each) => each.flags?.includes(id) === true).length;
    return `| \`${id}\` | ${title} | ${effect} | ${threads.map((thread) => `[${thread}](${addressOf(thread)})`).join(', ')} | ${number} |`;
  });
  return ['| flag | bug | effect | threads | cases |', '|---|---|---|---|---|', ...rows].join('\n');
}

const addressOf = (thread: string) => `https://github.com/${thread.replace('#', '/issues/')}`;

/** The tables of docs/conformance.md, by the names of the marks that they stand between. */
export function tablesOf(cases: readonly Case[], index: Pick<PackIndex, 'flags' | 'sources'>): ReadonlyMap<string, string> {
  return new Map([
    ['flags', flagRows(cases, index.flags)],
    ['formats', formatRows(cases)],
    ['sources', sourceRows(index.sources)],
  ]);
}

/** A page with its tables, and the number of cases and formats, as the pack has them. */
export function withTables(page: string, tables: ReadonlyMap<string, string>, count: string): string {
  const counted = page.replace(/\d+ cases in \d+ formats/, count);
  return [...tables].reduce((text, [name, table]) => {
    const [begin, end] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`the page has no marks of ${name}`);
    return text.slice(0, from + begin.length) + table + text.slice(to);
  }, counted);
}
