/**
 * The jobs of one module in a process of its own: what a module's peers leave behind in the heap, the collector and the compiled code is not
 * laid to the charge of the next one. Within a module everything stays as in a program that has been running.
 *
 * `inProcess` starts the process and gives what it found; this module is its program too.
 * @module
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CHILD_ENVIRONMENT } from './effort.js';
import type { GrowthResult } from './growth.js';
import type { Job, TaskResult } from './harness.js';
import { MODULE_JOBS, type ModuleJobs, type ModuleTitle } from './module-jobs.js';
import { loadModules } from './modules.js';
import type { SeriesResult } from './series.js';
import { growthLines, seriesLines, taskLines } from './terminal.js';
import type { exactness } from './text.js';

/** What was found of a module, and what was not. */
export interface ModuleFound {
  readonly tasks: readonly TaskResult[];
  readonly growth: readonly GrowthResult[];
  readonly series: readonly SeriesResult[];
  readonly exactness: ReturnType<typeof exactness>;
  readonly failed: readonly Failure[];
}

/** A job that gave no result. */
export interface Failure {
  readonly name: string;
  readonly reason: string;
}

/** Runs what passes the filter; what fails is listed, and the next one runs. */
export async function runJobs<Result>(
  jobs: readonly Job<Result>[],
  filter: string,
  lines: (result: Result) => string,
  failed: Failure[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, run } of jobs) {
    if (!name.includes(filter)) continue;
    try {
      const result = await run();
      console.log(lines(result));
      results.push(result);
    } catch (error) {
      const reason = `failed: ${error instanceof Error ? error.message : String(error)}`;
      console.log(`${name}\n  ${reason}\n`);
      failed.push({ name, reason });
    }
  }
  return results;
}

/** Runs the jobs of a module whose names have `filter` in them, of the modules built in a folder. */
export async function inProcess(title: ModuleTitle, filter: string, built: string): Promise<ModuleFound> {
  const found = await ofChild<ModuleFound>(fileURLToPath(import.meta.url), [title, filter, built]);
  if (typeof found !== 'string') return found;
  const failed = [{ name: title, reason: `failed: ${found}` }];
  return { tasks: [], growth: [], series: [], exactness: [], failed };
}

/** What a program of this bench sends in a process of its own; or in words how it ended without. */
export function ofChild<T extends object>(program: string, args: readonly string[]): Promise<T | string> {
  // Structured clones: a figure that could not be told is NaN, which JSON has not.
  const child = fork(program, args, { env: CHILD_ENVIRONMENT, serialization: 'advanced' });
  return new Promise((resolve) => {
    let found: T | undefined;
    child.on('message', (message) => {
      found = message as T;
    });
    child.on('error', (error) => resolve(`its process did not start: ${error.message}`));
    // Not at its exit, which may come before its last message.
    child.on('close', (code, signal) =>
      resolve(code === 0 && found !== undefined ? found : `its process ended with ${signal ?? code}`),
    );
  });
}

async function main(title: ModuleTitle, filter: string, built: string): Promise<ModuleFound> {
  const modules = await loadModules(built);
  const { tasks, growth = () => [], series = () => [] }: ModuleJobs = await MODULE_JOBS[title]();
  const failed: Failure[] = [];
  return {
    tasks: await runJobs(await tasks(modules), filter, taskLines, failed),
    growth: await runJobs(growth(modules), filter, growthLines, failed),
    series: await runJobs(
      series(modules).map((job) => ({ ...job, name: `series: ${job.name}` })),
      filter,
      seriesLines,
      failed,
    ),
    exactness: title === 'Text' && filter === '' ? (await import('./text.js')).exactness(modules) : [],
    failed,
  };
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , title, filter, built] = process.argv as [string, string, ModuleTitle, string, string];
  const found = await main(title, filter, built);
  process.send(found, () => process.disconnect());
}
