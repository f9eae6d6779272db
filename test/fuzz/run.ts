/**
 * Fuzzing from the command line.
 *
 *   npm run fuzz -- [--minutes N] [--group NAME] [--target TEXT] [--workers K] [--seed S] [--save FOLDER]
 *   npm run fuzz -- --replay FILE...      runs cases again and shows what they do
 *
 * What is found is made smaller, written to fixtures/corpus, and makes the exit code 1.
 */
import { rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCase } from './corpus.js';
import { type Finding, hunt, type Tally } from './hunt.js';
import { GROUPS, type Group } from './target.js';
import { TARGETS } from './targets.js';
import { bundleTargets, Warden } from './warden.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    group: { type: 'string' },
    target: { type: 'string' },
    workers: { type: 'string', default: '1' },
    seed: { type: 'string' },
    save: { type: 'string', default: `${root}/fixtures/corpus` },
    replay: { type: 'boolean', default: false },
  },
});

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0, not ${text}`);
  return value;
}

function chosenTargets() {
  const { group, target } = values;
  if (group !== undefined && !GROUPS.includes(group as Group)) throw new Error(`--group takes one of ${GROUPS.join(', ')}`);
  const chosen = TARGETS.filter((one) => (group === undefined || one.group === group) && one.name.includes(target ?? ''));
  if (chosen.length === 0) throw new Error(`no target has ${target} in its name`);
  return chosen;
}

function tableOf(tallies: readonly Tally[]): string {
  const rows = [
    ['target', 'executions', 'read', 'branches', 'findings', 'exec/s'],
    ...tallies.map(({ target, executions, mutants, mutantsRead, branches, findings, ms }) => {
      const read = mutants === 0 ? '' : `${((100 * mutantsRead) / mutants).toFixed(1)} %`;
      const rate = ms === 0 ? '' : String(Math.round((executions * 1000) / ms));
      return [target, String(executions), read, String(branches.size), findings === 0 ? '' : String(findings), rate];
    }),
  ];
  const widths = (rows[0] as string[]).map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const lines = rows.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  );
  return lines.join('\n');
}

function tell({ target, fault, input, path, execution }: Finding): void {
  const shown =
    typeof input === 'string' ? JSON.stringify(input.slice(0, 200)) : Buffer.from(input.subarray(0, 100)).toString('hex');
  console.log(
    `\nFOUND ${target}: ${fault.found}\n  input ${input.length}: ${shown}\n  execution ${execution}, saved as ${relative(root, path)}`,
  );
  console.log(
    fault.detail
      .split('\n')
      .slice(0, 12)
      .map((line) => `  ${line}`)
      .join('\n'),
  );
}

async function fuzz(): Promise<void> {
  const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : numberOf('seed', values.seed);
  const minutes = numberOf('minutes', values.minutes);
  const workers = numberOf('workers', values.workers);
  const targets = chosenTargets();
  console.log(`seed ${seed}: ${targets.length} targets, ${minutes} minutes, ${workers} worker${workers === 1 ? '' : 's'}`);
  const { bundle, branches } = await bundleTargets('./targets.js');
  const from = performance.now();
  const names = targets.map(({ name }) => name);
  const { tallies, findings } = await hunt({
    root,
    bundle,
    names,
    seed,
    ms: minutes * 60_000,
    workers,
    save: values.save,
    onFinding: tell,
  });
  const seconds = (performance.now() - from) / 1000;
  const executions = tallies.reduce((sum, tally) => sum + tally.executions, 0);
  console.log(`\n${tableOf(tallies)}`);
  const taken = new Set(tallies.flatMap((tally) => [...tally.branches]));
  console.log(`\n${taken.size} of ${branches} branches of src were taken`);
  console.log(
    `seed ${seed}: ${executions} executions in ${seconds.toFixed(0)} s (${Math.round(executions / seconds)} a second), ${findings.length} findings`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
}

async function replay(paths: readonly string[]): Promise<void> {
  const { bundle } = await bundleTargets('./targets.js');
  const warden = new Warden({ root, bundle, seed: 0 });
  for (const path of paths) {
    const { target, input, found } = readCase(path);
    const { fault } = await warden.attempt(target, input);
    console.log(`${path}\n  ${target}, once: ${found}\n  now: ${fault === undefined ? 'a value or a refusal' : fault.detail}`);
    if (fault !== undefined) process.exitCode = 1;
  }
  await warden.close();
  rmSync(bundle, { force: true });
}

if (values.replay) await replay(positionals);
else await fuzz();
