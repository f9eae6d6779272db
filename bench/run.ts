/**
 * `npm run bench`: every room beside its peers, pictures, the gateway, the page and the report, in one run. Writes bench/results/latest.json,
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
import { bitmapTasks } from './bitmap.js';
import { environmentLine, environmentOf } from './environment.js';
import type { GrowthResult } from './growth.js';
import { collect, type Job, type TaskResult } from './harness.js';
import { type CostResult, type ImageResult, imageCostJobs, imageJobs } from './image/processes.js';
import { inspectGrowth, inspectTasks } from './inspect.js';
import { carrierTasks, messageGrowth, messageTasks } from './message.js';
import { mmsGrowth, mmsTasks } from './mms.js';
import { readOptions } from './options.js';
import { performancePage } from './page.js';
import { PEERS } from './peers.js';
import { picturesOf } from './pictures.js';
import { protocolGrowth, protocolTasks } from './protocol.js';
import { pushGrowth, pushTasks } from './push.js';
import { type Run, verdictsOf } from './record.js';
import { ringtoneGrowth, ringtoneTasks } from './ringtone.js';
import { loadRooms, ROOMS } from './rooms.js';
import { senderTasks } from './sender.js';
import type { SeriesResult } from './series.js';
import { smsGrowth, smsSeries, smsTasks } from './sms.js';
import { ROOT, runSystem, type System, type SystemResult, writeSystem } from './system.js';
import { costLines, growthLines, imageLines, seriesLines, systemLines, taskLines } from './terminal.js';
import { exactness, textGrowth, textSeries, textTasks } from './text.js';
import { verdictLine } from './verdict.js';
import { vobjectGrowth, vobjectTasks } from './vobject.js';

const { filter, into = ROOT, redraw } = readOptions(process.argv.slice(2));
if (redraw) writePage(JSON.parse(readFileSync(join(into, 'bench/results/latest.json'), 'utf8')) as Run);
else await measure();

async function measure(): Promise<void> {
  const started = performance.now();
  const environment = environmentOf();
  console.log(`${environmentLine(environment)}\n`);
  const rooms = await loadRooms();
  const notRun: { name: string; reason: string }[] = ROOMS.filter((name) => rooms[name] === undefined).map((name) => ({
    name,
    reason: 'the room is not there',
  }));

  /** Runs what passes the filter; what fails is listed, and the next one runs. */
  const all = async <Result>(jobs: readonly Job<Result>[], lines: (result: Result) => string): Promise<Result[]> => {
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
        notRun.push({ name, reason });
        process.exitCode = 1;
      }
    }
    return results;
  };

  // A room's inputs are made when its turn comes and left to the collector afterwards: a large heap is dear for whoever allocates much.
  const timed: { title: string; tasks: TaskResult[] }[] = [];
  for (const [title, jobsOf] of [
    ['SMS', smsTasks],
    ['Text', textTasks],
    ['Ringtone', ringtoneTasks],
    ['Bitmap', bitmapTasks],
    ['Push', pushTasks],
    ['VObject', vobjectTasks],
    ['MMS', mmsTasks],
    ['Protocol', protocolTasks],
    ['Message', messageTasks],
    ['Carrier', carrierTasks],
    ['Inspect', inspectTasks],
    ['Sender', senderTasks],
  ] as const) {
    timed.push({ title, tasks: await all<TaskResult>(await jobsOf(rooms), taskLines) });
    collect('major');
  }
  const growth: GrowthResult[] = [];
  for (const jobsOf of [
    smsGrowth,
    textGrowth,
    ringtoneGrowth,
    pushGrowth,
    vobjectGrowth,
    mmsGrowth,
    protocolGrowth,
    messageGrowth,
    inspectGrowth,
  ]) {
    growth.push(...(await all<GrowthResult>(jobsOf(rooms), growthLines)));
    collect('major');
  }
  const series = await all<SeriesResult>(
    [...smsSeries(rooms), ...textSeries(rooms)].map((job) => ({ ...job, name: `series: ${job.name}` })),
    seriesLines,
  );
  const images = await all<ImageResult>(imageJobs(), imageLines);
  const costs = await all<CostResult>(imageCostJobs(), costLines);
  const systems: SystemResult[] = [];
  const loaded: System[] = [];
  for (const name of ['report', 'playground', 'gateway']) {
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
    ...{ rooms: timed, images, costs, series, growth, systems, notRun },
    exactness: filter === '' ? exactness(rooms) : [],
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
