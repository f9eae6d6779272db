/**
 * Stryker for one module, which config/mutation.mjs names in MUTATION_MODULE.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const module = process.env.MUTATION_MODULE ?? 'bytes';
const part = Number(process.env.MUTATION_SAMPLE ?? 1);
const report = `reports/mutation/${module}`;

/** Tables that a script makes from data: a mutant of a row is a wrong row, and tests compare the rows with the data. */
const TABLES = ['src/text/gsm7-tables.ts', 'src/wsp/tables.ts', 'src/*/index.ts'];

/** Sources that config/mutation.mjs leaves out. */
const IMPURE = (process.env.MUTATION_IMPURE ?? '').split(',');

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'config/vitest.mutation.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(new URL('stryker-plugins.mjs', import.meta.url))],
  mutate: [`src/${module}/**/*.ts`, ...TABLES.map((table) => `!${table}`), ...IMPURE.map((path) => `!${path}`)],
  ignorers: ['wording'],
  checkers: part < 1 ? ['sample'] : [],
  coverageAnalysis: 'perTest',
  // Mutants that act when a module loads: whole tables in place of which nothing is left. They take every test each.
  ignoreStatic: true,
  disableTypeChecks: false,
  concurrency: 2,
  timeoutMS: 15_000,
  // Of a test's time in the run that counts coverage, which is about twice that of the others.
  timeoutFactor: 1,
  tempDirName: join(tmpdir(), 'handset-mutation', module),
  ignorePatterns: ['/bench', '/coverage', '/dist', '/reports', '/src/gateway', '/src/playground', '/test/gateway'],
  incremental: true,
  incrementalFile: `${report}-incremental.json`,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `${report}.json` },
  allowConsoleColors: false,
};
