/**
 * The runner of the conformance pack for adapters in any language, one file without dependencies: `npm run conformance -- --runner FILE` writes
 * it.
 *
 *   node runner.mjs [options] -- PROGRAM [ARGUMENT...]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { exitCodeOf, jsonReport, textReport } from './report.js';
import { chooseCases, readCases, runPack } from './run.js';
import { StartError } from './session.js';

const USAGE = `node runner.mjs [options] -- PROGRAM [ARGUMENT...]

Starts PROGRAM, asks it about the cases of the formats that it knows, and compares its answers.

  --pack DIR        the folder of index.json; the folder of this file unless given
  --format NAME     only this format; may be repeated, as may the next three
  --level NAME      only cases of this level: strict, lenient, hostile
  --flag NAME       only cases with this flag
  --case ID         only this case
  --any-reason      any refusal of an invalid input passes, whatever its reason
  --window N        questions in work at a time (1)
  --timeout S       seconds to wait for an answer (10)
  --restarts N      how often a crashed program is started again (20)
  --report FILE     write the results as JSON

Exit code 0: all cases passed or were skipped. 1: some did not. 2: nothing was run.
`;

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  return process.exit(2);
};

function readOptions() {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pack: { type: 'string' },
      report: { type: 'string' },
      ...{ format: many, level: many, flag: many, case: many },
      'any-reason': { type: 'boolean', default: false },
      window: { type: 'string', default: '1' },
      timeout: { type: 'string', default: '10' },
      restarts: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  });
  const number = (name: 'window' | 'timeout' | 'restarts', least: number) => {
    const value = Number(values[name]);
    if (Number.isFinite(value) && value >= least) return value;
    throw new Error(`--${name} takes a number of ${least} or more, not ${JSON.stringify(values[name])}`);
  };
  return {
    ...values,
    command: positionals,
    limits: {
      startMs: Math.max(10_000, number('timeout', 0.1) * 1000),
      caseMs: number('timeout', 0.1) * 1000,
      restarts: number('restarts', 0),
      window: number('window', 1),
    },
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) return void process.stdout.write(USAGE);
  if (options.command.length === 0) return fail(`no program to run\n\n${USAGE}`);
  const pack = options.pack === undefined ? new URL('./', import.meta.url) : pathToFileURL(`${resolve(options.pack)}/`);
  if (!existsSync(new URL('index.json', pack)))
    return fail(`no index.json in ${pack.pathname}: name the folder of the pack by --pack`);
  const { format: formats, level: levels, flag: flags, case: cases } = options;
  const chosen = chooseCases(readCases(pack), { formats, levels, flags, cases });
  if (chosen.length === 0) return fail('no case is chosen');
  const run = await runPack(options.command, chosen, {
    limits: options.limits,
    rules: { anyReason: options['any-reason'] },
  });
  if (run.results.length === 0) return fail(`${run.adapter.name} knows none of the formats: ${run.adapter.formats.join(', ')}`);
  const { version } = JSON.parse(readFileSync(new URL('index.json', pack), 'utf8')) as { version: string };
  process.stdout.write(`${textReport(run)}\n`);
  if (options.report !== undefined) writeFileSync(options.report, jsonReport(run, version));
  process.exitCode = exitCodeOf(run.results);
}

// The program has a process group of its own: what ends the runner has to end it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

try {
  await main();
} catch (error) {
  fail(error instanceof StartError ? `the adapter did not start: ${error.message}` : (error as Error).message);
}
