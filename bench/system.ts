/**
 * What is measured from outside, as a whole program: the gateway under load, the page in a browser, the report of an archive. Each needs
 * programs that may not be there; then it says which, and its targets are listed as not run.
 *
 * A module of a system runs by itself, too (`npm run bench:gateway`), and then writes what the whole run writes of it.
 * @module
 */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judge, notRun, type Verdict, verdictLine, type Wanted } from './verdict.js';

export interface System<Name extends string = string> {
  /** Also the name of its results: bench/results/NAME.json and NAME.md. */
  readonly name: string;
  readonly wanted: Readonly<Record<Name, Wanted>>;
  /** Page whose figures between two marks are this system's table. */
  readonly page?: string;
  /** What keeps it from running: a program that is not installed, a file that is not built. */
  readonly missing: () => string | undefined;
  readonly measure: () => Promise<SystemMeasured<Name>>;
}

export interface SystemMeasured<Name extends string = string> {
  /** Figures by the targets' names; a target without one was not run, for the reason in `left`. */
  readonly figures: Readonly<Partial<Record<Name, number>>>;
  readonly left?: Readonly<Partial<Record<Name, string>>>;
  /** Everything that was measured. */
  readonly record: object;
  /** Programs besides Node that took part, with their versions. */
  readonly programs: Readonly<Record<string, string>>;
  /** The tables, without the verdicts. */
  readonly markdown: (environment: string) => { readonly title: string; readonly above: string; readonly below: string };
}

export interface SystemResult {
  readonly name: string;
  readonly verdicts: readonly Verdict[];
  readonly programs: Readonly<Record<string, string>>;
  /** Absent when it was not run. */
  readonly record?: object;
  readonly markdown?: string;
  readonly notRun?: string;
  /** It was there, and failed. */
  readonly failed?: boolean;
}

/** Never throws: what fails is a result, so that it does not take the rest of a run with it. */
export async function runSystem<Name extends string>(system: System<Name>, environment: string): Promise<SystemResult> {
  const { name, wanted, missing, measure } = system;
  const none = (reason: string) => ({
    ...{ name, programs: {}, notRun: reason },
    verdicts: Object.values<Wanted>(wanted).map((line) => notRun(name, line, reason)),
  });
  const reason = missing();
  if (reason !== undefined) return none(reason);
  try {
    const { figures, left, record, programs, markdown } = await measure();
    const verdicts = (Object.keys(wanted) as Name[]).map((key): Verdict => {
      const figure = figures[key];
      return figure === undefined ? notRun(name, wanted[key], left?.[key] ?? 'not measured') : judge(name, wanted[key], figure);
    });
    const { title, above, below } = markdown(environment);
    const text = [`# ${title}`, above, verdictTable(verdicts), below, ''].join('\n\n').replace(/\n+$/, '\n');
    return { name, verdicts, programs, record: { environment, ...record, verdicts }, markdown: text };
  } catch (error) {
    return { ...none(`failed: ${error instanceof Error ? error.message : String(error)}`), failed: true };
  }
}

function verdictTable(verdicts: readonly Verdict[]): string {
  const cell = ({ measured, unit, outcome, reason }: Verdict) => {
    if (measured === undefined) return [reason ?? '', outcome];
    return [`${measured >= 100 ? Math.round(measured).toLocaleString('en') : measured.toFixed(unit === 'x' ? 2 : 1)}`, outcome];
  };
  return [
    '| Target | wanted | measured | |',
    '|---|---:|---:|---|',
    ...verdicts.map((verdict) => {
      const { target, unit, sense, must, aim } = verdict;
      const [measured, outcome] = cell(verdict);
      return `| ${target}${unit === 'x' ? '' : `, ${unit}`} | ${must === undefined ? `aim: ${sense} ${aim}` : `${sense} ${must}`} | ${measured} | ${outcome} |`;
    }),
  ].join('\n');
}

/** Its results below a folder that is laid out as the project is, and the figures of its page there. */
export function writeSystem({ name, page }: System, { record, markdown }: SystemResult, into: string): void {
  if (record === undefined || markdown === undefined) return;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), text);
  };
  const short = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
  write(`bench/results/${name}.json`, `${JSON.stringify(record, short, 2)}\n`);
  write(`bench/results/${name}.md`, markdown);
  if (page === undefined) return;
  // Everything but the title.
  const figures = markdown.slice(markdown.indexOf('\n\n'));
  const text = readFileSync(join(ROOT, page), 'utf8');
  write(
    page,
    text.replace(/(<!-- figures -->)[\s\S]*?(?=<!-- end of figures -->)/, (_, mark) => `${mark}${figures}\n`),
  );
}

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** By itself, as a program: prints, and writes into the project, or into the folder behind `--into`. */
export async function runAlone<Name extends string>(system: System<Name>): Promise<void> {
  const { environmentLine } = await import('./environment.js');
  const result = await runSystem(system, `${environmentLine()}. Written by \`npx tsx bench/${system.name}.ts\`.`);
  for (const verdict of result.verdicts) console.log(verdictLine(verdict));
  if (result.failed === true) process.exitCode = 1;
  const at = process.argv.indexOf('--into');
  writeSystem(system, result, at < 0 ? ROOT : (process.argv[at + 1] ?? ROOT));
}

/** Processor time of a process so far, in seconds. */
export function processorSeconds({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

/** Memory of a process, in megabytes. */
export const residentMegabytes = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
