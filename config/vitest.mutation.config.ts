/**
 * Vitest as Stryker runs it for config/mutation.mjs: the tests that MUTATION_TESTS names (globs, with commas), in threads that are kept.
 * Those named like the sources in MUTATION_IMPURE, which wait for sockets and timers, do not run.
 */
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestProject, type TestSpecification } from 'vitest/node';
import { keptThreads } from './mutation-pool.js';

/** Stryker asks for a thread per file; this comes after it. */
function keepThreads({ project }: { readonly project: TestProject }): void {
  Object.assign(project.config, { pool: keptThreads.name, poolRunner: keptThreads });
}

/** A property that names a number of runs has no more than the others either. */
function fewerRuns(code: string, file: string): string | undefined {
  return file.endsWith('.test.ts') ? code.replace(/\bnumRuns: [\d_]+/g, `numRuns: ${process.env.FC_RUNS}`) : undefined;
}

/** Stryker counts how often each mutant is reached, in the run that is without a mutant; in the others the counts cost time for nothing. */
function countsNothing(code: string): string {
  return code.replace('function cover() {', 'function cover() { if (ns.activeMutant !== undefined) return;');
}

/** The quickest files first: one failure decides about a mutant, and Vitest's own order begins with the slowest file. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { cache, config } = this.ctx;
    const durationOf = ({ project, moduleId }: TestSpecification) =>
      cache.getFileTestResults(`${project.name}:${relative(config.root, moduleId)}`)?.duration ?? 0;
    return [...files].sort((a, b) => durationOf(a) - durationOf(b));
  }
}

const ofSources = (path: string) => path.replace('src', 'test').replace(/\.ts$/, '.test.ts');

export default defineConfig({
  plugins: [
    { name: 'kept-threads', configureVitest: keepThreads },
    { name: 'fewer-runs', enforce: 'pre', transform: fewerRuns },
    { name: 'counts-nothing', enforce: 'pre', transform: countsNothing },
  ],
  test: {
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    exclude: (process.env.MUTATION_IMPURE ?? '').split(',').map(ofSources),
    sequence: { sequencer: QuickestFirst },
    setupFiles: ['config/vitest.setup.ts', 'config/vitest.mutation.setup.ts'],
    testTimeout: 180_000,
    reporters: [],
  },
});
