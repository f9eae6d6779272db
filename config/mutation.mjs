/**
 * Mutation tests of the codec modules: Stryker changes the source in thousands of small ways, and each change ought to fail a test.
 *
 *   node config/mutation.mjs [--all | --about COUNT] [MODULE...]
 *
 * Runs a sample of the mutants of each module (every module of MODULES when none is named) against the module's own tests; `--all` runs every
 * mutant, which takes hours, `--about` another number of them than usual. Prints the table and puts it into docs/mutation.md, where the
 * rows of other modules stay. The mutants that survived are listed in reports/mutation/MODULE.txt. Ends with 1 when a module scores less than
 * LEAST.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

/** Percent. */
const LEAST = 88;
/** Runs of each property, and the seed that makes a run repeatable. */
const PROPERTIES = { FC_RUNS: '25', FC_SEED: '20240229' };

/** About how many mutants each module has; a sample is a part of them. */
const MODULES = {
  bytes: 2900,
  text: 1550,
  sms: 4200,
  ringtone: 9600,
  bitmap: 3750,
  push: 4400,
  vobject: 4650,
  mms: 4850,
  message: 1800,
  carrier: 550,
  cbs: 1350,
  sim: 1350,
  smpp: 3000,
  xml: 700,
  wsp: 700,
  zip: 1100,
  archive: 7200,
  capture: 2700,
  modem: 2700,
  profile: 1150,
};

/** What waits for sockets and timers, which a mutant would make it do without end: all that the project of pure modules leaves out. */
const IMPURE = JSON.parse(readFileSync('config/tsconfig.pure.json', 'utf8')).exclude.map((path) => path.replace('../', ''));

/** The part of its mutants that a module's sample has: a quarter, and more of a small module, so that no sample has less than 400. */
const usualPart = (module) => Math.max(0.25, 420 / MODULES[module]);

const PAGE = 'docs/mutation.md';
const BEGIN = '<!-- table: npm run mutation -->';
const END = '<!-- end of table -->';
const HEAD = ['module', 'tested of all', 'killed', 'timeout', 'survived', 'no coverage', 'score', 'date'];

function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Forgets which mutants an earlier, smaller sample left out; what became of the others is known already. Stryker runs those again whose
 * source or tests have changed.
 */
function forgetLeftOut(file) {
  if (!existsSync(file)) return;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  for (const entry of Object.values(report.files))
    entry.mutants = entry.mutants.filter(({ status }) => status !== 'CompileError');
  writeFileSync(file, JSON.stringify(report));
}

/** Runs Stryker on a module; its report. */
function mutate(module, part) {
  forgetLeftOut(`reports/mutation/${module}-incremental.json`);
  const environment = {
    ...process.env,
    ...PROPERTIES,
    MUTATION_MODULE: module,
    MUTATION_SAMPLE: String(part),
    MUTATION_TESTS: `test/${module}/**/*.test.ts`,
    MUTATION_IMPURE: IMPURE.join(','),
  };
  const stryker = join('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'config/stryker.config.mjs'], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) fail(`Stryker ended with ${status} in ${module}`);
  return JSON.parse(readFileSync(`reports/mutation/${module}.json`, 'utf8'));
}

/** The mutants of a report by what became of them. */
function outcomes(report) {
  const counts = { Killed: 0, Timeout: 0, Survived: 0, NoCoverage: 0, RuntimeError: 0, CompileError: 0, Ignored: 0 };
  for (const { mutants } of Object.values(report.files)) for (const { status } of mutants) counts[status]++;
  return counts;
}

/** The row of a module. Those that were ignored (static, wording) count nowhere; those not drawn count as `all` only. */
function row(module, counts) {
  const { Killed: killed, Timeout: timeout, Survived: survived, NoCoverage: uncovered } = counts;
  const tested = killed + timeout + survived + uncovered;
  const score = (100 * (killed + timeout)) / tested;
  const date = new Date().toISOString().slice(0, 10);
  const all = tested + counts.CompileError + counts.RuntimeError;
  return {
    score,
    cells: [module, `${tested} of ${all}`, killed, timeout, survived, uncovered, `${score.toFixed(1)} %`, date].map(String),
  };
}

/** What lived on, as lines of a text: place, mutator, the source and what stood in its place. */
function survivors(report) {
  const lines = [];
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const sourceLines = source.split('\n');
    for (const { status, location, mutatorName, replacement } of mutants) {
      if (status !== 'Survived' && status !== 'NoCoverage') continue;
      const { start, end } = location;
      const first = sourceLines[start.line - 1];
      const before =
        start.line === end.line ? first.slice(start.column - 1, end.column - 1) : `${first.slice(start.column - 1)}...`;
      lines.push(
        `${file}:${start.line}:${start.column} ${status} ${mutatorName}`,
        `    ${before}  ->  ${replacement}`,
        `    ${first.trim()}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

const line = (cells) => `| ${cells.join(' | ')} |`;

/** Puts the rows into the page: a module's new row for its old one, in the order of MODULES. */
function updatePage(rows) {
  const page = readFileSync(PAGE, 'utf8');
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) fail(`${PAGE} has no place for the table`);
  const cellsOf = (text) =>
    text
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const old = page
    .slice(begin, end)
    .split('\n')
    .filter((text) => text.startsWith('|'))
    .slice(2)
    .map(cellsOf);
  const byModule = new Map([...old, ...rows].map((cells) => [cells[0], cells]));
  const all = Object.keys(MODULES).flatMap((module) => (byModule.has(module) ? [byModule.get(module)] : []));
  const versionOf = (name) => JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).version;
  const versions = ['@stryker-mutator/core', 'vitest', 'fast-check'].map((name) => `${name} ${versionOf(name)}`).join(', ');
  const table = [line(HEAD), line(HEAD.map(() => '---')), ...all.map(line)];
  const text = [BEGIN, ...table, '', `Made with ${versions}, Node ${process.versions.node}.`, ''].join('\n');
  writeFileSync(PAGE, page.slice(0, begin) + text + page.slice(end));
  console.log(`\n${table.join('\n')}`);
}

const usage = `usage: node config/mutation.mjs [--all | --about COUNT] [${Object.keys(MODULES).join('|')}]...`;
let modules = process.argv.slice(2);
let partOf = usualPart;
if (modules[0] === '--all') {
  partOf = () => 1;
  modules = modules.slice(1);
} else if (modules[0] === '--about') {
  const about = Number(modules[1]);
  if (!(about > 0)) fail(usage);
  partOf = (module) => Math.min(1, about / MODULES[module]);
  modules = modules.slice(2);
}
if (modules.some((module) => !Object.hasOwn(MODULES, module))) fail(usage);

mkdirSync('reports/mutation', { recursive: true });
let worst = 100;
for (const module of modules.length > 0 ? modules : Object.keys(MODULES)) {
  const report = mutate(module, partOf(module));
  writeFileSync(`reports/mutation/${module}.txt`, survivors(report));
  const { score, cells } = row(module, outcomes(report));
  worst = Math.min(worst, score);
  updatePage([cells]);
}
if (worst < LEAST) fail(`A module scores less than ${LEAST} %.`);
