/**
 * `npm run bench`: every module beside its peers, pictures, the gateway, the page and the report, in one run. Writes bench/results/latest.json,
 * docs/performance.md with its pictures, and the results of the three programs with their own pages.
 *
 *   npm run bench                       everything, recorded
 *   npm run bench -- FILTER             what has FILTER in its name; prints, and writes nothing
 *   npm run bench -- --quick            in a few minutes, to see that everything runs; its figures say little
 *   npm run bench -- --into FOLDER      what is written goes below FOLDER
 *   npm run bench -- --redraw           page and pictures of the last run again, nothing measured
 *
 * What cannot run, since a program is not installed, is listed as not run; what fails is listed as failed, and the command ends with 1.
 * @module
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentLine, environmentOf } from './environment.js';
import { imageCostJobs, imageJobs } from './image/processes.js';
import { MODULE_TITLES } from './module-jobs.js';
import { type Failure, inProcess, type ModuleFound, runJobs } from './module-process.js';
import { buildModules, missingModules } from './modules.js';
import { readOptions } from './options.js';
import { performancePage } from './page.js';
import { PEERS } from './peers.js';
import { picturesOf } from './pictures.js';
import { type Run, verdictsOf } from './record.js';
import { ROOT, runSystem, type System, type SystemResult, writeSystem } from './system.js';
import { costLines, imageLines, systemLines } from './terminal.js';
import { verdictLine } from './verdict.js';

const { filter, into = ROOT, redraw } = readOptions(process.argv.slice(2));
if (redraw) writePage(JSON.parse(readFileSync(join(into, 'bench/results/latest.json'), 'utf8')) as Run);
else await measure();

async function measure(): Promise<void> {
  const started = performance.now();
  const environment = environmentOf();
  console.log(`${environmentLine(environment)}\n`);
  const notRun: Failure[] = missingModules().map((name) => ({ name, reason: 'the module is not there' }));
  const failed: Failure[] = [];
  const built = await buildModules();
  const modules: (ModuleFound & { readonly title: string })[] = [];
  for (const title of MODULE_TITLES) {
    const found = await inProcess(title, filter, built);
    modules.push({ title, ...found });
    failed.push(...found.failed);
  }
  const images = await runJobs(imageJobs(), filter, imageLines, failed);
  const costs = await runJobs(imageCostJobs(), filter, costLines, failed);
  if (failed.length > 0) process.exitCode = 1;
  notRun.push(...failed);
  const systems: SystemResult[] = [];
  const loaded: System[] = [];
  for (const name of ['start', 'report', 'playground', 'gateway', 'delivery', 'smpp-session']) {
    if (!name.includes(filter)) continue;
    const system = await systemNamed(name);
    const result = await runSystem(system, `${environmentLine(environment)}. Written by \`npm run bench\`.`);
    console.log(systemLines(result));
    if (result.notRun !== undefined) notRun.push({ name, reason: result.notRun });
    if (result.failed === true) process.exitCode = 1;
    systems.push(result);
    loaded.push(system);
  }

  const run: Run = {
    environment,
    seconds: (performance.now() - started) / 1e3,
    modules: modules.map(({ title, tasks }) => ({ title, tasks })),
    growth: modules.flatMap(({ growth }) => growth),
    series: modules.flatMap(({ series }) => series),
    exactness: modules.flatMap(({ exactness }) => exactness),
    ...{ images, costs, systems, notRun },
    peers: PEERS,
    programs: Object.assign({}, ...systems.map(({ programs }) => programs)),
  };
  console.log(summary(run));
  if (filter !== '') return;
  const digits = (_: string, value: unknown) =>
    Number.isInteger(value) ? value : typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  write('bench/results/latest.json', `${JSON.stringify({ ...run, verdicts: verdictsOf(run) }, digits, 1)}\n`);
  for (const [i, system] of loaded.entries()) writeSystem(system, systems[i]!, into);
  writePage(run);
}

/** Loaded when it runs: the page's module is compiled with the browser's types, the others need packages of their own. */
async function systemNamed(name: string): Promise<System> {
  return ((await import(`./${name}.js`)) as { readonly system: System }).system;
}

function summary(run: Run): string {
  const verdicts = verdictsOf(run).filter(({ must }) => must !== undefined);
  return [
    'Targets',
    ...verdicts.map((verdict) => `  ${verdictLine(verdict)}  [${verdict.task}]`),
    ...run.notRun.map(({ name, reason }) => `  not run: ${name}: ${reason}`),
    `${run.seconds.toFixed(0)} s`,
  ].join('\n');
}

function writePage(run: Run): void {
  const pictures = picturesOf(run);
  for (const { file, svg } of pictures) write(`docs/pictures/${file}`, svg);
  write('docs/performance.md', performancePage(run, pictures));
}

function write(path: string, text: string): void {
  const to = join(into, path);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
}
